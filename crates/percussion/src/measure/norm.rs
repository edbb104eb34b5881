//! Norms by name, and the distance of two trajectories in them.

use super::graph::{hausdorff, Graph, GraphError};
use super::norms::{grid_norm, lp, max_away_from, Interpolation, NormError, Samples};
use crate::error::ModelError;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a difference of two trajectories becomes a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Norm {
    /// ∫ |e| dt, cut at the events of both sides.
    #[default]
    L1,
    /// (∫ |e|^p dt)^(1/p), cut at the events of both sides.
    Lp(f64),
    /// Largest error in rows that are farther from every event than the rows are apart on average.
    Max,
    /// (Σ h |e|^p)^(1/p) over the rows of the output grid; the two rows at an event are none.
    Grid(f64),
    /// Hausdorff distance of the filled-in graphs in R^n, time in seconds.
    Hausdorff,
}

/// What [`Norm::read`] takes.
pub const NORMS: &[&str] = &["l1", "l2", "l3", "max", "grid1", "grid2", "hausdorff"];

impl Norm {
    /// A norm by name: `l1`, `l2` or any `lP`, `max`, `gridP`, `hausdorff`.
    ///
    /// # Errors
    /// A name that is none of these, or an exponent below one.
    pub fn read(name: &str) -> Result<Self, ModelError> {
        let unknown = || ModelError::Unknown {
            kind: "norm",
            name: name.into(),
            nearest: crate::nearest(name, NORMS.iter().copied()),
        };
        let exponent = |text: &str| {
            let p: f64 = text.parse().map_err(|_| unknown())?;
            match p >= 1.0 && p.is_finite() {
                true => Ok(p),
                false => Err(ModelError::value("exponent of the norm", p, "1 or greater")),
            }
        };
        match name {
            "max" => Ok(Norm::Max),
            "hausdorff" => Ok(Norm::Hausdorff),
            _ => match (name.strip_prefix("grid"), name.strip_prefix('l')) {
                (Some(p), _) => exponent(p).map(Norm::Grid),
                (None, Some(p)) => {
                    exponent(p).map(|p| if p == 1.0 { Norm::L1 } else { Norm::Lp(p) })
                }
                _ => Err(unknown()),
            },
        }
    }

    /// The distance of samples from a function with these jumps.
    ///
    /// # Errors
    /// Numbers that are not finite, a function without values, or nothing to compare.
    pub fn of(
        self,
        samples: &Samples,
        jumps: &[f64],
        mut exact: impl FnMut(f64, &mut [f64]) -> Option<()>,
    ) -> Result<f64, NormError> {
        match self {
            Norm::L1 => lp(samples, 1.0, Interpolation::Difference, jumps, exact),
            Norm::Lp(p) => lp(samples, p, Interpolation::Difference, jumps, exact),
            Norm::Grid(p) => grid_norm(samples, p, exact),
            Norm::Max => {
                let t = samples.times();
                let apart = (t[t.len() - 1] - t[0]) / (t.len() - 1) as f64;
                max_away_from(samples, jumps, 2.0 * apart, exact)
            }
            Norm::Hausdorff => {
                let ours = graph(samples);
                let theirs = sampled(samples, jumps, &mut exact)?;
                let both = ours.and_then(|a| Ok((a, theirs?)));
                both.and_then(|(a, b)| hausdorff(&a, &b, 1.0, 1e-9))
                    .map_err(|_| NormError::NotFinite { t: samples.times()[0] })
            }
        }
    }
}

fn graph(samples: &Samples) -> Result<Graph, GraphError> {
    let t = samples.times();
    let x: Vec<f64> = (0..t.len()).flat_map(|k| samples.value(k).iter().copied()).collect();
    Graph::new(t.to_vec(), x, samples.value(0).len())
}

/// Chords of the function between rows, each cut in four, with both limits at its jumps.
fn sampled(
    samples: &Samples,
    jumps: &[f64],
    exact: &mut impl FnMut(f64, &mut [f64]) -> Option<()>,
) -> Result<Result<Graph, GraphError>, NormError> {
    let times = samples.times();
    let (first, last) = (times[0], times[times.len() - 1]);
    let cut = |w: &[f64]| [0.0, 0.25, 0.5, 0.75].map(|s| w[0] + s * (w[1] - w[0]));
    let mut t: Vec<f64> = times.windows(2).flat_map(cut).chain([last]).collect();
    for &jump in jumps.iter().filter(|j| **j > first && **j < last) {
        t.extend([jump.next_down(), jump]);
    }
    t.sort_by(f64::total_cmp);
    t.dedup();
    let dim = samples.value(0).len();
    let mut x = vec![0.0; dim * t.len()];
    for (&t, x) in t.iter().zip(x.chunks_mut(dim)) {
        exact(t, x).ok_or(NormError::NoReference { t })?;
    }
    Ok(Graph::new(t, x, dim))
}

impl fmt::Display for Norm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Norm::L1 => f.write_str("l1"),
            Norm::Lp(p) => write!(f, "l{p}"),
            Norm::Max => f.write_str("max"),
            Norm::Grid(p) => write!(f, "grid{p}"),
            Norm::Hausdorff => f.write_str("hausdorff"),
        }
    }
}

impl TryFrom<String> for Norm {
    type Error = ModelError;
    fn try_from(name: String) -> Result<Self, ModelError> {
        Norm::read(&name)
    }
}

impl From<Norm> for String {
    fn from(norm: Norm) -> String {
        norm.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_norms() {
        for name in ["l1", "l2", "l1.5", "max", "grid1", "grid2", "hausdorff"] {
            assert_eq!(Norm::read(name).unwrap().to_string(), name);
        }
        for name in ["", "l", "l0.5", "linf", "grid", "l-1", "lnan", "sobolev"] {
            assert!(Norm::read(name).is_err(), "{name}");
        }
    }

    /// A parabola with a jump of 1 at t = 1, sampled exactly with both limits at the jump: chords
    /// err by h^2, the samples do not.
    #[test]
    fn exact_rows_with_both_limits_have_no_error() {
        let f = |t: f64| if t < 1.0 { t * t } else { t * t + 1.0 };
        let mut t: Vec<f64> = (0..=20).map(|k| 0.1 * f64::from(k)).collect();
        let mut x: Vec<f64> = t.iter().map(|&t| f(t)).collect();
        let late = 1.0 + 1e-13;
        let at = t.partition_point(|t| *t < 0.95);
        t.splice(at..at + 1, [late, late]);
        x.splice(at..at + 1, [late * late, late * late + 1.0]);
        let samples = Samples::new(&t, &x, 1).unwrap();
        let exact = |t: f64, out: &mut [f64]| {
            out[0] = f(t);
            Some(())
        };
        for norm in [Norm::L1, Norm::Lp(2.0)] {
            assert!(norm.of(&samples, &[1.0], exact).unwrap() < 1e-6, "{norm}");
        }
        assert!(Norm::L1.of(&samples, &[1.0], exact).unwrap() < 1e-12);
        assert!(Norm::Max.of(&samples, &[1.0], exact).unwrap() < 1e-12);
        // chords against the curve: h^2/4 at most
        assert!(Norm::Hausdorff.of(&samples, &[1.0], exact).unwrap() < 3e-3);
        // a jump without rows of its own counts as (jump) x (distance)
        let few = [0.0, 0.9, 1.1, 2.0];
        let values = few.map(f);
        let samples = Samples::new(&few, &values, 1).unwrap();
        let e = Norm::L1.of(&samples, &[1.0], exact).unwrap();
        assert!((0.02..0.12).contains(&e), "{e}");
    }
}
