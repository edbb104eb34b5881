//! What schemes that choose their own steps report.
//!
//! An internal step goes as far as its tolerance allows. Until the next one begins, its dense output
//! holds on [t0, t1], and any output time in there is read off it:
//!
//! ```text
//! (1)  q, u from the dense output, put on the constraints in the metric of M
//! (2)  M a = h + W λ,  W â + ζ = 0 there
//! (3)  P = ∫ λ dt with λ the parabola through its values at t0, t1 and a time near the middle
//! ```
//!
//! so that `dt` decides only what is written. Violations, penetration and energy are taken at the end
//! of every internal step.

use super::{State, Work};
use crate::error::StepError;
use crate::integrators::smooth::{Mode, SmoothEquations};
use crate::integrators::{Integrator, Tally};
use crate::memory::remember;
use crate::system::{minimum_norm, System};

/// An internal step that has not been reported to its end.
pub(super) struct Piece {
    pub t0: f64,
    pub t1: f64,
    /// λ at the start, at t0 + θ (t1 - t0), and at the end.
    pub la: [Vec<f64>; 3],
    pub theta: f64,
    /// The rows in use.
    pub mode: Mode,
    /// Up to where percussions have been summed.
    from: f64,
}
remember!(Piece { t0, t1, la, theta, mode, from });

impl Piece {
    pub fn new(sys: &System) -> Self {
        let z = || vec![0.0; sys.nr];
        let mode = Mode::open(sys);
        Piece { t0: 0.0, t1: 0.0, la: [z(), z(), z()], theta: 0.5, mode, from: 0.0 }
    }

    /// A step from t0 to t1 in a mode; λ has to be filled in.
    pub fn begin(&mut self, t0: f64, t1: f64, mode: &Mode) {
        (self.t0, self.t1, self.from, self.theta) = (t0, t1, t0, 0.5);
        if self.mode != *mode {
            self.mode.clone_from(mode);
        }
    }

    /// (3): add the percussions from where they were summed to up to t.
    pub fn percuss(&mut self, t: f64, P: &mut [f64]) {
        let h = self.t1 - self.t0;
        if h <= 0.0 || t <= self.from {
            return;
        }
        // integrals from zero to s of the parabolas that are one at 0, θ or 1
        let p = self.theta;
        let weights = |s: f64| {
            let (s2, s3) = (s * s / 2.0, s * s * s / 3.0);
            let first = (s3 - (1.0 + p) * s2 + p * s) / p;
            [first, (s3 - s2) / (p * (p - 1.0)), (s3 - p * s2) / (1.0 - p)]
        };
        let (a, b) = (weights((self.from - self.t0) / h), weights((t - self.t0) / h));
        for (w, la) in (0..3).map(|k| h * (b[k] - a[k])).zip(&self.la) {
            P.iter_mut().zip(la).for_each(|(P, la)| *P += w * la);
        }
        self.from = t;
    }
}

/// Reads states off the dense output, with equations of its own: those of the steps stay as they
/// are.
pub(super) struct Sampler {
    pub eqs: Box<SmoothEquations>,
}
remember!(Sampler { eqs });

impl Sampler {
    pub fn new(sys: &System) -> Self {
        Sampler { eqs: Box::new(SmoothEquations::new(sys)) }
    }

    /// The projection of (1) for joints alone.
    pub fn put_on_joints(&mut self, sys: &System, t: f64, q: &mut [f64], u: &mut [f64]) {
        let open = Mode::open(sys);
        if self.eqs.mode != open {
            self.eqs.set_mode(sys, &open);
        }
        if self.eqs.on.contains(&true) {
            let size = q.iter().fold(1.0_f64, |m, q| m.max(q.abs()));
            self.eqs.project_position(sys, t, q, u, 1e-15 * size);
            self.eqs.project_velocity(sys, t, q, u);
        }
    }

    /// (1) and (2) at time t; `project` where the state is to be put on the constraints. False where
    /// the accelerations are not finite.
    pub fn read(
        &mut self,
        sys: &System,
        on: &dyn Integrator,
        mode: &Mode,
        t: f64,
        project: bool,
        out: &mut State,
    ) -> bool {
        let eqs = &mut self.eqs;
        if eqs.mode != *mode {
            eqs.set_mode(sys, mode);
        }
        on.dense(t, &mut out.q, &mut out.u);
        sys.normalize(&mut out.q);
        out.t = t;
        if project && eqs.on.contains(&true) {
            let size = out.q.iter().fold(1.0_f64, |m, q| m.max(q.abs()));
            let left = eqs.project_position(sys, t, &mut out.q, &out.u, 1e-15 * size);
            if left.is_nan() {
                on.dense(t, &mut out.q, &mut out.u);
                sys.normalize(&mut out.q);
            }
            eqs.project_velocity(sys, t, &out.q, &mut out.u);
        }
        let finite = eqs.accelerations(sys, t, &out.q, &out.u, &mut out.a, &mut out.la);
        if !eqs.redundant().is_empty() {
            minimum_norm(sys, &eqs.ev, &eqs.on, &mut out.la);
        }
        finite
    }
}

/// Whether the end of a run is within reach of the steps taken.
#[derive(Default)]
pub(super) struct Pace {
    t: f64,
    steps: usize,
    h: f64,
    /// Whether an explicit integrator was found too slow.
    pub stuck: bool,
}
remember!(Pace { t, steps, h, stuck });

/// Steps over which the pace is measured.
const STRETCH: usize = 256;
/// Steps that may be left where they are as short as stability asks for, where they are ten times as many
/// as the tolerance alone would ask for, and where neither is so.
const MOST_STIFF: f64 = 2e4;
const MANY_STIFF: f64 = 2e5;
const MOST: f64 = 1e7;
/// h|λ| at the limit of stability of explicit methods.
pub(super) const LIMIT: f64 = 0.9;

impl Pace {
    pub fn begin(&mut self, t: f64, steps: usize) {
        (self.t, self.steps, self.h, self.stuck) = (t, steps, 0.0, false);
    }

    /// After internal steps up to t: an error where far too many more would be needed.
    pub fn check(&mut self, t: f64, t_end: f64, on: &dyn Integrator) -> Result<(), StepError> {
        let steps = on.accepted();
        if steps < self.steps + STRETCH || !t_end.is_finite() {
            return Ok(());
        }
        let h = (t - self.t) / (steps - self.steps) as f64;
        // steps that shrink from stretch to stretch come to an end of their own
        let steady = h > 0.25 * self.h && self.h > 0.0;
        self.begin(t, steps);
        self.h = h;
        if !steady {
            return Ok(());
        }
        let left = (t_end - t) / h;
        match on.stiff() {
            Some(ratio) if left > if ratio > LIMIT { MOST_STIFF } else { MANY_STIFF } => {
                Err(StepError::Stiff { t, h, ratio, left })
            }
            _ if left > MOST => Err(StepError::Endless { t, h, left }),
            _ => Ok(()),
        }
    }
}

/// Whether a motion exists from the start: rows that depend on others must not contradict them, neither
/// at once nor as soon as the system moves. The error names the first joint that does.
pub(super) fn independent(
    sys: &System,
    eqs: &mut SmoothEquations,
    t: f64,
    q: &[f64],
    u: &[f64],
) -> Result<(), StepError> {
    let (mut a, mut la) = (vec![0.0; sys.nu + 1], vec![0.0; sys.nr]);
    if !eqs.accelerations(sys, t, q, u, &mut a, &mut la) {
        return Err(StepError::NotFinite { t });
    }
    for &r in eqs.redundant() {
        let w = sys.row(&eqs.ev, r).0.iter().fold(0.0_f64, |m, w| m.max(w.abs()));
        let off = sys.row_dot(&eqs.ev, r, &a) + eqs.ev.zeta[r];
        let size = a.iter().fold(0.0_f64, |m, a| m.max(a.abs()));
        if w == 0.0 || off.abs() > 1e-6 * (w * size + eqs.ev.zeta[r].abs()).max(1.0) {
            return Err(StepError::Singular { t, joint: sys.row_name(r).into(), off });
        }
    }
    let Some(&r) = eqs.redundant().first() else { return Ok(()) };
    match blocked(sys, eqs, t, q, u, &a) {
        Some(off) => Err(StepError::Singular { t, joint: sys.row_name(r).into(), off }),
        None => Ok(()),
    }
}

/// Whether the joints lead every small motion back to where it began, as two bars in line do with their
/// common end: then a rank that is missing at the start alone lets the first step begin and none
/// end. The violation of the motion that was tried.
fn blocked(
    sys: &System,
    eqs: &mut SmoothEquations,
    t: f64,
    q: &[f64],
    u: &[f64],
    a: &[f64],
) -> Option<f64> {
    let largest = |v: &[f64]| v.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let way = SMALL * if largest(q) > 0.0 { largest(q) } else { 1.0 };
    let (v, b) = (largest(&u[..sys.nu]), largest(a));
    let h = (way / v).min((2.0 * way / b).sqrt());
    if !h.is_finite() {
        return None;
    }
    let x: Vec<f64> = (0..sys.nu).map(|k| h * u[k] + 0.5 * h * h * a[k]).collect();
    let mut moved = vec![0.0; sys.nq];
    sys.B(t, q, &x, &mut moved);
    moved.iter_mut().zip(q).for_each(|(m, q)| *m += q);
    sys.normalize(&mut moved);
    let gone = |to: &[f64]| to.iter().zip(q).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    let before = gone(&moved);
    eqs.evaluate(sys, t, &moved, u);
    let off =
        (0..sys.nr).filter(|&r| eqs.on_position[r]).fold(0.0, |m, r| eqs.ev.g[r].abs().max(m));
    let left = eqs.project_position(sys, t, &mut moved, u, 1e-15 * largest(q).max(1.0));
    (left.is_finite() && gone(&moved) < 0.01 * before).then_some(off)
}

/// A small motion, in parts of the coordinates.
const SMALL: f64 = 1e-3;

/// The work of an integrator with its equations.
pub(super) fn work(tally: &Tally, eqs: &SmoothEquations, sampler: &Sampler) -> Work {
    let (factorisations, solves) = eqs.solved();
    let mut ways = vec![("internal steps", tally.accepted)];
    for (way, n) in [
        ("steps made by mdop5, or without a correction", tally.replaced),
        ("projections left out", tally.unprojected),
    ] {
        if n > 0 {
            ways.push((way, n));
        }
    }
    Work {
        steps: tally.accepted,
        rejected: tally.rejected,
        evaluations: eqs.evaluations,
        jacobians: tally.jacobians,
        factorisations: factorisations + tally.factorisations,
        solves: solves + tally.solves,
        h_min: tally.h_min,
        h_max: tally.h_max,
        h_sum: tally.h_sum,
        output: sampler.eqs.evaluations,
        ways,
    }
}
