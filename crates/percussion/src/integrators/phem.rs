//! `phem56`: the partitioned half-explicit Runge-Kutta method of Murua on the index-2 equations.
//!
//! ```text
//! (1)  Q_i = q0 + h Σ_j<i a_ij q'_j,  V_i = u0 + h Σ_j<i a_ij V'_j        a of Dormand and Prince
//! (2)  Q̃_i = q0 + h Σ_j≤i ã_ij q'_j;  V'_i, Λ_i from the stage with α = ã_ii, the rows at Q̃_i
//! (3)  i = 2..6; V'_1 is the acceleration at t0; row 6 of ã is b: q1 = Q̃_6, u1 = u0 + h Σ b_j V'_j
//! (4)  V'_7 = a(q1, u1) from the index-1 equations, V'_1 of the next step
//! (5)  e = h Σ (b_i - b̂_i) Y'_i, the velocities û1 projected on W û1 = 0 first
//! ```
//!
//! Order 5 with six stages, embedded order 4: the name is not a pair of orders. Without the
//! projection in (5) the estimate would be of order 4 instead of 5. W û = 0 to rounding at the end
//! of each step, g drifts with the global error. Dense output of order 4. The first choice for
//! mechanisms without stiff forces.
//!
//! A. Murua, "Partitioned half-explicit Runge-Kutta methods for differential-algebraic systems of
//! index 2", Computing 59, 1997, 43-61; M. Arnold, "Half-explicit Runge-Kutta methods with explicit
//! stages for differential-algebraic systems of index 2", BIT 38, 1998, 415-438.

use super::dense::Curve;
use super::dopri::combine;
use super::driver::{spectral, Flow, Method, Refused};
use super::half_explicit::{Broken, Stages};
use super::tableaux::{
    DOPRI_A, DOPRI_C, DOPRI_E, PHEM56_AT, PHEM56_CT, PHEM56_DENSE, PHEM56_THETA,
};
use super::Tally;
use crate::integrators::smooth::SmoothEquations;
use crate::memory::{remember, Memory, Remember};
use crate::system::System;

pub(super) struct Phem56 {
    kq: [Vec<f64>; 7],
    ku: [Vec<f64>; 7],
    la: Vec<f64>,
    /// Error of the velocities and its row values.
    e: Vec<f64>,
    m: Vec<f64>,
    stages: Stages,
    /// Y_6, and h|λ| between it and y1.
    y6: [Vec<f64>; 2],
    fast: f64,
    q: Curve,
    u: Curve,
}
remember!(Phem56 { kq, ku, la, e, m, stages, y6, fast, q, u });

impl Phem56 {
    pub fn new() -> Self {
        Phem56 {
            kq: Default::default(),
            ku: Default::default(),
            la: Vec::new(),
            e: Vec::new(),
            m: Vec::new(),
            stages: Stages::new(),
            y6: Default::default(),
            fast: 0.0,
            q: Curve::default(),
            u: Curve::default(),
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
        for i in 1..6 {
            combine(&mut f.q1, &f.q0, h, &DOPRI_A[i - 1], &self.kq[..i]);
            combine(&mut f.u1, &f.u0, h, &DOPRI_A[i - 1], &self.ku[..i]);
            let t = f.t0 + DOPRI_C[i] * h;
            eqs.evaluate(sys, t, &f.q1, &f.u1);
            sys.qdot(t, &f.q1, &f.u1, &mut self.kq[i]);
            if i == 5 {
                self.y6[0].copy_from_slice(&f.q1);
                self.y6[1].copy_from_slice(&f.u1);
            }
            let row = &PHEM56_AT[i - 1];
            combine(&mut f.q1, &f.q0, h, row, &self.kq[..=i]);
            if i == 5 {
                sys.normalize(&mut f.q1);
            }
            self.stages.v[sys.nu] = 1.0;
            combine(&mut self.stages.v[..sys.nu], &f.u0, h, row, &self.ku[..i]);
            let t1 = f.t0 + PHEM56_CT[i - 1] * h;
            eqs.evaluations += 1;
            self.stages.solve(sys, eqs, t1, &f.q1, h * row[i], &mut self.ku[i])?;
        }
        combine(&mut f.u1, &f.u0, h, &DOPRI_A[5], &self.ku[..6]);
        let t1 = f.t0 + h;
        if !eqs.accelerations(sys, t1, &f.q1, &f.u1, &mut self.ku[6], &mut self.la) {
            return Err(Broken);
        }
        sys.qdot(t1, &f.q1, &f.u1, &mut self.kq[6]);
        let [q6, u6] = &self.y6;
        let coordinates: [&[f64]; 4] = [q6, &f.q1, &self.kq[5], &self.kq[6]];
        self.fast = h * spectral([coordinates, [u6, &f.u1, &self.ku[5], &self.ku[6]]]);
        Ok(())
    }
}

fn weighted(k: &[Vec<f64>; 7], weights: &[f64; 7], i: usize) -> f64 {
    k.iter().zip(weights).map(|(k, w)| w * k[i]).sum()
}

impl Method for Phem56 {
    fn estimate_order(&self) -> f64 {
        5.0
    }

    fn begin(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow) {
        self.kq.iter_mut().for_each(|k| k.resize(sys.nq, 0.0));
        self.ku.iter_mut().for_each(|k| k.resize(sys.nu, 0.0));
        self.la.resize(sys.nr, 0.0);
        self.e.clear();
        self.e.resize(sys.nu + 1, 0.0);
        self.m.resize(sys.nr, 0.0);
        self.y6[0].resize(sys.nq, 0.0);
        self.y6[1].resize(sys.nu, 0.0);
        self.stages.begin(sys, eqs, f);
        sys.qdot(f.t0, &f.q0, &f.u0, &mut self.kq[0]);
        self.ku[0].copy_from_slice(&f.a0);
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
        // u1 satisfies the rows, so the projection of û1 is that of its error
        let nu = sys.nu;
        for i in 0..nu {
            self.e[i] = h * weighted(&self.ku, &DOPRI_E, i);
        }
        self.e[nu] = 0.0;
        for r in 0..sys.nr {
            self.m[r] = if eqs.on[r] { sys.row_dot(&eqs.ev, r, &self.e) } else { 0.0 };
        }
        if eqs.on.iter().any(|&o| o) {
            // stages.v is free here
            let x = &mut self.stages.v[..nu];
            x.fill(0.0);
            if !eqs.kkt().0.solve(x, &mut self.m) {
                return Err(Refused { shrink: 0.2 });
            }
            self.e.iter_mut().zip(&*x).for_each(|(e, x)| *e -= x);
        }
        let eq = (0..sys.nq).map(|i| h * weighted(&self.kq, &DOPRI_E, i));
        Ok(f.norm(eq, self.e[..nu].iter().copied()))
    }

    fn accept(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &mut Flow, h: f64) -> bool {
        self.stages.close();
        if self.stages.fell_back {
            let done = self.stages.accept(sys, eqs, f, h);
            sys.qdot(f.t0 + h, &f.q1, &f.u1, &mut self.kq[0]);
            self.ku[0].copy_from_slice(&f.a0);
            return done;
        }
        for (c, k, y0, y1) in
            [(&mut self.q, &self.kq, &f.q0, &f.q1), (&mut self.u, &self.ku, &f.u0, &f.u1)]
        {
            c.cubic(h, y0, y1, &k[0], &k[6]);
            c.through(PHEM56_THETA, |i| y0[i] + h * weighted(k, &PHEM56_DENSE, i));
        }
        self.kq.swap(0, 6);
        self.ku.swap(0, 6);
        f.a0.copy_from_slice(&self.ku[0]);
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
        self.stages.tally()
    }

    fn remember(&mut self, _sys: &System, m: &mut Memory) {
        Remember::remember(self, m);
    }

    fn multipliers(&self) -> &[f64] {
        // V'_7 comes from the index-1 equations
        if self.stages.fell_back {
            self.stages.multipliers()
        } else {
            &self.la
        }
    }

    fn dense(&self, s: f64, q: &mut [f64], u: &mut [f64]) {
        if self.stages.fell_back {
            self.stages.dense(s, q, u);
        } else {
            self.q.value(s, q);
            self.u.value(s, u);
        }
    }
}
