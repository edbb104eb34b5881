//! Outlines of the plane: with one another, with circles, points and half planes, which are outlines too.
//!
//! [`Outline::meet`] chooses pairs of features from the frames as numbers, one for each point of the pair; the gap of the chosen
//! pair is in closed form (`shapes/outline/curve.rs`).

use super::features::{Features, Place, TouchOf, Vector};
use super::last::Last;
use crate::collision::shapes::outline::{
    gap, Candidates, Flat, Meeting, Outline, Pairing, Pose, SIGHT,
};
use crate::frame::{Frame, V3};
use crate::number::Num;
use crate::picture::Shape;
use crate::relation::Apart;
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
    type Choice = (u16, u16);
    fn bound(&self) -> Apart {
        match self.one.endless() {
            true => Apart::Plane(self.two.radius),
            false => Apart::Spheres(self.one.radius + self.two.radius),
        }
    }
    fn choices<T>(&self, a: &Frame, b: &Frame, of: impl FnOnce(&[Pairing]) -> T) -> T {
        let (one, two, k) = (&self.one, &self.two, self.point);
        let search = |w: &mut Candidates| one.meet(two, &still(one, a), &still(two, b), w);
        LAST.with_borrow_mut(|l| l.find((one.id, two.id), [a, b], search, |m| of(&m.points[k..=k])))
    }
    fn nothing(&self) -> f64 {
        self.size()
    }
    fn at<D: Num>(&self, &(i, j): &(u16, u16), a: &Place<D>, b: &Place<D>) -> TouchOf<D> {
        let kinds = (self.one.kind(i.into()), self.two.kind(j.into()));
        let (zero, none) = (Vector::zero(), D::from(self.size()));
        match gap(&kinds.0, &kinds.1, &pose(&self.one, a), &pose(&self.two, b)) {
            Some(t) => {
                TouchOf { g: t.g, n: solid(&t.n), c1: solid(&t.c1), c2: solid(&t.c2), t: zero }
            }
            None => TouchOf { g: none, n: zero, c1: zero, c2: zero, t: zero },
        }
    }
    fn key(&self, &(i, j): &(u16, u16)) -> u64 {
        1 + (u64::from(i) << 16) + u64::from(j)
    }
    fn of_key(&self, key: u64) -> Option<(u16, u16)> {
        let key = key.checked_sub(1)?;
        Some(((key >> 16) as u16, (key & 0xffff) as u16))
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
