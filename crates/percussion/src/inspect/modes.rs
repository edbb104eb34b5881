//! Eigenvalues and shapes of y' = A y.

use super::eigenvalues::eigenvalues;
use super::linear::Linear;
use nalgebra::{Complex, DMatrix, DVector, SymmetricEigen};

/// Order of A up to which all eigenvalues are found; beyond it those at the ends.
const MAX_FULL: usize = 300;
/// Vectors of Arnoldi's method.
const VECTORS: usize = 90;

/// Size and phase of a motion.
pub type Amplitude = Complex<f64>;

/// A motion exp(λ t) of the linearised system; of a pair of complex λ the one with im > 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// Real part of λ: growth, negative where the motion decays (1/s).
    pub re: f64,
    /// Imaginary part of λ: the frequency (rad/s).
    pub im: f64,
    /// Amplitude of each velocity coordinate's motion, the largest of size one; empty if not asked for.
    pub shape: Vec<Amplitude>,
}

impl Mode {
    fn new(l: Complex<f64>) -> Self {
        Mode { re: l.re, im: l.im.abs(), shape: Vec::new() }
    }
    /// Part of the critical damping: 0 undamped, 1 without vibration, negative where it grows.
    pub fn damping_ratio(&self) -> f64 {
        -self.re / self.re.hypot(self.im)
    }
}

/// Modes by increasing |λ|, without rigid motions (λ = 0).
#[derive(Clone, Debug, Default)]
pub(super) struct Spectrum {
    pub modes: Vec<Mode>,
    /// The largest imaginary part.
    pub highest: Option<f64>,
    /// Whether these are the ends of the spectrum only.
    pub partly: bool,
}

/// What counts as zero of ω², where the largest is `scale`: round-off, and periods of days.
pub(super) fn zero(scale: f64, digits: f64) -> f64 {
    (1e-9 * scale.min(1.0)).max(digits * f64::EPSILON * scale).max(1e-12)
}

/// The eigenvalues of a linear system, with the shapes of the first `shapes` modes.
pub(super) fn spectrum(linear: &Linear, shapes: usize) -> Option<Spectrum> {
    let (A, f) = (&linear.A, linear.f1);
    if A.nrows() == 0 {
        return Some(Spectrum::default());
    }
    let plain = A.nrows() == 2 * f
        && A.view((0, 0), (f, f)).amax() == 0.0
        && A.view((f, f), (f, f)).amax() == 0.0;
    if plain {
        let K = -A.view((f, 0), (f, f)).into_owned();
        let skew = (&K - K.transpose()).amax();
        // off an equilibrium the skew part is that of the coordinates, not of a follower load
        if skew <= 1e-9 * K.amax() || linear.acceleration.amax() > 1e-9 {
            return symmetric(linear, K, shapes);
        }
    }
    let (mut values, partly) = match A.nrows() <= MAX_FULL {
        true => (eigenvalues(A)?, false),
        false => (ends(A)?, true),
    };
    values.sort_by(|a, b| a.norm().total_cmp(&b.norm()));
    let scale = values.last().map_or(0.0, |l| l.norm_sqr());
    let least = zero(scale, 1000.0);
    // a real number within round-off of the axis, or a pair that is a double real one
    let real = |l: &Complex<f64>| l.im.abs() <= 1e-7 * l.norm();
    let kept = values.iter().filter(|l| l.norm_sqr() > least && (l.im > 0.0 || real(l)));
    let mut modes: Vec<Mode> = kept
        .map(|l| if real(l) { Mode { im: 0.0, ..Mode::new(*l) } } else { Mode::new(*l) })
        .collect();
    modes.iter_mut().filter(|m| m.im > 0.0 && m.re.abs() <= 1e-9 * m.im).for_each(|m| m.re = 0.0);
    for (k, m) in modes.iter_mut().take(shapes).enumerate() {
        m.shape = shape(linear, Complex::new(m.re, m.im), k).unwrap_or_default();
    }
    let highest = modes.iter().map(|m| m.im).filter(|w| *w > 0.0).reduce(f64::max);
    Some(Spectrum { modes, highest, partly })
}

/// y1'' = -K y1 with symmetric K.
fn symmetric(linear: &Linear, K: DMatrix<f64>, shapes: usize) -> Option<Spectrum> {
    let e = SymmetricEigen::try_new(0.5 * (&K + K.transpose()), 1e-14, 100_000)?;
    let scale = e.eigenvalues.amax().max(1e-12);
    let least = zero(scale, 16.0);
    let mut order: Vec<usize> =
        (0..K.nrows()).filter(|&k| e.eigenvalues[k].abs() > least).collect();
    order.sort_by(|&i, &j| e.eigenvalues[i].abs().total_cmp(&e.eigenvalues[j].abs()));
    let mut modes = Vec::new();
    for &k in &order {
        let w2 = e.eigenvalues[k];
        let mut new = match w2 > 0.0 {
            true => vec![Mode { re: 0.0, im: w2.sqrt(), shape: Vec::new() }],
            // growth and decay
            false => [1.0, -1.0]
                .map(|s| Mode { re: s * (-w2).sqrt(), im: 0.0, shape: Vec::new() })
                .to_vec(),
        };
        if modes.len() < shapes {
            let y = &linear.N1 * e.eigenvectors.column(k);
            let x: Vec<Complex<f64>> = y.iter().map(|v| Complex::new(*v, 0.0)).collect();
            new.iter_mut().for_each(|m| m.shape = normalised(&x));
        }
        modes.extend(new);
    }
    let highest = modes.iter().map(|m| m.im).filter(|w| *w > 0.0).reduce(f64::max);
    Some(Spectrum { modes, highest, partly: false })
}

/// Eigenvalues of least and of largest size by Arnoldi's method, with the inverse and with A itself.
fn ends(A: &DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    let n = A.nrows();
    let mut found = arnoldi(n, |x| Some(A * x), 1e-3)?;
    let most = found.iter().map(|l| l.norm()).fold(0.0, f64::max);
    // the shift keeps rigid motions from making the matrix singular
    let shift = 1e-7 * most;
    let lu = (A - DMatrix::identity(n, n) * shift).lu();
    let inverse = arnoldi(n, |x| lu.solve(x), 1e-9)?;
    let near = inverse.into_iter().filter(|m| m.norm() > 0.0).map(|m| m.inv() + shift);
    let near: Vec<_> = near.filter(|l| l.norm() < 0.5 * most).collect();
    let least = near.iter().map(|l| l.norm()).fold(0.0, f64::max);
    found.retain(|l| l.norm() > 1.001 * least);
    found.extend(near);
    Some(found)
}

/// Eigenvalues of an operator whose residual is below `tol` of their size.
fn arnoldi(
    n: usize,
    mut apply: impl FnMut(&DVector<f64>) -> Option<DVector<f64>>,
    tol: f64,
) -> Option<Vec<Complex<f64>>> {
    let steps = VECTORS.min(n);
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let start = DVector::from_fn(n, |_, _| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    });
    let mut basis = vec![start.normalize()];
    let mut H = DMatrix::zeros(steps + 1, steps);
    let mut k = 0;
    while k < steps {
        let mut v = apply(&basis[k])?;
        for _ in 0..2 {
            for (i, b) in basis.iter().enumerate() {
                let c = b.dot(&v);
                H[(i, k)] += c;
                v.axpy(-c, b, 1.0);
            }
        }
        let length = v.norm();
        if !length.is_finite() {
            return None;
        }
        H[(k + 1, k)] = length;
        k += 1;
        if length <= 1e-14 * H.amax() {
            break;
        }
        basis.push(v / length);
    }
    let rest = H[(k, k - 1)];
    let square = H.view((0, 0), (k, k)).into_owned();
    let complex = square.map(|x| Complex::new(x, 0.0));
    let values = eigenvalues(&square)?;
    let close = |l: &Complex<f64>| match eigenvector(&complex, *l, 0) {
        Some(y) => rest * y[k - 1].norm() <= tol * l.norm(),
        None => false,
    };
    Some(values.into_iter().filter(close).collect())
}

/// A unit eigenvector by inverse iteration; `k` chooses the start, so that the modes of a multiple
/// eigenvalue differ.
fn eigenvector(
    A: &DMatrix<Complex<f64>>,
    l: Complex<f64>,
    k: usize,
) -> Option<DVector<Complex<f64>>> {
    let n = A.nrows();
    let near = l + Complex::new(1e-10, 1e-10) * l.norm().max(1e-300);
    let lu = (A - DMatrix::identity(n, n) * near).lu();
    let mut y = DVector::from_fn(n, |i, _| Complex::new(1.0, 0.3 * ((i + 1) * (k + 1) % 7) as f64));
    for _ in 0..3 {
        y = lu.solve(&y)?;
        let size = y.norm();
        if !(size.is_finite() && size > 0.0) {
            return None;
        }
        y.unscale_mut(size);
    }
    Some(y)
}

/// The shape δθ that belongs to an eigenvalue.
fn shape(linear: &Linear, l: Complex<f64>, k: usize) -> Option<Vec<Complex<f64>>> {
    let y = eigenvector(&linear.A.map(|x| Complex::new(x, 0.0)), l, k)?;
    let N1 = linear.N1.map(|x| Complex::new(x, 0.0));
    let x = N1 * y.rows(0, linear.f1);
    Some(normalised(x.as_slice()))
}

/// The same with the largest component one.
fn normalised(x: &[Complex<f64>]) -> Vec<Complex<f64>> {
    let large = x.iter().copied().fold(Complex::new(0.0, 0.0), |a, b| {
        // the first of those that are as large, so that round-off does not choose
        if b.norm() > a.norm() * (1.0 + 1e-6) {
            b
        } else {
            a
        }
    });
    match large.norm() > 0.0 {
        true => x.iter().map(|v| v / large).collect(),
        false => x.to_vec(),
    }
}
