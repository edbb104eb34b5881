//! Runs that were left: `percussion resume`, `recover`, `rerun`; starts from a row of another run.

use crate::args::{RecoverArgs, ResumeArgs, RunArgs};
use crate::error::CliError;
use crate::log::{Log, Reader, CHECKPOINT, LOG};
use crate::output::{Folder, CONTACTS, FILES};
use crate::run::{invalid, positive, Job};
use crate::table::fields;
use crate::terminal;
use crate::writer::Written;
use percussion::problems::Prepared;
use percussion::record::{Record, Status};
use percussion::run::Simulation;
use percussion::schemes::options::parse_number;
use percussion::system::System;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

const MAGIC: &[u8; 8] = b"perccpt1";

/// When to save the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Checkpoint {
    /// After so many seconds.
    Seconds(f64),
    /// After so many steps.
    Steps(usize),
}

impl Checkpoint {
    /// As it is written: `60s`, `1000steps`.
    pub fn read(text: &str) -> Result<Self, CliError> {
        let text = text.trim();
        let steps = text.strip_suffix("steps").or(text.strip_suffix("step"));
        let found = match (steps, text.strip_suffix('s')) {
            (Some(n), _) => n.trim().parse().ok().filter(|n| *n > 0).map(Checkpoint::Steps),
            (None, Some(s)) => parse_number(s).filter(|s| *s > 0.0).map(Checkpoint::Seconds),
            _ => None,
        };
        found.ok_or_else(|| invalid("--checkpoint", text, "such as 60s or 1000steps"))
    }
}

/// Saves the state beside the log, which is on the disk up to `length`.
pub fn save(folder: &Path, length: u64, sim: &mut Simulation) -> Result<(), CliError> {
    let state = sim.save();
    let folder = Folder::open(folder, &[])?;
    let file = folder.stage(CHECKPOINT, |out| {
        out.write_all(MAGIC)?;
        out.write_all(&length.to_le_bytes())?;
        out.write_all(&(state.len() as u64).to_le_bytes())?;
        out.write_all(&state)
    })?;
    file.publish()
}

/// `percussion resume`.
pub fn resume(args: &ResumeArgs) -> Result<(), CliError> {
    let header = Reader::open(&args.dir)?.header;
    let path = args.dir.join(CHECKPOINT);
    let bytes = fs::read(&path).map_err(|e| {
        CliError::Usage(format!(
            "cannot read '{}': {e}; a run makes it with --checkpoint; 'percussion recover' writes \
             what there is",
            path.display()
        ))
    })?;
    let bad = || CliError::Usage(format!("'{}' is damaged", path.display()));
    let word = |k: usize| -> Option<u64> {
        Some(u64::from_le_bytes(bytes.get(k..k + 8)?.try_into().ok()?))
    };
    let (length, size) = word(8).zip(word(16)).ok_or_else(bad)?;
    let state = bytes.get(24..).filter(|s| s.len() as u64 == size && bytes.starts_with(MAGIC));
    let state = state.ok_or_else(bad)?;
    let mut arguments = header.arguments.clone();
    if let Some(t) = &args.t_end {
        positive("--t-end", t)?;
        arguments.t_end = Some(t.clone());
    }
    let job = Job::with(&arguments, header.files.clone(), header.start.clone())?;
    if job.header().columns != header.columns {
        return Err(CliError::Usage(format!(
            "the columns of '{}' are not those of the model: it belongs to another version",
            args.dir.join(LOG).display()
        )));
    }
    let folder = job.folder(&args.dir)?;
    let log = Log::resume(&args.dir, length)?;
    job.go_on(&folder, log, state, args.quiet)
}

/// `percussion recover`.
pub fn recover(args: &RecoverArgs) -> Result<(), CliError> {
    let reader = Reader::open(&args.dir)?;
    let header = reader.header.clone();
    let log = Log::resume(&args.dir, reader.whole())?;
    let mut job = Job::with(&header.arguments, header.files, header.start)?;
    (job.keep_log, job.recovered) = (true, true);
    let folder = job.folder(&args.dir)?;
    let mut record = Record::new(&job.prepared.system, job.has_forces());
    record.status = Status::Interrupted;
    record.notes.push("the program was ended from outside; the files were made of its log".into());
    let reached = log.last;
    let written = Written { log, draft: None, kept: None };
    match job.conclude(&folder, written, record, true) {
        Ok(()) | Err(CliError::Interrupted(_)) => {}
        Err(e) => return Err(e),
    }
    if !args.quiet {
        let place = args.dir.display();
        let reached = reached.map_or("nothing".into(), |t| format!("rows up to t = {t}"));
        terminal::print(&format!("{place}: {reached}\n"))?;
    }
    Ok(())
}

/// What a folder of results says of its run.
struct Told {
    arguments: RunArgs,
    files: Vec<(String, String)>,
    start: Option<Vec<f64>>,
    summary: serde_json::Value,
}

fn told(dir: &Path) -> Result<Told, CliError> {
    let path = dir.join(FILES[2]);
    let text = fs::read_to_string(&path).map_err(|e| CliError::file("read", &path, &e))?;
    let bad = |why: &str| CliError::Usage(format!("'{}' {why}", path.display()));
    let summary: serde_json::Value =
        serde_json::from_str(&text).map_err(|e| bad(&format!("is not a summary: {e}")))?;
    let given =
        summary.get("arguments").cloned().ok_or_else(|| bad("does not say what was run"))?;
    let arguments: RunArgs =
        serde_json::from_value(given).map_err(|e| bad(&format!("is not a summary: {e}")))?;
    let files = summary.get("model").and_then(|m| m.get("files")).cloned();
    let files = files.and_then(|f| serde_json::from_value(f).ok()).unwrap_or_default();
    let start = summary.get("start").cloned().and_then(|s| serde_json::from_value(s).ok());
    Ok(Told { arguments, files, start, summary })
}

/// The job that made a folder of results.
pub fn job_of(dir: &Path) -> Result<Job, CliError> {
    let told = told(dir)?;
    Job::with(&told.arguments, told.files, told.start)
}

/// `percussion rerun`.
pub fn rerun(args: &RecoverArgs) -> Result<(), CliError> {
    let Told { mut arguments, files, start, summary } = told(&args.dir)?;
    let t_end = summary.get("t_end").and_then(serde_json::Value::as_f64);
    arguments.t_end = t_end.map(|t| format!("{t:?}")).or(arguments.t_end);
    let again = std::env::temp_dir().join(format!("percussion-rerun-{}", std::process::id()));
    arguments.out = Some(again.clone());
    (arguments.quiet, arguments.plot, arguments.checkpoint) = (true, None, None);
    let run = || Job::with(&arguments, files, start)?.run();
    let done = again_and_compare(run, &args.dir, &again);
    let _ = fs::remove_dir_all(&again);
    let different = done?;
    let here = args.dir.display();
    if different.is_empty() {
        if !args.quiet {
            terminal::print(&format!("{here}: the same to the bit\n"))?;
        }
        return Ok(());
    }
    Err(CliError::Stopped(format!("{here}: run again, {} differ", different.join(" and "))))
}

fn again_and_compare(
    run: impl FnOnce() -> Result<(), CliError>,
    old: &Path,
    new: &Path,
) -> Result<Vec<String>, CliError> {
    match run() {
        // a run that stopped the first time stops again
        Ok(()) | Err(CliError::Stopped(_)) => {}
        Err(e) => return Err(e),
    }
    let mut different = Vec::new();
    let files = ["trajectory.csv", "trajectory.npz", "trajectory.parquet", "events.csv", CONTACTS];
    for name in files {
        let (a, b) = (fs::read(old.join(name)), fs::read(new.join(name)));
        if let (Ok(a), b) = (a, b) {
            if b.ok().as_ref() != Some(&a) {
                different.push(name.to_string());
            }
        }
    }
    Ok(different)
}

/// Time, coordinates and velocities of a row of another run, the last one at or before `at`.
pub fn take_row(dir: &Path, at: Option<f64>, sys: &System) -> Result<Vec<f64>, CliError> {
    let names: Vec<String> = std::iter::once("t".to_string())
        .chain(sys.q_names.iter().map(|n| format!("q.{n}")))
        .chain(sys.u_names.iter().map(|n| format!("u.{n}")))
        .collect();
    let wrong = |why: String| CliError::Usage(format!("--from {}: {why}", dir.display()));
    let mut best: Option<Vec<f64>> = None;
    let limit = at.unwrap_or(f64::INFINITY);
    let limit = limit + 1e-9 * limit.abs().min(1e300);
    let places = |columns: &[String]| {
        let place = |n: &String| {
            let found = columns.iter().position(|c| c == n);
            found.ok_or_else(|| wrong(format!("it has no column '{n}'")))
        };
        names.iter().map(place).collect::<Result<Vec<usize>, CliError>>()
    };
    if dir.join(FILES[0]).is_file() {
        let path = dir.join(FILES[0]);
        let file = fs::File::open(&path).map_err(|e| CliError::file("read", &path, &e))?;
        let mut lines = BufReader::new(file).lines();
        let head = lines.next().and_then(Result::ok).unwrap_or_default();
        let columns = fields(head.trim_end());
        let places = places(&columns)?;
        for line in lines {
            let line = line.map_err(|e| CliError::file("read", &path, &e))?;
            let cells: Vec<&str> = line.split(',').collect();
            let row: Option<Vec<f64>> =
                places.iter().map(|&k| cells.get(k)?.parse().ok()).collect();
            match row {
                Some(row) if row[0] <= limit => best = Some(row),
                _ => break,
            }
        }
    } else {
        let mut reader = Reader::open(dir)
            .map_err(|e| wrong(format!("it has no {}, and no log: {e}", FILES[0])))?;
        let columns = reader.header.columns.clone();
        let places = places(&columns)?;
        while let Some(data) = reader.rows() {
            for row in data.chunks_exact(columns.len()).filter(|r| r[0] <= limit) {
                best = Some(places.iter().map(|&k| row[k]).collect());
            }
        }
    }
    let row = best.ok_or_else(|| wrong("it has no row at that time".into()))?;
    if at.is_some_and(|t| (row[0] - t).abs() > 1e-9 * (1.0 + t.abs())) {
        return Err(wrong(format!("the row at or before --at is that of t = {}", row[0])));
    }
    Ok(row)
}

/// Puts the coordinates and velocities of such a row in place of the start; returns its time.
pub fn begin_at(row: &[f64], prepared: &mut Prepared) -> Result<f64, CliError> {
    let (nq, nu) = (prepared.q0.len(), prepared.u0.len());
    if row.len() != 1 + nq + nu {
        let why = format!("the start has {} numbers, the model {}", row.len(), 1 + nq + nu);
        return Err(CliError::Usage(why));
    }
    prepared.q0.copy_from_slice(&row[1..1 + nq]);
    prepared.u0.copy_from_slice(&row[1 + nq..]);
    Ok(row[0])
}
