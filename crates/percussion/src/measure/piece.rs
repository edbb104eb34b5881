//! One smooth piece of a reference solution.
//!
//! On a piece `[t0, t1]` every component is
//!
//! ```text
//! f(t) = sum_k c_k T_k(x),   x = (2 t - t0 - t1)/(t1 - t0),
//! ```
//!
//! with the first coefficient not halved, evaluated by Clenshaw's recurrence.

use serde::Deserialize;

/// A time interval on which the solution is smooth, with one row of Chebyshev coefficients for each
/// component.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Piece {
    /// Start of the interval.
    pub t0: f64,
    /// End of the interval.
    pub t1: f64,
    /// State of the contacts on it, in words.
    pub mode: String,
    /// Coordinates.
    pub q: Vec<Vec<f64>>,
    /// Velocities.
    pub v: Vec<Vec<f64>>,
    /// Contact forces and multipliers; empty where the reference gives none.
    pub lam: Vec<Vec<f64>>,
}

/// One scalar component of a reference solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Component {
    /// A coordinate, by index.
    Q(usize),
    /// A velocity, by index.
    V(usize),
    /// A contact force or multiplier, by index.
    Lam(usize),
}

impl Component {
    /// The coefficients of this component on a piece; `None` when the index is out of range.
    pub(super) fn row(self, piece: &Piece) -> Option<&[f64]> {
        let row = match self {
            Component::Q(i) => piece.q.get(i),
            Component::V(i) => piece.v.get(i),
            Component::Lam(i) => piece.lam.get(i),
        };
        row.map(Vec::as_slice)
    }
}

impl Piece {
    /// Maps `[t0, t1]` to `[-1, 1]`.
    pub(super) fn local(&self, t: f64) -> f64 {
        (((t - self.t0) - (self.t1 - t)) / (self.t1 - self.t0)).clamp(-1.0, 1.0)
    }
}

/// Clenshaw's recurrence for `sum_k c_k T_k(x)`.
pub(super) fn clenshaw(c: &[f64], x: f64) -> f64 {
    let Some((&first, rest)) = c.split_first() else {
        return 0.0;
    };
    let (mut b1, mut b2) = (0.0, 0.0);
    for &ck in rest.iter().rev() {
        (b1, b2) = (ck + 2.0 * x * b1 - b2, b1);
    }
    first + x * b1 - b2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clenshaw_sums_the_series() {
        // T0 - 2 T1 + 3 T2 + 4 T3 at x = 0.3 with T2 = 2x^2 - 1, T3 = 4x^3 - 3x.
        let (x, c) = (0.3, [1.0, -2.0, 3.0, 4.0]);
        let expected =
            1.0 - 2.0 * x + 3.0 * (2.0 * x * x - 1.0) + 4.0 * (4.0 * x * x * x - 3.0 * x);
        assert!((clenshaw(&c, x) - expected).abs() < 1e-15);
        assert_eq!(clenshaw(&[7.0], 0.9), 7.0);
    }
}
