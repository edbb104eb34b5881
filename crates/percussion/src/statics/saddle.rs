//! The saddle-point matrix of statics, with the stiffness of the rows in use:
//!
//! ```text
//! [ K - Σ λ_r H_r + Σ ρ_r W_rᵀ W_r   -Wᵀ ] [ x ]   [ h + Wᵀ ρ b ]
//! [ W                                 0  ] [ λ ] = [ b          ]
//! ```
//!
//! The terms with ρ cancel, as W x = b. Without them the stiffness of a body that only joints hold, or
//! that hangs on later bodies, would be singular, and no order of pivots along the bodies would do.

use crate::linalg::{Numeric, Symbolic};
use crate::system::{Eval, System};

/// Pivots of rows below this fraction of what a lone row would have count as dependent.
const DEPENDENT: f64 = 1e-10;
/// Pivots of velocities below this fraction of their diagonal are round-off: nothing holds them.
const FREE: f64 = 1e-13;
const TIME: usize = usize::MAX;

pub(super) struct Saddle {
    sym: Symbolic,
    num: Numeric,
    unknown: Vec<usize>,
    pos: Vec<usize>,
    ptr: Vec<usize>,
    col: Vec<usize>,
    val: Vec<f64>,
    floor: Vec<f64>,
    b: Vec<f64>,
    at_K: Vec<usize>,
    /// Places of the pairs of columns of each element, one element after another.
    at_pairs: Vec<usize>,
    /// Places of each entry of W, above and beside the diagonal.
    at_W: Vec<(usize, usize)>,
    at_diag: Vec<usize>,
    /// ρ of each row, zero where it is not in use.
    rho: Vec<f64>,
    nu: usize,
}

impl Saddle {
    pub fn new(sys: &System) -> Self {
        let (nu, nr) = (sys.nu, sys.nr);
        let n = nu + nr;
        // each row after the last velocity it touches
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); nu.max(1)];
        for e in &sys.elements {
            let last = e.dofs.iter().copied().filter(|&d| d < nu).max();
            after[last.unwrap_or(0)].extend(e.rows.clone());
        }
        let mut unknown = Vec::with_capacity(n);
        for (d, rows) in after.iter().enumerate().take(nu) {
            unknown.push(d);
            unknown.extend(rows.iter().map(|r| nu + r));
        }
        let mut pos = vec![0; n];
        unknown.iter().enumerate().for_each(|(p, &k)| pos[k] = p);
        let mut entries: Vec<(usize, usize)> = (0..n).map(|i| (i, i)).collect();
        let mut both = |i: usize, j: usize| {
            if i != TIME && j != TIME {
                entries.push((pos[i], pos[j]));
                entries.push((pos[j], pos[i]));
            }
        };
        let known = |d: usize| if d < nu { d } else { TIME };
        sys.K_entries.iter().for_each(|&(i, j)| both(known(i), known(j)));
        for e in &sys.elements {
            for &d in &e.dofs {
                e.dofs.iter().for_each(|&c| both(known(c), known(d)));
                e.rows.clone().for_each(|r| both(known(d), nu + r));
            }
        }
        entries.sort_unstable();
        entries.dedup();
        let find = |i: usize, j: usize| match i != TIME && j != TIME {
            true => entries.binary_search(&(pos[i], pos[j])).unwrap_or(TIME),
            false => TIME,
        };
        let (mut at_pairs, mut at_W) = (Vec::new(), Vec::new());
        for e in &sys.elements {
            for &i in &e.dofs {
                at_pairs.extend(e.dofs.iter().map(|&j| find(known(i), known(j))));
            }
            for r in e.rows.clone() {
                let places = |&d| (find(known(d), nu + r), find(nu + r, known(d)));
                at_W.extend(e.dofs.iter().map(places));
            }
        }
        let mut ptr = vec![0; n + 1];
        entries.iter().for_each(|&(i, _)| ptr[i + 1] += 1);
        (0..n).for_each(|i| ptr[i + 1] += ptr[i]);
        let sym = Symbolic::new(n, entries.iter().copied());
        Saddle {
            num: sym.numeric(),
            at_K: sys.K_entries.iter().map(|&(i, j)| find(known(i), known(j))).collect(),
            at_diag: (0..n).map(|k| find(k, k)).collect(),
            at_pairs,
            at_W,
            col: entries.iter().map(|e| e.1).collect(),
            val: vec![0.0; entries.len()],
            floor: vec![0.0; n],
            b: vec![0.0; n],
            rho: vec![0.0; nr],
            sym,
            unknown,
            pos,
            ptr,
            nu,
        }
    }

    /// Factorises for the rows in use: `K` in the order of `K_entries`, `H` of all rows.
    pub fn factor(
        &mut self,
        sys: &System,
        ev: &Eval,
        K: &[f64],
        H: &[f64],
        la: &[f64],
        on: &[bool],
    ) {
        let diagonal = |(&(i, j), k): (&(usize, usize), &f64)| if i == j { k.abs() } else { 0.0 };
        let k = sys.K_entries.iter().zip(K).map(diagonal).fold(0.0, f64::max);
        let k = if k > 0.0 && k.is_finite() { k } else { 1.0 };
        self.val.fill(0.0);
        for (&p, v) in self.at_K.iter().zip(K).filter(|(&p, _)| p != TIME) {
            self.val[p] += v;
        }
        let mut pairs = 0;
        for e in &sys.elements {
            let n = e.dofs.len();
            for (i, r) in e.rows.clone().enumerate() {
                let (w, h) = (e.w + i * n, e.hess + i * n * n);
                let size: f64 =
                    (w..w + n).filter(|&j| self.at_W[j].0 != TIME).map(|j| ev.W[j] * ev.W[j]).sum();
                let at = self.nu + r;
                self.rho[r] = 0.0;
                if !on[r] || size == 0.0 {
                    self.val[self.at_diag[at]] = 1.0;
                    self.floor[self.pos[at]] = 0.0;
                    continue;
                }
                self.rho[r] = k / size;
                self.floor[self.pos[at]] = DEPENDENT * size / k;
                for a in 0..n {
                    let (up, side) = self.at_W[w + a];
                    if up == TIME {
                        continue;
                    }
                    self.val[up] -= ev.W[w + a];
                    self.val[side] += ev.W[w + a];
                    for b in 0..n {
                        let p = self.at_pairs[pairs + a * n + b];
                        if p != TIME {
                            self.val[p] +=
                                self.rho[r] * ev.W[w + a] * ev.W[w + b] - la[r] * H[h + a * n + b];
                        }
                    }
                }
            }
            pairs += n * n;
        }
        // a direction without stiffness is left alone
        for k in 0..self.nu {
            self.floor[self.pos[k]] = FREE * self.val[self.at_diag[k]].abs();
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
    }

    /// Solves: `x` and `m` hold h and b, and receive x and λ. Whether they are finite.
    pub fn solve(&mut self, sys: &System, ev: &Eval, x: &mut [f64], m: &mut [f64]) -> bool {
        for e in &sys.elements {
            let n = e.dofs.len();
            for (i, r) in e.rows.clone().enumerate() {
                for (j, &d) in e.dofs.iter().enumerate().filter(|(_, &d)| d < self.nu) {
                    x[d] += self.rho[r] * m[r] * ev.W[e.w + i * n + j];
                }
            }
        }
        for (p, &k) in self.unknown.iter().enumerate() {
            self.b[p] = if k < self.nu { x[k] } else { m[k - self.nu] };
        }
        self.sym.solve(&self.num, &mut self.b);
        for (p, &k) in self.unknown.iter().enumerate() {
            match k < self.nu {
                true => x[k] = self.b[p],
                false => m[k - self.nu] = self.b[p],
            }
        }
        self.b.iter().all(|v| v.is_finite())
    }
}
