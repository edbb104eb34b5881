//! The model: what exists. Assembled once into a [`crate::system::System`].

use crate::bodies::{Body, Placed};
use crate::collision::broad::Collisions;
use crate::collision::contacts::{
    ContactRows, FunctionContact, GapFunction, Geometry, RimOnPlane, Stop, Tangents,
};
use crate::collision::{Bodies, CannotTouch, Collider, ColliderId, Colliders, Party, Shape};
use crate::error::ModelError;
use crate::forces::{Applied, Force, Load};
use crate::frame::{Anchor, BodyId, TimeVector, V3};
use crate::joints::{Coordinate, Coupling, Joint, Primitive};
use crate::laws::{ContactLaw, Material};
use crate::picture::{self, Drawing, Pictures};
use crate::relation::{Element, FrameElement};
use std::collections::HashSet;
use std::sync::Arc;

/// A body with its initial state.
pub(crate) struct ModelBody {
    pub name: String,
    pub body: Box<dyn Body>,
    pub q0: Vec<f64>,
    pub u0: Vec<f64>,
}

/// What the rows of an element mean.
pub(crate) enum Role {
    /// Bilateral; for each row whether it is at velocity level only.
    Bilateral(Vec<bool>),
    /// Normal row, then friction rows.
    Contact(ContactLaw),
    /// Friction rows alone, the friction force bounded by `limit` (N or N m).
    Friction {
        /// Largest friction force (N, N m).
        limit: f64,
    },
}

/// An element with its role.
pub(crate) struct ModelElement {
    pub name: String,
    pub element: Box<dyn Element>,
    pub role: Role,
    /// A joint of the plane as it was given, where rows of it were left out.
    pub whole: Option<Joint>,
}

/// How coordinates are called where there are several bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// With the body's number: `theta2`; plain where there is only one.
    #[default]
    Numbered,
    /// With the body's name: `crank.theta`, also where there is only one.
    Bodies,
}

impl Naming {
    /// The name of a coordinate of the body number `k` of `of`.
    pub(crate) fn called(self, name: &str, body: &str, k: usize, of: usize) -> String {
        match (self, of, name.ends_with(|c: char| c.is_ascii_digit())) {
            (Naming::Bodies, _, _) => format!("{body}.{name}"),
            (Naming::Numbered, 1, _) => name.to_string(),
            (Naming::Numbered, _, false) => format!("{name}{}", k + 1),
            (Naming::Numbered, _, true) => format!("{name}_{}", k + 1),
        }
    }
}

/// A joint, constraint, coupling or dry friction of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JointId(pub(crate) usize);

/// A contact or stop of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContactId(pub(crate) usize);

/// A force of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ForceId(pub(crate) usize);

/// A mechanical system as its parts.
///
/// Every part has a name, by which records, files and messages call it, and a handle, by which
/// programs do.
#[derive(Default)]
#[must_use]
pub struct Model {
    pub(crate) bodies: Vec<ModelBody>,
    pub(crate) elements: Vec<ModelElement>,
    contacts: usize,
    pub(crate) forces: Vec<(String, Box<dyn Force>)>,
    pub(crate) gravity: V3,
    pub(crate) switches: Vec<f64>,
    /// Times at which expressions of systems given by functions change their formula.
    pub(crate) breaks: Vec<f64>,
    pub(crate) names: Naming,
    pub(crate) settled: bool,
    pub(crate) swept: bool,
    pub(crate) pictures: Pictures,
    pub(crate) points: Vec<(String, Anchor)>,
    pub(crate) colliding: Option<Colliding>,
    pub(crate) colliders: Colliders,
    ground: Option<ColliderId>,
    /// Colliders without any other that they could touch.
    pub(crate) alone: Vec<String>,
}

/// Shapes whose contacts are made and removed during the run, and the settings of their laws.
#[derive(Clone)]
pub(crate) struct Colliding {
    pub shapes: Arc<dyn Collisions>,
    pub changes: Vec<LawChange>,
}

/// What a setting does to the law of a contact, which it may look at by name.
pub(crate) type LawChange = Arc<dyn Fn(&str, &mut ContactLaw) + Send + Sync>;

impl Colliding {
    /// A law with what was set.
    pub fn changed(&self, name: &str, mut law: ContactLaw) -> ContactLaw {
        self.changes.iter().for_each(|change| change(name, &mut law));
        law
    }
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let bodies: Vec<&String> = self.bodies.iter().map(|b| &b.name).collect();
        let elements: Vec<&String> = self.elements.iter().map(|e| &e.name).collect();
        let forces: Vec<&String> = self.forces.iter().map(|f| &f.0).collect();
        let mut out = f.debug_struct("Model");
        out.field("bodies", &bodies).field("joints and contacts", &elements);
        out.field("forces", &forces).field("gravity", &self.gravity.as_slice()).finish()
    }
}

impl Model {
    /// An empty model without gravity.
    pub fn new() -> Self {
        Self::default()
    }
    /// Gravitational acceleration (m/s²).
    pub fn gravity(&mut self, g: V3) -> &mut Self {
        self.gravity = g;
        self
    }
    /// Choose how coordinates are called.
    pub fn naming(&mut self, names: Naming) -> &mut Self {
        self.names = names;
        self
    }
    /// Start from the static equilibrium at time zero under the weight, not from the initial
    /// coordinates, which are where the search for it begins. [`Model::run`] and
    /// [`crate::prepare::prepare_model`] find it.
    pub fn settled(&mut self, yes: bool) -> &mut Self {
        self.settled = yes;
        self
    }
    /// Look at contacts between the ends of a step, too: a step in which a rigid body would pass through another is divided
    /// until it is stopped.
    pub fn swept(&mut self, yes: bool) -> &mut Self {
        self.swept = yes;
        self
    }
    /// Adds a body with its initial state.
    pub fn add<B: Body>(&mut self, name: &str, placed: Placed<B>) -> BodyId {
        self.body(name, placed.body, &placed.q0, &placed.u0)
    }
    /// Adds a body with its initial coordinates and velocities (m, rad, m/s, rad/s).
    pub fn body(&mut self, name: &str, body: impl Body, q0: &[f64], u0: &[f64]) -> BodyId {
        self.bodies.push(ModelBody {
            name: name.into(),
            body: Box::new(body),
            q0: q0.to_vec(),
            u0: u0.to_vec(),
        });
        BodyId(self.bodies.len() - 1)
    }
    /// Adds a joint between two anchors.
    pub fn joint(
        &mut self,
        name: &str,
        joint: Joint,
        a: impl Into<Anchor>,
        b: impl Into<Anchor>,
    ) -> JointId {
        let (a, b) = (a.into(), b.into());
        let planar = self.planar(&a) && self.planar(&b);
        let mut rows = joint.clone();
        rows.primitives.retain(|p| !(planar && out_of_plane(p, &a, &b)));
        let levels = (0..rows.primitives.len()).map(|k| rows.velocity_level(k)).collect();
        let id = self.row(name, FrameElement::new(rows, a, b), Role::Bilateral(levels));
        self.elements[id.0].whole = Some(joint);
        id
    }
    /// Whether both frames stay in the plane and the axis e_z of the first does not.
    #[cfg(feature = "files")]
    pub(crate) fn out_of_plane(&self, a: &Anchor, b: &Anchor) -> bool {
        let along = Primitive::Along { n1: V3::z() };
        self.planar(a) && self.planar(b) && out_of_plane(&along, a, b)
    }
    /// Adds a thin disc about e_z of `disc` that rolls with its rim on the plane e_z of `plane`, in space:
    /// the rim stays on the plane, and its lowest point does not slide.
    pub fn rolling_disc(
        &mut self,
        name: &str,
        radius: f64,
        plane: Anchor,
        disc: Anchor,
    ) -> JointId {
        let rim = RimOnPlane { R: radius };
        let rows = ContactRows { geometry: Box::new(rim), tangents: Tangents::Spatial };
        let levels = Role::Bilateral(vec![false, true, true]);
        self.row(name, FrameElement::new(rows, plane, disc), levels)
    }
    /// Adds a point whose position and velocity are recorded.
    pub fn point(&mut self, name: &str, at: Anchor) -> &mut Self {
        self.points.push((name.into(), at));
        self
    }
    /// Adds a bilateral constraint g(t, q) = 0 on the coordinates of one body.
    pub fn constraint(&mut self, name: &str, g: impl GapFunction, body: BodyId) -> JointId {
        self.row(name, FunctionContact::new(g, body.0), Role::Bilateral(vec![false]))
    }
    /// Adds a coupling of two joint coordinates: a - ratio b - offset = 0.
    pub fn coupling(
        &mut self,
        name: &str,
        a: Coordinate,
        b: Coordinate,
        ratio: f64,
        offset: f64,
    ) -> JointId {
        let rows = Role::Bilateral(vec![false]);
        self.row(name, Coupling::new(a, b, ratio, offset), rows)
    }
    /// Adds a force.
    pub fn force(&mut self, name: &str, force: impl Force) -> ForceId {
        self.forces.push((name.into(), Box::new(force)));
        ForceId(self.forces.len() - 1)
    }
    /// Adds a force per length along the whole centreline of a flexible body: a function of time, in
    /// inertial components or, where `follows`, in the axes of each section.
    pub fn distributed(
        &mut self,
        name: &str,
        body: BodyId,
        follows: bool,
        f: impl Fn(f64) -> V3 + Send + Sync + 'static,
    ) -> ForceId {
        self.distributed_load(name, body, follows, TimeVector::new(f), TimeVector::zero())
    }
    /// Adds a force and a moment per length (N/m, N) along the whole centreline of a flexible body.
    /// The handle is that of the last of its parts.
    pub fn distributed_load(
        &mut self,
        name: &str,
        body: BodyId,
        follows: bool,
        force: TimeVector,
        moment: TimeVector,
    ) -> ForceId {
        let mut stations = self.bodies.get(body.0).map_or(Vec::new(), |b| b.body.stations());
        if stations.is_empty() {
            // assembly says what is wrong
            stations.push((0.5, 0.0));
        }
        for (s, length) in stations {
            let load = Load::Time { force: force.clone(), moment: moment.clone() };
            let part = Applied { at: Anchor::along(body, s), load, length: Some(length) };
            self.force(name, if follows { part.following() } else { part });
        }
        ForceId(self.forces.len() - 1)
    }
    /// Adds a contact between two anchors. Friction rows: one where both bodies are planar, two in
    /// space; they are left out for μ = 0 and where nothing can slide.
    pub fn contact(
        &mut self,
        name: &str,
        geometry: impl Into<Box<dyn Geometry>>,
        a: impl Into<Anchor>,
        b: impl Into<Anchor>,
        law: ContactLaw,
    ) -> ContactId {
        let (a, b) = (a.into(), b.into());
        let planar = self.planar(&a) && self.planar(&b);
        let tangents = if planar { Tangents::Planar } else { Tangents::Spatial };
        self.contact_with(name, geometry, tangents, a, b, law)
    }
    /// Adds a contact with given friction rows.
    pub fn contact_with(
        &mut self,
        name: &str,
        geometry: impl Into<Box<dyn Geometry>>,
        tangents: Tangents,
        a: Anchor,
        b: Anchor,
        law: ContactLaw,
    ) -> ContactId {
        let rows = ContactRows { geometry: geometry.into(), tangents };
        self.touch(name, FrameElement::new(rows, a, b), Role::Contact(law))
    }
    /// Adds a contact given by its functions on the coordinates of one body.
    pub fn contact_function(
        &mut self,
        name: &str,
        g: impl GapFunction,
        body: BodyId,
        law: ContactLaw,
    ) -> ContactId {
        self.touch(name, FunctionContact::new(g, body.0), Role::Contact(law))
    }
    /// Adds a stop of a joint coordinate.
    pub fn stop(
        &mut self,
        name: &str,
        stop: Stop,
        a: Anchor,
        b: Anchor,
        law: ContactLaw,
    ) -> ContactId {
        self.touch(name, FrameElement::new(stop, a, b), Role::Contact(law))
    }
    /// Adds dry friction in a joint: turning about e_z of the first anchor
    /// ([`Primitive::Spin`]) or sliding along it ([`Primitive::Slide`]), bounded by `limit`.
    pub fn joint_friction(
        &mut self,
        name: &str,
        rate: Primitive,
        a: Anchor,
        b: Anchor,
        limit: f64,
    ) -> JointId {
        let joint = Joint { primitives: vec![rate] };
        let role = Role::Friction { limit };
        self.row(name, FrameElement::new(joint, a, b), role)
    }
    /// Adds dry friction on the sliding velocities of a [`GapFunction`] with a given limit.
    pub fn friction_function(
        &mut self,
        name: &str,
        g: impl GapFunction,
        body: BodyId,
        limit: f64,
    ) -> JointId {
        self.row(name, FunctionContact::friction_only(g, body.0), Role::Friction { limit })
    }
    /// Says what a body, or the world, looks like at an anchor. It is for drawing alone: what collides is a
    /// [`Model::collider`].
    pub fn shape(&mut self, at: Anchor, shape: picture::Shape) -> &mut Self {
        self.pictures.shapes.push((at, shape));
        self
    }
    /// Draws a system that is given by functions.
    pub fn drawing(&mut self, drawing: Drawing) -> &mut Self {
        self.pictures.drawings.push(drawing);
        self
    }
    /// Names a time (s) at which a drive or load switches, so that schemes with error control step
    /// onto it instead of across it.
    pub fn switch_at(&mut self, t: f64) -> &mut Self {
        self.switches.push(t);
        self
    }
    /// Adds a shape that touches all others where they meet, on an anchor or on a body.
    ///
    /// Colliders of one body do not touch each other, nor do those of two bodies that a joint connects
    /// ([`Model::collide_joined`]), nor those of an ignored pair ([`Model::ignore`]). A contact is named after its two colliders,
    /// as `lower.upper` or, where there are several, `lower.upper.1`. Contacts of colliders follow all others; they are made when
    /// the model is assembled, or, where there are more than 4000 pairs, while two are near.
    ///
    /// ```
    /// use percussion::prelude::*;
    ///
    /// let mut model = Model::new();
    /// model.gravity(-9.81 * V3::z());
    /// let wood = Material::new(0.5);
    /// let body = RigidBody::principal(1.0, 0.01, 0.01, 0.01);
    /// let cube = model.body("cube", body, &[0.0, 0.0, 0.1, 1.0, 0.0, 0.0, 0.0], &[0.0; 6]);
    /// model.collider(cube, Shape::cuboid([0.2; 3]), wood);
    /// model.ground(wood);
    /// let record = model.run(Moreau::default()).dt(1e-3).until(0.1)?;
    /// assert!((record.last("q.z").unwrap() - 0.1).abs() < 1e-9);
    /// # Ok::<(), StepError>(())
    /// ```
    pub fn collider(
        &mut self,
        at: impl Into<Anchor>,
        shape: Shape,
        material: Material,
    ) -> ColliderId {
        self.add_collider(Collider::new(at, shape, material))
    }
    /// Adds a collider with a name or groups of its own.
    pub fn add_collider(&mut self, collider: Collider) -> ColliderId {
        let Collider { name, at, shape, material, rule } = collider;
        let body = at.body.and_then(|b| self.bodies.get(b));
        let name = name
            .unwrap_or_else(|| self.colliders.free_name(body.map_or("world", |b| b.name.as_str())));
        let parts = shape.parts.placed(&at);
        self.pictures.shapes.extend(parts.pictures());
        let material = self.colliders.material(Some(material));
        self.colliders.add(&name, parts, material, rule)
    }
    /// Adds the ground: the half space below the plane through the origin, whose normal points against gravity (e_z without
    /// gravity).
    pub fn ground(&mut self, material: Material) -> ColliderId {
        let plane = Shape::ground(&self.gravity).parts;
        let material = self.colliders.material(Some(material));
        let name = self.colliders.free_name("ground");
        let id = self.colliders.add(&name, plane, material, Default::default());
        self.ground = Some(id);
        id
    }
    /// Lets two bodies or colliders pass through each other.
    pub fn ignore(&mut self, a: impl Into<Party>, b: impl Into<Party>) -> &mut Self {
        self.colliders.ignore(a.into(), b.into());
        self
    }
    /// Whether colliders of two bodies that a joint connects touch each other; by default they do not.
    pub fn collide_joined(&mut self, yes: bool) -> &mut Self {
        self.colliders.joined = yes;
        self
    }
    /// Sets the law of contacts between two materials, in place of the one that follows from both.
    pub fn pair_law(&mut self, a: Material, b: Material, law: ContactLaw) -> &mut Self {
        let [a, b] = [a, b].map(|m| self.colliders.material(Some(m)));
        self.colliders.set_law(a, b, law);
        self
    }
    /// Pairs of bodies that a joint connects.
    fn joined(&mut self) -> HashSet<(usize, usize)> {
        let mut out = HashSet::new();
        for e in &mut self.elements {
            if !matches!(e.role, Role::Bilateral(_)) {
                continue;
            }
            let bodies: Vec<usize> = e.element.anchors().iter().filter_map(|a| a.body).collect();
            for &a in &bodies {
                out.extend(bodies.iter().map(|&b| (a, b)));
            }
        }
        out
    }
    /// Makes the contacts of the colliders that were added so far. Gives back the pairs that have contacts from now on, with the
    /// number of contacts of each.
    pub(crate) fn expand_colliders(&mut self) -> Result<Vec<([String; 2], usize)>, CannotTouch> {
        if self.colliders.is_empty() {
            return Ok(Vec::new());
        }
        let mut colliders = std::mem::take(&mut self.colliders);
        if let Some(id) = self.ground.take() {
            let ground = Shape::ground(&self.gravity).parts;
            self.pictures.shapes.extend(ground.pictures());
            colliders.replace(id, ground);
        }
        let joined = self.joined();
        let rigid = |at: &Anchor| {
            at.body.is_none_or(|b| {
                self.bodies.get(b).is_some_and(|b| b.body.nodes() == 1 && at.along.is_none())
            })
        };
        let planar = |at: &Anchor| self.planar(at);
        let expanded = colliders.expand(Bodies { joined, rigid: &rigid, planar: &planar })?;
        let mut pairs = Vec::new();
        for (pair, list) in expanded.declared {
            pairs.push((pair, list.len()));
            self.contacts += list.len();
            self.elements.extend(list.into_iter().map(|made| ModelElement {
                name: made.name,
                element: made.element,
                role: Role::Contact(made.law),
                whole: None,
            }));
        }
        if let Some(near) = expanded.near {
            self.colliding(near);
        }
        self.alone = expanded.alone;
        Ok(pairs)
    }
    /// The same at assembly, with sizes checked.
    pub(crate) fn with_contacts(mut self) -> Result<Self, ModelError> {
        self.colliders.check()?;
        match self.expand_colliders() {
            Ok(_) => Ok(self),
            Err(CannotTouch { pair: [a, b], why, allowed }) => {
                Err(ModelError::Invalid { what: format!("'{a}' and '{b}'"), value: why, allowed })
            }
        }
    }
    /// Shapes that touch where they meet. Their contacts follow all others and exist while they are near.
    #[doc(hidden)]
    pub fn colliding(&mut self, shapes: Arc<dyn Collisions>) -> &mut Self {
        self.colliding = Some(Colliding { shapes, changes: Vec::new() });
        self
    }
    /// Every contact with its law, for overrides.
    pub fn laws_mut(&mut self) -> impl Iterator<Item = (&str, &mut ContactLaw)> {
        self.elements.iter_mut().filter_map(|e| match &mut e.role {
            Role::Contact(law) => Some((e.name.as_str(), law)),
            _ => None,
        })
    }
    /// Initial coordinates and velocities of a body; none where the model has no such body.
    pub fn initial_mut(&mut self, body: BodyId) -> Option<(&mut Vec<f64>, &mut Vec<f64>)> {
        self.bodies.get_mut(body.0).map(|b| (&mut b.q0, &mut b.u0))
    }
    pub(crate) fn set_velocities(&mut self, body: BodyId, u0: &[f64]) {
        self.bodies[body.0].u0 = u0.to_vec();
    }
    /// The names of all coordinates and of all velocities, each with its body and its index there.
    pub(crate) fn names(&self) -> [Vec<(String, usize, usize)>; 2] {
        let n = self.bodies.len();
        let list = |names: fn(&dyn Body) -> Vec<String>| {
            let mut out = Vec::new();
            for (b, body) in self.bodies.iter().enumerate() {
                for (k, name) in names(&*body.body).iter().enumerate() {
                    out.push((self.names.called(name, &body.name, b, n), b, k));
                }
            }
            out
        };
        [list(|b| b.q_names()), list(|b| b.u_names())]
    }
    /// All bodies with their names.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &str)> {
        self.bodies.iter().enumerate().map(|(k, b)| (BodyId(k), b.name.as_str()))
    }
    /// A body by its name.
    pub fn body_named(&self, name: &str) -> Option<BodyId> {
        self.bodies().find(|b| b.1 == name).map(|b| b.0)
    }
    /// A contact or stop by its name.
    pub fn contact_named(&self, name: &str) -> Option<ContactId> {
        let contacts = self.elements.iter().filter(|e| matches!(e.role, Role::Contact(_)));
        contacts.enumerate().find(|c| c.1.name == name).map(|c| ContactId(c.0))
    }

    pub(crate) fn planar(&self, a: &Anchor) -> bool {
        a.body.is_none_or(|b| self.bodies.get(b).is_some_and(|b| b.body.planar()))
    }
    fn row(&mut self, name: &str, e: impl Element, role: Role) -> JointId {
        let (name, element) = (name.into(), Box::new(e));
        self.elements.push(ModelElement { name, element, role, whole: None });
        JointId(self.elements.len() - 1)
    }
    fn touch(&mut self, name: &str, e: impl Element, role: Role) -> ContactId {
        self.row(name, e, role);
        self.contacts += 1;
        ContactId(self.contacts - 1)
    }
}

/// Whether a row between planar bodies says something out of the plane only.
fn out_of_plane(p: &Primitive, a: &Anchor, b: &Anchor) -> bool {
    let z1 = |n: &V3| (a.R * n).z.abs() > 0.999;
    let z2 = |n: &V3| (b.R * n).z.abs() > 0.999;
    match p {
        Primitive::Coincide { e } => e.z.abs() > 0.999,
        Primitive::Along { n1 } => z1(n1),
        Primitive::Perpendicular { n1, n2 } => z1(n1) != z2(n2),
        _ => false,
    }
}
