//! Reference solutions given as tables `t, q.., v.., lam..`, turned into Chebyshev pieces.
//!
//! Two consecutive rows with the same time are the left and the right limit at an event; between
//! events the rows form a smooth segment. On the interval between two neighbouring rows
//!
//! * `q` is the Hermite interpolant of `(q, v)` at up to six neighbouring rows of the segment
//!   (degree 11; the two ends alone give the usual cubic), with an error of order h^12;
//! * `v` is its derivative, with an error of order h^11;
//! * `lam` is the Lagrange interpolant at up to ten neighbouring rows.
//!
//! At the rows themselves the values are those of the table, up to rounding. The errors between
//! them are listed with [`super::reference()`]; they were estimated from the energy, the constraints and
//! the equations of motion.

use super::piece::Piece;
use super::reference::{Event, Reference, ReferenceError};
use std::f64::consts::PI;

const HERMITE_ROWS: usize = 6;
const LAGRANGE_ROWS: usize = 10;

/// A table of numbers with named columns.
struct Table {
    header: Vec<String>,
    rows: Vec<Vec<f64>>,
}

fn error(name: &str, line: usize, message: impl Into<String>) -> ReferenceError {
    ReferenceError::Table { name: name.to_owned(), line, message: message.into() }
}

fn parse(name: &str, text: &str) -> Result<Table, ReferenceError> {
    let mut lines = text.lines();
    let header: Vec<String> =
        lines.next().unwrap_or_default().split(',').map(str::to_owned).collect();
    let mut rows = Vec::new();
    for (i, line) in lines.enumerate() {
        let row: Result<Vec<f64>, _> = line.split(',').map(str::parse).collect();
        let row = row.map_err(|e| error(name, i + 2, e.to_string()))?;
        if row.len() != header.len() {
            return Err(error(name, i + 2, "wrong number of columns"));
        }
        rows.push(row);
    }
    Ok(Table { header, rows })
}

/// Reads a table whose first columns are `t`, `n` coordinates and their `n` rates; the others are
/// multipliers. `impacts` names the contact and lists the impulses: columns `P..` in the order of
/// the events, beside a column `t`. A doubled row whose velocities agree is an accumulation.
pub(super) fn read(
    name: &str,
    text: &str,
    n: usize,
    impacts: Option<(&str, &str)>,
) -> Result<Reference, ReferenceError> {
    let table = parse(name, text)?;
    let Table { header, rows } = &table;
    if header.len() < 2 * n + 1 || rows.len() < 2 {
        return Err(error(name, 1, "too few columns or rows"));
    }
    let mut pieces = Vec::new();
    let mut events = Vec::new();
    let mut start = 0;
    for end in 1..=rows.len() {
        // A segment ends with the table or where a time is repeated.
        if end < rows.len() && rows[end][0] > rows[end - 1][0] {
            continue;
        }
        if end - start < 2 {
            return Err(error(name, end + 1, "a smooth segment needs two rows"));
        }
        segment(&rows[start..end], n, &mut pieces);
        if end < rows.len() {
            if rows[end][0] != rows[end - 1][0] {
                return Err(error(name, end + 2, "times decrease"));
            }
            events.push(event(&rows[end - 1], &rows[end], n, impacts.map_or("", |(c, _)| c)));
        }
        start = end;
    }
    if let Some((_, text)) = impacts {
        add_impulses(name, &mut events, &parse(name, text)?)?;
    }
    let t_end = rows[rows.len() - 1][0];
    let reference = Reference {
        name: name.to_owned(),
        q_names: header[1..=n].to_vec(),
        v_names: header[n + 1..=2 * n].to_vec(),
        lam_names: header[2 * n + 1..].to_vec(),
        t0: rows[0][0],
        t_end,
        trust_until: t_end,
        events,
        pieces,
    };
    reference.checked()
}

fn event(left: &[f64], right: &[f64], n: usize, contact: &str) -> Event {
    let v = |row: &[f64]| row[n + 1..=2 * n].to_vec();
    let (v_minus, v_plus) = (v(left), v(right));
    let kind = if v_minus == v_plus { "accumulation" } else { "impact" };
    Event {
        t: left[0],
        kind: kind.to_owned(),
        contact: contact.to_owned(),
        v_minus: Some(v_minus),
        v_plus: Some(v_plus),
        impulse: None,
    }
}

fn add_impulses(name: &str, events: &mut [Event], list: &Table) -> Result<(), ReferenceError> {
    let time = list.header.iter().position(|h| h == "t");
    let time = time.ok_or_else(|| error(name, 1, "no column t in the list of impacts"))?;
    for (i, event) in events.iter_mut().filter(|e| e.is_impact()).enumerate() {
        let row = list.rows.get(i).filter(|row| row[time] == event.t);
        let row = row.ok_or_else(|| error(name, i + 2, "no such impact in the trajectory"))?;
        let impulses = list.header.iter().zip(row).filter(|(h, _)| h.starts_with('P'));
        event.impulse = Some(impulses.map(|(_, &x)| x).collect());
    }
    Ok(())
}

/// One piece for each interval between neighbouring rows of a smooth segment.
fn segment(rows: &[Vec<f64>], n: usize, pieces: &mut Vec<Piece>) {
    for k in 0..rows.len() - 1 {
        let (t0, t1) = (rows[k][0], rows[k + 1][0]);
        let near = window(rows, k, HERMITE_ROWS);
        let (mut q, mut v) = (Vec::new(), Vec::new());
        for i in 1..=n {
            let p = Newton::new(near, t0, t1, i, Some(i + n));
            q.push(chebyshev(p.len(), |s| p.evaluate(s).0));
            v.push(chebyshev(p.len() - 1, |s| p.evaluate(s).1 / (t1 - t0)));
        }
        let near = window(rows, k, LAGRANGE_ROWS);
        let lam = (2 * n + 1..rows[k].len()).map(|i| {
            let p = Newton::new(near, t0, t1, i, None);
            chebyshev(p.len(), |s| p.evaluate(s).0)
        });
        let lam = lam.collect();
        pieces.push(Piece { t0, t1, mode: "table".to_owned(), q, v, lam });
    }
}

/// Up to `count` rows, as symmetric about the interval `k..k + 1` as the ends allow.
fn window(rows: &[Vec<f64>], k: usize, count: usize) -> &[Vec<f64>] {
    let count = count.min(rows.len());
    let start = (k + 1).saturating_sub(count / 2).min(rows.len() - count);
    &rows[start..start + count]
}

/// Interpolation polynomial in Newton's form in `s = (t - t0)/(t1 - t0)`.
struct Newton {
    nodes: Vec<f64>,
    coefficients: Vec<f64>,
}

impl Newton {
    /// Interpolates a column at the given rows and, where named, the column of its derivative.
    fn new(rows: &[Vec<f64>], t0: f64, t1: f64, column: usize, rate: Option<usize>) -> Self {
        let h = t1 - t0;
        let copies = if rate.is_some() { 2 } else { 1 };
        let mut nodes = Vec::new();
        let mut d = Vec::new();
        let mut slopes = Vec::new();
        for row in rows {
            for _ in 0..copies {
                nodes.push((row[0] - t0) / h);
                d.push(row[column]);
                slopes.push(rate.map_or(0.0, |i| row[i] * h));
            }
        }
        // Divided differences in place; a double node takes the slope.
        for order in 1..nodes.len() {
            for i in (order..nodes.len()).rev() {
                d[i] = if order < copies && nodes[i] == nodes[i - order] {
                    slopes[i]
                } else {
                    (d[i] - d[i - 1]) / (nodes[i] - nodes[i - order])
                };
            }
        }
        Newton { nodes, coefficients: d }
    }

    fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Value and derivative with respect to `s`.
    fn evaluate(&self, s: f64) -> (f64, f64) {
        let (mut p, mut dp) = (0.0, 0.0);
        for (z, c) in self.nodes.iter().zip(&self.coefficients).rev() {
            dp = dp * (s - z) + p;
            p = p * (s - z) + c;
        }
        (p, dp)
    }
}

/// Chebyshev coefficients of a polynomial with `m` coefficients, given on `s` in `[0, 1]`.
fn chebyshev(m: usize, f: impl Fn(f64) -> f64) -> Vec<f64> {
    let angle = |j: usize| PI * (j as f64 + 0.5) / m as f64;
    let values: Vec<f64> = (0..m).map(|j| f(0.5 * (1.0 + angle(j).cos()))).collect();
    let coefficient = |k: usize| {
        let sum: f64 = (0..m).map(|j| values[j] * (k as f64 * angle(j)).cos()).sum();
        sum * if k == 0 { 1.0 } else { 2.0 } / m as f64
    };
    (0..m).map(coefficient).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_of_degree_seven_are_exact() {
        // q = t^7, lam = t^3 on an uneven grid, with a jump of the velocity at t = 1.
        let mut text = String::from("t,q,v,lam\n");
        for t in [0.0f64, 0.3, 0.5, 0.8, 1.0] {
            text += &format!("{t},{},{},{}\n", t.powi(7), 7.0 * t.powi(6), t.powi(3));
        }
        text += "1,1,-2,0\n2,-1,-2,0\n";
        let r = read("test", &text, 1, None).unwrap();
        for t in [0.0, 0.1, 0.4, 0.77, 0.999_f64] {
            assert!((r.q_at(t).unwrap()[0] - t.powi(7)).abs() < 1e-14);
            assert!((r.v_at(t).unwrap()[0] - 7.0 * t.powi(6)).abs() < 1e-13);
            assert!((r.lam_at(t).unwrap()[0] - t.powi(3)).abs() < 1e-14);
        }
        assert!((r.q_at(1.25).unwrap()[0] - 0.5).abs() < 1e-15);
        assert_eq!(r.events.len(), 1);
        assert_eq!((r.events[0].t, r.events[0].kind.as_str()), (1.0, "impact"));
        assert_eq!(r.events[0].v_plus, Some(vec![-2.0]));
    }

    #[test]
    fn bad_tables_are_rejected() {
        let line = |text: &str| match read("test", text, 1, None) {
            Err(ReferenceError::Table { line, .. }) => line,
            other => panic!("{other:?}"),
        };
        assert_eq!(line("t,q,v\n0,1,2\n1,1\n"), 3);
        assert_eq!(line("t,q,v\n0,1,2\n1,x,1\n"), 3);
        assert_eq!(line("t,q,v\n0,1,2\n1,1,1\n0.5,1,1\n"), 4);
        assert_eq!(line("t,q\n0,1\n"), 1);
    }
}
