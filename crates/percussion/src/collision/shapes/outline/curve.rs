//! Pieces of outlines: lines, arcs of circles, involutes of circles, ellipses; and the gap between two of them.
//!
//! A piece runs with the solid to its left; its normal points to the right, out of the solid. With c the centre, r the radius
//! of an arc, it is convex where it turns left. An involute is what the end of a thread draws that is unwound from its base
//! circle (centre c, radius r): with the direction t = (cos β, sin β) of the point where the thread leaves the circle,
//!
//! ```text
//! β = α + h φ,    N = h (sin β, -cos β),    x(φ) = c + r t + r φ N,    x' = r φ t
//! ```
//!
//! φ ≥ 0 is the angle of roll, h = ±1 the hand; N is normal to the curve, and r φ its radius of curvature. Two involutes, and an
//! involute and a point, have gaps in closed form, since their common normal touches both base circles.

use super::oval::{furthest, gap_of};
use crate::number::Num;

/// A point or direction of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flat<D>(pub [D; 2]);

/// A point or direction as numbers.
pub type P2 = Flat<f64>;

impl<D: Num> Flat<D> {
    pub fn dot(&self, o: &Self) -> D {
        self.0[0] * o.0[0] + self.0[1] * o.0[1]
    }
    pub fn cross(&self, o: &Self) -> D {
        self.0[0] * o.0[1] - self.0[1] * o.0[0]
    }
    pub fn plus(&self, o: &Self) -> Self {
        Flat([self.0[0] + o.0[0], self.0[1] + o.0[1]])
    }
    pub fn minus(&self, o: &Self) -> Self {
        Flat([self.0[0] - o.0[0], self.0[1] - o.0[1]])
    }
    pub fn times(&self, s: D) -> Self {
        Flat([self.0[0] * s, self.0[1] * s])
    }
    pub fn scaled(&self, s: f64) -> Self {
        Flat([self.0[0] * s, self.0[1] * s])
    }
    /// Turned by a quarter to the left.
    pub fn left(&self) -> Self {
        Flat([-self.0[1], self.0[0]])
    }
}

impl P2 {
    /// The length.
    pub fn norm(&self) -> f64 {
        self.0[0].hypot(self.0[1])
    }
    /// The unit vector at an angle.
    pub fn at_angle(a: f64) -> Self {
        Flat([a.cos(), a.sin()])
    }
    /// The angle from x.
    pub fn angle(&self) -> f64 {
        self.0[1].atan2(self.0[0])
    }
}

/// Origin and axes of a frame in the plane.
#[derive(Clone, Copy, Debug)]
pub struct Pose<D> {
    /// Origin.
    pub r: Flat<D>,
    /// Axes.
    pub e: [Flat<D>; 2],
}

impl<D: Num> Pose<D> {
    /// A vector of the frame.
    pub fn out(&self, p: &P2) -> Flat<D> {
        self.e[0].scaled(p.0[0]).plus(&self.e[1].scaled(p.0[1]))
    }
    /// A vector of the plane, in the axes of the frame.
    pub fn inward(&self, p: &Flat<D>) -> Flat<D> {
        Flat([self.e[0].dot(p), self.e[1].dot(p)])
    }
}

/// A piece of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// From `p` along the unit vector `e`, from and to these lengths.
    Line { p: P2, e: P2, span: [f64; 2] },
    /// About `c`, from an angle, over a sweep that is negative to the right.
    Arc { c: P2, r: f64, from: f64, sweep: f64 },
    /// From and to these rolls.
    Involute { c: P2, r: f64, alpha: f64, hand: f64, span: [f64; 2] },
    /// c + a cos τ x + b sin τ y, the unit vector y to the left of x, from τ over a sweep to the left.
    Oval { c: P2, x: P2, a: [f64; 2], from: f64, sweep: f64 },
}

/// What is needed of a piece for its gaps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A line through `p` with the normal `n`.
    Line { p: P2, n: P2 },
    /// A circle; `rho` is negative where the solid is outside of it, zero for a corner.
    Round { c: P2, rho: f64 },
    /// `sign` is 1 where N points out of the solid; `mid` is a roll of it.
    Involute { c: P2, r: f64, alpha: f64, hand: f64, sign: f64, mid: f64 },
    /// An ellipse with the half axis a along x and b to its left; `mid` is the normal in the middle of the piece, in these axes.
    Oval { c: P2, x: P2, a: [f64; 2], mid: P2 },
}

impl Curve {
    /// A line between two points.
    pub fn line(p: P2, q: P2) -> Self {
        let way = q.minus(&p);
        let l = way.norm();
        Curve::Line { p, e: way.scaled(1.0 / l), span: [0.0, l] }
    }
    /// An arc between two points by its bulge, the tangent of a quarter of the sweep.
    pub fn bulge(p: P2, q: P2, bulge: f64) -> Self {
        let sweep = 4.0 * bulge.atan();
        let way = q.minus(&p);
        // from the middle of the chord to the centre
        let height = way.norm() * (1.0 - bulge * bulge) / (4.0 * bulge);
        let c = p.plus(&q).scaled(0.5).plus(&way.left().scaled(height / way.norm()));
        let r = way.norm() * (1.0 + bulge * bulge) / (4.0 * bulge.abs());
        Curve::Arc { c, r, from: p.minus(&c).angle(), sweep }
    }
    /// A point of it, s from 0 to 1.
    pub fn point(&self, s: f64) -> P2 {
        match *self {
            Curve::Line { p, e, span: [a, b] } => p.plus(&e.scaled(a + s * (b - a))),
            Curve::Arc { c, r, from, sweep } => c.plus(&P2::at_angle(from + s * sweep).scaled(r)),
            Curve::Involute { c, r, alpha, hand, span: [a, b] } => {
                let roll = a + s * (b - a);
                let t = P2::at_angle(alpha + hand * roll);
                c.plus(&t.scaled(r)).plus(&t.left().scaled(-hand * r * roll))
            }
            Curve::Oval { c, x, a: [a, b], from, sweep } => {
                let (sin, cos) = (from + s * sweep).sin_cos();
                c.plus(&x.scaled(a * cos)).plus(&x.left().scaled(b * sin))
            }
        }
    }
    /// The derivative of `point`.
    pub fn rate(&self, s: f64) -> P2 {
        match *self {
            Curve::Line { e, span: [a, b], .. } => e.scaled(b - a),
            Curve::Arc { r, from, sweep, .. } => {
                P2::at_angle(from + s * sweep).left().scaled(r * sweep)
            }
            Curve::Involute { r, alpha, hand, span: [a, b], .. } => {
                let roll = a + s * (b - a);
                P2::at_angle(alpha + hand * roll).scaled(r * roll * (b - a))
            }
            Curve::Oval { x, a: [a, b], from, sweep, .. } => {
                let (sin, cos) = (from + s * sweep).sin_cos();
                x.scaled(-a * sin * sweep).plus(&x.left().scaled(b * cos * sweep))
            }
        }
    }
    /// The direction in which it runs.
    pub fn tangent(&self, s: f64) -> P2 {
        match *self {
            Curve::Line { e, .. } => e,
            Curve::Arc { from, sweep, .. } => {
                P2::at_angle(from + s * sweep).left().scaled(sweep.signum())
            }
            Curve::Involute { alpha, hand, span: [a, b], .. } => {
                P2::at_angle(alpha + hand * (a + s * (b - a))).scaled((b - a).signum())
            }
            Curve::Oval { .. } => {
                let rate = self.rate(s);
                rate.scaled(1.0 / rate.norm())
            }
        }
    }
    /// The same from its end to its start.
    pub fn reversed(&self) -> Self {
        match *self {
            Curve::Line { p, e, span: [a, b] } => {
                Curve::Line { p: p.plus(&e.scaled(a + b)), e: e.scaled(-1.0), span: [a, b] }
            }
            Curve::Arc { c, r, from, sweep } => {
                Curve::Arc { c, r, from: from + sweep, sweep: -sweep }
            }
            Curve::Involute { c, r, alpha, hand, span: [a, b] } => {
                Curve::Involute { c, r, alpha, hand, span: [b, a] }
            }
            Curve::Oval { c, x, a, from, sweep } => {
                Curve::Oval { c, x, a, from: from + sweep, sweep: -sweep }
            }
        }
    }
    /// The same turned about the origin.
    pub fn turned(&self, angle: f64) -> Self {
        let (x, y) = (P2::at_angle(angle), P2::at_angle(angle).left());
        let turn = |p: &P2| x.scaled(p.0[0]).plus(&y.scaled(p.0[1]));
        match *self {
            Curve::Line { p, e, span } => Curve::Line { p: turn(&p), e: turn(&e), span },
            Curve::Arc { c, r, from, sweep } => {
                Curve::Arc { c: turn(&c), r, from: from + angle, sweep }
            }
            Curve::Involute { c, r, alpha, hand, span } => {
                Curve::Involute { c: turn(&c), r, alpha: alpha + angle, hand, span }
            }
            Curve::Oval { c, x, a, from, sweep } => {
                Curve::Oval { c: turn(&c), x: turn(&x), a, from, sweep }
            }
        }
    }
    /// The same moved.
    pub fn moved(&self, d: &P2) -> Self {
        let mut to = *self;
        match &mut to {
            Curve::Line { p, .. } => *p = p.plus(d),
            Curve::Arc { c, .. } | Curve::Involute { c, .. } | Curve::Oval { c, .. } => {
                *c = c.plus(d);
            }
        }
        to
    }
    /// The same, larger by a factor.
    pub fn scaled(&self, f: f64) -> Self {
        match *self {
            Curve::Line { p, e, span } => {
                Curve::Line { p: p.scaled(f), e, span: span.map(|s| f * s) }
            }
            Curve::Arc { c, r, from, sweep } => {
                Curve::Arc { c: c.scaled(f), r: f * r, from, sweep }
            }
            Curve::Involute { c, r, alpha, hand, span } => {
                Curve::Involute { c: c.scaled(f), r: f * r, alpha, hand, span }
            }
            Curve::Oval { c, x, a, from, sweep } => {
                Curve::Oval { c: c.scaled(f), x, a: a.map(|a| f * a), from, sweep }
            }
        }
    }
    /// The distance of its furthest point from the origin; of arcs and ellipses a bound.
    pub fn reach(&self) -> f64 {
        let ends = [0.0, 1.0].map(|s| self.point(s).norm());
        match *self {
            Curve::Line { span: [a, b], .. } if !(b - a).is_finite() => f64::INFINITY,
            Curve::Arc { c, r, sweep, .. } => {
                let l = c.norm();
                let n = if l > 0.0 { c.scaled(sweep.signum() / l) } else { Flat([1.0, 0.0]) };
                let within = l == 0.0 || self.inside(&n, &c).iter().all(|s| *s >= 0.0);
                if within {
                    l + r
                } else {
                    ends[0].max(ends[1])
                }
            }
            Curve::Oval { c, a, .. } => c.norm() + a[0].max(a[1]),
            _ => ends[0].max(ends[1]),
        }
    }
    /// What its gaps are made of.
    pub fn kind(&self) -> Kind {
        match *self {
            Curve::Line { p, e, .. } => Kind::Line { p, n: e.left().scaled(-1.0) },
            Curve::Arc { c, r, sweep, .. } => Kind::Round { c, rho: r * sweep.signum() },
            Curve::Involute { c, r, alpha, hand, span: [a, b] } => {
                let (sign, mid) = (hand * (b - a).signum(), 0.5 * (a + b));
                Kind::Involute { c, r, alpha, hand, sign, mid }
            }
            Curve::Oval { c, x, a, from, sweep } => {
                let (sin, cos) = (from + 0.5 * sweep).sin_cos();
                let n = Flat([cos / a[0], sin / a[1]]);
                Kind::Oval { c, x, a, mid: n.scaled(1.0 / n.norm()) }
            }
        }
    }
    /// Whether the solid lies on the outer side of a bend.
    pub fn hollow(&self) -> bool {
        match self.kind() {
            Kind::Line { .. } => false,
            Kind::Round { rho, .. } => rho < 0.0,
            Kind::Involute { sign, .. } => sign < 0.0,
            Kind::Oval { .. } => false,
        }
    }
    /// A circle about it.
    pub fn around(&self) -> (P2, f64) {
        let ends = [self.point(0.0), self.point(1.0)];
        match *self {
            Curve::Line { span: [a, b], .. } if !(b - a).is_finite() => {
                (Flat([0.0; 2]), f64::INFINITY)
            }
            Curve::Arc { c, r, sweep, .. } if sweep.abs() > std::f64::consts::PI => (c, r),
            // the middle of a convex piece up to half a circle is not further from its ends than they are apart
            _ => {
                let m = self.point(0.5);
                (m, ends.iter().fold(0.0, |d: f64, p| d.max(p.minus(&m).norm())))
            }
        }
    }
    /// The length along it from its start, up to both ends, of the point with normal `n`, which is `x`; the roll of involutes.
    /// Negative before the start, and from the end on.
    pub fn inside(&self, n: &P2, x: &P2) -> [f64; 2] {
        match *self {
            Curve::Line { p, e, span: [a, b] } => {
                let s = e.dot(&x.minus(&p));
                [s - a, b - s]
            }
            Curve::Arc { r, from, sweep, .. } => {
                // the way from the middle
                let middle = P2::at_angle(from + 0.5 * sweep);
                let at = n.scaled(sweep.signum());
                let off = middle.cross(&at).atan2(middle.dot(&at)) * sweep.signum();
                let half = 0.5 * sweep.abs();
                [r * (half + off), r * (half - off)]
            }
            Curve::Involute { c, r, hand, span: [a, b], .. } => {
                let way = (b - a).signum();
                // r φ = N·(x - c)
                let roll = hand * way * n.dot(&x.minus(&c)) / r;
                [r * way * (roll - a), r * way * (b - roll)]
            }
            Curve::Oval { x, a: [a, b], from, sweep, .. } => {
                let at = Flat([a * n.dot(&x), b * n.dot(&x.left())]);
                let middle = P2::at_angle(from + 0.5 * sweep);
                let off = middle.cross(&at).atan2(middle.dot(&at));
                let (half, size) = (0.5 * sweep, a.max(b));
                [size * (half + off), size * (half - off)]
            }
        }
    }
}

/// Gap, normal from the first to the second, and the nearest points from both origins.
pub struct Gap<D> {
    pub g: D,
    pub n: Flat<D>,
    pub c1: Flat<D>,
    pub c2: Flat<D>,
}

impl<D: Num> Gap<D> {
    fn swapped(self) -> Self {
        Gap { n: self.n.scaled(-1.0), c1: self.c2, c2: self.c1, ..self }
    }
}

/// The roll at which a thread leaves a base circle in the direction `t`.
pub(super) fn roll<D: Num>(t: &Flat<D>, at: &Pose<D>, alpha: f64, hand: f64, mid: f64) -> D {
    let [x, y] = at.inward(t).0;
    let phi = (y.atan2(x) - alpha) * hand;
    let turns = ((phi.re() - mid) / std::f64::consts::TAU).round();
    phi - turns * std::f64::consts::TAU
}

/// Two arcs.
fn two_arcs<D: Num>(
    (o1, r1): (&P2, f64),
    (o2, r2): (&P2, f64),
    a: &Pose<D>,
    b: &Pose<D>,
) -> Option<Gap<D>> {
    let d = b.r.minus(&a.r);
    // n = σ D/|D|, g = n·D - ρ1 - ρ2
    let fills = |hole: f64, r: f64| hole < 0.0 && (r < 0.0 || -hole <= r);
    if fills(r1, r2) || fills(r2, r1) {
        return None;
    }
    let (o1, o2) = (a.out(o1), b.out(o2));
    let way = d.plus(&o2).minus(&o1);
    let l2 = way.dot(&way);
    let (n, l) = match l2.re() > 1e-300 {
        true => (way.times(l2.sqrt().recip()), l2.sqrt()),
        false => (a.e[0], D::from(0.0)),
    };
    let side = if r1 < 0.0 || r2 < 0.0 { -1.0 } else { 1.0 };
    let n = n.scaled(side);
    let (c1, c2) = (o1.plus(&n.scaled(r1)), o2.minus(&n.scaled(r2)));
    Some(Gap { g: l * side - (r1 + r2), n, c1, c2 })
}

/// An involute with an arc or another involute.
fn threads<D: Num>(one: &Kind, two: &Kind, a: &Pose<D>, b: &Pose<D>) -> Option<Gap<D>> {
    let Kind::Involute { c, r, alpha, hand, sign, mid } = one else { return None };
    let d = b.r.minus(&a.r);
    // the other: its base circle, or a circle of radius ρ about its centre
    let (o2, r2, s2) = match *two {
        Kind::Round { c, rho } if rho >= 0.0 => (c, 0.0, 1.0),
        Kind::Involute { c, r, hand: h, sign: s, .. } if h == *hand && s + sign >= 0.0 => (c, r, s),
        _ => return None,
    };
    // D·t = w, N·D = T: both threads lie on one line
    let (o1, o2) = (a.out(c), b.out(&o2));
    let way = d.plus(&o2).minus(&o1);
    let (w, l2) = (r + sign * s2 * r2, way.dot(&way));
    let rest = l2 - w * w;
    if rest.re() <= 0.0 {
        return None;
    }
    let T = rest.sqrt() * if s2 < 0.0 { -1.0 } else { 1.0 };
    let t = way.scaled(w).plus(&way.left().times(T * *hand)).times(l2.recip());
    let N = t.left().scaled(-hand);
    let n = N.scaled(*sign);
    let phi = roll(&t, a, *alpha, *hand, *mid);
    let c1 = o1.plus(&t.scaled(*r)).plus(&N.times(phi * *r));
    let g = (T - phi * *r) * *sign;
    Some(match *two {
        Kind::Involute { r, alpha, hand, mid, .. } => {
            let t2 = t.scaled(-sign * s2);
            let phi = roll(&t2, b, alpha, hand, mid);
            let N = t2.left().scaled(-hand);
            let c2 = o2.plus(&t2.scaled(r)).plus(&N.times(phi * r));
            Gap { g: g - phi * (s2 * r), n, c1, c2 }
        }
        Kind::Round { rho, .. } => Gap { g: g - rho, n, c1, c2: o2.minus(&n.scaled(rho)) },
        Kind::Line { .. } | Kind::Oval { .. } => return None,
    })
}

/// The gap of two pieces, prolonged beyond their ends; none where they have no common normal there that could carry.
pub fn gap<D: Num>(one: &Kind, two: &Kind, a: &Pose<D>, b: &Pose<D>) -> Option<Gap<D>> {
    let d = b.r.minus(&a.r);
    Some(match (one, two) {
        (Kind::Line { p, n }, Kind::Oval { .. }) => {
            let n = a.out(n);
            let c2 = furthest(two, b, &n.scaled(-1.0))?;
            let c = d.plus(&c2);
            let g = n.dot(&c.minus(&a.out(p)));
            Gap { g, n, c1: c, c2 }
        }
        (Kind::Oval { .. }, Kind::Line { .. }) => return gap(two, one, b, a).map(Gap::swapped),
        (Kind::Oval { .. }, _) => return gap_of(one, two, a, b),
        (_, Kind::Oval { .. }) => return gap_of(two, one, b, a).map(Gap::swapped),
        (Kind::Line { p, n }, Kind::Round { c, rho }) if *rho >= 0.0 => {
            let (n, c) = (a.out(n), b.out(c));
            let g = n.dot(&d.plus(&c).minus(&a.out(p))) - *rho;
            let c2 = c.minus(&n.scaled(*rho));
            Gap { g, n, c1: d.plus(&c2), c2 }
        }
        (Kind::Round { c: o1, rho: r1 }, Kind::Round { c: o2, rho: r2 }) => {
            return two_arcs((o1, *r1), (o2, *r2), a, b)
        }
        (Kind::Involute { c, r, alpha, hand, sign, mid }, Kind::Line { p, n }) if *sign > 0.0 => {
            let m = b.out(n);
            let n = m.scaled(-1.0);
            let t = n.left().scaled(*hand);
            let phi = roll(&t, a, *alpha, *hand, *mid);
            let c1 = a.out(c).plus(&t.scaled(*r)).plus(&n.times(phi * *r));
            let c2 = c1.minus(&d);
            Gap { g: m.dot(&c2.minus(&b.out(p))), n, c1, c2 }
        }
        (Kind::Involute { .. }, _) => return threads(one, two, a, b),
        (Kind::Round { .. }, Kind::Line { .. } | Kind::Involute { .. })
        | (Kind::Line { .. }, Kind::Involute { .. }) => {
            return gap(two, one, b, a).map(Gap::swapped)
        }
        _ => return None,
    })
}
