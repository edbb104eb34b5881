//! Event-driven simulation: smooth integration between events, which are located on the dense
//! output and resolved one after another.
//!
//! ```text
//! I0 = { g_N = 0 }             closed contacts
//! I1 = { I0, g_N' = 0 }        closed and not moving apart
//! I2 = { I1, λ_N > 0 }         pressed: their rows act like joints
//! It = { I2, γ_F = 0 }         sticking; the others of I2 slide along γ_F
//! ```
//!
//! Until an event: integrate in the mode (I2, It), with steps chosen by the tolerance alone; what is
//! reported at the times of the output is read off the dense output (`pieces.rs`), and every event has
//! two rows, its left and its right limit. Events are
//!
//! | event function | meaning | what follows |
//! |---|---|---|
//! | g_N of open contacts falls to zero | impact | impact problem on I0, then the acceleration problem |
//! | λ_N of pressed contacts falls to zero | take-off | acceleration problem on I1 |
//! | γ_F of sliding contacts vanishes | stick or reversal | acceleration problem; in space see `stop.rs` |
//! | μ λ_N - ‖λ_F‖ of sticking contacts falls to zero | slip | acceleration problem |
//! | determinant of W M⁻¹ Ŵ of sliding contacts falls to zero | loss of hold | take-off, or a percussion without collision: see `painleve.rs` |
//! | other features of a pressed contact touch | feature: the normal or the curvature may jump | impact problem, acceleration problem |
//! | a drive or load switches at a time the model names | switch | acceleration problem |
//!
//! The impact problem is Newton's or Poisson's law with friction at velocity level, the acceleration problem
//! Signorini's and Coulomb's laws at acceleration level; where both g_N'' and λ_N vanish the next
//! derivative decides. Constraints are projected after each event. An approach slower than the
//! tolerance no longer rebounds. Where the motion proves stiff for an explicit integrator, `radau5` goes on.
//! Where events repeat at one time, `hybrid.rs` has a way past.
//!
//! Acary, Brogliato, "Numerical Methods for Nonsmooth Dynamical Systems", 2008,
//! DOI 10.1007/978-3-540-75392-6, chapter 8; the integrators are compared in Haddouni et al. 2017,
//! DOI 10.1007/s11044-017-9570-y.

mod advance;
mod events;
mod painleve;
mod resolve;
mod spread;
mod stop;

use super::contacts;
use super::integrator_options;
use super::options::join;
use super::pieces::{self, Pace, Piece, Sampler, Stops};
use super::Extremes;
use super::{Interrupt, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports};
use crate::contact::reduce::Make;
use crate::error::{ModelError, StepError};
use crate::integrators::smooth::SmoothEquations;
use crate::integrators::{self, Index, Integrator, Settings, Tally};
use crate::memory::{remember, Memory, Remember};
use crate::record::Event;
use crate::system::{Eval, System};
use events::{Found, Watcher};
use resolve::Resolver;
use stop::Stop;

pub(super) const INTEGRATOR: OptionInfo = OptionInfo {
    name: "integrator",
    default: "mdop5",
    help: "mdop5, dopri5, hem5, phem56, radau5, alpha-p, alpha-v, alpha-pv; where neither it nor an option of it is given, radau5 takes over from mdop5 in stiff motion",
};
pub(super) const H0: OptionInfo =
    OptionInfo { name: "h0", default: "", help: "first internal step, chosen where not given" };
pub(super) const H_MAX: OptionInfo = OptionInfo {
    name: "h_max",
    default: "",
    help: "largest internal step, unlimited where not given",
};
pub(super) const H_MIN: OptionInfo = OptionInfo {
    name: "h_min",
    default: "",
    help: "smallest internal step, that of rounding where not given",
};

pub(super) const GAP: OptionInfo = OptionInfo {
    name: "gap_threshold",
    default: "",
    help: "gap up to which a contact is closed at an event (m), at most a hundredth of its size; rounding of the coordinates where not given",
};
pub(super) const VELOCITY: OptionInfo = OptionInfo {
    name: "velocity_threshold",
    default: "",
    help: "velocity up to which a gap is at rest at an event (m/s), and its impact has no restitution; by tol where not given",
};
pub(super) const FORCE: OptionInfo = OptionInfo {
    name: "force_threshold",
    default: "",
    help: "least force of a closed contact at an event, as the acceleration that it gives the gap (m/s²); rounding where not given",
};

/// Thresholds of the index sets where the user gives them: g ≤ τ0, |g'| ≤ τ1, λ ≥ τ3 (section 2.3 of Haddouni et al. 2017).
#[derive(Clone, Copy, Default)]
pub(super) struct Thresholds {
    gap: Option<f64>,
    velocity: Option<f64>,
    force: Option<f64>,
}

impl Thresholds {
    fn new(o: &Options) -> Result<Self, ModelError> {
        let given = |info: OptionInfo| match o.is_set(info.name) {
            true => o.positive(info.name).map(Some),
            false => Ok(None),
        };
        Ok(Thresholds { gap: given(GAP)?, velocity: given(VELOCITY)?, force: given(FORCE)? })
    }
}

const OPTIONS: [OptionInfo; 23] = join(
    &[
        INTEGRATOR,
        OptionInfo {
            name: "tol",
            default: "1e-8",
            help: "tolerance of the solution and of event times; steps get a share of it",
        },
        H0,
        H_MAX,
        H_MIN,
        pieces::STOPS,
        OptionInfo { name: "max_events", default: "10000", help: "most events in one step dt" },
        GAP,
        VELOCITY,
        FORCE,
        contacts::SOLVER,
    ],
    &integrator_options::HANDED_ON,
);

pub(super) const INFO: SchemeInfo = SchemeInfo {
    name: "event-driven",
    summary: "smooth integration with error control between located events",
    source: "Acary and Brogliato 2008, DOI 10.1007/978-3-540-75392-6, chapter 8",
    options: &OPTIONS,
    supports: Supports {
        contacts: true,
        friction: true,
        joints: true,
        rolling: true,
        quaternions: true,
        adaptive: true,
        poisson: true,
        position: true,
        velocity: true,
        momentum: true,
        levels: false,
        explicit: false,
    },
    // with a way past where it would not get on
    make: |o| Ok(Box::new(super::hybrid::Hybrid::new(o, false)?)),
};

/// The scheme.
pub struct EventDriven {
    pub(super) tol: f64,
    max_events: usize,
    thresholds: Thresholds,
    contact_solver: Make,
    settings: Settings,
    /// Tolerances of the integrator are not below this.
    least: f64,
    on: Integrators,
    /// Whether `radau5` may take over.
    free: bool,
    /// The integrator that `radau5` took over from, and its counts.
    explicit: Option<Box<dyn Integrator>>,
    past: Tally,
    t_end: f64,
    stops: Stops,
    pub(super) work: Option<Box<Work>>,
    /// The state that internal steps have reached; its percussions are those since the last output.
    pub(super) state: State,
    /// The state reported.
    out: State,
    rows: Vec<State>,
    pub(super) events: Vec<Event>,
    pub(super) extremes: Extremes,
    pace: Pace,
    pub(super) notes: Vec<String>,
    interrupt: Interrupt,
}

/// Workspaces.
pub(super) struct Work {
    pub eqs: SmoothEquations,
    watcher: Watcher,
    resolver: Resolver,
    sampler: Sampler,
    /// The last internal step, the event at its end, and whether it is still to be reported.
    piece: Piece,
    found: Option<Found>,
    pending: bool,
    /// Whether the last output was read off the dense output.
    sampled: bool,
    /// Whether the integrator has to begin anew.
    pub fresh: bool,
    q: Vec<f64>,
    qdd: Vec<f64>,
    u: Vec<f64>,
    pub a: Vec<f64>,
    a_mid: Vec<f64>,
    /// Velocities that are looked ahead to.
    ahead: Vec<f64>,
    pub la: Vec<f64>,
    la_mid: Vec<f64>,
    /// Impacts so far: contact and time, for whoever looks for accumulations.
    pub impacts: Vec<(usize, f64, f64)>,
    /// Speed at which each contact was left last, 1 at most.
    rebound: Vec<f64>,
    /// Where `near` has to stop, infinite where it is not in use.
    limit: f64,
    /// Whether sliding begins, and `onset` makes the steps.
    begins: bool,
    /// The stop in view, at which a step ends and a new one begins.
    stop_at: f64,
    /// A row that no step passes, as one that did passed over something before it.
    row: f64,
    /// Contacts in space that slide towards rest.
    stop: Stop,
    /// Time of the last event, and how many there were at that time.
    instant: (f64, usize),
}
remember!(Work {
    eqs,
    watcher,
    resolver,
    piece,
    found,
    pending,
    fresh,
    q,
    qdd,
    u,
    a,
    a_mid,
    ahead,
    la,
    la_mid,
    impacts,
    rebound,
    limit,
    begins,
    row,
    stop_at,
    stop,
    instant,
    sampler,
    sampled
});

impl Work {
    fn part(&self) -> Part {
        match self.limit.is_finite() {
            true => Part::Near,
            false if self.begins => Part::Onset,
            false => Part::Main,
        }
    }

    /// A state between two others that fulfil the joints, by equations that the steps do not use.
    pub(super) fn put_on_joints(&mut self, sys: &System, t: f64, q: &mut [f64], u: &mut [f64]) {
        self.sampler.put_on(sys, &integrators::smooth::Mode::open(sys), t, q, u);
    }
}

/// Which integrator makes the steps.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Main,
    Near,
    Onset,
}

/// The integrators by what they are for.
struct Integrators {
    main: Box<dyn Integrator>,
    /// The way to a time at which forces blow up.
    near: Box<dyn Integrator>,
    /// The beginning of sliding in space, see `stop.rs`.
    onset: Box<dyn Integrator>,
}

impl Integrators {
    fn of(&self, part: Part) -> &dyn Integrator {
        match part {
            Part::Main => &*self.main,
            Part::Near => &*self.near,
            Part::Onset => &*self.onset,
        }
    }

    fn of_mut(&mut self, part: Part) -> &mut dyn Integrator {
        match part {
            Part::Main => &mut *self.main,
            Part::Near => &mut *self.near,
            Part::Onset => &mut *self.onset,
        }
    }
}

/// How far a look at the next internal step went.
pub(super) enum Went {
    /// The output is reported.
    There,
    /// An event was resolved.
    Event,
    /// Further, without event.
    On,
}

/// The tolerance of the integrator. The errors of some twenty steps add up between two events, and
/// a row of impacts amplifies them, tenfold say. An error δ of the gap moves the event by δ/|g_N'|:
/// where contacts approach at the speed v < 1 only, the gap must be that much more accurate for the
/// same error of the time. Flights after very slow rebounds are too short for the integrator to notice.
/// Steps at large tolerances are so long that their errors are not yet in proportion to the estimates.
fn share(tol: f64, v: f64, least: f64) -> f64 {
    let long = (LARGE / tol).min(1.0).sqrt();
    (SHARE * long * tol * v.clamp(0.01, 1.0)).max(least)
}

/// The smallest tolerance that an integrator keeps: iterations of generalized-α end at the rounding of its forces.
fn least(integrator: &str) -> f64 {
    if integrator.starts_with("alpha") {
        1e-12
    } else {
        1e-14
    }
}

const LARGE: f64 = 2e-3;

const SHARE: f64 = 0.003;

/// Events at one time after which nothing is to be expected from more of them.
const AT_ONCE: usize = 50;
/// Events at one time after which a gap that falls is taken as closed.
const AGAIN: usize = 4;

/// Smallest difference between two distinct times (s).
fn time_resolution(t: f64) -> f64 {
    1e-14 * (1.0 + t.abs())
}

/// `radau5` with constraints at two levels; `damps` as in [`Settings::damps`].
fn radau(tol: f64, of: Settings, damps: bool) -> Result<Box<dyn Integrator>, ModelError> {
    let index = Index::Stabilised;
    let set = Settings { rtol: tol, atol: tol, h0: None, index, damps, ..of };
    integrators::make("radau5", &set)
}

impl EventDriven {
    pub(super) fn new(o: &Options) -> Result<Self, ModelError> {
        let tol = o.within("tol", 1e-14, 1e-1)?;
        let least = least(o.text("integrator"));
        let rtol = share(tol, 1.0, least);
        let settings = integrator_options::settings(o.text("integrator"), o, rtol)?;
        Ok(EventDriven {
            contact_solver: contacts::solver(o)?,
            thresholds: Thresholds::new(o)?,
            tol,
            max_events: o.whole("max_events", 1, 1_000_000_000)?,
            on: Integrators {
                main: integrators::make(o.text("integrator"), &settings)?,
                near: integrators::make("mdop5", &settings)?,
                onset: radau(rtol, settings, false)?,
            },
            free: !integrator_options::is_chosen(o),
            explicit: None,
            past: Tally::default(),
            settings,
            least,
            t_end: f64::INFINITY,
            stops: Stops::new(o)?,
            work: None,
            state: State::default(),
            out: State::default(),
            rows: Vec::new(),
            events: Vec::new(),
            extremes: Extremes::default(),
            pace: Pace::new(o)?,
            notes: Vec::new(),
            interrupt: Interrupt::default(),
        })
    }

    /// Go on towards the output at `target`: report it where it lies in the last internal step,
    /// else end that step with its event, else make the next one. Contacts that keep the motion
    /// from going on are named as such.
    pub(super) fn proceed(
        &mut self,
        sys: &System,
        w: &mut Work,
        target: f64,
        info: &mut StepInfo,
    ) -> Result<Went, StepError> {
        if self.interrupt.raised() {
            return Err(StepError::Interrupted { t: self.state.t });
        }
        w.resolver.check(sys, self.state.t, info)?;
        if w.pending {
            let t1 = w.piece.t1;
            let ends = w.found.is_some() || w.stop_at == t1;
            let tiny = time_resolution(target);
            if target < t1 - tiny || (!ends && target <= t1 + tiny) {
                return match self.sample(sys, w, target)? {
                    true => Ok(Went::There),
                    false => self.go_back(sys, w, target).map(|()| Went::On),
                };
            }
            w.piece.add_impulses(t1, &mut self.state.P);
            w.pending = false;
            return if self.absorb(sys, w) { self.resolved(w) } else { Ok(Went::On) };
        }
        if target - self.state.t <= time_resolution(target) {
            self.report(sys, w, target);
            return Ok(Went::There);
        }
        if let Some((t, from)) = w.stop.until {
            if target < t {
                self.coast_by(sys, w, target, from);
                w.stop.until = Some((t, target));
                return Ok(Went::There);
            }
            self.halt(sys, w, t, from);
            return self.resolved(w);
        }
        match self.advance(sys, w, target, info) {
            Ok(true) => self.resolved(w),
            Ok(false) => Ok(Went::On),
            // steps that the user keeps from shrinking are no sign of forces that are not smooth
            Err(StepError::TooSmall { t, h, .. })
                if !sys.contacts.is_empty() && self.settings.h_min == 0.0 =>
            {
                let why = format!("the forces are not smooth, steps shrink to {h:e}");
                Err(StepError::Stalled { t, why })
            }
            Err(e) => Err(e),
        }
    }

    /// Events that repeat at one time lead nowhere.
    fn resolved(&self, w: &mut Work) -> Result<Went, StepError> {
        let t = self.state.t;
        let again = t - w.instant.0 <= 1e-13 * (1.0 + t.abs());
        w.instant = if again { (w.instant.0, w.instant.1 + 1) } else { (t, 1) };
        if w.instant.1 <= AT_ONCE {
            return Ok(Went::Event);
        }
        Err(StepError::Stalled { t, why: "events repeat without progress".into() })
    }

    /// Report the state at time t of the last internal step; false where it is too far off the constraints there.
    fn sample(&mut self, sys: &System, w: &mut Work, t: f64) -> Result<bool, StepError> {
        let before = self.out.t;
        w.sampler.eqs.onset.copy_from_slice(&w.eqs.onset);
        let on = self.on.of(w.part());
        if !w.sampler.read(sys, on, &w.piece.mode, t, true, &mut self.out) {
            return Err(StepError::NotFinite { t });
        }
        if w.sampler.moved > self.tol {
            if w.sampler.strays(sys, on, &w.piece, self.tol, &self.out) {
                self.out.t = before;
                return Ok(false);
            }
            w.sampler.read(sys, on, &w.piece.mode, t, true, &mut self.out);
        }
        w.resolver.spread(sys, &w.sampler.eqs, &mut self.out.la);
        w.sampled = true;
        w.piece.add_impulses(t, &mut self.state.P);
        self.out.P.copy_from_slice(&self.state.P);
        self.out.La.copy_from_slice(&self.state.La);
        Ok(true)
    }

    /// The last internal step passed over something before the row at time t: begin anew where the row before it was, or where
    /// the step began, and go to the row.
    fn go_back(&mut self, sys: &System, w: &mut Work, t: f64) -> Result<(), StepError> {
        let part = w.part();
        let from = w.piece.row();
        let s = &mut self.state;
        self.on.of(part).dense(from, &mut s.q, &mut s.u);
        sys.normalize(&mut s.q);
        w.sampler.put_on(sys, &w.piece.mode, from, &mut s.q, &mut s.u);
        s.t = from;
        (w.found, w.pending, w.fresh) = (None, false, true);
        self.on.of_mut(part).propose(0.5 * (t - from));
        w.row = t;
        Ok(())
    }

    /// Report the state that internal steps have reached, as that of time t.
    pub(super) fn report(&mut self, sys: &System, w: &mut Work, t: f64) {
        self.finish(sys, w);
        // at an event its right limit is the row of the output
        if self.rows.last().is_some_and(|r| (r.t - t).abs() <= time_resolution(t)) {
            self.rows.pop();
        }
        // an event a time_resolution later is at the same time
        self.rows.iter_mut().rev().take_while(|r| r.t > t).for_each(|r| r.t = t);
        self.out.clone_from(&self.state);
        self.out.t = t;
        w.sampled = false;
    }

    /// Find mode and accelerations at the present state, as at the start.
    pub(super) fn settle(&mut self, sys: &System, w: &mut Work) {
        let s = &mut self.state;
        w.resolver.settle(sys, &mut w.eqs, self.tol, s, &mut self.events);
        w.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut w.a, &mut w.la);
        w.resolver.spread(sys, &w.eqs, &mut w.la);
        w.fresh = true;
    }

    fn finish(&mut self, sys: &System, w: &Work) {
        self.state.a.copy_from_slice(&w.a[..sys.nu]);
        self.state.la.copy_from_slice(&w.la);
    }

    pub(super) fn too_many(&self, t: f64, n: usize) -> Option<StepError> {
        (n > self.max_events).then_some(StepError::TooManyEvents { t, events: n })
    }

    /// A step of the output begins: where it ends.
    pub(super) fn target(&mut self, dt: f64) -> f64 {
        self.state.P.fill(0.0);
        self.state.La.fill(0.0);
        self.out.t + dt
    }

    /// After an error: what was reached is reported.
    pub(super) fn give_up(&mut self, sys: &System, w: &mut Work) {
        if w.pending {
            w.piece.add_impulses(w.piece.t1, &mut self.state.P);
        }
        if self.state.t > self.out.t {
            let t = self.state.t;
            self.report(sys, w, t);
        }
    }
}

impl EventDriven {
    pub(super) fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
    ) -> Result<(), StepError> {
        let mut w = Box::new(Work {
            eqs: SmoothEquations::new(sys),
            watcher: Watcher::new(sys, self.tol),
            resolver: Resolver::new(sys, self.contact_solver, self.thresholds),
            sampler: Sampler::new(sys),
            piece: Piece::new(sys),
            found: None,
            pending: false,
            sampled: false,
            fresh: true,
            q: vec![0.0; sys.nq],
            qdd: vec![0.0; sys.nq],
            u: vec![0.0; sys.nu],
            a: vec![0.0; sys.nu],
            a_mid: vec![0.0; sys.nu],
            ahead: [vec![0.0; sys.nu], vec![1.0]].concat(),
            la: vec![0.0; sys.nr],
            la_mid: vec![0.0; sys.nr],
            impacts: Vec::new(),
            rebound: vec![1.0; sys.contacts.len()],
            limit: f64::INFINITY,
            begins: false,
            row: f64::NEG_INFINITY,
            stop_at: f64::INFINITY,
            stop: Stop::default(),
            instant: (t, 0),
        });
        self.state = State {
            t,
            q: q.to_vec(),
            u: u[..sys.nu].to_vec(),
            a: vec![0.0; sys.nu],
            P: vec![0.0; sys.nr],
            la: vec![0.0; sys.nr],
            La: vec![0.0; sys.nr],
            ..State::default()
        };
        w.resolver.stop = self.interrupt.clone();
        super::independent(sys, &mut w.eqs, t, q, u)?;
        for c in &sys.contacts {
            let flat = sys.row(&w.eqs.ev, c.row).0.iter().all(|w| *w == 0.0);
            if flat && w.eqs.ev.g[c.row] == 0.0 {
                return Err(StepError::NoEvent { t, contact: c.name.clone() });
            }
        }
        // contacts that are closed and approaching at the start hit at once
        w.resolver.resolve(
            sys,
            &mut w.eqs,
            &Found::start(t),
            self.tol,
            &mut self.state,
            &mut self.events,
            &mut w.impacts,
        );
        self.settle(sys, &mut w);
        self.extremes = Extremes::default();
        self.extremes.look(sys, &w.eqs.ev, &self.state.q, &w.a, |_| false);
        self.pace.begin(t, self.on.main.accepted());
        self.rows.clear();
        self.report(sys, &mut w, t);
        self.work = Some(w);
        Ok(())
    }

    pub(super) fn until(&mut self, t_end: f64) {
        self.t_end = t_end;
    }

    pub(super) fn set_interrupt(&mut self, stop: &Interrupt) {
        self.interrupt = stop.clone();
        if let Some(w) = &mut self.work {
            w.resolver.stop = stop.clone();
        }
    }

    pub(super) fn remember(&mut self, sys: &System, m: &mut Memory) {
        m.field("event-driven");
        self.t_end.remember(m);
        self.past.remember(m);
        self.state.remember(m);
        let mut implicit = self.explicit.is_some();
        implicit.remember(m);
        if !implicit {
            if let Some(before) = self.explicit.take() {
                (self.on.main, self.free) = (before, true);
            }
        } else if self.explicit.is_none() {
            let Some(mut w) = self.work.take() else { return m.refuse() };
            let done = self.go_implicit(sys, &mut w);
            self.work = Some(w);
            if done.is_err() {
                return m.refuse();
            }
        }
        self.past.remember(m);
        self.on.main.remember(sys, m);
        self.on.near.remember(sys, m);
        let mut begun = !self.on.onset.q().is_empty();
        begun.remember(m);
        if begun && self.on.onset.q().is_empty() {
            let Some(w) = &mut self.work else { return m.refuse() };
            let s = &self.out;
            if self.on.onset.begin(sys, &mut w.eqs, s.t, &s.q, &s.u).is_err() {
                return m.refuse();
            }
        }
        if begun {
            self.on.onset.remember(sys, m);
        }
        m.part(&mut self.work);
        self.out.remember(m);
        self.rows.remember(m);
        self.events.remember(m);
        self.extremes.remember(m);
        self.pace.remember(m);
    }

    #[allow(clippy::misnamed_getters, reason = "what is reported, not the frontier")]
    pub(super) fn state(&self) -> &State {
        &self.out
    }

    pub(super) fn evaluated(&self) -> Option<&Eval> {
        self.work.as_ref().filter(|w| w.sampled).map(|w| &w.sampler.eqs.ev)
    }

    pub(super) fn evaluations(&self) -> usize {
        self.work.as_ref().map_or(0, |w| w.eqs.evaluations)
    }

    pub(super) fn take_events(&mut self, out: &mut Vec<Event>) {
        out.append(&mut self.events);
    }

    pub(super) fn take_rows(&mut self, out: &mut Vec<State>) {
        out.append(&mut self.rows);
    }

    pub(super) fn redundant(&self) -> Vec<usize> {
        self.work.as_ref().map_or(Vec::new(), |w| w.eqs.redundant().to_vec())
    }

    pub(super) fn work(&self) -> Option<super::Work> {
        let w = self.work.as_ref()?;
        let now = self.on.main.tally();
        let tally = self.past.plus(&now).plus(&self.on.near.tally()).plus(&self.on.onset.tally());
        let mut work = pieces::work(&tally, &w.eqs, &w.sampler);
        if self.explicit.is_some() {
            work.ways.push(("steps of radau5 after mdop5", now.accepted));
        }
        Some(work)
    }
}

#[cfg(test)]
mod tests {
    use super::{least, share};

    /// At 5e-13 the steps of generalized-α shrank to nothing (pantograph, tol 1e-10).
    #[test]
    fn integrators_get_tolerances_that_they_can_keep() {
        assert_eq!(share(1e-10, 1.0, least("alpha-pv")), 1e-12);
        assert_eq!(share(1e-10, 1.0, least("mdop5")), 0.003 * 1e-10);
        assert_eq!(share(1e-14, 1.0, least("mdop5")), 1e-14);
    }
}
