//! Named problems: the benchmarks of the documents, one file each, and the table that lists them.

mod bouncing_ball;
mod prepare;

pub use prepare::{parameters, prepare, reference_for};

use crate::error::ModelError;
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

/// A named problem.
pub struct Problem {
    /// Name on the command line.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its own parameters.
    pub parameters: &'static [OptionInfo],
    /// Default scheme.
    pub scheme: &'static str,
    /// Scheme options that belong to the problem's default run.
    pub scheme_options: &'static [(&'static str, &'static str)],
    /// Default step.
    pub dt: f64,
    /// Default end.
    pub t_end: f64,
    /// Reference solutions with the settings under which they apply.
    pub references: &'static [ReferenceInfo],
    /// Build the model.
    pub build: fn(&Options) -> Result<Model, ModelError>,
}

/// A reference solution and when it applies.
pub struct ReferenceInfo {
    /// Name in [`crate::measure`].
    pub name: &'static str,
    /// Settings that differ from the defaults.
    pub set: &'static [(&'static str, &'static str)],
    /// Which coordinate each column q0, q1, ... of the reference is.
    pub q: &'static [&'static str],
    /// Which velocity each column v0, v1, ... of the reference is.
    pub u: &'static [&'static str],
    /// Compare up to here.
    pub until: f64,
}

/// All problems.
pub const PROBLEMS: &[Problem] = &[bouncing_ball::PROBLEM];

/// A problem made ready: the assembled system and its initial state.
pub struct Prepared {
    /// The equations.
    pub system: crate::system::System,
    /// Initial coordinates.
    pub q0: Vec<f64>,
    /// Initial velocities.
    pub u0: Vec<f64>,
}

/// A problem by name; an unknown name is answered with the nearest ones.
pub fn find(name: &str) -> Result<&'static Problem, ModelError> {
    PROBLEMS.iter().find(|p| p.name == name).ok_or_else(|| ModelError::Unknown {
        kind: "problem",
        name: name.into(),
        nearest: crate::nearest(name, PROBLEMS.iter().map(|p| p.name)),
    })
}
