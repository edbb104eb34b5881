//! From the state of a system to a contact problem: positions, impacts and accelerations, each written once.
//!
//! ```text
//! positions       M x = Wᵀ m + Jᵀ l          J x + g = 0       0 ≤ W_N x + g_N ⊥ m_N ≥ 0             no friction
//! impacts         M x = Wᵀ (m - m₀) + Jᵀ l   J (u + x) = 0     0 ≤ U⁺ + e U⁻ ⊥ m_N ≥ 0               friction at U⁺
//! accelerations   M x = h + Wᵀ m + Jᵀ l      J x + ζ = 0       0 ≤ W_N x + ζ_N ⊥ m_N ≥ 0             friction at W_F x + ζ_F,
//!                                                                                            or along -γ_F where it slides
//! ```
//!
//! x is the least displacement that removes penetrations, the jump of the velocities, the accelerations; m₀ are percussions that have
//! acted already. A step asks in this order:
//!
//! 1. [`Levels::select`] says which contacts take part; [`closed`] and [`slow`] are the one definition of a contact that is closed and at
//!    rest. [`Levels::slide`] gives directions to friction that slides (accelerations only).
//! 2. [`Levels::positions`], [`Levels::impacts`] or [`Levels::accelerations`] states and solves the problem. What is special is set in
//!    [`Levels::level`] and solved by [`Levels::solve`].
//! 3. Results: `level.x`, multipliers by [`Levels::forces`], what each contact does by [`Levels::state`], how well it was solved by
//!    [`Levels::take_reached`], the worst contact by `level.worst`.
//!
//! A state is an evaluation with the velocities of all rows, see [`Evaluated`].

use super::law::{length, restitution, Item, Rubbing};
use super::level::{Level, Reached};
use super::policy::{REST, STILL_ROWS, ZERO};
use super::reduce::{Make, Reduction};
use super::solver::{Budget, Goal};
use crate::memory::{remember, Memory, Remember};
use crate::system::{Eval, RowKind, System};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// Whether a contact is closed: the sign of its gap is no more than round-off.
pub(crate) fn closed(sys: &System, ev: &Eval, contact: usize) -> bool {
    ev.g[sys.contacts[contact].row] <= sys.band(contact)
}

/// The velocity up to which these rows are at rest. It is measured by their own terms, at least by one length of the system a second, at
/// most by the largest velocity: a fast spin about the normal of a contact says nothing about how it slides.
pub(crate) fn slow(sys: &System, ev: &Eval, rows: Range<usize>) -> f64 {
    let largest = |v: f64, u: &f64| v.max(u.abs());
    let most = ev.u[..sys.nu].iter().fold(sys.length(), largest);
    let terms = |r: usize| {
        let (w, columns) = sys.row(ev, r);
        w.iter().zip(columns).map(|(w, &d)| (w * ev.u[d]).abs()).sum::<f64>()
    };
    REST * rows.map(terms).fold(sys.length(), f64::max).min(most)
}

/// A system evaluated at a state.
pub(crate) struct Evaluated {
    pub ev: Eval,
    /// W û of all rows.
    pub gd: Vec<f64>,
    /// Evaluations made.
    pub count: usize,
}

remember!(Evaluated { count; skip ev, gd });

impl Evaluated {
    pub fn new(sys: &System) -> Self {
        Evaluated { ev: sys.eval_near(), gd: vec![0.0; sys.nr], count: 0 }
    }

    pub fn at(&mut self, sys: &System, t: f64, q: &[f64], u: &[f64]) {
        sys.evaluate(t, q, u, &mut self.ev);
        sys.rows_dot(&self.ev, &self.ev.u, &mut self.gd);
        self.count += 1;
    }

    /// Whether a contact is closed and neither separates nor approaches.
    pub fn rests(&self, sys: &System, contact: usize) -> bool {
        let r = sys.contacts[contact].row;
        closed(sys, &self.ev, contact) && self.gd[r].abs() <= slow(sys, &self.ev, r..r + 1)
    }
}

/// How well a problem is to be solved, and what that may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// What is asked for.
    pub goal: Goal,
    /// Most multiplications.
    pub work: f64,
}

/// What is known before an impact.
pub(crate) struct Approach<'a> {
    /// Restitution of a row of a contact or friction.
    pub e: &'a dyn Fn(usize) -> f64,
    /// Percussions of all rows that have acted already: the solution has the total ones. May be empty.
    pub acted: &'a [f64],
    /// Time over which loads that are given press; zero where they have no percussions (s).
    pub time: f64,
}

/// What a contact or friction with a given load does, by the solution of an acceleration problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Does {
    Opens,
    Sticks,
    /// Presses and slides, or begins to slide, along this direction (at most three components).
    Slides([f64; 3]),
}

/// The contact problems of a system at one state after another.
pub(crate) struct Levels {
    pub reduction: Reduction,
    /// The problem and its solution.
    pub level: Level,
    /// Multiplications spent.
    pub spent: f64,
    /// Asks to stop.
    pub stop: Arc<AtomicBool>,
    reached: Reached,
    /// Whether rows depend on others, and the size of accelerations, by the last acceleration problem.
    dependent: bool,
    size: f64,
}

/// All else is filled anew in every step.
impl Remember for Levels {
    fn remember(&mut self, m: &mut Memory) {
        self.reduction.remember(m);
    }
}

impl Levels {
    /// With all joints, and no contacts. A solver is chosen by its maker.
    pub fn new(sys: &System, make: Option<Make>) -> Self {
        let reduction = Reduction::new(sys);
        let mut reduction = match make {
            Some(make) => reduction.with_solver(make),
            None => reduction,
        };
        reduction.use_joints(sys, |k| matches!(k, RowKind::Position | RowKind::Velocity));
        Levels {
            reduction,
            level: Level::default(),
            spent: 0.0,
            stop: Arc::default(),
            reached: Reached::default(),
            dependent: false,
            size: 0.0,
        }
    }

    /// These contacts take part from now on, with the laws of rest, and all friction with a given load.
    pub fn select(&mut self, sys: &System, takes_part: impl Fn(usize) -> bool) {
        self.reduction.select(sys, takes_part);
        self.reduction.begin(sys, &mut self.level);
    }

    /// Friction of these contacts slides along its velocity where that is faster than [`slow`].
    pub fn slide(&mut self, sys: &System, (ev, gd): (&Eval, &[f64])) {
        for (item, f) in self.level.items.iter_mut().zip(&self.reduction.frictions) {
            let Some(rows) = f.map(|f| sys.frictions[f].rows.clone()) else { continue };
            item.rubbing = Rubbing::along(&gd[rows.clone()], slow(sys, ev, rows));
        }
    }

    /// Friction that slides goes on sliding along its present velocity; in the plane its direction stays.
    pub fn turn(&mut self, sys: &System, gd: &[f64]) {
        for (item, f) in self.level.items.iter_mut().zip(&self.reduction.frictions) {
            let Some(rows) = f.map(|f| sys.frictions[f].rows.clone()) else { continue };
            if rows.len() > 1 && matches!(item.rubbing, Rubbing::Slides(_)) {
                item.turn(&gd[rows]);
            }
        }
    }

    /// The least displacement in the metric of M that removes the penetrations of the contacts selected and closes joints.
    pub fn positions(&mut self, sys: &System, ev: &Eval, effort: Effort) -> Reached {
        let Levels { reduction, level, .. } = self;
        level.f.fill(0.0);
        for (c, &r) in level.c.iter_mut().zip(&reduction.joints) {
            *c = if sys.kinds[r] == RowKind::Position { ev.g[r] } else { 0.0 };
        }
        level.b.iter_mut().zip(&reduction.rows).for_each(|(b, &r)| *b = ev.g[r]);
        for item in &mut level.items {
            (item.rubbing, item.active) = (Rubbing::None, item.normal.is_some());
        }
        self.solve(sys, ev, effort)
    }

    /// The jump of the velocities.
    pub fn impacts(
        &mut self,
        sys: &System,
        (ev, gd): (&Eval, &[f64]),
        approach: &Approach<'_>,
        effort: Effort,
    ) -> Reached {
        let Levels { reduction, level, .. } = self;
        level.items.iter_mut().for_each(|i| i.load *= approach.time);
        level.f.fill(0.0);
        for (r, m) in approach.acted.iter().enumerate().filter(|(_, m)| **m != 0.0) {
            if matches!(sys.kinds[r], RowKind::Normal(_) | RowKind::Friction(_)) {
                let (w, columns) = sys.row(ev, r);
                let entries = w.iter().zip(columns).filter(|(_, &d)| d < sys.nu);
                entries.for_each(|(w, &d)| level.f[d] -= m * w);
            }
        }
        level.c.iter_mut().zip(&reduction.joints).for_each(|(c, &r)| *c = gd[r]);
        for (b, &r) in level.b.iter_mut().zip(&reduction.rows) {
            *b = restitution((approach.e)(r), gd[r], gd[r]);
        }
        self.solve(sys, ev, effort)
    }

    /// Poisson's law, after [`Levels::impacts`] without restitution as the compression: the expansion gives back at least `e(c)` times
    /// the percussion of contact c. The level has both in the end.
    pub fn expand(
        &mut self,
        sys: &System,
        ev: &Eval,
        e: impl Fn(usize) -> f64,
        effort: Effort,
    ) -> Reached {
        let Levels { reduction, level, stop, .. } = self;
        let mut budget = Budget::new(effort.work).with_stop(stop);
        let reached = reduction.expand(sys, (ev, ev), level, e, effort.goal, &mut budget);
        self.spent += budget.spent;
        self.reached = self.reached.and(reached);
        reached
    }

    /// The accelerations.
    pub fn accelerations(&mut self, sys: &System, ev: &Eval, effort: Effort) -> Reached {
        let Levels { reduction, level, .. } = self;
        level.f.copy_from_slice(&ev.h);
        level.c.iter_mut().zip(&reduction.joints).for_each(|(c, &r)| *c = ev.zeta[r]);
        level.b.iter_mut().zip(&reduction.rows).for_each(|(b, &r)| *b = ev.zeta[r]);
        self.solve(sys, ev, effort)
    }

    /// Linearises at an evaluation and solves the problem as it stands in `level`, from its multipliers.
    pub fn solve(&mut self, sys: &System, ev: &Eval, effort: Effort) -> Reached {
        let Levels { reduction, level, stop, .. } = self;
        reduction.linearise(sys, ev, None);
        let mut budget = Budget::new(effort.work).with_stop(stop);
        let reached = reduction.solve(sys, ev, level, 0, effort.goal, &mut budget);
        self.spent += budget.spent;
        self.reached = self.reached.and(reached);
        reached
    }

    /// The multipliers of contacts and joints as those of all rows of the system; false where something is not finite.
    pub fn forces(&self, all: &mut [f64]) -> bool {
        self.reduction.scatter(&self.level, all);
        self.level.x.iter().chain(&self.level.m).all(|x| x.is_finite())
    }

    /// How well problems were solved since the last call.
    pub fn take_reached(&mut self) -> Reached {
        std::mem::take(&mut self.reached)
    }

    /// Makes ready for [`Levels::state`] after an acceleration problem. Factors of the last linearisation are lost.
    pub fn decide(&mut self, sys: &System, ev: &Eval) {
        let Levels { reduction, level, .. } = self;
        self.dependent = level.items.len() > 1 && reduction.depend(sys, ev, level);
        let largest = |m: f64, y: &f64| m.max(y.abs());
        let y = self.level.y.iter().fold(sys.length(), largest);
        let pushes = |i: &Item| i.normal.map_or(0.0, |i| self.pressing(sys, ev, i));
        self.size = self.level.items.iter().map(pushes).fold(y, f64::max);
    }

    /// The acceleration that the multiplier of contact row i gives its own row.
    pub fn pressing(&self, sys: &System, ev: &Eval, i: usize) -> f64 {
        self.level.m[i] * self.reduction.diagonal(sys, ev, i)
    }

    /// What item k does from here on.
    ///
    /// A contact is closed where it presses, or where neither force nor acceleration differs from zero: of contacts that depend on
    /// each other one may be closed without a force of its own. Friction below its limit sticks, at its limit it slides against its force.
    pub fn state(&self, sys: &System, ev: &Eval, k: usize) -> Does {
        let Level { items, m, y, .. } = &self.level;
        let item = &items[k];
        let zero = self.size * ZERO[usize::from(self.dependent)];
        if let Some(i) = item.normal {
            let presses = self.pressing(sys, ev, i) > ZERO[0] * self.size;
            if !presses && y[i].abs() > zero {
                return Does::Opens;
            }
        }
        let t = item.tangential.clone();
        let still = || self.dependent && t.clone().all(|i| y[i].abs() <= STILL_ROWS * zero);
        match item.rubbing {
            Rubbing::Slides(s) => Does::Slides(s),
            _ if t.is_empty() || item.holds(&item.gather(m)) || still() => Does::Sticks,
            _ => {
                let mut s = [0.0; 3];
                let force = length(&m[t.clone()]).max(f64::MIN_POSITIVE);
                s.iter_mut().zip(&m[t]).for_each(|(s, m)| *s = -m / force);
                Does::Slides(s)
            }
        }
    }
}
