//! Options of the integrators: of schemes that are one, and of those that run one between events.

use super::pieces::STOPS;
use super::{OptionInfo, Options, SCHEMES};
use crate::error::ModelError;
use crate::integrators::{Index, Projection, Settings};

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
const STIFF: OptionInfo = option(
    "stiff",
    "stop",
    "where stability keeps the steps of an explicit method short: stop before a long run, or go-on",
);
const MAX_STEPS: OptionInfo = option(
    "max_steps",
    "",
    "most further steps before a run stops; where not given 20,000 at the limit of stability (200,000 in motion that is stiff for its tolerance), else 10 million",
);
const INDEX: OptionInfo =
    option("index", "2", "constraints at acceleration (1), velocity (2), or two levels (ggl)");
pub(super) const CORRECTION: OptionInfo = option(
    "correction",
    "end",
    "of coordinates: end (M Q = W nu there) or start (Q = W nu, as published)",
);

/// Options of the explicit and half-explicit integrators.
pub const OPTIONS: &[OptionInfo] =
    &[TOL, RTOL, ATOL, H0, H_MAX, H_MIN, STOPS, SAFETY, CONTROL, FIXED, STIFF, MAX_STEPS];
/// Options of those that project.
pub const PROJECTED: &[OptionInfo] = &[
    TOL, RTOL, ATOL, H0, H_MAX, H_MIN, STOPS, SAFETY, CONTROL, VIOLATION, METRIC, FIXED, STIFF,
    MAX_STEPS,
];
/// Options of `radau5`.
pub const RADAU_OPTIONS: &[OptionInfo] =
    &[TOL, RTOL, ATOL, H0, H_MAX, H_MIN, STOPS, SAFETY, FIXED, MAX_STEPS, INDEX];
/// Options of the adaptive generalized-α integrators.
pub const ALPHA_OPTIONS: &[OptionInfo] =
    &[TOL, RTOL, ATOL, H0, H_MAX, H_MIN, STOPS, SAFETY, FIXED, MAX_STEPS, RHO_INF, NEWTON];
/// Those of `alpha-pv-adaptive`.
pub const ALPHA_PV_OPTIONS: &[OptionInfo] = &[
    TOL, RTOL, ATOL, H0, H_MAX, H_MIN, STOPS, SAFETY, FIXED, MAX_STEPS, RHO_INF, NEWTON, CORRECTION,
];
const RHO_INF: OptionInfo =
    option("rho_inf", "0.8", "spectral radius at infinite frequency, 0 to 1");
const NEWTON: OptionInfo =
    option("newton", "1e-3", "change at which Newton's iteration ends, in parts of the tolerance");

/// What schemes hand on to the integrator that they run between events.
pub(super) const HANDED_ON: [OptionInfo; 12] = [
    option("rtol", "", "relative tolerance of the integrator, a share of tol where not given"),
    option("atol", "", "absolute tolerance of the integrator, a share of tol where not given"),
    SAFETY,
    CONTROL,
    VIOLATION,
    METRIC,
    INDEX,
    RHO_INF,
    NEWTON,
    CORRECTION,
    STIFF,
    MAX_STEPS,
];

/// Whether an option of a scheme with an integrator is the integrator's own: such options are given by the user alone.
pub(crate) fn is_handed_on(scheme: &[OptionInfo], name: &str) -> bool {
    let has = |name: &str| scheme.iter().any(|o| o.name == name);
    has("integrator") && has("stiff") && HANDED_ON.iter().any(|o| o.name == name)
}

/// Whether an integrator has an option, as the scheme that it is has.
pub(crate) fn takes(integrator: &str, option: &str) -> bool {
    let is_it = |name: &str| name.strip_suffix("-adaptive").unwrap_or(name) == integrator;
    let own = SCHEMES.iter().filter(|s| s.supports.adaptive && !s.supports.contacts);
    own.filter(|s| is_it(s.name)).any(|s| s.options.iter().any(|o| o.name == option))
}

/// The settings of an integrator; options that it does not have are refused where they were given.
///
/// # Errors
/// Values that cannot be, and options that the integrator would not use.
pub(super) fn settings(integrator: &str, o: &Options, tol: f64) -> Result<Settings, ModelError> {
    for (name, value) in o.all().filter(|(name, _)| HANDED_ON.iter().any(|h| h.name == *name)) {
        if o.is_set(name) && !takes(integrator, name) {
            return Err(ModelError::Invalid {
                what: name.into(),
                value: value.into(),
                allowed: format!("not given with integrator {integrator}, which does not have it"),
            });
        }
    }
    let or = |name: &str, v: f64| if o.is_set(name) { o.positive(name) } else { Ok(v) };
    let given = |name: &str| if o.is_set(name) { o.positive(name).map(Some) } else { Ok(None) };
    let mut set = Settings {
        rtol: or("rtol", tol)?,
        atol: or("atol", tol)?,
        held: [o.is_set("rtol"), o.is_set("atol")],
        h0: given("h0")?,
        h_max: or("h_max", f64::INFINITY)?,
        h_min: or("h_min", 0.0)?,
        safety: given("safety")?,
        newton: given("newton")?,
        ..Settings::default()
    };
    if o.is_set("violation") || o.is_set("metric") {
        let identity = o.word("metric", &["M", "I"])? == 1;
        let own = if integrator == "mdop5" { 0.0 } else { f64::INFINITY };
        let given = o.is_set("violation");
        let above = if given { o.within("violation", 0.0, 1e300)? } else { own };
        set.projection = Some(Projection { above, identity });
    }
    if o.has("control") {
        set.coordinates = o.word("control", &["qv", "q"])? == 1;
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
    Ok(set)
}

/// Whether the user chose the integrator, by name or by an option of it.
pub(super) fn is_chosen(o: &Options) -> bool {
    o.is_set("integrator") || HANDED_ON.iter().any(|h| o.is_set(h.name))
}

/// Most further steps: where stability keeps them short, where they are short for the tolerance too, and of any kind.
pub(super) type MostSteps = [f64; 3];

/// What `stiff` and `max_steps` say.
pub(super) fn most_steps(o: &Options) -> Result<MostSteps, ModelError> {
    let mut most: MostSteps = [2e4, 2e5, 1e7];
    if o.is_set("max_steps") {
        most = [o.whole("max_steps", 1, usize::MAX)? as f64; 3];
    }
    if o.has("stiff") && o.word("stiff", &["stop", "go-on"])? == 1 {
        (most[0], most[1]) = (most[2], most[2]);
    }
    Ok(most)
}
