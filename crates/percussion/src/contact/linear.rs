//! Everything linear of the scaled problem: G m, and Newton steps
//!
//! ```text
//! A dm + P dy = r,    dy = G dm                         A, P by items                         (1)
//! ```
//!
//! In the local form (A + P G) dm = r is factorised, by blocks of items. In the body form dm = C (c - dy)
//! with C = A⁻¹ P, C c = A⁻¹ r, and
//!
//! ```text
//! [ M + Fᵀ C W  -Jᵀ ] [ dx ]   [ Fᵀ C c ]
//! [ J            ε  ] [ dl ] = [ 0      ]               dy = W dx                             (2)
//! ```
//!
//! is factorised, by blocks of bodies: its pattern is that of bodies that touch, whatever slides. Both are
//! refined with the exact operators. Pattern and order are kept as long as the contacts stay.

use super::base::{joint_softness, Base, Pattern};
use super::law::Item;
use super::problem::{Bodies, Form, Problem};
use super::scaled::{first, slots, Role};
use super::small::{Small, SmallLu};
use super::solver::Budget;
use super::touch::Touch;
use crate::linalg::{Blocks, Rows};

/// Multiplications that an entry of an item's matrix takes the time of, and one of the dense fronts, which go several at once.
const ENTRY: f64 = 4.0;
const FRONT: f64 = 0.4;
/// Most refinements of a step.
const REFINE: usize = 3;

/// Which form the problem has.
#[derive(Default)]
#[allow(clippy::large_enum_variant)]
pub(super) enum Kind {
    #[default]
    None,
    Local {
        G: Rows,
    },
    Bodies {
        bodies: Bodies,
        touches: Vec<Touch>,
        at_M: Vec<usize>,
        at_J: Vec<[usize; 2]>,
        at_diagonal: Vec<usize>,
        soft: Vec<f64>,
    },
}

/// The operators of a scaled problem.
#[derive(Default)]
pub(super) struct Linear {
    pub kind: Kind,
    /// The bodies without contacts.
    pub base: Base,
    blocks: Blocks,
    /// What the pattern was made for.
    key: Vec<Vec<usize>>,
    /// Addresses of the pairs of rows or velocities, item by item.
    at: Vec<usize>,
    A: Vec<Small>,
    P: Vec<Small>,
    /// Whether the factors are those of A and P.
    fresh: bool,
    /// Factors of A, where items have rows in the body form.
    lu: Vec<SmallLu>,
    /// First row and number of rows of each item.
    pub first: Vec<usize>,
    pub count: Vec<usize>,
    x: Vec<f64>,
    v: Vec<f64>,
    step: Vec<f64>,
}

impl Linear {
    /// Whether the bodies and rows of a problem are those of the last one.
    pub fn holds(&self, p: &Problem) -> bool {
        match (&p.form, &self.kind) {
            (Form::Bodies(b), Kind::Bodies { bodies: old, .. }) => {
                b.W == old.W && b.M == old.M && b.J == old.J && b.blocks == old.blocks
            }
            _ => false,
        }
    }

    /// Take over the matrices of a problem.
    pub fn shape(&mut self, p: &Problem, items: &[Item], role: &[Role], d: &[f64]) {
        self.fresh = false;
        self.first = items.iter().map(first).collect();
        self.count = items.iter().map(|i| slots(i).len()).collect();
        match &p.form {
            Form::Dense(G) => {
                let n = p.rows();
                let entries = |i: usize| {
                    let row = &G[i * n..(i + 1) * n];
                    row.iter().copied().enumerate().filter(|e| e.1 != 0.0)
                };
                self.shape_local(entries, role, d);
            }
            Form::Sparse(G) => self.shape_local(|i| G.row(i), role, d),
            Form::Bodies(b) => self.shape_bodies(b, role, d),
        }
    }

    /// Take over the rest; `free` receives y at m = 0 of all rows. False where the bodies have no finite response.
    pub fn read(
        &mut self,
        p: &Problem,
        role: &[Role],
        free: &mut Vec<f64>,
        budget: &mut Budget<'_>,
    ) -> bool {
        let given = |j: usize| match role[j] {
            Role::Given(force) => force,
            _ => 0.0,
        };
        match &p.form {
            Form::Dense(G) => {
                let n = p.rows().max(1);
                let row = |i: usize| G[i * n..(i + 1) * n].iter().enumerate();
                let sum = |i: usize| row(i).map(|(j, v)| v * given(j)).sum::<f64>();
                free.extend(p.b.iter().enumerate().map(|(i, b)| b + sum(i)));
            }
            Form::Sparse(G) => {
                let sum = |i: usize| G.row(i).map(|(j, v)| v * given(j)).sum::<f64>();
                free.extend(p.b.iter().enumerate().map(|(i, b)| b + sum(i)));
            }
            Form::Bodies(b) => {
                if !self.base.factor(b, budget) {
                    return false;
                }
                // y without the unknown forces
                self.x.clear();
                self.x.extend_from_slice(&b.f);
                self.x.extend(b.c.iter().map(|c| -c));
                for (i, r) in role.iter().enumerate() {
                    if let Role::Given(force) = *r {
                        b.W.add(i, force, &mut self.x);
                    }
                }
                let finite = self.base.solve(b, &mut self.x, budget);
                free.extend((0..p.rows()).map(|i| p.b[i] + b.W.dot(i, &self.x)));
                return finite;
            }
        }
        true
    }

    fn shape_local<I: Iterator<Item = (usize, f64)>>(
        &mut self,
        entries: impl Fn(usize) -> I,
        role: &[Role],
        d: &[f64],
    ) {
        let mut G = Rows::default();
        let mut row = vec![0.0; d.len()];
        for (i, r) in role.iter().enumerate() {
            let mut touched: Vec<usize> = Vec::new();
            for (j, v) in entries(i) {
                match role[j] {
                    Role::Row(c) => {
                        row[c] += v * d[c];
                        touched.push(c);
                    }
                    Role::Follows(c, by) => {
                        row[c] += v * d[c] * by;
                        touched.push(c);
                    }
                    Role::Out | Role::Given(_) => {}
                }
            }
            if let Role::Row(a) = *r {
                touched.sort_unstable();
                touched.dedup();
                G.push(touched.iter().map(|&c| (c, d[a] * row[c])));
            }
            touched.iter().for_each(|&c| row[c] = 0.0);
        }
        // blocks of items; an item always touches itself
        let group: Vec<usize> =
            self.count.iter().enumerate().flat_map(|(k, &c)| vec![k; c]).collect();
        let mut touching: Vec<Vec<u32>> = Vec::new();
        for (k, (&f, &c)) in self.first.iter().zip(&self.count).enumerate() {
            let rows = (f..f + c).flat_map(|i| G.column[G.range(i)].iter());
            let mut set: Vec<u32> = rows.map(|&j| group[j] as u32).collect();
            set.push(k as u32);
            set.sort_unstable();
            set.dedup();
            touching.push(set);
        }
        // rows of each item, which tell also where the next one begins; then what it touches
        let key: Vec<Vec<usize>> = std::iter::once(self.count.clone())
            .chain(touching.iter().map(|s| s.iter().map(|&g| g as usize).collect()))
            .collect();
        if key != self.key || !matches!(self.kind, Kind::Local { .. }) {
            let mut start = self.first.clone();
            start.push(d.len());
            let pairs: Vec<[u32; 2]> = touching
                .iter()
                .enumerate()
                .flat_map(|(k, set)| set.iter().map(move |&g| [k as u32, g]))
                .collect();
            self.blocks = Blocks::new(&start, pairs.iter().map(|p| &p[..]));
            self.key = key;
        }
        self.at.clear();
        for (k, set) in touching.iter().enumerate() {
            for &g in set {
                let g = g as usize;
                for i in self.first[k]..self.first[k] + self.count[k] {
                    for j in self.first[g]..self.first[g] + self.count[g] {
                        self.at.push(self.blocks.address(i, j));
                    }
                }
            }
        }
        self.kind = Kind::Local { G };
    }

    fn shape_bodies(&mut self, b: &Bodies, role: &[Role], d: &[f64]) {
        let nu = b.f.len();
        let mut item_of = vec![0; d.len()];
        for (k, (&f, &c)) in self.first.iter().zip(&self.count).enumerate() {
            item_of[f..f + c].fill(k);
        }
        let mut touches = vec![Touch::default(); self.first.len()];
        let rows = || {
            role.iter().enumerate().filter_map(|(i, r)| match *r {
                Role::Row(a) => Some((i, a, 1.0, true)),
                Role::Follows(a, by) => Some((i, a, by, false)),
                _ => None,
            })
        };
        for (i, a, ..) in rows() {
            touches[item_of[a]].dofs.extend(b.W.row(i).map(|e| e.0));
        }
        for (t, &c) in touches.iter_mut().zip(&self.count) {
            t.dofs.sort_unstable();
            t.dofs.dedup();
            t.W = vec![0.0; c * t.dofs.len()];
            t.F = t.W.clone();
        }
        for (i, a, by, kinematic) in rows() {
            let k = item_of[a];
            let t = &mut touches[k];
            let at = (a - self.first[k]) * t.dofs.len();
            for (dof, w) in b.W.row(i) {
                let c = t.dofs.binary_search(&dof).unwrap_or(0);
                t.F[at + c] += by * w * d[a];
                if kinematic {
                    t.W[at + c] += w * d[a];
                }
            }
        }
        let key: Vec<Vec<usize>> = [&b.blocks, &b.M.start, &b.M.column, &b.J.start, &b.J.column]
            .into_iter()
            .chain([&self.count])
            .cloned()
            .chain(touches.iter().map(|t| t.dofs.clone()))
            .collect();
        let old = std::mem::take(&mut self.kind);
        let (at_M, at_J, at_diagonal) = match old {
            Kind::Bodies { at_M, at_J, at_diagonal, .. } if key == self.key => {
                (at_M, at_J, at_diagonal)
            }
            _ => {
                let mut pattern = Pattern::new(b);
                for t in &touches {
                    let mut set: Vec<u32> = t.dofs.iter().map(|&d| pattern.group[d]).collect();
                    set.dedup();
                    pattern.coupled.push(set);
                }
                self.blocks = Blocks::new(&pattern.start, pattern.coupled.iter().map(|v| &v[..]));
                self.key = key;
                self.at.clear();
                for t in &touches {
                    for &i in &t.dofs {
                        self.at.extend(t.dofs.iter().map(|&j| self.blocks.address(i, j)));
                    }
                }
                let at = |i: usize, j: usize| self.blocks.address(i, j);
                let nj = b.c.len();
                (
                    (0..nu).flat_map(|i| b.M.row(i).map(move |(j, _)| at(i, j))).collect(),
                    (0..nj)
                        .flat_map(|r| b.J.row(r).map(move |(j, _)| [at(nu + r, j), at(j, nu + r)]))
                        .collect(),
                    (0..nj).map(|r| at(nu + r, nu + r)).collect(),
                )
            }
        };
        let mut soft = Vec::new();
        joint_softness(b, &mut soft);
        self.kind = Kind::Bodies { bodies: b.clone(), touches, at_M, at_J, at_diagonal, soft };
    }

    /// y = G m.
    pub fn multiply(&mut self, m: &[f64], y: &mut [f64], budget: &mut Budget<'_>) {
        match &self.kind {
            Kind::None => {}
            Kind::Local { G } => {
                budget.spend(G.value.len() as f64);
                (0..y.len()).for_each(|i| y[i] = G.dot(i, m));
            }
            Kind::Bodies { bodies, touches, .. } => {
                self.x.clear();
                self.x.resize(bodies.f.len() + bodies.c.len(), 0.0);
                for (t, &f) in touches.iter().zip(&self.first) {
                    t.add_force(&m[f..], &mut self.x);
                }
                self.base.solve(bodies, &mut self.x, budget);
                for ((t, &f), &c) in touches.iter().zip(&self.first).zip(&self.count) {
                    t.motion(&self.x, &mut y[f..f + c]);
                }
            }
        }
    }

    /// The length of |G| |m|, the sums of the absolute values of the terms of G m; couplings of the bodies left out.
    pub fn terms(&self, m: &[f64]) -> f64 {
        let mut sum = 0.0;
        match &self.kind {
            Kind::None => {}
            Kind::Local { G } => {
                for i in 0..G.len() {
                    sum += G.row(i).map(|(j, g)| (g * m[j]).abs()).sum::<f64>().powi(2);
                }
            }
            Kind::Bodies { bodies, touches, .. } => {
                let mut x = vec![0.0; bodies.f.len()];
                for (t, &f) in touches.iter().zip(&self.first) {
                    let w = t.dofs.len().max(1);
                    for (row, m) in t.F.chunks_exact(w).zip(&m[f..]) {
                        t.dofs.iter().zip(row).for_each(|(&d, f)| x[d] += (f * m).abs());
                    }
                }
                for (d, x) in x.iter_mut().enumerate() {
                    *x /= bodies.M.get(d, d).abs().max(f64::MIN_POSITIVE);
                }
                for t in touches {
                    for row in t.W.chunks_exact(t.dofs.len().max(1)) {
                        let y: f64 = t.dofs.iter().zip(row).map(|(&d, w)| w.abs() * x[d]).sum();
                        sum += y * y;
                    }
                }
            }
        }
        sum.sqrt()
    }

    /// Factorise (1) for these blocks, anew only where they have changed; false where there is no work left.
    pub fn factor(&mut self, A: &[Small], P: &[Small], budget: &mut Budget<'_>) -> bool {
        if std::mem::replace(&mut self.fresh, true) && self.A == A && self.P == P {
            return budget.go();
        }
        self.A.clear();
        self.A.extend_from_slice(A);
        self.P.clear();
        self.P.extend_from_slice(P);
        self.blocks.clear();
        let value = &mut self.blocks.value;
        let mut work = 0.0;
        match &self.kind {
            Kind::None => return false,
            Kind::Local { G } => {
                work += ENTRY * self.at.len() as f64;
                let mut at = self.at.iter();
                let mut put = |v: f64| {
                    if let Some(&a) = at.next() {
                        value[a] += v;
                    }
                };
                let sets = &self.key[1..];
                let mut rows = vec![0.0; 4 * G.len()];
                let n = G.len();
                for (k, set) in sets.iter().enumerate() {
                    let (f, c) = (self.first[k], self.count[k]);
                    for i in 0..c {
                        for l in 0..c {
                            let by = P[k][i][l];
                            if by != 0.0 {
                                G.add(f + l, by, &mut rows[i * n..(i + 1) * n]);
                            }
                            rows[i * n + f + l] += A[k][i][l];
                        }
                    }
                    for &g in set {
                        for i in 0..c {
                            for j in self.first[g]..self.first[g] + self.count[g] {
                                put(std::mem::take(&mut rows[i * n + j]));
                            }
                        }
                    }
                }
            }
            Kind::Bodies { bodies, touches, at_M, at_J, at_diagonal, soft } => {
                let mut left = &self.at[..];
                self.lu.clear();
                for (k, (t, &c)) in touches.iter().zip(&self.count).enumerate() {
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
                at_M.iter().zip(&bodies.M.value).for_each(|(&p, v)| value[p] += v);
                for (&[row, column], v) in at_J.iter().zip(&bodies.J.value) {
                    value[row] += v;
                    value[column] -= v;
                }
                at_diagonal.iter().zip(soft).for_each(|(&p, v)| value[p] += v);
            }
        }
        let go = budget.factorise(work + FRONT * self.blocks.cost());
        self.blocks.factor(0.0);
        go
    }

    /// Multiplications of a factorisation, at most.
    pub fn cost(&self) -> f64 {
        FRONT * self.blocks.cost() + ENTRY * self.at.len() as f64
    }

    /// Sign of the determinant of the matrix factorised.
    pub fn sign(&self) -> f64 {
        self.blocks.sign
    }

    /// Solve (1) with the factors; whether the result is finite.
    pub fn solve(
        &mut self,
        r: &[f64],
        dm: &mut [f64],
        dy: &mut [f64],
        budget: &mut Budget<'_>,
    ) -> bool {
        match &self.kind {
            Kind::None => return false,
            Kind::Local { G } => {
                let n = G.len();
                let mut left = r.to_vec();
                dm.fill(0.0);
                let mut before = f64::INFINITY;
                for _ in 0..=REFINE {
                    self.step.clear();
                    self.step.extend_from_slice(&left);
                    self.blocks.solve(&mut self.step);
                    budget.spend((self.blocks.fill() + 2 * G.value.len()) as f64);
                    dm.iter_mut().zip(&self.step).for_each(|(d, s)| *d += s);
                    (0..n).for_each(|i| dy[i] = G.dot(i, dm));
                    let mut size = 0.0_f64;
                    for (k, (&f, &c)) in self.first.iter().zip(&self.count).enumerate() {
                        for i in 0..c {
                            let sum: f64 = (0..c)
                                .map(|j| self.A[k][i][j] * dm[f + j] + self.P[k][i][j] * dy[f + j])
                                .sum();
                            left[f + i] = r[f + i] - sum;
                            size = size.max(left[f + i].abs());
                        }
                    }
                    if size.is_nan() || size == 0.0 || size > 0.1 * before {
                        break;
                    }
                    before = size;
                }
            }
            Kind::Bodies { bodies, touches, .. } => {
                let (nu, size) = (bodies.f.len(), bodies.f.len() + bodies.c.len());
                self.x.clear();
                self.x.resize(size, 0.0);
                // forces of the current step and what they leave of the equations of motion
                let mut before = f64::INFINITY;
                dy.fill(0.0);
                for round in 0..=REFINE {
                    self.v.clear();
                    self.v.resize(size, 0.0);
                    for (k, ((t, &f), &c)) in
                        touches.iter().zip(&self.first).zip(&self.count).enumerate()
                    {
                        let mut right = [0.0; 4];
                        for i in 0..c {
                            let sum: f64 = (0..c).map(|j| self.P[k][i][j] * dy[f + j]).sum();
                            right[i] = r[f + i] - sum;
                        }
                        self.lu[k].solve(&mut right, c);
                        dm[f..f + c].copy_from_slice(&right[..c]);
                        t.add_force(&right[..c], &mut self.v);
                    }
                    if round > 0 {
                        for i in 0..nu {
                            self.v[i] -= bodies.M.dot(i, &self.x);
                        }
                        for q in 0..bodies.c.len() {
                            bodies.J.add(q, self.x[nu + q], &mut self.v[..nu]);
                            self.v[nu + q] -= bodies.J.dot(q, &self.x);
                        }
                    }
                    let left = self.v.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
                    if left.is_nan() || left == 0.0 || left > 0.1 * before || round == REFINE {
                        break;
                    }
                    before = left;
                    self.step.clear();
                    self.step.extend_from_slice(&self.v);
                    self.blocks.solve(&mut self.step);
                    budget.spend(self.blocks.fill() as f64);
                    self.x.iter_mut().zip(&self.step).for_each(|(x, s)| *x += s);
                    for ((t, &f), &c) in touches.iter().zip(&self.first).zip(&self.count) {
                        t.motion(&self.x, &mut dy[f..f + c]);
                    }
                }
            }
        }
        dm.iter().chain(dy.iter()).all(|v| v.is_finite())
    }
}
