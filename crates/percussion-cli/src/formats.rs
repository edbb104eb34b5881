//! The rows of a run as CSV, as NumPy arrays and as Parquet, and which columns.

use crate::digits::Text;
use crate::error::CliError;
use crate::log::Reader;
use crate::output::{field, Folder, Staged, CONTACTS, FILES, SCENE};
use crate::parquet::Parquet;
use crate::vtk;
use crate::writer::Draft;
use percussion::record::Event;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::thread::Builder;

/// Blocks of so many numbers are worth a thread.
const LONG: usize = 1 << 14;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// `trajectory.csv`.
    Csv,
    /// `trajectory.npz`.
    Npz,
    /// `trajectory.parquet`.
    Parquet,
    /// `scene.pvd` and the folder `scene`.
    Vtk,
    /// `scene.json`, what the viewer shows.
    Scene,
}

impl Format {
    /// What it leaves in the folder of a run.
    pub fn files(self) -> &'static [&'static str] {
        match self {
            Format::Csv => &["trajectory.csv"],
            Format::Npz => &["trajectory.npz"],
            Format::Parquet => &["trajectory.parquet"],
            Format::Vtk => &["scene.pvd", vtk::FRAMES],
            Format::Scene => &[SCENE],
        }
    }

    /// A list of names.
    pub fn list(text: &str) -> Result<Vec<Format>, CliError> {
        let one = |name: &str| {
            match name.trim() {
            "csv" => Ok(Format::Csv),
            "npz" => Ok(Format::Npz),
            "vtk" => Ok(Format::Vtk),
            "parquet" => Ok(Format::Parquet),
            "scene" => Ok(Format::Scene),
            other => Err(CliError::Usage(format!(
                "--format = {other} is not allowed; allowed: csv, npz, parquet, vtk, scene, or several with commas"
            ))),
        }
        };
        let mut list = text.split(',').map(one).collect::<Result<Vec<_>, _>>()?;
        list.sort_unstable();
        list.dedup();
        Ok(list)
    }
}

/// Which columns are written.
#[derive(Clone, Debug, PartialEq)]
pub enum Columns {
    /// All but those of contacts that never touched.
    Touched,
    /// All.
    All,
    /// These, where `*` at the end stands for anything; time is always there.
    Named(Vec<String>),
}

impl Columns {
    /// What was asked for, where every name is that of a column; `more` are names that could have been.
    pub fn read(text: Option<&str>, valid: &[String], more: &[String]) -> Result<Self, CliError> {
        let list = text.unwrap_or("touched").split(',').map(|n| n.trim().to_string());
        // what is recorded on request is there beside either of the words
        let (words, names): (Vec<String>, Vec<String>) =
            list.partition(|n| ["all", "touched"].contains(&n.as_str()));
        for name in &names {
            if !valid.iter().any(|c| matches(name, c)) {
                let all = valid.iter().chain(more).map(String::as_str);
                let near: Vec<String> =
                    percussion::nearest(name, all).into_iter().take(40).collect();
                return Err(CliError::Usage(format!(
                    "--columns: there is no column '{name}'; valid: all, touched, {}",
                    near.join(", ")
                )));
            }
        }
        Ok(match words.first().map(String::as_str) {
            Some("all") => Columns::All,
            Some(_) => Columns::Touched,
            None => Columns::Named(names),
        })
    }

    /// Their places. `used` tells in which columns something other than zero stands.
    pub fn pick(&self, columns: &[String], used: &[bool]) -> Vec<usize> {
        let kept = |k: &usize| match self {
            Columns::All => true,
            Columns::Named(names) => *k == 0 || names.iter().any(|n| matches(n, &columns[*k])),
            Columns::Touched => false,
        };
        match self {
            Columns::Touched => touched(columns, used),
            _ => (0..columns.len()).filter(kept).collect(),
        }
    }
}

fn touched(columns: &[String], used: &[bool]) -> Vec<usize> {
    let pressed: std::collections::HashSet<&str> = (0..columns.len())
        .filter(|&k| used[k] && !columns[k].starts_with("gN."))
        .filter_map(|k| contact(&columns[k]))
        .collect();
    (0..columns.len())
        .filter(|&k| contact(&columns[k]).is_none_or(|c| pressed.contains(c)))
        .collect()
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(head) => name.starts_with(head),
        None => pattern == name,
    }
}

/// The contact that a column belongs to.
fn contact(column: &str) -> Option<&str> {
    for head in ["gN.", "PN.", "laN.", "LaN."] {
        if let Some(name) = column.strip_prefix(head) {
            return Some(name);
        }
    }
    for head in ["PF.", "laF.", "LaF."] {
        if let Some(name) = column.strip_prefix(head) {
            return name.rsplit_once('.').map(|(name, _)| name);
        }
    }
    None
}

/// The rows of a log, some at a time, with the number of their columns.
fn blocks(log: &Path, mut each: impl FnMut(&[f64], usize) -> io::Result<()>) -> io::Result<()> {
    let mut reader = Reader::open(log).map_err(|e| io::Error::other(e.to_string()))?;
    let n = reader.header.columns.len();
    while let Some(data) = reader.rows() {
        each(data, n)?;
    }
    Ok(())
}

/// The rows of a log, one after the other.
pub fn rows(log: &Path, mut each: impl FnMut(&[f64]) -> io::Result<()>) -> io::Result<()> {
    blocks(log, |data, n| data.chunks_exact(n).try_for_each(&mut each))
}

/// One of `thin` rows and the last one, and the first `most` events.
pub fn load(log: &Path, thin: usize, most: usize) -> Result<(Vec<f64>, Vec<Event>), CliError> {
    let mut reader = Reader::open(log)?;
    let n = reader.header.columns.len();
    let (mut data, mut events, mut last, mut k) = (Vec::new(), Vec::new(), Vec::new(), 0);
    while let Some(rows) = reader.rows() {
        if thin == 1 {
            data.extend_from_slice(rows);
            continue;
        }
        for row in rows.chunks_exact(n) {
            last.clear();
            let to = if k % thin == 0 { &mut data } else { &mut last };
            to.extend_from_slice(row);
            k += 1;
        }
    }
    let mut reader = Reader::open(log)?;
    while let Some(list) = reader.events().filter(|_| events.len() < most) {
        events.extend(list.into_iter().take(most - events.len()));
    }
    data.append(&mut last);
    Ok((data, events))
}

/// The first line of a table.
pub fn head(columns: &[String], places: &[usize]) -> String {
    let names: Vec<String> = places.iter().map(|&k| field(&columns[k])).collect();
    names.join(",") + "\n"
}

/// These columns of rows of `n` numbers as lines.
pub fn lines(text: &mut Text, data: &[f64], n: usize, places: &[usize]) {
    let Some((last, others)) = places.split_last() else { return };
    for row in data.chunks_exact(n) {
        for &k in others {
            text.push(row[k], b',');
        }
        text.push(row[*last], b'\n');
    }
}

/// `trajectory.csv`. What was spelled while the run went on is taken as it is, where it has the columns.
pub fn csv(
    folder: &Folder,
    columns: &[String],
    places: &[usize],
    draft: Option<Draft>,
) -> Result<Staged, CliError> {
    let mut draft = draft.filter(|d| d.places() == places);
    if draft.as_ref().is_some_and(|d| d.from == 0) {
        if let Some(draft) = draft.take() {
            return folder.adopt(draft.keep(), FILES[0]);
        }
    }
    folder.stage(FILES[0], |out| {
        out.write_all(head(columns, places).as_bytes())?;
        // long blocks are written by all cores, a part each
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut texts: Vec<Text> = (0..cores).map(|_| Text::default()).collect();
        let mut left = draft.as_ref().map_or(usize::MAX, |d| d.from);
        blocks(folder.path(), |data, n| {
            let data = &data[..(data.len() / n).min(left) * n];
            left -= data.len() / n;
            let parts = if data.len() < LONG { 1 } else { cores };
            let part = (data.len() / n).div_ceil(parts).max(1) * n;
            let write = |text: &mut Text, data: &[f64]| {
                text.clear();
                lines(text, data, n, places);
            };
            let tasks: Vec<_> = texts.iter_mut().zip(data.chunks(part)).collect();
            let (more, tasks) = (tasks.len().saturating_sub(1), Mutex::new(tasks));
            let next = || tasks.lock().ok().and_then(|mut tasks| tasks.pop());
            let work = || {
                while let Some((text, data)) = next() {
                    write(text, data);
                }
            };
            std::thread::scope(|s| {
                // where no thread can be made, this one does it all
                (0..more).for_each(|_| drop(Builder::new().spawn_scoped(s, work)));
                work();
            });
            let texts = texts.iter().take(data.chunks(part).len());
            texts.map(Text::bytes).try_for_each(|text| out.write_all(text))
        })?;
        draft.map_or(Ok(()), |d| d.copy(out))
    })
}

/// `contacts.csv`: what contacts without columns did up to each row.
pub fn contacts(folder: &Folder) -> Result<Staged, CliError> {
    folder.stage(CONTACTS, |out| {
        writeln!(out, "t,contact,gN,PN,PF.0,PF.1,laN,laF.0,laF.1,LaN,LaF.0,LaF.1")?;
        let mut reader =
            Reader::open(folder.path()).map_err(|e| io::Error::other(e.to_string()))?;
        let mut line = Text::default();
        while let Some(list) = reader.contacts() {
            for (name, row) in list {
                line.clear();
                line.push(row[0], b',');
                line.add(format!("{},", field(&name)).as_bytes());
                for (k, x) in row.iter().enumerate().skip(1) {
                    line.push(*x, if k + 1 < row.len() { b',' } else { b'\n' });
                }
                out.write_all(line.bytes())?;
            }
        }
        Ok(())
    })
}

/// `events.csv`; tells how many there are.
pub fn events(folder: &Folder) -> Result<(Staged, usize), CliError> {
    let mut count = 0;
    let staged = folder.stage("events.csv", |out| {
        writeln!(out, "t,kind,contact,un_pre,un_post,impulse")?;
        let mut reader =
            Reader::open(folder.path()).map_err(|e| io::Error::other(e.to_string()))?;
        let mut line = Text::default();
        while let Some(list) = reader.events() {
            for e in list {
                count += 1;
                line.clear();
                line.push(e.t, b',');
                line.add(format!("{},{},", field(e.kind), field(&e.contact)).as_bytes());
                line.push(e.un_pre, b',');
                line.push(e.un_post, b',');
                line.push(e.impulse, b'\n');
                out.write_all(line.bytes())?;
            }
        }
        Ok(())
    })?;
    Ok((staged, count))
}

/// `trajectory.npz`: the array `rows`, a row each, and the names `columns`.
pub fn npz(
    folder: &Folder,
    columns: &[String],
    places: &[usize],
    count: usize,
) -> Result<Staged, CliError> {
    folder.stage("trajectory.npz", |out| {
        let wide = places.iter().map(|&k| columns[k].chars().count()).max().unwrap_or(1);
        let mut names = npy(&format!("<U{wide}"), &format!("({},)", places.len()));
        for &k in places {
            let letters = columns[k].chars().map(u32::from).chain(std::iter::repeat(0));
            letters.take(wide).for_each(|c| names.extend_from_slice(&c.to_le_bytes()));
        }
        let mut body = npy("<f8", &format!("({count}, {})", places.len()));
        let size = body.len() as u64 + 8 * (count * places.len()) as u64;
        if size >= u64::from(u32::MAX) - (1 << 20) {
            return Err(io::Error::other("more than 4 GB of rows; choose --columns or --every"));
        }
        // two passes: the checksum stands before the bytes
        let mut sum = Crc::new();
        sum.add(&body);
        rows(folder.path(), |row| {
            places.iter().for_each(|&k| sum.add(&row[k].to_le_bytes()));
            Ok(())
        })?;
        let mut of_names = Crc::new();
        of_names.add(&names);
        let entries = [
            Entry { name: "columns.npy", sum: of_names.value(), size: names.len() as u32 },
            Entry { name: "rows.npy", sum: sum.value(), size: size as u32 },
        ];
        entries[0].begin(out)?;
        out.write_all(&names)?;
        entries[1].begin(out)?;
        out.write_all(&body)?;
        body.clear();
        rows(folder.path(), |row| {
            body.clear();
            places.iter().for_each(|&k| body.extend_from_slice(&row[k].to_le_bytes()));
            out.write_all(&body)
        })?;
        directory(out, &entries)
    })
}

/// `trajectory.parquet`.
pub fn parquet(folder: &Folder, columns: &[String], places: &[usize]) -> Result<Staged, CliError> {
    folder.stage("trajectory.parquet", |out| {
        let names = places.iter().map(|&k| columns[k].clone()).collect();
        let mut file = Parquet::new(out, names)?;
        rows(folder.path(), |row| file.push(places.iter().map(|&k| row[k])))?;
        file.finish()
    })
}

/// The head of a NumPy array.
fn npy(kind: &str, shape: &str) -> Vec<u8> {
    let mut dict = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    while (10 + dict.len() + 1) % 64 != 0 {
        dict.push(' ');
    }
    dict.push('\n');
    let mut head = b"\x93NUMPY\x01\x00".to_vec();
    head.extend_from_slice(&(dict.len() as u16).to_le_bytes());
    head.extend_from_slice(dict.as_bytes());
    head
}

/// A file of a zip archive, stored as it is.
struct Entry {
    name: &'static str,
    sum: u32,
    size: u32,
}

impl Entry {
    fn common(&self) -> Vec<u8> {
        let mut b = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        for x in [self.sum, self.size, self.size] {
            b.extend_from_slice(&x.to_le_bytes());
        }
        b.extend_from_slice(&(self.name.len() as u16).to_le_bytes());
        b.extend_from_slice(&[0, 0]);
        b
    }
    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"PK\x03\x04")?;
        out.write_all(&self.common())?;
        out.write_all(self.name.as_bytes())
    }
}

fn directory(out: &mut dyn Write, entries: &[Entry]) -> io::Result<()> {
    let (mut at, mut length) = (0_u32, 0_u32);
    for e in entries {
        out.write_all(b"PK\x01\x02\x14\x00")?;
        out.write_all(&e.common())?;
        out.write_all(&[0; 10])?;
        out.write_all(&at.to_le_bytes())?;
        out.write_all(e.name.as_bytes())?;
        at += 30 + e.name.len() as u32 + e.size;
        length += 46 + e.name.len() as u32;
    }
    let n = (entries.len() as u16).to_le_bytes();
    out.write_all(b"PK\x05\x06\x00\x00\x00\x00")?;
    out.write_all(&[n, n].concat())?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&at.to_le_bytes())?;
    out.write_all(&[0, 0])
}

/// The checksum of zip archives.
struct Crc {
    table: [u32; 256],
    value: u32,
}

impl Crc {
    fn new() -> Self {
        let table = std::array::from_fn(|k| {
            (0..8).fold(k as u32, |c, _| if c & 1 == 1 { c >> 1 ^ 0xedb8_8320 } else { c >> 1 })
        });
        Crc { table, value: u32::MAX }
    }
    fn add(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.value =
                self.table[((self.value ^ u32::from(*b)) & 255) as usize] ^ self.value >> 8;
        }
    }
    fn value(&self) -> u32 {
        !self.value
    }
}
