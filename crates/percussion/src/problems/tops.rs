//! A free rigid body and the heavy top.
//!
//! `free-top`: Θ Ω' + Ω × Θ Ω = 0 with Θ = diag(1, 2, 3), turning almost about the axis of the
//! middle moment of inertia: it turns over again and again (Dzhanibekov's effect).
//!
//! `heavy-top`: a symmetric top on a fixed point at the origin, held there by a spherical joint; its
//! centre of mass is at l along e_z of the body. I1 and I3 are the moments of inertia about the
//! PIVOT; about the centre of mass they are I1 - m l² and I3. It starts tilted by theta0 about x and
//! turns about its axis only: fast top with slow precession and nutation.

use super::{par, Problem, ReferenceInfo};
use crate::bodies::RigidBody;
use crate::error::ModelError;
use crate::frame::{Anchor, V3};
use crate::joints::Joint;
use crate::model::Model;
use crate::schemes::Options;

pub(super) const FREE: Problem = Problem {
    name: "free-top",
    summary: "a free rigid body turns over about its middle axis (Dzhanibekov)",
    source: "Euler's equations",
    set: "",
    parameters: &[
        par("m", "1", "mass"),
        par("I1", "1", "moment of inertia about x of the body"),
        par("I2", "2", "moment of inertia about y of the body"),
        par("I3", "3", "moment of inertia about z of the body"),
        par("g", "0", "gravity, along -z"),
        par("u0.wx", "0.01", "initial angular velocity, body component x"),
        par("u0.wy", "2", "initial angular velocity, body component y"),
        par("u0.wz", "0.01", "initial angular velocity, body component z"),
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-2,
    t_end: 40.0,
    references: &[],
    build: free,
};

pub(super) const HEAVY: Problem = Problem {
    name: "heavy-top",
    summary: "a fast symmetric top on a fixed point: spherical joint, quaternions",
    source: "classical",
    set: "",
    parameters: &[
        par("m", "0.5", "mass"),
        par("l", "0.1", "distance of the centre of mass from the pivot"),
        par("I1", "0.006", "moment of inertia about x and y, through the pivot"),
        par("I3", "0.0008", "moment of inertia about the axis"),
        par("g", "9.81", "gravity, along -z"),
        par("theta0", "0.6", "initial inclination, about x"),
        par("omega", "150", "initial angular velocity about the axis"),
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-4,
    t_end: 2.0,
    references: &[ReferenceInfo {
        name: "heavy-top",
        set: &[],
        q: &["p0", "p1", "p2", "p3"],
        u: &["wx", "wy", "wz"],
        until: 2.0,
    }],
    build: heavy,
};

fn free(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, 0.0, -p.number("g")?));
    let [i1, i2, i3] = [p.positive("I1")?, p.positive("I2")?, p.positive("I3")?];
    let w = [p.number("u0.wx")?, p.number("u0.wy")?, p.number("u0.wz")?];
    model.body(
        "top",
        RigidBody::principal(p.positive("m")?, i1, i2, i3),
        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
        &[0.0, 0.0, 0.0, w[0], w[1], w[2]],
    );
    Ok(model)
}

fn heavy(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, 0.0, -p.number("g")?));
    let (m, l) = (p.positive("m")?, p.positive("l")?);
    let (I1, I3) = (p.positive("I1")?, p.positive("I3")?);
    let centre = I1 - m * l * l;
    if centre <= 0.0 {
        let allowed = format!("more than m l^2 = {}", m * l * l);
        return Err(ModelError::value("I1", I1, &allowed));
    }
    let theta = p.number("theta0")?;
    let (s, c) = (0.5 * theta).sin_cos();
    let top = model.body(
        "top",
        RigidBody::principal(m, centre, centre, I3),
        &[0.0, -l * theta.sin(), l * theta.cos(), c, s, 0.0, 0.0],
        &[0.0, 0.0, 0.0, 0.0, 0.0, p.number("omega")?],
    );
    model.joint(
        "pivot",
        Joint::spherical(),
        Anchor::world(V3::zeros()),
        Anchor::on(top, V3::new(0.0, 0.0, -l)),
    );
    Ok(model)
}
