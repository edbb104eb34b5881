//! Runs, without the interpreter's lock.

use crate::errors;
use crate::model::Prepared;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2};
use percussion::measure::compare;
use percussion::problems;
use percussion::record::{Record, Status};
use percussion::schemes::Scheme;
use percussion::simulate::{simulate, Settings};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often signals are looked at and progress is told.
const LOOK: Duration = Duration::from_millis(100);
/// Most steps of a run.
const MAX_STEPS: f64 = 1e9;

/// What a run left behind; arrays are handed out once, without a copy.
#[pyclass(module = "percussion._core")]
pub struct Outcome {
    data: Option<Vec<f64>>,
    #[pyo3(get)]
    columns: Vec<String>,
    #[pyo3(get)]
    events: Vec<(f64, &'static str, String, f64, f64, f64)>,
    #[pyo3(get)]
    status: String,
    #[pyo3(get)]
    notes: Vec<String>,
    #[pyo3(get)]
    numbers: Vec<(&'static str, f64)>,
    #[pyo3(get)]
    error: Vec<(&'static str, f64)>,
    #[pyo3(get)]
    reference: Option<String>,
}

#[pymethods]
impl Outcome {
    fn data<'py>(&mut self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        self.data.take().map(|d| d.into_pyarray(py))
    }
}

impl Outcome {
    fn new(p: &Prepared, record: Record) -> Self {
        let s = &record.statistics;
        let numbers = vec![
            ("steps", s.steps as f64),
            ("rejected", s.rejected as f64),
            ("inner", s.inner as f64),
            ("newton_updates", s.newton_updates as f64),
            ("newton_mean", s.newton_mean()),
            ("newton_max", s.newton_max as f64),
            ("fixed_point_steps", s.fixed_point_steps as f64),
            ("evaluations", s.evaluations as f64),
            ("violation_position", s.position),
            ("violation_velocity", s.velocity),
            ("violation_acceleration", s.acceleration),
            ("penetration", s.penetration),
            ("friction_excess", s.friction_excess),
            ("energy_start", s.energy_start),
            ("energy_end", s.energy_end),
            ("energy_max_increase", s.energy_max_increase),
            ("wall_s", s.wall_s),
        ];
        let (mut error, mut reference, mut notes) = (Vec::new(), None, record.notes.clone());
        let info = p.problem.and_then(|q| problems::reference_for(q, &p.sets));
        match info.and_then(|i| compare(&record, i)) {
            Some(Ok(c)) => {
                error = vec![
                    ("until", c.until),
                    ("q_l1", c.q_l1),
                    ("v_l1", c.v_l1),
                    ("q_end", c.q_end),
                    ("v_end", c.v_end),
                ];
                reference = Some(c.reference);
            }
            Some(Err(e)) => notes.push(format!("no comparison with the reference: {e}")),
            None => {}
        }
        let event =
            |e: percussion::record::Event| (e.t, e.kind, e.contact, e.un_pre, e.un_post, e.impulse);
        let status = match &record.status {
            Status::Done => "done".into(),
            Status::Interrupted => "interrupted".into(),
            Status::Stopped(reason) => format!("stopped: {reason}"),
        };
        Outcome {
            data: Some(record.data),
            columns: record.columns,
            events: record.events.into_iter().map(event).collect(),
            status,
            notes,
            numbers,
            error,
            reference,
        }
    }
}

/// A scheme by name with its options, checked against the model.
pub fn scheme(p: &Prepared, name: &str, given: &[(String, String)]) -> PyResult<Scheme> {
    let mut scheme = Scheme::new(name).map_err(|e| errors::model(&e))?;
    scheme.info().check(&p.system).map_err(|e| errors::model(&e))?;
    for (name, value) in given {
        scheme = scheme.set(name, value).map_err(|e| errors::model(&e))?;
    }
    Ok(scheme)
}

fn settings(t0: f64, dt: f64, t_end: f64, every: usize) -> PyResult<Settings> {
    let wrong = |what: &str, value: f64, allowed: &str| {
        Err(errors::value(format!("{what} = {value} is not allowed; allowed: {allowed}")))
    };
    if !(dt.is_finite() && dt > 0.0) {
        return wrong("dt", dt, "a finite number greater than zero");
    }
    if !(t_end.is_finite() && t_end > t0) {
        return wrong("until", t_end, "a finite time after the start");
    }
    if every == 0 {
        return wrong("every", 0.0, "a whole number, 1 or greater");
    }
    if (t_end - t0) / dt > MAX_STEPS {
        return wrong("dt", dt, "a step that makes at most 1e9 steps");
    }
    Ok(Settings { t0, dt, t_end, every })
}

/// Run from a state; `progress` is called with the time now and then.
#[pyfunction]
#[pyo3(signature = (model, scheme_name, options, dt, t_end, every, t0, q, u, progress = None))]
#[allow(clippy::too_many_arguments)]
pub fn run(
    py: Python<'_>,
    model: &Bound<'_, Prepared>,
    scheme_name: &str,
    options: Vec<(String, String)>,
    dt: f64,
    t_end: f64,
    every: usize,
    t0: f64,
    q: Vec<f64>,
    u: Vec<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Outcome> {
    let this = model.get();
    this.fits(&q, &u)?;
    let scheme = scheme(this, scheme_name, &options)?;
    let settings = settings(t0, dt, t_end, every)?;
    this.fault.take();
    let mut stopped: Option<PyErr> = None;
    let mut next = Instant::now() + LOOK;
    let record = py.detach(|| {
        simulate(&this.system, &scheme, &q, &u, settings, |_, t| {
            if this.fault.is_set() {
                return ControlFlow::Break(());
            }
            let now = Instant::now();
            if now < next {
                return ControlFlow::Continue(());
            }
            next = now + LOOK;
            let looked = Python::attach(|py| {
                py.check_signals()?;
                if let Some(p) = &progress {
                    p.bind(py).call1((t,))?;
                }
                Ok(())
            });
            match looked {
                Ok(()) => ControlFlow::Continue(()),
                Err(e) => {
                    stopped = Some(e);
                    ControlFlow::Break(())
                }
            }
        })
    });
    match this.fault.take().or(stopped) {
        Some(e) => Err(e),
        None => Ok(Outcome::new(this, record)),
    }
}

/// The last row of a run and how it ended.
type Ended = (Vec<f64>, String);

/// Runs from many states on several threads: the last state of each, one row a run of time,
/// coordinates, velocities, and how each ended.
#[pyfunction]
#[pyo3(signature = (model, scheme_name, options, dt, t_end, q, u, threads))]
#[allow(clippy::too_many_arguments)]
pub fn rollout<'py>(
    py: Python<'py>,
    model: &Bound<'py, Prepared>,
    scheme_name: &str,
    options: Vec<(String, String)>,
    dt: f64,
    t_end: f64,
    q: PyReadonlyArray2<'py, f64>,
    u: PyReadonlyArray2<'py, f64>,
    threads: usize,
) -> PyResult<(Bound<'py, PyArray1<f64>>, Vec<String>)> {
    let this = model.get();
    let scheme = scheme(this, scheme_name, &options)?;
    let settings = settings(0.0, dt, t_end, usize::MAX)?;
    let (q, u) = (q.as_array(), u.as_array());
    if q.nrows() != u.nrows() {
        return Err(errors::value("q and u must have the same number of rows"));
    }
    let rows = |a: &numpy::ndarray::ArrayView2<f64>| -> Vec<Vec<f64>> {
        a.outer_iter().map(|r| r.to_vec()).collect()
    };
    let (q, u) = (rows(&q), rows(&u));
    for (q, u) in q.iter().zip(&u) {
        this.fits(q, u)?;
    }
    let n = q.len();
    let next = AtomicUsize::new(0);
    let stop = Mutex::new(None::<PyErr>);
    let ended: Mutex<Vec<Option<Ended>>> = Mutex::new(vec![None; n]);
    let stopped = || stop.lock().map_or(true, |s| s.is_some()) || this.fault.is_set();
    let worker = || loop {
        let k = next.fetch_add(1, Ordering::Relaxed);
        if k >= n || stopped() {
            return;
        }
        let go_on = |step: usize, _: f64| match step.is_multiple_of(256) && stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let r = simulate(&this.system, &scheme, &q[k], &u[k], settings, go_on);
        let status = match &r.status {
            Status::Done => "done".into(),
            Status::Interrupted => "interrupted".into(),
            Status::Stopped(why) => format!("stopped: {why}"),
        };
        let width = 1 + this.system.nq + this.system.nu;
        let last = match r.len() {
            0 => vec![f64::NAN; width],
            len => r.row(len - 1)[..width].to_vec(),
        };
        if let Ok(mut all) = ended.lock() {
            all[k] = Some((last, status));
        }
    };
    py.detach(|| {
        std::thread::scope(|s| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| s.spawn(worker)).collect();
            while workers.iter().any(|w| !w.is_finished()) {
                std::thread::sleep(Duration::from_millis(2));
                if let Err(e) = Python::attach(|py| py.check_signals()) {
                    if let Ok(mut slot) = stop.lock() {
                        *slot = Some(e);
                    }
                }
            }
        });
    });
    let interrupted = stop.into_inner().ok().flatten();
    if let Some(e) = this.fault.take().or(interrupted) {
        return Err(e);
    }
    let mut data = Vec::new();
    let mut status = Vec::new();
    for r in ended.into_inner().unwrap_or_default() {
        let (last, how) = r.ok_or_else(|| errors::value("a run was lost"))?;
        data.extend(last);
        status.push(how);
    }
    Ok((data.into_pyarray(py), status))
}

/// What can be said of the model at its start.
#[pyfunction]
pub fn inspect<'py>(py: Python<'py>, model: &Bound<'py, Prepared>) -> PyResult<Bound<'py, PyDict>> {
    let this = model.get();
    let i = percussion::inspect::inspect(&this.system, &this.q0, &this.u0);
    let rows = |l: &[percussion::inspect::RowValue]| -> Vec<(String, f64)> {
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
    d.set_item("suggested_dt", i.dt)?;
    Ok(d)
}
