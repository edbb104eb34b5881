//! `summary.json` and the lines printed after a run.

use crate::args::RunArgs;
use crate::log::Log;
use crate::run::Job;
use percussion::measure::Comparison;
use percussion::record::{Finding, Record};
use percussion::schemes::Work;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The contents of `summary.json`; numbers that are not finite become `null`.
#[derive(Serialize)]
pub struct Summary {
    problem: String,
    scheme: &'static str,
    dt: f64,
    t_end: f64,
    every: usize,
    parameters: BTreeMap<String, String>,
    scheme_options: BTreeMap<String, String>,
    status: String,
    /// Time of the last row.
    pub t_end_reached: Option<f64>,
    /// Steps done.
    pub steps: usize,
    rejected: usize,
    rows: usize,
    work: WorkView,
    ways: BTreeMap<&'static str, usize>,
    newton: Newton,
    fixed_point: FixedPoint,
    violation: Violation,
    contradictions: Contradictions,
    /// Largest penetration.
    pub penetration: f64,
    friction_excess: f64,
    energy: Energy,
    /// What the audit found of each law; empty where it was off.
    laws: Vec<LawView>,
    wall_s: f64,
    /// Time of one step, in microseconds.
    pub us_per_step: f64,
    /// Distance from the reference, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorView>,
    /// Messages.
    pub notes: Vec<String>,
    version: &'static str,
    /// Commit that the program was built from, where that is known.
    commit: Option<&'static str>,
    /// All options of the scheme with their values.
    options: BTreeMap<&'static str, String>,
    /// All parameters of the problem with their values, as far as it names them.
    values: BTreeMap<String, String>,
    counts: Counts,
    /// Start time.
    t0: f64,
    /// Columns that were written; none where there are no files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<Model>,
    /// The row of another run that it started from: time, coordinates, velocities.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Vec<f64>>,
    /// Files and folders that the run has written; those of a later run take their place.
    pub files: Vec<String>,
    /// What was typed, for `percussion rerun`.
    pub arguments: RunArgs,
    /// Whether nothing is known of the steps: the numbers about them are `null`.
    #[serde(skip)]
    pub unknown: bool,
}

/// What is only known to the program that made the steps.
const OF_STEPS: [&str; 14] = [
    "laws",
    "counts",
    "steps",
    "rejected",
    "work",
    "ways",
    "newton",
    "fixed_point",
    "violation",
    "penetration",
    "friction_excess",
    "energy",
    "wall_s",
    "us_per_step",
];

/// In place of numbers, at any depth, `null`.
fn forget(value: &mut Value) {
    match value {
        Value::Number(_) => *value = Value::Null,
        Value::Object(map) => map.values_mut().for_each(forget),
        _ => {}
    }
}

/// All work that is counted.
#[derive(Serialize)]
struct Counts {
    steps: usize,
    rejected: usize,
    inner: usize,
    evaluations: usize,
    newton_updates: usize,
    fixed_point_iterations: usize,
    factorisations: usize,
    ways: BTreeMap<&'static str, usize>,
    /// The ways in the order of their numbers in the column `steps.way`.
    way_names: Vec<&'static str>,
    events: Option<usize>,
}

/// The model file with what it includes.
#[derive(Serialize)]
struct Model {
    hash: String,
    files: Vec<(String, String)>,
}

/// What the run has cost; of schemes that choose their own steps, of these.
#[derive(Serialize)]
struct WorkView {
    steps: usize,
    rejected: usize,
    evaluations: usize,
    jacobians: usize,
    factorisations: usize,
    solves: usize,
    h_min: f64,
    h_mean: f64,
    h_max: f64,
    output_evaluations: usize,
}

impl WorkView {
    fn new(record: &Record, dt: f64) -> Self {
        let s = &record.statistics;
        let w = s.work.clone().unwrap_or_else(|| Work {
            steps: s.steps,
            rejected: s.rejected,
            evaluations: s.evaluations,
            jacobians: s.jacobians,
            factorisations: s.factorisations,
            solves: s.solves,
            h_min: dt,
            h_max: dt,
            h_sum: dt * s.steps as f64,
            ..Work::default()
        });
        WorkView {
            steps: w.steps,
            rejected: w.rejected,
            evaluations: w.evaluations,
            jacobians: w.jacobians,
            factorisations: w.factorisations,
            solves: w.solves,
            h_min: w.h_min,
            h_mean: w.h_sum / w.steps.max(1) as f64,
            h_max: w.h_max,
            output_evaluations: w.output,
        }
    }
}

#[derive(Serialize)]
struct Newton {
    mean: f64,
    max: usize,
    updates: usize,
}

#[derive(Serialize)]
struct FixedPoint {
    steps: usize,
    mean: f64,
    max: usize,
}

/// Steps whose contacts contradict each other: their laws hold with a compliance only.
#[derive(Serialize)]
struct Contradictions {
    steps: usize,
    /// Largest relative residual of the laws without compliance, the contact it belongs to where that is known, and that compliance.
    worst: f64,
    element: String,
    compliance: f64,
}

#[derive(Serialize)]
struct Violation {
    position: f64,
    velocity: f64,
    acceleration: f64,
}

#[derive(Serialize)]
struct Energy {
    start: f64,
    end: f64,
    max_increase: f64,
}

/// The worst that the audit found of a law.
#[derive(Serialize)]
pub struct LawView {
    law: &'static str,
    what: &'static str,
    residual: f64,
    limit: f64,
    /// The residual over its limit.
    of_limit: f64,
    element: String,
    t: f64,
}

/// What the audit found of each law.
pub fn laws(record: &Record) -> Vec<LawView> {
    let view = |f: &Finding| {
        let Finding { law, what, residual, limit, t, .. } = *f;
        LawView { law, what, residual, limit, of_limit: f.ratio(), element: f.element.clone(), t }
    };
    record.laws.iter().map(view).collect()
}

impl std::fmt::Display for LawView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let LawView { law, what, residual, limit, of_limit, element, t } = self;
        write!(f, "{law:9} {of_limit:8.2e} of the limit")?;
        if *of_limit > 0.0 {
            write!(f, ": {what} {residual:.2e} of {limit:.2e}, '{element}' at t = {t}")?;
        }
        Ok(())
    }
}

/// Distance from the reference.
#[derive(Serialize)]
pub struct ErrorView {
    /// Its name.
    pub reference: String,
    /// Time of the last row compared.
    pub until: f64,
    rows: usize,
    /// L1 norm of the error of the coordinates.
    pub q_l1: f64,
    /// L1 norm of the error of the velocities.
    pub v_l1: f64,
    q_end: f64,
    v_end: f64,
    impacts: Option<f64>,
}

impl From<Comparison> for ErrorView {
    fn from(c: Comparison) -> Self {
        let Comparison { reference, until, rows, q_l1, v_l1, q_end, v_end, impacts } = c;
        ErrorView { reference, until, rows, q_l1, v_l1, q_end, v_end, impacts }
    }
}

/// The FNV-1a hash of names and texts.
fn hash(files: &[(String, String)]) -> String {
    let bytes = files.iter().flat_map(|(n, t)| n.bytes().chain([0]).chain(t.bytes()).chain([0]));
    let h = bytes
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    format!("{h:016x}")
}

/// Time of the last row of a record.
pub fn last_time(record: &Record) -> Option<f64> {
    record.len().checked_sub(1).map(|k| record.row(k)[0])
}

impl Summary {
    /// Sums up a run and compares it with its reference.
    pub fn new(job: &Job, record: &Record) -> Self {
        let s = &record.statistics;
        let mut notes = job.assumed.clone();
        notes.extend(record.notes.iter().cloned());
        let error = match job.compare(record) {
            Some(Ok(c)) => Some(c.into()),
            Some(Err(e)) => {
                notes.push(format!("no comparison with the reference: {e}"));
                None
            }
            None => None,
        };
        if error.is_some() && job.settings.every > 1 {
            notes.push(
                "q_l1 and v_l1 contain the interpolation between the recorded rows; \
                 --every 1 gives the errors of the scheme"
                    .into(),
            );
        }
        Summary {
            problem: job.name.clone(),
            scheme: job.scheme.name,
            dt: job.settings.dt,
            t_end: job.settings.t_end,
            every: job.settings.every,
            parameters: job.sets.iter().cloned().collect(),
            scheme_options: job.scheme_sets.iter().cloned().collect(),
            status: record.status.to_string(),
            t_end_reached: last_time(record),
            steps: s.steps,
            rejected: s.rejected,
            rows: record.len(),
            work: WorkView::new(record, job.settings.dt),
            ways: {
                let inner = s.work.iter().flat_map(|w| w.ways.iter());
                s.ways.iter().chain(inner).copied().collect()
            },
            newton: Newton { mean: s.newton_mean(), max: s.newton_max, updates: s.newton_updates },
            fixed_point: FixedPoint {
                steps: s.fixed_point_steps,
                mean: s.fixed_point_mean(),
                max: s.fixed_point_max,
            },
            violation: Violation {
                position: s.position,
                velocity: s.velocity,
                acceleration: s.acceleration,
            },
            contradictions: Contradictions {
                steps: s.accepted,
                worst: s.accepted_residual,
                element: s.accepted_element.clone(),
                compliance: s.accepted_compliance,
            },
            penetration: s.penetration,
            friction_excess: s.friction_excess,
            energy: Energy {
                start: s.energy_start,
                end: s.energy_end,
                max_increase: s.energy_max_increase,
            },
            laws: laws(record),
            wall_s: s.wall_s,
            us_per_step: 1e6 * s.wall_s / s.steps.max(1) as f64,
            error,
            notes,
            version: env!("CARGO_PKG_VERSION"),
            commit: option_env!("PERCUSSION_COMMIT").filter(|c| !c.is_empty()),
            options: job.options.all().map(|(n, v)| (n, v.to_string())).collect(),
            values: job.values(),
            counts: Counts {
                steps: s.steps,
                rejected: s.rejected,
                inner: s.inner,
                evaluations: s.evaluations,
                newton_updates: s.newton_updates,
                fixed_point_iterations: s.fixed_point_sum,
                factorisations: s.factorisations,
                ways: s.ways.iter().copied().collect(),
                way_names: s.ways.iter().map(|w| w.0).collect(),
                events: Some(record.events.len()),
            },
            t0: job.settings.t0,
            columns: None,
            model: (!job.files.is_empty())
                .then(|| Model { hash: hash(&job.files), files: job.files.clone() }),
            start: job.start.clone(),
            files: Vec::new(),
            arguments: job.arguments.clone(),
            unknown: false,
        }
    }

    /// What the log knows and the record may not.
    pub fn logged(&mut self, log: &Log, events: usize, columns: usize) {
        self.rows = log.rows;
        self.t_end_reached = log.last;
        self.counts.events = Some(events);
        self.columns = Some(columns);
    }

    /// The file.
    pub fn json(&self) -> String {
        // Strings, numbers and maps with string keys: this cannot fail.
        let written = match self.unknown {
            false => serde_json::to_string_pretty(self),
            true => serde_json::to_value(self).and_then(|mut whole| {
                let events = whole["counts"]["events"].take();
                OF_STEPS.into_iter().flat_map(|k| whole.get_mut(k).map(forget)).for_each(drop);
                whole["counts"]["events"] = events;
                serde_json::to_string_pretty(&whole)
            }),
        };
        written.unwrap_or_else(|e| format!("\"{e}\"")) + "\n"
    }

    /// The lines for the terminal.
    pub fn text(&self) -> String {
        let mut text = format!("{} with {}: {} steps", self.problem, self.scheme, self.steps);
        if let Some(t) = self.t_end_reached {
            text += &format!(" to t = {t}");
        }
        text += &format!(" in {:.3} s ({:.2} us per step)\n", self.wall_s, self.us_per_step);
        let n = &self.newton;
        let f = &self.fixed_point;
        let v = &self.violation;
        let e = &self.energy;
        text += &format!(
            "  Newton       {} updates, mean count {:.3}, max {}; fixed point in {} steps; {} \
             steps divided\n",
            n.updates, n.mean, n.max, f.steps, self.rejected
        );
        let w = &self.work;
        if !self.ways.is_empty() {
            text += &format!(
                "  own steps    {} accepted, {} rejected, h {:.2e} to {:.2e}, mean {:.2e}; {} \
                 evaluations\n",
                w.steps, w.rejected, w.h_min, w.h_max, w.h_mean, w.evaluations
            );
        }
        text += &format!(
            "  violation    position {:.2e}, velocity {:.2e}, acceleration {:.2e}\n",
            v.position, v.velocity, v.acceleration
        );
        text += &format!(
            "  contacts     penetration {:.2e}, friction beyond its limit {:.2e}\n",
            self.penetration, self.friction_excess
        );
        text += &format!(
            "  energy       {:.6e} to {:.6e}, largest increase in a step {:.2e}\n",
            e.start, e.end, e.max_increase
        );
        if let Some(worst) = self.laws.iter().max_by(|a, b| a.of_limit.total_cmp(&b.of_limit)) {
            text += &format!("  laws         {worst}\n");
        }
        if let Some(e) = &self.error {
            text += &format!(
                "  error        {} until t = {}: L1 of q {:.2e}, of v {:.2e}; at the end q {:.2e}, \
                 v {:.2e}\n",
                e.reference, e.until, e.q_l1, e.v_l1, e.q_end, e.v_end
            );
            if let Some(t) = e.impacts {
                text += &format!("  impacts      off by {t:.2e} s at most\n");
            }
        }
        for note in &self.notes {
            text += &format!("  note         {note}\n");
        }
        text
    }
}
