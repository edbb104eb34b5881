//! Strains of a spatial rod at one point, from the interpolated r', P and P' (P: a quaternion that
//! need not have unit length):
//!
//! ```text
//! γ = A(P)ᵀ r' = s f,  f = Im(P̄ r' P)        κ = 2 s w,  w = Im(P̄ P')        s = 1/|P|²
//! ```
//!
//! f and w are polynomials. For constant n and m the scalar a = n·f + 2 m·w has the gradient
//! (Ã n, -2 r' P n - 2 P' m, 2 P m) along y = (r', P, P'), Ã = |P|² A, and a constant pattern of
//! second derivatives, from which those of n·γ + m·κ = s a follow.

use crate::frame::{tilde, M3, V3};
use nalgebra::{Matrix3x4, Matrix4, SMatrix, SVector, Vector4};

pub(super) type Quaternion = Vector4<f64>;
/// Derivatives along y = (r', P, P').
pub(super) type Gradient = SVector<f64, 11>;
pub(super) type Hessian = SMatrix<f64, 11, 11>;
pub(super) type Jacobian = SMatrix<f64, 6, 11>;
pub(super) type Six = SVector<f64, 6>;

pub(super) fn vector(q: &Quaternion) -> V3 {
    V3::new(q[1], q[2], q[3])
}
pub(super) fn quaternion(w: f64, v: V3) -> Quaternion {
    Quaternion::new(w, v.x, v.y, v.z)
}
pub(super) fn conjugate(q: &Quaternion) -> Quaternion {
    Quaternion::new(q[0], -q[1], -q[2], -q[3])
}
/// a b.
pub(super) fn product(a: &Quaternion, b: &Quaternion) -> Quaternion {
    let (u, v) = (vector(a), vector(b));
    quaternion(a[0] * b[0] - u.dot(&v), v * a[0] + u * b[0] + u.cross(&v))
}
/// The product a n with a vector n.
fn times(a: &Quaternion, n: &V3) -> Quaternion {
    product(a, &quaternion(0.0, *n))
}
/// The matrix of d -> Im(c d).
pub(super) fn left_vector(c: &Quaternion) -> Matrix3x4<f64> {
    let v = vector(c);
    let t = M3::identity() * c[0] + tilde(&v);
    Matrix3x4::from_columns(&[v, t.column(0).into(), t.column(1).into(), t.column(2).into()])
}
/// ½ Im(p̄ π): the derivative along δθ of a function with the gradient π along p, as δp = ½ p δθ.
pub(super) fn along_turn(p: &Quaternion, pi: &Quaternion) -> V3 {
    0.5 * vector(&product(&conjugate(p), pi))
}
/// Derivative of [`along_turn`] along δθ at constant π.
pub(super) fn turn_of_turn(p: &Quaternion, pi: &Quaternion) -> M3 {
    let c = product(&conjugate(p), pi);
    0.25 * (tilde(&vector(&c)) - M3::identity() * c[0])
}
/// The columns ½ p e_k of δp = B δθ.
pub(super) fn turn_columns(p: &Quaternion) -> SMatrix<f64, 4, 3> {
    SMatrix::<f64, 4, 3>::from_columns(&[V3::x(), V3::y(), V3::z()].map(|e| 0.5 * times(p, &e)))
}

/// A point of a rod.
pub(super) struct Strain {
    r: V3,
    P: Quaternion,
    dP: Quaternion,
    s: f64,
    /// |P|² A.
    At: M3,
    /// γ and κ.
    pub value: Six,
}

impl Strain {
    pub fn new(r: V3, P: Quaternion, dP: Quaternion) -> Self {
        let n2 = P.norm_squared();
        let At = super::rigid::orientation(P.as_slice()) * n2;
        let s = 1.0 / n2;
        let gamma = At.transpose() * r * s;
        let kappa = 2.0 * s * vector(&product(&conjugate(&P), &dP));
        let value = Six::new(gamma.x, gamma.y, gamma.z, kappa.x, kappa.y, kappa.z);
        Strain { r, P, dP, s, At, value }
    }

    /// Gradient of n·γ + m·κ.
    pub fn gradient(&self, n: &V3, m: &V3) -> Gradient {
        let (a, da) = self.polynomial(n, m);
        let ds = self.P * (-2.0 * self.s * self.s * a);
        let mut g = da * self.s;
        (0..4).for_each(|k| g[3 + k] += ds[k]);
        g
    }

    /// a and its gradient.
    fn polynomial(&self, n: &V3, m: &V3) -> (f64, Gradient) {
        let r = quaternion(0.0, self.r);
        let forward = self.At * n;
        let Pn = times(&self.P, n);
        let dP = -2.0 * (product(&r, &Pn) + times(&self.dP, m));
        let ddP = 2.0 * times(&self.P, m);
        let mut g = Gradient::zeros();
        g.fixed_rows_mut::<3>(0).copy_from(&forward);
        g.fixed_rows_mut::<4>(3).copy_from(&dP);
        g.fixed_rows_mut::<4>(7).copy_from(&ddP);
        (forward.dot(&self.r) + ddP.dot(&self.dP), g)
    }

    /// ∂(γ, κ)/∂y.
    pub fn jacobian(&self) -> Jacobian {
        let mut J = Jacobian::zeros();
        let (s, r) = (self.s, quaternion(0.0, self.r));
        J.fixed_view_mut::<3, 3>(0, 0).copy_from(&(self.At.transpose() * s));
        let ds = self.P.transpose() * (-2.0 * s);
        let bar = conjugate(&self.P);
        let gamma: V3 = self.value.fixed_rows::<3>(0).into();
        let kappa: V3 = self.value.fixed_rows::<3>(3).into();
        let f_P = left_vector(&product(&bar, &r)) * (2.0 * s);
        J.fixed_view_mut::<3, 4>(0, 3).copy_from(&(f_P + gamma * ds));
        // Im(d̄ P') = -Im(P̄' d)
        let w_P = left_vector(&conjugate(&self.dP)) * (-2.0 * s);
        J.fixed_view_mut::<3, 4>(3, 3).copy_from(&(w_P + kappa * ds));
        J.fixed_view_mut::<3, 4>(3, 7).copy_from(&(left_vector(&bar) * (2.0 * s)));
        J
    }

    /// Rate of [`Strain::jacobian`] along a rate of y. Second derivatives commute: this is also the
    /// change of the strain rates along y, at a constant rate of y.
    pub fn jacobian_rate(&self, y: &Gradient) -> Jacobian {
        let r = quaternion(0.0, self.r);
        let v = quaternion(0.0, y.fixed_rows::<3>(0).into());
        let (Pd, dPd): (Quaternion, Quaternion) =
            (y.fixed_rows::<4>(3).into(), y.fixed_rows::<4>(7).into());
        let (s, sd) = (self.s, -2.0 * self.s * self.s * self.P.dot(&Pd));
        let (bar, bard) = (conjugate(&self.P), conjugate(&Pd));
        let e = self.jacobian() * y;
        let (gamma, gammad) =
            (self.value.fixed_rows::<3>(0).into_owned(), e.fixed_rows::<3>(0).into_owned());
        let (kappa, kappad) =
            (self.value.fixed_rows::<3>(3).into_owned(), e.fixed_rows::<3>(3).into_owned());
        let ds = self.P.transpose() * (-2.0 * s);
        let dsd = Pd.transpose() * (-2.0 * s) + self.P.transpose() * (-2.0 * sd);
        let spin = 2.0 * s * vector(&product(&bar, &Pd));
        let mut J = Jacobian::zeros();
        J.fixed_view_mut::<3, 3>(0, 0).copy_from(&(-tilde(&spin) * self.At.transpose() * s));
        let f_P = left_vector(&(product(&bard, &r) + product(&bar, &v))) * (2.0 * s)
            + left_vector(&product(&bar, &r)) * (2.0 * sd);
        J.fixed_view_mut::<3, 4>(0, 3).copy_from(&(f_P + gammad * ds + gamma * dsd));
        let w_P = left_vector(&conjugate(&dPd)) * (-2.0 * s)
            + left_vector(&conjugate(&self.dP)) * (-2.0 * sd);
        J.fixed_view_mut::<3, 4>(3, 3).copy_from(&(w_P + kappad * ds + kappa * dsd));
        let w_D = left_vector(&bard) * (2.0 * s) + left_vector(&bar) * (2.0 * sd);
        J.fixed_view_mut::<3, 4>(3, 7).copy_from(&w_D);
        J
    }

    /// Second derivatives of n·γ + m·κ at constant n, m.
    pub fn geometric(&self, n: &V3, m: &V3) -> Hessian {
        let (a, da) = self.polynomial(n, m);
        let s = self.s;
        let mut H = Hessian::zeros();
        let r = quaternion(0.0, self.r);
        let Pn = times(&self.P, n);
        for k in 0..4 {
            let mut e = Quaternion::zeros();
            e[k] = 1.0;
            let PP = -2.0 * product(&r, &times(&e, n));
            let em = 2.0 * times(&e, m);
            for i in 0..4 {
                H[(3 + i, 3 + k)] += s * PP[i];
                // along P' then P: -2 e m; along P then P': 2 e m
                H[(3 + i, 7 + k)] -= s * em[i];
                H[(7 + i, 3 + k)] += s * em[i];
            }
        }
        for k in 0..3 {
            let mut e = V3::zeros();
            e[k] = 1.0;
            let rP = -2.0 * product(&quaternion(0.0, e), &Pn);
            for i in 0..4 {
                H[(3 + i, k)] += s * rP[i];
                H[(k, 3 + i)] += s * rP[i];
            }
        }
        // a_y s_yᵀ + s_y a_yᵀ + a s_yy
        let s_P = self.P * (-2.0 * s * s);
        for k in 0..4 {
            for i in 0..11 {
                H[(i, 3 + k)] += da[i] * s_P[k];
                H[(3 + k, i)] += da[i] * s_P[k];
            }
        }
        let s_PP =
            Matrix4::identity() * (-2.0 * s * s) + self.P * self.P.transpose() * (8.0 * s * s * s);
        let mut block = H.fixed_view_mut::<4, 4>(3, 3);
        block += s_PP * a;
        H
    }
}
