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
    /// γ at the velocity e_i (or 0 for i = nu) with the derivative along velocity k (nu: time).
    fn gamma(&self, s: &BodySlot, t: f64, q: &[f64], i: usize, k: usize) -> [Dual64; MAX_F] {
        let (n, nf) = (s.u.len(), self.nf);
        let way = column(s, t, q, k);
        let mut qd = [Dual64::from_re(0.0); MAX_N];
        let mut ud = qd;
        qd.iter_mut().zip(q.iter().zip(way)).for_each(|(d, (&q, w))| *d = Dual64::new(q, w));
        if i < n {
            ud[i] = Dual64::from_re(1.0);
        }
        let mut out = [Dual64::from_re(0.0); MAX_F];
        let td = Dual64::new(t, if k == n { 1.0 } else { 0.0 });
        self.function.gamma(td, &qd[..q.len()], &ud[..n], &mut out[..nf]);
        out
    }
}

/// Column k of (B, β): how the coordinates change along velocity k, or with time at rest (nu). None from nu + 1 on.
fn column(s: &BodySlot, t: f64, q: &[f64], k: usize) -> [f64; MAX_N] {
    let (nu, mut out) = (s.u.len(), [0.0; MAX_N]);
    if s.body.plain_kinematics() {
        if k < nu {
            out[k] = 1.0;
        }
    } else if k <= nu {
        let mut x = [0.0; MAX_N];
        if k < nu {
            x[k] = 1.0;
            s.body.B(t, q, &x[..nu], &mut out[..q.len()]);
        } else {
            s.body.qdot(t, q, &x[..nu], &mut out[..q.len()]);
        }
    }
    out
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
        let (slot, (q, u)) = (&c.bodies[self.body], self.local(c));
        let (nq, n) = (q.len(), u.len());
        let w = n + 1;
        let (mut rate, mut bend) = ([0.0; MAX_N], [0.0; MAX_N]);
        slot.body.qdot(c.t, q, u, &mut rate[..nq]);
        slot.body.qddot0(c.t, q, u, &mut bend[..nq]);
        if self.normal {
            // value, velocity and second derivative along the motion in one evaluation
            let mut qd = [Dual2_64::from_re(0.0); MAX_N];
            for j in 0..nq {
                qd[j] = Dual2_64::new(q[j], rate[j], bend[j]);
            }
            let v = self.function.g(Dual2_64::new(c.t, 1.0, 0.0), &qd[..nq]);
            g[0] = v.re;
            zeta[0] = v.v2;
            for (k, W) in W[..w].iter_mut().enumerate() {
                let way = column(slot, c.t, q, k);
                let mut qd = [Dual64::from_re(0.0); MAX_N];
                (0..nq).for_each(|j| qd[j] = Dual64::new(q[j], way[j]));
                let t = Dual64::new(c.t, if k == n { 1.0 } else { 0.0 });
                *W = self.function.g(t, &qd[..nq]).eps;
            }
        }
        let nf = self.nf;
        if nf == 0 {
            return;
        }
        let r0 = self.first_row();
        // γ' - W a: along the motion at fixed u
        let mut qd = [Dual64::from_re(0.0); MAX_N];
        let mut ud = qd;
        (0..nq).for_each(|j| qd[j] = Dual64::new(q[j], rate[j]));
        (0..n).for_each(|j| ud[j] = Dual64::from_re(u[j]));
        let mut out = [Dual64::from_re(0.0); MAX_F];
        self.function.gamma(Dual64::new(c.t, 1.0), &qd[..nq], &ud[..n], &mut out[..nf]);
        let at_rest = self.gamma(slot, c.t, q, n, n + 1);
        for f in 0..nf {
            g[r0 + f] = 0.0;
            zeta[r0 + f] = out[f].eps;
            W[(r0 + f) * w + n] = at_rest[f].re;
        }
        for i in 0..n {
            let v = self.gamma(slot, c.t, q, i, n + 1);
            (0..nf).for_each(|f| W[(r0 + f) * w + i] = v[f].re - at_rest[f].re);
        }
    }
    fn second(&self, c: &Context, H: &mut [f64]) {
        let (slot, (q, u)) = (&c.bodies[self.body], self.local(c));
        let (nq, n) = (q.len(), u.len());
        let w = n + 1;
        if self.normal {
            let unit = |k: usize| {
                let mut x = [0.0; MAX_N + 1];
                x[k] = 1.0;
                x
            };
            let mut bend = [0.0; MAX_N];
            // symmetric where q' = u
            let plain = slot.body.plain_kinematics();
            for i in 0..w {
                let way_i = column(slot, c.t, q, i);
                for k in 0..if plain { i + 1 } else { w } {
                    let way_k = column(slot, c.t, q, k);
                    if !plain {
                        // how column i changes along column k
                        slot.body.dB(c.t, q, &unit(i)[..w], &unit(k)[..w], &mut bend[..nq]);
                    }
                    let mut qd = [HyperDual64::from_re(0.0); MAX_N];
                    for j in 0..nq {
                        qd[j] = HyperDual64::new(q[j], way_i[j], way_k[j], bend[j]);
                    }
                    let one = |m: usize| if m == n { 1.0 } else { 0.0 };
                    let t = HyperDual64::new(c.t, one(i), one(k), 0.0);
                    let v = self.function.g(t, &qd[..nq]).eps1eps2;
                    H[i * w + k] = v;
                    if plain {
                        H[k * w + i] = v;
                    }
                }
            }
        }
        if self.nf == 0 {
            return;
        }
        let r0 = self.first_row();
        for k in 0..w {
            let at_rest = self.gamma(slot, c.t, q, n, k);
            for f in 0..self.nf {
                H[((r0 + f) * w + n) * w + k] = at_rest[f].eps;
            }
            for i in 0..n {
                let v = self.gamma(slot, c.t, q, i, k);
                for f in 0..self.nf {
                    H[((r0 + f) * w + i) * w + k] = v[f].eps - at_rest[f].eps;
                }
            }
        }
    }
}
