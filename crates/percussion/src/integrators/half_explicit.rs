//! What the half-explicit methods share: the stage, and what is done where its matrix changes rank.
//!
//! ```text
//! (1)  [ M(Q)  -W(Q) ] [ V' ]   [ h(Q, V)                            ]
//!      [ W(Q̂)    0   ] [ Λ  ] = [ -(1/(h α)) (W(Q̂) v* + ∂g/∂t (Q̂)) ]
//! ```
//!
//! with Q̂ one stage ahead and v* the velocity there without the share h α V'. Dependent rows are
//! skipped alike in both blocks, so that redundant joints do no harm. Where the number of rows
//! skipped changes from stage to stage, the step is shortened; where that does not help, it is taken
//! with `mdop5`, whose matrices are symmetric.

use super::dopri::Dopri;
use super::driver::{Flow, Method, Refused};
use crate::solvers::smooth::SmoothEquations;
use crate::system::{Eval, System};

/// Why a stage has no solution.
pub(super) enum Broken {
    /// Not finite.
    Solution,
    /// The rank of the rows changed within the step.
    Rank,
}

/// Steps that are shortened before another method takes over.
const TRIES: usize = 3;

pub(super) struct Stages {
    next: Option<Eval>,
    /// v*, extended.
    pub v: Vec<f64>,
    c: Vec<f64>,
    rank: Option<usize>,
    broken: usize,
    fallback: Dopri,
    /// Whether the last try was made by the other method.
    pub fell_back: bool,
}

impl Stages {
    pub fn new() -> Self {
        Stages {
            next: None,
            v: Vec::new(),
            c: Vec::new(),
            rank: None,
            broken: 0,
            fallback: Dopri::new(true),
            fell_back: false,
        }
    }

    pub fn begin(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow) {
        if self.next.is_none() {
            self.next = Some(sys.eval());
        }
        self.v.clear();
        self.v.resize(sys.nu + 1, 1.0);
        self.c.resize(sys.nr, 0.0);
        self.broken = 0;
        self.fell_back = false;
        self.fallback.begin(sys, eqs, f);
    }

    /// A step begins.
    pub fn open(&mut self) {
        self.rank = None;
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
        let Some(next) = &mut self.next else { return Err(Broken::Solution) };
        eqs.evaluations += 1;
        sys.evaluate(t, q, &self.v, next);
        let mut speed = 0.0_f64;
        for r in 0..sys.nr {
            let v = if eqs.on[r] { sys.row_dot(next, r, &self.v) } else { 0.0 };
            speed = speed.max(v.abs());
            self.c[r] = -v / share;
        }
        if !eqs.solve_pair(sys, &next.W, rate, &mut self.c) {
            return Err(Broken::Solution);
        }
        let skipped = eqs.redundant().len();
        if *self.rank.get_or_insert(skipped) != skipped {
            return Err(Broken::Rank);
        }
        if skipped > 0 {
            // the rows skipped must follow from the others
            self.v.iter_mut().zip(&*rate).for_each(|(v, a)| *v += share * a);
            let size = self.v.iter().fold(speed, |m, v| m.max(v.abs()));
            for &r in eqs.redundant() {
                let w = sys.row(next, r).0.iter().fold(0.0_f64, |m, w| m.max(w.abs()));
                if sys.row_dot(next, r, &self.v).abs() > 1e-7 * size * w {
                    return Err(Broken::Rank);
                }
            }
        }
        Ok(())
    }

    /// What to do with a broken step.
    pub fn recover(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        f: &mut Flow,
        h: f64,
    ) -> Result<f64, Refused> {
        self.broken += 1;
        if self.broken <= TRIES && !f.set.fixed {
            return Err(Refused { shrink: 0.5 });
        }
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
        self.fallback.accept(sys, eqs, f, h)
    }

    /// A step of either method is accepted.
    pub fn close(&mut self) {
        // once is enough while the trouble lasts
        self.broken = if self.fell_back { TRIES } else { 0 };
    }

    pub fn dense(&self, s: f64, q: &mut [f64], u: &mut [f64]) {
        self.fallback.dense(s, q, u);
    }
}
