//! Consistent accelerations and forces at a given state: the index-1 problem with contacts
//!
//! ```text
//! M a = h + W λ,  g'' = 0,  γ' = 0,  g_N'' in N(-λ_N) where closed and not separating,
//! friction in its disc where it sticks, on the rim along -γ_F where it slides
//! ```

use crate::linalg::Kkt;
use crate::solvers::delassus::{item_frictions, items, Columns};
use crate::solvers::{ContactProblem, Rubbing};
use crate::system::{Eval, RowKind, System};

pub(crate) struct Accelerations {
    pub a: Vec<f64>,
    pub la: Vec<f64>,
    kkt: Kkt,
    ev: Eval,
    gd: Vec<f64>,
    x: Vec<f64>,
    on: Vec<bool>,
    slip: Vec<f64>,
    columns: Columns,
    problem: ContactProblem,
}

impl Accelerations {
    pub fn new(sys: &System) -> Self {
        let columns = Columns::new(sys);
        let problem = ContactProblem::with_items(items(sys, &columns));
        Accelerations {
            a: vec![0.0; sys.nu],
            la: vec![0.0; sys.nr],
            kkt: Kkt::new(sys),
            ev: sys.eval(),
            gd: vec![0.0; sys.nr],
            x: vec![0.0; sys.nu + 1],
            on: sys
                .kinds
                .iter()
                .map(|k| matches!(k, RowKind::Position | RowKind::Velocity))
                .collect(),
            slip: vec![0.0; sys.nr],
            columns,
            problem,
        }
    }

    /// Rows that depend on others.
    pub fn redundant(&self) -> &[usize] {
        &self.kkt.redundant
    }

    /// Solve at (t, q, u); `with` tells whether bilateral rows and contacts take part.
    pub fn solve(&mut self, sys: &System, t: f64, q: &[f64], u: &[f64], with: (bool, bool)) {
        sys.evaluate(t, q, u, &mut self.ev);
        sys.rows_dot(&self.ev, &self.ev.u, &mut self.gd);
        let bilateral = |k: &RowKind| matches!(k, RowKind::Position | RowKind::Velocity);
        self.on.iter_mut().zip(&sys.kinds).for_each(|(o, k)| *o = with.0 && bilateral(k));
        self.kkt.factor(sys, &self.ev, None, &[], &self.on, &self.slip);
        // free acceleration
        self.a.copy_from_slice(&self.ev.h);
        for r in 0..sys.nr {
            self.la[r] = if self.on[r] { -self.ev.zeta[r] } else { 0.0 };
        }
        self.kkt.solve(&mut self.a, &mut self.la);
        if !with.1 || self.columns.rows.is_empty() {
            return;
        }
        self.columns.fill(sys, &self.ev, &mut self.kkt, &mut self.problem);
        self.x[..sys.nu].copy_from_slice(&self.a);
        self.x[sys.nu] = 0.0;
        for (k, &r) in self.columns.rows.iter().enumerate() {
            let (w, dofs) = sys.row(&self.ev, r);
            let free: f64 = w.iter().zip(dofs).map(|(w, &d)| w * self.x[d]).sum();
            self.problem.b[k] = free + self.ev.zeta[r];
        }
        self.classify(sys, q, u);
        let mut m = vec![0.0; self.columns.rows.len()];
        self.problem.solve(&mut m, 1e-14, 20_000);
        self.columns.superpose(&m, &self.on, &mut self.a, &mut self.la);
    }

    /// Which contacts are closed and stay so, and how friction behaves at them.
    fn classify(&mut self, sys: &System, q: &[f64], u: &[f64]) {
        let scale = |v: &[f64]| v.iter().fold(1.0_f64, |a, v| a.max(v.abs()));
        let (tol_q, tol_u) = (1e-10 * scale(q), 1e-9 * scale(u));
        for (k, f) in item_frictions(sys).into_iter().enumerate() {
            let item = &mut self.problem.items[k];
            if k < sys.contacts.len() {
                let r = sys.contacts[k].row;
                item.active = self.ev.g[r] <= tol_q && self.gd[r].abs() <= tol_u;
            }
            if let Some(f) = f {
                let rows = sys.frictions[f].rows.clone();
                let len = rows.clone().map(|r| self.gd[r] * self.gd[r]).sum::<f64>().sqrt();
                item.rubbing = if len <= tol_u {
                    Rubbing::Disc
                } else {
                    let mut s = [0.0; 3];
                    rows.enumerate().for_each(|(k, r)| s[k] = self.gd[r] / len);
                    Rubbing::Slides(s)
                };
            }
        }
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
        // contacts keep the state they have now
        let items = self.problem.items.clone();
        self.solve(sys, t + shift, &q1, &u1, (with.0, false));
        if with.1 && !items.is_empty() {
            self.solve(sys, t, q, u, with);
        }
    }
}
