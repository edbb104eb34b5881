//! One step as data: what it begins with, its unknowns, what follows from them, and the residual (127).
//! Equation numbers are those of Capobianco et al. (see the scheme's own page).

use super::frozen::Frozen;
use super::{Coefficients, Levels, SmoothRow};
use crate::contact::law::restitution;
use crate::laws::Impact;
use crate::memory::remember;
use crate::system::{Derivatives, Eval, Renewal, RowKind, System};

/// The state of the scheme: all that the equations of a step know of its beginning.
#[derive(Default)]
pub(super) struct Known {
    pub t: f64,
    pub q: Vec<f64>,
    /// Velocities, extended by the rate of time.
    pub u: Vec<f64>,
    pub a: Vec<f64>,
    pub a_bar: Vec<f64>,
    pub la: Vec<f64>,
    pub la_bar: Vec<f64>,
    /// g' of each row, and rows that were in use at velocity level.
    pub gd: Vec<f64>,
    pub on_v: Vec<bool>,
    /// Direction of sliding of each friction row in space, zero where it did not slide.
    pub sliding: Vec<f64>,
    /// Contacts that were open.
    pub open: Vec<bool>,
    /// Contacts that were closed and at rest: they have no velocity of approach.
    pub closed: Vec<bool>,
    /// g and g'' of each row, and the velocity up to which rows are at rest.
    pub g: Vec<f64>,
    pub gdd: Vec<f64>,
    pub rest: f64,
    /// Events that may still be located.
    pub credit: f64,
    /// How much elastic forces amplify the round-off of the coordinates.
    pub stiffness: f64,
    /// Length of the step that ā and λ̄ belong to.
    pub h: f64,
    /// Steps and their parts that begin before this time are made without history.
    pub backward_until: f64,
}
remember!(Known {
    t,
    q,
    u,
    a,
    a_bar,
    la,
    la_bar,
    gd,
    on_v,
    sliding,
    open,
    closed,
    g,
    gdd,
    rest,
    credit,
    stiffness,
    h,
    backward_until
});

/// (126) a, λ; U, Λ; Q, κ.
#[derive(Clone)]
pub(super) struct Unknowns {
    /// Extended by a zero.
    pub a: Vec<f64>,
    pub U: Vec<f64>,
    pub Q: Vec<f64>,
    pub la: Vec<f64>,
    pub La: Vec<f64>,
    pub ka: Vec<f64>,
    /// Whether U or Q may differ from zero.
    pub jumps: bool,
}
remember!(Unknowns { a, U, Q, la, La, ka, jumps });

/// What follows from the unknowns: the end of the step.
pub(super) struct End {
    pub a_bar: Vec<f64>,
    pub la_bar: Vec<f64>,
    /// Velocities, extended by the rate of time.
    pub u: Vec<f64>,
    pub q: Vec<f64>,
    /// Displacement, q1 = q_pred + B(q0) x.
    pub x: Vec<f64>,
    pub P: Vec<f64>,
    pub khat: Vec<f64>,
    pub ev: Eval,
    pub gd: Vec<f64>,
    pub xi: Vec<f64>,
    /// ξ̂ of friction rows, ξ of all others (`sets.rs`).
    pub xihat: Vec<f64>,
    pub gdd: Vec<f64>,
    /// Sum of the absolute values of the terms of g''.
    pub gdd_size: Vec<f64>,
    /// r of each row: the inverse of its Delassus diagonal, a mass, or as given.
    pub r: Vec<f64>,
}

/// The levels, in the order in which they are solved.
pub(super) const POSITION: usize = 0;
pub(super) const VELOCITY: usize = 1;
pub(super) const ACCELERATION: usize = 2;

/// Sliding velocities below this, in lengths of the contacts a second, have no direction.
pub(super) const STILL: f64 = 1e-10;
/// Velocities of gaps up to this, relative to the largest velocity, are at rest.
const REST: f64 = 1e-9;
/// Gaps of contacts that are not seen, in parts of their size.
const UNSEEN: f64 = 1e3;

/// Index sets: the rows whose kinematic equation holds at each level, and what friction does.
pub(super) struct Sets {
    pub a: Vec<bool>,
    pub v: Vec<bool>,
    pub p: Vec<bool>,
    /// μ s of sliding friction rows at acceleration and velocity level.
    pub slip_a: Vec<f64>,
    pub slip_v: Vec<f64>,
    pub frictions: Vec<SlidingState>,
    /// Frictions in space, and those of them whose s0 counts in this iterate.
    pub spatial: Vec<usize>,
    pub turns: Vec<bool>,
    /// Whether P_F is along the mean direction.
    pub mean: bool,
    /// Sliding velocities below this have no direction.
    pub still: f64,
}

/// State of a friction: what the derivative of its slip direction needs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlidingState {
    pub slides_v: bool,
    pub slides_a: bool,
    /// At acceleration level the direction is that of γ' (sticking at velocity level), not of γ.
    pub by_acceleration: bool,
    /// Length of ξ_F, and of γ_F or γ_F'.
    pub len_v: f64,
    pub len_a: f64,
    /// μ P_N and μ λ_N.
    pub radius_v: f64,
    pub radius_a: f64,
}

/// Position of the smooth motion alone, which `alpha-pvv` asks for.
pub(super) struct SmoothMotion {
    pub x: Vec<f64>,
    pub q: Vec<f64>,
    pub ev: Eval,
}

impl SmoothMotion {
    pub fn new(sys: &System) -> Self {
        SmoothMotion { x: vec![0.0; sys.nu], q: vec![0.0; sys.nq], ev: sys.eval() }
    }
}

impl Sets {
    pub fn new(sys: &System) -> Self {
        let [a, v, p] = [0; 3].map(|_| vec![false; sys.nr]);
        let [slip_a, slip_v] = [0; 2].map(|_| vec![0.0; sys.nr]);
        let spatial = (0..sys.frictions.len()).filter(|&f| sys.frictions[f].rows.len() > 1);
        let (spatial, turns) = (spatial.collect(), vec![false; sys.frictions.len()]);
        let frictions = vec![SlidingState::default(); sys.frictions.len()];
        let still = STILL * sys.length();
        Sets { a, v, p, slip_a, slip_v, frictions, spatial, turns, mean: true, still }
    }
}

remember!(End { ev; skip a_bar, la_bar, u, q, x, P, khat, gd, xi, xihat, gdd, gdd_size, r });

/// Residuals of the equations of motion, and of the acceleration level's own equations.
pub(super) struct Residuals {
    pub R1: Vec<f64>,
    pub R2: Vec<f64>,
    pub R3: Vec<f64>,
    /// Scaled to an acceleration.
    pub k_a: Vec<f64>,
    /// Largest entries of R2 and R3, as a velocity and a length.
    pub e_U: f64,
    pub e_Q: f64,
    /// Whether R2 or R3 may differ from zero.
    pub impulses: bool,
}

/// What the residual is measured by.
pub(super) struct Scales {
    /// Of lengths, in their unit.
    pub length: f64,
    /// Coordinates beyond this are no solution of the step.
    pub reach: f64,
    /// Largest acceleration that the force of one row gives to one velocity.
    pub force: f64,
    /// Largest acceleration that a change of all coordinates by one gives, per row of ∂h/∂θ.
    pub stiffness: f64,
    /// Whether the size of the residual without scaling is asked for.
    pub absolute: bool,
}

/// Everything of a step.
pub(super) struct Step {
    pub nu: usize,
    pub nr: usize,
    pub h: f64,
    /// Restitution of each row in the present step.
    pub e: Vec<f64>,
    /// Whether it is a part between located events, and whether planar friction keeps its direction there.
    pub part: bool,
    pub keeps_directions: bool,
    /// Gaps of contacts that are not seen.
    gaps: Vec<f64>,
    /// Evaluations of the system so far.
    pub evaluations: usize,
    pub from: Known,
    pub y: Unknowns,
    pub end: End,
    pub on: Sets,
    pub res: Residuals,
    pub scales: Scales,
    /// Contacts that are held as they were at an iterate.
    pub frozen: Option<Frozen>,
    /// (125) without the auxiliary accelerations.
    pub q_pred: Vec<f64>,
    /// u* = u0 + x/h, which forces see in steps without history.
    u_star: Vec<f64>,
    /// u1 - U, where its W_gᵀ ũ1 = 0 is asked for, and the gaps of that motion.
    smooth_u: Option<Vec<f64>>,
    pub smooth: Option<SmoothMotion>,
    /// The system at the beginning of the step with a unit M, where Q = W(q0) ν.
    pub start: Option<Box<Eval>>,
    pub scratch: Vec<f64>,
}

remember!(Step {
    evaluations, from, end;
    skip nu, nr, h, e, part, keeps_directions, gaps, y, on, res, scales, frozen, q_pred, u_star, smooth_u, smooth, start, scratch
});

/// Size of the residual.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// In units of the tolerance, each level in its own physical units.
    pub scaled: f64,
    /// Largest entry as it is, units mixed.
    pub absolute: f64,
}

impl Unknowns {
    /// Places of U and Q.
    pub const IMPULSES: [usize; 2] = [1, 2];

    pub fn new(sys: &System) -> Self {
        let [a, U, Q] = [sys.nu + 1, sys.nu, sys.nu].map(|n| vec![0.0; n]);
        let [la, La, ka] = [0; 3].map(|_| vec![0.0; sys.nr]);
        Unknowns { a, U, Q, la, La, ka, jumps: false }
    }
    pub fn vectors(&mut self) -> [&mut [f64]; 6] {
        [&mut self.a, &mut self.U, &mut self.Q, &mut self.la, &mut self.La, &mut self.ka]
    }
    pub fn vector(&self, k: usize) -> &[f64] {
        [&self.a, &self.U, &self.Q, &self.la, &self.La, &self.ka][k]
    }
    /// Take the values of others; U and Q only where one of both has some.
    pub fn copy(&mut self, other: &Unknowns) {
        let jumps = other.jumps || self.jumps;
        for (k, v) in self.vectors().into_iter().enumerate() {
            if jumps || !Unknowns::IMPULSES.contains(&k) {
                v.copy_from_slice(other.vector(k));
            }
        }
        self.jumps = other.jumps;
    }
    /// a and λ of the last step, and no impulses.
    pub fn hold(&mut self, from: &Known) {
        if self.jumps {
            self.U.fill(0.0);
            self.Q.fill(0.0);
        }
        self.La.fill(0.0);
        self.ka.fill(0.0);
        self.a[..from.a.len()].copy_from_slice(&from.a);
        self.la.copy_from_slice(&from.la);
        self.jumps = false;
    }
}

impl Known {
    fn new(sys: &System) -> Self {
        let [a, a_bar] = [0; 2].map(|_| vec![0.0; sys.nu]);
        let [la, la_bar, gd, sliding, g, gdd] = [0; 6].map(|_| vec![0.0; sys.nr]);
        let on_v = vec![false; sys.nr];
        let [open, closed] = [0; 2].map(|_| vec![false; sys.contacts.len()]);
        let (q, u) = (vec![0.0; sys.nq], extended(sys.nu));
        Known {
            t: 0.0,
            q,
            u,
            a,
            a_bar,
            la,
            la_bar,
            gd,
            on_v,
            sliding,
            open,
            closed,
            g,
            gdd,
            rest: 0.0,
            credit: 0.0,
            stiffness: 0.0,
            h: 0.0,
            backward_until: f64::NEG_INFINITY,
        }
    }
    /// With another list of contacts: those that come are open and have pressed nowhere.
    fn renew(self, by: &Renewal) -> Self {
        let [la, la_bar, gd, sliding] =
            [&self.la, &self.la_bar, &self.gd, &self.sliding].map(|v| by.rows(v, 0.0));
        let (on_v, open) = (by.rows(&self.on_v, false), by.contacts(&self.open, true));
        let closed = by.contacts(&self.closed, false);
        // gaps of contacts that come are not known, but positive
        let (g, gdd) = (by.rows(&self.g, 1.0), by.rows(&self.gdd, 0.0));
        Known { la, la_bar, gd, sliding, on_v, open, closed, g, gdd, ..self }
    }
    /// On a changed step: ā <- a + (h_new/h_old)(ā - a), likewise λ̄.
    pub fn rescale(&mut self, ratio: f64) {
        let pairs = self.a_bar.iter_mut().zip(&self.a);
        for (bar, now) in pairs.chain(self.la_bar.iter_mut().zip(&self.la)) {
            *bar = now + ratio * (*bar - now);
        }
    }
}

/// Zero velocities, with the rate of time.
fn extended(nu: usize) -> Vec<f64> {
    let mut u = vec![0.0; nu + 1];
    u[nu] = 1.0;
    u
}

impl Step {
    pub fn new(sys: &System, l: &Levels, absolute: bool) -> Self {
        let (nq, nu, nr) = (sys.nq, sys.nu, sys.nr);
        let z = |n: usize| vec![0.0; n];
        let end = End {
            a_bar: z(nu),
            la_bar: z(nr),
            u: extended(nu),
            q: z(nq),
            x: z(nu),
            P: z(nr),
            khat: z(nr),
            ev: sys.eval_near(),
            gd: z(nr),
            xi: z(nr),
            xihat: z(nr),
            gdd: z(nr),
            gdd_size: z(nr),
            r: z(nr),
        };
        let [R1, R2, R3] = [0; 3].map(|_| z(nu + 1));
        Step {
            nu,
            nr,
            h: 0.0,
            e: z(nr),
            part: false,
            keeps_directions: false,
            gaps: z(sys.contacts.len()),
            evaluations: 0,
            from: Known::new(sys),
            y: Unknowns::new(sys),
            end,
            on: Sets::new(sys),
            res: Residuals { R1, R2, R3, k_a: z(nr), e_U: 0.0, e_Q: 0.0, impulses: false },
            scales: Scales {
                length: sys.length(),
                reach: f64::INFINITY,
                force: 0.0,
                stiffness: 0.0,
                absolute,
            },
            frozen: None,
            q_pred: z(nq),
            u_star: extended(nu),
            smooth_u: (l.row == SmoothRow::SmoothVelocity).then(|| extended(nu)),
            smooth: l.pvv.then(|| SmoothMotion::new(sys)),
            start: l.at_start.then(|| Box::new(sys.eval())),
            scratch: z(nu.max(nr)),
        }
    }

    /// The same beginning in a system with another list of contacts.
    pub fn renewed(self, sys: &System, l: &Levels, by: &Renewal) -> Step {
        let mut new = Step::new(sys, l, self.scales.absolute);
        (new.evaluations, new.h) = (self.evaluations, self.h);
        new.from = self.from.renew(by);
        new.hold_near(sys);
        new
    }

    /// What contacts have pressed is known to the next steps.
    fn hold_near(&mut self, sys: &System) {
        let Known { la, la_bar, .. } = &self.from;
        sys.hold_near(&mut self.end.ev, |r| la[r] != 0.0 || la_bar[r] != 0.0);
    }

    /// Begin a step of length h: q0 + h q' + h²/2 q''(a = 0), the known part of (125).
    pub fn begin(&mut self, sys: &System, h: f64) {
        self.h = h;
        let from = &self.from;
        for r in 0..self.nr {
            self.e[r] = if self.part { 0.0 } else { restitution_of(sys, &from.closed, r) };
        }
        self.scales.stiffness = from.stiffness;
        let fall = 0.5 * h * h * largest(&from.a);
        self.scales.reach =
            1e3 * (self.scales.length + largest(&from.q) + h * largest(&from.u) + fall);
        if let Some(start) = &mut self.start {
            sys.evaluate(from.t, &from.q, &from.u, start);
            let entries = start.M.iter_mut().zip(&sys.M_entries);
            entries.for_each(|(M, (i, j))| *M = f64::from(u8::from(i == j)));
            start.M_diag.fill(1.0);
            start.M_inv.fill(1.0);
            self.evaluations += 1;
        }
        if sys.plain_kinematics() {
            for (q, (q0, u0)) in self.q_pred.iter_mut().zip(from.q.iter().zip(&from.u)) {
                *q = q0 + h * u0;
            }
            return;
        }
        let (t, q, u) = (from.t, &from.q, &from.u);
        sys.qdot(t, q, u, &mut self.q_pred);
        sys.qddot0(t, q, u, &mut self.end.q);
        for (pred, (q0, qdd)) in self.q_pred.iter_mut().zip(q.iter().zip(&self.end.q)) {
            *pred = q0 + h * *pred + 0.5 * h * h * qdd;
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
        let (from, end) = (&self.from, &mut self.end);
        let (a, a0, a_bar0, u0) = (&self.y.a[..nu], &from.a[..nu], &from.a_bar[..nu], &from.u);
        let (a_bar, u, x) = (&mut end.a_bar[..nu], &mut end.u[..nu], &mut end.x[..nu]);
        for i in 0..nu {
            let bar = f1 * a[i] + f0 * a0[i] + f * a_bar0[i];
            a_bar[i] = bar;
            u[i] = u0[i] + v0 * a_bar0[i] + v1 * bar;
            x[i] = x0 * a_bar0[i] + x1 * bar;
        }
        if let Some(smooth) = &mut self.smooth_u {
            smooth[..nu].copy_from_slice(u);
        }
        if self.y.jumps {
            u.iter_mut().zip(&self.y.U).for_each(|(u, U)| *u += U);
            x.iter_mut().zip(&self.y.Q).for_each(|(x, Q)| *x += Q);
        }
        if sys.plain_kinematics() {
            let moved = self.q_pred.iter().zip(&end.x);
            end.q.iter_mut().zip(moved).for_each(|(q, (p, x))| *q = p + x);
        } else {
            sys.B(from.t, &from.q, &end.x, &mut end.q);
            end.q.iter_mut().zip(&self.q_pred).for_each(|(q, p)| *q += p);
        }
        (0..self.nr).for_each(|r| self.dependent_force(c, r));
    }

    pub fn dependent_force(&mut self, c: &Coefficients, r: usize) {
        self.end.la_bar[r] = c.bar(self.from.la_bar[r], self.from.la[r], self.y.la[r]);
        self.end.P[r] = self.y.La[r] + self.smooth_percussion(c, r);
        self.end.khat[r] = self.y.ka[r] + self.smooth_double(c, r);
    }

    /// h((1-γ) λ̄0 + γ λ̄1).
    pub fn smooth_percussion(&self, c: &Coefficients, r: usize) -> f64 {
        self.h * c.once(self.from.la_bar[r], self.end.la_bar[r])
    }

    /// h²((1/2-β) λ̄0 + β λ̄1).
    pub fn smooth_double(&self, c: &Coefficients, r: usize) -> f64 {
        self.h * self.h * c.twice(self.from.la_bar[r], self.end.la_bar[r])
    }

    /// λ, Λ and κ of row r that belong to κ̂, P and λ.
    pub fn take_forces(&mut self, c: &Coefficients, r: usize, [khat, P, la]: [f64; 3]) {
        self.y.la[r] = la;
        self.end.la_bar[r] = c.bar(self.from.la_bar[r], self.from.la[r], la);
        self.y.La[r] = P - self.smooth_percussion(c, r);
        self.y.ka[r] = khat - self.smooth_double(c, r);
        (self.end.P[r], self.end.khat[r]) = (P, khat);
    }

    /// Evaluate the system at the end of the step and the kinematic quantities of all rows.
    pub fn kinematics(&mut self, sys: &System, c: &Coefficients) {
        let t = self.from.t + self.h;
        let end = &mut self.end;
        match &self.frozen {
            Some(frozen) => {
                sys.evaluate_motion(t, &end.q, &end.u, &mut end.ev);
                sys.evaluate_joints(t, &end.q, &end.u, &mut end.ev);
                frozen.apply(sys, &mut end.ev, &end.x);
            }
            None => sys.evaluate(t, &end.q, &end.u, &mut end.ev),
        }
        self.evaluations += 1;
        if c.backward {
            for (star, (u0, x)) in self.u_star.iter_mut().zip(self.from.u.iter().zip(&end.x)) {
                *star = u0 + x / self.h;
            }
            sys.evaluate_h(t, &end.q, &self.u_star, &mut end.ev);
        }
        for r in 0..self.nr {
            let (w, col) = sys.row(&end.ev, r);
            let zeta = end.ev.zeta[r];
            let (mut gd, mut gdd, mut size) = (0.0, zeta, zeta.abs());
            for (w, &d) in w.iter().zip(col) {
                gd += w * end.u[d];
                let a = w * self.y.a[d];
                gdd += a;
                size += a.abs();
            }
            (end.gd[r], end.gdd[r], end.gdd_size[r]) = (gd, gdd, size);
            // (44), (48): ξ = g' + e g'(u0), both at q1
            let e = self.e[r];
            let old = if e == 0.0 { 0.0 } else { sys.row_dot(&end.ev, r, &self.from.u) };
            end.xi[r] = restitution(e, gd, old);
        }
        if self.part {
            self.exchange_gaps(sys, false);
        }
        self.slide(sys, c.backward);
    }

    /// A part of a step between located events: contacts that were open are not seen, and whether planar friction keeps its direction.
    pub fn begin_part(&mut self, keeps_directions: bool) {
        (self.part, self.keeps_directions) = (true, keeps_directions);
    }

    /// All contacts are seen.
    pub fn end_parts(&mut self) {
        (self.part, self.keeps_directions) = (false, false);
    }

    /// Gaps of contacts that are not seen: large, or as they are.
    pub fn exchange_gaps(&mut self, sys: &System, seen: bool) {
        let Step { from, end, gaps, .. } = self;
        for (c, k) in sys.contacts.iter().enumerate().filter(|(c, _)| !from.closed[*c]) {
            let g = &mut end.ev.g[k.row];
            match seen {
                true => *g = gaps[c],
                false => (gaps[c], *g) = (*g, UNSEEN * sys.contact_size(c)),
            }
        }
    }

    /// What is found at the first iterate of a step and kept: r of the prox equations, and the size of the forces.
    pub fn measure(&mut self, sys: &System) {
        let ev = &self.end.ev;
        let inverse = |g: f64| if g > 0.0 { 1.0 / g } else { 1.0 };
        let own = |r: usize| sys.delassus_diagonal(ev, r);
        for c in &sys.contacts {
            self.end.r[c.row] = c.law.r.unwrap_or_else(|| inverse(own(c.row)));
        }
        for f in &sys.frictions {
            let most = f.rows.clone().map(own).fold(0.0, f64::max);
            let r = f.law.r.unwrap_or_else(|| inverse(most));
            f.rows.clone().for_each(|k| self.end.r[k] = r);
        }
        self.scales.force = 0.0;
        for e in &sys.elements {
            let n = e.dofs.len();
            for (k, r) in e.rows.clone().enumerate().filter(|(_, r)| self.y.la[*r] != 0.0) {
                let w = &ev.W[e.w + k * n..e.w + (k + 1) * n];
                for (w, &d) in w.iter().zip(&e.dofs).filter(|(_, &d)| d < sys.nu) {
                    let a = (self.y.la[r] * w / ev.M_diag[d]).abs();
                    self.scales.force = self.scales.force.max(a);
                }
            }
        }
    }

    /// ∂h/∂θ and ∂h/∂u at the velocity that h sees.
    pub fn differentiate_h(&mut self, sys: &System, c: &Coefficients, d: &mut Derivatives) {
        let (t, end) = (self.from.t + self.h, &mut self.end);
        if c.backward {
            std::mem::swap(&mut end.ev.u, &mut self.u_star);
        }
        sys.differentiate_h(t, &end.q, &end.ev, d);
        if c.backward {
            std::mem::swap(&mut end.ev.u, &mut self.u_star);
        }
    }

    /// How much elastic forces amplify the round-off of the coordinates.
    pub fn note_stiffness(&mut self, sys: &System, dh_q: &[f64]) {
        let now = self.row_sums(sys, dh_q);
        // an iterate that runs away must not loosen the tolerance
        self.scales.stiffness = now.min(10.0 * self.from.stiffness);
    }

    /// Largest sum of the absolute values of a row, over the mass.
    pub fn row_sums(&mut self, sys: &System, K: &[f64]) -> f64 {
        let sums = &mut self.scratch[..self.nu];
        sums.fill(0.0);
        for (&(i, j), v) in sys.K_entries.iter().zip(K) {
            if i < self.nu && j < self.nu {
                sums[i] += v.abs();
            }
        }
        sums.iter().zip(&self.end.ev.M_diag).map(|(k, m)| k / m).fold(0.0, f64::max)
    }

    /// At the start of a run, with the forces found there.
    pub fn start(&mut self, sys: &System, d: &mut Derivatives) {
        let (from, end) = (&self.from, &mut self.end);
        sys.evaluate(from.t, &from.q, &from.u, &mut end.ev);
        self.evaluations += 1;
        sys.rows_dot(&end.ev, &end.ev.u, &mut end.gd);
        self.y.a[..self.nu].copy_from_slice(&from.a);
        sys.rows_dot(&end.ev, &self.y.a, &mut end.gdd);
        end.gdd.iter_mut().zip(&end.ev.zeta).for_each(|(gdd, zeta)| *gdd += zeta);
        end.q.copy_from_slice(&from.q);
        end.u.copy_from_slice(&from.u);
        end.P.copy_from_slice(&from.la);
        self.on.a.fill(false);
        self.on.v.fill(false);
        self.keep_sliding(sys);
        self.start_sets(sys);
        self.keep_contacts(sys);
        if sys.stiff() {
            sys.differentiate_h(self.from.t, &self.from.q, &self.end.ev, d);
            self.from.stiffness = self.row_sums(sys, &d.dh_q);
        }
    }

    /// Gaps at the end of the step with their derivatives, and which contacts are closed and at rest. Where many share their loads,
    /// velocities are known less well: those that were closed and press stay so.
    fn keep_contacts(&mut self, sys: &System) {
        let rest = REST * self.scales.length.max(largest(&self.end.u[..self.nu]));
        let Step { from, end, on, e, .. } = self;
        for (c, k) in sys.contacts.iter().enumerate() {
            let r = k.row;
            let touches = on.v[r] || end.ev.g[r] <= sys.band(c);
            let presses = e[r] == 0.0 && on.a[r];
            from.closed[c] = touches && end.gd[r].abs() <= rest || presses;
        }
        from.rest = rest;
        from.g.copy_from_slice(&end.ev.g);
        from.gdd.copy_from_slice(&end.gdd);
    }

    /// Whether the step has led to numbers.
    pub fn is_finite(&self) -> bool {
        self.end.q.iter().chain(&self.end.u).all(|v| v.is_finite())
    }

    /// The end of the step becomes the next beginning.
    pub fn accept(&mut self, sys: &System) {
        self.keep_sliding(sys);
        self.keep_contacts(sys);
        let (from, end) = (&mut self.from, &mut self.end);
        from.t += self.h;
        from.on_v.copy_from_slice(&self.on.v);
        from.gd.copy_from_slice(&end.gd);
        from.stiffness = self.scales.stiffness;
        sys.normalize(&mut end.q);
        std::mem::swap(&mut from.q, &mut end.q);
        std::mem::swap(&mut from.u, &mut end.u);
        std::mem::swap(&mut from.a_bar, &mut end.a_bar);
        from.a.copy_from_slice(&self.y.a[..self.nu]);
        from.la.copy_from_slice(&self.y.la);
        from.la_bar.copy_from_slice(&end.la_bar);
        self.hold_near(sys);
    }
}

/// The equation of row r at acceleration level.
pub(super) fn smooth_row(sys: &System, l: &Levels, r: usize) -> SmoothRow {
    match (sys.kinds[r], l.row) {
        (RowKind::Normal(_) | RowKind::Friction(_), _) => SmoothRow::Acceleration,
        (RowKind::Velocity, SmoothRow::Position) => SmoothRow::Velocity,
        (_, row) => row,
    }
}

/// How far rows are from their equations at acceleration (in units of the tolerance), velocity and position level, and the largest as
/// it is.
#[derive(Clone, Copy)]
struct Rows {
    a: f64,
    v: f64,
    p: f64,
    absolute: f64,
}

/// (127).
impl Step {
    /// The equations of motion, the rows in use, and `laws` that the caller judges itself, at acceleration, velocity and position
    /// level.
    pub fn residuals(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        tol: f64,
        laws: [f64; 3],
    ) -> Size {
        let nu = self.nu;
        self.motion(sys, c);
        let (end, res, scales) = (&self.end, &mut self.res, &self.scales);
        let (inv, length) = (&end.ev.M_inv, scales.length);
        let s_a = length.max(largest(&self.y.a[..nu])).max(largest_product(&end.ev.h, inv));
        let s_v = length.max(largest(&end.u[..nu]));
        let s_q = length.max(largest(&end.q));
        // iterates that ran away would satisfy any tolerance in units of their own size
        let far = s_q > scales.reach;
        let e_a = largest_product(&res.R1[..nu], inv);
        (res.e_U, res.e_Q) = (0.0, 0.0);
        if res.impulses {
            res.e_U = largest_product(&res.R2[..nu], inv);
            let inv = self.start.as_ref().map_or(inv, |start| &start.M_inv);
            res.e_Q = largest_product(&res.R3[..nu], inv);
        }
        let mut absolute = laws.into_iter().fold(0.0, worst);
        if scales.absolute {
            let all = [&res.R1, &res.R2, &res.R3].map(|R| largest(&R[..nu]));
            absolute = all.into_iter().fold(absolute, worst);
        }
        let tol = tol.max(8.0 * f64::EPSILON);
        let [mut a, v, p] = laws;
        if a > 0.0 {
            let round_off = 8.0 * f64::EPSILON * s_q * largest(&end.gdd_size);
            a /= (1000.0 * tol * length).max(round_off);
        }
        // coordinates are known to round-off only, which constraint and elastic forces amplify
        let round_off = f64::EPSILON * s_q * (8.0 * scales.force + 2.0 * scales.stiffness);
        let rows = self.rows(sys, c, l, (tol, s_q), Rows { a, v, p, absolute });
        let length = self.scales.length;
        let levels = [
            e_a / (1000.0 * tol * s_a).max(round_off),
            rows.a,
            self.res.e_U / (tol * s_v),
            rows.v / (tol * (length + 0.01 * s_v)).max(8.0 * f64::EPSILON * s_v),
            self.res.e_Q / (tol * s_q),
            rows.p / (tol * length).max(8.0 * f64::EPSILON * s_q),
        ];
        let scaled = if far { f64::INFINITY } else { levels.into_iter().fold(0.0, worst) };
        Size { scaled, absolute: rows.absolute }
    }

    /// (74) R1 = M a - h - W λ, (78) R2 = M U - W Λ, (80) R3 = M Q - W κ - h/2 W Λ_F.
    fn motion(&mut self, sys: &System, c: &Coefficients) {
        let Step { y, end, res, start, .. } = self;
        let position = start.as_deref().unwrap_or(&end.ev);
        res.R1.iter_mut().zip(&end.ev.h).for_each(|(R, h)| *R = -h);
        res.R1[self.nu] = 0.0;
        if std::mem::replace(&mut res.impulses, y.jumps) {
            res.R2.fill(0.0);
            res.R3.fill(0.0);
        }
        sys.add_M(&end.ev, &y.a, &mut res.R1);
        if y.jumps {
            sys.add_M(&end.ev, &y.U, &mut res.R2);
            sys.add_M(position, &y.Q, &mut res.R3);
        }
        for r in 0..self.nr {
            let (la, La, ka) = (y.la[r], y.La[r], position_force(sys, c, self.h, y, r));
            if la == 0.0 && La == 0.0 && ka == 0.0 {
                continue;
            }
            res.impulses |= La != 0.0 || ka != 0.0;
            let (w, col) = sys.row(&end.ev, r);
            for (w, &d) in w.iter().zip(col) {
                res.R1[d] -= w * la;
                res.R2[d] -= w * La;
            }
            let (w, col) = sys.row(position, r);
            w.iter().zip(col).for_each(|(w, &d)| res.R3[d] -= w * ka);
        }
    }

    /// (84), (85), (87), (94), (101): the rows in use, each by the equation of its level; `at` is what was found before.
    fn rows(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        (tol, s_q): (f64, f64),
        mut at: Rows,
    ) -> Rows {
        let Step { end, on, res, h, .. } = self;
        let (gamma, beta) = (*h * c.gamma * c.ratio(), *h * *h * c.beta * c.ratio());
        for r in 0..self.nr {
            if on.a[r] {
                let (raw, per) = match smooth_row(sys, l, r) {
                    SmoothRow::Acceleration | SmoothRow::Free => (end.gdd[r], 1.0),
                    SmoothRow::Velocity => (end.gd[r], gamma),
                    SmoothRow::Position => (end.ev.g[r], beta),
                    SmoothRow::SmoothVelocity => {
                        let u = self.smooth_u.as_deref().unwrap_or(&end.u);
                        (sys.row_dot(&end.ev, r, u), gamma)
                    }
                    SmoothRow::Baumgarte { alpha, beta } => {
                        (end.gdd[r] + 2.0 * alpha * end.gd[r] + beta * beta * end.ev.g[r], 1.0)
                    }
                };
                at.absolute = worst(at.absolute, raw);
                res.k_a[r] = raw / per;
                match smooth_row(sys, l, r) {
                    SmoothRow::Velocity | SmoothRow::SmoothVelocity => at.v = worst(at.v, raw),
                    SmoothRow::Position => at.p = worst(at.p, raw),
                    _ => {
                        // W is known to the round-off of the coordinates
                        let round_off = 8.0 * f64::EPSILON * s_q * end.gdd_size[r];
                        let allowed = (1000.0 * tol * self.scales.length).max(round_off);
                        at.a = worst(at.a, raw / allowed);
                    }
                }
            }
            if on.v[r] {
                at.v = worst(at.v, end.xi[r]);
                at.absolute = worst(at.absolute, end.xi[r]);
            }
            if on.p[r] {
                at.p = worst(at.p, end.ev.g[r]);
                at.absolute = worst(at.absolute, end.ev.g[r]);
            }
        }
        at
    }

    /// How far the accelerations of the last residuals are from the forces, relative to the largest of both.
    pub fn unbalanced(&self) -> f64 {
        let (ev, inv) = (&self.end.ev, &self.end.ev.M_inv);
        let most = largest(&self.y.a[..self.nu]).max(largest_product(&ev.h, inv));
        largest_product(&self.res.R1[..self.nu], inv) / most.max(f64::MIN_POSITIVE)
    }
}

/// Coefficient of restitution of row r in a step that begins with these contacts closed and at rest.
fn restitution_of(sys: &System, closed: &[bool], r: usize) -> f64 {
    match sys.kinds[r] {
        // Poisson's law: a step compresses
        RowKind::Normal(c) if closed[c] || sys.contacts[c].law.impact == Impact::Poisson => 0.0,
        RowKind::Normal(c) => sys.contacts[c].law.e_N,
        RowKind::Friction(f) => sys.frictions[f].law.e_F,
        _ => 0.0,
    }
}

/// The multiplier of row r in the balance of the position level (80).
pub(super) fn position_force(
    sys: &System,
    c: &Coefficients,
    h: f64,
    y: &Unknowns,
    r: usize,
) -> f64 {
    match sys.kinds[r] {
        RowKind::Position | RowKind::Normal(_) => y.ka[r],
        _ => c.share * h * y.La[r],
    }
}

/// Largest absolute value, NaN if one is not finite.
pub(super) fn largest(v: &[f64]) -> f64 {
    largest_of(v, |k| v[k])
}

/// Largest absolute value of the products x y, NaN if one is not finite.
fn largest_product(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len().min(y.len());
    let (x, y) = (&x[..n], &y[..n]);
    largest_of(x, |k| x[k] * y[k])
}

/// In four lanes; what is not finite leaves NaN in the sum of zeros.
fn largest_of(v: &[f64], value: impl Fn(usize) -> f64) -> f64 {
    let (mut max, mut sum) = ([0.0; 4], [0.0; 4]);
    let whole = v.len() - v.len() % 4;
    for at in (0..whole).step_by(4) {
        for k in 0..4 {
            let x = value(at + k);
            max[k] = if x.abs() > max[k] { x.abs() } else { max[k] };
            sum[k] += 0.0 * x;
        }
    }
    let rest = (whole..v.len()).fold(0.0, |m, k| worst(m, value(k)));
    max.iter().zip(&sum).fold(rest, |m, (max, zero)| worst(m, max + zero))
}

/// The larger absolute value; NaN if there is one.
pub(super) fn worst(a: f64, v: f64) -> f64 {
    // a NaN met before stays, a new one fails the comparison
    if a.is_nan() || v.abs() <= a {
        a
    } else {
        v.abs()
    }
}
