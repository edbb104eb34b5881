//! What contacts do at the ends of steps that do not locate events, and the events that follow from it.

use super::{Event, Mode, State};
use crate::memory::remember;
use crate::system::{Normal, Renewal, System};

/// The mode of every contact, and of every friction in a joint, after the last step.
#[derive(Default)]
pub(crate) struct Modes {
    modes: Vec<Mode>,
    joints: Vec<Mode>,
}
remember!(Modes { modes, joints });

/// Frictions with a given load.
fn in_joints(sys: &System) -> impl Iterator<Item = usize> + '_ {
    let given = |f: &usize| matches!(sys.frictions[*f].normal, Normal::Force(_));
    (0..sys.frictions.len()).filter(given)
}

impl Modes {
    /// At the start, where forces act already; `gd` tells the velocity of a row.
    pub fn begin(&mut self, sys: &System, s: &State, gd: impl Fn(usize) -> f64) {
        let load = |row: usize| s.la.get(row).copied().unwrap_or(0.0);
        let all = (0..sys.contacts.len()).map(|c| mode(sys, s, c, load(sys.contacts[c].row), &gd));
        self.modes = all.collect();
        self.joints = in_joints(sys).map(|f| sliding(sys, s, f, &gd)).collect();
    }

    /// With other contacts: those that come are open.
    pub fn renew(&mut self, by: &Renewal) {
        self.modes = by.contacts(&self.modes, Mode::Open);
    }

    /// After a step to the state `s`; `gd` tells the velocities of a row before and after it.
    pub fn step(
        &mut self,
        sys: &System,
        s: &State,
        gd: impl Fn(usize) -> [f64; 2],
        events: &mut Vec<Event>,
    ) {
        for c in 0..sys.contacts.len() {
            let row = sys.contacts[c].row;
            if !self.stays_open(c, s.P[row]) {
                self.contact(sys, s, c, gd(row), |r| gd(r)[1], events);
            }
        }
        self.frictions(sys, s, |r| gd(r)[1], events);
    }

    /// After a step, of frictions in joints; `gd` tells the velocity of a row.
    pub fn frictions(
        &mut self,
        sys: &System,
        s: &State,
        gd: impl Fn(usize) -> f64,
        events: &mut Vec<Event>,
    ) {
        for (was, f) in self.joints.iter_mut().zip(in_joints(sys)) {
            let mode = sliding(sys, s, f, &gd);
            if mode != *was {
                let kind = if mode == Mode::Stick { "stick" } else { "slip" };
                events.push(Event::at(s.t, kind, &sys.frictions[f].name));
            }
            *was = mode;
        }
    }

    /// Whether contact c was open and does not press: then there is nothing to tell.
    pub fn stays_open(&self, c: usize, percussion: f64) -> bool {
        percussion <= 0.0 && self.modes.get(c).is_none_or(|m| *m == Mode::Open)
    }

    /// The same of a contact without friction that pressed and does so still.
    pub fn stays_closed(&self, c: usize, percussion: f64) -> bool {
        percussion > 0.0 && self.modes.get(c) == Some(&Mode::Slip)
    }

    /// After a step, of one contact: the velocities of its gap before and after, and those of other rows after it.
    pub fn contact(
        &mut self,
        sys: &System,
        s: &State,
        c: usize,
        [pre, post]: [f64; 2],
        gd: impl Fn(usize) -> f64,
        events: &mut Vec<Event>,
    ) {
        let contact = &sys.contacts[c];
        let (P, was) = (s.P[contact.row], self.modes[c]);
        // where contacts depend on each other, one that does not move may press or not
        let rest = 1e-12 * scale(s);
        let rests = pre.abs() <= rest && post.abs() <= rest;
        let mode = match mode(sys, s, c, P, gd) {
            Mode::Open if rests => was,
            mode => mode,
        };
        let jump = (post - pre).abs() > 1e-6 * (1.0 + pre.abs());
        let kind = match (was, mode) {
            (Mode::Open, Mode::Open) => None,
            (Mode::Open, _) if rests => None,
            (Mode::Open, _) if pre < 0.0 && jump => Some("impact"),
            (Mode::Open, _) => Some("touch-down"),
            (_, Mode::Open) => Some("take-off"),
            (Mode::Slip, Mode::Stick) => Some("stick"),
            (Mode::Stick, Mode::Slip) => Some("slip"),
            _ => None,
        };
        if let Some(kind) = kind {
            events.push(Event {
                t: s.t,
                kind,
                contact: contact.name.clone(),
                un_pre: pre,
                un_post: post,
                impulse: P,
            });
        }
        self.modes[c] = mode;
    }
}

/// The largest velocity, one at least.
fn scale(s: &State) -> f64 {
    s.u.iter().fold(1.0_f64, |a, v| a.max(v.abs()))
}

fn mode(sys: &System, s: &State, c: usize, percussion: f64, gd: impl Fn(usize) -> f64) -> Mode {
    if percussion <= 0.0 {
        return Mode::Open;
    }
    sys.contacts[c].friction.map_or(Mode::Slip, |f| sliding(sys, s, f, &gd))
}

/// Whether a friction that presses slides.
fn sliding(sys: &System, s: &State, f: usize, gd: &impl Fn(usize) -> f64) -> Mode {
    let slide = sys.frictions[f].rows.clone().map(|r| gd(r).abs()).fold(0.0, f64::max);
    if slide <= 1e-9 * scale(s) {
        Mode::Stick
    } else {
        Mode::Slip
    }
}
