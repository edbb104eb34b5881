//! Errors carry what is needed to act: the quantity, its value, what is allowed; or the time and
//! the elements at which a simulation stopped.

use thiserror::Error;

/// A model, a start or an option that cannot be.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A quantity has a value that is not allowed.
    #[error("{what} = {value} is not allowed; allowed: {allowed}")]
    Invalid {
        /// The quantity.
        what: String,
        /// The value given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A name is not known.
    #[error("unknown {kind} '{name}'{}", suggestion(.nearest))]
    Unknown {
        /// What was looked up: problem, scheme, parameter, ...
        kind: &'static str,
        /// The name given.
        name: String,
        /// The nearest valid names.
        nearest: Vec<String>,
    },
    /// The initial state violates a constraint.
    #[error(
        "initial state: {quantity} of '{element}' is {value:e}, but must be {allowed} ({remedy})"
    )]
    Inconsistent {
        /// gap, position, velocity.
        quantity: &'static str,
        /// Joint or contact.
        element: String,
        /// Violation.
        value: f64,
        /// What is allowed.
        allowed: &'static str,
        /// What can be done.
        remedy: &'static str,
    },
    /// A run was to start from a static equilibrium that was not found.
    #[error("no static equilibrium to start from: none was found at {load} of the full weight")]
    NoEquilibrium {
        /// Part of the weight, 0 to 1.
        load: f64,
    },
    /// A saved state does not belong here.
    #[error("cannot continue from the saved state: {why}")]
    Memory {
        /// What does not fit.
        why: String,
    },
    /// A scheme lacks what the model needs.
    #[error("scheme '{scheme}' does not support {what}; schemes that do: {others}")]
    Unsupported {
        /// Scheme.
        scheme: String,
        /// The missing ability.
        what: String,
        /// Schemes that have it.
        others: String,
    },
}

impl ModelError {
    /// A number that is not allowed.
    pub fn value(what: impl Into<String>, value: f64, allowed: &str) -> Self {
        ModelError::Invalid { what: what.into(), value: shown(value), allowed: allowed.into() }
    }
}

/// A number as text: with an exponent where it would be long without one.
pub fn shown(v: f64) -> String {
    match v == 0.0 || (1e-5..1e16).contains(&v.abs()) || !v.is_finite() {
        true => format!("{v}"),
        false => format!("{v:e}"),
    }
}

/// Most names in a list of valid ones.
const MOST_NAMES: usize = 24;

fn suggestion(nearest: &[String]) -> String {
    match nearest {
        [] => String::new(),
        [one] => format!("; did you mean '{one}'?"),
        many if many.len() > MOST_NAMES => {
            let rest = many.len() - MOST_NAMES;
            format!(
                "; the nearest of the valid names: {} and {rest} more",
                many[..MOST_NAMES].join(", ")
            )
        }
        many => format!("; valid names: {}", many.join(", ")),
    }
}

/// Why a step could not be made.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum StepError {
    /// Neither Newton nor the fixed point nor substeps converged.
    #[error("no convergence in the step from t = {t}: residual {residual:e} after {iterations} iterations ({elements})")]
    NoConvergence {
        /// Start of the step (s).
        t: f64,
        /// Scaled residual.
        residual: f64,
        /// Iterations of the last try.
        iterations: usize,
        /// Joints and contacts involved.
        elements: String,
    },
    /// Events follow each other without end.
    #[error("more than {events} events in one step before t = {t}: impacts accumulate; the scheme 'hybrid' passes such points")]
    TooManyEvents {
        /// Where they pile up (s).
        t: f64,
        /// How many there were.
        events: usize,
    },
    /// The smooth motion between events cannot be continued.
    #[error("the event-driven scheme cannot go on at t = {t}: {why}; the scheme 'hybrid' passes such points")]
    Stalled {
        /// Where (s).
        t: f64,
        /// What was met there.
        why: String,
    },
    /// An event function that is zero and does not depend on the motion.
    #[error("the gap of contact '{contact}' is zero at t = {t} and does not change with the motion: there is no event to locate")]
    NoEvent {
        /// Time (s).
        t: f64,
        /// The contact.
        contact: String,
    },
    /// The energy has left every bound.
    #[error("the energy has left every bound at t = {t}: {why}")]
    Unstable {
        /// Time reached (s).
        t: f64,
        /// What is known of the cause.
        why: String,
    },
    /// A number became infinite or undefined.
    #[error("the solution is not finite in the step from t = {t}")]
    NotFinite {
        /// Start of the step (s).
        t: f64,
    },
    /// No step large enough met the tolerance.
    #[error("the step from t = {t} had to shrink to h = {h:e}, below the smallest step {smallest:e}: the tolerance is too small, or the forces are too stiff or not smooth")]
    TooSmall {
        /// Start of the step (s).
        t: f64,
        /// Step that would be needed (s).
        h: f64,
        /// Smallest step allowed (s).
        smallest: f64,
    },
    /// Constraints that depend on others and contradict them.
    #[error("the constraints of '{joint}' lose their rank at t = {t}: a row of theirs depends on the others and no motion satisfies both (what is left of it is {off:e}); check the axes of the joint, or start from another position")]
    Singular {
        /// Time (s).
        t: f64,
        /// The joint.
        joint: String,
        /// What is left of the row.
        off: f64,
    },
    /// An explicit integrator whose steps are bound by its stability.
    #[error("the motion is stiff at t = {t}: an explicit integrator needs steps of {h:.1e} for its stability (h times the fastest rate is {ratio:.1}), {left:.0e} of them to the end; 'radau5' and 'alpha' take long steps, 'hybrid' changes to 'radau5' by itself, and the scheme option stiff=go-on makes these steps")]
    Stiff {
        /// Time reached (s).
        t: f64,
        /// Mean of the last steps (s).
        h: f64,
        /// h|λ|.
        ratio: f64,
        /// Steps that are left.
        left: f64,
    },
    /// Steps so short that the end is out of reach.
    #[error("the end is out of reach: at t = {t} the tolerance asks for steps of {h:.1e}, {left:.0e} of them to the end; check units and magnitudes of the model, allow a larger tolerance, or more steps with the scheme option max_steps")]
    Endless {
        /// Time reached (s).
        t: f64,
        /// Mean of the last steps (s).
        h: f64,
        /// Steps that are left.
        left: f64,
    },
    /// A start, an option or a system that cannot be.
    #[error(transparent)]
    Refused(#[from] ModelError),
    /// The step was interrupted before its end.
    #[error("interrupted in the step from t = {t}")]
    Interrupted {
        /// Start of the step (s).
        t: f64,
    },
}
