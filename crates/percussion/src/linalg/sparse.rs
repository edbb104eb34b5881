//! Sparse LU with a structurally symmetric pattern in a given order, no pivoting.

use crate::memory::{remember, Memory, Remember};
use nalgebra::{Complex, Matrix3};
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// Entries of a matrix: real or complex numbers, or blocks of three rows and columns.
pub trait Entry:
    Copy
    + Default
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + AddAssign
    + SubAssign
{
    /// Absolute value.
    fn size(self) -> f64;
    /// 1/x.
    fn inverse(self) -> Self;
}

impl Entry for f64 {
    fn size(self) -> f64 {
        self.abs()
    }
    fn inverse(self) -> Self {
        1.0 / self
    }
}

impl Entry for Complex<f64> {
    fn size(self) -> f64 {
        self.norm()
    }
    fn inverse(self) -> Self {
        self.inv()
    }
}

impl Entry for Matrix3<f64> {
    fn size(self) -> f64 {
        // the largest entry; not a number where one is none
        self.iter().fold(0.0, |m, v| if v.abs() <= m { m } else { v.abs() })
    }
    fn inverse(self) -> Self {
        self.try_inverse().unwrap_or_default()
    }
}

/// Pattern of the factors.
#[derive(Clone, Debug, Default)]
pub struct Symbolic {
    /// Order.
    pub n: usize,
    l_ptr: Vec<u32>,
    l_idx: Vec<u32>,
    u_ptr: Vec<u32>,
    u_idx: Vec<u32>,
}
remember!(Symbolic { n, l_ptr, l_idx, u_ptr, u_idx });

/// Values of the factors.
#[derive(Clone, Debug, Default)]
pub struct Numeric<T = f64> {
    l: Vec<T>,
    u: Vec<T>,
    d_inv: Vec<T>,
    x: Vec<T>,
    /// Positions without a pivot.
    pub skipped: Vec<usize>,
    /// What stood there instead.
    small: Vec<T>,
}

impl<T: Remember + Default + Clone> Remember for Numeric<T> {
    fn remember(&mut self, m: &mut Memory) {
        let Numeric { l, u, d_inv, x, skipped, small } = self;
        m.field("factors");
        [l, u, d_inv, x, small].into_iter().for_each(|v| v.remember(m));
        skipped.remember(m);
    }
}

impl Numeric<f64> {
    /// The pivot at position i, also where it was too small to be used.
    pub fn pivot(&self, i: usize) -> f64 {
        match self.skipped.iter().position(|&k| k == i) {
            Some(k) => self.small[k],
            None => 1.0 / self.d_inv[i],
        }
    }
}

impl Symbolic {
    /// The fill of the entries given (either triangle; the diagonal is implied).
    pub fn new(n: usize, entries: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut upper: Vec<Vec<u32>> = vec![Vec::new(); n];
        for (i, j) in entries {
            if i != j {
                upper[i.min(j)].push(i.max(j) as u32);
            }
        }
        // row k of U receives the patterns of its children: the rows that touch k first
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); n];
        let mut seen = vec![u32::MAX; n];
        for k in 0..n {
            let mut row = std::mem::take(&mut upper[k]);
            row.retain(|&j| std::mem::replace(&mut seen[j as usize], k as u32) != k as u32);
            for child in std::mem::take(&mut children[k]) {
                // the first entry of a child is k
                let passed = upper[child as usize].iter().skip(1);
                row.extend(
                    passed.filter(|&&j| {
                        std::mem::replace(&mut seen[j as usize], k as u32) != k as u32
                    }),
                );
            }
            row.sort_unstable();
            if let Some(&parent) = row.first() {
                children[parent as usize].push(k as u32);
            }
            upper[k] = row;
        }
        let (mut u_ptr, mut l_ptr) = (vec![0_u32; n + 1], vec![0_u32; n + 1]);
        for (k, row) in upper.iter().enumerate() {
            u_ptr[k + 1] = u_ptr[k] + row.len() as u32;
            row.iter().for_each(|&i| l_ptr[i as usize + 1] += 1);
        }
        (0..n).for_each(|k| l_ptr[k + 1] += l_ptr[k]);
        let u_idx: Vec<u32> = upper.iter().flatten().copied().collect();
        let mut l_idx = vec![0; u_idx.len()];
        let mut at = l_ptr.clone();
        for (k, row) in upper.iter().enumerate() {
            for &i in row {
                l_idx[at[i as usize] as usize] = k as u32;
                at[i as usize] += 1;
            }
        }
        Symbolic { n, l_ptr, l_idx, u_ptr, u_idx }
    }

    /// Number of entries of the factors.
    pub fn fill(&self) -> usize {
        self.n + self.l_idx.len() + self.u_idx.len()
    }

    /// Room for the values.
    pub fn numeric<T: Entry>(&self) -> Numeric<T> {
        let zeros = |n: usize| vec![T::default(); n];
        Numeric {
            l: zeros(self.l_idx.len()),
            u: zeros(self.u_idx.len()),
            d_inv: zeros(self.n),
            x: zeros(self.n),
            skipped: Vec::with_capacity(self.n),
            small: Vec::with_capacity(self.n),
        }
    }

    /// Factorise. `row(i)` yields the entries (column, value) of row i; a pivot below `floor[i]`
    /// is skipped: its unknown will be zero.
    pub fn factor<'a, T, I>(&self, f: &mut Numeric<T>, row: impl Fn(usize) -> I, floor: &[f64])
    where
        T: Entry,
        I: Iterator<Item = (usize, T)> + 'a,
    {
        let zero = T::default();
        f.skipped.clear();
        f.small.clear();
        for i in 0..self.n {
            for (j, v) in row(i) {
                f.x[j] += v;
            }
            for p in range(&self.l_ptr, i) {
                let k = self.l_idx[p] as usize;
                let m = f.x[k] * f.d_inv[k];
                f.x[k] = zero;
                f.l[p] = m;
                if m != zero {
                    let r = range(&self.u_ptr, k);
                    for (&j, &v) in self.u_idx[r.clone()].iter().zip(&f.u[r]) {
                        f.x[j as usize] -= m * v;
                    }
                }
            }
            let d = f.x[i];
            f.x[i] = zero;
            // written so that NaN counts as no pivot
            let regular = d.size() > floor[i];
            if !regular {
                f.skipped.push(i);
                f.small.push(d);
            }
            f.d_inv[i] = if regular { d.inverse() } else { zero };
            for p in range(&self.u_ptr, i) {
                let j = self.u_idx[p] as usize;
                f.u[p] = f.x[j];
                f.x[j] = zero;
            }
        }
    }

    /// Solve in place. The value of the neighbour, for which a banded matrix waits, stays in a
    /// register.
    pub fn solve<T, V>(&self, f: &Numeric<T>, b: &mut [V])
    where
        T: Entry + Mul<V, Output = V>,
        V: Copy + Default + Sub<Output = V> + AddAssign,
    {
        let b = &mut b[..self.n];
        let mut near = V::default();
        for i in 0..self.n {
            let r = range(&self.l_ptr, i);
            let mut sum = V::default();
            if let Some((&last, rest)) = self.l_idx[r.clone()].split_last() {
                let l = &f.l[r];
                for (&k, &l) in rest.iter().zip(l) {
                    sum += l * b[k as usize];
                }
                let k = last as usize;
                sum += l[rest.len()] * if k + 1 == i { near } else { b[k] };
            }
            near = b[i] - sum;
            b[i] = near;
        }
        for i in (0..self.n).rev() {
            let r = range(&self.u_ptr, i);
            let mut sum = V::default();
            if let Some((&first, rest)) = self.u_idx[r.clone()].split_first() {
                let u = &f.u[r];
                let j = first as usize;
                sum += u[0] * if j == i + 1 { near } else { b[j] };
                for (&j, &u) in rest.iter().zip(&u[1..]) {
                    sum += u * b[j as usize];
                }
            }
            near = f.d_inv[i] * (b[i] - sum);
            b[i] = near;
        }
    }
}

/// Where row i lies.
#[inline]
fn range(ptr: &[u32], i: usize) -> std::ops::Range<usize> {
    ptr[i] as usize..ptr[i + 1] as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Dense;
    use nalgebra::Vector3;

    #[test]
    fn sparse_equals_dense() {
        let n = 30;
        // arrow with a band and unsymmetric values
        let entry = |i: usize, j: usize| -> f64 {
            if i == j {
                4.0 + i as f64
            } else if i.abs_diff(j) == 1 || i == n - 1 || j == n - 1 {
                ((3 * i + 5 * j) % 7) as f64 - 2.5
            } else {
                0.0
            }
        };
        let all = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        let s = Symbolic::new(n, all.filter(|&(i, j)| entry(i, j) != 0.0));
        let mut f = s.numeric::<f64>();
        s.factor(
            &mut f,
            |i| (0..n).map(move |j| (j, entry(i, j))).filter(|e| e.1 != 0.0),
            &vec![0.0; n],
        );
        assert!(f.skipped.is_empty());
        let b0: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
        let mut b = b0.clone();
        s.solve(&f, &mut b);
        let mut d = Dense::default();
        d.reset(n);
        for i in 0..n {
            for j in 0..n {
                d.add(i, j, entry(i, j));
            }
        }
        d.factor();
        let mut c = b0;
        d.solve(&mut c, &mut Vec::new());
        for (x, y) in b.iter().zip(&c) {
            assert!((x - y).abs() < 1e-12, "{x} {y}");
        }
        assert!(s.fill() < 5 * n, "no fill beyond the arrow: {}", s.fill());
    }

    /// Blocks do not commute: the order of every product counts.
    #[test]
    fn blocks_of_three_equal_dense() {
        let n = 7;
        let block = |i: usize, j: usize| {
            Matrix3::from_fn(|r, c| {
                let v = ((3 * i + 5 * j + 7 * r + 11 * c) % 13) as f64 - 6.0;
                if i == j && r == c {
                    20.0 + v
                } else {
                    v
                }
            })
        };
        let coupled = |i: usize, j: usize| i.abs_diff(j) <= 1 || i == n - 1 || j == n - 1;
        let all = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        let s = Symbolic::new(n, all.filter(|&(i, j)| coupled(i, j)));
        let mut f = s.numeric::<Matrix3<f64>>();
        let row = |i: usize| (0..n).filter(move |&j| coupled(i, j)).map(move |j| (j, block(i, j)));
        s.factor(&mut f, row, &vec![0.0; n]);
        let mut b: Vec<Vector3<f64>> =
            (0..n).map(|i| Vector3::from_fn(|r, _| ((3 * i + r) as f64).sin())).collect();
        let mut d = Dense::default();
        d.reset(3 * n);
        for i in 0..n {
            for (j, v) in row(i) {
                for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
                    d.add(3 * i + r, 3 * j + c, v[(r, c)]);
                }
            }
        }
        d.factor();
        let mut c: Vec<f64> = b.iter().flat_map(|v| v.iter().copied()).collect();
        d.solve(&mut c, &mut Vec::new());
        s.solve(&f, &mut b);
        for (x, y) in b.iter().flat_map(|v| v.iter()).zip(&c) {
            assert!((x - y).abs() < 1e-13, "{x} {y}");
        }
    }
}
