//! A flexible pendulum falls from the horizontal and hits an obstacle with its tip, again and
//! again while its waves run.
//!
//! A planar geometrically exact beam, hinged at the origin, lies along x at rest. Gravity acts along
//! -y; the obstacle is x_tip ≥ x_min = L sqrt(2)/2. The energy lost with e_N = 0 belongs to the
//! mesh: the end node loses its own kinetic energy at each impact.
//!
//! O. Brüls, V. Acary, A. Cardona, "On the constraints formulation in the nonsmooth generalized-α
//! method", 2018, section 6.2. Gravity is not printed there: 10 reproduces the first contact.

use super::{law, par, Problem};
use crate::bodies::{PlanarBeam, Section};
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::frame::{Anchor, V3};
use crate::joints::Joint;
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    set: "",
    name: "flexible-pendulum",
    summary:
        "a geometrically exact beam falls against an obstacle: impacts within each contact phase",
    source: "Bruels, Acary, Cardona, \"On the constraints formulation in the nonsmooth generalized-alpha method\", 2018, DOI 10.1007/978-3-319-75972-2_9, section 6.2",
    parameters: &[
        par("L", "1", "length"),
        par("A", "1e-4", "cross-section"),
        par("I", "8.33e-10", "second moment of area"),
        par("shear", "5/6", "shear correction factor"),
        par("E", "2.1e11", "Young's modulus"),
        par("nu", "0.3", "Poisson's ratio"),
        par("rho", "7800", "density"),
        par("g", "10", "gravity, along -y"),
        par("elements", "4", "number of elements"),
        par("degree", "1", "degree of the elements: 1, 2, 3"),
        par("x_min", "0.70710678118654752", "position of the obstacle"),
        par("e_N", "0", "restitution of the tip"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.8")],
    dt: 5e-6,
    t_end: 1.0,
    references: &[],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -p.number("g")?, 0.0));
    let (E, A, I) = (p.positive("E")?, p.positive("A")?, p.positive("I")?);
    let G = E / (2.0 * (1.0 + p.within("nu", -0.99, 0.5)?));
    let rho = p.positive("rho")?;
    let section = Section::planar(E * A, p.positive("shear")? * G * A, E * I, rho * A, rho * I);
    let beam = PlanarBeam::new(p.positive("L")?, p.whole("elements", 1, 100_000)?, section)
        .degree(p.whole("degree", 1, 3)?);
    let (q0, tip) = (beam.shape(0.0, 0.0, 0.0), beam.tip());
    let u0 = vec![0.0; q0.len()];
    let beam = model.body("beam", beam, &q0, &u0);
    model.joint("hinge", Joint::revolute(), Anchor::world(V3::zeros()), Anchor::node(beam, 0));
    model.contact(
        "obstacle",
        SphereOnPlane { R: 0.0 },
        Anchor::plane(V3::new(p.number("x_min")?, 0.0, 0.0), V3::x()),
        Anchor::node(beam, tip),
        law(p)?,
    );
    Ok(model)
}
