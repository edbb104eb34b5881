//! A run step by step.

use crate::errors;
use crate::inputs;
use crate::model::Prepared;
use crate::run::{event, row, scheme, ContactRow, EventRow};
use numpy::PyArray1;
use percussion::error::StepError;
use percussion::record::{is_sum, Event};
use percussion::run::{Settings, Simulation as Loop};
use percussion::schemes::Start;
use percussion::system::check_initial;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Arc, Mutex, MutexGuard};

type Vector<'py> = Bound<'py, PyArray1<f64>>;

/// What a call of [`Simulation::step`] gives: the row reached, events and rows of contacts that come and go since the last one.
type Stepped<'py> = (Vector<'py>, Vec<EventRow>, Vec<ContactRow>);

/// A scheme at work on a model.
#[pyclass(frozen, module = "percussion._core")]
pub struct Simulation {
    inner: Mutex<Inner>,
    model: Py<Prepared>,
    #[pyo3(get)]
    columns: Vec<String>,
}

struct Inner {
    sim: Loop<'static>,
    dt: f64,
    /// The row reached; sums over the steps of one call.
    row: Vec<f64>,
    sums: Vec<usize>,
    /// Rows of the last step: memory that is exchanged with the record's.
    rows: Vec<f64>,
    events: Vec<Event>,
    /// Values of the model's inputs.
    inputs: Vec<f64>,
    /// Whether the last step failed: the next one is a new try.
    failed: bool,
}

/// Steps that a run may make after it was resumed.
const FAR: f64 = 9e8;

fn stopped(e: StepError) -> PyErr {
    match e {
        StepError::Refused(e) => errors::model(&e),
        e => errors::exception("SimulationStopped", e.to_string()),
    }
}

impl Inner {
    fn new(mut sim: Loop<'static>, dt: f64, inputs: Vec<f64>) -> (Self, Vec<String>) {
        let columns = sim.record().columns.clone();
        let sums = (0..columns.len()).filter(|&k| is_sum(&columns[k])).collect();
        let (rows, events) = (Vec::new(), Vec::new());
        let row = vec![0.0; columns.len()];
        let mut inner = Inner { sim, dt, row, sums, rows, events, inputs, failed: false };
        inner.take();
        (inner, columns)
    }

    /// The last row of the record, its sums over all rows since the last call of `begin`.
    fn take(&mut self) {
        let mut events = Vec::new();
        self.sim.exchange_recorded(&mut self.rows, &mut events);
        self.events.append(&mut events);
        let n = self.row.len();
        for row in self.rows.chunks_exact(n) {
            for &k in &self.sums {
                self.row[k] += row[k];
            }
        }
        let Some(last) = self.rows.chunks_exact(n).next_back() else { return };
        let mut sums = self.sums.iter().copied().peekable();
        for (k, v) in last.iter().enumerate() {
            match sums.peek() == Some(&k) {
                true => _ = sums.next(),
                false => self.row[k] = *v,
            }
        }
    }

    fn begin(&mut self) {
        self.events.clear();
        for &k in &self.sums {
            self.row[k] = 0.0;
        }
    }

    fn steps(&mut self, n: usize) -> Result<(), StepError> {
        inputs::set(self.inputs.iter().copied());
        self.begin();
        for _ in 0..n {
            let done = self.sim.step();
            self.take();
            self.failed = done.is_err();
            done?;
        }
        Ok(())
    }
}

impl Simulation {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        let busy = |_| PyRuntimeError::new_err("the simulation is being stepped elsewhere");
        self.inner.try_lock().map_err(busy)
    }
    fn made(model: &Bound<'_, Prepared>, sim: Loop<'static>, dt: f64) -> Self {
        let first = model.get().inputs.iter().map(|i| i.1).collect();
        let (inner, columns) = Inner::new(sim, dt, first);
        Simulation { inner: Mutex::new(inner), model: model.clone().unbind(), columns }
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
        let (p, py) = (model.get(), model.py());
        p.fits(&q, &u)?;
        let scheme = scheme(p, scheme_name, &options)?;
        let start = Start { t: t0, q: &q, u: &u, dt };
        let settings = Settings { t0, dt, t_end: f64::INFINITY, every: 1 };
        let begin = || {
            check_initial(&p.system, &q, &u)?;
            let stepper = scheme.start_shared(Arc::clone(&p.system), &start)?;
            Ok(Loop::begin(stepper, settings))
        };
        let sim = p.call(py, begin)?.map_err(stopped)?;
        Ok(Simulation::made(model, sim, dt))
    }

    /// Go on from what [`Simulation::save`] gave.
    #[staticmethod]
    fn resume(
        model: &Bound<'_, Prepared>,
        scheme_name: &str,
        options: Vec<(String, String)>,
        saved: &[u8],
    ) -> PyResult<Self> {
        let short = || errors::value("a saved state is longer: it is damaged");
        let (dt, saved) = saved.split_first_chunk().ok_or_else(short)?;
        let (t, saved) = saved.split_first_chunk().ok_or_else(short)?;
        let (dt, t, p) = (f64::from_le_bytes(*dt), f64::from_le_bytes(*t), model.get());
        let py = model.py();
        let scheme = scheme(p, scheme_name, &options)?;
        let system = Arc::clone(&p.system);
        // a loop has an end: one that is far
        let end = t + FAR * dt;
        let sim = p.call(py, || Loop::resume_shared(&scheme, system, saved, end))?;
        Ok(Simulation::made(model, sim.map_err(stopped)?, dt))
    }

    /// So many steps, of another length where one is given.
    #[pyo3(signature = (n, dt = None))]
    fn step<'py>(&self, py: Python<'py>, n: usize, dt: Option<f64>) -> PyResult<Stepped<'py>> {
        let mut guard = self.lock()?;
        let inner: &mut Inner = &mut guard;
        let dt = dt.unwrap_or(inner.dt);
        if dt != inner.dt || inner.failed {
            inner.sim.set_dt(dt).map_err(|e| errors::model(&e))?;
            inner.dt = dt;
        }
        let done = self.model.get().call(py, || inner.steps(n))?;
        done.map_err(stopped)?;
        let events = inner.events.drain(..).map(event).collect();
        let contacts = inner.sim.take_contacts().into_iter().map(row).collect();
        Ok((PyArray1::from_slice(py, &inner.row), events, contacts))
    }

    fn time(&self) -> PyResult<f64> {
        Ok(self.lock()?.sim.state().t)
    }

    /// Length of the next step.
    fn dt(&self) -> PyResult<f64> {
        Ok(self.lock()?.dt)
    }

    /// The row reached: the columns of a record.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Vector<'py>> {
        let mut inner = self.lock()?;
        let inner: &mut Inner = &mut inner;
        let s = inner.sim.state();
        // a run that was resumed has no row yet, a step that failed none of its own
        inner.row[0] = s.t;
        let (q, u) = (1 + s.q.len(), 1 + s.q.len() + s.u.len());
        inner.row[1..q].copy_from_slice(&s.q);
        inner.row[q..u].copy_from_slice(&s.u);
        Ok(PyArray1::from_slice(py, &inner.row))
    }

    /// Sets the inputs from the next step on.
    fn set_inputs(&self, values: Vec<f64>) -> PyResult<()> {
        let mut inner = self.lock()?;
        if values.len() != inner.inputs.len() || !values.iter().all(|v| v.is_finite()) {
            let n = inner.inputs.len();
            return Err(errors::value(format!(
                "inputs = {values:?} is not allowed; allowed: {n} finite numbers"
            )));
        }
        inner.inputs = values;
        Ok(())
    }

    /// Everything that the next step depends on.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut inner = self.lock()?;
        let head = [inner.dt, inner.sim.state().t].map(f64::to_le_bytes).concat();
        let saved = [&head[..], &inner.sim.save()].concat();
        Ok(PyBytes::new(py, &saved))
    }
}
