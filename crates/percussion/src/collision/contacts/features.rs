//! Geometries whose touching features (a face, an edge, an end) depend on where the bodies are.
//!
//! A choice is made from the frames as numbers. For the chosen features gap, normal and contact
//! point are smooth functions of the frames, written once for any number, so that their changes
//! follow by forward differentiation.

use super::{Asked, Each, Geometry, Glance, Touch};
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

/// Two shapes with a choice of features. Their contacts have places; each contact knows its own.
pub trait Features: Send + Sync + 'static {
    /// What touches.
    type Choice: Copy;
    /// The place of this contact among those that one search finds, and their number.
    fn place(&self) -> (usize, usize) {
        (0, 1)
    }
    /// What touches where the frames are these, by place.
    fn choices<T>(&self, a: &Frame, b: &Frame, of: impl FnOnce(&[Option<Self::Choice>]) -> T) -> T;
    /// A bound of the gap from below.
    fn bound(&self) -> Apart;
    /// The gap where nothing touches. There is no normal then, so that no force acts: what a contact has pressed until then is
    /// not to be undone along another direction.
    fn nothing(&self) -> f64;
    /// The touch of the chosen features.
    fn at<D: Num>(&self, choice: &Self::Choice, a: &Place<D>, b: &Place<D>) -> TouchOf<D>;
    /// A number of the choice; the same for all where nothing jumps from one to another.
    fn key(&self, _choice: &Self::Choice) -> u64 {
        0
    }
    /// The choice of a number that `key` gave.
    fn of_key(&self, _key: u64) -> Option<Self::Choice> {
        None
    }
    /// How far features see each other, and both sizes; none where they always do.
    fn sees(&self) -> Option<[f64; 3]> {
        None
    }
    /// What the two bodies are, for drawing.
    fn shapes(&self) -> [Option<Shape>; 2] {
        [None, None]
    }
}

/// What touches: what the frames are to keep, or what is chosen.
fn taken<F: Features>(f: &F, a: &Frame, b: &Frame) -> Option<F::Choice> {
    let held = if a.held == 0 { None } else { f.of_key(a.held) };
    held.or_else(|| f.choices(a, b, |c| c[f.place().0]))
}

/// The touch of a choice, and its change along the motion of the two places; the touch alone where its gap is above `cut` or
/// nothing is there.
fn followed<F: Features>(
    f: &F,
    choice: &Option<F::Choice>,
    (a, b): (&Frame, &Frame),
    [x, y]: &[Place<Dual64>; 2],
    cut: f64,
) -> (Touch, Option<Touch>) {
    let Some(choice) = choice else { return (Touch { g: f.nothing(), ..Touch::default() }, None) };
    if cut < f64::INFINITY {
        let c = f.at(choice, &still(a), &still(b)).part(|x| *x);
        if c.g > cut {
            return (c, None);
        }
    }
    let both = f.at(choice, x, y);
    let c = both.part(|x| x.re);
    (c, (c.n != V3::zeros()).then(|| both.part(|x| x.eps)))
}

fn places(a: &Frame, b: &Frame, z: &Motion) -> [Place<Dual64>; 2] {
    [moving(a, &z.v1, &z.w1), moving(b, &z.v2, &z.w2)]
}

impl<F: Features> Geometry for F {
    fn touch(&self, a: &Frame, b: &Frame) -> Touch {
        match taken(self, a, b) {
            Some(c) => self.at(&c, &still(a), &still(b)).part(|x| *x),
            None => Touch { g: self.nothing(), ..Touch::default() },
        }
    }
    fn derive(&self, a: &Frame, b: &Frame, c: &Touch, z: &Motion) -> Touch {
        let mut change = Touch::default();
        self.derive_each(a, b, c, &mut std::iter::once(*z), &mut |_, d| change = *d);
        change
    }
    fn follow(&self, a: &Frame, b: &Frame, z: &Motion, cut: f64) -> (Touch, Option<Touch>) {
        followed(self, &taken(self, a, b), (a, b), &places(a, b, z), cut)
    }
    fn derive_each(
        &self,
        a: &Frame,
        b: &Frame,
        _c: &Touch,
        z: &mut dyn Iterator<Item = Motion>,
        out: &mut dyn FnMut(&Motion, &Touch),
    ) {
        let Some(choice) = taken(self, a, b) else { return };
        z.for_each(|z| {
            let [x, y] = places(a, b, &z);
            out(&z, &self.at(&choice, &x, &y).part(|x| x.eps));
        });
    }
    fn normal_fixed_in_1(&self) -> bool {
        false
    }
    fn feature(&self, a: &Frame, b: &Frame) -> u64 {
        self.choices(a, b, |c| c[Features::place(self).0].map_or(0, |c| self.key(&c)))
    }
    fn sight(&self) -> Option<[f64; 3]> {
        self.sees()
    }
    fn place(&self) -> (usize, usize) {
        Features::place(self)
    }
    fn search(&self, a: &Frame, b: &Frame, out: &mut [Glance]) {
        self.choices(a, b, |found| {
            for (o, _) in out.iter_mut().zip(found).filter(|(_, c)| c.is_none()) {
                *o = Glance { gap: self.nothing(), there: false };
            }
        });
    }
    fn touches(&self, a: &Frame, b: &Frame, z: &Motion, asked: Asked, out: &mut Each) {
        self.choices(a, b, |found| {
            let places = places(a, b, z);
            for (k, cut) in asked.each() {
                let (c, d) = followed(self, &found[k], (a, b), &places, cut);
                out(k, &c, d.as_ref());
            }
        });
    }
    fn outlines(&self) -> [Option<Shape>; 2] {
        self.shapes()
    }
    fn apart(&self) -> Option<Apart> {
        Some(self.bound())
    }
}

/// The closest points of two lines r_k + s_k e_k: with m = e_1 × e_2 and d = r_2 - r_1,
/// s_1 = d·(e_2 × m)/m², s_2 = d·(e_1 × m)/m². Gives s_1, s_2 and m.
pub(super) fn lines<D: Num>(d: &Vector<D>, e1: &Vector<D>, e2: &Vector<D>) -> (D, D, Vector<D>) {
    let m = e1.cross(e2);
    let q = m.dot(&m).recip();
    (d.dot(&e2.cross(&m)) * q, d.dot(&e1.cross(&m)) * q, m)
}
