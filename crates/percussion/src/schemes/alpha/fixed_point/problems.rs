//! The contact problems of the three levels around an iterate, and back.

use super::{FixedPoint, ACCELERATION, POSITION, STILL, VELOCITY};
use crate::contact::law::{restitution, Rubbing};
use crate::contact::reduce::restitution_of;
use crate::schemes::alpha::levels::{Coefficients, Levels, SmoothRow};
use crate::schemes::alpha::step::Step;
use crate::system::{Normal, RowKind, System};

/// A vector that each linearisation finds anew from the one it was given. Where that converges slowly, the next one is
/// extrapolated (Anderson acceleration of depth one).
#[derive(Default)]
pub(super) struct Sequence {
    /// What to take next.
    pub value: Vec<f64>,
    given: Vec<f64>,
    found: Vec<f64>,
    next: Vec<f64>,
    count: usize,
}

/// Values that are found before one is extrapolated, the factor of convergence from which on that is worth it, and the largest
/// weight of the one before.
const SEEN: usize = 3;
const SLOW: f64 = 0.15;
const FURTHEST: f64 = 10.0;

impl Sequence {
    /// Begin anew.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Receive what was found with the last value.
    fn next(&mut self, first: bool, found: impl Iterator<Item = f64>) {
        self.next.clear();
        self.next.extend(found);
        if first || self.next.len() != self.value.len() {
            self.count = 0;
        }
        self.count += 1;
        let (mut now, mut before, mut change, mut along) = (0.0, 0.0, 0.0, 0.0);
        if self.count > SEEN {
            for k in 0..self.next.len() {
                let (r, old) = (self.next[k] - self.value[k], self.found[k] - self.given[k]);
                now += r * r;
                before += old * old;
                change += (r - old) * (r - old);
                along += r * (r - old);
            }
        }
        let by = along / change;
        let slow = now < before && now > SLOW * SLOW * before && by.abs() <= FURTHEST;
        std::mem::swap(&mut self.given, &mut self.value);
        self.value.clone_from(&self.next);
        if slow {
            for (v, old) in self.value.iter_mut().zip(&self.found) {
                *v -= by * (*v - old);
            }
        }
        std::mem::swap(&mut self.found, &mut self.next);
    }
}

impl FixedPoint {
    /// What the beginning of the step contributes, and the right sides that do not depend on contacts.
    pub(super) fn known(&mut self, sys: &System, c: &Coefficients, l: &Levels, s: &Step) {
        let (nu, h) = (s.nu, s.h);
        let once = |bar0: f64, bar: f64| h * c.once(bar0, bar);
        let twice = |bar0: f64, bar: f64| h * h * c.twice(bar0, bar);
        for i in 0..nu {
            let bar = c.bar(s.a_bar0[i], s.a0[i], 0.0);
            self.v0[i] = s.u0[i] + once(s.a_bar0[i], bar);
            self.x0[i] = twice(s.a_bar0[i], bar);
        }
        (self.v0[nu], self.x0[nu]) = (1.0, 0.0);
        for r in 0..s.nr {
            let bar = c.bar(s.la_bar0[r], s.la0[r], 0.0);
            (self.P0[r], self.k0[r]) = (once(s.la_bar0[r], bar), twice(s.la_bar0[r], bar));
        }
        let (gamma, beta) = (h * c.gamma * c.ratio(), h * h * c.beta * c.ratio());
        let time = |r: usize| {
            let (w, columns) = sys.row(&s.ev, r);
            w.iter().zip(columns).filter(|(_, &d)| d == nu).map(|(w, _)| w).sum::<f64>()
        };
        let [position, velocity, acceleration] = &mut self.levels;
        // M a = h + W λ
        acceleration.f.copy_from_slice(&s.ev.h);
        for (c, &r) in acceleration.c.iter_mut().zip(&self.reduction.joints) {
            *c = match l.row {
                // W ũ1 + ∂g/∂t = 0 on the smooth velocity
                SmoothRow::SmoothVelocity => sys.row_dot(&s.ev, r, &self.v0) / gamma,
                _ => s.ev.zeta[r],
            };
        }
        // M u = M v0 + hγ' h - W P0 + W P
        self.sum.fill(0.0);
        sys.add_M(&s.ev, &self.v0[..nu], &mut self.sum);
        sys.add_forces(&s.ev, &self.P0, -1.0, &mut self.sum);
        for i in 0..nu {
            velocity.f[i] = self.sum[i] + gamma * s.ev.h[i];
        }
        velocity.c.iter_mut().zip(&self.reduction.joints).for_each(|(c, &r)| *c = time(r));
        // M x = M x0 + h²β' h - W κ0 + W κ̂, and friction
        self.sum.fill(0.0);
        sys.add_M(&s.ev, &self.x0[..nu], &mut self.sum);
        for r in 0..s.nr {
            let position_level = matches!(sys.kinds[r], RowKind::Position | RowKind::Normal(_));
            self.rows[r] = if position_level { -self.k0[r] } else { 0.0 };
        }
        sys.add_forces(&s.ev, &self.rows, 1.0, &mut self.sum);
        for i in 0..nu {
            position.f[i] = self.sum[i] + beta * s.ev.h[i];
        }
        self.rubbed.fill(0.0);
        for (c, &r) in position.c.iter_mut().zip(&self.reduction.joints) {
            // rows at velocity level leave the displacement along them as it is
            let g = if sys.kinds[r] == RowKind::Position { s.ev.g[r] } else { 0.0 };
            *c = g - moved(sys, s, r);
        }
        self.damp_known(sys, s);
    }

    /// Position level: all contacts, friction with what it was.
    pub(super) fn position(&mut self, sys: &System, s: &Step, [gamma, beta, share]: [f64; 3]) {
        let [position, velocity, acceleration] = &mut self.levels;
        // that of contacts which take no part is taken back
        for (r, kind) in sys.kinds.iter().enumerate() {
            let friction = matches!(kind, RowKind::Friction(_));
            self.rows[r] = if friction { -share * self.P0[r] } else { 0.0 };
        }
        for (k, &r) in self.reduction.rows.iter().enumerate() {
            let (P, la) = (velocity.m[k], acceleration.m[k]);
            if matches!(sys.kinds[r], RowKind::Friction(_)) {
                self.rows[r] = beta * la + share * (P - gamma * la - self.P0[r]);
            }
        }
        self.sum.fill(0.0);
        sys.add_forces(&s.ev, &self.rows, 1.0, &mut self.sum);
        // what friction added in the round before is taken away again
        for (f, (new, old)) in position.f.iter_mut().zip(self.sum.iter().zip(&mut self.rubbed)) {
            *f += new - *old;
            *old = *new;
        }
        for (b, &r) in position.b.iter_mut().zip(&self.reduction.rows) {
            *b = s.ev.g[r] - moved(sys, s, r);
        }
    }

    /// The law of friction asks for ξ̂, whose distance from ξ is that of the last iterate.
    pub(super) fn turn(&mut self, s: &Step, first: bool) {
        let rows = &self.reduction.rows;
        self.turned.next(first, rows.iter().map(|&r| s.sliding.xihat[r] - s.xi[r]));
    }

    /// Velocity level: contacts that the position level closes.
    pub(super) fn velocity(&mut self, sys: &System, s: &Step) {
        let h = s.h;
        let velocity = &mut self.levels[VELOCITY];
        for (k, &r) in self.reduction.rows.iter().enumerate() {
            let e = restitution_of(sys, r);
            let (w, columns) = sys.row(&s.ev, r);
            let (mut now, mut old) = (0.0, 0.0);
            for (w, &d) in w.iter().zip(columns) {
                old += w * s.u0[d];
                now += if d == s.nu { *w } else { 0.0 };
            }
            velocity.b[k] = restitution(e, now, old) + self.turned.value[k];
        }
        for (i, item) in velocity.items.iter_mut().enumerate() {
            if item.normal.is_none() {
                item.load = load(sys, self.reduction.frictions[i]) * h;
            }
        }
    }

    /// Acceleration level: contacts that the velocity level keeps closed.
    pub(super) fn acceleration(&mut self, sys: &System, l: &Levels, s: &Step, enough: f64) {
        let [_, velocity, acceleration] = &mut self.levels;
        for (k, &r) in self.reduction.rows.iter().enumerate() {
            acceleration.b[k] = s.ev.zeta[r];
        }
        for (i, item) in acceleration.items.iter_mut().enumerate() {
            let before = &velocity.items[i];
            item.load = load(sys, self.reduction.frictions[i]);
            item.active = l.contacts && before.active;
            let m = &velocity.m;
            if let Some(k) = item.normal {
                let still = enough.max(STILL * sys.contact_size(item.contact) / s.h);
                item.active &= velocity.y[k] - m[k] / s.r[self.reduction.rows[k]] <= still;
            }
            if item.tangential.is_empty() {
                continue;
            }
            let mut p = [0.0; 3];
            for (p, k) in p.iter_mut().zip(item.tangential.clone()) {
                *p = s.r[self.reduction.rows[k]] * velocity.y[k] - m[k];
            }
            let norm = p.iter().map(|v| v * v).sum::<f64>().sqrt();
            let radius = before.radius(item.normal.map_or(0.0, |k| m[k]));
            item.rubbing = if norm > radius * (1.0 + 1e-9) && norm > 0.0 {
                Rubbing::Slides(p.map(|v| v / norm))
            } else {
                Rubbing::Disc
            };
        }
    }

    /// Λ and κ from P and κ̂; a, U and Q from their own balance, so that it holds however exact the
    /// multipliers are.
    pub(super) fn take(
        &mut self,
        sys: &System,
        l: &Levels,
        s: &mut Step,
        [gamma, beta, share]: [f64; 3],
    ) {
        let nu = s.nu;
        let [position, velocity, acceleration] = &self.levels;
        let free = l.row == SmoothRow::Free;
        // contacts that take no part neither press nor have pressed: impulses take back what the last steps hand on
        for (r, kind) in sys.kinds.iter().enumerate() {
            let ka = match kind {
                RowKind::Normal(_) => -self.k0[r],
                RowKind::Friction(_) => 0.0,
                _ => continue,
            };
            (s.la[r], s.La[r], s.ka[r]) = (0.0, -self.P0[r], ka);
        }
        let contacts = self.reduction.rows.iter().zip(position.m.iter().zip(&velocity.m));
        for ((&r, (kh, P)), la) in contacts.zip(&acceleration.m) {
            s.la[r] = if l.contacts { *la } else { 0.0 };
            s.La[r] = P - gamma * s.la[r] - self.P0[r];
            let friction = matches!(sys.kinds[r], RowKind::Friction(_));
            s.ka[r] = if friction { 0.0 } else { kh - beta * s.la[r] - self.k0[r] };
        }
        let joints = self.reduction.joints.iter().zip(position.l.iter().zip(&velocity.l));
        for ((&r, (kh, P)), la) in joints.zip(&acceleration.l) {
            s.la[r] = if free { 0.0 } else { *la };
            s.La[r] = P - gamma * s.la[r] - self.P0[r];
            let position = sys.kinds[r] == RowKind::Position;
            s.ka[r] = if position { kh - beta * s.la[r] - self.k0[r] } else { 0.0 };
        }
        self.mass.factor(sys, &s.ev, None, &[], &self.none, &self.P0);
        for level in [ACCELERATION, VELOCITY, POSITION] {
            self.sum.fill(0.0);
            for r in 0..s.nr {
                self.rows[r] = match (level, sys.kinds[r]) {
                    (ACCELERATION, _) => s.la[r],
                    (VELOCITY, _) => s.La[r],
                    (_, RowKind::Position | RowKind::Normal(_)) => s.ka[r],
                    _ => share * s.La[r],
                };
            }
            sys.add_forces(&s.ev, &self.rows, 1.0, &mut self.sum);
            if level == ACCELERATION {
                self.sum.iter_mut().zip(&s.ev.h).for_each(|(x, h)| *x += h);
                if let Some(d) = self.damping.as_deref() {
                    self.sum.iter_mut().zip(&d.dh).for_each(|(x, dh)| *x += dh);
                }
            }
            self.rows.fill(0.0);
            self.mass.solve(&mut self.sum[..nu], &mut self.rows);
            let target = match level {
                ACCELERATION => &mut s.a[..nu],
                VELOCITY => &mut s.U[..],
                _ => &mut s.Q[..],
            };
            target.copy_from_slice(&self.sum[..nu]);
        }
        s.jumps = true;
    }
}

impl FixedPoint {
    /// Accelerations that balance the forces with the features at the end of the step, where these were found with others
    /// that were held: positions and velocities stay.
    pub(super) fn balance(&mut self, sys: &System, c: &Coefficients, s: &mut Step) {
        self.mass.factor(sys, &s.ev, None, &[], &self.none, &self.P0);
        self.sum.fill(0.0);
        sys.add_forces(&s.ev, &s.la, 1.0, &mut self.sum);
        self.sum.iter_mut().zip(&s.ev.h).for_each(|(x, h)| *x += h);
        self.rows.fill(0.0);
        self.mass.solve(&mut self.sum[..s.nu], &mut self.rows);
        for (i, &a) in self.sum[..s.nu].iter().enumerate() {
            (s.a[i], s.a_bar[i]) = (a, c.bar(s.a_bar0[i], s.a0[i], a));
        }
    }
}

/// W_r times the displacement of the current iterate.
fn moved(sys: &System, s: &Step, r: usize) -> f64 {
    let (w, columns) = sys.row(&s.ev, r);
    w.iter().zip(columns).filter(|(_, &d)| d < s.nu).map(|(w, &d)| w * s.x[d]).sum()
}

fn load(sys: &System, friction: Option<usize>) -> f64 {
    match friction.map(|f| sys.frictions[f].normal) {
        Some(Normal::Force(n)) => n,
        _ => 0.0,
    }
}
