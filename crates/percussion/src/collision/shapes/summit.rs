//! The normals at which the separation of two pieces is largest, by Newton's method uphill.

use super::patch::Kind;
use crate::frame::{basis, times, M3, V3};

/// Below this inclination the end of a cylinder counts instead of its rim.
pub(super) const STEEP: f64 = 1e-7;

/// Curves that are further apart, in parts of the distance of their middles, do not belong to solids that overlap by a little.
pub(super) const PASSING: f64 = 2e-3;

/// A rim that lies flat has no point with the normal n.
pub(super) fn steep(k: &Kind, n: &V3) -> bool {
    match k {
        Kind::Circle { e, .. } => n.cross(e).norm() >= STEEP,
        _ => true,
    }
}

/// The separation of a line and something round as a function of the angle about the line.
pub(super) struct Arc<'a> {
    /// A point of the line, and axes of which the third is along it.
    pub p: V3,
    pub B: M3,
    pub two: &'a Kind,
    pub sine: f64,
    pub cosine: f64,
    /// Of no use above this.
    pub most: f64,
}

impl Arc<'_> {
    /// The normal at an angle.
    pub fn normal(&self, phi: f64) -> V3 {
        let (y, x) = phi.sin_cos();
        times(&self.B, &V3::new(self.cosine * x, self.cosine * y, self.sine))
    }

    /// s, s', s''.
    pub fn at(&self, phi: f64) -> (f64, f64, f64) {
        let (y, x) = (self.cosine * phi.sin(), self.cosine * phi.cos());
        let n = times(&self.B, &V3::new(x, y, self.sine));
        let t = times(&self.B, &V3::new(-y, x, 0.0));
        let X = self.two.support(&-n) - self.p;
        // n'' = -(n without its part along the line)
        let inward = times(&self.B, &V3::new(-x, -y, 0.0));
        (n.dot(&X), t.dot(&X), inward.dot(&X) - self.two.bend(&-n, &t))
    }

    /// The maximum uphill from an angle.
    pub fn climb(&self, mut phi: f64) -> Option<f64> {
        let size = (self.two.centre() - self.p).norm();
        let mut now = self.at(phi);
        let mut done = false;
        for _ in 0..40 {
            let mut turn = match now.2 < 0.0 {
                true => (-now.1 / now.2).clamp(-0.5, 0.5),
                false => 0.3 * now.1.signum(),
            };
            let mut next = self.at(phi + turn);
            for _ in 0..12 {
                if next.0 >= now.0 - 1e-15 * size || turn.abs() < 1e-6 {
                    break;
                }
                turn *= 0.5;
                next = self.at(phi + turn);
            }
            (phi, now) = (phi + turn, next);
            if done {
                return Some(phi);
            }
            done = turn.abs() < 1e-8;
            if now.0 > self.most {
                return None;
            }
        }
        None
    }
}

/// The normals at which s is highest, from some starts.
pub(super) fn summits(one: &Kind, two: &Kind, most: f64, out: &mut dyn FnMut(V3) -> bool) {
    let way = two.centre() - one.centre();
    let size = way.norm();
    if !(size > 0.0 && size.is_finite()) {
        return;
    }
    let middle = way / size;
    let s = |n: &V3| n.dot(&(two.support(&-n) - one.support(n)));
    if s(&middle) > most {
        return;
    }
    let mut refused = false;
    if steep(one, &middle) && steep(two, &middle) {
        if let Some(n) = ascend(one, two, middle, size, most) {
            // -h is concave: where the two are apart, there is one maximum. But it may be none of theirs: rims pass each
            // other before their solids do
            let taken = out(n);
            if s(&n) > 0.0 && steep(one, &n) && steep(two, &n) && (taken || s(&n) > PASSING * size)
            {
                return;
            }
            refused = !taken && s(&n) < PASSING * size;
        }
    }
    // s has a ridge where n is the axis of a rim: begin beside it, where it is best; on the other side too where the first
    // was none
    for (k, turn) in [(one, 1.0), (two, 1.0), (one, -1.0), (two, -1.0)] {
        let Kind::Circle { e, .. } = k else { continue };
        if turn < 0.0 && !refused {
            break;
        }
        let (B, side) = (basis(e), turn * middle.dot(e).signum());
        let mut start = (f64::NEG_INFINITY, middle);
        for k in 0..8 {
            let (y, x) = (std::f64::consts::FRAC_PI_4 * f64::from(k)).sin_cos();
            let m = B * V3::new(0.1 * x, 0.1 * y, side).normalize();
            if s(&m) > start.0 {
                start = (s(&m), m);
            }
        }
        if let Some(n) = ascend(one, two, start.1, size, most) {
            out(n);
        }
    }
}

/// The maximum of s uphill from n: Newton's method, and where s is not curved downwards the best step within a radius.
fn ascend(one: &Kind, two: &Kind, mut n: V3, size: f64, most: f64) -> Option<V3> {
    let s = |n: &V3| n.dot(&(two.support(&-n) - one.support(n)));
    let (mut done, mut radius) = (false, 0.5);
    for _ in 0..60 {
        let X = two.support(&-n) - one.support(&n);
        let K = one.curvature(&n) + two.curvature(&-n);
        let B = basis(&n);
        let t: [V3; 2] = [B.column(0).into(), B.column(1).into()];
        let g = [t[0].dot(&X), t[1].dot(&X)];
        let height = n.dot(&X);
        if height > most {
            return None;
        }
        // not over a ridge; what climbs up to it has no summit here
        let free = [one, two].into_iter().fold(1.0, |free: f64, k| match k {
            Kind::Circle { e, .. } => free.min(n.cross(e).norm()),
            _ => free,
        });
        if free < STEEP {
            return None;
        }
        let (K0, K1) = (times(&K, &t[0]), times(&K, &t[1]));
        let (a, b) = (t[0].dot(&K0) + height, t[1].dot(&K1) + height);
        let c = t[0].dot(&K1);
        let (mut step, mut next);
        loop {
            radius = f64::min(radius, 0.5 * free);
            step = within(g, [a, b, c], radius);
            next = (n + t[0] * step[0] + t[1] * step[1]).normalize();
            if done || radius < 1e-6 || s(&next) >= height - 1e-15 * size {
                break;
            }
            radius = 0.25 * step[0].hypot(step[1]);
        }
        // heights tell no steps apart that are shorter: a step that round-off made short is followed by a whole one
        radius = (2.0 * radius).max(1e-6);
        n = next;
        if done {
            return Some(n);
        }
        done = step[0].hypot(step[1]) < 1e-8;
    }
    None
}

/// The step of largest g·x - x·H x/2 with |x| ≤ radius, H = [[a, c], [c, b]].
fn within(g: [f64; 2], [a, b, c]: [f64; 3], radius: f64) -> [f64; 2] {
    let solve = |add: f64| {
        let (a, b) = (a + add, b + add);
        let det = a * b - c * c;
        (a > 0.0 && b > 0.0 && det > 1e-14 * a * b)
            .then(|| [(g[0] * b - g[1] * c) / det, (g[1] * a - g[0] * c) / det])
    };
    let short = |x: &[f64; 2]| x[0].hypot(x[1]) <= radius;
    if let Some(x) = solve(0.0).filter(short) {
        return x;
    }
    // H + add is definite above `low`, and its step short enough at `high`
    let least = 0.5 * (a + b) - (0.5 * (a - b)).hypot(c);
    let slope = g[0].hypot(g[1]);
    let (mut low, mut high) = ((-least).max(0.0), (-least).max(0.0) + slope / radius);
    let mut best = solve(high).unwrap_or_else(|| g.map(|g| g * radius / slope.max(1e-300)));
    for _ in 0..6 {
        let add = 0.5 * (low + high);
        match solve(add).filter(short) {
            Some(x) => (high, best) = (add, x),
            None => low = add,
        }
    }
    best
}
