//! One linearisation: the levels about an iterate, one after the other, to goals that depend on how far the step has come.

use super::{FixedPoint, ACCELERATION, OPEN, POSITION, VELOCITY};
use crate::contact::law::Rubbing;
use crate::contact::{Budget, Goal};
use crate::schemes::alpha::levels::{Coefficients, Levels, SmoothRow};
use crate::schemes::alpha::step::Step;
use crate::schemes::Interrupt;
use crate::system::{RowKind, System};

/// Most multiplications spent on one contact problem, before and after the features are held.
pub(super) const SOLVE: [f64; 2] = [2e7, 6e7];
/// The part of the work of a try that one of them may take; and multiplications that positions are given in the end, whatever is left.
const MOST: f64 = 0.3;
const LAST: f64 = 4e6;
/// Most rounds over the levels in one linearisation.
const ROUNDS: usize = 6;
/// Relative residuals of the contact problems: of positions, velocities and accelerations where contacts move far, and of all where they
/// do not.
const IN_MOTION: [f64; 3] = [1e-6, 1e-4, 1e-4];
const AT_REST: f64 = 1e-12;
/// Part of the tolerance of the step to which its contact problems are solved.
const PART: f64 = 0.3;

impl FixedPoint {
    /// Solve the levels about the iterate and take the solution over. Iterations.
    pub(super) fn relax(
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
        let (gamma, beta) = (h * c.gamma * c.ratio(), h * h * c.beta * c.ratio());
        let factors = [gamma, beta, c.share * h];
        self.damp(sys, c, s, [gamma, beta]);
        self.known(sys, c, l, s);
        self.turn(s, s.frozen.is_none());
        self.begin(sys, s);
        let enough = PART * tol * s.length;
        let goals = self.goals(sys, s, enough);
        let whole = self.limit - self.begun;
        let mut work = Work {
            each: SOLVE[usize::from(s.frozen.is_some())].min(MOST * whole),
            left: self.limit - self.work,
            iterations: 0,
            stop: self.stop.clone(),
        };
        self.rigid = 0.0;
        for round in 0..ROUNDS {
            self.position(sys, s, factors);
            self.solve_level(sys, s, POSITION, goals[POSITION], &mut work);
            while self.join_positions() && work.go() {
                self.solve_level(sys, s, POSITION, goals[POSITION], &mut work);
            }
            // positions know the percussions of the last round
            if !self.activate(sys, s) && round > 0 || !work.go() {
                break;
            }
            self.velocity(sys, s);
            self.solve_level(sys, s, VELOCITY, goals[VELOCITY], &mut work);
        }
        self.acceleration(sys, l, s, enough);
        if l.row != SmoothRow::Free {
            self.solve_level(sys, s, ACCELERATION, goals[ACCELERATION], &mut work);
            // without them what was found of the other levels would be lost
            work.left = work.left.max(LAST);
            self.position(sys, s, factors);
            self.solve_level(sys, s, POSITION, goals[POSITION], &mut work);
        }
        self.work = self.limit - work.left;
        self.take(sys, l, s, factors);
        work.iterations
    }

    /// Each level begins with the multipliers of the iterate, positions with the contacts that may close.
    fn begin(&mut self, sys: &System, s: &Step) {
        for (k, &r) in self.reduction.rows.iter().enumerate() {
            let friction = matches!(sys.kinds[r], RowKind::Friction(_));
            self.levels[POSITION].m[k] = if friction { 0.0 } else { s.khat[r] };
            self.levels[VELOCITY].m[k] = s.P[r];
            self.levels[ACCELERATION].m[k] = s.la[r];
        }
        for item in &mut self.levels[POSITION].items {
            let open =
                |r: usize| s.ev.g[r] > OPEN * sys.contact_size(item.contact) && s.khat[r] == 0.0;
            item.rubbing = Rubbing::None;
            item.active = item.normal.is_some_and(|k| !open(self.reduction.rows[k]));
        }
    }

    /// How exact the problem of each level has to be.
    fn goals(&self, sys: &System, s: &Step, enough: f64) -> [Goal; 3] {
        let [a, v, x] = self.scales(s).map(|scale| enough * scale);
        let tol = if self.moves(sys, s) { IN_MOTION } else { [AT_REST; 3] };
        let enough = [x, v, 1000.0 * a];
        std::array::from_fn(|k| Goal { tol: tol[k], enough: enough[k] })
    }

    /// Contacts that were left out of the position level and are penetrated join it; whether there are some.
    fn join_positions(&mut self) -> bool {
        let position = &mut self.levels[POSITION];
        let mut more = false;
        for item in position.items.iter_mut().filter(|i| !i.active) {
            if item.normal.is_some_and(|k| position.y[k] < 0.0) {
                (item.active, more) = (true, true);
            }
        }
        more
    }

    /// The velocity level sees the contacts that the position level closes; whether these are others than before.
    fn activate(&mut self, sys: &System, s: &Step) -> bool {
        let mut changed = false;
        for i in 0..self.levels[VELOCITY].items.len() {
            let item = &self.levels[VELOCITY].items[i];
            let (Some(k), c) = (item.normal, item.contact) else { continue };
            let r = self.reduction.rows[k];
            let position = &self.levels[POSITION];
            let active = match s.smooth_gap(r) {
                Some(g) => g <= sys.band(c),
                None => position.y[k] - position.m[k] / s.r[r] <= self.closed(sys, c),
            };
            let before = std::mem::replace(&mut self.shut[c], active);
            self.opened[c] = self.opened[c].saturating_add(u8::from(before && !active));
            self.levels[VELOCITY].items[i].active = active;
            changed |= before != active;
        }
        changed
    }

    fn solve_level(&mut self, sys: &System, s: &Step, which: usize, goal: Goal, work: &mut Work) {
        let mut budget = Budget::new(work.each.min(work.left)).with_stop(work.stop.flag());
        let level = &mut self.levels[which];
        let damping = self.damping.as_deref_mut().filter(|d| d.level == Some(which));
        let reduction = damping.map_or(&mut self.reduction, |d| &mut d.reduction);
        let reached = reduction.solve(sys, &s.ev, level, which, goal, &mut budget);
        self.damp_others(sys, s, which);
        if !reached.solved {
            self.rigid = self.rigid.max(reached.residual);
        }
        work.left -= budget.spent;
        work.iterations += reached.iterations.max(1);
    }
}

/// What the solves of one linearisation may cost.
struct Work {
    /// Multiplications for one of them, and what is left for all.
    each: f64,
    left: f64,
    iterations: usize,
    stop: Interrupt,
}

impl Work {
    fn go(&self) -> bool {
        self.left > 0.0 && !self.stop.raised()
    }
}
