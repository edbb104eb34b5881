//! An elastic bar flies against a rigid wall, stays in contact for two travels of the wave and
//! leaves.
//!
//! The bar lies in 0 ≤ x ≤ L, its end X = 0 at the distance d0 from the wall x = -d0, and moves at
//! -v0. q are the displacements u0, u1, ... of the nodes. In the continuum the contact stays closed
//! for 2 L sqrt(ϱ/E) under the constant force A v0 sqrt(ϱ E) and no energy is lost; in a mesh of
//! linear elements with e_N = 0 the end node loses its own kinetic energy.
//!
//! O. Brüls, V. Acary, A. Cardona, "On the constraints formulation in the nonsmooth generalized-α
//! method", 2018, section 6.3.

use super::{law, par, Problem};
use crate::bodies::Bar;
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::frame::{Anchor, V3};
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    set: "",
    name: "bar-impact",
    summary:
        "an elastic bar hits a wall, stays in contact while the wave runs through it, and leaves",
    source: "Bruels, Acary, Cardona, \"On the constraints formulation in the nonsmooth generalized-alpha method\", 2018, DOI 10.1007/978-3-319-75972-2_9, section 6.3",
    parameters: &[
        par("L", "10", "length"),
        par("E", "900", "Young's modulus"),
        par("rho", "1", "density"),
        par("A", "1", "cross-section"),
        par("elements", "200", "number of linear elements"),
        par("lumped", "0", "1: mass lumped at the nodes, 0: consistent"),
        par("d0", "5", "initial distance from the wall"),
        par("v0", "10", "initial velocity towards the wall"),
        par("e_N", "0", "restitution of the end node"),
        par("g", "0", "gravity, towards the wall"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.8")],
    dt: 2e-3,
    t_end: 2.0,
    references: &[],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(-p.number("g")?, 0.0, 0.0));
    let A = p.positive("A")?;
    let n = p.whole("elements", 1, 1_000_000)?;
    let mut bar = Bar::new(p.positive("L")?, n, p.positive("E")? * A, p.positive("rho")? * A);
    bar.lumped = p.flag("lumped")?;
    let (d0, v0) = (p.number("d0")?, p.number("v0")?);
    let bar = model.body("bar", bar, &vec![0.0; n + 1], &vec![-v0; n + 1]);
    model.contact(
        "wall",
        SphereOnPlane { R: 0.0 },
        Anchor::plane(V3::new(-d0, 0.0, 0.0), V3::x()),
        Anchor::node(bar, 0),
        law(p)?,
    );
    Ok(model)
}
