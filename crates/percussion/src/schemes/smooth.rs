//! The integrators of the smooth motion as schemes, for systems without contacts.
//!
//! The integrator chooses its steps by its tolerance alone, and output times are read off its dense
//! output; see `pieces.rs`. With `fixed = yes` it takes one step of the size dt, without error
//! control. Where a load or drive switches, a step ends and the integrator begins anew. Motion that is
//! stiff for an explicit method is refused where it would take far too many steps.

use super::integrator_options as options;
use super::pieces::{self, before, Pace, Piece, Sampler, Stops};
use super::Extremes;
use super::{
    Engine, Interrupt, Make, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports, Work,
};
use crate::error::{ModelError, StepError};
use crate::integrators::smooth::SmoothEquations;
use crate::integrators::{self, Integrator};
use crate::memory::{remember, Memory, Remember};
use crate::system::minimum_norm;
use crate::system::{Eval, System};

const SUPPORTS: Supports = Supports {
    contacts: false,
    friction: false,
    joints: true,
    rolling: true,
    quaternions: true,
    adaptive: true,
    poisson: false,
    position: false,
    velocity: false,
    momentum: true,
    levels: false,
    explicit: false,
};

/// An entry of the table of schemes.
pub(super) const fn member(
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    options: &'static [OptionInfo],
    make: Make,
) -> SchemeInfo {
    SchemeInfo { name, summary, source, options, supports: SUPPORTS, make }
}

/// The scheme around an integrator.
pub(super) struct Smooth {
    integrator: Box<dyn Integrator>,
    fixed: bool,
    stops: Stops,
    t_end: f64,
    at: Option<Box<At>>,
    state: State,
    /// The row being read, what it may be off the constraints by, and up to where a step ends at each row.
    row: State,
    off: f64,
    until: f64,
    extremes: Extremes,
    pace: Pace,
    redundant: Vec<usize>,
    /// The switch that ended the last internal step: the next one begins just after it.
    switch: Option<f64>,
    interrupt: Interrupt,
}

/// Workspaces, and the internal step in which the output is.
struct At {
    eqs: SmoothEquations,
    sampler: Sampler,
    piece: Piece,
    /// The state at the end of the piece, or in its middle.
    q: Vec<f64>,
    u: Vec<f64>,
    a: Vec<f64>,
}
remember!(At { eqs, sampler, piece, q, u, a });

/// Parts of the tolerance that a row may be off the constraints by: dense output is less exact than steps.
const ROW: f64 = 100.0;

impl Smooth {
    /// By the name of the integrator.
    pub fn make(name: &str, o: &Options) -> Result<Box<dyn Engine>, ModelError> {
        let tol = o.positive("tol")?;
        let mut set = options::settings(name, o, tol)?;
        set.fixed = o.flag("fixed")?;
        Ok(Box::new(Smooth {
            integrator: integrators::make(name, &set)?,
            fixed: set.fixed,
            stops: Stops::new(o)?,
            t_end: f64::INFINITY,
            at: None,
            state: State::default(),
            row: State::default(),
            off: ROW * tol,
            until: f64::NEG_INFINITY,
            extremes: Extremes::default(),
            pace: Pace::new(o)?,
            redundant: Vec::new(),
            switch: None,
            interrupt: Interrupt::default(),
        }))
    }

    /// One internal step: its piece with λ, and what it violates.
    fn advance(&mut self, sys: &System, w: &mut At, target: f64) -> Result<(), StepError> {
        // the dense output of the last step ends where the integrator begins anew
        if let Some(s) = self.switch.take() {
            self.integrator.begin(sys, &mut w.eqs, s, &w.q, &w.u)?;
            self.forces(sys, w, 2)?;
        }
        let on = &mut self.integrator;
        let t = on.t();
        let stop = if self.fixed || target <= self.until { target } else { self.t_end.max(target) };
        let next = if self.fixed { sys.next_switch(t) } else { self.stops.next(sys, t) };
        let switch = next.filter(|s| *s < stop);
        on.advance(sys, &mut w.eqs, switch.map_or(stop, before))?;
        w.piece.begin(on.t_old(), on.t(), &w.eqs.mode);
        w.piece.la.swap(0, 2);
        if sys.nr > 0 {
            on.dense(0.5 * (on.t_old() + on.t()), &mut w.q, &mut w.u);
            self.forces(sys, w, 1)?;
        }
        w.q.copy_from_slice(self.integrator.q());
        w.u.copy_from_slice(self.integrator.u());
        self.forces(sys, w, 2)?;
        self.extremes.look(sys, &w.eqs.ev, &w.q, &w.a, |_| false);
        self.switch = switch.filter(|s| self.integrator.t() >= before(*s));
        self.pace.check(self.integrator.t(), self.t_end, &*self.integrator)
    }

    /// λ in the middle of the piece (k = 1) or at its end (2), at the state in `w`.
    fn forces(&mut self, sys: &System, w: &mut At, k: usize) -> Result<(), StepError> {
        let t = if k == 2 { self.integrator.t() } else { 0.5 * (w.piece.t0 + w.piece.t1) };
        let la = &mut w.piece.la[k];
        if !w.eqs.accelerations(sys, t, &w.q, &w.u, &mut w.a, la) {
            return Err(StepError::NotFinite { t });
        }
        if !w.eqs.redundant().is_empty() {
            for r in w.eqs.redundant() {
                if !self.redundant.contains(r) {
                    self.redundant.push(*r);
                }
            }
            minimum_norm(sys, &w.eqs.ev, &w.eqs.on, la);
        }
        Ok(())
    }

    /// Begin anew where the row before was, and go to the row at time t.
    fn go_back(&mut self, sys: &System, w: &mut At, t: f64) -> Result<(), StepError> {
        let from = w.piece.row();
        self.integrator.dense(from, &mut w.q, &mut w.u);
        sys.normalize(&mut w.q);
        w.sampler.put_on(sys, &w.eqs.mode, from, &mut w.q, &mut w.u);
        self.integrator.propose(0.5 * (t - from));
        self.integrator.begin(sys, &mut w.eqs, from, &w.q, &w.u)?;
        w.piece.begin(from, from, &w.eqs.mode);
        (self.until, self.switch) = (t, None);
        self.forces(sys, w, 2)
    }

    fn run(&mut self, sys: &System, w: &mut At, dt: f64) -> Result<StepInfo, StepError> {
        let target = self.state.t + dt;
        let before = self.integrator.tally();
        self.state.P.fill(0.0);
        loop {
            if target <= self.integrator.t() {
                // steps of a given size are reported as the method made them
                let (on, mode) = (&*self.integrator, &w.eqs.mode);
                if !w.sampler.read(sys, on, mode, target, !self.fixed, &mut self.row) {
                    return Err(StepError::NotFinite { t: target });
                }
                if self.fixed || !w.sampler.strays(sys, on, &w.piece, self.off, &self.row) {
                    break;
                }
                self.go_back(sys, w, target)?;
            }
            w.piece.add_impulses(w.piece.t1, &mut self.state.P);
            if self.interrupt.raised() {
                return Err(StepError::Interrupted { t: self.state.t });
            }
            self.advance(sys, w, target)?;
        }
        w.piece.add_impulses(target, &mut self.state.P);
        self.row.P.copy_from_slice(&self.state.P);
        self.row.La.copy_from_slice(&self.state.La);
        std::mem::swap(&mut self.row, &mut self.state);
        let after = self.integrator.tally();
        Ok(StepInfo {
            rejected: after.rejected - before.rejected,
            inner: after.accepted - before.accepted,
            ..Default::default()
        })
    }
}

impl Engine for Smooth {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        _dt: f64,
    ) -> Result<(), StepError> {
        let (nu, nr) = (sys.nu, sys.nr);
        let mut w = Box::new(At {
            eqs: SmoothEquations::new(sys),
            sampler: Sampler::new(sys),
            piece: Piece::new(sys),
            q: q.to_vec(),
            u: u[..nu].to_vec(),
            a: vec![0.0; nu],
        });
        super::independent(sys, &mut w.eqs, t, q, u)?;
        self.integrator.begin(sys, &mut w.eqs, t, q, u)?;
        self.state = State {
            t,
            q: q.to_vec(),
            u: u[..nu].to_vec(),
            a: vec![0.0; nu],
            P: vec![0.0; nr],
            la: vec![0.0; nr],
            La: vec![0.0; nr],
            ..State::default()
        };
        self.row.clone_from(&self.state);
        self.until = f64::NEG_INFINITY;
        self.switch = None;
        self.redundant.clear();
        self.extremes = Extremes::default();
        self.pace.begin(t, self.integrator.accepted());
        w.piece.begin(t, t, &w.eqs.mode);
        self.forces(sys, &mut w, 2)?;
        self.state.a.copy_from_slice(&w.a);
        self.state.la.copy_from_slice(&w.piece.la[2]);
        self.extremes.look(sys, &w.eqs.ev, q, &w.a, |_| false);
        self.at = Some(w);
        Ok(())
    }

    fn until(&mut self, t_end: f64) {
        self.t_end = t_end;
    }

    fn set_interrupt(&mut self, stop: &Interrupt) {
        self.interrupt = stop.clone();
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let Some(mut w) = self.at.take() else {
            return Err(StepError::NotFinite { t: self.state.t });
        };
        let done = self.run(sys, &mut w, dt);
        self.at = Some(w);
        done
    }

    fn remember(&mut self, sys: &System, m: &mut Memory) {
        m.field("smooth");
        self.t_end.remember(m);
        self.integrator.remember(sys, m);
        m.part(&mut self.at);
        self.state.remember(m);
        self.until.remember(m);
        self.switch.remember(m);
        self.extremes.remember(m);
        self.pace.remember(m);
        self.redundant.remember(m);
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn evaluated(&self) -> Option<&Eval> {
        self.at.as_ref().map(|w| &w.sampler.eqs.ev).filter(|ev| ev.t == self.state.t)
    }

    fn evaluations(&self) -> usize {
        self.at.as_ref().map_or(0, |w| w.eqs.evaluations)
    }

    fn redundant(&self) -> Vec<usize> {
        self.redundant.clone()
    }

    fn extremes(&self) -> Option<&Extremes> {
        Some(&self.extremes)
    }

    fn work(&self) -> Option<Work> {
        let w = self.at.as_ref()?;
        Some(pieces::work(&self.integrator.tally(), &w.eqs, &w.sampler))
    }
}
