use super::{Asked, Each, Glance, Touch};
use crate::frame::{Frame, V3};
use crate::picture::Shape;
use crate::relation::{Apart, Motion};
use std::any::Any;

/// Where two shapes touch, as a smooth function of their frames.
pub trait Geometry: Any + Send + Sync {
    /// Gap, normal and offsets.
    fn touch(&self, a: &Frame, b: &Frame) -> Touch;
    /// Change of normal and offsets along a motion (`g` is not used).
    fn derive(&self, a: &Frame, b: &Frame, c: &Touch, z: &Motion) -> Touch;
    /// The touch and its change along a motion; the touch alone where its gap is above `cut` or nothing is there.
    fn follow(&self, a: &Frame, b: &Frame, z: &Motion, cut: f64) -> (Touch, Option<Touch>) {
        let c = self.touch(a, b);
        // a gap that is not a number is evaluated
        let empty = c.n == V3::zeros() || c.g > cut;
        (c, (!empty).then(|| self.derive(a, b, &c, z)))
    }
    /// Changes along each of some motions.
    fn derive_each(
        &self,
        a: &Frame,
        b: &Frame,
        c: &Touch,
        z: &mut dyn Iterator<Item = Motion>,
        out: &mut dyn FnMut(&Motion, &Touch),
    ) {
        z.for_each(|z| out(&z, &self.derive(a, b, c, &z)));
    }
    /// Whether the normal is e_z of frame 1.
    fn normal_fixed_in_1(&self) -> bool;
    /// A bound of the gap from below.
    fn apart(&self) -> Option<Apart> {
        None
    }
    /// A number of the features that touch: where it changes, normal or curvature may jump.
    fn feature(&self, _a: &Frame, _b: &Frame) -> u64 {
        0
    }
    /// How far features see each other, and both sizes; none where they always do.
    fn sight(&self) -> Option<[f64; 3]> {
        None
    }
    /// The place of this contact among those that one search finds, and their number.
    fn place(&self) -> (usize, usize) {
        (0, 1)
    }
    /// Result of the search for each contact of a pair, before gaps are evaluated.
    fn search(&self, _a: &Frame, _b: &Frame, _out: &mut [Glance]) {}
    /// The touches of those that are asked for, and their changes along a motion.
    fn touches(&self, a: &Frame, b: &Frame, z: &Motion, asked: Asked, out: &mut Each) {
        for (k, cut) in asked.each() {
            let (c, d) = self.follow(a, b, z, cut);
            out(k, &c, d.as_ref());
        }
    }
    /// What the two bodies are at their frames, for drawing.
    fn outlines(&self) -> [Option<Shape>; 2] {
        [None, None]
    }
}

impl<G: Geometry> From<G> for Box<dyn Geometry> {
    fn from(geometry: G) -> Self {
        Box::new(geometry)
    }
}

/// A sphere about origin 2 (radius 0: a point, a corner of a box) on the plane through origin 1
/// with normal e_z.
#[derive(Clone, Debug)]
pub struct SphereOnPlane {
    /// Radius (m).
    pub R: f64,
}

impl Geometry for SphereOnPlane {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        let n: V3 = a.A.column(2).into();
        let d = b.r - a.r;
        let c2 = -n * self.R;
        Touch { g: n.dot(&d) - self.R, n, c1: d + c2, c2, ..Touch::default() }
    }
    fn derive(&self, _a: &Frame, _b: &Frame, c: &Touch, z: &Motion) -> Touch {
        let n = z.w1.cross(&c.n);
        let c2 = -n * self.R;
        Touch { g: 0.0, n, c1: z.v2 - z.v1 + c2, c2, ..Touch::default() }
    }
    fn normal_fixed_in_1(&self) -> bool {
        true
    }
    fn apart(&self) -> Option<Apart> {
        Some(Apart::Plane(self.R))
    }
    fn outlines(&self) -> [Option<Shape>; 2] {
        [Some(Shape::Plane), Some(Shape::Sphere { radius: self.R })]
    }
}

/// Two spheres about their origins.
#[derive(Clone, Debug)]
pub struct SphereOnSphere {
    /// Radius of the first (m).
    pub R1: f64,
    /// Radius of the second (m).
    pub R2: f64,
}

impl Geometry for SphereOnSphere {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        let d = b.r - a.r;
        let l = d.norm();
        // two with one centre have no direction: e_x of frame 1 stands for it
        let n = if l > 0.0 { d / l } else { a.A.column(0).into() };
        Touch { g: l - self.R1 - self.R2, n, c1: n * self.R1, c2: -n * self.R2, ..Touch::default() }
    }
    fn derive(&self, a: &Frame, b: &Frame, c: &Touch, z: &Motion) -> Touch {
        let (dd, l) = (z.v2 - z.v1, (b.r - a.r).norm());
        let n = match l > 0.0 {
            true => (dd - c.n * c.n.dot(&dd)) / l,
            false => z.w1.cross(&c.n),
        };
        Touch { g: 0.0, n, c1: n * self.R1, c2: -n * self.R2, ..Touch::default() }
    }
    fn normal_fixed_in_1(&self) -> bool {
        false
    }
    fn apart(&self) -> Option<Apart> {
        Some(Apart::Spheres(self.R1 + self.R2))
    }
    fn outlines(&self) -> [Option<Shape>; 2] {
        [Some(Shape::Sphere { radius: self.R1 }), Some(Shape::Sphere { radius: self.R2 })]
    }
}

/// A sphere about origin 2 inside a hollow cylinder about e_z of frame 1.
#[derive(Clone, Debug)]
pub struct SphereInCylinder {
    /// Radius of the cylinder (m).
    pub Rc: f64,
    /// Radius of the sphere (m).
    pub R: f64,
}

/// A sphere about origin 2 on the outside of a cylinder about e_z of frame 1. The cylinder has no ends.
#[derive(Clone, Debug)]
pub struct SphereOnCylinder {
    /// Radius of the cylinder (m).
    pub Rc: f64,
    /// Radius of the sphere (m).
    pub R: f64,
}

/// A sphere about origin 2 in a hollow cone about e_z of frame 1, which opens along e_z from its tip at origin 1, without end.
#[derive(Clone, Debug)]
pub struct SphereInCone {
    /// The angle between axis and wall (rad).
    pub angle: f64,
    /// Radius of the sphere (m).
    pub R: f64,
}

/// A sphere about origin 2 inside a hollow sphere about origin 1.
#[derive(Clone, Debug)]
pub struct SphereInSphere {
    /// Radius of the hollow sphere (m).
    pub Rc: f64,
    /// Radius of the sphere (m).
    pub R: f64,
}

/// The wall of a cylinder or cone about e_z of frame 1, which is touched from outside (`side` is 1) or inside (-1).
struct Wall {
    side: f64,
    Rc: f64,
    sine: f64,
    cosine: f64,
}

impl Wall {
    fn cylinder(side: f64, Rc: f64) -> Self {
        Wall { side, Rc, sine: 0.0, cosine: 1.0 }
    }
    fn cone(angle: f64) -> Self {
        Wall { side: -1.0, Rc: 0.0, sine: angle.sin(), cosine: angle.cos() }
    }
    /// Axis, way to the sphere, its direction across the axis (e_x of frame 1 on the axis), and how far that is.
    fn across(a: &Frame, b: &Frame) -> (V3, V3, V3, f64) {
        let (e, d): (V3, V3) = (a.A.column(2).into(), b.r - a.r);
        let s = d - e * e.dot(&d);
        let l = s.norm();
        let w = if l > 0.0 { s / l } else { a.A.column(0).into() };
        (e, d, w, l)
    }
    /// A sphere of radius R beside it.
    fn touch(&self, R: f64, a: &Frame, b: &Frame) -> Touch {
        let (e, d, w, _) = Self::across(a, b);
        let out = self.side * self.cosine;
        let n = e * self.sine + w * out;
        let c2 = -n * R;
        Touch { g: n.dot(&d) - out * self.Rc - R, n, c1: d + c2, c2, ..Touch::default() }
    }
    fn change(&self, R: f64, a: &Frame, b: &Frame, z: &Motion) -> Touch {
        let (e, d, w, l) = Self::across(a, b);
        let (de, dd) = (z.w1.cross(&e), z.v2 - z.v1);
        let ds = dd - e * (de.dot(&d) + e.dot(&dd)) - de * e.dot(&d);
        let turn = if l > 0.0 { (ds - w * w.dot(&ds)) / l } else { V3::zeros() };
        let n = de * self.sine + turn * (self.side * self.cosine);
        let c2 = -n * R;
        Touch { g: 0.0, n, c1: dd + c2, c2, ..Touch::default() }
    }
}

impl Geometry for SphereInCylinder {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        Wall::cylinder(-1.0, self.Rc).touch(self.R, a, b)
    }
    fn derive(&self, a: &Frame, b: &Frame, _c: &Touch, z: &Motion) -> Touch {
        Wall::cylinder(-1.0, self.Rc).change(self.R, a, b, z)
    }
    fn normal_fixed_in_1(&self) -> bool {
        false
    }
    fn outlines(&self) -> [Option<Shape>; 2] {
        [Some(Shape::HollowCylinder { radius: self.Rc }), Some(Shape::Sphere { radius: self.R })]
    }
}

impl Geometry for SphereOnCylinder {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        Wall::cylinder(1.0, self.Rc).touch(self.R, a, b)
    }
    fn derive(&self, a: &Frame, b: &Frame, _c: &Touch, z: &Motion) -> Touch {
        Wall::cylinder(1.0, self.Rc).change(self.R, a, b, z)
    }
    fn normal_fixed_in_1(&self) -> bool {
        false
    }
    fn outlines(&self) -> [Option<Shape>; 2] {
        let cylinder = Shape::Cylinder { half_length: None, radius: self.Rc };
        [Some(cylinder), Some(Shape::Sphere { radius: self.R })]
    }
}

impl Geometry for SphereInCone {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        Wall::cone(self.angle).touch(self.R, a, b)
    }
    fn derive(&self, a: &Frame, b: &Frame, _c: &Touch, z: &Motion) -> Touch {
        Wall::cone(self.angle).change(self.R, a, b, z)
    }
    fn normal_fixed_in_1(&self) -> bool {
        false
    }
    fn outlines(&self) -> [Option<Shape>; 2] {
        [None, Some(Shape::Sphere { radius: self.R })]
    }
}

impl Geometry for SphereInSphere {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        let d = b.r - a.r;
        let l = d.norm();
        let g = self.Rc - self.R - l;
        if l == 0.0 {
            return Touch { g, ..Touch::default() };
        }
        let n = -d / l;
        Touch { g, n, c1: n * -self.Rc, c2: n * -self.R, ..Touch::default() }
    }
    fn derive(&self, a: &Frame, b: &Frame, _c: &Touch, z: &Motion) -> Touch {
        let (d, dd) = (b.r - a.r, z.v2 - z.v1);
        let l = d.norm();
        let w = d / l;
        let n = (w * w.dot(&dd) - dd) / l;
        Touch { g: 0.0, n, c1: n * -self.Rc, c2: n * -self.R, ..Touch::default() }
    }
    fn normal_fixed_in_1(&self) -> bool {
        false
    }
    fn outlines(&self) -> [Option<Shape>; 2] {
        [None, Some(Shape::Sphere { radius: self.R })]
    }
}

/// Below this inclination a disc lies flat, and the point of its rim along -e_x counts as lowest.
const FLAT: f64 = 1e-9;

/// The rim of a thin disc about e_z of frame 2, its lowest point on the plane through origin 1
/// with normal e_z.
#[derive(Clone, Debug)]
pub struct RimOnPlane {
    /// Radius of the rim (m).
    pub R: f64,
}

impl Geometry for RimOnPlane {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        let n: V3 = a.A.column(2).into();
        let e: V3 = b.A.column(2).into();
        let s = n - e * n.dot(&e);
        let c2 = match s.norm() {
            l if l < FLAT => b.A.column(0) * -self.R,
            l => -s * (self.R / l),
        };
        let c1 = b.r - a.r + c2;
        Touch { g: n.dot(&c1), n, c1, c2, ..Touch::default() }
    }
    fn derive(&self, _a: &Frame, b: &Frame, c: &Touch, z: &Motion) -> Touch {
        let e: V3 = b.A.column(2).into();
        let (dn, de) = (z.w1.cross(&c.n), z.w2.cross(&e));
        let s = c.n - e * c.n.dot(&e);
        let ds = dn - e * (dn.dot(&e) + c.n.dot(&de)) - de * c.n.dot(&e);
        let l = s.norm();
        let p = s / l;
        let c2 = match l < FLAT {
            true => z.w2.cross(&c.c2),
            false => -(ds - p * p.dot(&ds)) * (self.R / l),
        };
        Touch { g: 0.0, n: dn, c1: z.v2 - z.v1 + c2, c2, ..Touch::default() }
    }
    fn normal_fixed_in_1(&self) -> bool {
        true
    }
    fn apart(&self) -> Option<Apart> {
        Some(Apart::Plane(self.R))
    }
    fn outlines(&self) -> [Option<Shape>; 2] {
        [Some(Shape::Plane), Some(Shape::Disc { radius: self.R })]
    }
}
