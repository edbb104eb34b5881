//! The dense Delassus matrix G = W M⁻¹ Wᵀ of a small problem, joints eliminated.

use crate::contact::operator::base::Base;
use crate::contact::problem::{Bodies, Form, Point, Problem};
use crate::contact::solver::Budget;

/// G and the free part, with the responses of the bodies to each row.
#[derive(Default)]
pub(super) struct Delassus {
    pub G: Vec<f64>,
    /// y without contacts.
    pub b: Vec<f64>,
    base: Base,
    /// Responses (x, l) to unit multipliers of the rows, and to none.
    X: Vec<f64>,
    free: Vec<f64>,
}

impl Delassus {
    /// Fill both for a problem in any form; false where the bodies have no finite response.
    pub fn fill(&mut self, p: &Problem, budget: &mut Budget<'_>) -> bool {
        let n = p.rows();
        self.G.clear();
        self.G.resize(n * n, 0.0);
        self.b.clone_from(&p.b);
        match &p.form {
            Form::Dense(G) => self.G.copy_from_slice(G),
            Form::Sparse(G) => (0..n).for_each(|i| G.add(i, 1.0, &mut self.G[i * n..(i + 1) * n])),
            Form::Bodies(b) => return self.bodies(b, n, budget),
        }
        true
    }

    fn bodies(&mut self, b: &Bodies, n: usize, budget: &mut Budget<'_>) -> bool {
        let size = b.f.len() + b.c.len();
        if !self.base.factor(b, budget) {
            return false;
        }
        self.free.clear();
        self.free.extend_from_slice(&b.f);
        self.free.extend(b.c.iter().map(|c| -c));
        let mut finite = self.base.solve(b, &mut self.free, budget);
        (0..n).for_each(|i| self.b[i] += b.W.dot(i, &self.free));
        self.X.clear();
        self.X.resize(n * size, 0.0);
        for (j, X) in self.X.chunks_exact_mut(size.max(1)).enumerate() {
            if !budget.spend(b.W.column.len() as f64) {
                return false;
            }
            b.W.add(j, 1.0, X);
            finite &= self.base.solve(b, X, budget);
            (0..n).for_each(|i| self.G[i * n + j] = b.W.dot(i, X));
        }
        finite && self.G.iter().all(|v| v.is_finite())
    }

    /// x and l of a point from its m.
    pub fn back(&self, p: &Problem, point: &mut Point) {
        let Form::Bodies(b) = &p.form else { return };
        let nu = b.f.len();
        point.x.copy_from_slice(&self.free[..nu]);
        point.l.copy_from_slice(&self.free[nu..]);
        let size = nu + b.c.len();
        for (X, &m) in self.X.chunks_exact(size.max(1)).zip(&point.m).filter(|e| *e.1 != 0.0) {
            point.x.iter_mut().zip(&X[..nu]).for_each(|(x, c)| *x += m * c);
            point.l.iter_mut().zip(&X[nu..]).for_each(|(l, c)| *l += m * c);
        }
    }
}
