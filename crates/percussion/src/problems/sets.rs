//! Sets of problems for comparisons: mechanisms without contact, with impacts, with flexible parts.
//!
//! A member of a set is a named problem with settings: the problems that say they belong to it, then members of
//! families over the number of their parts or their restitution. Numbers and sizes are those of the comparison of
//! M. Haddouni, V. Acary, S. Garreau, J.-D. Beley, B. Brogliato, "Comparison of several formulations and
//! integration methods for the resolution of DAEs formulations in event-driven simulation of nonsmooth
//! frictionless multibody dynamics", 2017, DOI 10.1007/s11044-017-9570-y, table 2:
//!
//! | set | problems | degrees of freedom | joints | contacts |
//! |---|---|---|---|---|
//! | `joints` | 69 | 1 to 19 | 2 to 38 | none |
//! | `impacts` | 32 | 2 to 11 | 2 to 15 | 1 to 7 |
//! | `flexible` | 14 | 5 to 31 | 4 to 15 | at most 1 |

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

/// Set, problem, parameter and its values.
type Family = (&'static str, &'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const FAMILIES: &[Family] = &[
    ("joints", "chain", "n", &["2", "3", "4", "5", "6", "8", "10", "12", "13", "16", "17", "19"]),
    ("joints", "spatial-chain", "n", &["2", "3", "4", "5", "6", "8", "10", "12", "16"]),
    ("joints", "bar-loop", "n", &["3", "4", "6", "8", "10", "12", "15", "18", "21"]),
    ("joints", "scissors", "n", &["1", "2", "5", "8", "12"]),
    ("joints", "pendulum-tree", "n", &["2", "4"]),
    ("joints", "parallel-cranks", "n", &["2", "4", "6", "8"]),
    ("impacts", "newtons-cradle", "n", &["2", "3", "4", "6", "7", "8"]),
    ("impacts", "falling-chain", "n", &["2", "3", "5", "6", "7"]),
    ("impacts", "double-pendulum-wall", "e_N", &["0", "0.5", "0.9"]),
    ("impacts", "double-pendulum-floor", "e_N", &["0", "0.9"]),
    ("impacts", "arm-stops", "e_N", &["0.2", "0.9"]),
    ("impacts", "colliding-carts", "e_N", &["0", "0.4"]),
    ("impacts", "pile-driver", "e_N", &["0.6"]),
    ("impacts", "vibro-impact", "e_N", &["0.3", "0.9"]),
    ("impacts", "gripper", "e_N", &["0.6"]),
    ("flexible", "flexible-slider-crank", "modes", &["4", "6", "8"]),
    ("flexible", "flexible-press", "modes", &["4", "6", "8"]),
    ("flexible", "flexible-four-bar", "elements", &["2", "4", "5"]),
    ("flexible", "flexible-chain", "n", &["7", "11", "15"]),
];

/// Problems of a kind that are smaller or larger than those of its set.
const OUTSIDE: &[&str] = &[
    // no joints that could be counted, no freedom, one joint
    "slider-crank",
    "driven-crank",
    "spherical-pendulum",
    // one degree of freedom
    "pendulum-walls",
    "four-bar-stop",
    "door-stop",
    "cam-follower",
    "trip-hammer",
    "ratchet",
    "press",
    "slider-stops",
    // twelve contacts, no joints
    "escapement",
    "wheel-kerb",
    "box-into-stop",
    // fewer than four joints, or than five degrees of freedom
    "flexible-slider-crank",
    "flexible-press",
    "flexible-arm",
    "whip",
    "boom-crane",
    "flexible-spherical-pendulum",
    "flexible-arm-stop",
    "flexible-hammer",
    "springboard",
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
    let own = PROBLEMS.iter().filter(|p| p.set == name && !OUTSIDE.contains(&p.name));
    let mut all: Vec<Member> = own.map(|problem| Member { problem, sets: Vec::new() }).collect();
    for (_, problem, parameter, values) in FAMILIES.iter().filter(|f| f.0 == name) {
        let problem = find(problem)?;
        let set = |v: &&str| vec![(parameter.to_string(), v.to_string())];
        all.extend(values.iter().map(|v| Member { problem, sets: set(v) }));
    }
    Ok(all)
}
