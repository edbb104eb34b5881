//! A scheme with its options, and a scheme at work on one system.

use super::pieces::ROUGH;
use super::retry::{led, Partial, Retry};
use super::{find, Engine, Extremes, Options, Promise, SchemeInfo, Supports, Work};
use crate::collision::broad::{Pair, Search};
use crate::error::{ModelError, StepError};
use crate::memory::{remember, Memory, Remember};
use crate::record::{Event, State, StepInfo};
use crate::system::{check_size, Eval, Renewal, System};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// Where a scheme begins.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Time (s).
    pub t: f64,
    /// Coordinates (m, rad).
    pub q: &'a [f64],
    /// Velocities (m/s, rad/s).
    pub u: &'a [f64],
    /// The step that will be asked for first (s).
    pub dt: f64,
}

/// A wish to stop that can be raised from anywhere; all clones are one.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Ask for the end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// The flag itself.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
    /// A share of the flag.
    pub(crate) fn shared(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
    /// Whether it was asked for.
    pub fn raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A scheme of the table with values for its options, all of them allowed.
#[derive(Clone, Debug)]
pub struct Scheme {
    info: &'static SchemeInfo,
    options: Options,
    stop: Interrupt,
}

impl Scheme {
    /// A scheme by name, its options at their defaults.
    pub fn new(name: &str) -> Result<Self, ModelError> {
        let info = find(name)?;
        Scheme::with(info, Options::new("option", info.options))
    }
    pub(super) fn with(info: &'static SchemeInfo, options: Options) -> Result<Self, ModelError> {
        (info.make)(&options)?;
        Ok(Scheme { info, options, stop: Interrupt::default() })
    }
    /// The same with one option changed.
    pub fn set(self, name: &str, value: &str) -> Result<Self, ModelError> {
        self.set_all(&[(name, value)])
    }
    /// The same with several options changed, checked together: some depend on others, as those of an integrator on its name.
    pub fn set_all<A: AsRef<str>, B: AsRef<str>>(
        mut self,
        given: &[(A, B)],
    ) -> Result<Self, ModelError> {
        given
            .iter()
            .try_for_each(|(name, value)| self.options.set(name.as_ref(), value.as_ref()))?;
        Ok(Scheme::with(self.info, self.options)?.with_interrupt(&self.stop))
    }
    /// The same; its start and its steps end when `stop` is raised.
    pub fn with_interrupt(self, stop: &Interrupt) -> Self {
        Scheme { stop: stop.clone(), ..self }
    }
    /// Its entry in the table.
    pub fn info(&self) -> &'static SchemeInfo {
        self.info
    }
    /// Its options.
    pub fn options(&self) -> &Options {
        &self.options
    }
    /// Whether it has forces λ and impulses Λ apart from percussions.
    pub fn has_forces(&self) -> bool {
        (self.info.make)(&self.options).is_ok_and(|e| e.has_forces())
    }
    /// Whether its steps of equal length are explicit: above the limit of their stability the motion grows without bound.
    pub(crate) fn is_explicit(&self) -> bool {
        self.info.supports.explicit
    }
    /// What states of a run may be judged by.
    pub fn promise(&self) -> Promise {
        let Supports { position, velocity, momentum, adaptive, .. } = self.info.supports;
        let own = if adaptive { &["tol", "rtol", "atol", "accept"][..] } else { &["accept"] };
        let own = own.iter().filter_map(|name| self.options.number(name).ok());
        let tolerance = own.fold(FINEST_TOLERANCE, f64::max);
        let percussions = if adaptive { ROUGH } else { 0.0 };
        Promise { position, velocity, momentum, tolerance, percussions }
    }
    /// Begin with a system. The scheme must support it, and the values must fit it.
    pub fn start<'s>(&self, sys: &'s System, at: &Start) -> Result<Stepper<'s>, StepError> {
        self.begin(Held::Borrowed(sys), at)
    }
    /// The same with a system that the stepper holds a share of.
    pub fn start_shared(
        &self,
        sys: Arc<System>,
        at: &Start,
    ) -> Result<Stepper<'static>, StepError> {
        self.begin(Held::Shared(sys), at)
    }
    fn begin<'s>(&self, mut sys: Held<'s>, at: &Start) -> Result<Stepper<'s>, StepError> {
        self.info.check(&sys)?;
        at.check(&sys)?;
        if let Some(mut search) = sys.search() {
            let mut u = at.u.to_vec();
            u.push(1.0);
            let pairs = sys.wanted(&mut search, (at.t, at.q, &u), at.dt);
            sys.list(pairs)?;
        }
        self.begin_listed(sys, at)
    }
    /// The same with the contacts there are.
    fn begin_listed<'s>(&self, sys: Held<'s>, at: &Start) -> Result<Stepper<'s>, StepError> {
        self.info.check(&sys)?;
        at.check(&sys)?;
        let mut engine = (self.info.make)(&self.options)?;
        engine.set_interrupt(&self.stop);
        engine.start(&sys, at.t, at.q, at.u, at.dt)?;
        let (scheme, near) = (self.clone(), sys.search().map(Near::new));
        Ok(Stepper { scheme, sys, engine, dt: at.dt, retry: Retry::default(), near })
    }
    /// Go on from what [`Stepper::save`] wrote, with the same bits as if there had been no break.
    /// Scheme, options and system must be those it was written with.
    pub fn resume<'s>(&self, sys: &'s System, saved: &[u8]) -> Result<Stepper<'s>, StepError> {
        self.take_up(Held::Borrowed(sys), saved)
    }
    /// The same with a system that the stepper holds a share of.
    pub fn resume_shared(
        &self,
        sys: Arc<System>,
        saved: &[u8],
    ) -> Result<Stepper<'static>, StepError> {
        self.take_up(Held::Shared(sys), saved)
    }
    fn take_up<'s>(&self, mut sys: Held<'s>, saved: &[u8]) -> Result<Stepper<'s>, StepError> {
        let refused = |why: String| StepError::Refused(ModelError::Memory { why });
        let mut m = Memory::from_bytes(saved)
            .ok_or_else(|| refused("it is damaged, or of another version of the program".into()))?;
        let mut head = Head::default();
        head.remember(&mut m);
        if !sys.can_list(&head.list) {
            return Err(refused("it belongs to another system".into()));
        }
        sys.list(std::mem::take(&mut head.list))?;
        let own = Head::new(self, &sys);
        if head.scheme != own.scheme || head.options != own.options {
            return Err(refused(format!(
                "it belongs to {} [{}], not to {} [{}]",
                head.scheme, head.options, own.scheme, own.options
            )));
        }
        if head.size != own.size {
            return Err(refused("it belongs to another system".into()));
        }
        let at = Start { t: head.t, q: &head.q, u: &head.u, dt: head.dt };
        let mut stepper = self.begin_listed(sys, &at)?;
        stepper.engine.remember(&stepper.sys, &mut m);
        m.finished().map_err(|field| refused(format!("it differs at '{field}'")))?;
        Ok(stepper)
    }
}

/// What is written before the engine's own memory.
#[derive(Default)]
struct Head {
    scheme: String,
    options: String,
    size: (usize, usize, usize),
    t: f64,
    q: Vec<f64>,
    u: Vec<f64>,
    dt: f64,
    /// Pairs whose contacts there are, where contacts come and go.
    list: Vec<Pair>,
}
remember!(Head { scheme, options, list, size, t, q, u, dt });

impl Head {
    fn new(scheme: &Scheme, sys: &System) -> Self {
        let options: Vec<String> =
            scheme.options.all().map(|(name, value)| format!("{name}={value}")).collect();
        Head {
            scheme: scheme.info.name.into(),
            options: options.join(", "),
            size: (sys.nq, sys.nu, sys.nr),
            list: sys.listed_pairs().to_vec(),
            ..Head::default()
        }
    }
}

impl<'a> Start<'a> {
    /// At t = 0 in the initial state of a system.
    pub fn of(sys: &'a System, dt: f64) -> Self {
        Start { t: 0.0, q: &sys.q0, u: &sys.u0, dt }
    }

    /// Whether the values fit a system.
    pub fn check(&self, sys: &System) -> Result<(), ModelError> {
        check_size(sys, self.q, self.u)?;
        if !self.t.is_finite() {
            return Err(ModelError::value("time at the start", self.t, "a finite number"));
        }
        step_size(self.dt)
    }
}

/// To what part of their size all schemes solve their equations at least.
const FINEST_TOLERANCE: f64 = 1e-6;

pub(super) fn step_size(dt: f64) -> Result<(), ModelError> {
    match dt {
        dt if dt > 0.0 && dt.is_finite() => Ok(()),
        _ => Err(ModelError::value("dt", dt, "a finite number greater than zero")),
    }
}

/// A system that is borrowed or shared.
pub(super) enum Held<'s> {
    Borrowed(&'s System),
    Shared(Arc<System>),
}

impl Held<'_> {
    /// The contacts of these pairs take the place of those there are.
    fn list(&mut self, pairs: Vec<Pair>) -> Result<Option<Renewal>, ModelError> {
        if pairs == self.listed_pairs() {
            return Ok(None);
        }
        if let Held::Borrowed(sys) = self {
            *self = Held::Shared(Arc::new((*sys).clone()));
        }
        match self {
            Held::Shared(sys) => Arc::make_mut(sys).set_list(pairs).map(Some),
            Held::Borrowed(_) => Ok(None),
        }
    }
}

impl std::ops::Deref for Held<'_> {
    type Target = System;
    fn deref(&self) -> &System {
        match self {
            Held::Borrowed(sys) => sys,
            Held::Shared(sys) => sys,
        }
    }
}

/// A scheme at work on the system it borrows, or holds a share of.
pub struct Stepper<'s> {
    scheme: Scheme,
    pub(super) sys: Held<'s>,
    pub(super) engine: Box<dyn Engine>,
    pub(super) dt: f64,
    pub(super) retry: Retry,
    pub(super) near: Option<Near>,
}

/// Looks for contacts that come near.
pub(super) struct Near {
    pub search: Search,
    /// Velocities, extended.
    u: Vec<f64>,
    /// Whether it has looked since the last step, for a step of this length.
    pub looked: f64,
}

impl Near {
    fn new(search: Search) -> Self {
        Near { search, u: Vec::new(), looked: 0.0 }
    }
}

impl Stepper<'_> {
    /// The system.
    pub fn system(&self) -> &System {
        &self.sys
    }
    /// The scheme.
    pub fn scheme(&self) -> &Scheme {
        &self.scheme
    }
    /// Advance by dt. A step that fails leaves everything as it was; how far it came is kept for
    /// [`Stepper::take_partial`]. [`Stepper::part`] makes it again in parts.
    pub fn step(&mut self, dt: f64) -> Result<StepInfo, StepError> {
        self.guarded(dt, |engine, sys| engine.step(sys, dt))
    }
    /// Where contacts come and go: makes ready for a step of length dt. Where pairs of shapes may touch in it that have no contacts
    /// yet, the system is another one afterwards. Steps do so by themselves; those who keep something by rows ask
    /// before.
    pub fn refresh(&mut self, dt: f64) -> Result<Option<Renewal>, StepError> {
        step_size(dt)?;
        let Some(near) = &mut self.near else { return Ok(None) };
        if near.looked >= dt {
            return Ok(None);
        }
        let s = self.engine.state();
        near.u.clone_from(&s.u);
        near.u.push(1.0);
        near.looked = dt;
        if self.engine.ranges() {
            near.search.expect(&led(s, dt));
        }
        let at = (s.t, &s.q[..], &near.u[..]);
        if !self.sys.lacks(&mut near.search, at, dt) {
            return Ok(None);
        }
        let pairs = self.sys.wanted(&mut near.search, at, dt);
        let by = self.sys.list(pairs)?;
        if let Some(by) = &by {
            self.engine.renew(&self.sys, by)?;
        }
        Ok(by)
    }
    /// The same for one internal step, not beyond `t_max`; schemes that do not choose their steps take
    /// all of it.
    pub fn inner_step(&mut self, t_max: f64) -> Result<StepInfo, StepError> {
        self.guarded(t_max - self.state().t, |engine, sys| engine.inner_step(sys, t_max))
    }
    /// Begin anew with other velocities at the time and place reached.
    pub fn restart(&mut self, u: &[f64]) -> Result<(), StepError> {
        let s = self.engine.state();
        let (t, q, dt) = (s.t, s.q.clone(), self.dt);
        Start { t, q: &q, u, dt }.check(&self.sys)?;
        self.engine.start(&self.sys, t, &q, u, dt)
    }
    /// How far the last failed step came, if that is not known yet.
    pub fn take_partial(&mut self) -> Option<Partial> {
        self.retry.partial.take()
    }
    /// Drop what only makes the next steps cheaper; they have the same solution without it, to the tolerance.
    #[doc(hidden)]
    pub fn cool(&mut self) {
        self.engine.cool(&self.sys);
    }
    /// All that the next step depends on, as bytes for [`Scheme::resume`].
    pub fn save(&mut self) -> Vec<u8> {
        let mut m = Memory::named();
        let s = self.engine.state();
        let (t, q, u, dt) = (s.t, s.q.clone(), s.u.clone(), self.dt);
        Head { t, q, u, dt, ..Head::new(&self.scheme, &self.sys) }.remember(&mut m);
        self.engine.remember(&self.sys, &mut m);
        m.bytes()
    }
    /// The time at which a load or drive of the model switches next, up to `t_end`, if a step has to
    /// end there: just before it, at [`f64::next_down`] of it, to go on by [`Stepper::pass_switch`].
    /// None for schemes that find such times by themselves.
    pub fn next_switch(&self, t_end: f64) -> Option<f64> {
        let next = self.sys.next_switch(self.state().t).filter(|t| *t <= t_end);
        next.filter(|_| self.engine.ends_on_switches())
    }
    /// Go on from the state reached at the time t just after it, where a load or drive has switched.
    pub fn pass_switch(&mut self, t: f64, dt: f64) -> Result<(), StepError> {
        step_size(dt)?;
        if !t.is_finite() {
            return Err(ModelError::value("time of a switch", t, "a finite number").into());
        }
        self.engine.restart(&self.sys, t, dt)
    }
    /// The state reached.
    pub fn state(&self) -> &State {
        self.engine.state()
    }
    /// The equations at the state reached, where the scheme has them at hand.
    pub fn evaluated(&self) -> Option<&Eval> {
        self.engine.evaluated()
    }
    /// The state reached, and the equations there.
    pub(crate) fn reached(&self) -> (&State, Option<&Eval>) {
        self.engine.reached()
    }
    /// Whether there are ever exact events, or rows of their own.
    pub(crate) fn tells(&self) -> bool {
        self.engine.tells()
    }
    /// Evaluations of the equations of motion since the start, or since a restart of a scheme that
    /// begins anew there.
    pub fn evaluations(&self) -> usize {
        self.engine.evaluations()
    }
    /// Exact events since the last call, appended to `out`; false where the scheme has none and
    /// events are read off its steps.
    pub fn take_events(&mut self, out: &mut Vec<Event>) -> bool {
        self.engine.take_events(out)
    }
    /// States inside the last step that deserve a row of their own, oldest first, appended to
    /// `out`. Their percussions count from the start of the step.
    pub fn take_rows(&mut self, out: &mut Vec<State>) {
        self.engine.take_rows(out);
    }
    /// Rows whose constraints depend on others, as met so far.
    pub fn redundant(&self) -> Vec<usize> {
        self.engine.redundant()
    }
    /// Whether the scheme has forces λ and impulses Λ apart from percussions.
    pub fn has_forces(&self) -> bool {
        self.engine.has_forces()
    }
    /// The run ends at `t_end`: internal steps do not go beyond.
    pub fn until(&mut self, t_end: f64) {
        self.engine.until(t_end);
    }
    /// Largest violations over internal steps, where the scheme chooses them.
    pub fn extremes(&self) -> Option<&Extremes> {
        self.engine.extremes()
    }
    /// What the internal steps have cost, where the scheme chooses them.
    pub fn work(&self) -> Option<Work> {
        self.engine.work()
    }
    /// What the user should know of the run.
    pub fn notes(&self) -> Vec<String> {
        self.engine.notes()
    }
    /// End a long step when `stop` is raised.
    pub fn set_interrupt(&mut self, stop: &Interrupt) {
        self.engine.set_interrupt(stop);
    }
}

impl std::fmt::Debug for Stepper<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stepper").field("state", self.state()).finish_non_exhaustive()
    }
}
