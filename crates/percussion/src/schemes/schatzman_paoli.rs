//! Schatzman-Paoli time stepping: central differences with the constraint at position level.
//!
//! ```text
//! (42a)  M(q1)(q1 - 2 q0 + q_) - h² F(t_θ, q_θ, v_θ) = W(q̂) p
//! (42b)  v1 = (q1 - q_) / (2 h)
//! (42c)  0 ≤ g(q̂) ⊥ p ≥ 0,      q̂ = (q1 + e q_) / (1 + e)
//! ```
//!
//! with q_ the coordinates one step earlier; the first of them by a Taylor step backwards. Joints
//! hold at position level, g(q1) = 0. First order; no friction; q' = u only. The percussion of a
//! step is P = p / h. Each contact has its own e and so its own q̂.
//!
//! Paoli, Schatzman, "A numerical scheme for impact problems I: the one-dimensional case", 2002,
//! DOI 10.1137/S0036142900378728.

use super::alpha::Accelerations;
use super::{Engine, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports};
use crate::error::{ModelError, StepError};
use crate::memory::{remember, Memory, Remember};
use crate::solvers::delassus::{items, Columns};
use crate::solvers::ContactProblem;
use crate::system::Kkt;
use crate::system::{Derivatives, Eval, RowKind, System};

pub(super) const INFO: SchemeInfo = SchemeInfo {
    name: "schatzman-paoli",
    summary: "Schatzman-Paoli time stepping, first order, constraint at position level",
    source: "Paoli and Schatzman 2002, DOI 10.1137/S0036142900378728",
    options: &[
        OptionInfo { name: "theta", default: "0", help: "where F is evaluated, 0 (explicit) to 1" },
        OptionInfo { name: "tol", default: "1e-13", help: "relative tolerance of the coordinates" },
        OptionInfo { name: "max_newton", default: "50", help: "most iterations of a step" },
    ],
    supports: Supports {
        contacts: true,
        friction: false,
        joints: true,
        rolling: false,
        quaternions: false,
        adaptive: false,
        poisson: false,
    },
    make: |o| Ok(Box::new(SchatzmanPaoli::new(o)?)),
};

/// The scheme.
pub struct SchatzmanPaoli {
    theta: f64,
    tol: f64,
    max_newton: usize,
    work: Option<Box<Work>>,
    state: State,
    evaluations: usize,
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
    kkt: Kkt,
    d: Derivatives,
    K: Vec<f64>,
    columns: Columns,
    problem: ContactProblem,
    bilateral: Vec<bool>,
    slip: Vec<f64>,
    q_old: Vec<f64>,
    q1: Vec<f64>,
    q_at: Vec<f64>,
    v_at: Vec<f64>,
    dx: Vec<f64>,
    p: Vec<f64>,
    m: Vec<f64>,
    last_h: f64,
    /// q_, m and h before the present step.
    before: (Vec<f64>, Vec<f64>, f64),
}
remember!(Work {
   kkt, columns, problem, q_old, q1, p, m, last_h;
    skip ev, ev_th, ev_hat, groups, d, K, bilateral, slip, q_at, v_at, dx, before
});

impl SchatzmanPaoli {
    fn new(o: &Options) -> Result<Self, ModelError> {
        Ok(SchatzmanPaoli {
            theta: o.within("theta", 0.0, 1.0)?,
            tol: o.positive("tol")?,
            max_newton: o.whole("max_newton", 1, 1000)?,
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
        w.last_h = h;
        for k in 0..sys.nq {
            w.q1[k] = 2.0 * s.q[k] - w.q_old[k];
        }
        let mut change = f64::NAN;
        for it in 1..=self.max_newton {
            change = self.iterate(sys, w, h)?;
            let scale = w.q1.iter().fold(1.0_f64, |a, v| a.max(v.abs()));
            if change <= self.tol * scale {
                return Ok(it);
            }
        }
        Err(StepError::NoConvergence {
            t: s.t,
            residual: change,
            iterations: self.max_newton,
            elements: "coordinates of the step".into(),
        })
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
                w.K[k] = -h * h * th * w.d.dh_q[k] - 0.5 * h * th * w.d.dh_u[k];
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
        let K = (sys.stiff() && th > 0.0).then_some(&w.K[..]);
        w.kkt.factor(sys, &w.ev, K, &[], &w.bilateral, &w.slip);
        // (42a): M δ = h² F - M (q1 - 2 q0 + q_)
        for k in 0..n {
            w.v_at[k] = -(w.q1[k] - 2.0 * s.q[k] + w.q_old[k]);
            w.dx[k] = h * h * w.ev_th.h[k];
        }
        sys.add_M(&w.ev, &w.v_at, &mut w.dx);
        for r in 0..sys.nr {
            w.p[r] = if w.bilateral[r] { -w.ev.g[r] } else { 0.0 };
        }
        let mut finite = w.kkt.solve(&mut w.dx[..n], &mut w.p);
        w.dx[n] = 0.0;
        if !w.columns.rows.is_empty() {
            w.columns.fill(sys, &w.ev, &mut w.kkt, &mut w.problem);
            for (k, &r) in w.columns.rows.iter().enumerate() {
                let (wr, dofs) = sys.row(&w.ev, r);
                let moved: f64 = wr.iter().zip(dofs).map(|(x, &d)| x * w.dx[d]).sum();
                w.problem.b[k] = w.ev.g[r] + moved;
            }
            w.problem.solve(&mut w.m, 1e-14, 20_000);
            w.columns.superpose(&w.m, &w.bilateral, &mut w.dx[..n], &mut w.p);
        }
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

impl Engine for SchatzmanPaoli {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        dt: f64,
    ) -> Result<(), StepError> {
        let mut start = Accelerations::new(sys);
        start.solve(sys, t, q, u, (true, true));
        let columns = Columns::new(sys);
        let n = columns.rows.len();
        let mut groups: Vec<(f64, Vec<usize>)> = Vec::new();
        for (c, contact) in sys.contacts.iter().enumerate() {
            let e = contact.law.e_N;
            match groups.iter_mut().find(|g| g.0 == e) {
                Some(g) => g.1.push(c),
                None => groups.push((e, vec![c])),
            }
        }
        // q_ = q0 - h v0 + h²/2 a0
        let q_old = (0..sys.nq).map(|k| q[k] - dt * u[k] + 0.5 * dt * dt * start.a[k]).collect();
        self.work = Some(Box::new(Work {
            ev: sys.eval(),
            ev_th: sys.eval(),
            ev_hat: sys.eval(),
            groups,
            kkt: Kkt::new(sys),
            d: sys.derivatives(),
            K: vec![0.0; sys.K_entries.len()],
            problem: ContactProblem::with_items(items(sys, &columns)),
            bilateral: sys.kinds.iter().map(|k| *k == RowKind::Position).collect(),
            slip: vec![0.0; sys.nr],
            q_old,
            q1: vec![0.0; sys.nq],
            q_at: vec![0.0; sys.nq],
            v_at: vec![0.0; sys.nu + 1],
            dx: vec![0.0; sys.nu + 1],
            p: vec![0.0; sys.nr],
            m: vec![0.0; n],
            last_h: dt,
            before: Default::default(),
            columns,
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
        w.before.0.clone_from(&w.q_old);
        w.before.1.clone_from(&w.m);
        w.before.2 = w.last_h;
        let done = self.try_step(sys, &mut w, dt);
        if done.is_ok() {
            let s = &mut self.state;
            s.t += dt;
            for k in 0..sys.nq {
                let v = (w.q1[k] - w.q_old[k]) / (2.0 * dt);
                s.a[k] = (w.q1[k] - 2.0 * s.q[k] + w.q_old[k]) / (dt * dt);
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
            std::mem::swap(&mut w.m, &mut w.before.1);
            w.last_h = w.before.2;
        }
        self.work = Some(w);
        self.evaluations += done.as_ref().map_or(0, |newton| 3 * newton);
        done.map(|newton| StepInfo { newton, ..StepInfo::default() })
    }

    fn fails_clean(&self) -> bool {
        true
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

    fn evaluations(&self) -> usize {
        self.evaluations
    }

    fn has_forces(&self) -> bool {
        false
    }
}
