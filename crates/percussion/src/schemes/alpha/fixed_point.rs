//! Fixed point for steps whose Newton matrix is singular (dependent contacts) or whose active sets do
//! not settle. Around the current iterate the smooth equations are linear, and each level is a
//! contact problem in its own multipliers, all with the same M, W and joints:
//!
//! ```text
//! M x = M x0 + h²β' h + W (κ̂ - κ0) + ...      g_N = W x + ...      κ̂_N           (128)
//! M u = M v0 + hγ' h  + W (P - P0)            ξ   = W u + ...      P_N, P_F      (131), (137)
//! M a = h + W λ                               g'' = W a + ζ        λ_N, λ_F      (134), (140)
//! ```
//!
//! where x0, v0, κ0, P0 are what the beginning of the step contributes, and the multipliers of the
//! joints are counted in the same way. The levels are solved in this order, each from the solution of
//! the last iterate; contacts closed at one enter the next, friction acts on positions with what it
//! was. Then the equations are linearised anew. What decides whether the step is solved are the laws
//! themselves, not index sets. Contacts take part that press, have pressed, or are as near as a
//! small part of their size.

use super::decoupled::Decoupled;
use super::levels::{Coefficients, Levels, SmoothRow};
use super::step::{worst, Size, Step};
use super::{Failure, Why};
use crate::contact::law::{restitution, Item, Local, Rubbing};
use crate::contact::reduce::{restitution_of, Level, Make, Reached, Reduction};
use crate::contact::{Budget, Goal};
use crate::memory::remember;
use crate::schemes::Interrupt;
use crate::system::{Contact, Kkt, Normal, RowKind, System};

/// The levels, in the order in which they are solved.
const POSITION: usize = 0;
const VELOCITY: usize = 1;
const ACCELERATION: usize = 2;

#[derive(Default)]
pub(super) struct FixedPoint {
    reduction: Reduction,
    levels: [Level; 3],
    /// Contacts that take part.
    near: Vec<bool>,
    /// Factors of M alone.
    mass: Kkt,
    none: Vec<bool>,
    /// What the beginning of the step contributes to u and x, and to P and κ̂ of each row.
    v0: Vec<f64>,
    x0: Vec<f64>,
    P0: Vec<f64>,
    k0: Vec<f64>,
    rows: Vec<f64>,
    sum: Vec<f64>,
    /// What friction contributes to the position level.
    rubbed: Vec<f64>,
    /// Multiplications since this was last set to zero, roughly: a measure of time that does not
    /// depend on the machine.
    pub work: f64,
    limit: f64,
    /// Relative residual up to which the best iterate is taken where none converges.
    pub accept: f64,
    /// The residual of the last solution, where it was taken so.
    pub accepted: Option<f64>,
    /// Asks to stop.
    pub stop: Interrupt,
    /// The best iterate that may be accepted: its residual; a, U, Q; λ, Λ, κ.
    best: Option<(f64, [Vec<f64>; 6])>,
    /// Contacts that were furthest from their laws when the last try failed.
    unsettled: Vec<usize>,
    /// What the items do at the end of the last solution, six numbers each: whether they are active at
    /// velocity and acceleration level, whether they slide, and where to.
    laws: Vec<f64>,
    /// Whether there is room for a system.
    ready: bool,
}
remember!(FixedPoint {
    near, laws, work;
    skip reduction, levels, mass, none, v0, x0, P0, k0, rows, sum, rubbed, limit, accept, accepted,
    stop, best, unsettled, ready
});

/// Most linearisations.
const OUTER: usize = 60;
/// Linearisations without a better residual after which none is expected.
const STALLED: usize = 8;
/// Most multiplications spent on one contact problem, before and after the features are held.
const SOLVE: [f64; 2] = [3e7, 2e8];
/// Most rounds over the levels in one linearisation.
const ROUNDS: usize = 3;
/// Most multiplications spent on one step and its parts: about a second.
const MAX_WORK: f64 = 1e9;
/// The part of what is left of them for one try.
const SHARE: f64 = 0.4;
/// Iterations after which the features of the contacts are held.
const FREEZE: usize = 2;
/// Penetration of features that were not there when the others were held, in parts of their size.
const UNSEEN: f64 = 2e-10;

impl FixedPoint {
    pub fn new(sys: &System, solver: Make) -> Self {
        let mut reduction = Reduction::new(sys).with_solver(solver);
        reduction.use_joints(sys, |k| matches!(k, RowKind::Position | RowKind::Velocity));
        let z = |n: usize| vec![0.0; n];
        FixedPoint {
            reduction,
            levels: Default::default(),
            near: vec![false; sys.contacts.len()],
            mass: Kkt::new(sys),
            none: vec![false; sys.nr],
            v0: z(sys.nu + 1),
            x0: z(sys.nu + 1),
            P0: z(sys.nr),
            k0: z(sys.nr),
            rows: z(sys.nr),
            sum: z(sys.nu + 1),
            rubbed: z(sys.nu),
            work: 0.0,
            limit: MAX_WORK,
            accept: 0.0,
            accepted: None,
            stop: Interrupt::default(),
            best: None,
            unsettled: Vec::new(),
            laws: Vec::new(),
            ready: true,
        }
    }

    /// Make room, and take up what was remembered.
    pub fn prepare(&mut self, sys: &System, solver: Make) {
        if self.ready {
            return;
        }
        let (near, laws) = (std::mem::take(&mut self.near), std::mem::take(&mut self.laws));
        *self = FixedPoint { work: self.work, laws, ..FixedPoint::new(sys, solver) };
        if near.len() == sys.contacts.len() && !self.laws.is_empty() {
            self.near = near;
            self.select(sys);
            let [_, velocity, acceleration] = &mut self.levels;
            let items = velocity.items.iter_mut().zip(&mut acceleration.items);
            for ((item, later), law) in items.zip(self.laws.chunks_exact(6)) {
                (item.active, later.active) = (law[0] != 0.0, law[1] != 0.0);
                if law[2] != 0.0 {
                    later.rubbing = Rubbing::Slides([law[3], law[4], law[5]]);
                }
            }
        }
    }

    /// Write down what the items do.
    fn keep_laws(&mut self) {
        let [_, velocity, acceleration] = &self.levels;
        self.laws.clear();
        for (item, later) in velocity.items.iter().zip(&acceleration.items) {
            let (slides, s) = match later.rubbing {
                Rubbing::Slides(s) => (1.0, s),
                _ => (0.0, [0.0; 3]),
            };
            let active = |i: &Item| f64::from(u8::from(i.active));
            self.laws.extend([active(item), active(later), slides, s[0], s[1], s[2]]);
        }
    }

    fn select(&mut self, sys: &System) {
        self.reduction.select(sys, |c| self.near[c]);
        for level in &mut self.levels {
            level.items.clone_from(&self.reduction.items);
        }
    }

    /// Names of the contacts that were furthest from their laws when the last try failed.
    pub fn unsettled<'a>(&'a self, sys: &'a System) -> impl Iterator<Item = &'a str> {
        self.unsettled.iter().map(|&c| crate::schemes::contacts::name(sys, c))
    }

    /// Remember an iterate that may be accepted, if it is the best so far.
    fn remember(&mut self, s: &Step, relative: f64) {
        let better = self.best.as_ref().is_none_or(|b| relative < b.0);
        if better && relative <= self.accept {
            let rows = [&s.la, &s.La, &s.ka].map(Clone::clone);
            let [la, La, ka] = rows;
            self.best = Some((relative, [s.a.clone(), s.U.clone(), s.Q.clone(), la, La, ka]));
        }
    }

    /// Take the best iterate, where there is one.
    fn accept_best(&mut self, sys: &System, c: &Coefficients, l: &Levels, s: &mut Step) -> bool {
        let Some((relative, [a, U, Q, la, La, ka])) = self.best.take() else { return false };
        (s.a, s.U, s.Q, s.la, s.La, s.ka) = (a, U, Q, la, La, ka);
        (s.frozen, s.jumps) = (None, true);
        s.dependents(sys, c);
        s.kinematics(sys, c, false);
        s.gaps_of_smooth_motion(sys);
        self.laws(sys, l, s);
        self.sets(sys, l, s);
        self.accepted = Some(relative);
        true
    }

    /// The contacts that are furthest from their laws at velocity level, at most eight.
    fn note_unsettled(&mut self, s: &Step) {
        let mut all: Vec<(f64, usize)> = Vec::new();
        for (item, _) in self.items() {
            let r = self.local(item, &s.r);
            let r = [if item.normal.is_some() { r[0] } else { 1.0 }, r[1]];
            let F =
                item.natural_map(&self.local(item, &s.P), &self.local(item, &s.sliding.xihat), r);
            all.push((F.into_iter().fold(0.0, worst), item.contact));
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let most = all.first().map_or(0.0, |a| a.0);
        all.retain(|a| a.0 > 0.0 && a.0 >= 1e-3 * most);
        self.unsettled.clear();
        self.unsettled.extend(all.iter().take(8).map(|a| a.1));
    }

    /// Contacts that press, have pressed or are near take part from now on.
    fn gather(&mut self, sys: &System, s: &Step, first: bool) {
        let mut more = first;
        for (c, k) in sys.contacts.iter().enumerate() {
            let r = k.row;
            let forces = [s.la0[r], s.la_bar0[r], s.la[r], s.P[r], s.khat[r]];
            let close = s.ev.g[r] <= sys.band(c);
            let now = close || forces.iter().any(|v| *v != 0.0);
            more |= now && !self.near[c];
            self.near[c] = now || self.near[c] && !first;
        }
        if more {
            self.select(sys);
        }
    }

    /// `again`: with the contacts and laws of the last step to begin with. `joints` corrects what belongs to the rows
    /// in use, none of them of a contact.
    pub fn solve(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        s: &mut Step,
        tol: f64,
        again: bool,
        joints: &mut Decoupled,
        converged: impl Fn(Size) -> bool,
    ) -> Result<usize, Failure> {
        let covered =
            matches!(l.row, SmoothRow::Acceleration | SmoothRow::Free | SmoothRow::SmoothVelocity);
        (s.frozen, self.best, self.accepted) = (None, None, None);
        // no try may take all that is left for the halves of the step
        self.limit = self.work + SHARE * (MAX_WORK - self.work);
        self.unsettled.clear();
        let done = if covered {
            self.iterate(sys, c, l, s, tol, again, joints, converged)
        } else {
            Err(Failure { residual: f64::NAN, iterations: 0, why: Why::Stalled })
        };
        s.frozen = None;
        self.keep_laws();
        match done {
            Err(f) if !self.stop.raised() && self.accept_best(sys, c, l, s) => Ok(f.iterations),
            Err(f) => {
                self.note_unsettled(s);
                Err(f)
            }
            ok => ok,
        }
    }

    fn iterate(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        s: &mut Step,
        tol: f64,
        again: bool,
        joints: &mut Decoupled,
        converged: impl Fn(Size) -> bool,
    ) -> Result<usize, Failure> {
        let mut iterations = 0;
        let mut residual = f64::NAN;
        let mut refined = false;
        let (mut least, mut least_at) = (f64::INFINITY, 0);
        for outer in 0..OUTER {
            s.dependents(sys, c);
            s.kinematics(sys, c, outer == 0);
            if outer >= FREEZE && s.frozen.is_none() {
                s.freeze(sys);
            }
            let sets = outer == 0 && !again;
            let laws = if sets {
                s.index_sets(sys, c, l);
                [0.0; 3]
            } else {
                s.gaps_of_smooth_motion(sys);
                self.laws(sys, l, s)
            };
            let size = s.residuals(sys, c, l, tol, laws);
            residual = size.scaled;
            if !sets && converged(size) {
                if s.frozen.take().is_some() {
                    // as it is, with all features
                    s.kinematics(sys, c, false);
                    if penetrates(sys, s) {
                        s.freeze(sys);
                        self.gather(sys, s, false);
                        iterations += self.relax(sys, c, l, s, tol);
                        continue;
                    }
                }
                self.sets(sys, l, s);
                return Ok(iterations.max(1));
            }
            if !sets {
                self.remember(s, residual * tol);
            }
            if residual < least && !sets {
                (least, least_at) = (residual, outer);
            }
            let stalled = outer > least_at + STALLED;
            if !residual.is_finite() || self.work >= self.limit || stalled || self.stop.raised() {
                break;
            }
            // where the contacts are right, joints and equations of motion are refined by increments
            refined =
                !refined && !sets && laws[0].max(1000.0 * laws[1].max(laws[2])) <= 1000.0 * tol;
            if refined && joints.update(sys, c, s, true, tol) {
                continue;
            }
            self.gather(sys, s, sets);
            iterations += self.relax(sys, c, l, s, tol);
        }
        let why = if residual.is_finite() { Why::Stalled } else { Why::NotFinite };
        Err(Failure { residual, iterations, why })
    }

    /// The items of velocity and acceleration level with their rows in the system.
    fn items(&self) -> impl Iterator<Item = (&Item, &Item)> {
        self.levels[VELOCITY].items.iter().zip(&self.levels[ACCELERATION].items)
    }

    /// Values of an item in a vector over all rows of the system.
    fn local(&self, item: &Item, v: &[f64]) -> Local {
        let mut out = [0.0; 4];
        if let Some(i) = item.normal {
            out[0] = v[self.reduction.rows[i]];
        }
        for (out, i) in out[1..].iter_mut().zip(item.tangential.clone()) {
            *out = v[self.reduction.rows[i]];
        }
        out
    }

    /// How far contacts and frictions are from their laws at acceleration, velocity and position level, in the units of
    /// each: what the prox equations would change. Unlike the index sets it is continuous where a contact neither presses nor
    /// opens, or is at the limit of friction and does not slide, as contacts that depend on each other often are.
    fn laws(&self, sys: &System, l: &Levels, s: &mut Step) -> [f64; 3] {
        // a value that is not a number stays
        let part = |fine: bool, v: f64| if fine { 0.0 } else { v };
        let (mut e_a, mut e_v, mut e_p) = (0.0_f64, 0.0_f64, 0.0_f64);
        for (_, k) in sys.contacts.iter().enumerate().filter(|(c, _)| !self.near[*c]) {
            e_p = worst(e_p, part(s.ev.g[k.row] >= 0.0, s.ev.g[k.row]));
        }
        for (item, later) in self.items() {
            let r = self.local(item, &s.r);
            let r = [if item.normal.is_some() { r[0] } else { 1.0 }, r[1]];
            let law = |item: &Item, m: &[f64], y: &[f64]| {
                let F = item.natural_map(&self.local(item, m), &self.local(item, y), r);
                F.into_iter().fold(0.0, worst)
            };
            if let Some(k) = item.normal {
                let k = self.reduction.rows[k];
                let gap = Item { active: true, rubbing: Rubbing::None, ..Item::default() };
                let gap = Item { normal: Some(0), tangential: 0..0, ..gap };
                let F =
                    gap.natural_map(&[s.khat[k], 0.0, 0.0, 0.0], &[s.ev.g[k], 0.0, 0.0, 0.0], r);
                e_p = worst(e_p, F[0]);
                if item.active && s.smooth_gap(k).is_none() {
                    e_p = worst(e_p, part(s.ev.g[k] <= 0.0, s.ev.g[k]));
                }
            }
            e_v = worst(e_v, law(item, &s.P, &s.sliding.xihat));
            if l.contacts {
                e_a = worst(e_a, law(later, &s.la, &s.gdd));
            }
        }
        for &r in &self.reduction.rows {
            (s.on_p[r], s.on_v[r], s.on_a[r]) = (false, false, false);
        }
        [e_a, e_v, e_p]
    }

    /// The index sets that belong to the solution.
    fn sets(&self, sys: &System, l: &Levels, s: &mut Step) {
        for (i, (item, later)) in self.items().enumerate() {
            if let Some(k) = item.normal {
                let r = self.reduction.rows[k];
                s.on_p[r] = item.active;
                s.on_v[r] = item.active && s.P[r] - s.r[r] * s.xi[r] > 0.0;
                s.on_a[r] = l.contacts && later.active && s.la[r] - s.r[r] * s.gdd[r] > 0.0;
            }
            let Some(f) = self.reduction.frictions[i] else { continue };
            for r in sys.frictions[f].rows.clone() {
                s.on_v[r] = item.active && s.P[r] != 0.0 && later.rubbing == Rubbing::Disc;
                s.on_a[r] = l.contacts && s.on_v[r] && later.active;
            }
        }
    }

    /// Whether the step has taken so long that it is hopeless.
    pub fn exhausted(&self) -> bool {
        self.work > 0.99 * MAX_WORK
    }

    /// What the beginning of the step contributes, and the right sides that do not depend on contacts.
    fn known(&mut self, sys: &System, c: &Coefficients, l: &Levels, s: &Step) {
        let (nu, h) = (s.nu, s.h);
        let once = |bar0: f64, bar: f64| h * c.once(bar0, bar);
        let twice = |bar0: f64, bar: f64| h * h * c.twice(bar0, bar);
        for i in 0..nu {
            let bar = c.bar(s.a_bar0[i], s.a0[i], 0.0);
            self.v0[i] = s.u0[i] + once(s.a_bar0[i], bar);
            self.x0[i] = twice(s.a_bar0[i], bar);
        }
        (self.v0[nu], self.x0[nu]) = (1.0, 0.0);
        for r in 0..s.nr {
            (self.P0[r], self.k0[r]) = (0.0, 0.0);
        }
        for &r in self.reduction.rows.iter().chain(&self.reduction.joints) {
            let bar = c.bar(s.la_bar0[r], s.la0[r], 0.0);
            (self.P0[r], self.k0[r]) = (once(s.la_bar0[r], bar), twice(s.la_bar0[r], bar));
        }
        let (gamma, beta) = (h * c.gamma * c.ratio(), h * h * c.beta * c.ratio());
        let time = |r: usize| {
            let (w, columns) = sys.row(&s.ev, r);
            w.iter().zip(columns).filter(|(_, &d)| d == nu).map(|(w, _)| w).sum::<f64>()
        };
        let [position, velocity, acceleration] = &mut self.levels;
        // M a = h + W λ
        acceleration.f.copy_from_slice(&s.ev.h);
        for (c, &r) in acceleration.c.iter_mut().zip(&self.reduction.joints) {
            *c = match l.row {
                // W ũ1 + ∂g/∂t = 0 on the smooth velocity
                SmoothRow::SmoothVelocity => sys.row_dot(&s.ev, r, &self.v0) / gamma,
                _ => s.ev.zeta[r],
            };
        }
        // M u = M v0 + hγ' h - W P0 + W P
        self.sum.fill(0.0);
        sys.add_M(&s.ev, &self.v0[..nu], &mut self.sum);
        sys.add_forces(&s.ev, &self.P0, -1.0, &mut self.sum);
        for i in 0..nu {
            velocity.f[i] = self.sum[i] + gamma * s.ev.h[i];
        }
        velocity.c.iter_mut().zip(&self.reduction.joints).for_each(|(c, &r)| *c = time(r));
        // M x = M x0 + h²β' h - W κ0 + W κ̂, and friction
        self.sum.fill(0.0);
        sys.add_M(&s.ev, &self.x0[..nu], &mut self.sum);
        for r in 0..s.nr {
            let position_level = matches!(sys.kinds[r], RowKind::Position | RowKind::Normal(_));
            self.rows[r] = if position_level { -self.k0[r] } else { 0.0 };
        }
        sys.add_forces(&s.ev, &self.rows, 1.0, &mut self.sum);
        for i in 0..nu {
            position.f[i] = self.sum[i] + beta * s.ev.h[i];
        }
        self.rubbed.fill(0.0);
        for (c, &r) in position.c.iter_mut().zip(&self.reduction.joints) {
            // rows at velocity level leave the displacement along them as it is
            let g = if sys.kinds[r] == RowKind::Position { s.ev.g[r] } else { 0.0 };
            *c = g - moved(sys, s, r);
        }
    }

    fn relax(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        s: &mut Step,
        tol: f64,
    ) -> usize {
        let h = s.h;
        self.reduction.linearise(sys, &s.ev, None);
        for level in &mut self.levels {
            self.reduction.fit(sys, level);
        }
        self.known(sys, c, l, s);
        for (k, &r) in self.reduction.rows.iter().enumerate() {
            let friction = matches!(sys.kinds[r], RowKind::Friction(_));
            self.levels[POSITION].m[k] = if friction { 0.0 } else { s.khat[r] };
            self.levels[VELOCITY].m[k] = s.P[r];
            self.levels[ACCELERATION].m[k] = s.la[r];
        }
        let (gamma, beta) = (h * c.gamma * c.ratio(), h * h * c.beta * c.ratio());
        let stop = self.stop.clone();
        let each = SOLVE[usize::from(s.frozen.is_some())];
        let mut left = self.limit - self.work;
        let mut iterations = 0;
        // a tenth of what the step asks for
        let goals = [0.1 * tol, 0.1 * tol, 100.0 * tol].map(|enough| Goal { tol: 1e-13, enough });
        for _ in 0..ROUNDS {
            let before: Vec<bool> = self.levels[POSITION].m.iter().map(|v| *v > 0.0).collect();
            for level in [POSITION, VELOCITY, ACCELERATION] {
                match level {
                    POSITION => self.position(sys, s, [gamma, beta, c.share * h]),
                    VELOCITY => self.velocity(sys, s, 0.1 * tol),
                    _ => self.acceleration(sys, l, s, 0.1 * tol),
                }
                if level == ACCELERATION && l.row == SmoothRow::Free {
                    continue;
                }
                let mut budget = Budget::new(each.min(left)).with_stop(stop.flag());
                let reached = self.solve_level(sys, s, level, goals[level], &mut budget);
                left -= budget.spent;
                iterations += reached.iterations.max(1);
            }
            let after = self.levels[POSITION].m.iter().map(|v| *v > 0.0);
            if before.into_iter().eq(after) || left <= 0.0 || stop.raised() {
                break;
            }
        }
        self.work = self.limit - left;
        self.take(sys, l, s, [gamma, beta, c.share * h]);
        iterations
    }

    fn solve_level(
        &mut self,
        sys: &System,
        s: &Step,
        which: usize,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Reached {
        self.reduction.solve(sys, &s.ev, &mut self.levels[which], which, goal, budget)
    }

    /// Position level: all contacts, friction with what it was.
    fn position(&mut self, sys: &System, s: &Step, [gamma, beta, share]: [f64; 3]) {
        let [position, velocity, acceleration] = &mut self.levels;
        self.rows.fill(0.0);
        for (k, &r) in self.reduction.rows.iter().enumerate() {
            let (P, la) = (velocity.m[k], acceleration.m[k]);
            if matches!(sys.kinds[r], RowKind::Friction(_)) {
                self.rows[r] = beta * la + share * (P - gamma * la - self.P0[r]);
            }
        }
        self.sum.fill(0.0);
        sys.add_forces(&s.ev, &self.rows, 1.0, &mut self.sum);
        // what friction added in the round before is taken away again
        for (f, (new, old)) in position.f.iter_mut().zip(self.sum.iter().zip(&mut self.rubbed)) {
            *f += new - *old;
            *old = *new;
        }
        for item in &mut position.items {
            (item.rubbing, item.active) = (Rubbing::None, item.normal.is_some());
        }
        for (b, &r) in position.b.iter_mut().zip(&self.reduction.rows) {
            *b = s.ev.g[r] - moved(sys, s, r);
        }
    }

    /// Velocity level: contacts that the position level closes.
    fn velocity(&mut self, sys: &System, s: &Step, enough: f64) {
        let h = s.h;
        let [position, velocity, _] = &mut self.levels;
        for (k, &r) in self.reduction.rows.iter().enumerate() {
            let e = restitution_of(sys, r);
            let (w, columns) = sys.row(&s.ev, r);
            let (mut now, mut old) = (0.0, 0.0);
            for (w, &d) in w.iter().zip(columns) {
                old += w * s.u0[d];
                now += if d == s.nu { *w } else { 0.0 };
            }
            // the law of friction asks for ξ̂, whose distance from ξ is that of the last iterate
            let turned = s.sliding.xihat[r] - s.xi[r];
            velocity.b[k] = restitution(e, now, old) + turned;
        }
        for (i, item) in velocity.items.iter_mut().enumerate() {
            let Some(k) = item.normal else {
                item.load = load(sys, self.reduction.frictions[i]) * h;
                continue;
            };
            let r = self.reduction.rows[k];
            item.active = match s.smooth_gap(r) {
                Some(g) => g <= sys.band(item.contact),
                None => position.y[k] - position.m[k] / s.r[r] <= enough,
            };
        }
    }

    /// Acceleration level: contacts that the velocity level keeps closed.
    fn acceleration(&mut self, sys: &System, l: &Levels, s: &Step, enough: f64) {
        let [_, velocity, acceleration] = &mut self.levels;
        for (k, &r) in self.reduction.rows.iter().enumerate() {
            acceleration.b[k] = s.ev.zeta[r];
        }
        for (i, item) in acceleration.items.iter_mut().enumerate() {
            let before = &velocity.items[i];
            item.load = load(sys, self.reduction.frictions[i]);
            item.active = l.contacts && before.active;
            let m = &velocity.m;
            if let Some(k) = item.normal {
                let kept = velocity.y[k] - m[k] / s.r[self.reduction.rows[k]] <= enough;
                item.active &= kept;
            }
            if item.tangential.is_empty() {
                continue;
            }
            let mut p = [0.0; 3];
            for (p, k) in p.iter_mut().zip(item.tangential.clone()) {
                *p = s.r[self.reduction.rows[k]] * velocity.y[k] - m[k];
            }
            let norm = p.iter().map(|v| v * v).sum::<f64>().sqrt();
            let radius = before.radius(item.normal.map_or(0.0, |k| m[k]));
            item.rubbing = if norm > radius * (1.0 + 1e-9) && norm > 0.0 {
                Rubbing::Slides(p.map(|v| v / norm))
            } else {
                Rubbing::Disc
            };
        }
    }

    /// Λ and κ from P and κ̂; a, U and Q from their own balance, so that it holds however exact the
    /// multipliers are.
    fn take(&mut self, sys: &System, l: &Levels, s: &mut Step, [gamma, beta, share]: [f64; 3]) {
        let nu = s.nu;
        let [position, velocity, acceleration] = &self.levels;
        let free = l.row == SmoothRow::Free;
        let contacts = self.reduction.rows.iter().zip(position.m.iter().zip(&velocity.m));
        for ((&r, (kh, P)), la) in contacts.zip(&acceleration.m) {
            s.la[r] = if l.contacts { *la } else { 0.0 };
            s.La[r] = P - gamma * s.la[r] - self.P0[r];
            let friction = matches!(sys.kinds[r], RowKind::Friction(_));
            s.ka[r] = if friction { 0.0 } else { kh - beta * s.la[r] - self.k0[r] };
        }
        let joints = self.reduction.joints.iter().zip(position.l.iter().zip(&velocity.l));
        for ((&r, (kh, P)), la) in joints.zip(&acceleration.l) {
            s.la[r] = if free { 0.0 } else { *la };
            s.La[r] = P - gamma * s.la[r] - self.P0[r];
            let position = sys.kinds[r] == RowKind::Position;
            s.ka[r] = if position { kh - beta * s.la[r] - self.k0[r] } else { 0.0 };
        }
        self.mass.factor(sys, &s.ev, None, &[], &self.none, &self.P0);
        for level in [ACCELERATION, VELOCITY, POSITION] {
            self.sum.fill(0.0);
            for r in 0..s.nr {
                self.rows[r] = match (level, sys.kinds[r]) {
                    (ACCELERATION, _) => s.la[r],
                    (VELOCITY, _) => s.La[r],
                    (_, RowKind::Position | RowKind::Normal(_)) => s.ka[r],
                    _ => share * s.La[r],
                };
            }
            sys.add_forces(&s.ev, &self.rows, 1.0, &mut self.sum);
            if level == ACCELERATION {
                self.sum.iter_mut().zip(&s.ev.h).for_each(|(x, h)| *x += h);
            }
            self.rows.fill(0.0);
            self.mass.solve(&mut self.sum[..nu], &mut self.rows);
            let target = match level {
                ACCELERATION => &mut s.a[..nu],
                VELOCITY => &mut s.U[..],
                _ => &mut s.Q[..],
            };
            target.copy_from_slice(&self.sum[..nu]);
        }
        s.jumps = true;
    }
}

/// W_r times the displacement of the current iterate.
fn moved(sys: &System, s: &Step, r: usize) -> f64 {
    let (w, columns) = sys.row(&s.ev, r);
    w.iter().zip(columns).filter(|(_, &d)| d < s.nu).map(|(w, &d)| w * s.x[d]).sum()
}

/// Whether a contact is penetrated by more than features may be that come and go.
fn penetrates(sys: &System, s: &Step) -> bool {
    let deep = |(c, k): (usize, &Contact)| s.ev.g[k.row] < -UNSEEN * sys.contact_size(c);
    sys.contacts.iter().enumerate().any(deep)
}

fn load(sys: &System, friction: Option<usize>) -> f64 {
    match friction.map(|f| sys.frictions[f].normal) {
        Some(Normal::Force(n)) => n,
        _ => 0.0,
    }
}
