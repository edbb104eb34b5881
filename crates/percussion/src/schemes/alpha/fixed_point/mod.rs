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
//! themselves, not index sets. Contacts take part that press, pressed at the beginning of the step, or close in it.

mod apart;
mod damping;
mod judge;
mod problems;
mod relax;

use super::decoupled::Decoupled;
use super::levels::{Coefficients, Levels, SmoothRow};
use super::step::{Size, Step};
use super::ways::{Failure, Why};
use crate::contact::law::{Item, Rubbing};
use crate::contact::reduce::{Level, Make, Reduction};
use crate::memory::remember;
use crate::schemes::Interrupt;
use crate::system::{Kkt, RowKind, System};
use apart::penetrates;
use damping::Damping;

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
    /// Contacts that the position level closes, and how often it has opened each of them again in the present step.
    shut: Vec<bool>,
    opened: Vec<u8>,
    /// Reduction and level for bodies that are moved apart.
    apart: Option<Box<(Reduction, Level)>>,
    /// Strong damping.
    damping: Option<Box<Damping>>,
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
    /// ξ̂ - ξ of each row.
    turned: problems::Sequence,
    /// Multiplications since this was last set to zero, roughly: a measure of time that does not
    /// depend on the machine.
    pub work: f64,
    most: f64,
    limit: f64,
    /// The same at the beginning of the present try.
    begun: f64,
    /// Whether the present try has no work left for another linearisation.
    spent: bool,
    /// Relative residual up to which the best iterate is taken where none converges and no work is left.
    pub accept: f64,
    /// Worst relative residual of the rigid laws in the contact problems of the last linearisation.
    rigid: f64,
    /// Whether the step will not be divided any more.
    pub last: bool,
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
    skip reduction, levels, shut, opened, apart, damping, mass, none, v0, x0, P0, k0, rows, sum, rubbed, turned, most, limit, begun, spent, accept, rigid, last, accepted,
    stop, best, unsettled, ready
});

/// Most linearisations.
const OUTER: usize = 60;
/// Linearisations without a better residual after which none is expected.
const STALLED: usize = 8;
/// The same where an iterate is good enough to be accepted.
const SETTLED: usize = 3;
/// Displacement of a contact in a step, in parts of its size, from which on [`MOVING`] linearisations are all: more of them change the
/// motion by less than its own error.
const FAR: f64 = 1e-3;
const MOVING: usize = 2;
/// Relative residual of iterates that are taken before the step is divided.
const NEAR: f64 = 1e-8;
/// Rows of contacts up to which their laws hold to the tolerance itself; more share their loads, see [`FixedPoint::scales`].
const ALONE: usize = 24;
/// Rows of contacts up to which steps are solved to the end with the features that there are.
const FEW: usize = 60;
/// An increment of joints and equations of motion is followed by another one where the residual falls at least to this part.
const REFINED: f64 = 0.1;
/// Gaps of contacts that cannot press at the end of the step, in parts of their size, unless they turn out to.
const OPEN: f64 = 0.05;
/// So often may the position level open a contact; from then on the velocity level sees it as closed, as long as its gap
/// is a small part of its size. Friction that presses a contact open and lets it close when it is left out has no other solution.
const OPENED: u8 = 2;
const HELD: f64 = 1e-4;
/// Relative velocities that count as zero: a contact opens by so much of its size in a step.
const STILL: f64 = 1e-12;
/// Most multiplications spent on one step and its parts: about a second. Of more than this number of velocities more, up
/// to so many times.
const MAX_WORK: f64 = 5e8;
const VELOCITIES: f64 = 200.0;
const TIMES: f64 = 2.0;
/// The part of what is left of them for one try.
const SHARE: f64 = 0.2;
/// Part of what the last linearisation cost that must be left for the next one.
const ENOUGH: f64 = 0.5;
/// Iterations after which the features of the contacts are held.
const FREEZE: usize = 1;
/// Penetration by features that were not held, or by the curvature of those that were, in parts of their size: what is
/// asked for, and what is allowed after so many tries.
const UNSEEN: [f64; 2] = [1e-12, 1e-10];
const TRIES: usize = 6;
/// The same of accelerations that forces at features which were not held do not balance, relative to the largest. What is
/// left is their curvature.
const UNBALANCED: f64 = 1e-3;
/// Penetration that is removed by moving the bodies apart, without new percussions, in parts of their size; and the same
/// after some tries to hold other features.
const SHALLOW: f64 = 1e-6;
const DEEP: f64 = 1e-3;
const DEEP_TRIES: usize = 2;

impl FixedPoint {
    pub fn new(sys: &System, solver: Make) -> Self {
        let mut reduction = Reduction::new(sys).with_solver(solver);
        reduction.use_joints(sys, |k| matches!(k, RowKind::Position | RowKind::Velocity));
        let z = |n: usize| vec![0.0; n];
        FixedPoint {
            reduction,
            levels: Default::default(),
            near: vec![false; sys.contacts.len()],
            shut: vec![false; sys.contacts.len()],
            opened: vec![0; sys.contacts.len()],
            apart: None,
            damping: sys.stiff().then(|| Box::new(Damping::new(sys, solver))),
            mass: Kkt::new(sys),
            none: vec![false; sys.nr],
            v0: z(sys.nu + 1),
            x0: z(sys.nu + 1),
            P0: z(sys.nr),
            k0: z(sys.nr),
            rows: z(sys.nr),
            sum: z(sys.nu + 1),
            rubbed: z(sys.nu),
            turned: Default::default(),
            work: 0.0,
            most: MAX_WORK,
            limit: MAX_WORK,
            begun: 0.0,
            spent: false,
            accept: 0.0,
            rigid: 0.0,
            last: false,
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
        self.turned.clear();
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

    /// Take the best iterate, where there is one that is good enough.
    fn accept_best(&mut self, sys: &System, c: &Coefficients, l: &Levels, s: &mut Step) -> bool {
        let enough = if self.last || self.spent { self.accept } else { self.accept.min(NEAR) };
        let good = self.best.take().filter(|b| b.0 <= enough);
        let Some((relative, [a, U, Q, la, La, ka])) = good else { return false };
        (s.a, s.U, s.Q, s.la, s.La, s.ka) = (a, U, Q, la, La, ka);
        (s.frozen, s.jumps) = (None, true);
        s.dependents(sys, c);
        s.kinematics(sys, c, false);
        s.gaps_of_smooth_motion(sys);
        self.laws(sys, l, s);
        self.sets(sys, l, s);
        self.accepted = Some(relative);
        // whatever the residual, bodies do not penetrate each other
        let apart = !penetrates(sys, s, UNSEEN[1], 0.0)
            || !penetrates(sys, s, DEEP, 0.0)
                && self.part_bodies(sys, c, s)
                && !penetrates(sys, s, UNSEEN[1], 0.0);
        if apart {
            self.balance(sys, c, s);
        }
        apart
    }

    /// Contacts that press, pressed at the beginning of the step or are closed take part from now on.
    fn gather(&mut self, sys: &System, s: &Step, first: bool) {
        let mut more = first;
        for (c, k) in sys.contacts.iter().enumerate() {
            let r = k.row;
            let now = s.ev.g[r] <= sys.band(c) || s.la0[r] != 0.0 || s.la[r] != 0.0;
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
        self.spent = false;
        // no try may take all that is left for the halves of the step
        self.most = MAX_WORK * (sys.nu as f64 / VELOCITIES).clamp(1.0, TIMES);
        self.begun = self.work;
        self.limit(SHARE);
        self.unsettled.clear();
        self.shut.fill(false);
        self.opened.fill(0);
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
                self.accepted = None;
                self.note_unsettled(s);
                Err(f)
            }
            ok => ok,
        }
    }

    /// The present try may take this part of what is left.
    fn limit(&mut self, share: f64) {
        self.limit = self.begun + share * (self.most - self.begun).max(0.0);
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
        let (mut refined, mut refinements, mut before, mut tries) = (false, 0, f64::INFINITY, 0);
        let (mut least, mut least_at) = (f64::INFINITY, 0);
        // iterates before the features that are held
        let mut skipped = 0;
        // what a linearisation costs
        let mut cost = 0.0;
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
            let scales = self.scales(s);
            let scaled = std::array::from_fn(|k| laws[k] / scales[k]);
            let size = s.residuals(sys, c, l, tol, scaled);
            residual = size.scaled;
            if !sets && converged(size) {
                if s.frozen.take().is_some() {
                    // as it is, with all features
                    s.kinematics(sys, c, false);
                    tries += 1;
                    let settled = self.converged(sys, c, l, s, tol, &converged) || tries > TRIES;
                    let shallow = if tries > DEEP_TRIES { DEEP } else { SHALLOW };
                    let parts = settled && penetrates(sys, s, UNSEEN[0], tol);
                    if parts && !penetrates(sys, s, shallow, tol) {
                        self.sets(sys, l, s);
                        if self.part_bodies(sys, c, s) && !penetrates(sys, s, UNSEEN[1], tol) {
                            self.balance(sys, c, s);
                            return Ok(iterations.max(1));
                        }
                    }
                    if !settled || penetrates(sys, s, UNSEEN[usize::from(tries > TRIES)], tol) {
                        s.freeze(sys);
                        self.gather(sys, s, false);
                        iterations += self.relax(sys, c, l, s, tol);
                        (least, least_at, skipped) = (f64::INFINITY, outer, outer);
                        continue;
                    }
                    self.balance(sys, c, s);
                }
                self.sets(sys, l, s);
                return Ok(iterations.max(1));
            }
            if outer - skipped >= MOVING && !sets && self.moves(sys, s) {
                return self.finish(sys, c, l, s, iterations);
            }
            if !sets {
                self.remember(s, residual * tol);
            }
            if residual < 0.7 * least && !sets {
                (least, least_at) = (residual, outer);
            }
            let good = self.best.as_ref().is_some_and(|b| b.0 <= NEAR);
            let stalled = outer > least_at + if good { SETTLED } else { STALLED };
            // one that is left half way leaves nothing to accept
            self.spent = self.work + ENOUGH * cost >= self.limit;
            if !residual.is_finite() || self.spent || stalled || self.stop.raised() {
                break;
            }
            // where the contacts are right, joints and equations of motion are refined by increments; many contacts without
            // joints do not gain by that
            let few = self.reduction.rows.len() <= FEW;
            let free = self.reduction.joints.is_empty();
            let gains = !refined || !free && residual < REFINED * before;
            before = residual;
            refined = gains
                && !sets
                && (few || !self.reduction.joints.is_empty())
                && laws[0].max(1000.0 * laws[1].max(laws[2])) <= 1000.0 * tol * s.length;
            if refined && joints.update(sys, c, s, refinements == 0 || free, tol) {
                refinements += 1;
                continue;
            }
            self.gather(sys, s, sets);
            cost = -self.work;
            iterations += self.relax(sys, c, l, s, tol);
            cost += self.work;
        }
        let why = if residual.is_finite() { Why::Stalled } else { Why::NotFinite };
        Err(Failure { residual, iterations, why })
    }

    /// Whether a contact of loose rigid bodies that presses moves so far in the step that its features at the end are known no
    /// better than by two linearisations. Joints and elastic forces are always solved to the end.
    fn moves(&self, sys: &System, s: &Step) -> bool {
        if !self.reduction.joints.is_empty() || sys.stiff() {
            return false;
        }
        let far = |c: usize, r: usize| s.h * s.gd[r].abs() > FAR * sys.contact_size(c);
        sys.contacts.iter().enumerate().any(|(c, k)| {
            let rows = k.friction.map_or(0..0, |f| sys.frictions[f].rows.clone());
            s.P[k.row] > 0.0 && std::iter::once(k.row).chain(rows).any(|r| far(c, r))
        })
    }

    /// Take the iterate of a step in motion, with the features that there are: bodies that penetrate are moved apart.
    fn finish(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        s: &mut Step,
        iterations: usize,
    ) -> Result<usize, Failure> {
        s.frozen = None;
        s.kinematics(sys, c, false);
        self.sets(sys, l, s);
        if penetrates(sys, s, UNSEEN[0], 0.0) {
            self.part_bodies(sys, c, s);
        }
        self.balance(sys, c, s);
        if !s.is_finite() || penetrates(sys, s, DEEP, 0.0) {
            return Err(Failure { residual: self.rigid, iterations, why: Why::Stalled });
        }
        if self.rigid > self.accept {
            self.accepted = Some(self.rigid);
        }
        Ok(iterations)
    }

    /// Whether contacts fulfil their laws with the features that they have, not only with those that were held.
    fn converged(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        s: &mut Step,
        tol: f64,
        converged: &impl Fn(Size) -> bool,
    ) -> bool {
        if self.reduction.rows.len() > FEW {
            s.residuals(sys, c, l, tol, [0.0; 3]);
            return s.unbalanced() <= UNBALANCED;
        }
        s.gaps_of_smooth_motion(sys);
        let laws = self.laws(sys, l, s);
        let scales = self.scales(s);
        converged(s.residuals(sys, c, l, tol, std::array::from_fn(|k| laws[k] / scales[k])))
    }

    /// Whether the step has taken so long that it is hopeless.
    pub fn exhausted(&self) -> bool {
        self.work > 0.99 * self.most
    }
}
