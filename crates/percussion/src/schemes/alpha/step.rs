//! One step as data: known values, unknowns, what depends on them, and residuals.
//! Equation numbers are those of Capobianco et al. (see the scheme's own page).

mod renewed;
mod residuals;

pub(super) use residuals::worst;

use super::frozen::Frozen;
use super::history::History;
use super::index_sets::{Rub, SmoothMotion};
use super::sliding::Sliding;
use super::{Coefficients, Levels, SmoothRow};
use crate::contact::law::restitution;
use crate::contact::reduce::restitution_of;
use crate::memory::remember;
use crate::system::{Derivatives, Eval, System};
use residuals::largest;

/// Everything of a step.
pub(super) struct Step {
    pub nu: usize,
    pub nr: usize,
    /// Evaluations of the system so far.
    pub evaluations: usize,
    pub h: f64,
    // known: the beginning of the step
    pub t0: f64,
    pub q0: Vec<f64>,
    pub u0: Vec<f64>,
    pub a0: Vec<f64>,
    pub a_bar0: Vec<f64>,
    pub la0: Vec<f64>,
    pub la_bar0: Vec<f64>,
    pub(super) q_pred: Vec<f64>,
    pub history: History,
    // unknowns (126)
    pub a: Vec<f64>,
    pub U: Vec<f64>,
    pub Q: Vec<f64>,
    pub la: Vec<f64>,
    pub La: Vec<f64>,
    pub ka: Vec<f64>,
    /// Whether U or Q may differ from zero.
    pub jumps: bool,
    // dependent on them
    pub a_bar: Vec<f64>,
    pub la_bar: Vec<f64>,
    pub u: Vec<f64>,
    pub q: Vec<f64>,
    pub x: Vec<f64>,
    pub P: Vec<f64>,
    pub khat: Vec<f64>,
    pub ev: Eval,
    pub gd: Vec<f64>,
    pub xi: Vec<f64>,
    pub gdd: Vec<f64>,
    /// Sum of the absolute values of the terms of g''.
    gdd_size: Vec<f64>,
    // index sets: rows whose kinematic equation holds at each level
    pub on_a: Vec<bool>,
    pub on_v: Vec<bool>,
    pub on_p: Vec<bool>,
    /// μ s of sliding friction rows at acceleration and velocity level
    pub slip_a: Vec<f64>,
    pub slip_v: Vec<f64>,
    pub rubs: Vec<Rub>,
    pub sliding: Sliding,
    // residuals
    pub R1: Vec<f64>,
    pub R2: Vec<f64>,
    pub R3: Vec<f64>,
    /// whether R2 or R3 may differ from zero
    impulses: bool,
    /// largest entries of R2 and R3, as a velocity and a length
    pub e_U: f64,
    pub e_Q: f64,
    /// residual of the acceleration level's own equation, scaled to an acceleration
    pub k_a: Vec<f64>,
    pub r: Vec<f64>,
    /// Largest acceleration that the force of one row gives to one velocity.
    force_scale: f64,
    /// Largest acceleration that a change of all coordinates by one gives, per row of ∂h/∂θ.
    stiffness: f64,
    /// The same at the beginning of the step.
    stiffness0: f64,
    /// coordinates beyond this are no solution of the step
    reach: f64,
    /// What lengths are measured by, in their unit.
    pub length: f64,
    /// Whether the size of the residual without scaling is asked for.
    pub absolute: bool,
    mass: Runs,
    /// q' = u for all bodies.
    plain: bool,
    /// Whether the smooth velocity is asked for.
    smooth_velocity: bool,
    smooth_u: Vec<f64>,
    /// u* = u0 + x/h, which forces see in steps without history.
    pub(super) u_star: Vec<f64>,
    /// Rows in use at velocity level in the step before.
    pub(super) on_v0: Vec<bool>,
    /// g' of each row at the beginning of the step.
    pub(super) gd0: Vec<f64>,
    mult: Vec<f64>,
    pub(super) mult_u: Vec<f64>,
    pub(super) smooth: Option<SmoothMotion>,
    /// Contacts that are held as they were at an iterate.
    pub(super) frozen: Option<Frozen>,
}
remember!(Step {
   evaluations, h, t0, q0, u0, a0, a_bar0, la0, la_bar0, q_pred, history, a, U, Q, la, La, ka,
    jumps, a_bar, la_bar, u, q, x, P, khat, ev, gd, xi, gdd, gdd_size, on_a, on_v, on_p, slip_a,
    slip_v, rubs, R1, R2, R3, impulses, e_U, e_Q, k_a, r, force_scale, stiffness, stiffness0, reach,
    smooth_u, u_star, on_v0, gd0, sliding, mult, mult_u, smooth;
    skip nu, nr, length, absolute, mass, plain, smooth_velocity, frozen
});

/// Size of the residual.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// In units of the tolerance, each level in its own physical units.
    pub scaled: f64,
    /// Largest entry as it is, units mixed.
    pub absolute: f64,
}

impl Step {
    pub fn new(sys: &System, l: &Levels) -> Self {
        let (nq, nu, nr) = (sys.nq, sys.nu, sys.nr);
        let z = |n: usize| vec![0.0; n];
        let b = || vec![false; nr];
        let mut u0 = z(nu + 1);
        u0[nu] = 1.0;
        Step {
            nu,
            nr,
            evaluations: 0,
            h: 0.0,
            t0: 0.0,
            q0: z(nq),
            u: u0.clone(),
            smooth_u: u0.clone(),
            u_star: u0.clone(),
            on_v0: b(),
            gd0: z(nr),
            u0,
            a0: z(nu),
            a_bar0: z(nu),
            la0: z(nr),
            la_bar0: z(nr),
            q_pred: z(nq),
            history: History::new(nu, nr, sys.stiff(), sys.length()),
            jumps: false,
            a: z(nu + 1),
            U: z(nu),
            Q: z(nu),
            la: z(nr),
            La: z(nr),
            ka: z(nr),
            a_bar: z(nu),
            la_bar: z(nr),
            q: z(nq),
            x: z(nu),
            P: z(nr),
            khat: z(nr),
            ev: sys.eval_near(),
            gd: z(nr),
            xi: z(nr),
            gdd: z(nr),
            gdd_size: z(nr),
            on_a: b(),
            on_v: b(),
            on_p: b(),
            slip_a: z(nr),
            slip_v: z(nr),
            rubs: vec![Rub::default(); sys.frictions.len()],
            sliding: Sliding::new(sys),
            R1: z(nu + 1),
            R2: z(nu + 1),
            R3: z(nu + 1),
            k_a: z(nr),
            r: z(nr),
            impulses: false,
            e_U: 0.0,
            e_Q: 0.0,
            absolute: false,
            plain: sys.plain_kinematics(),
            smooth_velocity: l.row == SmoothRow::SmoothVelocity,
            mass: Runs::new(&sys.M_entries),
            force_scale: 0.0,
            stiffness: 0.0,
            stiffness0: 0.0,
            reach: f64::INFINITY,
            length: sys.length(),
            mult: z(nr),
            mult_u: z(nu),
            smooth: l.pvv.then(|| SmoothMotion::new(sys)),
            frozen: None,
        }
    }

    /// Begin a step of length h: the unknowns go on as in the last steps where the index sets did
    /// not change; otherwise, and with `hold`, a and λ are those of the last step and impulses zero.
    pub fn predict(&mut self, sys: &System, h: f64, hold: bool) {
        self.h = h;
        self.stiffness = self.stiffness0;
        let nu = self.nu;
        if let Some(c) = self.history.coefficients(h).filter(|_| !hold) {
            self.history.extrapolate(
                &c,
                [&mut self.a, &mut self.U, &mut self.Q],
                [&mut self.la, &mut self.La, &mut self.ka],
                self.jumps,
            );
            self.jumps = self.history.jumps();
        } else {
            if self.jumps {
                self.U.fill(0.0);
                self.Q.fill(0.0);
            }
            self.La.fill(0.0);
            self.ka.fill(0.0);
            self.a[..nu].copy_from_slice(&self.a0);
            self.la.copy_from_slice(&self.la0);
            self.jumps = false;
        }
        let fall = 0.5 * h * h * largest(&self.a0);
        self.reach = 1e3 * (self.length + largest(&self.q0) + h * largest(&self.u0) + fall);
        // (125) without the auxiliary accelerations: q0 + h q' + h²/2 q''(a = 0)
        if self.plain {
            for (q, (q0, u0)) in self.q_pred.iter_mut().zip(self.q0.iter().zip(&self.u0)) {
                *q = q0 + h * u0;
            }
            return;
        }
        sys.qdot(self.t0, &self.q0, &self.u0, &mut self.q_pred);
        sys.qddot0(self.t0, &self.q0, &self.u0, &mut self.q);
        for k in 0..sys.nq {
            self.q_pred[k] = self.q0[k] + h * self.q_pred[k] + 0.5 * h * h * self.q[k];
        }
    }

    /// (71), (73), (125), (95), (96), (102), (113), (114): all that follows from the unknowns.
    pub fn dependents(&mut self, sys: &System, c: &Coefficients) {
        let (h, nu) = (self.h, self.nu);
        // ā1 = f1 a1 + f0 a0 + f ā0
        let (f1, f0, f) =
            (c.ratio(), c.alpha_f / (1.0 - c.alpha_m), -c.alpha_m / (1.0 - c.alpha_m));
        let (v0, v1) = (h * c.gamma0, h * c.gamma);
        let (x0, x1) = (h * h * c.beta0, h * h * c.beta);
        let (a, a0, a_bar0, u0) = (&self.a[..nu], &self.a0[..nu], &self.a_bar0[..nu], &self.u0);
        let (a_bar, u, x) = (&mut self.a_bar[..nu], &mut self.u[..nu], &mut self.x[..nu]);
        for i in 0..nu {
            let bar = f1 * a[i] + f0 * a0[i] + f * a_bar0[i];
            a_bar[i] = bar;
            u[i] = u0[i] + v0 * a_bar0[i] + v1 * bar;
            x[i] = x0 * a_bar0[i] + x1 * bar;
        }
        if self.smooth_velocity {
            self.smooth_u[..nu].copy_from_slice(u);
        }
        if self.jumps {
            u.iter_mut().zip(&self.U).for_each(|(u, U)| *u += U);
            x.iter_mut().zip(&self.Q).for_each(|(x, Q)| *x += Q);
        }
        if self.plain {
            let moved = self.q_pred.iter().zip(&self.x);
            self.q.iter_mut().zip(moved).for_each(|(q, (p, x))| *q = p + x);
        } else {
            sys.B(self.t0, &self.q0, &self.x, &mut self.q);
            self.q.iter_mut().zip(&self.q_pred).for_each(|(q, p)| *q += p);
        }
        self.dependent_forces(c);
    }

    fn dependent_forces(&mut self, c: &Coefficients) {
        for r in 0..self.nr {
            self.dependent_force(c, r);
        }
    }

    pub(super) fn dependent_force(&mut self, c: &Coefficients, r: usize) {
        self.la_bar[r] = c.bar(self.la_bar0[r], self.la0[r], self.la[r]);
        self.P[r] = self.La[r] + self.smooth_percussion(c, r);
        self.khat[r] = self.ka[r] + self.smooth_double(c, r);
    }

    /// h((1-γ) λ̄0 + γ λ̄1).
    pub(super) fn smooth_percussion(&self, c: &Coefficients, r: usize) -> f64 {
        self.h * c.once(self.la_bar0[r], self.la_bar[r])
    }

    /// h²((1/2-β) λ̄0 + β λ̄1).
    pub(super) fn smooth_double(&self, c: &Coefficients, r: usize) -> f64 {
        self.h * self.h * c.twice(self.la_bar0[r], self.la_bar[r])
    }

    /// Evaluate the system at the end of the step and the kinematic quantities of all rows.
    pub fn kinematics(&mut self, sys: &System, c: &Coefficients, first: bool) {
        let t = self.t0 + self.h;
        match &self.frozen {
            Some(frozen) => {
                sys.evaluate_motion(t, &self.q, &self.u, &mut self.ev);
                sys.evaluate_joints(t, &self.q, &self.u, &mut self.ev);
                frozen.apply(sys, &mut self.ev, &self.x);
            }
            None => sys.evaluate(t, &self.q, &self.u, &mut self.ev),
        }
        self.evaluations += 1;
        if c.backward {
            self.forces_of_displacement(sys);
        }
        for r in 0..self.nr {
            let (w, col) = sys.row(&self.ev, r);
            let zeta = self.ev.zeta[r];
            let (mut gd, mut gdd, mut size) = (0.0, zeta, zeta.abs());
            for (w, &d) in w.iter().zip(col) {
                gd += w * self.u[d];
                let a = w * self.a[d];
                gdd += a;
                size += a.abs();
            }
            (self.gd[r], self.gdd[r], self.gdd_size[r]) = (gd, gdd, size);
            // (44), (48): ξ = g' + e g'(u0), both at q1
            let e = restitution_of(sys, r);
            let old = if e == 0.0 { 0.0 } else { sys.row_dot(&self.ev, r, &self.u0) };
            self.xi[r] = restitution(e, gd, old);
        }
        self.slide(sys, c.backward);
        if first {
            self.choose_r(sys);
            self.force_scale = 0.0;
            for e in &sys.elements {
                let n = e.dofs.len();
                for (k, r) in e.rows.clone().enumerate().filter(|(_, r)| self.la[*r] != 0.0) {
                    let w = &self.ev.W[e.w + k * n..e.w + (k + 1) * n];
                    for (w, &d) in w.iter().zip(&e.dofs).filter(|(_, &d)| d < sys.nu) {
                        let a = (self.la[r] * w / self.ev.M_diag[d]).abs();
                        self.force_scale = self.force_scale.max(a);
                    }
                }
            }
        }
    }

    /// How much elastic forces amplify the round-off of the coordinates.
    pub fn note_stiffness(&mut self, sys: &System, dh_q: &[f64]) {
        self.mult_u.fill(0.0);
        for (&(i, j), v) in sys.K_entries.iter().zip(dh_q) {
            if i < self.nu && j < self.nu {
                self.mult_u[i] += v.abs();
            }
        }
        let each = self.mult_u.iter().zip(&self.ev.M_diag).map(|(k, m)| k / m);
        let now = each.fold(0.0, f64::max);
        // an iterate that runs away must not loosen the tolerance
        self.stiffness = now.min(10.0 * self.stiffness0);
    }

    /// The same at the start of a run.
    pub fn start_stiffness(&mut self, sys: &System, d: &mut Derivatives) {
        if sys.stiff() {
            sys.differentiate_h(self.t0, &self.q0, &self.ev, d);
            self.stiffness0 = f64::INFINITY;
            self.note_stiffness(sys, &d.dh_q);
            self.stiffness0 = self.stiffness;
        }
    }

    /// r from the system: the inverse of the Delassus diagonal, a mass.
    fn choose_r(&mut self, sys: &System) {
        let inverse = |g: f64| if g > 0.0 { 1.0 / g } else { 1.0 };
        for c in &sys.contacts {
            let given = c.law.r;
            self.r[c.row] =
                given.unwrap_or_else(|| inverse(sys.delassus_diagonal(&self.ev, c.row)));
        }
        for f in &sys.frictions {
            let g = f.rows.clone().map(|r| sys.delassus_diagonal(&self.ev, r)).fold(0.0, f64::max);
            let v = f.law.r.unwrap_or_else(|| inverse(g));
            f.rows.clone().for_each(|r| self.r[r] = v);
        }
    }

    /// The last steps do not tell how the motion goes on.
    pub fn forget(&mut self) {
        self.history.forget();
    }

    /// Whether the step has led to numbers.
    pub fn is_finite(&self) -> bool {
        self.q.iter().chain(&self.u).all(|v| v.is_finite())
    }

    /// Accept the step: its end becomes the next beginning.
    pub fn accept(&mut self, sys: &System, corrected: bool) {
        self.t0 += self.h;
        let old = &mut self.history;
        let rows = [&self.la[..], &self.La, &self.ka];
        old.push(self.h, [&self.a[..self.nu], &self.U, &self.Q], rows, self.jumps);
        old.note_sets(&self.on_a, &self.on_v);
        old.note_correction(corrected);
        self.keep_sliding(sys);
        self.on_v0.copy_from_slice(&self.on_v);
        self.gd0.copy_from_slice(&self.gd);
        self.stiffness0 = self.stiffness;
        sys.normalize(&mut self.q);
        std::mem::swap(&mut self.q0, &mut self.q);
        std::mem::swap(&mut self.u0, &mut self.u);
        std::mem::swap(&mut self.a_bar0, &mut self.a_bar);
        self.a0.copy_from_slice(&self.a[..self.nu]);
        self.la0.copy_from_slice(&self.la);
        self.la_bar0.copy_from_slice(&self.la_bar);
        // what contacts have pressed is known to the next steps
        let (la0, la_bar0) = (&self.la0, &self.la_bar0);
        sys.hold_near(&mut self.ev, |r| la0[r] != 0.0 || la_bar0[r] != 0.0);
    }
}

/// Entries of a matrix as runs of the same row, in their order.
struct Runs {
    /// Row, and where its run ends.
    rows: Vec<(u32, u32)>,
    col: Vec<u32>,
}

impl Runs {
    fn new(entries: &[(usize, usize)]) -> Self {
        let mut rows: Vec<(u32, u32)> = Vec::new();
        for (k, &(i, _)) in (1..).zip(entries) {
            match rows.last_mut() {
                Some(run) if run.0 == i as u32 => run.1 = k,
                _ => rows.push((i as u32, k)),
            }
        }
        Runs { rows, col: entries.iter().map(|e| e.1 as u32).collect() }
    }
}
