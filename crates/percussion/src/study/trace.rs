//! What can be drawn of a run: its columns over time, forces, violations and energy.

use super::Outcome;
use crate::record::{is_sum, Record};
use crate::system::{RowKind, System};
use serde::{Deserialize, Serialize};

/// A quantity over time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Its name: that of a column, also of those on request, or `position`, `velocity`, `penetration`.
    pub name: String,
    /// Its values in the rows that were kept; the first series is `t`.
    pub values: Vec<f64>,
}

/// A run with its outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// What it gives.
    pub outcome: Outcome,
    /// Its series, time first.
    pub series: Vec<Series>,
}

impl Trace {
    /// A series by name.
    pub fn get(&self, name: &str) -> Option<&[f64]> {
        self.series.iter().find(|s| s.name == name).map(|s| s.values.as_slice())
    }
    /// A series over time.
    pub fn points(&self, name: &str) -> Vec<(f64, f64)> {
        match (self.get("t"), self.get(name)) {
            (Some(t), Some(x)) => t.iter().copied().zip(x.iter().copied()).collect(),
            _ => Vec::new(),
        }
    }
}

/// All columns of a record in at most about `most` rows, then the violations of joints at position and velocity
/// level, and the penetration in these rows. Percussions and impulses of rows that are left out are added to the
/// next row that is kept, so that their sum does not depend on `most`.
pub(super) fn series(sys: &System, record: &Record, most: usize) -> Vec<Series> {
    let n = record.len();
    let stride = n.div_ceil(most.max(2)).max(1);
    let rows: Vec<usize> = (0..n).filter(|k| k % stride == 0 || k + 1 == n).collect();
    let values = |c: usize, name: &str| -> Vec<f64> {
        match is_sum(name) {
            false => rows.iter().map(|&k| record.row(k)[c]).collect(),
            true => {
                // the rows since the kept one before
                let from = std::iter::once(0).chain(rows.iter().map(|k| k + 1));
                let since = from.zip(&rows).map(|(from, &k)| from..=k);
                since.map(|part| part.map(|k| record.row(k)[c]).sum()).collect()
            }
        }
    };
    let series =
        |(c, name): (usize, &String)| Series { name: name.clone(), values: values(c, name) };
    let mut all: Vec<Series> = record.columns.iter().enumerate().map(series).collect();
    let mut ev = sys.eval();
    let mut gd = vec![0.0; sys.nr];
    let [mut position, mut velocity, mut penetration] = [const { Vec::new() }; 3];
    for &k in &rows {
        let t = record.row(k)[0];
        sys.evaluate(t, record.q(k), record.u(k), &mut ev);
        sys.rows_dot(&ev, &ev.u, &mut gd);
        let largest = |kind: &[RowKind], of: &[f64]| {
            let rows = (0..sys.nr).filter(|&r| kind.contains(&sys.kinds[r]));
            rows.map(|r| of[r].abs()).fold(0.0, f64::max)
        };
        position.push(largest(&[RowKind::Position], &ev.g));
        velocity.push(largest(&[RowKind::Position, RowKind::Velocity], &gd));
        let deepest = sys.contacts.iter().map(|c| -ev.g[c.row]).fold(0.0, f64::max);
        penetration.push(deepest);
    }
    let named = [("position", position), ("velocity", velocity), ("penetration", penetration)];
    all.extend(named.map(|(name, values)| Series { name: name.into(), values }));
    all
}
