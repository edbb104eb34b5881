//! A saddle-point matrix that is a quadratic polynomial of a number σ, real or complex:
//!
//! ```text
//! [ M - σ D - σ² S   -Ŵ ]        rows in use: W + σ V + σ² Z
//! [ W + σ V + σ² Z    0 ]        other rows:  one on the diagonal
//! ```
//!
//! The stages of an implicit Runge-Kutta method with a common Jacobian fall apart into such systems,
//! one for each eigenvalue of its coefficients. With a Jacobian for each stage they are one system with
//! σ and σ² replaced by h a_ij and h² (a²)_ij: its entries are blocks of three rows and columns. Order, pattern and dependent rows are those of
//! [`Kkt`](super::Kkt), with the stiffness of the constraint forces added to the pattern. Where S is
//! negative semidefinite and σ² not a negative real number, no leading block of M - σ² S is
//! singular: no pivoting is needed.

use super::lasting::dependence;
use super::pattern::{Parts, Pattern, NOWHERE};
use super::{Derivatives, Eval, RowKind, System};
use crate::linalg::{Entry, Numeric};
use nalgebra::Matrix3;
use std::ops::{AddAssign, Mul, Sub};

/// The pattern of such matrices.
pub struct Quadratic {
    pattern: Pattern,
    floor: Vec<f64>,
    lasting: Vec<bool>,
    nu: usize,
}

/// Coefficients of 1, σ, σ² at one place.
pub struct Coefficients([Vec<f64>; 3]);

impl Quadratic {
    /// Analyse the pattern of a system.
    pub fn new(sys: &System) -> Self {
        let kept = vec![true; sys.nr];
        let parts = Parts { M: true, pairs: true, extra: &[], kept: &kept, row_by_row: false };
        let pattern = Pattern::new(sys, &parts);
        let (floor, lasting) = (vec![0.0; pattern.n()], sys.lasting().to_vec());
        Quadratic { floor, lasting, nu: sys.nu, pattern }
    }

    /// Room for coefficients.
    pub fn coefficients(&self) -> Coefficients {
        let zeros = || vec![0.0; self.pattern.col.len()];
        Coefficients([zeros(), zeros(), zeros()])
    }

    /// Room for the factors.
    pub fn numeric<T: Entry>(&self) -> Numeric<T> {
        self.pattern.sym.numeric()
    }

    /// The coefficients: D = ∂h/∂u, S = ∂(h + Wλ - M a)/∂θ with ∂(M a)/∂θ given by `dM`,
    /// V = v ûᵀH and Z = z aᵀH.
    pub fn fill(
        &self,
        into: &mut Coefficients,
        sys: &System,
        ev: &Eval,
        d: &Derivatives,
        dM: &[f64],
        (a, la): (&[f64], &[f64]),
        (on, slip): (&[bool], &[f64]),
        [v, z]: [f64; 2],
    ) {
        let nu = self.nu;
        let at = &self.pattern;
        into.0.iter_mut().for_each(|c| c.fill(0.0));
        let [c0, c1, c2] = &mut into.0;
        at.at_M.iter().zip(&ev.M).for_each(|(&p, m)| c0[p] += m);
        for (k, &p) in at.at_K.iter().enumerate().filter(|(_, &p)| p != NOWHERE) {
            c1[p] -= d.dh_u[k];
            c2[p] -= d.dh_q[k] - dM[k];
        }
        let mut hess = 0;
        for e in &sys.elements {
            let n = e.dofs.len();
            let places = &at.at_pairs[hess..hess + n * n];
            hess += n * n;
            for (k, r) in e.rows.clone().enumerate() {
                let w = e.w + k * n;
                let H = &d.H[e.hess + k * n * n..e.hess + (k + 1) * n * n];
                if la[r] != 0.0 {
                    for (&p, h) in places.iter().zip(H).filter(|(&p, _)| p != NOWHERE) {
                        c2[p] -= la[r] * h;
                    }
                }
                if !on[r] {
                    c0[at.at_diag[nu + r]] = 1.0;
                    continue;
                }
                let normal = matches!(sys.kinds[r], RowKind::Normal(_));
                for (j, &(push, row)) in at.at_W(r, n).iter().enumerate() {
                    if row == NOWHERE {
                        continue;
                    }
                    let mut force = ev.W[w + j];
                    c0[row] += force;
                    if normal {
                        for (l, f) in (r + 1..e.rows.end).enumerate() {
                            force -= slip[f] * ev.W[w + (l + 1) * n + j];
                        }
                    }
                    c0[push] -= force;
                    for (i, &di) in e.dofs.iter().enumerate() {
                        c1[row] += v * ev.u[di] * H[i * n + j];
                        if di < nu {
                            c2[row] += z * a[di] * H[i * n + j];
                        }
                    }
                }
            }
        }
    }

    /// Factorise at σ, for the rows in use of the last [`Quadratic::fill`].
    pub fn factor<T: Entry + From<f64>>(
        &mut self,
        sys: &System,
        on: &[bool],
        Coefficients([c0, c1, c2]): &Coefficients,
        sigma: T,
        f: &mut Numeric<T>,
    ) {
        let square = sigma * sigma;
        let at = |p: usize| T::from(c0[p]) + sigma * T::from(c1[p]) + square * T::from(c2[p]);
        self.dependent(sys, on, c0, |p| at(p).size());
        let pattern = &self.pattern;
        let row = |i: usize| (pattern.ptr[i]..pattern.ptr[i + 1]).map(|p| (pattern.col[p], at(p)));
        pattern.sym.factor(f, row, &self.floor);
    }

    /// Factorise for stages of their own, with σ = h A. `velocity` tells that rows in use are those of
    /// velocities, (h A) W + (h A)² V = 0, divided by h.
    pub fn factor_stages(
        &mut self,
        sys: &System,
        on: &[bool],
        stages: &[Coefficients; 3],
        (h, A, velocity): (f64, &Matrix3<f64>, bool),
        f: &mut Numeric<Matrix3<f64>>,
    ) {
        let one = Matrix3::identity();
        let (first, second) = (A * h, A * A * (h * h));
        let forces = [one, first, second];
        let rows = if velocity { [*A, A * A * h, Matrix3::zeros()] } else { forces };
        let at = |weights: &[Matrix3<f64>; 3], p: usize| {
            Matrix3::from_fn(|i, j| {
                let Coefficients([c0, c1, c2]) = &stages[i];
                weights[0][(i, j)] * c0[p] + weights[1][(i, j)] * c1[p] + weights[2][(i, j)] * c2[p]
            })
        };
        self.dependent(sys, on, &stages[0].0[0], |p| at(&forces, p).size());
        let (pattern, nu) = (&self.pattern, self.nu);
        let row = |i: usize| {
            let k = pattern.unknown[i];
            let weights = if k >= nu && on[k - nu] { &rows } else { &forces };
            (pattern.ptr[i]..pattern.ptr[i + 1]).map(move |p| (pattern.col[p], at(weights, p)))
        };
        pattern.sym.factor(f, row, &self.floor);
    }

    /// The pivots below which rows count as dependent, with the sizes of the diagonal.
    fn dependent(&mut self, sys: &System, on: &[bool], W: &[f64], size: impl Fn(usize) -> f64) {
        let pattern = &self.pattern;
        for (r, p) in sys.W_ptr.windows(2).enumerate() {
            let Some(pos) = pattern.pos(self.nu + r) else { continue };
            let mut delassus = 0.0;
            let columns = &sys.W_col[p[0]..p[1]];
            for (&(_, row), &d) in pattern.at_W(r, columns.len()).iter().zip(columns) {
                if on[r] && row != NOWHERE {
                    delassus += W[row] * W[row] / size(pattern.at_diag[d]).max(1e-300);
                }
            }
            self.floor[pos] = dependence(self.lasting[r]) * delassus;
        }
    }

    /// Solve; `b` holds the right side in the order velocities, rows, and receives the solution.
    pub fn solve<T, V>(&self, f: &Numeric<T>, b: &mut [V], work: &mut [V])
    where
        T: Entry + Mul<V, Output = V>,
        V: Copy + Default + Sub<Output = V> + AddAssign,
    {
        let unknown = &self.pattern.unknown;
        work.iter_mut().zip(unknown).for_each(|(w, &k)| *w = b[k]);
        self.pattern.sym.solve(f, work);
        work.iter().zip(unknown).for_each(|(w, &k)| b[k] = *w);
    }
}
