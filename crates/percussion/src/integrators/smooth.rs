//! The smooth motion between events: a fixed set of rows acts like joints.
//!
//! ```text
//! M a = h + W λ,   g'' = 0 for the rows in use,   λ_F = -μ λ_N γ_F/|γ_F| where friction slides
//! ```
//!
//! Everything an integrator of the index-1, index-2 or index-3 equations asks for: accelerations
//! and multipliers, and projections of coordinates and velocities on the constraints.

use crate::contact::law::limit_slope;
use crate::memory::{remember, Memory, Remember};
use crate::system::Kkt;
use crate::system::{Eval, Normal, RowKind, System};

/// How a friction behaves between two events.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SlidingState {
    /// No contact, no friction.
    #[default]
    Open,
    /// Sticking: its rows act like joints at velocity level.
    Stick,
    /// Sliding in the plane with a fixed sign of γ_F.
    Slip(f64),
    /// Sliding in space along the current γ_F.
    Slide,
}

/// Sliding velocities below this part of all velocities have no direction of their own.
const ONSET: f64 = 1e-14;
/// What a gap function has to change by to have jumped, in parts of the size of the contacts.
pub const JUMP: f64 = 1e-2;

impl Remember for SlidingState {
    fn remember(&mut self, m: &mut Memory) {
        let (mut kind, mut sign) = match self {
            SlidingState::Open => (0_usize, 0.0),
            SlidingState::Stick => (1, 0.0),
            SlidingState::Slip(s) => (2, *s),
            SlidingState::Slide => (3, 0.0),
        };
        kind.remember(m);
        sign.remember(m);
        *self = [
            SlidingState::Open,
            SlidingState::Stick,
            SlidingState::Slip(sign),
            SlidingState::Slide,
        ][kind.min(3)];
    }
}

/// Which rows are in use.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// Contacts that are closed.
    pub closed: Vec<bool>,
    /// State of each friction.
    pub sliding: Vec<SlidingState>,
}
remember!(Mode { closed, sliding });

impl Mode {
    /// All contacts open; friction with a given normal force sticks.
    pub fn open(sys: &System) -> Self {
        let rub = |f: &crate::system::Friction| match f.normal {
            Normal::Force(_) => SlidingState::Stick,
            Normal::Contact(_) => SlidingState::Open,
        };
        Mode {
            closed: vec![false; sys.contacts.len()],
            sliding: sys.frictions.iter().map(rub).collect(),
        }
    }
}

/// The smooth equations with their workspace.
pub struct SmoothEquations {
    /// The equations at the last evaluation.
    pub ev: Eval,
    /// The mode.
    pub mode: Mode,
    /// Rows in use at acceleration and velocity level.
    pub on: Vec<bool>,
    /// Rows in use at position level.
    pub on_position: Vec<bool>,
    /// μ s of sliding friction rows at the last evaluation.
    pub slip: Vec<f64>,
    /// Evaluations of the equations so far.
    pub evaluations: usize,
    /// Direction in which each friction in space begins to slide, for the time at which γ_F = 0.
    pub onset: Vec<f64>,
    /// Whether projections are made in the metric of the identity instead of that of M.
    pub identity: bool,
    in_M: Vec<f64>,
    /// Coordinates of the last evaluation, and of the last one of the rows alone.
    q: Vec<f64>,
    row_q: Vec<f64>,
    kkt: Kkt,
    x: Vec<f64>,
    m: Vec<f64>,
    dq: Vec<f64>,
    no_slip: Vec<f64>,
    /// Accelerations and multipliers where the equations are evaluated, and whether they are finite;
    /// `solved` is false where something else was evaluated, factorised or put in use since.
    known: (Vec<f64>, Vec<f64>, bool),
    solved: bool,
}
remember!(SmoothEquations {
   ev, mode, on, on_position, slip, evaluations, onset, q, row_q, kkt, x, m, dq, known, solved;
    skip identity, in_M, no_slip
});

impl SmoothEquations {
    /// With all contacts open.
    pub fn new(sys: &System) -> Self {
        let mut s = SmoothEquations {
            ev: sys.eval(),
            mode: Mode::open(sys),
            on: vec![false; sys.nr],
            on_position: vec![false; sys.nr],
            slip: vec![0.0; sys.nr],
            evaluations: 0,
            onset: vec![0.0; sys.nr],
            identity: false,
            in_M: Vec::new(),
            q: vec![f64::NAN; sys.nq],
            row_q: vec![f64::NAN; sys.nq],
            kkt: Kkt::new(sys).leaving_out(sys),
            x: vec![0.0; sys.nu + 1],
            m: vec![0.0; sys.nr],
            dq: vec![0.0; sys.nq],
            no_slip: vec![0.0; sys.nr],
            known: (vec![0.0; sys.nu], vec![0.0; sys.nr], false),
            solved: false,
        };
        s.set_mode(sys, &Mode::open(sys));
        s
    }

    /// Change the rows in use.
    pub fn set_mode(&mut self, sys: &System, mode: &Mode) {
        self.mode.clone_from(mode);
        self.solved = false;
        for r in 0..sys.nr {
            (self.on[r], self.on_position[r]) = match sys.kinds[r] {
                RowKind::Position => (true, true),
                RowKind::Velocity => (true, false),
                RowKind::Normal(c) => (mode.closed[c], mode.closed[c]),
                RowKind::Friction(f) => (mode.sliding[f] == SlidingState::Stick, false),
            };
        }
    }

    /// Contacts keep these features, by their first rows, until `release`: motion goes on smoothly beyond their ends.
    pub fn hold(&mut self, sys: &System, features: impl Iterator<Item = (usize, u64)>) {
        self.release();
        for (row, key) in features {
            self.ev.held.resize(sys.nr, 0);
            self.ev.held[row] = key;
        }
        if !self.ev.held.is_empty() {
            self.forget();
        }
    }

    /// Contacts choose their features again.
    pub fn release(&mut self) {
        if !self.ev.held.is_empty() {
            self.ev.held.clear();
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.solved = false;
        self.q.fill(f64::NAN);
        self.row_q.fill(f64::NAN);
    }

    /// Evaluate the system at (t, q, u), unless that was done last, and the directions of sliding
    /// friction.
    pub fn evaluate(&mut self, sys: &System, t: f64, q: &[f64], u: &[f64]) {
        let known = self.ev.t == t && self.q == q && self.ev.u[..sys.nu] == u[..sys.nu];
        if !known {
            self.solved = false;
            self.evaluations += 1;
            sys.evaluate(t, q, u, &mut self.ev);
            self.q.copy_from_slice(q);
            self.row_q.fill(f64::NAN);
        }
        self.directions(sys);
    }

    /// The same at a place whose rows are in `ev` already: M and h only.
    pub fn evaluate_motion(&mut self, sys: &System, t: f64, q: &[f64], u: &[f64]) {
        self.evaluations += 1;
        self.solved = false;
        sys.evaluate_motion(t, q, u, &mut self.ev);
        // ζ belongs to other velocities
        self.q.fill(f64::NAN);
        self.row_q.fill(f64::NAN);
        self.directions(sys);
    }

    /// The rows at (t, q), unless they are known; M and h may stay those of a place nearby.
    pub fn evaluate_rows(&mut self, sys: &System, t: f64, q: &[f64], u: &[f64]) {
        if self.ev.M_diag.first().is_some_and(|&m| m == 0.0) {
            return self.evaluate(sys, t, q, u);
        }
        if self.ev.t == t && (self.q == q || self.row_q == q) {
            if self.ev.u[..sys.nu] != u[..sys.nu] {
                self.solved = false;
                self.ev.u[..sys.nu].copy_from_slice(&u[..sys.nu]);
                self.q.fill(f64::NAN);
                self.row_q.copy_from_slice(q);
            }
            return;
        }
        self.solved = false;
        sys.evaluate_rows(t, q, u, &mut self.ev);
        self.q.fill(f64::NAN);
        self.row_q.copy_from_slice(q);
    }

    /// Largest violation of the rows in use at position and velocity level, where the equations are
    /// evaluated.
    pub fn violation(&self, sys: &System) -> f64 {
        let position = |r: usize| if self.on_position[r] { self.ev.g[r].abs() } else { 0.0 };
        let velocity = |r: usize| sys.row_dot(&self.ev, r, &self.ev.u).abs();
        let used = (0..sys.nr).filter(|&r| self.on[r]);
        used.fold(0.0, |m, r| m.max(position(r)).max(velocity(r)))
    }

    fn directions(&mut self, sys: &System) {
        for (f, fr) in sys.frictions.iter().enumerate() {
            let rows = fr.rows.clone();
            match self.mode.sliding[f] {
                SlidingState::Slip(s) => self.slip[fr.rows.start] = limit_slope(&fr.law) * s,
                SlidingState::Slide => {
                    let mut len = 0.0;
                    for r in rows.clone() {
                        self.slip[r] = sys.row_dot(&self.ev, r, &self.ev.u);
                        len += self.slip[r] * self.slip[r];
                    }
                    let len = len.sqrt();
                    let size = self.ev.u[..sys.nu].iter().fold(1.0_f64, |m, u| m.max(u.abs()));
                    if len > ONSET * size {
                        rows.for_each(|r| self.slip[r] *= limit_slope(&fr.law) / len);
                    } else {
                        rows.for_each(|r| self.slip[r] = limit_slope(&fr.law) * self.onset[r]);
                    }
                }
                _ => rows.for_each(|r| self.slip[r] = 0.0),
            }
        }
    }

    /// How friction that slides in space follows the direction of sliding, D = ∂(W_F λ_F)/∂u with
    ///
    /// ```text
    /// λ_F = -μ λ_N s,  s = γ_F/|γ_F|        ∂λ_F/∂γ_F = -μ λ_N (1 - s sᵀ)/|γ_F|
    /// ```
    ///
    /// entry by entry, for the forces `la` at the last evaluation. It is stiff where sliding is slow.
    pub fn turning(&self, sys: &System, la: &[f64], mut add: impl FnMut(usize, usize, f64)) {
        self.turns(sys, la, |r, k, rate| {
            let ((w, rows), (v, columns)) = (sys.row(&self.ev, r), sys.row(&self.ev, k));
            for (w, &i) in w.iter().zip(rows).filter(|(_, &i)| i < sys.nu) {
                for (v, &j) in v.iter().zip(columns).filter(|(_, &j)| j < sys.nu) {
                    add(i, j, rate * w * v);
                }
            }
        });
    }

    /// ∂λ_F/∂γ_F of the same, row by row.
    fn turns(&self, sys: &System, la: &[f64], mut add: impl FnMut(usize, usize, f64)) {
        for (f, fr) in sys.frictions.iter().enumerate() {
            let Normal::Contact(c) = fr.normal else { continue };
            if self.mode.sliding[f] != SlidingState::Slide {
                continue;
            }
            let speed = |r: usize| sys.row_dot(&self.ev, r, &self.ev.u);
            let len = fr.rows.clone().map(|r| speed(r).powi(2)).sum::<f64>().sqrt();
            let slope = limit_slope(&fr.law);
            let size = self.ev.u[..sys.nu].iter().fold(1.0_f64, |m, u| m.max(u.abs()));
            if len <= ONSET * size || slope <= 0.0 {
                continue;
            }
            let force = slope * la[sys.contacts[c].row] / len;
            for (r, k) in fr.rows.clone().flat_map(|r| fr.rows.clone().map(move |k| (r, k))) {
                let same = if r == k { 1.0 } else { 0.0 };
                add(r, k, -force * (same - self.slip[r] * self.slip[k] / (slope * slope)));
            }
        }
    }

    /// How fast the directions of sliding follow at the last evaluation, -tr(M⁻¹ D) along the rows in use (1/s).
    pub fn turning_rate(&mut self, sys: &System, la: &[f64]) -> f64 {
        self.factor_symmetric(sys);
        let (mut x, mut m) = (std::mem::take(&mut self.x), std::mem::take(&mut self.m));
        let mut sum = 0.0;
        for r in (0..sys.nr).filter(|&r| matches!(sys.kinds[r], RowKind::Friction(_))) {
            let RowKind::Friction(f) = sys.kinds[r] else { continue };
            if self.mode.sliding[f] != SlidingState::Slide {
                continue;
            }
            x.fill(0.0);
            m.fill(0.0);
            let (w, columns) = sys.row(&self.ev, r);
            w.iter().zip(columns).for_each(|(w, &d)| x[d] += w);
            x[sys.nu] = 0.0;
            self.kkt.solve(&mut x[..sys.nu], &mut m);
            x[sys.nu] = 0.0;
            self.turns(sys, la, |i, k, rate| {
                if i == r {
                    sum -= rate * sys.row_dot(&self.ev, k, &x);
                }
            });
        }
        (self.x, self.m) = (x, m);
        sum
    }

    /// The direction in which friction f slides at the last evaluation; zero where it does not.
    pub fn direction(&self, sys: &System, f: usize) -> [f64; 3] {
        let fr = &sys.frictions[f];
        let mut s = [0.0; 3];
        let slope = limit_slope(&fr.law).max(1e-300);
        s.iter_mut().zip(fr.rows.clone()).for_each(|(s, r)| *s = self.slip[r] / slope);
        s
    }

    /// Accelerations and multipliers (index 1) at (t, q, u); false where they are not finite.
    pub fn accelerations(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        a: &mut [f64],
        la: &mut [f64],
    ) -> bool {
        self.evaluate(sys, t, q, u);
        if !self.solved {
            self.factor(sys);
            self.x[..sys.nu].copy_from_slice(&self.ev.h);
            self.given_friction(sys);
            for r in 0..sys.nr {
                self.m[r] = if self.on[r] { -self.ev.zeta[r] } else { 0.0 };
            }
            let finite = self.kkt.solve(&mut self.x[..sys.nu], &mut self.m);
            let mut forces = std::mem::take(&mut self.known.1);
            forces.copy_from_slice(&self.m);
            self.sliding_forces(sys, &mut forces);
            self.known.0.copy_from_slice(&self.x[..sys.nu]);
            (self.known.1, self.known.2, self.solved) = (forces, finite, true);
        }
        a[..sys.nu].copy_from_slice(&self.known.0);
        la.copy_from_slice(&self.known.1);
        self.known.2
    }

    /// The largest acceleration |W a + ζ| of the rows that the last call of [`Self::accelerations`] left out, as they depend on
    /// others: zero unless the mode contradicts itself.
    pub fn contradiction(&self, sys: &System) -> f64 {
        let off = |&r: &usize| self.bend(sys, r, &self.known.0).abs();
        self.kkt.redundant.iter().map(off).fold(0.0, f64::max)
    }

    /// g'' of a row at the last evaluation for accelerations `a`.
    pub fn bend(&self, sys: &System, r: usize, a: &[f64]) -> f64 {
        let (w, col) = sys.row(&self.ev, r);
        let along = w.iter().zip(col).filter(|(_, &d)| d < sys.nu);
        along.map(|(w, &d)| w * a[d]).sum::<f64>() + self.ev.zeta[r]
    }

    /// The saddle-point matrix of the mode where the equations are evaluated.
    fn factor(&mut self, sys: &System) {
        self.solved = false;
        self.kkt.factor(sys, &self.ev, None, &[], &self.on, &self.slip);
    }

    /// The same whatever slides.
    fn factor_symmetric(&mut self, sys: &System) {
        self.solved = false;
        self.kkt.factor(sys, &self.ev, None, &[], &self.on, &self.no_slip);
    }

    /// Determinant of W M⁻¹ Ŵ of the rows in use at the last call of [`Self::accelerations`], see
    /// [`Kkt::determinant`]. Where it vanishes, sliding friction lets no finite force hold the
    /// contacts closed.
    pub fn determinant(&self, without: &[usize]) -> (f64, f64) {
        self.kkt.determinant(without)
    }

    /// Rows in use that depend on others at the last evaluation, whatever slides.
    pub fn dependent(&mut self, sys: &System) -> &[usize] {
        self.factor_symmetric(sys);
        &self.kkt.redundant
    }

    /// Friction with a given normal force that slides is a force like any other.
    pub fn given_friction(&mut self, sys: &System) {
        for fr in &sys.frictions {
            if let Normal::Force(n) = fr.normal {
                for r in fr.rows.clone().filter(|&r| self.slip[r] != 0.0) {
                    let (w, col) = sys.row(&self.ev, r);
                    for (w, &d) in w.iter().zip(col) {
                        self.x[d] -= w * self.slip[r] * n;
                    }
                }
            }
        }
    }

    /// λ_F = -μ s λ_N of sliding friction, zero where open.
    pub fn sliding_forces(&self, sys: &System, la: &mut [f64]) {
        for (f, fr) in sys.frictions.iter().enumerate() {
            if self.mode.sliding[f] == SlidingState::Stick {
                continue;
            }
            let n = match fr.normal {
                Normal::Contact(c) => la[sys.contacts[c].row],
                Normal::Force(n) => n,
            };
            fr.rows.clone().for_each(|r| la[r] = -self.slip[r] * n);
        }
    }

    /// What is added to M for projections.
    fn metric(&mut self, sys: &System) {
        self.in_M.clear();
        if self.identity {
            let one = |(i, j): (usize, usize)| if i == j { 1.0 } else { 0.0 };
            self.in_M.extend(sys.M_entries.iter().zip(&self.ev.M).map(|(&ij, m)| one(ij) - m));
        }
    }

    /// Project coordinates on the rows in use, in the metric of M, until the largest violation is
    /// below `tol` or at rounding; returns what is left. Driven constraints are taken at time t.
    pub fn project_position(
        &mut self,
        sys: &System,
        t: f64,
        q: &mut [f64],
        u: &[f64],
        tol: f64,
    ) -> f64 {
        let mut left = f64::INFINITY;
        for _ in 0..20 {
            self.evaluate_rows(sys, t, q, u);
            let before = std::mem::take(&mut left);
            for r in 0..sys.nr {
                let drifts = self.on_position[r] && !self.jumped(sys, r);
                self.m[r] = if drifts { -self.ev.g[r] } else { 0.0 };
                left = f64::max(left, self.m[r].abs());
            }
            if left <= tol || (left < 1e3 * tol && left > 0.5 * before) {
                break;
            }
            self.metric(sys);
            self.solved = false;
            let on = &self.on_position;
            self.kkt.factor(sys, &self.ev, None, &self.in_M, on, &self.no_slip);
            self.x.fill(0.0);
            if !self.kkt.solve(&mut self.x[..sys.nu], &mut self.m) {
                return f64::NAN;
            }
            sys.B(t, q, &self.x, &mut self.dq);
            q.iter_mut().zip(&self.dq).for_each(|(q, d)| *q += d);
            sys.normalize(q);
        }
        left
    }

    /// Whether row r is a gap so wide at the last evaluation that its contact, where it was closed, did not
    /// drift there: the function that gives it has jumped, as where a tooth leaves its pallet.
    pub fn jumped(&self, sys: &System, r: usize) -> bool {
        matches!(sys.kinds[r], RowKind::Normal(_)) && self.ev.g[r] > JUMP * sys.length()
    }

    /// Project velocities on the rows in use, in the metric of M; returns the largest violation
    /// before.
    pub fn project_velocity(&mut self, sys: &System, t: f64, q: &[f64], u: &mut [f64]) -> f64 {
        self.evaluate_rows(sys, t, q, u);
        let mut worst = 0.0_f64;
        for r in 0..sys.nr {
            let v = if self.on[r] { -sys.row_dot(&self.ev, r, &self.ev.u) } else { 0.0 };
            self.m[r] = v;
            worst = worst.max(v.abs());
        }
        let size = self.ev.u[..sys.nu].iter().fold(1.0_f64, |m, u| m.max(u.abs()));
        if worst <= 0.25 * f64::EPSILON * size {
            return worst;
        }
        self.metric(sys);
        self.solved = false;
        self.kkt.factor(sys, &self.ev, None, &self.in_M, &self.on, &self.no_slip);
        self.x.fill(0.0);
        if !self.kkt.solve(&mut self.x[..sys.nu], &mut self.m) {
            return f64::NAN;
        }
        u.iter_mut().zip(&self.x).take(sys.nu).for_each(|(u, x)| *u += x);
        worst
    }

    /// The part of a velocity along the rows in use at the last evaluation, W x = 0, in the metric of M;
    /// false where it is not finite.
    pub fn along(&mut self, sys: &System, x: &mut [f64]) -> bool {
        self.x[..sys.nu].copy_from_slice(&x[..sys.nu]);
        self.x[sys.nu] = 0.0;
        for r in 0..sys.nr {
            self.m[r] = if self.on[r] { -sys.row_dot(&self.ev, r, &self.x) } else { 0.0 };
        }
        self.factor_symmetric(sys);
        self.x.fill(0.0);
        let finite = self.kkt.solve(&mut self.x[..sys.nu], &mut self.m);
        x.iter_mut().zip(&self.x).take(sys.nu).for_each(|(x, d)| *x += d);
        finite
    }

    /// Put accelerations on the rows in use at (t, q, u), W â + ζ = 0, in the metric of M; what is
    /// along the constraints stays as it is. Returns whether they are finite.
    pub fn project_acceleration(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        a: &mut [f64],
    ) -> bool {
        self.evaluate(sys, t, q, u);
        self.x[..sys.nu].copy_from_slice(&a[..sys.nu]);
        self.x[sys.nu] = 0.0;
        for r in 0..sys.nr {
            let off = sys.row_dot(&self.ev, r, &self.x) + self.ev.zeta[r];
            self.m[r] = if self.on[r] { -off } else { 0.0 };
        }
        self.factor_symmetric(sys);
        self.x.fill(0.0);
        let finite = self.kkt.solve(&mut self.x[..sys.nu], &mut self.m);
        a.iter_mut().zip(&self.x).take(sys.nu).for_each(|(a, x)| *a += x);
        finite
    }

    /// A stage of a half-explicit method: forces and their directions from the last evaluation,
    /// kinematic rows `W_rows` taken elsewhere,
    ///
    /// ```text
    /// M a = h + Ŵ λ,   W_rows a = c for the rows in use
    /// ```
    ///
    /// `c` holds the right side and receives λ of the rows in use; false where the solution is not
    /// finite.
    pub fn solve_pair(
        &mut self,
        sys: &System,
        W_rows: &[f64],
        a: &mut [f64],
        c: &mut [f64],
    ) -> bool {
        self.solved = false;
        self.kkt.factor_pair(sys, &self.ev, W_rows, None, &[], &self.on, &self.slip);
        self.x[..sys.nu].copy_from_slice(&self.ev.h);
        self.given_friction(sys);
        let finite = self.kkt.solve(&mut self.x[..sys.nu], c);
        a[..sys.nu].copy_from_slice(&self.x[..sys.nu]);
        finite
    }

    /// The saddle-point matrix, for integrators with stages of their own.
    pub fn kkt(&mut self) -> (&mut Kkt, &Eval) {
        self.solved = false;
        (&mut self.kkt, &self.ev)
    }

    /// Factorisations and solutions of the saddle-point matrix so far.
    pub fn solved(&self) -> (usize, usize) {
        (self.kkt.factorisations, self.kkt.solves)
    }

    /// How many rows depend on others, as met in the last factorisation, and how far the rest is from it:
    /// the smallest pivot of a row in parts of its Delassus number, one where sliding friction makes
    /// the matrix unsymmetric.
    pub fn margin(&self) -> (usize, f64) {
        let slides = self.slip.iter().any(|s| *s != 0.0);
        (self.kkt.redundant.len(), if slides { 1.0 } else { self.kkt.margin() })
    }

    /// Rows that are left out as they depend on others for good.
    pub fn left_out(&self) -> &[bool] {
        self.kkt.left_out()
    }

    /// Rows that depend on others, as met in the last factorisation.
    pub fn redundant(&self) -> &[usize] {
        &self.kkt.redundant
    }
}
