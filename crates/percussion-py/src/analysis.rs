//! Solvers for those who only want the solvers.

use crate::errors;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use percussion::contact::lcp::{Lcp, Solver, Status};
use pyo3::prelude::*;

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
        let valid: Vec<&str> = names.iter().map(|(n, _)| *n).collect();
        let valid = valid.join(", ");
        let text = format!("unknown solver '{solver}'; valid names: {valid}");
        return Err(errors::exception("UnknownNameError", text));
    };
    let out = py.detach(|| Lcp::new(n, m, q).solve(solver));
    let solved = matches!(out.status, Status::Solved { .. });
    Ok((out.z.into_pyarray(py), solved, format!("{:?}", out.status)))
}
