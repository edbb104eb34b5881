//! Mechanisms with redundant joints: more rows than the motion needs. The motion is determined all
//! the same, the joint forces only up to what the rows share.
//!
//! `doubled-hinge`: a panel on two hinges about the same inclined axis (5 rows too many).
//! `parallel-cranks`: three equal cranks under one coupler (1). `spatial-four-bar`: the planar
//! four-bar linkage of bodies in space (3). `redundant-slider-crank`: the same for the slider-crank
//! (3). `bennett`: Bennett's linkage, the only movable loop of four hinges whose axes are neither
//! parallel nor through one point (3): opposite links are equal, with sin α / a = sin β / b, and the
//! angles fulfil tan(θ1/2) tan(θ2/2) = sin((β+α)/2) / sin((β-α)/2).

use super::super::{par, Problem};
use super::kit::*;
use crate::error::ModelError;
use crate::frame::{rotation, M3, V3};
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const GY: OptionInfo = par("g", "9.81", "gravity, along -y");
const GZ: OptionInfo = par("g", "9.81", "gravity, along -z");

pub(super) const PROBLEMS: &[Problem] = &[
    mechanism(
        "joints",
        "doubled-hinge",
        "a panel on two hinges about one inclined axis: five redundant rows",
        &[
            par("m", "5", "mass"),
            par("b", "1", "width"),
            par("h", "2", "height, and distance of the hinges"),
            GZ,
            par("tilt", "0.5", "angle of the axis from the vertical"),
            par("theta0", "1.2", "initial angle from the lowest position"),
        ],
        2e-3,
        6.0,
        doubled_hinge,
    ),
    mechanism(
        "joints",
        "parallel-cranks",
        "equal cranks carry one coupler: every one beyond the second is redundant",
        &[
            par("n", "3", "number of cranks, 2 to 50"),
            par("l", "0.5", "length of the cranks"),
            par("d", "0.6", "distance of neighbouring hinges"),
            par("m", "1", "mass of each crank"),
            par("M", "3", "mass of the coupler"),
            GY,
            par("theta0", "1", "initial angle from the downward vertical"),
        ],
        1e-3,
        3.0,
        parallel_cranks,
    ),
    mechanism(
        "joints",
        "spatial-four-bar",
        "a planar four-bar linkage of bodies in space: three redundant rows",
        &[
            par("l1", "0.3", "length of the crank"),
            par("l2", "0.9", "length of the coupler"),
            par("l3", "0.7", "length of the rocker"),
            par("d", "1", "distance of the fixed hinges"),
            par("rho", "2", "mass of all bars per length"),
            GZ,
            par("theta0", "1", "initial angle of the crank"),
            par("v0", "1.2", "initial speed of the crank's centre"),
        ],
        1e-3,
        2.0,
        four_bar,
    ),
    mechanism(
        "joints",
        "redundant-slider-crank",
        "a planar slider-crank of bodies in space: three redundant rows",
        &[
            par("l1", "0.2", "length of the crank"),
            par("l2", "0.6", "length of the rod"),
            par("m", "1", "mass of each part"),
            GZ,
            par("v0", "1", "initial speed of the crank's centre"),
        ],
        1e-3,
        2.0,
        slider_crank,
    ),
    mechanism(
        "joints",
        "bennett",
        "Bennett's linkage: four hinges in space that should not move, but do",
        &[
            par("a", "0.5", "length of the first and third link"),
            par("alpha", "pi/6", "angle between the axes at their ends"),
            par("beta", "pi/3", "the same for the other two links"),
            par("rho", "2", "mass of all links per length"),
            GZ,
            par("theta0", "2", "initial angle at the first hinge"),
            par("v0", "0.5", "initial speed of the first link's centre"),
        ],
        1e-3,
        2.0,
        bennett,
    ),
];

fn doubled_hinge(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed_in_space(p)?;
    let (m, b, h) = (p.positive("m")?, p.positive("b")?, p.positive("h")?);
    let (tilt, theta) = (p.number("tilt")?, p.number("theta0")?);
    let axis = V3::new(tilt.sin(), 0.0, tilt.cos());
    // lowest where it points towards -z as far as it can
    let low = V3::new(tilt.cos(), 0.0, -tilt.sin());
    let out = rotation(&axis, theta) * low;
    let A = M3::from_columns(&[out, axis.cross(&out), axis]);
    let inertia = [m * h * h / 12.0, m * (b * b + h * h) / 12.0, m * b * b / 12.0];
    let panel = solid(&mut model, "panel", m, inertia, out * (0.5 * b), A);
    axle(&mut model, "hinge1", None, &panel, axis * (0.5 * h), axis);
    axle(&mut model, "hinge2", None, &panel, axis * (-0.5 * h), axis);
    Ok(model)
}

fn parallel_cranks(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (l, d, m) = (p.positive("l")?, p.positive("d")?, p.positive("m")?);
    let angle = p.number("theta0")? - 0.5 * std::f64::consts::PI;
    let start = |k: usize| at(k as f64 * d, 0.0);
    let end = |k: usize| polar(start(k), l, angle);
    let n = p.whole("n", 2, 50)?;
    let coupler = rod(&mut model, "coupler", p.positive("M")?, end(0), end(n - 1));
    for k in 0..n {
        let crank = rod(&mut model, &format!("crank{}", k + 1), m, start(k), end(k));
        pivot(&mut model, &format!("fixed{}", k + 1), &crank, start(k));
        pin(&mut model, &format!("moving{}", k + 1), &crank, &coupler, end(k));
    }
    Ok(model)
}

/// The plane of the linkages here is x-z.
fn upright(v: V3) -> V3 {
    V3::new(v.x, 0.0, v.y)
}

fn four_bar(p: &Options) -> Result<Model, ModelError> {
    let [l1, l2, l3] = [p.positive("l1")?, p.positive("l2")?, p.positive("l3")?];
    let (d, rho) = (p.positive("d")?, p.positive("rho")?);
    let (o, c) = (V3::zeros(), at(d, 0.0));
    let a = polar(o, l1, p.number("theta0")?);
    let b = meet("coupler and rocker", a, l2, c, l3, 1.0)?;
    let [o, a, b, c] = [o, a, b, c].map(upright);
    let make = || {
        let mut model = weighed_in_space(p)?;
        let crank = bar(&mut model, "crank", rho * l1, o, a);
        let coupler = bar(&mut model, "coupler", rho * l2, a, b);
        let rocker = bar(&mut model, "rocker", rho * l3, c, b);
        axle(&mut model, "hinge1", None, &crank, o, V3::y());
        axle(&mut model, "hinge2", Some(&crank), &coupler, a, V3::y());
        axle(&mut model, "hinge3", Some(&coupler), &rocker, b, V3::y());
        axle(&mut model, "hinge4", None, &rocker, c, V3::y());
        Ok(model)
    };
    let (k, share) = if a.z.abs() > a.x.abs() { (0, -a.z) } else { (2, a.x) };
    with_speed(make, 0, k, p.number("v0")? * share / l1)
}

fn slider_crank(p: &Options) -> Result<Model, ModelError> {
    let [l1, l2, m] = [p.positive("l1")?, p.positive("l2")?, p.positive("m")?];
    let [o, a, b] = [0.0, l1, l1 + l2].map(|x| V3::x() * x);
    let make = || {
        let mut model = weighed_in_space(p)?;
        let crank = bar(&mut model, "crank", m, o, a);
        let rod = bar(&mut model, "rod", m, a, b);
        let i = m * l1 * l1 / 6.0;
        let slider = solid(&mut model, "slider", m, [i, i, i], b, M3::identity());
        axle(&mut model, "hinge1", None, &crank, o, V3::y());
        axle(&mut model, "hinge2", Some(&crank), &rod, a, V3::y());
        axle(&mut model, "hinge3", Some(&rod), &slider, b, V3::y());
        guide(&mut model, "guide", None, &slider, b, V3::x());
        Ok(model)
    };
    with_speed(make, 0, 2, p.number("v0")?)
}

fn bennett(p: &Options) -> Result<Model, ModelError> {
    let (a, rho) = (p.positive("a")?, p.positive("rho")?);
    let (alpha, beta, theta) = (p.number("alpha")?, p.number("beta")?, p.number("theta0")?);
    let b = a * beta.sin() / alpha.sin();
    if !(b > 0.0 && b.is_finite() && (alpha - beta).abs() > 1e-3) {
        return Err(ModelError::value("beta", beta, "another angle than alpha, with sin beta > 0"));
    }
    let ratio = (0.5 * (beta + alpha)).sin() / (0.5 * (beta - alpha)).sin();
    let second = 2.0 * (ratio / (0.5 * theta).tan()).atan();
    // positions and axes of the hinges along the loop
    let (mut r, mut A) = (V3::zeros(), M3::identity());
    let mut hinges = Vec::new();
    for (turn, l, twist) in [(theta, a, alpha), (second, b, beta), (-theta, a, alpha)] {
        hinges.push((r, A.column(2).into_owned()));
        A *= rotation(&V3::z(), turn);
        r += A.column(0) * l;
        A *= rotation(&V3::x(), twist);
    }
    hinges.push((r, A.column(2).into_owned()));
    let make = || {
        let mut model = weighed_in_space(p)?;
        let mut last: Option<Placed> = None;
        for k in 0..3 {
            let (from, axis) = hinges[k];
            let to = hinges[k + 1].0;
            let link =
                bar(&mut model, &format!("link{}", k + 1), rho * (to - from).norm(), from, to);
            axle(&mut model, &format!("hinge{}", k + 1), last.as_ref(), &link, from, axis);
            last = Some(link);
        }
        if let Some(link) = &last {
            axle(&mut model, "hinge4", None, link, hinges[3].0, hinges[3].1);
        }
        Ok(model)
    };
    // the first link turns about e_z: the velocity of its centre is horizontal
    let (s, c) = theta.sin_cos();
    let (k, share) = if s.abs() > c.abs() { (0, -s) } else { (1, c) };
    with_speed(make, 0, k, p.number("v0")? * share)
}
