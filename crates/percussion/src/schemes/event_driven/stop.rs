//! Contacts in space that slide to rest.
//!
//! In the plane γ_F falls through zero, and the event is a root. In space its direction turns, faster
//! and faster as the speed s = ‖γ_F‖ vanishes:
//!
//! ```text
//! s' = d·γ_F'     d' = (γ_F' - d s')/s      d = γ_F/s
//! ```
//!
//! so that no step of a method leads across. The time of rest is where the speed would vanish at its
//! present rate,
//!
//! ```text
//! t* = t - s/s'
//! ```
//!
//! with an error of second order in s. Steps go a part of the way to it, which makes s fall in
//! proportion, until two estimates of t* agree to the tolerance and no gap closes before; the rest l = t* - t of the way is then
//! gone at once with the accelerations a at hand, and the acceleration problem tells whether the contact sticks, or
//! turns. Its error is estimated like that of any step, by what the accelerations changed by in the last one (of length h, a_h at its start)
//! and by what coordinates that turn have besides B a:
//!
//! ```text
//! l²/2h |a - a_h| ≤ tol (1 + |u|)        l/2 |q'(q + l q', u + l a) - q' - l B a| ≤ tol (1 + |q|)
//! ```

use super::events::{height, Found, Watch};
use super::resolve::{at_rest, pace};
use super::{share, EventDriven, Work};
use crate::integrators::smooth::{SlidingState, SmoothEquations};
use crate::memory::remember;
use crate::schemes::State;
use crate::system::System;

/// Part of the way to rest that a step may go.
pub(super) const WAY: f64 = 0.7;

/// The last two estimates of the time of rest.
#[derive(Default)]
pub(super) struct Stop {
    estimates: Option<(f64, f64)>,
    /// Friction that comes to rest first.
    first: usize,
    /// The time of rest once it is known, and up to where percussions on the way to it have been summed.
    pub until: Option<(f64, f64)>,
    /// The length of the last step and the accelerations at its start.
    last: (f64, Vec<f64>),
    /// Of the way: q', B a, coordinates, velocities and q' at its end.
    way: [Vec<f64>; 5],
}
remember!(Stop { estimates, first, until, last; skip way });

/// Sliding speed of a friction in space.
fn speed(sys: &System, eqs: &SmoothEquations, f: usize) -> f64 {
    let rows = sys.frictions[f].rows.clone();
    rows.map(|r| sys.row_dot(&eqs.ev, r, &eqs.ev.u).powi(2)).sum::<f64>().sqrt()
}

/// The same times its rate; `a` is not extended.
fn brakes(sys: &System, eqs: &SmoothEquations, f: usize, a: &[f64]) -> f64 {
    let rows = sys.frictions[f].rows.clone();
    rows.map(|r| sys.row_dot(&eqs.ev, r, &eqs.ev.u) * eqs.bend(sys, r, a)).sum()
}

impl Stop {
    /// A new mode begins.
    pub fn forget(&mut self) {
        self.estimates = None;
        self.until = None;
        self.last.0 = 0.0;
    }

    /// Length of the last step.
    pub fn step(&self) -> f64 {
        self.last.0
    }

    /// A step of length h is done that began with the accelerations `a`.
    pub fn stepped(&mut self, h: f64, a: &[f64]) {
        self.last.0 = h;
        self.last.1.clear();
        self.last.1.extend_from_slice(a);
    }

    /// When the first sliding contact in space comes to rest at its present rate; `a` are the
    /// accelerations at the state. What has hardly begun to slide is left alone.
    pub fn foresee(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        a: &[f64],
        s: &State,
        tol: f64,
    ) -> Option<f64> {
        let mut first: Option<(usize, f64)> = None;
        if eqs.mode.sliding.contains(&SlidingState::Slide) {
            eqs.evaluate(sys, s.t, &s.q, &s.u);
        }
        for f in (0..sys.frictions.len()).filter(|&f| eqs.mode.sliding[f] == SlidingState::Slide) {
            let v = speed(sys, eqs, f);
            let rate = brakes(sys, eqs, f, a) / v;
            let t = s.t - v / rate;
            let least = 1e-3 * tol * pace(sys, &eqs.ev, sys.frictions[f].rows.clone());
            if v > least && rate < 0.0 && first.is_none_or(|(_, first)| t < first) {
                first = Some((f, t));
            }
        }
        let Some((f, t)) = first else {
            self.estimates = None;
            return None;
        };
        let before = self.estimates.filter(|_| self.first == f).map_or(f64::INFINITY, |e| e.1);
        self.estimates = Some((before, t));
        self.first = f;
        Some(t)
    }

    /// Whether the time of rest is known to the tolerance, and the way to it; `a` are the accelerations at the state.
    pub fn known(&mut self, sys: &System, a: &[f64], tol: f64, s: &State) -> bool {
        let Some((before, t)) = self.estimates else { return false };
        let (left, tol) = (t - s.t, share(tol, 1.0, 1e-14));
        let close = (t - before).abs() <= tol && self.goes(sys, a, left, tol, s);
        close || left <= 1e-13 * (1.0 + t.abs())
    }

    /// Whether the accelerations at hand lead over the time `left` as exactly as asked for.
    fn goes(&mut self, sys: &System, a: &[f64], left: f64, tol: f64, s: &State) -> bool {
        let (h, before) = &self.last;
        let bends = |(u, (a, before)): (&f64, (&f64, &f64))| {
            left * left / (2.0 * h) * (a - before).abs() > tol * (1.0 + u.abs())
        };
        if *h <= 0.0 || s.u.iter().zip(a.iter().zip(before)).any(bends) {
            return false;
        }
        let [rate, bend, q, u, end] = &mut self.way;
        [&mut *rate, &mut *bend, &mut *q, &mut *end]
            .into_iter()
            .for_each(|v| v.resize(sys.nq, 0.0));
        sys.qdot(s.t, &s.q, &s.u, rate);
        sys.B(s.t, &s.q, a, bend);
        q.iter_mut().zip(&s.q).zip(&*rate).for_each(|((to, q), d)| *to = q + left * d);
        sys.normalize(q);
        u.clear();
        u.extend(s.u.iter().zip(a).map(|(u, a)| u + left * a));
        sys.qdot(s.t + left, q, u, end);
        (0..sys.nq).all(|k| {
            let off = end[k] - rate[k] - left * bend[k];
            0.5 * left * off.abs() <= tol * (1.0 + s.q[k].abs())
        })
    }
}

/// Whether a contact in space begins to slide at the state at which the equations are evaluated.
///
/// The direction of sliding follows at the rate κ/s, which no explicit step resolves however short, and while s is below the
/// tolerance no estimate of an error sees it. `radau5`, which has the derivative, makes the first steps.
pub(super) fn begins(sys: &System, eqs: &SmoothEquations, tol: f64) -> bool {
    (0..sys.frictions.len()).filter(|&f| eqs.mode.sliding[f] == SlidingState::Slide).any(|f| {
        let rest = at_rest(tol) * pace(sys, &eqs.ev, sys.frictions[f].rows.clone());
        speed(sys, eqs, f) <= rest
    })
}

/// Whether a gap closes on the way from s to time t with the accelerations at hand; the equations are evaluated at s.
pub(super) fn meets(sys: &System, eqs: &SmoothEquations, a: &[f64], s: &State, t: f64) -> bool {
    let zero = -height(&s.q);
    let open = sys.contacts.iter().zip(&eqs.mode.closed).filter(|(_, closed)| !**closed);
    open.map(|(c, _)| c.row).any(|r| {
        let (g, v) = (eqs.ev.g[r], sys.row_dot(&eqs.ev, r, &eqs.ev.u));
        let b = eqs.bend(sys, r, a);
        let at = |h: f64| g + h * (v + 0.5 * h * b);
        let lowest = if b > 0.0 { (-v / b).clamp(0.0, t - s.t) } else { 0.0 };
        at(t - s.t).min(at(lowest)) < zero
    })
}

impl EventDriven {
    /// The state moves to time `to` with the accelerations at hand; percussions are added from where they were summed to.
    fn coast(&mut self, sys: &System, w: &mut Work, to: f64, from: f64) {
        let s = &mut self.state;
        let left = to - s.t;
        sys.qdot(s.t, &s.q, &s.u, &mut w.q);
        sys.B(s.t, &s.q, &w.a, &mut w.qdd);
        for (q, (d, dd)) in s.q.iter_mut().zip(w.q.iter().zip(&w.qdd)) {
            *q += left * d + 0.5 * left * left * dd;
        }
        sys.normalize(&mut s.q);
        s.u.iter_mut().zip(&w.a).for_each(|(u, a)| *u += left * a);
        s.P.iter_mut().zip(&w.la).for_each(|(P, la)| *P += (to - from) * la);
        s.t = to;
    }

    /// Report a time on the way to rest; the way itself is gone at once, later.
    pub(super) fn coast_by(&mut self, sys: &System, w: &mut Work, t: f64, from: f64) {
        let (t0, q, u) = (self.state.t, self.state.q.clone(), self.state.u.clone());
        self.coast(sys, w, t, from);
        let s = &mut self.state;
        w.sampler.put_on(sys, &w.eqs.mode, t, &mut s.q, &mut s.u);
        self.report(sys, w, t);
        (self.state.t, self.state.q, self.state.u) = (t0, q, u);
    }

    /// Go to the time of rest t at once; what happens there is resolved.
    pub(super) fn halt(&mut self, sys: &System, w: &mut Work, t: f64, from: f64) {
        self.coast(sys, w, t, from);
        w.stop.until = None;
        let s = &mut self.state;
        w.eqs.evaluate(sys, t, &s.q, &s.u);
        let mut what = vec![Watch::Slip(w.stop.first)];
        for f in (0..sys.frictions.len()).filter(|&f| f != w.stop.first) {
            let slides = w.eqs.mode.sliding[f] == SlidingState::Slide;
            let rest = at_rest(self.tol) * pace(sys, &w.eqs.ev, sys.frictions[f].rows.clone());
            if slides && speed(sys, &w.eqs, f) <= rest {
                what.push(Watch::Slip(f));
            }
        }
        let found = Found { t, what };
        w.resolver.project_on_event(sys, &mut w.eqs, &found, s);
        w.eqs.accelerations(sys, t, &s.q, &s.u, &mut w.a, &mut w.la);
        w.resolver.spread(sys, &w.eqs, &mut w.la);
        self.resolve(sys, w, &found);
    }
}
