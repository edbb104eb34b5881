//! The integrators of the smooth motion: orders, tolerances, dense output, constraints.
#![allow(non_snake_case)]

mod orders;
mod schemes;
mod stiff;
mod systems;
mod tolerance;

use percussion::integrators::smooth::SmoothEquations;
use percussion::integrators::{make, Index, Integrator, Settings, INTEGRATORS};
use percussion::measure::reference;
use percussion::problems::{find, prepare, Prepared};
use percussion::system::System;

fn ready(name: &str, list: &[(&str, &str)]) -> Prepared {
    let sets: Vec<_> = list.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    prepare(find(name).unwrap(), &sets).unwrap_or_else(|e| panic!("{name} {list:?}: {e}"))
}

/// A run of an integrator, and the largest |g| and |W û| at the ends of its steps.
struct Run {
    eqs: SmoothEquations,
    integrator: Box<dyn Integrator>,
    g: f64,
    gd: f64,
}

impl Run {
    fn new(p: &Prepared, name: &str, set: &Settings) -> Self {
        let mut eqs = SmoothEquations::new(&p.system);
        let mut integrator = make(name, set).unwrap();
        integrator.begin(&p.system, &mut eqs, 0.0, &p.q0, &p.u0).unwrap();
        Run { eqs, integrator, g: 0.0, gd: 0.0 }
    }
    fn advance(&mut self, sys: &System, t: f64) {
        let i = &mut self.integrator;
        i.advance(sys, &mut self.eqs, t).unwrap_or_else(|e| panic!("{e}"));
        self.eqs.evaluate(sys, i.t(), i.q(), i.u());
        for r in 0..sys.nr {
            if self.eqs.on_position[r] {
                self.g = self.g.max(self.eqs.ev.g[r].abs());
            }
            if self.eqs.on[r] {
                self.gd = self.gd.max(sys.row_dot(&self.eqs.ev, r, &self.eqs.ev.u).abs());
            }
        }
    }
    fn to(&mut self, sys: &System, t: f64) {
        while self.integrator.t() < t {
            self.advance(sys, t);
        }
    }
    /// Multipliers of the index-1 equations at the state reached.
    fn la(&mut self, sys: &System) -> Vec<f64> {
        let (mut a, mut la) = (vec![0.0; sys.nu], vec![0.0; sys.nr]);
        let i = &self.integrator;
        assert!(self.eqs.accelerations(sys, i.t(), i.q(), i.u(), &mut a, &mut la));
        la
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |m, (a, b)| m.max((a - b).abs()))
}
