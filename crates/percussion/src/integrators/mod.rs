//! Integrators of the smooth motion between events, with error control and dense output.
//!
//! ```text
//! q' = B u + β     M u' = h + W λ     g = 0, W û = 0, W â + ζ = 0 for the rows in use
//! ```
//!
//! Which rows are in use is the [`Mode`](crate::integrators::smooth::Mode) of the
//! [`SmoothEquations`]; it stays the same from one [`Integrator::begin`] to the next.
//!
//! | name | equations | order | use it for |
//! |---|---|---|---|
//! | `dopri5` | index 1 | 5 | few constraints, short times; constraints drift slowly |
//! | `mdop5` | index 1, projected | 5 | the same without drift |
//! | `hem5` | index 2 | 5 | constraints at velocity level exact in every stage |
//! | `phem56` | index 2 | 5 | the same at lower cost: the first choice for mechanisms |
//! | `radau5` | index 1, 2 or both levels | 5 | stiff forces at high accuracy |
//! | `alpha-p`, `alpha-v`, `alpha-pv` | index 3, 2, both levels | 2 | stiff forces at low accuracy |
//!
//! Errors are weighted by `atol + rtol |value|`, component by component, and their root mean square
//! over q and u is kept below one in every step.

mod alpha;
mod coefficients;
mod dense;
mod dopri;
mod driver;
mod half_explicit;
mod hem;
mod phem;
mod radau;
mod radau_matrix;
mod radau_split;
pub mod smooth;
mod tableaux;

pub(crate) use coefficients::Coefficients;

use crate::error::{ModelError, StepError};
use crate::integrators::smooth::SmoothEquations;
use crate::memory::{remember, Memory};
use crate::system::System;
use alpha::Level;
use driver::Driver;

/// One accepted step after another of the smooth equations in a fixed mode, with error control and
/// dense output.
pub trait Integrator: Send {
    /// Start at (t, q, u), also again after events. The first step is chosen here unless one is
    /// remembered from before.
    fn begin(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        t: f64,
        q: &[f64],
        u: &[f64],
    ) -> Result<(), StepError>;
    /// One accepted step, not beyond `t_max`; nothing happens where `t_max` is reached already.
    fn advance(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        t_max: f64,
    ) -> Result<(), StepError>;
    /// The length of the next step, where its error allows it.
    fn propose(&mut self, h: f64);
    /// Change the tolerances that are not held, from the next start on.
    fn tolerate(&mut self, tol: f64);
    /// Multipliers as the method itself has them at the time reached: those of its last stage, of the
    /// order given in [`IntegratorInfo::multipliers`]. The index-1 equations at (q, u) give better ones.
    fn multipliers(&self) -> &[f64];
    /// Start of the last step.
    fn t_old(&self) -> f64;
    /// Time reached.
    fn t(&self) -> f64;
    /// Coordinates reached.
    fn q(&self) -> &[f64];
    /// Velocities reached.
    fn u(&self) -> &[f64];
    /// Coordinates and velocities within the last step, [t_old, t].
    fn dense(&self, t: f64, q: &mut [f64], u: &mut [f64]);
    /// Accelerations at the time reached.
    fn a(&self) -> &[f64];
    /// What the steps so far have cost.
    fn tally(&self) -> Tally;
    /// h|λ| of the fastest motion, where steps have long been as short as the method's stability
    /// asks for.
    fn stiff(&self) -> Option<f64> {
        None
    }
    /// Write down or take up all that the next step and the dense output depend on.
    fn remember(&mut self, sys: &System, m: &mut Memory);
    /// Steps tried and rejected so far.
    fn rejected(&self) -> usize {
        self.tally().rejected
    }
    /// Steps accepted so far.
    fn accepted(&self) -> usize {
        self.tally().accepted
    }
}

/// Counts of an integrator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally {
    /// Steps accepted.
    pub accepted: usize,
    /// Steps tried and rejected.
    pub rejected: usize,
    /// Smallest step accepted.
    pub h_min: f64,
    /// Largest step accepted.
    pub h_max: f64,
    /// Sum of all steps accepted.
    pub h_sum: f64,
    /// Evaluations of derivatives of the equations.
    pub jacobians: usize,
    /// Factorisations of matrices other than that of the smooth equations.
    pub factorisations: usize,
    /// Solutions with them.
    pub solves: usize,
    /// Steps that another method made in place of this one, or without one of its parts.
    pub replaced: usize,
    /// Projections left out, as the violation was small.
    pub unprojected: usize,
}
remember!(Tally {
    accepted,
    rejected,
    h_min,
    h_max,
    h_sum,
    jacobians,
    factorisations,
    solves,
    replaced,
    unprojected
});

impl Default for Tally {
    fn default() -> Self {
        Tally {
            accepted: 0,
            rejected: 0,
            h_min: f64::INFINITY,
            h_max: 0.0,
            h_sum: 0.0,
            jacobians: 0,
            factorisations: 0,
            solves: 0,
            replaced: 0,
            unprojected: 0,
        }
    }
}

impl Tally {
    /// The sum of both.
    pub fn plus(&self, o: &Tally) -> Tally {
        Tally {
            accepted: self.accepted + o.accepted,
            rejected: self.rejected + o.rejected,
            h_min: self.h_min.min(o.h_min),
            h_max: self.h_max.max(o.h_max),
            h_sum: self.h_sum + o.h_sum,
            jacobians: self.jacobians + o.jacobians,
            factorisations: self.factorisations + o.factorisations,
            solves: self.solves + o.solves,
            replaced: self.replaced + o.replaced,
            unprojected: self.unprojected + o.unprojected,
        }
    }
    /// A step of size h is accepted.
    pub fn step(&mut self, h: f64) {
        self.accepted += 1;
        self.h_min = self.h_min.min(h);
        self.h_max = self.h_max.max(h);
        self.h_sum += h;
    }
}

/// How `radau5` constrains the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// At acceleration level.
    One,
    /// At velocity level.
    Two,
    /// At velocity and position level (Gear, Gupta, Leimkuhler).
    Stabilised,
}

/// Tolerances and steps.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Relative tolerance.
    pub rtol: f64,
    /// Absolute tolerance.
    pub atol: f64,
    /// Which of both tolerances [`Integrator::tolerate`] leaves as they are.
    pub held: [bool; 2],
    /// First step; chosen from the equations where it is not given.
    pub h0: Option<f64>,
    /// Largest step.
    pub h_max: f64,
    /// Smallest step; zero stands for the resolution of time in floating point.
    pub h_min: f64,
    /// No error control: every step ends at the `t_max` given to [`Integrator::advance`].
    pub fixed: bool,
    /// Constraints of `radau5`.
    pub index: Index,
    /// Whether `radau5` weighs errors of velocities by what they move within the step, h e_u: vibrations
    /// that are faster than the steps and move nothing by the tolerance are damped instead of followed.
    pub damps: bool,
    /// Spectral radius at infinity of the generalized-α integrators.
    pub rho_inf: f64,
    /// Whether `alpha-pv` corrects coordinates along W at the start of the step, without M, as published.
    pub published: bool,
    /// When `dopri5`, `mdop5` and `hem5` project; what the method does by itself where not given.
    pub projection: Option<Projection>,
    /// Safety factor of the choice of steps; that of the method where not given.
    pub safety: Option<f64>,
    /// Change at which the iterations of generalized-α end, in parts of the tolerance.
    pub newton: Option<f64>,
    /// Whether explicit and half-explicit methods control the errors of coordinates alone.
    pub coordinates: bool,
}
remember!(Settings {
    rtol, atol;
    skip held, h0, h_max, h_min, fixed, index, damps, rho_inf, published, projection, safety, newton, coordinates
});

/// When a step that ends off the constraints is put back on them, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// Largest violation of g and W û that is left as it is.
    pub above: f64,
    /// In the metric of the identity instead of that of M.
    pub identity: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            rtol: 1e-8,
            atol: 1e-8,
            held: [false; 2],
            h0: None,
            h_max: f64::INFINITY,
            h_min: 0.0,
            fixed: false,
            index: Index::Two,
            damps: false,
            rho_inf: 0.8,
            published: false,
            projection: None,
            safety: None,
            newton: None,
            coordinates: false,
        }
    }
}

impl Settings {
    /// The defaults with rtol = atol = tol.
    pub fn with_tolerance(tol: f64) -> Self {
        Settings { rtol: tol, atol: tol, ..Default::default() }
    }

    /// The weight of errors of velocities in a step of size h, see [`Settings::damps`].
    fn weight(&self, h: f64) -> f64 {
        if self.damps {
            h.min(1.0)
        } else {
            1.0
        }
    }

    fn check(&self) -> Result<(), ModelError> {
        let positive = "a number greater than zero";
        let bad = |what: &str, v: f64, allowed| Err(ModelError::value(what, v, allowed));
        match self {
            s if !(s.rtol > 0.0 && s.rtol < 1.0) => bad("rtol", s.rtol, "0 to 1, not zero"),
            s if !(s.atol > 0.0 && s.atol.is_finite()) => bad("atol", s.atol, positive),
            s if s.h0.is_some_and(|h| !(h > 0.0 && h.is_finite())) => {
                bad("h0", s.h0.unwrap_or(f64::NAN), positive)
            }
            s if s.h_max.is_nan() || s.h_max <= 0.0 => bad("h_max", s.h_max, positive),
            s if !(s.h_min >= 0.0 && s.h_min <= s.h_max) => bad("h_min", s.h_min, "zero to h_max"),
            s if s.safety.is_some_and(|f| !(f > 0.0 && f < 1.0)) => {
                bad("safety", s.safety.unwrap_or(f64::NAN), "between 0 and 1")
            }
            s if !(0.0..=1.0).contains(&s.rho_inf) => bad("rho_inf", s.rho_inf, "0 to 1"),
            _ => Ok(()),
        }
    }
}

/// An entry of the table of integrators.
pub struct IntegratorInfo {
    /// Name.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Differentiation index of the equations it discretises.
    pub index: &'static str,
    /// Order of q and u.
    pub order: usize,
    /// Order of [`Integrator::multipliers`].
    pub multipliers: usize,
    make: fn(&Settings) -> Box<dyn Integrator>,
}

/// All integrators.
#[rustfmt::skip]
pub const INTEGRATORS: &[IntegratorInfo] = &[
    info("dopri5", "Dormand-Prince: explicit, accelerations from the index-1 equations", "1", [5, 5], |s| Box::new(Driver::new(*s, dopri::Dopri::new(false)))),
    info("mdop5", "Dormand-Prince with coordinates and velocities projected after each step", "1", [5, 5], |s| Box::new(Driver::new(*s, dopri::Dopri::new(true)))),
    info("hem5", "Brasey-Hairer: half-explicit, constraints at velocity level exact in every stage", "2", [5, 3], |s| Box::new(Driver::new(*s, hem::Hem5::new()))),
    info("phem56", "Murua: partitioned half-explicit, constraints at velocity level, six stages", "2", [5, 5], |s| Box::new(Driver::new(*s, phem::Phem56::new()))),
    info("radau5", "Radau IIA with three stages: implicit, for stiff forces", "1, 2 or ggl", [5, 3], |s| Box::new(Driver::new(*s, radau::Radau::new(s.index)))),
    info("alpha-p", "generalized-alpha, constraints at position level", "3", [2, 1], |s| Box::new(Driver::new(*s, alpha::Alpha::new(Level::Position, s.rho_inf)))),
    info("alpha-v", "generalized-alpha, constraints at velocity level", "2", [2, 2], |s| Box::new(Driver::new(*s, alpha::Alpha::new(Level::Velocity, s.rho_inf)))),
    info("alpha-pv", "generalized-alpha, constraints at position and velocity level", "ggl", [2, 2], |s| Box::new(Driver::new(*s, alpha::Alpha::new(Level::Both, s.rho_inf)))),
];

const fn info(
    name: &'static str,
    summary: &'static str,
    index: &'static str,
    order: [usize; 2],
    make: fn(&Settings) -> Box<dyn Integrator>,
) -> IntegratorInfo {
    IntegratorInfo { name, summary, index, order: order[0], multipliers: order[1], make }
}

/// An integrator by name; an unknown name is answered with the nearest ones.
///
/// # Errors
/// Unknown names and settings that are not allowed.
pub fn make(name: &str, settings: &Settings) -> Result<Box<dyn Integrator>, ModelError> {
    settings.check()?;
    let found = INTEGRATORS.iter().find(|i| i.name == name);
    let info = found.ok_or_else(|| ModelError::Unknown {
        kind: "integrator",
        name: name.into(),
        nearest: crate::nearest(name, INTEGRATORS.iter().map(|i| i.name)),
    })?;
    Ok((info.make)(settings))
}
