//! The settings with which documents ran the problems, where they print them: `--published`.

use super::Problem;
use crate::error::ModelError;

/// Settings of the problem and options of its scheme, as NAME=VALUE.
pub type Published = (Vec<(String, String)>, Vec<(String, String)>);

/// Prox parameter and tolerance of Newton's method that Capobianco, Harsch, Eugster and Leine (2021, section 10) print
/// for each problem. Step and rho_inf are those of the problem itself.
const FRICTION: &[(&str, &str, &str)] = &[
    ("rotating-ball", "0.3", "1e-6"),
    ("ball-in-corner", "0.2", "1e-6"),
    ("ball-in-cylinder", "0.3", "1e-6"),
    ("painleve-rod", "0.1", "1e-8"),
    ("guided-hopper", "0.15", "1e-6"),
    ("tippe-top", "0.001", "1e-6"),
];

/// Their method: Newton's method on all unknowns at once from the values of the last step, an absolute residual, the
/// direction of sliding at the end of the step, impacts captured by steps, no other start of steps after them.
const METHOD: [(&str, &str); 6] = [
    ("impacts", "captured"),
    ("newton", "monolithic"),
    ("start", "known"),
    ("residual", "absolute"),
    ("slip", "end"),
    ("backward", "no"),
];

/// The published settings of a problem and of its scheme; the user's come after them.
///
/// # Errors
/// A problem without such settings, with the names of those that have them.
pub fn published(problem: &Problem) -> Result<Published, ModelError> {
    let found = FRICTION.iter().find(|(name, ..)| *name == problem.name);
    let &(_, r, tol) = found.ok_or_else(|| ModelError::Invalid {
        what: "published settings".into(),
        value: problem.name.into(),
        allowed: FRICTION.iter().map(|f| f.0).collect::<Vec<_>>().join(", "),
    })?;
    let text = |(n, v): (&str, &str)| (n.to_string(), v.to_string());
    let options = METHOD.into_iter().chain([("tol", tol)]).map(text).collect();
    Ok((vec![text(("r", r))], options))
}
