//! Materials: the coefficients of a surface, and what two of them make of a contact.

use super::ContactLaw;

/// Coefficients of a surface, without unit.
///
/// Two materials make a contact with the smaller restitutions of both and the geometric mean of their friction
/// coefficients.
///
/// ```
/// use percussion::prelude::*;
///
/// let (steel, ice) = (Material::new(0.4).restitution(0.8), Material::new(0.1));
/// let law = steel.with(&ice);
/// assert_eq!((law.mu, law.e_N), ((0.4f64 * 0.1).sqrt(), 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Material {
    /// Friction coefficient.
    pub mu: f64,
    /// Restitution in the normal direction, 0 to 1.
    pub e_N: f64,
    /// Restitution in the tangential directions, 0 to 1.
    pub e_F: f64,
}

impl Material {
    /// A friction coefficient, without restitution.
    pub fn new(mu: f64) -> Self {
        Material { mu, ..Default::default() }
    }
    /// The same with a restitution in the normal direction.
    pub fn restitution(self, e_N: f64) -> Self {
        Material { e_N, ..self }
    }
    /// The law of a contact between two surfaces of this material.
    pub fn law(&self) -> ContactLaw {
        ContactLaw { mu: self.mu, e_N: self.e_N, e_F: self.e_F, ..ContactLaw::default() }
    }
    /// The law of a contact with another material.
    pub fn with(&self, other: &Material) -> ContactLaw {
        ContactLaw {
            mu: (self.mu * other.mu).sqrt(),
            e_N: self.e_N.min(other.e_N),
            e_F: self.e_F.min(other.e_F),
            ..ContactLaw::default()
        }
    }
    /// The law of two surfaces, of which one or both may have no material of their own.
    pub(crate) fn pair(one: Option<&Material>, two: Option<&Material>) -> ContactLaw {
        match (one, two) {
            (Some(x), Some(y)) => x.with(y),
            (Some(x), None) | (None, Some(x)) => x.law(),
            (None, None) => ContactLaw::default(),
        }
    }
}
