//! The ball of `rotating-ball` inside a hollow cylinder about P = (0, 1).
//!
//! With n = r_SP/|r_SP| from the ball's centre S to P and t = (n_y, -n_x):
//!
//! ```text
//! g_N = Rc - R - |r_SP|        γ_F = v_S · t + R phi'
//! ```
//!
//! It starts at rest in contact, slides and rolls to and fro. A scheme without the gap at position
//! level drifts through the wall.
//!
//! G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine, "A nonsmooth generalized-α method for
//! mechanical systems with frictional contact", 2021, section 10.3. The height of P is not printed;
//! the start in contact requires P = (0, 1).

use super::rotating_ball::{ball, GRAVITY, MASS, RADIUS};
use super::{law, par, Problem, ReferenceInfo};
use crate::collision::contacts::SphereInCylinder;
use crate::error::ModelError;
use crate::frame::{Anchor, V3};
use crate::model::Model;
use crate::schemes::Options;

const Q: &[&str] = &["x", "y", "phi"];

pub(super) const PROBLEM: Problem = Problem {
    name: "ball-in-cylinder",
    summary: "a ball slides and rolls inside a rough cylinder: penetration and drift",
    source: "Capobianco, Harsch, Eugster, Leine, \"A nonsmooth generalized-alpha method for mechanical systems with frictional contact\", 2021, DOI 10.1002/nme.6801, section 10.3",
    set: "",
    parameters: &[
        MASS,
        RADIUS,
        GRAVITY,
        par("Rc", "1", "radius of the cylinder"),
        par("mu", "0.1", "friction coefficient"),
        par("e_N", "0", "restitution in the normal direction"),
        par("e_F", "0", "restitution in the tangential direction"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.5")],
    dt: 1e-2,
    t_end: 10.0,
    references: &[ReferenceInfo { name: "ball-in-cylinder", set: &[], q: Q, u: Q, until: 10.0 }],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let Rc = p.positive("Rc")?;
    // in contact, at the height of the axis
    let x0 = p.positive("R")? - Rc;
    let (ball, R) = ball(&mut model, p, &[x0, 1.0, 0.0], &[0.0; 3])?;
    model.contact(
        "cylinder",
        SphereInCylinder { Rc, R },
        Anchor::world(V3::new(0.0, 1.0, 0.0)),
        Anchor::on(ball, V3::zeros()),
        law(p)?,
    );
    Ok(model)
}
