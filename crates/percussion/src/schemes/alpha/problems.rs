//! The contact problems of the three levels about an iterate, and back. The smooth equations are linear there, and each level is a
//! contact problem in its own multipliers, all with the same M, W and joints:
//!
//! ```text
//! M x = M x0 + h²β' h + W (κ̂ - κ0) + ...      g_N = W x + ...      κ̂_N           (128)
//! M u = M v0 + hγ' h  + W (P - P0)            ξ   = W u + ...      P_N, P_F      (131), (137)
//! M a = h + W λ                               g'' = W a + ζ        λ_N, λ_F      (134), (140)
//! ```
//!
//! where x0, v0, κ0, P0 are what the beginning of the step contributes, and the multipliers of the
//! joints are counted in the same way. Contacts closed at one level enter the next; friction acts on positions with what it was.

use super::damping::Damping;
use super::equations::{position_force, worst, Step, ACCELERATION, POSITION, VELOCITY};
use super::newton::Setting;
use super::policy::{IN_MOTION, LAST_WORK, PART, ROUNDS, SOLVE_WORK, STILL};
use super::{Coefficients, Levels, SmoothRow};
use crate::contact::law::{restitution, Item, Local, Rubbing};
use crate::contact::reduce::{Level, Make, Reduction};
use crate::contact::{Budget, Goal};
use crate::system::{Kkt, Normal, RowKind, System};

pub(super) struct Problems {
    pub reduction: Reduction,
    pub levels: [Level; 3],
    /// Contacts that take part.
    pub near: Vec<bool>,
    /// Strong damping.
    damping: Option<Box<Damping>>,
    /// Factors of M alone.
    mass: Kkt,
    none: Vec<bool>,
    begin: Beginning,
    /// What friction contributes to the position level.
    friction: Vec<f64>,
    rows: Vec<f64>,
    sum: Vec<f64>,
    /// Worst relative residual of the rigid laws in the last linearisation.
    pub rigid: f64,
    /// Multiplications of the present step and its parts, and what they may be in the present try: a measure of time that
    /// does not depend on the machine.
    pub work: f64,
    pub limit: f64,
}

/// What the beginning of the step contributes to u and x, and to P and κ̂ of each row.
struct Beginning {
    v: Vec<f64>,
    x: Vec<f64>,
    P: Vec<f64>,
    k: Vec<f64>,
}

/// h γ', h² β' and the part of h W Λ in (80).
#[derive(Clone, Copy)]
pub(super) struct Factors {
    pub gamma: f64,
    pub beta: f64,
    pub share: f64,
}

impl Factors {
    fn new(c: &Coefficients, h: f64) -> Self {
        let (gamma, beta) = (h * c.gamma * c.ratio(), h * h * c.beta * c.ratio());
        Factors { gamma, beta, share: c.share * h }
    }
}

impl Problems {
    pub fn new(sys: &System, solver: Make) -> Self {
        let mut reduction = Reduction::new(sys).with_solver(solver);
        reduction.use_joints(sys, |k| matches!(k, RowKind::Position | RowKind::Velocity));
        let z = |n: usize| vec![0.0; n];
        let begin = Beginning { v: z(sys.nu + 1), x: z(sys.nu + 1), P: z(sys.nr), k: z(sys.nr) };
        Problems {
            reduction,
            levels: Default::default(),
            near: vec![false; sys.contacts.len()],
            damping: sys.stiff().then(|| Box::new(Damping::new(sys, solver))),
            mass: Kkt::new(sys),
            none: vec![false; sys.nr],
            begin,
            friction: z(sys.nu),
            rows: z(sys.nr),
            sum: z(sys.nu + 1),
            rigid: 0.0,
            work: 0.0,
            limit: 0.0,
        }
    }

    /// Contacts that press, pressed at the beginning of the step or are closed take part from now on, also those whose gap is less than
    /// `within` of their size; no others at the `first` time.
    pub fn gather(&mut self, sys: &System, s: &Step, first: bool, within: f64) {
        let mut more = first;
        for ((c, k), near) in sys.contacts.iter().enumerate().zip(&mut self.near) {
            let (r, g) = (k.row, s.end.ev.g[k.row]);
            let close = g <= sys.band(c) || g <= within * sys.contact_size(c);
            let now = close || s.from.la[r] != 0.0 || s.y.la[r] != 0.0;
            more |= now && !*near;
            *near = now || *near && !first;
        }
        if more {
            self.reduction.select(sys, |c| self.near[c]);
            for level in &mut self.levels {
                level.items.clone_from(&self.reduction.items);
            }
        }
    }

    /// One linearisation: solve the levels about the iterate and take the solution over; the iterations of their solvers.
    /// `scales` are the units of accelerations, velocities and positions.
    pub fn solve(&mut self, at: Setting<'_>, s: &mut Step, scales: [f64; 3], moves: bool) -> usize {
        let Setting { sys, c, l, .. } = at;
        self.reduction.linearise(sys, &s.end.ev, None);
        for level in &mut self.levels {
            self.reduction.fit(sys, level);
        }
        let f = Factors::new(c, s.h);
        if let Some(damping) = &mut self.damping {
            damping.linearise(sys, c, s, [f.gamma, f.beta], &self.near);
        }
        self.known(sys, c, l, s, f);
        self.warm(sys, s);
        let enough = PART * at.tol.scale() * s.scales.length;
        let goals = goals(enough, scales, moves);
        let (mut iterations, most) = (0, self.limit - self.work);
        self.rigid = 0.0;
        for round in 0..ROUNDS {
            self.position(sys, s, f);
            iterations += self.level(at, s, POSITION, goals[POSITION], most);
            while self.join_positions() && self.goes_on(at) {
                iterations += self.level(at, s, POSITION, goals[POSITION], most);
            }
            // positions know the percussions of the last round
            if !self.activate(sys, s) && round > 0 || !self.goes_on(at) {
                break;
            }
            self.velocity(sys, s);
            iterations += self.level(at, s, VELOCITY, goals[VELOCITY], most);
        }
        self.acceleration(sys, l, s, enough);
        if l.row != SmoothRow::Free {
            iterations += self.level(at, s, ACCELERATION, goals[ACCELERATION], most);
            // without positions what was found of the other levels would be lost
            self.work = self.work.min(self.limit - LAST_WORK);
            self.position(sys, s, f);
            iterations += self.level(at, s, POSITION, goals[POSITION], most);
        }
        self.take(sys, c, l, s, f);
        iterations
    }

    fn goes_on(&self, at: Setting<'_>) -> bool {
        self.work < self.limit && !at.stop.raised()
    }

    /// The problem of one level; its iterations.
    fn level(&mut self, at: Setting<'_>, s: &Step, k: usize, goal: Goal, most: f64) -> usize {
        let each = SOLVE_WORK[usize::from(s.frozen.is_some())].min(0.3 * most);
        let mut budget = Budget::new(each.min(self.limit - self.work)).with_stop(at.stop.flag());
        let damping = self.damping.as_deref_mut().filter(|d| d.level == Some(k));
        let reduction = damping.map_or(&mut self.reduction, |d| &mut d.reduction);
        let level = &mut self.levels[k];
        let reached = reduction.solve(at.sys, &s.end.ev, level, k, goal, &mut budget);
        if let Some(damping) = self.damping.as_deref_mut().filter(|d| d.level == Some(k)) {
            damping.hand_on(at.sys, s, &mut self.levels);
        }
        if !reached.solved {
            self.rigid = self.rigid.max(reached.residual);
        }
        self.work += budget.spent;
        reached.iterations.max(1)
    }

    /// What the beginning of the step contributes, and the right sides that do not depend on contacts.
    fn known(&mut self, sys: &System, c: &Coefficients, l: &Levels, s: &Step, f: Factors) {
        let (nu, h) = (s.nu, s.h);
        let Beginning { v, x, P, k } = &mut self.begin;
        let from = &s.from;
        for i in 0..nu {
            let bar = c.bar(from.a_bar[i], from.a[i], 0.0);
            v[i] = from.u[i] + h * c.once(from.a_bar[i], bar);
            x[i] = h * h * c.twice(from.a_bar[i], bar);
        }
        (v[nu], x[nu]) = (1.0, 0.0);
        for r in 0..s.nr {
            let bar = c.bar(from.la_bar[r], from.la[r], 0.0);
            P[r] = h * c.once(from.la_bar[r], bar);
            k[r] = h * h * c.twice(from.la_bar[r], bar);
        }
        let time = |r: usize| {
            let (w, columns) = sys.row(&s.end.ev, r);
            w.iter().zip(columns).filter(|(_, &d)| d == nu).map(|(w, _)| w).sum::<f64>()
        };
        let [position, velocity, acceleration] = &mut self.levels;
        // M a = h + W λ
        acceleration.f.copy_from_slice(&s.end.ev.h);
        for (c, &r) in acceleration.c.iter_mut().zip(&self.reduction.joints) {
            *c = match l.row {
                // W ũ1 + ∂g/∂t = 0 on the smooth velocity
                SmoothRow::SmoothVelocity => sys.row_dot(&s.end.ev, r, v) / f.gamma,
                _ => s.end.ev.zeta[r],
            };
        }
        // M u = M v0 + hγ' h - W P0 + W P
        self.sum.fill(0.0);
        sys.add_M(&s.end.ev, &v[..nu], &mut self.sum);
        sys.add_forces(&s.end.ev, P, -1.0, &mut self.sum);
        for i in 0..nu {
            velocity.f[i] = self.sum[i] + f.gamma * s.end.ev.h[i];
        }
        velocity.c.iter_mut().zip(&self.reduction.joints).for_each(|(c, &r)| *c = time(r));
        // M x = M x0 + h²β' h - W κ0 + W κ̂, and friction
        self.sum.fill(0.0);
        sys.add_M(&s.end.ev, &x[..nu], &mut self.sum);
        for r in 0..s.nr {
            let position_level = matches!(sys.kinds[r], RowKind::Position | RowKind::Normal(_));
            self.rows[r] = if position_level { -k[r] } else { 0.0 };
        }
        sys.add_forces(&s.end.ev, &self.rows, 1.0, &mut self.sum);
        for i in 0..nu {
            position.f[i] = self.sum[i] + f.beta * s.end.ev.h[i];
        }
        self.friction.fill(0.0);
        for (c, &r) in position.c.iter_mut().zip(&self.reduction.joints) {
            // rows at velocity level leave the displacement along them as it is
            let g = if sys.kinds[r] == RowKind::Position { s.end.ev.g[r] } else { 0.0 };
            *c = g - moved(sys, s, r);
        }
        if let Some(damping) = &mut self.damping {
            damping.known(sys, s, &mut self.levels);
        }
    }

    /// Each level begins with the multipliers of the iterate, positions with the contacts that may close.
    fn warm(&mut self, sys: &System, s: &Step) {
        let [position, velocity, acceleration] = &mut self.levels;
        for (k, &r) in self.reduction.rows.iter().enumerate() {
            let friction = matches!(sys.kinds[r], RowKind::Friction(_));
            position.m[k] = if friction { 0.0 } else { s.end.khat[r] };
            velocity.m[k] = s.end.P[r];
            acceleration.m[k] = s.y.la[r];
        }
        for item in &mut position.items {
            item.rubbing = Rubbing::None;
            item.active = item.normal.is_some_and(|k| {
                let (r, size) = (self.reduction.rows[k], sys.contact_size(item.contact));
                s.end.ev.g[r] <= super::policy::OPEN * size || s.end.khat[r] != 0.0
            });
        }
    }

    /// Position level: all contacts, friction with what it was.
    fn position(&mut self, sys: &System, s: &Step, f: Factors) {
        let [position, velocity, acceleration] = &mut self.levels;
        let P0 = &self.begin.P;
        // friction of contacts which take no part is taken back
        for (r, kind) in sys.kinds.iter().enumerate() {
            let friction = matches!(kind, RowKind::Friction(_));
            self.rows[r] = if friction { -f.share * P0[r] } else { 0.0 };
        }
        for (k, &r) in self.reduction.rows.iter().enumerate() {
            let (P, la) = (velocity.m[k], acceleration.m[k]);
            if matches!(sys.kinds[r], RowKind::Friction(_)) {
                self.rows[r] = f.beta * la + f.share * (P - f.gamma * la - P0[r]);
            }
            position.b[k] = s.end.ev.g[r] - moved(sys, s, r);
        }
        self.sum.fill(0.0);
        sys.add_forces(&s.end.ev, &self.rows, 1.0, &mut self.sum);
        // what friction added in the round before is taken away again
        for (f, (new, old)) in position.f.iter_mut().zip(self.sum.iter().zip(&mut self.friction)) {
            *f += new - *old;
            *old = *new;
        }
    }

    /// Contacts that were left out of the position level and are penetrated join it; whether there are some.
    fn join_positions(&mut self) -> bool {
        let position = &mut self.levels[POSITION];
        let mut more = false;
        for item in position.items.iter_mut().filter(|i| !i.active) {
            if item.normal.is_some_and(|k| position.y[k] < 0.0) {
                (item.active, more) = (true, true);
            }
        }
        more
    }

    /// The velocity level sees the contacts that the position level closes; whether these are others than before.
    fn activate(&mut self, sys: &System, s: &Step) -> bool {
        let [position, velocity, _] = &mut self.levels;
        let mut changed = false;
        for item in &mut velocity.items {
            let Some(k) = item.normal else { continue };
            let r = self.reduction.rows[k];
            let gap = position.y[k] - position.m[k] / s.end.r[r];
            let active = s.smooth_gap(r).unwrap_or(gap) <= sys.band(item.contact);
            changed |= std::mem::replace(&mut item.active, active) != active;
        }
        changed
    }

    /// Velocity level: contacts that the position level closes. The law of friction asks for ξ̂, whose distance from ξ is that of
    /// the iterate.
    fn velocity(&mut self, sys: &System, s: &Step) {
        let velocity = &mut self.levels[VELOCITY];
        for (b, &r) in velocity.b.iter_mut().zip(&self.reduction.rows) {
            let (w, columns) = sys.row(&s.end.ev, r);
            let (mut now, mut old) = (0.0, 0.0);
            for (w, &d) in w.iter().zip(columns) {
                old += w * s.from.u[d];
                now += if d == s.nu { *w } else { 0.0 };
            }
            *b = restitution(s.e[r], now, old) + s.end.xihat[r] - s.end.xi[r];
        }
        for (item, f) in velocity.items.iter_mut().zip(&self.reduction.frictions) {
            if item.normal.is_none() {
                item.load = load(sys, *f) * s.h;
            }
        }
    }

    /// Acceleration level: contacts that the velocity level keeps closed.
    fn acceleration(&mut self, sys: &System, l: &Levels, s: &Step, enough: f64) {
        let [_, velocity, acceleration] = &mut self.levels;
        for (k, &r) in self.reduction.rows.iter().enumerate() {
            acceleration.b[k] = s.end.ev.zeta[r];
        }
        for (i, item) in acceleration.items.iter_mut().enumerate() {
            let (before, m) = (&velocity.items[i], &velocity.m);
            item.load = load(sys, self.reduction.frictions[i]);
            item.active = l.contacts && before.active;
            if let Some(k) = item.normal {
                let still = enough.max(STILL * sys.contact_size(item.contact) / s.h);
                item.active &= velocity.y[k] - m[k] / s.end.r[self.reduction.rows[k]] <= still;
            }
            if item.tangential.is_empty() {
                continue;
            }
            let mut p = [0.0; 3];
            for (p, k) in p.iter_mut().zip(item.tangential.clone()) {
                *p = s.end.r[self.reduction.rows[k]] * velocity.y[k] - m[k];
            }
            let norm = p.iter().map(|v| v * v).sum::<f64>().sqrt();
            let radius = before.radius(item.normal.map_or(0.0, |k| m[k]));
            item.rubbing = if norm > radius * (1.0 + 1e-9) && norm > 0.0 {
                Rubbing::Slides(p.map(|v| v / norm))
            } else {
                Rubbing::Disc
            };
        }
    }

    /// Λ and κ from P and κ̂; a, U and Q from their own balance, so that it holds however exact the
    /// multipliers are.
    fn take(&mut self, sys: &System, c: &Coefficients, l: &Levels, s: &mut Step, f: Factors) {
        let [position, velocity, acceleration] = &self.levels;
        // contacts that take no part neither press nor have pressed: impulses take back what the last steps hand on
        let Beginning { P: P0, k: k0, .. } = &self.begin;
        for (r, kind) in sys.kinds.iter().enumerate() {
            let ka = match kind {
                RowKind::Normal(_) => -k0[r],
                RowKind::Friction(_) => 0.0,
                _ => continue,
            };
            (s.y.la[r], s.y.La[r], s.y.ka[r]) = (0.0, -P0[r], ka);
        }
        let contacts = self.reduction.rows.iter().zip(position.m.iter().zip(&velocity.m));
        let contacts = contacts.zip(acceleration.m.iter().map(|la| (l.contacts, *la)));
        let joints = self.reduction.joints.iter().zip(position.l.iter().zip(&velocity.l));
        let smooth = l.row != SmoothRow::Free;
        let joints = joints.zip(acceleration.l.iter().map(|la| (smooth, *la)));
        for ((&r, (kh, P)), (used, la)) in contacts.chain(joints) {
            s.y.la[r] = if used { la } else { 0.0 };
            s.y.La[r] = P - f.gamma * s.y.la[r] - P0[r];
            let position = matches!(sys.kinds[r], RowKind::Position | RowKind::Normal(_));
            s.y.ka[r] = if position { kh - f.beta * s.y.la[r] - k0[r] } else { 0.0 };
        }
        self.mass.factor(sys, &s.end.ev, None, &[], &self.none, &self.begin.P);
        for level in [ACCELERATION, VELOCITY, POSITION] {
            for r in 0..s.nr {
                self.rows[r] = match level {
                    ACCELERATION => s.y.la[r],
                    VELOCITY => s.y.La[r],
                    _ => position_force(sys, c, s.h, &s.y, r),
                };
            }
            self.balance(sys, s, level);
            let target = match level {
                ACCELERATION => &mut s.y.a[..s.nu],
                VELOCITY => &mut s.y.U[..],
                _ => &mut s.y.Q[..],
            };
            target.copy_from_slice(&self.sum[..s.nu]);
        }
        s.y.jumps = true;
    }

    /// M⁻¹ (W m + h) with the multipliers in `rows`, into `sum`; h at acceleration level only.
    fn balance(&mut self, sys: &System, s: &Step, level: usize) {
        self.sum.fill(0.0);
        sys.add_forces(&s.end.ev, &self.rows, 1.0, &mut self.sum);
        if level == ACCELERATION {
            self.sum.iter_mut().zip(&s.end.ev.h).for_each(|(x, h)| *x += h);
            if let Some(d) = self.damping.as_deref() {
                self.sum.iter_mut().zip(&d.dh).for_each(|(x, dh)| *x += dh);
            }
        }
        self.rows.fill(0.0);
        self.mass.solve(&mut self.sum[..s.nu], &mut self.rows);
    }

    /// Accelerations that balance the forces with the features at the end of the step, where these were found with others
    /// that were held: positions and velocities stay.
    pub fn rebalance(&mut self, sys: &System, c: &Coefficients, s: &mut Step) {
        self.mass.factor(sys, &s.end.ev, None, &[], &self.none, &self.begin.P);
        if let Some(damping) = &mut self.damping {
            damping.dh.fill(0.0);
        }
        self.rows.copy_from_slice(&s.y.la);
        self.balance(sys, s, ACCELERATION);
        for (i, &a) in self.sum[..s.nu].iter().enumerate() {
            s.y.a[i] = a;
            s.end.a_bar[i] = c.bar(s.from.a_bar[i], s.from.a[i], a);
        }
    }

    /// Move bodies apart by the least displacement in the metric of M that keeps the joints and opens what is penetrated: the position
    /// level about the iterate, in increments. Percussions and forces stay. Whether that was solved.
    pub fn move_apart(&mut self, at: Setting<'_>, s: &mut Step) -> bool {
        self.reduction.linearise(at.sys, &s.end.ev, None);
        let level = &mut self.levels[POSITION];
        self.reduction.begin(at.sys, level);
        level.f.fill(0.0);
        for (c, &r) in level.c.iter_mut().zip(&self.reduction.joints) {
            *c = if at.sys.kinds[r] == RowKind::Position { s.end.ev.g[r] } else { 0.0 };
        }
        level.b.iter_mut().zip(&self.reduction.rows).for_each(|(b, &r)| *b = s.end.ev.g[r]);
        for item in &mut level.items {
            (item.rubbing, item.active) = (Rubbing::None, item.normal.is_some());
        }
        let goal = Goal { enough: 1e-12 * s.scales.length, ..Goal::to(1e-10) };
        let mut budget = Budget::new(SOLVE_WORK[0]).with_stop(at.stop.flag());
        let ev = &s.end.ev;
        let reached = self.reduction.solve(at.sys, ev, level, POSITION, goal, &mut budget);
        self.work += budget.spent;
        if !reached.residual.is_finite() {
            return false;
        }
        s.y.Q.iter_mut().zip(&level.x).for_each(|(Q, x)| *Q += x);
        let rows = self.reduction.rows.iter().zip(&level.m);
        rows.chain(self.reduction.joints.iter().zip(&level.l)).for_each(|(&r, m)| s.y.ka[r] += m);
        s.y.jumps = true;
        s.dependents(at.sys, at.c);
        s.kinematics(at.sys, at.c);
        true
    }

    /// The round-off of W M⁻¹ Wᵀ m for each item.
    pub fn round_off(&mut self, sys: &System, s: &Step, m: &[f64]) -> Vec<f64> {
        self.sum.fill(0.0);
        for &r in &self.reduction.rows {
            let (w, columns) = sys.row(&s.end.ev, r);
            w.iter().zip(columns).for_each(|(w, &d)| self.sum[d] += (w * m[r]).abs());
        }
        self.sum.iter_mut().zip(&s.end.ev.M_inv).for_each(|(x, inverse)| *x *= inverse);
        self.sum[s.nu] = 0.0;
        let of_row = |k: usize| {
            let (w, columns) = sys.row(&s.end.ev, self.reduction.rows[k]);
            let size: f64 = w.iter().zip(columns).map(|(w, &d)| w.abs() * self.sum[d]).sum();
            2.0 * f64::EPSILON * size
        };
        let items = self.levels[VELOCITY].items.iter();
        items.map(|i| i.rows().map(of_row).fold(0.0, f64::max)).collect()
    }

    /// Values of an item in a vector over all rows of the system.
    fn local(&self, item: &Item, v: &[f64]) -> Local {
        let mut out = [0.0; 4];
        if let Some(i) = item.normal {
            out[0] = v[self.reduction.rows[i]];
        }
        for (out, i) in out[1..].iter_mut().zip(item.tangential.clone()) {
            *out = v[self.reduction.rows[i]];
        }
        out
    }

    /// What the prox equation of an item would change.
    pub fn law(&self, item: &Item, s: &Step, m: &[f64], y: &[f64]) -> f64 {
        let r = self.local(item, &s.end.r);
        let r = [if item.normal.is_some() { r[0] } else { 1.0 }, r[1]];
        item.natural_map(&self.local(item, m), &self.local(item, y), r).into_iter().fold(0.0, worst)
    }

    /// The items of velocity and acceleration level with their rows in the system.
    pub fn items(&self) -> impl Iterator<Item = (&Item, &Item)> {
        self.levels[VELOCITY].items.iter().zip(&self.levels[ACCELERATION].items)
    }
}

/// How exact the problem of each level has to be.
fn goals(enough: f64, [a, v, x]: [f64; 3], moves: bool) -> [Goal; 3] {
    let tol = if moves { IN_MOTION } else { [super::policy::AT_REST; 3] };
    let enough = [x, v, 1000.0 * a].map(|scale| enough * scale);
    std::array::from_fn(|k| Goal { tol: tol[k], enough: enough[k] })
}

/// W_r times the displacement of the current iterate.
fn moved(sys: &System, s: &Step, r: usize) -> f64 {
    let (w, columns) = sys.row(&s.end.ev, r);
    w.iter().zip(columns).filter(|(_, &d)| d < s.nu).map(|(w, &d)| w * s.end.x[d]).sum()
}

fn load(sys: &System, friction: Option<usize>) -> f64 {
    match friction.map(|f| sys.frictions[f].normal) {
        Some(Normal::Force(n)) => n,
        _ => 0.0,
    }
}
