//! The event functions: gaps that are open, forces of closed contacts, what is left of the friction of sticking
//! ones, velocities of sliding ones. An event is the place where one of them becomes negative.

use crate::contact::law::{reserve, Rubbing};
use crate::contact::levels::Levels;
use crate::integrators::smooth::{SlidingState, SmoothEquations};
use crate::schemes::contacts::EXACT;
use crate::system::{Normal, System};

/// Event functions: one for each contact, one for each friction.
pub struct Phi {
    pub a: Vec<f64>,
    pub la: Vec<f64>,
    /// Directions of sliding at the beginning.
    pub direction: Vec<f64>,
    pub values: Vec<f64>,
    /// Gap velocities.
    pub speed: Vec<f64>,
    /// Smallest sliding velocity in the stages of the last step, for each friction that slides in
    /// space: its direction has no continuation beyond rest, so that the end may lie on either side.
    pub least: Vec<f64>,
}

/// Accelerations and forces of the mode of the equations that were solved last, where its contacts depend on each other: the laws hold with
/// the directions of sliding of the mode, and forces are split as by equal springs. Where that is so; false where they are not finite.
pub fn split(
    sys: &System,
    eqs: &SmoothEquations,
    levels: &mut Levels,
    a: &mut [f64],
    la: &mut [f64],
) -> Option<bool> {
    if eqs.redundant().is_empty() || !eqs.mode.closed.contains(&true) {
        return None;
    }
    levels.select(sys, |c| eqs.mode.closed[c]);
    let Levels { reduction, level, .. } = &mut *levels;
    for (item, f) in level.items.iter_mut().zip(&reduction.frictions) {
        let Some(f) = *f else { continue };
        item.rubbing = match eqs.mode.sliding[f] {
            SlidingState::Open => Rubbing::None,
            SlidingState::Stick => Rubbing::Disc,
            SlidingState::Slip(s) => Rubbing::Slides([s, 0.0, 0.0]),
            SlidingState::Slide => Rubbing::Slides(eqs.direction(sys, f)),
        };
    }
    let _ = levels.accelerations(sys, &eqs.ev, EXACT);
    a[..sys.nu].copy_from_slice(&levels.level.x);
    Some(levels.forces(la))
}

impl Phi {
    pub fn new(sys: &System) -> Self {
        let (nc, nf) = (sys.contacts.len(), sys.frictions.len());
        Phi {
            a: vec![0.0; sys.nu + 1],
            la: vec![0.0; sys.nr],
            direction: vec![0.0; sys.nr],
            values: vec![1.0; nc + nf],
            speed: vec![0.0; nc],
            least: vec![f64::INFINITY; nf],
        }
    }

    /// All event functions at (t, q, u); 1 for those that do not exist in the mode.
    pub fn evaluate(
        &mut self,
        sys: &System,
        (eqs, levels): (&mut SmoothEquations, &mut Levels),
        t: f64,
        q: &[f64],
        u: &[f64],
    ) -> bool {
        let nc = sys.contacts.len();
        let rubs = eqs.mode.sliding.iter().any(|r| *r != SlidingState::Open);
        let forces = eqs.mode.closed.contains(&true) || rubs;
        let finite = if forces {
            let finite = eqs.accelerations(sys, t, q, u, &mut self.a, &mut self.la);
            let split = split(sys, eqs, levels, &mut self.a, &mut self.la);
            if split.is_some() {
                // by m - r y the laws tell how far they are from another mode
                for (i, &r) in levels.reduction.rows.iter().enumerate() {
                    self.la[r] -= levels.level.y[i] / levels.reduction.diagonal(sys, &eqs.ev, i);
                }
            }
            split.unwrap_or(finite)
        } else {
            eqs.evaluate(sys, t, q, u);
            true
        };
        for (k, c) in sys.contacts.iter().enumerate() {
            let closed = eqs.mode.closed[k];
            self.values[k] = if closed { self.la[c.row] } else { eqs.ev.g[c.row] };
            self.speed[k] = sys.row_dot(&eqs.ev, c.row, &eqs.ev.u);
        }
        for (f, fr) in sys.frictions.iter().enumerate() {
            self.values[nc + f] = match eqs.mode.sliding[f] {
                SlidingState::Open => 1.0,
                SlidingState::Stick => {
                    let normal = match fr.normal {
                        Normal::Contact(c) => self.la[sys.contacts[c].row],
                        Normal::Force(n) => n,
                    };
                    let la = &self.la[fr.rows.clone()];
                    reserve(&fr.law, normal, la)
                }
                SlidingState::Slip(_) | SlidingState::Slide => {
                    self.along(sys, eqs, f).min(self.least[f])
                }
            };
        }
        finite
    }

    /// Sliding velocity of friction f along its direction at the beginning.
    fn along(&self, sys: &System, eqs: &SmoothEquations, f: usize) -> f64 {
        let rows = sys.frictions[f].rows.clone();
        rows.map(|r| self.direction[r] * sys.row_dot(&eqs.ev, r, &eqs.ev.u)).sum()
    }

    /// A stage of a step was evaluated.
    pub fn stage(&mut self, sys: &System, eqs: &SmoothEquations) {
        for f in 0..sys.frictions.len() {
            if eqs.mode.sliding[f] == SlidingState::Slide {
                self.least[f] = self.least[f].min(self.along(sys, eqs, f));
            }
        }
    }

    /// The same at the beginning of a part, where directions are set.
    pub fn begin(
        &mut self,
        sys: &System,
        (eqs, levels): (&mut SmoothEquations, &mut Levels),
        t: f64,
        q: &[f64],
        u: &[f64],
    ) -> bool {
        self.least.fill(f64::INFINITY);
        let finite = self.evaluate(sys, (&mut *eqs, levels), t, q, u);
        for (f, fr) in sys.frictions.iter().enumerate() {
            for (r, s) in fr.rows.clone().zip(eqs.direction(sys, f)) {
                self.direction[r] = s;
            }
            if let SlidingState::Slip(_) | SlidingState::Slide = eqs.mode.sliding[f] {
                self.values[sys.contacts.len() + f] = self.along(sys, eqs, f);
            }
        }
        finite
    }
}
