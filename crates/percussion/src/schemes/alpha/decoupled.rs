//! The three-subproblem form (Brüls, Acary, Cardona, Algorithm 1): the couplings between the levels
//! are left out of the iteration matrix, so that each level is one saddle-point solve
//!
//! ```text
//! [ M*  -Ŵ ] [ δa ]   [ -R1  ]     [ M  -Ŵ ] [ δU ]   [ -R2             ]     likewise δQ
//! [ W    0 ] [ δλ ] = [ -g'' ]     [ W   0 ] [ δΛ ] = [ -ξ - hγ W δa    ]
//! ```
//!
//! with M* = M + hγ ∂(-h)/∂u + h²β ∂(-h)/∂θ for stiff systems. The levels share one factorisation
//! where their rows agree; it is kept over the iterations of a step.

use super::levels::Coefficients;
use super::step::Step;
use crate::linalg::Kkt;
use crate::system::{Derivatives, RowKind, System};

pub(super) struct Decoupled {
    /// Factors for the acceleration, velocity and position level, made when first needed.
    kkt: [Option<Kkt>; 3],
    shared: [usize; 3],
    d: Derivatives,
    K: Vec<f64>,
    /// Stiffness of the constraint forces, in the order of the entries of M; empty where not used.
    geometric: Vec<f64>,
    /// Entries of M, sorted, with their place.
    place: Vec<((usize, usize), usize)>,
    dMx: Vec<f64>,
    x: Vec<f64>,
    m: Vec<f64>,
    W_da: Vec<f64>,
    no_slip: Vec<f64>,
    last: Vec<(bool, bool, bool)>,
    last_slip: Vec<(f64, f64)>,
    iterations: usize,
    /// Rows found to depend on others.
    pub redundant: Vec<usize>,
}

/// Iterations after which the matrix is factorised anew.
const KEEP: usize = 4;

impl Decoupled {
    pub fn new(sys: &System) -> Self {
        let mut place: Vec<_> = sys.M_entries.iter().copied().zip(0..).collect();
        place.sort_unstable();
        // joints at position level alone: all levels share one matrix
        let several = sys.stiff() || sys.kinds.iter().any(|k| *k != RowKind::Position);
        Decoupled {
            geometric: Vec::with_capacity(sys.M_entries.len()),
            place,
            kkt: [true, several, several].map(|used| used.then(|| Kkt::new(sys))),
            shared: [0, 1, 2],
            d: sys.derivatives(),
            K: vec![0.0; sys.K_entries.len()],
            dMx: vec![0.0; sys.K_entries.len()],
            x: vec![0.0; sys.nu + 1],
            m: vec![0.0; sys.nr],
            W_da: vec![0.0; sys.nr],
            no_slip: vec![0.0; sys.nr],
            last: vec![(false, false, false); sys.nr],
            last_slip: vec![(0.0, 0.0); sys.nr],
            iterations: 0,
            redundant: Vec::with_capacity(sys.nr),
        }
    }

    fn stale(&mut self, s: &Step) -> bool {
        let mut changed = false;
        for r in 0..s.nr {
            let now = (s.on_a[r], s.on_v[r], s.on_p[r]);
            let slip = (s.slip_a[r], s.slip_v[r]);
            changed |= now != self.last[r] || slip != self.last_slip[r];
            self.last[r] = now;
            self.last_slip[r] = slip;
        }
        changed
    }

    /// With `slow` convergence the stiffness of the constraint forces within each body is added.
    fn factor(&mut self, sys: &System, c: &Coefficients, s: &Step, slow: bool) {
        let h = s.h;
        let stiff = sys.stiff() || slow;
        let (f_u, f_q) = (h * c.gamma * c.ratio(), h * h * c.beta * c.ratio());
        if stiff {
            sys.differentiate_h(s.t0 + h, &s.q, &s.ev, &mut self.d);
            sys.dMx(s.t0 + h, &s.q, &s.a, &mut self.dMx);
            for k in 0..self.K.len() {
                self.K[k] = f_q * (self.dMx[k] - self.d.dh_q[k]) - f_u * self.d.dh_u[k];
            }
        }
        self.geometric.clear();
        if slow {
            sys.differentiate_W(s.t0 + h, &s.q, &s.ev, &mut self.d);
            self.constraint_stiffness(sys, s, f_q);
        }
        let same = |a: &[bool], b: &[bool]| a == b;
        let frictionless = sys.frictions.is_empty();
        let (av, vp) = (same(&s.on_a, &s.on_v), same(&s.on_v, &s.on_p));
        let slips_agree = frictionless || s.slip_a == s.slip_v;
        self.shared = [
            0,
            if !stiff && av && slips_agree { 0 } else { 1 },
            if vp && frictionless {
                if !stiff && av {
                    0
                } else {
                    1
                }
            } else {
                2
            },
        ];
        self.redundant.clear();
        for level in 0..3 {
            if self.shared[level] != level {
                continue;
            }
            let kkt = self.kkt[level].get_or_insert_with(|| Kkt::new(sys));
            let (on, slip) = match level {
                0 => (&s.on_a, &s.slip_a),
                1 => (&s.on_v, &s.slip_v),
                _ => (&s.on_p, &self.no_slip),
            };
            let K = (stiff && level == 0).then_some(&self.K[..]);
            let geometric = if level == 0 { &self.geometric[..] } else { &[] };
            kkt.factor(sys, &s.ev, K, geometric, on, slip);
            for &r in &kkt.redundant {
                if !self.redundant.contains(&r) {
                    self.redundant.push(r);
                }
            }
        }
    }

    /// -h²β Σ λ_r H_r on the entries of M.
    fn constraint_stiffness(&mut self, sys: &System, s: &Step, f: f64) {
        self.geometric.resize(sys.M_entries.len(), 0.0);
        for e in &sys.elements {
            let n = e.dofs.len();
            for (i, &di) in e.dofs.iter().enumerate() {
                for (j, &dj) in e.dofs.iter().enumerate() {
                    let Ok(at) = self.place.binary_search_by_key(&(di, dj), |p| p.0) else {
                        continue;
                    };
                    for (k, r) in e.rows.clone().enumerate() {
                        let H = self.d.H[e.hess + (k * n + i) * n + j];
                        self.geometric[self.place[at].1] -= f * s.la[r] * H;
                    }
                }
            }
        }
    }

    /// One iteration; false where it is not finite.
    pub fn update(
        &mut self,
        sys: &System,
        c: &Coefficients,
        s: &mut Step,
        first: bool,
        tol: f64,
    ) -> bool {
        let (nu, h) = (s.nu, s.h);
        self.iterations = if first { 0 } else { self.iterations + 1 };
        if self.stale(s) || self.iterations.is_multiple_of(KEEP) {
            self.factor(sys, c, s, self.iterations >= KEEP);
        }
        // acceleration level
        for i in 0..nu {
            self.x[i] = -s.R1[i];
        }
        for r in 0..s.nr {
            self.m[r] = if s.on_a[r] { -s.k_a[r] } else { 0.0 };
        }
        if !self.solve(0, nu) {
            return false;
        }
        self.x[nu] = 0.0;
        sys.rows_dot(&s.ev, &self.x, &mut self.W_da);
        for i in 0..nu {
            s.a[i] += self.x[i];
        }
        for r in 0..s.nr {
            if s.on_a[r] {
                s.la[r] += self.m[r];
            }
        }
        // velocity level
        let (gamma, beta) = (c.gamma * c.ratio(), c.beta * c.ratio());
        for i in 0..nu {
            self.x[i] = -s.R2[i];
        }
        for r in 0..s.nr {
            self.m[r] = if s.on_v[r] { -s.xi[r] - h * gamma * self.W_da[r] } else { 0.0 };
        }
        if self.negligible(s, tol) {
            self.x.fill(0.0);
            self.m.fill(0.0);
        } else if !self.solve(1, nu) {
            return false;
        }
        for i in 0..nu {
            s.U[i] += self.x[i];
        }
        for r in 0..s.nr {
            if s.on_v[r] {
                s.La[r] += self.m[r];
            }
        }
        // position level
        for i in 0..nu {
            self.x[i] = -s.R3[i];
        }
        for r in 0..s.nr {
            self.m[r] = if s.on_p[r] { -s.ev.g[r] - h * h * beta * self.W_da[r] } else { 0.0 };
        }
        if self.negligible(s, tol) {
            self.x.fill(0.0);
            self.m.fill(0.0);
        } else if !self.solve(2, nu) {
            return false;
        }
        sys.transfer(&s.q0, &s.q, &mut self.x[..nu], true);
        for i in 0..nu {
            s.Q[i] += self.x[i];
        }
        for r in 0..s.nr {
            if s.on_p[r] {
                s.ka[r] += self.m[r];
            }
        }
        true
    }

    /// Whether the right side of a level lies well below the tolerance already.
    fn negligible(&self, s: &Step, tol: f64) -> bool {
        let small = |v: &f64| v.abs() <= 0.1 * tol;
        self.m.iter().all(small)
            && self.x[..s.nu].iter().zip(&s.ev.M_diag).all(|(x, m)| small(&(x / m)))
    }

    fn solve(&mut self, level: usize, nu: usize) -> bool {
        match &mut self.kkt[self.shared[level]] {
            Some(kkt) => kkt.solve(&mut self.x[..nu], &mut self.m),
            None => false,
        }
    }
}
