//! Six-bar linkages in the plane, gravity along -y: a four-bar linkage O1 A B O2 that drives a
//! second loop C D O3.
//!
//! `watt-six-bar`: C is a third point of the rocker O2 B. `stephenson-six-bar`: C is a third point of
//! the coupler A B.

use super::super::{par, Problem};
use super::kit::*;
use crate::error::ModelError;
use crate::frame::V3;
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

const PARAMETERS: &[OptionInfo] = &[
    par("l1", "0.25", "length of the crank O1 A"),
    par("l2", "0.9", "length of the coupler A B"),
    par("l3", "0.7", "length of the rocker O2 B"),
    par("l4", "0.8", "length of the bar C D"),
    par("l5", "0.8", "length of the bar O3 D"),
    par("rho", "1.5", "mass of all bars per length"),
    par("g", "9.81", "gravity, along -y"),
    par("theta0", "1", "initial angle of the crank"),
    par("omega0", "8", "initial angular velocity of the crank"),
];

pub(super) const PROBLEMS: &[Problem] = &[
    mechanism(
        "joints",
        "watt-six-bar",
        "Watt's six-bar linkage: two four-bar loops that share a rocker with three hinges",
        PARAMETERS,
        1e-3,
        2.0,
        |p| six_bar(p, true),
    ),
    mechanism(
        "joints",
        "stephenson-six-bar",
        "Stephenson's six-bar linkage: a point of the coupler drives two more bars",
        PARAMETERS,
        1e-3,
        2.0,
        |p| six_bar(p, false),
    ),
];

fn six_bar(p: &Options, watt: bool) -> Result<Model, ModelError> {
    let [l1, l2, l3] = [p.positive("l1")?, p.positive("l2")?, p.positive("l3")?];
    let [l4, l5, rho] = [p.positive("l4")?, p.positive("l5")?, p.positive("rho")?];
    let (o1, o2) = (V3::zeros(), at(1.0, 0.0));
    let a = polar(o1, l1, p.number("theta0")?);
    let b = meet("coupler and rocker", a, l2, o2, l3, 1.0)?;
    let across = |from: V3, to: V3, along: f64, off: f64| {
        let d = to - from;
        from + d * along + V3::z().cross(&d) * off
    };
    let (c, o3) = if watt {
        (across(o2, b, 0.5, -0.4), at(2.2, -0.1))
    } else {
        (across(a, b, 0.5, 0.3), at(0.2, 1.4))
    };
    let d = meet("second loop", c, l4, o3, l5, if watt { 1.0 } else { -1.0 })?;
    let make = || {
        let mut model = weighed(p)?;
        let m = &mut model;
        let crank = rod(m, "crank", rho * l1, o1, a);
        let coupler = rod(m, "coupler", rho * l2, a, b);
        let rocker = rod(m, "rocker", rho * l3, o2, b);
        let bar = rod(m, "bar", rho * l4, c, d);
        let second = rod(m, "second", rho * l5, o3, d);
        pivot(m, "O1", &crank, o1);
        pin(m, "A", &crank, &coupler, a);
        pin(m, "B", &coupler, &rocker, b);
        pivot(m, "O2", &rocker, o2);
        pin(m, "C", if watt { &rocker } else { &coupler }, &bar, c);
        pin(m, "D", &bar, &second, d);
        pivot(m, "O3", &second, o3);
        Ok(model)
    };
    with_speed(make, 0, 2, p.number("omega0")?)
}
