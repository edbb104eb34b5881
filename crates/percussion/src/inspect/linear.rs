//! The equations linearised about a state (q, u), as seen from a frame that turns with ω.
//!
//! With δq = B δθ and the forces λ that act at the state,
//!
//! ```text
//! M δu' = K δθ + D δu + Wᵀ δλ     K = ∂h/∂θ + Σ λ_r H_r - ∂(M a)/∂θ,  D = ∂h/∂u
//! W δθ  = 0                       rows at position level
//! W δu  = -V δθ                   all rows, V = ∂(W û)/∂θ
//! ```
//!
//! Components of vectors are taken along the axes of the turning frame, those of rotations too, so
//! that the coefficients of a steady motion do not depend on time: with ω = 0 those of a rotor that
//! is symmetric about its axis, with ω its angular velocity those of a structure that turns as a whole.
//!
//! ```text
//! δθ' = δu + C δθ,   δu' -> δu' - S δu
//! positions:    C = -ω~          S = ω~
//! orientations: C = -(Aᵀω)~      S = (Aᵀω)~ - Ω~      in the axes of the body
//! ```
//!
//! The bases N1 of {δθ: W δθ = 0} (position level) and N2 of {δu: W δu = 0} are orthonormal in M and
//! follow the constraints without turning in themselves: N2' = -M⁻¹Wᵀ(WM⁻¹Wᵀ)⁻¹ (W' + W S) N2.
//! With δθ = N1 y1, δu = N2 y2 + X y1 and X = -M⁻¹Wᵀ(WM⁻¹Wᵀ)⁻¹ V N1 follow
//!
//! ```text
//! y1' = N1ᵀM (C N1 + X) y1 + N1ᵀM N2 y2
//! y2' = [N2ᵀ(K N1 + (D - M S) X) + N2'ᵀ M X] y1 + N2ᵀ(D - M S) N2 y2
//! ```
//!
//! in which no derivative of δλ and no third derivative of a constraint is left.

use crate::bodies::{orientation, Motion};
use crate::frame::{tilde, M3, V3};
use crate::system::{Eval, System};
use nalgebra::{Cholesky, DMatrix, DVector, Dyn, SymmetricEigen};

/// A row that takes part, by its index in the system.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub r: usize,
    /// Whether it binds positions too.
    pub position: bool,
}

/// y' = A y with y = (y1, y2).
pub(super) struct Linear {
    pub A: DMatrix<f64>,
    /// Number of entries of y1.
    pub f1: usize,
    /// δθ = N1 y1.
    pub N1: DMatrix<f64>,
    /// Accelerations at the state.
    pub acceleration: DVector<f64>,
}

/// The rows as dense matrices at one state, and which of them are independent.
pub(super) struct Rows {
    pub list: Vec<Row>,
    pub W: DMatrix<f64>,
    /// Places in `list` of rows that do not follow from those before them.
    pub independent: Vec<usize>,
    /// An orthonormal basis of all rows, and of those at position level.
    pub basis: Vec<DVector<f64>>,
    pub basis_position: Vec<DVector<f64>>,
}

impl Rows {
    pub fn new(sys: &System, ev: &Eval, list: &[Row]) -> Self {
        let mut W = DMatrix::zeros(list.len(), sys.nu);
        for (k, row) in list.iter().enumerate() {
            let (w, columns) = sys.row(ev, row.r);
            for (w, &d) in w.iter().zip(columns).filter(|(_, &d)| d < sys.nu) {
                W[(k, d)] += w;
            }
        }
        let all: Vec<usize> = (0..list.len()).collect();
        let position: Vec<usize> = all.iter().copied().filter(|&k| list[k].position).collect();
        let (independent, basis) = independent(&W, &all);
        let basis_position = match position.len() == all.len() {
            true => basis.clone(),
            false => independent_basis(&W, &position),
        };
        Rows { list: list.to_vec(), W, independent, basis, basis_position }
    }
}

fn independent_basis(W: &DMatrix<f64>, rows: &[usize]) -> Vec<DVector<f64>> {
    independent(W, rows).1
}

/// Rows that add something to those before them, and an orthonormal basis of them.
fn independent(W: &DMatrix<f64>, rows: &[usize]) -> (Vec<usize>, Vec<DVector<f64>>) {
    let (mut which, mut basis): (Vec<usize>, Vec<DVector<f64>>) = (Vec::new(), Vec::new());
    for &k in rows {
        let mut v: DVector<f64> = W.row(k).transpose();
        let length = v.norm();
        remove(&mut v, &basis);
        if v.norm() > 1e-8 * length.max(1e-12) {
            basis.push(v.normalize());
            which.push(k);
        }
    }
    (which, basis)
}

fn remove(v: &mut DVector<f64>, basis: &[DVector<f64>]) {
    for _ in 0..2 {
        for b in basis {
            v.axpy(-b.dot(v), b, 1.0);
        }
    }
}

/// An orthonormal basis of what is orthogonal to `basis`.
fn null_space(n: usize, basis: &[DVector<f64>]) -> DMatrix<f64> {
    let mut all: Vec<DVector<f64>> = basis.to_vec();
    let mut out = Vec::new();
    // the unit vectors that stick out most come first
    let mut order: Vec<usize> = (0..n).collect();
    let left = |i: usize| 1.0 - basis.iter().map(|b| b[i] * b[i]).sum::<f64>();
    order.sort_by(|&i, &j| left(j).total_cmp(&left(i)));
    for i in order {
        if all.len() == n {
            break;
        }
        let mut v = DVector::zeros(n);
        v[i] = 1.0;
        remove(&mut v, &all);
        if v.norm() > 1e-6 {
            let v = v.normalize();
            all.push(v.clone());
            out.push(v);
        }
    }
    match out.is_empty() {
        true => DMatrix::zeros(n, 0),
        false => DMatrix::from_columns(&out),
    }
}

/// Constraint forces of minimum norm that give W a = -ζ.
fn forces(W: &DMatrix<f64>, M: &Factor, h: &DVector<f64>, zeta: &DVector<f64>) -> DVector<f64> {
    let m = W.nrows();
    if m == 0 {
        return DVector::zeros(0);
    }
    let G = W * M.solve(&W.transpose());
    let right = -(zeta + W * M.solve(h));
    let G = 0.5 * (&G + G.transpose());
    let Some(e) = SymmetricEigen::try_new(G, 1e-14, 100_000) else { return DVector::zeros(m) };
    let most = e.eigenvalues.amax();
    let c = e.eigenvectors.transpose() * right;
    let part =
        |k: usize| if e.eigenvalues[k] > 1e-10 * most { c[k] / e.eigenvalues[k] } else { 0.0 };
    &e.eigenvectors * DVector::from_fn(m, |k, _| part(k))
}

type Factor = Cholesky<f64, Dyn>;

/// C and S of the frame that turns with ω, and what a position and an orientation become there.
pub(super) struct Turning {
    pub C: DMatrix<f64>,
    pub S: DMatrix<f64>,
}

fn put(m: &mut DMatrix<f64>, at: usize, axes: usize, b: &M3, s: f64) {
    for i in 0..axes {
        for j in 0..axes {
            m[(at + i, at + j)] += s * b[(i, j)];
        }
    }
}

impl Turning {
    pub fn new(sys: &System, q: &[f64], u: &[f64], omega: &V3) -> Self {
        let n = sys.nu;
        let (mut C, mut S) = (DMatrix::zeros(n, n), DMatrix::zeros(n, n));
        for b in &sys.bodies {
            for m in b.body.motions() {
                match m {
                    Motion::Shift { u: at, axes, .. } => {
                        put(&mut C, b.u.start + at, axes, &tilde(omega), -1.0);
                        put(&mut S, b.u.start + at, axes, &tilde(omega), 1.0);
                    }
                    Motion::Turn { q: p, u: at } => {
                        let A = orientation(&q[b.q.start + p..][..4]);
                        let at = b.u.start + at;
                        let own = tilde(&A.tr_mul(omega));
                        put(&mut C, at, 3, &own, -1.0);
                        put(&mut S, at, 3, &own, 1.0);
                        put(&mut S, at, 3, &tilde(&V3::new(u[at], u[at + 1], u[at + 2])), -1.0);
                    }
                    Motion::Angle { .. } => {}
                }
            }
        }
        Turning { C, S }
    }
}

/// M as a dense matrix.
pub(super) fn dense_M(sys: &System, ev: &Eval) -> DMatrix<f64> {
    let mut M = DMatrix::zeros(sys.nu, sys.nu);
    for (&(i, j), &v) in sys.M_entries.iter().zip(&ev.M) {
        M[(i, j)] += v;
    }
    M
}

/// K and D for the accelerations `a` and the forces λ; V and W' of the rows.
pub(super) struct Coefficients {
    pub K: DMatrix<f64>,
    pub D: DMatrix<f64>,
    pub V: DMatrix<f64>,
    pub W_rate: DMatrix<f64>,
}

impl Coefficients {
    pub fn new(
        sys: &System,
        q: &[f64],
        ev: &Eval,
        list: &[Row],
        a: &[f64],
        lambda: &[f64],
    ) -> Self {
        let n = sys.nu;
        let mut d = sys.derivatives();
        sys.differentiate_h(ev.t, q, ev, &mut d);
        sys.differentiate_W(ev.t, q, ev, &mut d);
        let mut dMa = vec![0.0; sys.K_entries.len()];
        sys.dMx(ev.t, q, a, &mut dMa);
        let (mut K, mut D) = (DMatrix::zeros(n, n), DMatrix::zeros(n, n));
        for (k, &(i, j)) in sys.K_entries.iter().enumerate().filter(|(_, e)| e.0 < n && e.1 < n) {
            K[(i, j)] += d.dh_q[k] - dMa[k];
            D[(i, j)] += d.dh_u[k];
        }
        let (mut V, mut W_rate) = (DMatrix::zeros(list.len(), n), DMatrix::zeros(list.len(), n));
        for (k, row) in list.iter().enumerate() {
            let e = &sys.elements[sys.row_element[row.r]];
            let m = e.dofs.len();
            let H = &d.H[e.hess + (row.r - e.rows.start) * m * m..][..m * m];
            for (i, &gi) in e.dofs.iter().enumerate() {
                for (j, &gj) in e.dofs.iter().enumerate() {
                    let h = H[i * m + j];
                    if gi < n && gj < n {
                        K[(gi, gj)] += lambda[k] * h;
                    }
                    if gj < n {
                        V[(k, gj)] += ev.u[gi] * h;
                    }
                    if gi < n {
                        W_rate[(k, gi)] += h * ev.u[gj];
                    }
                }
            }
        }
        Coefficients { K, D, V, W_rate }
    }
}

/// The linearised equations at the state of `ev`; none where a mass is not positive or a number not
/// finite.
pub(super) fn linearise(
    sys: &System,
    q: &[f64],
    ev: &Eval,
    rows: &Rows,
    omega: &V3,
) -> Option<Linear> {
    let n = sys.nu;
    let M = dense_M(sys, ev);
    let factor = M.clone().cholesky()?;
    let h = DVector::from_column_slice(&ev.h);
    let zeta = DVector::from_fn(rows.list.len(), |k, _| ev.zeta[rows.list[k].r]);
    let lambda = forces(&rows.W, &factor, &h, &zeta);
    let a = factor.solve(&(&h + rows.W.tr_mul(&lambda)));
    let c = Coefficients::new(sys, q, ev, &rows.list, a.as_slice(), lambda.as_slice());
    let t = Turning::new(sys, q, &ev.u, omega);
    let N1 = orthonormal(&M, null_space(n, &rows.basis_position))?;
    let N2 = match rows.basis.len() == rows.basis_position.len() {
        true => N1.clone(),
        false => orthonormal(&M, null_space(n, &rows.basis))?,
    };
    let pick = |m: &DMatrix<f64>| m.select_rows(&rows.independent);
    let W = pick(&rows.W);
    // P = M⁻¹Wᵀ(WM⁻¹Wᵀ)⁻¹
    let P = match W.nrows() {
        0 => DMatrix::zeros(n, 0),
        _ => {
            let MW = factor.solve(&W.transpose());
            let G = &W * &MW;
            let G = (0.5 * (&G + G.transpose())).cholesky()?;
            G.solve(&MW.transpose()).transpose()
        }
    };
    let X = -(&P * (pick(&c.V) * &N1));
    let N2_rate = -(&P * ((pick(&c.W_rate) + &W * &t.S) * &N2));
    let DS = &c.D - &M * &t.S;
    let (f1, f2) = (N1.ncols(), N2.ncols());
    let mut A = DMatrix::zeros(f1 + f2, f1 + f2);
    let MN1 = &M * &N1;
    A.view_mut((0, 0), (f1, f1)).copy_from(&MN1.tr_mul(&(&t.C * &N1 + &X)));
    A.view_mut((0, f1), (f1, f2)).copy_from(&MN1.tr_mul(&N2));
    let back = N2.tr_mul(&(&c.K * &N1 + &DS * &X)) + N2_rate.tr_mul(&(&M * &X));
    A.view_mut((f1, 0), (f2, f1)).copy_from(&back);
    A.view_mut((f1, f1), (f2, f2)).copy_from(&N2.tr_mul(&(&DS * &N2)));
    let finite = A.iter().all(|v| v.is_finite());
    finite.then_some(Linear { A, f1, N1, acceleration: a })
}

/// Z L⁻ᵀ with ZᵀMZ = L Lᵀ.
fn orthonormal(M: &DMatrix<f64>, Z: DMatrix<f64>) -> Option<DMatrix<f64>> {
    if Z.ncols() == 0 {
        return Some(Z);
    }
    let reduced = Z.tr_mul(&(M * &Z));
    let L = (0.5 * (&reduced + reduced.transpose())).cholesky()?;
    Some(L.l().solve_lower_triangular(&Z.transpose())?.transpose())
}

/// A step of Newton's method within the constraints: the smallest δθ with W δθ = -g and
/// Nᵀ(F + ∂F/∂θ δθ) = 0; rows must be independent.
pub(super) fn constrained_step(
    rows: &Rows,
    g: &DVector<f64>,
    F: &DVector<f64>,
    dF: &DMatrix<f64>,
) -> Option<DVector<f64>> {
    let n = F.len();
    let mut x = DVector::zeros(n);
    if !rows.independent.is_empty() {
        let W = rows.W.select_rows(&rows.independent);
        let g = DVector::from_fn(rows.independent.len(), |k, _| g[rows.independent[k]]);
        let G = (&W * W.transpose()).cholesky()?;
        x = -W.tr_mul(&G.solve(&g));
    }
    let N = null_space(n, &rows.basis);
    if N.ncols() > 0 {
        let reduced = N.tr_mul(&(dF * &N));
        let right = -N.tr_mul(&(F + dF * &x));
        if !reduced.iter().chain(right.iter()).all(|v| v.is_finite()) {
            return None;
        }
        let svd = nalgebra::SVD::try_new(reduced, true, true, f64::EPSILON, 100_000)?;
        let most = svd.singular_values.amax();
        // directions without stiffness, as a turn about the axis, are left alone
        let y = svd.solve(&right, 1e-11 * most.max(1e-300)).ok()?;
        x += N * y;
    }
    x.iter().all(|v| v.is_finite()).then_some(x)
}
