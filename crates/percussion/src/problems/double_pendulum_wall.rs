//! A double pendulum whose free tip hits a wall.
//!
//! Two uniform rods of mass m and length l in absolute coordinates of their centres. theta_i is
//! counted from the downward vertical, positive towards +x: rod i points along
//! (sin theta_i, -cos theta_i), so that it is the counter-clockwise angle of a rod that points along
//! -y at rest. The first rod hangs from the origin, the second from the end of the first.
//!
//! ```text
//! g_N = x_tip - x_w = l (sin theta_1 + sin theta_2) - x_w ≥ 0
//! ```

use super::{law, par, Problem, ReferenceInfo};
use crate::bodies::PlanarBody;
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::frame::{Anchor, V3};
use crate::joints::Joint;
use crate::model::Model;
use crate::schemes::Options;

const Q: &[&str] = &["x1", "y1", "theta1", "x2", "y2", "theta2"];

pub(super) const PROBLEM: Problem = Problem {
    name: "double-pendulum-wall",
    summary: "a double pendulum in absolute coordinates hits a wall with its tip",
    source: "academic example",
    set: "",
    parameters: &[
        par("m", "1", "mass of each rod"),
        par("l", "1", "length of each rod"),
        par("g", "9.81", "gravity, along -y"),
        par("theta1", "1.2", "initial angle of the first rod"),
        par("theta2", "0.8", "initial angle of the second rod"),
        par("x_w", "0", "position of the wall: the tip stays at x of at least x_w"),
        par("e_N", "0.6", "restitution"),
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-3,
    t_end: 9.0,
    references: &[ReferenceInfo { name: "double-pendulum-wall", set: &[], q: Q, u: Q, until: 9.0 }],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -p.number("g")?, 0.0));
    let (m, l) = (p.positive("m")?, p.positive("l")?);
    let half = V3::new(0.0, -0.5 * l, 0.0);
    let mut hinge = V3::zeros();
    let mut end = Anchor::world(hinge);
    for (k, angle) in ["theta1", "theta2"].into_iter().enumerate() {
        let theta = p.number(angle)?;
        let rod = V3::new(theta.sin(), -theta.cos(), 0.0) * l;
        let centre = hinge + rod * 0.5;
        let body = PlanarBody::new(m, m * l * l / 12.0);
        let q0 = [centre.x, centre.y, theta];
        let body = model.body(&format!("rod{}", k + 1), body, &q0, &[0.0; 3]);
        let name = format!("hinge{}", k + 1);
        model.joint(&name, Joint::revolute(), end, Anchor::on(body, -half));
        end = Anchor::on(body, half);
        hinge += rod;
    }
    let wall = Anchor::plane(V3::new(p.number("x_w")?, 0.0, 0.0), V3::x());
    model.contact("tip", SphereOnPlane { R: 0.0 }, wall, end, law(p)?);
    Ok(model)
}
