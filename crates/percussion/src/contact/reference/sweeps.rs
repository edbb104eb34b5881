//! Nonlinear Gauss-Seidel with Anderson acceleration: one contact after another is solved exactly with
//! the others held; the sequence of sweeps m → S(m) is extrapolated from its last ten values,
//!
//! ```text
//! f_k = S(m_k) - m_k,    γ = argmin |f_k - ΔF γ|,    m_{k+1} = S(m_k) - (ΔM + ΔF) γ
//! ```
//!
//! (H. F. Walker, P. Ni, "Anderson acceleration for fixed-point iterations", 2011,
//! DOI 10.1137/10078356X), and given up for a plain sweep where it does not help. Cheap, and good from a
//! warm start; in the body form it needs bodies without joints whose masses do not couple.

use crate::contact::law::{first, slots, Item, Local};
use crate::contact::operator::small::{solve_small, Small};
use crate::contact::problem::{Point, Problem};
use crate::contact::scaled::Scaled;
use crate::contact::solver::{Budget, Goal, Outcome, Solver, Status};
use crate::linalg::Dense;

/// Values that are looked back on.
const WINDOW: usize = 10;
/// Most sweeps from scratch.
const SWEEPS: usize = 20_000;

/// How many sweeps, and after how many of them the residual must have fallen by which factor to go on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweeps {
    pub most: usize,
    pub pace: usize,
    pub factor: f64,
}

/// To the end.
const ALL: Sweeps = Sweeps { most: SWEEPS, pace: SWEEPS, factor: 1.0 };
/// The solver.
#[derive(Default)]
pub struct SweepSolver {
    scaled: Scaled,
}

impl Solver for SweepSolver {
    fn name(&self) -> &'static str {
        "nsgs"
    }

    fn solve(
        &mut self,
        p: &Problem,
        point: &mut Point,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        point.fit(p);
        if !self.scaled.read(p, budget) {
            return Outcome::unfit(self.name(), budget);
        }
        let mut m = self.scaled.start(point);
        let Some((sweeps, _)) = sweep(&mut self.scaled, &mut m, goal, ALL, budget) else {
            return Outcome::unfit(self.name(), budget);
        };
        let at = self.scaled.finish(p, &m, point, budget);
        Outcome::of("nsgs", at, goal, budget, sweeps, Status::Stalled)
    }
}

/// Improve `m` in at most so many sweeps; none where the problem does not allow sweeps.
pub(super) fn sweep(
    p: &mut Scaled,
    m: &mut Vec<f64>,
    goal: Goal,
    sweeps: Sweeps,
    budget: &mut Budget<'_>,
) -> Option<(usize, bool)> {
    let p = &*p;
    let mut s = p.operator.sweeper()?;
    let n = p.n;
    let mut y = vec![0.0; n];
    let (mut best, mut least) = (m.clone(), f64::INFINITY);
    let mut history = History::default();
    let mut after = m.clone();
    s.set(m);
    let mut before = f64::INFINITY;
    for k in 0..sweeps.most {
        for (i, item) in p.items.iter().enumerate() {
            let f = first(item);
            let count = slots(item).len();
            let mut free = [0.0; 4];
            s.free(i, &p.b, &after, &mut free);
            let old: Local = core(&after[f..f + count]);
            let new = solve_item(item, &s.blocks[i], &free, &old);
            let mut change = [0.0; 4];
            for j in 0..count {
                change[j] = new[j] - old[j];
                after[f + j] = new[j];
            }
            s.push(i, &change);
        }
        let go = budget.spend(s.cost());
        // y of the swept point
        s.motion(&p.b, &after, &mut y);
        let at = p.measure(&after, &y);
        if at.relative < least {
            least = at.relative;
            best.copy_from_slice(&after);
        }
        if goal.reached(&at) || !go || at.relative.is_nan() {
            *m = best;
            return Some((k + 1, goal.reached(&at)));
        }
        if (k + 1) % sweeps.pace == 0 {
            if least > sweeps.factor * before {
                *m = best;
                return Some((k + 1, false));
            }
            before = least;
        }
        history.extrapolate(m, &mut after);
        for item in &p.items {
            let local = item.prox(&item.gather(&after));
            let f = first(item);
            slots(item).enumerate().for_each(|(i, k)| after[f + i] = local[k]);
        }
        m.copy_from_slice(&after);
        s.set(m);
    }
    *m = best;
    Some((sweeps.most, false))
}

/// The values as four numbers.
fn core(v: &[f64]) -> Local {
    let mut out = [0.0; 4];
    out[..v.len()].copy_from_slice(v);
    out
}

/// Solve one item, y = G m + q, in its own components: none, then sticking, then sliding.
fn solve_item(item: &Item, G: &Small, q: &Local, start: &Local) -> Local {
    let s = slots(item);
    let n = s.len();
    let place = |v: &Local| {
        let mut out = [0.0; 4];
        s.clone().enumerate().for_each(|(i, k)| out[k] = v[i]);
        out
    };
    if item.normal.is_some() && q[0] >= 0.0 {
        return [0.0; 4];
    }
    let mut stick = q.map(|v| -v);
    solve_small(G, &mut stick, n);
    let kept = item.prox(&place(&stick));
    if s.clone().enumerate().all(|(i, k)| kept[k] == stick[i]) {
        return stick;
    }
    // Newton on the natural map, r = 1/size of the block
    let r = n as f64 / (0..n).map(|i| G[i][i]).sum::<f64>().max(f64::MIN_POSITIVE);
    let motion = |m: &Local| {
        let mut y = *q;
        (0..n).for_each(|i| y[i] += (0..n).map(|j| G[i][j] * m[j]).sum::<f64>());
        y
    };
    let map = |m: &Local| {
        let y = motion(m);
        let F = item.natural_map(&place(m), &place(&y), [r; 2]);
        let mut out = [0.0; 4];
        s.clone().enumerate().for_each(|(i, k)| out[i] = F[k]);
        (out, y)
    };
    let size = |F: &Local| F.iter().map(|v| v * v).sum::<f64>();
    let mut m = *start;
    if item.normal.is_some() && m[0] <= 0.0 {
        m = [0.0; 4];
        m[0] = -q[0] / G[0][0];
    }
    let (mut F, mut y) = map(&m);
    let goal = 1e-28 * size(q);
    for _ in 0..20 {
        if size(&F) <= goal {
            break;
        }
        let mut at = [0.0; 4];
        (0..n).for_each(|i| at[i] = m[i] - r * y[i]);
        let D = item.prox_slope(&place(&at));
        let mut J = [[0.0; 4]; 4];
        for (i, a) in s.clone().enumerate() {
            for j in 0..n {
                let sum: f64 = s
                    .clone()
                    .enumerate()
                    .map(|(l, b)| D[a][b] * (f64::from(u8::from(l == j)) - r * G[l][j]))
                    .sum();
                J[i][j] = (f64::from(u8::from(i == j)) - sum) / r;
            }
        }
        let mut step = F.map(|v| -v);
        solve_small(&J, &mut step, n);
        let mut length = 1.0;
        let now = size(&F);
        let mut better = false;
        for _ in 0..6 {
            let mut trial = m;
            (0..n).for_each(|i| trial[i] += length * step[i]);
            let (Ft, yt) = map(&trial);
            if size(&Ft) < now {
                (m, F, y) = (trial, Ft, yt);
                better = true;
                break;
            }
            length *= 0.5;
        }
        if !better {
            // a step of the prox equation always goes on
            let mut at = [0.0; 4];
            (0..n).for_each(|i| at[i] = m[i] - r * y[i]);
            let new = item.prox(&place(&at));
            s.clone().enumerate().for_each(|(i, k)| m[i] = new[k]);
            (F, y) = map(&m);
        }
    }
    m
}

/// The last sweeps.
#[derive(Default)]
struct History {
    m: Vec<Vec<f64>>,
    f: Vec<Vec<f64>>,
    size: f64,
    lu: Dense,
}

impl History {
    /// Replace the swept point by the extrapolated one; `m` is the point before the sweep.
    fn extrapolate(&mut self, m: &[f64], after: &mut [f64]) {
        let f: Vec<f64> = after.iter().zip(m).map(|(a, m)| a - m).collect();
        let size = f.iter().map(|v| v * v).sum::<f64>();
        if self.size > 0.0 && size > 4.0 * self.size {
            self.m.clear();
            self.f.clear();
        }
        self.size = size;
        self.m.push(m.to_vec());
        self.f.push(f);
        if self.m.len() > WINDOW + 1 {
            self.m.remove(0);
            self.f.remove(0);
        }
        let k = self.m.len() - 1;
        if k == 0 {
            return;
        }
        // normal equations of the differences, slightly regularised
        let now = &self.f[k];
        let difference: Vec<Vec<f64>> =
            self.f[..k].iter().map(|f| now.iter().zip(f).map(|(a, b)| a - b).collect()).collect();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        self.lu.reset(k);
        let trace: f64 = difference.iter().map(|d| dot(d, d)).sum::<f64>().max(f64::MIN_POSITIVE);
        for i in 0..k {
            for j in 0..k {
                let extra = if i == j { 1e-12 * trace } else { 0.0 };
                self.lu.a[i * k + j] = (dot(&difference[i], &difference[j]) + extra) / trace;
            }
        }
        let mut gamma: Vec<f64> = difference.iter().map(|d| dot(d, now) / trace).collect();
        self.lu.factor();
        self.lu.solve(&mut gamma, &mut Vec::new());
        if gamma.iter().any(|g| !g.is_finite() || g.abs() > 1e4) {
            self.m.clear();
            self.f.clear();
            return;
        }
        for (j, g) in gamma.iter().enumerate() {
            let old = &self.m[j];
            for i in 0..after.len() {
                after[i] -= g * (m[i] - old[i] + difference[j][i]);
            }
        }
    }
}
