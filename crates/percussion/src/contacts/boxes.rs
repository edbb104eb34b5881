//! Boxes: a sphere or a point on a box, and two boxes by their corners and crossing edges.
//!
//! **Two boxes.** The axis of largest separation among the face normals and the products of edge
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

use super::features::{apart, lines, Features, Place, TouchOf, Vector, PARALLEL};
use crate::frame::{Frame, M3, V3};
use crate::number::Num;
use crate::picture::Shape;
use crate::relation::Apart;
use std::cell::RefCell;

/// A point this much beside a face, in parts of the box's size, counts as over it.
const BORDER: f64 = 1e-8;

/// So much better turned a later face must be to be chosen: boxes that stand on an edge at 45
/// degrees have no tie.
const BIAS: f64 = 1.05;

/// Where a point is, seen from a box.
#[derive(Clone, Copy, Debug)]
pub enum Region {
    /// Nearest to the face across axis `k` on the side of `sign`.
    Face { k: usize, sign: f64 },
    /// Nearest to an edge or corner: outside of the slabs of the axes that have a sign.
    Beside([f64; 3]),
    /// No features here.
    Nothing,
}

fn sign(x: f64) -> f64 {
    if x < 0.0 {
        -1.0
    } else {
        1.0
    }
}

fn local(a: &Frame, r: &V3) -> V3 {
    a.A.tr_mul(&(r - a.r))
}

/// The region of a point that has no face of its own.
fn region(h: &V3, axes: usize, p: &V3) -> Region {
    let beyond = |k: usize| p[k].abs() - h[k];
    let outside = (0..axes).filter(|&k| beyond(k) > 0.0).count();
    if outside > 1 {
        let side = |k: usize| if k < axes && beyond(k) > 0.0 { sign(p[k]) } else { 0.0 };
        return Region::Beside([0, 1, 2].map(side));
    }
    let k = (0..axes).fold(0, |best, k| if beyond(k) > beyond(best) { k } else { best });
    Region::Face { k, sign: sign(p[k]) }
}

/// The touch of a sphere about `c2` from origin 2 with a box about frame 1.
fn touch_box<D: Num>(
    region: &Region,
    h: &V3,
    (round, R): (f64, f64),
    a: &Place<D>,
    d: &Vector<D>,
    centre: &Vector<D>,
) -> TouchOf<D> {
    let (n, l, t) = match *region {
        Region::Face { k, sign } => {
            let n = a.e[k].scaled(sign);
            (n, n.dot(d) - h[k], a.e[(k + 1) % 3])
        }
        Region::Beside(side) => {
            let mut v = Vector::zero();
            let mut t = Vector::zero();
            let mut corners = 0;
            for k in 0..3 {
                match side[k] {
                    0.0 => t = a.e[k],
                    s => {
                        v = v.plus(&a.e[k].times(a.e[k].dot(d) - s * h[k]));
                        corners += 1;
                    }
                }
            }
            let (n, l) = v.unit(&a.e[0]);
            (n, l, if corners == 3 { Vector::zero() } else { t })
        }
        Region::Nothing => (a.e[2], D::from(1.0), a.e[0]),
    };
    let foot = n.scaled(-R);
    TouchOf { g: l - (R + round), n, c1: d.plus(&foot), c2: centre.plus(&foot), t }
}

/// A sphere about origin 2 (radius 0: a point) on a box about frame 1.
#[derive(Clone, Debug)]
pub struct SphereOnBox {
    /// Half the edges of the box (m).
    pub h: V3,
    /// Radius of its rounding, outside of `h` (m).
    pub round: f64,
    /// Radius of the sphere (m).
    pub R: f64,
    /// Whether the box is a rectangle of the plane: its third edge does not count.
    pub flat: bool,
}

fn axes(flat: bool) -> usize {
    if flat {
        2
    } else {
        3
    }
}

impl Features for SphereOnBox {
    type Choice = Region;
    fn bound(&self) -> Apart {
        Apart::Spheres(self.h.norm() + self.round + self.R)
    }
    fn choose(&self, a: &Frame, b: &Frame) -> Region {
        region(&self.h, axes(self.flat), &local(a, &b.r))
    }
    fn key(&self, c: &Region) -> u64 {
        let digit = |s: f64| if s == 0.0 { 0 } else { 1 + u64::from(s > 0.0) };
        match c {
            Region::Face { k, sign } => 1 + 3 * *k as u64 + digit(*sign),
            Region::Beside(side) => 16 + side.iter().fold(0, |n, s| 3 * n + digit(*s)),
            Region::Nothing => 0,
        }
    }
    fn of_key(&self, key: u64) -> Option<Region> {
        let sign = |digit: u64| [0.0, -1.0, 1.0][(digit % 3) as usize];
        Some(match key.checked_sub(16) {
            Some(n) => Region::Beside([n / 9, n / 3, n].map(sign)),
            None => Region::Face { k: (key.checked_sub(1)? / 3) as usize, sign: sign(key - 1) },
        })
    }
    fn at<D: Num>(&self, c: &Region, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        touch_box(c, &self.h, (self.round, self.R), a, &b.r.minus(&a.r), &Vector::zero())
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        [Some(Shape::cuboid(&self.h, self.round)), Some(Shape::Sphere { radius: self.R })]
    }
}

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

/// The faces that look at each other: axis and side of each box, and the axis of separation.
#[derive(Clone, Copy)]
struct Facing {
    one: (usize, f64),
    two: (usize, f64),
    n: V3,
}

/// What was found of two boxes at two places.
struct Known {
    boxes: (V3, V3, bool),
    places: [(V3, M3); 2],
    facing: Option<Facing>,
}

thread_local! {
    /// The contacts of a pair follow each other in an evaluation, and all ask the same: the last answers for
    /// the boxes in either order.
    static LAST: RefCell<([Option<Known>; 2], usize)> = const { RefCell::new(([None, None], 0)) };
}

impl BoxPair {
    fn size(&self) -> f64 {
        self.h1.norm() + self.h2.norm()
    }

    /// `None` where the spheres about the boxes are apart.
    fn facing(&self, a: &Frame, b: &Frame) -> Option<Facing> {
        LAST.with_borrow_mut(|(last, next)| {
            let boxes = (self.h1, self.h2, self.flat);
            let same = |k: &Known| a.at(&k.places[0]) && b.at(&k.places[1]) && k.boxes == boxes;
            if let Some(known) = last.iter().flatten().find(|k| same(k)) {
                return known.facing;
            }
            let facing = self.find_facing(a, b);
            last[*next] = Some(Known { boxes, places: [(a.r, a.A), (b.r, b.A)], facing });
            *next = 1 - *next;
            facing
        })
    }

    fn find_facing(&self, a: &Frame, b: &Frame) -> Option<Facing> {
        let d = b.r - a.r;
        if d.norm() > 1.5 * self.size() {
            return None;
        }
        let axes = axes(self.flat);
        let R = a.A.tr_mul(&b.A);
        let (p, q) = (a.A.tr_mul(&d), b.A.tr_mul(&d));
        let mut best = (f64::NEG_INFINITY, V3::z());
        for k in 0..axes {
            let other: f64 = (0..axes).map(|j| self.h2[j] * R[(k, j)].abs()).sum();
            let s = p[k].abs() - self.h1[k] - other;
            if s > best.0 {
                best = (s, a.A.column(k) * sign(p[k]));
            }
        }
        for k in 0..axes {
            let other: f64 = (0..axes).map(|j| self.h1[j] * R[(j, k)].abs()).sum();
            let s = q[k].abs() - self.h2[k] - other;
            if s > best.0 {
                best = (s, b.A.column(k) * sign(q[k]));
            }
        }
        if !self.flat {
            // a face is preferred to edges in the same plane
            let faces = best.0 + 1e-9 * self.size();
            // m = e_i × f_j has no part along either, and its length is that of f_j across e_i
            let mut edges = None;
            for i in 0..3 {
                let (k, l) = ((i + 1) % 3, (i + 2) % 3);
                for j in 0..3 {
                    let (x, y) = (R[(k, j)], R[(l, j)]);
                    let (f, g) = ((j + 1) % 3, (j + 2) % 3);
                    let along = p[l] * x - p[k] * y;
                    let reach = self.h1[k] * y.abs()
                        + self.h1[l] * x.abs()
                        + self.h2[f] * R[(i, g)].abs()
                        + self.h2[g] * R[(i, f)].abs();
                    let length = (x * x + y * y).sqrt();
                    let s = (along.abs() - reach) / length;
                    if length >= PARALLEL && s > faces && s > best.0 {
                        (best.0, edges) = (s, Some((i, j, sign(along) / length)));
                    }
                }
            }
            if let Some((i, j, scale)) = edges {
                best.1 = a.A.column(i).cross(&b.A.column(j)) * scale;
            }
        }
        let n = best.1;
        let most = |f: &Frame, side: f64| {
            let c = f.A.tr_mul(&n);
            let better = |k: usize, j: usize| c[j].abs() > BIAS * c[k].abs();
            let k = (0..axes).fold(0, |k, j| if better(k, j) { j } else { k });
            (k, side * sign(c[k]))
        };
        Some(Facing { one: most(a, 1.0), two: most(b, -1.0), n })
    }
}

/// A corner of the second box on the first: of diagonal `diagonal` (0 to 3, in the plane 0 and 1)
/// the end that is nearer to the first box.
#[derive(Clone, Debug)]
pub struct CornerOnBox {
    /// The boxes.
    pub boxes: BoxPair,
    /// Which diagonal.
    pub diagonal: usize,
    /// Leave out a corner that lies on a corner of the first box: its own contact is there.
    pub twin: bool,
}

impl Features for CornerOnBox {
    type Choice = (Region, V3);
    fn bound(&self) -> Apart {
        Apart::Spheres(self.boxes.size())
    }
    fn choose(&self, a: &Frame, b: &Frame) -> (Region, V3) {
        let BoxPair { h1, h2, flat } = &self.boxes;
        let side = |bit: usize| if self.diagonal >> bit & 1 == 1 { -1.0 } else { 1.0 };
        let mut v = match flat {
            true => V3::new(side(0) * h2.x, h2.y, 0.0),
            false => V3::new(side(0) * h2.x, side(1) * h2.y, h2.z),
        };
        let Some(Facing { one: (k, s), n, .. }) = self.boxes.facing(a, b) else {
            return (Region::Nothing, v);
        };
        if n.dot(&(b.A * v)) > 0.0 {
            v = -v;
        }
        let p = local(a, &(b.r + b.A * v));
        let border = BORDER * h1.amax();
        let axes = axes(*flat);
        let beyond = |j: usize| p[j].abs() - h1[j];
        let beside = |j: usize| j < axes && j != k && beyond(j) > border;
        let under = s * p[k] < -h1[k];
        if !(0..axes).any(beside) && !under {
            let on_corner = |j: usize| j == k || j >= axes || beyond(j).abs() <= border;
            if self.twin && (0..3).all(on_corner) {
                return (Region::Nothing, v);
            }
            return (Region::Face { k, sign: s }, v);
        }
        let out = |j: usize| match beside(j) || j == k && beyond(j) > 0.0 {
            true => sign(p[j]),
            false => 0.0,
        };
        (Region::Beside([0, 1, 2].map(out)), v)
    }
    fn there(&self, c: &Self::Choice) -> bool {
        !matches!(c.0, Region::Nothing)
    }
    fn at<D: Num>(&self, c: &Self::Choice, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        if let Region::Nothing = c.0 {
            return apart(self.boxes.size());
        }
        let v = b.point(&c.1);
        let d = b.r.minus(&a.r).plus(&v);
        touch_box(&c.0, &self.boxes.h1, (0.0, 0.0), a, &d, &v)
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        [Some(Shape::cuboid(&self.boxes.h1, 0.0)), Some(Shape::cuboid(&self.boxes.h2, 0.0))]
    }
}

/// An edge of the second box's face across the border of the first one's.
#[derive(Clone, Debug)]
pub struct EdgeOnBox {
    /// The boxes.
    pub boxes: BoxPair,
    /// Which edge of the face: 0 to 3.
    pub edge: usize,
    /// Where it leaves the other face, not where it enters.
    pub leaves: bool,
}

/// Two edges: a point and the index of the direction, on each box, and the outward side.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    one: (V3, usize),
    two: (V3, usize),
    outward: (usize, f64),
}

impl EdgeOnBox {
    fn crossing(&self, a: &Frame, b: &Frame) -> Option<Crossing> {
        let BoxPair { h1, h2, .. } = &self.boxes;
        let Facing { one: (k, s), two: (l, z), .. } = self.boxes.facing(a, b)?;
        // the edge: centre and direction in box 2, both ends in box 1
        let (along, across) = match self.edge & 1 {
            0 => ((l + 1) % 3, (l + 2) % 3),
            _ => ((l + 2) % 3, (l + 1) % 3),
        };
        let mut centre = V3::zeros();
        centre[l] = z * h2[l];
        centre[across] = if self.edge & 2 == 0 { h2[across] } else { -h2[across] };
        let middle = local(a, &(b.r + b.A * centre));
        let half = a.A.tr_mul(&b.A.column(along)) * h2[along];
        let (from, way) = (middle - half, half * 2.0);
        // the part of it over the face: from `t.0` to `t.1`
        let border = BORDER * h1.amax();
        let (mut t, mut walls) = ((0.0, 1.0), (None, None));
        for j in [(k + 1) % 3, (k + 2) % 3] {
            for side in [-1.0, 1.0] {
                // inside where side x ≤ h
                let (x, dx) = (side * from[j] - h1[j] - border, side * way[j]);
                if dx == 0.0 {
                    if x > 0.0 {
                        return None;
                    }
                } else if dx < 0.0 && -x / dx > t.0 {
                    (t.0, walls.0) = (-x / dx, Some((j, side)));
                } else if dx > 0.0 && -x / dx < t.1 {
                    (t.1, walls.1) = (-x / dx, Some((j, side)));
                }
            }
        }
        if t.0 >= t.1 {
            return None;
        }
        let (wall, side) = if self.leaves { walls.1 } else { walls.0 }?;
        let other = 3 - k - wall;
        let mut corner = V3::zeros();
        corner[k] = s * h1[k];
        corner[wall] = side * h1[wall];
        // the two edges as lines: they cross between their ends, above the middle of box 1
        let v = |v: V3| Vector([v.x, v.y, v.z]);
        let e2 = half / h2[along];
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
        let outward = m.normalize()[k].abs();
        let height = s * (middle + e2 * s2)[k];
        (outward > 0.5 && height > 0.0).then_some(Crossing {
            one: (corner, other),
            two: (centre, along),
            outward: (k, s),
        })
    }
}

impl Features for EdgeOnBox {
    type Choice = Option<Crossing>;
    fn bound(&self) -> Apart {
        Apart::Spheres(self.boxes.size())
    }
    fn choose(&self, a: &Frame, b: &Frame) -> Option<Crossing> {
        self.crossing(a, b)
    }
    fn there(&self, c: &Option<Crossing>) -> bool {
        c.is_some()
    }
    fn at<D: Num>(&self, c: &Option<Crossing>, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        let Some(Crossing { one, two, outward: (k, side) }) = c else {
            return apart(self.boxes.size());
        };
        let (p1, p2) = (a.point(&one.0), b.point(&two.0));
        let (e1, e2) = (a.e[one.1], b.e[two.1]);
        let d = b.r.plus(&p2).minus(&a.r.plus(&p1));
        let (s1, s2, m) = lines(&d, &e1, &e2);
        let (n, _) = m.unit(&a.e[*k]);
        let n = n.scaled(sign(n.dot(&a.e[*k]).re() * side));
        TouchOf { g: n.dot(&d), n, c1: p1.plus(&e1.times(s1)), c2: p2.plus(&e2.times(s2)), t: e1 }
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        [Some(Shape::cuboid(&self.boxes.h1, 0.0)), Some(Shape::cuboid(&self.boxes.h2, 0.0))]
    }
}
