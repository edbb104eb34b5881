//! Projected Gauss-Seidel and successive over-relaxation: z_i ← max(0, z_i - ω w_i / M_ii).
//!
//! Converges for symmetric positive definite M and 0 < ω < 2, and for H-matrices with a positive
//! diagonal and ω ≤ 1.
//!
//! - C. W. Cryer, "The solution of a quadratic programming problem using systematic overrelaxation",
//!   SIAM Journal on Control 9, 1971.

use super::{Attempt, End, Lcp};

/// Sweeps over the rows with relaxation `omega`, from `z`, until the largest change falls below
/// `tol` times the largest z. Needs a positive diagonal.
pub fn projected_sor(
    lcp: &Lcp,
    mut z: Vec<f64>,
    omega: f64,
    tol: f64,
    max_sweeps: usize,
) -> Attempt {
    let n = lcp.n;
    let diagonal: Vec<f64> = (0..n).map(|i| lcp.M[i * n + i]).collect();
    if diagonal.iter().any(|d| d.is_nan() || *d <= 0.0) {
        return Attempt { z, iterations: 0, end: End::Stuck };
    }
    for sweep in 1..=max_sweeps {
        let (mut change, mut size) = (0.0_f64, 0.0_f64);
        for i in 0..n {
            let new = (z[i] - omega * lcp.w_at(&z, i) / diagonal[i]).max(0.0);
            change = change.max((new - z[i]).abs());
            size = size.max(new);
            z[i] = new;
        }
        if !size.is_finite() || size > 1e100 {
            return Attempt { z, iterations: sweep, end: End::Stuck };
        }
        if change <= tol * size {
            return Attempt { z, iterations: sweep, end: End::Point };
        }
    }
    Attempt { z, iterations: max_sweeps, end: End::Stuck }
}
