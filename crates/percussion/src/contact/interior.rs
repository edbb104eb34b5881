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
//! right for all problems: where it stalls it begins again with another.

use super::cone::{det, divide, product, raise, room, Equations, Scaling};
use super::law::Local;
use super::newton::{newton, POLISH};
use super::problem::{Point, Problem};
use super::scaled::{first, slots, Scaled};
use super::small::Small;
use super::solver::{Budget, Goal, Outcome, Solver, Status};
use super::PILE;

/// How a path is begun and followed.
#[derive(Clone, Copy, Debug)]
struct Setting {
    /// τ at the start.
    start: f64,
    /// Fraction of the way to the boundary.
    fraction: f64,
    /// Smallest centring.
    sigma: f64,
}

const SETTINGS: [Setting; 4] = [
    Setting { start: 1.0, fraction: 0.995, sigma: 1e-8 },
    Setting { start: 100.0, fraction: 0.9, sigma: 0.1 },
    Setting { start: 10.0, fraction: 0.995, sigma: 0.1 },
    Setting { start: 1.0, fraction: 0.9, sigma: 1e-8 },
];
/// Most iterations of one setting.
const ITERATIONS: usize = 60;
/// Residual from which Newton's method finishes.
const NEAR: f64 = 1e-7;

/// The solver.
#[derive(Default)]
pub struct InteriorSolver {
    scaled: Scaled,
}

impl Solver for InteriorSolver {
    fn name(&self) -> &'static str {
        "interior-point"
    }

    fn solve(
        &mut self,
        p: &Problem,
        point: &mut Point,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        point.fit(p);
        if !self.scaled.read(p, budget) || !fits(&self.scaled) {
            return Outcome::unfit(self.name(), budget);
        }
        let mut m = self.scaled.start(point);
        let mut iterations = 0;
        for setting in 0..SETTINGS.len() {
            let (its, done) = interior(&mut self.scaled, &mut m, goal, setting, budget);
            iterations += its;
            if done || !budget.go() {
                break;
            }
        }
        let at = self.scaled.finish(p, &m, point, budget);
        Outcome::of("interior-point", at, goal, budget, iterations, Status::Stalled)
    }
}

/// Whether all items are cones: discs of given radius are not.
pub(super) fn fits(p: &Scaled) -> bool {
    p.items.iter().all(|i| i.normal.is_some())
}

/// Follow the path with one of the settings and polish; `m` receives the best point. Iterations, and
/// whether the goal was reached.
pub(super) fn interior(
    p: &mut Scaled,
    m: &mut Vec<f64>,
    goal: Goal,
    setting: usize,
    budget: &mut Budget<'_>,
) -> (usize, bool) {
    let setting = SETTINGS[setting % SETTINGS.len()];
    let mut path = Path::new(p, setting.start, budget);
    let (mut best, mut least) = (m.clone(), f64::INFINITY);
    let (mut theta, mut short, mut stalled) = (1.0_f64, 0, 0);
    let mut iterations = 0;
    let mut tried = f64::INFINITY;
    while iterations < ITERATIONS && budget.go() {
        iterations += 1;
        let Some(length) = path.step(p, setting, theta, budget) else { break };
        let point = path.multipliers(p);
        let at = p.measure(&point, &path.y(p));
        if at.relative < 0.9 * least {
            stalled = 0;
        } else {
            stalled += 1;
        }
        if at.relative < least {
            least = at.relative;
            best = point;
        }
        // a rough solution is not polished
        let reached = goal.reached(&at);
        if reached || p.n > PILE && at.relative <= goal.rough {
            *m = best;
            return (iterations, reached);
        }
        if least < NEAR && least < 0.1 * tried {
            tried = least;
            if let Some(steps) = polish(p, m, &best, goal, budget) {
                return (iterations + steps, true);
            }
        }
        if stalled >= 10 || !at.relative.is_finite() {
            break;
        }
        theta = if length < 0.3 { (0.8 * theta).max(0.5) } else { (1.1 * theta).min(1.0) };
        short = if length < 0.1 { short + 1 } else { 0 };
        if short >= 2 {
            short = 0;
            path.recentre();
        }
    }
    // as near as it gets
    if least < 1e-3 && least < 0.1 * tried {
        if let Some(steps) = polish(p, m, &best, goal, budget) {
            return (iterations + steps, true);
        }
    }
    *m = best;
    (iterations, false)
}

/// Newton's method from the best point: its steps where it reaches the goal.
fn polish(
    p: &mut Scaled,
    m: &mut Vec<f64>,
    best: &[f64],
    goal: Goal,
    budget: &mut Budget<'_>,
) -> Option<usize> {
    let mut trial = best.to_vec();
    let (steps, done) = newton(p, &mut trial, goal, POLISH, budget);
    done.then(|| {
        *m = trial;
        steps
    })
}

/// z, s and u of all items.
struct Path {
    z: Vec<Local>,
    s: Vec<Local>,
    u: Vec<Local>,
    n: Vec<usize>,
    mu: Vec<f64>,
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
        let n: Vec<usize> = p.items.iter().map(|i| slots(i).len()).collect();
        let mu =
            p.items.iter().map(|i| if i.tangential.is_empty() { 1.0 } else { i.slope() }).collect();
        let e = [tau.sqrt(), 0.0, 0.0, 0.0];
        let count = p.items.len();
        let zero = vec![[0.0; 4]; count];
        let mut path = Path {
            z: vec![e; count],
            s: vec![e; count],
            u: zero.clone(),
            W: (0..count).map(|k| Scaling::new(&e, &e, n[k])).collect(),
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
        let m = path.multipliers(p);
        let mut y = vec![0.0; p.n];
        p.response(&m, &mut y, budget);
        for (k, item) in p.items.iter().enumerate() {
            let f = first(item);
            (0..path.n[k]).for_each(|i| path.u[k][i] = y[f + i]);
            path.u[k][0] /= path.mu[k];
        }
        path
    }

    fn multipliers(&self, p: &Scaled) -> Vec<f64> {
        let mut m = vec![0.0; p.n];
        for (k, item) in p.items.iter().enumerate() {
            let f = first(item);
            (0..self.n[k]).for_each(|i| m[f + i] = self.z[k][i]);
            m[f] /= self.mu[k];
        }
        m
    }

    fn y(&self, p: &Scaled) -> Vec<f64> {
        let mut y = vec![0.0; p.n];
        for (k, item) in p.items.iter().enumerate() {
            let f = first(item);
            (0..self.n[k]).for_each(|i| y[f + i] = self.u[k][i]);
            y[f] *= self.mu[k];
        }
        y
    }

    /// Mean of z·s over the items.
    fn gap(&self) -> f64 {
        let dot = |(z, s): (&Local, &Local)| (0..4).map(|k| z[k] * s[k]).sum::<f64>();
        self.z.iter().zip(&self.s).map(dot).sum::<f64>() / self.z.len().max(1) as f64
    }

    fn recentre(&mut self) {
        let by = 0.3 * self.gap().abs().sqrt();
        self.z.iter_mut().chain(&mut self.s).for_each(|v| v[0] += by);
    }

    fn equations(&self, k: usize) -> Equations {
        Equations::new(&self.W[k].frame, self.W[k].w.map(|w| w * w))
    }

    /// R of (2) and θ s_F/|s_F| of an item.
    fn residual(&self, k: usize, theta: f64) -> (Local, [f64; 3]) {
        let (s, u, n) = (&self.s[k], &self.u[k], self.n[k]);
        let mut direction = [0.0; 3];
        let size = super::law::length(&s[1..n]);
        if size > 1e-14 {
            (1..n).for_each(|i| direction[i - 1] = theta * s[i] / size);
        }
        let mut R = [0.0; 4];
        (0..n).for_each(|i| R[i] = s[i] - u[i]);
        R[0] -= size;
        (R, direction)
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
            let n = self.n[k];
            let (R, d) = self.residual(k, theta);
            let mut g = raise(&R, &d, n);
            (0..n).for_each(|i| g[i] += right[k][i]);
            let f = first(item);
            self.equations(k).right(&g, n, &mut self.r[f..f + n]);
        }
        if !p.linear.solve(&self.r, &mut self.dm, &mut self.dy, budget) {
            return false;
        }
        for (k, item) in p.items.iter().enumerate() {
            let (n, f) = (self.n[k], first(item));
            let (R, d) = self.residual(k, theta);
            (0..n).for_each(|i| (self.dz[k][i], self.du[k][i]) = (self.dm[f + i], self.dy[f + i]));
            self.dz[k][0] *= self.mu[k];
            self.du[k][0] /= self.mu[k];
            let mut left = [0.0; 4];
            (0..n).for_each(|i| left[i] = self.du[k][i] - R[i]);
            self.ds[k] = raise(&left, &d, n);
        }
        true
    }

    /// Longest step along (dz, ds) in the cones.
    fn room(&self) -> f64 {
        let mut t = 1e3;
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
        for k in 0..count {
            let n = self.n[k];
            self.W[k] = Scaling::new(&self.z[k], &self.s[k], n);
            let (_, d) = self.residual(k, theta);
            let (A, P) = (&mut self.A[k], &mut self.P[k]);
            Equations::new(&self.W[k].frame, self.W[k].w.map(|w| w * w))
                .matrices(&d, self.mu[k], n, A, P);
        }
        if !p.linear.factor(&self.A, &self.P, budget) {
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
        budget.spend(300.0 * count as f64);
        let inside = |v: &Local, n: usize| v[0] > 0.0 && det(v, n) > 0.0;
        let fine =
            (0..count).all(|k| inside(&self.z[k], self.n[k]) && inside(&self.s[k], self.n[k]));
        fine.then_some(t)
    }
}
