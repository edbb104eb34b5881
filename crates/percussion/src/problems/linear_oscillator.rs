//! A mass on a spring that hits a stop.
//!
//! m q'' = -k (q - q_r) - m g + λ, q ≥ 0. With q_r = 0 and g = 0 the flights are half periods of
//! length π √(m/k) whatever the impact velocity: with k = π² there is an impact every second from
//! t = 1/2 on.

use super::{law, par, Problem, ReferenceInfo};
use crate::bodies::PointMass;
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::forces::{Along, Characteristic};
use crate::frame::{Anchor, V3};
use crate::joints::Primitive;
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    name: "linear-oscillator",
    summary: "a mass on a spring hits a stop once in every second",
    source: "academic example with a closed form",
    set: "",
    parameters: &[
        par("m", "1", "mass"),
        par("k", "pi*pi", "stiffness of the spring"),
        par("q_r", "0", "position at which the spring is at rest"),
        par("g", "0", "gravity, towards the stop"),
        par("e_N", "0.8", "restitution"),
        par("q0.x", "1", "initial position"),
        par("u0.x", "0", "initial velocity"),
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-3,
    t_end: 10.25,
    references: &[
        ReferenceInfo {
            name: "linear-oscillator-e08",
            set: &[],
            q: &["x"],
            u: &["x"],
            until: 10.25,
        },
        ReferenceInfo {
            name: "linear-oscillator-e1",
            set: &[("e_N", "1")],
            q: &["x"],
            u: &["x"],
            until: 10.25,
        },
    ],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(-p.number("g")?, 0.0, 0.0));
    let mass = PointMass { m: p.positive("m")?, dim: 1 };
    let mass = model.body("mass", mass, &[p.number("q0.x")?], &[p.number("u0.x")?]);
    let spring = Characteristic::SpringDamper {
        k: super::at_least_zero(p, "k")?,
        c: 0.0,
        s0: p.number("q_r")?,
    };
    let (origin, at) = (Anchor::world(V3::zeros()), Anchor::on(mass, V3::zeros()));
    model.force(
        "spring",
        Along::new(Primitive::Coincide { e: V3::x() }, origin, at.clone(), spring),
    );
    model.contact(
        "stop",
        SphereOnPlane { R: 0.0 },
        Anchor::plane(V3::zeros(), V3::x()),
        at,
        law(p)?,
    );
    Ok(model)
}
