//! Matrices of one item: at most four rows.

/// A matrix of one item.
pub(in crate::contact) type Small = [[f64; 4]; 4];

/// A matrix of one item as LU with pivoting.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::contact) struct SmallLu {
    lu: Small,
    swapped: [u8; 4],
}

impl SmallLu {
    /// Factors of the first n rows and columns.
    pub fn new(A: &Small, n: usize) -> Self {
        let mut f = SmallLu { lu: *A, swapped: [0; 4] };
        let A = &mut f.lu;
        for c in 0..n {
            let at = (c..n).fold(c, |a, r| if A[r][c].abs() > A[a][c].abs() { r } else { a });
            f.swapped[c] = at as u8;
            A.swap(c, at);
            let inverse = 1.0 / A[c][c];
            for r in c + 1..n {
                let m = A[r][c] * inverse;
                A[r][c] = m;
                if m != 0.0 {
                    (c + 1..n).for_each(|j| A[r][j] -= m * A[c][j]);
                }
            }
            A[c][c] = inverse;
        }
        f
    }

    /// A x = b in place.
    #[inline]
    pub fn solve(&self, b: &mut [f64; 4], n: usize) {
        for c in 0..n {
            b.swap(c, self.swapped[c] as usize);
        }
        for c in 1..n {
            b[c] -= (0..c).map(|j| self.lu[c][j] * b[j]).sum::<f64>();
        }
        for c in (0..n).rev() {
            let sum: f64 = (c + 1..n).map(|j| self.lu[c][j] * b[j]).sum();
            b[c] = (b[c] - sum) * self.lu[c][c];
        }
    }

    /// A⁻¹ P.
    pub fn divide(&self, P: &Small, n: usize) -> Small {
        let mut C = Small::default();
        for j in 0..n {
            let mut column: [f64; 4] = std::array::from_fn(|i| P[i][j]);
            self.solve(&mut column, n);
            (0..n).for_each(|i| C[i][j] = column[i]);
        }
        C
    }
}

/// Solve A x = b in place, with pivoting.
pub(in crate::contact) fn solve_small(A: &Small, b: &mut [f64; 4], n: usize) {
    SmallLu::new(A, n).solve(b, n);
}
