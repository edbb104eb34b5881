//! Many runs at once: from many starts, with many parameters, under many sequences of inputs.

use crate::errors;
use crate::inputs;
use crate::model::{Prepared, Recipe, Source};
use crate::run::{scheme, settings};
use crate::watch::watched;
use numpy::ndarray::{ArrayView2, ArrayView3};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2, PyReadonlyArray3};
use percussion::error::StepError;
use percussion::record::{is_sum, Record};
use percussion::run::{Settings, Simulation};
use percussion::schemes::{Interrupt, Scheme, Start};
use percussion::system::check_initial;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// Numbers of all runs, how each ended, and the index and the reason of starts that cannot be.
type Ended<'py> = (Bound<'py, PyArray1<f64>>, Vec<String>, Vec<(usize, String)>);

/// What all runs have in common.
struct Batch<'a> {
    source: Source,
    shared: Prepared,
    scheme: Scheme,
    settings: Settings,
    /// Names of all columns, and the places of those that are kept.
    known: Vec<String>,
    columns: Vec<usize>,
    /// Columns that are sums since the row before.
    sums: Vec<bool>,
    q: Option<ArrayView2<'a, f64>>,
    u: Option<ArrayView2<'a, f64>>,
    names: Vec<String>,
    values: ArrayView2<'a, f64>,
    controls: ArrayView3<'a, f64>,
    hold: usize,
    stop: Interrupt,
}

/// A run: its rows and how it ended, or why its start cannot be.
type Done = Result<(Vec<f64>, String), String>;

impl Batch<'_> {
    /// Number of rows of a run.
    fn rows(&self) -> usize {
        self.settings.steps().div_ceil(self.settings.every) + 1
    }

    fn one(&self, k: usize) -> PyResult<Done> {
        let own = match self.names.is_empty() {
            true => None,
            false => {
                let row = self.values.row(k);
                let set = |(n, v): (&String, &f64)| (n.clone(), format!("{v:?}"));
                let sets: Vec<_> = self.names.iter().zip(row).map(set).collect();
                match self.source.build(&sets, false, false) {
                    Ok(p) => Some(p),
                    Err(e) => return Python::attach(|py| Ok(Err(e.value(py).to_string()))),
                }
            }
        };
        let p = own.as_ref().unwrap_or(&self.shared);
        let pick = |given: &Option<ArrayView2<f64>>, own: &[f64]| {
            given.as_ref().map_or_else(|| own.to_vec(), |a| a.row(k).to_vec())
        };
        let (q, u) = (pick(&self.q, &p.q0), pick(&self.u, &p.u0));
        if let Err(e) = p.fits(&q, &u) {
            return Python::attach(|py| Ok(Err(e.value(py).to_string())));
        }
        self.set_inputs(k, 0);
        if let Err(e) = check_initial(&p.system, &q, &u) {
            return Ok(Err(e.to_string()));
        }
        let start = Start { t: 0.0, q: &q, u: &u, dt: self.settings.dt };
        let scheme = self.scheme.clone().with_interrupt(&self.stop);
        let mut out = vec![f64::NAN; self.rows() * self.columns.len()];
        let status = match scheme.start(&p.system, &start) {
            Err(e) => format!("stopped: {e}"),
            Ok(stepper) => {
                let mut sim = Simulation::begin(stepper, self.settings);
                sim.set_interrupt(&self.stop);
                if sim.record().columns != self.known {
                    return Ok(Err("its columns are others than those of the model".into()));
                }
                match self.follow(k, &mut sim, &mut out) {
                    Ok(()) => sim.finish().status.to_string(),
                    Err(e) => ended(e),
                }
            }
        };
        Ok(Ok((out, status)))
    }

    /// All steps of a run; its rows to `out`.
    fn follow(&self, k: usize, sim: &mut Simulation<'_>, out: &mut [f64]) -> Result<(), StepError> {
        let (width, n) = (sim.record().columns.len(), self.columns.len());
        let (mut rows, mut events) = (Vec::new(), Vec::new());
        // the rows since the last one that is kept: schemes add some at events
        let mut put = |sim: &mut Simulation<'_>, slot: &mut [f64]| {
            sim.exchange_recorded(&mut rows, &mut events);
            let _ = sim.take_contacts();
            let Some(last) = rows.chunks_exact(width).next_back() else { return };
            for ((o, &c), &sum) in slot.iter_mut().zip(&self.columns).zip(&self.sums) {
                *o = match sum {
                    false => last[c],
                    true => rows.chunks_exact(width).map(|row| row[c]).sum(),
                };
            }
        };
        let (steps, every) = (self.settings.steps(), self.settings.every);
        put(sim, &mut out[..n]);
        for step in 0..steps {
            if step % self.hold == 0 {
                self.set_inputs(k, step / self.hold);
            }
            if self.source.called {
                self.look();
            }
            let done = sim.step();
            if done.is_err() || (step + 1) % every == 0 || step + 1 == steps {
                let row = (step + 1).div_ceil(every);
                put(sim, &mut out[row * n..(row + 1) * n]);
            }
            done?;
        }
        Ok(())
    }

    /// A model with Python functions keeps the interpreter's lock: signals and exceptions of functions end the runs.
    fn look(&self) {
        let fault = &self.shared.fault;
        if let Err(e) = Python::attach(|py| py.check_signals()) {
            fault.set(e);
        }
        if fault.is_set() {
            self.stop.raise();
        }
    }

    fn set_inputs(&self, k: usize, row: usize) {
        let (n, rows, _) = self.controls.dim();
        if rows > 0 {
            let (k, row) = (if n == 1 { 0 } else { k }, row.min(rows - 1));
            inputs::set((0..self.controls.dim().2).map(|i| self.controls[[k, row, i]]));
        } else {
            self.shared.first_inputs();
        }
    }
}

fn ended(e: StepError) -> String {
    match e {
        StepError::Interrupted { .. } => "interrupted".into(),
        e => format!("stopped: {e}"),
    }
}

/// `n` runs: the chosen columns at every `every`-th step and the last one, one run after the other. Columns of the
/// start are those of each run; `q`, `u` and `values` have a row a run, `controls` a block a run, or one for all.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn rollout<'py>(
    py: Python<'py>,
    recipe: Recipe,
    scheme_name: &str,
    options: Vec<(String, String)>,
    steps: (f64, f64, usize, usize),
    columns: Vec<String>,
    n: usize,
    q: Option<PyReadonlyArray2<'py, f64>>,
    u: Option<PyReadonlyArray2<'py, f64>>,
    names: Vec<String>,
    values: PyReadonlyArray2<'py, f64>,
    controls: PyReadonlyArray3<'py, f64>,
    threads: usize,
) -> PyResult<Ended<'py>> {
    let (dt, t_end, every, hold) = steps;
    let source = Source::new(recipe)?;
    let shared = source.build(&[], false, false)?;
    let scheme = scheme(&shared, scheme_name, &options)?;
    let known = Record::new(&shared.system, scheme.has_forces()).columns;
    let place = |c: &String| known.iter().position(|k| k == c).ok_or_else(|| unknown(c, &known));
    let picked = columns.iter().map(place).collect::<PyResult<Vec<_>>>()?;
    let batch = Batch {
        settings: settings(0.0, dt, t_end, every)?,
        sums: columns.iter().map(|c| is_sum(c)).collect(),
        columns: picked,
        known,
        q: q.as_ref().map(|a| a.as_array()),
        u: u.as_ref().map(|a| a.as_array()),
        names,
        values: values.as_array(),
        controls: controls.as_array(),
        hold,
        stop: Interrupt::default(),
        source,
        shared,
        scheme,
    };
    let mut all: Vec<Option<PyResult<Done>>> = (0..n).map(|_| None).collect();
    if batch.source.called {
        // functions run one at a time whatever the number of threads
        for (k, slot) in all.iter_mut().enumerate() {
            let done = batch.one(k);
            py.check_signals()?;
            if let Some(e) = batch.shared.fault.take() {
                return Err(e);
            }
            *slot = Some(done);
        }
    } else {
        watched(py, &batch.stop, |_| Ok(()), || on_threads(&batch, &mut all, threads))?;
    }
    gathered(py, &batch, all)
}

fn unknown(name: &str, known: &[String]) -> PyErr {
    let near = percussion::nearest(name, known.iter().map(String::as_str));
    let hint = match near.as_slice() {
        [one] => format!("; did you mean '{one}'?"),
        _ => format!("; valid names: {}", known.join(", ")),
    };
    errors::exception("UnknownNameError", format!("unknown column '{name}'{hint}"))
}

/// Runs one after the other on each thread; which thread makes which changes nothing.
fn on_threads(batch: &Batch, all: &mut [Option<PyResult<Done>>], threads: usize) {
    let n = all.len();
    let (next, shared) = (AtomicUsize::new(0), Mutex::new(all));
    let worker = || loop {
        let k = next.fetch_add(1, Ordering::Relaxed);
        if k >= n || batch.stop.raised() {
            return;
        }
        let done = batch.one(k);
        if let Ok(mut all) = shared.lock() {
            all[k] = Some(done);
        }
    };
    std::thread::scope(|s| {
        // this thread works as well; where others cannot be started it works alone
        for _ in 1..threads.min(n) {
            let _ = std::thread::Builder::new().spawn_scoped(s, worker);
        }
        worker();
    });
}

fn gathered<'py>(
    py: Python<'py>,
    batch: &Batch,
    all: Vec<Option<PyResult<Done>>>,
) -> PyResult<Ended<'py>> {
    let size = batch.rows() * batch.columns.len();
    let (mut data, mut status) = (Vec::with_capacity(size * all.len()), Vec::new());
    let mut refused = Vec::new();
    for (k, run) in all.into_iter().enumerate() {
        match run.ok_or_else(|| errors::value("a run was lost"))?? {
            Ok((rows, how)) => {
                data.extend(rows);
                status.push(how);
            }
            Err(why) => refused.push((k, why)),
        }
    }
    Ok((data.into_pyarray(py), status, refused))
}
