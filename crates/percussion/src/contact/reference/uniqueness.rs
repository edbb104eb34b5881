//! What can be said about whether a solution is the only one.

use super::delassus::Delassus;
use super::planar::PlanarSolver;
use crate::contact::law::{Mode, Rubbing};
use crate::contact::lcp::Count;
use crate::contact::problem::{Point, Problem};
use crate::contact::solver::Budget;
use crate::linalg::Dense;

/// Rows up to which it is looked at.
const LARGEST: usize = 900;
/// Unknowns of a complementarity problem up to which solutions are counted.
const COUNTED: usize = 20;

/// Whether the solution is the only one, and why; none where it is not known.
pub fn unique(p: &Problem, point: &Point, budget: &mut Budget<'_>) -> Option<(bool, String)> {
    if p.rows() > LARGEST {
        return None;
    }
    if let Some(lcp) = PlanarSolver::default().as_lcp(p, budget).filter(|l| l.n <= COUNTED) {
        match lcp.count_solutions() {
            Count::One(why) => return Some((true, why.to_string())),
            Count::Several { continuum: true, .. } => {
                return Some((false, "there are infinitely many solutions".into()));
            }
            Count::Several { found, .. } => {
                return Some((false, format!("there are {found} solutions")));
            }
            Count::None | Count::Unknown => {}
        }
    }
    let mut delassus = Delassus::default();
    if !delassus.fill(p, budget) {
        return None;
    }
    // rows that may change without leaving the inside of their cones
    let (n, mut inside) = (p.rows(), Vec::new());
    let mut frictionless = true;
    for (item, mode) in p.items.iter().zip(p.modes(point)) {
        let rubs = item.active && item.rubbing != Rubbing::None && item.slope() > 0.0;
        frictionless &= !rubs || item.tangential.is_empty();
        let presses = item.normal.is_none_or(|i| point.m[i] > 0.0);
        if mode == Mode::Stick && presses {
            inside.extend(item.normal);
            if rubs {
                inside.extend(item.tangential.clone());
            }
        }
    }
    let G = &delassus.G;
    let singular = |rows: &[usize]| {
        let mut lu = Dense::default();
        lu.reset(rows.len());
        for (a, &i) in rows.iter().enumerate() {
            for (b, &j) in rows.iter().enumerate() {
                let size = (G[i * n + i] * G[j * n + j]).sqrt();
                lu.a[a * rows.len() + b] = if size > 0.0 { G[i * n + j] / size } else { 0.0 };
            }
        }
        lu.factor().len()
    };
    let free = singular(&inside);
    if free > 0 {
        return Some((false, format!("the reactions have a freedom of {free} dimensions")));
    }
    let all: Vec<usize> = p.items.iter().filter(|i| i.active).filter_map(|i| i.normal).collect();
    let regular = || singular(&all) == 0;
    (frictionless && regular())
        .then(|| (true, "no friction, and no contact depends on others".into()))
}
