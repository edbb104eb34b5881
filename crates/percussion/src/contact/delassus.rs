//! The dense Delassus matrix G = W M⁻¹ Wᵀ of a small problem, joints eliminated.

use super::base::Base;
use super::problem::{Bodies, Form, Point, Problem};
use super::solver::Budget;

/// G and the free part, with the responses of the bodies to each row.
#[derive(Default)]
pub(super) struct Delassus {
    pub G: Vec<f64>,
    /// y without contacts.
    pub b: Vec<f64>,
    base: Base,
    /// Responses (x, l) to unit multipliers, and to none.
    X: Vec<f64>,
    free: Vec<f64>,
}

impl Delassus {
    /// Fill both for a problem in any form; false where the bodies have no finite response.
    pub fn fill(&mut self, p: &Problem, budget: &mut Budget<'_>) -> bool {
        let n = p.rows();
        self.G.clear();
        self.G.resize(n * n, 0.0);
        self.b.clear();
        match &p.form {
            Form::Dense(G) => self.G.copy_from_slice(G),
            Form::Sparse(G) => {
                for i in 0..n {
                    G.add(i, 1.0, &mut self.G[i * n..(i + 1) * n]);
                }
            }
            Form::Bodies(b) => return self.bodies(p, b, budget),
        }
        self.b.extend_from_slice(&p.b);
        true
    }

    fn bodies(&mut self, p: &Problem, b: &Bodies, budget: &mut Budget<'_>) -> bool {
        let n = p.rows();
        let nu = b.f.len();
        let size = nu + b.c.len();
        if !self.base.factor(b, budget) {
            return false;
        }
        self.free.clear();
        self.free.extend_from_slice(&b.f);
        self.free.extend(b.c.iter().map(|c| -c));
        let mut finite = self.base.solve(b, &mut self.free, budget);
        self.b.extend((0..n).map(|i| p.b[i] + b.W.dot(i, &self.free)));
        self.X.clear();
        self.X.resize(n * size, 0.0);
        for j in 0..n {
            let X = &mut self.X[j * size..(j + 1) * size];
            b.W.add(j, 1.0, X);
            finite &= self.base.solve(b, X, budget);
            for i in 0..n {
                self.G[i * n + j] = b.W.dot(i, X);
            }
            if !budget.spend((n * b.W.column.len() / n.max(1)) as f64) {
                return false;
            }
        }
        finite
    }

    /// x and l of a point from its m.
    pub fn back(&self, p: &Problem, point: &mut Point) {
        let Form::Bodies(b) = &p.form else { return };
        let nu = b.f.len();
        point.x.copy_from_slice(&self.free[..nu]);
        point.l.copy_from_slice(&self.free[nu..]);
        let size = nu + b.c.len();
        for (j, &m) in point.m.iter().enumerate().filter(|(_, m)| **m != 0.0) {
            let X = &self.X[j * size..(j + 1) * size];
            point.x.iter_mut().zip(&X[..nu]).for_each(|(x, c)| *x += m * c);
            point.l.iter_mut().zip(&X[nu..]).for_each(|(l, c)| *l += m * c);
        }
    }
}
