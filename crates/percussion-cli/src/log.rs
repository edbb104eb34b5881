//! The log of a run: rows and events as they come, in blocks with checksums, so that what was
//! written before a crash can be read. The files of a run are made of it.
//!
//! ```text
//! "percrun2"  block(header as JSON)  block block ...        block: tag, length, checksum, bytes
//! ```
//!
//! A checksum covers tag, length, bytes and the place of the block in the file.

use crate::args::RunArgs;
use crate::error::CliError;
use crate::output::{create_new, sync_folder};
use percussion::record::{ContactRow, Event};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Name of the log in the folder of a run.
pub const LOG: &str = "run.log";
/// Name of the saved state.
pub const CHECKPOINT: &str = "checkpoint.bin";

const MAGIC: &[u8; 8] = b"percrun2";
const HEADER: u8 = b'H';
const ROWS: u8 = b'R';
const EVENTS: u8 = b'E';
const CONTACTS: u8 = b'C';
/// No block is longer.
const MAX_BLOCK: u64 = 1 << 30;

/// What a run was: enough to make it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Version of the program.
    pub version: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Columns of time, coordinates and velocities, which come first.
    pub motion: usize,
    /// Arguments.
    pub arguments: RunArgs,
    /// Model files with their names: the model, then what it includes.
    pub files: Vec<(String, String)>,
    /// The row of another run that it starts from: time, coordinates, velocities.
    #[serde(default)]
    pub start: Option<Vec<f64>>,
    /// Differs for each run, also with the same arguments.
    pub id: String,
}

impl Header {
    /// Hash of all of it: what a checkpoint must belong to.
    pub fn hash(&self) -> u64 {
        checksum(HEADER, 0, &serde_json::to_vec(self).unwrap_or_default())
    }
}

/// Checksum of a piece of a file: its kind, its place and its bytes with their number. A change of one
/// word of 64 bits always changes it.
pub fn checksum(tag: u8, place: u64, bytes: &[u8]) -> u64 {
    // words, not bytes: this is on the way of every row
    let mut h = 0xcbf2_9ce4_8422_2325_u64;
    let mut step = |w: u64| h = (h ^ w).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    step(u64::from(tag));
    step(place);
    let mut words = bytes.chunks_exact(8);
    for w in &mut words {
        step(w.iter().rev().fold(0, |a, b| a << 8 | u64::from(*b)));
    }
    words.remainder().iter().for_each(|b| step(u64::from(*b)));
    step(bytes.len() as u64);
    h
}

/// A log that is written.
pub struct Log {
    path: PathBuf,
    file: File,
    length: u64,
    columns: usize,
    /// Rows so far.
    pub rows: usize,
    /// Time of the last one.
    pub last: Option<f64>,
    /// Columns in which something other than zero stands.
    pub used: Vec<bool>,
    bytes: Vec<u8>,
}

impl Log {
    /// A new log; one that is there is replaced.
    pub fn create(folder: &Path, header: &Header) -> Result<Self, CliError> {
        let path = folder.join(LOG);
        let fail = |e: &io::Error| CliError::file("write", &path, e);
        let mut log = Log {
            file: create_new(&path).map_err(|e| fail(&e))?,
            length: MAGIC.len() as u64,
            columns: header.columns.len(),
            rows: 0,
            last: None,
            used: vec![false; header.columns.len()],
            bytes: Vec::new(),
            path: path.clone(),
        };
        log.file.write_all(MAGIC).map_err(|e| fail(&e))?;
        log.bytes = serde_json::to_vec(header).map_err(|e| fail(&e.into()))?;
        log.block(HEADER)?;
        sync_folder(folder);
        Ok(log)
    }

    /// Reads a log up to a place, or as far as it is whole. Nothing is changed.
    ///
    /// # Errors
    /// No block ends at that place, or one before it is damaged.
    pub fn read(folder: &Path, length: Option<u64>) -> Result<Self, CliError> {
        let path = folder.join(LOG);
        let fail = |e: io::Error| CliError::file("read", &path, &e);
        let mut reader = Reader::open(folder)?;
        let columns = reader.header.columns.len();
        let (mut rows, mut last, mut used) = (0, None, vec![false; columns]);
        while length.is_none_or(|length| reader.place < length) {
            match reader.block(None) {
                Some(ROWS) => note(reader.numbers(), columns, &mut rows, &mut last, &mut used),
                Some(_) => {}
                None => break,
            }
        }
        if length.is_some_and(|length| length != reader.place) {
            return Err(CliError::Usage(format!(
                "'{}' is damaged after t = {}, before its last checkpoint; nothing was changed. 'percussion recover' \
                 writes what is whole",
                path.display(),
                last.unwrap_or(0.0)
            )));
        }
        let file = OpenOptions::new().read(true).write(true).open(&path).map_err(fail)?;
        let (length, bytes) = (reader.place, Vec::new());
        Ok(Log { file, length, columns, rows, last, used, bytes, path: path.clone() })
    }

    /// Bytes after the last block that is whole.
    pub fn broken(&self) -> u64 {
        self.file.metadata().map_or(0, |m| m.len().saturating_sub(self.length))
    }

    /// Forgets what follows in the file, to go on there.
    pub fn cut(&mut self) -> Result<(), CliError> {
        let cut = self.file.set_len(self.length).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(|_| ()).map_err(|e| CliError::file("write", &self.path, &e))
    }

    /// Write rows and events; they are on their way to the disk when this returns.
    pub fn add(&mut self, rows: &[f64], events: &[Event]) -> Result<(), CliError> {
        let columns = self.columns.max(1);
        for part in rows.chunks(((1 << 17) / columns).max(1) * columns) {
            self.bytes.clear();
            self.bytes.reserve(8 * part.len());
            part.iter().for_each(|x| self.bytes.extend_from_slice(&x.to_le_bytes()));
            self.block(ROWS)?;
            note(part, self.columns, &mut self.rows, &mut self.last, &mut self.used);
        }
        if !events.is_empty() {
            self.bytes.clear();
            for e in events {
                for x in [e.t, e.un_pre, e.un_post, e.impulse] {
                    self.bytes.extend_from_slice(&x.to_le_bytes());
                }
                for text in [e.kind, &e.contact] {
                    self.text(text);
                }
            }
            self.block(EVENTS)?;
        }
        Ok(())
    }

    /// Write what contacts without columns did.
    pub fn add_contacts(&mut self, rows: &[ContactRow]) -> Result<(), CliError> {
        for part in rows.chunks(1 << 14) {
            self.bytes.clear();
            for r in part {
                let all = [r.percussion, r.force, r.impulse];
                for x in [r.t, r.gap].iter().chain(all.as_flattened()) {
                    self.bytes.extend_from_slice(&x.to_le_bytes());
                }
                self.text(&r.contact);
            }
            self.block(CONTACTS)?;
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        self.bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn block(&mut self, tag: u8) -> Result<(), CliError> {
        let mut head = [tag; 17];
        head[1..9].copy_from_slice(&(self.bytes.len() as u64).to_le_bytes());
        head[9..].copy_from_slice(&checksum(tag, self.length, &self.bytes).to_le_bytes());
        let done = self.file.write_all(&head).and_then(|()| self.file.write_all(&self.bytes));
        done.map_err(|e| {
            // whole up to here, so that it can be tried again when there is room
            let _ = self.file.set_len(self.length).and_then(|()| self.file.seek(SeekFrom::End(0)));
            CliError::Usage(format!(
                "cannot write '{}': {e}; what is in it up to t = {} can be read with \
                 'percussion recover'",
                self.path.display(),
                self.last.unwrap_or(0.0)
            ))
        })?;
        self.length += 17 + self.bytes.len() as u64;
        Ok(())
    }

    /// All that was written is on the disk; returns the length.
    pub fn sync(&mut self) -> Result<u64, CliError> {
        self.file.sync_data().map_err(|e| CliError::file("write", &self.path, &e))?;
        Ok(self.length)
    }

    /// How many columns a row has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Its path.
    pub fn place(&self) -> &Path {
        &self.path
    }

    /// The log is no longer needed.
    pub fn remove(self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Whether a folder has a log of any version.
pub fn is_log(folder: &Path) -> bool {
    let path = folder.join(LOG);
    let mut magic = [0; 7];
    let file = path.symlink_metadata().is_ok_and(|m| m.is_file()).then(|| File::open(&path));
    file.is_some_and(|f| f.is_ok_and(|mut f| f.read_exact(&mut magic).is_ok()))
        && magic == MAGIC[..7]
}

fn note(data: &[f64], n: usize, rows: &mut usize, last: &mut Option<f64>, used: &mut [bool]) {
    for row in data.chunks_exact(n.max(1)) {
        *rows += 1;
        *last = Some(row[0]);
        used.iter_mut().zip(row).for_each(|(u, x)| *u |= *x != 0.0);
    }
}

/// A log that is read.
pub struct Reader {
    file: BufReader<File>,
    place: u64,
    bytes: Vec<u8>,
    numbers: Vec<f64>,
    /// What was run.
    pub header: Header,
}

impl Reader {
    /// Opens the log of a folder.
    pub fn open(folder: &Path) -> Result<Self, CliError> {
        let path = folder.join(LOG);
        let fail = |e: io::Error| CliError::file("read", &path, &e);
        let file = BufReader::with_capacity(1 << 16, File::open(&path).map_err(fail)?);
        let header = Header {
            version: String::new(),
            columns: Vec::new(),
            motion: 0,
            arguments: RunArgs::default(),
            files: Vec::new(),
            start: None,
            id: String::new(),
        };
        let (place, bytes, numbers) = (MAGIC.len() as u64, Vec::new(), Vec::new());
        let mut reader = Reader { file, place, bytes, numbers, header };
        let mut magic = [0; 8];
        let bad = || CliError::Usage(format!("'{}' is not the log of a run", path.display()));
        reader.file.read_exact(&mut magic).map_err(|_| bad())?;
        if magic != *MAGIC && magic.starts_with(&MAGIC[..7]) {
            return Err(CliError::Usage(format!(
                "'{}' was written by another version of the program",
                path.display()
            )));
        }
        let first = (magic == *MAGIC).then(|| reader.block(None)).flatten();
        let header = first.filter(|tag| *tag == HEADER);
        let header = header.and_then(|_| serde_json::from_slice(&reader.bytes).ok());
        reader.header = header.ok_or_else(bad)?;
        if reader.header.columns.is_empty() {
            return Err(bad());
        }
        Ok(reader)
    }

    /// The next rows, one after the other; none at the end, and from the first block on that is not whole.
    pub fn rows(&mut self) -> Option<&[f64]> {
        self.block(Some(ROWS))?;
        Some(self.numbers())
    }

    /// The next events, likewise.
    pub fn events(&mut self) -> Option<Vec<Event>> {
        self.block(Some(EVENTS))?;
        events(&self.bytes)
    }

    /// What contacts without columns did, likewise: name, then time, gap, percussions, forces, impulses.
    pub fn contacts(&mut self) -> Option<Vec<(String, [f64; 11])>> {
        self.block(Some(CONTACTS))?;
        let (mut bytes, mut list) = (&self.bytes[..], Vec::new());
        while !bytes.is_empty() {
            let mut row = [0.0; 11];
            for x in &mut row {
                *x = number(&mut bytes)?;
            }
            list.push((text(&mut bytes)?, row));
        }
        Some(list)
    }

    /// Reads the next block, of a kind where one is given, and tells its kind. Blocks of other kinds are read too, so that
    /// all who read a log see the same end of it.
    fn block(&mut self, kind: Option<u8>) -> Option<u8> {
        loop {
            let mut head = [0; 17];
            self.file.read_exact(&mut head).ok()?;
            let n = u64::from_le_bytes(head[1..9].try_into().ok()?);
            if n > MAX_BLOCK {
                return None;
            }
            self.bytes.clear();
            (&mut self.file).take(n).read_to_end(&mut self.bytes).ok()?;
            let sum = u64::from_le_bytes(head[9..].try_into().ok()?);
            let whole = self.bytes.len() as u64 == n;
            if !whole || checksum(head[0], self.place, &self.bytes) != sum {
                return None;
            }
            self.place += 17 + n;
            if kind.is_none_or(|kind| kind == head[0]) {
                return Some(head[0]);
            }
        }
    }

    /// The bytes of the last block as numbers.
    fn numbers(&mut self) -> &[f64] {
        let number = |c: &[u8]| f64::from_le_bytes(c.try_into().unwrap_or_default());
        self.numbers.clear();
        self.numbers.extend(self.bytes.chunks_exact(8).map(number));
        &self.numbers
    }
}

fn events(mut bytes: &[u8]) -> Option<Vec<Event>> {
    let mut list = Vec::new();
    while !bytes.is_empty() {
        let mut next = || number(&mut bytes);
        let [t, un_pre, un_post, impulse] = [next()?, next()?, next()?, next()?];
        let (kind, contact) = (text(&mut bytes)?, text(&mut bytes)?);
        // the few kinds there are
        let kind = known(kind);
        let mut event = Event::at(t, kind, &contact);
        (event.un_pre, event.un_post, event.impulse) = (un_pre, un_post, impulse);
        list.push(event);
    }
    Some(list)
}

fn number(bytes: &mut &[u8]) -> Option<f64> {
    let (head, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(f64::from_le_bytes(*head))
}

fn text(bytes: &mut &[u8]) -> Option<String> {
    let (head, rest) = bytes.split_first_chunk()?;
    let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*head) as usize)?;
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}

/// A text that lives as long as the program; the same for the same text.
fn known(kind: String) -> &'static str {
    static KINDS: std::sync::Mutex<Vec<&'static str>> = std::sync::Mutex::new(Vec::new());
    let mut kinds = KINDS.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(k) = kinds.iter().find(|k| **k == kind) {
        return k;
    }
    let kind: &'static str = Box::leak(kind.into_boxed_str());
    kinds.push(kind);
    kind
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was written before a break is read, whatever the break left behind it.
    #[test]
    fn a_log_is_read_up_to_where_it_is_whole() {
        let folder = std::env::temp_dir().join(format!("percussion-log-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let header = Header {
            version: "1".into(),
            columns: ["t", "q.x", "u.x"].map(String::from).to_vec(),
            motion: 3,
            arguments: RunArgs::default(),
            files: Vec::new(),
            start: None,
            id: String::new(),
        };
        let mut log = Log::create(&folder, &header).unwrap();
        let row = |k: usize| [k as f64, 0.5 * k as f64, 0.0];
        let event = Event::at(1.5, "impact", "floor");
        log.add(&[row(0), row(1)].concat(), &[]).unwrap();
        log.add(&row(2), std::slice::from_ref(&event)).unwrap();
        assert_eq!((log.rows, log.last, log.used.clone()), (3, Some(2.0), vec![true, true, false]));
        let length = log.sync().unwrap();
        log.add(&row(3), &[]).unwrap();
        drop(log);
        let whole = std::fs::read(folder.join(LOG)).unwrap();
        let read = || {
            let (mut rows, mut events) = (0, Vec::new());
            let mut reader = Reader::open(&folder).unwrap();
            while let Some(r) = reader.rows() {
                rows += r.len() / 3;
            }
            let mut reader = Reader::open(&folder).unwrap();
            while let Some(e) = reader.events() {
                events.extend(e);
            }
            (rows, events)
        };
        assert_eq!(read(), (4, vec![event]));
        for cut in length as usize..whole.len() {
            std::fs::write(folder.join(LOG), &whole[..cut]).unwrap();
            assert_eq!(read().0, 3, "{cut}");
            let log = Log::read(&folder, None).unwrap();
            assert_eq!((log.length, log.broken()), (length, cut as u64 - length), "{cut}");
        }
        let mut bad = whole.clone();
        let n = bad.len();
        bad[n - 3] ^= 1;
        std::fs::write(folder.join(LOG), &bad).unwrap();
        assert_eq!(read().0, 3);
        let log = Log::read(&folder, Some(length)).unwrap();
        assert_eq!((log.rows, log.last), (3, Some(2.0)));
        // any bit
        for k in 8..length as usize {
            let mut bad = whole.clone();
            bad[k] ^= 1 << (k % 8);
            std::fs::write(folder.join(LOG), &bad).unwrap();
            assert!(Log::read(&folder, Some(length)).is_err(), "{k}");
        }
        log.remove();
        let _ = std::fs::remove_dir_all(&folder);
    }
}
