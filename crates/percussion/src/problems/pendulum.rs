//! A rigid pendulum in absolute coordinates, free or bouncing against an obstacle.
//!
//! q = (x, y, theta) with the centre of mass (x, y) at the distance L from the hinge,
//! M = diag(m, m, J), h = (0, m g, 0) with g along +y. The joint has the rows
//!
//! ```text
//! g_1 = x - L cos theta = 0        g_2 = y - L sin theta = 0
//! ```
//!
//! in this order, and their multipliers act with M a = h + Wλ. The obstacle is x ≥ x_min.
//!
//! O. Brüls, V. Acary, A. Cardona, "On the constraints formulation in the nonsmooth generalized-α
//! method", sections 5.1 and 6.1. The sign of gravity and the restitution are not printed there:
//! g = +10 and e_N = 0.8 fit the figures.

use super::{law, par, Problem, ReferenceInfo};
use crate::bodies::PlanarBody;
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::frame::{Anchor, BodyId, V3};
use crate::joints::Joint;
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const Q: &[&str] = &["x", "y", "theta"];
const LENGTH: OptionInfo = par("L", "1", "distance of the centre of mass from the hinge");
const MASS: OptionInfo = par("m", "1", "mass");
const INERTIA: OptionInfo = par("J", "0.1", "moment of inertia about the centre of mass");
const GRAVITY: OptionInfo = par("g", "10", "gravity, its component along +y");

pub(super) const SMOOTH: Problem = Problem {
    name: "pendulum",
    summary: "a rigid pendulum in absolute coordinates: two joint rows, smooth motion",
    source: "Bruels, Acary, Cardona, \"On the constraints formulation in the nonsmooth generalized-alpha method\", 2018, DOI 10.1007/978-3-319-75972-2_9, section 5.1",
    set: "",
    parameters: &[
        LENGTH,
        MASS,
        INERTIA,
        GRAVITY,
        par("theta0", "pi/6", "initial angle"),
        par("omega0", "10", "initial angular velocity"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.9")],
    dt: 2e-3,
    t_end: 4.0,
    references: &[
        ReferenceInfo { name: "pendulum", set: &[], q: Q, u: Q, until: 5.0 },
        ReferenceInfo { name: "pendulum-against-gravity", set: &[("g", "-10")], q: Q, u: Q, until: 4.0 },
    ],
    build: |p| hinged(p).map(|(model, _)| model),
};

pub(super) const BOUNCING: Problem = Problem {
    name: "bouncing-pendulum",
    summary: "a rigid pendulum bounces against an obstacle until it rests on it",
    source: "Bruels, Acary, Cardona, \"On the constraints formulation in the nonsmooth generalized-alpha method\", 2018, DOI 10.1007/978-3-319-75972-2_9, section 6.1",
    set: "",
    parameters: &[
        LENGTH,
        MASS,
        INERTIA,
        GRAVITY,
        par("theta0", "pi/12", "initial angle"),
        par("omega0", "0", "initial angular velocity"),
        par("x_min", "0.70710678118654752", "position of the obstacle"),
        par("e_N", "0.8", "restitution"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.9")],
    dt: 1e-3,
    t_end: 4.0,
    references: &[
        ReferenceInfo { name: "bouncing-pendulum", set: &[], q: Q, u: Q, until: 8.0 },
        ReferenceInfo {
            name: "bouncing-pendulum-against-gravity",
            set: &[("g", "-10")],
            q: Q,
            u: Q,
            until: 6.0,
        },
    ],
    build: bouncing,
};

fn hinged(p: &Options) -> Result<(Model, BodyId), ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, p.number("g")?, 0.0));
    let L = p.positive("L")?;
    let (theta, omega) = (p.number("theta0")?, p.number("omega0")?);
    let (s, c) = theta.sin_cos();
    let body = model.body(
        "pendulum",
        PlanarBody::new(p.positive("m")?, p.positive("J")?),
        &[L * c, L * s, theta],
        &[-L * s * omega, L * c * omega, omega],
    );
    model.joint(
        "hinge",
        Joint::revolute(),
        Anchor::world(V3::zeros()),
        Anchor::on(body, V3::new(-L, 0.0, 0.0)),
    );
    Ok((model, body))
}

fn bouncing(p: &Options) -> Result<Model, ModelError> {
    let (mut model, body) = hinged(p)?;
    model.contact(
        "obstacle",
        SphereOnPlane { R: 0.0 },
        Anchor::plane(V3::new(p.number("x_min")?, 0.0, 0.0), V3::x()),
        Anchor::on(body, V3::zeros()),
        law(p)?,
    );
    Ok(model)
}
