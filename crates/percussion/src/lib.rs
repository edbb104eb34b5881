//! Nonsmooth multibody dynamics: rigid bodies, joints, unilateral contacts, impacts and Coulomb
//! friction; one model under every integration scheme.
#![doc = include_str!("notation.md")]
#![allow(non_snake_case)]

pub mod bodies;
pub mod contacts;
pub mod error;
pub mod forces;
pub mod frame;
pub mod integrators;
pub mod joints;
pub mod laws;
pub mod linalg;
pub mod measure;
pub mod model;
pub mod problems;
pub mod record;
pub mod relation;
pub mod schemes;
pub mod simulate;
pub mod solvers;
pub mod system;

/// The names nearest to `name`: the one that is close enough, or all of them.
pub(crate) fn nearest<'a>(name: &str, valid: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<(usize, &str)> = valid.map(|v| (edits(name, v), v)).collect();
    all.sort();
    match all.first() {
        Some(&(d, best)) if d <= 2.max(name.len() / 3) => vec![best.into()],
        _ => all.into_iter().map(|(_, v)| v.into()).collect(),
    }
}

/// Levenshtein distance.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let best = (diagonal + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}
