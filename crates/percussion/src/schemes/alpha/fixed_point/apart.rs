//! Bodies that penetrate each other with features that were not held are moved apart.

use super::relax::SOLVE;
use super::{FixedPoint, DEEP, UNSEEN};
use crate::contact::law::Rubbing;
use crate::contact::reduce::{Level, Reduction};
use crate::contact::{Budget, Goal};
use crate::schemes::alpha::levels::Coefficients;
use crate::schemes::alpha::step::Step;
use crate::system::{Contact, RowKind, System};

/// Most displacements that part bodies.
const PARTINGS: usize = 4;

impl FixedPoint {
    /// Move bodies apart that penetrate each other, by the least displacement in the metric of M that keeps the joints: positions
    /// follow the true features, percussions and forces stay those of the held ones. Whether that was solved.
    pub(super) fn part_bodies(&mut self, sys: &System, c: &Coefficients, s: &mut Step) -> bool {
        let (mut reduction, mut level) = match self.apart.take() {
            Some(apart) => *apart,
            None => (Reduction::new(sys), Level::default()),
        };
        reduction.use_joints(sys, |k| matches!(k, RowKind::Position | RowKind::Velocity));
        let mut solved = true;
        for _ in 0..PARTINGS {
            let close = |k: usize| s.ev.g[sys.contacts[k].row] <= DEEP * sys.contact_size(k);
            reduction.select(sys, close);
            reduction.linearise(sys, &s.ev, None);
            level.items.clone_from(&reduction.items);
            reduction.fit(sys, &mut level);
            [&mut level.f, &mut level.m].into_iter().for_each(|v| v.fill(0.0));
            for (c, &r) in level.c.iter_mut().zip(&reduction.joints) {
                *c = if sys.kinds[r] == RowKind::Position { s.ev.g[r] } else { 0.0 };
            }
            for (b, &r) in level.b.iter_mut().zip(&reduction.rows) {
                *b = s.ev.g[r];
            }
            for item in &mut level.items {
                (item.rubbing, item.active) = (Rubbing::None, item.normal.is_some());
            }
            let goal = Goal { enough: 1e-12 * s.length, ..Goal::to(1e-10) };
            let mut budget = Budget::new(SOLVE[0]).with_stop(self.stop.flag());
            let reached = reduction.solve(sys, &s.ev, &mut level, 0, goal, &mut budget);
            self.work += budget.spent;
            solved &= reached.residual.is_finite();
            if !solved {
                break;
            }
            s.Q.iter_mut().zip(&level.x).for_each(|(Q, x)| *Q += x);
            let rows = reduction.rows.iter().zip(&level.m);
            rows.chain(reduction.joints.iter().zip(&level.l)).for_each(|(&r, m)| s.ka[r] += m);
            s.jumps = true;
            s.dependents(sys, c);
            s.kinematics(sys, c, false);
            if !penetrates(sys, s, UNSEEN[1], 0.0) {
                break;
            }
        }
        self.apart = Some(Box::new((reduction, level)));
        solved
    }
}

/// Whether a contact is penetrated by more than so much of its size and what the tolerance allows.
pub(super) fn penetrates(sys: &System, s: &Step, by: f64, tol: f64) -> bool {
    let limit = |c: usize| by * sys.contact_size(c) + 10.0 * tol * s.length;
    let deep = |(c, k): (usize, &Contact)| s.ev.g[k.row] < -limit(c);
    sys.contacts.iter().enumerate().any(deep)
}
