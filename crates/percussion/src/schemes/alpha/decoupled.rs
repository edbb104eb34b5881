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
//! the steps as long as one update is enough. In steps without history h sees the rate of the
//! displacement: there δQ/h stands for δU in that equation.

use super::levels::Coefficients;
use super::step::Step;
use crate::linalg::Dense;
use crate::memory::remember;
use crate::system::Kkt;
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
    last_backward: bool,
    /// Whether some impulses at velocity level act on the positions.
    velocity_rows: bool,
    coupled: Option<Box<Coupled>>,
    iterations: usize,
    /// Rows found to depend on others.
    pub redundant: Vec<usize>,
}
remember!(Decoupled {
   kkt, shared, d, last, last_slip, last_h, last_backward, coupled, iterations, redundant;
    skip K, geometric, place, dMx, x, m, W_da, no_slip, velocity_rows
});

/// Iterations after which the matrix is factorised anew.
const KEEP: usize = 4;
/// Entries of the factors for each unknown from which on they are dear: walls, not rows of blocks.
const DEAR: usize = 60;
/// Rows without an equation at acceleration level up to which the coupling is solved for.
const FREE_ROWS: usize = 16;

/// What the coupled update of stiff systems needs.
#[derive(Default)]
struct Coupled {
    /// Changes (velocities, rows) of each level.
    dx: [Vec<f64>; 3],
    dm: [Vec<f64>; 3],
    /// Which levels change.
    moved: [bool; 3],
    /// W δa of each row.
    z: Vec<f64>,
    /// Rows in use at velocity or position level only.
    free: Vec<usize>,
    matrix: Dense,
    pivots: Vec<f64>,
    b: Vec<f64>,
}
remember!(Coupled { dx, dm, moved, z, free, matrix, pivots, b });

impl Decoupled {
    /// `couple`: with the couplings of stiff systems.
    pub fn new(sys: &System, couple: bool) -> Self {
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
            last_backward: false,
            velocity_rows: sys.kinds.iter().any(velocity_level),
            coupled: (couple && sys.stiff()).then(|| {
                Box::new(Coupled {
                    dx: [0, 1, 2].map(|_| vec![0.0; sys.nu + 1]),
                    dm: [0, 1, 2].map(|_| vec![0.0; sys.nr]),
                    moved: [false; 3],
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

    /// Whether a factorisation takes longer than the contact problems of a step.
    pub fn dear(&self) -> bool {
        self.kkt.iter().flatten().any(|kkt| kkt.fill() > DEAR * (self.x.len() + self.m.len()))
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
        self.last_backward = c.backward;
        let stiff = sys.stiff() || slow;
        let (f_u, f_q) = (h * c.gamma * c.ratio(), h * h * c.beta * c.ratio());
        if stiff {
            s.differentiate_h(sys, c, &mut self.d);
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
        let (av, vp) = (same(&s.on_a, &s.on_v), same(&s.on_v, &s.on_p));
        // whether friction follows normal forces in use
        let slides = |on: &[bool], slip: &[f64]| {
            sys.contacts.iter().any(|k| {
                let rows = k.friction.map_or(0..0, |f| sys.frictions[f].rows.clone());
                on[k.row] && slip[rows].iter().any(|s| *s != 0.0)
            })
        };
        let still = !slides(&s.on_v, &s.slip_v);
        let slips_agree = s.slip_a == s.slip_v || still && !slides(&s.on_a, &s.slip_a);
        let velocity = if !stiff && av && slips_agree { 0 } else { 1 };
        self.shared = [0, velocity, if vp && still { velocity } else { 2 }];
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
        // most contacts of many bodies do not press
        for e in sys.elements.iter().filter(|e| e.rows.clone().any(|r| s.la[r] != 0.0)) {
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
        let same_step = (h - self.last_h).abs() <= 1e-9 * h && c.backward == self.last_backward;
        let keep = first && self.iterations == 0 && self.coupled.is_some() && same_step;
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
        minus(&s.R1[..nu], &mut self.x);
        for r in 0..s.nr {
            self.m[r] = if s.on_a[r] { -s.k_a[r] } else { 0.0 };
        }
        if !self.solve(0, nu) {
            return false;
        }
        self.x[nu] = 0.0;
        sys.rows_dot(&s.ev, &self.x, &mut self.W_da);
        add(&self.x[..nu], &mut s.a);
        add_where(&s.on_a, &self.m, &mut s.la);
        // velocity level
        let (gamma, beta) = (c.gamma * c.ratio(), c.beta * c.ratio());
        for r in 0..s.nr {
            self.m[r] = if s.on_v[r] { -s.xi[r] - h * gamma * self.W_da[r] } else { 0.0 };
        }
        if !negligible(s.e_U, &self.m, tol) {
            minus(&s.R2[..nu], &mut self.x);
            if !self.solve(1, nu) {
                return false;
            }
            add(&self.x, &mut s.U);
            add_where(&s.on_v, &self.m, &mut s.La);
            s.jumps = true;
        }
        // position level
        for r in 0..s.nr {
            self.m[r] = if s.on_p[r] { -s.ev.g[r] - h * h * beta * self.W_da[r] } else { 0.0 };
        }
        if !negligible(s.e_Q, &self.m, tol) {
            minus(&s.R3[..nu], &mut self.x);
            if !self.solve(2, nu) {
                return false;
            }
            sys.transfer(&s.q0, &s.q, &mut self.x[..nu], true);
            add(&self.x, &mut s.Q);
            add_where(&s.on_p, &self.m, &mut s.ka);
            s.jumps = true;
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
        add(&w.dx[0][..nu], &mut s.a);
        add_where(&s.on_a, &w.dm[0], &mut s.la);
        if w.moved[1] {
            add(&w.dx[1], &mut s.U);
            add_where(&s.on_v, &w.dm[1], &mut s.La);
            s.jumps = true;
        }
        if w.moved[2] {
            sys.transfer(&s.q0, &s.q, &mut w.dx[2][..nu], true);
            add(&w.dx[2], &mut s.Q);
            add_where(&s.on_p, &w.dm[2], &mut s.ka);
            s.jumps = true;
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
        w.moved = [true, false, false];
        for level in [1, 2] {
            let (R, e, on) =
                if level == 1 { (&s.R2, s.e_U, &s.on_v) } else { (&s.R3, s.e_Q, &s.on_p) };
            let (dx, dm) = (&mut w.dx[level], &mut w.dm[level]);
            for r in 0..s.nr {
                dm[r] = match (on[r], level) {
                    (false, _) => 0.0,
                    (_, 1) => -s.xi[r] - h * gamma * w.z[r],
                    _ => -s.ev.g[r] - h * h * beta * w.z[r],
                };
            }
            let pushed = level == 2 && w.moved[1] && self.velocity_rows;
            if negligible(e, dm, tol) && !pushed {
                continue;
            }
            minus(&R[..nu], dx);
            if pushed {
                let [_, dLa, dm] = &mut w.dm;
                add_velocity_impulses(sys, s, c.share * h, dLa, &mut w.dx[2]);
                if !self.solve_in(2, &mut w.dx[2][..nu], dm) {
                    return false;
                }
            } else if !self.solve_in(level, &mut dx[..nu], dm) {
                return false;
            }
            w.moved[level] = true;
        }
        let [da, dU, dQ] = &mut w.dx;
        minus(&s.R1[..nu], da);
        for (k, &(i, j)) in sys.K_entries.iter().enumerate() {
            if !(w.moved[1] || w.moved[2]) {
                break;
            }
            if i < nu && j < nu {
                if w.moved[2] {
                    da[i] += (self.d.dh_q[k] - self.dMx[k]) * dQ[j];
                }
                if c.backward && w.moved[2] {
                    da[i] += self.d.dh_u[k] * dQ[j] / h;
                } else if w.moved[1] && !c.backward {
                    da[i] += self.d.dh_u[k] * dU[j];
                }
            }
        }
        for r in 0..s.nr {
            w.dm[0][r] = if s.on_a[r] { -s.k_a[r] } else { 0.0 };
        }
        if !self.solve_in(0, &mut da[..nu], &mut w.dm[0]) {
            return false;
        }
        da[nu] = 0.0;
        true
    }

    fn solve(&mut self, level: usize, nu: usize) -> bool {
        match &mut self.kkt[self.shared[level]] {
            Some(kkt) => kkt.solve(&mut self.x[..nu], &mut self.m),
            None => false,
        }
    }

    fn solve_in(&mut self, level: usize, x: &mut [f64], m: &mut [f64]) -> bool {
        self.kkt[self.shared[level]].as_mut().is_some_and(|kkt| kkt.solve(x, m))
    }
}

/// `share` W δΛ of friction and of rows at velocity level, which act on the positions too.
fn add_velocity_impulses(sys: &System, s: &Step, share: f64, dLa: &[f64], x: &mut [f64]) {
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
                x[d] += share * w * change;
            }
        }
    }
}

/// Whether the right side of a level, its largest entry `e` and those of its rows, lies below the
/// tolerance already.
fn negligible(e: f64, m: &[f64], tol: f64) -> bool {
    e <= 0.1 * tol && m.iter().all(|m| m.abs() <= 0.5 * tol)
}

/// Rows at velocity level and friction.
fn velocity_level(kind: &RowKind) -> bool {
    matches!(kind, RowKind::Velocity | RowKind::Friction(_))
}

fn minus(x: &[f64], out: &mut [f64]) {
    out.iter_mut().zip(x).for_each(|(out, x)| *out = -x);
}

fn add(x: &[f64], out: &mut [f64]) {
    out.iter_mut().zip(x).for_each(|(out, x)| *out += x);
}

fn add_where(on: &[bool], x: &[f64], out: &mut [f64]) {
    for (out, (x, on)) in out.iter_mut().zip(x.iter().zip(on)) {
        *out += if *on { *x } else { 0.0 };
    }
}
