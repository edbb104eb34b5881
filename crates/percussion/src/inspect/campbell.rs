//! Modes along a parameter, and the values at which a frequency equals the parameter.

use super::modes::Mode;

/// A Campbell table: the modes at each value of a parameter, mostly an angular velocity.
#[derive(Clone, Debug, Default)]
pub struct Campbell {
    /// Values of the parameter.
    pub values: Vec<f64>,
    /// Modes at each value, by increasing |λ|.
    pub modes: Vec<Vec<Mode>>,
    /// Critical speeds: values of the parameter that equal a frequency, increasing. There an unbalance,
    /// which turns with the parameter, excites a mode.
    pub critical: Vec<f64>,
}

/// Frequencies in increasing order.
fn sorted(modes: &[Mode]) -> Vec<f64> {
    let mut w: Vec<f64> = modes.iter().map(|m| m.im).filter(|w| *w > 0.0).collect();
    w.sort_by(f64::total_cmp);
    w
}

impl Campbell {
    /// Looks at each of `values`, which increase; `modes_at` gives the modes at a value.
    ///
    /// # Errors
    /// The first error of `modes_at`.
    pub fn new<E>(
        values: &[f64],
        mut modes_at: impl FnMut(f64) -> Result<Vec<Mode>, E>,
    ) -> Result<Self, E> {
        let mut out = Campbell { values: values.to_vec(), ..Campbell::default() };
        for &v in values {
            out.modes.push(modes_at(v)?);
        }
        for k in 1..values.len() {
            let (a, b) = (sorted(&out.modes[k - 1]), sorted(&out.modes[k]));
            for branch in 0..a.len().min(b.len()) {
                let ends = [(values[k - 1], a[branch]), (values[k], b[branch])];
                let f = ends.map(|(p, w)| w - p.abs());
                if f[0] == 0.0 || f[0] * f[1] < 0.0 {
                    let at = |p: f64| Ok(sorted(&modes_at(p)?).get(branch).map(|w| w - p.abs()));
                    if let Some(p) = root([ends[0].0, ends[1].0], f, at)? {
                        out.critical.push(p);
                    }
                }
            }
        }
        out.critical.sort_by(f64::total_cmp);
        Ok(out)
    }
}

/// A root between two points of different sign, by the Illinois method.
fn root<E>(
    mut x: [f64; 2],
    mut f: [f64; 2],
    mut at: impl FnMut(f64) -> Result<Option<f64>, E>,
) -> Result<Option<f64>, E> {
    let mut side = 2;
    for _ in 0..60 {
        if f[0] == 0.0 || (x[1] - x[0]).abs() <= 1e-12 * x[1].abs().max(x[0].abs()) {
            return Ok(Some(x[0]));
        }
        let m = x[0] - f[0] * (x[1] - x[0]) / (f[1] - f[0]);
        let Some(y) = at(m)? else { return Ok(None) };
        if y.abs() <= 1e-11 * m.abs() {
            return Ok(Some(m));
        }
        let replaced = usize::from(y * f[0] < 0.0);
        (x[replaced], f[replaced]) = (m, y);
        if side == replaced {
            f[1 - replaced] *= 0.5;
        }
        side = replaced;
    }
    Ok(Some(0.5 * (x[0] + x[1])))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ω = 3 + p/2 meets ω = p at 6; ω = 10 - p/4 at 8.
    #[test]
    fn critical_speeds_are_where_branches_meet_the_parameter() {
        let at = |p: f64| -> Result<Vec<Mode>, ()> {
            let mode = |im: f64| Mode { re: 0.0, im, shape: Vec::new() };
            Ok(vec![mode(3.0 + 0.5 * p), mode(10.0 - 0.25 * p)])
        };
        let c = Campbell::new(&[0.0, 5.0, 7.0, 9.0], at).unwrap();
        assert_eq!(c.critical.len(), 2, "{:?}", c.critical);
        assert!((c.critical[0] - 6.0).abs() < 1e-9 && (c.critical[1] - 8.0).abs() < 1e-9);
    }
}
