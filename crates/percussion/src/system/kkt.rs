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

use super::lasting::{dependence, EXCHANGE};
use super::pattern::{Parts, Pattern, NOWHERE};
use super::{Eval, RowKind, System};
use crate::linalg::Numeric;
use crate::memory::{remember, Memory, Remember};
use nalgebra::SVector;

/// A saddle-point matrix with its factors.
#[derive(Default)]
pub struct Kkt {
    pattern: Pattern,
    num: Numeric,
    /// rows in the pattern, the elements that have some, and how many are of contacts and friction
    kept: Vec<bool>,
    elements: Vec<usize>,
    contacts: usize,
    extra: Vec<(usize, usize)>,
    val: Vec<f64>,
    /// Pivots below which rows are skipped, and the Delassus numbers they are measured by.
    floor: Vec<f64>,
    delassus: Vec<f64>,
    b: Vec<f64>,
    on: Vec<bool>,
    /// Rows that depend on others for good and are left out, see `lasting.rs`.
    lasting: Vec<bool>,
    nu: usize,
    /// Rows skipped by the last factorisation: they depend on others.
    pub redundant: Vec<usize>,
    /// Factorisations so far.
    pub factorisations: usize,
    /// Solutions so far.
    pub solves: usize,
}
remember!(cache Kkt {
    pattern, num, kept, elements, contacts, extra, val, floor, delassus, b, on, lasting, nu, redundant, factorisations,
    solves
});

/// Right sides that are solved for at once.
pub const AT_ONCE: usize = 4;
/// Rows of contacts and friction up to which all are in the pattern from the start.
const FEW_CONTACTS: usize = 60;

fn bilateral(kind: RowKind) -> bool {
    matches!(kind, RowKind::Position | RowKind::Velocity)
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
    /// Leave out the rows that depend on others for good, for schemes whose coordinates may drift.
    pub fn leaving_out(mut self, sys: &System) -> Self {
        self.lasting.copy_from_slice(sys.lasting());
        self
    }
    fn with_rows(sys: &System, extra: &[(usize, usize)], kept: Vec<bool>) -> Self {
        let parts = Parts { M: true, pairs: false, extra, kept: &kept, row_by_row: false };
        let pattern = Pattern::new(sys, &parts);
        let some = |e: &usize| sys.elements[*e].rows.clone().any(|r| kept[r]);
        Kkt {
            num: pattern.sym.numeric(),
            val: vec![0.0; pattern.col.len()],
            floor: vec![0.0; pattern.n()],
            delassus: vec![0.0; pattern.n()],
            b: vec![0.0; pattern.n()],
            elements: (0..sys.elements.len()).filter(some).collect(),
            contacts: (0..sys.nr).filter(|&r| kept[r] && !bilateral(sys.kinds[r])).count(),
            kept,
            lasting: vec![false; sys.nr],
            extra: extra.to_vec(),
            on: vec![false; sys.nr],
            redundant: Vec::with_capacity(sys.nr.min(1000)),
            factorisations: 0,
            solves: 0,
            nu: sys.nu,
            pattern,
        }
    }

    /// Number of entries of the factors.
    pub fn fill(&self) -> usize {
        self.pattern.sym.fill()
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
        let at = &self.pattern;
        for (&p, &v) in at.at_M.iter().zip(&ev.M) {
            self.val[p] += v;
        }
        for (&p, &v) in at.at_M.iter().zip(in_M) {
            self.val[p] += v;
        }
        if let Some(K) = K {
            for (&p, &v) in at.at_K.iter().zip(K) {
                if p != NOWHERE {
                    self.val[p] += v;
                }
            }
        }
        for e in self.elements.iter().map(|&e| &sys.elements[e]) {
            let n = e.dofs.len();
            for (k, r) in e.rows.clone().enumerate() {
                let Some(pos) = at.pos(self.nu + r) else { continue };
                if !on[r] {
                    self.val[at.at_diag[self.nu + r]] = 1.0;
                    self.floor[pos] = 0.0;
                    continue;
                }
                let w = e.w + k * n;
                let mut delassus = 0.0;
                let normal = matches!(sys.kinds[r], RowKind::Normal(_));
                for (j, &(pw, pt)) in at.at_W(r, n).iter().enumerate() {
                    if pw == NOWHERE {
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
                self.delassus[pos] = delassus;
                self.floor[pos] = dependence(self.lasting[r]) * delassus;
            }
        }
        at.sym.factor(&mut self.num, |i| at.row(&self.val, i), &self.floor);
        self.redundant.clear();
        for &p in &self.num.skipped {
            let k = at.unknown[p];
            if k >= self.nu {
                self.redundant.push(k - self.nu);
            }
        }
        if self.lasting.contains(&true) {
            self.exchange(sys, ev);
        }
    }

    /// Rows that are left out as they depend on others for good.
    pub fn left_out(&self) -> &[bool] {
        &self.lasting
    }

    /// Write down or take up which rows these are.
    pub(crate) fn remember_left_out(&mut self, m: &mut Memory) {
        self.lasting.remember(m);
    }

    /// Choose the row that the next factorisation leaves out: W y = 0 with y = 1 in the present one is a
    /// state of self-stress, and the row in which it is largest is the one that the others determine best.
    fn exchange(&mut self, sys: &System, ev: &Eval) {
        let at = &self.pattern;
        let size = |r: usize, y: f64| match at.pos(self.nu + r) {
            Some(p) => y.abs() * self.delassus[p].sqrt(),
            None => 0.0,
        };
        let mut swap = None;
        for r in (0..self.on.len()).filter(|&r| self.lasting[r] && self.on[r]) {
            self.b.fill(0.0);
            let (w, columns) = sys.row(ev, r);
            for (w, &d) in w.iter().zip(columns).filter(|(_, &d)| d < self.nu) {
                let Some(p) = at.pos(d) else { continue };
                self.b[p] += w;
            }
            at.sym.solve(&self.num, &mut self.b);
            let (mut best, mut largest) = (r, EXCHANGE * size(r, 1.0));
            for (y, &k) in self.b.iter().zip(&at.unknown).filter(|(_, &k)| k >= self.nu) {
                let row = k - self.nu;
                let joint = sys.kinds[row] == RowKind::Position;
                if joint && self.on[row] && !self.lasting[row] && size(row, *y) > largest {
                    (best, largest) = (row, size(row, *y));
                }
            }
            if best != r {
                swap = Some((r, best));
            }
        }
        if let Some((r, best)) = swap {
            (self.lasting[r], self.lasting[best]) = (false, true);
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
        let lasting = std::mem::take(&mut self.lasting);
        *self = Kkt { factorisations, solves, lasting, ..Self::with_rows(sys, &extra, kept) };
    }

    /// Determinant of W M*⁻¹ Ŵ of the rows in use but those `without`, each by its Delassus number:
    /// sign and logarithm of the size. It is the product of the rows' pivots.
    pub fn determinant(&self, without: &[usize]) -> (f64, f64) {
        let (mut sign, mut log) = (1.0, 0.0);
        let counts = |r: &usize| self.on[*r] && !self.lasting[*r] && !without.contains(r);
        for r in (0..self.on.len()).filter(counts) {
            let Some(p) = self.pattern.pos(self.nu + r) else { continue };
            let pivot = self.num.pivot(p) / self.delassus[p].max(1e-300);
            sign *= pivot.signum();
            log += pivot.abs().max(1e-300).ln();
        }
        (sign, log)
    }

    /// Smallest pivot of a row in use, in parts of its Delassus number; those that were skipped are
    /// left out. One without rows.
    pub fn margin(&self) -> f64 {
        let mut least = 1.0_f64;
        for r in (0..self.on.len()).filter(|r| self.on[*r]) {
            let Some(p) = self.pattern.pos(self.nu + r) else { continue };
            let pivot = (self.num.pivot(p) / self.delassus[p].max(1e-300)).abs();
            if self.num.pivot(p).abs() > self.floor[p] {
                least = least.min(pivot);
            }
        }
        least
    }

    /// Solve: `x` (velocities) and `m` (rows) hold the right side and receive the solution.
    /// Returns whether it is finite.
    pub fn solve(&mut self, x: &mut [f64], m: &mut [f64]) -> bool {
        self.solves += 1;
        let nu = self.nu;
        for (b, &k) in self.b.iter_mut().zip(&self.pattern.unknown) {
            *b = if k < nu { x[k] } else { m[k - nu] };
        }
        self.pattern.sym.solve(&self.num, &mut self.b);
        let mut sum = 0.0;
        for (b, &k) in self.b.iter().zip(&self.pattern.unknown) {
            *(if k < nu { &mut x[k] } else { &mut m[k - nu] }) = *b;
            sum += 0.0 * b;
        }
        sum == 0.0
    }

    /// Solve for up to [`AT_ONCE`] right sides, each with its velocities followed by these rows.
    pub fn respond(&mut self, all: &mut [f64], rows: &[usize]) {
        let (nu, size) = (self.nu, self.nu + rows.len());
        self.solves += all.len() / size.max(1);
        let at = &self.pattern;
        let mut b = vec![SVector::<f64, AT_ONCE>::zeros(); at.n()];
        let places = || (0..nu).chain(rows.iter().map(|r| nu + r)).map(|k| at.pos(k));
        for (j, x) in all.chunks_exact(size.max(1)).enumerate().take(AT_ONCE) {
            for (p, x) in places().zip(x) {
                if let Some(p) = p {
                    b[p][j] = *x;
                }
            }
        }
        at.sym.solve(&self.num, &mut b);
        for (j, x) in all.chunks_exact_mut(size.max(1)).enumerate().take(AT_ONCE) {
            for (p, x) in places().zip(x) {
                *x = p.map_or(0.0, |p| b[p][j]);
            }
        }
    }
}
