//! The interior point method alone, from one centring after another, finished by the proximal Newton method.

use super::proximal::{proximal, POLISH};
use crate::contact::interior::{interior, Setting};
use crate::contact::problem::{Point, Problem};
use crate::contact::scaled::Scaled;
use crate::contact::solver::{Budget, Goal, Outcome, Solver, Status};

/// No centring is right for all problems.
const SETTINGS: [Setting; 4] = [
    Setting { start: 1.0, fraction: 0.995, sigma: 1e-8, steps: 60, tol: 1e-7 },
    Setting { start: 100.0, fraction: 0.9, sigma: 0.1, steps: 60, tol: 1e-7 },
    Setting { start: 10.0, fraction: 0.995, sigma: 0.1, steps: 60, tol: 1e-7 },
    Setting { start: 1.0, fraction: 0.9, sigma: 1e-8, steps: 60, tol: 1e-7 },
];
/// Residual from which Newton's method may finish.
const NEAR: f64 = 1e-3;

/// The solver.
#[derive(Default)]
pub struct InteriorSolver {
    scaled: Scaled,
}

impl Solver for InteriorSolver {
    fn name(&self) -> &'static str {
        "interior-point"
    }

    fn solve(
        &mut self,
        p: &Problem,
        point: &mut Point,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        point.fit(p);
        if !self.scaled.read(p, budget) {
            return Outcome::unfit(self.name(), budget);
        }
        let mut m = self.scaled.start(point);
        let mut best = (f64::INFINITY, m.clone());
        let mut iterations = 0;
        for setting in SETTINGS {
            let (its, residual) = interior(&mut self.scaled, &mut m, setting, budget);
            iterations += its;
            if residual < best.0 {
                best = (residual, m.clone());
            }
            if residual < NEAR {
                let (steps, done) = proximal(&mut self.scaled, &mut m, goal, POLISH, budget);
                iterations += steps;
                if done {
                    best.1 = m;
                    break;
                }
            }
            if !budget.go() {
                break;
            }
        }
        let at = self.scaled.finish(p, &best.1, point, budget);
        Outcome::of("interior-point", at, goal, budget, iterations, Status::Stalled)
    }
}
