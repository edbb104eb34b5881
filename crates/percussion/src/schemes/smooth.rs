//! The integrators of the smooth motion as schemes, for systems without contacts.
//!
//! The integrator chooses its steps by its tolerance alone, and output times are read off its dense
//! output; see `pieces.rs`. With `fixed = yes` it takes one step of the size dt, without error
//! control. Where a load or drive switches, a step ends and the integrator begins anew. Motion that is
//! stiff for an explicit method is refused where it would take far too many steps.

use super::pieces::{self, Pace, Piece, Sampler};
use super::Extremes;
use super::{
    Engine, Interrupt, Make, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports, Work,
};
use crate::error::{ModelError, StepError};
use crate::integrators::smooth::SmoothEquations;
use crate::integrators::{self, Index, Integrator, Projection, Settings};
use crate::memory::{remember, Memory, Remember};
use crate::system::minimum_norm;
use crate::system::{Eval, System};

const fn option(name: &'static str, default: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { name, default, help }
}

const TOL: OptionInfo = option("tol", "1e-8", "tolerance of the error of a step");
const RTOL: OptionInfo = option("rtol", "", "relative tolerance, tol where not given");
const ATOL: OptionInfo = option("atol", "", "absolute tolerance, tol where not given");
const H0: OptionInfo = option("h0", "", "first step, chosen where not given");
const H_MAX: OptionInfo = option("h_max", "", "largest step, unlimited where not given");
const H_MIN: OptionInfo = option("h_min", "", "smallest step, that of rounding where not given");
const SAFETY: OptionInfo =
    option("safety", "", "safety factor of the choice of steps, 0.9 where not given");
const VIOLATION: OptionInfo = option(
    "violation",
    "",
    "project only where g or g' exceed this; where not given mdop5 always does, the others never",
);
const METRIC: OptionInfo = option("metric", "M", "metric of the projection: M or I");
const CONTROL: OptionInfo = option(
    "control",
    "qv",
    "what is controlled: coordinates and velocities (qv), or coordinates (q)",
);
const FIXED: OptionInfo = option("fixed", "no", "steps of exactly dt without error control");

/// Options of the explicit and half-explicit integrators.
pub const OPTIONS: &[OptionInfo] = &[TOL, RTOL, ATOL, H0, H_MAX, H_MIN, SAFETY, CONTROL, FIXED];
/// Options of those that project.
pub const PROJECTED: &[OptionInfo] =
    &[TOL, RTOL, ATOL, H0, H_MAX, H_MIN, SAFETY, CONTROL, VIOLATION, METRIC, FIXED];
/// Options of `radau5`.
pub const RADAU_OPTIONS: &[OptionInfo] = &[
    TOL,
    RTOL,
    ATOL,
    H0,
    H_MAX,
    H_MIN,
    SAFETY,
    FIXED,
    option("index", "2", "constraints at acceleration (1), velocity (2), or two levels (ggl)"),
];
/// Options of the adaptive generalized-α integrators.
pub const ALPHA_OPTIONS: &[OptionInfo] =
    &[TOL, RTOL, ATOL, H0, H_MAX, H_MIN, SAFETY, FIXED, RHO_INF, NEWTON];
/// Those of `alpha-pv-adaptive`.
pub const ALPHA_PV_OPTIONS: &[OptionInfo] = &[
    TOL,
    RTOL,
    ATOL,
    H0,
    H_MAX,
    H_MIN,
    SAFETY,
    FIXED,
    RHO_INF,
    NEWTON,
    option(
        "correction",
        "end",
        "of coordinates: end (M Q = W nu there) or start (Q = W nu, as published)",
    ),
];
const RHO_INF: OptionInfo =
    option("rho_inf", "0.8", "spectral radius at infinite frequency, 0 to 1");
const NEWTON: OptionInfo =
    option("newton", "1e-3", "change at which Newton's iteration ends, in parts of the tolerance");

const SUPPORTS: Supports = Supports {
    contacts: false,
    friction: false,
    joints: true,
    rolling: true,
    quaternions: true,
    adaptive: true,
    poisson: false,
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
    t_end: f64,
    at: Option<Box<At>>,
    state: State,
    extremes: Extremes,
    pace: Pace,
    redundant: Vec<usize>,
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

impl Smooth {
    /// By the name of the integrator.
    pub fn make(name: &str, o: &Options) -> Result<Box<dyn Engine>, ModelError> {
        let tol = o.positive("tol")?;
        let or = |name: &str, v: f64| if o.is_set(name) { o.positive(name) } else { Ok(v) };
        let mut set = Settings {
            rtol: or("rtol", tol)?,
            atol: or("atol", tol)?,
            h0: if o.is_set("h0") { Some(o.positive("h0")?) } else { None },
            h_max: or("h_max", f64::INFINITY)?,
            h_min: or("h_min", 0.0)?,
            fixed: o.flag("fixed")?,
            safety: if o.is_set("safety") { Some(o.positive("safety")?) } else { None },
            ..Default::default()
        };
        if o.has("violation") && (o.is_set("violation") || o.is_set("metric")) {
            let identity = o.word("metric", &["M", "I"])? == 1;
            let own = if name == "mdop5" { 0.0 } else { f64::INFINITY };
            let given = o.is_set("violation");
            let above = if given { o.within("violation", 0.0, 1e300)? } else { own };
            set.projection = Some(Projection { above, identity });
        }
        if o.has("control") {
            set.coordinates = o.word("control", &["qv", "q"])? == 1;
        }
        if o.is_set("newton") {
            set.newton = Some(o.positive("newton")?);
        }
        if o.has("index") {
            set.index =
                [Index::One, Index::Two, Index::Stabilised][o.word("index", &["1", "2", "ggl"])?];
        }
        if o.has("correction") {
            set.published = o.word("correction", &["end", "start"])? == 1;
        }
        if o.has("rho_inf") {
            set.rho_inf = o.within("rho_inf", 0.0, 1.0)?;
        }
        Ok(Box::new(Smooth {
            integrator: integrators::make(name, &set)?,
            fixed: set.fixed,
            t_end: f64::INFINITY,
            at: None,
            state: State::default(),
            extremes: Extremes::default(),
            pace: Pace::default(),
            redundant: Vec::new(),
            interrupt: Interrupt::default(),
        }))
    }

    /// One internal step: its piece with λ, and what it violates.
    fn advance(&mut self, sys: &System, w: &mut At, target: f64) -> Result<(), StepError> {
        let on = &mut self.integrator;
        let t = on.t();
        let stop = if self.fixed { target } else { self.t_end.max(target) };
        let switch = sys.next_switch(t).filter(|s| *s < stop);
        // the last step before a switch does not see what comes after it, with the rounding of its times
        let before = |s: f64| s - 4.0 * f64::EPSILON * s.abs();
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
        if let Some(s) = switch.filter(|s| self.integrator.t() >= before(*s)) {
            self.integrator.begin(sys, &mut w.eqs, s, &w.q, &w.u)?;
            self.forces(sys, w, 2)?;
        }
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

    fn run(&mut self, sys: &System, w: &mut At, dt: f64) -> Result<StepInfo, StepError> {
        let target = self.state.t + dt;
        let before = self.integrator.tally();
        self.state.P.fill(0.0);
        loop {
            w.piece.percuss(target.min(w.piece.t1), &mut self.state.P);
            if target <= self.integrator.t() {
                break;
            }
            if self.interrupt.raised() {
                return Err(StepError::Interrupted { t: self.state.t });
            }
            self.advance(sys, w, target)?;
        }
        // steps of a given size are reported as the method made them
        let (on, mode) = (&*self.integrator, &w.eqs.mode);
        if !w.sampler.read(sys, on, mode, target, !self.fixed, &mut self.state) {
            return Err(StepError::NotFinite { t: target });
        }
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
        };
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

    fn heed(&mut self, stop: &Interrupt) {
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
