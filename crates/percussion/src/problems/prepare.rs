//! A problem with its settings, made ready to run.

use super::{Prepared, Problem, ReferenceInfo};
use crate::error::ModelError;
use crate::schemes::options::parse_number;
use crate::schemes::Options;
use crate::system::check_initial;

/// Builds the model with these settings, assembles it and checks its initial state.
pub fn prepare(problem: &Problem, sets: &[(String, String)]) -> Result<Prepared, ModelError> {
    let mut options = Options::new("parameter", problem.parameters);
    for (name, value) in sets {
        options.set(name, value)?;
    }
    let system = (problem.build)(&options)?.assemble()?;
    let (q0, u0) = (system.q0.clone(), system.u0.clone());
    check_initial(&system, &q0, &u0)?;
    Ok(Prepared { system, q0, u0 })
}

/// Name, default and meaning of every parameter of a problem.
pub fn parameters(problem: &Problem) -> Vec<(String, String, String)> {
    let parts = |p: &crate::schemes::OptionInfo| (p.name.into(), p.default.into(), p.help.into());
    problem.parameters.iter().map(parts).collect()
}

/// The reference solution that applies under these settings.
pub fn reference_for(
    problem: &Problem,
    sets: &[(String, String)],
) -> Option<&'static ReferenceInfo> {
    if sets
        .iter()
        .any(|(n, _)| !problem.parameters.iter().any(|p| p.name == n))
    {
        return None;
    }
    let same = |a: &str, b: &str| {
        a == b || matches!(parse_number(a), Some(x) if Some(x) == parse_number(b))
    };
    problem.references.iter().find(|r| {
        problem.parameters.iter().all(|p| {
            let given = sets
                .iter()
                .rev()
                .find(|(n, _)| n == p.name)
                .map_or(p.default, |(_, v)| v);
            let needed = r
                .set
                .iter()
                .find(|(n, _)| *n == p.name)
                .map_or(p.default, |(_, v)| v);
            same(given, needed)
        })
    })
}
