//! Runge-Kutta methods (79) on accelerations that somebody else finds, stage by stage.
//!
//! ```text
//! U_i = u0 + h Σ a_ij U'_j      Q_i = q0 + h Σ a_ij q'(Q_j, U_j)      U'_i = a(t0 + c_i h, Q_i, U_i)
//! u1 = u0 + h Σ b_i U'_i        q1 = q0 + h Σ b_i q'(Q_i, U_i)        P = h Σ b_i λ_i
//! ```
//!
//! Implicit stages are found by fixed-point iteration to rounding, so that h must be small against
//! the fastest time constant.
//!
//! Coefficients: Hairer, Nørsett, Wanner, "Solving ordinary differential equations I", sections II.1
//! and II.5; Hairer, Wanner, part II, section IV.5; Fehlberg, "Klassische Runge-Kutta-Formeln vierter und
//! niedrigerer Ordnung", 1970, DOI 10.1007/BF02241732.

use crate::system::System;

/// A method: its order and coefficients, and the difference to embedded weights where it has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tableau {
    pub name: &'static str,
    pub order: usize,
    A: &'static [&'static [f64]],
    b: &'static [f64],
    c: &'static [f64],
    /// b minus the weights of the order below.
    e: &'static [f64],
}

const S3: f64 = 1.732_050_807_568_877_2;
const S6: f64 = 2.449_489_742_783_178;

/// All methods; rows of A that end early go on with zeros.
#[rustfmt::skip]
pub(super) const TABLEAUX: &[Tableau] = &[
    Tableau { name: "midpoint", order: 2, A: &[&[], &[0.5]], b: &[0.0, 1.0], c: &[0.0, 0.5], e: &[] },
    Tableau { name: "kutta3", order: 3, A: &[&[], &[0.5], &[-1.0, 2.0]], b: &[1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0], c: &[0.0, 0.5, 1.0], e: &[] },
    Tableau { name: "rk4", order: 4, A: &[&[], &[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]], b: &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0], c: &[0.0, 0.5, 0.5, 1.0], e: &[] },
    RKF45,
    Tableau { name: "gauss2", order: 2, A: &[&[0.5]], b: &[1.0], c: &[0.5], e: &[] },
    Tableau { name: "radau3", order: 3, A: &[&[5.0 / 12.0, -1.0 / 12.0], &[0.75, 0.25]], b: &[0.75, 0.25], c: &[1.0 / 3.0, 1.0], e: &[] },
    Tableau { name: "gauss4", order: 4, A: &[&[0.25, 0.25 - S3 / 6.0], &[0.25 + S3 / 6.0, 0.25]], b: &[0.5, 0.5], c: &[0.5 - S3 / 6.0, 0.5 + S3 / 6.0], e: &[] },
    Tableau { name: "radau5", order: 5, A: &[
        &[(88.0 - 7.0 * S6) / 360.0, (296.0 - 169.0 * S6) / 1800.0, (-2.0 + 3.0 * S6) / 225.0],
        &[(296.0 + 169.0 * S6) / 1800.0, (88.0 + 7.0 * S6) / 360.0, (-2.0 - 3.0 * S6) / 225.0],
        &[(16.0 - S6) / 36.0, (16.0 + S6) / 36.0, 1.0 / 9.0],
    ], b: &[(16.0 - S6) / 36.0, (16.0 + S6) / 36.0, 1.0 / 9.0], c: &[(4.0 - S6) / 10.0, (4.0 + S6) / 10.0, 1.0], e: &[] },
];

/// Fehlberg's pair, continued with the weights of order 5.
#[rustfmt::skip]
pub(super) const RKF45: Tableau = Tableau { name: "rkf5", order: 5, A: &[
    &[],
    &[1.0 / 4.0],
    &[3.0 / 32.0, 9.0 / 32.0],
    &[1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0],
    &[439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0],
    &[-8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0],
], b: &[16.0 / 135.0, 0.0, 6656.0 / 12825.0, 28561.0 / 56430.0, -9.0 / 50.0, 2.0 / 55.0],
   c: &[0.0, 0.25, 0.375, 12.0 / 13.0, 1.0, 0.5],
   e: &[1.0 / 360.0, 0.0, -128.0 / 4275.0, -2197.0 / 75240.0, 1.0 / 50.0, 2.0 / 55.0] };

impl Tableau {
    fn explicit(&self) -> bool {
        self.A.iter().enumerate().all(|(i, row)| row.len() <= i)
    }
}

/// Accelerations and multipliers at (t, q, u); false where there are none.
pub(super) type Rate<'a> = dyn FnMut(f64, &[f64], &[f64], &mut [f64], &mut [f64]) -> bool + 'a;

/// Stages and results.
pub(super) struct RungeKutta {
    pub tableau: Tableau,
    kq: Vec<Vec<f64>>,
    ku: Vec<Vec<f64>>,
    la: Vec<Vec<f64>>,
    q: Vec<f64>,
    u: Vec<f64>,
    a: Vec<f64>,
    old: Vec<f64>,
    /// Coordinates and velocities reached.
    pub q1: Vec<f64>,
    pub u1: Vec<f64>,
}

const ITERATIONS: usize = 100;

impl RungeKutta {
    pub fn new(sys: &System, tableau: Tableau) -> Self {
        let s = tableau.b.len();
        let stages = |n: usize| vec![vec![0.0; n]; s];
        RungeKutta {
            tableau,
            kq: stages(sys.nq),
            ku: stages(sys.nu),
            la: stages(sys.nr),
            q: vec![0.0; sys.nq],
            u: vec![0.0; sys.nu],
            a: vec![0.0; sys.nu],
            old: vec![0.0; sys.nu],
            q1: vec![0.0; sys.nq],
            u1: vec![0.0; sys.nu],
        }
    }

    /// One step of length h from (t, q, u); false where a stage does not exist.
    pub fn step(
        &mut self,
        sys: &System,
        (t, q, u): (f64, &[f64], &[f64]),
        h: f64,
        rate: &mut Rate,
    ) -> bool {
        let done = if self.tableau.explicit() {
            (0..self.kq.len()).all(|i| self.stage(sys, (t, q, u), h, i, rate))
        } else {
            self.iterate(sys, (t, q, u), h, rate)
        };
        combine(&mut self.q1, q, h, self.tableau.b, &self.kq);
        combine(&mut self.u1, u, h, self.tableau.b, &self.ku);
        sys.normalize(&mut self.q1);
        done && self.q1.iter().chain(&self.u1).all(|x| x.is_finite())
    }

    fn stage(
        &mut self,
        sys: &System,
        (t, q, u): (f64, &[f64], &[f64]),
        h: f64,
        i: usize,
        rate: &mut Rate,
    ) -> bool {
        combine(&mut self.q, q, h, self.tableau.A[i], &self.kq);
        combine(&mut self.u, u, h, self.tableau.A[i], &self.ku);
        let t = t + self.tableau.c[i] * h;
        sys.qdot(t, &self.q, &self.u, &mut self.kq[i]);
        rate(t, &self.q, &self.u, &mut self.ku[i], &mut self.la[i])
    }

    /// Implicit stages, one after another with the newest values, until nothing changes.
    fn iterate(
        &mut self,
        sys: &System,
        (t, q, u): (f64, &[f64], &[f64]),
        h: f64,
        rate: &mut Rate,
    ) -> bool {
        if !rate(t, q, u, &mut self.a, &mut self.la[0]) {
            return false;
        }
        for k in &mut self.ku {
            k.copy_from_slice(&self.a);
        }
        for (k, c) in self.kq.iter_mut().zip(self.tableau.c) {
            self.u.iter_mut().zip(u.iter().zip(&self.a)).for_each(|(x, (u, a))| *x = u + c * h * a);
            sys.qdot(t, q, &self.u, k);
        }
        let mut before = f64::INFINITY;
        for _ in 0..ITERATIONS {
            let (mut change, mut size) = (0.0_f64, 1.0_f64);
            for i in 0..self.ku.len() {
                self.old.copy_from_slice(&self.ku[i]);
                if !self.stage(sys, (t, q, u), h, i, rate) {
                    return false;
                }
                for (a, b) in self.ku[i].iter().zip(&self.old) {
                    change = change.max((a - b).abs());
                    size = size.max(a.abs());
                }
            }
            // to rounding, or until rounding keeps it from falling
            if change <= 1e-15 * size || (change <= 1e-12 * size && change >= 0.5 * before) {
                return true;
            }
            before = change;
        }
        false
    }

    /// Percussions of the last step, added to `P`.
    pub fn percussions(&self, h: f64, P: &mut [f64]) {
        for (la, b) in self.la.iter().zip(self.tableau.b) {
            P.iter_mut().zip(la).for_each(|(p, la)| *p += h * b * la);
        }
    }

    /// Difference to the embedded method, of coordinate or velocity k.
    pub fn embedded(&self, h: f64, k: usize, velocity: bool) -> f64 {
        let stages = if velocity { &self.ku } else { &self.kq };
        h * stages.iter().zip(self.tableau.e).map(|(s, e)| e * s[k]).sum::<f64>()
    }
}

/// out = y + h Σ w_j k_j.
fn combine(out: &mut [f64], y: &[f64], h: f64, w: &[f64], k: &[Vec<f64>]) {
    out.copy_from_slice(y);
    for (w, k) in w.iter().zip(k).filter(|(w, _)| **w != 0.0) {
        out.iter_mut().zip(k).for_each(|(o, k)| *o += h * w * k);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ b c^(k-1) = 1/k up to the order, and A 1 = c; the embedded weights to one order less.
    #[test]
    fn order_conditions() {
        for t in TABLEAUX {
            for k in 1..=t.order as i32 {
                let moment =
                    |w: &[f64]| -> f64 { w.iter().zip(t.c).map(|(b, c)| b * c.powi(k - 1)).sum() };
                assert!((moment(t.b) - 1.0 / f64::from(k)).abs() < 1e-15, "{} {k}", t.name);
                if k < t.order as i32 && !t.e.is_empty() {
                    assert!(moment(t.e).abs() < 1e-15, "{} {k}", t.name);
                }
            }
            for (row, c) in t.A.iter().zip(t.c) {
                assert!((row.iter().sum::<f64>() - c).abs() < 1e-15, "{}", t.name);
            }
        }
    }
}
