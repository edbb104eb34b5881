//! Moreau-Jean time stepping: impulses and velocities, constraints at velocity level.
//!
//! ```text
//! (41a)  M(q_θ)(v1 - v0) - h F(t_θ, q_θ, v_θ) = W(q_θ) P
//! (41b)  q1 = q0 + h q'(v_θ)                        v_θ = θ v1 + (1-θ) v0, q_θ likewise
//! (41c)  U1 = Wᵀ(q_θ) v1
//! (41d)  0 ≤ U1 + e U0 ⊥ P ≥ 0 where the prediction closes, friction in its disc
//! (41e)  prediction  y0 + h γ U0 ≤ 0
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
use super::{Engine, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports};
use crate::error::{ModelError, StepError};
use crate::laws::Impact;
use crate::memory::{remember, Memory, Remember};
use crate::solvers::delassus::{item_frictions, items, Columns};
use crate::solvers::ContactProblem;
use crate::system::Kkt;
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
    work: Option<Box<Work>>,
    state: State,
    evaluations: usize,
}

struct Work {
    ev: Eval,
    kkt: Kkt,
    d: Derivatives,
    K: Vec<f64>,
    columns: Columns,
    problem: ContactProblem,
    frictions: Vec<Option<usize>>,
    bilateral: Vec<bool>,
    slip: Vec<f64>,
    v0: Vec<f64>,
    v1: Vec<f64>,
    v_th: Vec<f64>,
    q1: Vec<f64>,
    q_th: Vec<f64>,
    gap: Vec<f64>,
    rhs: Vec<f64>,
    P: Vec<f64>,
    m: Vec<f64>,
    restitution: Vec<f64>,
    redundant: Vec<usize>,
    /// Where the present step began to look.
    m_old: Vec<f64>,
}
remember!(Work {
   kkt, columns, problem, P, m, redundant;
    skip ev, d, K, frictions, bilateral, slip, v0, v1, v_th, q1, q_th, gap, rhs, restitution, m_old
});

impl Moreau {
    fn new(o: &Options) -> Result<Self, ModelError> {
        Ok(Moreau {
            theta: o.within("theta", 0.5, 1.0)?,
            gamma: o.within("gamma", 0.0, 1.0)?,
            tol: o.positive("tol")?,
            max_newton: o.whole("max_newton", 1, 1000)?,
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
        for (k, c) in sys.contacts.iter().enumerate() {
            let y = w.ev.g[c.row] + h * self.gamma * w.gap[c.row];
            w.problem.items[k].active = y <= 0.0;
        }
        for (k, f) in w.frictions.iter().enumerate().skip(sys.contacts.len()) {
            if let Some(Normal::Force(n)) = f.map(|f| sys.frictions[f].normal) {
                w.problem.items[k].load = n * h;
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
        }
        Err(StepError::NoConvergence {
            t: t0,
            residual: change,
            iterations: self.max_newton,
            elements: "velocities of the step".into(),
        })
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
        w.kkt.factor(sys, &w.ev, K, &[], &w.bilateral, &w.slip);
        w.redundant.clear();
        w.redundant.extend_from_slice(&w.kkt.redundant);
        // free velocity with joints: M* δ = h F - M (v1 - v0)
        for i in 0..nu {
            w.v_th[i] = w.v0[i] - w.v1[i];
            w.rhs[i] = h * w.ev.h[i];
        }
        sys.add_M(&w.ev, &w.v_th, &mut w.rhs);
        sys.rows_dot(&w.ev, &w.v1, &mut w.P);
        w.P.iter_mut().zip(&w.bilateral).for_each(|(p, &b)| *p = if b { -*p } else { 0.0 });
        let mut finite = w.kkt.solve(&mut w.rhs[..nu], &mut w.P);
        w.rhs[nu] = 0.0;
        // total velocity without contact
        w.rhs.iter_mut().zip(&w.v1).take(nu).for_each(|(r, v)| *r += v);
        w.rhs[nu] = 1.0;
        if !w.columns.rows.is_empty() {
            self.contacts(sys, w);
        }
        let mut change = 0.0_f64;
        for i in 0..nu {
            change = change.max((w.rhs[i] - w.v1[i]).abs());
            finite &= w.rhs[i].is_finite();
            w.v1[i] = w.rhs[i];
        }
        if finite {
            Ok(change)
        } else {
            Err(StepError::NotFinite { t: self.state.t })
        }
    }

    fn contacts(&self, sys: &System, w: &mut Work) {
        let nu = sys.nu;
        w.columns.fill(sys, &w.ev, &mut w.kkt, &mut w.problem);
        let poisson = |c: usize| sys.contacts[c].law.impact == Impact::Poisson;
        let any_poisson = (0..sys.contacts.len()).any(poisson);
        let dot = |ev: &Eval, r: usize, x: &[f64]| {
            let (wr, dofs) = sys.row(ev, r);
            wr.iter().zip(dofs).map(|(w, &d)| w * x[d]).sum::<f64>()
        };
        for (k, &r) in w.columns.rows.iter().enumerate() {
            let e = match sys.kinds[r] {
                RowKind::Normal(c) if poisson(c) => 0.0,
                RowKind::Normal(c) => sys.contacts[c].law.e_N,
                RowKind::Friction(f) => sys.frictions[f].e_F,
                _ => 0.0,
            };
            w.problem.b[k] = dot(&w.ev, r, &w.rhs) + e * dot(&w.ev, r, &w.v0);
        }
        w.problem.solve(&mut w.m, 1e-14, 20_000);
        if any_poisson {
            // an impact is an approach faster than what the forces of the step change; then all
            // contacts that were compressed give back, also those that only passed it on
            w.restitution.fill(0.0);
            let hit = sys.contacts.iter().enumerate().any(|(c, k)| {
                let (old, free) = (dot(&w.ev, k.row, &w.v0), dot(&w.ev, k.row, &w.rhs));
                w.problem.items[c].active && old < -2.0 * (free - old).abs()
            });
            for (_, k) in sys.contacts.iter().enumerate().filter(|(c, _)| hit && poisson(*c)) {
                w.restitution[w.columns.at(k.row)] = k.law.e_N;
            }
            w.problem.expand(&mut w.m, &w.restitution);
        }
        w.columns.superpose(&w.m, &w.bilateral, &mut w.rhs[..nu], &mut w.P);
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
        let columns = Columns::new(sys);
        let n = columns.rows.len();
        let extended = |v: f64| {
            let mut x = vec![0.0; sys.nu + 1];
            x[sys.nu] = v;
            x
        };
        self.work = Some(Box::new(Work {
            ev: sys.eval(),
            kkt: Kkt::new(sys),
            d: sys.derivatives(),
            K: vec![0.0; sys.K_entries.len()],
            problem: ContactProblem::with_items(items(sys, &columns)),
            frictions: item_frictions(sys, &columns),
            bilateral: sys
                .kinds
                .iter()
                .map(|k| matches!(k, RowKind::Position | RowKind::Velocity))
                .collect(),
            slip: vec![0.0; sys.nr],
            v0: extended(1.0),
            v1: extended(1.0),
            v_th: extended(0.0),
            q1: vec![0.0; sys.nq],
            q_th: vec![0.0; sys.nq],
            gap: vec![0.0; sys.nr],
            rhs: extended(0.0),
            P: vec![0.0; sys.nr],
            m: vec![0.0; n],
            restitution: vec![0.0; n],
            redundant: Vec::new(),
            m_old: vec![0.0; n],
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

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let Some(mut w) = self.work.take() else {
            return Err(StepError::NotFinite { t: self.state.t });
        };
        w.m_old.copy_from_slice(&w.m);
        let done = self.try_step(sys, &mut w, dt);
        if done.is_err() {
            w.m.copy_from_slice(&w.m_old);
        } else {
            let s = &mut self.state;
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
        }
        self.work = Some(w);
        self.evaluations += done.as_ref().map_or(0, |newton| 1 + newton);
        done.map(|newton| StepInfo { newton, ..StepInfo::default() })
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
        self.work.as_ref().map_or(Vec::new(), |w| w.redundant.clone())
    }

    fn evaluations(&self) -> usize {
        self.evaluations
    }

    fn has_forces(&self) -> bool {
        false
    }
}
