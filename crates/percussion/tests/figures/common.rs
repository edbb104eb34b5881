//! Runs of named problems and of models built in a test.

use percussion::measure::{compare, Comparison};
use percussion::prepare::brought_options;
use percussion::problems::{find, prepare, reference_for, Prepared};
use percussion::record::{Record, Status};
use percussion::schemes::{self, Options, Scheme};
use percussion::simulate::{simulate, Settings};
use percussion::system::System;
use std::ops::ControlFlow;

/// A run of a named problem: its default scheme, options, step and end unless changed.
#[derive(Clone)]
pub struct Run {
    pub problem: &'static str,
    pub scheme: String,
    pub sets: Vec<(String, String)>,
    pub options: Vec<(String, String)>,
    pub settings: Settings,
}

pub fn run(problem: &'static str) -> Run {
    let p = find(problem).unwrap();
    Run {
        problem,
        scheme: p.scheme.into(),
        sets: Vec::new(),
        options: Vec::new(),
        settings: Settings::new(p.dt, p.t_end),
    }
}

impl Run {
    pub fn scheme(mut self, name: &str) -> Self {
        self.scheme = name.into();
        self
    }
    pub fn set(mut self, name: &str, value: &str) -> Self {
        self.sets.push((name.into(), value.into()));
        self
    }
    pub fn sets(mut self, all: &[(&str, &str)]) -> Self {
        self.sets.extend(all.iter().map(|(n, v)| (n.to_string(), v.to_string())));
        self
    }
    pub fn option(mut self, name: &str, value: &str) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }
    pub fn dt(mut self, dt: f64) -> Self {
        self.settings.dt = dt;
        self
    }
    pub fn until(mut self, t_end: f64) -> Self {
        self.settings.t_end = t_end;
        self
    }
    pub fn every(mut self, n: usize) -> Self {
        self.settings.every = n;
        self
    }
    pub fn prepare(&self) -> Prepared {
        prepare(find(self.problem).unwrap(), &self.sets)
            .unwrap_or_else(|e| panic!("{}: {e}", self.problem))
    }
    /// The scheme with the options that belong to the problem's default run and those of this run.
    pub fn make(&self) -> Scheme {
        let info = schemes::find(&self.scheme).unwrap();
        let mut o = Options::new("option", info.options);
        let p = find(self.problem).unwrap();
        for (name, value) in brought_options(p.scheme, p.scheme_options, info) {
            o.set(&name, &value).unwrap();
        }
        for (name, value) in &self.options {
            o.set(name, value).unwrap_or_else(|e| panic!("{}: {e}", self.scheme));
        }
        info.make(&o).unwrap()
    }
    pub fn record(&self) -> Record {
        let p = self.prepare();
        let scheme = self.make();
        let go_on = |_, _| ControlFlow::Continue(());
        simulate(&p.system, &scheme, &p.q0, &p.u0, self.settings, go_on)
    }
    /// The record of a run that reaches its end.
    pub fn done(&self) -> Record {
        let r = self.record();
        assert_eq!(r.status, Status::Done, "{} under {}", self.problem, self.scheme);
        r
    }
    /// The distance from the reference that belongs to the settings.
    pub fn compared(&self) -> Comparison {
        let info = reference_for(find(self.problem).unwrap(), &self.sets).unwrap();
        compare(&self.done(), info).unwrap().unwrap()
    }
}

/// A run of a model made in a test.
pub fn run_system(sys: &System, scheme: &str, options: &[(&str, &str)], s: Settings) -> Record {
    let info = schemes::find(scheme).unwrap();
    info.check(sys).unwrap();
    let mut o = Options::new("option", info.options);
    options.iter().for_each(|(n, v)| o.set(n, v).unwrap());
    let scheme = info.make(&o).unwrap();
    simulate(sys, &scheme, &sys.q0, &sys.u0, s, |_, _| ControlFlow::Continue(()))
}

/// The column of this name.
pub fn column(r: &Record, name: &str) -> Vec<f64> {
    r.column(name).unwrap_or_else(|| panic!("no column {name}; there are {:?}", r.columns))
}

/// The last value of a column.
pub fn last(r: &Record, name: &str) -> f64 {
    *column(r, name).last().unwrap()
}

/// Largest absolute difference.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Largest absolute value.
pub fn size(a: &[f64]) -> f64 {
    a.iter().fold(0.0, |m, v| m.max(v.abs()))
}
