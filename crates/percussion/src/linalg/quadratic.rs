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

use super::kkt::{order, DEPENDENT};
use super::{Entry, Numeric, Symbolic};
use crate::system::{Derivatives, Eval, RowKind, System};

/// The three coefficients in one pattern.
pub struct Quadratic {
    sym: Symbolic,
    /// Position in the order of unknown k (velocities, then rows).
    pos: Vec<usize>,
    ptr: Vec<usize>,
    col: Vec<usize>,
    /// Coefficients of 1, σ, σ².
    c: [Vec<f64>; 3],
    at_M: Vec<usize>,
    at_K: Vec<usize>,
    /// For each entry of W: places of -Ŵ and of W.
    at_W: Vec<(usize, usize)>,
    /// For each entry of H of one row: its place among the velocities; rows of an element share it.
    at_H: Vec<usize>,
    at_diag: Vec<usize>,
    floor: Vec<f64>,
    nu: usize,
}

const TIME: usize = usize::MAX;

impl Quadratic {
    /// Analyse the pattern of a system.
    pub fn new(sys: &System) -> Self {
        let nu = sys.nu;
        let n = nu + sys.nr;
        let mut pos = vec![0; n];
        order(sys).iter().enumerate().for_each(|(p, &k)| pos[k] = p);
        let mut entries: Vec<(usize, usize)> = (0..n).map(|i| (i, i)).collect();
        let both = |e: &mut Vec<(usize, usize)>, i: usize, j: usize| {
            e.push((pos[i], pos[j]));
            e.push((pos[j], pos[i]));
        };
        for &(i, j) in sys.M_entries.iter().chain(&sys.K_entries) {
            if i < nu && j < nu {
                both(&mut entries, i, j);
            }
        }
        for e in &sys.elements {
            for &d in e.dofs.iter().filter(|&&d| d < nu) {
                e.rows.clone().for_each(|r| both(&mut entries, d, nu + r));
                e.dofs.iter().filter(|&&f| f < nu).for_each(|&f| both(&mut entries, d, f));
            }
        }
        entries.sort_unstable();
        entries.dedup();
        let sym = Symbolic::new(n, entries.iter().copied());
        let mut ptr = vec![0; n + 1];
        entries.iter().for_each(|&(i, _)| ptr[i + 1] += 1);
        (0..n).for_each(|i| ptr[i + 1] += ptr[i]);
        let find = |i: usize, j: usize| match i < n && j < n && i != TIME && j != TIME {
            true => entries.binary_search(&(pos[i], pos[j])).unwrap_or(TIME),
            false => TIME,
        };
        let velocity = |d: usize| if d < nu { d } else { TIME };
        let at = |list: &[(usize, usize)]| -> Vec<usize> {
            list.iter().map(|&(i, j)| find(velocity(i), velocity(j))).collect()
        };
        let (mut at_W, mut at_H) = (Vec::new(), Vec::new());
        for e in &sys.elements {
            for r in e.rows.clone() {
                for &d in &e.dofs {
                    let d = velocity(d);
                    at_W.push((find(d, nu + r), find(nu + r, d)));
                }
            }
            for &i in &e.dofs {
                at_H.extend(e.dofs.iter().map(|&j| find(velocity(i), velocity(j))));
            }
        }
        let zeros = || vec![0.0; entries.len()];
        Quadratic {
            at_M: at(&sys.M_entries),
            at_K: at(&sys.K_entries),
            at_diag: (0..n).map(|k| find(k, k)).collect(),
            at_W,
            at_H,
            c: [zeros(), zeros(), zeros()],
            col: entries.iter().map(|e| e.1).collect(),
            floor: vec![0.0; n],
            sym,
            pos,
            ptr,
            nu,
        }
    }

    /// Room for the factors.
    pub fn numeric<T: Entry>(&self) -> Numeric<T> {
        self.sym.numeric()
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
        self.c.iter_mut().for_each(|c| c.fill(0.0));
        let [c0, c1, c2] = &mut self.c;
        self.at_M.iter().zip(&ev.M).for_each(|(&p, m)| c0[p] += m);
        for (k, &p) in self.at_K.iter().enumerate().filter(|(_, &p)| p != TIME) {
            c1[p] -= d.dh_u[k];
            c2[p] -= d.dh_q[k] - dM[k];
        }
        let mut hess = 0;
        for e in &sys.elements {
            let n = e.dofs.len();
            let places = &self.at_H[hess..hess + n * n];
            hess += n * n;
            for (k, r) in e.rows.clone().enumerate() {
                let w = e.w + k * n;
                let H = &d.H[e.hess + k * n * n..e.hess + (k + 1) * n * n];
                if la[r] != 0.0 {
                    for (&p, h) in places.iter().zip(H).filter(|(&p, _)| p != TIME) {
                        c2[p] -= la[r] * h;
                    }
                }
                if !on[r] {
                    c0[self.at_diag[nu + r]] = 1.0;
                    continue;
                }
                let normal = matches!(sys.kinds[r], RowKind::Normal(_));
                for j in 0..n {
                    let (push, row) = self.at_W[w + j];
                    if row == TIME {
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
        for (r, p) in sys.W_ptr.windows(2).enumerate() {
            let mut delassus = 0.0;
            for (&(_, row), &d) in self.at_W[p[0]..p[1]].iter().zip(&sys.W_col[p[0]..p[1]]) {
                if on[r] && row != TIME {
                    delassus += c0[row] * c0[row] / at(self.at_diag[d]).size().max(1e-300);
                }
            }
            self.floor[self.pos[self.nu + r]] = DEPENDENT * delassus;
        }
        let (ptr, col) = (&self.ptr, &self.col);
        let row = |i: usize| (ptr[i]..ptr[i + 1]).map(|p| (col[p], at(p)));
        self.sym.factor(f, row, &self.floor);
    }

    /// Solve; `b` holds the right side in the order velocities, rows, and receives the solution.
    pub fn solve<T: Entry>(&self, f: &Numeric<T>, b: &mut [T], work: &mut [T]) {
        self.pos.iter().zip(&*b).for_each(|(&p, &v)| work[p] = v);
        self.sym.solve(f, work);
        self.pos.iter().zip(b).for_each(|(&p, v)| *v = work[p]);
    }
}
