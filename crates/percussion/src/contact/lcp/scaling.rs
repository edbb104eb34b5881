//! Rows and columns brought to size one by powers of two: exact, and harmless to complementarity.

use super::Lcp;

/// A scaled problem M' = D M E, q' = D q / s with the way back z = s E z'.
pub(super) struct Scaled {
    pub lcp: Lcp,
    rows: Vec<f64>,
    columns: Vec<f64>,
    size: f64,
}

fn power_of_two(v: f64) -> f64 {
    if v.is_finite() && v > 0.0 {
        v.log2().round().clamp(-500.0, 500.0).exp2()
    } else {
        1.0
    }
}

impl Scaled {
    pub fn new(lcp: &Lcp) -> Self {
        let n = lcp.n;
        let (mut rows, mut columns) = (vec![1.0_f64; n], vec![1.0_f64; n]);
        for _ in 0..6 {
            let (mut r, mut c) = (vec![0.0_f64; n], vec![0.0_f64; n]);
            for i in 0..n {
                for (j, m) in lcp.row(i).iter().enumerate() {
                    let v = (m * rows[i] * columns[j]).abs();
                    r[i] = r[i].max(v);
                    c[j] = c[j].max(v);
                }
            }
            for k in 0..n {
                if r[k] > 0.0 && r[k].is_finite() {
                    rows[k] /= r[k].sqrt();
                }
                if c[k] > 0.0 && c[k].is_finite() {
                    columns[k] /= c[k].sqrt();
                }
            }
        }
        rows.iter_mut().chain(&mut columns).for_each(|v| *v = power_of_two(*v));
        let mut M = lcp.M.clone();
        for i in 0..n {
            for j in 0..n {
                M[i * n + j] *= rows[i] * columns[j];
            }
        }
        let mut q: Vec<f64> = lcp.q.iter().zip(&rows).map(|(q, d)| q * d).collect();
        let size = power_of_two(q.iter().fold(0.0_f64, |a, v| a.max(v.abs())));
        q.iter_mut().for_each(|v| *v /= size);
        Scaled { lcp: Lcp { n, M, q }, rows, columns, size }
    }

    /// z of the original problem.
    pub fn unscale(&self, z: &[f64]) -> Vec<f64> {
        z.iter().zip(&self.columns).map(|(z, e)| z * e * self.size).collect()
    }

    /// A multiplier of the rows of the original problem.
    pub fn unscale_rows(&self, y: &[f64]) -> Vec<f64> {
        y.iter().zip(&self.rows).map(|(y, d)| y * d).collect()
    }
}
