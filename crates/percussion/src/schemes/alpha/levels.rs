//! What differs between the members of the family is only constants.

use crate::error::ModelError;
pub(crate) use crate::integrators::Coefficients;
use crate::schemes::options::join;
use crate::schemes::{OptionInfo, Options};

impl Coefficients {
    pub fn from_options(o: &Options) -> Result<Self, ModelError> {
        Ok(match o.word("family", &["chung-hulbert", "hht", "newmark"])? {
            0 => Self::chung_hulbert(o.within("rho_inf", 0.0, 1.0)?),
            // Hilber, Hughes, Taylor: α_m = 0, α_f in [0, 1/3]
            1 => Self::from_alphas(0.0, o.within("alpha_f", 0.0, 1.0 / 3.0)?),
            _ => Self::new(0.0, 0.0, o.within("beta", 1e-3, 1.0)?, o.within("gamma", 0.5, 1.0)?),
        })
    }
}

/// The equation that determines the bilateral λ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SmoothRow {
    /// None: λ = 0.
    Free,
    /// g'' = 0.
    Acceleration,
    /// g' = 0.
    Velocity,
    /// Wᵀ ũ1 + ∂g/∂t = 0 on the smooth velocity ũ1 = u1 - U.
    SmoothVelocity,
    /// g = 0.
    Position,
    /// g'' + 2 α g' + β² g = 0.
    Baumgarte { alpha: f64, beta: f64 },
}

/// Which equations hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels {
    /// At acceleration level, for bilateral constraints.
    pub row: SmoothRow,
    /// Whether contacts take part in the smooth motion.
    pub contacts: bool,
    /// Whether U corrects velocities.
    pub velocity: bool,
    /// Whether Q corrects positions.
    pub position: bool,
    /// Velocity activation by the penetration of the smooth motion.
    pub pvv: bool,
    /// Of contacts that are not active the impulsive parts Λ and κ vanish, not P and κ̂.
    pub splits: bool,
    /// Q = W(q0) ν in place of M Q = W κ.
    pub at_start: bool,
    /// Factors of r in the index sets of position, velocity and acceleration level.
    pub r: [f64; 3],
}

impl Levels {
    const fn new(row: SmoothRow, contacts: bool, velocity: bool, position: bool) -> Self {
        Levels {
            row,
            contacts,
            velocity,
            position,
            pvv: false,
            splits: false,
            at_start: false,
            r: [1.0; 3],
        }
    }
    pub const PVA: Self = Self::new(SmoothRow::Acceleration, true, true, true);
    pub const FREE: Self = Self::new(SmoothRow::Free, false, true, true);
    pub const PVV: Self =
        Levels { pvv: true, ..Self::new(SmoothRow::SmoothVelocity, false, true, true) };
    pub const P: Self = Self::new(SmoothRow::Position, false, false, false);
    pub const V: Self = Self::new(SmoothRow::Velocity, false, false, false);
    pub const PV: Self = Self::new(SmoothRow::Velocity, false, false, true);
    pub const A: Self = Self::new(SmoothRow::Acceleration, false, false, false);
    pub const BAUMGARTE: Self =
        Self::new(SmoothRow::Baumgarte { alpha: 0.0, beta: 0.0 }, false, false, false);

    pub fn with_options(mut self, o: &Options) -> Result<Self, ModelError> {
        if o.has("smooth") {
            match o.word("smooth", &["active", "bilateral", "none"])? {
                0 => {}
                1 => self.contacts = false,
                _ => self = Self::FREE,
            }
        }
        self.at_start = o.has("correction") && o.word("correction", &["end", "start"])? == 1;
        self.splits = o.word("inactive", &["total", "impulse"])? == 1;
        for (r, name) in self.r.iter_mut().zip(["r_position", "r_velocity", "r_acceleration"]) {
            *r = o.positive(name)?;
        }
        if let SmoothRow::Baumgarte { alpha, beta } = &mut self.row {
            *alpha = o.positive("baumgarte_alpha")?;
            *beta = o.positive("baumgarte_beta")?;
        }
        Ok(self)
    }

    /// Which rows determine consistent accelerations: (bilateral, contacts).
    pub fn smooth(&self) -> (bool, bool) {
        (self.row != SmoothRow::Free, self.contacts)
    }
}

const fn option(name: &'static str, default: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { name, default, help }
}

/// Options of the members for smooth systems and of those with a fixed smooth motion.
pub const SMOOTH_OPTIONS: &[OptionInfo] = &[
    option("rho_inf", "0.8", "spectral radius at infinite frequency, 0 to 1 (chung-hulbert)"),
    option("family", "chung-hulbert", "coefficients: chung-hulbert, hht or newmark"),
    option("alpha_f", "0.05", "0 to 1/3 (hht)"),
    option("beta", "0.25", "newmark"),
    option("gamma", "0.5", "newmark"),
    option("a0", "plain", "auxiliary acceleration at the start: plain, shifted, zero (disturbed)"),
    option("reinit", "no", "auxiliary values begin anew wherever contacts change: yes or no"),
    option(
        "backward",
        "auto",
        "steps without history where contacts change and the step does not resolve it; no as published",
    ),
    option(
        "slip",
        "mean",
        "direction of sliding friction in space over a step: mean, or end as published",
    ),
    option("tol", "1e-12", "position and velocity tolerance; accelerations 1000 times it"),
    option("residual", "scaled", "scaled to physical units, or absolute with mixed units"),
    option(
        "newton",
        "auto",
        "auto, monolithic, decoupled, sequential (decoupled without couplings), fixed-point or prox (as published)",
    ),
    option("max_newton", "30", "most Newton updates before the fallbacks"),
    option(
        "start",
        "extrapolated",
        "what Newton's iteration starts with: extrapolated, or known (the last values, as published)",
    ),
    option(
        "inactive",
        "total",
        "of contacts that are not active: total percussion zero, or its impulse alone (Bruels, Acary, Cardona 2018; by Newton's method)",
    ),
    option("r_position", "1", "factor of r in the index sets of position level"),
    option("r_velocity", "1", "factor of r in the index sets of velocity level"),
    option("r_acceleration", "1", "factor of r in the index sets of acceleration level"),
    crate::schemes::contacts::ACCEPT,
    crate::schemes::contacts::SOLVER,
];

/// Options of the nonsmooth members.
pub const CAPTURED_OPTIONS: &[OptionInfo] = &join::<21>(
    SMOOTH_OPTIONS,
    &[option("smooth", "active", "constraints in the smooth motion: active, bilateral or none")],
);

/// Options of the member that locates impacts.
pub const OPTIONS: &[OptionInfo] = &join::<23>(
    CAPTURED_OPTIONS,
    &[
        option(
            "impacts",
            "located",
            "located inside a step, with reversals of planar sliding (smooth=active), or captured by it as published",
        ),
        option(
            "simultaneous",
            "1e-6",
            "hits nearer to each other than this part of a step are one impact (located)",
        ),
    ],
);

/// Options of `alpha-pv`.
pub const PV_OPTIONS: &[OptionInfo] =
    &join::<21>(SMOOTH_OPTIONS, &[crate::schemes::integrator_options::CORRECTION]);

/// Options of Baumgarte's member.
pub const BAUMGARTE_OPTIONS: &[OptionInfo] = &join::<22>(
    SMOOTH_OPTIONS,
    &[
        option("baumgarte_alpha", "20", "damping of g (baumgarte)"),
        option("baumgarte_beta", "20", "stiffness root of g (baumgarte)"),
    ],
);
