//! What happens at an event: impact problem, acceleration problem, new mode.

use super::events::{height, Found, Watch};
use super::Thresholds;
use crate::contact::law::{length, reserve, restitution, Rubbing};
use crate::contact::reduce::{Level, Make, Reached, Reduction};
use crate::contact::{Budget, Goal, Item};
use crate::error::StepError;
use crate::integrators::smooth::{Mode, SlidingState, SmoothEquations};
use crate::laws::Impact;
use crate::memory::remember;
use crate::record::Event;
use crate::schemes::{contacts, Interrupt, State, StepInfo};
use crate::system::{Eval, Kkt, RowKind, System};
use std::ops::Range;

pub(super) struct Resolver {
    kkt: Kkt,
    pub(super) reduction: Reduction,
    pub(super) level: Level,
    /// The worst solution of a contact problem since the last look.
    pub(super) reached: Reached,
    pub(super) stop: Interrupt,
    pub(super) bilateral: Vec<bool>,
    pub(super) no_slip: Vec<f64>,
    pub(super) gd: Vec<f64>,
    pub(super) free: Vec<f64>,
    /// What is left of the rows of contacts that depend on each other, see `spread.rs`.
    pub(super) y: Vec<f64>,
    pub(super) slow: Vec<f64>,
    pub(super) x: Vec<f64>,
    pub(super) la: Vec<f64>,
    pub(super) mode: Mode,
    /// Directions in which frictions in space begin to slide.
    onset: Vec<f64>,
    /// Whether contacts depend on each other, and the size of accelerations, in the last acceleration
    /// problem.
    dependent: bool,
    pub(super) force: f64,
    /// Contacts that have lost their hold: they are left out of the acceleration problem.
    pub(super) released: Vec<bool>,
    thresholds: Thresholds,
}
remember!(Resolver {
    gd, free, y, slow, x, la, mode, onset, dependent, force, released;
    skip kkt, reduction, level, reached, stop, bilateral, no_slip, thresholds
});

/// Largest threshold of a gap, in parts of the contact's size.
const CLOSED: f64 = 0.01;

pub(super) fn scale(v: &[f64]) -> f64 {
    v.iter().fold(1.0_f64, |a, v| a.max(v.abs()))
}

/// What the velocities of these rows are measured by: their own terms, at least one, at most the largest velocity. A
/// fast spin about the normal of a contact says nothing about how it slides.
pub(super) fn pace(sys: &System, ev: &Eval, rows: Range<usize>) -> f64 {
    let terms = rows.map(|r| {
        let (w, columns) = sys.row(ev, r);
        w.iter().zip(columns).map(|(w, &d)| (w * ev.u[d]).abs()).sum()
    });
    scale(&ev.u).min(terms.fold(1.0, f64::max))
}

/// Sliding velocities below this part of what they are measured by are at rest: events put them to zero.
pub(super) fn at_rest(tol: f64) -> f64 {
    (0.1 * tol).max(1e-12).min(tol)
}

/// Error of the acceleration problem, as a fraction of its free part, from which on it has no
/// solution: solvers that do not settle leave far less.
const UNSOLVED: f64 = 1e-3;
/// How exact the solutions of contact problems have to be.
const GOAL: Goal = Goal::to(1e-14);
/// Most multiplications spent on one of them: about half a second.
const WORK: f64 = 5e8;
/// How far the next derivative is looked for.
const AHEAD: f64 = 1e-5;

/// Accelerations and forces a moment later, from those now.
pub(super) fn look_ahead(
    sys: &System,
    eqs: &mut SmoothEquations,
    s: &State,
    a: &mut [f64],
    la: &mut [f64],
) {
    let h = AHEAD;
    let mut qd = vec![0.0; sys.nq];
    let mut q = s.q.clone();
    sys.qdot(s.t, &s.q, &s.u, &mut qd);
    q.iter_mut().zip(&qd).for_each(|(q, d)| *q += h * d);
    sys.B(s.t, &s.q, a, &mut qd);
    q.iter_mut().zip(&qd).for_each(|(q, d)| *q += 0.5 * h * h * d);
    sys.normalize(&mut q);
    let u: Vec<f64> = s.u.iter().zip(&*a).map(|(u, a)| u + h * a).collect();
    eqs.accelerations(sys, s.t + h, &q, &u, a, la);
}

impl Resolver {
    pub fn new(sys: &System, solver: Make, thresholds: Thresholds) -> Self {
        let bilateral = |k: RowKind| matches!(k, RowKind::Position | RowKind::Velocity);
        let mut reduction = Reduction::new(sys).with_solver(solver);
        reduction.use_joints(sys, bilateral);
        Resolver {
            kkt: Kkt::new(sys),
            reduction,
            level: Level::default(),
            reached: Reached::default(),
            stop: Interrupt::default(),
            bilateral: sys.kinds.iter().map(|k| bilateral(*k)).collect(),
            no_slip: vec![0.0; sys.nr],
            gd: vec![0.0; sys.nr],
            free: vec![0.0; sys.nr],
            y: vec![0.0; sys.nr],
            slow: vec![0.0; sys.nr],
            x: vec![0.0; sys.nu + 1],
            la: vec![0.0; sys.nr],
            mode: Mode::open(sys),
            onset: vec![0.0; sys.nr],
            dependent: false,
            force: 0.0,
            released: vec![false; sys.contacts.len()],
            thresholds,
        }
    }

    /// The gap up to which a contact is closed.
    fn near(&self, sys: &System, contact: usize, usual: f64) -> f64 {
        self.thresholds.gap.map_or(usual, |gap| gap.min(CLOSED * sys.contact_size(contact)))
    }

    /// Put the state at an event on its constraints: those of the mode, and the contacts that close.
    pub fn project_on_event(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        found: &Found,
        s: &mut State,
    ) {
        self.mode.clone_from(&eqs.mode);
        let mut closing = self.mode.clone();
        let mut resting = self.mode.clone();
        for w in &found.what {
            match *w {
                Watch::Gap(c) => closing.closed[c] = true,
                Watch::Slip(f) => resting.sliding[f] = SlidingState::Stick,
                _ => {}
            }
        }
        eqs.set_mode(sys, &closing);
        let tol = 1e-15 * scale(&s.q);
        eqs.project_position(sys, s.t, &mut s.q, &s.u, tol);
        eqs.set_mode(sys, &resting);
        eqs.project_velocity(sys, s.t, &s.q, &mut s.u);
        eqs.set_mode(sys, &self.mode);
    }

    /// Resolve the event: impacts first, then the new mode.
    pub fn resolve(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        found: &Found,
        tol: f64,
        s: &mut State,
        events: &mut Vec<Event>,
        impacts: &mut Vec<(usize, f64, f64)>,
    ) {
        let was = eqs.mode.clone();
        eqs.release();
        let changed = |c: usize| found.what.contains(&Watch::Feature(c));
        let moved = (0..sys.contacts.len()).any(changed);
        if moved {
            self.mode.clone_from(&was);
            for c in (0..sys.contacts.len()).filter(|&c| changed(c)) {
                self.mode.closed[c] = false;
                if let Some(f) = sys.contacts[c].friction {
                    self.mode.sliding[f] = SlidingState::Open;
                }
            }
            eqs.set_mode(sys, &self.mode);
        }
        let closing = |c: usize| found.what.contains(&Watch::Gap(c));
        let hit = self.impact(sys, eqs, tol, s, &closing, events, impacts);
        self.settle(sys, eqs, tol, s, events);
        if found.what.is_empty() {
            return;
        }
        if eqs.mode == was && hit.is_empty() && !moved {
            self.believe(sys, eqs, found);
        }
        let now = &eqs.mode;
        let fresh = |c: usize| !was.closed[c] && now.closed[c] && !hit.contains(&c);
        let handed = moved && (0..sys.contacts.len()).any(fresh);
        let rested = |f: Option<usize>| f.is_some_and(|f| found.what.contains(&Watch::Slip(f)));
        for (c, contact) in sys.contacts.iter().enumerate() {
            let kind = match (was.closed[c], now.closed[c]) {
                // its features changed, or went over to another contact of the pair
                (true, true) if changed(c) => "feature",
                (true, false) if changed(c) && handed => "feature",
                (false, true) if moved && !hit.contains(&c) => continue,
                (true, false) => "take-off",
                (false, true) if !hit.contains(&c) => "touch-down",
                _ => match contact.friction.map(|f| (was.sliding[f], now.sliding[f])) {
                    Some((SlidingState::Slip(_) | SlidingState::Slide, SlidingState::Stick)) => {
                        "stick"
                    }
                    Some((SlidingState::Stick, SlidingState::Slip(_) | SlidingState::Slide)) => {
                        "slip"
                    }
                    Some((SlidingState::Slip(a), SlidingState::Slip(b))) if a != b => "reversal",
                    Some((SlidingState::Slide, SlidingState::Slide))
                        if rested(contact.friction) =>
                    {
                        "reversal"
                    }
                    _ => continue,
                },
            };
            let v = self.gd[contact.row];
            events.push(Event {
                t: s.t,
                kind,
                contact: contact.name.clone(),
                un_pre: v,
                un_post: v,
                impulse: 0.0,
            });
        }
        for (f, fr) in sys.frictions.iter().enumerate() {
            if !matches!(fr.normal, crate::system::Normal::Force(_)) {
                continue;
            }
            let kind = match (was.sliding[f], now.sliding[f]) {
                (SlidingState::Slip(_) | SlidingState::Slide, SlidingState::Stick) => "stick",
                (SlidingState::Stick, SlidingState::Slip(_) | SlidingState::Slide) => "slip",
                (SlidingState::Slip(a), SlidingState::Slip(b)) if a != b => "reversal",
                (SlidingState::Slide, SlidingState::Slide) if rested(Some(f)) => "reversal",
                _ => continue,
            };
            events.push(Event::at(s.t, kind, &fr.name));
        }
    }

    /// Gap velocities, free accelerations, and the velocity of each row below which a contact counts as
    /// at rest: the tolerance, or the speed of a flight so low that the coordinates cannot tell it
    /// from contact.
    pub(super) fn look(&mut self, sys: &System, eqs: &mut SmoothEquations, tol: f64, s: &State) {
        eqs.evaluate(sys, s.t, &s.q, &s.u);
        sys.rows_dot(&eqs.ev, &eqs.ev.u, &mut self.gd);
        self.kkt.factor(sys, &eqs.ev, None, &[], &self.bilateral, &self.no_slip);
        // free accelerations with joints, contacts open
        self.x[..sys.nu].copy_from_slice(&eqs.ev.h);
        for r in 0..sys.nr {
            self.la[r] = if self.bilateral[r] { -eqs.ev.zeta[r] } else { 0.0 };
        }
        self.kkt.solve(&mut self.x[..sys.nu], &mut self.la);
        self.x[sys.nu] = 0.0;
        sys.rows_dot(&eqs.ev, &self.x, &mut self.free);
        self.free.iter_mut().zip(&eqs.ev.zeta).for_each(|(f, z)| *f += z);
        let height = height(&s.q);
        for r in 0..sys.nr {
            let flight = (2.0 * self.free[r].abs() * height).sqrt();
            let slow = || flight.max(tol * pace(sys, &eqs.ev, r..r + 1));
            self.slow[r] = self.thresholds.velocity.unwrap_or_else(slow);
        }
    }

    /// These contacts take part in the next problem, with laws as at rest.
    pub(super) fn select(
        &mut self,
        sys: &System,
        eqs: &SmoothEquations,
        takes_part: impl Fn(usize) -> bool,
    ) {
        self.reduction.select(sys, takes_part);
        self.reduction.linearise(sys, &eqs.ev, None);
        self.reduction.begin(sys, &mut self.level);
    }

    /// The level is that of accelerations.
    pub(super) fn ask_accelerations(&mut self, eqs: &SmoothEquations) {
        let Level { f, c, b, .. } = &mut self.level;
        f.copy_from_slice(&eqs.ev.h);
        c.iter_mut().zip(&self.reduction.joints).for_each(|(c, &r)| *c = eqs.ev.zeta[r]);
        b.iter_mut().zip(&self.reduction.rows).for_each(|(b, &r)| *b = eqs.ev.zeta[r]);
    }

    /// The level is that of a jump of the velocities; `b` gives the free part of a contact row. Given
    /// loads have no percussions.
    pub(super) fn ask_velocities(&mut self, b: impl Fn(usize, f64) -> f64) {
        let level = &mut self.level;
        level.f.fill(0.0);
        level.c.fill(0.0);
        for (value, &r) in level.b.iter_mut().zip(&self.reduction.rows) {
            *value = b(r, self.gd[r]);
        }
        level.items.iter_mut().filter(|i| i.normal.is_none()).for_each(|i| i.active = false);
    }

    /// Solve the level from its multipliers, to rounding or to what is `enough` in units of y; `la` and `x` receive the
    /// solution.
    pub(super) fn solve(&mut self, sys: &System, eqs: &SmoothEquations, enough: f64) -> Reached {
        let mut budget = Budget::new(WORK).with_stop(self.stop.flag());
        let (level, goal) = (&mut self.level, Goal { enough, ..GOAL });
        let reached = self.reduction.solve(sys, &eqs.ev, level, 0, goal, &mut budget);
        self.read_off(sys);
        reached
    }

    fn read_off(&mut self, sys: &System) {
        self.reduction.scatter(&self.level, &mut self.la);
        self.x[..sys.nu].copy_from_slice(&self.level.x);
        self.x[sys.nu] = 0.0;
    }

    /// How well contact problems were solved since the last call: noted, or an error.
    pub fn check(&mut self, sys: &System, t: f64, info: &mut StepInfo) -> Result<(), StepError> {
        let reached = std::mem::take(&mut self.reached);
        contacts::judge(sys, t, reached, &self.level, contacts::UNSOLVED, info)
    }

    /// The percussions of the contact problem act: velocities jump, joints answer.
    pub(super) fn strike(&mut self, sys: &System, s: &mut State) {
        s.u.iter_mut().zip(&self.x).for_each(|(u, x)| *u += x);
        for r in 0..sys.nr {
            s.P[r] += self.la[r];
            s.La[r] += self.la[r];
        }
    }

    /// Newton's or Poisson's law with friction on all closed contacts; returns the contacts that were hit.
    fn impact(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        tol: f64,
        s: &mut State,
        closing: &dyn Fn(usize) -> bool,
        events: &mut Vec<Event>,
        impacts: &mut Vec<(usize, f64, f64)>,
    ) -> Vec<usize> {
        if sys.contacts.is_empty() {
            return Vec::new();
        }
        self.look(sys, eqs, tol, s);
        let usual = 1e-10 * scale(&s.q);
        let closed: Vec<bool> = sys
            .contacts
            .iter()
            .enumerate()
            .map(|(c, k)| {
                let held = eqs.mode.closed[c] && !eqs.jumped(sys, k.row);
                closing(c) || held || eqs.ev.g[k.row] <= self.near(sys, c, usual)
            })
            .collect();
        let approaching = |c: usize| {
            let r = sys.contacts[c].row;
            closed[c] && self.gd[r] < -1e-3 * self.slow[r]
        };
        if !(0..closed.len()).any(approaching) {
            return Vec::new();
        }
        let poisson = |c: usize| sys.contacts[c].law.impact == Impact::Poisson;
        self.select(sys, eqs, |c| closed[c]);
        let slow = std::mem::take(&mut self.slow);
        self.ask_velocities(|r, v| {
            let e = match sys.kinds[r] {
                // an approach slower than the tolerance no longer rebounds
                RowKind::Normal(c) if v < -slow[r] && !poisson(c) => sys.contacts[c].law.e_N,
                RowKind::Friction(f) => sys.frictions[f].law.e_F,
                _ => 0.0,
            };
            restitution(e, v, v)
        });
        self.slow = slow;
        let mut reached = self.solve(sys, eqs, 0.0);
        if (0..sys.contacts.len()).any(poisson) {
            // all contacts that were compressed give back, also those that only passed it on
            let fast = |c: usize| {
                closed[c] && self.gd[sys.contacts[c].row] < -self.slow[sys.contacts[c].row]
            };
            let hit = (0..closed.len()).any(fast);
            let e = |c: usize| if hit && poisson(c) { sys.contacts[c].law.e_N } else { 0.0 };
            let mut budget = Budget::new(WORK).with_stop(self.stop.flag());
            let (both, level) = ((&eqs.ev, &eqs.ev), &mut self.level);
            let back = self.reduction.expand(sys, both, level, e, GOAL, &mut budget);
            reached = reached.and(back);
            self.read_off(sys);
        }
        self.reached = self.reached.and(reached);
        self.strike(sys, s);
        let mut hit = Vec::new();
        for (c, contact) in sys.contacts.iter().enumerate() {
            let r = contact.row;
            if self.la[r] <= 0.0 {
                continue;
            }
            let post = self.gd[r] + sys.row_dot(&eqs.ev, r, &self.x);
            if self.gd[r] < -1e-3 * self.slow[r] {
                hit.push(c);
                impacts.push((c, s.t, self.gd[r]));
                events.push(Event {
                    t: s.t,
                    kind: "impact",
                    contact: contact.name.clone(),
                    un_pre: self.gd[r],
                    un_post: post,
                    impulse: self.la[r],
                });
            }
        }
        hit
    }

    /// The acceleration problem on I1: new sets I2, It and sliding directions; the state is put on
    /// the constraints of the new mode.
    pub fn settle(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        tol: f64,
        s: &mut State,
        events: &mut Vec<Event>,
    ) {
        eqs.release();
        let solved = self.accelerate(sys, eqs, tol, s);
        let open = self.released.contains(&true);
        if !solved || (open && !self.takes_off(sys, eqs, s)) {
            self.released.fill(false);
            self.add_impulses(sys, eqs, s, events);
            self.accelerate(sys, eqs, tol, s);
        }
        self.released.fill(false);
        eqs.onset.copy_from_slice(&self.onset);
        self.decide_by_next_derivative(sys, eqs, s);
        eqs.set_mode(sys, &self.mode);
        let tol = 1e-15 * scale(&s.q);
        eqs.project_position(sys, s.t, &mut s.q, &s.u, tol);
        eqs.project_velocity(sys, s.t, &s.q, &mut s.u);
    }

    /// Solve the acceleration problem and read off the mode; false where it has no solution.
    fn accelerate(&mut self, sys: &System, eqs: &mut SmoothEquations, tol: f64, s: &State) -> bool {
        self.look(sys, eqs, tol, s);
        let usual = 1e-10 * scale(&s.q);
        let takes_part: Vec<bool> = sys
            .contacts
            .iter()
            .zip(&self.released)
            .enumerate()
            .map(|(k, (c, released))| {
                let rests = self.gd[c.row].abs() <= self.slow[c.row];
                eqs.ev.g[c.row] <= self.near(sys, k, usual) && rests && !released
            })
            .collect();
        self.select(sys, eqs, |c| takes_part[c]);
        for (item, f) in self.level.items.iter_mut().zip(&self.reduction.frictions) {
            let Some(f) = *f else { continue };
            let rows = sys.frictions[f].rows.clone();
            let rest = at_rest(tol) * pace(sys, &eqs.ev, rows.clone());
            item.rubbing = Rubbing::along(&self.gd[rows], rest);
        }
        self.ask_accelerations(eqs);
        let free = self.reduction.rows.iter().map(|&r| self.free[r].abs());
        let force = free.fold(1.0, f64::max);
        self.force = force;
        let reached = self.solve(sys, eqs, 1e-13 * force);
        self.mode = Mode::open(sys);
        self.dependent = self.reduction.depend(sys, &eqs.ev, &self.level);
        for k in 0..self.level.items.len() {
            let item = &self.level.items[k];
            if let Some(i) = item.normal {
                let presses = self.pressing(sys, eqs, i);
                let closed = match self.thresholds.force {
                    Some(least) => presses >= least,
                    None => presses > 1e-12 * force || self.undecided(i, force),
                };
                self.mode.closed[item.contact] = closed;
                if !closed {
                    continue;
                }
            }
            let Some(f) = self.reduction.frictions[k] else { continue };
            self.mode.sliding[f] = self.rub(sys, k, f);
        }
        let solved = reached.error <= UNSOLVED * force;
        if solved {
            self.reached = self.reached.and(reached);
        }
        solved
    }

    /// The acceleration or velocity that the multiplier of contact row i gives this row.
    pub(super) fn pressing(&self, sys: &System, eqs: &SmoothEquations, i: usize) -> f64 {
        self.level.m[i] * self.reduction.diagonal(sys, &eqs.ev, i)
    }

    /// Contacts whose gaps fall although the acceleration problem found them open, as it may where
    /// force and acceleration vanish to rounding: they are closed from here on.
    pub fn press(&mut self, sys: &System, eqs: &mut SmoothEquations, found: &Found, s: &mut State) {
        self.mode.clone_from(&eqs.mode);
        for w in &found.what {
            let Watch::Gap(c) = *w else { continue };
            if std::mem::replace(&mut self.mode.closed[c], true) {
                continue;
            }
            if let Some(f) = sys.contacts[c].friction {
                let rubs = |i: &&Item| i.normal.is_some() && i.contact == c;
                let rubbing = self.level.items.iter().find(rubs).map(|i| i.rubbing);
                self.mode.sliding[f] = match rubbing.unwrap_or_default() {
                    Rubbing::Slides(d) if sys.frictions[f].rows.len() == 1 => {
                        SlidingState::Slip(d[0].signum())
                    }
                    Rubbing::Slides(_) => SlidingState::Slide,
                    _ => SlidingState::Stick,
                };
            }
        }
        eqs.set_mode(sys, &self.mode);
        let tol = 1e-15 * scale(&s.q);
        eqs.project_position(sys, s.t, &mut s.q, &s.u, tol);
        eqs.project_velocity(sys, s.t, &s.q, &mut s.u);
    }

    /// An event that leaves the mode as it was would be found again at once: a force or a reserve that was zero there
    /// is not, by the error of the projection. Then its event function is believed, which falls below zero.
    fn believe(&mut self, sys: &System, eqs: &mut SmoothEquations, found: &Found) {
        self.mode.clone_from(&eqs.mode);
        for w in &found.what {
            match *w {
                Watch::Force(c) => {
                    self.mode.closed[c] = false;
                    if let Some(f) = sys.contacts[c].friction {
                        self.mode.sliding[f] = SlidingState::Open;
                    }
                }
                Watch::Stick(f) => {
                    if let Some(k) = self.reduction.frictions.iter().position(|k| *k == Some(f)) {
                        self.mode.sliding[f] = self.slides(sys, k, f);
                    }
                }
                _ => {}
            }
        }
        eqs.onset.copy_from_slice(&self.onset);
        eqs.set_mode(sys, &self.mode);
    }

    /// Whether both the force and the acceleration of contact row i vanish.
    fn undecided(&self, i: usize, force: f64) -> bool {
        self.level.y[i].abs() <= if self.dependent { 1e-10 } else { 1e-12 } * force
    }

    fn rub(&mut self, sys: &System, k: usize, f: usize) -> SlidingState {
        let item = &self.level.items[k];
        let t = item.tangential.clone();
        let planar = t.len() == 1;
        match item.rubbing {
            Rubbing::Slides(d) if planar => SlidingState::Slip(d[0].signum()),
            Rubbing::Slides(_) => SlidingState::Slide,
            _ => {
                let Level { m, y, .. } = &self.level;
                let still = self.dependent && t.clone().all(|i| y[i].abs() <= 1e-9 * self.force);
                if item.holds(&item.gather(m)) || still {
                    SlidingState::Stick
                } else {
                    self.slides(sys, k, f)
                }
            }
        }
    }

    /// Friction f, of item k, starts to slide against its force.
    fn slides(&mut self, sys: &System, k: usize, f: usize) -> SlidingState {
        let t = self.level.items[k].tangential.clone();
        let m = &self.level.m;
        if t.len() == 1 {
            return SlidingState::Slip(-m[t.start].signum());
        }
        let len = length(&m[t.clone()]).max(f64::MIN_POSITIVE);
        for (r, i) in sys.frictions[f].rows.clone().zip(t) {
            self.onset[r] = -m[i] / len;
        }
        SlidingState::Slide
    }

    /// Contacts with g_N'' = 0 and λ_N = 0 stay closed if their force grows in the motion with the
    /// contact closed, and open if it would become negative.
    fn decide_by_next_derivative(&mut self, sys: &System, eqs: &mut SmoothEquations, s: &State) {
        let light = |i: &&Item| {
            let weight = |n: usize| self.pressing(sys, eqs, n) <= 1e-9;
            i.normal.is_some_and(|n| self.mode.closed[i.contact] && weight(n))
        };
        let open: Vec<usize> = self.level.items.iter().filter(light).map(|i| i.contact).collect();
        // single forces of contacts that depend on each other tell nothing
        if open.is_empty() || self.dependent {
            return;
        }
        eqs.set_mode(sys, &self.mode);
        let (mut a, mut la) = (vec![0.0; sys.nu + 1], vec![0.0; sys.nr]);
        eqs.accelerations(sys, s.t, &s.q, &s.u, &mut a, &mut la);
        let now: Vec<f64> = open.iter().map(|&c| la[sys.contacts[c].row]).collect();
        look_ahead(sys, eqs, s, &mut a, &mut la);
        for (&c, now) in open.iter().zip(now) {
            let force = la[sys.contacts[c].row];
            self.mode.closed[c] = force > now;
            let Some(f) = sys.contacts[c].friction else { continue };
            let fr = &sys.frictions[f];
            if !self.mode.closed[c] {
                self.mode.sliding[f] = SlidingState::Open;
            } else if self.mode.sliding[f] == SlidingState::Stick
                && reserve(&fr.law, force, &la[fr.rows.clone()]) < 0.0
            {
                // sticking would ask for more than the growing normal force allows
                self.mode.sliding[f] = match fr.rows.len() {
                    1 => SlidingState::Slip(-la[fr.rows.start].signum()),
                    _ => SlidingState::Slide,
                };
            }
        }
    }
}
