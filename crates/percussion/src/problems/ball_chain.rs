//! Balls in a row, all touching, the first one moving: one impact of all contacts at once.
//!
//! n point masses on the x axis with radius R, g_k = x_{k+1} - x_k - 2 R. Newton's impact law on all
//! contacts at once gives for five equal balls and e_N = 1 the velocities (-3/5, 2/5, 2/5, 2/5, 2/5),
//! not those of Newton's cradle.

use super::{law, par, Problem};
use crate::bodies::PointMass;
use crate::collision::contacts::SphereOnSphere;
use crate::error::ModelError;
use crate::frame::{Anchor, V3};
use crate::model::Model;
use crate::schemes::Options;

const MASSES: [&str; 8] = ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"];

pub(super) const PROBLEM: Problem = Problem {
    name: "ball-chain",
    summary: "balls in a row that all touch, hit by the first: simultaneous impacts",
    source: "academic example",
    set: "",
    parameters: &[
        par("n", "5", "number of balls"),
        par("m", "1", "mass of each ball"),
        par("m1", "0", "mass of ball 1 where it differs (0: m)"),
        par("m2", "0", "mass of ball 2 where it differs (0: m)"),
        par("m3", "0", "mass of ball 3 where it differs (0: m)"),
        par("m4", "0", "mass of ball 4 where it differs (0: m)"),
        par("m5", "0", "mass of ball 5 where it differs (0: m)"),
        par("m6", "0", "mass of ball 6 where it differs (0: m)"),
        par("m7", "0", "mass of ball 7 where it differs (0: m)"),
        par("m8", "0", "mass of ball 8 where it differs (0: m)"),
        par("R", "0.5", "radius of each ball"),
        par("g", "0", "gravity, along -x"),
        par("v0", "1", "initial velocity of the first ball"),
        par("e_N", "1", "restitution of all contacts"),
    ],
    scheme: "alpha",
    scheme_options: &[],
    dt: 1e-3,
    t_end: 0.01,
    references: &[],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.gravity(V3::new(-p.number("g")?, 0.0, 0.0));
    let n = p.whole("n", 2, 10_000)?;
    let (m, R, v0) = (p.positive("m")?, p.positive("R")?, p.number("v0")?);
    let mut masses = vec![m; n];
    for (k, name) in MASSES.into_iter().enumerate() {
        let own = super::at_least_zero(p, name)?;
        if own > 0.0 {
            match masses.get_mut(k) {
                Some(m) => *m = own,
                None => {
                    let allowed = format!("0: there are only {n} balls");
                    return Err(ModelError::value(name, own, &allowed));
                }
            }
        }
    }
    let mut balls = Vec::new();
    for (k, &m) in masses.iter().enumerate() {
        let u0 = if k == 0 { v0 } else { 0.0 };
        let x0 = 2.0 * R * k as f64;
        balls.push(model.body(&format!("ball{}", k + 1), PointMass { m, dim: 1 }, &[x0], &[u0]));
    }
    for k in 1..n {
        model.contact(
            &format!("c{k}"),
            SphereOnSphere { R1: R, R2: R },
            Anchor::on(balls[k - 1], V3::zeros()),
            Anchor::on(balls[k], V3::zeros()),
            law(p)?,
        );
    }
    Ok(model)
}
