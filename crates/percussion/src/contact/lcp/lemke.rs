//! Lemke's complementary pivot method.
//!
//! The problem is extended by a covering vector d > 0, w = M z + d z_0 + q, and followed along
//! almost complementary basic solutions until z_0 leaves the basis (a solution) or no variable can
//! (a ray). The row that leaves is chosen lexicographically by (q, B⁻¹), which excludes cycles in
//! degenerate problems.
//!
//! On a ray with direction z̄, M z̄ ≥ 0 and z̄ᵀM z̄ = 0. For positive semidefinite (in general for
//! copositive) M it follows that Mᵀz̄ ≤ 0 and qᵀz̄ < 0: then no z ≥ 0 has M z + q ≥ 0 and the
//! problem has no solution. [`excludes_solutions`] checks just that, whatever the matrix.

use super::{Attempt, End, Lcp};

/// Pivots smaller than this, in a scaled problem, count as zero.
const ZERO: f64 = 1e-11;

struct Tableau {
    n: usize,
    /// Columns: w (B⁻¹), z, z_0, right-hand side.
    a: Vec<f64>,
    width: usize,
    basis: Vec<usize>,
}

impl Tableau {
    fn new(lcp: &Lcp, cover: &[f64]) -> Self {
        let n = lcp.n;
        let width = 2 * n + 2;
        let mut a = vec![0.0; n * width];
        for i in 0..n {
            let r = &mut a[i * width..(i + 1) * width];
            r[i] = 1.0;
            lcp.row(i).iter().enumerate().for_each(|(j, m)| r[n + j] = -m);
            r[2 * n] = -cover[i];
            r[2 * n + 1] = lcp.q[i];
        }
        Tableau { n, a, width, basis: (0..n).collect() }
    }
    fn at(&self, i: usize, j: usize) -> f64 {
        self.a[i * self.width + j]
    }
    fn pivot(&mut self, row: usize, column: usize) {
        let w = self.width;
        let inverse = 1.0 / self.at(row, column);
        self.a[row * w..(row + 1) * w].iter_mut().for_each(|v| *v *= inverse);
        self.a[row * w + column] = 1.0;
        let pivot_row = self.a[row * w..(row + 1) * w].to_vec();
        for i in (0..self.n).filter(|&i| i != row) {
            let r = &mut self.a[i * w..(i + 1) * w];
            let f = r[column];
            if f != 0.0 {
                r.iter_mut().zip(&pivot_row).for_each(|(x, p)| *x -= f * p);
                r[column] = 0.0;
            }
        }
        self.basis[row] = column;
    }
    /// Of the candidate rows the one whose (q, B⁻¹) over `pivot` is lexicographically smallest; none where numbers overflow.
    fn lexicographic_min(
        &self,
        mut rows: Vec<usize>,
        pivot: impl Fn(usize) -> f64,
    ) -> Option<usize> {
        let columns = std::iter::once(2 * self.n + 1).chain(0..self.n);
        for c in columns {
            if rows.len() == 1 {
                break;
            }
            let ratio = |i: usize| self.at(i, c) / pivot(i);
            let least = rows.iter().map(|&i| ratio(i)).fold(f64::INFINITY, f64::min);
            rows.retain(|&i| ratio(i) <= least + 1e-12 * (1.0 + least.abs()));
        }
        rows.first().copied()
    }
    fn solution(&self) -> Vec<f64> {
        let mut z = vec![0.0; self.n];
        for (i, &b) in self.basis.iter().enumerate() {
            if (self.n..2 * self.n).contains(&b) {
                z[b - self.n] = self.at(i, 2 * self.n + 1).max(0.0);
            }
        }
        z
    }
    /// Direction of z along the ray of an entering column.
    fn ray(&self, entering: usize) -> Vec<f64> {
        let n = self.n;
        let mut z = vec![0.0; n];
        for (i, &b) in self.basis.iter().enumerate() {
            if (n..2 * n).contains(&b) {
                z[b - n] = (-self.at(i, entering)).max(0.0);
            }
        }
        if (n..2 * n).contains(&entering) {
            z[entering - n] = 1.0;
        }
        z
    }
}

/// Lemke's method with a covering vector d > 0, on a problem whose entries are of order one.
pub fn lemke(lcp: &Lcp, cover: &[f64], max_pivots: usize) -> Attempt {
    let n = lcp.n;
    if lcp.q.iter().all(|q| *q >= 0.0) {
        return Attempt { z: vec![0.0; n], iterations: 0, end: End::Point };
    }
    let mut t = Tableau::new(lcp, cover);
    let mut next = t.lexicographic_min((0..n).collect(), |i| cover[i]);
    let mut entering = 2 * n;
    let mut iterations = 0;
    loop {
        let Some(row) = next else {
            return Attempt { z: t.solution(), iterations, end: End::Stuck };
        };
        let leaving = t.basis[row];
        t.pivot(row, entering);
        iterations += 1;
        if leaving == 2 * n {
            return Attempt { z: t.solution(), iterations, end: End::Point };
        }
        if iterations >= max_pivots {
            return Attempt { z: t.solution(), iterations, end: End::Stuck };
        }
        // the complement of what has left
        entering = if leaving < n { leaving + n } else { leaving - n };
        let rows: Vec<usize> = (0..n).filter(|&i| t.at(i, entering) > ZERO).collect();
        if rows.is_empty() {
            let ray = t.ray(entering);
            return Attempt { z: t.solution(), iterations, end: End::Ray(ray) };
        }
        let ratio = |i: usize| t.at(i, 2 * n + 1) / t.at(i, entering);
        let least = rows.iter().map(|&i| ratio(i)).fold(f64::INFINITY, f64::min);
        // z_0 leaves as soon as it can
        next = match rows.iter().find(|&&i| t.basis[i] == 2 * n) {
            Some(&i) if ratio(i) <= least + 1e-12 * (1.0 + least.abs()) => Some(i),
            _ => t.lexicographic_min(rows, |i| t.at(i, entering)),
        };
    }
}

/// Whether y proves, up to round-off, that no z ≥ 0 has M z + q ≥ 0: y ≥ 0, Mᵀy ≤ 0, qᵀy < 0.
pub fn excludes_solutions(lcp: &Lcp, y: &[f64]) -> bool {
    let n = lcp.n;
    if y.len() != n || y.iter().any(|v| !(v.is_finite() && *v >= 0.0)) {
        return false;
    }
    for j in 0..n {
        let (mut s, mut size) = (0.0, 0.0);
        for i in 0..n {
            let v = lcp.M[i * n + j] * y[i];
            s += v;
            size += v.abs();
        }
        if s.is_nan() || s > 1e-12 * size {
            return false;
        }
    }
    let terms = || lcp.q.iter().zip(y).map(|(q, y)| q * y);
    terms().sum::<f64>() < -1e-10 * terms().map(f64::abs).sum::<f64>()
}
