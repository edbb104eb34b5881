//! Integration schemes: one file each, and the one table that registers them.

#[doc(hidden)]
pub mod adaptive;
#[doc(hidden)]
pub mod alpha;
pub(crate) mod contacts;
pub(crate) mod crossing;
#[doc(hidden)]
pub mod event_driven;
mod free;
#[doc(hidden)]
pub mod high_order;
#[doc(hidden)]
pub mod hybrid;
pub(crate) mod integrator_options;
#[doc(hidden)]
pub mod moreau;
#[doc(hidden)]
pub mod options;
mod pieces;
mod retry;
mod runge_kutta;
#[doc(hidden)]
pub mod schatzman_paoli;
#[doc(hidden)]
pub mod smooth;
#[doc(hidden)]
pub mod splitting;
mod stepper;
pub mod typed;

pub use crate::record::{Extremes, State, StepInfo, Work};
pub use options::{OptionInfo, Options};
use pieces::independent;
pub use retry::Partial;
pub use stepper::{Interrupt, Scheme, Start, Stepper};
pub use typed::IntoScheme;

use crate::error::{ModelError, StepError};
use crate::memory::Memory;
use crate::record::Event;
use crate::system::{Eval, Renewal, RowKind, System};
use alpha::{Alpha, Levels};
use smooth::Smooth;

/// What a scheme file implements: one step after another. It is made by its entry of the table
/// from options, begun once, and then owned by a [`Stepper`], which always hands it the system it
/// began with, or the one that [`Engine::renew`] told it of.
pub(crate) trait Engine: Send {
    /// Take initial values; consistent accelerations and forces are found here. Called again, it
    /// begins anew from there.
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        dt: f64,
    ) -> Result<(), StepError>;
    /// Advance by dt.
    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError>;
    /// One internal step, not beyond `t_max`; schemes that do not choose their steps take all of it.
    fn inner_step(&mut self, sys: &System, t_max: f64) -> Result<StepInfo, StepError> {
        let dt = t_max - self.state().t;
        self.step(sys, dt)
    }
    /// Go on from the state reached at the time t just after it, where a load or drive has switched:
    /// nothing that was carried over from earlier steps holds any longer.
    fn restart(&mut self, sys: &System, t: f64, dt: f64) -> Result<(), StepError> {
        let (q, u) = (self.state().q.clone(), self.state().u.clone());
        self.start(sys, t, &q, &u, dt)
    }
    /// Go on from other coordinates and velocities at the same time; only schemes whose next step depends on nothing else do so.
    fn adopt(&mut self, q: &[f64], u: &[f64]) {
        let _ = (q, u);
    }
    /// Whether steps have to end where loads or drives switch, as the scheme does not look for that
    /// within its steps.
    fn ends_on_switches(&self) -> bool {
        false
    }
    /// The state reached.
    fn state(&self) -> &State;
    /// The equations at the state reached, where the scheme has them at hand.
    fn evaluated(&self) -> Option<&Eval> {
        None
    }
    /// Both.
    fn reached(&self) -> (&State, Option<&Eval>) {
        (self.state(), self.evaluated())
    }
    /// Evaluations of the equations of motion since the start.
    fn evaluations(&self) -> usize;
    /// Whether [`Engine::take_events`] and [`Engine::take_rows`] have something to tell, now or after other steps.
    fn tells(&self) -> bool {
        false
    }
    /// Exact events since the last call, appended to `out`; false where the scheme has none and
    /// events are read off its steps.
    fn take_events(&mut self, out: &mut Vec<Event>) -> bool {
        let _ = out;
        false
    }
    /// States inside the last step that deserve a row of their own, such as those at its events,
    /// oldest first, appended to `out`. Their percussions count from the start of the step.
    fn take_rows(&mut self, out: &mut Vec<State>) {
        let _ = out;
    }
    /// Joints and contacts whose constraints depend on others, as met so far.
    fn redundant(&self) -> Vec<usize> {
        Vec::new()
    }
    /// Whether the scheme has forces λ and impulses Λ apart from percussions.
    fn has_forces(&self) -> bool {
        true
    }
    /// The run ends at `t_end`: internal steps do not go beyond. Called once after the start.
    fn until(&mut self, t_end: f64) {
        let _ = t_end;
    }
    /// Largest violations over internal steps, where the scheme chooses them.
    fn extremes(&self) -> Option<&Extremes> {
        None
    }
    /// What the internal steps have cost, where the scheme chooses them.
    fn work(&self) -> Option<Work> {
        None
    }
    /// What the user should know of the run.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
    /// Save or restore everything the next step depends on. It is restored after `start`.
    fn remember(&mut self, sys: &System, m: &mut Memory);
    /// Drop what only makes the next steps cheaper: predictor, factors, warm starts. Schemes that keep none of it apart from their state
    /// do nothing.
    fn cool(&mut self, sys: &System) {
        let _ = sys;
    }
    /// Whether a step that fails, or that leads to numbers that are not finite, leaves all of that as it was; otherwise the
    /// stepper looks and puts it back.
    fn fails_clean(&self) -> bool {
        false
    }
    /// Whether it makes a step that fails again in parts by itself.
    fn divides(&self) -> bool {
        false
    }
    /// Whether the next step has to be as long as the last one.
    fn locked(&self, sys: &System) -> bool {
        let _ = sys;
        false
    }
    /// Whether it goes on where contacts come and go.
    fn renews(&self) -> bool {
        false
    }
    /// Whether its steps may be so long that bodies go further than their velocities at the beginning tell: then a step is
    /// looked at afterwards, and does not go beyond its end within.
    fn ranges(&self) -> bool {
        false
    }
    /// Go on with a system of another list of contacts from the state reached: what belongs to rows, contacts and frictions is
    /// carried over.
    fn renew(&mut self, sys: &System, by: &Renewal) -> Result<(), StepError> {
        let _ = (sys, by);
        Ok(())
    }
    /// Look at `stop` inside long steps, and end such a step with [`StepError::Interrupted`].
    fn set_interrupt(&mut self, stop: &Interrupt) {
        let _ = stop;
    }
}

/// What a scheme can integrate.
#[derive(Clone, Copy, Debug)]
pub struct Supports {
    /// Unilateral contacts and impacts.
    pub contacts: bool,
    /// Coulomb friction.
    pub friction: bool,
    /// Bilateral constraints.
    pub joints: bool,
    /// Bilateral constraints at velocity level only: rolling, blades.
    pub rolling: bool,
    /// Coordinates whose rates are not the velocities (quaternions).
    pub quaternions: bool,
    /// Chooses its own steps from a tolerance.
    pub adaptive: bool,
    /// Poisson's impact law.
    pub poisson: bool,
    /// Joints and closed contacts hold at position level in every state.
    pub position: bool,
    /// The same at velocity level.
    pub velocity: bool,
    /// Velocities and percussions of a step belong together: they are in balance.
    pub momentum: bool,
    /// Columns of the levels of a step: smooth multipliers, corrections, index sets.
    pub levels: bool,
    /// Steps are explicit: above the limit of their stability the motion grows without bound.
    pub explicit: bool,
}

/// What a run may count on, by which the audit judges it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Promise {
    /// Joints and closed contacts hold at position level in every state.
    pub position: bool,
    /// The same at velocity level.
    pub velocity: bool,
    /// Velocities and percussions of a step belong together: they are in balance.
    pub momentum: bool,
    /// To what part of their size equations are solved, and errors controlled.
    pub tolerance: f64,
    /// Part of the percussions of a step by which they may be off, as where they are read off parabolas of forces.
    pub percussions: f64,
}

/// An entry of the table of schemes.
pub struct SchemeInfo {
    /// Name on the command line.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Options.
    pub options: &'static [OptionInfo],
    /// Abilities.
    pub supports: Supports,
    /// Make an engine from options.
    pub(crate) make: Make,
}

/// Makes an engine from its options.
pub(crate) type Make = fn(&Options) -> Result<Box<dyn Engine>, ModelError>;

/// All schemes.
#[rustfmt::skip]
pub const SCHEMES: &[SchemeInfo] = &[
    alpha_member("alpha", "nonsmooth generalized-alpha with friction; constraints at position, velocity and acceleration level", alpha::OPTIONS, Supports { poisson: true, ..NONSMOOTH }, |o| Alpha::make(Levels::PVA, o)),
    alpha_member("alpha-pvv", "nonsmooth generalized-alpha, smooth motion constrained at velocity level", alpha::SMOOTH_OPTIONS, NONSMOOTH, |o| Alpha::make(Levels::PVV, o)),
    alpha_member("alpha-free", "nonsmooth generalized-alpha, smooth motion without constraints", alpha::SMOOTH_OPTIONS, NONSMOOTH, |o| Alpha::make(Levels::FREE, o)),
    alpha_member("alpha-p", "generalized-alpha, constraints at position level (index 3)", alpha::SMOOTH_OPTIONS, POSITION, |o| Alpha::make(Levels::P, o)),
    alpha_member("alpha-v", "generalized-alpha, constraints at velocity level (index 2)", alpha::SMOOTH_OPTIONS, VELOCITY, |o| Alpha::make(Levels::V, o)),
    alpha_member("alpha-pv", "generalized-alpha, position and velocity level (stabilised index 2)", alpha::PV_OPTIONS, SMOOTH, |o| Alpha::make(Levels::PV, o)),
    alpha_member("alpha-pva", "generalized-alpha, all three levels (stabilised index 1)", alpha::SMOOTH_OPTIONS, SMOOTH, |o| Alpha::make(Levels::PVA, o)),
    alpha_member("alpha-a", "generalized-alpha, constraints at acceleration level alone (index 1)", alpha::SMOOTH_OPTIONS, DRIFTING, |o| Alpha::make(Levels::A, o)),
    alpha_member("alpha-baumgarte", "generalized-alpha, acceleration level with Baumgarte stabilisation", alpha::BAUMGARTE_OPTIONS, DRIFTING, |o| Alpha::make(Levels::BAUMGARTE, o)),
    moreau::INFO,
    schatzman_paoli::INFO,
    adaptive::MOREAU,
    adaptive::ALPHA,
    adaptive::PAOLI,
    high_order::INFO,
    splitting::INFO,
    event_driven::INFO,
    hybrid::INFO,
    smooth::member("dopri5", "explicit Runge-Kutta of order 5 on the index-1 equations, adaptive", DOPRI, integrator_options::PROJECTED, |o| Smooth::make("dopri5", o)),
    smooth::member("mdop5", "dopri5 with coordinates and velocities projected on the constraints", DOPRI, integrator_options::PROJECTED, |o| Smooth::make("mdop5", o)),
    smooth::member("hem5", "half-explicit Runge-Kutta of order 5 on the index-2 equations, adaptive", BRASEY, integrator_options::PROJECTED, |o| Smooth::make("hem5", o)),
    smooth::member("phem56", "partitioned half-explicit Runge-Kutta of order 5, index 2, adaptive", MURUA, integrator_options::OPTIONS, |o| Smooth::make("phem56", o)),
    smooth::member("radau5", "Radau IIA of order 5 for stiff systems, adaptive", RADAU, integrator_options::RADAU_OPTIONS, |o| Smooth::make("radau5", o)),
    smooth::member("alpha-p-adaptive", "generalized-alpha at position level with error control", HADDOUNI, integrator_options::ALPHA_OPTIONS, |o| Smooth::make("alpha-p", o)),
    smooth::member("alpha-v-adaptive", "generalized-alpha at velocity level with error control", HADDOUNI, integrator_options::ALPHA_OPTIONS, |o| Smooth::make("alpha-v", o)),
    smooth::member("alpha-pv-adaptive", "generalized-alpha at position and velocity level with error control", HADDOUNI, integrator_options::ALPHA_PV_OPTIONS, |o| Smooth::make("alpha-pv", o)),
];

const DOPRI: &str = "Dormand, Prince 1980, DOI 10.1016/0771-050X(80)90013-3; Haddouni et al. 2017, DOI 10.1007/s11044-017-9570-y";
const BRASEY: &str = "Brasey, Hairer 1993, SIAM J. Numer. Anal. 30, 538-552";
const MURUA: &str = "Murua 1997, Computing 59, 43-61";
const RADAU: &str = "Hairer, Wanner, Solving Ordinary Differential Equations II, IV.8 and VII.4";
const HADDOUNI: &str = "Haddouni et al. 2017, DOI 10.1007/s11044-017-9570-y";

const NONSMOOTH: Supports = Supports {
    contacts: true,
    friction: true,
    joints: true,
    rolling: true,
    quaternions: true,
    adaptive: false,
    poisson: false,
    position: true,
    velocity: true,
    momentum: true,
    levels: true,
    explicit: false,
};
/// Bodies without joints from which on a scene is one of loose bodies.
const LOOSE_BODIES: usize = 8;

/// What may be said about the choice of a scheme.
#[doc(hidden)]
pub fn advice(sys: &System) -> Option<&'static str> {
    let joined = sys.kinds.iter().any(|k| matches!(k, RowKind::Position | RowKind::Velocity));
    let loose = sys.bodies.len() >= LOOSE_BODIES && !joined && !sys.stiff();
    (loose && !sys.contacts.is_empty()).then_some(
        "loose bodies that touch: scheme moreau with positions=projected takes one or two contact problems a step, alpha six or more",
    )
}

const SMOOTH: Supports = Supports { contacts: false, friction: false, ..NONSMOOTH };
const POSITION: Supports = Supports { velocity: false, ..SMOOTH };
const VELOCITY: Supports = Supports { position: false, ..SMOOTH };
const DRIFTING: Supports = Supports { position: false, velocity: false, ..SMOOTH };

const fn alpha_member(
    name: &'static str,
    summary: &'static str,
    options: &'static [OptionInfo],
    supports: Supports,
    make: Make,
) -> SchemeInfo {
    let source = "Capobianco et al. 2021, DOI 10.1002/nme.6801; Bruels, Acary, Cardona 2018";
    SchemeInfo { name, summary, source, options, supports, make }
}

/// A scheme by name; an unknown name is answered with the nearest ones.
pub fn find(name: &str) -> Result<&'static SchemeInfo, ModelError> {
    SCHEMES.iter().find(|s| s.name == name).ok_or_else(|| ModelError::Unknown {
        kind: "scheme",
        name: name.into(),
        nearest: crate::nearest(name, SCHEMES.iter().map(|s| s.name)),
    })
}

impl std::fmt::Debug for SchemeInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SchemeInfo({})", self.name)
    }
}

impl SchemeInfo {
    /// The scheme with these options.
    pub fn make(&'static self, options: &Options) -> Result<Scheme, ModelError> {
        Scheme::with(self, options.clone())
    }
    /// Whether the scheme can integrate a system; the error names what is missing and who has it.
    pub fn check(&self, sys: &System) -> Result<(), ModelError> {
        type Need = (bool, &'static str, fn(&Supports) -> bool);
        let poisson = sys.laws().any(|law| law.impact == crate::laws::Impact::Poisson);
        let rolling = sys.kinds.contains(&crate::system::RowKind::Velocity);
        let needs: [Need; 7] = [
            (!sys.contacts.is_empty() || sys.lists(), "contacts", |s| s.contacts),
            (!sys.frictions.is_empty() || sys.lists_friction(), "friction", |s| s.friction),
            (sys.has_joints(), "joints", |s| s.joints),
            (rolling, "constraints at velocity level", |s| s.rolling),
            (!sys.plain_kinematics(), "quaternions", |s| s.quaternions),
            (poisson, "Poisson's impact law", |s| s.poisson),
            (sys.observes_levels(), "columns of levels", |s| s.levels),
        ];
        for (needed, what, has) in needs {
            if needed && !has(&self.supports) {
                let others: Vec<_> =
                    SCHEMES.iter().filter(|s| has(&s.supports)).map(|s| s.name).collect();
                return Err(ModelError::Unsupported {
                    scheme: self.name.into(),
                    what: what.into(),
                    others: others.join(", "),
                });
            }
        }
        if sys.lists() && !self.renews() {
            let others = SCHEMES.iter().filter(|s| s.renews()).map(|s| s.name);
            return Err(ModelError::Unsupported {
                scheme: self.name.into(),
                what: "so many shapes that contacts exist only while they are near".into(),
                others: others.collect::<Vec<_>>().join(", "),
            });
        }
        Ok(())
    }
    /// Whether it goes on where contacts come and go.
    fn renews(&self) -> bool {
        let options = Options::new("option", self.options);
        self.supports.contacts && (self.make)(&options).is_ok_and(|engine| engine.renews())
    }
}
