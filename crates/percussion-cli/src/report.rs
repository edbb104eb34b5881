//! `percussion report`: runs in one page that needs nothing else, to be opened from disk.

use crate::args::ReportArgs;
use crate::claim::check_whole;
use crate::error::CliError;
use crate::output::{Folder, SCENE};
use crate::resume;
use crate::run::Job;
use crate::show::{self, About, Take};
use crate::table;
use crate::terminal;
use percussion::scene::Scene;
pub use percussion_page::page::{escape, live_page, page};
use std::fs;
use std::path::{Path, PathBuf};

/// Runs on one page.
const MOST_RUNS: usize = 4;
/// Largest page.
const MAX_BYTES: usize = 50 << 20;

/// The scene of a run's folder: as the run wrote it, else made of its trajectory and its model, else the
/// columns of the trajectory alone.
pub fn read_run(folder: &Path) -> Result<String, CliError> {
    if !folder.is_dir() {
        return Err(CliError::Usage(format!(
            "'{}' is no folder of a run; 'percussion run' writes one",
            folder.display()
        )));
    }
    check_whole(folder)?;
    if let Ok(text) = fs::read_to_string(folder.join(SCENE)) {
        let value: Result<serde_json::Value, _> = serde_json::from_str(&text);
        if value.is_ok_and(|v| v["format"] == "percussion-scene") {
            return Ok(text);
        }
    }
    if let Some(text) = resume::job_of(folder).ok().and_then(|job| scene_of(&job, folder)) {
        return Ok(text);
    }
    let table = table::read(folder, show::ROWS)?;
    let name = folder.file_name().map_or("a run".into(), |n| n.to_string_lossy().into_owned());
    Ok(show::json(&table, None, &About { name, ..About::default() }))
}

/// The scene of the trajectory that a job has written; none where coordinates are missing.
fn scene_of(job: &Job, folder: &Path) -> Option<String> {
    let sys = &job.prepared.system;
    let scene = Scene::of(sys);
    let table = table::read(folder, show::rows_of(&scene)).ok()?;
    let state = sys.q_names.iter().map(|n| format!("q.{n}"));
    let state = state.chain(sys.u_names.iter().map(|n| format!("u.{n}")));
    if table.columns.len() <= sys.nq + sys.nu
        || !state.eq(table.columns[1..=sys.nq + sys.nu].iter().cloned())
    {
        return None;
    }
    Some(Take::at(sys, scene, table).json(&show::about(job)))
}

/// `percussion report`.
pub fn report(args: &ReportArgs) -> Result<(), CliError> {
    if args.runs.len() > MOST_RUNS {
        let n = args.runs.len();
        return Err(CliError::Usage(format!("a report shows up to {MOST_RUNS} runs, not {n}")));
    }
    let runs: Vec<String> = args.runs.iter().map(|r| read_run(r)).collect::<Result<_, _>>()?;
    let out = args.out.clone().unwrap_or_else(|| match &args.runs[..] {
        [one] => one.join("report.html"),
        _ => PathBuf::from("report.html"),
    });
    let names: Vec<String> = args.runs.iter().map(|r| r.display().to_string()).collect();
    let text = page(&format!("{} · Percussion", names.join(", ")), &runs);
    if text.len() > MAX_BYTES {
        return Err(CliError::Usage(format!(
            "the page would have {} MB, {} are allowed: show fewer runs",
            text.len() >> 20,
            MAX_BYTES >> 20
        )));
    }
    write_page(&out, &text)?;
    terminal::print(&format!("{} ({} kB)\n", out.display(), text.len().div_ceil(1000)))
}

/// Writes a page under its name once it is whole.
pub fn write_page(path: &Path, text: &str) -> Result<(), CliError> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(name) = path.file_name().and_then(|n| n.to_str()) else {
        return Err(CliError::Usage(format!("'{}' is no name of a file", path.display())));
    };
    Folder::open(folder, &[name])?.write(name, text)
}
