//! Internal steps: one step of the integrator with the first event in it, what follows at its end, and the
//! change to an implicit integrator in stiff motion.

use super::super::pieces;
use super::events::{Found, Watch};
use super::{radau, share, stop, EventDriven, Part, Work, AGAIN};
use crate::error::StepError;
use crate::integrators::smooth::SlidingState;
use crate::record::Event;
use crate::relation::Scratch;
use crate::schemes::{State, StepInfo};
use crate::system::System;

/// The time within which features that do not see each other yet cannot meet, by velocities and accelerations now.
fn outlook(sys: &System, s: &State, a: &[f64], u: &mut [f64]) -> f64 {
    let mut scratch = Scratch::default();
    let mut at = |h: f64, u: &mut [f64]| {
        for (u, (v, a)) in u.iter_mut().zip(s.u.iter().zip(a)) {
            *u = v + h * a;
        }
        sys.outlook(s.t, &s.q, u, &mut scratch)
    };
    let most = at(0.0, u).min(LONG);
    if most == LONG && at(LONG, u) == f64::INFINITY {
        return f64::INFINITY;
    }
    // h = outlook(u + h a) by means of both sides
    let h = (0..6).fold(most, |h, _| (h * at(h, u).min(LONG)).sqrt());
    h.min(most)
}

/// Rate of the direction of sliding, in parts of the step, that explicit steps follow.
const FOLLOWED: f64 = 0.5;
/// How often the times of forces in a step are doubled at most.
const HALVES: usize = 7;
/// Longest time that is looked ahead (s).
const LONG: f64 = 1e3;

impl EventDriven {
    /// One internal step, and the first event in it; it may go beyond the output at `target`. True
    /// where an event was resolved on the way, at a time that no step reaches.
    pub(super) fn advance(
        &mut self,
        sys: &System,
        w: &mut Work,
        target: f64,
        info: &mut StepInfo,
    ) -> Result<bool, StepError> {
        if w.fresh {
            self.begin(sys, w)?;
        } else if w.begins {
            self.slides_now(sys, w)?;
        }
        let s = &mut self.state;
        if s.t >= w.limit {
            if let Some(t) = self.foresee(sys, w) {
                return self.approach(sys, w, t, false);
            }
            // the hold grows again
            w.limit = f64::INFINITY;
            let s = &self.state;
            self.on.main.begin(sys, &mut w.eqs, s.t, &s.q, &s.u)?;
        }
        // the direction of slow sliding in space is stiff too, mostly no more than explicit steps can follow
        let turns = w.eqs.mode.sliding.contains(&SlidingState::Slide);
        let limited = |&ratio: &f64| !turns || self.pace.stuck || ratio > pieces::LIMIT;
        let stiff = self.on.main.stiff().filter(limited);
        if self.free && stiff.is_some() {
            self.go_implicit(sys, w)?;
        }
        let s = &mut self.state;
        let brake = w.stop.foresee(sys, &mut w.eqs, &w.a, s, self.tol);
        let known = w.stop.known(sys, &w.a, self.tol, s);
        if let Some(t) = brake.filter(|t| known && !stop::meets(sys, &w.eqs, &w.a, s, *t)) {
            w.stop.until = Some((t, s.t));
            return Ok(false);
        }
        // drives may switch: a step ends there and a new one begins
        let end = self.t_end.max(target);
        w.stop_at = self.stops.next(sys, s.t).unwrap_or(f64::INFINITY);
        let last = pieces::before(w.stop_at).min(end);
        let last = brake.map_or(last, |t| last.min(s.t + stop::WAY * (t - s.t)));
        let last = if s.t < w.row { last.min(w.row) } else { last };
        let last = last.min(s.t + outlook(sys, s, &w.a, &mut w.ahead));
        let part = w.part();
        let on = self.on.of_mut(part);
        let rejected = on.rejected();
        let step = on.advance(sys, &mut w.eqs, last.min(w.limit));
        info.inner += 1;
        info.rejected += on.rejected() - rejected;
        if let Err(e) = step {
            return match self.foresee(sys, w) {
                Some(t) if matches!(e, StepError::TooSmall { .. }) => {
                    self.approach(sys, w, t, part == Part::Near)
                }
                _ => Err(e),
            };
        }
        let on = self.on.of(part);
        let found = w.watcher.first_event(sys, &mut (&mut w.eqs, &mut w.resolver), on);
        if let Some(f) = found.as_ref().filter(|f| f.what.contains(&Watch::Hold)) {
            return self.approach(sys, w, f.t, false);
        }
        let t_old = on.t_old();
        let t = found.as_ref().map_or(on.t(), |f| f.t);
        w.piece.begin(t_old, t, &w.eqs.mode);
        w.piece.la[0].copy_from_slice(&w.la);
        w.stop.stepped(t - t_old, &w.a);
        let s = &mut self.state;
        s.t = t;
        on.dense(t, &mut s.q, &mut s.u);
        if let Some(found) = &found {
            // back on the constraints, the closing contact included
            w.resolver.project_on_event(sys, &mut w.eqs, found, s);
        }
        // without an event the integrator was here last
        if !w.eqs.accelerations(sys, t, &s.q, &s.u, &mut w.a, &mut w.la) {
            return Err(StepError::NotFinite { t });
        }
        w.resolver.spread(sys, &w.eqs, &mut w.la);
        w.piece.la[2].copy_from_slice(&w.la);
        let mode = &w.eqs.mode;
        self.extremes.look(sys, &w.eqs.ev, &s.q, &w.a, |c| mode.closed[c]);
        let acts = |la: &[f64]| la.iter().any(|la| *la != 0.0);
        if w.eqs.on.contains(&true) || acts(&w.la) || acts(&w.piece.la[0]) {
            let theta = |mid: f64| (mid - t_old) / (t - t_old);
            match w.watcher.middle().filter(|m| (theta(m.0) - 1.0).abs() > 0.1) {
                Some((mid, la)) => {
                    w.piece.la[1].copy_from_slice(la);
                    w.piece.theta = theta(mid);
                }
                None => {
                    let t_mid = 0.5 * (t_old + t);
                    on.dense(t_mid, &mut w.q, &mut w.u);
                    let (q, u) = (&w.q, &w.u);
                    w.eqs.accelerations(sys, t_mid, q, u, &mut w.a_mid, &mut w.piece.la[1]);
                    w.resolver.spread(sys, &w.eqs, &mut w.piece.la[1]);
                }
            }
        } else {
            w.piece.la[1].fill(0.0);
        }
        (w.found, w.pending) = (found, true);
        if w.piece.is_rough() {
            self.look_closer(sys, w, part);
        }
        if w.found.is_none() && t >= pieces::before(w.stop_at) {
            (self.state.t, w.piece.t1) = (w.stop_at, w.stop_at);
        }
        if part == Part::Main {
            match self.pace.check(t, self.t_end, &*self.on.main) {
                Err(StepError::Stiff { .. }) if self.free => self.pace.stuck = true,
                other => other?,
            }
        }
        Ok(false)
    }

    /// A mode begins: the integrator, what is watched, and what its steps are bound by.
    fn begin(&mut self, sys: &System, w: &mut Work) -> Result<(), StepError> {
        let v = w.rebound.iter().fold(1.0_f64, |m, v| m.min(*v));
        let tol = share(self.tol, v, self.least);
        let s = &self.state;
        w.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut w.a, &mut w.la);
        w.begins = self.free && stop::begins(sys, &w.eqs, self.tol);
        w.limit = f64::INFINITY;
        if w.begins {
            // its first step follows from the start alone, whatever it did before
            let rtol = share(self.tol, 1.0, self.least);
            self.past = self.past.plus(&self.on.onset.tally());
            self.on.onset =
                radau(rtol, self.settings, false).map_err(|_| StepError::NotFinite { t: s.t })?;
        }
        let on = self.on.of_mut(w.part());
        on.tolerate(tol);
        on.begin(sys, &mut w.eqs, s.t, &s.q, &s.u)?;
        w.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut w.a, &mut w.la);
        w.resolver.spread(sys, &w.eqs, &mut w.la);
        w.watcher.arm(sys, &mut w.eqs, &s.q, &s.u, s.t);
        w.stop.forget();
        w.fresh = false;
        Ok(())
    }

    /// After a step in which sliding began: once explicit steps can follow its direction, they go on.
    fn slides_now(&mut self, sys: &System, w: &mut Work) -> Result<(), StepError> {
        let s = &self.state;
        w.eqs.evaluate(sys, s.t, &s.q, &s.u);
        if w.stop.step() * w.eqs.turning_rate(sys, &w.la) > FOLLOWED {
            return Ok(());
        }
        w.begins = false;
        self.on.main.tolerate(share(self.tol, 1.0, self.least));
        self.on.main.begin(sys, &mut w.eqs, s.t, &s.q, &s.u)
    }

    /// Forces of the last step at more times, each between two, until they lie on the parabolas through those before.
    fn look_closer(&self, sys: &System, w: &mut Work, part: Part) {
        let on = self.on.of(part);
        w.sampler.eqs.onset.copy_from_slice(&w.eqs.onset);
        for _ in 0..HALVES {
            let mut off = 0.0_f64;
            let more = w.piece.between().map(|t| {
                let mut la = vec![0.0; sys.nr];
                w.sampler.forces(
                    sys,
                    on,
                    &w.piece.mode,
                    t,
                    (&mut w.q, &mut w.u, &mut w.a_mid),
                    &mut la,
                );
                w.resolver.spread(sys, &w.sampler.eqs, &mut la);
                (t, la)
            });
            let more: Vec<_> = more.collect();
            for (t, la) in &more {
                off = off.max(w.piece.off(*t, la));
            }
            w.piece.insert(more);
            if off <= pieces::ROUGH {
                break;
            }
        }
    }

    /// The end of an internal step: whether the mode has to be found anew there.
    pub(super) fn absorb(&mut self, sys: &System, w: &mut Work) -> bool {
        if let Some(found) = w.found.take() {
            self.resolve(sys, w, &found);
            return true;
        }
        let t = self.state.t;
        if !w.limit.is_finite() && w.watcher.loses_hold() {
            w.limit = t;
        }
        w.watcher.accept();
        if t == w.stop_at {
            // what the model names has both limits as rows
            let named = sys.is_switch(t);
            if named {
                self.row(sys, w);
                self.events.push(Event::at(t, "switch", ""));
            }
            self.settle(sys, w);
            if named {
                self.row(sys, w);
            }
        }
        w.fresh
    }

    /// Keep the present state as a row of its own.
    pub(in crate::schemes) fn row(&mut self, sys: &System, w: &Work) {
        self.finish(sys, w);
        self.rows.push(self.state.clone());
    }

    /// Impact problem, acceleration problem, new mode.
    pub(super) fn resolve(&mut self, sys: &System, w: &mut Work, found: &Found) {
        self.row(sys, w);
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
        w.resolver.spread(sys, &w.eqs, &mut w.la);
        w.fresh = true;
        self.row(sys, w);
    }

    /// The rest of the motion with `radau5`.
    pub(super) fn go_implicit(&mut self, sys: &System, w: &mut Work) -> Result<(), StepError> {
        let s = &self.state;
        let rtol = share(self.tol, 1.0, self.least);
        let mut radau =
            radau(rtol, self.settings, true).map_err(|_| StepError::NotFinite { t: s.t })?;
        radau.begin(sys, &mut w.eqs, s.t, &s.q, &s.u)?;
        self.past = self.past.plus(&self.on.main.tally());
        self.explicit = Some(std::mem::replace(&mut self.on.main, radau));
        self.pace.begin(s.t, 0);
        self.free = false;
        self.notes.push(format!(
            "the motion is stiff: 'radau5' took over from 'mdop5' at t = {} after {} steps",
            s.t, self.past.accepted
        ));
        Ok(())
    }
}
