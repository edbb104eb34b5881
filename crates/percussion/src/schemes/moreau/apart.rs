//! Bodies that penetrate each other after a step are moved apart.

use super::{OneStep, EACH};
use crate::contact::levels::{Effort, Levels};
use crate::contact::Goal;
use crate::system::System;

/// Penetration that is left, and gaps up to which contacts take part where bodies are moved apart, in parts of their size.
const SHALLOW: f64 = 1e-12;
const NEAR: f64 = 1e-2;

impl OneStep {
    /// Move bodies apart that penetrate each other at the end of the step, where the contacts show their true features.
    pub(super) fn part(&mut self, sys: &System, t: f64, apart: &mut Option<Box<Levels>>) {
        if sys.contacts.is_empty() {
            return;
        }
        if sys.release_features(&mut self.end) {
            self.at_end.0.fill(f64::NAN);
        }
        let (mut q1, v1) = (std::mem::take(&mut self.q1), std::mem::take(&mut self.v1));
        self.evaluate_end(sys, t, &q1, &v1);
        let gap = |c: usize| self.end.g[sys.contacts[c].row] / sys.contact_size(c);
        if (0..sys.contacts.len()).any(|c| gap(c) < -SHALLOW) {
            let levels = apart.get_or_insert_with(|| Box::new(Levels::new(sys, None)));
            levels.stop = self.stop.shared();
            levels.select(sys, |c| gap(c) <= NEAR);
            let goal = Goal { enough: 0.1 * SHALLOW * self.length, ..Goal::to(1e-10) };
            let reached = levels.positions(sys, &self.end, Effort { goal, work: EACH });
            if reached.residual.is_finite() && levels.level.x.iter().all(|x| x.is_finite()) {
                sys.B(t, &q1, &levels.level.x, &mut self.q_th);
                q1.iter_mut().zip(&self.q_th).for_each(|(q, x)| *q += x);
                sys.normalize(&mut q1);
            }
        }
        (self.q1, self.v1) = (q1, v1);
    }
}
