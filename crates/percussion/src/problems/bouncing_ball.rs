//! A ball that falls on a floor and comes to rest after infinitely many impacts.
//!
//! m q'' = -m g + λ, q ≥ 0 (with g = 2, e_N = 1/2 the impacts accumulate at t = 3).

use super::{Problem, ReferenceInfo};
use crate::bodies::PointMass;
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::frame::{basis, Anchor, V3};
use crate::laws::ContactLaw;
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

pub(super) const PROBLEM: Problem = Problem {
    name: "bouncing-ball",
    summary: "a ball bounces on a floor until it rests: accumulation of impacts",
    source: "academic example with a closed form",
    set: "",
    parameters: &[
        OptionInfo { name: "m", default: "1", help: "mass" },
        OptionInfo { name: "g", default: "2", help: "gravity, towards the floor" },
        OptionInfo { name: "e_N", default: "0.5", help: "restitution" },
        OptionInfo { name: "q0.x", default: "1", help: "initial height" },
        OptionInfo { name: "u0.x", default: "0", help: "initial velocity" },
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-3,
    t_end: 5.0,
    references: &[ReferenceInfo {
        name: "bouncing-ball",
        set: &[],
        q: &["x"],
        u: &["x"],
        until: 5.0,
    }],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(-p.number("g")?, 0.0, 0.0));
    let ball = model.body(
        "ball",
        PointMass { m: p.number("m")?, dim: 1 },
        &[p.number("q0.x")?],
        &[p.number("u0.x")?],
    );
    model.contact(
        "floor",
        SphereOnPlane { R: 0.0 },
        Anchor::world(V3::zeros()).with_axes(basis(&V3::x())),
        Anchor::on(ball, V3::zeros()),
        ContactLaw::restitution(p.number("e_N")?),
    );
    Ok(model)
}
