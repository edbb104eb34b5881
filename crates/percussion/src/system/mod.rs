//! The system: the assembled equations, by global index.
//!
//! $$ \dot q = B(t, q)\\,u + \beta(t, q), \qquad M(t, q)\\,\mathrm{d}u = h(t, q, u)\\,\mathrm{d}t + W\\,\mathrm{d}P $$
//!
//! W collects all rows: bilateral constraints at position and velocity level, normals of contacts,
//! friction. Row r belongs to an element and touches only that element's columns. For each row the
//! system gives g, W_r, ζ_r and, on request, H_r = ∂W_r/∂θ, from which
//!
//! $$ \dot g = W_r\\,\hat u, \qquad \ddot g = W_r\\,\hat a + \zeta_r, \qquad \hat u = (u, 1),\ \hat a = (a, 0) $$

mod assemble;
mod derivatives;
mod initial;
mod kkt;
mod lasting;
mod listed;
mod minimum_norm;
mod near;
mod observe;
pub(crate) mod pattern;
mod quadratic;
mod rows;
mod sweep;

pub use crate::bodies::BodySlot;
#[doc(hidden)]
pub use derivatives::Derivatives;
pub(crate) use initial::check_size;
pub use initial::{check_initial, project_initial, InitialReport};
#[doc(hidden)]
pub use kkt::{Kkt, AT_ONCE};
#[doc(hidden)]
pub use listed::Renewal;
pub use minimum_norm::{minimum_norm, MinimumNorm};
#[doc(hidden)]
pub(crate) use observe::Found;
#[doc(hidden)]
pub use quadratic::{Coefficients, Quadratic};

use crate::collision::contacts::contact;
use crate::forces::Force;
use crate::frame::{Anchor, Frame, V3};
use crate::laws::ContactLaw;
use crate::memory::remember;
use crate::picture::Pictures;
use crate::relation::{Context, Element, Scratch};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// An element and its place.
#[derive(Clone)]
pub struct ElementSlot {
    /// Name.
    pub name: String,
    /// The element.
    pub element: Arc<dyn Element>,
    /// Global velocity of each local column; nu stands for time.
    pub dofs: Vec<usize>,
    /// Its rows.
    pub rows: Range<usize>,
    /// Where its block of W starts.
    pub w: usize,
    /// Where its block of H starts.
    pub hess: usize,
    /// So many contacts from here on are found by one search, which it makes.
    pub found: usize,
}

#[derive(Clone)]
struct ForceSlot {
    name: String,
    force: Arc<dyn Force>,
    dofs: Vec<usize>,
    k: Range<usize>,
}

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// Bilateral constraint at position level.
    Position,
    /// Bilateral constraint at velocity level.
    Velocity,
    /// Gap of a contact (index into [`System::contacts`]).
    Normal(usize),
    /// Sliding velocity (index into [`System::frictions`]).
    Friction(usize),
}

/// A contact.
#[derive(Clone, Debug)]
pub struct Contact {
    /// Name.
    pub name: String,
    /// Row of the gap.
    pub row: usize,
    /// Its friction, if any.
    pub friction: Option<usize>,
    /// Law.
    pub law: ContactLaw,
}

/// What presses the rubbing surfaces together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Normal {
    /// The contact with this index.
    Contact(usize),
    /// A given force.
    Force(f64),
}

/// Friction: rows that share one disc or ball of admissible forces.
#[derive(Clone, Debug)]
pub struct Friction {
    /// Name.
    pub name: String,
    /// Rows of the sliding velocities.
    pub rows: Range<usize>,
    /// Its law, which `contact::law` interprets.
    pub law: ContactLaw,
    /// What presses.
    pub normal: Normal,
}

impl std::fmt::Debug for System {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let mut out = f.debug_struct("System");
        out.field("coordinates", &self.q_names).field("velocities", &self.u_names);
        out.field("contacts", &self.contacts.len()).field("rows", &self.nr).finish()
    }
}

/// The assembled equations. Copies share bodies, elements and forces.
#[derive(Clone)]
pub struct System {
    /// Bodies.
    pub bodies: Vec<BodySlot>,
    /// Elements: joints, contacts, dry friction.
    pub elements: Vec<ElementSlot>,
    forces: Vec<ForceSlot>,
    /// Contacts.
    pub contacts: Vec<Contact>,
    /// Frictions.
    pub frictions: Vec<Friction>,
    /// Kind of each row.
    pub kinds: Vec<RowKind>,
    /// Element of each row.
    pub row_element: Vec<usize>,
    /// Number of coordinates.
    pub nq: usize,
    /// Number of velocities.
    pub nu: usize,
    /// Number of rows.
    pub nr: usize,
    /// Entries (i, j) of M.
    pub M_entries: Vec<(usize, usize)>,
    /// Entries (i, j) of ∂h/∂θ, ∂h/∂u, ∂(Mx)/∂θ; an entry may appear more than once.
    pub K_entries: Vec<(usize, usize)>,
    /// Names of the coordinates.
    pub q_names: Vec<String>,
    /// Names of the velocities.
    pub u_names: Vec<String>,
    /// Initial coordinates (m, rad).
    pub q0: Vec<f64>,
    /// Initial velocities (m/s, rad/s).
    pub u0: Vec<f64>,
    /// Where each row of W starts; the last entry is the length of W.
    pub W_ptr: Vec<usize>,
    /// Global velocity (nu: time) of each entry of W.
    pub W_col: Vec<usize>,
    gravity: V3,
    /// Part of the weight and of the loads that act at time zero, 0 to 1.
    load: f64,
    switches: Vec<f64>,
    /// Times at which expressions of loads and drives change their formula, in their order.
    breaks: Vec<f64>,
    /// See `lasting.rs`; found where it is first asked for.
    lasting: OnceLock<Vec<bool>>,
    w_len: usize,
    h_len: usize,
    stiff: bool,
    constant_M: bool,
    max_columns: usize,
    pictures: Pictures,
    points: Vec<(String, Anchor)>,
    observe: observe::Observe,
    /// Contacts of rigid bodies, pair by pair, and all other elements.
    pairs: Vec<near::Pair>,
    sizes: Vec<f64>,
    length: f64,
    unpaired: Vec<usize>,
    swept: bool,
    /// Contacts that exist while they are near.
    listed: Option<listed::Listed>,
}

/// The equations evaluated at (t, q, u).
#[derive(Clone, Debug, Default)]
pub struct Eval {
    /// Time (s).
    pub t: f64,
    /// Extended velocity (u, 1).
    pub u: Vec<f64>,
    /// M in the order of [`System::M_entries`].
    pub M: Vec<f64>,
    /// Diagonal of M.
    pub M_diag: Vec<f64>,
    /// Inverse of the diagonal of M.
    pub M_inv: Vec<f64>,
    /// h.
    pub h: Vec<f64>,
    /// g of each row (zero for rows at velocity level).
    pub g: Vec<f64>,
    /// Blocks of W.
    pub W: Vec<f64>,
    /// ζ of each row.
    pub zeta: Vec<f64>,
    scratch: Vec<f64>,
    frames: Scratch,
    /// Where there are many contacts: which are near.
    near: Option<Box<near::Near>>,
    /// Rows that are empty: their contacts are far, or what would touch is not there.
    far: Vec<bool>,
    /// By element, in an evaluation that leaves out what is far: whether it is evaluated whatever its gap is, and whether it was
    /// found to have no gradient.
    needed: Vec<bool>,
    empty: Vec<bool>,
    /// By the first row of a contact, the features it is to keep; 0 or nothing: it chooses them.
    pub held: Vec<u64>,
}

impl Eval {
    /// Whether row r is empty, as its contact is far.
    #[inline]
    pub fn is_far(&self, r: usize) -> bool {
        self.far.get(r).is_some_and(|far| *far)
    }
}
remember!(cache Eval { t, u, M, M_diag, M_inv, h, g, W, zeta, near, far, needed, empty, held; skip scratch, frames });

#[doc(hidden)]
impl System {
    /// A workspace of the right size.
    pub fn eval(&self) -> Eval {
        Eval {
            t: f64::NAN,
            u: vec![1.0; self.nu + 1],
            M: vec![0.0; self.M_entries.len()],
            M_diag: vec![0.0; self.nu],
            M_inv: vec![0.0; self.nu],
            h: vec![0.0; self.nu],
            g: vec![0.0; self.nr],
            W: vec![0.0; self.w_len],
            zeta: vec![0.0; self.nr],
            scratch: vec![0.0; self.max_columns],
            frames: Scratch::default(),
            near: None,
            far: Vec::new(),
            needed: Vec::new(),
            empty: Vec::new(),
            held: Vec::new(),
        }
    }

    /// Evaluate M, h, g, W, ζ.
    pub fn evaluate(&self, t: f64, q: &[f64], u: &[f64], ev: &mut Eval) {
        self.evaluate_motion(t, q, u, ev);
        self.evaluate_rows(t, q, u, ev);
    }

    /// Evaluate M and h; the rows stay as they are.
    pub fn evaluate_motion(&self, t: f64, q: &[f64], u: &[f64], ev: &mut Eval) {
        ev.t = t;
        ev.u[..self.nu].copy_from_slice(&u[..self.nu]);
        let first = ev.M_diag.first().is_none_or(|&m| m == 0.0);
        for b in &self.bodies {
            let (q, u) = (&q[b.q.clone()], &u[b.u.clone()]);
            if first || !b.body.constant_M() {
                b.body.M(t, q, &mut ev.M[b.m.clone()]);
            }
            b.body.h(t, q, u, &self.gravity, &mut ev.h[b.u.clone()]);
        }
        if first || !self.constant_M {
            for (&(i, j), &v) in self.M_entries.iter().zip(&ev.M) {
                if i == j {
                    ev.M_diag[i] = v;
                    ev.M_inv[i] = 1.0 / v;
                }
            }
        }
        let c = Context { t, q, u: &ev.u, bodies: &self.bodies };
        self.add_h(&c, &mut ev.scratch, &mut ev.h);
    }

    /// Evaluate h alone at another velocity u, which is extended; all else stays.
    pub fn evaluate_h(&self, t: f64, q: &[f64], u: &[f64], ev: &mut Eval) {
        for b in &self.bodies {
            let (q, u) = (&q[b.q.clone()], &u[b.u.clone()]);
            b.body.h(t, q, u, &self.gravity, &mut ev.h[b.u.clone()]);
        }
        self.add_h(&Context { t, q, u, bodies: &self.bodies }, &mut ev.scratch, &mut ev.h);
    }

    /// h += the forces.
    fn add_h(&self, c: &Context, scratch: &mut [f64], h: &mut [f64]) {
        if self.load != 1.0 {
            self.add_loads_at_start(c, h);
        }
        for f in &self.forces {
            let out = &mut scratch[..f.dofs.len()];
            out.fill(0.0);
            f.force.h(c, &f.dofs, out);
            for (v, &d) in out.iter().zip(&f.dofs) {
                if d < self.nu {
                    h[d] += v;
                }
            }
        }
    }

    /// h -= the part that is not applied of the loads at time zero.
    #[cold]
    fn add_loads_at_start(&self, c: &Context, h: &mut [f64]) {
        for f in self.forces.iter().filter(|f| f.force.load_in_time()) {
            let mut out = vec![0.0; f.dofs.len()];
            f.force.h(&Context { t: 0.0, ..*c }, &f.dofs, &mut out);
            for (v, &d) in out.iter().zip(&f.dofs).filter(|(_, &d)| d < self.nu) {
                h[d] -= (1.0 - self.load) * v;
            }
        }
    }

    /// W_r · x for every row; x is extended (its entry nu stands for time).
    pub fn rows_dot(&self, ev: &Eval, x: &[f64], out: &mut [f64]) {
        for (r, (out, p)) in out.iter_mut().zip(self.W_ptr.windows(2)).enumerate() {
            if ev.is_far(r) {
                *out = 0.0;
                continue;
            }
            let (w, col) = (&ev.W[p[0]..p[1]], &self.W_col[p[0]..p[1]]);
            *out = w.iter().zip(col).map(|(w, &d)| w * x[d]).sum();
        }
    }

    /// W_r · x for one row.
    pub fn row_dot(&self, ev: &Eval, r: usize, x: &[f64]) -> f64 {
        let (w, col) = self.row(ev, r);
        w.iter().zip(col).map(|(w, &d)| w * x[d]).sum()
    }

    /// out += s W m; out is extended.
    pub fn add_forces(&self, ev: &Eval, m: &[f64], s: f64, out: &mut [f64]) {
        for (r, (m, p)) in m.iter().zip(self.W_ptr.windows(2)).enumerate() {
            let v = s * m;
            if v == 0.0 || ev.is_far(r) {
                continue;
            }
            for (w, &d) in ev.W[p[0]..p[1]].iter().zip(&self.W_col[p[0]..p[1]]) {
                out[d] += v * w;
            }
        }
    }

    /// out += M x.
    pub fn add_M(&self, ev: &Eval, x: &[f64], out: &mut [f64]) {
        for (&(i, j), &v) in self.M_entries.iter().zip(&ev.M) {
            out[i] += v * x[j];
        }
    }

    /// The entries and columns of row r; none where its contact is far.
    pub fn row<'a>(&'a self, ev: &'a Eval, r: usize) -> (&'a [f64], &'a [usize]) {
        if ev.is_far(r) {
            return (&[], &[]);
        }
        let p = self.W_ptr[r]..self.W_ptr[r + 1];
        (&ev.W[p.clone()], &self.W_col[p])
    }

    /// Σ W_ri² / M_ii: the diagonal of the Delassus operator, exact for diagonal M.
    pub fn delassus_diagonal(&self, ev: &Eval, r: usize) -> f64 {
        let (w, dofs) = self.row(ev, r);
        w.iter().zip(dofs).filter(|(_, &d)| d < self.nu).map(|(w, &d)| w * w / ev.M_diag[d]).sum()
    }

    /// q'(t, q, u).
    pub fn qdot(&self, t: f64, q: &[f64], u: &[f64], out: &mut [f64]) {
        for b in &self.bodies {
            b.body.qdot(t, &q[b.q.clone()], &u[b.u.clone()], &mut out[b.q.clone()]);
        }
    }
    /// q''(t, q, u, 0).
    pub fn qddot0(&self, t: f64, q: &[f64], u: &[f64], out: &mut [f64]) {
        for b in &self.bodies {
            b.body.qddot0(t, &q[b.q.clone()], &u[b.u.clone()], &mut out[b.q.clone()]);
        }
    }
    /// B(t, q) x.
    pub fn B(&self, t: f64, q: &[f64], x: &[f64], out: &mut [f64]) {
        for b in &self.bodies {
            b.body.B(t, &q[b.q.clone()], &x[b.u.clone()], &mut out[b.q.clone()]);
        }
    }
    /// B(q1)⁻¹ B(q0) x or its inverse, in place.
    pub fn transfer(&self, q0: &[f64], q1: &[f64], x: &mut [f64], inverse: bool) {
        for b in self.bodies.iter().filter(|b| !b.body.plain_kinematics()) {
            let (p0, p1, x) = (&q0[b.q.clone()], &q1[b.q.clone()], &mut x[b.u.clone()]);
            if inverse {
                b.body.transfer_inverse(p0, p1, x);
            } else {
                b.body.transfer(p0, p1, x);
            }
        }
    }
    /// Set quaternions back to unit length.
    pub fn normalize(&self, q: &mut [f64]) {
        for b in &self.bodies {
            b.body.normalize(&mut q[b.q.clone()]);
        }
    }
    /// Whether q' = u for all bodies.
    pub fn plain_kinematics(&self) -> bool {
        self.bodies.iter().all(|b| b.body.plain_kinematics())
    }
    /// Whether iterations should see ∂h.
    pub fn stiff(&self) -> bool {
        self.stiff
    }
    /// Rows of joints that depend on others wherever the joints hold.
    pub(crate) fn lasting(&self) -> &[bool] {
        self.lasting.get_or_init(|| lasting::find(self))
    }
    /// The start of the motion.
    pub(crate) fn set_start(&mut self, q0: &[f64], u0: &[f64]) {
        (self.q0, self.u0) = (q0.to_vec(), u0.to_vec());
        self.lasting = OnceLock::new();
    }
    /// The first time after t at which a drive or load switches.
    pub fn next_switch(&self, t: f64) -> Option<f64> {
        self.switches.iter().copied().find(|s| *s > t)
    }
    /// The first time after t at which a step has to end that keeps its error: a switch, or where an expression of a load or
    /// drive changes its formula.
    pub fn next_stop(&self, t: f64) -> Option<f64> {
        let known = self.breaks.get(self.breaks.partition_point(|s| *s <= t)).copied();
        self.next_switch(t).into_iter().chain(known).min_by(f64::total_cmp)
    }
    /// Whether a drive or load switches at t.
    pub fn is_switch(&self, t: f64) -> bool {
        self.switches.contains(&t)
    }
    /// Whether nothing in it can bring energy in: no loads but weight, springs and dampers, nothing
    /// that is driven or depends on time, no impact that returns more than it takes.
    pub fn passive(&self) -> bool {
        self.forces.iter().all(|f| f.force.passive())
            && self.bodies.iter().all(|b| b.body.passive())
            && self.elements.iter().all(|e| !e.dofs.contains(&self.nu))
            && self.laws().all(|law| law.e_N <= 1.0 && law.e_F <= 1.0)
    }
    /// Gravitational acceleration.
    pub fn gravity(&self) -> V3 {
        self.gravity
    }
    /// Applies a part of the weight, which is `gravity` in full, and of the loads that act at time zero; what loads change with time is
    /// theirs.
    pub(crate) fn set_load(&mut self, gravity: V3, part: f64) {
        (self.gravity, self.load) = (gravity * part, part);
    }
    /// Whether a body has several nodes.
    pub fn flexible(&self) -> bool {
        self.bodies.iter().any(|b| b.body.nodes() > 1)
    }
    /// Whether there are bilateral rows.
    pub fn has_joints(&self) -> bool {
        self.kinds.iter().any(|k| matches!(k, RowKind::Position | RowKind::Velocity))
    }
    /// Kinetic and potential energy; u is extended.
    pub fn energy(&self, t: f64, q: &[f64], u: &[f64]) -> f64 {
        let own = self.bodies.iter().map(|b| {
            let (q, u) = (&q[b.q.clone()], &u[b.u.clone()]);
            b.body.kinetic(t, q, u) + b.body.potential(t, q, &self.gravity)
        });
        own.fold(0.0, |sum, e| sum + e) + self.potential_of_forces(t, q, u)
    }
    fn potential_of_forces(&self, t: f64, q: &[f64], u: &[f64]) -> f64 {
        let c = Context { t, q, u, bodies: &self.bodies };
        self.forces.iter().map(|f| f.force.potential(&c)).sum()
    }
    /// Energies of states one after another, each (t, q, u, 1): in all, and the kinetic part alone (J).
    pub(crate) fn energies(&self, states: &[f64], out: &mut Vec<[f64; 2]>) {
        let size = 2 + self.nq + self.nu;
        out.clear();
        out.resize(states.len() / size, [0.0; 2]);
        for b in &self.bodies {
            let q = 1 + b.q.start..1 + b.q.end;
            let u = 1 + self.nq + b.u.start..1 + self.nq + b.u.end;
            b.body.add_energies((states, size), (q, u), &self.gravity, out);
        }
        if !self.forces.is_empty() {
            for (state, [all, _]) in states.chunks_exact(size).zip(out) {
                let (q, u) = state[1..].split_at(self.nq);
                *all += self.potential_of_forces(state[0], q, u);
            }
        }
    }
    /// A number of the features of contact c that touch at a state; u is extended. Where it changes, the rows of the contact
    /// may jump.
    pub fn feature(&self, c: usize, t: f64, q: &[f64], u: &[f64], s: &mut Scratch) -> u64 {
        let slot = &self.elements[self.row_element[self.contacts[c].row]];
        contact(&*slot.element).map_or(0, |e| e.feature(&self.context(t, q, u), s))
    }

    /// Contacts for which `keeps` holds keep the features they have where `ev` was evaluated, at q, until they are released.
    pub fn hold_features(&self, q: &[f64], ev: &mut Eval, keeps: impl Fn(usize) -> bool) {
        for (c, contact) in self.contacts.iter().enumerate().filter(|(c, _)| keeps(*c)) {
            let key = self.feature(c, ev.t, q, &ev.u, &mut ev.frames);
            if key != 0 {
                ev.held.resize(self.nr, 0);
                ev.held[contact.row] = key;
            }
        }
    }

    /// Contacts choose their features again; whether they did not.
    pub fn release_features(&self, ev: &mut Eval) -> bool {
        let held = !ev.held.is_empty();
        ev.held.clear();
        held
    }

    /// The time within which features that do not see each other yet cannot meet; u is extended.
    pub fn outlook(&self, t: f64, q: &[f64], u: &[f64], s: &mut Scratch) -> f64 {
        let c = self.context(t, q, u);
        let contacts = self.elements.iter().filter_map(|e| contact(&*e.element));
        contacts.map(|e| e.outlook(&c, s)).fold(f64::INFINITY, f64::min)
    }

    /// What elements and forces see of a state; u is extended.
    pub fn context<'a>(&'a self, t: f64, q: &'a [f64], u: &'a [f64]) -> Context<'a> {
        Context { t, q, u, bodies: &self.bodies }
    }
    /// What the model says about its looks.
    pub fn pictures(&self) -> &Pictures {
        &self.pictures
    }
    /// The forces with their names.
    pub fn forces(&self) -> impl Iterator<Item = (&str, &dyn Force)> {
        self.forces.iter().map(|f| (f.name.as_str(), &*f.force))
    }
    /// Points whose position and velocity are recorded: names, and whether they stay in the plane.
    pub fn points(&self) -> impl ExactSizeIterator<Item = (&str, bool)> {
        let planar = |a: &Anchor| a.body.is_some_and(|b| self.bodies[b].body.planar());
        self.points.iter().map(move |(n, a)| (n.as_str(), planar(a)))
    }
    /// Position and velocity of the point k.
    pub fn point(&self, k: usize, t: f64, q: &[f64], u: &[f64]) -> (V3, V3) {
        let mut f = Frame::default();
        Context { t, q, u, bodies: &self.bodies }.frame(&self.points[k].1, &mut f);
        (f.r, f.v)
    }
    /// Name of the element of a row.
    pub fn row_name(&self, r: usize) -> &str {
        &self.elements[self.row_element[r]].name
    }
}
