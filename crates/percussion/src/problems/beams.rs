//! Planar geometrically exact beams without contact.
//!
//! `spin-up-beam`: a beam clamped to a hub that turns by
//!
//! ```text
//! psi(t) = (2/5)(t²/2 + (15/2π)² (cos(2πt/15) - 1))   until t = 15,   6 t - 45 after
//! ```
//!
//! lags behind it and then stands still in the turning frame, longer by L(tan(kL)/(kL) - 1),
//! k = 6 sqrt(ϱA/EA). J. C. Simo, L. Vu-Quoc, "On the dynamics of flexible beams under large overall
//! motions - the plane case: part I", 1986, DOI 10.1115/1.3171870.
//!
//! `cantilever-rollup`: an end moment `turns` 2π EI/L rolls a cantilever into a circle.
//!
//! `elastica`: a dead force across the tip of a cantilever, lambda = P L²/EI; EA and GA are large
//! enough that only bending matters.
//!
//! Loads grow in proportion to time until `T`.

use super::{par, Problem};
use crate::bodies::{PlanarBeam, Section};
use crate::error::ModelError;
use crate::forces::ExpressionForce;
use crate::frame::{Anchor, BodyId, Drive, TimeFn, V3};
use crate::joints::Joint;
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};
use std::f64::consts::TAU;

const LENGTH: OptionInfo = par("L", "10", "length");
const ROTARY: OptionInfo = par("rhoI", "6e-4", "rotary inertia per length");
const MASS: OptionInfo = par("rhoA", "1.2", "mass per length");
const BENDING: OptionInfo = par("EI", "1.4e4", "bending stiffness");
const AXIAL: OptionInfo = par("EA", "2.8e7", "axial stiffness");
const SHEAR: OptionInfo = par("GA", "1e7", "shear stiffness");
const GRAVITY: OptionInfo = par("g", "0", "gravity, along -y");
const RAMP: OptionInfo = par("T", "10", "time over which the load grows");

pub(super) const SPIN_UP: Problem = Problem {
    set: "",
    name: "spin-up-beam",
    summary: "a beam on a hub that speeds up lags behind, then turns steadily and is stretched",
    source: "Simo, Vu-Quoc, \"On the dynamics of flexible beams under large overall motions - the plane case: Part I\", 1986, DOI 10.1115/1.3171870",
    parameters: &[
        LENGTH,
        AXIAL,
        SHEAR,
        BENDING,
        MASS,
        ROTARY,
        GRAVITY,
        par("elements", "8", "number of elements"),
        par("degree", "2", "degree of the elements: 1, 2, 3"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.8")],
    dt: 5e-3,
    t_end: 20.0,
    references: &[],
    build: spin_up,
};

pub(super) const ROLL_UP: Problem = Problem {
    set: "",
    name: "cantilever-rollup",
    summary: "an end moment rolls a cantilever into a full circle",
    source: "pure bending; closed form",
    parameters: &[
        LENGTH,
        AXIAL,
        SHEAR,
        BENDING,
        MASS,
        ROTARY,
        GRAVITY,
        par("elements", "10", "number of elements"),
        par("degree", "1", "degree of the elements: 1, 2, 3"),
        par("turns", "1", "end moment in units of 2 pi EI/L"),
        RAMP,
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.8")],
    dt: 5e-3,
    t_end: 10.0,
    references: &[],
    build: roll_up,
};

pub(super) const ELASTICA: Problem = Problem {
    set: "",
    name: "elastica",
    summary: "a dead force bends a slender cantilever far",
    source: "Euler's elastica",
    parameters: &[
        par("L", "1", "length"),
        par("EA", "1e7", "axial stiffness"),
        par("GA", "1e7", "shear stiffness"),
        par("EI", "1", "bending stiffness"),
        par("rhoA", "1", "mass per length"),
        par("rhoI", "1e-4", "rotary inertia per length"),
        GRAVITY,
        par("elements", "8", "number of elements"),
        par("degree", "3", "degree of the elements: 1, 2, 3"),
        par("lambda", "1", "force in units of EI/L²"),
        RAMP,
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.8")],
    dt: 5e-3,
    t_end: 10.0,
    references: &[],
    build: elastica,
};

/// A beam along x at rest, by the parameters.
pub(super) fn beam(p: &Options) -> Result<PlanarBeam, ModelError> {
    let section = Section::planar(
        p.positive("EA")?,
        p.positive("GA")?,
        p.positive("EI")?,
        p.positive("rhoA")?,
        p.positive("rhoI")?,
    );
    let n = p.whole("elements", 1, 100_000)?;
    Ok(PlanarBeam::new(p.positive("L")?, n, section).degree(p.whole("degree", 1, 3)?))
}

/// Clamps a beam at the origin; returns the model, the body and its last node.
fn clamped(p: &Options, hub: Anchor) -> Result<(Model, BodyId, usize), ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -p.number("g")?, 0.0));
    let beam = beam(p)?;
    let (q0, tip) = (beam.shape(0.0, 0.0, 0.0), beam.tip());
    let u0 = vec![0.0; q0.len()];
    let beam = model.body("beam", beam, &q0, &u0);
    model.joint("clamp", Joint::fixed(), hub, Anchor::node(beam, 0));
    Ok((model, beam, tip))
}

/// psi(t).
const SPIN_UP_ANGLE: &str =
    "if(t > 15, 6*t - 45, 0.4*(t^2/2 + (15/(2*pi))^2*(cos(2*pi*t/15) - 1)))";

fn spin_up(p: &Options) -> Result<Model, ModelError> {
    let turn = Drive::turn(TimeFn::expression(SPIN_UP_ANGLE)?);
    clamped(p, Anchor::world(V3::zeros()).driven(turn)).map(|(model, _, _)| model)
}

fn roll_up(p: &Options) -> Result<Model, ModelError> {
    let (mut model, beam, tip) = clamped(p, Anchor::world(V3::zeros()))?;
    let T = p.positive("T")?;
    let full = p.number("turns")? * TAU * p.number("EI")? / p.number("L")?;
    let moment = format!("{full:?}*min(t/{T:?}, 1)");
    model.force("moment", ExpressionForce::torque(Anchor::node(beam, tip), 2, &moment)?);
    Ok(model)
}

fn elastica(p: &Options) -> Result<Model, ModelError> {
    let (mut model, beam, tip) = clamped(p, Anchor::world(V3::zeros()))?;
    let T = p.positive("T")?;
    let full = p.number("lambda")? * p.number("EI")? / p.number("L")?.powi(2);
    let force = format!("{full:?}*min(t/{T:?}, 1)");
    model.force("force", ExpressionForce::of_time(Anchor::node(beam, tip), 1, &force)?);
    Ok(model)
}
