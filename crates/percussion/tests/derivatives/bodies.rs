//! Bodies: kinematics, M, h, potentials.

use crate::check::*;
use percussion::bodies::{Functions, Minimal, Num, PlanarBody, PointMass, RigidBody};
use percussion::contacts::GapFunction;
use percussion::frame::{M3, V3};
use percussion::laws::ContactLaw;
use percussion::model::Model;
use percussion::problems::{prepare, PROBLEMS};
use percussion::system::System;

/// A double pendulum with a driven support, damping and a time-dependent torque.
pub struct Pendulum;

impl Functions for Pendulum {
    fn q_names(&self) -> Vec<String> {
        vec!["a".into(), "b".into()]
    }
    fn M<D: Num>(&self, t: D, q: &[D], out: &mut [D]) {
        let c = (q[0] - q[1]).cos() * 0.6 + t * 0.0;
        out.copy_from_slice(&[D::from(2.0), c, c, q[1].sin() * 0.1 + 1.0]);
    }
    fn h<D: Num>(&self, t: D, q: &[D], u: &[D], out: &mut [D]) {
        let s = (q[0] - q[1]).sin() * 0.6;
        out[0] = -s * u[1] * u[1] - q[0].sin() * 9.0 - u[0] * u[0] * u[0] * 0.2 + t.cos();
        out[1] = s * u[0] * u[0] - q[1].sin() * 4.0 * (t * 0.3).cos();
    }
    fn potential(&self, _t: f64, _q: &[f64]) -> f64 {
        0.0
    }
}

/// The same with velocities that are no rates of the coordinates: q' = B(q) u + β(t, q).
pub struct Turned;

impl Functions for Turned {
    fn q_names(&self) -> Vec<String> {
        Pendulum.q_names()
    }
    fn u_names(&self) -> Vec<String> {
        vec!["v".into(), "w".into()]
    }
    fn plain_kinematics(&self) -> bool {
        false
    }
    fn qdot<D: Num>(&self, t: D, q: &[D], u: &[D], out: &mut [D]) {
        out[0] = u[0] + q[1] * u[1] * 0.3 + (t * 2.0).sin() * q[1];
        out[1] = q[0].cos() * u[1] * 1.2 + q[0] * q[1] * u[0] * 0.2 + t * q[0] * 0.5;
    }
    fn M<D: Num>(&self, t: D, q: &[D], out: &mut [D]) {
        Pendulum.M(t, q, out);
    }
    fn h<D: Num>(&self, t: D, q: &[D], u: &[D], out: &mut [D]) {
        Pendulum.h(t, q, u, out);
    }
    fn potential(&self, _t: f64, _q: &[f64]) -> f64 {
        0.0
    }
}

/// A gap and two sliding velocities that depend on everything.
pub struct Odd;

impl GapFunction for Odd {
    fn g<D: Num>(&self, t: D, q: &[D]) -> D {
        (q[0] * 2.0 - t).sin() + q[1].cos() * q[0] * t + q[1] * q[1]
    }
    fn n_friction(&self) -> usize {
        2
    }
    fn gamma<D: Num>(&self, t: D, q: &[D], u: &[D], out: &mut [D]) {
        out[0] = q[0].cos() * u[1] - q[1] * u[0] * t + t.sin() * q[0];
        out[1] = u[0] + u[1] * q[0] * q[1] + q[1].cos() * t;
    }
}

fn zoo() -> Vec<(&'static str, System)> {
    let mut list = Vec::new();
    for dim in 1..=3 {
        let mut m = Model::new();
        m.gravity(V3::new(0.3, -9.81, 1.0));
        m.body("b", PointMass { m: 1.5, dim }, &vec![0.1; dim], &vec![0.0; dim]);
        list.push(("point", assemble("point", m)));
    }
    let mut m = Model::new();
    m.gravity(V3::new(0.3, -9.81, 0.0));
    m.body("b", PlanarBody::new(1.5, 0.2), &[0.0; 3], &[0.0; 3]);
    list.push(("planar", assemble("planar", m)));
    let mut m = Model::new();
    m.gravity(V3::new(0.3, -9.81, 1.0));
    let theta = M3::new(2.0, 0.1, -0.2, 0.1, 3.0, 0.3, -0.2, 0.3, 1.4);
    let q0 = [0.0, 0.0, 0.0, 0.5, 0.5, -0.5, 0.5];
    m.body("b", RigidBody { m: 1.5, theta }, &q0, &[0.0, 0.0, 0.0, 1.0, -2.0, 0.5]);
    list.push(("rigid", assemble("rigid", m)));
    let mut m = Model::new();
    m.body("b", Minimal::new(Pendulum), &[0.3, -0.2], &[0.0; 2]);
    list.push(("functions", assemble("functions", m)));
    let mut m = Model::new();
    m.body("b", Minimal::new(Turned), &[0.3, -0.2], &[0.0; 2]);
    list.push(("functions", assemble("turned functions", m)));
    list
}

#[test]
fn bodies() {
    for (name, sys) in zoo() {
        let mut rng = Random::new(7);
        for _ in 0..5 {
            let at = At::random(&sys, &mut rng);
            check_forces(name, &sys, &at, &mut rng);
            if name != "functions" {
                check_potential(name, &sys, &at);
            }
        }
    }
}

#[test]
fn kinematics() {
    for (name, sys) in zoo() {
        let mut rng = Random::new(11);
        for _ in 0..5 {
            let at = At::random(&sys, &mut rng);
            // q'' at zero acceleration, without normalisation
            let rate = |t: f64, q: &[f64]| {
                let mut out = vec![0.0; sys.nq];
                sys.qdot(t, q, &at.u, &mut out);
                out
            };
            let qd = rate(at.t, &at.q);
            let shift = |s: f64| -> Vec<f64> {
                let moved = at.q.iter().zip(&qd).map(|(q, d)| q + s * d).collect::<Vec<_>>();
                rate(at.t + s, &moved)
            };
            let (a, b) = (shift(STEP), shift(-STEP));
            let dd: Vec<f64> = a.iter().zip(&b).map(|(a, b)| (a - b) / (2.0 * STEP)).collect();
            let mut q2 = vec![0.0; sys.nq];
            sys.qddot0(at.t, &at.q, &at.u, &mut q2);
            assert_near(&format!("{name}: q''"), &q2, &dd);
            // B(q1) transfer(x) = B(q0) x up to what leaves the manifold; the inverse undoes it
            let near: Vec<f64> = at.q.iter().map(|q| q + 0.1 * rng.next()).collect();
            let x: Vec<f64> = (0..sys.nu).map(|_| rng.next()).collect();
            let mut y = x.clone();
            sys.transfer(&at.q, &near, &mut y, false);
            let (mut b0, mut b1) = (vec![0.0; sys.nq], vec![0.0; sys.nq]);
            sys.B(at.t, &at.q, &x, &mut b0);
            sys.B(at.t, &near, &y, &mut b1);
            let rest: Vec<f64> = b0.iter().zip(&b1).map(|(a, b)| a - b).collect();
            for k in 0..sys.nu {
                let mut e = vec![0.0; sys.nu];
                e[k] = 1.0;
                let mut column = vec![0.0; sys.nq];
                sys.B(at.t, &near, &e, &mut column);
                let left: f64 = column.iter().zip(&rest).map(|(a, b)| a * b).sum();
                assert!(left.abs() < 1e-14, "{name}: {left}");
            }
            sys.transfer(&at.q, &near, &mut y, true);
            assert_near(&format!("{name}: transfer"), &y, &x);
        }
    }
}

#[test]
fn function_elements() {
    for seed in 0..10 {
        let mut m = Model::new();
        let b = match seed % 2 {
            0 => m.body("b", Minimal::new(Pendulum), &[0.3, -0.2], &[0.0; 2]),
            _ => m.body("b", Minimal::new(Turned), &[0.3, -0.2], &[0.0; 2]),
        };
        m.contact_function("contact", Odd, b, ContactLaw::coulomb(0.1, 0.2));
        m.friction_function("friction", Odd, b, 2.0);
        struct Loop;
        impl GapFunction for Loop {
            fn g<D: Num>(&self, t: D, q: &[D]) -> D {
                q[0].sin() - q[1].cos() * 2.0 + t * q[0]
            }
        }
        m.constraint("loop", Loop, b);
        let sys = assemble("functions", m);
        assert_eq!(sys.nr, 6);
        let mut rng = Random::new(seed);
        let at = At::random(&sys, &mut rng);
        check_rows("functions", &sys, &at, true);
        // γ = W û
        let ev = evaluate(&sys, &at);
        let mut gd = vec![0.0; sys.nr];
        sys.rows_dot(&ev, &ev.u, &mut gd);
        let mut gamma = [0.0; 2];
        Odd.gamma(at.t, &at.q, &at.u, &mut gamma);
        assert_near("γ", &[gd[1], gd[2], gd[3], gd[4]], &[gamma, gamma].concat());
    }
}

/// The equations of every named problem near its start. Long chains repeat themselves: three links.
#[test]
fn named_problems() {
    for p in PROBLEMS {
        let mut sets = Vec::new();
        if p.parameters.iter().any(|o| o.name == "n") {
            sets.push(("n".to_string(), "3".to_string()));
        }
        let ready = prepare(p, &sets).unwrap();
        // these have tests of their own
        if ready.system.flexible() {
            continue;
        }
        let mut rng = Random::new(3);
        for _ in 0..3 {
            let mut at = At::random(&ready.system, &mut rng);
            for (q, q0) in at.q.iter_mut().zip(&ready.q0) {
                *q = q0 + 0.1 * (*q - q0);
            }
            ready.system.normalize(&mut at.q);
            check_rows(p.name, &ready.system, &at, true);
            check_forces(p.name, &ready.system, &at, &mut rng);
            // forces without potential: motors, dampers, excitation
            let driven = [
                "forced-impact-oscillator",
                "stick-slip-block",
                "andrews-squeezer",
                "robot-arm",
                "parallel-platform",
                "press",
                "escapement",
                "gripper",
                "slider-stops",
                "vibro-impact",
            ];
            if !driven.contains(&p.name) {
                check_potential(p.name, &ready.system, &at);
            }
        }
    }
}
