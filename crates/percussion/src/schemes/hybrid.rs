//! Event-driven where events are isolated, event-capturing through accumulations and chattering,
//! and back; automatic. The tolerance alone is enough to use it.
//!
//! After each impact the last intervals between impacts are looked at. Where they shrink by a
//! ratio ρ < 1, the rest of the accumulation lasts
//!
//! ```text
//! T = d ρ / (1 - ρ)              d the last interval
//! ```
//!
//! and what is still to happen in it moves the system by no more than |g_N'| T. As soon as that
//! is below the tolerance the nonsmooth generalized-α scheme takes over with steps of T/20: it does
//! not resolve the impacts, keeps all constraints at the three levels, and its error is a fraction
//! of what is left. When contacts have been calm for a few steps, the event-driven scheme goes on
//! from a fresh acceleration problem. The same happens where events pile up without a ratio, and where
//! the smooth motion cannot go on (steps that shrink to nothing; events that repeat at one time): then
//! with steps of sqrt(tol)/1000, and longer ones if that was not enough to get away from the place. Each switch is recorded as an event: `accumulation` at the time where the
//! impacts end, `capturing`, `event-driven`.

use super::event_driven::EventDriven;
use super::{Engine, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports};
use crate::error::{ModelError, StepError};
use crate::memory::{remember, Memory, Remember};
use crate::record::Event;
use crate::system::System;

pub(super) const INFO: SchemeInfo = SchemeInfo {
    name: "hybrid",
    summary: "event-driven between isolated events, event-capturing through accumulations",
    source: "named as future work by the document on DAE integrators for event-driven simulation",
    options: &[
        OptionInfo { name: "tol", default: "1e-8", help: "the one tolerance" },
        OptionInfo {
            name: "integrator",
            default: "mdop5",
            help: "mdop5, dopri5, hem5, phem56, radau5, alpha-p, alpha-v, alpha-pv",
        },
        OptionInfo { name: "h_max", default: "0.1", help: "largest internal step" },
        OptionInfo { name: "max_events", default: "100000", help: "most events in one step dt" },
    ],
    supports: Supports {
        contacts: true,
        friction: true,
        joints: true,
        rolling: true,
        quaternions: true,
        adaptive: true,
        poisson: false,
    },
    make: |o| Ok(Box::new(Hybrid::new(o)?)),
};

/// The scheme.
pub struct Hybrid {
    events: EventDriven,
    capture: Box<dyn Engine>,
    capturing: Option<Capture>,
    /// Impacts since the last switch: time and approach velocity.
    recent: Vec<(f64, f64)>,
    /// Times of the last events of any kind.
    times: Vec<f64>,
    /// Where the event-driven scheme went on last, and how much longer the next steps through
    /// trouble are.
    resumed: (f64, f64),
}

/// An accumulation being captured.
#[derive(Default)]
struct Capture {
    h: f64,
    calm: usize,
    until: f64,
}
remember!(Capture { h, calm, until });

/// Impacts that a ratio is read from.
const WINDOW: usize = 4;
/// Events in a row, closer than this fraction of the time they took before, count as chattering.
const CHATTER: usize = 60;
/// How much longer the steps through trouble may become.
const MOST: f64 = 1e6;
/// Calm steps after which the event-driven scheme goes on.
const CALM: usize = 8;

impl Hybrid {
    fn new(o: &Options) -> Result<Self, ModelError> {
        let alpha = super::find("alpha")?;
        let options = Options::new("option", alpha.options);
        Ok(Hybrid {
            events: EventDriven::new(o)?,
            capture: (alpha.make)(&options)?,
            capturing: None,
            recent: Vec::new(),
            times: Vec::with_capacity(2 * CHATTER),
            resumed: (f64::NEG_INFINITY, 1.0),
        })
    }

    /// Length of the rest of an accumulation, if the last impacts look like one that is nearly over.
    fn rest(&self) -> Option<f64> {
        let n = self.recent.len();
        if n < WINDOW {
            return None;
        }
        let last = &self.recent[n - WINDOW..];
        let d: Vec<f64> = last.windows(2).map(|w| w[1].0 - w[0].0).collect();
        let ratios: Vec<f64> = d.windows(2).map(|w| w[1] / w[0]).collect();
        let shrinking = ratios.iter().all(|r| *r > 0.0 && *r < 0.99);
        let steady = (ratios[0] - ratios[ratios.len() - 1]).abs() < 0.2;
        if shrinking && steady {
            let rho = ratios[ratios.len() - 1];
            let rest = d[d.len() - 1] * rho / (1.0 - rho);
            let v = last[WINDOW - 1].1.abs();
            let scale = self.events.state.q.iter().fold(1.0_f64, |a, q| a.max(q.abs()));
            return (v * rest < 0.1 * self.events.tol * scale).then_some(rest);
        }
        None
    }

    /// Whether many events happened in next to no time.
    fn chatters(&self) -> bool {
        let n = self.times.len();
        n >= CHATTER && self.times[n - 1] - self.times[n - CHATTER] < self.brief()
    }

    /// A time in which the capturing scheme moves the system by about the tolerance.
    fn brief(&self) -> f64 {
        1e-3 * self.events.tol.sqrt() * (1.0 + self.events.state.t.abs())
    }

    /// Hand over to the capturing scheme with steps of size h.
    fn capture(&mut self, sys: &System, h: f64, until: f64) -> Result<(), StepError> {
        let s = &self.events.state;
        let t = s.t;
        self.capture.start(sys, t, &s.q, &s.u, h)?;
        self.capturing = Some(Capture { h, calm: 0, until });
        self.note(t, "capturing");
        self.recent.clear();
        self.times.clear();
        Ok(())
    }

    /// The same where the event-driven scheme does not get on.
    fn pass(&mut self, sys: &System) -> Result<(), StepError> {
        let t = self.events.state.t;
        let (since, stretch) = self.resumed;
        let stretch = if t - since < 100.0 * stretch * self.brief() { 4.0 * stretch } else { 1.0 };
        self.resumed.1 = stretch.min(MOST);
        let h = self.resumed.1 * self.brief();
        self.capture(sys, h, t + 100.0 * h)
    }

    fn note(&mut self, t: f64, kind: &'static str) {
        self.events.events.push(Event::at(t, kind, ""));
    }

    /// One internal step, of whichever kind; never beyond `target`.
    fn inner(&mut self, sys: &System, target: f64, info: &mut StepInfo) -> Result<bool, StepError> {
        let Some(mut w) = self.events.work.take() else {
            return Err(StepError::NotFinite { t: self.events.state.t });
        };
        let result = match self.capturing.take() {
            None => {
                let event = self.events.until(sys, &mut w, target, info);
                self.recent.extend(w.impacts.drain(..).map(|(_, t, v)| (t, v)));
                let t = self.events.state.t;
                if let Ok(true) = event {
                    self.times.push(t);
                }
                let handed = match (&event, self.rest()) {
                    (Ok(true), Some(rest)) => {
                        let h = (rest / 20.0).max(1e-14 * (1.0 + t.abs()));
                        self.note(t + rest, "accumulation");
                        self.capture(sys, h, t + 100.0 * rest)
                    }
                    (Ok(true), None) if self.chatters() => self.pass(sys),
                    (Err(StepError::Stalled { .. }), _) => self.pass(sys),
                    _ => event.clone().map(|_| ()),
                };
                if self.recent.len() > 4 * CHATTER {
                    self.recent.drain(..2 * CHATTER);
                }
                if self.times.len() >= 2 * CHATTER {
                    self.times.drain(..CHATTER);
                }
                handed.map(|()| event.unwrap_or(true))
            }
            Some(c) => self.capture_step(sys, &mut w, c, target, info),
        };
        self.events.work = Some(w);
        result
    }

    fn capture_step(
        &mut self,
        sys: &System,
        w: &mut super::event_driven::Work,
        mut c: Capture,
        target: f64,
        info: &mut StepInfo,
    ) -> Result<bool, StepError> {
        let h = c.h.min(target - self.events.state.t);
        let i = match self.capture.step(sys, h) {
            Ok(i) => i,
            // longer steps see less of what is in the way
            Err(e) if self.resumed.1 >= MOST => return Err(e),
            Err(_) => {
                self.resumed.0 = self.events.state.t;
                return self.pass(sys).map(|()| true);
            }
        };
        info.inner += 1;
        info.newton += i.newton;
        info.fixed_point += i.fixed_point;
        let from = self.capture.state();
        let s = &mut self.events.state;
        s.t = from.t;
        s.q.copy_from_slice(&from.q);
        s.u.copy_from_slice(&from.u);
        w.a.copy_from_slice(&from.a);
        w.la.copy_from_slice(&from.la);
        let mut jump = false;
        for r in 0..sys.nr {
            s.P[r] += from.P[r];
            s.La[r] += from.La[r];
        }
        for k in &sys.contacts {
            // an impulse that the force of one step does not explain
            jump |= from.La[k.row].abs() > 1e-6 * from.la[k.row].abs() * h + 1e-300;
        }
        c.calm = if jump { 0 } else { c.calm + 1 };
        if c.calm >= CALM || s.t >= c.until {
            let t = s.t;
            self.events.settle(sys, w);
            self.resumed.0 = t;
            self.note(t, "event-driven");
        } else {
            self.capturing = Some(c);
        }
        Ok(true)
    }
}

impl Engine for Hybrid {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        dt: f64,
    ) -> Result<(), StepError> {
        self.capturing = None;
        self.recent.clear();
        self.times.clear();
        self.resumed = (f64::NEG_INFINITY, 1.0);
        self.events.start(sys, t, q, u, dt)
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let target = self.events.state.t + dt;
        self.events.state.P.fill(0.0);
        self.events.state.La.fill(0.0);
        let mut info = StepInfo::default();
        let mut count = 0;
        while target - self.events.state.t > 1e-14 * (1.0 + target.abs()) {
            if self.inner(sys, target, &mut info)? {
                count += 1;
            }
            if let Some(e) = self.events.too_many(self.events.state.t, count) {
                return Err(e);
            }
        }
        self.events.state.t = target;
        if let Some(w) = self.events.work.take() {
            self.events.finish(sys, &w);
            self.events.work = Some(w);
        }
        Ok(info)
    }

    fn remember(&mut self, sys: &System, m: &mut Memory) {
        m.field("hybrid");
        self.events.remember(sys, m);
        self.capturing.remember(m);
        self.recent.remember(m);
        self.times.remember(m);
        self.resumed.remember(m);
        // the capturing scheme may not have begun yet
        let begun = |s: &State| !s.q.is_empty();
        let mut needed = begun(self.capture.state());
        needed.remember(m);
        let s = &self.events.state;
        if needed && !begun(self.capture.state()) {
            let h = self.capturing.as_ref().map_or(1.0, |c| c.h);
            if self.capture.start(sys, s.t, &s.q, &s.u, h).is_err() {
                return m.refuse();
            }
        }
        if needed {
            self.capture.remember(sys, m);
        }
    }

    fn state(&self) -> &State {
        &self.events.state
    }

    fn evaluations(&self) -> usize {
        self.events.evaluations() + self.capture.evaluations()
    }

    fn take_events(&mut self, out: &mut Vec<Event>) -> bool {
        self.events.take_events(out)
    }

    fn redundant(&self) -> Vec<usize> {
        self.events.redundant()
    }
}
