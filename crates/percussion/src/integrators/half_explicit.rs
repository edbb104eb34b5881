//! What the half-explicit methods share: the stage, and what is done where its matrix changes rank.
//!
//! ```text
//! (1)  [ M(Q)  -W(Q) ] [ V' ]   [ h(Q, V)                            ]
//!      [ W(Q̂)    0   ] [ Λ  ] = [ -(1/(h α)) (W(Q̂) v* + ∂g/∂t (Q̂)) ]
//! ```
//!
//! with Q̂ one stage ahead and v* the velocity there without the share h α V'. Dependent rows are
//! skipped alike in both blocks, so that redundant joints do no harm. Where the number of rows
//! skipped changes from stage to stage, the step is taken with `mdop5` instead, whose matrices are
//! symmetric and which projects; to shorten it would only lead closer to the singular configuration.

use super::dopri::Dopri;
use super::driver::{Flow, Method, Refused};
use super::Tally;
use crate::integrators::smooth::SmoothEquations;
use crate::memory::remember;
use crate::system::{Eval, System};

/// A stage without a finite solution, or with another rank than those before it.
pub(super) struct Broken;

pub(super) struct Stages {
    next: Option<Eval>,
    /// v*, extended.
    pub v: Vec<f64>,
    c: Vec<f64>,
    rank: Option<usize>,
    fallback: Dopri,
    /// Whether the last try was made by the other method.
    pub fell_back: bool,
    /// Tries since the last accepted step.
    tries: usize,
    /// Accepted steps of the other method.
    replaced: usize,
}
remember!(Stages { v, c, rank, fallback, fell_back, tries, replaced; skip next });

/// Tries after which the other method takes over: near singular configurations the stages are
/// inaccurate before they break.
const TRIES: usize = 3;

impl Stages {
    pub fn new() -> Self {
        Stages {
            next: None,
            v: Vec::new(),
            c: Vec::new(),
            rank: None,
            fallback: Dopri::new(true),
            fell_back: false,
            tries: 0,
            replaced: 0,
        }
    }

    pub fn begin(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow) {
        if self.next.is_none() {
            self.next = Some(sys.eval());
        }
        self.v.clear();
        self.v.resize(sys.nu + 1, 1.0);
        self.c.resize(sys.nr, 0.0);
        self.fell_back = false;
        self.tries = 0;
        self.fallback.begin(sys, eqs, f);
    }

    /// A try begins; an error where the other method should make it.
    pub fn open(&mut self, fixed: bool) -> Result<(), Broken> {
        self.rank = None;
        self.fell_back = false;
        self.tries += 1;
        if self.tries > TRIES && !fixed {
            Err(Broken)
        } else {
            Ok(())
        }
    }

    /// The step is accepted.
    pub fn close(&mut self) {
        self.tries = 0;
    }

    /// Solve (1): the equations are evaluated at (Q, V), `self.v` holds v*, `share` is h α.
    pub fn solve(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        t: f64,
        q: &[f64],
        share: f64,
        rate: &mut [f64],
    ) -> Result<(), Broken> {
        let Some(next) = &mut self.next else { return Err(Broken) };
        sys.evaluate_rows(t, q, &self.v, next);
        let mut speed = 0.0_f64;
        for r in 0..sys.nr {
            let v = if eqs.on[r] { sys.row_dot(next, r, &self.v) } else { 0.0 };
            speed = speed.max(v.abs());
            self.c[r] = -v / share;
        }
        if !eqs.solve_pair(sys, &next.W, rate, &mut self.c) {
            return Err(Broken);
        }
        let skipped = eqs.redundant().len();
        if *self.rank.get_or_insert(skipped) != skipped {
            return Err(Broken);
        }
        if skipped > 0 {
            // the rows skipped must follow from the others
            self.v.iter_mut().zip(&*rate).for_each(|(v, a)| *v += share * a);
            let size = self.v.iter().fold(speed, |m, v| m.max(v.abs()));
            for &r in eqs.redundant() {
                let w = sys.row(next, r).0.iter().fold(0.0_f64, |m, w| m.max(w.abs()));
                if sys.row_dot(next, r, &self.v).abs() > 1e-7 * size * w {
                    return Err(Broken);
                }
            }
        }
        Ok(())
    }

    /// The rows that the last stage looked ahead to become those of the present place.
    pub fn step_up(&mut self, eqs: &mut SmoothEquations) {
        if let Some(next) = &mut self.next {
            std::mem::swap(next, &mut eqs.ev);
        }
    }

    /// Take a broken step with the other method.
    pub fn recover(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &mut Flow,
        h: f64,
    ) -> Result<f64, Refused> {
        self.fallback.begin(sys, eqs, f);
        let error = self.fallback.attempt(sys, eqs, f, h)?;
        self.fell_back = true;
        Ok(error)
    }

    /// A step of the other method is accepted.
    pub fn accept(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &mut Flow,
        h: f64,
    ) -> bool {
        self.replaced += 1;
        self.fallback.accept(sys, eqs, f, h)
    }

    pub fn stiffness(&self) -> f64 {
        self.fallback.stiffness()
    }

    pub fn tally(&self) -> Tally {
        Tally { replaced: self.replaced, ..Tally::default() }
    }

    /// Λ of the last stage, or of the other method.
    pub fn multipliers(&self) -> &[f64] {
        if self.fell_back {
            self.fallback.multipliers()
        } else {
            &self.c
        }
    }

    pub fn dense(&self, s: f64, q: &mut [f64], u: &mut [f64]) {
        self.fallback.dense(s, q, u);
    }
}
