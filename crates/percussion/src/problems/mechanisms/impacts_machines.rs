//! Machines with impacts, gravity along -y.
//!
//! `cam-follower`: an eccentric disc turns so fast that the roller of the follower leaves it.
//! `trip-hammer`: the pins of a wheel press the tail of a helve down; the head falls on the anvil.
//! `ratchet`: a sprung pawl rides over the pins of a wheel and drops back on its stop.
//! `escapement`: a wheel with a torque is let go pin by pin by two pallets on a balance. `gripper`:
//! two sprung fingers close on a falling disc. `wheel-kerb`: a rolling wheel hits an edge.

use super::super::{law, par, Problem};
use super::kit::*;
use crate::collision::contacts::{SphereOnPlane, SphereOnSphere, Stop};
use crate::error::ModelError;
use crate::forces::{Along, Characteristic, ExpressionForce};
use crate::frame::{basis, Anchor, V3};
use crate::joints::Primitive;
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const G: OptionInfo = par("g", "9.81", "gravity, along -y");

pub(super) const PROBLEMS: &[Problem] = &[
    mechanism(
        "impacts",
        "cam-follower",
        "a follower leaves its fast cam and falls back on it",
        &[
            par("R", "0.05", "radius of the cam"),
            par("e", "0.02", "its eccentricity"),
            par("r", "0.02", "radius of the roller"),
            par("m", "0.5", "mass of the follower"),
            par("k", "150", "stiffness of the spring on the follower"),
            par("omega", "40", "angular velocity of the cam"),
            G,
            par("e_N", "0.3", "restitution"),
        ],
        2e-4,
        1.0,
        cam,
    ),
    mechanism(
        "impacts",
        "trip-hammer",
        "a turning wheel lifts a hammer by its tail and lets it fall on the anvil",
        &[
            par("m", "3", "mass of the head"),
            par("omega", "3", "angular velocity of the wheel"),
            G,
            par("e_N", "0.2", "restitution"),
        ],
        1e-3,
        3.5,
        hammer,
    ),
    mechanism(
        "impacts",
        "ratchet",
        "a sprung pawl rides over the pins of a turning wheel",
        &[
            par("n", "8", "number of pins"),
            par("k", "2", "stiffness of the pawl's spring"),
            par("omega", "2", "angular velocity of the wheel"),
            G,
            par("e_N", "0.2", "restitution"),
        ],
        1e-3,
        2.0,
        ratchet,
    ),
    mechanism(
        "impacts",
        "escapement",
        "a balance with two pallets lets a wheel go pin by pin",
        &[
            par("J", "0.002", "moment of inertia of the wheel"),
            par("torque", "0.02", "torque on the wheel"),
            par("k", "0.08", "stiffness of the balance spring"),
            par("amplitude", "0.5", "initial angle of the balance"),
            par("g", "0", "gravity, along -y; the balance is balanced"),
            par("e_N", "0.1", "restitution"),
        ],
        1e-3,
        4.0,
        escapement,
    ),
    mechanism(
        "impacts",
        "gripper",
        "two sprung fingers close on a falling disc and hold it by friction",
        &[
            par("R", "0.05", "radius of the disc"),
            par("m", "0.2", "mass of the disc"),
            par("k", "5", "stiffness of the springs that close the fingers"),
            G,
            par("e_N", "0.1", "restitution"),
            par("mu", "0.6", "friction coefficient"),
        ],
        5e-4,
        1.0,
        gripper,
    ),
    mechanism(
        "impacts",
        "wheel-kerb",
        "a rolling wheel hits the edge of a kerb and falls back",
        &[
            par("R", "0.3", "radius of the wheel, a disc"),
            par("m", "5", "mass of the wheel"),
            par("h", "0.08", "height of the edge"),
            par("v0", "1.2", "initial velocity"),
            G,
            par("e_N", "0.2", "restitution"),
            par("mu", "0.6", "friction coefficient"),
        ],
        1e-3,
        3.0,
        kerb,
    ),
];

/// A wheel about the origin, turned by a motor, and the pins on it.
fn pin_wheel(
    model: &mut Model,
    n: usize,
    radius: f64,
    start: f64,
    J: f64,
    omega: Option<f64>,
) -> Result<(Placed, Vec<Anchor>), ModelError> {
    let o = V3::zeros();
    let wheel = plate(model, "wheel", 2.0, J, o, 0.0);
    pivot(model, "axle", &wheel, o);
    if let Some(omega) = omega {
        motor(model, "motor", &wheel, o, steady(omega)?);
        model.set_velocities(wheel.body, &[0.0, 0.0, omega]);
    }
    let angle = |k: usize| start + k as f64 * std::f64::consts::TAU / n as f64;
    let pins = (0..n).map(|k| wheel.at(polar(o, radius, angle(k)))).collect();
    Ok((wheel, pins))
}

fn cam(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let [R, e, r] = [p.positive("R")?, p.positive("e")?, p.positive("r")?];
    let m = p.positive("m")?;
    let omega = p.number("omega")?;
    let o = V3::zeros();
    let cam = plate(&mut model, "cam", 1.0, 0.5 * R * R, o, 0.0);
    model.set_velocities(cam.body, &[0.0, 0.0, omega]);
    pivot(&mut model, "axle", &cam, o);
    motor(&mut model, "motor", &cam, o, steady(omega)?);
    // the centre of the disc starts below the axle: the follower is at its lowest
    let start = at(0.0, R + r - e);
    let follower = plate(&mut model, "follower", m, m * R * R, start, 0.0);
    guide(&mut model, "guide", None, &follower, start, V3::y());
    let (centre, roller) = (cam.at(at(0.0, -e)), follower.at(start));
    model.contact("cam-roller", SphereOnSphere { R1: R, R2: r }, centre, roller.clone(), law(p)?);
    let law = Characteristic::SpringDamper { k: p.positive("k")?, c: 0.0, s0: 0.0 };
    let along = Primitive::Along { n1: V3::y() };
    model.force("spring", Along::new(along, Anchor::world(start), roller, law));
    Ok(model)
}

fn hammer(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let m = p.positive("m")?;
    let (_, pins) =
        pin_wheel(&mut model, 2, 0.2, 0.5 * std::f64::consts::PI, 0.04, Some(-p.number("omega")?))?;
    // tail at the wheel, head at the other end, above the anvil
    let (tail, hinge, head) = (at(0.24, 0.0), at(0.5, 0.0), at(1.1, 0.0));
    let helve = plate(&mut model, "helve", m, 0.05 * m, head - at(0.1, 0.0), 0.0);
    pivot(&mut model, "hinge", &helve, hinge);
    for (k, pin) in pins.into_iter().enumerate() {
        let spheres = SphereOnSphere { R1: 0.03, R2: 0.03 };
        model.contact(&format!("pin{}", k + 1), spheres, pin, helve.at(tail), law(p)?);
    }
    let anvil = Anchor::plane(at(1.1, -0.05), V3::y());
    model.contact("anvil", SphereOnPlane { R: 0.05 }, anvil, helve.at(head), law(p)?);
    Ok(model)
}

fn ratchet(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let n = p.whole("n", 1, 12)?;
    let (_, pins) = pin_wheel(
        &mut model,
        n,
        0.3,
        std::f64::consts::PI / n as f64,
        0.09,
        Some(p.number("omega")?),
    )?;
    // the pawl points the way the pins go
    let (foot, tip) = (at(0.42, -0.25), at(0.31, 0.0));
    let pawl = rod(&mut model, "pawl", 0.2, foot, tip);
    pivot(&mut model, "foot", &pawl, foot);
    for (k, pin) in pins.into_iter().enumerate() {
        let spheres = SphereOnSphere { R1: 0.03, R2: 0.02 };
        model.contact(&format!("pin{}", k + 1), spheres, pin, pawl.at(tip), law(p)?);
    }
    let start = Anchor::world(foot).with_axes(pawl.A);
    let turn = Primitive::Angle { zero: 0.0, sign: 1.0 };
    let spring = Characteristic::SpringDamper { k: p.positive("k")?, c: 0.0, s0: 0.5 };
    model.force("spring", Along::new(turn.clone(), start.clone(), pawl.at(foot), spring));
    let rest = Stop { primitive: turn, limit: 0.0, upper: true };
    model.stop("rest", rest, start, pawl.at(foot), law(p)?);
    Ok(model)
}

fn escapement(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (wheel, pins) =
        pin_wheel(&mut model, 6, 0.2, std::f64::consts::PI / 6.0, p.positive("J")?, None)?;
    let torque = p.number("torque")?;
    let moment = ExpressionForce::torque(wheel.at(V3::zeros()), 2, &format!("{torque:?}"))?;
    model.force("torque", moment);
    let axle = at(0.0, 0.32);
    let balance = plate(&mut model, "balance", 0.3, 0.004, axle, p.within("amplitude", -1.0, 1.0)?);
    pivot(&mut model, "pivot", &balance, axle);
    // where they are when the balance is at rest
    for (side, x) in [("left", -0.12), ("right", 0.12)] {
        let pallet = Anchor::on(balance.body, at(x, -0.14));
        for (k, pin) in pins.iter().enumerate() {
            let spheres = SphereOnSphere { R1: 0.02, R2: 0.02 };
            let name = format!("{side}{}", k + 1);
            model.contact(&name, spheres, pin.clone(), pallet.clone(), law(p)?);
        }
    }
    let turn = Primitive::Angle { zero: 0.0, sign: 1.0 };
    let spring = Characteristic::SpringDamper { k: p.positive("k")?, c: 0.0, s0: 0.0 };
    model.force("spring", Along::new(turn, Anchor::world(axle), balance.at(axle), spring));
    Ok(model)
}

fn gripper(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (R, m) = (p.positive("R")?, p.positive("m")?);
    let disc = plate(&mut model, "disc", m, 0.5 * m * R * R, at(0.0, 0.25), 0.0);
    let k = p.positive("k")?;
    for (name, side) in [("left", -1.0), ("right", 1.0)] {
        let top = at(0.13 * side, 0.4);
        let finger = rod(&mut model, &format!("{name}-finger"), 0.3, top, top - at(0.0, 0.3));
        pivot(&mut model, &format!("{name}-hinge"), &finger, top);
        // closing: the left finger counter-clockwise, the right one clockwise
        let start = Anchor::world(top).with_axes(finger.A);
        let turn = Primitive::Angle { zero: 0.0, sign: -side };
        let spring = Characteristic::SpringDamper { k, c: 0.05, s0: 0.5 };
        let spring = Along::new(turn, start, finger.at(top), spring);
        model.force(&format!("{name}-spring"), spring);
        let inside = finger.frame(top, basis(&(V3::x() * -side)));
        let centre = disc.at(disc.r);
        model.contact(name, SphereOnPlane { R }, inside, centre, law(p)?);
    }
    Ok(model)
}

fn kerb(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (R, m, v) = (p.positive("R")?, p.positive("m")?, p.number("v0")?);
    let h = p.positive("h")?;
    let wheel = plate(&mut model, "wheel", m, 0.5 * m * R * R, at(0.0, R), 0.0);
    model.set_velocities(wheel.body, &[v, 0.0, -v / R]);
    let centre = wheel.at(wheel.r);
    let ground = Anchor::plane(V3::zeros(), V3::y());
    model.contact("ground", SphereOnPlane { R }, ground, centre.clone(), law(p)?);
    let edge = Anchor::world(at(1.0, h));
    model.contact("edge", SphereOnSphere { R1: 0.0, R2: R }, edge, centre, law(p)?);
    Ok(model)
}
