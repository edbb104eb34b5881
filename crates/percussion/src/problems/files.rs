//! Model files and named problems: files that name a problem as a system, problems as files.

use super::{configured, find, Problem, PROBLEMS};
use crate::error::ModelError;
use crate::file::export::{by_functions, number, parts, quoted};
use crate::file::{self, Diagnostics, Functions, Include, Known, ModelFile, Systems};
use crate::model::Model;
use crate::schemes::{OptionInfo, Options};
use std::fmt::Write;

/// The named problems as systems of a model file.
struct Named;

impl Systems for Named {
    fn names(&self) -> Vec<&'static str> {
        PROBLEMS.iter().map(|p| p.name).collect()
    }
    fn parameters(&self, name: &str) -> Option<&'static [OptionInfo]> {
        find(name).ok().map(|p| p.parameters)
    }
    fn model(&self, name: &str, sets: &[(String, String)]) -> Result<Model, ModelError> {
        Ok(configured(find(name)?, sets)?.0)
    }
}

/// Load a model file, which may name a problem as its system (`[[functions]]`).
///
/// `include` gives the text of an included file; `sets` are settings of the command line, which
/// replace parameters, or go to [`ModelFile::sets`].
///
/// # Errors
/// All mistakes, each with its place.
pub fn load(
    name: &str,
    text: &str,
    include: Include,
    sets: &[(String, String)],
) -> Result<ModelFile, Diagnostics> {
    load_with(name, text, include, sets, Functions::new())
}

/// Load a model file whose expressions may also call functions of the caller's.
///
/// # Errors
/// As [`load`].
pub fn load_with(
    name: &str,
    text: &str,
    include: Include,
    sets: &[(String, String)],
    functions: Functions,
) -> Result<ModelFile, Diagnostics> {
    file::load(name, text, include, sets, Known { functions, systems: Some(&Named) })
}

/// A named problem with some of its parameters set, as a model file. Running the file gives the
/// same trajectory to the last bit.
///
/// # Errors
/// Unknown parameters and values that are not allowed; a part that cannot be written.
pub fn export(problem: &Problem, sets: &[(String, String)]) -> Result<String, ModelError> {
    let (model, project) = configured(problem, sets)?;
    let mut out = format!("# {}: {}\n# {}\n", problem.name, problem.summary, problem.source);
    let given: Vec<String> = sets.iter().map(|(n, v)| format!("{n} = {v}")).collect();
    if !given.is_empty() {
        let _ = writeln!(out, "# with {}", given.join(", "));
    }
    let _ = writeln!(out, "\nname = {}", quoted(problem.name));
    let body = match by_functions(&model) {
        false => parts(&model)?,
        true => {
            let mut s = String::from("output.names = \"numbered\"\n");
            let _ = writeln!(s, "\n[[functions]]\nsystem = {}", quoted(problem.name));
            s += "\n[functions.parameters]\n";
            let mut options = Options::new("parameter", problem.parameters);
            let mut others: Vec<&(String, String)> = Vec::new();
            for set in sets.iter().filter(|s| s.0 != "project") {
                if options.has(&set.0) {
                    options.set(&set.0, &set.1)?;
                } else {
                    others.retain(|o| o.0 != set.0);
                    others.push(set);
                }
            }
            for o in problem.parameters {
                let _ = writeln!(s, "{} = {}", quoted(o.name), quoted(options.text(o.name)));
            }
            for (name, value) in others {
                let _ = writeln!(s, "{} = {}", quoted(name), quoted(value));
            }
            s
        }
    };
    out += &body;
    let _ = writeln!(
        out,
        "\n[run]\nscheme = {}\ndt = {}\nt_end = {}",
        quoted(problem.scheme),
        number(problem.dt),
        number(problem.t_end)
    );
    if project {
        out += "project = true\n";
    }
    if !problem.scheme_options.is_empty() {
        out += "\n[run.options]\n";
        for (k, v) in problem.scheme_options {
            let _ = writeln!(out, "{k} = {}", quoted(v));
        }
    }
    Ok(out)
}
