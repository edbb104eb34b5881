//! One linearisation: the levels about an iterate, one after the other, to goals that depend on how far the step has come.

use super::{FixedPoint, ACCELERATION, FEW, NEAR, OPEN, POSITION, VELOCITY};
use crate::contact::law::Rubbing;
use crate::contact::{Budget, Goal, PILE};
use crate::schemes::alpha::levels::{Coefficients, Levels, SmoothRow};
use crate::schemes::alpha::step::Step;
use crate::schemes::{contacts, Interrupt};
use crate::system::{RowKind, System};

/// Most multiplications spent on one contact problem, before and after the features are held; piles may take more, in
/// proportion to their rows.
pub(super) const SOLVE: [f64; 2] = [2e7, 6e7];
/// The part of the work of a try that one of them may take; and multiplications that positions are given in the end, whatever is left.
const MOST: f64 = 0.3;
const LAST: f64 = 4e6;
/// Most factorisations for the accelerations of many contacts. Where friction slides in a given direction they may have no
/// solution at all (Painlevé), and what is not found soon is rarely found later: then the forces of the contacts count as
/// percussions in this step, as with `smooth=bilateral`, and velocities alone decide.
const FORCES: usize = 60;
/// Most rounds over the levels in one linearisation.
const ROUNDS: usize = 6;
/// Relative residuals of the contact problems about the first iterates of many contacts; of the first one of a pile, which
/// only tells where the contacts will be, and part of the error of the laws to which those about the next two are solved.
const EARLY: [f64; 2] = [1e-6, 1e-10];
const FIRST: f64 = 1e-3;
/// Relative residuals that are enough where Newton's method gets no further: about the first iterates; steps that have not
/// settled by then ask for all, unless they have an iterate that may be accepted.
const CONTENT: [f64; 4] = [1e-5, 1e-8, 1e-8, 1e-8];
const FORCING: f64 = 1e-3;
/// The same in piles as a part of the residual of the step, as no problem need be solved better than it is known; and its bound.
const PROGRESS: f64 = 1e-2;
const CLOSE: f64 = 1e-6;
/// Part of the tolerance of the step to which its contact problems are solved.
const PART: f64 = 0.3;

impl FixedPoint {
    /// Solve the levels about the iterate and take the solution over; `stage` counts the iterates, `laws` is how far contacts
    /// are from theirs. Iterations.
    pub(super) fn relax(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        s: &mut Step,
        tol: f64,
        (stage, laws, relative): (usize, [f64; 3], f64),
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
        self.turn(s, stage == 0);
        self.begin(sys, s);
        let enough = PART * tol * s.length;
        let rows = self.reduction.rows.len();
        let goals = self.goals(s, enough, stage, laws, relative);
        let larger = (rows as f64 / PILE as f64).max(1.0);
        let whole = self.limit - self.begun;
        let mut work = Work {
            each: (SOLVE[usize::from(s.frozen.is_some())] * larger).min(MOST * whole),
            left: self.limit - self.work,
            iterations: 0,
            stop: self.stop.clone(),
        };
        // what closes about the first iterates is not what will close in the end
        let rounds = match rows {
            _ if rows > PILE => 2,
            _ if rows > FEW => ROUNDS.min(2 + 2 * stage),
            _ => ROUNDS,
        };
        for round in 0..rounds {
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
            let goal = goals[ACCELERATION];
            let found = self.solve_level(sys, s, ACCELERATION, goal, &mut work);
            if rows > FEW && l.contacts && !found && work.go() {
                (self.struck, self.best) = (true, None);
                self.levels[ACCELERATION].m.fill(0.0);
                let present = self.present(l);
                self.acceleration(sys, &present, s, enough);
                self.solve_level(sys, s, ACCELERATION, goal, &mut work);
            }
            // without them what was found of the other levels would be lost
            work.left = work.left.max(LAST * larger);
            self.position(sys, s, factors);
            self.solve_level(sys, s, POSITION, goals[POSITION], &mut work);
        }
        self.work = self.limit - work.left;
        let present = self.present(l);
        self.take(sys, &present, s, factors);
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
    fn goals(
        &self,
        s: &Step,
        enough: f64,
        stage: usize,
        laws: [f64; 3],
        relative: f64,
    ) -> [Goal; 3] {
        // those about the first iterates are not the last ones; in piles no problem is solved more exactly than its
        // linearisation deserves
        let rows = self.reduction.rows.len();
        let pile = rows > PILE;
        let first = if rows > FEW { EARLY.get(stage).copied().unwrap_or(0.0) } else { 0.0 };
        let early = match pile {
            true if stage == 0 => FIRST,
            true => 0.0,
            false => first,
        };
        let forcing = if pile && (1..=EARLY.len()).contains(&stage) { FORCING } else { 0.0 };
        let scales = self.scales(s);
        let [a, v, x] = scales.map(|scale| enough * scale);
        let rough = contacts::rough(self.accept);
        let good = self.best.as_ref().is_some_and(|b| b.0 <= NEAR);
        let near = CONTENT.get(stage).copied().unwrap_or(if good { NEAR } else { 0.0 });
        let close = if pile { (PROGRESS * relative).min(CLOSE) } else { 0.0 };
        let near = near.max(close);
        let goal = |early: f64, enough, rough, near, close| Goal {
            tol: early.max(1e-13),
            enough,
            rough,
            near,
            close,
        };
        let [of_a, of_v, _] = scales.map(|scale| close * scale * s.length);
        [
            goal(first, x, 0.0, if stage <= EARLY.len() { near } else { 0.0 }, 0.0),
            goal(early, v.max(forcing * laws[1]), rough, near, of_v),
            goal(early, (1000.0 * a).max(forcing * laws[0]), rough, near, 1000.0 * of_a),
        ]
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

    /// The levels of the scheme, as they are in the present step.
    pub(super) fn present(&self, l: &Levels) -> Levels {
        Levels { contacts: l.contacts && !self.struck, ..*l }
    }

    /// Whether the caller may be content with the solution.
    fn solve_level(
        &mut self,
        sys: &System,
        s: &Step,
        which: usize,
        goal: Goal,
        work: &mut Work,
    ) -> bool {
        let rows = self.reduction.rows.len();
        let mut budget = Budget::new(work.each.min(work.left)).with_stop(work.stop.flag());
        if which == ACCELERATION && rows > FEW {
            budget.most = FORCES;
        }
        let level = &mut self.levels[which];
        let damping = self.damping.as_deref_mut().filter(|d| d.level == Some(which));
        let reduction = damping.map_or(&mut self.reduction, |d| &mut d.reduction);
        let reached = reduction.solve(sys, &s.ev, level, which, goal, &mut budget);
        self.damp_others(sys, s, which);
        let content = goal.contentment(rows);
        let content = reached.residual <= content.tol || reached.error <= content.enough;
        self.rough |= !reached.solved && goal.rough > 0.0 && rows > PILE;
        work.left -= budget.spent;
        work.iterations += reached.iterations.max(1);
        reached.solved || content
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
