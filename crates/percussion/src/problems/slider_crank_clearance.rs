//! A slider-crank whose slider has clearance in its guide.
//!
//! Minimal coordinates: the absolute angles theta1 (crank), theta2 (rod) and theta3 (slider) from
//! +x. The centres of crank and rod are at mid-length, the centre of the slider at the rod's end.
//! With Y = l1 sin theta1 + l2 sin theta2 the four corners of the slider (half length a, half height
//! b) stay within the guide of half height b + c:
//!
//! ```text
//! g_1 = b + c - (Y - a sin theta3 + b cos theta3)     g_3 = b + c + Y - a sin theta3 - b cos theta3
//! g_2 = b + c - (Y + a sin theta3 + b cos theta3)     g_4 = b + c + Y + a sin theta3 - b cos theta3
//! ```
//!
//! γ_F is the velocity of the corner along n × e_z: -x at the upper face of the guide (1 and 2), +x
//! at the lower one. With w3 = 0 the slider does not turn and two corners hit at once; with
//! w3 = -0.01 two corners hit alternately, infinitely often within 1.65 microseconds.
//!
//! P. Flores, R. I. Leine, C. Glocker, "Modeling and analysis of planar rigid multibody systems with
//! translational clearance joints based on the non-smooth dynamics approach", 2010,
//! DOI 10.1007/s11044-009-9178-y; there with friction, here μ = 0 by default.

use super::{law, par, Problem};
use crate::bodies::{Functions, Minimal, Num};
use crate::collision::contacts::GapFunction;
use crate::error::ModelError;
use crate::frame::{basis, Anchor, BodyId, V3};
use crate::model::Model;
use crate::picture::{turned, Drawing, Shape};
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    name: "slider-crank-clearance",
    summary: "a slider-crank with clearance: four corner contacts, minimal coordinates",
    source: "Flores, Leine, Glocker, \"Modeling and analysis of planar rigid multibody systems with translational clearance joints based on the non-smooth dynamics approach\", 2010, DOI 10.1007/s11044-009-9178-y",
    set: "",
    parameters: &[
        par("l1", "0.153", "length of the crank"),
        par("l2", "0.306", "length of the rod"),
        par("m1", "0.038", "mass of the crank"),
        par("m2", "0.038", "mass of the rod"),
        par("m3", "0.076", "mass of the slider"),
        par("J1", "7.4e-5", "moment of inertia of the crank about its centre"),
        par("J2", "5.9e-4", "moment of inertia of the rod about its centre"),
        par("J3", "2.7e-6", "moment of inertia of the slider about its centre"),
        par("a", "0.05", "half of the slider's length"),
        par("b", "0.025", "half of the slider's height"),
        par("c", "0.001", "clearance"),
        par("g", "9.81", "gravity, along -y"),
        par("e_N", "0.4", "restitution of all corners"),
        par("mu", "0", "friction coefficient of all corners"),
        par("w3", "0", "initial angular velocity of the slider"),
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-5,
    t_end: 0.1,
    references: &[],
    build,
};

pub(super) struct SliderCrank {
    pub l: [f64; 2],
    pub m: [f64; 3],
    pub J: [f64; 3],
    pub g: f64,
}

impl SliderCrank {
    /// What the rod and the slider weigh at the end of the crank, seen through the rod.
    pub fn coupling(&self) -> f64 {
        self.l[0] * self.l[1] * (0.5 * self.m[1] + self.m[2])
    }
    /// Static moments of crank and rod.
    pub fn moments(&self) -> [f64; 2] {
        let ([l1, l2], [m1, m2, m3]) = (self.l, self.m);
        [l1 * (0.5 * m1 + m2 + m3), l2 * (0.5 * m2 + m3)]
    }
    /// Moments of inertia of crank and rod about their first ends, with what they carry.
    pub fn inertia(&self) -> [f64; 2] {
        let ([l1, l2], [m1, m2, m3]) = (self.l, self.m);
        [self.J[0] + l1 * l1 * (0.25 * m1 + m2 + m3), self.J[1] + l2 * l2 * (0.25 * m2 + m3)]
    }
}

impl Functions for SliderCrank {
    fn q_names(&self) -> Vec<String> {
        ["theta1", "theta2", "theta3"].map(String::from).to_vec()
    }
    fn M<D: Num>(&self, _t: D, q: &[D], out: &mut [D]) {
        let [c1, c2] = self.inertia();
        let c = (q[0] - q[1]).cos() * self.coupling();
        let zero = D::from(0.0);
        out.copy_from_slice(&[
            D::from(c1),
            c,
            zero,
            c,
            D::from(c2),
            zero,
            zero,
            zero,
            D::from(self.J[2]),
        ]);
    }
    fn h<D: Num>(&self, _t: D, q: &[D], u: &[D], out: &mut [D]) {
        let s = (q[0] - q[1]).sin() * self.coupling();
        let [s1, s2] = self.moments();
        out[0] = -s * u[1] * u[1] - q[0].cos() * (s1 * self.g);
        out[1] = s * u[0] * u[0] - q[1].cos() * (s2 * self.g);
        out[2] = D::from(0.0);
    }
    fn potential(&self, _t: f64, q: &[f64]) -> f64 {
        let [s1, s2] = self.moments();
        self.g * (s1 * q[0].sin() + s2 * q[1].sin())
    }
}

/// The corner (dx, dy) of the slider against the face of the guide on the side of `side`.
struct Corner {
    l: [f64; 2],
    dx: f64,
    dy: f64,
    side: f64,
    guide: f64,
}

impl GapFunction for Corner {
    fn g<D: Num>(&self, _t: D, q: &[D]) -> D {
        let Y = q[0].sin() * self.l[0] + q[1].sin() * self.l[1];
        let y = Y + q[2].sin() * self.dx + q[2].cos() * self.dy;
        -y * self.side + self.guide
    }
    fn n_friction(&self) -> usize {
        1
    }
    fn gamma<D: Num>(&self, _t: D, q: &[D], u: &[D], out: &mut [D]) {
        let X = -q[0].sin() * u[0] * self.l[0] - q[1].sin() * u[1] * self.l[1];
        let x = X - (q[2].sin() * self.dx + q[2].cos() * self.dy) * u[2];
        out[0] = -x * self.side;
    }
}

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let l = [p.positive("l1")?, p.positive("l2")?];
    let crank = SliderCrank {
        l,
        m: [p.positive("m1")?, p.positive("m2")?, p.positive("m3")?],
        J: [p.positive("J1")?, p.positive("J2")?, p.positive("J3")?],
        g: p.number("g")?,
    };
    let u0 = [150.0, -75.0, p.number("w3")?];
    let body = model.body("mechanism", Minimal::new(crank), &[0.0; 3], &u0);
    let (a, b, c) = (p.positive("a")?, p.positive("b")?, p.positive("c")?);
    for (name, dx, side) in
        [("corner1", -a, 1.0), ("corner2", a, 1.0), ("corner3", -a, -1.0), ("corner4", a, -1.0)]
    {
        let corner = Corner { l, dx, dy: side * b, side, guide: b + c };
        model.contact_function(name, corner, body, law(p)?);
    }
    draw(&mut model, body, l, V3::new(a, b, 0.0), b + c, |q| q[2]);
    Ok(model)
}

/// Crank, rod and slider in a guide of half height `guide`; `turn` is the angle of the slider. Its
/// corners are numbered from the upper left one, row by row.
pub(super) fn draw(
    model: &mut Model,
    body: BodyId,
    l: [f64; 2],
    slider: V3,
    guide: f64,
    turn: fn(&[f64]) -> f64,
) {
    for side in [1.0, -1.0] {
        let face = Anchor::world(V3::y() * (side * guide)).with_axes(basis(&(V3::y() * -side)));
        model.shape(face, Shape::Plane);
    }
    let bar = |l: f64| Shape::Bars { points: vec![[0.0; 3], [l, 0.0, 0.0]] };
    let end = |l: f64, angle: f64| V3::new(l * angle.cos(), l * angle.sin(), 0.0);
    let wrist = move |q: &[f64]| end(l[0], q[0]) + end(l[1], q[1]);
    let mut drawing = Drawing::of(body)
        .piece("crank", vec![bar(l[0])], |_, q| (V3::zeros(), turned(q[0])))
        .piece("rod", vec![bar(l[1])], move |_, q| (end(l[0], q[0]), turned(q[1])))
        .piece("slider", vec![Shape::cuboid(&slider, 0.0)], move |_, q| {
            (wrist(q), turned(turn(q)))
        });
    for (k, (dx, side)) in [(-1.0, 1.0), (1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].iter().enumerate() {
        let corner = V3::new(dx * slider.x, side * slider.y, 0.0);
        let (n, t) = (V3::y() * -side, V3::x() * -side);
        let name = format!("corner{}", k + 1);
        let place = move |_: f64, q: &[f64]| (wrist(q) + turned(turn(q)) * corner, n, t);
        drawing = drawing.contact(&name, place);
    }
    model.drawing(drawing);
}
