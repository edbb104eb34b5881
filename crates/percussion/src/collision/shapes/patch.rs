//! Smooth pieces of surfaces.
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
//! | point, circle, ellipsoid, a body of one's own | all | two unknowns: Newton's method on the sphere |
//! | line, side of a cone | n·e = sin α | one unknown; two such pieces: closed form |
//! | face | one | closed form |
//! | round hole | all across its axis | the points furthest from the axis: closed form but for one root, see [`super::bore`] |
//!
//! The inner side of a ring is a circle of negative radius, see [`super::ring`]. Where two pieces meet is found in
//! [`super::meeting`].
//!
//! With the curvature K = ∇²h the second derivative of s on the sphere is -(K₁ + K₂ + s). A cylinder is a line with a radius, its
//! rim a circle; a capsule a line and two points with a radius.

use crate::frame::{times, times_transposed, M3, V3};

/// A strictly convex body with a smooth surface, about the origin of its own axes.
pub trait Convex: Send + Sync + 'static {
    /// The point x(n) of the surface with the outward unit normal n (m): the gradient of the support function h(n) = max n·x.
    fn support(&self, n: &V3) -> V3;
    /// The second derivative of the support function, ∂x/∂n at the unit vector n (m). It is symmetric, and n is mapped to zero.
    fn curvature(&self, n: &V3) -> M3;
}

/// A body given by its functions; two are the same where they are one.
#[derive(Clone, Copy)]
pub struct Given(pub &'static dyn Convex);

impl PartialEq for Given {
    fn eq(&self, o: &Self) -> bool {
        std::ptr::addr_eq(self.0, o.0)
    }
}

impl std::fmt::Debug for Given {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Given")
    }
}

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
    /// A body given by its functions, its axes the columns of `axes`.
    Smooth { c: V3, axes: M3, body: Given },
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
    /// The wall of a round hole about the line p + s e, without ends.
    Bore { p: V3, e: V3, R: f64 },
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

/// x xᵀ.
#[inline]
fn square(x: &V3) -> M3 {
    let (xy, xz, yz) = (x.x * x.y, x.x * x.z, x.y * x.z);
    M3::new(x.x * x.x, xy, xz, xy, x.y * x.y, yz, xz, yz, x.z * x.z)
}

/// The part of n across the unit vector e, to round-off of its own length: n - e (n·e) cancels where the two are parallel.
pub(super) fn across(n: &V3, e: &V3) -> V3 {
    e.cross(&n.cross(e))
}

impl Kind {
    /// At another place: p + R x.
    pub fn moved(&self, p: &V3, R: &M3) -> Self {
        let (at, way) = (|x: &V3| p + times(R, x), |x: &V3| times(R, x));
        match *self {
            Kind::Point(x) => Kind::Point(at(&x)),
            Kind::Bead(x) => Kind::Bead(at(&x)),
            Kind::Line { p, e, L } => Kind::Line { p: at(&p), e: way(&e), L },
            Kind::Circle { c, e, R: r } => Kind::Circle { c: at(&c), e: way(&e), R: r },
            Kind::Ellipsoid { c, axes, a } => Kind::Ellipsoid { c: at(&c), axes: R * axes, a },
            Kind::Smooth { c, axes, body } => Kind::Smooth { c: at(&c), axes: R * axes, body },
            Kind::Cone { apex, e, sine, L } => Kind::Cone { apex: at(&apex), e: way(&e), sine, L },
            Kind::Face { n, d, corners } => {
                let n = way(&n);
                Kind::Face {
                    n,
                    d: d + n.dot(p),
                    corners: [at(&corners[0]), at(&corners[1]), at(&corners[2])],
                }
            }
            Kind::Disc { n, c, R: r } => Kind::Disc { n: way(&n), c: at(&c), R: r },
            Kind::Segment { n, c, R: r, m, d } => {
                Kind::Segment { n: way(&n), c: at(&c), R: r, m: way(&m), d }
            }
            Kind::RimPoint { p, e, R: r } => Kind::RimPoint { p: at(&p), e: way(&e), R: r },
            Kind::Bore { p, e, R: r } => Kind::Bore { p: at(&p), e: way(&e), R: r },
        }
    }

    /// How many conditions its normals obey.
    pub fn conditions(&self) -> usize {
        match self {
            Kind::Line { .. } | Kind::Cone { .. } => 1,
            Kind::Face { .. } | Kind::Disc { .. } | Kind::Segment { .. } | Kind::Bore { .. } => 2,
            _ => 0,
        }
    }

    /// The plane of a face: n and n·x.
    pub(super) fn plane(&self) -> Option<(V3, f64)> {
        match self {
            Kind::Face { n, d, .. } => Some((*n, *d)),
            Kind::Disc { n, c, .. } | Kind::Segment { n, c, .. } => Some((*n, n.dot(c))),
            _ => None,
        }
    }

    /// A point of it, its axis, and n·e of its normals.
    pub(super) fn ruled(&self) -> Option<(V3, V3, f64)> {
        match *self {
            Kind::Line { p, e, .. } => Some((p, e, 0.0)),
            Kind::Cone { apex, e, sine, .. } => Some((apex, e, sine)),
            _ => None,
        }
    }

    /// The straight line of the surface where the normal is n.
    pub(super) fn ruling(&self, n: &V3) -> V3 {
        match self {
            Kind::Cone { e, .. } => (n * n.dot(e) - e).normalize(),
            Kind::Line { e, .. } => *e,
            _ => V3::zeros(),
        }
    }

    /// Whether s is on the line, with a border.
    pub(super) fn on_ruling(&self, s: f64, border: f64) -> bool {
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
    pub fn on_face(&self, x: &V3, border: f64) -> bool {
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
            Kind::Line { p, .. } | Kind::RimPoint { p, .. } | Kind::Bore { p, .. } => p,
            Kind::Circle { c, .. } | Kind::Ellipsoid { c, .. } | Kind::Disc { c, .. } => c,
            Kind::Smooth { c, .. } => c,
            Kind::Segment { c, R, m, d, .. } => c + m * (0.5 * (R + d)),
            Kind::Cone { apex, e, sine, L } => apex - e * (0.5 * L * (1.0 - sine * sine).sqrt()),
            Kind::Face { corners: [a, b, c], .. } => (a + b + c) / 3.0,
        }
    }

    /// Centre and matrix S of what is round: h(n) = n·c + √(n·S n).
    pub(super) fn round(&self) -> Option<(V3, M3)> {
        match self {
            Kind::Circle { c, e, R } => Some((*c, (M3::identity() - square(e)) * (R * R))),
            Kind::Ellipsoid { c, axes, a } => {
                let squares = M3::from_diagonal(&a.component_mul(a));
                Some((*c, axes * squares * axes.transpose()))
            }
            _ => None,
        }
    }

    /// The point with the outward normal n, for pieces that have one.
    pub(super) fn support(&self, n: &V3) -> V3 {
        match self {
            Kind::Circle { c, e, R } => {
                let w = across(n, e);
                c + w * (R / w.norm().max(1e-300))
            }
            Kind::Ellipsoid { c, axes, a } => {
                let m = times_transposed(axes, n).component_mul(a);
                c + times(axes, &m.component_mul(a)) / m.norm()
            }
            Kind::Smooth { c, axes, body } => {
                c + times(axes, &body.0.support(&times_transposed(axes, n)))
            }
            _ => self.centre(),
        }
    }

    /// The point of a circle next to x, on the side that is meant; none where x is on the axis.
    pub(super) fn beside(&self, x: &V3) -> Option<V3> {
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
                square(&(e.cross(&w) / l)) * (R / l)
            }
            Kind::Smooth { axes, body, .. } => {
                axes * body.0.curvature(&times_transposed(axes, n)) * axes.transpose()
            }
            _ => self.round().map_or(M3::zeros(), |(_, S)| {
                let x = times(&S, n);
                let h = n.dot(&x).sqrt();
                (S - square(&x) / (h * h)) / h
            }),
        }
    }

    /// t·∇²h t where the normal is n.
    pub(super) fn bend(&self, n: &V3, t: &V3) -> f64 {
        match self {
            Kind::Circle { e, R, .. } => {
                let w = n - e * n.dot(e);
                let l = w.norm().max(1e-300);
                let along = e.cross(&w).dot(t) / l;
                along * along * (R / l)
            }
            Kind::Ellipsoid { axes, a, .. } => {
                let [m, d] = [n, t].map(|x| times_transposed(axes, x).component_mul(a));
                let h2 = m.norm_squared();
                let along = m.dot(&d);
                (d.norm_squared() - along * along / h2) / h2.sqrt()
            }
            k => t.dot(&times(&k.curvature(n), t)),
        }
    }

    /// Corners of a box about it.
    pub fn bounds(&self) -> (V3, V3) {
        let about = |c: &V3, h: V3| (c - h, c + h);
        let across = |e: &V3, R: f64| e.map(|x| R * (1.0 - x * x).max(0.0).sqrt());
        match self {
            Kind::Bore { .. } => about(&V3::zeros(), V3::repeat(1e300)),
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
            Kind::Smooth { .. } => {
                let side = |k: usize, s: f64| self.support(&(V3::ith(k, s)))[k];
                (V3::from_fn(|k, _| side(k, -1.0)), V3::from_fn(|k, _| side(k, 1.0)))
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
