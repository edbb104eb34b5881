//! Which contacts are near: only they are evaluated where there are many.
//!
//! The gap of a contact between two rigid bodies, or of one with the world, is bounded from below by
//! where their centres are ([`Apart`]). A contact whose bound is above a tenth of its reach (the size
//! of the two shapes about their centres) is far: its gap counts as that bound, its gradient is
//! empty. The list is made with a margin and stands until a centre has moved by half of that, so that
//! most evaluations do nothing at all for far contacts. Contacts are told apart pair by pair of
//! bodies: the eight of two boxes cost one distance.
//!
//! Of the near ones those whose features are not there, and where there are many those that do not press and whose own gap is
//! greater than [`CUT`] of their size, are empty in the same sense; their gap is the true one.

use super::{Eval, System};
use crate::collision::contacts::contact;
use crate::frame::{Anchor, Frame, V3};
use crate::memory::remember;
use crate::relation::{Apart, Context, Element, Scratch};
use std::ops::Range;

/// What is near, in parts of a pair's reach.
const BAND: f64 = 0.1;
/// The gap above which a contact that does not press is empty, in parts of its size.
pub(super) const CUT: f64 = 0.2;
/// The margin of the list, in parts of the mean reach.
const MARGIN: f64 = 0.1;
/// Mean sizes of the contacts that make the length by which tolerances are measured.
pub(super) const SIZES: f64 = 2.5;
/// Pairs up to which all contacts are evaluated always.
const FEW: usize = 24;

/// Neighbouring contact elements between the same two bodies.
#[derive(Clone)]
pub(super) struct Pair {
    bound: Bound,
    reach: f64,
    elements: Range<usize>,
}

/// Distance of two bodies' centres, of a centre from a point, of a centre from a plane.
#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Bodies(usize, usize),
    Point(V3, usize),
    Plane(V3, f64, usize),
}

impl Pair {
    fn of(element: &dyn Element, rigid: impl Fn(usize) -> bool) -> Option<(Bound, f64)> {
        let contact = contact(element)?;
        let (a, b, apart) = (&contact.a, &contact.b, contact.apart()?);
        let still = |x: &Anchor| x.drive.is_none() && x.body.is_none_or(&rigid);
        if !still(a) || !still(b) {
            return None;
        }
        match (apart, a.body, b.body) {
            (Apart::Spheres(reach), Some(i), Some(j)) => {
                Some((Bound::Bodies(i.min(j), i.max(j)), reach + a.rho.norm() + b.rho.norm()))
            }
            (Apart::Spheres(reach), None, Some(j)) => {
                Some((Bound::Point(a.rho, j), reach + b.rho.norm()))
            }
            (Apart::Spheres(reach), Some(i), None) => {
                Some((Bound::Point(b.rho, i), reach + a.rho.norm()))
            }
            (Apart::Plane(reach), None, Some(j)) => {
                let n: V3 = a.R.column(2).into();
                Some((Bound::Plane(n, n.dot(&a.rho), j), reach + b.rho.norm()))
            }
            _ => None,
        }
    }

    /// Its bodies.
    pub fn bodies(&self) -> [Option<usize>; 2] {
        match self.bound {
            Bound::Bodies(i, j) => [Some(i), Some(j)],
            Bound::Point(_, j) | Bound::Plane(_, _, j) => [None, Some(j)],
        }
    }
    /// The size of both shapes about the centres.
    pub fn reach(&self) -> f64 {
        self.reach
    }
    /// Its elements.
    pub fn elements(&self) -> Range<usize> {
        self.elements.clone()
    }
    /// The element after its last.
    pub fn end(&self) -> usize {
        self.elements.end
    }

    /// A bound of the gaps from below.
    fn gap(&self, centres: &[V3]) -> f64 {
        let distance = match self.bound {
            Bound::Bodies(i, j) => (centres[j] - centres[i]).norm(),
            Bound::Point(p, j) => (centres[j] - p).norm(),
            Bound::Plane(n, d, j) => n.dot(&centres[j]) - d,
        };
        distance - self.reach
    }
}

/// The list of an evaluation.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    /// Elements to be evaluated.
    pub elements: Vec<usize>,
    /// Centres now, and when the list was made.
    centres: Vec<V3>,
    at: Vec<V3>,
    close: Vec<bool>,
    held: Vec<bool>,
    margin: f64,
}
remember!(Near { elements, centres, at, close, held, margin });

/// Appends a contact element to the pair before it, or begins a new one.
pub(super) fn pair_up(
    pairs: &mut Vec<Pair>,
    k: usize,
    e: &dyn Element,
    rigid: impl Fn(usize) -> bool,
) {
    let Some((bound, reach)) = Pair::of(e, rigid) else { return };
    match pairs.last_mut() {
        Some(p) if p.elements.end == k && p.bound == bound => {
            p.elements.end = k + 1;
            p.reach = p.reach.max(reach);
        }
        _ => pairs.push(Pair { bound, reach, elements: k..k + 1 }),
    }
}

impl System {
    /// Whether there are so many contacts that schemes evaluate the near ones alone.
    pub(crate) fn leaves_out_far(&self) -> bool {
        self.pairs.len() > FEW
    }

    /// A workspace in which far contacts are not evaluated, where there are many of them: their gaps
    /// are bounds from below, their rows are empty. See [`System::far_gaps`].
    pub fn eval_near(&self) -> Eval {
        let mut ev = self.eval();
        ev.far = vec![false; self.nr];
        ev.needed = vec![true; self.elements.len()];
        ev.empty = vec![false; self.elements.len()];
        if self.leaves_out_far() {
            let reach: f64 = self.pairs.iter().map(|p| p.reach).sum();
            ev.near = Some(Box::new(Near {
                close: vec![true; self.pairs.len()],
                held: vec![false; self.pairs.len()],
                margin: MARGIN * reach / self.pairs.len() as f64,
                ..Near::default()
            }));
        }
        ev
    }

    /// The size of the shapes of a contact about the centres of their bodies; where none is known,
    /// that of the others, or one.
    pub fn contact_size(&self, contact: usize) -> f64 {
        self.sizes[contact]
    }

    /// What tolerances of lengths are measured by: some times the mean size of the contacts, whatever the unit of length;
    /// one where no size is known.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// The gap up to which a contact counts as closed where its sign is no more than round-off: a
    /// small part of its size, and less than what tells features of a shape apart.
    pub fn band(&self, contact: usize) -> f64 {
        1e-10 * self.sizes[contact]
    }

    /// Whether a body, or a node of it, begins with this velocity.
    pub(crate) fn starts_block(&self, d: usize) -> bool {
        let at = self.bodies.partition_point(|b| b.u.end <= d);
        self.bodies.get(at).is_none_or(|b| {
            let (n, nodes) = (b.u.len(), b.body.nodes());
            let size = if nodes > 0 && n.is_multiple_of(nodes) { n / nodes } else { 1 };
            (d - b.u.start).is_multiple_of(size.clamp(1, 12))
        })
    }

    /// Sizes of all contacts, once they are paired.
    pub(super) fn find_sizes(&mut self) {
        // a cylinder without ends has no size
        let known = |p: &&Pair| p.reach > 0.0 && p.reach.is_finite();
        let reach = self.pairs.iter().filter(known).map(|p| p.reach).fold(0.0, f64::max);
        let usual = if reach > 0.0 { reach } else { 1.0 };
        let (sum, count) =
            self.pairs.iter().filter(known).fold((0.0, 0.0), |(s, n), p| (s + p.reach, n + 1.0));
        self.length = if count > 0.0 { SIZES * sum / count } else { 1.0 };
        self.sizes = vec![usual; self.contacts.len()];
        for p in self.pairs.iter().filter(known) {
            for e in &self.elements[p.elements.clone()] {
                if let super::RowKind::Normal(c) = self.kinds[e.rows.start] {
                    self.sizes[c] = p.reach;
                }
            }
        }
    }

    /// Renews the list of near contacts where a body has moved too far.
    pub(super) fn find_near(&self, t: f64, q: &[f64], u: &[f64], ev: &mut Eval) {
        let Some(near) = &mut ev.near else { return };
        near.centres.clear();
        let mut frame = Frame::default();
        for b in &self.bodies {
            b.body.frame(t, &q[b.q.clone()], &u[b.u.clone()], 0, &mut frame);
            near.centres.push(frame.r);
        }
        let most = 0.25 * near.margin * near.margin;
        let still = |(a, b): (&V3, &V3)| (a - b).norm_squared() <= most;
        if near.at.len() == near.centres.len() && near.centres.iter().zip(&near.at).all(still) {
            return;
        }
        near.at.clone_from(&near.centres);
        near.elements.clear();
        near.elements.extend(&self.unpaired);
        for (k, p) in self.pairs.iter().enumerate() {
            let gap = p.gap(&near.centres);
            // a gap that is not a number counts as near
            let far = gap > BAND * p.reach + near.margin;
            let close = near.held[k] || !far;
            if close {
                near.elements.extend(p.elements.clone());
            }
            if close == near.close[k] {
                continue;
            }
            near.close[k] = close;
            for e in &self.elements[p.elements.clone()] {
                for r in e.rows.clone() {
                    (ev.far[r], ev.g[r], ev.zeta[r]) = (!close, 0.0, 0.0);
                }
                ev.empty[self.row_element[e.rows.start]] = false;
                ev.g[e.rows.start] = gap;
            }
        }
    }

    /// Contacts with a row for which `needed` holds are evaluated wherever they are.
    pub fn hold_near(&self, ev: &mut Eval, needed: impl Fn(usize) -> bool) {
        if ev.needed.is_empty() {
            return;
        }
        for (k, p) in self.pairs.iter().enumerate() {
            if ev.near.as_ref().is_some_and(|near| !near.close[k]) {
                continue;
            }
            let mut any = false;
            for e in p.elements.clone() {
                ev.needed[e] = self.elements[e].rows.clone().any(&needed);
                any |= ev.needed[e];
            }
            if let Some(near) = &mut ev.near {
                near.held[k] = any;
            }
        }
    }

    /// The true gaps of the contacts that were far at this evaluation.
    pub fn far_gaps(&self, ev: &Eval, q: &[f64], gaps: &mut [f64]) {
        let Some(near) = &ev.near else { return };
        let c = Context { t: ev.t, q, u: &ev.u, bodies: &self.bodies };
        let mut scratch = Scratch::default();
        let (mut g, mut zeta) = (Vec::new(), Vec::new());
        let mut W = Vec::new();
        for (p, _) in self.pairs.iter().zip(&near.close).filter(|(_, close)| !**close) {
            for e in &self.elements[p.elements.clone()] {
                let super::RowKind::Normal(contact) = self.kinds[e.rows.start] else { continue };
                let n = e.rows.len();
                g.resize(n, 0.0);
                zeta.resize(n, 0.0);
                W.resize(n * e.dofs.len(), 0.0);
                e.element.first(&c, &mut scratch, &mut g, &mut W, &mut zeta);
                gaps[contact] = g[0];
            }
        }
    }
}
