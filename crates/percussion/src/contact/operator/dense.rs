//! Few rows: G as a dense matrix.

use super::layout::{Layout, Role};
use super::small::Small;
use crate::linalg::Dense;

/// The local form with a dense G.
#[derive(Default)]
pub(in crate::contact) struct DenseG {
    /// Number of rows.
    pub n: usize,
    /// G, row by row.
    pub G: Vec<f64>,
    lu: Dense,
    /// Rows that the factors are made of: those of items that are not open.
    on: Vec<usize>,
    off: Vec<usize>,
    work: Vec<f64>,
    right: Vec<f64>,
}

impl DenseG {
    /// d G d of the rows that take part; forces that follow those of another row are added to its column.
    pub fn shape(&mut self, G: &[f64], role: &[Role], d: &[f64]) {
        let (all, n) = (role.len(), d.len());
        self.n = n;
        self.G.clear();
        self.G.resize(n * n, 0.0);
        for (i, r) in role.iter().enumerate() {
            let Role::Row(a) = *r else { continue };
            let row = &mut self.G[a * n..(a + 1) * n];
            for (v, role) in G[i * all..(i + 1) * all].iter().zip(role) {
                match *role {
                    Role::Row(c) => row[c] += d[a] * v * d[c],
                    Role::Follows(c, by) => row[c] += d[a] * v * d[c] * by,
                    Role::Out | Role::Given(_) => {}
                }
            }
        }
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.G[i * self.n..(i + 1) * self.n]
    }

    /// y = G m.
    pub fn multiply(&self, m: &[f64], y: &mut [f64]) {
        let dot = |i: usize| self.row(i).iter().zip(m).map(|(g, m)| g * m).sum();
        y.iter_mut().enumerate().for_each(|(i, y)| *y = dot(i));
    }

    /// Square of the length of |G| |m|.
    pub fn terms(&self, m: &[f64]) -> f64 {
        let sum = |i: usize| self.row(i).iter().zip(m).map(|(g, m)| (g * m).abs()).sum::<f64>();
        (0..self.n).map(|i| sum(i).powi(2)).sum()
    }

    /// Factors of A + P G over the items that are not open; multiplications.
    pub fn factor(&mut self, at: &Layout, A: &[Small], P: &[Small]) -> f64 {
        let n = self.n;
        self.on.clear();
        self.off.clear();
        for (k, (f, c)) in at.items().enumerate() {
            let open = P[k][..c].iter().flatten().all(|v| *v == 0.0);
            (if open { &mut self.off } else { &mut self.on }).extend(f..f + c);
        }
        let size = self.on.len();
        self.lu.reset(size);
        let mut row = 0;
        for (k, (f, c)) in at.items().enumerate() {
            if self.on.get(row) != Some(&f) {
                continue;
            }
            for i in 0..c {
                let to = &mut self.lu.a[row * size..(row + 1) * size];
                for l in 0..c {
                    let by = P[k][i][l];
                    if by != 0.0 {
                        let G = &self.G[(f + l) * n..(f + l + 1) * n];
                        to.iter_mut().zip(&self.on).for_each(|(x, &j)| *x += by * G[j]);
                    }
                }
                let start = row - i;
                (0..c).for_each(|l| to[start + l] += A[k][i][l]);
                row += 1;
            }
        }
        self.lu.factor();
        (size * size * size) as f64 / 3.0
    }

    /// Solve A dm + P dy = r, dy = G dm with the factors.
    pub fn solve(&mut self, at: &Layout, P: &[Small], r: &[f64], dm: &mut [f64], dy: &mut [f64]) {
        dm.fill(0.0);
        self.off.iter().for_each(|&i| dm[i] = r[i]);
        self.multiply(dm, dy);
        self.right.clear();
        let mut on = self.on.iter().peekable();
        for (k, (f, c)) in at.items().enumerate() {
            if on.peek() != Some(&&f) {
                continue;
            }
            for i in 0..c {
                on.next();
                let known: f64 = (0..c).map(|l| P[k][i][l] * dy[f + l]).sum();
                self.right.push(r[f + i] - known);
            }
        }
        self.lu.solve(&mut self.right, &mut self.work);
        self.on.iter().zip(&self.right).for_each(|(&i, v)| dm[i] = *v);
        self.multiply(dm, dy);
    }
}
