//! A beam clamped at the distance a from the axis of a hub that turns at a constant rate, in a
//! floating frame of reference with its first bending modes. Gravity shakes it; the rotation
//! stiffens it: the lowest frequency grows with the rate (geometric stiffening), as the second-order
//! shortening of the centreline sees it.
//!
//! M. Haddouni, V. Acary, S. Garreau, J.-D. Beley, B. Brogliato, "Comparison of several formulations
//! and integration methods for the resolution of DAEs formulations in event-driven simulation of
//! nonsmooth frictionless multibody dynamics", 2017, Table 4: an eccentrically suspended beam with 31
//! degrees of freedom at a constant rate. Its data are not printed; all those here are chosen: a steel
//! strip, seven coordinates by default, eleven at most.

use super::{par, Problem};
use crate::bodies::FloatingBeam;
use crate::error::ModelError;
use crate::frame::{Anchor, Drive, TimeFn, V3};
use crate::joints::Joint;
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    set: "",
    name: "rotating-beam",
    summary: "an eccentrically clamped beam turns at a constant rate and stiffens",
    source: "after Haddouni, Acary, Garreau, Beley, Brogliato, \"Comparison of several formulations and integration methods for the resolution of DAEs formulations in event-driven simulation of nonsmooth frictionless multibody dynamics\", 2017, DOI 10.1007/s11044-017-9570-y, Table 4; data chosen",
    parameters: &[
        par("L", "1", "length"),
        par("a", "0.1", "distance of the clamp from the axis"),
        par("EI", "10", "bending stiffness"),
        par("rhoA", "0.5", "mass per length"),
        par("modes", "4", "number of bending modes, 1 to 8"),
        par("omega", "20", "rate of rotation"),
        par("eta", "0.02", "initial deflection of the tip in the first mode"),
        par("shortening", "1", "0: without the second-order shortening, not stiffened"),
        par("damping", "0", "stiffness-proportional damping (s)"),
        par("g", "0", "gravity, along -y"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.8")],
    dt: 1e-3,
    t_end: 2.0,
    references: &[],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -p.number("g")?, 0.0));
    let (L, a, omega) = (p.positive("L")?, super::at_least_zero(p, "a")?, p.number("omega")?);
    let modes = p.whole("modes", 1, 8)?;
    let mut beam = FloatingBeam::new(L, modes, p.positive("EI")?, p.positive("rhoA")?);
    beam.shortening = p.flag("shortening")?;
    beam.damping = super::at_least_zero(p, "damping")?;
    let (mut q0, mut u0) = (vec![0.0; 3 + modes], vec![0.0; 3 + modes]);
    (q0[0], q0[3], u0[1], u0[2]) = (a, p.number("eta")?, a * omega, omega);
    let beam = model.body("beam", beam, &q0, &u0);
    // the hub turns about the origin; the clamp sits on it at the distance a
    let turn = Drive::turn(TimeFn::expression(&format!("{omega:?}*t"))?);
    let hub = Anchor::world(V3::zeros()).driven(turn);
    let root = Anchor { rho: V3::new(-a, 0.0, 0.0), ..Anchor::node(beam, 0) };
    model.joint("clamp", Joint::fixed(), hub, root);
    Ok(model)
}
