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
//!
//! In stiff systems δU and δQ change the elastic forces. There the levels are solved in the other
//! order, δU and δQ first, with M* δa - Ŵ δλ = -R1 + ∂h/∂u δU + ∂h/∂θ δQ. What the first two need
//! to know of δa is W δa, which is given by the rows in use at acceleration level. Where a row is
//! in use at the other levels only, its W δa is found by a linear equation of as many unknowns as
//! there are such rows, so that the update is that of the full Newton matrix. Factors are kept over
//! the steps as long as one update is enough.

use super::levels::Coefficients;
use super::step::Step;
use crate::linalg::{Dense, Kkt};
use crate::system::{Derivatives, Normal, RowKind, System};

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
    last_h: f64,
    coupled: Option<Box<Coupled>>,
    iterations: usize,
    /// Rows found to depend on others.
    pub redundant: Vec<usize>,
}

/// Iterations after which the matrix is factorised anew.
const KEEP: usize = 4;
/// Rows without an equation at acceleration level up to which the coupling is solved for.
const FREE_ROWS: usize = 16;

/// What the coupled update of stiff systems needs.
struct Coupled {
    /// Changes (velocities, rows) of each level.
    dx: [Vec<f64>; 3],
    dm: [Vec<f64>; 3],
    /// W δa of each row.
    z: Vec<f64>,
    /// Rows in use at velocity or position level only.
    free: Vec<usize>,
    matrix: Dense,
    pivots: Vec<f64>,
    b: Vec<f64>,
}

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
            last_h: f64::NAN,
            coupled: sys.stiff().then(|| {
                Box::new(Coupled {
                    dx: [0, 1, 2].map(|_| vec![0.0; sys.nu + 1]),
                    dm: [0, 1, 2].map(|_| vec![0.0; sys.nr]),
                    z: vec![0.0; sys.nr],
                    free: Vec::with_capacity(sys.nr),
                    matrix: Dense::default(),
                    pivots: Vec::new(),
                    b: Vec::new(),
                })
            }),
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
    fn factor(&mut self, sys: &System, c: &Coefficients, s: &mut Step, slow: bool) {
        let h = s.h;
        self.last_h = h;
        let stiff = sys.stiff() || slow;
        let (f_u, f_q) = (h * c.gamma * c.ratio(), h * h * c.beta * c.ratio());
        if stiff {
            sys.differentiate_h(s.t0 + h, &s.q, &s.ev, &mut self.d);
            sys.dMx(s.t0 + h, &s.q, &s.a, &mut self.dMx);
            for k in 0..self.K.len() {
                self.K[k] = f_q * (self.dMx[k] - self.d.dh_q[k]) - f_u * self.d.dh_u[k];
            }
            s.note_stiffness(sys, &self.d.dh_q);
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
        // factors of a stiff system are good for the next step if the last one took one update
        let keep = first && self.iterations == 0 && self.coupled.is_some() && self.last_h == h;
        self.iterations = if first { 0 } else { self.iterations + 1 };
        if self.stale(s) || (self.iterations.is_multiple_of(KEEP) && !keep) {
            self.factor(sys, c, s, self.iterations >= KEEP);
        }
        if let Some(mut coupled) = self.coupled.take() {
            let done = self.update_coupled(sys, c, s, &mut coupled, tol);
            self.coupled = Some(coupled);
            return done;
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

    /// One iteration with the couplings of a stiff system.
    fn update_coupled(
        &mut self,
        sys: &System,
        c: &Coefficients,
        s: &mut Step,
        w: &mut Coupled,
        tol: f64,
    ) -> bool {
        w.free.clear();
        for r in 0..s.nr {
            w.z[r] = if s.on_a[r] { -s.k_a[r] } else { 0.0 };
            if !s.on_a[r] && (s.on_v[r] || s.on_p[r]) {
                w.free.push(r);
            }
        }
        if !self.sweep(sys, c, s, w, tol) {
            return false;
        }
        let m = w.free.len();
        if (1..=FREE_ROWS).contains(&m) {
            // z = b + T z, column by column
            w.matrix.reset(m);
            w.b.clear();
            for k in 0..m {
                w.b.push(sys.row_dot(&s.ev, w.free[k], &w.dx[0]));
                w.matrix.add(k, k, 1.0);
            }
            for j in 0..m {
                let unit = w.b[j].abs().max(1.0);
                w.z[w.free[j]] = unit;
                if !self.sweep(sys, c, s, w, 0.0) {
                    return false;
                }
                w.z[w.free[j]] = 0.0;
                for k in 0..m {
                    let t = (sys.row_dot(&s.ev, w.free[k], &w.dx[0]) - w.b[k]) / unit;
                    w.matrix.add(k, j, -t);
                }
            }
            w.matrix.factor();
            w.matrix.solve(&mut w.b, &mut w.pivots);
            (0..m).for_each(|k| w.z[w.free[k]] = w.b[k]);
            if !self.sweep(sys, c, s, w, 0.0) {
                return false;
            }
        }
        let nu = s.nu;
        sys.transfer(&s.q0, &s.q, &mut w.dx[2][..nu], true);
        for i in 0..nu {
            s.a[i] += w.dx[0][i];
            s.U[i] += w.dx[1][i];
            s.Q[i] += w.dx[2][i];
        }
        for r in 0..s.nr {
            s.la[r] += if s.on_a[r] { w.dm[0][r] } else { 0.0 };
            s.La[r] += if s.on_v[r] { w.dm[1][r] } else { 0.0 };
            s.ka[r] += if s.on_p[r] { w.dm[2][r] } else { 0.0 };
        }
        true
    }

    /// δU and δQ for given W δa, then δa.
    fn sweep(
        &mut self,
        sys: &System,
        c: &Coefficients,
        s: &Step,
        w: &mut Coupled,
        tol: f64,
    ) -> bool {
        let (nu, h) = (s.nu, s.h);
        let (gamma, beta) = (c.gamma * c.ratio(), c.beta * c.ratio());
        let mut moved = [false; 3];
        for level in [1, 2] {
            let (R, on) = if level == 1 { (&s.R2, &s.on_v) } else { (&s.R3, &s.on_p) };
            for i in 0..nu {
                self.x[i] = -R[i];
            }
            for r in 0..s.nr {
                self.m[r] = match (on[r], level) {
                    (false, _) => 0.0,
                    (_, 1) => -s.xi[r] - h * gamma * w.z[r],
                    _ => -s.ev.g[r] - h * h * beta * w.z[r],
                };
            }
            if level == 2 && moved[1] {
                self.add_velocity_impulses(sys, s, &w.dm[1]);
            }
            if self.negligible(s, tol) {
                self.x.fill(0.0);
                self.m.fill(0.0);
            } else if self.solve(level, nu) {
                moved[level] = true;
            } else {
                return false;
            }
            w.dx[level].copy_from_slice(&self.x);
            w.dm[level].copy_from_slice(&self.m);
        }
        for i in 0..nu {
            self.x[i] = -s.R1[i];
        }
        if moved[1] || moved[2] {
            for (k, &(i, j)) in sys.K_entries.iter().enumerate() {
                if i < nu && j < nu {
                    let stiffness = self.d.dh_q[k] - self.dMx[k];
                    self.x[i] += stiffness * w.dx[2][j] + self.d.dh_u[k] * w.dx[1][j];
                }
            }
        }
        for r in 0..s.nr {
            self.m[r] = if s.on_a[r] { -s.k_a[r] } else { 0.0 };
        }
        if !self.solve(0, nu) {
            return false;
        }
        w.dx[0][..nu].copy_from_slice(&self.x[..nu]);
        w.dx[0][nu] = 0.0;
        w.dm[0].copy_from_slice(&self.m);
        true
    }

    /// h/2 W δΛ of friction and of rows at velocity level, which act on the positions too.
    fn add_velocity_impulses(&mut self, sys: &System, s: &Step, dLa: &[f64]) {
        for (r, kind) in sys.kinds.iter().enumerate() {
            let change = match kind {
                RowKind::Velocity => dLa[r],
                RowKind::Friction(f) => match sys.frictions[*f].normal {
                    Normal::Contact(c) if !s.on_v[r] => -s.slip_v[r] * dLa[sys.contacts[c].row],
                    _ => dLa[r],
                },
                _ => continue,
            };
            if change != 0.0 {
                let (w, dofs) = sys.row(&s.ev, r);
                for (w, &d) in w.iter().zip(dofs) {
                    self.x[d] += 0.5 * s.h * w * change;
                }
            }
        }
    }

    /// Whether the right side of a level lies well below the tolerance already.
    fn negligible(&self, s: &Step, tol: f64) -> bool {
        let small = |v: f64, unit: f64| v.abs() <= 0.1 * tol * unit;
        self.m.iter().all(|m| small(*m, 1.0))
            && self.x[..s.nu].iter().zip(&s.ev.M_diag).all(|(x, m)| small(*x, *m))
    }

    fn solve(&mut self, level: usize, nu: usize) -> bool {
        match &mut self.kkt[self.shared[level]] {
            Some(kkt) => kkt.solve(&mut self.x[..nu], &mut self.m),
            None => false,
        }
    }
}
