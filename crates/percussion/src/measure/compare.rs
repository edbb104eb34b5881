//! The distance of a record from the reference solution of its problem.
//!
//! The columns of the record are matched with those of the reference by the names in
//! [`ReferenceInfo`]; an empty name there leaves a column of the reference out. Both, coordinates
//! and velocities, are continued linearly between the rows of the record: an impact costs (jump) x
//! (distance of the rows) / 2 at most, and smooth phases an error of second order. A record that
//! keeps only every n-th step has rows n times as far apart, and its L1 errors contain the
//! interpolation between them; the errors at the end do not.
//!
//! Four neighbouring coordinates named `p0` to `p3` (with anything around) are a quaternion and are
//! compared up to their common sign.

use super::norms::{l1, Interpolation, NormError, Samples};
use super::reference::{Reference, ReferenceError};
use crate::problems::ReferenceInfo;
use crate::record::Record;

/// What [`compare`] finds.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Name of the reference.
    pub reference: String,
    /// Time of the last row that was compared.
    pub until: f64,
    /// Number of rows compared.
    pub rows: usize,
    /// L1 norm in time of the error of the coordinates.
    pub q_l1: f64,
    /// L1 norm in time of the error of the velocities.
    pub v_l1: f64,
    /// Largest error of a coordinate in the last row compared.
    pub q_end: f64,
    /// Largest error of a velocity in the last row compared.
    pub v_end: f64,
}

/// Why a record cannot be compared.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompareError {
    /// The reference cannot be read.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// A norm cannot be computed.
    #[error("reference {reference}: {error}")]
    Norm {
        /// Name of the reference.
        reference: String,
        /// Why.
        error: NormError,
    },
    /// The record lacks a column that the reference has.
    #[error("reference {reference}: the record has no column '{column}'")]
    Column {
        /// Name of the reference.
        reference: String,
        /// Name of the column.
        column: String,
    },
    /// More names are given than the reference has columns.
    #[error("reference {reference}: {names} names for {columns} columns")]
    Names {
        /// Name of the reference.
        reference: String,
        /// Number of names.
        names: usize,
        /// Number of columns.
        columns: usize,
    },
}

/// Compares a record with a reference up to the last row that both reach. `None` where there is no
/// reference of this name, or fewer than two rows to compare.
pub fn compare(record: &Record, info: &ReferenceInfo) -> Option<Result<Comparison, CompareError>> {
    let reference = match super::reference(info.name)? {
        Ok(reference) => reference,
        Err(e) => return Some(Err(e.into())),
    };
    let rows = common_rows(record, info.until.min(reference.trust_until));
    (rows.len() >= 2).then(|| {
        let q = Side::new(record, &rows, &reference.q_names, &reference, "q.", info.q)?;
        let v = Side::new(record, &rows, &reference.v_names, &reference, "u.", info.u)?;
        let t: Vec<f64> = rows.iter().map(|&k| record.row(k)[0]).collect();
        let (q_l1, q_end) = q.errors(&t, &reference, |t, out| reference.q(t, out))?;
        let (v_l1, v_end) = v.errors(&t, &reference, |t, out| reference.v(t, out))?;
        let until = t[t.len() - 1];
        let name = reference.name.clone();
        Ok(Comparison { reference: name, until, rows: rows.len(), q_l1, v_l1, q_end, v_end })
    })
}

/// Rows up to `until`; of more than two rows with the same time the first and the last one, the limits
/// from both sides.
fn common_rows(record: &Record, until: f64) -> Vec<usize> {
    let t = |k: usize| record.row(k)[0];
    let inside = |k: &usize| t(*k) <= until + 1e-12 * until.abs();
    let limit = |k: &usize| {
        let last = *k + 1 == record.len() || t(*k) < t(*k + 1);
        last || *k == 0 || t(*k - 1) < t(*k)
    };
    (0..record.len()).filter(|k| inside(k) && limit(k)).collect()
}

/// Coordinates or velocities of the record, beside the columns of the reference they belong to.
struct Side {
    values: Vec<f64>,
    /// Columns of the reference that are compared.
    picked: Vec<usize>,
    /// Number of columns of the reference.
    columns: usize,
    /// First entries of quaternions among the picked columns.
    quaternions: Vec<usize>,
}

impl Side {
    fn new(
        record: &Record,
        rows: &[usize],
        columns: &[String],
        reference: &Reference,
        prefix: &str,
        names: &[&str],
    ) -> Result<Self, CompareError> {
        let reference = || reference.name.clone();
        if names.len() > columns.len() {
            let (names, columns) = (names.len(), columns.len());
            return Err(CompareError::Names { reference: reference(), names, columns });
        }
        let (mut picked, mut ours, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        for (k, name) in names.iter().enumerate().filter(|(_, n)| !n.is_empty()) {
            let column = format!("{prefix}{name}");
            let Some(c) = record.columns.iter().position(|x| *x == column) else {
                return Err(CompareError::Column { reference: reference(), column });
            };
            picked.push(k);
            ours.push(c);
            kept.push(*name);
        }
        let row = |k: &usize| ours.iter().map(|&c| record.row(*k)[c]).collect::<Vec<_>>();
        let values = rows.iter().flat_map(row).collect();
        Ok(Side { values, picked, columns: columns.len(), quaternions: quaternions(&kept) })
    }

    /// The L1 norm of the error and its largest component in the last row.
    fn errors(
        mut self,
        t: &[f64],
        reference: &Reference,
        exact: impl Fn(f64, &mut [f64]) -> Option<()>,
    ) -> Result<(f64, f64), CompareError> {
        let n = self.picked.len();
        if n == 0 {
            return Ok((0.0, 0.0));
        }
        let mut all = vec![0.0; self.columns];
        let mut pick = |t: f64, out: &mut [f64]| {
            exact(t, &mut all)?;
            out.iter_mut().zip(&self.picked).for_each(|(o, &k)| *o = all[k]);
            Some(())
        };
        let fail = |error| CompareError::Norm { reference: reference.name.clone(), error };
        let mut y = vec![0.0; n];
        for (row, &t) in self.values.chunks_mut(n).zip(t) {
            pick(t, &mut y).ok_or(NormError::NoReference { t }).map_err(fail)?;
            for &k in &self.quaternions {
                let dot: f64 = (k..k + 4).map(|i| row[i] * y[i]).sum();
                if dot < 0.0 {
                    row[k..k + 4].iter_mut().for_each(|p| *p = -*p);
                }
            }
        }
        // `y` holds the reference in the last row.
        let last = &self.values[self.values.len() - n..];
        let end = last.iter().zip(&y).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let samples = Samples::new(t, &self.values, n).map_err(fail)?;
        let breaks = reference.breakpoints();
        let sum = l1(&samples, Interpolation::Linear, &breaks, pick).map_err(fail)?;
        Ok((sum, end))
    }
}

/// Where four neighbouring names are `p0` to `p3` with the same text before and after.
fn quaternions(names: &[&str]) -> Vec<usize> {
    let is_quaternion = |w: &[&str]| {
        w[0].match_indices("p0").any(|(at, _)| {
            let (before, after) = (&w[0][..at], &w[0][at + 2..]);
            (1..4).all(|i| *w[i] == format!("{before}p{i}{after}"))
        })
    };
    (0..names.len().saturating_sub(3)).filter(|&k| is_quaternion(&names[k..k + 4])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::{find, prepare, reference_for};

    /// A record with these columns and rows; the system only serves to make one.
    fn record(columns: &[&str], rows: impl Iterator<Item = Vec<f64>>) -> Record {
        let ball = prepare(find("bouncing-ball").unwrap(), &[]).unwrap();
        let mut record = Record::new(&ball.system, false);
        record.columns = columns.iter().map(|c| c.to_string()).collect();
        record.data = rows.flatten().collect();
        record
    }

    fn ball(rows: impl Iterator<Item = Vec<f64>>) -> Option<Result<Comparison, CompareError>> {
        let info = reference_for(find("bouncing-ball").unwrap(), &[]).unwrap();
        compare(&record(&["t", "q.x", "u.x"], rows), info)
    }

    #[test]
    fn a_displaced_ball_is_as_far_away_as_it_was_moved() {
        let r = crate::measure::reference("A_bouncing_ball").unwrap().unwrap();
        let exact = |t: f64| vec![t, r.q_at(t).unwrap()[0] + 0.25, r.v_at(t).unwrap()[0]];
        let c = ball((0..=4000).map(|k| exact(k as f64 / 1000.0))).unwrap().unwrap();
        assert_eq!((c.reference.as_str(), c.until, c.rows), ("A_bouncing_ball", 4.0, 4001));
        assert!((c.q_l1 - 4.0 * 0.25).abs() < 1e-5, "{c:?}");
        assert!((c.q_end - 0.25).abs() < 1e-15 && c.v_end == 0.0, "{c:?}");
        // Jumps of 3, 1.5, 0.75, ... spread over a row of 1 ms each.
        assert!(c.v_l1 < 6.0 * 1e-3, "{c:?}");
    }

    #[test]
    fn rows_beyond_the_reference_are_left_out_and_repeated_times_are_limits() {
        let rows = [[0.0, 1.0, 0.0], [3.5, 9.0, 9.0], [3.5, 0.0, 0.0], [5.0, 0.0, 0.0]];
        let late = [6.0, 7.0, 7.0];
        let c = ball(rows.iter().chain([&late]).map(|r| r.to_vec())).unwrap().unwrap();
        assert_eq!((c.until, c.rows, c.q_end, c.v_end), (5.0, 4, 0.0, 0.0));
        assert!(ball(rows.iter().take(1).map(|r| r.to_vec())).is_none());
    }

    #[test]
    fn numbers_that_are_not_finite_are_an_error() {
        let rows = [[0.0, 1.0, 0.0], [0.1, f64::NAN, 0.0]];
        assert!(matches!(
            ball(rows.iter().map(|r| r.to_vec())),
            Some(Err(CompareError::Norm { error: NormError::NotFinite { .. }, .. }))
        ));
    }

    #[test]
    fn quaternions_are_compared_up_to_their_sign() {
        assert_eq!(quaternions(&["x", "p0", "p1", "p2", "p3", "y"]), [1]);
        assert_eq!(quaternions(&["top.p0", "top.p1", "top.p2", "top.p3"]), [0]);
        assert!(quaternions(&["p0", "p1", "p3", "p2", "p10"]).is_empty());
        let r = crate::measure::reference("O_heavy_top").unwrap().unwrap();
        let info = ReferenceInfo {
            name: "O_heavy_top",
            set: &[],
            q: &["p0", "p1", "p2", "p3"],
            u: &["wx", "", "wz"],
            until: 1.0,
        };
        let columns = ["t", "q.p0", "q.p1", "q.p2", "q.p3", "u.wx", "u.wz"];
        let rows = (0..=10_000).map(|k| {
            let t = k as f64 / 10_000.0;
            let (q, v) = (r.q_at(t).unwrap(), r.v_at(t).unwrap());
            let sign = if (k / 300) % 2 == 0 { 1.0 } else { -1.0 };
            let mut row = vec![t];
            row.extend(q.iter().map(|x| sign * x));
            row.extend([v[0], v[2]]);
            row
        });
        let c = compare(&record(&columns, rows), &info).unwrap().unwrap();
        assert!(c.q_end == 0.0 && c.v_end == 0.0 && c.q_l1 < 1e-5, "{c:?}");
    }

    #[test]
    fn a_missing_column_is_named() {
        let info = ReferenceInfo {
            name: "A_bouncing_ball",
            set: &[],
            q: &["height"],
            u: &["x"],
            until: 5.0,
        };
        let rows = [[0.0, 1.0, 0.0], [0.1, 1.0, 0.0]];
        let record = record(&["t", "q.x", "u.x"], rows.iter().map(|r| r.to_vec()));
        let error = compare(&record, &info).unwrap().unwrap_err();
        assert!(error.to_string().contains("q.height"), "{error}");
        let unknown = ReferenceInfo { name: "none", ..info };
        assert!(compare(&record, &unknown).is_none());
    }
}
