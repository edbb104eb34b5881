use super::{Eval, System};
use crate::linalg::Blocks;

/// Rows in use up to which conjugate gradients are used.
const FEW: usize = 60;
/// What is added to the diagonal of W Wᵀ, in parts of it.
const SOFT: f64 = 1e-9;
/// Most refinements.
const REFINE: usize = 30;

/// Replace the multipliers of the rows in use by those of minimum norm that give the same
/// generalized force: m = Wᵀ z with W Wᵀ z = W m0. Returns whether the force was reproduced;
/// otherwise `m` is left as it was.
pub fn minimum_norm(sys: &System, ev: &Eval, on: &[bool], m: &mut [f64]) -> bool {
    let nu = sys.nu;
    let start: Vec<f64> = m.iter().zip(on).map(|(v, &o)| if o { *v } else { 0.0 }).collect();
    let mut force = vec![0.0; nu + 1];
    sys.add_forces(ev, &start, 1.0, &mut force);
    force[nu] = 0.0;
    let target = force.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    if target == 0.0 {
        m.iter_mut().zip(on).filter(|(_, &o)| o).for_each(|(m, _)| *m = 0.0);
        return true;
    }
    let (x, left) = if on.iter().filter(|o| **o).count() <= FEW {
        gradients(sys, ev, on, force)
    } else {
        direct(sys, ev, on, force)
    };
    if left <= 1e-11 * target {
        m.iter_mut().zip(&x).zip(on).filter(|(_, &o)| o).for_each(|((m, x), _)| *m = *x);
        true
    } else {
        false
    }
}

/// W Wᵀ is factorised by blocks of bodies with a soft diagonal, whose effect refinement takes away: all iterates
/// are in the range of Wᵀ. The multipliers, and what is left of the force.
fn direct(sys: &System, ev: &Eval, on: &[bool], force: Vec<f64>) -> (Vec<f64>, f64) {
    let nu = sys.nu;
    let mut start: Vec<usize> = (0..nu).filter(|&d| sys.starts_block(d)).collect();
    start.push(nu);
    let mut group = vec![0_u32; nu];
    for (g, w) in start.windows(2).enumerate() {
        group[w[0]..w[1]].fill(g as u32);
    }
    let columns = |r: usize| &sys.W_col[sys.W_ptr[r]..sys.W_ptr[r + 1]];
    let used: Vec<usize> =
        (0..sys.nr).filter(|&r| on[r] && !ev.is_far(r) && !columns(r).is_empty()).collect();
    // rows in use with the same columns: one matrix; a row of each, and where its matrix begins
    let (mut runs, mut values): (Vec<(usize, usize)>, Vec<f64>) = (Vec::new(), Vec::new());
    for &r in &used {
        let (w, col) = sys.row(ev, r);
        let n = col.len();
        if runs.last().is_none_or(|last| columns(last.0) != col) {
            runs.push((r, values.len()));
            values.resize(values.len() + n * n, 0.0);
        }
        let Some(&(_, at)) = runs.last() else { continue };
        let A = &mut values[at..];
        for (A, wi) in A.chunks_exact_mut(n).zip(w).filter(|(_, wi)| **wi != 0.0) {
            A.iter_mut().zip(w).for_each(|(a, wj)| *a += wi * wj);
        }
    }
    let sets: Vec<Vec<u32>> = runs
        .iter()
        .map(|(r, _)| {
            let mut set: Vec<u32> =
                columns(*r).iter().filter(|d| **d < nu).map(|&d| group[d]).collect();
            set.sort_unstable();
            set.dedup();
            set
        })
        .collect();
    let mut blocks = Blocks::new(&start, sets.iter().map(|s| &s[..]));
    blocks.clear();
    for (r, at) in &runs {
        let col = columns(*r);
        let A = &values[*at..*at + col.len() * col.len()];
        for (A, &i) in A.chunks_exact(col.len()).zip(col).filter(|(_, i)| **i < nu) {
            for (a, &j) in A.iter().zip(col).filter(|(_, j)| **j < nu) {
                let at = blocks.address(i, j);
                blocks.value[at] += a;
            }
        }
    }
    for d in 0..nu {
        let at = blocks.address(d, d);
        let v = blocks.value[at];
        blocks.value[at] = if v > 0.0 { v * (1.0 + SOFT) } else { 1.0 };
    }
    blocks.factor(0.0);
    let size = |v: &[f64]| v.iter().fold(0.0_f64, |a, v| if v.abs() <= a { a } else { v.abs() });
    let (mut x, mut z, mut left) = (vec![0.0; sys.nr], vec![0.0; nu + 1], force.clone());
    let mut trial = vec![0.0; sys.nr];
    let mut least = f64::INFINITY;
    // to round-off
    let enough = 4.0 * f64::EPSILON * size(&force);
    for _ in 0..REFINE {
        let mut step = left[..nu].to_vec();
        blocks.solve(&mut step);
        z.iter_mut().zip(&step).for_each(|(z, s)| *z += s);
        left.copy_from_slice(&force);
        for &r in &used {
            trial[r] = sys.row_dot(ev, r, &z);
            let (w, col) = sys.row(ev, r);
            w.iter().zip(col).for_each(|(w, &d)| left[d] -= trial[r] * w);
        }
        left[nu] = 0.0;
        let now = size(&left);
        if now.is_nan() || now >= least {
            break;
        }
        let slow = now > 0.5 * least;
        least = now;
        std::mem::swap(&mut x, &mut trial);
        if slow || least <= enough {
            break;
        }
    }
    (x, least)
}

/// Conjugate gradients on the least-squares problem: started from zero, they converge to the solution of minimum
/// norm. The multipliers, and what is left of the force.
fn gradients(sys: &System, ev: &Eval, on: &[bool], mut r: Vec<f64>) -> (Vec<f64>, f64) {
    let (nu, nr) = (sys.nu, sys.nr);
    let masked = |v: &[f64]| -> Vec<f64> {
        v.iter().zip(on).map(|(v, &o)| if o { *v } else { 0.0 }).collect()
    };
    let mut x = vec![0.0; nr];
    let mut s = vec![0.0; nr];
    sys.rows_dot(ev, &r, &mut s);
    s = masked(&s);
    let mut p = s.clone();
    let mut gamma: f64 = s.iter().map(|v| v * v).sum();
    let floor = gamma * 1e-30;
    let mut q = vec![0.0; nu + 1];
    for _ in 0..4 * nr + 10 {
        if gamma <= floor {
            break;
        }
        q.fill(0.0);
        sys.add_forces(ev, &p, 1.0, &mut q);
        q[nu] = 0.0;
        let qq: f64 = q.iter().map(|v| v * v).sum();
        if qq == 0.0 {
            break;
        }
        let alpha = gamma / qq;
        x.iter_mut().zip(&p).for_each(|(x, p)| *x += alpha * p);
        r.iter_mut().zip(&q).for_each(|(r, q)| *r -= alpha * q);
        sys.rows_dot(ev, &r, &mut s);
        s = masked(&s);
        let next: f64 = s.iter().map(|v| v * v).sum();
        let beta = next / gamma;
        gamma = next;
        p.iter_mut().zip(&s).for_each(|(p, s)| *p = s + beta * *p);
    }
    let left = r.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    (x, left)
}
