//! Observed orders of convergence of a study.

use super::Outcome;
use crate::measure::observed_order;
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

/// One row for each scheme, in the order in which they come.
pub fn orders(outcomes: &[Outcome]) -> Vec<OrderRow> {
    let mut names: Vec<&str> = Vec::new();
    for o in outcomes {
        if !names.contains(&o.scheme.as_str()) {
            names.push(&o.scheme);
        }
    }
    let row = |name: &&str| {
        let own: Vec<&Outcome> = outcomes.iter().filter(|o| o.scheme == *name).collect();
        let fit = |error: fn(&Outcome) -> Option<f64>| {
            let known = own.iter().filter_map(|o| error(o).filter(|e| *e > 0.0).map(|e| (o.dt, e)));
            let (h, e): (Vec<f64>, Vec<f64>) = known.unzip();
            observed_order(&h, &e).ok()
        };
        let (q, v) = (fit(|o| o.error_q), fit(|o| o.error_v));
        OrderRow {
            scheme: name.to_string(),
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
    names.iter().map(row).collect()
}
