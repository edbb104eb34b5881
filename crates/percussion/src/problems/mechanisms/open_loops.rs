//! Open loops in the plane: rods in absolute coordinates, gravity along -y.
//!
//! `double-pendulum`, `triple-pendulum`: uniform rods hinged to each other, the first one at the
//! origin, released from rest. `cart-pendulum`: a rod on a cart that rolls freely along x.
//! `coupled-pendulums`: two rods side by side with a spring between their centres.

use super::super::{par, Problem};
use super::kit::*;
use crate::error::ModelError;
use crate::forces::{Along, Characteristic};
use crate::frame::{Anchor, V3};
use crate::joints::Primitive;
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const G: OptionInfo = par("g", "9.81", "gravity, along -y");
const M: OptionInfo = par("m", "1", "mass of each rod");
const L: OptionInfo = par("l", "1", "length of each rod");

pub(super) const PROBLEMS: &[Problem] = &[
    mechanism(
        "joints",
        "double-pendulum",
        "two rods swing over: chaotic motion, conserved energy",
        &[
            M,
            L,
            G,
            par("theta1", "0.3", "initial angle of the first rod from +x"),
            par("theta2", "1.2", "initial angle of the second rod from +x"),
        ],
        1e-3,
        4.0,
        |p| pendulums(p, &["theta1", "theta2"]),
    ),
    mechanism(
        "joints",
        "triple-pendulum",
        "three rods fall from the horizontal",
        &[
            M,
            L,
            G,
            par("theta1", "0", "initial angle of the first rod from +x"),
            par("theta2", "0", "initial angle of the second rod from +x"),
            par("theta3", "0.5", "initial angle of the third rod from +x"),
        ],
        1e-3,
        3.0,
        |p| pendulums(p, &["theta1", "theta2", "theta3"]),
    ),
    mechanism(
        "joints",
        "cart-pendulum",
        "a rod swings on a cart that is free to roll: the momentum along x is conserved",
        &[
            par("M", "2", "mass of the cart"),
            M,
            L,
            G,
            par("theta0", "0", "initial angle of the rod from +x"),
        ],
        1e-3,
        4.0,
        cart,
    ),
    mechanism(
        "joints",
        "coupled-pendulums",
        "two rods with a weak spring between them exchange their energy",
        &[
            M,
            L,
            G,
            par("d", "1", "distance of the hinges"),
            par("k", "2", "stiffness of the spring between the centres"),
            par("theta0", "0.4", "initial angle of the first rod from the vertical"),
        ],
        2e-3,
        10.0,
        coupled,
    ),
];

fn pendulums(p: &Options, angles: &[&str]) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (m, l) = (p.positive("m")?, p.positive("l")?);
    let mut from = V3::zeros();
    let mut end = Anchor::world(from);
    for (k, angle) in angles.iter().enumerate() {
        let to = polar(from, l, p.number(angle)?);
        let link = rod(&mut model, &format!("rod{}", k + 1), m, from, to);
        hinge(&mut model, &format!("hinge{}", k + 1), end, link.at(from));
        (from, end) = (to, link.at(to));
    }
    Ok(model)
}

fn cart(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let o = V3::zeros();
    let cart = plate(&mut model, "cart", p.positive("M")?, 1.0, o, 0.0);
    guide(&mut model, "rail", None, &cart, o, V3::x());
    let tip = polar(o, p.positive("l")?, p.number("theta0")?);
    let pendulum = rod(&mut model, "pendulum", p.positive("m")?, o, tip);
    pin(&mut model, "hinge", &cart, &pendulum, o);
    Ok(model)
}

fn coupled(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (m, l, d) = (p.positive("m")?, p.positive("l")?, p.positive("d")?);
    let down = -0.5 * std::f64::consts::PI;
    let mut centres = Vec::new();
    for (k, angle) in [p.number("theta0")?, 0.0].into_iter().enumerate() {
        let from = at(k as f64 * d, 0.0);
        let link = rod(&mut model, &format!("rod{}", k + 1), m, from, polar(from, l, down + angle));
        pivot(&mut model, &format!("hinge{}", k + 1), &link, from);
        centres.push(link.at(link.r));
    }
    let law =
        Characteristic::SpringDamper { k: super::super::at_least_zero(p, "k")?, c: 0.0, s0: d };
    let distance = Primitive::Distance { length: 0.0 };
    if let [a, b] = &centres[..] {
        model.force("spring", Along::new(distance, a.clone(), b.clone(), law));
    }
    Ok(model)
}
