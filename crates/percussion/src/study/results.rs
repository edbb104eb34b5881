//! What the outcomes of a study show: observed orders, performance profiles.

use super::Outcome;
use crate::measure::{observed_order, Profile};
use serde::Serialize;

/// One scheme of a study over steps or tolerances.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrderRow {
    /// Scheme.
    #[serde(skip)]
    pub scheme: String,
    /// Slope of log(error of q) over log(dt), where at least two errors are known.
    pub order_q: Option<f64>,
    /// The same of the velocities.
    pub order_v: Option<f64>,
    /// Standard errors of the slopes.
    pub spread_q: Option<f64>,
    /// The same of the velocities.
    pub spread_v: Option<f64>,
    /// Steps.
    pub dt: Vec<f64>,
    /// Errors of q.
    pub error_q: Vec<Option<f64>>,
    /// Errors of v.
    pub error_v: Vec<Option<f64>>,
    /// What they are measured against.
    pub against: String,
}

/// Names in the order in which they come first.
fn names<'a>(outcomes: &'a [Outcome], of: impl Fn(&'a Outcome) -> &'a str) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in outcomes.iter().map(of) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// One row for each scheme, in the order in which they come.
pub fn orders(outcomes: &[Outcome]) -> Vec<OrderRow> {
    let row = |name: &str| {
        let own: Vec<&Outcome> = outcomes.iter().filter(|o| o.scheme == name).collect();
        let fit = |error: fn(&Outcome) -> Option<f64>| {
            let known = own.iter().filter_map(|o| error(o).filter(|e| *e > 0.0).map(|e| (o.dt, e)));
            let (h, e): (Vec<f64>, Vec<f64>) = known.unzip();
            observed_order(&h, &e).ok()
        };
        let (q, v) = (fit(|o| o.error_q), fit(|o| o.error_v));
        OrderRow {
            scheme: name.into(),
            order_q: q.as_ref().map(|o| o.slope),
            order_v: v.as_ref().map(|o| o.slope),
            spread_q: q.map(|o| o.slope_std),
            spread_v: v.map(|o| o.slope_std),
            dt: own.iter().map(|o| o.dt).collect(),
            error_q: own.iter().map(|o| o.error_q).collect(),
            error_v: own.iter().map(|o| o.error_v).collect(),
            against: own.first().map_or(String::new(), |o| o.against.clone()),
        }
    };
    names(outcomes, |o| &o.scheme).into_iter().map(row).collect()
}

/// A joint that is violated by more than this, in metres or radians, is not held: such a run counts as
/// failed. Its rate may be a hundred times as large.
pub const VIOLATION: f64 = 1e-4;

/// Performance profiles end here.
pub const TAU_MAX: f64 = 80.0;

/// What a run costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Evaluations of the equations.
    Evaluations,
    /// Factorisations of matrices.
    Factorisations,
    /// Solves with their factors; a scheme that does not count them has no curve.
    Solves,
    /// Time.
    Time,
}

/// The performance profile of one scheme.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProfileCurve {
    /// Scheme.
    pub scheme: String,
    /// Problems solved.
    pub solved: usize,
    /// Problems in all.
    pub problems: usize,
    /// Corners (τ, ρ) up to [`TAU_MAX`]: the share of problems solved within τ times the least cost.
    pub points: Vec<(f64, f64)>,
}

/// One profile for each scheme over all problems. Runs that ended early or violate joints have failed: they
/// are what a curve lacks of one at its right end.
pub fn profiles(outcomes: &[Outcome], work: Work) -> Vec<ProfileCurve> {
    let (schemes, problems) = (names(outcomes, |o| &o.scheme), names(outcomes, |o| &o.problem));
    let cost = |scheme: &&str| -> Vec<Option<f64>> {
        let one = |problem: &&str| {
            let run = outcomes.iter().find(|o| o.scheme == *scheme && o.problem == *problem)?;
            let held = run.position <= VIOLATION && run.velocity <= 100.0 * VIOLATION;
            (run.done() && held).then_some(match work {
                // a run without any counts as one: costs are divided by the least
                Work::Evaluations => run.evaluations.max(1) as f64,
                Work::Factorisations => run.factorisations.max(1) as f64,
                Work::Solves => run.solves?.max(1) as f64,
                Work::Time => run.wall_s,
            })
        };
        problems.iter().map(one).collect()
    };
    let costs: Vec<Vec<Option<f64>>> = schemes.iter().map(cost).collect();
    let profile = Profile::new(costs.clone());
    let curve = |(k, scheme): (usize, &&str)| {
        let mut taus: Vec<f64> = (0..problems.len())
            .filter_map(|p| Some(costs[k][p]? / profile.best(p)?))
            .filter(|tau| *tau <= TAU_MAX)
            .chain([1.0, TAU_MAX])
            .collect();
        taus.sort_by(f64::total_cmp);
        taus.dedup();
        let mut points: Vec<(f64, f64)> = Vec::new();
        for tau in taus {
            // the corner before the step
            points.extend(points.last().map(|p| (tau, p.1)));
            points.push((tau, profile.rho(k, tau * (1.0 + 1e-12))));
        }
        points.dedup();
        ProfileCurve {
            scheme: scheme.to_string(),
            solved: costs[k].iter().flatten().count(),
            problems: problems.len(),
            points,
        }
    };
    schemes.iter().enumerate().map(curve).collect()
}
