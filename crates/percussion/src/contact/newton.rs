//! Newton's method on the natural map of the problem with its compliance,
//!
//! ```text
//! y = G m + b + e (m - m̂),        F = m - prox(m - y) = 0                              (1)
//! (I - D + D e) dm + D G dm = -F,     D = prox'(m - y)                                 (2)
//! ```
//!
//! with e = ε c of each row and the centre m̂, which is zero in the first of a sequence of such problems and the last solution in the
//! others (`solve.rs`). e makes (2) regular whatever depends on what. The line search is not monotone: it compares with the largest of
//! the last values. Where no length is good enough the best of those tried is taken.

use super::law::{first, natural, slots, Local};
use super::operator::small::Small;
use super::policy::{ARMIJO, HALVINGS, MEMORY, ROW};
use super::scaled::Scaled;
use super::solver::Budget;

/// Workspace of the iteration.
#[derive(Default)]
pub(super) struct Newton {
    y: Vec<f64>,
    F: Vec<f64>,
    dm: Vec<f64>,
    dy: Vec<f64>,
    A: Vec<Small>,
    P: Vec<Small>,
    best: Vec<f64>,
}

/// How an iteration ended.
pub(super) struct Ended {
    /// Steps taken, each with at most one factorisation.
    pub steps: usize,
    /// Relative residual of the point returned, with the compliance.
    pub relative: f64,
    /// Whether its natural map is within the limit.
    pub done: bool,
}

impl Newton {
    /// Improve `m` until the length of the natural map is at most `limit(m, y)`; `m` is the best point found.
    pub fn solve(
        &mut self,
        p: &mut Scaled,
        m: &mut [f64],
        limit: impl Fn(&Scaled, &[f64], &[f64]) -> f64,
        most: usize,
        budget: &mut Budget<'_>,
    ) -> Ended {
        for v in [&mut self.y, &mut self.F, &mut self.dm, &mut self.dy] {
            v.clear();
            v.resize(p.n, 0.0);
        }
        for v in [&mut self.A, &mut self.P] {
            v.clear();
            v.resize(p.items.len(), Small::default());
        }
        self.best.clear();
        self.best.extend_from_slice(m);
        p.regular_response(m, &mut self.y, budget);
        let mut value = self.map(p, m);
        let (mut least, mut relative) = (value, value / p.scale(&self.y));
        let mut last = [f64::NEG_INFINITY; MEMORY];
        let mut steps = 0;
        loop {
            if value <= limit(p, m, &self.y) {
                return Ended { steps, relative: value / p.scale(&self.y), done: true };
            }
            if steps == most || !value.is_finite() || !self.direction(p, m, budget) {
                m.copy_from_slice(&self.best);
                return Ended { steps, relative, done: false };
            }
            last[steps % MEMORY] = value;
            steps += 1;
            let bound = last.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            value = self.search(p, m, bound);
            budget.spend(ROW * p.n as f64);
            if value < least {
                (least, relative) = (value, value / p.scale(&self.y));
                self.best.copy_from_slice(m);
            }
        }
    }

    /// dm and dy of (2), with the compliance in dy; whether they are finite.
    fn direction(&mut self, p: &mut Scaled, m: &[f64], budget: &mut Budget<'_>) -> bool {
        self.slopes(p, m);
        self.F.iter_mut().for_each(|v| *v = -*v);
        let go = p.operator.factor(&self.A, &self.P, budget);
        let finite = go && p.operator.solve(&self.F, &mut self.dm, &mut self.dy, budget);
        let soft = self.dy.iter_mut().zip(&self.dm).zip(&p.compliance);
        soft.for_each(|((y, m), e)| *y += e * m);
        finite
    }

    /// Go along (dm, dy) as far as the natural map allows; its length there.
    fn search(&mut self, p: &Scaled, m: &mut [f64], bound: f64) -> f64 {
        let (mut at, mut length) = (0.0, 1.0);
        let mut best = (f64::INFINITY, 1.0);
        for _ in 0..=HALVINGS {
            self.go(m, length - at);
            at = length;
            let value = self.map(p, m);
            if value <= (1.0 - ARMIJO * length) * bound {
                return value;
            }
            if value < best.0 {
                best = (value, length);
            }
            length *= 0.5;
        }
        self.go(m, best.1 - at);
        self.map(p, m)
    }

    fn go(&mut self, m: &mut [f64], by: f64) {
        m.iter_mut().zip(&self.dm).for_each(|(m, d)| *m += by * d);
        self.y.iter_mut().zip(&self.dy).for_each(|(y, d)| *y += by * d);
    }

    /// F and its length.
    fn map(&mut self, p: &Scaled, m: &[f64]) -> f64 {
        let mut sum = 0.0;
        for item in &p.items {
            let local = natural(item, m, &self.y);
            let f = first(item);
            for (i, k) in slots(item).enumerate() {
                self.F[f + i] = local[k];
                sum += local[k] * local[k];
            }
        }
        sum.sqrt()
    }

    /// The blocks of (2).
    fn slopes(&mut self, p: &Scaled, m: &[f64]) {
        for (k, item) in p.items.iter().enumerate() {
            let (mi, yi) = (item.gather(m), item.gather(&self.y));
            let mut at: Local = [0.0; 4];
            (0..4).for_each(|j| at[j] = mi[j] - yi[j]);
            let D = item.prox_slope(&at);
            let (s, f) = (slots(item), first(item));
            for (i, a) in s.clone().enumerate() {
                for (j, b) in s.clone().enumerate() {
                    let unit = f64::from(u8::from(i == j));
                    self.P[k][i][j] = D[a][b];
                    self.A[k][i][j] = unit - (1.0 - p.compliance[f + j]) * D[a][b];
                }
            }
        }
    }
}
