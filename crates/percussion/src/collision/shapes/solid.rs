//! Solids as lists of smooth pieces: round ones, polyhedra, triangle meshes.
//!
//! Each piece says which normals are its own, as half-spaces n·h ≤ c: an edge those between its two faces, a corner those that
//! fall along all its edges. Edges within a plane, edges and corners that are hollow are no pieces at all: nothing catches there.

use super::hull::{planes, Hull};
use super::patch::{Given, Kind};
use crate::collision::tree::Tree;
use crate::frame::V3;
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Points on which a rim stands.
const RIM_POINTS: usize = 8;
/// Fixed points of a ring count while their normals lie so near to the plane through its axis.
const ABOUT: f64 = 0.02;
/// Inclination (rad) of a rim on a face below which it stands on fixed points too, and its cosine. No least gap depends on it.
pub(super) const UPRIGHT: f64 = 0.02;
pub(super) const STANDING: f64 = 0.9998;

/// A direction this much beside those of an arc counts as one of them.
const STANDS: f64 = 1e-6;

/// A piece of the surface.
#[derive(Clone, Debug)]
pub struct Patch {
    /// Without its radius.
    pub kind: Kind,
    /// The radius.
    pub r: f64,
    /// Pieces with the same number are one: triangles of a plane, parts of an edge.
    pub key: usize,
    pub(super) halves: Range<usize>,
    /// Whether its normals have no tolerance: a round part goes on beyond its ends where there is nothing.
    pub(super) exact: bool,
}

/// How straight a surface is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Straight {
    /// Curved everywhere.
    Nowhere,
    /// There are straight lines.
    Along,
    /// There are flat parts.
    Across,
    /// A ring, which is not convex.
    Ring,
    /// It is not convex.
    Mesh,
}

/// A solid.
#[derive(Clone, Debug)]
pub struct Solid {
    /// Its pieces.
    pub patches: Vec<Patch>,
    halves: Vec<(V3, f64)>,
    pub(super) boxes: Vec<(V3, V3)>,
    pub(super) tree: Tree,
    /// Parts of one round side or rim, side by side, and where those of each piece stand.
    parts: Vec<usize>,
    part_of: Vec<Range<usize>>,
    /// Normals of its flat parts, and its points, rims and balls, which reach furthest, where it is convex.
    pub(super) flats: Vec<V3>,
    extremes: Vec<usize>,
    /// Whether it has rims on which it stands.
    pub(super) rims: bool,
    /// How far it reaches from the origin.
    pub radius: f64,
    /// The radius of the rounding outside of its faces.
    pub(super) round: f64,
    /// How straight it is.
    pub straight: Straight,
    /// Different for every solid that is made.
    pub id: u64,
}

static NEXT: AtomicU64 = AtomicU64::new(0);

impl Solid {
    pub(super) fn empty(straight: Straight) -> Self {
        Solid {
            patches: Vec::new(),
            halves: Vec::new(),
            boxes: Vec::new(),
            tree: Tree::default(),
            parts: Vec::new(),
            part_of: Vec::new(),
            flats: Vec::new(),
            extremes: Vec::new(),
            rims: false,
            radius: 0.0,
            round: 0.0,
            straight,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }
    pub(super) fn add(&mut self, kind: Kind, r: f64, key: usize, halves: &[(V3, f64)]) {
        let from = self.halves.len();
        self.halves.extend_from_slice(halves);
        self.patches.push(Patch { kind, r, key, halves: from..self.halves.len(), exact: false });
    }
    /// The last piece is exact.
    pub(super) fn exact(&mut self) {
        self.patches.iter_mut().next_back().into_iter().for_each(|p| p.exact = true);
    }
    pub(super) fn done(mut self) -> Self {
        let about = |p: &Patch| {
            let (low, high) = p.kind.bounds();
            (low.add_scalar(-p.r), high.add_scalar(p.r))
        };
        self.boxes = self.patches.iter().map(about).collect();
        self.tree = Tree::new(&self.boxes);
        if self.patches.iter().any(|p| p.exact) {
            self.part_of = vec![0..0; self.patches.len()];
            for (k, p) in self.patches.iter().enumerate().filter(|(_, p)| p.exact) {
                if self.part_of[k].is_empty() {
                    let same = |j: &usize| {
                        let o = &self.patches[*j];
                        o.exact && o.kind == p.kind && o.r == p.r
                    };
                    let from = self.parts.len();
                    self.parts.extend((k..self.patches.len()).filter(same));
                    for &j in &self.parts[from..] {
                        self.part_of[j] = from..self.parts.len();
                    }
                }
            }
        }
        self.rims = self.patches.iter().any(|p| matches!(p.kind, Kind::RimPoint { .. }));
        if self.straight != Straight::Mesh {
            let furthest = |k: &Kind| {
                use Kind::{Circle, Ellipsoid, Point, Smooth};
                matches!(k, Point(_) | Circle { .. } | Ellipsoid { .. } | Smooth { .. })
            };
            let list = (0..self.patches.len()).filter(|k| furthest(&self.patches[*k].kind));
            self.extremes = list.collect();
            let mut last = usize::MAX;
            for p in &self.patches {
                if let Kind::Face { n, .. } | Kind::Disc { n, .. } = p.kind {
                    if p.key != last {
                        self.flats.push(n);
                    }
                    last = p.key;
                }
            }
        }
        self
    }
    /// All parts of the round side or rim that a piece is of; none where it is whole.
    pub(super) fn parts(&self, k: usize) -> &[usize] {
        self.part_of.get(k).map_or(&[], |range| &self.parts[range.clone()])
    }
    /// The piece, or of the parts of something round that one, which has the normal n.
    pub(super) fn part(&self, k: usize, n: &V3, tolerance: f64) -> Option<&Patch> {
        let own = [k];
        let parts = if self.parts(k).is_empty() { &own } else { self.parts(k) };
        parts.iter().map(|k| &self.patches[*k]).find(|p| self.allows(p, n, tolerance))
    }
    /// The box about all pieces.
    pub fn bounds(&self) -> (V3, V3) {
        let none = (V3::repeat(f64::INFINITY), V3::repeat(f64::NEG_INFINITY));
        self.boxes.iter().fold(none, |a, b| (a.0.inf(&b.0), a.1.sup(&b.1)))
    }
    /// How far it reaches along a unit vector, where it is convex.
    pub(super) fn reach(&self, n: &V3) -> f64 {
        match self.patches.first().map(|p| (p.kind, p.r)) {
            Some((Kind::Disc { n: m, c, R: f64::INFINITY }, _)) if m.dot(n) > 1.0 - 1e-12 => {
                n.dot(&c)
            }
            Some((Kind::Line { p, e, L: f64::INFINITY }, r)) if n.dot(&e).abs() < 1e-12 => {
                n.dot(&p) + r
            }
            _ if self.radius == f64::INFINITY => f64::INFINITY,
            _ => n.dot(&self.support(n)),
        }
    }
    /// The point that is furthest along a unit vector, where it is convex and has an end.
    pub fn support(&self, n: &V3) -> V3 {
        let mut best = (f64::NEG_INFINITY, V3::zeros());
        for p in self.extremes.iter().map(|k| &self.patches[*k]) {
            let x = p.kind.support(n) + n * p.r;
            let h = n.dot(&x);
            // of what is a part of a rim the rest is not there
            let there = || match &p.kind {
                Kind::Circle { e, .. } if p.exact => {
                    let w = n - e * n.dot(e);
                    self.allows(p, &(w / w.norm().max(1e-300)), STANDS)
                }
                _ => true,
            };
            if h > best.0 && there() {
                best = (h, x);
            }
        }
        best.1
    }
    /// Whether it is convex.
    pub fn is_convex(&self) -> bool {
        self.straight < Straight::Ring
    }
    /// Whether the contacts of both are found: the inner sides of rings and holes know the kinds of pieces that are in them.
    pub fn meets(&self, o: &Solid) -> bool {
        let given = |s: &Solid| matches!(s.patches[..], [Patch { kind: Kind::Smooth { .. }, .. }]);
        let hollow = |s: &Solid| {
            s.straight == Straight::Ring
                || s.patches.iter().any(|p| matches!(p.kind, Kind::Bore { .. }))
        };
        !(given(self) && hollow(o) || given(o) && hollow(self))
    }
    /// Whether a piece has a normal near n, as far as that is seen at once.
    pub(super) fn looks(&self, p: &Patch, n: &V3, angle: f64) -> bool {
        let near = match &p.kind {
            Kind::Face { n: m, .. } | Kind::Disc { n: m, .. } | Kind::Segment { n: m, .. } => {
                m.dot(n) >= 1.0 - 0.5 * angle * angle
            }
            k => k.ruled().is_none_or(|(_, e, sine)| (n.dot(&e) - sine).abs() <= angle),
        };
        near && self.allows(p, n, angle)
    }
    /// Whether a piece has this normal, up to a tolerance.
    pub(super) fn allows(&self, p: &Patch, n: &V3, tolerance: f64) -> bool {
        self.halves[p.halves.clone()].iter().all(|(h, c)| n.dot(h) <= c + tolerance)
    }

    /// The half-space below e_z.
    pub fn plane() -> Self {
        let mut s = Self::empty(Straight::Across);
        s.add(Kind::Disc { n: V3::z(), c: V3::zeros(), R: f64::INFINITY }, 0.0, 0, &[]);
        s.radius = f64::INFINITY;
        s.done()
    }
    /// What is around a round hole about e_z.
    pub fn bore(R: f64) -> Self {
        let mut s = Self::empty(Straight::Mesh);
        s.add(Kind::Bore { p: V3::zeros(), e: V3::z(), R }, 0.0, 0, &[]);
        s.radius = f64::INFINITY;
        s.done()
    }
    /// Whether it is that half-space.
    pub fn is_plane(&self) -> bool {
        matches!(self.patches[..], [Patch { kind: Kind::Disc { R: f64::INFINITY, .. }, .. }])
    }
    /// A sphere; a point where the radius is zero.
    pub fn sphere(R: f64) -> Self {
        let mut s = Self::empty(Straight::Nowhere);
        s.add(Kind::Point(V3::zeros()), R, 0, &[]);
        s.radius = R;
        s.done()
    }
    /// A capsule along e_z with half the length between its centres.
    pub fn capsule(L: f64, R: f64) -> Self {
        let (mut s, e) = (Self::empty(Straight::Along), V3::z());
        s.add(Kind::Line { p: V3::zeros(), e, L }, R, 0, &[]);
        s.add(Kind::Point(e * L), R, 1, &[(-e, 0.0)]);
        s.add(Kind::Point(e * -L), R, 2, &[(e, 0.0)]);
        s.radius = L + R;
        s.done()
    }
    /// Half axes along the axes.
    pub fn ellipsoid(a: V3) -> Self {
        let mut s = Self::empty(Straight::Nowhere);
        let axes = crate::frame::M3::identity();
        s.add(Kind::Ellipsoid { c: V3::zeros(), axes, a }, 0.0, 0, &[]);
        s.radius = a.max();
        s.done()
    }
    /// A body given by its functions.
    pub fn given(body: Given) -> Self {
        let mut s = Self::empty(Straight::Nowhere);
        let kind = Kind::Smooth { c: V3::zeros(), axes: crate::frame::M3::identity(), body };
        let (low, high) = kind.bounds();
        s.add(kind, 0.0, 0, &[]);
        s.radius = low.abs().sup(&high.abs()).norm();
        s.done()
    }
    /// A cylinder about e_z with half its length, which may be infinite: then it has no ends.
    pub fn cylinder(L: f64, R: f64) -> Self {
        let straight = if L.is_finite() { Straight::Across } else { Straight::Along };
        let (mut s, e) = (Self::empty(straight), V3::z());
        s.add(Kind::Line { p: V3::zeros(), e, L }, R, 0, &[]);
        if L.is_finite() {
            s.end(&(e * L), &e, R, 0.0);
            s.end(&(e * -L), &-e, R, 0.0);
        }
        s.radius = L.hypot(R);
        s.done()
    }
    /// A cone about e_z: its base about the origin, and its height.
    pub fn cone(R: f64, height: f64) -> Self {
        let (mut s, e) = (Self::empty(Straight::Across), V3::z());
        let L = R.hypot(height);
        let (sine, apex) = (R / L, e * height);
        s.add(Kind::Cone { apex, e, sine, L }, 0.0, 0, &[]);
        s.add(Kind::Point(apex), 0.0, 1, &[(-e, -sine)]);
        s.end(&V3::zeros(), &-e, R, sine);
        s.radius = R.max(height);
        s.done()
    }
    /// The flat end of a cylinder or cone: face, rim, and points on which it stands. Normals of the rim have n·e ≥ -sine.
    fn end(&mut self, c: &V3, e: &V3, R: f64, sine: f64) {
        let key = self.patches.len();
        self.add(Kind::Disc { n: *e, c: *c, R }, 0.0, key, &[]);
        self.add(Kind::Circle { c: *c, e: *e, R }, 0.0, key + 1, &[(-e, sine)]);
        for k in 0..RIM_POINTS {
            let (y, x) = (TAU * k as f64 / RIM_POINTS as f64).sin_cos();
            let p = c + V3::new(R * x, R * y, 0.0);
            self.add(Kind::RimPoint { p, e: *e, R }, 0.0, key + 2 + k, &[(-e, -STANDING)]);
        }
    }
    /// A torus about e_z: a circle of radius R with the radius r about it, seen from outside and from its axis, and fixed
    /// points of it for what stands on it or is about the same axis. With half a length L between two halves of it, along
    /// e_x, it is a link of a chain.
    pub fn torus(R: f64, r: f64, L: f64) -> Self {
        let (mut s, e, x) = (Self::empty(Straight::Ring), V3::z(), V3::x());
        s.radius = L + R + r;
        if L > 0.0 {
            for (k, side) in [1.0, -1.0].into_iter().enumerate() {
                let (c, out) = (x * (side * L), x * side);
                s.add(Kind::Circle { c, e, R }, r, 2 * k, &[(-out, 0.0)]);
                s.exact();
                s.add(Kind::Circle { c, e, R: -R }, r, 2 * k + 1, &[(out, 0.0)]);
                s.exact();
                let y = V3::y() * (side * R);
                s.add(Kind::Line { p: y, e: x, L }, r, 4 + k, &[]);
                for (j, end) in [-1.0, 1.0].into_iter().enumerate() {
                    let p = y + x * (end * L);
                    s.add(Kind::Point(p), r, 6 + 2 * k + j, &[(x, 0.0), (-x, 0.0)]);
                }
            }
            return s.done();
        }
        let c = V3::zeros();
        s.add(Kind::Circle { c, e, R }, r, 0, &[]);
        s.add(Kind::Circle { c, e, R: -R }, r, 1, &[]);
        for k in 0..RIM_POINTS {
            let (y, x) = (TAU * k as f64 / RIM_POINTS as f64).sin_cos();
            let (p, t) = (V3::new(R * x, R * y, 0.0), V3::new(-y, x, 0.0));
            s.add(Kind::Bead(p), r, 2 + 3 * k, &[(t, ABOUT), (-t, ABOUT)]);
            s.add(Kind::RimPoint { p, e, R }, r, 3 + 3 * k, &[(-e, -STANDING)]);
            s.add(Kind::RimPoint { p, e: -e, R }, r, 4 + 3 * k, &[(e, -STANDING)]);
        }
        s.done()
    }
    /// A thin disc across e_z.
    pub fn disc(R: f64) -> Self {
        let (mut s, e) = (Self::empty(Straight::Across), V3::z());
        s.add(Kind::Circle { c: V3::zeros(), e, R }, 0.0, 0, &[]);
        s.add(Kind::Disc { n: e, c: V3::zeros(), R }, 0.0, 1, &[]);
        s.add(Kind::Disc { n: -e, c: V3::zeros(), R }, 0.0, 2, &[]);
        s.radius = R;
        s.done()
    }

    /// A convex polyhedron with a rounding outside of it.
    pub fn convex(h: &Hull, r: f64) -> Self {
        Self::mesh(&h.vertices, &h.triangles(), 1e-9, r, true)
    }
    /// What triangles enclose, with a rounding outside of them. Triangles that lie in one plane up to `flat`, in parts of the
    /// size, are one face.
    pub fn mesh(v: &[V3], triangles: &[[usize; 3]], flat: f64, r: f64, convex: bool) -> Self {
        let mut s = Self::empty(if convex { Straight::Across } else { Straight::Mesh });
        s.radius = v.iter().map(V3::norm).fold(0.0, f64::max) + r;
        s.round = r;
        let size = v.iter().map(|x| (x - v[0]).norm()).fold(0.0, f64::max);
        let area = |t: &[usize; 3]| (v[t[1]] - v[t[0]]).cross(&(v[t[2]] - v[t[0]]));
        let triangles: Vec<[usize; 3]> =
            triangles.iter().filter(|t| area(t).norm() > 0.0).copied().collect();
        let (group, seeds) = planes(v, &triangles, flat * size);
        let normal: Vec<V3> = seeds.iter().map(|k| area(&triangles[*k]).normalize()).collect();
        let mut sides: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (k, t) in triangles.iter().enumerate() {
            let n = normal[group[k]];
            let d = n.dot(&v[triangles[seeds[group[k]]][0]]);
            s.add(Kind::Face { n, d: d + r, corners: t.map(|k| v[k] + n * r) }, 0.0, group[k], &[]);
            for j in 0..3 {
                let (a, b) = (t[j], t[(j + 1) % 3]);
                sides.entry((a.min(b), a.max(b))).or_default().push(k);
            }
        }
        let next = seeds.len();
        let ([sharp, around], count) =
            s.edges_of(v, (&triangles, &group, &normal), &sides, r, next);
        s.corners_of(v, &sharp, &around, r, next + count);
        s.done()
    }

    /// The edges of a mesh that stand out. Gives the directions of those from each vertex, those of all sides of triangles, and the number
    /// of keys.
    fn edges_of(
        &mut self,
        v: &[V3],
        (triangles, group, normal): (&[[usize; 3]], &[usize], &[V3]),
        sides: &BTreeMap<(usize, usize), Vec<usize>>,
        r: f64,
        first_key: usize,
    ) -> ([BTreeMap<usize, Vec<V3>>; 2], usize) {
        let mut keys: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        let [mut sharp, mut around]: [BTreeMap<usize, Vec<V3>>; 2] = Default::default();
        for ((a, b), list) in sides {
            let e = (v[*b] - v[*a]).normalize();
            around.entry(*a).or_default().push(e);
            around.entry(*b).or_default().push(-e);
            // into each triangle, along it and across the edge
            let inward = |k: &usize| {
                let third = triangles[*k].iter().find(|c| *c != a && *c != b).unwrap_or(a);
                let way = v[*third] - v[*a];
                way - e * e.dot(&way)
            };
            let mut halves: Vec<(V3, f64)> =
                list.iter().map(|k| (inward(k).normalize(), 0.0)).collect();
            let mut faces: Vec<usize> = list.iter().map(|k| group[*k]).collect();
            match list[..] {
                [k, l] => {
                    let below = normal[group[k]].dot(&halves[1].0);
                    if group[k] == group[l] || below >= -1e-9 {
                        continue;
                    }
                }
                [k] => halves.push((-normal[group[k]], 0.0)),
                _ => {}
            }
            faces.sort_unstable();
            let next = first_key + keys.len();
            let key = *keys.entry(faces).or_insert(next);
            let (p, L) = ((v[*a] + v[*b]) * 0.5, 0.5 * (v[*b] - v[*a]).norm());
            self.add(Kind::Line { p, e, L }, r, key, &halves);
            sharp.entry(*a).or_default().push(e);
            sharp.entry(*b).or_default().push(-e);
        }
        ([sharp, around], keys.len())
    }

    /// The corners of a mesh at which edges end.
    fn corners_of(
        &mut self,
        v: &[V3],
        sharp: &BTreeMap<usize, Vec<V3>>,
        around: &BTreeMap<usize, Vec<V3>>,
        r: f64,
        first_key: usize,
    ) {
        for (k, list) in sharp {
            // two parts of one straight edge make no corner
            let bent = |e: &V3| list.iter().any(|f| e.cross(f).norm() > 1e-9);
            if list.len() < 2 || list.len() == 2 && !bent(&list[0]) {
                continue;
            }
            let ways: Vec<(V3, f64)> =
                around.get(k).into_iter().flatten().map(|e| (*e, 0.0)).collect();
            self.add(Kind::Point(v[*k]), r, first_key + k, &ways);
        }
    }

    /// A grid of heights over the x-y plane about the origin, rows along x: steps in x and y.
    pub fn heights(rows: &[Vec<f64>], step: [f64; 2]) -> (Vec<V3>, Vec<[usize; 3]>) {
        let (m, n) = (rows.len(), rows.first().map_or(0, Vec::len));
        let at = |k: usize, of: usize, d: f64| (k as f64 - 0.5 * (of as f64 - 1.0)) * d;
        let mut v = Vec::with_capacity(m * n);
        let mut t = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            for (j, z) in row.iter().enumerate() {
                v.push(V3::new(at(j, n, step[0]), at(i, m, step[1]), *z));
                if i + 1 < m && j + 1 < n {
                    let k = i * n + j;
                    t.extend([[k, k + 1, k + n + 1], [k, k + n + 1, k + n]]);
                }
            }
        }
        (v, t)
    }
}
