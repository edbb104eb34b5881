//! Rows on their way to the disk: a thread of its own writes the log, and formats the rows for
//! `trajectory.csv`, while the steps go on.

use crate::digits::Text;
use crate::error::CliError;
use crate::formats::{head, lines, Columns};
use crate::log::{Log, Reader};
use crate::output::{create_new, take_away, FILES};
use percussion::record::{ContactRow, Event};
use percussion::run::Simulation;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, sync_channel, Receiver, Sender, SyncSender};
use std::thread::{Builder, JoinHandle};

/// About so many numbers are handed over at once (256 kB): few wait in memory, and they are still near the
/// processor when they are spelled.
pub const BATCH: usize = 1 << 15;
/// So many rows are soon spelled again.
const FEW: usize = 10_000;
/// So many batches wait before the steps do.
const QUEUE: usize = 16;

type Rows = (Vec<f64>, Vec<Event>);

enum Order {
    Add(Rows),
    Contacts(Vec<ContactRow>),
    Sync(Sender<u64>),
}

/// The thread that writes, seen from the one that steps.
pub struct Writer {
    folder: PathBuf,
    run: u64,
    orders: SyncSender<Order>,
    emptied: Receiver<Rows>,
    thread: Option<JoinHandle<Result<Written, CliError>>>,
}

/// What there is when all is written.
pub struct Written {
    /// The log.
    pub log: Log,
    /// The table as far as it is spelled.
    pub draft: Option<Draft>,
    /// Rows and events in memory, where they were to be kept.
    pub kept: Option<Kept>,
}

/// Rows and events that are looked at when the run has ended.
#[derive(Default)]
pub struct Kept {
    /// Rows, one after the other.
    pub rows: Vec<f64>,
    /// Events.
    pub events: Vec<Event>,
}

impl Kept {
    fn add(mut self, rows: &[f64], events: &[Event]) -> Self {
        self.rows.extend_from_slice(rows);
        self.events.extend_from_slice(events);
        self
    }
}

impl Writer {
    /// Goes on with a log; `run` is the hash of its header. `table` tells the columns of a table that is spelled meanwhile, where there is to be one; `keep`, whether
    /// rows and events are to stay in memory too.
    pub fn begin(
        mut log: Log,
        run: u64,
        table: Option<(Vec<String>, Columns)>,
        keep: bool,
    ) -> Result<Self, CliError> {
        let mut kept = (keep && log.rows == 0).then(Kept::default);
        let folder = log.place().parent().unwrap_or(Path::new(".")).to_path_buf();
        let mut draft = table.and_then(|(names, chosen)| Draft::new(&folder, names, chosen));
        let (orders, received) = sync_channel(QUEUE);
        let (give_back, emptied) = channel();
        let work = move || {
            for order in received {
                match order {
                    Order::Add((rows, events)) => {
                        let before = log.rows;
                        if let Err(e) = log.add(&rows, &events) {
                            // what is spelled takes most of the room, and can be spelled again
                            draft.take().ok_or(e)?;
                            log.add(&rows[(log.rows - before) * log.columns()..], &events)?;
                        }
                        draft = draft.and_then(|d| d.add(before, &log.used, &rows));
                        kept = kept.map(|k| k.add(&rows, &events));
                        // who made them may be gone
                        let _ = give_back.send((rows, events));
                    }
                    Order::Contacts(rows) => log.add_contacts(&rows)?,
                    Order::Sync(reply) => {
                        let _ = reply.send(log.sync()?);
                    }
                }
            }
            Ok(Written { log, draft, kept })
        };
        let name = Builder::new().name("writer".into());
        let thread = name.spawn(work).map_err(|e| {
            CliError::Usage(format!("cannot start the thread that writes the files: {e}"))
        })?;
        Ok(Writer { folder, run, orders, emptied, thread: Some(thread) })
    }

    /// The folder of the run.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Hash of the header of the log.
    pub fn run(&self) -> u64 {
        self.run
    }

    /// Takes what a simulation has recorded.
    pub fn hand(&mut self, sim: &mut Simulation) -> Result<(), CliError> {
        let (mut rows, mut events) = self.emptied.try_recv().unwrap_or_default();
        sim.exchange_recorded(&mut rows, &mut events);
        self.orders.send(Order::Add((rows, events))).map_err(|_| self.failure())?;
        let contacts = sim.take_contacts();
        if contacts.is_empty() {
            return Ok(());
        }
        self.orders.send(Order::Contacts(contacts)).map_err(|_| self.failure())
    }

    /// Waits until all that was handed over is on the disk; returns the length of the log.
    pub fn sync(&mut self) -> Result<u64, CliError> {
        let (reply, answer) = channel();
        self.orders.send(Order::Sync(reply)).map_err(|_| self.failure())?;
        answer.recv().map_err(|_| self.failure())
    }

    /// Waits until all is written.
    pub fn end(mut self) -> Result<Written, CliError> {
        let thread = self.thread.take();
        // the thread ends with its orders
        drop(self);
        joined(thread)
    }

    /// Why the thread takes no more orders.
    fn failure(&mut self) -> CliError {
        joined(self.thread.take()).err().unwrap_or_else(gone)
    }
}

fn gone() -> CliError {
    CliError::Usage("the thread that writes the files has ended".into())
}

fn joined(thread: Option<JoinHandle<Result<Written, CliError>>>) -> Result<Written, CliError> {
    thread.and_then(|t| t.join().ok()).unwrap_or_else(|| Err(gone()))
}

/// Lines of `trajectory.csv` as far as they can be spelled while the run goes on: which contacts touch is
/// known at its end alone, so that it begins anew when one touches that did not before. The rows before are
/// spelled again from the log, unless that happened too often: then they are left for the end.
pub struct Draft {
    path: PathBuf,
    file: File,
    names: Vec<String>,
    chosen: Columns,
    places: Vec<usize>,
    /// Columns in use when the places were chosen.
    used: usize,
    /// Rows that were spelled more than once.
    again: usize,
    /// Number of the first row.
    pub from: usize,
    /// Whether it is thrown away when it is dropped.
    dropped: bool,
    text: Text,
}

impl Draft {
    /// None where it cannot be written; the table is then made at the end.
    fn new(folder: &Path, names: Vec<String>, chosen: Columns) -> Option<Self> {
        let path = folder.join(format!(".{}.{}.part", FILES[0], std::process::id()));
        let file = create_new(&path).ok()?;
        let (places, text) = (Vec::new(), Text::default());
        Some(Draft {
            path,
            file,
            names,
            chosen,
            places,
            used: 0,
            again: 0,
            from: 0,
            dropped: true,
            text,
        })
    }

    fn add(mut self, before: usize, used: &[bool], rows: &[f64]) -> Option<Self> {
        let in_use = used.iter().filter(|u| **u).count();
        self.text.clear();
        if self.places.is_empty() || in_use != self.used {
            let places = self.chosen.pick(&self.names, used);
            self.used = in_use;
            if places != self.places {
                self.file.set_len(0).and_then(|()| self.file.rewind()).ok()?;
                let anew = self.from == 0 && self.again + before <= 2 * before.max(FEW);
                (self.places, self.from) = (places, if anew { 0 } else { before });
                self.text.add(head(&self.names, &self.places).as_bytes());
                if anew {
                    self.again += before;
                    self.respell(before).ok()?;
                }
            }
        }
        lines(&mut self.text, rows, self.names.len().max(1), &self.places);
        // a disk that is full for the draft may still have room for the log
        self.file.write_all(self.text.bytes()).ok()?;
        Some(self)
    }

    /// The rows of the log so far, before those that are added now.
    fn respell(&mut self, mut left: usize) -> io::Result<()> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let n = self.names.len().max(1);
        let mut reader = Reader::open(folder).map_err(|e| io::Error::other(e.to_string()))?;
        while let Some(data) = reader.rows().filter(|_| left > 0) {
            let data = &data[..(data.len() / n).min(left) * n];
            left -= data.len() / n;
            lines(&mut self.text, data, n, &self.places);
            self.file.write_all(self.text.bytes())?;
            self.text.clear();
        }
        Ok(())
    }

    /// The columns it has.
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// It is whole and on the disk; where it is.
    pub fn keep(mut self) -> io::Result<PathBuf> {
        self.file.sync_all()?;
        self.dropped = false;
        Ok(self.path.clone())
    }

    /// Copies its lines without the first.
    pub fn copy(mut self, out: &mut dyn Write) -> io::Result<()> {
        let first = head(&self.names, &self.places).len() as u64;
        self.file.seek(SeekFrom::Start(first))?;
        let mut part = vec![0; 1 << 17];
        loop {
            match self.file.read(&mut part)? {
                0 => return Ok(()),
                n => out.write_all(&part[..n])?,
            }
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.dropped {
            take_away(&self.path);
        }
    }
}
