//! A saddle-point matrix that is a quadratic polynomial of a number σ, real or complex:
//!
//! ```text
//! [ M - σ D - σ² S   -Ŵ ]        rows in use: W + σ V + σ² Z
//! [ W + σ V + σ² Z    0 ]        other rows:  one on the diagonal
//! ```
//!
//! The stages of an implicit Runge-Kutta method with a common Jacobian fall apart into such systems,
//! one for each eigenvalue of its coefficients. Order, pattern and dependent rows are those of
//! [`Kkt`](super::Kkt), with the stiffness of the constraint forces added to the pattern. Where S is
//! negative semidefinite and σ² not a negative real number, no leading block of M - σ² S is
//! singular: no pivoting is needed.

use super::pattern::{Parts, Pattern, DEPENDENT, NOWHERE};
use super::{Derivatives, Eval, RowKind, System};
use crate::linalg::{Entry, Numeric};

/// The three coefficients in one pattern.
pub struct Quadratic {
    pattern: Pattern,
    /// Coefficients of 1, σ, σ².
    c: [Vec<f64>; 3],
    floor: Vec<f64>,
    nu: usize,
}

impl Quadratic {
    /// Analyse the pattern of a system.
    pub fn new(sys: &System) -> Self {
        let kept = vec![true; sys.nr];
        let parts = Parts { M: true, pairs: true, extra: &[], kept: &kept, row_by_row: false };
        let pattern = Pattern::new(sys, &parts);
        let zeros = || vec![0.0; pattern.col.len()];
        let c = [zeros(), zeros(), zeros()];
        Quadratic { c, floor: vec![0.0; pattern.n()], nu: sys.nu, pattern }
    }

    /// Room for the factors.
    pub fn numeric<T: Entry>(&self) -> Numeric<T> {
        self.pattern.sym.numeric()
    }

    /// The coefficients: D = ∂h/∂u, S = ∂(h + Wλ - M a)/∂θ with ∂(M a)/∂θ given by `dM`,
    /// V = v ûᵀH and Z = z aᵀH.
    pub fn fill(
        &mut self,
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
        self.c.iter_mut().for_each(|c| c.fill(0.0));
        let [c0, c1, c2] = &mut self.c;
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
    pub fn factor<T: Entry>(&mut self, sys: &System, on: &[bool], sigma: T, f: &mut Numeric<T>) {
        let [c0, c1, c2] = &self.c;
        let square = sigma * sigma;
        let at = |p: usize| T::from(c0[p]) + sigma * T::from(c1[p]) + square * T::from(c2[p]);
        let pattern = &self.pattern;
        for (r, p) in sys.W_ptr.windows(2).enumerate() {
            let mut delassus = 0.0;
            let columns = &sys.W_col[p[0]..p[1]];
            for (&(_, row), &d) in pattern.at_W(r, columns.len()).iter().zip(columns) {
                if on[r] && row != NOWHERE {
                    delassus += c0[row] * c0[row] / at(pattern.at_diag[d]).size().max(1e-300);
                }
            }
            if let Some(p) = pattern.pos(self.nu + r) {
                self.floor[p] = DEPENDENT * delassus;
            }
        }
        let row = |i: usize| (pattern.ptr[i]..pattern.ptr[i + 1]).map(|p| (pattern.col[p], at(p)));
        pattern.sym.factor(f, row, &self.floor);
    }

    /// Solve; `b` holds the right side in the order velocities, rows, and receives the solution.
    pub fn solve<T: Entry>(&self, f: &Numeric<T>, b: &mut [T], work: &mut [T]) {
        let unknown = &self.pattern.unknown;
        work.iter_mut().zip(unknown).for_each(|(w, &k)| *w = b[k]);
        self.pattern.sym.solve(f, work);
        work.iter().zip(unknown).for_each(|(w, &k)| b[k] = *w);
    }
}
