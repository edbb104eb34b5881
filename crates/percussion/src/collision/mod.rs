#![doc = include_str!("README.md")]

#[doc(hidden)]
pub mod broad;
mod colliders;
pub mod contacts;
mod narrow;
mod outline;
mod parts;
mod query;
mod shape;
#[doc(hidden)]
pub mod shapes;
mod tree;

pub use colliders::Party;
pub(crate) use colliders::{Bodies, CannotTouch, Colliders};
#[cfg(feature = "files")]
pub(crate) use narrow::shape_pairs;
#[cfg(feature = "files")]
pub(crate) use parts::Parts;
pub use query::{Distance, Hit};
pub use shape::Shape;
#[cfg(feature = "files")]
pub(crate) use shape::{unusable, MAX_CUT, MAX_LENGTH};
pub use shapes::Convex;

use crate::frame::Anchor;
use crate::laws::Material;

/// A collider of a model: what [`crate::model::Model::collider`] gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ColliderId(pub(crate) usize);

/// A shape on a body, or on the world, that touches others where they meet.
///
/// ```
/// use percussion::prelude::*;
///
/// let mut model = Model::new();
/// let arm = model.body("arm", RigidBody::principal(1.0, 0.1, 0.1, 0.1), &[0., 0., 0., 1., 0., 0., 0.], &[0.0; 6]);
/// let rubber = Material::new(0.8);
/// let tip = Collider::new(Anchor::on(arm, 0.3 * V3::x()), Shape::sphere(0.02), rubber);
/// model.add_collider(tip.named("tip").groups(&["robot"]).touching(&["part"]));
/// ```
#[derive(Clone)]
#[must_use]
pub struct Collider {
    pub(crate) name: Option<String>,
    pub(crate) at: Anchor,
    pub(crate) shape: Shape,
    pub(crate) material: Material,
    pub(crate) rule: Rule,
}

/// Which others a collider touches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rule {
    /// Groups it belongs to.
    pub groups: Vec<String>,
    /// Groups it touches; none: all.
    pub touches: Option<Vec<String>>,
}

impl Rule {
    fn admits(&self, other: &Rule) -> bool {
        self.touches.as_ref().is_none_or(|t| other.groups.iter().any(|g| t.contains(g)))
    }
}

impl Collider {
    /// A shape in the axes of an anchor, or of a body.
    pub fn new(at: impl Into<Anchor>, shape: Shape, material: Material) -> Self {
        Collider { name: None, at: at.into(), shape, material, rule: Rule::default() }
    }
    /// Its name; that of its body where none is given.
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.into());
        self
    }
    /// Puts it into groups.
    pub fn groups(mut self, groups: &[&str]) -> Self {
        self.rule.groups = groups.iter().map(|g| g.to_string()).collect();
        self
    }
    /// Lets it touch only colliders of these groups.
    pub fn touching(mut self, groups: &[&str]) -> Self {
        self.rule.touches = Some(groups.iter().map(|g| g.to_string()).collect());
        self
    }
}
