//! The integrators of the smooth motion as schemes, for systems without contacts.
//!
//! A step of the scheme takes as many steps of the integrator as its tolerance asks for; with
//! `fixed = yes` it takes one, without error control. Accelerations and forces at its end come from
//! the index-1 equations
//!
//! ```text
//! M a = h + W λ,   W â + ζ = 0
//! ```
//!
//! and the percussions of the step from Simpson's rule on λ over it.

use super::{Engine, Make, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports};
use crate::error::{ModelError, StepError};
use crate::integrators::{self, Index, Integrator, Settings};
use crate::memory::{Memory, Remember};
use crate::solvers::smooth::SmoothEquations;
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
const FIXED: OptionInfo = option("fixed", "no", "steps of exactly dt without error control");

/// Options of the explicit and half-explicit integrators.
pub const OPTIONS: &[OptionInfo] = &[TOL, RTOL, ATOL, H0, H_MAX, FIXED];
/// Options of `radau5`.
pub const RADAU_OPTIONS: &[OptionInfo] = &[
    TOL,
    RTOL,
    ATOL,
    H0,
    H_MAX,
    FIXED,
    option("index", "2", "constraints at acceleration (1), velocity (2), or two levels (ggl)"),
];
/// Options of the adaptive generalized-α integrators.
pub const ALPHA_OPTIONS: &[OptionInfo] = &[
    TOL,
    RTOL,
    ATOL,
    H0,
    H_MAX,
    FIXED,
    option("rho_inf", "0.8", "spectral radius at infinite frequency, 0 to 1"),
];

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
    eqs: Option<Box<SmoothEquations>>,
    state: State,
    la_mid: Vec<f64>,
    a_mid: Vec<f64>,
    q_mid: Vec<f64>,
    u_mid: Vec<f64>,
    redundant: Vec<usize>,
}

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
            fixed: o.flag("fixed")?,
            ..Default::default()
        };
        if o.has("index") {
            set.index =
                [Index::One, Index::Two, Index::Stabilised][o.word("index", &["1", "2", "ggl"])?];
        }
        if o.has("rho_inf") {
            set.rho_inf = o.within("rho_inf", 0.0, 1.0)?;
        }
        Ok(Box::new(Smooth {
            integrator: integrators::make(name, &set)?,
            eqs: None,
            state: State::default(),
            la_mid: Vec::new(),
            a_mid: Vec::new(),
            q_mid: Vec::new(),
            u_mid: Vec::new(),
            redundant: Vec::new(),
        }))
    }

    /// Accelerations and forces at the state reached.
    fn finish(&mut self, sys: &System, eqs: &mut SmoothEquations) -> Result<(), StepError> {
        let s = &mut self.state;
        s.t = self.integrator.t();
        s.q.copy_from_slice(self.integrator.q());
        s.u.copy_from_slice(self.integrator.u());
        if !eqs.accelerations(sys, s.t, &s.q, &s.u, &mut s.a, &mut s.la) {
            return Err(StepError::NotFinite { t: s.t });
        }
        if !eqs.redundant().is_empty() {
            for r in eqs.redundant() {
                if !self.redundant.contains(r) {
                    self.redundant.push(*r);
                }
            }
            minimum_norm(sys, &eqs.ev, &eqs.on, &mut s.la);
        }
        Ok(())
    }

    fn run(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        dt: f64,
    ) -> Result<StepInfo, StepError> {
        let t_end = self.state.t + dt;
        let before = (self.integrator.rejected(), self.integrator.accepted());
        self.state.P.fill(0.0);
        while self.integrator.t() < t_end {
            self.integrator.advance(sys, eqs, t_end)?;
            let (t0, t1) = (self.integrator.t_old(), self.integrator.t());
            if sys.nr > 0 {
                // Simpson: λ at the start is that of the last state
                let h6 = (t1 - t0) / 6.0;
                let t = 0.5 * (t0 + t1);
                self.integrator.dense(t, &mut self.q_mid, &mut self.u_mid);
                let (q, u) = (&self.q_mid, &self.u_mid);
                eqs.accelerations(sys, t, q, u, &mut self.a_mid, &mut self.la_mid);
                let add = |P: &mut [f64], la: &[f64], w: f64| {
                    P.iter_mut().zip(la).for_each(|(p, l)| *p += w * h6 * l);
                };
                add(&mut self.state.P, &self.la_mid, 4.0);
                add(&mut self.state.P, &self.state.la, 1.0);
                self.finish(sys, eqs)?;
                add(&mut self.state.P, &self.state.la, 1.0);
            }
        }
        self.finish(sys, eqs)?;
        self.state.t = t_end;
        Ok(StepInfo {
            rejected: self.integrator.rejected() - before.0,
            inner: self.integrator.accepted() - before.1,
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
        let mut eqs = Box::new(SmoothEquations::new(sys));
        self.integrator.begin(sys, &mut eqs, t, q, u)?;
        let (nu, nr) = (sys.nu, sys.nr);
        self.state = State {
            t,
            q: q.to_vec(),
            u: u[..nu].to_vec(),
            a: vec![0.0; nu],
            P: vec![0.0; nr],
            la: vec![0.0; nr],
            La: vec![0.0; nr],
        };
        self.la_mid = vec![0.0; nr];
        self.a_mid = vec![0.0; nu];
        self.q_mid = vec![0.0; sys.nq];
        self.u_mid = vec![0.0; nu];
        self.redundant.clear();
        let done = self.finish(sys, &mut eqs);
        self.eqs = Some(eqs);
        done
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let Some(mut eqs) = self.eqs.take() else {
            return Err(StepError::NotFinite { t: self.state.t });
        };
        let done = self.run(sys, &mut eqs, dt);
        self.eqs = Some(eqs);
        done
    }

    fn remember(&mut self, sys: &System, m: &mut Memory) {
        m.field("smooth");
        self.integrator.remember(sys, m);
        m.part(&mut self.eqs);
        self.state.remember(m);
        self.redundant.remember(m);
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn evaluated(&self) -> Option<&Eval> {
        self.eqs.as_ref().map(|e| &e.ev).filter(|ev| ev.t == self.state.t)
    }

    fn evaluations(&self) -> usize {
        self.eqs.as_ref().map_or(0, |e| e.evaluations)
    }

    fn redundant(&self) -> Vec<usize> {
        self.redundant.clone()
    }
}
