//! Boxes: a sphere or a point on a box, and the contacts of two boxes, whose features [`super::box_pair`] chooses.

use super::box_pair::{BoxPair, Corner, Crossing};
use super::features::{apart, both_moving, lines, Features, Place, TouchOf, Vector};
use super::geometry::Each;
use crate::frame::{Frame, V3};
use crate::number::Num;
use crate::picture::Shape;
use crate::relation::{Apart, Asked, Glance, Motion};

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

impl Region {
    /// From one to 42; zero for nothing.
    fn number(&self) -> u64 {
        let digit = |s: f64| if s == 0.0 { 0 } else { 1 + u64::from(s > 0.0) };
        match self {
            Region::Face { k, sign } => 1 + 3 * *k as u64 + digit(*sign),
            Region::Beside(side) => 16 + side.iter().fold(0, |n, s| 3 * n + digit(*s)),
            Region::Nothing => 0,
        }
    }
    fn of_number(n: u64) -> Option<Region> {
        let sign = |digit: u64| [0.0, -1.0, 1.0][(digit % 3) as usize];
        Some(match n.checked_sub(16) {
            Some(n) => Region::Beside([n / 9, n / 3, n].map(sign)),
            None => Region::Face { k: (n.checked_sub(1)? / 3) as usize, sign: sign(n - 1) },
        })
    }
}

pub(super) fn sign(x: f64) -> f64 {
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

pub(super) fn axes(flat: bool) -> usize {
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
        c.number()
    }
    fn of_key(&self, key: u64) -> Option<Region> {
        Region::of_number(key)
    }
    fn at<D: Num>(&self, c: &Region, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        touch_box(c, &self.h, (self.round, self.R), a, &b.r.minus(&a.r), &Vector::zero())
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        [Some(Shape::cuboid(&self.h, self.round)), Some(Shape::Sphere { radius: self.R })]
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
    /// Whether the boxes stand in the other order elsewhere, with contacts of their own: these leave out a corner that lies
    /// on a corner of the first box.
    pub twin: bool,
}

/// The touch of a corner of the second box on the first.
fn corner_touch<D: Num>(
    c: &Corner,
    (h, size): (&V3, f64),
    a: &Place<D>,
    b: &Place<D>,
) -> TouchOf<D> {
    if let Region::Nothing = c.region {
        return apart(size);
    }
    let v = b.point(&c.v);
    let d = b.r.minus(&a.r).plus(&v);
    touch_box(&c.region, h, (0.0, 0.0), a, &d, &v)
}

/// The touch of two edges that cross.
fn crossing_touch<D: Num>(
    c: &Option<Crossing>,
    size: f64,
    a: &Place<D>,
    b: &Place<D>,
) -> TouchOf<D> {
    let Some(Crossing { one, two, outward: (k, side), .. }) = c else {
        return apart(size);
    };
    let (p1, p2) = (a.point(&one.0), b.point(&two.0));
    let (e1, e2) = (a.e[one.1], b.e[two.1]);
    let d = b.r.plus(&p2).minus(&a.r.plus(&p1));
    let (s1, s2, m) = lines(&d, &e1, &e2);
    let (n, _) = m.unit(&a.e[*k]);
    let n = n.scaled(sign(n.dot(&a.e[*k]).re() * side));
    TouchOf { g: n.dot(&d), n, c1: p1.plus(&e1.times(s1)), c2: p2.plus(&e2.times(s2)), t: e1 }
}

impl Features for CornerOnBox {
    type Choice = Corner;
    fn bound(&self) -> Apart {
        Apart::Spheres(self.boxes.size())
    }
    fn choose(&self, a: &Frame, b: &Frame) -> Corner {
        self.boxes.corner(self.diagonal, self.twin, a, b)
    }
    fn there(&self, c: &Self::Choice) -> bool {
        !matches!(c.region, Region::Nothing)
    }
    fn told(&self, c: &Corner) -> Option<f64> {
        c.gap
    }
    fn place(&self) -> Option<(usize, usize)> {
        let corners = self.boxes.corners();
        let count = if self.boxes.flat { 2 * corners } else { 2 * corners + 8 };
        Some((self.diagonal + if self.twin { corners } else { 0 }, count))
    }
    fn survey(&self, a: &Frame, b: &Frame, out: &mut [Glance]) {
        self.boxes.survey(a, b, out);
    }
    fn each(&self, a: &Frame, b: &Frame, z: &Motion, asked: Asked, out: &mut Each) {
        let BoxPair { h1, h2, .. } = &self.boxes;
        let (corners, size, [x, y]) =
            (self.boxes.corners(), self.boxes.size(), both_moving(a, b, z));
        // what is beyond the cut was not asked for, as the gaps were told
        self.boxes.all(a, b, |m| {
            for (k, _) in asked.each() {
                let turned = (corners..2 * corners).contains(&k);
                let touch = match turned {
                    _ if k < corners => corner_touch(&m.corners[0][k], (h1, size), &x, &y),
                    true => corner_touch(&m.corners[1][k - corners], (h2, size), &y, &x),
                    false => crossing_touch(&m.crossings[k - 2 * corners], size, &x, &y),
                };
                touch.tell(k, turned, out);
            }
        });
    }
    fn key(&self, c: &Corner) -> u64 {
        2 * c.region.number() + u64::from(c.v != self.boxes.end(self.diagonal))
    }
    fn of_key(&self, key: u64) -> Option<Corner> {
        let v = self.boxes.end(self.diagonal);
        let v = if key.is_multiple_of(2) { v } else { -v };
        Some(Corner { region: Region::of_number(key / 2)?, v, gap: None })
    }
    fn at<D: Num>(&self, c: &Corner, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        corner_touch(c, (&self.boxes.h1, self.boxes.size()), a, b)
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

impl Features for EdgeOnBox {
    type Choice = Option<Crossing>;
    fn bound(&self) -> Apart {
        Apart::Spheres(self.boxes.size())
    }
    fn choose(&self, a: &Frame, b: &Frame) -> Option<Crossing> {
        self.boxes.crossing(2 * self.edge + usize::from(self.leaves), a, b)
    }
    fn there(&self, c: &Option<Crossing>) -> bool {
        c.is_some()
    }
    fn place(&self) -> Option<(usize, usize)> {
        Some((8 + 2 * self.edge + usize::from(self.leaves), 16))
    }
    fn told(&self, c: &Option<Crossing>) -> Option<f64> {
        Some(c.as_ref().map_or_else(|| self.boxes.size(), |c| c.gap))
    }
    fn at<D: Num>(&self, c: &Option<Crossing>, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        crossing_touch(c, self.boxes.size(), a, b)
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        [Some(Shape::cuboid(&self.boxes.h1, 0.0)), Some(Shape::cuboid(&self.boxes.h2, 0.0))]
    }
}
