//! Steps in which contacts change: a variant of the published scheme.
//!
//! Averages of accelerations and forces from before an impact say nothing of what follows, and a step
//! that does not resolve the damping behind a contact creates energy there: h sees the
//! velocity u1 after the impact, while q1 is that of the velocity before. Where a set at velocity
//! level changes, and h ∂h/∂u is large against M and does work on the displacement, or a contact opens
//! whose normal has turned away, the step is therefore made without history, and h sees the rate of the
//! displacement:
//!
//! ```text
//! u1 = u0 + h a1 + U        x = h² a1 + Q        u* = u0 + x/h
//! q1 = q0 + h q'(u0) + h²/2 q''(a = 0) + B(q0) x
//! M a1 = h(t1, q1, u*) + W λ1
//! M U = W Λ                 M Q = W_gN κ + h W_γF Λ_γF
//! P = Λ + h λ1              κ̂ = κ + h² λ1
//! ```
//!
//! with the laws of the scheme. Without restitution and friction and with a convex potential V,
//! 1/2 |u*|² - 1/2 |u0|² ≤ V0 - V1 - h u*ᵀ D u*, and U projects u* on the admissible velocities: no
//! energy is gained. It is of first order, so a few steps only are made this way (`backward=no`: none).
//! With `reinit=yes`, ā := a1 and λ̄ := λ1 wherever else contacts change.

use super::levels::Coefficients;
use super::step::Step;
use crate::system::{Derivatives, RowKind, System};

/// Steps without history from a change of contacts on, itself included.
pub(super) const BACKWARD_STEPS: f64 = 3.0;
/// Change of a gap's velocity by its normal alone, relative to its terms, that a step does not resolve.
const CHANGE: f64 = 0.1;
/// Work of damping, relative to the kinetic energy, from which on it drives.
const DRIVEN: f64 = 1e-3;
/// Averaged forces below this part of the largest one may be taken back in any direction: that costs less than what a step
/// without history loses.
const SLIGHT: f64 = 0.03;

impl Step {
    /// Whether contacts open or close at velocity level in this step, or begin or cease to slide.
    pub fn contacts_change(&self, sys: &System) -> bool {
        let law = |r: usize| matches!(sys.kinds[r], RowKind::Normal(_) | RowKind::Friction(_));
        (0..self.nr).any(|r| self.on_v[r] != self.on_v0[r] && law(r))
    }

    /// Whether the step is too long for what follows a change of contacts: by the damping behind
    /// them, or by a normal that turns away.
    pub fn unresolved(&mut self, sys: &System, c: &Coefficients, d: &mut Derivatives) -> bool {
        let most = sys.contacts.iter().fold(0.0_f64, |m, k| m.max(self.la_bar0[k.row].abs()));
        let turns = |r: usize| self.la_bar0[r].abs() > SLIGHT * most && self.turns_away(sys, r);
        sys.contacts.iter().any(|k| turns(k.row))
            || self.damped(sys, c, d) && self.damping_drives(sys, d)
    }

    /// Whether damping, which sees u1, does work on the displacement of the step.
    fn damping_drives(&self, sys: &System, d: &Derivatives) -> bool {
        let rate = |i: usize| self.u0[i] + self.x[i] / self.h;
        let entries = sys.K_entries.iter().zip(&d.dh_u).filter(|((i, j), _)| i.max(j) < &self.nu);
        let work = self.h * entries.map(|(&(i, j), b)| rate(i) * b * self.u[j]).sum::<f64>();
        let kinetic = self.u0.iter().zip(&self.ev.M_diag).map(|(u, m)| 0.5 * m * u * u);
        work > DRIVEN * kinetic.sum::<f64>()
    }

    /// Whether h ∂h/∂u is large against M.
    pub fn damped(&mut self, sys: &System, c: &Coefficients, d: &mut Derivatives) -> bool {
        // the less a scheme damps at infinity, the longer it takes for a wave to be seen
        let most = if c.alpha_f < 1.0 / 3.0 { 30.0 } else { 300.0 };
        sys.stiff() && self.damping(sys, c, d) > most
    }

    /// h ∂h/∂u, relative to M.
    pub fn damping(&mut self, sys: &System, c: &Coefficients, d: &mut Derivatives) -> f64 {
        let (h, nu) = (self.h, self.nu);
        self.differentiate_h(sys, c, d);
        self.mult_u.fill(0.0);
        for (&(i, j), b) in sys.K_entries.iter().zip(&d.dh_u) {
            if i < nu && j < nu {
                self.mult_u[i] += h * b.abs();
            }
        }
        let each = self.mult_u.iter().zip(&self.ev.M_diag).map(|(s, m)| s / m);
        each.fold(0.0, f64::max)
    }

    /// Whether a contact that pressed opens and its normal has another direction at the end of the
    /// step: its averaged force would be taken back in a direction in which it never acted.
    fn turns_away(&self, sys: &System, r: usize) -> bool {
        if !self.on_v0[r] || self.on_v[r] {
            return false;
        }
        let (w, dofs) = sys.row(&self.ev, r);
        let terms = w.iter().zip(dofs).map(|(w, &d)| w * self.u0[d]);
        let size: f64 = terms.clone().map(f64::abs).sum();
        (terms.sum::<f64>() - self.gd0[r]).abs() > CHANGE * size
    }

    /// ā := a, λ̄ := λ at the end of the step.
    pub fn reinitialise(&mut self) {
        self.a_bar.copy_from_slice(&self.a[..self.nu]);
        self.la_bar.copy_from_slice(&self.la);
    }

    /// h at u* = u0 + x/h.
    pub fn forces_of_displacement(&mut self, sys: &System) {
        for (star, (u0, x)) in self.u_star.iter_mut().zip(self.u0.iter().zip(&self.x)) {
            *star = u0 + x / self.h;
        }
        sys.evaluate_h(self.t0 + self.h, &self.q, &self.u_star, &mut self.ev);
    }

    /// ∂h/∂θ and ∂h/∂u at the velocity that h sees.
    pub fn differentiate_h(&mut self, sys: &System, c: &Coefficients, d: &mut Derivatives) {
        if c.backward {
            std::mem::swap(&mut self.ev.u, &mut self.u_star);
        }
        sys.differentiate_h(self.t0 + self.h, &self.q, &self.ev, d);
        if c.backward {
            std::mem::swap(&mut self.ev.u, &mut self.u_star);
        }
    }
}
