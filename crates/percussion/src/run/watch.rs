//! What is looked at after every step, and what a record gets of it.

use crate::contact::law;
use crate::memory::remember;
use crate::record::{ContactRow, Modes, Record};
use crate::schemes::{State, Stepper};
use crate::system::{Eval, Normal, Renewal, RowKind, System};

/// Looks at every step: violations, energy, events; sums percussions between rows.
pub(super) struct Watch {
    ev: Eval,
    /// Rows of joints.
    joints: Vec<usize>,
    /// Velocities before the step, extended.
    u_old: Vec<f64>,
    pub gN: Vec<f64>,
    P: Vec<f64>,
    La: Vec<f64>,
    modes: Modes,
    energy: f64,
    pub rows: Vec<State>,
    /// Time of the last row.
    pub last: f64,
    passive: bool,
    pub gain: Gain,
    /// Contacts that have pressed since the last row and are gone.
    left: Vec<ContactRow>,
}
remember!(Watch {
    u_old, gN, P, La, modes, energy, last, gain, left;
    skip ev, joints, rows, passive
});

/// The largest gain of energy in one step of a system that nothing drives.
#[derive(Default)]
pub(super) struct Gain {
    most: f64,
    t: f64,
    /// Largest kinetic energy, and largest energy of either sign.
    kinetic: f64,
    size: f64,
}
remember!(Gain { most, t, kinetic, size });

/// Schemes exchange energy with the motion by O(h²) of the kinetic energy in a step; what is more
/// than this part of it is not explained by that.
const EXCHANGE: f64 = 1e-2;
/// Part of the energy that rounding explains.
const ROUNDING: f64 = 1e-13;

impl Gain {
    fn note(&mut self, t: f64, from: f64, to: f64, kinetic: f64) {
        let gain = to - from;
        self.size = self.size.max(from.abs()).max(to.abs());
        self.kinetic = self.kinetic.max(kinetic);
        if gain > self.most {
            (self.most, self.t) = (gain, t);
        }
    }

    pub fn told(&self) -> Option<String> {
        (self.most > EXCHANGE * self.kinetic + ROUNDING * self.size).then(|| {
            format!(
                "nothing drives the system, but its energy grew by {:.3e} in the step to t = {} \
                 (largest kinetic energy {:.3e}): the step does not resolve what happens there",
                self.most, self.t, self.kinetic
            )
        })
    }
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

impl Watch {
    pub fn new(sys: &System) -> Self {
        Watch {
            ev: sys.eval(),
            joints: (0..sys.nr).filter(|&r| joint(sys.kinds[r])).collect(),
            u_old: vec![1.0; sys.nu + 1],
            gN: vec![0.0; sys.contacts.len()],
            P: vec![0.0; sys.nr],
            La: vec![0.0; sys.nr],
            modes: Modes::default(),
            energy: 0.0,
            rows: Vec::new(),
            last: f64::NEG_INFINITY,
            passive: sys.passive(),
            gain: Gain::default(),
            left: Vec::new(),
        }
    }

    /// The same with other contacts.
    pub fn renew(&mut self, sys: &System, by: &Renewal) {
        self.ev = sys.eval();
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
        self.modes.renew(by);
    }

    /// Rows of states inside the step. Their percussions count from its start: what was written is
    /// taken off what the next row will get.
    pub fn inside(&mut self, sys: &System, record: &mut Record, forces: bool) {
        for s in self.rows.drain(..) {
            sys.evaluate(s.t, &s.q, &s.u, &mut self.ev);
            self.gN.iter_mut().zip(&sys.contacts).for_each(|(g, c)| *g = self.ev.g[c.row]);
            for r in 0..sys.nr {
                self.P[r] += s.P[r];
                self.La[r] += s.La[r];
            }
            record.push(sys, &s, &self.gN, &self.P, &self.La, forces);
            self.last = s.t;
            for r in 0..sys.nr {
                self.P[r] = -s.P[r];
                self.La[r] = -s.La[r];
            }
        }
    }

    pub fn look(&mut self, stepper: &mut Stepper, record: &mut Record, first: bool) {
        let exact = stepper.take_events(&mut record.events);
        let stepper: &Stepper = stepper;
        let (sys, s) = (stepper.system(), stepper.state());
        let ev = match stepper.evaluated() {
            Some(ev) => ev,
            None => {
                sys.evaluate(s.t, &s.q, &s.u, &mut self.ev);
                &self.ev
            }
        };
        let st = &mut record.statistics;
        self.P.iter_mut().zip(&s.P).for_each(|(sum, P)| *sum += P);
        self.La.iter_mut().zip(&s.La).for_each(|(sum, La)| *sum += La);
        for &r in &self.joints {
            let [_, gd, gdd] = rates(sys, ev, r, &ev.u, &s.a);
            st.position = st.position.max(ev.g[r].abs());
            st.velocity = st.velocity.max(gd.abs());
            st.acceleration = st.acceleration.max(gdd.abs());
        }
        let (u_old, forces) = (&self.u_old[..], stepper.has_forces());
        for (k, c) in sys.contacts.iter().enumerate() {
            let r = c.row;
            self.gN[k] = ev.g[r];
            st.penetration = st.penetration.max(-ev.g[r]);
            let presses = forces && s.la[r] > 0.0;
            if !presses && self.modes.stays_open(k, s.P[r]) {
                continue;
            }
            let [gd_old, gd, gdd] = rates(sys, ev, r, u_old, &s.a);
            if presses {
                // closed: Newton's law at velocity level, no acceleration into the contact
                st.acceleration = st.acceleration.max(gdd.abs());
                let e = if exact { 0.0 } else { c.law.e_N };
                let xi = if first { 0.0 } else { law::restitution(e, gd, gd_old) };
                st.velocity = st.velocity.max(xi.abs());
            }
            if !(first || exact || self.modes.stays_open(k, s.P[r])) {
                let slide = |r: usize| sys.row_dot(ev, r, &ev.u);
                self.modes.contact(sys, s, k, [gd_old, gd], slide, &mut record.events);
            }
        }
        for f in &sys.frictions {
            if let Normal::Contact(c) = f.normal {
                let (load, P) = (s.P[sys.contacts[c].row], &s.P[f.rows.clone()]);
                if load != 0.0 || P.iter().any(|P| *P != 0.0) {
                    st.friction_excess = st.friction_excess.max(-law::reserve(&f.law, load, P));
                }
            }
        }
        let [energy, kinetic] = sys.energies(s.t, &s.q, &ev.u);
        if first {
            st.energy_start = energy;
            self.modes.begin(sys, s, |r| sys.row_dot(ev, r, &ev.u));
        } else {
            st.energy_max_increase = st.energy_max_increase.max(energy - self.energy);
            if self.passive {
                self.gain.note(s.t, self.energy, energy, kinetic);
            }
        }
        st.energy_end = energy;
        self.energy = energy;
        self.u_old[..sys.nu].copy_from_slice(&s.u);
    }

    /// The true gaps of contacts that were too far to be evaluated.
    pub fn far_gaps(&mut self, stepper: &Stepper) {
        if let Some(ev) = stepper.evaluated() {
            stepper.system().far_gaps(ev, &stepper.state().q, &mut self.gN);
        }
    }

    pub fn write(&mut self, sys: &System, s: &State, record: &mut Record, forces: bool) {
        self.left.iter_mut().for_each(|row| row.t = s.t);
        record.contacts.append(&mut self.left);
        record.push(sys, s, &self.gN, &self.P, &self.La, forces);
        self.last = s.t;
        self.P.fill(0.0);
        self.La.fill(0.0);
    }

    /// After a failed step: what it found, and the last good state where that is not in the record
    /// yet.
    pub fn flush(&mut self, stepper: &mut Stepper, record: &mut Record, forces: bool) {
        if let Some(mut p) = stepper.take_partial() {
            record.events.append(&mut p.events);
            if p.state.t > stepper.state().t {
                self.rows.append(&mut p.rows);
                if self.rows.last().is_none_or(|s| s.t < p.state.t) {
                    self.rows.push(p.state);
                }
            }
            self.inside(stepper.system(), record, forces);
        }
        if self.last < stepper.state().t {
            self.write(stepper.system(), stepper.state(), record, forces);
        }
    }
}
