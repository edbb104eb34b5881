use super::geometry::Geometry;
use super::Touch;
use crate::frame::{tilde, Frame, M3, V3};
use crate::relation::{Apart, Motion};

/// An ellipsoid about origin 2 with half axes along the axes of frame 2, on the plane through origin 1
/// with normal e_z.
///
/// With S = A diag(a²) Aᵀ its lowest point is c2 = -S n/√(n·S n).
#[derive(Clone, Debug)]
pub struct EllipsoidOnPlane {
    /// Half axes (m).
    pub a: V3,
}

/// S and its change when the frame turns.
fn squared(A: &M3, a: &V3) -> M3 {
    A * M3::from_diagonal(&a.component_mul(a)) * A.transpose()
}

impl Geometry for EllipsoidOnPlane {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        let n: V3 = a.A.column(2).into();
        let y = squared(&b.A, &self.a) * n;
        let c2 = -y / n.dot(&y).sqrt();
        let c1 = b.r - a.r + c2;
        Touch { g: n.dot(&c1), n, c1, c2, ..Touch::default() }
    }
    fn derive(&self, _a: &Frame, b: &Frame, c: &Touch, z: &Motion) -> Touch {
        let S = squared(&b.A, &self.a);
        let w = tilde(&z.w2);
        let (dn, dS) = (z.w1.cross(&c.n), w * S - S * w);
        let (y, dy) = (S * c.n, dS * c.n + S * dn);
        let l = c.n.dot(&y).sqrt();
        let dl = (dn.dot(&y) + c.n.dot(&dy)) / (2.0 * l);
        let c2 = -dy / l + y * (dl / (l * l));
        Touch { g: 0.0, n: dn, c1: z.v2 - z.v1 + c2, c2, ..Touch::default() }
    }
    fn normal_fixed_in_1(&self) -> bool {
        true
    }
    fn apart(&self) -> Option<Apart> {
        Some(Apart::Plane(self.a.max()))
    }
}

/// A sphere about origin 2 on an ellipsoid about origin 1 with half axes along the axes of frame 1.
///
/// The nearest point x to the centre p of the sphere, in the axes of the ellipsoid, is
/// x_i = a_i² p_i/(a_i² + t) where Σ (a_i p_i/(a_i² + t))² = 1, and p - x = t x/a².
#[derive(Clone, Debug)]
pub struct SphereOnEllipsoid {
    /// Half axes (m).
    pub a: V3,
    /// Radius of the sphere (m).
    pub R: f64,
}

impl SphereOnEllipsoid {
    /// The root t: the function is convex and falls, Newton's method from its left is monotone.
    fn root(&self, p: &V3) -> f64 {
        let mut t = (0..3).map(|i| self.a[i] * (p[i].abs() - self.a[i])).fold(f64::MIN, f64::max);
        for _ in 0..100 {
            let (mut f, mut df) = (-1.0, 0.0);
            for i in 0..3 {
                let s = self.a[i] * self.a[i] + t;
                let v = self.a[i] * p[i] / s;
                f += v * v;
                df -= 2.0 * v * v / s;
            }
            let step = f / df;
            if !step.is_finite() {
                break;
            }
            t -= step;
            if step.abs() <= 1e-16 * (t.abs() + self.a.min() * self.a.min()) {
                break;
            }
        }
        t
    }
}

impl Geometry for SphereOnEllipsoid {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        let p = a.A.tr_mul(&(b.r - a.r));
        let t = self.root(&p);
        let square = self.a.component_mul(&self.a);
        let x = V3::from_fn(|i, _| square[i] * p[i] / (square[i] + t));
        let m = x.component_div(&square);
        let (c1, n) = (a.A * x, a.A * m.normalize());
        Touch { g: t * m.norm() - self.R, n, c1, c2: -n * self.R, ..Touch::default() }
    }
    fn derive(&self, a: &Frame, b: &Frame, c: &Touch, z: &Motion) -> Touch {
        let d = b.r - a.r;
        let p = a.A.tr_mul(&d);
        let dp = a.A.tr_mul(&(z.v2 - z.v1 - z.w1.cross(&d)));
        let t = self.root(&p);
        let square = self.a.component_mul(&self.a);
        let (mut up, mut down) = (0.0, 0.0);
        for i in 0..3 {
            let s = square[i] + t;
            up += square[i] * p[i] * dp[i] / (s * s);
            down += square[i] * p[i] * p[i] / (s * s * s);
        }
        let dt = up / down;
        let change = |i: usize| {
            let s = square[i] + t;
            square[i] * (dp[i] / s - p[i] * dt / (s * s))
        };
        let dx = V3::from_fn(|i, _| change(i));
        let m = V3::from_fn(|i, _| p[i] / (square[i] + t));
        let dm = dx.component_div(&square);
        let (l, n) = (m.norm(), m.normalize());
        let dn = (dm - n * n.dot(&dm)) / l;
        let n = a.A * dn + z.w1.cross(&c.n);
        Touch { g: 0.0, n, c1: a.A * dx + z.w1.cross(&c.c1), c2: -n * self.R, ..Touch::default() }
    }
    fn normal_fixed_in_1(&self) -> bool {
        false
    }
    fn apart(&self) -> Option<Apart> {
        Some(Apart::Spheres(self.a.max() + self.R))
    }
}
