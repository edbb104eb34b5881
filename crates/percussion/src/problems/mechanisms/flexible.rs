//! Mechanisms with flexible parts, gravity along -y (`flexible-spherical-pendulum`: along -z). Strips
//! are planar beams in floating frames with a few bending modes; `whip` and `flexible-four-bar` have
//! geometrically exact beams in the plane, `flexible-spherical-pendulum` a rod in space.
//!
//! Without contact: `flexible-slider-crank`, whose connecting rod bends; `flexible-four-bar`, whose
//! coupler does; `flexible-chain`, whose links bend; `flexible-arm`, two strips moved by motors with feedback; `whip`, a soft beam that
//! swings down; `boom-crane`, a load that swings on a flexible boom; `flexible-spherical-pendulum`.
//!
//! With impacts: `flexible-press`, a slider-crank with a flexible rod that strikes an anvil;
//! `flexible-arm-stop`, a strip that falls on a stop; `flexible-hammer`, a head on a flexible handle;
//! `springboard`, a ball that bounces on the end of a cantilever.

use super::super::{at_least_zero, law, par, Problem};
use super::kit::*;
use crate::bodies::{FloatingBeam, PlanarBeam, PointMass, Rod, Section};
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::forces::ExpressionForce;
use crate::frame::{basis, rotation, Anchor, BodyId, V3};
use crate::joints::{Joint, Primitive};
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const G: OptionInfo = par("g", "9.81", "gravity, along -y");
const EI: OptionInfo = par("EI", "10", "bending stiffness");
const MASS: OptionInfo = par("rhoA", "0.5", "mass per length of the flexible part");
const MODES: OptionInfo = par("modes", "3", "number of bending modes of a strip, 1 to 8");
const DAMPING: OptionInfo = par("damping", "1e-3", "stiffness-proportional damping (s)");
const OMEGA: OptionInfo = par("omega", "6", "initial angular velocity of the crank");
const RESTITUTION: OptionInfo = par("e_N", "0.5", "restitution");

const fn flexible(
    name: &'static str,
    summary: &'static str,
    parameters: &'static [OptionInfo],
    dt: f64,
    t_end: f64,
    build: fn(&Options) -> Result<Model, ModelError>,
) -> Problem {
    let p = mechanism("flexible", name, summary, parameters, dt, t_end, build);
    Problem { scheme_options: &[("rho_inf", "0.8")], ..p }
}

pub(super) const PROBLEMS: &[Problem] = &[
    flexible(
        "flexible-slider-crank",
        "a slider-crank whose connecting rod bends",
        &[OMEGA, EI, MASS, MODES, DAMPING, G],
        5e-4,
        2.0,
        slider_crank,
    ),
    flexible(
        "flexible-four-bar",
        "a four-bar linkage whose coupler is a geometrically exact beam",
        &[
            par("omega", "4", "initial angular velocity of the crank"),
            par("EI", "20", "bending stiffness of the coupler"),
            MASS,
            par("elements", "3", "number of elements of the coupler"),
            DAMPING,
            G,
        ],
        5e-4,
        2.0,
        four_bar,
    ),
    flexible(
        "flexible-chain",
        "n flexible links, each on a hinge of the one before, fall from the horizontal",
        &[
            par("n", "4", "number of links"),
            EI,
            MASS,
            par("modes", "1", "number of bending modes of a link, 1 to 8"),
            DAMPING,
            G,
        ],
        1e-3,
        1.0,
        chain,
    ),
    flexible(
        "flexible-arm",
        "two flexible links follow harmonic angles by motors with feedback",
        &[
            EI,
            MASS,
            MODES,
            DAMPING,
            G,
            par("k", "20", "stiffness of the motors"),
            par("c", "0.5", "damping of the motors"),
            par("amplitude", "0.6", "amplitude of the angles"),
            par("rate", "5", "their angular frequency"),
        ],
        5e-4,
        2.0,
        arm,
    ),
    flexible(
        "whip",
        "a soft beam on a hinge falls from the horizontal and swings",
        &[
            par("l", "1", "length"),
            par("EI", "0.05", "bending stiffness"),
            par("EA", "2000", "axial and shear stiffness"),
            par("rhoA", "0.2", "mass per length"),
            par("elements", "6", "number of elements"),
            DAMPING,
            G,
        ],
        5e-4,
        1.5,
        whip,
    ),
    flexible(
        "boom-crane",
        "a load swings on a rope from a flexible boom that is clamped",
        &[
            par("EI", "60", "bending stiffness of the boom"),
            MASS,
            MODES,
            DAMPING,
            par("m", "0.5", "mass of the load"),
            par("rope", "0.8", "length of the rope, a rigid rod of mass 0.05"),
            par("theta0", "1", "initial angle of the rope from the vertical"),
            G,
        ],
        1e-3,
        4.0,
        boom,
    ),
    flexible(
        "flexible-spherical-pendulum",
        "a flexible rod in space on a spherical joint circles and nods",
        &[
            par("l", "1", "length"),
            par("E", "5e7", "Young's modulus"),
            par("rho", "1000", "density"),
            par("radius", "0.01", "radius of the section"),
            par("elements", "3", "number of elements"),
            par("theta0", "1", "initial angle from the vertical"),
            par("omega", "3", "initial rate about the vertical"),
            DAMPING,
            par("g", "9.81", "gravity, along -z"),
        ],
        1e-3,
        2.0,
        spherical,
    ),
    flexible(
        "flexible-press",
        "a slider-crank with a flexible connecting rod strikes an anvil",
        &[
            OMEGA,
            EI,
            MASS,
            MODES,
            DAMPING,
            G,
            par("anvil", "1.15", "distance of the anvil from the shaft, below l1 + l2 = 1.2"),
            RESTITUTION,
        ],
        5e-4,
        2.0,
        press,
    ),
    flexible(
        "flexible-arm-stop",
        "a flexible arm falls on a stop with its tip",
        &[EI, MASS, MODES, DAMPING, G, par("stop", "-0.4", "height of the stop"), RESTITUTION],
        5e-4,
        2.0,
        arm_stop,
    ),
    flexible(
        "flexible-hammer",
        "a hammer head on a flexible handle falls on an anvil",
        &[
            EI,
            MASS,
            MODES,
            DAMPING,
            G,
            par("m", "0.4", "mass of the head"),
            par("theta0", "0.8", "initial angle of the handle above the anvil"),
            RESTITUTION,
        ],
        5e-4,
        2.0,
        hammer,
    ),
    flexible(
        "springboard",
        "a ball bounces on the end of a flexible cantilever",
        &[
            EI,
            MASS,
            MODES,
            DAMPING,
            G,
            par("m", "0.2", "mass of the ball"),
            par("R", "0.05", "radius of the ball"),
            par("h", "0.3", "initial height of the ball above the board"),
            RESTITUTION,
        ],
        5e-4,
        2.0,
        springboard,
    ),
];

/// A straight strip from `a` to `b` at rest; its nodes are 0 at `a` and 1 at `b`.
fn strip(p: &Options, model: &mut Model, name: &str, a: V3, b: V3) -> Result<BodyId, ModelError> {
    let modes = p.whole("modes", 1, 8)?;
    let d = b - a;
    let mut beam = FloatingBeam::new(d.norm(), modes, p.positive("EI")?, p.positive("rhoA")?);
    beam.damping = at_least_zero(p, "damping")?;
    let mut q0 = vec![0.0; 3 + modes];
    q0[..3].copy_from_slice(&[a.x, a.y, d.y.atan2(d.x)]);
    Ok(model.body(name, beam, &q0, &vec![0.0; 3 + modes]))
}

fn node(body: BodyId, k: usize) -> Anchor {
    Anchor::node(body, k)
}

/// Crank of length 0.3, rod of length 0.9, slider along x, the crank at the angle 1 at first.
fn cranked(p: &Options, anvil: Option<f64>) -> Result<Model, ModelError> {
    let make = || {
        let mut model = weighed(p)?;
        let (o, angle) = (V3::zeros(), 1.0_f64);
        let a = polar(o, 0.3, angle);
        let x = a.x + (0.81 - a.y * a.y).sqrt();
        let b = at(x, 0.0);
        let crank = rod(&mut model, "crank", 1.0, o, a);
        let link = strip(p, &mut model, "rod", a, b)?;
        let slider = plate(&mut model, "slider", 0.5, 0.01, b, 0.0);
        pivot(&mut model, "hinge1", &crank, o);
        model.joint("hinge2", Joint::revolute(), crank.at(a), node(link, 0));
        model.joint("hinge3", Joint::revolute(), node(link, 1), slider.at(b));
        guide(&mut model, "guide", None, &slider, b, V3::x());
        if let Some(x) = anvil {
            let face = Anchor::plane(at(x, 0.0), -V3::x());
            model.contact("anvil", SphereOnPlane { R: 0.0 }, face, slider.at(b), law(p)?);
        }
        Ok(model)
    };
    with_speed(make, 0, 2, p.number("omega")?)
}

fn slider_crank(p: &Options) -> Result<Model, ModelError> {
    cranked(p, None)
}

fn press(p: &Options) -> Result<Model, ModelError> {
    cranked(p, Some(p.within("anvil", 1.15, 1.3)?))
}

fn four_bar(p: &Options) -> Result<Model, ModelError> {
    let make = || {
        let mut model = weighed(p)?;
        let (o, c) = (V3::zeros(), at(1.0, 0.0));
        let a = polar(o, 0.3, 1.0);
        let b = meet("coupler and rocker", a, 0.9, c, 0.7, 1.0)?;
        let crank = rod(&mut model, "crank", 1.0, o, a);
        let (rhoA, bend) = (p.positive("rhoA")?, p.positive("EI")?);
        // as thick as a hundredth of its length: soft along its axis, not too stiff for explicit methods
        let section = Section::planar(1e3 * bend, 1e3 * bend, bend, rhoA, 1e-3 * rhoA);
        let beam = PlanarBeam::new((b - a).norm(), p.whole("elements", 1, 1000)?, section)
            .degree(2)
            .rayleigh(0.0, at_least_zero(p, "damping")?);
        let (q0, tip) = (beam.shape(a.x, a.y, (b.y - a.y).atan2(b.x - a.x)), beam.tip());
        let u0 = vec![0.0; q0.len()];
        let coupler = model.body("coupler", beam, &q0, &u0);
        let rocker = rod(&mut model, "rocker", 1.0, c, b);
        pivot(&mut model, "hinge1", &crank, o);
        model.joint("hinge2", Joint::revolute(), crank.at(a), node(coupler, 0));
        model.joint("hinge3", Joint::revolute(), node(coupler, tip), rocker.at(b));
        pivot(&mut model, "hinge4", &rocker, c);
        Ok(model)
    };
    with_speed(make, 0, 2, p.number("omega")?)
}

/// Links of length 0.4.
fn chain(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let mut end = Anchor::world(V3::zeros());
    for k in 0..p.whole("n", 1, 1000)? {
        let [a, b] = [k, k + 1].map(|k| at(0.4 * k as f64, 0.0));
        let link = strip(p, &mut model, &format!("link{}", k + 1), a, b)?;
        model.joint(&format!("hinge{}", k + 1), Joint::revolute(), end, node(link, 0));
        end = node(link, 1);
    }
    Ok(model)
}

fn arm(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (k, c) = (at_least_zero(p, "k")?, at_least_zero(p, "c")?);
    let (amplitude, omega) = (p.number("amplitude")?, p.number("rate")?);
    let [o, a, b] = [0.0, 0.6, 1.2].map(|x| at(x, 0.0));
    let upper = strip(p, &mut model, "upper", o, a)?;
    let lower = strip(p, &mut model, "lower", a, b)?;
    model.joint("shoulder", Joint::revolute(), Anchor::world(o), node(upper, 0));
    model.joint("elbow", Joint::revolute(), node(upper, 1), node(lower, 0));
    let motor = |a: Anchor, b: Anchor, amplitude: f64| {
        let law = format!("{k:?}*({amplitude:?}*sin({omega:?}*t) - s) - {c:?}*v");
        ExpressionForce::law(Primitive::Angle { zero: 0.0, sign: 1.0 }, a, b, &law)
    };
    model.force("motor1", motor(Anchor::world(o), node(upper, 0), amplitude)?);
    model.force("motor2", motor(node(upper, 1), node(lower, 0), -amplitude)?);
    Ok(model)
}

fn whip(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (EA, rhoA) = (p.positive("EA")?, p.positive("rhoA")?);
    let section = Section::planar(EA, EA, p.positive("EI")?, rhoA, 1e-4 * rhoA);
    let beam = PlanarBeam::new(p.positive("l")?, p.whole("elements", 1, 1000)?, section)
        .degree(2)
        .rayleigh(0.0, at_least_zero(p, "damping")?);
    let q0 = beam.shape(0.0, 0.0, 0.0);
    let u0 = vec![0.0; q0.len()];
    let beam = model.body("beam", beam, &q0, &u0);
    model.joint("hinge", Joint::revolute(), Anchor::world(V3::zeros()), node(beam, 0));
    Ok(model)
}

fn boom(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (o, tip) = (V3::zeros(), at(1.5, 0.0));
    let (m, l, theta) = (p.positive("m")?, p.positive("rope")?, p.number("theta0")?);
    let end = tip + at(theta.sin(), -theta.cos()) * l;
    let boom = strip(p, &mut model, "boom", o, tip)?;
    let rope = rod(&mut model, "rope", 0.05, tip, end);
    let load = plate(&mut model, "load", m, 0.01 * m, end, 0.0);
    model.joint("clamp", Joint::fixed(), Anchor::world(o), node(boom, 0));
    model.joint("hook", Joint::revolute(), node(boom, 1), rope.at(tip));
    pin(&mut model, "eye", &rope, &load, end);
    Ok(model)
}

fn spherical(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed_in_space(p)?;
    let (E, radius) = (p.positive("E")?, p.positive("radius")?);
    let section = Section::circle(E, E / 2.6, p.positive("rho")?, radius);
    let (n, theta) = (p.whole("elements", 1, 1000)?, p.number("theta0")?);
    // e_x along the rod, which hangs in the x-z plane
    let A = rotation(&V3::y(), 0.5 * std::f64::consts::PI - theta);
    let rod = Rod::straight(p.positive("l")?, n, 1, section, V3::zeros(), A)
        .rayleigh(0.0, at_least_zero(p, "damping")?);
    let q0 = rod.shape();
    let nodes = q0.len() / 7;
    let w = V3::z() * p.number("omega")?;
    let mut u0 = Vec::new();
    for k in 0..nodes {
        let r = V3::new(q0[7 * k], q0[7 * k + 1], q0[7 * k + 2]);
        let (v, o) = (w.cross(&r), A.transpose() * w);
        u0.extend([v.x, v.y, v.z, o.x, o.y, o.z]);
    }
    let rod = model.body("rod", rod, &q0, &u0);
    model.joint("ball", Joint::spherical(), Anchor::world(V3::zeros()), node(rod, 0));
    Ok(model)
}

fn arm_stop(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (o, tip) = (V3::zeros(), at(1.0, 0.0));
    let arm = strip(p, &mut model, "arm", o, tip)?;
    model.joint("hinge", Joint::revolute(), Anchor::world(o), node(arm, 0));
    let stop = Anchor::plane(at(0.0, p.within("stop", -0.95, -0.01)?), V3::y());
    model.contact("stop", SphereOnPlane { R: 0.0 }, stop, node(arm, 1), law(p)?);
    Ok(model)
}

fn hammer(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (o, theta, m) = (V3::zeros(), p.within("theta0", 0.01, 3.0)?, p.positive("m")?);
    let tip = polar(o, 0.8, theta);
    let handle = strip(p, &mut model, "handle", o, tip)?;
    let head = plate(&mut model, "head", m, 1e-3 * m, tip, theta);
    model.joint("hinge", Joint::revolute(), Anchor::world(o), node(handle, 0));
    model.joint("eye", Joint::fixed(), node(handle, 1), head.at(tip));
    // the face of the head is 0.05 below its centre
    let face = Anchor::on(head.body, at(0.0, -0.05));
    let anvil = Anchor::plane(at(0.0, -0.05), V3::y());
    model.contact("anvil", SphereOnPlane { R: 0.0 }, anvil, face, law(p)?);
    Ok(model)
}

fn springboard(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (R, h) = (p.positive("R")?, at_least_zero(p, "h")?);
    let (o, tip) = (V3::zeros(), at(0.6, 0.0));
    let board = strip(p, &mut model, "board", o, tip)?;
    model.joint("clamp", Joint::fixed(), Anchor::world(o), node(board, 0));
    let ball = PointMass { m: p.positive("m")?, dim: 2 };
    let ball = model.body("ball", ball, &[tip.x, R + h], &[0.0; 2]);
    // the upper side of the end of the board
    let top = node(board, 1).with_axes(basis(&V3::y()));
    model.contact("end", SphereOnPlane { R }, top, Anchor::on(ball, V3::zeros()), law(p)?);
    Ok(model)
}
