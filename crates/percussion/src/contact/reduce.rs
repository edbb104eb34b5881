//! From a system to a contact problem and back: with `islands.rs` the only file of this room that knows the system.
//!
//! Around one evaluation all kinematic levels share their matrices,
//!
//! ```text
//! M* x = f + Wᵀ m + Jᵀ l,    J x + c = 0,    y = W x + b,    laws between m and y
//! ```
//!
//! with J the joints in use and W the rows of the contacts that take part. Few rows: the joints are
//! eliminated by the factors of the saddle-point matrix, and G = W M*⁻¹ Wᵀ is dense. Many rows: bodies
//! that contacts or joints connect form islands, each of which is a problem of its own in body form.
//! Islands are solved on as many threads as there are cores; the result does not depend on how many.

pub(crate) use super::islands::Make;
use super::islands::{standard, Islands, Solvers};
use super::law::{Item, Rubbing};
pub(crate) use super::level::{Level, Reached};
use super::policy::{FEW, FEW_WITH_JOINTS};
use super::problem::{Form, Point, Problem};
use super::solver::{Budget, Goal};
use super::watch::{show, watched};
use crate::memory::{Memory, Remember};
use crate::system::{Eval, Kkt, Normal, RowKind, System, AT_ONCE};

/// The contacts of a system that take part, and the matrices they share.
#[derive(Default)]
pub(crate) struct Reduction {
    kkt: Kkt,
    /// Rows of the system that are contact rows of the problem, in order.
    pub rows: Vec<usize>,
    /// The items with their laws at rest, and the friction of each.
    pub items: Vec<Item>,
    pub frictions: Vec<Option<usize>>,
    /// Joints in use: rows of the system.
    pub joints: Vec<usize>,
    in_use: Vec<bool>,
    no_slip: Vec<f64>,
    /// Whether something was selected, and whether that has changed since the matrices were made.
    ready: bool,
    selected: bool,
    few: Few,
    islands: Islands,
    /// Linearisations, factorisations and solutions with the factors since they were last taken.
    counts: [usize; 3],
    /// What solves the problems; the standard where none is given.
    make: Option<Make>,
}

/// Few rows: G is dense.
#[derive(Default)]
struct Few {
    problem: Problem,
    point: Point,
    solvers: Solvers,
    /// Responses of velocities and joints to unit multipliers, row by row.
    X: Vec<f64>,
    l: Vec<f64>,
    x: Vec<f64>,
}

/// All else is filled anew in every step.
impl Remember for Reduction {
    fn remember(&mut self, m: &mut Memory) {
        self.kkt.remember_left_out(m);
    }
}

impl Reduction {
    /// Whether G is dense.
    fn is_few(&self, sys: &System) -> bool {
        let articulated = 2 * self.joints.len() > sys.nu;
        self.rows.len() <= if articulated { FEW_WITH_JOINTS } else { FEW }
    }

    /// With no contacts selected.
    pub fn new(sys: &System) -> Self {
        Reduction {
            kkt: Kkt::new(sys),
            rows: Vec::new(),
            items: Vec::new(),
            frictions: Vec::new(),
            joints: Vec::new(),
            in_use: vec![false; sys.nr],
            no_slip: vec![0.0; sys.nr],
            ready: false,
            selected: false,
            few: Few { l: vec![0.0; sys.nr], x: vec![0.0; sys.nu + 1], ..Few::default() },
            islands: Islands::default(),
            counts: [0; 3],
            make: None,
        }
    }

    /// The same with this solver.
    pub fn with_solver(mut self, make: Make) -> Self {
        (self.make, self.few.solvers) = (Some(make), Solvers::new(make));
        self
    }

    /// The same without the rows of joints that depend on others for good, for coordinates that drift.
    pub fn leaving_out(mut self, sys: &System) -> Self {
        self.kkt = self.kkt.leaving_out(sys);
        self
    }

    /// These contacts take part from now on, and all friction with a given load.
    pub fn select(&mut self, sys: &System, takes_part: impl Fn(usize) -> bool) {
        let normal = |i: &Item| i.normal.is_some().then_some(i.contact);
        let now = self.items.iter().map_while(normal);
        if self.ready && now.eq((0..sys.contacts.len()).filter(|c| takes_part(*c))) {
            return;
        }
        self.ready = true;
        self.rows.clear();
        self.items.clear();
        self.frictions.clear();
        for (c, contact) in sys.contacts.iter().enumerate().filter(|(c, _)| takes_part(*c)) {
            let normal = self.rows.len();
            self.rows.push(contact.row);
            if let Some(f) = contact.friction {
                self.rows.extend(sys.frictions[f].rows.clone());
            }
            let tangential = normal + 1..self.rows.len();
            self.items.push(Item::by_law(c, normal, tangential, &contact.law));
            self.frictions.push(contact.friction);
        }
        for (f, friction) in sys.frictions.iter().enumerate() {
            if let Normal::Force(load) = friction.normal {
                let start = self.rows.len();
                self.rows.extend(friction.rows.clone());
                let id = sys.contacts.len() + f;
                self.items.push(Item::dry_by_law(id, load, start..self.rows.len(), &friction.law));
                self.frictions.push(Some(f));
            }
        }
        self.selected = true;
    }

    /// Whether joints of this kind are in use.
    pub fn use_joints(&mut self, sys: &System, which: impl Fn(RowKind) -> bool) {
        self.joints.clear();
        for r in 0..sys.nr {
            self.in_use[r] = which(sys.kinds[r]);
            if self.in_use[r] {
                self.joints.push(r);
            }
        }
        self.selected = true;
    }

    /// The matrices at an evaluation, with K added to M where there is one.
    pub fn linearise(&mut self, sys: &System, ev: &Eval, K: Option<&[f64]>) {
        self.linearise_pair(sys, ev, ev, K);
    }

    /// The same with y and the joints along the rows of `kin`, which may be taken elsewhere than the
    /// directions of the forces. Many rows take both from `ev`: that changes how fast an iteration in
    /// increments x converges, and not where to.
    pub fn linearise_pair(&mut self, sys: &System, ev: &Eval, kin: &Eval, K: Option<&[f64]>) {
        let changed = std::mem::take(&mut self.selected);
        self.counts[0] += 1;
        if self.is_few(sys) {
            let (on, no_slip) = (&self.in_use, &self.no_slip);
            self.kkt.factor_pair(sys, ev, &kin.W, K, &[], on, no_slip);
            self.respond(sys, ev, kin);
            return;
        }
        if changed {
            let make = self.make.unwrap_or(standard);
            self.islands.split(sys, &self.rows, &self.joints, &self.items, make);
        }
        self.islands.linearise(sys, ev, K, &self.rows, &self.joints);
    }

    /// Responses to unit multipliers, and G.
    fn respond(&mut self, sys: &System, ev: &Eval, kin: &Eval) {
        let (n, nu) = (self.rows.len(), sys.nu);
        self.counts[1] += 1;
        self.counts[2] += n;
        let size = nu + self.joints.len();
        self.few.problem.reset_dense(n);
        self.few.X.clear();
        self.few.X.resize(n * size, 0.0);
        let mut rows = self.rows.chunks(AT_ONCE);
        for X in self.few.X.chunks_mut(AT_ONCE * size.max(1)) {
            let rows = rows.next().unwrap_or_default();
            for (X, &r) in X.chunks_exact_mut(size).zip(rows) {
                let (w, columns) = sys.row(ev, r);
                for (w, &d) in w.iter().zip(columns).filter(|(_, &d)| d < nu) {
                    X[d] += w;
                }
            }
            self.kkt.respond(X, &self.joints);
        }
        let Form::Dense(G) = &mut self.few.problem.form else { return };
        for (i, &r) in self.rows.iter().enumerate() {
            let (w, columns) = sys.row(kin, r);
            for (j, X) in self.few.X.chunks_exact(size.max(1)).enumerate() {
                let each = w.iter().zip(columns).filter(|(_, &d)| d < nu);
                G[i * n + j] = each.map(|(w, &d)| w * X[d]).sum();
            }
        }
    }

    /// A level with room for what is selected; multipliers of another size start from zero.
    pub fn fit(&self, sys: &System, level: &mut Level) {
        let resize = |v: &mut Vec<f64>, n: usize| {
            if v.len() != n {
                v.clear();
                v.resize(n, 0.0);
            }
        };
        let (n, nj) = (self.rows.len(), self.joints.len());
        [&mut level.f, &mut level.x].into_iter().for_each(|v| resize(v, sys.nu));
        [&mut level.c, &mut level.l].into_iter().for_each(|v| resize(v, nj));
        [&mut level.b, &mut level.m, &mut level.y].into_iter().for_each(|v| resize(v, n));
        if level.items.len() != self.items.len() {
            level.items.clone_from(&self.items);
        }
    }

    /// The same with the laws as they are at rest, and multipliers zero.
    pub fn begin(&self, sys: &System, level: &mut Level) {
        level.items.clone_from(&self.items);
        self.fit(sys, level);
        level.m.fill(0.0);
    }

    /// Take the multipliers of a level from those of all rows of the system.
    pub fn gather(&self, all: &[f64], level: &mut Level) {
        level.m.iter_mut().zip(&self.rows).for_each(|(m, &r)| *m = all[r]);
    }

    /// The multipliers of contacts and joints as those of all rows of the system.
    pub fn scatter(&self, level: &Level, all: &mut [f64]) {
        all.fill(0.0);
        self.rows.iter().zip(&level.m).for_each(|(&r, m)| all[r] = *m);
        self.joints.iter().zip(&level.l).for_each(|(&r, l)| all[r] = *l);
    }

    /// Joints that depend on others, as met in the last factorisation.
    pub fn redundant(&self) -> &[usize] {
        &self.kkt.redundant
    }

    /// Whether rows of the contacts depend on each other or on joints, were all that does not slide to stick. The factors of the last
    /// linearisation are lost.
    pub fn depend(&mut self, sys: &System, ev: &Eval, level: &Level) -> bool {
        let mut on = self.in_use.clone();
        for item in &level.items {
            let sticks = item.rubbing == Rubbing::Disc;
            let tangential = item.tangential.clone().filter(|_| sticks);
            item.normal.into_iter().chain(tangential).for_each(|i| on[self.rows[i]] = true);
        }
        self.kkt.factor(sys, ev, None, &[], &on, &self.no_slip);
        self.kkt.redundant.iter().any(|&r| !self.in_use[r])
    }

    /// Diagonal of G of contact row k; without joints where there are many rows.
    pub fn diagonal(&self, sys: &System, ev: &Eval, k: usize) -> f64 {
        match &self.few.problem.form {
            Form::Dense(G) if self.is_few(sys) => G[k * self.rows.len() + k],
            _ => sys.delassus_diagonal(ev, self.rows[k]),
        }
    }

    /// The motion of a level without contacts, after [`Reduction::linearise_pair`].
    pub fn free(
        &mut self,
        sys: &System,
        (ev, kin): (&Eval, &Eval),
        K: Option<&[f64]>,
        level: &Level,
        x: &mut [f64],
    ) -> bool {
        if !self.is_few(sys) {
            let (on, no_slip) = (&self.in_use, &self.no_slip);
            self.kkt.factor_pair(sys, ev, &kin.W, K, &[], on, no_slip);
        }
        self.without_contacts(sys, kin, level, x)
    }

    /// x without contacts, and the multipliers of the joints, with the factors at hand.
    fn without_contacts(&mut self, sys: &System, kin: &Eval, level: &Level, x: &mut [f64]) -> bool {
        x[..sys.nu].copy_from_slice(&level.f);
        let from = &level.from;
        // rows that are not in use keep the value that is given: what a failed solution has left is none
        self.few.l.fill(0.0);
        for (&r, c) in self.joints.iter().zip(&level.c) {
            self.few.l[r] = -c - if from.is_empty() { 0.0 } else { sys.row_dot(kin, r, from) };
        }
        self.counts[2] += 1;
        let finite = self.kkt.solve(&mut x[..sys.nu], &mut self.few.l);
        x[sys.nu] = 0.0;
        x.iter_mut().zip(from).for_each(|(x, from)| *x += from);
        finite
    }

    /// Poisson's law: after the compression, which was solved with restitution zero, the expansion gives
    /// back at least `e(c)` times the percussion of each contact c. The level holds both in the end.
    /// `ev` has the directions of forces, `kin` the rows of y.
    pub fn expand(
        &mut self,
        sys: &System,
        (ev, kin): (&Eval, &Eval),
        level: &mut Level,
        e: impl Fn(usize) -> f64,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Reached {
        let mut given = level.m.clone();
        for item in &level.items {
            if let Some(i) = item.normal {
                given[i] += super::law::given_back(e(item.contact), level.m[i]);
            }
        }
        // what is given acts on the bodies
        for (&r, m) in self.rows.iter().zip(&given).filter(|(_, m)| **m != 0.0) {
            let (w, columns) = sys.row(ev, r);
            let entries = w.iter().zip(columns).filter(|(_, &d)| d < sys.nu);
            entries.for_each(|(w, &d)| level.f[d] += m * w);
        }
        level.m.fill(0.0);
        let reached = self.solve(sys, kin, level, 1, goal, budget);
        level.m.iter_mut().zip(&given).for_each(|(m, g)| *m += g);
        reached
    }

    /// Solve a level from its multipliers. `which` names the warm solvers (below [`LEVELS`]); `ev` has the
    /// rows of y.
    pub fn solve(
        &mut self,
        sys: &System,
        ev: &Eval,
        level: &mut Level,
        which: usize,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Reached {
        let [factorisations, solves] = [budget.factorisations, budget.solves];
        let reached = if self.is_few(sys) {
            self.solve_few(sys, ev, level, which, goal, budget)
        } else {
            self.islands.load(sys, ev, level, &self.rows, &self.joints);
            self.islands.solve(level, which, goal, budget)
        };
        self.counts[1] += budget.factorisations - factorisations;
        self.counts[2] += budget.solves - solves;
        reached
    }

    /// Linearisations, factorisations and solutions since the last call.
    pub fn take_counts(&mut self) -> [usize; 3] {
        std::mem::take(&mut self.counts)
    }

    fn solve_few(
        &mut self,
        sys: &System,
        ev: &Eval,
        level: &mut Level,
        which: usize,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Reached {
        let nu = sys.nu;
        let mut x = std::mem::take(&mut self.few.x);
        let finite = self.without_contacts(sys, ev, level, &mut x);
        self.few.x = x;
        level.x.copy_from_slice(&self.few.x[..nu]);
        level.l.iter_mut().zip(&self.joints).for_each(|(l, &r)| *l = self.few.l[r]);
        let mut reached = Reached::default();
        if !finite {
            reached.residual = f64::NAN;
        }
        (reached.solved, reached.found) = (finite, finite);
        if self.rows.is_empty() || !finite {
            return reached;
        }
        self.few.problem.terms.resize(self.rows.len(), 0.0);
        for (k, &r) in self.rows.iter().enumerate() {
            self.few.problem.b[k] = level.b[k] + sys.row_dot(ev, r, &self.few.x);
            // b may be no more than the round-off of what the joints take away
            let (w, columns) = sys.row(ev, r);
            let terms =
                w.iter().zip(columns).filter(|(_, &d)| d < nu).map(|(w, &d)| {
                    (w * self.few.x[d]).abs() + (w * ev.M_inv[d] * level.f[d]).abs()
                });
            self.few.problem.terms[k] = level.b[k].abs() + terms.sum::<f64>();
        }
        std::mem::swap(&mut self.few.problem.items, &mut level.items);
        std::mem::swap(&mut self.few.point.m, &mut level.m);
        // a problem that is refused leaves the point as it was
        self.few.point.fit(&self.few.problem);
        let start = if watched() { self.few.point.m.clone() } else { Vec::new() };
        let outcome =
            self.few.solvers.0[which].solve(&self.few.problem, &mut self.few.point, goal, budget);
        show(&self.few.problem, &start, &outcome);
        reached.join(&outcome);
        std::mem::swap(&mut self.few.problem.items, &mut level.items);
        std::mem::swap(&mut self.few.point.m, &mut level.m);
        level.y.copy_from_slice(&self.few.point.y);
        let size = nu + self.joints.len();
        for (X, m) in self.few.X.chunks_exact(size.max(1)).zip(&level.m).filter(|(_, m)| **m != 0.0)
        {
            level.x.iter_mut().zip(&X[..nu]).for_each(|(x, X)| *x += m * X);
            level.l.iter_mut().zip(&X[nu..]).for_each(|(l, X)| *l += m * X);
        }
        reached
    }
}
