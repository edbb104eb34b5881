//! `dopri5` and `mdop5`: the explicit pair of Dormand and Prince on the index-1 equations.
//!
//! ```text
//! (1)  y' = f(t, y),  y = (q, u),  f = (q'(t,q,u), a)      M a = h + W λ,  W â + ζ = 0
//! (2)  Y_i = y0 + h Σ_j<i a_ij k_j,  k_i = f(t0 + c_i h, Y_i)          i = 1..7
//! (3)  y1 = Y_7,   e = h Σ (b_i - b̂_i) k_i                            k_7 is k_1 of the next step
//! (4)  y(s) = r1 + s(r2 + (1-s)(r3 + s(r4 + (1-s) r5)))               order 4
//! ```
//!
//! `mdop5` projects after each step, in the metric of M:
//!
//! ```text
//! (5)  M (q̃ - q) = W μ, g(q̃) = 0          (6)  M (ũ - u) = W η, W û = 0 at q̃
//! ```
//!
//! The way back of (5) is an error too, less what the start of the motion was off: where the joints move and the motion rests, (3)
//! sees nothing. Or, where it is asked for, only where g or W û exceed a limit, and in the metric of the identity. Order
//! 5; g and W û drift with the global error in `dopri5` and vanish in `mdop5`. For motion
//! without stiff forces.
//!
//! Near a position in which rows come to depend on each other, at the distance δ say, the rounding ε of the
//! solution of (1) turns into accelerations ε/δ across the constraints. (6) takes away what they make of
//! the velocities, and so does the estimate of an error that seems too large: it counts along the
//! constraints, W e = 0, only. A stage that meets the position itself would move freely across
//! them; the step is shortened a little, so that no stage lies there or much nearer than its start. Joints
//! that are off by ε turn the motion by ε |u|²/δ² there, which shorter steps would follow but not cure:
//! an error of that size is accepted.
//!
//! J. R. Dormand, P. J. Prince, "A family of embedded Runge-Kutta formulae", 1980,
//! DOI 10.1016/0771-050X(80)90013-3; projections: M. Haddouni, V. Acary, S. Garreau, J.-D. Beley,
//! B. Brogliato, 2017, DOI 10.1007/s11044-017-9570-y, (35) and (36).

use super::driver::{spectral, Flow, Method, Refused};
use super::tableaux::{DOPRI_A, DOPRI_C, DOPRI_D, DOPRI_E};
use super::{Projection, Tally};
use crate::integrators::smooth::SmoothEquations;
use crate::memory::{remember, Memory, Remember};
use crate::system::System;

pub(super) struct Dopri {
    project: Option<Projection>,
    /// Whether the last try was near enough to the constraints to be left there; how many were.
    near: bool,
    unprojected: usize,
    /// Rates of q and u in the seven stages.
    kq: [Vec<f64>; 7],
    ku: [Vec<f64>; 7],
    /// Multipliers at the end of the step.
    la: Vec<f64>,
    /// Error of the velocities.
    e: Vec<f64>,
    /// How far the rows are from depending on each other at the start of the step, and how often the
    /// step was shortened for stages that come much nearer.
    margin: (usize, f64),
    moves: usize,
    /// How far the start was off the constraints, as a weighted error, and the coordinates before (5).
    off: f64,
    before: Vec<f64>,
    /// Y_6, and h|λ| between it and Y_7.
    y6: [Vec<f64>; 2],
    fast: f64,
    /// Coefficients of the dense output.
    rq: [Vec<f64>; 5],
    ru: [Vec<f64>; 5],
}
remember!(Dopri { kq, ku, la, e, y6, fast, near, unprojected, margin, moves, off, rq, ru; skip project, before });

impl Dopri {
    pub fn new(project: bool) -> Self {
        Dopri {
            project: project.then_some(Projection { above: 0.0, identity: false }),
            near: false,
            unprojected: 0,
            kq: Default::default(),
            ku: Default::default(),
            la: Vec::new(),
            e: Vec::new(),
            margin: (0, 0.0),
            moves: 0,
            off: 0.0,
            before: Vec::new(),
            y6: Default::default(),
            fast: 0.0,
            rq: Default::default(),
            ru: Default::default(),
        }
    }
}

impl Dopri {
    /// Whether every step ends on the constraints.
    fn always(&self, f: &Flow) -> bool {
        f.set.projection.or(self.project).is_some_and(|p| p.above == 0.0)
    }
}

/// How often a step is shortened for stages in singular positions, and what counts as one: the margin
/// falls with the square of the distance, so that such a stage is 30 times nearer than the start.
const MOVES: usize = 20;
const NEAR: f64 = 1e-3;
/// How much of the rounding that a singular position amplifies an error may have.
const ROUNDING: f64 = 10.0;

/// y = y0 + h Σ w_j k_j.
pub(super) fn combine(y: &mut [f64], y0: &[f64], h: f64, weights: &[f64], k: &[Vec<f64>]) {
    y.copy_from_slice(y0);
    for (&w, k) in weights.iter().zip(k) {
        if w != 0.0 {
            y.iter_mut().zip(k).for_each(|(y, k)| *y += h * w * k);
        }
    }
}

/// Project coordinates and velocities on the constraints; false where that fails.
pub(super) fn project(
    sys: &System,
    eqs: &mut SmoothEquations,
    t: f64,
    q: &mut [f64],
    u: &mut [f64],
    identity: bool,
) -> bool {
    eqs.identity = identity;
    let done = back(sys, eqs, t, q, u);
    eqs.identity = false;
    done
}

fn back(sys: &System, eqs: &mut SmoothEquations, t: f64, q: &mut [f64], u: &mut [f64]) -> bool {
    let size = q.iter().fold(1.0_f64, |a, v| a.max(v.abs()));
    if eqs.on_position.iter().any(|&o| o) {
        let left = eqs.project_position(sys, t, q, u, 1e-15 * size);
        if left.is_nan() || left > 1e-8 * size {
            return false;
        }
    }
    !eqs.on.iter().any(|&o| o) || eqs.project_velocity(sys, t, q, u).is_finite()
}

impl Method for Dopri {
    fn estimate_order(&self) -> f64 {
        5.0
    }
    fn beta(&self) -> f64 {
        0.04
    }

    fn begin(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow) {
        self.kq.iter_mut().chain(&mut self.rq).for_each(|k| k.resize(sys.nq, 0.0));
        self.ku.iter_mut().chain(&mut self.ru).for_each(|k| k.resize(sys.nu, 0.0));
        self.la.resize(sys.nr, 0.0);
        self.e.resize(sys.nu, 0.0);
        (self.margin, self.moves) = (eqs.margin(), 0);
        self.y6[0].resize(sys.nq, 0.0);
        self.y6[1].resize(sys.nu, 0.0);
        self.off = 0.0;
        if self.always(f) && eqs.on_position.contains(&true) {
            self.before.clone_from(&f.q0);
            let size = f.q0.iter().fold(1.0_f64, |m, q| m.max(q.abs()));
            eqs.project_position(sys, f.t0, &mut self.before, &f.u0, 1e-15 * size);
            self.off =
                f.norm(f.q0.iter().zip(&self.before).map(|(a, b)| a - b), std::iter::empty());
        }
        sys.qdot(f.t0, &f.q0, &f.u0, &mut self.kq[0]);
        self.ku[0].copy_from_slice(&f.a0);
    }

    fn attempt(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &mut Flow,
        h: f64,
    ) -> Result<f64, Refused> {
        let mut least = self.margin.1;
        let mut back = 0.0;
        for i in 1..7 {
            combine(&mut f.q1, &f.q0, h, &DOPRI_A[i - 1], &self.kq[..i]);
            combine(&mut f.u1, &f.u0, h, &DOPRI_A[i - 1], &self.ku[..i]);
            let t = f.t0 + DOPRI_C[i] * h;
            if i == 6 {
                sys.normalize(&mut f.q1);
                if let Some(p) = f.set.projection.or(self.project) {
                    let near = p.above > 0.0 && {
                        eqs.evaluate(sys, t, &f.q1, &f.u1);
                        eqs.violation(sys) <= p.above
                    };
                    self.near = near;
                    self.before.clone_from(&f.q1);
                    if !near && !project(sys, eqs, t, &mut f.q1, &mut f.u1, p.identity) {
                        return Err(Refused { shrink: 0.5 });
                    }
                    if self.always(f) {
                        let way = f.q1.iter().zip(&self.before).map(|(a, b)| a - b);
                        back = f.norm(way, std::iter::empty()) - 2.0 * self.off;
                    }
                }
            }
            if !eqs.accelerations(sys, t, &f.q1, &f.u1, &mut self.ku[i], &mut self.la) {
                return Err(Refused { shrink: 0.2 });
            }
            let (skipped, margin) = eqs.margin();
            let near = skipped > self.margin.0 || margin < NEAR * self.margin.1;
            least = least.min(margin);
            if near && self.moves < MOVES {
                self.moves += 1;
                return Err(Refused { shrink: 0.9 });
            }
            sys.qdot(t, &f.q1, &f.u1, &mut self.kq[i]);
            if i == 5 {
                self.y6[0].copy_from_slice(&f.q1);
                self.y6[1].copy_from_slice(&f.u1);
            }
        }
        let [q6, u6] = &self.y6;
        let coordinates: [&[f64]; 4] = [q6, &f.q1, &self.kq[5], &self.kq[6]];
        self.fast = h * spectral([coordinates, [u6, &f.u1, &self.ku[5], &self.ku[6]]]);
        let error = |k: &[Vec<f64>; 7], i: usize| -> f64 {
            h * k.iter().zip(&DOPRI_E).map(|(k, e)| e * k[i]).sum::<f64>()
        };
        let eq = || (0..sys.nq).map(|i| error(&self.kq, i));
        self.e.iter_mut().enumerate().for_each(|(i, e)| *e = error(&self.ku, i));
        let e = f.norm(eq(), self.e.iter().copied()).max(back);
        let projects = f.set.projection.or(self.project).is_some();
        if e > 1.0 && projects && eqs.on.contains(&true) && eqs.along(sys, &mut self.e) {
            let e = f.norm(eq(), self.e.iter().copied()).max(back);
            let fastest = f.u0.iter().fold(0.0_f64, |m, u| m.max(u.abs()));
            let rounding = ROUNDING * f64::EPSILON * h * fastest * fastest / (least * f.set.atol);
            return Ok(if e <= rounding { e.min(1.0) } else { e });
        }
        Ok(e)
    }

    fn accept(&mut self, _: &System, eqs: &mut SmoothEquations, f: &mut Flow, h: f64) -> bool {
        for (k, r, y0, y1) in
            [(&self.kq, &mut self.rq, &f.q0, &f.q1), (&self.ku, &mut self.ru, &f.u0, &f.u1)]
        {
            for i in 0..y0.len() {
                let d = y1[i] - y0[i];
                let bend = h * k[0][i] - d;
                r[0][i] = y0[i];
                r[1][i] = d;
                r[2][i] = bend;
                r[3][i] = d - h * k[6][i] - bend;
                r[4][i] = h * k.iter().zip(&DOPRI_D).map(|(k, d)| d * k[i]).sum::<f64>();
            }
        }
        self.unprojected += usize::from(self.near);
        self.off = 0.0;
        (self.margin, self.moves) = (eqs.margin(), 0);
        self.kq.swap(0, 6);
        self.ku.swap(0, 6);
        f.a0.copy_from_slice(&self.ku[0]);
        f.la0.copy_from_slice(&self.la);
        true
    }

    fn remember(&mut self, _sys: &System, m: &mut Memory) {
        Remember::remember(self, m);
    }

    fn multipliers(&self) -> &[f64] {
        &self.la
    }

    fn stiffness(&self) -> f64 {
        self.fast
    }

    fn tally(&self) -> Tally {
        Tally { unprojected: self.unprojected, ..Tally::default() }
    }

    fn dense(&self, s: f64, q: &mut [f64], u: &mut [f64]) {
        let r1 = 1.0 - s;
        for (r, y) in [(&self.rq, q), (&self.ru, u)] {
            for (i, y) in y.iter_mut().take(r[0].len()).enumerate() {
                *y = r[0][i] + s * (r[1][i] + r1 * (r[2][i] + s * (r[3][i] + r1 * r[4][i])));
            }
        }
    }
}
