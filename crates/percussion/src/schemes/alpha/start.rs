//! Consistent accelerations and forces at a given state: the index-1 problem with contacts
//!
//! ```text
//! M a = h + W λ,  g'' = 0,  γ' = 0,  g_N'' in N(-λ_N) where closed and not separating,
//! friction in its disc where it sticks, on the rim along -γ_F where it slides
//! ```

use crate::contact::law::Rubbing;
use crate::contact::reduce::{Level, Reached, Reduction};
use crate::contact::{Budget, Goal};
use crate::error::StepError;
use crate::schemes::contacts::{self, UNSOLVED};
use crate::schemes::{Interrupt, StepInfo};
use crate::system::{minimum_norm, Eval, Kkt, RowKind, System};

pub(crate) struct Accelerations {
    pub a: Vec<f64>,
    pub la: Vec<f64>,
    kkt: Kkt,
    ev: Eval,
    gd: Vec<f64>,
    x: Vec<f64>,
    on: Vec<bool>,
    slip: Vec<f64>,
    /// Contacts that are closed and stay so, and their problem.
    closed: Vec<bool>,
    reduction: Reduction,
    level: Level,
    reached: Reached,
    /// Asks to stop.
    stop: Interrupt,
}

/// Most multiplications spent on the contacts: some seconds.
const WORK: f64 = 5e9;

impl Accelerations {
    pub fn new(sys: &System, stop: &Interrupt) -> Self {
        Accelerations {
            a: vec![0.0; sys.nu],
            la: vec![0.0; sys.nr],
            kkt: Kkt::new(sys),
            ev: sys.eval_near(),
            gd: vec![0.0; sys.nr],
            x: vec![0.0; sys.nu + 1],
            on: vec![false; sys.nr],
            slip: vec![0.0; sys.nr],
            closed: vec![false; sys.contacts.len()],
            reduction: Reduction::new(sys),
            level: Level::default(),
            reached: Reached::default(),
            stop: stop.clone(),
        }
    }

    /// Whether the contacts of the last solution fulfil their laws.
    pub fn check(&self, sys: &System, t: f64) -> Result<(), StepError> {
        if self.stop.raised() && !self.reached.solved {
            return Err(StepError::Interrupted { t });
        }
        let mut noted = StepInfo::default();
        contacts::judge(sys, t, self.reached, &self.level, UNSOLVED, &mut noted)
    }

    /// After a solution: where rows in use depend on others, forces of minimum norm if the laws
    /// allow them. Returns these rows.
    pub fn least_forces(&mut self, sys: &System, with: (bool, bool)) -> Vec<usize> {
        // g'' and γ' of all rows
        self.x[..sys.nu].copy_from_slice(&self.a);
        self.x[sys.nu] = 0.0;
        sys.rows_dot(&self.ev, &self.x, &mut self.gd);
        self.gd.iter_mut().zip(&self.ev.zeta).for_each(|(g, z)| *g += z);
        self.on.fill(false);
        self.reduction.joints.iter().for_each(|&r| self.on[r] = true);
        let length = sys.length();
        let count = if with.1 { self.level.items.len() } else { 0 };
        for (item, f) in self.level.items.iter().zip(&self.reduction.frictions).take(count) {
            let pressed = match item.normal {
                Some(i) => {
                    let r = self.reduction.rows[i];
                    self.on[r] = item.active && self.gd[r].abs() <= 1e-8 * length;
                    self.on[r]
                }
                None => true,
            };
            if let Some(f) = f {
                let still =
                    sys.frictions[*f].rows.clone().all(|r| self.gd[r].abs() <= 1e-8 * length);
                let sticks = pressed && item.rubbing == Rubbing::Disc && still;
                sys.frictions[*f].rows.clone().for_each(|r| self.on[r] = sticks);
            }
        }
        self.kkt.factor(sys, &self.ev, None, &[], &self.on, &self.slip);
        let redundant = self.kkt.redundant.clone();
        if !redundant.is_empty() {
            let mut la = self.la.clone();
            if minimum_norm(sys, &self.ev, &self.on, &mut la) {
                contacts::approach(sys, &mut self.la, &la);
            }
        }
        redundant
    }

    /// Solve at (t, q, u); `with` tells whether bilateral rows and contacts take part.
    pub fn solve(&mut self, sys: &System, t: f64, q: &[f64], u: &[f64], with: (bool, bool)) {
        self.evaluate(sys, t, q, u);
        let scale = |v: &[f64]| v.iter().fold(sys.length(), |a, v| a.max(v.abs()));
        let (tol_q, tol_u) = (1e-10 * scale(q), 1e-9 * scale(u));
        for (closed, k) in self.closed.iter_mut().zip(&sys.contacts) {
            *closed = with.1 && self.ev.g[k.row] <= tol_q && self.gd[k.row].abs() <= tol_u;
        }
        let bilateral = |k: RowKind| matches!(k, RowKind::Position | RowKind::Velocity);
        self.reduction.use_joints(sys, |k| with.0 && bilateral(k));
        self.reduction.select(sys, |c| self.closed[c]);
        self.level.items.clone_from(&self.reduction.items);
        self.level.m.clear();
        for (item, f) in self.level.items.iter_mut().zip(&self.reduction.frictions) {
            item.active = with.1;
            let Some(f) = f else { continue };
            item.rubbing = Rubbing::along(&self.gd[sys.frictions[*f].rows.clone()], tol_u);
        }
        self.forces(sys);
    }

    fn evaluate(&mut self, sys: &System, t: f64, q: &[f64], u: &[f64]) {
        sys.evaluate(t, q, u, &mut self.ev);
        sys.rows_dot(&self.ev, &self.ev.u, &mut self.gd);
    }

    /// Accelerations, with the forces of joints, contacts and friction in the states they are known
    /// to be in.
    fn forces(&mut self, sys: &System) {
        self.reduction.linearise(sys, &self.ev, None);
        self.reduction.fit(sys, &mut self.level);
        let Level { f, c, b, .. } = &mut self.level;
        f.copy_from_slice(&self.ev.h);
        c.iter_mut().zip(&self.reduction.joints).for_each(|(c, &r)| *c = self.ev.zeta[r]);
        b.iter_mut().zip(&self.reduction.rows).for_each(|(b, &r)| *b = self.ev.zeta[r]);
        let goal = Goal::to(1e-13);
        let mut budget = Budget::new(WORK).with_stop(self.stop.flag());
        self.reached = self.reduction.solve(sys, &self.ev, &mut self.level, 0, goal, &mut budget);
        self.a.copy_from_slice(&self.level.x);
        self.la.fill(0.0);
        let Level { m, l, .. } = &self.level;
        self.reduction.rows.iter().zip(m).for_each(|(&r, m)| self.la[r] = *m);
        self.reduction.joints.iter().zip(l).for_each(|(&r, l)| self.la[r] = *l);
    }

    /// Accelerations and forces at the state a time `shift` away, by Taylor's formula.
    pub fn shifted(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        shift: f64,
        with: (bool, bool),
    ) {
        let (mut qd, mut qdd, mut Ba) = (vec![0.0; sys.nq], vec![0.0; sys.nq], vec![0.0; sys.nq]);
        sys.qdot(t, q, u, &mut qd);
        sys.qddot0(t, q, u, &mut qdd);
        sys.B(t, q, &self.a, &mut Ba);
        let mut q1: Vec<f64> = (0..sys.nq)
            .map(|k| q[k] + shift * qd[k] + 0.5 * shift * shift * (qdd[k] + Ba[k]))
            .collect();
        sys.normalize(&mut q1);
        let u1: Vec<f64> = (0..sys.nu).map(|k| u[k] + shift * self.a[k]).collect();
        self.evaluate(sys, t + shift, &q1, &u1);
        // contacts keep the state they have now; what slides may turn
        for (item, f) in self.level.items.iter_mut().zip(&self.reduction.frictions) {
            if let (Rubbing::Slides(_), Some(f), true) = (item.rubbing, f, with.1) {
                item.turn(&self.gd[sys.frictions[*f].rows.clone()]);
            }
        }
        self.forces(sys);
    }
}
