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
//! the largest eigenvalue of the Delassus matrix (r is a number of each contact, with a factor for each level); `fixed-point` is what is used by itself.

use super::equations::{worst, Step};
use super::newton::{unknowns, Failure, Form, Newton, Setting, Task};
use super::policy::LARGE;
use super::sets::{argument, direction, normal};
use super::{Coefficients, Levels};
use crate::contact::law::{closed, disc, limit_slope, signorini};
use crate::system::System;

/// Most updates (146); the published examples need up to 281.
const MOST: usize = 5000;
/// Part of an absolute tolerance to which z settles, and y in between.
const SETTLED: f64 = 1e-3;
const SOLVED: f64 = 1e-4;

/// One step from where the unknowns are; how many updates (146) it needed.
pub(super) fn solve(at: Setting<'_>, s: &mut Step, newton: &mut Newton) -> Result<usize, Failure> {
    let part = if at.tol.absolute { SOLVED } else { 1.0 };
    let form = if unknowns(at.sys) <= LARGE { Form::Dense } else { Form::Sparse };
    let mut change = f64::INFINITY;
    for it in 0..MOST {
        newton.solve(at, s, form, Task::Joints(part))?;
        let moved = s.prox(at.sys, at.c, at.l);
        change = relative(at, s, moved);
        if change <= 1.0 {
            return Ok(it + 1);
        }
        if !change.is_finite() || at.stop.raised() {
            break;
        }
    }
    Err(Failure { residual: change, iterations: 0 })
}

/// What (146) changed, in units of what is allowed: `moved` are the largest changes of κ̂, P, λ, and the same over r.
fn relative(at: Setting<'_>, s: &Step, [plain, scaled]: [[f64; 3]; 2]) -> f64 {
    let (tol, length) = (at.tol.tol, s.scales.length);
    if at.tol.absolute {
        return plain.into_iter().fold(0.0, worst) / (SETTLED * tol);
    }
    let most = |v: &[f64]| v.iter().fold(length, |m, v| m.max(v.abs()));
    let (tol, speed) = (10.0 * tol, most(&s.end.u[..s.nu]));
    let allowed = [tol * length, tol * speed, 1000.0 * tol * most(&s.y.a[..s.nu])];
    scaled.into_iter().zip(allowed).fold(0.0, |m, (x, allowed)| worst(m, x / allowed))
}

impl Step {
    /// (146), and the index sets that belong to the new z. The largest changes of κ̂, P and λ, as they are and over r.
    fn prox(&mut self, sys: &System, c: &Coefficients, l: &Levels) -> [[f64; 3]; 2] {
        let mut moved = [[0.0; 3]; 2];
        let mut note = |old: [f64; 3], new: [f64; 3], r: [f64; 3]| {
            for k in 0..3 {
                let x = new[k] - old[k];
                moved[0][k] = worst(moved[0][k], x);
                moved[1][k] = worst(moved[1][k], x / r[k]);
            }
        };
        for (contact, k) in sys.contacts.iter().enumerate() {
            let i = k.row;
            let r = l.r.map(|factor| factor * self.end.r[i]);
            let y = [self.end.ev.g[i], self.end.xi[i], self.end.gdd[i]];
            let old = [self.end.khat[i], self.end.P[i], self.y.la[i]];
            let A = closed(old[0], y[0], r[0]);
            let near = self.smooth_gap(i).map_or(A, |g| g <= sys.band(contact));
            let B = near && closed(old[1], y[1], r[1]);
            let C = l.contacts && B && closed(old[2], y[2], r[2]);
            let on = [A, B, C];
            let new: [f64; 3] = std::array::from_fn(|k| match on[k] {
                true => signorini(old[k] - r[k] * y[k]),
                false => 0.0,
            });
            (self.on.p[i], self.on.v[i], self.on.a[i]) = (A, B, C);
            self.take_forces(c, i, new);
            note(old, new, r);
        }
        for f in &sys.frictions {
            let (touches, P_N, la_N) = normal(sys, self, f);
            let (slope, rows, n) = (limit_slope(&f.law), f.rows.clone(), f.rows.len());
            let (mut P, mut la, mut sticks) = ([0.0; 3], [0.0; 3], false);
            let end = &self.end;
            if touches {
                let (p, norm) = argument(&rows, (&end.r, l.r[1]), &end.xihat, &end.P);
                P = p.map(|p| -p);
                sticks = !disc(&mut P[..n], slope * P_N);
                if l.contacts && sticks {
                    la = argument(&rows, (&end.r, l.r[2]), &end.gdd, &self.y.la).0.map(|p| -p);
                    disc(&mut la[..n], slope * la_N);
                } else if l.contacts {
                    let s = direction(&rows, &end.gd, &p, norm, self.on.still);
                    la = s.map(|s| -slope * la_N * s);
                }
            }
            for (k, r) in rows.enumerate() {
                let (old, new) = ([0.0, self.end.P[r], self.y.la[r]], [0.0, P[k], la[k]]);
                self.on.v[r] = touches && sticks;
                (self.on.p[r], self.on.a[r]) = (false, self.on.v[r] && l.contacts);
                self.take_forces(c, r, new);
                self.y.ka[r] = 0.0;
                note(old, new, l.r.map(|factor| factor * self.end.r[r]));
            }
        }
        self.y.jumps = true;
        moved
    }
}
