//! What ends a command, and with which exit code.

use percussion::error::ModelError;
use std::fmt;
use std::io;
use std::path::Path;

/// Why a command did not do all it was asked to.
#[derive(Debug)]
pub enum CliError {
    /// Wrong usage, a model that cannot be, a folder that cannot be written.
    Usage(String),
    /// A simulation stopped early; what was computed is on disk.
    Stopped(String),
    /// It reached its end, but laws of mechanics are violated.
    Doubtful(String),
    /// The user interrupted it; what was computed is on disk.
    Interrupted(String),
}

impl CliError {
    /// A file or folder that cannot be used.
    pub fn file(what: &str, path: &Path, reason: &io::Error) -> Self {
        CliError::Usage(format!("cannot {what} '{}': {reason}", path.display()))
    }
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            CliError::Usage(_) => 2,
            CliError::Stopped(_) => 3,
            CliError::Doubtful(_) => 4,
            CliError::Interrupted(_) => 130,
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Usage(m)
            | CliError::Stopped(m)
            | CliError::Doubtful(m)
            | CliError::Interrupted(m) => f.write_str(m),
        }
    }
}

impl From<ModelError> for CliError {
    fn from(e: ModelError) -> Self {
        CliError::Usage(e.to_string())
    }
}

impl From<percussion::file::Diagnostics> for CliError {
    fn from(d: percussion::file::Diagnostics) -> Self {
        let n = d.list.len() + d.more;
        let what = if n == 1 { "1 mistake".into() } else { format!("{n} mistakes") };
        CliError::Usage(format!("{what} in the model\n\n{}", d.to_string().trim_end()))
    }
}
