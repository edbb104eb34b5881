//! One run of a study, and what it is measured against.

use super::trace::{Series, Trace};
use crate::error::{ModelError, StepError};
use crate::measure::{compare_in, distance, Comparison, Norm};
use crate::prepare::brought_options;
use crate::problems::{find, label, prepare, reference_for, Prepared};
use crate::record::{Record, Status};
use crate::run::{Settings, Simulation};
use crate::schemes::{self, Interrupt, Scheme, Start};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// What a run is measured against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// Nothing: its cost alone counts.
    Nothing,
    /// The reference solution of the problem.
    Reference,
    /// A run of the same scheme with this step and tolerance.
    Fine {
        /// Step, or interval between rows.
        dt: f64,
        /// Tolerance, where the scheme has one.
        tol: Option<f64>,
    },
    /// A run of another scheme that chooses its steps.
    Scheme {
        /// Its name.
        name: String,
        /// Its tolerance.
        tol: f64,
    },
}

/// One run of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Named problem.
    pub problem: String,
    /// Its parameters that differ from their defaults.
    pub sets: Vec<(String, String)>,
    /// The method, as it was asked for.
    pub method: String,
    /// Scheme that runs it.
    pub scheme: String,
    /// Its options that differ from their defaults.
    pub options: Vec<(String, String)>,
    /// Step; for schemes that choose their own, the interval between rows.
    pub dt: f64,
    /// Tolerance, for schemes that have one.
    pub tol: Option<f64>,
    /// End.
    pub t_end: f64,
    /// Evaluations after which it is given up.
    pub most: usize,
    /// Norm of the errors.
    pub norm: Norm,
    /// What they are measured against.
    pub against: Against,
}

/// What a case gives. All but the time is the same to the bit wherever it is run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Problem of the case, with its settings.
    pub problem: String,
    /// Its method.
    pub scheme: String,
    /// Step.
    pub dt: f64,
    /// Tolerance.
    pub tol: Option<f64>,
    /// Error of the coordinates in the norm of the case.
    pub error_q: Option<f64>,
    /// The same of the velocities.
    pub error_v: Option<f64>,
    /// How far the times of impacts are off (s): the largest distance from the nearest one of the other side.
    #[serde(default)]
    pub error_t: Option<f64>,
    /// What the errors are measured against: the name of a reference, or another run.
    pub against: String,
    /// Evaluations of the equations.
    pub evaluations: usize,
    /// Steps, inner ones included.
    pub steps: usize,
    /// Rejected steps.
    pub rejected: usize,
    /// Factorisations of matrices.
    #[serde(default)]
    pub factorisations: usize,
    /// Solves with their factors, where the scheme counts them.
    #[serde(default)]
    pub solves: Option<usize>,
    /// Newton updates a step, counted from zero: their mean and the largest count.
    #[serde(default)]
    pub newton: (f64, usize),
    /// All Newton updates, steps that needed the fixed point, and most of its iterations in one of them.
    #[serde(default)]
    pub iterations: (usize, usize, usize),
    /// Largest violation of joints at position level.
    pub position: f64,
    /// The same at velocity level.
    pub velocity: f64,
    /// Largest penetration.
    pub penetration: f64,
    /// Impacts.
    pub impacts: usize,
    /// Energy at the end less that at the start.
    pub energy_change: f64,
    /// Time of the run, seconds.
    pub wall_s: f64,
    /// `done`, or why it ended early.
    pub status: String,
}

impl Outcome {
    /// Whether it came to its end.
    pub fn done(&self) -> bool {
        self.status == "done"
    }
}

/// Runs that others are measured against, each made once.
#[derive(Default)]
pub struct Fine {
    made: Mutex<HashMap<String, Made>>,
}

/// A run that may be under way.
type Made = Arc<OnceLock<Option<Arc<Record>>>>;

impl Fine {
    fn get(&self, case: &Case, stop: &Interrupt) -> Option<Arc<Record>> {
        let key = serde_json::to_string(case).ok()?;
        let place = self.made.lock().ok()?.entry(key).or_default().clone();
        let make = || {
            case.record(stop)
                .ok()
                .filter(|r| matches!(r.status, Status::Done | Status::Doubtful(_)))
                .map(Arc::new)
        };
        place.get_or_init(make).clone()
    }
}

/// Systems with more rows than this are drawn without g, g', g'' of each.
const MOST_ROWS: usize = 60;

/// More steps than this are not a study.
pub(super) const MOST_STEPS: f64 = 1e8;

impl Case {
    /// Checks names and values without running.
    ///
    /// # Errors
    /// What cannot be.
    pub fn check(&self) -> Result<(), ModelError> {
        let (problem, scheme) = (find(&self.problem)?, self.scheme()?);
        let positive = "a finite number greater than zero";
        let mut steps = vec![("dt", self.dt), ("t_end", self.t_end)];
        match &self.against {
            Against::Fine { dt, .. } => steps.push(("dt of the fine run", *dt)),
            Against::Scheme { name, .. } => {
                Scheme::new(name)?;
            }
            Against::Reference if reference_for(problem, &self.sets).is_none() => {
                let valid = problem.references.iter().map(|r| match r.set {
                    [] => "the defaults".to_string(),
                    set => {
                        let pairs: Vec<String> =
                            set.iter().map(|(n, v)| format!("{n}={v}")).collect();
                        pairs.join(" ")
                    }
                });
                let valid: Vec<String> = valid.collect();
                return Err(ModelError::Invalid {
                    what: "against".into(),
                    value: "reference".into(),
                    allowed: match valid.is_empty() {
                        true => format!("fine or a scheme; '{}' has no reference", self.problem),
                        false => format!(
                            "with the settings of a reference of '{}': {}",
                            self.problem,
                            valid.join("; ")
                        ),
                    },
                });
            }
            _ => {}
        }
        for &(what, v) in &steps {
            if !(v > 0.0 && v.is_finite()) {
                return Err(ModelError::value(what, v, positive));
            }
            if self.t_end / v > MOST_STEPS {
                let allowed = format!("at least {:e}", self.t_end / MOST_STEPS);
                return Err(ModelError::value(what, v, &allowed));
            }
        }
        scheme.info().check(&prepare(problem, &self.sets)?.system)
    }

    pub(super) fn scheme(&self) -> Result<Scheme, ModelError> {
        let scheme = Scheme::new(&self.scheme)?.set_all(&self.options)?;
        match self.tol {
            Some(tol) => scheme.set("tol", &format!("{tol:e}")),
            None => Ok(scheme),
        }
    }

    fn prepare(&self) -> Result<Prepared, ModelError> {
        prepare(find(&self.problem)?, &self.sets)
    }

    /// The record of its run. Where the evaluations are spent it is interrupted.
    fn record(&self, stop: &Interrupt) -> Result<Record, StepError> {
        self.record_of(&self.prepare()?, stop)
    }

    fn record_of(&self, ready: &Prepared, stop: &Interrupt) -> Result<Record, StepError> {
        let settings = Settings::new(self.dt, self.t_end);
        settings.check()?;
        let start = Start { t: 0.0, q: &ready.q0, u: &ready.u0, dt: self.dt };
        let stepper = self.scheme()?.start(&ready.system, &start)?;
        let mut sim = Simulation::begin(stepper, settings);
        sim.set_interrupt(stop);
        while let Ok(true) = sim.step() {
            if sim.evaluations() > self.most {
                sim.interrupt();
            }
        }
        Ok(sim.finish())
    }

    /// Runs the case; none where `stop` asked for the end.
    pub fn run(&self, stop: &Interrupt, fine: &Fine) -> Option<Outcome> {
        self.judge(self.record(stop), stop, fine)
    }

    /// Runs the case and keeps what can be drawn of it, at most `rows` rows.
    pub fn trace(&self, rows: usize, stop: &Interrupt, fine: &Fine) -> Option<Trace> {
        let mut ready = self.prepare();
        if let Ok(ready) = &mut ready {
            let levels = schemes::find(&self.scheme).is_ok_and(|s| s.supports.levels);
            let system = &ready.system;
            let mut names = if levels { system.observable_names() } else { system.common_names() };
            // a large model is drawn without its many rows
            names.retain(|n| n == "energy" || ready.system.nr <= MOST_ROWS);
            if let Err(e) = ready.system.observe(&names) {
                return self
                    .judge(Err(e.into()), stop, fine)
                    .map(|outcome| Trace { outcome, series: Vec::new() });
            }
        }
        let record = ready.as_ref().map_err(|e| StepError::from(e.clone()));
        let record = record.and_then(|r| self.record_of(r, stop));
        let series: Vec<Series> = match (&ready, &record) {
            (Ok(ready), Ok(record)) => super::trace::series(&ready.system, record, rows),
            _ => Vec::new(),
        };
        self.judge(record, stop, fine).map(|outcome| Trace { outcome, series })
    }

    fn judge(
        &self,
        record: Result<Record, StepError>,
        stop: &Interrupt,
        fine: &Fine,
    ) -> Option<Outcome> {
        let mut outcome = Outcome {
            problem: label(&self.problem, &self.sets),
            scheme: self.method.clone(),
            dt: self.dt,
            tol: self.tol,
            ..Outcome::default()
        };
        let record = match record {
            Ok(record) => record,
            Err(e) => {
                outcome.status = e.to_string();
                return (!stop.raised()).then_some(outcome);
            }
        };
        let st = &record.statistics;
        outcome.evaluations = st.evaluations;
        // rows of a scheme that chooses its steps are none of them
        outcome.steps = if st.inner > 0 { st.inner } else { st.steps };
        outcome.rejected = st.rejected;
        outcome.factorisations = st.work.as_ref().map_or(st.factorisations, |w| w.factorisations);
        outcome.solves = st.work.as_ref().map(|w| w.solves);
        outcome.newton = (st.newton_mean(), st.newton_max);
        outcome.iterations = (st.newton_updates, st.fixed_point_steps, st.fixed_point_max);
        (outcome.position, outcome.velocity) = (st.position, st.velocity);
        outcome.penetration = st.penetration;
        outcome.impacts = record.events.iter().filter(|e| e.kind == "impact").count();
        outcome.energy_change = st.energy_end - st.energy_start;
        outcome.wall_s = st.wall_s;
        outcome.status = match &record.status {
            // judged by its error here
            Status::Done | Status::Doubtful(_) => "done".into(),
            Status::Stopped(why) => why.to_string(),
            Status::Interrupted if stop.raised() => return None,
            Status::Interrupted => format!("given up after {} evaluations", st.evaluations),
        };
        let errors = self.errors(&record, stop, fine, &mut outcome.against);
        if stop.raised() {
            return None;
        }
        let good = |e: &f64| outcome.status == "done" && e.is_finite();
        if let Some(e) = errors {
            outcome.error_q = Some(e.q_l1).filter(good);
            outcome.error_v = Some(e.v_l1).filter(good);
            outcome.error_t = e.impacts.filter(good);
        }
        Some(outcome)
    }

    fn errors(
        &self,
        record: &Record,
        stop: &Interrupt,
        fine: &Fine,
        against: &mut String,
    ) -> Option<Comparison> {
        if !matches!(record.status, Status::Done | Status::Doubtful(_)) {
            return None;
        }
        let other = match &self.against {
            Against::Nothing => return None,
            Against::Reference => {
                let info = reference_for(find(&self.problem).ok()?, &self.sets)?;
                *against = info.name.into();
                return compare_in(record, info, self.norm)?.ok();
            }
            Against::Fine { dt, tol } => {
                *against = match tol {
                    Some(tol) => format!("fine run of its own, tol = {tol:.3e}"),
                    None => format!("fine run of its own, dt = {dt:.3e}"),
                };
                Case { dt: *dt, tol: *tol, ..self.clone() }
            }
            Against::Scheme { name, tol } => {
                *against = format!("{name}, tol = {tol:.3e}");
                let (info, problem) = (schemes::find(name).ok()?, find(&self.problem).ok()?);
                let options = brought_options(problem.scheme, problem.scheme_options, info);
                Case { scheme: name.clone(), options, tol: Some(*tol), ..self.clone() }
            }
        };
        // one run serves all cases
        let other = Case { method: String::new(), most: usize::MAX, ..other };
        let other = fine.get(&other, stop)?;
        distance(record, &other, self.norm).ok()
    }
}
