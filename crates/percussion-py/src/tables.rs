//! What there is: schemes with their options, named problems, and the reader of TOML.

use crate::errors;
use percussion::problems::{find, parameters as settings_of, PROBLEMS};
use percussion::schemes::SCHEMES;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// All schemes as dictionaries.
#[pyfunction]
pub fn schemes(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for s in SCHEMES {
        let d = PyDict::new(py);
        d.set_item("name", s.name)?;
        d.set_item("summary", s.summary)?;
        d.set_item("source", s.source)?;
        let options: Vec<_> = s.options.iter().map(|o| (o.name, o.default, o.help)).collect();
        d.set_item("options", options)?;
        let a = &s.supports;
        let abilities = [
            ("contacts", a.contacts),
            ("friction", a.friction),
            ("joints", a.joints),
            ("rolling", a.rolling),
            ("quaternions", a.quaternions),
            ("adaptive", a.adaptive),
            ("poisson", a.poisson),
        ];
        let yes: Vec<&str> = abilities.into_iter().filter(|a| a.1).map(|a| a.0).collect();
        d.set_item("supports", yes)?;
        list.append(d)?;
    }
    Ok(list)
}

/// All named problems as dictionaries.
#[pyfunction]
pub fn problems(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for p in PROBLEMS {
        let d = PyDict::new(py);
        d.set_item("name", p.name)?;
        d.set_item("summary", p.summary)?;
        d.set_item("source", p.source)?;
        d.set_item("set", p.set)?;
        d.set_item("scheme", p.scheme)?;
        d.set_item("dt", p.dt)?;
        d.set_item("t_end", p.t_end)?;
        let own: Vec<_> = p.parameters.iter().map(|o| (o.name, o.default, o.help)).collect();
        d.set_item("parameters", own)?;
        let references: Vec<&str> = p.references.iter().map(|r| r.name).collect();
        d.set_item("references", references)?;
        list.append(d)?;
    }
    Ok(list)
}

/// The settings of a problem, with those that every problem has: name, default, meaning.
#[pyfunction]
pub fn parameters(name: &str) -> PyResult<Vec<(String, String, String)>> {
    let problem = find(name).map_err(|e| errors::model(&e))?;
    Ok(settings_of(problem))
}

/// A TOML document as JSON text.
#[pyfunction]
pub fn parse_toml(text: &str) -> PyResult<String> {
    let value: toml::Value =
        toml::from_str(text).map_err(|e| errors::value(e.to_string().trim_end()))?;
    serde_json::to_string(&value).map_err(|e| errors::value(e.to_string()))
}

/// The JSON Schema of model files.
#[pyfunction]
pub fn schema() -> String {
    percussion::file::spec::schema().to_string()
}
