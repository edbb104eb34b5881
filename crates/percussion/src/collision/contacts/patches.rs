//! Solids made of smooth pieces: [`crate::collision::shapes::touching`] chooses pieces and their common normal as numbers; here gap, normal
//! and contact point of the chosen ones are written for any number.
//!
//! At the chosen normal the gradient of the separation vanishes. One step of Newton's method with the true second derivative,
//! in numbers that carry derivatives, therefore leaves the normal and gives its exact change.

use super::features::{lines, Features, Place, TouchOf, Vector};
use super::last::Last;
use crate::collision::shapes::{
    places, search_band, steps, touching, Contact, Contacts, Kind, Near, Search, Solid, MOST,
};
use crate::frame::{basis, Frame, M3, V3};
use crate::number::Num;
use crate::relation::Apart;
use std::cell::RefCell;
use std::sync::Arc;

/// Two solids about frames 1 and 2.
#[derive(Clone, Debug)]
pub struct SolidPair {
    /// The first.
    pub one: Arc<Solid>,
    /// The second.
    pub two: Arc<Solid>,
}

/// One contact of two solids.
#[derive(Clone, Debug)]
pub struct SolidOnSolid {
    /// The solids.
    pub pair: SolidPair,
    /// Which: below [`SolidPair::slots`].
    pub slot: usize,
}

/// Curves that are nearer, in parts of their radii, have no direction between them.
const CORE: f64 = 0.05;
thread_local! {
    static LAST: RefCell<Last<Contacts, Search>> = RefCell::default();
}

impl SolidPair {
    /// How many contacts it has at most.
    pub fn slots(&self) -> usize {
        places(&self.one, &self.two)
    }
}

/// A constant vector.
fn fixed<D: Num>(v: &V3) -> Vector<D> {
    Vector([v.x, v.y, v.z].map(D::from))
}

fn real<D: Num>(v: &Vector<D>) -> V3 {
    V3::from(v.0.map(|x| x.re()))
}

fn times<D: Num>(M: &M3, v: &Vector<D>) -> Vector<D> {
    let row = |i: usize| v.0[0] * M[(i, 0)] + v.0[1] * M[(i, 1)] + v.0[2] * M[(i, 2)];
    Vector([row(0), row(1), row(2)])
}

/// A piece at a place, from its origin.
struct Piece<'a, D> {
    kind: &'a Kind,
    place: &'a Place<D>,
}

impl<D: Num> Piece<'_, D> {
    /// The point with the outward normal n, or any point of a line.
    fn support(&self, n: &Vector<D>) -> Vector<D> {
        match self.kind {
            Kind::Circle { c, e, R } => {
                let e = self.place.point(e);
                let (w, _) = e.cross(&n.cross(&e)).unit(&Vector::zero());
                self.place.point(c).plus(&w.scaled(*R))
            }
            Kind::Ellipsoid { c, axes, a } => {
                let axis = |k: usize| self.place.point(&axes.column(k).into()).scaled(a[k]);
                let axes = [axis(0), axis(1), axis(2)];
                let m = [0, 1, 2].map(|k| n.dot(&axes[k]));
                let h = (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]).sqrt().recip();
                let x = (0..3).fold(Vector::zero(), |x: Vector<D>, k| x.plus(&axes[k].times(m[k])));
                self.place.point(c).plus(&x.times(h))
            }
            Kind::Smooth { c, axes, body } => {
                // x(m) and its first derivative, in the axes of the body
                let axis = [0, 1, 2].map(|k| self.place.point(&axes.column(k).into()));
                let m = Vector([0, 1, 2].map(|k| n.dot(&axis[k])));
                let m0 = real(&m);
                let change = times(&body.0.curvature(&m0), &m.minus(&fixed(&m0)));
                let x = change.plus(&fixed(&body.0.support(&m0))).0;
                (0..3).fold(self.place.point(c), |p, k| p.plus(&axis[k].times(x[k])))
            }
            Kind::Cone { apex, .. } => self.place.point(apex),
            kind => self.place.point(&kind.centre()),
        }
    }
    /// Axis and n·e of the normals.
    fn ruled(&self) -> (Vector<D>, f64) {
        match self.kind {
            Kind::Cone { e, sine, .. } => (self.place.point(e), *sine),
            Kind::Line { e, .. } => (self.place.point(e), 0.0),
            _ => (Vector::zero(), 0.0),
        }
    }
    /// The straight line of the surface.
    fn ruling(&self, n: &Vector<D>) -> Vector<D> {
        let (e, sine) = self.ruled();
        match sine == 0.0 {
            true => e,
            false => n.scaled(sine).minus(&e).scaled(1.0 / (1.0 - sine * sine).sqrt()),
        }
    }
    /// A point of the body, from its origin, that is at x now.
    fn carried(&self, x: &V3) -> Vector<D> {
        let A = M3::from_columns(&[0, 1, 2].map(|k| real(&self.place.e[k])));
        self.place.point(&A.tr_mul(x))
    }
    /// A line, or the rim of a disc, next to a point; see [`Kind::curve`].
    fn curve(&self, at: &Vector<D>) -> Along3<D> {
        match self.kind {
            Kind::Disc { n, c, R } | Kind::Segment { n, c, R, .. } => {
                let (n, c) = (self.place.point(n), self.place.point(c));
                let to = at.minus(&c);
                let (w, _) = to.minus(&n.times(n.dot(&to))).unit(&Vector::zero());
                (c.plus(&w.scaled(*R)), n.cross(&w), w.scaled(-1.0 / R))
            }
            Kind::Circle { c, e, R } => {
                let (e, c) = (self.place.point(e), self.place.point(c));
                let to = at.minus(&c);
                let (w, _) = to.minus(&e.times(e.dot(&to))).unit(&Vector::zero());
                (c.plus(&w.scaled(R.abs())), e.cross(&w), w.scaled(-1.0 / R.abs()))
            }
            kind => {
                let (e, _) = self.ruled();
                let p = self.place.point(&kind.centre());
                (p.plus(&e.times(e.dot(&at.minus(&p)))), e, Vector::zero())
            }
        }
    }
    /// ∇²h as numbers.
    fn curvature(&self, n: &V3) -> M3 {
        let A = M3::from_columns(&[0, 1, 2].map(|k| real(&self.place.e[k])));
        self.kind.moved(&V3::zeros(), &A).curvature(n)
    }
}

fn at_point(k: &Kind) -> bool {
    matches!(k, Kind::Point(_) | Kind::Bead(_))
}

/// A point beside a circle, also straight above it, where the normal alone does not tell the point of the circle.
fn on_circle<D: Num>(one: &Piece<D>, two: &Piece<D>, d: &Vector<D>) -> Along<D> {
    let x2 = two.place.point(&two.kind.centre());
    let Kind::Circle { c, e, R } = one.kind else {
        return (Vector::zero(), x2, x2, Vector::zero());
    };
    let (c, e) = (one.place.point(c), one.place.point(e));
    let X = d.plus(&x2).minus(&c);
    let (w, _) = X.minus(&e.times(e.dot(&X))).unit(&Vector::zero());
    let x1 = c.plus(&w.scaled(R.abs()));
    let (n, _) = d.plus(&x2).minus(&x1).unit(&e);
    (n, x1, x2, Vector::zero())
}

/// The point of a piece that is furthest from the axis of a hole.
fn in_bore<D: Num>(one: &Piece<D>, two: &Piece<D>, d: &Vector<D>, n0: &V3) -> Along<D> {
    let Kind::Bore { p, e, R } = one.kind else {
        return (Vector::zero(), *d, Vector::zero(), Vector::zero());
    };
    let (p, e) = (one.place.point(p), one.place.point(e));
    let across = |v: &Vector<D>| v.minus(&e.times(e.dot(v)));
    let from = |x2: &Vector<D>| d.plus(x2).minus(&p);
    let x2 = two.support(&fixed(&-n0));
    let (w, _) = across(&from(&x2)).unit(&fixed(&-n0));
    if at_point(two.kind) {
        let x1 = p.plus(&e.times(e.dot(&from(&x2)))).plus(&w.scaled(*R));
        return (w.scaled(-1.0), x1, x2, e);
    }
    // the normal w about the axis at which w points from it
    let (w, _) = across(&fixed(&-n0)).unit(&fixed(&-n0));
    let t = e.cross(&w);
    let X = from(&two.support(&w));
    let (wr, tr) = (real(&w), real(&t));
    let second = tr.dot(&(two.curvature(&wr) * tr)) - wr.dot(&real(&X));
    let turn = if second < 0.0 { X.dot(&t) * (-1.0 / second) } else { D::from(0.0) };
    let (w, _) = across(&w.plus(&t.times(turn))).unit(&w);
    let x2 = two.support(&w);
    let x1 = p.plus(&e.times(e.dot(&from(&x2)))).plus(&w.scaled(*R));
    (w.scaled(-1.0), x1, x2, e)
}

/// Where two curves are nearest, next to points from both origins.
fn nearest<D: Num>(
    one: &Piece<D>,
    two: &Piece<D>,
    d: &Vector<D>,
    [x1, x2]: [&V3; 2],
) -> [Along3<D>; 2] {
    let (mut a, mut b) = (one.curve(&one.carried(x1)), two.curve(&two.carried(x2)));
    for _ in 0..5 {
        let way = d.plus(&b.0).minus(&a.0);
        let near = |(x, t, k): &Along3<D>| Near { x: real(x), tangent: real(t), bend: real(k) };
        let miss = [way.dot(&a.1), way.dot(&b.1)];
        let Some([s, t]) = steps(&near(&a), &near(&b), miss, &real(&way)) else { break };
        (a, b) = (one.curve(&a.0.plus(&a.1.times(s))), two.curve(&b.0.plus(&b.1.times(t))));
    }
    [a, b]
}

/// Two curves that are `s` apart, of which one is a ring's: straight above a circle the normal alone does not tell its point.
fn beside_ring<D: Num>(
    one: &Piece<D>,
    two: &Piece<D>,
    d: &Vector<D>,
    s: f64,
    n0: &V3,
    x0: &V3,
) -> Along<D> {
    let [a, b] = nearest(one, two, d, [x0, &(x0 + n0 * s - real(d))]);
    let (n, _) = d.plus(&b.0).minus(&a.0).unit(&fixed(n0));
    let line = |k: &Kind| matches!(k, Kind::Line { .. });
    let t = match (line(one.kind), line(two.kind)) {
        (true, _) => a.1,
        (_, true) => b.1,
        _ => Vector::zero(),
    };
    (n, a.0, b.0, t)
}

/// A rim that crosses an edge or another rim near x0, from the first origin.
fn crossing<D: Num>(one: &Piece<D>, two: &Piece<D>, d: &Vector<D>, n0: &V3, x0: &V3) -> Along<D> {
    let [a, b] = nearest(one, two, d, [x0, &(x0 - real(d))]);
    let (n, _) = a.1.cross(&b.1).unit(&fixed(n0));
    let n = n.scaled(if real(&n).dot(n0) < 0.0 { -1.0 } else { 1.0 });
    (n, a.0, b.0, a.1)
}

/// A point of a curve, the unit tangent there, and its change along the curve.
type Along3<D> = (Vector<D>, Vector<D>, Vector<D>);

/// Normal, both points, and a tangent.
type Along<D> = (Vector<D>, Vector<D>, Vector<D>, Vector<D>);

/// Normal out of the first, and the points of both from their origins; without radii. `n0` is the normal as numbers, `x0` the
/// point of the first, d the way between the origins.
fn along<D: Num>(one: &Piece<D>, two: &Piece<D>, d: &Vector<D>, n0: &V3, x0: &V3) -> Along<D> {
    match (one.kind.conditions(), two.kind.conditions()) {
        (2, _) if matches!(one.kind, Kind::Bore { .. }) => in_bore(one, two, d, n0),
        (2, 1 | 2) => crossing(one, two, d, n0, x0),
        (2, _) => on_face(one, two, d, n0),
        (1, 1) => two_lines(one, two, d, n0),
        (1, _) => beside_line(one, two, d, n0),
        _ if at_point(two.kind) && matches!(one.kind, Kind::Circle { .. }) => {
            on_circle(one, two, d)
        }
        _ if at_point(one.kind) && matches!(two.kind, Kind::Circle { .. }) => {
            let (n, x2, x1, t) = on_circle(two, one, &d.scaled(-1.0));
            (n.scaled(-1.0), x1, x2, t)
        }
        _ => summit(one, two, d, n0),
    }
}

/// The lowest point of a piece over a face.
fn on_face<D: Num>(one: &Piece<D>, two: &Piece<D>, d: &Vector<D>, n0: &V3) -> Along<D> {
    let (n, p) = match one.kind {
        Kind::Face { n, d, .. } => (n, n * *d),
        Kind::Disc { n, c, .. } | Kind::Segment { n, c, .. } => (n, *c),
        _ => (n0, V3::zeros()),
    };
    // the same for all triangles of a plane
    let t: V3 = basis(n).column(0).into();
    let (n, p) = (one.place.point(n), one.place.point(&p));
    let x2 = two.support(&n.scaled(-1.0));
    let x = d.plus(&x2);
    let x1 = x.minus(&n.times(n.dot(&x.minus(&p))));
    (n, x1, x2, one.place.point(&t))
}

/// Two lines or sides of cones: n·e₁ = sin α₁, -n·e₂ = sin α₂.
fn two_lines<D: Num>(one: &Piece<D>, two: &Piece<D>, d: &Vector<D>, n0: &V3) -> Along<D> {
    let ((e1, s1), (e2, s2)) = (one.ruled(), two.ruled());
    let m = e1.cross(&e2);
    let (q, c) = (m.dot(&m).recip(), e1.dot(&e2));
    let (a, b) = ((c * s2 + s1) * q, -((c * s1 + s2) * q));
    let rest = ((D::from(1.0) - a * s1 + b * s2) * q).sqrt();
    let side = if real(&m).dot(n0) < 0.0 { -1.0 } else { 1.0 };
    let n = e1.times(a).plus(&e2.times(b)).plus(&m.times(rest * side));
    let (g1, g2) = (one.ruling(&n), two.ruling(&n.scaled(-1.0)));
    let (p1, p2) = (one.support(&n), two.support(&n));
    let (t1, t2, _) = lines(&d.plus(&p2).minus(&p1), &g1, &g2);
    (n, p1.plus(&g1.times(t1)), p2.plus(&g2.times(t2)), g1)
}

/// Something round beside a line or the side of a cone: a step of Newton's method for the angle about it.
fn beside_line<D: Num>(one: &Piece<D>, two: &Piece<D>, d: &Vector<D>, n0: &V3) -> Along<D> {
    let (e, sine) = one.ruled();
    let cosine = (1.0 - sine * sine).sqrt();
    let p = one.support(&fixed(n0));
    let about = |w: &Vector<D>| {
        let (w, _) = w.minus(&e.times(e.dot(w))).unit(&Vector::zero());
        e.scaled(sine).plus(&w.scaled(cosine))
    };
    let n = about(&fixed(n0));
    let X = d.plus(&two.support(&n.scaled(-1.0))).minus(&p);
    let t = e.cross(&n);
    let (Xr, nr, er, tr) = (real(&X), real(&n), real(&e), real(&t));
    let second = -(Xr.dot(&nr) - Xr.dot(&er) * sine) - tr.dot(&(two.curvature(&-nr) * tr));
    let turn = X.dot(&t) * (-1.0 / second);
    let n = about(&n.plus(&t.times(turn)));
    let x2 = two.support(&n.scaled(-1.0));
    let g = one.ruling(&n);
    let s = d.plus(&x2).minus(&p).dot(&g);
    (n, p.plus(&g.times(s)), x2, g)
}

/// Two pieces with all normals: a step of Newton's method on the sphere.
fn summit<D: Num>(one: &Piece<D>, two: &Piece<D>, d: &Vector<D>, n0: &V3) -> Along<D> {
    let n: Vector<D> = fixed(n0);
    let X = d.plus(&two.support(&n.scaled(-1.0))).minus(&one.support(&n));
    let K = one.curvature(n0) + two.curvature(&-n0);
    let s = n0.dot(&real(&X));
    // (K + s) on the plane across n, and any number along it
    let P = M3::identity() - n0 * n0.transpose();
    let H = P * K * P + P * s + n0 * n0.transpose() * (K.trace() + s.abs());
    let step = H.try_inverse().map_or(M3::zeros(), |H| P * H * P);
    let (n, _) = n.plus(&times(&step, &X)).unit(&n);
    (n, one.support(&n), two.support(&n.scaled(-1.0)), Vector::zero())
}

impl Features for SolidOnSolid {
    type Choice = Contact;
    fn place(&self) -> (usize, usize) {
        (self.slot, self.pair.slots())
    }
    fn choices<T>(&self, a: &Frame, b: &Frame, of: impl FnOnce(&[Option<Contact>]) -> T) -> T {
        let SolidPair { one, two } = &self.pair;
        // what is not a number is far
        let near = (b.r - a.r).norm() <= 1.5 * (one.radius + two.radius);
        if !near {
            return of(&[None; MOST]);
        }
        let search = |w: &mut Search| touching(one, two, (&a.r, &a.A), (&b.r, &b.A), w);
        LAST.with_borrow_mut(|l| l.find((one.id, two.id), [a, b], search, |c| of(&c.places)))
    }
    fn bound(&self) -> Apart {
        match self.pair.one.is_plane() {
            true => Apart::Plane(self.pair.two.radius),
            false => Apart::Spheres(self.pair.one.radius + self.pair.two.radius),
        }
    }
    /// No more than there is.
    fn nothing(&self) -> f64 {
        let SolidPair { one, two } = &self.pair;
        let sizes = [one.radius, two.radius].into_iter().filter(|r| r.is_finite());
        search_band(one, two).unwrap_or_else(|| sizes.sum())
    }
    fn sees(&self) -> Option<[f64; 3]> {
        Some([Features::nothing(self), self.pair.one.radius, self.pair.two.radius])
    }
    fn at<D: Num>(&self, c: &Self::Choice, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        // normal and point of the first along the axes of space
        let (n0, x0) = (&real(&a.point(&c.n)), &real(&a.point(&c.x1)));
        let d = b.r.minus(&a.r);
        let (one, two) = (Piece { kind: &c.one, place: a }, Piece { kind: &c.two, place: b });
        let s = c.gap + c.r1 + c.r2;
        let (n, x1, x2, t) = match c.one.conditions() < c.two.conditions() {
            _ if c.beside_ring() && s > CORE * (c.r1 + c.r2) => {
                beside_ring(&one, &two, &d, s, n0, x0)
            }
            false => along(&one, &two, &d, n0, x0),
            true => {
                let x0 = x0 - real(&d);
                let (n, x2, x1, t) = along(&two, &one, &d.scaled(-1.0), &-n0, &x0);
                (n.scaled(-1.0), x1, x2, t)
            }
        };
        let way = d.plus(&x2).minus(&x1);
        TouchOf {
            g: n.dot(&way) - (c.r1 + c.r2),
            n,
            c1: x1.plus(&n.scaled(c.r1)),
            c2: x2.minus(&n.scaled(c.r2)),
            t,
        }
    }
}
