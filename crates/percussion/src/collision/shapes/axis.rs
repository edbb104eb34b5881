//! The axis of largest separation of two convex polyhedra.
//!
//! Along a unit vector n two hulls are apart by s(n) ≤ n·w - r, w the way between two balls within them and r the radii of both. Only
//! faces and edges whose normals come near enough to w can do better than a face that looks at the other ball: of two hulls
//! of a hundred corners these are a few.

use super::feature::Feature;
use super::gjk::{nearest, Nearest};
use super::hull::Hull;
use super::meet::{lowest, sign, Axis, Pair, PARALLEL, SAME};
use crate::frame::V3;

/// Pairs of edges up to which all axes are tried: that takes less time than the nearest points do.
const FEW_PAIRS: usize = 200;

impl Pair<'_> {
    /// How far the second is above a face of the first, or the first above a face of the second.
    fn above1(&self, k: usize) -> f64 {
        let f = &self.one.faces[k];
        self.v.iter().map(|v| f.n.dot(v)).fold(f64::INFINITY, f64::min) - f.d
    }
    fn above2(&self, k: usize) -> f64 {
        let (n, d) = self.face2(k);
        self.one.vertices.iter().map(|v| n.dot(v)).fold(f64::INFINITY, f64::min) - d
    }

    /// The axis of two hulls that are apart, as the nearest points of both propose it; none where no face and no pair of edges or
    /// vertices about these points is as far away as they are.
    pub(super) fn proposed(&self) -> Option<(f64, Axis, V3)> {
        if self.flat() || self.one.edges.len() * self.two.edges.len() <= FEW_PAIRS {
            return None;
        }
        let support = |n: &V3| {
            let (i, j) = (self.one.support(n), lowest(self.v, n));
            (self.v[j] - self.one.vertices[i], (i, j))
        };
        let found = nearest(support, &self.way.try_normalize(0.0)?, self.size, 1e-12)?;
        self.looking(&found).or_else(|| self.beside_faces(&found))
    }

    /// The face, or the edges, about the nearest points.
    fn looking(&self, found: &Nearest<(usize, usize)>) -> Option<(f64, Axis, V3)> {
        let names = &found.names[..found.count];
        let bar = found.high - SAME * self.size;
        let facing1 = |k: &usize| self.one.faces[*k].n.dot(&found.n);
        let about1 = names.iter().flat_map(|(i, _)| self.one.about[*i].iter().copied());
        let one = about1.max_by(|a, b| facing1(a).total_cmp(&facing1(b)))?;
        let s = self.above1(one);
        if s >= bar {
            return Some((s, Axis::Face1(one), self.one.faces[one].n));
        }
        if !self.two.thin {
            let back = -self.R.tr_mul(&found.n);
            let facing2 = |k: &usize| self.two.faces[*k].n.dot(&back);
            let about2 = names.iter().flat_map(|(_, j)| self.two.about[*j].iter().copied());
            let two = about2.max_by(|a, b| facing2(a).total_cmp(&facing2(b)))?;
            let s = self.above2(two);
            if s >= bar {
                return Some((s, Axis::Face2(two), -self.face2(two).0));
            }
        }
        let a = edge(self.one, names.iter().map(|k| k.0))?;
        let b = edge(self.two, names.iter().map(|k| k.1))?;
        let (e1, e2) = (&self.one.edges[a], &self.two.edges[b]);
        let m = e1.e.cross(&(self.R * e2.e));
        let l = m.norm();
        let m = m * (sign(m.dot(&found.n)) / l);
        let s = m.dot(&(self.end2(e2, 0) - self.one.vertices[e1.ends[0]]));
        (l >= PARALLEL && s >= bar).then_some((s, Axis::Edges(a, b), m))
    }

    /// Vertices and edges of which the nearest points are, beside faces.
    fn beside_faces(&self, found: &Nearest<(usize, usize)>) -> Option<(f64, Axis, V3)> {
        let names = &found.names[..found.count];
        let (i, j) = names[0];
        let [ones, twos] = [names.iter().all(|k| k.0 == i), names.iter().all(|k| k.1 == j)];
        let feature = match (ones, twos) {
            (true, true) => Feature::Vertices(i, j),
            (false, true) => Feature::EdgeVertex(edge(self.one, names.iter().map(|k| k.0))?, j),
            (true, false) => Feature::VertexEdge(i, edge(self.two, names.iter().map(|k| k.1))?),
            (false, false) => return None,
        };
        Some((found.high, Axis::Closest(feature), found.n))
    }

    /// The axis of largest separation. Axes along which the balls within are too near are left out.
    pub(super) fn axis(&self, edges: &mut Vec<usize>) -> (f64, Axis, V3) {
        // the rims of polygons are not in their plane
        let count = |n: &V3| !(self.flat() && n.z.abs() > 0.5);
        let ones = || (0..self.one.faces.len()).filter(|k| count(&self.one.faces[*k].n));
        let two = if self.two.thin { 0 } else { self.n.len() };
        let twos = || (0..two).filter(|k| count(&self.n[*k]));
        let (along1, along2) =
            (|k: usize| self.one.faces[k].n.dot(&self.way), |k: usize| -self.n[k].dot(&self.way));
        // a first guess: the faces that look at the other ball
        let one = ones().max_by(|a, b| along1(*a).total_cmp(&along1(*b)));
        let two = twos().max_by(|a, b| along2(*a).total_cmp(&along2(*b)));
        let guess = [one.map(|k| self.above1(k)), two.map(|k| self.above2(k))];
        let guess = guess.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
        let least = guess + self.balls - 2.0 * SAME * self.size;
        let mut best = (f64::NEG_INFINITY, Axis::Face1(0), V3::z());
        for k in ones().filter(|k| along1(*k) >= least) {
            let s = self.above1(k);
            if s > best.0 {
                best = (s, Axis::Face1(k), self.one.faces[k].n);
            }
        }
        let bar = best.0 + SAME * self.size;
        for k in twos().filter(|k| along2(*k) >= least) {
            let s = self.above2(k);
            if s > bar.max(best.0) {
                best = (s, Axis::Face2(k), -self.n[k]);
            }
        }
        self.edge_axis(best.0.max(guess), best, edges)
    }

    /// Whether the normals between two faces come as near to the way between the balls as `least` asks.
    fn looks(&self, a: &V3, b: &V3, least: f64) -> bool {
        let (x, y, k) = (a.dot(&self.way), b.dot(&self.way), a.dot(b));
        if x.max(y) >= least {
            return true;
        }
        // the highest point of the whole circle, where it is between the two: (x² + y² - 2 k x y)/(1 - k²)
        let (high, rest) = (x * x + y * y - 2.0 * k * x * y, 1.0 - k * k);
        let below = least > 0.0 && high < least * least * rest;
        y >= k * x && x >= k * y && !below
    }

    fn edge_axis(
        &self,
        reached: f64,
        mut best: (f64, Axis, V3),
        edges: &mut Vec<usize>,
    ) -> (f64, Axis, V3) {
        // a face is preferred to edges in the same plane
        let bar = best.0 + SAME * self.size;
        let least = reached + self.balls;
        edges.clear();
        let looks = |i: &usize| {
            let [a, b] = self.one.edges[*i].faces.map(|f| &self.one.faces[f].n);
            self.looks(a, b, least)
        };
        edges.extend((0..self.one.edges.len()).filter(looks));
        for (j, e2) in self.two.edges.iter().enumerate() {
            let [c, d] = e2.faces.map(|f| self.n[f]);
            if edges.is_empty() || !self.two.thin && !self.looks(&-c, &-d, least) {
                continue;
            }
            let (way, arc2) = (self.R * e2.e, self.R * e2.arc);
            for &i in edges.iter() {
                let e1 = &self.one.edges[i];
                let [a, b] = e1.faces.map(|f| &self.one.faces[f].n);
                let crossing = match self.two.thin {
                    true => a.dot(&way) * b.dot(&way) < 0.0,
                    false => {
                        // arcs a to b, and -c to -d
                        let (x, y) = (-c.dot(&e1.arc), -d.dot(&e1.arc));
                        x * y < 0.0 && {
                            let (z, w) = (a.dot(&arc2), b.dot(&arc2));
                            z * w < 0.0 && x * w > 0.0
                        }
                    }
                };
                if !crossing {
                    continue;
                }
                let m = e1.e.cross(&way);
                let l = m.norm();
                if l < PARALLEL {
                    continue;
                }
                let m = m * (sign(m.dot(&e1.out)) / l);
                let s = m.dot(&(self.end2(e2, 0) - self.one.vertices[e1.ends[0]]));
                if s > bar && s > best.0 {
                    best = (s, Axis::Edges(i, j), m);
                }
            }
        }
        best
    }
}

/// The edge between two vertices, if they are two.
fn edge(h: &Hull, mut names: impl Iterator<Item = usize>) -> Option<usize> {
    let a = names.next()?;
    let mut b = None;
    for k in names.filter(|k| *k != a) {
        if b.is_some_and(|b| b != k) {
            return None;
        }
        b = Some(k);
    }
    let b = b?;
    h.edges.iter().position(|e| e.ends == [a, b] || e.ends == [b, a])
}
