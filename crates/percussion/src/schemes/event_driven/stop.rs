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
//! proportion, until two estimates of t* agree to the tolerance and no gap closes before; the rest of the way is then gone
//! at once with the accelerations at hand, and the acceleration problem tells whether the contact sticks, or
//! turns.

use super::events::{height, Found, Watch};
use super::resolve::{at_rest, pace, scale};
use super::{share, EventDriven, Work};
use crate::integrators::smooth::{Rub, SmoothEquations};
use crate::memory::remember;
use crate::schemes::State;
use crate::system::System;

/// Part of the way to rest that a step may go.
pub(super) const WAY: f64 = 0.7;

/// The last two estimates of the time of rest.
#[derive(Default)]
pub(super) struct Stop {
    estimates: Option<(f64, f64)>,
    /// Friction that comes to rest first, and its speed.
    first: (usize, f64),
    /// The time of rest once it is known, and up to where percussions on the way to it have been summed.
    pub until: Option<(f64, f64)>,
}
remember!(Stop { estimates, first, until });

/// g'' of a row; `a` is not extended.
fn bend(sys: &System, eqs: &SmoothEquations, r: usize, a: &[f64]) -> f64 {
    let (w, col) = sys.row(&eqs.ev, r);
    let along = w.iter().zip(col).filter(|(_, &d)| d < sys.nu);
    along.map(|(w, &d)| w * a[d]).sum::<f64>() + eqs.ev.zeta[r]
}

/// Sliding speed of a friction in space and its rate; `a` is not extended.
fn speed(sys: &System, eqs: &SmoothEquations, f: usize, a: &[f64]) -> (f64, f64) {
    let (mut len, mut rate) = (0.0, 0.0);
    for r in sys.frictions[f].rows.clone() {
        let v = sys.row_dot(&eqs.ev, r, &eqs.ev.u);
        len += v * v;
        rate += v * bend(sys, eqs, r, a);
    }
    let len = len.sqrt();
    (len, if len > 0.0 { rate / len } else { 0.0 })
}

impl Stop {
    /// A new mode begins.
    pub fn forget(&mut self) {
        self.estimates = None;
        self.until = None;
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
        let least = 1e-3 * tol * scale(&s.u);
        let mut first: Option<(usize, f64, f64)> = None;
        if eqs.mode.rubs.contains(&Rub::Slide) {
            eqs.evaluate(sys, s.t, &s.q, &s.u);
        }
        for f in (0..sys.frictions.len()).filter(|&f| eqs.mode.rubs[f] == Rub::Slide) {
            let (v, rate) = speed(sys, eqs, f, a);
            let t = s.t - v / rate;
            if v > least && rate < 0.0 && first.is_none_or(|(_, least, _)| t < least) {
                first = Some((f, t, v));
            }
        }
        let Some((f, t, v)) = first else {
            self.estimates = None;
            return None;
        };
        let before = self.estimates.filter(|_| self.first.0 == f).map_or(f64::INFINITY, |e| e.1);
        self.estimates = Some((before, t));
        self.first = (f, v);
        Some(t)
    }

    /// Whether the time of rest is known to the tolerance.
    pub fn known(&self, tol: f64, s: &State) -> bool {
        let Some((before, t)) = self.estimates else { return false };
        let close = (t - before).abs() <= share(tol, 1.0, 1e-14);
        let slow = self.first.1 <= tol.sqrt() * scale(&s.u);
        close && slow || t - s.t <= 1e-13 * (1.0 + t.abs())
    }
}

/// Whether a gap closes on the way from s to time t with the accelerations at hand; the equations are evaluated at s.
pub(super) fn meets(sys: &System, eqs: &SmoothEquations, a: &[f64], s: &State, t: f64) -> bool {
    let zero = -height(&s.q);
    let open = sys.contacts.iter().zip(&eqs.mode.closed).filter(|(_, closed)| !**closed);
    open.map(|(c, _)| c.row).any(|r| {
        let (g, v) = (eqs.ev.g[r], sys.row_dot(&eqs.ev, r, &eqs.ev.u));
        let b = bend(sys, eqs, r, a);
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
        let mut what = vec![Watch::Slip(w.stop.first.0)];
        for f in (0..sys.frictions.len()).filter(|&f| f != w.stop.first.0) {
            let slides = w.eqs.mode.rubs[f] == Rub::Slide;
            let rest = at_rest(self.tol) * pace(sys, &w.eqs.ev, sys.frictions[f].rows.clone());
            if slides && speed(sys, &w.eqs, f, &w.a).0 <= rest {
                what.push(Watch::Slip(f));
            }
        }
        let found = Found { t, what };
        w.resolver.project_on_event(sys, &mut w.eqs, &found, s);
        w.eqs.accelerations(sys, t, &s.q, &s.u, &mut w.a, &mut w.la);
        self.resolve(sys, w, &found);
    }
}
