//! The order in which ways are tried.

use super::dense::DenseSolver;
use super::problem::{Point, Problem};
use super::solver::{Budget, Goal, Outcome, Solver, Tried};

/// Tries one way after another until the goal is reached. This is the default solver; it keeps the
/// workspaces of the ways it has used.
#[derive(Default)]
pub struct Ladder {
    dense: DenseSolver,
}

impl Ladder {
    /// With no workspace yet.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Solver for Ladder {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn solve(
        &mut self,
        problem: &Problem,
        point: &mut Point,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        let tried: Vec<Tried> = Vec::new();
        let out = self.dense.solve(problem, point, goal, budget);
        Outcome { tried, ..out }
    }
}
