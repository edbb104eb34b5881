//! The alternating direction method of multipliers: one factorisation of G + ρ, then
//!
//! ```text
//! (G + ρ) m = ρ (z - w) - b - φ e_N,    z = P_K(m + w),    w += m - z
//! ```
//!
//! with the term φ = μ |y_F| of De Saxcé from the step before, over-relaxation 1.5, and ρ changed where
//! one residual is ten times the other. For comparison: its precision is limited.

use crate::contact::law::{first, slots};
use crate::contact::operator::small::Small;
use crate::contact::problem::{Point, Problem};
use crate::contact::scaled::Scaled;
use crate::contact::solver::{Budget, Goal, Outcome, Solver, Status};

const ITERATIONS: usize = 20_000;
const RELAXATION: f64 = 1.5;

/// The solver.
#[derive(Default)]
pub struct AdmmSolver {
    scaled: Scaled,
}

impl Solver for AdmmSolver {
    fn name(&self) -> &'static str {
        "admm"
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
        let iterations = admm(&mut self.scaled, &mut m, goal, budget);
        let at = self.scaled.finish(p, &m, point, budget);
        Outcome::of("admm", at, goal, budget, iterations, Status::Stalled)
    }
}

fn factor(p: &mut Scaled, rho: f64, budget: &mut Budget<'_>) -> bool {
    let mut A: Small = [[0.0; 4]; 4];
    let mut P = A;
    for i in 0..4 {
        (A[i][i], P[i][i]) = (rho, 1.0);
    }
    let (A, P) = (vec![A; p.items.len()], vec![P; p.items.len()]);
    p.operator.factor(&A, &P, budget)
}

fn admm(p: &mut Scaled, m: &mut Vec<f64>, goal: Goal, budget: &mut Budget<'_>) -> usize {
    let n = p.n;
    let zeros = || vec![0.0; n];
    let (mut z, mut w, mut y) = (m.clone(), zeros(), zeros());
    let (mut right, mut x, mut gx, mut yz) = (zeros(), zeros(), zeros(), zeros());
    let (mut best, mut least) = (m.clone(), f64::INFINITY);
    let mut rho = 1.0;
    p.response(&z, &mut y, budget);
    if !factor(p, rho, budget) {
        return 0;
    }
    for k in 0..ITERATIONS {
        (0..n).for_each(|i| right[i] = rho * (z[i] - w[i]) - p.b[i]);
        for item in p.items.iter().filter(|i| i.normal.is_some()) {
            let slide = crate::contact::law::length(&item.gather(&y)[1..]);
            right[first(item)] -= item.slope() * slide;
        }
        if !p.operator.solve(&right, &mut x, &mut gx, budget) {
            break;
        }
        (0..n).for_each(|i| y[i] = gx[i] + p.b[i]);
        let mut dual = 0.0;
        let mut primal = 0.0;
        for item in &p.items {
            let f = first(item);
            let s = slots(item);
            let mut v = [0.0; 4];
            for (i, a) in s.clone().enumerate() {
                let relaxed = RELAXATION * x[f + i] + (1.0 - RELAXATION) * z[f + i];
                v[a] = relaxed + w[f + i];
            }
            let new = item.onto_cone(&v);
            for (i, a) in s.enumerate() {
                dual += (rho * (new[a] - z[f + i])).powi(2);
                primal += (x[f + i] - new[a]).powi(2);
                w[f + i] = v[a] - new[a];
                z[f + i] = new[a];
            }
        }
        if k % 5 == 4 {
            p.response(&z, &mut yz, budget);
            let at = p.measure(&z, &yz);
            if at.relative < least {
                least = at.relative;
                best.copy_from_slice(&z);
            }
            if goal.reached(&at) || !budget.go() || !at.relative.is_finite() {
                *m = best;
                return k + 1;
            }
            if k % 20 == 19 && k < 2000 {
                let ratio = (primal / f64::max(dual, f64::MIN_POSITIVE)).sqrt();
                if !(0.1..=10.0).contains(&ratio) {
                    let by = if ratio > 1.0 { 3.0 } else { 1.0 / 3.0 };
                    rho *= by;
                    w.iter_mut().for_each(|v| *v /= by);
                    if !factor(p, rho, budget) {
                        break;
                    }
                }
            }
        }
    }
    *m = best;
    ITERATIONS
}
