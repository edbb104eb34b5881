//! The only time loop: [`Run`] says what to simulate, [`Simulation`] goes from step to step, a
//! [`Record`] is what remains.

use crate::contact::law;
use crate::error::{ModelError, StepError};
use crate::memory::{remember, Memory, Remember};
use crate::model::Model;
use crate::record::{Event, Mode, Record, Status};
use crate::schemes::{Interrupt, IntoScheme, Scheme, Start, State, Stepper};
use crate::system::{check_initial, Eval, RowKind, System};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Which steps to make.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Start (s).
    pub t0: f64,
    /// Step (s).
    pub dt: f64,
    /// End (s).
    pub t_end: f64,
    /// Keep every n-th step in the record.
    pub every: usize,
}

/// More steps than this are a mistake.
pub const MAX_STEPS: f64 = 1e9;

impl Settings {
    /// From 0 to `t_end` in steps of `dt`, all recorded.
    pub fn new(dt: f64, t_end: f64) -> Self {
        Settings { t0: 0.0, dt, t_end, every: 1 }
    }
    /// Number of steps; the last one may be shorter.
    pub fn steps(&self) -> usize {
        ((self.t_end - self.t0) / self.dt - 1e-9).ceil().max(0.0) as usize
    }
    /// Whether there is such a run.
    pub fn check(&self) -> Result<(), ModelError> {
        let bad = |what: &str, v: f64, allowed: &str| Err(ModelError::value(what, v, allowed));
        if !(self.dt > 0.0 && self.dt.is_finite()) {
            return bad("dt", self.dt, "a finite number greater than zero");
        }
        if !self.t0.is_finite() {
            return bad("t0", self.t0, "a finite number");
        }
        if !(self.t_end >= self.t0 && self.t_end.is_finite()) {
            return bad("t_end", self.t_end, "a finite number, not before the start");
        }
        if self.every == 0 {
            return bad("every", 0.0, "a whole number, 1 or greater");
        }
        let n = (self.t_end - self.t0) / self.dt;
        if n > MAX_STEPS {
            return bad("number of steps", n, "1e9 at most");
        }
        Ok(())
    }
}

/// A simulation to be made: a system, a scheme, and which steps. Nothing is checked before
/// [`Run::until`] or [`Run::simulation`], which tell what is wrong.
///
/// ```
/// use percussion::prelude::*;
///
/// let mut model = Model::new();
/// model.gravity(V3::new(0.0, 0.0, -9.81));
/// let ball = model.body("ball", PointMass { m: 1.0, dim: 3 }, &[0.0, 0.0, 1.0], &[0.0; 3]);
/// let floor = Anchor::world(V3::zeros());
/// let law = ContactLaw::restitution(0.5);
/// model.contact("floor", SphereOnPlane { R: 0.0 }, floor, Anchor::on(ball, V3::zeros()), law);
///
/// let mut sim = model.run(Alpha::default().rho_inf(0.9)).dt(1e-3).simulation(2.0)?;
/// while sim.step()? {
///     if sim.state().P[0] > 0.0 {
///         break; // the first impact
///     }
/// }
/// assert!((sim.state().t - 0.4516).abs() < 1e-3);
/// # Ok::<(), percussion::error::StepError>(())
/// ```
#[must_use = "nothing is simulated before `until` or `simulation`"]
pub struct Run {
    system: Result<Arc<System>, ModelError>,
    scheme: Result<Scheme, ModelError>,
    settings: Settings,
    start: Option<(Vec<f64>, Vec<f64>)>,
    stop: Interrupt,
}

impl Model {
    /// Simulate it, under a scheme given by its typed options, as a [`Scheme`] or by its name. Steps
    /// are of 1 ms unless [`Run::dt`] says otherwise.
    pub fn run(self, scheme: impl IntoScheme) -> Run {
        Run::new(self.assemble().map(Arc::new), scheme)
    }
}

impl System {
    /// Simulate it; see [`Model::run`].
    pub fn run(self: &Arc<Self>, scheme: impl IntoScheme) -> Run {
        Run::new(Ok(self.clone()), scheme)
    }
}

impl Run {
    fn new(system: Result<Arc<System>, ModelError>, scheme: impl IntoScheme) -> Self {
        let (scheme, settings) = (scheme.into_scheme(), Settings::new(1e-3, 0.0));
        Run { system, scheme, settings, start: None, stop: Interrupt::default() }
    }
    /// The step (s).
    pub fn dt(mut self, dt: f64) -> Self {
        self.settings.dt = dt;
        self
    }
    /// Record every n-th step and the last one.
    pub fn every(mut self, n: usize) -> Self {
        self.settings.every = n;
        self
    }
    /// Start at this time (s), not at zero.
    pub fn from(mut self, t0: f64) -> Self {
        self.settings.t0 = t0;
        self
    }
    /// Start with these coordinates and velocities, not with those of the model.
    pub fn start(mut self, q: &[f64], u: &[f64]) -> Self {
        self.start = Some((q.to_vec(), u.to_vec()));
        self
    }
    /// Stop where `stop` is raised, also inside long steps.
    pub fn heed(mut self, stop: &Interrupt) -> Self {
        self.stop = stop.clone();
        self
    }
    /// Simulate up to a time (s). The record says in [`Record::status`] whether it came that far.
    ///
    /// # Errors
    /// A model, a scheme, a start or settings that cannot be.
    pub fn until(self, t_end: f64) -> Result<Record, StepError> {
        let mut sim = self.simulation(t_end)?;
        while let Ok(true) = sim.step() {}
        Ok(sim.finish())
    }
    /// The same step by step, for those who look at every step or change the course of things.
    ///
    /// # Errors
    /// Those of [`Run::until`].
    pub fn simulation(mut self, t_end: f64) -> Result<Simulation<'static>, StepError> {
        self.settings.t_end = t_end;
        self.settings.check()?;
        let (system, scheme) = (self.system?, self.scheme?);
        let (q, u) = self.start.unwrap_or_else(|| (system.q0.clone(), system.u0.clone()));
        let at = Start { t: self.settings.t0, q: &q, u: &u, dt: self.settings.dt };
        at.check(&system)?;
        check_initial(&system, &q, &u)?;
        let mut stepper = scheme.start_shared(system, &at)?;
        stepper.heed(&self.stop);
        let mut sim = Simulation::begin(stepper, self.settings);
        sim.stop = self.stop;
        Ok(sim)
    }
}

/// A simulation under way.
pub struct Simulation<'s> {
    stepper: Stepper<'s>,
    settings: Settings,
    steps: usize,
    done: usize,
    watch: Watch,
    record: Record,
    forces: bool,
    clock: Instant,
    before: f64,
    stop: Interrupt,
}

impl<'s> Simulation<'s> {
    /// The first row, of the state a stepper was started in.
    pub fn begin(mut stepper: Stepper<'s>, settings: Settings) -> Self {
        stepper.until(settings.t_end);
        let mut sim = Self::empty(stepper, settings);
        let rows = (sim.steps / settings.every.max(1)).saturating_add(2);
        sim.record.data.reserve(rows.saturating_mul(sim.record.columns.len()).min(1 << 20));
        sim.watch.look(&mut sim.stepper, &mut sim.record, true);
        sim.watch.far_gaps(&sim.stepper);
        sim.watch.write(sim.stepper.system(), sim.stepper.state(), &mut sim.record, sim.forces);
        sim
    }
    fn empty(stepper: Stepper<'s>, settings: Settings) -> Self {
        let forces = stepper.has_forces();
        Simulation {
            watch: Watch::new(stepper.system()),
            record: Record::new(stepper.system(), forces),
            steps: settings.steps(),
            done: 0,
            clock: Instant::now(),
            before: 0.0,
            stop: Interrupt::default(),
            stepper,
            settings,
            forces,
        }
    }
    /// One step; false at the end, where there is none left.
    ///
    /// # Errors
    /// A step that cannot be made. The record is complete up to there, and says so.
    pub fn step(&mut self) -> Result<bool, StepError> {
        if self.done >= self.steps || self.record.status != Status::Done {
            return Ok(false);
        }
        if self.stop.raised() {
            self.interrupt();
            return Err(StepError::Interrupted { t: self.state().t });
        }
        let (k, set) = (self.done + 1, self.settings);
        let t_next = if k == self.steps { set.t_end } else { set.t0 + k as f64 * set.dt };
        if let Err(e) = self.advance(t_next) {
            self.record.status = match e {
                StepError::Interrupted { .. } => Status::Interrupted,
                _ => Status::Stopped(e.clone()),
            };
            self.watch.flush(&mut self.stepper, &mut self.record, self.forces);
            return Err(e);
        }
        self.done = k;
        if k % set.every == 0 || k == self.steps {
            self.row();
        }
        Ok(true)
    }
    /// One step to `t_next`, in parts where a load switches before: each part ends just before the
    /// switch and sees the old load, and the next begins just after it.
    fn advance(&mut self, t_next: f64) -> Result<(), StepError> {
        // a switch this near to the end of the step is its end
        let round_off = 1e-6 * self.settings.dt;
        loop {
            let t = self.stepper.state().t;
            let switch = self.stepper.next_switch(t_next + round_off);
            let end = switch.map_or(t_next, f64::next_down);
            if switch.is_none() || end - t > round_off {
                let info = self.stepper.step(end - t)?;
                self.record.statistics.count(&info);
                self.stepper.take_rows(&mut self.watch.rows);
                self.watch.inside(self.stepper.system(), &mut self.record, self.forces);
                self.watch.look(&mut self.stepper, &mut self.record, false);
            }
            let Some(switch) = switch else { return Ok(()) };
            self.stepper.pass_switch(switch, self.settings.dt)?;
            if switch > t_next - round_off {
                return Ok(());
            }
        }
    }
    fn row(&mut self) {
        self.watch.far_gaps(&self.stepper);
        let (sys, s) = (self.stepper.system(), self.stepper.state());
        self.watch.write(sys, s, &mut self.record, self.forces);
    }
    /// End it here.
    pub fn interrupt(&mut self) {
        if self.record.status == Status::Done && self.done < self.steps {
            self.record.status = Status::Interrupted;
            if self.watch.last < self.state().t {
                self.row();
            }
        }
    }
    /// The state reached.
    pub fn state(&self) -> &State {
        self.stepper.state()
    }
    /// The system.
    pub fn system(&self) -> &System {
        self.stepper.system()
    }
    /// Steps done, and steps in all.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.steps)
    }
    /// Go on from other velocities at the time reached, as after a blow from outside.
    pub fn set_velocities(&mut self, u: &[f64]) -> Result<(), StepError> {
        self.stepper.restart(u)
    }
    /// What was recorded so far.
    pub fn record(&self) -> &Record {
        &self.record
    }
    /// Rows and events since the last call, taken out of the record, so that a long run needs
    /// little memory. Rows are as long as [`Record::columns`].
    pub fn take_recorded(&mut self) -> (Vec<f64>, Vec<Event>) {
        (std::mem::take(&mut self.record.data), std::mem::take(&mut self.record.events))
    }
    /// The record, complete up to the state reached.
    pub fn finish(mut self) -> Record {
        self.sum_up();
        self.record.notes.extend(self.stepper.notes());
        self.record.notes.extend(self.watch.gain.told());
        let st = &self.record.statistics;
        if st.accepted > 0 {
            let note = format!(
                "contacts were not solved to the tolerance in {} steps or parts of steps, but to a relative residual of at most {:.1e}",
                st.accepted, st.accepted_residual
            );
            self.record.notes.push(note);
        }
        let redundant = self.stepper.redundant();
        if !redundant.is_empty() {
            let sys = self.stepper.system();
            let mut names: Vec<&str> = redundant.iter().map(|&r| sys.row_name(r)).collect();
            names.sort_unstable();
            names.dedup();
            self.record.notes.push(format!(
                "constraints that depend on others: {} (motion is determined, forces are of minimum norm)",
                names.join(", ")
            ));
        }
        self.record
    }
    fn sum_up(&mut self) {
        self.record.statistics.evaluations = self.stepper.evaluations();
        self.record.statistics.own_steps(self.stepper.extremes(), self.stepper.work());
        self.record.statistics.wall_s = self.before + self.clock.elapsed().as_secs_f64();
    }
    /// All that the steps to come depend on, as bytes for [`Simulation::resume`]; rows and events
    /// are not part of it.
    pub fn save(&mut self) -> Vec<u8> {
        self.sum_up();
        let stepper = self.stepper.save();
        let mut m = Memory::named();
        let mut grid = [self.settings.t0, self.settings.dt];
        grid.remember(&mut m);
        self.done.remember(&mut m);
        self.settings.every.remember(&mut m);
        self.watch.remember(&mut m);
        self.record.statistics.remember(&mut m);
        let own = m.bytes();
        [&(own.len() as u64).to_le_bytes()[..], &own, &stepper].concat()
    }
    /// Go on from what [`Simulation::save`] wrote, perhaps to another end. The steps are those of
    /// the run that was left, and so are their bits.
    pub fn resume(
        scheme: &Scheme,
        sys: &'s System,
        saved: &[u8],
        t_end: f64,
    ) -> Result<Self, StepError> {
        let (own, stepper) = parts(saved)?;
        Self::take_up(scheme.resume(sys, stepper)?, own, t_end)
    }
    /// The same with a system that the simulation holds a share of.
    pub fn resume_shared(
        scheme: &Scheme,
        sys: Arc<System>,
        saved: &[u8],
        t_end: f64,
    ) -> Result<Simulation<'static>, StepError> {
        let (own, stepper) = parts(saved)?;
        Simulation::take_up(scheme.resume_shared(sys, stepper)?, own, t_end)
    }
    fn take_up(stepper: Stepper<'s>, own: &[u8], t_end: f64) -> Result<Self, StepError> {
        let mut m = Memory::from_bytes(own).ok_or_else(damaged)?;
        let (mut grid, mut done, mut every) = ([0.0; 2], 0, 1);
        grid.remember(&mut m);
        done.remember(&mut m);
        every.remember(&mut m);
        let settings = Settings { t0: grid[0], dt: grid[1], t_end, every };
        settings.check()?;
        let mut sim = Self::empty(stepper, settings);
        // a last step that was cut short is continued to the grid
        let short = settings.t0 + done as f64 * settings.dt - sim.state().t > 1e-6 * settings.dt;
        sim.done = done - usize::from(short && done > 0);
        sim.watch.remember(&mut m);
        sim.record.statistics.remember(&mut m);
        m.finished().map_err(|_| damaged())?;
        sim.before = sim.record.statistics.wall_s;
        Ok(sim)
    }
    /// End the steps of this simulation when `stop` is raised.
    pub fn heed(&mut self, stop: &Interrupt) {
        self.stepper.heed(stop);
        self.stop = stop.clone();
    }
}

fn damaged() -> ModelError {
    ModelError::Memory { why: "it is damaged".into() }
}

/// A saved simulation: the loop's own part, and the stepper's.
fn parts(saved: &[u8]) -> Result<(&[u8], &[u8]), ModelError> {
    let (head, rest) = saved.split_first_chunk().ok_or_else(damaged)?;
    let n = usize::try_from(u64::from_le_bytes(*head)).map_err(|_| damaged())?;
    rest.split_at_checked(n).ok_or_else(damaged)
}

/// Integrate `sys` with `scheme` from a start that is not checked for consistency. `observe` is called
/// after each step with the step's number and the time; it can interrupt the run. The record is
/// complete up to where the run ends.
pub fn simulate(
    sys: &System,
    scheme: &Scheme,
    q0: &[f64],
    u0: &[f64],
    settings: Settings,
    mut observe: impl FnMut(usize, f64) -> ControlFlow<()>,
) -> Record {
    let start = Start { t: settings.t0, q: q0, u: u0, dt: settings.dt };
    let begun = settings.check().map_err(StepError::from);
    let mut sim = match begun.and_then(|()| scheme.start(sys, &start)) {
        Ok(stepper) => Simulation::begin(stepper, settings),
        Err(e) => {
            let mut record = Record::new(sys, scheme.has_forces());
            record.status = Status::Stopped(e);
            return record;
        }
    };
    while let Ok(true) = sim.step() {
        if observe(sim.done, sim.state().t).is_break() {
            sim.interrupt();
        }
    }
    sim.finish()
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
    /// Time of the last row.
    last: f64,
    passive: bool,
    gain: Gain,
}
remember!(Watch {
    gd, gd_old, gdd, a_ext, u_old, gN, P, La, modes, energy, last, gain;
    skip ev, rows, passive
});

/// The largest gain of energy in one step of a system that nothing drives.
#[derive(Default)]
struct Gain {
    most: f64,
    t: f64,
    /// Largest kinetic energy.
    kinetic: f64,
}
remember!(Gain { most, t, kinetic });

/// Schemes exchange energy with the motion by O(h²) of the kinetic energy in a step; what is more
/// than this part of it is not explained by that.
const EXCHANGE: f64 = 1e-2;

impl Gain {
    fn note(&mut self, sys: &System, ev: &Eval, t: f64, gain: f64) {
        let square = |(&(i, j), m): (&(usize, usize), &f64)| ev.u[i] * m * ev.u[j];
        let kinetic = 0.5 * sys.M_entries.iter().zip(&ev.M).map(square).sum::<f64>();
        self.kinetic = self.kinetic.max(kinetic);
        if gain > self.most {
            (self.most, self.t) = (gain, t);
        }
    }

    fn told(&self) -> Option<String> {
        (self.most > EXCHANGE * self.kinetic).then(|| {
            format!(
                "nothing drives the system, but its energy grew by {:.3e} in the step to t = {} \
                 (largest kinetic energy {:.3e}): the step does not resolve what happens there",
                self.most, self.t, self.kinetic
            )
        })
    }
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
            last: f64::NEG_INFINITY,
            passive: sys.passive(),
            gain: Gain::default(),
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
            self.last = s.t;
            for r in 0..sys.nr {
                self.P[r] = -s.P[r];
                self.La[r] = -s.La[r];
            }
        }
    }

    fn look(&mut self, stepper: &mut Stepper, record: &mut Record, first: bool) {
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
                let xi = law::restitution(e, self.gd[r], self.gd_old[r]);
                st.velocity = st.velocity.max(if first { 0.0 } else { xi.abs() });
                st.acceleration = st.acceleration.max((self.gdd[r] + ev.zeta[r]).abs());
            }
        }
        for f in &sys.frictions {
            if let crate::system::Normal::Contact(c) = f.normal {
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
                self.gain.note(sys, ev, s.t, energy - self.energy);
            }
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

    /// The true gaps of contacts that were too far to be evaluated.
    fn far_gaps(&mut self, stepper: &Stepper) {
        if let Some(ev) = stepper.evaluated() {
            stepper.system().far_gaps(ev, &stepper.state().q, &mut self.gN);
        }
    }

    fn write(&mut self, sys: &System, s: &State, record: &mut Record, forces: bool) {
        record.push(sys, s, &self.gN, &self.P, &self.La, forces);
        self.last = s.t;
        self.P.fill(0.0);
        self.La.fill(0.0);
    }

    /// After a failed step: what it found, and the last good state where that is not in the record
    /// yet.
    fn flush(&mut self, stepper: &mut Stepper, record: &mut Record, forces: bool) {
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
