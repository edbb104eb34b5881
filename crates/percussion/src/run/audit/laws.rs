//! An independent judge of a motion: it sees the model and two states that follow each other, and asks whether the laws of
//! mechanics hold between them. It knows no scheme, only what a scheme promises ([`Promise`]).
//!
//! With 0 and 1 for the start and the end of a step of length dt, m for its middle, a bar for the mean of both ends, and the
//! percussions P of the step:
//!
//! ```text
//! motion      q1 - q0 = dt q̄'                                    q' = B u + β                                          (1)
//! joints      g1 = 0,  γ1 = 0                                    at the levels that the scheme promises                 (2)
//! gaps        g1 ≥ 0                                                                                                   (3)
//! pressing    P_N ≥ 0,  λ_N ≥ 0,  and no P_N where the gap stays open                                                    (4)
//! friction    |P_F| ≤ μ P_N,  and  P_F·γ + μ P_N |γ| = 0: nothing moves while it sticks, what slides is braked fully    (5)
//! balance     M_m (u1 - u0) = dt (h0 + 4 h_m + h1)/6 + W̄ P                                                             (6)
//! energy      a system that nothing drives gains none                                                                  (7)
//! ```
//!
//! Two states do not tell what happened between them. What each law leaves open is the *spread*: by how much its terms change within
//! the step, which bounds the error of the mean for a motion that the step resolves, whatever the scheme. One formula gives all limits:
//!
//! ```text
//! limit = SAFETY · spread + tolerance · size                                                                           (8)
//! ```
//!
//! where *size* is the largest value of the run so far of what the law speaks of (coordinates, momenta, velocities, forces), with a rest for
//! rounding, and *tolerance* what the scheme works to. The spread shrinks as dt², the order of a single step of a first-order
//! scheme. Forces that have changed are followed by later steps too, as generalized-α carries its acceleration on: their change counts
//! with a part [`LAG`] of itself in every step after. Where a contact has other features at both ends, its gradient in between
//! is not known: its percussion counts in full, and (4) and (5) do not look at its gap and its sliding. Levels that a scheme does not
//! promise, and velocities of joints that depend on others where positions drift, may drift by [`DRIFT`] of their size.

use crate::contact::law;
use crate::memory::{remember, Memory, Remember};
use crate::record::{ratio, Finding};
use crate::relation::Scratch;
use crate::schemes::Promise;
use crate::system::{Eval, Normal, RowKind, System};

/// Allowance for what a motion does between the ends of a step beyond a monotonous change: runs that agree with their references need
/// up to 5.
const SAFETY: f64 = 10.0;
/// The same for sliding velocities, where a contact that sticks is to be told from one that slides.
const SLIPPING: f64 = 5.0;
/// By how much of the size of a model, and of its velocities, levels may drift that a scheme does not promise.
const DRIFT: f64 = 1e-2;
/// Part of the change of a force that the next step follows.
const LAG: f64 = 0.9;
/// Part of the largest kinetic energy that a system may gain that nothing drives: integrators exchange energy with a motion and take it
/// back.
const EXCHANGE: f64 = 1e-2;
/// The same for schemes whose velocities are differences of coordinates.
const COARSE: f64 = 0.1;
/// Most switches of loads that are looked at within a step.
const MOST_STOPS: usize = 8;
/// Part of the way of a gap in a step that a contact may be passed by: a passage makes a result doubtful.
const PASSED: f64 = 1e-2;
/// So many times the energy that there is are beyond every bound.
const BOUND: f64 = 10.0;
/// What rounding explains, as a part of values of at least one, as at the start of a run.
const ROUNDING: f64 = 1e-11;

/// The laws, in the order of [`Judge::found`].
pub const LAWS: [&str; 7] =
    ["motion", "joints", "gaps", "pressing", "friction", "balance", "energy"];
/// The place of the last of them.
pub const ENERGY: usize = LAWS.len() - 1;

/// A step that was accepted: the states at both ends, and what acted within.
#[derive(Clone, Copy)]
pub struct Passed<'a> {
    /// Time, coordinates and velocities before it.
    pub from: (f64, &'a [f64], &'a [f64]),
    /// After it.
    pub to: (f64, &'a [f64], &'a [f64]),
    /// Percussions of the rows within it.
    pub P: &'a [f64],
    /// Relative residual to which the scheme accepted its contacts.
    pub residual: f64,
    /// Forces at its end, where the scheme has them, and how much forces have changed ([`follow`]).
    pub la: Option<&'a [f64]>,
    pub change: &'a [f64],
}

/// Of a step from forces `old` to `new`: the change of each force, or what is left of earlier ones.
pub fn follow(change: &mut Vec<f64>, old: &[f64], new: &[f64]) {
    change.resize(new.len(), 0.0);
    for (change, (old, new)) in change.iter_mut().zip(old.iter().zip(new)) {
        *change = (new - old).abs().max(LAG * *change);
    }
}

/// The judge.
pub struct Judge {
    promise: Promise,
    /// The tolerance of the step that is judged: that of the scheme, or to which it accepted its contacts.
    tolerance: f64,
    /// The worst of each law.
    pub found: [Finding; LAWS.len()],
    /// Steps judged.
    pub steps: usize,
    /// The largest approach of a contact in one step so far (m).
    reach: f64,
    sizes: Sizes,
    /// Energy at the start and the lowest so far; the size of energies: that at the start, or of the forces over a length of the model (J).
    start: f64,
    lowest: f64,
    size: f64,
    /// The largest kinetic energy that the start and the fall of the potential account for (J).
    supply: f64,
    work: Option<Box<Work>>,
}

/// The largest values of a run so far, by which tolerances are measured.
#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    /// Relative velocity of a row, without cancellation.
    speed: f64,
    /// Percussion and force of a row.
    percussion: f64,
    force: f64,
    /// Momentum of a body over the root of its mass.
    momentum: f64,
}
remember!(Sizes { speed, percussion, force, momentum });

/// Workspaces.
struct Work {
    /// The equations at both ends, in the middle, and just before the end.
    ev: [Eval; 4],
    scratch: Scratch,
    /// Whether each contact has other features at both ends.
    other: Vec<bool>,
    /// q' at both ends.
    rates: [Vec<f64>; 2],
    q: Vec<f64>,
    u: Vec<f64>,
    /// By velocity: residual of a law, its spread, its size.
    residual: Vec<f64>,
    spread: Vec<f64>,
    terms: Vec<f64>,
    x: Vec<f64>,
    /// How much forces change where loads switch within the step.
    jumps: Vec<f64>,
}

impl Work {
    fn new(sys: &System) -> Self {
        let (q, u) = (vec![0.0; sys.nq], vec![0.0; sys.nu + 1]);
        Work {
            ev: [sys.eval_near(), sys.eval_near(), sys.eval(), sys.eval()],
            scratch: Scratch::default(),
            other: vec![false; sys.contacts.len()],
            rates: [q.clone(), q.clone()],
            residual: u.clone(),
            spread: u.clone(),
            terms: u.clone(),
            x: u.clone(),
            jumps: u.clone(),
            q,
            u,
        }
    }
}

impl Remember for Judge {
    fn remember(&mut self, m: &mut Memory) {
        let Judge {
            found,
            steps,
            reach,
            sizes,
            start,
            lowest,
            size,
            supply,
            promise: _,
            tolerance: _,
            work: _,
        } = self;
        for Finding { law: _, what, residual, limit, element, t } in found {
            what.remember(m);
            element.remember(m);
            [residual, limit, t].into_iter().for_each(|x| x.remember(m));
        }
        steps.remember(m);
        sizes.remember(m);
        [reach, start, lowest, size, supply].into_iter().for_each(|x| x.remember(m));
    }
}

impl Judge {
    /// Before the first step.
    pub fn new(promise: Promise) -> Self {
        Judge {
            promise,
            tolerance: promise.tolerance,
            found: LAWS.map(|law| {
                // names of elements are written here without allocations
                Finding { law, element: String::with_capacity(64), ..Finding::default() }
            }),
            steps: 0,
            reach: 0.0,
            sizes: Sizes::default(),
            start: f64::NAN,
            lowest: f64::INFINITY,
            size: 0.0,
            supply: 0.0,
            work: None,
        }
    }

    /// The system is another one: contacts came or went.
    pub fn renew(&mut self) {
        self.work = None;
    }

    /// The energy was changed from outside.
    pub fn begin_again(&mut self) {
        (self.start, self.lowest) = (f64::NAN, f64::INFINITY);
    }

    /// Judge a step by (1) to (6).
    #[inline(never)]
    pub fn judge(&mut self, sys: &System, step: &Passed) {
        let mut work = self.work.take().unwrap_or_else(|| Box::new(Work::new(sys)));
        let [(t0, q0, u0), (t1, q1, u1)] = [step.from, step.to];
        self.tolerance = self.promise.tolerance.max(step.residual);
        sys.evaluate(t0, q0, u0, &mut work.ev[0]);
        sys.evaluate(t1, q1, u1, &mut work.ev[1]);
        self.steps += 1;
        if self.steps == 1 {
            self.size = self.size.max(largest(&work.ev[1].h) * sys.length());
        }
        let Work { ev, scratch, other, .. } = &mut *work;
        let [ev0, ev1, ..] = &*ev;
        for (k, c) in sys.contacts.iter().enumerate() {
            let mut feature = |t, q, ev: &Eval| sys.feature(k, t, q, &ev.u, scratch);
            let unseen =
                || [ev0, ev1].iter().all(|ev| sys.row(ev, c.row).0.iter().all(|w| *w == 0.0));
            other[k] =
                step.P[c.row] != 0.0 && (feature(t0, q0, ev0) != feature(t1, q1, ev1) || unseen());
        }
        // loads that switch in between
        work.jumps.fill(0.0);
        let (mut t, mut count) = (t0, 0);
        while let Some(stop) = sys.next_stop(t).filter(|s| *s < t1 && count < MOST_STOPS) {
            sys.evaluate_motion(stop.next_up(), q0, u0, &mut work.ev[3]);
            let change = work.ev[3].h.iter().zip(&work.ev[0].h);
            work.jumps.iter_mut().zip(change).for_each(|(j, (h, h0))| *j += (h - h0).abs());
            (t, count) = (stop, count + 1);
        }
        // at a stop, drives may have velocities of either side
        let stops = sys.next_stop(t1.next_down()) == Some(t1);
        if stops {
            sys.evaluate(t1.next_down(), q1, u1, &mut work.ev[3]);
        }
        self.balance(sys, step, &mut work);
        self.motion(sys, step, &mut work);
        let ends = Ends::of(sys, step, &work, &mut self.sizes);
        self.joints(sys, &ends, stops.then_some(&work.ev[3]));
        self.contacts(sys, &ends, &work.other);
        self.friction(sys, &ends, &work.other);
        self.work = Some(work);
    }

    /// Keeps what is worse than all before.
    fn note(&mut self, law: usize, what: &'static str, bound: [f64; 2], element: &str, t: f64) {
        let [residual, limit] = bound;
        let worst = &mut self.found[law];
        // what is no number is worse than all that is
        if ratio(residual, limit) > worst.ratio() {
            (worst.what, worst.residual, worst.limit, worst.t) = (what, residual, limit, t);
            worst.element.clear();
            worst.element.push_str(element);
        }
    }

    /// (1), body by body.
    fn motion(&mut self, sys: &System, step: &Passed, work: &mut Work) {
        let [(t0, q0, _), (t1, q1, _)] = [step.from, step.to];
        let ([r0, r1], half) = (&work.rates, 0.5 * (t1 - t0));
        let size = self.tolerance * largest(q1) + ROUNDING;
        let judged = self.promise.momentum;
        for b in sys.bodies.iter().filter(|_| judged) {
            let [mut residual, mut spread] = [0.0; 2];
            for i in b.q.clone() {
                residual += (q1[i] - q0[i] - half * (r0[i] + r1[i])).powi(2);
                spread += (half * (r1[i] - r0[i])).powi(2);
            }
            // where percussions can drive it within the step
            for i in b.u.clone() {
                spread += (2.0 * half * work.terms[i] * work.ev[1].M_inv[i]).powi(2);
            }
            let bound = [residual.sqrt(), SAFETY * spread.sqrt() + size];
            self.note(0, "coordinates (m, rad)", bound, &b.name, t1);
        }
    }

    /// (6), body by body: momenta over the root of the mass, so that translations and rotations can be added.
    fn balance(&mut self, sys: &System, step: &Passed, work: &mut Work) {
        let [(t0, q0, u0), (t1, q1, u1)] = [step.from, step.to];
        let dt = t1 - t0;
        let Work {
            ev: [ev0, ev1, mid, _],
            rates: [r0, r1],
            q,
            u,
            residual,
            spread,
            terms,
            x,
            other: work_other,
            jumps,
            ..
        } = work;
        sys.qdot(t0, q0, u0, r0);
        sys.qdot(t1, q1, u1, r1);
        for i in 0..sys.nq {
            q[i] = 0.5 * (q0[i] + q1[i]) + 0.125 * dt * (r0[i] - r1[i]);
        }
        sys.normalize(q);
        for i in 0..sys.nu {
            u[i] = 0.5 * (u0[i] + u1[i]);
            x[i] = u1[i] - u0[i];
        }
        sys.evaluate_motion(0.5 * (t0 + t1), q, u, mid);
        for out in [&mut *residual, &mut *spread, &mut *terms] {
            out.fill(0.0);
        }
        for (((&(i, j), m), m0), m1) in sys.M_entries.iter().zip(&mid.M).zip(&ev0.M).zip(&ev1.M) {
            residual[i] += m * x[j];
            terms[i] += (m * x[j]).abs();
            spread[i] += ((m1 - m0) * x[j]).abs();
        }
        for i in 0..sys.nu {
            let [h0, hm, h1] = [ev0.h[i], mid.h[i], ev1.h[i]];
            residual[i] -= dt / 6.0 * (h0 + 4.0 * hm + h1);
            terms[i] += dt / 6.0 * (h0.abs() + 4.0 * hm.abs() + h1.abs());
            spread[i] += 0.5 * dt * (h1 - h0).abs().max((hm - h0).abs()).max((hm - h1).abs());
            spread[i] += dt * jumps[i];
        }
        let mut unseen = 0.0;
        for (r, &P) in step.P.iter().enumerate() {
            // percussions do not tell how the force has changed
            let change = dt * step.change.get(r).copied().unwrap_or(0.0)
                + self.promise.percussions * P.abs();
            let other = match sys.kinds[r] {
                RowKind::Normal(c) => work_other[c],
                RowKind::Friction(f) => match sys.frictions[f].normal {
                    Normal::Contact(c) => work_other[c],
                    Normal::Force(_) => false,
                },
                _ => false,
            };
            let change = change + if other { P.abs() } else { 0.0 };
            if P == 0.0 && change == 0.0 {
                continue;
            }
            let [w0, w1] = [&*ev0, &*ev1].map(|ev| sys.row(ev, r).0);
            if w0.iter().chain(w1).all(|w| *w == 0.0) {
                // features that are there within the step only
                unseen += P.abs();
            }
            let span = sys.W_ptr[r]..sys.W_ptr[r + 1];
            for (k, &d) in sys.W_col[span].iter().enumerate().filter(|(_, d)| **d < sys.nu) {
                let [a, b] = [w0, w1].map(|w| w.get(k).copied().unwrap_or(0.0));
                residual[d] -= 0.5 * (a + b) * P;
                terms[d] += 0.5 * (a.abs() + b.abs()) * P.abs();
                spread[d] += 0.5 * (((b - a) * P).abs() + (a.abs() + b.abs()) * change);
            }
        }
        let weighed = |v: &[f64], b: &crate::system::BodySlot| {
            b.u.clone().map(|i| v[i] * v[i] * ev1.M_inv[i]).sum::<f64>().sqrt()
        };
        let size = sys.bodies.iter().map(|b| weighed(terms, b)).fold(0.0, f64::max);
        let momentum = sys
            .bodies
            .iter()
            .map(|b| b.u.clone().map(|i| u1[i] * u1[i] * ev1.M_diag[i]).sum::<f64>().sqrt());
        self.sizes.momentum = momentum.fold(self.sizes.momentum, f64::max).max(size);
        let size = self.tolerance * self.sizes.momentum + ROUNDING;
        let judged = self.promise.momentum;
        for b in sys.bodies.iter().filter(|_| judged) {
            let lightest = b.u.clone().fold(0.0_f64, |m, i| m.max(ev1.M_inv[i]));
            let spread = weighed(spread, b) + unseen * lightest.sqrt();
            let bound = [weighed(residual, b), SAFETY * spread + size];
            self.note(5, "momentum over the root of the mass (J^1/2)", bound, &b.name, t1);
        }
    }

    /// (2).
    fn joints(&mut self, sys: &System, e: &Ends, before: Option<&Eval>) {
        // positions that drift contradict each other where rows depend on others
        let holds =
            self.promise.velocity && (self.promise.position || !sys.lasting().contains(&true));
        for r in (0..sys.nr).filter(|&r| joint(sys.kinds[r])) {
            if sys.kinds[r] == RowKind::Position {
                let part = if self.promise.position { self.tolerance } else { DRIFT };
                let bound = [e.ev1.g[r].abs(), part * sys.length()];
                self.note(1, "position (m, rad)", bound, sys.row_name(r), e.t);
            }
            let (gd, spread) = (e.rate(sys, r).abs(), e.turn(sys, r));
            let part = if holds { self.tolerance } else { DRIFT };
            let gd = before.map_or(gd, |ev| gd.min(sys.row_dot(ev, r, &ev.u).abs()));
            let bound = [gd, SAFETY * spread + part * e.speed + ROUNDING];
            self.note(1, "velocity (m/s, rad/s)", bound, sys.row_name(r), e.t);
        }
    }

    /// (3) and (4).
    fn contacts(&mut self, sys: &System, e: &Ends, other: &[bool]) {
        let tol = self.tolerance;
        for (c, other) in sys.contacts.iter().zip(other) {
            let (r, P) = (c.row, e.P[c.row]);
            if e.ev1.is_far(r) && P == 0.0 {
                continue;
            }
            let [gd0, gd1] = [e.rate0(sys, r), e.rate(sys, r)];
            let approach = e.dt * gd0.abs().max(gd1.abs());
            self.reach = self.reach.max(if gd0 < 0.0 { approach } else { 0.0 });
            let depth = match self.promise.position {
                true => tol * sys.length(),
                false => DRIFT * sys.length() + self.reach,
            };
            self.note(2, "penetration (m)", [-e.ev1.g[r], depth], &c.name, e.t);
            self.note(
                3,
                "pulling percussion (N s)",
                [-P, tol * e.percussion + ROUNDING],
                &c.name,
                e.t,
            );
            if let Some(la) = e.la {
                let limit = tol.max(self.promise.percussions) * e.force + ROUNDING;
                self.note(3, "pulling force (N)", [-la[r], limit], &c.name, e.t);
            }
            if P > tol * e.percussion + ROUNDING && !other {
                // it prevents what the bodies would do without it
                let push = e.dt * P * sys.delassus_diagonal(e.ev1, r);
                let open = e.ev0.g[r].min(e.ev1.g[r]);
                let limit = SAFETY * (approach + push) + tol * sys.length();
                self.note(3, "gap under a percussion (m)", [open, limit], &c.name, e.t);
            }
        }
    }

    /// (5).
    fn friction(&mut self, sys: &System, e: &Ends, other: &[bool]) {
        let tol = self.tolerance;
        let judged = self.promise.momentum;
        for f in sys.frictions.iter().filter(|_| judged) {
            let (load, la_N) = match f.normal {
                Normal::Contact(c) => {
                    let r = sys.contacts[c].row;
                    (e.P[r], e.la.map_or(0.0, |la| la[r]))
                }
                Normal::Force(N) => (N * e.dt, N),
            };
            let P = &e.P[f.rows.clone()];
            if load == 0.0 && P.iter().all(|P| *P == 0.0) {
                continue;
            }
            let beyond = -law::reserve(&f.law, load, P);
            let limit = tol * (e.percussion + load.abs())
                + self.promise.percussions * load.abs()
                + ROUNDING;
            self.note(4, "percussion beyond the limit (N s)", [beyond, limit], &f.name, e.t);
            if let Some(la) = e.la {
                let beyond = -law::reserve(&f.law, la_N, &la[f.rows.clone()]);
                let limit = tol * (e.force + la_N.abs()) + ROUNDING;
                self.note(4, "force beyond the limit (N)", [beyond, limit], &f.name, e.t);
            }
            if matches!(f.normal, Normal::Contact(c) if other[c]) {
                continue;
            }
            let [mut slip, mut change, mut work] = [0.0, 0.0, 0.0];
            for (r, P) in f.rows.clone().zip(P) {
                let gd = e.rate(sys, r);
                work += P * gd;
                slip += gd * gd;
                change += ((gd - e.rate0(sys, r)).abs() + e.turn(sys, r)).powi(2);
            }
            let most = law::limit_slope(&f.law) * load.max(0.0);
            let bound = [
                work + most * slip.sqrt(),
                most * (SLIPPING * change.sqrt() + tol * e.speed)
                    + (tol * e.percussion + ROUNDING) * slip.sqrt()
                    + ROUNDING * (1.0 + most),
            ];
            self.note(4, "work that friction does not take (J)", bound, &f.name, e.t);
        }
    }

    /// (7), at a state of a system that nothing drives: its energy in all, and the kinetic part. False where it has left every bound.
    pub fn passive(&mut self, t: f64, energy: f64, kinetic: f64) -> bool {
        if self.start.is_nan() {
            self.start = energy;
        }
        self.lowest = self.lowest.min(energy);
        self.size = self.size.max(self.start.abs());
        // kinetic energy comes from the potential one, or was there
        self.supply = self.supply.max((self.start - (energy - kinetic)).min(kinetic));
        let gain = energy - self.lowest;
        // velocities of schemes without momenta are differences of coordinates
        let exchange = if self.promise.momentum { EXCHANGE } else { COARSE };
        let limit = exchange * self.supply + self.promise.tolerance * self.size + ROUNDING;
        self.note(6, "energy gained (J)", [gain, limit], "system", t);
        gain <= BOUND * (self.supply + self.size + 1.0)
    }

    /// A contact that is open at both ends of a step was passed within, at time t; its gap went so far (m).
    pub fn passed(&mut self, contact: &str, t: f64, way: f64) {
        self.note(2, "way past the contact in one step (m)", [way, PASSED * way], contact, t);
    }

    /// Whether the energy of a system that is driven is far above that at its start.
    pub fn driven(&mut self, energy: f64) -> bool {
        if self.start.is_nan() {
            self.start = energy;
        }
        let gain = energy - self.start;
        gain.is_nan() || gain > BOUND * (self.start.abs() + self.size + 1.0)
    }
}

fn largest(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |a: f64, v| a.max(v.abs()))
}

/// Whether a row is that of a joint.
fn joint(kind: RowKind) -> bool {
    matches!(kind, RowKind::Position | RowKind::Velocity)
}

/// Both ends of a step, and the largest values there, by which tolerances are measured.
struct Ends<'a> {
    ev0: &'a Eval,
    ev1: &'a Eval,
    P: &'a [f64],
    la: Option<&'a [f64]>,
    t: f64,
    dt: f64,
    /// Of [`Sizes`].
    speed: f64,
    percussion: f64,
    force: f64,
}

impl<'a> Ends<'a> {
    fn of(sys: &System, step: &Passed<'a>, work: &'a Work, sizes: &mut Sizes) -> Self {
        let [ev0, ev1, ..] = &work.ev;
        let mut speed = sizes.speed;
        for r in 0..sys.nr {
            let (w, columns) = sys.row(ev1, r);
            let sum =
                w.iter().zip(columns).map(|(w, &d)| (w * ev1.u[d]).abs() + (w * ev0.u[d]).abs());
            speed = speed.max(sum.sum());
        }
        let dt = step.to.0 - step.from.0;
        let (la, force) = (step.la, largest(&ev1.h));
        sizes.speed = speed;
        sizes.percussion = sizes.percussion.max(largest(step.P)).max(dt * force);
        sizes.force = sizes.force.max(la.map_or(0.0, largest)).max(force);
        Ends {
            ev0,
            ev1,
            P: step.P,
            la,
            t: step.to.0,
            dt,
            speed,
            percussion: sizes.percussion,
            force: sizes.force,
        }
    }
    /// The velocity of a row after the step.
    fn rate(&self, sys: &System, r: usize) -> f64 {
        sys.row_dot(self.ev1, r, &self.ev1.u)
    }
    /// Before it.
    fn rate0(&self, sys: &System, r: usize) -> f64 {
        sys.row_dot(self.ev0, r, &self.ev0.u)
    }
    /// By how much the velocity of a row changes as its gradient does.
    fn turn(&self, sys: &System, r: usize) -> f64 {
        (self.rate(sys, r) - sys.row_dot(self.ev0, r, &self.ev1.u)).abs()
    }
}
