//! The saddle-point matrix of one kinematic level:
//!
//! ```text
//! [ M*  -Ŵ ] [ x ]   [ b ]        rows in use: W x = c
//! [ W    0 ] [ m ] = [ c ]        other rows:  m   = c
//! ```
//!
//! Ŵ differs from W where sliding friction follows the normal force: ŵ_N = w_N - μ Σ s_k w_Fk.
//! The order puts each body's velocities before the rows that close them, so that no pivoting is
//! needed; rows that depend on others are skipped and reported. In a body of many nodes a row
//! follows the last node it touches, which keeps the factors banded.
//!
//! Where there are many contacts, most of them open, their rows enter the pattern when they are first
//! in use.

use super::{Numeric, Symbolic};
use crate::system::{Eval, RowKind, System};

/// A saddle-point matrix with its factors.
pub struct Kkt {
    sym: Symbolic,
    num: Numeric,
    /// position in the order of unknown k (velocities, then rows), or none
    pos: Vec<u32>,
    /// rows in the pattern, and how many of them are of contacts and friction
    kept: Vec<bool>,
    contacts: usize,
    extra: Vec<(usize, usize)>,
    unknown: Vec<usize>,
    /// CSR of the matrix in the static order
    ptr: Vec<usize>,
    col: Vec<usize>,
    val: Vec<f64>,
    at_M: Vec<usize>,
    at_K: Vec<usize>,
    /// for each entry of the block W: place of -Ŵ and of W
    at_W: Vec<(usize, usize)>,
    at_diag: Vec<usize>,
    floor: Vec<f64>,
    b: Vec<f64>,
    on: Vec<bool>,
    nu: usize,
    /// Rows skipped by the last factorisation: they depend on others.
    pub redundant: Vec<usize>,
    /// Factorisations so far.
    pub factorisations: usize,
    /// Solutions so far.
    pub solves: usize,
}

/// Pivots of rows below this fraction of their Delassus diagonal count as dependent.
pub(super) const DEPENDENT: f64 = 1e-10;
const TIME: usize = usize::MAX;
/// Rows of contacts and friction up to which all are in the pattern from the start.
const FEW_CONTACTS: usize = 60;
const NONE: u32 = u32::MAX;

fn bilateral(kind: RowKind) -> bool {
    matches!(kind, RowKind::Position | RowKind::Velocity)
}

/// The static order of the unknowns, velocities and then rows (nu + r): each row after the last body
/// it touches, or the last node of a body of several.
pub(super) fn order(sys: &System) -> Vec<usize> {
    let nu = sys.nu;
    let mut end = vec![0; nu];
    for b in &sys.bodies {
        let whole = b.body.nodes() == 1;
        b.u.clone().for_each(|d| end[d] = if whole { b.u.end - 1 } else { d });
    }
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); nu.max(1)];
    for e in &sys.elements {
        let last = e.dofs.iter().filter(|&&d| d < nu).map(|&d| end[d]).max();
        after[last.unwrap_or(end[0])].extend(e.rows.clone());
    }
    let mut unknown = Vec::with_capacity(nu + sys.nr);
    for (d, rows) in after.iter().enumerate() {
        unknown.push(d);
        unknown.extend(rows.iter().map(|r| nu + r));
    }
    unknown
}

impl Kkt {
    /// Analyse the pattern of a system.
    pub fn new(sys: &System) -> Self {
        Self::with_extra(sys, &[])
    }
    /// The same with further entries in the block of M: their values follow those of K.
    pub fn with_extra(sys: &System, extra: &[(usize, usize)]) -> Self {
        let contacts = sys.kinds.iter().filter(|k| !bilateral(**k)).count();
        let few = contacts <= FEW_CONTACTS;
        Self::with_rows(sys, extra, sys.kinds.iter().map(|k| few || bilateral(*k)).collect())
    }
    fn with_rows(sys: &System, extra: &[(usize, usize)], kept: Vec<bool>) -> Self {
        let (nu, nr) = (sys.nu, sys.nr);
        let mut unknown = order(sys);
        unknown.retain(|&k| k < nu || kept[k - nu]);
        let n = unknown.len();
        let mut pos = vec![NONE; nu + nr];
        unknown.iter().enumerate().for_each(|(p, &k)| pos[k] = p as u32);

        let mut entries: Vec<(usize, usize)> = (0..n).map(|i| (i, i)).collect();
        let both = |e: &mut Vec<(usize, usize)>, i: usize, j: usize| {
            let (i, j) = (pos[i] as usize, pos[j] as usize);
            e.push((i, j));
            e.push((j, i));
        };
        for &(i, j) in sys.M_entries.iter().chain(&sys.K_entries).chain(extra) {
            if i < nu && j < nu {
                both(&mut entries, i, j);
            }
        }
        for e in &sys.elements {
            for r in e.rows.clone().filter(|&r| kept[r]) {
                for &d in e.dofs.iter().filter(|&&d| d < nu) {
                    both(&mut entries, d, nu + r);
                }
            }
        }
        entries.sort_unstable();
        entries.dedup();
        let sym = Symbolic::new(n, entries.iter().copied());
        let mut ptr = vec![0; n + 1];
        entries.iter().for_each(|&(i, _)| ptr[i + 1] += 1);
        (0..n).for_each(|i| ptr[i + 1] += ptr[i]);
        let col: Vec<usize> = entries.iter().map(|e| e.1).collect();
        let find = |i: usize, j: usize| {
            entries.binary_search(&(pos[i] as usize, pos[j] as usize)).unwrap_or(TIME)
        };
        let at = |list: &[(usize, usize)]| -> Vec<usize> {
            list.iter().map(|&(i, j)| if i < nu && j < nu { find(i, j) } else { TIME }).collect()
        };
        let mut at_W = Vec::new();
        for e in &sys.elements {
            for r in e.rows.clone() {
                for &d in &e.dofs {
                    at_W.push(if d < nu && kept[r] {
                        (find(d, nu + r), find(nu + r, d))
                    } else {
                        (TIME, TIME)
                    });
                }
            }
        }
        Kkt {
            num: sym.numeric(),
            at_M: at(&sys.M_entries),
            at_K: [at(&sys.K_entries), at(extra)].concat(),
            at_diag: (0..nu + nr).map(|k| find(k, k)).collect(),
            at_W,
            contacts: (0..nr).filter(|&r| kept[r] && !bilateral(sys.kinds[r])).count(),
            kept,
            extra: extra.to_vec(),
            val: vec![0.0; col.len()],
            floor: vec![0.0; n],
            b: vec![0.0; n],
            on: vec![false; nr],
            redundant: Vec::with_capacity(nr),
            factorisations: 0,
            solves: 0,
            sym,
            pos,
            unknown,
            ptr,
            col,
            nu,
        }
    }

    /// Number of entries of the factors.
    pub fn fill(&self) -> usize {
        self.sym.fill()
    }

    /// Whether the last factorisation was for these rows in use.
    pub fn same_rows(&self, on: &[bool]) -> bool {
        self.on == on
    }

    /// Factorise for the rows in use. `K` (in the order of `K_entries`) and `in_M` (in that
    /// of `M_entries`, or empty) are added to M; `slip[r]` is μ s for friction rows that follow their normal row, zero otherwise.
    pub fn factor(
        &mut self,
        sys: &System,
        ev: &Eval,
        K: Option<&[f64]>,
        in_M: &[f64],
        on: &[bool],
        slip: &[f64],
    ) {
        self.factor_pair(sys, ev, &ev.W, K, in_M, on, slip);
    }

    /// The same with force directions from `ev` and kinematic rows `W_rows` taken elsewhere, as the
    /// stages of half-explicit methods need them.
    pub fn factor_pair(
        &mut self,
        sys: &System,
        ev: &Eval,
        W_rows: &[f64],
        K: Option<&[f64]>,
        in_M: &[f64],
        on: &[bool],
        slip: &[f64],
    ) {
        if on.iter().zip(&self.kept).any(|(on, kept)| *on && !kept) {
            self.extend(sys, on);
        }
        self.factorisations += 1;
        self.on.copy_from_slice(on);
        self.val.fill(0.0);
        for (&p, &v) in self.at_M.iter().zip(&ev.M) {
            self.val[p] += v;
        }
        for (&p, &v) in self.at_M.iter().zip(in_M) {
            self.val[p] += v;
        }
        if let Some(K) = K {
            for (&p, &v) in self.at_K.iter().zip(K) {
                if p != TIME {
                    self.val[p] += v;
                }
            }
        }
        for e in &sys.elements {
            let n = e.dofs.len();
            for (k, r) in e.rows.clone().enumerate() {
                let w = e.w + k * n;
                if !self.kept[r] {
                    continue;
                }
                if !on[r] {
                    self.val[self.at_diag[self.nu + r]] = 1.0;
                    self.floor[self.pos[self.nu + r] as usize] = 0.0;
                    continue;
                }
                let mut delassus = 0.0;
                let normal = matches!(sys.kinds[r], RowKind::Normal(_));
                for j in 0..n {
                    let (pw, pt) = self.at_W[w + j];
                    if pw == TIME {
                        continue;
                    }
                    let v = ev.W[w + j];
                    let mut force = v;
                    if normal {
                        for (l, rf) in (r + 1..e.rows.end).enumerate() {
                            force -= slip[rf] * ev.W[w + (l + 1) * n + j];
                        }
                    }
                    self.val[pw] -= force;
                    self.val[pt] += W_rows[w + j];
                    delassus += v * v / ev.M_diag[e.dofs[j]];
                }
                self.floor[self.pos[self.nu + r] as usize] = DEPENDENT * delassus;
            }
        }
        let (ptr, col, val) = (&self.ptr, &self.col, &self.val);
        self.sym.factor(
            &mut self.num,
            |i| {
                let s = ptr[i]..ptr[i + 1];
                col[s.clone()].iter().copied().zip(val[s].iter().copied())
            },
            &self.floor,
        );
        self.redundant.clear();
        for &p in &self.num.skipped {
            let k = self.unknown[p];
            if k >= self.nu {
                self.redundant.push(k - self.nu);
            }
        }
    }

    /// Analyse the pattern anew with these rows; those of contacts that opened long ago are left out.
    fn extend(&mut self, sys: &System, on: &[bool]) {
        let used = (0..sys.nr).filter(|&r| on[r] && !bilateral(sys.kinds[r])).count();
        let forget = self.contacts > FEW_CONTACTS + 2 * used;
        let kept = (0..sys.nr)
            .map(|r| on[r] || self.kept[r] && (!forget || bilateral(sys.kinds[r])))
            .collect();
        let extra = std::mem::take(&mut self.extra);
        let (factorisations, solves) = (self.factorisations, self.solves);
        *self = Kkt { factorisations, solves, ..Self::with_rows(sys, &extra, kept) };
    }

    /// Determinant of W M*⁻¹ Ŵ of the rows in use but those `without`, each by its Delassus number:
    /// sign and logarithm of the size. It is the product of the rows' pivots.
    pub fn determinant(&self, without: &[usize]) -> (f64, f64) {
        let (mut sign, mut log) = (1.0, 0.0);
        for r in (0..self.on.len()).filter(|r| self.on[*r] && !without.contains(r)) {
            let p = self.pos[self.nu + r] as usize;
            let pivot = self.num.pivot(p) * DEPENDENT / self.floor[p].max(1e-300);
            sign *= pivot.signum();
            log += pivot.abs().max(1e-300).ln();
        }
        (sign, log)
    }

    /// Solve: `x` (velocities) and `m` (rows) hold the right side and receive the solution.
    /// Returns whether it is finite.
    pub fn solve(&mut self, x: &mut [f64], m: &mut [f64]) -> bool {
        self.solves += 1;
        let (at_x, at_m) = self.pos.split_at(self.nu);
        let kept = |(&p, v): (&u32, &f64)| (p != NONE).then_some((p as usize, *v));
        let all = at_x.iter().zip(&*x).chain(at_m.iter().zip(&*m));
        all.filter_map(kept).for_each(|(p, v)| self.b[p] = v);
        self.sym.solve(&self.num, &mut self.b);
        let mut sum = 0.0;
        for (&p, v) in at_x.iter().zip(x).chain(at_m.iter().zip(m)) {
            if p != NONE {
                *v = self.b[p as usize];
            }
            sum += 0.0 * *v;
        }
        sum == 0.0
    }
}
