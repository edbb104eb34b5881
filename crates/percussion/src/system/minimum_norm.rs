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
    MinimumNorm::default().solve(sys, ev, on, m)
}

/// The same with a workspace that is kept: the pattern of W Wᵀ is analysed anew only where other bodies touch.
#[derive(Default)]
pub struct MinimumNorm {
    /// Rows in use that are not empty.
    used: Vec<usize>,
    /// Multipliers of these rows, and trials.
    x: Vec<f64>,
    trial: Vec<f64>,
    force: Vec<f64>,
    left: Vec<f64>,
    z: Vec<f64>,
    step: Vec<f64>,
    /// A row of each run of rows with the same columns, and where its matrix begins.
    runs: Vec<(usize, usize)>,
    values: Vec<f64>,
    /// The columns of all runs, each followed by their number: what the pattern was made for.
    key: Vec<usize>,
    new_key: Vec<usize>,
    blocks: Blocks,
    /// Addresses of the entries of the runs, then of the diagonal.
    at: Vec<usize>,
    diagonal: Vec<usize>,
}

impl MinimumNorm {
    /// See [`minimum_norm`].
    pub fn solve(&mut self, sys: &System, ev: &Eval, on: &[bool], m: &mut [f64]) -> bool {
        let nu = sys.nu;
        self.used.clear();
        let columns = |r: usize| &sys.W_col[sys.W_ptr[r]..sys.W_ptr[r + 1]];
        let in_use = |r: &usize| on[*r] && !ev.is_far(*r) && !columns(*r).is_empty();
        self.used.extend((0..sys.nr).filter(in_use));
        self.force.clear();
        self.force.resize(nu + 1, 0.0);
        for &r in &self.used {
            let (w, col) = sys.row(ev, r);
            w.iter().zip(col).for_each(|(w, &d)| self.force[d] += w * m[r]);
        }
        self.force[nu] = 0.0;
        self.x.clear();
        self.x.resize(self.used.len(), 0.0);
        let target = size(&self.force);
        let left = match self.used.len() {
            _ if target == 0.0 => 0.0,
            n if n <= FEW => self.gradients(sys, ev),
            _ => self.direct(sys, ev),
        };
        let found = left <= 1e-11 * target;
        if found {
            m.iter_mut().zip(on).filter(|(_, &o)| o).for_each(|(m, _)| *m = 0.0);
            self.used.iter().zip(&self.x).for_each(|(&r, x)| m[r] = *x);
        }
        found
    }

    /// W Wᵀ is factorised by blocks of bodies with a soft diagonal, whose effect refinement takes away: all iterates
    /// are in the range of Wᵀ. What is left of the force.
    fn direct(&mut self, sys: &System, ev: &Eval) -> f64 {
        let nu = sys.nu;
        self.gather(sys, ev);
        if self.key != self.new_key {
            std::mem::swap(&mut self.key, &mut self.new_key);
            self.analyse(sys);
        }
        self.blocks.clear();
        let value = &mut self.blocks.value;
        // places of the column of time are none
        for (&at, a) in self.at.iter().zip(&self.values).filter(|(at, _)| **at != usize::MAX) {
            value[at] += a;
        }
        for &at in &self.diagonal {
            value[at] = if value[at] > 0.0 { value[at] * (1.0 + SOFT) } else { 1.0 };
        }
        self.blocks.factor(0.0);
        for (v, n) in [(&mut self.z, nu + 1), (&mut self.trial, self.used.len())] {
            v.clear();
            v.resize(n, 0.0);
        }
        self.left.clone_from(&self.force);
        let mut least = f64::INFINITY;
        // to round-off
        let enough = 4.0 * f64::EPSILON * size(&self.force);
        for _ in 0..REFINE {
            self.step.clear();
            self.step.extend_from_slice(&self.left[..nu]);
            self.blocks.solve(&mut self.step);
            self.z.iter_mut().zip(&self.step).for_each(|(z, s)| *z += s);
            self.left.copy_from_slice(&self.force);
            for (trial, &r) in self.trial.iter_mut().zip(&self.used) {
                let (w, col) = sys.row(ev, r);
                *trial = w.iter().zip(col).map(|(w, &d)| w * self.z[d]).sum();
                w.iter().zip(col).for_each(|(w, &d)| self.left[d] -= *trial * w);
            }
            self.left[nu] = 0.0;
            let now = size(&self.left);
            if now.is_nan() || now >= least {
                break;
            }
            let slow = now > 0.5 * least;
            least = now;
            std::mem::swap(&mut self.x, &mut self.trial);
            if slow || least <= enough {
                break;
            }
        }
        least
    }

    /// The sum of w wᵀ of each run of rows in use with the same columns.
    fn gather(&mut self, sys: &System, ev: &Eval) {
        let columns = |r: usize| &sys.W_col[sys.W_ptr[r]..sys.W_ptr[r + 1]];
        self.runs.clear();
        self.values.clear();
        self.new_key.clear();
        for &r in &self.used {
            let (w, col) = sys.row(ev, r);
            let n = col.len();
            if self.runs.last().is_none_or(|last| columns(last.0) != col) {
                self.runs.push((r, self.values.len()));
                self.values.resize(self.values.len() + n * n, 0.0);
                self.new_key.extend_from_slice(col);
                self.new_key.push(n);
            }
            let Some(&(_, at)) = self.runs.last() else { continue };
            let A = &mut self.values[at..];
            match n {
                12 => add_square::<12>(A, w),
                6 => add_square::<6>(A, w),
                _ => add_product(A, w, w),
            }
        }
    }

    /// The pattern of W Wᵀ for these runs.
    fn analyse(&mut self, sys: &System) {
        let nu = sys.nu;
        let columns = |r: usize| &sys.W_col[sys.W_ptr[r]..sys.W_ptr[r + 1]];
        let mut start: Vec<usize> = (0..nu).filter(|&d| sys.starts_block(d)).collect();
        start.push(nu);
        let mut group = vec![0_u32; nu];
        for (g, w) in start.windows(2).enumerate() {
            group[w[0]..w[1]].fill(g as u32);
        }
        let sets: Vec<Vec<u32>> = self
            .runs
            .iter()
            .map(|(r, _)| {
                let mut set: Vec<u32> =
                    columns(*r).iter().filter(|d| **d < nu).map(|&d| group[d]).collect();
                set.sort_unstable();
                set.dedup();
                set
            })
            .collect();
        self.blocks = Blocks::new(&start, sets.iter().map(|s| &s[..]));
        self.at.clear();
        for (r, _) in &self.runs {
            for &i in columns(*r) {
                let place = |&j: &usize| match i.max(j) < nu {
                    true => self.blocks.address(i, j),
                    false => usize::MAX,
                };
                self.at.extend(columns(*r).iter().map(place));
            }
        }
        self.diagonal.clear();
        self.diagonal.extend((0..nu).map(|d| self.blocks.address(d, d)));
    }

    /// Conjugate gradients on the least-squares problem: started from zero, they converge to the solution of minimum
    /// norm. What is left of the force.
    fn gradients(&mut self, sys: &System, ev: &Eval) -> f64 {
        let nu = sys.nu;
        let MinimumNorm { used, x, trial: s, force: r, z: p, left: q, .. } = self;
        let dots = |r: &[f64], s: &mut Vec<f64>| {
            s.clear();
            s.extend(used.iter().map(|&row| sys.row_dot(ev, row, r)));
        };
        dots(r, s);
        p.clone_from(s);
        let mut gamma: f64 = s.iter().map(|v| v * v).sum();
        let floor = gamma * 1e-30;
        q.clear();
        q.resize(nu + 1, 0.0);
        for _ in 0..4 * sys.nr + 10 {
            if gamma <= floor {
                break;
            }
            q.fill(0.0);
            for (&row, p) in used.iter().zip(p.iter()) {
                let (w, col) = sys.row(ev, row);
                w.iter().zip(col).for_each(|(w, &d)| q[d] += w * p);
            }
            q[nu] = 0.0;
            let qq: f64 = q.iter().map(|v| v * v).sum();
            if qq == 0.0 {
                break;
            }
            let alpha = gamma / qq;
            x.iter_mut().zip(p.iter()).for_each(|(x, p)| *x += alpha * p);
            r.iter_mut().zip(q.iter()).for_each(|(r, q)| *r -= alpha * q);
            dots(r, s);
            let next: f64 = s.iter().map(|v| v * v).sum();
            let beta = next / gamma;
            gamma = next;
            p.iter_mut().zip(s.iter()).for_each(|(p, s)| *p = s + beta * *p);
        }
        size(r)
    }
}

/// A += x yᵀ.
fn add_product(A: &mut [f64], x: &[f64], y: &[f64]) {
    for (A, xi) in A.chunks_exact_mut(y.len()).zip(x) {
        A.iter_mut().zip(y).for_each(|(a, yj)| *a += xi * yj);
    }
}

/// A += w wᵀ for rows of known length: contacts of bodies in space.
fn add_square<const N: usize>(A: &mut [f64], w: &[f64]) {
    if let Ok(w) = <&[f64; N]>::try_from(w) {
        for (A, wi) in A.chunks_exact_mut(N).zip(w) {
            A.iter_mut().zip(w).for_each(|(a, wj)| *a += wi * wj);
        }
    }
}

/// Largest absolute value; what is not a number stays.
fn size(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |a, v| if v.abs() <= a { a } else { v.abs() })
}
