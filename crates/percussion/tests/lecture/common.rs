//! The problems of the lecture, runs on every step a scheme takes, and its norms on the grid.

use percussion::bodies::PointMass;
use percussion::contacts::SphereOnPlane;
use percussion::forces::{Along, Characteristic, ExpressionForce};
use percussion::frame::{basis, Anchor, V3};
use percussion::joints::Primitive;
use percussion::laws::ContactLaw;
use percussion::measure::{observed_order, reference, Reference};
use percussion::model::Model;
use percussion::problems::{find, prepare, Prepared};
use percussion::record::Event;
use percussion::schemes::{Scheme, Start};
use percussion::system::System;
use std::f64::consts::PI;

/// A problem with its reference solution.
pub struct Case {
    pub sys: System,
    pub T: f64,
    reference: Reference,
}

/// By the name the lecture's problems have in these tests.
pub fn case(name: &str) -> Case {
    let named = |problem: &str, sets: &[(&str, &str)]| -> Prepared {
        let sets: Vec<_> = sets.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        prepare(find(problem).unwrap(), &sets).unwrap()
    };
    // the periodic orbit of the forced oscillator
    let periodic = [("q0.x", "1.632124446849465"), ("u0.x", "1.8066232658309164")];
    let (prepared, T, file) = match name {
        "ball" => (named("bouncing-ball", &[]), 5.0, "bouncing-ball"),
        "oscillator" => (named("linear-oscillator", &[]), 10.25, "linear-oscillator-e08"),
        "forced" => (
            named("forced-impact-oscillator", &periodic),
            10.0 * PI,
            "forced-impact-oscillator-periodic",
        ),
        "rolling" => (named("rotating-ball", &[]), 1.0, "rotating-ball-spin-50"),
        "pendulum" => (named("double-pendulum-wall", &[]), 3.1, "double-pendulum-wall"),
        "block" => {
            let reference = reference("stick-slip-block").unwrap().unwrap();
            return Case { sys: block(), T: 12.0, reference };
        }
        _ => panic!("{name}"),
    };
    let mut sys = prepared.system;
    (sys.q0, sys.u0) = (prepared.q0, prepared.u0);
    Case { sys, T, reference: reference(file).unwrap().unwrap() }
}

/// The block on its spring, with a normal contact: q = (x, y) on the plane y = 0.
fn block() -> System {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -9.81, 0.0));
    let block = model.body("block", PointMass { m: 1.0, dim: 2 }, &[0.0, 0.0], &[0.0, 0.0]);
    let (origin, at) = (Anchor::world(V3::zeros()), Anchor::on(block, V3::zeros()));
    let spring = Characteristic::SpringDamper { k: 4.0, c: 0.0, s0: 0.0 };
    let along = Along::new(Primitive::Coincide { e: V3::x() }, origin, at.clone(), spring);
    model.force("spring", along);
    model.force("load", ExpressionForce::of_time(at.clone(), 0, "4*cos(t)").unwrap());
    let floor = Anchor::world(V3::zeros()).with_axes(basis(&V3::y()));
    let law = ContactLaw { mu: 0.25, ..Default::default() };
    model.contact("floor", SphereOnPlane { R: 0.0 }, floor, at, law);
    model.assemble().unwrap()
}

/// A point mass on a slope of 30 degrees, mu = 0.7, that starts across it with 2 m/s.
pub fn slope() -> System {
    let mut model = Model::new();
    let (s, c) = (PI / 6.0).sin_cos();
    model.gravity(V3::new(9.81 * s, 0.0, -9.81 * c));
    let block = model.body("block", PointMass { m: 1.0, dim: 3 }, &[0.0; 3], &[0.0, 2.0, 0.0]);
    let floor = Anchor::world(V3::zeros()).with_axes(basis(&V3::z()));
    let law = ContactLaw { mu: 0.7, ..Default::default() };
    let at = Anchor::on(block, V3::zeros());
    model.contact("floor", SphereOnPlane { R: 0.0 }, floor, at, law);
    model.assemble().unwrap()
}

/// What a run leaves.
pub struct Run {
    pub t: Vec<f64>,
    pub q: Vec<Vec<f64>>,
    pub u: Vec<Vec<f64>>,
    pub events: Vec<Event>,
    /// Steps accepted and rejected.
    pub accepted: usize,
    pub rejected: usize,
    pub evaluations: usize,
    /// Largest |P_F| - μ P_N of a step.
    pub excess: f64,
}

impl Run {
    pub fn q_end(&self) -> &[f64] {
        &self.q[self.q.len() - 1]
    }
    pub fn u_end(&self) -> &[f64] {
        &self.u[self.u.len() - 1]
    }
    /// One-step problems of an adaptive run: three a trial.
    pub fn problems(&self) -> usize {
        3 * (self.accepted + self.rejected)
    }
}

/// All steps of a scheme up to T: n of equal length, or those it chooses where n is zero.
pub fn run_to(sys: &System, T: f64, scheme: &str, options: &[(&str, &str)], n: usize) -> Run {
    let set = |s: Scheme, (n, v): &(&str, &str)| s.set(n, v).unwrap();
    let scheme = options.iter().fold(Scheme::new(scheme).unwrap(), set);
    let dt = if n > 0 { T / n as f64 } else { T };
    let mut scheme = scheme.start(sys, &Start::of(sys, dt)).unwrap();
    let mut run = Run {
        t: vec![0.0],
        q: vec![sys.q0.clone()],
        u: vec![sys.u0.clone()],
        events: Vec::new(),
        accepted: 0,
        rejected: 0,
        evaluations: 0,
        excess: 0.0,
    };
    let mut k = 0;
    while T - scheme.state().t > 1e-14 * T {
        k += 1;
        let next = if n > 0 && k < n { k as f64 * T / n as f64 } else { T };
        let info = if n > 0 {
            let dt = next - scheme.state().t;
            scheme.step(dt)
        } else {
            scheme.inner_step(next)
        }
        .unwrap();
        let s = scheme.state();
        run.t.push(s.t);
        run.q.push(s.q.clone());
        run.u.push(s.u.clone());
        run.accepted += info.inner.max(1);
        run.rejected += info.rejected;
        for f in &sys.frictions {
            let length = f.rows.clone().map(|r| s.P[r] * s.P[r]).sum::<f64>().sqrt();
            if let percussion::system::Normal::Contact(c) = f.normal {
                run.excess = run.excess.max(length - f.law.mu * s.P[sys.contacts[c].row]);
            }
        }
        assert!(run.t.len() < 300_000.max(n + 2), "no end");
    }
    scheme.take_events(&mut run.events);
    run.evaluations = scheme.evaluations();
    run
}

impl Case {
    pub fn constant(&self, scheme: &str, options: &[(&str, &str)], n: usize) -> Run {
        run_to(&self.sys, self.T, scheme, options, n)
    }
    pub fn adaptive(&self, scheme: &str, options: &[(&str, &str)]) -> Run {
        run_to(&self.sys, self.T, scheme, options, 0)
    }
    /// The same problem to another time.
    pub fn until(mut self, T: f64) -> Self {
        self.T = T;
        self
    }

    /// (48)-(49) with p = 1: Σ h_i |e_i| of q and of v; and the largest |e| of q. The reference has
    /// the first coordinates.
    pub fn errors(&self, run: &Run) -> [f64; 3] {
        let mut e = [0.0; 3];
        for k in 1..run.t.len() {
            let (t, h) = (run.t[k].min(self.reference.t_end), run.t[k] - run.t[k - 1]);
            let distance = |a: &[f64], b: &[f64]| {
                a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
            };
            let q = distance(&self.reference.q_at(t).unwrap(), &run.q[k]);
            let v = distance(&self.reference.v_at(t).unwrap(), &run.u[k]);
            e = [e[0] + h * q, e[1] + h * v, e[2].max(q)];
        }
        e
    }

    /// The exact solution.
    pub fn exact(&self, t: f64) -> (Vec<f64>, Vec<f64>) {
        (self.reference.q_at(t).unwrap(), self.reference.v_at(t).unwrap())
    }

    pub fn impact_times(&self) -> Vec<f64> {
        let before = |e: &&percussion::measure::Event| e.is_impact() && e.t < self.T;
        self.reference.events.iter().filter(before).map(|e| e.t).collect()
    }
}

/// Slope of log error over log h.
pub fn order(h: &[f64], e: &[f64]) -> f64 {
    observed_order(h, e).unwrap().slope
}

/// m numbers of steps, about geometric, odd, so that impacts at fractions of T do not fall on the
/// grid.
pub fn numbers(T: f64, largest: f64, smallest: f64, m: usize) -> Vec<usize> {
    let h = |k: usize| largest * (smallest / largest).powf(k as f64 / (m - 1) as f64);
    (0..m).map(|k| (T / h(k)) as usize | 1).collect()
}

/// m odd numbers of steps near n, to average over the places of impacts in their steps.
pub fn spread(n: usize, m: usize) -> Vec<usize> {
    let near = |j: usize| (n as f64 * (1.0 + 0.021 * (j as f64 - (m / 2) as f64))) as usize | 1;
    let mut all: Vec<usize> = (0..m).map(near).collect();
    all.dedup();
    all
}

/// Relative agreement.
pub fn near(what: &str, value: f64, expected: f64, relative: f64) {
    let off = (value - expected).abs() / expected.abs();
    assert!(off <= relative, "{what}: {value:e}, expected {expected:e}, off by {off:.1e}");
}
