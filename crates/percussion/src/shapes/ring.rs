//! The inner side of a ring: a circle whose normals point to its axis, a piece of negative radius.
//!
//! Its surface is a saddle, so that the nearest point is no maximum of the separation along a normal. With x(φ) on the circle,
//! and δ(x) the distance of a point from the other piece, ∇δ = m, the meetings are where m·x'(φ) changes from minus to plus.

use super::patch::{Kind, Meeting};
use crate::frame::{basis, V3};
use std::f64::consts::TAU;

/// Places on the circle between which a minimum is looked for.
const SAMPLES: usize = 32;
/// A slope below this everywhere is none: the other piece is about the same axis.
const LEVEL: f64 = 1e-9;

/// Nearest point of a piece, or of its ends, and the direction from it.
fn nearest(k: &Kind, x: &V3) -> Option<(V3, V3)> {
    let away = |y: V3| {
        let l = (x - y).norm();
        (l > 1e-300).then(|| (y, (x - y) / l))
    };
    match k {
        Kind::Line { p, e, L } => away(p + e * e.dot(&(x - p)).clamp(-L, *L)),
        Kind::Circle { c, e, R } => {
            let w = x - c - e * e.dot(&(x - c));
            let l = w.norm();
            away(c + w * (R.abs() / (l > 1e-300).then_some(l)?))
        }
        Kind::Cone { apex, e, sine, L } => {
            let w = x - apex - e * e.dot(&(x - apex));
            let l = w.norm();
            let m = e * *sine + w * ((1.0 - sine * sine).sqrt() / (l > 1e-300).then_some(l)?);
            let y = x - m * m.dot(&(x - apex));
            let s = (y - apex).norm();
            match (y - apex).dot(e) {
                down if down > 0.0 => away(*apex),
                _ if s > *L => away(apex + (y - apex) * (L / s)),
                _ => Some((y, m)),
            }
        }
        Kind::Ellipsoid { c, axes, a } => {
            let p = axes.tr_mul(&(x - c));
            // y_i = a_i² p_i/(a_i² + t) is on it; from the left, where this is convex, Newton's method does not overshoot
            let mut t =
                (0..3).map(|i| a[i] * (p[i].abs() - a[i])).fold(f64::NEG_INFINITY, f64::max);
            for _ in 0..60 {
                let q = p.zip_map(a, |p, a| p * a / (a * a + t));
                let value = q.norm_squared() - 1.0;
                let slope = -2.0 * q.zip_map(a, |q, a| q * q / (a * a + t)).sum();
                let step = value / slope;
                // what is no number is in the middle of it
                if step.is_nan() || step.abs() <= 1e-16 * (t.abs() + a.norm_squared()) {
                    break;
                }
                t -= step;
            }
            let y = p.zip_map(a, |p, a| p * a * a / (a * a + t));
            let m = y.zip_map(a, |y, a| y / (a * a)).normalize();
            m.iter().all(|m| m.is_finite()).then(|| (c + axes * y, axes * m))
        }
        _ => None,
    }
}

/// Where the inner side of a ring and another piece have a common normal: out of the ring.
pub(super) fn inner(ring: &Kind, other: &Kind, border: f64, out: &mut dyn FnMut(Meeting) -> bool) {
    let Kind::Circle { c, e, R } = ring else { return };
    let (B, R) = (basis(e), R.abs());
    let at = |phi: f64| {
        let (s, c) = phi.sin_cos();
        (B * V3::new(c, s, 0.0), B * V3::new(-s, c, 0.0))
    };
    let slope = |phi: f64| {
        let (radial, tangent) = at(phi);
        nearest(other, &(c + radial * R)).map_or(0.0, |(_, m)| m.dot(&tangent))
    };
    let angle = |k: usize| TAU * k as f64 / SAMPLES as f64;
    let slopes: [f64; SAMPLES] = std::array::from_fn(|k| slope(angle(k)));
    for k in 0..SAMPLES {
        let (mut low, mut high) =
            ((angle(k), slopes[k]), (angle(k + 1), slopes[(k + 1) % SAMPLES]));
        if !(low.1 < 0.0 && high.1 >= 0.0) || low.1 > -LEVEL && high.1 < LEVEL {
            continue;
        }
        // regula falsi, whose older end loses half its weight
        for _ in 0..60 {
            let phi = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
            let s = slope(phi);
            if s < 0.0 {
                low = (phi, s);
                high.1 *= 0.5;
            } else {
                high = (phi, s);
                low.1 *= 0.5;
            }
            if high.0 - low.0 < 1e-15 || s.abs() < 1e-16 {
                break;
            }
        }
        let phi = if high.1.abs() < low.1.abs() { high.0 } else { low.0 };
        let radial = at(phi).0;
        let x1 = c + radial * R;
        let Some((x2, m)) = nearest(other, &x1) else { continue };
        let side = match other {
            // of two circles that which is meant
            Kind::Circle { c, R, .. } => m.dot(&(x2 - c)) * R >= 0.0,
            _ => other.has(&x2, &m, border),
        };
        if side && m.dot(&radial) > 0.0 {
            out(Meeting { n: -m, s: m.dot(&(x1 - x2)), x1, x2 });
        }
    }
}
