//! Forces of contacts that depend on each other, such as those of a table with four legs.
//!
//! The motion determines only their sum W λ. Among the forces that give it, those of minimum norm are
//! taken where they fulfil the laws, λ_N ≥ 0 and ‖λ_F‖ ≤ μ λ_N, and where the rows that were left out hold too, W a + ζ = 0: a
//! mode may contradict itself, as where pads pull at a box that still counts as on the ground. Else those of the
//! acceleration problem of the mode are taken, which fulfil the laws always:
//!
//! ```text
//! y = G m + b,   0 ≤ y_N ⊥ λ_N ≥ 0,   -y_F in the normal cone of the disc μ λ_N at λ_F
//! ```
//!
//! The mode holds as long as y = 0 there: it is y that tells take-off and slip, not a single force.

use super::resolve::Resolver;
use crate::contact::law::{reserve, Rubbing};
use crate::integrators::smooth::{SlidingState, SmoothEquations};
use crate::system::{minimum_norm, Normal, System};

/// Part of the free accelerations of the last acceleration problem below which y counts as zero. It is above the part that
/// decides there, or an event would leave the mode as it was.
const STILL: f64 = 1e-8;

impl Resolver {
    /// Replace the forces of the mode, where the equations are evaluated and solved, by such that fulfil
    /// the laws. Tells whether contacts depend on each other; then `y` holds what is left of the rows.
    pub fn spread(&mut self, sys: &System, eqs: &SmoothEquations, la: &mut [f64]) -> bool {
        if eqs.redundant().iter().all(|&r| self.bilateral[r]) {
            return false;
        }
        self.y.fill(0.0);
        let slides = |r: &SlidingState| matches!(r, SlidingState::Slip(_) | SlidingState::Slide);
        let size = STILL * self.force.max(1.0);
        if !eqs.mode.sliding.iter().any(slides) && eqs.contradiction(sys) <= size {
            self.la.copy_from_slice(la);
            let found = minimum_norm(sys, &eqs.ev, &eqs.on, &mut self.la);
            if found && allowed(sys, eqs, &self.la) {
                la.copy_from_slice(&self.la);
                return true;
            }
        }
        self.select(sys, eqs, |c| eqs.mode.closed[c]);
        self.ask_accelerations(eqs);
        self.reduction.gather(la, &mut self.level);
        for (item, f) in self.level.items.iter_mut().zip(&self.reduction.frictions) {
            let Some(f) = *f else { continue };
            item.rubbing = match eqs.mode.sliding[f] {
                SlidingState::Slip(s) => Rubbing::Slides([s, 0.0, 0.0]),
                SlidingState::Slide => Rubbing::Slides(eqs.direction(sys, f)),
                _ => Rubbing::Disc,
            };
        }
        let reached = self.solve(sys, eqs, 0.01 * size);
        self.reached = self.reached.and(reached);
        la.copy_from_slice(&self.la);
        // what rounding leaves below zero
        sys.contacts.iter().for_each(|c| la[c.row] = la[c.row].max(0.0));
        for (&r, y) in self.reduction.rows.iter().zip(&self.level.y) {
            self.y[r] = if y.abs() > size { *y } else { 0.0 };
        }
        true
    }

    /// What is left of friction f.
    pub fn unrest(&self, sys: &System, f: usize) -> f64 {
        sys.frictions[f].rows.clone().map(|r| self.y[r] * self.y[r]).sum::<f64>().sqrt()
    }
}

/// Whether forces fulfil the laws of the contacts that are closed and of the frictions that stick.
fn allowed(sys: &System, eqs: &SmoothEquations, la: &[f64]) -> bool {
    let closed = sys.contacts.iter().zip(&eqs.mode.closed).filter(|(_, closed)| **closed);
    let sticks =
        sys.frictions.iter().zip(&eqs.mode.sliding).filter(|(_, rub)| **rub == SlidingState::Stick);
    let load = |normal: &Normal| match *normal {
        Normal::Contact(c) => la[sys.contacts[c].row],
        Normal::Force(n) => n,
    };
    closed.into_iter().all(|(c, _)| la[c.row] >= 0.0)
        && sticks
            .into_iter()
            .all(|(f, _)| reserve(&f.law, load(&f.normal), &la[f.rows.clone()]) >= 0.0)
}
