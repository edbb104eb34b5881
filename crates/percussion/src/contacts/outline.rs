//! Outlines of the plane: with one another, with circles, points and half planes, which are outlines too.
//!
//! [`Outline::meet`] chooses pairs of features from the frames as numbers, one for each point of the pair; the gap of the chosen
//! pair is in closed form (`shapes/outline/curve.rs`).

use super::features::{apart, Features, Place, TouchOf, Vector};
use super::last::Last;
use crate::frame::{Frame, V3};
use crate::number::Num;
use crate::picture::Shape;
use crate::relation::Apart;
use crate::shapes::outline::{gap, Candidates, Flat, Meeting, Outline, Pairing, Pose, SIGHT};
use std::cell::RefCell;
use std::sync::Arc;

/// One point of contact of two outlines in the x-y planes of frames 1 and 2. A half plane stands first; e_z of its frame is
/// its normal.
#[derive(Clone, Debug)]
pub struct OutlineOnOutline {
    /// The first.
    pub one: Arc<Outline>,
    /// The second.
    pub two: Arc<Outline>,
    /// Which point: below [`Outline::points`].
    pub point: usize,
}

thread_local! {
    static LAST: RefCell<Last<Meeting, Candidates>> = RefCell::default();
}

fn flat<D: Num>(v: &Vector<D>) -> Flat<D> {
    Flat([v.0[0], v.0[1]])
}

fn solid<D: Num>(v: &Flat<D>) -> Vector<D> {
    Vector([v.0[0], v.0[1], D::from(0.0)])
}

fn pose<D: Num>(o: &Outline, at: &Place<D>) -> Pose<D> {
    let e = match o.endless() {
        true => {
            let n = flat(&at.e[2]);
            [n.left().scaled(-1.0), n]
        }
        false => [flat(&at.e[0]), flat(&at.e[1])],
    };
    Pose { r: flat(&at.r), e }
}

fn still(o: &Outline, f: &Frame) -> Pose<f64> {
    let v = |v: V3| Vector([v.x, v.y, v.z]);
    pose(o, &Place { r: v(f.r), e: [0, 1, 2].map(|k| v(f.A.column(k).into())) })
}

/// What an outline looks like: a disc, or a polygon near it.
fn picture(o: &Outline) -> Shape {
    match o.corners.len() + o.pieces.len() {
        1 if o.convex => Shape::Sphere { radius: o.radius },
        _ => Shape::Polygon { points: o.polygon() },
    }
}

impl OutlineOnOutline {
    fn size(&self) -> f64 {
        self.one.size(&self.two)
    }
}

impl Features for OutlineOnOutline {
    type Choice = Pairing;
    fn bound(&self) -> Apart {
        match self.one.endless() {
            true => Apart::Plane(self.two.radius),
            false => Apart::Spheres(self.one.radius + self.two.radius),
        }
    }
    fn choose(&self, a: &Frame, b: &Frame) -> Pairing {
        let search = |w: &mut Candidates| {
            self.one.meet(&self.two, &still(&self.one, a), &still(&self.two, b), w)
        };
        let outlines = (self.one.id, self.two.id);
        LAST.with_borrow_mut(|last| last.find(outlines, [a, b], search, |m| m.points[self.point]))
    }
    fn at<D: Num>(&self, c: &Pairing, a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        let touch = c.and_then(|(i, j)| {
            let kinds = (self.one.kind(i.into()), self.two.kind(j.into()));
            gap(&kinds.0, &kinds.1, &pose(&self.one, a), &pose(&self.two, b))
        });
        let Some(t) = touch else { return apart(self.size()) };
        TouchOf { g: t.g, n: solid(&t.n), c1: solid(&t.c1), c2: solid(&t.c2), t: Vector::zero() }
    }
    fn key(&self, c: &Pairing) -> u64 {
        c.map_or(0, |(i, j)| 1 + (u64::from(i) << 16) + u64::from(j))
    }
    fn of_key(&self, key: u64) -> Option<Pairing> {
        let key = key.checked_sub(1)?;
        Some(Some(((key >> 16) as u16, (key & 0xffff) as u16)))
    }
    fn sees(&self) -> Option<[f64; 3]> {
        Some([SIGHT * self.size(), self.one.radius, self.two.radius])
    }
    fn shapes(&self) -> [Option<Shape>; 2] {
        [&self.one, &self.two].map(|o| match o.endless() {
            true => Some(Shape::Plane),
            false => Some(picture(o)),
        })
    }
}
