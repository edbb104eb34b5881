//! A damped oscillator under a harmonic force that hits a stop.
//!
//! m q'' + c q' + k q = F cos(w t) - m g + λ, q ≥ -d. With the default parameters the motion
//! converges to a periodic orbit with one impact in each period of the force; the second reference
//! starts on that orbit.

use super::{at_least_zero, law, par, Problem, ReferenceInfo};
use crate::bodies::PointMass;
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::forces::{Along, Characteristic, ExpressionForce};
use crate::frame::{Anchor, V3};
use crate::joints::Primitive;
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    name: "forced-impact-oscillator",
    summary: "a harmonically forced oscillator hits a stop: transient to a periodic orbit",
    source: "academic example",
    set: "",
    parameters: &[
        par("m", "1", "mass"),
        par("c", "0.1", "damping"),
        par("k", "1", "stiffness"),
        par("F", "1", "amplitude of the force"),
        par("w", "2", "angular frequency of the force"),
        par("d", "0", "distance of the stop: q is at least -d"),
        par("g", "0", "gravity, towards the stop"),
        par("e_N", "0.7", "restitution"),
        par("q0.x", "0.3", "initial position"),
        par("u0.x", "0", "initial velocity"),
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-3,
    // 30 periods of the force
    t_end: 94.2477796076938,
    references: &[
        ReferenceInfo {
            name: "forced-impact-oscillator-transient",
            set: &[],
            q: &["x"],
            u: &["x"],
            until: 94.2477796076938,
        },
        ReferenceInfo {
            name: "forced-impact-oscillator-periodic",
            set: &[("q0.x", "1.6321244468494650"), ("u0.x", "1.8066232658309164")],
            q: &["x"],
            u: &["x"],
            until: 31.41592653589793,
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
        k: at_least_zero(p, "k")?,
        c: at_least_zero(p, "c")?,
        s0: 0.0,
    };
    let (origin, at) = (Anchor::world(V3::zeros()), Anchor::on(mass, V3::zeros()));
    model.force(
        "spring",
        Along::new(Primitive::Coincide { e: V3::x() }, origin, at.clone(), spring),
    );
    let (F, w) = (p.number("F")?, p.number("w")?);
    let load = format!("{F:?}*cos({w:?}*t)");
    model.force("load", ExpressionForce::of_time(at.clone(), 0, &load)?);
    let stop = Anchor::plane(V3::new(-p.number("d")?, 0.0, 0.0), V3::x());
    model.contact("stop", SphereOnPlane { R: 0.0 }, stop, at, law(p)?);
    Ok(model)
}
