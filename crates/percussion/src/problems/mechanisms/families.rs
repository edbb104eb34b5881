//! Families over the number of their parts, in the plane, gravity along -y.
//!
//! `bar-loop`: n equal rods between two fixed hinges, an arc that falls: n - 2 degrees of freedom. `scissors`: n
//! crossed pairs of rods on a rail, one degree of freedom and n loops. `pendulum-tree`: rods that branch in two
//! at every hinge, 2^n - 1 degrees of freedom. `falling-chain`: n rods, hinged at one end, whose hinges strike a
//! floor.

use super::super::{law, par, Problem};
use super::kit::*;
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::frame::{Anchor, V3};
use crate::joints::{Joint, Primitive};
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};
use std::f64::consts::PI;

const G: OptionInfo = par("g", "9.81", "gravity, along -y");
const M: OptionInfo = par("m", "1", "mass of each rod");
const L: OptionInfo = par("l", "0.3", "length of each rod");

pub(super) const PROBLEMS: &[Problem] = &[
    mechanism(
        "joints",
        "bar-loop",
        "an arc of rods between two fixed hinges falls and swings: a closed loop",
        &[
            par("n", "5", "number of rods, 3 to 200"),
            M,
            L,
            G,
            par("bow", "0.7", "angle of the first rod above the line of the hinges"),
            par("lean", "0.2", "initial angle of that line from the x axis"),
        ],
        1e-3,
        2.0,
        bar_loop,
    ),
    mechanism(
        "joints",
        "scissors",
        "crossed rods on a rail sink: one degree of freedom, many loops",
        &[
            par("n", "3", "number of crossed pairs, 1 to 100"),
            M,
            par("l", "1", "length of each rod"),
            par("g", "2", "gravity, along -y"),
            par("theta0", "1", "initial angle of the rods from the rail"),
            par("k", "60", "stiffness of a spring between the feet, free at the start"),
        ],
        1e-3,
        2.0,
        scissors,
    ),
    mechanism(
        "joints",
        "pendulum-tree",
        "rods that branch in two at every hinge swing down",
        &[
            par("n", "3", "number of levels, 1 to 8"),
            M,
            L,
            G,
            par("spread", "0.5", "initial angle between a rod and its successors"),
        ],
        1e-3,
        2.0,
        tree,
    ),
    mechanism(
        "impacts",
        "falling-chain",
        "a chain held at one end swings down and strikes the floor with its hinges",
        &[
            par("n", "4", "number of rods, 1 to 200"),
            M,
            L,
            G,
            par("h", "0.6", "height of the fixed hinge above the floor, in lengths of the chain"),
            par("e_N", "0.4", "restitution"),
            par("mu", "0", "friction coefficient"),
        ],
        1e-3,
        1.0,
        falling_chain,
    ),
];

fn bar_loop(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let n = p.whole("n", 3, 200)?;
    let (m, l, lean) = (p.positive("m")?, p.positive("l")?, p.number("lean")?);
    let bow = p.within("bow", 0.01, 1.5)?;
    // angles fall evenly from bow to -bow
    let mut from = V3::zeros();
    let mut end = Anchor::world(from);
    for k in 0..n {
        let angle = lean + bow * (1.0 - 2.0 * k as f64 / (n - 1) as f64);
        let to = polar(from, l, angle);
        let link = rod(&mut model, &format!("rod{}", k + 1), m, from, to);
        hinge(&mut model, &format!("hinge{}", k + 1), end, link.at(from));
        (from, end) = (to, link.at(to));
    }
    hinge(&mut model, &format!("hinge{}", n + 1), Anchor::world(from), end);
    Ok(model)
}

fn scissors(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let n = p.whole("n", 1, 100)?;
    let (m, l) = (p.positive("m")?, p.positive("l")?);
    let theta = p.within("theta0", 0.1, 1.4)?;
    let (w, h) = (l * theta.cos(), l * theta.sin());
    let mut below: Option<[Anchor; 2]> = None;
    for k in 0..n {
        let y = k as f64 * h;
        let [left, right] = [at(0.0, y), at(w, y)];
        let [up_left, up_right] = [at(0.0, y + h), at(w, y + h)];
        // the rods lean to the right and to the left
        let a = rod(&mut model, &format!("right{}", k + 1), m, left, up_right);
        let b = rod(&mut model, &format!("left{}", k + 1), m, right, up_left);
        pin(&mut model, &format!("middle{}", k + 1), &a, &b, at(0.5 * w, y + 0.5 * h));
        match below.take() {
            Some([from_left, from_right]) => {
                hinge(&mut model, &format!("outer{k}"), from_left, a.at(left));
                hinge(&mut model, &format!("inner{k}"), from_right, b.at(right));
            }
            None => {
                pivot(&mut model, "foot", &a, left);
                let rail = Joint { primitives: vec![Primitive::Along { n1: V3::y() }] };
                model.joint("rail", rail, Anchor::world(V3::zeros()), b.at(right));
                let spring = crate::forces::Characteristic::SpringDamper {
                    k: super::super::at_least_zero(p, "k")?,
                    c: 0.0,
                    s0: w,
                };
                let distance = Primitive::Distance { length: 0.0 };
                let spring = crate::forces::Along::new(distance, a.at(left), b.at(right), spring);
                model.force("spring", spring);
            }
        }
        below = Some([b.at(up_left), a.at(up_right)]);
    }
    Ok(model)
}

fn tree(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let levels = p.whole("n", 1, 8)?;
    let (m, l, spread) = (p.positive("m")?, p.positive("l")?, p.number("spread")?);
    // where rods begin: point, frame of the rod before, its angle
    let mut ends = vec![(V3::zeros(), Anchor::world(V3::zeros()), -0.2 * PI)];
    let mut k = 0;
    for level in 0..levels {
        let mut next = Vec::new();
        for (from, frame, angle) in ends {
            let sides: &[f64] = if level == 0 { &[0.0] } else { &[-1.0, 1.0] };
            for side in sides {
                k += 1;
                let turn = angle + side * spread / f64::from(1 << level);
                let to = polar(from, l, turn);
                let link = rod(&mut model, &format!("rod{k}"), m, from, to);
                hinge(&mut model, &format!("hinge{k}"), frame.clone(), link.at(from));
                next.push((to, link.at(to), turn));
            }
        }
        ends = next;
    }
    Ok(model)
}

fn falling_chain(p: &Options) -> Result<Model, ModelError> {
    let mut model = weighed(p)?;
    let n = p.whole("n", 1, 200)?;
    let (m, l) = (p.positive("m")?, p.positive("l")?);
    let floor = Anchor::plane(at(0.0, -p.positive("h")? * n as f64 * l), V3::y());
    let mut from = V3::zeros();
    let mut end = Anchor::world(from);
    for k in 0..n {
        // no two hinges at one height
        let to = polar(from, l, -0.1 * (k + 1) as f64 / n as f64);
        let link = rod(&mut model, &format!("rod{}", k + 1), m, from, to);
        hinge(&mut model, &format!("hinge{}", k + 1), end, link.at(from));
        let name = format!("floor{}", k + 1);
        model.contact(&name, SphereOnPlane { R: 0.0 }, floor.clone(), link.at(to), law(p)?);
        (from, end) = (to, link.at(to));
    }
    Ok(model)
}
