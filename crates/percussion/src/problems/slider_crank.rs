//! A slider-crank without clearance: two angles and one constraint.
//!
//! Absolute angles alpha1 (crank) and alpha2 (rod) from +x, the centres at mid-length, the slider a
//! mass at the end of the rod:
//!
//! ```text
//! g = l1 sin alpha1 + l2 sin alpha2 = 0
//! ```
//!
//! The mechanism of P. Flores, R. I. Leine, C. Glocker, 2010, DOI 10.1007/s11044-009-9178-y, its
//! slider in the guide for good.

use super::slider_crank_clearance::{draw, SliderCrank};
use super::{par, Problem, ReferenceInfo};
use crate::bodies::{Functions, Minimal, Num};
use crate::collision::contacts::GapFunction;
use crate::error::ModelError;
use crate::frame::V3;
use crate::model::Model;
use crate::schemes::Options;

const Q: &[&str] = &["alpha1", "alpha2"];

pub(super) const PROBLEM: Problem = Problem {
    name: "slider-crank",
    summary: "a slider-crank without clearance: two angles, one constraint, smooth motion",
    source: "Flores, Leine, Glocker, \"Modeling and analysis of planar rigid multibody systems with translational clearance joints based on the non-smooth dynamics approach\", 2010, DOI 10.1007/s11044-009-9178-y",
    parameters: &[
        par("l1", "0.153", "length of the crank"),
        par("l2", "0.306", "length of the rod"),
        par("m1", "0.038", "mass of the crank"),
        par("m2", "0.038", "mass of the rod"),
        par("m3", "0.076", "mass of the slider"),
        par("J1", "7.4e-5", "moment of inertia of the crank about its centre"),
        par("J2", "5.9e-4", "moment of inertia of the rod about its centre"),
        par("g", "9.81", "gravity, along -y"),
        par("omega0", "150", "initial angular velocity of the crank"),
    ],
    set: "joints",
    scheme: "phem56",
    scheme_options: &[],
    dt: 5e-4,
    t_end: 0.1,
    references: &[ReferenceInfo { name: "slider-crank", set: &[], q: Q, u: Q, until: 0.1 }],
    build,
};

/// The mechanism with clearance, its slider prevented from turning.
struct TwoAngles(SliderCrank);

impl Functions for TwoAngles {
    fn q_names(&self) -> Vec<String> {
        Q.iter().map(|n| n.to_string()).collect()
    }
    fn M<D: Num>(&self, _t: D, q: &[D], out: &mut [D]) {
        let [c1, c2] = self.0.inertia();
        let c = (q[0] - q[1]).cos() * self.0.coupling();
        out.copy_from_slice(&[D::from(c1), c, c, D::from(c2)]);
    }
    fn h<D: Num>(&self, _t: D, q: &[D], u: &[D], out: &mut [D]) {
        let s = (q[0] - q[1]).sin() * self.0.coupling();
        let [s1, s2] = self.0.moments();
        out[0] = -s * u[1] * u[1] - q[0].cos() * (s1 * self.0.g);
        out[1] = s * u[0] * u[0] - q[1].cos() * (s2 * self.0.g);
    }
    fn potential(&self, _t: f64, q: &[f64]) -> f64 {
        let [s1, s2] = self.0.moments();
        self.0.g * (s1 * q[0].sin() + s2 * q[1].sin())
    }
}

struct Guide {
    l: [f64; 2],
}

impl GapFunction for Guide {
    fn g<D: Num>(&self, _t: D, q: &[D]) -> D {
        q[0].sin() * self.l[0] + q[1].sin() * self.l[1]
    }
}

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let l = [p.positive("l1")?, p.positive("l2")?];
    let crank = SliderCrank {
        l,
        m: [p.positive("m1")?, p.positive("m2")?, p.positive("m3")?],
        J: [p.positive("J1")?, p.positive("J2")?, 0.0],
        g: p.number("g")?,
    };
    let omega = p.number("omega0")?;
    let u0 = [omega, -omega * l[0] / l[1]];
    let body = model.body("mechanism", Minimal::new(TwoAngles(crank)), &[0.0; 2], &u0);
    model.constraint("guide", Guide { l }, body);
    let slider = V3::new(0.16, 0.08, 0.0) * l[1];
    draw(&mut model, body, l, slider, slider.y, |_| 0.0);
    Ok(model)
}
