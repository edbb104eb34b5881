//! The only time loop: [`Run`] says what to simulate, [`Simulation`] goes from step to step, a
//! [`Record`] is what remains.

mod audit;
mod watch;

pub use audit::{audit, Sampling};

use crate::error::{ModelError, StepError};
use crate::frame::BodyId;
use crate::inspect::inspect;
use crate::memory::{Memory, Remember};
use crate::model::{ContactId, JointId, Model};
use crate::record::{ContactRow, Event, Record, Status};
use crate::schemes::contacts::name as item_name;
use crate::schemes::{Interrupt, IntoScheme, Scheme, Start, State, StepInfo, Stepper};
use crate::statics::settle;
use crate::system::{check_initial, RowKind, System};
use std::ops::ControlFlow;
use std::sync::Arc;
use watch::Watch;

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

/// Explicit schemes are stable up to about this step times the highest frequency.
const STABLE: f64 = 2.0;
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
    audit: Sampling,
    stop: Interrupt,
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let scheme = self.scheme.as_ref().map(|s| s.info().name);
        f.debug_struct("Run").field("scheme", &scheme).field("settings", &self.settings).finish()
    }
}

/// A run that did not reach its end.
#[derive(thiserror::Error)]
#[error("{reason}")]
#[non_exhaustive]
pub struct Stopped {
    /// What was recorded until then; none where the run could not begin.
    pub record: Option<Box<Record>>,
    /// Why.
    #[source]
    pub reason: StepError,
}

impl std::fmt::Debug for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let rows = self.record.as_ref().map_or(0, |r| r.len());
        write!(f, "{self} ({rows} rows were recorded)")
    }
}

impl From<StepError> for Stopped {
    fn from(reason: StepError) -> Self {
        Stopped { record: None, reason }
    }
}

impl From<ModelError> for Stopped {
    fn from(e: ModelError) -> Self {
        StepError::from(e).into()
    }
}

impl From<Stopped> for StepError {
    fn from(stopped: Stopped) -> Self {
        stopped.reason
    }
}

impl Model {
    /// Simulate it, under a scheme given by its typed options, as a [`Scheme`] or by its name. Steps
    /// are of 1 ms unless [`Run::dt`] says otherwise.
    pub fn run(self, scheme: impl IntoScheme) -> Run {
        let settled = self.settled;
        let system = self.assemble().and_then(|mut system| {
            if settled {
                let (q0, u0) = (system.q0.clone(), system.u0.clone());
                let q0 = settle(&mut system, &q0)?;
                system.set_start(&q0, &u0);
                system.list_anew(0.0, &q0, &u0)?;
            }
            Ok(Arc::new(system))
        });
        Run::new(system, scheme)
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
        let (audit, stop) = (Sampling::default(), Interrupt::default());
        Run { system, scheme, settings, start: None, audit, stop }
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
    /// Which steps are judged by the laws of mechanics, whatever the scheme says of itself: see [`Record::laws`].
    pub fn audit(mut self, steps: Sampling) -> Self {
        self.audit = steps;
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
    pub fn with_interrupt(mut self, stop: &Interrupt) -> Self {
        self.stop = stop.clone();
        self
    }
    #[doc(hidden)]
    #[deprecated(note = "use `with_interrupt`")]
    pub fn heed(self, stop: &Interrupt) -> Self {
        self.with_interrupt(stop)
    }
    /// Simulate up to a time (s).
    ///
    /// ```
    /// # use percussion::prelude::*;
    /// # let mut model = Model::new();
    /// # model.add("ball", PointMass::at(1.0, V3::zeros()));
    /// # let stop = percussion::schemes::Interrupt::default();
    /// # stop.raise();
    /// match model.run(Moreau::default()).with_interrupt(&stop).until(1.0) {
    ///     Ok(record) => println!("{} rows", record.len()),
    ///     Err(Stopped { record: Some(record), reason, .. }) => println!("{reason}, {} rows", record.len()),
    ///     Err(stopped) => println!("it could not begin: {stopped}"),
    /// }
    /// ```
    ///
    /// # Errors
    /// A model, a scheme, a start or settings that cannot be; a step that cannot be made, or an interrupt, with the record up to there.
    pub fn until(self, t_end: f64) -> Result<Record, Stopped> {
        let mut sim = self.simulation(t_end)?;
        loop {
            match sim.step() {
                Ok(true) => {}
                Ok(false) => return Ok(sim.finish()),
                Err(reason) => {
                    return Err(Stopped { record: Some(Box::new(sim.finish())), reason })
                }
            }
        }
    }
    /// The same step by step, for those who look at every step or change the course of things.
    ///
    /// # Errors
    /// Those of [`Run::until`].
    pub fn simulation(mut self, t_end: f64) -> Result<Simulation<'static>, StepError> {
        self.settings.t_end = t_end;
        self.settings.check()?;
        let (mut system, scheme) = (self.system?, self.scheme?);
        let other = self.start.is_some();
        let (q, u) = self.start.unwrap_or_else(|| (system.q0.clone(), system.u0.clone()));
        let at = Start { t: self.settings.t0, q: &q, u: &u, dt: self.settings.dt };
        at.check(&system)?;
        if other && system.lists() {
            Arc::make_mut(&mut system).list_anew(at.t, &q, &u)?;
        }
        check_initial(&system, &q, &u)?;
        let stepper = scheme.with_interrupt(&self.stop).start_shared(system, &at)?;
        let mut sim = Simulation::begin(stepper, self.settings);
        sim.stop = self.stop;
        sim.audit(self.audit);
        Ok(sim)
    }
}

/// What a contact does at one time: along its normal, then along its tangents, then drilling.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactState {
    /// Gap (m).
    pub gap: f64,
    /// Forces (N); zero under schemes that give percussions alone.
    pub force: [f64; 4],
    /// Percussions of the last step (N s): forces times the step, and impulses.
    pub percussion: [f64; 4],
}

/// A simulation under way.
#[must_use = "steps are made by `step`"]
pub struct Simulation<'s> {
    stepper: Stepper<'s>,
    settings: Settings,
    steps: usize,
    done: usize,
    /// Number of the next step that gets a row, whatever the last one is.
    row_at: usize,
    /// Whether each step is one of the stepper: no load switches, contacts do not come and go, bodies are not swept.
    straight: bool,
    watch: Watch,
    record: Record,
    clock: Clock,
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
        sim.watch.begin(&mut sim.stepper, &mut sim.record);
        sim
    }
    fn empty(stepper: Stepper<'s>, settings: Settings) -> Self {
        let sys = stepper.system();
        Simulation {
            straight: !sys.lists() && !sys.swept() && stepper.next_switch(f64::INFINITY).is_none(),
            row_at: settings.every,
            watch: Watch::new(&stepper),
            record: Record::new(sys, stepper.has_forces()),
            steps: settings.steps(),
            done: 0,
            clock: Clock::start(),
            before: 0.0,
            stop: Interrupt::default(),
            stepper,
            settings,
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
        let (k, set) = (self.done + 1, &self.settings);
        let t_next = if k == self.steps { set.t_end } else { set.t0 + k as i64 as f64 * set.dt };
        let row = k == self.row_at || k == self.steps;
        if self.straight {
            let done = self.stepper.part(t_next - self.stepper.state().t);
            // where it failed, a part of it was made
            let whole = self.stepper.state().t >= t_next - 1e-6 * self.settings.dt;
            let mut told = self.look(done, row && whole);
            if told.is_ok() && !whole {
                told = self.advance(t_next);
            }
            if let Err(e) = told {
                return Err(self.failed(e));
            }
            if row && !whole {
                self.watch.row(&self.stepper, &mut self.record);
            }
        } else {
            if let Err(e) = self.advance(t_next) {
                return Err(self.failed(e));
            }
            if row {
                self.watch.row(&self.stepper, &mut self.record);
            }
        }
        self.done = k;
        if k == self.row_at {
            self.row_at = k.saturating_add(self.settings.every);
        }
        Ok(true)
    }
    #[cold]
    fn failed(&mut self, e: StepError) -> StepError {
        self.record.status = match e {
            StepError::Interrupted { .. } => Status::Interrupted,
            _ => Status::Stopped(e.clone()),
        };
        self.watch.flush(&mut self.stepper, &mut self.record);
        e
    }
    /// Keep the name of the contact whose rows contradict others most.
    #[cold]
    fn contradicted(&mut self, info: &StepInfo) {
        let st = &mut self.record.statistics;
        if info.residual > st.accepted_residual {
            let name = |k| item_name(self.stepper.system(), k).to_string();
            st.accepted_element = info.worst.map(name).unwrap_or_default();
            st.accepted_compliance = info.compliance;
        }
    }
    /// The energy has left every bound: an error, unless the system is driven and the step below the limit of stability.
    #[cold]
    fn unstable(&self, driven: bool) -> Result<(), StepError> {
        let (sys, dt) = (self.stepper.system(), self.settings.dt);
        let fastest = inspect(sys, &sys.q0, &sys.u0).highest.filter(|w| w * dt > STABLE);
        let why = match fastest {
            Some(w) => format!(
                "the step {dt} is above the stability limit of the scheme: the highest frequency of the model at its start is {w:.3e} rad/s, the \
                 largest stable step of an explicit scheme about {:.1e} s",
                STABLE / w
            ),
            None if driven => return Ok(()),
            None => format!("steps of {dt} do not resolve the motion, and nothing drives it"),
        };
        Err(StepError::Unstable { t: self.state().t, why })
    }
    /// A look at a step of the stepper.
    #[inline(always)]
    fn look(&mut self, done: Result<StepInfo, StepError>, row: bool) -> Result<(), StepError> {
        match &done {
            Ok(info) => {
                if info.accepted > 0 {
                    self.contradicted(info);
                }
                self.record.statistics.count(info);
                self.watch.audit.residual = info.residual;
            }
            Err(_) => return done.map(|_| ()),
        }
        if self.watch.tells {
            self.stepper.take_rows(&mut self.watch.rows);
            self.watch.inside(self.stepper.system(), &mut self.record);
        }
        self.watch.look(&mut self.stepper, &mut self.record, false, row);
        match self.watch.audit.unbounded() {
            Some(driven) => self.unstable(driven),
            None => Ok(()),
        }
    }
    /// One step to `t_next`, in parts where a load switches before: each part ends just before the
    /// switch and sees the old load, and the next begins just after it.
    #[inline(never)]
    fn advance(&mut self, t_next: f64) -> Result<(), StepError> {
        // a switch this near to the end of the step is its end
        let round_off = 1e-6 * self.settings.dt;
        loop {
            let t = self.stepper.state().t;
            let switch = self.stepper.next_switch(t_next + round_off);
            let end = switch.map_or(t_next, f64::next_down);
            if switch.is_none() || end - t > round_off {
                if self.stepper.system().lists() {
                    if let Some(by) = self.stepper.refresh(end - t)? {
                        self.watch.renew(self.stepper.system(), &by);
                    }
                }
                let done = self.stepper.part(end - t);
                self.look(done, false)?;
                if self.stepper.state().t < end - round_off {
                    continue;
                }
            }
            let Some(switch) = switch else { return Ok(()) };
            self.stepper.pass_switch(switch, self.settings.dt)?;
            if switch > t_next - round_off {
                return Ok(());
            }
        }
    }
    /// Which steps are judged; see [`Run::audit`].
    pub fn audit(&mut self, steps: Sampling) {
        self.watch.audit.set(steps);
    }
    /// End it here.
    pub fn interrupt(&mut self) {
        if self.record.status == Status::Done && self.done < self.steps {
            self.record.status = Status::Interrupted;
            if self.watch.last < self.state().t {
                self.watch.row(&self.stepper, &mut self.record);
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
    /// Coordinates of a body (m, rad) at the time reached; empty where it is of another model.
    pub fn coordinates(&self, body: BodyId) -> &[f64] {
        let slot = self.system().bodies.get(body.0);
        slot.map_or(&[], |b| &self.state().q[b.q.clone()])
    }
    /// Velocities of a body (m/s, rad/s) at the time reached; empty where it is of another model.
    pub fn velocities(&self, body: BodyId) -> &[f64] {
        let slot = self.system().bodies.get(body.0);
        slot.map_or(&[], |b| &self.state().u[b.u.clone()])
    }
    /// The contact at the time reached; none where it is of another model.
    pub fn contact(&self, contact: ContactId) -> Option<ContactState> {
        let (sys, s) = (self.system(), self.state());
        let c = sys.contacts.get(contact.0)?;
        let friction = c.friction.map_or(0..0, |f| sys.frictions[f].rows.clone());
        let rows = |v: &[f64]| {
            let mut out = [0.0; 4];
            let all = std::iter::once(c.row).chain(friction.clone());
            out.iter_mut().zip(all).for_each(|(o, r)| *o = v.get(r).copied().unwrap_or(0.0));
            out
        };
        Some(ContactState {
            gap: self.watch.gN[contact.0],
            force: rows(&s.la),
            percussion: rows(&s.P),
        })
    }
    /// Forces of a joint (N, N m), one for each of its rows; empty where it is of another model.
    pub fn joint(&self, joint: JointId) -> &[f64] {
        let slot = self.system().elements.get(joint.0);
        slot.and_then(|e| self.state().la.get(e.rows.clone())).unwrap_or(&[])
    }
    /// Evaluations of the equations so far.
    pub fn evaluations(&self) -> usize {
        self.stepper.evaluations()
    }
    /// Steps done, and steps in all.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.steps)
    }
    /// Go on from other velocities at the time reached, as after a blow from outside.
    pub fn set_velocities(&mut self, u: &[f64]) -> Result<(), StepError> {
        self.stepper.restart(u)?;
        self.watch.moved(self.stepper.system(), u);
        Ok(())
    }
    /// Go on from the time reached with steps of another length (s), also after a step that failed.
    ///
    /// # Errors
    /// A step that is not a finite number greater than zero.
    pub fn set_dt(&mut self, dt: f64) -> Result<(), ModelError> {
        let settings = Settings { t0: self.state().t, dt, ..self.settings };
        Settings { t_end: settings.t0, ..settings }.check()?;
        (self.settings, self.steps, self.done) = (settings, settings.steps(), 0);
        self.row_at = settings.every;
        self.record.status = Status::Done;
        Ok(())
    }
    /// What was recorded so far.
    pub fn record(&mut self) -> &Record {
        self.watch.settle(self.stepper.system(), &mut self.record);
        &self.record
    }
    /// Rows and events since the last call, taken out of the record, so that a long run needs
    /// little memory. Rows are as long as [`Record::columns`].
    pub fn take_recorded(&mut self) -> (Vec<f64>, Vec<Event>) {
        (std::mem::take(&mut self.record.data), std::mem::take(&mut self.record.events))
    }
    /// The same into vectors whose memory the record takes in exchange: what they held is forgotten.
    #[doc(hidden)]
    pub fn exchange_recorded(&mut self, rows: &mut Vec<f64>, events: &mut Vec<Event>) {
        rows.clear();
        events.clear();
        std::mem::swap(rows, &mut self.record.data);
        std::mem::swap(events, &mut self.record.events);
    }
    /// The same of what contacts without columns did ([`Record::contacts`]).
    pub fn take_contacts(&mut self) -> Vec<ContactRow> {
        std::mem::take(&mut self.record.contacts)
    }
    /// The record, complete up to the state reached.
    pub fn finish(mut self) -> Record {
        self.sum_up();
        self.record.notes.extend(self.stepper.notes());
        self.watch.audit.conclude(&mut self.record);
        let st = &self.record.statistics;
        if st.accepted > 0 {
            let mut note = format!(
                "contacts contradict each other in {} steps or parts of steps: their laws hold to a relative residual of at most {:.1e}",
                st.accepted, st.accepted_residual
            );
            if !st.accepted_element.is_empty() {
                note += &format!(" (contact '{}')", st.accepted_element);
            }
            self.record.notes.push(note);
        }
        let redundant = self.stepper.redundant();
        if !redundant.is_empty() {
            let sys = self.stepper.system();
            let joint = |r: usize| matches!(sys.kinds[r], RowKind::Position | RowKind::Velocity);
            for (joints, what) in [
                (true, "constraints that depend on others: {} (the motion is determined, their forces are of minimum norm)"),
                (false, "contacts that depend on others: {} (their forces are split as by equal springs)"),
            ] {
                let rows = redundant.iter().filter(|r| joint(**r) == joints);
                let mut names: Vec<&str> = rows.map(|&r| sys.row_name(r)).collect();
                names.sort_unstable();
                names.dedup();
                if !names.is_empty() {
                    self.record.notes.push(what.replace("{}", &listed(&names)));
                }
            }
        }
        self.record
    }
    fn sum_up(&mut self) {
        self.watch.settle(self.stepper.system(), &mut self.record);
        self.record.statistics.evaluations = self.stepper.evaluations();
        self.record.statistics.own_steps(self.stepper.extremes(), self.stepper.work());
        self.record.statistics.wall_s = self.before + self.clock.seconds();
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
        self.watch.pack();
        self.watch.remember(&mut m);
        self.watch.reserve();
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
        sim.row_at = (sim.done / every).saturating_add(1).saturating_mul(every);
        sim.watch.remember(&mut m);
        sim.watch.reserve();
        sim.record.statistics.remember(&mut m);
        m.finished().map_err(|_| damaged())?;
        sim.before = sim.record.statistics.wall_s;
        Ok(sim)
    }
    /// End the steps of this simulation when `stop` is raised.
    pub fn set_interrupt(&mut self, stop: &Interrupt) {
        self.stepper.set_interrupt(stop);
        self.stop = stop.clone();
    }
    #[doc(hidden)]
    #[deprecated(note = "use `set_interrupt`")]
    pub fn heed(&mut self, stop: &Interrupt) {
        self.set_interrupt(stop);
    }
}

/// Wall time. Programs in a browser have no clock: there it stands still.
struct Clock(#[cfg(not(target_family = "wasm"))] std::time::Instant);

impl Clock {
    fn start() -> Self {
        Clock(
            #[cfg(not(target_family = "wasm"))]
            std::time::Instant::now(),
        )
    }
    /// Since the start (s).
    fn seconds(&self) -> f64 {
        #[cfg(not(target_family = "wasm"))]
        return self.0.elapsed().as_secs_f64();
        #[cfg(target_family = "wasm")]
        0.0
    }
}

/// The first five names, and the number of all.
fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 5;
    match names.len() > SHOWN {
        true => format!("{}, .. ({} in all)", names[..SHOWN].join(", "), names.len()),
        false => names.join(", "),
    }
}

fn damaged() -> ModelError {
    ModelError::Memory { why: "it is damaged, or of another version of the program".into() }
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

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn long_lists_are_cut_to_five_names() {
        assert_eq!(listed(&["a", "b", "c", "d", "e"]), "a, b, c, d, e");
        assert_eq!(listed(&["a", "b", "c", "d", "e", "f"]), "a, b, c, d, e, .. (6 in all)");
    }
}
