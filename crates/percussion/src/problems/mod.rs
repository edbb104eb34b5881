//! Named problems: benchmarks of the literature, one file each, and the table that lists them.

mod ball_chain;
mod ball_in_corner;
mod ball_in_cylinder;
mod bar_impact;
mod beams;
mod bouncing_ball;
mod chain;
mod double_pendulum_wall;
#[cfg(feature = "files")]
mod files;
mod flexible_pendulum;
mod forced_impact_oscillator;
mod guided_hopper;
mod linear_oscillator;
mod mechanisms;
mod painleve_rod;
mod pendulum;
mod prepare;
mod published;
mod rocking_block;
mod rods;
mod rolling_disc;
mod rotating_ball;
mod rotating_beam;
mod rotor;
mod sets;
mod slider_crank;
mod slider_crank_clearance;
mod snap_through;
mod stick_slip_block;
mod tippe_top;
mod tops;
mod woodpecker;

pub use crate::prepare::Prepared;
#[cfg(feature = "files")]
pub use files::{export, load, load_with};
pub use prepare::{assemble, configured, parameters, prepare, reference_for};
pub use published::{published, Published};
pub use sets::{label, members, Member, SETS};

use crate::error::ModelError;
use crate::laws::ContactLaw;
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};

/// A named problem.
#[derive(Clone, Copy)]
pub struct Problem {
    /// Name on the command line.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The set it belongs to, one of [`SETS`], or nothing: "" for the benchmarks.
    pub set: &'static str,
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

/// All problems: the benchmarks, then the mechanisms.
pub const PROBLEMS: &[Problem] = &all();

const fn all() -> [Problem; count()] {
    let mut problems = [BENCHMARKS[0]; count()];
    let (mut k, mut group) = (0, 0);
    while k < BENCHMARKS.len() {
        problems[k] = BENCHMARKS[k];
        k += 1;
    }
    while group < mechanisms::ALL.len() {
        let mut i = 0;
        while i < mechanisms::ALL[group].len() {
            problems[k] = mechanisms::ALL[group][i];
            (k, i) = (k + 1, i + 1);
        }
        group += 1;
    }
    problems
}

const fn count() -> usize {
    let (mut n, mut group) = (BENCHMARKS.len(), 0);
    while group < mechanisms::ALL.len() {
        n += mechanisms::ALL[group].len();
        group += 1;
    }
    n
}

const BENCHMARKS: &[Problem] = &[
    bouncing_ball::PROBLEM,
    linear_oscillator::PROBLEM,
    forced_impact_oscillator::PROBLEM,
    stick_slip_block::PROBLEM,
    rotating_ball::PROBLEM,
    ball_in_corner::PROBLEM,
    ball_in_cylinder::PROBLEM,
    painleve_rod::PROBLEM,
    pendulum::SMOOTH,
    pendulum::BOUNCING,
    double_pendulum_wall::PROBLEM,
    rocking_block::PROBLEM,
    slider_crank::PROBLEM,
    slider_crank_clearance::PROBLEM,
    woodpecker::PROBLEM,
    ball_chain::PROBLEM,
    tippe_top::PROBLEM,
    tops::FREE,
    tops::HEAVY,
    rolling_disc::PROBLEM,
    chain::PLANAR,
    chain::SPATIAL,
    bar_impact::PROBLEM,
    flexible_pendulum::PROBLEM,
    beams::SPIN_UP,
    beams::ROLL_UP,
    beams::ELASTICA,
    rotating_beam::PROBLEM,
    rotor::PROBLEM,
    rods::BEND,
    snap_through::PROBLEM,
    guided_hopper::PROBLEM,
    rods::FLOOR,
];

/// A problem by name; an unknown name is answered with the nearest ones.
pub fn find(name: &str) -> Result<&'static Problem, ModelError> {
    PROBLEMS.iter().find(|p| p.name == name).ok_or_else(|| ModelError::Unknown {
        kind: "problem",
        name: name.into(),
        nearest: crate::nearest(name, PROBLEMS.iter().map(|p| p.name)),
    })
}

/// A parameter of a problem.
const fn par(name: &'static str, default: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { name, default, help }
}

/// A finite number, zero or greater.
fn at_least_zero(p: &Options, name: &str) -> Result<f64, ModelError> {
    match p.number(name)? {
        v if v >= 0.0 => Ok(v),
        v => Err(ModelError::value(name, v, "a finite number, zero or greater")),
    }
}

/// The law with the parameters `e_N`, `e_F` and `mu`, as far as the problem has them.
fn law(p: &Options) -> Result<ContactLaw, ModelError> {
    let get = |name| if p.has(name) { p.number(name) } else { Ok(0.0) };
    Ok(ContactLaw { e_N: get("e_N")?, e_F: get("e_F")?, mu: get("mu")?, ..Default::default() })
}
