//! Inverses of the masses of bodies that nothing couples.

use crate::linalg::{Dense, Rows};

/// Inverses of the groups of M, what couples them left out.
pub(in crate::contact) fn invert_groups(M: &Rows, start: &[usize]) -> Vec<Vec<f64>> {
    let (mut lu, mut work) = (Dense::default(), Vec::new());
    let mut inverses = Vec::with_capacity(start.len());
    for s in start.windows(2) {
        let n = s[1] - s[0];
        let scale: f64 = (s[0]..s[1]).map(|i| M.get(i, i).abs()).fold(f64::MIN_POSITIVE, f64::max);
        lu.reset(n);
        for i in 0..n {
            for (j, v) in M.row(s[0] + i).filter(|e| s[0] <= e.0 && e.0 < s[1]) {
                lu.add(i, j - s[0], v / scale);
            }
        }
        // rows of order one: inertias may be far smaller than masses
        let rows: Vec<f64> = (0..n)
            .map(|i| lu.a[i * n..(i + 1) * n].iter().fold(f64::MIN_POSITIVE, |a, v| a.max(v.abs())))
            .collect();
        for i in 0..n {
            lu.a[i * n..(i + 1) * n].iter_mut().for_each(|v| *v /= rows[i]);
        }
        lu.factor();
        let mut inverse = vec![0.0; n * n];
        for j in 0..n {
            let mut column = vec![0.0; n];
            column[j] = 1.0 / (rows[j] * scale);
            lu.solve(&mut column, &mut work);
            (0..n).for_each(|i| inverse[i * n + j] = column[i]);
        }
        inverses.push(inverse);
    }
    inverses
}
