//! The residuals of a step: the equations of motion of the three levels, and the rows in use.

use super::{Size, Step};
use crate::schemes::alpha::{Coefficients, Levels, SmoothRow};
use crate::system::{RowKind, System};

/// How far rows are from their equations at acceleration (in parts of the tolerance), velocity and position level.
#[derive(Clone, Copy)]
struct Rows {
    e_a: f64,
    e_v: f64,
    e_p: f64,
    absolute: f64,
}

impl Step {
    /// The residuals (127), the kinematic equations of the active rows, and those of laws that the
    /// caller judges itself at acceleration, velocity and position level.
    pub fn residuals(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        tol: f64,
        laws: [f64; 3],
    ) -> Size {
        let nu = self.nu;
        let impulses = self.motion(sys, c);
        let inv = &self.ev.M_inv;
        let length = self.length;
        let s_a = length.max(largest(&self.a[..nu])).max(largest_product(&self.ev.h, inv));
        let s_v = length.max(largest(&self.u[..nu]));
        let s_q = length.max(largest(&self.q));
        // iterates that ran away would satisfy any tolerance in units of their own size
        let far = s_q > self.reach;
        let e_a = largest_product(&self.R1[..nu], inv);
        (self.e_U, self.e_Q) = (0.0, 0.0);
        self.impulses = impulses;
        if impulses {
            self.e_U = largest_product(&self.R2[..nu], inv);
            self.e_Q = largest_product(&self.R3[..nu], inv);
        }
        let mut absolute = 0.0;
        if self.absolute {
            for R in [&self.R1, &self.R2, &self.R3] {
                absolute = worst(absolute, largest(&R[..nu]));
            }
        }
        let tol = tol.max(8.0 * f64::EPSILON);
        let absolute = laws.into_iter().fold(absolute, worst);
        let [mut e_r, e_v, e_p] = laws;
        if e_r > 0.0 {
            let round_off = 8.0 * f64::EPSILON * s_q * largest(&self.gdd_size);
            e_r /= (1000.0 * tol * length).max(round_off);
        }
        let rows = self.rows(sys, c, l, tol, s_q, Rows { e_a: e_r, e_v, e_p, absolute });
        // coordinates are known to round-off only, which constraint and elastic forces amplify
        let round_off = f64::EPSILON * s_q * (8.0 * self.force_scale + 2.0 * self.stiffness);
        let rows_v = (tol * (length + 0.01 * s_v)).max(8.0 * f64::EPSILON * s_v);
        let rows_p = (tol * length).max(8.0 * f64::EPSILON * s_q);
        let levels = [
            e_a / (1000.0 * tol * s_a).max(round_off),
            rows.e_a,
            self.e_U / (tol * s_v),
            rows.e_v / rows_v,
            self.e_Q / (tol * s_q),
            rows.e_p / rows_p,
        ];
        let scaled = if far { f64::INFINITY } else { levels.into_iter().fold(0.0, worst) };
        Size { scaled, absolute: rows.absolute }
    }

    /// How far the accelerations of the last residuals are from the forces, relative to the largest of both.
    pub fn unbalanced(&self) -> f64 {
        let inv = &self.ev.M_inv;
        let most = largest(&self.a[..self.nu]).max(largest_product(&self.ev.h, inv));
        largest_product(&self.R1[..self.nu], inv) / most.max(f64::MIN_POSITIVE)
    }

    /// R1 = M a - h - W λ, R2 = M U - W Λ, R3 = M Q - W κ - h/2 W Λ_F; whether there are impulses.
    fn motion(&mut self, sys: &System, c: &Coefficients) -> bool {
        let h = self.h;
        let nu = self.nu;
        for (R, h) in self.R1.iter_mut().zip(&self.ev.h) {
            *R = -h;
        }
        self.R1[nu] = 0.0;
        if std::mem::take(&mut self.impulses) {
            self.R2.fill(0.0);
            self.R3.fill(0.0);
        }
        self.add_inertia();
        let mut impulses = self.jumps;
        for r in 0..self.nr {
            let position = match sys.kinds[r] {
                RowKind::Position | RowKind::Normal(_) => self.ka[r],
                _ => c.share * h * self.La[r],
            };
            let (la, La) = (self.la[r], self.La[r]);
            if la == 0.0 && La == 0.0 && position == 0.0 {
                continue;
            }
            impulses |= La != 0.0 || position != 0.0;
            let (w, col) = sys.row(&self.ev, r);
            for (w, &d) in w.iter().zip(col) {
                self.R1[d] -= w * la;
                self.R2[d] -= w * La;
                self.R3[d] -= w * position;
            }
        }
        impulses
    }

    /// The rows in use, each by the equation of its level; `at` is what was found before.
    fn rows(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        tol: f64,
        s_q: f64,
        mut at: Rows,
    ) -> Rows {
        if self.smooth_velocity {
            sys.rows_dot(&self.ev, &self.smooth_u, &mut self.mult);
        }
        for r in 0..self.nr {
            if self.on_a[r] {
                let velocity_row = sys.kinds[r] == RowKind::Velocity;
                let (raw, level) = match (l.row, sys.kinds[r]) {
                    (_, RowKind::Normal(_) | RowKind::Friction(_)) => (self.gdd[r], 2),
                    (SmoothRow::Acceleration | SmoothRow::Free, _) => (self.gdd[r], 2),
                    (SmoothRow::Position, _) if !velocity_row => (self.ev.g[r], 0),
                    (SmoothRow::Velocity | SmoothRow::Position, _) => (self.gd[r], 1),
                    (SmoothRow::SmoothVelocity, _) => (self.mult[r], 1),
                    (SmoothRow::Baumgarte { alpha, beta }, _) => {
                        (self.gdd[r] + 2.0 * alpha * self.gd[r] + beta * beta * self.ev.g[r], 2)
                    }
                };
                at.absolute = worst(at.absolute, raw);
                match level {
                    0 => {
                        at.e_p = worst(at.e_p, raw);
                        self.k_a[r] = raw / (self.h * self.h * c.beta * c.ratio());
                    }
                    1 => {
                        at.e_v = worst(at.e_v, raw);
                        self.k_a[r] = raw / (self.h * c.gamma * c.ratio());
                    }
                    _ => {
                        // W is known to the round-off of the coordinates
                        let round_off = 8.0 * f64::EPSILON * s_q * self.gdd_size[r];
                        at.e_a = worst(at.e_a, raw / (1000.0 * tol * self.length).max(round_off));
                        self.k_a[r] = raw;
                    }
                }
            }
            if self.on_v[r] {
                at.e_v = worst(at.e_v, self.xi[r]);
                at.absolute = worst(at.absolute, self.xi[r]);
            }
            if self.on_p[r] {
                at.e_p = worst(at.e_p, self.ev.g[r]);
                at.absolute = worst(at.absolute, self.ev.g[r]);
            }
        }
        at
    }

    /// R1 += M a, R2 += M U, R3 += M Q.
    fn add_inertia(&mut self) {
        let mut at = 0;
        for &(row, end) in &self.mass.rows {
            let (row, entries) = (row as usize, at..end as usize);
            at = end as usize;
            let (M, col) = (&self.ev.M[entries.clone()], &self.mass.col[entries]);
            let product =
                |x: &[f64]| M.iter().zip(col).map(|(m, &j)| m * x[j as usize]).sum::<f64>();
            self.R1[row] += product(&self.a);
            if self.jumps {
                self.R2[row] += product(&self.U);
                self.R3[row] += product(&self.Q);
            }
        }
    }
}

/// Largest absolute value, NaN if one is not finite.
pub(super) fn largest(v: &[f64]) -> f64 {
    let mut max = [0.0; 4];
    let mut sum = [0.0; 4];
    let mut four = v.chunks_exact(4);
    for v in four.by_ref() {
        for k in 0..4 {
            max[k] = if v[k].abs() > max[k] { v[k].abs() } else { max[k] };
            sum[k] += 0.0 * v[k];
        }
    }
    let rest = four.remainder().iter().fold(0.0, |m, v| worst(m, *v));
    max.iter().zip(&sum).fold(rest, |m, (max, zero)| worst(m, max + zero))
}

/// The same of the products x y.
fn largest_product(x: &[f64], y: &[f64]) -> f64 {
    let mut max = [0.0; 4];
    let mut sum = [0.0; 4];
    let (mut xs, mut ys) = (x.chunks_exact(4), y.chunks_exact(4));
    for (x, y) in xs.by_ref().zip(ys.by_ref()) {
        for k in 0..4 {
            let v = x[k] * y[k];
            max[k] = if v.abs() > max[k] { v.abs() } else { max[k] };
            sum[k] += 0.0 * v;
        }
    }
    let rest = xs.remainder().iter().zip(ys.remainder()).fold(0.0, |m, (x, y)| worst(m, x * y));
    max.iter().zip(&sum).fold(rest, |m, (max, zero)| worst(m, max + zero))
}

/// Largest absolute value, NaN if there is one.
pub(in crate::schemes::alpha) fn worst(a: f64, v: f64) -> f64 {
    // a NaN met before stays, a new one fails the comparison
    if a.is_nan() || v.abs() <= a {
        a
    } else {
        v.abs()
    }
}
