//! Shapes, and the contact elements that a pair of them becomes: one for each pair of their parts
//! that can touch.

use super::build::{Builder, MAX_ENTRIES};
use super::diagnostics::Span;
use super::read::{Number, Vector};
use super::spec::*;
use crate::contacts::{
    BoxPair, CornerOnBox, Crossed, EdgeOnBox, EllipsoidOnPlane, EndOnPlane, EndPart, Geometry,
    HullOnHull, HullOnPlane, HullPair, OutlineOnOutline, RimOnPlane, SphereInCylinder, SphereOnBox,
    SphereOnCapsule, SphereOnCylinder, SphereOnEllipsoid, SphereOnPlane, SphereOnSolidCylinder,
    SphereOnSphere,
};
use crate::frame::{basis, Anchor, M3, V3};
use crate::picture;
use crate::shapes::{Hull, Outline};
use std::sync::Arc;

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

/// Contacts of a pair: geometry and both frames.
pub(super) type Pairs = Vec<(Box<dyn Geometry>, Anchor, Anchor)>;

/// Inclination (rad) of a cylinder below which it stands on points of its rim.
const UPRIGHT: f64 = 0.02;

/// What can touch what.
const SUPPORTED: &str = "in space all with all, but plane with plane, points without a radius with points, a cylinder without \
length with a plane or another, a hollow-cylinder with a plane, a hollow-cylinder or a cylinder without length; in the plane \
all with all that is a shape there: plane, sphere, points, box, capsule, cylinder (a disc), hollow-cylinder, ellipsoid of two radii, \
hull of points [x, y], outline; not plane with plane, points without a radius with points, two holes";

/// The same frame at another place in its own axes.
pub(super) fn shifted(a: &Anchor, p: V3) -> Anchor {
    Anchor { rho: a.rho + a.R * p, ..a.clone() }
}

impl Cuboid {
    /// Its corners: four of two edges, eight of three.
    fn corners(&self) -> Vec<Anchor> {
        let z: &[f64] = if self.flat { &[0.0] } else { &[-1.0, 1.0] };
        let mut out = Vec::new();
        for z in z {
            for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                out.push(shifted(&self.at, V3::new(x, y, *z).component_mul(&self.h)));
            }
        }
        out
    }
    /// The same as a hull.
    pub(super) fn solid(&self, planar: bool) -> Result<Solid, &'static str> {
        let [x, y] = [self.h.x, self.h.y];
        let hull = match planar {
            true => Hull::polygon(&[[-x, -y], [x, -y], [x, y], [-x, y]], 1e-9),
            false => Hull::cuboid(&self.h),
        };
        let hull = hull.map_err(|_| "this box is too flat for a hull")?;
        Ok(Solid { at: self.at.clone(), hull: Arc::new(hull), round: self.round })
    }
    /// Its twelve edges as rods without radius but that of the rounding.
    fn edges(&self) -> Vec<Rod> {
        let mut out = Vec::new();
        for k in 0..3 {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            // a right-handed turn that makes axis k the third
            let turn = M3::from_fn(|r, c| f64::from(u8::from(r == (c + k + 1) % 3)));
            for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                let mut p = V3::zeros();
                (p[i], p[j]) = (x * self.h[i], y * self.h[j]);
                let at = shifted(&self.at, p);
                let R = at.R * turn;
                out.push(Rod { at: at.with_axes(R), L: self.h[k], R: self.round });
            }
        }
        out
    }
}

impl Rod {
    fn ends(&self) -> Vec<Anchor> {
        [-1.0, 1.0].map(|s| shifted(&self.at, V3::z() * (s * self.L))).into()
    }
}

impl Parts {
    /// Spheres that touch a plane, or the inside of a cylinder, where the shape does.
    fn spheres(&self) -> Option<(Vec<Anchor>, f64)> {
        match self {
            Parts::Spheres(list, R) => Some((list.clone(), *R)),
            Parts::Box(b) => Some((b.corners(), b.round)),
            Parts::Capsule(c) => Some((c.ends(), c.R)),
            Parts::Hull(h) => {
                let upper = h.hull.vertices.iter().filter(|v| !h.hull.flat || v.z > 0.0);
                let z = if h.hull.flat { 0.0 } else { 1.0 };
                let at = |v: &V3| shifted(&h.at, V3::new(v.x, v.y, z * v.z));
                Some((upper.map(at).collect(), h.round))
            }
            _ => None,
        }
    }
}

pub(super) struct Pair {
    pub planar: bool,
    list: Pairs,
}

impl Pair {
    pub(super) fn add(&mut self, g: impl Geometry + 'static, a: &Anchor, b: &Anchor) {
        self.list.push((Box::new(g), a.clone(), b.clone()));
    }
    fn crossed(&mut self, a: &Rod, b: &Rod) {
        let g = Crossed { L1: a.L, R1: a.R, L2: b.L, R2: b.R };
        self.add(g, &a.at, &b.at);
    }
    fn spheres_on_capsule(&mut self, c: &Rod, list: &[Anchor], R: f64) {
        for b in list {
            self.add(SphereOnCapsule { L: c.L, R1: c.R, R2: R }, &c.at, b);
        }
    }
    fn spheres_on_box(&mut self, c: &Cuboid, list: &[Anchor], R: f64) {
        for b in list {
            let g = SphereOnBox { h: c.h, round: c.round, R, flat: self.planar };
            self.add(g, &c.at, b);
        }
    }
    fn boxes(&mut self, x: &Cuboid, y: &Cuboid) {
        let flat = self.planar;
        let corners = if flat { 2 } else { 4 };
        for (a, b, twin) in [(x, y, false), (y, x, true)] {
            let boxes = BoxPair { h1: a.h, h2: b.h, flat };
            for diagonal in 0..corners {
                let boxes = boxes.clone();
                self.add(CornerOnBox { boxes, diagonal, twin }, &a.at, &b.at);
            }
        }
        if !flat {
            for k in 0..8 {
                let boxes = BoxPair { h1: x.h, h2: y.h, flat };
                let g = EdgeOnBox { boxes, edge: k / 2, leaves: k % 2 == 1 };
                self.add(g, &x.at, &y.at);
            }
        }
    }
    fn hulls(&mut self, x: &Solid, y: &Solid) {
        let pair = HullPair { one: x.hull.clone(), two: y.hull.clone(), R1: x.round, R2: y.round };
        for slot in 0..pair.slots() {
            self.add(HullOnHull { pair: pair.clone(), slot }, &x.at, &y.at);
        }
    }
    /// Two shapes of the plane that have no contact of their own.
    fn as_outlines(&mut self, x: &Parts, y: &Parts) -> Result<bool, &'static str> {
        let endless = |p: &Parts| matches!(p, Parts::Plane(_) | Parts::Hollow(..));
        let points = |p: &Parts| matches!(p, Parts::Spheres(..));
        match !self.planar || endless(x) && endless(y) || points(x) && points(y) {
            true => Ok(false),
            false => self.outlines(x, y),
        }
    }
    /// An outline with what in the plane is an outline too.
    fn outlines(&mut self, x: &Parts, y: &Parts) -> Result<bool, &'static str> {
        if !self.planar {
            return Err("an outline touches in the plane only: in space it has a length");
        }
        let (Some(list), Some(others)) = (x.plates()?, y.plates()?) else { return Ok(false) };
        for (x, y) in list.iter().flat_map(|x| others.iter().map(move |y| (x, y))) {
            // half planes stand first
            let (x, y) = if y.outline.endless() { (y, x) } else { (x, y) };
            for point in 0..x.outline.points(&y.outline) {
                let (one, two) = (x.outline.clone(), y.outline.clone());
                self.add(OutlineOnOutline { one, two, point }, &x.at, &y.at);
            }
        }
        Ok(true)
    }
    /// False where there is no contact in this order.
    fn expand(&mut self, x: &Parts, y: &Parts) -> Result<bool, &'static str> {
        let in_space = |b: &Cuboid| match b.flat && !self.planar {
            true => Err("a box of two edges is a box in the plane only; in space it has three"),
            false => Ok(()),
        };
        match (x, y) {
            (Parts::Outline(_), _) | (_, Parts::Outline(_)) => return self.outlines(x, y),
            (Parts::Hull(h), _) | (_, Parts::Hull(h)) if self.planar != h.hull.flat => {
                return Err(match self.planar {
                    true => "a solid does not touch in the plane: a polygon is a hull of points [x, y]",
                    false => "a polygon of points [x, y] touches in the plane only: points of a solid have three coordinates",
                })
            }
            (Parts::Plane(p), Parts::Hull(h)) => {
                for slot in 0..HullOnPlane::slots(&h.hull) {
                    let hull = h.hull.clone();
                    self.add(HullOnPlane { hull, R: h.round, slot }, p, &h.at);
                }
            }
            (Parts::Hull(h), Parts::Hull(o)) => self.hulls(h, o),
            (Parts::Hull(h), Parts::Box(b)) => {
                in_space(b)?;
                self.hulls(h, &b.solid(self.planar)?);
            }
            (Parts::Hull(h), Parts::Spheres(list, R)) => {
                let point = Arc::new(Hull::segment(0.0));
                for at in list {
                    self.hulls(h, &Solid { at: at.clone(), hull: point.clone(), round: *R });
                }
            }
            (Parts::Hull(h), Parts::Capsule(c)) => {
                let hull = Arc::new(Hull::segment(c.L));
                self.hulls(h, &Solid { at: c.at.clone(), hull, round: c.R });
            }
            (Parts::Plane(p), Parts::Rim(c, R)) => self.add(RimOnPlane { R: *R }, p, c),
            (Parts::Plane(p), Parts::Ellipsoid(c, a)) => self.add(EllipsoidOnPlane { a: *a }, p, c),
            (Parts::Ellipsoid(c, a), Parts::Spheres(list, R)) => {
                list.iter().for_each(|b| self.add(SphereOnEllipsoid { a: *a, R: *R }, c, b));
            }
            (Parts::Plane(p), Parts::Cylinder(c)) => {
                if !c.L.is_finite() {
                    return Err("a cylinder needs a length to lie on a plane");
                }
                // the lowest point of each rim, and points to stand on
                for end in c.ends() {
                    let geometry = |part| EndOnPlane { R: c.R, fade: UPRIGHT, part };
                    self.add(geometry(EndPart::Lowest), p, &end);
                    for k in 0..8 {
                        let (s, z) = (std::f64::consts::FRAC_PI_4 * f64::from(k)).sin_cos();
                        let point = shifted(&end, V3::new(c.R * z, c.R * s, 0.0));
                        self.add(geometry(EndPart::Fixed), p, &point);
                    }
                }
            }
            (Parts::Cylinder(c), Parts::Spheres(list, R)) => {
                for b in list {
                    match c.L.is_finite() {
                        true => {
                            let g = SphereOnSolidCylinder { L: c.L, Rc: c.R, R: *R };
                            self.add(g, &c.at, b);
                        }
                        false => self.add(SphereOnCylinder { Rc: c.R, R: *R }, &c.at, b),
                    }
                }
            }
            (Parts::Cylinder(c), Parts::Capsule(_) | Parts::Box(_)) if c.L.is_finite() => {
                return self.solids(x, y)
            }
            (Parts::Cylinder(c), Parts::Capsule(d)) => {
                for b in d.ends() {
                    self.add(SphereOnCylinder { Rc: c.R, R: d.R }, &c.at, &b);
                }
                if !self.planar {
                    self.crossed(c, d);
                }
            }
            (Parts::Cylinder(c), Parts::Box(b)) => {
                if self.planar {
                    // a disc
                    let g = SphereOnBox { h: b.h, round: b.round, R: c.R, flat: true };
                    self.add(g, &b.at, &c.at);
                } else {
                    in_space(b)?;
                    for p in b.corners() {
                        self.add(SphereOnCylinder { Rc: c.R, R: b.round }, &c.at, &p);
                    }
                    b.edges().iter().for_each(|e| self.crossed(c, e));
                }
            }
            (Parts::Spheres(l1, R1), Parts::Spheres(l2, R2)) => {
                if R1 + R2 == 0.0 {
                    return Err("points without a radius do not touch points");
                }
                if l1.len().saturating_mul(l2.len()) > MAX_ENTRIES {
                    return Err("too many pairs of points");
                }
                for a in l1 {
                    for b in l2 {
                        self.add(SphereOnSphere { R1: *R1, R2: *R2 }, a, b);
                    }
                }
            }
            (Parts::Capsule(c), Parts::Spheres(list, R)) => self.spheres_on_capsule(c, list, *R),
            (Parts::Capsule(c), Parts::Capsule(d)) => {
                self.spheres_on_capsule(c, &d.ends(), d.R);
                self.spheres_on_capsule(d, &c.ends(), c.R);
                if !self.planar {
                    self.crossed(c, d);
                }
            }
            (Parts::Box(b), Parts::Spheres(list, R)) => {
                in_space(b)?;
                self.spheres_on_box(b, list, *R);
            }
            (Parts::Box(b), Parts::Capsule(c)) => {
                in_space(b)?;
                self.spheres_on_box(b, &c.ends(), c.R);
                self.spheres_on_capsule(c, &b.corners(), b.round);
                if !self.planar {
                    b.edges().iter().for_each(|e| self.crossed(c, e));
                }
            }
            (Parts::Box(a), Parts::Box(b)) => {
                in_space(a)?;
                in_space(b)?;
                match (a.round + b.round > 0.0, self.planar) {
                    (false, _) => self.boxes(a, b),
                    (true, _) => self.hulls(&a.solid(self.planar)?, &b.solid(self.planar)?),
                }
            }
            (Parts::Plane(p), other) => {
                let Some((list, R)) = other.spheres() else { return Ok(false) };
                list.iter().for_each(|c| self.add(SphereOnPlane { R }, p, c));
            }
            (Parts::Hollow(h, Rc), other) => {
                let Some((list, R)) = other.spheres() else { return Ok(false) };
                list.iter().for_each(|c| self.add(SphereInCylinder { Rc: *Rc, R }, h, c));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The contacts of two shapes, in the plane or in space, or why there are none and what there could be.
pub(super) fn shape_pairs(planar: bool, x: &Parts, y: &Parts) -> Result<Pairs, (String, String)> {
    if let (Parts::Several(list), _) | (_, Parts::Several(list)) = (x, y) {
        let mut all = Vec::new();
        for part in list {
            let (x, y) = if matches!(x, Parts::Several(_)) { (part, y) } else { (x, part) };
            all.extend(shape_pairs(planar, x, y)?);
        }
        return Ok(all);
    }
    let mut pair = Pair { planar, list: Vec::new() };
    let none = "there is no contact between these two kinds of shapes";
    // contacts of their own, those of their smooth pieces, or of their outlines
    let ways = [Pair::expand, Pair::solids, Pair::as_outlines];
    let mut why = None;
    for (way, (a, b)) in ways.into_iter().flat_map(|w| [(w, (x, y)), (w, (y, x))]) {
        match way(&mut pair, a, b) {
            Ok(true) => return Ok(pair.list),
            Ok(false) => {}
            // in the plane what has no contact as a solid may have one as an outline
            Err(e) if planar => {
                pair.list.clear();
                why.get_or_insert(e);
            }
            Err(e) => return Err((e.into(), SUPPORTED.into())),
        }
    }
    Err((why.unwrap_or(none).into(), SUPPORTED.into()))
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
        self.listed.push(name.clone());
        self.shapes.insert(name, Shape { parts, material, collide });
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
            self.d.add(s.span, "the key 'size' is missing", "add size = [width, height]");
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
