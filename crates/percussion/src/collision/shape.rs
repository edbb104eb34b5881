//! The words for shapes: what a collider is made of, in its own axes.

use super::parts::{local, Cavity, Cuboid, Parts, Pieces, Plate, Polyhedron, Rod};
use crate::collision::shapes::{
    decompose, Convex, Given, Hull, HullError, Mesh, MeshFault, Outline, OutlineError, Solid,
};
use crate::error::ModelError;
use crate::frame::{basis, Anchor, M3, V3};
use crate::picture;
use std::sync::Arc;

/// Largest length of a shape (m): its fourth power is still finite.
pub(crate) const MAX_LENGTH: f64 = 1e70;
/// Points of a hull within this fraction of its size of one plane make one face.
const FLAT: f64 = 1e-9;
/// Points by which a body given by its functions is drawn.
const PICTURED: u32 = 300;
/// Largest number of triangles of a mesh that collides.
pub(crate) const MAX_TRIANGLES: usize = 500_000;
/// Largest number of triangles of a mesh that is cut into convex parts.
pub(crate) const MAX_CUT: usize = 5000;

/// The shape of a collider, in the axes of the anchor that carries it (m).
///
/// The same words are the `type` of a shape in model files and in Python (`cuboid` is `box` there). Sizes are checked when
/// the model is assembled; a hull, a mesh and an outline are checked when they are made.
///
/// ```
/// use percussion::prelude::*;
///
/// let brick = Shape::cuboid([0.2, 0.1, 0.06]);
/// let pin = Shape::cylinder(0.01, 0.05).at(V3::new(0.0, 0.0, 0.05));
/// let roof = Shape::hull(&[[0.1, 0.0, 0.0], [-0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]].map(V3::from))?;
/// # drop((brick, pin, roof));
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct Shape {
    pub(crate) parts: Parts,
}

fn shape(parts: Parts) -> Shape {
    Shape { parts }
}

fn here() -> Anchor {
    local(V3::zeros())
}

fn invalid(what: &str, why: impl ToString, allowed: &str) -> ModelError {
    ModelError::Invalid { what: what.into(), value: why.to_string(), allowed: allowed.into() }
}

impl Shape {
    /// The half space below the plane through the origin with normal e_z.
    pub fn plane() -> Self {
        shape(Parts::Plane(here()))
    }
    /// A sphere; a disc in the plane.
    pub fn sphere(radius: f64) -> Self {
        Shape::points(&[V3::zeros()], radius)
    }
    /// Spheres of one radius about points; radius 0 makes points.
    pub fn points(points: &[V3], radius: f64) -> Self {
        shape(Parts::Spheres(points.iter().map(|p| local(*p)).collect(), radius))
    }
    /// A box about the origin by the lengths of its edges along x, y and z.
    pub fn cuboid(size: [f64; 3]) -> Self {
        let h = 0.5 * V3::from(size);
        shape(Parts::Box(Cuboid {
            at: here(),
            h,
            flat: false,
            round: 0.0,
            hulls: Default::default(),
        }))
    }
    /// A box of the plane by its width along x and its height along y.
    pub fn rectangle(size: [f64; 2]) -> Self {
        let h = 0.5 * V3::new(size[0], size[1], 0.0);
        shape(Parts::Box(Cuboid {
            at: here(),
            h,
            flat: true,
            round: 0.0,
            hulls: Default::default(),
        }))
    }
    /// All points within `radius` of the segment between two points.
    pub fn capsule(ends: [V3; 2], radius: f64) -> Self {
        let way = ends[1] - ends[0];
        if way.norm() < 1e-12 {
            return Shape::points(&ends[..1], radius);
        }
        let at = local((ends[0] + ends[1]) * 0.5).with_axes(basis(&way));
        shape(Parts::Capsule(Rod { at, L: 0.5 * way.norm(), R: radius }))
    }
    /// A cylinder about e_z with its ends at ±length/2.
    pub fn cylinder(radius: f64, length: f64) -> Self {
        shape(Parts::Cylinder(Rod { at: here(), L: 0.5 * length, R: radius }))
    }
    /// A cylinder about e_z without ends; a disc in the plane.
    pub fn endless_cylinder(radius: f64) -> Self {
        shape(Parts::Cylinder(Rod { at: here(), L: f64::INFINITY, R: radius }))
    }
    /// The inside of a cylinder about e_z without ends; a round hole in the plane.
    pub fn hollow_cylinder(radius: f64) -> Self {
        shape(Parts::Hollow(here(), Cavity::Cylinder(radius)))
    }
    /// The inside of a sphere; a round hole in the plane. Spheres, points, capsules, boxes and hulls touch it.
    pub fn hollow_sphere(radius: f64) -> Self {
        shape(Parts::Hollow(here(), Cavity::Sphere(radius)))
    }
    /// The inside of a cone that opens along e_z: its tip at the origin, its radius at the height `length`, beyond which it goes
    /// on. Spheres, points, capsules, boxes and hulls touch it.
    pub fn hollow_cone(radius: f64, length: f64) -> Self {
        shape(Parts::Hollow(here(), Cavity::Cone(radius, length)))
    }
    /// A disc about e_z without thickness.
    pub fn rim(radius: f64) -> Self {
        shape(Parts::Rim(here(), radius))
    }
    /// An ellipsoid by its half axes along x, y and z.
    pub fn ellipsoid(radii: [f64; 3]) -> Self {
        shape(Parts::Ellipsoid(here(), radii.into()))
    }
    /// A strictly convex body with a smooth surface, by the points of its surface as a function of the normal and their
    /// derivative. It is kept until the program ends; make it once and clone the shape.
    ///
    /// ```
    /// use percussion::collision::Convex;
    /// use percussion::frame::{M3, V3};
    /// use percussion::prelude::Shape;
    ///
    /// struct Ball(f64);
    /// impl Convex for Ball {
    ///     fn support(&self, n: &V3) -> V3 {
    ///         n * self.0
    ///     }
    ///     fn curvature(&self, n: &V3) -> M3 {
    ///         (M3::identity() - n * n.transpose()) * self.0
    ///     }
    /// }
    /// let ball = Shape::convex(Ball(0.1));
    /// assert!((ball.distance(&Shape::plane().at(-V3::z())).unwrap().gap - 0.9).abs() < 1e-12);
    /// ```
    pub fn convex(body: impl Convex) -> Self {
        let body = Given(Box::leak(Box::new(body)));
        let turn = std::f64::consts::PI * (3.0 - 5f64.sqrt());
        let seen = (0..PICTURED).map(|k| {
            let z = 1.0 - (2.0 * f64::from(k) + 1.0) / f64::from(PICTURED);
            let (s, c) = (turn * f64::from(k)).sin_cos();
            let r = (1.0 - z * z).sqrt();
            body.0.support(&V3::new(r * c, r * s, z)).into()
        });
        let picture = Arc::new(picture::Shape::Hull { points: seen.collect() });
        let solid = Arc::new(Solid::given(body));
        let sizes = vec![("the size", solid.radius, false)];
        shape(Parts::Pieces(Pieces { at: here(), solid, picture, sizes }))
    }
    /// A cone about e_z: a disc at the origin, its tip at `length` along e_z.
    pub fn cone(radius: f64, length: f64) -> Self {
        let rim = (0..32).map(|k| {
            let (y, x) = (std::f64::consts::TAU * f64::from(k) / 32.0).sin_cos();
            [radius * x, radius * y, 0.0]
        });
        let points = rim.chain([[0.0, 0.0, length]]).collect();
        let picture = Arc::new(picture::Shape::Hull { points });
        let sizes = vec![("the radius", radius, false), ("the length", length, false)];
        let solid = Arc::new(Solid::cone(radius, length));
        shape(Parts::Pieces(Pieces { at: here(), solid, picture, sizes }))
    }
    /// A ring about e_z by the radius of its middle line and that of its wire.
    pub fn torus(radius: f64, tube: f64) -> Self {
        Shape::link(radius, tube, 0.0)
    }
    /// A link of a chain: two half rings joined by straight parts of a length along x.
    pub fn link(radius: f64, tube: f64, length: f64) -> Self {
        let L = 0.5 * length;
        let picture = Arc::new(picture::Shape::ring(radius, tube, L));
        let solid = Arc::new(Solid::torus(radius, tube, L));
        let sizes = vec![
            ("the radius of the wire", tube, false),
            ("the radius of the hole", radius - tube, false),
            ("the length", length, true),
        ];
        shape(Parts::Pieces(Pieces { at: here(), solid, picture, sizes }))
    }
    /// The convex hull of points.
    ///
    /// # Errors
    /// Fewer than four points, points in one plane, not finite, or too many.
    pub fn hull(points: &[V3]) -> Result<Self, ModelError> {
        let made = Hull::new(points, FLAT);
        let made = made.map_err(|e: HullError| invalid("hull", e, "points of a solid"))?;
        Ok(Shape::of_hull(made, false))
    }
    /// A convex polygon of the plane.
    ///
    /// # Errors
    /// Points that are not the corners of a convex polygon.
    pub fn polygon(points: &[[f64; 2]]) -> Result<Self, ModelError> {
        let made = Hull::polygon(points, FLAT);
        let made =
            made.map_err(|e: HullError| invalid("polygon", e, "corners of a convex polygon"))?;
        Ok(Shape::of_hull(made, false))
    }
    /// A surface of triangles, seen counterclockwise from outside. A mesh with a border acts on the side its triangles show.
    ///
    /// # Errors
    /// What makes a mesh unusable: no triangle, an edge of three triangles, triangles that cross, inside out, not finite.
    pub fn mesh(vertices: &[V3], triangles: &[[usize; 3]]) -> Result<Self, ModelError> {
        if let Some(k) = triangles.iter().flatten().find(|k| **k >= vertices.len()) {
            return Err(invalid("mesh", format!("corner {k}"), "indices of its vertices"));
        }
        let mesh = Mesh { vertices: vertices.to_vec(), triangles: triangles.to_vec() };
        match unusable(&mesh, true).into_iter().next() {
            Some((why, allowed)) => Err(invalid("mesh", why, &allowed)),
            None => Ok(Shape::of_mesh(mesh, FLAT, false)),
        }
    }
    /// An outline of the plane: points [x, y, bulge] that run counterclockwise. The bulge of a side is the tangent of a
    /// quarter of the angle of its arc; 0 is straight.
    ///
    /// # Errors
    /// A curve that crosses itself or runs clockwise.
    pub fn outline(points: &[[f64; 3]]) -> Result<Self, ModelError> {
        let allowed = "a closed curve that runs counterclockwise";
        let made = Outline::new(points, false);
        let made = made.map_err(|e: OutlineError| invalid("outline", e, allowed))?;
        Ok(Shape::of_outline(made, false))
    }

    /// Rounded: all points within `radius` (m) of a box, a hull or its parts, or spheres of this radius about points. Other
    /// shapes stay as they are.
    pub fn rounded(mut self, radius: f64) -> Self {
        self.parts.each_mut(&mut |p| match p {
            Parts::Box(b) => b.round = radius,
            Parts::Hull(h) => h.round = radius,
            Parts::Spheres(_, r) => *r = radius,
            _ => {}
        });
        self
    }
    /// Moved by an offset (m).
    pub fn at(self, offset: V3) -> Self {
        Shape { parts: self.parts.placed(&local(offset)) }
    }
    /// Turned by a rotation matrix.
    pub fn turned(self, axes: M3) -> Self {
        Shape { parts: self.parts.placed(&here().with_axes(axes)) }
    }
    /// Turned so that its e_z points along `axis`: the axis of a cylinder, the normal of a plane.
    pub fn along(self, axis: V3) -> Self {
        self.turned(basis(&axis))
    }

    /// The half space below the plane through the origin, whose normal points against gravity; e_z without gravity.
    pub(crate) fn ground(gravity: &V3) -> Self {
        match gravity.norm() > 0.0 {
            true => Shape::plane().along(-gravity),
            false => Shape::plane(),
        }
    }
    /// A hull; `centred` moves its centre of mass to the origin.
    pub(crate) fn of_hull(hull: Hull, centred: bool) -> Self {
        let c = hull.mass_properties().centre;
        // a centre that round-off alone keeps from zero is zero: gaps that are zero stay so
        let c = if c.norm() < 1e-12 * hull.radius { V3::zeros() } else { c };
        // bounds of gaps are measured from the origin of the hull: one far outside would make them poor
        let (offset, hull) = match centred {
            true => (V3::zeros(), hull.about_point(&c)),
            false if c.norm() > 0.5 * hull.radius => (c, hull.about_point(&c)),
            false => (V3::zeros(), hull),
        };
        let (at, hull) = (local(offset), Arc::new(hull));
        shape(Parts::Hull(Polyhedron { at, hull, round: 0.0 }))
    }
    /// An outline; `centred` moves the centre of its area to the origin.
    pub(crate) fn of_outline(outline: Outline, centred: bool) -> Self {
        let (_, c, _) = outline.area_properties();
        let c = if c.norm() < 1e-12 * outline.radius { c.scaled(0.0) } else { c };
        let (offset, outline) = match centred {
            true => (V3::zeros(), outline.about_point(&c)),
            false if c.norm() > 0.5 * outline.radius => {
                (V3::new(c.0[0], c.0[1], 0.0), outline.about_point(&c))
            }
            false => (V3::zeros(), outline),
        };
        shape(Parts::Outline(Plate { at: local(offset), outline: Arc::new(outline) }))
    }
    /// A plate: an outline between z = ±length/2. None where it has too many sides or chords of its arcs cross it.
    pub(crate) fn of_plate(self, length: f64) -> Option<Self> {
        let Parts::Outline(p) = &self.parts else { return None };
        let (solid, vertices, triangles) = Solid::extruded(&p.outline, 0.5 * length)?;
        let vertices = vertices.into_iter().map(Into::into).collect();
        let picture = Arc::new(picture::Shape::Mesh { vertices, triangles });
        let (at, sizes) = (p.at.clone(), vec![("the length", length, false)]);
        Some(shape(Parts::Pieces(Pieces { at, solid: Arc::new(solid), picture, sizes })))
    }
    /// A mesh without a look at what is wrong with it; `flat` is what counts as one plane, as a fraction of its size.
    pub(crate) fn of_mesh(mesh: Mesh, flat: f64, centred: bool) -> Self {
        Shape::of_rounded_mesh(mesh, flat, centred, 0.0)
    }
    /// The same with all points within `round` of it.
    pub(crate) fn of_rounded_mesh(mesh: Mesh, flat: f64, centred: bool, round: f64) -> Self {
        let c = match (centred, mesh.vertices.first()) {
            (true, _) => mesh.mass_properties().centre,
            (false, Some(&first)) => {
                let low = mesh.vertices.iter().fold(first, |l, v| l.inf(v));
                let high = mesh.vertices.iter().fold(first, |l, v| l.sup(v));
                (low + high) * 0.5
            }
            (false, None) => V3::zeros(),
        };
        let vertices: Vec<V3> = mesh.vertices.iter().map(|v| v - c).collect();
        let at = if centred { here() } else { local(c) };
        let solid = Arc::new(Solid::mesh(&vertices, &mesh.triangles, flat, round, false));
        let picture = Arc::new(picture::Shape::Mesh {
            vertices: vertices.into_iter().map(Into::into).collect(),
            triangles: mesh.triangles,
        });
        let sizes = vec![("the rounding", round, true)];
        shape(Parts::Pieces(Pieces { at, solid, picture, sizes }))
    }
    /// At most `most` convex parts of a closed mesh, their number, and by how much more they fill, as a fraction.
    pub(crate) fn of_convex_parts(
        mesh: &Mesh,
        most: usize,
        flat: f64,
        centred: bool,
    ) -> Option<(Self, usize, f64)> {
        let (hulls, excess) = decompose(mesh, most, flat)?;
        let origin = if centred { mesh.mass_properties().centre } else { V3::zeros() };
        let part = |h: Hull| {
            let c = h.mass_properties().centre;
            let hull = Arc::new(h.about_point(&c));
            Parts::Hull(Polyhedron { at: local(c - origin), hull, round: 0.0 })
        };
        let count = hulls.len();
        Some((shape(Parts::Several(hulls.into_iter().map(part).collect())), count, excess))
    }
}

/// What makes a mesh unusable for contacts, each with what would be allowed. An `open` mesh may have a border.
pub(crate) fn unusable(mesh: &Mesh, open: bool) -> Vec<(String, String)> {
    if mesh.triangles.is_empty() {
        return vec![("the mesh has no triangles".into(), "a surface of triangles".into())];
    }
    if mesh.triangles.len() > MAX_TRIANGLES {
        let message = format!("{} triangles are too many for contacts", mesh.triangles.len());
        return vec![(message, format!("at most {MAX_TRIANGLES}, or type = \"hull\""))];
    }
    if mesh.vertices.iter().any(|v| !v.iter().all(|x| x.abs() <= MAX_LENGTH)) {
        let message = "a corner of the mesh is too far away, or not finite".to_string();
        return vec![(message, format!("finite numbers, at most {MAX_LENGTH:e}"))];
    }
    let mut out = Vec::new();
    for f in mesh.faults() {
        match f {
            // an open mesh acts on the side its triangles show; triangles without area do nothing
            MeshFault::Open(_) if open => {}
            MeshFault::Degenerate(n) if n < mesh.triangles.len() => {}
            MeshFault::Inverted => out.push((
                format!("the mesh is unusable: {f}"),
                "turn the triangles round: counterclockwise seen from outside".into(),
            )),
            f => out.push((format!("the mesh is unusable: {f}"), "a closed surface".into())),
        }
    }
    if let Some((a, b)) = mesh.crossing() {
        let message = format!("triangles {} and {} of the mesh cross each other", a + 1, b + 1);
        out.push((message, "a surface that does not pass through itself".into()));
    }
    out
}
