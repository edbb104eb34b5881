//! `radau5`: the implicit Runge-Kutta method Radau IIA with three stages.
//!
//! ```text
//! (1)  U_i = u0 + h Σ_j a_ij A_j                Q_i = q0 + h Σ_j a_ij q'(Q_j, U_j + N μ_j)
//! (2)  M(Q_i) A_i = h(Q_i, U_i) + W(Q_i) Λ_i                          i = 1..3
//! (3)  index 1: W Â_i + ζ = 0      index 2: W Û_i = 0      ggl: W Û_i = 0 and g(Q_i) = 0
//! (4)  q1 = Q_3, u1 = U_3
//! (5)  (I - h γ0 J) e = γ0 h f(y0) + Σ e_i (Y_i - y0)                 ‖e‖ = O(h⁴)
//! ```
//!
//! μ = 0 but for `ggl`, where it corrects the coordinates along N = M⁻¹ W at the start of the step.
//! (1) to (3) are solved by simplified Newton iterations: all stages at once with their own matrices
//! in small systems, split by the eigenvalues of the coefficients with sparse factors in large ones.
//! (5) is solved on W e_u = 0; coordinates that turn have it with q' itself, as what the velocities add up to says nothing of an
//! error of q' = B(q) u.
//!
//! Order 5 in q and u in all three forms, 3 in the stage multipliers of index 2 and ggl (those of
//! index 1 are of order 5); λ given with the results comes from the index-1 equations and is of order 5. L-stable: for stiff forces.
//! Dense output by Hermite interpolation (order 4) where it agrees with the collocation polynomial
//! (order 3), which stiff motion is left to.
//!
//! E. Hairer, G. Wanner, "Solving ordinary differential equations II", 2nd edition 1996, sections
//! IV.5, IV.8, VII.4, DOI 10.1007/978-3-642-05221-7.

use super::dense::Interpolant;
use super::driver::{Flow, Method, Norm, Refused};
use super::radau_matrix::Work;
use super::tableaux::{RADAU_A, RADAU_C, RADAU_E, RADAU_GAMMA0};
use super::{Index, Tally};
use crate::integrators::smooth::SmoothEquations;
use crate::memory::{Memory, Remember};
use crate::system::System;

type Three = [Vec<f64>; 3];

pub(super) struct Radau {
    index: Index,
    /// Stages.
    a: Three,
    la: Three,
    /// N μ.
    n: Three,
    q: Three,
    u: Three,
    /// Rates of q in the stages.
    k: Three,
    /// Size of the last accepted step, whose stages predict those of the next.
    last_h: Option<f64>,
    predicted: [Three; 2],
    end: [Vec<f64>; 2],
    work: Option<Box<Work>>,
    curve: Interpolant,
    /// Divided differences of the collocation polynomial, where it is used.
    collocation: Option<[[Vec<f64>; 4]; 2]>,
    stiff_dense: bool,
    /// Size of the step for which the matrices at hand are factorised, where they served well.
    kept: Option<f64>,
    tally: Tally,
}

impl Radau {
    pub fn new(index: Index) -> Self {
        Radau {
            index,
            a: Default::default(),
            la: Default::default(),
            n: Default::default(),
            q: Default::default(),
            u: Default::default(),
            k: Default::default(),
            last_h: None,
            predicted: Default::default(),
            end: Default::default(),
            work: None,
            curve: Interpolant::default(),
            collocation: None,
            stiff_dense: false,
            kept: None,
            tally: Tally::default(),
        }
    }

    /// The stages at the start of the iteration: the last step's accelerations carried on.
    fn predict(&mut self, f: &Flow, h: f64) {
        let Some(last) = self.last_h else {
            self.a.iter_mut().for_each(|a| a.copy_from_slice(&f.a0));
            self.la.iter_mut().for_each(|l| l.copy_from_slice(&f.la0));
            return;
        };
        let w = (h / last).min(5.0);
        let c = RADAU_C;
        for i in 0..3 {
            let s = 1.0 + c[i] * w;
            let lagrange = |j: usize| -> f64 {
                (0..3).filter(|&k| k != j).map(|k| (s - c[k]) / (c[j] - c[k])).product()
            };
            let l = [lagrange(0), lagrange(1), lagrange(2)];
            for (to, from) in
                [(&mut self.a[i], &self.predicted[0]), (&mut self.la[i], &self.predicted[1])]
            {
                for (k, v) in to.iter_mut().enumerate() {
                    *v = (0..3).map(|j| l[j] * from[j][k]).sum();
                }
            }
        }
    }

    /// (1) for the current accelerations; the weighted change of the coordinates.
    fn place(&mut self, sys: &System, f: &Flow, h: f64) -> f64 {
        let Some(w) = &mut self.work else { return f64::NAN };
        for i in 0..3 {
            for k in 0..sys.nu {
                self.u[i][k] =
                    f.u0[k] + h * (0..3).map(|j| RADAU_A[i][j] * self.a[j][k]).sum::<f64>();
            }
        }
        let sweeps = if sys.plain_kinematics() { 1 } else { 3 };
        let mut change = Norm::default();
        for sweep in 0..sweeps {
            for j in 0..3 {
                w.v.copy_from_slice(&self.u[j]);
                w.v.iter_mut().zip(&self.n[j]).for_each(|(v, n)| *v += n);
                sys.qdot(f.t0 + RADAU_C[j] * h, &self.q[j], &w.v, &mut self.k[j]);
            }
            for i in 0..3 {
                if sweep + 1 == sweeps {
                    let new = |k: usize| {
                        f.q0[k] + h * (0..3).map(|j| RADAU_A[i][j] * self.k[j][k]).sum::<f64>()
                    };
                    change.add(&f.set, &f.q0, &f.q0, (0..sys.nq).map(|k| new(k) - self.q[i][k]));
                }
                for k in 0..sys.nq {
                    self.q[i][k] =
                        f.q0[k] + h * (0..3).map(|j| RADAU_A[i][j] * self.k[j][k]).sum::<f64>();
                }
            }
        }
        change.value()
    }

    /// One Newton update; the weighted size of the change of velocities.
    fn update(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow, h: f64) -> f64 {
        let Some(w) = &mut self.work else { return f64::NAN };
        self.tally.solves += if w.split.is_some() { 2 } else { 1 };
        if w.split.is_some() {
            return self.update_split(sys, eqs, f, h);
        }
        let (nu, nv, np) = (sys.nu, w.rows[0].len(), w.rows[1].len());
        let n = nu + nv + np;
        for i in 0..3 {
            let t = f.t0 + RADAU_C[i] * h;
            eqs.evaluate(sys, t, &self.q[i], &self.u[i]);
            eqs.sliding_forces(sys, &mut self.la[i]);
            let ev = &eqs.ev;
            w.x[..nu].copy_from_slice(&ev.h);
            w.v.iter_mut().zip(&self.a[i]).for_each(|(v, a)| *v = -a);
            sys.add_M(ev, &w.v, &mut w.x);
            sys.add_forces(ev, &self.la[i], 1.0, &mut w.x);
            let b = &mut w.b[i * n..(i + 1) * n];
            b[..nu].copy_from_slice(&w.x[..nu]);
            w.x[..nu].copy_from_slice(&self.a[i]);
            w.x[nu] = 0.0;
            for (k, &r) in w.rows[0].iter().enumerate() {
                b[nu + k] = match self.index {
                    Index::One => -(sys.row_dot(ev, r, &w.x) + ev.zeta[r]),
                    _ => -sys.row_dot(ev, r, &ev.u) / h,
                };
            }
            for (k, &r) in w.rows[1].iter().enumerate() {
                b[nu + nv + k] = -ev.g[r] / (h * h);
            }
        }
        w.b.iter_mut().zip(&w.scale).for_each(|(b, s)| *b *= s);
        w.lu.solve(&mut w.b, &mut w.scratch);
        w.b.iter_mut().zip(&w.scale).for_each(|(b, s)| *b *= s);
        let mut change = Norm::default();
        for i in 0..3 {
            let b = &w.b[i * n..(i + 1) * n];
            change.add(&f.set, &f.u0, &f.u0, b[..nu].iter().map(|x| h * x));
            self.a[i].iter_mut().zip(b).for_each(|(a, x)| *a += x);
            w.rows[0].iter().zip(&b[nu..]).for_each(|(&r, x)| self.la[i][r] += x);
            // μ is scaled by h in the unknowns
            for (N, x) in w.N.iter().zip(&b[nu + nv..]) {
                self.n[i].iter_mut().zip(N).for_each(|(n, N)| *n += h * x * N);
            }
        }
        change.value()
    }

    /// The same with the split systems.
    fn update_split(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow, h: f64) -> f64 {
        let Some(w) = &mut self.work else { return f64::NAN };
        let Some(split) = &mut w.split else { return f64::NAN };
        let nu = sys.nu;
        for i in 0..3 {
            eqs.evaluate(sys, f.t0 + RADAU_C[i] * h, &self.q[i], &self.u[i]);
            eqs.sliding_forces(sys, &mut self.la[i]);
            let ev = &eqs.ev;
            w.x[..nu].copy_from_slice(&ev.h);
            w.x[nu] = 0.0;
            w.v.iter_mut().zip(&self.a[i]).for_each(|(v, a)| *v = -a);
            sys.add_M(ev, &w.v, &mut w.x);
            sys.add_forces(ev, &self.la[i], 1.0, &mut w.x);
            let b = &mut split.r[i];
            b[..nu].copy_from_slice(&w.x[..nu]);
            w.x[..nu].copy_from_slice(&self.a[i]);
            w.x[nu] = 0.0;
            for r in 0..sys.nr {
                b[nu + r] = match (eqs.on[r], self.index) {
                    (false, _) => 0.0,
                    (_, Index::One) => -(sys.row_dot(ev, r, &w.x) + ev.zeta[r]),
                    _ => -sys.row_dot(ev, r, &ev.u) / h,
                };
            }
            split.g[i].copy_from_slice(&ev.g);
        }
        split.solve(self.index, nu);
        let mut change = Norm::default();
        for i in 0..3 {
            let b = &split.r[i];
            change.add(&f.set, &f.u0, &f.u0, b[..nu].iter().map(|x| h * x));
            self.a[i].iter_mut().zip(b).for_each(|(a, x)| *a += x);
            for r in (0..sys.nr).filter(|&r| eqs.on[r]) {
                self.la[i][r] += b[nu + r];
            }
        }
        let closes = self.index == Index::Stabilised && !w.rows[1].is_empty();
        if closes && !split.close(&eqs.on_position, h, &mut self.n) {
            return f64::NAN;
        }
        change.value()
    }

    /// The matrices of all stages, and the factorised Newton matrix.
    fn linearise(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow, h: f64) {
        let Some(w) = &mut self.work else { return };
        let stage = |i: usize| f.t0 + RADAU_C[i] * h;
        let Some(split) = &mut w.split else {
            self.tally.jacobians += 3;
            self.tally.factorisations += 1;
            for i in 0..3 {
                let at = (&self.q[i][..], &self.u[i][..], &self.a[i][..], &self.la[i][..]);
                w.matrices(sys, eqs, i, stage(i), at);
            }
            w.factor(sys, eqs, self.index, h);
            return;
        };
        // one matrix for each stage; or, in the middle of the three, a real and a complex one
        let (stages, factors) = if split.together.is_some() { (0..3, 1) } else { (1..2, 2) };
        self.tally.jacobians += stages.len();
        self.tally.factorisations += factors;
        for i in stages {
            let (t, q, a, la) = (stage(i), &self.q[i], &self.a[i], &self.la[i]);
            eqs.evaluate(sys, t, q, &self.u[i]);
            sys.differentiate_h(t, q, &eqs.ev, &mut w.d);
            sys.differentiate_W(t, q, &eqs.ev, &mut w.d);
            sys.dMx(t, q, a, &mut w.dM);
            split.fill(i, sys, eqs, (&w.d, &w.dM), (a, la), self.index);
        }
        split.factor(sys, eqs, self.index, h);
    }

    /// Solve (1) to (3); whether that converged.
    fn newton(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &Flow,
        h: f64,
    ) -> Result<bool, Refused> {
        // with one set of matrices for all stages some slowness stays, and the constraints are met
        // no better than the iteration converged
        let split = self.work.as_ref().is_some_and(|w| w.split.is_some());
        let (enough, slow) = if split { (1e-4, 0.3) } else { (1e-2, 0.1) };
        let enough = if f.set.fixed { 1e-6 } else { enough };
        // a change of velocities that the rounding of g alone asks for
        let size = f.q0.iter().fold(1.0_f64, |m, q| m.max(q.abs()));
        let noise = if f.set.fixed { 0.0 } else { 1e3 * f64::EPSILON * size / (h * f.set.atol) };
        let rounding = noise.max(1e-2);
        self.predict(f, h);
        self.n.iter_mut().for_each(|n| n.fill(0.0));
        self.q.iter_mut().for_each(|q| q.copy_from_slice(&f.q0));
        self.place(sys, f, h);
        let mut stale = self.kept.take() == Some(h);
        if !stale {
            self.linearise(sys, eqs, f, h);
        }
        let (mut last, mut worst) = (f64::INFINITY, 0.0_f64);
        for k in 0..MAX_NEWTON {
            let du = self.update(sys, eqs, f, h);
            let change = du.max(self.place(sys, f, h));
            if !change.is_finite() {
                return Err(Refused { shrink: 0.2 });
            }
            let rate = change / last;
            worst = worst.max(rate);
            // what is left after this update, by its rate; or rounding
            let left =
                if k > 0 && rate < 1.0 { change * (rate / (1.0 - rate)).min(1.0) } else { change };
            if left <= enough || (k > 0 && change < rounding && rate > 0.5) {
                self.kept = (split && worst < KEEP).then_some(h);
                return Ok(true);
            }
            if k > 1 && rate > 2.0 && !stale {
                break;
            }
            // slow: new matrices, and where they are new, one for each stage
            if rate > slow && k > 0 {
                if !stale {
                    self.put_together();
                }
                stale = false;
                self.linearise(sys, eqs, f, h);
            }
            last = change;
        }
        Ok(false)
    }

    /// From here on each stage has a matrix of its own.
    fn put_together(&mut self) {
        let split = self.work.as_mut().and_then(|w| w.split.as_mut());
        if let Some(split) = split.filter(|s| s.together.is_none()) {
            split.put_together();
        }
    }

    /// The estimate (5).
    fn estimate(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow, h: f64) -> f64 {
        let Some(w) = &mut self.work else { return f64::NAN };
        let nu = sys.nu;
        let g = RADAU_GAMMA0 * h;
        let turns = !sys.plain_kinematics();
        if turns {
            sys.qdot(f.t0, &f.q0, &f.u0, &mut self.k[1]);
            for (k, e) in self.k[1].iter_mut().enumerate() {
                let stages = (0..3).map(|i| RADAU_E[i] * (self.q[i][k] - f.q0[k])).sum::<f64>();
                *e = g * *e + RADAU_GAMMA0 * stages;
            }
        }
        // right side: of velocities in v, of positions in zero (as scratch)
        for k in 0..nu {
            let mut ru = g * f.a0[k];
            let mut rq = g * f.u0[k];
            for i in 0..3 {
                let e = RADAU_GAMMA0 * RADAU_E[i];
                ru += e * (self.u[i][k] - f.u0[k]);
                rq += e * h * (0..3).map(|j| RADAU_A[i][j] * self.u[j][k]).sum::<f64>();
            }
            w.v[k] = ru;
            w.zero[k] = rq;
        }
        let finite = if w.split.is_some() {
            w.x.fill(0.0);
            sys.add_M(&eqs.ev, &w.v, &mut w.x);
            for (k, &(i, j)) in sys.K_entries.iter().enumerate() {
                if i < nu && j < nu {
                    w.x[i] += g * (w.d.dh_q[k] - w.dM[k]) * w.zero[j];
                }
            }
            // the real one of the split matrices is that of (5)
            let filtered = w.split.as_mut().and_then(|s| s.filter(&mut w.x[..nu]));
            filtered.unwrap_or_else(|| {
                for k in 0..w.K.len() {
                    w.K[k] = -g * w.d.dh_u[k] - g * g * (w.d.dh_q[k] - w.dM[k]);
                }
                w.kkt.factor(sys, &eqs.ev, Some(&w.K), &[], &eqs.on, &eqs.slip);
                w.m.fill(0.0);
                w.kkt.solve(&mut w.x[..nu], &mut w.m)
            })
        } else {
            w.filter(sys, eqs, g)
        };
        if !finite {
            return f64::NAN;
        }
        for k in 0..nu {
            // the stages of q have N μ as well, which is no error
            let own = |i: usize| (0..3).map(|j| RADAU_A[i][j] * self.n[j][k]).sum::<f64>();
            let corrected = || g * (0..3).map(|i| RADAU_E[i] * own(i)).sum::<f64>();
            w.v[k] = g * w.x[k] + if turns { -corrected() } else { w.zero[k] };
        }
        w.zero.fill(0.0);
        sys.B(f.t0 + h, &f.q1, &w.v, &mut self.k[0]);
        if turns {
            let [e, own, _] = &mut self.k;
            e.iter_mut().zip(own).for_each(|(e, own)| *e += *own);
        }
        f.norm(self.k[0].iter().copied(), w.x[..nu].iter().map(|x| f.set.weight(h) * x))
    }

    /// Divided differences of the collocation polynomial over 0, c1, c2, 1.
    fn collocate(&mut self, f: &Flow) {
        let [dq, du] = self.collocation.get_or_insert_with(Default::default);
        let s = [0.0, RADAU_C[0], RADAU_C[1], 1.0];
        for (d, y0, y) in [(dq, &f.q0, &self.q), (du, &f.u0, &self.u)] {
            d.iter_mut().for_each(|d| d.resize(y0.len(), 0.0));
            for k in 0..y0.len() {
                let mut v = [y0[k], y[0][k], y[1][k], y[2][k]];
                for level in 1..4 {
                    for i in (level..4).rev() {
                        v[i] = (v[i] - v[i - 1]) / (s[i] - s[i - level]);
                    }
                }
                (0..4).for_each(|i| d[i][k] = v[i]);
            }
        }
    }

    fn polynomial(&self, s: f64, q: &mut [f64], u: &mut [f64]) {
        let Some(store) = &self.collocation else { return };
        let c = RADAU_C;
        for (d, y) in store.iter().zip([q, u]) {
            for (k, y) in y.iter_mut().take(d[0].len()).enumerate() {
                *y = d[0][k] + s * (d[1][k] + (s - c[0]) * (d[2][k] + (s - c[1]) * d[3][k]));
            }
        }
    }
}

const MAX_NEWTON: usize = 12;
/// Rate of convergence up to which the next step of the same size uses the same matrices.
const KEEP: f64 = 0.05;

impl Method for Radau {
    fn estimate_order(&self) -> f64 {
        4.0
    }
    fn limits(&self) -> [f64; 3] {
        [0.9, 0.2, 8.0]
    }
    fn steady(&self) -> f64 {
        let split = self.work.as_ref().is_some_and(|w| w.split.is_some());
        if split {
            1.2
        } else {
            1.0
        }
    }

    fn begin(&mut self, sys: &System, eqs: &mut SmoothEquations, _f: &Flow) {
        let (nq, nu, nr) = (sys.nq, sys.nu, sys.nr);
        for i in 0..3 {
            self.q[i].resize(nq, 0.0);
            self.k[i].resize(nq, 0.0);
            self.u[i].resize(nu, 0.0);
            self.a[i].resize(nu, 0.0);
            self.la[i].clear();
            self.la[i].resize(nr, 0.0);
            self.predicted[0][i].resize(nu, 0.0);
            self.predicted[1][i].resize(nr, 0.0);
        }
        self.end[0].resize(nu, 0.0);
        self.end[1].resize(nr, 0.0);
        self.last_h = None;
        self.kept = None;
        let w = self.work.get_or_insert_with(|| Box::new(Work::new(sys)));
        w.rows(sys, eqs, self.index);
        self.n.iter_mut().for_each(|n| n.resize(nu, 0.0));
    }

    fn attempt(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &mut Flow,
        h: f64,
    ) -> Result<f64, Refused> {
        if !self.work.as_mut().is_some_and(|w| w.directions(sys, eqs, f)) {
            return Err(Refused { shrink: 0.2 });
        }
        let mut converged = self.newton(sys, eqs, f, h)?;
        if !converged && self.last_h.take().is_some() {
            // without the prediction
            converged = self.newton(sys, eqs, f, h)?;
        }
        if !converged {
            return Err(Refused { shrink: 0.4 });
        }
        f.q1.copy_from_slice(&self.q[2]);
        f.u1.copy_from_slice(&self.u[2]);
        sys.normalize(&mut f.q1);
        if f.set.fixed {
            return Ok(0.0);
        }
        Ok(self.estimate(sys, eqs, f, h))
    }

    fn accept(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &mut Flow, h: f64) -> bool {
        let t1 = f.t0 + h;
        let [a1, la1] = &mut self.end;
        if !eqs.accelerations(sys, t1, &f.q1, &f.u1, a1, la1) {
            return false;
        }
        let hermite = self.curve.bootstrap(sys, eqs, f, h, &self.end[0]);
        self.collocate(f);
        // k[0], v are free: the two interpolants in the middle
        let mut off = Norm::default();
        if let Some(mut w) = self.work.take() {
            let mut q = std::mem::take(&mut self.k[0]);
            let mut q2 = std::mem::take(&mut self.k[1]);
            self.polynomial(0.5, &mut q, &mut w.v);
            self.curve.value(0.5, &mut q2, &mut w.zero);
            off.add(&f.set, &f.q0, &f.q1, q.iter().zip(&q2).map(|(a, b)| a - b));
            off.add(&f.set, &f.u0, &f.u1, w.v.iter().zip(&w.zero).map(|(a, b)| a - b));
            w.zero.fill(0.0);
            (self.k[0], self.k[1]) = (q, q2);
            self.work = Some(w);
        }
        let off = off.value();
        self.stiff_dense = !hermite || off.is_nan() || (off > 20.0 && !f.set.fixed);
        self.last_h = Some(h);
        for i in 0..3 {
            self.predicted[0][i].copy_from_slice(&self.a[i]);
            self.predicted[1][i].copy_from_slice(&self.la[i]);
        }
        f.a0.copy_from_slice(&self.end[0]);
        f.la0.copy_from_slice(&self.end[1]);
        true
    }

    fn remember(&mut self, sys: &System, m: &mut Memory) {
        let Radau {
            index: _,
            a,
            la,
            n,
            q,
            u,
            k,
            last_h,
            predicted,
            end,
            work,
            curve,
            collocation,
            stiff_dense,
            kept,
            tally,
        } = self;
        m.field("radau");
        [a, la, n, q, u, k].into_iter().for_each(|x| x.remember(m));
        last_h.remember(m);
        predicted.remember(m);
        end.remember(m);
        curve.remember(m);
        collocation.remember(m);
        stiff_dense.remember(m);
        kept.remember(m);
        tally.remember(m);
        if let Some(w) = work {
            w.remember(sys, m);
        }
    }

    fn multipliers(&self) -> &[f64] {
        &self.la[2]
    }

    fn tally(&self) -> Tally {
        let (f, s) = self.work.as_ref().map_or((0, 0), |w| (w.kkt.factorisations, w.kkt.solves));
        let t = self.tally;
        Tally { factorisations: t.factorisations + f, solves: t.solves + s, ..t }
    }

    fn dense(&self, s: f64, q: &mut [f64], u: &mut [f64]) {
        if self.stiff_dense {
            self.polynomial(s, q, u);
        } else {
            self.curve.value(s, q, u);
        }
    }
}
