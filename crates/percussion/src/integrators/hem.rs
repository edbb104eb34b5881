//! `hem5`: the half-explicit Runge-Kutta method of Brasey and Hairer on the index-2 equations.
//!
//! ```text
//! (1)  Q_1 = q0, V_1 = u0;   Q_i+1 = q0 + h Σ_j≤i a_i+1,j q'(Q_j, V_j)             i = 1..8
//! (2)  V'_i, Λ_i from the stage with α = a_i+1,i and the rows at Q_i+1
//! (3)  V_i+1 = u0 + h Σ_j≤i a_i+1,j V'_j;   q1 = Q_9, u1 = V_9   (row 9 of a is b)
//! (4)  e1 = ‖y1 - Y_8‖,  e2 = ‖y1 - y0 - h(5/2 Y'_7 - 3/2 Y'_8)‖,  e = e1²/(e1 + e2/100)
//! ```
//!
//! Y' in (4) are rates of the stages, not their values. Order 5 in q and u; W û = 0 in every stage
//! to rounding, g drifts with the global error. The multipliers of the last stage are of order 3
//! only: λ comes from the index-1 equations at the end of the step. The estimate is cautious: it
//! exceeds the error by far. Dense output by Hermite interpolation. The rows at Q_i+1 serve stage i
//! and stage i+1: each place is evaluated once. Where it is asked for, a step that ends off the
//! constraints is projected as in `mdop5`.
//!
//! V. Brasey, E. Hairer, "Half-explicit Runge-Kutta methods for differential-algebraic systems of
//! index 2", SIAM J. Numer. Anal. 30, 1993, 538-552; V. Brasey, "A half-explicit Runge-Kutta method
//! of order 5 for solving constrained mechanical systems", Computing 48, 1992, 191-201.

use super::dense::Interpolant;
use super::dopri::{combine, project};
use super::driver::{spectral, stiff, Flow, Method, Refused};
use super::half_explicit::{Broken, Stages};
use super::tableaux::{HEM5_A, HEM5_C};
use super::Tally;
use crate::integrators::smooth::SmoothEquations;
use crate::memory::{remember, Memory, Remember};
use crate::system::System;

pub(super) struct Hem5 {
    kq: [Vec<f64>; 8],
    ku: [Vec<f64>; 8],
    /// Q_8, V_8.
    y8: [Vec<f64>; 2],
    a: Vec<f64>,
    a8: Vec<f64>,
    la: Vec<f64>,
    stages: Stages,
    /// Rates of q at the end of the step, and h|λ| between Y_8 and y1.
    rate: Vec<f64>,
    fast: f64,
    unprojected: usize,
    curve: Interpolant,
}
remember!(Hem5 { kq, ku, y8, a, la, stages, fast, unprojected, curve; skip rate, a8 });

impl Hem5 {
    pub fn new() -> Self {
        Hem5 {
            kq: Default::default(),
            ku: Default::default(),
            y8: Default::default(),
            a: Vec::new(),
            a8: Vec::new(),
            la: Vec::new(),
            stages: Stages::new(),
            rate: Vec::new(),
            fast: 0.0,
            unprojected: 0,
            curve: Interpolant::default(),
        }
    }

    fn stages(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &mut Flow,
        h: f64,
    ) -> Result<(), Broken> {
        self.stages.open(f.set.fixed)?;
        f.q1.copy_from_slice(&f.q0);
        f.u1.copy_from_slice(&f.u0);
        for i in 0..8 {
            let t = f.t0 + HEM5_C[i] * h;
            // the rows at Q_i are known from the stage before
            if i == 0 {
                eqs.evaluate(sys, t, &f.q1, &f.u1);
            } else {
                self.stages.step_up(eqs);
                eqs.evaluate_motion(sys, t, &f.q1, &f.u1);
            }
            sys.qdot(t, &f.q1, &f.u1, &mut self.kq[i]);
            if i == 7 {
                self.y8[0].copy_from_slice(&f.q1);
                self.y8[1].copy_from_slice(&f.u1);
            }
            let row = &HEM5_A[i];
            combine(&mut f.q1, &f.q0, h, row, &self.kq[..=i]);
            if i == 7 {
                sys.normalize(&mut f.q1);
            }
            self.stages.v[sys.nu] = 1.0;
            combine(&mut self.stages.v[..sys.nu], &f.u0, h, row, &self.ku[..i]);
            let t1 = f.t0 + HEM5_C[i + 1] * h;
            self.stages.solve(sys, eqs, t1, &f.q1, h * row[i], &mut self.ku[i])?;
            combine(&mut f.u1, &f.u0, h, row, &self.ku[..=i]);
        }
        Ok(())
    }
}

impl Method for Hem5 {
    fn estimate_order(&self) -> f64 {
        5.0
    }

    fn begin(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow) {
        self.kq.iter_mut().chain([&mut self.y8[0]]).for_each(|k| k.resize(sys.nq, 0.0));
        self.ku.iter_mut().for_each(|k| k.resize(sys.nu, 0.0));
        self.y8[1].resize(sys.nu, 0.0);
        self.rate.resize(sys.nq, 0.0);
        self.a.resize(sys.nu, 0.0);
        self.a8.resize(sys.nu, 0.0);
        self.la.resize(sys.nr, 0.0);
        self.stages.begin(sys, eqs, f);
    }

    fn attempt(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &mut Flow,
        h: f64,
    ) -> Result<f64, Refused> {
        if self.stages(sys, eqs, f, h).is_err() {
            return self.stages.recover(sys, eqs, f, h);
        }
        let off = |y1: &[f64], y8: &[f64], i: usize| y1[i] - y8[i];
        let e1 = f.norm(
            (0..sys.nq).map(|i| off(&f.q1, &self.y8[0], i)),
            (0..sys.nu).map(|i| off(&f.u1, &self.y8[1], i)),
        );
        let rough = |y0: &[f64], y1: &[f64], k: &[Vec<f64>; 8], i: usize| {
            y1[i] - y0[i] - h * (2.5 * k[6][i] - 1.5 * k[7][i])
        };
        let e2 = f.norm(
            (0..sys.nq).map(|i| rough(&f.q0, &f.q1, &self.kq, i)),
            (0..sys.nu).map(|i| rough(&f.u0, &f.u1, &self.ku, i)),
        );
        Ok(if e1 == 0.0 { 0.0 } else { e1 * e1 / (e1 + 0.01 * e2) })
    }

    fn accept(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &mut Flow, h: f64) -> bool {
        self.stages.close();
        if self.stages.fell_back {
            return self.stages.accept(sys, eqs, f, h);
        }
        let t1 = f.t0 + h;
        if let Some(p) = f.set.projection.filter(|_| eqs.on.contains(&true)) {
            eqs.evaluate(sys, t1, &f.q1, &f.u1);
            if eqs.violation(sys) <= p.above {
                self.unprojected += 1;
            } else if !project(sys, eqs, t1, &mut f.q1, &mut f.u1, p.identity) {
                return false;
            }
        }
        if !eqs.accelerations(sys, t1, &f.q1, &f.u1, &mut self.a, &mut self.la)
            || !self.curve.bootstrap(sys, eqs, f, h, &self.a)
        {
            return false;
        }
        sys.qdot(t1, &f.q1, &f.u1, &mut self.rate);
        let [q8, u8] = &self.y8;
        let coordinates: [&[f64]; 4] = [q8, &f.q1, &self.kq[7], &self.rate];
        self.fast = h * spectral([coordinates, [u8, &f.u1, &self.ku[7], &self.a]]);
        if self.fast > stiff(f.set.rtol) && eqs.on.contains(&true) {
            // multipliers of stages are of order 3 and differ by more than the motion does
            let t8 = f.t0 + HEM5_C[7] * h;
            if eqs.accelerations(sys, t8, q8, u8, &mut self.a8, &mut self.la) {
                self.fast = h * spectral([coordinates, [u8, &f.u1, &self.a8, &self.a]]);
            }
            eqs.accelerations(sys, t1, &f.q1, &f.u1, &mut self.a, &mut self.la);
        }
        f.a0.copy_from_slice(&self.a);
        f.la0.copy_from_slice(&self.la);
        true
    }

    fn stiffness(&self) -> f64 {
        if self.stages.fell_back {
            self.stages.stiffness()
        } else {
            self.fast
        }
    }

    fn tally(&self) -> Tally {
        Tally { unprojected: self.unprojected, ..self.stages.tally() }
    }

    fn remember(&mut self, _sys: &System, m: &mut Memory) {
        Remember::remember(self, m);
    }

    fn multipliers(&self) -> &[f64] {
        self.stages.multipliers()
    }

    fn dense(&self, s: f64, q: &mut [f64], u: &mut [f64]) {
        if self.stages.fell_back {
            self.stages.dense(s, q, u);
        } else {
            self.curve.value(s, q, u);
        }
    }
}
