//! `percussion run --dump-contact-problems`: the contact problems of a run as files.

use crate::claim::RunFolder;
use crate::error::CliError;
use percussion::contact::{file, watch, Outcome, Problem, Watching};
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The folder of the files, in that of the run.
pub const FOLDER: &str = "contact-problems";
/// Files at most: a run has one problem or more a step.
const MOST: usize = 10_000;
/// Multiplications from which on a solution is slow: about a hundredth of a second.
const SLOW: f64 = 1e7;

/// Which problems are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Which {
    /// All.
    All,
    /// Those whose solution took long.
    Slow,
    /// Those that were not solved.
    Failed,
}

impl Which {
    /// By its name.
    pub fn read(text: &str) -> Result<Self, CliError> {
        match text {
            "all" => Ok(Which::All),
            "slow" => Ok(Which::Slow),
            "failed" => Ok(Which::Failed),
            _ => Err(CliError::Usage(format!(
                "--dump-contact-problems={text}: expected all, slow or failed"
            ))),
        }
    }

    fn wants(self, outcome: &Outcome) -> bool {
        match self {
            Which::All => true,
            Which::Slow => outcome.work >= SLOW || !outcome.solved(),
            Which::Failed => !outcome.solved(),
        }
    }
}

/// Writes while it exists.
pub struct Dumping {
    folder: PathBuf,
    written: Rc<RefCell<Written>>,
    _watching: Watching,
}

#[derive(Default)]
struct Written {
    seen: usize,
    files: usize,
    left_out: usize,
    error: Option<CliError>,
}

impl Dumping {
    /// Files go to a folder of their own in that of the run; those of an earlier run are removed.
    pub fn begin(run: &RunFolder, which: Which) -> Result<Self, CliError> {
        run.empty(FOLDER)?;
        let folder = run.path().join(FOLDER);
        let written = Rc::new(RefCell::new(Written::default()));
        let (to, count) = (folder.clone(), written.clone());
        let _watching = watch(move |problem, start, outcome| {
            count.borrow_mut().take(&to, which, problem, start, outcome);
        });
        Ok(Dumping { folder, written, _watching })
    }

    /// What was done, in a line.
    pub fn end(self) -> Result<String, CliError> {
        let mut w = self.written.borrow_mut();
        if let Some(e) = w.error.take() {
            return Err(e);
        }
        let more =
            if w.left_out > 0 { format!(", {} left out", w.left_out) } else { String::new() };
        Ok(format!("{} of {} contact problems in {}{more}", w.files, w.seen, self.folder.display()))
    }
}

impl Written {
    fn take(&mut self, folder: &Path, which: Which, p: &Problem, start: &[f64], o: &Outcome) {
        self.seen += 1;
        if !which.wants(o) || self.error.is_some() {
            return;
        }
        if self.files >= MOST {
            self.left_out += 1;
            return;
        }
        self.files += 1;
        let comment = format!(
            "problem {} of the run: {}, residual {:e}, by {} in {} iterations, work {:e}",
            self.seen,
            o.status.name(),
            o.residual,
            o.way,
            o.iterations,
            o.work
        );
        let name = format!("{:07}.json", self.seen);
        let (part, whole) = (folder.join(format!("{name}.part")), folder.join(name));
        let done = fs::write(&part, file::write(p, start, &comment));
        if let Err(e) = done.and_then(|()| fs::rename(&part, &whole)) {
            self.error = Some(CliError::file("write", &whole, &e));
        }
    }
}
