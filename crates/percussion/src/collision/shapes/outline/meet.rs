//! Where two outlines are near each other: pairs of features whose common normal lies within both.
//!
//! Features are pieces and convex corners. A pair counts while its gap is below a part of the size and
//!
//! - the nearest points lie on the pieces (a piece is prolonged into the solid where the outline turns right: what pushes
//!   into such a corner is held by both sides),
//! - the normal lies between the normals of a corner, or not far beside them where the other side is straight or hollow:
//!   what tilts on a flat side keeps both its corners,
//! - where they overlap, no other part of the boundary is nearer than this one.

use super::curve::{gap, Flat, Gap, Kind, Pose, P2};
use super::Outline;

/// Most points of a pair.
pub const MAX_POINTS: usize = 8;
/// How near a pair of features is seen, and how deep, in parts of the size of a pair.
pub const SIGHT: f64 = 0.05;
const DEEP: f64 = 0.5;
/// Angle (rad) beside the normals of a corner.
const BESIDE: f64 = 0.35;
/// Lengths and angles, in parts of the size, that count as none.
const TINY: f64 = 1e-11;
/// Depth, and length beyond the end of a piece, in parts of the size, from which on the rest of the boundary is looked at.
const SHALLOW: f64 = 1e-7;

/// The features of two outlines that touch: indices of pieces, then of corners.
pub type Pairing = Option<(u16, u16)>;

/// The pairs of all points.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meeting {
    /// One for each point of the pair.
    pub points: [Pairing; MAX_POINTS],
}

struct Candidate {
    one: usize,
    two: usize,
    g: f64,
    x: P2,
    n: P2,
    slot: usize,
    taken: bool,
}

/// Memory of a search.
#[derive(Default)]
pub struct Candidates {
    one: Vec<usize>,
    two: Vec<usize>,
    list: Vec<Candidate>,
}

impl Outline {
    fn features(&self) -> usize {
        self.pieces.len() + self.corners.len()
    }
    /// What the gaps of a feature are made of.
    pub fn kind(&self, k: usize) -> Kind {
        match k.checked_sub(self.pieces.len()) {
            None => self.pieces[k].kind,
            Some(c) => Kind::Round { c: self.corners[c].p, rho: 0.0 },
        }
    }
    fn around(&self, k: usize) -> (P2, f64) {
        match k.checked_sub(self.pieces.len()) {
            None => self.pieces[k].around,
            Some(c) => (self.corners[c].p, 0.0),
        }
    }
    fn chain(&self, k: usize) -> usize {
        match k.checked_sub(self.pieces.len()) {
            None => self.pieces[k].chain,
            Some(c) => self.corners[c].chain,
        }
    }
    fn is_corner(&self, k: usize) -> bool {
        k >= self.pieces.len()
    }
    /// Whether a normal out of feature k at the point x is one of its own: how far it is beyond its end within the solid, or
    /// nothing. `other` is what it meets.
    fn has(&self, k: usize, n: &P2, x: &P2, other: &Kind, size: f64) -> Option<f64> {
        let Some(c) = k.checked_sub(self.pieces.len()) else {
            let p = &self.pieces[k];
            let slack = p.inner.map(|inner| if inner { DEEP * size } else { TINY * size });
            let s = p.curve.inside(n, x);
            let beyond = (-s[0]).max(-s[1]).max(0.0);
            return s.iter().zip(slack).all(|(s, slack)| *s >= -slack).then_some(beyond);
        };
        let c = &self.corners[c];
        let [n0, n1] = &c.normals;
        if !c.convex || n0 == n1 {
            return c.convex.then_some(0.0);
        }
        let beside = match other {
            Kind::Oval { .. } => TINY,
            Kind::Round { rho, .. } if *rho >= 0.0 => TINY,
            _ => BESIDE,
        };
        let angle = |a: &P2, b: &P2| a.cross(b).atan2(a.dot(b));
        let at = angle(n0, n);
        (at >= -beside && at <= angle(n0, n1) + beside).then_some(0.0)
    }
    /// The size of a pair: between both, and that of the other for a point or a half plane.
    pub fn size(&self, o: &Outline) -> f64 {
        let (small, large) = (self.radius.min(o.radius), self.radius.max(o.radius));
        match (small > 0.0, large.is_finite()) {
            (true, true) => (small * large).sqrt(),
            (true, false) => small,
            (false, true) => large,
            (false, false) => 1.0,
        }
    }
    /// How many points of contact a pair has at most.
    pub fn points(&self, o: &Outline) -> usize {
        let oval = |p: &super::Piece| matches!(p.kind, Kind::Oval { .. });
        let disc = |o: &Outline| {
            let round = o.corners.is_empty() && o.pieces.iter().all(oval);
            (o.features() == 1 || round) && !o.endless()
        };
        match (self.convex && o.convex, disc(self) || disc(o)) {
            (true, true) => 1,
            (true, false) | (false, true) => 4,
            (false, false) => MAX_POINTS,
        }
    }
    /// The features of this and another outline that are near each other at these poses.
    pub fn meet(&self, o: &Outline, a: &Pose<f64>, b: &Pose<f64>, w: &mut Candidates) -> Meeting {
        let size = self.size(o);
        let near = SIGHT * size;
        let d = b.r.minus(&a.r);
        let mut found = Meeting::default();
        let bound = self.radius + o.radius + near;
        if bound.is_finite() && d.norm() > bound {
            return found;
        }
        let Candidates { one, two, list } = w;
        let close = |o: &Outline, at: &Pose<f64>, from: P2, reach: f64, out: &mut Vec<usize>| {
            out.clear();
            let from = at.inward(&from);
            let seen = |k: &usize| {
                let (c, r) = o.around(*k);
                c.minus(&from).norm() <= r + reach + near
            };
            out.extend((0..o.features()).filter(seen));
        };
        close(self, a, d, o.radius, one);
        close(o, b, d.scaled(-1.0), self.radius, two);
        list.clear();
        for &i in &*one {
            let (c1, r1) = self.around(i);
            let from = a.out(&c1).minus(&d);
            for &j in &*two {
                let (c2, r2) = o.around(j);
                if b.out(&c2).minus(&from).norm() > r1 + r2 + near {
                    continue;
                }
                self.consider(o, (i, j), (a, b), size, list);
            }
        }
        self.place(o, size, list, &mut found);
        found
    }

    fn consider(
        &self,
        o: &Outline,
        (i, j): (usize, usize),
        (a, b): (&Pose<f64>, &Pose<f64>),
        size: f64,
        list: &mut Vec<Candidate>,
    ) {
        let (k1, k2) = (self.kind(i), o.kind(j));
        let Some(Gap { g, n, c1, c2 }) = gap(&k1, &k2, a, b) else { return };
        if !(g < SIGHT * size && g > -DEEP * size) {
            return;
        }
        let (corner1, corner2) = (self.is_corner(i), o.is_corner(j));
        if corner1 && corner2 && g <= TINY * size {
            return;
        }
        let (x1, x2) = (a.inward(&c1), b.inward(&c2));
        let (n1, n2) = (a.inward(&n), b.inward(&n.scaled(-1.0)));
        let (Some(b1), Some(b2)) =
            (self.has(i, &n1, &x1, &k2, size), o.has(j, &n2, &x2, &k1, size))
        else {
            return;
        };
        let beyond = b1.max(b2) > SHALLOW * size;
        if beyond && g >= 0.0 {
            return;
        }
        if beyond || g < -SHALLOW * size {
            let broad = |k: &Kind| match k {
                Kind::Line { .. } => true,
                Kind::Round { rho, .. } => *rho < 0.0,
                Kind::Involute { sign, .. } => *sign < 0.0,
                Kind::Oval { .. } => false,
            };
            let d = b.r.minus(&a.r);
            let second = corner2 || !corner1 && (broad(&k1) || !broad(&k2));
            let depth = match second {
                true => self.distance(&a.inward(&d.plus(&c2))),
                false => o.distance(&b.inward(&c1.minus(&d))),
            };
            if depth > g * (1.0 - 1e-6) + TINY * size {
                return;
            }
        }
        // the same point seen from a neighbouring feature
        let same =
            |c: &Candidate| c.x.minus(&c1).norm() < 1e-8 * size && c.n.minus(&n).norm() < 1e-6;
        if !list.iter().any(same) {
            list.push(Candidate { one: i, two: j, g, x: c1, n, slot: MAX_POINTS, taken: false });
        }
    }

    /// Gives the candidates their places: each has one of its own by its features, and the next one that is free where that is
    /// taken. Where there are too many, those count that are nearest, and far from each other.
    fn place(&self, o: &Outline, size: f64, list: &mut [Candidate], found: &mut Meeting) {
        let most = self.points(o);
        let least = list.iter().fold(f64::INFINITY, |m, c| m.min(c.g));
        for count in 0..most.min(list.len()) {
            let score = |c: &Candidate| {
                let apart = |t: &Candidate| t.x.minus(&c.x).norm() + size * t.n.minus(&c.n).norm();
                let alone = list.iter().filter(|t| t.taken).map(apart).fold(4.0 * size, f64::min);
                let alone = if list.len() <= most || count == 0 { 0.0 } else { alone };
                alone - 1e3 * (c.g - least)
            };
            let mut best: Option<(f64, usize)> = None;
            for (k, c) in list.iter().enumerate().filter(|(_, c)| !c.taken) {
                let s = score(c);
                if best.is_none_or(|b| s > b.0) {
                    best = Some((s, k));
                }
            }
            if let Some((_, k)) = best {
                list[k].taken = true;
            }
        }
        for c in list.iter_mut().filter(|c| c.taken) {
            let own = (2 * self.chain(c.one) + o.chain(c.two)) % most;
            let free = |k: &usize| found.points[*k].is_none();
            c.slot = (own..most).chain(0..own).find(free).unwrap_or(own);
            found.points[c.slot] = Some((c.one as u16, c.two as u16));
        }
    }
}

/// The pose of a frame that does not move.
pub fn pose(r: [f64; 2], angle: f64) -> Pose<f64> {
    let x = P2::at_angle(angle);
    Pose { r: Flat(r), e: [x, x.left()] }
}
