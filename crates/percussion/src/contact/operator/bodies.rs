//! The body form: dm = C (c - dy) with C = A⁻¹ P, C c = A⁻¹ r, and
//!
//! ```text
//! [ M + Fᵀ C W  -Jᵀ ] [ dx ]   [ Fᵀ C c ]
//! [ J            ε  ] [ dl ] = [ 0      ]               dy = W dx
//! ```
//!
//! is factorised by blocks of bodies: its pattern is that of bodies that touch, whatever slides.

use super::layout::{Layout, Role};
use super::pattern::{Pattern, Places};
use super::small::{Small, SmallLu};
use super::touch::Touch;
use crate::contact::policy::{ENTRY, REFINE, REFINED};
use crate::contact::problem::Bodies;
use crate::contact::solver::Budget;
use crate::linalg::Blocks;

/// Bodies, and the rows of each item on the velocities it touches.
#[derive(Default)]
pub(in crate::contact) struct BodyForm {
    /// Data of the problem.
    pub bodies: Bodies,
    /// Rows of each item.
    pub touches: Vec<Touch>,
    /// What the pattern was made for.
    key: Vec<Vec<usize>>,
    /// Addresses of the pairs of velocities of each item; of M and J.
    at: Vec<usize>,
    places: Places,
    /// Factors of A.
    lu: Vec<SmallLu>,
    x: Vec<f64>,
    v: Vec<f64>,
    step: Vec<f64>,
}

impl BodyForm {
    /// Whether bodies and rows are those of the last problem.
    pub fn holds(&self, b: &Bodies) -> bool {
        let old = &self.bodies;
        b.W == old.W && b.M == old.M && b.J == old.J && b.blocks == old.blocks
    }

    /// Take over the matrices; the pattern is analysed anew only where it has changed.
    pub fn shape(
        &mut self,
        layout: &Layout,
        b: &Bodies,
        role: &[Role],
        d: &[f64],
        blocks: &mut Blocks,
    ) {
        self.touch(layout, b, role, d);
        let key: Vec<Vec<usize>> = [&b.blocks, &b.M.start, &b.M.column, &b.J.start, &b.J.column]
            .into_iter()
            .chain([&layout.count])
            .cloned()
            .chain(self.touches.iter().map(|t| t.dofs.clone()))
            .collect();
        if key != self.key {
            *blocks = self.analyse(b);
            self.key = key;
        }
        self.bodies.clone_from(b);
    }

    fn touch(&mut self, layout: &Layout, b: &Bodies, role: &[Role], d: &[f64]) {
        let mut item_of = vec![0; d.len()];
        (0..layout.first.len()).for_each(|k| item_of[layout.rows(k)].fill(k));
        let rows = || {
            role.iter().enumerate().filter_map(|(i, r)| match *r {
                Role::Row(a) => Some((i, a, 1.0, true)),
                Role::Follows(a, by) => Some((i, a, by, false)),
                _ => None,
            })
        };
        self.touches.clear();
        self.touches.resize(layout.first.len(), Touch::default());
        for (i, a, ..) in rows() {
            self.touches[item_of[a]].dofs.extend(b.W.row(i).map(|e| e.0));
        }
        for (t, &c) in self.touches.iter_mut().zip(&layout.count) {
            t.dofs.sort_unstable();
            t.dofs.dedup();
            t.W = vec![0.0; c * t.dofs.len()];
            t.F = t.W.clone();
        }
        for (i, a, by, kinematic) in rows() {
            let k = item_of[a];
            let t = &mut self.touches[k];
            let at = (a - layout.first[k]) * t.dofs.len();
            for (dof, w) in b.W.row(i) {
                let c = t.dofs.binary_search(&dof).unwrap_or(0);
                t.F[at + c] += by * w * d[a];
                if kinematic {
                    t.W[at + c] += w * d[a];
                }
            }
        }
    }

    fn analyse(&mut self, b: &Bodies) -> Blocks {
        let mut pattern = Pattern::new(b);
        for t in &self.touches {
            let mut set: Vec<u32> = t.dofs.iter().map(|&d| pattern.group[d]).collect();
            set.dedup();
            pattern.coupled.push(set);
        }
        let blocks = Blocks::new(&pattern.start, pattern.coupled.iter().map(|v| &v[..]));
        self.at.clear();
        for t in &self.touches {
            for &i in &t.dofs {
                self.at.extend(t.dofs.iter().map(|&j| blocks.address(i, j)));
            }
        }
        self.places = Places::new(b, &blocks);
        blocks
    }

    /// Square of the length of |G| |m|, couplings of the bodies left out.
    pub fn terms(&self, layout: &Layout, m: &[f64]) -> f64 {
        let mut x = vec![0.0; self.bodies.f.len()];
        for (t, &f) in self.touches.iter().zip(&layout.first) {
            for (row, m) in t.F.chunks_exact(t.dofs.len().max(1)).zip(&m[f..]) {
                t.dofs.iter().zip(row).for_each(|(&d, f)| x[d] += (f * m).abs());
            }
        }
        for (d, x) in x.iter_mut().enumerate() {
            *x /= self.bodies.M.get(d, d).abs().max(f64::MIN_POSITIVE);
        }
        let mut sum = 0.0;
        for t in &self.touches {
            for row in t.W.chunks_exact(t.dofs.len().max(1)) {
                let y: f64 = t.dofs.iter().zip(row).map(|(&d, w)| w.abs() * x[d]).sum();
                sum += y * y;
            }
        }
        sum
    }

    /// Enter the matrix above; multiplications.
    pub fn enter(&mut self, layout: &Layout, A: &[Small], P: &[Small], value: &mut [f64]) -> f64 {
        let mut left = &self.at[..];
        let mut work = 0.0;
        self.lu.clear();
        for (k, (t, &c)) in self.touches.iter().zip(&layout.count).enumerate() {
            let w = t.dofs.len();
            let (mine, others) = left.split_at((w * w).min(left.len()));
            left = others;
            self.lu.push(SmallLu::new(&A[k], c));
            // open contacts stop nothing
            if P[k][..c].iter().flatten().all(|v| *v == 0.0) {
                continue;
            }
            let C = self.lu[k].divide(&P[k], c);
            t.add_stiffness(&C, c, mine, value);
            work += ENTRY * mine.len() as f64;
        }
        self.places.enter(&self.bodies, value);
        work
    }

    /// Solve with the factors, refined with the equations of motion and the joints as they are.
    pub fn solve(
        &mut self,
        layout: &Layout,
        blocks: &mut Blocks,
        P: &[Small],
        r: &[f64],
        (dm, dy): (&mut [f64], &mut [f64]),
        budget: &mut Budget<'_>,
    ) {
        let b = &self.bodies;
        let (nu, size) = (b.f.len(), b.f.len() + b.c.len());
        self.x.clear();
        self.x.resize(size, 0.0);
        let mut before = f64::INFINITY;
        dy.fill(0.0);
        for round in 0..=REFINE {
            self.v.clear();
            self.v.resize(size, 0.0);
            for (k, (t, (f, c))) in self.touches.iter().zip(layout.items()).enumerate() {
                let mut right = [0.0; 4];
                for i in 0..c {
                    let sum: f64 = (0..c).map(|j| P[k][i][j] * dy[f + j]).sum();
                    right[i] = r[f + i] - sum;
                }
                self.lu[k].solve(&mut right, c);
                dm[f..f + c].copy_from_slice(&right[..c]);
                t.add_force(&right[..c], &mut self.v);
            }
            if round > 0 {
                for i in 0..nu {
                    self.v[i] -= b.M.dot(i, &self.x);
                }
                for q in 0..b.c.len() {
                    b.J.add(q, self.x[nu + q], &mut self.v[..nu]);
                    self.v[nu + q] -= b.J.dot(q, &self.x);
                }
            }
            let left = self.v.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
            if left.is_nan() || left == 0.0 || left > REFINED * before || round == REFINE {
                break;
            }
            before = left;
            self.step.clear();
            self.step.extend_from_slice(&self.v);
            blocks.solve(&mut self.step);
            budget.solve(blocks.fill() as f64);
            self.x.iter_mut().zip(&self.step).for_each(|(x, s)| *x += s);
            for (t, (f, c)) in self.touches.iter().zip(layout.items()) {
                t.motion(&self.x, &mut dy[f..f + c]);
            }
        }
    }
}
