//! Steps by the tolerance alone, for schemes that choose their steps and have no dense output.
//!
//! A step goes as far as its error allows, from t0 to t1. Where it has passed a contact that is open at both of its ends
//! (`crossing.rs`), it is made again and ends there. A row of the output at t0 < t < t1 is what the scheme
//! itself reaches from t0 in a step of length t - t0. It is shorter than the step that was accepted, fulfils joints and
//! contacts as the scheme does, and becomes the accepted step as t tends to t1. A second instance of the scheme makes it, so that
//! the output changes no bit of the motion. Percussions of rows add up to those of the steps:
//!
//! ```text
//! P(row) = Σ P(steps since the last row) + P(t0 to t) - what earlier rows have had of this step
//! ```
//!
//! Where velocities jump within a step, both limits are rows. Violations, penetration, energy and events are taken at
//! the end of every step. A step ends where a load switches, and the scheme begins anew there.

use super::crossing::Crossing;
use super::pieces::Stops;
use super::{Engine, Extremes, Interrupt, State, StepInfo, Work};
use crate::contact::law::reserve;
use crate::error::StepError;
use crate::integrators::Tally;
use crate::memory::{remember, Memory, Remember};
use crate::record::{Event, Modes};
use crate::system::{Eval, Normal, Renewal, System};

/// A scheme whose `inner_step` is one step with an acceptable error; its state is what that reaches, with the
/// percussions of that step.
pub(super) trait Controlled: Engine {
    /// A step of length h whatever its error, without impacts at its very end.
    fn plain(&mut self, sys: &System, h: f64) -> Result<(), StepError>;
    /// Tolerance of gaps (m).
    fn tolerance(&self) -> f64;
    /// Both sides of a jump of velocities in the last step, which began at `before`; percussions count from there.
    fn limits(&self, before: &State) -> Option<[State; 2]>;
}

/// A controlled scheme with output at given times.
pub(super) struct Free<S> {
    scheme: S,
    /// For rows within a step.
    reader: S,
    t_end: f64,
    stops: Stops,
    out: State,
    /// The last step: the scheme and the modes at its start, its first state, whether it has still to be reported to its end,
    /// rows that stand there, and the number of rows before it.
    origin: Memory,
    before: State,
    pending: bool,
    held: Vec<State>,
    crossing: Crossing,
    /// Percussions and impulses since the last output, and what rows within the last step have had of its own.
    sum: [Vec<f64>; 2],
    told: [Vec<f64>; 2],
    rows: Vec<State>,
    events: Vec<Event>,
    modes: Modes,
    extremes: Extremes,
    count: Count,
    ev: Eval,
    u_old: Vec<f64>,
    gd: [Vec<f64>; 2],
    stop: Interrupt,
}

/// What steps have cost.
#[derive(Default)]
struct Count {
    tally: Tally,
    forced: usize,
    kept: usize,
    factorisations: usize,
    /// Evaluations before the last restart, and those for rows alone.
    past: usize,
    output: usize,
}
remember!(Count { tally, forced, kept, factorisations, past, output });

/// Smallest difference between two distinct times (s).
fn time_resolution(t: f64) -> f64 {
    1e-14 * (1.0 + t.abs())
}

/// Part of the tolerance of gaps by which a contact may be passed.
const DEPTH: f64 = 0.01;

/// Rows nearer to the start of a step than this part of it are its start.
const NEAR: f64 = 1e-9;

/// Steps after which a thousandth of a thousandth of the way must be done.
const STEPS: usize = 2_000;

/// Refuses steps so short that they never arrive.
fn moves(steps: usize, begin: f64, t: f64, dt: f64) -> Result<(), StepError> {
    let least = 1e-6 * dt;
    if steps < STEPS || t - begin >= least {
        return Ok(());
    }
    let (h, smallest) = ((t - begin) / steps as f64, least / STEPS as f64);
    Err(StepError::TooSmall { t: begin, h, smallest })
}

/// A state into another of the same system.
fn copy(to: &mut State, s: &State) {
    to.t = s.t;
    let to = [&mut to.q, &mut to.u, &mut to.a, &mut to.P, &mut to.la, &mut to.La];
    for (to, from) in to.into_iter().zip([&s.q, &s.u, &s.a, &s.P, &s.la, &s.La]) {
        to.clone_from(from);
    }
}

impl<S: Controlled> Free<S> {
    /// From two instances of the scheme.
    pub fn new([scheme, reader]: [S; 2], stops: Stops) -> Self {
        Free {
            scheme,
            reader,
            t_end: f64::INFINITY,
            stops,
            out: State::default(),
            origin: Memory::named(),
            before: State::default(),
            pending: false,
            held: Vec::new(),
            crossing: Crossing::default(),
            sum: Default::default(),
            told: Default::default(),
            rows: Vec::new(),
            events: Vec::new(),
            modes: Modes::default(),
            extremes: Extremes::default(),
            count: Count::default(),
            ev: Eval::default(),
            u_old: Vec::new(),
            gd: Default::default(),
            stop: Interrupt::default(),
        }
    }

    /// One step of the scheme, not beyond `end`, or the passage of a switch.
    fn advance(&mut self, sys: &System, end: f64) -> Result<StepInfo, StepError> {
        let t = self.scheme.state().t;
        let switch = self.stops.next(sys, t).filter(|s| *s <= end);
        let last = switch.map_or(end, f64::next_down);
        if let Some(switch) = switch.filter(|_| last - t <= time_resolution(t)) {
            self.count.past += self.scheme.evaluations();
            self.scheme.restart(sys, switch, end - switch)?;
            return Ok(StepInfo::default());
        }
        self.origin.record();
        self.scheme.remember(sys, &mut self.origin);
        self.modes.remember(&mut self.origin);
        copy(&mut self.before, self.scheme.state());
        let mut info = self.scheme.inner_step(sys, last)?;
        let depth = DEPTH * self.scheme.tolerance();
        loop {
            let (from, to) = (&self.before, self.scheme.state());
            let ends = [(from.t, &from.q[..], &from.u[..]), (to.t, &to.q[..], &to.u[..])];
            let Some(t) = self.crossing.first(sys, ends, &to.P, depth) else { break };
            if t - from.t <= time_resolution(t) {
                break;
            }
            self.origin.replay();
            self.scheme.remember(sys, &mut self.origin);
            let again = self.scheme.inner_step(sys, t)?;
            info = StepInfo { rejected: info.rejected + 1 + again.rejected, ..again };
        }
        let count = &mut self.count;
        count.tally.step(self.scheme.state().t - t);
        count.tally.rejected += info.rejected;
        count.factorisations += info.factorisations;
        count.forced += usize::from(info.way == "forced");
        count.kept += usize::from(info.way == "kept");
        self.pending = true;
        if let Some([mut left, right]) = self.scheme.limits(&self.before) {
            if left.t > t {
                self.held.push(left);
            } else if self.out.t < t - time_resolution(t) {
                [&mut left.P, &mut left.La].into_iter().zip(&self.sum).for_each(|(P, s)| {
                    P.iter_mut().zip(s).for_each(|(P, s)| *P += s);
                });
                self.rows.push(left);
            }
            self.held.push(right);
        }
        self.look(sys);
        Ok(info)
    }

    /// What the end of a step violates, and its events.
    fn look(&mut self, sys: &System) {
        let s = self.scheme.state();
        sys.evaluate(s.t, &s.q, &s.u, &mut self.ev);
        self.u_old[..sys.nu].copy_from_slice(&self.before.u);
        for r in 0..sys.nr {
            self.gd[0][r] = sys.row_dot(&self.ev, r, &self.u_old);
            self.gd[1][r] = sys.row_dot(&self.ev, r, &self.ev.u);
        }
        let [old, new] = &self.gd;
        self.modes.step(sys, s, |r| [old[r], new[r]], &mut self.events);
        self.extremes.look(sys, &self.ev, &s.q, &s.a, |_| false);
        let most = self.extremes.friction_excess.get_or_insert(0.0);
        for f in &sys.frictions {
            if let Normal::Contact(c) = f.normal {
                let load = s.P[sys.contacts[c].row];
                *most = most.max(-reserve(&f.law, load, &s.P[f.rows.clone()]));
            }
        }
    }

    /// The last step is reported to its end.
    fn absorb(&mut self) {
        for mut row in self.held.drain(..) {
            for (P, (sum, told)) in
                [&mut row.P, &mut row.La].into_iter().zip(self.sum.iter().zip(&self.told))
            {
                P.iter_mut().zip(sum.iter().zip(told)).for_each(|(P, (s, t))| *P += s - t);
            }
            self.rows.push(row);
        }
        let s = self.scheme.state();
        for ((sum, told), own) in self.sum.iter_mut().zip(&mut self.told).zip([&s.P, &s.La]) {
            sum.iter_mut().zip(told.iter().zip(own)).for_each(|(sum, (t, own))| *sum += own - t);
            told.fill(0.0);
        }
        self.pending = false;
    }

    /// Report the state that the steps have reached, as that of time t.
    fn report(&mut self, t: f64) {
        // at a jump its right limit is the row of the output
        if self.rows.last().is_some_and(|r| (r.t - t).abs() <= time_resolution(t)) {
            self.rows.pop();
        }
        copy(&mut self.out, self.scheme.state());
        self.out.t = t;
        self.out.P.copy_from_slice(&self.sum[0]);
        self.out.La.copy_from_slice(&self.sum[1]);
    }

    /// Report the time t within the last step.
    fn sample(&mut self, sys: &System, t: f64) -> Result<(), StepError> {
        let (h, whole) = (t - self.before.t, self.scheme.state().t - self.before.t);
        if h <= NEAR * whole {
            copy(&mut self.out, &self.before);
            self.out.P.fill(0.0);
            self.out.La.fill(0.0);
        } else {
            self.origin.replay();
            self.reader.remember(sys, &mut self.origin);
            let evaluations = self.reader.evaluations();
            let done = self.reader.plain(sys, h);
            self.count.output += self.reader.evaluations() - evaluations;
            copy(&mut self.out, self.reader.state());
            match done {
                Ok(()) => {}
                Err(e @ StepError::Interrupted { .. }) => return Err(e),
                // a step that was possible as a whole only: on the line between its ends
                Err(_) => self.mix(sys, h / whole),
            }
        }
        self.out.t = t;
        let out = [&mut self.out.P, &mut self.out.La];
        for ((own, sum), told) in out.into_iter().zip(&self.sum).zip(&mut self.told) {
            for ((own, sum), told) in own.iter_mut().zip(sum).zip(told) {
                (*own, *told) = (sum + *own - *told, *own);
            }
        }
        Ok(())
    }

    fn mix(&mut self, sys: &System, part: f64) {
        let (a, b, out) = (&self.before, self.scheme.state(), &mut self.out);
        copy(out, b);
        for (to, from) in [(&mut out.q, &a.q), (&mut out.u, &a.u)] {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = from + part * (*to - from));
        }
        sys.normalize(&mut out.q);
        out.P.iter_mut().chain(&mut out.La).for_each(|P| *P *= part);
    }

    fn run(&mut self, sys: &System, target: f64, info: &mut StepInfo) -> Result<(), StepError> {
        let begin = self.out.t;
        loop {
            let t = self.scheme.state().t;
            if self.pending && target < t - time_resolution(target) {
                return self.sample(sys, target);
            }
            if self.pending {
                self.absorb();
            }
            if target - t <= time_resolution(target) {
                self.report(target);
                return Ok(());
            }
            // steps may be millions, each of them short
            if self.stop.raised() {
                return Err(StepError::Interrupted { t });
            }
            info.add(&self.advance(sys, self.t_end.max(target))?);
            moves(info.inner, begin, self.scheme.state().t, target - begin)?;
        }
    }
}

impl<S: Controlled> Engine for Free<S> {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        dt: f64,
    ) -> Result<(), StepError> {
        self.scheme.start(sys, t, q, u, dt)?;
        self.reader.start(sys, t, q, u, dt)?;
        self.out = self.scheme.state().clone();
        self.before = self.out.clone();
        (self.pending, self.count) = (false, Count::default());
        self.held.clear();
        self.rows.clear();
        self.events.clear();
        for v in self.sum.iter_mut().chain(&mut self.told).chain(&mut self.gd) {
            *v = vec![0.0; sys.nr];
        }
        self.u_old = vec![1.0; sys.nu + 1];
        self.ev = sys.eval();
        self.crossing = Crossing::new(sys);
        sys.evaluate(t, q, u, &mut self.ev);
        let gd = &mut self.gd[1];
        gd.iter_mut().enumerate().for_each(|(r, v)| *v = sys.row_dot(&self.ev, r, &self.ev.u));
        self.modes.begin(sys, &self.out, |r| self.gd[1][r]);
        self.extremes = Extremes::default();
        self.extremes.look(sys, &self.ev, q, &self.out.a, |_| false);
        Ok(())
    }

    fn renews(&self) -> bool {
        self.scheme.renews()
    }

    fn ranges(&self) -> bool {
        true
    }

    /// Between two steps of the output, at which steps of the scheme end, see [`Engine::ranges`].
    fn renew(&mut self, sys: &System, by: &Renewal) -> Result<(), StepError> {
        self.scheme.renew(sys, by)?;
        self.reader.renew(sys, by)?;
        self.out.renew(by);
        self.before.renew(by);
        self.held.iter_mut().chain(&mut self.rows).for_each(|s| s.renew(by));
        for v in self.sum.iter_mut().chain(&mut self.told).chain(&mut self.gd) {
            *v = by.rows(v, 0.0);
        }
        self.ev = sys.eval();
        self.crossing = Crossing::new(sys);
        self.modes.renew(by);
        Ok(())
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let mut info = StepInfo::default();
        self.rows.clear();
        self.sum.iter_mut().for_each(|sum| sum.fill(0.0));
        let done = self.run(sys, self.out.t + dt, &mut info);
        let t = self.scheme.state().t;
        if done.is_err() && t > self.out.t {
            if self.pending {
                self.absorb();
            }
            self.report(t);
        }
        done.map(|()| info)
    }

    fn inner_step(&mut self, sys: &System, t_max: f64) -> Result<StepInfo, StepError> {
        self.rows.clear();
        self.sum.iter_mut().for_each(|sum| sum.fill(0.0));
        let info = self.advance(sys, t_max)?;
        if self.pending {
            self.absorb();
        }
        self.report(self.scheme.state().t);
        Ok(info)
    }

    fn until(&mut self, t_end: f64) {
        self.t_end = t_end;
    }

    fn state(&self) -> &State {
        &self.out
    }

    fn evaluations(&self) -> usize {
        self.count.past + self.scheme.evaluations()
    }

    fn tells(&self) -> bool {
        true
    }

    fn take_events(&mut self, out: &mut Vec<Event>) -> bool {
        // those of a step that goes on beyond the output wait for it
        let t = self.out.t + time_resolution(self.out.t);
        let n = self.events.iter().take_while(|e| e.t <= t).count();
        out.extend(self.events.drain(..n));
        true
    }

    fn take_rows(&mut self, out: &mut Vec<State>) {
        out.append(&mut self.rows);
    }

    fn redundant(&self) -> Vec<usize> {
        self.scheme.redundant()
    }

    fn extremes(&self) -> Option<&Extremes> {
        Some(&self.extremes)
    }

    fn work(&self) -> Option<Work> {
        let Count { tally, forced, kept, factorisations, output, .. } = &self.count;
        let mut ways = vec![("internal steps", tally.accepted)];
        let more = [
            ("steps of h_min whatever their error", *forced),
            ("steps of the length of the one before", *kept),
        ];
        ways.extend(more.into_iter().filter(|(_, n)| *n > 0));
        Some(Work {
            steps: tally.accepted,
            rejected: tally.rejected,
            evaluations: self.evaluations(),
            jacobians: 0,
            factorisations: *factorisations,
            solves: 0,
            h_min: tally.h_min,
            h_max: tally.h_max,
            h_sum: tally.h_sum,
            output: *output,
            ways,
        })
    }

    fn remember(&mut self, sys: &System, m: &mut Memory) {
        m.field("free");
        self.t_end.remember(m);
        self.scheme.remember(sys, m);
        self.out.remember(m);
        self.origin.remember(m);
        self.before.remember(m);
        self.pending.remember(m);
        self.held.remember(m);
        self.sum.remember(m);
        self.told.remember(m);
        self.rows.remember(m);
        self.events.remember(m);
        self.modes.remember(m);
        self.extremes.remember(m);
        self.count.remember(m);
    }

    fn set_interrupt(&mut self, stop: &Interrupt) {
        self.scheme.set_interrupt(stop);
        self.reader.set_interrupt(stop);
        self.stop = stop.clone();
    }

    fn has_forces(&self) -> bool {
        self.scheme.has_forces()
    }
}
