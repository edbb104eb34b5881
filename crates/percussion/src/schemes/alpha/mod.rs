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
mod parts;
mod prox;
mod sliding;
mod start;
mod step;
mod ways;

pub(crate) use levels::{Coefficients, Levels, SmoothRow};
pub use levels::{BAUMGARTE_OPTIONS, OPTIONS, SMOOTH_OPTIONS};
pub(crate) use start::Accelerations;

use super::{Engine, Interrupt, Options, State, StepInfo};
use crate::contact::reduce::Make;
use crate::error::{ModelError, StepError};
use crate::memory::{remember, Memory, Remember};
use crate::record::Failed;
use crate::schemes::contacts;
use crate::system::{Derivatives, Eval, MinimumNorm, Normal, Renewal, RowKind, System};
use decoupled::Decoupled;
use fixed_point::FixedPoint;
use monolithic::Monolithic;
use step::Step;

/// How the nonlinear equations of a step are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Solver {
    Auto,
    Monolithic,
    Decoupled,
    /// The decoupled form without the couplings of stiff systems, as Algorithm 1 has it.
    Sequential,
    FixedPoint,
    /// The published fixed point.
    Prox,
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
    /// Whether a step's iteration starts from the values of the last one, impulses included.
    known_start: bool,
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
    /// For how many it was last.
    wait: u32,
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
    /// For forces of minimum norm, of the rows in use and of all that could be.
    least: [MinimumNorm; 2],
    /// What the present step began with, from where its length changed.
    undo: Memory,
    kept: bool,
    preferred: [u32; 2],
    /// How the ways failed in the last try.
    failed: Failed,
}
remember!(Work {
    step, monolithic, decoupled, fixed_point, accelerations, last_h, prefer, wait, rejected, dt,
    backward_until;
    skip dense, depth, undo, kept, preferred, backward_kept, derivatives, least, failed
});

impl Alpha {
    pub(super) fn make(levels: Levels, o: &Options) -> Result<Box<dyn Engine>, ModelError> {
        let words = ["auto", "monolithic", "decoupled", "sequential", "fixed-point", "prox"];
        let solvers = [
            Solver::Auto,
            Solver::Monolithic,
            Solver::Decoupled,
            Solver::Sequential,
            Solver::FixedPoint,
            Solver::Prox,
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
            known_start: o.word("start", &["extrapolated", "known"])? == 1,
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

    /// Workspaces of a step that begins.
    fn workspaces(
        &self,
        sys: &System,
        step: Step,
        accelerations: Accelerations,
        derivatives: Derivatives,
        dt: f64,
    ) -> Work {
        Work {
            monolithic: Monolithic::new(sys),
            decoupled: Decoupled::new(sys, self.solver != Solver::Sequential),
            fixed_point: None,
            accelerations,
            last_h: dt,
            prefer: 0,
            wait: 0,
            rejected: 0,
            dense: 0.0,
            dt,
            depth: 0,
            backward_until: f64::NEG_INFINITY,
            backward_kept: f64::NEG_INFINITY,
            derivatives,
            least: Default::default(),
            undo: Memory::default(),
            kept: false,
            failed: Failed::default(),
            preferred: [0; 2],
            step,
        }
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
        self.evaluations = 0;
        let mut step = Step::new(sys, &self.levels);
        step.absolute = self.absolute;
        step.sliding.mean = self.mean_slip;
        step.history.known = self.known_start;
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
        self.work = Some(Box::new(self.workspaces(sys, step, accelerations, derivatives, dt)));
        Ok(())
    }

    fn renews(&self) -> bool {
        self.levels.velocity
    }

    fn renew(&mut self, sys: &System, by: &Renewal) -> Result<(), StepError> {
        let Some(old) = self.work.take() else { return Ok(()) };
        let derivatives = Derivatives { H: Vec::new(), ..sys.derivatives() };
        let step = old.step.renewed(sys, &self.levels, by);
        let mut accelerations = Accelerations::new(sys, &self.stop);
        accelerations.a = old.accelerations.a;
        let new = self.workspaces(sys, step, accelerations, derivatives, old.dt);
        let Work { last_h, prefer, wait, backward_until, .. } = *old;
        self.work = Some(Box::new(Work { last_h, prefer, wait, backward_until, ..new }));
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
        // the split of contact forces is defined by their compliance
        let of_joint = |&r: &usize| matches!(sys.kinds[r], RowKind::Position | RowKind::Velocity);
        let redundant = self.redundant.iter().any(of_joint);
        if redundant {
            least_forces(sys, s, &mut w.least, &mut state.la);
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
fn least_forces(sys: &System, s: &mut Step, norms: &mut [MinimumNorm; 2], la: &mut [f64]) {
    la.copy_from_slice(&s.la0);
    let [used, all] = norms;
    let found = used.solve(sys, &s.ev, &s.on_a, la) && contacts::admissible(sys, la);
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
    if all.solve(sys, &s.ev, &on, &mut least) {
        contacts::approach(sys, la, &least);
    }
}
