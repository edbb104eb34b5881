//! What of two convex polyhedra touches: pairs of features, as a function of where they are alone.
//!
//! 1. The **axis** of largest separation. Where the two are apart their nearest points propose it ([`super::gjk`]), and the separation along
//!    it certifies it. Else, among the normals of all faces and the products of those edges
//!    whose arcs cross on the sphere of normals (Gregorius: The separating axis test between convex polyhedra, GDC 2013).
//!    Where a vertex is nearest to a vertex or an edge, the axis is the line between them.
//! 2. The **faces** that look at each other along the axis, seen along it, overlap in a polygon. Its corners are the
//!    contacts: a vertex over the other's face, or two edges that cross. A polygon of two convex ones has one side at most of
//!    each edge of either, so that a corner is known by the edge that begins there.
//! 3. Each edge has a **slot**, which differs from those of all edges of a common face: a contact stays in its slot while
//!    bodies slide, and mostly while they roll over to another face.
//!
//! Polygons of the x-y plane are prisms across it; of their contacts the upper ones count.
//!
//! Features are chosen here with tolerances; gaps and normals of what was chosen are exact, see `contacts::hull`.

use super::beside::{on_face, passes, ways, Beside};
use super::feature::Feature;
use super::hull::{Edge, Hull};
use super::segments::{thin, thin_slots};
use crate::frame::{M3, V3};

/// Most contacts of two hulls.
pub const MAX_SLOTS: usize = 10;
/// Contacts that are kept where the faces have more edges: those furthest along as many directions.
const DIRECTIONS: usize = 8;

/// A point this much beside a face, in parts of the smaller size, counts as over it.
const BORDER: f64 = 1e-8;
/// Separations that differ by less, in parts of the size, are the same.
pub(super) const SAME: f64 = 1e-9;
/// So much better turned a later face must be to be chosen: what stands on an edge has no tie.
const BIAS: f64 = 1.05;
/// Edges whose directions differ by less than this angle do not cross.
pub(super) const PARALLEL: f64 = 1e-6;

/// The contacts of two hulls.
#[derive(Clone, Debug, Default)]
pub struct Manifold {
    /// Features by slot.
    pub slots: [Option<Feature>; MAX_SLOTS],
    /// Distance along the axis, below zero where they penetrate; infinite where they are far apart.
    pub separation: f64,
    /// The axis, from the first to the second, in the axes of the first.
    pub n: V3,
}

/// How many slots two hulls have.
pub fn slots(one: &Hull, two: &Hull) -> usize {
    match first(one, two) + two.edge_colours {
        _ if one.thin => thin_slots(one, two),
        _ if one.flat && two.flat => 2,
        n if n <= MAX_SLOTS => n,
        _ => DIRECTIONS,
    }
}

/// The first slot of the second one's edges. Of a point or segment only its own sides count.
fn first(one: &Hull, two: &Hull) -> usize {
    if two.thin {
        0
    } else {
        one.edge_colours
    }
}

/// Memory of the search: the second hull in the axes of the first, and polygons.
#[derive(Debug, Default)]
pub struct Workspace {
    v: Vec<V3>,
    n: Vec<V3>,
    edges: Vec<usize>,
    polygon: Vec<Corner>,
    clipped: Vec<Corner>,
    flat: Vec<[f64; 2]>,
    found: Vec<Found>,
}

/// A side of the polygon: an edge of the first face or of the second, by its place there.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    One(usize),
    Two(usize),
}

/// A corner of the polygon, with the side that begins there.
#[derive(Clone, Copy, Debug)]
struct Corner {
    x: [f64; 2],
    side: Side,
}

#[derive(Clone, Copy, Debug)]
struct Found {
    feature: Feature,
    gap: f64,
    slot: usize,
    x: [f64; 2],
}

#[derive(Clone, Copy)]
pub(super) enum Axis {
    Face1(usize),
    Face2(usize),
    Edges(usize, usize),
    Closest(Feature),
}

/// Both hulls in the axes of the first.
pub(super) struct Pair<'a> {
    pub(super) one: &'a Hull,
    pub(super) two: &'a Hull,
    pub(super) v: &'a [V3],
    /// Normals of the second's faces, where the axis was not proposed.
    pub(super) n: &'a [V3],
    pub(super) p: V3,
    pub(super) R: &'a M3,
    /// From the ball within the first to that within the second, and the radii of both: along n they are apart by no more than
    /// n·way - balls.
    pub(super) way: V3,
    pub(super) balls: f64,
    pub(super) size: f64,
    border: f64,
}

/// The features of two hulls that touch, at the places (r, A) of both; `reach` is added to their sizes where it is asked
/// whether they are far apart. Where only one is thin it is the second.
pub fn meet(
    one: &Hull,
    two: &Hull,
    a: (&V3, &M3),
    b: (&V3, &M3),
    reach: f64,
    w: &mut Workspace,
) -> Manifold {
    let mut out = Manifold { separation: f64::INFINITY, ..Manifold::default() };
    let p = a.1.tr_mul(&(b.0 - a.0));
    // what is not a number is far
    let near = one.thin || p.norm() <= 1.5 * (one.radius + two.radius + reach);
    if !near {
        return out;
    }
    let R = a.1.tr_mul(b.1);
    w.v.clear();
    w.v.extend(two.vertices.iter().map(|v| p + R * v));
    if one.thin {
        thin(one, &w.v, &mut out.slots);
        return out;
    }
    let size = one.radius + two.radius;
    let small = if two.thin { one.radius } else { one.radius.min(two.radius) };
    let border = BORDER * small;
    let Workspace { v, n, edges, polygon, clipped, flat, found } = w;
    let (way, balls) = (p + R * two.ball.0 - one.ball.0, one.ball.1 + two.ball.1);
    n.clear();
    let mut pair = Pair { one, two, v, n: &[], p, R: &R, way, balls, size, border };
    let (mut s, mut axis, mut normal) = match pair.proposed() {
        Some(found) => found,
        None => {
            n.extend(two.faces.iter().map(|f| R * f.n));
            pair.n = n;
            pair.axis(edges)
        }
    };
    pair.overlap(&axis, &normal, polygon, clipped, flat, found);
    let least = |found: &[Found]| found.iter().map(|f| f.gap).fold(f64::INFINITY, f64::min);
    if least(found) > s + SAME * size {
        // no corner is as near as the axis says: something beside the faces is, or one of the two is within the other
        if !matches!(axis, Axis::Closest(_)) && s > SAME * size {
            let closest = pair.closest(&normal, s).filter(|c| c.0 < least(found));
            if let Some((distance, feature, n)) = closest {
                (s, axis, normal) = (distance, Axis::Closest(feature), n);
                pair.overlap(&axis, &normal, polygon, clipped, flat, found);
                pair.insert(&axis, &normal, s, found);
            }
        } else {
            pair.insert(&axis, &normal, s, found);
        }
    }
    (out.separation, out.n) = (s, normal);
    pair.place(found, &mut out.slots);
    out
}

pub(super) fn sign(x: f64) -> f64 {
    if x < 0.0 {
        -1.0
    } else {
        1.0
    }
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

impl Pair<'_> {
    pub(super) fn flat(&self) -> bool {
        self.one.flat && self.two.flat
    }
    pub(super) fn end2(&self, e: &Edge, k: usize) -> V3 {
        self.v[e.ends[k]]
    }

    /// Of the faces in a list the one that is best turned along n.
    fn best(&self, list: &[usize], normal: impl Fn(usize) -> f64) -> usize {
        list.iter().skip(1).fold(list[0], |k, &j| if better(normal(j), normal(k)) { j } else { k })
    }
    fn best1(&self, list: &[usize], n: &V3) -> usize {
        self.best(list, |k| self.one.faces[k].n.dot(n))
    }
    fn best2(&self, list: &[usize], n: &V3) -> usize {
        let m = -self.R.tr_mul(n);
        self.best(list, |k| self.two.faces[k].n.dot(&m))
    }
    /// Normal and height of a face of the second.
    pub(super) fn face2(&self, k: usize) -> (V3, f64) {
        let f = &self.two.faces[k];
        let n = self.R * f.n;
        (n, f.d + n.dot(&self.p))
    }

    /// The faces that look at each other.
    fn facing(&self, axis: &Axis, n: &V3) -> (usize, usize) {
        let (one, two) = (self.one, self.two);
        let e1 = |e: usize| self.best1(&one.edges[e].faces, n);
        let e2 = |e: usize| self.best2(&two.edges[e].faces, n);
        let v1 = |v: usize| self.best1(&one.about[v], n);
        let v2 = |v: usize| self.best2(&two.about[v], n);
        match *axis {
            Axis::Face1(f) => (f, v2(lowest(self.v, n))),
            Axis::Face2(f) => (v1(one.support(n)), f),
            Axis::Edges(i, j) => (e1(i), e2(j)),
            Axis::Closest(Feature::EdgeVertex(i, j)) => (e1(i), v2(j)),
            Axis::Closest(Feature::VertexEdge(i, j)) => (v1(i), e2(j)),
            Axis::Closest(Feature::Vertices(i, j)) => (v1(i), v2(j)),
            Axis::Closest(_) => (v1(one.support(n)), v2(lowest(self.v, n))),
        }
    }

    /// The corners of the polygon in which both faces overlap, seen along n.
    fn overlap(
        &self,
        axis: &Axis,
        n: &V3,
        polygon: &mut Vec<Corner>,
        clipped: &mut Vec<Corner>,
        flat: &mut Vec<[f64; 2]>,
        found: &mut Vec<Found>,
    ) {
        found.clear();
        let (f1, f2) = self.facing(axis, n);
        let (one, two) = (&self.one.faces[f1], &self.two.faces[f2]);
        // axes across n that turn with the first face; in the plane along it, and across the plane
        let flat_pair = self.flat();
        let (a, b) = (one.vertices[0], one.vertices[1]);
        let t = match flat_pair {
            true => V3::z().cross(n),
            false => self.one.vertices[b] - self.one.vertices[a],
        };
        let t = t - n * n.dot(&t);
        let l = t.norm();
        if l == 0.0 {
            return;
        }
        let t = t / l;
        let t2 = n.cross(&t);
        let seen = |v: &V3| [t.dot(v), t2.dot(v)];
        flat.clear();
        flat.extend(one.vertices.iter().map(|v| seen(&self.one.vertices[*v])));
        // the second face the other way round: side k runs from its vertex k to vertex k - 1
        polygon.clear();
        let corner = |k: usize| Corner { x: seen(&self.v[two.vertices[k]]), side: Side::Two(k) };
        polygon.extend((0..two.vertices.len()).rev().map(corner));
        self.clip(flat, polygon, clipped);
        for (k, c) in polygon.iter().enumerate() {
            if flat_pair && c.x[1] < 0.0 {
                continue;
            }
            let before = polygon[(k + polygon.len() - 1) % polygon.len()].side;
            if let Some((feature, gap, slot)) = self.corner((f1, f2), [before, c.side], n) {
                found.push(Found { feature, gap, slot, x: c.x });
            }
        }
    }

    /// What of a polygon is within the first face, whose corners are given.
    fn clip(&self, face: &[[f64; 2]], polygon: &mut Vec<Corner>, clipped: &mut Vec<Corner>) {
        for (j, p) in face.iter().enumerate() {
            let q = face[(j + 1) % face.len()];
            let way = [q[0] - p[0], q[1] - p[1]];
            let slack = self.border * way[0].hypot(way[1]);
            let inside = |x: [f64; 2]| cross(way, [x[0] - p[0], x[1] - p[1]]) + slack;
            clipped.clear();
            for (k, c) in polygon.iter().enumerate() {
                let next = &polygon[(k + 1) % polygon.len()];
                let (h, g) = (inside(c.x), inside(next.x));
                if h >= 0.0 {
                    clipped.push(*c);
                }
                if (h >= 0.0) != (g >= 0.0) {
                    let s = h / (h - g);
                    let x = [0, 1].map(|i| c.x[i] + s * (next.x[i] - c.x[i]));
                    let side = if h >= 0.0 { Side::One(j) } else { c.side };
                    clipped.push(Corner { x, side });
                }
            }
            std::mem::swap(polygon, clipped);
        }
    }

    /// What touches at a corner of the polygon: the sides that end and begin there tell.
    fn corner(
        &self,
        (f1, f2): (usize, usize),
        sides: [Side; 2],
        n: &V3,
    ) -> Option<(Feature, f64, usize)> {
        let (one, two) = (&self.one.faces[f1], &self.two.faces[f2]);
        let (colours, m) = (first(self.one, self.two), two.vertices.len());
        let before = |k: usize| (k + m - 1) % m;
        let ((feature, gap), slot) = match sides {
            [_, Side::One(_)] if self.two.thin => return None,
            [Side::Two(_), Side::Two(k)] => {
                (self.vertex2(f1, two.vertices[k])?, colours + two.colours[before(k)])
            }
            [Side::One(i), Side::One(j)] if (i + 1) % one.vertices.len() == j => {
                (self.vertex1(one.vertices[j], f2)?, one.colours[j])
            }
            [Side::One(_), Side::One(_)] => return None,
            [Side::Two(k), Side::One(j)] => {
                (self.edges(one.edges[j], two.edges[before(k)], n)?, one.colours[j])
            }
            [Side::One(j), Side::Two(k)] => {
                let k = before(k);
                (self.edges(one.edges[j], two.edges[k], n)?, colours + two.colours[k])
            }
        };
        Some((feature, gap, slot))
    }

    /// A vertex of the second on a face of the first.
    fn vertex2(&self, f: usize, v: usize) -> Option<(Feature, f64)> {
        let face = &self.one.faces[f];
        let at = |k: usize| self.one.vertices[face.vertices[k]];
        let ways = ways(self.two, v).map(|e| self.R * e);
        if passes(&face.n, face.d, face.vertices.len(), at, &self.v[v], self.border, ways) {
            return None;
        }
        let (beside, gap) =
            on_face(&face.n, face.d, face.vertices.len(), at, &self.v[v], self.border)?;
        let feature = match beside {
            Beside::Nothing => Feature::FaceVertex(f, v),
            Beside::Edge(k) => Feature::EdgeVertex(face.edges[k], v),
            Beside::Vertex(k) => Feature::Vertices(face.vertices[k], v),
        };
        Some((feature, gap))
    }
    /// A vertex of the first on a face of the second.
    fn vertex1(&self, v: usize, f: usize) -> Option<(Feature, f64)> {
        let face = &self.two.faces[f];
        let at = |k: usize| self.v[face.vertices[k]];
        let (x, (n, d)) = (&self.one.vertices[v], self.face2(f));
        if passes(&n, d, face.vertices.len(), at, x, self.border, ways(self.one, v)) {
            return None;
        }
        let (beside, gap) = on_face(&n, d, face.vertices.len(), at, x, self.border)?;
        let feature = match beside {
            Beside::Nothing => Feature::VertexFace(v, f),
            Beside::Edge(k) => Feature::VertexEdge(v, face.edges[k]),
            Beside::Vertex(k) => Feature::Vertices(v, face.vertices[k]),
        };
        Some((feature, gap))
    }
    /// Two edges that cross between their ends.
    fn edges(&self, i: usize, j: usize, n: &V3) -> Option<(Feature, f64)> {
        let (e1, e2) = (&self.one.edges[i], &self.two.edges[j]);
        let way = self.R * e2.e;
        let m = e1.e.cross(&way);
        let l2 = m.norm_squared();
        if l2 < PARALLEL * PARALLEL {
            return None;
        }
        let (p, q) = (self.one.vertices[e1.ends[0]], self.end2(e2, 0));
        let d = q - p;
        let s1 = d.dot(&way.cross(&m)) / l2;
        let s2 = d.dot(&e1.e.cross(&m)) / l2;
        let L1 = (self.one.vertices[e1.ends[1]] - p).norm();
        let L2 = (self.end2(e2, 1) - q).norm();
        let l = l2.sqrt();
        let m = m * (sign(m.dot(&e1.out)) / l);
        let gap = m.dot(&d);
        // beyond its end an edge counts where they touch: further away its corner is nearer, and found
        let beyond = if gap.abs() <= self.border { 2.0 * self.border } else { 1e-12 * self.size };
        let on = |s: f64, L: f64| s >= -beyond / l && s <= L + beyond / l;
        if !on(s1, L1) || !on(s2, L2) || m.dot(n) < 0.5 {
            return None;
        }
        Some((Feature::Edges(i, j), gap))
    }

    /// The vertices or vertex and edge that are nearest; their distance, and the line between them.
    fn closest(&self, n: &V3, s: f64) -> Option<(f64, Feature, V3)> {
        let high = n.dot(&self.one.vertices[self.one.support(n)]);
        let low = high + s;
        let mut best: Option<(f64, Feature, V3)> = None;
        let mut take = |l: V3, feature: Feature, most: &mut f64| {
            let d = l.norm();
            if d < *most {
                *most = d;
                best = Some((d, feature, l / d));
            }
        };
        // nothing nearer than `most` reaches beyond it along the axis
        let mut most = f64::INFINITY;
        for (j, x) in self.v.iter().enumerate().filter(|(_, x)| n.dot(x) - high <= 4.0 * self.size)
        {
            if n.dot(x) - high >= most {
                continue;
            }
            for (i, e) in self.one.edges.iter().enumerate() {
                let [a, b] = e.ends.map(|v| &self.one.vertices[v]);
                if low - n.dot(a).max(n.dot(b)) >= most {
                    continue;
                }
                let t = e.e.dot(&(x - a));
                if t <= 0.0 {
                    take(x - a, Feature::Vertices(e.ends[0], j), &mut most);
                } else if t >= (b - a).norm() {
                    take(x - b, Feature::Vertices(e.ends[1], j), &mut most);
                } else {
                    take(x - a - e.e * t, Feature::EdgeVertex(i, j), &mut most);
                }
            }
        }
        for (j, e) in self.two.edges.iter().enumerate() {
            let [a, b] = e.ends.map(|v| &self.v[v]);
            if n.dot(a).min(n.dot(b)) - high >= most {
                continue;
            }
            let way = b - a;
            for (i, x) in self.one.vertices.iter().enumerate() {
                let t = way.dot(&(x - a)) / way.norm_squared();
                if t > 0.0 && t < 1.0 {
                    take(a + way * t - x, Feature::VertexEdge(i, j), &mut most);
                }
            }
        }
        best
    }

    /// Add the features of the axis themselves.
    fn insert(&self, axis: &Axis, n: &V3, s: f64, found: &mut Vec<Found>) {
        let feature = match *axis {
            Axis::Face1(f) => Feature::FaceVertex(f, lowest(self.v, n)),
            Axis::Face2(f) => Feature::VertexFace(self.one.support(n), f),
            Axis::Edges(i, j) => Feature::Edges(i, j),
            Axis::Closest(feature) => feature,
        };
        if found.iter().any(|f| f.feature == feature) {
            return;
        }
        if self.flat() {
            found.clear();
        }
        let (f1, f2) = self.facing(axis, n);
        let (one, two) = (&self.one.faces[f1], &self.two.faces[f2]);
        let place = |list: &[usize], v: usize| list.iter().position(|x| *x == v).unwrap_or(0);
        let slot = match feature {
            Feature::FaceVertex(_, v) | Feature::EdgeVertex(_, v) | Feature::Vertices(_, v) => {
                let m = two.vertices.len();
                let k = place(&two.vertices, v);
                first(self.one, self.two) + two.colours[(k + m - 1) % m]
            }
            // a segment beside an edge or a vertex: nothing else of it is as near
            _ if self.two.thin => 0,
            Feature::VertexFace(v, _) | Feature::VertexEdge(v, _) => {
                one.colours[place(&one.vertices, v)]
            }
            Feature::Edges(i, _) => one.colours[place(&one.edges, i)],
        };
        // beside the others, whatever is in that slot
        found.retain(|f| f.slot != slot);
        found.push(Found { feature, gap: s, slot, x: [0.0; 2] });
    }

    /// Contacts into their slots.
    fn place(&self, found: &[Found], out: &mut [Option<Feature>; MAX_SLOTS]) {
        if self.flat() {
            // both ends of the part in which the two overlap
            let along = |f: &&Found| f.x[0];
            let ends = [
                found.iter().min_by(|a, b| along(a).total_cmp(&along(b))),
                found.iter().max_by(|a, b| along(a).total_cmp(&along(b))),
            ];
            for (slot, f) in ends.into_iter().enumerate() {
                if let Some(f) = f.filter(|f| !out[..slot].contains(&Some(f.feature))) {
                    out[slot] = Some(f.feature);
                }
            }
            return;
        }
        if first(self.one, self.two) + self.two.edge_colours <= MAX_SLOTS {
            found.iter().for_each(|f| out[f.slot] = Some(f.feature));
            return;
        }
        // too many for their own slots: the nearest, and those furthest along the directions of the first face
        let mut deepest = f64::INFINITY;
        for k in 0..DIRECTIONS {
            let (s, c) = (std::f64::consts::TAU * (k as f64 + 0.25) / DIRECTIONS as f64).sin_cos();
            let along = |f: &Found| c * f.x[0] + s * f.x[1];
            let Some(top) = found.iter().max_by(|a, b| along(a).total_cmp(&along(b))) else {
                return;
            };
            if !out[..k].contains(&Some(top.feature)) {
                out[k] = Some(top.feature);
                deepest = deepest.min(top.gap);
            }
        }
        let Some(low) = found.iter().min_by(|a, b| a.gap.total_cmp(&b.gap)) else { return };
        if low.gap < deepest {
            let free = out[..DIRECTIONS].iter().position(Option::is_none);
            out[free.unwrap_or(0)] = Some(low.feature);
        }
    }
}

/// Whether a face is so much better turned that it is preferred.
fn better(new: f64, old: f64) -> bool {
    if old > 0.0 {
        new > BIAS * old
    } else {
        new > old
    }
}

pub(super) fn lowest(v: &[V3], n: &V3) -> usize {
    let mut best = (f64::INFINITY, 0);
    for (k, x) in v.iter().enumerate() {
        if n.dot(x) < best.0 {
            best = (n.dot(x), k);
        }
    }
    best.1
}
