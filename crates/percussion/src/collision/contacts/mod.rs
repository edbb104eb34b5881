//! Contacts: a normal row and, with friction, one to three rows of sliding velocity.
//!
//! A geometry gives the gap, the normal n (from body 1 towards body 2) and the offsets c1, c2 from
//! the two frames' origins to the contact point. The contact point is not a material point: the
//! wrenches act at it, and their derivatives carry its motion.

mod features;
mod function;
mod geometry;
mod group;
mod hull;
mod last;
mod outline;
mod patches;

pub use function::{FunctionConstraint, FunctionContact, GapFunction};
pub use geometry::{
    Geometry, RimOnPlane, SphereInCone, SphereInCylinder, SphereInSphere, SphereOnCylinder,
    SphereOnPlane, SphereOnSphere,
};
pub(crate) use group::{contact, MAX_FOUND};
pub use group::{Asked, Each, Glance};
pub use hull::{HullOnHull, HullOnPlane, HullPair};
pub use outline::OutlineOnOutline;
pub use patches::{SolidOnSolid, SolidPair};

use crate::frame::{tangents, Frame, V3};
use crate::joints::Primitive;
use crate::picture::Shape;
use crate::relation::{Motion, Relation, Wrench, MAX_ROWS};
use num_dual::Dual64;

/// The point where two bodies touch, or the change of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Touch {
    /// Gap (m).
    pub g: f64,
    /// Unit normal from body 1 to body 2.
    pub n: V3,
    /// From origin 1 to the contact point (m).
    pub c1: V3,
    /// From origin 2 to the contact point (m).
    pub c2: V3,
    /// A unit tangent, or zero: then the tangents are chosen from the normal.
    pub t: V3,
}

/// Which sliding velocities a contact has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tangents {
    /// None: frictionless.
    None,
    /// One, in the x-y plane: t = n × e_z.
    Planar,
    /// Two.
    Spatial,
    /// Two, and drilling: (3π/16) × contact radius × n·ω (Coulomb-Contensou).
    Contensou(f64),
}

impl Tangents {
    /// Number of friction rows.
    pub fn count(&self) -> usize {
        match self {
            Tangents::None => 0,
            Tangents::Planar => 1,
            Tangents::Spatial => 2,
            Tangents::Contensou(_) => 3,
        }
    }
}

/// The rows of a contact: normal, then friction.
pub struct ContactRows {
    /// Geometry.
    pub geometry: Box<dyn Geometry>,
    /// Friction rows.
    pub tangents: Tangents,
}

impl ContactRows {
    /// Two tangents and their change: those of the geometry if it has any, axes of frame 1 where
    /// the normal is fixed in it, otherwise a basis that follows the normal.
    fn tangents(&self, a: &Frame, c: &Touch, d: &Touch, w1: &V3) -> [(V3, V3); 2] {
        let (n, dn) = (&c.n, &d.n);
        if c.t != V3::zeros() {
            [(c.t, d.t), (n.cross(&c.t), dn.cross(&c.t) + n.cross(&d.t))]
        } else if self.geometry.normal_fixed_in_1() {
            [0, 1].map(|k| {
                let t: V3 = a.A.column(k).into();
                (t, w1.cross(&t))
            })
        } else {
            let d = |i: usize| Dual64::new(n[i], dn[i]);
            let both = tangents([d(0), d(1), d(2)]);
            both.map(|t| (V3::from(t.map(|v| v.re)), V3::from(t.map(|v| v.eps))))
        }
    }

    /// Directions of the forces at the contact point, and their change: the normal and the tangents.
    /// (Where friction was dropped there is one row.)
    fn directions(&self, rows: usize, a: &Frame, c: &Touch, d: &Touch, w1: &V3) -> [(V3, V3); 3] {
        let (n, none) = ((c.n, d.n), (V3::zeros(), V3::zeros()));
        match self.tangents {
            _ if rows == 1 => [n, none, none],
            Tangents::None => [n, none, none],
            Tangents::Planar => [n, (c.n.cross(&V3::z()), d.n.cross(&V3::z())), none],
            Tangents::Spatial | Tangents::Contensou(_) => {
                let [t1, t2] = self.tangents(a, c, d, w1);
                [n, t1, t2]
            }
        }
    }

    fn wrenches(&self, c: &Touch, list: &[(V3, V3); 3], w: &mut [Wrench]) {
        w.iter_mut().zip(list).for_each(|(w, (t, _))| *w = Wrench::pair(*t, c.c1, c.c2));
        if let (Tangents::Contensou(radius), Some(w)) = (self.tangents, w.get_mut(3)) {
            *w = Wrench::couple(c.n * drill(radius));
        }
    }

    fn wrenches_and_changes(
        &self,
        a: &Frame,
        c: &Touch,
        d: &Touch,
        w1: &V3,
        w: &mut [Wrench],
        dw: &mut [Wrench],
    ) {
        let list = self.directions(w.len(), a, c, d, w1);
        self.wrenches(c, &list, w);
        self.changes(c, d, &list, dw);
    }

    fn changes(&self, c: &Touch, d: &Touch, list: &[(V3, V3); 3], dw: &mut [Wrench]) {
        dw.iter_mut().zip(list).for_each(|(dw, (t, dt))| *dw = pair_change(c, d, t, dt));
        if let (Tangents::Contensou(radius), Some(dw)) = (self.tangents, dw.get_mut(3)) {
            *dw = Wrench::couple(d.n * drill(radius));
        }
    }
}

impl Relation for ContactRows {
    fn rows(&self) -> usize {
        1 + self.tangents.count()
    }
    fn evaluate(&self, a: &Frame, b: &Frame, g: &mut [f64], w: &mut [Wrench]) {
        let c = self.geometry.touch(a, b);
        g.fill(0.0);
        g[0] = c.g;
        if c.n == V3::zeros() {
            w.fill(Wrench::default());
            return;
        }
        self.wrenches(&c, &self.directions(w.len(), a, &c, &Touch::default(), &V3::zeros()), w);
    }
    fn follow(
        &self,
        (a, b): (&Frame, &Frame),
        z: &Motion,
        cut: f64,
        g: &mut [f64],
        w: &mut [Wrench],
        dw: &mut [Wrench],
    ) -> bool {
        let (c, d) = self.geometry.follow(a, b, z, cut);
        g.fill(0.0);
        g[0] = c.g;
        let Some(d) = d else { return false };
        self.wrenches_and_changes(a, &c, &d, &z.w1, w, dw);
        true
    }
    fn point(&self, a: &Frame, b: &Frame) -> V3 {
        let c = self.geometry.touch(a, b);
        0.5 * (a.r + c.c1 + b.r + c.c2)
    }
    fn sketch(&self) -> (&'static str, Option<Shape>, Option<Shape>) {
        let [a, b] = self.geometry.outlines();
        ("contact", a, b)
    }
    fn derive(&self, a: &Frame, b: &Frame, z: &Motion, dw: &mut [Wrench]) {
        let c = self.geometry.touch(a, b);
        if c.n == V3::zeros() {
            dw.fill(Wrench::default());
            return;
        }
        let d = self.geometry.derive(a, b, &c, z);
        self.changes(&c, &d, &self.directions(dw.len(), a, &c, &d, &z.w1), dw);
    }
    fn derive_each(
        &self,
        a: &Frame,
        b: &Frame,
        z: &mut dyn Iterator<Item = Motion>,
        out: &mut dyn FnMut(usize, &[Wrench]),
    ) {
        let c = self.geometry.touch(a, b);
        if c.n == V3::zeros() {
            return;
        }
        let (mut dw, mut j) = ([Wrench::default(); MAX_ROWS], 0);
        let dw = &mut dw[..self.rows()];
        self.geometry.derive_each(a, b, &c, z, &mut |z, d| {
            self.changes(&c, d, &self.directions(dw.len(), a, &c, d, &z.w1), dw);
            out(j, dw);
            j += 1;
        });
    }
}

fn drill(radius: f64) -> f64 {
    3.0 * std::f64::consts::PI / 16.0 * radius
}

/// Change of a pair of forces `t` at the contact point.
#[inline]
fn pair_change(c: &Touch, d: &Touch, t: &V3, dt: &V3) -> Wrench {
    Wrench {
        f1: -dt,
        m1: -(d.c1.cross(t) + c.c1.cross(dt)),
        f2: *dt,
        m2: d.c2.cross(t) + c.c2.cross(dt),
    }
}

/// A stop of a joint coordinate: g_N = ±(coordinate - limit).
#[derive(Clone, Debug)]
pub struct Stop {
    /// The coordinate: an angle, a displacement or a distance.
    pub primitive: Primitive,
    /// The limit (m or rad).
    pub limit: f64,
    /// Whether the limit is the largest value (else the smallest).
    pub upper: bool,
}

impl Stop {
    fn sign(&self) -> f64 {
        if self.upper {
            -1.0
        } else {
            1.0
        }
    }
}

fn scale(w: Wrench, s: f64) -> Wrench {
    Wrench { f1: w.f1 * s, m1: w.m1 * s, f2: w.f2 * s, m2: w.m2 * s }
}

impl Relation for Stop {
    fn rows(&self) -> usize {
        1
    }
    fn sketch(&self) -> (&'static str, Option<Shape>, Option<Shape>) {
        ("stop", None, None)
    }
    fn evaluate(&self, a: &Frame, b: &Frame, g: &mut [f64], w: &mut [Wrench]) {
        let (v, p) = self.primitive.evaluate(a, b);
        g[0] = self.sign() * (v - self.limit);
        w[0] = scale(p, self.sign());
    }
    fn derive(&self, a: &Frame, b: &Frame, z: &Motion, dw: &mut [Wrench]) {
        dw[0] = scale(self.primitive.derive(a, b, z), self.sign());
    }
}
