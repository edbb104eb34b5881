//! A lock file: one process at a time writes into a folder.
//!
//! The file holds the process id and the host of the writer. The operating system locks it and releases
//! the lock when the process ends, however it ends, so that a file that a killed run left behind does not
//! block the next one. On file systems without locks the process id decides.

use crate::error::CliError;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// How often the lock is tried anew when its file disappears between opening and locking.
const TRIES: usize = 100;

/// Held until it is dropped.
pub struct Lock {
    path: PathBuf,
    _file: File,
}

/// Name of this computer, or nothing.
fn host() -> String {
    let read = |path: &str| fs::read_to_string(path).ok();
    let name = read("/proc/sys/kernel/hostname").or_else(|| std::env::var("HOSTNAME").ok());
    name.unwrap_or_default().trim().to_string()
}

/// Whether a process of this computer may be running; without `/proc` this is not known.
pub fn alive(pid: u32) -> bool {
    Path::new("/proc").join(pid.to_string()).exists()
}

impl Lock {
    /// Takes the lock `name` of a folder.
    ///
    /// # Errors
    /// Another process holds it; the message has its process id and host.
    pub fn take(folder: &Path, name: &str) -> Result<Self, CliError> {
        let path = folder.join(name);
        let fail = |e: io::Error| CliError::file("lock", &path, &e);
        let own = format!("{} {}\n", std::process::id(), host());
        for _ in 0..TRIES {
            if path.symlink_metadata().is_ok_and(|m| !m.is_file()) {
                return Err(fail(io::Error::other("it is not a file")));
            }
            let mut open = OpenOptions::new();
            let file = open.read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = file.map_err(fail)?;
            let mut other = String::new();
            let _ = (&file).take(1000).read_to_string(&mut other);
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(held(folder, &path, &other)),
                // the file system has no locks
                Err(TryLockError::Error(_)) if stale(&other) => {}
                Err(TryLockError::Error(_)) => return Err(held(folder, &path, &other)),
            }
            file.set_len(0).and_then(|()| file.rewind()).map_err(fail)?;
            file.write_all(own.as_bytes()).map_err(fail)?;
            // the holder before may have removed the file while this process waited to lock it
            if fs::read_to_string(&path).is_ok_and(|text| text == own) {
                return Ok(Lock { path, _file: file });
            }
        }
        Err(fail(io::Error::other("it changes all the time")))
    }
}

/// Whether the process that wrote a lock file is of this computer and has ended.
fn stale(text: &str) -> bool {
    let (pid, name) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    name == host() && pid.parse().is_ok_and(|pid| !alive(pid)) || text.trim().is_empty()
}

fn held(folder: &Path, path: &Path, text: &str) -> CliError {
    let (pid, name) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    CliError::Usage(format!(
        "process {pid} on '{name}' is writing to '{}'; wait for it, or give another folder with --out. If \
         that process has ended, remove '{}'",
        folder.display(),
        path.display()
    ))
}

impl Drop for Lock {
    fn drop(&mut self) {
        // while the lock is held: who opened the file meanwhile sees that it is gone
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_once_and_taken_over_when_its_process_has_ended() {
        let folder = std::env::temp_dir().join(format!("percussion-lock-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let lock = Lock::take(&folder, "l").unwrap();
        let Err(CliError::Usage(why)) = Lock::take(&folder, "l") else { panic!("held twice") };
        assert!(why.contains(&format!("process {} on", std::process::id())), "{why}");
        drop(lock);
        assert!(!folder.join("l").exists());
        // left by a process that was killed
        fs::write(folder.join("l"), "4294967290 elsewhere\n").unwrap();
        drop(Lock::take(&folder, "l").unwrap());
        assert!(stale(&format!("4294967290 {}", host())) && !stale("1 elsewhere"));
        assert!(!stale(&format!("{} {}", std::process::id(), host())));
        // a link is not followed
        #[cfg(unix)]
        {
            fs::write(folder.join("mine"), "text").unwrap();
            std::os::unix::fs::symlink(folder.join("mine"), folder.join("l")).unwrap();
            assert!(Lock::take(&folder, "l").is_err());
            assert_eq!(fs::read_to_string(folder.join("mine")).unwrap(), "text");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
