//! The rim of a flat end where it crosses an edge or another rim that lies on the end.
//!
//! All points of a flat end have one normal, so that no maximum over normals tells where such a crossing is. The two curves do:
//! x₁(s₁), x₂(s₂) with unit tangents τ, and D = x₂ - x₁, are nearest where
//!
//! ```text
//! D·τ₁ = 0,   D·τ₂ = 0,      n = ± τ₁ × τ₂/|τ₁ × τ₂|,   s = n·D
//! ```
//!
//! which is regular also where they touch, as long as they cross.

use super::patch::{Kind, Meeting};
use super::solid::UPRIGHT;
use crate::frame::V3;
use crate::number::Num;

/// Curves whose tangents differ by less than this angle do not cross.
const GRAZING: f64 = 1e-6;
/// Points may be so much beside their common normal, in parts of the radius.
const ASTRAY: f64 = 1e-10;

/// Normals of a rim point to its axis by no more than this.
const INWARD: f64 = 1e-9;

/// A curve near one of its points: point, unit tangent, and the change of the tangent along it.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// The point.
    pub x: V3,
    /// Unit tangent.
    pub tangent: V3,
    /// Its derivative by the length.
    pub bend: V3,
}

impl Kind {
    /// Whether a normal at a point of a rim points to its axis, where the end goes on: there it is nearest to nothing.
    pub(super) fn inward(&self, x: &V3, n: &V3) -> bool {
        match self {
            Kind::Disc { c, R, .. } | Kind::Segment { c, R, .. } => n.dot(&(x - c)) < -INWARD * R,
            _ => false,
        }
    }

    /// The line, or the rim of a disc, next to a point of its plane.
    pub fn curve(&self, at: &V3) -> Option<Near> {
        match *self {
            Kind::Line { p, e, .. } => {
                Some(Near { x: p + e * e.dot(&(at - p)), tangent: e, bend: V3::zeros() })
            }
            Kind::Disc { n, c, R } | Kind::Segment { n, c, R, .. } if R.is_finite() => {
                let w = at - c - n * n.dot(&(at - c));
                let l = w.norm();
                let w = (l > 1e-9 * R).then(|| w / l)?;
                Some(Near { x: c + w * R, tangent: n.cross(&w), bend: -w / R })
            }
            _ => None,
        }
    }
}

/// The steps along both curves to where they are nearest, by Newton's method; none where they do not cross.
pub fn steps<N: Num>(one: &Near, two: &Near, D: [N; 2], way: &V3) -> Option<[N; 2]> {
    let c = one.tangent.dot(&two.tangent);
    let (a, b) = (way.dot(&one.bend) - 1.0, way.dot(&two.bend) + 1.0);
    // [[a, c], [-c, b]] x = -D
    let det = a * b + c * c;
    (det.abs() > GRAZING * GRAZING)
        .then(|| [(D[1] * c - D[0] * b) * (1.0 / det), (D[1] * a + D[0] * c) * (-1.0 / det)])
}

/// Where a rim, and an edge or a rim over its end, cross: two places at most, as far as the line reaches with a border.
pub fn crossings(one: &Kind, two: &Kind, border: f64, out: &mut dyn FnMut(Meeting) -> bool) {
    let (Kind::Disc { n: up, c, R } | Kind::Segment { n: up, c, R, .. }) = *one else { return };
    let flat = |x: V3| x - up * up.dot(&x);
    // in the plane of the end
    let (foot, way, half) = match *two {
        Kind::Line { p, e, .. } if flat(e).norm() > 0.5 => {
            let way = flat(e).normalize();
            let from = flat(p - c);
            let foot = from - way * way.dot(&from);
            (foot, way, R * R - foot.norm_squared())
        }
        Kind::Disc { n, c: c2, R: R2 } | Kind::Segment { n, c: c2, R: R2, .. }
            if n.dot(&up) < -0.5 && R2.is_finite() =>
        {
            let to = flat(c2 - c);
            let l = to.norm();
            if l <= 1e-9 * R.max(R2) {
                return;
            }
            let a = 0.5 * (l + (R - R2) * (R + R2) / l);
            (to * (a / l), up.cross(&to) / l, R * R - a * a)
        }
        _ => return,
    };
    if !(R.is_finite() && half > 0.0) {
        return;
    }
    for side in [-1.0, 1.0] {
        let start = c + foot + way * (side * half.sqrt());
        let found = nearest(one, two, start);
        let on = |k: &Kind, x: &V3| match k {
            Kind::Line { p, e, L } => e.dot(&(x - p)).abs() <= L + border,
            Kind::Segment { c, m, d, .. } => m.dot(&(x - c)) >= d - border,
            _ => true,
        };
        // one of the two is nearly flat there; where none is their rims have a summit
        let lies = |m: &Meeting, k: &Kind| matches!(k, Kind::Disc { n, .. } | Kind::Segment { n, .. } if m.n.cross(n).norm() < UPRIGHT);
        let meets =
            |m: &Meeting| (lies(m, one) || lies(m, two)) && on(one, &m.x1) && on(two, &m.x2);
        if let Some(m) = found.filter(meets) {
            out(m);
        }
    }
}

/// The place next to a point where the two curves are nearest; the normal points out of the first one's end.
fn nearest(one: &Kind, two: &Kind, start: V3) -> Option<Meeting> {
    let (Kind::Disc { n: up, .. } | Kind::Segment { n: up, .. }) = one else { return None };
    let (mut a, mut b) = (one.curve(&start)?, two.curve(&start)?);
    for _ in 0..8 {
        let way = b.x - a.x;
        let [s, t] = steps(&a, &b, [way.dot(&a.tangent), way.dot(&b.tangent)], &way)?;
        a = one.curve(&(a.x + a.tangent * s))?;
        b = two.curve(&(b.x + b.tangent * t))?;
        if s.abs() + t.abs() < 1e-15 * (1.0 + way.norm()) {
            break;
        }
    }
    let m = a.tangent.cross(&b.tangent);
    let l = m.norm();
    let n = (l > GRAZING).then(|| m * (up.dot(&m).signum() / l))?;
    let way = b.x - a.x;
    let s = n.dot(&way);
    // where the method went astray the points are beside the normal
    let right = (way - n * s).norm() <= ASTRAY * (a.bend.norm().recip() + s.abs());
    right.then_some(Meeting { n, s, x1: a.x, x2: b.x })
}
