//! Time stepping of higher order: a Runge-Kutta method between events, Moreau's scheme across them.
//!
//! A step h with fixed index sets is one step of a Runge-Kutta method of order p on
//!
//! ```text
//! (77)  M a = h + W λ,  g'' = 0 for joints and closed contacts,  γ_F' = 0 where friction sticks,
//!       λ_F = -μ λ_N γ_F/|γ_F| where it slides
//! ```
//!
//! Where an event function has become negative,
//!
//! | event function | of | what happened |
//! |---|---|---|
//! | g_N | open contacts | impact |
//! | λ_N | closed contacts | take-off |
//! | μ λ_N - ‖λ_F‖ | sticking friction | slip |
//! | γ_F along its direction at the beginning | sliding friction | stick or reversal |
//!
//! the event is enclosed in [ta, tb], and the step becomes
//!
//! ```text
//! (76)  tb - ta = C h^(p+1)               regula falsi on steps of the method from tk, root in the middle
//!       Runge-Kutta on [tk, ta]           Moreau (41), θ = 1/2, on [ta, tb]
//!       index sets from (78) at tb        the same again on [tb, tk+1]
//! ```
//!
//! where closed contacts and those that the event closes are active in (41), whatever its prediction. If
//! the flight after an impact, 2 U⁺/|g_N''|, would be shorter than tb - ta, the contact does not rebound:
//! accumulations are closed. Where events do not end for other reasons (`max_events`), Moreau's scheme
//! takes the rest of the step. Local errors are O(h^(p+1)) in coordinates (82) and velocities, with any
//! finite number of events. Joints and closed contacts drift by O(h^p).
//!
//! Acary, "Higher order event capturing time-stepping schemes for nonsmooth multibody systems with
//! unilateral constraints and impacts", 2012, DOI 10.1016/j.apnum.2012.06.026; Mannshardt, "One-step methods of
//! any order for ordinary differential equations with discontinuous right-hand sides", Numerische
//! Mathematik 31, 1978. Equation numbers: V. Acary, "Lecture 2. Numerical methods for time
//! integration of nonsmooth mechanical systems", lecture notes, INRIA Rhône-Alpes.

mod phi;

use super::contacts::{self, EXACT};
use super::moreau::{Constants, Gradients, OneStep, Who, SUPPORTS};
use super::runge_kutta::{RungeKutta, Tableau, TABLEAUX};
use super::{Engine, Interrupt, OptionInfo, Options, SchemeInfo, State, StepInfo};
use crate::contact::levels::{closed, slow, Evaluated, Levels};
use crate::contact::reduce::Make;
use crate::error::{ModelError, StepError};
use crate::integrators::smooth::{Mode, SlidingState, SmoothEquations};
use crate::laws::Impact;
use crate::memory::{remember, Memory, Remember};
use crate::record::Event;
use crate::system::{Renewal, System};
use phi::{split, Phi};

pub(super) const INFO: SchemeInfo = SchemeInfo {
    name: "high-order",
    summary: "Runge-Kutta of order 2 to 5 between events, a short Moreau step across each",
    source: "Acary 2012, DOI 10.1016/j.apnum.2012.06.026; Mannshardt 1978",
    options: &[
        OptionInfo {
            name: "method",
            default: "rk4",
            help: "midpoint, kutta3, rk4, rkf5; implicit: gauss2, radau3, gauss4, radau5",
        },
        OptionInfo {
            name: "C",
            default: "1",
            help: "width of the enclosure of an event over h^(p+1)",
        },
        OptionInfo {
            name: "place",
            default: "0.5",
            help: "place of the event in its enclosure, 0 to 1",
        },
        OptionInfo {
            name: "max_events",
            default: "200",
            help: "events in one step after which Moreau's scheme takes the rest of it",
        },
        contacts::SOLVER,
    ],
    supports: super::Supports { explicit: true, ..SUPPORTS },
    make: |o| Ok(Box::new(HighOrder::new(o)?)),
};

/// The scheme.
pub struct HighOrder {
    tableau: Tableau,
    C: f64,
    place: f64,
    max_events: usize,
    contact_solver: Make,
    stop: Interrupt,
    work: Option<Box<Work>>,
    state: State,
    events: Vec<Event>,
    /// States before and after the steps across impacts.
    rows: Vec<State>,
}

struct Work {
    eqs: SmoothEquations,
    rk: RungeKutta,
    moreau: OneStep,
    at: Evaluated,
    levels: Levels,
    phi: Phi,
    /// Values at the beginning and at the end of a part of the step.
    start: Vec<f64>,
    end: Vec<f64>,
    /// Contacts that take part in Moreau's step, and their restitution.
    active: Vec<bool>,
    e: Vec<f64>,
    before: Vec<f64>,
    /// Velocities up to which contacts are at rest.
    slow: Vec<f64>,
    /// Whether other steps were tried after the one to the end of the part.
    looked: bool,
}
remember!(Work { eqs, moreau, levels, at; skip rk, phi, start, end, active, e, before, slow, looked });

/// What is enclosed: [a, b] from the beginning of the part, and which function.
#[derive(Clone, Copy)]
struct Enclosed {
    a: f64,
    b: f64,
    which: usize,
}

/// A value of an event function this small counts as on the boundary.
const BOUNDARY: f64 = 1e-13;
/// Relative residual of the contacts from which on a step fails.
const UNSOLVED: f64 = 1e-8;

impl Work {
    /// One step of the method within the mode; false where a stage does not exist.
    fn smooth(&mut self, sys: &System, s: &State, h: f64) -> bool {
        let Work { eqs, phi, levels, .. } = self;
        phi.least.fill(f64::INFINITY);
        let mut rate = |t: f64, q: &[f64], u: &[f64], a: &mut [f64], la: &mut [f64]| {
            let finite = eqs.accelerations(sys, t, q, u, a, la);
            phi.stage(sys, eqs);
            split(sys, eqs, levels, a, la).unwrap_or(finite)
        };
        self.rk.step(sys, (s.t, &s.q, &s.u), h, &mut rate)
    }

    /// Event function j after a step of length x; not finite where there is no such step.
    fn at(&mut self, sys: &System, s: &State, x: f64, j: usize) -> f64 {
        if x == 0.0 {
            return self.start[j];
        }
        self.looked = true;
        let done = self.smooth(sys, s, x);
        let (q, u) = (&self.rk.q1, &self.rk.u1);
        if done && self.phi.evaluate(sys, (&mut self.eqs, &mut self.levels), s.t + x, q, u) {
            self.phi.values[j]
        } else {
            f64::NAN
        }
    }

    /// Where event function j became negative in a part of length L, if it did.
    fn enclose(
        &mut self,
        sys: &System,
        s: &State,
        j: usize,
        L: f64,
        w: f64,
        place: f64,
        speed: (f64, f64),
    ) -> Option<Enclosed> {
        let (mut lo, mut hi) = (0.0, L);
        let on_boundary =
            self.start[j] <= BOUNDARY * s.q.iter().fold(1.0_f64, |m, q| m.max(q.abs()));
        if self.end[j] >= 0.0 {
            // a gap that dips below zero inside: the minimum of the parabola through g' at both ends
            let open = j < sys.contacts.len() && !self.eqs.mode.closed[j];
            if !open || on_boundary || !(speed.0 < 0.0 && speed.1 > 0.0) {
                return None;
            }
            hi = L * speed.0 / (speed.0 - speed.1);
            if self.at(sys, s, hi, j) >= 0.0 {
                return None;
            }
        }
        if on_boundary {
            // just after an event: find where it is positive
            let mut x = 0.5 * hi;
            while x > w && self.at(sys, s, x, j) <= 0.0 {
                hi = x;
                x *= 0.5;
            }
            if x <= w {
                return Some(Enclosed { a: 0.0, b: w, which: j });
            }
            lo = x;
        }
        Some(self.locate(sys, s, j, (lo, hi), w, place))
    }

    /// [a, b] of width w around the change of sign in [lo, hi]: regula falsi (Illinois), both ends of
    /// the enclosure of each iterate looked at.
    fn locate(
        &mut self,
        sys: &System,
        s: &State,
        j: usize,
        (mut lo, mut hi): (f64, f64),
        w: f64,
        place: f64,
    ) -> Enclosed {
        let (mut f_lo, mut f_hi) = (self.at(sys, s, lo, j), self.at(sys, s, hi, j));
        let mut side = 0;
        for it in 0..200 {
            let secant = (lo * f_hi - hi * f_lo) / (f_hi - f_lo);
            let x = if it % 4 != 3 && secant.is_finite() { secant } else { 0.5 * (lo + hi) };
            let a = lo.max(x - place * w);
            let b = hi.min(a + w);
            let f_a = self.at(sys, s, a, j);
            if f_a < 0.0 {
                (hi, f_hi) = (a, f_a);
                f_lo = if side == 1 { 0.5 * f_lo } else { f_lo };
                side = 1;
            } else {
                let f_b = self.at(sys, s, b, j);
                if f_b < 0.0 {
                    return Enclosed { a, b, which: j };
                }
                (lo, f_lo) = (b, f_b);
                f_hi = if side == -1 { 0.5 * f_hi } else { f_hi };
                side = -1;
            }
            if hi - lo <= w {
                break;
            }
        }
        Enclosed { a: lo, b: hi, which: j }
    }
}

impl HighOrder {
    fn new(o: &Options) -> Result<Self, ModelError> {
        let names: Vec<&str> = TABLEAUX.iter().map(|t| t.name).collect();
        Ok(HighOrder {
            contact_solver: contacts::solver(o)?,
            tableau: TABLEAUX[o.word("method", &names)?],
            C: o.positive("C")?,
            place: o.within("place", 0.0, 1.0)?,
            max_events: o.whole("max_events", 1, 1_000_000_000)?,
            stop: Interrupt::default(),
            work: None,
            state: State::default(),
            events: Vec::new(),
            rows: Vec::new(),
        })
    }

    /// How far a method can go where friction slides in space. Its direction turns at the rate μ λ_N/γ_F
    /// across itself, which grows without bound as the sliding ends: the way there is gone in parts
    /// that shrink with the velocity.
    fn reach(sys: &System, w: &Work) -> f64 {
        let sliding =
            (0..sys.frictions.len()).filter(|f| w.eqs.mode.sliding[*f] == SlidingState::Slide);
        let time = |f: usize| {
            let rows = sys.frictions[f].rows.clone();
            let force = w.phi.la[rows.clone()].iter().map(|x| x * x).sum::<f64>().sqrt();
            let yielding = |r| sys.delassus_diagonal(&w.eqs.ev, r);
            let G = rows.map(yielding).fold(0.0, f64::max);
            w.phi.values[sys.contacts.len() + f] / (force * G).max(1e-300)
        };
        sliding.map(time).fold(f64::INFINITY, f64::min)
    }

    /// One part of the step: to `end`, or across the first event before it.
    fn part(
        &mut self,
        sys: &System,
        w: &mut Work,
        end: f64,
        width: f64,
    ) -> Result<bool, StepError> {
        let s = &mut self.state;
        let t = s.t;
        let failed = StepError::NotFinite { t };
        let mut fine = w.phi.begin(sys, (&mut w.eqs, &mut w.levels), t, &s.q, &s.u);
        w.start.copy_from_slice(&w.phi.values);
        w.before.copy_from_slice(&w.phi.speed);
        let reach = Self::reach(sys, w);
        if reach <= width {
            self.cross(sys, w, &[], end.min(t + width), width)?;
            return Ok(true);
        }
        let end = if reach < end - t { t + reach } else { end };
        let L = end - t;
        fine &= w.smooth(sys, s, L);
        fine &= w.phi.evaluate(sys, (&mut w.eqs, &mut w.levels), end, &w.rk.q1, &w.rk.u1);
        if !fine {
            return Err(failed);
        }
        w.end.copy_from_slice(&w.phi.values);
        let after = w.phi.speed.clone();
        let mut first: Option<Enclosed> = None;
        let mut found = Vec::new();
        w.looked = false;
        for j in 0..w.end.len() {
            let speed = if j < after.len() { (w.before[j], after[j]) } else { (0.0, 0.0) };
            if let Some(e) = w.enclose(sys, s, j, L, width, self.place, speed) {
                found.push(e);
                first = first.filter(|f| f.a <= e.a).or(Some(e));
            }
        }
        // (76): [ta, tb] does not leave the part
        let a = first.map_or(L, |f| f.a.min((L - width).max(0.0)));
        if a > 0.0 {
            if (a < L || w.looked) && !w.smooth(sys, s, a) {
                return Err(failed);
            }
            w.rk.percussions(a, &mut s.P);
            s.t = if first.is_some() { t + a } else { end };
            s.q.copy_from_slice(&w.rk.q1);
            s.u.copy_from_slice(&w.rk.u1);
        }
        let Some(first) = first else { return Ok(false) };
        let b = (a + width).min(L);
        let all: Vec<usize> =
            found.iter().filter(|e| e.a <= b.max(first.b)).map(|e| e.which).collect();
        let tb = if b == L { end } else { t + b };
        self.cross(sys, w, &all, tb, width)?;
        Ok(true)
    }

    /// Moreau's step on [ta, tb], then the index sets at tb.
    fn cross(
        &mut self,
        sys: &System,
        w: &mut Work,
        found: &[usize],
        tb: f64,
        width: f64,
    ) -> Result<(), StepError> {
        let s = &mut self.state;
        let was = w.eqs.mode.clone();
        w.at.at(sys, s.t, &s.q, &s.u);
        for (k, c) in sys.contacts.iter().enumerate() {
            let hit = found.contains(&k) && !was.closed[k];
            w.before[k] = w.at.gd[c.row];
            w.slow[k] = slow(sys, &w.at.ev, c.row..c.row + 1);
            w.active[k] = hit || was.closed[k] || closed(sys, &w.at.ev, k);
            // a contact that is closed has no velocity of approach but its drift; one on the boundary leaves too slowly to clear it
            let rests = was.closed[k] || w.before[k] >= -w.slow[k];
            let newton = c.law.impact == Impact::Newton;
            w.e[k] = if rests && newton { 0.0 } else { c.law.e_N };
        }
        // a second time where a rebound would be too short
        for _ in 0..=sys.contacts.len() {
            let who = Who::Given { active: &w.active, e: &w.e };
            w.moreau.solve(sys, (s.t, &s.q, &s.u), tb - s.t, None, who)?;
            if !Self::close_short_flights(sys, w, tb, width) {
                break;
            }
        }
        let impact = (0..w.active.len()).any(|k| {
            w.active[k] && w.before[k] < -w.slow[k] && w.moreau.P[sys.contacts[k].row] > 0.0
        });
        if impact {
            w.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut s.a, &mut s.la);
            self.rows.push(s.clone());
        }
        for r in 0..sys.nr {
            s.P[r] += w.moreau.P[r];
            s.La[r] += if impact { w.moreau.P[r] } else { 0.0 };
        }
        s.t = tb;
        s.q.copy_from_slice(&w.moreau.q1);
        s.u.copy_from_slice(&w.moreau.v1[..sys.nu]);
        self.settle(sys, w);
        self.report(sys, w, &was);
        if impact {
            self.finish(sys, w);
            self.rows.push(self.state.clone());
        }
        Ok(())
    }

    /// Events that do not end: one step of Moreau's scheme to `end`, with its own prediction.
    fn capture(&mut self, sys: &System, w: &mut Work, end: f64) -> Result<(), StepError> {
        let s = &mut self.state;
        self.events.push(Event::at(s.t, "capturing", ""));
        w.moreau.solve(sys, (s.t, &s.q, &s.u), end - s.t, None, Who::Predicted)?;
        for r in 0..sys.nr {
            s.P[r] += w.moreau.P[r];
            s.La[r] += w.moreau.P[r];
        }
        s.t = end;
        s.q.copy_from_slice(&w.moreau.q1);
        s.u.copy_from_slice(&w.moreau.v1[..sys.nu]);
        for (k, c) in sys.contacts.iter().enumerate() {
            w.active[k] = w.moreau.P[c.row] > 0.0;
        }
        self.settle(sys, w);
        Ok(())
    }

    /// Contacts whose flight after Moreau's step would be shorter than the enclosure lose their
    /// restitution; tells whether there were any.
    fn close_short_flights(sys: &System, w: &mut Work, t: f64, width: f64) -> bool {
        let hit = |w: &Work, k: usize| w.active[k] && w.e[k] > 0.0 && w.before[k] < -w.slow[k];
        if !(0..w.active.len()).any(|k| hit(w, k)) {
            return false;
        }
        w.at.at(sys, t, &w.moreau.q1, &w.moreau.v1[..sys.nu]);
        // accelerations with the contacts that do not leave
        let leaves = |k: usize| w.at.gd[sys.contacts[k].row] > w.slow[k];
        let held: Vec<bool> = (0..w.active.len()).map(|k| w.active[k] && !leaves(k)).collect();
        w.levels.select(sys, |c| held[c]);
        w.levels.slide(sys, (&w.at.ev, &w.at.gd));
        let _ = w.levels.accelerations(sys, &w.at.ev, EXACT);
        if !w.levels.forces(&mut w.phi.la) {
            return false;
        }
        w.phi.a[..sys.nu].copy_from_slice(&w.levels.level.x);
        let mut any = false;
        for (k, c) in sys.contacts.iter().enumerate() {
            if !hit(w, k) || held[k] {
                continue;
            }
            let a = sys.row_dot(&w.at.ev, c.row, &w.phi.a) + w.at.ev.zeta[c.row];
            if a < 0.0 && 2.0 * w.at.gd[c.row] <= -a * width {
                w.e[k] = 0.0;
                any = true;
            }
        }
        any
    }

    /// The index sets at the state reached, from (78), for the contacts of the last Moreau step.
    fn settle(&mut self, sys: &System, w: &mut Work) {
        let s = &mut self.state;
        w.at.at(sys, s.t, &s.q, &s.u);
        let Work { eqs, at, levels, active, before, slow: limit, .. } = &mut *w;
        for (k, c) in sys.contacts.iter().enumerate() {
            // a contact that was closed leaves faster than it drifted
            let drift = if eqs.mode.closed[k] { before[k] } else { 0.0 };
            limit[k] = slow(sys, &at.ev, c.row..c.row + 1).max(drift);
            active[k] &= at.gd[c.row] <= limit[k];
        }
        levels.select(sys, |c| active[c]);
        levels.slide(sys, (&at.ev, &at.gd));
        let _ = levels.accelerations(sys, &at.ev, EXACT);
        let mode = contacts::mode(sys, levels, at);
        w.eqs.set_mode(sys, &mode);
    }

    /// What happened between two modes.
    fn report(&mut self, sys: &System, w: &Work, was: &Mode) {
        let (t, now) = (self.state.t, &w.eqs.mode);
        for (k, c) in sys.contacts.iter().enumerate() {
            let (pre, post, P) = (w.before[k], w.at.gd[c.row], w.moreau.P[c.row]);
            let kind = match (was.closed[k], now.closed[k]) {
                (_, closed) if P > 0.0 && pre < -w.slow[k] => {
                    if closed && c.law.e_N > 0.0 && w.e[k] == 0.0 {
                        self.events.push(Event::at(t, "accumulation", &c.name));
                    }
                    "impact"
                }
                (true, false) => "take-off",
                (false, true) => "touch-down",
                _ => continue,
            };
            let contact = c.name.clone();
            self.events.push(Event { t, kind, contact, un_pre: pre, un_post: post, impulse: P });
        }
        for (f, fr) in sys.frictions.iter().enumerate() {
            let kind = match (was.sliding[f], now.sliding[f]) {
                (SlidingState::Slip(_) | SlidingState::Slide, SlidingState::Stick) => "stick",
                (SlidingState::Stick, SlidingState::Slip(_) | SlidingState::Slide) => "slip",
                (SlidingState::Slip(a), SlidingState::Slip(b)) if a != b => "reversal",
                _ => continue,
            };
            self.events.push(Event::at(t, kind, &fr.name));
        }
    }

    fn run(
        &mut self,
        sys: &System,
        w: &mut Work,
        dt: f64,
        info: &mut StepInfo,
    ) -> Result<(), StepError> {
        let target = self.state.t + dt;
        let resolution = 4.0 * f64::EPSILON * target.abs().max(1.0);
        let width = (self.C * dt.powi(self.tableau.order as i32 + 1)).max(resolution);
        let mut events = 0;
        while target - self.state.t > resolution {
            // a load that jumps begins anew: the last stage before it still sees the old one
            let switch = sys.next_switch(self.state.t).filter(|t| *t <= target);
            let stop = switch.map_or(target, f64::next_down);
            if events >= self.max_events {
                self.capture(sys, w, stop)?;
                info.way = "moreau";
            } else if self.part(sys, w, stop, width)? {
                events += 1;
            }
            contacts::check(sys, self.state.t, &mut w.levels, info)?;
            let reached = std::mem::take(&mut w.moreau.reached);
            if !reached.solved {
                info.accept(reached.residual);
            }
            info.inner += 1;
            if let Some(switch) = switch.filter(|_| stop - self.state.t <= resolution) {
                self.state.t = switch;
                w.active.copy_from_slice(&w.eqs.mode.closed);
                self.settle(sys, w);
                self.events.push(Event::at(switch, "switch", ""));
            }
        }
        self.state.t = target;
        Ok(())
    }

    /// Accelerations and forces at the state reached.
    fn finish(&mut self, sys: &System, w: &mut Work) {
        let s = &mut self.state;
        w.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut s.a, &mut s.la);
        let _ = split(sys, &w.eqs, &mut w.levels, &mut s.a, &mut s.la);
    }
}

impl Engine for HighOrder {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        _dt: f64,
    ) -> Result<(), StepError> {
        let (nc, nf) = (sys.contacts.len(), sys.frictions.len());
        let moreau = Constants {
            theta: 0.5,
            gamma: 0.5,
            gradients: Gradients::Mixed,
            tol: 1e-13,
            max_newton: 100,
            accept: UNSOLVED,
            solver: self.contact_solver,
            scene: false,
        };
        let mut w = Box::new(Work {
            eqs: SmoothEquations::new(sys),
            rk: RungeKutta::new(sys, self.tableau),
            moreau: OneStep::new(sys, moreau),
            at: Evaluated::new(sys),
            levels: Levels::new(sys, Some(self.contact_solver)),
            slow: vec![0.0; nc],
            phi: Phi::new(sys),
            start: vec![0.0; nc + nf],
            end: vec![0.0; nc + nf],
            active: vec![false; nc],
            e: vec![0.0; nc],
            before: vec![0.0; nc],
            looked: false,
        });
        (w.levels.stop, w.moreau.stop) = (self.stop.shared(), self.stop.clone());
        self.state = contacts::start(sys, (t, q, u), &self.stop)?;
        self.events.clear();
        // contacts that are closed and approach hit at once
        w.at.at(sys, t, q, u);
        let mut hits = false;
        for (k, c) in sys.contacts.iter().enumerate() {
            w.active[k] = closed(sys, &w.at.ev, k);
            hits |= w.active[k] && w.at.gd[c.row] < -slow(sys, &w.at.ev, c.row..c.row + 1);
        }
        if hits {
            let found: Vec<usize> = (0..nc).filter(|&k| w.active[k]).collect();
            self.cross(sys, &mut w, &found, t, 0.0)?;
        } else {
            self.settle(sys, &mut w);
        }
        self.finish(sys, &mut w);
        contacts::check(sys, t, &mut w.levels, &mut StepInfo::default())?;
        self.work = Some(w);
        Ok(())
    }

    fn renews(&self) -> bool {
        true
    }

    fn ranges(&self) -> bool {
        true
    }

    /// Modes follow from the state, as at the start.
    fn renew(&mut self, sys: &System, _by: &Renewal) -> Result<(), StepError> {
        let (s, done) = (self.state.clone(), self.evaluations());
        self.start(sys, s.t, &s.q, &s.u, 0.0)?;
        if let Some(w) = &mut self.work {
            w.eqs.evaluations += done;
        }
        Ok(())
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let Some(mut w) = self.work.take() else {
            return Err(StepError::NotFinite { t: self.state.t });
        };
        self.state.P.fill(0.0);
        self.state.La.fill(0.0);
        self.rows.clear();
        let mut info = StepInfo::default();
        let done = self.run(sys, &mut w, dt, &mut info);
        self.finish(sys, &mut w);
        self.work = Some(w);
        done.map(|()| info)
    }

    fn remember(&mut self, _sys: &System, m: &mut Memory) {
        m.field("high-order");
        m.part(&mut self.work);
        self.state.remember(m);
        self.events.remember(m);
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn evaluations(&self) -> usize {
        let all = |w: &Work| w.eqs.evaluations + w.at.count + w.moreau.evaluations;
        self.work.as_deref().map_or(0, all)
    }

    fn set_interrupt(&mut self, stop: &Interrupt) {
        self.stop = stop.clone();
        if let Some(w) = &mut self.work {
            (w.levels.stop, w.moreau.stop) = (stop.shared(), stop.clone());
        }
    }

    fn tells(&self) -> bool {
        true
    }

    fn take_events(&mut self, out: &mut Vec<Event>) -> bool {
        out.append(&mut self.events);
        true
    }

    fn take_rows(&mut self, out: &mut Vec<State>) {
        out.append(&mut self.rows);
    }

    fn redundant(&self) -> Vec<usize> {
        self.work.as_ref().map_or(Vec::new(), |w| w.eqs.redundant().to_vec())
    }
}
