//! The bodies without contacts: factors of
//!
//! ```text
//! [ M  -Jᵀ ] [ x ]   [ f ]
//! [ J   ε  ] [ l ] = [ c ]
//! ```
//!
//! A small ε on the rows of the joints makes the matrix positive (its symmetric part is), whatever the
//! order of elimination and even where joints depend on each other; refinement with ε = 0 takes its
//! effect away again.

use super::pattern::{Pattern, Places};
use crate::contact::policy::JOINT_REFINE;
use crate::contact::problem::Bodies;
use crate::contact::solver::Budget;
use crate::linalg::Blocks;

/// The factors, with the pattern of the last problem.
#[derive(Default)]
pub(in crate::contact) struct Base {
    key: [Vec<usize>; 5],
    /// Values of M and J of the last factorisation.
    values: [Vec<f64>; 2],
    pub blocks: Blocks,
    places: Places,
    residual: Vec<f64>,
    step: Vec<f64>,
}

impl Base {
    /// Factorise, anew only where the values have changed; the pattern is analysed only where it has. False where the matrix is
    /// singular or there is no work left.
    pub fn factor(&mut self, b: &Bodies, budget: &mut Budget<'_>) -> bool {
        let pattern = [&b.blocks, &b.M.start, &b.M.column, &b.J.start, &b.J.column];
        let same = self.key.iter().zip(pattern).all(|(old, new)| old == new);
        if !same {
            let p = Pattern::new(b);
            self.blocks = Blocks::new(&p.start, p.coupled.iter().map(|v| &v[..]));
            self.places = Places::new(b, &self.blocks);
            self.key = pattern.map(Clone::clone);
        } else if self.values[0] == b.M.value && self.values[1] == b.J.value {
            return budget.go() && self.blocks.small == 0;
        }
        self.values[0].clone_from(&b.M.value);
        self.values[1].clone_from(&b.J.value);
        self.blocks.clear();
        self.places.enter(b, &mut self.blocks.value);
        let go = budget.factorise(self.blocks.cost());
        self.blocks.factor(0.0);
        go && self.blocks.small == 0
    }

    /// Solve for x and l in place of the right side (velocities, then joints); whether the result is finite.
    pub fn solve(&mut self, b: &Bodies, rhs: &mut [f64], budget: &mut Budget<'_>) -> bool {
        let nu = b.f.len();
        budget.solve(self.blocks.fill() as f64);
        if b.c.is_empty() {
            self.blocks.solve(rhs);
            return rhs.iter().all(|v| v.is_finite());
        }
        let size = |v: &[f64]| v.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
        self.residual.clear();
        self.residual.extend_from_slice(rhs);
        let given = rhs.to_vec();
        rhs.fill(0.0);
        let mut before = f64::INFINITY;
        for round in 0..JOINT_REFINE {
            self.step.clear();
            self.step.extend_from_slice(&self.residual);
            self.blocks.solve(&mut self.step);
            budget.solve(self.blocks.fill() as f64);
            let change = size(&self.step[..nu]);
            // the first is no correction, but x itself, which may be far smaller than its error
            if change.is_nan() || round > 1 && change >= 0.5 * before {
                break;
            }
            before = change;
            rhs.iter_mut().zip(&self.step).for_each(|(x, s)| *x += s);
            if change <= 0.5 * f64::EPSILON * size(&rhs[..nu]) {
                break;
            }
            self.residual.copy_from_slice(&given);
            for i in 0..nu {
                self.residual[i] -= b.M.dot(i, rhs);
            }
            for r in 0..b.c.len() {
                b.J.add(r, rhs[nu + r], &mut self.residual[..nu]);
                self.residual[nu + r] -= b.J.dot(r, rhs);
            }
        }
        rhs.iter().all(|v| v.is_finite())
    }
}
