//! The saddle-point matrix of statics, with the stiffness of the rows in use:
//!
//! ```text
//! [ K - Σ λ_r H_r + Σ ρ_r W_rᵀ W_r   -Wᵀ ] [ x ]   [ h + Wᵀ ρ b ]
//! [ W                                 0  ] [ λ ] = [ b          ]
//! ```
//!
//! The terms with ρ cancel, as W x = b. Without them the stiffness of a body that only joints hold, or
//! that hangs on later bodies, would be singular, and no order of pivots along the bodies would do.

use crate::linalg::Numeric;
use crate::system::pattern::{Parts, Pattern, DEPENDENT, NOWHERE};
use crate::system::{Eval, System};

/// Pivots of velocities below this fraction of their diagonal are round-off: nothing holds them.
const FREE: f64 = 1e-13;

pub(super) struct Saddle {
    pattern: Pattern,
    num: Numeric,
    val: Vec<f64>,
    floor: Vec<f64>,
    b: Vec<f64>,
    /// ρ of each row, zero where it is not in use.
    rho: Vec<f64>,
    nu: usize,
}

impl Saddle {
    pub fn new(sys: &System) -> Self {
        let kept = vec![true; sys.nr];
        let parts = Parts { M: false, pairs: true, extra: &[], kept: &kept, row_by_row: true };
        let pattern = Pattern::new(sys, &parts);
        Saddle {
            num: pattern.sym.numeric(),
            val: vec![0.0; pattern.col.len()],
            floor: vec![0.0; pattern.n()],
            b: vec![0.0; pattern.n()],
            rho: vec![0.0; sys.nr],
            nu: sys.nu,
            pattern,
        }
    }

    /// Factorises for the rows in use: `K` in the order of `K_entries`, `H` of all rows.
    pub fn factor(
        &mut self,
        sys: &System,
        ev: &Eval,
        K: &[f64],
        H: &[f64],
        la: &[f64],
        on: &[bool],
    ) {
        let diagonal = |(&(i, j), k): (&(usize, usize), &f64)| if i == j { k.abs() } else { 0.0 };
        let k = sys.K_entries.iter().zip(K).map(diagonal).fold(0.0, f64::max);
        let k = if k > 0.0 && k.is_finite() { k } else { 1.0 };
        let at = &self.pattern;
        self.val.fill(0.0);
        for (&p, v) in at.at_K.iter().zip(K).filter(|(&p, _)| p != NOWHERE) {
            self.val[p] += v;
        }
        let mut pairs = 0;
        for e in &sys.elements {
            let n = e.dofs.len();
            for (i, r) in e.rows.clone().enumerate() {
                let (w, h) = (e.w + i * n, e.hess + i * n * n);
                let places = at.at_W(r, n);
                let size: f64 = (0..n)
                    .filter(|&j| places[j].0 != NOWHERE)
                    .map(|j| ev.W[w + j] * ev.W[w + j])
                    .sum();
                let Some(pos) = at.pos(self.nu + r) else { continue };
                self.rho[r] = 0.0;
                if !on[r] || size == 0.0 {
                    self.val[at.at_diag[self.nu + r]] = 1.0;
                    self.floor[pos] = 0.0;
                    continue;
                }
                self.rho[r] = k / size;
                self.floor[pos] = DEPENDENT * size / k;
                for a in 0..n {
                    let (up, side) = places[a];
                    if up == NOWHERE {
                        continue;
                    }
                    self.val[up] -= ev.W[w + a];
                    self.val[side] += ev.W[w + a];
                    for b in 0..n {
                        let p = at.at_pairs[pairs + a * n + b];
                        if p != NOWHERE {
                            self.val[p] +=
                                self.rho[r] * ev.W[w + a] * ev.W[w + b] - la[r] * H[h + a * n + b];
                        }
                    }
                }
            }
            pairs += n * n;
        }
        // a direction without stiffness is left alone
        for k in 0..self.nu {
            if let Some(p) = at.pos(k) {
                self.floor[p] = FREE * self.val[at.at_diag[k]].abs();
            }
        }
        at.sym.factor(&mut self.num, |i| at.row(&self.val, i), &self.floor);
    }

    /// Solves: `x` and `m` hold h and b, and receive x and λ. Whether they are finite.
    pub fn solve(&mut self, sys: &System, ev: &Eval, x: &mut [f64], m: &mut [f64]) -> bool {
        for e in &sys.elements {
            let n = e.dofs.len();
            for (i, r) in e.rows.clone().enumerate() {
                for (j, &d) in e.dofs.iter().enumerate().filter(|(_, &d)| d < self.nu) {
                    x[d] += self.rho[r] * m[r] * ev.W[e.w + i * n + j];
                }
            }
        }
        for (p, &k) in self.pattern.unknown.iter().enumerate() {
            self.b[p] = if k < self.nu { x[k] } else { m[k - self.nu] };
        }
        self.pattern.sym.solve(&self.num, &mut self.b);
        for (p, &k) in self.pattern.unknown.iter().enumerate() {
            match k < self.nu {
                true => x[k] = self.b[p],
                false => m[k - self.nu] = self.b[p],
            }
        }
        self.b.iter().all(|v| v.is_finite())
    }
}
