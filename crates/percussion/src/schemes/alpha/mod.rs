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
//! Variants of this project: ξ̂_F in place of ξ_F in (112) (`sliding.rs`), and steps without history
//! where contacts change (`impacts.rs`).
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

mod decoupled;
mod fixed_point;
mod frozen;
mod history;
mod impacts;
mod index_sets;
mod levels;
mod monolithic;
mod sliding;
mod start;
mod step;

pub(crate) use levels::{Coefficients, Levels, SmoothRow};
pub use levels::{BAUMGARTE_OPTIONS, OPTIONS, SMOOTH_OPTIONS};
pub(crate) use start::Accelerations;

use super::{Engine, Interrupt, Options, State, StepInfo};
use crate::contact::reduce::Make;
use crate::error::{ModelError, StepError};
use crate::memory::{remember, Memory, Remember};
use crate::record::Failed;
use crate::schemes::contacts;
use crate::system::minimum_norm;
use crate::system::{Derivatives, Eval, Normal, RowKind, System};
use decoupled::Decoupled;
use fixed_point::FixedPoint;
use impacts::BACKWARD_STEPS;
use monolithic::Monolithic;
use step::{Size, Step};

/// A way to solve the equations of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Newton's method with the full matrix, dense; `max_newton` updates.
    Monolithic,
    /// Newton's method level by level, sparse; `max_newton` updates, fewer where it stalls.
    Decoupled,
    /// The contact problems of the levels, relinearised; a budget of work for the whole step.
    FixedPoint,
}

/// Why a way did not solve a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    NotFinite,
    Diverged,
    Stalled,
    Singular,
    Limit,
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Way::Monolithic => "monolithic",
            Way::Decoupled => "decoupled",
            Way::FixedPoint => "fixed-point",
        }
    }

    /// The failure of a way, for statistics.
    fn failed(self, why: Why) -> &'static str {
        match (self, why) {
            (Way::Monolithic, Why::NotFinite) => "monolithic: not finite",
            (Way::Monolithic, Why::Diverged) => "monolithic: diverged",
            (Way::Monolithic, Why::Stalled) => "monolithic: stalled",
            (Way::Monolithic, Why::Singular) => "monolithic: singular",
            (Way::Monolithic, Why::Limit) => "monolithic: too many updates",
            (Way::Decoupled, Why::NotFinite) => "decoupled: not finite",
            (Way::Decoupled, Why::Diverged) => "decoupled: diverged",
            (Way::Decoupled, Why::Stalled) => "decoupled: stalled",
            (Way::Decoupled, Why::Singular) => "decoupled: singular",
            (Way::Decoupled, Why::Limit) => "decoupled: too many updates",
            (Way::FixedPoint, Why::NotFinite) => "fixed-point: not finite",
            (Way::FixedPoint, _) => "fixed-point: did not settle",
        }
    }
}

/// How the nonlinear equations of a step are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Solver {
    Auto,
    Monolithic,
    Decoupled,
    /// The decoupled form without the couplings of stiff systems, as Algorithm 1 has it.
    Sequential,
    FixedPoint,
}

/// The scheme.
pub struct Alpha {
    levels: Levels,
    c: Coefficients,
    solver: Solver,
    shifted_start: bool,
    zero_start: bool,
    reinitialise: bool,
    backward: bool,
    mean_slip: bool,
    accept: f64,
    contact_solver: Make,
    stop: Interrupt,
    tol: f64,
    absolute: bool,
    max_newton: usize,
    work: Option<Box<Work>>,
    state: State,
    redundant: Vec<usize>,
    evaluations: usize,
    /// Percussions of the parts of the present step.
    sum: State,
}

/// Workspaces, made at the start and kept.
struct Work {
    step: Step,
    monolithic: Monolithic,
    decoupled: Decoupled,
    fixed_point: Option<FixedPoint>,
    accelerations: Accelerations,
    last_h: f64,
    /// Steps for which the fixed point is tried before Newton's method, as it was needed.
    prefer: u32,
    /// Tries of the present step that failed, and multiplications of its dense factorisations.
    rejected: usize,
    dense: f64,
    /// The step as asked for, of which the present one may be a part, and how often it was halved.
    dt: f64,
    depth: u32,
    /// Steps and their parts that begin before this time are made without history.
    backward_until: f64,
    backward_kept: f64,
    derivatives: Derivatives,
    /// What the present step began with, from where its length changed.
    undo: Memory,
    kept: bool,
    preferred: u32,
    /// How the ways failed in the last try.
    failed: Failed,
}
remember!(Work {
    step, monolithic, decoupled, fixed_point, accelerations, last_h, prefer, rejected, dt,
    backward_until;
    skip dense, depth, undo, kept, preferred, backward_kept, derivatives, failed
});

/// Unknowns up to which the monolithic Newton matrix is factorised densely from the start.
const SMALL: usize = 24;
/// The same where friction slides in space, whose turning direction the decoupled form ignores.
const MEDIUM: usize = 150;
/// Unknowns up to which it serves as fallback.
const LARGE: usize = 900;
/// The same without contacts and friction, where nothing else is left: its fill stays small.
const LAST_RESORT: usize = 3000;
/// Halvings of a step that does not converge.
const MAX_HALVINGS: u32 = 10;
/// Steps after one that needed the fixed point in which Newton's method is not tried first.
const PREFER: u32 = 20;
/// Updates without progress after which Newton's method gives up in large systems.
const STALLED: usize = 6;
/// Most tries of one step that may fail, so that a hopeless one ends.
const MAX_REJECTED: usize = 200;
/// Most multiplications of dense factorisations in one step and its parts: a few seconds.
const MAX_DENSE: f64 = 4e9;

impl Alpha {
    pub(super) fn make(levels: Levels, o: &Options) -> Result<Box<dyn Engine>, ModelError> {
        let words = ["auto", "monolithic", "decoupled", "sequential", "fixed-point"];
        let solvers = [
            Solver::Auto,
            Solver::Monolithic,
            Solver::Decoupled,
            Solver::Sequential,
            Solver::FixedPoint,
        ];
        let a0 = o.word("a0", &["plain", "shifted", "zero"])?;
        Ok(Box::new(Alpha {
            levels: levels.with_options(o)?,
            c: Coefficients::from_options(o)?,
            solver: solvers[o.word("newton", &words)?],
            shifted_start: a0 == 1,
            zero_start: a0 == 2,
            reinitialise: o.flag("reinit")?,
            backward: o.word("backward", &["auto", "no"])? == 0,
            mean_slip: o.word("slip", &["mean", "end"])? == 0,
            accept: o.positive("accept")?,
            contact_solver: super::contacts::solver(o)?,
            stop: Interrupt::default(),
            tol: o.positive("tol")?,
            absolute: o.word("residual", &["scaled", "absolute"])? == 1,
            max_newton: o.whole("max_newton", 1, 1000)?,
            work: None,
            state: State::default(),
            redundant: Vec::new(),
            evaluations: 0,
            sum: State::default(),
        }))
    }

    /// Consistent a0, λ0 at the beginning of a step, and auxiliary values that know no step before.
    fn consistent(
        &mut self,
        sys: &System,
        step: &mut Step,
        accelerations: &mut Accelerations,
        dt: f64,
    ) -> Result<(), StepError> {
        let smooth = self.levels.smooth();
        let (t, u0) = (step.t0, &step.u0[..sys.nu]);
        accelerations.solve(sys, t, &step.q0, u0, smooth);
        accelerations.check(sys, t)?;
        for r in accelerations.least_forces(sys, smooth) {
            if !self.redundant.contains(&r) {
                self.redundant.push(r);
            }
        }
        step.a0.copy_from_slice(&accelerations.a);
        step.la0.copy_from_slice(&accelerations.la);
        if self.zero_start {
            step.a0.fill(0.0);
        }
        step.a_bar0.copy_from_slice(&step.a0);
        step.la_bar0.copy_from_slice(&step.la0);
        if self.shifted_start {
            // ā0 lives at t0 + (α_m - α_f) h
            let shift = (self.c.alpha_m - self.c.alpha_f) * dt;
            accelerations.shifted(sys, t, &step.q0, u0, shift, smooth);
            step.a_bar0.copy_from_slice(&accelerations.a);
            step.la_bar0.copy_from_slice(&accelerations.la);
        }
        if step.a0.iter().any(|v| !v.is_finite()) {
            return Err(StepError::NotFinite { t });
        }
        Ok(())
    }

    fn converged(&self, size: Size) -> bool {
        if self.absolute {
            size.absolute <= self.tol
        } else {
            size.scaled <= 1.0
        }
    }

    /// Semismooth Newton from the predictor.
    fn newton(&self, sys: &System, w: &mut Work, monolithic: bool) -> Result<usize, Failure> {
        let c = self.coefficients(w);
        let mut best = f64::INFINITY;
        let mut best_at = 0;
        let large = 3 * (sys.nu + sys.nr) > LARGE;
        let dear = large && monolithic;
        let large = large && (has_laws(sys) || monolithic);
        for it in 0..=self.max_newton {
            w.step.dependents(sys, c);
            w.step.kinematics(sys, c, it == 0);
            w.step.index_sets(sys, c, &self.levels);
            let size = w.step.residuals(sys, c, &self.levels, self.scale_tol(), [0.0; 3]);
            if self.converged(size) {
                return Ok(it);
            }
            let value = if self.absolute { size.absolute } else { size.scaled };
            let fail = |why: Why| Err(Failure { residual: value, iterations: it, why });
            if !value.is_finite() {
                return fail(Why::NotFinite);
            }
            if value < best {
                // dense factors of many unknowns are for progress that can be seen
                if !dear || value < 0.5 * best {
                    best_at = it;
                }
                best = value;
            }
            let grows = it > 8 && value > 1e8 * best;
            let stalls = large && it >= best_at + STALLED;
            if monolithic && has_laws(sys) {
                let on = [&w.step.on_a, &w.step.on_v, &w.step.on_p];
                let rows: usize = on.iter().map(|on| on.iter().filter(|o| **o).count()).sum();
                w.dense += ((3 * sys.nu + rows) as f64).powi(3) / 3.0;
            }
            let spent = w.dense > MAX_DENSE;
            if it == self.max_newton || grows || stalls || spent || self.stop.raised() {
                return fail(if grows {
                    Why::Diverged
                } else if stalls {
                    Why::Stalled
                } else {
                    Why::Limit
                });
            }
            let ok = if monolithic {
                w.monolithic.update(sys, c, &self.levels, &mut w.step)
            } else {
                w.decoupled.update(sys, c, &mut w.step, it == 0, self.scale_tol())
            };
            if !ok {
                return fail(Why::Singular);
            }
        }
        Err(Failure { residual: best, iterations: self.max_newton, why: Why::Limit })
    }

    /// Those of the scheme, or of a step without history.
    fn coefficients(&self, w: &Work) -> &Coefficients {
        if w.backward() {
            &Coefficients::BACKWARD
        } else {
            &self.c
        }
    }

    /// After a step that was solved: whether it has to be repeated without history.
    fn judge_change(&self, sys: &System, w: &mut Work) -> bool {
        if !w.step.contacts_change(sys) {
            return false;
        }
        let until = w.step.t0 + BACKWARD_STEPS * w.dt;
        if w.backward() {
            w.backward_until = until;
        } else if self.backward && w.step.unresolved(sys, &self.c, &mut w.derivatives) {
            w.backward_until = until;
            return true;
        } else if self.reinitialise {
            w.step.reinitialise();
        }
        false
    }

    /// After a step that was not solved: whether strong damping behind the contacts asks for one without
    /// history.
    fn judge_failure(&self, sys: &System, w: &mut Work, h: f64) -> bool {
        if !self.backward || w.backward() {
            return false;
        }
        w.step.predict(sys, h, true);
        w.step.dependents(sys, &self.c);
        w.step.kinematics(sys, &self.c, true);
        let damped = w.step.damped(sys, &self.c, &mut w.derivatives);
        if damped {
            w.backward_until = w.step.t0 + BACKWARD_STEPS * w.dt;
        }
        damped
    }

    fn scale_tol(&self) -> f64 {
        if self.absolute {
            1e-12
        } else {
            self.tol
        }
    }

    /// The ways to try in the present step, in their order.
    fn ladder(&self, sys: &System, w: &Work) -> &'static [Way] {
        use Way::{Decoupled, FixedPoint, Monolithic};
        let n = 3 * (sys.nu + sys.nr);
        let laws = has_laws(sys);
        let spatial_friction = sys.frictions.iter().any(|f| f.rows.len() > 1);
        let dense = n <= SMALL || spatial_friction && n <= MEDIUM;
        match self.solver {
            Solver::Monolithic if laws => &[Monolithic, FixedPoint],
            Solver::Monolithic => &[Monolithic],
            Solver::Decoupled | Solver::Sequential if laws => &[Decoupled, FixedPoint],
            Solver::Decoupled | Solver::Sequential => &[Decoupled],
            Solver::FixedPoint if laws => &[FixedPoint],
            Solver::FixedPoint => &[Decoupled, Monolithic],
            Solver::Auto if laws && w.prefer > 0 => match n {
                _ if dense => &[FixedPoint, Monolithic],
                _ if n <= LARGE => &[FixedPoint, Decoupled, Monolithic],
                _ => &[FixedPoint, Decoupled],
            },
            Solver::Auto if laws => match n {
                _ if dense => &[Monolithic, FixedPoint],
                _ if n <= LARGE => &[Decoupled, Monolithic, FixedPoint],
                _ => &[Decoupled, FixedPoint],
            },
            Solver::Auto if dense => &[Monolithic],
            Solver::Auto if n <= LAST_RESORT => &[Decoupled, Monolithic],
            Solver::Auto => &[Decoupled],
        }
    }

    /// One step of length h by the first way that solves it.
    fn attempt(&self, sys: &System, w: &mut Work, h: f64) -> Result<StepInfo, Failure> {
        let ladder = self.ladder(sys, w);
        let preferred = ladder[0] == Way::FixedPoint && self.solver == Solver::Auto;
        if preferred {
            w.prefer -= 1;
        }
        let mut info = StepInfo::default();
        let mut failure = Failure { residual: f64::NAN, iterations: 0, why: Why::NotFinite };
        for &way in ladder {
            let done = match way {
                Way::Monolithic | Way::Decoupled => {
                    w.step.predict(sys, h, false);
                    self.newton(sys, w, way == Way::Monolithic)
                }
                Way::FixedPoint => self.fixed_point(sys, w, h, preferred),
            };
            match (done, way) {
                (Ok(n), Way::FixedPoint) => {
                    if !preferred {
                        w.prefer = PREFER;
                    }
                    return Ok(StepInfo { newton: 0, fixed_point: n, way: way.name(), ..info });
                }
                (Ok(n), _) => {
                    return Ok(StepInfo { newton: info.newton + n, way: way.name(), ..info });
                }
                (Err(f), _) => {
                    if way != Way::FixedPoint {
                        info.newton += f.iterations;
                    }
                    info.note_failure(way.failed(f.why));
                    failure = f;
                }
            }
        }
        w.failed = info.failed;
        Err(failure)
    }

    fn fixed_point(
        &self,
        sys: &System,
        w: &mut Work,
        h: f64,
        again: bool,
    ) -> Result<usize, Failure> {
        // forces that are not unique are kept, not extrapolated
        w.step.predict(sys, h, again);
        let c = self.coefficients(w);
        let fixed = w.fixed_point.get_or_insert_with(|| FixedPoint::new(sys, self.contact_solver));
        fixed.prepare(sys, self.contact_solver);
        (fixed.accept, fixed.stop) = (self.accept, self.stop.clone());
        fixed.last = w.depth >= MAX_HALVINGS;
        let (tol, joints) = (self.scale_tol(), &mut w.decoupled);
        fixed.solve(sys, c, &self.levels, &mut w.step, tol, again, joints, |s| {
            if self.absolute {
                s.absolute <= self.tol.min(1e-9)
            } else {
                s.scaled <= 1.0
            }
        })
    }

    /// A step with its fallbacks: local substeps where it does not converge.
    fn advance(
        &self,
        sys: &System,
        w: &mut Work,
        h: f64,
        depth: u32,
        state: &mut State,
    ) -> Result<StepInfo, StepError> {
        rescale(w, h);
        w.depth = depth;
        let mut done = self.attempt(sys, w, h);
        let again = has_laws(sys)
            && match done {
                Ok(_) => self.judge_change(sys, w),
                Err(_) => self.judge_failure(sys, w, h),
            };
        if again {
            done = self.attempt(sys, w, h);
            if done.is_ok() {
                self.judge_change(sys, w);
            }
        }
        match done {
            Ok(mut info) => {
                let accepted = w.fixed_point.as_mut().and_then(|f| f.accepted.take());
                if let Some(residual) = accepted {
                    info.accept(residual);
                }
                w.last_h = h;
                state.P.iter_mut().zip(&w.step.P).for_each(|(s, p)| *s += p);
                state.La.iter_mut().zip(&w.step.La).for_each(|(s, p)| *s += p);
                w.step.accept(sys, info.newton + info.fixed_point > 0);
                Ok(info)
            }
            Err(f) if !self.stop.raised() && (depth >= MAX_HALVINGS || w.hopeless()) => {
                Err(if f.residual.is_nan() {
                    StepError::NotFinite { t: w.step.t0 }
                } else {
                    StepError::NoConvergence {
                        t: w.step.t0,
                        residual: f.residual,
                        iterations: f.iterations,
                        elements: involved(sys, w),
                    }
                })
            }
            Err(_) if self.stop.raised() => Err(StepError::Interrupted { t: w.step.t0 }),
            Err(_) => {
                w.rejected += 1;
                let mut all =
                    StepInfo { rejected: 1, failed: w.failed, way: "parts", ..StepInfo::default() };
                for _ in 0..2 {
                    let i = self.advance(sys, w, 0.5 * h, depth + 1, state)?;
                    all.newton += i.newton;
                    all.fixed_point += i.fixed_point;
                    all.rejected += i.rejected;
                    i.failed.into_iter().for_each(|f| all.note_failure(f));
                    all.accepted += i.accepted;
                    all.residual = all.residual.max(i.residual);
                }
                Ok(all)
            }
        }
    }
}

fn has_laws(sys: &System) -> bool {
    !sys.contacts.is_empty() || !sys.frictions.is_empty()
}

/// Why a try failed.
#[derive(Clone, Copy, Debug)]
struct Failure {
    residual: f64,
    iterations: usize,
    why: Why,
}

impl Work {
    /// A new step.
    fn begin(&mut self, dt: f64) {
        self.dt = dt;
        (self.rejected, self.dense) = (0, 0.0);
        (self.kept, self.preferred) = (false, self.prefer);
        self.backward_kept = self.backward_until;
        if let Some(f) = &mut self.fixed_point {
            f.work = 0.0;
        }
    }
    /// Whether the present step is made without history.
    fn backward(&self) -> bool {
        self.step.t0 < self.backward_until - 1e-6 * self.dt
    }
    /// Before anything that the step began with is changed.
    fn keep(&mut self) {
        if !self.kept {
            self.kept = true;
            self.undo.record();
            self.step.remember(&mut self.undo);
            self.last_h.remember(&mut self.undo);
        }
    }
    /// After a failed step.
    fn put_back(&mut self) {
        self.prefer = self.preferred;
        self.backward_until = self.backward_kept;
        if self.kept {
            self.undo.replay();
            self.step.remember(&mut self.undo);
            self.last_h.remember(&mut self.undo);
        }
    }
    /// Whether more halves of the step would take too long.
    fn hopeless(&self) -> bool {
        self.rejected >= MAX_REJECTED
            || self.dense > MAX_DENSE
            || self.fixed_point.as_ref().is_some_and(|f| f.exhausted())
    }
}

/// On a changed step: ā <- a + (h_new/h_old)(ā - a), likewise λ̄.
fn rescale(w: &mut Work, h: f64) {
    let s = h / w.last_h;
    if (s - 1.0).abs() < 1e-6 {
        return;
    }
    w.keep();
    w.last_h = h;
    let st = &mut w.step;
    for (bar, a) in st.a_bar0.iter_mut().zip(&st.a0) {
        *bar = a + s * (*bar - a);
    }
    for (bar, la) in st.la_bar0.iter_mut().zip(&st.la0) {
        *bar = la + s * (*bar - la);
    }
}

/// Names of the contacts that are furthest from their laws; where none is, of the joints and of the
/// contacts that are closed: now, at the beginning of the step, or by their gap.
fn involved(sys: &System, w: &Work) -> String {
    let step = &w.step;
    let mut names: Vec<&str> = match &w.fixed_point {
        Some(f) => f.unsettled(sys).collect(),
        None => Vec::new(),
    };
    if names.is_empty() {
        let scale = step.q0.iter().fold(step.length, |m, v| m.max(v.abs()));
        let used = |&r: &usize| {
            let pressed = step.on_v0[r] || step.la0[r] != 0.0;
            let near = match sys.kinds[r] {
                RowKind::Normal(_) => step.ev.g[r] <= 1e-9 * scale,
                RowKind::Position | RowKind::Velocity => true,
                RowKind::Friction(_) => false,
            };
            step.on_a[r] || step.on_v[r] || step.on_p[r] || pressed || near
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

impl Engine for Alpha {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        dt: f64,
    ) -> Result<(), StepError> {
        self.redundant.clear();
        let mut step = Step::new(sys, &self.levels);
        step.absolute = self.absolute;
        step.sliding.mean = self.mean_slip;
        step.t0 = t;
        step.q0.copy_from_slice(q);
        step.u0[..sys.nu].copy_from_slice(u);
        let mut accelerations = Accelerations::new(sys, &self.stop);
        self.consistent(sys, &mut step, &mut accelerations, dt)?;
        step.start_sliding(sys);
        let mut derivatives = Derivatives { H: Vec::new(), ..sys.derivatives() };
        step.start_stiffness(sys, &mut derivatives);
        self.state = State {
            t,
            q: q.to_vec(),
            u: u.to_vec(),
            a: step.a0.clone(),
            P: vec![0.0; sys.nr],
            la: step.la0.clone(),
            La: vec![0.0; sys.nr],
        };
        self.work = Some(Box::new(Work {
            monolithic: Monolithic::new(sys),
            decoupled: Decoupled::new(sys, self.solver != Solver::Sequential),
            fixed_point: None,
            accelerations,
            last_h: dt,
            prefer: 0,
            rejected: 0,
            dense: 0.0,
            dt,
            depth: 0,
            backward_until: f64::NEG_INFINITY,
            backward_kept: f64::NEG_INFINITY,
            derivatives,
            undo: Memory::default(),
            kept: false,
            failed: Failed::default(),
            preferred: 0,
            step,
        }));
        Ok(())
    }

    fn ends_on_switches(&self) -> bool {
        true
    }

    fn restart(&mut self, sys: &System, t: f64, dt: f64) -> Result<(), StepError> {
        let Some(mut w) = self.work.take() else {
            return Err(StepError::NotFinite { t });
        };
        w.step.t0 = t;
        w.step.forget();
        let done = self.consistent(sys, &mut w.step, &mut w.accelerations, dt);
        let s = &mut self.state;
        s.t = t;
        s.a.copy_from_slice(&w.step.a0);
        s.la.copy_from_slice(&w.step.la0);
        self.work = Some(w);
        done
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let Some(mut w) = self.work.take() else {
            return Err(StepError::NotFinite { t: self.state.t });
        };
        let mut sum = std::mem::take(&mut self.sum);
        for (s, of) in [(&mut sum.P, &self.state.P), (&mut sum.La, &self.state.La)] {
            s.clear();
            s.resize(of.len(), 0.0);
        }
        w.begin(dt);
        let info = self.advance(sys, &mut w, dt, 0, &mut sum);
        if info.is_err() {
            w.put_back();
            self.sum = sum;
            self.work = Some(w);
            return info;
        }
        let mut state = std::mem::take(&mut self.state);
        std::mem::swap(&mut state.P, &mut sum.P);
        std::mem::swap(&mut state.La, &mut sum.La);
        self.sum = sum;
        self.evaluations = w.step.evaluations;
        let nu = sys.nu;
        let s = &mut w.step;
        for rows in [&w.monolithic.redundant, &w.decoupled.redundant] {
            for r in rows.iter() {
                if !self.redundant.contains(r) {
                    self.redundant.push(*r);
                }
            }
        }
        let redundant = !self.redundant.is_empty();
        if redundant {
            least_forces(sys, s, &mut state.la);
        }
        if !redundant {
            state.la.copy_from_slice(&s.la0);
        }
        if self.levels.velocity && !self.levels.contacts {
            // contacts act by impulses alone, and joints carry what these send through them
            for r in (0..sys.nr)
                .filter(|&r| matches!(sys.kinds[r], RowKind::Position | RowKind::Velocity))
            {
                if state.La[r].abs() > 1e-9 * state.P[r].abs() {
                    state.la[r] = state.P[r] / dt;
                }
            }
        }
        state.t = s.t0;
        state.q.copy_from_slice(&s.q0);
        state.u.copy_from_slice(&s.u0[..nu]);
        state.a.copy_from_slice(&s.a0);
        self.state = state;
        self.work = Some(w);
        info
    }

    fn fails_clean(&self) -> bool {
        true
    }

    fn remember(&mut self, _sys: &System, m: &mut Memory) {
        m.field("alpha");
        m.part(&mut self.work);
        self.state.remember(m);
        self.redundant.remember(m);
        self.evaluations.remember(m);
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn evaluations(&self) -> usize {
        self.evaluations
    }

    fn evaluated(&self) -> Option<&Eval> {
        self.work.as_ref().map(|w| &w.step.ev).filter(|ev| ev.t == self.state.t)
    }

    fn redundant(&self) -> Vec<usize> {
        self.redundant.clone()
    }

    fn heed(&mut self, stop: &Interrupt) {
        self.stop = stop.clone();
    }
}

/// Of all forces that give this motion, those of minimum norm: for the rows in use, where the laws
/// admit them, in the step itself; for the report in `la` also with contacts that neither open nor
/// slide nor begin to, as far as their laws admit.
fn least_forces(sys: &System, s: &mut Step, la: &mut [f64]) {
    la.copy_from_slice(&s.la0);
    let found = minimum_norm(sys, &s.ev, &s.on_a, la) && contacts::admissible(sys, la);
    if found {
        s.la0.copy_from_slice(la);
    }
    if sys.contacts.is_empty() && sys.frictions.is_empty() {
        return;
    }
    let mut on = s.on_a.clone();
    let scale = s.u0.iter().fold(s.length, |m, v| m.max(v.abs()));
    let still = |r: usize| s.gd[r].abs() <= 1e-10 * scale && s.gdd[r].abs() <= 1e-8 * s.length;
    for (c, k) in sys.contacts.iter().enumerate() {
        on[k.row] |= s.ev.g[k.row] <= sys.band(c) && still(k.row);
    }
    for f in &sys.frictions {
        let pressed = match f.normal {
            Normal::Contact(k) => on[sys.contacts[k].row],
            Normal::Force(_) => true,
        };
        if pressed && f.rows.clone().all(still) {
            f.rows.clone().for_each(|r| on[r] = true);
        }
    }
    la.copy_from_slice(&s.la0);
    if found && on == s.on_a {
        return;
    }
    let mut least = s.la0.clone();
    if minimum_norm(sys, &s.ev, &on, &mut least) {
        contacts::approach(sys, la, &least);
    }
}
