//! The Newton systems of `radau5` for many unknowns: with one set of matrices for all stages they
//! fall apart, one for each eigenvalue λ of the coefficients A,
//!
//! ```text
//! (M - σ D - σ² S) δA - Ŵ δΛ = r        σ = h λ, r and s components along the eigenvector
//! index 1:  (W + 2σ ûᵀH + σ² AᵀH) δA = s        index 2:  (W + σ ûᵀH) δA = s/λ
//! ```
//!
//! one real and one complex (its conjugate is not solved). The factors are sparse, so that a step
//! costs time in proportion to the number of bodies or elements.
//!
//! A beam that turns takes its stiff direction along: where a step turns it by more than the ratio of soft to
//! stiff, no common matrix serves the three stages, and the iteration hardly converges. They are then solved
//! together with matrices of their own, whose entries are blocks of three rows and columns. For `ggl` the corrections
//! n = M⁻¹ W μ of the rates follow from h Σ_j a_ij W n_j = -g_i with M and W at the start of the
//! step; that they change the forces is seen by the residual only.
//!
//! E. Hairer, G. Wanner, "Solving ordinary differential equations II", 2nd edition 1996, section
//! IV.8, DOI 10.1007/978-3-642-05221-7.

use super::driver::Flow;
use super::tableaux::{RADAU_A, RADAU_GAMMA0};
use super::Index;
use crate::integrators::smooth::SmoothEquations;
use crate::linalg::Numeric;
use crate::memory::{Memory, Remember};
use crate::system::{Coefficients, Kkt, Quadratic};
use crate::system::{Derivatives, System};
use nalgebra::{Complex, Matrix3, Vector3};

type C = Complex<f64>;

/// Eigenvalues of A: one real, one of the complex pair; right and left vectors with l·t = 1.
struct Eigen {
    real: (f64, [f64; 3], [f64; 3]),
    pair: (C, [C; 3], [C; 3]),
}

impl Eigen {
    fn new() -> Self {
        let A = Matrix3::from_fn(|i, j| C::from(RADAU_A[i][j]));
        // λ³ - 3/5 λ² + 3/20 λ - 1/60 = 0, divided by the real root
        let real = RADAU_GAMMA0;
        let p = real - 0.6;
        let q = p * real + 0.15;
        let pair = C::new(-0.5 * p, (q - 0.25 * p * p).sqrt());
        let vectors = |l: C| {
            let kernel = |m: &Matrix3<C>| -> Vector3<C> {
                let m = m - Matrix3::from_diagonal_element(l);
                let row = |i: usize| m.row(i).transpose();
                // the longest of the products of two rows, without conjugates
                let cross = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| row(i).cross(&row(j)));
                let longest = |a: &Vector3<C>, b: &Vector3<C>| a.norm().total_cmp(&b.norm());
                cross.into_iter().max_by(longest).unwrap_or_default()
            };
            let (t, left) = (kernel(&A), kernel(&A.transpose()));
            let dot = (0..3).map(|i| t[i] * left[i]).sum::<C>();
            ([t[0], t[1], t[2]], [left[0] / dot, left[1] / dot, left[2] / dot])
        };
        let (t, l) = vectors(C::from(real));
        let (tc, lc) = vectors(pair);
        Eigen { real: (real, t.map(|v| v.re), l.map(|v| v.re)), pair: (pair, tc, lc) }
    }
}

/// Factors and right sides.
pub(super) struct Split {
    eigen: Eigen,
    /// A⁻¹.
    inverse: Matrix3<f64>,
    A: Matrix3<f64>,
    matrix: Quadratic,
    at: [Coefficients; 3],
    real: Numeric<f64>,
    pair: Numeric<C>,
    /// The stages together, where they need it.
    pub together: Option<Together>,
    b: Vec<f64>,
    bc: Vec<C>,
    work: Vec<f64>,
    work_c: Vec<C>,
    /// M and W at the start of the step.
    start: Kkt,
    none: Vec<f64>,
    /// Residuals of the stages: velocities, rows.
    pub r: [Vec<f64>; 3],
    /// Gaps of the stages.
    pub g: [Vec<f64>; 3],
    m: Vec<f64>,
    x: Vec<f64>,
}

/// Factors and right side of the three stages with matrices of their own.
pub(super) struct Together {
    factors: Numeric<Matrix3<f64>>,
    b: Vec<Vector3<f64>>,
    work: Vec<Vector3<f64>>,
}

impl Split {
    pub fn new(sys: &System) -> Self {
        let n = sys.nu + sys.nr;
        let matrix = Quadratic::new(sys);
        let z = |n: usize| vec![0.0; n];
        let A = Matrix3::from_fn(|i, j| RADAU_A[i][j]);
        Split {
            eigen: Eigen::new(),
            inverse: A.try_inverse().unwrap_or_default(),
            A,
            real: matrix.numeric(),
            pair: matrix.numeric(),
            at: [matrix.coefficients(), matrix.coefficients(), matrix.coefficients()],
            matrix,
            together: None,
            b: z(n),
            bc: vec![C::default(); n],
            work: z(n),
            work_c: vec![C::default(); n],
            start: Kkt::new(sys).leaving_out(sys),
            none: z(sys.nr),
            r: [z(n), z(n), z(n)],
            g: [z(sys.nr), z(sys.nr), z(sys.nr)],
            m: z(sys.nr),
            x: z(sys.nu),
        }
    }

    /// M and W at the start of the step, for `ggl`.
    pub fn directions(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow) {
        eqs.evaluate(sys, f.t0, &f.q0, &f.u0);
        self.start.factor(sys, &eqs.ev, None, &[], &eqs.on_position, &self.none);
    }

    /// Take the matrices of stage i, with the equations evaluated and differentiated there, at these
    /// accelerations and multipliers.
    pub fn fill(
        &mut self,
        i: usize,
        sys: &System,
        eqs: &SmoothEquations,
        (d, dM): (&Derivatives, &[f64]),
        (a, la): (&[f64], &[f64]),
        index: Index,
    ) {
        let turn = if index == Index::One { [2.0, 1.0] } else { [1.0, 0.0] };
        let in_use = (&eqs.on[..], &eqs.slip[..]);
        self.matrix.fill(&mut self.at[i], sys, &eqs.ev, d, dM, (a, la), in_use, turn);
    }

    /// Factorise for a step of size h: with the matrices of the middle stage for all, or each with its own.
    pub fn factor(&mut self, sys: &System, eqs: &SmoothEquations, index: Index, h: f64) {
        let (on, matrix) = (&eqs.on, &mut self.matrix);
        match &mut self.together {
            Some(t) => {
                let step = (h, &self.A, index != Index::One);
                matrix.factor_stages(sys, on, &self.at, step, &mut t.factors);
            }
            None => {
                matrix.factor(sys, on, &self.at[1], h * self.eigen.real.0, &mut self.real);
                matrix.factor(sys, on, &self.at[1], self.eigen.pair.0 * h, &mut self.pair);
            }
        }
    }

    /// From here on the stages have matrices of their own.
    pub fn put_together(&mut self) {
        let n = self.b.len();
        let (b, work) = (vec![Vector3::zeros(); n], vec![Vector3::zeros(); n]);
        self.together = Some(Together { factors: self.matrix.numeric(), b, work });
    }

    /// Solve with the real matrix, velocities W x = 0: `b` holds the right side of the velocities and receives
    /// them; whether they are finite. None where there is no such matrix.
    pub fn filter(&mut self, b: &mut [f64]) -> Option<bool> {
        if self.together.is_some() {
            return None;
        }
        self.b.fill(0.0);
        self.b[..b.len()].copy_from_slice(b);
        self.matrix.solve(&self.real, &mut self.b, &mut self.work);
        b.copy_from_slice(&self.b[..b.len()]);
        Some(b.iter().all(|v| v.is_finite()))
    }

    /// Write down or take up the factors.
    pub fn remember(&mut self, m: &mut Memory) {
        let mut together = self.together.is_some();
        together.remember(m);
        match together {
            true if self.together.is_none() => self.put_together(),
            false => self.together = None,
            _ => {}
        }
        self.real.remember(m);
        self.pair.remember(m);
        if let Some(t) = &mut self.together {
            t.factors.remember(m);
        }
    }

    /// Solve for the updates of all stages: `r` holds the residuals and receives them.
    pub fn solve(&mut self, index: Index, nu: usize) {
        if let Some(t) = &mut self.together {
            for (k, b) in t.b.iter_mut().enumerate() {
                *b = Vector3::new(self.r[0][k], self.r[1][k], self.r[2][k]);
            }
            self.matrix.solve(&t.factors, &mut t.b, &mut t.work);
            for (i, r) in self.r.iter_mut().enumerate() {
                r.iter_mut().zip(&t.b).for_each(|(r, b)| *r = b[i]);
            }
            return;
        }
        let (real, t, l) = &self.eigen.real;
        let (pair, tc, lc) = &self.eigen.pair;
        for k in 0..self.b.len() {
            let v = [self.r[0][k], self.r[1][k], self.r[2][k]];
            self.b[k] = l[0] * v[0] + l[1] * v[1] + l[2] * v[2];
            self.bc[k] = lc[0] * v[0] + lc[1] * v[1] + lc[2] * v[2];
            if k >= nu && index != Index::One {
                self.b[k] /= real;
                self.bc[k] /= pair;
            }
        }
        self.matrix.solve(&self.real, &mut self.b, &mut self.work);
        self.matrix.solve(&self.pair, &mut self.bc, &mut self.work_c);
        for (i, r) in self.r.iter_mut().enumerate() {
            for ((r, b), c) in r.iter_mut().zip(&self.b).zip(&self.bc) {
                *r = t[i] * b + 2.0 * (tc[i] * c).re;
            }
        }
    }

    /// The corrections of the rates that close the gaps `g`, added to `n`; whether they are finite.
    pub fn close(&mut self, on: &[bool], h: f64, n: &mut [Vec<f64>; 3]) -> bool {
        for (j, n) in n.iter_mut().enumerate() {
            self.x.fill(0.0);
            for (r, m) in self.m.iter_mut().enumerate() {
                let gap: f64 = (0..3).map(|i| self.inverse[(j, i)] * self.g[i][r]).sum();
                *m = if on[r] { -gap / h } else { 0.0 };
            }
            if !self.start.solve(&mut self.x, &mut self.m) {
                return false;
            }
            n.iter_mut().zip(&self.x).for_each(|(n, x)| *n += x);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvalues_of_the_coefficients() {
        let e = Eigen::new();
        let (l, t, left) = e.real;
        let (lc, tc, left_c) = e.pair;
        for i in 0..3 {
            let row: f64 = (0..3).map(|j| RADAU_A[i][j] * t[j]).sum();
            assert!((row - l * t[i]).abs() < 1e-15, "{row}");
            let row: C = (0..3).map(|j| tc[j] * RADAU_A[i][j]).sum();
            assert!((row - lc * tc[i]).norm() < 1e-15, "{row}");
            // the three projections add up to the unit matrix
            for j in 0..3 {
                let sum = t[i] * left[j] + 2.0 * (tc[i] * left_c[j]).re;
                assert!((sum - f64::from(u8::from(i == j))).abs() < 1e-14, "{i} {j}: {sum}");
            }
        }
    }
}
