//! `alpha-p`, `alpha-v`, `alpha-pv`: generalized-α with variable steps.
//!
//! ```text
//! (1)  (1-α_m) ā1 + α_m ā0 = (1-α_f) a1 + α_f a0
//! (2)  u1 = u0 + h((1-γ) ā0 + γ ā1)
//! (3)  q1 = q0 + h q'0 + h²/2 q''(q0, u0, (1-2β) ā0 + 2β ā1) + B Q
//! (4)  M a1 = h + W λ
//! (5)  alpha-p: g = 0      alpha-v: W û = 0      alpha-pv: W û = 0, and M Q = W ν, g = 0
//!      as published Q = W(q0) ν
//! (6)  e = q1 - q0 - h q'0 - h²/3 q''0 - h²/6 q''1 = O(h³),   h ← 0.9 h ‖e‖^(-1/3)
//!      alpha-v, alpha-pv: and g(q1) - g(q0), what the step adds to the violation
//! (7)  on a changed step  ā0 ← a0 + (h_new/h_old)(ā0 - a0)
//! (8)  then also  W â + ζ = 0 for a0 and for ā0 at its time;  alpha-p: W û = 0 for u0
//! ```
//!
//! Q = 0 but for `alpha-pv`; rows that exist at velocity level only are taken at that level by all.
//! (6) is (29) of Haddouni et al. with h q'0, and (30) with the exponent that fits its order. A drive that
//! rests at both ends of a step has moved its body in between: without g that would be seen by none. Without
//! (7) the order falls to one. ā0 starts at the time t0 + (α_m - α_f) h where it belongs.
//!
//! (8) projects in the metric of M. With equal steps the velocities of `alpha-p` stand off the
//! constraint by W û = c h² W q''', c = 1/6 - (α_m - α_f)/2 - β, which is what makes g = 0 with smooth
//! accelerations. Another step asks for another offset; the difference oscillates, decays like
//! ρ_inf per step at best, and steps that alternate feed it every time: without (8) errors grow a
//! hundredfold at ρ_inf = 0.9. What is along the constraints is left as it is, stiff motion too.
//!
//! Near a configuration in which the constraints become dependent the iteration of `alpha-pv` does not
//! converge: Q and u1 feed each other along the direction that W no longer determines, and a shorter
//! step ends closer to that configuration. Such a step goes without Q, which only removes drift; a later
//! one does it.
//!
//! Order 2 of q and u, also where every step differs from the last; the multipliers of the
//! iteration oscillate by O(h) after a change in `alpha-p`, those given with the results come from
//! the index-1 equations and are of order 2. Cubic dense output. For stiff forces at low accuracy.
//!
//! M. Haddouni, V. Acary, S. Garreau, J.-D. Beley, B. Brogliato, 2017, DOI
//! 10.1007/s11044-017-9570-y; the published form of `alpha-pv`: O. Brüls, V. Acary, A. Cardona, "On the constraints
//! formulation in the nonsmooth generalized-α method", 2018, DOI 10.1007/978-3-319-75972-2_9; J. Chung, G. M. Hulbert, 1993, DOI 10.1115/1.2900803.

use super::dense::Interpolant;
use super::driver::{Flow, Method, Norm, Refused};
use super::Coefficients;
use super::Tally;
use crate::integrators::smooth::SmoothEquations;
use crate::memory::{remember, Memory, Remember};
use crate::system::Kkt;
use crate::system::{Derivatives, Eval, System};

/// Where the constraints hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Position,
    Velocity,
    Both,
}

pub(super) struct Alpha {
    level: Level,
    c: Coefficients,
    /// Size of the last accepted step, none at a start; ā1 of it.
    last_h: Option<f64>,
    bar_old: Vec<f64>,
    bar0: Vec<f64>,
    /// u0 as the step sees it, see (8).
    v0: Vec<f64>,
    bar1: Vec<f64>,
    a: Vec<f64>,
    la: Vec<f64>,
    work: Option<Box<Work>>,
    /// Whether the present try has a Q.
    corrects: bool,
    /// g at the start of the step and at its end.
    g: [Vec<f64>; 2],
    curve: Interpolant,
    /// Derivatives taken, and accepted steps without Q.
    jacobians: usize,
    uncorrected: usize,
}
remember!(Alpha {
    last_h, bar_old, bar0, v0, bar1, a, la, corrects, g, curve, jacobians, uncorrected;
    skip level, c, work
});

/// Vectors of the iteration.
struct Work {
    kkt: Kkt,
    d: Derivatives,
    K: Vec<f64>,
    dM: Vec<f64>,
    x: Vec<f64>,
    m: Vec<f64>,
    correction: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    q: Vec<f64>,
    u: Vec<f64>,
    no_slip: Vec<f64>,
    /// The system at the start of the step, and what makes M a unit matrix there, for Q = W(q0) ν.
    start: Eval,
    in_M: Vec<f64>,
}

const MAX_NEWTON: usize = 25;

impl Alpha {
    pub fn new(level: Level, rho_inf: f64) -> Self {
        Alpha {
            level,
            c: Coefficients::chung_hulbert(rho_inf),
            last_h: None,
            bar_old: Vec::new(),
            bar0: Vec::new(),
            v0: Vec::new(),
            bar1: Vec::new(),
            a: Vec::new(),
            la: Vec::new(),
            work: None,
            corrects: false,
            g: Default::default(),
            curve: Interpolant::default(),
            jacobians: 0,
            uncorrected: 0,
        }
    }

    /// ā0 for a step of size h.
    fn prepare(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &mut Flow, h: f64) -> bool {
        let Some(w) = &mut self.work else { return false };
        let changed = self.last_h.is_some_and(|last| (h / last - 1.0).abs() > 1e-6);
        self.v0.copy_from_slice(&f.u0);
        if let Some(last) = self.last_h {
            for (i, bar) in self.bar0.iter_mut().enumerate() {
                *bar = f.a0[i] + h / last * (self.bar_old[i] - f.a0[i]);
            }
            if !changed {
                return true;
            }
            // (8)
            let held = self.level != Level::Position
                || eqs.project_velocity(sys, f.t0, &f.q0, &mut self.v0).is_finite();
            if !held || !eqs.project_acceleration(sys, f.t0, &f.q0, &self.v0, &mut f.a0) {
                return false;
            }
        }
        // coordinates and velocities where ā0 belongs, which is in the past; a start does not look there
        let back = (self.c.alpha_m - self.c.alpha_f) * h;
        let shift = if self.last_h.is_some() { back } else { -back };
        sys.qdot(f.t0, &f.q0, &self.v0, &mut w.qd);
        sys.qddot0(f.t0, &f.q0, &self.v0, &mut w.qdd);
        sys.B(f.t0, &f.q0, &f.a0, &mut w.q);
        for i in 0..sys.nq {
            w.q[i] = f.q0[i] + shift * w.qd[i] + 0.5 * shift * shift * (w.qdd[i] + w.q[i]);
        }
        sys.normalize(&mut w.q);
        (0..sys.nu).for_each(|i| w.u[i] = self.v0[i] + shift * f.a0[i]);
        let t = f.t0 + shift;
        match self.last_h {
            None => {
                let known = eqs.accelerations(sys, t, &w.q, &w.u, &mut self.bar0, &mut w.m);
                self.bar0.iter_mut().zip(&f.a0).for_each(|(bar, a)| *bar = 2.0 * a - *bar);
                known
            }
            Some(_) => eqs.project_acceleration(sys, t, &w.q, &w.u, &mut self.bar0),
        }
    }

    /// (1) to (3) for the current a1 and Q.
    fn place(&mut self, sys: &System, f: &mut Flow, h: f64) {
        let Some(w) = &mut self.work else { return };
        let Coefficients { beta, gamma, .. } = self.c;
        for i in 0..sys.nu {
            let b0 = self.bar0[i];
            let b1 = self.c.bar(b0, f.a0[i], self.a[i]);
            self.bar1[i] = b1;
            f.u1[i] = self.v0[i] + h * ((1.0 - gamma) * b0 + gamma * b1);
            w.u[i] = 0.5 * h * h * ((1.0 - 2.0 * beta) * b0 + 2.0 * beta * b1) + w.correction[i];
        }
        sys.B(f.t0, &f.q0, &w.u, &mut w.q);
        for i in 0..sys.nq {
            f.q1[i] = f.q0[i] + h * w.qd[i] + 0.5 * h * h * w.qdd[i] + w.q[i];
        }
        sys.normalize(&mut f.q1);
    }

    /// One update of a1, λ and Q; the weighted size of the change.
    fn update(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow, h: f64) -> f64 {
        let Some(w) = &mut self.work else { return f64::NAN };
        let nu = sys.nu;
        let (hb, hg) = (h * h * self.c.beta * self.c.ratio(), h * self.c.gamma * self.c.ratio());
        let t1 = f.t0 + h;
        eqs.evaluate(sys, t1, &f.q1, &f.u1);
        eqs.sliding_forces(sys, &mut self.la);
        let ev = &eqs.ev;
        self.jacobians += 1;
        sys.differentiate_h(t1, &f.q1, ev, &mut w.d);
        sys.dMx(t1, &f.q1, &self.a, &mut w.dM);
        for k in 0..w.K.len() {
            w.K[k] = -hg * w.d.dh_u[k] - hb * (w.d.dh_q[k] - w.dM[k]);
        }
        w.kkt.factor(sys, ev, Some(&w.K), &[], &eqs.on, &eqs.slip);
        // residual of (4)
        w.u.iter_mut().zip(&self.a).for_each(|(u, a)| *u = -a);
        w.x[..nu].copy_from_slice(&ev.h);
        sys.add_M(ev, &w.u, &mut w.x);
        sys.add_forces(ev, &self.la, 1.0, &mut w.x);
        for r in 0..sys.nr {
            w.m[r] = match eqs.on[r] {
                false => 0.0,
                true if self.level == Level::Position && eqs.on_position[r] => -ev.g[r] / hb,
                true => -sys.row_dot(ev, r, &ev.u) / hg,
            };
        }
        if !w.kkt.solve(&mut w.x[..nu], &mut w.m) {
            return f64::NAN;
        }
        let mut n = Norm::default();
        n.add(&f.set, &f.u0, &f.u1, w.x[..nu].iter().map(|x| hg * x));
        self.a.iter_mut().zip(&w.x).for_each(|(a, x)| *a += x);
        for r in (0..sys.nr).filter(|&r| eqs.on[r]) {
            self.la[r] += w.m[r];
        }
        if self.corrects {
            let (on, none) = (&eqs.on_position, &w.no_slip);
            w.u.iter_mut().zip(&w.correction).for_each(|(u, c)| *u = -c);
            w.x.fill(0.0);
            if f.set.published {
                w.kkt.factor_pair(sys, &w.start, &eqs.ev.W, None, &w.in_M, on, none);
                w.x[..nu].copy_from_slice(&w.u);
            } else {
                w.kkt.factor(sys, &eqs.ev, None, &[], on, none);
                sys.add_M(&eqs.ev, &w.u, &mut w.x);
            }
            for r in 0..sys.nr {
                w.m[r] = if eqs.on_position[r] { -eqs.ev.g[r] } else { 0.0 };
            }
            if !w.kkt.solve(&mut w.x[..nu], &mut w.m) {
                return f64::NAN;
            }
            w.correction.iter_mut().zip(&w.x).for_each(|(c, x)| *c += x);
            n.add(&f.set, &f.u0, &f.u1, w.x[..nu].iter().map(|x| x / h));
        }
        n.value()
    }

    /// What the step adds to the violation at position level, in parts of the tolerance.
    fn added(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow, t1: f64) -> f64 {
        if self.level == Level::Position || !eqs.on_position.contains(&true) {
            return 0.0;
        }
        eqs.evaluate_rows(sys, t1, &f.q1, &f.u1);
        let [g0, g1] = &mut self.g;
        g1.copy_from_slice(&eqs.ev.g);
        let size = f.q0.iter().chain(&f.q1).fold(0.0_f64, |m, q| m.max(q.abs()));
        let rows = (0..sys.nr).filter(|&r| eqs.on_position[r]);
        rows.fold(0.0_f64, |m, r| m.max((g1[r] - g0[r]).abs())) / (f.set.atol + f.set.rtol * size)
    }

    /// Solve (1) to (5) for a1, λ and Q.
    fn iterate(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &mut Flow,
        h: f64,
    ) -> Result<(), Refused> {
        self.a.copy_from_slice(&f.a0);
        self.la.copy_from_slice(&f.la0);
        if let Some(w) = &mut self.work {
            if self.corrects && f.set.published {
                sys.evaluate(f.t0, &f.q0, &f.u0, &mut w.start);
                let one = |(i, j): (usize, usize)| if i == j { 1.0 } else { 0.0 };
                w.in_M.clear();
                w.in_M.extend(sys.M_entries.iter().zip(&w.start.M).map(|(&ij, m)| one(ij) - m));
            }
            w.correction.fill(0.0);
            sys.qdot(f.t0, &f.q0, &self.v0, &mut w.qd);
            sys.qddot0(f.t0, &f.q0, &self.v0, &mut w.qdd);
        }
        let enough = f.set.newton.unwrap_or(if f.set.fixed { 1e-5 } else { 1e-3 });
        // a change of velocities that the rounding of g alone asks for
        let size = f.q0.iter().fold(1.0_f64, |m, q| m.max(q.abs()));
        let noise = if f.set.fixed { 0.0 } else { 1e3 * f64::EPSILON * size / (h * f.set.atol) };
        let rounding = noise.max(1e-2);
        let (mut last, mut converged) = (f64::INFINITY, false);
        for _ in 0..MAX_NEWTON {
            self.place(sys, f, h);
            let change = self.update(sys, eqs, f, h);
            if !change.is_finite() {
                return Err(Refused { shrink: 0.2 });
            }
            // at rounding the change no longer falls
            if change <= enough || (change < rounding && change > 0.5 * last) {
                converged = true;
                break;
            }
            if change > 4.0 * last {
                break;
            }
            last = change;
        }
        if converged {
            Ok(())
        } else {
            Err(Refused { shrink: 0.5 })
        }
    }
}

impl Method for Alpha {
    fn estimate_order(&self) -> f64 {
        3.0
    }
    fn limits(&self) -> [f64; 3] {
        [0.9, 0.2, 2.0]
    }

    fn steady(&self) -> f64 {
        1.1
    }

    fn begin(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow) {
        let (nq, nu, nr) = (sys.nq, sys.nu, sys.nr);
        let vectors =
            [&mut self.bar_old, &mut self.bar0, &mut self.v0, &mut self.bar1, &mut self.a];
        for v in vectors {
            v.resize(nu, 0.0);
        }
        self.la.resize(nr, 0.0);
        self.last_h = None;
        self.work.get_or_insert_with(|| {
            let n = sys.K_entries.len();
            Box::new(Work {
                kkt: Kkt::new(sys).leaving_out(sys),
                d: sys.derivatives(),
                K: vec![0.0; n],
                dM: vec![0.0; n],
                x: vec![0.0; nu + 1],
                m: vec![0.0; nr],
                correction: vec![0.0; nu],
                qd: vec![0.0; nq],
                qdd: vec![0.0; nq],
                q: vec![0.0; nq],
                u: vec![0.0; nu],
                no_slip: vec![0.0; nr],
                start: sys.eval(),
                in_M: Vec::new(),
            })
        });
        self.a.copy_from_slice(&f.a0);
        eqs.evaluate_rows(sys, f.t0, &f.q0, &f.u0);
        self.g.iter_mut().for_each(|g| g.clone_from(&eqs.ev.g));
    }

    fn attempt(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &mut Flow,
        h: f64,
    ) -> Result<f64, Refused> {
        if !self.prepare(sys, eqs, f, h) {
            return Err(Refused { shrink: 0.2 });
        }
        self.corrects = self.level == Level::Both;
        let mut tried = self.iterate(sys, eqs, f, h);
        if tried.is_err() && self.corrects {
            self.corrects = false;
            tried = self.iterate(sys, eqs, f, h);
        }
        tried?;
        self.place(sys, f, h);
        let Some(w) = &mut self.work else { return Err(Refused { shrink: 0.2 }) };
        // (6)
        let e = &mut w.q;
        sys.B(f.t0, &f.q0, &f.a0, e);
        for i in 0..sys.nq {
            e[i] = f.q1[i] - f.q0[i] - h * w.qd[i] - h * h / 3.0 * (w.qdd[i] + e[i]);
        }
        let t1 = f.t0 + h;
        for part in 0..2 {
            match part {
                0 => sys.qddot0(t1, &f.q1, &f.u1, &mut w.qdd),
                _ => sys.B(t1, &f.q1, &self.a, &mut w.qdd),
            }
            e.iter_mut().zip(&w.qdd).for_each(|(e, b)| *e -= h * h / 6.0 * b);
        }
        let mut n = Norm::default();
        n.add(&f.set, &f.q0, &f.q1, e.iter().copied());
        Ok(n.value().max(self.added(sys, eqs, f, t1)))
    }

    fn accept(&mut self, sys: &System, _: &mut SmoothEquations, f: &mut Flow, h: f64) -> bool {
        self.curve.cubic(sys, f, h, &self.a);
        self.uncorrected += usize::from(self.level == Level::Both && !self.corrects);
        self.last_h = Some(h);
        let [g0, g1] = &mut self.g;
        g0.copy_from_slice(g1);
        self.bar_old.copy_from_slice(&self.bar1);
        f.a0.copy_from_slice(&self.a);
        f.la0.copy_from_slice(&self.la);
        true
    }

    fn remember(&mut self, _sys: &System, m: &mut Memory) {
        Remember::remember(self, m);
    }

    fn multipliers(&self) -> &[f64] {
        &self.la
    }

    fn tally(&self) -> Tally {
        let counts = |w: &Work| (w.kkt.factorisations, w.kkt.solves);
        let (factorisations, solves) = self.work.as_deref().map_or((0, 0), counts);
        let (jacobians, replaced) = (self.jacobians, self.uncorrected);
        Tally { jacobians, factorisations, solves, replaced, ..Tally::default() }
    }

    fn dense(&self, s: f64, q: &mut [f64], u: &mut [f64]) {
        self.curve.value(s, q, u);
    }
}
