//! Moreau-Jean time stepping: impulses and velocities, constraints at velocity level.
//!
//! ```text
//! (41a)  M(q_θ)(v1 - v0) - h F(t_θ, q_θ, v_θ) = W(q_θ) P
//! (41b)  q1 = q0 + h q'(v_θ)                        v_θ = θ v1 + (1-θ) v0, q_θ likewise
//! (41c)  U1 = Wᵀ(q_θ) v1
//! (41d)  0 ≤ U1 + e U0 ⊥ P ≥ 0 where the prediction closes, friction in its disc
//! (41e)  prediction  y0 + h γ U0 ≤ 0, up to a band of 1e-10 of the size of the contact
//! ```
//!
//! First order; dissipative for θ > 1/2; gaps and joints drift by O(h). Poisson's law by a
//! compression with e = 0 and an expansion with at least e times its percussion.
//!
//! Jean, Moreau, "Unilaterality and dry friction in the dynamics of rigid body collections", 1992;
//! Moreau, "Unilateral contact and dry friction in finite freedom dynamics", 1988,
//! DOI 10.1007/978-3-7091-2624-0_1. Equation numbers: Acary's lecture on event-driven and
//! time-stepping schemes.

use super::alpha::Accelerations;
use super::{Engine, Interrupt, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports};
use crate::contact::law::restitution;
use crate::contact::reduce::{Level, Make, Reached, Reduction};
use crate::contact::{Budget, Goal};
use crate::error::{ModelError, StepError};
use crate::laws::Impact;
use crate::memory::{remember, Memory, Remember};
use crate::system::{Derivatives, Eval, Normal, RowKind, System};

pub(super) const INFO: SchemeInfo = SchemeInfo {
    name: "moreau",
    summary: "Moreau-Jean time stepping, first order, constraints at velocity level",
    source: "Moreau 1988, DOI 10.1007/978-3-7091-2624-0_1; Jean and Moreau 1992",
    options: &[
        OptionInfo { name: "theta", default: "0.5", help: "weight of the new velocity, 0.5 to 1" },
        OptionInfo { name: "gamma", default: "0.5", help: "prediction of the gap, 0 to 1" },
        OptionInfo { name: "tol", default: "1e-12", help: "relative tolerance of the velocities" },
        OptionInfo { name: "max_newton", default: "50", help: "most iterations of a step" },
        super::contacts::ACCEPT,
        super::contacts::SOLVER,
    ],
    supports: Supports {
        contacts: true,
        friction: true,
        joints: true,
        rolling: true,
        quaternions: true,
        adaptive: false,
        poisson: true,
    },
    make: |o| Ok(Box::new(Moreau::new(o)?)),
};

/// The scheme.
pub struct Moreau {
    theta: f64,
    gamma: f64,
    tol: f64,
    max_newton: usize,
    accept: f64,
    solver: Make,
    stop: Interrupt,
    work: Option<Box<Work>>,
    state: State,
    evaluations: usize,
}

struct Work {
    ev: Eval,
    d: Derivatives,
    K: Vec<f64>,
    reduction: Reduction,
    level: Level,
    /// Contacts that the prediction closes.
    closed: Vec<bool>,
    reached: Reached,
    budget: f64,
    v0: Vec<f64>,
    v1: Vec<f64>,
    v_th: Vec<f64>,
    q1: Vec<f64>,
    q_th: Vec<f64>,
    gap: Vec<f64>,
    rhs: Vec<f64>,
    P: Vec<f64>,
    /// P of the last part of a step, and of the state, before the present step.
    old: [Vec<f64>; 2],
    /// Percussions of the compression that Poisson's law gives back.
    given: Vec<f64>,
}
remember!(Work {
    P;
    skip ev, d, K, reduction, level, closed, reached, budget, v0, v1, v_th, q1, q_th, gap, rhs, old, given
});

/// Halvings of a step whose contacts are not solved.
const MAX_HALVINGS: u32 = 6;
/// Most multiplications spent on the contacts of a step: about a second.
const WORK: f64 = 1e9;
/// The same for one solution of them.
const SOLVE: f64 = 2e8;

impl Moreau {
    fn new(o: &Options) -> Result<Self, ModelError> {
        Ok(Moreau {
            theta: o.within("theta", 0.5, 1.0)?,
            gamma: o.within("gamma", 0.0, 1.0)?,
            tol: o.positive("tol")?,
            max_newton: o.whole("max_newton", 1, 1000)?,
            accept: o.positive("accept")?,
            solver: super::contacts::solver(o)?,
            stop: Interrupt::default(),
            work: None,
            state: State::default(),
            evaluations: 0,
        })
    }

    fn try_step(&self, sys: &System, w: &mut Work, h: f64) -> Result<usize, StepError> {
        let (t0, th, nu) = (self.state.t, self.theta, sys.nu);
        w.v0[..nu].copy_from_slice(&self.state.u);
        w.v1.copy_from_slice(&w.v0);
        // (41e)
        sys.evaluate(t0, &self.state.q, &self.state.u, &mut w.ev);
        sys.rows_dot(&w.ev, &w.v0, &mut w.gap);
        let mut changed = w.level.items.is_empty();
        for (k, (closed, c)) in w.closed.iter_mut().zip(&sys.contacts).enumerate() {
            let now = w.ev.g[c.row] + h * self.gamma * w.gap[c.row] <= sys.band(k);
            changed |= std::mem::replace(closed, now) != now;
        }
        if changed {
            w.reduction.select(sys, |c| w.closed[c]);
            w.level.items.clone_from(&w.reduction.items);
        }
        // percussions of the last step to begin with
        w.level.m.clear();
        w.level.m.extend(w.reduction.rows.iter().map(|&r| w.P[r]));
        w.reduction.fit(sys, &mut w.level);
        for item in w.level.items.iter_mut().filter(|i| i.normal.is_none()) {
            if let Normal::Force(n) = sys.frictions[item.contact - sys.contacts.len()].normal {
                item.load = n * h;
            }
        }
        let mut change = f64::NAN;
        for it in 1..=self.max_newton {
            for i in 0..nu {
                w.v_th[i] = th * w.v1[i] + (1.0 - th) * w.v0[i];
            }
            // (41b)
            sys.qdot(t0, &self.state.q, &w.v_th, &mut w.q1);
            for k in 0..sys.nq {
                let dq = h * w.q1[k];
                w.q1[k] = self.state.q[k] + dq;
                w.q_th[k] = self.state.q[k] + th * dq;
            }
            sys.evaluate(t0 + th * h, &w.q_th, &w.v_th, &mut w.ev);
            let before = change;
            change = self.solve(sys, w, h)?;
            let scale = w.v1[..nu].iter().fold(1.0_f64, |a, v| a.max(v.abs()));
            // stiff forces amplify the round-off of the coordinates: no change is smaller then
            let stalled = it > 3 && change <= 1e4 * self.tol * scale && change > 0.25 * before;
            if change <= self.tol * scale || stalled {
                sys.normalize(&mut w.q1);
                return Ok(it);
            }
            if self.stop.raised() {
                return Err(StepError::Interrupted { t: t0 });
            }
            // contacts that are solved to no more than this do not let the velocities settle further
            let rough = change <= self.accept * scale && !w.reached.solved;
            if w.reached.residual > self.accept || w.reached.residual.is_nan() {
                break;
            }
            if rough {
                sys.normalize(&mut w.q1);
                return Ok(it);
            }
        }
        let elements = match w.level.worst(|_| 1.0) {
            Some((c, _)) if !w.reached.solved => super::contacts::name(sys, c).into(),
            _ => "velocities of the step".into(),
        };
        let residual = if w.reached.solved { change } else { w.reached.residual };
        Err(StepError::NoConvergence { t: t0, residual, iterations: self.max_newton, elements })
    }

    /// A step, or its halves where its contacts are not solved. A step that fails leaves no trace.
    fn advance(
        &mut self,
        sys: &System,
        w: &mut Work,
        h: f64,
        depth: u32,
        info: &mut StepInfo,
    ) -> Result<(), StepError> {
        match self.try_step(sys, w, h) {
            Ok(newton) => {
                info.newton += newton;
                if !w.reached.solved {
                    info.accept(w.reached.residual);
                }
                let s = &mut self.state;
                s.t += h;
                s.q.copy_from_slice(&w.q1);
                for i in 0..sys.nu {
                    s.a[i] = (w.v1[i] - s.u[i]) / h;
                }
                s.u.copy_from_slice(&w.v1[..sys.nu]);
                s.P.iter_mut().zip(&w.P).for_each(|(s, P)| *s += P);
                Ok(())
            }
            Err(StepError::NoConvergence { .. }) if depth < MAX_HALVINGS && w.budget > 0.0 => {
                info.rejected += 1;
                let before = self.state.clone();
                for _ in 0..2 {
                    if let Err(e) = self.advance(sys, w, 0.5 * h, depth + 1, info) {
                        self.state = before;
                        return Err(e);
                    }
                }
                Ok(())
            }
            Err(e) => Err(e),
        }
    }

    /// (41a), (41c), (41d) with the system evaluated at θ; returns the change of v1.
    fn solve(&self, sys: &System, w: &mut Work, h: f64) -> Result<f64, StepError> {
        let (nu, th) = (sys.nu, self.theta);
        let stiff = sys.stiff();
        if stiff {
            sys.differentiate_h(w.ev.t, &w.q_th, &w.ev, &mut w.d);
            for k in 0..w.K.len() {
                w.K[k] = -h * th * w.d.dh_u[k] - h * h * th * th * w.d.dh_q[k];
            }
        }
        let K = stiff.then_some(&w.K[..]);
        w.reduction.linearise(sys, &w.ev, K);
        // M* v = h F + M v0 + K v1 + W P, with joints and contacts at velocity level
        w.rhs.fill(0.0);
        sys.add_M(&w.ev, &w.v0[..nu], &mut w.rhs);
        if stiff {
            for (&(i, j), K) in sys.K_entries.iter().zip(&w.K).filter(|((i, j), _)| i.max(j) < &nu)
            {
                w.rhs[i] += K * w.v1[j];
            }
        }
        for i in 0..nu {
            w.level.f[i] = h * w.ev.h[i] + w.rhs[i];
        }
        let time = |r: usize| {
            let (w, columns) = sys.row(&w.ev, r);
            w.iter().zip(columns).filter(|(_, &d)| d == nu).map(|(w, _)| w).sum::<f64>()
        };
        for (c, &r) in w.level.c.iter_mut().zip(&w.reduction.joints) {
            *c = time(r);
        }
        let poisson = |c: usize| sys.contacts[c].law.impact == Impact::Poisson;
        for (b, &r) in w.level.b.iter_mut().zip(&w.reduction.rows) {
            let e = match sys.kinds[r] {
                RowKind::Normal(c) if poisson(c) => 0.0,
                RowKind::Normal(c) => sys.contacts[c].law.e_N,
                RowKind::Friction(f) => sys.frictions[f].e_F,
                _ => 0.0,
            };
            *b = restitution(e, time(r), sys.row_dot(&w.ev, r, &w.v0));
        }
        let expands = (0..sys.contacts.len()).any(|c| w.closed[c] && poisson(c));
        let hit = expands && self.hit(sys, w);
        self.contacts(sys, w);
        if expands {
            self.expand(sys, w, hit);
        }
        w.P.fill(0.0);
        w.reduction.rows.iter().zip(&w.level.m).for_each(|(&r, m)| w.P[r] = *m);
        w.reduction.joints.iter().zip(&w.level.l).for_each(|(&r, l)| w.P[r] = *l);
        let mut change = 0.0_f64;
        let mut finite = true;
        for (v, x) in w.v1.iter_mut().zip(&w.level.x) {
            change = change.max((x - *v).abs());
            finite &= x.is_finite();
            *v = *x;
        }
        if finite {
            Ok(change)
        } else {
            Err(StepError::NotFinite { t: self.state.t })
        }
    }

    /// (41c), (41d).
    fn contacts(&self, sys: &System, w: &mut Work) {
        let scale = w.v0[..sys.nu].iter().fold(1.0_f64, |a, v| a.max(v.abs()));
        let goal = Goal { tol: 1e-13, enough: 0.1 * self.tol * scale };
        let mut budget = Budget::new(w.budget.min(SOLVE)).with_stop(self.stop.flag());
        w.reached = w.reduction.solve(sys, &w.ev, &mut w.level, 0, goal, &mut budget);
        w.budget -= budget.spent;
    }

    /// Whether a contact approaches faster than what the forces of the step change.
    fn hit(&self, sys: &System, w: &mut Work) -> bool {
        let warm = w.level.m.clone();
        w.level.items.iter_mut().for_each(|i| i.active = false);
        self.contacts(sys, w);
        w.level.items.iter_mut().for_each(|i| i.active = true);
        w.level.m = warm;
        w.rhs[..sys.nu].copy_from_slice(&w.level.x);
        w.rhs[sys.nu] = 1.0;
        w.closed.iter().zip(&sys.contacts).any(|(closed, k)| {
            let (old, free) = (sys.row_dot(&w.ev, k.row, &w.v0), sys.row_dot(&w.ev, k.row, &w.rhs));
            *closed && old < -2.0 * (free - old).abs()
        })
    }

    /// Poisson's law: at an impact all contacts that were compressed give back at least e times their
    /// percussion, also those that only passed it on.
    fn expand(&self, sys: &System, w: &mut Work, hit: bool) {
        w.given.fill(0.0);
        for (m, &r) in w.level.m.iter().zip(&w.reduction.rows) {
            let e = match sys.kinds[r] {
                RowKind::Normal(c) if hit && sys.contacts[c].law.impact == Impact::Poisson => {
                    sys.contacts[c].law.e_N
                }
                _ => 0.0,
            };
            w.given[r] = m + e * m;
        }
        w.rhs.fill(0.0);
        sys.add_forces(&w.ev, &w.given, 1.0, &mut w.rhs);
        w.level.f.iter_mut().zip(&w.rhs).for_each(|(f, given)| *f += given);
        w.level.m.fill(0.0);
        self.contacts(sys, w);
        for (m, &r) in w.level.m.iter_mut().zip(&w.reduction.rows) {
            *m += w.given[r];
        }
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
        let mut start = Accelerations::new(sys);
        start.solve(sys, t, q, u, (true, true));
        start.check(sys, t)?;
        let extended = |v: f64| {
            let mut x = vec![0.0; sys.nu + 1];
            x[sys.nu] = v;
            x
        };
        let mut reduction = Reduction::new(sys).with_solver(self.solver);
        reduction.use_joints(sys, |k| matches!(k, RowKind::Position | RowKind::Velocity));
        reduction.select(sys, |_| false);
        self.work = Some(Box::new(Work {
            ev: sys.eval_near(),
            d: sys.derivatives(),
            K: vec![0.0; sys.K_entries.len()],
            reduction,
            level: Level::default(),
            closed: vec![false; sys.contacts.len()],
            reached: Reached::default(),
            budget: 0.0,
            v0: extended(1.0),
            v1: extended(1.0),
            v_th: extended(0.0),
            q1: vec![0.0; sys.nq],
            q_th: vec![0.0; sys.nq],
            gap: vec![0.0; sys.nr],
            rhs: extended(0.0),
            P: vec![0.0; sys.nr],
            old: [0, 1].map(|_| vec![0.0; sys.nr]),
            given: vec![0.0; sys.nr],
        }));
        self.state = State {
            t,
            q: q.to_vec(),
            u: u.to_vec(),
            a: start.a,
            P: vec![0.0; sys.nr],
            la: start.la,
            La: vec![0.0; sys.nr],
        };
        Ok(())
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let Some(mut w) = self.work.take() else {
            return Err(StepError::NotFinite { t: self.state.t });
        };
        w.old[0].copy_from_slice(&w.P);
        w.old[1].copy_from_slice(&self.state.P);
        self.state.P.fill(0.0);
        w.budget = WORK;
        let mut info = StepInfo::default();
        let done = self.advance(sys, &mut w, dt, 0, &mut info);
        if done.is_ok() {
            for (la, P) in self.state.la.iter_mut().zip(&self.state.P) {
                *la = P / dt;
            }
        } else {
            w.P.copy_from_slice(&w.old[0]);
            self.state.P.copy_from_slice(&w.old[1]);
        }
        self.work = Some(w);
        self.evaluations += info.rejected + info.newton + 1;
        done.map(|()| info)
    }

    fn fails_clean(&self) -> bool {
        true
    }

    fn remember(&mut self, _sys: &System, m: &mut Memory) {
        m.field("moreau");
        m.part(&mut self.work);
        self.state.remember(m);
        self.evaluations.remember(m);
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn redundant(&self) -> Vec<usize> {
        self.work.as_ref().map_or(Vec::new(), |w| w.reduction.redundant().to_vec())
    }

    fn heed(&mut self, stop: &Interrupt) {
        self.stop = stop.clone();
    }

    fn evaluations(&self) -> usize {
        self.evaluations
    }

    fn has_forces(&self) -> bool {
        false
    }
}
