//! What happens at an event: impact problem, acceleration problem, new mode.

use super::events::{height, Found, Watch};
use crate::laws::Impact;
use crate::memory::remember;
use crate::record::Event;
use crate::schemes::State;
use crate::solvers::delassus::{item_frictions, items, Columns};
use crate::solvers::smooth::{Mode, Rub, SmoothEquations};
use crate::solvers::{ContactProblem, Rubbing};
use crate::system::Kkt;
use crate::system::{RowKind, System};

pub(super) struct Resolver {
    pub(super) kkt: Kkt,
    pub(super) columns: Columns,
    pub(super) problem: ContactProblem,
    pub(super) frictions: Vec<Option<usize>>,
    pub(super) bilateral: Vec<bool>,
    pub(super) no_slip: Vec<f64>,
    pub(super) gd: Vec<f64>,
    pub(super) free: Vec<f64>,
    /// Forces of joints while contacts are open.
    pub(super) joints: Vec<f64>,
    /// What is left of the rows of contacts that depend on each other, see `spread.rs`.
    pub(super) y: Vec<f64>,
    pub(super) slow: Vec<f64>,
    pub(super) x: Vec<f64>,
    pub(super) la: Vec<f64>,
    pub(super) m: Vec<f64>,
    pub(super) restitution: Vec<f64>,
    pub(super) mode: Mode,
    /// Directions in which frictions in space begin to slide.
    onset: Vec<f64>,
    /// Whether contacts depend on each other, and the size of accelerations, in the last acceleration
    /// problem.
    dependent: bool,
    force: f64,
    /// Contacts that have lost their hold: they are left out of the acceleration problem.
    pub(super) released: Vec<bool>,
}
remember!(Resolver {
   kkt, columns, problem, gd, free, joints, y, slow, x, la, m, restitution, mode, onset, dependent,
   force, released;
    skip bilateral, no_slip, frictions
});

pub(super) fn scale(v: &[f64]) -> f64 {
    v.iter().fold(1.0_f64, |a, v| a.max(v.abs()))
}

/// Residual of the acceleration problem, as a fraction of its free part, from which on it has no
/// solution: sweeps that do not settle leave far less, sweeps that diverge far more.
const UNSOLVED: f64 = 1e-3;
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
    pub fn new(sys: &System) -> Self {
        let columns = Columns::new(sys);
        Resolver {
            kkt: Kkt::new(sys),
            problem: ContactProblem::with_items(items(sys, &columns)),
            frictions: item_frictions(sys, &columns),
            bilateral: sys
                .kinds
                .iter()
                .map(|k| matches!(k, RowKind::Position | RowKind::Velocity))
                .collect(),
            no_slip: vec![0.0; sys.nr],
            gd: vec![0.0; sys.nr],
            free: vec![0.0; sys.nr],
            joints: vec![0.0; sys.nr],
            y: vec![0.0; sys.nr],
            slow: vec![0.0; sys.nr],
            x: vec![0.0; sys.nu + 1],
            la: vec![0.0; sys.nr],
            m: vec![0.0; columns.rows.len()],
            restitution: vec![0.0; columns.rows.len()],
            mode: Mode::open(sys),
            onset: vec![0.0; sys.nr],
            dependent: false,
            force: 0.0,
            released: vec![false; sys.contacts.len()],
            columns,
        }
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
                Watch::Slip(f) => resting.rubs[f] = Rub::Stick,
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
        let closing = |c: usize| found.what.contains(&Watch::Gap(c));
        let hit = self.impact(sys, eqs, tol, s, &closing, events, impacts);
        self.settle(sys, eqs, tol, s, events);
        if found.what.is_empty() {
            return;
        }
        let now = &eqs.mode;
        let rested = |f: Option<usize>| f.is_some_and(|f| found.what.contains(&Watch::Slip(f)));
        for (c, contact) in sys.contacts.iter().enumerate() {
            let kind = match (was.closed[c], now.closed[c]) {
                (true, false) => "take-off",
                (false, true) if !hit.contains(&c) => "touch-down",
                _ => match contact.friction.map(|f| (was.rubs[f], now.rubs[f])) {
                    Some((Rub::Slip(_) | Rub::Slide, Rub::Stick)) => "stick",
                    Some((Rub::Stick, Rub::Slip(_) | Rub::Slide)) => "slip",
                    Some((Rub::Slip(a), Rub::Slip(b))) if a != b => "reversal",
                    Some((Rub::Slide, Rub::Slide)) if rested(contact.friction) => "reversal",
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
            let kind = match (was.rubs[f], now.rubs[f]) {
                (Rub::Slip(_) | Rub::Slide, Rub::Stick) => "stick",
                (Rub::Stick, Rub::Slip(_) | Rub::Slide) => "slip",
                (Rub::Slip(a), Rub::Slip(b)) if a != b => "reversal",
                (Rub::Slide, Rub::Slide) if rested(Some(f)) => "reversal",
                _ => continue,
            };
            events.push(Event::at(s.t, kind, &fr.name));
        }
    }

    /// Gap velocities, Delassus matrix, free accelerations, and the velocity of each row below which
    /// a contact counts as at rest: the tolerance, or the speed of a flight so low that the
    /// coordinates cannot tell it from contact.
    pub(super) fn columns(&mut self, sys: &System, eqs: &mut SmoothEquations, tol: f64, s: &State) {
        eqs.evaluate(sys, s.t, &s.q, &s.u);
        self.fill(sys, eqs);
        let height = height(&s.q);
        let least = tol * scale(&s.u);
        for r in 0..sys.nr {
            self.slow[r] = least.max((2.0 * self.free[r].abs() * height).sqrt());
        }
    }

    /// Gap velocities, Delassus matrix and free accelerations where the equations are evaluated.
    pub(super) fn fill(&mut self, sys: &System, eqs: &SmoothEquations) {
        sys.rows_dot(&eqs.ev, &eqs.ev.u, &mut self.gd);
        self.kkt.factor(sys, &eqs.ev, None, &[], &self.bilateral, &self.no_slip);
        self.columns.fill(sys, &eqs.ev, &mut self.kkt, &mut self.problem);
        // free accelerations with joints, contacts open
        self.x[..sys.nu].copy_from_slice(&eqs.ev.h);
        for r in 0..sys.nr {
            self.la[r] = if self.bilateral[r] { -eqs.ev.zeta[r] } else { 0.0 };
        }
        self.kkt.solve(&mut self.x[..sys.nu], &mut self.la);
        self.joints.copy_from_slice(&self.la);
        self.x[sys.nu] = 0.0;
        sys.rows_dot(&eqs.ev, &self.x, &mut self.free);
        self.free.iter_mut().zip(&eqs.ev.zeta).for_each(|(f, z)| *f += z);
    }

    /// The percussions of the contact problem act: velocities jump, joints answer.
    pub(super) fn strike(&mut self, sys: &System, s: &mut State) {
        self.la.fill(0.0);
        self.x.fill(0.0);
        self.columns.superpose(&self.m, &self.bilateral, &mut self.x[..sys.nu], &mut self.la);
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
        self.columns(sys, eqs, tol, s);
        let near = 1e-10 * scale(&s.q);
        let closed: Vec<bool> = sys
            .contacts
            .iter()
            .enumerate()
            .map(|(c, k)| closing(c) || eqs.mode.closed[c] || eqs.ev.g[k.row] <= near)
            .collect();
        let approaching = |c: usize| {
            let r = sys.contacts[c].row;
            closed[c] && self.gd[r] < -1e-3 * self.slow[r]
        };
        if !(0..closed.len()).any(approaching) {
            return Vec::new();
        }
        let poisson = |c: usize| sys.contacts[c].law.impact == Impact::Poisson;
        for (k, &r) in self.columns.rows.iter().enumerate() {
            let v = self.gd[r];
            self.problem.b[k] = match sys.kinds[r] {
                // an approach slower than the tolerance no longer rebounds
                RowKind::Normal(c) if v < -self.slow[r] && !poisson(c) => {
                    v + sys.contacts[c].law.e_N * v
                }
                RowKind::Friction(f) => (1.0 + sys.frictions[f].e_F) * v,
                _ => v,
            };
        }
        for (k, f) in self.frictions.iter().enumerate() {
            let item = &mut self.problem.items[k];
            item.active = closed.get(k).copied().unwrap_or(false);
            item.load = 0.0;
            item.rubbing = if f.is_some() { Rubbing::Disc } else { Rubbing::None };
        }
        self.m.fill(0.0);
        self.problem.solve(&mut self.m, 1e-15, 50_000);
        if (0..sys.contacts.len()).any(poisson) {
            self.restitution.fill(0.0);
            // all contacts that were compressed give back, also those that only passed it on
            let fast = |c: usize| {
                closed[c] && self.gd[sys.contacts[c].row] < -self.slow[sys.contacts[c].row]
            };
            if (0..closed.len()).any(fast) {
                for (_, k) in sys.contacts.iter().enumerate().filter(|(c, _)| poisson(*c)) {
                    self.restitution[self.columns.at(k.row)] = k.law.e_N;
                }
            }
            self.problem.expand(&mut self.m, &self.restitution);
        }
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
        let solved = self.accelerate(sys, eqs, tol, s);
        let open = self.released.contains(&true);
        if !solved || (open && !self.takes_off(sys, eqs, s)) {
            self.released.fill(false);
            self.percuss(sys, eqs, s, events);
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
        self.columns(sys, eqs, tol, s);
        let near = 1e-10 * scale(&s.q);
        for (k, &r) in self.columns.rows.iter().enumerate() {
            self.problem.b[k] = self.free[r];
        }
        for (k, f) in self.frictions.iter().enumerate() {
            let item = &mut self.problem.items[k];
            item.active = match sys.contacts.get(k) {
                Some(c) => {
                    let rests = self.gd[c.row].abs() <= self.slow[c.row];
                    eqs.ev.g[c.row] <= near && rests && !self.released[k]
                }
                None => true,
            };
            let Some(f) = *f else { continue };
            let fr = &sys.frictions[f];
            if let crate::system::Normal::Force(n) = fr.normal {
                item.load = n;
            }
            let len = fr.rows.clone().map(|r| self.gd[r] * self.gd[r]).sum::<f64>().sqrt();
            item.rubbing = if len <= tol * scale(&s.u) {
                Rubbing::Disc
            } else {
                let mut d = [0.0; 3];
                fr.rows.clone().enumerate().for_each(|(i, r)| d[i] = self.gd[r] / len);
                Rubbing::Slides(d)
            };
        }
        self.m.fill(0.0);
        let left = self.problem.solve(&mut self.m, 1e-15, 50_000).residual;
        self.mode = Mode::open(sys);
        let force = scale(&self.problem.b);
        self.force = force;
        self.dependent = self.depend(sys, eqs);
        for k in 0..self.frictions.len() {
            let item = &self.problem.items[k];
            if let Some(c) = sys.contacts.get(k) {
                let i = self.columns.at(c.row);
                let G = self.problem.G[i * self.problem.n + i].max(1e-300);
                let pressed = self.m[i] * G > 1e-12 * force;
                self.mode.closed[k] = item.active && (pressed || self.undecided(k, force));
                if !self.mode.closed[k] {
                    continue;
                }
            }
            let Some(f) = self.frictions[k] else { continue };
            self.mode.rubs[f] = self.rub(sys, k, f);
        }
        left <= UNSOLVED * force
    }

    /// Whether the rows of the contacts that take part depend on each other, were they all to stick.
    fn depend(&mut self, sys: &System, eqs: &SmoothEquations) -> bool {
        let takes_part = |k: usize| self.problem.items[k].active;
        let on: Vec<bool> = sys
            .kinds
            .iter()
            .map(|kind| match *kind {
                RowKind::Position | RowKind::Velocity => true,
                RowKind::Normal(c) => takes_part(c),
                RowKind::Friction(f) => {
                    let k = self.frictions.iter().position(|g| *g == Some(f));
                    let disc = |k: usize| matches!(self.problem.items[k].rubbing, Rubbing::Disc);
                    k.is_some_and(|k| takes_part(k) && disc(k))
                }
            })
            .collect();
        self.kkt.factor(sys, &eqs.ev, None, &[], &on, &self.no_slip);
        self.kkt.redundant.iter().any(|&r| !self.bilateral[r])
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
                self.mode.rubs[f] = match self.problem.items[c].rubbing {
                    Rubbing::Slides(d) if sys.frictions[f].rows.len() == 1 => {
                        Rub::Slip(d[0].signum())
                    }
                    Rubbing::Slides(_) => Rub::Slide,
                    _ => Rub::Stick,
                };
            }
        }
        eqs.set_mode(sys, &self.mode);
        let tol = 1e-15 * scale(&s.q);
        eqs.project_position(sys, s.t, &mut s.q, &s.u, tol);
        eqs.project_velocity(sys, s.t, &s.q, &mut s.u);
    }

    /// Whether both the force and the acceleration of item k vanish.
    fn undecided(&self, k: usize, force: f64) -> bool {
        let Some(i) = self.problem.items[k].normal else { return false };
        self.left(i) <= if self.dependent { 1e-10 } else { 1e-12 } * force
    }

    /// |y| of a row of the contact problem.
    fn left(&self, i: usize) -> f64 {
        let row = &self.problem.G[i * self.problem.n..(i + 1) * self.problem.n];
        (self.problem.b[i] + row.iter().zip(&self.m).map(|(g, m)| g * m).sum::<f64>()).abs()
    }

    fn rub(&mut self, sys: &System, k: usize, f: usize) -> Rub {
        let item = &self.problem.items[k];
        let fr = &sys.frictions[f];
        let t = item.tangential.clone();
        let planar = t.len() == 1;
        match item.rubbing {
            Rubbing::Slides(d) if planar => Rub::Slip(d[0].signum()),
            Rubbing::Slides(_) => Rub::Slide,
            _ => {
                let radius = fr.mu * item.normal.map_or(item.load, |i| self.m[i]);
                let len = t.clone().map(|i| self.m[i] * self.m[i]).sum::<f64>().sqrt();
                let still = self.dependent && t.clone().all(|i| self.left(i) <= 1e-9 * self.force);
                if len < radius * (1.0 - 1e-9) || radius == 0.0 || still {
                    Rub::Stick
                } else if planar {
                    // it starts to slide against the friction force
                    Rub::Slip(-self.m[t.start].signum())
                } else {
                    for (r, i) in fr.rows.clone().zip(t) {
                        self.onset[r] = -self.m[i] / len;
                    }
                    Rub::Slide
                }
            }
        }
    }

    /// Contacts with g_N'' = 0 and λ_N = 0 stay closed if their force grows in the motion with the
    /// contact closed, and open if it would become negative.
    fn decide_by_next_derivative(&mut self, sys: &System, eqs: &mut SmoothEquations, s: &State) {
        let open: Vec<usize> = (0..sys.contacts.len())
            .filter(|&c| {
                let i = self.columns.at(sys.contacts[c].row);
                self.mode.closed[c] && self.m[i] * self.problem.G[i * self.problem.n + i] <= 1e-9
            })
            .collect();
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
            let t = fr.rows.clone().map(|r| la[r] * la[r]).sum::<f64>().sqrt();
            if !self.mode.closed[c] {
                self.mode.rubs[f] = Rub::Open;
            } else if self.mode.rubs[f] == Rub::Stick && t > fr.mu * force {
                // sticking would ask for more than the growing normal force allows
                self.mode.rubs[f] = match fr.rows.len() {
                    1 => Rub::Slip(-la[fr.rows.start].signum()),
                    _ => Rub::Slide,
                };
            }
        }
    }
}
