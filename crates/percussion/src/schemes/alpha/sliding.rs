//! The direction of sliding friction over a step, one for all ways to solve it.
//!
//! The published scheme takes P_F along the direction s1 = ξ_F/|ξ_F| at the end of the step. Where
//! the direction turns in space this is of first order. Here it is a mean of those at both ends,
//! in the contact's own tangents,
//!
//! ```text
//! ξ̂_F in N(-P_F),   ξ̂_F = ξ_F + w |ξ_F| s0,   w = (1 - e_F)/(1 + e_F) clamp(1/2 + s0·s1, 0, 1)
//! P_F = -μ P_N s_m where it slides,   s_m = (s1 + w s0)/|s1 + w s0|
//! ```
//!
//! with s0 = γ_F/|γ_F| at the beginning, in place of ξ_F in N(-P_F) (112). ξ̂_F vanishes with ξ_F:
//! true stick and the disc stay as they are, and up to turns of 104 degrees friction takes energy
//! from the mean of the sliding velocities. Where the contact did not slide before, or a contact
//! closes within the step, s0 says nothing of the percussion and s_m = s1; likewise in steps without
//! history, and in the plane, where directions do not turn. `slip=end` is the published form everywhere.

use super::step::Step;
use crate::memory::remember;
use crate::system::{Friction, Normal, Renewal, System};
use std::ops::Range;

/// Sliding velocities below this, in lengths of the contacts a second, have no direction.
const STILL: f64 = 1e-10;
/// Gaps above this, relative to the coordinates and the lengths of the contacts, are open at the beginning of a step.
const OPEN: f64 = 1e-9;
/// Least cosine between s0 and the old velocity seen at the end of the step: below it the tangents
/// have jumped.
const SAME_TANGENTS: f64 = 0.5;

/// What is known of sliding at the beginning of the step, and ξ̂ at its end.
pub(super) struct Sliding {
    /// Whether P_F is along the mean direction.
    pub mean: bool,
    /// Sliding velocities below this have no direction.
    pub still: f64,
    /// s0 of each friction row, zero where it did not slide.
    s0: Vec<f64>,
    /// Contacts that were open.
    open0: Vec<bool>,
    /// ξ̂ of friction rows.
    pub xihat: Vec<f64>,
    /// Frictions in space.
    spatial: Vec<usize>,
    /// Those whose s0 counts in this iterate.
    turns: Vec<bool>,
}
remember!(Sliding { s0, open0, xihat, turns; skip mean, still, spatial });

/// w and dw/d(s0·s1).
fn weight(s0: &[f64; 3], s1: &[f64; 3], e_F: f64) -> (f64, f64) {
    let most = (1.0 - e_F) / (1.0 + e_F);
    let part = 0.5 + dot(s0, s1);
    (most * part.clamp(0.0, 1.0), if part > 0.0 && part < 1.0 { most } else { 0.0 })
}

impl Sliding {
    pub fn new(sys: &System) -> Self {
        let spatial = (0..sys.frictions.len()).filter(|&f| sys.frictions[f].rows.len() > 1);
        Sliding {
            mean: true,
            still: STILL * sys.length(),
            s0: vec![0.0; sys.nr],
            open0: vec![false; sys.contacts.len()],
            xihat: vec![0.0; sys.nr],
            spatial: spatial.collect(),
            turns: vec![false; sys.frictions.len()],
        }
    }
}

impl Sliding {
    /// What is known at the beginning of a step, with other contacts: those that come are open.
    pub fn renew(&mut self, old: &Sliding, by: &Renewal) {
        self.mean = old.mean;
        self.s0 = by.rows(&old.s0, 0.0);
        self.open0 = by.contacts(&old.open0, true);
    }
}

impl Step {
    /// ξ̂ of friction rows, ξ of all others.
    pub fn slide(&mut self, sys: &System, backward: bool) {
        self.sliding.xihat.copy_from_slice(&self.xi);
        if self.sliding.spatial.is_empty() {
            return;
        }
        let used = self.sliding.mean && !backward && !self.closes(sys);
        for k in 0..self.sliding.spatial.len() {
            let f = self.sliding.spatial[k];
            let fr = &sys.frictions[f];
            self.sliding.turns[f] = used && self.same_tangents(sys, fr);
            if !self.sliding.turns[f] {
                continue;
            }
            let still = self.sliding.still;
            let (s1, len) = unit(&fr.rows, &self.xi, still);
            let s0 = vector(&fr.rows, &self.sliding.s0);
            if len > still {
                let (w, _) = weight(&s0, &s1, fr.law.e_F);
                for (r, s) in fr.rows.clone().zip(s0) {
                    self.sliding.xihat[r] += w * len * s;
                }
            }
        }
    }

    /// Whether a contact that was open closes in this step.
    fn closes(&self, sys: &System) -> bool {
        sys.contacts.iter().zip(&self.sliding.open0).any(|(k, open)| {
            let r = k.row;
            *open && (self.ev.g[r] <= 0.0 || self.P[r] != 0.0 || self.khat[r] != 0.0)
        })
    }

    /// Whether s0 exists and the old velocity still has about this direction at the end of the step.
    fn same_tangents(&self, sys: &System, f: &Friction) -> bool {
        let s0 = vector(&f.rows, &self.sliding.s0);
        if s0 == [0.0; 3] {
            return false;
        }
        let mut old = [0.0; 3];
        for (r, old) in f.rows.clone().zip(&mut old) {
            *old = sys.row_dot(&self.ev, r, &self.u0);
        }
        dot(&s0, &old) > SAME_TANGENTS * dot(&old, &old).sqrt()
    }

    /// ds_m/dξ of friction f, which slides with |ξ| = len:
    /// (I - s_m s_mᵀ)/|s1 + w s0| (I + w' s0 s0ᵀ)(I - s1 s1ᵀ)/|ξ|.
    pub fn turning(&self, sys: &System, f: usize, len: f64) -> [[f64; 3]; 3] {
        let fr = &sys.frictions[f];
        let (s1, _) = unit(&fr.rows, &self.xi, self.sliding.still);
        if !self.sliding.turns[f] {
            return projector(&s1, 1.0 / len);
        }
        let s0 = vector(&fr.rows, &self.sliding.s0);
        let (w, slope) = weight(&s0, &s1, fr.law.e_F);
        let (sum, long) = normalized(std::array::from_fn(|k| s1[k] + w * s0[k]), STILL);
        let (left, right) = (projector(&sum, 1.0 / long), projector(&s1, 1.0 / len));
        // s0ᵀ (I - s1 s1ᵀ)/|ξ|
        let row: [f64; 3] = std::array::from_fn(|j| (0..3).map(|i| s0[i] * right[i][j]).sum());
        let inner: [[f64; 3]; 3] =
            std::array::from_fn(|i| std::array::from_fn(|j| right[i][j] + slope * s0[i] * row[j]));
        std::array::from_fn(|i| {
            std::array::from_fn(|j| (0..3).map(|k| left[i][k] * inner[k][j]).sum())
        })
    }

    /// Sliding and closed contacts at the start of a run, by the forces found there.
    pub fn start_sliding(&mut self, sys: &System) {
        sys.evaluate(self.t0, &self.q0, &self.u0, &mut self.ev);
        sys.rows_dot(&self.ev, &self.ev.u, &mut self.gd);
        self.q.copy_from_slice(&self.q0);
        self.P.copy_from_slice(&self.la0);
        self.keep_sliding(sys);
        self.gd0.copy_from_slice(&self.gd);
        for k in &sys.contacts {
            self.on_v0[k.row] = self.la0[k.row] > 0.0;
        }
        for f in &sys.frictions {
            let pressed = match f.normal {
                Normal::Contact(k) => self.la0[sys.contacts[k].row] > 0.0,
                Normal::Force(_) => true,
            };
            let sticks = pressed && unit(&f.rows, &self.gd, 0.0).1 <= self.sliding.still;
            f.rows.clone().for_each(|r| self.on_v0[r] = sticks);
        }
    }

    /// Take the state reached as the beginning of the next step.
    pub fn keep_sliding(&mut self, sys: &System) {
        if self.sliding.spatial.is_empty() {
            return;
        }
        for k in 0..self.sliding.spatial.len() {
            let f = self.sliding.spatial[k];
            let fr = &sys.frictions[f];
            let pressed = match fr.normal {
                Normal::Contact(k) => self.P[sys.contacts[k].row] > 0.0,
                Normal::Force(_) => true,
            };
            let (s, _) = unit(&fr.rows, &self.gd, self.sliding.still);
            for (r, s) in fr.rows.clone().zip(s) {
                self.sliding.s0[r] = if pressed { s } else { 0.0 };
            }
        }
        let scale = self.q.iter().fold(self.length, |m, v| m.max(v.abs()));
        for (open, k) in self.sliding.open0.iter_mut().zip(&sys.contacts) {
            *open = self.ev.g[k.row] > OPEN * scale;
        }
    }
}

/// Entries of a friction, at most three.
fn vector(rows: &Range<usize>, y: &[f64]) -> [f64; 3] {
    let mut v = [0.0; 3];
    rows.clone().zip(&mut v).for_each(|(r, v)| *v = y[r]);
    v
}

/// Direction and length of the entries of a friction; no direction where they all but vanish.
fn unit(rows: &Range<usize>, y: &[f64], still: f64) -> ([f64; 3], f64) {
    normalized(vector(rows, y), still)
}

fn normalized(v: [f64; 3], still: f64) -> ([f64; 3], f64) {
    let len = dot(&v, &v).sqrt();
    (if len > still { v.map(|v| v / len) } else { [0.0; 3] }, len)
}

/// c (I - s sᵀ).
fn projector(s: &[f64; 3], c: f64) -> [[f64; 3]; 3] {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| c * (f64::from(u8::from(i == j)) - s[i] * s[j]))
    })
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_direction_is_continuous() {
        let s0 = [1.0, 0.0, 0.0];
        let mean = |s1: [f64; 3], e_F: f64| {
            let (w, _) = weight(&s0, &s1, e_F);
            normalized(std::array::from_fn(|k| s1[k] + w * s0[k]), STILL).0
        };
        let at = |angle: f64| mean([angle.cos(), angle.sin(), 0.0], 0.0);
        for k in 0..360 {
            let (a, b) = (at(f64::from(k).to_radians()), at((f64::from(k) + 0.01).to_radians()));
            assert!(dot(&a, &b) > 0.9999, "{k}");
        }
        // half the angle of small turns, the end alone of large ones
        let s = at(0.2);
        assert!((s[1].atan2(s[0]) - 0.1).abs() < 1e-15);
        let s = at(2.2);
        assert!((s[1].atan2(s[0]) - 2.2).abs() < 1e-15);
        // full restitution of friction: the end alone
        let s1 = [0.6, 0.8, 0.0];
        assert_eq!(mean(s1, 1.0), s1);
    }
}
