//! The fixed point of the published scheme: contact forces by their prox equations, all else by Newton's method.
//!
//! ```text
//! (144)  y = (a, U, Q, multipliers of joints),   z = (κ_N, Λ_N, λ_N, Λ_F, λ_F)
//! (145)  y ← y - (∂R_s/∂y)⁻¹ R_s(y, z)                       with z as it is, until R_s = 0
//! (146)  z ← p(y, z):   κ̂_N = max(0, κ̂_N - r g_N)            (128)
//!                       P_N = max(0, P_N - r ξ_N)            (131)  where κ̂_N - r g_N ≥ 0
//!                       λ_N = max(0, λ_N - r g_N'')          (134)  where P_N - r ξ_N ≥ 0
//!                       P_F = prox(P_F - r ξ_F)              (137)  onto the disc μ P_N
//!                       λ_F = prox(λ_F - r γ_F')             (140)  onto the disc μ λ_N where it sticks,
//!                           = -μ λ_N γ_F/|γ_F|                      where it slides
//! ```
//!
//! With all of z from the iterate before, (146) cycles on a ball that rests in a corner. Here what is new is used at once: radii are
//! those of the new P_N and λ_N, and Λ and κ follow from the new P, κ̂ and λ. z has to settle to far less than what R(x) = 0 is solved to, as
//! it approaches its limit in small steps: to a thousandth of `tol` where that is absolute.
//!
//! No matrix of contacts is factorised, so that contacts may depend on each other. It converges linearly, for r below 2 over
//! the largest eigenvalue of the Delassus matrix (r is a number of each contact); `fixed-point` is what is used by itself.

use super::index_sets::{direction, norm_of};
use super::step::{worst, Step};
use super::ways::{Failure, Why};
use super::{Alpha, Coefficients, Levels, System, Work};
use crate::contact::law::{closed, disc, limit_slope, signorini};
use crate::system::Normal;

/// Most updates (146); the published examples need up to 281.
const MOST: usize = 5000;
/// Part of an absolute tolerance to which z settles, and y in between.
const SETTLED: f64 = 1e-3;
const SOLVED: f64 = 1e-4;

impl Alpha {
    /// One step; how many updates (146) it needed.
    pub(super) fn prox(
        &self,
        sys: &System,
        w: &mut Work,
        h: f64,
        monolithic: bool,
    ) -> Result<usize, Failure> {
        w.step.predict(sys, h, false);
        let c = self.coefficients(w);
        let part = if self.absolute { SOLVED } else { 1.0 };
        let mut change = f64::INFINITY;
        for it in 0..MOST {
            self.newton(sys, w, monolithic, Some(part), false)?;
            let moved = w.step.prox(sys, c, &self.levels);
            change = self.change(&w.step, moved);
            if change <= 1.0 {
                return Ok(it + 1);
            }
            if !change.is_finite() || self.stop.raised() {
                break;
            }
        }
        let why = if change.is_finite() { Why::Limit } else { Why::NotFinite };
        Err(Failure { residual: change, iterations: 0, why })
    }

    /// What (146) changed, in units of what is allowed: `moved` are the largest changes of κ̂, P, λ, and the same over r.
    fn change(&self, s: &Step, [plain, scaled]: [[f64; 3]; 2]) -> f64 {
        if self.absolute {
            return plain.into_iter().fold(0.0, worst) / (SETTLED * self.tol);
        }
        let most = |v: &[f64]| v.iter().fold(s.length, |m, v| m.max(v.abs()));
        let (tol, speed) = (10.0 * self.tol, most(&s.u[..s.nu]));
        let allowed = [tol * s.length, tol * speed, 1000.0 * tol * most(&s.a[..s.nu])];
        scaled.into_iter().zip(allowed).fold(0.0, |m, (x, allowed)| worst(m, x / allowed))
    }
}

impl Step {
    /// (146), and the index sets that belong to the new z. The largest changes of κ̂, P and λ, as they are and over r.
    fn prox(&mut self, sys: &System, c: &Coefficients, l: &Levels) -> [[f64; 3]; 2] {
        let mut moved = [[0.0; 3]; 2];
        let mut note = |old: [f64; 3], new: [f64; 3], r: f64| {
            for k in 0..3 {
                let x = new[k] - old[k];
                moved[0][k] = worst(moved[0][k], x);
                moved[1][k] = worst(moved[1][k], x / r);
            }
        };
        for (contact, k) in sys.contacts.iter().enumerate() {
            let (i, r) = (k.row, self.r[k.row]);
            let old = [self.khat[i], self.P[i], self.la[i]];
            let A = closed(old[0], self.ev.g[i], r);
            let near = self.smooth_gap(i).map_or(A, |g| g <= sys.band(contact));
            let B = near && closed(old[1], self.xi[i], r);
            let C = l.contacts && B && closed(old[2], self.gdd[i], r);
            let law = |on: bool, m: f64, y: f64| if on { signorini(m - r * y) } else { 0.0 };
            let new = [
                law(A, old[0], self.ev.g[i]),
                law(B, old[1], self.xi[i]),
                law(C, old[2], self.gdd[i]),
            ];
            (self.on_p[i], self.on_v[i], self.on_a[i]) = (A, B, C);
            self.take(c, i, new[0], new[1], new[2]);
            note(old, new, r);
        }
        for f in &sys.frictions {
            let (touches, P_N, la_N) = match f.normal {
                Normal::Contact(k) => {
                    let i = sys.contacts[k].row;
                    (self.on_p[i], self.P[i], self.la[i])
                }
                Normal::Force(n) => (true, n * self.h, n),
            };
            let (slope, rows, n) = (limit_slope(&f.law), f.rows.clone(), f.rows.len());
            let (mut P, mut la, mut sticks) = ([0.0; 3], [0.0; 3], false);
            if touches {
                let (p, norm) = self.argument(&rows, &self.sliding.xihat, &self.P);
                P = p.map(|p| -p);
                sticks = !disc(&mut P[..n], slope * P_N);
                if l.contacts && sticks {
                    la = self.argument(&rows, &self.gdd, &self.la).0.map(|p| -p);
                    disc(&mut la[..n], slope * la_N);
                } else if l.contacts {
                    let speed = norm_of(&rows, &self.gd);
                    let s = direction(&rows, &self.gd, speed, &p, norm, self.sliding.still);
                    la = s.map(|s| -slope * la_N * s);
                }
            }
            for (k, r) in rows.enumerate() {
                let old = [0.0, self.P[r], self.la[r]];
                (self.on_p[r], self.on_v[r]) = (false, touches && sticks);
                self.on_a[r] = self.on_v[r] && l.contacts;
                self.take(c, r, 0.0, P[k], la[k]);
                self.ka[r] = 0.0;
                note(old, [0.0, P[k], la[k]], self.r[r]);
            }
        }
        self.jumps = true;
        moved
    }

    /// Λ and κ of row r that belong to κ̂, P and λ.
    fn take(&mut self, c: &Coefficients, r: usize, khat: f64, P: f64, la: f64) {
        self.la[r] = la;
        self.la_bar[r] = c.bar(self.la_bar0[r], self.la0[r], la);
        self.La[r] = P - self.smooth_percussion(c, r);
        self.ka[r] = khat - self.smooth_double(c, r);
        (self.P[r], self.khat[r]) = (P, khat);
    }
}
