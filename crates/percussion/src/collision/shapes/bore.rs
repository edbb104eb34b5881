//! What is in a round hole: the points of a piece that are furthest from its axis.
//!
//! Seen along the axis a circle or an ellipsoid is an ellipse with half axes A ≥ B about a point (x, y) in their directions. The
//! distance of its points from the axis has its maxima where
//!
//! ```text
//! f(φ) = -A x sin φ + B y cos φ - (A² - B²) sin φ cos φ
//! ```
//!
//! changes from plus to minus: once in the quadrant of (x, y), and a second time beside it, in the quadrant of (-x, y), where
//! (A x)^⅔ + (B y)^⅔ < (A² - B²)^⅔ (the evolute).

use super::patch::{Kind, Meeting};
use crate::frame::{basis, V3};

/// What is nearer to the axis, in parts of the hole, is about it: there is no normal.
const MIDDLE: f64 = 1e-9;

/// Where a piece is nearest to the wall of a hole: normals out of the wall, to the axis.
pub(super) fn inside(bore: &Kind, two: &Kind, out: &mut dyn FnMut(Meeting) -> bool) {
    let Kind::Bore { p, e, R } = bore else { return };
    let mut put = |x2: V3| {
        let along = e * e.dot(&(x2 - p));
        let w = x2 - p - along;
        let l = w.norm();
        if l > MIDDLE * R {
            let w = w / l;
            out(Meeting { n: -w, s: R - l, x1: p + along + w * *R, x2 });
        }
    };
    if let Kind::Point(x) = two {
        return put(*x);
    }
    let Some((c, S)) = two.round().filter(|_| !two.inner()) else { return };
    let B = basis(e);
    let (b1, b2): (V3, V3) = (B.column(0).into(), B.column(1).into());
    // half axes of the ellipse across e, and the direction of the larger
    let (xx, xy, yy) = (b1.dot(&(S * b1)), b1.dot(&(S * b2)), b2.dot(&(S * b2)));
    let (half, off) = (0.5 * (xx + yy), (0.5 * (xx - yy)).hypot(xy));
    let turn = 0.5 * xy.atan2(0.5 * (xx - yy));
    let (large, small) = ((half + off).sqrt(), (half - off).max(0.0).sqrt());
    let (m, d) = (b1 * turn.cos() + b2 * turn.sin(), b2 * turn.cos() - b1 * turn.sin());
    let at = [m.dot(&(c - p)), d.dot(&(c - p))];
    if at[0].hypot(at[1]) < MIDDLE * R && off < MIDDLE * R * R {
        return;
    }
    for [x, y] in furthest(at, large, small).into_iter().flatten() {
        // the point of the piece with this normal
        let w = m * (at[0] + x) + d * (at[1] + y);
        put(two.support(&w.normalize()));
    }
}

/// The points of an ellipse about (x, y) that are furthest from the origin, from its middle.
fn furthest([x, y]: [f64; 2], A: f64, B: f64) -> [Option<[f64; 2]>; 2] {
    let (sx, sy) = (1f64.copysign(x), 1f64.copysign(y));
    let (a, b, k) = (A * x.abs(), B * y.abs(), A * A - B * B);
    let first = root(|s, c| a * s - b * c + k * s * c, std::f64::consts::FRAC_PI_2);
    let inside = a.cbrt().powi(2) + b.cbrt().powi(2) < k.cbrt().powi(2) * (1.0 - 1e-9);
    let second = inside.then(|| {
        let top = if a > 0.0 { (b / a).cbrt().atan() } else { std::f64::consts::FRAC_PI_2 };
        root(|s, c| k * s * c - a * s - b * c, top)
    });
    let point = |(s, c): (f64, f64), side: f64| [side * sx * A * c, sy * B * s];
    [Some(point(first, 1.0)), second.map(|at| point(at, -1.0))]
}

/// Sine and cosine of the angle up to `top` at which a function of both becomes positive.
fn root(f: impl Fn(f64, f64) -> f64, top: f64) -> (f64, f64) {
    let (mut low, mut high) = (0.0, top);
    // halves to the last bit: some tens of products
    for _ in 0..60 {
        let mid = 0.5 * (low + high);
        let (s, c) = f64::sin_cos(mid);
        if f(s, c) > 0.0 {
            high = mid;
        } else {
            low = mid;
        }
        if high - low <= 1e-16 * high {
            break;
        }
    }
    low.sin_cos()
}
