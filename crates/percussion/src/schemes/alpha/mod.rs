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
mod history;
mod index_sets;
mod levels;
mod monolithic;
mod start;
mod step;

pub(crate) use levels::{Coefficients, Levels, SmoothRow};
pub use levels::{BAUMGARTE_OPTIONS, OPTIONS, SMOOTH_OPTIONS};
pub(crate) use start::Accelerations;

use super::{Engine, Options, State, StepInfo};
use crate::error::{ModelError, StepError};
use crate::memory::{remember, Memory, Remember};
use crate::system::minimum_norm;
use crate::system::{Eval, Normal, System};
use decoupled::Decoupled;
use fixed_point::FixedPoint;
use monolithic::Monolithic;
use step::{Size, Step};

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
    /// Tries of the present step that failed.
    rejected: usize,
    /// What the present step began with, from where its length changed.
    undo: Memory,
    kept: bool,
    preferred: u32,
}
remember!(Work { step, monolithic, decoupled, fixed_point, accelerations, last_h, prefer, rejected; skip undo, kept, preferred });

/// Unknowns up to which the monolithic Newton matrix is factorised densely from the start.
const SMALL: usize = 24;
/// The same where friction slides in space, whose turning direction the decoupled form ignores.
const MEDIUM: usize = 150;
/// Unknowns up to which it serves as fallback.
const LARGE: usize = 900;
/// Halvings of a step that does not converge.
const MAX_HALVINGS: u32 = 10;
/// Steps after one that needed the fixed point in which Newton's method is not tried first.
const PREFER: u32 = 20;
/// Updates without progress after which Newton's method gives up in large systems.
const STALLED: usize = 6;
/// Most tries of one step that may fail, so that a hopeless one ends.
const MAX_REJECTED: usize = 200;

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

    fn converged(&self, size: Size) -> bool {
        if self.absolute {
            size.absolute <= self.tol
        } else {
            size.scaled <= 1.0
        }
    }

    /// Semismooth Newton from the predictor.
    fn newton(&self, sys: &System, w: &mut Work, monolithic: bool) -> Result<usize, Failure> {
        let mut best = f64::INFINITY;
        let mut best_at = 0;
        let large = 3 * (sys.nu + sys.nr) > LARGE && has_laws(sys);
        for it in 0..=self.max_newton {
            w.step.dependents(sys, &self.c);
            w.step.kinematics(sys, it == 0);
            w.step.index_sets(sys, &self.c, &self.levels);
            let size = w.step.residuals(sys, &self.c, &self.levels, self.scale_tol(), [0.0; 3]);
            if self.converged(size) {
                return Ok(it);
            }
            let value = if self.absolute { size.absolute } else { size.scaled };
            if !value.is_finite() {
                return Err(Failure { residual: value, iterations: it });
            }
            if value < best {
                (best, best_at) = (value, it);
            }
            let grows = it > 8 && value > 1e8 * best;
            let stalls = large && it >= best_at + STALLED;
            if it == self.max_newton || grows || stalls {
                return Err(Failure { residual: value, iterations: it });
            }
            let ok = if monolithic {
                w.monolithic.update(sys, &self.c, &self.levels, &mut w.step)
            } else {
                w.decoupled.update(sys, &self.c, &mut w.step, it == 0, self.scale_tol())
            };
            if !ok {
                return Err(Failure { residual: value, iterations: it });
            }
        }
        Err(Failure { residual: best, iterations: self.max_newton })
    }

    fn scale_tol(&self) -> f64 {
        if self.absolute {
            1e-12
        } else {
            self.tol
        }
    }

    /// One step of length h: Newton, then the fixed point.
    fn attempt(&self, sys: &System, w: &mut Work, h: f64) -> Result<StepInfo, Failure> {
        let n = 3 * (sys.nu + sys.nr);
        let spatial_friction = sys.frictions.iter().any(|f| f.rows.len() > 1);
        let tries: &[bool] = match self.solver {
            Solver::Monolithic => &[true],
            Solver::Decoupled | Solver::Sequential => &[false],
            Solver::FixedPoint => &[],
            Solver::Auto if n <= SMALL || spatial_friction && n <= MEDIUM => &[true],
            Solver::Auto if n <= LARGE => &[false, true],
            Solver::Auto => &[false],
        };
        let laws = has_laws(sys);
        let mut failure = Failure { residual: f64::NAN, iterations: 0 };
        let mut newton = 0;
        let first = laws && w.prefer > 0 && self.solver == Solver::Auto;
        if first {
            w.prefer -= 1;
            match self.fixed_point(sys, w, h, true) {
                Ok(fixed_point) => return Ok(StepInfo { fixed_point, ..StepInfo::default() }),
                Err(f) => failure = f,
            }
        }
        for &monolithic in tries {
            w.step.predict(sys, h, false);
            match self.newton(sys, w, monolithic) {
                Ok(it) => return Ok(StepInfo { newton: newton + it, ..StepInfo::default() }),
                Err(f) => {
                    newton += f.iterations;
                    failure = f;
                }
            }
        }
        if laws && !first {
            match self.fixed_point(sys, w, h, false) {
                Ok(fixed_point) => {
                    w.prefer = PREFER;
                    return Ok(StepInfo { fixed_point, ..StepInfo::default() });
                }
                Err(f) => failure = f,
            }
        }
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
        let fixed = w.fixed_point.get_or_insert_with(|| FixedPoint::new(sys));
        let (tol, joints) = (self.scale_tol(), &mut w.decoupled);
        fixed.solve(sys, &self.c, &self.levels, &mut w.step, tol, again, joints, |s| {
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
        match self.attempt(sys, w, h) {
            Ok(info) => {
                w.last_h = h;
                state.P.iter_mut().zip(&w.step.P).for_each(|(s, p)| *s += p);
                state.La.iter_mut().zip(&w.step.La).for_each(|(s, p)| *s += p);
                w.step.accept(sys, info.newton + info.fixed_point > 0);
                Ok(info)
            }
            Err(f) if depth >= MAX_HALVINGS || w.hopeless() => Err(if f.residual.is_nan() {
                StepError::NotFinite { t: w.step.t0 }
            } else {
                StepError::NoConvergence {
                    t: w.step.t0,
                    residual: f.residual,
                    iterations: f.iterations,
                    elements: involved(sys, &w.step),
                }
            }),
            Err(_) => {
                w.rejected += 1;
                let mut all = StepInfo { rejected: 1, ..StepInfo::default() };
                for _ in 0..2 {
                    let i = self.advance(sys, w, 0.5 * h, depth + 1, state)?;
                    all.newton += i.newton;
                    all.fixed_point += i.fixed_point;
                    all.rejected += i.rejected;
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
}

impl Work {
    /// A new step.
    fn begin(&mut self) {
        self.rejected = 0;
        (self.kept, self.preferred) = (false, self.prefer);
        if let Some(f) = &mut self.fixed_point {
            f.work = 0.0;
        }
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
        if self.kept {
            self.undo.replay();
            self.step.remember(&mut self.undo);
            self.last_h.remember(&mut self.undo);
        }
    }
    /// Whether more halves of the step would take too long.
    fn hopeless(&self) -> bool {
        self.rejected >= MAX_REJECTED || self.fixed_point.as_ref().is_some_and(|f| f.exhausted())
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

/// Names of the joints and of the contacts that are closed or close.
fn involved(sys: &System, step: &Step) -> String {
    let mut names: Vec<&str> = (0..sys.nr)
        .filter(|&r| step.on_a[r] || step.on_v[r] || step.on_p[r])
        .map(|r| sys.row_name(r))
        .collect();
    names.dedup();
    names.truncate(8);
    if names.is_empty() {
        "no active constraint".into()
    } else {
        names.join(", ")
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
        let mut step = Step::new(sys, &self.levels);
        step.absolute = self.absolute;
        let mut accelerations = Accelerations::new(sys);
        step.t0 = t;
        step.q0.copy_from_slice(q);
        step.u0[..sys.nu].copy_from_slice(u);
        let smooth = self.levels.smooth();
        accelerations.solve(sys, t, q, u, smooth);
        self.redundant = accelerations.least_forces(sys, smooth);
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
            accelerations.shifted(sys, t, q, u, shift, smooth);
            step.a_bar0.copy_from_slice(&accelerations.a);
            step.la_bar0.copy_from_slice(&accelerations.la);
        }
        if step.a0.iter().any(|v| !v.is_finite()) {
            return Err(StepError::NotFinite { t });
        }
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
            undo: Memory::default(),
            kept: false,
            preferred: 0,
            step,
        }));
        Ok(())
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
        w.begin();
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
        if self.reinitialise && impact(sys, s) {
            w.accelerations.solve(sys, s.t0, &s.q0, &s.u0[..nu], self.levels.smooth());
            s.a0.copy_from_slice(&w.accelerations.a);
            s.la0.copy_from_slice(&w.accelerations.la);
            s.a_bar0.copy_from_slice(&s.a0);
            s.la_bar0.copy_from_slice(&s.la0);
        }
        if !redundant {
            state.la.copy_from_slice(&s.la0);
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
}

/// Whether a contact was hit in this step: ξ_N = 0 reached from an approach.
fn impact(sys: &System, s: &Step) -> bool {
    sys.contacts.iter().any(|k| {
        let jump = s.La[k.row] * sys.delassus_diagonal(&s.ev, k.row);
        s.on_v[k.row]
            && jump > 10.0 * s.h * (1.0 + s.a0.iter().fold(0.0, |m: f64, v| m.max(v.abs())))
    })
}

/// Of all forces that give this motion, those of minimum norm: for the rows in use, where the laws
/// admit them, in the step itself; for the report in `la` also with contacts that neither open nor
/// slide nor begin to, as far as their laws admit.
fn least_forces(sys: &System, s: &mut Step, la: &mut [f64]) {
    la.copy_from_slice(&s.la0);
    if minimum_norm(sys, &s.ev, &s.on_a, la) && start::admissible(sys, la) {
        s.la0.copy_from_slice(la);
    }
    if sys.contacts.is_empty() && sys.frictions.is_empty() {
        return;
    }
    let mut on = s.on_a.clone();
    let scale = s.u0.iter().fold(1.0_f64, |m, v| m.max(v.abs()));
    let still = |r: usize| s.gd[r].abs() <= 1e-10 * scale && s.gdd[r].abs() <= 1e-8;
    for k in &sys.contacts {
        on[k.row] |= s.ev.g[k.row] <= 1e-10 && still(k.row);
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
    let mut least = s.la0.clone();
    if minimum_norm(sys, &s.ev, &on, &mut least) {
        start::approach(sys, la, &least);
    }
}
