//! Rows of joints that depend on others wherever the joints hold, as those of an overconstrained linkage.
//!
//! Off the constraints by δ such a row is independent again: its pivot is (δ/L)² of its Delassus number. A
//! scheme whose coordinates drift would take it for a constraint of its own, which locks the linkage, or leave it out
//! and take it in by turns. So a row that depends on others at the start and also after a small motion is left out
//! for good. In a singular position the second look finds it independent.
//!
//! The rows that are left must determine the motion everywhere. Where the self-stress y, W y = 0, has no part in the row
//! left out, the others alone are singular: long before that another row is left out in its place.

use super::pattern::DEPENDENT;
use super::{Eval, Kkt, RowKind, System};

/// The small motion, in parts of the coordinates.
const MOTION: f64 = 1e-3;
/// How much larger the self-stress must be in a row that is left out in place of another.
pub(super) const EXCHANGE: f64 = 4.0;

/// The fraction of its Delassus number below which the pivot of a row counts as dependent.
pub(super) fn dependence(lasting: bool) -> f64 {
    if lasting {
        f64::INFINITY
    } else {
        DEPENDENT
    }
}

/// The rows, true where they depend on others for good.
pub(super) fn find(sys: &System) -> Vec<bool> {
    let none = vec![false; sys.nr];
    if !sys.kinds.iter().any(|k| matches!(k, RowKind::Position)) {
        return none;
    }
    let mut w = Look {
        ev: sys.eval(),
        kkt: Kkt::new(sys),
        slip: vec![0.0; sys.nr],
        x: vec![0.0; sys.nu + 1],
        m: vec![0.0; sys.nr],
        dq: vec![0.0; sys.nq],
    };
    let mut q = sys.q0.clone();
    let Some(start) = w.dependent(sys, &mut q).filter(|d| !d.is_empty()) else { return none };
    let before = q.clone();
    let Some(way) = w.shift(sys, &mut q) else { return none };
    let Some(after) = w.dependent(sys, &mut q) else { return none };
    // joints that lead every motion back, as two bars in line do with their common end, tell nothing
    let gone = q.iter().zip(&before).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    if gone < 0.1 * way {
        return none;
    }
    (0..sys.nr).map(|r| start.contains(&r) && after.contains(&r)).collect()
}

/// Workspace.
struct Look {
    ev: Eval,
    kkt: Kkt,
    slip: Vec<f64>,
    x: Vec<f64>,
    m: Vec<f64>,
    dq: Vec<f64>,
}

fn largest(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |m, v| m.max(v.abs()))
}

impl Look {
    fn factor(&mut self, sys: &System) {
        let on: Vec<bool> = sys.kinds.iter().map(|k| *k == RowKind::Position).collect();
        self.kkt.factor(sys, &self.ev, None, &[], &on, &self.slip);
    }

    /// Rows that depend on others once the coordinates are put on the joints; none where they cannot be.
    fn dependent(&mut self, sys: &System, q: &mut [f64]) -> Option<Vec<usize>> {
        for _ in 0..20 {
            sys.evaluate(0.0, q, &sys.u0, &mut self.ev);
            for r in 0..sys.nr {
                let joint = sys.kinds[r] == RowKind::Position;
                self.m[r] = if joint { -self.ev.g[r] } else { 0.0 };
            }
            if largest(&self.m) <= 1e-12 * largest(q).max(1.0) {
                self.factor(sys);
                return Some(self.kkt.redundant.clone());
            }
            self.factor(sys);
            self.x.fill(0.0);
            if !self.kkt.solve(&mut self.x[..sys.nu], &mut self.m) {
                return None;
            }
            sys.B(0.0, q, &self.x, &mut self.dq);
            q.iter_mut().zip(&self.dq).for_each(|(q, d)| *q += d);
            sys.normalize(q);
        }
        None
    }

    /// A small motion that the joints allow at once, and how far it goes; none where there is none.
    fn shift(&mut self, sys: &System, q: &mut [f64]) -> Option<f64> {
        let nu = sys.nu;
        // in the metric of M, along the joints
        let any: Vec<f64> = (0..nu).map(|k| (1.0 + k as f64).sin()).collect();
        self.x.fill(0.0);
        sys.add_M(&self.ev, &any, &mut self.x);
        self.m.fill(0.0);
        self.x[nu] = 0.0;
        if !self.kkt.solve(&mut self.x[..nu], &mut self.m) {
            return None;
        }
        sys.B(0.0, q, &self.x, &mut self.dq);
        let rate = largest(&self.dq);
        if rate <= 1e-9 * largest(&any) {
            return None;
        }
        let way = MOTION * if largest(q) > 0.0 { largest(q) } else { 1.0 };
        q.iter_mut().zip(&self.dq).for_each(|(q, d)| *q += way / rate * d);
        sys.normalize(q);
        Some(way)
    }
}
