//! All solutions of a small problem, by looking at every set of basic variables.
//!
//! For each α the equations M_αα z_α = -q_α are solved and w ≥ 0, z ≥ 0 checked. Where M_αα is
//! singular and the equations are consistent, the solutions with this α form a polyhedron: a linear
//! programme decides whether it is empty, a point or more.

use super::{Lcp, SOLVED};
use crate::linalg::Dense;

/// Largest order that is enumerated.
pub const MAX_N: usize = 20;
/// After as many different solutions the search stops.
const MAX_SOLUTIONS: usize = 1000;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct All {
    /// Different solutions: all isolated ones, and a vertex of each polyhedron of solutions.
    pub solutions: Vec<Vec<f64>>,
    /// Whether some solutions are not isolated.
    pub continuum: bool,
    /// Whether every set was looked at.
    pub complete: bool,
    /// Sets looked at.
    pub sets: usize,
}

/// All solutions of a problem with n ≤ [`MAX_N`]; None for larger ones.
pub fn enumerate(lcp: &Lcp) -> Option<All> {
    search(lcp, false)
}

/// The same; where `until_continuum` is set, the search ends with the first solution that is not
/// isolated.
pub(super) fn search(lcp: &Lcp, until_continuum: bool) -> Option<All> {
    let n = lcp.n;
    if n > MAX_N {
        return None;
    }
    let mut all = All { complete: true, ..All::default() };
    let mut lu = Dense::with_capacity(n);
    let mut basic = vec![false; n];
    for set in 0..1_usize << n {
        (0..n).for_each(|i| basic[i] = set >> i & 1 == 1);
        all.sets += 1;
        let regular = regular(lcp, &basic, &mut lu);
        let Some(mut z) = lcp.on_active_set(&basic, &mut lu) else { continue };
        if regular {
            let size = z.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
            if z.iter().any(|v| *v < -SOLVED * size) {
                continue;
            }
            z.iter_mut().for_each(|v| *v = v.max(0.0));
        } else {
            match polyhedron(lcp, &basic) {
                Polyhedron::Empty => continue,
                Polyhedron::Point(vertex) => z = vertex,
                Polyhedron::Larger(vertex) => {
                    all.continuum = true;
                    z = vertex;
                }
            }
        }
        if lcp.residual(&z) <= 10.0 * SOLVED {
            add(&mut all.solutions, z);
        }
        let enough = until_continuum && all.continuum;
        if enough || all.solutions.len() >= MAX_SOLUTIONS {
            all.complete = set + 1 == 1 << n;
            break;
        }
    }
    Some(all)
}

/// Whether M_αα has full rank.
fn regular(lcp: &Lcp, basic: &[bool], lu: &mut Dense) -> bool {
    let on: Vec<usize> = (0..lcp.n).filter(|&i| basic[i]).collect();
    lu.reset(on.len());
    for (a, &i) in on.iter().enumerate() {
        for (b, &j) in on.iter().enumerate() {
            lu.a[a * on.len() + b] = lcp.row(i)[j];
        }
    }
    lu.factor().is_empty()
}

fn add(solutions: &mut Vec<Vec<f64>>, z: Vec<f64>) {
    let size = |v: &[f64]| v.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    let new = solutions.iter().all(|s| {
        let far = 1e-9 * size(s).max(size(&z));
        s.iter().zip(&z).any(|(a, b)| (a - b).abs() > far)
    });
    if new {
        solutions.push(z);
    }
}

enum Polyhedron {
    Empty,
    Point(Vec<f64>),
    Larger(Vec<f64>),
}

/// { x ≥ 0 : M_·α z_α - w_β = -q } with x = (z_α, w_β), by the simplex method.
fn polyhedron(lcp: &Lcp, basic: &[bool]) -> Polyhedron {
    let Some(mut s) = Simplex::feasible(lcp, basic) else { return Polyhedron::Empty };
    let z = |s: &Simplex| {
        let mut z = s.x();
        z.iter_mut().zip(basic).for_each(|(z, b)| *z = if *b { *z } else { 0.0 });
        z
    };
    let vertex = z(&s);
    let size = vertex.iter().fold(1.0_f64, |a, v| a.max(v.abs()));
    // a point if and only if a generic linear function has one value on it
    let mut values = Vec::new();
    for sign in [1.0, -1.0] {
        let cost = |j: usize| {
            let generic = ((j as f64 + 1.0) * 0.754_877_666_246_692_8).fract() + 0.25;
            if basic[j] {
                sign * generic
            } else {
                0.0
            }
        };
        if !s.minimise(cost) {
            return Polyhedron::Larger(vertex);
        }
        values.push(z(&s).iter().enumerate().map(|(j, z)| cost(j) * sign * z).sum::<f64>());
    }
    if (values[1] - values[0]).abs() > 1e-9 * size {
        Polyhedron::Larger(vertex)
    } else {
        Polyhedron::Point(vertex)
    }
}

/// A x = b, x ≥ 0 with n rows and n variables, and n artificial variables; Bland's rule.
struct Simplex {
    n: usize,
    a: Vec<f64>,
    basis: Vec<usize>,
}

const ZERO: f64 = 1e-11;

impl Simplex {
    fn width(&self) -> usize {
        2 * self.n + 1
    }
    fn at(&self, i: usize, j: usize) -> f64 {
        self.a[i * (2 * self.n + 1) + j]
    }

    fn feasible(lcp: &Lcp, basic: &[bool]) -> Option<Self> {
        let n = lcp.n;
        let width = 2 * n + 1;
        let mut a = vec![0.0; n * width];
        for i in 0..n {
            let sign = if lcp.q[i] <= 0.0 { 1.0 } else { -1.0 };
            let r = &mut a[i * width..(i + 1) * width];
            for j in 0..n {
                r[j] = if basic[j] {
                    sign * lcp.row(i)[j]
                } else if i == j {
                    -sign
                } else {
                    0.0
                };
            }
            r[n + i] = 1.0;
            r[2 * n] = -sign * lcp.q[i];
        }
        let mut s = Simplex { n, a, basis: (n..2 * n).collect() };
        s.iterate(|j| if j >= n { 1.0 } else { 0.0 }, 2 * n);
        let left: f64 = (0..n).filter(|&i| s.basis[i] >= n).map(|i| s.at(i, 2 * n)).sum();
        if left > 1e-10 {
            return None;
        }
        // artificial variables leave the basis where they can
        for i in 0..n {
            if s.basis[i] >= n {
                if let Some(j) = (0..n).find(|&j| s.at(i, j).abs() > 1e-8) {
                    s.pivot(i, j);
                }
            }
        }
        Some(s)
    }

    /// Minimise over the polyhedron; false where the function is unbounded.
    fn minimise(&mut self, cost: impl Fn(usize) -> f64) -> bool {
        let n = self.n;
        self.iterate(|j| if j < n { cost(j) } else { 0.0 }, n)
    }

    /// Bland's rule over the first `columns` variables.
    fn iterate(&mut self, cost: impl Fn(usize) -> f64, columns: usize) -> bool {
        let n = self.n;
        for _ in 0..50 * n * n + 1000 {
            let reduced = |j: usize| {
                cost(j) - (0..n).map(|i| cost(self.basis[i]) * self.at(i, j)).sum::<f64>()
            };
            let enters = (0..columns).find(|j| !self.basis.contains(j) && reduced(*j) < -ZERO);
            let Some(j) = enters else { return true };
            let mut best: Option<(f64, usize)> = None;
            for i in (0..n).filter(|&i| self.at(i, j) > ZERO) {
                let ratio = self.at(i, 2 * n).max(0.0) / self.at(i, j);
                let better = best.is_none_or(|(r, k)| {
                    ratio < r - 1e-13 || (ratio <= r + 1e-13 && self.basis[i] < self.basis[k])
                });
                if better {
                    best = Some((ratio, i));
                }
            }
            match best {
                Some((_, i)) => self.pivot(i, j),
                None => return false,
            }
        }
        true
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let w = self.width();
        let inverse = 1.0 / self.at(row, column);
        self.a[row * w..(row + 1) * w].iter_mut().for_each(|v| *v *= inverse);
        let pivot_row = self.a[row * w..(row + 1) * w].to_vec();
        for i in (0..self.n).filter(|&i| i != row) {
            let r = &mut self.a[i * w..(i + 1) * w];
            let f = r[column];
            r.iter_mut().zip(&pivot_row).for_each(|(x, p)| *x -= f * p);
            r[column] = 0.0;
        }
        self.basis[row] = column;
    }

    fn x(&self) -> Vec<f64> {
        let mut x = vec![0.0; self.n];
        for (i, &b) in self.basis.iter().enumerate() {
            if b < self.n {
                x[b] = self.at(i, 2 * self.n).max(0.0);
            }
        }
        x
    }
}
