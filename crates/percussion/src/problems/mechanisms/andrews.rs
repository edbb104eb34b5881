//! Andrews' squeezing mechanism: seven planar bodies, driven by a constant torque on the smallest.
//!
//! Here in absolute coordinates of the centres of mass; the angles of the bodies are β, β+Θ, γ,
//! Φ+δ, δ, Ω+ε, ε in those of the sources. The bodies K2, K3, K4 and K6 meet at one point, which a
//! spring pulls through K3:
//!
//! ```text
//! (rr cos β - d cos(β+Θ), rr sin β - d sin(β+Θ)) = (xb + ss sin γ, yb - ss cos γ)
//!   = (xa + e sin(Φ+δ) + zt cos δ, ya - e cos(Φ+δ) + zt sin δ)
//!   = (xa + zf cos(Ω+ε) + u sin ε, ya + zf sin(Ω+ε) - u cos ε)
//! ```
//!
//! At t = 0.03 the sources give β = 15.81077119629904.
//!
//! - E. Hairer, G. Wanner, "Solving ordinary differential equations II", section VII.7.
//! - F. Mazzia, C. Magherini, "Test set for initial value problem solvers": Andrews' squeezing
//!   mechanism.

use super::super::{par, Problem};
use super::kit::*;
use crate::error::ModelError;
use crate::forces::{Along, Characteristic, ExpressionForce};
use crate::frame::{Anchor, V3};
use crate::joints::Primitive;
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEMS: &[Problem] = &[Problem {
    source: "Hairer, Wanner; Test set for initial value problem solvers",
    ..mechanism(
        "joints",
        "andrews-squeezer",
        "Andrews' squeezing mechanism: seven bodies, three loops, very fast",
        &[
            par("mom", "0.033", "torque on the crank"),
            par("c0", "4530", "stiffness of the spring"),
            par("l0", "0.07785", "length of the spring at rest"),
            par("g", "0", "gravity, along -y"),
        ],
        1e-5,
        0.03,
        build,
    )
}];

/// Masses and moments of inertia of K1 to K7.
const BODIES: [(f64, f64); 7] = [
    (0.04325, 2.194e-6),
    (0.00365, 4.410e-7),
    (0.02373, 5.255e-6),
    (0.00706, 5.667e-7),
    (0.07050, 1.169e-5),
    (0.00706, 5.667e-7),
    (0.05498, 1.912e-5),
];
/// The fixed points A, B and C.
const A: [f64; 2] = [-0.06934, -0.00227];
const B: [f64; 2] = [-0.03635, 0.03273];
const C: [f64; 2] = [0.014, 0.072];
const BETA: f64 = -0.061_713_890_014_276_45;
const GAMMA: f64 = 0.455_279_819_163_070_4;
const PHI: f64 = 0.222_668_390_165_885_88;
const DELTA: f64 = 0.487_364_979_543_842_55;
const EPSILON: f64 = 1.230_547_444_549_821_2;

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let m = &mut model;
    let [a, b, c] = [A, B, C].map(|[x, y]| at(x, y));
    let o = V3::zeros();
    let (rr, d, ra, da) = (0.007, 0.028, 0.00092, 0.0115);
    // Θ(0) = 0 and Ω(0) = -Φ(0)
    let angles = [BETA, BETA, GAMMA, PHI + DELTA, DELTA, EPSILON - PHI, EPSILON];
    // a point of a body by its components along the axes of the body
    let from = |k: usize, r: V3, x: f64, y: f64| {
        let (s, c) = angles[k].sin_cos();
        r + at(c * x - s * y, s * x + c * y)
    };
    let pin_at = from(0, o, rr, 0.0);
    let knot = from(1, pin_at, -d, 0.0);
    let (elbow5, elbow7) = (from(4, a, 0.04, 0.0), from(6, a, 0.0, -0.04));
    let centres = [
        from(0, o, ra, 0.0),
        from(1, pin_at, -da, 0.0),
        from(2, b, 0.01043, -0.01874),
        from(3, elbow5, 0.0, -(0.02 - 0.01421)),
        from(4, a, 0.02308, 0.00916),
        from(5, elbow7, 0.02 - 0.01421, 0.0),
        from(6, a, -0.00449, -0.01228),
    ];
    let mut bodies = Vec::new();
    for k in 0..7 {
        let (mass, J) = BODIES[k];
        bodies.push(plate(m, &format!("K{}", k + 1), mass, J, centres[k], angles[k]));
    }
    pivot(m, "O", &bodies[0], o);
    pin(m, "crank", &bodies[0], &bodies[1], pin_at);
    pivot(m, "B", &bodies[2], b);
    pin(m, "K2-K3", &bodies[1], &bodies[2], knot);
    pin(m, "K2-K4", &bodies[1], &bodies[3], knot);
    pin(m, "K2-K6", &bodies[1], &bodies[5], knot);
    pivot(m, "A5", &bodies[4], a);
    pin(m, "K4-K5", &bodies[3], &bodies[4], elbow5);
    pivot(m, "A7", &bodies[6], a);
    pin(m, "K6-K7", &bodies[5], &bodies[6], elbow7);
    let torque = p.number("mom")?;
    m.force("torque", ExpressionForce::torque(bodies[0].at(o), 2, &format!("{torque:?}"))?);
    let law = Characteristic::SpringDamper {
        k: super::super::at_least_zero(p, "c0")?,
        c: 0.0,
        s0: p.number("l0")?,
    };
    let hook = bodies[2].at(from(2, b, 0.02, -0.018));
    let distance = Primitive::Distance { length: 0.0 };
    m.force("spring", Along::new(distance, Anchor::world(c), hook, law));
    Ok(model)
}
