//! Arclength tracking of the central path. With friction the path of (z, s) with z ∘ s = τ e may turn
//! back: a method that only lowers τ cannot pass such a fold. Here τ is an unknown like the others.
//!
//! The point of an item is x = z - s. With its eigenvalues l and a = √(l² + 4 τ),
//!
//! ```text
//! z has the eigenvalues (a + l)/2, s has (a - l)/2:    z ∘ s = τ e holds exactly                (1)
//! F = s - φ e_N - G z - b - (τ/τ₀) ρ₀,    φ = √(|s_F|² + (κ τ)²)                                (2)
//! ```
//!
//! (C. Kanzow's smoothing of the projection on the cone; coordinates of `cone`), where ρ₀ makes F = 0 at
//! x = 0, τ = τ₀. With Γ = I - e_N s_Fᵀ/φ and W² = s/z in the common frame,
//!
//! ```text
//! Newton     (Γ W² + G) dz = F,                            Γ ds = G dz - F                      (3)
//! tangent    (Γ W² + G) dz = Γ s - (κτ)²/φ e_N - (τ/τ₀) ρ₀ for d log τ = 1                      (4)
//! ```
//!
//! The path is followed in (x, log τ): a step along the tangent, whose direction is told by the sign of
//! the determinant, then Newton steps orthogonal to it. Near the end the proximal Newton method finishes.

use super::proximal::{proximal, POLISH};
use crate::contact::cone::{raise, Equations, Frame};
use crate::contact::law::{first, length, slots, Local};
use crate::contact::operator::small::Small;
use crate::contact::problem::{Point, Problem};
use crate::contact::scaled::Scaled;
use crate::contact::solver::{Budget, Goal, Outcome, Solver, Status};

/// (τ₀, κ) of one attempt after another: the cost is heavy-tailed in both.
const SETTINGS: [(f64, f64); 4] = [(1e4, 0.1), (1e4, 0.02), (100.0, 0.02), (1e6, 0.1)];
/// Most factorisations of one attempt.
const FACTORISATIONS: usize = 400;
/// Residual from which Newton's method finishes.
const NEAR: f64 = 1e-7;
/// Root mean square of the scaled multipliers above which they run away.
pub(super) const RUNAWAY: f64 = 1e3;
/// Most corrections of a step.
const CORRECTIONS: usize = 7;
/// Factors of τ to try where no step succeeds.
const ELSEWHERE: [f64; 6] = [0.95, 0.85, 0.7, 1.1, 0.5, 1.4];

/// Number of attempts.
pub(super) const WAYS: usize = SETTINGS.len();

/// The solver.
#[derive(Default)]
pub struct PathSolver {
    scaled: Scaled,
}

impl Solver for PathSolver {
    fn name(&self) -> &'static str {
        "path"
    }

    fn solve(
        &mut self,
        p: &Problem,
        point: &mut Point,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        point.fit(p);
        if !self.scaled.read(p, budget) || !cones_only(&self.scaled) {
            return Outcome::unfit(self.name(), budget);
        }
        let mut m = self.scaled.start(point);
        let mut iterations = 0;
        for way in 0..WAYS {
            let (its, done) = path(&mut self.scaled, &mut m, goal, way, budget);
            iterations += its;
            if done || !budget.go() {
                break;
            }
        }
        let away = m.iter().map(|v| v * v).sum::<f64>() > RUNAWAY * RUNAWAY * m.len() as f64;
        let at = self.scaled.finish(p, &m, point, budget);
        let otherwise = if away { Status::Unbounded } else { Status::Stalled };
        Outcome::of("path", at, goal, budget, iterations, otherwise)
    }
}

/// Whether all items are cones: discs of given radius are not.
fn cones_only(p: &Scaled) -> bool {
    p.items.iter().all(|i| i.normal.is_some())
}

/// Where the path is.
struct Place {
    x: Vec<Local>,
    log_tau: f64,
}

struct Track {
    tau0: f64,
    kappa: f64,
    n: Vec<usize>,
    mu: Vec<f64>,
    first: Vec<usize>,
    rho: Vec<Local>,
    at: Place,
    z: Vec<Local>,
    s: Vec<Local>,
    u: Vec<Local>,
    F: Vec<Local>,
    /// s_F/φ and φ.
    d: Vec<([f64; 3], f64)>,
    equations: Vec<Equations>,
    frames: Vec<(Frame, [f64; 3])>,
    A: Vec<Small>,
    P: Vec<Small>,
    m: Vec<f64>,
    y: Vec<f64>,
    r: Vec<f64>,
    dm: Vec<f64>,
    dy: Vec<f64>,
    count: usize,
}

/// A direction in (x, log τ).
#[derive(Clone)]
struct Direction {
    x: Vec<Local>,
    log_tau: f64,
}

/// One attempt; `m` receives the best point. Factorisations and Newton steps, and whether the goal was reached.
pub(super) fn path(
    p: &mut Scaled,
    m: &mut Vec<f64>,
    goal: Goal,
    way: usize,
    budget: &mut Budget<'_>,
) -> (usize, bool) {
    let (tau0, kappa) = SETTINGS[way % WAYS];
    let mut t = Track::new(p, tau0, kappa, budget);
    let mut best = m.clone();
    let mut y = vec![0.0; p.n];
    p.response(m, &mut y, budget);
    let mut least = p.measure(m, &y).relative;
    let mut tried = f64::INFINITY;
    let mut polished = 0;
    let mut h = 0.5;
    let mut lost = 0;
    if !t.factor(p, budget) {
        return (t.count, false);
    }
    let orientation = p.operator.sign();
    let mut sign = orientation;
    while t.count < FACTORISATIONS && budget.go() {
        let Some(mut tangent) = t.tangent(p, budget) else { break };
        let norm = t.dot(&tangent, &tangent).sqrt();
        // at the start τ falls; the determinant turns where the path does
        let flip = p.operator.sign() != sign;
        sign = p.operator.sign();
        tangent.scale(-sign * orientation / norm);
        let mut taken = false;
        while h > 1e-5 && t.count < FACTORISATIONS && budget.go() {
            let strict = if flip || h < 0.02 { 0.1 } else { 1.0 };
            let from = (t.at.x.clone(), t.at.log_tau);
            t.at.add(&tangent, h);
            if let Some(corrections) = t.correct(p, &tangent, strict, budget) {
                h *= match corrections {
                    0..=2 => 1.7,
                    3 | 4 => 1.0,
                    _ => 0.7,
                };
                h = h.min(3.0);
                taken = true;
                break;
            }
            (t.at.x, t.at.log_tau) = from;
            h *= 0.35;
        }
        if !taken {
            // off the path to another place of it
            lost += 1;
            h = 0.1;
            if lost > 3 || !t.elsewhere(p, budget) {
                break;
            }
        }
        let at = p.measure(&t.m, &t.y);
        if at.relative < least {
            least = at.relative;
            best.copy_from_slice(&t.m);
        }
        if goal.reached(&at) {
            *m = best;
            return (t.count, true);
        }
        if least < NEAR && least < 0.1 * tried {
            tried = least;
            let mut trial = best.clone();
            let (steps, done) = proximal(p, &mut trial, goal, POLISH, budget);
            polished += steps;
            if done {
                *m = trial;
                return (t.count + polished, true);
            }
            t.factor(p, budget);
        }
        let size = t.m.iter().map(|v| v * v).sum::<f64>() / t.m.len().max(1) as f64;
        if t.at.log_tau < (1e-26_f64).ln() || size > RUNAWAY * RUNAWAY * 1e2 {
            break;
        }
    }
    *m = best;
    (t.count + polished, false)
}

impl Place {
    fn add(&mut self, d: &Direction, by: f64) {
        for (x, d) in self.x.iter_mut().zip(&d.x) {
            (0..4).for_each(|k| x[k] += by * d[k]);
        }
        self.log_tau += by * d.log_tau;
    }
}

impl Direction {
    fn scale(&mut self, by: f64) {
        self.x.iter_mut().flatten().for_each(|v| *v *= by);
        self.log_tau *= by;
    }
}

impl Track {
    fn new(p: &mut Scaled, tau0: f64, kappa: f64, budget: &mut Budget<'_>) -> Self {
        let count = p.items.len();
        let zero = vec![[0.0; 4]; count];
        let mut t = Track {
            tau0,
            kappa,
            n: p.items.iter().map(|i| slots(i).len()).collect(),
            mu: p
                .items
                .iter()
                .map(|i| if i.tangential.is_empty() { 1.0 } else { i.slope() })
                .collect(),
            first: p.items.iter().map(first).collect(),
            rho: zero.clone(),
            at: Place { x: zero.clone(), log_tau: tau0.ln() },
            z: zero.clone(),
            s: zero.clone(),
            u: zero.clone(),
            F: zero.clone(),
            d: vec![([0.0; 3], 0.0); count],
            equations: Vec::with_capacity(count),
            frames: Vec::with_capacity(count),
            A: vec![[[0.0; 4]; 4]; count],
            P: vec![[[0.0; 4]; 4]; count],
            m: vec![0.0; p.n],
            y: vec![0.0; p.n],
            r: vec![0.0; p.n],
            dm: vec![0.0; p.n],
            dy: vec![0.0; p.n],
            count: 0,
        };
        t.evaluate(p, budget);
        // F = 0 at the start
        t.rho.copy_from_slice(&t.F);
        t.evaluate(p, budget);
        t
    }

    /// z, s, u and F at the current place; returns the largest |W⁻¹ F|/√τ.
    fn evaluate(&mut self, p: &mut Scaled, budget: &mut Budget<'_>) -> f64 {
        let tau = self.at.log_tau.exp();
        self.frames.clear();
        for k in 0..self.n.len() {
            let (x, n) = (&self.at.x[k], self.n[k]);
            let frame = Frame::of(x, n);
            let t = length(&x[1..n]);
            // eigenvalues at (1, ω) and (1, -ω)
            let split = |l: f64| {
                let a = (l * l + 4.0 * tau).sqrt();
                if l > 0.0 {
                    (0.5 * (a + l), 2.0 * tau / (a + l))
                } else {
                    (2.0 * tau / (a - l), 0.5 * (a - l))
                }
            };
            let ((z1, s1), (z2, s2)) = (split(x[0] + t), split(x[0] - t));
            let (mut z, mut s) = ([0.0; 4], [0.0; 4]);
            if n == 1 {
                (z[0], s[0]) = (z1, s1);
            } else {
                (z[0], s[0]) = (0.5 * (z1 + z2), 0.5 * (s1 + s2));
                for i in 1..n {
                    let w = frame.omega[i - 1];
                    (z[i], s[i]) = (0.5 * (z1 - z2) * w, 0.5 * (s1 - s2) * w);
                }
            }
            self.frames.push((frame, [s1 / z1, s2 / z2, (s1 + s2) / (z1 + z2)]));
            let f = self.first[k];
            self.m[f..f + n].copy_from_slice(&z[..n]);
            self.m[f] /= self.mu[k];
            (self.z[k], self.s[k]) = (z, s);
        }
        p.response(&self.m, &mut self.y, budget);
        let (share, round) = (tau / self.tau0, self.kappa * tau);
        let mut worst = 0.0_f64;
        for k in 0..self.n.len() {
            let (n, f) = (self.n[k], self.first[k]);
            self.u[k][..n].copy_from_slice(&self.y[f..f + n]);
            self.u[k][0] /= self.mu[k];
            let s = &self.s[k];
            let t = length(&s[1..n]);
            let phi = if n > 1 { t.hypot(round) } else { 0.0 };
            let mut d = [0.0; 3];
            if phi > 0.0 {
                (1..n).for_each(|i| d[i - 1] = s[i] / phi);
            }
            self.d[k] = (d, phi);
            let mut F = [0.0; 4];
            (0..n).for_each(|i| F[i] = s[i] - self.u[k][i] - share * self.rho[k][i]);
            F[0] -= phi;
            self.F[k] = F;
            let (frame, w2) = &self.frames[k];
            let scaled = frame.apply(w2.map(|w| 1.0 / w.sqrt()), &F);
            worst = worst.max(length(&scaled[..n]));
            if !length(&F).is_finite() {
                return f64::NAN;
            }
        }
        budget.spend(100.0 * self.n.len() as f64);
        worst / tau.sqrt()
    }

    /// Factorise (3) at the current place.
    fn factor(&mut self, p: &mut Scaled, budget: &mut Budget<'_>) -> bool {
        self.count += 1;
        self.equations.clear();
        for k in 0..self.n.len() {
            let (frame, w2) = &self.frames[k];
            let e = Equations::new(frame, *w2);
            e.matrices(&self.d[k].0, self.mu[k], self.n[k], &mut self.A[k], &mut self.P[k]);
            self.equations.push(e);
        }
        p.operator.factor(&self.A, &self.P, budget)
    }

    /// W² dz + Γ⁻¹ du = Γ⁻¹ g, Γ ds = du + e: dx = dz - ds.
    fn solve(
        &mut self,
        p: &mut Scaled,
        g: impl Fn(&Self, usize) -> Local,
        e: impl Fn(&Self, usize) -> Local,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<Local>> {
        for k in 0..self.n.len() {
            let (n, f) = (self.n[k], self.first[k]);
            let raised = raise(&g(self, k), &self.d[k].0, n);
            self.equations[k].right(&raised, n, &mut self.r[f..f + n]);
        }
        if !p.operator.solve(&self.r, &mut self.dm, &mut self.dy, budget) {
            return None;
        }
        let mut dx = vec![[0.0; 4]; self.n.len()];
        for k in 0..self.n.len() {
            let (n, f) = (self.n[k], self.first[k]);
            let (mut dz, mut right) = ([0.0; 4], e(self, k));
            for i in 0..n {
                let (to_z, to_u) = if i == 0 { (self.mu[k], 1.0 / self.mu[k]) } else { (1.0, 1.0) };
                dz[i] = to_z * self.dm[f + i];
                right[i] += to_u * self.dy[f + i];
            }
            let ds = raise(&right, &self.d[k].0, n);
            (0..n).for_each(|i| dx[k][i] = dz[i] - ds[i]);
        }
        Some(dx)
    }

    /// (4), with the factors of the current place.
    fn tangent(&mut self, p: &mut Scaled, budget: &mut Budget<'_>) -> Option<Direction> {
        let tau = self.at.log_tau.exp();
        let (share, round) = (tau / self.tau0, self.kappa * tau);
        // what (2) changes by τ alone
        let change = move |t: &Self, k: usize| {
            let mut v = t.rho[k].map(|r| share * r);
            if t.n[k] > 1 {
                v[0] += round * round / t.d[k].1.max(f64::MIN_POSITIVE);
            }
            v
        };
        let g = move |t: &Self, k: usize| {
            let (c, s) = (change(t, k), &t.s[k]);
            // Γ s = s - e_N d·s_F
            let mut v = [0.0; 4];
            (0..t.n[k]).for_each(|i| v[i] = s[i] - c[i]);
            v[0] -= (1..t.n[k]).map(|i| t.d[k].0[i - 1] * s[i]).sum::<f64>();
            v
        };
        let x = self.solve(p, g, change, budget)?;
        Some(Direction { x, log_tau: 1.0 })
    }

    /// Newton's direction at fixed τ (3).
    fn newton(&mut self, p: &mut Scaled, budget: &mut Budget<'_>) -> Option<Direction> {
        let x = self.solve(p, |t, k| t.F[k], |t, k| t.F[k].map(|v| -v), budget)?;
        Some(Direction { x, log_tau: 0.0 })
    }

    /// The metric: relative changes of the items, and of τ.
    fn dot(&self, a: &Direction, b: &Direction) -> f64 {
        let tau = self.at.log_tau.exp();
        let mut sum = 0.0;
        for ((x, a), b) in self.at.x.iter().zip(&a.x).zip(&b.x) {
            let size = length(x).powi(2) + tau;
            sum += (0..4).map(|k| a[k] * b[k]).sum::<f64>() / size;
        }
        sum / self.n.len().max(1) as f64 + a.log_tau * b.log_tau
    }

    /// Back to the path, orthogonal to the tangent: the number of corrections, with the factors of the
    /// last place; none where it does not converge.
    fn correct(
        &mut self,
        p: &mut Scaled,
        tangent: &Direction,
        enough: f64,
        budget: &mut Budget<'_>,
    ) -> Option<usize> {
        let mut before = f64::INFINITY;
        for k in 0..=CORRECTIONS {
            let off = self.evaluate(p, budget);
            if off.is_nan() || off > 1e8 || k > 3 && off > 2.0 * before {
                return None;
            }
            if !self.factor(p, budget) {
                return None;
            }
            if off < enough {
                return Some(k);
            }
            if k == CORRECTIONS {
                return None;
            }
            before = off;
            let step = self.newton(p, budget)?;
            let along = self.tangent(p, budget)?;
            let by = self.dot(tangent, &step) / self.dot(tangent, &along);
            if !by.is_finite() || by.abs() > 20.0 {
                return None;
            }
            self.at.add(&step, 1.0);
            self.at.add(&along, -by);
            if self.at.log_tau.abs() > 100.0 {
                return None;
            }
        }
        None
    }

    /// Damped Newton steps at another τ, where the path is lost.
    fn elsewhere(&mut self, p: &mut Scaled, budget: &mut Budget<'_>) -> bool {
        let from = (self.at.x.clone(), self.at.log_tau);
        for by in ELSEWHERE {
            self.at.x.copy_from_slice(&from.0);
            self.at.log_tau = from.1 + f64::ln(by);
            let mut off = self.evaluate(p, budget);
            for _ in 0..20 {
                if !self.factor(p, budget) {
                    return false;
                }
                if off < 0.5 {
                    return true;
                }
                let Some(step) = self.newton(p, budget) else { break };
                let mut length = 1.0;
                let start = off;
                self.at.add(&step, 1.0);
                off = self.evaluate(p, budget);
                while (off.is_nan() || off > start) && length > 1e-3 {
                    self.at.add(&step, -0.5 * length);
                    length *= 0.5;
                    off = self.evaluate(p, budget);
                }
                if off.is_nan() || off > start || self.count > FACTORISATIONS {
                    break;
                }
            }
        }
        self.at.x.copy_from_slice(&from.0);
        self.at.log_tau = from.1;
        false
    }
}
