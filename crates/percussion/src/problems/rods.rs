//! Spatial geometrically exact rods.
//!
//! `bend-45`: an arc of 45 degrees and radius R in the x-y plane, clamped at the origin with the
//! tangent +y and curving towards +x, is bent out of its plane by a dead force P along +z at its
//! tip. Unit square section, no shear correction. K.-J. Bathe, S. Bolourchi, "Large displacement
//! analysis of three-dimensional beam structures", 1979, DOI 10.1002/nme.1620140703. The force grows
//! in proportion to time until T; the density, which the static problem does not need, is chosen.
//!
//! `rod-on-floor`: a flexible rod with a round section falls on a rough floor; every node is a
//! sphere of the radius of the section, and so are `points` further points between neighbouring
//! nodes: there the centreline of an element of degree 2 or 3 is curved and can be lower than both. That
//! of degree 1 is straight; contacts on it would depend on those of its nodes. Data chosen: a rod of a
//! rubber-like material.

use super::{law, par, Problem};
use crate::bodies::{Rod, Section};
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::forces::ExpressionForce;
use crate::frame::{rotation, Anchor, M3, V3};
use crate::joints::Joint;
use crate::model::Model;
use crate::schemes::Options;

pub(super) const BEND: Problem = Problem {
    set: "",
    name: "bend-45",
    summary: "a dead force bends an arc of 45 degrees out of its plane",
    source: "Bathe, Bolourchi, \"Large displacement analysis of three-dimensional beam structures\", 1979, DOI 10.1002/nme.1620140703",
    parameters: &[
        par("R", "100", "radius of the arc"),
        par("P", "600", "force at the tip, along +z"),
        par("E", "1e7", "Young's modulus"),
        par("G", "5e6", "shear modulus"),
        par("A", "1", "cross-section"),
        par("I", "1/12", "second moment of area, about both axes"),
        par("J", "0.140577", "torsion constant"),
        par("rho", "0.01", "density"),
        par("g", "0", "gravity, along -z"),
        par("elements", "8", "number of elements"),
        par("degree", "3", "degree of the elements: 1, 2, 3"),
        par("T", "10", "time over which the force grows"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.8")],
    dt: 1e-2,
    t_end: 10.0,
    references: &[],
    build: bend,
};

pub(super) const FLOOR: Problem = Problem {
    set: "",
    name: "rod-on-floor",
    summary: "a flexible rod falls on a rough floor: contacts along its length",
    source: "a family for measuring cost",
    parameters: &[
        par("L", "1", "length"),
        par("radius", "0.02", "radius of the section"),
        par("E", "1e7", "Young's modulus"),
        par("nu", "0.4", "Poisson's ratio"),
        par("rho", "1100", "density"),
        par("g", "9.81", "gravity, along -z"),
        par("elements", "8", "number of elements"),
        par("degree", "1", "degree of the elements: 1, 2, 3"),
        par("points", "0", "contacts between neighbouring nodes; degree 2 and 3"),
        par("height", "0.1", "height of the lower end above the floor"),
        par("tilt", "0.3", "angle to the floor (rad)"),
        par("vx", "1", "initial velocity along x"),
        par("damping", "1e-4", "stiffness-proportional damping (s)"),
        par("mu", "0.3", "friction coefficient"),
        par("e_N", "0", "restitution in the normal direction"),
        par("e_F", "0", "restitution in the tangential direction"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.8")],
    dt: 2e-4,
    t_end: 0.5,
    references: &[],
    build: floor,
};

fn bend(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, 0.0, -p.number("g")?));
    let (R, I) = (p.positive("R")?, p.positive("I")?);
    let (E, G, rho) = (p.positive("E")?, p.positive("G")?, p.positive("rho")?);
    let section = Section::shape(E, G, rho, p.positive("A")?, [I, I], p.positive("J")?, 1.0);
    let length = R * std::f64::consts::FRAC_PI_4;
    // normal of the section along +y at the root
    let start = M3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let (n, degree) = (p.whole("elements", 1, 100_000)?, p.whole("degree", 1, 3)?);
    let rod = Rod::along(length, n, degree, section, |s| {
        let (sin, cos) = (s / R).sin_cos();
        (V3::new(R * (1.0 - cos), R * sin, 0.0), rotation(&V3::z(), -s / R) * start)
    });
    let (q0, tip) = (rod.shape(), rod.tip());
    let u0 = vec![0.0; 6 * (tip + 1)];
    let rod = model.body("rod", rod, &q0, &u0);
    let wall = Anchor::world(V3::zeros()).with_axes(start);
    model.joint("clamp", Joint::fixed(), wall, Anchor::node(rod, 0));
    let (P, T) = (p.number("P")?, p.positive("T")?);
    let force = format!("{P:?}*min(t/{T:?}, 1)");
    model.force("force", ExpressionForce::of_time(Anchor::node(rod, tip), 2, &force)?);
    Ok(model)
}

fn floor(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, 0.0, -p.number("g")?));
    let (E, radius) = (p.positive("E")?, p.positive("radius")?);
    let G = E / (2.0 * (1.0 + p.within("nu", -0.99, 0.5)?));
    let section = Section::circle(E, G, p.positive("rho")?, radius);
    let axes = rotation(&V3::y(), -p.number("tilt")?);
    let start = V3::z() * (p.number("height")? + radius);
    let (n, degree) = (p.whole("elements", 1, 100_000)?, p.whole("degree", 1, 3)?);
    let rod = Rod::straight(p.positive("L")?, n, degree, section, start, axes)
        .rayleigh(0.0, super::at_least_zero(p, "damping")?);
    let (q0, nodes) = (rod.shape(), rod.tip() + 1);
    let vx = p.number("vx")?;
    let u0: Vec<f64> = (0..nodes).flat_map(|_| [vx, 0.0, 0.0, 0.0, 0.0, 0.0]).collect();
    let rod = model.body("rod", rod, &q0, &u0);
    let (law, points) = (law(p)?, p.whole("points", 0, 100)?);
    if degree == 1 && points > 0 {
        return Err(ModelError::value("points", points as f64, "0 for elements of degree 1"));
    }
    let mut touch = |name: String, at: Anchor| {
        let ground = Anchor::plane(V3::zeros(), V3::z());
        model.contact(&name, SphereOnPlane { R: radius }, ground, at, law);
    };
    (0..nodes).for_each(|k| touch(format!("floor{k}"), Anchor::node(rod, k)));
    for k in 0..nodes - 1 {
        for i in 1..=points {
            let s = (k as f64 + i as f64 / (points + 1) as f64) / (nodes - 1) as f64;
            touch(format!("between{k}_{i}"), Anchor::along(rod, s));
        }
    }
    Ok(model)
}
