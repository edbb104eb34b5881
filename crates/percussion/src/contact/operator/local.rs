//! Many rows in the local form: G sparse, factorised by blocks of items.

use super::layout::{Layout, Role};
use super::small::Small;
use crate::contact::policy::{ENTRY, REFINE, REFINED};
use crate::contact::solver::Budget;
use crate::linalg::{Blocks, Rows};

/// The local form with a sparse G.
#[derive(Default)]
pub(in crate::contact) struct LocalG {
    /// G.
    pub G: Rows,
    /// The items that each item touches, itself included.
    touching: Vec<Vec<u32>>,
    /// Addresses of the pairs of rows, item by item.
    at: Vec<usize>,
    rows: Vec<f64>,
    left: Vec<f64>,
    step: Vec<f64>,
}

impl LocalG {
    /// d G d of the rows that take part; the pattern is analysed anew only where it has changed.
    pub fn shape<I: Iterator<Item = (usize, f64)>>(
        &mut self,
        layout: &Layout,
        entries: impl Fn(usize) -> I,
        role: &[Role],
        d: &[f64],
        blocks: &mut Blocks,
    ) {
        self.fill(entries, role, d);
        let group: Vec<u32> =
            layout.count.iter().enumerate().flat_map(|(k, &c)| vec![k as u32; c]).collect();
        let touches = |(k, (f, c)): (usize, (usize, usize))| {
            let rows = (f..f + c).flat_map(|i| self.G.column[self.G.range(i)].iter());
            let mut set: Vec<u32> = rows.map(|&j| group[j]).collect();
            set.push(k as u32);
            set.sort_unstable();
            set.dedup();
            set
        };
        let touching: Vec<Vec<u32>> = layout.items().enumerate().map(touches).collect();
        if touching == self.touching {
            return;
        }
        let mut start = layout.first.clone();
        start.push(d.len());
        let pairs: Vec<[u32; 2]> = touching
            .iter()
            .enumerate()
            .flat_map(|(k, set)| set.iter().map(move |&g| [k as u32, g]))
            .collect();
        *blocks = Blocks::new(&start, pairs.iter().map(|p| &p[..]));
        self.at.clear();
        for (k, set) in touching.iter().enumerate() {
            for &g in set {
                for i in layout.rows(k) {
                    self.at.extend(layout.rows(g as usize).map(|j| blocks.address(i, j)));
                }
            }
        }
        self.touching = touching;
    }

    fn fill<I: Iterator<Item = (usize, f64)>>(
        &mut self,
        entries: impl Fn(usize) -> I,
        role: &[Role],
        d: &[f64],
    ) {
        self.G.clear();
        let mut row = vec![0.0; d.len()];
        let mut touched: Vec<usize> = Vec::new();
        for (i, r) in role.iter().enumerate() {
            let Role::Row(a) = *r else { continue };
            for (j, v) in entries(i) {
                let (c, by) = match role[j] {
                    Role::Row(c) => (c, 1.0),
                    Role::Follows(c, by) => (c, by),
                    Role::Out | Role::Given(_) => continue,
                };
                row[c] += v * d[c] * by;
                touched.push(c);
            }
            touched.sort_unstable();
            touched.dedup();
            self.G.push(touched.iter().map(|&c| (c, d[a] * row[c])));
            touched.drain(..).for_each(|c| row[c] = 0.0);
        }
    }

    /// Square of the length of |G| |m|.
    pub fn terms(&self, m: &[f64]) -> f64 {
        let sum = |i: usize| self.G.row(i).map(|(j, g)| (g * m[j]).abs()).sum::<f64>();
        (0..self.G.len()).map(|i| sum(i).powi(2)).sum()
    }

    /// Enter A + P G.
    pub fn enter(&mut self, layout: &Layout, A: &[Small], P: &[Small], value: &mut [f64]) -> f64 {
        let n = self.G.len();
        self.rows.clear();
        self.rows.resize(4 * n, 0.0);
        let rows = &mut self.rows;
        let mut at = self.at.iter();
        for (k, (f, c)) in layout.items().enumerate() {
            for i in 0..c {
                for l in 0..c {
                    let by = P[k][i][l];
                    if by != 0.0 {
                        self.G.add(f + l, by, &mut rows[i * n..(i + 1) * n]);
                    }
                    rows[i * n + f + l] += A[k][i][l];
                }
            }
            for &g in &self.touching[k] {
                for i in 0..c {
                    for j in layout.rows(g as usize) {
                        if let Some(&a) = at.next() {
                            value[a] += std::mem::take(&mut rows[i * n + j]);
                        }
                    }
                }
            }
        }
        ENTRY * self.at.len() as f64
    }

    /// Solve A dm + P dy = r, dy = G dm with the factors, refined.
    pub fn solve(
        &mut self,
        layout: &Layout,
        blocks: &mut Blocks,
        (A, P): (&[Small], &[Small]),
        r: &[f64],
        (dm, dy): (&mut [f64], &mut [f64]),
        budget: &mut Budget<'_>,
    ) {
        self.left.clear();
        self.left.extend_from_slice(r);
        dm.fill(0.0);
        let mut before = f64::INFINITY;
        for _ in 0..=REFINE {
            self.step.clear();
            self.step.extend_from_slice(&self.left);
            blocks.solve(&mut self.step);
            budget.solve((blocks.fill() + 2 * self.G.value.len()) as f64);
            dm.iter_mut().zip(&self.step).for_each(|(d, s)| *d += s);
            dy.iter_mut().enumerate().for_each(|(i, y)| *y = self.G.dot(i, dm));
            let mut size = 0.0_f64;
            for (k, (f, c)) in layout.items().enumerate() {
                for i in 0..c {
                    let term = |j: usize| A[k][i][j] * dm[f + j] + P[k][i][j] * dy[f + j];
                    self.left[f + i] = r[f + i] - (0..c).map(term).sum::<f64>();
                    size = size.max(self.left[f + i].abs());
                }
            }
            if size.is_nan() || size == 0.0 || size > REFINED * before {
                break;
            }
            before = size;
        }
    }
}
