//! Runs: without the interpreter's lock where a model has no Python functions.

use crate::errors;
use crate::model::Prepared;
use crate::watch::{watched, Stop, LOOK};
use numpy::{IntoPyArray, PyArray1};
use percussion::error::StepError;
use percussion::measure::compare;
use percussion::problems;
use percussion::record::{self, Event, Record, Status};
use percussion::run::{Settings, Simulation};
use percussion::schemes::{Interrupt, Scheme, Start};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Most steps of a run.
const MAX_STEPS: f64 = 1e9;

/// Time, contact, gap; percussion, force, impulse.
pub type ContactRow = (f64, String, f64, [f64; 3], [f64; 3], [f64; 3]);

/// Law, what was looked at, element; residual, limit, one over the other, time.
pub type Law = (&'static str, &'static str, String, [f64; 4]);

/// Time, kind, contact; velocities before and after, percussion.
pub type EventRow = (f64, &'static str, String, f64, f64, f64);

pub fn event(e: Event) -> EventRow {
    (e.t, e.kind, e.contact, e.un_pre, e.un_post, e.impulse)
}

pub fn row(c: record::ContactRow) -> ContactRow {
    (c.t, c.contact, c.gap, c.percussion, c.force, c.impulse)
}

/// What a run left behind; arrays are handed out once, without a copy.
#[pyclass(module = "percussion._core")]
pub struct Outcome {
    data: Option<Vec<f64>>,
    #[pyo3(get)]
    columns: Vec<String>,
    #[pyo3(get)]
    events: Vec<EventRow>,
    #[pyo3(get)]
    contact_rows: Vec<ContactRow>,
    #[pyo3(get)]
    status: String,
    #[pyo3(get)]
    notes: Vec<String>,
    #[pyo3(get)]
    laws: Vec<Law>,
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
        let law = |f: percussion::record::Finding| {
            let numbers = [f.residual, f.limit, f.ratio(), f.t];
            (f.law, f.what, f.element, numbers)
        };
        let status = record.status.to_string();
        Outcome {
            laws: record.laws.into_iter().map(law).collect(),
            data: Some(record.data),
            columns: record.columns,
            events: record.events.into_iter().map(event).collect(),
            contact_rows: record.contacts.into_iter().map(row).collect(),
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
    let scheme = Scheme::new(name).map_err(|e| errors::model(&e))?;
    scheme.info().check(&p.system).map_err(|e| errors::model(&e))?;
    scheme.set_all(given).map_err(|e| errors::model(&e))
}

/// Refuse a scheme that the model is not for.
#[pyfunction]
pub fn accepts(model: &Bound<'_, Prepared>, scheme_name: &str) -> PyResult<()> {
    scheme(model.get(), scheme_name, &[]).map(|_| ())
}

pub fn settings(t0: f64, dt: f64, t_end: f64, every: usize) -> PyResult<Settings> {
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

/// The time loop; `after` is called with the time of each step.
fn integrate(
    p: &Prepared,
    scheme: &Scheme,
    (q, u): (&[f64], &[f64]),
    settings: Settings,
    stop: &Interrupt,
    mut after: impl FnMut(f64),
) -> Record {
    p.first_inputs();
    let start = Start { t: settings.t0, q, u, dt: settings.dt };
    let checked = settings.check().map_err(StepError::from);
    let mut sim = match checked.and_then(|()| scheme.start(&p.system, &start)) {
        Ok(stepper) => Simulation::begin(stepper, settings),
        Err(e) => {
            let mut record = Record::new(&p.system, scheme.has_forces());
            record.status = Status::Stopped(e);
            return record;
        }
    };
    sim.set_interrupt(stop);
    while let Ok(true) = sim.step() {
        after(sim.state().t);
    }
    sim.finish()
}

/// The time loop of a model with Python functions. It keeps the interpreter's lock: taking it back for
/// every call costs more than the call, and other threads run while a function does.
fn integrate_held(
    py: Python<'_>,
    p: &Prepared,
    scheme: &Scheme,
    state: (&[f64], &[f64]),
    settings: Settings,
    stop: &Interrupt,
    mut look: impl FnMut(Python<'_>, f64) -> PyResult<()>,
) -> PyResult<Record> {
    let mut failed = None;
    let mut next = Instant::now() + LOOK;
    let record = integrate(p, scheme, state, settings, stop, |t| {
        if p.fault.is_set() {
            stop.raise();
        }
        let now = Instant::now();
        if now < next {
            return;
        }
        next = now + LOOK;
        if let Err(e) = py.check_signals().and_then(|()| look(py, t)) {
            stop.raise();
            failed = Some(e);
        }
    });
    match p.fault.take().or(failed) {
        Some(e) => Err(e),
        None => Ok(record),
    }
}

/// Run from a state; `progress` is called with the time now and then, `stop` ends it from elsewhere.
#[pyfunction]
#[pyo3(signature = (model, scheme_name, options, dt, t_end, every, t0, q, u, progress = None, stop = None))]
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
    stop: Option<&Bound<'_, Stop>>,
) -> PyResult<Outcome> {
    let this = model.get();
    this.fits(&q, &u)?;
    let scheme = scheme(this, scheme_name, &options)?;
    let settings = settings(t0, dt, t_end, every)?;
    let stop = stop.map_or_else(Interrupt::default, |s| s.get().0.clone());
    let tell = |py: Python<'_>, t: f64| match &progress {
        Some(p) => p.bind(py).call1((t,)).map(|_| ()),
        None => Ok(()),
    };
    let state = (&q[..], &u[..]);
    let record = if this.functions {
        this.fault.take();
        integrate_held(py, this, &scheme, state, settings, &stop, tell)?
    } else {
        let now = AtomicU64::new(t0.to_bits());
        let look = |py: Python<'_>| tell(py, f64::from_bits(now.load(Ordering::Relaxed)));
        let after = |t: f64| now.store(t.to_bits(), Ordering::Relaxed);
        watched(py, &stop, look, || integrate(this, &scheme, state, settings, &stop, after))?
    };
    Ok(Outcome::new(this, record))
}
