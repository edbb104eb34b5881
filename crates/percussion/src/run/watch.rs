//! What is looked at after every step, and what a record gets of it.

use crate::contact::law;
use crate::memory::remember;
use crate::record::{ContactRow, Modes, Record};
use crate::schemes::{State, Stepper};
use crate::system::{Eval, Normal, Renewal, RowKind, System};

/// Looks at every step: violations, energy, events; sums percussions between rows.
pub(super) struct Watch {
    ev: Eval,
    gd: Vec<f64>,
    gd_old: Vec<f64>,
    gdd: Vec<f64>,
    a_ext: Vec<f64>,
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
    gd, gd_old, gdd, a_ext, u_old, gN, P, La, modes, energy, last, gain, left;
    skip ev, rows, passive
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
    fn note(&mut self, sys: &System, ev: &Eval, t: f64, from: f64, to: f64) {
        let gain = to - from;
        self.size = self.size.max(from.abs()).max(to.abs());
        let square = |(&(i, j), m): (&(usize, usize), &f64)| ev.u[i] * m * ev.u[j];
        let kinetic = 0.5 * sys.M_entries.iter().zip(&ev.M).map(square).sum::<f64>();
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

impl Watch {
    pub fn new(sys: &System) -> Self {
        Watch {
            ev: sys.eval(),
            gd: vec![0.0; sys.nr],
            gd_old: vec![0.0; sys.nr],
            gdd: vec![0.0; sys.nr],
            a_ext: vec![0.0; sys.nu + 1],
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
        for rows in [&mut self.gd, &mut self.gd_old, &mut self.gdd, &mut self.P, &mut self.La] {
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
        let sys = stepper.system();
        let s = stepper.state();
        let ev = match stepper.evaluated() {
            Some(ev) => ev,
            None => {
                sys.evaluate(s.t, &s.q, &s.u, &mut self.ev);
                &self.ev
            }
        };
        self.a_ext[..sys.nu].copy_from_slice(&s.a);
        let st = &mut record.statistics;
        for r in 0..sys.nr {
            // W_r u, W_r u_old and W_r a in one pass
            let (mut gd, mut gd_old, mut gdd) = (-0.0, -0.0, -0.0);
            if !ev.is_far(r) {
                let (W, columns) = sys.row(ev, r);
                for (w, &d) in W.iter().zip(columns) {
                    gd += w * ev.u[d];
                    gd_old += w * self.u_old[d];
                    gdd += w * self.a_ext[d];
                }
            }
            (self.gd[r], self.gd_old[r], self.gdd[r]) = (gd, gd_old, gdd);
            self.P[r] += s.P[r];
            self.La[r] += s.La[r];
            if matches!(sys.kinds[r], RowKind::Position | RowKind::Velocity) {
                st.position = st.position.max(ev.g[r].abs());
                st.velocity = st.velocity.max(self.gd[r].abs());
                st.acceleration = st.acceleration.max((self.gdd[r] + ev.zeta[r]).abs());
            }
        }
        for (k, c) in sys.contacts.iter().enumerate() {
            let r = c.row;
            self.gN[k] = ev.g[r];
            st.penetration = st.penetration.max(-ev.g[r]);
            if stepper.has_forces() && s.la[r] > 0.0 {
                // closed: Newton's law at velocity level, no acceleration into the contact
                let e = if exact { 0.0 } else { c.law.e_N };
                let xi = law::restitution(e, self.gd[r], self.gd_old[r]);
                st.velocity = st.velocity.max(if first { 0.0 } else { xi.abs() });
                st.acceleration = st.acceleration.max((self.gdd[r] + ev.zeta[r]).abs());
            }
        }
        for f in &sys.frictions {
            if let Normal::Contact(c) = f.normal {
                let load = s.P[sys.contacts[c].row];
                let excess = -law::reserve(&f.law, load, &s.P[f.rows.clone()]);
                st.friction_excess = st.friction_excess.max(excess);
            }
        }
        let energy = sys.energy(s.t, &s.q, &ev.u);
        if first {
            st.energy_start = energy;
        } else {
            st.energy_max_increase = st.energy_max_increase.max(energy - self.energy);
            if self.passive {
                self.gain.note(sys, ev, s.t, self.energy, energy);
            }
        }
        st.energy_end = energy;
        self.energy = energy;
        if first {
            self.modes.begin(sys, s, &self.gd);
        } else if !exact {
            self.modes.step(sys, s, [&self.gd_old, &self.gd], &mut record.events);
        }
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
