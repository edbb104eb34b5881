//! Capsules and cylinders of finite length, about e_z of their frames.

use super::features::{apart, lines, Features, Place, TouchOf, Vector, PARALLEL};
use crate::frame::{Frame, V3};
use crate::number::Num;
use crate::picture::Shape;
use crate::relation::Apart;

/// A sphere about origin 2 (radius 0: a point) on a capsule about e_z of frame 1.
#[derive(Clone, Debug)]
pub struct SphereOnCapsule {
    /// Half the length between the centres of its ends (m).
    pub L: f64,
    /// Radius of the capsule (m).
    pub R1: f64,
    /// Radius of the sphere (m).
    pub R2: f64,
}

impl Features for SphereOnCapsule {
    /// The end that is nearest, if not a point between the ends.
    type Choice = Option<f64>;
    fn bound(&self) -> Apart {
        Apart::Spheres(self.L + self.R1 + self.R2)
    }
    fn choose(&self, a: &Frame, b: &Frame) -> Option<f64> {
        let s = a.A.column(2).dot(&(b.r - a.r));
        (s.abs() > self.L).then_some(if s < 0.0 { -self.L } else { self.L })
    }
    fn key(&self, end: &Option<f64>) -> u64 {
        end.map_or(3, |s| 1 + u64::from(s > 0.0))
    }
    fn of_key(&self, key: u64) -> Option<Option<f64>> {
        Some([Some(-self.L), Some(self.L)].get(key.checked_sub(1)? as usize).copied().flatten())
    }
    fn at<D: Num>(&self, end: &Option<f64>, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        let (e, d) = (&a.e[2], b.r.minus(&a.r));
        let foot = e.times(end.map_or_else(|| e.dot(&d), D::from));
        let (n, l) = d.minus(&foot).unit(&a.e[0]);
        TouchOf {
            g: l - (self.R1 + self.R2),
            n,
            c1: foot.plus(&n.scaled(self.R1)),
            c2: n.scaled(-self.R2),
            t: Vector::zero(),
        }
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        [
            Some(Shape::Capsule { half_length: self.L, radius: self.R1 }),
            Some(Shape::Sphere { radius: self.R2 }),
        ]
    }
}

/// A crossing this little beyond an end, in parts of the length, is one at the end.
const SLACK: f64 = 1.0 + 1e-8;

/// Two capsules (an edge is one of radius 0) that cross: the points between their ends that are
/// nearest to each other. The ends have contacts of their own.
#[derive(Clone, Debug)]
pub struct Crossed {
    /// Half the length of the first, between the centres of its ends (m).
    pub L1: f64,
    /// Radius of the first (m).
    pub R1: f64,
    /// Half the length of the second (m).
    pub L2: f64,
    /// Radius of the second (m).
    pub R2: f64,
}

impl Features for Crossed {
    /// Whether they cross.
    type Choice = bool;
    fn bound(&self) -> Apart {
        Apart::Spheres(self.L1 + self.R1 + self.L2 + self.R2)
    }
    fn choose(&self, a: &Frame, b: &Frame) -> bool {
        let (e1, e2): (V3, V3) = (a.A.column(2).into(), b.A.column(2).into());
        if e1.cross(&e2).norm() < PARALLEL {
            return false;
        }
        let v = |v: V3| Vector([v.x, v.y, v.z]);
        let (s1, s2, _) = lines(&v(b.r - a.r), &v(e1), &v(e2));
        s1.abs() <= SLACK * self.L1 && s2.abs() <= SLACK * self.L2
    }
    fn at<D: Num>(&self, crossed: &bool, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        if !crossed {
            // a cylinder without ends has no length of its own
            let length = [self.L1, self.L2].into_iter().filter(|l| l.is_finite()).sum::<f64>();
            return apart(length + self.R1 + self.R2);
        }
        let (e1, e2) = (&a.e[2], &b.e[2]);
        let d = b.r.minus(&a.r);
        let (s1, s2, m) = lines(&d, e1, e2);
        let (n, _) = m.unit(&a.e[0]);
        let n = n.scaled(if n.dot(&d).re() < 0.0 { -1.0 } else { 1.0 });
        TouchOf {
            g: n.dot(&d) - (self.R1 + self.R2),
            n,
            c1: e1.times(s1).plus(&n.scaled(self.R1)),
            c2: e2.times(s2).minus(&n.scaled(self.R2)),
            t: *e1,
        }
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        [
            Some(Shape::Capsule { half_length: self.L1, radius: self.R1 }),
            Some(Shape::Capsule { half_length: self.L2, radius: self.R2 }),
        ]
    }
}

/// A sphere about origin 2 (radius 0: a point) on a solid cylinder about e_z of frame 1.
#[derive(Clone, Debug)]
pub struct SphereOnSolidCylinder {
    /// Half the length of the cylinder (m).
    pub L: f64,
    /// Radius of the cylinder (m).
    pub Rc: f64,
    /// Radius of the sphere (m).
    pub R: f64,
}

/// What of a solid cylinder is nearest.
#[derive(Clone, Copy, Debug)]
pub enum CylinderPart {
    /// Its side.
    Side,
    /// The end on this side.
    End(f64),
    /// The rim on this side.
    Rim(f64),
}

impl Features for SphereOnSolidCylinder {
    type Choice = CylinderPart;
    fn bound(&self) -> Apart {
        Apart::Spheres(self.L + self.Rc + self.R)
    }
    fn choose(&self, a: &Frame, b: &Frame) -> CylinderPart {
        let d = b.r - a.r;
        let e: V3 = a.A.column(2).into();
        let z = e.dot(&d);
        let (across, along) = ((d - e * z).norm() - self.Rc, z.abs() - self.L);
        let side = if z < 0.0 { -1.0 } else { 1.0 };
        match (across > 0.0, along > 0.0) {
            (true, true) => CylinderPart::Rim(side),
            (true, false) => CylinderPart::Side,
            (false, true) => CylinderPart::End(side),
            (false, false) if across > along => CylinderPart::Side,
            (false, false) => CylinderPart::End(side),
        }
    }
    fn at<D: Num>(&self, part: &CylinderPart, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        let (e, d) = (&a.e[2], b.r.minus(&a.r));
        let z = e.dot(&d);
        let (radial, rho) = d.minus(&e.times(z)).unit(&a.e[0]);
        let (n, l, t) = match *part {
            CylinderPart::Side => (radial, rho - self.Rc, *e),
            CylinderPart::End(side) => (e.scaled(side), z * side - self.L, a.e[0]),
            CylinderPart::Rim(side) => {
                let out = radial.times(rho - self.Rc);
                let v = out.plus(&e.times(z - side * self.L));
                let (n, l) = v.unit(&radial);
                (n, l, e.cross(&radial))
            }
        };
        let c2 = n.scaled(-self.R);
        TouchOf { g: l - self.R, n, c1: d.plus(&c2), c2, t }
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        [
            Some(Shape::Cylinder { half_length: Some(self.L), radius: self.Rc }),
            Some(Shape::Sphere { radius: self.R }),
        ]
    }
}

/// The end of a cylinder about e_z of frame 2 on the plane through origin 1 with normal e_z, where the inclination is
/// σ = |n - e (n·e)|: the gap is n·(r2 - r1) - R f(σ).
///
/// Origin 2 is the middle of the rim, or a fixed point of it; f is `reach`.
#[derive(Clone, Debug)]
pub struct EndOnPlane {
    /// Radius of the rim (m).
    pub R: f64,
    /// The inclination δ (rad).
    pub fade: f64,
    /// The lowest point of the rim, or a fixed one.
    pub part: EndPart,
}

/// What of the end of a cylinder touches a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndPart {
    /// The lowest point of its rim, wherever that is.
    Lowest,
    /// A fixed point of the rim, while the cylinder stands.
    Fixed,
}

impl Features for EndOnPlane {
    type Choice = ();
    fn bound(&self) -> Apart {
        Apart::Plane(self.R)
    }
    fn choose(&self, _a: &Frame, _b: &Frame) {}
    fn at<D: Num>(&self, _: &(), a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        let (n, e) = (&a.e[2], &b.e[2]);
        let s = n.minus(&e.times(n.dot(e)));
        let s2 = s.dot(&s);
        let (f, slope) = reach(self.part == EndPart::Lowest, self.fade, s2);
        let c2 = s.times(slope).scaled(-self.R).plus(&n.times((slope * s2 - f) * self.R));
        let d = b.r.minus(&a.r);
        TouchOf { g: n.dot(&d) - f * self.R, n: *n, c1: d.plus(&c2), c2, t: a.e[0] }
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        [
            Some(Shape::Plane),
            match self.part {
                EndPart::Lowest => Some(Shape::Disc { radius: self.R }),
                EndPart::Fixed => None,
            },
        ]
    }
}

/// How far a rim of radius one reaches down where its inclination is σ, and the derivative divided by σ, from σ²: for its
/// lowest point, or for a fixed one.
///
/// The lowest point reaches down by f = σ. Below the inclination δ it is f = δ (3x² - 3x³ + x⁴), x = σ/δ, which is less and
/// smooth at zero, where no point is the lowest. There fixed points of the rim carry: f = 0 up to δ, and above it
/// f = -y³/(δ² + y²), y = σ - δ, as a point that turns past the lowest one would touch in the same place.
pub(super) fn reach<D: Num>(lowest: bool, fade: f64, s2: D) -> (D, D) {
    let inclined = s2.re() >= fade * fade;
    match (lowest, inclined) {
        (true, true) => (s2.sqrt(), s2.sqrt().recip()),
        (true, false) => {
            let x = match s2.re() > 1e-24 {
                true => s2.sqrt() / fade,
                false => D::from(0.0),
            };
            (s2 * (x * x - x * 3.0 + 3.0) / fade, (x * x * 4.0 - x * 9.0 + 6.0) / fade)
        }
        (false, true) => {
            let y = s2.sqrt() - fade;
            let q = (y * y + fade * fade).recip();
            let slope = y * y * q * (y * y * q * 2.0 - 3.0);
            (-(y * y * y * q), slope / s2.sqrt())
        }
        (false, false) => (D::from(0.0), D::from(0.0)),
    }
}
