//! The woodpecker toy: a sleeve with a spring and a bird that climbs down a pole.
//!
//! q = (y, phiM, phiS): height and angle of the sleeve, angle of the woodpecker. M is constant
//!
//! ```text
//!     ⎛ mS+mM     mS lM          mS lG        ⎞        ⎛ 0           ⎞     ⎛ mS+mM ⎞
//! M = ⎜ mS lM     JM + mS lM²    mS lM lG     ⎟   h = -⎜ c (phiM-phiS)⎟ - g ⎜ mS lM ⎟
//!     ⎝ mS lG     mS lM lG       JS + mS lG²  ⎠        ⎝ c (phiS-phiM)⎠     ⎝ mS lG ⎠
//! g_1 = lM + lG - lS - rO - hS phiS       γ_1 = y' + lM phiM' + (lG - lS) phiS'   (beak)
//! g_2 = rM - rO + hM phiM                 γ_2 = y' + rM phiM'                     (lower sleeve)
//! g_3 = rM - rO - hM phiM                 γ_3 = y' + rM phiM'                     (upper sleeve)
//! ```
//!
//! e_N = (0.5, 0, 0), μ = 0.3 on all. The default start lies on the periodic orbit, with the sleeve
//! jammed at its lower edge.
//!
//! The model of C. Glocker and F. Pfeiffer; data as in R. I. Leine, D. H. van Campen, C. Glocker,
//! "Nonlinear dynamics and modeling of various wooden toys with impact and friction", 2003.

use super::{par, Problem};
use crate::bodies::{Functions, Minimal, Num};
use crate::collision::contacts::GapFunction;
use crate::error::ModelError;
use crate::frame::{basis, Anchor, BodyId, V3};
use crate::laws::ContactLaw;
use crate::model::Model;
use crate::picture::{turned, Drawing, Shape};
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    name: "woodpecker",
    summary: "a toy woodpecker pecks its way down a pole: impacts and friction, periodic",
    source: "Leine, van Campen, Glocker, \"Nonlinear dynamics and modeling of various wooden toys with impact and friction\", Journal of Vibration and Control 9, 2003",
    set: "",
    parameters: &[
        par("rO", "0.0025", "radius of the pole"),
        par("rM", "0.0031", "inner radius of the sleeve"),
        par("hM", "0.0058", "half of the sleeve's height"),
        par("lM", "0.010", "from the pole's axis to the spring's root"),
        par("lG", "0.015", "from the spring's root to the woodpecker's centre"),
        par("hS", "0.02", "height of the beak over the centre"),
        par("lS", "0.0201", "from the centre to the tip of the beak"),
        par("mM", "0.0003", "mass of the sleeve"),
        par("mS", "0.0045", "mass of the woodpecker"),
        par("JM", "5e-9", "moment of inertia of the sleeve"),
        par("JS", "7e-7", "moment of inertia of the woodpecker"),
        par("c", "0.0056", "stiffness of the spring"),
        par("g", "9.81", "gravity, along -y"),
        par("mu", "0.3", "friction coefficient of all contacts"),
        par("phiS0", "-0.5294719671108510786", "initial angle of the woodpecker"),
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-4,
    // three periods of about 0.146
    t_end: 0.438,
    references: &[],
    build,
};

struct Toy {
    mM: f64,
    mS: f64,
    lM: f64,
    lG: f64,
    JM: f64,
    JS: f64,
    c: f64,
    g: f64,
}

impl Functions for Toy {
    fn q_names(&self) -> Vec<String> {
        ["y", "phiM", "phiS"].map(String::from).to_vec()
    }
    #[rustfmt::skip]
    fn M<D: Num>(&self, _t: D, _q: &[D], out: &mut [D]) {
        let Toy { mM, mS, lM, lG, JM, JS, .. } = *self;
        let values = [
            mS + mM, mS * lM,           mS * lG,
            mS * lM, JM + mS * lM * lM, mS * lM * lG,
            mS * lG, mS * lM * lG,      JS + mS * lG * lG,
        ];
        out.iter_mut().zip(values).for_each(|(o, v)| *o = D::from(v));
    }
    fn constant_M(&self) -> bool {
        true
    }
    fn h<D: Num>(&self, _t: D, q: &[D], _u: &[D], out: &mut [D]) {
        let spring = (q[1] - q[2]) * self.c;
        out[0] = D::from(-self.g * (self.mS + self.mM));
        out[1] = -spring - self.g * self.mS * self.lM;
        out[2] = spring - self.g * self.mS * self.lG;
    }
    fn potential(&self, _t: f64, q: &[f64]) -> f64 {
        let bend = q[1] - q[2];
        let weight = (self.mS + self.mM) * q[0] + self.mS * (self.lM * q[1] + self.lG * q[2]);
        0.5 * self.c * bend * bend + self.g * weight
    }
}

/// g = open + arm·(phiM, phiS), γ = y' + slide·(phiM', phiS').
struct Edge {
    open: f64,
    arm: [f64; 2],
    slide: [f64; 2],
}

impl GapFunction for Edge {
    fn g<D: Num>(&self, _t: D, q: &[D]) -> D {
        q[1] * self.arm[0] + q[2] * self.arm[1] + self.open
    }
    fn n_friction(&self) -> usize {
        1
    }
    fn gamma<D: Num>(&self, _t: D, _q: &[D], u: &[D], out: &mut [D]) {
        out[0] = u[0] + u[1] * self.slide[0] + u[2] * self.slide[1];
    }
}

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let (rO, rM, hM) = (p.positive("rO")?, p.positive("rM")?, p.positive("hM")?);
    let (lM, lG) = (p.positive("lM")?, p.positive("lG")?);
    let (hS, lS) = (p.positive("hS")?, p.positive("lS")?);
    let toy = Toy {
        mM: p.positive("mM")?,
        mS: p.positive("mS")?,
        lM,
        lG,
        JM: p.positive("JM")?,
        JS: p.positive("JS")?,
        c: super::at_least_zero(p, "c")?,
        g: p.number("g")?,
    };
    let q0 = [0.0, -(rM - rO) / hM, p.number("phiS0")?];
    let toy = model.body("toy", Minimal::new(toy), &q0, &[0.0; 3]);
    let mu = p.number("mu")?;
    let sleeve = |side: f64| Edge { open: rM - rO, arm: [side * hM, 0.0], slide: [rM, 0.0] };
    let beak = Edge { open: lM + lG - lS - rO, arm: [0.0, -hS], slide: [lM, lG - lS] };
    model.contact_function("c1", beak, toy, ContactLaw::coulomb(0.5, mu));
    model.contact_function("c2", sleeve(1.0), toy, ContactLaw::coulomb(0.0, mu));
    model.contact_function("c3", sleeve(-1.0), toy, ContactLaw::coulomb(0.0, mu));
    draw(&mut model, toy, [rO, rM, hM], [lM, lG, hS, lS]);
    Ok(model)
}

/// A bird about its centre of mass, in parts of lS and hS: its beak ends at (-1, 1).
const BIRD: [[f64; 2]; 16] = [
    [-1.0, 1.0],
    [-0.55, 1.22],
    [-0.35, 1.3],
    [-0.15, 1.25],
    [0.0, 1.05],
    [0.03, 0.8],
    [0.2, 0.4],
    [0.28, -0.1],
    [0.35, -0.7],
    [0.45, -1.3],
    [0.27, -1.25],
    [0.1, -0.8],
    [-0.15, -0.4],
    [-0.28, 0.0],
    [-0.3, 0.7],
    [-0.45, 0.9],
];

/// The toy as it looks: the sleeve about the pole, the bird on its spring. Angles are turned in
/// full, where the equations have them small.
fn draw(model: &mut Model, toy: BodyId, [rO, rM, hM]: [f64; 3], [lM, lG, hS, lS]: [f64; 4]) {
    let pole = Shape::Cylinder { half_length: None, radius: rO };
    model.shape(Anchor::world(V3::zeros()).with_axes(basis(&V3::y())), pole);
    let wall = 0.3 * rM;
    let side = |s: f64| {
        let x = [s * rM, s * (rM + wall)];
        Shape::Polygon { points: vec![[x[0], -hM], [x[1], -hM], [x[1], hM], [x[0], hM]] }
    };
    let arm = Shape::Bars { points: vec![[rM + wall, 0.0, 0.0], [lM, 0.0, 0.0]] };
    let spring = Shape::Bars { points: vec![[-lG, 0.0, 0.0], [0.0; 3]] };
    let bird = Shape::Polygon { points: BIRD.map(|[x, y]| [x * lS, y * hS]).to_vec() };
    let perch = move |q: &[f64]| V3::new(lM, q[0] + lM * q[1], 0.0);
    let edge =
        move |h: f64| move |_: f64, q: &[f64]| (V3::new(rO, q[0] + h, 0.0), V3::x(), V3::y());
    let drawing = Drawing::of(toy)
        .piece("sleeve", vec![side(1.0), side(-1.0), arm], |_, q| (V3::y() * q[0], turned(q[1])))
        .piece("woodpecker", vec![spring, bird], move |_, q| {
            let A = turned(q[2]);
            (perch(q) + A * V3::new(lG, 0.0, 0.0), A)
        })
        .contact("c1", move |_, q| {
            let tip = perch(q) + turned(q[2]) * V3::new(lG - lS, hS, 0.0);
            (V3::new(rO, tip.y, 0.0), V3::x(), V3::y())
        })
        .contact("c2", edge(-hM))
        .contact("c3", edge(hM));
    model.drawing(drawing);
}
