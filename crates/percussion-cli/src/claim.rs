//! The folder of a run: one writer, and nothing is replaced or removed that no run has written there.
//!
//! The files of a run are those that `summary.json` lists. A run that ended before its summary has `run.log`,
//! whose arguments tell which files it writes. All other files belong to the user: where a run would write one of
//! them it is refused before its first step.

use crate::args::RunArgs;
use crate::contact_dump;
use crate::error::CliError;
use crate::formats::Format;
use crate::lock::{alive, Lock};
use crate::log::{is_log, Reader, CHECKPOINT, LOG};
use crate::output::{sync_folder, take_away, Folder, Staged, CONTACTS, FILES};
use crate::run::PICTURES;
use crate::vtk;
use std::collections::BTreeSet;
use std::fs;
use std::ops::Deref;
use std::path::Path;

const LOCK: &str = "run.lock";
const SUMMARY: &str = FILES[2];

/// The folder of a run, locked.
pub struct RunFolder {
    folder: Folder,
    own: BTreeSet<String>,
    _lock: Lock,
}

impl Deref for RunFolder {
    type Target = Folder;
    fn deref(&self) -> &Folder {
        &self.folder
    }
}

/// Names that a run with these arguments may write.
fn written_by(args: &RunArgs) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = FILES[1..].iter().map(|n| n.to_string()).collect();
    let formats = Format::list(args.format.as_deref().unwrap_or("csv")).unwrap_or_default();
    names.extend(formats.iter().flat_map(|f| f.files()).map(|n| n.to_string()));
    names.insert(CONTACTS.into());
    if args.plot.is_some() {
        names.extend(PICTURES.map(String::from));
    }
    if args.dump_contact_problems.is_some() {
        names.insert(contact_dump::FOLDER.into());
    }
    names
}

/// What a summary says of its files; none where it is not the summary of a run.
pub fn listed(path: &Path) -> Option<BTreeSet<String>> {
    let text = fs::read_to_string(path).ok()?;
    let summary: serde_json::Value = serde_json::from_str(&text).ok()?;
    let args: RunArgs = serde_json::from_value(summary.get("arguments")?.clone()).ok()?;
    let Some(files) = summary.get("files").and_then(|f| f.as_array()) else {
        return Some(written_by(&args));
    };
    // a damaged list must not lead elsewhere
    let all = every_name();
    let names = files.iter().filter_map(|n| n.as_str()).map(String::from);
    Some(names.filter(|n| all.contains(n)).chain([SUMMARY.to_string()]).collect())
}

/// All names that runs may write.
fn every_name() -> BTreeSet<String> {
    written_by(&RunArgs {
        format: Some("csv,npz,parquet,vtk,scene".into()),
        plot: Some(String::new()),
        dump_contact_problems: Some("all".into()),
        ..RunArgs::default()
    })
}

impl RunFolder {
    /// Creates the folder where needed and locks it. `args` are those of the run that is to be written; where they are
    /// none, those of the log.
    ///
    /// # Errors
    /// Another process writes there, or a file of the user has a name that the run would write.
    pub fn claim(path: &Path, args: Option<&RunArgs>) -> Result<Self, CliError> {
        let folder = Folder::open(path, &[])?;
        let _lock = Lock::take(path, LOCK)?;
        let mut own = listed(&path.join(SUMMARY)).unwrap_or_default();
        let log = Reader::open(path).ok().map(|reader| reader.header.arguments);
        own.extend(log.iter().flat_map(written_by));
        if is_log(path) {
            own.extend([LOG, CHECKPOINT].map(String::from));
        }
        let claimed = RunFolder { folder, own, _lock };
        if let Some(args) = args.or(log.as_ref()) {
            claimed.check(args)?;
        }
        claimed.clean();
        Ok(claimed)
    }

    /// Whether the files of a run can be written.
    fn check(&self, args: &RunArgs) -> Result<(), CliError> {
        let mut names = written_by(args);
        names.extend([LOG, CHECKPOINT].map(String::from));
        for name in names.iter().filter(|n| self.path().join(n).symlink_metadata().is_ok()) {
            let path = self.path().join(name);
            let folder = [vtk::FRAMES, contact_dump::FOLDER].contains(&name.as_str());
            let fits = path.symlink_metadata().is_ok_and(|m| m.is_dir() == folder);
            if !self.own.contains(name) || !fits {
                return Err(self.foreign(name));
            }
            if let Some(inner) = stranger(&path).filter(|_| folder) {
                return Err(self.foreign(&format!("{name}/{inner}")));
            }
        }
        for name in FILES {
            self.folder.stage(name, |_| Ok(()))?;
        }
        Ok(())
    }

    fn foreign(&self, name: &str) -> CliError {
        CliError::Usage(format!(
            "'{}' holds '{name}', which no run has written there: it is left as it is; give another folder with \
             --out",
            self.path().display()
        ))
    }

    /// Removes what runs that were killed left under temporary names.
    fn clean(&self) {
        let Ok(entries) = fs::read_dir(self.path()) else { return };
        let mut all = every_name();
        all.insert(CHECKPOINT.into());
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let inner = name.strip_prefix('.');
            let inner = inner.and_then(|n| n.strip_suffix(".tmp").or(n.strip_suffix(".part")));
            let Some((of, pid)) = inner.and_then(|n| n.rsplit_once('.')) else { continue };
            if all.contains(of) && pid.parse().is_ok_and(|pid: u32| !alive(pid)) {
                take_away(&entry.path());
            }
        }
    }

    /// Removes the log and the checkpoint of the run before.
    pub fn forget_log(&self) {
        for name in [LOG, CHECKPOINT].iter().filter(|n| self.own.contains(**n)) {
            let _ = fs::remove_file(self.path().join(name));
        }
    }

    /// An empty folder of files that a run before may have left.
    pub fn empty(&self, name: &str) -> Result<(), CliError> {
        let path = self.path().join(name);
        take_away(&path);
        fs::create_dir_all(&path).map_err(|e| CliError::file("create the folder", &path, &e))
    }

    /// Gives all files their names, in place of those of the run before. The summary of that run goes first and the new
    /// one comes last: a folder with a summary holds one run, whenever the program or the computer ends.
    pub fn publish(
        &self,
        files: Vec<Staged>,
        names: &[String],
        summary: Staged,
    ) -> Result<(), CliError> {
        let path = self.path();
        if self.own.contains(SUMMARY) {
            let _ = fs::remove_file(path.join(SUMMARY));
            sync_folder(path);
        }
        files.into_iter().try_for_each(Staged::publish)?;
        let log = [LOG, CHECKPOINT];
        let old = self.own.iter().filter(|n| !names.contains(n) && !log.contains(&n.as_str()));
        old.for_each(|name| take_away(&path.join(name)));
        sync_folder(path);
        summary.publish()?;
        sync_folder(path);
        Ok(())
    }
}

/// A name in a folder of numbered files that is none.
fn stranger(folder: &Path) -> Option<String> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut names = entries.map(|e| e.file_name().to_string_lossy().into_owned());
    let number = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    names.find(|name| {
        let stem = name.strip_suffix(".part").unwrap_or(name);
        let stem = stem.strip_suffix(".vtp").or(stem.strip_suffix(".json"));
        !stem.is_some_and(number)
    })
}

/// Refuses a folder whose files are those of a run that did not come to an end.
pub fn check_whole(folder: &Path) -> Result<(), CliError> {
    if !folder.join(SUMMARY).is_file() && is_log(folder) {
        return Err(CliError::Usage(format!(
            "the run in '{0}' was ended before its files were whole; 'percussion recover {0}' makes them of its log",
            folder.display()
        )));
    }
    Ok(())
}
