//! What schemes that choose their own steps report.
//!
//! An internal step goes as far as its tolerance allows. Until the next one begins, its dense output
//! holds on [t0, t1], and any output time in there is read off it:
//!
//! ```text
//! (1)  q, u from the dense output, put on the constraints in the metric of M
//! (2)  M a = h + W λ,  W â + ζ = 0 there
//! (3)  P = ∫ λ dt with λ the parabola through its values at t0, t1 and a time near the middle, or several through more times
//! ```
//!
//! so that `dt` decides only what is written. Where (1) moves a row by more than the tolerance, the step has passed over something
//! that returned within it, such as the pulse of a drive: the motion goes back to the row before and on with steps as short as the rows. Violations, penetration and energy are taken at the end
//! of every internal step.

use super::integrator_options::{most_steps, MostSteps};
use super::{OptionInfo, Options, State, Work};
use crate::error::{ModelError, StepError};
use crate::integrators::smooth::{Mode, SlidingState, SmoothEquations};
use crate::integrators::{Integrator, Tally};
use crate::memory::remember;
use crate::system::{minimum_norm, System};

pub(super) const STOPS: OptionInfo = OptionInfo {
    name: "stops",
    default: "",
    help: "times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read",
};

/// Times at which a step has to end: those of the system, and those that were asked for.
pub(super) struct Stops(Vec<f64>);

impl Stops {
    pub fn new(o: &Options) -> Result<Self, ModelError> {
        o.list(STOPS.name).map(Stops)
    }

    /// The first one after t.
    pub fn next(&self, sys: &System, t: f64) -> Option<f64> {
        let own = self.0.get(self.0.partition_point(|s| *s <= t)).copied();
        sys.next_stop(t).into_iter().chain(own).min_by(f64::total_cmp)
    }
}

/// The end of a step that does not see what comes after the stop s, with the rounding of its times.
pub(super) fn before(s: f64) -> f64 {
    s - 4.0 * f64::EPSILON * s.abs()
}

/// An internal step that has not been reported to its end.
pub(super) struct Piece {
    pub t0: f64,
    pub t1: f64,
    /// λ at the start, at t0 + θ (t1 - t0), and at the end.
    pub la: [Vec<f64>; 3],
    pub theta: f64,
    /// λ at all times within, in their order, where there are more of them: a body at rest lets steps grow beyond what a load
    /// does to its forces.
    more: Vec<(f64, Vec<f64>)>,
    /// The middle of the step before, where the mode was the same, and the length of that step.
    before: (f64, Vec<f64>),
    last: f64,
    /// The rows in use.
    pub mode: Mode,
    /// Up to where percussions have been summed.
    from: f64,
}
remember!(Piece { t0, t1, la, theta, more, before, last, mode, from });

/// Part of the forces by which they may be off their parabola.
pub(super) const ROUGH: f64 = 1e-3;
/// Rows whose forces are a smaller part of all do not count.
const SMALL_ROW: f64 = 1e-6;
/// Where further times lie between two.
const INNER: f64 = 0.381_966_011_250_105;
/// A first step of a mode so much longer than the last one is doubted.
const GROWTH: f64 = 2.5;

impl Piece {
    pub fn new(sys: &System) -> Self {
        Piece::of(sys.nr, Mode::open(sys))
    }

    fn of(rows: usize, mode: Mode) -> Self {
        let z = || vec![0.0; rows];
        let (la, before) = ([z(), z(), z()], (f64::NAN, z()));
        let (more, last) = (Vec::new(), f64::INFINITY);
        Piece { t0: 0.0, t1: 0.0, la, theta: 0.5, more, before, last, mode, from: 0.0 }
    }

    /// A step from t0 to t1 in a mode; λ has to be filled in.
    pub fn begin(&mut self, t0: f64, t1: f64, mode: &Mode) {
        let h = self.t1 - self.t0;
        self.before.0 = self.t0 + self.theta * h;
        std::mem::swap(&mut self.before.1, &mut self.la[1]);
        self.last = if h > 0.0 { h } else { f64::INFINITY };
        if self.mode != *mode || self.t1 != t0 {
            self.before.0 = f64::NAN;
            self.mode.clone_from(mode);
        }
        (self.t0, self.t1, self.from, self.theta) = (t0, t1, t0, 0.5);
        self.more.clear();
    }

    /// The last row within the step, or its start.
    pub fn row(&self) -> f64 {
        self.from
    }

    /// Times at which λ is known, from 0 to the last one.
    fn last_node(&self) -> usize {
        self.more.len().max(1) + 1
    }

    fn node(&self, k: usize) -> (f64, &[f64]) {
        match (k, self.more.get(k.wrapping_sub(1))) {
            (0, _) => (self.t0, &self.la[0]),
            (_, Some((t, la))) => (*t, la),
            (1, None) if self.more.is_empty() => {
                (self.t0 + self.theta * (self.t1 - self.t0), &self.la[1])
            }
            _ => (self.t1, &self.la[2]),
        }
    }

    /// The three nodes of the parabola from node k to the next, and their weights at time s.
    fn parabola(&self, k: usize, s: f64) -> [(f64, &[f64]); 3] {
        let x = [0, 1, 2].map(|j| self.node(k.min(self.last_node() - 2) + j));
        [0, 1, 2].map(|j| {
            let [(y, _), (z, _)] = [x[(j + 1) % 3], x[(j + 2) % 3]];
            ((s - y) * (s - z) / ((x[j].0 - y) * (x[j].0 - z)), x[j].1)
        })
    }

    /// (3): add the percussions from where they were summed to up to t.
    pub fn add_impulses(&mut self, t: f64, P: &mut [f64]) {
        if self.t1 <= self.t0 || t <= self.from {
            return;
        }
        for k in 0..self.last_node() {
            let (a, b) = (self.node(k).0.max(self.from), self.node(k + 1).0.min(t));
            // Gauss's two points are exact for cubics
            let points = if a < b { [-1.0, 1.0] } else { continue };
            for g in points {
                let s = 0.5 * (a + b + g * (b - a) / 3.0_f64.sqrt());
                for (w, la) in self.parabola(k, s) {
                    P.iter_mut().zip(la).for_each(|(P, la)| *P += 0.5 * (b - a) * w * la);
                }
            }
        }
        self.from = t;
    }

    /// The worst row of forces `la` at time t, which are off the parabola from node k, as a part of the size of that row.
    fn worst(&self, k: usize, t: f64, la: &[f64]) -> f64 {
        let on = self.parabola(k, t);
        let size = |r: usize| self.la.iter().fold(la[r].abs(), |m, la| m.max(la[r].abs()));
        let all = (0..la.len()).fold(f64::MIN_POSITIVE, |m, r| m.max(size(r)));
        let off = |r: usize| (la[r] - on.iter().map(|(w, la)| w * la[r]).sum::<f64>()).abs();
        (0..la.len()).fold(0.0_f64, |m, r| m.max(off(r) / size(r).max(SMALL_ROW * all)))
    }

    /// Whether forces of a step with closed contacts or friction may be off the parabola through their three values: by the cubic through
    /// these and the one before.
    pub fn is_rough(&self) -> bool {
        let h = self.t1 - self.t0;
        let rubs = self.mode.sliding.iter().any(|rub| *rub != SlidingState::Open);
        if h <= 0.0 || !(rubs || self.mode.closed.contains(&true)) {
            return false;
        }
        let (t, la) = &self.before;
        if t.is_nan() {
            return h > GROWTH * self.last;
        }
        let s = (t - self.t0) / h;
        // the cubic that is zero at 0, θ and 1 has its value at s; within it is largest near 1/4 and 3/4
        let most = 0.05 / (s * (s - self.theta) * (s - 1.0)).abs();
        most * self.worst(0, *t, la) > ROUGH
    }

    /// Times between those at which λ is known, at no part of their distance that periods of a load could share.
    pub fn between(&self) -> impl Iterator<Item = f64> + use<> {
        let times: Vec<f64> = (0..=self.last_node()).map(|k| self.node(k).0).collect();
        (1..times.len()).map(move |k| times[k - 1] + INNER * (times[k] - times[k - 1]))
    }

    /// How far forces at time t are off, as a part of their size.
    pub fn off(&self, t: f64, la: &[f64]) -> f64 {
        let k = (1..self.last_node()).take_while(|&k| self.node(k).0 <= t).count();
        self.worst(k, t, la)
    }

    /// Forces at further times within.
    pub fn insert(&mut self, more: Vec<(f64, Vec<f64>)>) {
        if self.more.is_empty() {
            let (t, la) = self.node(1);
            let middle = (t, la.to_vec());
            self.more.push(middle);
        }
        self.more.extend(more);
        self.more.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
}

/// Reads states off the dense output, with equations of its own: those of the steps stay as they
/// are.
pub(super) struct Sampler {
    pub eqs: Box<SmoothEquations>,
    /// How far (1) moved the coordinates of the last row, in parts of 1 + |q|.
    pub moved: f64,
    on_line: Vec<f64>,
    end: State,
}
remember!(Sampler { eqs; skip moved, on_line, end });

impl Sampler {
    pub fn new(sys: &System) -> Self {
        let eqs = Box::new(SmoothEquations::new(sys));
        let zeros = |n: usize| vec![0.0; n];
        let [P, la, La] = [0; 3].map(|_| zeros(sys.nr));
        let end = State {
            t: 0.0,
            q: zeros(sys.nq),
            u: zeros(sys.nu),
            a: zeros(sys.nu),
            P,
            la,
            La,
            ..State::default()
        };
        Sampler { eqs, moved: 0.0, on_line: Vec::new(), end }
    }

    /// Whether the row just read is further off the constraints than `off` and what the ends of its step are off.
    pub fn strays(
        &mut self,
        sys: &System,
        on: &dyn Integrator,
        piece: &Piece,
        off: f64,
        row: &State,
    ) -> bool {
        let moved = self.moved;
        if moved <= off || row.t >= piece.t1 {
            return false;
        }
        let (mut end, mut ends) = (std::mem::take(&mut self.end), 0.0_f64);
        for t in [piece.t0, piece.t1] {
            self.read(sys, on, &piece.mode, t, true, &mut end);
            ends = ends.max(self.moved);
        }
        self.end = end;
        moved > off + 2.0 * ends
    }

    /// The projection of (1).
    pub fn put_on(&mut self, sys: &System, mode: &Mode, t: f64, q: &mut [f64], u: &mut [f64]) {
        if self.eqs.mode != *mode {
            self.eqs.set_mode(sys, mode);
        }
        if self.eqs.on.contains(&true) {
            let size = q.iter().fold(1.0_f64, |m, q| m.max(q.abs()));
            self.eqs.project_position(sys, t, q, u, 1e-15 * size);
            self.eqs.project_velocity(sys, t, q, u);
        }
    }

    /// λ of (2) at time t, without projection.
    pub fn forces(
        &mut self,
        sys: &System,
        on: &dyn Integrator,
        mode: &Mode,
        t: f64,
        (q, u, a): (&mut [f64], &mut [f64], &mut [f64]),
        la: &mut [f64],
    ) {
        if self.eqs.mode != *mode {
            self.eqs.set_mode(sys, mode);
        }
        on.dense(t, q, u);
        self.eqs.accelerations(sys, t, q, u, a, la);
    }

    /// (1) and (2) at time t; `project` where the state is to be put on the constraints. False where
    /// the accelerations are not finite.
    pub fn read(
        &mut self,
        sys: &System,
        on: &dyn Integrator,
        mode: &Mode,
        t: f64,
        project: bool,
        out: &mut State,
    ) -> bool {
        let eqs = &mut self.eqs;
        if eqs.mode != *mode {
            eqs.set_mode(sys, mode);
        }
        on.dense(t, &mut out.q, &mut out.u);
        sys.normalize(&mut out.q);
        out.t = t;
        self.moved = 0.0;
        self.on_line.clone_from(&out.q);
        if project && eqs.on.contains(&true) {
            let size = out.q.iter().fold(1.0_f64, |m, q| m.max(q.abs()));
            let left = eqs.project_position(sys, t, &mut out.q, &out.u, 1e-15 * size);
            if left.is_nan() {
                on.dense(t, &mut out.q, &mut out.u);
                sys.normalize(&mut out.q);
            }
            let parts =
                out.q.iter().zip(&self.on_line).map(|(q, o)| (q - o).abs() / (1.0 + o.abs()));
            self.moved = if left.is_nan() { f64::INFINITY } else { parts.fold(0.0, f64::max) };
            eqs.project_velocity(sys, t, &out.q, &mut out.u);
        }
        let finite = eqs.accelerations(sys, t, &out.q, &out.u, &mut out.a, &mut out.la);
        if !eqs.redundant().is_empty() {
            minimum_norm(sys, &eqs.ev, &eqs.on, &mut out.la);
        }
        finite
    }
}

/// Whether the end of a run is within reach of the steps taken.
pub(super) struct Pace {
    most: MostSteps,
    t: f64,
    steps: usize,
    h: f64,
    /// Whether an explicit integrator was found too slow.
    pub stuck: bool,
}
remember!(Pace { t, steps, h, stuck; skip most });

/// Steps over which the pace is measured.
const STRETCH: usize = 256;
/// h|λ| at the limit of stability of explicit methods.
pub(super) const LIMIT: f64 = 0.9;

impl Pace {
    pub fn new(o: &Options) -> Result<Self, ModelError> {
        Ok(Pace { most: most_steps(o)?, t: 0.0, steps: 0, h: 0.0, stuck: false })
    }

    pub fn begin(&mut self, t: f64, steps: usize) {
        (self.t, self.steps, self.h, self.stuck) = (t, steps, 0.0, false);
    }

    /// After internal steps up to t: an error where far too many more would be needed.
    pub fn check(&mut self, t: f64, t_end: f64, on: &dyn Integrator) -> Result<(), StepError> {
        let steps = on.accepted();
        if steps < self.steps + STRETCH || !t_end.is_finite() {
            return Ok(());
        }
        let h = (t - self.t) / (steps - self.steps) as f64;
        // steps that shrink from stretch to stretch come to an end of their own
        let steady = h > 0.25 * self.h && self.h > 0.0;
        self.begin(t, steps);
        self.h = h;
        if !steady {
            return Ok(());
        }
        let left = (t_end - t) / h;
        match on.stiff() {
            Some(ratio) if left > self.most[usize::from(ratio <= LIMIT)] => {
                Err(StepError::Stiff { t, h, ratio, left })
            }
            _ if left > self.most[2] => Err(StepError::Endless { t, h, left }),
            _ => Ok(()),
        }
    }
}

/// Whether a motion exists from the start: rows that depend on others must not contradict them, neither
/// at once nor as soon as the system moves. The error names the first joint that does.
pub(super) fn independent(
    sys: &System,
    eqs: &mut SmoothEquations,
    t: f64,
    q: &[f64],
    u: &[f64],
) -> Result<(), StepError> {
    let (mut a, mut la) = (vec![0.0; sys.nu + 1], vec![0.0; sys.nr]);
    if !eqs.accelerations(sys, t, q, u, &mut a, &mut la) {
        return Err(StepError::NotFinite { t });
    }
    for &r in eqs.redundant() {
        let w = sys.row(&eqs.ev, r).0.iter().fold(0.0_f64, |m, w| m.max(w.abs()));
        let off = sys.row_dot(&eqs.ev, r, &a) + eqs.ev.zeta[r];
        let size = a.iter().fold(0.0_f64, |m, a| m.max(a.abs()));
        if w == 0.0 || off.abs() > 1e-6 * (w * size + eqs.ev.zeta[r].abs()).max(1.0) {
            return Err(StepError::Singular { t, joint: sys.row_name(r).into(), off });
        }
    }
    let Some(&r) = eqs.redundant().first() else { return Ok(()) };
    match blocked(sys, eqs, t, q, u, &a) {
        Some(off) => Err(StepError::Singular { t, joint: sys.row_name(r).into(), off }),
        None => Ok(()),
    }
}

/// Whether the joints lead every small motion back to where it began, as two bars in line do with their
/// common end: then a rank that is missing at the start alone lets the first step begin and none
/// end. The violation of the motion that was tried.
fn blocked(
    sys: &System,
    eqs: &mut SmoothEquations,
    t: f64,
    q: &[f64],
    u: &[f64],
    a: &[f64],
) -> Option<f64> {
    let largest = |v: &[f64]| v.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let way = SMALL * if largest(q) > 0.0 { largest(q) } else { 1.0 };
    let (v, b) = (largest(&u[..sys.nu]), largest(a));
    let h = (way / v).min((2.0 * way / b).sqrt());
    if !h.is_finite() {
        return None;
    }
    let x: Vec<f64> = (0..sys.nu).map(|k| h * u[k] + 0.5 * h * h * a[k]).collect();
    let mut moved = vec![0.0; sys.nq];
    sys.B(t, q, &x, &mut moved);
    moved.iter_mut().zip(q).for_each(|(m, q)| *m += q);
    sys.normalize(&mut moved);
    // where drives leave no freedom, every position belongs to its own time
    let t = t + h;
    let gone = |to: &[f64]| to.iter().zip(q).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    let before = gone(&moved);
    eqs.evaluate(sys, t, &moved, u);
    let off =
        (0..sys.nr).filter(|&r| eqs.on_position[r]).fold(0.0, |m, r| eqs.ev.g[r].abs().max(m));
    let left = eqs.project_position(sys, t, &mut moved, u, 1e-15 * largest(q).max(1.0));
    (left.is_finite() && gone(&moved) < 0.01 * before).then_some(off)
}

/// A small motion, in parts of the coordinates.
const SMALL: f64 = 1e-3;

/// The work of an integrator with its equations.
pub(super) fn work(tally: &Tally, eqs: &SmoothEquations, sampler: &Sampler) -> Work {
    let (factorisations, solves) = eqs.solved();
    let mut ways = vec![("internal steps", tally.accepted)];
    for (way, n) in [
        ("steps made by mdop5, or without a correction", tally.replaced),
        ("projections left out", tally.unprojected),
    ] {
        if n > 0 {
            ways.push((way, n));
        }
    }
    Work {
        steps: tally.accepted,
        rejected: tally.rejected,
        evaluations: eqs.evaluations,
        jacobians: tally.jacobians,
        factorisations: factorisations + tally.factorisations,
        solves: solves + tally.solves,
        h_min: tally.h_min,
        h_max: tally.h_max,
        h_sum: tally.h_sum,
        output: sampler.eqs.evaluations,
        ways,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percussions_of_more_times_follow_the_forces() {
        let mode = Mode { closed: vec![true], sliding: Vec::new() };
        let mut p = Piece::of(1, mode.clone());
        let force = |t: f64| vec![2.0 + (5.0 * t).sin()];
        let whole = |t: f64| 2.0 * t - (5.0 * t).cos() / 5.0;
        p.begin(0.9, 1.0, &mode);
        p.la = [force(0.9), force(0.95), force(1.0)];
        assert!(!p.is_rough());
        p.begin(1.0, 3.0, &mode);
        p.la = [force(1.0), force(2.0), force(3.0)];
        assert!(p.is_rough());
        for _ in 0..6 {
            let more: Vec<_> = p.between().map(|t| (t, force(t))).collect();
            let off = more.iter().fold(0.0_f64, |m, (t, la)| m.max(p.off(*t, la)));
            p.insert(more);
            if off <= ROUGH {
                break;
            }
        }
        assert!(p.more.len() > 10 && p.more.len() < 200, "{}", p.more.len());
        let mut P = [0.0];
        for t in [1.2, 1.9, 2.6, 3.0] {
            p.add_impulses(t, &mut P);
            let exact = whole(t) - whole(1.0);
            assert!((P[0] - exact).abs() < 1e-4, "{t}: {} for {exact}", P[0]);
        }
    }
}
