//! The contact problems of the three levels, relinearised: for steps whose Newton matrix is singular or whose index sets do not settle.
//!
//! ```text
//! repeat   linearise about the iterate; solve (128), (131) with (137), (134) with (140); take the solution over
//!          stop where the equations of motion, the joints and the laws hold
//! ```
//!
//! The laws are judged by what their prox equations would change, not by index sets: a contact at the limit of friction that does
//! not slide, or that is closed and does not press, is on the edge of its set, and dependent contacts are there often.
//!
//! Corners and edges come and go as bodies move. From the second iterate on the features of the contacts are held
//! (`frozen.rs`), which leaves a smooth problem; when that is solved, the true ones are looked at. Where they are penetrated, those are
//! held and it goes on; where they are penetrated a little, bodies are moved apart. Where contacts of loose rigid bodies move far in the
//! step, two linearisations are all.

use super::equations::{worst, Step, Unknowns};
use super::frozen::Frozen;
use super::newton::{Failure, Setting};
use super::policy::{
    ALONE, DEEP, DEEP_TRIES, ENOUGH, FAR, FEW, LINEARISATIONS, MAX_WORK, MOVING, NEAR, NO_GAIN,
    PARTINGS, REFINED, SETTLED, SHALLOW, SHARE, TIMES, TRIES, UNBALANCED, UNSEEN, VELOCITIES,
};
use super::problems::Problems;
use super::sparse::Sparse;
use super::SmoothRow;
use crate::contact::law::{Item, Rubbing};
use crate::contact::reduce::Make;
use crate::system::{Contact, RowKind, System};

pub(super) struct Contacts {
    problems: Problems,
    /// Multiplications at the beginning of the present try, and the most of a step and its parts.
    begun: f64,
    most: f64,
    /// Whether the present try has no work left for another linearisation.
    spent: bool,
    /// Whether the step will not be divided any more.
    pub last: bool,
    /// The residual of the last solution, where it was accepted without having converged.
    pub accepted: Option<f64>,
    /// The best iterate that may be accepted, with its residual.
    best: Option<(f64, Unknowns)>,
    /// Contacts that were furthest from their laws when the last try failed.
    unsettled: Vec<usize>,
}

/// How the iteration of a step goes.
struct Course {
    iterations: usize,
    residual: f64,
    /// Least residual, and the linearisation that had it.
    least: f64,
    least_at: usize,
    /// Linearisations before the features that are held, and how often other ones were.
    skipped: usize,
    tries: usize,
    /// What a linearisation costs.
    cost: f64,
    /// Increments of joints and equations of motion: whether the last update was one, how many there were, the residual before.
    refined: bool,
    refinements: usize,
    before: f64,
}

impl Contacts {
    /// Linearisations, factorisations and solutions since the last call.
    pub fn take_counts(&mut self) -> [usize; 3] {
        self.problems.reduction.take_counts()
    }

    pub fn new(sys: &System, solver: Make) -> Self {
        Contacts {
            problems: Problems::new(sys, solver),
            begun: 0.0,
            // more velocities take more work
            most: MAX_WORK * (sys.nu as f64 / VELOCITIES).clamp(1.0, TIMES),
            spent: false,
            last: false,
            accepted: None,
            best: None,
            unsettled: Vec::new(),
        }
    }

    /// A new step.
    pub fn begin(&mut self) {
        self.problems.work = 0.0;
    }

    /// Whether the step has taken so long that it is hopeless.
    pub fn exhausted(&self) -> bool {
        self.problems.work > 0.99 * self.most
    }

    /// Names of the contacts that were furthest from their laws when the last try failed.
    pub fn unsettled<'a>(&'a self, sys: &'a System) -> impl Iterator<Item = &'a str> {
        self.unsettled.iter().map(|&c| crate::schemes::contacts::name(sys, c))
    }

    /// From where the unknowns are; the iterations of all contact problems. `joints` corrects what belongs to the rows in use, none of
    /// them of a contact.
    pub fn solve(
        &mut self,
        at: Setting<'_>,
        s: &mut Step,
        joints: &mut Sparse,
    ) -> Result<usize, Failure> {
        (s.frozen, self.best, self.accepted, self.spent) = (None, None, None, false);
        self.unsettled.clear();
        // no try may take all that is left for the halves of the step
        self.begun = self.problems.work;
        self.problems.limit = self.begun + SHARE * (self.most - self.begun).max(0.0);
        let covered = matches!(
            at.l.row,
            SmoothRow::Acceleration | SmoothRow::Free | SmoothRow::SmoothVelocity
        );
        let done = match covered {
            true => self.iterate(at, s, joints),
            false => Err(Failure { residual: f64::NAN, iterations: 0 }),
        };
        s.frozen = None;
        match done {
            Err(f) if !at.stop.raised() && self.accept_best(at, s) => Ok(f.iterations),
            Err(f) => {
                self.accepted = None;
                self.note_unsettled(s);
                Err(f)
            }
            ok => ok,
        }
    }

    fn iterate(
        &mut self,
        at: Setting<'_>,
        s: &mut Step,
        joints: &mut Sparse,
    ) -> Result<usize, Failure> {
        let Setting { sys, c, tol, .. } = at;
        let mut k = Course::new();
        for linearisation in 0..LINEARISATIONS {
            s.dependents(sys, c);
            s.kinematics(sys, c);
            let first = linearisation == 0;
            if first {
                s.measure(sys);
                s.index_sets(sys, c, at.l);
            } else if s.frozen.is_none() {
                freeze(sys, s);
            }
            let laws = if first { [0.0; 3] } else { self.laws(at, s) };
            let scales = self.scales(s);
            let scaled = std::array::from_fn(|k| laws[k] / scales[k]);
            let size = s.residuals(sys, c, at.l, tol.scale(), scaled);
            k.residual = size.scaled;
            if tol.met(size, 1.0) && (first || self.settle(at, s, &mut k)) {
                return Ok(k.iterations.max(1));
            }
            if s.frozen.is_none() && !first {
                // other features are penetrated: these are held from now on
                freeze(sys, s);
                self.relax(at, s, &mut k, scales);
                (k.least, k.least_at, k.skipped) = (f64::INFINITY, linearisation, linearisation);
                continue;
            }
            let moves = self.moves(sys, s);
            if linearisation - k.skipped >= MOVING && moves {
                return self.finish(at, s, k.iterations);
            }
            if !first {
                self.keep_best(s, k.residual * tol.scale(), at.accept);
                if k.residual < 0.7 * k.least {
                    (k.least, k.least_at) = (k.residual, linearisation);
                }
            }
            if self.ends(at, &k, linearisation) {
                break;
            }
            if !first && self.refines(at, s, joints, &mut k, laws) {
                continue;
            }
            self.problems.gather(sys, s, first, 0.0);
            self.relax(at, s, &mut k, scales);
        }
        Err(Failure { residual: k.residual, iterations: k.iterations })
    }

    fn relax(&mut self, at: Setting<'_>, s: &mut Step, k: &mut Course, scales: [f64; 3]) {
        let moves = self.moves(at.sys, s);
        let before = self.problems.work;
        k.iterations += self.problems.solve(at, s, scales, moves);
        k.cost = self.problems.work - before;
    }

    /// Whether no better iterate is expected.
    fn ends(&mut self, at: Setting<'_>, k: &Course, linearisation: usize) -> bool {
        let good = self.best.as_ref().is_some_and(|b| b.0 <= NEAR);
        let stalled = linearisation > k.least_at + if good { SETTLED } else { NO_GAIN };
        // one that is left half way leaves nothing to accept
        self.spent = self.problems.work + ENOUGH * k.cost >= self.problems.limit;
        !k.residual.is_finite() || self.spent || stalled || at.stop.raised()
    }

    /// Where the contacts are right, joints and equations of motion are refined by increments; many contacts without
    /// joints do not gain by that.
    fn refines(
        &self,
        at: Setting<'_>,
        s: &mut Step,
        joints: &mut Sparse,
        k: &mut Course,
        [e_a, e_v, e_p]: [f64; 3],
    ) -> bool {
        let (tol, free) = (at.tol.scale(), self.problems.reduction.joints.is_empty());
        let gains = !k.refined || !free && k.residual < REFINED * k.before;
        k.before = k.residual;
        let few = self.problems.reduction.rows.len() <= FEW;
        let right = e_a.max(1000.0 * e_v.max(e_p)) <= 1000.0 * tol * s.scales.length;
        k.refined = gains && (few || !free) && right;
        let done = k.refined && joints.update(at.sys, at.c, s, k.refinements == 0 || free, tol);
        k.refinements += usize::from(done);
        done
    }

    /// With the features that were held everything holds: whether it does with those that there are. If not, they are no longer held.
    fn settle(&mut self, at: Setting<'_>, s: &mut Step, k: &mut Course) -> bool {
        let Setting { sys, c, tol, .. } = at;
        s.frozen = None;
        s.kinematics(sys, c);
        k.tries += 1;
        let patient = k.tries <= TRIES;
        let settled = self.holds(at, s) || !patient;
        let shallow = if k.tries > DEEP_TRIES { DEEP } else { SHALLOW };
        if settled
            && penetrates(sys, s, UNSEEN[0], tol.scale())
            && !penetrates(sys, s, shallow, tol.scale())
        {
            self.sets(at, s);
            if self.move_apart(at, s, tol.scale()) {
                self.problems.rebalance(sys, c, s);
                return true;
            }
        }
        if !settled || penetrates(sys, s, UNSEEN[usize::from(!patient)], tol.scale()) {
            self.problems.gather(sys, s, false, 0.0);
            return false;
        }
        self.problems.rebalance(sys, c, s);
        self.sets(at, s);
        true
    }

    /// Whether contacts fulfil their laws with the features that they have.
    fn holds(&mut self, at: Setting<'_>, s: &mut Step) -> bool {
        let Setting { sys, c, l, tol, .. } = at;
        if self.problems.reduction.rows.len() > FEW {
            s.residuals(sys, c, l, tol.scale(), [0.0; 3]);
            return s.unbalanced() <= UNBALANCED;
        }
        let (laws, scales) = (self.laws(at, s), self.scales(s));
        let scaled = std::array::from_fn(|k| laws[k] / scales[k]);
        tol.met(s.residuals(sys, c, l, tol.scale(), scaled), 1.0)
    }

    /// Move bodies apart that penetrate each other; whether none does any more.
    fn move_apart(&mut self, at: Setting<'_>, s: &mut Step, tol: f64) -> bool {
        for _ in 0..PARTINGS {
            self.problems.gather(at.sys, s, false, DEEP);
            if !self.problems.move_apart(at, s) {
                return false;
            }
            if !penetrates(at.sys, s, UNSEEN[1], tol) {
                return true;
            }
        }
        false
    }

    /// Whether a contact of loose rigid bodies that presses moves so far in the step that its features at the end are known no
    /// better than by two linearisations. Joints and elastic forces are always solved to the end.
    fn moves(&self, sys: &System, s: &Step) -> bool {
        if !self.problems.reduction.joints.is_empty() || sys.stiff() {
            return false;
        }
        let far = |c: usize, r: usize| s.h * s.end.gd[r].abs() > FAR * sys.contact_size(c);
        sys.contacts.iter().enumerate().any(|(c, k)| {
            let rows = k.friction.map_or(0..0, |f| sys.frictions[f].rows.clone());
            s.end.P[k.row] > 0.0 && std::iter::once(k.row).chain(rows).any(|r| far(c, r))
        })
    }

    /// Take the iterate of a step in motion, with the features that there are: bodies that penetrate are moved apart.
    fn finish(&mut self, at: Setting<'_>, s: &mut Step, n: usize) -> Result<usize, Failure> {
        let Setting { sys, c, .. } = at;
        s.frozen = None;
        s.kinematics(sys, c);
        self.sets(at, s);
        if penetrates(sys, s, UNSEEN[0], 0.0) {
            self.move_apart(at, s, 0.0);
        }
        self.problems.rebalance(sys, c, s);
        let rigid = self.problems.rigid;
        if !s.is_finite() || penetrates(sys, s, DEEP, 0.0) {
            return Err(Failure { residual: rigid, iterations: n });
        }
        self.accepted = Some(rigid).filter(|rigid| *rigid > at.accept);
        Ok(n)
    }

    /// Remember an iterate that may be accepted, if it is the best so far.
    fn keep_best(&mut self, s: &Step, relative: f64, accept: f64) {
        if relative <= accept && self.best.as_ref().is_none_or(|b| relative < b.0) {
            self.best = Some((relative, s.y.clone()));
        }
    }

    /// Take the best iterate, where there is one that is good enough.
    fn accept_best(&mut self, at: Setting<'_>, s: &mut Step) -> bool {
        let Setting { sys, c, .. } = at;
        let enough = if self.last || self.spent { at.accept } else { at.accept.min(NEAR) };
        let Some((relative, y)) = self.best.take().filter(|b| b.0 <= enough) else { return false };
        s.y = y;
        s.dependents(sys, c);
        s.kinematics(sys, c);
        self.laws(at, s);
        self.sets(at, s);
        self.accepted = Some(relative);
        // whatever the residual, bodies do not penetrate each other
        let apart = !penetrates(sys, s, UNSEEN[1], 0.0)
            || !penetrates(sys, s, DEEP, 0.0) && self.move_apart(at, s, 0.0);
        if apart {
            self.problems.rebalance(sys, c, s);
        }
        apart
    }

    /// How far contacts and frictions are from their laws at acceleration, velocity and position level, in the units of
    /// each: what the prox equations would change. It is continuous where index sets change.
    /// What the round-off of the sums of forces explains counts as fulfilled. Joints alone are in use afterwards.
    fn laws(&mut self, at: Setting<'_>, s: &mut Step) -> [f64; 3] {
        let Setting { sys, l, .. } = at;
        s.joints_alone(sys, l);
        let round_off = [&s.end.P, &s.y.la].map(|m| self.problems.round_off(sys, s, m));
        // a value that is not a number stays
        let unless = |fine: bool, v: f64| if fine { 0.0 } else { v };
        let (mut e_a, mut e_v, mut e_p) = (0.0_f64, 0.0_f64, 0.0_f64);
        let r = &s.end.r;
        for (_, k) in sys.contacts.iter().enumerate().filter(|(c, _)| !self.problems.near[*c]) {
            let i = k.row;
            e_p = worst(e_p, unless(s.end.ev.g[i] >= 0.0, s.end.ev.g[i]));
            e_p = worst(e_p, s.end.khat[i] / r[i]);
            let friction = k.friction.map_or(0..0, |f| sys.frictions[f].rows.clone());
            e_v = std::iter::once(i).chain(friction).fold(e_v, |e, i| worst(e, s.end.P[i] / r[i]));
        }
        for (i, (item, later)) in self.problems.items().enumerate() {
            let law = |item: &Item, m: &[f64], y: &[f64]| self.problems.law(item, s, m, y);
            if let Some(k) = item.normal {
                let k = self.problems.reduction.rows[k];
                let gap = Item { active: true, tangential: 0..0, ..item.clone() };
                let gap = Item { rubbing: Rubbing::None, ..gap };
                e_p = worst(e_p, law(&gap, &s.end.khat, &s.end.ev.g));
                if item.active && s.smooth.is_none() {
                    let g = s.end.ev.g[k];
                    e_p = worst(e_p, unless(g <= sys.band(item.contact), g));
                }
            }
            let F = law(item, &s.end.P, &s.end.xihat);
            e_v = worst(e_v, unless(F <= round_off[0][i], F));
            if l.contacts {
                let F = law(later, &s.y.la, &s.end.gdd);
                e_a = worst(e_a, unless(F <= round_off[1][i], F));
            }
        }
        [e_a, e_v, e_p]
    }

    /// In what units laws at acceleration, velocity and position level are judged. Where many contacts share their loads, rows
    /// contradict each other by the round-off of the accelerations and velocities there are; those without contacts count,
    /// as loads at rest balance each other.
    fn scales(&self, s: &Step) -> [f64; 3] {
        let length = s.scales.length;
        let most = |v: &[f64]| v[..s.nu].iter().fold(length, |a, v| a.max(v.abs())) / length;
        if self.problems.reduction.rows.len() <= ALONE {
            return [1.0; 3];
        }
        let free = s.end.ev.h.iter().zip(&s.end.ev.M_inv).map(|(h, m)| (h * m).abs());
        let a = free.fold(most(&s.y.a), |a, v| a.max(v / length));
        [10.0 * a, 100.0 * most(&s.end.u), 10.0]
    }

    /// The index sets that belong to the solution.
    fn sets(&self, at: Setting<'_>, s: &mut Step) {
        let Setting { sys, l, .. } = at;
        let reduction = &self.problems.reduction;
        let contact =
            |r: &usize| matches!(sys.kinds[*r], RowKind::Normal(_) | RowKind::Friction(_));
        for r in (0..s.nr).filter(contact) {
            (s.on.p[r], s.on.v[r], s.on.a[r]) = (false, false, false);
        }
        for (i, (item, later)) in self.problems.items().enumerate() {
            let Step { end, y, on, .. } = s;
            if let Some(k) = item.normal {
                let r = reduction.rows[k];
                on.p[r] = item.active;
                on.v[r] = item.active && end.P[r] - end.r[r] * end.xi[r] > 0.0;
                on.a[r] = l.contacts && later.active && y.la[r] - end.r[r] * end.gdd[r] > 0.0;
            }
            let Some(f) = reduction.frictions[i] else { continue };
            for r in sys.frictions[f].rows.clone() {
                on.v[r] = item.active && end.P[r] != 0.0 && later.rubbing == Rubbing::Disc;
                on.a[r] = l.contacts && on.v[r] && later.active;
            }
        }
    }

    /// The contacts that are furthest from their laws at velocity level, at most eight.
    fn note_unsettled(&mut self, s: &Step) {
        let law = |item: &Item| self.problems.law(item, s, &s.end.P, &s.end.xihat);
        let mut all: Vec<(f64, usize)> =
            self.problems.items().map(|(item, _)| (law(item), item.contact)).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let most = all.first().map_or(0.0, |a| a.0);
        all.retain(|a| a.0 > 0.0 && a.0 >= 1e-3 * most);
        self.unsettled.clear();
        self.unsettled.extend(all.iter().take(8).map(|a| a.1));
    }
}

impl Course {
    fn new() -> Self {
        Course {
            iterations: 0,
            residual: f64::NAN,
            least: f64::INFINITY,
            least_at: 0,
            skipped: 0,
            tries: 0,
            cost: 0.0,
            refined: false,
            refinements: 0,
            before: f64::INFINITY,
        }
    }
}

/// Hold the contacts of this iterate.
fn freeze(sys: &System, s: &mut Step) {
    s.frozen = Some(Frozen::new(sys, &s.end.ev, &s.end.x));
}

/// Whether a contact is penetrated by more than so much of its size and what the tolerance allows.
fn penetrates(sys: &System, s: &Step, by: f64, tol: f64) -> bool {
    let limit = |c: usize| by * sys.contact_size(c) + 10.0 * tol * s.scales.length;
    let deep = |(c, k): (usize, &Contact)| s.end.ev.g[k.row] < -limit(c);
    sys.contacts.iter().enumerate().any(deep)
}
