//! Moreau-Jean time stepping: impulses and velocities, constraints at velocity level.
//!
//! ```text
//! (41a)  M(q_θ)(v1 - v0) - h F_θ = W(q_f) P         F_θ = θ F(t1, q1, v1) + (1-θ) F(t0, q0, v0)
//! (41b)  q1 = q0 + h q'(v_θ)                        v_θ = θ v1 + (1-θ) v0, q_θ likewise
//! (41c)  U1 = Wᵀ(q_v) v1
//! (41d)  0 ≤ U1 + e U0 ⊥ P ≥ 0 where the prediction closes, friction in its disc
//! (41e)  prediction  y0 + h γ U0 ≤ 0
//! ```
//!
//! | `gradients` | q_v of velocities | q_f of forces | with joints and θ = 1/2, smooth motion |
//! |---|---|---|---|
//! | `theta` | q_θ | q_θ | first order, joints drift by O(h): the equations as printed |
//! | `end` | q1 | q1 | first order, drift O(h²) |
//! | `mixed` | q1 | q_θ | second order, drift O(h²) |
//!
//! First order over impacts; dissipative for θ > 1/2, unstable in the long run for θ < 1/2. U0 of
//! (41d) is taken where U1 is. Poisson's law by a compression with e = 0 and an expansion with at
//! least e times its percussion. The gradients follow the iteration of a step; where it has not settled after some iterations,
//! those of contacts are held at the q_θ reached, for forces and velocities. A step that does not converge with joints, as at
//! their singular positions, is made once more with `theta`, and the run counts it.
//!
//! *Motion.* The equations are linear around each iterate up to terms of order d, the largest displacement of a contact in the step in
//! parts of its size. With `positions = projected` the iteration ends where the velocities change by less than d times
//! themselves, if there are no joints and elastic forces, and contact problems are solved to d², at most 1e-4: further iterates change less than the scheme's own
//! error. At rest d vanishes, and `tol` counts. Joints hold to `tol` in every step.
//!
//! *Positions.* (41d) holds velocities; gaps drift with every error of theirs, and a contact that is found late is penetrated. With
//! `positions = projected` bodies that penetrate each other after a step are moved apart by the least displacement in the metric of M,
//! a convex problem without friction. Velocities and percussions stay those of (41). `free`, the default, is the scheme as published.
//!
//! Jean, Moreau, "Unilaterality and dry friction in the dynamics of rigid body collections", 1992;
//! Moreau, "Unilateral contact and dry friction in finite freedom dynamics", 1988,
//! DOI 10.1007/978-3-7091-2624-0_1. Equation numbers: V. Acary, "Lecture 2. Numerical methods for
//! time integration of nonsmooth mechanical systems", lecture notes, INRIA Rhône-Alpes.

mod apart;

use super::contacts::{self, ACCEPT, SOLVER, WORK};
use super::{Engine, Interrupt, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports};
use crate::contact::law::restitution;
use crate::contact::levels::Levels;
use crate::contact::reduce::{Level, Make, Reached, Reduction};
use crate::contact::{Budget, Goal};
use crate::error::{ModelError, StepError};
use crate::laws::Impact;
use crate::memory::{remember, Memory, Remember};
use crate::system::{Derivatives, Eval, Renewal, RowKind, System};

pub(super) const INFO: SchemeInfo = SchemeInfo {
    name: "moreau",
    summary: "Moreau-Jean time stepping, first order, constraints at velocity level",
    source: "Moreau 1988, DOI 10.1007/978-3-7091-2624-0_1; Jean and Moreau 1992",
    options: &[THETA, GAMMA, GRADIENTS, TOL, MAX_NEWTON, ACCEPT, SOLVER, POSITIONS],
    supports: SUPPORTS,
    make: |o| Ok(Box::new(Moreau::new(o)?)),
};

pub(super) const THETA: OptionInfo =
    OptionInfo { name: "theta", default: "0.5", help: "weight of the new velocity, 0 to 1" };
pub(super) const GAMMA: OptionInfo =
    OptionInfo { name: "gamma", default: "0.5", help: "prediction of the gap, 0 to 1" };
pub(super) const GRADIENTS: OptionInfo = OptionInfo {
    name: "gradients",
    default: "mixed",
    help: "where gradients are taken: theta, end, or mixed (velocities end, forces theta)",
};
const TOL: OptionInfo =
    OptionInfo { name: "tol", default: "1e-12", help: "relative tolerance of the velocities" };
pub(super) const MAX_NEWTON: OptionInfo =
    OptionInfo { name: "max_newton", default: "50", help: "most iterations of a step" };

const POSITIONS: OptionInfo = OptionInfo {
    name: "positions",
    default: "free",
    help: "penetrations after a step: free as published, or projected (bodies are moved apart, for scenes of many contacts)",
};
/// Options of the scheme as published, for steps that a control chooses by the penetration.
pub(super) const PUBLISHED: &[OptionInfo] =
    &[THETA, GAMMA, GRADIENTS, TOL, MAX_NEWTON, ACCEPT, SOLVER];

pub(super) const SUPPORTS: Supports = Supports {
    contacts: true,
    friction: true,
    joints: true,
    rolling: true,
    quaternions: true,
    adaptive: false,
    poisson: true,
    position: false,
    velocity: true,
    momentum: true,
    levels: false,
    explicit: false,
};

/// Where gradients are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gradients {
    Theta,
    End,
    Mixed,
}

/// Iterations after which the directions of contacts are held as they are: those of piles and corners may answer every new
/// direction with other forces.
const HOLD: usize = 12;
/// Largest relative residual of contact problems in motion.
const IN_MOTION: f64 = 1e-4;
/// Relative change of the velocities that is let pass, with a note, where contacts are solved to an accepted residual and nothing else is left to do.
const CREEP: f64 = 1e-3;
/// Most multiplications spent on one contact problem: two or three are enough for a step in motion.
const EACH: f64 = 0.3 * WORK;
/// Part of the tolerance of the velocities to which contact problems are solved.
const PART: f64 = 0.1;

/// Constants of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constants {
    pub theta: f64,
    pub gamma: f64,
    pub gradients: Gradients,
    pub tol: f64,
    pub max_newton: usize,
    /// Relative residual of the contacts up to which a step is accepted.
    pub accept: f64,
    pub solver: Make,
    /// Whether the iteration follows the motion.
    pub scene: bool,
}

impl Constants {
    pub fn from_options(o: &Options, tol: f64) -> Result<Self, ModelError> {
        let all = [Gradients::Theta, Gradients::End, Gradients::Mixed];
        Ok(Constants {
            theta: o.within("theta", 0.0, 1.0)?,
            gamma: o.within("gamma", 0.0, 1.0)?,
            gradients: all[o.word("gradients", &["theta", "end", "mixed"])?],
            tol,
            max_newton: o.whole("max_newton", 1, 1000)?,
            accept: o.positive("accept")?,
            solver: contacts::solver(o)?,
            scene: false,
        })
    }
}

/// Which contacts take part in a step.
#[derive(Clone, Copy)]
pub(super) enum Who<'a> {
    /// Those of the prediction (41e).
    Predicted,
    /// Those given, each with its restitution.
    Given { active: &'a [bool], e: &'a [f64] },
}

/// One step from any state, with its workspace.
pub(super) struct OneStep {
    pub c: Constants,
    /// At θ: M and the directions of forces.
    ev: Eval,
    /// At the end: F and the directions of velocities.
    end: Eval,
    /// Coordinates and velocities where `end` was evaluated.
    at_end: (Vec<f64>, Vec<f64>),
    d: Derivatives,
    K: Vec<f64>,
    reduction: Reduction,
    level: Level,
    /// What small velocities are measured by.
    length: f64,
    /// How well the contacts of the last step were solved, and the work that is left for them.
    pub reached: Reached,
    budget: f64,
    pub stop: Interrupt,
    /// Contacts that take part.
    active: Vec<bool>,
    f0: Vec<f64>,
    v0: Vec<f64>,
    /// Velocity reached, extended by a one.
    pub v1: Vec<f64>,
    v_th: Vec<f64>,
    /// Coordinates reached.
    pub q1: Vec<f64>,
    q_th: Vec<f64>,
    gap: Vec<f64>,
    rhs: Vec<f64>,
    /// Percussions.
    pub P: Vec<f64>,
    /// Those of contacts and friction from which the next contact problem begins, and the present
    /// step's began.
    m: Vec<f64>,
    m_old: Vec<f64>,
    /// Restitution of each contact.
    e: Vec<f64>,
    /// Directions of contacts that are held, and whether they are.
    held: Vec<f64>,
    holds: bool,
    redundant: Vec<usize>,
    pub evaluations: usize,
}
remember!(OneStep {
    end, at_end, P, m, redundant, evaluations, reduction;
    skip c, ev, d, K, level, length, reached, budget, stop, active, f0, v0, v1, v_th, q1, q_th, gap, rhs, e, m_old, held, holds
});

impl OneStep {
    pub fn new(sys: &System, c: Constants) -> Self {
        let extended = |v: f64| {
            let mut x = vec![0.0; sys.nu + 1];
            x[sys.nu] = v;
            x
        };
        let mut reduction = Reduction::new(sys).with_solver(c.solver).leaving_out(sys);
        reduction.use_joints(sys, |k| matches!(k, RowKind::Position | RowKind::Velocity));
        OneStep {
            c,
            ev: sys.eval_near(),
            end: sys.eval_near(),
            at_end: (vec![f64::NAN; sys.nq], vec![f64::NAN; sys.nu]),
            d: sys.derivatives(),
            K: vec![0.0; sys.K_entries.len()],
            reduction,
            level: Level::default(),
            length: sys.length(),
            reached: Reached::default(),
            budget: 0.0,
            stop: Interrupt::default(),
            active: vec![false; sys.contacts.len()],
            f0: vec![0.0; sys.nu],
            v0: extended(1.0),
            v1: extended(1.0),
            v_th: extended(0.0),
            q1: vec![0.0; sys.nq],
            q_th: vec![0.0; sys.nq],
            gap: vec![0.0; sys.nr],
            rhs: extended(0.0),
            P: vec![0.0; sys.nr],
            m: vec![0.0; sys.nr],
            m_old: vec![0.0; sys.nr],
            e: vec![0.0; sys.contacts.len()],
            held: Vec::new(),
            holds: false,
            redundant: Vec::new(),
            evaluations: 0,
        }
    }

    /// The system at the end of a step, unless that is where it was evaluated last.
    fn evaluate_end(&mut self, sys: &System, t: f64, q: &[f64], u: &[f64]) {
        if self.end.t == t && self.at_end.0 == q && self.at_end.1 == u[..sys.nu] {
            return;
        }
        sys.evaluate(t, q, u, &mut self.end);
        self.at_end.0.copy_from_slice(q);
        self.at_end.1.copy_from_slice(&u[..sys.nu]);
        self.evaluations += 1;
    }

    /// One step of length h from (t, q, u): fills `q1`, `v1`, `P`. The iteration starts from a
    /// constant acceleration `a`.
    pub fn solve(
        &mut self,
        sys: &System,
        (t, q, u): (f64, &[f64], &[f64]),
        h: f64,
        a: Option<&[f64]>,
        who: Who,
    ) -> Result<usize, StepError> {
        let (th, nu) = (self.c.theta, sys.nu);
        self.v0[..nu].copy_from_slice(u);
        self.v1.copy_from_slice(&self.v0);
        if let Some(a) = a {
            self.v1.iter_mut().zip(a).for_each(|(v, a)| *v += h * a);
        }
        if sys.release_features(&mut self.end) {
            self.at_end.0.fill(f64::NAN);
        }
        self.evaluate_end(sys, t, q, u);
        self.f0.copy_from_slice(&self.end.h);
        self.choose(sys, h, who);
        // contacts that take part keep the features with which the step begins
        let active = &self.active;
        sys.hold_features(q, &mut self.end, |c| active[c]);
        self.ev.held.clone_from(&self.end.held);
        self.budget = WORK;
        let mut change = f64::NAN;
        for it in 1..=self.c.max_newton {
            for i in 0..nu {
                self.v_th[i] = th * self.v1[i] + (1.0 - th) * self.v0[i];
            }
            // (41b)
            sys.qdot(t, q, &self.v_th, &mut self.q1);
            for k in 0..sys.nq {
                let dq = h * self.q1[k];
                self.q1[k] = q[k] + dq;
                self.q_th[k] = q[k] + th * dq;
            }
            sys.evaluate(t + th * h, &self.q_th, &self.v_th, &mut self.ev);
            self.evaluations += 1;
            let (q1, v1) = (std::mem::take(&mut self.q1), std::mem::take(&mut self.v1));
            self.evaluate_end(sys, t + h, &q1, &v1);
            (self.q1, self.v1) = (q1, v1);
            self.holds = it >= HOLD;
            if self.holds {
                self.hold_directions(sys, it == HOLD);
            }
            if self.c.gradients == Gradients::End {
                self.ev.W.copy_from_slice(&self.end.W);
                self.reduction.rows.iter().for_each(|r| sys.wake(&mut self.ev, *r));
            }
            let before = change;
            let moves = self.moves(sys, h);
            change = self
                .update(sys, h, (moves * moves).clamp(1e-13, IN_MOTION))
                .ok_or(StepError::NotFinite { t })?;
            if self.stop.raised() {
                return Err(StepError::Interrupted { t });
            }
            if self.reached.found && self.settled(it, (change, before), moves) {
                self.arrive(sys, (t, q), h);
                return Ok(it);
            }
            if self.budget <= 0.0 {
                break;
            }
        }
        // with directions held, iterates are one contact problem after all: as good as solved, though its velocities still creep
        let good = !self.reached.solved && self.reached.found;
        if self.holds && good && change <= CREEP * self.speed(self.length) {
            self.arrive(sys, (t, q), h);
            return Ok(self.c.max_newton);
        }
        contacts::judge(sys, t, self.reached, &self.level, 0.0, &mut StepInfo::default())?;
        Err(StepError::NoConvergence {
            t,
            residual: change,
            iterations: self.c.max_newton,
            elements: "velocities of the step".into(),
        })
    }

    /// The largest velocity reached, at least `least`.
    fn speed(&self, least: f64) -> f64 {
        self.v1[..self.f0.len()].iter().fold(least, |a, v| a.max(v.abs()))
    }

    /// Whether this change of the velocities, after one before, ends the iteration.
    fn settled(&self, it: usize, (change, before): (f64, f64), moves: f64) -> bool {
        let scale = self.speed(self.length);
        // stiff forces amplify the round-off of the coordinates: no change is smaller then
        let stalled = it > 3 && change <= 1e4 * self.c.tol * scale && change > 0.25 * before;
        // contacts that are not solved keep velocities from coming to rest
        let rough = !self.reached.solved && change <= self.c.accept * scale;
        stalled || rough || change <= (self.c.tol * scale).max(moves * self.speed(0.0))
    }

    /// (41b) with the velocities reached.
    fn arrive(&mut self, sys: &System, (t, q): (f64, &[f64]), h: f64) {
        let th = self.c.theta;
        for i in 0..sys.nu {
            self.v_th[i] = th * self.v1[i] + (1.0 - th) * self.v0[i];
        }
        sys.qdot(t, q, &self.v_th, &mut self.q1);
        self.q1.iter_mut().zip(q).for_each(|(q1, q)| *q1 = q + h * *q1);
        sys.normalize(&mut self.q1);
    }

    /// The largest displacement of a contact that takes part, in parts of its size; zero where joints or elastic forces are to hold.
    fn moves(&self, sys: &System, h: f64) -> f64 {
        if !self.c.scene || !self.reduction.joints.is_empty() || sys.stiff() {
            return 0.0;
        }
        let mut moves = 0.0_f64;
        for (c, k) in sys.contacts.iter().enumerate().filter(|(c, _)| self.active[*c]) {
            let rows = k.friction.map_or(0..0, |f| sys.frictions[f].rows.clone());
            for r in std::iter::once(k.row).chain(rows) {
                let (old, new) =
                    (sys.row_dot(&self.end, r, &self.v0), sys.row_dot(&self.end, r, &self.v1));
                moves = moves.max(h * old.abs().max(new.abs()) / sys.contact_size(c));
            }
        }
        moves
    }

    /// The directions of the contacts that take part stay those of the first call at q_θ, for forces and velocities.
    fn hold_directions(&mut self, sys: &System, first: bool) {
        if first {
            self.held.clear();
        }
        let mut at = 0;
        for &r in &self.reduction.rows {
            let place = sys.W_ptr[r]..sys.W_ptr[r + 1];
            let range = at..at + place.len();
            at = range.end;
            if first {
                self.held.extend_from_slice(&self.ev.W[place.clone()]);
            }
            if let Some(W) = self.held.get(range) {
                self.ev.W[place.clone()].copy_from_slice(W);
                self.end.W[place].copy_from_slice(W);
                sys.wake(&mut self.ev, r);
                sys.wake(&mut self.end, r);
            }
        }
        // an evaluation of its own no more
        self.at_end.0.fill(f64::NAN);
    }

    /// Which contacts are active, their restitution, and loads that are given.
    fn choose(&mut self, sys: &System, h: f64, who: Who) {
        match who {
            Who::Predicted => {
                // (41e)
                sys.rows_dot(&self.end, &self.v0, &mut self.gap);
                for (k, c) in sys.contacts.iter().enumerate() {
                    let y = self.end.g[c.row] + h * self.c.gamma * self.gap[c.row];
                    self.active[k] = y <= sys.band(k);
                    self.e[k] = c.law.e_N;
                }
            }
            Who::Given { active, e } => {
                self.e.copy_from_slice(e);
                self.active.copy_from_slice(active);
            }
        }
        let OneStep { reduction, level, active, ev, end, .. } = self;
        reduction.select(sys, |c| active[c]);
        reduction.begin(sys, level);
        for evaluation in [ev, end] {
            let pressed = |r: usize| matches!(sys.kinds[r], RowKind::Normal(c) if active[c]);
            sys.hold_near(evaluation, pressed);
        }
        // given loads press for the time of the step
        level.items.iter_mut().for_each(|i| i.load *= h);
    }

    /// (41a), (41c), (41d) linear around the iterate, contacts to a relative residual; returns the change of v1.
    fn update(&mut self, sys: &System, h: f64, tol: f64) -> Option<f64> {
        let w = self;
        let (nu, th) = (sys.nu, w.c.theta);
        let stiff = sys.stiff();
        if stiff {
            sys.differentiate_h(w.end.t, &w.q1, &w.end, &mut w.d);
            for k in 0..w.K.len() {
                w.K[k] = -h * th * w.d.dh_u[k] - h * h * th * th * w.d.dh_q[k];
            }
        }
        let K = stiff.then_some(&w.K[..]);
        let kin = if w.c.gradients == Gradients::Theta { &w.ev } else { &w.end };
        w.reduction.linearise_pair(sys, &w.ev, kin, K);
        // what is left to do: M* δ = h F_θ - M (v1 - v0) + W P
        for i in 0..nu {
            w.v_th[i] = w.v0[i] - w.v1[i];
            w.rhs[i] = h * (th * w.end.h[i] + (1.0 - th) * w.f0[i]);
        }
        sys.add_M(&w.ev, &w.v_th, &mut w.rhs);
        w.level.f.copy_from_slice(&w.rhs[..nu]);
        let poisson = |c: usize| sys.contacts[c].law.impact == Impact::Poisson;
        let Level { c, b, from, .. } = &mut w.level;
        c.fill(0.0);
        from.clone_from(&w.v1);
        for (b, &r) in b.iter_mut().zip(&w.reduction.rows) {
            let e = match sys.kinds[r] {
                RowKind::Normal(c) if !poisson(c) => w.e[c],
                RowKind::Friction(f) => sys.frictions[f].law.e_F,
                _ => 0.0,
            };
            *b = restitution(e, 0.0, sys.row_dot(kin, r, &w.v0));
        }
        let most = w.v1[..nu].iter().fold(w.length, |a, v| a.max(v.abs()));
        let goal = Goal { enough: PART * w.c.tol * most, ..Goal::to(tol) };
        let mut budget = Budget::new(w.budget.min(EACH)).with_stop(w.stop.flag());
        w.reduction.gather(&w.m, &mut w.level);
        w.reached = w.reduction.solve(sys, kin, &mut w.level, 0, goal, &mut budget);
        if w.level.items.iter().any(|i| i.normal.is_some() && poisson(i.contact)) {
            // an impact is an approach faster than what the forces of the step change; then all
            // contacts that were compressed give back, also those that only passed it on
            let both = (&w.ev, kin);
            w.reduction.free(sys, both, K, &w.level, &mut w.rhs);
            let hit = w.level.items.iter().filter(|i| i.normal.is_some()).any(|i| {
                let r = sys.contacts[i.contact].row;
                let (old, free) = (sys.row_dot(kin, r, &w.v0), sys.row_dot(kin, r, &w.rhs));
                old < -2.0 * (free - old).abs()
            });
            let e = |c: usize| if hit && poisson(c) { w.e[c] } else { 0.0 };
            let back = w.reduction.expand(sys, both, &mut w.level, e, goal, &mut budget);
            w.reached = w.reached.and(back);
        }
        w.budget -= budget.spent;
        w.redundant.clear();
        w.redundant.extend_from_slice(w.reduction.redundant());
        w.reduction.scatter(&w.level, &mut w.P);
        w.reduction.rows.iter().zip(&w.level.m).for_each(|(&r, m)| w.m[r] = *m);
        let mut change = 0.0_f64;
        let mut finite = true;
        for (v1, x) in w.v1.iter_mut().zip(&w.level.x) {
            change = change.max((x - *v1).abs());
            *v1 = *x;
            finite &= v1.is_finite();
        }
        finite.then_some(change)
    }
}

/// The scheme.
pub struct Moreau {
    constants: Constants,
    stop: Interrupt,
    work: Option<Box<OneStep>>,
    /// Whether bodies that penetrate each other are moved apart, and what does so.
    projects: bool,
    apart: Option<Box<Levels>>,
    state: State,
}

impl Moreau {
    pub(super) fn new(o: &Options) -> Result<Self, ModelError> {
        let projects = o.has("positions") && o.word("positions", &["free", "projected"])? == 1;
        let constants =
            Constants { scene: projects, ..Constants::from_options(o, o.positive("tol")?)? };
        let (stop, state) = (Interrupt::default(), State::default());
        Ok(Moreau { constants, stop, work: None, projects, apart: None, state })
    }
}

impl Engine for Moreau {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        _dt: f64,
    ) -> Result<(), StepError> {
        let mut work = Box::new(OneStep::new(sys, self.constants));
        work.stop = self.stop.clone();
        self.state = contacts::start(sys, (t, q, u), &self.stop)?;
        self.work = Some(work);
        Ok(())
    }

    fn ends_on_switches(&self) -> bool {
        true
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let s = &mut self.state;
        let Some(w) = &mut self.work else {
            return Err(StepError::NotFinite { t: s.t });
        };
        // without contact the acceleration goes on much as it was
        let calm = sys.contacts.iter().all(|c| s.P[c.row] == 0.0);
        let a = calm.then_some(&s.a[..]);
        w.m_old.copy_from_slice(&w.m);
        w.reduction.take_counts();
        let mut info = StepInfo::default();
        let mut done = w.solve(sys, (s.t, &s.q, &s.u), dt, a, Who::Predicted);
        // at singular positions of joints their directions at the end turn faster than velocities follow
        let turns = matches!(done, Err(StepError::NoConvergence { .. }));
        if turns && w.c.gradients != Gradients::Theta && !w.reduction.joints.is_empty() {
            w.c.gradients = Gradients::Theta;
            w.m.copy_from_slice(&w.m_old);
            done = w.solve(sys, (s.t, &s.q, &s.u), dt, a, Who::Predicted);
            w.c.gradients = self.constants.gradients;
            info.way = "gradients=theta";
        }
        let finite = w.q1.iter().all(|v| v.is_finite());
        info.newton = match done {
            Ok(newton) if finite => newton,
            other => {
                w.m.copy_from_slice(&w.m_old);
                return Err(other.err().unwrap_or(StepError::NotFinite { t: s.t }));
            }
        };
        info.count(w.reduction.take_counts());
        if self.projects {
            w.part(sys, s.t + dt, &mut self.apart);
            let counts = self.apart.as_mut().map(|a| a.reduction.take_counts());
            info.count(counts.unwrap_or_default());
        }
        s.t += dt;
        s.q.copy_from_slice(&w.q1);
        for i in 0..sys.nu {
            s.a[i] = (w.v1[i] - s.u[i]) / dt;
        }
        s.u.copy_from_slice(&w.v1[..sys.nu]);
        for r in 0..sys.nr {
            s.P[r] = w.P[r];
            s.la[r] = w.P[r] / dt;
        }
        if !w.reached.solved && w.reached.residual > w.c.accept {
            contacts::contradicts(w.reached, &w.level, &mut info);
        }
        Ok(info)
    }

    fn adopt(&mut self, q: &[f64], u: &[f64]) {
        self.state.q.copy_from_slice(q);
        self.state.u.copy_from_slice(u);
    }

    fn fails_clean(&self) -> bool {
        true
    }

    fn renews(&self) -> bool {
        true
    }

    fn renew(&mut self, sys: &System, by: &Renewal) -> Result<(), StepError> {
        self.state.renew(by);
        let Some(old) = &self.work else { return Ok(()) };
        self.apart = None;
        let mut work = Box::new(OneStep::new(sys, self.constants));
        (work.P, work.m) = (by.rows(&old.P, 0.0), by.rows(&old.m, 0.0));
        (work.stop, work.evaluations) = (self.stop.clone(), old.evaluations);
        work.redundant = by.numbers(&old.redundant);
        self.work = Some(work);
        Ok(())
    }

    fn set_interrupt(&mut self, stop: &Interrupt) {
        self.stop = stop.clone();
        if let Some(w) = &mut self.work {
            w.stop = stop.clone();
        }
    }

    fn remember(&mut self, _sys: &System, m: &mut Memory) {
        m.field("moreau");
        m.part(&mut self.work);
        self.state.remember(m);
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn redundant(&self) -> Vec<usize> {
        self.work.as_ref().map_or(Vec::new(), |w| w.redundant.clone())
    }

    fn evaluations(&self) -> usize {
        self.work.as_ref().map_or(0, |w| w.evaluations)
    }

    fn has_forces(&self) -> bool {
        false
    }
}
