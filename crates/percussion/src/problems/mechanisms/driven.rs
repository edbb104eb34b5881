//! Mechanisms that are driven: by a prescribed motion or by motors.
//!
//! `driven-crank`: a slider-crank whose crank turns at constant speed: no degree of freedom is left,
//! asked are the forces. `crane`: a trolley moves by a polynomial of fifth degree in time and stops;
//! rope and load below it swing on. `robot-arm`: two links whose motors, each a spring and a damper
//! about a moving set point, follow harmonic angles.

use super::super::{par, Problem};
use super::kit::*;
use crate::error::ModelError;
use crate::forces::ExpressionForce;
use crate::frame::{basis, Anchor, Drive, TimeFn, V3};
use crate::joints::{Joint, Primitive};
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const G: OptionInfo = par("g", "9.81", "gravity, along -y");

pub(super) const PROBLEMS: &[Problem] = &[
    mechanism(
        "joints",
        "driven-crank",
        "a slider-crank turned at constant speed: forces without freedom",
        &[
            par("l1", "0.1", "length of the crank"),
            par("l2", "0.3", "length of the rod"),
            par("m", "1", "mass of each part"),
            G,
            par("omega", "30", "angular velocity of the crank"),
        ],
        1e-4,
        0.5,
        driven_crank,
    ),
    mechanism(
        "joints",
        "crane",
        "a crane: the trolley moves as prescribed and stops, rope and load swing",
        &[
            par("l", "3", "length of the rope, a light rod"),
            par("m_rope", "5", "mass of the rope"),
            par("m_load", "500", "mass of the load, a box of height l/5"),
            G,
            par("way", "4", "way of the trolley"),
            par("T", "3", "duration of its motion"),
        ],
        2e-3,
        8.0,
        crane,
    ),
    mechanism(
        "joints",
        "robot-arm",
        "two links follow harmonic angles by motors with feedback",
        &[
            par("l", "0.5", "length of each link"),
            par("m", "3", "mass of each link"),
            G,
            par("k", "800", "stiffness of the motors"),
            par("c", "30", "damping of the motors"),
            par("amplitude", "0.8", "amplitude of the angles"),
            par("omega", "4", "their angular frequency"),
        ],
        1e-3,
        4.0,
        robot_arm,
    ),
];

fn driven_crank(p: &Options) -> Result<Model, ModelError> {
    let [l1, l2, m] = [p.positive("l1")?, p.positive("l2")?, p.positive("m")?];
    if l2 <= l1 {
        return Err(ModelError::value("l2", l2, "more than l1"));
    }
    let omega = p.number("omega")?;
    let [o, a, b] = [0.0, l1, l1 + l2].map(|x| at(x, 0.0));
    let make = || {
        let mut model = weighed(p)?;
        let crank = rod(&mut model, "crank", m, o, a);
        let link = rod(&mut model, "rod", m, a, b);
        let slider = plate(&mut model, "slider", m, m * l1 * l1, b, 0.0);
        pivot(&mut model, "hinge1", &crank, o);
        motor(&mut model, "motor", &crank, o, steady(omega)?);
        pin(&mut model, "hinge2", &crank, &link, a);
        pin(&mut model, "hinge3", &link, &slider, b);
        guide(&mut model, "guide", None, &slider, b, V3::x());
        Ok(model)
    };
    with_speed(make, 0, 2, omega)
}

fn crane(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (l, load) = (p.positive("l")?, p.positive("m_load")?);
    let (way, T) = (p.number("way")?, p.positive("T")?);
    let o = V3::zeros();
    let end = at(0.0, -l);
    let h = l / 5.0;
    let trolley = plate(&mut model, "trolley", 200.0, 50.0, o, 0.0);
    let rope = rod(&mut model, "rope", p.positive("m_rope")?, o, end);
    let centre = end - at(0.0, 0.5 * h);
    let load = plate(&mut model, "load", load, load * h * h / 6.0, centre, 0.0);
    guide(&mut model, "rail", None, &trolley, o, V3::x());
    let x = format!("max(0, min(1, t/{T:?}))");
    let slide = format!("{way:?}*{x}^3*(10 - 15*{x} + 6*{x}^2)");
    let axes = basis(&V3::x());
    let drive = Drive::slide(TimeFn::expression(&slide)?);
    let moving = Anchor::world(o).with_axes(axes).driven(drive);
    model.joint("drive", Joint::lock_slide(), moving, trolley.frame(o, axes));
    pin(&mut model, "hinge1", &trolley, &rope, o);
    pin(&mut model, "hinge2", &rope, &load, end);
    Ok(model)
}

fn robot_arm(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (l, m) = (p.positive("l")?, p.positive("m")?);
    let k = super::super::at_least_zero(p, "k")?;
    let c = super::super::at_least_zero(p, "c")?;
    let (amplitude, omega) = (p.number("amplitude")?, p.number("omega")?);
    let [o, a, b] = [0.0, l, 2.0 * l].map(|x| at(x, 0.0));
    let upper = rod(&mut model, "upper", m, o, a);
    let lower = rod(&mut model, "lower", m, a, b);
    pivot(&mut model, "shoulder", &upper, o);
    pin(&mut model, "elbow", &upper, &lower, a);
    let angle = || Primitive::Angle { zero: 0.0, sign: 1.0 };
    let motor = |a: Anchor, b: Anchor, amplitude: f64| {
        let law = format!("{k:?}*({amplitude:?}*sin({omega:?}*t) - s) - {c:?}*v");
        ExpressionForce::law(angle(), a, b, &law)
    };
    model.force("motor1", motor(Anchor::world(o), upper.at(o), amplitude)?);
    model.force("motor2", motor(upper.at(a), lower.at(a), -amplitude)?);
    Ok(model)
}
