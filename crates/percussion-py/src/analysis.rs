//! What can be said of a model without running it: freedoms, modes, equilibria; and measures of
//! studies.

use crate::errors;
use crate::model::{make, Prepared, Recipe};
use numpy::{Complex64, IntoPyArray, PyReadonlyArray1};
use percussion::frame::V3;
use percussion::inspect::{
    check_turning, look, rigid_rotation, rotating_equilibrium, Look, RowValue,
};
use percussion::measure::{self, observed_order, Norm, Profile};
use percussion::problems;
use percussion::record::Record;
use percussion::statics::{arc_length, equilibrium, StaticSettings};
use percussion::study::{self, resolve};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// Most load steps.
const MAX_LOADS: usize = 100_000;

/// What can be said of the model at a state, mostly its start, seen from a frame that may turn.
#[pyfunction]
pub fn inspect<'py>(
    py: Python<'py>,
    model: &Bound<'py, Prepared>,
    q: Vec<f64>,
    u: Vec<f64>,
    rotating: [f64; 3],
    hold_contacts: bool,
    shapes: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let this = model.get();
    this.fits(&q, &u)?;
    let rotating = V3::from(rotating);
    check_turning(&this.system, &rotating).map_err(|e| errors::model(&e))?;
    let how = Look { rotating, hold_contacts, shapes };
    let i = this.call(py, || look(&this.system, &q, &u, &how))?;
    let rows = |l: &[RowValue]| -> Vec<(String, f64)> {
        l.iter().map(|r| (r.name.clone(), r.value)).collect()
    };
    let d = PyDict::new(py);
    d.set_item("coordinates", i.coordinates)?;
    d.set_item("velocities", i.velocities)?;
    d.set_item("constraints", i.constraints)?;
    d.set_item("rank", i.rank)?;
    d.set_item("degrees_of_freedom", i.freedoms())?;
    d.set_item("redundant", i.redundant.clone())?;
    d.set_item("position", rows(&i.position))?;
    d.set_item("velocity", rows(&i.velocity))?;
    d.set_item("closed", rows(&i.closed))?;
    d.set_item("penetrating", rows(&i.penetrating))?;
    d.set_item("open", i.open)?;
    d.set_item("frequencies", i.frequencies.clone())?;
    d.set_item("all_frequencies", !i.partly)?;
    d.set_item("state", i.steadiness.word())?;
    d.set_item("unstable", i.unstable)?;
    d.set_item("suggested_dt", i.dt)?;
    d.set_item("suggested_dt_contacts", i.dt_contacts)?;
    let eigenvalues: Vec<Complex64> = i.modes.iter().map(|m| Complex64::new(m.re, m.im)).collect();
    d.set_item("eigenvalues", eigenvalues.into_pyarray(py))?;
    let ratios: Vec<f64> = i.modes.iter().map(|m| m.damping_ratio()).collect();
    d.set_item("damping_ratios", ratios.into_pyarray(py))?;
    let mut amplitudes: Vec<Complex64> = Vec::new();
    for m in i.modes.iter().filter(|m| !m.shape.is_empty()) {
        amplitudes.extend(m.shape.iter().map(|c| Complex64::new(c.re, c.im)));
    }
    d.set_item("shapes", amplitudes.into_pyarray(py))?;
    Ok(d)
}

/// Equilibria along a growing load, or along the arc of the path, or of a steady rotation.
#[pyfunction]
pub fn statics<'py>(
    py: Python<'py>,
    recipe: Recipe,
    steps: usize,
    t_end: Option<f64>,
    along_arc: bool,
    rotating: Option<[f64; 3]>,
) -> PyResult<Bound<'py, PyDict>> {
    if !(1..=MAX_LOADS).contains(&steps) {
        return Err(errors::value(format!(
            "steps = {steps} is not allowed; allowed: a whole number from 1 to {MAX_LOADS}"
        )));
    }
    let mut this = make(recipe, false, true)?;
    let t_end = t_end.unwrap_or(this.t_end);
    if !(t_end >= 0.0 && t_end.is_finite()) {
        return Err(errors::value(format!(
            "until = {t_end} is not allowed; allowed: a finite number, zero or greater"
        )));
    }
    let settings = StaticSettings { steps, ..StaticSettings::new(t_end) };
    let q0 = this.q0.clone();
    let functions = this.functions;
    let system = Arc::get_mut(&mut this.system)
        .ok_or_else(|| errors::value("the equations are in use elsewhere"))?;
    let omega = rotating.map(V3::from);
    let mut follow = || match (along_arc, omega) {
        (true, _) => Ok(arc_length(system, &q0, &settings)),
        (false, Some(omega)) => rotating_equilibrium(system, &q0, omega, &settings),
        (false, None) => Ok(equilibrium(system, &q0, &settings)),
    };
    let path = if functions { follow() } else { py.detach(follow) };
    if let Some(e) = this.fault.take() {
        return Err(e);
    }
    let path = path.map_err(|e| errors::model(&e))?;
    let system = &this.system;
    let mut names = Vec::new();
    let mut row = 0;
    for (r, e) in system.row_element.iter().enumerate() {
        row = if r > 0 && system.row_element[r - 1] == *e { row + 1 } else { 0 };
        names.push(format!("{}.{row}", system.row_name(r)));
    }
    let u: Vec<f64> = match (omega, path.last()) {
        (Some(omega), Some(last)) => rigid_rotation(system, &last.q, &omega).0,
        _ => vec![0.0; system.nu],
    };
    let d = PyDict::new(py);
    d.set_item("load", path.states.iter().map(|s| s.load).collect::<Vec<_>>())?;
    d.set_item("iterations", path.states.iter().map(|s| s.iterations).collect::<Vec<_>>())?;
    let q: Vec<f64> = path.states.iter().flat_map(|s| s.q.iter().copied()).collect();
    d.set_item("q", q.into_pyarray(py))?;
    let la: Vec<f64> = path.states.iter().flat_map(|s| s.la.iter().copied()).collect();
    d.set_item("la", la.into_pyarray(py))?;
    d.set_item("u", u.into_pyarray(py))?;
    d.set_item("q_names", system.q_names.clone())?;
    d.set_item("u_names", system.u_names.clone())?;
    d.set_item("la_names", names)?;
    d.set_item("failed_at", path.failed_at)?;
    Ok(d)
}

/// Slope of log(error) over log(step) and its standard error; none where there are too few.
#[pyfunction]
pub fn order_of(steps: Vec<f64>, errors: Vec<f64>) -> Option<(f64, f64)> {
    observed_order(&steps, &errors).ok().map(|o| (o.slope, o.slope_std))
}

/// L1 distances in time of the coordinates and of the velocities of one run from another one of the same model, by their
/// columns and rows.
#[pyfunction]
pub fn distance(
    model: &Bound<'_, Prepared>,
    columns: Vec<String>,
    rows: PyReadonlyArray1<'_, f64>,
    other_columns: Vec<String>,
    other_rows: PyReadonlyArray1<'_, f64>,
) -> PyResult<(f64, f64)> {
    let record = |columns: Vec<String>, rows: PyReadonlyArray1<'_, f64>| {
        let data = rows.as_array().to_vec();
        match columns.len() {
            0 => Err(errors::value("a run has columns")),
            n if !data.len().is_multiple_of(n) => Err(errors::value("rows are as long as columns")),
            _ => {
                let mut record = Record::new(&model.get().system, false);
                (record.columns, record.data) = (columns, data);
                Ok(record)
            }
        }
    };
    let (this, other) = (record(columns, rows)?, record(other_columns, other_rows)?);
    let found = measure::distance(&this, &other, Norm::default());
    found.map(|c| (c.q_l1, c.v_l1)).map_err(|e| errors::value(e.to_string()))
}

/// The scheme that runs a method on a model, and the integrator it is given.
#[pyfunction]
pub fn method(
    model: &Bound<'_, Prepared>,
    name: &str,
) -> PyResult<(&'static str, Option<&'static str>)> {
    let contacts = !model.get().system.contacts.is_empty();
    let found = resolve(name, contacts).map_err(|e| errors::model(&e))?;
    Ok((found.0.name, found.1))
}

/// The step nearest to `dt` that a study of errors over steps takes.
#[pyfunction]
pub fn prime_step(t_end: f64, dt: f64) -> f64 {
    study::prime_step(t_end, dt)
}

/// Step and tolerance of the run that those with this smallest step and tolerance are measured against.
#[pyfunction]
pub fn fine_run(t_end: f64, dt: f64, tol: Option<f64>) -> (f64, Option<f64>) {
    study::fine_run(t_end, dt, tol)
}

/// A member of a set of problems: label, problem, settings.
type Member = (String, &'static str, Vec<(String, String)>);

/// The members of a set of problems.
#[pyfunction]
pub fn members(name: &str) -> PyResult<Vec<Member>> {
    let all = problems::members(name).map_err(|e| errors::model(&e))?;
    Ok(all.into_iter().map(|m| (m.name(), m.problem.name, m.sets)).collect())
}

/// Shares of problems that each method solves within `tau` times the least cost.
#[pyfunction]
pub fn shares(cost: Vec<Vec<Option<f64>>>, tau: Vec<f64>) -> Vec<Vec<f64>> {
    let n = cost.len();
    let profile = Profile::new(cost);
    (0..n).map(|m| tau.iter().map(|t| profile.rho(m, *t)).collect()).collect()
}
