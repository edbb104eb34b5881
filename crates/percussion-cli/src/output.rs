//! Files appear under their names only when they are whole.

use crate::error::CliError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A folder that can be written to.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Creates the folder where needed, and makes sure that files of these names can be written in
    /// it; existing ones stay as they are.
    pub fn open(path: &Path, files: &[&str]) -> Result<Self, CliError> {
        fs::create_dir_all(path).map_err(|e| CliError::file("create the folder", path, &e))?;
        let folder = Folder { path: path.to_owned() };
        for name in files {
            let file = path.join(name);
            if file.is_dir() {
                let reason = io::Error::from(io::ErrorKind::IsADirectory);
                return Err(CliError::file("write", &file, &reason));
            }
            folder.stage(name, |_| Ok(()))?;
        }
        Ok(folder)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file under a temporary name.
    pub fn stage(
        &self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Staged, CliError> {
        let target = self.path.join(name);
        let fail = |e| CliError::file("write", &target, &e);
        let temporary = self.path.join(format!(".{name}.{}.tmp", std::process::id()));
        let file = create_new(&temporary).map_err(fail)?;
        let staged = Staged { temporary, target: target.clone(), done: false };
        let mut out = BufWriter::with_capacity(1 << 16, file);
        fill(&mut out).map_err(fail)?;
        out.into_inner().map_err(|e| fail(e.into_error()))?.sync_all().map_err(fail)?;
        Ok(staged)
    }

    /// A file of the folder that is whole, and is to have this name.
    pub fn adopt(&self, whole: io::Result<PathBuf>, name: &str) -> Result<Staged, CliError> {
        let target = self.path.join(name);
        let temporary = whole.map_err(|e| CliError::file("write", &target, &e))?;
        Ok(Staged { temporary, target, done: false })
    }

    /// A folder under a temporary name, to be filled.
    pub fn stage_folder(&self, name: &str) -> Result<Staged, CliError> {
        let target = self.path.join(name);
        let temporary = self.path.join(format!(".{name}.{}.tmp", std::process::id()));
        let staged = Staged { temporary, target, done: false };
        take_away(&staged.temporary);
        fs::create_dir_all(&staged.temporary)
            .map_err(|e| CliError::file("write", &staged.target, &e))?;
        Ok(staged)
    }

    /// Writes one file whole.
    pub fn write(&self, name: &str, text: &str) -> Result<(), CliError> {
        self.stage(name, |w| w.write_all(text.as_bytes()))?.publish()
    }
}

/// A new file to read and write. One of that name is replaced, not written to: it may be a link.
pub fn create_new(path: &Path) -> io::Result<File> {
    let mut open = OpenOptions::new();
    open.read(true).write(true).create_new(true);
    match open.open(path) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            open.open(path)
        }
        other => other,
    }
}

/// Names that were given or removed in a folder are on the disk when this returns, where the system can do that.
pub fn sync_folder(path: &Path) {
    let _ = File::open(path).and_then(|folder| folder.sync_all());
}

/// Removes a file or a folder, where there is one.
pub fn take_away(path: &Path) {
    let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}

/// A whole file or folder that waits for its name; dropped, it disappears.
pub struct Staged {
    temporary: PathBuf,
    target: PathBuf,
    done: bool,
}

impl Staged {
    /// Where it is now.
    pub fn path(&self) -> &Path {
        &self.temporary
    }

    /// Gives it its name.
    pub fn publish(mut self) -> Result<(), CliError> {
        if self.temporary.is_dir() {
            take_away(&self.target);
        }
        fs::rename(&self.temporary, &self.target)
            .map_err(|e| CliError::file("write", &self.target, &e))?;
        self.done = true;
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.done {
            take_away(&self.temporary);
        }
    }
}

/// Names of the files of a run.
pub const FILES: [&str; 3] = ["trajectory.csv", "events.csv", "summary.json"];

/// What contacts did that come and go.
pub const CONTACTS: &str = "contacts.csv";

/// What the viewer shows of a run.
pub const SCENE: &str = "scene.json";

/// A field of a CSV file, quoted where its text asks for it.
pub fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_needed() {
        assert_eq!(field("floor"), "floor");
        assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
