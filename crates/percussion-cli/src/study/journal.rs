//! What is known of the tasks of a study, and the files it is kept in.
//!
//! A study has one file, `tasks.jsonl`; each of n shards has its own, `tasks-1-of-n.jsonl`, so that several
//! machines can write to one folder. Whoever opens the folder reads them all. A lock beside each file lets one process
//! write it.

use super::Shard;
use crate::error::CliError;
use crate::lock::Lock;
use crate::log::checksum;
use crate::output::Folder;
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

pub struct Journal {
    file: File,
    path: PathBuf,
    _lock: Lock,
}

impl Journal {
    /// The journal to write to, and what the folder knows already.
    pub fn open<R: Serialize + DeserializeOwned>(
        folder: &Path,
        study: &str,
        settings: &serde_json::Value,
        count: usize,
        shard: Shard,
    ) -> Result<(Self, Vec<Option<R>>), CliError> {
        let head = serde_json::json!({
            "study": study, "version": env!("CARGO_PKG_VERSION"), "tasks": count, "settings": settings
        });
        let head = head.to_string();
        let name = match shard.n {
            1 => "tasks.jsonl".to_string(),
            n => format!("tasks-{}-of-{n}.jsonl", shard.i),
        };
        let path = folder.join(&name);
        let lock = Lock::take(folder, &format!("{name}.lock"))?;
        let mut known: Vec<Option<R>> = (0..count).map(|_| None).collect();
        // lines of the file that will be written to are kept as they are, without one that was cut off
        let mut own = head.clone() + "\n";
        let journals = journals(folder)?;
        // results without a journal are not those of this study
        let found = super::FILES.iter().find(|f| folder.join(f).exists());
        if let Some(file) = found.filter(|_| journals.is_empty()) {
            return Err(CliError::Usage(format!(
                "'{}' holds a file '{file}' that is of no study known here, and is left as it is; give \
                 another folder with --out",
                folder.display()
            )));
        }
        for other in journals {
            let text = fs::read(&other).map_err(|e| CliError::file("read", &other, &e))?;
            let text = String::from_utf8_lossy(&text);
            let mut lines = text.split_inclusive('\n');
            match lines.next() {
                Some(first) if first.trim_end() == head => {}
                // a program that was ended while it wrote the first line
                Some(first) if !first.ends_with('\n') && head.starts_with(first) => {}
                None => {}
                Some(_) => {
                    return Err(CliError::Usage(format!(
                    "'{}' holds a study with other settings, which is left as it is; give another \
                         folder with --out",
                    folder.display()
                )))
                }
            }
            for line in lines.filter(|l| l.ends_with('\n')) {
                let Some((k, result)) = read::<R>(line) else { continue };
                if let Some(place) = known.get_mut(k) {
                    *place = Some(result);
                    if other == path {
                        own += line;
                    }
                }
            }
        }
        let failed = |e: std::io::Error| CliError::file("write", &path, &e);
        Folder::open(folder, &[])?.write(&name, &own)?;
        let file = OpenOptions::new().append(true).open(&path).map_err(failed)?;
        Ok((Journal { file, path, _lock: lock }, known))
    }

    /// A line, written at once.
    pub fn write<R: Serialize>(&mut self, k: usize, result: &R) -> Result<(), CliError> {
        let text = serde_json::to_string(&(k, result))
            .map_err(|e| CliError::Usage(format!("cannot write JSON: {e}")))?;
        let sum = checksum(b'J', 0, text.as_bytes());
        let line = format!("{},\"{sum:016x}\"]\n", text.strip_suffix(']').unwrap_or(&text));
        let done = self.file.write_all(line.as_bytes());
        done.map_err(|e| CliError::file("write", &self.path, &e))
    }
}

/// The task of a line and its result; none where they are not what was written.
fn read<R: DeserializeOwned>(line: &str) -> Option<(usize, R)> {
    let (text, sum) = line.trim_end().strip_suffix("\"]")?.rsplit_once(",\"")?;
    let text = format!("{text}]");
    let sum = u64::from_str_radix(sum, 16).ok()?;
    (sum == checksum(b'J', 0, text.as_bytes())).then(|| serde_json::from_str(&text).ok())?
}

/// The journals of a folder in the order of their names.
fn journals(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let fail = |e: std::io::Error| CliError::file("read", folder, &e);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        if name.starts_with("tasks") && name.ends_with(".jsonl") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Shard = Shard { i: 1, n: 1 };

    fn open(
        folder: &Path,
        settings: i32,
        shard: Shard,
    ) -> Result<(Journal, Vec<Option<f64>>), CliError> {
        Journal::open(folder, "test", &serde_json::json!(settings), 4, shard)
    }

    #[test]
    fn results_of_others_are_left_alone() {
        let folder =
            std::env::temp_dir().join(format!("percussion-foreign-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("results.csv"), "mine").unwrap();
        assert!(
            matches!(open(&folder, 1, ONE), Err(CliError::Usage(t)) if t.contains("results.csv"))
        );
        assert_eq!(fs::read_to_string(folder.join("results.csv")).unwrap(), "mine");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_was_written_is_known_again() {
        let folder =
            std::env::temp_dir().join(format!("percussion-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (mut j, known) = open(&folder, 1, ONE).unwrap();
        assert_eq!(known, [None; 4]);
        // 0.1 + 0.2 has seventeen digits
        j.write(2, &(0.1 + 0.2)).unwrap();
        j.write(0, &1.5).unwrap();
        drop(j);
        // a line that was cut off
        let path = folder.join("tasks.jsonl");
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, whole.clone() + "[3,7.").unwrap();
        let (_, known) = open(&folder, 1, ONE).unwrap();
        assert_eq!(known, [Some(1.5), None, Some(0.1 + 0.2), None]);
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        // a number that is not what was written
        fs::write(&path, whole.replace("1.5", "1.7")).unwrap();
        let (_, known) = open(&folder, 1, ONE).unwrap();
        assert_eq!(known, [None, None, Some(0.1 + 0.2), None]);
        fs::write(&path, &whole).unwrap();
        // shards know each other
        let (mut j, known) = open(&folder, 1, Shard { i: 2, n: 3 }).unwrap();
        assert_eq!(known.iter().flatten().count(), 2);
        j.write(1, &3.0).unwrap();
        let (_, known) = open(&folder, 1, ONE).unwrap();
        assert_eq!(known.iter().flatten().count(), 3);
        // other settings are refused, and nothing is lost
        assert!(open(&folder, 2, ONE).is_err());
        let (_, known) = open(&folder, 1, ONE).unwrap();
        assert_eq!(known.iter().flatten().count(), 3);
        fs::remove_dir_all(&folder).unwrap();
    }
}
