//! Classes of matrices that decide about existence and uniqueness.

use super::Lcp;

/// Largest order for which all principal minors are looked at.
pub const MAX_MINORS: usize = 20;

/// Whether the symmetric part of M is positive definite: then the solution exists and is unique.
pub fn positive_definite(lcp: &Lcp) -> bool {
    let n = lcp.n;
    // Cholesky on the symmetric part, scaled to a unit diagonal
    let mut a = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            a[i * n + j] = 0.5 * (lcp.M[i * n + j] + lcp.M[j * n + i]);
        }
    }
    let d: Vec<f64> = (0..n).map(|i| a[i * n + i]).collect();
    if d.iter().any(|d| d.is_nan() || *d <= 0.0) {
        return false;
    }
    for i in 0..n {
        for j in 0..=i {
            let s: f64 = (0..j).map(|k| a[i * n + k] * a[j * n + k]).sum();
            let v = a[i * n + j] / (d[i].sqrt() * d[j].sqrt()) - s;
            if i != j {
                a[i * n + j] = v / a[j * n + j];
            } else if v > 1e-13 * n as f64 {
                a[i * n + i] = v.sqrt();
            } else {
                return false;
            }
        }
    }
    true
}

/// Whether all principal minors are positive: then there is exactly one solution for every q.
/// None where that is too much work (n > [`MAX_MINORS`]) or, at the level of round-off, open.
///
/// M is a P-matrix if and only if m_11 > 0 and both M without its first row and column and the
/// Schur complement of m_11 are: M. J. Tsatsomeros, L. Li, "A recursive test for P-matrices",
/// BIT 40, 2000, DOI 10.1023/A:1022363410910.
pub fn p_matrix(lcp: &Lcp) -> Option<bool> {
    if positive_definite(lcp) {
        return Some(true);
    }
    if lcp.n > MAX_MINORS {
        return None;
    }
    let scaled = super::scaling::Scaled::new(lcp).lcp;
    minors_positive(scaled.n, &scaled.M)
}

fn minors_positive(n: usize, m: &[f64]) -> Option<bool> {
    if n == 0 {
        return Some(true);
    }
    let pivot = m[0];
    if pivot.is_nan() || pivot.abs() <= 1e-12 {
        return if pivot == 0.0 { Some(false) } else { None };
    }
    if pivot < 0.0 {
        return Some(false);
    }
    let k = n - 1;
    let mut rest = Vec::with_capacity(k * k);
    for i in 1..n {
        rest.extend_from_slice(&m[i * n + 1..(i + 1) * n]);
    }
    let first = minors_positive(k, &rest);
    if first == Some(false) {
        return first;
    }
    for i in 0..k {
        let f = m[(i + 1) * n] / pivot;
        for j in 0..k {
            rest[i * k + j] -= f * m[j + 1];
        }
    }
    match minors_positive(k, &rest) {
        Some(true) => first,
        other => other,
    }
}
