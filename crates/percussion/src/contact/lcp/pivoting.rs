//! Principal pivoting: exchange w_i and z_i until both are nonnegative.
//!
//! Every step solves M_αα z_α = -q_α afresh, so that no error accumulates over the pivots. Where
//! M_αα is singular, the unknowns without a pivot are zero.
//!
//! - K. G. Murty, "Note on a Bard-type scheme for solving the complementarity problem", Opsearch 11,
//!   1974 (least index; finite for P-matrices).
//! - J. J. Júdice, F. M. Pires, "A block principal pivoting algorithm for large-scale strictly
//!   monotone linear complementarity problems", Computers & Operations Research 21, 1994.

use super::{Attempt, End, Lcp};
use crate::linalg::Dense;

/// What lies below -TOLERANCE is negative, in a problem whose entries are of order one.
const TOLERANCE: f64 = 1e-13;

struct Pivoting<'a> {
    lcp: &'a Lcp,
    basic: Vec<bool>,
    z: Vec<f64>,
    lu: Dense,
}

impl<'a> Pivoting<'a> {
    fn new(lcp: &'a Lcp) -> Self {
        let n = lcp.n;
        Pivoting { lcp, basic: vec![false; n], z: vec![0.0; n], lu: Dense::with_capacity(n) }
    }

    /// The indices whose basic variable is negative; none where the system cannot be solved.
    fn infeasible(&mut self) -> Option<Vec<usize>> {
        let lcp = self.lcp;
        self.z = lcp.on_active_set(&self.basic, &mut self.lu)?;
        let scale = self.z.iter().fold(1.0_f64, |a, v| a.max(v.abs()));
        let negative = |&i: &usize| {
            let v = if self.basic[i] { self.z[i] } else { lcp.w_at(&self.z, i) };
            v < -TOLERANCE * scale
        };
        Some((0..lcp.n).filter(negative).collect())
    }

    fn end(mut self, iterations: usize, end: End) -> Attempt {
        self.z.iter_mut().for_each(|z| *z = z.max(0.0));
        Attempt { z: self.z, iterations, end }
    }
}

/// Murty's scheme: exchange the infeasible pair of least index. Finite where M is a P-matrix.
pub fn murty(lcp: &Lcp, max_pivots: usize) -> Attempt {
    run(lcp, 0, max_pivots)
}

/// Exchange all infeasible pairs at once while their number falls, otherwise one pair by Murty's
/// rule. Finite where M is a P-matrix.
pub fn block_pivoting(lcp: &Lcp, max_pivots: usize) -> Attempt {
    run(lcp, 10, max_pivots)
}

fn run(lcp: &Lcp, patience: usize, max_pivots: usize) -> Attempt {
    let mut p = Pivoting::new(lcp);
    let (mut fewest, mut left) = (lcp.n + 1, patience);
    for iterations in 0..=max_pivots {
        let Some(bad) = p.infeasible() else { return p.end(iterations, End::Stuck) };
        if bad.is_empty() {
            return p.end(iterations, End::Point);
        }
        if patience > 0 && bad.len() < fewest {
            (fewest, left) = (bad.len(), patience);
        } else {
            left = left.saturating_sub(1);
        }
        let exchange = if left > 0 { &bad[..] } else { &bad[..1] };
        exchange.iter().for_each(|&i| p.basic[i] = !p.basic[i]);
    }
    p.end(max_pivots, End::Stuck)
}
