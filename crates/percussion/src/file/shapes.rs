//! Shapes of model files: what they are for contacts, and what they look like.

use super::build::Builder;
use super::diagnostics::Span;
use super::read::{Number, Vector};
use super::spec::*;
use crate::frame::{basis, Anchor, M3, V3};
use crate::picture;
use crate::shapes::{Hull, Outline};
use std::sync::Arc;

/// Largest size of a shape: squares of squares of it are numbers still.
pub(super) const MAX_LENGTH: f64 = 1e70;

/// What a shape is for contacts.
#[derive(Clone)]
pub(super) enum Parts {
    /// e_z of the anchor is the normal.
    Plane(Anchor),
    /// Spheres of one radius; points have radius zero.
    Spheres(Vec<Anchor>, f64),
    /// A box about the anchor.
    Box(Cuboid),
    /// A capsule about e_z of the anchor.
    Capsule(Rod),
    /// e_z of the anchor is the axis.
    Hollow(Anchor, f64),
    /// A cylinder about e_z of the anchor, with or without ends.
    Cylinder(Rod),
    /// e_z of the anchor is the axis.
    Rim(Anchor, f64),
    /// Half axes along the axes of the anchor.
    Ellipsoid(Anchor, V3),
    /// A convex polyhedron about the anchor.
    Hull(Solid),
    /// A cone, a ring, a mesh, a height field, an outline with a length.
    Pieces(super::solids::Pieces),
    /// An outline in the plane of the anchor.
    Outline(Plate),
    /// Convex parts of a mesh.
    Several(Vec<Parts>),
}

/// An outline of the plane.
#[derive(Clone)]
pub(super) struct Plate {
    pub at: Anchor,
    pub outline: Arc<Outline>,
}

/// A convex polyhedron with the radius of its rounding.
#[derive(Clone)]
pub(super) struct Solid {
    pub at: Anchor,
    pub hull: Arc<Hull>,
    pub round: f64,
}

/// A box: half its edges, the radius of its rounding; `flat` if it was given by two edges.
#[derive(Clone)]
pub(super) struct Cuboid {
    pub at: Anchor,
    pub h: V3,
    pub flat: bool,
    pub round: f64,
}

/// A capsule or cylinder with half its length.
#[derive(Clone)]
pub(super) struct Rod {
    pub at: Anchor,
    pub L: f64,
    pub R: f64,
}

/// A shape with its material.
#[derive(Clone)]
pub(super) struct Shape {
    pub parts: Parts,
    pub material: Option<String>,
    /// What it says about collisions.
    pub collide: super::collide::Rule,
}

/// The same frame at another place in its own axes.
pub(super) fn shifted(a: &Anchor, p: V3) -> Anchor {
    Anchor { rho: a.rho + a.R * p, ..a.clone() }
}

impl Builder {
    /// A shape, repeated or not.
    pub fn shapes(&mut self, s: &ShapeSpec) {
        self.each(&s.repeat, |b| b.one_shape(s));
    }

    fn one_shape(&mut self, s: &ShapeSpec) {
        let name = self.text(&s.name);
        if self.shapes.contains_key(&name) {
            self.d.add(s.name.span, format!("the shape '{name}' exists twice"), "another name");
        }
        let body = s.body.as_ref().and_then(|b| self.body(b));
        let before = self.d.list.len();
        let at = self.vector_or(&s.at, V3::zeros());
        let mut here = self.point_of(body, at);
        here = self.on_centreline(here, s.body.as_ref(), &s.node, &s.s);
        match (&s.axes, &s.axis) {
            (Some(m), None) => {
                let r = self.rotation(m);
                here = here.with_axes(r);
            }
            (Some(m), Some(_)) => {
                self.d.add(m.span, "'axis' and 'axes' exclude each other", "keep one of them");
            }
            _ => {}
        }
        let about = |b: &mut Self| match &s.axis {
            Some(v) => here.clone().with_axes(basis(&b.direction(v))),
            None => here.clone(),
        };
        let parts = match s.r#type {
            ShapeKind::Plane => {
                let n = match &s.normal {
                    Some(v) => self.direction(v),
                    None => {
                        self.d.add(s.span, "the key 'normal' is missing", "add normal = [x, y, z]");
                        V3::z()
                    }
                };
                Parts::Plane(here.with_axes(basis(&n)))
            }
            ShapeKind::Sphere => {
                Parts::Spheres(vec![here], self.needed(&s.radius, "radius", s.span))
            }
            ShapeKind::Box => {
                let (h, flat) = self.half_edges(s);
                Parts::Box(Cuboid { at: here, h, flat, round: self.radius(&s.radius) })
            }
            ShapeKind::Points => {
                let points = self.points(s);
                let list = points.into_iter().map(|p| shifted(&here, p)).collect();
                Parts::Spheres(list, self.radius(&s.radius))
            }
            ShapeKind::Capsule => {
                let R = self.needed(&s.radius, "radius", s.span);
                let points = self.points(s);
                let [p, q] = points[..] else {
                    self.d.add(s.span, "a capsule has two end points", "two points");
                    return;
                };
                let way = q - p;
                match way.norm() < 1e-12 {
                    true => Parts::Spheres(vec![shifted(&here, p)], R),
                    false => {
                        let at = shifted(&here, (p + q) * 0.5);
                        let axes = at.R * basis(&way);
                        Parts::Capsule(Rod { at: at.with_axes(axes), L: 0.5 * way.norm(), R })
                    }
                }
            }
            ShapeKind::HollowCylinder => {
                Parts::Hollow(about(self), self.needed(&s.radius, "radius", s.span))
            }
            ShapeKind::Cylinder => Parts::Cylinder(Rod {
                at: about(self),
                L: s.length.as_ref().map_or(f64::INFINITY, |n| 0.5 * self.positive(n)),
                R: self.needed(&s.radius, "radius", s.span),
            }),
            ShapeKind::Rim => Parts::Rim(about(self), self.needed(&s.radius, "radius", s.span)),
            ShapeKind::Mesh if s.decompose.is_some() => match self.convex_parts(s, &here) {
                Some(list) => Parts::Several(list),
                None => return,
            },
            ShapeKind::Cone | ShapeKind::Torus | ShapeKind::Mesh | ShapeKind::HeightField => {
                let at = about(self);
                match self.pieces(s, at) {
                    Some(p) => Parts::Pieces(p),
                    None => return,
                }
            }
            ShapeKind::Ellipsoid => {
                let radii = self.radii(&s.radii, s.span);
                Parts::Ellipsoid(here, radii)
            }
            ShapeKind::Hull | ShapeKind::Prism | ShapeKind::Wedge => match self.polyhedron(s) {
                Some((c, hull)) => {
                    let (at, round) = (shifted(&here, c), self.radius(&s.radius));
                    Parts::Hull(Solid { at, hull: Arc::new(hull), round })
                }
                None => return,
            },
            ShapeKind::Outline => {
                let Some((c, outline)) = self.plate(s) else { return };
                let plate = Plate { at: shifted(&here, c), outline: Arc::new(outline) };
                match s.length {
                    None => Parts::Outline(plate),
                    Some(_) => match self.plate_in_space(&plate, s) {
                        Some(p) => Parts::Pieces(p),
                        None => return,
                    },
                }
            }
        };
        let material = s.material.as_ref().map(|m| {
            self.known_material(&m.text, m.span);
            m.text.clone()
        });
        for (at, shape) in parts.pictures() {
            self.model.shape(at, shape);
        }
        let collide = self.collision_rule(s);
        if self.d.list.len() == before {
            self.check_sizes(s);
        }
        self.listed.push(name.clone());
        self.shapes.insert(name, Shape { parts, material, collide });
    }

    /// Sizes are not too large to be computed with.
    fn check_sizes(&mut self, s: &ShapeSpec) {
        let numbers = [&s.radius, &s.length, &s.tube].into_iter().flatten();
        let vectors = [&s.size, &s.radii].into_iter().flatten().flat_map(|v| &v.items);
        let points = s.points.iter().flat_map(|r| &r.rows).flat_map(|v| &v.items);
        for n in numbers.chain(vectors).chain(points) {
            if self.number(n).abs() > MAX_LENGTH {
                let allowed = format!("at most {MAX_LENGTH:e}");
                self.d.add(n.span, "this is too large to be computed with", allowed);
            }
        }
    }

    pub(super) fn points(&mut self, s: &ShapeSpec) -> Vec<V3> {
        match &s.points {
            Some(r) => r.rows.iter().map(|v| self.vector(v)).collect(),
            None => {
                let add = "add points = [[x, y, z], ...]";
                self.d.add(s.span, "the key 'points' is missing", add);
                Vec::new()
            }
        }
    }

    /// Half axes of an ellipsoid; of an ellipse in the plane the third is the larger one.
    pub(super) fn radii(&mut self, v: &Option<Vector>, span: Span) -> V3 {
        let Some(v) = v else {
            self.d.add(span, "the key 'radii' is missing", "add radii = [a, b, c]");
            return V3::repeat(1.0);
        };
        let mut a = self.vector(v);
        if v.items.len() == 2 {
            a.z = a.x.max(a.y);
        }
        if a.iter().any(|a| *a <= 0.0) {
            self.d.add(v.span, "half axes are greater than zero", "all greater than zero");
        }
        a
    }

    /// A radius that may be zero.
    pub(super) fn radius(&mut self, n: &Option<Number>) -> f64 {
        let r = self.or(n, 0.0);
        if let (Some(n), true) = (n, r < 0.0) {
            self.d.add(n.span, format!("{r} is not allowed"), "zero or greater");
        }
        r
    }

    /// Half the edges of a box, and whether they are two.
    fn half_edges(&mut self, s: &ShapeSpec) -> (V3, bool) {
        let Some(v) = &s.size else {
            let add = "add size = [x, y, z] of a box in space, [width, height] of one in the plane";
            self.d.add(s.span, "the key 'size' is missing", add);
            return (V3::zeros(), true);
        };
        let flat = v.items.len() == 2;
        let size = self.vector(v);
        let edges = if flat { 2 } else { 3 };
        if (0..edges).any(|k| size[k] <= 0.0) {
            self.d.add(v.span, "the edges of a box are greater than zero", "all greater than zero");
        }
        (0.5 * size, flat)
    }
}

impl Parts {
    /// What it looks like.
    fn pictures(&self) -> Vec<(Anchor, picture::Shape)> {
        use picture::Shape as S;
        match self {
            Parts::Several(list) => list.iter().flat_map(Parts::pictures).collect(),
            Parts::Plane(a) => vec![(a.clone(), S::Plane)],
            Parts::Hollow(a, R) => vec![(a.clone(), S::HollowCylinder { radius: *R })],
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
    /// Where it is; `None` for a list of no points.
    pub(super) fn anchor(&self) -> Option<&Anchor> {
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
}
