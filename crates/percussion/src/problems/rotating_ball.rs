//! A spinning ball that falls on a rough plane.
//!
//! q = (x, y, phi), M = diag(m, m, 2 m R²/5), h = (0, -m g, 0),
//!
//! ```text
//! g_N = y - R        γ_F = x' + R phi'
//! ```
//!
//! ω = 50: the contact slides after the impact and then rolls; ω = 10: it sticks at the impact with
//! Λ_F = -(2/7) m R ω; ω = 0 with e_N = 1/2: infinitely many impacts and then rest.
//!
//! G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine, "A nonsmooth generalized-α method for
//! mechanical systems with frictional contact", 2021, section 10.1.

use super::{law, par, Problem, ReferenceInfo};
use crate::bodies::PlanarBody;
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::frame::{Anchor, BodyId, V3};
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const Q: &[&str] = &["x", "y", "phi"];

pub(super) const PROBLEM: Problem = Problem {
    name: "rotating-ball",
    summary: "a spinning ball falls on a rough plane: impact with friction, slip, stick, rolling",
    source: "Capobianco, Harsch, Eugster, Leine, \"A nonsmooth generalized-alpha method for mechanical systems with frictional contact\", 2021, DOI 10.1002/nme.6801, section 10.1",
    set: "",
    parameters: &[
        MASS,
        RADIUS,
        GRAVITY,
        par("mu", "0.2", "friction coefficient"),
        par("e_N", "0", "restitution in the normal direction"),
        par("e_F", "0", "restitution in the tangential direction"),
        par("omega", "50", "initial angular velocity"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.5")],
    dt: 2e-3,
    t_end: 1.0,
    references: &[
        ReferenceInfo { name: "rotating-ball-spin-50", set: &[], q: Q, u: Q, until: 1.0 },
        ReferenceInfo { name: "rotating-ball-spin-10", set: &[("omega", "10")], q: Q, u: Q, until: 1.0 },
        ReferenceInfo {
            name: "rotating-ball-bounces",
            set: &[("omega", "0"), ("e_N", "0.5")],
            q: Q,
            u: Q,
            until: 1.5,
        },
    ],
    build,
};

/// Mass of the ball, here and in the corner and the cylinder.
pub(super) const MASS: OptionInfo = par("m", "1", "mass");
/// Its radius.
pub(super) const RADIUS: OptionInfo = par("R", "0.1", "radius of the ball");
/// Gravity.
pub(super) const GRAVITY: OptionInfo = par("g", "9.81", "gravity, along -y");

/// Adds gravity and the ball with the parameters m, R, g; returns its handle and radius.
pub(super) fn ball(
    model: &mut Model,
    p: &Options,
    q0: &[f64; 3],
    u0: &[f64; 3],
) -> Result<(BodyId, f64), ModelError> {
    model.gravity(V3::new(0.0, -p.number("g")?, 0.0));
    let (m, R) = (p.positive("m")?, p.positive("R")?);
    let body = PlanarBody::new(m, 0.4 * m * R * R).angle("phi");
    Ok((model.body("ball", body, q0, u0), R))
}

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let u0 = [0.0, 0.0, p.number("omega")?];
    let (ball, R) = ball(&mut model, p, &[0.0, 1.0, 0.0], &u0)?;
    model.contact(
        "plane",
        SphereOnPlane { R },
        Anchor::plane(V3::zeros(), V3::y()),
        Anchor::on(ball, V3::zeros()),
        law(p)?,
    );
    Ok(model)
}
