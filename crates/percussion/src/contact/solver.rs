//! What every solver of contact problems is asked and answers.

use super::policy::{USUAL_TOL, USUAL_WORK};
use super::problem::{Measure, Point, Problem};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};

/// How exact a solution has to be.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Relative error, see [`Measure::relative`].
    pub tol: f64,
    /// An error of each row in units of y that is small enough as well; zero asks for `tol`.
    pub enough: f64,
}

impl Default for Goal {
    fn default() -> Self {
        Goal::to(USUAL_TOL)
    }
}

impl Goal {
    /// A relative error, and nothing less.
    pub const fn to(tol: f64) -> Self {
        Goal { tol, enough: 0.0 }
    }

    /// Whether a point is a solution: to the tolerance, or to what round-off allows.
    pub fn reached(&self, at: &Measure) -> bool {
        at.relative <= self.tol.max(at.floor) || at.error <= self.enough
    }
}

/// How much may be done. All work counts, factorisations too, in multiplications: a measure of time
/// that does not depend on the machine. The flag is looked at between them.
#[derive(Clone, Debug)]
pub struct Budget<'a> {
    /// Multiplications left.
    pub left: f64,
    /// Multiplications spent.
    pub spent: f64,
    /// Factorisations made, and solutions with the factors.
    pub factorisations: usize,
    pub solves: usize,
    /// Most of them.
    pub most: usize,
    /// Set by the caller to stop.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget::new(USUAL_WORK)
    }
}

impl<'a> Budget<'a> {
    /// So many multiplications: 1e9 are about a second.
    pub fn new(work: f64) -> Self {
        Budget {
            left: work,
            spent: 0.0,
            factorisations: 0,
            solves: 0,
            most: usize::MAX,
            stop: None,
        }
    }

    /// The same with a flag that stops the work.
    pub fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Budget { stop: Some(stop), ..self }
    }

    /// Whether the caller asks to stop.
    pub fn interrupted(&self) -> bool {
        self.stop.is_some_and(|s| s.load(Ordering::Relaxed))
    }

    /// Count work; whether there is some left.
    pub fn spend(&mut self, work: f64) -> bool {
        self.left -= work;
        self.spent += work;
        self.go()
    }

    /// Count a factorisation of so many multiplications.
    pub fn factorise(&mut self, work: f64) -> bool {
        self.factorisations += 1;
        self.spend(work)
    }

    /// Count a solution with factors of so many entries.
    pub fn solve(&mut self, work: f64) -> bool {
        self.solves += 1;
        self.spend(work)
    }

    /// Whether work may go on.
    pub fn go(&self) -> bool {
        self.left > 0.0 && self.factorisations < self.most && !self.interrupted()
    }

    /// A part of what is left, to be given back with [`Budget::settle`].
    pub fn part(&self, work: f64) -> Budget<'a> {
        let most = self.most.saturating_sub(self.factorisations);
        Budget {
            left: self.left.min(work),
            spent: 0.0,
            factorisations: 0,
            solves: 0,
            most,
            stop: self.stop,
        }
    }

    /// Count what a part has spent.
    pub fn settle(&mut self, part: &Budget<'_>) {
        self.left -= part.spent;
        self.spent += part.spent;
        self.factorisations += part.factorisations;
        self.solves += part.solves;
    }
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The goal is reached.
    Solved,
    /// The laws hold with the compliance; without it the rows contradict each other by the residual.
    Compliant,
    /// The iteration came to rest or gave up before.
    Stalled,
    /// The multipliers run away: no bounded solution was found.
    Unbounded,
    /// It is proved that there is no solution.
    NoSolution,
    /// The work that was allowed is done.
    OutOfWork,
    /// The caller asked to stop.
    Interrupted,
    /// The solver is not made for this problem.
    Unfit,
}

impl Status {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Compliant => "solved with its compliance, not without",
            Status::Stalled => "stalled",
            Status::Unbounded => "no bounded solution found",
            Status::NoSolution => "no solution",
            Status::OutOfWork => "out of work",
            Status::Interrupted => "interrupted",
            Status::Unfit => "unfit",
        }
    }
}

/// A way that was tried before the last one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tried {
    /// Its name.
    pub way: &'static str,
    /// How it ended.
    pub status: Status,
    /// Relative residual it reached.
    pub residual: f64,
    /// Its iterations.
    pub iterations: usize,
}

/// What came out. The point holds the solution, or the best one found.
#[must_use = "a contact problem may have no solution, or none that was found"]
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Relative residual of the point, see [`Measure::relative`].
    pub residual: f64,
    /// Largest row of the natural map in units of y.
    pub error: f64,
    /// Relative residual of the laws with the compliance, and ε of that compliance; infinite and zero where none was solved.
    pub regular: f64,
    pub compliance: f64,
    /// The solver that gave the point.
    pub way: &'static str,
    /// Sweeps, Newton steps or factorisations of that solver.
    pub iterations: usize,
    /// Multiplications, of all that was tried.
    pub work: f64,
    /// Factorisations, and solutions with the factors, of all that was tried.
    pub factorisations: usize,
    pub solves: usize,
    /// What was tried before.
    pub tried: Vec<Tried>,
}

impl Outcome {
    /// Whether the goal was reached.
    pub fn solved(&self) -> bool {
        self.status == Status::Solved
    }

    /// An outcome by the measure of its point; `otherwise` where the goal is not reached.
    pub(super) fn of(
        way: &'static str,
        at: Measure,
        goal: Goal,
        budget: &Budget<'_>,
        iterations: usize,
        otherwise: Status,
    ) -> Self {
        let reached = goal.reached(&at).then_some(Status::Solved);
        Outcome::new(way, at, reached, budget, iterations, otherwise)
    }

    /// Nothing was done: the solver is not made for this problem, or there is no work left.
    pub(super) fn unfit(way: &'static str, budget: &Budget<'_>) -> Self {
        let (relative, error) = (f64::INFINITY, f64::INFINITY);
        let at = Measure { relative, error, floor: 0.0 };
        Outcome::new(way, at, None, budget, 0, Status::Unfit)
    }

    fn new(
        way: &'static str,
        at: Measure,
        known: Option<Status>,
        budget: &Budget<'_>,
        iterations: usize,
        otherwise: Status,
    ) -> Self {
        let status = match known {
            Some(status) => status,
            None if budget.interrupted() => Status::Interrupted,
            None if budget.left <= 0.0 => Status::OutOfWork,
            None => otherwise,
        };
        Outcome {
            status,
            residual: at.relative,
            error: at.error,
            regular: f64::INFINITY,
            compliance: 0.0,
            way,
            iterations,
            work: budget.spent,
            factorisations: budget.factorisations,
            solves: budget.solves,
            tried: Vec::new(),
        }
    }
}

/// A solver of contact problems. It keeps its workspace, and what depends on the pattern only, from one
/// call to the next.
pub trait Solver: Send {
    /// Its name on the command line and in outcomes.
    fn name(&self) -> &'static str;

    /// Solve from the multipliers of `point`, which receives the solution or the best point found.
    fn solve(
        &mut self,
        problem: &Problem,
        point: &mut Point,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Outcome;
}
