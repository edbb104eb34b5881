use crate::bodies::BodySlot;
use crate::frame::BodyId;
use crate::number::Num;
use crate::relation::{Context, Element, Scratch};
use num_dual::{Dual2_64, Dual64, HyperDual64};

/// A smooth gap of a system given by functions, with its sliding velocities.
pub trait GapFunction: Send + Sync + 'static {
    /// g_N(t, q).
    fn g<D: Num>(&self, t: D, q: &[D]) -> D;
    /// Number of sliding velocities.
    fn n_friction(&self) -> usize {
        0
    }
    /// γ_F(t, q, u), affine in u.
    fn gamma<D: Num>(&self, _t: D, _q: &[D], _u: &[D], _out: &mut [D]) {}
}

const MAX_N: usize = 16;
const MAX_F: usize = 3;

/// The rows of a [`GapFunction`] on the coordinates of one body.
pub struct FunctionContact<G> {
    /// The function.
    pub function: G,
    /// Index of the body.
    pub body: usize,
    normal: bool,
    nf: usize,
}

impl<G: GapFunction> FunctionContact<G> {
    /// A contact.
    pub fn new(function: G, body: usize) -> Self {
        FunctionContact { nf: function.n_friction(), function, body, normal: true }
    }
    /// The sliding velocities alone, for friction with a given normal force.
    pub fn friction_only(function: G, body: usize) -> Self {
        FunctionContact { nf: function.n_friction(), function, body, normal: false }
    }
    fn local<'a>(&self, c: &'a Context) -> (&'a [f64], &'a [f64]) {
        let s = &c.bodies[self.body];
        (&c.q[s.q.clone()], &c.u[s.u.clone()])
    }
    fn first_row(&self) -> usize {
        usize::from(self.normal)
    }
    /// γ at the velocity e_i (or 0 for i = n) with the derivative along coordinate k (n: time).
    fn gamma(&self, t: f64, q: &[f64], i: usize, k: usize) -> [Dual64; MAX_F] {
        let n = q.len();
        let mut qd = [Dual64::from_re(0.0); MAX_N];
        let mut ud = qd;
        for j in 0..n {
            qd[j] = Dual64::new(q[j], if j == k { 1.0 } else { 0.0 });
        }
        if i < n {
            ud[i] = Dual64::from_re(1.0);
        }
        let mut out = [Dual64::from_re(0.0); MAX_F];
        let nf = self.nf;
        let td = Dual64::new(t, if k == n { 1.0 } else { 0.0 });
        self.function.gamma(td, &qd[..n], &ud[..n], &mut out[..nf]);
        out
    }
}

/// A bilateral constraint g(t, q) = 0 of a system given by functions.
pub type FunctionConstraint<G> = FunctionContact<G>;

impl<G: GapFunction> Element for FunctionContact<G> {
    fn bodies(&self) -> Vec<BodyId> {
        vec![BodyId(self.body)]
    }
    fn dofs(&self, bodies: &[BodySlot], nu: usize) -> Vec<usize> {
        bodies[self.body].u.clone().chain([nu]).collect()
    }
    fn rows(&self) -> usize {
        self.first_row() + self.nf
    }
    fn drop_friction(&mut self) {
        self.nf = 0;
    }
    fn first(&self, c: &Context, _s: &mut Scratch, g: &mut [f64], W: &mut [f64], zeta: &mut [f64]) {
        let (q, u) = self.local(c);
        let n = q.len();
        let w = n + 1;
        if self.normal {
            // value, velocity and second derivative along û in one evaluation
            let mut qd = [Dual2_64::from_re(0.0); MAX_N];
            for j in 0..n {
                qd[j] = Dual2_64::new(q[j], u[j], 0.0);
            }
            let v = self.function.g(Dual2_64::new(c.t, 1.0, 0.0), &qd[..n]);
            g[0] = v.re;
            zeta[0] = v.v2;
            let mut qd = [Dual64::from_re(0.0); MAX_N];
            (0..n).for_each(|j| qd[j] = Dual64::from_re(q[j]));
            for k in 0..n {
                qd[k].eps = 1.0;
                W[k] = self.function.g(Dual64::from_re(c.t), &qd[..n]).eps;
                qd[k].eps = 0.0;
            }
            W[n] = self.function.g(Dual64::new(c.t, 1.0), &qd[..n]).eps;
        }
        let nf = self.nf;
        if nf == 0 {
            return;
        }
        let r0 = self.first_row();
        // γ' - W a: along û at fixed u
        let mut qd = [Dual64::from_re(0.0); MAX_N];
        let mut ud = qd;
        for j in 0..n {
            qd[j] = Dual64::new(q[j], u[j]);
            ud[j] = Dual64::from_re(u[j]);
        }
        let mut out = [Dual64::from_re(0.0); MAX_F];
        self.function.gamma(Dual64::new(c.t, 1.0), &qd[..n], &ud[..n], &mut out[..nf]);
        let at_rest = self.gamma(c.t, q, n, n + 1);
        for f in 0..nf {
            g[r0 + f] = 0.0;
            zeta[r0 + f] = out[f].eps;
            W[(r0 + f) * w + n] = at_rest[f].re;
        }
        for i in 0..n {
            let v = self.gamma(c.t, q, i, n + 1);
            (0..nf).for_each(|f| W[(r0 + f) * w + i] = v[f].re - at_rest[f].re);
        }
    }
    fn second(&self, c: &Context, H: &mut [f64]) {
        let (q, _) = self.local(c);
        let n = q.len();
        let w = n + 1;
        if self.normal {
            let mut qd = [HyperDual64::from_re(0.0); MAX_N];
            (0..n).for_each(|j| qd[j] = HyperDual64::from_re(q[j]));
            for i in 0..w {
                for k in 0..=i {
                    let mut t = HyperDual64::from_re(c.t);
                    if i < n {
                        qd[i].eps1 = 1.0;
                    } else {
                        t.eps1 = 1.0;
                    }
                    if k < n {
                        qd[k].eps2 = 1.0;
                    } else {
                        t.eps2 = 1.0;
                    }
                    let v = self.function.g(t, &qd[..n]).eps1eps2;
                    H[i * w + k] = v;
                    H[k * w + i] = v;
                    if i < n {
                        qd[i].eps1 = 0.0;
                    }
                    if k < n {
                        qd[k].eps2 = 0.0;
                    }
                }
            }
        }
        if self.nf == 0 {
            return;
        }
        let r0 = self.first_row();
        for k in 0..w {
            let at_rest = self.gamma(c.t, q, n, k);
            for f in 0..self.nf {
                H[((r0 + f) * w + n) * w + k] = at_rest[f].eps;
            }
            for i in 0..n {
                let v = self.gamma(c.t, q, i, k);
                for f in 0..self.nf {
                    H[((r0 + f) * w + i) * w + k] = v[f].eps - at_rest[f].eps;
                }
            }
        }
    }
}
