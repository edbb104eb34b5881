//! A run step by step.

use crate::errors;
use crate::model::Prepared;
use crate::run::scheme;
use numpy::{IntoPyArray, PyArray1};
use percussion::error::StepError;
use percussion::schemes::{Start, Stepper};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Arc, Mutex, MutexGuard};

type Vector<'py> = Bound<'py, PyArray1<f64>>;

/// A scheme at work on a model.
#[pyclass(frozen, module = "percussion._core")]
pub struct Simulation {
    stepper: Mutex<Stepper<'static>>,
    model: Py<Prepared>,
}

fn stopped(e: StepError) -> PyErr {
    match e {
        StepError::Refused(e) => errors::model(&e),
        e => errors::exception("SimulationStopped", e.to_string()),
    }
}

impl Simulation {
    fn lock(&self) -> PyResult<MutexGuard<'_, Stepper<'static>>> {
        let busy = |_| PyRuntimeError::new_err("the simulation is being stepped elsewhere");
        self.stepper.try_lock().map_err(busy)
    }
}

#[pymethods]
impl Simulation {
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        model: &Bound<'_, Prepared>,
        scheme_name: &str,
        options: Vec<(String, String)>,
        dt: f64,
        t0: f64,
        q: Vec<f64>,
        u: Vec<f64>,
    ) -> PyResult<Self> {
        let p = model.get();
        let scheme = scheme(p, scheme_name, &options)?;
        let start = Start { t: t0, q: &q, u: &u, dt };
        let started = scheme.start_shared(Arc::clone(&p.system), &start);
        if let Some(e) = p.fault.take() {
            return Err(e);
        }
        let stepper = Mutex::new(started.map_err(stopped)?);
        Ok(Simulation { stepper, model: model.clone().unbind() })
    }

    /// Go on from what [`Simulation::save`] gave.
    #[staticmethod]
    fn resume(
        model: &Bound<'_, Prepared>,
        scheme_name: &str,
        options: Vec<(String, String)>,
        saved: &[u8],
    ) -> PyResult<Self> {
        let p = model.get();
        let scheme = scheme(p, scheme_name, &options)?;
        let stepper = scheme.resume_shared(Arc::clone(&p.system), saved).map_err(stopped)?;
        Ok(Simulation { stepper: Mutex::new(stepper), model: model.clone().unbind() })
    }

    fn step(&self, py: Python<'_>, dt: f64) -> PyResult<()> {
        let mut stepper = self.lock()?;
        let inner: &mut Stepper<'static> = &mut stepper;
        let done = self.model.get().call(py, || inner.step(dt))?;
        done.map(|_| ()).map_err(stopped)
    }

    fn time(&self) -> PyResult<f64> {
        Ok(self.lock()?.state().t)
    }

    /// Time, coordinates, velocities.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<(f64, Vector<'py>, Vector<'py>)> {
        let stepper = self.lock()?;
        let s = stepper.state();
        Ok((s.t, s.q.clone().into_pyarray(py), s.u.clone().into_pyarray(py)))
    }

    /// Everything that the next step depends on.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.lock()?.save()))
    }
}
