//! A record as views need it: the one place that knows in which form it comes, in memory or as
//! files of a run, and which rows of it are shown.

use crate::error::CliError;
use percussion::record::Record;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// An event, as events.csv has it.
#[derive(Clone, Debug, PartialEq)]
pub struct EventRow {
    /// Time.
    pub t: f64,
    /// impact, take-off, ...
    pub kind: String,
    /// Contact.
    pub contact: String,
    /// Gap velocity before and after, impulse.
    pub values: [f64; 3],
}

/// Rows of a record, all of them or a choice.
#[derive(Default)]
pub struct Table {
    /// Names of the columns, the first being `t`.
    pub columns: Vec<String>,
    /// Rows, one after another.
    pub data: Vec<f64>,
    /// Events.
    pub events: Vec<EventRow>,
    /// Rows of the record.
    pub rows_in_record: usize,
    /// What was left out, if anything.
    pub thinned: Option<String>,
    /// The contents of summary.json.
    pub summary: Option<Value>,
}

/// Longest line of a file that is read.
const MAX_LINE: u64 = 64 << 20;
/// Events that are read.
const MAX_EVENTS: usize = 200_000;

impl Table {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.data.len() / self.columns.len().max(1)
    }
    /// Row k.
    pub fn row(&self, k: usize) -> &[f64] {
        let n = self.columns.len();
        &self.data[k * n..(k + 1) * n]
    }
    /// A column by its index.
    pub fn column(&self, c: usize) -> Vec<f64> {
        (0..self.len()).map(|k| self.row(k)[c]).collect()
    }

    /// At most about `limit` rows of a record.
    pub fn of(record: &Record, limit: usize) -> Table {
        let events: Vec<EventRow> = record
            .events
            .iter()
            .map(|e| EventRow {
                t: e.t,
                kind: e.kind.to_string(),
                contact: e.contact.clone(),
                values: [e.un_pre, e.un_post, e.impulse],
            })
            .collect();
        let times: Vec<f64> = (0..record.len()).map(|k| record.row(k)[0]).collect();
        let rows = choose(&times, &events, limit);
        Table {
            columns: record.columns.clone(),
            data: rows.iter().flat_map(|&k| record.row(k).iter().copied()).collect(),
            thinned: thinned(rows.len(), times.len()),
            rows_in_record: times.len(),
            events,
            summary: None,
        }
    }

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
        Ok(Table { columns, data, events, rows_in_record: times.len(), thinned, summary })
    }
}

fn thinned(kept: usize, of: usize) -> Option<String> {
    (kept < of).then(|| format!("{kept} of {of} rows are shown, those next to events among them"))
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

/// About `limit` rows: the first and the last, those next to events, and others evenly between.
/// Rows whose time is no number, or goes back, are left out.
pub fn choose(times: &[f64], events: &[EventRow], limit: usize) -> Vec<usize> {
    let mut last = f64::NEG_INFINITY;
    let good: Vec<usize> = (0..times.len())
        .filter(|&k| {
            let ok = times[k].is_finite() && times[k] >= last;
            last = if ok { times[k] } else { last };
            ok
        })
        .collect();
    if good.len() <= limit {
        return good;
    }
    let mut keep = vec![false; good.len()];
    let n = good.len();
    // of too many events some, evenly
    let stride = (6 * events.len()).div_ceil(limit.max(1)).max(1);
    for e in events.iter().step_by(stride) {
        let k = good.partition_point(|&r| times[r] < e.t);
        for r in k.saturating_sub(1)..=(k + 1).min(n - 1) {
            keep[r] = true;
        }
    }
    let left = limit.saturating_sub(keep.iter().filter(|k| **k).count()).max(2);
    for i in 0..left {
        keep[i * (n - 1) / (left - 1)] = true;
    }
    (0..n).filter(|&k| keep[k]).map(|k| good[k]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(t: f64) -> EventRow {
        EventRow { t, kind: "impact".into(), contact: "c".into(), values: [0.0; 3] }
    }

    #[test]
    fn thinning_keeps_the_ends_and_the_events() {
        let times: Vec<f64> = (0..100_000).map(f64::from).collect();
        let rows = choose(&times, &[event(31_234.0), event(77_777.5)], 500);
        assert!(rows.len() <= 502, "{}", rows.len());
        for k in [0, 99_999, 31_233, 31_234, 31_235, 77_777, 77_778] {
            assert!(rows.contains(&k), "{k}");
        }
        let all: Vec<EventRow> = times.iter().map(|t| event(*t)).collect();
        assert!(choose(&times, &all, 500).len() <= 760);
        assert_eq!(choose(&[0.0, f64::NAN, 2.0, 1.0, 3.0], &[], 10), [0, 2, 4]);
        assert!(choose(&[], &[], 10).is_empty());
    }

    #[test]
    fn quoted_fields_are_read() {
        assert_eq!(fields("t,\"a,\"\"b\"\"\",c"), ["t", "a,\"b\"", "c"]);
    }
}
