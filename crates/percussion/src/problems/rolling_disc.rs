//! A thin disc that rolls on its rim in a circle.
//!
//! Disc of radius R, Θ = m R² diag(1/4, 1/4, 1/2), the axis of the disc is e_z of the body; the
//! lowest point of the rim is on the plane z = 0. It starts tilted by theta0 about x, with its centre
//! at (0, -rho, R sin theta0), so that the axis leans out of the circle of radius rho that the
//! centre runs through.
//!
//! With the precession ω about the vertical, the centre has the velocity ω rho along x, and rolling
//! without slip, v + Ω × r_C = 0 at the contact point, asks for the angular velocity
//!
//! ```text
//! Ω = (0, ω sin theta0, -ω rho/R)      in body components
//! ```
//!
//! By default (omega = steady) ω is the one with which this motion is steady,
//!
//! ```text
//! ω² = g cos theta0 / (sin theta0 (3 rho/2 + R cos theta0 / 4)),
//! ```
//!
//! from the balance of moments about the centre of mass: the inclination stays, and the centre is at
//! rho (sin ωt, -cos ωt). Any other number rolls, too, and nutates.

use super::{law, par, Problem};
use crate::bodies::RigidBody;
use crate::collision::contacts::RimOnPlane;
use crate::error::ModelError;
use crate::frame::{Anchor, V3};
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    name: "rolling-disc",
    summary: "a disc rolls on its rim in a circle: spatial friction that sticks",
    source: "classical (steady rolling of a disc)",
    set: "",
    parameters: &[
        par("R", "0.3", "radius of the disc"),
        par("m", "2", "mass"),
        par("g", "9.81", "gravity, along -z"),
        par("mu", "0.5", "friction coefficient"),
        par("e_N", "0", "restitution"),
        par("theta0", "1.2", "inclination of the axis from the vertical, above 0, at most pi/2"),
        par("rho", "1.5", "radius of the circle of the centre"),
        par("omega", "steady", "precession about the vertical: a number, or steady"),
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-3,
    t_end: 5.0,
    references: &[],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let g = p.number("g")?;
    model.gravity(V3::new(0.0, 0.0, -g));
    let (R, m, rho) = (p.positive("R")?, p.positive("m")?, p.positive("rho")?);
    let theta = p.positive("theta0")?;
    if theta > 0.5 * std::f64::consts::PI {
        return Err(ModelError::value("theta0", theta, "greater than 0, at most pi/2"));
    }
    let (s, c) = theta.sin_cos();
    let omega = match p.text("omega") {
        "steady" => (g.max(0.0) * c / (s * (1.5 * rho + 0.25 * R * c))).sqrt(),
        _ => p.number("omega")?,
    };
    let (sh, ch) = (0.5 * theta).sin_cos();
    let I = m * R * R / 4.0;
    let disc = model.body(
        "disc",
        RigidBody::principal(m, I, I, 2.0 * I),
        &[0.0, -rho, R * s, ch, sh, 0.0, 0.0],
        &[omega * rho, 0.0, 0.0, 0.0, omega * s, -omega * rho / R],
    );
    model.contact(
        "rim",
        RimOnPlane { R },
        Anchor::world(V3::zeros()),
        Anchor::on(disc, V3::zeros()),
        law(p)?,
    );
    Ok(model)
}
