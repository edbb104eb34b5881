//! Linear complementarity problems: find z with
//!
//! ```text
//! w = M z + q,    0 ≤ w ⊥ z ≥ 0
//! ```
//!
//! | solver | finds |
//! |---|---|
//! | [`lemke()`](lemke::lemke) | a solution or a ray; degeneracy is resolved lexicographically |
//! | [`block_pivoting`](pivoting::block_pivoting), [`murty`](pivoting::murty) | the solution where M is a P-matrix, often one elsewhere |
//! | [`projected_sor`](gauss_seidel::projected_sor) | an approximation, for symmetric positive (semi-)definite M |
//! | [`fischer_burmeister`](newton::fischer_burmeister), [`min_map`](newton::min_map) | a solution by semismooth Newton |
//! | [`enumerate()`](enumerate::enumerate) | all solutions, for small n |
//!
//! [`Lcp::solve`] scales the problem, runs one of them or several in turn, and polishes the result:
//! a linear solve on the active set found, refined with residuals of twice the working precision.
//!
//! - R. W. Cottle, J.-S. Pang, R. E. Stone, "The linear complementarity problem", SIAM, 2009,
//!   DOI 10.1137/1.9780898719000.

pub mod classes;
pub mod enumerate;
pub mod file;
pub mod gauss_seidel;
pub mod lemke;
pub mod mixed;
pub mod newton;
pub mod pivoting;
mod scaling;
mod solve;

pub use mixed::Mlcp;
pub use solve::{Count, Outcome, Solver, Status, SOLVED};

use crate::linalg::Dense;

/// A linear complementarity problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Lcp {
    /// Order.
    pub n: usize,
    /// Row-major matrix, n × n.
    pub M: Vec<f64>,
    /// Constant part.
    pub q: Vec<f64>,
}

/// How an iteration ended, before anything is checked.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// At a point that should be a solution.
    Point,
    /// On a ray: the direction of z on it.
    Ray(Vec<f64>),
    /// Without success.
    Stuck,
}

/// What an iteration leaves behind.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Last iterate.
    pub z: Vec<f64>,
    /// Pivots, sweeps or Newton steps.
    pub iterations: usize,
    /// How it ended.
    pub end: End,
}

impl Lcp {
    /// A problem from its parts.
    ///
    /// # Panics
    /// Where the lengths do not fit together.
    pub fn new(n: usize, M: Vec<f64>, q: Vec<f64>) -> Self {
        assert!(M.len() == n * n && q.len() == n, "M must be n x n and q of length n");
        Lcp { n, M, q }
    }

    /// Row i of M.
    #[inline]
    pub fn row(&self, i: usize) -> &[f64] {
        &self.M[i * self.n..(i + 1) * self.n]
    }

    /// w_i = (M z + q)_i.
    #[inline]
    pub fn w_at(&self, z: &[f64], i: usize) -> f64 {
        self.q[i] + self.row(i).iter().zip(z).map(|(m, z)| m * z).sum::<f64>()
    }

    /// w = M z + q.
    pub fn w(&self, z: &[f64]) -> Vec<f64> {
        (0..self.n).map(|i| self.w_at(z, i)).collect()
    }

    /// w_i as if computed with twice the working precision.
    pub fn w_precise(&self, z: &[f64], i: usize) -> f64 {
        let (mut sum, mut low) = (self.q[i], 0.0);
        for (m, z) in self.row(i).iter().zip(z) {
            let p = m * z;
            let e = m.mul_add(*z, -p);
            let s = sum + p;
            let b = s - sum;
            low += ((sum - (s - b)) + (p - b)) + e;
            sum = s;
        }
        sum + low
    }

    /// Residual of the natural map, scaled: the largest |min(z_i / Z, w_i / W_i)| with Z = max |z|
    /// and W_i = max(|q_i|, min(Σ_j |M_ij z_j|, 10⁴ max |q|)): relative to what is summed in w_i, but
    /// bounded, so that a z that runs off to infinity does not make w < 0 look small. Infinite where
    /// z is not finite.
    pub fn residual(&self, z: &[f64]) -> f64 {
        if z.len() != self.n || z.iter().any(|v| !v.is_finite()) {
            return f64::INFINITY;
        }
        let largest = |v: &[f64]| v.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let (Z, Q) = (largest(z), largest(&self.q));
        let scaled = |v: f64, s: f64| if v == 0.0 { 0.0 } else { v / s };
        let mut worst = 0.0_f64;
        for i in 0..self.n {
            let w = self.w_precise(z, i);
            let size: f64 = self.row(i).iter().zip(z).map(|(m, z)| (m * z).abs()).sum();
            let W = self.q[i].abs().max(size.min(1e4 * Q));
            // q = 0 everywhere: only the size of M z is left to compare with
            let W = if Q == 0.0 { size } else { W };
            let r = scaled(z[i], Z).min(scaled(w, W)).abs();
            worst = if r.is_nan() { f64::INFINITY } else { worst.max(r) };
        }
        worst
    }

    /// The solution of M_αα z_α = -q_α with z = 0 elsewhere, refined; α are the indices where
    /// `basic` is set. Unknowns without a pivot are zero. None where the system is inconsistent.
    pub(crate) fn on_active_set(&self, basic: &[bool], lu: &mut Dense) -> Option<Vec<f64>> {
        let on: Vec<usize> = (0..self.n).filter(|&i| basic[i]).collect();
        let k = on.len();
        lu.reset(k);
        for (a, &i) in on.iter().enumerate() {
            let row = self.row(i);
            for (b, &j) in on.iter().enumerate() {
                lu.a[a * k + b] = row[j];
            }
        }
        lu.factor();
        let mut z = vec![0.0; self.n];
        let (mut d, mut work) = (vec![0.0; k], Vec::new());
        let left = |z: &[f64]| on.iter().map(|&i| self.w_precise(z, i)).collect::<Vec<f64>>();
        let size = |v: &[f64]| v.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let mut r = left(&z);
        let mut best = size(&r);
        for _ in 0..6 {
            d.clear();
            d.extend(r.iter().map(|v| -v));
            lu.solve(&mut d, &mut work);
            let mut next = z.clone();
            on.iter().zip(&d).for_each(|(&i, d)| next[i] += d);
            let r_next = left(&next);
            let s = size(&r_next);
            if s.is_nan() || s >= best {
                break;
            }
            (z, r, best) = (next, r_next, s);
            if best == 0.0 {
                break;
            }
        }
        let scale = on.iter().map(|&i| self.q[i].abs()).fold(0.0, f64::max);
        (best <= 1e-9 * scale.max(size(&self.q))).then_some(z)
    }
}
