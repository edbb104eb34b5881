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

use super::equations::Step;
use super::Coefficients;
use crate::linalg::Dense;
use crate::memory::remember;
use crate::system::{Derivatives, Kkt, Normal, RowKind, System};

/// Iterations after which the matrix is factorised anew.
const KEEP: usize = 4;
/// Entries of the factors for each unknown from which on they are expensive: walls, not rows of blocks.
const EXPENSIVE: usize = 60;
/// Rows without an equation at acceleration level up to which the coupling is solved for.
const FREE_ROWS: usize = 16;

pub(super) struct Sparse {
    factors: Factors,
    stiffness: Stiffness,
    changes: Changes,
    /// Couplings of stiff systems: rows in use at velocity or position level only, and the equation for their W δa.
    free: Vec<usize>,
    matrix: Dense,
    pivots: Vec<f64>,
    b: Vec<f64>,
    couples: bool,
    /// Whether some impulses at velocity level act on the positions.
    velocity_rows: bool,
    /// Rows found to depend on others.
    pub redundant: Vec<usize>,
}
remember!(Sparse {
    factors, stiffness, redundant;
    skip changes, free, matrix, pivots, b, couples, velocity_rows
});

/// Factors for the acceleration, velocity and position level, made when first needed, and what they were made for.
struct Factors {
    kkt: [Option<Kkt>; 3],
    shared: [usize; 3],
    on: Vec<(bool, bool, bool)>,
    slip: Vec<(f64, f64)>,
    h: f64,
    backward: bool,
    /// Updates of the present step.
    iterations: usize,
}
remember!(Factors { kkt, shared, on, slip, h, backward, iterations });

/// Derivatives of the forces, and what they add to M.
struct Stiffness {
    d: Derivatives,
    dMx: Vec<f64>,
    K: Vec<f64>,
    /// Stiffness of the constraint forces, in the order of the entries of M; empty where not used.
    geometric: Vec<f64>,
    /// Entries of M, sorted, with their place.
    place: Vec<((usize, usize), usize)>,
}
remember!(Stiffness { d; skip dMx, K, geometric, place });

/// Changes of velocities and rows at each level.
struct Changes {
    x: [Vec<f64>; 3],
    m: [Vec<f64>; 3],
    /// Which levels change.
    moved: [bool; 3],
    /// W δa of each row.
    z: Vec<f64>,
}

impl Sparse {
    /// `couples`: with the couplings of stiff systems.
    pub fn new(sys: &System, couples: bool) -> Self {
        let mut place: Vec<_> = sys.M_entries.iter().copied().zip(0..).collect();
        place.sort_unstable();
        // joints at position level alone: all levels share one matrix
        let several = sys.stiff() || sys.kinds.iter().any(|k| *k != RowKind::Position);
        let entries = sys.K_entries.len();
        Sparse {
            factors: Factors {
                kkt: [true, several, several].map(|used| used.then(|| Kkt::new(sys))),
                shared: [0, 1, 2],
                on: vec![(false, false, false); sys.nr],
                slip: vec![(0.0, 0.0); sys.nr],
                h: f64::NAN,
                backward: false,
                iterations: 0,
            },
            stiffness: Stiffness {
                d: sys.derivatives(),
                dMx: vec![0.0; entries],
                K: vec![0.0; entries],
                geometric: Vec::with_capacity(sys.M_entries.len()),
                place,
            },
            changes: Changes {
                x: [0; 3].map(|_| vec![0.0; sys.nu + 1]),
                m: [0; 3].map(|_| vec![0.0; sys.nr]),
                moved: [false; 3],
                z: vec![0.0; sys.nr],
            },
            free: Vec::with_capacity(sys.nr),
            matrix: Dense::default(),
            pivots: Vec::new(),
            b: Vec::new(),
            couples: couples && sys.stiff(),
            velocity_rows: sys.kinds.iter().any(velocity_level),
            redundant: Vec::with_capacity(sys.nr),
        }
    }

    /// Whether a factorisation takes longer than the contact problems of a step.
    pub fn expensive(&self) -> bool {
        let unknowns = self.changes.x[0].len() + self.changes.z.len();
        self.factors.kkt.iter().flatten().any(|kkt| kkt.fill() > EXPENSIVE * unknowns)
    }

    /// Factorisations and solves so far.
    pub fn counts(&self) -> [usize; 2] {
        let all = self.factors.kkt.iter().flatten();
        all.fold([0; 2], |[f, s], kkt| [f + kkt.factorisations, s + kkt.solves])
    }

    /// One update; false where it is not finite.
    pub fn update(
        &mut self,
        sys: &System,
        c: &Coefficients,
        s: &mut Step,
        first: bool,
        tol: f64,
    ) -> bool {
        let f = &mut self.factors;
        // factors of a stiff system are good for the next step if the last one took one update
        let same_step = (s.h - f.h).abs() <= 1e-9 * s.h && c.backward == f.backward;
        let keep = first && f.iterations == 0 && self.couples && same_step;
        f.iterations = if first { 0 } else { f.iterations + 1 };
        if f.stale(s) || (f.iterations.is_multiple_of(KEEP) && !keep) {
            self.factor(sys, c, s);
        }
        let done = if self.couples {
            self.coupled(sys, c, s, tol)
        } else {
            self.changes.moved = [true, false, false];
            self.accelerations(sys, c, s) && {
                let Changes { x, z, .. } = &mut self.changes;
                sys.rows_dot(&s.end.ev, &x[0], z);
                self.impulses(sys, c, s, tol)
            }
        };
        if done {
            self.changes.apply(sys, s);
        }
        done
    }

    /// After some iterations convergence is slow: then the stiffness of the constraint forces within each body is added.
    fn factor(&mut self, sys: &System, c: &Coefficients, s: &mut Step) {
        let h = s.h;
        let slow = self.factors.iterations >= KEEP;
        (self.factors.h, self.factors.backward) = (h, c.backward);
        let stiff = sys.stiff() || slow;
        let (f_u, f_q) = (h * c.gamma * c.ratio(), h * h * c.beta * c.ratio());
        let k = &mut self.stiffness;
        if stiff {
            s.differentiate_h(sys, c, &mut k.d);
            sys.dMx(s.from.t + h, &s.end.q, &s.y.a, &mut k.dMx);
            for (i, K) in k.K.iter_mut().enumerate() {
                *K = f_q * (k.dMx[i] - k.d.dh_q[i]) - f_u * k.d.dh_u[i];
            }
            s.note_stiffness(sys, &k.d.dh_q);
        }
        k.geometric.clear();
        if slow {
            sys.differentiate_W(s.from.t + h, &s.end.q, &s.end.ev, &mut k.d);
            k.constraints(sys, s, f_q);
        }
        // whether friction follows normal forces in use
        let slides = |on: &[bool], slip: &[f64]| {
            sys.contacts.iter().any(|k| {
                let rows = k.friction.map_or(0..0, |f| sys.frictions[f].rows.clone());
                on[k.row] && slip[rows].iter().any(|s| *s != 0.0)
            })
        };
        let on = &s.on;
        let still = !slides(&on.v, &on.slip_v);
        let slips_agree = on.slip_a == on.slip_v || still && !slides(&on.a, &on.slip_a);
        let velocity = if !stiff && on.a == on.v && slips_agree { 0 } else { 1 };
        let own = on.v != on.p || !still || s.start.is_some();
        self.factors.shared = [0, velocity, if own { 2 } else { velocity }];
        self.redundant.clear();
        let no_slip = &mut s.scratch[..s.nr];
        no_slip.fill(0.0);
        for level in (0..3).filter(|&level| self.factors.shared[level] == level) {
            let kkt = self.factors.kkt[level].get_or_insert_with(|| Kkt::new(sys));
            let (rows, slip) = match level {
                0 => (&on.a, &on.slip_a[..]),
                1 => (&on.v, &on.slip_v[..]),
                _ => (&on.p, &*no_slip),
            };
            let K = (stiff && level == 0).then_some(&k.K[..]);
            let geometric = if level == 0 { &k.geometric[..] } else { &[] };
            match &s.start {
                Some(start) if level == 2 => {
                    kkt.factor_pair(sys, start, &s.end.ev.W, None, &[], rows, slip);
                }
                _ => kkt.factor(sys, &s.end.ev, K, geometric, rows, slip),
            }
            for &r in &kkt.redundant {
                if !self.redundant.contains(&r) {
                    self.redundant.push(r);
                }
            }
        }
    }

    /// The couplings of a stiff system: z = W δa of the free rows from z = b + T z, column by column.
    fn coupled(&mut self, sys: &System, c: &Coefficients, s: &Step, tol: f64) -> bool {
        self.free.clear();
        for r in 0..s.nr {
            self.changes.z[r] = if s.on.a[r] { -s.res.k_a[r] } else { 0.0 };
            if !s.on.a[r] && (s.on.v[r] || s.on.p[r]) {
                self.free.push(r);
            }
        }
        if !self.sweep(sys, c, s, tol) {
            return false;
        }
        let m = self.free.len();
        if !(1..=FREE_ROWS).contains(&m) {
            return true;
        }
        self.matrix.reset(m);
        self.b.clear();
        for k in 0..m {
            self.b.push(sys.row_dot(&s.end.ev, self.free[k], &self.changes.x[0]));
            self.matrix.add(k, k, 1.0);
        }
        for j in 0..m {
            let unit = self.b[j].abs().max(1.0);
            self.changes.z[self.free[j]] = unit;
            if !self.sweep(sys, c, s, 0.0) {
                return false;
            }
            self.changes.z[self.free[j]] = 0.0;
            for k in 0..m {
                let now = sys.row_dot(&s.end.ev, self.free[k], &self.changes.x[0]);
                self.matrix.add(k, j, (self.b[k] - now) / unit);
            }
        }
        self.matrix.factor();
        self.matrix.solve(&mut self.b, &mut self.pivots);
        (0..m).for_each(|k| self.changes.z[self.free[k]] = self.b[k]);
        self.sweep(sys, c, s, 0.0)
    }

    /// δU and δQ for given W δa, then δa.
    fn sweep(&mut self, sys: &System, c: &Coefficients, s: &Step, tol: f64) -> bool {
        self.changes.moved = [true, false, false];
        self.impulses(sys, c, s, tol) && self.accelerations(sys, c, s)
    }

    /// δU and δΛ, δQ and δκ for given W δa; none where the right side lies below the tolerance already.
    fn impulses(&mut self, sys: &System, c: &Coefficients, s: &Step, tol: f64) -> bool {
        let (nu, h) = (s.nu, s.h);
        let (gamma, beta) = (h * c.gamma * c.ratio(), h * h * c.beta * c.ratio());
        let Changes { x, m, moved, z } = &mut self.changes;
        for level in [1, 2] {
            let (R, e, on, y, per) = match level {
                1 => (&s.res.R2, s.res.e_U, &s.on.v, &s.end.xi, gamma),
                _ => (&s.res.R3, s.res.e_Q, &s.on.p, &s.end.ev.g, beta),
            };
            for (r, m) in m[level].iter_mut().enumerate() {
                *m = if on[r] { -y[r] - per * z[r] } else { 0.0 };
            }
            let pushed = self.couples && level == 2 && moved[1] && self.velocity_rows;
            if e <= 0.1 * tol && m[level].iter().all(|m| m.abs() <= 0.5 * tol) && !pushed {
                continue;
            }
            minus(&R[..nu], &mut x[level]);
            if pushed {
                add_velocity_impulses(sys, s, c.share * h, &m[1], &mut x[2]);
            }
            if !self.factors.solve(level, &mut x[level][..nu], &mut m[level]) {
                return false;
            }
            moved[level] = true;
        }
        true
    }

    /// δa and δλ, after the changes of the other levels where these are coupled.
    fn accelerations(&mut self, sys: &System, c: &Coefficients, s: &Step) -> bool {
        let nu = s.nu;
        let Changes { x: [da, dU, dQ], m: [dm, ..], moved: [_, v, p], .. } = &mut self.changes;
        minus(&s.res.R1[..nu], da);
        let k = &self.stiffness;
        if *v || *p {
            for (at, &(i, j)) in sys.K_entries.iter().enumerate() {
                if i >= nu || j >= nu {
                    continue;
                }
                if *p {
                    da[i] += (k.d.dh_q[at] - k.dMx[at]) * dQ[j];
                }
                if *p && c.backward {
                    da[i] += k.d.dh_u[at] * dQ[j] / s.h;
                } else if *v && !c.backward {
                    da[i] += k.d.dh_u[at] * dU[j];
                }
            }
        }
        for (r, m) in dm.iter_mut().enumerate() {
            *m = if s.on.a[r] { -s.res.k_a[r] } else { 0.0 };
        }
        let done = self.factors.solve(0, &mut da[..nu], dm);
        da[nu] = 0.0;
        done
    }
}

impl Factors {
    /// Whether rows in use or slip directions have changed.
    fn stale(&mut self, s: &Step) -> bool {
        let mut changed = false;
        for r in 0..s.nr {
            let on = (s.on.a[r], s.on.v[r], s.on.p[r]);
            let slip = (s.on.slip_a[r], s.on.slip_v[r]);
            changed |= on != self.on[r] || slip != self.slip[r];
            (self.on[r], self.slip[r]) = (on, slip);
        }
        changed
    }

    fn solve(&mut self, level: usize, x: &mut [f64], m: &mut [f64]) -> bool {
        self.kkt[self.shared[level]].as_mut().is_some_and(|kkt| kkt.solve(x, m))
    }
}

impl Stiffness {
    /// -h²β Σ λ_r H_r on the entries of M.
    fn constraints(&mut self, sys: &System, s: &Step, f: f64) {
        self.geometric.resize(sys.M_entries.len(), 0.0);
        // most contacts of many bodies do not press
        for e in sys.elements.iter().filter(|e| e.rows.clone().any(|r| s.y.la[r] != 0.0)) {
            let n = e.dofs.len();
            for (i, &di) in e.dofs.iter().enumerate() {
                for (j, &dj) in e.dofs.iter().enumerate() {
                    let Ok(at) = self.place.binary_search_by_key(&(di, dj), |p| p.0) else {
                        continue;
                    };
                    for (k, r) in e.rows.clone().enumerate() {
                        let H = self.d.H[e.hess + (k * n + i) * n + j];
                        self.geometric[self.place[at].1] -= f * s.y.la[r] * H;
                    }
                }
            }
        }
    }
}

impl Changes {
    /// Take them over into the unknowns.
    fn apply(&mut self, sys: &System, s: &mut Step) {
        let nu = s.nu;
        let Step { from, y, end, on, .. } = s;
        let add = |dx: &[f64], x: &mut [f64]| x.iter_mut().zip(dx).for_each(|(x, dx)| *x += dx);
        let add_rows = |on: &[bool], dm: &[f64], m: &mut [f64]| {
            let used = m.iter_mut().zip(dm).zip(on).filter(|(_, on)| **on);
            used.for_each(|((m, dm), _)| *m += dm);
        };
        add(&self.x[0][..nu], &mut y.a);
        add_rows(&on.a, &self.m[0], &mut y.la);
        if self.moved[1] {
            add(&self.x[1], &mut y.U);
            add_rows(&on.v, &self.m[1], &mut y.La);
        }
        if self.moved[2] {
            sys.transfer(&from.q, &end.q, &mut self.x[2][..nu], true);
            add(&self.x[2], &mut y.Q);
            add_rows(&on.p, &self.m[2], &mut y.ka);
        }
        y.jumps |= self.moved[1] || self.moved[2];
    }
}

/// `share` W δΛ of friction and of rows at velocity level, which act on the positions too.
fn add_velocity_impulses(sys: &System, s: &Step, share: f64, dLa: &[f64], x: &mut [f64]) {
    for (r, kind) in sys.kinds.iter().enumerate() {
        let change = match kind {
            RowKind::Velocity => dLa[r],
            RowKind::Friction(f) => match sys.frictions[*f].normal {
                Normal::Contact(c) if !s.on.v[r] => -s.on.slip_v[r] * dLa[sys.contacts[c].row],
                _ => dLa[r],
            },
            _ => continue,
        };
        if change != 0.0 {
            let (w, dofs) = sys.row(&s.end.ev, r);
            w.iter().zip(dofs).for_each(|(w, &d)| x[d] += share * w * change);
        }
    }
}

/// Rows at velocity level and friction.
fn velocity_level(kind: &RowKind) -> bool {
    matches!(kind, RowKind::Velocity | RowKind::Friction(_))
}

fn minus(x: &[f64], out: &mut [f64]) {
    out.iter_mut().zip(x).for_each(|(out, x)| *out = -x);
}
