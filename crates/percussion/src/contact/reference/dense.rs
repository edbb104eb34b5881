//! Few contacts: sweeps of block Gauss-Seidel on the prox equations with r = 1/G_ii, now and then one
//! linear solve on the active set found, on a dense G.
//!
//! Most contacts of a problem are open: they join once they would be penetrated.

use super::delassus::Delassus;
use crate::contact::law::{disc, signorini, Item, Local, Rubbing};
use crate::contact::problem::{Form, Point, Problem};
use crate::contact::solver::{Budget, Goal, Outcome, Solver, Status};
use crate::linalg::Dense;

/// Most sweeps of one solve.
const SWEEPS: usize = 2000;

/// The solver of small problems.
#[derive(Default)]
pub struct DenseSolver {
    delassus: Delassus,
    used: Vec<bool>,
    part: Part,
    /// The row of the whole problem of each row of the part.
    rows: Vec<usize>,
    m: Vec<f64>,
    sizes: Vec<f64>,
}

/// The items that take part, with a dense G.
#[derive(Clone, Debug, Default)]
struct Part {
    n: usize,
    G: Vec<f64>,
    b: Vec<f64>,
    items: Vec<Item>,
    lu: Dense,
    work: Vec<f64>,
    rhs: Vec<f64>,
    on: Vec<usize>,
    trial: Vec<f64>,
    old: Vec<f64>,
    drift: Vec<f64>,
    /// Sliding rows: normal row, friction row, μ s.
    slip: Vec<(Option<usize>, usize, f64)>,
}

impl Solver for DenseSolver {
    fn name(&self) -> &'static str {
        "dense"
    }

    fn solve(
        &mut self,
        p: &Problem,
        point: &mut Point,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        point.fit(p);
        let n = p.rows();
        let (G, free): (&[f64], &[f64]) = match &p.form {
            Form::Dense(G) => (G, &p.b),
            _ => {
                if !self.delassus.fill(p, budget) {
                    return Outcome::unfit(self.name(), budget);
                }
                (&self.delassus.G, &self.delassus.b)
            }
        };
        let y = |m: &[f64], i: usize| {
            free[i] + G[i * n..(i + 1) * n].iter().zip(m).map(|(g, m)| g * m).sum::<f64>()
        };
        self.sizes.clear();
        for item in &p.items {
            let (sum, count) =
                item.rows().fold((0.0, 0.0), |(s, c), i| (s + G[i * n + i], c + 1.0));
            self.sizes.push(if sum > 0.0 { sum / count } else { 1.0 });
        }
        let m = &mut point.m;
        self.used.clear();
        for item in &p.items {
            let may = item.normal.is_none_or(|i| m[i] > 0.0 || y(m, i) <= 0.0);
            self.used.push(item.active && may);
        }
        let mut sweeps = 0;
        loop {
            self.part.take(p, (G, free), &self.used, &mut self.rows);
            self.m.clear();
            self.m.extend(self.rows.iter().map(|&r| m[r]));
            sweeps += self.part.solve(&mut self.m, goal, budget);
            m.fill(0.0);
            self.rows.iter().zip(&self.m).for_each(|(&r, v)| m[r] = *v);
            let mut more = false;
            for (item, used) in p.items.iter().zip(&mut self.used) {
                if item.active && !*used && item.normal.is_some_and(|i| y(m, i) < 0.0) {
                    (*used, more) = (true, true);
                }
            }
            if !more || !budget.go() {
                break;
            }
        }
        for i in 0..n {
            point.y[i] = y(m, i);
        }
        let at = p.measure(&self.sizes, free, &point.m, &point.y);
        if !matches!(p.form, Form::Dense(_)) {
            self.delassus.back(p, point);
        }
        Outcome::of("dense", at, goal, budget, sweeps, Status::Stalled)
    }
}

impl Part {
    /// Copy the items that are used.
    fn take(
        &mut self,
        whole: &Problem,
        (G, b): (&[f64], &[f64]),
        used: &[bool],
        rows: &mut Vec<usize>,
    ) {
        rows.clear();
        self.items.clear();
        for (item, _) in whole.items.iter().zip(used).filter(|(_, used)| **used) {
            let normal = item.normal.map(|i| {
                rows.push(i);
                rows.len() - 1
            });
            let start = rows.len();
            if item.rubbing != Rubbing::None {
                rows.extend(item.tangential.clone());
            }
            self.items.push(Item { normal, tangential: start..rows.len(), ..item.clone() });
        }
        self.n = rows.len();
        self.G.clear();
        self.b.clear();
        for &i in rows.iter() {
            self.G.extend(rows.iter().map(|&j| G[i * whole.rows() + j]));
            self.b.push(b[i]);
        }
    }

    fn y(&self, m: &[f64], i: usize) -> f64 {
        let row = &self.G[i * self.n..(i + 1) * self.n];
        self.b[i] + row.iter().zip(m).map(|(g, m)| g * m).sum::<f64>()
    }

    fn diagonal(&self, i: usize) -> f64 {
        self.G[i * self.n + i]
    }

    /// Solve from `m`; a tenth of the tolerance bounds the change of a sweep, relative to the free part. Returns the sweeps.
    fn solve(&mut self, m: &mut [f64], goal: Goal, budget: &mut Budget<'_>) -> usize {
        let tol = 0.1 * goal.tol;
        let square = (self.n * self.n) as f64;
        let limit = tol * self.b.iter().fold(1e-300_f64, |a, v| a.max(v.abs()));
        let mut sweeps = 0;
        let mut residual = f64::INFINITY;
        // try the active set now and then: Gauss-Seidel only has to find it
        let mut next_polish = 3;
        while sweeps < SWEEPS && budget.spend(square) {
            residual = self.sweep(m);
            sweeps += 1;
            if residual <= limit {
                break;
            }
            if sweeps == next_polish {
                next_polish = next_polish * 3 / 2 + 3;
                if self.polish(m, limit, budget) {
                    return sweeps;
                }
                self.leap(m);
                sweeps += 2;
            }
        }
        if residual > 0.0 {
            self.polish(m, residual.min(limit), budget);
        }
        sweeps
    }

    /// One sweep; returns the largest change, in units of y.
    fn sweep(&self, m: &mut [f64]) -> f64 {
        let mut change = 0.0_f64;
        for item in &self.items {
            let mut m_N = 0.0;
            if let Some(i) = item.normal {
                let g = self.diagonal(i);
                let new =
                    if item.active && g > 0.0 { signorini(m[i] - self.y(m, i) / g) } else { 0.0 };
                change = change.max((new - m[i]).abs() * g);
                m[i] = new;
                m_N = new;
            }
            let f = item.tangential.clone();
            if f.is_empty() {
                continue;
            }
            let radius = item.radius(m_N);
            let g = f.clone().map(|i| self.diagonal(i)).fold(0.0, f64::max);
            let mut new = [0.0; 3];
            match &item.rubbing {
                Rubbing::Disc if item.active && g > 0.0 => {
                    for (k, i) in f.clone().enumerate() {
                        new[k] = m[i] - self.y(m, i) / g;
                    }
                    disc(&mut new, radius);
                }
                Rubbing::Slides(s) if item.active => {
                    (0..f.len()).for_each(|k| new[k] = -radius * s[k]);
                }
                _ => {}
            }
            for (k, i) in f.enumerate() {
                change = change.max((new[k] - m[i]).abs() * g);
                m[i] = new[k];
            }
        }
        change
    }

    /// Where sticking rows depend on each other and contradict each other, sweeps add the same
    /// vector of the null space of G again and again until a multiplier reaches its bound; this
    /// goes there at once.
    fn leap(&mut self, m: &mut [f64]) {
        let (mut old, mut drift) = (std::mem::take(&mut self.old), std::mem::take(&mut self.drift));
        old.clear();
        old.extend_from_slice(m);
        self.sweep(m);
        drift.clear();
        drift.extend(m.iter().zip(&old).map(|(m, o)| m - o));
        old.copy_from_slice(m);
        self.sweep(m);
        let (mut change, mut size) = (0.0_f64, 0.0_f64);
        for i in 0..m.len() {
            let d = m[i] - old[i];
            change = change.max((d - drift[i]).abs() * self.diagonal(i));
            size = size.max(d.abs() * self.diagonal(i));
            drift[i] = d;
        }
        if size > 0.0 && change <= 1e-3 * size {
            let far = |i: &Item| room(i, &i.gather(m), &i.gather(&drift));
            let steps = self.items.iter().map(far).fold(f64::MAX, f64::min);
            if (1.0..f64::MAX).contains(&steps) {
                m.iter_mut().zip(&drift).for_each(|(m, d)| *m += steps * d);
            }
        }
        (self.old, self.drift) = (old, drift);
    }

    /// One linear solve on the active set of `m`: accepted where it fulfils the laws to `tol`.
    fn polish(&mut self, m: &mut [f64], tol: f64, budget: &mut Budget<'_>) -> bool {
        let n = self.n;
        self.on.clear();
        let mut slip = std::mem::take(&mut self.slip);
        slip.clear();
        for item in &self.items {
            let pressed = match item.normal {
                Some(i) if m[i] > 0.0 => {
                    self.on.push(i);
                    true
                }
                Some(_) => false,
                None => item.load > 0.0,
            };
            if !pressed || !item.active {
                continue;
            }
            let radius = item.radius(item.normal.map_or(0.0, |i| m[i]));
            let f = item.tangential.clone();
            let norm = f.clone().map(|i| m[i] * m[i]).sum::<f64>().sqrt();
            match item.rubbing {
                Rubbing::None => {}
                Rubbing::Disc if norm < radius * (1.0 - 1e-9) => self.on.extend(f),
                _ => {
                    for i in f {
                        let s = if norm > 0.0 { -m[i] / norm } else { 0.0 };
                        slip.push((item.normal, i, item.slope() * s));
                    }
                }
            }
        }
        let k = self.on.len();
        budget.factorise((k * k * k) as f64 / 3.0);
        self.lu.reset(k);
        self.rhs.clear();
        self.trial.clear();
        self.trial.resize(n, 0.0);
        for &(_, i, _) in slip.iter().filter(|s| s.0.is_none()) {
            self.trial[i] = m[i];
        }
        for a in 0..k {
            let i = self.on[a];
            let scale = 1.0 / self.diagonal(i).max(1e-300);
            for b in 0..k {
                let j = self.on[b];
                let mut v = self.G[i * n + j];
                for &(normal, f, ms) in &slip {
                    if normal == Some(j) {
                        v -= ms * self.G[i * n + f];
                    }
                }
                self.lu.a[a * k + b] = v * scale;
            }
            let fixed: f64 =
                slip.iter().filter(|s| s.0.is_none()).map(|s| self.G[i * n + s.1] * m[s.1]).sum();
            self.rhs.push(-(self.b[i] + fixed) * scale);
        }
        self.lu.factor();
        self.lu.solve(&mut self.rhs, &mut self.work);
        for a in 0..k {
            self.trial[self.on[a]] = self.rhs[a];
        }
        for &(normal, f, ms) in &slip {
            if let Some(j) = normal {
                self.trial[f] = -ms * self.trial[j];
            }
        }
        self.slip = slip;
        if self.trial.iter().any(|v| !v.is_finite()) {
            return false;
        }
        // natural residual of the trial: what one more sweep would change
        let mut next = std::mem::take(&mut self.trial);
        self.rhs.clear();
        self.rhs.extend_from_slice(&next);
        let fine = self.sweep(&mut next) <= tol;
        if fine {
            m.copy_from_slice(&self.rhs);
        }
        self.trial = next;
        fine
    }
}

/// How often `d` can be added to `m` before a bound is reached at which it is not yet.
fn room(item: &Item, m: &Local, d: &Local) -> f64 {
    let mut steps = f64::MAX;
    let (m_N, d_N) = if item.normal.is_some() { (m[0], d[0]) } else { (item.load, 0.0) };
    if d_N < 0.0 {
        steps = -m_N / d_N;
    }
    if item.rubbing == Rubbing::Disc {
        // |m_F + s d_F| = μ (m_N + s d_N)
        let mu2 = item.slope() * item.slope();
        let (mut a, mut b, mut c) = (-mu2 * d_N * d_N, -mu2 * m_N * d_N, -mu2 * m_N * m_N);
        let rim = c;
        for k in 1..1 + item.friction_rows() {
            a += d[k] * d[k];
            b += m[k] * d[k];
            c += m[k] * m[k];
        }
        let root = b + (b * b - a * c).sqrt();
        if c < 1e-9 * rim && root > 0.0 {
            steps = steps.min(-c / root);
        }
    }
    steps
}
