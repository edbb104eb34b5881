//! The order in which ways are tried, as a table.

use super::dense::DenseSolver;
use super::frictionless::frictionless;
use super::interior::{fits, interior};
use super::law::Rubbing;
use super::newton::{newton, AGAIN, COLD, NEAR, WARM};
use super::path::path;
use super::planar::PlanarSolver;
use super::problem::{Form, Point, Problem};
use super::scaled::Scaled;
use super::solver::{Budget, Goal, Outcome, Solver, Status, Tried};
use super::sweeps::{sweep, ROUGH_SWEEPS, WARM_SWEEPS};

/// Rows that take part up to which the dense solver comes first.
pub const SMALL: usize = 60;
/// The same where G is there.
const SMALL_DENSE: usize = 150;
/// Work of the dense solver before problems go on to the others: up to so many rows; from there on, where the others are
/// better at what it does not solve soon, and in proportion to the square of the rows above [`SMALL`].
const TINY: usize = 24;
const TINY_WORK: f64 = 3e6;
const SMALL_WORK: f64 = 3e5;

/// Where two ways after each other gain nothing on a residual below this, rows contradict each other by so much: only forces
/// that grow without bound would fulfil them. A caller who says what is enough gets what there is.
const SETTLED: f64 = 1e-6;

/// Rows from which on the caller may be content with a rough solution: a hundred contacts in space.
pub const PILE: usize = 300;

/// Relative residual to which those ways solve smaller problems all the same: less is no start for Newton's method.
const FINE: f64 = 1e-8;

/// Rows from which on rough solutions are looked for by the interior point at once.
const HUGE: usize = 1500;

/// Where a rung of the ladder begins.
#[derive(Clone, Copy, PartialEq)]
enum From {
    /// At the caller's point, where it is not zero.
    Warm,
    /// At the best point so far.
    Best,
}

/// What problems a rung is for.
#[derive(Clone, Copy, PartialEq)]
enum Problems {
    All,
    /// Contacts without friction: what costs more is sure to arrive there, and what costs less rarely does.
    Plain,
    /// Contacts with friction.
    Rubbing,
    /// The same, but not a warm start of fewer rows than [`PILE`] that was not near: sweeps rarely help it, and Newton's method takes less
    /// time.
    Loose,
    /// More rows than [`HUGE`] and a caller who is content with a rough solution: Newton's method rarely gets that far, while
    /// the interior point with much centring does in some twenty factorisations.
    Rough,
    /// All others.
    Exact,
}

/// A way of solving large problems: its name, where it begins, the largest part of the work left that it
/// may take, factorisations that it may make all the same, and what it does. The answer is none where the problem is not
/// made for it.
struct Rung {
    name: &'static str,
    from: From,
    share: f64,
    least: f64,
    /// Whether it is tried also where the caller is content with what was reached before.
    cheap: bool,
    problems: Problems,
    run: Run,
}

/// Improves multipliers: iterations, and whether the goal was reached.
type Run = fn(&mut Scaled, &mut Vec<f64>, Goal, &mut Budget<'_>) -> Option<(usize, bool)>;

/// Cheap ones first; those that pass folds of the central path last.
#[rustfmt::skip]
const RUNGS: [Rung; 14] = [
    Rung { name: "frictionless", from: From::Best, share: 0.3, least: 60.0, cheap: false, problems: Problems::Plain, run: plain },
    Rung { name: "nsgs", from: From::Best, share: 0.1, least: 5.0, cheap: true, problems: Problems::Loose, run: sweeps },
    Rung { name: "interior-point", from: From::Best, share: 0.2, least: 50.0, cheap: false, problems: Problems::Rough, run: |p, m, g, b| inside(p, m, g, 1, b) },
    Rung { name: "interior-point", from: From::Best, share: 0.2, least: 50.0, cheap: false, problems: Problems::Rough, run: |p, m, g, b| inside(p, m, g, 2, b) },
    Rung { name: "newton", from: From::Warm, share: 0.1, least: 20.0, cheap: true, problems: Problems::Rubbing, run: |p, m, g, b| Some(newton(p, m, g, WARM, b)) },
    Rung { name: "interior-point", from: From::Best, share: 0.2, least: 50.0, cheap: false, problems: Problems::All, run: |p, m, g, b| inside(p, m, g, 0, b) },
    Rung { name: "newton", from: From::Best, share: 0.2, least: 60.0, cheap: false, problems: Problems::All, run: |p, m, g, b| Some(newton(p, m, g, AGAIN, b)) },
    Rung { name: "interior-point", from: From::Best, share: 0.2, least: 60.0, cheap: false, problems: Problems::Exact, run: |p, m, g, b| inside(p, m, g, 1, b) },
    Rung { name: "path", from: From::Best, share: 0.3, least: 0.0, cheap: false, problems: Problems::All, run: |p, m, g, b| track(p, m, g, 0, b) },
    Rung { name: "path", from: From::Best, share: 0.3, least: 0.0, cheap: false, problems: Problems::All, run: |p, m, g, b| track(p, m, g, 1, b) },
    Rung { name: "path", from: From::Best, share: 0.5, least: 0.0, cheap: false, problems: Problems::All, run: |p, m, g, b| track(p, m, g, 2, b) },
    Rung { name: "interior-point", from: From::Best, share: 0.3, least: 0.0, cheap: false, problems: Problems::Exact, run: |p, m, g, b| inside(p, m, g, 2, b) },
    Rung { name: "newton", from: From::Best, share: 0.5, least: 0.0, cheap: false, problems: Problems::All, run: |p, m, g, b| Some(newton(p, m, g, COLD, b)) },
    Rung { name: "path", from: From::Best, share: 1.0, least: 0.0, cheap: false, problems: Problems::All, run: |p, m, g, b| track(p, m, g, 3, b) },
];

/// Residuals from which on sweeps are worth their time although they converge slowly.
const FEW_DIGITS: f64 = 1e-4;

fn sweeps(
    p: &mut Scaled,
    m: &mut Vec<f64>,
    goal: Goal,
    budget: &mut Budget<'_>,
) -> Option<(usize, bool)> {
    sweep(p, m, goal, if goal.tol >= FEW_DIGITS { ROUGH_SWEEPS } else { WARM_SWEEPS }, budget)
}

/// Rows up to which contacts without friction are solved by Newton's method on a convex function; above them the interior point
/// method needs fewer factorisations.
const PLAIN: usize = 600;

fn plain(
    p: &mut Scaled,
    m: &mut Vec<f64>,
    goal: Goal,
    budget: &mut Budget<'_>,
) -> Option<(usize, bool)> {
    (p.n <= PLAIN && p.frictionless()).then(|| frictionless(p, m, goal, budget))
}

fn inside(
    p: &mut Scaled,
    m: &mut Vec<f64>,
    goal: Goal,
    way: usize,
    budget: &mut Budget<'_>,
) -> Option<(usize, bool)> {
    fits(p).then(|| interior(p, m, goal, way, budget))
}

fn track(
    p: &mut Scaled,
    m: &mut Vec<f64>,
    goal: Goal,
    way: usize,
    budget: &mut Budget<'_>,
) -> Option<(usize, bool)> {
    fits(p).then(|| path(p, m, goal, way, budget))
}

/// Tries one way after another until the goal is reached. This is the default solver; it keeps the
/// workspaces of the ways it has used.
#[derive(Default)]
pub struct Ladder {
    dense: DenseSolver,
    planar: PlanarSolver,
    scaled: Box<Scaled>,
}

impl Ladder {
    /// With no workspace yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// From a point that may be near: nothing or a few Newton steps, where that is enough.
    fn near(
        &mut self,
        p: &Problem,
        point: &mut Point,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Option<Outcome> {
        point.fit(p);
        if point.m.iter().all(|v| *v == 0.0) || !self.scaled.read(p, budget) {
            return None;
        }
        let s = &mut self.scaled;
        let mut m = s.start(point);
        let (steps, done) = newton(s, &mut m, goal, NEAR, budget);
        if !done {
            return None;
        }
        let mut other = point.clone();
        let at = s.finish(p, &m, &mut other, budget);
        if !goal.reached(&at) {
            return None;
        }
        std::mem::swap(point, &mut other);
        let way = if steps == 0 { "warm start" } else { "newton" };
        Some(Outcome::of(way, at, goal, budget, steps, Status::Stalled))
    }

    fn large(
        &mut self,
        p: &Problem,
        point: &mut Point,
        goal: Goal,
        budget: &mut Budget<'_>,
        tried: &mut Vec<Tried>,
    ) -> Outcome {
        point.fit(p);
        if !self.scaled.read(p, budget) {
            return Outcome::unfit("auto", budget);
        }
        let s = &mut self.scaled;
        let start = s.start(point);
        let warm = start.iter().any(|v| *v != 0.0);
        let mut best = start.clone();
        let mut y = vec![0.0; s.n];
        s.response(&best, &mut y, budget);
        let mut least = s.measure(&best, &y);
        let done = goal.reached(&least);
        // the caller's point may be far worse than none
        let zero = s.measure(&vec![0.0; s.n], &s.b);
        if least.relative.is_nan() || least.relative > zero.relative {
            best.fill(0.0);
            least = zero;
        }
        let (mut way, mut iterations, mut same) = ("warm start", 0, 0);
        let content = goal.contentment(s.n);
        let rough = s.n > HUGE && goal.rough > 0.0;
        let plain = s.frictionless();
        for rung in &RUNGS {
            if done || !rung.cheap && content.reached(&least) {
                break;
            }
            if rung.from == From::Warm && !warm {
                continue;
            }
            let fits = match rung.problems {
                Problems::All => true,
                Problems::Plain => plain,
                Problems::Rubbing => !plain,
                Problems::Loose => !plain && (!warm || s.n > PILE),
                Problems::Rough => rough,
                Problems::Exact => !rough,
            };
            if !fits {
                continue;
            }
            let mut m = if rung.from == From::Warm { start.clone() } else { best.clone() };
            let mut part =
                budget.part((rung.share * budget.left).max(rung.least * s.linear.cost()));
            // costly ways go no further than the caller asks them to
            let aim = match rung.cheap {
                true => goal,
                false if s.n > PILE => content,
                false => Goal { tol: goal.tol.max(content.tol.min(FINE)), ..goal },
            };
            let answer = (rung.run)(s, &mut m, aim, &mut part);
            budget.settle(&part);
            let Some((its, _)) = answer else { continue };
            s.response(&m, &mut y, budget);
            let at = s.measure(&m, &y);
            let before = least.relative;
            if at.relative < before {
                least = at;
                best = m;
                (way, iterations) = (rung.name, its);
            }
            if goal.reached(&at) || !budget.go() {
                break;
            }
            let status = if part.go() { Status::Stalled } else { Status::OutOfWork };
            tried.push(Tried { way: rung.name, status, residual: at.relative, iterations: its });
            same = if least.relative > 0.3 * before { same + 1 } else { 0 };
            let near = least.error <= 10.0 * goal.enough;
            if goal.enough > 0.0 && least.relative < SETTLED && (same >= 2 || same == 1 && near) {
                break;
            }
        }
        let away = best.iter().map(|v| v * v).sum::<f64>() > 1e6 * best.len() as f64;
        let at = s.finish(p, &best, point, budget);
        let otherwise = if away { Status::Unbounded } else { Status::Stalled };
        Outcome::of(way, at, goal, budget, iterations, otherwise)
    }
}

impl Solver for Ladder {
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
        let mut tried = Vec::new();
        if !p.b.iter().all(|v| v.is_finite()) {
            // what is not a number would pass every comparison
            let (status, residual, error) = (Status::Unfit, f64::INFINITY, f64::INFINITY);
            let (way, iterations, work, factorisations) = ("auto", 0, 0.0, 0);
            return Outcome {
                status,
                residual,
                error,
                way,
                iterations,
                work,
                factorisations,
                tried,
            };
        }
        let rows = |i: &super::Item| if i.active { i.rows().count() } else { 0 };
        let rows = p.items.iter().map(rows).sum::<usize>();
        let dense = matches!(p.form, Form::Dense(_));
        if rows > TINY {
            if let Some(out) = self.near(p, point, goal, budget) {
                return out;
            }
        }
        if rows <= if dense { SMALL_DENSE } else { SMALL } {
            let larger = (rows as f64 / SMALL as f64).max(1.0);
            let work = if rows <= TINY { TINY_WORK } else { SMALL_WORK * larger * larger };
            let mut part = budget.part(work);
            let out = self.dense.solve(p, point, goal, &mut part);
            budget.settle(&part);
            if out.solved() || !budget.go() {
                return out;
            }
            tried.push(Tried {
                way: out.way,
                status: out.status,
                residual: out.residual,
                iterations: out.iterations,
            });
            let planar = |i: &super::Item| {
                !i.active || i.rubbing == Rubbing::None || i.tangential.len() <= 1
            };
            if p.items.iter().all(planar) {
                let mut other = point.clone();
                let exact = self.planar.solve(p, &mut other, goal, budget);
                if exact.solved() {
                    *point = other;
                }
                if exact.solved() || exact.status == Status::NoSolution {
                    return Outcome { tried, ..exact };
                }
            }
        }
        let out = self.large(p, point, goal, budget, &mut tried);
        Outcome { work: budget.spent, factorisations: budget.factorisations, tried, ..out }
    }
}
