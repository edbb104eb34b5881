//! Schatzman-Paoli time stepping: central differences with the constraint at position level.
//!
//! ```text
//! (42a)  M(q1)(q1 - 2 q0 + q_) - h h̄ F(t_θ, q_θ, v_θ) = W(q̂) p
//! (42b)  v1 = (q1 - q_) / (2 h)
//! (42c)  0 ≤ g(q̂) ⊥ p ≥ 0,      q̂ = (q1 + e q_) / (1 + e)
//! ```
//!
//! with q_ the coordinates one step earlier; the first of them by a Taylor step backwards. Joints
//! hold at position level, g(q1) = 0. First order; no friction; q' = u only. The percussion of a
//! step is P = p / h. Each contact has its own e and so its own q̂. Where the step before had another length h', q_ lies
//! on the line through it, and h̄ = (h + h')/2.
//!
//! Restitution takes two steps: g1 = -e g_ in the one that hits, g2 = -e g0 in the next, so that (g2 - g1)/h =
//! -e (g0 - g_)/h. With a next step h/ρ instead the velocity becomes -e((1 + e)ρ - e) times the one before, up to terms in g0:
//! a shorter step throws out what the longer one let in. `Engine::locked` therefore asks for steps of the same length
//! until every contact that was pressed is open, or at rest.
//!
//! Paoli, Schatzman, "A numerical scheme for impact problems I: the one-dimensional case", 2002,
//! DOI 10.1137/S0036142900378728.

use super::{Engine, Interrupt, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports};
use crate::contact::reduce::{Level, Make, Reached, Reduction};
use crate::contact::{Budget, Goal};
use crate::error::{ModelError, StepError};
use crate::memory::{remember, Memory, Remember};
use crate::system::{Derivatives, Eval, Renewal, RowKind, System};

pub(super) const INFO: SchemeInfo = SchemeInfo {
    name: "schatzman-paoli",
    summary: "Schatzman-Paoli time stepping, first order, constraint at position level",
    source: "Paoli and Schatzman 2002, DOI 10.1137/S0036142900378728",
    options: &[
        OptionInfo { name: "theta", default: "0", help: "where F is evaluated, 0 (explicit) to 1" },
        OptionInfo { name: "tol", default: "1e-13", help: "relative tolerance of the coordinates" },
        OptionInfo { name: "max_newton", default: "50", help: "most iterations of a step" },
        super::contacts::ACCEPT,
        super::contacts::SOLVER,
    ],
    supports: Supports {
        contacts: true,
        friction: false,
        joints: true,
        rolling: false,
        quaternions: false,
        adaptive: false,
        poisson: false,
        position: false,
        velocity: false,
        momentum: false,
        levels: false,
        explicit: true,
    },
    make: |o| Ok(Box::new(SchatzmanPaoli::new(o)?)),
};

/// Gaps of contacts at rest, in parts of their size.
const REST: f64 = 1e-9;

/// The scheme.
pub struct SchatzmanPaoli {
    theta: f64,
    tol: f64,
    max_newton: usize,
    accept: f64,
    solver: Make,
    stop: Interrupt,
    work: Option<Box<Work>>,
    state: State,
    evaluations: usize,
    /// Whether the length of the steps is chosen by a control, which wants to know when it may change.
    controlled: bool,
}

struct Work {
    /// At q1: M, joints.
    ev: Eval,
    /// At θ: F.
    ev_th: Eval,
    /// At q̂ of one value of e after another.
    ev_hat: Eval,
    /// Values of e, and the contacts with each.
    groups: Vec<(f64, Vec<usize>)>,
    d: Derivatives,
    K: Vec<f64>,
    reduction: Reduction,
    level: Level,
    /// Contacts that take part.
    near: Vec<bool>,
    reached: Reached,
    budget: f64,
    q_old: Vec<f64>,
    q1: Vec<f64>,
    q_at: Vec<f64>,
    v_at: Vec<f64>,
    dx: Vec<f64>,
    p: Vec<f64>,
    last_h: f64,
    /// h h̄ of the present step.
    hh: f64,
    /// Gaps of contacts after the last step and before it, and those that it or the step before pressed.
    gap: [Vec<f64>; 2],
    pressed: Vec<u8>,
    /// q_, p and h before the present step.
    before: (Vec<f64>, Vec<f64>, f64),
}
remember!(Work {
    q_old, q1, p, last_h, gap, pressed;
    skip hh, ev, ev_th, ev_hat, groups, d, K, reduction, level, near, reached, budget, q_at, v_at, dx, before
});

impl SchatzmanPaoli {
    /// For steps of a length that a control chooses.
    pub(super) fn controlled(o: &Options) -> Result<Self, ModelError> {
        Ok(SchatzmanPaoli { controlled: true, ..Self::new(o)? })
    }

    fn new(o: &Options) -> Result<Self, ModelError> {
        Ok(SchatzmanPaoli {
            controlled: false,
            theta: o.within("theta", 0.0, 1.0)?,
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
        let s = &self.state;
        let ratio = h / w.last_h;
        if (ratio - 1.0).abs() > 1e-6 {
            for (old, q) in w.q_old.iter_mut().zip(&s.q) {
                *old = q - ratio * (q - *old);
            }
        }
        w.hh = h * (0.5 * (h + w.last_h));
        w.last_h = h;
        for k in 0..sys.nq {
            w.q1[k] = 2.0 * s.q[k] - w.q_old[k];
        }
        let mut change = f64::NAN;
        for it in 1..=self.max_newton {
            change = self.iterate(sys, w, h)?;
            let scale = w.q1.iter().fold(1.0_f64, |a, v| a.max(v.abs()));
            let rough = !w.reached.solved && change <= self.accept * scale;
            if change <= self.tol * scale || rough && w.reached.residual <= self.accept {
                return Ok(it);
            }
            if self.stop.raised() {
                return Err(StepError::Interrupted { t: s.t });
            }
        }
        let elements = match w.level.worst(|_| 1.0) {
            Some((c, _)) if !w.reached.solved => super::contacts::name(sys, c).into(),
            _ => "coordinates of the step".into(),
        };
        let residual = if w.reached.solved { change } else { w.reached.residual };
        Err(StepError::NoConvergence { t: s.t, residual, iterations: self.max_newton, elements })
    }

    /// Gaps after a step, for [`Engine::locked`].
    fn note_gaps(&self, sys: &System, w: &mut Work) {
        w.gap.swap(0, 1);
        let s = &self.state;
        if w.near.contains(&true) {
            sys.evaluate(s.t, &s.q, &s.u, &mut w.ev_hat);
        }
        for (c, k) in sys.contacts.iter().enumerate() {
            w.gap[0][c] = if w.near[c] { w.ev_hat.g[k.row] } else { f64::INFINITY };
            w.pressed[c] = if w.p[k.row] > 0.0 { 2 } else { w.pressed[c].saturating_sub(1) };
        }
    }

    /// Contacts that are not further open than their size take part.
    fn gather(&self, sys: &System, w: &mut Work) {
        let mut changed = false;
        for (c, (near, k)) in w.near.iter_mut().zip(&sys.contacts).enumerate() {
            let now = w.ev.g[k.row] <= sys.contact_size(c);
            changed |= std::mem::replace(near, now) != now;
        }
        if changed {
            w.reduction.select(sys, |c| w.near[c]);
            w.level.items.clone_from(&w.reduction.items);
        }
        w.level.m.clear();
        w.level.m.extend(w.reduction.rows.iter().map(|&r| w.p[r]));
    }

    fn iterate(&self, sys: &System, w: &mut Work, h: f64) -> Result<f64, StepError> {
        let (s, th, n) = (&self.state, self.theta, sys.nu);
        for k in 0..n {
            let v1 = (w.q1[k] - w.q_old[k]) / (2.0 * h);
            w.q_at[k] = (1.0 - th) * s.q[k] + th * w.q1[k];
            w.v_at[k] = (1.0 - th) * s.u[k] + th * v1;
        }
        sys.evaluate(s.t + th * h, &w.q_at, &w.v_at, &mut w.ev_th);
        sys.evaluate(s.t + h, &w.q1, &w.v_at, &mut w.ev);
        if sys.stiff() && th > 0.0 {
            sys.differentiate_h(w.ev_th.t, &w.q_at, &w.ev_th, &mut w.d);
            for k in 0..w.K.len() {
                w.K[k] = -w.hh * th * w.d.dh_q[k] - 0.5 * w.hh / h * th * w.d.dh_u[k];
            }
        }
        // (42c): contacts at their own q̂
        for (e, contacts) in &w.groups {
            for k in 0..n {
                w.q_at[k] = (w.q1[k] + e * w.q_old[k]) / (1.0 + e);
            }
            sys.evaluate(s.t + h, &w.q_at, &w.v_at, &mut w.ev_hat);
            for &c in contacts {
                let r = sys.contacts[c].row;
                let el = &sys.elements[sys.row_element[r]];
                let at = el.w..el.w + el.dofs.len();
                w.ev.W[at.clone()].copy_from_slice(&w.ev_hat.W[at]);
                w.ev.g[r] = (1.0 + e) * w.ev_hat.g[r];
            }
        }
        self.gather(sys, w);
        let K = (sys.stiff() && th > 0.0).then_some(&w.K[..]);
        w.reduction.linearise(sys, &w.ev, K);
        w.reduction.fit(sys, &mut w.level);
        // (42a): M δ = h h̄ F - M (q1 - 2 q0 + q_)
        for k in 0..n {
            w.v_at[k] = -(w.q1[k] - 2.0 * s.q[k] + w.q_old[k]);
            w.dx[k] = w.hh * w.ev_th.h[k];
        }
        sys.add_M(&w.ev, &w.v_at, &mut w.dx);
        w.level.f.copy_from_slice(&w.dx[..n]);
        let Level { b, c, .. } = &mut w.level;
        c.iter_mut().zip(&w.reduction.joints).for_each(|(c, &r)| *c = w.ev.g[r]);
        b.iter_mut().zip(&w.reduction.rows).for_each(|(b, &r)| *b = w.ev.g[r]);
        let scale = w.q1.iter().fold(1.0_f64, |a, v| a.max(v.abs()));
        let goal = Goal { enough: 0.1 * self.tol * scale, ..Goal::to(1e-13) };
        let mut budget = Budget::new(w.budget).with_stop(self.stop.flag());
        w.reached = w.reduction.solve(sys, &w.ev, &mut w.level, 0, goal, &mut budget);
        w.budget = budget.left;
        w.p.fill(0.0);
        w.reduction.rows.iter().zip(&w.level.m).for_each(|(&r, m)| w.p[r] = *m);
        w.reduction.joints.iter().zip(&w.level.l).for_each(|(&r, l)| w.p[r] = *l);
        w.dx[..n].copy_from_slice(&w.level.x);
        let mut finite = true;
        let mut change = 0.0_f64;
        for k in 0..n {
            finite &= w.dx[k].is_finite();
            change = change.max(w.dx[k].abs());
            w.q1[k] += w.dx[k];
        }
        if finite {
            Ok(change)
        } else {
            Err(StepError::NotFinite { t: s.t })
        }
    }
}

impl Work {
    /// At rest but for the place before.
    fn new(sys: &System, solver: Make, q_old: Vec<f64>, last_h: f64) -> Box<Self> {
        let mut reduction = Reduction::new(sys).with_solver(solver);
        reduction.use_joints(sys, |k| k == RowKind::Position);
        reduction.select(sys, |_| false);
        let mut groups: Vec<(f64, Vec<usize>)> = Vec::new();
        for (c, contact) in sys.contacts.iter().enumerate() {
            let e = contact.law.e_N;
            match groups.iter_mut().find(|g| g.0 == e) {
                Some(g) => g.1.push(c),
                None => groups.push((e, vec![c])),
            }
        }
        Box::new(Work {
            ev: sys.eval(),
            ev_th: sys.eval(),
            ev_hat: sys.eval(),
            groups,
            d: sys.derivatives(),
            K: vec![0.0; sys.K_entries.len()],
            reduction,
            level: Level::default(),
            near: vec![false; sys.contacts.len()],
            reached: Reached::default(),
            budget: 0.0,
            q_old,
            q1: vec![0.0; sys.nq],
            q_at: vec![0.0; sys.nq],
            v_at: vec![0.0; sys.nu + 1],
            dx: vec![0.0; sys.nu + 1],
            p: vec![0.0; sys.nr],
            last_h,
            hh: last_h * last_h,
            gap: [vec![f64::INFINITY; sys.contacts.len()], vec![f64::INFINITY; sys.contacts.len()]],
            pressed: vec![0; sys.contacts.len()],
            before: Default::default(),
        })
    }
}

impl Engine for SchatzmanPaoli {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        dt: f64,
    ) -> Result<(), StepError> {
        self.state = super::contacts::start(sys, (t, q, u), &self.stop)?;
        let a = &self.state.a;
        // q_ = q0 - h v0 + h²/2 a0
        let q_old = (0..sys.nq).map(|k| q[k] - dt * u[k] + 0.5 * dt * dt * a[k]).collect();
        self.work = Some(Work::new(sys, self.solver, q_old, dt));
        Ok(())
    }

    fn restart(&mut self, _sys: &System, t: f64, _dt: f64) -> Result<(), StepError> {
        // the two last positions stay; the force is that of the new time
        self.state.t = t;
        Ok(())
    }

    fn ends_on_switches(&self) -> bool {
        true
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let Some(mut w) = self.work.take() else {
            return Err(StepError::NotFinite { t: self.state.t });
        };
        w.budget = super::contacts::WORK;
        w.before.0.clone_from(&w.q_old);
        w.before.1.clone_from(&w.p);
        w.before.2 = w.last_h;
        let mut done = self.try_step(sys, &mut w, dt);
        let number = |(new, old): (&f64, &f64)| new.is_finite() && ((new - old) / dt).is_finite();
        if done.is_ok() && !w.q1.iter().zip(&w.q_old).all(number) {
            done = Err(StepError::NotFinite { t: self.state.t });
        }
        if done.is_ok() {
            let s = &mut self.state;
            let hit = sys.contacts.iter().any(|c| w.p[c.row] > 0.0);
            s.t += dt;
            for k in 0..sys.nq {
                s.a[k] = (w.q1[k] - 2.0 * s.q[k] + w.q_old[k]) / w.hh;
                // (42b) is the velocity in the middle of two steps; steps that grow need that at their end
                let v = match self.controlled {
                    true => (w.q1[k] - s.q[k]) / dt + if hit { 0.0 } else { 0.5 * dt * s.a[k] },
                    false => (w.q1[k] - w.q_old[k]) / (2.0 * dt),
                };
                s.u[k] = v;
                w.q_old[k] = s.q[k];
                s.q[k] = w.q1[k];
            }
            for r in 0..sys.nr {
                s.P[r] = w.p[r] / dt;
                s.la[r] = w.p[r] / (dt * dt);
            }
        }
        if done.is_err() {
            std::mem::swap(&mut w.q_old, &mut w.before.0);
            std::mem::swap(&mut w.p, &mut w.before.1);
            w.last_h = w.before.2;
        } else if self.controlled {
            self.note_gaps(sys, &mut w);
        }
        self.evaluations += done.as_ref().map_or(0, |newton| 3 * newton);
        let mut info = StepInfo::default();
        info.count(w.reduction.take_counts());
        if !w.reached.solved {
            super::contacts::contradicts(w.reached, &w.level, &mut info);
        }
        self.work = Some(w);
        done.map(|newton| StepInfo { newton, ..info })
    }

    fn renews(&self) -> bool {
        true
    }

    fn renew(&mut self, sys: &System, by: &Renewal) -> Result<(), StepError> {
        self.state.renew(by);
        let Some(old) = self.work.take() else { return Ok(()) };
        let mut w = Work::new(sys, self.solver, old.q_old, old.last_h);
        w.p = by.rows(&old.p, 0.0);
        w.gap = old.gap.map(|gap| by.contacts(&gap, f64::INFINITY));
        w.pressed = by.contacts(&old.pressed, 0);
        self.work = Some(w);
        Ok(())
    }

    fn fails_clean(&self) -> bool {
        true
    }

    fn locked(&self, sys: &System) -> bool {
        let Some(w) = &self.work else { return false };
        let size = |c: usize| REST * sys.contact_size(c);
        (0..w.pressed.len()).any(|c| {
            let [now, then] = [w.gap[0][c], w.gap[1][c]];
            let rests = now.abs() <= size(c) && then.abs() <= size(c);
            (w.pressed[c] > 0 || now < 0.0 || then < 0.0) && !rests
        })
    }

    fn remember(&mut self, _sys: &System, m: &mut Memory) {
        m.field("schatzman-paoli");
        m.part(&mut self.work);
        self.state.remember(m);
        self.evaluations.remember(m);
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn set_interrupt(&mut self, stop: &Interrupt) {
        self.stop = stop.clone();
    }

    fn evaluations(&self) -> usize {
        self.evaluations
    }

    fn has_forces(&self) -> bool {
        false
    }
}
