//! The tippe top: a ball with a stick that turns upside down while it spins.
//!
//! q = (r_S, p), u = (v_S, Ω) with Ω in body components; e_z of the body points to the stick. The
//! centres C_k of the two spheres (body, stick) are on this axis at a_k from the centre of mass S:
//!
//! ```text
//! g_Nk = e_z · r_OCk - R_k
//! γ_Fk = (e_x · v_Pk, e_y · v_Pk, (3π/16) R e_z · Ω)     v_Pk = v_Ck - R_k Ω × e_z
//! ```
//!
//! Coulomb-Contensou friction: the three components share the ball of radius μ λ_N. By default the
//! top starts exactly on the plane at z = R1 - a1 cos theta0.
//!
//! G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine, "A nonsmooth generalized-α method for
//! mechanical systems with frictional contact", 2021, section 10.6. Not printed there and assumed:
//! μ = 0.3, e_N = 0, g = 9.81, t_end = 8, the tilt about x.

use super::{law, par, Problem, ReferenceInfo};
use crate::bodies::RigidBody;
use crate::collision::contacts::{SphereOnPlane, Tangents};
use crate::error::ModelError;
use crate::frame::{Anchor, V3};
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    name: "tippe-top",
    summary: "a spinning top turns upside down: friction with drilling, quaternions",
    source: "Capobianco, Harsch, Eugster, Leine, \"A nonsmooth generalized-alpha method for mechanical systems with frictional contact\", 2021, DOI 10.1002/nme.6801, section 10.6",
    set: "",
    parameters: &[
        par("m", "6e-3", "mass"),
        par("R1", "1.5e-2", "radius of the body"),
        par("R2", "5e-3", "radius of the end of the stick"),
        par("a1", "3e-3", "distance of the body's centre from the centre of mass"),
        par("a2", "1.6e-2", "distance of the stick's centre from the centre of mass"),
        par("I1", "8e-7", "moment of inertia about x and y"),
        par("I3", "7e-7", "moment of inertia about the axis of symmetry"),
        par("R", "5e-4", "radius of the contact area, for drilling friction"),
        par("g", "9.81", "gravity, along -z"),
        par("mu", "0.3", "friction coefficient"),
        par("e_N", "0", "restitution"),
        par("omega", "180", "initial angular velocity about the axis of symmetry"),
        par("theta0", "0.1", "initial inclination, about x"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.5")],
    dt: 1e-3,
    t_end: 8.0,
    references: &[ReferenceInfo {
        name: "tippe-top",
        set: &[],
        q: &["x", "y", "z", "p0", "p1", "p2", "p3"],
        u: &["x", "y", "z", "wx", "wy", "wz"],
        until: 1.3710432513900677,
    }],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, 0.0, -p.number("g")?));
    let (m, I1, I3) = (p.positive("m")?, p.positive("I1")?, p.positive("I3")?);
    let spheres = [
        ("body", p.positive("R1")?, p.number("a1")?),
        ("stick", p.positive("R2")?, p.number("a2")?),
    ];
    let theta = p.number("theta0")?;
    // the lowest sphere touches the plane
    let z = spheres.iter().map(|(_, R, a)| R - a * theta.cos()).fold(f64::MIN, f64::max);
    let (s, c) = (0.5 * theta).sin_cos();
    let top = model.body(
        "top",
        RigidBody::principal(m, I1, I1, I3),
        &[0.0, 0.0, z, c, s, 0.0, 0.0],
        &[0.0, 0.0, 0.0, 0.0, 0.0, p.number("omega")?],
    );
    let radius = p.positive("R")?;
    for (name, R, a) in spheres {
        model.contact_with(
            name,
            SphereOnPlane { R },
            Tangents::Contensou(radius),
            Anchor::world(V3::zeros()),
            Anchor::on(top, V3::new(0.0, 0.0, a)),
            law(p)?,
        );
    }
    Ok(model)
}
