//! What can be said of a model before it moves: degrees of freedom, redundant constraints,
//! consistency of the start, contacts, natural frequencies and a step size that resolves them.
//!
//! The system is linearised at the start, with the constraint forces λ that act there:
//!
//! ```text
//! M δa + K δθ = 0,   K = -∂h/∂θ - Σ λ_k ∂W_k/∂θ,   W_b δθ = 0
//! ```
//!
//! and projected on the null space N of the bilateral rows: NᵀMN, the symmetric part of NᵀKN.
//! Contacts are left out of it.

mod large;

use crate::system::{Eval, RowKind, System};
use nalgebra::{DMatrix, DVector, SymmetricEigen};

/// Largest number of velocities for which dense matrices are factorised; beyond it only the ends of
/// the spectrum are found.
const MAX_DENSE: usize = 400;

/// A row of a joint that the start does not fulfil, or a contact.
#[derive(Clone, Debug, PartialEq)]
pub struct RowValue {
    /// Joint or contact.
    pub name: String,
    /// Residual or gap.
    pub value: f64,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Inspection {
    /// Number of coordinates.
    pub coordinates: usize,
    /// Number of velocities.
    pub velocities: usize,
    /// Number of bilateral rows.
    pub constraints: usize,
    /// Number of independent bilateral rows; none where the model is too large to count.
    pub rank: Option<usize>,
    /// Joints with rows that follow from those of the joints before them.
    pub redundant: Vec<String>,
    /// Bilateral rows at position level that are not zero, largest first.
    pub position: Vec<RowValue>,
    /// Bilateral rows whose rate is not zero, largest first.
    pub velocity: Vec<RowValue>,
    /// Contacts that are closed.
    pub closed: Vec<RowValue>,
    /// Contacts that penetrate.
    pub penetrating: Vec<RowValue>,
    /// Number of open contacts.
    pub open: usize,
    /// Natural frequencies (rad/s), increasing; rigid motions are zero and left out.
    pub frequencies: Vec<f64>,
    /// Whether these are the lowest of a large system only.
    pub partly: bool,
    /// The highest frequency.
    pub highest: Option<f64>,
    /// Number of directions in which the start is unstable.
    pub unstable: usize,
    /// A step size that resolves the highest frequency with 20 steps.
    pub dt: Option<f64>,
}

impl Inspection {
    /// Degrees of freedom.
    pub fn freedoms(&self) -> Option<usize> {
        self.rank.map(|r| self.velocities - r)
    }
}

/// What counts as zero at the start, in metres, radians and their rates.
const ZERO: f64 = 1e-9;

/// Look at a system at (0, q, u).
pub fn inspect(sys: &System, q: &[f64], u: &[f64]) -> Inspection {
    let mut ev = sys.eval();
    sys.evaluate(0.0, q, u, &mut ev);
    let mut gd = vec![0.0; sys.nr];
    sys.rows_dot(&ev, &ev.u, &mut gd);
    let mut out = Inspection { coordinates: sys.nq, velocities: sys.nu, ..Inspection::default() };
    let mut rows = Vec::new();
    for r in 0..sys.nr {
        let value = |value: f64| RowValue { name: sys.row_name(r).into(), value };
        match sys.kinds[r] {
            RowKind::Position | RowKind::Velocity => {
                rows.push(r);
                if ev.g[r].is_nan() || ev.g[r].abs() > ZERO {
                    out.position.push(value(ev.g[r]));
                }
                if gd[r].is_nan() || gd[r].abs() > ZERO {
                    out.velocity.push(value(gd[r]));
                }
            }
            RowKind::Normal(_) if ev.g[r] < -ZERO => out.penetrating.push(value(ev.g[r])),
            RowKind::Normal(_) if ev.g[r] <= ZERO => out.closed.push(value(ev.g[r])),
            RowKind::Normal(_) => out.open += 1,
            RowKind::Friction(_) => {}
        }
    }
    for list in [&mut out.position, &mut out.velocity] {
        list.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    }
    out.constraints = rows.len();
    let finite = ev.W.iter().chain(&ev.M).chain(&ev.h).chain(&ev.zeta).all(|v| v.is_finite());
    if !finite {
        return out;
    }
    if sys.nu > MAX_DENSE || rows.len() > 2 * MAX_DENSE {
        large::inspect_large(sys, q, &ev, &rows, &mut out);
        out.dt = out.highest.map(resolving);
        return out;
    }
    let mut W = DMatrix::zeros(rows.len(), sys.nu);
    for (k, &r) in rows.iter().enumerate() {
        let (w, columns) = sys.row(&ev, r);
        for (w, &d) in w.iter().zip(columns) {
            if d < sys.nu {
                W[(k, d)] += w;
            }
        }
    }
    let basis = independent(sys, &rows, &W, &mut out);
    out.rank = Some(basis.len());
    frequencies(sys, q, &ev, &rows, &W, &basis, &mut out);
    out
}

/// An orthonormal basis of the rows, by Gram-Schmidt in their order; those that add nothing name
/// their joint as redundant.
fn independent(
    sys: &System,
    rows: &[usize],
    W: &DMatrix<f64>,
    out: &mut Inspection,
) -> Vec<DVector<f64>> {
    let mut basis: Vec<DVector<f64>> = Vec::new();
    for (k, &r) in rows.iter().enumerate() {
        let mut v: DVector<f64> = W.row(k).transpose();
        let length = v.norm();
        for _ in 0..2 {
            for b in &basis {
                v -= b * b.dot(&v);
            }
        }
        if v.norm() > 1e-8 * length.max(1e-12) {
            basis.push(v.normalize());
        } else {
            let name = sys.row_name(r).to_string();
            if !out.redundant.contains(&name) {
                out.redundant.push(name);
            }
        }
    }
    basis
}

fn frequencies(
    sys: &System,
    q: &[f64],
    ev: &Eval,
    rows: &[usize],
    W: &DMatrix<f64>,
    basis: &[DVector<f64>],
    out: &mut Inspection,
) {
    let n = sys.nu;
    let mut M = DMatrix::zeros(n, n);
    for (&(i, j), &v) in sys.M_entries.iter().zip(&ev.M) {
        M[(i, j)] += v;
    }
    let Some(factor) = M.clone().cholesky() else { return };
    let h = DVector::from_column_slice(&ev.h);
    let lambda = forces(W, &factor, &h, &DVector::from_fn(rows.len(), |k, _| ev.zeta[rows[k]]));
    let mut K = DMatrix::zeros(n, n);
    let (entries, values) = stiffness(sys, q, ev, rows, lambda.as_slice());
    for ((i, j), v) in entries.into_iter().zip(values) {
        if i < n {
            K[(i, j)] += v;
        }
    }
    let N = null_space(n, basis);
    if N.ncols() == 0 {
        return;
    }
    let (Mr, Kr) = (N.transpose() * &M * &N, N.transpose() * &K * &N);
    let Kr = 0.5 * (&Kr + Kr.transpose());
    let Some(L) = Mr.cholesky() else { return };
    let Some(X) = L.l().solve_lower_triangular(&Kr) else { return };
    let Some(A) = L.l().solve_lower_triangular(&X.transpose()) else { return };
    if A.iter().any(|v| !v.is_finite()) {
        return;
    }
    let A = 0.5 * (&A + A.transpose());
    let Some(eigen) = SymmetricEigen::try_new(A, 1e-14, 100_000) else { return };
    let scale = eigen.eigenvalues.amax().max(1e-12);
    for &w2 in &eigen.eigenvalues {
        if w2 > zero(scale) {
            out.frequencies.push(w2.sqrt());
        } else if w2 < -zero(scale) {
            out.unstable += 1;
        }
    }
    out.frequencies.sort_by(f64::total_cmp);
    out.highest = out.frequencies.last().copied();
    out.dt = out.highest.map(resolving);
}

/// What counts as zero of ω², where the largest is `scale`: round-off, and periods of days.
fn zero(scale: f64) -> f64 {
    (1e-9 * scale.min(1.0)).max(16.0 * f64::EPSILON * scale).max(1e-12)
}

/// The step that resolves the frequency ω with 20 steps, rounded.
fn resolving(w: f64) -> f64 {
    round(std::f64::consts::TAU / w / 20.0)
}

/// Entries of K with the forces λ of the rows; those of [`System::K_entries`] come first, where those
/// of time have the place (nu, nu) and the value zero.
fn stiffness(
    sys: &System,
    q: &[f64],
    ev: &Eval,
    rows: &[usize],
    lambda: &[f64],
) -> (Vec<(usize, usize)>, Vec<f64>) {
    let n = sys.nu;
    let mut d = sys.derivatives();
    sys.differentiate_h(0.0, q, ev, &mut d);
    sys.differentiate_W(0.0, q, ev, &mut d);
    let inside = |&(i, j): &(usize, usize)| if i < n && j < n { (i, j) } else { (n, n) };
    let mut entries: Vec<(usize, usize)> = sys.K_entries.iter().map(inside).collect();
    let value = |(&(i, j), &v): (&(usize, usize), &f64)| if i < n && j < n { -v } else { 0.0 };
    let mut values: Vec<f64> = sys.K_entries.iter().zip(&d.dh_q).map(value).collect();
    for (&r, la) in rows.iter().zip(lambda) {
        let e = &sys.elements[sys.row_element[r]];
        let m = e.dofs.len();
        let block = &d.H[e.hess + (r - e.rows.start) * m * m..][..m * m];
        for (i, &gi) in e.dofs.iter().enumerate() {
            for (j, &gj) in e.dofs.iter().enumerate() {
                if gi < n && gj < n {
                    entries.push((gi, gj));
                    values.push(-la * block[i * m + j]);
                }
            }
        }
    }
    (entries, values)
}

/// Constraint forces of minimum norm at the start.
fn forces(
    W: &DMatrix<f64>,
    M: &nalgebra::Cholesky<f64, nalgebra::Dyn>,
    h: &DVector<f64>,
    zeta: &DVector<f64>,
) -> DVector<f64> {
    let m = W.nrows();
    if m == 0 {
        return DVector::zeros(0);
    }
    let G = W * M.solve(&W.transpose());
    let right = -(zeta + W * M.solve(h));
    let G = 0.5 * (&G + G.transpose());
    match SymmetricEigen::try_new(G, 1e-14, 100_000) {
        Some(e) => {
            let most = e.eigenvalues.amax();
            let c = e.eigenvectors.transpose() * right;
            let c = DVector::from_fn(m, |k, _| {
                let v = e.eigenvalues[k];
                if v > 1e-10 * most {
                    c[k] / v
                } else {
                    0.0
                }
            });
            e.eigenvectors * c
        }
        None => DVector::zeros(m),
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
        for _ in 0..2 {
            for b in &all {
                v -= b * b.dot(&v);
            }
        }
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

/// 1, 2 or 5 times a power of ten, not above x.
fn round(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    let digit = [5.0, 2.0, 1.0].into_iter().find(|d| d * power <= x * (1.0 + 1e-12));
    digit.unwrap_or(1.0) * power
}
