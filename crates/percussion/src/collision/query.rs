//! Distances of shapes and rays onto them, without a model or a state.

use super::contacts::Geometry;
use super::narrow::shape_pairs;
use super::shapes::{nearest, touching, Kind, Search, Solid, Straight};
use super::Shape;
use crate::error::ModelError;
use crate::frame::{Anchor, Frame, V3};
use std::sync::Arc;

/// Rays end after so many supporting planes; polyhedra take as many as the faces that the ray passes over.
const MAX_PLANES: usize = 200;
/// Relative tolerance of distances and of places on rays.
const TOLERANCE: f64 = 1e-12;

/// The shortest way between two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// How far the two are apart (m); below zero the depth by which they overlap.
    pub gap: f64,
    /// Unit normal from the first to the second.
    pub normal: V3,
    /// The nearest points of both (m).
    pub points: [V3; 2],
}

/// Where a ray meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// How far along the ray (m).
    pub distance: f64,
    /// The point (m).
    pub point: V3,
    /// Outward unit normal of the shape there.
    pub normal: V3,
}

fn frame(at: &Anchor) -> Frame {
    let mut f = Frame::default();
    f.reset();
    f.compose(at, 0.0);
    f
}

/// The gap of a contact; without a normal where nothing touches.
fn between(contact: &dyn Geometry, a: &Anchor, b: &Anchor) -> Distance {
    let (a, b) = (frame(a), frame(b));
    let t = contact.touch(&a, &b);
    Distance { gap: t.g, normal: t.n, points: [a.r + t.c1, b.r + t.c2] }
}

fn between_solids(
    (a, one): &(Anchor, Arc<Solid>),
    (b, two): &(Anchor, Arc<Solid>),
) -> Option<Distance> {
    let found = touching(one, two, (&a.rho, &a.R), (&b.rho, &b.R), &mut Search::default());
    let nearest = found.places.iter().flatten().min_by(|x, y| x.gap.total_cmp(&y.gap))?;
    let normal = a.R * nearest.n;
    let x = a.rho + a.R * (nearest.x1 + nearest.n * nearest.r1);
    Some(Distance { gap: nearest.gap, normal, points: [x, x + normal * nearest.gap] })
}

fn invalid(what: &str, value: &str, allowed: &str) -> ModelError {
    ModelError::Invalid { what: what.into(), value: value.into(), allowed: allowed.into() }
}

impl Shape {
    /// The distance of two shapes, where [`Shape::at`] and [`Shape::turned`] have put them: the least gap of the contacts that
    /// they would have.
    ///
    /// ```
    /// use percussion::prelude::*;
    ///
    /// let one = Shape::cuboid([1.0; 3]);
    /// let two = Shape::sphere(0.5).at(V3::new(3.0, 0.0, 0.0));
    /// let found = one.distance(&two)?;
    /// assert!((found.gap - 2.0).abs() < 1e-12 && (found.normal - V3::x()).norm() < 1e-12);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// Kinds of shapes that do not touch each other; sizes that no shape has; shapes of which one is not convex, and which are
    /// further apart than half the size of the smaller one.
    pub fn distance(&self, other: &Shape) -> Result<Distance, ModelError> {
        self.parts.check("the first shape")?;
        other.parts.check("the second shape")?;
        let planar = self.parts.kind().1 && other.parts.kind().1;
        let pairs = shape_pairs(planar, &self.parts, &other.parts)
            .map_err(|(why, allowed)| invalid("the pair of shapes", &why, &allowed))?;
        let (ones, twos) = (self.parts.solids(), other.parts.solids());
        let found: Vec<Distance> = match planar || ones.is_empty() || twos.is_empty() {
            true => pairs.into_iter().map(|(g, a, b)| between(&*g, &a, &b)).collect(),
            false => {
                let all = ones.iter().flat_map(|x| twos.iter().map(move |y| (x, y)));
                all.filter_map(|(x, y)| between_solids(x, y)).collect()
            }
        };
        let there = found.into_iter().filter(|d| d.normal != V3::zeros());
        there.min_by(|a, b| a.gap.total_cmp(&b.gap)).ok_or_else(|| {
            let why = "they are too far apart, and one of them is not convex";
            invalid("the distance of two shapes", why, "shapes nearer than half the smaller one")
        })
    }

    /// Where a ray from a point along a direction first enters the shape; none where it passes, or begins inside. Planes, convex
    /// shapes, unions of them and meshes are seen; rings, holes, cylinders without ends and shapes of the plane are not.
    ///
    /// ```
    /// use percussion::prelude::*;
    ///
    /// let hit = Shape::sphere(0.5).ray(V3::new(2.0, 0.0, 0.0), -V3::x()).unwrap();
    /// assert!((hit.distance - 1.5).abs() < 1e-9 && (hit.normal - V3::x()).norm() < 1e-6);
    /// ```
    pub fn ray(&self, from: V3, direction: V3) -> Option<Hit> {
        let length = direction.norm();
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        let way = direction / length;
        let mut best: Option<Hit> = None;
        for (at, solid) in self.parts.solids() {
            let (p, e) = (at.R.tr_mul(&(from - at.rho)), at.R.tr_mul(&way));
            let found = match solid.straight {
                Straight::Mesh => through_triangles(&solid, &p, &e),
                Straight::Ring => None,
                _ if solid.is_plane() => onto_plane(&V3::z(), 0.0, &p, &e),
                _ if solid.radius.is_finite() => onto_convex(&solid, &p, &e),
                _ => None,
            };
            if let Some((t, n)) = found.filter(|f| best.is_none_or(|b| f.0 < b.distance)) {
                best = Some(Hit { distance: t, point: from + way * t, normal: at.R * n });
            }
        }
        best
    }
}

fn onto_plane(n: &V3, d: f64, p: &V3, e: &V3) -> Option<(f64, V3)> {
    let (h, slope) = (n.dot(p) - d, n.dot(e));
    (h >= 0.0 && slope < 0.0).then(|| (-h / slope, *n))
}

/// The plane across the shortest way to the solid has all of it on its other side: the ray goes on to that plane (van den
/// Bergen: Ray casting against general convex objects, 2004).
fn onto_convex(solid: &Solid, p: &V3, e: &V3) -> Option<(f64, V3)> {
    let (mut t, mut normal) = (0.0, None);
    for _ in 0..MAX_PLANES {
        let x = p + e * t;
        // from the solid to the point
        let support = |n: &V3| {
            let y = x - solid.support(n);
            (y, y.map(f64::to_bits))
        };
        let start = x.try_normalize(0.0).unwrap_or(-e);
        let Some(found) = nearest(support, &start, solid.radius, TOLERANCE) else { break };
        if found.low <= TOLERANCE * (solid.radius + t) {
            normal = normal.or(Some(found.n));
            break;
        }
        let slope = found.n.dot(e);
        if slope >= 0.0 {
            return None;
        }
        t -= found.low / slope;
        normal = Some(found.n);
    }
    normal.map(|n| (t, n))
}

fn through_triangles(solid: &Solid, p: &V3, e: &V3) -> Option<(f64, V3)> {
    let hit = |k: &Kind| {
        let Kind::Face { n, d, .. } = k else { return None };
        let (t, n) = onto_plane(n, *d, p, e)?;
        k.on_face(&(p + e * t), TOLERANCE * solid.radius).then_some((t, n))
    };
    let hits = solid.patches.iter().filter_map(|p| hit(&p.kind));
    hits.min_by(|a, b| a.0.total_cmp(&b.0))
}
