//! Studies: `order`, `work-precision`, `profile`, `compare`, `sweep`.
//!
//! All of them are lists of tasks. Every task that ends is written as a line to `tasks.jsonl` at once,
//! after a first line with the settings of the study: started again in the same folder, it goes on where it was. A
//! folder of other settings is refused. At the end `results.csv`, `results.json`, `results.svg` and
//! `index.html` are written from all tasks, in their order.

mod cases;
mod compare;
mod journal;
mod page;
mod sweep;

pub use cases::{order, profile, work_precision};
pub use compare::compare;
pub use sweep::sweep;

use crate::args::Common;
use crate::error::CliError;
use crate::output::Folder;
use crate::terminal::{catch_interrupt, interrupt, print, progress};
use journal::Journal;
use percussion::schemes::options::parse_number;
use percussion::study::parallel;
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What a study leaves behind.
struct Results {
    /// Heading.
    title: String,
    /// What is measured, in a sentence.
    lead: String,
    /// Tables with their headings; the last columns are numbers.
    tables: Vec<(String, Vec<Vec<String>>)>,
    csv: String,
    json: serde_json::Value,
    /// Drawings with their captions.
    figures: Vec<(String, String)>,
    /// All drawings in one.
    svg: String,
}

const FILES: [&str; 4] = ["results.csv", "results.json", "results.svg", "index.html"];

/// A part of a study: those of its tasks whose number is i - 1 modulo n.
#[derive(Clone, Copy)]
struct Shard {
    i: usize,
    n: usize,
}

/// Runs all tasks that are not known yet. None where others still have tasks to run.
fn run<R: Serialize + DeserializeOwned + Send>(
    common: &Common,
    folder: &Path,
    (name, head): (&str, &serde_json::Value),
    (count, shard): (usize, Shard),
    task: impl Fn(usize) -> Option<R> + Sync,
) -> Result<Option<Vec<R>>, CliError> {
    let threads = match common.threads {
        Some(n) if n > 0 => n,
        Some(_) => return Err(CliError::Usage("--threads: at least one is needed".into())),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    Folder::open(folder, &FILES)?;
    let (mut journal, mut known) = Journal::open::<R>(folder, name, head, count, shard)?;
    catch_interrupt();
    let own = |k: &usize| k % shard.n == shard.i - 1;
    let mine: Vec<usize> = (0..count).filter(own).collect();
    let todo: Vec<usize> = mine.iter().copied().filter(|&k| known[k].is_none()).collect();
    let mut shown = Progress::new(name, mine.len(), mine.len() - todo.len(), common.quiet);
    let mut failed = None;
    parallel(&todo, threads, interrupt(), task, |k, result: R| {
        shown.step();
        failed = journal.write(k, &result).err();
        known[k] = Some(result);
        match failed {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    });
    shown.end();
    if let Some(e) = failed {
        return Err(e);
    }
    let left = mine.iter().filter(|&&k| known[k].is_none()).count();
    if left > 0 {
        return Err(CliError::Interrupted(format!(
            "interrupted after {} of {} runs; the same command goes on from there",
            mine.len() - left,
            mine.len()
        )));
    }
    let all: Option<Vec<R>> = known.into_iter().collect();
    if all.is_none() && !common.quiet {
        print(&format!(
            "shard {}/{} is done; the results are written when all shards are, in {}\n",
            shard.i,
            shard.n,
            folder.display()
        ))?;
    }
    Ok(all)
}

/// A bar on a terminal, a line now and then elsewhere.
struct Progress {
    bar: indicatif::ProgressBar,
    lines: bool,
    name: String,
    done: usize,
    all: usize,
    told: Instant,
}

impl Progress {
    fn new(name: &str, all: usize, done: usize, quiet: bool) -> Self {
        let bar = progress(name, all, quiet);
        bar.inc(done as u64);
        let lines = !quiet && !std::io::stderr().is_terminal();
        Progress { bar, lines, name: name.into(), done, all, told: Instant::now() }
    }
    fn step(&mut self) {
        self.bar.inc(1);
        self.done += 1;
        if self.lines && self.told.elapsed().as_secs() >= 10 {
            self.told = Instant::now();
            let _ =
                writeln!(std::io::stderr(), "{}: {} of {} runs", self.name, self.done, self.all);
        }
    }
    fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Results {
    /// Writes the files, and prints the tables or the JSON.
    fn give(&self, common: &Common, folder: &Path) -> Result<(), CliError> {
        let out = Folder::open(folder, &FILES)?;
        let json = serde_json::to_string_pretty(&self.json)
            .map_err(|e| CliError::Usage(format!("cannot write JSON: {e}")))?;
        let texts = [self.csv.clone(), json.clone() + "\n", self.svg.clone(), self.page()];
        for (name, text) in FILES.iter().zip(&texts) {
            out.write(name, text)?;
        }
        if common.json {
            return print(&(json + "\n"));
        }
        if common.quiet {
            return Ok(());
        }
        let mut text = String::new();
        for (_, rows) in &self.tables {
            let width = rows.iter().map(Vec::len).max().unwrap_or(0);
            text += &crate::terminal::table(rows, &page::right(rows, width));
            text.push('\n');
        }
        print(&format!("{text}{} are in {}\n", FILES.join(", "), folder.display()))
    }
}

/// The folder of a study.
fn folder(common: &Common, subject: &str, name: &str) -> PathBuf {
    let stem = Path::new(subject).file_stem().and_then(|s| s.to_str()).unwrap_or(subject);
    common.out.clone().unwrap_or_else(|| Path::new("studies").join(format!("{stem}-{name}")))
}

/// A number greater than zero.
fn positive(name: &str, text: &str) -> Result<f64, CliError> {
    parse_number(text).filter(|v| *v > 0.0).ok_or_else(|| {
        CliError::Usage(format!("--{name}: '{text}' is not a number greater than zero"))
    })
}

/// `a,b,c`, or `from:to:n` for n numbers in geometric progression.
fn list(name: &str, text: &str) -> Result<Vec<f64>, CliError> {
    let wrong = || {
        CliError::Usage(format!(
            "--{name}: '{text}' is neither numbers a,b,... greater than zero nor from:to:n with n of 2 to 100"
        ))
    };
    let number = |t: &str| parse_number(t).filter(|v| *v > 0.0).ok_or_else(wrong);
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        [from, to, n] => {
            let (a, b) = (number(from)?, number(to)?);
            let n: usize =
                n.trim().parse().ok().filter(|n| (2..=100).contains(n)).ok_or_else(wrong)?;
            Ok((0..n).map(|k| a * (b / a).powf(k as f64 / (n - 1) as f64)).collect())
        }
        [_] => text.split(',').map(number).collect(),
        _ => Err(wrong()),
    }
}

fn names(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|s| !s.is_empty()).map(String::from).collect()
}

/// A number of a CSV file.
fn cell(v: Option<f64>) -> String {
    v.map_or(String::new(), |v| format!("{v:e}"))
}

/// A number of a table.
fn shown(v: Option<f64>) -> String {
    v.map_or("-".into(), |v| format!("{v:.2e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_numbers() {
        assert_eq!(list("dt", "1e-2, 5e-3").unwrap(), [1e-2, 5e-3]);
        let three = list("dt", "1e-2:1e-4:3").unwrap();
        assert!((three[1] - 1e-3).abs() < 1e-18 && three.len() == 3);
        for bad in ["", "0", "1e-2:1e-4", "1e-2:1e-4:1", "1e-2:1e-4:1000000000", "a,b", "-1"] {
            assert!(list("dt", bad).is_err(), "{bad}");
        }
    }
}
