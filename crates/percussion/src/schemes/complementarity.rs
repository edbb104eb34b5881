//! Accelerations with Signorini's and Coulomb's laws on the contacts that are closed:
//!
//! ```text
//! (78)  M a = h + W λ,  g'' = 0,  0 ≤ g_N'' ⊥ λ_N ≥ 0,
//!       friction in its disc where it rests, on the rim along -γ_F where it slides
//! ```
//!
//! From the solution the mode follows that holds until the next event: contacts with λ_N > 0 are
//! closed, friction below its limit sticks, at its limit it slides against the force.

use super::contacts::{self, UNSOLVED, WORK};
use super::{Interrupt, StepInfo};
use crate::contact::law::{restitution, Rubbing};
use crate::contact::reduce::{Level, Make, Reached, Reduction};
use crate::contact::{Budget, Goal, Item};
use crate::error::StepError;
use crate::integrators::smooth::{Mode, Rub};
use crate::memory::remember;
use crate::system::{Eval, RowKind, System};

/// The problem with its workspace.
pub(super) struct Complementarity {
    pub ev: Eval,
    reduction: Reduction,
    level: Level,
    /// The worst solution since the last call of [`Complementarity::check`].
    reached: Reached,
    pub stop: Interrupt,
    /// W û of all rows.
    pub gd: Vec<f64>,
    pub evaluations: usize,
}
remember!(Complementarity { evaluations; skip ev, reduction, level, reached, stop, gd });

/// How exact solutions have to be.
const GOAL: Goal = Goal::to(1e-14);

/// Largest absolute value, at least one.
pub(super) fn scale(v: &[f64]) -> f64 {
    v.iter().fold(1.0_f64, |m, v| m.max(v.abs()))
}

/// Fraction of the largest velocity below which a contact counts as at rest.
pub(super) const REST: f64 = 1e-11;

impl Complementarity {
    pub fn new(sys: &System, solver: Make) -> Self {
        let mut reduction = Reduction::new(sys).with_solver(solver);
        reduction.use_joints(sys, |k| matches!(k, RowKind::Position | RowKind::Velocity));
        Complementarity {
            ev: sys.eval(),
            reduction,
            level: Level::default(),
            reached: Reached::default(),
            stop: Interrupt::default(),
            gd: vec![0.0; sys.nr],
            evaluations: 0,
        }
    }

    /// How well the contacts were solved since the last call: noted, or an error.
    pub fn check(&mut self, sys: &System, t: f64, info: &mut StepInfo) -> Result<(), StepError> {
        let reached = std::mem::take(&mut self.reached);
        if self.stop.raised() {
            return Err(StepError::Interrupted { t });
        }
        contacts::judge(sys, t, reached, &self.level, UNSOLVED, info)
    }

    /// Evaluates the system and the velocities of all rows.
    pub fn evaluate(&mut self, sys: &System, t: f64, q: &[f64], u: &[f64]) {
        sys.evaluate(t, q, u, &mut self.ev);
        sys.rows_dot(&self.ev, &self.ev.u, &mut self.gd);
        self.evaluations += 1;
    }

    /// Which contacts take part, and whether friction slides, at the state last evaluated.
    pub fn classify(&mut self, sys: &System, closed: &[bool]) {
        let rest = REST * scale(&self.ev.u);
        self.reduction.select(sys, |c| closed[c]);
        self.reduction.begin(sys, &mut self.level);
        for (item, f) in self.level.items.iter_mut().zip(&self.reduction.frictions) {
            if let Some(f) = f {
                item.rubbing = Rubbing::along(&self.gd[sys.frictions[*f].rows.clone()], rest);
            }
        }
    }

    /// Accelerations and multipliers at (t, q, u) for the contacts and directions classified; the
    /// direction of sliding turns in space.
    pub fn accelerations(
        &mut self,
        sys: &System,
        (t, q, u): (f64, &[f64], &[f64]),
        a: &mut [f64],
        la: &mut [f64],
    ) -> bool {
        self.evaluate(sys, t, q, u);
        for (item, f) in self.level.items.iter_mut().zip(&self.reduction.frictions) {
            let Some(rows) = f.map(|f| sys.frictions[f].rows.clone()) else { continue };
            if rows.len() > 1 && matches!(item.rubbing, Rubbing::Slides(_)) {
                item.turn(&self.gd[rows]);
            }
        }
        self.solve(sys, a, la)
    }

    fn solve(&mut self, sys: &System, a: &mut [f64], la: &mut [f64]) -> bool {
        let Level { f, c, b, m, .. } = &mut self.level;
        f.copy_from_slice(&self.ev.h);
        c.iter_mut().zip(&self.reduction.joints).for_each(|(c, &r)| *c = self.ev.zeta[r]);
        b.iter_mut().zip(&self.reduction.rows).for_each(|(b, &r)| *b = self.ev.zeta[r]);
        m.fill(0.0);
        self.contacts(sys);
        self.reduction.scatter(&self.level, la);
        a[..sys.nu].copy_from_slice(&self.level.x);
        self.level.x.iter().all(|x| x.is_finite())
    }

    /// Solves the level.
    fn contacts(&mut self, sys: &System) {
        self.reduction.linearise(sys, &self.ev, None);
        let mut budget = Budget::new(WORK).with_stop(self.stop.flag());
        let level = &mut self.level;
        let reached = self.reduction.solve(sys, &self.ev, level, 0, GOAL, &mut budget);
        self.reached = self.reached.and(reached);
    }

    /// Decides about the mode at (t, q, u), where the contacts `closed` may stay closed.
    pub fn mode(
        &mut self,
        sys: &System,
        (t, q, u): (f64, &[f64], &[f64]),
        closed: &[bool],
        a: &mut [f64],
        la: &mut [f64],
    ) -> Mode {
        self.evaluate(sys, t, q, u);
        self.classify(sys, closed);
        let mut mode = Mode::open(sys);
        if !self.solve(sys, a, la) {
            return mode;
        }
        // accelerations that the forces have to take away
        let force = scale(&self.level.y).max(self.largest_force(sys));
        let depend = self.depend(sys);
        for (item, f) in self.level.items.iter().zip(&self.reduction.frictions) {
            if item.normal.is_some() {
                // one of contacts that depend on each other may be closed without a force of its own
                let still =
                    depend && item.normal.is_some_and(|i| self.level.y[i].abs() <= 1e-10 * force);
                let closed = still || self.pressing(sys, item) > 1e-12 * force;
                mode.closed[item.contact] = closed;
                if !closed {
                    continue;
                }
            }
            let Some(f) = *f else { continue };
            let rows = item.tangential.clone();
            mode.rubs[f] = match item.rubbing {
                Rubbing::Slides(d) if rows.len() == 1 => Rub::Slip(d[0].signum()),
                Rubbing::Slides(_) => Rub::Slide,
                _ if item.holds(&item.gather(&self.level.m)) => Rub::Stick,
                _ if depend && rows.clone().all(|i| self.level.y[i].abs() <= 1e-10 * force) => {
                    Rub::Stick
                }
                _ if rows.len() == 1 => Rub::Slip(-self.level.m[rows.start].signum()),
                _ => Rub::Slide,
            };
        }
        mode
    }

    /// The acceleration that the normal force of an item gives its own gap.
    fn pressing(&self, sys: &System, item: &Item) -> f64 {
        let Some(i) = item.normal else { return 0.0 };
        self.level.m[i] * self.reduction.diagonal(sys, &self.ev, i)
    }

    /// Whether the normal rows of the contacts depend on each other: then single forces tell nothing.
    fn depend(&mut self, sys: &System) -> bool {
        self.level.items.len() > 1 && self.reduction.depend(sys, &self.ev, &self.level, false)
    }

    fn largest_force(&self, sys: &System) -> f64 {
        self.level.items.iter().fold(0.0, |m, i| f64::max(m, self.pressing(sys, i)))
    }

    /// The velocity problem with frozen coordinates, at the state last evaluated: u jumps by the response
    /// to total percussions minus those that have acted,
    ///
    /// ```text
    /// M (u⁺ - u) = W (P - R),  W u⁺ = 0 for joints,  0 ≤ U⁺ + e U⁻ ⊥ P_N ≥ 0,  friction in its disc
    /// ```
    ///
    /// `R` holds percussions of contacts and friction that have acted; `P` receives the total ones
    /// of the contacts and those of the joints that come to them. `load` is the time over which given loads press.
    pub fn impact(
        &mut self,
        sys: &System,
        active: &[bool],
        e: &[f64],
        load: f64,
        R: &[f64],
        u: &mut [f64],
        P: &mut [f64],
    ) -> bool {
        self.reduction.select(sys, |c| active[c]);
        self.reduction.begin(sys, &mut self.level);
        let Level { f, c, b, items, .. } = &mut self.level;
        items.iter_mut().for_each(|i| i.load *= load);
        // without what has acted
        f.fill(0.0);
        for r in 0..sys.nr {
            let takes_back = matches!(sys.kinds[r], RowKind::Normal(_) | RowKind::Friction(_));
            if takes_back && R[r] != 0.0 {
                let (w, columns) = sys.row(&self.ev, r);
                let entries = w.iter().zip(columns).filter(|(_, &d)| d < sys.nu);
                entries.for_each(|(w, &d)| f[d] -= R[r] * w);
            }
        }
        c.iter_mut().zip(&self.reduction.joints).for_each(|(c, &r)| *c = self.gd[r]);
        for (b, &r) in b.iter_mut().zip(&self.reduction.rows) {
            let back = match sys.kinds[r] {
                RowKind::Normal(c) => e[c],
                RowKind::Friction(f) if R[r] == 0.0 => sys.frictions[f].law.e_F,
                _ => 0.0,
            };
            *b = restitution(back, self.gd[r], self.gd[r]);
        }
        self.contacts(sys);
        self.reduction.scatter(&self.level, P);
        u.iter_mut().zip(&self.level.x).for_each(|(u, x)| *u += x);
        u.iter().all(|u| u.is_finite())
    }
}
