//! The pattern of a saddle-point matrix: velocities and rows in an order in which it factorises
//! without pivoting, and where each number that the system gives has its place.

use super::{RowKind, System};
use crate::linalg::Symbolic;
use crate::memory::remember;
use std::collections::BTreeSet;

/// Pivots of rows below this fraction of their Delassus diagonal count as dependent.
pub(crate) const DEPENDENT: f64 = 1e-10;
/// The place of what has none: columns of time, rows that are left out.
pub(crate) const NOWHERE: usize = usize::MAX;
const NONE: u32 = u32::MAX;

/// What is in the pattern besides the diagonal and ∂h.
pub(crate) struct Parts<'a> {
    /// M.
    pub M: bool,
    /// Pairs of columns of every element: the stiffness of its forces.
    pub pairs: bool,
    /// Further entries among the velocities.
    pub extra: &'a [(usize, usize)],
    /// Rows in the pattern.
    pub kept: &'a [bool],
    /// Whether a row follows the last velocity it touches, not the last body.
    pub row_by_row: bool,
}

/// Order, compressed rows and places.
#[derive(Default)]
pub(crate) struct Pattern {
    pub sym: Symbolic,
    /// Unknown (velocities, then rows) at each position, and position of each unknown.
    pub unknown: Vec<usize>,
    pos: Vec<u32>,
    pub ptr: Vec<usize>,
    pub col: Vec<usize>,
    pub at_M: Vec<usize>,
    /// Places of ∂h, then of the extra entries.
    pub at_K: Vec<usize>,
    /// Places of the pairs of columns, element by element.
    pub at_pairs: Vec<usize>,
    /// Places of -Ŵ and of W, row by row of those in the pattern, and where each row begins.
    at_W: Vec<(usize, usize)>,
    row: Vec<u32>,
    pub at_diag: Vec<usize>,
}
remember!(Pattern { sym, unknown, pos, ptr, col, at_M, at_K, at_pairs, at_W, row, at_diag });

/// Bodies in the order of their elimination: that of the model, but rigid bodies that hang on a flexible one,
/// by joints, alone or in trees, come before it, their ends first. Their rows then follow the node they
/// hold; after the whole flexible body they would tie all its nodes together.
fn sequence(sys: &System) -> Vec<usize> {
    let n = sys.bodies.len();
    let flexible = |b: usize| sys.bodies[b].body.nodes() > 1;
    if !(0..n).any(flexible) {
        return (0..n).collect();
    }
    let mut of = vec![0; sys.nu];
    sys.bodies.iter().enumerate().for_each(|(k, b)| of[b.u.clone()].fill(k));
    let mut partners: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); n];
    let joined = |k: RowKind| matches!(k, RowKind::Position | RowKind::Velocity);
    for e in sys.elements.iter().filter(|e| e.rows.clone().any(|r| joined(sys.kinds[r]))) {
        let touched: BTreeSet<usize> =
            e.dofs.iter().filter(|&&d| d < sys.nu).map(|&d| of[d]).collect();
        for &b in &touched {
            partners[b].extend(touched.iter().filter(|&&c| c != b));
        }
    }
    let mut first = Vec::new();
    let mut ends: Vec<usize> = (0..n).rev().filter(|&b| partners[b].len() == 1).collect();
    while let Some(b) = ends.pop() {
        let Some(c) = partners[b].pop_first().filter(|_| !flexible(b)) else { continue };
        first.push(b);
        partners[c].remove(&b);
        if partners[c].len() == 1 {
            ends.push(c);
        }
    }
    let mut early = vec![false; n];
    first.iter().for_each(|&b| early[b] = true);
    first.extend((0..n).filter(|&b| !early[b]));
    first
}

/// The static order of the unknowns, velocities and then rows (nu + r): each row after the last body
/// it touches, or the last node of a body of several.
fn order(sys: &System, row_by_row: bool) -> Vec<usize> {
    let nu = sys.nu;
    let velocities: Vec<usize> =
        sequence(sys).into_iter().flat_map(|b| sys.bodies[b].u.clone()).collect();
    let mut place = vec![0; nu];
    velocities.iter().enumerate().for_each(|(p, &d)| place[d] = p);
    let mut end = place.clone();
    for b in sys.bodies.iter().filter(|b| b.body.nodes() == 1 && !row_by_row && !b.u.is_empty()) {
        b.u.clone().for_each(|d| end[d] = place[b.u.end - 1]);
    }
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); nu.max(1)];
    for e in &sys.elements {
        let last = e.dofs.iter().filter(|&&d| d < nu).map(|&d| end[d]).max();
        after[last.unwrap_or(end[0])].extend(e.rows.clone());
    }
    let mut unknown = Vec::with_capacity(nu + sys.nr);
    for (d, rows) in velocities.iter().zip(&after) {
        unknown.push(*d);
        unknown.extend(rows.iter().map(|r| nu + r));
    }
    unknown
}

impl Pattern {
    pub fn new(sys: &System, parts: &Parts) -> Self {
        let (nu, nr) = (sys.nu, sys.nr);
        let mut unknown = order(sys, parts.row_by_row);
        unknown.retain(|&k| k < nu || parts.kept[k - nu]);
        let n = unknown.len();
        let mut pos = vec![NONE; nu + nr];
        unknown.iter().enumerate().for_each(|(p, &k)| pos[k] = p as u32);
        let mut entries: Vec<(usize, usize)> = (0..n).map(|i| (i, i)).collect();
        let both = |e: &mut Vec<(usize, usize)>, i: usize, j: usize| {
            let (i, j) = (pos[i] as usize, pos[j] as usize);
            e.push((i, j));
            e.push((j, i));
        };
        let M: &[(usize, usize)] = if parts.M { &sys.M_entries } else { &[] };
        for &(i, j) in M.iter().chain(&sys.K_entries).chain(parts.extra) {
            if i < nu && j < nu {
                both(&mut entries, i, j);
            }
        }
        for e in &sys.elements {
            for &d in e.dofs.iter().filter(|&&d| d < nu) {
                let rows = e.rows.clone().filter(|&r| parts.kept[r]);
                rows.for_each(|r| both(&mut entries, d, nu + r));
                if parts.pairs {
                    e.dofs.iter().filter(|&&f| f < nu).for_each(|&f| both(&mut entries, d, f));
                }
            }
        }
        entries.sort_unstable();
        entries.dedup();
        let mut ptr = vec![0; n + 1];
        entries.iter().for_each(|&(i, _)| ptr[i + 1] += 1);
        (0..n).for_each(|i| ptr[i + 1] += ptr[i]);
        let find = |i: usize, j: usize| {
            let at = (pos[i] as usize, pos[j] as usize);
            entries.binary_search(&at).unwrap_or(NOWHERE)
        };
        let among = |(i, j): (usize, usize)| if i < nu && j < nu { find(i, j) } else { NOWHERE };
        let at = |list: &[(usize, usize)]| list.iter().map(|&e| among(e)).collect::<Vec<_>>();
        let (mut at_W, mut at_pairs, mut row) = (Vec::new(), Vec::new(), vec![NONE; nr]);
        for e in &sys.elements {
            for r in e.rows.clone().filter(|&r| parts.kept[r]) {
                row[r] = at_W.len() as u32;
                at_W.extend(e.dofs.iter().map(|&d| match d < nu {
                    true => (find(d, nu + r), find(nu + r, d)),
                    false => (NOWHERE, NOWHERE),
                }));
            }
            if parts.pairs {
                for &i in &e.dofs {
                    at_pairs.extend(e.dofs.iter().map(|&j| among((i, j))));
                }
            }
        }
        Pattern {
            sym: Symbolic::new(n, entries.iter().copied()),
            at_M: at(M),
            at_K: [at(&sys.K_entries), at(parts.extra)].concat(),
            at_diag: (0..nu + nr)
                .map(|k| if pos[k] == NONE { NOWHERE } else { find(k, k) })
                .collect(),
            col: entries.iter().map(|e| e.1).collect(),
            unknown,
            pos,
            ptr,
            at_pairs,
            at_W,
            row,
        }
    }

    /// Order of the matrix.
    pub fn n(&self) -> usize {
        self.unknown.len()
    }

    /// Position of an unknown.
    pub fn pos(&self, k: usize) -> Option<usize> {
        (self.pos[k] != NONE).then_some(self.pos[k] as usize)
    }

    /// Places of -Ŵ and of W for the columns of a row in the pattern.
    pub fn at_W(&self, r: usize, columns: usize) -> &[(usize, usize)] {
        match self.row[r] {
            NONE => &[],
            at => &self.at_W[at as usize..at as usize + columns],
        }
    }

    /// Entries of a row of the matrix with these values.
    pub fn row<'a, T: Copy>(
        &'a self,
        val: &'a [T],
        i: usize,
    ) -> impl Iterator<Item = (usize, T)> + 'a {
        let s = self.ptr[i]..self.ptr[i + 1];
        self.col[s.clone()].iter().copied().zip(val[s].iter().copied())
    }
}
