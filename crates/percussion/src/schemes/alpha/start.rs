//! Consistent accelerations and forces at a given state: the index-1 problem with contacts
//!
//! ```text
//! M a = h + W λ,  g'' = 0,  γ' = 0,  g_N'' in N(-λ_N) where closed and not separating,
//! friction in its disc where it sticks, on the rim along -γ_F where it slides
//! ```

use crate::linalg::Kkt;
use crate::solvers::{ContactProblem, Item, Rubbing};
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

/// Responses of the system, joints included, to unit multipliers of the contact rows.
pub(crate) struct Columns {
    /// Contact and friction rows.
    pub rows: Vec<usize>,
    /// Response of the velocities to each.
    pub X: Vec<Vec<f64>>,
    /// Response of the bilateral multipliers to each.
    pub Y: Vec<Vec<f64>>,
}

impl Columns {
    pub fn new(sys: &System) -> Self {
        let rows: Vec<usize> = (0..sys.nr)
            .filter(|&r| matches!(sys.kinds[r], RowKind::Normal(_) | RowKind::Friction(_)))
            .collect();
        let n = rows.len();
        Columns {
            X: vec![vec![0.0; sys.nu + 1]; n],
            Y: vec![vec![0.0; sys.nr]; n],
            rows,
        }
    }

    /// Position of a row among the contact rows.
    pub fn at(&self, r: usize) -> usize {
        self.rows.binary_search(&r).unwrap_or(0)
    }

    /// Solve for all columns and fill the Delassus matrix of `p`.
    pub fn fill(&mut self, sys: &System, ev: &Eval, kkt: &mut Kkt, p: &mut ContactProblem) {
        let n = self.rows.len();
        p.resize(n);
        for k in 0..n {
            let x = &mut self.X[k];
            x.fill(0.0);
            self.Y[k].fill(0.0);
            let (w, dofs) = sys.row(ev, self.rows[k]);
            for (w, &d) in w.iter().zip(dofs) {
                x[d] += w;
            }
            x[sys.nu] = 0.0;
            kkt.solve(&mut x[..sys.nu], &mut self.Y[k]);
        }
        for i in 0..n {
            let (w, dofs) = sys.row(ev, self.rows[i]);
            for j in 0..n {
                p.G[i * n + j] = w.iter().zip(dofs).map(|(w, &d)| w * self.X[j][d]).sum();
            }
        }
    }
}

/// The items of the contacts and frictions of a system, all active with friction in its disc.
pub(crate) fn items(sys: &System, columns: &Columns) -> Vec<Item> {
    let tangential = |f: usize| {
        let r = &sys.frictions[f].rows;
        let a = columns.at(r.start);
        a..a + r.len()
    };
    let mut items: Vec<Item> = sys
        .contacts
        .iter()
        .map(|c| Item {
            normal: Some(columns.at(c.row)),
            load: 0.0,
            tangential: c.friction.map_or(0..0, tangential),
            mu: c.law.mu,
            rubbing: if c.friction.is_some() { Rubbing::Disc } else { Rubbing::None },
            active: true,
        })
        .collect();
    for (f, fr) in sys.frictions.iter().enumerate() {
        if let Normal::Force(n) = fr.normal {
            items.push(Item {
                normal: None,
                load: n,
                tangential: tangential(f),
                mu: fr.mu,
                rubbing: Rubbing::Disc,
                active: true,
            });
        }
    }
    items
}

/// Frictions in the order of [`items`].
pub(crate) fn item_frictions(sys: &System) -> Vec<Option<usize>> {
    let mut v: Vec<Option<usize>> = sys.contacts.iter().map(|c| c.friction).collect();
    let given = |f: &usize| matches!(sys.frictions[*f].normal, Normal::Force(_));
    v.extend((0..sys.frictions.len()).filter(given).map(Some));
    v
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
        self.kkt.factor(sys, &self.ev, None, &self.on, &self.slip);
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
        for (k, &r) in self.columns.rows.iter().enumerate() {
            self.la[r] = m[k];
            if m[k] == 0.0 {
                continue;
            }
            self.a.iter_mut().zip(&self.columns.X[k]).for_each(|(a, x)| *a += m[k] * x);
            for i in 0..sys.nr {
                if self.on[i] {
                    self.la[i] += m[k] * self.columns.Y[k][i];
                }
            }
        }
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
        let (mut qd, mut qdd, mut Ba) =
            (vec![0.0; sys.nq], vec![0.0; sys.nq], vec![0.0; sys.nq]);
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
