//! A record as views need it: the one place that knows which rows of it are shown.

use percussion::record::{ContactRow, Record};
use serde_json::Value;

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
    /// What contacts without columns did, in the order of time.
    pub contacts: Vec<ContactRow>,
    /// Rows of the record.
    pub rows_in_record: usize,
    /// What was left out, if anything.
    pub thinned: Option<String>,
    /// The contents of summary.json.
    pub summary: Option<Value>,
}

impl Table {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.data.len() / self.columns.len().max(1)
    }
    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
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
        let table = Table::pick(record.columns.clone(), &record.data, events, limit);
        Table { contacts: record.contacts.clone(), ..table }
    }

    /// What contacts without columns did up to row k.
    pub fn did(&self, k: usize) -> &[ContactRow] {
        let t = self.row(k)[0];
        let from = self.contacts.partition_point(|c| c.t < t);
        let n = self.contacts[from..].partition_point(|c| c.t <= t);
        &self.contacts[from..from + n]
    }

    /// At most about `limit` of the rows that `data` has one after another.
    pub fn pick(columns: Vec<String>, data: &[f64], events: Vec<EventRow>, limit: usize) -> Table {
        let all: Vec<&[f64]> = data.chunks_exact(columns.len().max(1)).collect();
        let times: Vec<f64> = all.iter().map(|row| row[0]).collect();
        let rows = choose(&times, &events, limit);
        Table {
            data: rows.iter().flat_map(|&k| all[k].iter().copied()).collect(),
            thinned: thinned(rows.len(), times.len()),
            rows_in_record: times.len(),
            columns,
            events,
            contacts: Vec::new(),
            summary: None,
        }
    }
}

/// What is left out, if anything.
pub fn thinned(kept: usize, of: usize) -> Option<String> {
    (kept < of).then(|| format!("{kept} of {of} rows are shown, those next to events among them"))
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
}
