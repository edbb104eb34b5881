//! The inner side of a ring: a circle whose normals point to its axis, a piece of negative radius.
//!
//! Its surface is a saddle, so that the nearest point is no maximum of the separation along a normal. With x(φ) on the circle,
//! and δ(x) the distance of a point from the other piece as it goes on beyond its ends, ∇δ = m, the meetings are where the slope
//! m·x'(φ) changes from minus to plus. Such places may be near each other: where the slope comes near to zero between samples
//! and turns back, and where it could have three zeros in place of one, its extremum is found first.

use super::patch::{Kind, Meeting};
use crate::frame::{basis, V3};
use std::f64::consts::TAU;

/// Places on the circle between which a minimum is looked for.
const SAMPLES: usize = 32;
/// Steps to an extremum, and the part of the larger interval that each takes.
const TURNS: usize = 24;
const GOLDEN: f64 = 0.381_966;
/// The part of the slopes about it below which a minimum between samples is looked for.
const NEARLY: f64 = 0.05;
/// A slope below this everywhere is none: the other piece is about the same axis.
const LEVEL: f64 = 1e-9;

/// Nearest point of a piece without ends, and the direction from it.
fn nearest(k: &Kind, x: &V3) -> Option<(V3, V3)> {
    let away = |y: V3| {
        let l = (x - y).norm();
        (l > 1e-300).then(|| (y, (x - y) / l))
    };
    match k {
        Kind::Line { p, e, .. } => away(p + e * e.dot(&(x - p))),
        Kind::Circle { c, e, R } => {
            let w = x - c - e * e.dot(&(x - c));
            let l = w.norm();
            away(c + w * (R.abs() / (l > 1e-300).then_some(l)?))
        }
        Kind::Cone { apex, e, sine, .. } => {
            let w = x - apex - e * e.dot(&(x - apex));
            let l = w.norm();
            let m = e * *sine + w * ((1.0 - sine * sine).sqrt() / (l > 1e-300).then_some(l)?);
            Some((x - m * m.dot(&(x - apex)), m))
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

/// A place and a value there.
type At = (f64, f64);

/// A place near the smallest of three values where the function is below zero, by golden sections.
fn below(left: At, mut middle: At, right: At, f: &dyn Fn(f64) -> f64) -> Option<At> {
    let (mut left, mut right) = (left.0, right.0);
    for _ in 0..TURNS {
        let phi = match right - middle.0 > middle.0 - left {
            true => middle.0 + GOLDEN * (right - middle.0),
            false => middle.0 - GOLDEN * (middle.0 - left),
        };
        let next = (phi, f(phi));
        if next.1 < 0.0 {
            return Some(next);
        }
        let (inner, outer) = if next.1 < middle.1 { (next, middle) } else { (middle, next) };
        match outer.0 < inner.0 {
            true => left = outer.0,
            false => right = outer.0,
        }
        middle = inner;
    }
    None
}

/// The least value of the parabola through three places.
fn lowest(p: &[At]) -> f64 {
    let (x, y) = (p[0].0 - p[1].0, p[2].0 - p[1].0);
    let (u, v) = ((p[0].1 - p[1].1) / x, (p[2].1 - p[1].1) / y);
    let bend = (v - u) / (y - x);
    let slope = u - bend * x;
    p[1].1 - 0.25 * slope * slope / bend.max(1e-300)
}

/// Where between the second and the third of four equidistant values, all above zero there, the function may be below it: the
/// minimum of the cubic through all four, in parts of the interval.
fn dip(v: [f64; 4]) -> Option<f64> {
    let [a, b, c, d] = v;
    // p(x) = b + p1 x + p2 x² + p3 x³ with p(-1) = a, p(1) = c, p(2) = d
    let (p2, odd) = (0.5 * (a + c) - b, 0.5 * (c - a));
    let p3 = ((d - b) / 2.0 - odd - 2.0 * p2) / 3.0;
    let p1 = odd - p3;
    let root = (p2 * p2 - 3.0 * p1 * p3).max(0.0).sqrt();
    // p' = p1 + 2 p2 x + 3 p3 x² rises through zero here
    let x = if p2 > 0.0 { -p1 / (p2 + root) } else { (root - p2) / (3.0 * p3) };
    let near =
        b + x * (p1 + x * (p2 + x * p3)) < NEARLY * v.iter().fold(0.0, |m, v| v.abs().max(m));
    (near && x > -0.1 && x < 1.1).then(|| x.clamp(0.02, 0.98))
}

/// The zero of a function between a value below zero and one above, or the other way round.
fn zero(mut low: At, mut high: At, f: &dyn Fn(f64) -> f64) -> f64 {
    // regula falsi, whose older end loses half its weight
    for _ in 0..60 {
        let phi = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
        let s = f(phi);
        if s < 0.0 {
            low = (phi, s);
            high.1 *= 0.5;
        } else {
            high = (phi, s);
            low.1 *= 0.5;
        }
        if (high.0 - low.0).abs() < 1e-15 || s.abs() < 1e-16 {
            break;
        }
    }
    if high.1.abs() < low.1.abs() {
        high.0
    } else {
        low.0
    }
}

/// Where a slope that is below zero at the first place and above it at the second rises through zero.
fn rises(low: At, high: At, slope: &dyn Fn(f64) -> f64, out: &mut dyn FnMut(f64)) {
    let at = zero(low, high, slope);
    // there may be two more: what is left without this one has them
    let rest = |phi: f64| slope(phi) / (phi - at);
    let wide = high.0 - low.0;
    let points = [0.0, 0.3, 0.5, 0.7, 1.0].map(|part| {
        let phi = low.0 + part * wide;
        let phi = if (phi - at).abs() < 0.05 * wide { at + 0.05 * wide } else { phi };
        (phi, rest(phi))
    });
    let more = points.windows(3).find_map(|p| match p[1].1 {
        s if s < 0.0 => Some(p[1]),
        s if s <= p[0].1 && s <= p[2].1 && lowest(p) < 0.5 * s => below(p[0], p[1], p[2], &rest),
        _ => None,
    });
    let Some((phi, s)) = more else { return out(at) };
    let turn = (phi, s * (phi - at));
    // on one side of the turn there is one; on the other this one, or that beyond it where this one falls
    let beside = |by: f64| (at + by, slope(at + by));
    if phi > at {
        out(zero(turn, high, slope));
        let before = beside(1e-3 * (low.0 - at));
        match beside(1e-3 * (phi - at)).1 > 0.0 {
            true => out(at),
            false if before.1 > 0.0 => out(zero(low, before, slope)),
            false => {}
        }
    } else {
        out(zero(low, turn, slope));
        let after = beside(1e-3 * (high.0 - at));
        match beside(1e-3 * (phi - at)).1 < 0.0 {
            true => out(at),
            false if after.1 < 0.0 => out(zero(after, high, slope)),
            false => {}
        }
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
    let mut put = |phi: f64| {
        let radial = at(phi).0;
        let x1 = c + radial * R;
        let Some((x2, m)) = nearest(other, &x1) else { return };
        let side = match other {
            // of two circles that which is meant
            Kind::Circle { c, R, .. } => m.dot(&(x2 - c)) * R >= 0.0,
            _ => other.has(&x2, &m, border),
        };
        if side && m.dot(&radial) > 0.0 {
            out(Meeting { n: -m, s: m.dot(&(x1 - x2)), x1, x2 });
        }
    };
    let angle = |k: usize| TAU * k as f64 / SAMPLES as f64;
    let slopes: [f64; SAMPLES] = std::array::from_fn(|k| slope(angle(k)));
    let sample = |k: usize| (angle(k), slopes[k % SAMPLES]);
    for k in 0..SAMPLES {
        let [low, high] = [sample(k + 1), sample(k + 2)];
        if low.1 < 0.0 && high.1 >= 0.0 {
            if low.1 <= -LEVEL || high.1 >= LEVEL {
                rises(low, high, &slope, &mut put);
            }
            continue;
        }
        // down to zero or up to it, and back
        let sign = low.1.signum();
        if low.1 * high.1 <= 0.0 {
            continue;
        }
        let around = [sample(k).1, low.1, high.1, sample(k + 3).1].map(|s| s * sign);
        let Some(part) = dip(around) else { continue };
        let f = |phi: f64| sign * slope(phi);
        let phi = low.0 + part * (high.0 - low.0);
        let middle = (phi, f(phi));
        let ends = [low, high].map(|s| (s.0, s.1 * sign));
        let turn = match middle.1 {
            s if s < 0.0 => Some(middle),
            s if s <= around[1] && s <= around[2] => below(ends[0], middle, ends[1], &f),
            _ => None,
        };
        if let Some((phi, s)) = turn {
            let turn = (phi, sign * s);
            match sign > 0.0 {
                true => put(zero(turn, high, &slope)),
                false => put(zero(low, turn, &slope)),
            }
        }
    }
}
