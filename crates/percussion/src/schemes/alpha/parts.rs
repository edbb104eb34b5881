//! A step with its fallbacks: where no way solves it, its halves; where contacts change, the same without history.

use super::impacts::BACKWARD_STEPS;
use super::ways::{has_laws, Failure, Why, MAX_DENSE};
use super::{Alpha, Coefficients, Work};
use crate::error::StepError;
use crate::memory::Remember;
use crate::schemes::{State, StepInfo};
use crate::system::{RowKind, System};

/// Halvings of a step that does not converge.
pub(super) const MAX_HALVINGS: u32 = 10;
/// Most tries of one step that may fail, so that a hopeless one ends.
const MAX_REJECTED: usize = 200;

impl Alpha {
    /// Those of the scheme, or of a step without history.
    pub(super) fn coefficients(&self, w: &Work) -> &Coefficients {
        if w.backward() {
            &Coefficients::BACKWARD
        } else {
            &self.c
        }
    }

    /// After a step that was solved: whether it has to be repeated without history.
    fn judge_change(&self, sys: &System, w: &mut Work) -> bool {
        if !w.step.contacts_change(sys) {
            return false;
        }
        let until = w.step.t0 + BACKWARD_STEPS * w.dt;
        if w.backward() {
            w.backward_until = until;
        } else if self.backward && w.step.unresolved(sys, &self.c, &mut w.derivatives) {
            w.backward_until = until;
            return true;
        } else if self.reinitialise {
            w.step.reinitialise();
        }
        false
    }

    /// After a step that was not solved: whether strong damping behind the contacts asks for one without
    /// history.
    fn judge_failure(&self, sys: &System, w: &mut Work, h: f64) -> bool {
        if !self.backward || w.backward() {
            return false;
        }
        w.step.predict(sys, h, true);
        w.step.dependents(sys, &self.c);
        w.step.kinematics(sys, &self.c, true);
        let damped = w.step.damped(sys, &self.c, &mut w.derivatives);
        if damped {
            w.backward_until = w.step.t0 + BACKWARD_STEPS * w.dt;
        }
        damped
    }

    /// A step with its fallbacks: local substeps where it does not converge.
    pub(super) fn advance(
        &self,
        sys: &System,
        w: &mut Work,
        h: f64,
        depth: u32,
        state: &mut State,
    ) -> Result<StepInfo, StepError> {
        rescale(w, h);
        w.depth = depth;
        let mut done = self.attempt(sys, w, h);
        let again = has_laws(sys)
            && match done {
                Ok(_) => self.judge_change(sys, w),
                Err(_) => self.judge_failure(sys, w, h),
            };
        if again {
            let solved = done.is_ok();
            done = self.attempt(sys, w, h);
            if done.is_ok() {
                self.judge_change(sys, w);
            } else if solved && !self.stop.raised() {
                // better with history than divided
                w.backward_until = f64::NEG_INFINITY;
                done = self.attempt(sys, w, h);
            }
        }
        if done.is_ok() && !w.step.is_finite() {
            done = Err(Failure { residual: f64::NAN, iterations: 0, why: Why::NotFinite });
        }
        match done {
            Ok(mut info) => {
                let accepted = w.fixed_point.as_mut().and_then(|f| f.accepted.take());
                if let Some(residual) = accepted {
                    info.accept(residual);
                }
                w.last_h = h;
                state.P.iter_mut().zip(&w.step.P).for_each(|(s, p)| *s += p);
                state.La.iter_mut().zip(&w.step.La).for_each(|(s, p)| *s += p);
                w.step.accept(sys, info.newton + info.fixed_point > 0);
                Ok(info)
            }
            Err(f) if !self.stop.raised() && (depth >= MAX_HALVINGS || w.hopeless()) => {
                Err(if f.residual.is_nan() {
                    StepError::NotFinite { t: w.step.t0 }
                } else {
                    StepError::NoConvergence {
                        t: w.step.t0,
                        residual: f.residual,
                        iterations: f.iterations,
                        elements: involved(sys, w),
                    }
                })
            }
            Err(_) if self.stop.raised() => Err(StepError::Interrupted { t: w.step.t0 }),
            Err(_) => {
                w.rejected += 1;
                let mut all =
                    StepInfo { rejected: 1, failed: w.failed, way: "parts", ..StepInfo::default() };
                for _ in 0..2 {
                    let i = self.advance(sys, w, 0.5 * h, depth + 1, state)?;
                    all.newton += i.newton;
                    all.fixed_point += i.fixed_point;
                    all.rejected += i.rejected;
                    i.failed.into_iter().for_each(|f| all.note_failure(f));
                    all.accepted += i.accepted;
                    all.residual = all.residual.max(i.residual);
                }
                Ok(all)
            }
        }
    }
}

impl Work {
    /// A new step.
    pub(super) fn begin(&mut self, dt: f64) {
        self.dt = dt;
        (self.rejected, self.dense) = (0, 0.0);
        (self.kept, self.preferred) = (false, [self.prefer, self.wait]);
        self.backward_kept = self.backward_until;
        if let Some(f) = &mut self.fixed_point {
            f.work = 0.0;
        }
    }
    /// Whether the present step is made without history.
    fn backward(&self) -> bool {
        self.step.t0 < self.backward_until - 1e-6 * self.dt
    }
    /// Before anything that the step began with is changed.
    fn keep(&mut self) {
        if !self.kept {
            self.kept = true;
            self.undo.record();
            self.step.remember(&mut self.undo);
            self.last_h.remember(&mut self.undo);
        }
    }
    /// After a failed step.
    pub(super) fn put_back(&mut self) {
        [self.prefer, self.wait] = self.preferred;
        self.backward_until = self.backward_kept;
        if self.kept {
            self.undo.replay();
            self.step.remember(&mut self.undo);
            self.last_h.remember(&mut self.undo);
        }
    }
    /// Whether more halves of the step would take too long.
    fn hopeless(&self) -> bool {
        self.rejected >= MAX_REJECTED
            || self.dense > MAX_DENSE
            || self.fixed_point.as_ref().is_some_and(|f| f.exhausted())
    }
}

/// On a changed step: ā <- a + (h_new/h_old)(ā - a), likewise λ̄.
fn rescale(w: &mut Work, h: f64) {
    let s = h / w.last_h;
    if (s - 1.0).abs() < 1e-6 {
        return;
    }
    w.keep();
    w.last_h = h;
    let st = &mut w.step;
    for (bar, a) in st.a_bar0.iter_mut().zip(&st.a0) {
        *bar = a + s * (*bar - a);
    }
    for (bar, la) in st.la_bar0.iter_mut().zip(&st.la0) {
        *bar = la + s * (*bar - la);
    }
}

/// Names of the contacts that are furthest from their laws; where none is, of the joints and of the
/// contacts that are closed: now, at the beginning of the step, or by their gap.
fn involved(sys: &System, w: &Work) -> String {
    let step = &w.step;
    let mut names: Vec<&str> = match &w.fixed_point {
        Some(f) => f.unsettled(sys).collect(),
        None => Vec::new(),
    };
    if names.is_empty() {
        let scale = step.q0.iter().fold(step.length, |m, v| m.max(v.abs()));
        let used = |&r: &usize| {
            let pressed = step.on_v0[r] || step.la0[r] != 0.0;
            let near = match sys.kinds[r] {
                RowKind::Normal(_) => step.ev.g[r] <= 1e-9 * scale,
                RowKind::Position | RowKind::Velocity => true,
                RowKind::Friction(_) => false,
            };
            step.on_a[r] || step.on_v[r] || step.on_p[r] || pressed || near
        };
        names = (0..sys.nr).filter(used).map(|r| sys.row_name(r)).collect();
    }
    names.dedup();
    let more = names.len().saturating_sub(8);
    names.truncate(8);
    match (names.is_empty(), more) {
        (true, _) => "no joint, no closed contact".into(),
        (_, 0) => names.join(", "),
        (_, more) => format!("{} and {more} more", names.join(", ")),
    }
}
