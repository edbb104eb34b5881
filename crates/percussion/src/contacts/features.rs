//! Geometries whose touching features (a face, an edge, an end) depend on where the bodies are.
//!
//! A choice is made from the frames as numbers. For the chosen features gap, normal and contact
//! point are smooth functions of the frames, written once for any number, so that their changes
//! follow by forward differentiation.

use super::{Asked, Each, Geometry, Group, Touch};
use crate::frame::{Frame, V3};
use crate::number::Num;
use crate::picture::Shape;
use crate::relation::{Apart, Motion};
use num_dual::Dual64;

/// A vector of any number.
#[derive(Clone, Copy, Debug)]
pub struct Vector<D>(pub [D; 3]);

// written out: maps over arrays are calls where nothing is inlined across units
impl<D: Num> Vector<D> {
    #[inline]
    pub fn zero() -> Self {
        Vector([D::from(0.0); 3])
    }
    #[inline]
    pub fn dot(&self, o: &Self) -> D {
        self.0[0] * o.0[0] + self.0[1] * o.0[1] + self.0[2] * o.0[2]
    }
    #[inline]
    pub fn cross(&self, o: &Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, o.0);
        Vector([b * z - c * y, c * x - a * z, a * y - b * x])
    }
    #[inline]
    pub fn plus(&self, o: &Self) -> Self {
        Vector([self.0[0] + o.0[0], self.0[1] + o.0[1], self.0[2] + o.0[2]])
    }
    #[inline]
    pub fn minus(&self, o: &Self) -> Self {
        Vector([self.0[0] - o.0[0], self.0[1] - o.0[1], self.0[2] - o.0[2]])
    }
    #[inline]
    pub fn times(&self, s: D) -> Self {
        Vector([self.0[0] * s, self.0[1] * s, self.0[2] * s])
    }
    #[inline]
    pub fn scaled(&self, s: f64) -> Self {
        Vector([self.0[0] * s, self.0[1] * s, self.0[2] * s])
    }
    /// The unit vector along this one, and the length; `other` where there is no direction.
    pub fn unit(&self, other: &Self) -> (Self, D) {
        let l2 = self.dot(self);
        if l2.re() <= 1e-300 {
            return (*other, D::from(0.0));
        }
        let l = l2.sqrt();
        (self.times(l.recip()), l)
    }
}

/// Origin and axes of a frame.
pub struct Place<D> {
    pub r: Vector<D>,
    pub e: [Vector<D>; 3],
}

impl<D: Num> Place<D> {
    /// The point with these coordinates along the axes, from the origin.
    #[inline]
    pub fn point(&self, p: &V3) -> Vector<D> {
        let [x, y, z] = &self.e;
        x.scaled(p.x).plus(&y.scaled(p.y)).plus(&z.scaled(p.z))
    }
}

fn still(f: &Frame) -> Place<f64> {
    let [x, y, z] = f.A.data.0;
    Place { r: Vector(f.r.data.0[0]), e: [Vector(x), Vector(y), Vector(z)] }
}

#[inline]
fn dual(x: &[f64; 3], d: &[f64; 3]) -> Vector<Dual64> {
    let [p, q, r] = [Dual64::new(x[0], d[0]), Dual64::new(x[1], d[1]), Dual64::new(x[2], d[2])];
    Vector([p, q, r])
}

fn moving(f: &Frame, v: &V3, w: &V3) -> Place<Dual64> {
    let [x, y, z] = w.data.0[0];
    let axis = |e: &[f64; 3]| {
        let [a, b, c] = *e;
        dual(e, &[y * c - z * b, z * a - x * c, x * b - y * a])
    };
    let [e1, e2, e3] = &f.A.data.0;
    Place { r: dual(&f.r.data.0[0], &v.data.0[0]), e: [axis(e1), axis(e2), axis(e3)] }
}

/// [`Touch`] for any number.
pub struct TouchOf<D> {
    pub g: D,
    pub n: Vector<D>,
    pub c1: Vector<D>,
    pub c2: Vector<D>,
    pub t: Vector<D>,
}

impl<D: Num> TouchOf<D> {
    /// A part of each number.
    #[inline]
    fn part(&self, of: impl Fn(&D) -> f64) -> Touch {
        let v = |v: &Vector<D>| V3::new(of(&v.0[0]), of(&v.0[1]), of(&v.0[2]));
        let TouchOf { g, n, c1, c2, t } = self;
        Touch { g: of(g), n: v(n), c1: v(c1), c2: v(c2), t: v(t) }
    }
}

/// [`Group::touches`] where the choices of all places are known.
pub(super) fn follow_choices<F: Features>(
    features: &F,
    (a, b): (&Frame, &Frame),
    z: &Motion,
    asked: Asked,
    choice: impl Fn(usize) -> F::Choice,
    out: &mut Each,
) {
    let (x, y) = (moving(a, &z.v1, &z.w1), moving(b, &z.v2, &z.w2));
    for (k, cut) in asked.each() {
        let chosen = choice(k);
        let places = || [still(a), still(b)];
        let (c, d) = features.followed(&chosen, places, || features.at(&chosen, &x, &y), cut);
        out(k, &c, d.as_ref());
    }
}

/// Two shapes with a choice of features.
pub trait Features: Send + Sync + 'static {
    /// What touches.
    type Choice;
    /// What touches where the frames are these.
    fn choose(&self, a: &Frame, b: &Frame) -> Self::Choice;
    /// A bound of the gap from below.
    fn bound(&self) -> Apart;
    /// The touch of the chosen features.
    fn at<D: Num>(&self, choice: &Self::Choice, a: &Place<D>, b: &Place<D>) -> TouchOf<D>;
    /// Whether anything was chosen; where not, `at` gives a gap without a normal.
    fn there(&self, _choice: &Self::Choice) -> bool {
        true
    }
    /// A number of the choice; the same for all where nothing jumps from one to another.
    fn key(&self, _choice: &Self::Choice) -> u64 {
        0
    }
    /// The choice of a number that `key` gave.
    fn of_key(&self, _key: u64) -> Option<Self::Choice> {
        None
    }
    /// What touches: what the frames are to keep, or what is chosen.
    fn taken(&self, a: &Frame, b: &Frame) -> Self::Choice {
        let held = if a.held == 0 { None } else { self.of_key(a.held) };
        held.unwrap_or_else(|| self.choose(a, b))
    }
    /// The touch of the chosen features along a motion.
    fn moving(&self, c: &Self::Choice, a: &Frame, b: &Frame, z: &Motion) -> TouchOf<Dual64> {
        self.at(c, &moving(a, &z.v1, &z.w1), &moving(b, &z.v2, &z.w2))
    }
    /// How far features see each other, and both sizes; none where they always do.
    fn sees(&self) -> Option<[f64; 3]> {
        None
    }
    /// See [`Geometry::group`].
    fn group(&self) -> Option<&dyn Group> {
        None
    }
    /// The touch of the chosen features and its change; the touch alone where its gap is above `cut` or nothing is there.
    fn followed(
        &self,
        choice: &Self::Choice,
        still: impl Fn() -> [Place<f64>; 2],
        moving: impl Fn() -> TouchOf<Dual64>,
        cut: f64,
    ) -> (Touch, Option<Touch>) {
        if cut < f64::INFINITY || !self.there(choice) {
            let [a, b] = still();
            let c = self.at(choice, &a, &b).part(|x| *x);
            if c.n == V3::zeros() || c.g > cut {
                return (c, None);
            }
        }
        let both = moving();
        let c = both.part(|x| x.re);
        (c, (c.n != V3::zeros()).then(|| both.part(|x| x.eps)))
    }
    /// What the two bodies are, for drawing.
    fn shapes(&self) -> [Option<Shape>; 2] {
        [None, None]
    }
}

impl<T: Features> Geometry for T {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        self.at(&self.taken(a, b), &still(a), &still(b)).part(|x| *x)
    }
    fn derive(&self, a: &Frame, b: &Frame, _c: &Touch, z: &Motion) -> Touch {
        self.moving(&self.taken(a, b), a, b, z).part(|x| x.eps)
    }
    fn follow(&self, a: &Frame, b: &Frame, z: &Motion, cut: f64) -> (Touch, Option<Touch>) {
        let choice = self.taken(a, b);
        let moving = || self.moving(&choice, a, b, z);
        self.followed(&choice, || [still(a), still(b)], moving, cut)
    }
    fn derive_each(
        &self,
        a: &Frame,
        b: &Frame,
        _c: &Touch,
        z: &mut dyn Iterator<Item = Motion>,
        out: &mut dyn FnMut(&Motion, &Touch),
    ) {
        let choice = self.taken(a, b);
        z.for_each(|z| out(&z, &self.moving(&choice, a, b, &z).part(|x| x.eps)));
    }
    fn normal_fixed_in_1(&self) -> bool {
        false
    }
    fn feature(&self, a: &Frame, b: &Frame) -> u64 {
        self.key(&self.choose(a, b))
    }
    fn sight(&self) -> Option<[f64; 3]> {
        self.sees()
    }
    fn group(&self) -> Option<&dyn Group> {
        Features::group(self)
    }
    fn outlines(&self) -> [Option<Shape>; 2] {
        self.shapes()
    }
    fn apart(&self) -> Option<Apart> {
        Some(self.bound())
    }
}

/// Features that are not there: a gap greater than zero, no normal, so that no force acts. (What a
/// contact has pressed until then is not to be undone along another direction.)
pub(super) fn apart<D: Num>(size: f64) -> TouchOf<D> {
    let z = Vector::zero();
    TouchOf { g: D::from(size), n: z, c1: z, c2: z, t: z }
}

/// The closest points of two lines r_k + s_k e_k: with m = e_1 × e_2 and d = r_2 - r_1,
/// s_1 = d·(e_2 × m)/m², s_2 = d·(e_1 × m)/m². Gives s_1, s_2 and m.
pub(super) fn lines<D: Num>(d: &Vector<D>, e1: &Vector<D>, e2: &Vector<D>) -> (D, D, Vector<D>) {
    let m = e1.cross(e2);
    let q = m.dot(&m).recip();
    (d.dot(&e2.cross(&m)) * q, d.dot(&e1.cross(&m)) * q, m)
}
