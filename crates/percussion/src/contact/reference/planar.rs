//! Planar problems as linear complementarity problems: m_F = m₊ - m₋ with a slack σ for the sliding
//! speed,
//!
//! ```text
//! 0 ≤ y_N ⊥ m_N ≥ 0,  0 ≤ σ + y_F ⊥ m₊ ≥ 0,  0 ≤ σ - y_F ⊥ m₋ ≥ 0,  0 ≤ μ m_N - m₊ - m₋ ⊥ σ ≥ 0
//! ```
//!
//! They are solved exactly by pivoting, which can also prove that there is no solution, and count the
//! solutions of small problems.

use super::delassus::Delassus;
use crate::contact::law::Rubbing;
use crate::contact::lcp::{self, Lcp};
use crate::contact::problem::{Form, Point, Problem};
use crate::contact::solver::{Budget, Goal, Outcome, Solver, Status};

/// Most unknowns.
const LARGEST: usize = 600;

/// The solver.
#[derive(Default)]
pub struct PlanarSolver {
    delassus: Delassus,
}

impl PlanarSolver {
    /// The problem as a linear complementarity problem: none where an active friction has more than one
    /// direction or a given sliding direction, or where there are too many unknowns. They are m_N, m₊, m₋, σ
    /// of each item in turn.
    pub fn as_lcp(&mut self, p: &Problem, budget: &mut Budget<'_>) -> Option<Lcp> {
        // (row, sign) of each multiplier-like unknown; the slack of a friction has none
        let mut unknowns: Vec<(Option<usize>, f64)> = Vec::new();
        let mut slacks = Vec::new();
        for (k, item) in p.items.iter().enumerate().filter(|(_, i)| i.active) {
            if let Some(i) = item.normal {
                unknowns.push((Some(i), 1.0));
            }
            match (&item.rubbing, item.tangential.len()) {
                (_, 0) | (Rubbing::None, _) => {}
                (Rubbing::Disc, 1) => {
                    let at = unknowns.len();
                    let i = item.tangential.start;
                    unknowns.extend([(Some(i), 1.0), (Some(i), -1.0), (None, 0.0)]);
                    slacks.push([k, at]);
                }
                _ => return None,
            }
        }
        let N = unknowns.len();
        if N > LARGEST || !self.delassus.fill(p, budget) {
            return None;
        }
        let n = p.rows();
        let (G, b) = (&self.delassus.G, &self.delassus.b);
        let (mut M, mut q) = (vec![0.0; N * N], vec![0.0; N]);
        for (a, &(row, sign)) in unknowns.iter().enumerate() {
            let Some(i) = row else { continue };
            q[a] = sign * b[i];
            for (c, &(col, s)) in unknowns.iter().enumerate() {
                if let Some(j) = col {
                    M[a * N + c] = sign * s * G[i * n + j];
                }
            }
        }
        for &[k, at] in &slacks {
            let (plus, minus, s) = (at, at + 1, at + 2);
            M[plus * N + s] = 1.0;
            M[minus * N + s] = 1.0;
            M[s * N + plus] = -1.0;
            M[s * N + minus] = -1.0;
            match p.items[k].normal {
                // the normal stands right before
                Some(_) => M[s * N + at - 1] = p.items[k].slope(),
                None => q[s] = p.items[k].radius(0.0),
            }
        }
        Some(Lcp::new(N, M, q))
    }

    /// Multipliers that belong to a solution z of [`PlanarSolver::as_lcp`].
    fn back(p: &Problem, z: &[f64], m: &mut [f64]) {
        m.fill(0.0);
        let mut at = 0;
        for item in p.items.iter().filter(|i| i.active) {
            if let Some(i) = item.normal {
                m[i] = z[at];
                at += 1;
            }
            if item.rubbing == Rubbing::Disc && item.tangential.len() == 1 {
                m[item.tangential.start] = z[at] - z[at + 1];
                at += 3;
            }
        }
    }
}

impl Solver for PlanarSolver {
    fn name(&self) -> &'static str {
        "lcp"
    }

    fn solve(
        &mut self,
        p: &Problem,
        point: &mut Point,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        point.fit(p);
        let Some(lcp) = self.as_lcp(p, budget) else { return Outcome::unfit(self.name(), budget) };
        let out = lcp.solve(lcp::Solver::Auto);
        let (n, rows) = (lcp.n as f64, p.rows());
        // pivots cost n² each, and there are of the order of n
        budget.factorise(3.0 * n * n * n);
        let otherwise = match out.status {
            lcp::Status::NoSolution { .. } | lcp::Status::Ray { no_solution: true, .. } => {
                Status::NoSolution
            }
            _ => Status::Stalled,
        };
        Self::back(p, &out.z, &mut point.m);
        let (G, b) = (&self.delassus.G, &self.delassus.b);
        for i in 0..rows {
            let row = &G[i * rows..(i + 1) * rows];
            point.y[i] = b[i] + row.iter().zip(&point.m).map(|(g, m)| g * m).sum::<f64>();
        }
        let at = p.measure(&p.item_sizes(), b, &point.m, &point.y);
        if matches!(p.form, Form::Bodies(_)) {
            self.delassus.back(p, point);
        }
        Outcome::of("lcp", at, goal, budget, 1, otherwise)
    }
}
