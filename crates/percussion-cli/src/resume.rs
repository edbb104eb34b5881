//! Runs that were left: `percussion resume`, `recover`, `rerun`; starts from a row of another run.

use crate::args::{RecoverArgs, ResumeArgs, RunArgs};
use crate::claim::{self, check_whole, RunFolder};
use crate::error::CliError;
use crate::log::{checksum, Log, Reader, CHECKPOINT, LOG};
use crate::output::{sync_folder, Folder, CONTACTS, FILES};
use crate::random;
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
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"perccpt2";

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

/// Saves the state beside the log, which is on the disk up to `length`. The checkpoint before is there until this one
/// is on the disk.
///
/// ```text
/// "perccpt2"  hash of the log's header  length of the log  length of the state  state  checksum of all before
/// ```
pub fn save(folder: &Path, run: u64, length: u64, sim: &mut Simulation) -> Result<(), CliError> {
    let state = sim.save();
    let mut bytes = MAGIC.to_vec();
    for word in [run, length, state.len() as u64] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.extend_from_slice(&state);
    bytes.extend_from_slice(&checksum(b'C', 0, &bytes).to_le_bytes());
    Folder::open(folder, &[])?.stage(CHECKPOINT, |out| out.write_all(&bytes))?.publish()?;
    sync_folder(folder);
    Ok(())
}

/// The length of the log and the state that a checkpoint holds, where it is whole and of the run with this header.
fn load(path: &Path, run: u64) -> Result<(u64, Vec<u8>), CliError> {
    let bytes = fs::read(path).map_err(|e| {
        CliError::Usage(format!(
            "cannot read '{}': {e}; a run makes it with --checkpoint; 'percussion recover' writes \
             what there is",
            path.display()
        ))
    })?;
    let refuse = |why: &str| {
        Err(CliError::Usage(format!(
            "'{}' {why}; nothing was changed. 'percussion recover' writes the rows of the log",
            path.display()
        )))
    };
    if bytes.starts_with(&MAGIC[..7]) && !bytes.starts_with(MAGIC) {
        return refuse("was written by another version of the program");
    }
    let Some((inner, sum)) = bytes.split_last_chunk().filter(|_| bytes.starts_with(MAGIC)) else {
        return refuse("is damaged");
    };
    let word = |k: usize| {
        let chunk = inner.get(k..k + 8).and_then(|c| c.try_into().ok());
        chunk.map_or(0, u64::from_le_bytes)
    };
    let state = inner.get(32..).unwrap_or(&[]);
    if u64::from_le_bytes(*sum) != checksum(b'C', 0, inner) || word(24) != state.len() as u64 {
        return refuse("is damaged");
    }
    if word(8) != run {
        return refuse("belongs to another run");
    }
    Ok((word(16), state.to_vec()))
}

/// `percussion resume`. Everything is read and checked before the first change.
pub fn resume(args: &ResumeArgs) -> Result<(), CliError> {
    Reader::open(&args.dir)?;
    let folder = RunFolder::claim(&args.dir, None)?;
    let header = Reader::open(&args.dir)?.header;
    let (length, state) = load(&args.dir.join(CHECKPOINT), header.hash())?;
    let mut arguments = header.arguments.clone();
    if let Some(t) = &args.t_end {
        positive("--t-end", t)?;
        arguments.t_end = Some(t.clone());
    }
    let mut job = Job::with(&arguments, header.files.clone(), header.start.clone())?;
    job.id = header.id.clone();
    if job.header().columns != header.columns {
        return Err(CliError::Usage(format!(
            "the columns of '{}' are not those of the model: it belongs to another version",
            args.dir.join(LOG).display()
        )));
    }
    let log = Log::read(&args.dir, Some(length))?;
    job.go_on(&folder, (log, header.hash()), &state, args.quiet)
}

/// `percussion recover`. The log stays as it is.
pub fn recover(args: &RecoverArgs) -> Result<(), CliError> {
    Reader::open(&args.dir)?;
    let folder = RunFolder::claim(&args.dir, None)?;
    let header = Reader::open(&args.dir)?.header;
    let log = Log::read(&args.dir, None)?;
    let mut job = Job::with(&header.arguments, header.files, header.start)?;
    (job.keep_log, job.recovered) = (true, true);
    let mut record = Record::new(&job.prepared.system, job.has_forces());
    record.status = Status::Interrupted;
    record.notes.push("the program was ended from outside; the files were made of its log".into());
    if log.broken() > 0 {
        let note =
            format!("the last {} bytes of the log are not whole and are left out", log.broken());
        record.notes.push(note);
    }
    let reached = log.last;
    let written = Written { log, draft: None, kept: None };
    match job.conclude(&folder, written, record, true) {
        Ok(()) | Err(CliError::Interrupted(_) | CliError::Doubtful(_)) => {}
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

/// Files of a run that are the same whenever it is repeated.
const REPEATED: [&str; 5] =
    ["trajectory.csv", "trajectory.npz", "trajectory.parquet", "events.csv", CONTACTS];

/// `percussion rerun`.
pub fn rerun(args: &RecoverArgs) -> Result<(), CliError> {
    let Told { mut arguments, files, start, summary } = told(&args.dir)?;
    check_whole(&args.dir)?;
    let t_end = summary.get("t_end").and_then(serde_json::Value::as_f64);
    arguments.t_end = t_end.map(|t| format!("{t:?}")).or(arguments.t_end);
    let listed = claim::listed(&args.dir.join(FILES[2])).unwrap_or_default();
    let compared: Vec<&str> = REPEATED.into_iter().filter(|n| listed.contains(*n)).collect();
    let there = |name: &&str| args.dir.join(name).is_file();
    if !compared.iter().any(there) {
        return Err(CliError::Usage(format!(
            "'{}' has none of the files that the run wrote: there is nothing to compare with",
            args.dir.display()
        )));
    }
    let again = Private::new()?;
    arguments.out = Some(again.0.clone());
    (arguments.quiet, arguments.plot, arguments.checkpoint) = (true, None, None);
    arguments.dump_contact_problems = None;
    match Job::with(&arguments, files, start)?.run() {
        // a run that stopped the first time stops again
        Ok(()) | Err(CliError::Stopped(_) | CliError::Doubtful(_)) => {}
        Err(e) => return Err(e),
    }
    let mut different = Vec::new();
    for name in compared {
        let (old, new) = (fs::read(args.dir.join(name)), fs::read(again.0.join(name)));
        match (old, new) {
            (Ok(old), Ok(new)) if old == new => {}
            (Err(_), Err(_)) if name == CONTACTS => {}
            (Err(_), _) => different.push(format!("{name} is missing")),
            _ => different.push(format!("{name} differs")),
        }
    }
    let here = args.dir.display();
    if different.is_empty() {
        if !args.quiet {
            terminal::print(&format!("{here}: the same to the bit\n"))?;
        }
        return Ok(());
    }
    Err(CliError::Stopped(format!("{here}: run again, {}", different.join(" and "))))
}

/// A new folder for this process alone, among the temporary files; removed when it is dropped.
struct Private(PathBuf);

impl Private {
    fn new() -> Result<Self, CliError> {
        let path = std::env::temp_dir().join(format!("percussion-{}", random::text()));
        let mut make = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut make, 0o700);
        make.create(&path).map_err(|e| CliError::file("create the folder", &path, &e))?;
        Ok(Private(path))
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
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
        for (k, line) in lines.enumerate() {
            let line = line.map_err(|e| CliError::file("read", &path, &e))?;
            let cells: Vec<&str> = line.split(',').collect();
            let row: Option<Vec<f64>> =
                places.iter().map(|&k| cells.get(k)?.parse().ok()).collect();
            let whole =
                |row: &Vec<f64>| cells.len() == columns.len() && row.iter().all(|x| x.is_finite());
            let row = row
                .filter(whole)
                .ok_or_else(|| wrong(format!("line {} of {} is damaged", k + 2, FILES[0])))?;
            if row[0] > limit {
                break;
            }
            best = Some(row);
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
        // which row is the last is not known then
        if at.is_none() && Log::read(dir, None)?.broken() > 0 {
            return Err(wrong(format!("{LOG} is not whole: choose a row with --at")));
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
