//! From a named problem and NAME=VALUE settings to equations with a consistent start.
//!
//! A setting goes to the problem's own parameters first. What the problem does not have itself is
//! looked up among the settings that every model has ([`crate::prepare`]).

use super::{Problem, ReferenceInfo};
use crate::error::ModelError;
use crate::model::Model;
use crate::prepare::{generic, ready, Prepared, Settings};
use crate::schemes::options::parse_number;
use crate::schemes::Options;

/// Build a problem with the settings given (a later one replaces an earlier one of the same name),
/// and check its initial state.
///
/// # Errors
/// Unknown names (with the nearest valid ones), values that are not allowed, quaternions of length
/// zero, and an initial state that violates a joint or penetrates a contact.
pub fn prepare(problem: &Problem, sets: &[(String, String)]) -> Result<Prepared, ModelError> {
    let (model, project) = configured(problem, sets)?;
    ready(model, project, true)
}

/// The same without a look at the start.
///
/// # Errors
/// As [`prepare`], but for an inconsistent start.
pub fn assemble(problem: &Problem, sets: &[(String, String)]) -> Result<Prepared, ModelError> {
    let (model, project) = configured(problem, sets)?;
    ready(model, project, false)
}

/// The model of a problem with the settings given, and whether its start is to be projected.
///
/// # Errors
/// As [`prepare`], but for what the assembly finds.
pub fn configured(
    problem: &Problem,
    sets: &[(String, String)],
) -> Result<(Model, bool), ModelError> {
    let mut options = Options::new("parameter", problem.parameters);
    let (mut settings, mut unknown) = (Settings::default(), None);
    for (name, value) in sets {
        if options.has(name) {
            options.set(name, value)?;
        } else if !settings.read(name, value)? && unknown.is_none() {
            unknown = Some(name);
        }
    }
    let model = (problem.build)(&options)?;
    let own: Vec<&str> = problem.parameters.iter().map(|o| o.name).collect();
    Ok((settings.apply(model, &own, unknown)?, settings.project))
}

/// All settings of a problem as (name, default, meaning): its own parameters, then those that
/// every problem has.
pub fn parameters(problem: &Problem) -> Vec<(String, String, String)> {
    let mut rows: Vec<(String, String, String)> = problem
        .parameters
        .iter()
        .map(|o| (o.name.into(), o.default.into(), o.help.into()))
        .collect();
    let options = Options::new("parameter", problem.parameters);
    if let Ok(system) = (problem.build)(&options).and_then(Model::assemble) {
        for row in generic(&system) {
            if !rows.iter().any(|(name, _, _)| *name == row.0) {
                rows.push(row);
            }
        }
    }
    rows
}

/// The reference solution that belongs to these settings: the one whose own settings they are,
/// apart from values that equal the defaults. Settings that do not change the solution (`r`,
/// `project`) are not looked at.
pub fn reference_for(
    problem: &Problem,
    sets: &[(String, String)],
) -> Option<&'static ReferenceInfo> {
    let given = changed(problem, sets.iter().map(|(n, v)| (n.as_str(), v.as_str())));
    let references: &'static [ReferenceInfo] = problem.references;
    references.iter().find(|r| {
        let wanted = changed(problem, r.set.iter().copied());
        wanted.len() == given.len()
            && wanted.iter().all(|(n, v)| given.iter().any(|(m, w)| n == m && same(v, w)))
    })
}

/// Settings that differ from the defaults, the last one of each name.
fn changed<'a>(
    problem: &Problem,
    sets: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<(&'a str, &'a str)> {
    let mut last: Vec<(&str, &str)> = Vec::new();
    for (name, value) in sets {
        last.retain(|(n, _)| *n != name);
        last.push((name, value));
    }
    last.retain(|(name, value)| match problem.parameters.iter().find(|o| o.name == *name) {
        Some(o) => !same(o.default, value),
        None => {
            let neutral = *name == "project" || *name == "r" || name.ends_with(".r");
            !(neutral || (*name == "impact" && *value == "newton"))
        }
    });
    last
}

fn same(a: &str, b: &str) -> bool {
    match (parse_number(a), parse_number(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}
