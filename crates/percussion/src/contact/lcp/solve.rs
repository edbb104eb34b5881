//! One entrance to all solvers: scale, solve, polish, and say what is known.

use super::scaling::Scaled;
use super::{classes, enumerate, gauss_seidel, lemke, newton, pivoting};
use super::{Attempt, End, Lcp};
use crate::linalg::Dense;

/// Residual up to which a point counts as a solution.
pub const SOLVED: f64 = 1e-12;

/// Which solver to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// Several in turn, until one succeeds.
    Auto,
    /// Lemke's method.
    Lemke,
    /// Block principal pivoting with Murty's rule as safeguard.
    Pivoting,
    /// Murty's least-index rule alone.
    Murty,
    /// Projected Gauss-Seidel.
    GaussSeidel,
    /// Semismooth Newton, Fischer-Burmeister.
    Newton,
    /// Semismooth Newton, natural map.
    MinMap,
    /// Every set of basic variables (small problems).
    Enumerate,
}

impl Solver {
    /// All of them by name.
    pub const NAMES: [(&'static str, Solver); 8] = [
        ("auto", Solver::Auto),
        ("lemke", Solver::Lemke),
        ("pivoting", Solver::Pivoting),
        ("murty", Solver::Murty),
        ("gauss-seidel", Solver::GaussSeidel),
        ("newton", Solver::Newton),
        ("min-map", Solver::MinMap),
        ("enumerate", Solver::Enumerate),
    ];
    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, s)| *s == self).map_or("", |(n, _)| n)
    }
}

/// How it ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// z is a solution: its residual is at most [`SOLVED`].
    Solved {
        /// Pivots, sweeps, Newton steps or sets, of the solver that succeeded.
        iterations: usize,
    },
    /// Lemke's method ended on a ray.
    Ray {
        /// Pivots.
        iterations: usize,
        /// Whether the ray proves that there is no solution: y ≥ 0, Mᵀy ≤ 0 and qᵀy < 0 exclude
        /// every z ≥ 0 with M z + q ≥ 0. Always so for positive semidefinite M.
        no_solution: bool,
    },
    /// Every set of basic variables was looked at and none gives a solution.
    NoSolution {
        /// Sets looked at.
        iterations: usize,
    },
    /// No solution was found; that says nothing about whether there is one.
    NotConverged {
        /// Iterations of the last try.
        iterations: usize,
        /// Smallest residual reached.
        residual: f64,
    },
}

/// The result of [`Lcp::solve`].
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The solution, or the best point found.
    pub z: Vec<f64>,
    /// Scaled residual of the natural map at z.
    pub residual: f64,
    /// How it ended.
    pub status: Status,
    /// The solver that gave z.
    pub solver: Solver,
}

impl Outcome {
    /// Whether z is a solution.
    pub fn solved(&self) -> bool {
        matches!(self.status, Status::Solved { .. })
    }
}

/// What is known about the number of solutions.
#[derive(Clone, Debug, PartialEq)]
pub enum Count {
    /// Exactly one, and why.
    One(&'static str),
    /// Several: how many different ones were found, and whether some are not isolated.
    Several {
        /// Different solutions found (one vertex of each continuum).
        found: usize,
        /// Whether there are infinitely many.
        continuum: bool,
    },
    /// None.
    None,
    /// Not known.
    Unknown,
}

impl Lcp {
    /// Solve with the solver given; the result is polished on its active set.
    pub fn solve(&self, solver: Solver) -> Outcome {
        let scaled = Scaled::new(self);
        let mut best =
            Best { lcp: self, scaled: &scaled, z: vec![0.0; self.n], r: f64::INFINITY, solver };
        let tries: &[Solver] = match solver {
            Solver::Auto => &[Solver::Pivoting, Solver::Lemke, Solver::Newton, Solver::GaussSeidel],
            _ => std::slice::from_ref(&solver),
        };
        let mut status = Status::NotConverged { iterations: 0, residual: f64::INFINITY };
        for &s in tries {
            status = best.attempt(s);
            let proved = matches!(
                status,
                Status::Solved { .. }
                    | Status::NoSolution { .. }
                    | Status::Ray { no_solution: true, .. }
            );
            if proved {
                return best.outcome(status);
            }
        }
        if solver == Solver::Auto {
            // other covering vectors lead Lemke's path elsewhere
            for k in 0..8 {
                let cover = |i: usize| 0.1 + ((i + 1) as f64 * (k as f64 + 1.618)).sin().abs();
                let cover: Vec<f64> = (0..self.n).map(cover).collect();
                let a = lemke::lemke(&scaled.lcp, &cover, pivots(self.n));
                let again = best.judge(a, Solver::Lemke);
                if matches!(again, Status::Solved { .. } | Status::Ray { no_solution: true, .. }) {
                    return best.outcome(again);
                }
            }
            if self.n <= enumerate::MAX_N {
                status = best.attempt(Solver::Enumerate);
            }
        }
        best.outcome(status)
    }

    /// How many solutions there are, as far as that can be told: by the class of M, by enumeration
    /// where n is small.
    pub fn count_solutions(&self) -> Count {
        if classes::positive_definite(self) {
            return Count::One("M is positive definite");
        }
        if classes::p_matrix(self) == Some(true) {
            return Count::One("M is a P-matrix");
        }
        let scaled = Scaled::new(self);
        match enumerate::search(&scaled.lcp, true) {
            Some(all) if all.continuum || all.solutions.len() > 1 => {
                Count::Several { found: all.solutions.len(), continuum: all.continuum }
            }
            Some(all) if !all.complete => Count::Unknown,
            Some(all) if all.solutions.is_empty() => Count::None,
            Some(_) => Count::One("enumeration finds no other"),
            None => Count::Unknown,
        }
    }
}

fn pivots(n: usize) -> usize {
    1000 + 100 * n
}

/// The best point so far.
struct Best<'a> {
    lcp: &'a Lcp,
    scaled: &'a Scaled,
    z: Vec<f64>,
    r: f64,
    solver: Solver,
}

impl Best<'_> {
    fn outcome(self, status: Status) -> Outcome {
        let status = match status {
            Status::NotConverged { iterations, .. } => {
                Status::NotConverged { iterations, residual: self.r }
            }
            s => s,
        };
        Outcome { z: self.z, residual: self.r, status, solver: self.solver }
    }

    fn attempt(&mut self, solver: Solver) -> Status {
        let s = &self.scaled.lcp;
        let n = s.n;
        let attempt = match solver {
            Solver::Auto | Solver::Pivoting => pivoting::block_pivoting(s, pivots(n)),
            Solver::Murty => pivoting::murty(s, 100 * pivots(n)),
            Solver::Lemke => lemke::lemke(s, &vec![1.0; n], pivots(n)),
            Solver::GaussSeidel => {
                let mut z = vec![0.0; n];
                let mut total = 0;
                // stop early where the active set already gives the solution
                let mut attempt = Attempt { z: z.clone(), iterations: 0, end: End::Stuck };
                for sweeps in [30, 200, 2000, 20_000] {
                    attempt = gauss_seidel::projected_sor(s, z, 1.0, 1e-15, sweeps);
                    total += attempt.iterations;
                    attempt.iterations = total;
                    let done = matches!(self.judge(attempt.clone(), solver), Status::Solved { .. });
                    if done || attempt.end == End::Point {
                        break;
                    }
                    z = attempt.z.clone();
                }
                attempt
            }
            Solver::Newton => {
                let a = newton::fischer_burmeister(s, vec![0.0; n], 1e-15, 200);
                match self.judge(a.clone(), solver) {
                    Status::Solved { .. } => a,
                    _ => newton::fischer_burmeister(s, vec![1.0; n], 1e-15, 500),
                }
            }
            Solver::MinMap => newton::min_map(s, vec![0.0; n], 1e-15, 200),
            Solver::Enumerate => match enumerate::enumerate(s) {
                Some(all) => {
                    let iterations = all.sets;
                    if all.solutions.is_empty() && all.complete {
                        return Status::NoSolution { iterations };
                    }
                    let mut status = Status::NotConverged { iterations, residual: f64::INFINITY };
                    for z in all.solutions {
                        status = self.judge(Attempt { z, iterations, end: End::Point }, solver);
                        if matches!(status, Status::Solved { .. }) {
                            break;
                        }
                    }
                    return status;
                }
                None => Attempt { z: vec![0.0; n], iterations: 0, end: End::Stuck },
            },
        };
        self.judge(attempt, solver)
    }

    /// Polish, keep what is better, and say what it is.
    fn judge(&mut self, attempt: Attempt, solver: Solver) -> Status {
        let Attempt { z, iterations, end } = attempt;
        let z = polish(self.scaled, self.lcp, z);
        let r = self.lcp.residual(&z);
        if r < self.r || self.r.is_infinite() {
            (self.z, self.r, self.solver) = (z, r, solver);
        }
        if r <= SOLVED {
            return Status::Solved { iterations };
        }
        match end {
            End::Ray(y) => {
                let y = self.scaled.unscale_rows(&y);
                let no_solution = lemke::excludes_solutions(self.lcp, &y);
                Status::Ray { iterations, no_solution }
            }
            _ => Status::NotConverged { iterations, residual: r },
        }
    }
}

/// The best of a point and the linear solves on the active sets that it suggests. `z` is scaled,
/// the result is not.
fn polish(scaled: &Scaled, lcp: &Lcp, z: Vec<f64>) -> Vec<f64> {
    let s = &scaled.lcp;
    let clean = |z: &[f64]| z.iter().map(|v| v.max(0.0)).collect::<Vec<f64>>();
    let mut lu = Dense::with_capacity(s.n);
    let mut best = scaled.unscale(&clean(&z));
    let mut r = lcp.residual(&best);
    let w = s.w(&z);
    let size = z.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    let sets: [Vec<bool>; 3] = [
        z.iter().map(|z| *z > 0.0).collect(),
        z.iter().zip(&w).map(|(z, w)| z > w).collect(),
        z.iter().map(|z| *z > 1e-6 * size).collect(),
    ];
    for set in sets {
        if r == 0.0 {
            break;
        }
        if let Some(x) = s.on_active_set(&set, &mut lu) {
            let x = scaled.unscale(&clean(&x));
            let rx = lcp.residual(&x);
            if rx < r {
                (best, r) = (x, rx);
            }
        }
    }
    best
}
