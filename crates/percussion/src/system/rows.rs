//! Evaluation of the rows: g, W and ζ of every element, or of those that are near.
//!
//! The contacts of two shapes follow each other. The first of them makes the search for all, and evaluates those that count
//! at once; of the others nothing is looked at, neither the element nor its place.

use super::{near, ElementSlot, Eval, RowKind, System};
use crate::collision::contacts::{contact, Asked, Glance, MAX_FOUND};
use crate::relation::{Context, Scratch};

#[doc(hidden)]
impl System {
    /// Evaluate g, W and ζ; of u only ζ depends.
    pub fn evaluate_rows(&self, t: f64, q: &[f64], u: &[f64], ev: &mut Eval) {
        ev.t = t;
        self.find_near(t, q, u, ev);
        self.evaluate_elements(t, q, u, ev, |_| true);
    }

    /// The same of joints alone; contacts and friction stay as they are.
    pub fn evaluate_joints(&self, t: f64, q: &[f64], u: &[f64], ev: &mut Eval) {
        let joint = |k: &RowKind| matches!(k, RowKind::Position | RowKind::Velocity);
        self.evaluate_elements(t, q, u, ev, |e| self.kinds[e.rows.clone()].iter().any(joint));
    }

    fn evaluate_elements(
        &self,
        t: f64,
        q: &[f64],
        u: &[f64],
        ev: &mut Eval,
        wanted: impl Fn(&ElementSlot) -> bool,
    ) {
        ev.u[..self.nu].copy_from_slice(&u[..self.nu]);
        let Eval { u, g, W, zeta, frames, near, far, needed, empty, held, .. } = ev;
        frames.share(true);
        let mut rows = Rows {
            sys: self,
            c: Context { t, q, u, bodies: &self.bodies },
            many: near.is_some(),
            values: Values { g, W, zeta },
            frames,
            far,
            empty,
            needed,
            held,
        };
        let all = near.as_ref().map_or(self.elements.len(), |n| n.elements.len());
        let mut at = 0;
        while at < all {
            let k = near.as_ref().map_or(at, |n| n.elements[at]);
            let slot = &self.elements[k];
            at += slot.found.max(1);
            // in the plane a joint may have no rows left
            if slot.rows.is_empty() || !wanted(slot) {
                continue;
            }
            match slot.found {
                0 => rows.alone(k, false),
                _ => rows.together(k),
            }
        }
        frames.share(false);
    }

    /// Row r is not empty any more: its values were set by others.
    pub fn wake(&self, ev: &mut Eval, r: usize) {
        let k = self.row_element[r];
        if ev.empty.get(k).is_some_and(|empty| *empty) {
            ev.empty[k] = false;
            ev.far[self.elements[k].rows.clone()].fill(false);
        }
    }
}

struct Values<'a> {
    g: &'a mut [f64],
    W: &'a mut [f64],
    zeta: &'a mut [f64],
}

/// What is written, by row or element. (`far` and `empty` have no entries where nothing is left out.)
struct Rows<'a> {
    sys: &'a System,
    c: Context<'a>,
    many: bool,
    values: Values<'a>,
    frames: &'a mut Scratch,
    far: &'a mut [bool],
    empty: &'a mut [bool],
    needed: &'a [bool],
    held: &'a [u64],
}

impl Rows<'_> {
    /// The gap above which the contact of a row is empty where it does not press.
    fn cut(&self, row: usize) -> f64 {
        match self.sys.kinds[row] {
            RowKind::Normal(c) if self.many => near::CUT * self.sys.sizes[c],
            _ => f64::INFINITY,
        }
    }

    fn is_needed(&self, k: usize) -> bool {
        !self.many || self.needed[k]
    }

    /// One element; `again` where it sits as the last one did.
    fn alone(&mut self, k: usize, again: bool) {
        let e = &self.sys.elements[k];
        let (r, w) = (e.rows.clone(), e.w..e.w + e.dofs.len() * e.rows.len());
        self.frames.held = self.held.get(r.start).copied().unwrap_or(0);
        self.frames.cut = if self.is_needed(k) { f64::INFINITY } else { self.cut(r.start) };
        (self.frames.again, self.frames.empty) = (again, false);
        let Values { g, W, zeta } = &mut self.values;
        e.element.first(&self.c, self.frames, &mut g[r.clone()], &mut W[w], &mut zeta[r]);
        self.settle(k, self.frames.empty);
    }

    /// The contacts that one search finds: the element k and those after it.
    fn together(&mut self, k: usize) {
        let e = &self.sys.elements[k];
        let Some(group) = contact(&*e.element) else { return };
        let (n, size, width) = (e.found, e.rows.len(), e.rows.len() * e.dofs.len());
        let mut told = [Glance::UNKNOWN; MAX_FOUND];
        self.frames.again = false;
        group.search(&self.c, self.frames, &mut told[..n]);
        let row = |j: usize| e.rows.start + j * size;
        let mut asked = Asked { places: 0, needed: 0, cut: self.cut(row(0)) };
        let mut kept = 0;
        for (j, seen) in told[..n].iter().enumerate() {
            let needed = self.is_needed(k + j);
            // a gap that was not told is not a number
            let far = seen.gap > asked.cut;
            if self.held.get(row(j)).is_some_and(|h| *h != 0) {
                kept |= 1 << j;
            } else if seen.there && (needed || !far) {
                asked.places |= 1 << j;
                asked.needed |= u32::from(needed) << j;
            }
        }
        let (rows, w) = (row(0)..row(n), e.w..e.w + n * width);
        let Values { g, W, zeta } = &mut self.values;
        let mut left = !(asked.places | kept);
        if asked.places != 0 {
            let (g, W, zeta) = (&mut g[rows.clone()], &mut W[w], &mut zeta[rows]);
            self.frames.again = true;
            left |= group.rows_of_all(&self.c, self.frames, asked, g, W, zeta);
        }
        for (j, seen) in told[..n].iter().enumerate() {
            let (at, bit) = (row(j), 1 << j);
            if kept & bit != 0 {
                self.alone(k + j, true);
                continue;
            }
            let empty = left & bit != 0;
            if asked.places & bit == 0 {
                self.values.g[at] = seen.gap;
            }
            if self.empty.get(k + j) != Some(&empty) || !empty && self.far[at] {
                self.settle(k + j, empty);
            }
        }
    }

    /// What was found of an element: its rows have values, or are empty but for the gap.
    fn settle(&mut self, k: usize, empty: bool) {
        let e = &self.sys.elements[k];
        let (r, leaves) = (e.rows.clone(), !self.far.is_empty());
        if empty && !(leaves && self.far[r.start]) {
            self.values.g[r.start + 1..r.end].fill(0.0);
            self.values.W[e.w..e.w + e.dofs.len() * r.len()].fill(0.0);
            self.values.zeta[r.clone()].fill(0.0);
        }
        if leaves {
            self.empty[k] = empty;
            if self.far[r.start] != empty {
                self.far[r].fill(empty);
            }
        }
    }
}
