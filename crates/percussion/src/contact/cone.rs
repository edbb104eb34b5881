//! Algebra of the second-order cone { z_0 ≥ |z_1..| } of an item in the coordinates
//!
//! ```text
//! z = (μ m_N, m_F),    u = (y_N / μ, y_F)
//! ```
//!
//! in which the friction cone is its own dual. A contact without friction is the half line.

use super::law::{length, Local};
use super::operator::small::Small;

/// Eigenvalues and the frame of a point or a scaling: (1, ±ω)/√2 and all that is orthogonal to both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Number of components.
    pub n: usize,
    /// Direction of the tangential part.
    pub omega: [f64; 3],
}

impl Frame {
    pub fn of(x: &Local, n: usize) -> Self {
        let len = length(&x[1..n]);
        let mut omega = [0.0; 3];
        if n > 1 {
            omega[0] = 1.0;
            if len > 0.0 {
                (1..n).for_each(|k| omega[k - 1] = x[k] / len);
            }
        }
        Frame { n, omega }
    }

    /// The matrix with eigenvalue `big` at (1, ω), `small` at (1, -ω), `other` orthogonal, times x.
    #[inline]
    pub fn apply(&self, [big, small, other]: [f64; 3], x: &Local) -> Local {
        let mut out = [0.0; 4];
        if self.n == 1 {
            out[0] = big * x[0];
            return out;
        }
        let along: f64 = (1..self.n).map(|k| self.omega[k - 1] * x[k]).sum();
        let (a, b) = (0.5 * big * (x[0] + along), 0.5 * small * (x[0] - along));
        out[0] = a + b;
        for k in 1..self.n {
            let w = self.omega[k - 1];
            out[k] = (a - b) * w + other * (x[k] - along * w);
        }
        out
    }

    /// An orthonormal basis of eigenvectors, row by row: (1, ω)/√2, (1, -ω)/√2, the rest.
    pub fn basis(&self) -> [Local; 4] {
        let mut V = [[0.0; 4]; 4];
        if self.n == 1 {
            V[0][0] = 1.0;
            return V;
        }
        let h = 0.5_f64.sqrt();
        let w = &self.omega;
        // signs such that the determinant is the same for all ω
        let turn = if self.n == 2 { w[0].signum() } else { 1.0 };
        V[0][0] = h;
        V[1][0] = turn * h;
        for k in 1..self.n {
            V[0][k] = h * w[k - 1];
            V[1][k] = -turn * h * w[k - 1];
        }
        match self.n {
            3 => (V[2][1], V[2][2]) = (-w[1], w[0]),
            4 => {
                // two directions orthogonal to ω: reflect the axes
                let s = if w[0] < 0.0 { -1.0 } else { 1.0 };
                let d = 1.0 + s * w[0];
                for (row, axis) in [(2, 1), (3, 2)] {
                    for k in 0..3 {
                        let e = f64::from(u8::from(k == axis));
                        let v = w[k] + if k == 0 { s } else { 0.0 };
                        V[row][k + 1] = (e - v * w[axis] / d) * if row == 3 { s } else { 1.0 };
                    }
                }
            }
            _ => {}
        }
        V
    }
}

/// z_0² - |z_1..|².
#[inline]
pub(super) fn det(z: &Local, n: usize) -> f64 {
    let t = length(&z[1..n]);
    if n == 1 {
        z[0]
    } else {
        (z[0] - t) * (z[0] + t)
    }
}

/// Largest step along d that stays in the cone, at most `most`.
pub(super) fn room(z: &Local, d: &Local, n: usize, most: f64) -> f64 {
    if n == 1 {
        return if d[0] < 0.0 { most.min(-z[0] / d[0]) } else { most };
    }
    let dot = |a: &Local, b: &Local| a[0] * b[0] - (1..n).map(|k| a[k] * b[k]).sum::<f64>();
    let (a, b, c) = (dot(d, d), dot(z, d), det(z, n).max(0.0));
    // a t² + 2 b t + c = 0, smallest positive root
    let root = b * b - a * c;
    let mut t = most;
    if root >= 0.0 {
        let q = -(b + b.signum() * root.sqrt());
        for r in [q / a, c / q] {
            if r > 0.0 && r < t {
                t = r;
            }
        }
    }
    if d[0] < 0.0 {
        t = t.min(-z[0] / d[0]);
    }
    t
}

/// The Jordan product.
#[inline]
pub(super) fn product(a: &Local, b: &Local, n: usize) -> Local {
    let mut out = [0.0; 4];
    out[0] = (0..n).map(|k| a[k] * b[k]).sum();
    (1..n).for_each(|k| out[k] = a[0] * b[k] + b[0] * a[k]);
    out
}

/// The x with λ ∘ x = r.
pub(super) fn divide(lambda: &Local, r: &Local, n: usize) -> Local {
    let mut x = [0.0; 4];
    if n == 1 {
        x[0] = r[0] / lambda[0];
        return x;
    }
    let dot: f64 = (1..n).map(|k| lambda[k] * r[k]).sum();
    x[0] = (lambda[0] * r[0] - dot) / det(lambda, n);
    (1..n).for_each(|k| x[k] = (r[k] - x[0] * lambda[k]) / lambda[0]);
    x
}

/// The scaling of Nesterov and Todd: W z = W⁻¹ s.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scaling {
    pub frame: Frame,
    /// Eigenvalues of W.
    pub w: [f64; 3],
}

impl Scaling {
    pub fn new(z: &Local, s: &Local, n: usize) -> Self {
        if n == 1 {
            let w = (s[0] / z[0]).sqrt();
            return Scaling { frame: Frame::of(z, 1), w: [w; 3] };
        }
        let (dz, ds) = (det(z, n).sqrt(), det(s, n).sqrt());
        let beta = (ds / dz).sqrt();
        // w̄ = (s̄ + J z̄) / (2 γ): its tangential part gives the frame
        let mut w = [0.0; 4];
        w[0] = s[0] / ds + z[0] / dz;
        (1..n).for_each(|k| w[k] = s[k] / ds - z[k] / dz);
        let t = length(&w[1..n]);
        let big = (w[0] + t) / det(&w, n).sqrt();
        Scaling { frame: Frame::of(&w, n), w: [beta * big, beta / big, beta] }
    }

    /// W x.
    pub fn apply(&self, x: &Local) -> Local {
        self.frame.apply(self.w, x)
    }

    /// W⁻¹ x.
    pub fn inverse(&self, x: &Local) -> Local {
        self.frame.apply(self.w.map(|w| 1.0 / w), x)
    }
}

/// The equations W² dz + Γ⁻¹ du = g of an item, with Γ⁻¹ = I + e_N dᵀ, for the multipliers and motions
/// (m, y) instead of (z, u): A dm + P dy = r. They are written in the eigenbasis of W², each row divided
/// by max(1, w²), so that no eigenvalue is lost beside a larger one.
pub(super) struct Equations {
    V: [Local; 4],
    divisor: [f64; 3],
    w2: [f64; 3],
}

impl Equations {
    pub fn new(frame: &Frame, w2: [f64; 3]) -> Self {
        Equations { V: frame.basis(), divisor: w2.map(|w| w.max(1.0)), w2 }
    }

    /// A and P.
    pub fn matrices(&self, d: &[f64; 3], mu: f64, n: usize, A: &mut Small, P: &mut Small) {
        for i in 0..n {
            let (w2, by) = (self.w2[i.min(2)], 1.0 / self.divisor[i.min(2)]);
            for j in 0..n {
                A[i][j] = w2 * by * self.V[i][j];
                let raised = if j > 0 { self.V[i][0] * d[j - 1] } else { 0.0 };
                P[i][j] = by * (self.V[i][j] + raised);
            }
            A[i][0] *= mu;
            P[i][0] /= mu;
        }
    }

    /// r.
    pub fn right(&self, g: &Local, n: usize, r: &mut [f64]) {
        for i in 0..n {
            let v: f64 = (0..n).map(|j| self.V[i][j] * g[j]).sum();
            r[i] = v / self.divisor[i.min(2)];
        }
    }
}

/// Γ⁻¹ x = x + e_N (d·x_F).
#[inline]
pub(super) fn raise(x: &Local, d: &[f64; 3], n: usize) -> Local {
    let mut out = *x;
    out[0] += (1..n).map(|i| d[i - 1] * x[i]).sum::<f64>();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scaling_maps_one_point_to_the_other() {
        for n in [1, 2, 3, 4] {
            let z: Local = [2.0, 0.3, -0.5, 0.7];
            let s: Local = [1.5, -0.4, 0.9, 0.2];
            let W = Scaling::new(&z, &s, n);
            let (a, b) = (W.apply(&z), W.inverse(&s));
            for k in 0..n {
                assert!((a[k] - b[k]).abs() < 1e-14, "{n}: {a:?} {b:?}");
            }
            // the basis diagonalises it
            let V = W.frame.basis();
            for (i, row) in V.iter().enumerate().take(n) {
                let image = W.apply(row);
                for k in 0..n {
                    assert!((image[k] - W.w[i.min(2)] * row[k]).abs() < 1e-13, "{n} {i}");
                }
                for (j, other) in V.iter().enumerate().take(n) {
                    let dot: f64 = (0..n).map(|k| row[k] * other[k]).sum();
                    assert!((dot - f64::from(u8::from(i == j))).abs() < 1e-14, "{n} {i} {j}");
                }
            }
        }
    }

    #[test]
    fn steps_end_at_the_boundary() {
        let (z, d) = ([2.0, 0.3, -0.5, 0.0], [-0.4, 0.9, 0.2, 0.0]);
        let t = room(&z, &d, 3, 100.0);
        let mut e = z;
        (0..3).for_each(|k| e[k] += t * d[k]);
        assert!(det(&e, 3).abs() < 1e-13);
        assert_eq!(room(&z, &[1.0, 0.1, 0.1, 0.0], 3, 5.0), 5.0);
        let x = divide(&z, &product(&z, &d, 3), 3);
        (0..3).for_each(|k| assert!((x[k] - d[k]).abs() < 1e-14));
    }
}
