//! The proximal semismooth Newton method: for a falling weight w, Newton's method with line search on
//! the natural map of
//!
//! ```text
//! y_w = G m + b + w (m - m_k),        F = m - prox(m - y_w) = 0                         (1)
//! (I - D + w D) dm + D G dm = -F,     D = prox'(m - y_w)                                (2)
//! ```
//!
//! whose solution is m_{k+1}. The weight makes (2) regular whatever depends on what; it falls tenfold
//! after a success in few steps and grows after a failure, from then on it falls more gently. The line
//! search is not monotone: it compares with the largest of the last four values.

use crate::contact::law::{length, Local};
use crate::contact::operator::small::Small;
use crate::contact::problem::{Point, Problem};
use crate::contact::scaled::{first, slots, Scaled};
use crate::contact::solver::{Budget, Goal, Outcome, Solver, Status};

/// Most Newton steps of one weight; success in so many lets the weight fall.
const STEPS: usize = 40;
const EASY: usize = 12;
/// Values that a line search looks back on, and most halvings.
const MEMORY: usize = 4;
const HALVINGS: usize = 12;
/// Smallest weight.
const LEAST: f64 = 1e-9;
/// Most weights that fail after each other.
const FAILURES: usize = 40;

/// How the weight begins and how long it may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// First weight.
    pub weight: f64,
    /// Most Newton steps altogether.
    pub steps: usize,
    /// Weights that may fail; and the part to which the residual must fall with each of them.
    pub failures: usize,
    pub factor: f64,
}

/// From scratch, patiently.
pub(super) const COLD: Schedule =
    Schedule { weight: 1.0, steps: 4000, failures: FAILURES, factor: f64::INFINITY };
/// From a point that is near.
pub(super) const POLISH: Schedule = Schedule { weight: 1e-5, steps: 40, ..COLD };
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

struct Iteration {
    y: Vec<f64>,
    F: Vec<f64>,
    dm: Vec<f64>,
    dy: Vec<f64>,
    A: Vec<Small>,
    P: Vec<Small>,
}

/// Improve `m`; returns the Newton steps and whether the goal was reached. `m` is the best point found.
pub(super) fn proximal(
    p: &mut Scaled,
    m: &mut Vec<f64>,
    goal: Goal,
    schedule: Schedule,
    budget: &mut Budget<'_>,
) -> (usize, bool) {
    let n = p.n;
    let empty = vec![[[0.0; 4]; 4]; p.items.len()];
    let zeros = || vec![0.0; n];
    let mut it =
        Iteration { y: zeros(), F: zeros(), dm: zeros(), dy: zeros(), A: empty.clone(), P: empty };
    let mut y = zeros();
    p.response(m, &mut y, budget);
    let mut now = p.measure(m, &y);
    let (mut best, mut least) = (m.clone(), now.relative);
    let (mut weight, mut factor, mut grow) = (schedule.weight, 0.1_f64, 2.5);
    let mut steps = 0;
    let mut failures = 0;
    while !goal.reached(&now) {
        if steps >= schedule.steps
            || !budget.go()
            || now.relative.is_nan()
            || failures > schedule.failures
        {
            *m = best;
            return (steps, false);
        }
        let mut trial = m.clone();
        it.y.copy_from_slice(&y);
        let size = now.relative * now_scale(p, &y);
        let most = STEPS.min(schedule.steps - steps);
        let inner = inner(p, &mut it, &mut trial, weight, 1e-2 * size, most, budget);
        steps += inner.steps;
        p.response(&trial, &mut y, budget);
        let after = p.measure(&trial, &y);
        let slow = after.relative > schedule.factor * now.relative;
        if inner.done || after.relative < 0.9 * now.relative {
            std::mem::swap(m, &mut trial);
            now = after;
        } else {
            p.response(m, &mut y, budget);
        }
        if now.relative < least {
            least = now.relative;
            best.copy_from_slice(m);
        }
        if slow && !goal.reached(&now) {
            *m = best;
            return (steps, false);
        }
        if inner.done {
            failures = 0;
            if inner.steps <= EASY {
                weight = (weight * factor).max(LEAST);
            }
        } else {
            failures += 1;
            weight = (weight * grow).min(1e3);
            grow = 10.0;
            factor = factor.sqrt().min(0.7);
        }
        if inner.done && inner.steps > 0 {
            grow = 2.5;
        }
    }
    (steps, true)
}

fn now_scale(p: &Scaled, y: &[f64]) -> f64 {
    length(&p.b).max(length(y))
}

struct Inner {
    done: bool,
    steps: usize,
}

/// Newton's method on (1) around `m`, to a length of the natural map.
fn inner(
    p: &mut Scaled,
    it: &mut Iteration,
    m: &mut [f64],
    weight: f64,
    limit: f64,
    most: usize,
    budget: &mut Budget<'_>,
) -> Inner {
    let mut last = [f64::NEG_INFINITY; MEMORY];
    let mut value = map(p, m, &it.y, &mut it.F);
    // y holds G m + b + w (m - m_k) from here on; m = m_k now
    for step in 0..most {
        if value <= limit {
            return Inner { done: true, steps: step };
        }
        last[step % MEMORY] = value;
        slopes(p, m, &it.y, weight, &mut it.A, &mut it.P);
        it.F.iter_mut().for_each(|v| *v = -*v);
        let go = p.operator.factor(&it.A, &it.P, budget);
        let finite = p.operator.solve(&it.F, &mut it.dm, &mut it.dy, budget);
        if !go || !finite {
            return Inner { done: false, steps: step + 1 };
        }
        it.dy.iter_mut().zip(&it.dm).for_each(|(y, m)| *y += weight * m);
        let bound = last.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut length = 1.0;
        let mut moved = 0.0;
        for halving in 0..=HALVINGS {
            let by = length - moved;
            m.iter_mut().zip(&it.dm).for_each(|(m, d)| *m += by * d);
            it.y.iter_mut().zip(&it.dy).for_each(|(y, d)| *y += by * d);
            moved = length;
            value = map(p, m, &it.y, &mut it.F);
            if value <= (1.0 - 1e-4 * length) * bound || halving == HALVINGS {
                break;
            }
            length *= 0.5;
        }
        budget.spend(10.0 * p.n as f64);
        if value.is_nan() || value > bound {
            return Inner { done: false, steps: step + 1 };
        }
    }
    Inner { done: value <= limit, steps: most }
}

/// The natural map and its length.
fn map(p: &Scaled, m: &[f64], y: &[f64], F: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for item in &p.items {
        let local = crate::contact::scaled::natural(item, m, y);
        let f = first(item);
        for (i, k) in slots(item).enumerate() {
            F[f + i] = local[k];
            sum += local[k] * local[k];
        }
    }
    sum.sqrt()
}

/// The blocks of (2).
fn slopes(p: &Scaled, m: &[f64], y: &[f64], weight: f64, A: &mut [Small], P: &mut [Small]) {
    for (k, item) in p.items.iter().enumerate() {
        let (mi, yi) = (item.gather(m), item.gather(y));
        let mut at: Local = [0.0; 4];
        (0..4).for_each(|j| at[j] = mi[j] - yi[j]);
        let D = item.prox_slope(&at);
        let s = slots(item);
        for (i, a) in s.clone().enumerate() {
            for (j, b) in s.clone().enumerate() {
                let unit = f64::from(u8::from(i == j));
                P[k][i][j] = D[a][b];
                A[k][i][j] = unit - (1.0 - weight) * D[a][b];
            }
        }
    }
}
