//! Sets of problems for comparisons: mechanisms without contact, with impacts, with flexible parts.
//!
//! A member of a set is a named problem with settings: all problems that say they belong to it, then members of
//! families over the number of their parts, and benchmarks. Their sizes are those of the comparison of
//! M. Haddouni, V. Acary, S. Garreau, J.-D. Beley, B. Brogliato, "Comparison of several formulations and
//! integration methods for the resolution of DAEs formulations in event-driven simulation of nonsmooth
//! frictionless multibody dynamics", 2017, DOI 10.1007/s11044-017-9570-y: joints with 1 to 19 degrees of
//! freedom, impacts with 2 to 11, flexible parts with 5 to 31.

use super::{find, Problem, PROBLEMS};
use crate::error::ModelError;

/// Sets of problems: mechanisms without contact, with impacts, with flexible parts.
pub const SETS: &[&str] = &["joints", "impacts", "flexible"];

/// A member of a set.
#[derive(Clone)]
pub struct Member {
    /// The problem.
    pub problem: &'static Problem,
    /// Its settings.
    pub sets: Vec<(String, String)>,
}

impl Member {
    /// The problem and its settings.
    pub fn name(&self) -> String {
        label(self.problem.name, &self.sets)
    }
}

/// A problem and its settings as a name: `chain[n=4]`.
pub fn label(problem: &str, sets: &[(String, String)]) -> String {
    let pairs: Vec<String> = sets.iter().map(|(n, v)| format!("{n}={v}")).collect();
    match pairs.is_empty() {
        true => problem.into(),
        false => format!("{problem}[{}]", pairs.join(" ")),
    }
}

/// Set, problem, parameter and its values; no parameter stands for the problem as it is.
type Family = (&'static str, &'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const FAMILIES: &[Family] = &[
    ("joints", "pendulum", "", &[]),
    ("joints", "chain", "n", &["1", "2", "3", "4", "6", "8", "10", "13", "16", "19"]),
    ("joints", "spatial-chain", "n", &["1", "2", "3", "5", "8", "12"]),
    ("joints", "bar-loop", "n", &["3", "4", "6", "8", "10", "12", "15", "21"]),
    ("joints", "scissors", "n", &["1", "2", "5", "8"]),
    ("joints", "pendulum-tree", "n", &["2", "4"]),
    ("joints", "parallel-cranks", "n", &["2", "4", "6"]),
    ("impacts", "double-pendulum-wall", "", &[]),
    ("impacts", "newtons-cradle", "n", &["2", "3", "4", "6", "7", "8", "10"]),
    ("impacts", "ball-chain", "n", &["3", "5", "7", "9", "11"]),
    ("impacts", "falling-chain", "n", &["2", "3", "4", "5", "6", "8"]),
    ("flexible", "rotating-beam", "modes", &["5", "6", "8"]),
    ("flexible", "flexible-slider-crank", "modes", &["6", "8"]),
    ("flexible", "flexible-four-bar", "elements", &["3", "5"]),
    ("flexible", "whip", "elements", &["2", "3", "4", "5"]),
    ("flexible", "flexible-spherical-pendulum", "elements", &["3", "4"]),
];

/// The members of a set, or a problem alone.
///
/// # Errors
/// A name that is neither a set nor a problem.
pub fn members(name: &str) -> Result<Vec<Member>, ModelError> {
    if !SETS.contains(&name) {
        let problem = find(name).map_err(|e| match e {
            ModelError::Unknown { name, .. } => {
                let valid = PROBLEMS.iter().map(|p| p.name).chain(SETS.iter().copied());
                let nearest = crate::nearest(&name, valid);
                ModelError::Unknown { kind: "problem or set of problems", name, nearest }
            }
            e => e,
        })?;
        return Ok(vec![Member { problem, sets: Vec::new() }]);
    }
    let own = PROBLEMS.iter().filter(|p| p.set == name);
    let mut all: Vec<Member> = own.map(|problem| Member { problem, sets: Vec::new() }).collect();
    for (_, problem, parameter, values) in FAMILIES.iter().filter(|f| f.0 == name) {
        let problem = find(problem)?;
        if parameter.is_empty() {
            all.push(Member { problem, sets: Vec::new() });
        }
        let set = |v: &&str| vec![(parameter.to_string(), v.to_string())];
        all.extend(values.iter().map(|v| Member { problem, sets: set(v) }));
    }
    Ok(all)
}
