//! Mixed problems: some rows are equations with free multipliers.

use super::{Lcp, Outcome, Solver};
use crate::linalg::Dense;

/// Find z and w = M z + q with w_i = 0 and z_i free where `free[i]`, 0 ≤ w_i ⊥ z_i ≥ 0 elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Mlcp {
    /// Order.
    pub n: usize,
    /// Row-major matrix, n × n.
    pub M: Vec<f64>,
    /// Constant part.
    pub q: Vec<f64>,
    /// Which rows are equations.
    pub free: Vec<bool>,
}

/// What elimination leaves: the rows and columns of the free part by their pivots.
struct Eliminated {
    /// Matrix and right-hand side after Gauss-Jordan on the pivots.
    m: Vec<f64>,
    q: Vec<f64>,
    /// (row, column) of each pivot.
    pivots: Vec<(usize, usize)>,
    /// Free rows and columns without a pivot.
    left: Vec<(usize, usize)>,
    scale: f64,
}

/// Pivots smaller than this times the largest entry count as zero.
const RANK: f64 = 1e-11;

impl Mlcp {
    /// The problem of the complementary rows: the free multipliers are eliminated by the Schur
    /// complement of their block, complete pivoting deciding its rank. Dependent equations that say
    /// nothing new are dropped with their multipliers (which are zero); any other equation e = 0
    /// without a pivot is kept as the two inequalities e ≥ 0 and -e ≥ 0, whose multipliers are
    /// the positive and the negative part of the free one.
    pub fn reduce(&self) -> Lcp {
        let e = self.eliminate();
        self.reduced(&e).0
    }

    /// Solve; z has all n entries. The residual is that of the reduced problem and of the
    /// equations, whichever is larger.
    pub fn solve(&self, solver: Solver) -> Outcome {
        let e = self.eliminate();
        let (lcp, columns) = self.reduced(&e);
        let mut out = lcp.solve(solver);
        let mut z = vec![0.0; self.n];
        for (&(j, sign), v) in columns.iter().zip(&out.z) {
            z[j] += sign * v;
        }
        self.back(&e, &mut z);
        self.refine(&e, &mut z);
        let size = |i: usize| {
            let row = &self.M[i * self.n..(i + 1) * self.n];
            row.iter().zip(&z).map(|(m, z)| (m * z).abs()).sum::<f64>() + self.q[i].abs()
        };
        let full = Lcp::new(self.n, self.M.clone(), self.q.clone());
        for i in (0..self.n).filter(|&i| self.free[i]) {
            let w = full.w_precise(&z, i).abs();
            out.residual = out.residual.max(if w == 0.0 { 0.0 } else { w / size(i) });
        }
        if out.solved() && out.residual > 1e3 * super::SOLVED {
            let residual = out.residual;
            out.status = super::Status::NotConverged { iterations: 0, residual };
        }
        out.z = z;
        out
    }

    fn eliminate(&self) -> Eliminated {
        let n = self.n;
        let (mut m, mut q) = (self.M.clone(), self.q.clone());
        let scale = m.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
        let mut rows: Vec<usize> = (0..n).filter(|&i| self.free[i]).collect();
        let mut columns = rows.clone();
        // compared with the largest entry of their row before, so that units do not matter
        let size: Vec<f64> = (0..n)
            .map(|i| self.M[i * n..(i + 1) * n].iter().fold(0.0_f64, |a, v| a.max(v.abs())))
            .collect();
        let mut pivots = Vec::new();
        while !rows.is_empty() {
            let (mut best, mut at) = (0.0, (0, 0));
            for (a, &i) in rows.iter().enumerate() {
                for (b, &j) in columns.iter().enumerate() {
                    let v = m[i * n + j].abs() / size[i];
                    if v > best {
                        (best, at) = (v, (a, b));
                    }
                }
            }
            if best <= RANK {
                break;
            }
            let (r, c) = (rows.swap_remove(at.0), columns.swap_remove(at.1));
            pivots.push((r, c));
            let inverse = 1.0 / m[r * n + c];
            let row: Vec<f64> = m[r * n..(r + 1) * n].iter().map(|v| v * inverse).collect();
            let value = q[r] * inverse;
            m[r * n..(r + 1) * n].copy_from_slice(&row);
            q[r] = value;
            for i in (0..n).filter(|&i| i != r) {
                let f = m[i * n + c];
                if f != 0.0 {
                    (0..n).for_each(|j| m[i * n + j] -= f * row[j]);
                    m[i * n + c] = 0.0;
                    q[i] -= f * value;
                }
            }
        }
        rows.sort_unstable();
        columns.sort_unstable();
        Eliminated { m, q, pivots, left: rows.into_iter().zip(columns).collect(), scale }
    }

    /// The reduced problem, and for each of its unknowns the entry of z and the sign.
    fn reduced(&self, e: &Eliminated) -> (Lcp, Vec<(usize, f64)>) {
        let n = self.n;
        // rows with sign, columns with sign
        let mut kept: Vec<(usize, usize, f64)> =
            (0..n).filter(|&i| !self.free[i]).map(|i| (i, i, 1.0)).collect();
        let others: Vec<usize> = kept.iter().map(|k| k.0).collect();
        let largest = self.q.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
        for &(r, c) in &e.left {
            let row_zero = others.iter().all(|&j| e.m[r * n + j].abs() <= 1e-10 * e.scale)
                && e.q[r].abs() <= 1e-10 * largest;
            let column_zero = others.iter().all(|&i| e.m[i * n + c].abs() <= 1e-10 * e.scale);
            if !(row_zero && column_zero) {
                kept.extend([(r, c, 1.0), (r, c, -1.0)]);
            }
        }
        let k = kept.len();
        let mut lcp = Lcp::new(k, vec![0.0; k * k], vec![0.0; k]);
        for (a, &(i, _, si)) in kept.iter().enumerate() {
            for (b, &(_, j, sj)) in kept.iter().enumerate() {
                lcp.M[a * k + b] = si * sj * e.m[i * n + j];
            }
            lcp.q[a] = si * e.q[i];
        }
        (lcp, kept.into_iter().map(|(_, j, s)| (j, s)).collect())
    }

    /// The multipliers of the pivots from all others.
    fn back(&self, e: &Eliminated, z: &mut [f64]) {
        let n = self.n;
        for &(r, c) in &e.pivots {
            let rest = (0..n).filter(|&j| j != c).map(|j| e.m[r * n + j] * z[j]).sum::<f64>();
            z[c] = -e.q[r] - rest;
        }
    }

    /// One linear solve on the equations and the rows in use, with precise residuals.
    fn refine(&self, e: &Eliminated, z: &mut [f64]) {
        let n = self.n;
        let full = Lcp::new(n, self.M.clone(), self.q.clone());
        let mut rows: Vec<(usize, usize)> = e.pivots.clone();
        rows.extend((0..n).filter(|&i| !self.free[i] && z[i] > 0.0).map(|i| (i, i)));
        let k = rows.len();
        let mut lu = Dense::default();
        let mut work = Vec::new();
        let scale: Vec<f64> = rows
            .iter()
            .map(|&(i, _)| full.row(i).iter().fold(0.0_f64, |a, v| a.max(v.abs())))
            .collect();
        lu.reset(k);
        for (a, &(i, _)) in rows.iter().enumerate() {
            for (b, &(_, j)) in rows.iter().enumerate() {
                lu.a[a * k + b] = full.row(i)[j] / scale[a];
            }
        }
        lu.factor();
        for _ in 0..3 {
            let left = |z: &[f64]| {
                rows.iter().zip(&scale).map(|(r, s)| full.w_precise(z, r.0) / s).collect::<Vec<_>>()
            };
            let size = |v: &[f64]| v.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
            let r = left(z);
            let mut d = r.clone();
            lu.solve(&mut d, &mut work);
            let mut next = z.to_vec();
            rows.iter().zip(&d).for_each(|(&(_, j), d)| next[j] -= d);
            let nonnegative = (0..n).all(|i| self.free[i] || next[i] >= 0.0);
            if !nonnegative || size(&left(&next)).is_nan() || size(&left(&next)) >= size(&r) {
                break;
            }
            z.copy_from_slice(&next);
        }
    }
}
