use crate::memory::remember;

/// Dense LU with partial pivoting and scaling, for small systems that may be singular but
/// consistent: where no pivot is left, the unknown is set to zero and its column reported.
#[derive(Clone, Debug, Default)]
pub struct Dense {
    /// Order of the system.
    pub n: usize,
    /// Row-major matrix; destroyed by the factorisation.
    pub a: Vec<f64>,
    perm: Vec<usize>,
    skipped: Vec<usize>,
}
remember!(Dense { n, a, perm, skipped });

/// Pivots below this, in a matrix scaled to entries of order one, count as zero.
const SINGULAR: f64 = 1e-11;

impl Dense {
    /// Room for systems up to order `n`.
    pub fn with_capacity(n: usize) -> Self {
        Dense {
            n: 0,
            a: Vec::with_capacity(n * n),
            perm: Vec::with_capacity(n),
            skipped: Vec::with_capacity(n),
        }
    }

    /// A zero matrix of order `n`.
    pub fn reset(&mut self, n: usize) {
        self.n = n;
        self.a.clear();
        self.a.resize(n * n, 0.0);
    }

    /// Adds to an entry.
    #[inline]
    pub fn add(&mut self, i: usize, j: usize, v: f64) {
        self.a[i * self.n + j] += v;
    }

    /// Factorise in place; returns the columns without a pivot.
    pub fn factor(&mut self) -> &[usize] {
        let n = self.n;
        self.perm.clear();
        self.perm.extend(0..n);
        self.skipped.clear();
        let mut row = 0;
        // Column k is eliminated with the best of the rows not used yet; U is stored by column
        // position, so skipped columns leave their row for the next one.
        for k in 0..n {
            let (mut best, mut at) = (0.0, row);
            for i in row..n {
                let v = self.a[i * n + k].abs();
                if v > best {
                    (best, at) = (v, i);
                }
            }
            if best.is_nan() || best <= SINGULAR {
                self.skipped.push(k);
                continue;
            }
            if at != row {
                for j in 0..n {
                    self.a.swap(at * n + j, row * n + j);
                }
                self.perm.swap(at, row);
            }
            let (top, bottom) = self.a.split_at_mut((row + 1) * n);
            let pivot_row = &top[row * n..];
            let inv = 1.0 / pivot_row[k];
            for r in bottom.chunks_exact_mut(n) {
                let f = r[k] * inv;
                r[k] = f;
                if f != 0.0 {
                    for (x, p) in r[k + 1..].iter_mut().zip(&pivot_row[k + 1..n]) {
                        *x -= f * p;
                    }
                }
            }
            row += 1;
        }
        &self.skipped
    }

    /// Solve with the factors; `b` is overwritten by the solution, `work` is scratch.
    pub fn solve(&self, b: &mut [f64], work: &mut Vec<f64>) {
        let n = self.n;
        work.clear();
        work.extend(self.perm.iter().map(|&p| b[p]));
        let mut row = 0;
        let mut skip = self.skipped.iter().peekable();
        // forward
        for k in 0..n {
            if skip.peek() == Some(&&k) {
                skip.next();
                continue;
            }
            let v = work[row];
            if v != 0.0 {
                for i in row + 1..n {
                    work[i] -= self.a[i * n + k] * v;
                }
            }
            row += 1;
        }
        // backward, skipped unknowns stay zero
        let mut skip = self.skipped.iter().rev().peekable();
        for k in (0..n).rev() {
            if skip.peek() == Some(&&k) {
                skip.next();
                b[k] = 0.0;
                continue;
            }
            row -= 1;
            let r = &self.a[row * n..(row + 1) * n];
            let s: f64 = r[k + 1..].iter().zip(&b[k + 1..n]).map(|(a, x)| a * x).sum();
            b[k] = (work[row] - s) / r[k];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(n: usize, v: &[f64]) -> Dense {
        let mut d = Dense::default();
        d.reset(n);
        d.a.copy_from_slice(v);
        d
    }

    #[test]
    fn solves_with_pivoting() {
        let mut d = filled(3, &[0.0, 2.0, 1.0, 1.0, 1.0, 0.0, 3.0, 0.0, 1.0]);
        assert!(d.factor().is_empty());
        let mut b = vec![7.0, 3.0, 6.0];
        d.solve(&mut b, &mut Vec::new());
        // x = (1, 2, 3): 0+4+3, 1+2, 3+3
        for (x, e) in b.iter().zip([1.0, 2.0, 3.0]) {
            assert!((x - e).abs() < 1e-14, "{x} {e}");
        }
    }

    #[test]
    fn singular_but_consistent() {
        // the last two rows are the same: a doubled constraint
        let mut d = filled(
            4,
            &[1.0, 0.0, -1.0, -1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
        );
        assert_eq!(d.factor(), &[3]);
        let mut b = vec![0.0, 5.0, 2.0, 2.0];
        d.solve(&mut b, &mut Vec::new());
        assert_eq!(b, vec![2.0, 5.0, 2.0, 0.0]);
    }
}
