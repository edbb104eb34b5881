//! A hopper that is guided vertically: a main body, a rigid thigh with a prescribed angle and a
//! flexible shank with a prescribed angle at the knee, whose end touches a rough floor.
//!
//! ```text
//! α(t) = π/3 - π/30 (1 - cos 4πt)       β(t) = π - 2 α(t)
//! knee = hip + L (sin α, -cos α)        tangent angle of the shank at the knee = π/2 + α + β
//! ```
//!
//! The main body is a point mass on a vertical guide, the thigh a planar rigid body of mass m hinged
//! to it and turned by a drive, the shank a B-spline beam clamped to the thigh by a driven joint.
//!
//! G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine, "A nonsmooth generalized-α method for
//! mechanical systems with frictional contact", 2021, section 10.5. The thigh's inertia does not
//! matter, since its angle is prescribed.

use super::{law, par, Problem};
use crate::bodies::{PlanarBody, PointMass, SplineBeam};
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::frame::{Anchor, Drive, TimeFn, V3};
use crate::joints::{Joint, Primitive};
use crate::laws::ContactLaw;
use crate::model::Model;
use crate::schemes::Options;
use std::f64::consts::PI;

pub(super) const PROBLEM: Problem = Problem {
    set: "",
    name: "guided-hopper",
    summary: "a guided body on a driven leg with a flexible shank hops on a rough floor",
    source: "Capobianco, Harsch, Eugster, Leine, \"A nonsmooth generalized-alpha method for mechanical systems with frictional contact\", 2021, DOI 10.1002/nme.6801, section 10.5",
    parameters: &[
        par("M", "3", "mass of the main body"),
        par("m", "1.56", "mass of the thigh"),
        par("theta", "8.5e-3", "moment of inertia of the thigh"),
        par("L", "0.2", "length of thigh and shank"),
        par("EA", "1.89e7", "axial stiffness of the shank"),
        par("EI", "14.2", "bending stiffness of the shank"),
        par("rhoA", "0.71", "mass per length of the shank"),
        par("elements", "2", "number of elements of the shank"),
        par("degree", "2", "degree of the B-spline, 2 to 5"),
        par("gauss", "5", "Gauss points of an element"),
        par("y0", "0.31", "initial height of the hip"),
        par("g", "9.81", "gravity, along -y"),
        par("mu", "0.2", "friction coefficient"),
        par("e_N", "0", "restitution in the normal direction"),
        par("e_F", "0", "restitution in the tangential direction"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0")],
    dt: 5e-5,
    t_end: 1.0,
    references: &[],
    build,
};

/// α(t), and where it starts.
const ALPHA: &str = "pi/3 - pi/30*(1 - cos(4*pi*t))";
const START: f64 = PI / 3.0;

fn turn(angle: &str) -> Result<Drive, ModelError> {
    Ok(Drive::turn(TimeFn::expression(angle)?))
}

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -p.number("g")?, 0.0));
    let (L, y0) = (p.positive("L")?, p.number("y0")?);
    let (sin, cos) = START.sin_cos();
    let hip = V3::new(0.0, y0, 0.0);
    let knee = hip + V3::new(L * sin, -L * cos, 0.0);
    let main = model.body("main", PointMass { m: p.positive("M")?, dim: 2 }, &[0.0, y0], &[0.0; 2]);
    let centre = 0.5 * (hip + knee);
    let thigh = model.body(
        "thigh",
        PlanarBody::new(p.positive("m")?, p.positive("theta")?),
        &[centre.x, centre.y, START - 0.5 * PI],
        &[0.0; 3],
    );
    let shank = SplineBeam::new(
        L,
        p.whole("elements", 1, 10_000)?,
        p.whole("degree", 2, 5)?,
        p.positive("EA")?,
        p.positive("EI")?,
        p.positive("rhoA")?,
    )
    .gauss(p.whole("gauss", 2, 64)?);
    let q0 = shank.shape(knee.x, knee.y, 1.5 * PI - START);
    let u0 = vec![0.0; q0.len()];
    let shank = model.body("shank", shank, &q0, &u0);
    let half = V3::new(0.5 * L, 0.0, 0.0);
    let world = || Anchor::world(V3::zeros());
    let guide = Joint { primitives: vec![Primitive::Coincide { e: V3::x() }] };
    model.joint("guide", guide, world(), Anchor::on(main, V3::zeros()));
    model.joint("hip", Joint::revolute(), Anchor::on(main, V3::zeros()), Anchor::on(thigh, -half));
    let angle = turn(&format!("{ALPHA} - pi/2"))?;
    let still = Anchor::on(thigh, V3::zeros());
    model.joint("drive", Joint::lock_turn(), world().driven(angle), still);
    // π + β relative to the thigh
    let bend = turn(&format!("2*(pi - ({ALPHA}))"))?;
    let end = Anchor::on(thigh, half).driven(bend);
    model.joint("knee", Joint::fixed(), end, Anchor::node(shank, 0));
    let floor = Anchor::plane(V3::zeros(), V3::y());
    // the prox parameter of the paper; no solution depends on it, but the Newton iterations do
    let law = ContactLaw { r: Some(0.15), ..law(p)? };
    model.contact("foot", SphereOnPlane { R: 0.0 }, floor, Anchor::node(shank, 1), law);
    Ok(model)
}
