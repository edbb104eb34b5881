//! What the system asks of a contact beside its rows, and contacts that one search finds.

use super::geometry::Geometry;
use super::{ContactRows, Touch};
use crate::relation::{motions, rows, Apart, Context, Element, FrameElement, Scratch};
use std::any::Any;

/// Most contacts that one search finds.
pub const MAX_FOUND: usize = 16;

/// What a search tells of a contact.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    /// Gap (m); not a number where that is left to the contact.
    pub gap: f64,
    /// Whether it may press.
    pub there: bool,
}

impl Glance {
    /// Nothing is known.
    pub const UNKNOWN: Self = Glance { gap: f64::NAN, there: true };
}

/// Which of the contacts that one search finds are evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// A bit for each place.
    pub places: u32,
    /// Those among them whose gap may be any.
    pub needed: u32,
    /// The gap above which the others need not give more than it.
    pub cut: f64,
}

impl Asked {
    /// The places, and the gap above which each need not give more than it.
    pub fn each(self) -> impl Iterator<Item = (usize, f64)> {
        let places = (0..MAX_FOUND).filter(move |k| self.places >> k & 1 == 1);
        places.map(move |k| (k, if self.needed >> k & 1 == 1 { f64::INFINITY } else { self.cut }))
    }
}

/// What takes the contacts of one search: place, touch and its change.
pub type Each<'a> = dyn FnMut(usize, &Touch, Option<&Touch>) + 'a;

/// An element as a contact of two bodies.
pub(crate) fn contact(element: &dyn Element) -> Option<&FrameElement<ContactRows>> {
    let any: &dyn Any = element;
    any.downcast_ref()
}

impl FrameElement<ContactRows> {
    fn geometry(&self) -> &dyn Geometry {
        &*self.relation.geometry
    }

    /// A bound of the gap from below.
    pub(crate) fn apart(&self) -> Option<Apart> {
        self.geometry().apart()
    }

    /// A number of the features that touch: where it changes, rows may jump.
    pub(crate) fn feature(&self, c: &Context, s: &mut Scratch) -> u64 {
        let [i, j] = s.frames(c, &self.a, &self.b);
        s.frames[i].held = 0;
        self.geometry().feature(&s.frames[i], &s.frames[j])
    }

    /// The time within which features that do not see each other yet cannot meet.
    pub(crate) fn outlook(&self, c: &Context, s: &mut Scratch) -> f64 {
        let Some([sight, r1, r2]) = self.geometry().sight() else { return f64::INFINITY };
        let [i, j] = s.frames(c, &self.a, &self.b);
        let (a, b) = (&s.frames[i], &s.frames[j]);
        let far = (b.r - a.r).norm() - r1 - r2;
        // a half plane does not turn about a size
        let turn = |w: &crate::frame::V3, r: f64| if r.is_finite() { w.norm() * r } else { 0.0 };
        let speed = (b.v - a.v).norm() + turn(&a.w, r1) + turn(&b.w, r2);
        sight.max(far) / speed
    }

    /// Of contacts that one search finds: its place among them, and their number.
    pub(crate) fn place(&self) -> Option<(usize, usize)> {
        Some(self.geometry().place()).filter(|p| (2..=MAX_FOUND).contains(&p.1))
    }

    /// Whether one search finds both, at places of this number.
    pub(crate) fn found_with(&self, other: &Self) -> bool {
        self.rows() == other.rows() && self.a.stays_at(&other.a) && self.b.stays_at(&other.b)
    }

    /// The search for all contacts of the group.
    pub(crate) fn search(&self, c: &Context, s: &mut Scratch, out: &mut [Glance]) {
        let [i, j] = s.frames(c, &self.a, &self.b);
        self.geometry().search(&s.frames[i], &s.frames[j], out);
    }

    /// g, W and ζ of the contacts of the group that are asked for, where `self` is the first of them. Sees the values of all
    /// one after another; gives those that have no gradient, and g alone.
    pub(crate) fn rows_of_all(
        &self,
        c: &Context,
        s: &mut Scratch,
        asked: Asked,
        g: &mut [f64],
        W: &mut [f64],
        zeta: &mut [f64],
    ) -> u32 {
        let [i, j] = s.frames(c, &self.a, &self.b);
        s.frames[i].held = 0;
        let (a, b) = (&s.frames[i], &s.frames[j]);
        let [z, bias] = motions(a, b);
        let (n, size) = (self.rows(), self.rows() * (a.n + b.n));
        let (w, dw) = (&mut s.w[..n], &mut s.dw[..n]);
        let mut empty = 0;
        self.geometry().touches(a, b, &z, asked, &mut |k, c, d| {
            g[k * n] = c.g;
            let Some(d) = d else {
                empty |= 1 << k;
                return;
            };
            self.relation.wrenches_and_changes(a, c, d, &z.w1, w, dw);
            g[k * n + 1..(k + 1) * n].fill(0.0);
            let (W, zeta) = (&mut W[k * size..(k + 1) * size], &mut zeta[k * n..(k + 1) * n]);
            rows((a, b), (&z, &bias), (w, dw), W, zeta);
        });
        empty
    }
}
