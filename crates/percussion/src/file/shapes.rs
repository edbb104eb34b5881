//! Shapes of model files: numbers for the constructors of [`crate::collision::Shape`].

use super::build::Builder;
use super::diagnostics::Span;
use super::read::{Number, Vector};
use super::spec::*;
use crate::collision::{self, Parts, MAX_LENGTH};
use crate::frame::{basis, V3};

/// A shape with its material.
#[derive(Clone)]
pub(super) struct Shape {
    pub parts: Parts,
    pub material: Option<String>,
    /// What it says about collisions.
    pub collide: super::collide::Wish,
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
        if let Some(v) = &s.axis {
            here = here.with_axes(basis(&self.direction(v)));
        }
        if s.r#type == ShapeKind::Plane {
            let n = match &s.normal {
                Some(v) => self.direction(v),
                None => {
                    self.d.add(s.span, "the key 'normal' is missing", "add normal = [x, y, z]");
                    V3::z()
                }
            };
            here = here.with_axes(basis(&n));
        }
        let Some(shape) = self.worded(s) else { return };
        let parts = shape.parts.placed(&here);
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

    /// The shape in its own axes.
    fn worded(&mut self, s: &ShapeSpec) -> Option<collision::Shape> {
        use collision::Shape;
        Some(match s.r#type {
            ShapeKind::Plane => Shape::plane(),
            ShapeKind::Box => {
                let (size, flat) = self.edges(s);
                let shape = match flat {
                    true => Shape::rectangle([size.x, size.y]),
                    false => Shape::cuboid(size.into()),
                };
                shape.rounded(self.radius(&s.radius))
            }
            ShapeKind::Points => {
                let points = self.points(s);
                Shape::points(&points, self.radius(&s.radius))
            }
            ShapeKind::Ellipsoid => Shape::ellipsoid(self.radii(&s.radii, s.span).into()),
            ShapeKind::Torus => {
                let (R, r, L) = self.wire(&s.radius, &s.tube, &s.length, s.span);
                Shape::link(R, r, 2.0 * L)
            }
            ShapeKind::Mesh if s.decompose.is_some() => self.convex_parts(s)?,
            ShapeKind::Mesh | ShapeKind::HeightField => self.surface(s)?,
            ShapeKind::Hull | ShapeKind::Prism | ShapeKind::Wedge => {
                let hull = self.polyhedron(s)?;
                hull.rounded(self.radius(&s.radius))
            }
            ShapeKind::Outline => {
                let outline = self.plate(s)?;
                match s.length {
                    None => outline,
                    Some(_) => self.plate_in_space(outline, s)?,
                }
            }
            _ => self.round_shape(s)?,
        })
    }

    /// A shape with a radius, and perhaps a length.
    fn round_shape(&mut self, s: &ShapeSpec) -> Option<collision::Shape> {
        use collision::Shape;
        let R = self.needed(&s.radius, "radius", s.span);
        Some(match s.r#type {
            ShapeKind::Sphere => Shape::sphere(R),
            ShapeKind::Capsule => {
                let points = self.points(s);
                let [p, q] = points[..] else {
                    self.d.add(s.span, "a capsule has two end points", "two points");
                    return None;
                };
                Shape::capsule([p, q], R)
            }
            ShapeKind::HollowCylinder => Shape::hollow_cylinder(R),
            ShapeKind::HollowSphere => Shape::hollow_sphere(R),
            ShapeKind::HollowCone => {
                Shape::hollow_cone(R, self.needed(&s.length, "length", s.span))
            }
            ShapeKind::Rim => Shape::rim(R),
            ShapeKind::Cone => {
                let length = self.needed(&s.length, "length", s.span);
                let low = if s.centred.unwrap_or(false) { -0.25 * length } else { 0.0 };
                Shape::cone(R, length).at(V3::z() * low)
            }
            _ => match s.length.as_ref().map(|n| self.positive(n)) {
                Some(length) => Shape::cylinder(R, length),
                None => Shape::endless_cylinder(R),
            },
        })
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

    /// The edges of a box, and whether they are two.
    fn edges(&mut self, s: &ShapeSpec) -> (V3, bool) {
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
        (size, flat)
    }
}
