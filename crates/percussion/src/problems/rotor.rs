//! A flexible shaft with an unbalanced disc runs up through its critical speed.
//!
//! The shaft, a spatial rod along x, is turned by a drive at x = 0, where it is clamped to the
//! drive, and carried by a bearing at x = L that leaves it free to turn and to slide. The disc sits in
//! the middle, its centre of mass at the distance e from the axis. The speed grows as ω = ω1 t/T.
//!
//! M. Haddouni, V. Acary, S. Garreau, J.-D. Beley, B. Brogliato, "Comparison of several formulations
//! and integration methods for the resolution of DAEs formulations in event-driven simulation of
//! nonsmooth frictionless multibody dynamics", 2017, Figs 12 and 13: a shaft, a symmetric disc and a
//! bearing, and the step of 4e-4 s. No datum of the mechanism is printed; all those here are chosen: a
//! steel shaft, rigid drive and bearing. The damping is external, as damping in the material of a
//! shaft makes it unstable above the critical speed.
//!
//! With the stiffness 768 EI/(7 L³) in the middle a massless shaft would have the critical speed
//! sqrt(768 EI/(7 L³ m)) = 134.5 rad/s; the mass of the shaft lowers it to 127.7, to which gyroscopic
//! moments of the disc add 0.2. The largest amplitude comes later, at 144 rad/s: a run-up at
//! 60 rad/s² passes the resonance before it has grown.

use super::{par, Problem};
use crate::bodies::{RigidBody, Rod, Section};
use crate::error::ModelError;
use crate::frame::{Anchor, Drive, TimeFn, M3, V3};
use crate::joints::{Joint, Primitive};
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    set: "",
    name: "rotor",
    summary: "a flexible shaft with an unbalanced disc runs up through its critical speed",
    source: "after Haddouni, Acary, Garreau, Beley, Brogliato, \"Comparison of several formulations and integration methods for the resolution of DAEs formulations in event-driven simulation of nonsmooth frictionless multibody dynamics\", 2017, DOI 10.1007/s11044-017-9570-y, Figs 12, 13; data chosen",
    parameters: &[
        par("L", "1", "length of the shaft"),
        par("radius", "0.01", "radius of the shaft"),
        par("E", "2.1e11", "Young's modulus"),
        par("nu", "0.3", "Poisson's ratio"),
        par("rho", "7800", "density of the shaft"),
        par("m", "10", "mass of the disc"),
        par("R", "0.1", "radius of the disc"),
        par("e", "1e-4", "eccentricity of the disc"),
        par("omega1", "300", "speed at the end of the run-up"),
        par("T", "5", "time of the run-up"),
        par("damping", "10", "mass-proportional damping of the shaft (1/s)"),
        par("elements", "4", "number of elements"),
        par("degree", "2", "degree of the elements: 1, 2, 3"),
        par("g", "0", "gravity, along -z"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.8")],
    dt: 4e-4,
    t_end: 5.0,
    references: &[],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, 0.0, -p.number("g")?));
    let (L, E, radius) = (p.positive("L")?, p.positive("E")?, p.positive("radius")?);
    let G = E / (2.0 * (1.0 + p.within("nu", -0.99, 0.5)?));
    let section = Section::circle(E, G, p.positive("rho")?, radius);
    let (n, degree) = (p.whole("elements", 1, 10_000)?, p.whole("degree", 1, 3)?);
    let shaft = Rod::straight(L, n, degree, section, V3::zeros(), M3::identity())
        .rayleigh(super::at_least_zero(p, "damping")?, 0.0);
    let (q0, u0) = (shaft.shape(), vec![0.0; 6 * shaft.chain()]);
    let shaft = model.body("shaft", shaft, &q0, &u0);
    let (m, R, e) = (p.positive("m")?, p.positive("R")?, p.number("e")?);
    let disc = RigidBody::principal(m, 0.5 * m * R * R, 0.25 * m * R * R, 0.25 * m * R * R);
    let disc = model.body("disc", disc, &[0.5 * L, e, 0.0, 1.0, 0.0, 0.0, 0.0], &[0.0; 6]);
    let (omega, T) = (p.number("omega1")?, p.positive("T")?);
    let (growing, steady) =
        (format!("0.5*{omega:?}*t^2/{T:?}"), format!("{omega:?}*(t - 0.5*{T:?})"));
    let turn = TimeFn::expression(&format!("if(t < {T:?}, {growing}, {steady})"))?;
    let drive = Anchor::world(V3::zeros()).driven(Drive::turn(turn).about(V3::x()));
    model.joint("drive", Joint::fixed(), drive, Anchor::along(shaft, 0.0));
    let across = [V3::y(), V3::z()].map(|e| Primitive::Coincide { e }).to_vec();
    let bearing = Joint { primitives: across };
    model.joint("bearing", bearing, Anchor::world(V3::x() * L), Anchor::along(shaft, 1.0));
    let hub = Anchor::on(disc, V3::new(0.0, -e, 0.0));
    model.joint("hub", Joint::fixed(), Anchor::along(shaft, 0.5), hub);
    Ok(model)
}
