use super::Body;
use crate::error::ModelError;
use crate::frame::{Frame, V3};
use crate::number::Num;
use num_dual::Dual64;

/// Most coordinates a system given by functions can have.
pub const MAX_N: usize = 16;

/// A whole system by its functions in minimal coordinates, q' = u.
///
/// The functions are written once for any [`Num`]; every derivative follows by forward
/// differentiation.
pub trait Functions: Send + Sync + 'static {
    /// Names of the coordinates.
    fn q_names(&self) -> Vec<String>;
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
    n: usize,
}

impl<F: Functions> Minimal<F> {
    /// A body from its functions.
    pub fn new(functions: F) -> Self {
        let n = functions.q_names().len();
        Minimal { functions, n }
    }

    fn dual_q(&self, q: &[f64], k: usize) -> [Dual64; MAX_N] {
        let mut d = [Dual64::from_re(0.0); MAX_N];
        for (d, &q) in d.iter_mut().zip(q) {
            *d = Dual64::from_re(q);
        }
        if k < self.n {
            d[k].eps = 1.0;
        }
        d
    }
}

impl<F: Functions> Body for Minimal<F> {
    fn passive(&self) -> bool {
        false
    }
    fn nq(&self) -> usize {
        self.n
    }
    fn nu(&self) -> usize {
        self.n
    }
    fn q_names(&self) -> Vec<String> {
        self.functions.q_names()
    }
    fn u_names(&self) -> Vec<String> {
        self.functions.q_names()
    }
    fn check(&self, name: &str) -> Result<(), ModelError> {
        if self.n == 0 || self.n > MAX_N {
            return Err(ModelError::value(
                format!("{name}: number of coordinates"),
                self.n as f64,
                "1 to 16 coordinates for a system given by functions",
            ));
        }
        self.functions.check(name)
    }
    fn M_pattern(&self) -> Vec<(usize, usize)> {
        (0..self.n).flat_map(|i| (0..self.n).map(move |j| (i, j))).collect()
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
        let n = self.n;
        let t = Dual64::from_re(t);
        let mut out = [Dual64::from_re(0.0); MAX_N];
        for k in 0..n {
            let (qd, ud) = (self.dual_q(q, k), self.dual_q(u, n));
            self.functions.h(t, &qd[..n], &ud[..n], &mut out[..n]);
            (0..n).for_each(|i| dq[i * n + k] = out[i].eps);
            let (qd, ud) = (self.dual_q(q, n), self.dual_q(u, k));
            self.functions.h(t, &qd[..n], &ud[..n], &mut out[..n]);
            (0..n).for_each(|i| du[i * n + k] = out[i].eps);
        }
    }
    fn dMx(&self, t: f64, q: &[f64], x: &[f64], out: &mut [f64]) {
        let n = self.n;
        out.fill(0.0);
        if self.constant_M() {
            return;
        }
        let mut m = [Dual64::from_re(0.0); MAX_N * MAX_N];
        for k in 0..n {
            let qd = self.dual_q(q, k);
            self.functions.M(Dual64::from_re(t), &qd[..n], &mut m[..n * n]);
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
        let n = self.n;
        let mut m = [0.0; MAX_N * MAX_N];
        self.functions.M(t, q, &mut m[..n * n]);
        (0..n * n).map(|k| 0.5 * u[k / n] * m[k] * u[k % n]).sum()
    }
    fn potential(&self, t: f64, q: &[f64], _gravity: &V3) -> f64 {
        self.functions.potential(t, q)
    }
}
