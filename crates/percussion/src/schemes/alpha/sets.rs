//! Which rows are active at which level, the multipliers of those that are not, and the direction of sliding friction.
//! Equation numbers are those of Capobianco et al. (see the scheme's own page).
//!
//! The published scheme takes P_F along the direction s1 = ξ_F/|ξ_F| at the end of the step. Where
//! the direction turns in space this is of first order. Here it is a mean of those at both ends,
//! in the contact's own tangents,
//!
//! ```text
//! ξ̂_F in N(-P_F),   ξ̂_F = ξ_F + w |ξ_F| s0,   w = (1 - e_F)/(1 + e_F) clamp(1/2 + s0·s1, 0, 1)
//! P_F = -μ P_N s_m where it slides,   s_m = (s1 + w s0)/|s1 + w s0|
//! ```
//!
//! with s0 = γ_F/|γ_F| at the beginning, in place of ξ_F in N(-P_F) (112). ξ̂_F vanishes with ξ_F:
//! true stick and the disc stay as they are, and up to turns of 104 degrees friction takes energy
//! from the mean of the sliding velocities. Where the contact did not slide before, or a contact
//! closes within the step, s0 says nothing of the percussion and s_m = s1; likewise in steps without
//! history, and in the plane, where directions do not turn. `slip=end` is the published form everywhere.

use super::equations::{SlidingState, Step, STILL};
use super::{Coefficients, Levels, SmoothRow};
use crate::contact::law::{closed, limit_slope, slides};
use crate::system::{Friction, Normal, RowKind, System};
use std::ops::Range;

/// Gaps above this, relative to the coordinates and the lengths of the contacts, are open at the beginning of a step.
const OPEN: f64 = 1e-9;
/// Least cosine between s0 and the old velocity seen at the end of the step: below it the tangents
/// have jumped.
const SAME_TANGENTS: f64 = 0.5;

/// Whether the normal of a friction presses, its percussion and its force.
pub(super) fn normal(sys: &System, s: &Step, f: &Friction) -> (bool, f64, f64) {
    match f.normal {
        Normal::Contact(k) => {
            let i = sys.contacts[k].row;
            (s.on.p[i], s.end.P[i], s.y.la[i])
        }
        Normal::Force(n) => (true, n * s.h, n),
    }
}

/// Index sets.
impl Step {
    /// Gap of the smooth motion in row r, where the scheme asks for it.
    pub fn smooth_gap(&self, r: usize) -> Option<f64> {
        self.smooth.as_ref().map(|s| s.ev.g[r])
    }

    /// The index sets (130), (133), (136), (139), (141); rows outside of them and sliding friction
    /// get the multipliers that their equations give at once.
    pub fn index_sets(&mut self, sys: &System, c: &Coefficients, l: &Levels) {
        self.joints_alone(sys, l);
        for (contact, k) in sys.contacts.iter().enumerate() {
            let (i, r) = (k.row, self.end.r[k.row]);
            // (130)
            let [r_p, r_v, r_a] = l.r.map(|factor| factor * r);
            let A = closed(self.end.khat[i], self.end.ev.g[i], r_p);
            // (133); for alpha-pvv the smooth motion's penetration stands for A
            let near = self.smooth_gap(i).map_or(A, |g| g <= sys.band(contact));
            let B = near && closed(self.end.P[i], self.end.xi[i], r_v);
            // (136)
            let C = l.contacts && B && closed(self.y.la[i], self.end.gdd[i], r_a);
            (self.on.p[i], self.on.v[i], self.on.a[i]) = (A, B, C);
            // λ = 0, P = 0, κ̂ = 0 for the levels at which it is not active; Λ = 0, κ = 0 on request
            if !C && self.y.la[i] != 0.0 {
                self.y.la[i] = 0.0;
                self.end.la_bar[i] = c.bar(self.from.la_bar[i], self.from.la[i], 0.0);
            }
            if !B {
                self.y.La[i] = if l.splits { 0.0 } else { -self.smooth_percussion(c, i) };
            }
            if !A {
                self.y.ka[i] = if l.splits { 0.0 } else { -self.smooth_double(c, i) };
            }
            self.dependent_force(c, i);
        }
        for f in 0..sys.frictions.len() {
            self.friction_sets(sys, c, l, f);
        }
    }

    /// Joints alone are active; contacts and friction keep the multipliers they have.
    pub fn joints_alone(&mut self, sys: &System, l: &Levels) {
        if let Some(smooth) = &mut self.smooth {
            let moved = self.end.x.iter().zip(&self.y.Q);
            smooth.x.iter_mut().zip(moved).for_each(|(x, (all, Q))| *x = all - Q);
            sys.B(self.from.t, &self.from.q, &smooth.x, &mut smooth.q);
            smooth.q.iter_mut().zip(&self.q_pred).for_each(|(q, p)| *q += p);
            sys.evaluate(self.from.t + self.h, &smooth.q, &self.end.u, &mut smooth.ev);
        }
        let on = &mut self.on;
        for r in 0..self.nr {
            let joint = matches!(sys.kinds[r], RowKind::Position | RowKind::Velocity);
            on.a[r] = joint && l.row != SmoothRow::Free;
            on.v[r] = joint && l.velocity;
            on.p[r] = sys.kinds[r] == RowKind::Position && l.position;
            (on.slip_a[r], on.slip_v[r]) = (0.0, 0.0);
        }
        on.frictions.fill(SlidingState::default());
    }

    fn friction_sets(&mut self, sys: &System, c: &Coefficients, l: &Levels, f: usize) {
        let fr = &sys.frictions[f];
        let (touches, P_N, la_N) = normal(sys, self, fr);
        let rows = fr.rows.clone();
        let slope = limit_slope(&fr.law);
        let mut state = SlidingState {
            radius_v: slope * P_N,
            radius_a: slope * la_N,
            ..SlidingState::default()
        };
        for r in rows.clone() {
            (self.on.v[r], self.on.a[r]) = (touches, touches && l.contacts);
        }
        let before = self.from.gd[rows.start];
        let keeps = self.keeps_directions && rows.len() == 1 && before.abs() > self.from.rest;
        let kept = keeps.then(|| [before.signum(), 0.0, 0.0]);
        if touches {
            // (139)
            let Step { end, on, .. } = self;
            let (p, norm) = argument(&rows, (&end.r, l.r[1]), &end.xihat, &end.P);
            state.slides_v = kept.is_some() || slides(norm, state.radius_v);
            state.len_v = norm_of(&rows, &end.xi);
            if state.slides_v {
                let s = kept.unwrap_or_else(|| direction(&rows, &end.xihat, &p, norm, on.still));
                for (r, s) in rows.clone().zip(s) {
                    (on.slip_v[r], on.v[r]) = (slope * s, false);
                }
            }
            if l.contacts {
                // (141), (142)
                let (p, norm) = argument(&rows, (&end.r, l.r[2]), &end.gdd, &self.y.la);
                state.by_acceleration = !state.slides_v;
                state.slides_a = state.slides_v || slides(norm, state.radius_a);
                if state.slides_a {
                    let by = if state.by_acceleration { &end.gdd } else { &end.gd };
                    state.len_a = norm_of(&rows, by);
                    let (p, norm) = match state.by_acceleration {
                        true => (p, norm),
                        false => argument(&rows, (&end.r, l.r[1]), &end.xi, &end.P),
                    };
                    let s = kept.unwrap_or_else(|| direction(&rows, by, &p, norm, on.still));
                    for (r, s) in rows.clone().zip(s) {
                        (on.slip_a[r], on.a[r]) = (slope * s, false);
                    }
                }
            }
        }
        // λ_F = -μ λ_N s, P_F = -μ P_N s, zero where open
        for r in rows {
            if !self.on.a[r] {
                let slides = state.slides_a && l.contacts && touches;
                self.y.la[r] = if slides { -self.on.slip_a[r] * la_N } else { 0.0 };
            }
            self.dependent_force(c, r);
            if !self.on.v[r] {
                let P = if touches { -self.on.slip_v[r] * P_N } else { 0.0 };
                self.y.La[r] = P - self.smooth_percussion(c, r);
                self.end.P[r] = P;
            }
        }
        self.on.frictions[f] = state;
    }

    /// At the start of a run: closed and sticking contacts by the forces found there.
    pub fn start_sets(&mut self, sys: &System) {
        self.from.gd.copy_from_slice(&self.end.gd);
        for k in &sys.contacts {
            self.from.on_v[k.row] = self.from.la[k.row] > 0.0;
        }
        for f in &sys.frictions {
            let pressed = match f.normal {
                Normal::Contact(k) => self.from.la[sys.contacts[k].row] > 0.0,
                Normal::Force(_) => true,
            };
            let sticks = pressed && norm_of(&f.rows, &self.end.gd) <= self.on.still;
            f.rows.clone().for_each(|r| self.from.on_v[r] = sticks);
        }
    }
}

/// r y - m of a friction and its length, with r times the factor of its level.
pub(super) fn argument(
    rows: &Range<usize>,
    (r, factor): (&[f64], f64),
    y: &[f64],
    m: &[f64],
) -> ([f64; 3], f64) {
    let mut p = [0.0; 3];
    for (p, k) in p.iter_mut().zip(rows.clone()) {
        *p = factor * r[k] * y[k] - m[k];
    }
    (p, dot(&p, &p).sqrt())
}

fn norm_of(rows: &Range<usize>, y: &[f64]) -> f64 {
    rows.clone().map(|r| y[r] * y[r]).sum::<f64>().sqrt()
}

/// Direction of sliding: that of y; in the plane, or where y all but vanishes, that of r y - m,
/// which is the same at the solution.
pub(super) fn direction(
    rows: &Range<usize>,
    y: &[f64],
    p: &[f64; 3],
    norm: f64,
    still: f64,
) -> [f64; 3] {
    let (s, len) = unit(rows, y, still);
    match rows.len() > 1 && len > still {
        true => s,
        false if norm > 0.0 => p.map(|p| p / norm),
        false => [0.0; 3],
    }
}

/// The direction of sliding over a step.
impl Step {
    /// ξ̂ of friction rows, ξ of all others.
    pub fn slide(&mut self, sys: &System, backward: bool) {
        self.end.xihat.copy_from_slice(&self.end.xi);
        if self.on.spatial.is_empty() {
            return;
        }
        let used = self.on.mean && !backward && !self.closes(sys);
        for k in 0..self.on.spatial.len() {
            let f = self.on.spatial[k];
            let fr = &sys.frictions[f];
            self.on.turns[f] = used && self.same_tangents(sys, fr);
            if !self.on.turns[f] {
                continue;
            }
            let (s1, len) = unit(&fr.rows, &self.end.xi, self.on.still);
            let s0 = vector(&fr.rows, &self.from.sliding);
            if len > self.on.still {
                let (w, _) = weight(&s0, &s1, fr.law.e_F);
                for (r, s) in fr.rows.clone().zip(s0) {
                    self.end.xihat[r] += w * len * s;
                }
            }
        }
    }

    /// Whether a contact that was open closes in this step.
    fn closes(&self, sys: &System) -> bool {
        sys.contacts.iter().zip(&self.from.open).any(|(k, open)| {
            let r = k.row;
            *open && (self.end.ev.g[r] <= 0.0 || self.end.P[r] != 0.0 || self.end.khat[r] != 0.0)
        })
    }

    /// Whether s0 exists and the old velocity still has about this direction at the end of the step.
    fn same_tangents(&self, sys: &System, f: &Friction) -> bool {
        let s0 = vector(&f.rows, &self.from.sliding);
        if s0 == [0.0; 3] {
            return false;
        }
        let mut old = [0.0; 3];
        for (r, old) in f.rows.clone().zip(&mut old) {
            *old = sys.row_dot(&self.end.ev, r, &self.from.u);
        }
        dot(&s0, &old) > SAME_TANGENTS * dot(&old, &old).sqrt()
    }

    /// ds_m/dξ of friction f, which slides with |ξ| = len:
    /// (I - s_m s_mᵀ)/|s1 + w s0| (I + w' s0 s0ᵀ)(I - s1 s1ᵀ)/|ξ|.
    pub fn turning(&self, sys: &System, f: usize, len: f64) -> [[f64; 3]; 3] {
        let fr = &sys.frictions[f];
        let (s1, _) = unit(&fr.rows, &self.end.xi, self.on.still);
        let right = projector(&s1, 1.0 / len);
        if !self.on.turns[f] {
            return right;
        }
        let s0 = vector(&fr.rows, &self.from.sliding);
        let (w, slope) = weight(&s0, &s1, fr.law.e_F);
        let (sum, long) = normalized(std::array::from_fn(|k| s1[k] + w * s0[k]), STILL);
        let left = projector(&sum, 1.0 / long);
        // s0ᵀ (I - s1 s1ᵀ)/|ξ|
        let row: [f64; 3] = std::array::from_fn(|j| (0..3).map(|i| s0[i] * right[i][j]).sum());
        let inner = |i: usize, j: usize| right[i][j] + slope * s0[i] * row[j];
        std::array::from_fn(|i| {
            std::array::from_fn(|j| (0..3).map(|k| left[i][k] * inner(k, j)).sum())
        })
    }

    /// Take the directions and gaps at the state reached as those at the beginning of the next step.
    pub fn keep_sliding(&mut self, sys: &System) {
        let Step { from, end, on, .. } = self;
        if on.spatial.is_empty() {
            return;
        }
        for fr in on.spatial.iter().map(|&f| &sys.frictions[f]) {
            let pressed = match fr.normal {
                Normal::Contact(k) => end.P[sys.contacts[k].row] > 0.0,
                Normal::Force(_) => true,
            };
            let (s, _) = unit(&fr.rows, &end.gd, on.still);
            for (r, s) in fr.rows.clone().zip(s) {
                from.sliding[r] = if pressed { s } else { 0.0 };
            }
        }
        let scale = end.q.iter().fold(self.scales.length, |m, v| m.max(v.abs()));
        for (open, k) in from.open.iter_mut().zip(&sys.contacts) {
            *open = end.ev.g[k.row] > OPEN * scale;
        }
    }
}

/// w and dw/d(s0·s1).
fn weight(s0: &[f64; 3], s1: &[f64; 3], e_F: f64) -> (f64, f64) {
    let most = (1.0 - e_F) / (1.0 + e_F);
    let part = 0.5 + dot(s0, s1);
    (most * part.clamp(0.0, 1.0), if part > 0.0 && part < 1.0 { most } else { 0.0 })
}

/// Entries of a friction, at most three.
fn vector(rows: &Range<usize>, y: &[f64]) -> [f64; 3] {
    let mut v = [0.0; 3];
    rows.clone().zip(&mut v).for_each(|(r, v)| *v = y[r]);
    v
}

/// Direction and length of the entries of a friction; no direction where they all but vanish.
fn unit(rows: &Range<usize>, y: &[f64], still: f64) -> ([f64; 3], f64) {
    normalized(vector(rows, y), still)
}

fn normalized(v: [f64; 3], still: f64) -> ([f64; 3], f64) {
    let len = dot(&v, &v).sqrt();
    (if len > still { v.map(|v| v / len) } else { [0.0; 3] }, len)
}

/// c (I - s sᵀ).
fn projector(s: &[f64; 3], c: f64) -> [[f64; 3]; 3] {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| c * (f64::from(u8::from(i == j)) - s[i] * s[j]))
    })
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_direction_is_continuous() {
        let s0 = [1.0, 0.0, 0.0];
        let mean = |s1: [f64; 3], e_F: f64| {
            let (w, _) = weight(&s0, &s1, e_F);
            normalized(std::array::from_fn(|k| s1[k] + w * s0[k]), STILL).0
        };
        let at = |angle: f64| mean([angle.cos(), angle.sin(), 0.0], 0.0);
        for k in 0..360 {
            let (a, b) = (at(f64::from(k).to_radians()), at((f64::from(k) + 0.01).to_radians()));
            assert!(dot(&a, &b) > 0.9999, "{k}");
        }
        // half the angle of small turns, the end alone of large ones
        let s = at(0.2);
        assert!((s[1].atan2(s[0]) - 0.1).abs() < 1e-15);
        let s = at(2.2);
        assert!((s[1].atan2(s[0]) - 2.2).abs() < 1e-15);
        // full restitution of friction: the end alone
        let s1 = [0.6, 0.8, 0.0];
        assert_eq!(mean(s1, 1.0), s1);
    }
}
