//! A folder of a test, and the program run in it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Removed when it is dropped.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("percussion-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
    pub fn command(&self, args: &str) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_percussion"));
        c.args(args.split_whitespace()).current_dir(&self.0).stdin(Stdio::null());
        c
    }
    pub fn run(&self, args: &str) -> Output {
        self.command(args).output().unwrap()
    }
    pub fn done(&self, args: &str) -> String {
        let out = self.run(args);
        assert!(out.status.success(), "{args}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
