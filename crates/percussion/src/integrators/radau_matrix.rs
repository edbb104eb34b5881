//! The Newton matrix of `radau5`: three stages of accelerations, multipliers of the velocity level
//! and, for `ggl`, of the position level,
//!
//! ```text
//! M δA_i - h Σ_j a_ij D δA_j - h² Σ_j (a²)_ij S δA_j - Ŵ δΛ_i - h S N Σ_j a_ij δμ_j
//! index 1:  W δA_i + 2 h ûᵀH Σ_j a_ij δA_j + h² AᵀH Σ_j (a²)_ij δA_j
//! index 2:  Σ_j a_ij W δA_j + h ûᵀH Σ_j (a²)_ij δA_j + ûᵀH N Σ_j a_ij δμ_j       divided by h
//! position: Σ_j (a²)_ij W δA_j + W N Σ_j a_ij δμ_j / h                         divided by h²
//! ```
//!
//! with D = ∂h/∂u and S = ∂(h + WΛ - M A)/∂θ at stage i, scaled by masses.

use super::driver::Flow;
use super::radau_split::Split;
use super::tableaux::RADAU_A;
use super::Index;
use crate::integrators::smooth::SmoothEquations;
use crate::linalg::Dense;
use crate::memory::{Memory, Remember};
use crate::system::Kkt;
use crate::system::{Derivatives, System};

/// Unknowns of a stage up to which the three stages are one dense system with matrices of their
/// own; beyond they are split.
const DENSE: usize = 12;
/// The same where rows depend on others, which pivoting tells best.
const DENSE_REDUNDANT: usize = 150;

/// Workspace of the iteration.
pub(super) struct Work {
    pub split: Option<Box<Split>>,
    pub lu: Dense,
    pub kkt: Kkt,
    pub d: Derivatives,
    pub dM: Vec<f64>,
    pub K: Vec<f64>,
    /// Rows in use, of the velocity and of the position level.
    pub rows: [Vec<usize>; 2],
    /// N, column by column.
    pub N: Vec<Vec<f64>>,
    /// The matrices of the stages.
    pub at: [Matrices; 3],
    /// Of rows and columns.
    pub scale: Vec<f64>,
    pub b: Vec<f64>,
    pub scratch: Vec<f64>,
    pub x: Vec<f64>,
    pub m: Vec<f64>,
    pub v: Vec<f64>,
    pub zero: Vec<f64>,
    pub none: Vec<bool>,
}

/// Dense matrices at one stage: M, ∂h/∂u, stiffness; W, ûᵀH and aᵀH by rows.
#[derive(Default)]
pub(super) struct Matrices {
    M: Vec<f64>,
    D: Vec<f64>,
    S: Vec<f64>,
    W: Vec<Vec<f64>>,
    uH: Vec<Vec<f64>>,
    aH: Vec<Vec<f64>>,
}

/// A².
fn squared() -> [[f64; 3]; 3] {
    let mut s = [[0.0; 3]; 3];
    for (i, row) in s.iter_mut().enumerate() {
        for (j, v) in row.iter_mut().enumerate() {
            *v = (0..3).map(|k| RADAU_A[i][k] * RADAU_A[k][j]).sum();
        }
    }
    s
}

impl Work {
    pub fn new(sys: &System) -> Self {
        let n = sys.K_entries.len();
        let z = |n: usize| vec![0.0; n];
        Work {
            split: None,
            lu: Dense::default(),
            kkt: Kkt::new(sys).leaving_out(sys),
            d: sys.derivatives(),
            dM: z(n),
            K: z(n),
            rows: Default::default(),
            N: Vec::new(),
            at: Default::default(),
            scale: Vec::new(),
            b: Vec::new(),
            scratch: Vec::new(),
            x: z(sys.nu + 1),
            m: z(sys.nr),
            v: z(sys.nu),
            zero: z(sys.nu),
            none: vec![false; sys.nr],
        }
    }

    /// Which rows are in use, and room for them.
    pub fn rows(&mut self, sys: &System, eqs: &SmoothEquations, index: Index) {
        // rows that depend on others for good are no equations of their own
        let lasting = eqs.left_out();
        let pick = |on: &[bool]| (0..sys.nr).filter(|&r| on[r] && !lasting[r]).collect::<Vec<_>>();
        self.rows[0] = pick(&eqs.on);
        self.rows[1] = match index {
            Index::Stabilised => pick(&eqs.on_position),
            _ => Vec::new(),
        };
        let dependent = eqs.redundant().iter().any(|&r| !lasting[r]);
        let most = if dependent { DENSE_REDUNDANT } else { DENSE };
        let split = sys.nu + self.rows[0].len() + self.rows[1].len() > most;
        self.room(sys, split);
    }

    fn room(&mut self, sys: &System, split: bool) {
        if split {
            let split = self.split.get_or_insert_with(|| Box::new(Split::new(sys)));
            split.together = None;
            return;
        }
        self.split = None;
        let n = 3 * (sys.nu + self.rows[0].len() + self.rows[1].len());
        self.lu = Dense::with_capacity(n);
        for v in [&mut self.b, &mut self.scale, &mut self.scratch] {
            v.clear();
            v.resize(n, 0.0);
        }
        for at in &mut self.at {
            for m in [&mut at.M, &mut at.D, &mut at.S] {
                m.resize(sys.nu * sys.nu, 0.0);
            }
            for m in [&mut at.W, &mut at.uH, &mut at.aH] {
                m.resize(sys.nr, vec![0.0; sys.nu]);
            }
        }
        self.N = vec![vec![0.0; sys.nu]; self.rows[1].len()];
    }

    /// The rows in use, and the factors that the next step may use; all else is filled anew in every step.
    pub fn remember(&mut self, sys: &System, m: &mut Memory) {
        let mut split = self.split.is_some();
        split.remember(m);
        self.rows.remember(m);
        if m.loading() {
            self.room(sys, split);
        }
        // the estimate uses them where a matrix is kept
        [&mut self.d.dh_u, &mut self.d.dh_q, &mut self.dM].into_iter().for_each(|x| x.remember(m));
        if let Some(split) = &mut self.split {
            split.remember(m);
        }
    }

    /// N = M⁻¹ W at the start of the step.
    pub fn directions(&mut self, sys: &System, eqs: &mut SmoothEquations, f: &Flow) -> bool {
        if self.rows[1].is_empty() {
            return true;
        }
        if let Some(split) = &mut self.split {
            split.directions(sys, eqs, f);
            return true;
        }
        eqs.evaluate(sys, f.t0, &f.q0, &f.u0);
        self.m.fill(0.0);
        self.kkt.factor(sys, &eqs.ev, None, &[], &self.none, &self.m);
        for (n, &r) in self.N.iter_mut().zip(&self.rows[1]) {
            n.fill(0.0);
            let (w, col) = sys.row(&eqs.ev, r);
            w.iter().zip(col).filter(|(_, &d)| d < sys.nu).for_each(|(w, &d)| n[d] += w);
            self.m.fill(0.0);
            if !self.kkt.solve(n, &mut self.m) {
                return false;
            }
        }
        true
    }

    /// The matrices of stage i, at the time, coordinates, velocities, accelerations, multipliers.
    pub fn matrices(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        i: usize,
        t: f64,
        (q, u, a, la): (&[f64], &[f64], &[f64], &[f64]),
    ) {
        let nu = sys.nu;
        eqs.evaluate(sys, t, q, u);
        sys.differentiate_h(t, q, &eqs.ev, &mut self.d);
        sys.differentiate_W(t, q, &eqs.ev, &mut self.d);
        sys.dMx(t, q, a, &mut self.dM);
        let at = &mut self.at[i];
        for m in [&mut at.M, &mut at.D, &mut at.S] {
            m.fill(0.0);
        }
        for (&(i, j), &v) in sys.M_entries.iter().zip(&eqs.ev.M) {
            at.M[i * nu + j] += v;
        }
        for (k, &(i, j)) in sys.K_entries.iter().enumerate() {
            if i < nu && j < nu {
                at.D[i * nu + j] += self.d.dh_u[k];
                at.S[i * nu + j] += self.d.dh_q[k] - self.dM[k];
            }
        }
        eqs.turning(sys, la, |i, j, d| at.D[i * nu + j] += d);
        for e in &sys.elements {
            let n = e.dofs.len();
            for (k, r) in e.rows.clone().enumerate() {
                for m in [&mut at.W[r], &mut at.uH[r], &mut at.aH[r]] {
                    m.fill(0.0);
                }
                if !eqs.on[r] && la[r] == 0.0 {
                    continue;
                }
                for (i, &di) in e.dofs.iter().enumerate() {
                    if di < nu {
                        at.W[r][di] = eqs.ev.W[e.w + k * n + i];
                    }
                    for (j, &dj) in e.dofs.iter().enumerate().filter(|(_, &d)| d < nu) {
                        let H = self.d.H[e.hess + (k * n + i) * n + j];
                        at.uH[r][dj] += eqs.ev.u[di] * H;
                        if di < nu {
                            at.aH[r][dj] += a[di] * H;
                            at.S[di * nu + dj] += la[r] * H;
                        }
                    }
                }
            }
        }
    }

    /// The Newton matrix of a step of size h, factorised.
    pub fn factor(&mut self, sys: &System, eqs: &SmoothEquations, index: Index, h: f64) {
        let (nu, nv, np) = (sys.nu, self.rows[0].len(), self.rows[1].len());
        let n = nu + nv + np;
        let A2 = squared();
        self.lu.reset(3 * n);
        // h S N and ûᵀH N, W N for the columns of μ
        for i in 0..3 {
            let at = &self.at[i];
            for j in 0..3 {
                let (a, a2) = (RADAU_A[i][j], A2[i][j]);
                let (bi, bj) = (i * n, j * n);
                let same = f64::from(u8::from(i == j));
                for r in 0..nu {
                    for c in 0..nu {
                        let k = r * nu + c;
                        let v = same * at.M[k] - h * a * at.D[k] - h * h * a2 * at.S[k];
                        self.lu.add(bi + r, bj + c, v);
                    }
                    for (c, N) in self.N.iter().enumerate() {
                        let v: f64 = (0..nu).map(|k| at.S[r * nu + k] * N[k]).sum();
                        self.lu.add(bi + r, bj + nu + nv + c, -h * h * a * v);
                    }
                }
                for (k, &row) in self.rows[0].iter().enumerate() {
                    let line = bi + nu + k;
                    if i == j {
                        for c in 0..nu {
                            self.lu.add(bi + c, bj + nu + k, -at.W[row][c]);
                        }
                    }
                    for c in 0..nu {
                        let (w, uh) = (at.W[row][c], at.uH[row][c]);
                        let v = match index {
                            Index::One => same * w + 2.0 * h * a * uh + h * h * a2 * at.aH[row][c],
                            _ => a * w + h * a2 * uh,
                        };
                        self.lu.add(line, bj + c, v);
                    }
                    for (c, N) in self.N.iter().enumerate() {
                        let v: f64 = at.uH[row].iter().zip(N).map(|(u, n)| u * n).sum();
                        self.lu.add(line, bj + nu + nv + c, h * a * v);
                    }
                }
                for (k, &row) in self.rows[1].iter().enumerate() {
                    let line = bi + nu + nv + k;
                    for c in 0..nu {
                        self.lu.add(line, bj + c, a2 * at.W[row][c]);
                    }
                    for (c, N) in self.N.iter().enumerate() {
                        let v: f64 = at.W[row].iter().zip(N).map(|(w, n)| w * n).sum();
                        self.lu.add(line, bj + nu + nv + c, a * v);
                    }
                }
            }
        }
        self.friction(sys, eqs, n, 3);
        self.scaled(sys, eqs, n, 3);
    }

    /// Scale by masses and factorise, for so many stages of n unknowns.
    fn scaled(&mut self, sys: &System, eqs: &SmoothEquations, n: usize, stages: usize) {
        let (nu, nv) = (sys.nu, self.rows[0].len());
        for k in 0..n {
            let s = if k < nu {
                1.0 / eqs.ev.M_diag[k].sqrt()
            } else {
                let k = k - nu;
                let r = if k < nv { self.rows[0][k] } else { self.rows[1][k - nv] };
                1.0 / sys.delassus_diagonal(&eqs.ev, r).max(1e-300).sqrt()
            };
            (0..stages).for_each(|i| self.scale[i * n + k] = s);
        }
        let scale = &self.scale;
        for (r, row) in self.lu.a.chunks_exact_mut(stages * n).enumerate() {
            row.iter_mut().zip(scale).for_each(|(v, c)| *v *= scale[r] * c);
        }
        self.lu.factor();
    }

    /// The estimate's system with the matrices of the last stage: (M - g D - g² S) x = M v + g S z on W x = 0, with v and z in
    /// `v` and `zero`; `x` receives the solution. Whether it is finite.
    pub fn filter(&mut self, sys: &System, eqs: &SmoothEquations, g: f64) -> bool {
        let (nu, n) = (sys.nu, sys.nu + self.rows[0].len());
        self.lu.reset(n);
        self.b[..n].fill(0.0);
        let at = &self.at[2];
        for i in 0..nu {
            for j in 0..nu {
                let k = i * nu + j;
                self.lu.add(i, j, at.M[k] - g * at.D[k] - g * g * at.S[k]);
                self.b[i] += at.M[k] * self.v[j] + g * at.S[k] * self.zero[j];
            }
        }
        for (k, &row) in self.rows[0].iter().enumerate() {
            for c in 0..nu {
                self.lu.add(c, nu + k, -at.W[row][c]);
                self.lu.add(nu + k, c, at.W[row][c]);
            }
        }
        self.friction(sys, eqs, n, 1);
        self.scaled(sys, eqs, n, 1);
        self.b[..n].iter_mut().zip(&self.scale).for_each(|(b, s)| *b *= s);
        self.lu.solve(&mut self.b[..n], &mut self.scratch);
        let scaled = self.b.iter().zip(&self.scale).map(|(b, s)| b * s);
        self.x.iter_mut().zip(scaled).take(nu).for_each(|(x, b)| *x = b);
        self.x[..nu].iter().all(|x| x.is_finite())
    }

    /// Sliding friction follows the normal force: -Ŵ instead of -W in the columns of normals.
    fn friction(&mut self, sys: &System, eqs: &SmoothEquations, n: usize, stages: usize) {
        let nu = sys.nu;
        for c in &sys.contacts {
            let Some(k) = self.rows[0].iter().position(|&r| r == c.row) else { continue };
            let Some(fr) = c.friction.map(|f| &sys.frictions[f]) else { continue };
            for r in fr.rows.clone().filter(|&r| eqs.slip[r] != 0.0) {
                let (w, col) = sys.row(&eqs.ev, r);
                for (w, &d) in w.iter().zip(col).filter(|(_, &d)| d < nu) {
                    for i in 0..stages {
                        self.lu.add(i * n + d, i * n + nu + k, eqs.slip[r] * w);
                    }
                }
            }
        }
    }
}
