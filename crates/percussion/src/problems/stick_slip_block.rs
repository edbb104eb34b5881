//! A block on a spring that slides with friction on a surface.
//!
//! m x'' = -k x + F cos(w t) + λ_F, the friction force λ_F bounded by μ m g and opposed to the
//! sliding velocity γ_F = x' - v_belt. The weight is the normal force; it never changes, so there
//! is no normal contact. With v_belt = 0 the surface is at rest and the harmonic force makes the
//! block stick and slip; with F = 0 and v_belt ≠ 0 it is the block on a conveyor belt.

use super::{at_least_zero, par, Problem, ReferenceInfo};
use crate::bodies::PointMass;
use crate::error::ModelError;
use crate::forces::{Along, Characteristic, ExpressionForce};
use crate::frame::{Anchor, Drive, TimeFn, V3};
use crate::joints::Primitive;
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    name: "stick-slip-block",
    summary: "a block on a spring sticks and slips on a dry surface or a moving belt",
    source: "academic example",
    set: "",
    parameters: &[
        par("m", "1", "mass"),
        par("k", "4", "stiffness of the spring"),
        par("F", "4", "amplitude of the force"),
        par("w", "1", "angular frequency of the force"),
        par("mu", "0.25", "friction coefficient"),
        par("g", "9.81", "gravity, presses the block on the surface"),
        par("v_belt", "0", "velocity of the surface"),
        par("q0.x", "0", "initial position"),
        par("u0.x", "0", "initial velocity"),
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-3,
    t_end: 40.0,
    references: &[ReferenceInfo {
        name: "stick-slip-block",
        set: &[],
        q: &["x"],
        u: &["x"],
        until: 40.0,
    }],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let m = p.positive("m")?;
    let block = PointMass { m, dim: 1 };
    let block = model.body("block", block, &[p.number("q0.x")?], &[p.number("u0.x")?]);
    let spring = Characteristic::SpringDamper { k: at_least_zero(p, "k")?, c: 0.0, s0: 0.0 };
    let (origin, at) = (Anchor::world(V3::zeros()), Anchor::on(block, V3::zeros()));
    model.force(
        "spring",
        Along::new(Primitive::Coincide { e: V3::x() }, origin, at.clone(), spring),
    );
    let (F, w) = (p.number("F")?, p.number("w")?);
    let load = format!("{F:?}*cos({w:?}*t)");
    model.force("load", ExpressionForce::of_time(at.clone(), 0, &load)?);
    // e_z of this anchor is the direction of sliding
    let mut surface = Anchor::plane(V3::zeros(), V3::x());
    let v = p.number("v_belt")?;
    if v != 0.0 {
        surface = surface.driven(Drive::slide(TimeFn::expression(&format!("{v:?}*t"))?));
    }
    let limit = at_least_zero(p, "mu")? * m * at_least_zero(p, "g")?;
    model.joint_friction("belt", Primitive::Slide, surface, at, limit);
    Ok(model)
}
