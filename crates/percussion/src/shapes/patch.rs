//! Smooth pieces of surfaces, and where two of them are nearest along a common normal.
//!
//! A convex piece has a support function h(n) = max n·x, whose gradient is the point x(n) with the outward normal n. Two pieces
//! with the normal n, out of the first, are apart by
//!
//! ```text
//! s(n) = n·(x₂(-n) - x₁(n)),      gap = max s over all n with |n| = 1,      x₂ - x₁ = s n there
//! ```
//!
//! which is regular where they touch: no direction is made of a vanishing distance. What n may be depends on the pieces:
//!
//! | piece | normals | |
//! |---|---|---|
//! | point, circle, ellipsoid | all | two unknowns: Newton's method on the sphere |
//! | line, side of a cone | n·e = sin α | one unknown; two such pieces: closed form |
//! | face | one | closed form |
//!
//! The inner side of a ring is a circle of negative radius, see [`super::ring`].
//!
//! With the curvature K = ∇²h the second derivative of s on the sphere is -(K₁ + K₂ + s). A cylinder is a line with a radius, its
//! rim a circle; a capsule a line and two points with a radius.

use super::ring;
use crate::frame::{basis, M3, V3};

/// Inclination (rad) of a rim on a face below which it stands on fixed points.
pub const UPRIGHT: f64 = 0.02;
/// Below this inclination the end of a cylinder counts instead of its rim.
const STEEP: f64 = 1e-5;
/// Lines whose directions differ by less than this angle do not cross.
const PARALLEL: f64 = 1e-6;

/// A piece of a surface without its radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A point.
    Point(V3),
    /// p + s e, |s| ≤ L.
    Line { p: V3, e: V3, L: f64 },
    /// A circle across e; of negative radius its inner side.
    Circle { c: V3, e: V3, R: f64 },
    /// Half axes along the columns of `axes`.
    Ellipsoid { c: V3, axes: M3, a: V3 },
    /// The side of a cone: normals have n·e = sine, lines of the length L run down from its apex.
    Cone { apex: V3, e: V3, sine: f64, L: f64 },
    /// A triangle of a plane.
    Face { n: V3, d: f64, corners: [V3; 3] },
    /// A disc; without bound a plane.
    Disc { n: V3, c: V3, R: f64 },
    /// The part of a disc with m·(x - c) ≥ d.
    Segment { n: V3, c: V3, R: f64, m: V3, d: f64 },
    /// A fixed point of a rim of radius R across e.
    RimPoint { p: V3, e: V3, R: f64 },
    /// A fixed point of a ring, for what is about the same axis; on faces it is a rim's.
    Bead(V3),
}

/// Two pieces along their common normal.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    /// Unit normal out of the first.
    pub n: V3,
    /// Distance along it.
    pub s: f64,
    /// Point of the first.
    pub x1: V3,
    /// Point of the second.
    pub x2: V3,
}

impl Kind {
    /// At another place: p + R x.
    pub fn moved(&self, p: &V3, R: &M3) -> Self {
        let at = |x: &V3| p + R * x;
        match *self {
            Kind::Point(x) => Kind::Point(at(&x)),
            Kind::Bead(x) => Kind::Bead(at(&x)),
            Kind::Line { p, e, L } => Kind::Line { p: at(&p), e: R * e, L },
            Kind::Circle { c, e, R: r } => Kind::Circle { c: at(&c), e: R * e, R: r },
            Kind::Ellipsoid { c, axes, a } => Kind::Ellipsoid { c: at(&c), axes: R * axes, a },
            Kind::Cone { apex, e, sine, L } => Kind::Cone { apex: at(&apex), e: R * e, sine, L },
            Kind::Face { n, d, corners } => {
                let n = R * n;
                Kind::Face { n, d: d + n.dot(p), corners: corners.map(|c| at(&c)) }
            }
            Kind::Disc { n, c, R: r } => Kind::Disc { n: R * n, c: at(&c), R: r },
            Kind::Segment { n, c, R: r, m, d } => {
                Kind::Segment { n: R * n, c: at(&c), R: r, m: R * m, d }
            }
            Kind::RimPoint { p, e, R: r } => Kind::RimPoint { p: at(&p), e: R * e, R: r },
        }
    }

    /// How many conditions its normals obey.
    pub fn conditions(&self) -> usize {
        match self {
            Kind::Line { .. } | Kind::Cone { .. } => 1,
            Kind::Face { .. } | Kind::Disc { .. } | Kind::Segment { .. } => 2,
            _ => 0,
        }
    }

    /// The plane of a face: n and n·x.
    fn plane(&self) -> Option<(V3, f64)> {
        match self {
            Kind::Face { n, d, .. } => Some((*n, *d)),
            Kind::Disc { n, c, .. } | Kind::Segment { n, c, .. } => Some((*n, n.dot(c))),
            _ => None,
        }
    }

    /// A point of it, its axis, and n·e of its normals.
    fn ruled(&self) -> Option<(V3, V3, f64)> {
        match *self {
            Kind::Line { p, e, .. } => Some((p, e, 0.0)),
            Kind::Cone { apex, e, sine, .. } => Some((apex, e, sine)),
            _ => None,
        }
    }

    /// The straight line of the surface where the normal is n.
    fn ruling(&self, n: &V3) -> V3 {
        match self {
            Kind::Cone { e, .. } => (n * n.dot(e) - e).normalize(),
            Kind::Line { e, .. } => *e,
            _ => V3::zeros(),
        }
    }

    /// Whether s is on the line, with a border.
    fn on_ruling(&self, s: f64, border: f64) -> bool {
        match self {
            Kind::Line { L, .. } => s.abs() <= L + border,
            Kind::Cone { L, .. } => s >= -border && s <= L + border,
            _ => false,
        }
    }

    /// Whether a point of a line or of the side of a cone has the normal m; of others any has.
    pub(super) fn has(&self, x: &V3, m: &V3, border: f64) -> bool {
        self.ruled().is_none_or(|(p, e, sine)| {
            (m.dot(&e) - sine).abs() < 1e-8 && self.on_ruling(self.ruling(m).dot(&(x - p)), border)
        })
    }

    /// Whether it is a point or a curve.
    pub(super) fn thin(&self) -> bool {
        use Kind::{Bead, Circle, Line, Point, RimPoint};
        matches!(self, Point(_) | Bead(_) | RimPoint { .. } | Line { .. } | Circle { .. })
    }

    /// The inner side of a ring.
    pub(super) fn inner(&self) -> bool {
        matches!(self, Kind::Circle { R, .. } if *R < 0.0)
    }

    /// Whether a point of its plane is on a face, with a border.
    fn on_face(&self, x: &V3, border: f64) -> bool {
        match self {
            Kind::Disc { c, R, .. } => (x - c).norm() <= R + border,
            Kind::Segment { c, R, m, d, .. } => {
                (x - c).norm() <= R + border && m.dot(&(x - c)) >= d - border
            }
            Kind::Face { n, corners, .. } => (0..3).all(|k| {
                let way = corners[(k + 1) % 3] - corners[k];
                n.cross(&way).dot(&(x - corners[k])) >= -border * way.norm()
            }),
            _ => false,
        }
    }

    /// Its middle.
    pub fn centre(&self) -> V3 {
        match *self {
            Kind::Point(x) | Kind::Bead(x) => x,
            Kind::Line { p, .. } | Kind::RimPoint { p, .. } => p,
            Kind::Circle { c, .. } | Kind::Ellipsoid { c, .. } | Kind::Disc { c, .. } => c,
            Kind::Segment { c, R, m, d, .. } => c + m * (0.5 * (R + d)),
            Kind::Cone { apex, e, sine, L } => apex - e * (0.5 * L * (1.0 - sine * sine).sqrt()),
            Kind::Face { corners: [a, b, c], .. } => (a + b + c) / 3.0,
        }
    }

    /// Centre and matrix S of what is round: h(n) = n·c + √(n·S n).
    fn round(&self) -> Option<(V3, M3)> {
        match self {
            Kind::Circle { c, e, R } => Some((*c, (M3::identity() - e * e.transpose()) * (R * R))),
            Kind::Ellipsoid { c, axes, a } => {
                let squares = M3::from_diagonal(&a.component_mul(a));
                Some((*c, axes * squares * axes.transpose()))
            }
            _ => None,
        }
    }

    /// The point with the outward normal n, for pieces that have one.
    fn support(&self, n: &V3) -> V3 {
        match self {
            Kind::Circle { c, e, R } => {
                let w = n - e * n.dot(e);
                c + w * (R / w.norm().max(1e-300))
            }
            Kind::Ellipsoid { c, axes, a } => {
                let m = axes.tr_mul(n).component_mul(a);
                c + axes * m.component_mul(a) / m.norm()
            }
            _ => self.centre(),
        }
    }

    /// The point of a circle next to x, on the side that is meant; none where x is on the axis.
    fn beside(&self, x: &V3) -> Option<V3> {
        let Kind::Circle { c, e, R } = self else { return None };
        let w = x - c - e * e.dot(&(x - c));
        let l = w.norm();
        let y = c + w * (R.abs() / l.max(1e-300));
        (l > 1e-9 * R.abs() && (x - y).dot(&w) * R >= 0.0).then_some(y)
    }

    /// ∇²h where the normal is n.
    pub fn curvature(&self, n: &V3) -> M3 {
        match self {
            Kind::Circle { e, R, .. } => {
                let w = n - e * n.dot(e);
                let l = w.norm().max(1e-300);
                let t = e.cross(&w) / l;
                t * t.transpose() * (R / l)
            }
            _ => self.round().map_or(M3::zeros(), |(_, S)| {
                let x = S * n;
                let h = n.dot(&x).sqrt();
                (S - x * x.transpose() / (h * h)) / h
            }),
        }
    }

    /// Corners of a box about it.
    pub fn bounds(&self) -> (V3, V3) {
        let about = |c: &V3, h: V3| (c - h, c + h);
        let across = |e: &V3, R: f64| e.map(|x| R * (1.0 - x * x).max(0.0).sqrt());
        match self {
            Kind::Line { L, .. } if !L.is_finite() => about(&V3::zeros(), V3::repeat(1e300)),
            Kind::Disc { R, .. } if !R.is_finite() => about(&V3::zeros(), V3::repeat(1e300)),
            Kind::Line { p, e, L } => about(p, e.abs() * *L),
            Kind::Circle { c, e, R } => about(c, across(e, R.abs())),
            Kind::Disc { n, c, R } => about(c, across(n, *R)),
            Kind::Segment { n, c, R, m, d } => {
                // about its middle, as wide as its chord
                let half = (R * R - d * d).max(0.0).sqrt().max(0.5 * (R - d));
                about(&(c + m * (0.5 * (R + d))), across(n, half))
            }
            Kind::Ellipsoid { c, axes, a } => {
                about(c, V3::from_fn(|k, _| axes.row(k).transpose().component_mul(a).norm()))
            }
            Kind::Cone { apex, e, sine, L } => {
                let cosine = (1.0 - sine * sine).sqrt();
                let (low, high) = about(&(apex - e * (L * cosine)), across(e, L * sine));
                (low.inf(apex), high.sup(apex))
            }
            Kind::Face { corners: [a, b, c], .. } => (a.inf(b).inf(c), a.sup(b).sup(c)),
            Kind::Point(x) | Kind::Bead(x) | Kind::RimPoint { p: x, .. } => (*x, *x),
        }
    }
}

/// How far the lowest point of a rim of radius one reaches down where its inclination is σ, and the derivative divided by σ,
/// from σ²: f = σ, and below [`UPRIGHT`] less, see `contacts`.
fn lowest(s2: f64) -> (f64, f64) {
    let x = s2.sqrt() / UPRIGHT;
    match x >= 1.0 {
        true => (s2.sqrt(), 1.0 / s2.sqrt()),
        false => (s2 * (x * x - 3.0 * x + 3.0) / UPRIGHT, (4.0 * x * x - 9.0 * x + 6.0) / UPRIGHT),
    }
}

/// Where two pieces in the same axes have a common normal, as far as they reach with a border. What is further apart than
/// `most` may be left out: every separation on the way uphill is a bound.
pub fn meetings(one: &Kind, two: &Kind, border: f64, most: f64, out: &mut dyn FnMut(Meeting)) {
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

fn ordered(one: &Kind, two: &Kind, border: f64, most: f64, out: &mut dyn FnMut(Meeting)) {
    match (one.conditions(), two.conditions()) {
        (2, 0) => on_face(one, two, border, out),
        (1, 1) => crossing(one, two, border, out),
        (1, 0) => on_line(one, two, border, most, out),
        (0, 0) => between(one, two, most, out),
        _ => {}
    }
}

/// A point, circle or ellipsoid on a face.
fn on_face(face: &Kind, two: &Kind, border: f64, out: &mut dyn FnMut(Meeting)) {
    let Some((n, d)) = face.plane() else { return };
    if let Kind::Bead(_) = two {
        return;
    }
    // a fixed point of a rim is where it is, whatever it counts for
    let (x2, over) = match two {
        Kind::Circle { c, e, R } => {
            let w = n - e * n.dot(e);
            let s2 = w.norm_squared();
            let (f, slope) = lowest(s2);
            // the point that counts may be beyond the rim, where there is nothing: what is over the face is the rim's own
            let within = slope.min(1.0 / s2.sqrt().max(1e-300));
            (c - w * (slope * R) + n * ((slope * s2 - f) * R), c - w * (within * R))
        }
        _ => (two.support(&-n), two.support(&-n)),
    };
    let s = n.dot(&x2) - d;
    let x1 = x2 - n * s;
    let foot = over - n * (n.dot(&over) - d);
    let wide = if matches!(face, Kind::Disc { .. } | Kind::Segment { .. }) {
        STEEP * s.abs()
    } else {
        0.0
    };
    if face.on_face(&foot, border + wide) {
        out(Meeting { n, s, x1, x2 });
    }
}

/// Two lines: n·e₁ = sin α₁, -n·e₂ = sin α₂.
fn crossing(one: &Kind, two: &Kind, border: f64, out: &mut dyn FnMut(Meeting)) {
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
        let slack = border * 2.0 / w2.sqrt();
        if one.on_ruling(t1, slack) && two.on_ruling(t2, slack) {
            out(Meeting { n, s: n.dot(&X), x1: p1 + g1 * t1, x2: p2 + g2 * t2 });
        }
    }
}

/// A point, circle or ellipsoid beside a line.
fn on_line(one: &Kind, two: &Kind, border: f64, most: f64, out: &mut dyn FnMut(Meeting)) {
    let Some((p, e, sine)) = one.ruled() else { return };
    let X = two.centre() - p;
    let w = X - e * X.dot(&e);
    let l = w.norm();
    if l <= 1e-300 || matches!(two, Kind::RimPoint { .. }) {
        return;
    }
    let w = w / l;
    let cosine = (1.0 - sine * sine).sqrt();
    let normal = |w: &V3| e * sine + w * cosine;
    let mut put = |n: V3| {
        let x2 = two.support(&-n);
        let g = one.ruling(&n);
        let X = x2 - p;
        let t = X.dot(&g);
        if one.on_ruling(t, border) && steep(two, &n) {
            out(Meeting { n, s: n.dot(&X), x1: p + g * t, x2 });
        }
    };
    if let Kind::Point(_) | Kind::Bead(_) = two {
        return put(normal(&w));
    }
    let Some((c, S)) = two.round() else { return };
    // in the axes w, e × w, e: s = d·v - √(v·Q v) with v = (cos α cos φ, cos α sin φ, sin α)
    let B = M3::from_columns(&[w, e.cross(&w), e]);
    let arc = Arc { d: B.tr_mul(&(c - p)), Q: B.tr_mul(&(S * B)), sine, cosine, most };
    let at = |phi: f64| normal(&(B * V3::new(phi.cos(), phi.sin(), 0.0)));
    // apart in the plane across a line there is one maximum, and the way to the middle leads there
    if sine == 0.0 {
        if arc.at(0.0).0 > most {
            return;
        }
        if let Some(phi) = arc.climb(0.0).filter(|phi| arc.at(*phi).0 > 0.0) {
            return put(at(phi));
        }
    }
    // from each direction of eight that is better than its neighbours, and from the axis of a rim, where s is steep
    const STARTS: usize = 8;
    let angle = |k: usize| std::f64::consts::TAU * k as f64 / STARTS as f64;
    let heights: [f64; STARTS] = std::array::from_fn(|k| arc.at(angle(k)).0);
    let mut from = |phi: f64| {
        if let Some(phi) = arc.climb(phi) {
            put(at(phi));
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

/// The separation of a line and something round as a function of the angle about the line.
struct Arc {
    d: V3,
    Q: M3,
    sine: f64,
    cosine: f64,
    most: f64,
}

impl Arc {
    /// s, s', s''.
    fn at(&self, phi: f64) -> (f64, f64, f64) {
        let (y, x) = phi.sin_cos();
        let v = V3::new(self.cosine * x, self.cosine * y, self.sine);
        let t = V3::new(-v.y, v.x, 0.0);
        let (Qv, Qt) = (self.Q * v, self.Q * t);
        let h = v.dot(&Qv).max(1e-300).sqrt();
        let first = t.dot(&Qv) / h;
        // v'' = -(v without its third part)
        let bend = (t.dot(&Qt) - v.x * Qv.x - v.y * Qv.y - first * first) / h;
        let along = self.d.x * v.x + self.d.y * v.y;
        (self.d.dot(&v) - h, self.d.dot(&t) - first, -along - bend)
    }

    /// The maximum uphill from an angle.
    fn climb(&self, mut phi: f64) -> Option<f64> {
        let size = self.d.norm();
        let mut now = self.at(phi);
        let mut done = false;
        for _ in 0..40 {
            let mut turn = match now.2 < 0.0 {
                true => (-now.1 / now.2).clamp(-0.5, 0.5),
                false => 0.3 * now.1.signum(),
            };
            let mut next = self.at(phi + turn);
            for _ in 0..12 {
                if next.0 >= now.0 - 1e-15 * size || turn.abs() < 1e-6 {
                    break;
                }
                turn *= 0.5;
                next = self.at(phi + turn);
            }
            (phi, now) = (phi + turn, next);
            if done {
                return Some(phi);
            }
            done = turn.abs() < 1e-8;
            if now.0 > self.most {
                return None;
            }
        }
        None
    }
}

/// A rim that lies flat has no point with the normal n.
fn steep(k: &Kind, n: &V3) -> bool {
    match k {
        Kind::Circle { e, .. } => n.cross(e).norm() >= STEEP,
        _ => true,
    }
}

/// Two pieces with all normals.
fn between(one: &Kind, two: &Kind, most: f64, out: &mut dyn FnMut(Meeting)) {
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
                if steep(one, &n) && steep(two, &n) {
                    let (x1, x2) = (one.support(&n), two.support(&-n));
                    out(Meeting { n, s: n.dot(&(x2 - x1)), x1, x2 });
                }
            });
        }
    }
}

/// The normals at which s is highest, from some starts.
fn summits(one: &Kind, two: &Kind, most: f64, out: &mut dyn FnMut(V3)) {
    let way = two.centre() - one.centre();
    let size = way.norm();
    if !(size > 0.0 && size.is_finite()) {
        return;
    }
    let middle = way / size;
    let s = |n: &V3| n.dot(&(two.support(&-n) - one.support(n)));
    if s(&middle) > most {
        return;
    }
    if steep(one, &middle) && steep(two, &middle) {
        if let Some(n) = ascend(one, two, middle, size, most) {
            out(n);
            // -h is concave: where the two are apart, there is one maximum
            if s(&n) > 0.0 && steep(one, &n) && steep(two, &n) {
                return;
            }
        }
    }
    // s has a ridge where n is the axis of a rim: begin beside it, where it is best
    for k in [one, two] {
        let Kind::Circle { e, .. } = k else { continue };
        let (B, side) = (basis(e), middle.dot(e).signum());
        let mut start = (f64::NEG_INFINITY, middle);
        for k in 0..8 {
            let (y, x) = (std::f64::consts::FRAC_PI_4 * f64::from(k)).sin_cos();
            let m = B * V3::new(0.1 * x, 0.1 * y, side).normalize();
            if s(&m) > start.0 {
                start = (s(&m), m);
            }
        }
        ascend(one, two, start.1, size, most).into_iter().for_each(&mut *out);
    }
}

/// The maximum of s uphill from n: Newton's method, and where s is not curved downwards the best step within a radius.
fn ascend(one: &Kind, two: &Kind, mut n: V3, size: f64, most: f64) -> Option<V3> {
    let s = |n: &V3| n.dot(&(two.support(&-n) - one.support(n)));
    let (mut done, mut radius) = (false, 0.5);
    for _ in 0..60 {
        let X = two.support(&-n) - one.support(&n);
        let K = one.curvature(&n) + two.curvature(&-n);
        let B = basis(&n);
        let t: [V3; 2] = [B.column(0).into(), B.column(1).into()];
        let g = t.map(|t| t.dot(&X));
        let height = n.dot(&X);
        if height > most {
            return None;
        }
        // not over a ridge; what climbs up to it has no summit here
        let free = [one, two].into_iter().fold(1.0, |free: f64, k| match k {
            Kind::Circle { e, .. } => free.min(n.cross(e).norm()),
            _ => free,
        });
        if free < STEEP {
            return None;
        }
        let [a, b] = t.map(|t| t.dot(&(K * t)) + height);
        let c = t[0].dot(&(K * t[1]));
        let (mut step, mut next);
        loop {
            radius = f64::min(radius, 0.5 * free);
            step = within(g, [a, b, c], radius);
            next = (n + t[0] * step[0] + t[1] * step[1]).normalize();
            if radius < 1e-6 || s(&next) >= height - 1e-15 * size {
                break;
            }
            radius = 0.25 * step[0].hypot(step[1]);
        }
        radius *= 2.0;
        n = next;
        if done {
            return Some(n);
        }
        done = step[0].hypot(step[1]) < 1e-8;
    }
    None
}

/// The step of largest g·x - x·H x/2 with |x| ≤ radius, H = [[a, c], [c, b]].
fn within(g: [f64; 2], [a, b, c]: [f64; 3], radius: f64) -> [f64; 2] {
    let solve = |add: f64| {
        let (a, b) = (a + add, b + add);
        let det = a * b - c * c;
        (a > 0.0 && b > 0.0 && det > 1e-14 * a * b)
            .then(|| [(g[0] * b - g[1] * c) / det, (g[1] * a - g[0] * c) / det])
    };
    let short = |x: &[f64; 2]| x[0].hypot(x[1]) <= radius;
    if let Some(x) = solve(0.0).filter(short) {
        return x;
    }
    // H + add is definite above `low`, and its step short enough at `high`
    let least = 0.5 * (a + b) - (0.5 * (a - b)).hypot(c);
    let slope = g[0].hypot(g[1]);
    let (mut low, mut high) = ((-least).max(0.0), (-least).max(0.0) + slope / radius);
    let mut best = solve(high).unwrap_or_else(|| g.map(|g| g * radius / slope.max(1e-300)));
    for _ in 0..6 {
        let add = 0.5 * (low + high);
        match solve(add).filter(short) {
            Some(x) => (high, best) = (add, x),
            None => low = add,
        }
    }
    best
}
