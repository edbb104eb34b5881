use crate::number::Num;

/// How the points of a table are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Straight lines.
    Linear,
    /// Natural cubic spline: twice continuously differentiable.
    Cubic,
}

/// A function given by points; constant beyond the ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Second derivatives of the spline; empty for straight lines.
    d2: Vec<f64>,
}

impl Table {
    /// A table from abscissae, which must increase, and ordinates.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn new(x: Vec<f64>, y: Vec<f64>, how: Interpolation) -> Result<Self, String> {
        if x.len() != y.len() {
            return Err(format!("x has {} numbers, y has {}", x.len(), y.len()));
        }
        if x.len() < 2 {
            return Err("a table needs at least two points".into());
        }
        if x.iter().chain(&y).any(|v| !v.is_finite()) {
            return Err("all numbers of a table must be finite".into());
        }
        if let Some(k) = (1..x.len()).find(|&k| x[k] <= x[k - 1]) {
            return Err(format!("x must increase, but {} follows {}", x[k], x[k - 1]));
        }
        let d2 = match how {
            Interpolation::Linear => Vec::new(),
            Interpolation::Cubic => spline(&x, &y),
        };
        Ok(Table { x, y, d2 })
    }

    /// Abscissae, ordinates, and how the points are joined.
    pub fn data(&self) -> (&[f64], &[f64], Interpolation) {
        let how = match self.d2.is_empty() {
            true => Interpolation::Linear,
            false => Interpolation::Cubic,
        };
        (&self.x, &self.y, how)
    }

    /// The value at `s`.
    pub fn value<D: Num>(&self, s: D) -> D {
        let (x, y) = (&self.x, &self.y);
        let n = x.len();
        let at = s.re();
        if at <= x[0] {
            return D::from(y[0]);
        }
        if at >= x[n - 1] {
            return D::from(y[n - 1]);
        }
        // NaN lands in the first interval and stays NaN
        let k = x.partition_point(|&v| v <= at).clamp(1, n - 1);
        let h = x[k] - x[k - 1];
        let b = (s - x[k - 1]) / h;
        let a = -(s - x[k]) / h;
        let line = a * y[k - 1] + b * y[k];
        if self.d2.is_empty() {
            return line;
        }
        let bend = (a * a * a - a) * self.d2[k - 1] + (b * b * b - b) * self.d2[k];
        line + bend * (h * h / 6.0)
    }
}

/// Second derivatives of the natural spline, by elimination in the tridiagonal system.
fn spline(x: &[f64], y: &[f64]) -> Vec<f64> {
    let n = x.len();
    let (mut d2, mut u) = (vec![0.0; n], vec![0.0; n]);
    for k in 1..n - 1 {
        let s = (x[k] - x[k - 1]) / (x[k + 1] - x[k - 1]);
        let p = s * d2[k - 1] + 2.0;
        d2[k] = (s - 1.0) / p;
        let jump = (y[k + 1] - y[k]) / (x[k + 1] - x[k]) - (y[k] - y[k - 1]) / (x[k] - x[k - 1]);
        u[k] = (6.0 * jump / (x[k + 1] - x[k - 1]) - s * u[k - 1]) / p;
    }
    for k in (0..n - 1).rev() {
        d2[k] = d2[k] * d2[k + 1] + u[k];
    }
    d2
}
