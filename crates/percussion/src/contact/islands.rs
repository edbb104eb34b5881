//! Islands: bodies that contacts or joints connect, each a contact problem of its own in body form, with solvers
//! that stay warm. They are solved on as many threads as there are cores; the result does not depend on how many.

use super::law::Item;
use super::level::{Level, Reached};
use super::policy::{LARGE_ISLAND, LARGE_WEIGHT, LEVELS, THREADED_ROWS};
use super::problem::{Bodies, Form, Point, Problem};
use super::solve::Standard;
use super::solver::{Budget, Goal, Outcome, Solver};
use super::watch::{show, watched};
use crate::linalg::Rows;
use crate::system::{Eval, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// The warm solvers of all levels.
pub(super) struct Solvers(pub(super) [Box<dyn Solver>; LEVELS]);

impl Default for Solvers {
    fn default() -> Self {
        Solvers::new(standard)
    }
}

impl Solvers {
    pub(super) fn new(make: Make) -> Self {
        Solvers(std::array::from_fn(|_| make()))
    }
}

/// Makes a solver.
pub(crate) type Make = fn() -> Box<dyn Solver>;

/// The default.
pub(super) fn standard() -> Box<dyn Solver> {
    Box::<Standard>::default()
}

/// Bodies that contacts or joints connect.
#[derive(Default)]
struct Island {
    /// Its velocities, contact rows, joint rows and items, as indices of the whole.
    velocities: Vec<usize>,
    rows: Vec<usize>,
    joints: Vec<usize>,
    items: Vec<usize>,
    problem: Problem,
    /// Warm start and solution.
    point: Point,
    solvers: Solvers,
    outcome: Option<Outcome>,
    /// Where the last solution started, if somebody wants to know.
    start: Vec<f64>,
}

/// All islands of what is selected.
#[derive(Default)]
pub(super) struct Islands {
    list: Vec<Island>,
    /// Local index of each velocity in its island, and the island.
    home: Vec<(u32, u32)>,
    /// M* row by row: column and place of its value (of M, then of K).
    mass: Vec<Vec<(usize, usize)>>,
}

/// Threads worth starting; asked for once, as the answer takes longer than many a problem.
fn threads() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

impl Islands {
    /// Islands of what is selected. Those that had the same bodies keep their solvers.
    pub fn split(
        &mut self,
        sys: &System,
        rows: &[usize],
        joints: &[usize],
        items: &[Item],
        make: Make,
    ) {
        if self.mass.is_empty() {
            self.mass = vec![Vec::new(); sys.nu];
            let all = sys.M_entries.iter().chain(&sys.K_entries).enumerate();
            for (at, &(i, j)) in all.filter(|(_, (i, j))| *i < sys.nu && *j < sys.nu) {
                self.mass[i].push((j, at));
            }
        }
        let columns = |r: usize| sys.W_col[sys.W_ptr[r]..sys.W_ptr[r + 1]].iter().copied();
        let mut sets = Sets((0..sys.nu).collect());
        for b in &sys.bodies {
            sets.join(b.u.clone());
        }
        for (i, list) in self.mass.iter().enumerate() {
            sets.join(std::iter::once(i).chain(list.iter().map(|e| e.0)));
        }
        for &r in rows.iter().chain(joints) {
            sets.join(columns(r));
        }
        self.place(sys, &mut sets, make);
        self.assign(sys, rows, joints, items);
    }

    /// An island for each set; it keeps the solvers of the one with the same first velocity.
    fn place(&mut self, sys: &System, sets: &mut Sets, make: Make) {
        let mut old = std::mem::take(&mut self.list);
        let mut number = vec![usize::MAX; sys.nu];
        self.home = vec![(0, 0); sys.nu];
        for d in 0..sys.nu {
            let r = sets.find(d);
            if number[r] == usize::MAX {
                number[r] = self.list.len();
                let mut island = Island::default();
                match old.binary_search_by_key(&r, |i| i.velocities[0]) {
                    Ok(k) => std::mem::swap(&mut island.solvers, &mut old[k].solvers),
                    Err(_) => island.solvers = Solvers::new(make),
                }
                island.problem.form = Form::Bodies(Bodies::default());
                self.list.push(island);
            }
            let k = number[r];
            self.home[d] = (self.list[k].velocities.len() as u32, k as u32);
            self.list[k].velocities.push(d);
        }
    }

    /// Rows, joints and items go to the islands of their velocities.
    fn assign(&mut self, sys: &System, rows: &[usize], joints: &[usize], items: &[Item]) {
        let columns = |r: usize| sys.W_col[sys.W_ptr[r]..sys.W_ptr[r + 1]].iter().copied();
        let home = &self.home;
        let island = |r: usize| columns(r).find(|d| *d < sys.nu).map(|d| home[d].1 as usize);
        for (k, &r) in joints.iter().enumerate() {
            if let Some(i) = island(r) {
                self.list[i].joints.push(k);
            }
        }
        for (k, item) in items.iter().enumerate() {
            let Some(i) = item.rows().next().and_then(|row| island(rows[row])) else {
                continue;
            };
            let island = &mut self.list[i];
            let mut own = item.clone();
            own.normal = item.normal.map(|row| {
                island.rows.push(row);
                island.rows.len() - 1
            });
            let start = island.rows.len();
            island.rows.extend(item.tangential.clone());
            own.tangential = start..island.rows.len();
            island.items.push(k);
            island.problem.items.push(own);
        }
        for island in &mut self.list {
            let Form::Bodies(b) = &mut island.problem.form else { continue };
            for (k, &d) in island.velocities.iter().enumerate() {
                if sys.starts_block(d) {
                    b.blocks.push(k);
                }
            }
            b.blocks.push(island.velocities.len());
            b.f.resize(island.velocities.len(), 0.0);
            b.c.resize(island.joints.len(), 0.0);
            island.problem.b.resize(island.rows.len(), 0.0);
        }
    }

    /// The matrices at an evaluation, with K added to M where there is one.
    pub fn linearise(
        &mut self,
        sys: &System,
        ev: &Eval,
        K: Option<&[f64]>,
        rows: &[usize],
        joints: &[usize],
    ) {
        for island in &mut self.list {
            let Form::Bodies(b) = &mut island.problem.form else { continue };
            let local = |d: usize| self.home[d].0 as usize;
            b.M.clear();
            for &d in &island.velocities {
                let value = |&(j, at): &(usize, usize)| {
                    let v = match ev.M.get(at) {
                        Some(v) => *v,
                        None => K.map_or(0.0, |K| K[at - ev.M.len()]),
                    };
                    (local(j), v)
                };
                push(&mut b.M, self.mass[d].iter().map(value));
            }
            for (target, list, of) in
                [(&mut b.W, &island.rows, rows), (&mut b.J, &island.joints, joints)]
            {
                target.clear();
                for &k in list {
                    let (w, columns) = sys.row(ev, of[k]);
                    let entries = w.iter().zip(columns).filter(|(_, &d)| d < sys.nu);
                    push(target, entries.map(|(w, &d)| (local(d), *w)));
                }
            }
        }
    }

    /// Take what differs from level to level.
    pub fn load(
        &mut self,
        sys: &System,
        ev: &Eval,
        level: &Level,
        rows: &[usize],
        joints: &[usize],
    ) {
        for island in &mut self.list {
            island.load(level);
            if !level.from.is_empty() {
                let Form::Bodies(bodies) = &mut island.problem.form else { continue };
                let dot = |r: usize| sys.row_dot(ev, r, &level.from);
                for (c, &k) in bodies.c.iter_mut().zip(&island.joints) {
                    *c += dot(joints[k]);
                }
                for (b, &k) in island.problem.b.iter_mut().zip(&island.rows) {
                    *b += dot(rows[k]);
                }
            }
        }
    }

    /// Solve all, and hand the solutions back.
    pub fn solve(
        &mut self,
        level: &mut Level,
        which: usize,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Reached {
        let part = budget.part(budget.left);
        // small islands take microseconds, a thread takes as long to start as twenty of them
        let weight = |i: &Island| {
            if i.rows.len() > LARGE_ISLAND {
                LARGE_WEIGHT * i.rows.len()
            } else {
                i.rows.len()
            }
        };
        let many = self.list.iter().map(weight).sum::<usize>() >= THREADED_ROWS;
        let count = if many { threads().min(self.list.len()) } else { 1 };
        if count <= 1 {
            for island in &mut self.list {
                island.solve(which, goal, part.clone());
            }
        } else {
            // the largest first, as they take longest
            let mut order: Vec<&mut Island> = self.list.iter_mut().collect();
            order.sort_by_key(|i| std::cmp::Reverse(i.rows.len()));
            let order: Vec<Mutex<&mut Island>> = order.into_iter().map(Mutex::new).collect();
            let next = AtomicUsize::new(0);
            std::thread::scope(|scope| {
                for _ in 0..count {
                    let part = part.clone();
                    let (order, next) = (&order, &next);
                    scope.spawn(move || {
                        while let Some(i) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                            if let Ok(mut island) = i.lock() {
                                island.solve(which, goal, part.clone());
                            }
                        }
                    });
                }
            });
        }
        let mut reached = Reached::default();
        for island in &mut self.list {
            if let Some(o) = island.outcome.take() {
                show(&island.problem, &island.start, &o);
                reached.join(&o);
                let mut spent = budget.part(0.0);
                (spent.spent, spent.factorisations) = (o.work, o.factorisations);
                spent.solves = o.solves;
                budget.settle(&spent);
            }
            island.unload(level);
        }
        level.x.iter_mut().zip(&level.from).for_each(|(x, from)| *x += from);
        reached
    }
}

/// Velocities that M couples or that a row in use touches belong together: the smallest index names the set.
struct Sets(Vec<usize>);

impl Sets {
    fn find(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    fn join(&mut self, columns: impl Iterator<Item = usize>) {
        let mut first = None;
        for d in columns {
            if d >= self.0.len() {
                continue;
            }
            let d = self.find(d);
            let f = first.map_or(d, |f| self.find(f));
            self.0[f.max(d)] = f.min(d);
            first = Some(f.min(d));
        }
    }
}

/// Adds a row, entries of the same column together.
fn push(rows: &mut Rows, entries: impl Iterator<Item = (usize, f64)>) {
    let start = rows.column.len();
    for (j, v) in entries {
        match rows.column[start..].iter().position(|c| *c == j) {
            Some(k) => rows.value[start + k] += v,
            None => {
                rows.column.push(j);
                rows.value.push(v);
            }
        }
    }
    rows.start.push(rows.column.len());
}

impl Island {
    /// Take what differs from level to level.
    fn load(&mut self, level: &Level) {
        let Form::Bodies(b) = &mut self.problem.form else { return };
        b.f.iter_mut().zip(&self.velocities).for_each(|(f, &d)| *f = level.f[d]);
        b.c.iter_mut().zip(&self.joints).for_each(|(c, &k)| *c = level.c[k]);
        self.problem.b.iter_mut().zip(&self.rows).for_each(|(b, &k)| *b = level.b[k]);
        for (own, &k) in self.problem.items.iter_mut().zip(&self.items) {
            own.follow(&level.items[k]);
        }
        self.point.m.clear();
        self.point.m.extend(self.rows.iter().map(|&k| level.m[k]));
        if watched() {
            self.start.clone_from(&self.point.m);
        }
    }

    fn solve(&mut self, which: usize, goal: Goal, mut budget: Budget<'_>) {
        let Island { problem, point, solvers, outcome, .. } = self;
        *outcome = Some(solvers.0[which].solve(problem, point, goal, &mut budget));
    }

    fn unload(&mut self, level: &mut Level) {
        let p = &self.point;
        self.rows.iter().zip(&p.m).for_each(|(&k, m)| level.m[k] = *m);
        self.rows.iter().zip(&p.y).for_each(|(&k, y)| level.y[k] = *y);
        self.velocities.iter().zip(&p.x).for_each(|(&d, x)| level.x[d] = *x);
        self.joints.iter().zip(&p.l).for_each(|(&k, l)| level.l[k] = *l);
    }
}
