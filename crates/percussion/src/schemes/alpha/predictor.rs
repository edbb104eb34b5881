//! The predictor (126): the unknowns of the last steps, continued as long as the index sets rest; and steps without history,
//! where the last steps say nothing of what follows.
//!
//! Averages of accelerations and forces from before an impact say nothing of what follows, and a step
//! that does not resolve the damping behind a contact creates energy there: h sees the
//! velocity u1 after the impact, while q1 is that of the velocity before. Where a set at velocity
//! level changes, and h ∂h/∂u is large against M and does work on the displacement, or a contact opens
//! whose normal has turned away, the step is therefore made without history, and h sees the rate of the
//! displacement (`backward=no`: never):
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
//! energy is gained. It is of first order, so a few steps only are made this way.

use super::equations::{Step, Unknowns};
use super::Coefficients;
use crate::memory::remember;
use crate::system::{Derivatives, Renewal, RowKind, System};

/// Values that are kept, the most that a polynomial goes through.
const KEPT: usize = 4;
/// Change of the accelerations from step to step that is no more than what solving them left.
const REST: f64 = 3e-10;
/// Steps without correction after which the order falls by one: a polynomial that continues itself lets its round-off grow.
const PATIENCE: usize = 8;
/// Steps without history from a change of contacts on, itself included.
pub(super) const BACKWARD_STEPS: f64 = 3.0;
/// Change of a gap's velocity by its normal alone, relative to its terms, that a step does not resolve.
const CHANGE: f64 = 0.1;
/// Work of damping, relative to the kinetic energy, from which on it drives.
const DRIVEN: f64 = 1e-3;
/// Averaged forces below this part of the largest one may be taken back in any direction: that costs less than what a step
/// without history loses.
const SLIGHT: f64 = 0.03;

/// The unknowns of the last steps, the newest first.
pub(super) struct Predictor {
    past: [Unknowns; KEPT],
    /// Rows in use at acceleration and velocity level in the last step.
    on: Vec<(bool, bool)>,
    /// Length of the last step.
    h: f64,
    /// Steps since the index sets last changed, and since a prediction was last corrected.
    calm: usize,
    uncorrected: usize,
    /// Most values a polynomial goes through: the fast waves of stiff systems are no polynomials.
    most: usize,
    /// Whether the accelerations rest.
    rests: bool,
    /// What small accelerations are measured by.
    length: f64,
    /// Whether all values of the last step are taken as they are (`start=known`).
    known: bool,
}
remember!(Predictor { past, on, h, calm, uncorrected, rests; skip most, length, known });

impl Predictor {
    pub fn new(sys: &System, known: bool) -> Self {
        Predictor {
            past: [0; KEPT].map(|_| Unknowns::new(sys)),
            on: vec![(false, false); sys.nr],
            h: 0.0,
            calm: 0,
            uncorrected: 0,
            most: if sys.stiff() { 3 } else { KEPT },
            rests: false,
            length: sys.length(),
            known,
        }
    }

    /// Weights of the last values that continue a polynomial through those since the index sets
    /// rest; none where there are too few, or the step has changed. What rests is continued as it is.
    fn weights(&self, h: f64) -> Option<[f64; KEPT]> {
        const LAST: [f64; KEPT] = [1.0, 0.0, 0.0, 0.0];
        if self.known {
            return (self.h > 0.0).then_some(LAST);
        }
        if (h - self.h).abs() > 1e-6 * h || self.calm < 2 {
            return None;
        }
        let order = self.calm.min(self.most.saturating_sub(self.uncorrected / PATIENCE));
        Some(match order {
            _ if self.rests => LAST,
            0 | 1 => LAST,
            2 => [2.0, -1.0, 0.0, 0.0],
            3 => [3.0, -3.0, 1.0, 0.0],
            _ => [4.0, -6.0, 4.0, -1.0],
        })
    }

    /// (126) for a step of length h: the polynomial, or else a and λ of the last step and no impulses; `hold` asks for these.
    pub fn predict(&self, sys: &System, s: &mut Step, h: f64, hold: bool) {
        match self.weights(h).filter(|_| !hold) {
            Some(c) => {
                let jumps = self.past.iter().any(|p| p.jumps);
                let clear = s.y.jumps;
                for (k, out) in s.y.vectors().into_iter().enumerate() {
                    let impulse = Unknowns::IMPULSES.contains(&k);
                    if jumps || !impulse {
                        self.extrapolate(&c, k, out);
                    } else if clear {
                        out.fill(0.0);
                    }
                }
                s.y.jumps = jumps;
            }
            None => s.y.hold(&s.from),
        }
        s.begin(sys, h);
    }

    fn extrapolate(&self, c: &[f64; KEPT], which: usize, out: &mut [f64]) {
        let [a, b, d, e] = self.past.each_ref().map(|p| p.vector(which));
        let n = a.len();
        let (b, d, e, out) = (&b[..n], &d[..n], &e[..n], &mut out[..n]);
        for k in 0..n {
            out[k] = c[0] * a[k] + c[1] * b[k] + c[2] * d[k] + c[3] * e[k];
        }
    }

    /// After an accepted step; `corrected` tells whether its prediction had to be.
    pub fn note(&mut self, s: &Step, corrected: bool) {
        self.past.rotate_right(1);
        self.past[0].copy(&s.y);
        let [new, old, ..] = &self.past;
        let size = new.a.iter().fold(self.length, |m, v| m.max(v.abs()));
        self.rests = new.a.iter().zip(&old.a).all(|(a, b)| (a - b).abs() <= REST * size);
        self.h = s.h;
        self.calm += 1;
        for (on, now) in self.on.iter_mut().zip(s.on.a.iter().zip(&s.on.v)) {
            if *on != (*now.0, *now.1) {
                *on = (*now.0, *now.1);
                self.calm = 0;
            }
        }
        self.uncorrected = if corrected { 0 } else { self.uncorrected + 1 };
    }

    /// The last steps do not tell how the motion goes on.
    pub fn forget(&mut self) {
        self.calm = 0;
    }

    /// Other contacts: those that come have pressed nowhere.
    pub fn renew(&mut self, by: &Renewal) {
        for past in &mut self.past {
            for rows in [&mut past.la, &mut past.La, &mut past.ka] {
                *rows = by.rows(rows, 0.0);
            }
        }
        self.on = by.rows(&self.on, (false, false));
    }
}

impl Step {
    /// Whether contacts open or close at velocity level in this step, or begin or cease to slide.
    pub fn contacts_change(&self, sys: &System) -> bool {
        let law = |r: usize| matches!(sys.kinds[r], RowKind::Normal(_) | RowKind::Friction(_));
        (0..self.nr).any(|r| self.on.v[r] != self.from.on_v[r] && law(r))
    }

    /// Whether the step is too long for what follows a change of contacts: by the damping behind
    /// them, or by a normal that turns away.
    pub fn unresolved(&mut self, sys: &System, c: &Coefficients, d: &mut Derivatives) -> bool {
        let most = sys.contacts.iter().fold(0.0_f64, |m, k| m.max(self.from.la_bar[k.row].abs()));
        let turns = |r: usize| self.from.la_bar[r].abs() > SLIGHT * most && self.turns_away(sys, r);
        sys.contacts.iter().any(|k| turns(k.row))
            || self.damped(sys, c, d) && self.damping_drives(sys, d)
    }

    /// Whether damping, which sees u1, does work on the displacement of the step.
    fn damping_drives(&self, sys: &System, d: &Derivatives) -> bool {
        let rate = |i: usize| self.from.u[i] + self.end.x[i] / self.h;
        let entries = sys.K_entries.iter().zip(&d.dh_u).filter(|((i, j), _)| i.max(j) < &self.nu);
        let work = self.h * entries.map(|(&(i, j), b)| rate(i) * b * self.end.u[j]).sum::<f64>();
        let kinetic = self.from.u.iter().zip(&self.end.ev.M_diag).map(|(u, m)| 0.5 * m * u * u);
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
        self.differentiate_h(sys, c, d);
        self.h * self.row_sums(sys, &d.dh_u)
    }

    /// Whether a contact that pressed opens and its normal has another direction at the end of the
    /// step, or none: its averaged force would be taken back in a direction in which it never acted.
    fn turns_away(&self, sys: &System, r: usize) -> bool {
        if !self.from.on_v[r] || self.on.v[r] {
            return false;
        }
        // another contact has taken its place, and it has no normal any more
        if self.end.ev.is_far(r) {
            return true;
        }
        let (w, dofs) = sys.row(&self.end.ev, r);
        let terms = w.iter().zip(dofs).map(|(w, &d)| w * self.from.u[d]);
        let size: f64 = terms.clone().map(f64::abs).sum();
        (terms.sum::<f64>() - self.from.gd[r]).abs() > CHANGE * size
    }

    /// ā := a, λ̄ := λ at the end of the step.
    pub fn reinitialise(&mut self) {
        self.end.a_bar.copy_from_slice(&self.y.a[..self.nu]);
        self.end.la_bar.copy_from_slice(&self.y.la);
    }
}
