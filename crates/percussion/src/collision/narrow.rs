//! Which mechanism finds the contacts of which pair of shapes: one contact element for each pair of their parts that can touch.

use super::parts::{shifted, Cuboid, Parts, Polyhedron, Rod};
use crate::contacts::{
    BoxPair, CornerOnBox, Crossed, EdgeOnBox, EllipsoidOnPlane, EndOnPlane, EndPart, Geometry,
    HullOnHull, HullOnPlane, HullPair, OutlineOnOutline, RimOnPlane, SolidOnSolid, SolidPair,
    SphereInCylinder, SphereOnBox, SphereOnCapsule, SphereOnCylinder, SphereOnEllipsoid,
    SphereOnPlane, SphereOnSolidCylinder, SphereOnSphere,
};
use crate::frame::{Anchor, M3, V3};
use crate::shapes::{Hull, Solid};
use std::sync::Arc;

/// Contacts of a pair: geometry and both frames.
pub(crate) type Pairs = Vec<(Box<dyn Geometry>, Anchor, Anchor)>;

/// Inclination (rad) of a cylinder below which it stands on points of its rim.
const UPRIGHT: f64 = 0.02;

/// Largest number of contacts of two sets of points.
const MAX_POINT_PAIRS: usize = 100_000;

/// What can touch what.
const SUPPORTED: &str = "in space all with all, but plane with plane, points without a radius with points, a cylinder without \
length with a plane or another, a hollow-cylinder with a plane, a hollow-cylinder or a cylinder without length; in the plane \
all with all that is a shape there: plane, sphere, points, box, capsule, cylinder (a disc), hollow-cylinder, ellipsoid of two radii, \
hull of points [x, y], outline; not plane with plane, points without a radius with points, two holes";

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
    /// The same as a polyhedron, which is made once for all pairs.
    fn solid(&self, planar: bool) -> Result<Polyhedron, &'static str> {
        let [x, y] = [self.h.x, self.h.y];
        let hull = self.hulls[usize::from(planar)].get_or_init(|| {
            let hull = match planar {
                true => Hull::polygon(&[[-x, -y], [x, -y], [x, y], [-x, y]], 1e-9),
                false => Hull::cuboid(&self.h),
            };
            hull.ok().map(Arc::new)
        });
        let hull = hull.clone().ok_or("this box is too flat for a hull")?;
        Ok(Polyhedron { at: self.at.clone(), hull, round: self.round })
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
    /// A capsule as a rounded segment.
    fn solid(&self) -> Polyhedron {
        Polyhedron { at: self.at.clone(), hull: Arc::new(Hull::segment(self.L)), round: self.R }
    }
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

struct Pair {
    planar: bool,
    list: Pairs,
}

impl Pair {
    fn add(&mut self, g: impl Geometry + 'static, a: &Anchor, b: &Anchor) {
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
    fn hulls(&mut self, x: &Polyhedron, y: &Polyhedron) {
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
                    self.hulls(h, &Polyhedron { at: at.clone(), hull: point.clone(), round: *R });
                }
            }
            (Parts::Hull(h), Parts::Capsule(c)) => self.hulls(h, &c.solid()),
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
                if l1.len().saturating_mul(l2.len()) > MAX_POINT_PAIRS {
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
                self.hulls(&b.solid(self.planar)?, &c.solid());
            }
            (Parts::Box(a), Parts::Box(b)) => {
                in_space(a)?;
                in_space(b)?;
                match a.round + b.round > 0.0 {
                    false => self.boxes(a, b),
                    true => self.hulls(&a.solid(self.planar)?, &b.solid(self.planar)?),
                }
            }
            (Parts::Plane(p), other) => {
                if let Parts::Box(b) = other {
                    in_space(b)?;
                }
                let Some((list, R)) = other.spheres() else { return Ok(false) };
                list.iter().for_each(|c| self.add(SphereOnPlane { R }, p, c));
            }
            (Parts::Hollow(h, Rc), other) => {
                if let Parts::Box(b) = other {
                    in_space(b)?;
                }
                let Some((list, R)) = other.spheres() else { return Ok(false) };
                list.iter().for_each(|c| self.add(SphereInCylinder { Rc: *Rc, R }, h, c));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Parts {
    /// The same as solids of smooth pieces; none for what is of the plane.
    fn pieces(&self, planar: bool) -> Result<Vec<(Anchor, Arc<Solid>)>, &'static str> {
        let one = |at: &Anchor, s: Solid| vec![(at.clone(), Arc::new(s))];
        Ok(match self {
            Parts::Plane(at) => one(at, Solid::plane()),
            Parts::Spheres(list, R) => {
                let solid = Arc::new(Solid::sphere(*R));
                list.iter().map(|at| (at.clone(), solid.clone())).collect()
            }
            Parts::Capsule(c) => one(&c.at, Solid::capsule(c.L, c.R)),
            Parts::Cylinder(c) => one(&c.at, Solid::cylinder(c.L, c.R)),
            Parts::Rim(at, R) => one(at, Solid::disc(*R)),
            Parts::Ellipsoid(at, a) => one(at, Solid::ellipsoid(*a)),
            Parts::Pieces(p) => vec![(p.at.clone(), p.solid.clone())],
            Parts::Box(b) if !b.flat => {
                let s = b.solid(planar)?;
                one(&s.at, Solid::convex(&s.hull, s.round))
            }
            Parts::Hull(h) if !h.hull.flat => one(&h.at, Solid::convex(&h.hull, h.round)),
            Parts::Hollow(at, R) => one(at, Solid::bore(*R)),
            Parts::Box(_) | Parts::Hull(_) | Parts::Outline(_) | Parts::Several(_) => Vec::new(),
        })
    }
}

impl Pair {
    /// All other pairs: false where one of the two has no pieces, or the second is a plane.
    fn solids(&mut self, x: &Parts, y: &Parts) -> Result<bool, &'static str> {
        // cylinders and holes without ends that are parallel touch nowhere
        let endless = |p: &Parts| match p {
            Parts::Cylinder(c) => !c.L.is_finite(),
            Parts::Hollow(..) => true,
            _ => false,
        };
        let hole = |x: &Parts, y: &Parts| matches!((x, y), (Parts::Plane(_), Parts::Hollow(..)));
        if self.planar || hole(x, y) || matches!(y, Parts::Plane(_)) || endless(x) && endless(y) {
            return Ok(false);
        }
        let (one, two) = (x.pieces(false)?, y.pieces(false)?);
        for (a, s) in &one {
            for (b, o) in &two {
                let pair = SolidPair { one: s.clone(), two: o.clone() };
                for slot in 0..pair.slots() {
                    self.add(SolidOnSolid { pair: pair.clone(), slot }, a, b);
                }
            }
        }
        Ok(!one.is_empty() && !two.is_empty())
    }
}

/// The contacts of two shapes, in the plane or in space, or why there are none and what there could be.
pub(crate) fn shape_pairs(planar: bool, x: &Parts, y: &Parts) -> Result<Pairs, (String, String)> {
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
