//! A shape at its place: what the narrow phase, the broad phase and the drawing see of it.

use super::shape::MAX_LENGTH;
use crate::collision::broad::Extent;
use crate::collision::shapes::{Hull, Outline, Solid};
use crate::error::ModelError;
use crate::frame::{Anchor, M3, V3};
use crate::picture;
use std::sync::{Arc, OnceLock};

/// A shape with its anchors: in the axes of its collider as long as their body is the world, or placed on a body.
#[derive(Clone)]
pub(crate) enum Parts {
    /// e_z of the anchor is the normal.
    Plane(Anchor),
    /// Spheres of one radius; points have radius zero.
    Spheres(Vec<Anchor>, f64),
    /// A box about the anchor.
    Box(Cuboid),
    /// A capsule about e_z of the anchor.
    Capsule(Rod),
    /// Material around a hollow; e_z of the anchor is the axis of the hollow.
    Hollow(Anchor, Cavity),
    /// A cylinder about e_z of the anchor, with or without ends.
    Cylinder(Rod),
    /// A disc without thickness: e_z of the anchor is the axis.
    Rim(Anchor, f64),
    /// Half axes along the axes of the anchor.
    Ellipsoid(Anchor, V3),
    /// A convex polyhedron, or a convex polygon of the plane.
    Hull(Polyhedron),
    /// A cone, a ring, a mesh, a height field, an outline with a length.
    Pieces(Pieces),
    /// An outline in the x-y plane of the anchor.
    Outline(Plate),
    /// Convex parts of a mesh.
    Several(Vec<Parts>),
}

/// A hollow.
#[derive(Clone, Copy)]
pub(crate) enum Cavity {
    /// A cylinder without ends, by its radius.
    Cylinder(f64),
    /// A sphere, by its radius.
    Sphere(f64),
    /// A cone that opens along the axis, by its radius at a length from its tip; it goes on without end.
    Cone(f64, f64),
}

impl Cavity {
    /// The lower half of a sphere, or a cone, for drawing.
    fn picture(&self) -> picture::Shape {
        const SIDES: usize = 32;
        let profile: Vec<[f64; 2]> = match *self {
            Cavity::Cylinder(radius) => return picture::Shape::HollowCylinder { radius },
            Cavity::Cone(radius, length) => vec![[0.0, 0.0], [radius, length]],
            Cavity::Sphere(radius) => (0..=8)
                .map(|k| {
                    let (s, c) = (f64::from(k) * std::f64::consts::PI / 16.0).sin_cos();
                    [radius * s, -radius * c]
                })
                .collect(),
        };
        let turn = |k: usize| (k as f64 * std::f64::consts::TAU / SIDES as f64).sin_cos();
        let ring = |p: &[f64; 2]| {
            let [r, z] = *p;
            (0..SIDES).map(move |k| [r * turn(k).1, r * turn(k).0, z])
        };
        let vertices = profile.iter().flat_map(ring).collect();
        let quads = (0..(profile.len() - 1) * SIDES).flat_map(|k| {
            let next = k - k % SIDES + (k + 1) % SIDES;
            [[k, k + SIDES, next], [next, k + SIDES, next + SIDES]]
        });
        picture::Shape::Mesh { vertices, triangles: quads.collect() }
    }
    fn sizes(&self) -> Vec<(&'static str, f64, bool)> {
        match *self {
            Cavity::Cylinder(r) | Cavity::Sphere(r) => vec![("the radius", r, false)],
            Cavity::Cone(r, l) => vec![("the radius", r, false), ("the length", l, false)],
        }
    }
}

/// A box: half its edges, the radius of its rounding; `flat` if it was given by two edges.
#[derive(Clone)]
pub(crate) struct Cuboid {
    pub at: Anchor,
    pub h: V3,
    pub flat: bool,
    pub round: f64,
    /// The same as a polyhedron of the space and as a polygon of the plane, once a pair has asked for it.
    pub hulls: Arc<[OnceLock<Option<Arc<Hull>>>; 2]>,
}

/// A capsule or cylinder with half its length.
#[derive(Clone)]
pub(crate) struct Rod {
    pub at: Anchor,
    pub L: f64,
    pub R: f64,
}

/// A convex polyhedron with the radius of its rounding.
#[derive(Clone)]
pub(crate) struct Polyhedron {
    pub at: Anchor,
    pub hull: Arc<Hull>,
    pub round: f64,
}

/// A solid of smooth pieces, and what it looks like.
#[derive(Clone)]
pub(crate) struct Pieces {
    pub at: Anchor,
    pub solid: Arc<Solid>,
    pub picture: Arc<picture::Shape>,
    /// Lengths it was given by, and whether each may be zero.
    pub sizes: Vec<(&'static str, f64, bool)>,
}

/// An outline of the plane.
#[derive(Clone)]
pub(crate) struct Plate {
    pub at: Anchor,
    pub outline: Arc<Outline>,
}

/// An offset in the axes of a collider.
pub(super) fn local(offset: V3) -> Anchor {
    Anchor::world(offset)
}

/// The same frame at another place in its own axes.
pub(super) fn shifted(a: &Anchor, p: V3) -> Anchor {
    Anchor { rho: a.rho + a.R * p, ..a.clone() }
}

/// A box about points, larger by r; none where it has no end.
fn around(points: impl Iterator<Item = V3>, r: f64) -> Option<Extent> {
    let (low, high) = points.map(|p| (p, p)).reduce(|a, p| (a.0.inf(&p.0), a.1.sup(&p.1)))?;
    let half = (0.5 * (high - low)).add_scalar(r);
    let centre = 0.5 * (low + high);
    let finite = centre.iter().chain(&half).all(|x| x.is_finite());
    finite.then_some(Extent::Box { centre, half, radius: half.norm() })
}

impl Parts {
    /// Calls `f` for this part, or for each of several.
    pub(super) fn each_mut(&mut self, f: &mut dyn FnMut(&mut Parts)) {
        match self {
            Parts::Several(list) => list.iter_mut().for_each(|p| p.each_mut(f)),
            one => f(one),
        }
    }

    /// All anchors.
    fn anchors_mut(&mut self) -> Vec<&mut Anchor> {
        match self {
            Parts::Plane(a) | Parts::Hollow(a, _) | Parts::Rim(a, _) => vec![a],
            Parts::Ellipsoid(a, _) => vec![a],
            Parts::Box(c) => vec![&mut c.at],
            Parts::Hull(h) => vec![&mut h.at],
            Parts::Pieces(p) => vec![&mut p.at],
            Parts::Outline(p) => vec![&mut p.at],
            Parts::Capsule(c) | Parts::Cylinder(c) => vec![&mut c.at],
            Parts::Spheres(list, _) => list.iter_mut().collect(),
            Parts::Several(list) => list.iter_mut().flat_map(Parts::anchors_mut).collect(),
        }
    }

    /// The shape in the axes of an anchor.
    pub fn placed(&self, at: &Anchor) -> Parts {
        let mut out = self.clone();
        for a in out.anchors_mut() {
            *a = Anchor { rho: at.rho + at.R * a.rho, R: at.R * a.R, ..at.clone() };
        }
        out
    }

    /// Where it is; `None` for a list of no points.
    pub fn anchor(&self) -> Option<&Anchor> {
        match self {
            Parts::Plane(a) | Parts::Hollow(a, _) | Parts::Rim(a, _) => Some(a),
            Parts::Ellipsoid(a, _) => Some(a),
            Parts::Box(c) => Some(&c.at),
            Parts::Hull(h) => Some(&h.at),
            Parts::Pieces(p) => Some(&p.at),
            Parts::Outline(p) => Some(&p.at),
            Parts::Capsule(c) | Parts::Cylinder(c) => Some(&c.at),
            Parts::Spheres(list, _) => list.first(),
            Parts::Several(list) => list.first().and_then(Parts::anchor),
        }
    }

    /// Lengths by name, and whether each may be zero. Endless ones are left out.
    pub fn sizes(&self) -> Vec<(&'static str, f64, bool)> {
        let radius = |r: &f64| ("the radius", *r, false);
        let rod = |c: &Rod| {
            let length = (c.L != f64::INFINITY).then_some(("half the length", c.L, false));
            [radius(&c.R)].into_iter().chain(length).collect()
        };
        let mut out: Vec<(&'static str, f64, bool)> = match self {
            Parts::Plane(_) | Parts::Outline(_) => Vec::new(),
            Parts::Spheres(_, r) => vec![("the radius", *r, true)],
            Parts::Hollow(_, c) => c.sizes(),
            Parts::Rim(_, r) => vec![radius(r)],
            Parts::Capsule(c) | Parts::Cylinder(c) => rod(c),
            Parts::Ellipsoid(_, a) => a.iter().map(|a| ("a half axis", *a, false)).collect(),
            Parts::Box(b) => {
                let edges = b.h.iter().take(if b.flat { 2 } else { 3 });
                let edges = edges.map(|h| ("half an edge", *h, false));
                edges.chain([("the rounding", b.round, true)]).collect()
            }
            Parts::Hull(h) => {
                vec![("the size", h.hull.radius, false), ("the rounding", h.round, true)]
            }
            Parts::Pieces(p) => p.sizes.clone(),
            Parts::Several(list) => list.iter().flat_map(Parts::sizes).collect(),
        };
        // an offset may have any sign
        let at = |a: &Anchor| ("the offset", a.rho.norm(), true);
        out.extend(match self {
            Parts::Spheres(list, _) => list.iter().map(at).collect(),
            Parts::Several(_) => Vec::new(),
            one => one.anchor().map(at).into_iter().collect::<Vec<_>>(),
        });
        out
    }

    /// Reject sizes that no shape has.
    ///
    /// # Errors
    /// The size by the name of its shape.
    pub fn check(&self, name: &str) -> Result<(), ModelError> {
        let allowed = format!("greater than zero, at most {MAX_LENGTH:e}");
        let may_be_zero = format!("zero or greater, at most {MAX_LENGTH:e}");
        for (what, value, zero) in self.sizes() {
            let good = value <= MAX_LENGTH && (value > 0.0 || zero && value == 0.0);
            if !good {
                let allowed = if zero { &may_be_zero } else { &allowed };
                return Err(ModelError::value(format!("{what} of '{name}'"), value, allowed));
            }
        }
        Ok(())
    }

    /// What it looks like.
    pub fn pictures(&self) -> Vec<(Anchor, picture::Shape)> {
        use picture::Shape as S;
        match self {
            Parts::Several(list) => list.iter().flat_map(Parts::pictures).collect(),
            Parts::Plane(a) => vec![(a.clone(), S::Plane)],
            Parts::Hollow(a, c) => vec![(a.clone(), c.picture())],
            Parts::Rim(a, R) => vec![(a.clone(), S::Disc { radius: *R })],
            Parts::Ellipsoid(a, h) => vec![(a.clone(), S::Ellipsoid { half: (*h).into() })],
            Parts::Hull(h) => {
                let z = if h.hull.flat { 0.0 } else { 1.0 };
                let points = h.hull.vertices.iter().map(|v| [v.x, v.y, z * v.z]).collect();
                vec![(h.at.clone(), S::Hull { points })]
            }
            Parts::Pieces(p) => vec![(p.at.clone(), (*p.picture).clone())],
            Parts::Outline(p) => {
                vec![(p.at.clone(), S::Polygon { points: p.outline.polygon() })]
            }
            Parts::Box(c) => vec![(c.at.clone(), S::cuboid(&c.h, c.round))],
            Parts::Capsule(c) => {
                vec![(c.at.clone(), S::Capsule { half_length: c.L, radius: c.R })]
            }
            Parts::Cylinder(c) => {
                let half_length = c.L.is_finite().then_some(c.L);
                vec![(c.at.clone(), S::Cylinder { half_length, radius: c.R })]
            }
            Parts::Spheres(list, R) => match (list.first(), *R == 0.0 && list.len() > 2) {
                (Some(first), true) => {
                    let points = list.iter().map(|a| a.rho.into()).collect();
                    let base = Anchor { rho: V3::zeros(), R: M3::identity(), ..first.clone() };
                    vec![(base, S::Hull { points })]
                }
                _ => list.iter().map(|a| (a.clone(), S::Sphere { radius: *R })).collect(),
            },
        }
    }

    /// Bounds for the broad phase, with the anchor they move with; none where the shape has no end or its points move apart.
    pub fn extent(&self) -> Option<(Anchor, Extent)> {
        let about = |half: V3| around([-half, half].into_iter(), 0.0);
        let base = |a: &Anchor| Anchor { rho: V3::zeros(), R: M3::identity(), ..a.clone() };
        let (at, extent) = match self {
            Parts::Plane(at) => (at, Some(Extent::Plane)),
            Parts::Box(b) => (&b.at, around([-b.h, b.h].into_iter(), b.round)),
            Parts::Capsule(c) => (&c.at, about(V3::new(c.R, c.R, c.L + c.R))),
            Parts::Cylinder(c) => (&c.at, about(V3::new(c.R, c.R, c.L))),
            Parts::Rim(at, R) => (at, about(V3::new(*R, *R, 0.0))),
            Parts::Ellipsoid(at, a) => (at, about(*a)),
            Parts::Hull(h) => (&h.at, around(h.hull.vertices.iter().copied(), h.round)),
            Parts::Pieces(p) => {
                let (low, high) = p.solid.bounds();
                (&p.at, around([low, high].into_iter(), 0.0))
            }
            Parts::Spheres(list, R) => {
                // points have frames of their own
                let first = list.first()?;
                let driven = list.iter().any(|a| a.drive.is_some());
                let mut extent = around(list.iter().map(|a| a.rho), *R).filter(|_| !driven)?;
                if let (Extent::Box { radius, .. }, 1) = (&mut extent, list.len()) {
                    *radius = *R;
                }
                return Some((base(first), extent));
            }
            Parts::Several(list) => {
                let first = list.iter().find_map(Parts::anchor)?;
                let hulls = list.iter().filter_map(|p| match p {
                    Parts::Hull(h) => Some(h),
                    _ => None,
                });
                let round = hulls.clone().map(|h| h.round).fold(0.0, f64::max);
                let at = |h: &'_ Polyhedron| {
                    let (rho, R) = (h.at.rho, h.at.R);
                    h.hull.vertices.iter().map(|v| rho + R * v).collect::<Vec<V3>>()
                };
                let extent = around(hulls.flat_map(at), round).filter(|_| first.drive.is_none());
                return Some((base(first), extent?));
            }
            Parts::Hollow(..) | Parts::Outline(_) => return None,
        };
        Some((at.clone(), extent?))
    }

    /// Two shapes of the same kind can touch the same others.
    pub fn kind(&self) -> (std::mem::Discriminant<Self>, bool) {
        let special = match self {
            Parts::Spheres(_, R) => *R == 0.0,
            Parts::Box(b) => b.flat,
            Parts::Hull(h) => h.hull.flat,
            _ => false,
        };
        (std::mem::discriminant(self), special)
    }
}
