//! Outlines: closed curves of the plane, convex or not, made of lines, arcs, involutes and parts of ellipses.
//!
//! The solid lies to the left: it is within an outline that runs counterclockwise, and around one that runs clockwise (a hole).

mod area;
mod check;
mod curve;
mod dxf;
mod gear;
mod meet;
mod oval;

pub use curve::{gap, Curve, Flat, Gap, Kind, Pose, P2};
pub use dxf::read_dxf;
pub use gear::Gear;
pub use meet::{pose, Candidates, Meeting, Pairing, SIGHT};

use std::sync::atomic::{AtomicU64, Ordering};

/// Most pieces of an outline.
pub const MAX_PIECES: usize = 4096;
/// A turn below this angle (rad) is none: pieces go on smoothly.
const SMOOTH: f64 = 1e-6;

/// Why an outline cannot be.
#[derive(Clone, Debug, PartialEq)]
pub enum OutlineError {
    /// So many points or pieces.
    Count(usize),
    /// This point is not finite.
    NotFinite(usize),
    /// The piece from this point on has no length.
    NoLength(usize),
    /// The pieces meet or cross each other.
    Crossing(usize, usize),
    /// The outline turns back on itself at this point.
    TurnsBack(usize),
    /// It encloses nothing.
    NoArea,
    /// It runs clockwise.
    Clockwise,
    /// It does not close: the largest distance between an end and the next start.
    Open([f64; 2]),
    /// What cannot be of a gear.
    Gear(&'static str),
}

impl std::fmt::Display for OutlineError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            OutlineError::Count(n) => {
                write!(f, "an outline has 2 to {MAX_PIECES} points, not {n}, and two only with a bulge")
            }
            OutlineError::NotFinite(k) => write!(f, "point {k} of the outline is not finite"),
            OutlineError::NoLength(k) => {
                write!(f, "the piece of the outline after point {k} has no length")
            }
            OutlineError::Crossing(i, j) => {
                write!(f, "the outline crosses itself: the pieces after the points {i} and {j}")
            }
            OutlineError::TurnsBack(k) => write!(f, "the outline turns back on itself at point {k}"),
            OutlineError::NoArea => f.write_str("the outline encloses no area"),
            OutlineError::Clockwise => f.write_str(
                "the outline runs clockwise: list its points counterclockwise, or say hollow = true for a hole",
            ),
            OutlineError::Open([x, y]) => write!(f, "the outline is open at ({x}, {y})"),
            OutlineError::Gear(why) => f.write_str(why),
        }
    }
}

/// A piece with what is known of it.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The curve.
    pub curve: Curve,
    /// What its gaps are made of.
    pub kind: Kind,
    /// A circle about it.
    pub around: (P2, f64),
    /// Whether the outline turns right where it starts and ends: there it is prolonged into the solid.
    pub inner: [bool; 2],
    /// Pieces that go on smoothly have one number.
    pub chain: usize,
}

/// A point where the outline turns: `normals` are those before and after.
#[derive(Clone, Debug)]
pub struct Corner {
    pub p: P2,
    pub normals: [P2; 2],
    /// To the left, so that it can touch.
    pub convex: bool,
    pub chain: usize,
}

/// A closed curve.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Another one for each outline.
    pub id: u64,
    /// Its pieces in order.
    pub pieces: Vec<Piece>,
    /// Its corners in order.
    pub corners: Vec<Corner>,
    /// The distance of its furthest point from the origin.
    pub radius: f64,
    /// Whether it has neither corners nor pieces that bend inwards.
    pub convex: bool,
}

static NEXT: AtomicU64 = AtomicU64::new(1);

impl Outline {
    /// Points in order, each with the bulge of the arc to the next one: the tangent of a quarter of its sweep, zero for a
    /// line, negative to the right. They run counterclockwise; a hole is turned round.
    pub fn new(points: &[[f64; 3]], hole: bool) -> Result<Self, OutlineError> {
        let n = points.len();
        let arcs = points.iter().any(|p| p[2] != 0.0);
        let least = if arcs { 2 } else { 3 };
        if n < least || n > MAX_PIECES {
            return Err(OutlineError::Count(n));
        }
        if let Some(k) = points.iter().position(|p| p.iter().any(|x| x.is_nan() || x.abs() > 1e100))
        {
            return Err(OutlineError::NotFinite(k + 1));
        }
        let at = |k: usize| Flat([points[k % n][0], points[k % n][1]]);
        let size = (0..n).fold(0.0_f64, |s, k| s.max(at(k).minus(&at(0)).norm()));
        let mut curves = Vec::with_capacity(n);
        for (k, p) in points.iter().enumerate() {
            if at(k).minus(&at(k + 1)).norm() <= 1e-9 * size || size == 0.0 {
                return Err(OutlineError::NoLength(k + 1));
            }
            // flatter than rounding can tell is a line
            curves.push(match p[2].abs() < 1e-12 {
                true => Curve::line(at(k), at(k + 1)),
                false => Curve::bulge(at(k), at(k + 1), p[2]),
            });
        }
        Self::of(curves, hole)
    }

    /// Pieces in order, each of which begins where the one before ends; a hole is turned round.
    pub fn of(mut curves: Vec<Curve>, hole: bool) -> Result<Self, OutlineError> {
        let n = curves.len();
        if n == 0 || n > MAX_PIECES {
            return Err(OutlineError::Count(n));
        }
        check::curves(&curves)?;
        let area = area::area(&curves);
        let size = curves.iter().fold(0.0_f64, |s, c| s.max(c.around().0.norm() + c.around().1));
        if area.abs() <= 1e-12 * size * size {
            return Err(OutlineError::NoArea);
        }
        if area < 0.0 {
            return Err(OutlineError::Clockwise);
        }
        if hole {
            curves.reverse();
            curves.iter_mut().for_each(|c| *c = c.reversed());
        }
        Self::assembled(curves)
            .map_err(|k| OutlineError::TurnsBack(if hole { n - k } else { k + 1 }))
    }

    fn assembled(curves: Vec<Curve>) -> Result<Self, usize> {
        let n = curves.len();
        let mut corners = Vec::new();
        let mut inner = vec![[false; 2]; n];
        let mut chains = vec![0; n];
        let mut chain = 0;
        // the joint before each piece
        for (k, own) in chains.iter_mut().enumerate() {
            let before = (k + n - 1) % n;
            let (t0, t1) = (curves[before].tangent(1.0), curves[k].tangent(0.0));
            let turn = t0.cross(&t1).atan2(t0.dot(&t1));
            if turn.abs() > std::f64::consts::PI - SMOOTH {
                return Err(k);
            }
            if turn.abs() > SMOOTH {
                let convex = turn > 0.0;
                let normals = [t0, t1].map(|t| t.left().scaled(-1.0));
                corners.push(Corner { p: curves[k].point(0.0), normals, convex, chain: chain + 1 });
                chain += 2;
                inner[before][1] = !convex;
                inner[k][0] = !convex;
            }
            *own = chain;
        }
        if corners.first().is_some_and(|c| c.p != curves[0].point(0.0)) {
            // the last chain goes on at the start
            let last = chain;
            chains.iter_mut().filter(|c| **c == last).for_each(|c| *c = 0);
        }
        let convex = corners.iter().all(|c| c.convex) && !curves.iter().any(Curve::hollow);
        let pieces: Vec<Piece> = curves
            .into_iter()
            .zip(inner.into_iter().zip(chains))
            .map(|(curve, (inner, chain))| {
                let (kind, around) = (curve.kind(), curve.around());
                Piece { curve, kind, around, inner, chain }
            })
            .collect();
        let radius = pieces.iter().map(|p| p.curve.reach()).fold(0.0, f64::max);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Ok(Outline { id, pieces, corners, radius, convex })
    }

    fn simple(curves: Vec<Curve>, corners: Vec<Corner>) -> Self {
        let all = Self::assembled(curves).unwrap_or_else(|_| Outline {
            id: 0,
            pieces: Vec::new(),
            corners: Vec::new(),
            radius: 0.0,
            convex: true,
        });
        Outline { corners: [all.corners, corners].concat(), ..all }
    }

    /// A circle about the origin, or the hole of it; without radius a point.
    pub fn circle(r: f64, hole: bool) -> Self {
        if r == 0.0 {
            // all normals: a corner whose sides meet
            let normals = [Flat([-1.0, 0.0]); 2];
            let point = Corner { p: Flat([0.0; 2]), normals, convex: true, chain: 1 };
            return Outline { convex: true, ..Self::simple(Vec::new(), vec![point]) };
        }
        let sweep = std::f64::consts::TAU * if hole { -1.0 } else { 1.0 };
        Self::simple(vec![Curve::Arc { c: Flat([0.0; 2]), r, from: 0.0, sweep }], Vec::new())
    }

    /// An ellipse about the origin with these half axes.
    pub fn ellipse(a: [f64; 2]) -> Self {
        use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
        // pieces about the ends of the axes: in a hole it touches there
        let piece = |k: u8| {
            let from = f64::from(k) * FRAC_PI_2 - FRAC_PI_4;
            Curve::Oval { c: Flat([0.0; 2]), x: Flat([1.0, 0.0]), a, from, sweep: FRAC_PI_2 }
        };
        Self::simple((0..4).map(piece).collect(), Vec::new())
    }

    /// The half plane y ≤ 0.
    pub fn half_plane() -> Self {
        let span = [f64::NEG_INFINITY, f64::INFINITY];
        let line = Curve::Line { p: Flat([0.0; 2]), e: Flat([-1.0, 0.0]), span };
        Self::simple(vec![line], Vec::new())
    }

    /// Whether it is a half plane.
    pub fn endless(&self) -> bool {
        self.radius.is_infinite()
    }

    /// The distance of a point from the solid, negative within.
    pub fn distance(&self, x: &P2) -> f64 {
        let mut best = f64::INFINITY;
        let nearer = |d: f64, best: f64| if d.abs() < best.abs() { d } else { best };
        let here = Pose { r: Flat([0.0; 2]), e: [Flat([1.0, 0.0]), Flat([0.0, 1.0])] };
        let point = Kind::Round { c: *x, rho: 0.0 };
        for p in &self.pieces {
            let (c, r) = p.around;
            if r.is_finite() && x.minus(&c).norm() - r > best.abs() {
                continue;
            }
            let Some(Gap { g, n, c1, .. }) = gap(&p.kind, &point, &here, &here) else { continue };
            let slack = -1e-9 * self.radius.min(1e9);
            if p.curve.inside(&n, &c1).iter().all(|s| *s >= slack) {
                best = nearer(g, best);
            }
        }
        for c in &self.corners {
            let d = x.minus(&c.p).norm();
            best = nearer(if c.convex { d } else { -d }, best);
        }
        best
    }

    /// Area, centre, and ∫x² dA, ∫x y dA, ∫y² dA about it.
    pub fn area_properties(&self) -> (f64, P2, [f64; 3]) {
        let curves: Vec<Curve> = self.pieces.iter().map(|p| p.curve).collect();
        area::properties(&curves)
    }

    /// The same about another origin.
    pub fn about_point(&self, o: &P2) -> Self {
        let d = o.scaled(-1.0);
        let curves = self.pieces.iter().map(|p| p.curve.moved(&d)).collect();
        // what was assembled before can be so again
        Self::assembled(curves).unwrap_or_else(|_| self.clone())
    }

    /// The outline as a polygon that leaves it by a small part of its size, for drawing; a hole is cut into a ring about it.
    pub fn polygon(&self) -> Vec<[f64; 2]> {
        let mut out = Vec::new();
        for p in &self.pieces {
            let n = match p.curve {
                Curve::Line { .. } => 1,
                Curve::Arc { sweep, .. } | Curve::Oval { sweep, .. } => {
                    (sweep.abs() / 0.15).ceil().max(1.0) as usize
                }
                Curve::Involute { .. } => 6,
            };
            out.extend((0..n).map(|k| p.curve.point(k as f64 / n as f64).0));
        }
        let (area, c, _) = self.area_properties();
        if area < 0.0 {
            // around the hole the other way round, in by a cut, and out again
            let far = out.iter().map(|p| Flat(*p).minus(&c).norm()).fold(0.0, f64::max) * 1.15;
            let from = out.first().map_or(0.0, |p| Flat(*p).minus(&c).angle());
            let turn = |k: usize| from + std::f64::consts::TAU * k as f64 / 64.0;
            let ring = (0..=64).map(|k| c.plus(&P2::at_angle(turn(k)).scaled(far)).0);
            let first = out.first().copied();
            out = ring.chain(out.iter().copied()).chain(first).collect();
        }
        out
    }
}
