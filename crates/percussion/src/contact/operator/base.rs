//! The bodies without contacts: factors of
//!
//! ```text
//! [ M  -Jᵀ ] [ x ]   [ f ]
//! [ J   ε  ] [ l ] = [ c ]
//! ```
//!
//! A small ε on the rows of the joints makes the matrix positive (its symmetric part is), whatever the
//! order of elimination and even where joints depend on each other; refinement with ε = 0 takes its
//! effect away again.

use crate::contact::problem::Bodies;
use crate::contact::solver::Budget;
use crate::linalg::{Blocks, Dense};

/// ε relative to the Delassus number of a joint row.
const SOFT: f64 = 1e-7;
/// Most refinements.
const REFINE: usize = 12;

/// Pattern of the bodies: groups of velocities and of joint rows.
#[derive(Clone, Debug, Default)]
pub(in crate::contact) struct Pattern {
    /// Where the groups start; joint rows follow the velocities.
    pub start: Vec<usize>,
    /// Group of each velocity and joint row.
    pub group: Vec<u32>,
    /// Groups that M and J couple.
    pub coupled: Vec<Vec<u32>>,
}

impl Pattern {
    pub fn new(b: &Bodies) -> Self {
        let (nu, nj) = (b.f.len(), b.c.len());
        let mut p = Pattern::default();
        if b.blocks.is_empty() {
            p.start.extend(0..=nu);
        } else {
            p.start.extend_from_slice(&b.blocks);
        }
        p.group = vec![0; nu + nj];
        for (g, w) in p.start.windows(2).enumerate() {
            (w[0]..w[1]).for_each(|d| p.group[d] = g as u32);
        }
        for i in 0..nu {
            let mut set: Vec<u32> = b.M.row(i).map(|(j, _)| p.group[j]).collect();
            set.push(p.group[i]);
            set.sort_unstable();
            set.dedup();
            // one row couples all its columns with itself only
            for &g in set.iter().filter(|g| **g != p.group[i]) {
                p.coupled.push(vec![p.group[i], g]);
            }
        }
        let mut last: Vec<u32> = Vec::new();
        for r in 0..nj {
            let mut set: Vec<u32> = b.J.row(r).map(|(j, _)| p.group[j]).collect();
            set.sort_unstable();
            set.dedup();
            // rows of one joint stand together
            let first = r == 0 || set != last;
            if first {
                p.start.push(nu + r + 1);
            } else if let Some(end) = p.start.last_mut() {
                *end += 1;
            }
            let g = (p.start.len() - 2) as u32;
            p.group[nu + r] = g;
            if first {
                p.coupled.extend(set.iter().map(|&s| vec![s, g]));
            }
            last = set;
        }
        p.coupled.sort_unstable();
        p.coupled.dedup();
        p
    }
}

/// The factors, with the pattern of the last problem.
#[derive(Default)]
pub(in crate::contact) struct Base {
    key: [Vec<usize>; 5],
    /// Values of M and J of the last factorisation.
    values: [Vec<f64>; 2],
    pub blocks: Blocks,
    at_M: Vec<usize>,
    at_J: Vec<[usize; 2]>,
    at_diagonal: Vec<usize>,
    soft: Vec<f64>,
    residual: Vec<f64>,
    step: Vec<f64>,
}

impl Base {
    /// Factorise, anew only where the values have changed; the pattern is analysed only where it has. False where the matrix is
    /// singular or there is no work left.
    pub fn factor(&mut self, b: &Bodies, budget: &mut Budget<'_>) -> bool {
        let (nu, nj) = (b.f.len(), b.c.len());
        let pattern = [&b.blocks, &b.M.start, &b.M.column, &b.J.start, &b.J.column];
        let same = self.key.iter().zip(pattern).all(|(old, new)| old == new);
        if !same {
            let p = Pattern::new(b);
            self.blocks = Blocks::new(&p.start, p.coupled.iter().map(|v| &v[..]));
            let at = |i: usize, j: usize| self.blocks.address(i, j);
            self.at_M = (0..nu).flat_map(|i| b.M.row(i).map(move |(j, _)| at(i, j))).collect();
            self.at_J = (0..nj)
                .flat_map(|r| b.J.row(r).map(move |(j, _)| [at(nu + r, j), at(j, nu + r)]))
                .collect();
            self.at_diagonal = (0..nj).map(|r| at(nu + r, nu + r)).collect();
            self.key = pattern.map(Clone::clone);
        } else if self.values[0] == b.M.value && self.values[1] == b.J.value {
            return budget.go() && self.blocks.small == 0;
        }
        self.values[0].clone_from(&b.M.value);
        self.values[1].clone_from(&b.J.value);
        joint_softness(b, &mut self.soft);
        self.blocks.clear();
        let value = &mut self.blocks.value;
        self.at_M.iter().zip(&b.M.value).for_each(|(&p, v)| value[p] += v);
        for (&[row, column], v) in self.at_J.iter().zip(&b.J.value) {
            value[row] += v;
            value[column] -= v;
        }
        self.at_diagonal.iter().zip(&self.soft).for_each(|(&p, v)| value[p] += v);
        let go = budget.factorise(self.blocks.cost());
        self.blocks.factor(0.0);
        go && self.blocks.small == 0
    }

    /// Solve for x and l in place of the right side (velocities, then joints); whether the result is finite.
    pub fn solve(&mut self, b: &Bodies, rhs: &mut [f64], budget: &mut Budget<'_>) -> bool {
        let nu = b.f.len();
        budget.spend(self.blocks.fill() as f64);
        if b.c.is_empty() {
            self.blocks.solve(rhs);
            return rhs.iter().all(|v| v.is_finite());
        }
        let size = |v: &[f64]| v.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
        self.residual.clear();
        self.residual.extend_from_slice(rhs);
        let given = rhs.to_vec();
        rhs.fill(0.0);
        let mut before = f64::INFINITY;
        for _ in 0..REFINE {
            self.step.clear();
            self.step.extend_from_slice(&self.residual);
            self.blocks.solve(&mut self.step);
            budget.spend(self.blocks.fill() as f64);
            let change = size(&self.step[..nu]);
            if change.is_nan() || change >= 0.5 * before {
                break;
            }
            before = change;
            rhs.iter_mut().zip(&self.step).for_each(|(x, s)| *x += s);
            if change <= 1e-16 * size(&rhs[..nu]) {
                break;
            }
            self.residual.copy_from_slice(&given);
            for i in 0..nu {
                self.residual[i] -= b.M.dot(i, rhs);
            }
            for r in 0..b.c.len() {
                b.J.add(r, rhs[nu + r], &mut self.residual[..nu]);
                self.residual[nu + r] -= b.J.dot(r, rhs);
            }
        }
        rhs.iter().all(|v| v.is_finite())
    }
}

/// ε of each joint row.
pub(in crate::contact) fn joint_softness(b: &Bodies, out: &mut Vec<f64>) {
    out.clear();
    for r in 0..b.c.len() {
        let g: f64 = b.J.row(r).map(|(d, w)| w * w / b.M.get(d, d).max(f64::MIN_POSITIVE)).sum();
        out.push(if g > 0.0 { SOFT * g } else { 1.0 });
    }
}

/// Inverses of the groups of M, what couples them left out.
pub(in crate::contact) fn invert_groups(b: &Bodies, start: &[usize]) -> Vec<Vec<f64>> {
    let (mut lu, mut work) = (Dense::default(), Vec::new());
    let mut inverses = Vec::with_capacity(start.len());
    for s in start.windows(2) {
        let n = s[1] - s[0];
        let scale: f64 =
            (s[0]..s[1]).map(|i| b.M.get(i, i).abs()).fold(f64::MIN_POSITIVE, f64::max);
        lu.reset(n);
        for i in 0..n {
            for (j, v) in b.M.row(s[0] + i).filter(|e| s[0] <= e.0 && e.0 < s[1]) {
                lu.add(i, j - s[0], v / scale);
            }
        }
        // rows of order one: inertias may be far smaller than masses
        let rows: Vec<f64> = (0..n)
            .map(|i| lu.a[i * n..(i + 1) * n].iter().fold(f64::MIN_POSITIVE, |a, v| a.max(v.abs())))
            .collect();
        for i in 0..n {
            lu.a[i * n..(i + 1) * n].iter_mut().for_each(|v| *v /= rows[i]);
        }
        lu.factor();
        let mut inverse = vec![0.0; n * n];
        for j in 0..n {
            let mut column = vec![0.0; n];
            column[j] = 1.0 / (rows[j] * scale);
            lu.solve(&mut column, &mut work);
            (0..n).for_each(|i| inverse[i * n + j] = column[i]);
        }
        inverses.push(inverse);
    }
    inverses
}
