//! The nonsmooth generalized-α family: one engine, whose members differ by which equations hold
//! for the bilateral constraints and contacts at which level.
//!
//! # Equations
//!
//! With the unknowns (a, λ), (U, Λ), (Q, κ) of the acceleration, velocity and position level:
//!
//! ```text
//! (71)   α_m ā0 + (1-α_m) ā1 = α_f a0 + (1-α_f) a1                  likewise λ̄ (96), (114)
//! (73)   u1 = u0 + h((1-γ) ā0 + γ ā1) + U
//! (125)  q1 = q0 + h q'(t0,q0,u0) + h²/2 q''(t0,q0,u0,(1-2β) ā0 + 2β ā1) + B(t0,q0) Q
//! (74)   M a = h + W λ
//! (78)   M U = W Λ
//! (80)   M Q = W_gN κ + h/2 W_γF Λ_γF
//! (84)   g = 0, g' = 0, g'' = 0      (85)  γ = 0, γ' = 0            all at the end of the step
//! (95)   P = Λ + h((1-γ) λ̄0 + γ λ̄1)
//! (102)  κ̂ = κ + h²/2((1-2β) λ̄0 + 2β λ̄1)
//! (101)  g_N   in N(-κ̂_N)            (94)   ξ_N in N(-P_N) where closed
//! (87)   g_N'' in N(-λ_N) where ξ_N = 0
//! (112)  ξ_F   in N(-P_F), disc μ P_N (117)  γ_F' in N(-λ_F), disc μ λ_N, where it sticks
//! ```
//!
//! Second order between impacts, first order through them; no penetration, no drift, true stick.
//! Variants of this project: ξ̂_F in place of ξ_F in (112) (`sets.rs`), and steps without history
//! where contacts change (`predictor.rs`).
//!
//! # A step
//!
//! ```text
//! predict (126)    a, λ, .. continue the last steps while the index sets rest
//! Newton  (127)    over dense factors for few unknowns, else over sparse ones level by level
//! else             the contact problems of the levels (128)-(140), relinearised
//! advance          else two halves of the step
//! ```
//!
//! # Members
//!
//! | name | acceleration level | velocity | position |
//! |---|---|---|---|
//! | `alpha` (PVA) | g'' = 0, contacts g_N'' | yes | yes |
//! | `alpha` with `smooth = bilateral` | g'' = 0 | yes | yes |
//! | `alpha-free` (`smooth = none`) | nothing | yes | yes |
//! | `alpha-pvv` | W_gᵀ ũ1 = 0 on the smooth velocity | yes | yes |
//! | `alpha-pva`, `-pv`, `-v`, `-p`, `-a`, `-baumgarte` | g'', g', g', g, g'', their sum | PVA only | PVA, PV |
//!
//! `alpha-pv` with `correction = start` has Q = W(q0) ν in place of (80), (73) of Brüls, Acary, Cardona.
//!
//! # References
//!
//! - Capobianco, Harsch, Eugster, Leine, "A nonsmooth generalized-alpha method for mechanical
//!   systems with frictional contact", 2021, DOI 10.1002/nme.6801 (equation numbers here).
//! - Brüls, Acary, Cardona, "On the constraints formulation in the nonsmooth generalized-α method",
//!   2018, DOI 10.1007/978-3-319-75972-2_9; the weight of the old acceleration in its (59) is
//!   1/2 - β.
//! - Brüls, Acary, Cardona, 2014, DOI 10.1016/j.cma.2014.07.025 (`alpha-pvv`).
//! - Chen, Acary, Virlez, Brüls, 2013, DOI 10.1002/nme.4562 (`alpha-free`).
//! - Chung, Hulbert, "A time integration algorithm for structural dynamics with improved numerical
//!   dissipation: the generalized-α method", 1993, DOI 10.1115/1.2900803.

mod contacts;
mod damping;
mod dense;
mod equations;
mod frozen;
mod levels;
mod located;
mod newton;
mod policy;
mod predictor;
mod problems;
mod prox;
mod sets;
mod sparse;
mod start;

pub(crate) use levels::{Coefficients, Levels, SmoothRow};
pub use levels::{BAUMGARTE_OPTIONS, CAPTURED_OPTIONS, OPTIONS, PV_OPTIONS, SMOOTH_OPTIONS};
pub(crate) use start::Accelerations;

use super::{Engine, Interrupt, Options, State, StepInfo};
use crate::contact::reduce::Make;
use crate::error::{ModelError, StepError};
use crate::memory::{remember, Memory, Remember};
use crate::record::{Event, Failed};
use crate::schemes::contacts::admissible;
use crate::system::{Derivatives, Eval, Found, MinimumNorm, Renewal, RowKind, System};
use contacts::Contacts;
use equations::Step;
use located::Located;
use newton::{has_laws, unknowns, Failure, Form, Newton, Patience, Setting, Task, Tolerance};
use policy::{
    CREDIT, LARGE, LAST_RESORT, LONGER, MAX_DENSE, MAX_HALVINGS, MAX_REJECTED, MEDIUM, PREFER,
    SMALL,
};
use predictor::{Predictor, BACKWARD_STEPS};

/// Which methods the option `newton` allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Allowed {
    All,
    Dense,
    Sparse,
    /// The sparse form without the couplings of stiff systems, as Algorithm 1 has it.
    Sequential,
    Contacts,
    /// The published fixed point.
    Prox,
}

/// Auxiliary acceleration at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AtStart {
    Plain,
    /// ā0 at t0 + (α_m - α_f) h, where it lives.
    Shifted,
    Zero,
}

/// The options.
struct Choices {
    levels: Levels,
    c: Coefficients,
    allowed: Allowed,
    a0: AtStart,
    reinitialise: bool,
    backward: bool,
    mean_slip: bool,
    /// Whether a step's iteration starts from the values of the last one, impulses included.
    known_start: bool,
    accept: f64,
    contact_solver: Make,
    /// Hits nearer to each other than this part of a step are one impact; none where impacts are not located.
    located: Option<f64>,
    tol: Tolerance,
    max_newton: usize,
}

/// The scheme.
pub struct Alpha {
    with: Choices,
    stop: Interrupt,
    state: State,
    redundant: Vec<usize>,
    work: Option<Box<Work>>,
}

/// Made at the start and kept.
struct Work {
    /// The state of the scheme in `step.from`, and the workspace of a step.
    step: Step,
    /// What only makes the next steps cheaper.
    warm: Warm,
    contacts: Option<Box<Contacts>>,
    /// What locates impacts and reversals, where they are.
    located: Option<Box<Located>>,
    /// Redundant rows that were met at the beginnings of its parts.
    redundant: Vec<usize>,
    accelerations: Accelerations,
    derivatives: Derivatives,
    least: MinimumNorm,
    /// Percussions of the parts of the present step.
    P: Vec<f64>,
    La: Vec<f64>,
    present: Present,
    /// What the present step began with, from where its length changed.
    undo: Memory,
}
remember!(Work { step, warm; skip contacts, located, redundant, accelerations, derivatives, least, P, La, present, undo });

/// Predictor and factors, and which method solved the last steps. Without it a step has the same solution, to the tolerance.
struct Warm {
    predictor: Predictor,
    newton: Newton,
    /// Steps for which the contact problems come first, as they were needed; for how many that was last.
    prefer: u32,
    wait: u32,
}
remember!(Warm { predictor, newton, prefer, wait });

/// The step as asked for.
#[derive(Clone, Copy, Default)]
struct Present {
    dt: f64,
    /// Tries that failed.
    rejected: usize,
    /// Factorisations and solutions of Newton's method before it.
    solved: [usize; 2],
    /// Whether its beginning was kept, and what began with it besides.
    kept: bool,
    prefer: [u32; 2],
    backward_until: f64,
    credit: f64,
}

/// A method that solves the equations of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Newton(Form),
    Contacts,
    Prox,
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Method::Newton(Form::Dense) => "monolithic",
            Method::Newton(Form::Sparse) => "decoupled",
            Method::Contacts => "fixed-point",
            Method::Prox => "prox",
        }
    }
    fn failed(self) -> &'static str {
        match self {
            Method::Newton(_) => "failed: newton",
            _ => "failed: contacts",
        }
    }
}

/// Whether the dense form comes first.
fn is_small(sys: &System) -> bool {
    let spatial_friction = sys.frictions.iter().any(|f| f.rows.len() > 1);
    unknowns(sys) <= if spatial_friction { MEDIUM } else { SMALL }
}

/// Whether many bodies touch that no joints hold: their contacts depend on each other sooner or later.
fn many_loose(sys: &System) -> bool {
    has_laws(sys) && !sys.has_joints() && !is_small(sys)
}

impl Alpha {
    pub(super) fn make(levels: Levels, o: &Options) -> Result<Box<dyn Engine>, ModelError> {
        use Allowed::{All, Contacts, Dense, Prox, Sequential, Sparse};
        let words = ["auto", "monolithic", "decoupled", "sequential", "fixed-point", "prox"];
        let allowed = [All, Dense, Sparse, Sequential, Contacts, Prox];
        let a0 = [AtStart::Plain, AtStart::Shifted, AtStart::Zero];
        let levels = levels.with_options(o)?;
        let with = Choices {
            levels,
            c: Coefficients::from_options(o)?,
            allowed: allowed[o.word("newton", &words)?],
            a0: a0[o.word("a0", &["plain", "shifted", "zero"])?],
            reinitialise: o.flag("reinit")?,
            backward: o.word("backward", &["auto", "no"])? == 0,
            mean_slip: o.word("slip", &["mean", "end"])? == 0,
            known_start: o.word("start", &["extrapolated", "known"])? == 1,
            accept: o.positive("accept")?,
            contact_solver: super::contacts::solver(o)?,
            located: match o.has("impacts") && o.word("impacts", &["captured", "located"])? == 1 {
                true => Some(o.within("simultaneous", 0.0, 1.0)?).filter(|_| levels.contacts),
                false => None,
            },
            tol: Tolerance {
                tol: o.positive("tol")?,
                absolute: o.word("residual", &["scaled", "absolute"])? == 1,
            },
            max_newton: o.whole("max_newton", 1, 1000)?,
        };
        let refused = match with.allowed {
            Contacts | Prox if with.levels.splits => {
                "a form of Newton's method with inactive=impulse"
            }
            All | Sparse | Sequential => "",
            _ if with.levels.at_start => "auto, decoupled or sequential with correction=start",
            _ => "",
        };
        if !refused.is_empty() {
            let (what, value) = ("newton".into(), o.text("newton").into());
            return Err(ModelError::Invalid { what, value, allowed: refused.into() });
        }
        let (stop, state, redundant) = Default::default();
        Ok(Box::new(Alpha { with, stop, state, redundant, work: None }))
    }

    /// Workspaces of a step that begins.
    fn workspaces(&self, sys: &System, step: Step) -> Work {
        Work {
            step,
            warm: self.cold(sys),
            contacts: None,
            located: (has_laws(sys) && self.with.levels.velocity).then(|| {
                let simultaneous = self.with.located.unwrap_or_default();
                Box::new(Located::new(sys, simultaneous, self.with.contact_solver, &self.stop))
            }),
            redundant: Vec::new(),
            accelerations: Accelerations::new(sys, &self.stop),
            derivatives: Derivatives { H: Vec::new(), ..sys.derivatives() },
            least: MinimumNorm::default(),
            P: vec![0.0; sys.nr],
            La: vec![0.0; sys.nr],
            present: Present::default(),
            undo: Memory::default(),
        }
    }

    fn cold(&self, sys: &System) -> Warm {
        let newton = Newton::new(sys, self.with.allowed != Allowed::Sequential);
        let predictor = Predictor::new(sys, self.with.known_start);
        Warm { predictor, newton, prefer: 0, wait: 0 }
    }

    /// Consistent a0, λ0 at the beginning of a step, and auxiliary values that know no step before; redundant rows that were met.
    fn consistent(
        &self,
        sys: &System,
        w: &mut Work,
        dt: f64,
        a0: AtStart,
    ) -> Result<Vec<usize>, StepError> {
        let smooth = self.with.levels.smooth();
        let (from, found) = (&mut w.step.from, &mut w.accelerations);
        let u = &from.u[..sys.nu];
        found.solve(sys, from.t, &from.q, u, smooth);
        found.check(sys, from.t)?;
        let rows = found.least_forces(sys, smooth);
        from.a.copy_from_slice(&found.a);
        from.la.copy_from_slice(&found.la);
        if a0 == AtStart::Zero {
            from.a.fill(0.0);
        }
        from.a_bar.copy_from_slice(&from.a);
        from.la_bar.copy_from_slice(&from.la);
        if a0 == AtStart::Shifted {
            let shift = (self.with.c.alpha_m - self.with.c.alpha_f) * dt;
            found.shifted(sys, from.t, &from.q, u, shift, smooth);
            from.a_bar.copy_from_slice(&found.a);
            from.la_bar.copy_from_slice(&found.la);
        }
        match from.a.iter().all(|v| v.is_finite()) {
            true => Ok(rows),
            false => Err(StepError::NotFinite { t: from.t }),
        }
    }

    fn setting<'a>(&'a self, sys: &'a System, backward: bool) -> Setting<'a> {
        let Choices { levels, c, tol, accept, max_newton, .. } = &self.with;
        let c = if backward { &Coefficients::BACKWARD } else { c };
        let (tol, accept, max_newton) = (*tol, *accept, *max_newton);
        Setting { sys, c, l: levels, tol, accept, max_newton, stop: &self.stop }
    }

    /// The methods to try in the present step, in their order.
    fn methods(&self, sys: &System, preferred: bool) -> &'static [Method] {
        use Form::{Dense, Sparse};
        use Method::{Contacts, Newton, Prox};
        // contact problems state total percussions
        let laws = has_laws(sys) && !self.with.levels.splits;
        let (n, small) = (unknowns(sys), is_small(sys));
        if self.with.levels.at_start {
            return &[Newton(Sparse)];
        }
        match self.with.allowed {
            Allowed::Dense if laws => &[Newton(Dense), Contacts],
            Allowed::Dense => &[Newton(Dense)],
            Allowed::Sparse | Allowed::Sequential if laws => &[Newton(Sparse), Contacts],
            Allowed::Sparse | Allowed::Sequential => &[Newton(Sparse)],
            Allowed::Contacts if laws => &[Contacts],
            Allowed::Prox if laws => &[Prox],
            Allowed::Contacts | Allowed::Prox => &[Newton(Sparse), Newton(Dense)],
            Allowed::All if !laws => match n {
                _ if small => &[Newton(Dense)],
                _ if n <= LAST_RESORT => &[Newton(Sparse), Newton(Dense)],
                _ => &[Newton(Sparse)],
            },
            Allowed::All => match preferred {
                true if small => &[Contacts, Newton(Dense)],
                true if n <= LARGE => &[Contacts, Newton(Sparse), Newton(Dense)],
                true => &[Contacts, Newton(Sparse)],
                false if small => &[Newton(Dense), Contacts],
                false if n > LARGE => &[Newton(Sparse), Contacts],
                false if many_loose(sys) => &[Newton(Sparse), Contacts, Newton(Dense)],
                false => &[Newton(Sparse), Newton(Dense), Contacts],
            },
        }
    }

    /// One step of length h by the first method that solves it: predict (126), Newton (127), else the levels (128)-(140).
    fn attempt(
        &self,
        sys: &System,
        w: &mut Work,
        h: f64,
        depth: u32,
    ) -> Result<StepInfo, (Failure, Failed)> {
        let at = self.setting(sys, w.backward());
        let preferred = self.with.allowed == Allowed::All && w.warm.prefer > 0;
        w.warm.prefer -= u32::from(preferred);
        let mut info = StepInfo::default();
        let mut failure = Failure { residual: f64::NAN, iterations: 0 };
        for &method in self.methods(sys, preferred) {
            let (s, warm) = (&mut w.step, &mut w.warm);
            // forces that are not unique are kept, not extrapolated
            warm.predictor.predict(sys, s, h, preferred && method == Method::Contacts);
            let done = match method {
                Method::Newton(form) => {
                    let loose = self.with.allowed == Allowed::All && many_loose(sys);
                    let patience = match form == Form::Sparse && !preferred && loose {
                        true if warm.wait > 0 => Patience::Again,
                        true => Patience::Little,
                        false => Patience::Full,
                    };
                    warm.newton.solve(at, s, form, Task::All(patience))
                }
                Method::Contacts => {
                    let make = || Box::new(Contacts::new(sys, self.with.contact_solver));
                    let contacts = w.contacts.get_or_insert_with(make);
                    contacts.last = depth >= MAX_HALVINGS;
                    contacts.solve(at, s, &mut warm.newton.sparse)
                }
                Method::Prox => prox::solve(at, s, &mut warm.newton),
            };
            match done {
                Ok(n) => {
                    info.way = method.name();
                    match method {
                        Method::Newton(_) => (info.newton, warm.wait) = (info.newton + n, 0),
                        _ => (info.newton, info.fixed_point) = (0, n),
                    }
                    if method == Method::Contacts && !preferred {
                        warm.wait = (2 * warm.wait).clamp(PREFER[0], PREFER[1]);
                        warm.prefer = warm.wait;
                    }
                    return Ok(info);
                }
                Err(f) => {
                    if method != Method::Contacts {
                        info.newton += f.iterations;
                    }
                    info.note_failure(method.failed());
                    failure = f;
                }
            }
        }
        Err((failure, info.failed))
    }

    /// An attempt, and where contacts change and the step does not resolve it, another one without history.
    fn with_or_without_history(
        &self,
        sys: &System,
        w: &mut Work,
        h: f64,
        depth: u32,
    ) -> Result<StepInfo, (Failure, Failed)> {
        let mut done = self.attempt(sys, w, h, depth);
        let again = has_laws(sys)
            && match done {
                Ok(_) => self.judge_change(sys, w),
                Err(_) => self.judge_failure(sys, w, h),
            };
        if again {
            let solved = done.is_ok();
            done = self.attempt(sys, w, h, depth);
            if done.is_ok() {
                self.judge_change(sys, w);
            } else if solved && !self.stop.raised() {
                // better with history than divided
                w.step.from.backward_until = f64::NEG_INFINITY;
                done = self.attempt(sys, w, h, depth);
            }
        }
        match done {
            Ok(info) if !w.step.is_finite() => {
                Err((Failure { residual: f64::NAN, iterations: 0 }, info.failed))
            }
            done => done,
        }
    }

    /// After a step that was solved: whether it has to be repeated without history.
    fn judge_change(&self, sys: &System, w: &mut Work) -> bool {
        if !w.step.contacts_change(sys) {
            return false;
        }
        let until = w.step.from.t + BACKWARD_STEPS * w.present.dt;
        if w.backward() {
            w.step.from.backward_until = until;
        } else if self.with.backward && w.step.unresolved(sys, &self.with.c, &mut w.derivatives) {
            w.step.from.backward_until = until;
            return true;
        } else if self.with.reinitialise {
            w.step.reinitialise();
        }
        false
    }

    /// After a step that was not solved: whether strong damping behind the contacts asks for one without
    /// history.
    fn judge_failure(&self, sys: &System, w: &mut Work, h: f64) -> bool {
        if !self.with.backward || w.backward() {
            return false;
        }
        let (s, c) = (&mut w.step, &self.with.c);
        w.warm.predictor.predict(sys, s, h, true);
        s.dependents(sys, c);
        s.kinematics(sys, c);
        let damped = s.damped(sys, c, &mut w.derivatives);
        if damped {
            s.from.backward_until = s.from.t + BACKWARD_STEPS * w.present.dt;
        }
        damped
    }

    /// Advance by h, or where no method solves that, by its halves. A part of a step ends where `look` finds an event in it: what was
    /// solved last is not accepted then.
    fn advance(
        &self,
        sys: &System,
        w: &mut Work,
        mut look: Option<&mut Located>,
        h: f64,
        depth: u32,
    ) -> Result<StepInfo, StepError> {
        w.rescale(h);
        match self.with_or_without_history(sys, w, h, depth) {
            Ok(mut info) => {
                if let Some(residual) = w.contacts.as_mut().and_then(|f| f.accepted.take()) {
                    info.accept(residual);
                }
                let dt = w.present.dt;
                if !look.is_some_and(|l| l.look(sys, &mut w.step, dt)) {
                    w.accept(sys, info.newton + info.fixed_point > 0);
                }
                Ok(info)
            }
            Err(_) if self.stop.raised() => Err(StepError::Interrupted { t: w.step.from.t }),
            Err((f, _)) if depth >= MAX_HALVINGS || w.hopeless() => Err(w.failure(sys, f)),
            Err((_, failed)) => {
                w.present.rejected += 1;
                let mut all = StepInfo { rejected: 1, failed, ..StepInfo::default() };
                for _ in 0..2 {
                    let part = self.advance(sys, w, look.as_deref_mut(), 0.5 * h, depth + 1)?;
                    all.add(&part);
                    if look.as_ref().is_some_and(|l| l.found.is_some()) {
                        break;
                    }
                }
                Ok(StepInfo { way: "parts", ..all })
            }
        }
    }

    /// What the record asks for of the levels of a step.
    fn note_levels(&mut self, sys: &System, s: &Step) {
        if sys.observes_levels() {
            let (y, on) = (&s.y, [&s.on.p[..], &s.on.v, &s.on.a]);
            let found = Found { la: &s.from.la, ka: &y.ka, U: &y.U, Q: &y.Q, on };
            sys.levels_found(&found, &mut self.state.levels);
        }
    }

    /// What is reported of a step that was solved.
    fn report(&mut self, sys: &System, w: &mut Work, dt: f64) {
        let (s, state) = (&mut w.step, &mut self.state);
        note_rows(&mut self.redundant, &w.redundant);
        note_rows(&mut self.redundant, &w.warm.newton.dense.redundant);
        note_rows(&mut self.redundant, &w.warm.newton.sparse.redundant);
        let of_joint = |r: usize| matches!(sys.kinds[r], RowKind::Position | RowKind::Velocity);
        state.la.copy_from_slice(&s.from.la);
        // the split of contact forces is defined by their compliance; of joints that depend on each other those of minimum norm are
        // taken that give this motion, where the laws admit them
        if self.redundant.iter().any(|&r| of_joint(r)) {
            let found = w.least.solve(sys, &s.end.ev, &s.on.a, &mut state.la);
            if found && admissible(sys, &state.la) {
                s.from.la.copy_from_slice(&state.la);
            } else {
                state.la.copy_from_slice(&s.from.la);
            }
        }
        std::mem::swap(&mut state.P, &mut w.P);
        std::mem::swap(&mut state.La, &mut w.La);
        if self.with.levels.velocity && !self.with.levels.contacts {
            // contacts act by impulses alone, and joints carry what these send through them
            for r in (0..sys.nr).filter(|&r| of_joint(r)) {
                if state.La[r].abs() > 1e-9 * state.P[r].abs() {
                    state.la[r] = state.P[r] / dt;
                }
            }
        }
        state.t = s.from.t;
        state.q.copy_from_slice(&s.from.q);
        state.u.copy_from_slice(&s.from.u[..sys.nu]);
        state.a.copy_from_slice(&s.from.a);
        self.note_levels(sys, &w.step);
    }
}

impl Engine for Alpha {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        dt: f64,
    ) -> Result<(), StepError> {
        let mut step = Step::new(sys, &self.with.levels, self.with.tol.absolute);
        step.on.mean = self.with.mean_slip;
        (step.from.t, step.from.h) = (t, dt);
        step.from.credit = if many_loose(sys) { 0.0 } else { CREDIT };
        step.from.q.copy_from_slice(q);
        step.from.u[..sys.nu].copy_from_slice(u);
        let mut w = Box::new(self.workspaces(sys, step));
        self.redundant = self.consistent(sys, &mut w, dt, self.with.a0)?;
        w.step.start(sys, &mut w.derivatives);
        let (q, u, zero) = (q.to_vec(), u.to_vec(), vec![0.0; sys.nr]);
        let (a, la) = (w.step.from.a.clone(), w.step.from.la.clone());
        self.state = State { t, q, u, a, P: zero.clone(), la, La: zero, ..State::default() };
        self.note_levels(sys, &w.step);
        self.work = Some(w);
        Ok(())
    }

    fn renews(&self) -> bool {
        self.with.levels.velocity
    }

    fn renew(&mut self, sys: &System, by: &Renewal) -> Result<(), StepError> {
        let Some(old) = self.work.take() else { return Ok(()) };
        let Work { step, warm: Warm { mut predictor, prefer, wait, .. }, .. } = *old;
        let mut step = step.renewed(sys, &self.with.levels, by);
        step.on.mean = self.with.mean_slip;
        predictor.renew(by);
        let new = self.workspaces(sys, step);
        let warm = Warm { predictor, prefer, wait, ..new.warm };
        self.work = Some(Box::new(Work { warm, ..new }));
        self.state.renew(by);
        self.redundant = by.numbers(&self.redundant);
        Ok(())
    }

    fn ends_on_switches(&self) -> bool {
        true
    }

    fn restart(&mut self, sys: &System, t: f64, dt: f64) -> Result<(), StepError> {
        let Some(mut w) = self.work.take() else {
            return Err(StepError::NotFinite { t });
        };
        w.step.from.t = t;
        w.warm.predictor.forget();
        let done = self.consistent(sys, &mut w, dt, self.with.a0);
        if self.with.located.is_some() {
            w.step.start(sys, &mut w.derivatives);
        }
        let s = &mut self.state;
        s.t = t;
        s.a.copy_from_slice(&w.step.from.a);
        s.la.copy_from_slice(&w.step.from.la);
        self.work = Some(w);
        note_rows(&mut self.redundant, &done?);
        Ok(())
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let Some(mut w) = self.work.take() else {
            return Err(StepError::NotFinite { t: self.state.t });
        };
        w.begin(dt);
        let mut done = match w.located.take() {
            Some(mut located) => {
                let done = match self.with.located {
                    Some(_) => self.advance_located(sys, &mut w, &mut located, dt),
                    None => {
                        let end = w.step.from.t + dt;
                        self.capture(sys, &mut w, &mut located, end, StepInfo::default())
                    }
                };
                w.located = Some(located);
                done
            }
            None => self.advance(sys, &mut w, None, dt, 0),
        };
        match &mut done {
            Ok(info) => {
                let [factors, solves] = w.warm.newton.counts();
                let factors = factors - w.present.solved[0];
                info.count([factors, factors, solves - w.present.solved[1]]);
                if let Some(contacts) = &mut w.contacts {
                    info.count(contacts.take_counts());
                }
                self.report(sys, &mut w, dt);
            }
            Err(_) => w.put_back(),
        }
        self.work = Some(w);
        done
    }

    fn fails_clean(&self) -> bool {
        true
    }

    fn divides(&self) -> bool {
        true
    }

    fn remember(&mut self, _sys: &System, m: &mut Memory) {
        m.field("alpha");
        m.part(&mut self.work);
        self.state.remember(m);
        self.redundant.remember(m);
    }

    fn cool(&mut self, sys: &System) {
        let cold = self.cold(sys);
        if let Some(w) = &mut self.work {
            (w.warm, w.contacts) = (cold, None);
        }
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn evaluations(&self) -> usize {
        self.work.as_ref().map_or(0, |w| w.step.evaluations)
    }

    fn evaluated(&self) -> Option<&Eval> {
        self.work.as_ref().map(|w| &w.step.end.ev).filter(|ev| ev.t == self.state.t)
    }

    fn redundant(&self) -> Vec<usize> {
        self.redundant.clone()
    }

    fn tells(&self) -> bool {
        self.with.located.is_some()
    }

    /// Where there are none, events are read off the step.
    fn take_events(&mut self, out: &mut Vec<Event>) -> bool {
        let located = self.work.as_mut().and_then(|w| w.located.as_mut());
        located.is_some_and(|l| l.take_events(out))
    }

    fn set_interrupt(&mut self, stop: &Interrupt) {
        self.stop = stop.clone();
    }
}

impl Work {
    /// A new step.
    fn begin(&mut self, dt: f64) {
        let Warm { newton, prefer, wait, .. } = &mut self.warm;
        newton.work = 0.0;
        self.present = Present {
            dt,
            solved: newton.counts(),
            prefer: [*prefer, *wait],
            backward_until: self.step.from.backward_until,
            credit: self.step.from.credit,
            ..Present::default()
        };
        self.P.fill(0.0);
        self.La.fill(0.0);
        if let Some(contacts) = &mut self.contacts {
            contacts.begin();
        }
    }

    /// Whether the present step is made without history.
    fn backward(&self) -> bool {
        self.step.from.t < self.step.from.backward_until - 1e-6 * self.present.dt
    }

    /// On a changed step the auxiliary values are those of the new one; what the step began with is kept before.
    fn rescale(&mut self, h: f64) {
        let ratio = h / self.step.from.h;
        if (ratio - 1.0).abs() < 1e-6 {
            return;
        }
        self.keep();
        // what a part that was much shorter leaves in them is round-off
        let ratio = if self.step.part && ratio > LONGER { 0.0 } else { ratio };
        self.step.from.h = h;
        self.step.from.rescale(ratio);
    }

    /// Keep what the step began with.
    fn keep(&mut self) {
        if !std::mem::replace(&mut self.present.kept, true) {
            self.undo.record();
            self.step.remember(&mut self.undo);
            self.warm.predictor.remember(&mut self.undo);
        }
    }

    /// The end of the step, or of a part of it, becomes the next beginning.
    fn accept(&mut self, sys: &System, corrected: bool) {
        let s = &mut self.step;
        self.P.iter_mut().zip(&s.end.P).for_each(|(sum, p)| *sum += p);
        self.La.iter_mut().zip(&s.y.La).for_each(|(sum, p)| *sum += p);
        self.warm.predictor.note(s, corrected);
        s.accept(sys);
    }

    /// After a failed step.
    fn put_back(&mut self) {
        [self.warm.prefer, self.warm.wait] = self.present.prefer;
        if self.present.kept {
            self.undo.replay();
            self.step.remember(&mut self.undo);
            self.warm.predictor.remember(&mut self.undo);
        }
        self.step.from.backward_until = self.present.backward_until;
        self.step.from.credit = self.present.credit;
        self.step.end_parts();
        if let Some(located) = &mut self.located {
            located.forget();
        }
    }

    /// Whether more halves of the step would take too long.
    fn hopeless(&self) -> bool {
        self.present.rejected >= MAX_REJECTED
            || self.warm.newton.work > MAX_DENSE
            || self.contacts.as_ref().is_some_and(|f| f.exhausted())
    }

    fn failure(&self, sys: &System, f: Failure) -> StepError {
        let t = self.step.from.t;
        if f.residual.is_nan() {
            return StepError::NotFinite { t };
        }
        let (residual, iterations) = (f.residual, f.iterations);
        StepError::NoConvergence { t, residual, iterations, elements: self.involved(sys) }
    }

    /// Names of the contacts that are furthest from their laws; where none is, of the joints and of the
    /// contacts that are closed: now, at the beginning of the step, or by their gap.
    fn involved(&self, sys: &System) -> String {
        let s = &self.step;
        let mut names: Vec<&str> =
            self.contacts.iter().flat_map(|contacts| contacts.unsettled(sys)).collect();
        if names.is_empty() {
            let scale = s.from.q.iter().fold(s.scales.length, |m, v| m.max(v.abs()));
            let used = |&r: &usize| {
                let pressed = s.from.on_v[r] || s.from.la[r] != 0.0;
                let near = match sys.kinds[r] {
                    RowKind::Normal(_) => s.end.ev.g[r] <= 1e-9 * scale,
                    RowKind::Position | RowKind::Velocity => true,
                    RowKind::Friction(_) => false,
                };
                s.on.a[r] || s.on.v[r] || s.on.p[r] || pressed || near
            };
            names = (0..sys.nr).filter(used).map(|r| sys.row_name(r)).collect();
        }
        names.dedup();
        let more = names.len().saturating_sub(8);
        names.truncate(8);
        match (names.is_empty(), more) {
            (true, _) => "no joint, no closed contact".into(),
            (_, 0) => names.join(", "),
            (_, more) => format!("{} and {more} more", names.join(", ")),
        }
    }
}

/// Add rows that are not listed yet.
fn note_rows(all: &mut Vec<usize>, rows: &[usize]) {
    for r in rows {
        if !all.contains(r) {
            all.push(*r);
        }
    }
}
