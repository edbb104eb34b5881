//! The Delassus operator of the contact rows, joints eliminated.

use super::{ContactProblem, Item, Rubbing};
use crate::memory::remember;
use crate::system::Kkt;
use crate::system::{Eval, Normal, RowKind, System};

/// Responses of the system, joints included, to unit multipliers of the contact rows.
#[derive(Default)]
pub(crate) struct Columns {
    /// Contact and friction rows.
    pub rows: Vec<usize>,
    /// Response of the velocities to each.
    pub X: Vec<Vec<f64>>,
    /// Response of the bilateral multipliers to each.
    pub Y: Vec<Vec<f64>>,
}
remember!(cache Columns { rows, X, Y });

impl Columns {
    pub fn new(sys: &System) -> Self {
        let rows: Vec<usize> = (0..sys.nr)
            .filter(|&r| matches!(sys.kinds[r], RowKind::Normal(_) | RowKind::Friction(_)))
            .collect();
        let mut columns = Columns { X: Vec::new(), Y: Vec::new(), rows: Vec::new() };
        columns.select(sys, &rows);
        columns
    }

    /// Take these rows only, which are in order.
    pub fn select(&mut self, sys: &System, rows: &[usize]) {
        self.rows.clear();
        self.rows.extend_from_slice(rows);
        if self.X.len() < rows.len() {
            self.X.resize(rows.len(), vec![0.0; sys.nu + 1]);
            self.Y.resize(rows.len(), vec![0.0; sys.nr]);
        }
    }

    fn has(&self, r: usize) -> bool {
        self.rows.binary_search(&r).is_ok()
    }

    /// Position of a row among the contact rows.
    pub fn at(&self, r: usize) -> usize {
        self.rows.binary_search(&r).unwrap_or(0)
    }

    /// Adds the responses to the multipliers `m` of the contact rows, which are stored in `all`.
    pub fn superpose(&self, m: &[f64], bilateral: &[bool], x: &mut [f64], all: &mut [f64]) {
        for (k, &r) in self.rows.iter().enumerate() {
            all[r] = m[k];
            if m[k] == 0.0 {
                continue;
            }
            x.iter_mut().zip(&self.X[k]).for_each(|(x, c)| *x += m[k] * c);
            for (i, _) in bilateral.iter().enumerate().filter(|(_, &b)| b) {
                all[i] += m[k] * self.Y[k][i];
            }
        }
    }

    /// Solve for all columns and fill the Delassus matrix of `p`.
    pub fn fill(&mut self, sys: &System, ev: &Eval, kkt: &mut Kkt, p: &mut ContactProblem) {
        self.fill_pair(sys, ev, ev, kkt, p);
    }

    /// The same with velocities along the rows of `kin`, which may be taken elsewhere.
    pub fn fill_pair(
        &mut self,
        sys: &System,
        ev: &Eval,
        kin: &Eval,
        kkt: &mut Kkt,
        p: &mut ContactProblem,
    ) {
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
            let (w, dofs) = sys.row(kin, self.rows[i]);
            for j in 0..n {
                p.G[i * n + j] = w.iter().zip(dofs).map(|(w, &d)| w * self.X[j][d]).sum();
            }
        }
    }
}

/// The items of the contacts and frictions that have columns, all active with friction in its disc.
pub(crate) fn items(sys: &System, columns: &Columns) -> Vec<Item> {
    let tangential = |f: usize| {
        let r = &sys.frictions[f].rows;
        let a = columns.at(r.start);
        a..a + r.len()
    };
    let mut items: Vec<Item> = sys
        .contacts
        .iter()
        .filter(|c| columns.has(c.row))
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
pub(crate) fn item_frictions(sys: &System, columns: &Columns) -> Vec<Option<usize>> {
    let contacts = sys.contacts.iter().filter(|c| columns.has(c.row));
    let mut v: Vec<Option<usize>> = contacts.map(|c| c.friction).collect();
    let given = |f: &usize| matches!(sys.frictions[*f].normal, Normal::Force(_));
    v.extend((0..sys.frictions.len()).filter(given).map(Some));
    v
}
