//! The dense Delassus matrix G = W M⁻¹ Wᵀ of a small problem, joints eliminated.

use super::base::{invert_groups, Base, Pattern};
use super::law::Rubbing;
use super::problem::{Bodies, Form, Point, Problem};
use super::solver::Budget;

/// G and the free part, with the responses of the bodies to each row.
#[derive(Default)]
pub(super) struct Delassus {
    pub G: Vec<f64>,
    /// y without contacts.
    pub b: Vec<f64>,
    base: Base,
    /// Responses (x, l) to unit multipliers of these rows, and to none.
    rows: Vec<usize>,
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
        // rows that can have a multiplier
        self.rows.clear();
        for item in p.items.iter().filter(|i| i.active) {
            self.rows.extend(item.normal);
            if item.rubbing != Rubbing::None {
                self.rows.extend(item.tangential.clone());
            }
        }
        let pattern = Pattern::new(b);
        let apart = pattern.coupled.is_empty();
        let inverses = if apart { invert_groups(b, &pattern.start) } else { Vec::new() };
        self.X.clear();
        self.X.resize(self.rows.len() * size, 0.0);
        for (X, &j) in self.X.chunks_exact_mut(size.max(1)).zip(&self.rows) {
            if apart {
                // bodies that nothing couples answer for themselves
                for (d, w) in b.W.row(j) {
                    let g = pattern.group[d] as usize;
                    let (start, end) = (pattern.start[g], pattern.start[g + 1]);
                    let width = end - start;
                    for (i, X) in X[start..end].iter_mut().enumerate() {
                        *X += inverses[g][i * width + d - start] * w;
                    }
                }
                budget.spend(100.0);
            } else {
                b.W.add(j, 1.0, X);
                finite &= self.base.solve(b, X, budget);
            }
            for i in 0..n {
                self.G[i * n + j] = b.W.dot(i, X);
            }
            if !budget.spend(b.W.column.len() as f64) {
                return false;
            }
        }
        finite && self.G.iter().all(|g| g.is_finite())
    }

    /// x and l of a point from its m.
    pub fn back(&self, p: &Problem, point: &mut Point) {
        let Form::Bodies(b) = &p.form else { return };
        let nu = b.f.len();
        point.x.copy_from_slice(&self.free[..nu]);
        point.l.copy_from_slice(&self.free[nu..]);
        let size = nu + b.c.len();
        for (X, &j) in self.X.chunks_exact(size.max(1)).zip(&self.rows) {
            let m = point.m[j];
            point.x.iter_mut().zip(&X[..nu]).for_each(|(x, c)| *x += m * c);
            point.l.iter_mut().zip(&X[nu..]).for_each(|(l, c)| *l += m * c);
        }
    }
}
