//! The proximal semismooth Newton method: for a falling weight w, Newton's method with line search on
//! the natural map of
//!
//! ```text
//! y_w = G m + b + w (m - m_k),        F = m - prox(m - y_w) = 0                         (1)
//! (I - D + w D) dm + D G dm = -F,     D = prox'(m - y_w)                                (2)
//! ```
//!
//! whose solution is m_{k+1}. The weight makes (2) regular whatever depends on what; it falls tenfold
//! after a success in few steps and grows after a failure, from then on it falls more gently.

use crate::contact::newton::Newton;
use crate::contact::problem::{Point, Problem};
use crate::contact::scaled::Scaled;
use crate::contact::solver::{Budget, Goal, Outcome, Solver, Status};

/// Most Newton steps of one weight; success in so many lets the weight fall.
const STEPS: usize = 40;
const EASY: usize = 12;
/// Smallest weight.
const LEAST: f64 = 1e-9;
/// Most weights that fail after each other.
const FAILURES: usize = 40;

/// First weight, and most Newton steps altogether.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    weight: f64,
    steps: usize,
}

/// From scratch, patiently.
pub(super) const COLD: Schedule = Schedule { weight: 1.0, steps: 4000 };
/// From a point that is near.
pub(super) const POLISH: Schedule = Schedule { weight: 1e-5, steps: 40 };

/// The solver.
#[derive(Default)]
pub struct NewtonSolver {
    scaled: Scaled,
}

impl Solver for NewtonSolver {
    fn name(&self) -> &'static str {
        "newton"
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
        let (steps, _) = proximal(&mut self.scaled, &mut m, goal, COLD, budget);
        let at = self.scaled.finish(p, &m, point, budget);
        Outcome::of("newton", at, goal, budget, steps, Status::Stalled)
    }
}

/// Improve `m`; returns the Newton steps and whether the goal was reached. `m` is the best point found.
pub(super) fn proximal(
    p: &mut Scaled,
    m: &mut Vec<f64>,
    goal: Goal,
    schedule: Schedule,
    budget: &mut Budget<'_>,
) -> (usize, bool) {
    let mut newton = Newton::default();
    let mut y = vec![0.0; p.n];
    p.response(m, &mut y, budget);
    let mut now = p.measure(m, &y);
    let (mut best, mut least) = (m.clone(), now.relative);
    let (mut weight, mut fall, mut grow) = (schedule.weight, 0.1_f64, 2.5);
    let (mut steps, mut failures) = (0, 0);
    while !goal.reached(&now) {
        let stop = steps >= schedule.steps || failures > FAILURES || now.relative.is_nan();
        if stop || !budget.go() {
            p.soften(0.0);
            *m = best;
            return (steps, false);
        }
        p.compliance.fill(weight);
        p.centre.copy_from_slice(m);
        let mut trial = m.clone();
        let limit = 1e-2 * now.relative * p.scale(&y);
        let most = STEPS.min(schedule.steps - steps);
        let ended = newton.solve(p, &mut trial, |_, _, _| limit, most, budget);
        steps += ended.steps;
        p.response(&trial, &mut y, budget);
        let after = p.measure(&trial, &y);
        if ended.done || after.relative < 0.9 * now.relative {
            (*m, now) = (trial, after);
        } else {
            p.response(m, &mut y, budget);
        }
        if now.relative < least {
            least = now.relative;
            best.copy_from_slice(m);
        }
        if ended.done {
            (failures, grow) = (0, 2.5);
            if ended.steps <= EASY {
                weight = (weight * fall).max(LEAST);
            }
        } else {
            failures += 1;
            (weight, grow) = ((weight * grow).min(1e3), 10.0);
            fall = fall.sqrt().min(0.7);
        }
    }
    p.soften(0.0);
    (steps, true)
}
