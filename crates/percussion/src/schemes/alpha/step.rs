//! One step as data: known values, unknowns, what depends on them, and residuals.
//! Equation numbers are those of Capobianco et al. (see the scheme's own page).

use super::index_sets::{Rub, SmoothMotion};
use super::{Coefficients, Levels, SmoothRow};
use crate::system::{Eval, RowKind, System};

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
    history: History,
    // unknowns (126)
    pub a: Vec<f64>,
    pub U: Vec<f64>,
    pub Q: Vec<f64>,
    pub la: Vec<f64>,
    pub La: Vec<f64>,
    pub ka: Vec<f64>,
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
    // index sets: rows whose kinematic equation holds at each level
    pub on_a: Vec<bool>,
    pub on_v: Vec<bool>,
    pub on_p: Vec<bool>,
    /// μ s of sliding friction rows at acceleration and velocity level
    pub slip_a: Vec<f64>,
    pub slip_v: Vec<f64>,
    pub rubs: Vec<Rub>,
    // residuals
    pub R1: Vec<f64>,
    pub R2: Vec<f64>,
    pub R3: Vec<f64>,
    /// residual of the acceleration level's own equation, scaled to an acceleration
    pub k_a: Vec<f64>,
    pub r: Vec<f64>,
    /// Largest acceleration that the force of one row gives to one velocity.
    force_scale: f64,
    /// Largest acceleration that a change of all coordinates by one gives, per row of ∂h/∂θ.
    stiffness: f64,
    smooth_u: Vec<f64>,
    mult: Vec<f64>,
    mult_u: Vec<f64>,
    pub(super) smooth: Option<SmoothMotion>,
}

/// The last three values of an unknown.
struct Past([Vec<f64>; 3]);

impl Past {
    fn new(n: usize) -> Self {
        Past([vec![0.0; n], vec![0.0; n], vec![0.0; n]])
    }
    fn push(&mut self, value: &[f64]) {
        self.0.rotate_right(1);
        self.0[0].copy_from_slice(value);
    }
    fn extrapolate(&self, c: &[f64; 3], out: &mut [f64]) {
        let [a, b, d] = &self.0;
        for (k, out) in out.iter_mut().enumerate().take(a.len()) {
            *out = c[0] * a[k] + c[1] * b[k] + c[2] * d[k];
        }
    }
}

/// The last steps, for the predictor.
struct History {
    /// a, U, Q.
    velocities: [Past; 3],
    /// λ, Λ, κ.
    rows: [Past; 3],
    on: Vec<(bool, bool)>,
    h: f64,
    /// Steps since the index sets last changed.
    calm: usize,
}

/// Size of the residual.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// In units of the tolerance, each level in its own physical units.
    pub scaled: f64,
    /// Largest entry as it is, units mixed.
    pub absolute: f64,
}

impl Step {
    pub fn new(sys: &System, pvv: bool) -> Self {
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
            u0,
            a0: z(nu),
            a_bar0: z(nu),
            la0: z(nr),
            la_bar0: z(nr),
            q_pred: z(nq),
            history: History {
                velocities: [0, 1, 2].map(|_| Past::new(nu)),
                rows: [0, 1, 2].map(|_| Past::new(nr)),
                on: vec![(false, false); nr],
                h: 0.0,
                calm: 0,
            },
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
            ev: sys.eval(),
            gd: z(nr),
            xi: z(nr),
            gdd: z(nr),
            on_a: b(),
            on_v: b(),
            on_p: b(),
            slip_a: z(nr),
            slip_v: z(nr),
            rubs: vec![Rub::default(); sys.frictions.len()],
            R1: z(nu + 1),
            R2: z(nu + 1),
            R3: z(nu + 1),
            k_a: z(nr),
            r: z(nr),
            force_scale: 0.0,
            stiffness: 0.0,
            mult: z(nr),
            mult_u: z(nu),
            smooth: pvv.then(|| SmoothMotion::new(sys)),
        }
    }

    /// Begin a step of length h: the unknowns go on as in the last steps where the index sets did
    /// not change; otherwise a and λ are those of the last step and impulses zero.
    pub fn predict(&mut self, sys: &System, h: f64) {
        self.h = h;
        let nu = self.nu;
        let old = &self.history;
        let same_step = (h - old.h).abs() <= 1e-6 * h;
        // coefficients of the last three values
        let c = match old.calm {
            2 if same_step => Some([2.0, -1.0, 0.0]),
            3.. if same_step => Some([3.0, -3.0, 1.0]),
            _ => None,
        };
        let (velocities, rows) =
            ([&mut self.a, &mut self.U, &mut self.Q], [&mut self.la, &mut self.La, &mut self.ka]);
        if let Some(c) = c {
            for k in 0..3 {
                old.velocities[k].extrapolate(&c, velocities[k]);
                old.rows[k].extrapolate(&c, rows[k]);
            }
        } else {
            velocities.into_iter().chain(rows).for_each(|v| v.fill(0.0));
            self.a[..nu].copy_from_slice(&self.a0);
            self.la.copy_from_slice(&self.la0);
        }
        // (125) without the auxiliary accelerations: q0 + h q' + h²/2 q''(a = 0)
        sys.qdot(self.t0, &self.q0, &self.u0, &mut self.q_pred);
        sys.qddot0(self.t0, &self.q0, &self.u0, &mut self.q);
        for k in 0..sys.nq {
            self.q_pred[k] = self.q0[k] + h * self.q_pred[k] + 0.5 * h * h * self.q[k];
        }
    }

    /// (71), (73), (125), (95), (96), (102), (113), (114): all that follows from the unknowns.
    pub fn dependents(&mut self, sys: &System, c: &Coefficients) {
        let h = self.h;
        for i in 0..self.nu {
            let bar = c.bar(self.a_bar0[i], self.a0[i], self.a[i]);
            self.a_bar[i] = bar;
            let smooth = self.u0[i] + h * ((1.0 - c.gamma) * self.a_bar0[i] + c.gamma * bar);
            self.smooth_u[i] = smooth;
            self.u[i] = smooth + self.U[i];
            let double = (1.0 - 2.0 * c.beta) * self.a_bar0[i] + 2.0 * c.beta * bar;
            self.x[i] = 0.5 * h * h * double + self.Q[i];
        }
        sys.B(self.t0, &self.q0, &self.x, &mut self.q);
        self.q.iter_mut().zip(&self.q_pred).for_each(|(q, p)| *q += p);
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
        self.h * ((1.0 - c.gamma) * self.la_bar0[r] + c.gamma * self.la_bar[r])
    }

    /// h²/2 ((1-2β) λ̄0 + 2β λ̄1).
    pub(super) fn smooth_double(&self, c: &Coefficients, r: usize) -> f64 {
        0.5 * self.h
            * self.h
            * ((1.0 - 2.0 * c.beta) * self.la_bar0[r] + 2.0 * c.beta * self.la_bar[r])
    }

    /// Evaluate the system at the end of the step and the kinematic quantities of all rows.
    pub fn kinematics(&mut self, sys: &System, first: bool) {
        let t = self.t0 + self.h;
        sys.evaluate(t, &self.q, &self.u, &mut self.ev);
        self.evaluations += 1;
        for r in 0..self.nr {
            let (w, col) = sys.row(&self.ev, r);
            let (mut gd, mut gdd) = (0.0, self.ev.zeta[r]);
            for (w, &d) in w.iter().zip(col) {
                gd += w * self.u[d];
                gdd += w * self.a[d];
            }
            (self.gd[r], self.gdd[r]) = (gd, gdd);
            // (44), (48): ξ = g' + e g'(u0), both at q1
            let e = match sys.kinds[r] {
                RowKind::Normal(k) => sys.contacts[k].law.e_N,
                RowKind::Friction(k) => sys.frictions[k].e_F,
                _ => 0.0,
            };
            let old = if e == 0.0 { 0.0 } else { e * sys.row_dot(&self.ev, r, &self.u0) };
            self.xi[r] = gd + old;
        }
        if first {
            self.choose_r(sys);
            self.force_scale = 0.0;
            for e in &sys.elements {
                let n = e.dofs.len();
                for (k, r) in e.rows.clone().enumerate() {
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
        self.stiffness = each.fold(0.0, f64::max);
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
            let v = f.r.unwrap_or_else(|| inverse(g));
            f.rows.clone().for_each(|r| self.r[r] = v);
        }
    }

    /// The residuals (127) and the kinematic equations of the active rows.
    pub fn residuals(&mut self, sys: &System, c: &Coefficients, l: &Levels, tol: f64) -> Size {
        let h = self.h;
        let nu = self.nu;
        self.R1[..nu].copy_from_slice(&self.ev.h);
        self.R1[..nu].iter_mut().for_each(|v| *v = -*v);
        self.R2.fill(0.0);
        self.R3.fill(0.0);
        // entries of a row follow each other: its sums stay in registers
        let (mut row, mut sums) = (0, [0.0; 3]);
        for (&(i, j), &m) in sys.M_entries.iter().zip(&self.ev.M) {
            if i != row {
                self.R1[row] += sums[0];
                self.R2[row] += sums[1];
                self.R3[row] += sums[2];
                (row, sums) = (i, [0.0; 3]);
            }
            sums[0] += m * self.a[j];
            sums[1] += m * self.U[j];
            sums[2] += m * self.Q[j];
        }
        self.R1[row] += sums[0];
        self.R2[row] += sums[1];
        self.R3[row] += sums[2];
        for r in 0..self.nr {
            let position = match sys.kinds[r] {
                RowKind::Position | RowKind::Normal(_) => self.ka[r],
                _ => 0.5 * h * self.La[r],
            };
            let (la, La) = (self.la[r], self.La[r]);
            if la == 0.0 && La == 0.0 && position == 0.0 {
                continue;
            }
            let (w, col) = sys.row(&self.ev, r);
            for (w, &d) in w.iter().zip(col) {
                self.R1[d] -= w * la;
                self.R2[d] -= w * La;
                self.R3[d] -= w * position;
            }
        }

        let (mut s_a, mut s_v, mut s_q) = (1.0_f64, 1.0_f64, 1.0_f64);
        let mut abs = 0.0_f64;
        let (mut e_a, mut e_v, mut e_p) = (0.0_f64, 0.0_f64, 0.0_f64);
        // rows at acceleration and velocity level
        let (mut e_r, mut e_w) = (0.0_f64, 0.0_f64);
        for i in 0..nu {
            let inv = 1.0 / self.ev.M_diag[i];
            s_a = s_a.max(self.a[i].abs()).max(self.ev.h[i].abs() * inv);
            s_v = s_v.max(self.u[i].abs());
            e_a = worst(e_a, self.R1[i] * inv);
            e_v = worst(e_v, self.R2[i] * inv);
            e_p = worst(e_p, self.R3[i] * inv);
            abs = worst(worst(worst(abs, self.R1[i]), self.R2[i]), self.R3[i]);
        }
        self.q.iter().for_each(|q| s_q = s_q.max(q.abs()));
        let smooth_velocity = l.row == SmoothRow::SmoothVelocity;
        if smooth_velocity {
            sys.rows_dot(&self.ev, &self.smooth_u, &mut self.mult);
        }
        for r in 0..self.nr {
            if self.on_a[r] {
                let velocity_row = sys.kinds[r] == RowKind::Velocity;
                let (raw, level) = match (l.row, sys.kinds[r]) {
                    (_, RowKind::Normal(_) | RowKind::Friction(_)) => (self.gdd[r], 2),
                    (SmoothRow::Acceleration | SmoothRow::Free, _) => (self.gdd[r], 2),
                    (SmoothRow::Position, _) if !velocity_row => (self.ev.g[r], 0),
                    (SmoothRow::Velocity | SmoothRow::Position, _) => (self.gd[r], 1),
                    (SmoothRow::SmoothVelocity, _) => (self.mult[r], 1),
                    (SmoothRow::Baumgarte { alpha, beta }, _) => {
                        (self.gdd[r] + 2.0 * alpha * self.gd[r] + beta * beta * self.ev.g[r], 2)
                    }
                };
                abs = worst(abs, raw);
                match level {
                    0 => {
                        e_p = worst(e_p, raw);
                        self.k_a[r] = raw / (h * h * c.beta * c.ratio());
                    }
                    1 => {
                        e_w = worst(e_w, raw);
                        self.k_a[r] = raw / (h * c.gamma * c.ratio());
                    }
                    _ => {
                        // in units of the row's own accelerations
                        let own = 1.0_f64.max(1e-4 * self.ev.zeta[r].abs());
                        e_r = worst(e_r, raw / own);
                        self.k_a[r] = raw;
                    }
                }
            }
            if self.on_v[r] {
                e_w = worst(e_w, self.xi[r]);
                abs = worst(abs, self.xi[r]);
            }
            if self.on_p[r] {
                e_p = worst(e_p, self.ev.g[r]);
                abs = worst(abs, self.ev.g[r]);
            }
        }
        // coordinates are known to round-off only, which the constraint forces amplify
        let round_off = f64::EPSILON * s_q * (8.0 * self.force_scale + 2.0 * self.stiffness);
        let tol = tol.max(8.0 * f64::EPSILON);
        let rows_v = (tol * (1.0 + 0.01 * s_v)).max(8.0 * f64::EPSILON * s_v);
        let scaled = worst(
            worst(e_a / (1000.0 * tol * s_a).max(round_off), e_r / (1000.0 * tol).max(round_off)),
            worst(worst(e_v / (tol * s_v), e_w / rows_v), e_p / (tol * s_q)),
        );
        Size { scaled, absolute: abs }
    }

    /// Accept the step: its end becomes the next beginning.
    pub fn accept(&mut self, sys: &System) {
        self.t0 += self.h;
        let old = &mut self.history;
        for (past, v) in old.velocities.iter_mut().zip([&self.a, &self.U, &self.Q]) {
            past.push(&v[..self.nu]);
        }
        for (past, v) in old.rows.iter_mut().zip([&self.la, &self.La, &self.ka]) {
            past.push(v);
        }
        old.h = self.h;
        old.calm += 1;
        for (on, now) in old.on.iter_mut().zip(self.on_a.iter().zip(&self.on_v)) {
            if *on != (*now.0, *now.1) {
                *on = (*now.0, *now.1);
                old.calm = 0;
            }
        }
        sys.normalize(&mut self.q);
        self.q0.copy_from_slice(&self.q);
        let nu = self.nu;
        self.u0[..nu].copy_from_slice(&self.u[..nu]);
        self.a0.copy_from_slice(&self.a[..nu]);
        self.a_bar0.copy_from_slice(&self.a_bar);
        self.la0.copy_from_slice(&self.la);
        self.la_bar0.copy_from_slice(&self.la_bar);
    }
}

/// Largest absolute value, NaN if there is one.
fn worst(a: f64, v: f64) -> f64 {
    // a NaN met before stays, a new one fails the comparison
    if a.is_nan() || v.abs() <= a {
        a
    } else {
        v.abs()
    }
}
