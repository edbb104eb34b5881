//! The motion of the bodies while items are solved one after another.

use crate::contact::operator::inverse::invert_groups;
use crate::contact::operator::pattern::Pattern;
use crate::contact::operator::small::Small;
use crate::contact::operator::touch::Touch;
use crate::contact::operator::{Kind, Operator};
use crate::linalg::Rows;

/// What sweeps over the items need: the motion of the bodies, item by item.
pub(super) struct Sweeper<'a> {
    /// Block of G of each item.
    pub blocks: Vec<Small>,
    kind: Steps<'a>,
    first: &'a [usize],
    count: &'a [usize],
}

enum Steps<'a> {
    Local(&'a Rows),
    Bodies {
        touches: &'a [Touch],
        /// Velocities of the bodies an item touches, and their responses, multiplier by multiplier.
        responses: Vec<(Vec<usize>, Vec<f64>)>,
        x: Vec<f64>,
    },
}

impl Operator {
    /// For sweeps: none where joints or M couple bodies with each other.
    pub(super) fn sweeper(&self) -> Option<Sweeper<'_>> {
        let mut blocks = vec![[[0.0; 4]; 4]; self.layout.first.len()];
        let (first, count) = (&self.layout.first[..], &self.layout.count[..]);
        let kind = match &self.kind {
            Kind::None | Kind::Dense(_) => return None,
            Kind::Local(local) => {
                let G = &local.G;
                for (k, (&f, &c)) in first.iter().zip(count).enumerate() {
                    for i in 0..c {
                        for (j, v) in G.row(f + i).filter(|e| e.0 >= f && e.0 < f + c) {
                            blocks[k][i][j - f] = v;
                        }
                    }
                }
                Steps::Local(G)
            }
            Kind::Bodies(form) => {
                let (bodies, touches) = (&form.bodies, &form.touches);
                if !bodies.c.is_empty() {
                    return None;
                }
                let pattern = Pattern::new(bodies);
                if !pattern.coupled.is_empty() {
                    return None;
                }
                let inverses = invert_groups(&bodies.M, &pattern.start);
                let mut responses = Vec::with_capacity(touches.len());
                for (k, (t, &c)) in touches.iter().zip(count).enumerate() {
                    let mut groups: Vec<u32> = t.dofs.iter().map(|&d| pattern.group[d]).collect();
                    groups.dedup();
                    let dofs: Vec<usize> = groups
                        .iter()
                        .flat_map(|&g| pattern.start[g as usize]..pattern.start[g as usize + 1])
                        .collect();
                    let mut X = vec![0.0; c * dofs.len()];
                    let w = t.dofs.len();
                    for j in 0..c {
                        let X = &mut X[j * dofs.len()..(j + 1) * dofs.len()];
                        for (&d, &f) in t.dofs.iter().zip(&t.F[j * w..(j + 1) * w]) {
                            let g = pattern.group[d] as usize;
                            let (s, e) = (pattern.start[g], pattern.start[g + 1]);
                            let at = dofs.binary_search(&s).unwrap_or(0);
                            for i in 0..e - s {
                                X[at + i] += inverses[g][i * (e - s) + d - s] * f;
                            }
                        }
                        for i in 0..c {
                            blocks[k][i][j] = t
                                .dofs
                                .iter()
                                .zip(&t.W[i * w..(i + 1) * w])
                                .map(|(d, w)| w * X[dofs.binary_search(d).unwrap_or(0)])
                                .sum();
                        }
                    }
                    responses.push((dofs, X));
                }
                let x = vec![0.0; bodies.f.len()];
                Steps::Bodies { touches, responses, x }
            }
        };
        Some(Sweeper { blocks, kind, first, count })
    }
}

impl Sweeper<'_> {
    /// Multiplications of a sweep, roughly.
    pub fn cost(&self) -> f64 {
        let pass = match &self.kind {
            Steps::Local(G) => G.value.len(),
            Steps::Bodies { responses, .. } => responses.iter().map(|r| 2 * r.1.len()).sum(),
        };
        (2 * pass + 200 * self.first.len()) as f64
    }

    /// Set all multipliers.
    pub fn set(&mut self, m: &[f64]) {
        if let Steps::Bodies { x, .. } = &mut self.kind {
            x.fill(0.0);
            for k in 0..self.first.len() {
                let mut mine = [0.0; 4];
                let f = self.first[k];
                mine[..self.count[k]].copy_from_slice(&m[f..f + self.count[k]]);
                self.push(k, &mine);
            }
        }
    }

    /// Multipliers of item k change.
    #[inline]
    pub fn push(&mut self, k: usize, change: &[f64; 4]) {
        if let Steps::Bodies { responses, x, .. } = &mut self.kind {
            let (dofs, X) = &responses[k];
            for (X, c) in X.chunks_exact(dofs.len().max(1)).zip(change).filter(|e| *e.1 != 0.0) {
                dofs.iter().zip(X).for_each(|(&d, v)| x[d] += c * v);
            }
        }
    }

    /// y of item k without its own multipliers, which are part of `m`.
    #[inline]
    pub fn free(&self, k: usize, b: &[f64], m: &[f64], out: &mut [f64; 4]) {
        let (f, c) = (self.first[k], self.count[k]);
        match &self.kind {
            Steps::Local(G) => (0..c).for_each(|i| out[i] = G.dot(f + i, m)),
            Steps::Bodies { touches, x, .. } => touches[k].motion(x, &mut out[..c]),
        }
        for i in 0..c {
            let own: f64 = (0..c).map(|j| self.blocks[k][i][j] * m[f + j]).sum();
            out[i] += b[f + i] - own;
        }
    }

    /// y of all items.
    pub fn motion(&self, b: &[f64], m: &[f64], y: &mut [f64]) {
        match &self.kind {
            Steps::Local(G) => (0..y.len()).for_each(|i| y[i] = G.dot(i, m)),
            Steps::Bodies { touches, x, .. } => {
                for ((t, &f), &c) in touches.iter().zip(self.first).zip(self.count) {
                    t.motion(x, &mut y[f..f + c]);
                }
            }
        }
        y.iter_mut().zip(b).for_each(|(y, b)| *y += b);
    }
}
