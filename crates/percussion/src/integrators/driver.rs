//! What all integrators share: the choice of steps.
//!
//! ```text
//! ‖e‖ = sqrt(mean (e_i / (atol + rtol max(|y0_i|, |y1_i|)))²)       accepted where ‖e‖ ≤ 1
//! h ← h min(f_max, max(f_min, 0.9 ‖e‖^(-1/k + 3β/4) ‖e_old‖^β))      k the order of the estimate
//! ```
//!
//! A step that is not finite or whose equations cannot be solved counts as rejected. The first step
//! is that of Hairer, Nørsett, Wanner, "Solving ordinary differential equations I", section II.4; their bound 1e-10 for what is
//! too small to tell anything is compared with squares of norms, 1e-5 here.

use super::{Integrator, Settings, Tally};
use crate::error::StepError;
use crate::integrators::smooth::SmoothEquations;
use crate::memory::{remember, Memory, Remember};
use crate::system::System;

/// State and tolerances, as the methods see them.
pub(super) struct Flow {
    pub set: Settings,
    /// Start of the step.
    pub t0: f64,
    pub q0: Vec<f64>,
    pub u0: Vec<f64>,
    /// End of the step.
    pub q1: Vec<f64>,
    pub u1: Vec<f64>,
    /// Accelerations and multipliers at the start; the methods keep them up to date.
    pub a0: Vec<f64>,
    pub la0: Vec<f64>,
}
remember!(Flow { set, t0, q0, u0, q1, u1, a0, la0 });

/// Square sum of weighted errors.
#[derive(Default)]
pub(super) struct Norm {
    sum: f64,
    n: usize,
}

impl Norm {
    pub fn add(&mut self, s: &Settings, y0: &[f64], y1: &[f64], e: impl Iterator<Item = f64>) {
        for ((a, b), e) in y0.iter().zip(y1).zip(e) {
            let w = s.atol + s.rtol * a.abs().max(b.abs());
            self.sum += (e / w) * (e / w);
            self.n += 1;
        }
    }
    pub fn value(&self) -> f64 {
        (self.sum / self.n.max(1) as f64).sqrt()
    }
}

impl Flow {
    /// Weighted norm of errors of coordinates and, where they are controlled, velocities.
    pub fn norm(&self, eq: impl Iterator<Item = f64>, eu: impl Iterator<Item = f64>) -> f64 {
        let mut n = Norm::default();
        n.add(&self.set, &self.q0, &self.q1, eq);
        if !self.set.coordinates {
            n.add(&self.set, &self.u0, &self.u1, eu);
        }
        n.value()
    }
    /// Accelerations and multipliers at the start.
    pub fn accelerate(&mut self, sys: &System, eqs: &mut SmoothEquations) -> bool {
        eqs.accelerations(sys, self.t0, &self.q0, &self.u0, &mut self.a0, &mut self.la0)
    }
}

/// Why a step cannot be taken at this size.
pub(super) struct Refused {
    /// By what the step should shrink.
    pub shrink: f64,
}

/// What a method adds to the driver.
pub(super) trait Method: Send {
    /// Order of the error estimate: ‖e‖ = O(h^k).
    fn estimate_order(&self) -> f64;
    /// Weight β of the last error in the choice of steps.
    fn beta(&self) -> f64 {
        0.0
    }
    /// Safety factor, smallest and largest change of step.
    fn limits(&self) -> [f64; 3] {
        [0.9, 0.2, 10.0]
    }
    /// Steps that may grow by no more than this stay as they are.
    fn steady(&self) -> f64 {
        1.0
    }
    /// Prepare for a start at the flow's t0, q0, u0, where a0 and la0 are known.
    fn begin(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow);
    /// Try a step of size h: fills q1, u1 and returns the weighted error.
    fn attempt(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &mut Flow,
        h: f64,
    ) -> Result<f64, Refused>;
    /// The step is accepted: prepare the dense output and set a0, la0 to those of its end (the
    /// flow's t0, q0, u0 still are those of its start). False where they are not finite.
    fn accept(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &mut Flow, h: f64) -> bool;
    /// Multipliers of the last stage of the last accepted step.
    fn multipliers(&self) -> &[f64];
    /// h|λ| of the fastest motion in the last try: the change of the rates over that of the values
    /// between the last two stages, which lie at the same time. Zero where the method is not limited
    /// by it.
    fn stiffness(&self) -> f64 {
        0.0
    }
    /// What the method counts itself.
    fn tally(&self) -> Tally {
        Tally::default()
    }
    /// Write down or take up what the next step and the dense output depend on.
    fn remember(&mut self, sys: &System, m: &mut Memory);
    /// Value at t0 + s h of the last accepted step, 0 ≤ s ≤ 1.
    fn dense(&self, s: f64, q: &mut [f64], u: &mut [f64]);
}

/// An integrator from a method.
pub(super) struct Driver<M> {
    method: M,
    f: Flow,
    t_old: f64,
    /// Step proposed next.
    h: Option<f64>,
    error_old: f64,
    tally: Tally,
    /// Steps in a row that were stiff and that were not, and the smallest h|λ| of the former.
    stiff: (usize, usize, f64),
}

/// h|λ| from which on a step counts as limited by stability: Dormand and Prince's method is stable
/// up to 1.0 on the imaginary axis and 3.3 on the real one. Where small tolerances are asked for, motion at the
/// rate λ is followed with far shorter steps, in proportion to the fifth root of the tolerance.
pub(super) fn stiff(rtol: f64) -> f64 {
    (20.0 * rtol.powf(0.2)).clamp(0.3, 0.9)
}
/// Stiff steps after which the motion is called stiff, steps that are not after which the count
/// begins anew, and steps before which nothing is said.
const PERSISTENT: usize = 15;
const EASED: usize = 6;
const PATIENCE: usize = 500;

/// ‖k1 - k0‖/‖y1 - y0‖ over coordinates and velocities; zero where the values differ by rounding only.
pub(super) fn spectral(pairs: [[&[f64]; 4]; 2]) -> f64 {
    let (mut rates, mut values, mut size) = (0.0, 0.0, 0.0);
    for [y0, y1, k0, k1] in pairs {
        rates += k0.iter().zip(k1).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        values += y0.iter().zip(y1).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        size += y1.iter().map(|y| y * y).sum::<f64>();
    }
    if values > (64.0 * f64::EPSILON).powi(2) * size {
        (rates / values).sqrt()
    } else {
        0.0
    }
}

impl<M: Method> Driver<M> {
    pub fn new(set: Settings, method: M) -> Self {
        let v = Vec::new;
        let f = Flow { set, t0: 0.0, q0: v(), u0: v(), q1: v(), u1: v(), a0: v(), la0: v() };
        Driver {
            method,
            f,
            t_old: 0.0,
            h: set.h0,
            error_old: 1e-4,
            tally: Tally::default(),
            stiff: (0, 0, 0.0),
        }
    }

    /// The first step: such that an explicit Euler step changes little, and its derivative too.
    fn first_step(&mut self, sys: &System, eqs: &mut SmoothEquations) -> f64 {
        let f = &mut self.f;
        let mut rate = vec![0.0; sys.nq];
        sys.qdot(f.t0, &f.q0, &f.u0, &mut rate);
        f.q1.copy_from_slice(&f.q0);
        f.u1.copy_from_slice(&f.u0);
        let size = f.norm(f.q0.iter().copied(), f.u0.iter().copied());
        let mut slope = f.norm(rate.iter().copied(), f.a0.iter().copied());
        // what balances to rounding is at rest: its slope says nothing
        let free = eqs.ev.h[..sys.nu].iter().zip(&eqs.ev.M_diag).map(|(h, M)| h / M);
        if slope <= 64.0 * f64::EPSILON * f.norm(std::iter::empty(), free) {
            slope = 0.0;
        }
        let mut h = if size < 1e-5 || slope < 1e-5 { 1e-6 } else { 0.01 * size / slope };
        h = h.min(f.set.h_max);
        let mut a1 = f.a0.clone();
        let mut la = f.la0.clone();
        let mut rate1 = rate.clone();
        for _ in 0..20 {
            (0..sys.nq).for_each(|k| f.q1[k] = f.q0[k] + h * rate[k]);
            (0..sys.nu).for_each(|k| f.u1[k] = f.u0[k] + h * f.a0[k]);
            sys.normalize(&mut f.q1);
            if eqs.accelerations(sys, f.t0 + h, &f.q1, &f.u1, &mut a1, &mut la) {
                break;
            }
            h *= 0.1;
        }
        sys.qdot(f.t0 + h, &f.q1, &f.u1, &mut rate1);
        let bend = f.norm(
            rate1.iter().zip(&rate).map(|(a, b)| a - b),
            a1.iter().zip(&f.a0).map(|(a, b)| a - b),
        ) / h;
        let worst = bend.max(slope);
        let k = self.method.estimate_order();
        let next = if worst <= 1e-15 { (1e-3 * h).max(1e-6) } else { (0.01 / worst).powf(1.0 / k) };
        let next = next.min(100.0 * h).min(f.set.h_max);
        if next.is_finite() {
            next
        } else {
            h
        }
    }

    /// The step towards `t_max`: whether it ends there, and its size.
    fn choose(&self, h: f64, t_max: f64) -> (bool, f64) {
        let left = t_max - self.f.t0;
        if self.f.set.fixed || left <= 1.1 * h {
            (true, left)
        } else if left < 2.0 * h {
            (false, 0.5 * left)
        } else {
            (false, h)
        }
    }
}

impl<M: Method> Integrator for Driver<M> {
    fn begin(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        t: f64,
        q: &[f64],
        u: &[f64],
    ) -> Result<(), StepError> {
        let f = &mut self.f;
        f.t0 = t;
        self.t_old = t;
        for (to, from) in [(&mut f.q0, q), (&mut f.u0, &u[..sys.nu])] {
            to.clear();
            to.extend_from_slice(from);
        }
        f.q1.clone_from(&f.q0);
        f.u1.clone_from(&f.u0);
        f.a0.resize(sys.nu, 0.0);
        f.la0.resize(sys.nr, 0.0);
        let all = f.q0.iter().chain(&f.u0).sum::<f64>();
        if !(all.is_finite() && t.is_finite() && f.accelerate(sys, eqs)) {
            return Err(StepError::NotFinite { t });
        }
        self.error_old = 1e-4;
        if self.h.is_none() && !self.f.set.fixed {
            self.h = Some(self.first_step(sys, eqs));
        }
        self.method.begin(sys, eqs, &self.f);
        Ok(())
    }

    fn advance(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        t_max: f64,
    ) -> Result<(), StepError> {
        let t = self.f.t0;
        self.t_old = t;
        if t_max <= t || t_max.is_nan() {
            return Ok(());
        }
        let set = self.f.set;
        let fixed = set.fixed;
        let mut h = self.h.unwrap_or(t_max - t).min(set.h_max);
        let smallest = set.h_min.max(4.0 * f64::EPSILON * t.abs().max(1e-30));
        let k = self.method.estimate_order();
        let beta = self.method.beta();
        let [safety, down, up] = self.method.limits();
        let safety = set.safety.unwrap_or(safety);
        let mut grow = true;
        loop {
            let (lands, size) = self.choose(h, t_max);
            if h < smallest && !(lands && grow) {
                return Err(StepError::TooSmall { t, h, smallest });
            }
            let tried = self.method.attempt(sys, eqs, &mut self.f, size);
            let error = match tried {
                Ok(e) if e.is_finite() => e,
                Ok(_) => f64::INFINITY,
                Err(r) => {
                    if fixed {
                        return Err(StepError::TooSmall { t, h: size * r.shrink, smallest: size });
                    }
                    self.tally.rejected += 1;
                    grow = false;
                    h = size * r.shrink;
                    continue;
                }
            };
            if fixed && !error.is_finite() {
                return Err(StepError::NotFinite { t });
            }
            if error <= 1.0 || fixed {
                if !self.method.accept(sys, eqs, &mut self.f, size) {
                    if fixed {
                        return Err(StepError::NotFinite { t });
                    }
                    self.tally.rejected += 1;
                    grow = false;
                    h = 0.5 * size;
                    // what accept() may have overwritten
                    if !self.f.accelerate(sys, eqs) {
                        return Err(StepError::NotFinite { t });
                    }
                    continue;
                }
                let f = &mut self.f;
                f.t0 = if lands { t_max } else { t + size };
                std::mem::swap(&mut f.q0, &mut f.q1);
                std::mem::swap(&mut f.u0, &mut f.u1);
                self.tally.step(size);
                let fast = self.method.stiffness();
                self.stiff = match self.stiff {
                    (0, _, _) if fast > stiff(set.rtol) => (1, 0, fast),
                    (n, _, l) if fast > stiff(set.rtol) => (n + 1, 0, fast.min(l)),
                    (_, m, l) if m + 1 >= EASED => (0, m, l),
                    (n, m, l) => (n, m + 1, l),
                };
                if !fixed {
                    let e = error.max(1e-10);
                    let factor =
                        safety * e.powf(-1.0 / k + 0.75 * beta) * self.error_old.powf(beta);
                    let factor = factor.clamp(down, if grow { up } else { 1.0 });
                    let keep = (1.0..=self.method.steady()).contains(&factor);
                    let factor = if keep { 1.0 } else { factor };
                    // a step cut short to end at t_max says little about the next one
                    let next = factor * size;
                    self.h = Some(if size < h && grow { next.max(h) } else { next }.min(set.h_max));
                    self.error_old = error.max(1e-4);
                }
                return Ok(());
            }
            self.tally.rejected += 1;
            grow = false;
            h = size * (safety * error.powf(-1.0 / k)).clamp(down, 0.95);
        }
    }

    fn remember(&mut self, sys: &System, m: &mut Memory) {
        let Driver { method, f, t_old, h, error_old, tally, stiff } = self;
        m.field("flow");
        f.remember(m);
        [t_old, error_old].into_iter().for_each(|x| x.remember(m));
        tally.remember(m);
        stiff.remember(m);
        h.remember(m);
        m.field("method");
        method.remember(sys, m);
    }
    fn propose(&mut self, h: f64) {
        self.h = Some(h);
    }
    fn tolerate(&mut self, tol: f64) {
        let set = &mut self.f.set;
        for (value, held) in [&mut set.rtol, &mut set.atol].into_iter().zip(set.held) {
            *value = if held { *value } else { tol };
        }
    }
    fn multipliers(&self) -> &[f64] {
        self.method.multipliers()
    }
    fn t_old(&self) -> f64 {
        self.t_old
    }
    fn t(&self) -> f64 {
        self.f.t0
    }
    fn q(&self) -> &[f64] {
        &self.f.q0
    }
    fn u(&self) -> &[f64] {
        &self.f.u0
    }
    fn dense(&self, t: f64, q: &mut [f64], u: &mut [f64]) {
        let h = self.f.t0 - self.t_old;
        if h <= 0.0 || t >= self.f.t0 {
            q.copy_from_slice(&self.f.q0);
            u[..self.f.u0.len()].copy_from_slice(&self.f.u0);
        } else {
            self.method.dense(((t - self.t_old) / h).clamp(0.0, 1.0), q, u);
        }
    }
    fn a(&self) -> &[f64] {
        &self.f.a0
    }
    fn tally(&self) -> Tally {
        self.tally.plus(&self.method.tally())
    }
    fn stiff(&self) -> Option<f64> {
        let long = self.stiff.0 >= PERSISTENT && self.tally.accepted >= PATIENCE;
        long.then_some(self.stiff.2)
    }
}
