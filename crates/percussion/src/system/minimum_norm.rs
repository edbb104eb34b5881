use super::{Eval, System};

/// Replace the multipliers of the rows in use by those of minimum norm that give the same
/// generalized force, by conjugate gradients on the least-squares problem W m = W m0 (started from
/// zero, they converge to the solution of minimum norm). Returns whether the force was reproduced;
/// otherwise `m` is left as it was.
pub fn minimum_norm(sys: &System, ev: &Eval, on: &[bool], m: &mut [f64]) -> bool {
    let (nu, nr) = (sys.nu, sys.nr);
    let masked = |v: &[f64]| -> Vec<f64> {
        v.iter().zip(on).map(|(v, &o)| if o { *v } else { 0.0 }).collect()
    };
    let start = masked(m);
    let mut r = vec![0.0; nu + 1];
    sys.add_forces(ev, &start, 1.0, &mut r);
    r[nu] = 0.0;
    let target = r.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    if target == 0.0 {
        m.iter_mut().zip(on).filter(|(_, &o)| o).for_each(|(m, _)| *m = 0.0);
        return true;
    }
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
    if left <= 1e-11 * target {
        m.iter_mut().zip(&x).zip(on).filter(|(_, &o)| o).for_each(|((m, x), _)| *m = *x);
        true
    } else {
        false
    }
}
