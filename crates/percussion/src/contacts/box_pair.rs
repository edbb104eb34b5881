//! What touches of two boxes.
//!
//! The axis of largest separation among the face normals and the products of edge
//! directions says which face of each box looks at the other. Then the contacts are
//!
//! - four corners of each box against the other: of every diagonal the end that is nearer. The
//!   gap of a corner is its distance to the box, and over the chosen face the signed
//!   distance to it. A corner beside the face is never below it.
//! - where an edge of the second box's face crosses the border of the first one's face, seen along
//!   the normal of that, the two edges that cross: the distance of the two lines along
//!   their common perpendicular. Four edges enter and leave once: eight.
//!
//! A corner that slides over the border of a face hands over to the crossing of its edges at the
//! same place. A set of features that is not there has a gap that is greater than zero.
//!
//! All of them are found at once, in the axes of the first box.

use super::boxes::{axes, sign, Region};
use super::features::{lines, Vector, PARALLEL};
use crate::frame::{times, times_transposed, Frame, M3, V3};
use crate::relation::Glance;
use std::cell::RefCell;

/// A point this much beside a face, in parts of the box's size, counts as over it.
const BORDER: f64 = 1e-8;

/// So much better turned a later face must be to be chosen: boxes that stand on an edge at 45
/// degrees have no tie.
const BIAS: f64 = 1.05;

/// Two boxes about frames 1 and 2.
#[derive(Clone, Debug)]
pub struct BoxPair {
    /// Half the edges of the first (m).
    pub h1: V3,
    /// Half the edges of the second (m).
    pub h2: V3,
    /// Whether both are rectangles of the plane.
    pub flat: bool,
}

/// Two edges: a point and the index of the direction, on each box, and the outward side.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    pub(super) one: (V3, usize),
    pub(super) two: (V3, usize),
    pub(super) outward: (usize, f64),
    pub(super) gap: f64,
}

/// A corner of one box and where it is, seen from the other.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    pub(super) region: Region,
    pub(super) v: V3,
    /// Unknown where the corner was held.
    pub(super) gap: Option<f64>,
}

/// All features of two boxes.
#[derive(Clone, Copy)]
pub(super) struct Manifold {
    /// Corners of the second on the first by diagonal, and of the first on the second.
    pub corners: [[Corner; 4]; 2],
    /// Edges of the second, where they enter and leave the face of the first.
    pub crossings: [Option<Crossing>; 8],
}

/// What was found of two boxes at two places.
struct Known {
    boxes: [V3; 2],
    flat: bool,
    places: [(V3, M3); 2],
    found: Manifold,
}

thread_local! {
    /// The contacts of a pair follow each other in an evaluation, and all ask the same.
    static LAST: RefCell<Option<Known>> = const { RefCell::new(None) };
}

impl BoxPair {
    pub(super) fn size(&self) -> f64 {
        self.h1.norm() + self.h2.norm()
    }

    /// One end of a diagonal of the second box.
    pub(super) fn end(&self, k: usize) -> V3 {
        ends(k, &self.h2, self.flat)
    }

    /// The corner of the second box on this diagonal that is nearer to the first, and where it is.
    pub(super) fn corner(&self, k: usize, twin: bool, a: &Frame, b: &Frame) -> Corner {
        match twin {
            false => known([&self.h1, &self.h2], self.flat, [a, b], |m| m.corners[0][k & 3]),
            true => known([&self.h2, &self.h1], self.flat, [b, a], |m| m.corners[1][k & 3]),
        }
    }

    /// Everything at once.
    pub(super) fn all<T>(&self, a: &Frame, b: &Frame, of: impl FnOnce(&Manifold) -> T) -> T {
        known([&self.h1, &self.h2], self.flat, [a, b], of)
    }

    /// Corners of each box that count.
    pub(super) fn corners(&self) -> usize {
        if self.flat {
            2
        } else {
            4
        }
    }

    /// Corners of the second box, corners of the first, crossings.
    pub(super) fn survey(&self, a: &Frame, b: &Frame, out: &mut [Glance]) {
        self.all(a, b, |m| {
            let n = self.corners();
            let corners = m.corners.iter().flat_map(|c| &c[..n]).map(|c| Glance {
                gap: c.gap.unwrap_or(f64::NAN),
                there: !matches!(c.region, Region::Nothing),
            });
            let crossings = m.crossings.iter().map(|c| match c {
                Some(c) => Glance { gap: c.gap, there: true },
                None => Glance { gap: self.size(), there: false },
            });
            out.iter_mut().zip(corners.chain(crossings)).for_each(|(o, g)| *o = g);
        });
    }

    /// The crossing k/2 of an edge of the second box, where it enters (k even) or leaves the face of the first.
    pub(super) fn crossing(&self, k: usize, a: &Frame, b: &Frame) -> Option<Crossing> {
        known([&self.h1, &self.h2], self.flat, [a, b], |m| m.crossings[k & 7])
    }
}

fn known<T>(h: [&V3; 2], flat: bool, [a, b]: [&Frame; 2], of: impl FnOnce(&Manifold) -> T) -> T {
    LAST.with_borrow_mut(|last| {
        let same = |k: &&mut Known| {
            let same = |a: &V3, b: &V3| (a.x == b.x) & (a.y == b.y) & (a.z == b.z);
            let boxes = same(&k.boxes[0], h[0]) & same(&k.boxes[1], h[1]) & (k.flat == flat);
            a.at(&k.places[0]) && b.at(&k.places[1]) && boxes
        };
        if let Some(k) = last.as_mut().filter(same) {
            return of(&k.found);
        }
        // in its place: it is large
        let places = [(a.r, a.A), (b.r, b.A)];
        let boxes = [*h[0], *h[1]];
        let k = last.get_or_insert_with(|| Known { boxes, flat, places, found: nothing(h) });
        (k.boxes, k.flat, k.places) = (boxes, flat, places);
        match Seen::new(h, flat, a, b) {
            Some(seen) => seen.manifold(&mut k.found),
            None => k.found = nothing(h),
        }
        of(&k.found)
    })
}

/// One end of a diagonal; the other one is opposite.
fn ends(k: usize, h: &V3, flat: bool) -> V3 {
    let side = |bit: usize| if k >> bit & 1 == 1 { -1.0 } else { 1.0 };
    match flat {
        true => V3::new(side(0) * h.x, h.y, 0.0),
        false => V3::new(side(0) * h.x, side(1) * h.y, h.z),
    }
}

fn nothing(h: [&V3; 2]) -> Manifold {
    let gap = h[0].norm() + h[1].norm();
    let none = |h: &V3| [Corner { region: Region::Nothing, v: *h, gap: Some(gap) }; 4];
    Manifold { corners: [none(h[1]), none(h[0])], crossings: [None; 8] }
}

/// Two boxes in the axes of the first.
struct Seen<'a> {
    h1: &'a V3,
    h2: &'a V3,
    flat: bool,
    /// Centre and axes of the second.
    p: V3,
    R: M3,
    /// The faces that look at each other: axis and side of each box.
    one: (usize, f64),
    two: (usize, f64),
    /// The axis of separation, in the axes of each.
    n1: V3,
    n2: V3,
}

impl<'a> Seen<'a> {
    /// `None` where the spheres about the boxes are apart.
    fn new([h1, h2]: [&'a V3; 2], flat: bool, a: &Frame, b: &Frame) -> Option<Self> {
        let d = b.r - a.r;
        let size = h1.norm() + h2.norm();
        if d.norm() > 1.5 * size {
            return None;
        }
        let axes = axes(flat);
        let R = a.A.tr_mul(&b.A);
        let (p, q) = (times_transposed(&a.A, &d), times_transposed(&b.A, &d));
        let mut best = (f64::NEG_INFINITY, V3::z());
        for k in 0..axes {
            let other: f64 = (0..axes).map(|j| h2[j] * R[(k, j)].abs()).sum();
            let s = p[k].abs() - h1[k] - other;
            if s > best.0 {
                let mut n = V3::zeros();
                n[k] = sign(p[k]);
                best = (s, n);
            }
        }
        for k in 0..axes {
            let other: f64 = (0..axes).map(|j| h1[j] * R[(j, k)].abs()).sum();
            let s = q[k].abs() - h2[k] - other;
            if s > best.0 {
                best = (s, V3::from(R.data.0[k]) * sign(q[k]));
            }
        }
        if !flat {
            // a face is preferred to edges in the same plane
            let faces = best.0 + 1e-9 * size;
            // m = e_i × f_j has no part along either, and its length is that of f_j across e_i
            let mut edges = None;
            for i in 0..3 {
                let (k, l) = ((i + 1) % 3, (i + 2) % 3);
                for j in 0..3 {
                    let (x, y) = (R[(k, j)], R[(l, j)]);
                    let (f, g) = ((j + 1) % 3, (j + 2) % 3);
                    let along = p[l] * x - p[k] * y;
                    let reach = h1[k] * y.abs()
                        + h1[l] * x.abs()
                        + h2[f] * R[(i, g)].abs()
                        + h2[g] * R[(i, f)].abs();
                    // no root where it cannot be the best
                    let apart = along.abs() - reach;
                    if best.0 > 0.0 && apart <= 0.0 {
                        continue;
                    }
                    let length = (x * x + y * y).sqrt();
                    let s = apart / length;
                    if length >= PARALLEL && s > faces && s > best.0 {
                        (best.0, edges) = (s, Some((k, l, x, y, sign(along) / length)));
                    }
                }
            }
            if let Some((k, l, x, y, scale)) = edges {
                // e_i × f_j
                let mut n = V3::zeros();
                (n[l], n[k]) = (x * scale, -y * scale);
                best.1 = n;
            }
        }
        let n1 = best.1;
        let n2 = times_transposed(&R, &n1);
        let most = |c: &V3, side: f64| {
            let better = |k: usize, j: usize| c[j].abs() > BIAS * c[k].abs();
            let k = (0..axes).fold(0, |k, j| if better(k, j) { j } else { k });
            (k, side * sign(c[k]))
        };
        let (one, two) = (most(&n1, 1.0), most(&n2, -1.0));
        Some(Seen { h1, h2, flat, p, R, one, two, n1, n2 })
    }

    fn manifold(&self, m: &mut Manifold) {
        if self.flat {
            *m = nothing([self.h1, self.h2]);
        }
        for k in 0..if self.flat { 2 } else { 4 } {
            // of the second on the first
            let v = self.diagonal(k, self.h2, self.n2.dot(&ends(k, self.h2, self.flat)) > 0.0);
            let at = self.p + times(&self.R, &v);
            m.corners[0][k] = self.corner(v, self.h1, self.one, &at, false);
            // and the other way round
            let v = self.diagonal(k, self.h1, self.n1.dot(&ends(k, self.h1, self.flat)) < 0.0);
            let at = times_transposed(&self.R, &(v - self.p));
            m.corners[1][k] = self.corner(v, self.h2, self.two, &at, true);
        }
        if !self.flat {
            for k in 0..4 {
                [m.crossings[2 * k], m.crossings[2 * k + 1]] = self.crossings(k);
            }
        }
    }

    /// The end that is meant.
    fn diagonal(&self, k: usize, h: &V3, other: bool) -> V3 {
        let v = ends(k, h, self.flat);
        if other {
            -v
        } else {
            v
        }
    }

    fn corner(&self, v: V3, h: &V3, facing: (usize, f64), p: &V3, twin: bool) -> Corner {
        let region = self.region(h, facing, p, twin);
        let gap = match region {
            Region::Face { k, sign } => sign * p[k] - h[k],
            Region::Beside(side) => {
                let off = |k: usize| if side[k] == 0.0 { 0.0 } else { side[k] * p[k] - h[k] };
                (off(0) * off(0) + off(1) * off(1) + off(2) * off(2)).sqrt()
            }
            Region::Nothing => self.h1.norm() + self.h2.norm(),
        };
        Corner { region, v, gap: Some(gap) }
    }

    /// Where a corner is that looks at the face of a box.
    fn region(&self, h: &V3, (k, s): (usize, f64), p: &V3, twin: bool) -> Region {
        let border = BORDER * h.amax();
        let axes = axes(self.flat);
        let beyond = |j: usize| p[j].abs() - h[j];
        let beside = |j: usize| j < axes && j != k && beyond(j) > border;
        let under = s * p[k] < -h[k];
        if !(0..axes).any(beside) && !under {
            let on_corner = |j: usize| j == k || j >= axes || beyond(j).abs() <= border;
            return match twin && (0..3).all(on_corner) {
                true => Region::Nothing,
                false => Region::Face { k, sign: s },
            };
        }
        let out = |j: usize| match beside(j) || j == k && beyond(j) > 0.0 {
            true => sign(p[j]),
            false => 0.0,
        };
        Region::Beside([0, 1, 2].map(out))
    }

    /// Where an edge of the second face enters and leaves the first one.
    fn crossings(&self, edge: usize) -> [Option<Crossing>; 2] {
        let (h1, h2, (k, _), (l, z)) = (self.h1, self.h2, self.one, self.two);
        // the edge: centre and direction in box 2, both ends in box 1
        let (along, across) = match edge & 1 {
            0 => ((l + 1) % 3, (l + 2) % 3),
            _ => ((l + 2) % 3, (l + 1) % 3),
        };
        let mut centre = V3::zeros();
        centre[l] = z * h2[l];
        centre[across] = if edge & 2 == 0 { h2[across] } else { -h2[across] };
        let middle = self.p + times(&self.R, &centre);
        let half = V3::from(self.R.data.0[along]) * h2[along];
        let (from, way) = (middle - half, half * 2.0);
        // the part of it over the face: from `t.0` to `t.1`
        let border = BORDER * h1.amax();
        let (mut t, mut walls) = ((0.0, 1.0), [None, None]);
        for j in [(k + 1) % 3, (k + 2) % 3] {
            for side in [-1.0, 1.0] {
                // inside where side x ≤ h
                let (x, dx) = (side * from[j] - h1[j] - border, side * way[j]);
                if dx == 0.0 {
                    if x > 0.0 {
                        return [None, None];
                    }
                } else if dx < 0.0 && -x / dx > t.0 {
                    (t.0, walls[0]) = (-x / dx, Some((j, side)));
                } else if dx > 0.0 && -x / dx < t.1 {
                    (t.1, walls[1]) = (-x / dx, Some((j, side)));
                }
            }
        }
        if t.0 >= t.1 {
            return [None, None];
        }
        walls.map(|wall| self.crossed(wall?, (along, centre, middle), border))
    }

    /// The edge and that of the first box at a wall, if they cross between their ends, above the middle of the first.
    fn crossed(
        &self,
        (wall, side): (usize, f64),
        (along, centre, middle): (usize, V3, V3),
        border: f64,
    ) -> Option<Crossing> {
        let (h1, h2, (k, s)) = (self.h1, self.h2, self.one);
        let other = 3 - k - wall;
        let mut corner = V3::zeros();
        corner[k] = s * h1[k];
        corner[wall] = side * h1[wall];
        let v = |v: V3| Vector([v.x, v.y, v.z]);
        let e2 = V3::from(self.R.data.0[along]);
        let mut e1 = V3::zeros();
        e1[other] = 1.0;
        if e1.cross(&e2).norm() < PARALLEL {
            return None;
        }
        let (s1, s2, m) = lines(&v(middle - corner), &v(e1), &v(e2));
        let m = V3::from(m.0);
        let slack = 1.001 * border;
        if s1.abs() > h1[other] + slack || s2.abs() > h2[along] + slack {
            return None;
        }
        let m = m.normalize();
        let height = s * (middle + e2 * s2)[k];
        (m[k].abs() > 0.5 && height > 0.0).then_some(Crossing {
            one: (corner, other),
            two: (centre, along),
            outward: (k, s),
            gap: m.dot(&(middle - corner)) * sign(m[k] * s),
        })
    }
}
