//! Outlines with a thickness: prisms whose sides are flat or round.
//!
//! Lines and arcs that bend outwards are exact: faces, parts of cylinders with their rims, edges and corners where the outline
//! turns. Hollow arcs and involutes are chords. The caps are triangles between chords, and segments of discs beside them.

use super::outline::{Curve, Outline, P2};
use super::patch::Kind;
use super::solid::{Solid, Straight};
use crate::frame::V3;

/// Most sides of a prism.
pub const MAX_SIDES: usize = 2000;
/// Angle (rad) of a chord of what bends inwards, and largest of a round side.
const CHORD: f64 = 0.05;
const ROUND: f64 = std::f64::consts::FRAC_PI_4;
/// A turn below this angle (rad) is none.
const SMOOTH: f64 = 1e-6;

/// A side from p on: flat, or about a centre.
#[derive(Clone, Copy)]
struct Side {
    p: P2,
    q: P2,
    /// Directions at both ends.
    t: [P2; 2],
    round: Option<(P2, f64)>,
}

/// The sides, and by how much chords leave their curves.
fn sides(o: &Outline) -> (Vec<Side>, f64) {
    let (mut out, mut off) = (Vec::new(), 0.0_f64);
    for piece in &o.pieces {
        let (curve, hollow) = (&piece.curve, piece.curve.hollow());
        let (parts, round) = match *curve {
            Curve::Line { .. } => (1.0, None),
            Curve::Arc { c, r, sweep, .. } if !hollow => ((sweep / ROUND).ceil(), Some((c, r))),
            Curve::Arc { sweep, .. } => ((sweep.abs() / CHORD).ceil(), None),
            Curve::Involute { span: [a, b], .. } => (((b - a).abs() / CHORD).ceil(), None),
            Curve::Oval { sweep, .. } => ((sweep.abs() / CHORD).ceil(), None),
        };
        let parts = (parts as usize).max(1);
        for k in 0..parts {
            let at = |k: usize| k as f64 / parts as f64;
            let (p, q) = (curve.point(at(k)), curve.point(at(k + 1)));
            let t = match round {
                Some(_) => [curve.tangent(at(k)), curve.tangent(at(k + 1))],
                None => {
                    let way = q.minus(&p);
                    let way = way.scaled(1.0 / way.norm());
                    off = off
                        .max(way.cross(&curve.point(at(k) + 0.5 / parts as f64).minus(&p)).abs());
                    [way; 2]
                }
            };
            out.push(Side { p, q, t, round });
        }
    }
    (out, off)
}

impl Outline {
    /// By how much the chords of a plate leave what bends inwards (m).
    pub fn chords_off(&self) -> f64 {
        sides(self).1
    }
}

/// Triangles of a polygon that runs counterclockwise and does not cross itself; none where no ear is left.
fn triangles(points: &[P2]) -> Option<Vec<[usize; 3]>> {
    let mut left: Vec<usize> = (0..points.len()).collect();
    let mut out = Vec::new();
    let area = |a: usize, b: usize, c: usize| {
        points[b].minus(&points[a]).cross(&points[c].minus(&points[a]))
    };
    let size = points.iter().map(|p| p.minus(&points[0]).norm()).fold(0.0, f64::max);
    let tiny = 1e-14 * size * size;
    while left.len() > 3 {
        let n = left.len();
        let ear = |k: usize| {
            let [a, b, c] = [(k + n - 1) % n, k, (k + 1) % n].map(|k| left[k]);
            let within = |&x: &usize| {
                x != a
                    && x != b
                    && x != c
                    && area(a, b, x) >= -tiny
                    && area(b, c, x) >= -tiny
                    && area(c, a, x) >= -tiny
            };
            area(a, b, c) > tiny && !left.iter().any(within)
        };
        // corners without area are no ears, but may go
        let flat = |k: usize| area(left[(k + n - 1) % n], left[k], left[(k + 1) % n]).abs() <= tiny;
        let k = (0..n).find(|k| ear(*k)).or_else(|| (0..n).find(|k| flat(*k)))?;
        out.push([left[(k + n - 1) % n], left[k], left[(k + 1) % n]]);
        left.remove(k);
    }
    out.push([left[0], left[1], left[2]]);
    Some(out)
}

impl Solid {
    /// An outline from z = -L to L, and its triangles for drawing; none of a hole, of too many sides, or where a chord crosses
    /// another part of it.
    pub fn extruded(o: &Outline, L: f64) -> Option<(Self, Vec<V3>, Vec<[usize; 3]>)> {
        let (sides, _) = sides(o);
        let n = sides.len();
        if o.pieces.iter().any(|p| p.curve.reach().is_infinite()) || !(3..=MAX_SIDES).contains(&n) {
            return None;
        }
        let points: Vec<P2> = sides.iter().map(|s| s.p).collect();
        let twice: f64 = (0..n).map(|k| points[k].cross(&points[(k + 1) % n])).sum();
        if twice <= 0.0 {
            return None;
        }
        let caps = triangles(&points)?;
        let at = |p: &P2, z: f64| V3::new(p.0[0], p.0[1], z);
        let mut s = Self::empty(if o.convex { Straight::Across } else { Straight::Mesh });
        let up = V3::z();
        for (key, side) in [1.0, -1.0].into_iter().enumerate() {
            let (e, z) = (up * side, side * L);
            for t in &caps {
                let t = if side > 0.0 { *t } else { [t[0], t[2], t[1]] };
                let corners = t.map(|k| at(&points[k], z));
                s.add(Kind::Face { n: e, d: L, corners }, 0.0, key, &[]);
            }
        }
        s.walls(&sides, L);
        s.radius = o.radius.hypot(L);
        let vertices: Vec<V3> =
            [-L, L].iter().flat_map(|z| points.iter().map(|p| at(p, *z))).collect();
        let mut all: Vec<[usize; 3]> = caps.iter().map(|t| [t[0], t[2], t[1]]).collect();
        all.extend(caps.iter().map(|t| t.map(|k| k + n)));
        for k in 0..n {
            let j = (k + 1) % n;
            all.extend([[k, j, j + n], [k, j + n, k + n]]);
        }
        Some((s.done(), vertices, all))
    }

    /// The sides with their edges and corners.
    fn walls(&mut self, sides: &[Side], L: f64) {
        let at = |p: &P2, z: f64| V3::new(p.0[0], p.0[1], z);
        let way = |p: &P2| V3::new(p.0[0], p.0[1], 0.0);
        let up = V3::z();
        let (mut key, n) = (2, sides.len());
        for (k, side) in sides.iter().enumerate() {
            let before = &sides[(k + n - 1) % n];
            key = self.side(side, L, key);
            let (t0, t1) = (way(&before.t[1]), way(&side.t[0]));
            let turn = before.t[1].cross(&side.t[0]).atan2(before.t[1].dot(&side.t[0]));
            let corner = turn > SMOOTH;
            if corner {
                self.add(
                    Kind::Line { p: at(&side.p, 0.0), e: up, L },
                    0.0,
                    key,
                    &[(-t0, 0.0), (t1, 0.0)],
                );
            }
            // corners, and ends of what is round to stand on
            if corner || turn > -SMOOTH && (before.round.is_some() || side.round.is_some()) {
                for (j, z) in [1.0, -1.0].into_iter().enumerate() {
                    let p = at(&side.p, z * L);
                    self.add(
                        Kind::Point(p),
                        0.0,
                        key + 1 + j,
                        &[(-t0, 0.0), (t1, 0.0), (up * -z, 0.0)],
                    );
                }
            }
            key += 3;
        }
    }

    /// A side with its upper and lower edge.
    fn side(&mut self, side: &Side, L: f64, key: usize) -> usize {
        let at = |p: &P2, z: f64| V3::new(p.0[0], p.0[1], z);
        let way = |p: &P2| V3::new(p.0[0], p.0[1], 0.0);
        let up = V3::z();
        let Some((c, R)) = side.round else {
            let m = way(&side.t[0].left().scaled(-1.0));
            let d = m.dot(&at(&side.p, 0.0));
            let [a, b] = [-L, L].map(|z| [at(&side.p, z), at(&side.q, z)]);
            for corners in [[a[0], a[1], b[1]], [a[0], b[1], b[0]]] {
                self.add(Kind::Face { n: m, d, corners }, 0.0, key, &[]);
            }
            for (j, z) in [1.0, -1.0].into_iter().enumerate() {
                let p = at(&side.p.plus(&side.q).scaled(0.5), z * L);
                let (e, half) = (way(&side.t[0]), 0.5 * side.q.minus(&side.p).norm());
                let halves = [(up * -z, 0.0), (-m, 0.0)];
                self.add(Kind::Line { p, e, L: half }, 0.0, key + 1 + j, &halves);
            }
            return key + 3;
        };
        let [t0, t1] = [way(&side.t[0]), way(&side.t[1])];
        let halves = [(-t0, 0.0), (t1, 0.0)];
        self.add(Kind::Line { p: at(&c, 0.0), e: up, L }, R, key, &halves);
        self.exact();
        let chord = side.p.plus(&side.q).scaled(0.5).minus(&c);
        let d = chord.norm();
        for (j, z) in [1.0, -1.0].into_iter().enumerate() {
            let (c, e) = (at(&c, z * L), up * z);
            let rim = [halves[0], halves[1], (-e, 0.0)];
            self.add(Kind::Circle { c, e, R }, 0.0, key + 1 + j, &rim);
            self.exact();
            self.add(Kind::Segment { n: e, c, R, m: way(&chord.scaled(1.0 / d)), d }, 0.0, j, &[]);
        }
        key + 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::shapes::outline::Flat;

    #[test]
    fn polygons_with_inner_corners_become_triangles() {
        let ell =
            [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]].map(Flat);
        let list = triangles(&ell).unwrap();
        let area =
            |t: &[usize; 3]| 0.5 * ell[t[1]].minus(&ell[t[0]]).cross(&ell[t[2]].minus(&ell[t[0]]));
        assert_eq!(list.len(), 4);
        assert!(list.iter().all(|t| area(t) > 0.0));
        assert!((list.iter().map(area).sum::<f64>() - 5.0).abs() < 1e-14);
    }
}
