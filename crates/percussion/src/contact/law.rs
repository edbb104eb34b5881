//! The laws of contact and friction: the only place that knows them.
//!
//! An item is a normal row N and up to three tangential rows F that share one admissible set. With
//! the multipliers m and the relative motion y (gap, velocity or acceleration, by the level):
//!
//! ```text
//! Signorini     0 ≤ y_N ⊥ m_N ≥ 0                         m_N = max(0, m_N - r y_N)                  (1)
//! Coulomb       y_F in the normal cone of C at -m_F       m_F = prox_C(m_F - r y_F)                  (2)
//!               C = { |m_F| ≤ μ m_N }: a segment, a disc, with a drilling row a ball
//! sliding       m_F = -μ m_N s, s given (acceleration level)                                         (3)
//! restitution   y = ξ = γ⁺ + e γ⁻ at velocity level (Newton)                                         (4)
//! ```
//!
//! The natural map is the difference of both sides of (1) and (2), with the radius of C taken from the
//! right side of (1) (P. Alart, A. Curnier, "A mixed formulation for frictional contact problems prone to
//! Newton like solution methods", 1991, DOI 10.1016/0045-7825(91)90022-X). It vanishes at solutions only.
//!
//! A law of the model ([`ContactLaw`]) is data; [`limit_slope`], [`reserve`], [`restitution`] and the methods of [`Item`]
//! are all that is known of its meaning. Schemes ask them and do not look at coefficients of friction.
//!
//! Functions take the values of one item as four numbers: the normal one, which is the given load
//! where there is no normal row, and up to three tangential ones.

use super::policy::AT_LIMIT;
use crate::laws::ContactLaw;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Values of one item: normal, then tangential; what does not exist is zero.
pub type Local = [f64; 4];

/// How the tangential rows of an item behave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Rubbing {
    /// No friction: m_F = 0.
    None,
    /// In the disc of radius μ m_N.
    #[default]
    Disc,
    /// Sliding along a given direction (at most three components).
    Slides([f64; 3]),
}

impl Rubbing {
    /// Slides along its velocity where that is faster than `rest`.
    pub fn along(velocity: &[f64], rest: f64) -> Self {
        let speed = length(velocity);
        if speed <= rest {
            return Rubbing::Disc;
        }
        let mut s = [0.0; 3];
        s.iter_mut().zip(velocity).for_each(|(s, v)| *s = v / speed);
        Rubbing::Slides(s)
    }
}

/// A contact, or friction with a given normal load.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// What the caller calls it.
    pub contact: usize,
    /// Index of the normal row; none where the normal load is given.
    pub normal: Option<usize>,
    /// Normal load where there is no normal row.
    #[serde(default)]
    pub load: f64,
    /// Indices of the tangential rows.
    pub tangential: Range<usize>,
    /// Friction coefficient.
    pub mu: f64,
    /// Tangential behaviour.
    pub rubbing: Rubbing,
    /// Whether the contact takes part; otherwise its multipliers are zero.
    pub active: bool,
}

/// What an item does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Does not press.
    Open,
    /// Presses and does not slide; also a closed contact without friction.
    Stick,
    /// Presses and slides, or is at the limit of its friction.
    Slip,
}

/// m_N that belongs to p = m_N - r y_N (1).
#[inline]
pub fn signorini(p: f64) -> f64 {
    p.max(0.0)
}

/// Puts p = m_F - r y_F into the disc (2); tells whether it was outside.
#[inline]
pub fn disc(p: &mut [f64], radius: f64) -> bool {
    let norm = length(p);
    let outside = norm > radius;
    if outside {
        p.iter_mut().for_each(|v| *v *= radius / norm);
    }
    outside
}

/// The relative motion that the laws at velocity level speak of: ξ = γ⁺ + e γ⁻ (4).
#[inline]
pub fn restitution(e: f64, after: f64, before: f64) -> f64 {
    // a velocity before that is not known must not spoil a plastic impact
    if e == 0.0 {
        after
    } else {
        after + e * before
    }
}

/// How the largest friction force grows with the normal load.
#[inline]
pub fn limit_slope(law: &ContactLaw) -> f64 {
    law.mu
}

/// How far a friction force is from the largest one under a normal load; negative beyond.
#[inline]
pub fn reserve(law: &ContactLaw, load: f64, force: &[f64]) -> f64 {
    limit_slope(law) * load - length(force)
}

/// Whether a contact is closed by its law: the right side of (1) is not zero.
#[inline]
pub fn closed(m_N: f64, y_N: f64, r: f64) -> bool {
    r * y_N - m_N <= 0.0
}

/// Whether friction slides by its law: m_F - r y_F, which has this length, is outside of its disc.
#[inline]
pub fn slides(length: f64, radius: f64) -> bool {
    length > radius.max(0.0)
}

/// What the expansion gives back at least of the percussion of the compression (Poisson).
#[inline]
pub fn given_back(e: f64, compression: f64) -> f64 {
    e * compression
}

/// Euclidean length.
#[inline]
pub fn length(v: &[f64]) -> f64 {
    v.iter().map(|v| v * v).sum::<f64>().sqrt()
}

impl Item {
    /// A contact with friction, or without if there are no tangential rows.
    pub fn contact(contact: usize, normal: usize, tangential: Range<usize>, mu: f64) -> Self {
        let rubbing = if tangential.is_empty() { Rubbing::None } else { Rubbing::Disc };
        Item { contact, normal: Some(normal), load: 0.0, tangential, mu, rubbing, active: true }
    }

    /// Dry friction with a given normal load.
    pub fn dry(contact: usize, load: f64, tangential: Range<usize>, mu: f64) -> Self {
        let rubbing = Rubbing::Disc;
        Item { contact, normal: None, load, tangential, mu, rubbing, active: true }
    }

    /// The same by a law of the model.
    pub fn by_law(id: usize, normal: usize, tangential: Range<usize>, law: &ContactLaw) -> Self {
        Item::contact(id, normal, tangential, law.mu)
    }

    /// Dry friction with a given normal load, by a law of the model.
    pub fn dry_by_law(id: usize, load: f64, tangential: Range<usize>, law: &ContactLaw) -> Self {
        Item::dry(id, load, tangential, law.mu)
    }

    /// Takes the law and the state of an item that has other rows.
    pub fn follow(&mut self, other: &Item) {
        (self.load, self.mu) = (other.load, other.mu);
        (self.rubbing, self.active) = (other.rubbing, other.active);
    }

    /// How the radius of the admissible set grows with the normal multiplier.
    #[inline]
    pub fn slope(&self) -> f64 {
        self.mu
    }

    /// What is wrong with its numbers.
    pub fn flaw(&self) -> Option<String> {
        if !(self.mu >= 0.0 && self.mu.is_finite()) {
            return Some(format!("mu is {}, it must be a number >= 0", self.mu));
        }
        (!self.load.is_finite()).then(|| "the load is not a finite number".into())
    }

    /// Number of its tangential rows.
    #[inline]
    pub(super) fn friction_rows(&self) -> usize {
        self.tangential.len().min(3)
    }

    /// Its rows.
    pub fn rows(&self) -> impl Iterator<Item = usize> {
        self.normal.into_iter().chain(self.tangential.clone())
    }

    /// The values of this item in a vector of all rows.
    #[inline]
    pub fn gather(&self, v: &[f64]) -> Local {
        let mut out = [0.0; 4];
        if let Some(i) = self.normal {
            out[0] = v[i];
        }
        for (k, i) in self.tangential.clone().enumerate().take(3) {
            out[1 + k] = v[i];
        }
        out
    }

    /// The normal load that belongs to a normal multiplier.
    #[inline]
    pub fn pressing(&self, m_N: f64) -> f64 {
        if self.normal.is_some() {
            m_N.max(0.0)
        } else {
            self.load.max(0.0)
        }
    }

    /// Radius of the admissible set that belongs to a normal multiplier.
    #[inline]
    pub fn radius(&self, m_N: f64) -> f64 {
        self.mu * self.pressing(m_N)
    }

    /// A direction of sliding follows the velocity, where there is one.
    pub fn turn(&mut self, velocity: &[f64]) {
        if let Rubbing::Slides(s) = Rubbing::along(velocity, 0.0) {
            self.rubbing = Rubbing::Slides(s);
        }
    }

    /// Whether the friction force is below its limit, or has none.
    pub fn holds(&self, m: &Local) -> bool {
        let radius = self.radius(m[0]);
        radius == 0.0 || length(&m[1..1 + self.friction_rows()]) < radius * (1.0 - AT_LIMIT)
    }

    /// The multipliers that belong to p = m - r y: the right sides of (1), (2), (3). The normal value
    /// is zero where there is no normal row.
    pub fn prox(&self, p: &Local) -> Local {
        let mut out = [0.0; 4];
        if !self.active {
            return out;
        }
        if self.normal.is_some() {
            out[0] = signorini(p[0]);
        }
        let radius = self.radius(p[0]);
        match self.rubbing {
            Rubbing::None => {}
            Rubbing::Disc => {
                out[1..].copy_from_slice(&p[1..]);
                out[1 + self.friction_rows()..].fill(0.0);
                disc(&mut out[1..], radius);
            }
            Rubbing::Slides(s) => (0..3).for_each(|k| out[1 + k] = -radius * s[k]),
        }
        out
    }

    /// An element of the generalised derivative of [`Item::prox`] at p.
    pub fn prox_slope(&self, p: &Local) -> [Local; 4] {
        let mut D = [[0.0; 4]; 4];
        if !self.active {
            return D;
        }
        let presses = self.normal.is_some() && p[0] > 0.0;
        if presses {
            D[0][0] = 1.0;
        }
        let radius = self.radius(p[0]);
        let n = 1 + self.friction_rows();
        match self.rubbing {
            Rubbing::None => {}
            Rubbing::Disc => {
                let norm = length(&p[1..n]);
                if norm <= radius && radius > 0.0 {
                    (1..n).for_each(|k| D[k][k] = 1.0);
                } else if radius > 0.0 {
                    for k in 1..n {
                        let s = p[k] / norm;
                        if presses {
                            D[k][0] = self.mu * s;
                        }
                        // in the plane the direction cannot turn
                        if n > 2 {
                            for l in 1..n {
                                let unit = f64::from(u8::from(k == l));
                                D[k][l] = radius / norm * (unit - s * p[l] / norm);
                            }
                        }
                    }
                }
            }
            Rubbing::Slides(s) => {
                if presses {
                    (1..n).for_each(|k| D[k][0] = -self.mu * s[k - 1]);
                }
            }
        }
        D
    }

    /// The natural map at (m, y), in units of y, with the prox parameters r_N and r_F.
    pub fn natural_map(&self, m: &Local, y: &Local, r: [f64; 2]) -> Local {
        let mut F = [0.0; 4];
        let n = 1 + self.friction_rows();
        let p_N = m[0] - r[0] * y[0];
        let normal = self.normal.is_some();
        let presses = self.active && (!normal || p_N > 0.0);
        // where the prox is the identity, its difference is r y exactly
        if normal {
            F[0] = if presses { y[0] } else { m[0] / r[0] };
        }
        let radius = if presses { self.radius(p_N) } else { 0.0 };
        let mut p = [0.0; 3];
        match self.rubbing {
            Rubbing::Disc if presses => {
                (1..n).for_each(|k| p[k - 1] = m[k] - r[1] * y[k]);
                if !disc(&mut p, radius) {
                    F[1..n].copy_from_slice(&y[1..n]);
                    return F;
                }
            }
            Rubbing::Slides(s) if presses => p = s.map(|s| -radius * s),
            _ => {}
        }
        (1..n).for_each(|k| F[k] = (m[k] - p[k - 1]) / r[1]);
        F
    }

    /// What it does at (m, y).
    pub fn mode(&self, m: &Local, y: &Local, r: [f64; 2]) -> Mode {
        let p_N = m[0] - r[0] * y[0];
        if !self.active || self.normal.is_some() && p_N <= 0.0 {
            return Mode::Open;
        }
        let radius = self.radius(p_N);
        match self.rubbing {
            Rubbing::None => Mode::Stick,
            Rubbing::Slides(_) => Mode::Slip,
            Rubbing::Disc => {
                let t = 1..1 + self.friction_rows();
                let p: f64 = t.map(|k| (m[k] - r[1] * y[k]).powi(2)).sum::<f64>().sqrt();
                // a frictionless one that moves slips, one at rest at the limit does too
                if p < radius * (1.0 - AT_LIMIT) {
                    Mode::Stick
                } else {
                    Mode::Slip
                }
            }
        }
    }
}

/// The natural map of an item with unit prox parameters.
#[inline]
pub(super) fn natural(item: &Item, m: &[f64], y: &[f64]) -> Local {
    item.natural_map(&item.gather(m), &item.gather(y), [1.0; 2])
}

/// The local places of an item's rows, which are contiguous in the scaled problem.
#[inline]
pub(super) fn slots(item: &Item) -> std::ops::Range<usize> {
    usize::from(item.normal.is_none())..1 + item.friction_rows()
}

/// First row of an item.
#[inline]
pub(super) fn first(item: &Item) -> usize {
    item.normal.unwrap_or(item.tangential.start)
}
