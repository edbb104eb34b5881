//! Pendulums and linkages with impacts, gravity along -y (`door-stop`: along -z).
//!
//! `arm-stops`: an elbow that can bend within two angles only. `pendulum-walls`: a rod that swings
//! between two walls. `double-pendulum-floor`: the tip of a double pendulum falls on a rough floor.
//! `four-bar-stop`: the rocker of a four-bar linkage hits a stop. `newtons-cradle`: balls on strings
//! of constant length with small gaps between them. `door-stop`: a door on two hinges (redundant)
//! falls against its frame.

use super::super::{at_least_zero, law, par, Problem};
use super::kit::*;
use crate::bodies::PointMass;
use crate::collision::contacts::{SphereOnPlane, SphereOnSphere, Stop};
use crate::error::ModelError;
use crate::frame::{basis, rotation, Anchor, BodyId, M3, V3};
use crate::joints::{Joint, Primitive};
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const G: OptionInfo = par("g", "9.81", "gravity, along -y");
const M: OptionInfo = par("m", "1", "mass of each rod");
const L: OptionInfo = par("l", "1", "length of each rod");

pub(super) const PROBLEMS: &[Problem] = &[
    mechanism(
        "impacts",
        "arm-stops",
        "an arm of two links whose elbow hits its stops",
        &[
            M,
            L,
            G,
            par("bend", "0.6", "largest angle of the elbow to either side"),
            par("theta0", "0.3", "initial angle of both links from +x"),
            par("e_N", "0.4", "restitution of the stops"),
        ],
        1e-3,
        4.0,
        arm,
    ),
    mechanism(
        "impacts",
        "pendulum-walls",
        "a rod swings between two walls",
        &[
            M,
            L,
            G,
            par("w", "0.5", "distance of each wall from the hinge"),
            par("omega0", "5", "initial angular velocity, hanging down"),
            par("e_N", "0.8", "restitution of the walls"),
        ],
        1e-3,
        4.0,
        walls,
    ),
    mechanism(
        "impacts",
        "double-pendulum-floor",
        "the tip of a double pendulum bounces and slides on a rough floor",
        &[
            M,
            L,
            G,
            par("h", "1.6", "height of the hinge above the floor"),
            par("e_N", "0.5", "restitution of the floor"),
            par("mu", "0.3", "friction coefficient of the floor"),
        ],
        1e-3,
        4.0,
        floor,
    ),
    mechanism(
        "impacts",
        "four-bar-stop",
        "the rocker of a four-bar linkage hits a stop",
        &[
            par("stop", "2.3", "largest angle of the rocker"),
            par("theta0", "1", "initial angle of the crank"),
            G,
            par("e_N", "0.6", "restitution of the stop"),
        ],
        1e-3,
        3.0,
        four_bar,
    ),
    mechanism(
        "impacts",
        "newtons-cradle",
        "balls on strings, the first one lifted: a row of impacts, one after another",
        &[
            par("n", "5", "number of balls"),
            par("l", "1", "length of the strings"),
            par("R", "0.05", "radius of the balls"),
            par("gap", "0.002", "gap between the balls at rest"),
            par("theta0", "0.5", "initial angle of the first string"),
            G,
            par("e_N", "0.98", "restitution"),
        ],
        1e-3,
        4.0,
        cradle,
    ),
    mechanism(
        "impacts",
        "door-stop",
        "a door on two hinges falls against its frame: redundant joints and impacts in space",
        &[
            par("m", "5", "mass"),
            par("b", "1", "width"),
            par("h", "2", "height, and distance of the hinges"),
            par("g", "9.81", "gravity, along -z"),
            par("tilt", "0.3", "angle of the axis from the vertical"),
            par("theta0", "1.2", "initial angle from the lowest position, where the frame is"),
            par("e_N", "0.5", "restitution of the frame"),
        ],
        2e-3,
        6.0,
        door,
    ),
];

/// The angle of `b` relative to `a` stays below (`upper`) or above the limit.
fn angle(limit: f64, upper: bool) -> Stop {
    // counted from the limit itself, so that half a turn is left on either side
    Stop { primitive: Primitive::Angle { zero: limit, sign: 1.0 }, limit: 0.0, upper }
}

fn arm(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (m, l, bend) = (p.positive("m")?, p.positive("l")?, p.within("bend", 0.0, 3.0)?);
    let theta = p.number("theta0")?;
    let o = V3::zeros();
    let (a, b) = (polar(o, l, theta), polar(o, 2.0 * l, theta));
    let upper = rod(&mut model, "upper", m, o, a);
    let lower = rod(&mut model, "lower", m, a, b);
    pivot(&mut model, "shoulder", &upper, o);
    pin(&mut model, "elbow", &upper, &lower, a);
    model.stop("up", angle(bend, true), upper.at(a), lower.at(a), law(p)?);
    model.stop("down", angle(-bend, false), upper.at(a), lower.at(a), law(p)?);
    Ok(model)
}

fn walls(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (l, w, omega) = (p.positive("l")?, p.positive("w")?, p.number("omega0")?);
    let (o, tip) = (V3::zeros(), at(0.0, -l));
    let body = rod(&mut model, "rod", p.positive("m")?, o, tip);
    model.set_velocities(body.body, &[0.5 * l * omega, 0.0, omega]);
    pivot(&mut model, "hinge", &body, o);
    let wall = |x: f64, n: f64| Anchor::plane(at(x, 0.0), V3::x() * n);
    model.contact("left", SphereOnPlane { R: 0.0 }, wall(-w, 1.0), body.at(tip), law(p)?);
    model.contact("right", SphereOnPlane { R: 0.0 }, wall(w, -1.0), body.at(tip), law(p)?);
    Ok(model)
}

fn floor(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (m, l, h) = (p.positive("m")?, p.positive("l")?, p.positive("h")?);
    let [o, a, b] = [0.0, l, 2.0 * l].map(|x| at(x, 0.0));
    let upper = rod(&mut model, "upper", m, o, a);
    let lower = rod(&mut model, "lower", m, a, b);
    pivot(&mut model, "hinge1", &upper, o);
    pin(&mut model, "hinge2", &upper, &lower, a);
    let ground = Anchor::plane(at(0.0, -h), V3::y());
    model.contact("tip", SphereOnPlane { R: 0.0 }, ground, lower.at(b), law(p)?);
    Ok(model)
}

fn four_bar(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (o, c) = (V3::zeros(), at(1.0, 0.0));
    let a = polar(o, 0.3, p.number("theta0")?);
    let b = meet("coupler and rocker", a, 0.9, c, 0.7, 1.0)?;
    let crank = rod(&mut model, "crank", 0.6, o, a);
    let coupler = rod(&mut model, "coupler", 1.8, a, b);
    let rocker = rod(&mut model, "rocker", 1.4, c, b);
    pivot(&mut model, "hinge1", &crank, o);
    pin(&mut model, "hinge2", &crank, &coupler, a);
    pin(&mut model, "hinge3", &coupler, &rocker, b);
    pivot(&mut model, "hinge4", &rocker, c);
    let limit = angle(p.number("stop")?, true);
    model.stop("stop", limit, Anchor::world(c), rocker.at(c), law(p)?);
    Ok(model)
}

fn cradle(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let n = p.whole("n", 2, 1000)?;
    let (l, R, gap) = (p.positive("l")?, p.positive("R")?, at_least_zero(p, "gap")?);
    let theta = p.number("theta0")?;
    for k in 0..n {
        let hook = at(k as f64 * (2.0 * R + gap), 0.0);
        let angle = if k == 0 { theta } else { 0.0 };
        let r = hook - at(angle.sin(), angle.cos()) * l;
        let ball = PointMass { m: 1.0, dim: 2 };
        let ball = model.body(&format!("ball{}", k + 1), ball, &[r.x, r.y], &[0.0; 2]);
        let length = (r - hook).norm();
        let string = Joint::distance(length);
        let centre = Anchor::on(ball, V3::zeros());
        model.joint(&format!("string{}", k + 1), string, Anchor::world(hook), centre.clone());
        if k > 0 {
            let balls = SphereOnSphere { R1: R, R2: R };
            let before = Anchor::on(BodyId(ball.0 - 1), V3::zeros());
            model.contact(&format!("c{k}"), balls, before, centre, law(p)?);
        }
    }
    Ok(model)
}

fn door(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed_in_space(p)?;
    let (m, b, h) = (p.positive("m")?, p.positive("b")?, p.positive("h")?);
    let (tilt, theta) = (p.number("tilt")?, p.within("theta0", 0.0, 3.0)?);
    let axis = V3::new(tilt.sin(), 0.0, tilt.cos());
    let low = V3::new(tilt.cos(), 0.0, -tilt.sin());
    let out = rotation(&axis, theta) * low;
    let A = M3::from_columns(&[out, axis.cross(&out), axis]);
    let inertia = [m * h * h / 12.0, m * (b * b + h * h) / 12.0, m * b * b / 12.0];
    let panel = solid(&mut model, "door", m, inertia, out * (0.5 * b), A);
    axle(&mut model, "hinge1", None, &panel, axis * (0.5 * h), axis);
    axle(&mut model, "hinge2", None, &panel, axis * (-0.5 * h), axis);
    // a plane through the axis and the lowest position
    let side = axis.cross(&low);
    let frame = Anchor::world(V3::zeros()).with_axes(basis(&side));
    let corner = panel.at(out * b);
    model.contact("frame", SphereOnPlane { R: 0.0 }, frame, corner, law(p)?);
    Ok(model)
}
