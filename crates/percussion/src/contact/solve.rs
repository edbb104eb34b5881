//! How a contact problem is solved. Redundant rows leave the split of forces open; here it is
//!
//! ```text
//! m = lim (ε → 0) of the solution of the laws with  y = G m + b + ε c m                       (S)
//! ```
//!
//! with one c for all contact rows of the problem: the limit of equal springs. With the compliance e = ε c:
//!
//! ```text
//! 1  m0: laws with y = G m + b + e m                 about zero: selects
//!      Newton's method from the caller's point; else the interior point method; else this with a larger ε, and Newton's method
//!      from there
//! 2  m1: laws with y = G m + b + e (m - m0), ...     about the last result: takes e out, keeps the split
//!      Newton's method, until y = G m + b fulfils the laws to the goal, or no more is gained
//! ```
//!
//! The caller's point is where Newton's method begins. It is never the centre of the compliance, so that the answer does not depend
//! on it. What is left of the rigid laws after 2 are contradictions of the rows.

use super::interior::{interior, Setting};
use super::newton::Newton;
use super::policy::{
    ADMIT, COMPLIANCE, FOUND, FRACTION, INNER, INTERIOR_STEPS, NEWTON_STEPS, POLISH_STEPS,
    PROXIMAL_GAIN, PROXIMAL_STEPS, SIGMA, SOFTER, SPLIT,
};
use super::problem::{Measure, Point, Problem};
use super::scaled::Scaled;
use super::solver::{Budget, Goal, Outcome, Solver, Status};

/// The default solver.
pub struct Standard {
    scaled: Box<Scaled>,
    newton: Newton,
    m: Vec<f64>,
    y: Vec<f64>,
    trial: Vec<f64>,
}

impl Default for Standard {
    fn default() -> Self {
        let mut scaled = Box::<Scaled>::default();
        scaled.operator.few = true;
        let (m, y, trial) = Default::default();
        Standard { scaled, newton: Newton::default(), m, y, trial }
    }
}

/// Where the law with the compliance was solved.
struct Selected {
    method: &'static str,
    epsilon: f64,
    /// Relative residual with the compliance.
    regular: f64,
    iterations: usize,
}

impl Standard {
    /// Step 1; none where no method finds a solution. The point is in `m`.
    fn select(&mut self, epsilon: f64, budget: &mut Budget<'_>) -> Option<Selected> {
        self.scaled.soften(epsilon);
        self.trial.clone_from(&self.m);
        let (steps, regular) = self.newton(SPLIT * COMPLIANCE, NEWTON_STEPS, budget);
        if regular <= SPLIT * COMPLIANCE {
            std::mem::swap(&mut self.m, &mut self.trial);
            return Some(Selected { method: "newton", epsilon, regular, iterations: steps });
        }
        let (mut iterations, own) = (steps, epsilon);
        for epsilon in [epsilon, SOFTER[0].max(epsilon), SOFTER[1].max(epsilon)] {
            self.scaled.soften(epsilon);
            let steps = INTERIOR_STEPS[usize::from(epsilon > COMPLIANCE)];
            let tol = SPLIT * COMPLIANCE;
            let setting = Setting { start: 1.0, fraction: FRACTION, sigma: SIGMA, steps, tol };
            let (steps, _) = interior(&mut self.scaled, &mut self.trial, setting, budget);
            let (polish, regular) = self.newton(tol, POLISH_STEPS, budget);
            iterations += steps + polish;
            if regular <= FOUND {
                std::mem::swap(&mut self.m, &mut self.trial);
                let found = Selected { method: "interior-point", epsilon, regular, iterations };
                return Some(self.harden(found, own, budget));
            }
            if !budget.go() {
                break;
            }
        }
        None
    }

    /// The solution with the problem's own compliance, where Newton's method finds it from that with a larger one.
    fn harden(&mut self, found: Selected, own: f64, budget: &mut Budget<'_>) -> Selected {
        if found.epsilon == own {
            return found;
        }
        self.scaled.soften(own);
        self.trial.clone_from(&self.m);
        let (steps, regular) = self.newton(SPLIT * COMPLIANCE, POLISH_STEPS, budget);
        let iterations = found.iterations + steps;
        if regular > FOUND {
            self.scaled.soften(found.epsilon);
            return Selected { iterations, ..found };
        }
        std::mem::swap(&mut self.m, &mut self.trial);
        Selected { epsilon: own, regular, iterations, ..found }
    }

    /// Newton's method from `trial` to a relative residual: steps, and the one it reaches, `tol` where that is round-off.
    fn newton(&mut self, tol: f64, steps: usize, budget: &mut Budget<'_>) -> (usize, f64) {
        let limit = |p: &Scaled, m: &[f64], y: &[f64]| (tol * p.scale(y)).max(p.round_off(m));
        let ended = self.newton.solve(&mut self.scaled, &mut self.trial, limit, steps, budget);
        (ended.steps, if ended.done { ended.relative.min(tol) } else { ended.relative })
    }

    /// Relative residual of the rigid laws at `trial`; y of it.
    fn rigid(&mut self, budget: &mut Budget<'_>) -> Measure {
        self.y.clear();
        self.y.resize(self.scaled.n, 0.0);
        self.scaled.response(&self.trial, &mut self.y, budget);
        self.scaled.measure(&self.trial, &self.y)
    }

    /// Step 2; the Newton steps.
    fn take_compliance_out(&mut self, goal: Goal, budget: &mut Budget<'_>) -> usize {
        let mut iterations = 0;
        self.trial.clone_from(&self.m);
        let mut now = self.rigid(budget);
        for step in 0..PROXIMAL_STEPS[1] {
            let enough = step >= PROXIMAL_STEPS[0] && goal.reached(&now);
            if enough || now.relative == 0.0 || !budget.go() {
                break;
            }
            self.scaled.centre.copy_from_slice(&self.m);
            let tol = (SPLIT * COMPLIANCE).min(INNER * goal.tol);
            let (steps, _) = self.newton(tol, POLISH_STEPS, budget);
            iterations += steps;
            let after = self.rigid(budget);
            if after.relative < now.relative {
                self.m.copy_from_slice(&self.trial);
            }
            if after.relative.is_nan() || after.relative > PROXIMAL_GAIN * now.relative {
                break;
            }
            now = after;
        }
        iterations
    }
}

impl Solver for Standard {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn solve(
        &mut self,
        p: &Problem,
        point: &mut Point,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        point.fit(p);
        if !p.b.iter().all(|v| v.is_finite()) || !self.scaled.read(p, budget) {
            return Outcome::unfit(self.name(), budget);
        }
        self.m = self.scaled.start(point);
        let compliance = if p.compliance > 0.0 { p.compliance } else { COMPLIANCE };
        let found = self.select(compliance, budget);
        let mut iterations = 0;
        if let Some(found) = &found {
            iterations = found.iterations;
            iterations += self.take_compliance_out(goal, budget);
        }
        let mut at = self.scaled.finish(p, &self.m, point, budget);
        if !goal.reached(&at) {
            // onto the bounds, unless stiff rows make more of that than it mends
            let rough = at;
            self.trial.clone_from(&self.m);
            self.scaled.admit(&mut self.trial);
            at = self.scaled.finish(p, &self.trial, point, budget);
            if at.relative.is_nan() || at.relative > ADMIT * rough.relative {
                at = self.scaled.finish(p, &self.m, point, budget);
            }
        }
        let otherwise = if found.is_some() { Status::Compliant } else { Status::Stalled };
        let method = found.as_ref().map_or("auto", |f| f.method);
        let out = Outcome::of(method, at, goal, budget, iterations, otherwise);
        match found {
            Some(f) => Outcome { regular: f.regular, compliance: f.epsilon, ..out },
            None => out,
        }
    }
}
