//! Semismooth Newton's method on (127), over dense or sparse factors.
//!
//! ```text
//! repeat   dependents (71)-(114), kinematics, index sets (130)-(141), residual (127)
//!          stop where each level is solved in its own units; else x <- x - (∂R/∂x)⁻¹ R at fixed index sets
//! ```

use super::dense::{Centre, Dense};
use super::equations::{Size, Step};
use super::policy::{
    AGAIN, CALM, FORGIVEN, GROWTH, IMPATIENT, LARGE, MAX_DENSE, MEDIUM, PROXIMAL, SELECT, STALLED,
};
use super::sparse::Sparse;
use super::{Coefficients, Levels};
use crate::memory::remember;
use crate::schemes::Interrupt;
use crate::system::System;

/// What all methods are given.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub sys: &'a System,
    pub c: &'a Coefficients,
    pub l: &'a Levels,
    pub tol: Tolerance,
    /// Residual up to which the best iterate may be accepted.
    pub accept: f64,
    pub max_newton: usize,
    /// Asks to stop.
    pub stop: &'a Interrupt,
}

/// When (127) counts as solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    pub tol: f64,
    /// Compared with the residual as it is, units mixed; otherwise each level has its own units.
    pub absolute: bool,
}

impl Tolerance {
    /// What residuals are measured by.
    pub fn scale(&self) -> f64 {
        if self.absolute {
            1e-12
        } else {
            self.tol
        }
    }
    pub fn met(&self, size: Size, part: f64) -> bool {
        if self.absolute {
            size.absolute <= part * self.tol
        } else {
            size.scaled <= 1.0
        }
    }
    pub fn value(&self, size: Size) -> f64 {
        if self.absolute {
            size.absolute
        } else {
            size.scaled
        }
    }
}

/// Why a method did not solve a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    pub residual: f64,
    pub iterations: usize,
}

/// The factors that solve for an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The full matrix of the three levels.
    Dense,
    /// Level by level.
    Sparse,
}

/// What Newton's method solves for in the present step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// All of (127).
    All(Patience),
    /// Contacts keep the forces they have, and the rest is solved to this part of the tolerance.
    Joints(f64),
}

/// How soon to give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    Full,
    /// Another method is next, and better if this one does not settle soon.
    Little,
    /// And it has failed in one of the last steps.
    Again,
}

/// Both forms, which keep their factors.
pub(super) struct Newton {
    pub dense: Dense,
    pub sparse: Sparse,
    /// Multiplications of the dense factorisations of the present step and its parts.
    pub work: f64,
}
remember!(Newton { dense, sparse; skip work });

/// Unknowns of the three levels.
pub(super) fn unknowns(sys: &System) -> usize {
    3 * (sys.nu + sys.nr)
}

/// Whether contacts or friction act.
pub(super) fn has_laws(sys: &System) -> bool {
    !sys.contacts.is_empty() || !sys.frictions.is_empty()
}

impl Newton {
    pub fn new(sys: &System, couples: bool) -> Self {
        let (dense, sparse) = (Dense::new(sys, MEDIUM), Sparse::new(sys, couples));
        Newton { dense, sparse, work: 0.0 }
    }

    /// Factorisations and solves so far.
    pub fn counts(&self) -> [usize; 2] {
        let [factorisations, solves] = self.sparse.counts();
        [factorisations + self.dense.factorisations, solves + self.dense.factorisations]
    }

    /// From where the unknowns are; the number of updates.
    pub fn solve(
        &mut self,
        at: Setting<'_>,
        s: &mut Step,
        form: Form,
        task: Task,
    ) -> Result<usize, Failure> {
        let Setting { sys, c, l, tol, .. } = at;
        let (part, patience) = match task {
            Task::All(patience) => (1.0, patience),
            Task::Joints(part) => (part, Patience::Full),
        };
        let again = patience == Patience::Again;
        let most = if again { AGAIN.min(at.max_newton) } else { at.max_newton };
        let mut progress = Progress::new(sys, form, patience != Patience::Full);
        // updates that select the split of redundant contact forces
        let mut select = if form == Form::Dense && self.dense.soft { SELECT } else { 0 };
        for it in 0..=most {
            s.dependents(sys, c);
            s.kinematics(sys, c);
            if it == 0 {
                s.measure(sys);
            }
            match task {
                Task::All(_) => s.index_sets(sys, c, l),
                Task::Joints(_) => s.joints_alone(sys, l),
            }
            let size = s.residuals(sys, c, l, tol.scale(), [0.0; 3]);
            if select == 0 && tol.met(size, part) {
                return Ok(it);
            }
            let residual = tol.value(size);
            let hopeless = progress.hopeless(it, residual, || self.sparse.expensive());
            self.count_work(sys, s, form);
            let spent = self.work > MAX_DENSE;
            if hopeless || spent || it == most || at.stop.raised() {
                return Err(Failure { residual, iterations: it });
            }
            let done = match form {
                Form::Dense => {
                    let known = self.dense.soft;
                    let about = if select > PROXIMAL { Centre::Zero } else { Centre::Result };
                    let done = self.dense.update(sys, c, l, s, about);
                    if self.dense.soft && !known {
                        select = SELECT;
                    }
                    select = select.saturating_sub(1);
                    done
                }
                Form::Sparse => self.sparse.update(sys, c, s, it == 0, tol.scale()),
            };
            if !done {
                return Err(Failure { residual, iterations: it });
            }
        }
        Err(Failure { residual: f64::NAN, iterations: most })
    }

    fn count_work(&mut self, sys: &System, s: &Step, form: Form) {
        if form == Form::Dense && has_laws(sys) {
            let rows = [&s.on.a, &s.on.v, &s.on.p].into_iter().flatten().filter(|on| **on).count();
            self.work += ((3 * sys.nu + rows) as f64).powi(3) / 3.0;
        }
    }
}

/// Whether the residual falls.
struct Progress {
    best: f64,
    best_at: usize,
    /// Updates without progress after which it gives up, and the part of the best residual that counts as progress.
    patience: usize,
    part: f64,
    /// Whether expensive factors are not worth it far from the solution.
    spares: bool,
}

impl Progress {
    fn new(sys: &System, form: Form, quick: bool) -> Self {
        let large = unknowns(sys) > LARGE;
        let gives_up = large && (has_laws(sys) || form == Form::Dense) || quick;
        let patience = match gives_up {
            true if large && quick => IMPATIENT,
            true => STALLED,
            false => usize::MAX,
        };
        // dense factors of many unknowns are for progress that can be seen
        let part = if large && form == Form::Dense { 0.5 } else { 1.0 };
        Progress { best: f64::INFINITY, best_at: 0, patience, part, spares: large && quick }
    }

    fn hopeless(&mut self, it: usize, value: f64, expensive: impl Fn() -> bool) -> bool {
        if value < self.best {
            if value < self.part * self.best {
                self.best_at = it;
            }
            self.best = value;
        }
        !value.is_finite()
            || it > FORGIVEN && value > GROWTH * self.best
            || it - self.best_at >= self.patience
            || self.spares && value > CALM && expensive()
    }
}
