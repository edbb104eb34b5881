use super::Body;
use crate::error::ModelError;
use crate::frame::{Frame, V3};
use crate::number::Num;
use nalgebra::{DMatrix, DVector};
use num_dual::Dual64;

/// Most coordinates a system given by functions can have.
pub const MAX_N: usize = 16;

/// A whole system by its functions in minimal coordinates, q' = u, or q' = B(q) u + β(t, q) where
/// [`Functions::qdot`] says so.
///
/// The functions are written once for any [`Num`]; every derivative follows by forward
/// differentiation.
pub trait Functions: Send + Sync + 'static {
    /// Names of the coordinates.
    fn q_names(&self) -> Vec<String>;
    /// Names of the velocities, as many as the system has freedoms.
    fn u_names(&self) -> Vec<String> {
        self.q_names()
    }
    /// Whether q' = u.
    fn plain_kinematics(&self) -> bool {
        true
    }
    /// q' = B(q) u + β(t, q), affine in u; B has full rank.
    fn qdot<D: Num>(&self, _t: D, _q: &[D], u: &[D], out: &mut [D]) {
        out.iter_mut().zip(u).for_each(|(q, u)| *q = *u);
    }
    /// M(t, q), row-major.
    fn M<D: Num>(&self, t: D, q: &[D], out: &mut [D]);
    /// h(t, q, u).
    fn h<D: Num>(&self, t: D, q: &[D], u: &[D], out: &mut [D]);
    /// Potential energy that belongs to h, zero where there is none.
    fn potential(&self, t: f64, q: &[f64]) -> f64;
    /// Whether M never changes.
    fn constant_M(&self) -> bool {
        false
    }
    /// Reject impossible parameters.
    fn check(&self, name: &str) -> Result<(), ModelError> {
        let _ = name;
        Ok(())
    }
}

/// The body that carries [`Functions`].
pub struct Minimal<F> {
    /// The functions.
    pub functions: F,
    nq: usize,
    nu: usize,
}

impl<F: Functions> Minimal<F> {
    /// A body from its functions.
    pub fn new(functions: F) -> Self {
        let (nq, nu) = (functions.q_names().len(), functions.u_names().len());
        Minimal { functions, nq, nu }
    }

    /// (B, β) x̂.
    fn columns<D: Num>(&self, t: D, q: &[D], x: &[D], out: &mut [D]) {
        let mut beta = [D::from(0.0); MAX_N];
        let rest = [D::from(0.0); MAX_N];
        self.functions.qdot(t, q, &rest[..self.nu], &mut beta[..self.nq]);
        self.functions.qdot(t, q, &x[..self.nu], out);
        for (out, beta) in out.iter_mut().zip(beta) {
            *out += (x[self.nu] - 1.0) * beta;
        }
    }

    /// Coordinates with their derivatives along velocity k; without any from nu on.
    fn dual_q(&self, t: f64, q: &[f64], k: usize) -> [Dual64; MAX_N] {
        let mut d = [Dual64::from_re(0.0); MAX_N];
        d.iter_mut().zip(q).for_each(|(d, &q)| *d = Dual64::from_re(q));
        if k < self.nu {
            let (mut x, mut column) = ([0.0; MAX_N], [0.0; MAX_N]);
            x[k] = 1.0;
            self.B(t, q, &x[..self.nu], &mut column[..self.nq]);
            d.iter_mut().zip(column).for_each(|(d, c)| d.eps = c);
        }
        d
    }

    /// Velocities with the derivative along the one with the number k.
    fn dual_u(&self, u: &[f64], k: usize) -> [Dual64; MAX_N] {
        let mut d = [Dual64::from_re(0.0); MAX_N];
        d.iter_mut().zip(u).for_each(|(d, &u)| *d = Dual64::from_re(u));
        if k < self.nu {
            d[k].eps = 1.0;
        }
        d
    }

    /// B(q), and BᵀB.
    fn gram(&self, q: &[f64]) -> (DMatrix<f64>, DMatrix<f64>) {
        let mut B = DMatrix::zeros(self.nq, self.nu);
        let mut x = [0.0; MAX_N];
        for k in 0..self.nu {
            x[k] = 1.0;
            self.B(0.0, q, &x[..self.nu], B.column_mut(k).as_mut_slice());
            x[k] = 0.0;
        }
        let gram = B.tr_mul(&B);
        (B, gram)
    }

    /// B(q1)⁺ B(q0) x.
    fn carry(&self, q0: &[f64], q1: &[f64], x: &mut [f64]) {
        let mut moved = DVector::zeros(self.nq);
        self.B(0.0, q0, x, moved.as_mut_slice());
        let (B, gram) = self.gram(q1);
        if let Some(y) = gram.lu().solve(&B.tr_mul(&moved)) {
            x.copy_from_slice(y.as_slice());
        }
    }
}

impl<F: Functions> Body for Minimal<F> {
    fn passive(&self) -> bool {
        false
    }
    fn nq(&self) -> usize {
        self.nq
    }
    fn nu(&self) -> usize {
        self.nu
    }
    fn q_names(&self) -> Vec<String> {
        self.functions.q_names()
    }
    fn u_names(&self) -> Vec<String> {
        self.functions.u_names()
    }
    fn check(&self, name: &str) -> Result<(), ModelError> {
        for n in [self.nq, self.nu] {
            if n == 0 || n > MAX_N {
                return Err(ModelError::value(
                    format!("{name}: number of coordinates"),
                    n as f64,
                    "1 to 16 coordinates for a system given by functions",
                ));
            }
        }
        if self.nu > self.nq || self.functions.plain_kinematics() && self.nu != self.nq {
            return Err(ModelError::value(
                format!("{name}: number of velocities"),
                self.nu as f64,
                "as many as coordinates where q' = u, else no more",
            ));
        }
        self.functions.check(name)
    }
    fn plain_kinematics(&self) -> bool {
        self.functions.plain_kinematics()
    }
    fn qdot(&self, t: f64, q: &[f64], u: &[f64], out: &mut [f64]) {
        self.functions.qdot(t, q, u, out);
    }
    fn B(&self, t: f64, q: &[f64], x: &[f64], out: &mut [f64]) {
        if self.plain_kinematics() {
            return out.copy_from_slice(x);
        }
        let mut beta = [0.0; MAX_N];
        self.functions.qdot(t, q, &[0.0; MAX_N][..self.nu], &mut beta[..self.nq]);
        self.functions.qdot(t, q, x, out);
        out.iter_mut().zip(beta).for_each(|(out, beta)| *out -= beta);
    }
    fn qddot0(&self, t: f64, q: &[f64], u: &[f64], out: &mut [f64]) {
        let mut x = [1.0; MAX_N + 1];
        x[..self.nu].copy_from_slice(u);
        self.dB(t, q, &x[..=self.nu], &x[..=self.nu], out);
    }
    fn dB(&self, t: f64, q: &[f64], x: &[f64], y: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        if self.plain_kinematics() {
            return;
        }
        let mut way = [0.0; MAX_N];
        self.columns(t, q, y, &mut way[..self.nq]);
        let mut d = [Dual64::from_re(0.0); MAX_N];
        d.iter_mut().zip(q.iter().zip(way)).for_each(|(d, (&q, w))| *d = Dual64::new(q, w));
        let mut at = [Dual64::from_re(0.0); MAX_N + 1];
        at.iter_mut().zip(x).for_each(|(a, &x)| *a = Dual64::from_re(x));
        let mut rate = [Dual64::from_re(0.0); MAX_N];
        let (nq, t) = (self.nq, Dual64::new(t, y[self.nu]));
        self.columns(t, &d[..nq], &at[..=self.nu], &mut rate[..nq]);
        out.iter_mut().zip(rate).for_each(|(out, r)| *out = r.eps);
    }
    fn transfer(&self, q0: &[f64], q1: &[f64], x: &mut [f64]) {
        if !self.plain_kinematics() {
            self.carry(q0, q1, x);
        }
    }
    fn transfer_inverse(&self, q0: &[f64], q1: &[f64], x: &mut [f64]) {
        if self.plain_kinematics() {
            return;
        }
        // the matrix of transfer, column by column
        let n = self.nu;
        let mut T = DMatrix::zeros(n, n);
        for k in 0..n {
            let column = &mut T.as_mut_slice()[k * n..(k + 1) * n];
            column[k] = 1.0;
            self.carry(q0, q1, column);
        }
        if let Some(y) = T.lu().solve(&DVector::from_column_slice(x)) {
            x.copy_from_slice(y.as_slice());
        }
    }
    fn M_pattern(&self) -> Vec<(usize, usize)> {
        (0..self.nu).flat_map(|i| (0..self.nu).map(move |j| (i, j))).collect()
    }
    fn M(&self, t: f64, q: &[f64], out: &mut [f64]) {
        self.functions.M(t, q, out);
    }
    fn constant_M(&self) -> bool {
        self.functions.constant_M()
    }
    fn h_pattern(&self) -> Vec<(usize, usize)> {
        self.M_pattern()
    }
    fn h(&self, t: f64, q: &[f64], u: &[f64], _gravity: &V3, out: &mut [f64]) {
        self.functions.h(t, q, u, out);
    }
    fn dh(&self, t: f64, q: &[f64], u: &[f64], _g: &V3, dq: &mut [f64], du: &mut [f64]) {
        let (nq, n) = (self.nq, self.nu);
        let td = Dual64::from_re(t);
        let mut out = [Dual64::from_re(0.0); MAX_N];
        for k in 0..n {
            let (qd, ud) = (self.dual_q(t, q, k), self.dual_u(u, n));
            self.functions.h(td, &qd[..nq], &ud[..n], &mut out[..n]);
            (0..n).for_each(|i| dq[i * n + k] = out[i].eps);
            let (qd, ud) = (self.dual_q(t, q, n), self.dual_u(u, k));
            self.functions.h(td, &qd[..nq], &ud[..n], &mut out[..n]);
            (0..n).for_each(|i| du[i * n + k] = out[i].eps);
        }
    }
    fn dMx(&self, t: f64, q: &[f64], x: &[f64], out: &mut [f64]) {
        let (nq, n) = (self.nq, self.nu);
        out.fill(0.0);
        if self.constant_M() {
            return;
        }
        let mut m = [Dual64::from_re(0.0); MAX_N * MAX_N];
        for k in 0..n {
            let qd = self.dual_q(t, q, k);
            self.functions.M(Dual64::from_re(t), &qd[..nq], &mut m[..n * n]);
            for i in 0..n {
                out[i * n + k] = (0..n).map(|j| m[i * n + j].eps * x[j]).sum();
            }
        }
    }
    fn stiff(&self) -> bool {
        true
    }
    fn frame_columns(&self, _node: usize) -> Vec<usize> {
        Vec::new()
    }
    fn frame(&self, _t: f64, _q: &[f64], _u: &[f64], _node: usize, out: &mut Frame) {
        out.reset();
    }
    fn frame_stress(&self, _: &[f64], _: usize, _: &V3, _: &V3, _: &mut [f64], _: usize) {}
    fn planar(&self) -> bool {
        true
    }
    fn kinetic(&self, t: f64, q: &[f64], u: &[f64]) -> f64 {
        let n = self.nu;
        let mut m = [0.0; MAX_N * MAX_N];
        self.functions.M(t, q, &mut m[..n * n]);
        (0..n * n).map(|k| 0.5 * u[k / n] * m[k] * u[k % n]).sum()
    }
    fn potential(&self, t: f64, q: &[f64], _gravity: &V3) -> f64 {
        self.functions.potential(t, q)
    }
}
