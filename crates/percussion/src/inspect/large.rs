//! Large systems: independent rows and the ends of the spectrum with sparse factors alone.
//!
//! On the null space of the bilateral rows, in the inner product of M, two operators are symmetric:
//!
//! ```text
//! x -> P M⁻¹ K x                  largest eigenvalues: the highest ω²
//! x -> (K + σ M)_P⁻¹ M x          largest eigenvalues: 1/(σ + ω²) of the lowest ω²
//! ```
//!
//! Each application is one solve with the saddle-point matrix. Lanczos' method with full
//! reorthogonalisation finds the ends of both, and bounds its errors.

use super::{stiffness, Inspection};
use crate::system::Kkt;
use crate::system::{Eval, System};
use nalgebra::{DMatrix, SymmetricEigen};

/// Most Lanczos vectors, and most numbers they may hold in all.
const VECTORS: usize = 80;
const NUMBERS: usize = 40_000_000;
/// How many of the lowest frequencies are reported.
const LOWEST: usize = 10;

/// Independent rows, redundant joints, lowest and highest frequencies.
pub(super) fn inspect_large(
    sys: &System,
    q: &[f64],
    ev: &Eval,
    rows: &[usize],
    out: &mut Inspection,
) {
    let (nu, nr) = (sys.nu, sys.nr);
    let mut on = vec![false; nr];
    rows.iter().for_each(|&r| on[r] = true);
    let slip = vec![0.0; nr];
    // forces of the rows at the start
    let mut kkt = Kkt::new(sys);
    kkt.factor(sys, ev, None, &[], &on, &slip);
    for &r in &kkt.redundant {
        let name = sys.row_name(r).to_string();
        if !out.redundant.contains(&name) {
            out.redundant.push(name);
        }
    }
    out.rank = Some(rows.len() - kkt.redundant.len());
    let (mut x, mut m) = (ev.h[..nu].to_vec(), vec![0.0; nr]);
    rows.iter().for_each(|&r| m[r] = -ev.zeta[r]);
    if NUMBERS / nu.max(1) < 20 || !kkt.solve(&mut x, &mut m) {
        return;
    }
    let lambda: Vec<f64> = rows.iter().map(|&r| m[r]).collect();
    let (entries, values) = stiffness(sys, q, ev, rows, &lambda);
    let mass = |x: &[f64]| {
        let mut y = vec![0.0; nu];
        sys.add_M(ev, x, &mut y);
        y
    };
    let highest = lanczos(nu, &mass, |x| {
        let mut y = vec![0.0; nu];
        for (&(i, j), v) in entries.iter().zip(&values).filter(|(e, _)| e.0 < nu) {
            // the symmetric part
            y[i] += 0.5 * v * x[j];
            y[j] += 0.5 * v * x[i];
        }
        let mut m = vec![0.0; nr];
        kkt.solve(&mut y, &mut m).then_some(y)
    });
    let most = highest.iter().fold(0.0_f64, |a, (w2, _)| a.max(w2.abs()));
    // where the spectrum is dense the last digits take long: a few per cent do for a step size
    let near = highest.iter().filter(|(w2, error)| *error <= 0.05 * w2).map(|e| e.0);
    out.highest = near.reduce(f64::max).map(f64::sqrt);
    out.partly = true;
    if most == 0.0 {
        return;
    }
    // σ near the lowest, but not lost in the round-off of the stiffness
    let shift = 1e-10 * most;
    let extra = &entries[sys.K_entries.len()..];
    let mut kkt = Kkt::with_extra(sys, extra);
    let mut shifted = ev.clone();
    shifted.M.iter_mut().chain(&mut shifted.M_diag).for_each(|v| *v *= shift);
    let symmetric = symmetrised(&entries, &values);
    kkt.factor(sys, &shifted, Some(&symmetric), &[], &on, &slip);
    let inverse = lanczos(nu, &mass, |x| {
        let (mut y, mut m) = (mass(x), vec![0.0; nr]);
        kkt.solve(&mut y, &mut m).then_some(y)
    });
    let zero = super::modes::zero(most, 16.0);
    let mut lowest = Vec::new();
    for (mu, _) in inverse.into_iter().filter(|(mu, error)| *error <= 1e-7 * mu.abs()) {
        match 1.0 / mu - shift {
            w2 if w2 < -zero => out.unstable += 1,
            w2 if w2 > zero => lowest.push(w2.sqrt()),
            _ => {}
        }
    }
    lowest.sort_by(f64::total_cmp);
    lowest.truncate(LOWEST);
    out.frequencies = lowest;
}

/// Values of ½(K + Kᵀ) in the places of K, where (j, i) has a place too.
fn symmetrised(entries: &[(usize, usize)], values: &[f64]) -> Vec<f64> {
    let mut sum = std::collections::HashMap::new();
    for (&e, &v) in entries.iter().zip(values) {
        *sum.entry(e).or_insert(0.0) += v;
    }
    let mut seen = std::collections::HashSet::new();
    let part = |&(i, j): &(usize, usize)| {
        let other = sum.get(&(j, i)).copied().unwrap_or(sum[&(i, j)]);
        // an entry that has several places is written to the first of them
        if seen.insert((i, j)) {
            0.5 * (sum[&(i, j)] + other)
        } else {
            0.0
        }
    };
    entries.iter().map(part).collect()
}

/// Approximate eigenvalues of an operator that is symmetric in the inner product of M, each with a
/// bound of its error. Those at the ends converge first.
fn lanczos(
    n: usize,
    mass: &dyn Fn(&[f64]) -> Vec<f64>,
    mut apply: impl FnMut(&[f64]) -> Option<Vec<f64>>,
) -> Vec<(f64, f64)> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let steps = VECTORS.min(n).min(NUMBERS / n.max(1));
    // some vector with a part of everything, moved into the null space by one application
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    let start: Vec<f64> = (0..n).map(|_| random()).collect();
    let Some(mut next) = apply(&start) else { return Vec::new() };
    let (mut basis, mut images): (Vec<Vec<f64>>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
    let (mut alpha, mut beta): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
    let mut scale = 0.0_f64;
    for _ in 0..steps {
        for _ in 0..2 {
            for (v, Mv) in basis.iter().zip(&images) {
                let c = dot(Mv, &next);
                next.iter_mut().zip(v).for_each(|(x, v)| *x -= c * v);
            }
        }
        let Mn = mass(&next);
        let length = dot(&Mn, &next).max(0.0).sqrt();
        if !length.is_finite() {
            return Vec::new();
        }
        if !basis.is_empty() {
            beta.push(length);
        }
        if length <= 1e-13 * scale || length == 0.0 {
            break;
        }
        let v: Vec<f64> = next.iter().map(|x| x / length).collect();
        let Some(image) = apply(&v) else { return Vec::new() };
        let Mv: Vec<f64> = Mn.iter().map(|x| x / length).collect();
        alpha.push(dot(&Mv, &image));
        scale = scale.max(alpha[alpha.len() - 1].abs());
        basis.push(v);
        images.push(Mv);
        next = image;
    }
    let k = alpha.len();
    // an operator that is zero, as of bodies that nothing holds
    if k == 0 {
        return Vec::new();
    }
    let T = DMatrix::from_fn(k, k, |i, j| match (i, j) {
        (i, j) if i == j => alpha[i],
        (i, j) if i + 1 == j => beta[i],
        (i, j) if j + 1 == i => beta[j],
        _ => 0.0,
    });
    let rest = beta.get(k.wrapping_sub(1)).copied();
    // where the space is exhausted, nothing is left
    let rest = match rest {
        Some(b) => b,
        None if k == n => 0.0,
        None => residual(&basis, &images, next, mass),
    };
    let Some(e) = SymmetricEigen::try_new(T, 1e-15, 100_000) else { return Vec::new() };
    (0..k).map(|i| (e.eigenvalues[i], rest * e.eigenvectors[(k - 1, i)].abs())).collect()
}

/// Length of what the last image adds to the basis.
fn residual(
    basis: &[Vec<f64>],
    images: &[Vec<f64>],
    mut next: Vec<f64>,
    mass: &dyn Fn(&[f64]) -> Vec<f64>,
) -> f64 {
    for (v, Mv) in basis.iter().zip(images) {
        let c: f64 = Mv.iter().zip(&next).map(|(a, b)| a * b).sum();
        next.iter_mut().zip(v).for_each(|(x, v)| *x -= c * v);
    }
    let Mn = mass(&next);
    Mn.iter().zip(&next).map(|(a, b)| a * b).sum::<f64>().max(0.0).sqrt()
}
