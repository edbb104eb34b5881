//! Impacts and reversals of planar sliding, located inside a step.
//!
//! A step of the published scheme ends with an impact at gap zero and -e times the approach of its beginning, and gives friction one
//! direction: both are of first order. Here a step h is divided at its impacts and reversals:
//!
//! ```text
//! repeat   foresee    first root x of g + g' x + g'' x²/2 of the open contacts,  of γ + γ' x of those that slide in a plane
//!          part       the equations of the scheme over x; open contacts are not seen, closed ones have no restitution
//!          look       another gap negative, or its Hermite cubic: the part again, up to the root of the cubic
//!          shift      t += d,  q += d q' + d²/2 q'',  u += d a  with d = -g/g': d = O(h³), no further solution
//!          impact     Newton's or Poisson's law at this q for the contact that is hit, those that are closed, and those whose gap is
//!                     below `simultaneous` h |g'|; a rebound 2 g'⁺ < -g'' h that would return within h has no restitution
//!          begin      a, λ from the acceleration problem; ā := a, λ̄ := λ
//! ```
//!
//! until the end of the step. All auxiliary values have to be new after an event: with averages from before it is of first order.
//! In smooth motion between located events the scheme is of second order, and so are the times of the events.
//!
//! Not located, but captured by the published equations over the rest of the step, are
//!
//! - impacts beyond the budget: a hundred at once, in the long run a quarter of an impact a step;
//! - impacts of a jump U that the step does not resolve: h |Uᵀ (f(q + h U, u + U) - f(q, u))| > Uᵀ M U;
//! - impacts that three corrections of a part did not find.

mod roots;

use super::equations::Step;
use super::policy::{CORRECTIONS, CREDIT, EVENTS, INSTANT, REFILL, RESOLVED, SHIFT, SHIFTS};
use super::{note_rows, Alpha, AtStart, Work};
use crate::contact::law::given_back;
use crate::contact::levels::{closed, slow, Approach, Evaluated, Levels};
use crate::contact::reduce::Make;
use crate::error::StepError;
use crate::laws::Impact;
use crate::record::{Event, StepInfo};
use crate::schemes::contacts::{self, EXACT};
use crate::schemes::Interrupt;
use crate::system::{Normal, RowKind, System};
use roots::{first_root, parabola};

/// What ends a part of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cause {
    /// The gap of this contact.
    Hit(usize),
    /// The sliding velocity of this row of friction.
    Reversal(usize),
    /// The end of the step.
    End,
}

/// An event of a contact, with the velocities of its gap before and after it.
struct Found {
    t: f64,
    kind: &'static str,
    contact: usize,
    velocities: [f64; 2],
    impulse: f64,
}

/// Workspace, and what happened in the present step.
pub(super) struct Located {
    at: Evaluated,
    levels: Levels,
    simultaneous: f64,
    /// The row whose event was found before the end of the present part, and its time from the beginning. Whether reversals are looked for.
    pub found: Option<(f64, usize)>,
    reversals: bool,
    /// Whether a hit is near to the present part.
    near: bool,
    /// The contact that the end of the part penetrates by no more than a shift, and that shift: the earliest one.
    passed: Option<(f64, usize)>,
    /// Contacts of an impact, those that do not rebound, and the percussions.
    hit: Vec<bool>,
    plastic: Vec<bool>,
    P: Vec<f64>,
    given: Vec<f64>,
    /// Velocities before an impact; forces; a displacement.
    before: Vec<f64>,
    force: Vec<f64>,
    x: Vec<f64>,
    q: [Vec<f64>; 2],
    /// Averages before the step was shortened: when, of which length.
    a_bar: Vec<f64>,
    la_bar: Vec<f64>,
    kept: [f64; 2],
    events: Vec<Found>,
    names: Vec<String>,
}

impl Located {
    pub fn new(sys: &System, simultaneous: f64, solver: Make, stop: &Interrupt) -> Self {
        let mut levels = Levels::new(sys, Some(solver));
        levels.stop = stop.shared();
        let z = |n: usize| vec![0.0; n];
        Located {
            at: Evaluated::new(sys),
            levels,
            simultaneous,
            found: None,
            reversals: false,
            near: false,
            passed: None,
            hit: vec![false; sys.contacts.len()],
            plastic: vec![false; sys.contacts.len()],
            P: z(sys.nr),
            given: z(sys.nr),
            before: z(sys.nu),
            force: z(sys.nu + 1),
            x: z(sys.nu),
            q: [z(sys.nq), z(sys.nq)],
            a_bar: z(sys.nu),
            la_bar: z(sys.nr),
            kept: [0.0; 2],
            events: Vec::with_capacity(EVENTS),
            names: sys.contacts.iter().map(|c| c.name.clone()).collect(),
        }
    }
}

impl Alpha {
    /// A step whose impacts and reversals are located.
    pub(super) fn advance_located(
        &self,
        sys: &System,
        w: &mut Work,
        l: &mut Located,
        dt: f64,
    ) -> Result<StepInfo, StepError> {
        let end = w.step.from.t + dt;
        l.forget();
        w.step.from.credit = (w.step.from.credit + REFILL).min(CREDIT);
        let mut all = StepInfo::default();
        let mut parts = 0;
        while end - w.step.from.t > INSTANT * dt || parts == 0 {
            let left = end - w.step.from.t;
            let (mut part, mut cause) = match l.foresee(sys, &w.step, left, dt) {
                Some(next) => next,
                None => return self.capture(sys, w, l, end, all),
            };
            parts += 1;
            if cause != Cause::End || l.near {
                w.keep();
            }
            for correction in 0.. {
                l.reversals = correction < CORRECTIONS;
                let held = correction > 0 || matches!(cause, Cause::Reversal(_));
                w.step.begin_part(held);
                if part > INSTANT * dt {
                    l.keep_averages(&w.step);
                    all.add(&self.advance(sys, w, Some(l), part, 0)?);
                }
                let Some((x, row)) = l.found.take() else { break };
                // what the correction does not find, or the step does not resolve
                w.keep();
                l.put_averages(&mut w.step);
                w.step.from.credit -= 1.0;
                let RowKind::Normal(c) = sys.kinds[row] else {
                    (part, cause) = (x, Cause::Reversal(row));
                    continue;
                };
                let lost = correction >= CORRECTIONS || w.step.from.credit < 1.0;
                if lost || !l.resolved(sys, &w.step, c, dt) {
                    return self.capture(sys, w, l, end, all);
                }
                (part, cause) = (x, Cause::Hit(c));
            }
            if let Some((d, c)) = l.passed.take() {
                let own = l.distance(sys, &w.step, cause);
                if d < own && w.present.kept && l.resolved(sys, &w.step, c, dt) {
                    cause = Cause::Hit(c);
                }
            }
            if cause == Cause::End {
                break;
            }
            w.step.from.credit -= 1.0;
            let moved = part > INSTANT * dt;
            if l.shift(sys, &mut w.step, cause, moved, end, dt) {
                if let Cause::Hit(c) = cause {
                    self.impact(sys, w, l, c, dt, &mut all)?;
                } else {
                    self.begin_anew(sys, w, dt)?;
                }
            }
        }
        w.step.end_parts();
        w.step.from.t = end;
        if parts > 1 {
            all.way = "located";
        }
        Ok(all)
    }

    /// The rest of a step by the published equations. By Poisson's law the contacts that it compresses give back at its end.
    pub(super) fn capture(
        &self,
        sys: &System,
        w: &mut Work,
        l: &mut Located,
        end: f64,
        mut all: StepInfo,
    ) -> Result<StepInfo, StepError> {
        let left = end - w.step.from.t;
        w.step.end_parts();
        l.hit.iter_mut().zip(&w.step.from.closed).for_each(|(hit, closed)| *hit = !closed);
        l.P.copy_from_slice(&w.La);
        all.add(&self.advance(sys, w, None, left, 0)?);
        w.step.from.t = end;
        if sys.contacts.iter().any(|k| k.law.impact == Impact::Poisson) {
            self.give_back(sys, w, l, &mut all)?;
        }
        Ok(all)
    }

    /// The expansion of all contacts that were compressed, where one of those in `hit` was hit. `P` has the percussions before the step.
    fn give_back(
        &self,
        sys: &System,
        w: &mut Work,
        l: &mut Located,
        info: &mut StepInfo,
    ) -> Result<(), StepError> {
        let compression = |r: usize| (w.La[r] - l.P[r]).max(0.0);
        if !sys.contacts.iter().zip(&l.hit).any(|(k, hit)| *hit && compression(k.row) > 0.0) {
            return Ok(());
        }
        l.given.fill(0.0);
        for (k, hit) in sys.contacts.iter().zip(&mut l.hit) {
            let e = if k.law.impact == Impact::Poisson { k.law.e_N } else { 0.0 };
            l.given[k.row] = -given_back(e, compression(k.row));
            *hit = l.given[k.row] != 0.0;
        }
        let from = &w.step.from;
        l.at.at(sys, from.t, &from.q, &from.u[..sys.nu]);
        l.levels.select(sys, |c| l.hit[c] || from.closed[c]);
        let approach = Approach { e: &|_| 0.0, acted: &l.given, time: 0.0 };
        let _ = l.levels.impacts(sys, (&l.at.ev, &l.at.gd), &approach, EXACT);
        contacts::check(sys, from.t, &mut l.levels, info)?;
        l.levels.forces(&mut l.P);
        l.P.iter_mut().zip(&l.given).for_each(|(P, given)| *P -= given);
        w.step.from.u.iter_mut().zip(&l.levels.level.x).for_each(|(u, x)| *u += x);
        w.P.iter_mut().zip(&l.P).for_each(|(sum, P)| *sum += P);
        w.La.iter_mut().zip(&l.P).for_each(|(sum, P)| *sum += P);
        self.begin_anew(sys, w, w.present.dt)
    }

    /// The impact problem at the state reached, and the motion after it.
    fn impact(
        &self,
        sys: &System,
        w: &mut Work,
        l: &mut Located,
        contact: usize,
        dt: f64,
        info: &mut StepInfo,
    ) -> Result<(), StepError> {
        l.before.copy_from_slice(&w.step.from.u[..sys.nu]);
        l.choose(sys, contact, &w.step.from.closed, dt);
        l.plastic.fill(false);
        loop {
            l.collide(sys);
            contacts::check(sys, w.step.from.t, &mut l.levels, info)?;
            let jump = l.before.iter().zip(&l.levels.level.x);
            w.step.from.u.iter_mut().zip(jump).for_each(|(u, (old, x))| *u = old + x);
            self.begin_anew(sys, w, dt)?;
            if !l.short_flights(sys, &w.step, dt) {
                break;
            }
        }
        w.P.iter_mut().zip(&l.P).for_each(|(sum, P)| *sum += P);
        w.La.iter_mut().zip(&l.P).for_each(|(sum, P)| *sum += P);
        l.note(sys, &w.step);
        Ok(())
    }

    /// The state reached as a beginning: nothing is known of the motion before it.
    fn begin_anew(&self, sys: &System, w: &mut Work, dt: f64) -> Result<(), StepError> {
        let rows = self.consistent(sys, w, dt, AtStart::Plain)?;
        note_rows(&mut w.redundant, &rows);
        w.step.from.h = dt;
        w.step.start(sys, &mut w.derivatives);
        w.warm.predictor.forget();
        Ok(())
    }
}

impl Located {
    /// Where the next part ends, at most after the time `left`; none where impacts have to be captured.
    fn foresee(&mut self, sys: &System, s: &Step, left: f64, dt: f64) -> Option<(f64, Cause)> {
        let from = &s.from;
        let (mut part, mut cause, mut hits) = (left, Cause::End, 0.0);
        self.near = false;
        for (c, k) in sys.contacts.iter().enumerate().filter(|(c, _)| !from.closed[*c]) {
            let (r, at_gap_zero) = (k.row, from.g[k.row] <= sys.band(c));
            let still = from.gd[r].abs() <= s.from.rest;
            let g = if at_gap_zero { 0.0 } else { from.g[r] };
            let v = if at_gap_zero && still { 0.0 } else { from.gd[r] };
            let Some(x) = parabola(g, v, from.gdd[r]) else { continue };
            self.near |= x <= 2.0 * left;
            if x > left {
                continue;
            }
            hits += 1.0;
            if hits > from.credit || !self.resolved(sys, s, c, dt) {
                return None;
            }
            if x < part {
                (part, cause) = (x, Cause::Hit(c));
            }
        }
        if from.credit < 1.0 {
            return Some((part, cause));
        }
        for r in sliding(sys, s) {
            let x = -from.gd[r] / from.gdd[r];
            if x > 0.0 && x <= part {
                (part, cause) = (x, Cause::Reversal(r));
            }
        }
        Some((part, cause))
    }

    /// Whether the forces that a hit of contact c calls up within a step are weaker than its jump U:
    /// h |Uᵀ (f(q + h U, u + U) - f(q, u))| ≤ Uᵀ M U.
    fn resolved(&mut self, sys: &System, s: &Step, c: usize, dt: f64) -> bool {
        if !sys.stiff() {
            return true;
        }
        let Located { at, levels, force, x, q, .. } = self;
        let (from, nu) = (&s.from, sys.nu);
        let r = sys.contacts[c].row;
        at.at(sys, from.t, &from.q, &from.u[..nu]);
        levels.select(sys, |k| k == c);
        let v = at.gd[r].min(-slow(sys, &at.ev, r..r + 1));
        let e = sys.contacts[c].law.e_N;
        let Levels { reduction, level, .. } = &mut *levels;
        level.f.fill(0.0);
        level.c.fill(0.0);
        level.items.iter_mut().for_each(|i| i.load = 0.0);
        let approach = |row: usize| if row == r { (1.0 + e) * v } else { 0.0 };
        level.b.iter_mut().zip(&reduction.rows).for_each(|(b, &row)| *b = approach(row));
        let _ = levels.solve(sys, &at.ev, EXACT);
        let U = &levels.level.x;
        force.fill(0.0);
        sys.add_M(&at.ev, U, force);
        let inertia: f64 = U.iter().zip(&*force).map(|(U, f)| U * f).sum();
        let old: f64 = U.iter().zip(&at.ev.h).map(|(U, f)| U * f).sum();
        x.iter_mut().zip(U).for_each(|(x, U)| *x = dt * U);
        sys.B(from.t, &from.q, x, &mut q[0]);
        q[0].iter_mut().zip(&from.q).for_each(|(q1, q)| *q1 += q);
        sys.normalize(&mut q[0]);
        x.iter_mut().zip(U.iter().zip(&from.u)).for_each(|(x, (U, u))| *x = u + U);
        at.at(sys, from.t, &q[0], x);
        let new: f64 = U.iter().zip(&at.ev.h).map(|(U, f)| U * f).sum();
        dt * (new - old).abs() <= RESOLVED * inertia
    }

    /// After a part that is not accepted yet: the first event in it that was not foreseen.
    pub fn look(&mut self, sys: &System, s: &mut Step, dt: f64) -> bool {
        s.exchange_gaps(sys, true);
        self.passed = None;
        let (from, end, h) = (&s.from, &s.end, s.h);
        let mut first: Option<(f64, usize)> = None;
        let mut note = |x: f64, r: usize| {
            if first.is_none_or(|f| x < f.0) {
                first = Some((x, r));
            }
        };
        for (c, k) in sys.contacts.iter().enumerate().filter(|(c, _)| !from.closed[*c]) {
            let (r, band) = (k.row, sys.band(c));
            let (g, v) = (end.ev.g[r], end.gd[r]);
            // an event at the end of the part needs a shift only
            let ends = g.abs() <= SHIFT * dt * v.abs();
            let below = g < -band && !ends;
            if g < -band && ends && v < 0.0 && self.passed.is_none_or(|p| -g / v < p.0) {
                self.passed = Some((-g / v, c));
            }
            let g0 = if from.g[r] <= band { 0.0 } else { from.g[r] };
            if below || from.gd[r] < 0.0 && v > 0.0 && g0 > 0.0 && g > 0.0 {
                if let Some(x) = first_root([g0, from.gd[r] * h, g, v * h]) {
                    note(x * h, r);
                } else if below {
                    note(0.0, r);
                }
            }
        }
        if self.reversals && from.credit >= 1.0 {
            for r in sliding(sys, s) {
                let (old, new) = (from.gd[r], end.gd[r]);
                let ends = new.abs() <= SHIFT * dt * end.gdd[r].abs();
                if old * new < 0.0 && new.abs() > s.from.rest && !ends {
                    note(h * old / (old - new), r);
                }
            }
        }
        self.found = first;
        first.is_some()
    }

    /// How far the state reached is before an event.
    fn distance(&self, sys: &System, s: &Step, cause: Cause) -> f64 {
        match value(sys, cause, [&s.from.g, &s.from.gd, &s.from.gdd]) {
            _ if cause == Cause::End => f64::INFINITY,
            (y, rate) => -y / rate,
        }
    }

    /// Shift the state reached to its event; false where there is none.
    fn shift(
        &mut self,
        sys: &System,
        s: &mut Step,
        cause: Cause,
        moved: bool,
        end: f64,
        dt: f64,
    ) -> bool {
        let (y, rate) = value(sys, cause, [&s.from.g, &s.from.gd, &s.from.gdd]);
        let hit = matches!(cause, Cause::Hit(_));
        let now = match cause {
            Cause::Hit(c) => !moved && y <= sys.band(c),
            _ => y.abs() <= s.from.rest,
        };
        let d = if now { 0.0 } else { -y / rate };
        if !d.is_finite() || s.from.t + d > end {
            return false;
        }
        if d.abs() > SHIFT * dt {
            return hit && rate < 0.0 && y <= 0.0;
        }
        self.drift(sys, s, d);
        for _ in 0..SHIFTS {
            let from = &s.from;
            self.at.at(sys, from.t, &from.q, &from.u[..sys.nu]);
            let (y, rate) = value(sys, cause, [&self.at.ev.g, &self.at.gd, &from.gdd]);
            let d = -y / rate;
            let small = match cause {
                Cause::Hit(c) => y.abs() <= 1e-3 * sys.band(c),
                _ => y.abs() <= 1e-3 * s.from.rest,
            };
            if small || now {
                break;
            }
            if d.abs() <= SHIFT * dt {
                self.drift(sys, s, d);
            }
        }
        true
    }

    /// t += d, q += d q' + d²/2 q'', u += d a.
    fn drift(&mut self, sys: &System, s: &mut Step, d: f64) {
        let (from, [rate, q]) = (&mut s.from, &mut self.q);
        let (t, nu) = (from.t, sys.nu);
        sys.qdot(t, &from.q, &from.u, q);
        sys.qddot0(t, &from.q, &from.u, rate);
        q.iter_mut().zip(&*rate).for_each(|(q, qdd)| *q = d * (*q + 0.5 * d * qdd));
        sys.B(t, &from.q, &from.a, rate);
        let moved = q.iter().zip(&*rate);
        from.q.iter_mut().zip(moved).for_each(|(q, (dq, a))| *q += dq + 0.5 * d * d * a);
        sys.normalize(&mut from.q);
        from.u[..nu].iter_mut().zip(&from.a).for_each(|(u, a)| *u += d * a);
        from.t += d;
    }

    /// The contacts of an impact: the one that is hit, those that are closed, and those that are next to it in time.
    fn choose(&mut self, sys: &System, contact: usize, was_closed: &[bool], dt: f64) {
        let Located { at, hit, simultaneous, .. } = self;
        for (c, k) in sys.contacts.iter().enumerate() {
            let (g, v) = (at.ev.g[k.row], at.gd[k.row]);
            let leaves = || v > slow(sys, &at.ev, k.row..k.row + 1);
            let near = || g <= -*simultaneous * dt * v || closed(sys, &at.ev, c);
            hit[c] = c == contact || was_closed[c] || near() && !leaves();
        }
    }

    /// The percussions of the contacts chosen, by Newton's or Poisson's law.
    fn collide(&mut self, sys: &System) {
        let Located { at, levels, hit, plastic, P, .. } = self;
        levels.select(sys, |c| hit[c]);
        let e_N = |c: usize, law: Impact| match sys.contacts[c].law.impact == law {
            true if !plastic[c] => sys.contacts[c].law.e_N,
            _ => 0.0,
        };
        let e = |r: usize| match sys.kinds[r] {
            RowKind::Normal(c) => e_N(c, Impact::Newton),
            RowKind::Friction(f) => sys.frictions[f].law.e_F,
            _ => 0.0,
        };
        let approach = Approach { e: &e, acted: &[], time: 0.0 };
        let _ = levels.impacts(sys, (&at.ev, &at.gd), &approach, EXACT);
        if sys.contacts.iter().any(|c| c.law.impact == Impact::Poisson) {
            let _ = levels.expand(sys, &at.ev, |c| e_N(c, Impact::Poisson), EXACT);
        }
        levels.forces(P);
    }

    /// Contacts that would return within a step lose their restitution; whether there are new ones.
    fn short_flights(&mut self, sys: &System, s: &Step, dt: f64) -> bool {
        let mut any = false;
        for (c, k) in sys.contacts.iter().enumerate().filter(|(c, _)| self.hit[*c]) {
            let (v, a) = (s.from.gd[k.row], s.from.gdd[k.row]);
            if self.P[k.row] > 0.0 && v > s.from.rest && 2.0 * v < -a * dt && !self.plastic[c] {
                (self.plastic[c], any) = (true, true);
            }
        }
        any
    }

    /// The impacts with their velocities before and after.
    fn note(&mut self, sys: &System, s: &Step) {
        for (contact, k) in sys.contacts.iter().enumerate().filter(|(c, _)| self.hit[*c]) {
            let (pre, impulse, t) = (self.at.gd[k.row], self.P[k.row], s.from.t);
            if impulse <= 0.0 || pre.abs() <= s.from.rest {
                continue;
            }
            let velocities = [pre, s.from.gd[k.row]];
            let mut note = |kind| self.events.push(Found { t, kind, contact, velocities, impulse });
            if self.plastic[contact] {
                note("accumulation");
            }
            note("impact");
        }
    }

    /// The events of the last step; whether there were some.
    pub fn take_events(&mut self, out: &mut Vec<Event>) -> bool {
        let any = !self.events.is_empty();
        out.extend(self.events.drain(..).map(|e| {
            let (contact, [un_pre, un_post]) = (self.names[e.contact].clone(), e.velocities);
            Event { t: e.t, kind: e.kind, contact, un_pre, un_post, impulse: e.impulse }
        }));
        any
    }

    /// After a step that failed.
    pub fn forget(&mut self) {
        (self.found, self.passed) = (None, None);
        self.events.clear();
    }

    /// The averages of the last step, before they are those of a shorter one.
    fn keep_averages(&mut self, s: &Step) {
        self.a_bar.copy_from_slice(&s.from.a_bar);
        self.la_bar.copy_from_slice(&s.from.la_bar);
        self.kept = [s.from.t, s.from.h];
    }

    /// The same, unless a part of the step was accepted.
    fn put_averages(&self, s: &mut Step) {
        let [t, h] = self.kept;
        if s.from.t == t {
            s.from.a_bar.copy_from_slice(&self.a_bar);
            s.from.la_bar.copy_from_slice(&self.la_bar);
            s.from.h = h;
        }
    }
}

/// What vanishes at an event, and its rate.
fn value(sys: &System, cause: Cause, [g, gd, gdd]: [&[f64]; 3]) -> (f64, f64) {
    match cause {
        Cause::Hit(c) => (g[sys.contacts[c].row], gd[sys.contacts[c].row]),
        Cause::Reversal(r) => (gd[r], gdd[r]),
        Cause::End => (0.0, 1.0),
    }
}

/// Friction rows of one direction that press and slide.
fn sliding<'a>(sys: &'a System, s: &'a Step) -> impl Iterator<Item = usize> + 'a {
    let slides = move |r: &usize| s.from.gd[*r].abs() > s.from.rest;
    let presses = move |n: Normal| match n {
        Normal::Contact(c) => s.from.closed[c],
        Normal::Force(_) => true,
    };
    let planar = sys.frictions.iter().filter(move |f| f.rows.len() == 1 && presses(f.normal));
    planar.map(|f| f.rows.start).filter(slides)
}
