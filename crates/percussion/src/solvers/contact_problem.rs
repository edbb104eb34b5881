//! The contact problem of one kinematic level, as data.
//!
//! Find m with y = G m + b and, for each item,
//!
//! ```text
//! normal:    y_N in N_{R0-}(-m_N)                      (0 ≤ y_N ⊥ m_N ≥ 0)
//! friction:  y_F in N_{C(μ m_N)}(-m_F), or m_F = -μ m_N s where the contact slides along s
//! ```
//!
//! Solved by block Gauss-Seidel on the prox equations with r = 1/G_ii, and by one linear solve on
//! the active set found. G may be singular (dependent contacts): where sweeps are slow, Newton's
//! method is tried on the problem and on G + ε diag G around the last m, again and again (the
//! proximal point method), which is regular and has the same solutions.

use super::friction::ITERATIONS;
use crate::linalg::Dense;
use crate::memory::{remember, Memory, Remember};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How the tangential rows of an item behave.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Rubbing {
    /// No friction: m_F = 0.
    #[default]
    None,
    /// In the disc of radius μ m_N.
    Disc,
    /// Sliding along a given direction (at most three components).
    Slides([f64; 3]),
}

impl Remember for Rubbing {
    fn remember(&mut self, m: &mut Memory) {
        let (mut kind, mut along) = match self {
            Rubbing::None => (0_usize, [0.0; 3]),
            Rubbing::Disc => (1, [0.0; 3]),
            Rubbing::Slides(s) => (2, *s),
        };
        kind.remember(m);
        along.remember(m);
        *self = [Rubbing::None, Rubbing::Disc, Rubbing::Slides(along)][kind.min(2)].clone();
    }
}

/// A contact, or friction with a given normal load.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Item {
    /// Index of the normal row; none where the normal load is given.
    pub normal: Option<usize>,
    /// Normal load where there is no normal row.
    pub load: f64,
    /// Indices of the tangential rows.
    pub tangential: Range<usize>,
    /// Friction coefficient.
    pub mu: f64,
    /// Tangential behaviour.
    pub rubbing: Rubbing,
    /// Whether the contact takes part; otherwise its multipliers are zero.
    pub active: bool,
}
remember!(Item { normal, load, tangential, mu, rubbing, active });

/// Delassus operator, free velocities (or gaps, accelerations) and laws.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ContactProblem {
    /// Number of rows.
    pub n: usize,
    /// Row-major Delassus matrix.
    pub G: Vec<f64>,
    /// Free part.
    pub b: Vec<f64>,
    /// Contacts.
    pub items: Vec<Item>,
    /// An error in y that is small enough where convergence is slow.
    #[serde(skip)]
    pub enough: f64,
    #[serde(skip)]
    lu: Dense,
    /// The items that are not open.
    #[serde(skip)]
    part: Option<Box<Part>>,
    /// The problem with G + ε diag G.
    #[serde(skip)]
    pub(super) near: Option<Box<ContactProblem>>,
    #[serde(skip)]
    work: Vec<f64>,
    #[serde(skip)]
    rhs: Vec<f64>,
    #[serde(skip)]
    on: Vec<usize>,
    #[serde(skip)]
    given: Vec<f64>,
    #[serde(skip)]
    trial: Vec<f64>,
    #[serde(skip)]
    old: Vec<f64>,
    #[serde(skip)]
    drift: Vec<f64>,
    /// Sliding rows: normal row, friction row, μ s.
    #[serde(skip)]
    slip: Vec<(Option<usize>, usize, f64)>,
}
remember!(cache ContactProblem {
   n, G, b, items, enough;
    skip lu, part, near, work, rhs, on, given, trial, old, drift, slip
});

/// Some items of a problem as a problem of their own.
#[derive(Clone, Debug, Default)]
struct Part {
    used: Vec<bool>,
    problem: ContactProblem,
    /// The row of the whole problem of each of its rows.
    rows: Vec<usize>,
    m: Vec<f64>,
}

/// What came out.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Sweeps of Gauss-Seidel.
    pub sweeps: usize,
    /// Rows of the contacts that take part.
    pub rows: usize,
    /// Largest change of y that the prox equations still ask for.
    pub residual: f64,
}

/// Sweeps after which Newton's method is tried as well.
const NEWTON_AFTER: usize = 40;
/// Rows up to which leaving some out is not worth the copy.
const FEW: usize = 12;

impl ContactProblem {
    /// A problem with these contacts, matrix and free part to be filled in.
    pub fn with_items(items: Vec<Item>) -> Self {
        ContactProblem { items, ..Self::default() }
    }

    /// Make room for n rows.
    pub fn resize(&mut self, n: usize) {
        self.n = n;
        self.G.clear();
        self.G.resize(n * n, 0.0);
        self.b.clear();
        self.b.resize(n, 0.0);
    }

    fn y(&self, m: &[f64], i: usize) -> f64 {
        let row = &self.G[i * self.n..(i + 1) * self.n];
        self.b[i] + row.iter().zip(m).map(|(g, m)| g * m).sum::<f64>()
    }

    /// Solve, starting from `m`; `tol` bounds the error in y, relative to its free part and, where
    /// that is slow, to its largest terms.
    pub fn solve(&mut self, m: &mut [f64], tol: f64, max_sweeps: usize) -> Outcome {
        if self.n <= FEW {
            return self.solve_all(m, tol, max_sweeps);
        }
        // most contacts are open: they join once they would be penetrated
        let mut part = self.part.take().unwrap_or_default();
        part.used.clear();
        for item in &self.items {
            let may = item.normal.is_none_or(|i| m[i] > 0.0 || self.y(m, i) <= 0.0);
            part.used.push(item.active && may);
        }
        let mut all = Outcome { sweeps: 0, rows: 0, residual: 0.0 };
        loop {
            part.copy(self, m);
            let o = part.problem.solve_all(&mut part.m, tol, max_sweeps);
            all = Outcome { sweeps: all.sweeps + o.sweeps, ..o };
            m.fill(0.0);
            part.rows.iter().zip(&part.m).for_each(|(&r, v)| m[r] = *v);
            let mut more = false;
            for (item, used) in self.items.iter().zip(&mut part.used) {
                if item.active && !*used && item.normal.is_some_and(|i| self.y(m, i) < 0.0) {
                    (*used, more) = (true, true);
                }
            }
            if !more {
                break;
            }
        }
        self.part = Some(part);
        all
    }

    fn solve_all(&mut self, m: &mut [f64], tol: f64, max_sweeps: usize) -> Outcome {
        let rows = self.n;
        let mut limit = tol * self.b.iter().fold(1e-300_f64, |a, v| a.max(v.abs()));
        let mut sweeps = 0;
        let mut residual = f64::INFINITY;
        // try the active set now and then: Gauss-Seidel only has to find it
        let mut next_polish = 3;
        let mut next_newton = NEWTON_AFTER;
        while sweeps < max_sweeps {
            residual = self.sweep(m);
            sweeps += 1;
            if residual <= limit {
                break;
            }
            if sweeps == next_polish {
                next_polish = next_polish * 3 / 2 + 3;
                if self.polish(m, limit) {
                    return Outcome { sweeps, rows, residual: limit };
                }
                self.leap(m);
                sweeps += 2;
                if sweeps > next_newton {
                    next_newton *= 4;
                    // y is known to the round-off of its terms only
                    limit = limit.max(tol * self.largest_term(m)).max(self.enough);
                    if self.newton_to(m, limit, ITERATIONS).is_some() || self.proximal(m, limit) {
                        return Outcome { sweeps, rows, residual: limit };
                    }
                }
            }
        }
        if residual > 0.0 {
            self.polish(m, residual.min(limit));
        }
        Outcome { sweeps, rows, residual }
    }

    /// The largest sum of the absolute values of the terms of a row of G m.
    fn largest_term(&self, m: &[f64]) -> f64 {
        let sum = |row: &[f64]| row.iter().zip(m).map(|(g, m)| (g * m).abs()).sum::<f64>();
        self.G.chunks_exact(self.n).map(sum).fold(0.0, f64::max)
    }

    /// Poisson's law: `m` holds the percussions of the compression, solved with y of restitution
    /// zero; the expansion gives back at least `e[i]` times that of each normal row i. On return `m`
    /// is the sum of both, and y is that after the expansion.
    pub fn expand(&mut self, m: &mut [f64], e: &[f64]) {
        let n = self.n;
        let mut given = std::mem::take(&mut self.given);
        given.clear();
        given.extend(m.iter().zip(e).map(|(m, e)| m + e * m));
        for k in 0..n {
            let G = &self.G[k * n..(k + 1) * n];
            self.b[k] += G.iter().zip(&given).map(|(g, m)| g * m).sum::<f64>();
        }
        m.fill(0.0);
        self.solve(m, 1e-14, 20_000);
        m.iter_mut().zip(&given).for_each(|(m, g)| *m += g);
        self.given = given;
    }

    fn radius(&self, item: &Item, m: &[f64]) -> f64 {
        item.mu * item.normal.map_or(item.load, |n| m[n]).max(0.0)
    }

    pub(super) fn sweep(&self, m: &mut [f64]) -> f64 {
        let mut change = 0.0_f64;
        for item in &self.items {
            if let Some(i) = item.normal {
                let g = self.diagonal(i);
                let new =
                    if item.active && g > 0.0 { (m[i] - self.y(m, i) / g).max(0.0) } else { 0.0 };
                change = change.max((new - m[i]).abs() * g);
                m[i] = new;
            }
            let f = item.tangential.clone();
            if f.is_empty() {
                continue;
            }
            let radius = self.radius(item, m);
            let g = f.clone().map(|i| self.diagonal(i)).fold(0.0, f64::max);
            let mut new = [0.0; 3];
            match &item.rubbing {
                Rubbing::Disc if item.active && g > 0.0 => {
                    let mut norm = 0.0;
                    for (k, i) in f.clone().enumerate() {
                        new[k] = m[i] - self.y(m, i) / g;
                        norm += new[k] * new[k];
                    }
                    let norm = norm.sqrt();
                    if norm > radius {
                        new.iter_mut().for_each(|v| *v *= radius / norm);
                    }
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
            let steps = self.items.iter().map(|i| self.room(i, m, &drift)).fold(f64::MAX, f64::min);
            if (1.0..f64::MAX).contains(&steps) {
                m.iter_mut().zip(&drift).for_each(|(m, d)| *m += steps * d);
            }
        }
        (self.old, self.drift) = (old, drift);
    }

    /// How often `d` can be added to `m` before an item reaches a bound at which it is not yet.
    fn room(&self, item: &Item, m: &[f64], d: &[f64]) -> f64 {
        let mut steps = f64::MAX;
        let (m_N, d_N) = match item.normal {
            Some(i) => (m[i], d[i]),
            None => (item.load, 0.0),
        };
        if d_N < 0.0 {
            steps = -m_N / d_N;
        }
        if item.rubbing == Rubbing::Disc {
            // |m_F + s d_F| = μ (m_N + s d_N)
            let mu2 = item.mu * item.mu;
            let (mut a, mut b, mut c) = (-mu2 * d_N * d_N, -mu2 * m_N * d_N, -mu2 * m_N * m_N);
            let rim = c;
            for i in item.tangential.clone() {
                a += d[i] * d[i];
                b += m[i] * d[i];
                c += m[i] * m[i];
            }
            let root = b + (b * b - a * c).sqrt();
            if c < 1e-9 * rim && root > 0.0 {
                steps = steps.min(-c / root);
            }
        }
        steps
    }

    pub(super) fn diagonal(&self, i: usize) -> f64 {
        self.G[i * self.n + i]
    }

    /// One linear solve on the active set of `m`: accepted where it fulfils the laws to `tol`.
    fn polish(&mut self, m: &mut [f64], tol: f64) -> bool {
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
            let radius = self.radius(item, m);
            let f = item.tangential.clone();
            let norm = f.clone().map(|i| m[i] * m[i]).sum::<f64>().sqrt();
            match item.rubbing {
                Rubbing::None => {}
                Rubbing::Disc if norm < radius * (1.0 - 1e-9) => self.on.extend(f),
                _ => {
                    for i in f {
                        let s = if norm > 0.0 { -m[i] / norm } else { 0.0 };
                        slip.push((item.normal, i, item.mu * s));
                    }
                }
            }
        }
        let k = self.on.len();
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
        self.work.clear();
        self.work.extend_from_slice(&next);
        let left = self.sweep(&mut next);
        self.trial = next;
        if left <= tol {
            m.copy_from_slice(&self.work);
            return true;
        }
        false
    }
}

impl Part {
    fn copy(&mut self, whole: &ContactProblem, m: &[f64]) {
        let p = &mut self.problem;
        self.rows.clear();
        p.items.clear();
        for (item, _) in whole.items.iter().zip(&self.used).filter(|(_, used)| **used) {
            let normal = item.normal.map(|i| {
                self.rows.push(i);
                self.rows.len() - 1
            });
            let start = self.rows.len();
            if item.rubbing != Rubbing::None {
                self.rows.extend(item.tangential.clone());
            }
            p.items.push(Item { normal, tangential: start..self.rows.len(), ..item.clone() });
        }
        (p.n, p.enough) = (self.rows.len(), whole.enough);
        p.G.clear();
        p.b.clear();
        self.m.clear();
        for &i in &self.rows {
            p.G.extend(self.rows.iter().map(|&j| whole.G[i * whole.n + j]));
            p.b.push(whole.b[i]);
            self.m.push(m[i]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(n: usize, t: Range<usize>, mu: f64) -> Item {
        let rubbing = if t.is_empty() { Rubbing::None } else { Rubbing::Disc };
        Item { normal: Some(n), load: 0.0, tangential: t, mu, rubbing, active: true }
    }

    #[test]
    fn lcp_with_one_closed_and_one_open_contact() {
        let mut p = ContactProblem::default();
        p.resize(2);
        p.G = vec![2.0, 1.0, 1.0, 2.0];
        p.b = vec![-2.0, 5.0];
        p.items = vec![contact(0, 0..0, 0.0), contact(1, 1..1, 0.0)];
        let mut m = vec![0.0; 2];
        let out = p.solve(&mut m, 1e-12, 1000);
        assert!(out.residual < 1e-10);
        assert!((m[0] - 1.0).abs() < 1e-14 && m[1] == 0.0, "{m:?}");
    }

    #[test]
    fn sliding_and_sticking() {
        // unit mass on a plane: normal approach 1, tangential speed 0.1 sticks, 1 slides
        for (v, expected) in [(0.1, -0.1), (1.0, -0.5)] {
            let mut p = ContactProblem::default();
            p.resize(2);
            p.G = vec![1.0, 0.0, 0.0, 1.0];
            p.b = vec![-1.0, v];
            p.items = vec![contact(0, 1..2, 0.5)];
            let mut m = vec![0.0; 2];
            p.solve(&mut m, 1e-13, 1000);
            assert!((m[0] - 1.0).abs() < 1e-12 && (m[1] - expected).abs() < 1e-12, "{m:?}");
        }
    }

    #[test]
    fn dependent_contacts_carry_the_load_together() {
        // the same contact twice: G is singular
        let mut p = ContactProblem::default();
        p.resize(2);
        p.G = vec![1.0; 4];
        p.b = vec![-3.0, -3.0];
        p.items = vec![contact(0, 0..0, 0.0), contact(1, 1..1, 0.0)];
        let mut m = vec![1.0; 2];
        p.solve(&mut m, 1e-12, 1000);
        assert!((m[0] + m[1] - 3.0).abs() < 1e-12, "{m:?}");
    }

    /// A ball between two planes at 45 degrees: both contacts cannot stick, since the second one
    /// has to slide with 1e-9. Sweeps alone need about 1e9 of them to find out.
    #[test]
    fn contacts_that_cannot_both_stick() {
        let s = 0.5_f64.sqrt();
        // columns x, y, R phi of the unit ball with J = 2/5: rows N1, F1, N2, F2
        let w = [[-s, s, 0.0], [s, s, 1.0], [s, s, 0.0], [s, -s, 1.0]];
        let mut p = ContactProblem::default();
        p.resize(4);
        for i in 0..4 {
            for j in 0..4 {
                let m = [1.0, 1.0, 2.5];
                p.G[i * 4 + j] = (0..3).map(|k| w[i][k] * w[j][k] * m[k]).sum();
            }
        }
        for e in [1e-3, 1e-6, 1e-9] {
            p.b = vec![-s, -s, -s, s + e];
            p.items = vec![contact(0, 1..2, 0.3), contact(2, 3..4, 0.3)];
            let mut m = vec![0.0; 4];
            let out = p.solve(&mut m, 1e-14, 2000);
            assert!(out.sweeps < 200 && out.residual < 1e-13, "{e}: {out:?} {m:?}");
            for (n, f) in [(0, 1), (2, 3)] {
                assert!(p.y(&m, n).abs() < 1e-12 && m[n] > 0.0, "{m:?}");
                assert!(m[f].abs() <= 0.3 * m[n] * (1.0 + 1e-12), "{m:?}");
            }
        }
    }

    /// A body on three points, whose nine rows have six freedoms: all stick, but for velocities of
    /// 1e-9 that contradict each other, so that some have to slide as slowly.
    #[test]
    fn a_body_on_three_points_creeps() {
        let points = [[1.0, 0.5, -0.3], [1.0, -0.5, -0.3], [-1.0, 0.1, -0.3]];
        let inverse = [1.0, 1.0, 1.0, 5.0, 2.0, 1.5];
        let mut w = Vec::new();
        for [x, y, z] in points {
            w.push([0.0, 0.0, 1.0, y, -x, 0.0]);
            w.push([1.0, 0.0, 0.0, 0.0, z, -y]);
            w.push([0.0, 1.0, 0.0, -z, 0.0, x]);
        }
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for case in 0..40 {
            let mut p = ContactProblem::with_items(
                (0..3).map(|k| contact(3 * k, 3 * k + 1..3 * k + 3, 0.8)).collect(),
            );
            p.resize(9);
            p.enough = 1e-13;
            for i in 0..9 {
                for j in 0..9 {
                    p.G[i * 9 + j] = (0..6).map(|k| w[i][k] * w[j][k] * inverse[k]).sum();
                }
                p.b[i] = if i % 3 == 0 { -1e-3 } else { 1e-9 * random() };
            }
            let mut m = vec![0.0; 9];
            let out = p.solve(&mut m, 1e-14, 2000);
            assert!(out.sweeps < 500 && out.residual <= 1e-13, "{case}: {out:?} {m:?}");
            for k in [0, 3, 6] {
                let friction = (m[k + 1] * m[k + 1] + m[k + 2] * m[k + 2]).sqrt();
                assert!(m[k] >= 0.0 && friction <= 0.8 * m[k] * (1.0 + 1e-9), "{case}: {m:?}");
                assert!(p.y(&m, k) > -1e-12, "{case}");
            }
        }
    }

    #[test]
    fn can_be_written_and_read_back() {
        let mut p = ContactProblem::default();
        p.resize(1);
        p.G = vec![2.0];
        p.b = vec![-1.0];
        p.items = vec![contact(0, 0..0, 0.0)];
        let text = serde_json::to_string(&p).unwrap();
        let mut back: ContactProblem = serde_json::from_str(&text).unwrap();
        let mut m = vec![0.0];
        back.solve(&mut m, 1e-12, 100);
        assert_eq!(m, vec![0.5]);
    }
}
