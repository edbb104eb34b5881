//! A path of equilibria by its arc length, past limit points of the load.
//!
//! The load s is one more unknown, a sphere about the last equilibrium (q0, s0) one more equation:
//!
//! ```text
//! |q - q0|² + ψ² (s - s0)² = Δ²
//! ```
//!
//! Each iteration solves twice with the factors of the load-controlled method, for the residual (x_r)
//! and for a change of the load (x_f), and δs follows from the linearised sphere: K is regular
//! everywhere but at the limit point itself, which no iterate hits. ψ makes load and displacement
//! weigh the same at the start. Δ shrinks and grows with the number of iterations. The direction
//! along the path is kept by the sign of the scalar product with the last increment.
//!
//! E. Riks, "An incremental approach to the solution of snapping and buckling problems", 1979, DOI
//! 10.1016/0020-7683(79)90081-7; M. A. Crisfield, "A fast incremental/iterative solution procedure
//! that handles snap-through", 1981, DOI 10.1016/0045-7949(81)90108-5.

use super::{Equilibrium, Progress, StaticPath, StaticSettings, Walk, MAX_HALVINGS};
use crate::frame::V3;
use crate::system::{check_size, Eval, System};

/// Iterations of a step whose size is right.
const WANTED: f64 = 5.0;
/// Largest radius, in units of the first one.
const LARGEST: f64 = 4.0;
/// Most equilibria of a path, times the number of load steps; at least a thousand.
const MAX_POINTS: usize = 100;
/// Difference of the load by which its directions are found.
const DS: f64 = 1e-6;

struct Arc {
    walk: Walk,
    before: Eval,
    gravity: V3,
    t_end: f64,
    /// Change of the state with the load: velocities, rows, coordinates.
    x: Vec<f64>,
    m: Vec<f64>,
    dq: Vec<f64>,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Arc {
    /// The change with the load, at factors that are there for (s, q).
    fn load_direction(&mut self, sys: &mut System, s: f64, q: &[f64]) -> bool {
        sys.set_load(self.gravity, s - DS);
        sys.evaluate((s - DS) * self.t_end, q, &self.walk.rest, &mut self.before);
        sys.set_load(self.gravity, s);
        let ev = &self.walk.ev;
        for (x, (a, b)) in self.x.iter_mut().zip(ev.h.iter().zip(&self.before.h)) {
            *x = (a - b) / DS;
        }
        for r in 0..sys.nr {
            let change = (ev.g[r] - self.before.g[r]) / DS;
            self.m[r] = if self.walk.on[r] { -change } else { 0.0 };
        }
        let finite = self.walk.saddle.solve(sys, &self.walk.ev, &mut self.x, &mut self.m);
        sys.B(s * self.t_end, q, &self.x, &mut self.dq);
        finite
    }

    /// Corrects (q, s) to the sphere of radius `radius` about (q0, s0); the number of iterations.
    fn correct(
        &mut self,
        sys: &mut System,
        (q0, s0): (&[f64], f64),
        (psi2, radius): (f64, f64),
        (q, la, s): (&mut [f64], &mut [f64], &mut f64),
        settings: &StaticSettings,
    ) -> Option<usize> {
        let mut before = f64::INFINITY;
        for it in 1..=settings.max_newton {
            sys.set_load(self.gravity, *s);
            let t = *s * self.t_end;
            let changed = self.walk.linearise(sys, t, q, la);
            if !self.walk.direction(sys) || !self.load_direction(sys, *s, q) {
                return None;
            }
            let increment: Vec<f64> = q.iter().zip(q0).map(|(a, b)| a - b).collect();
            let c = dot(&increment, &increment) + psi2 * (*s - s0).powi(2) - radius * radius;
            sys.B(t, q, &self.walk.x, &mut self.walk.dq);
            let slope = dot(&increment, &self.dq) + psi2 * (*s - s0);
            let ds = (-0.5 * c - dot(&increment, &self.walk.dq)) / slope;
            if !ds.is_finite() || ds.abs() > 1e3 {
                return None;
            }
            *s += ds;
            for (x, f) in self.walk.x.iter_mut().zip(&self.x) {
                *x += ds * f;
            }
            for ((la, m), f) in la.iter_mut().zip(&self.walk.m).zip(&self.m) {
                *la = m + ds * f;
            }
            self.walk.advance(sys, t, q);
            match self.walk.progress(q, changed || ds.abs() > 1e-8, &mut before, settings) {
                Progress::Done => {
                    sys.set_load(self.gravity, *s);
                    let t = *s * self.t_end;
                    return self.walk.balanced(sys, t, q, la).then_some(it);
                }
                Progress::Failed => return None,
                Progress::On => {}
            }
        }
        None
    }
}

/// Follows the equilibrium of `sys` from the coordinates `q0` until the load is full for the first
/// time, through loads that shrink where the path does so. The first step is of the load
/// 1/`steps`.
pub fn arc_length(sys: &mut System, q0: &[f64], settings: &StaticSettings) -> StaticPath {
    if check_size(sys, q0, &sys.u0).is_err() {
        return StaticPath { failed_at: Some(0.0), ..StaticPath::default() };
    }
    let gravity = sys.gravity();
    let mut arc = Arc {
        walk: Walk::new(sys, q0),
        before: sys.eval(),
        gravity,
        t_end: settings.t_end,
        x: vec![0.0; sys.nu],
        m: vec![0.0; sys.nr],
        dq: vec![0.0; sys.nq],
    };
    let path = follow(sys, &mut arc, q0, settings);
    sys.set_load(gravity, 1.0);
    path
}

fn follow(sys: &mut System, arc: &mut Arc, q0: &[f64], settings: &StaticSettings) -> StaticPath {
    let mut path = StaticPath::default();
    let (mut q, mut la, mut s) = (q0.to_vec(), vec![0.0; sys.nr], 0.0);
    let (mut last_q, mut last_s) = (vec![0.0; sys.nq], 1.0);
    let (mut psi2, mut radius, mut least, mut largest) = (0.0, 0.0, 0.0, 0.0);
    let first = 1.0 / settings.steps.max(1) as f64;
    let most = (MAX_POINTS * settings.steps.max(1)).max(1000);
    while path.states.len() < most {
        sys.set_load(arc.gravity, s);
        arc.walk.linearise(sys, s * settings.t_end, &q, &la);
        if !arc.load_direction(sys, s, &q) {
            break;
        }
        let size2 = dot(&arc.dq, &arc.dq);
        if radius == 0.0 {
            psi2 = if size2 > 0.0 { size2 } else { 1.0 };
            radius = first * (size2 + psi2).sqrt();
            (least, largest) = (radius * 0.5_f64.powi(MAX_HALVINGS as i32), LARGEST * radius);
        }
        let ahead = dot(&last_q, &arc.dq) + psi2 * last_s >= 0.0;
        let along = if ahead { 1.0 } else { -1.0 } / (size2 + psi2).sqrt();
        let (x, m) = (arc.x.clone(), arc.m.clone());
        let found = loop {
            let ds = along * radius;
            let (mut q1, mut la1, mut s1) = (q.clone(), la.clone(), s + ds);
            arc.walk.x.iter_mut().zip(&x).for_each(|(a, b)| *a = ds * b);
            arc.walk.advance(sys, s * settings.t_end, &mut q1);
            la1.iter_mut().zip(&m).for_each(|(a, b)| *a += ds * b);
            let state = (&mut q1[..], &mut la1[..], &mut s1);
            match arc.correct(sys, (&q, s), (psi2, radius), state, settings) {
                Some(n) if s1 < 1.0 => break Some((q1, la1, s1, n)),
                // the full load lies within the step
                Some(n) => {
                    let part = (1.0 - s) / (s1 - s);
                    let mut end: Vec<f64> =
                        q.iter().zip(&q1).map(|(a, b)| a + part * (b - a)).collect();
                    sys.normalize(&mut end);
                    let guess = end.clone();
                    sys.set_load(arc.gravity, 1.0);
                    let t = settings.t_end;
                    let more = arc.walk.newton(sys, t, &mut end, &mut la1, settings);
                    let moved: f64 = end.iter().zip(&guess).map(|(a, b)| (a - b).powi(2)).sum();
                    if let (Some(more), true) = (more, moved.sqrt() <= radius) {
                        break Some((end, la1, 1.0, n + more));
                    }
                }
                None => {}
            }
            radius *= 0.5;
            if radius < least {
                path.failed_at = Some(s + along * radius);
                break None;
            }
        };
        let Some((q1, la1, s1, iterations)) = found else { return path };
        for ((d, a), b) in last_q.iter_mut().zip(&q1).zip(&q) {
            *d = a - b;
        }
        last_s = s1 - s;
        (q, la, s) = (q1, la1, s1);
        path.states.push(Equilibrium { load: s, q: q.clone(), la: la.clone(), iterations });
        if s == 1.0 {
            return path;
        }
        radius = largest.min(radius * (WANTED / iterations as f64).sqrt().clamp(0.25, 1.5));
    }
    path.failed_at = Some(s);
    path
}
