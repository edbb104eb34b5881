//! Rotary inertia of a rod's sections, and mass that lies beside the centreline: both lie at the nodes.
//! With the weight w of a node, s = ρA c and J in the axes of the section
//!
//! ```text
//! M = w [ ρA 1    -A s~ ]        h = w [ ρA g - A (Ω × (Ω × s))    ] - α M u
//!       [ s~ Aᵀ    J    ]              [ -Ω × J Ω + s × Aᵀ g       ]
//! ```
//!
//! Where s is not zero the translational mass lies at the nodes too: with a consistent one M would not
//! have to be positive.

use super::{orientation, Rod};
use crate::frame::{tilde, M3, V3};

fn vector(x: &[f64]) -> V3 {
    V3::new(x[0], x[1], x[2])
}
fn put(out: &mut [f64], n: usize, i: usize, j: usize, m: &M3) {
    for a in 0..3 {
        for b in 0..3 {
            out[(i + a) * n + j + b] += m[(a, b)];
        }
    }
}

impl Rod {
    /// Whether mass lies beside the centreline.
    pub(super) fn eccentric(&self) -> bool {
        self.section.centre != V3::zeros()
    }
    /// Rows of a node in the pattern of ∂h: all, or those that turn.
    pub(super) fn node_rows(&self) -> std::ops::Range<usize> {
        if self.eccentric() {
            0..6
        } else {
            3..6
        }
    }
    fn s(&self, k: usize) -> V3 {
        self.section.centre * (self.section.rho_A * self.node_weight(k))
    }
    /// Entries of M at the nodes that are not those of translation, after the mass.
    pub(super) fn node_M_pattern(&self) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        for k in 0..self.chain() {
            let at = 6 * k;
            match self.section.centred() {
                true => out.extend((3..6).map(|c| (at + c, at + c))),
                false => {
                    out.extend((3..6).flat_map(|i| (3..6).map(move |j| (at + i, at + j))));
                    if self.eccentric() {
                        let beside = (0..3).flat_map(|i| (3..6).map(move |j| (at + i, at + j)));
                        let below = (3..6).flat_map(|i| (0..3).map(move |j| (at + i, at + j)));
                        out.extend(beside.chain(below));
                    }
                }
            }
        }
        out
    }
    pub(super) fn node_M(&self, q: &[f64], out: &mut [f64]) {
        let mut at = 0;
        let mut add = |m: &M3| {
            (0..9).for_each(|e| out[at + e] = m[(e / 3, e % 3)]);
            at += 9;
        };
        if self.section.centred() {
            for k in 0..self.chain() {
                let w = self.node_weight(k);
                (0..3).for_each(|c| out[3 * k + c] = w * self.section.J[(c, c)]);
            }
            return;
        }
        for k in 0..self.chain() {
            add(&(self.section.J * self.node_weight(k)));
            if self.eccentric() {
                let b = -orientation(&q[7 * k + 3..][..4]) * tilde(&self.s(k));
                add(&b);
                add(&b.transpose());
            }
        }
    }
    /// Adds gyroscopic forces, damping of the rotation, and what s adds.
    pub(super) fn node_h(&self, q: &[f64], u: &[f64], gravity: &V3, out: &mut [f64]) {
        let (alpha, J) = (self.rayleigh.mass, self.section.J);
        for k in 0..self.chain() {
            let w = self.node_weight(k);
            let (v, spin) = (vector(&u[6 * k..]), vector(&u[6 * k + 3..]));
            let Js = J * spin * w;
            let mut m = -spin.cross(&Js) - Js * alpha;
            if self.eccentric() {
                let (A, s) = (orientation(&q[7 * k + 3..][..4]), self.s(k));
                let round = spin.cross(&s);
                let f = -(A * (spin.cross(&round) + round * alpha));
                (0..3).for_each(|c| out[6 * k + c] += f[c]);
                m += s.cross(&A.tr_mul(&(gravity - v * alpha)));
            }
            (0..3).for_each(|c| out[6 * k + 3 + c] += m[c]);
        }
    }
    /// Derivatives of [`Rod::node_h`], in blocks of one node after another.
    pub(super) fn node_dh(&self, q: &[f64], u: &[f64], g: &V3, dq: &mut [f64], du: &mut [f64]) {
        let (alpha, J) = (self.rayleigh.mass, self.section.J);
        let n = self.node_rows().len();
        let turn = n - 3;
        for (k, (dq, du)) in dq.chunks_exact_mut(n * n).zip(du.chunks_exact_mut(n * n)).enumerate()
        {
            let w = self.node_weight(k);
            let (v, spin) = (vector(&u[6 * k..]), vector(&u[6 * k + 3..]));
            put(du, n, turn, turn, &((tilde(&(J * spin)) - tilde(&spin) * J - J * alpha) * w));
            if !self.eccentric() {
                continue;
            }
            let (A, s) = (orientation(&q[7 * k + 3..][..4]), self.s(k));
            let (round, st) = (spin.cross(&s), tilde(&s));
            put(du, n, 0, 3, &(A * (tilde(&round) + tilde(&spin) * st + st * alpha)));
            put(du, n, 3, 0, &(-(st * A.transpose()) * alpha));
            put(du, n, 0, 0, &(M3::identity() * (-alpha * self.section.rho_A * w)));
            put(dq, n, 0, 3, &(A * tilde(&(spin.cross(&round) + round * alpha))));
            put(dq, n, 3, 3, &(st * tilde(&A.tr_mul(&(g - v * alpha)))));
        }
    }
    /// ∂(M x)/∂θ in blocks of one node after another.
    pub(super) fn node_dMx(&self, q: &[f64], x: &[f64], out: &mut [f64]) {
        for (k, out) in out.chunks_exact_mut(36).enumerate() {
            let (A, s) = (orientation(&q[7 * k + 3..][..4]), self.s(k));
            let (v, spin) = (vector(&x[6 * k..]), vector(&x[6 * k + 3..]));
            put(out, 6, 0, 3, &(-A * tilde(&spin.cross(&s))));
            put(out, 6, 3, 3, &(tilde(&s) * tilde(&A.tr_mul(&v))));
        }
    }
    /// Kinetic energy but for that of the translation.
    pub(super) fn node_kinetic(&self, q: &[f64], u: &[f64]) -> f64 {
        let node = |k: usize| {
            let (v, spin) = (vector(&u[6 * k..]), vector(&u[6 * k + 3..]));
            let own = 0.5 * self.node_weight(k) * spin.dot(&(self.section.J * spin));
            match self.eccentric() {
                true => own + v.dot(&(orientation(&q[7 * k + 3..][..4]) * spin.cross(&self.s(k)))),
                false => own,
            }
        };
        (0..self.chain()).map(node).sum()
    }
    /// The point at which the weight of a node acts, times its mass.
    pub(super) fn node_moment(&self, q: &[f64], k: usize) -> V3 {
        let r = vector(&q[7 * k..]) * (self.section.rho_A * self.node_weight(k));
        match self.eccentric() {
            true => r + orientation(&q[7 * k + 3..][..4]) * self.s(k),
            false => r,
        }
    }
}
