//! The only time loop.

use crate::error::StepError;
use crate::record::{Event, Mode, Record, Status};
use crate::schemes::{Scheme, Start, State, Stepper};
use crate::system::{Eval, RowKind, System};
use std::ops::ControlFlow;
use std::time::Instant;

/// What to run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Start.
    pub t0: f64,
    /// Step.
    pub dt: f64,
    /// End.
    pub t_end: f64,
    /// Keep every n-th step in the record.
    pub every: usize,
}

impl Settings {
    /// From 0 to `t_end` in steps of `dt`, all recorded.
    pub fn new(dt: f64, t_end: f64) -> Self {
        Settings { t0: 0.0, dt, t_end, every: 1 }
    }
    /// Number of steps; the last one may be shorter.
    pub fn steps(&self) -> usize {
        ((self.t_end - self.t0) / self.dt - 1e-9).ceil().max(0.0) as usize
    }
}

/// Integrate `sys` with `scheme`. `observe` is called after each step with the step's number and
/// the time; it can interrupt the run. The record is complete up to where the run ends.
pub fn simulate(
    sys: &System,
    scheme: &Scheme,
    q0: &[f64],
    u0: &[f64],
    settings: Settings,
    mut observe: impl FnMut(usize, f64) -> ControlFlow<()>,
) -> Record {
    simulate_with(sys, scheme, q0, u0, settings, |k, t, _| observe(k, t))
}

/// The same, where `observe` sees the record so far too.
pub fn simulate_with(
    sys: &System,
    scheme: &Scheme,
    q0: &[f64],
    u0: &[f64],
    settings: Settings,
    mut observe: impl FnMut(usize, f64, &Record) -> ControlFlow<()>,
) -> Record {
    let forces = scheme.has_forces();
    let mut record = Record::new(sys, forces);
    let start = Start { t: settings.t0, q: q0, u: u0, dt: settings.dt };
    let mut stepper = match scheme.start(sys, &start) {
        Ok(stepper) => stepper,
        Err(e) => {
            record.status = Status::Stopped(e.to_string());
            return record;
        }
    };
    let stepper = &mut stepper;
    let mut w = Watch::new(sys);
    let rows = (settings.steps() / settings.every).saturating_add(2);
    record.data.reserve(rows.saturating_mul(record.columns.len()).min(1 << 24));
    w.look(sys, stepper, &mut record, true);
    w.write(sys, stepper, &mut record, forces);
    let clock = Instant::now();
    let n = settings.steps();
    for k in 1..=n {
        let t_next = if k == n { settings.t_end } else { settings.t0 + k as f64 * settings.dt };
        let dt = t_next - stepper.state().t;
        match stepper.step(dt) {
            Ok(info) => record.statistics.count(&info),
            Err(e) => {
                record.status = match e {
                    StepError::Interrupted { .. } => Status::Interrupted,
                    e => Status::Stopped(e.to_string()),
                };
                w.flush(sys, stepper, &mut record, forces);
                break;
            }
        }
        stepper.take_rows(&mut w.rows);
        w.inside(sys, &mut record, forces);
        w.look(sys, stepper, &mut record, false);
        if k % settings.every == 0 || k == n {
            w.write(sys, stepper, &mut record, forces);
        }
        if observe(k, stepper.state().t, &record).is_break() {
            record.status = Status::Interrupted;
            if k % settings.every != 0 {
                w.write(sys, stepper, &mut record, forces);
            }
            break;
        }
    }
    record.statistics.evaluations = stepper.evaluations();
    record.statistics.wall_s = clock.elapsed().as_secs_f64();
    if record.statistics.accepted > 0 {
        let st = &record.statistics;
        record.notes.push(format!(
            "contacts were not solved to the tolerance in {} steps or parts of steps, but to a relative residual of at most {:.1e}",
            st.accepted, st.accepted_residual
        ));
    }
    let redundant = stepper.redundant();
    if !redundant.is_empty() {
        let mut names: Vec<&str> = redundant.iter().map(|&r| sys.row_name(r)).collect();
        names.sort_unstable();
        names.dedup();
        record.notes.push(format!(
            "constraints that depend on others: {} (motion is determined, forces are of minimum norm)",
            names.join(", ")
        ));
    }
    record
}

/// Looks at every step: violations, energy, events; sums percussions between rows.
struct Watch {
    ev: Eval,
    gd: Vec<f64>,
    gd_old: Vec<f64>,
    gdd: Vec<f64>,
    a_ext: Vec<f64>,
    u_old: Vec<f64>,
    gN: Vec<f64>,
    P: Vec<f64>,
    La: Vec<f64>,
    modes: Vec<Mode>,
    energy: f64,
    rows: Vec<State>,
}

impl Watch {
    fn new(sys: &System) -> Self {
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
            modes: vec![Mode::Open; sys.contacts.len()],
            energy: 0.0,
            rows: Vec::new(),
        }
    }

    /// Rows of states inside the step. Their percussions count from its start: what was written is
    /// taken off what the next row will get.
    fn inside(&mut self, sys: &System, record: &mut Record, forces: bool) {
        for s in self.rows.drain(..) {
            sys.evaluate(s.t, &s.q, &s.u, &mut self.ev);
            self.gN.iter_mut().zip(&sys.contacts).for_each(|(g, c)| *g = self.ev.g[c.row]);
            for r in 0..sys.nr {
                self.P[r] += s.P[r];
                self.La[r] += s.La[r];
            }
            record.push(sys, &s, &self.gN, &self.P, &self.La, forces);
            for r in 0..sys.nr {
                self.P[r] = -s.P[r];
                self.La[r] = -s.La[r];
            }
        }
    }

    fn look(&mut self, sys: &System, stepper: &mut Stepper, record: &mut Record, first: bool) {
        let exact = stepper.take_events(&mut record.events);
        let stepper: &Stepper = stepper;
        let s = stepper.state();
        let ev = match stepper.evaluated() {
            Some(ev) => ev,
            None => {
                sys.evaluate(s.t, &s.q, &s.u, &mut self.ev);
                &self.ev
            }
        };
        sys.rows_dot(ev, &ev.u, &mut self.gd);
        sys.rows_dot(ev, &self.u_old, &mut self.gd_old);
        self.a_ext[..sys.nu].copy_from_slice(&s.a);
        sys.rows_dot(ev, &self.a_ext, &mut self.gdd);
        let st = &mut record.statistics;
        for r in 0..sys.nr {
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
                let xi = self.gd[r] + e * self.gd_old[r];
                st.velocity = st.velocity.max(if first { 0.0 } else { xi.abs() });
                st.acceleration = st.acceleration.max((self.gdd[r] + ev.zeta[r]).abs());
            }
        }
        for f in &sys.frictions {
            let pf = f.rows.clone().map(|r| s.P[r] * s.P[r]).sum::<f64>().sqrt();
            if let crate::system::Normal::Contact(c) = f.normal {
                let excess = pf - f.mu * s.P[sys.contacts[c].row];
                st.friction_excess = st.friction_excess.max(excess);
            }
        }
        let energy = sys.energy(s.t, &s.q, &ev.u);
        if first {
            st.energy_start = energy;
        } else {
            st.energy_max_increase = st.energy_max_increase.max(energy - self.energy);
        }
        st.energy_end = energy;
        self.energy = energy;
        if first {
            self.initial_modes(sys, stepper);
        } else if !exact {
            self.events(sys, stepper, record);
        }
        self.u_old[..sys.nu].copy_from_slice(&s.u);
    }

    fn mode(&self, sys: &System, stepper: &Stepper, c: usize, percussion: f64) -> Mode {
        let contact = &sys.contacts[c];
        if percussion <= 0.0 {
            return Mode::Open;
        }
        let Some(f) = contact.friction else { return Mode::Slip };
        let f = &sys.frictions[f];
        let s = stepper.state();
        let scale = s.u.iter().fold(1.0_f64, |a, v| a.max(v.abs()));
        let slide = f.rows.clone().map(|r| self.gd[r].abs()).fold(0.0, f64::max);
        if slide <= 1e-9 * scale {
            Mode::Stick
        } else {
            Mode::Slip
        }
    }

    fn initial_modes(&mut self, sys: &System, stepper: &Stepper) {
        for c in 0..sys.contacts.len() {
            let la = stepper.state().la.get(sys.contacts[c].row).copied().unwrap_or(0.0);
            self.modes[c] = self.mode(sys, stepper, c, la);
        }
    }

    fn events(&mut self, sys: &System, stepper: &Stepper, record: &mut Record) {
        let s = stepper.state();
        for c in 0..sys.contacts.len() {
            let contact = &sys.contacts[c];
            let P = s.P[contact.row];
            let mode = self.mode(sys, stepper, c, P);
            let was = self.modes[c];
            let (pre, post) = (self.gd_old[contact.row], self.gd[contact.row]);
            let jump = (post - pre).abs() > 1e-6 * (1.0 + pre.abs());
            let kind = match (was, mode) {
                (Mode::Open, Mode::Open) => None,
                (Mode::Open, _) if pre < 0.0 && jump => Some("impact"),
                (Mode::Open, _) => Some("touch-down"),
                (_, Mode::Open) => Some("take-off"),
                (Mode::Slip, Mode::Stick) => Some("stick"),
                (Mode::Stick, Mode::Slip) => Some("slip"),
                _ => None,
            };
            if let Some(kind) = kind {
                record.events.push(Event {
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

    fn write(&mut self, sys: &System, stepper: &Stepper, record: &mut Record, forces: bool) {
        if let Some(ev) = stepper.evaluated() {
            sys.far_gaps(ev, &stepper.state().q, &mut self.gN);
        }
        record.push(sys, stepper.state(), &self.gN, &self.P, &self.La, forces);
        self.P.fill(0.0);
        self.La.fill(0.0);
    }

    /// After a failed step: what it found, and the last good state where that is not in the record
    /// yet.
    fn flush(&mut self, sys: &System, stepper: &mut Stepper, record: &mut Record, forces: bool) {
        if let Some(mut p) = stepper.take_partial() {
            record.events.append(&mut p.events);
            if p.state.t > stepper.state().t {
                self.rows.append(&mut p.rows);
                if self.rows.last().is_none_or(|s| s.t < p.state.t) {
                    self.rows.push(p.state);
                }
            }
            self.inside(sys, record, forces);
        }
        let last = record.row(record.len() - 1)[0];
        if last < stepper.state().t {
            self.write(sys, stepper, record, forces);
        }
    }
}
