//! A rectangular block that rocks on its two lower corners until it stands.
//!
//! q = (x, y, theta) of the centre, half width b, half height h, J = m (b² + h²)/3. The corners
//! (∓b, -h) touch the plane y = 0. The block starts at rest, tilted by theta0 about the lower left
//! corner at (-b, 0) (about the lower right corner at (b, 0) for theta0 < 0):
//!
//! ```text
//! x = -b + b cos theta - h sin theta        y = b sin theta + h cos theta
//! ```
//!
//! With e_N = 0 it rocks from corner to corner with infinitely many impacts in finite time. It does
//! not slide for μ above about 0.25.

use super::{law, par, Problem, ReferenceInfo};
use crate::bodies::PlanarBody;
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::frame::{Anchor, V3};
use crate::model::Model;
use crate::schemes::Options;

const Q: &[&str] = &["x", "y", "theta"];

pub(super) const PROBLEM: Problem = Problem {
    name: "rocking-block",
    summary: "a block rocks from corner to corner until it stands: accumulation of impacts",
    source: "Housner, \"The behavior of inverted pendulum structures during earthquakes\", Bulletin of the Seismological Society of America 53, 1963",
    set: "",
    parameters: &[
        par("b", "0.2", "half of the width"),
        par("h", "0.6", "half of the height"),
        par("m", "1", "mass"),
        par("g", "9.81", "gravity, along -y"),
        par("theta0", "0.2", "initial angle, positive about the left corner"),
        par("mu", "1", "friction coefficient"),
        par("e_N", "0", "restitution"),
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-3,
    t_end: 4.94,
    references: &[ReferenceInfo { name: "rocking-block", set: &[], q: Q, u: Q, until: 4.94 }],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -p.number("g")?, 0.0));
    let (b, h, m) = (p.positive("b")?, p.positive("h")?, p.positive("m")?);
    let theta = p.number("theta0")?;
    let (s, c) = theta.sin_cos();
    // the corner it stands on: (corner, 0) in space, (corner, -h) in the block
    let corner = if theta < 0.0 { b } else { -b };
    let q0 = [corner - corner * c - h * s, -corner * s + h * c, theta];
    let block = PlanarBody::new(m, m * (b * b + h * h) / 3.0);
    let block = model.body("block", block, &q0, &[0.0; 3]);
    for (name, x) in [("left", -b), ("right", b)] {
        model.contact(
            name,
            SphereOnPlane { R: 0.0 },
            Anchor::plane(V3::zeros(), V3::y()),
            Anchor::on(block, V3::new(x, -h, 0.0)),
            law(p)?,
        );
    }
    Ok(model)
}
