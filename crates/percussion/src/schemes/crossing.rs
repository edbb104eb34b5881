//! Gaps between the ends of a step.
//!
//! A step without impact may have passed a contact that was open at both of its ends: a body thrown through a thin wall, a tooth that
//! turns once around. Between the ends the coordinates are the cubic through values and rates at both, and every gap is
//! followed along it. In an interval of length h a gap with values a, b and rates a', b' cannot vanish where
//!
//! ```text
//! (1)  min(a, b) > h (|a'| + |b'|)
//! (2)  it lies on the cubic through a, b, a', b' at a point within, and the cubic stays above zero
//! ```
//!
//! and where the interval is shorter than the time within which features that do not see each other yet can meet. All other
//! intervals are divided.

use crate::relation::Scratch;
use crate::system::{Eval, System};

/// Where in an interval the cubic is compared: at no part of it that periods could share.
pub(super) const INNER: f64 = 0.381_966_011_250_105;
/// Part of the way that a gap goes at the rates of both ends: a gap may be off its cubic by a tenth of it. A thin body that is passed
/// has a gap with a kink, whose cubic is right at one point by chance.
pub(super) const FIT: f64 = 0.02;
/// Shortest interval that is divided, in parts of the step.
const SHORTEST: f64 = 1e-9;
/// Most states that are looked at in one step.
const MOST_LOOKS: usize = 10_000;

/// By how much a value m at the part s of an interval is off the cubic through values and changes at its ends.
pub(super) fn off_cubic(s: f64, [a, b]: [f64; 2], [da, db]: [f64; 2], m: f64) -> f64 {
    let r = 1.0 - s;
    let cubic = (1.0 + 2.0 * s) * r * r * a + s * s * (3.0 - 2.0 * s) * b;
    (m - cubic - s * r * (r * da - s * db)).abs()
}

/// Where the cubic with the change d and the slopes s0 and s1 over [0, 1] has its minimum within, and its value there without that
/// at 0.
pub(super) fn turn(d: f64, s0: f64, s1: f64) -> Option<(f64, f64)> {
    // slope: s0 + 2 b x + 3 c x²
    let b = 3.0 * d - 2.0 * s0 - s1;
    let c = s0 + s1 - 2.0 * d;
    let root = b * b - 3.0 * c * s0;
    if !(root >= 0.0 && s1 > 0.0) {
        return None;
    }
    let root = root.sqrt();
    // the root with the rising slope, in the form that does not cancel
    let x = if b > 0.0 { -s0 / (b + root) } else { (root - b) / (3.0 * c) };
    (x > 0.0 && x < 1.0).then_some((x, x * (s0 + x * (b + x * c))))
}

/// Gaps and their rates at a part of the step, and the time within which features that are not seen stay apart.
struct Node {
    part: f64,
    g: Vec<f64>,
    gd: Vec<f64>,
    sight: f64,
}

/// A state: time, coordinates, velocities.
pub(crate) type At<'a> = (f64, &'a [f64], &'a [f64]);

/// Both ends of a step.
struct Step<'a> {
    ends: [At<'a>; 2],
    h: f64,
}

/// Workspaces.
#[derive(Default)]
pub(crate) struct Crossing {
    ev: Eval,
    scratch: Scratch,
    q: Vec<f64>,
    rates: [Vec<f64>; 2],
    looks: usize,
    /// Gap of each contact below which it is crossed, and by how much that is deeper than at the ends.
    least: Vec<f64>,
    depth: f64,
}

impl Crossing {
    pub fn new(sys: &System) -> Self {
        Crossing { ev: sys.eval(), q: vec![0.0; sys.nq], ..Crossing::default() }
    }

    /// The first time in the step between two states at which a contact without percussion P is deeper by `depth` than at both ends.
    pub fn first(&mut self, sys: &System, ends: [At; 2], P: &[f64], depth: f64) -> Option<f64> {
        let step = Step { ends, h: ends[1].0 - ends[0].0 };
        if sys.contacts.is_empty() || step.h <= 0.0 {
            return None;
        }
        for (rate, (t, q, u)) in self.rates.iter_mut().zip(ends) {
            rate.resize(sys.nq, 0.0);
            sys.qdot(t, q, u, rate);
        }
        (self.looks, self.depth) = (0, depth);
        let [lo, hi] = [0.0, 1.0].map(|part| self.look(sys, &step, part));
        self.least.clear();
        self.least.extend(sys.contacts.iter().enumerate().map(|(k, c)| match P[c.row] {
            0.0 => lo.g[k].min(hi.g[k]).min(0.0) - depth,
            _ => f64::NEG_INFINITY,
        }));
        self.between(sys, &step, &lo, &hi).map(|part| ends[0].0 + part * step.h)
    }

    /// The same between two states of the step, as a part of it.
    fn between(&mut self, sys: &System, step: &Step, lo: &Node, hi: &Node) -> Option<f64> {
        let whole = hi.part - lo.part;
        let h = whole * step.h;
        let blind = h > lo.sight.min(hi.sight);
        // (1)
        let open = |k: &usize| {
            let way = h * (lo.gd[*k].abs() + hi.gd[*k].abs());
            lo.g[*k].min(hi.g[*k]) - self.least[*k] <= way
        };
        let open: Vec<usize> = (0..lo.g.len()).filter(open).collect();
        if !blind && open.is_empty() || whole < SHORTEST || self.looks > MOST_LOOKS {
            return None;
        }
        let dip = open.iter().find_map(|&k| {
            let (a, da, db) = (lo.g[k], h * lo.gd[k], h * hi.gd[k]);
            turn(hi.g[k] - a, da, db).filter(|(_, low)| a + low < self.least[k])
        });
        let s = dip.map_or(INNER, |(s, _)| s.clamp(0.01, 0.99));
        let mid = self.look(sys, step, lo.part + s * whole);
        if self.is_below(&mid) {
            return Some(self.narrow(sys, step, lo.part, mid.part));
        }
        // (2)
        let fits = |k: &usize| {
            let (a, b, m) = (lo.g[*k], hi.g[*k], mid.g[*k]);
            let rates = [h * lo.gd[*k], h * hi.gd[*k]];
            let wide = (a.min(b).min(m) - self.least[*k]).max(0.0);
            let way = rates[0].abs() + rates[1].abs();
            off_cubic(s, [a, b], rates, m) <= 0.1 * (wide.min(FIT * way) + self.depth)
        };
        if !blind && dip.is_none() && open.iter().all(fits) {
            return None;
        }
        let first = self.between(sys, step, lo, &mid);
        first.or_else(|| self.between(sys, step, &mid, hi))
    }

    fn is_below(&self, node: &Node) -> bool {
        node.g.iter().zip(&self.least).any(|(g, least)| g < least)
    }

    /// A part of the step just after a crossing between two parts, of which the second one is below.
    fn narrow(&mut self, sys: &System, step: &Step, a: f64, b: f64) -> f64 {
        let (mut a, mut b) = (a, b);
        while b - a > SHORTEST {
            let m = 0.5 * (a + b);
            let node = self.look(sys, step, m);
            *(if self.is_below(&node) { &mut b } else { &mut a }) = m;
        }
        b
    }

    /// Gaps and rates at a part s of the step.
    fn look(&mut self, sys: &System, step: &Step, s: f64) -> Node {
        self.looks += 1;
        let ([(t0, q0, u0), (_, q1, u1)], r) = (step.ends, 1.0 - s);
        for k in 0..sys.nq {
            let [da, db] = [step.h * self.rates[0][k], step.h * self.rates[1][k]];
            let cubic = (1.0 + 2.0 * s) * r * r * q0[k] + s * s * (3.0 - 2.0 * s) * q1[k];
            self.q[k] = cubic + s * r * (r * da - s * db);
        }
        sys.normalize(&mut self.q);
        let ev = &mut self.ev;
        for (k, u) in ev.u[..sys.nu].iter_mut().enumerate() {
            *u = r * u0[k] + s * u1[k];
        }
        let t = t0 + s * step.h;
        let u = ev.u.clone();
        sys.evaluate_rows(t, &self.q, &u, ev);
        let g = sys.contacts.iter().map(|c| ev.g[c.row]).collect();
        let gd = sys.contacts.iter().map(|c| sys.row_dot(ev, c.row, &u)).collect();
        Node { part: s, g, gd, sight: sys.outlook(t, &self.q, &u, &mut self.scratch) }
    }
}

#[cfg(test)]
mod tests {
    use super::turn;

    #[test]
    fn cubics_turn_where_their_slope_vanishes() {
        // x² - x/2 and x³ - x²/2 - x/8
        assert_eq!(turn(0.5, -0.5, 1.5), Some((0.25, -0.0625)));
        let (x, _) = turn(0.375, -0.125, 1.875).unwrap();
        assert!((3.0 * x * x - x - 0.125).abs() < 1e-15 && x > 0.0, "{x}");
        // one that rises, falls below where it began, and rises again: x (x - 1/4) (x - 3/4)
        let (x, least) = turn(0.1875, 0.1875, 1.1875).unwrap();
        assert!((0.25..0.75).contains(&x) && least < 0.0, "{x} {least}");
        // and one that only rises
        assert_eq!(turn(1.0, 1.0, 1.0), None);
    }
}
