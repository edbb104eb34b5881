//! What is looked at after every step, and what a record gets of it.

use super::audit::Audit;
use crate::contact::law;
use crate::memory::remember;
use crate::record::{ContactRow, Event, Modes, Record, Statistics};
use crate::schemes::crossing::Crossing;
use crate::schemes::{State, Stepper};
use crate::system::{Eval, Normal, Renewal, RowKind, System};

/// Looks at every step: violations, energy, events; sums percussions between rows.
pub(super) struct Watch {
    /// For schemes that do not have the equations at hand.
    ev: Option<Box<Eval>>,
    /// Rows of joints.
    joints: Vec<usize>,
    /// The state before those that are not counted yet, and these: each (t, q, u, 1).
    trail: Vec<f64>,
    /// Length of a state in the trail, and where the next one begins.
    size: usize,
    end: usize,
    energies: Vec<[f64; 2]>,
    pub gN: Vec<f64>,
    /// Velocities of the gaps.
    gd: Vec<f64>,
    crossing: Option<Box<Crossing>>,
    P: Vec<f64>,
    La: Vec<f64>,
    modes: Modes,
    energy: f64,
    pub rows: Vec<State>,
    /// Time of the last row.
    pub last: f64,
    passive: bool,
    explicit: bool,
    pub audit: Audit,
    /// Contacts that have pressed since the last row and are gone.
    left: Vec<ContactRow>,
    /// Whether nothing has been summed since the last row: what `P` and `La` hold is older than that.
    fresh: bool,
    /// Whether the scheme has forces, and events or rows of its own.
    forces: bool,
    pub tells: bool,
    /// Whether contacts that are far are not evaluated.
    far: bool,
}
remember!(Watch {
    trail, gN, gd, P, La, modes, energy, last, audit, left;
    skip crossing, size, end, energies, ev, joints, rows, passive, explicit, fresh, forces, tells, far
});

/// Energies are added up for several states at once, at most so many and of so many numbers in all: the code for it and that of
/// a step then do not drive each other out of the processor's cache.
const STATES: usize = 32;
const NUMBERS: usize = 1024;
/// Part of the way that a gap goes in a step by which a contact may be passed: the path between the ends is known to that. Ways that are
/// a smaller part of the model than that of [`FAR`] pass nothing.
const SHALLOW: f64 = 0.01;
const FAR: f64 = 1e-2;
/// The larger one stays. Most steps raise nothing: a branch that is not taken is all that they cost.
#[inline(always)]
fn raise(most: &mut f64, value: f64) {
    if value > *most {
        *most = value;
    }
}

/// The last state of a trail: time, coordinates, velocities.
fn reached(trail: &[f64], size: usize, nq: usize) -> Option<(f64, &[f64], &[f64])> {
    let (t, rest) = trail.get(trail.len().checked_sub(size)?..)?.split_first()?;
    let (q, u) = rest.split_at(nq);
    Some((*t, q, &u[..u.len() - 1]))
}

fn joint(kind: RowKind) -> bool {
    matches!(kind, RowKind::Position | RowKind::Velocity)
}

/// Of row r in one pass: g' before the step, g' and g''.
fn rates(sys: &System, ev: &Eval, r: usize, u_old: &[f64], a: &[f64]) -> [f64; 3] {
    let (mut gd_old, mut gd, mut gdd) = (-0.0, -0.0, -0.0);
    let (W, columns) = sys.row(ev, r);
    for (w, &d) in W.iter().zip(columns) {
        gd_old += w * u_old[d];
        gd += w * ev.u[d];
        // the column of time has no acceleration
        gdd += w * a.get(d).copied().unwrap_or(0.0);
    }
    [gd_old, gd, gdd + ev.zeta[r]]
}

/// How far the joints are from their constraints.
#[inline(never)]
fn look_at_joints(sys: &System, ev: &Eval, s: &State, joints: &[usize], st: &mut Statistics) {
    for &r in joints {
        let [_, gd, gdd] = rates(sys, ev, r, &ev.u, &s.a);
        raise(&mut st.position, ev.g[r].abs());
        raise(&mut st.velocity, gd.abs());
        raise(&mut st.acceleration, gdd.abs());
    }
}

/// A contact that presses, or did before.
struct Closed<'a> {
    sys: &'a System,
    ev: &'a Eval,
    s: &'a State,
    u_old: &'a [f64],
    presses: bool,
    first: bool,
    exact: bool,
}

impl Closed<'_> {
    #[inline(never)]
    fn at(&self, k: usize, modes: &mut Modes, st: &mut Statistics, events: &mut Vec<Event>) {
        let Closed { sys, ev, s, first, exact, .. } = *self;
        let c = &sys.contacts[k];
        let [gd_old, gd, gdd] = rates(sys, ev, c.row, self.u_old, &s.a);
        if self.presses {
            // closed: no acceleration into the contact; at rest, or Newton's law at velocity level
            raise(&mut st.acceleration, gdd.abs());
            let e = if exact { 0.0 } else { c.law.e_N };
            let xi = if first { 0.0 } else { law::restitution(e, gd, gd_old).abs() };
            raise(&mut st.velocity, xi.min(gd.abs()));
        }
        let P = s.P[c.row];
        let same = modes.stays_open(k, P) || c.friction.is_none() && modes.stays_closed(k, P);
        if !(first || exact || same) {
            let slide = |r: usize| sys.row_dot(ev, r, &ev.u);
            modes.contact(sys, s, k, [gd_old, gd], slide, events);
        }
    }
}

/// By how much percussions of friction exceed their limit.
#[inline(never)]
fn look_at_friction(sys: &System, s: &State, st: &mut Statistics) {
    for f in &sys.frictions {
        if let Normal::Contact(c) = f.normal {
            let (load, P) = (s.P[sys.contacts[c].row], &s.P[f.rows.clone()]);
            if load != 0.0 || P.iter().any(|P| *P != 0.0) {
                raise(&mut st.friction_excess, -law::reserve(&f.law, load, P));
            }
        }
    }
}

impl Watch {
    pub fn new(stepper: &Stepper) -> Self {
        let sys = stepper.system();
        Watch {
            ev: None,
            joints: (0..sys.nr).filter(|&r| joint(sys.kinds[r])).collect(),
            trail: Vec::new(),
            size: 2 + sys.nq + sys.nu,
            end: 0,
            energies: Vec::new(),
            gN: vec![0.0; sys.contacts.len()],
            gd: vec![0.0; sys.contacts.len()],
            crossing: None,
            P: vec![0.0; sys.nr],
            La: vec![0.0; sys.nr],
            modes: Modes::default(),
            energy: 0.0,
            rows: Vec::new(),
            last: f64::NEG_INFINITY,
            passive: sys.passive(),
            explicit: stepper.scheme().is_explicit(),
            audit: Audit::new(stepper.scheme().promise()),
            left: Vec::new(),
            fresh: false,
            forces: stepper.has_forces(),
            tells: stepper.tells(),
            far: sys.leaves_out_far(),
        }
    }

    /// The first state.
    pub fn begin(&mut self, stepper: &mut Stepper, record: &mut Record) {
        self.reserve();
        self.look(stepper, record, true, false);
        let (sys, s) = (stepper.system(), stepper.state());
        let energy = sys.energy(s.t, &s.q, &self.trail[1 + sys.nq..self.size]);
        let st = &mut record.statistics;
        (st.energy_start, st.energy_end, self.energy) = (energy, energy, energy);
        self.row(stepper, record);
    }

    /// Before it is remembered: of the trail only the last state.
    pub fn pack(&mut self) {
        self.trail.truncate(self.end);
    }

    /// Room for a trail behind the state it begins with, where there is one.
    pub fn reserve(&mut self) {
        self.end = if self.trail.len() < self.size { 0 } else { self.size };
        let states = (NUMBERS / self.size).clamp(1, STATES);
        self.trail.resize((1 + states) * self.size, 1.0);
    }

    /// All that is put off: sums since the last row, energies.
    pub fn settle(&mut self, sys: &System, record: &mut Record) {
        self.settle_sums();
        self.count_energies(sys, &mut record.statistics);
    }

    /// Energies of the states of the trail; the last one stays.
    #[inline(never)]
    fn count_energies(&mut self, sys: &System, st: &mut Statistics) {
        let (first, states) = (self.size, &self.trail[..self.end]);
        if states.len() <= first {
            return;
        }
        sys.energies(&states[first..], &mut self.energies);
        for (state, [energy, kinetic]) in states[first..].chunks(first).zip(&self.energies) {
            raise(&mut st.energy_max_increase, energy - self.energy);
            if self.passive {
                self.audit.passive(state[0], *energy, *kinetic);
            } else if self.explicit {
                self.audit.driven(*energy);
            }
            self.energy = *energy;
        }
        st.energy_end = self.energy;
        self.trail.copy_within(self.end - first..self.end, 0);
        self.end = first;
    }

    fn settle_sums(&mut self) {
        if std::mem::take(&mut self.fresh) {
            self.P.fill(0.0);
            self.La.fill(0.0);
        }
    }

    /// Velocities were changed from outside: no law speaks of that.
    pub fn moved(&mut self, sys: &System, u: &[f64]) {
        if self.end >= self.size {
            let at = self.end - 1 - sys.nu;
            self.trail[at..at + sys.nu].copy_from_slice(u);
        }
        self.audit.begin_again();
    }

    /// The same with other contacts.
    pub fn renew(&mut self, sys: &System, by: &Renewal) {
        self.settle_sums();
        self.ev = None;
        self.audit.renew();
        self.far = sys.leaves_out_far();
        let none = vec![0.0; if by.gone.is_empty() { 0 } else { self.P.len() }];
        for (name, rows) in &by.gone {
            let values = [&self.P[..], &none, &self.La];
            let row = ContactRow::of(self.last, name, 0.0, rows.clone(), values, true);
            self.left.extend(row);
        }
        for rows in [&mut self.P, &mut self.La] {
            *rows = by.rows(rows, 0.0);
        }
        self.gN = by.contacts(&self.gN, 0.0);
        self.gd = by.contacts(&self.gd, 0.0);
        self.crossing = None;
        self.modes.renew(by);
    }

    /// Rows of states inside the step. Their percussions count from its start: what was written is
    /// taken off what the next row will get.
    pub fn inside(&mut self, sys: &System, record: &mut Record) {
        if self.rows.is_empty() {
            return;
        }
        self.settle_sums();
        for s in self.rows.drain(..) {
            let ev = self.ev.get_or_insert_with(|| Box::new(sys.eval()));
            sys.evaluate(s.t, &s.q, &s.u, ev);
            self.gN.iter_mut().zip(&sys.contacts).for_each(|(g, c)| *g = ev.g[c.row]);
            for r in 0..sys.nr {
                self.P[r] += s.P[r];
                self.La[r] += s.La[r];
            }
            record.push(sys, &s, &self.gN, [&self.P, &self.La], self.forces);
            self.last = s.t;
            if let Some(before) = reached(&self.trail[..self.end], self.size, sys.nq) {
                self.audit.inside(sys, before, &s, self.forces);
            }
            for r in 0..sys.nr {
                self.P[r] = -s.P[r];
                self.La[r] = -s.La[r];
            }
        }
    }

    /// Look at the state reached, and write it down where it gets a `row`. This has to be the only look at its step then: the
    /// percussions of the step are the sums if nothing else came after the last row.
    ///
    /// A step of a small system fills the processor's cache of instructions. What is not needed in every step stands in
    /// functions of its own.
    #[inline(never)]
    pub fn look(&mut self, stepper: &mut Stepper, record: &mut Record, first: bool, row: bool) {
        let events = record.events.len();
        let exact = self.tells && stepper.take_events(&mut record.events);
        let sys = stepper.system();
        let (s, ev) = stepper.reached();
        let st = &mut record.statistics;
        if self.end + self.size > self.trail.len() {
            self.count_energies(sys, st);
        }
        if !(row && self.fresh) {
            self.add_up(s);
        }
        let ev = match ev {
            Some(ev) => ev,
            None => {
                let ev = self.ev.get_or_insert_with(|| Box::new(sys.eval()));
                sys.evaluate(s.t, &s.q, &s.u, ev);
                ev
            }
        };
        if !self.joints.is_empty() {
            look_at_joints(sys, ev, s, &self.joints, st);
        }
        let dt = s.t - reached(&self.trail[..self.end], self.size, sys.nq).map_or(s.t, |b| b.0);
        let mut passed = None;
        for (k, (c, gN)) in sys.contacts.iter().zip(&mut self.gN).enumerate() {
            let (g, rate) = (ev.g[c.row], sys.row_dot(ev, c.row, &ev.u));
            let (before, old) = (*gN, std::mem::replace(&mut self.gd[k], rate));
            *gN = g;
            let way = dt * (rate - old);
            if s.P[c.row] == 0.0
                && old < 0.0
                && rate > 0.0
                && g > 0.0
                && before > 0.0
                && before.min(g) < way
            {
                passed = Some((k, way)).filter(|_| way > FAR * sys.length());
            }
            raise(&mut st.penetration, -g);
            let presses = self.forces && s.la[c.row] > 0.0;
            if presses || !self.modes.stays_open(k, s.P[c.row]) {
                let u_old = &self.trail[(self.end.max(self.size) - sys.nu - 1)..];
                let look = Closed { sys, ev, s, u_old, presses, first, exact };
                look.at(k, &mut self.modes, st, &mut record.events);
            }
        }
        if !sys.frictions.is_empty() {
            look_at_friction(sys, s, st);
            if !(first || exact) {
                self.modes.frictions(sys, s, |r| sys.row_dot(ev, r, &ev.u), &mut record.events);
            }
        }
        if let (Some((k, way)), false) = (passed, first) {
            if let Some(before) = reached(&self.trail[..self.end], self.size, sys.nq) {
                let crossing = self.crossing.get_or_insert_with(|| Box::new(Crossing::new(sys)));
                let ends = [before, (s.t, &s.q[..], &s.u[..])];
                if let Some(t) = crossing.first(sys, ends, &s.P, SHALLOW * way) {
                    self.audit.passed(&sys.contacts[k].name, t, way);
                }
            }
        }
        if first {
            self.modes.begin(sys, s, |r| sys.row_dot(ev, r, &ev.u));
        }
        if self.forces {
            self.audit.keep(s);
        }
        // of an impact inside the step that has no row of its own only the sum of percussions is known, not where it acted
        let inside = |e: &Event| e.kind == "impact" && self.last < e.t && e.t < s.t;
        let hidden = exact && record.events[events..].iter().any(inside);
        if !first && !hidden && self.audit.due(record.events.len() > events) {
            if let Some(before) = reached(&self.trail[..self.end], self.size, sys.nq) {
                self.audit.step(sys, before, s, self.forces);
            }
        }
        let (q, u) = (1, 1 + sys.nq);
        let state = &mut self.trail[self.end..self.end + self.size];
        state[0] = s.t;
        state[q..u].copy_from_slice(&s.q);
        state[u..].copy_from_slice(&ev.u);
        self.end += self.size;
        if row {
            if self.far {
                sys.far_gaps(ev, &s.q, &mut self.gN);
            }
            self.write(sys, s, record);
        }
    }

    /// Percussions since the last row.
    #[inline(never)]
    fn add_up(&mut self, s: &State) {
        let fresh = std::mem::take(&mut self.fresh);
        for (sums, of) in [(&mut self.P, &s.P), (&mut self.La, &s.La)] {
            for (sum, of) in sums.iter_mut().zip(of) {
                *sum = of + if fresh { 0.0 } else { *sum };
            }
        }
    }

    /// The state reached as a row, with the true gaps of contacts that were too far to be evaluated.
    pub fn row(&mut self, stepper: &Stepper, record: &mut Record) {
        if self.far {
            if let Some(ev) = stepper.evaluated() {
                stepper.system().far_gaps(ev, &stepper.state().q, &mut self.gN);
            }
        }
        self.write(stepper.system(), stepper.state(), record);
    }

    #[inline(always)]
    fn write(&mut self, sys: &System, s: &State, record: &mut Record) {
        if !self.left.is_empty() {
            self.left.iter_mut().for_each(|row| row.t = s.t);
            record.contacts.append(&mut self.left);
        }
        let sums = if self.fresh { [&s.P[..], &s.La] } else { [&self.P[..], &self.La] };
        record.push(sys, s, &self.gN, sums, self.forces);
        self.last = s.t;
        self.fresh = true;
    }

    /// After a failed step: what it found, and the last good state where that is not in the record
    /// yet.
    #[cold]
    pub fn flush(&mut self, stepper: &mut Stepper, record: &mut Record) {
        if let Some(mut p) = stepper.take_partial() {
            record.events.append(&mut p.events);
            if p.state.t > stepper.state().t {
                self.rows.append(&mut p.rows);
                if self.rows.last().is_none_or(|s| s.t < p.state.t) {
                    self.rows.push(p.state);
                }
            }
            self.inside(stepper.system(), record);
        }
        if self.last < stepper.state().t {
            self.write(stepper.system(), stepper.state(), record);
        }
    }
}
