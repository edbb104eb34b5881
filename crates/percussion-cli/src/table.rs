//! The files of a run as a table.

use crate::error::CliError;
use crate::output::CONTACTS;
use percussion::record::ContactRow;
pub use percussion_page::table::{choose, thinned, EventRow, Table};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Longest line of a file that is read.
const MAX_LINE: u64 = 64 << 20;
/// Events that are read.
const MAX_EVENTS: usize = 200_000;

/// At most about `limit` rows of the files of a run.
///
/// # Errors
/// A folder without a trajectory that can be read. Lines that are no rows are left out.
pub fn read(folder: &Path, limit: usize) -> Result<Table, CliError> {
    let path = folder.join("trajectory.csv");
    let fail = |e: &std::io::Error| CliError::file("read", &path, e);
    let open = || File::open(&path).map(BufReader::new).map_err(|e| fail(&e));
    let mut line = String::new();
    let mut reader = open()?;
    next_line(&mut reader, &mut line).map_err(|e| fail(&e))?;
    let columns = fields(line.trim_end());
    if columns.first().is_none_or(|c| c != "t") {
        return Err(CliError::Usage(format!(
            "'{}' is no trajectory: its first column is not 't'",
            path.display()
        )));
    }
    let mut times = Vec::new();
    while next_line(&mut reader, &mut line).map_err(|e| fail(&e))? {
        let t = line.split(',').next().and_then(|t| t.trim().parse::<f64>().ok());
        times.push(t.unwrap_or(f64::NAN));
    }
    let events = read_events(&folder.join("events.csv"));
    let rows = choose(&times, &events, limit);
    let shown = |t: f64| rows.binary_search_by(|&k| times[k].total_cmp(&t)).is_ok();
    let contacts = read_contacts(&folder.join(CONTACTS), shown);
    let mut data = Vec::with_capacity(rows.len() * columns.len());
    let (mut reader, mut k) = (open()?, 0);
    next_line(&mut reader, &mut line).map_err(|e| fail(&e))?;
    let mut wanted = rows.iter().peekable();
    while next_line(&mut reader, &mut line).map_err(|e| fail(&e))? {
        if wanted.next_if(|&&w| w == k).is_some() {
            let mut values = line.trim_end().split(',').map(|v| v.trim().parse::<f64>());
            data.extend(
                columns.iter().map(|_| values.next().and_then(Result::ok).unwrap_or(f64::NAN)),
            );
        }
        k += 1;
    }
    let summary = std::fs::read_to_string(folder.join("summary.json")).ok();
    let summary = summary.and_then(|text| serde_json::from_str(&text).ok());
    let thinned = thinned(rows.len(), times.len());
    Ok(Table { columns, data, events, contacts, rows_in_record: times.len(), thinned, summary })
}

/// Reads a line that is not too long; false at the end.
fn next_line(reader: &mut impl BufRead, line: &mut String) -> std::io::Result<bool> {
    line.clear();
    let mut bytes = Vec::new();
    let n = reader.take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    line.push_str(&String::from_utf8_lossy(&bytes));
    Ok(n > 0)
}

/// The fields of a line of a CSV file.
pub fn fields(line: &str) -> Vec<String> {
    let (mut out, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => out.push(std::mem::take(&mut field)),
            c => field.push(c),
        }
    }
    out.push(field);
    out
}

fn read_events(path: &Path) -> Vec<EventRow> {
    let Ok(file) = File::open(path) else { return Vec::new() };
    let lines = BufReader::new(file.take(1 << 30)).lines().map_while(Result::ok);
    let event = |line: String| {
        let f = fields(&line);
        let number = |k: usize| f.get(k).and_then(|v| v.trim().parse::<f64>().ok());
        let text = |k: usize| f.get(k).cloned().unwrap_or_default();
        let t = number(0).filter(|t| t.is_finite())?;
        let values = [3, 4, 5].map(|k| number(k).unwrap_or(f64::NAN));
        Some(EventRow { t, kind: text(1), contact: text(2), values })
    };
    lines.skip(1).filter_map(event).take(MAX_EVENTS).collect()
}

/// What contacts without columns did up to rows that are shown.
fn read_contacts(path: &Path, shown: impl Fn(f64) -> bool) -> Vec<ContactRow> {
    let Ok(file) = File::open(path) else { return Vec::new() };
    let lines = BufReader::new(file.take(1 << 30)).lines().map_while(Result::ok);
    let mut last = f64::NEG_INFINITY;
    let row = |line: String| {
        let f = fields(&line);
        let number = |k: usize| f.get(k).and_then(|v| v.trim().parse::<f64>().ok());
        let t = number(0).filter(|t| *t >= last && shown(*t))?;
        last = t;
        let three = |k: usize| [k, k + 1, k + 2].map(|k| number(k).unwrap_or(0.0));
        let mut row = ContactRow::default();
        row.t = t;
        row.contact = f.get(1)?.clone();
        row.gap = number(2)?;
        (row.percussion, row.force, row.impulse) = (three(3), three(6), three(9));
        Some(row)
    };
    lines.skip(1).filter_map(row).take(MAX_EVENTS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_fields_are_read() {
        assert_eq!(fields("t,\"a,\"\"b\"\"\",c"), ["t", "a,\"b\"", "c"]);
    }
}
