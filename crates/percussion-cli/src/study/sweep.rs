//! `percussion sweep`: one model over values of its parameters.
//!
//! Runs are those of `percussion run`. No time of a clock is kept: the results of a sweep are the same to
//! the bit on any number of threads, in shards, and after an interruption.

use super::{cell, folder, names, run, Results, Shard};
use crate::args::{RunArgs, SweepArgs};
use crate::error::CliError;
use crate::output::field;
use crate::run::Job;
use crate::terminal::interrupt;
use percussion::record::{Record, Status};
use percussion::study::{figure, panels, Axis, Curve, Draw, Grid, Quantity, Sweep};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What is kept of a run.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// Its quantities, where they are finite.
    results: Vec<Option<f64>>,
    /// `done`, or why it ended early.
    status: String,
}

impl Kept {
    fn done(&self) -> bool {
        self.status == "done"
    }
    /// A quantity for the statistics: runs that ended early have none.
    fn value(&self, k: usize) -> Option<f64> {
        self.results[k].filter(|_| self.done())
    }
}

/// Quantities that are kept unless others are named.
const FEW: usize = 24;

/// `percussion sweep`.
pub fn sweep(args: &SweepArgs) -> Result<(), CliError> {
    let (fixed, grid) = settings(args)?;
    let draws: Vec<Draw> =
        args.draw.iter().map(|(n, v)| Draw::read(n, v)).collect::<Result<_, _>>()?;
    let runs = match (&args.runs, draws.is_empty()) {
        (None, true) => 1,
        (Some(_), true) => {
            return Err(CliError::Usage("--runs needs a parameter to draw: --draw NAME=LAW".into()))
        }
        (None, false) => {
            return Err(CliError::Usage("--draw needs a number of draws: --runs N".into()))
        }
        (Some(n), false) => super::positive("runs", n)? as usize,
    };
    let sweep = Sweep { grid, draws, runs, seed: args.seed };
    let count = sweep.count()?;
    let shard = shard(args.shard.as_deref())?;
    let base = RunArgs {
        problem: args.subject.clone(),
        scheme: args.scheme.clone(),
        dt: args.dt.clone(),
        tol: args.tol.clone(),
        t_end: args.t_end.clone(),
        set: fixed,
        scheme_set: args.scheme_set.clone(),
        packages: args.packages.clone(),
        quiet: true,
        ..RunArgs::default()
    };
    let arguments = |k: usize| {
        let mut all = base.clone();
        let values = sweep.names().zip(sweep.values(k));
        all.set.extend(values.map(|(n, v)| (n.to_string(), format!("{v:e}"))));
        all
    };
    // the first run tells whether names are right, and what there is to keep
    let first = Job::new(&arguments(0))?;
    let columns = first.header().columns;
    let quantities = match &args.measure {
        Some(list) => {
            names(list).iter().map(|n| Quantity::read(n, &columns)).collect::<Result<_, _>>()?
        }
        None => usual(&columns),
    };
    let all_rows = quantities.iter().any(Quantity::needs_rows);
    let texts = first.files.clone();
    let task = |k: usize| -> Option<Kept> {
        let kept = one(&arguments(k), &texts, &quantities, all_rows);
        (!interrupt().raised()).then_some(kept)
    };
    let head = json!({
        "run": base, "files": texts, "sweep": sweep,
        "measure": quantities.iter().map(Quantity::name).collect::<Vec<_>>(),
    });
    let out = folder(&args.common, &args.subject, "sweep");
    match run(&args.common, &out, ("sweep", &head), (count, shard), task)? {
        Some(all) => {
            results(args, &sweep, &quantities, &all).give(&args.common, &out)?;
            match all.iter().filter(|r| !r.done()).count() {
                n if n > 0 && !args.allow_stopped => Err(CliError::Stopped(format!(
                    "{n} of {count} runs did not reach their end and are left out of the statistics; results.csv says \
                     why; --allow-stopped accepts it"
                ))),
                _ => Ok(()),
            }
        }
        None => Ok(()),
    }
}

/// One run. What cannot be run is a result too.
fn one(
    args: &RunArgs,
    texts: &[(String, String)],
    quantities: &[Quantity],
    all_rows: bool,
) -> Kept {
    let nothing = |status: String| Kept { results: vec![None; quantities.len()], status };
    let mut job = match Job::with(args, texts.to_vec(), None) {
        Ok(job) => job,
        Err(e) => return nothing(e.to_string()),
    };
    if !all_rows {
        job.settings.every = usize::MAX;
    }
    let record: Record = match job.begin() {
        Ok(mut sim) => {
            sim.set_interrupt(interrupt());
            while let Ok(true) = sim.step() {}
            sim.finish()
        }
        Err(e) => return nothing(e.to_string()),
    };
    Kept {
        results: quantities.iter().map(|q| q.of(&record)).collect(),
        status: match &record.status {
            Status::Done => "done".into(),
            doubtful @ Status::Doubtful(_) => doubtful.to_string(),
            Status::Stopped(e) => e.to_string(),
            Status::Interrupted => "interrupted".into(),
        },
    }
}

/// Settings with one value, and those with several.
type Split = (Vec<(String, String)>, Vec<Grid>);

fn settings(args: &SweepArgs) -> Result<Split, CliError> {
    let (mut fixed, mut grid) = (Vec::new(), Vec::new());
    for (name, value) in &args.set {
        match Grid::read(name, value)? {
            Some(g) => grid.push(g),
            None => fixed.push((name.clone(), value.clone())),
        }
    }
    Ok((fixed, grid))
}

fn shard(text: Option<&str>) -> Result<Shard, CliError> {
    let Some(text) = text else { return Ok(Shard { i: 1, n: 1 }) };
    let parts = text.split_once('/');
    let numbers = parts.and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
    match numbers {
        Some((i, n)) if i >= 1 && i <= n => Ok(Shard { i, n }),
        _ => Err(CliError::Usage(format!("--shard: '{text}' is not I/N with I of 1 to N"))),
    }
}

/// The last coordinates and velocities, impacts and penetration.
fn usual(columns: &[String]) -> Vec<Quantity> {
    let motion = columns.iter().filter(|c| c.starts_with("q.") || c.starts_with("u."));
    let mut all: Vec<Quantity> = motion.take(FEW).cloned().map(Quantity::Last).collect();
    all.extend(["energy", "impacts", "penetration"].map(|n| Quantity::Of(n.into())));
    all
}

fn results(args: &SweepArgs, sweep: &Sweep, quantities: &[Quantity], all: &[Kept]) -> Results {
    let parameters: Vec<&str> = sweep.names().collect();
    let kept: Vec<String> = quantities.iter().map(Quantity::name).collect();
    let mut csv = String::from("run");
    for name in parameters.iter().copied().chain(kept.iter().map(String::as_str)) {
        csv += &format!(",{}", field(name));
    }
    csv += ",status\n";
    for (k, run) in all.iter().enumerate() {
        csv += &k.to_string();
        sweep.values(k).iter().for_each(|v| csv += &format!(",{v:e}"));
        run.results.iter().for_each(|v| csv += &format!(",{}", cell(*v)));
        csv += &format!(",{}\n", field(&run.status));
    }
    let mut table = vec![["quantity", "runs", "smallest", "mean", "deviation", "largest"]
        .map(String::from)
        .to_vec()];
    let mut figures = Vec::new();
    let mut drawn = Vec::new();
    for (i, name) in kept.iter().enumerate() {
        let values: Vec<f64> = all.iter().filter_map(|r| r.value(i)).collect();
        let n = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / n;
        let square = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
        let show = |v: f64| if values.is_empty() { "-".into() } else { format!("{v:.6e}") };
        table.push(vec![
            name.clone(),
            values.len().to_string(),
            show(values.iter().copied().fold(f64::INFINITY, f64::min)),
            show(mean),
            show(square.sqrt()),
            show(values.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
        ]);
        let (x, points) = match parameters.len() {
            1 => {
                let place = |k: usize| Some((sweep.values(k)[0], all[k].value(i)?));
                let mut p: Vec<(f64, f64)> = (0..all.len()).filter_map(place).collect();
                p.sort_by(|a, b| a.0.total_cmp(&b.0));
                (parameters[0], p)
            }
            // the share of runs below
            _ => {
                let mut sorted = values.clone();
                sorted.sort_by(f64::total_cmp);
                let share = |(k, v): (usize, &f64)| (*v, (k as f64 + 0.5) / n);
                (name.as_str(), sorted.iter().enumerate().map(share).collect())
            }
        };
        let y = if parameters.len() == 1 { name.as_str() } else { "share of runs below" };
        let curve = Curve { name: name.clone(), points, marked: all.len() <= 60 };
        drawn.push((x, y, [curve]));
    }
    let early: Vec<Vec<String>> = all
        .iter()
        .enumerate()
        .filter(|(_, r)| !r.done())
        .map(|(k, r)| vec![k.to_string(), r.status.clone()])
        .collect();
    let mut tables = vec![("Quantities".to_string(), table)];
    if !early.is_empty() {
        let mut rows = vec![["run", "ended early"].map(String::from).to_vec()];
        rows.extend(early.iter().take(20).cloned());
        tables.push((
            format!("{} of {} runs ended early and are in no statistics", early.len(), all.len()),
            rows,
        ));
    }
    let subject = args.subject.as_str();
    for (x, y, c) in &drawn {
        figures.push((c[0].name.clone(), figure(subject, Axis::linear(x), Axis::linear(y), c)));
    }
    let stacked: Vec<_> = drawn
        .iter()
        .map(|(x, y, c)| (subject, Axis::linear(x), Axis::linear(y), c.as_slice()))
        .collect();
    Results {
        title: format!("Sweep: {subject}"),
        lead: format!("{} runs over {}.", all.len(), parameters.join(", ")),
        tables,
        json: json!({
            "sweep": sweep, "quantities": kept, "stopped": early.len(),
            "runs": all.iter().enumerate().map(|(k, r)| json!({
                "values": sweep.values(k), "results": r.results, "status": r.status
            })).collect::<Vec<_>>(),
        }),
        csv,
        svg: panels(&stacked),
        figures,
    }
}
