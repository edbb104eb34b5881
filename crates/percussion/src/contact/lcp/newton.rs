//! Semismooth Newton on equations that are equivalent to the problem.
//!
//! Fischer-Burmeister, with Φ_i = z_i + w_i - √(z_i² + w_i²) and a line search on |Φ|²/2 that falls
//! back to its gradient; and the natural map min(z, w), whose Newton step is the linear solve on
//! the present active set.
//!
//! - A. Fischer, "A special Newton-type optimization method", Optimization 24, 1992,
//!   DOI 10.1080/02331939208843795.
//! - T. De Luca, F. Facchinei, C. Kanzow, "A semismooth equation approach to the solution of
//!   nonlinear complementarity problems", Mathematical Programming 75, 1996, DOI 10.1007/BF02592192.

use super::{Attempt, End, Lcp};
use crate::linalg::Dense;

fn norm2(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum()
}

fn phi(z: &[f64], w: &[f64]) -> Vec<f64> {
    let one = |(&z, &w): (&f64, &f64)| {
        // z + w - √(z² + w²) without cancellation where both are positive
        let r = z.hypot(w);
        if z > 0.0 && w > 0.0 {
            2.0 * z * w / (z + w + r)
        } else {
            z + w - r
        }
    };
    z.iter().zip(w).map(one).collect()
}

/// z + a d.
fn along(z: &[f64], a: f64, d: &[f64]) -> Vec<f64> {
    z.iter().zip(d).map(|(z, d)| z + a * d).collect()
}

/// Semismooth Newton on the Fischer-Burmeister equations.
pub fn fischer_burmeister(lcp: &Lcp, mut z: Vec<f64>, tol: f64, max_steps: usize) -> Attempt {
    let n = lcp.n;
    let (mut lu, mut work) = (Dense::with_capacity(n), Vec::new());
    for step in 0..=max_steps {
        let w = lcp.w(&z);
        let f = phi(&z, &w);
        let merit = 0.5 * norm2(&f);
        if merit.sqrt() <= tol {
            return Attempt { z, iterations: step, end: End::Point };
        }
        if step == max_steps || !merit.is_finite() {
            return Attempt { z, iterations: step, end: End::Stuck };
        }
        // V = diag(a) + diag(b) M, an element of the B-subdifferential; where z_i = w_i = 0 it is
        // the limit along the direction (1, .., 1)
        lu.reset(n);
        let mut gradient = vec![0.0; n];
        for i in 0..n {
            let (mut x, mut y) = (z[i], w[i]);
            if x.hypot(y) <= 1e-14 {
                (x, y) = (1.0, lcp.row(i).iter().sum());
            }
            let r = x.hypot(y);
            let (a, b) = (1.0 - x / r, 1.0 - y / r);
            for (j, m) in lcp.row(i).iter().enumerate() {
                lu.a[i * n + j] = b * m;
                gradient[j] += f[i] * b * m;
            }
            lu.a[i * n + i] += a;
            gradient[i] += f[i] * a;
        }
        lu.factor();
        let mut d: Vec<f64> = f.iter().map(|v| -v).collect();
        lu.solve(&mut d, &mut work);
        let slope = |d: &[f64]| gradient.iter().zip(d).map(|(g, d)| g * d).sum::<f64>();
        let mut m = slope(&d);
        if m.is_nan() || m > -1e-10 * norm2(&d).powf(1.05) {
            d = gradient.iter().map(|g| -g).collect();
            m = -norm2(&gradient);
        }
        let mut a = 1.0;
        let next = loop {
            let trial = along(&z, a, &d);
            let value = 0.5 * norm2(&phi(&trial, &lcp.w(&trial)));
            if value <= merit + 1e-4 * a * m {
                break Some(trial);
            }
            a *= 0.5;
            if a < 1e-14 {
                break None;
            }
        };
        match next {
            Some(trial) => z = trial,
            None => return Attempt { z, iterations: step, end: End::Stuck },
        }
    }
    Attempt { z, iterations: max_steps, end: End::Stuck }
}

/// Newton on min(z, w): solve on the set where w < z, with a line search on the residual.
pub fn min_map(lcp: &Lcp, mut z: Vec<f64>, tol: f64, max_steps: usize) -> Attempt {
    let mut lu = Dense::with_capacity(lcp.n);
    let natural =
        |z: &[f64]| 0.5 * (0..lcp.n).map(|i| z[i].min(lcp.w_at(z, i)).powi(2)).sum::<f64>();
    for step in 0..=max_steps {
        let merit = natural(&z);
        if merit.sqrt() <= tol {
            return Attempt { z, iterations: step, end: End::Point };
        }
        if step == max_steps || !merit.is_finite() {
            return Attempt { z, iterations: step, end: End::Stuck };
        }
        let basic: Vec<bool> = (0..lcp.n).map(|i| lcp.w_at(&z, i) < z[i]).collect();
        let Some(target) = lcp.on_active_set(&basic, &mut lu) else {
            return Attempt { z, iterations: step, end: End::Stuck };
        };
        let d: Vec<f64> = target.iter().zip(&z).map(|(t, z)| t - z).collect();
        // the full step may leave the residual larger for a while; it is taken where no shorter
        // one is better
        let shorter = (0..8).map(|k| 0.5_f64.powi(k)).find(|&a| natural(&along(&z, a, &d)) < merit);
        z = if shorter.is_none() || shorter == Some(1.0) {
            target
        } else {
            along(&z, shorter.unwrap_or(1.0), &d)
        };
    }
    Attempt { z, iterations: max_steps, end: End::Stuck }
}
