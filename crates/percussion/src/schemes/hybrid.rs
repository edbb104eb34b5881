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
//! is below the tolerance the nonsmooth generalized-α scheme takes over with steps of T/5: it does
//! not resolve the impacts, keeps all constraints at the three levels, and its error is a fraction
//! of what is left. When contacts have been calm for a few steps, the event-driven scheme goes on
//! from a fresh acceleration problem. The same happens where events pile up without a ratio, and where
//! the smooth motion cannot go on (steps that shrink to nothing; events that repeat at one time): then
//! with steps of sqrt(tol)/1000, and longer ones if that was not enough to get away from the place. Each switch is recorded as an event: `accumulation` at the time where the
//! impacts end, `capturing`, `event-driven`.
//!
//! The scheme `event-driven` is the same without accumulations: it resolves every impact, and captures only where
//! it would not get on.

use super::event_driven::{
    EventDriven, Went, Work as EventWork, FORCE, GAP, H0, H_MAX, H_MIN, INTEGRATOR, VELOCITY,
};
use super::integrator_options::HANDED_ON;
use super::options::join;
use super::{
    Engine, Extremes, Interrupt, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports, Work,
};
use crate::error::{ModelError, StepError};
use crate::memory::{remember, Memory, Remember};
use crate::record::Event;
use crate::system::{Eval, Renewal, System};

const OPTIONS: [OptionInfo; 23] = join(
    &[
        OptionInfo { name: "tol", default: "1e-8", help: "the one tolerance" },
        INTEGRATOR,
        H0,
        H_MAX,
        H_MIN,
        super::pieces::STOPS,
        OptionInfo { name: "max_events", default: "100000", help: "most events in one step dt" },
        GAP,
        VELOCITY,
        FORCE,
        super::contacts::SOLVER,
    ],
    &HANDED_ON,
);

pub(super) const INFO: SchemeInfo = SchemeInfo {
    name: "hybrid",
    summary: "event-driven between isolated events, event-capturing through accumulations",
    source: "named as future work by Haddouni, Acary, Garreau, Beley, Brogliato, \"Comparison of several formulations and integration methods for the resolution of DAEs formulations in event-driven simulation of nonsmooth frictionless multibody dynamics\", 2017, DOI 10.1007/s11044-017-9570-y",
    options: &OPTIONS,
    supports: Supports {
        contacts: true,
        friction: true,
        joints: true,
        rolling: true,
        quaternions: true,
        adaptive: true,
        poisson: true,
        position: true,
        velocity: true,
        momentum: true,
        levels: false,
        explicit: false,
    },
    make: |o| Ok(Box::new(Hybrid::new(o, true)?)),
};

/// The scheme.
pub struct Hybrid {
    events: EventDriven,
    /// Whether accumulations and chattering are captured.
    accumulates: bool,
    capture: Box<dyn Engine>,
    capturing: Option<Capture>,
    /// Where the impacts end that are being captured.
    accumulation: Option<f64>,
    /// Up to where impacts belong to the last one, and its contacts.
    last: (f64, Vec<usize>),
    /// Steps captured.
    captured: usize,
    /// The state before the last captured step.
    before: State,
    /// Percussions of the last captured step that no row has yet.
    held: Option<(Vec<f64>, Vec<f64>)>,
    /// Impacts since the last switch: contact, time and approach velocity.
    recent: Vec<(usize, f64, f64)>,
    /// Contacts of the accumulation that is being captured.
    among: Vec<usize>,
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
    /// Times before and after which it does not end.
    from: f64,
    until: f64,
}
remember!(Capture { h, calm, from, until });

impl Capture {
    fn is_over(&self, t: f64) -> bool {
        self.calm >= CALM && t >= self.from || t >= self.until
    }
}

/// Impacts that a ratio is read from.
const WINDOW: usize = 4;
/// Events in a row, closer than this fraction of the time they took before, count as chattering.
const CHATTER: usize = 60;
/// How much longer the steps through trouble may become.
const MOST: f64 = 1e6;
/// Longer steps than these do not keep the tolerance, and the run says so.
const ROUGH: f64 = 1e3;
const TOLERANCE: &str = "the tolerance does not hold";
/// Calm steps after which the event-driven scheme goes on.
const CALM: usize = 4;

impl Hybrid {
    /// Without accumulations it is the scheme `event-driven`.
    pub(super) fn new(o: &Options, accumulates: bool) -> Result<Self, ModelError> {
        let alpha = super::find("alpha")?;
        let mut options = Options::new("option", alpha.options);
        options.set("contact_solver", o.text("contact_solver"))?;
        options.set("impacts", "captured")?;
        Ok(Hybrid {
            events: EventDriven::new(o)?,
            accumulates,
            capture: (alpha.make)(&options)?,
            capturing: None,
            accumulation: None,
            last: (f64::NEG_INFINITY, Vec::new()),
            captured: 0,
            before: State::default(),
            held: None,
            recent: Vec::new(),
            among: Vec::new(),
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
        let d: Vec<f64> = last.windows(2).map(|w| w[1].1 - w[0].1).collect();
        let ratios: Vec<f64> = d.windows(2).map(|w| w[1] / w[0]).collect();
        let shrinking = ratios.iter().all(|r| *r > 0.0 && *r < 0.99);
        let steady = (ratios[0] - ratios[ratios.len() - 1]).abs() < 0.2;
        if shrinking && steady {
            let rho = ratios[ratios.len() - 1];
            let rest = d[d.len() - 1] * rho / (1.0 - rho);
            let v = last[WINDOW - 1].2.abs();
            let scale = self.events.state.q.iter().fold(1.0_f64, |a, q| a.max(q.abs()));
            return (v * rest < 0.3 * self.events.tol * scale).then_some(rest);
        }
        None
    }

    /// Whether many events happened in next to no time.
    fn chatters(&self) -> bool {
        let n = self.times.len();
        n >= CHATTER && self.times[n - 1] - self.times[n - CHATTER] < self.brief()
    }

    /// Accelerations of the coordinates, roughly, in parts of the coordinates.
    fn bend(&self, w: &EventWork) -> f64 {
        let largest = |v: &[f64], least: f64| v.iter().fold(least, |m, v| m.max(v.abs()));
        let s = &self.events.state;
        (largest(&w.a, 0.0) + largest(&s.u, 0.0).powi(2)) / largest(&s.q, 1.0)
    }

    /// A time in which the capturing scheme moves the system by about the tolerance.
    fn brief(&self) -> f64 {
        1e-3 * self.events.tol.sqrt() * (1.0 + self.events.state.t.abs())
    }

    /// Hand over to the capturing scheme with steps of size h.
    fn capture(&mut self, sys: &System, h: f64, from: f64, until: f64) -> Result<(), StepError> {
        let s = &self.events.state;
        let t = s.t;
        self.capture.start(sys, t, &s.q, &s.u, h)?;
        self.capturing = Some(Capture { h, calm: 0, from, until });
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
        if self.resumed.1 > ROUGH && !self.events.notes.iter().any(|n| n.starts_with(TOLERANCE)) {
            let note =
                format!("{TOLERANCE} from t = {t} on: it was passed with steps of {h:.1e} s");
            self.events.notes.push(note);
        }
        self.capture(sys, h, t, t + 100.0 * h)
    }

    fn note(&mut self, t: f64, kind: &'static str) {
        self.events.events.push(Event::at(t, kind, ""));
    }

    /// One look further, of whichever kind; what is captured does not go beyond `target`.
    fn inner(
        &mut self,
        sys: &System,
        w: &mut EventWork,
        target: f64,
        info: &mut StepInfo,
    ) -> Result<Went, StepError> {
        let t = self.events.state.t;
        if self.capturing.is_some() && target <= t + 1e-14 * (1.0 + t.abs()) {
            self.between(sys, w, target);
            return Ok(Went::There);
        }
        if let Some(c) = self.capturing.take() {
            if c.is_over(t) {
                self.resume(sys, w, t);
                return Ok(Went::Event);
            }
            return self.capture_step(sys, w, c, target, info);
        }
        let event = self.events.proceed(sys, w, target, info);
        self.recent.append(&mut w.impacts);
        let t = self.events.state.t;
        if matches!(event, Ok(Went::Event)) {
            self.times.push(t);
        }
        let rest = if self.accumulates { self.rest() } else { None };
        match (&event, rest) {
            (Ok(Went::Event), Some(rest)) => {
                let h = (rest / 5.0).max(1e-14 * (1.0 + t.abs()));
                if self.accumulation.is_none() {
                    self.accumulation = Some(t + rest);
                    let last = self.recent.iter().rev().take(WINDOW);
                    self.among = last.map(|(c, _, _)| *c).collect();
                }
                self.capture(sys, h, t + 1.5 * rest, t + 100.0 * rest)?;
            }
            (Ok(Went::Event), None) if self.accumulates && self.chatters() => self.pass(sys)?,
            (Err(StepError::Stalled { .. }), _) => {
                self.pass(sys)?;
                return Ok(Went::Event);
            }
            _ => {}
        }
        if self.recent.len() > 4 * CHATTER {
            self.recent.drain(..2 * CHATTER);
        }
        if self.times.len() >= 2 * CHATTER {
            self.times.drain(..CHATTER);
        }
        event
    }

    /// Report a time within the last captured step, in which hardly anything bends: coordinates, velocities and percussions on the
    /// line between its ends, put on the joints. What no row has of its percussions belongs to the next one.
    fn between(&mut self, sys: &System, w: &mut EventWork, t: f64) {
        let (old, new) = (&self.before, &self.events.state);
        let part = ((t - old.t) / (new.t - old.t)).clamp(0.0, 1.0);
        let end = new.clone();
        let s = &mut self.events.state;
        let mix = |to: &mut [f64], from: &[f64]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = from + part * (*to - from));
        };
        mix(&mut s.q, &old.q);
        mix(&mut s.u, &old.u);
        mix(&mut s.P, &old.P);
        mix(&mut s.La, &old.La);
        sys.normalize(&mut s.q);
        if part < 1.0 {
            w.put_on_joints(sys, t, &mut s.q, &mut s.u);
        }
        let minus =
            |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a - b).collect() };
        self.held = Some((minus(&end.P, &s.P), minus(&end.La, &s.La)));
        self.events.report(sys, w, t);
        // a further row within the step counts from this one
        for (old, end) in [(&mut self.before.P, &end.P), (&mut self.before.La, &end.La)] {
            old.iter_mut().zip(end).for_each(|(old, end)| *old = -part * (end - *old));
        }
        self.events.state = end;
    }

    fn capture_step(
        &mut self,
        sys: &System,
        w: &mut EventWork,
        mut c: Capture,
        target: f64,
        info: &mut StepInfo,
    ) -> Result<Went, StepError> {
        // what bends in a longer step is not on the line between its ends: it ends where a row is asked for
        let long = c.h * c.h * self.bend(w) > self.events.tol;
        let h = if long { c.h.min(target - self.events.state.t) } else { c.h };
        let i = match self.capture.step(sys, h) {
            Ok(i) => i,
            // longer steps see less of what is in the way
            Err(e) if self.resumed.1 >= MOST => return Err(e),
            Err(_) => {
                self.resumed.0 = self.events.state.t;
                return self.pass(sys).map(|()| Went::Event);
            }
        };
        info.inner += 1;
        info.newton += i.newton;
        info.fixed_point += i.fixed_point;
        self.captured += 1;
        let from = self.capture.state();
        let s = &mut self.events.state;
        self.before.clone_from(s);
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
        // features that were held belong to the motion before
        w.eqs.release();
        w.eqs.evaluate(sys, s.t, &s.q, &s.u);
        let least = self.events.tol * s.u.iter().fold(1.0_f64, |m, u| m.max(u.abs()));
        for k in &sys.contacts {
            // an impulse that the force of one step does not explain, of an approach that would still rebound
            let felt = sys.row_dot(&w.eqs.ev, k.row, &w.eqs.ev.u).abs() > least;
            jump |= felt && from.La[k.row].abs() > 1e-6 * from.la[k.row].abs() * h + 1e-300;
        }
        self.events.extremes.look(sys, &w.eqs.ev, &s.q, &w.a, |_| false);
        c.calm = if jump { 0 } else { c.calm + 1 };
        self.capturing = Some(c);
        Ok(Went::Event)
    }

    /// The event-driven scheme takes over again, once all rows before this time are reported.
    fn resume(&mut self, sys: &System, w: &mut EventWork, t: f64) {
        if let Some(at) = self.accumulation.take() {
            // what goes on from there belongs to the same one
            let same = self.last.1.iter().any(|c| self.among.contains(c));
            if !same || at - self.last.0 > 0.5 * (t - at) {
                self.note(at.min(t), "accumulation");
            }
            self.last = (t + 50.0 * (t - at).max(0.0), std::mem::take(&mut self.among));
        }
        self.events.settle(sys, w);
        // between the last impact and this row velocities fall to rest
        self.events.row(sys, w);
        self.resumed.0 = t;
        self.note(t, "event-driven");
    }

    fn run(
        &mut self,
        sys: &System,
        w: &mut EventWork,
        target: f64,
        info: &mut StepInfo,
    ) -> Result<(), StepError> {
        let mut count = 0;
        loop {
            match self.inner(sys, w, target, info)? {
                Went::There => return Ok(()),
                Went::Event => count += 1,
                Went::On => {}
            }
            if let Some(e) = self.events.too_many(self.events.state.t, count) {
                return Err(e);
            }
        }
    }
}

impl Engine for Hybrid {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        _dt: f64,
    ) -> Result<(), StepError> {
        self.capturing = None;
        self.accumulation = None;
        self.last = (f64::NEG_INFINITY, Vec::new());
        self.among.clear();
        self.captured = 0;
        self.held = None;
        self.recent.clear();
        self.times.clear();
        self.resumed = (f64::NEG_INFINITY, 1.0);
        self.events.start(sys, t, q, u)
    }

    fn until(&mut self, t_end: f64) {
        self.events.until(t_end);
    }

    fn renews(&self) -> bool {
        true
    }

    fn ranges(&self) -> bool {
        true
    }

    /// It begins anew from the state reported.
    fn renew(&mut self, sys: &System, by: &Renewal) -> Result<(), StepError> {
        let (s, done, captured) = (self.state().clone(), self.evaluations(), self.captured);
        let extremes = std::mem::take(&mut self.events.extremes);
        if !self.capture.state().q.is_empty() {
            self.capture.renew(sys, by)?;
        }
        self.start(sys, s.t, &s.q, &s.u, 0.0)?;
        (self.captured, self.events.extremes) = (captured, extremes);
        if let Some(w) = &mut self.events.work {
            w.eqs.evaluations += done - self.capture.evaluations();
        }
        Ok(())
    }

    fn set_interrupt(&mut self, stop: &Interrupt) {
        self.events.set_interrupt(stop);
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let Some(mut w) = self.events.work.take() else {
            return Err(StepError::NotFinite { t: self.events.state.t });
        };
        let target = self.events.target(dt);
        if let Some((P, La)) = self.held.take() {
            self.events.state.P.copy_from_slice(&P);
            self.events.state.La.copy_from_slice(&La);
        }
        let mut info = StepInfo::default();
        let result = self.run(sys, &mut w, target, &mut info);
        if result.is_err() {
            self.events.give_up(sys, &mut w);
        }
        self.events.work = Some(w);
        result.map(|()| info)
    }

    fn remember(&mut self, sys: &System, m: &mut Memory) {
        m.field("hybrid");
        self.events.remember(sys, m);
        self.capturing.remember(m);
        self.accumulation.remember(m);
        self.last.remember(m);
        self.captured.remember(m);
        self.before.remember(m);
        self.held.remember(m);
        self.recent.remember(m);
        self.among.remember(m);
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
        self.events.state()
    }

    fn evaluated(&self) -> Option<&Eval> {
        self.events.evaluated()
    }

    fn evaluations(&self) -> usize {
        self.events.evaluations() + self.capture.evaluations()
    }

    fn tells(&self) -> bool {
        true
    }

    fn take_events(&mut self, out: &mut Vec<Event>) -> bool {
        self.events.take_events(out);
        true
    }

    fn take_rows(&mut self, out: &mut Vec<State>) {
        self.events.take_rows(out);
    }

    fn redundant(&self) -> Vec<usize> {
        self.events.redundant()
    }

    fn extremes(&self) -> Option<&Extremes> {
        Some(&self.events.extremes)
    }

    fn work(&self) -> Option<Work> {
        let mut work = self.events.work()?;
        work.evaluations = self.evaluations();
        if self.captured > 0 {
            work.steps += self.captured;
            work.ways.push(("steps of alpha through accumulations and stalls", self.captured));
        }
        Some(work)
    }

    fn notes(&self) -> Vec<String> {
        self.events.notes.clone()
    }
}
