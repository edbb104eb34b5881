//! The frame of a spatial rod at a point between nodes: r and P = Σ N_i p_i are interpolated, the
//! orientation is that of P, whatever its length.
//!
//! ```text
//! Ω = 2 s Im(P̄ P'),   s = 1/|P|²,   P' = ½ Σ N_i p_i Ω_i
//! ω' = A (2 s Im(P̄ P'') - 2 s (P·P') Ω),   P'' = -¼ Σ N_i |Ω_i|² p_i at zero acceleration
//! ```
//!
//! The moment m does the work c_i·δθ_i at node i with c_i = N_i s Im(p̄_i m P), as Aᵀ m = s P̄ m P.

use super::rod_strain::{
    along_turn, conjugate, left_vector, product, quaternion, turn_columns, turn_of_turn, vector,
    Quaternion,
};
use super::shape_functions::Point;
use crate::frame::{Frame, V3};

type Node = (V3, Quaternion);

fn interpolate(g: &Point, nodes: &[Node]) -> Quaternion {
    nodes.iter().zip(&g.N).map(|((_, p), N)| p * *N).sum()
}

/// The frame; `u` starts with the velocities of the nodes of the element.
pub(super) fn frame(g: &Point, nodes: &[Node], u: &[f64], out: &mut Frame) {
    let z = V3::zeros();
    let P = interpolate(g, nodes);
    let s = 1.0 / P.norm_squared();
    let A = super::rigid::orientation(P.as_slice());
    let bar = conjugate(&P);
    let (mut dP, mut ddP) = (Quaternion::zeros(), Quaternion::zeros());
    (out.r, out.v) = (z, z);
    for (i, ((r, p), u)) in nodes.iter().zip(u.chunks_exact(6)).enumerate() {
        let N = g.N[i];
        let spin = V3::new(u[3], u[4], u[5]);
        let B = turn_columns(p) * N;
        out.r += r * N;
        out.v += V3::new(u[0], u[1], u[2]) * N;
        dP += B * spin;
        ddP -= p * (0.25 * N * spin.norm_squared());
        let turn = A * left_vector(&bar) * B * (2.0 * s);
        for k in 0..3 {
            let mut e = z;
            e[k] = N;
            (out.Jr[6 * i + k], out.Jw[6 * i + k]) = (e, z);
            (out.Jr[6 * i + 3 + k], out.Jw[6 * i + 3 + k]) = (z, turn.column(k).into());
        }
    }
    let spin = vector(&product(&bar, &dP)) * (2.0 * s);
    let change = vector(&product(&bar, &ddP)) * (2.0 * s) - spin * (2.0 * s * P.dot(&dP));
    out.n = 6 * nodes.len();
    out.A = A;
    out.w = A * spin;
    out.jv = z;
    out.jw = A * change;
}

/// Adds ∂c_i/∂θ_j at a constant moment.
pub(super) fn stress(g: &Point, nodes: &[Node], m: &V3, k: &mut [f64], stride: usize) {
    let P = interpolate(g, nodes);
    let s = 1.0 / P.norm_squared();
    let m = quaternion(0.0, *m);
    let mP = product(&m, &P);
    for (i, (_, p)) in nodes.iter().enumerate() {
        let c = along_turn(p, &mP) * (2.0 * g.N[i] * s);
        let along_P = left_vector(&product(&conjugate(p), &m)) * (g.N[i] * s);
        for (j, (_, pj)) in nodes.iter().enumerate() {
            let B = turn_columns(pj) * g.N[j];
            let mut d = along_P * B - c * (P.transpose() * B * (2.0 * s));
            if i == j {
                d += turn_of_turn(p, &mP) * (2.0 * g.N[i] * s);
            }
            for a in 0..3 {
                for b in 0..3 {
                    k[(6 * i + 3 + a) * stride + 6 * j + 3 + b] += d[(a, b)];
                }
            }
        }
    }
}
