//! Whether a body has passed through another within a step.
//!
//! Between the two ends of the step the bodies are moved along straight lines. A gap falls by no more than L, the way the
//! two bodies move towards or past each other, so that the first touch is approached by steps of g/L from which it
//! cannot be missed (conservative advancement). Where the gap then becomes less than at the end of the step, one body has been within
//! the other and has left it again: the step was too long.

use super::{System, V3};
use crate::collision::contacts::contact;
use crate::frame::Frame;
use crate::relation::{Apart, Context, Scratch};

/// Parts of L: a gap that counts as touch, and a depth that counts as overlap.
const TOUCH: f64 = 1e-4;
const DEPTH: f64 = 1e-3;
/// Looks at the way after the touch.
const LOOKS: usize = 32;
/// Most steps to the touch.
const MOST: usize = 200;

impl System {
    /// Whether bodies that collide are looked at between the ends of a step.
    pub fn swept(&self) -> bool {
        self.swept
    }

    /// Whether a body has passed through another on the straight way between two states (t, q).
    pub(crate) fn passes(&self, from: (f64, &[f64]), to: (f64, &[f64])) -> bool {
        let mut way = Way {
            sys: self,
            from,
            to,
            q: from.1.to_vec(),
            u: vec![0.0; self.nu + 1],
            scratch: Scratch::default(),
            W: Vec::new(),
        };
        way.u[self.nu] = 1.0;
        (0..self.pairs.len()).any(|k| way.passes(k))
    }
}

struct Way<'a> {
    sys: &'a System,
    from: (f64, &'a [f64]),
    to: (f64, &'a [f64]),
    q: Vec<f64>,
    u: Vec<f64>,
    scratch: Scratch,
    W: Vec<f64>,
}

impl Way<'_> {
    /// Puts the bodies of a pair at a part of their way.
    fn place(&mut self, k: usize, part: f64) -> f64 {
        for b in self.sys.pairs[k].bodies().into_iter().flatten() {
            let slot = &self.sys.bodies[b];
            for i in slot.q.clone() {
                self.q[i] = self.from.1[i] + part * (self.to.1[i] - self.from.1[i]);
            }
            slot.body.normalize(&mut self.q[slot.q.clone()]);
        }
        self.from.0 + part * (self.to.0 - self.from.0)
    }

    /// The least gap of a pair at a part of the way.
    fn gap(&mut self, k: usize, part: f64) -> f64 {
        let t = self.place(k, part);
        let c = Context { t, q: &self.q, u: &self.u, bodies: &self.sys.bodies };
        let mut least = f64::INFINITY;
        for e in &self.sys.elements[self.sys.pairs[k].elements()] {
            let n = e.rows.len();
            let (mut g, mut zeta) = ([0.0; 6], [0.0; 6]);
            self.W.resize(n * e.dofs.len(), 0.0);
            e.element.first(&c, &mut self.scratch, &mut g[..n], &mut self.W, &mut zeta[..n]);
            least = least.min(g[0]);
        }
        least
    }

    /// How far the two bodies of a pair move past each other at most, and their reach.
    fn length(&mut self, k: usize) -> Option<(f64, f64)> {
        let e = &self.sys.elements[self.sys.pairs[k].elements().start].element;
        let e = contact(&**e)?;
        let (a, b, Apart::Spheres(_)) = (&e.a, &e.b, e.apart()?) else { return None };
        let reach = self.sys.pairs[k].reach();
        let mut ends = [(V3::zeros(), [Frame::default(), Frame::default()]), Default::default()];
        for (end, part) in ends.iter_mut().zip([0.0, 1.0]) {
            let t = self.place(k, part);
            let c = Context { t, q: &self.q, u: &self.u, bodies: &self.sys.bodies };
            c.frame(a, &mut end.1[0]);
            c.frame(b, &mut end.1[1]);
            end.0 = end.1[1].r - end.1[0].r;
        }
        let turn: f64 = (0..2).map(|i| (ends[1].1[i].A - ends[0].1[i].A).norm()).sum();
        Some(((ends[1].0 - ends[0].0).norm() + reach * turn, reach))
    }

    fn passes(&mut self, k: usize) -> bool {
        let Some((L, reach)) = self.length(k).filter(|(L, r)| *L > 0.0 && r.is_finite()) else {
            return false;
        };
        // of what is far only a part of the reach is sure
        let sure = 0.25 * reach;
        let (mut at, mut g) = (0.0, self.gap(k, 0.0));
        for _ in 0..MOST {
            if g <= TOUCH * L {
                break;
            }
            at += g.min(sure) / L;
            if at >= 1.0 {
                return false;
            }
            g = self.gap(k, at);
        }
        let end = self.gap(k, 1.0).min(0.0);
        let look = |j: usize| at + (1.0 - at) * (j as f64 / LOOKS as f64).powi(2);
        (1..LOOKS).any(|j| self.gap(k, look(j)) < end - DEPTH * L)
    }
}
