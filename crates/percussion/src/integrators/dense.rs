//! Hermite interpolation within a step.
//!
//! ```text
//! (1)  y(s) = y0 + s d + s(1-s)((1-s) e0 + s e1) + s²(1-s)²((1-s) c0 + s c1)
//!      d = y1 - y0,  e0 = h y0' - d,  e1 = d - h y1'
//! ```
//!
//! c0 = c1 = 0 is the cubic. For coordinates c0, c1 follow from q'' at both ends (order 5). For
//! velocities a fourth value is bootstrapped: the acceleration at s = θ of the interpolants so far
//! (order 4).

use super::driver::Flow;
use crate::integrators::smooth::SmoothEquations;
use crate::memory::remember;
use crate::system::System;

/// One vector as a polynomial of s.
#[derive(Default)]
pub(super) struct Curve {
    y0: Vec<f64>,
    d: Vec<f64>,
    e: [Vec<f64>; 2],
    c: [Vec<f64>; 2],
}
remember!(Curve { y0, d, e, c });

impl Curve {
    /// The cubic through values and rates.
    pub fn cubic(&mut self, h: f64, y0: &[f64], y1: &[f64], k0: &[f64], k1: &[f64]) {
        let n = y0.len();
        self.y0.clear();
        self.y0.extend_from_slice(y0);
        for v in self.e.iter_mut().chain(&mut self.c).chain([&mut self.d]) {
            v.clear();
            v.resize(n, 0.0);
        }
        for i in 0..n {
            let d = y1[i] - y0[i];
            self.d[i] = d;
            self.e[0][i] = h * k0[i] - d;
            self.e[1][i] = d - h * k1[i];
        }
    }
    /// Second derivatives at both ends as well.
    pub fn bend(&mut self, h: f64, b0: &[f64], b1: &[f64]) {
        for i in 0..self.d.len() {
            let (e0, e1) = (self.e[0][i], self.e[1][i]);
            // second derivatives of the cubic: -4 e0 + 2 e1 and 2 e0 - 4 e1
            self.c[0][i] = 0.5 * (h * h * b0[i] + 4.0 * e0 - 2.0 * e1);
            self.c[1][i] = 0.5 * (h * h * b1[i] - 2.0 * e0 + 4.0 * e1);
        }
    }
    /// The value at θ as well.
    pub fn through(&mut self, theta: f64, y: impl Fn(usize) -> f64) {
        let b = (theta * (1.0 - theta)).powi(2);
        for i in 0..self.d.len() {
            let c = (y(i) - self.at(theta, i)) / b;
            (self.c[0][i], self.c[1][i]) = (c, c);
        }
    }
    /// The rate at θ as well, θ not 1/2.
    fn along(&mut self, theta: f64, h: f64, k: &[f64]) {
        let (s, r) = (theta, 1.0 - theta);
        let slope = 2.0 * s * r * (1.0 - 2.0 * s);
        for i in 0..self.d.len() {
            let (e0, e1) = (self.e[0][i], self.e[1][i]);
            // d/ds of s r² e0 + s² r e1
            let cubic = self.d[i] + r * (r - 2.0 * s) * e0 + s * (2.0 * r - s) * e1;
            let c = (h * k[i] - cubic) / slope;
            (self.c[0][i], self.c[1][i]) = (c, c);
        }
    }
    fn at(&self, s: f64, i: usize) -> f64 {
        let r = 1.0 - s;
        let b = s * r;
        self.y0[i]
            + s * self.d[i]
            + b * (r * self.e[0][i] + s * self.e[1][i])
            + b * b * (r * self.c[0][i] + s * self.c[1][i])
    }
    /// All values at s.
    pub fn value(&self, s: f64, y: &mut [f64]) {
        y.iter_mut().take(self.d.len()).enumerate().for_each(|(i, y)| *y = self.at(s, i));
    }
}

/// Coordinates and velocities within a step.
#[derive(Default)]
pub(super) struct Interpolant {
    pub q: Curve,
    pub u: Curve,
    kq: [Vec<f64>; 2],
    bq: [Vec<f64>; 2],
    work: [Vec<f64>; 4],
}
remember!(Interpolant { q, u, kq, bq; skip work });

/// Where the acceleration is taken again: the cubic is weakest there.
const THETA: f64 = 0.211_324_865_405_187_1;

impl Interpolant {
    /// Cubics through the ends of the step, with accelerations `a1` at its end.
    pub fn cubic(&mut self, sys: &System, f: &Flow, h: f64, a1: &[f64]) {
        self.kq.iter_mut().for_each(|k| k.resize(sys.nq, 0.0));
        sys.qdot(f.t0, &f.q0, &f.u0, &mut self.kq[0]);
        sys.qdot(f.t0 + h, &f.q1, &f.u1, &mut self.kq[1]);
        self.q.cubic(h, &f.q0, &f.q1, &self.kq[0], &self.kq[1]);
        self.u.cubic(h, &f.u0, &f.u1, &f.a0, a1);
    }

    /// Order 5 for coordinates and 4 for velocities, at the cost of one evaluation.
    pub fn bootstrap(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &Flow,
        h: f64,
        a1: &[f64],
    ) -> bool {
        self.cubic(sys, f, h, a1);
        self.bq.iter_mut().for_each(|k| k.resize(sys.nq, 0.0));
        let ends = [(f.t0, &f.q0, &f.u0, &f.a0[..]), (f.t0 + h, &f.q1, &f.u1, a1)];
        for (k, (t, q, u, a)) in ends.into_iter().enumerate() {
            // kq is free again
            sys.qddot0(t, q, u, &mut self.bq[k]);
            sys.B(t, q, a, &mut self.kq[0]);
            self.bq[k].iter_mut().zip(&self.kq[0]).for_each(|(b, v)| *b += v);
        }
        self.q.bend(h, &self.bq[0], &self.bq[1]);
        let [q, u, a, la] = &mut self.work;
        q.resize(sys.nq, 0.0);
        u.resize(sys.nu, 0.0);
        a.resize(sys.nu, 0.0);
        la.resize(sys.nr, 0.0);
        self.q.value(THETA, q);
        self.u.value(THETA, u);
        sys.normalize(q);
        let finite = eqs.accelerations(sys, f.t0 + THETA * h, q, u, a, la);
        if finite {
            self.u.along(THETA, h, a);
        }
        finite
    }

    pub fn value(&self, s: f64, q: &mut [f64], u: &mut [f64]) {
        self.q.value(s, q);
        self.u.value(s, u);
    }
}
