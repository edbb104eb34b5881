//! Where two solids touch: pieces of both with a common normal, as a function of where they are alone.
//!
//! 1. Pairs of pieces whose boxes are near, from the tree of the larger list. Of two convex solids only those that look along their
//!    axis, the direction n in which they are furthest apart: s(n) = n·p - h₁(n) - h₂(-n), see [`super::gjk`].
//! 2. Those with a common normal that both allow, see [`super::patch`]. Some tolerance lets the corners of a face take part that
//!    is not quite parallel to the other; those that need none are strict.
//! 3. Every s(n) is a lower bound of the distance of convex solids: what seems nearer is no contact. Of two that overlap a mesh only the one along the
//!    shorter way out counts, unless both look at each other across a hollow.
//! 4. The rest is thinned out to as many as there are places: the nearest, then whatever is furthest from those chosen.
//!    The place of a contact follows from the pieces, so that it stays while they touch.

use super::gjk::nearest;
use super::meeting::meetings;
use super::patch::{Kind, Meeting};
use super::solid::{Patch, Solid, Straight, STANDING};
use crate::frame::{times, times_transposed, M3, V3};

/// Most contacts of two solids.
pub const MOST: usize = 10;
/// A point this much beside a face, in parts of the smaller size, counts as over it.
const BORDER: f64 = 1e-8;
/// Angle to the axis of two convex solids within which the normals of their contacts are.
const LOOK: f64 = 0.6;
/// What overlaps by more along its best face, in parts of the smaller size, has no axis: there may be a shorter way out. Other solids are
/// moved apart by so much to find it.
const DEEP: f64 = 1e-6;
const APART: f64 = 0.02;
/// Relative tolerance of the distance that proposes the axis.
const PROPOSED: f64 = 1e-2;
/// Pairs of pieces up to which all are tried: that takes less time than the axis does.
const FEW_PAIRS: usize = 100;
/// How far a normal may be off, for edges and for corners on faces.
const LOOSE: f64 = 0.05;
const LEANING: f64 = 0.5;
const STRICT: f64 = 1e-9;
/// Gaps that differ by less, in parts of the border, are the same.
const SAME: f64 = 1e-3;
/// Normals whose product is greater belong to one manifold.
const ALIKE: f64 = 0.95;
/// Contacts of convex solids that are so much further away than the nearest, in parts of their size, do not count.
const AROUND: f64 = 0.2;
/// Contacts of meshes are looked for up to this distance, in parts of the smaller size.
const BAND: f64 = 0.5;
/// Pieces up to which all boxes are looked at, without the tree.
const FEW: usize = 32;
/// What a ring overlaps by less, in parts of its thickness, does overlap.
const RING: f64 = 0.9;
/// Overlaps of a mesh that are further from each other, in parts of their depth, have nothing in common.
const PLACE: f64 = 10.0;
/// Pieces up to which those of the second solid are kept in the axes of the first.
const KEPT: usize = 256;
/// Points of two curves may be so much beside their common normal, in parts of the size.
const OFF: f64 = 1e-6;
/// Added to the number of the second of two crossings.
const SECOND: usize = 1 << 24;
/// Most contacts that are compared with one another.
const MANY: usize = 64;

/// A contact: pieces in the axes of their solids.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// Piece of the first.
    pub one: Kind,
    /// Piece of the second.
    pub two: Kind,
    /// Radius of the first.
    pub r1: f64,
    /// Radius of the second.
    pub r2: f64,
    /// Normal out of the first, in its axes.
    pub n: V3,
    /// Gap.
    pub gap: f64,
    /// Point of the first, in its axes.
    pub x1: V3,
    keys: (usize, usize),
    strict: bool,
}

impl Contact {
    /// Whether both pieces are curves, one of them of a ring.
    pub fn beside_ring(&self) -> bool {
        let curve = |k: &Kind| matches!(k, Kind::Circle { .. } | Kind::Line { .. });
        let ring = |k: &Kind, r: f64| matches!(k, Kind::Circle { .. }) && r > 0.0;
        curve(&self.one)
            && curve(&self.two)
            && (ring(&self.one, self.r1) || ring(&self.two, self.r2))
    }
}

/// The contacts of two solids by place.
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    /// What is in each place.
    pub places: [Option<Contact>; MOST],
}

/// Memory of the search.
#[derive(Debug, Default)]
pub struct Search {
    found: Vec<Contact>,
    near: Vec<usize>,
    moved: Vec<Option<Kind>>,
    /// Pairs of which one is a part of something round: all parts were looked at together.
    done: Vec<(usize, usize)>,
}

/// How many contacts two solids have at most.
pub fn places(one: &Solid, two: &Solid) -> usize {
    use Straight::*;
    let (low, high) = (one.straight.min(two.straight), one.straight.max(two.straight));
    match (low, high) {
        (Nowhere, Ring) | (Along, Ring) | (Ring, Ring) => 4,
        (_, Ring) => 8,
        (Nowhere, Mesh) => 4,
        (Along, Mesh) => 6,
        (_, Mesh) => MOST,
        (Nowhere, _) => 1,
        (Along, _) => 4,
        // its rim beside the points on which it stands
        _ if one.rims || two.rims => MOST,
        _ => 8,
    }
}

/// The smaller radius; of a point none: then a part of the larger.
fn smaller(one: &Solid, two: &Solid) -> f64 {
    match one.radius.min(two.radius) {
        0.0 => 0.05 * one.radius.max(two.radius),
        r => r,
    }
}

/// How far contacts with a mesh are looked for.
pub fn search_band(one: &Solid, two: &Solid) -> Option<f64> {
    (one.straight.max(two.straight) >= Straight::Ring).then(|| BAND * smaller(one, two))
}

/// A box that has been moved; with R also |R|.
fn moved_box(b: &(V3, V3), p: &V3, [R, sizes]: [&M3; 2], by: f64) -> (V3, V3) {
    let c = p + times(R, &((b.0 + b.1) * 0.5));
    let h = times(sizes, &((b.1 - b.0) * 0.5)).add_scalar(by);
    (c - h, c + h)
}

/// The contacts of two solids at the places (r, A).
pub fn touching(
    one: &Solid,
    two: &Solid,
    a: (&V3, &M3),
    b: (&V3, &M3),
    search: &mut Search,
) -> Contacts {
    let mut out = Contacts::default();
    let (p, R) = (a.1.tr_mul(&(b.0 - a.0)), a.1.tr_mul(b.1));
    let small = smaller(one, two);
    let mesh = search_band(one, two).is_some();
    let pair = Pair { one, two, p, R, mesh, border: BORDER * small };
    let axis = pair.axis(small);
    pair.search(axis.as_ref(), search);
    let seen = |found: &[Contact]| {
        found.iter().any(|c| axis.is_none_or(|a| c.gap <= a.high + pair.border))
    };
    if axis.is_some() && !seen(&search.found) {
        // no piece that looks along the axis is as near as the solids are
        pair.search(None, search);
    }
    settle(&mut search.found, places(one, two), small, &mut out);
    out
}

/// The direction in which two convex solids are furthest apart, as far as it is known, and bounds of how far that is.
#[derive(Clone, Copy, Debug)]
struct Axis {
    n: V3,
    low: f64,
    high: f64,
}

/// Whether a piece can touch anything: fixed points of a rim stand on faces alone. R turns its axes into those of the other.
fn stands(p: &Patch, R: &M3, other: &Solid) -> bool {
    match p.kind {
        Kind::RimPoint { e, .. } if other.straight != Straight::Mesh => {
            let e = times(R, &e);
            other.flats.iter().any(|n| n.dot(&e) <= -STANDING)
        }
        _ => true,
    }
}

/// Two pieces that may meet, and what is known of all their common normals.
struct Couple<'a> {
    places: (usize, usize),
    a: &'a Patch,
    b: &'a Patch,
    /// Tolerances of the normals.
    t1: f64,
    t2: f64,
    /// Whether a rim crosses another curve: it does so twice, on both sides of a point along a direction.
    rims: bool,
    middle: V3,
    along: V3,
    /// Lines of which one is a ring's are never nearer than their distance, which has one sign.
    thin: bool,
    /// Whether both are points or curves.
    curves: bool,
}

impl<'a> Couple<'a> {
    fn new(p: &Pair<'a>, places: (usize, usize), moved: &Kind) -> Self {
        let (a, b) = (&p.one.patches[places.0], &p.two.patches[places.1]);
        let flat = [a.kind.conditions(), b.kind.conditions()];
        let middle = |k: &Kind| match k {
            Kind::Segment { c, .. } => *c,
            k => k.centre(),
        };
        let along = match (moved, a.kind) {
            (Kind::Line { e, .. }, _) => *e,
            (_, Kind::Line { e, .. }) => e,
            (_, Kind::Disc { n, c, .. } | Kind::Segment { n, c, .. }) => {
                n.cross(&(middle(moved) - c))
            }
            _ => V3::zeros(),
        };
        let tolerance = |own: &Patch, other: &Kind| match (&own.kind, other.conditions()) {
            _ if own.exact => STRICT,
            (Kind::Point(_), 2) => LEANING,
            (Kind::RimPoint { .. }, _) => 0.0,
            // corners of meshes are where they are nearest; those of others help to lie along each other
            (Kind::Point(_) | Kind::Bead(_), _) | (_, 0) if p.mesh => STRICT,
            _ => LOOSE,
        };
        let both_thin = a.kind.thin() && b.kind.thin();
        Couple {
            places,
            a,
            b,
            t1: tolerance(a, &b.kind),
            t2: tolerance(b, &a.kind),
            rims: flat[0] + flat[1] > 2,
            middle: if flat[0] == 2 { middle(&a.kind) } else { middle(moved) },
            along,
            thin: p.one.straight.max(p.two.straight) == Straight::Ring && both_thin,
            curves: flat[0] + flat[1] < 2 && both_thin,
        }
    }
    /// A face has one normal: whether the other piece has it.
    fn faces(&self, p: &Pair, moved: &Kind) -> bool {
        match (self.a.kind.plane(), moved.plane()) {
            (Some((n, _)), None) => {
                p.two.part(self.places.1, &-times_transposed(&p.R, &n), self.t2).is_some()
            }
            (None, Some((n, _))) => p.one.part(self.places.0, &-n, self.t1).is_some(),
            _ => true,
        }
    }
    fn is_second(&self, m: &Meeting) -> bool {
        self.rims && self.along.dot(&(m.x1 - self.middle)) > 0.0
    }
}

struct Pair<'a> {
    one: &'a Solid,
    two: &'a Solid,
    p: V3,
    R: M3,
    mesh: bool,
    border: f64,
}

impl Pair<'_> {
    /// The axis of two convex solids; none where they overlap deeply.
    fn axis(&self, small: f64) -> Option<Axis> {
        if self.mesh || self.one.patches.len() * self.two.patches.len() <= FEW_PAIRS {
            return None;
        }
        if self.one.is_plane() {
            let s = self.along(&V3::z());
            return Some(Axis { n: V3::z(), low: s, high: s });
        }
        if !(self.one.radius + self.two.radius).is_finite() {
            return None;
        }
        let far = self.p.norm();
        let to = if far > 0.0 { self.p / far } else { V3::z() };
        let apart = |by: V3| {
            let support = |n: &V3| {
                let two = self.two.support(&-times_transposed(&self.R, n));
                let x = self.p + by + times(&self.R, &two) - self.one.support(n);
                (x, [x.x.to_bits(), x.y.to_bits(), x.z.to_bits()])
            };
            nearest(support, &to, self.one.radius + self.two.radius, PROPOSED)
        };
        if let Some(a) = apart(V3::zeros()) {
            return Some(Axis { n: a.n, low: a.low, high: a.high });
        }
        let flats =
            self.one.flats.iter().copied().chain(self.two.flats.iter().map(|n| -(self.R * n)));
        let mut best = (f64::NEG_INFINITY, to);
        for n in flats.chain([to]) {
            let s = self.along(&n);
            if s > best.0 {
                best = (s, n);
            }
        }
        let moved = best.1 * (APART * small - best.0);
        let found = (best.0 > -DEEP * small).then(|| apart(moved)).flatten()?;
        Some(Axis { n: found.n, low: best.0.max(self.along(&found.n)), high: 0.0 })
    }

    /// Contacts of all pieces, or of those that look along the axis.
    fn search(&self, axis: Option<&Axis>, search: &mut Search) {
        let (one, two, p, R) = (self.one, self.two, &self.p, &self.R);
        let Search { found, near, moved, done } = search;
        found.clear();
        done.clear();
        let reach = one.radius + two.radius;
        // of convex solids nothing counts that is much further away than they are
        let mut band = search_band(one, two)
            .unwrap_or_else(|| axis.map_or_else(|| self.apart(), |a| a.high) + LOOSE * reach);
        let back = axis.map(|a| -times_transposed(R, &a.n));
        let (sizes, R2) = (R.abs(), R.transpose());
        let looks1 = |k: usize| {
            let q = &one.patches[k];
            axis.is_none_or(|a| one.looks(q, &a.n, LOOK)) && stands(q, &R2, two)
        };
        let looks2 = |k: usize| {
            let q = &two.patches[k];
            back.is_none_or(|n| two.looks(q, &n, LOOK)) && stands(q, R, one)
        };
        // all pieces of the smaller list that are near the other solid
        if one.patches.len() >= two.patches.len() {
            for k in (0..two.patches.len()).filter(|k| looks2(*k)) {
                let (low, high) = moved_box(&two.boxes[k], p, [R, &sizes], band);
                self.beside(&one.tree, &one.boxes, &low, &high, near);
                if near.is_empty() {
                    continue;
                }
                let moved = two.patches[k].kind.moved(p, R);
                for &j in near.iter().filter(|j| looks1(**j)) {
                    self.pieces((j, k), &moved, &mut band, found, done);
                }
            }
        } else {
            let (p2, sizes) = (-R.tr_mul(p), sizes.transpose());
            let few = two.patches.len() <= KEPT;
            moved.clear();
            moved.resize(if few { two.patches.len() } else { 0 }, None);
            for j in (0..one.patches.len()).filter(|j| looks1(*j)) {
                let (low, high) = moved_box(&one.boxes[j], &p2, [&R2, &sizes], band);
                self.beside(&two.tree, &two.boxes, &low, &high, near);
                for &k in near.iter().filter(|k| looks2(**k)) {
                    let fresh = || two.patches[k].kind.moved(p, R);
                    let kind = match moved.get_mut(k) {
                        Some(kept) => *kept.get_or_insert_with(fresh),
                        None => fresh(),
                    };
                    self.pieces((j, k), &kind, &mut band, found, done);
                }
            }
        }
        found.retain(|c| c.gap <= band);
        self.choose(axis.map_or(f64::NEG_INFINITY, |a| a.low), found);
    }

    /// No more than this they are apart.
    fn apart(&self) -> f64 {
        let far = |s: &Solid, to: &V3| {
            let near = |p: &Patch| (p.kind.centre() - to).norm() - p.r;
            // parts of what is round need not have their middle
            s.patches.iter().filter(|p| !p.exact).map(near).fold(f64::INFINITY, f64::min)
        };
        match self.one.is_plane() {
            true => f64::INFINITY,
            false => far(self.one, &self.p)
                .max(0.0)
                .min(far(self.two, &-self.R.tr_mul(&self.p)).max(0.0)),
        }
    }

    fn beside(
        &self,
        tree: &crate::collision::tree::Tree,
        boxes: &[(V3, V3)],
        low: &V3,
        high: &V3,
        near: &mut Vec<usize>,
    ) {
        near.clear();
        let meets = |(l, h): &(V3, V3)| (0..3).all(|i| l[i] <= high[i] && h[i] >= low[i]);
        if boxes.len() <= FEW {
            near.extend((0..boxes.len()).filter(|k| meets(&boxes[*k])));
            return;
        }
        tree.query(low, high, |k| {
            if meets(&boxes[k]) {
                near.push(k);
            }
        });
        near.sort_unstable();
    }

    /// The common normals of two pieces; where they are parts of something round, of all its parts.
    fn pieces(
        &self,
        places: (usize, usize),
        moved: &Kind,
        band: &mut f64,
        found: &mut Vec<Contact>,
        done: &mut Vec<(usize, usize)>,
    ) {
        let (i, j) = (self.one.parts(places.0).first(), self.two.parts(places.1).first());
        if i.or(j).is_some() {
            let pair = (*i.unwrap_or(&places.0), *j.unwrap_or(&places.1));
            if done.contains(&pair) {
                return;
            }
            done.push(pair);
        }
        let couple = Couple::new(self, places, moved);
        if !couple.faces(self, moved) {
            return;
        }
        let most = *band + couple.a.r + couple.b.r;
        meetings(&couple.a.kind, moved, self.border, most, &mut |m: Meeting| {
            self.take(&couple, moved, &m, band, found)
        });
    }

    /// Takes a common normal as a contact if both pieces have it. `band` is how near a contact has to be.
    fn take(
        &self,
        c: &Couple,
        moved: &Kind,
        m: &Meeting,
        band: &mut f64,
        found: &mut Vec<Contact>,
    ) -> bool {
        let gap = m.s - c.a.r - c.b.r;
        let back = -times_transposed(&self.R, &m.n);
        // uphill to the axis of a rim that lies flat there is no summit: the points are not along the normal
        let off = OFF * (self.one.radius + self.two.radius);
        let astray = c.curves && (m.x2 - m.x1 - m.n * m.s).norm() >= off;
        if c.thin && m.s < 0.0 || astray || gap.is_nan() || gap > *band {
            return false;
        }
        let (Some(a), Some(b)) =
            (self.one.part(c.places.0, &m.n, c.t1), self.two.part(c.places.1, &back, c.t2))
        else {
            return false;
        };
        let keys = (a.key, b.key + if c.is_second(m) { SECOND } else { 0 });
        // a ring may touch twice along nearly one normal
        let wide = if a.kind.inner() || b.kind.inner() { self.border } else { f64::INFINITY };
        let again =
            |f: &Contact| f.keys == keys && f.n.dot(&m.n) > ALIKE && (f.x1 - m.x1).norm() <= wide;
        if found.iter().any(again) {
            return true;
        }
        // fixed points of a rim may be further away than its lowest one
        let real = |k: &Kind| !matches!(k, Kind::RimPoint { .. });
        let strict = real(&a.kind)
            && real(&b.kind)
            && !(c.rims && (a.kind.inward(&m.x1, &m.n) || moved.inward(&m.x2, &-m.n)))
            && self.one.allows(a, &m.n, STRICT)
            && self.two.allows(b, &back, STRICT);
        // what seems to overlap may be far away on its other side
        if strict && !self.mesh && gap >= -self.border {
            *band = band.min(gap.max(0.0) + AROUND * (self.one.radius + self.two.radius));
        }
        let (one, two, r1, r2) = (a.kind, b.kind, a.r, b.r);
        found.push(Contact { one, two, r1, r2, n: m.n, gap, keys, x1: m.x1, strict });
        true
    }

    /// How far the two are apart along a direction.
    fn along(&self, n: &V3) -> f64 {
        n.dot(&self.p) - self.one.reach(n) - self.two.reach(&-self.R.tr_mul(n))
    }

    /// Leaves out what only seems to be near; the solids are apart by `low` at least.
    fn choose(&self, low: f64, found: &mut Vec<Contact>) {
        if !self.mesh {
            let bound = found.iter().map(|c| self.along(&c.n)).fold(low, f64::max);
            let slack = if bound > 0.0 { SAME * self.border } else { self.border };
            found.retain(|c| c.gap > bound - slack);
        }
        found.sort_by(|a, b| a.gap.total_cmp(&b.gap).then(a.keys.cmp(&b.keys)));
        // of very many the nearest
        if found.len() > MANY {
            let deep = found.iter().position(|c| c.gap >= 0.0).unwrap_or(found.len());
            found.truncate(MANY.max(deep).min(4 * MANY));
        }
        // a rim that is not quite flat may be nearest to an edge where the two cross
        let curved = |c: &Contact| c.one.conditions() + c.two.conditions();
        if found.iter().any(|c| curved(c) > 2) {
            for k in (0..found.len()).rev() {
                let c = found[k];
                let same = |o: &Contact| {
                    curved(o) > 2
                        && (o.x1 - c.x1).norm() < 100.0 * self.border
                        && o.n.dot(&c.n) > ALIKE
                };
                if curved(&c) < 2 && c.one.thin() && c.two.thin() && found.iter().any(same) {
                    found.remove(k);
                }
            }
        }
        if self.mesh {
            self.shorter_ways_out(found);
        }
    }

    /// Of what overlaps the contacts along the shorter ways out, sorted by gap.
    fn shorter_ways_out(&self, found: &mut Vec<Contact>) {
        let mut k = 0;
        while k < found.len() && found[k].gap < 0.0 {
            let c = found[k];
            // two pieces of which one is a ring's are where they are nearest; in a hole there is no other side
            let bore = matches!(c.one, Kind::Bore { .. }) || matches!(c.two, Kind::Bore { .. });
            let of =
                |s: &Solid, r: f64| if s.straight == Straight::Ring && !bore { r } else { 0.0 };
            let ring = of(self.one, c.r1) + of(self.two, c.r2);
            // and what overlaps a mesh by its rounding alone does so wherever else it is near
            let round = match c.strict && !bore {
                true => c.r1.max(self.one.round) + c.r2.max(self.two.round),
                false => 0.0,
            };
            let whole = if ring > 0.0 { RING * ring.max(round) } else { round - self.border };
            if c.gap > -whole {
                k += 1;
                continue;
            }
            let hollow = |o: &Contact| {
                let way = o.x1 - c.x1;
                ring == 0.0 && c.n.dot(&way) > self.border && o.n.dot(&way) < -self.border
            };
            let other = |o: &Contact| ring > 0.0 || o.n.dot(&c.n) < ALIKE;
            // what overlaps a mesh in one place says nothing of another
            let same =
                |o: &Contact| ring > 0.0 || bore || (o.x1 - c.x1).norm() <= PLACE * c.gap.abs();
            let better =
                |o: &Contact| o.strict && o.gap > c.gap && other(o) && same(o) && !hollow(o);
            if found[k + 1..].iter().any(better) {
                found.remove(k);
            } else {
                k += 1;
            }
        }
    }
}

/// Contacts into their places; where there are too many, the nearest and those furthest apart.
fn settle(found: &mut [Contact], count: usize, size: f64, out: &mut Contacts) {
    let mut n = found.len().min(1);
    while n < found.len() && n < count {
        let (chosen, rest) = found.split_at(n);
        let far = |c: &Contact| {
            let from = |o: &Contact| {
                (c.x1 - o.x1).norm_squared() + size * size * (c.n - o.n).norm_squared()
            };
            chosen.iter().map(from).fold(f64::INFINITY, f64::min)
        };
        // of those as far the first
        let best = (0..rest.len()).fold((0, -1.0), |best, k| {
            let d = far(&rest[k]);
            if d > best.1 * (1.0 + 1e-9) {
                (k, d)
            } else {
                best
            }
        });
        found.swap(n, n + best.0);
        n += 1;
    }
    found[..n].sort_by_key(|c| (c.keys.1, c.keys.0));
    for c in &found[..n] {
        let wanted = (c.keys.0 + 3 * c.keys.1) % count;
        let free = (0..count).map(|k| (wanted + k) % count).find(|k| out.places[*k].is_none());
        if let Some(k) = free {
            out.places[k] = Some(*c);
        }
    }
}
