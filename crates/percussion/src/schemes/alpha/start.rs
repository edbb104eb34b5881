//! Consistent accelerations and forces at a given state: the index-1 problem with contacts
//!
//! ```text
//! M a = h + W λ,  g'' = 0,  γ' = 0,  g_N'' in N(-λ_N) where closed and not separating,
//! friction in its disc where it sticks, on the rim along -γ_F where it slides
//! ```

use crate::memory::remember;
use crate::solvers::delassus::{item_frictions, items, Columns};
use crate::solvers::{ContactProblem, Rubbing};
use crate::system::{minimum_norm, Kkt};
use crate::system::{Eval, Normal, RowKind, System};

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
remember!(Accelerations { a, la, kkt, columns, problem; skip ev, gd, x, on, slip });

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

    /// After a solution: where rows in use depend on others, forces of minimum norm if the laws
    /// allow them. Returns these rows.
    pub fn least_forces(&mut self, sys: &System, with: (bool, bool)) -> Vec<usize> {
        // g'' and γ' of all rows
        self.x[..sys.nu].copy_from_slice(&self.a);
        self.x[sys.nu] = 0.0;
        sys.rows_dot(&self.ev, &self.x, &mut self.gd);
        self.gd.iter_mut().zip(&self.ev.zeta).for_each(|(g, z)| *g += z);
        let items = if with.1 { item_frictions(sys, &self.columns) } else { Vec::new() };
        for (k, f) in items.into_iter().enumerate() {
            let item = &self.problem.items[k];
            let pressed = match item.normal {
                Some(i) => {
                    let r = self.columns.rows[i];
                    self.on[r] = item.active && self.gd[r].abs() <= 1e-8;
                    self.on[r]
                }
                None => true,
            };
            if let Some(f) = f {
                let still = sys.frictions[f].rows.clone().all(|r| self.gd[r].abs() <= 1e-8);
                let sticks = pressed && item.rubbing == Rubbing::Disc && still;
                sys.frictions[f].rows.clone().for_each(|r| self.on[r] = sticks);
            }
        }
        self.kkt.factor(sys, &self.ev, None, &[], &self.on, &self.slip);
        let redundant = self.kkt.redundant.clone();
        if !redundant.is_empty() {
            let mut la = self.la.clone();
            if minimum_norm(sys, &self.ev, &self.on, &mut la) {
                approach(sys, &mut self.la, &la);
            }
        }
        redundant
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
        for (k, f) in item_frictions(sys, &self.columns).into_iter().enumerate() {
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

/// Go from the forces `la` as far towards `least` as the laws admit. The forces that give the same
/// motion and are admitted form a convex set, and the norm falls on the way.
pub(super) fn approach(sys: &System, la: &mut [f64], least: &[f64]) {
    let from = la.to_vec();
    let (mut good, mut bad) = (0.0, 2.0);
    for _ in 0..50 {
        let part: f64 = 0.5 * (good + bad);
        la.iter_mut().zip(from.iter().zip(least)).for_each(|(l, (a, b))| *l = a + part * (b - a));
        if !admissible(sys, la) {
            bad = part;
        } else if part == 1.0 {
            return;
        } else {
            good = part;
        }
    }
    la.iter_mut().zip(from.iter().zip(least)).for_each(|(l, (a, b))| *l = a + good * (b - a));
}

/// Whether contact forces push and friction is within its discs.
pub(super) fn admissible(sys: &System, la: &[f64]) -> bool {
    sys.contacts.iter().all(|k| la[k.row] >= 0.0)
        && sys.frictions.iter().all(|f| {
            let radius = match f.normal {
                Normal::Contact(k) => f.mu * la[sys.contacts[k].row],
                Normal::Force(n) => n,
            };
            f.rows.clone().map(|r| la[r] * la[r]).sum::<f64>().sqrt() <= radius * (1.0 + 1e-12)
        })
}
