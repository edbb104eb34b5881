//! Mechanisms in space without redundant joints, gravity along -z.
//!
//! `spherical-pendulum`: a rod on a spherical joint. `gyroscope`: a rotor in two gimbals, the inner
//! one with a weight. `universal-shaft`: two shafts at an angle with a universal joint (the far
//! bearing only keeps the direction of the second shaft, which the joint needs). `rssr`: crank and
//! rocker about crossed axes, the coupler on two spherical joints. `spatial-slider-crank`: a crank
//! that turns across the way of its slider. `parallel-platform`: a platform on three legs with a
//! hinge below, a slide with spring and damper within, and a ball joint above.

use super::super::{at_least_zero, par, Problem};
use super::kit::*;
use crate::error::ModelError;
use crate::forces::{Along, Characteristic};
use crate::frame::{basis, Anchor, M3, V3};
use crate::joints::{Joint, Primitive};
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const G: OptionInfo = par("g", "9.81", "gravity, along -z");

pub(super) const PROBLEMS: &[Problem] = &[
    mechanism(
        "joints",
        "spherical-pendulum",
        "a rod on a spherical joint circles and nods",
        &[
            par("l", "1", "length of the rod"),
            par("m", "1", "mass of the rod"),
            G,
            par("theta0", "1", "initial angle from the downward vertical"),
            par("omega0", "3", "initial angular velocity about the vertical"),
        ],
        1e-3,
        5.0,
        spherical_pendulum,
    ),
    mechanism(
        "joints",
        "gyroscope",
        "a rotor in two gimbals precesses under a weight",
        &[
            par("m", "1", "mass of the rotor, a disc of radius R"),
            par("R", "0.1", "radius of the rotor"),
            par("weight", "0.2", "mass of the inner gimbal, off its centre by R/2 along the axis"),
            G,
            par("spin", "150", "initial angular velocity of the rotor"),
        ],
        5e-4,
        2.0,
        gyroscope,
    ),
    mechanism(
        "joints",
        "universal-shaft",
        "two shafts at an angle with a universal joint: the second one turns unevenly",
        &[
            par("l", "0.5", "length of each shaft"),
            par("m", "2", "mass of each shaft"),
            par("beta", "0.6", "angle between the shafts"),
            G,
            par("omega0", "20", "initial angular velocity of the first shaft"),
        ],
        1e-3,
        2.0,
        universal_shaft,
    ),
    mechanism(
        "joints",
        "rssr",
        "a spatial four-bar linkage: two hinges about crossed axes, two spherical joints",
        &[
            par("l1", "0.3", "length of the crank"),
            par("l3", "0.6", "length of the rocker"),
            par("rho", "2", "mass of all bars per length"),
            G,
            par("theta0", "0.5", "initial angle of the crank"),
            par("phi0", "1.3", "initial angle of the rocker"),
            par("omega0", "2", "initial angular velocity of the crank"),
        ],
        1e-3,
        3.0,
        rssr,
    ),
    mechanism(
        "joints",
        "spatial-slider-crank",
        "a slider-crank whose crank turns across the way of the slider",
        &[
            par("l1", "0.08", "length of the crank"),
            par("l2", "0.3", "length of the rod"),
            par("m", "0.5", "mass of each part"),
            G,
            par("omega0", "12", "initial angular velocity of the crank"),
        ],
        1e-3,
        2.0,
        slider_crank,
    ),
    mechanism(
        "joints",
        "parallel-platform",
        "a platform on three legs with springs: seven bodies, three degrees of freedom",
        &[
            par("m", "10", "mass of the platform"),
            par("m_leg", "1", "mass of each half of a leg"),
            par("k", "4000", "stiffness of each leg"),
            par("c", "20", "damping of each leg"),
            G,
            par("v0", "0.5", "initial velocity of the platform, upwards"),
        ],
        1e-3,
        2.0,
        platform,
    ),
];

fn spherical_pendulum(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed_in_space(p)?;
    let (o, theta) = (V3::zeros(), p.number("theta0")?);
    let tip = V3::new(theta.sin(), 0.0, -theta.cos()) * p.positive("l")?;
    let rod = bar(&mut model, "rod", p.positive("m")?, o, tip);
    rod.spin(&mut model, o, V3::z() * p.number("omega0")?);
    model.joint("ball", Joint::spherical(), Anchor::world(o), rod.at(o));
    Ok(model)
}

fn gyroscope(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed_in_space(p)?;
    let (m, R, weight) = (p.positive("m")?, p.positive("R")?, p.positive("weight")?);
    let o = V3::zeros();
    let ring = |m: f64, r: f64| [0.5 * m * r * r, 0.5 * m * r * r, m * r * r];
    let outer = solid(&mut model, "outer", 0.3, ring(0.3, 1.4 * R), o, M3::identity());
    let off = V3::y() * (0.5 * R);
    let inner = solid(&mut model, "inner", weight, ring(weight, 1.2 * R), off, M3::identity());
    let disc = [0.25 * m * R * R, 0.5 * m * R * R, 0.25 * m * R * R];
    let rotor = solid(&mut model, "rotor", m, disc, o, M3::identity());
    rotor.spin(&mut model, o, V3::y() * p.number("spin")?);
    axle(&mut model, "vertical", None, &outer, o, V3::z());
    axle(&mut model, "level", Some(&outer), &inner, o, V3::x());
    axle(&mut model, "axis", Some(&inner), &rotor, o, V3::y());
    Ok(model)
}

fn universal_shaft(p: &Options) -> Result<Model, ModelError> {
    let (l, m, beta) = (p.positive("l")?, p.positive("m")?, p.number("beta")?);
    let (o, dir) = (V3::zeros(), at(beta.cos(), beta.sin()));
    let make = || {
        let mut model = weighed_in_space(p)?;
        let first = bar(&mut model, "first", m, V3::x() * -l, o);
        let second = bar(&mut model, "second", m, o, dir * l);
        axle(&mut model, "bearing1", None, &first, V3::x() * -l, V3::x());
        // the arms of the cross: e_z on the first shaft, in the plane on the second
        let one = M3::from_columns(&[V3::z(), V3::x(), V3::y()]);
        let two = M3::from_columns(&[V3::z(), V3::z().cross(&dir), -dir]);
        model.joint("cross", Joint::universal(), first.frame(o, one), second.frame(o, two));
        let direction = Joint {
            primitives: vec![
                Primitive::Perpendicular { n1: V3::x(), n2: V3::z() },
                Primitive::Perpendicular { n1: V3::y(), n2: V3::z() },
            ],
        };
        let axes = basis(&dir);
        let far = dir * l;
        model.joint("bearing2", direction, held(None, far, axes), second.frame(far, axes));
        Ok(model)
    };
    with_speed(make, 0, 3, p.number("omega0")?)
}

fn rssr(p: &Options) -> Result<Model, ModelError> {
    let (l1, l3, rho) = (p.positive("l1")?, p.positive("l3")?, p.positive("rho")?);
    let (theta, phi) = (p.number("theta0")?, p.number("phi0")?);
    let (o, c) = (V3::zeros(), V3::new(0.8, 0.2, 0.0));
    let a = polar(o, l1, theta);
    let b = c + V3::new(0.0, phi.cos(), phi.sin()) * l3;
    let make = || {
        let mut model = weighed_in_space(p)?;
        let crank = bar(&mut model, "crank", rho * l1, o, a);
        let coupler = bar(&mut model, "coupler", rho * (b - a).norm(), a, b);
        let rocker = bar(&mut model, "rocker", rho * l3, c, b);
        axle(&mut model, "hinge1", None, &crank, o, V3::z());
        model.joint("ball1", Joint::spherical(), crank.at(a), coupler.at(a));
        model.joint("ball2", Joint::spherical(), coupler.at(b), rocker.at(b));
        axle(&mut model, "hinge2", None, &rocker, c, V3::x());
        Ok(model)
    };
    // the centre of the crank moves across it
    let (k, share) = if a.x.abs() > a.y.abs() { (1, 0.5 * a.x) } else { (0, -0.5 * a.y) };
    with_speed(make, 0, k, p.number("omega0")? * share)
}

fn slider_crank(p: &Options) -> Result<Model, ModelError> {
    let (l1, l2, m) = (p.positive("l1")?, p.positive("l2")?, p.positive("m")?);
    let o = V3::new(0.0, 0.1, 0.12);
    let a = o + V3::z() * l1;
    let reach = l2 * l2 - a.y * a.y - a.z * a.z;
    if reach <= 0.0 {
        return Err(ModelError::value("l2", l2, "long enough to reach the slider"));
    }
    let b = V3::x() * reach.sqrt();
    let along = (b - a).normalize();
    let side = along.cross(&V3::x()).normalize();
    let make = || {
        let mut model = weighed_in_space(p)?;
        let crank = bar(&mut model, "crank", m, o, a);
        let rod = bar(&mut model, "rod", m, a, b);
        let i = m * l1 * l1;
        let slider = solid(&mut model, "slider", m, [i, i, i], b, M3::identity());
        axle(&mut model, "hinge", None, &crank, o, V3::x());
        model.joint("ball", Joint::spherical(), crank.at(a), rod.at(a));
        let axes = M3::from_columns(&[along, side, along.cross(&side)]);
        model.joint("cross", Joint::universal(), slider.at(b), rod.frame(b, axes));
        guide(&mut model, "guide", None, &slider, b, V3::x());
        Ok(model)
    };
    // a horizontal velocity of the crank's centre, which is above the hinge
    with_speed(make, 0, 1, -0.5 * l1 * p.number("omega0")?)
}

fn platform(p: &Options) -> Result<Model, ModelError> {
    let (m, leg) = (p.positive("m")?, p.positive("m_leg")?);
    let (k, c) = (at_least_zero(p, "k")?, at_least_zero(p, "c")?);
    let g = p.number("g")?;
    let height = V3::z() * 0.6;
    let make = || {
        let mut model = weighed_in_space(p)?;
        let inertia = [m * 0.0225, m * 0.0225, m * 0.045];
        let plate = solid(&mut model, "platform", m, inertia, height, M3::identity());
        for i in 0..3 {
            let angle = i as f64 * std::f64::consts::TAU / 3.0;
            let out = at(angle.cos(), angle.sin());
            let (foot, head) = (out * 0.5, out * 0.3 + height);
            let dir = (head - foot).normalize();
            let l = (head - foot).norm();
            let (low, high) = (foot + dir * (0.55 * l), foot + dir * (0.45 * l));
            let name = |part: &str| format!("{part}{}", i + 1);
            let lower = bar(&mut model, &name("lower"), leg, foot, low);
            let upper = bar(&mut model, &name("upper"), leg, high, head);
            axle(&mut model, &name("hinge"), None, &lower, foot, V3::z().cross(&out));
            guide(&mut model, &name("slide"), Some(&lower), &upper, high, dir);
            model.joint(&name("ball"), Joint::spherical(), upper.at(head), plate.at(head));
            // carries the weight of the platform about where it starts
            let s0 = l + if k > 0.0 { m * g / (3.0 * k * dir.z) } else { 0.0 };
            let law = Characteristic::SpringDamper { k, c, s0 };
            let distance = Primitive::Distance { length: 0.0 };
            let spring = Along::new(distance, Anchor::world(foot), plate.at(head), law);
            model.force(&name("spring"), spring);
        }
        Ok(model)
    };
    with_speed(make, 0, 2, p.number("v0")?)
}
