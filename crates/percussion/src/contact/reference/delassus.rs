//! The dense Delassus matrix G = W M⁻¹ Wᵀ of a small problem, joints eliminated.

use crate::contact::law::Rubbing;
use crate::contact::operator::base::{invert_groups, Base, Pattern};
use crate::contact::problem::{Bodies, Form, Point, Problem};
use crate::contact::solver::Budget;

/// G and the free part, with the responses of the bodies to each row. What the levels of a step share is found once: the
/// inverses as long as M and the joints stay, columns of G as long as W does.
#[derive(Default)]
pub(super) struct Delassus {
    pub G: Vec<f64>,
    /// y without contacts.
    pub b: Vec<f64>,
    base: Base,
    /// The bodies of the last problem, what couples them and the inverses of their masses.
    bodies: Bodies,
    pattern: Pattern,
    inverses: Vec<Vec<f64>>,
    /// Whether the response to a row is known.
    known: Vec<bool>,
    /// Responses (x, l) to unit multipliers of the rows, and to none.
    X: Vec<f64>,
    free: Vec<f64>,
}

impl Delassus {
    /// Fill both for a problem in any form; false where the bodies have no finite response.
    pub fn fill(&mut self, p: &Problem, budget: &mut Budget<'_>) -> bool {
        let n = p.rows();
        if let Form::Bodies(b) = &p.form {
            return self.bodies(p, b, budget);
        }
        self.known.clear();
        self.G.clear();
        self.G.resize(n * n, 0.0);
        match &p.form {
            Form::Dense(G) => self.G.copy_from_slice(G),
            Form::Sparse(G) => (0..n).for_each(|i| G.add(i, 1.0, &mut self.G[i * n..(i + 1) * n])),
            Form::Bodies(_) => {}
        }
        self.b.clone_from(&p.b);
        true
    }

    /// Forget what depends on matrices that have changed.
    fn renew(&mut self, b: &Bodies, n: usize, size: usize) {
        let old = &self.bodies;
        let same = self.known.len() == n && old.M == b.M && old.J == b.J && old.blocks == b.blocks;
        if !same {
            self.pattern = Pattern::new(b);
            let apart = self.pattern.coupled.is_empty();
            self.inverses = if apart { invert_groups(b, &self.pattern.start) } else { Vec::new() };
        }
        if !same || old.W != b.W {
            self.known.clear();
            self.known.resize(n, false);
            for (v, len) in [(&mut self.G, n * n), (&mut self.X, n * size)] {
                v.clear();
                v.resize(len, 0.0);
            }
            self.bodies.clone_from(b);
        }
    }

    fn bodies(&mut self, p: &Problem, b: &Bodies, budget: &mut Budget<'_>) -> bool {
        let n = p.rows();
        let nu = b.f.len();
        let size = nu + b.c.len();
        if !self.base.factor(b, budget) {
            return false;
        }
        self.renew(b, n, size);
        self.free.clear();
        self.free.extend_from_slice(&b.f);
        self.free.extend(b.c.iter().map(|c| -c));
        let mut finite = self.base.solve(b, &mut self.free, budget);
        self.b.clear();
        self.b.extend((0..n).map(|i| p.b[i] + b.W.dot(i, &self.free)));
        let apart = self.pattern.coupled.is_empty();
        // rows that can have a multiplier
        for item in p.items.iter().filter(|i| i.active) {
            let rubs = item.rubbing != Rubbing::None;
            let tangential = item.tangential.clone().filter(|_| rubs);
            for j in item.normal.into_iter().chain(tangential) {
                let work = b.W.column.len() as f64 + if apart { 100.0 } else { 0.0 };
                if !budget.spend(work) {
                    return false;
                }
                if std::mem::replace(&mut self.known[j], true) {
                    continue;
                }
                let X = &mut self.X[j * size..(j + 1) * size];
                if apart {
                    // bodies that nothing couples answer for themselves
                    for (d, w) in b.W.row(j) {
                        let g = self.pattern.group[d] as usize;
                        let (start, end) = (self.pattern.start[g], self.pattern.start[g + 1]);
                        let width = end - start;
                        for (i, X) in X[start..end].iter_mut().enumerate() {
                            *X += self.inverses[g][i * width + d - start] * w;
                        }
                    }
                } else {
                    b.W.add(j, 1.0, X);
                    finite &= self.base.solve(b, X, budget);
                }
                for i in 0..n {
                    self.G[i * n + j] = b.W.dot(i, X);
                    finite &= self.G[i * n + j].is_finite();
                }
            }
        }
        if !finite {
            self.known.clear();
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
        for (X, &m) in self.X.chunks_exact(size.max(1)).zip(&point.m).filter(|e| *e.1 != 0.0) {
            point.x.iter_mut().zip(&X[..nu]).for_each(|(x, c)| *x += m * c);
            point.l.iter_mut().zip(&X[nu..]).for_each(|(l, c)| *l += m * c);
        }
    }
}
