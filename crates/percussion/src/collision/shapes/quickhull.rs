//! The convex hull of points as triangles: each point outside of a face is added where it is furthest, the faces
//! that see it are replaced by triangles from their horizon to it (Barber, Dobkin, Huhdanpaa: The quickhull algorithm
//! for convex hulls, 1996, doi:10.1145/235815.235821).

use super::hull::HullError;
use crate::frame::V3;
use std::collections::HashMap;

struct Triangle {
    v: [usize; 3],
    n: V3,
    d: f64,
    /// Points outside of it that no other face has.
    outside: Vec<usize>,
    alive: bool,
}

/// What counts as in the plane of a face, in parts of the size.
const EPSILON: f64 = 1e-12;

/// Triangles, counterclockwise seen from outside, and the size of the points.
pub fn quickhull(points: &[V3]) -> Result<(Vec<[usize; 3]>, f64), HullError> {
    let low = points.iter().fold(V3::repeat(f64::INFINITY), |l, p| l.inf(p));
    let high = points.iter().fold(V3::repeat(f64::NEG_INFINITY), |l, p| l.sup(p));
    let size = (high - low).norm();
    if !(size.is_finite() && size > 0.0) {
        return Err(HullError::Point);
    }
    // coordinates far from the origin carry its round-off
    let far = low.amax().max(high.amax());
    let eps = (EPSILON * size).max(8.0 * f64::EPSILON * far);
    let mut h = Quick { points, eps, faces: Vec::new(), edges: HashMap::new() };
    h.simplex(size)?;
    // only faces that come later get points
    let mut f = 0;
    while f < h.faces.len() {
        match h.faces[f].alive && !h.faces[f].outside.is_empty() {
            true => h.extend(f),
            false => f += 1,
        }
    }
    let alive = h.faces.iter().filter(|f| f.alive).map(|f| f.v).collect();
    Ok((alive, size))
}

struct Quick<'a> {
    points: &'a [V3],
    eps: f64,
    faces: Vec<Triangle>,
    edges: HashMap<(usize, usize), usize>,
}

impl Quick<'_> {
    /// Four points that are far apart.
    fn simplex(&mut self, size: f64) -> Result<(), HullError> {
        let p = self.points;
        let most = |f: &dyn Fn(&V3) -> f64| {
            let mut best = (f64::NEG_INFINITY, 0);
            for (k, x) in p.iter().enumerate() {
                if f(x) > best.0 {
                    best = (f(x), k);
                }
            }
            best
        };
        let a = most(&|x| -x.x).1;
        let b = most(&|x| (x - p[a]).norm()).1;
        let e = (p[b] - p[a]).normalize();
        let (wide, c) = most(&|x| (x - p[a]).cross(&e).norm());
        let thin = 1e-9 * size;
        if wide <= thin {
            return Err(HullError::Flat(wide));
        }
        let n = (p[b] - p[a]).cross(&(p[c] - p[a])).normalize();
        let (thick, d) = most(&|x| n.dot(&(x - p[a])).abs());
        if thick <= thin {
            return Err(HullError::Flat(thick));
        }
        let up = n.dot(&(p[d] - p[a])) > 0.0;
        let base = if up { [a, c, b] } else { [a, b, c] };
        self.add(base);
        for k in 0..3 {
            self.add([base[(k + 1) % 3], base[k], d]);
        }
        let all: Vec<usize> = (0..p.len()).filter(|k| ![a, b, c, d].contains(k)).collect();
        self.hand_out(&all, 0);
        Ok(())
    }

    fn add(&mut self, v: [usize; 3]) {
        let [a, b, c] = v.map(|k| self.points[k]);
        let n = (b - a).cross(&(c - a));
        let n = n / n.norm().max(f64::MIN_POSITIVE);
        let d = n.dot(&a).max(n.dot(&b)).max(n.dot(&c));
        for k in 0..3 {
            self.edges.insert((v[k], v[(k + 1) % 3]), self.faces.len());
        }
        self.faces.push(Triangle { v, n, d, outside: Vec::new(), alive: true });
    }

    fn above(&self, f: usize, p: usize) -> f64 {
        self.faces[f].n.dot(&self.points[p]) - self.faces[f].d
    }

    /// Give points to faces from `first` on that see them.
    fn hand_out(&mut self, list: &[usize], first: usize) {
        for &p in list {
            if let Some(f) = (first..self.faces.len()).find(|&f| self.above(f, p) > self.eps) {
                self.faces[f].outside.push(p);
            }
        }
    }

    fn extend(&mut self, f: usize) {
        // the furthest, of those as far the one that is furthest from the middle
        let middle = self.faces[f].v.iter().map(|k| self.points[*k]).sum::<V3>() / 3.0;
        let from = |p: usize| (self.points[p] - middle).norm_squared();
        let mut top = (f64::NEG_INFINITY, 0);
        for &p in &self.faces[f].outside {
            let x = self.above(f, p);
            let same = (x - top.0).abs() <= self.eps;
            if x > top.0 + self.eps || same && from(p) > from(top.1) {
                top = (x, p);
            }
        }
        let apex = top.1;
        // the faces that see it, connected
        let (mut seen, mut todo) = (vec![f], vec![f]);
        let mut horizon = Vec::new();
        self.faces[f].alive = false;
        while let Some(k) = todo.pop() {
            let v = self.faces[k].v;
            for j in 0..3 {
                let (a, b) = (v[j], v[(j + 1) % 3]);
                let Some(&o) = self.edges.get(&(b, a)) else { continue };
                if !self.faces[o].alive {
                    continue;
                }
                if self.above(o, apex) > self.eps {
                    self.faces[o].alive = false;
                    seen.push(o);
                    todo.push(o);
                } else {
                    horizon.push((a, b));
                }
            }
        }
        let mut orphans = Vec::new();
        for k in seen {
            let v = self.faces[k].v;
            for j in 0..3 {
                let edge = (v[j], v[(j + 1) % 3]);
                if self.edges.get(&edge) == Some(&k) {
                    self.edges.remove(&edge);
                }
            }
            orphans.append(&mut self.faces[k].outside);
        }
        orphans.retain(|p| *p != apex);
        let first = self.faces.len();
        for (a, b) in horizon {
            self.add([a, b, apex]);
        }
        self.hand_out(&orphans, first);
    }
}
