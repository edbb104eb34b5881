//! The native part of the Python package `percussion`: models are built, run and looked at here,
//! arrays go out without copies. What a person types is written in Python, in `python/percussion`.
#![allow(missing_docs, reason = "the names of this module are documented in _core.pyi")]

mod analysis;
mod errors;
mod functions;
mod inputs;
mod jet;
mod model;
mod pages;
mod rollout;
mod run;
mod solvers;
mod steps;
mod tables;
mod watch;

use pyo3::prelude::*;

#[pymodule]
fn _core(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<jet::Jet>()?;
    m.add_class::<model::Prepared>()?;
    m.add_class::<run::Outcome>()?;
    m.add_class::<steps::Simulation>()?;
    m.add_class::<watch::Stop>()?;
    m.add_function(wrap_pyfunction!(model::build, m)?)?;
    m.add_function(wrap_pyfunction!(model::export, m)?)?;
    m.add_function(wrap_pyfunction!(model::published, m)?)?;
    m.add_function(wrap_pyfunction!(model::urdf, m)?)?;
    m.add_function(wrap_pyfunction!(tables::schemes, m)?)?;
    m.add_function(wrap_pyfunction!(tables::problems, m)?)?;
    m.add_function(wrap_pyfunction!(tables::parameters, m)?)?;
    m.add_function(wrap_pyfunction!(tables::parse_toml, m)?)?;
    m.add_function(wrap_pyfunction!(tables::schema, m)?)?;
    m.add_function(wrap_pyfunction!(run::run, m)?)?;
    m.add_function(wrap_pyfunction!(rollout::rollout, m)?)?;
    m.add_function(wrap_pyfunction!(run::accepts, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::inspect, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::statics, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::order_of, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::distance, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::method, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::prime_step, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::fine_run, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::members, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::shares, m)?)?;
    m.add_function(wrap_pyfunction!(solvers::lcp, m)?)?;
    m.add_function(wrap_pyfunction!(solvers::contact_solve, m)?)?;
    m.add_function(wrap_pyfunction!(solvers::contact_file, m)?)?;
    m.add_function(wrap_pyfunction!(pages::scene, m)?)?;
    m.add_function(wrap_pyfunction!(pages::paraview, m)?)?;
    m.add_function(wrap_pyfunction!(pages::collection, m)?)?;
    m.add_function(wrap_pyfunction!(pages::page, m)?)?;
    Ok(())
}
