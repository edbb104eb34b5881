//! Prox fixed point for steps whose Newton matrix is singular (dependent contacts) or whose active
//! sets do not settle: around the current iterate the smooth equations are linear, the joints are
//! eliminated, and each level is a contact problem in its own multipliers
//!
//! ```text
//! position      g_N = G (κ̂ - κ0) + ...          κ̂_N            (128)
//! velocity      ξ   = G (P - P0) + ...           P_N, P_F       (131), (137)
//! acceleration  g'' = G λ + ...                  λ_N, λ_F       (134), (140)
//! ```
//!
//! solved in this order by Gauss-Seidel, sets of one level entering the next, friction radii always
//! those of the new normal percussions; then the equations are linearised anew. Contacts that are
//! open take no part until an iterate penetrates them.

use super::decoupled::Decoupled;
use super::levels::{Coefficients, Levels, SmoothRow};
use super::step::{worst, Size, Step};
use super::Failure;
use crate::memory::remember;
use crate::solvers::contact_problem::Outcome;
use crate::solvers::delassus::{item_frictions, items, Columns};
use crate::solvers::{ContactProblem, Item, Rubbing};
use crate::system::Kkt;
use crate::system::{Normal, RowKind, System};
use std::ops::Range;

#[derive(Default)]
pub(super) struct FixedPoint {
    kkt: Kkt,
    columns: Columns,
    /// Contacts that take part.
    near: Vec<bool>,
    problems: [ContactProblem; 3],
    frictions: Vec<Option<usize>>,
    on: Vec<bool>,
    slip: Vec<f64>,
    a: Vec<f64>,
    u: Vec<f64>,
    x: Vec<f64>,
    m: [Vec<f64>; 3],
    multipliers: [Vec<f64>; 3],
    dx: Vec<f64>,
    /// Multiplications since this was last set to zero, roughly: a measure of time that does not
    /// depend on the machine.
    pub work: f64,
}
remember!(FixedPoint {
    kkt,
    columns,
    near,
    problems,
    frictions,
    on,
    slip,
    a,
    u,
    x,
    m,
    multipliers,
    dx,
    work
});

const OUTER: usize = 60;
/// Most sweeps on one contact problem; what is left is for the next linearisation.
const SWEEPS: usize = 2000;
/// Most multiplications spent on one step and its parts: some seconds.
const MAX_WORK: f64 = 5e9;

impl FixedPoint {
    pub fn new(sys: &System) -> Self {
        FixedPoint {
            kkt: Kkt::new(sys),
            columns: Columns::new(sys),
            near: vec![false; sys.contacts.len()],
            problems: [0, 1, 2].map(|_| ContactProblem::default()),
            frictions: Vec::new(),
            on: vec![false; sys.nr],
            slip: vec![0.0; sys.nr],
            a: vec![0.0; sys.nu + 1],
            u: vec![0.0; sys.nu + 1],
            x: vec![0.0; sys.nu + 1],
            m: [0, 1, 2].map(|_| Vec::new()),
            multipliers: [0, 1, 2].map(|_| vec![0.0; sys.nr]),
            dx: vec![0.0; sys.nu + 1],
            work: 0.0,
        }
    }

    /// Contacts that press, have pressed or are penetrated take part from now on.
    fn gather(&mut self, sys: &System, s: &Step, first: bool) {
        let mut more = first;
        for (near, k) in self.near.iter_mut().zip(&sys.contacts) {
            let r = k.row;
            let forces = [s.la0[r], s.la_bar0[r], s.la[r], s.P[r], s.khat[r]];
            let now = s.ev.g[r] <= 0.0 || forces.iter().any(|v| *v != 0.0);
            more |= now && !*near;
            *near = now || *near && !first;
        }
        if !more {
            return;
        }
        let contact = |k: usize| self.near[k];
        let rows: Vec<usize> = (0..sys.nr)
            .filter(|&r| match sys.kinds[r] {
                RowKind::Normal(k) => contact(k),
                RowKind::Friction(f) => match sys.frictions[f].normal {
                    Normal::Contact(k) => contact(k),
                    Normal::Force(_) => true,
                },
                _ => false,
            })
            .collect();
        self.columns.select(sys, &rows);
        self.frictions = item_frictions(sys, &self.columns);
        self.m.iter_mut().for_each(|m| m.resize(rows.len(), 0.0));
        let list = items(sys, &self.columns);
        self.problems.iter_mut().for_each(|p| p.items.clone_from(&list));
    }

    /// `again`: with the contacts and laws of the last step to begin with. `joints` corrects what belongs to the rows
    /// in use, none of them of a contact.
    pub fn solve(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        s: &mut Step,
        tol: f64,
        again: bool,
        joints: &mut Decoupled,
        converged: impl Fn(Size) -> bool,
    ) -> Result<usize, Failure> {
        let covered =
            matches!(l.row, SmoothRow::Acceleration | SmoothRow::Free | SmoothRow::SmoothVelocity);
        let mut sweeps = 0;
        let mut residual = f64::NAN;
        let mut refined = false;
        for outer in 0..OUTER {
            s.dependents(sys, c);
            s.kinematics(sys, outer == 0);
            let sets = outer == 0 && !again;
            let laws = if sets {
                s.index_sets(sys, c, l);
                [0.0; 3]
            } else {
                s.gaps_of_smooth_motion(sys);
                self.laws(sys, l, s)
            };
            let size = s.residuals(sys, c, l, tol, laws);
            residual = size.scaled;
            if !sets && converged(size) {
                self.sets(sys, l, s);
                return Ok(sweeps.max(1));
            }
            if !covered || !residual.is_finite() || self.exhausted() {
                break;
            }
            // where the contacts are right, joints and equations of motion are refined by increments
            refined =
                !refined && !sets && laws[0].max(1000.0 * laws[1].max(laws[2])) <= 1000.0 * tol;
            if refined && joints.update(sys, c, s, true, tol) {
                continue;
            }
            self.gather(sys, s, sets);
            sweeps += self.relax(sys, c, l, s, tol);
        }
        Err(Failure { residual, iterations: sweeps })
    }

    /// How far contacts and frictions are from their laws at acceleration, velocity and position level, in the units of
    /// each: what the prox equations would change. Unlike the index sets it is continuous where a contact neither presses nor
    /// opens, or is at the limit of friction and does not slide, as contacts that depend on each other often are.
    fn laws(&self, sys: &System, l: &Levels, s: &mut Step) -> [f64; 3] {
        let rows = &self.columns.rows;
        let [_, velocity, acceleration] = &self.problems;
        // a value that is not a number stays
        let part = |fine: bool, v: f64| if fine { 0.0 } else { v };
        let open = sys.contacts.iter().zip(&self.near).filter(|(_, near)| !**near);
        let (mut e_a, mut e_v) = (0.0_f64, 0.0_f64);
        let mut e_p = open.map(|(k, _)| part(s.ev.g[k.row] >= 0.0, s.ev.g[k.row])).fold(0.0, worst);
        for (i, item) in velocity.items.iter().enumerate() {
            let later = &acceleration.items[i];
            let mut radius = [item.mu * item.load, later.mu * later.load];
            if let Some(k) = item.normal {
                let r = rows[k];
                e_p = worst(e_p, normal_law(true, s.ev.g[r], s.khat[r], s.r[r]));
                if item.active && s.smooth_gap(r).is_none() {
                    e_p = worst(e_p, part(s.ev.g[r] <= 0.0, s.ev.g[r]));
                }
                e_v = worst(e_v, normal_law(item.active, s.xi[r], s.P[r], s.r[r]));
                radius[0] = item.mu * s.P[r].max(0.0);
                if l.contacts {
                    e_a = worst(e_a, normal_law(later.active, s.gdd[r], s.la[r], s.r[r]));
                    radius[1] = item.mu * s.la[r].max(0.0);
                }
                (s.on_p[r], s.on_v[r], s.on_a[r]) = (false, false, false);
            }
            let Some(f) = self.frictions[i] else { continue };
            let t = sys.frictions[f].rows.clone();
            t.clone().for_each(|r| (s.on_p[r], s.on_v[r], s.on_a[r]) = (false, false, false));
            e_v = worst(e_v, friction_law(item, radius[0], &s.xi, &s.P, &s.r, t.clone()));
            if l.contacts {
                e_a = worst(e_a, friction_law(later, radius[1], &s.gdd, &s.la, &s.r, t));
            }
        }
        [e_a, e_v, e_p]
    }

    /// The index sets that belong to the solution.
    fn sets(&self, sys: &System, l: &Levels, s: &mut Step) {
        let rows = &self.columns.rows;
        let [_, velocity, acceleration] = &self.problems;
        for (i, item) in velocity.items.iter().enumerate() {
            let later = &acceleration.items[i];
            if let Some(k) = item.normal {
                let r = rows[k];
                s.on_p[r] = item.active;
                s.on_v[r] = item.active && s.P[r] - s.r[r] * s.xi[r] > 0.0;
                s.on_a[r] = l.contacts && later.active && s.la[r] - s.r[r] * s.gdd[r] > 0.0;
            }
            let Some(f) = self.frictions[i] else { continue };
            for r in sys.frictions[f].rows.clone() {
                s.on_v[r] = item.active && s.P[r] != 0.0 && later.rubbing == Rubbing::Disc;
                s.on_a[r] = l.contacts && s.on_v[r] && later.active;
            }
        }
    }

    /// Whether the step has taken so long that it is hopeless.
    pub fn exhausted(&self) -> bool {
        self.work > MAX_WORK
    }

    fn free(&mut self, sys: &System, c: &Coefficients, l: &Levels, s: &Step) {
        let (nu, h) = (s.nu, s.h);
        let bilateral = |k: &RowKind| matches!(k, RowKind::Position | RowKind::Velocity);
        // acceleration without contact forces; without joints in the smooth motion λ_g = 0
        self.on.iter_mut().zip(&sys.kinds).for_each(|(o, k)| *o = bilateral(k));
        self.kkt.factor(sys, &s.ev, None, &[], &self.on, &self.slip);
        self.a[..nu].copy_from_slice(&s.ev.h);
        if l.row == SmoothRow::Free {
            self.on.fill(false);
            self.kkt.factor(sys, &s.ev, None, &[], &self.on, &self.slip);
        }
        for r in 0..s.nr {
            self.multipliers[0][r] = if self.on[r] { -s.ev.zeta[r] } else { 0.0 };
        }
        if l.row == SmoothRow::SmoothVelocity {
            self.smooth_velocity(sys, c, s);
        }
        self.kkt.solve(&mut self.a[..nu], &mut self.multipliers[0]);
        if l.row == SmoothRow::Free {
            self.on.iter_mut().zip(&sys.kinds).for_each(|(o, k)| *o = bilateral(k));
            self.kkt.factor(sys, &s.ev, None, &[], &self.on, &self.slip);
        }
        // smooth velocity and displacement that belong to it
        for i in 0..nu {
            let bar = c.bar(s.a_bar0[i], s.a0[i], self.a[i]);
            self.u[i] = s.u0[i] + h * ((1.0 - c.gamma) * s.a_bar0[i] + c.gamma * bar);
            let double = (1.0 - 2.0 * c.beta) * s.a_bar0[i] + 2.0 * c.beta * bar;
            // not carried over from q0 to q1, as little as what contacts will add to it: their sum
            // vanishes with convergence
            self.x[i] = 0.5 * h * h * double - s.x[i];
        }
        (self.a[nu], self.u[nu], self.x[nu]) = (0.0, 1.0, 0.0);
        // joints at velocity and position level
        for level in [1, 2] {
            let base = if level == 1 { &self.u } else { &self.x };
            let mut k = std::mem::take(&mut self.multipliers[level]);
            sys.rows_dot(&s.ev, base, &mut k);
            for r in 0..s.nr {
                let value = if level == 1 { k[r] } else { s.ev.g[r] + k[r] };
                let used = self.on[r] && (level == 1 || sys.kinds[r] == RowKind::Position);
                k[r] = if used { -value } else { 0.0 };
            }
            if level == 2 && sys.kinds.contains(&RowKind::Velocity) {
                self.on.iter_mut().zip(&sys.kinds).for_each(|(o, k)| *o = *k == RowKind::Position);
                self.kkt.factor(sys, &s.ev, None, &[], &self.on, &self.slip);
            }
            self.dx.fill(0.0);
            self.kkt.solve(&mut self.dx[..nu], &mut k);
            self.multipliers[level] = k;
            let base = if level == 1 { &mut self.u } else { &mut self.x };
            base.iter_mut().zip(&self.dx).take(nu).for_each(|(b, d)| *b += d);
        }
        if sys.kinds.contains(&RowKind::Velocity) {
            self.on.iter_mut().zip(&sys.kinds).for_each(|(o, k)| *o = bilateral(k));
            self.kkt.factor(sys, &s.ev, None, &[], &self.on, &self.slip);
        }
    }

    /// The rows W a = c that make Wᵀ ũ1 + ∂g/∂t = 0 on the smooth velocity.
    fn smooth_velocity(&mut self, sys: &System, c: &Coefficients, s: &Step) {
        let (nu, h) = (s.nu, s.h);
        for i in 0..nu {
            let bar = c.bar(s.a_bar0[i], s.a0[i], 0.0);
            self.dx[i] = s.u0[i] + h * ((1.0 - c.gamma) * s.a_bar0[i] + c.gamma * bar);
        }
        self.dx[nu] = 1.0;
        sys.rows_dot(&s.ev, &self.dx, &mut self.multipliers[0]);
        let factor = -1.0 / (h * c.gamma * c.ratio());
        for (m, on) in self.multipliers[0].iter_mut().zip(&self.on) {
            *m = if *on { *m * factor } else { 0.0 };
        }
    }

    fn relax(
        &mut self,
        sys: &System,
        c: &Coefficients,
        l: &Levels,
        s: &mut Step,
        tol: f64,
    ) -> usize {
        let (nu, h) = (s.nu, s.h);
        let n = self.columns.rows.len();
        self.free(sys, c, l, s);
        let [position, velocity, acceleration] = &mut self.problems;
        self.columns.fill(sys, &s.ev, &mut self.kkt, velocity);
        position.resize(n);
        position.G.copy_from_slice(&velocity.G);
        acceleration.resize(n);
        acceleration.G.copy_from_slice(&velocity.G);
        // a tenth of what the step asks for
        (position.enough, velocity.enough) = (0.1 * tol, 0.1 * tol);
        acceleration.enough = 100.0 * tol;
        let (gamma, beta) = (c.gamma * c.ratio(), c.beta * c.ratio());
        // P = Λ + hγλ + P0 and κ̂ = κ + h²βλ + κ0 with the known parts P0, κ0
        let rows = &self.columns.rows;
        let known = |r: usize| {
            let bar0 = c.bar(s.la_bar0[r], s.la0[r], 0.0);
            (
                h * ((1.0 - c.gamma) * s.la_bar0[r] + c.gamma * bar0),
                0.5 * h * h * ((1.0 - 2.0 * c.beta) * s.la_bar0[r] + 2.0 * c.beta * bar0),
            )
        };
        let dot = |r: usize, x: &[f64]| {
            let (w, dofs) = sys.row(&s.ev, r);
            w.iter().zip(dofs).map(|(w, &d)| w * x[d]).sum::<f64>()
        };
        let [kh, P, la] = &mut self.m;
        for (k, &r) in rows.iter().enumerate() {
            (kh[k], P[k], la[k]) = (s.khat[r], s.P[r], s.la[r]);
        }
        let friction = |k: usize| matches!(sys.kinds[rows[k]], RowKind::Friction(_));
        let (mut sweeps, mut work) = (0, 0.0);
        let mut count = |o: Outcome| {
            sweeps += o.sweeps;
            work += o.sweeps as f64 * (o.rows as f64).powi(2);
        };
        for round in 0..3 {
            // position: friction enters with what it was
            for k in 0..n {
                let r = rows[k];
                let mut b = s.ev.g[r] + dot(r, &self.x);
                for j in 0..n {
                    let (P0, k0) = known(rows[j]);
                    let m = if friction(j) {
                        h * h * beta * la[j] + 0.5 * h * (P[j] - h * gamma * la[j] - P0)
                    } else {
                        -k0
                    };
                    b += position.G[k * n + j] * m;
                }
                position.b[k] = b;
            }
            for item in &mut position.items {
                item.rubbing = Rubbing::None;
            }
            (0..n).filter(|&k| friction(k)).for_each(|k| kh[k] = 0.0);
            let before: Vec<bool> = kh.iter().map(|v| *v > 0.0).collect();
            count(position.solve(kh, 1e-14, SWEEPS));
            // velocity: closed contacts
            for k in 0..n {
                let r = rows[k];
                let e = match sys.kinds[r] {
                    RowKind::Normal(i) => sys.contacts[i].law.e_N,
                    RowKind::Friction(i) => sys.frictions[i].e_F,
                    _ => 0.0,
                };
                let old = if e == 0.0 { 0.0 } else { e * dot(r, &s.u0) };
                let mut b = dot(r, &self.u) + old;
                for j in 0..n {
                    b -= velocity.G[k * n + j] * known(rows[j]).0;
                }
                velocity.b[k] = b;
            }
            for (i, item) in velocity.items.iter_mut().enumerate() {
                let Some(k) = item.normal else {
                    item.load = load(sys, self.frictions[i]) * h;
                    continue;
                };
                item.active = match s.smooth_gap(rows[k]) {
                    Some(g) => g <= 0.0,
                    None => {
                        let y = gap(&position.G, &position.b, kh, k, n);
                        y - kh[k] / s.r[rows[k]] <= position.enough
                    }
                };
            }
            count(velocity.solve(P, 1e-14, SWEEPS));
            // acceleration: contacts that stay closed
            if l.contacts {
                for k in 0..n {
                    let r = rows[k];
                    acceleration.b[k] = dot(r, &self.a) + s.ev.zeta[r];
                }
                for (i, item) in acceleration.items.iter_mut().enumerate() {
                    let v = &velocity.items[i];
                    item.load = load(sys, self.frictions[i]);
                    if let Some(k) = item.normal {
                        let y = gap(&velocity.G, &velocity.b, P, k, n);
                        item.active = v.active && y - P[k] / s.r[rows[k]] <= velocity.enough;
                    }
                    let Some(f) = self.frictions[i] else { continue };
                    let fr = &sys.frictions[f];
                    let radius = fr.mu * item.normal.map_or(item.load * h, |k| P[k]);
                    let t = item.tangential.clone();
                    let mut p = [0.0; 3];
                    for (a, k) in t.clone().enumerate() {
                        let y = gap(&velocity.G, &velocity.b, P, k, n);
                        p[a] = s.r[rows[k]] * y - P[k];
                    }
                    let norm = p.iter().map(|v| v * v).sum::<f64>().sqrt();
                    item.rubbing = if norm > radius * (1.0 + 1e-9) && norm > 0.0 {
                        Rubbing::Slides(p.map(|v| v / norm))
                    } else {
                        Rubbing::Disc
                    };
                }
                count(acceleration.solve(la, 1e-14, SWEEPS));
            } else {
                la.fill(0.0);
            }
            let after = kh.iter().map(|v| *v > 0.0);
            if round > 0 && before.into_iter().eq(after) {
                break;
            }
        }
        self.work += work;
        // back to Λ, κ and the smooth unknowns
        s.a[..nu].copy_from_slice(&self.a[..nu]);
        for r in 0..s.nr {
            if matches!(sys.kinds[r], RowKind::Position | RowKind::Velocity) {
                s.la[r] = self.multipliers[0][r];
                s.La[r] = self.multipliers[1][r];
                s.ka[r] = self.multipliers[2][r];
            }
        }
        for k in 0..n {
            let r = rows[k];
            let (P0, k0) = known(r);
            s.la[r] = la[k];
            s.La[r] = P[k] - h * gamma * la[k] - P0;
            s.ka[r] = if friction(k) { 0.0 } else { kh[k] - h * h * beta * la[k] - k0 };
            let position = if friction(k) { 0.5 * h * s.La[r] } else { s.ka[r] };
            let (X, Y) = (&self.columns.X[k], &self.columns.Y[k]);
            for i in 0..nu {
                s.a[i] += la[k] * X[i];
            }
            for i in 0..s.nr {
                if self.on[i] {
                    s.la[i] += la[k] * Y[i];
                    s.La[i] += s.La[r] * Y[i];
                    s.ka[i] += position * Y[i];
                }
            }
        }
        // U and Q from their own balance: M U = W Λ, M Q = W κ + h/2 W Λ
        for level in [1, 2] {
            self.dx.fill(0.0);
            for r in 0..s.nr {
                self.slip[r] = match (level, sys.kinds[r]) {
                    (1, _) => s.La[r],
                    (_, RowKind::Position | RowKind::Normal(_)) => s.ka[r],
                    _ => 0.5 * h * s.La[r],
                };
            }
            sys.add_forces(&s.ev, &self.slip, 1.0, &mut self.dx);
            self.slip.fill(0.0);
            self.on.fill(false);
            self.kkt.factor(sys, &s.ev, None, &[], &self.on, &self.slip);
            let none = &mut self.multipliers[level];
            none.fill(0.0);
            self.kkt.solve(&mut self.dx[..nu], none);
            s.jumps = true;
            let target = if level == 1 { &mut s.U } else { &mut s.Q };
            target.copy_from_slice(&self.dx[..nu]);
        }
        sweeps
    }
}

/// What y in N(-m) asks of m or y, in units of y.
fn normal_law(active: bool, y: f64, m: f64, r: f64) -> f64 {
    if active && m - r * y > 0.0 {
        y.abs()
    } else {
        m.abs() / r
    }
}

/// The same of friction, with the radius of its disc.
fn friction_law(
    item: &Item,
    radius: f64,
    y: &[f64],
    m: &[f64],
    r: &[f64],
    rows: Range<usize>,
) -> f64 {
    let mut p = [0.0; 3];
    if item.active {
        match item.rubbing {
            Rubbing::None => {}
            Rubbing::Slides(s) => p = s.map(|s| -radius * s),
            Rubbing::Disc => {
                rows.clone().zip(&mut p).for_each(|(k, p)| *p = m[k] - r[k] * y[k]);
                let norm = p.iter().map(|v| v * v).sum::<f64>().sqrt();
                if norm > radius {
                    p = p.map(|v| v * radius / norm);
                }
            }
        }
    }
    rows.zip(p).map(|(k, p)| (m[k] - p) / r[k]).fold(0.0, worst)
}

fn load(sys: &System, friction: Option<usize>) -> f64 {
    match friction.map(|f| sys.frictions[f].normal) {
        Some(Normal::Force(n)) => n,
        _ => 0.0,
    }
}

fn gap(G: &[f64], b: &[f64], m: &[f64], k: usize, n: usize) -> f64 {
    b[k] + G[k * n..(k + 1) * n].iter().zip(m).map(|(g, m)| g * m).sum::<f64>()
}
