//! Eigenvalues of a real matrix: Householder reduction to Hessenberg form, then Francis' QR iteration
//! with implicit double shifts on the active block.
//!
//! G. H. Golub, C. F. Van Loan, "Matrix Computations", section 7.5. Where an eigenvalue does not
//! separate within ten sweeps, one sweep has an exceptional shift.

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, Hessenberg};

/// Sweeps for one eigenvalue.
const MAX_SWEEPS: usize = 100;

/// All eigenvalues; none where a number is not finite or the iteration does not converge.
pub(super) fn eigenvalues(A: &DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    let n = A.nrows();
    if n == 0 || !A.iter().all(|v| v.is_finite()) {
        return (n == 0).then(Vec::new);
    }
    // the squares of balancing overflow otherwise, and it never ends
    let size = A.amax();
    let scale = if size > 1e100 { (-size.log2().floor()).exp2() } else { 1.0 };
    let mut B = A * scale;
    balance_parlett_reinsch(&mut B);
    if !B.iter().all(|v| v.is_finite()) {
        return None;
    }
    let mut H = if n > 2 { Hessenberg::new(B).unpack_h() } else { B };
    let mut out = Vec::with_capacity(n);
    let mut end = n;
    let mut sweeps = 0;
    while end > 0 {
        // the active block is start..end
        let mut start = end - 1;
        while start > 0 {
            let size = H[(start - 1, start - 1)].abs() + H[(start, start)].abs();
            let size = if size == 0.0 { H.view((0, 0), (end, end)).norm() } else { size };
            if H[(start, start - 1)].abs() <= f64::EPSILON * size {
                H[(start, start - 1)] = 0.0;
                break;
            }
            start -= 1;
        }
        match end - start {
            1 => out.push(Complex::new(H[(start, start)], 0.0)),
            2 => out.extend(pair(&H, start)),
            _ if sweeps == MAX_SWEEPS => return None,
            _ => {
                sweeps += 1;
                sweep(&mut H, start, end, sweeps % 10 == 0);
                continue;
            }
        }
        (end, sweeps) = (start, 0);
    }
    out.iter_mut().for_each(|l| *l /= scale);
    out.iter().all(|l| l.re.is_finite() && l.im.is_finite()).then_some(out)
}

/// Eigenvalues of the block of two rows from k on.
fn pair(H: &DMatrix<f64>, k: usize) -> [Complex<f64>; 2] {
    let (a, b) = (H[(k, k)], H[(k, k + 1)]);
    let (c, d) = (H[(k + 1, k)], H[(k + 1, k + 1)]);
    let (mean, half) = (0.5 * (a + d), 0.5 * (a - d));
    let square = half * half + b * c;
    if square < 0.0 {
        let w = (-square).sqrt();
        return [Complex::new(mean, w), Complex::new(mean, -w)];
    }
    // the larger one directly, the other from the determinant
    let large = mean + square.sqrt().copysign(mean);
    let small = if large == 0.0 { 0.0 } else { (a * d - b * c) / large };
    [Complex::new(large, 0.0), Complex::new(small, 0.0)]
}

/// One sweep with the shifts of the last block of two.
fn sweep(H: &mut DMatrix<f64>, start: usize, end: usize, exceptional: bool) {
    let m = end - 1;
    // sum and product of the two shifts
    let (s, p) = match exceptional {
        true => {
            let w = H[(m, m - 1)].abs() + H[(m - 1, m - 2)].abs();
            (1.5 * w, w * w)
        }
        false => (
            H[(m - 1, m - 1)] + H[(m, m)],
            H[(m - 1, m - 1)] * H[(m, m)] - H[(m - 1, m)] * H[(m, m - 1)],
        ),
    };
    let k = start;
    let mut v = [
        H[(k, k)] * H[(k, k)] + H[(k, k + 1)] * H[(k + 1, k)] - s * H[(k, k)] + p,
        H[(k + 1, k)] * (H[(k, k)] + H[(k + 1, k + 1)] - s),
        H[(k + 1, k)] * H[(k + 2, k + 1)],
    ];
    for k in start..m {
        let rows = if k + 2 <= m { 3 } else { 2 };
        if k > start {
            v = [H[(k, k - 1)], H[(k + 1, k - 1)], if rows == 3 { H[(k + 2, k - 1)] } else { 0.0 }];
        }
        let size = v[..rows].iter().map(|x| x * x).sum::<f64>().sqrt();
        if size == 0.0 || !size.is_finite() {
            continue;
        }
        // I - 2 w wᵀ/(wᵀw) maps v to -sign(v0) |v| e1
        let mut w = v;
        w[0] += size.copysign(v[0]);
        let f = 2.0 / w[..rows].iter().map(|x| x * x).sum::<f64>();
        for j in k.saturating_sub(1).max(start)..end {
            let c = f * (0..rows).map(|i| w[i] * H[(k + i, j)]).sum::<f64>();
            (0..rows).for_each(|i| H[(k + i, j)] -= c * w[i]);
        }
        for i in start..(k + 4).min(end) {
            let c = f * (0..rows).map(|j| w[j] * H[(i, k + j)]).sum::<f64>();
            (0..rows).for_each(|j| H[(i, k + j)] -= c * w[j]);
        }
        // what the reflection made zero
        if k > start {
            (1..rows).for_each(|i| H[(k + i, k - 1)] = 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(A: &DMatrix<f64>) -> Vec<Complex<f64>> {
        let mut l = eigenvalues(A).unwrap();
        l.sort_by(|a, b| a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im)));
        l
    }

    /// The companion matrix of (x-1)(x-2)(x-3)(x^2+4).
    #[test]
    fn roots_of_a_polynomial() {
        let c = [24.0, -44.0, 30.0, -15.0, 6.0];
        let mut A = DMatrix::zeros(5, 5);
        (0..5).for_each(|j| A[(0, j)] = c[4 - j]);
        (1..5).for_each(|i| A[(i, i - 1)] = 1.0);
        let l = sorted(&A);
        let exact = [(0.0, -2.0), (0.0, 2.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)];
        for (l, (re, im)) in l.iter().zip(exact) {
            assert!((l.re - re).abs() < 1e-12 && (l.im - im).abs() < 1e-12, "{l}");
        }
    }

    /// Balancing entries whose squares overflow never ended.
    #[test]
    fn very_large_entries_end() {
        let A = DMatrix::from_row_slice(2, 2, &[0.0, 1.0, -1e300, 0.0]);
        let l = sorted(&A);
        assert!((l[1].im / 1e150 - 1.0).abs() < 1e-12 && l[1].re.abs() < 1e135, "{l:?}");
    }

    /// Two equal blocks of pairs on both sides of the axis, as an unstable top has.
    #[test]
    fn double_pairs_converge() {
        let (a, w) = (3.0, 5.0);
        let block = [[a, w], [-w, a]];
        let mut A = DMatrix::zeros(6, 6);
        for i in 0..2 {
            for j in 0..2 {
                A[(i, j)] = block[i][j];
                A[(2 + i, 2 + j)] = if i == j { -a } else { block[i][j] };
            }
        }
        A[(0, 4)] = 1.0;
        let mut seed = 1u64;
        let Q = DMatrix::from_fn(6, 6, |_, _| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        })
        .qr()
        .q();
        let l = sorted(&(&Q * A * Q.transpose()));
        assert!((l[0].re + a).abs() < 1e-12 && (l[5].re - a).abs() < 1e-12, "{l:?}");
        assert!((l[5].im - w).abs() < 1e-12, "{l:?}");
    }

    /// A random matrix: trace and trace of the square are sums over the eigenvalues.
    #[test]
    fn traces_of_a_large_matrix() {
        let n = 120;
        let mut seed = 7u64;
        let A = DMatrix::from_fn(n, n, |_, _| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        });
        let l = eigenvalues(&A).unwrap();
        assert_eq!(l.len(), n);
        let sum: Complex<f64> = l.iter().sum();
        let squares: Complex<f64> = l.iter().map(|l| l * l).sum();
        assert!((sum.re - A.trace()).abs() < 1e-10 && sum.im.abs() < 1e-10);
        assert!((squares.re - (&A * &A).trace()).abs() < 1e-9);
    }

    #[test]
    fn what_is_not_finite_has_none() {
        assert!(eigenvalues(&DMatrix::from_element(3, 3, f64::NAN)).is_none());
        assert_eq!(eigenvalues(&DMatrix::zeros(0, 0)), Some(vec![]));
        assert_eq!(eigenvalues(&DMatrix::zeros(4, 4)).unwrap().len(), 4);
    }
}
