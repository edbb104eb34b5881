//! Rods by the curve along which they are free of strain.

use super::{FullSection, Quaternion, Rod};
use crate::frame::{rotation, M3, V3};
use nalgebra::{Rotation3, UnitQuaternion};

/// Iterations towards the quaternion of a matrix; of one that is not finite there is none.
const MAX_ITERATIONS: usize = 1000;

impl Rod {
    /// A rod without strain along a curve: `at(s)` gives the position and the axes of the section
    /// (e_x: normal) at the arc length s.
    pub fn along(
        length: f64,
        elements: usize,
        degree: usize,
        section: impl Into<FullSection>,
        at: impl Fn(f64) -> (V3, M3),
    ) -> Self {
        let n = elements.saturating_mul(degree) as f64;
        let mut last = Quaternion::new(1.0, 0.0, 0.0, 0.0);
        Self::through(length, elements, degree, section, |k| {
            let (r, A) = at(length * k as f64 / n);
            // iterations that begin at no turn do not find half a turn
            let near = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(A));
            let p = UnitQuaternion::from_matrix_eps(&A, f64::EPSILON, MAX_ITERATIONS, near);
            let mut p = Quaternion::new(p.w, p.i, p.j, p.k);
            // of the two quaternions of an orientation the one that is near the last
            if p.dot(&last) < 0.0 {
                p = -p;
            }
            last = p;
            [r.x, r.y, r.z, p[0], p[1], p[2], p[3]]
        })
    }
    /// A straight rod from `r` along e_x of the axes `A`.
    pub fn straight(
        length: f64,
        elements: usize,
        degree: usize,
        section: impl Into<FullSection>,
        r: V3,
        A: M3,
    ) -> Self {
        Self::curved(length, elements, degree, section, (r, A), V3::zeros())
    }
    /// A rod from `r` that starts along e_x of the axes `A` and has the constant twist and curvature
    /// `kappa` in the axes of its section: a straight line, a circle, or a helix.
    pub fn curved(
        length: f64,
        elements: usize,
        degree: usize,
        section: impl Into<FullSection>,
        (r, A): (V3, M3),
        kappa: V3,
    ) -> Self {
        let k = kappa.norm();
        let rod = Self::along(length, elements, degree, section, |s| {
            if k == 0.0 {
                return (r + A.column(0) * s, A);
            }
            let (n, (sin, cos)) = (kappa / k, (k * s).sin_cos());
            // ∫ rot(n, k s) ds e_x
            let e = V3::x();
            let way = (e * sin + n.cross(&e) * (1.0 - cos)) / k + n * (n.x * (s - sin / k));
            (r + A * way, A * rotation(&n, k * s))
        });
        Rod { curve: Some((r, A, kappa)), ..rod }
    }
}
