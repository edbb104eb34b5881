//! Event-driven simulation: smooth integration between events, which are located on the dense
//! output and resolved one after another.
//!
//! ```text
//! I0 = { g_N = 0 }             closed contacts
//! I1 = { I0, g_N' = 0 }        closed and not moving apart
//! I2 = { I1, λ_N > 0 }         pressed: their rows act like joints
//! It = { I2, γ_F = 0 }         sticking; the others of I2 slide along γ_F
//! ```
//!
//! Until an event: integrate in the mode (I2, It). Events are
//!
//! | event function | meaning | what follows |
//! |---|---|---|
//! | g_N of open contacts falls to zero | impact | impact problem on I0, then the acceleration problem |
//! | λ_N of pressed contacts falls to zero | take-off | acceleration problem on I1 |
//! | γ_F of sliding contacts vanishes | stick or reversal | acceleration problem |
//! | μ λ_N - ‖λ_F‖ of sticking contacts falls to zero | slip | acceleration problem |
//! | determinant of W M⁻¹ Ŵ of sliding contacts falls to zero | loss of hold | take-off, or a percussion without collision: see `painleve.rs` |
//! | a drive or load switches at a time the model names | switch | acceleration problem |
//!
//! The impact problem is Newton's or Poisson's law with friction at velocity level, the acceleration problem
//! Signorini's and Coulomb's laws at acceleration level; where both g_N'' and λ_N vanish the next
//! derivative decides. Constraints are projected after each event. An approach slower than the
//! tolerance no longer rebounds.
//!
//! Acary, Brogliato, "Numerical Methods for Nonsmooth Dynamical Systems", 2008,
//! DOI 10.1007/978-3-540-75392-6, chapter 8; the comparison of integrators is that of document 003.

mod events;
mod painleve;
mod resolve;

use super::{Engine, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports};
use crate::error::{ModelError, StepError};
use crate::integrators::{self, Integrator};
use crate::memory::{remember, Memory, Remember};
use crate::record::Event;
use crate::solvers::smooth::SmoothEquations;
use crate::system::System;
use events::{Found, Watch, Watcher};
use resolve::Resolver;

pub(super) const INFO: SchemeInfo = SchemeInfo {
    name: "event-driven",
    summary: "smooth integration with error control between located events",
    source: "Acary and Brogliato 2008, DOI 10.1007/978-3-540-75392-6, chapter 8",
    options: &[
        OptionInfo {
            name: "integrator",
            default: "mdop5",
            help: "mdop5, dopri5, hem5, phem56, radau5, alpha-p, alpha-v, alpha-pv",
        },
        OptionInfo {
            name: "tol",
            default: "1e-8",
            help: "tolerance of the solution and of event times; steps get a share of it",
        },
        OptionInfo { name: "h_max", default: "0.1", help: "largest internal step" },
        OptionInfo { name: "max_events", default: "10000", help: "most events in one step dt" },
    ],
    supports: Supports {
        contacts: true,
        friction: true,
        joints: true,
        rolling: true,
        quaternions: true,
        adaptive: true,
        poisson: true,
    },
    make: |o| Ok(Box::new(EventDriven::new(o)?)),
};

/// The scheme.
pub struct EventDriven {
    pub(super) tol: f64,
    max_events: usize,
    integrator: Box<dyn Integrator>,
    /// For the way to a time at which forces blow up.
    near: Box<dyn Integrator>,
    pub(super) work: Option<Box<Work>>,
    pub(super) state: State,
    pub(super) events: Vec<Event>,
}

/// Workspaces.
pub(super) struct Work {
    pub eqs: SmoothEquations,
    watcher: Watcher,
    resolver: Resolver,
    /// Whether the integrator has to begin anew.
    pub fresh: bool,
    q: Vec<f64>,
    u: Vec<f64>,
    pub a: Vec<f64>,
    pub la: Vec<f64>,
    la_old: Vec<f64>,
    la_mid: Vec<f64>,
    /// Impacts so far: contact and time, for whoever looks for accumulations.
    pub impacts: Vec<(usize, f64, f64)>,
    /// Speed at which each contact was left last, 1 at most.
    rebound: Vec<f64>,
    /// Where `near` has to stop, infinite where it is not in use.
    limit: f64,
    /// Time of the last event, and how many there were at that time.
    instant: (f64, usize),
}
remember!(Work {
    eqs,
    watcher,
    resolver,
    fresh,
    q,
    u,
    a,
    la,
    la_old,
    la_mid,
    impacts,
    rebound,
    limit,
    instant
});

/// The tolerance of the integrator. The errors of some twenty steps add up between two events, and
/// a row of impacts amplifies them, tenfold say. An error δ of the gap moves the event by δ/|g_N'|:
/// where contacts approach at the speed v < 1 only, the gap must be that much more accurate for the
/// same error of the time. Flights after very slow rebounds are too short for the integrator to notice.
fn share(tol: f64, v: f64) -> f64 {
    (SHARE * tol * v.clamp(0.01, 1.0)).max(1e-14)
}

const SHARE: f64 = 0.005;

/// Events at one time after which nothing is to be expected from more of them.
const AT_ONCE: usize = 50;
/// Events at one time after which a gap that falls is taken as closed.
const AGAIN: usize = 4;

impl EventDriven {
    pub(super) fn new(o: &Options) -> Result<Self, ModelError> {
        let tol = o.within("tol", 1e-14, 1e-1)?;
        let settings = integrators::Settings {
            rtol: share(tol, 1.0),
            atol: share(tol, 1.0),
            h_max: o.positive("h_max")?,
            ..integrators::Settings::default()
        };
        Ok(EventDriven {
            tol,
            max_events: o.whole("max_events", 1, 1_000_000_000)?,
            integrator: integrators::make(o.text("integrator"), &settings)?,
            near: integrators::make("mdop5", &settings)?,
            work: None,
            state: State::default(),
            events: Vec::new(),
        })
    }

    /// Integrate to `target` or to the first event, which is resolved; tells whether there was one.
    /// Contacts that keep the motion from going on are named as such.
    pub(super) fn until(
        &mut self,
        sys: &System,
        w: &mut Work,
        target: f64,
        info: &mut StepInfo,
    ) -> Result<bool, StepError> {
        let event = self.advance(sys, w, target, info);
        let (t, why) = match event {
            Ok(true) => {
                let t = self.state.t;
                let again = t - w.instant.0 <= 1e-13 * (1.0 + t.abs());
                w.instant = if again { (w.instant.0, w.instant.1 + 1) } else { (t, 1) };
                if w.instant.1 <= AT_ONCE {
                    return event;
                }
                (t, "events repeat without progress".into())
            }
            Err(StepError::TooSmall { t, h, .. }) if !sys.contacts.is_empty() => {
                (t, format!("the forces are not smooth, steps shrink to {h:e}"))
            }
            other => return other,
        };
        Err(StepError::Stalled { t, why })
    }

    fn advance(
        &mut self,
        sys: &System,
        w: &mut Work,
        target: f64,
        info: &mut StepInfo,
    ) -> Result<bool, StepError> {
        let s = &mut self.state;
        if w.fresh {
            let v = w.rebound.iter().fold(1.0_f64, |m, v| m.min(*v));
            self.integrator.tolerate(share(self.tol, v));
            self.integrator.begin(sys, &mut w.eqs, s.t, &s.q, &s.u)?;
            w.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut w.a, &mut w.la);
            w.watcher.arm(sys, &mut w.eqs, &s.q, &s.u, s.t);
            w.limit = f64::INFINITY;
            w.fresh = false;
        }
        if s.t >= w.limit {
            if let Some(t) = self.foresee(sys, w) {
                return self.approach(sys, w, t, false);
            }
            // the hold grows again
            w.limit = f64::INFINITY;
            let s = &self.state;
            self.integrator.begin(sys, &mut w.eqs, s.t, &s.q, &s.u)?;
        }
        let s = &mut self.state;
        // drives may switch: a step ends there and a new one begins
        let target = sys.next_switch(s.t).map_or(target, |t| t.min(target));
        let near = w.limit.is_finite();
        let on = if near { &mut self.near } else { &mut self.integrator };
        let rejected = on.rejected();
        let step = on.advance(sys, &mut w.eqs, target.min(w.limit));
        info.inner += 1;
        info.rejected += on.rejected() - rejected;
        if let Err(e) = step {
            return match self.foresee(sys, w) {
                Some(t) if matches!(e, StepError::TooSmall { .. }) => {
                    self.approach(sys, w, t, near)
                }
                _ => Err(e),
            };
        }
        let found = w.watcher.first_event(sys, &mut w.eqs, &**on);
        if let Some(f) = found.as_ref().filter(|f| f.what.contains(&Watch::Hold)) {
            return self.approach(sys, w, f.t, false);
        }
        let t_old = on.t_old();
        let t = found.as_ref().map_or(on.t(), |f| f.t);
        on.dense(t, &mut w.q, &mut w.u);
        if found.is_none() {
            w.q.copy_from_slice(on.q());
            w.u.copy_from_slice(on.u());
        }
        // percussion of the smooth forces by Simpson's rule on the dense output
        w.la_old.copy_from_slice(&w.la);
        if w.eqs.on.contains(&true) {
            let t_mid = 0.5 * (t_old + t);
            on.dense(t_mid, &mut s.q, &mut s.u);
            w.eqs.accelerations(sys, t_mid, &s.q, &s.u, &mut w.a, &mut w.la_mid);
        }
        s.t = t;
        s.q.copy_from_slice(&w.q);
        s.u.copy_from_slice(&w.u);
        if let Some(found) = &found {
            // back on the constraints, the closing contact included
            w.resolver.project_on_event(sys, &mut w.eqs, found, s);
        }
        if !w.eqs.accelerations(sys, t, &s.q, &s.u, &mut w.a, &mut w.la) {
            return Err(StepError::NotFinite { t });
        }
        for r in (0..sys.nr).filter(|&r| w.la_old[r] != 0.0 || w.la[r] != 0.0) {
            s.P[r] += (t - t_old) / 6.0 * (w.la_old[r] + 4.0 * w.la_mid[r] + w.la[r]);
        }
        if let Some(found) = found {
            self.resolve(sys, w, &found);
        } else {
            if !near && w.watcher.loses_hold() {
                w.limit = t;
            }
            w.watcher.accept(sys, &w.eqs, &w.la);
            if sys.is_switch(t) {
                self.events.push(Event::at(t, "switch", ""));
                self.settle(sys, w);
            }
        }
        Ok(w.fresh)
    }

    /// Impact problem, acceleration problem, new mode.
    fn resolve(&mut self, sys: &System, w: &mut Work, found: &Found) {
        let s = &mut self.state;
        let before = self.events.len();
        w.resolver.resolve(sys, &mut w.eqs, found, self.tol, s, &mut self.events, &mut w.impacts);
        // a gap that falls from where its contact was found open: it is not
        if w.instant.0 == s.t && w.instant.1 >= AGAIN {
            w.resolver.press(sys, &mut w.eqs, found, s);
        }
        for (c, contact) in sys.contacts.iter().enumerate() {
            let hit = |e: &&Event| e.kind == "impact" && e.contact == contact.name;
            if let Some(e) = self.events[before..].iter().find(hit) {
                w.rebound[c] = e.un_post;
            }
            if w.eqs.mode.closed[c] {
                w.rebound[c] = 1.0;
            }
        }
        w.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut w.a, &mut w.la);
        w.fresh = true;
    }

    /// Find mode and accelerations at the present state, as at the start.
    pub(super) fn settle(&mut self, sys: &System, w: &mut Work) {
        let s = &mut self.state;
        w.resolver.settle(sys, &mut w.eqs, self.tol, s, &mut self.events);
        w.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut w.a, &mut w.la);
        s.a.copy_from_slice(&w.a[..sys.nu]);
        s.la.copy_from_slice(&w.la);
        w.fresh = true;
    }

    pub(super) fn finish(&mut self, sys: &System, w: &Work) {
        self.state.a.copy_from_slice(&w.a[..sys.nu]);
        self.state.la.copy_from_slice(&w.la);
    }

    pub(super) fn too_many(&self, t: f64, n: usize) -> Option<StepError> {
        (n > self.max_events).then_some(StepError::TooManyEvents { t, events: n })
    }
}

impl Engine for EventDriven {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        _dt: f64,
    ) -> Result<(), StepError> {
        let mut w = Box::new(Work {
            eqs: SmoothEquations::new(sys),
            watcher: Watcher::new(sys),
            resolver: Resolver::new(sys),
            fresh: true,
            q: vec![0.0; sys.nq],
            u: vec![0.0; sys.nu],
            a: vec![0.0; sys.nu],
            la: vec![0.0; sys.nr],
            la_old: vec![0.0; sys.nr],
            la_mid: vec![0.0; sys.nr],
            impacts: Vec::new(),
            rebound: vec![1.0; sys.contacts.len()],
            limit: f64::INFINITY,
            instant: (t, 0),
        });
        self.state = State {
            t,
            q: q.to_vec(),
            u: u.to_vec(),
            a: vec![0.0; sys.nu],
            P: vec![0.0; sys.nr],
            la: vec![0.0; sys.nr],
            La: vec![0.0; sys.nr],
        };
        w.eqs.evaluate(sys, t, q, u);
        for c in &sys.contacts {
            let flat = sys.row(&w.eqs.ev, c.row).0.iter().all(|w| *w == 0.0);
            if flat && w.eqs.ev.g[c.row] == 0.0 {
                return Err(StepError::NoEvent { t, contact: c.name.clone() });
            }
        }
        // contacts that are closed and approaching at the start hit at once
        w.resolver.resolve(
            sys,
            &mut w.eqs,
            &Found::start(t),
            self.tol,
            &mut self.state,
            &mut self.events,
            &mut w.impacts,
        );
        self.settle(sys, &mut w);
        self.work = Some(w);
        Ok(())
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let Some(mut w) = self.work.take() else {
            return Err(StepError::NotFinite { t: self.state.t });
        };
        let target = self.state.t + dt;
        self.state.P.fill(0.0);
        self.state.La.fill(0.0);
        let mut info = StepInfo::default();
        let mut result = Ok(());
        let mut count = 0;
        while result.is_ok() && target - self.state.t > 1e-14 * (1.0 + target.abs()) {
            match self.until(sys, &mut w, target, &mut info) {
                Ok(true) => count += 1,
                Ok(false) => {}
                Err(e) => result = Err(e),
            }
            if let Some(e) = self.too_many(self.state.t, count) {
                result = Err(e);
            }
        }
        if result.is_ok() {
            self.state.t = target;
        }
        self.finish(sys, &w);
        self.work = Some(w);
        result.map(|()| info)
    }

    fn remember(&mut self, sys: &System, m: &mut Memory) {
        m.field("event-driven");
        self.integrator.remember(sys, m);
        self.near.remember(sys, m);
        m.part(&mut self.work);
        self.state.remember(m);
        self.events.remember(m);
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn evaluations(&self) -> usize {
        self.work.as_ref().map_or(0, |w| w.eqs.evaluations)
    }

    fn take_events(&mut self, out: &mut Vec<Event>) -> bool {
        out.append(&mut self.events);
        true
    }

    fn redundant(&self) -> Vec<usize> {
        self.work.as_ref().map_or(Vec::new(), |w| w.eqs.redundant().to_vec())
    }
}
