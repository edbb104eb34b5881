//! Which rows are active at which level, and the multipliers of those that are not.
//! Equation numbers are those of Capobianco et al. (see the scheme's own page).

use super::step::Step;
use super::{Coefficients, Levels, SmoothRow};
use crate::contact::law::{closed, limit_slope, slides};
use crate::memory::remember;
use crate::system::{Eval, Normal, RowKind, System};

/// Position of the smooth motion alone, where a scheme asks for it.
#[derive(Default)]
pub(super) struct SmoothMotion {
    x: Vec<f64>,
    q: Vec<f64>,
    ev: Eval,
}
remember!(SmoothMotion { x, q, ev });

impl SmoothMotion {
    pub fn new(sys: &System) -> Self {
        SmoothMotion { x: vec![0.0; sys.nu], q: vec![0.0; sys.nq], ev: sys.eval() }
    }
}
/// State of a friction: what the derivative of its slip direction needs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rub {
    pub slides_v: bool,
    pub slides_a: bool,
    /// At acceleration level the direction is that of γ' (sticking at velocity level), not of γ.
    pub by_acceleration: bool,
    /// Length of ξ_F, and of γ_F or γ_F'.
    pub len_v: f64,
    pub len_a: f64,
    /// μ P_N and μ λ_N.
    pub radius_v: f64,
    pub radius_a: f64,
}
remember!(Rub { slides_v, slides_a, by_acceleration, len_v, len_a, radius_v, radius_a });

impl Step {
    /// Gaps of the smooth motion alone, which `alpha-pvv` needs.
    pub fn gaps_of_smooth_motion(&mut self, sys: &System) {
        let Some(smooth) = &mut self.smooth else { return };
        for (x, (all, Q)) in smooth.x.iter_mut().zip(self.x.iter().zip(&self.Q)) {
            *x = all - Q;
        }
        sys.B(self.t0, &self.q0, &smooth.x, &mut smooth.q);
        smooth.q.iter_mut().zip(&self.q_pred).for_each(|(q, p)| *q += p);
        sys.evaluate(self.t0 + self.h, &smooth.q, &self.u, &mut smooth.ev);
    }

    /// Gap of the smooth motion in row r, where the scheme asks for it.
    pub fn smooth_gap(&self, r: usize) -> Option<f64> {
        self.smooth.as_ref().map(|s| s.ev.g[r])
    }

    /// The index sets (130), (133), (136), (139), (141); rows outside of them and sliding friction
    /// get the multipliers that their equations give at once.
    pub fn index_sets(&mut self, sys: &System, c: &Coefficients, l: &Levels) {
        self.joints_alone(sys, l);
        for (contact, k) in sys.contacts.iter().enumerate() {
            let (i, r) = (k.row, self.r[k.row]);
            // (130)
            let A = closed(self.khat[i], self.ev.g[i], r);
            // (133); for alpha-pvv the smooth motion's penetration stands for A
            let near = self.smooth.as_ref().map_or(A, |s| s.ev.g[i] <= sys.band(contact));
            let B = near && closed(self.P[i], self.xi[i], r);
            // (136)
            let C = l.contacts && B && closed(self.la[i], self.gdd[i], r);
            (self.on_p[i], self.on_v[i], self.on_a[i]) = (A, B, C);
            self.release(c, i);
        }
        for f in 0..sys.frictions.len() {
            self.friction_sets(sys, c, l, f);
        }
    }

    /// Joints alone are active; contacts and friction keep the multipliers they have.
    pub fn joints_alone(&mut self, sys: &System, l: &Levels) {
        self.gaps_of_smooth_motion(sys);
        for r in 0..self.nr {
            let (smooth, velocity, position) = match sys.kinds[r] {
                RowKind::Position => (l.row != SmoothRow::Free, l.velocity, l.position),
                RowKind::Velocity => (l.row != SmoothRow::Free, l.velocity, false),
                _ => (false, false, false),
            };
            (self.on_a[r], self.on_v[r], self.on_p[r]) = (smooth, velocity, position);
            (self.slip_a[r], self.slip_v[r]) = (0.0, 0.0);
        }
        self.rubs.fill(Rub::default());
    }

    /// λ = 0, P = 0, κ̂ = 0 for the levels at which row r is not active.
    fn release(&mut self, c: &Coefficients, r: usize) {
        if !self.on_a[r] && self.la[r] != 0.0 {
            self.la[r] = 0.0;
            self.la_bar[r] = c.bar(self.la_bar0[r], self.la0[r], 0.0);
        }
        if !self.on_v[r] {
            self.La[r] = -self.smooth_percussion(c, r);
        }
        if !self.on_p[r] {
            self.ka[r] = -self.smooth_double(c, r);
        }
        self.dependent_force(c, r);
    }

    fn friction_sets(&mut self, sys: &System, c: &Coefficients, l: &Levels, f: usize) {
        let fr = &sys.frictions[f];
        let (touches, P_N, la_N) = match fr.normal {
            Normal::Contact(k) => {
                let i = sys.contacts[k].row;
                (self.on_p[i], self.P[i], self.la[i])
            }
            Normal::Force(n) => (true, n * self.h, n),
        };
        let rows = fr.rows.clone();
        let still = self.sliding.still;
        let slope = limit_slope(&fr.law);
        let mut rub = Rub { radius_v: slope * P_N, radius_a: slope * la_N, ..Rub::default() };
        for r in rows.clone() {
            self.slip_a[r] = 0.0;
            self.slip_v[r] = 0.0;
            self.on_p[r] = false;
            (self.on_v[r], self.on_a[r]) = (touches, touches && l.contacts);
        }
        if touches {
            // (139)
            let (p, norm) = self.argument(&rows, &self.sliding.xihat, &self.P);
            rub.slides_v = slides(norm, rub.radius_v);
            rub.len_v = norm_of(&rows, &self.xi);
            if rub.slides_v {
                let xihat = &self.sliding.xihat;
                let s = direction(&rows, xihat, norm_of(&rows, xihat), &p, norm, still);
                for (k, r) in rows.clone().enumerate() {
                    self.slip_v[r] = slope * s[k];
                    self.on_v[r] = false;
                }
            }
            if l.contacts {
                // (141), (142)
                let (p, norm) = self.argument(&rows, &self.gdd, &self.la);
                rub.by_acceleration = !rub.slides_v;
                rub.slides_a = rub.slides_v || slides(norm, rub.radius_a);
                if rub.slides_a {
                    let by = if rub.by_acceleration { &self.gdd } else { &self.gd };
                    rub.len_a = norm_of(&rows, by);
                    let s = if rub.by_acceleration {
                        direction(&rows, by, rub.len_a, &p, norm, still)
                    } else {
                        let (p, norm) = self.argument(&rows, &self.xi, &self.P);
                        direction(&rows, by, rub.len_a, &p, norm, still)
                    };
                    for (k, r) in rows.clone().enumerate() {
                        self.slip_a[r] = slope * s[k];
                        self.on_a[r] = false;
                    }
                }
            }
        }
        // λ_F = -μ λ_N s, P_F = -μ P_N s, zero where open
        for r in rows {
            if !self.on_a[r] {
                let slides = rub.slides_a && l.contacts && touches;
                self.la[r] = if slides { -self.slip_a[r] * la_N } else { 0.0 };
            }
            self.dependent_force(c, r);
            if !self.on_v[r] {
                let P = if touches { -self.slip_v[r] * P_N } else { 0.0 };
                self.La[r] = P - self.smooth_percussion(c, r);
                self.P[r] = P;
            }
        }
        self.rubs[f] = rub;
    }

    /// r y - m of a friction and its length.
    pub(super) fn argument(
        &self,
        rows: &std::ops::Range<usize>,
        y: &[f64],
        m: &[f64],
    ) -> ([f64; 3], f64) {
        let mut p = [0.0; 3];
        for (k, r) in rows.clone().enumerate() {
            p[k] = self.r[r] * y[r] - m[r];
        }
        (p, (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt())
    }
}

pub(super) fn norm_of(rows: &std::ops::Range<usize>, y: &[f64]) -> f64 {
    rows.clone().map(|r| y[r] * y[r]).sum::<f64>().sqrt()
}

/// Direction of sliding: that of y; in the plane, or where y all but vanishes, that of r y - m,
/// which is the same at the solution.
pub(super) fn direction(
    rows: &std::ops::Range<usize>,
    y: &[f64],
    len: f64,
    p: &[f64; 3],
    norm: f64,
    still: f64,
) -> [f64; 3] {
    let mut s = [0.0; 3];
    if rows.len() > 1 && len > still {
        for (k, r) in rows.clone().enumerate() {
            s[k] = y[r] / len;
        }
    } else if norm > 0.0 {
        (0..rows.len()).for_each(|k| s[k] = p[k] / norm);
    }
    s
}
