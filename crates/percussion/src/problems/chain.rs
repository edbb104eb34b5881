//! Chains of any number of links, in the plane and in space, released horizontally from rest.
//!
//! `chain`: n uniform planar rods of length l and mass m, J = m l²/12, in absolute coordinates, held
//! by n hinges, the first one at the origin: 3 n coordinates and 2 n joint rows.
//!
//! `spatial-chain`: n rods with a square section of width l/10, Θ = m diag(w²/6, (l²+w²)/12,
//! (l²+w²)/12), held by n revolute joints: 7 n coordinates, 6 n velocities, 5 n joint rows. The axes
//! of the joints alternate between (0, 1, 1)/√2 and (0, -1, 1)/√2 in the straight chain: across it
//! and perpendicular to each other, and none of them vertical, so that gravity along -z bends every
//! joint and the chain leaves every plane.

use super::{par, Problem};
use crate::bodies::{PlanarBody, RigidBody};
use crate::error::ModelError;
use crate::frame::{basis, Anchor, V3};
use crate::joints::Joint;
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const PARAMETERS: &[OptionInfo] = &[
    par("n", "10", "number of links"),
    par("l", "1", "length of each link"),
    par("m", "1", "mass of each link"),
    par("g", "9.81", "gravity, downwards (-y in the plane, -z in space)"),
];

pub(super) const PLANAR: Problem = Problem {
    name: "chain",
    summary: "n planar links fall from the horizontal: cost against the number of bodies",
    source: "a family for measuring cost",
    set: "",
    parameters: PARAMETERS,
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-3,
    t_end: 1.0,
    references: &[],
    build: planar,
};

pub(super) const SPATIAL: Problem = Problem {
    name: "spatial-chain",
    summary: "n links with crossed revolute joints fall from the horizontal and move in space",
    source: "a family for measuring cost",
    set: "",
    parameters: PARAMETERS,
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-3,
    t_end: 1.0,
    references: &[],
    build: spatial,
};

fn planar(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -p.number("g")?, 0.0));
    let (n, l, m) = (p.whole("n", 1, 100_000)?, p.positive("l")?, p.positive("m")?);
    let half = V3::new(0.5 * l, 0.0, 0.0);
    let mut end = Anchor::world(V3::zeros());
    for k in 1..=n {
        let link = PlanarBody::new(m, m * l * l / 12.0);
        let q0 = [(k as f64 - 0.5) * l, 0.0, 0.0];
        let link = model.body(&format!("link{k}"), link, &q0, &[0.0; 3]);
        model.joint(&format!("hinge{k}"), Joint::revolute(), end, Anchor::on(link, -half));
        end = Anchor::on(link, half);
    }
    Ok(model)
}

fn spatial(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, 0.0, -p.number("g")?));
    let (n, l, m) = (p.whole("n", 1, 100_000)?, p.positive("l")?, p.positive("m")?);
    let w = 0.1 * l;
    let (across, along) = (m * (l * l + w * w) / 12.0, m * w * w / 6.0);
    let half = V3::new(0.5 * l, 0.0, 0.0);
    let mut end = Anchor::world(V3::zeros());
    for k in 1..=n {
        let link = RigidBody::principal(m, along, across, across);
        let q0 = [(k as f64 - 0.5) * l, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        let link = model.body(&format!("link{k}"), link, &q0, &[0.0; 6]);
        let axis = V3::new(0.0, if k % 2 == 1 { 1.0 } else { -1.0 }, 1.0);
        model.joint(
            &format!("hinge{k}"),
            Joint::revolute(),
            end.with_axes(basis(&axis)),
            Anchor::on(link, -half).with_axes(basis(&axis)),
        );
        end = Anchor::on(link, half);
    }
    Ok(model)
}
