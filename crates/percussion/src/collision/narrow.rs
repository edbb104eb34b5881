//! Which mechanism finds the contacts of which pair of shapes: one contact element for each pair of their parts that can touch.

use super::parts::{shifted, Cavity, Cuboid, Parts, Polyhedron, Rod};
use crate::collision::contacts::{
    Geometry, HullOnHull, HullOnPlane, HullPair, OutlineOnOutline, RimOnPlane, SolidOnSolid,
    SolidPair, SphereInCone, SphereInCylinder, SphereInSphere, SphereOnCylinder, SphereOnPlane,
    SphereOnSphere,
};
use crate::collision::shapes::{Hull, Solid};
use crate::frame::{basis, Anchor, V3};
use std::sync::Arc;

/// Contacts of a pair: geometry and both frames.
pub(crate) type Pairs = Vec<(Box<dyn Geometry>, Anchor, Anchor)>;

/// Largest number of contacts of two sets of points.
const MAX_POINT_PAIRS: usize = 100_000;

/// What can touch what.
const SUPPORTED: &str = "in space all with all, but plane with plane, points without a radius with points, a cylinder without \
length with a plane or another, a hollow-cylinder with a plane, a hollow-cylinder or a cylinder without length; in a hollow-sphere or hollow-cone spheres, points, capsules, boxes and hulls; in the plane \
all with all that is a shape there: plane, sphere, points, box, capsule, cylinder (a disc), hollow-cylinder, hollow-sphere, ellipsoid of two radii, \
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
}

impl Rod {
    fn ends(&self) -> Vec<Anchor> {
        [-1.0, 1.0].map(|s| shifted(&self.at, V3::z() * (s * self.L))).into()
    }
}

impl Parts {
    /// The shape as convex polyhedra, perhaps rounded: a capsule is a segment, a sphere a point.
    fn polyhedra(&self, planar: bool) -> Result<Vec<Polyhedron>, &'static str> {
        Ok(match self {
            Parts::Hull(h) => vec![h.clone()],
            Parts::Box(b) => vec![b.solid(planar)?],
            Parts::Capsule(c) => {
                let hull = Arc::new(Hull::segment(c.L));
                vec![Polyhedron { at: c.at.clone(), hull, round: c.R }]
            }
            Parts::Spheres(list, R) => {
                let hull = Arc::new(Hull::segment(0.0));
                let point =
                    |at: &Anchor| Polyhedron { at: at.clone(), hull: hull.clone(), round: *R };
                list.iter().map(point).collect()
            }
            _ => Vec::new(),
        })
    }

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
    fn spheres(
        &mut self,
        one: (&[Anchor], f64),
        two: (&[Anchor], f64),
    ) -> Result<(), &'static str> {
        let ((ones, R1), (twos, R2)) = (one, two);
        if R1 + R2 == 0.0 {
            return Err("points without a radius do not touch points");
        }
        if ones.len().saturating_mul(twos.len()) > MAX_POINT_PAIRS {
            return Err("too many pairs of points");
        }
        for (a, b) in ones.iter().flat_map(|a| twos.iter().map(move |b| (a, b))) {
            self.add(SphereOnSphere { R1, R2 }, a, b);
        }
        Ok(())
    }
    fn polyhedra(&mut self, x: &Parts, y: &Parts) -> Result<(), &'static str> {
        let (ones, twos) = (x.polyhedra(self.planar)?, y.polyhedra(self.planar)?);
        for (x, y) in ones.iter().flat_map(|x| twos.iter().map(move |y| (x, y))) {
            let (one, two) = (x.hull.clone(), y.hull.clone());
            let pair = HullPair { one, two, R1: x.round, R2: y.round };
            // segments do not cross in the plane
            let crossing = self.planar && pair.one.thin && pair.two.edges.len() == 1;
            for slot in 0..pair.slots() - usize::from(crossing) {
                self.add(HullOnHull { pair: pair.clone(), slot }, &x.at, &y.at);
            }
        }
        Ok(())
    }
    /// False where a shape has no contact of its own with a plane.
    fn on_plane(&mut self, p: &Anchor, other: &Parts) -> Result<bool, &'static str> {
        match other {
            Parts::Hull(h) => {
                for slot in 0..HullOnPlane::slots(&h.hull) {
                    let hull = h.hull.clone();
                    self.add(HullOnPlane { hull, R: h.round, slot }, p, &h.at);
                }
            }
            Parts::Rim(c, R) => self.add(RimOnPlane { R: *R }, p, c),
            Parts::Cylinder(c) if !c.L.is_finite() => {
                return Err("a cylinder needs a length to lie on a plane")
            }
            other => {
                let Some((list, R)) = other.spheres() else { return Ok(false) };
                list.iter().for_each(|c| self.add(SphereOnPlane { R }, p, c));
            }
        }
        Ok(true)
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
    /// False where a shape has no contact of its own with a hollow. The inner side of a hollow is convex: polyhedra touch it by their
    /// corners, capsules by their ends.
    fn inside(&mut self, at: &Anchor, cavity: Cavity, other: &Parts) -> Result<bool, &'static str> {
        let Some((list, R)) = other.spheres() else {
            return match cavity {
                Cavity::Cylinder(_) => Ok(false),
                _ => Err("this shape does not touch the inside of a sphere or cone"),
            };
        };
        for c in &list {
            match cavity {
                Cavity::Cylinder(Rc) => self.add(SphereInCylinder { Rc, R }, at, c),
                Cavity::Sphere(Rc) => self.add(SphereInSphere { Rc, R }, at, c),
                Cavity::Cone(radius, length) => {
                    let angle = radius.atan2(length);
                    self.add(SphereInCone { angle, R }, at, c);
                    // on the axis the wall is as near all around: four planes along it hold there
                    for w in [V3::x(), V3::y(), -V3::x(), -V3::y()] {
                        let n = V3::z() * angle.sin() - w * angle.cos();
                        let plane = at.clone().with_axes(at.R * basis(&n));
                        self.add(SphereOnPlane { R }, &plane, c);
                    }
                }
            }
        }
        Ok(true)
    }
    /// False where there is no contact in this order.
    fn expand(&mut self, x: &Parts, y: &Parts) -> Result<bool, &'static str> {
        let flat_box = |p: &Parts| matches!(p, Parts::Box(b) if b.flat);
        match (x, y) {
            (Parts::Outline(_), _) | (_, Parts::Outline(_)) => return self.outlines(x, y),
            _ if !self.planar && (flat_box(x) || flat_box(y)) => {
                return Err("a box of two edges is a box in the plane only; in space it has three")
            }
            (Parts::Hull(h), _) | (_, Parts::Hull(h)) if self.planar != h.hull.flat => {
                return Err(match self.planar {
                    true => "a solid does not touch in the plane: a polygon is a hull of points [x, y]",
                    false => "a polygon of points [x, y] touches in the plane only: points of a solid have three coordinates",
                })
            }
            (Parts::Plane(p), other) => return self.on_plane(p, other),
            (Parts::Hull(_) | Parts::Box(_), Parts::Hull(_) | Parts::Box(_) | Parts::Capsule(_))
            | (Parts::Hull(_) | Parts::Box(_), Parts::Spheres(..))
            | (Parts::Capsule(_), Parts::Capsule(_) | Parts::Spheres(..)) => self.polyhedra(x, y)?,
            (Parts::Cylinder(c), Parts::Spheres(list, R)) if self.planar || c.L == f64::INFINITY => {
                for b in list {
                    self.add(SphereOnCylinder { Rc: c.R, R: *R }, &c.at, b);
                }
            }
            // a disc
            (Parts::Cylinder(c), Parts::Box(_) | Parts::Capsule(_))
                if self.planar && c.L == f64::INFINITY =>
            {
                return self.expand(y, &Parts::Spheres(vec![c.at.clone()], c.R));
            }
            (Parts::Spheres(l1, R1), Parts::Spheres(l2, R2)) => self.spheres((l1, *R1), (l2, *R2))?,
            (Parts::Hollow(h, cavity), other) => return self.inside(h, *cavity, other),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Parts {
    /// The shape and its parts in space as solids of smooth pieces.
    pub(super) fn solids(&self) -> Vec<(Anchor, Arc<Solid>)> {
        match self {
            Parts::Several(list) => list.iter().flat_map(Parts::solids).collect(),
            one => one.pieces(false).unwrap_or_default(),
        }
    }
    /// The same as solids of smooth pieces; none for what is of the plane.
    pub(super) fn pieces(&self, planar: bool) -> Result<Vec<(Anchor, Arc<Solid>)>, &'static str> {
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
            Parts::Hollow(at, Cavity::Cylinder(R)) => one(at, Solid::bore(*R)),
            _ => Vec::new(),
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
                if !s.meets(o) {
                    return Err("a shape given by its functions does not touch rings and holes");
                }
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
