//! Where two pieces are nearest along a common normal.

use super::patch::{across, Kind, Meeting};
use super::summit::{steep, summits, Arc, PASSING, STEEP};
use super::{bore, rims, ring};
use crate::frame::{M3, V3};

/// Lines whose directions differ by less than this angle do not cross.
const PARALLEL: f64 = 1e-6;

/// A rim that is inclined by less has no lowest point: it stands on eight fixed points, of which one is lower than any other point of
/// the rim but for less than a tenth of this, in parts of the radius.
const LEVEL: f64 = 1e-9;

/// Where two pieces in the same axes have a common normal, as far as they reach with a border. What is further apart than
/// `most` may be left out: every separation on the way uphill is a bound. `out` says whether both pieces have that normal.
pub fn meetings(
    one: &Kind,
    two: &Kind,
    border: f64,
    most: f64,
    out: &mut dyn FnMut(Meeting) -> bool,
) {
    let flip = |m: Meeting| Meeting { n: -m.n, s: m.s, x1: m.x2, x2: m.x1 };
    let point = |k: &Kind| matches!(k, Kind::Point(_) | Kind::Bead(_));
    match (one.inner(), two.inner()) {
        (true, _) if !point(two) => return ring::inner(one, two, border, out),
        (false, true) if !point(one) => {
            return ring::inner(two, one, border, &mut |m| out(flip(m)))
        }
        _ => {}
    }
    if one.conditions() < two.conditions() {
        return ordered(two, one, border, most, &mut |m| out(flip(m)));
    }
    ordered(one, two, border, most, out);
}

fn ordered(one: &Kind, two: &Kind, border: f64, most: f64, out: &mut dyn FnMut(Meeting) -> bool) {
    match (one.conditions(), two.conditions()) {
        (2, 0) if matches!(one, Kind::Bore { .. }) => bore::inside(one, two, out),
        (2, 0) => on_face(one, two, border, out),
        (2, _) => rims::crossings(one, two, border, out),
        (1, 1) => crossing(one, two, border, out),
        (1, 0) => on_line(one, two, border, most, out),
        (0, 0) => between(one, two, most, out),
        _ => {}
    }
}

/// A point, circle or ellipsoid on a face.
fn on_face(face: &Kind, two: &Kind, border: f64, out: &mut dyn FnMut(Meeting) -> bool) {
    let Some((n, d)) = face.plane() else { return };
    if let Kind::Bead(_) = two {
        return;
    }
    let x2 = match two {
        Kind::Circle { c, e, R } => {
            let w = across(&n, e);
            let l = w.norm();
            if l < LEVEL {
                return;
            }
            c - w * (R / l)
        }
        _ => two.support(&-n),
    };
    let s = n.dot(&x2) - d;
    let x1 = x2 - n * s;
    let wide = if matches!(face, Kind::Disc { .. } | Kind::Segment { .. }) {
        STEEP * s.abs()
    } else {
        0.0
    };
    if face.on_face(&x1, border + wide) {
        out(Meeting { n, s, x1, x2 });
    }
}

/// Two lines: n·e₁ = sin α₁, -n·e₂ = sin α₂.
fn crossing(one: &Kind, two: &Kind, border: f64, out: &mut dyn FnMut(Meeting) -> bool) {
    let (Some((p1, e1, s1)), Some((p2, e2, s2))) = (one.ruled(), two.ruled()) else { return };
    let m = e1.cross(&e2);
    let q = m.norm_squared();
    if q < PARALLEL * PARALLEL {
        return;
    }
    let c = e1.dot(&e2);
    let (a, b) = ((s1 + c * s2) / q, -(s2 + c * s1) / q);
    let rest = (1.0 - a * s1 + b * s2) / q;
    if rest <= 0.0 {
        return;
    }
    let X = p2 - p1;
    for side in [1.0, -1.0] {
        let n = e1 * a + e2 * b + m * (side * rest.sqrt());
        let (g1, g2) = (one.ruling(&n), two.ruling(&-n));
        let w = g1.cross(&g2);
        let w2 = w.norm_squared();
        if w2 < PARALLEL * PARALLEL {
            continue;
        }
        let (t1, t2) = (X.dot(&g2.cross(&w)) / w2, X.dot(&g1.cross(&w)) / w2);
        // an end is known less well at a small angle, where its corner takes over soon
        let slack = border * (2.0 / w2.sqrt()).min(10.0);
        if one.on_ruling(t1, slack) && two.on_ruling(t2, slack) {
            out(Meeting { n, s: n.dot(&X), x1: p1 + g1 * t1, x2: p2 + g2 * t2 });
        }
    }
}

/// Directions about a line from which a maximum is looked for.
const STARTS: usize = 8;

/// A point, circle or ellipsoid beside a line.
fn on_line(one: &Kind, two: &Kind, border: f64, most: f64, out: &mut dyn FnMut(Meeting) -> bool) {
    let Some((p, e, sine)) = one.ruled() else { return };
    let X = two.centre() - p;
    let w = X - e * X.dot(&e);
    let l = w.norm();
    if l <= 1e-300 || matches!(two, Kind::RimPoint { .. }) {
        return;
    }
    let w = w / l;
    let cosine = (1.0 - sine * sine).sqrt();
    let mut put = |n: V3| {
        let x2 = two.support(&-n);
        let g = one.ruling(&n);
        let X = x2 - p;
        let t = X.dot(&g);
        one.on_ruling(t, border)
            && steep(two, &n)
            && out(Meeting { n, s: n.dot(&X), x1: p + g * t, x2 })
    };
    let B = M3::from_columns(&[w, e.cross(&w), e]);
    let arc = Arc { p, B, two, sine, cosine, most };
    if let Kind::Point(_) | Kind::Bead(_) = two {
        put(arc.normal(0.0));
        return;
    }
    // apart in the plane across a line there is one maximum, and the way to the middle leads there; where it is none of
    // theirs there are others, at which their solids overlap
    if sine == 0.0 {
        if arc.at(0.0).0 > most {
            return;
        }
        if let Some(phi) = arc.climb(0.0).filter(|phi| arc.at(*phi).0 > 0.0) {
            if put(arc.normal(phi)) || arc.at(phi).0 > PASSING * X.norm() {
                return;
            }
        }
    }
    // from each direction of eight that is better than its neighbours, and from the axis of a rim, where s is steep
    let angle = |k: usize| std::f64::consts::TAU * k as f64 / STARTS as f64;
    let heights: [f64; STARTS] = std::array::from_fn(|k| arc.at(angle(k)).0);
    let mut from = |phi: f64| {
        if let Some(phi) = arc.climb(phi) {
            put(arc.normal(phi));
        }
    };
    for k in 0..STARTS {
        let (before, after) = (heights[(k + STARTS - 1) % STARTS], heights[(k + 1) % STARTS]);
        if heights[k] >= before && heights[k] >= after {
            from(angle(k));
        }
    }
    if let Kind::Circle { e: axis, .. } = two {
        let v = B.tr_mul(axis);
        if v.x.hypot(v.y) > 1e-3 {
            let phi = v.y.atan2(v.x);
            from(phi);
            from(phi + std::f64::consts::PI);
        }
    }
}

/// Two pieces with all normals.
fn between(one: &Kind, two: &Kind, most: f64, out: &mut dyn FnMut(Meeting) -> bool) {
    let mut take = |x1: V3, x2: V3| {
        let l = (x2 - x1).norm();
        if l > 1e-300 {
            let n = (x2 - x1) / l;
            out(Meeting { n, s: l, x1, x2 });
        }
    };
    match (one, two) {
        (Kind::RimPoint { .. }, _) | (_, Kind::RimPoint { .. }) => {}
        (Kind::Point(x) | Kind::Bead(x), Kind::Point(y) | Kind::Bead(y)) => take(*x, *y),
        // over the disc the nearest point of its rim is none of those furthest along a normal
        (Kind::Circle { .. }, Kind::Point(y) | Kind::Bead(y)) => {
            one.beside(y).into_iter().for_each(|x| take(x, *y));
        }
        (Kind::Point(x) | Kind::Bead(x), Kind::Circle { .. }) => {
            two.beside(x).into_iter().for_each(|y| take(*x, y));
        }
        _ => {
            summits(one, two, most, &mut |n| {
                let (x1, x2) = (one.support(&n), two.support(&-n));
                steep(one, &n) && steep(two, &n) && out(Meeting { n, s: n.dot(&(x2 - x1)), x1, x2 })
            });
        }
    }
}
