//! Pattern of the bodies and their joints, and where M and J stand in a matrix of blocks.

use crate::contact::policy::SOFT;
use crate::contact::problem::Bodies;
use crate::linalg::Blocks;

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

/// Addresses of the entries of M, of J and of the joints' diagonal in a matrix of blocks.
#[derive(Default)]
pub(in crate::contact) struct Places {
    M: Vec<usize>,
    J: Vec<[usize; 2]>,
    diagonal: Vec<usize>,
    /// Softness of each joint row.
    soft: Vec<f64>,
}

impl Places {
    pub fn new(b: &Bodies, blocks: &Blocks) -> Self {
        let (nu, nj) = (b.f.len(), b.c.len());
        let at = |i: usize, j: usize| blocks.address(i, j);
        let joint = |r: usize| b.J.row(r).map(move |(j, _)| [at(nu + r, j), at(j, nu + r)]);
        Places {
            M: (0..nu).flat_map(|i| b.M.row(i).map(move |(j, _)| at(i, j))).collect(),
            J: (0..nj).flat_map(joint).collect(),
            diagonal: (0..nj).map(|r| at(nu + r, nu + r)).collect(),
            soft: Vec::new(),
        }
    }

    /// M, J and a small softness of the joints are added to the matrix.
    pub fn enter(&mut self, b: &Bodies, value: &mut [f64]) {
        joint_softness(b, &mut self.soft);
        self.M.iter().zip(&b.M.value).for_each(|(&p, v)| value[p] += v);
        for (&[row, column], v) in self.J.iter().zip(&b.J.value) {
            value[row] += v;
            value[column] -= v;
        }
        self.diagonal.iter().zip(&self.soft).for_each(|(&p, v)| value[p] += v);
    }
}

/// ε of each joint row.
fn joint_softness(b: &Bodies, out: &mut Vec<f64>) {
    out.clear();
    for r in 0..b.c.len() {
        let g: f64 = b.J.row(r).map(|(d, w)| w * w / b.M.get(d, d).max(f64::MIN_POSITIVE)).sum();
        out.push(if g > 0.0 { SOFT * g } else { 1.0 });
    }
}
