//! An interior point method. In the coordinates of `cone`, with u = G z + b, friction makes (G. De
//! Saxcé, Z.-Q. Feng, "The bipotential method", 1998, DOI 10.1016/S0895-7177(98)00119-8)
//!
//! ```text
//! s = u + |u_F| e_N,    z and s in the cone,    z ∘ s = 0                                  (1)
//! ```
//!
//! which is followed from z ∘ s = τ e to τ = 0 with the scaling W of Nesterov and Todd, predictor and
//! corrector. The term |u_F| e_N is part of the matrix, Γ = I - θ e_N s_Fᵀ/|s_F|:
//!
//! ```text
//! R = s - |s_F| e_N - u,    Γ ds - du = -R,    W² dz + ds = W c                            (2)
//! W² dz + Γ⁻¹ du = W c + Γ⁻¹ R                                                             (3)
//! ```
//!
//! (3) is written in the eigenbasis of W, each row divided by max(1, w²), so that the small eigenvalue of
//! a sliding contact is not lost; ds follows from (2). θ falls where steps are short. No centring is
//! right for all problems. The compliance of the problem (`scaled.rs`) is part of u: du = G dz + e dz. Friction with a given
//! load N is the cone with z = (μ N, m_F), whose first component does not change; s_N is free there.

use super::cone::{det, divide, product, raise, room, Equations, Scaling};
use super::law::{first, slots, Item, Local};
use super::operator::small::Small;
use super::policy::{FAR, ITEM, LAGS, PATIENCE, PROGRESS, RECENTRE, SHORT};
use super::scaled::Scaled;
use super::solver::Budget;

/// How a path is begun and followed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    /// τ at the start.
    pub start: f64,
    /// Fraction of the way to the boundary.
    pub fraction: f64,
    /// Smallest centring.
    pub sigma: f64,
    /// Most iterations.
    pub steps: usize,
    /// Relative residual with the compliance at which the path is left.
    pub tol: f64,
}

/// Follow the path; `m` receives the best point. Iterations, and the relative residual of that point with the compliance.
pub(super) fn interior(
    p: &mut Scaled,
    m: &mut [f64],
    setting: Setting,
    budget: &mut Budget<'_>,
) -> (usize, f64) {
    let mut path = Path::new(p, setting.start, budget);
    let mut least = f64::INFINITY;
    let (mut theta, mut short, mut stalled) = (1.0_f64, 0, 0);
    let mut iterations = 0;
    while iterations < setting.steps && budget.go() {
        iterations += 1;
        let Some(length) = path.step(p, setting, theta, budget) else { break };
        let at = p.measure(&path.multipliers(p), &path.y(p));
        stalled = if at.relative < PROGRESS * least { 0 } else { stalled + 1 };
        if at.relative < least {
            least = at.relative;
            m.copy_from_slice(&path.multipliers(p));
        }
        if least <= setting.tol.max(at.floor) || stalled >= PATIENCE || !at.relative.is_finite() {
            break;
        }
        theta = if length < LAGS[0] { LAGS[1] * theta } else { LAGS[2] * theta }.clamp(0.5, 1.0);
        short = if length < SHORT { short + 1 } else { 0 };
        if short >= 2 {
            short = 0;
            path.recentre(p, budget);
        }
    }
    (iterations, least)
}

/// z, s and u of all items.
struct Path {
    z: Vec<Local>,
    s: Vec<Local>,
    u: Vec<Local>,
    /// Components of each cone, and the factor of its first one.
    n: Vec<usize>,
    mu: Vec<f64>,
    /// Whether the first component is given: friction with a given load, z = (μ N, m_F).
    given: Vec<bool>,
    W: Vec<Scaling>,
    A: Vec<Small>,
    P: Vec<Small>,
    r: Vec<f64>,
    dm: Vec<f64>,
    dy: Vec<f64>,
    dz: Vec<Local>,
    ds: Vec<Local>,
    du: Vec<Local>,
}

impl Path {
    fn new(p: &mut Scaled, tau: f64, budget: &mut Budget<'_>) -> Self {
        let n: Vec<usize> = p.items.iter().map(|i| 1 + i.tangential.len().min(3)).collect();
        let given: Vec<bool> = p.items.iter().map(|i| i.normal.is_none()).collect();
        let slope = |i: &Item| match i.normal {
            Some(_) if !i.tangential.is_empty() => i.slope(),
            _ => 1.0,
        };
        let mu = p.items.iter().map(slope).collect();
        let centre = |v: f64| [v, 0.0, 0.0, 0.0];
        let first = |i: &Item| if i.normal.is_none() { i.radius(0.0) } else { tau.sqrt() };
        let count = p.items.len();
        let zero = vec![[0.0; 4]; count];
        let z: Vec<Local> = p.items.iter().map(|i| centre(first(i))).collect();
        let s: Vec<Local> = z.iter().map(|z| centre(tau / z[0])).collect();
        let mut path = Path {
            W: (0..count).map(|k| Scaling::new(&z[k], &s[k], n[k])).collect(),
            z,
            s,
            u: zero.clone(),
            given,
            A: vec![[[0.0; 4]; 4]; count],
            P: vec![[[0.0; 4]; 4]; count],
            r: vec![0.0; p.n],
            dm: vec![0.0; p.n],
            dy: vec![0.0; p.n],
            dz: zero.clone(),
            ds: zero.clone(),
            du: zero,
            n,
            mu,
        };
        path.respond(p, budget);
        path
    }

    /// u at z.
    fn respond(&mut self, p: &mut Scaled, budget: &mut Budget<'_>) {
        let mut y = vec![0.0; p.n];
        p.regular_response(&self.multipliers(p), &mut y, budget);
        for (k, item) in p.items.iter().enumerate() {
            self.u[k] = item.gather(&y);
            self.u[k][0] /= self.mu[k];
        }
    }

    /// The values of all items by rows; the first component of each is multiplied by `by` of its μ.
    fn rows(&self, p: &Scaled, v: &[Local], by: impl Fn(f64) -> f64) -> Vec<f64> {
        let mut out = vec![0.0; p.n];
        for (k, item) in p.items.iter().enumerate() {
            let f = first(item);
            slots(item).enumerate().for_each(|(i, s)| out[f + i] = v[k][s]);
            if item.normal.is_some() {
                out[f] *= by(self.mu[k]);
            }
        }
        out
    }

    fn multipliers(&self, p: &Scaled) -> Vec<f64> {
        self.rows(p, &self.z, |mu| 1.0 / mu)
    }

    fn y(&self, p: &Scaled) -> Vec<f64> {
        self.rows(p, &self.u, |mu| mu)
    }

    /// Mean of z·s over the items.
    fn gap(&self) -> f64 {
        let dot = |(z, s): (&Local, &Local)| (0..4).map(|k| z[k] * s[k]).sum::<f64>();
        self.z.iter().zip(&self.s).map(dot).sum::<f64>() / self.z.len().max(1) as f64
    }

    /// Away from the boundary.
    fn recentre(&mut self, p: &mut Scaled, budget: &mut Budget<'_>) {
        let by = RECENTRE * self.gap().abs().sqrt();
        self.s.iter_mut().for_each(|s| s[0] += by);
        let free = self.z.iter_mut().zip(&self.given).filter(|(_, given)| !**given);
        free.for_each(|(z, _)| z[0] += by);
        self.respond(p, budget);
    }

    fn equations(&self, k: usize) -> Equations {
        Equations::new(&self.W[k].frame, self.W[k].w.map(|w| w * w))
    }

    /// R of (2) and θ s_F/|s_F| of an item. Where the load is given, s_N is free and R has no normal part.
    fn residual(&self, k: usize, theta: f64) -> (Local, [f64; 3]) {
        let (s, u, n) = (&self.s[k], &self.u[k], self.n[k]);
        let (mut R, mut direction) = ([0.0; 4], [0.0; 3]);
        (0..n).for_each(|i| R[i] = s[i] - u[i]);
        if self.given[k] {
            R[0] = 0.0;
            return (R, direction);
        }
        let size = super::law::length(&s[1..n]);
        if size > 0.0 {
            (1..n).for_each(|i| direction[i - 1] = theta * s[i] / size);
        }
        R[0] -= size;
        (R, direction)
    }

    /// A and P of (3), with the compliance in A.
    fn matrices(&mut self, p: &Scaled, theta: f64) {
        for (k, item) in p.items.iter().enumerate() {
            let (n, f) = (self.n[k], first(item));
            self.W[k] = Scaling::new(&self.z[k], &self.s[k], n);
            let (_, d) = self.residual(k, theta);
            let (A, P) = (&mut self.A[k], &mut self.P[k]);
            let w2 = self.W[k].w.map(|w| w * w);
            if self.given[k] {
                (*A, *P) = Default::default();
                for j in 1..n {
                    let mut unit = [0.0; 4];
                    unit[j] = 1.0;
                    let column = self.W[k].frame.apply(w2, &unit);
                    (1..n).for_each(|i| A[i - 1][j - 1] = column[i]);
                    P[j - 1][j - 1] = 1.0;
                }
            } else {
                Equations::new(&self.W[k].frame, w2).matrices(&d, self.mu[k], n, A, P);
            }
            let rows = slots(item).len();
            for (i, j) in (0..rows).flat_map(|i| (0..rows).map(move |j| (i, j))) {
                A[i][j] += P[i][j] * p.compliance[f + j];
            }
        }
    }

    /// Solve (3) for the right sides W c of (2), then (2) for ds.
    fn solve(
        &mut self,
        p: &mut Scaled,
        right: &[Local],
        theta: f64,
        budget: &mut Budget<'_>,
    ) -> bool {
        for (k, item) in p.items.iter().enumerate() {
            let (n, f) = (self.n[k], first(item));
            let (R, d) = self.residual(k, theta);
            let mut g = raise(&R, &d, n);
            (0..n).for_each(|i| g[i] += right[k][i]);
            if self.given[k] {
                self.r[f..f + n - 1].copy_from_slice(&g[1..n]);
            } else {
                self.equations(k).right(&g, n, &mut self.r[f..f + n]);
            }
        }
        if !p.operator.solve(&self.r, &mut self.dm, &mut self.dy, budget) {
            return false;
        }
        let soft = self.dy.iter_mut().zip(&self.dm).zip(&p.compliance);
        soft.for_each(|((y, m), e)| *y += e * m);
        for (k, item) in p.items.iter().enumerate() {
            let n = self.n[k];
            let (R, d) = self.residual(k, theta);
            (self.dz[k], self.du[k]) = (item.gather(&self.dm), item.gather(&self.dy));
            self.dz[k][0] *= self.mu[k];
            self.du[k][0] /= self.mu[k];
            let mut left = [0.0; 4];
            (0..n).for_each(|i| left[i] = self.du[k][i] - R[i]);
            self.ds[k] = raise(&left, &d, n);
            if self.given[k] {
                let w2 = self.W[k].w.map(|w| w * w);
                self.ds[k][0] = right[k][0] - self.W[k].frame.apply(w2, &self.dz[k])[0];
            }
        }
        true
    }

    /// Longest step along (dz, ds) in the cones.
    fn room(&self) -> f64 {
        let mut t = FAR;
        for k in 0..self.z.len() {
            t = room(&self.z[k], &self.dz[k], self.n[k], t);
            t = room(&self.s[k], &self.ds[k], self.n[k], t);
        }
        t
    }

    /// One predictor and corrector; the length of the step.
    fn step(
        &mut self,
        p: &mut Scaled,
        setting: Setting,
        theta: f64,
        budget: &mut Budget<'_>,
    ) -> Option<f64> {
        let count = self.z.len();
        self.matrices(p, theta);
        if !p.operator.factor(&self.A, &self.P, budget) {
            return None;
        }
        let gap = self.gap();
        // predictor: W c = -s
        let right: Vec<Local> = self.s.iter().map(|s| s.map(|v| -v)).collect();
        if !self.solve(p, &right, theta, budget) {
            return None;
        }
        let t = self.room().min(1.0);
        let after: f64 = (0..count)
            .map(|k| {
                (0..self.n[k])
                    .map(|i| {
                        (self.z[k][i] + t * self.dz[k][i]) * (self.s[k][i] + t * self.ds[k][i])
                    })
                    .sum::<f64>()
            })
            .sum::<f64>()
            / count.max(1) as f64;
        let sigma = (after / gap).max(0.0).powi(3).clamp(setting.sigma, 1.0);
        // corrector: c = λ \ (σ τ e - λ ∘ λ - (W⁻¹ ds) ∘ (W dz))
        let right: Vec<Local> = (0..count)
            .map(|k| {
                let (W, n) = (&self.W[k], self.n[k]);
                let lambda = W.apply(&self.z[k]);
                let second = product(&W.inverse(&self.ds[k]), &W.apply(&self.dz[k]), n);
                let square = product(&lambda, &lambda, n);
                let mut c = [0.0; 4];
                (0..n).for_each(|i| c[i] = -square[i] - second[i]);
                c[0] += sigma * gap;
                W.apply(&divide(&lambda, &c, n))
            })
            .collect();
        if !self.solve(p, &right, theta, budget) {
            return None;
        }
        let t = (setting.fraction * self.room()).min(1.0);
        for k in 0..count {
            for i in 0..self.n[k] {
                self.z[k][i] += t * self.dz[k][i];
                self.s[k][i] += t * self.ds[k][i];
                self.u[k][i] += t * self.du[k][i];
            }
        }
        budget.spend(ITEM * count as f64);
        let inside = |v: &Local, n: usize| v[0] > 0.0 && det(v, n) > 0.0;
        let fine =
            (0..count).all(|k| inside(&self.z[k], self.n[k]) && inside(&self.s[k], self.n[k]));
        fine.then_some(t)
    }
}
