use super::geometry::Geometry;
use super::Touch;
use crate::frame::{Frame, V3};
use crate::picture::Shape;
use crate::relation::Motion;

/// A sphere about origin 2 on the outside of a cylinder about e_z of frame 1. The cylinder has no
/// ends.
#[derive(Clone, Debug)]
pub struct SphereOnCylinder {
    /// Radius of the cylinder (m).
    pub Rc: f64,
    /// Radius of the sphere (m).
    pub R: f64,
}

fn across(a: &Frame, b: &Frame) -> (V3, V3, V3) {
    let e: V3 = a.A.column(2).into();
    let d = b.r - a.r;
    (d - e * e.dot(&d), e, d)
}

impl Geometry for SphereOnCylinder {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        let (s, _, d) = across(a, b);
        let l = s.norm();
        let n = s / l;
        let c2 = -n * self.R;
        Touch { g: l - self.Rc - self.R, n, c1: d + c2, c2, ..Touch::default() }
    }
    fn derive(&self, a: &Frame, b: &Frame, c: &Touch, z: &Motion) -> Touch {
        let (s, e, d) = across(a, b);
        let (de, dd) = (z.w1.cross(&e), z.v2 - z.v1);
        let ds = dd - e * (de.dot(&d) + e.dot(&dd)) - de * e.dot(&d);
        let n = (ds - c.n * c.n.dot(&ds)) / s.norm();
        let c2 = -n * self.R;
        Touch { g: 0.0, n, c1: dd + c2, c2, ..Touch::default() }
    }
    fn normal_fixed_in_1(&self) -> bool {
        false
    }
    fn outlines(&self) -> [Option<Shape>; 2] {
        [
            Some(Shape::Cylinder { half_length: None, radius: self.Rc }),
            Some(Shape::Sphere { radius: self.R }),
        ]
    }
}
