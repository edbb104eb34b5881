//! Where within a step the first event function vanishes.

use super::{height, At, Found, Node, Watch, Watcher};
use crate::integrators::smooth::JUMP;
use crate::integrators::Integrator;
use crate::schemes::crossing::{off_cubic, turn, FIT, INNER};
use crate::system::System;

/// Twice the largest acceleration that holds a gap open.
const LIFT: f64 = 1e6;
/// Where the motion rests, its error lets steps grow beyond what the load does to forces. A force that is off the parabola by this
/// part of its size asks for halves of the step, at most so many times.
const ROUGH: f64 = 0.05;
/// A smaller part of all forces does not count.
const SMALL: f64 = 1e-2;
const HALVES: usize = 10;
/// Dips below a parabola or cubic that stays above zero that are looked for.
const DIPS: usize = 3;

/// Value and change over h of an event function at the beginning; a contact that has just opened starts from zero.
fn from(lo: &Node, i: usize, h: f64) -> (f64, f64) {
    match lo.rate[i].is_nan() {
        true => (0.0, 0.0),
        false => (lo.f[i], h * lo.rate[i]),
    }
}

impl Watcher {
    /// The first event of the last step of `on`, if any.
    pub fn first_event(
        &mut self,
        sys: &System,
        eqs: &mut At,
        on: &dyn Integrator,
    ) -> Option<Found> {
        self.has_middle = false;
        if self.active.is_empty() {
            return None;
        }
        let (t0, t1) = (on.t_old(), on.t());
        self.start.t = t0;
        self.evaluate(sys, eqs, on, t1);
        self.end.copy(&self.now);
        if self.quiet(t1 - t0) {
            return None;
        }
        let known = self.start.rate.iter().all(|r| r.is_finite());
        if known && !self.needs_forces() {
            return self.between(sys, eqs, on, self.start.clone(), self.end.clone());
        }
        self.evaluate(sys, eqs, on, 0.5 * (t0 + t1));
        self.mid.copy(&self.now);
        if self.needs_forces() {
            self.middle.copy_from_slice(&self.la);
            self.has_middle = true;
        }
        self.slopes(t1 - t0);
        let (start, mid, end) = (self.start.clone(), self.mid.clone(), self.end.clone());
        if self.needs_forces() {
            return self.search(sys, eqs, on, [start, mid, end], HALVES);
        }
        // one look at the whole step spares those at its halves
        if !self.strays(sys, &start, &end, &mid) && self.stray(sys, eqs, on, &start, &end).is_none()
        {
            return self
                .crossed(sys, eqs, on, start, mid.clone())
                .or_else(|| self.crossed(sys, eqs, on, mid, end));
        }
        self.between(sys, eqs, on, start, mid.clone())
            .or_else(|| self.between(sys, eqs, on, mid, end))
    }

    /// The first event between the first and the last of three nodes, which are halved as long as a fifth one does not lie
    /// on the parabola through the fourth one and the last two.
    fn search(
        &mut self,
        sys: &System,
        eqs: &mut At,
        on: &dyn Integrator,
        [a, m, b]: [Node; 3],
        halves: usize,
    ) -> Option<Found> {
        self.evaluate(sys, eqs, on, 0.5 * (a.t + m.t));
        let mut left = self.now.clone();
        self.evaluate(sys, eqs, on, 0.5 * (m.t + b.t));
        let mut right = self.now.clone();
        let force = |i: usize| matches!(self.active[i], Watch::Force(_) | Watch::Stick(_));
        let size =
            |i: usize| [&left, &m, &right, &b].iter().fold(0.0_f64, |s, n| s.max(n.f[i].abs()));
        let forces = || (0..self.active.len()).filter(|i| force(*i));
        let all = forces().map(size).fold(0.0, f64::max);
        let rough = forces().any(|i| {
            let off = right.f[i] - m.f[i] - (b.f[i] - left.f[i]) / 3.0;
            off.abs() > ROUGH * size(i).max(SMALL * all)
        });
        if rough && halves > 0 {
            let first = self.search(sys, eqs, on, [a, left, m.clone()], halves - 1);
            return first.or_else(|| self.search(sys, eqs, on, [m, right, b], halves - 1));
        }
        for i in 0..self.active.len() {
            if left.rate[i].is_nan() {
                left.rate[i] = (m.f[i] - a.f[i]) / (m.t - a.t);
                right.rate[i] = (b.f[i] - m.f[i]) / (b.t - m.t);
            }
        }
        let pairs = [(a, left.clone()), (left, m.clone()), (m, right.clone()), (right, b)];
        pairs.into_iter().find_map(|(lo, hi)| self.between(sys, eqs, on, lo, hi))
    }

    /// Rates that are not known from the parabola through the three nodes.
    fn slopes(&mut self, h: f64) {
        for i in 0..self.active.len() {
            if self.end.rate[i].is_nan() {
                let (f0, fm, f1) = (self.start.f[i], self.mid.f[i], self.end.f[i]);
                if !self.first {
                    self.start.rate[i] = (4.0 * fm - 3.0 * f0 - f1) / h;
                    self.mid.rate[i] = (f1 - f0) / h;
                }
                self.end.rate[i] = (f0 - 4.0 * fm + 3.0 * f1) / h;
            }
        }
    }

    /// Whether no event function can have vanished within the step: only gaps are watched, and
    /// they are wide for the velocities at its ends, which tell how far they have come.
    fn quiet(&self, h: f64) -> bool {
        (0..self.active.len()).all(|i| {
            let speed = self.start.rate[i].abs() + self.end.rate[i].abs();
            matches!(self.active[i], Watch::Gap(_))
                && self.end.f[i] > 0.0
                && self.start.f[i] + self.end.f[i] > 2.0 * h * speed
                && (self.end.f[i] - self.start.f[i]).abs() <= h * speed + height(&self.q)
        })
    }

    /// The first event between two nodes.
    fn between(
        &mut self,
        sys: &System,
        eqs: &mut At,
        on: &dyn Integrator,
        lo: Node,
        hi: Node,
    ) -> Option<Found> {
        if let Some(inner) = self.stray(sys, eqs, on, &lo, &hi) {
            let first = self.between(sys, eqs, on, lo, inner.clone());
            return first.or_else(|| self.between(sys, eqs, on, inner, hi));
        }
        self.crossed(sys, eqs, on, lo, hi)
    }

    /// The same where gaps are known to be near their cubics.
    fn crossed(
        &mut self,
        sys: &System,
        eqs: &mut At,
        on: &dyn Integrator,
        lo: Node,
        hi: Node,
    ) -> Option<Found> {
        // a gap that rounding leaves below zero has not fallen there
        let size = self.q.iter().fold(1.0_f64, |m, q| m.max(q.abs()));
        let (mut times, mut first) = (Vec::new(), f64::INFINITY);
        for i in 0..self.active.len() {
            let gap = matches!(self.active[i], Watch::Gap(_));
            let zero = if gap { -4.0 * f64::EPSILON * size } else { 0.0 };
            if lo.f[i] < zero {
                // but from there it may
                if gap && hi.f[i] < lo.f[i] - height(&self.q) {
                    times.push((i, lo.t));
                    first = first.min(lo.t);
                }
                continue;
            }
            let low = if hi.f[i] < zero {
                Some(hi.clone())
            } else {
                self.dip(sys, eqs, on, i, &lo, &hi, zero)
            };
            let Some(low) = low else { continue };
            let t = self.root(sys, eqs, on, i, &lo, &low);
            if self.active[i] == Watch::Hold {
                // forces have a pole where the hold is lost: nothing else can be read off
                return Some(Found { t, what: vec![Watch::Hold] });
            }
            if let Watch::Gap(c) = self.active[i] {
                let slow = self.now.rate[i].powi(2) <= LIFT * height(&self.q);
                if slow && self.grazes(sys, eqs, on, c, t) {
                    // it counts as positive until it is not
                    if hi.t == self.end.t {
                        (self.end.f[i], self.end.rate[i]) = (1.0, f64::NAN);
                    }
                    continue;
                }
            }
            times.push((i, t));
            first = first.min(t);
        }
        if !first.is_finite() {
            return None;
        }
        let close = self.fine.min(1e-10).max(1e-12 * (1.0 + first.abs()));
        let what = times
            .iter()
            .filter(|(_, t)| t - first <= close)
            .map(|(i, _)| self.active[*i])
            .collect();
        Some(Found { t: first, what })
    }

    /// A node within at which some gap is not on the cubic through its values and rates at both ends, by so
    /// much that it may be negative elsewhere: steps are as long as the coordinates allow, and what
    /// turns steadily or falls freely passes a contact in one of them. A gap may also jump.
    fn stray(
        &mut self,
        sys: &System,
        eqs: &mut At,
        on: &dyn Integrator,
        lo: &Node,
        hi: &Node,
    ) -> Option<Node> {
        let h = hi.t - lo.t;
        let wide = |i: usize| {
            let (f, df) = from(lo, i, h);
            !matches!(self.active[i], Watch::Gap(_))
                || f.min(hi.f[i]) > df.abs() + h * hi.rate[i].abs()
        };
        if h <= 1e-10 * (1.0 + hi.t.abs()) || (0..self.active.len()).all(wide) {
            return None;
        }
        self.evaluate(sys, eqs, on, lo.t + INNER * h);
        self.strays(sys, lo, hi, &self.now).then(|| self.now.clone())
    }

    /// Whether some gap at the node within is not on the cubic.
    fn strays(&self, sys: &System, lo: &Node, hi: &Node, within: &Node) -> bool {
        let h = hi.t - lo.t;
        let s = (within.t - lo.t) / h;
        let far = |i: usize| {
            let (b, m) = (hi.f[i], within.f[i]);
            let ((a, da), db) = (from(lo, i, h), h * hi.rate[i]);
            let off = off_cubic(s, [a, b], [da, db], m);
            let jump = b - a - 0.5 * (da + db) - 0.25 * (da.abs() + db.abs());
            let least = a.min(b).min(m).max(0.0).min(FIT * (da.abs() + db.abs()));
            off.max(jump) > 0.1 * least + 0.1 * JUMP * sys.length()
        };
        let gap = |i: &usize| matches!(self.active[*i], Watch::Gap(_));
        (0..self.active.len()).filter(gap).any(far)
    }

    /// A point at which function i, positive at both ends, is not: looked for where the cubic through
    /// values and rates turns.
    fn dip(
        &mut self,
        sys: &System,
        eqs: &mut At,
        on: &dyn Integrator,
        i: usize,
        lo: &Node,
        hi: &Node,
        zero: f64,
    ) -> Option<Node> {
        let (mut a, mut b) = ((lo.t, lo.f[i], lo.rate[i]), (hi.t, hi.f[i], hi.rate[i]));
        for _ in 0..DIPS {
            let h = b.0 - a.0;
            // the cubic turns within, and not well above zero; one that rises at both ends may have fallen between
            let (s, least) = turn(b.1 - a.1, h * a.2, h * b.2)?;
            if a.1 + least > 0.5 * a.1.min(b.1) {
                return None;
            }
            self.evaluate(sys, eqs, on, a.0 + s * h);
            let m = (self.now.t, self.now.f[i], self.now.rate[i]);
            if m.1 < zero {
                return Some(self.now.clone());
            }
            if m.2 < 0.0 {
                a = m;
            } else {
                b = m;
            }
        }
        None
    }

    /// Whether gap c, zero at time t, turns before it is below what coordinates can resolve: it is
    /// held open by its acceleration, and g_N'²/2 g_N'' is the depth it falls to. A contact that takes
    /// off with g_N'' = 0 rises with the cube of time, so that rounding and the errors of the first
    /// steps hide for a while that it is open.
    fn grazes(
        &mut self,
        sys: &System,
        eqs: &mut At,
        on: &dyn Integrator,
        c: usize,
        t: f64,
    ) -> bool {
        let eqs = &mut *eqs.0;
        on.dense(t, &mut self.q, &mut self.u);
        if !eqs.accelerations(sys, t, &self.q, &self.u, &mut self.a, &mut self.la) {
            return false;
        }
        let r = sys.contacts[c].row;
        let v = sys.row_dot(&eqs.ev, r, &eqs.ev.u);
        let a = sys.row_dot(&eqs.ev, r, &self.a) + eqs.ev.zeta[r];
        a > 0.0 && v * v <= 2.0 * a * height(&self.q)
    }

    /// Zero of event function i between two nodes, where it ends negative, on the dense output:
    /// Newton's method where the rate is known, else secants (Illinois rule), both within a bracket.
    /// Gaps and sliding velocities are put to zero afterwards: a time much finer than the tolerance is
    /// enough for them.
    fn root(
        &mut self,
        sys: &System,
        eqs: &mut At,
        on: &dyn Integrator,
        i: usize,
        lo: &Node,
        hi: &Node,
    ) -> f64 {
        let rounding = |t: f64| 4.0 * f64::EPSILON * (1.0 + t.abs());
        let rated = matches!(self.active[i], Watch::Gap(_) | Watch::Slip(_));
        let enough = if rated { self.fine } else { 0.0 };
        let (mut a, mut fa) = (lo.t, lo.f[i]);
        let (mut b, mut fb) = (hi.t, hi.f[i]);
        // where Newton's method goes on from
        let mut from = (b, fb, hi.rate[i]);
        let first = self.first && lo.t == self.start.t && lo.f[i] == 1.0;
        let fresh = first || rated && lo.rate[i].is_nan();
        if fresh {
            // just after an event the function starts from zero: find where it is positive
            let mut step = b - a;
            loop {
                step *= 0.5;
                if step < 1e-13 * (1.0 + a.abs()) {
                    // it falls from the start on
                    return lo.t;
                }
                self.evaluate(sys, eqs, on, lo.t + step);
                let now = (self.now.t, self.now.f[i], self.now.rate[i]);
                if now.1 > 0.0 {
                    (a, fa) = (now.0, now.1);
                    if now.1.abs() < fb.abs() {
                        from = now;
                    }
                    break;
                }
                (b, fb, from) = (now.0, now.1, now);
            }
        }
        let mut side = 0;
        for _ in 0..100 {
            if b - a <= rounding(b) {
                break;
            }
            let newton = from.0 - from.1 / from.2;
            let mut m =
                if newton > a && newton < b { newton } else { (a * fb - b * fa) / (fb - fa) };
            if !(m > a && m < b) {
                m = 0.5 * (a + b);
            }
            self.evaluate(sys, eqs, on, m);
            let fm = self.now.f[i];
            from = (m, fm, self.now.rate[i]);
            if (fm / from.2).abs() <= enough.max(rounding(m)) {
                return (m - fm / from.2).clamp(a, b);
            }
            if fm > 0.0 {
                (a, fa) = (m, fm);
                if side == 1 {
                    fb *= 0.5;
                }
                side = 1;
            } else if fm < 0.0 {
                (b, fb) = (m, fm);
                if side == -1 {
                    fa *= 0.5;
                }
                side = -1;
            } else {
                return m;
            }
        }
        if rated {
            0.5 * (a + b)
        } else {
            b
        }
    }
}
