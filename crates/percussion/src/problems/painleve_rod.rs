//! A rod that slides on its tip, pushed into the ground by its own friction.
//!
//! q = (x, y, phi) of the centre of the rod, phi CLOCKWISE: the tip is (x + l cos phi, y - l sin phi).
//! M = diag(m, m, m l²/3), h = (0, -m g, 0),
//!
//! ```text
//! g_N = y - l sin phi        γ_F = x' - l phi' sin phi
//! ```
//!
//! With μ = 5/3 the sliding phase blows up at t = 0.81455 (Painlevé's paradox): afterwards the
//! state of the time-stepping schemes depends on the scheme and the step, so nothing is compared after
//! t = 0.81. `event-driven` and `hybrid` take off there.
//!
//! G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine, "A nonsmooth generalized-α method for
//! mechanical systems with frictional contact", 2021, section 10.4.

use super::{law, par, Problem, ReferenceInfo};
use crate::bodies::{Functions, Minimal, Num};
use crate::collision::contacts::GapFunction;
use crate::error::ModelError;
use crate::frame::{basis, Anchor, V3};
use crate::model::Model;
use crate::picture::{turned, Drawing, Shape};
use crate::schemes::Options;

const Q: &[&str] = &["x", "y", "phi"];

pub(super) const PROBLEM: Problem = Problem {
    name: "painleve-rod",
    summary: "a rod slides on its tip until friction makes the forces blow up: Painlevé's paradox",
    source: "Capobianco, Harsch, Eugster, Leine, \"A nonsmooth generalized-alpha method for mechanical systems with frictional contact\", 2021, DOI 10.1002/nme.6801, section 10.4",
    set: "",
    parameters: &[
        par("m", "1", "mass"),
        par("l", "1", "half of the length"),
        par("g", "10", "gravity, along -y"),
        par("mu", "5/3", "friction coefficient"),
        par("e_N", "0", "restitution in the normal direction"),
        par("e_F", "0", "restitution in the tangential direction"),
        par("phi0", "31*pi/180", "initial inclination, clockwise (rad)"),
        par("v0", "30", "initial velocity along x"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.9")],
    dt: 8e-4,
    t_end: 1.5,
    references: &[ReferenceInfo { name: "painleve-rod", set: &[], q: Q, u: Q, until: 0.81 }],
    build,
};

struct Rod {
    m: f64,
    l: f64,
    g: f64,
}

impl Functions for Rod {
    fn q_names(&self) -> Vec<String> {
        Q.iter().map(|s| s.to_string()).collect()
    }
    fn M<D: Num>(&self, _t: D, _q: &[D], out: &mut [D]) {
        out.fill(D::from(0.0));
        out[0] = D::from(self.m);
        out[4] = D::from(self.m);
        out[8] = D::from(self.m * self.l * self.l / 3.0);
    }
    fn constant_M(&self) -> bool {
        true
    }
    fn h<D: Num>(&self, _t: D, _q: &[D], _u: &[D], out: &mut [D]) {
        out.fill(D::from(0.0));
        out[1] = D::from(-self.m * self.g);
    }
    fn potential(&self, _t: f64, q: &[f64]) -> f64 {
        self.m * self.g * q[1]
    }
}

struct Tip {
    l: f64,
}

impl GapFunction for Tip {
    fn g<D: Num>(&self, _t: D, q: &[D]) -> D {
        q[1] - q[2].sin() * self.l
    }
    fn n_friction(&self) -> usize {
        1
    }
    fn gamma<D: Num>(&self, _t: D, q: &[D], u: &[D], out: &mut [D]) {
        out[0] = u[0] - u[2] * q[2].sin() * self.l;
    }
}

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let (m, l) = (p.positive("m")?, p.positive("l")?);
    let phi0 = p.number("phi0")?;
    let rod = Minimal::new(Rod { m, l, g: p.number("g")? });
    let q0 = [0.0, l * phi0.sin(), phi0];
    let rod = model.body("rod", rod, &q0, &[p.number("v0")?, 0.0, 0.0]);
    model.contact_function("tip", Tip { l }, rod, law(p)?);
    model.shape(Anchor::world(V3::zeros()).with_axes(basis(&V3::y())), Shape::Plane);
    let bar = Shape::Bars { points: vec![[-l, 0.0, 0.0], [l, 0.0, 0.0]] };
    let drawing = Drawing::of(rod)
        .piece("rod", vec![bar], |_, q| (V3::new(q[0], q[1], 0.0), turned(-q[2])))
        .contact("tip", move |_, q| {
            let (s, c) = q[2].sin_cos();
            (V3::new(q[0] + l * c, q[1] - l * s, 0.0), V3::y(), V3::x())
        });
    model.drawing(drawing);
    Ok(model)
}
