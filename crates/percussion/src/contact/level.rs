//! One kinematic level of a state: its problem in numbers of the system, and how well it was solved.

use super::law::Item;
use super::solver::{Outcome, Status};

/// What differs from level to level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Level {
    /// Right side of the equations of motion.
    pub f: Vec<f64>,
    /// Constant part of the joints in use.
    pub c: Vec<f64>,
    /// Constant part of the contact rows.
    pub b: Vec<f64>,
    /// Where x is counted from, extended by its rate in time; from zero where it is empty.
    pub from: Vec<f64>,
    /// Laws.
    pub items: Vec<Item>,
    /// Multipliers of the contact rows: warm start and solution.
    pub m: Vec<f64>,
    /// y of the solution.
    pub y: Vec<f64>,
    /// x of the solution.
    pub x: Vec<f64>,
    /// Multipliers of the joints in use.
    pub l: Vec<f64>,
}

/// What came out of a level.
#[must_use = "a contact problem may have no solution, or none that was found"]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached {
    /// Whether all islands reached the goal.
    pub solved: bool,
    /// Whether all islands fulfil the laws at least with their compliance.
    pub found: bool,
    /// Worst relative residual.
    pub residual: f64,
    /// Largest row of the natural map in units of y.
    pub error: f64,
    /// Iterations of all islands.
    pub iterations: usize,
    /// Largest ε of the compliances with which the laws hold.
    pub compliance: f64,
}

impl Default for Reached {
    fn default() -> Self {
        let (residual, error, compliance) = (0.0, 0.0, 0.0);
        Reached { solved: true, found: true, residual, error, iterations: 0, compliance }
    }
}

impl Reached {
    pub fn join(&mut self, o: &Outcome) {
        self.solved &= o.solved();
        self.found &= matches!(o.status, Status::Solved | Status::Compliant);
        self.residual = worse(self.residual, o.residual);
        self.error = worse(self.error, o.error);
        self.iterations += o.iterations;
        self.compliance = self.compliance.max(o.compliance);
    }

    /// Both of two problems.
    pub fn and(self, o: Reached) -> Reached {
        Reached {
            solved: self.solved && o.solved,
            found: self.found && o.found,
            residual: worse(self.residual, o.residual),
            error: worse(self.error, o.error),
            iterations: self.iterations + o.iterations,
            compliance: self.compliance.max(o.compliance),
        }
    }
}

/// The larger of two; what is not a number stays.
fn worse(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() {
        b
    } else {
        a
    }
}

impl Level {
    /// The contact of the item that is furthest from its law, with the error in units of y.
    pub fn worst(&self, r: impl Fn(usize) -> f64) -> Option<(usize, f64)> {
        let mut worst: Option<(usize, f64)> = None;
        for item in &self.items {
            let at = item.rows().next()?;
            let F = item.natural_map(&item.gather(&self.m), &item.gather(&self.y), [r(at); 2]);
            let error = F.iter().fold(0.0_f64, |a, v| if v.abs() <= a { a } else { v.abs() });
            if worst.is_none_or(|w| error > w.1) {
                worst = Some((item.contact, error));
            }
        }
        worst
    }
}
