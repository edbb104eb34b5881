//! The distance of a record from the reference solution of its problem.
//!
//! The columns of the record are matched with those of the reference by the names in
//! [`ReferenceInfo`]; an empty name there leaves a column of the reference out. The interval is cut at
//! the jumps of the reference and at rows with the same time, the two limits at an event of the record;
//! between them the difference is continued linearly. A record without rows at its events pays (jump)
//! x (distance of the rows) / 2 at most for each; smooth phases cost nothing but their own error.
//!
//! Four neighbouring coordinates named `p0` to `p3` (with anything around) are a quaternion and are
//! compared up to their common sign.

use super::norm::Norm;
use super::norms::{NormError, Samples};
use super::reference::{Reference, ReferenceError};
use crate::problems::ReferenceInfo;
use crate::record::Record;

/// What [`compare`] finds.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Name of the reference, or what else was compared with.
    pub reference: String,
    /// Time of the last row that was compared.
    pub until: f64,
    /// Number of rows compared.
    pub rows: usize,
    /// The error of the coordinates: the L1 norm in time, unless another was asked for.
    pub q_l1: f64,
    /// The same of the velocities.
    pub v_l1: f64,
    /// Largest error of a coordinate in the last row compared.
    pub q_end: f64,
    /// Largest error of a velocity in the last row compared.
    pub v_end: f64,
    /// How far the times of impacts are apart (s): the largest distance of an impact of one side from the nearest one of the
    /// other. Of an accumulation that one of them captured only its end counts. None where one of them has none.
    pub impacts: Option<f64>,
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
    compare_in(record, info, Norm::L1)
}

/// The same in another norm.
pub fn compare_in(
    record: &Record,
    info: &ReferenceInfo,
    norm: Norm,
) -> Option<Result<Comparison, CompareError>> {
    let reference = match super::reference(info.name)? {
        Ok(reference) => reference,
        Err(e) => return Some(Err(e.into())),
    };
    let rows = common_rows(record, info.until.min(reference.trust_until));
    (rows.len() >= 2).then(|| {
        let q = Side::new(record, &rows, &reference.q_names, &reference, "q.", info.q)?;
        let v = Side::new(record, &rows, &reference.v_names, &reference, "u.", info.u)?;
        let t: Vec<f64> = rows.iter().map(|&k| record.row(k)[0]).collect();
        let (name, jumps) = (reference.name.as_str(), reference.jump_times());
        let (q_l1, q_end) = q.errors(&t, name, norm, &jumps, |t, out| reference.q(t, out))?;
        let (v_l1, v_end) = v.errors(&t, name, norm, &jumps, |t, out| reference.v(t, out))?;
        let until = t[t.len() - 1];
        let (ours, theirs) = (impact_times(record, until), before(&jumps, until));
        let impacts = apart([&ours, &theirs], [&ours, &resolved(record, &theirs)]);
        let (reference, rows) = (reference.name.clone(), rows.len());
        Ok(Comparison { reference, until, rows, q_l1, v_l1, q_end, v_end, impacts })
    })
}

/// Compares the coordinates and velocities of a record with those of another one of the same system,
/// up to the last row that both reach. Between its rows the other one is a cubic through the four
/// nearest that no event separates.
///
/// # Errors
/// Records of other systems, fewer than two rows, numbers that are not finite.
pub fn distance(record: &Record, other: &Record, norm: Norm) -> Result<Comparison, CompareError> {
    let name = "another run";
    let end = other.len().checked_sub(1).map_or(f64::NEG_INFINITY, |k| other.row(k)[0]);
    let rows = common_rows(record, end);
    let t: Vec<f64> = rows.iter().map(|&k| record.row(k)[0]).collect();
    if rows.len() < 2 {
        let error = NormError::Lengths { times: rows.len(), values: rows.len(), dim: 1 };
        return Err(CompareError::Norm { reference: name.into(), error });
    }
    let times = other.times();
    let jumps: Vec<f64> = times.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
    let side = |prefix: &str| -> Result<(f64, f64), CompareError> {
        let mut names = Vec::new();
        let mut columns = Vec::new();
        for (c, column) in record.columns.iter().enumerate() {
            let Some(n) = column.strip_prefix(prefix) else { continue };
            if other.columns.get(c) != Some(column) {
                let (reference, column) = (name.into(), column.clone());
                return Err(CompareError::Column { reference, column });
            }
            names.push(n);
            columns.push(c);
        }
        let row = |k: &usize| columns.iter().map(|&c| record.row(*k)[c]).collect::<Vec<_>>();
        let side = Side {
            values: rows.iter().flat_map(row).collect(),
            picked: (0..columns.len()).collect(),
            columns: columns.len(),
            quaternions: quaternions(&names),
        };
        side.errors(&t, name, norm, &jumps, |t, out| cubic(other, &times, &columns, t, out))
    };
    let ((q_l1, q_end), (v_l1, v_end)) = (side("q.")?, side("u.")?);
    let until = t.last().copied().unwrap_or(0.0);
    let (ours, theirs) = (impact_times(record, until), impact_times(other, until));
    let asked = [&*resolved(other, &ours), &*resolved(record, &theirs)];
    let impacts = apart([&ours, &theirs], asked);
    let (reference, rows) = (name.into(), rows.len());
    Ok(Comparison { reference, until, rows, q_l1, v_l1, q_end, v_end, impacts })
}

/// Those of the times that are not after `until`, in their order.
fn before(times: &[f64], until: f64) -> Vec<f64> {
    let mut times: Vec<f64> = times.iter().copied().filter(|t| *t <= until).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn impact_times(r: &Record, until: f64) -> Vec<f64> {
    let impacts = r.events.iter().filter(|e| matches!(e.kind, "impact" | "accumulation"));
    before(&impacts.map(|e| e.t).collect::<Vec<f64>>(), until)
}

/// Those of the times, in their order, at which a record did not capture what others resolve; of each accumulation that it
/// did the last time stays.
fn resolved(r: &Record, times: &[f64]) -> Vec<f64> {
    let mut spans = Vec::new();
    let mut from = None;
    for e in &r.events {
        match e.kind {
            "capturing" => from = Some(e.t),
            "event-driven" => spans.extend(from.take().map(|from| (from, e.t))),
            _ => {}
        }
    }
    spans.extend(from.map(|from| (from, f64::INFINITY)));
    let within = |t: f64| spans.iter().position(|(a, b)| *a < t && t <= *b);
    let next = times.iter().skip(1).map(|t| within(*t)).chain([None]);
    let keep = |(t, next): &(&f64, Option<usize>)| within(**t).is_none_or(|k| *next != Some(k));
    times.iter().zip(next).filter(keep).map(|(t, _)| *t).collect()
}

/// Largest distance of a time that is asked for of one list from the nearest of the other list; all are in their order.
fn apart(lists: [&[f64]; 2], asked: [&[f64]; 2]) -> Option<f64> {
    let nearest = |t: f64, of: &[f64]| {
        let k = of.partition_point(|s| *s < t);
        let sides = [k.checked_sub(1), Some(k)].into_iter().flatten();
        sides.filter_map(|k| of.get(k)).map(|s| (s - t).abs()).fold(f64::INFINITY, f64::min)
    };
    let one = |a: &[f64], b: &[f64]| a.iter().map(|t| nearest(*t, b)).fold(0.0, f64::max);
    let some = lists.iter().all(|l| !l.is_empty());
    some.then(|| one(asked[0], lists[1]).max(one(asked[1], lists[0])))
}

/// Columns of a record at a time, from the right at its events.
fn cubic(r: &Record, times: &[f64], columns: &[usize], t: f64, out: &mut [f64]) -> Option<()> {
    let n = times.len();
    // times[k - 1] <= t < times[k]
    let k = times.partition_point(|s| *s <= t).clamp(1, n.checked_sub(1)?);
    let (mut a, mut b) = (k - 1, k);
    for _ in 0..2 {
        let left = a > 0 && times[a - 1] < times[a];
        let right = b + 1 < n && times[b] < times[b + 1];
        match (left, right) {
            (true, true) if t - times[a - 1] > times[b + 1] - t => b += 1,
            (true, _) => a -= 1,
            (false, true) => b += 1,
            (false, false) => break,
        }
    }
    out.fill(0.0);
    if times[k - 1] == times[k] {
        columns.iter().zip(out).for_each(|(&c, o)| *o = r.row(k)[c]);
        return Some(());
    }
    for i in a..=b {
        let others = (a..=b).filter(|&j| j != i);
        let w: f64 = others.map(|j| (t - times[j]) / (times[i] - times[j])).product();
        columns.iter().zip(&mut *out).for_each(|(&c, o)| *o += w * r.row(i)[c]);
    }
    Some(())
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
        reference: &str,
        norm: Norm,
        jumps: &[f64],
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
        let fail = |error| CompareError::Norm { reference: reference.into(), error };
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
        let sum = norm.of(&samples, jumps, pick).map_err(fail)?;
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

    #[test]
    fn impacts_are_as_far_apart_as_the_loneliest_of_them() {
        let all = |a: &[f64], b: &[f64]| apart([a, b], [a, b]);
        assert_eq!(all(&[1.0, 2.0], &[1.25, 1.5, 2.0]), Some(0.5));
        assert_eq!(all(&[1.0, 2.0, 9.0], &[1.0, 2.0]), Some(7.0));
        assert_eq!(all(&[], &[1.0]), None);
        assert_eq!(apart([&[1.0, 2.0], &[1.0, 1.5, 2.0]], [&[1.0, 2.0], &[1.0, 2.0]]), Some(0.0));
        assert_eq!(before(&[3.0, 1.0, 2.0], 2.0), [1.0, 2.0]);
    }

    #[test]
    fn impacts_of_a_captured_accumulation_count_once() {
        let mut r = record(&["t"], std::iter::empty());
        let event = |t: f64, kind: &'static str| crate::record::Event::at(t, kind, "");
        r.events = vec![event(2.0, "capturing"), event(3.0, "event-driven")];
        assert_eq!(resolved(&r, &[1.0, 2.0, 2.5, 2.75, 2.8, 4.0]), [1.0, 2.0, 2.8, 4.0]);
        r.events.pop();
        assert_eq!(resolved(&r, &[1.0, 2.5, 9.0]), [1.0, 9.0]);
    }

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
        let r = crate::measure::reference("bouncing-ball").unwrap().unwrap();
        let exact = |t: f64| vec![t, r.q_at(t).unwrap()[0] + 0.25, r.v_at(t).unwrap()[0]];
        let c = ball((0..=4000).map(|k| exact(k as f64 / 1000.0))).unwrap().unwrap();
        assert_eq!((c.reference.as_str(), c.until, c.rows), ("bouncing-ball", 4.0, 4001));
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
        let r = crate::measure::reference("heavy-top").unwrap().unwrap();
        let info = ReferenceInfo {
            name: "heavy-top",
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
            name: "bouncing-ball",
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
