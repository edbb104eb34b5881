//! Relations between two frames, and elements made of them.
//!
//! A relation is a set of scalar rows. Row k is g_k(frame 1, frame 2) with the gradient written as
//! a pair of wrenches, so that
//!
//! ```text
//! g' = f1·v1 + m1·ω1 + f2·v2 + m2·ω2
//! ```
//!
//! A row at velocity level (friction, rolling) has the wrenches alone. [`Relation::derive`] gives
//! the change of the wrenches along a small motion of the frames; from it follow
//!
//! ```text
//! W_k = ∂g'_k/∂u      H_k = ∂W_k/∂θ      ζ_k = g''_k - W_kᵀ a = ûᵀ H_k û
//! ```
//!
//! and with them every derivative a scheme needs: ∂(Wλ)/∂θ = Σ λ_k H_k, ∂g'/∂θ = ûᵀ H.

use crate::frame::{same, Anchor, BodyId, Frame, M3, V3};
use crate::picture::{Action, Shape, Sketch};
use std::any::Any;

/// Most rows of one element.
pub const MAX_ROWS: usize = 6;

/// Gradient of a row: force and moment on the first and on the second frame, per unit multiplier.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wrench {
    /// Force on frame 1.
    pub f1: V3,
    /// Moment on frame 1.
    pub m1: V3,
    /// Force on frame 2.
    pub f2: V3,
    /// Moment on frame 2.
    pub m2: V3,
}

impl Wrench {
    /// Force `f` on frame 2 and its reaction on frame 1, acting at the offsets `c2` and `c1`.
    #[inline]
    pub fn pair(f: V3, c1: V3, c2: V3) -> Self {
        Wrench { f1: -f, m1: -c1.cross(&f), f2: f, m2: c2.cross(&f) }
    }
    /// Moment `m` on frame 2 and its reaction on frame 1.
    pub fn couple(m: V3) -> Self {
        Wrench { f1: V3::zeros(), m1: -m, f2: V3::zeros(), m2: m }
    }
    fn power(&self, z: &Motion) -> f64 {
        self.f1.dot(&z.v1) + self.m1.dot(&z.w1) + self.f2.dot(&z.v2) + self.m2.dot(&z.w2)
    }
}

/// A small motion (or the velocity) of two frames.
#[derive(Clone, Copy, Debug, Default)]
pub struct Motion {
    /// Translation of frame 1.
    pub v1: V3,
    /// Rotation of frame 1.
    pub w1: V3,
    /// Translation of frame 2.
    pub v2: V3,
    /// Rotation of frame 2.
    pub w2: V3,
}

/// Scalar rows between two frames.
pub trait Relation: Send + Sync + 'static {
    /// Number of rows.
    fn rows(&self) -> usize;
    /// Values (zero for rows at velocity level) and wrenches.
    fn evaluate(&self, a: &Frame, b: &Frame, g: &mut [f64], w: &mut [Wrench]);
    /// Change of the wrenches along a motion.
    fn derive(&self, a: &Frame, b: &Frame, z: &Motion, dw: &mut [Wrench]);
    /// Both at once, of as many rows as there is room for. False where there are no wrenches, or the first value is above `cut`:
    /// then the values alone are set.
    fn follow(
        &self,
        (a, b): (&Frame, &Frame),
        z: &Motion,
        _cut: f64,
        g: &mut [f64],
        w: &mut [Wrench],
        dw: &mut [Wrench],
    ) -> bool {
        self.evaluate(a, b, g, w);
        self.derive(a, b, z, dw);
        true
    }
    /// Change of the wrenches along each of some motions; left out where there are no wrenches.
    fn derive_each(
        &self,
        a: &Frame,
        b: &Frame,
        z: &mut dyn Iterator<Item = Motion>,
        out: &mut dyn FnMut(usize, &[Wrench]),
    ) {
        let (mut dw, n) = ([Wrench::default(); MAX_ROWS], self.rows());
        for (j, z) in z.enumerate() {
            self.derive(a, b, &z, &mut dw[..n]);
            out(j, &dw[..n]);
        }
    }
    /// The point in space where it acts, for drawing.
    fn point(&self, _a: &Frame, b: &Frame) -> V3 {
        b.r
    }
    /// What it is, and what both bodies are at their frames as far as it knows, for drawing.
    fn sketch(&self) -> (&'static str, Option<Shape>, Option<Shape>) {
        ("relation", None, None)
    }
}

/// A bound of a gap from below by where the origins r1 and r2 of the two frames are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Apart {
    /// g ≥ |r2 - r1| - reach.
    Spheres(f64),
    /// g ≥ n·(r2 - r1) - reach with n the third axis of frame 1.
    Plane(f64),
}

/// What an element sees of the state: everything, by global index.
pub struct Context<'a> {
    /// Time.
    pub t: f64,
    /// Coordinates.
    pub q: &'a [f64],
    /// Velocities, extended by 1 for time.
    pub u: &'a [f64],
    /// The bodies.
    pub bodies: &'a [crate::bodies::BodySlot],
}

impl Context<'_> {
    /// The same place with other velocities, extended.
    pub fn with<'a>(&'a self, u: &'a [f64]) -> Context<'a> {
        Context { u, ..*self }
    }
    /// Evaluate the frame at an anchor.
    pub fn frame(&self, anchor: &Anchor, out: &mut Frame) {
        out.free = false;
        match anchor.body {
            Some(b) => {
                let s = &self.bodies[b];
                let (q, u) = (&self.q[s.q.clone()], &self.u[s.u.clone()]);
                s.body.frame(self.t, q, u, anchor.node, out);
            }
            None => out.reset(),
        }
        out.compose(anchor, self.t);
    }
}

/// Frames that are kept within an evaluation: neighbouring elements mostly sit on the same bodies.
const FRAMES: usize = 4;

/// Where a frame is that does not depend on time.
#[derive(Clone, Copy)]
struct Seat {
    body: Option<usize>,
    node: usize,
    rho: V3,
    R: M3,
}

impl Seat {
    fn of(x: &Anchor) -> Self {
        Seat { body: x.body, node: x.node, rho: x.rho, R: x.R }
    }
    fn is(&self, x: &Anchor) -> bool {
        let (a, b) = (&self.rho, &x.rho);
        let point = (a.x == b.x) & (a.y == b.y) & (a.z == b.z);
        (self.body, self.node) == (x.body, x.node) && point && same(&self.R, &x.R)
    }
}

impl Anchor {
    /// Whether both are the same place at all times.
    pub(crate) fn stays_at(&self, other: &Anchor) -> bool {
        self.drive.is_none() && other.drive.is_none() && Seat::of(self).is(other)
    }
}

/// Memory that elements evaluate in, so that they need none of their own.
#[derive(Clone)]
pub struct Scratch {
    pub(crate) frames: [Frame; FRAMES],
    seats: [Option<Seat>; FRAMES],
    next: usize,
    last: [usize; 2],
    shared: bool,
    /// Whether the element sits where the last one did.
    pub(crate) again: bool,
    pub(crate) w: [Wrench; MAX_ROWS],
    pub(crate) dw: [Wrench; MAX_ROWS],
    /// Features that the element is to keep; 0: it chooses them.
    pub(crate) held: u64,
    /// The gap above which a contact need not give more than it.
    pub(crate) cut: f64,
    /// The element has no gradient, or a gap above the cut: it has set g alone.
    pub(crate) empty: bool,
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch {
            frames: std::array::from_fn(|_| Frame::default()),
            seats: [None; FRAMES],
            next: 0,
            last: [0; 2],
            shared: false,
            again: false,
            w: [Wrench::default(); MAX_ROWS],
            dw: [Wrench::default(); MAX_ROWS],
            held: 0,
            cut: f64::INFINITY,
            empty: false,
        }
    }
}

impl Scratch {
    /// From here on all elements see the same state, or not any more.
    pub(crate) fn share(&mut self, shared: bool) {
        (self.shared, self.seats, self.cut) = (shared, [None; FRAMES], f64::INFINITY);
        self.again = false;
    }

    /// The place of the frame at an anchor; the frame in the place `other` stays.
    fn frame(&mut self, c: &Context, x: &Anchor, other: usize) -> usize {
        let shared = self.shared && x.drive.is_none();
        let known = |s: &Option<Seat>| s.as_ref().is_some_and(|s| s.is(x));
        if shared {
            if let Some(k) = self.seats.iter().position(known) {
                return k;
            }
        }
        let k = if self.next == other { (other + 1) % FRAMES } else { self.next };
        self.next = (k + 1) % FRAMES;
        self.seats[k] = shared.then(|| Seat::of(x));
        c.frame(x, &mut self.frames[k]);
        k
    }

    /// The places of the frames at two anchors.
    pub(crate) fn frames(&mut self, c: &Context, a: &Anchor, b: &Anchor) -> [usize; 2] {
        if !self.again {
            let i = self.frame(c, a, FRAMES);
            self.last = [i, self.frame(c, b, i)];
        }
        self.last
    }
}

impl std::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Scratch")
    }
}

/// An element: rows over some of the global velocities. `dofs` may name time (index nu).
pub trait Element: Any + Send + Sync {
    /// Global velocity indices of the local columns.
    fn dofs(&self, bodies: &[crate::bodies::BodySlot], nu: usize) -> Vec<usize>;
    /// All anchors: assembly checks them and numbers their material points.
    fn anchors(&mut self) -> Vec<&mut Anchor> {
        Vec::new()
    }
    /// Bodies that it names without an anchor.
    fn bodies(&self) -> Vec<BodyId> {
        Vec::new()
    }
    /// Number of rows.
    fn rows(&self) -> usize;
    /// g, W (rows × columns) and ζ; g alone where it says in `s` that there is no more.
    fn first(&self, c: &Context, s: &mut Scratch, g: &mut [f64], W: &mut [f64], zeta: &mut [f64]);
    /// H (rows × columns × columns): `H[r][i][j]` = ∂W_ri/∂θ_j.
    fn second(&self, c: &Context, H: &mut [f64]);
    /// Keep the normal row of a contact only.
    fn drop_friction(&mut self) {}
    /// What it is, for drawing.
    fn sketch(&self) -> Option<Sketch> {
        None
    }
    /// Where it acts, for drawing; false where that is not known.
    fn action(&self, _c: &Context, _out: &mut Action) -> bool {
        false
    }
}

/// The rows of a relation between two anchors.
pub struct FrameElement<R> {
    /// The relation.
    pub relation: R,
    /// First anchor.
    pub a: Anchor,
    /// Second anchor.
    pub b: Anchor,
    rows: usize,
}

impl<R: Relation> FrameElement<R> {
    /// An element with all rows of its relation.
    pub fn new(relation: R, a: Anchor, b: Anchor) -> Self {
        FrameElement { rows: relation.rows(), relation, a, b }
    }

    /// Number of local columns.
    pub(crate) fn columns_of(&self, c: &Context) -> usize {
        let of = |a: &Anchor| {
            let body = a.body.map_or(0, |b| c.bodies[b].body.frame_columns(a.node).len());
            body + usize::from(a.drive.is_some())
        };
        of(&self.a) + of(&self.b)
    }

    fn columns(anchor: &Anchor, bodies: &[crate::bodies::BodySlot], nu: usize) -> Vec<usize> {
        let mut d = anchor.body.map_or(Vec::new(), |b| {
            let s = &bodies[b];
            s.body.frame_columns(anchor.node).iter().map(|k| s.u.start + k).collect()
        });
        if anchor.drive.is_some() {
            d.push(nu);
        }
        d
    }
}

impl<R: Relation> Element for FrameElement<R> {
    fn dofs(&self, bodies: &[crate::bodies::BodySlot], nu: usize) -> Vec<usize> {
        let mut d = Self::columns(&self.a, bodies, nu);
        d.extend(Self::columns(&self.b, bodies, nu));
        d
    }
    fn anchors(&mut self) -> Vec<&mut Anchor> {
        vec![&mut self.a, &mut self.b]
    }
    fn rows(&self) -> usize {
        self.rows
    }
    fn first(&self, c: &Context, s: &mut Scratch, g: &mut [f64], W: &mut [f64], zeta: &mut [f64]) {
        let [i, j] = s.frames(c, &self.a, &self.b);
        let Scratch { frames, w, dw, held, cut, empty, .. } = s;
        frames[i].held = *held;
        let (a, b) = (&frames[i], &frames[j]);
        let [z, bias] = motions(a, b);
        let (w, dw) = (&mut w[..self.rows], &mut dw[..self.rows]);
        *empty = !self.relation.follow((a, b), &z, *cut, g, w, dw);
        if !*empty {
            rows((a, b), (&z, &bias), (w, dw), W, zeta);
        }
    }
    fn second(&self, c: &Context, H: &mut [f64]) {
        let (mut a, mut b) = (Frame::default(), Frame::default());
        c.frame(&self.a, &mut a);
        c.frame(&self.b, &mut b);
        let (mut gs, mut w) = ([0.0; MAX_ROWS], [Wrench::default(); MAX_ROWS]);
        let n_rows = self.relation.rows();
        self.relation.evaluate(&a, &b, &mut gs[..n_rows], &mut w[..n_rows]);
        let n = a.n + b.n;
        let one = (0..a.n).map(|j| Motion { v1: a.Jr[j], w1: a.Jw[j], ..Motion::default() });
        let two = (0..b.n).map(|j| Motion { v2: b.Jr[j], w2: b.Jw[j], ..Motion::default() });
        self.relation.derive_each(&a, &b, &mut one.chain(two), &mut |j, dw| {
            for (r, dw) in dw.iter().take(self.rows).enumerate() {
                for i in 0..a.n {
                    H[(r * n + i) * n + j] = dw.f1.dot(&a.Jr[i]) + dw.m1.dot(&a.Jw[i]);
                }
                for i in 0..b.n {
                    H[(r * n + a.n + i) * n + j] = dw.f2.dot(&b.Jr[i]) + dw.m2.dot(&b.Jw[i]);
                }
            }
        });
        for r in 0..self.rows {
            let block = &mut H[r * n * n..(r + 1) * n * n];
            frame_stress(c, &self.a, &a, &w[r].f1, &w[r].m1, block, n);
            if b.n > 0 {
                let block = &mut block[a.n * (n + 1)..];
                frame_stress(c, &self.b, &b, &w[r].f2, &w[r].m2, block, n);
            }
        }
    }
    fn drop_friction(&mut self) {
        self.rows = 1;
    }
    fn sketch(&self) -> Option<Sketch> {
        let (kind, shape_a, shape_b) = self.relation.sketch();
        Some(Sketch { kind, a: self.a.clone(), b: self.b.clone(), shape_a, shape_b })
    }
    fn action(&self, c: &Context, out: &mut Action) -> bool {
        let (mut a, mut b) = (Frame::default(), Frame::default());
        c.frame(&self.a, &mut a);
        c.frame(&self.b, &mut b);
        let (mut g, mut w) = ([0.0; MAX_ROWS], [Wrench::default(); MAX_ROWS]);
        let n = self.relation.rows();
        self.relation.evaluate(&a, &b, &mut g[..n], &mut w[..n]);
        out.point = self.relation.point(&a, &b);
        out.forces.clear();
        out.forces.extend(w[..self.rows].iter().map(|w| w.f2));
        true
    }
}

/// Velocities of two frames, and their accelerations where the generalized ones are zero.
#[inline]
pub(crate) fn motions(a: &Frame, b: &Frame) -> [Motion; 2] {
    let bias = Motion { v1: a.jv, w1: a.jw, v2: b.jv, w2: b.jw };
    [Motion { v1: a.v, w1: a.w, v2: b.v, w2: b.w }, bias]
}

/// W and ζ from wrenches and their changes.
#[inline]
pub(crate) fn rows(
    (a, b): (&Frame, &Frame),
    (z, bias): (&Motion, &Motion),
    (w, dw): (&[Wrench], &[Wrench]),
    W: &mut [f64],
    zeta: &mut [f64],
) {
    let n = a.n + b.n;
    for (r, (w, dw)) in w.iter().zip(dw).enumerate() {
        zeta[r] = dw.power(z) + w.power(bias);
        let (one, two) = W[r * n..(r + 1) * n].split_at_mut(a.n);
        a.row(&w.f1, &w.m1, one);
        b.row(&w.f2, &w.m2, two);
    }
}

/// Adds ∂(Jᵀ(f, m))/∂(columns) of an anchor's frame at fixed f, m.
pub fn frame_stress(
    c: &Context,
    anchor: &Anchor,
    frame: &Frame,
    f: &V3,
    m: &V3,
    k: &mut [f64],
    stride: usize,
) {
    frame.add_offset_stress(f, m, k, stride);
    if let Some(b) = anchor.body {
        let s = &c.bodies[b];
        let (fb, mb) = frame.at_base(f, m);
        s.body.frame_stress(&c.q[s.q.clone()], anchor.node, &fb, &mb, k, stride);
    }
}

/// Whether both anchors sit on planar bodies or on the world, at least one on a body.
pub fn planar_pair(bodies: &[crate::bodies::BodySlot], a: &Anchor, b: &Anchor) -> bool {
    let planar = |x: &Anchor| x.body.is_none_or(|k| bodies[k].body.planar());
    planar(a) && planar(b)
}
