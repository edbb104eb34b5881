//! Convex polyhedra, rounded or not: with one another, with planes; spheres and capsules are rounded points and
//! segments.
//!
//! [`crate::collision::shapes::meet`] chooses features from the frames as numbers, one for each slot of the pair. Gap and normal of
//! the chosen features are written once for any number: with x the vector between the two, R1 and R2 the radii of the rounding,
//!
//! ```text
//! vertex on face    g = n·x - R1 - R2,   n the normal of the face, fixed in its body
//! edge on edge      g = n·x - R1 - R2,   n = ± e1 × e2 / |e1 × e2|, out of the first
//! vertex beside     g = |x| - R1 - R2,   n = x/|x|, x from an edge or a vertex
//! ```

use super::features::{lines, Features, Place, TouchOf, Vector};
use super::last::Last;
use crate::collision::shapes::{meet, slots, Feature, Hull, Manifold, Workspace};
use crate::frame::{Frame, V3};
use crate::number::Num;
use crate::picture::Shape;
use crate::relation::Apart;
use std::cell::RefCell;
use std::sync::Arc;

/// Two hulls about frames 1 and 2 with the radii of their roundings. The first has a volume, or both are points or segments.
#[derive(Clone, Debug)]
pub struct HullPair {
    /// The first.
    pub one: Arc<Hull>,
    /// The second; it may be a point or a segment.
    pub two: Arc<Hull>,
    /// Radius of the first one's rounding (m).
    pub R1: f64,
    /// Radius of the second one's (m).
    pub R2: f64,
}

/// One contact of two hulls.
#[derive(Clone, Debug)]
pub struct HullOnHull {
    /// The hulls.
    pub pair: HullPair,
    /// Which: below [`HullPair::slots`].
    pub slot: usize,
}

thread_local! {
    static LAST: RefCell<Last<Manifold, Workspace>> = RefCell::default();
}

impl HullPair {
    /// How many contacts it has at most.
    pub fn slots(&self) -> usize {
        slots(&self.one, &self.two)
    }
    fn size(&self) -> f64 {
        self.one.radius + self.two.radius + self.R1 + self.R2
    }
}

impl Features for HullOnHull {
    type Choice = Feature;
    fn place(&self) -> (usize, usize) {
        (self.slot, self.pair.slots())
    }
    fn choices<T>(&self, a: &Frame, b: &Frame, of: impl FnOnce(&[Option<Feature>]) -> T) -> T {
        let HullPair { one, two, R1, R2 } = &self.pair;
        let search = |w: &mut Workspace| meet(one, two, (&a.r, &a.A), (&b.r, &b.A), R1 + R2, w);
        LAST.with_borrow_mut(|l| l.find((one.id, two.id), [a, b], search, |m| of(&m.slots)))
    }
    fn bound(&self) -> Apart {
        Apart::Spheres(self.pair.size())
    }
    fn nothing(&self) -> f64 {
        self.pair.size()
    }
    fn key(&self, c: &Feature) -> u64 {
        c.number()
    }
    fn of_key(&self, key: u64) -> Option<Feature> {
        Feature::of_number(key, &self.pair.one, &self.pair.two)
    }
    fn at<D: Num>(&self, c: &Feature, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        let HullPair { one, two, R1, R2 } = &self.pair;
        let (p1, p2) = (|v: usize| a.point(&one.vertices[v]), |v: usize| b.point(&two.vertices[v]));
        let d = b.r.minus(&a.r);
        // nearest points from both origins, and the way between them
        let round = |x1: Vector<D>, x2: Vector<D>, t: Vector<D>| {
            let (n, l) = d.plus(&x2).minus(&x1).unit(&a.e[0]);
            let (c1, c2) = (x1.plus(&n.scaled(*R1)), x2.minus(&n.scaled(*R2)));
            TouchOf { g: l - (R1 + R2), n, c1, c2, t }
        };
        match *c {
            Feature::FaceVertex(f, v) => {
                let face = &one.faces[f];
                let (n, x) = (a.point(&face.n), p2(v));
                let t = a.point(&one.edges[face.edges[0]].e);
                let foot = n.scaled(-R2);
                let from = d.plus(&x);
                let g = n.dot(&from) - (face.d + R1 + R2);
                TouchOf { g, n, c1: from.plus(&foot), c2: x.plus(&foot), t }
            }
            Feature::VertexFace(v, f) => {
                let face = &two.faces[f];
                let (m, x) = (b.point(&face.n), p1(v));
                let t = b.point(&two.edges[face.edges[0]].e);
                let foot = m.scaled(-R1);
                let from = x.minus(&d);
                let g = m.dot(&from) - (face.d + R1 + R2);
                TouchOf { g, n: m.scaled(-1.0), c1: x.plus(&foot), c2: from.plus(&foot), t }
            }
            Feature::Edges(i, j) => {
                let (k1, k2) = (&one.edges[i], &two.edges[j]);
                let (e1, e2) = (a.point(&k1.e), b.point(&k2.e));
                let (x1, x2) = (p1(k1.ends[0]), p2(k2.ends[0]));
                let way = d.plus(&x2).minus(&x1);
                let (s1, s2, m) = lines(&way, &e1, &e2);
                let out = if one.thin { way } else { a.point(&k1.out) };
                let (n, _) = m.unit(&out);
                let n = n.scaled(if n.dot(&out).re() < 0.0 { -1.0 } else { 1.0 });
                let c1 = x1.plus(&e1.times(s1)).plus(&n.scaled(*R1));
                let c2 = x2.plus(&e2.times(s2)).minus(&n.scaled(*R2));
                TouchOf { g: n.dot(&way) - (R1 + R2), n, c1, c2, t: e1 }
            }
            Feature::EdgeVertex(i, v) => {
                let k = &one.edges[i];
                let (e, x, y) = (a.point(&k.e), p1(k.ends[0]), p2(v));
                let s = e.dot(&d.plus(&y).minus(&x));
                round(x.plus(&e.times(s)), y, e)
            }
            Feature::VertexEdge(v, j) => {
                let k = &two.edges[j];
                let (e, x, y) = (b.point(&k.e), p1(v), p2(k.ends[0]));
                let s = e.dot(&x.minus(&d).minus(&y));
                round(x, y.plus(&e.times(s)), e)
            }
            Feature::Vertices(v, w) => round(p1(v), p2(w), Vector::zero()),
        }
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        let picture = |h: &Hull, R: f64| match h.vertices.len() {
            1 => Shape::Sphere { radius: R },
            2 => Shape::Capsule { half_length: h.radius, radius: R },
            _ => Shape::Hull { points: h.vertices.iter().map(|v| (*v).into()).collect() },
        };
        [Some(picture(&self.pair.one, self.pair.R1)), Some(picture(&self.pair.two, self.pair.R2))]
    }
}

/// A hull about frame 2 on the plane through origin 1 with normal e_z. Vertices with a common face have different numbers:
/// a contact is the lowest vertex of its number. Where that takes more than eight, the contacts are the
/// vertices of the lowest face that are furthest along eight directions, and the lowest vertex.
#[derive(Clone, Debug)]
pub struct HullOnPlane {
    /// The hull.
    pub hull: Arc<Hull>,
    /// Radius of its rounding (m).
    pub R: f64,
    /// Which contact: below [`HullOnPlane::slots`].
    pub slot: usize,
}

const MOST_ON_PLANE: usize = 8;

impl HullOnPlane {
    /// How many contacts a hull has with a plane at most.
    pub fn slots(hull: &Hull) -> usize {
        match hull.flat && hull.vertices.len() > 2 * MOST_ON_PLANE {
            true => 3,
            false => hull.vertex_colours.iter().max().map_or(0, |c| c + 1).min(MOST_ON_PLANE),
        }
    }

    /// The vertex of this contact, where n is the normal of the plane in the axes of the hull.
    fn vertex(&self, n: &V3) -> Option<usize> {
        let h = &*self.hull;
        let lowest = |list: &mut dyn Iterator<Item = usize>| {
            let mut best: Option<(f64, usize)> = None;
            for k in list {
                let x = n.dot(&h.vertices[k]);
                if best.is_none_or(|b| x < b.0) {
                    best = Some((x, k));
                }
            }
            best.map(|b| b.1)
        };
        let upper = |k: &usize| !h.flat || h.vertices[*k].z > 0.0;
        let coloured = |k: &usize| h.vertex_colours[*k] == self.slot && upper(k);
        let all = 0..h.vertices.len();
        if h.flat && h.vertices.len() > 2 * MOST_ON_PLANE {
            // the lowest, and those to its left and right
            let low = lowest(&mut all.filter(upper))?;
            let rim = h.faces.iter().find(|f| f.n.z > 0.5)?;
            let (at, m) = (rim.vertices.iter().position(|v| *v == low)?, rim.vertices.len());
            return [Some(at), Some((at + 1) % m), Some((at + m - 1) % m)]
                .get(self.slot)
                .and_then(|k| k.map(|k| rim.vertices[k]));
        }
        if all.clone().all(|k| h.vertex_colours[k] < MOST_ON_PLANE) {
            return lowest(&mut all.filter(coloured));
        }
        let low = lowest(&mut all.clone())?;
        let down = |f: &usize| -h.faces[*f].n.dot(n);
        let face = h.about[low].iter().max_by(|a, b| down(a).total_cmp(&down(b)))?;
        let face = &h.faces[*face];
        let t = h.edges[face.edges[0]].e;
        let t2 = face.n.cross(&t);
        let mut taken = [usize::MAX; MOST_ON_PLANE];
        for k in 0..MOST_ON_PLANE {
            let (s, c) = (std::f64::consts::TAU * k as f64 / MOST_ON_PLANE as f64).sin_cos();
            let way = t * c + t2 * s;
            let along = |v: &&usize| way.dot(&h.vertices[**v]);
            let top = face.vertices.iter().max_by(|a, b| along(a).total_cmp(&along(b)))?;
            if !taken.contains(top) {
                taken[k] = *top;
            }
        }
        if !taken.contains(&low) {
            taken[taken.iter().position(|v| *v == usize::MAX).unwrap_or(0)] = low;
        }
        Some(taken[self.slot]).filter(|v| *v != usize::MAX)
    }
}

impl Features for HullOnPlane {
    type Choice = usize;
    fn choices<T>(&self, a: &Frame, b: &Frame, of: impl FnOnce(&[Option<usize>]) -> T) -> T {
        of(&[self.vertex(&b.A.tr_mul(&a.A.column(2)))])
    }
    fn bound(&self) -> Apart {
        Apart::Plane(self.hull.radius + self.R)
    }
    fn nothing(&self) -> f64 {
        self.hull.radius + self.R
    }
    fn at<D: Num>(&self, v: &usize, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        let (n, x) = (a.e[2], b.point(&self.hull.vertices[*v]));
        let foot = n.scaled(-self.R);
        let d = b.r.minus(&a.r).plus(&x);
        TouchOf { g: n.dot(&d) - self.R, n, c1: d.plus(&foot), c2: x.plus(&foot), t: a.e[0] }
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        let points = self.hull.vertices.iter().map(|v| (*v).into()).collect();
        [Some(Shape::Plane), Some(Shape::Hull { points })]
    }
}
