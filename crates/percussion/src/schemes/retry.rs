//! What every step of every scheme is guarded by: undo, halving, a budget, interrupts.
//!
//! | a step | then |
//! |---|---|
//! | fails: no convergence, or numbers that are not finite | everything is as before it; it is made again over half the time, at most [`HALVINGS`] times, at most [`FAILURES`] times before a step of full length succeeds |
//! | lets a body pass through another, or leaves the contacts it was prepared for | the same, down to [`FINEST`] of it |
//! | is interrupted, or refused | everything is as before it, and that is the answer |
//!
//! What is left of a step is the next one, with a row where its end was asked for. Schemes that choose their steps do not take part, nor
//! those that divide steps by themselves ([`Engine::divides`]).

use super::stepper::{step_size, Stepper};
use super::Engine;
use crate::error::StepError;
use crate::memory::Memory;
use crate::record::{Event, State, StepInfo};
use crate::system::System;

/// Most halvings of a step that fails: what needs less than a thousandth of the step is not a matter of its length.
const HALVINGS: u32 = 10;
/// Most failures before a step of full length succeeds again: the budget of a step, as each has that of its contact problems.
const FAILURES: usize = 200;
/// Smallest part of a step that is taken in search of a touch.
const FINEST: f64 = 1.0 / 4096.0;

/// How far a step came that failed.
#[derive(Clone, Debug, Default)]
pub struct Partial {
    /// The last state that was in order.
    pub state: State,
    /// Exact events up to there.
    pub events: Vec<Event>,
    /// States on the way that deserve a row.
    pub rows: Vec<State>,
}

/// What is put back where a step fails, and how often that has happened.
#[derive(Default)]
pub(super) struct Retry {
    undo: Memory,
    pub partial: Option<Partial>,
    failures: usize,
    /// Length of the step that is being divided; zero where none is.
    whole: f64,
}

impl Retry {
    /// Whether a step of length dt that failed is made again in halves.
    fn again(&mut self, dt: f64, error: &StepError) -> bool {
        let may = matches!(error, StepError::NoConvergence { .. } | StepError::NotFinite { .. });
        self.whole = self.whole.max(dt);
        self.failures += 1;
        let smallest = self.whole / f64::from(1_u32 << HALVINGS);
        may && self.failures <= FAILURES && dt > 1.5 * smallest
    }

    /// A step of length dt succeeded at once.
    fn whole(&mut self, dt: f64) {
        if dt >= self.whole {
            (self.failures, self.whole) = (0, 0.0);
        }
    }
}

/// The velocities that the accelerations of a state lead to, extended.
pub(super) fn led(s: &State, dt: f64) -> Vec<f64> {
    s.u.iter().zip(&s.a).map(|(u, a)| u + dt * a).chain([1.0]).collect()
}

impl Stepper<'_> {
    /// Advance by dt, or by the largest half, quarter, ... of it that the table above allows.
    pub fn part(&mut self, dt: f64) -> Result<StepInfo, StepError> {
        let ranges = self.near.is_some() && self.engine.ranges();
        if !self.system().swept() && !ranges {
            return self.halved(dt);
        }
        self.refresh(dt)?;
        let from = self.state().clone();
        let mut back = Memory::default();
        back.record();
        self.engine.remember(&self.sys, &mut back);
        let mut part = dt;
        loop {
            let info = self.halved(part)?;
            let s = self.engine.state();
            // a step that failed may have been made shorter
            part = part.min(s.t - from.t);
            let passes = self.sys.swept() && self.sys.passes((from.t, &from.q), (s.t, &s.q));
            let strays = match &mut self.near {
                Some(near) if ranges && !passes => {
                    let u = [led(&from, part), led(s, -part), led(s, 0.0)];
                    let at = [(from.t, &from.q), (s.t, &s.q), (s.t, &s.q)];
                    let states: Vec<_> =
                        at.iter().zip(&u).map(|((t, q), u)| (*t, &q[..], &u[..])).collect();
                    self.sys.strays(&mut near.search, &states, part)
                }
                _ => false,
            };
            if part < FINEST * dt || !(passes || strays) {
                return Ok(info);
            }
            let (mut events, mut rows) = (Vec::new(), Vec::new());
            self.engine.take_events(&mut events);
            self.engine.take_rows(&mut rows);
            back.replay();
            self.engine.remember(&self.sys, &mut back);
            part *= 0.5;
            if let Some(near) = &mut self.near {
                // what was found for the whole step holds for its parts
                near.looked = dt;
            }
        }
    }

    /// Advance by dt, or where that fails by the largest half of it that does not.
    fn halved(&mut self, dt: f64) -> Result<StepInfo, StepError> {
        let own = self.scheme().info().supports.adaptive || self.engine.divides();
        let mut part = dt;
        let mut rejected = 0;
        loop {
            match self.step(part) {
                Ok(mut info) => {
                    if rejected > 0 {
                        info.rejected += rejected;
                        info.note_failure("failed: step");
                    } else {
                        self.retry.whole(dt);
                    }
                    return Ok(info);
                }
                Err(error) if own || !self.retry.again(part, &error) => return Err(error),
                Err(_) => {
                    self.retry.partial = None;
                    rejected += 1;
                    part *= 0.5;
                }
            }
        }
    }

    /// One step of the scheme; where it fails, everything is as it was.
    pub(super) fn guarded(
        &mut self,
        dt: f64,
        step: impl FnOnce(&mut dyn Engine, &System) -> Result<StepInfo, StepError>,
    ) -> Result<StepInfo, StepError> {
        step_size(dt)?;
        if self.near.is_some() {
            self.refresh(dt)?;
        }
        if let Some(near) = &mut self.near {
            near.looked = 0.0;
        }
        let clean = self.engine.fails_clean();
        if !clean {
            self.retry.undo.record();
            self.engine.remember(&self.sys, &mut self.retry.undo);
        }
        let t = self.engine.state().t;
        if self.near.is_some() && self.engine.ranges() {
            self.engine.until(t + dt);
        }
        let mut done = step(&mut *self.engine, &self.sys);
        // numbers that are not finite are never carried on; a scheme that fails clean sees to that
        let s = self.engine.state();
        let all = [&s.q, &s.u, &s.la, &s.P, &s.La];
        let finite = clean || all.into_iter().flatten().all(|v| v.is_finite());
        if done.is_ok() && !finite {
            done = Err(StepError::NotFinite { t });
        }
        match done {
            Ok(_) => self.dt = dt,
            Err(_) => {
                let mut partial = Partial { state: self.state().clone(), ..Partial::default() };
                self.engine.take_events(&mut partial.events);
                self.engine.take_rows(&mut partial.rows);
                self.retry.partial = finite.then_some(partial);
                if !clean {
                    self.retry.undo.replay();
                    self.engine.remember(&self.sys, &mut self.retry.undo);
                }
            }
        }
        done
    }
}
