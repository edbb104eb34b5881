//! Parts on straight guides that strike each other.
//!
//! `press`: a slider-crank at constant speed strikes a sprung table. `slider-stops`: a forced mass on
//! a spring between two stops. `colliding-carts`: two carts between springs run into each other.
//! `pile-driver`: a ram falls on a pile that dry friction holds in the ground. `vibro-impact`: a mass
//! moved within a capsule strikes its ends; dry friction holds the capsule. `box-into-stop`: a box
//! slides on a rough floor into a wall.

use super::super::{at_least_zero, law, par, Problem};
use super::kit::*;
use crate::bodies::PlanarBody;
use crate::collision::contacts::{SphereOnPlane, Stop};
use crate::error::ModelError;
use crate::forces::{Along, Characteristic, ExpressionForce};
use crate::frame::{basis, Anchor, V3};
use crate::joints::Primitive;
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const G: OptionInfo = par("g", "9.81", "gravity, along -y");
const ACROSS: OptionInfo = par("g", "0", "gravity, along -y: across the guides, which carry it");

pub(super) const PROBLEMS: &[Problem] = &[
    mechanism(
        "impacts",
        "press",
        "a slider-crank press strikes a sprung table in every turn",
        &[
            par("l1", "0.1", "length of the crank"),
            par("l2", "0.35", "length of the rod"),
            par("m", "2", "mass of each part"),
            par("m_table", "20", "mass of the table"),
            par("k", "2e4", "stiffness below the table"),
            par("c", "200", "damping below the table"),
            par("depth", "0.01", "how far the ram would reach below the table at rest"),
            par("omega", "10", "angular velocity of the crank"),
            G,
            par("e_N", "0.2", "restitution"),
        ],
        5e-4,
        2.0,
        press,
    ),
    mechanism(
        "impacts",
        "slider-stops",
        "a harmonically forced mass on a spring strikes two stops",
        &[
            par("m", "1", "mass"),
            par("k", "40", "stiffness"),
            par("F", "8", "amplitude of the force"),
            par("omega", "5", "its angular frequency"),
            par("d", "0.2", "distance of the stops"),
            ACROSS,
            par("e_N", "0.7", "restitution"),
        ],
        1e-3,
        5.0,
        slider,
    ),
    mechanism(
        "impacts",
        "colliding-carts",
        "two carts between springs run into each other",
        &[
            par("m1", "1", "mass of the first cart"),
            par("m2", "2", "mass of the second cart"),
            par("k", "20", "stiffness of each spring"),
            par("d", "0.2", "initial gap"),
            par("v0", "2", "initial velocity of the first cart"),
            ACROSS,
            par("e_N", "0.7", "restitution"),
        ],
        1e-3,
        5.0,
        carts,
    ),
    mechanism(
        "impacts",
        "pile-driver",
        "a ram falls on a pile that friction holds in the ground",
        &[
            par("m_ram", "100", "mass of the ram"),
            par("m_pile", "150", "mass of the pile"),
            par("limit", "12000", "friction force of the ground"),
            par("h", "1.5", "initial height of the ram above the pile"),
            G,
            par("e_N", "0.4", "restitution"),
        ],
        1e-3,
        2.0,
        pile,
    ),
    mechanism(
        "impacts",
        "vibro-impact",
        "a mass moved within a capsule strikes its ends and drives it along",
        &[
            par("M", "2", "mass of the capsule"),
            par("m", "1", "mass within"),
            par("k", "100", "stiffness of the spring between them"),
            par("F", "12", "amplitude of the force between them"),
            par("omega", "9", "its angular frequency"),
            par("limit", "5", "friction force on the capsule"),
            par("near", "0.02", "way of the mass to the front end"),
            par("far", "0.2", "way of the mass to the rear end"),
            ACROSS,
            par("e_N", "0.6", "restitution"),
        ],
        1e-3,
        4.0,
        capsule,
    ),
    mechanism(
        "impacts",
        "box-into-stop",
        "a box slides over a rough floor into a wall and comes to rest",
        &[
            par("b", "0.4", "width of the box"),
            par("h", "0.6", "height of the box"),
            par("m", "2", "mass of the box"),
            par("v0", "3", "initial velocity"),
            par("x_w", "1.2", "distance of the wall from the centre of the box"),
            G,
            par("e_N", "0.3", "restitution"),
            par("mu", "0.2", "friction coefficient of floor and wall"),
        ],
        5e-4,
        2.0,
        slide,
    ),
];

/// How far the point of `b` is ahead of that of `a` along `axis`, at least (or at most) `limit`.
fn ahead(limit: f64, upper: bool) -> Stop {
    Stop { primitive: Primitive::Along { n1: V3::z() }, limit, upper }
}

fn press(p: &Options) -> Result<Model, ModelError> {
    let [l1, l2, m] = [p.positive("l1")?, p.positive("l2")?, p.positive("m")?];
    let (table_mass, k, c) = (p.positive("m_table")?, p.positive("k")?, at_least_zero(p, "c")?);
    if l2 <= l1 {
        return Err(ModelError::value("l2", l2, "more than l1"));
    }
    let omega = p.number("omega")?;
    // the ram starts at its highest
    let [o, a, b] = [0.0, l1, l1 - l2].map(|y| at(0.0, y));
    let top = at(0.0, p.number("depth")? - l1 - l2);
    let axes = basis(&V3::y());
    let make = || {
        let mut model = weighed(p)?;
        let crank = rod(&mut model, "crank", m, o, a);
        let link = rod(&mut model, "rod", m, a, b);
        let ram = plate(&mut model, "ram", m, m * l1 * l1, b, 0.0);
        let table = plate(&mut model, "table", table_mass, table_mass * l1 * l1, top, 0.0);
        pivot(&mut model, "hinge1", &crank, o);
        motor(&mut model, "motor", &crank, o, steady(omega)?);
        pin(&mut model, "hinge2", &crank, &link, a);
        pin(&mut model, "hinge3", &link, &ram, b);
        guide(&mut model, "guide1", None, &ram, b, V3::y());
        guide(&mut model, "guide2", None, &table, top, V3::y());
        let s0 = table_mass * p.number("g")? / k;
        let spring = Characteristic::SpringDamper { k, c, s0 };
        let along = Primitive::Along { n1: V3::y() };
        model.force("spring", Along::new(along, Anchor::world(top), table.at(top), spring));
        model.stop("die", ahead(0.0, false), table.frame(top, axes), ram.at(b), law(p)?);
        Ok(model)
    };
    with_speed(make, 0, 2, omega)
}

/// A cart of unit size on the x axis.
fn cart(model: &mut Model, name: &str, m: f64, x: f64) -> Placed {
    let cart = plate(model, name, m, m, at(x, 0.0), 0.0);
    guide(model, &format!("{name}-rail"), None, &cart, cart.r, V3::x());
    cart
}

fn slider(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (F, omega, d) = (p.number("F")?, p.number("omega")?, p.positive("d")?);
    let mass = cart(&mut model, "mass", p.positive("m")?, 0.0);
    let (home, axes) = (Anchor::world(V3::zeros()), basis(&V3::x()));
    let spring = Characteristic::SpringDamper { k: at_least_zero(p, "k")?, c: 0.0, s0: 0.0 };
    let along = Primitive::Along { n1: V3::x() };
    model.force("spring", Along::new(along, home.clone(), mass.at(mass.r), spring));
    let push = format!("{F:?}*cos({omega:?}*t)");
    model.force("push", ExpressionForce::of_time(mass.at(mass.r), 0, &push)?);
    let home = home.with_axes(axes);
    model.stop("right", ahead(d, true), home.clone(), mass.at(mass.r), law(p)?);
    model.stop("left", ahead(-d, false), home, mass.at(mass.r), law(p)?);
    Ok(model)
}

fn carts(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let k = at_least_zero(p, "k")?;
    let first = cart(&mut model, "first", p.positive("m1")?, 0.0);
    let second = cart(&mut model, "second", p.positive("m2")?, 1.0 + at_least_zero(p, "d")?);
    model.set_velocities(first.body, &[p.number("v0")?, 0.0, 0.0]);
    for (name, cart) in [("spring1", &first), ("spring2", &second)] {
        let spring = Characteristic::SpringDamper { k, c: 0.0, s0: 0.0 };
        let along = Primitive::Along { n1: V3::x() };
        model.force(name, Along::new(along, Anchor::world(cart.r), cart.at(cart.r), spring));
    }
    let axes = basis(&V3::x());
    let behind = first.frame(first.r, axes);
    model.stop("buffer", ahead(1.0, false), behind, second.at(second.r), law(p)?);
    Ok(model)
}

fn pile(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (ram, pile) = (p.positive("m_ram")?, p.positive("m_pile")?);
    let (o, top) = (V3::zeros(), at(0.0, at_least_zero(p, "h")?));
    let pile = plate(&mut model, "pile", pile, pile, o, 0.0);
    let ram = plate(&mut model, "ram", ram, ram, top, 0.0);
    guide(&mut model, "ground", None, &pile, o, V3::y());
    guide(&mut model, "leads", None, &ram, top, V3::y());
    let axes = basis(&V3::y());
    let limit = at_least_zero(p, "limit")?;
    let soil = Anchor::world(o).with_axes(axes);
    model.joint_friction("soil", Primitive::Slide, soil, pile.frame(o, axes), limit);
    model.stop("cap", ahead(0.0, false), pile.frame(o, axes), ram.at(top), law(p)?);
    Ok(model)
}

fn capsule(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (F, omega, k) = (p.number("F")?, p.number("omega")?, at_least_zero(p, "k")?);
    let (near, far) = (at_least_zero(p, "near")?, at_least_zero(p, "far")?);
    let shell = cart(&mut model, "capsule", p.positive("M")?, 0.0);
    let (o, axes) = (shell.r, basis(&V3::x()));
    let m = p.positive("m")?;
    let mass = plate(&mut model, "mass", m, m, o, 0.0);
    guide(&mut model, "bore", Some(&shell), &mass, o, V3::x());
    // spring and exciter between capsule and mass
    let law_between = format!("{F:?}*sin({omega:?}*t) - {k:?}*s");
    let along = Primitive::Along { n1: V3::x() };
    let exciter = ExpressionForce::law(along, shell.at(o), mass.at(o), &law_between)?;
    model.force("exciter", exciter);
    let limit = at_least_zero(p, "limit")?;
    let ground = Anchor::world(o).with_axes(axes);
    model.joint_friction("friction", Primitive::Slide, ground, shell.frame(o, axes), limit);
    model.stop("front", ahead(near, true), shell.frame(o, axes), mass.at(o), law(p)?);
    model.stop("rear", ahead(-far, false), shell.frame(o, axes), mass.at(o), law(p)?);
    Ok(model)
}

fn slide(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (b, h, m) = (p.positive("b")?, p.positive("h")?, p.positive("m")?);
    let body = PlanarBody::new(m, m * (b * b + h * h) / 12.0);
    let body = model.body("box", body, &[0.0, 0.5 * h, 0.0], &[p.number("v0")?, 0.0, 0.0]);
    let corner = |x: f64, y: f64| Anchor::on(body, at(0.5 * b * x, 0.5 * h * y));
    let floor = Anchor::plane(V3::zeros(), V3::y());
    let wall = Anchor::plane(at(p.number("x_w")?, 0.0), -V3::x());
    let point = SphereOnPlane { R: 0.0 };
    model.contact("floor1", point.clone(), floor.clone(), corner(-1.0, -1.0), law(p)?);
    model.contact("floor2", point.clone(), floor, corner(1.0, -1.0), law(p)?);
    model.contact("wall1", point.clone(), wall.clone(), corner(1.0, -1.0), law(p)?);
    model.contact("wall2", point, wall, corner(1.0, 1.0), law(p)?);
    Ok(model)
}
