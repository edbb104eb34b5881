//! Two struts, hinged to the ground and to each other, snap through under a growing load (von Mises'
//! truss).
//!
//! The hinges on the ground lie at (-a, 0) and (a, 0), the apex at (0, H). With struts that only
//! stretch, ε = l/l0 - 1, the apex at the height y carries
//!
//! ```text
//! P(y) = 2 EA y (1/l - 1/l0)      l² = a² + y²      l0² = a² + H²
//! ```
//!
//! which has its limit where l³ = a² l0. The struts are planar beams, thick enough (EI) that they do not
//! buckle. The load is `load` times that of the limit and grows in proportion to time until T; data
//! chosen. Beyond the limit the truss snaps to the other side: statics need the arc length.

use super::{par, Problem};
use crate::bodies::{PlanarBeam, Section};
use crate::error::ModelError;
use crate::forces::Applied;
use crate::frame::{Anchor, V3};
use crate::joints::Joint;
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    set: "",
    name: "snap-through",
    summary: "two hinged struts snap through under a load beyond their limit",
    source: "von Mises' truss; closed form",
    parameters: &[
        par("a", "1", "half of the distance of the hinges on the ground"),
        par("H", "0.3", "height of the apex"),
        par("EA", "1e4", "axial stiffness"),
        par("GA", "1e4", "shear stiffness"),
        par("EI", "100", "bending stiffness"),
        par("rhoA", "1", "mass per length"),
        par("rhoI", "1e-3", "rotary inertia per length"),
        par("load", "1.2", "load at the apex, along -y, in units of the limit"),
        par("T", "1", "time over which the load grows"),
        par("damping", "2", "mass-proportional damping (1/s)"),
        par("elements", "1", "number of elements of a strut"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.8")],
    dt: 1e-3,
    t_end: 1.0,
    references: &[],
    build,
};

/// The largest load that the truss carries before it snaps.
fn limit(a: f64, H: f64, EA: f64) -> f64 {
    let l0 = a.hypot(H);
    let l = (a * a * l0).cbrt();
    2.0 * EA * (l * l - a * a).sqrt() * (1.0 / l - 1.0 / l0)
}

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let (a, H, EA) = (p.positive("a")?, p.positive("H")?, p.positive("EA")?);
    let section = Section::planar(
        EA,
        p.positive("GA")?,
        p.positive("EI")?,
        p.positive("rhoA")?,
        p.positive("rhoI")?,
    );
    let damping = super::at_least_zero(p, "damping")?;
    let n = p.whole("elements", 1, 10_000)?;
    let mut strut = |name: &str, x: f64| {
        let beam = PlanarBeam::new(a.hypot(H), n, section).rayleigh(damping, 0.0);
        let (q0, tip) = (beam.shape(x, 0.0, H.atan2(-x)), beam.tip());
        let b = model.body(name, beam, &q0, &vec![0.0; q0.len()]);
        let ground = Anchor::world(V3::new(x, 0.0, 0.0));
        model.joint(&format!("hinge of {name}"), Joint::revolute(), ground, Anchor::node(b, 0));
        Anchor::node(b, tip)
    };
    let (left, right) = (strut("left", -a), strut("right", a));
    model.joint("apex", Joint::revolute(), left.clone(), right);
    let (P, T) = (p.number("load")? * limit(a, H, EA), p.positive("T")?);
    model.force("load", Applied::force(left, move |t| V3::y() * (-P * (t / T).min(1.0))));
    Ok(model)
}
