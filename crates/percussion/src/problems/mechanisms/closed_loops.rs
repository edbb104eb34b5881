//! Closed loops in the plane, gravity along -y.
//!
//! `four-bar`: a crank turns fully, the rocker does not. `slider-crank-bodies`: the mechanism of
//! `slider-crank` with crank, rod and slider as bodies, the slider in a prismatic joint.
//! `scotch-yoke`: the pin of a crank in the straight slot of a sliding yoke, held by a spring.
//! `quick-return`: the pin of a crank in the slot of a lever that drives a ram. `peaucellier`: seven
//! bars whose point Q moves on a straight line; gravity along +x keeps it from its dead points.
//! `pantograph`: four bars whose end T is always at twice the way from the origin to the tracer F.

use super::super::{par, Problem, ReferenceInfo};
use super::kit::*;
use crate::error::ModelError;
use crate::forces::{Along, Characteristic};
use crate::frame::{Anchor, V3};
use crate::joints::{Joint, Primitive};
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const G: OptionInfo = par("g", "9.81", "gravity, along -y");
const ANGLES: &[&str] = &["theta1", "theta2"];

pub(super) const PROBLEMS: &[Problem] = &[
    mechanism(
        "joints",
        "four-bar",
        "a four-bar linkage: the crank turns, the rocker rocks",
        &[
            par("l1", "0.3", "length of the crank"),
            par("l2", "0.9", "length of the coupler"),
            par("l3", "0.7", "length of the rocker"),
            par("d", "1", "distance of the fixed hinges"),
            par("rho", "2", "mass of all bars per length"),
            G,
            par("theta0", "1", "initial angle of the crank"),
            par("omega0", "8", "initial angular velocity of the crank"),
        ],
        1e-3,
        3.0,
        four_bar,
    ),
    Problem {
        source: "Flores, Leine, Glocker, \"Modeling and analysis of planar rigid multibody systems with translational clearance joints based on the non-smooth dynamics approach\", 2010, DOI 10.1007/s11044-009-9178-y, without clearance",
        references: &[ReferenceInfo {
            name: "slider-crank",
            set: &[],
            q: ANGLES,
            u: ANGLES,
            until: 0.1,
        }],
        ..mechanism(
            "joints",
            "slider-crank-bodies",
            "a fast slider-crank: three bodies, the slider in a prismatic joint",
            &[
                par("l1", "0.153", "length of the crank"),
                par("l2", "0.306", "length of the rod"),
                par("m1", "0.038", "mass of the crank"),
                par("m2", "0.038", "mass of the rod"),
                par("m3", "0.076", "mass of the slider"),
                par("J1", "7.4e-5", "moment of inertia of the crank about its centre"),
                par("J2", "5.9e-4", "moment of inertia of the rod about its centre"),
                par("J3", "2.7e-6", "moment of inertia of the slider about its centre"),
                G,
                par("omega0", "150", "initial angular velocity of the crank"),
            ],
            1e-4,
            0.2,
            slider_crank,
        )
    },
    mechanism(
        "joints",
        "scotch-yoke",
        "a crank pin in a straight slot moves a yoke against a spring",
        &[
            par("r", "0.2", "radius of the pin"),
            par("m1", "2", "mass of the crank, a disc of radius r"),
            par("m2", "1", "mass of the yoke"),
            par("k", "50", "stiffness of the spring at the yoke"),
            G,
            par("omega0", "12", "initial angular velocity of the crank"),
        ],
        1e-3,
        3.0,
        scotch_yoke,
    ),
    mechanism(
        "joints",
        "quick-return",
        "a slotted lever drives a ram: slow forwards, quick back",
        &[
            par("r", "0.15", "radius of the crank pin"),
            par("d", "0.4", "distance of the lever's hinge below the crank's"),
            par("l", "0.8", "length of the lever"),
            par("b", "0.4", "length of the link to the ram"),
            par("m", "2", "mass of each part"),
            G,
            par("omega0", "8", "initial angular velocity of the crank"),
        ],
        1e-3,
        3.0,
        quick_return,
    ),
    mechanism(
        "joints",
        "peaucellier",
        "Peaucellier's cell: seven bars guide a point along a straight line",
        &[
            par("c", "0.3", "length of the crank and distance of the fixed hinges"),
            par("L", "0.8", "length of the two long bars"),
            par("s", "0.35", "length of the four sides of the rhombus"),
            par("rho", "1", "mass of all bars per length"),
            par("g", "9.81", "gravity, along +x"),
            par("phi0", "0.7", "initial angle of the crank from +x"),
        ],
        1e-3,
        3.0,
        peaucellier,
    ),
    mechanism(
        "joints",
        "pantograph",
        "a pantograph of four bars on a spring: its end moves twice as far as its tracer",
        &[
            par("a", "0.4", "half of the length of the long bars"),
            par("rho", "1", "mass of all bars per length"),
            par("k", "300", "stiffness of the spring at the tracer"),
            G,
            par("phi1", "0.9", "initial angle of the first bar from +x"),
            par("phi2", "-0.7", "initial angle of the second bar from +x"),
        ],
        1e-3,
        3.0,
        pantograph,
    ),
];

fn four_bar(p: &Options) -> Result<Model, ModelError> {
    let [l1, l2, l3] = [p.positive("l1")?, p.positive("l2")?, p.positive("l3")?];
    let (d, rho, theta) = (p.positive("d")?, p.positive("rho")?, p.number("theta0")?);
    let (o, c) = (V3::zeros(), at(d, 0.0));
    let a = polar(o, l1, theta);
    let b = meet("coupler and rocker", a, l2, c, l3, 1.0)?;
    let make = || {
        let mut model = weighed(p)?;
        let crank = rod(&mut model, "crank", rho * l1, o, a);
        let coupler = rod(&mut model, "coupler", rho * l2, a, b);
        let rocker = rod(&mut model, "rocker", rho * l3, c, b);
        pivot(&mut model, "hinge1", &crank, o);
        pin(&mut model, "hinge2", &crank, &coupler, a);
        pin(&mut model, "hinge3", &coupler, &rocker, b);
        pivot(&mut model, "hinge4", &rocker, c);
        Ok(model)
    };
    with_speed(make, 0, 2, p.number("omega0")?)
}

fn slider_crank(p: &Options) -> Result<Model, ModelError> {
    let [l1, l2] = [p.positive("l1")?, p.positive("l2")?];
    let [o, a, b] = [0.0, l1, l1 + l2].map(|x| at(x, 0.0));
    let make = || {
        let mut model = weighed(p)?;
        let m = &mut model;
        let half = |a: V3, b: V3| (a + b) * 0.5;
        let crank = plate(m, "crank", p.positive("m1")?, p.positive("J1")?, half(o, a), 0.0);
        let rod = plate(m, "rod", p.positive("m2")?, p.positive("J2")?, half(a, b), 0.0);
        let slider = plate(m, "slider", p.positive("m3")?, p.positive("J3")?, b, 0.0);
        pivot(m, "hinge1", &crank, o);
        pin(m, "hinge2", &crank, &rod, a);
        pin(m, "hinge3", &rod, &slider, b);
        guide(m, "guide", None, &slider, b, V3::x());
        Ok(model)
    };
    with_speed(make, 0, 2, p.number("omega0")?)
}

fn scotch_yoke(p: &Options) -> Result<Model, ModelError> {
    let (r, m1, m2) = (p.positive("r")?, p.positive("m1")?, p.positive("m2")?);
    let (o, a) = (V3::zeros(), at(0.0, r));
    let k = super::super::at_least_zero(p, "k")?;
    let make = || {
        let mut model = weighed(p)?;
        let crank = plate(&mut model, "crank", m1, 0.5 * m1 * r * r, o, 0.0);
        let yoke = plate(&mut model, "yoke", m2, m2 * r * r, o, 0.0);
        pivot(&mut model, "hinge", &crank, o);
        guide(&mut model, "guide", None, &yoke, o, V3::x());
        let slot = Joint { primitives: vec![Primitive::Along { n1: V3::x() }] };
        model.joint("slot", slot, yoke.at(o), crank.at(a));
        let law = Characteristic::SpringDamper { k, c: 0.0, s0: 0.0 };
        let along = Primitive::Along { n1: V3::x() };
        model.force("spring", Along::new(along, Anchor::world(o), yoke.at(o), law));
        Ok(model)
    };
    with_speed(make, 0, 2, p.number("omega0")?)
}

fn quick_return(p: &Options) -> Result<Model, ModelError> {
    let [r, d, l, b] = [p.positive("r")?, p.positive("d")?, p.positive("l")?, p.positive("b")?];
    let m = p.positive("m")?;
    let (o, foot, a) = (V3::zeros(), at(0.0, -d), at(r, 0.0));
    let tip = foot + (a - foot).normalize() * l;
    // the ram slides at the height that the tip has when the lever stands upright
    let height = l - d;
    let reach = b * b - (height - tip.y) * (height - tip.y);
    if reach <= 0.0 {
        return Err(ModelError::value("b", b, "long enough to reach the ram"));
    }
    let ram_at = at(tip.x + reach.sqrt(), height);
    let make = || {
        let mut model = weighed(p)?;
        let crank = rod(&mut model, "crank", m, o, a);
        let lever = rod(&mut model, "lever", m, foot, tip);
        let link = rod(&mut model, "link", m, tip, ram_at);
        let ram = plate(&mut model, "ram", m, m * l * l, ram_at, 0.0);
        pivot(&mut model, "hinge1", &crank, o);
        pivot(&mut model, "hinge2", &lever, foot);
        let slot = Joint { primitives: vec![Primitive::Along { n1: V3::y() }] };
        model.joint("slot", slot, lever.at(foot), crank.at(a));
        pin(&mut model, "hinge3", &lever, &link, tip);
        pin(&mut model, "hinge4", &link, &ram, ram_at);
        guide(&mut model, "guide", None, &ram, ram_at, V3::x());
        Ok(model)
    };
    with_speed(make, 0, 2, p.number("omega0")?)
}

fn peaucellier(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(p.number("g")?, 0.0, 0.0));
    let [c, L, s, rho] = [p.positive("c")?, p.positive("L")?, p.positive("s")?, p.positive("rho")?];
    let (o, centre) = (V3::zeros(), at(c, 0.0));
    let P = polar(centre, c, p.number("phi0")?);
    let a = meet("long bar and side", o, L, P, s, 1.0)?;
    let b = meet("long bar and side", o, L, P, s, -1.0)?;
    let q = a + b - P;
    let m = &mut model;
    let crank = rod(m, "crank", rho * c, centre, P);
    let long = [rod(m, "long1", rho * L, o, a), rod(m, "long2", rho * L, o, b)];
    let near = [rod(m, "near1", rho * s, P, a), rod(m, "near2", rho * s, P, b)];
    let far = [rod(m, "far1", rho * s, a, q), rod(m, "far2", rho * s, b, q)];
    pivot(m, "centre", &crank, centre);
    for (k, corner) in [a, b].into_iter().enumerate() {
        pivot(m, &format!("fixed{}", k + 1), &long[k], o);
        pin(m, &format!("P{}", k + 1), &crank, &near[k], P);
        pin(m, &format!("corner{}", k + 1), &long[k], &near[k], corner);
        pin(m, &format!("outer{}", k + 1), &long[k], &far[k], corner);
    }
    pin(m, "Q", &far[0], &far[1], q);
    Ok(model)
}

fn pantograph(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let (a, rho) = (p.positive("a")?, p.positive("rho")?);
    let (phi1, phi2) = (p.number("phi1")?, p.number("phi2")?);
    let o = V3::zeros();
    let (d, b) = (polar(o, a, phi1), polar(o, 2.0 * a, phi1));
    let (e, t) = (polar(b, a, phi2), polar(b, 2.0 * a, phi2));
    let f = polar(d, a, phi2);
    let m = &mut model;
    let first = rod(m, "first", 2.0 * rho * a, o, b);
    let second = rod(m, "second", 2.0 * rho * a, b, t);
    let third = rod(m, "third", rho * a, d, f);
    let fourth = rod(m, "fourth", rho * a, f, e);
    pivot(m, "O", &first, o);
    pin(m, "B", &first, &second, b);
    pin(m, "D", &first, &third, d);
    pin(m, "E", &second, &fourth, e);
    pin(m, "F", &third, &fourth, f);
    let k = super::super::at_least_zero(p, "k")?;
    let law = Characteristic::SpringDamper { k, c: 0.0, s0: 0.5 * a };
    let distance = Primitive::Distance { length: 0.0 };
    let hook = Anchor::world(f + at(0.0, 0.5 * a));
    m.force("spring", Along::new(distance, hook, third.at(f), law));
    Ok(model)
}
