//! Solvers for those who only want the solvers.

use crate::errors;
use crate::watch::watched;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use percussion::contact::lcp::{Lcp, Solver, Status};
use percussion::contact::{
    self, file, unique, Budget, Form, Goal, Item, Mode, Outcome, Point, Problem,
};
use percussion::linalg::Rows;
use percussion::schemes::Interrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Tightest tolerance that is asked for when the published measure wants more.
const LEAST_TOL: f64 = 1e-15;

fn unknown(solver: &str, near: &[String]) -> PyErr {
    let hint = match near {
        [one] => format!("did you mean '{one}'?"),
        many => format!("valid names: {}", many.join(", ")),
    };
    errors::exception("UnknownNameError", format!("unknown solver '{solver}'; {hint}"))
}

/// Find z with w = M z + q, 0 <= w, z, w.z = 0: z, whether it is solved, and how it ended.
#[pyfunction]
#[pyo3(name = "lcp_solve")]
pub fn lcp<'py>(
    py: Python<'py>,
    m: PyReadonlyArray2<'py, f64>,
    q: PyReadonlyArray1<'py, f64>,
    solver: &str,
) -> PyResult<(Bound<'py, PyArray1<f64>>, bool, String)> {
    let (m, q) = (m.as_array(), q.as_array());
    let n = q.len();
    if m.nrows() != n || m.ncols() != n {
        return Err(errors::value(format!(
            "M is {} x {} and q has {n} entries: M must be {n} x {n}",
            m.nrows(),
            m.ncols()
        )));
    }
    let (m, q): (Vec<f64>, Vec<f64>) = (m.iter().copied().collect(), q.to_vec());
    if !m.iter().chain(&q).all(|v| v.is_finite()) {
        return Err(errors::value("M and q must be finite"));
    }
    let names = Solver::NAMES;
    let found = names.iter().find(|(name, _)| *name == solver).map(|(_, s)| *s);
    let Some(solver) = found else {
        return Err(unknown(solver, &percussion::nearest(solver, names.iter().map(|n| n.0))));
    };
    let out = py.detach(|| Lcp::new(n, m, q).solve(solver));
    let (status, solved) = match out.status {
        Status::Solved { .. } => ("solved", true),
        Status::Ray { no_solution: true, .. } | Status::NoSolution { .. } => ("no solution", false),
        Status::Ray { .. } | Status::NotConverged { .. } => ("not found", false),
    };
    Ok((out.z.into_pyarray(py), solved, status.into()))
}

/// A contact problem from the rows of its Delassus matrix G, sparse: `dim` rows a contact, the normal one first.
#[pyfunction]
pub fn contact_solve<'py>(
    py: Python<'py>,
    matrix: (Vec<usize>, Vec<usize>, Vec<f64>),
    q: Vec<f64>,
    mu: Vec<f64>,
    dim: usize,
    start: Option<Vec<f64>>,
    solver: &str,
    tol: f64,
    work: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let (starts, column, value) = matrix;
    if starts.is_empty() {
        return Err(errors::value("G has no rows"));
    }
    let matrix = Rows { start: starts, column, value };
    let item = |(k, mu): (usize, &f64)| Item::contact(k, dim * k, dim * k + 1..dim * k + dim, *mu);
    let items = mu.iter().enumerate().map(item).collect();
    let problem = Problem::new(Form::Sparse(matrix), q, items);
    problem.check().map_err(|e| errors::value(e.to_string()))?;
    let n = problem.rows();
    // few rows are solved faster as a full matrix
    let problem = match (&problem.form, n <= 60) {
        (Form::Sparse(rows), true) => {
            let mut dense = vec![0.0; n * n];
            for i in 0..n {
                rows.row(i).for_each(|(j, v)| dense[i * n + j] += v);
            }
            Problem { form: Form::Dense(dense), ..problem }
        }
        _ => problem,
    };
    let mut point = Point::zero(&problem);
    if let Some(m) = start {
        if m.len() != n || !m.iter().all(|v| v.is_finite()) {
            return Err(errors::value(format!("start must be {n} finite numbers")));
        }
        point.m = m;
    }
    solve(py, problem, point, solver, tol, work)
}

/// A contact problem from the text of a file.
#[pyfunction]
pub fn contact_file<'py>(
    py: Python<'py>,
    text: &str,
    solver: &str,
    tol: f64,
    work: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let (problem, point) = file::parse(text).map_err(|e| errors::value(e.to_string()))?;
    solve(py, problem, point, solver, tol, work)
}

fn solve<'py>(
    py: Python<'py>,
    problem: Problem,
    mut point: Point,
    name: &str,
    tol: f64,
    work: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let info = contact::find(name).map_err(|near| unknown(name, &near))?;
    for (what, value) in [("tol", tol), ("work", work)] {
        if !(value.is_finite() && value > 0.0) {
            return Err(errors::value(format!(
                "{what} = {value} is not allowed; allowed: a finite number greater than zero"
            )));
        }
    }
    let stop = Interrupt::default();
    let task = || {
        let mut budget = Budget::new(work).with_stop(stop.flag());
        let mut solver = (info.make)();
        let goal = Goal::to;
        let mut out = solver.solve(&problem, &mut point, goal(tol), &mut budget);
        // the published measure weighs contacts by their units: it may ask for more
        let mut ask = tol;
        while out.solved() && problem.published_error(&point) > tol && ask > LEAST_TOL {
            ask *= 1e-2;
            let mut finer = point.clone();
            let again = solver.solve(&problem, &mut finer, goal(ask), &mut budget);
            if !again.solved() {
                break;
            }
            point = finer;
            out = Outcome { tried: out.tried, ..again };
        }
        let only = if out.solved() { unique(&problem, &point, &mut budget) } else { None };
        (point, out, only, budget.factorisations)
    };
    let (point, out, only, factorisations) = watched(py, &stop, |_| Ok(()), task)?;
    let word = |m: Mode| match m {
        Mode::Open => "open",
        Mode::Stick => "stick",
        Mode::Slip => "slip",
    };
    let d = PyDict::new(py);
    d.set_item("status", out.status.name())?;
    d.set_item("solver", out.way)?;
    d.set_item("residual", out.residual)?;
    d.set_item("published_error", problem.published_error(&point))?;
    d.set_item("iterations", out.iterations)?;
    d.set_item("factorisations", factorisations)?;
    d.set_item("modes", problem.modes(&point).into_iter().map(word).collect::<Vec<_>>())?;
    d.set_item("unique", only.as_ref().map(|u| u.0))?;
    d.set_item("why", only.map(|u| u.1).unwrap_or_default())?;
    d.set_item("r", point.m.into_pyarray(py))?;
    d.set_item("u", point.y.into_pyarray(py))?;
    Ok(d)
}
