//! Contact laws: what happens at a closed contact.

mod material;

pub use material::Material;

use crate::error::ModelError;

/// Impact law in the normal direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impact {
    /// ξ_N = g_N'⁺ + e_N g_N'⁻ complementary to the percussion.
    Newton,
    /// Compression with e = 0, then expansion with e_N times the compression percussion.
    Poisson,
}

/// Signorini's law with restitution, and Coulomb friction: −P_F in the ball of radius μ P_N.
///
/// $$ 0 \le \xi_N \perp P_N \ge 0, \qquad \xi_N = \dot g_N^+ + e_N \dot g_N^-, \qquad
///    \lVert P_F \rVert \le \mu P_N $$
///
/// All numbers are without unit.
///
/// ```
/// use percussion::prelude::*;
///
/// let law = ContactLaw::coulomb(0.5, 0.3);
/// assert_eq!((law.e_N, law.mu), (0.5, 0.3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactLaw {
    /// Restitution in the normal direction, 0 to 1.
    pub e_N: f64,
    /// Restitution in the tangential directions, 0 to 1.
    pub e_F: f64,
    /// Friction coefficient.
    pub mu: f64,
    /// Impact law.
    pub impact: Impact,
    /// Prox parameter r; chosen from the system where not given.
    pub r: Option<f64>,
}

impl Default for ContactLaw {
    fn default() -> Self {
        ContactLaw { e_N: 0.0, e_F: 0.0, mu: 0.0, impact: Impact::Newton, r: None }
    }
}

impl ContactLaw {
    /// Restitution only.
    pub fn restitution(e_N: f64) -> Self {
        ContactLaw { e_N, ..Default::default() }
    }
    /// Restitution and friction.
    pub fn coulomb(e_N: f64, mu: f64) -> Self {
        ContactLaw { e_N, mu, ..Default::default() }
    }
    /// Friction whose force is bounded by a given load.
    pub fn dry() -> Self {
        ContactLaw { mu: 1.0, ..Default::default() }
    }
    /// Whether there is friction at all.
    pub fn has_friction(&self) -> bool {
        self.mu != 0.0
    }
    /// Reject impossible coefficients.
    pub fn check(&self, name: &str) -> Result<(), ModelError> {
        for (k, v) in [("e_N", self.e_N), ("e_F", self.e_F)] {
            if !(0.0..=1.0).contains(&v) {
                return Err(ModelError::value(format!("{name}.{k}"), v, "0 to 1"));
            }
        }
        if !(self.mu.is_finite() && self.mu >= 0.0) {
            return Err(ModelError::value(
                format!("{name}.mu"),
                self.mu,
                "a finite number, zero or greater",
            ));
        }
        match self.r {
            Some(r) if !(r.is_finite() && r > 0.0) => {
                Err(ModelError::value(format!("{name}.r"), r, "a finite number greater than zero"))
            }
            _ => Ok(()),
        }
    }
}
