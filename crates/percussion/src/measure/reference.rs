//! Reference solutions as piecewise Chebyshev series.
//!
//! The pieces are contiguous and velocities jump only between two of them. The data and their
//! origin are described in `data/reference/README.md`.

use super::piece::{clenshaw, Component, Piece};
use serde::Deserialize;

/// Why an embedded reference could not be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ReferenceError {
    /// The text is not the expected JSON.
    #[error("reference {name}: {message}")]
    Json {
        /// Name of the reference.
        name: String,
        /// What the JSON parser reported.
        message: String,
    },
    /// A table has a wrong number of columns, a wrong order of rows or an unreadable number.
    #[error("reference {name}, line {line}: {message}")]
    Table {
        /// Name of the reference.
        name: String,
        /// Line of the text, starting with 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The pieces do not form a partition of the time interval, or a row is missing or empty.
    #[error("reference {name}, piece {piece}: {message}")]
    Pieces {
        /// Name of the reference.
        name: String,
        /// Index of the piece.
        piece: usize,
        /// What is wrong with it.
        message: String,
    },
}

/// An event of a reference solution: an impact, a transition or an accumulation of impacts.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Event {
    /// Time of the event.
    pub t: f64,
    /// What happens: `impact`, `accumulation`, `slip->stick`, `stick->slip`, ...
    pub kind: String,
    /// The contact at which it happens.
    pub contact: String,
    /// Velocities before the event, where they exist.
    pub v_minus: Option<Vec<f64>>,
    /// Velocities after the event, where they exist.
    pub v_plus: Option<Vec<f64>>,
    /// Contact impulses of an impact.
    pub impulse: Option<Vec<f64>>,
}

impl Event {
    /// Whether the velocities jump here: an impact.
    pub fn is_impact(&self) -> bool {
        self.kind == "impact"
    }

    /// Whether infinitely many impacts accumulate here.
    pub fn is_accumulation(&self) -> bool {
        self.kind == "accumulation"
    }
}

/// A reference solution that can be evaluated at any time of `[t0, t_end]`.
///
/// Outside this interval the evaluations return `None`. Times beyond an end by no more than 1e-12
/// of its length (rounding of an accumulated step size) count as that end. They also return `None`
/// when `out` has a length other than the number of components.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Reference {
    /// Name of the problem.
    #[serde(rename = "problem")]
    pub name: String,
    /// Names of the coordinates.
    pub q_names: Vec<String>,
    /// Names of the velocities.
    pub v_names: Vec<String>,
    /// Names of the contact forces and multipliers; may be empty.
    pub lam_names: Vec<String>,
    /// Start time.
    pub t0: f64,
    /// End time.
    pub t_end: f64,
    /// Time until which the solution is unique and accurate.
    pub trust_until: f64,
    /// Events in order of time.
    pub events: Vec<Event>,
    /// Smooth pieces, contiguous and in order of time.
    pub pieces: Vec<Piece>,
}

/// Which limit is taken at a time between two pieces.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

impl Reference {
    /// Reads a reference from its JSON text (format: `data/reference/README.md`) and checks it.
    pub fn from_json(name: &str, text: &str) -> Result<Self, ReferenceError> {
        let parsed: Self = serde_json::from_str(text)
            .map_err(|e| ReferenceError::Json { name: name.to_owned(), message: e.to_string() })?;
        parsed.checked()
    }

    /// Checks that the pieces partition `[t0, t_end]` and have all their rows.
    pub(super) fn checked(self) -> Result<Self, ReferenceError> {
        let fail = |piece, message: &str| {
            Err(ReferenceError::Pieces { name: self.name.clone(), piece, message: message.into() })
        };
        let mut t = self.t0;
        for (i, p) in self.pieces.iter().enumerate() {
            if p.t0 != t {
                return fail(i, "does not start where the previous piece ends");
            }
            if p.t1.partial_cmp(&p.t0) != Some(std::cmp::Ordering::Greater) {
                return fail(i, "has no length");
            }
            let counts = [p.q.len(), p.v.len(), p.lam.len()];
            if counts != [self.q_names.len(), self.v_names.len(), self.lam_names.len()] {
                return fail(i, "has a wrong number of rows");
            }
            if p.q.iter().chain(&p.v).chain(&p.lam).any(Vec::is_empty) {
                return fail(i, "has an empty row");
            }
            t = p.t1;
        }
        if t != self.t_end || self.pieces.is_empty() {
            return fail(self.pieces.len(), "the last piece does not end at t_end");
        }
        Ok(self)
    }

    /// Coordinates at time `t`.
    pub fn q(&self, t: f64, out: &mut [f64]) -> Option<()> {
        self.evaluate(t, Side::Right, |p| &p.q, out)
    }

    /// Velocities at time `t`; the right limit at a jump.
    pub fn v(&self, t: f64, out: &mut [f64]) -> Option<()> {
        self.evaluate(t, Side::Right, |p| &p.v, out)
    }

    /// Velocities at time `t`; the left limit at a jump.
    pub fn v_left(&self, t: f64, out: &mut [f64]) -> Option<()> {
        self.evaluate(t, Side::Left, |p| &p.v, out)
    }

    /// Contact forces and multipliers at time `t`; the right limit at an event. `None` when the
    /// reference gives no forces.
    pub fn lam(&self, t: f64, out: &mut [f64]) -> Option<()> {
        if self.lam_names.is_empty() {
            return None;
        }
        self.evaluate(t, Side::Right, |p| &p.lam, out)
    }

    /// As [`Reference::q`], in a new vector.
    pub fn q_at(&self, t: f64) -> Option<Vec<f64>> {
        let mut out = vec![0.0; self.q_names.len()];
        self.q(t, &mut out).map(|()| out)
    }

    /// As [`Reference::v`], in a new vector.
    pub fn v_at(&self, t: f64) -> Option<Vec<f64>> {
        let mut out = vec![0.0; self.v_names.len()];
        self.v(t, &mut out).map(|()| out)
    }

    /// As [`Reference::lam`], in a new vector.
    pub fn lam_at(&self, t: f64) -> Option<Vec<f64>> {
        let mut out = vec![0.0; self.lam_names.len()];
        self.lam(t, &mut out).map(|()| out)
    }

    /// One component at time `t`; the right limit at a jump. `None` also when its index is out of
    /// range.
    pub fn component(&self, component: Component, t: f64) -> Option<f64> {
        let (piece, x) = self.locate(t, Side::Right)?;
        component.row(piece).map(|row| clenshaw(row, x))
    }

    /// Points `(t, value)` of one component, `per_piece + 1` (at least two) on each piece up to
    /// `t_max`. A time between two pieces appears twice, with the left and the right limit: joined
    /// by straight lines the points give the filled-in graph. `None` when the index is out of
    /// range.
    pub fn polyline(
        &self,
        component: Component,
        per_piece: usize,
        t_max: f64,
    ) -> Option<Vec<(f64, f64)>> {
        let n = per_piece.max(1);
        let mut points = Vec::new();
        for p in self.pieces.iter().take_while(|p| p.t0 < t_max) {
            let row = component.row(p)?;
            let end = p.t1.min(t_max);
            for k in 0..=n {
                let t = if k == n { end } else { p.t0 + (end - p.t0) * k as f64 / n as f64 };
                points.push((t, clenshaw(row, p.local(t))));
            }
        }
        Some(points)
    }

    /// Times of the impacts and accumulations, where the velocities are not smooth.
    pub fn jump_times(&self) -> Vec<f64> {
        let jumps = self.events.iter().filter(|e| e.is_impact() || e.is_accumulation());
        jumps.map(|e| e.t).collect()
    }

    /// The inner ends of the pieces. They contain all times at which the solution is not smooth and
    /// are what the quadrature of the error norms should respect.
    pub fn breakpoints(&self) -> Vec<f64> {
        self.pieces.iter().skip(1).map(|p| p.t0).collect()
    }

    fn evaluate<'a>(
        &'a self,
        t: f64,
        side: Side,
        block: impl Fn(&'a Piece) -> &'a [Vec<f64>],
        out: &mut [f64],
    ) -> Option<()> {
        let (piece, x) = self.locate(t, side)?;
        let rows = block(piece);
        if rows.len() != out.len() {
            return None;
        }
        for (value, row) in out.iter_mut().zip(rows) {
            *value = clenshaw(row, x);
        }
        Some(())
    }

    /// The piece that contains `t` and the local coordinate there.
    fn locate(&self, t: f64, side: Side) -> Option<(&Piece, f64)> {
        let slack = 1e-12 * (self.t_end - self.t0);
        if !(self.t0 - slack..=self.t_end + slack).contains(&t) {
            return None;
        }
        let t = t.clamp(self.t0, self.t_end);
        let after = match side {
            Side::Right => self.pieces.partition_point(|p| p.t0 <= t),
            Side::Left => self.pieces.partition_point(|p| p.t0 < t),
        };
        let piece = self.pieces.get(after.saturating_sub(1))?;
        Some((piece, piece.local(t)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(t0: f64, t1: f64, q: &[f64], v: &[f64]) -> Piece {
        let (q, v) = (vec![q.to_vec()], vec![v.to_vec()]);
        Piece { t0, t1, mode: String::new(), q, v, lam: Vec::new() }
    }

    /// q = t on [0, 2], then q = 4 - t on [2, 4].
    fn tent() -> Reference {
        Reference {
            name: "tent".into(),
            q_names: vec!["q".into()],
            v_names: vec!["v".into()],
            lam_names: Vec::new(),
            t0: 0.0,
            t_end: 4.0,
            trust_until: 4.0,
            events: Vec::new(),
            pieces: vec![
                piece(0.0, 2.0, &[1.0, 1.0], &[1.0]),
                piece(2.0, 4.0, &[1.0, -1.0], &[-1.0]),
            ],
        }
    }

    #[test]
    fn limits_at_a_jump_and_ends() {
        let r = tent().checked().unwrap();
        assert_eq!(r.v_at(2.0), Some(vec![-1.0]));
        let mut v = [0.0];
        r.v_left(2.0, &mut v).unwrap();
        assert_eq!(v, [1.0]);
        r.v_left(0.0, &mut v).unwrap();
        assert_eq!(v, [1.0]);
        assert_eq!(r.q_at(1.5), Some(vec![1.5]));
        assert_eq!(r.q_at(4.0 + 1e-13), Some(vec![0.0]));
        assert_eq!(r.q_at(4.1), None);
        assert_eq!(r.q_at(-0.1), None);
        assert_eq!(r.q_at(f64::NAN), None);
        assert_eq!(r.q(1.0, &mut [0.0, 0.0]), None);
        assert_eq!(r.lam_at(1.0), None);
        assert_eq!(r.component(Component::V(1), 1.0), None);
        assert_eq!(r.breakpoints(), [2.0]);
    }

    #[test]
    fn polyline_repeats_the_time_of_a_jump() {
        let r = tent();
        let v = r.polyline(Component::V(0), 1, 3.0).unwrap();
        assert_eq!(v, [(0.0, 1.0), (2.0, 1.0), (2.0, -1.0), (3.0, -1.0)]);
        assert_eq!(r.polyline(Component::Lam(0), 1, 3.0), None);
    }

    #[test]
    fn gaps_and_missing_rows_are_rejected() {
        let mut r = tent();
        r.pieces[1].t0 = 2.5;
        assert!(matches!(r.checked(), Err(ReferenceError::Pieces { piece: 1, .. })));
        let mut r = tent();
        r.pieces[0].q.clear();
        assert!(matches!(r.checked(), Err(ReferenceError::Pieces { piece: 0, .. })));
        let mut r = tent();
        r.pieces[1].t1 = f64::NAN;
        assert!(r.checked().is_err());
        assert!(matches!(Reference::from_json("x", "{"), Err(ReferenceError::Json { .. })));
    }
}
