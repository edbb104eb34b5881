//! Every scheme as a type with its options as methods: `Alpha::default().rho_inf(0.9)`.
//!
//! Names and defaults are those of the table of schemes; a test compares them.

use super::{Options, Scheme, SchemeInfo};
use crate::error::ModelError;

/// What can be made into a scheme with options: the types of this module, a [`Scheme`], or the name
/// of one, whose options are then at their defaults.
pub trait IntoScheme {
    /// The scheme; an option that is not allowed is named.
    fn into_scheme(self) -> Result<Scheme, ModelError>;
}

impl IntoScheme for Scheme {
    fn into_scheme(self) -> Result<Scheme, ModelError> {
        Ok(self)
    }
}

impl IntoScheme for &Scheme {
    fn into_scheme(self) -> Result<Scheme, ModelError> {
        Ok(self.clone())
    }
}

impl IntoScheme for &str {
    fn into_scheme(self) -> Result<Scheme, ModelError> {
        Scheme::new(self)
    }
}

impl IntoScheme for &'static SchemeInfo {
    fn into_scheme(self) -> Result<Scheme, ModelError> {
        self.make(&Options::new("option", self.options))
    }
}

fn made(name: &str, given: &[(&'static str, String)]) -> Result<Scheme, ModelError> {
    Scheme::new(name)?.set_all(given)
}

macro_rules! argument {
    ($self:ident, $option:literal, number $v:ident) => {
        $self.0.push(($option, format!("{:?}", $v)))
    };
    ($self:ident, $option:literal, whole $v:ident) => {
        $self.0.push(($option, $v.to_string()))
    };
    ($self:ident, $option:literal, word $v:ident) => {
        $self.0.push(($option, $v.to_string()))
    };
    ($self:ident, $option:literal, flag $v:ident) => {
        $self.0.push(($option, if $v { "yes" } else { "no" }.to_string()))
    };
}

macro_rules! kind {
    (number) => {
        f64
    };
    (whole) => {
        usize
    };
    (word) => {
        &str
    };
    (flag) => {
        bool
    };
}

macro_rules! scheme {
    ($name:ident, $table:literal, $($kind:ident $method:ident $option:literal),* $(,)?) => {
        #[doc = concat!("The scheme `", $table, "`. Its options are explained in the table of schemes.")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct $name(Vec<(&'static str, String)>);

        impl $name {
            $(
                #[doc = concat!("The option `", $option, "`.")]
                pub fn $method(mut self, value: kind!($kind)) -> Self {
                    argument!(self, $option, $kind value);
                    self
                }
            )*
        }

        impl IntoScheme for $name {
            fn into_scheme(self) -> Result<Scheme, ModelError> {
                made($table, &self.0)
            }
        }

        #[cfg(test)]
        impl $name {
            const TABLE: (&'static str, &'static [&'static str]) = ($table, &[$($option),*]);
        }
    };
}

macro_rules! alpha {
    ($name:ident, $table:literal, $($more:tt)*) => {
        scheme!($name, $table, number rho_inf "rho_inf", word family "family", number alpha_f "alpha_f",
            number beta "beta", number gamma "gamma", word a0 "a0", flag reinit "reinit",
            word backward "backward", word slip "slip", number tol "tol", word residual "residual",
            word newton "newton", whole max_newton "max_newton", word start "start", word inactive "inactive",
            number r_position "r_position", number r_velocity "r_velocity", number r_acceleration "r_acceleration",
            number accept "accept", word contact_solver "contact_solver", $($more)*);
    };
}

macro_rules! smooth {
    ($name:ident, $table:literal $($more:tt)*) => {
        scheme!($name, $table, number tol "tol", number rtol "rtol", number atol "atol",
            number h0 "h0", number h_max "h_max", number h_min "h_min", word stops "stops", number safety "safety",
            flag fixed "fixed", whole max_steps "max_steps" $($more)*);
    };
}

macro_rules! controlled {
    ($name:ident, $table:literal, $($more:tt)*) => {
        scheme!($name, $table, number tol "tol", number rtol "rtol", number atol "atol",
            word order "order", whole smooth_order "smooth_order", word control "control",
            word violation "violation", number alpha "alpha", number a_min "a_min",
            number a_max "a_max", number h0 "h0", number h_min "h_min", number h_max "h_max",
            word stops "stops", $($more)*);
    };
}

alpha!(Alpha, "alpha", word smooth "smooth");
alpha!(AlphaPvv, "alpha-pvv",);
alpha!(AlphaFree, "alpha-free",);
alpha!(AlphaP, "alpha-p",);
alpha!(AlphaV, "alpha-v",);
alpha!(AlphaPv, "alpha-pv", word correction "correction");
alpha!(AlphaPva, "alpha-pva",);
alpha!(AlphaA, "alpha-a",);
alpha!(AlphaBaumgarte, "alpha-baumgarte", number baumgarte_alpha "baumgarte_alpha", number baumgarte_beta "baumgarte_beta");
scheme!(Moreau, "moreau", number theta "theta", number gamma "gamma", word gradients "gradients", number tol "tol", whole max_newton "max_newton", number accept "accept", word contact_solver "contact_solver", word positions "positions");
scheme!(SchatzmanPaoli, "schatzman-paoli", number theta "theta", number tol "tol", whole max_newton "max_newton", number accept "accept", word contact_solver "contact_solver");
controlled!(MoreauAdaptive, "moreau-adaptive", flag extrapolate "extrapolate", number newton_tol "newton_tol", number theta "theta", number gamma "gamma", word gradients "gradients", whole max_newton "max_newton", number accept "accept", word contact_solver "contact_solver");
controlled!(SchatzmanPaoliAdaptive, "schatzman-paoli-adaptive", number newton_tol "newton_tol", number theta "theta", whole max_newton "max_newton", number accept "accept", word contact_solver "contact_solver");
controlled!(AlphaAdaptive, "alpha-adaptive", number newton_tol "newton_tol", number rho_inf "rho_inf", word family "family", number alpha_f "alpha_f", number beta "beta",
    number gamma "gamma", word a0 "a0", flag reinit "reinit", word backward "backward", word slip "slip", word residual "residual",
    word newton "newton", whole max_newton "max_newton", word start "start", word inactive "inactive", number r_position "r_position",
    number r_velocity "r_velocity", number r_acceleration "r_acceleration", number accept "accept", word contact_solver "contact_solver", word smooth "smooth");
scheme!(HighOrder, "high-order", word method "method", number width "C", number place "place", whole max_events "max_events", word contact_solver "contact_solver");
scheme!(Splitting, "splitting", word variant "variant", word integrator "integrator", flag adaptive "adaptive", number tol "tol",
    number rtol "rtol", number atol "atol", word violation "violation", number alpha "alpha", number a_min "a_min",
    number a_max "a_max", number h0 "h0", number h_min "h_min", number h_max "h_max", word stops "stops", word contact_solver "contact_solver");
scheme!(EventDriven, "event-driven", word integrator "integrator", number tol "tol", number h0 "h0", number h_max "h_max", number h_min "h_min", word stops "stops", whole max_events "max_events", word contact_solver "contact_solver",
    number gap_threshold "gap_threshold", number velocity_threshold "velocity_threshold", number force_threshold "force_threshold", number rtol "rtol", number atol "atol", number safety "safety", word control "control", number violation "violation",
    word metric "metric", word index "index", number rho_inf "rho_inf", number newton "newton", word correction "correction", word stiff "stiff", whole max_steps "max_steps");
scheme!(Hybrid, "hybrid", number tol "tol", word integrator "integrator", number h0 "h0", number h_max "h_max", number h_min "h_min", word stops "stops", whole max_events "max_events", word contact_solver "contact_solver",
    number gap_threshold "gap_threshold", number velocity_threshold "velocity_threshold", number force_threshold "force_threshold", number rtol "rtol", number atol "atol", number safety "safety", word control "control", number violation "violation",
    word metric "metric", word index "index", number rho_inf "rho_inf", number newton "newton", word correction "correction", word stiff "stiff", whole max_steps "max_steps");
smooth!(Dopri5, "dopri5", word stiff "stiff", word control "control", number violation "violation", word metric "metric");
smooth!(Mdop5, "mdop5", word stiff "stiff", word control "control", number violation "violation", word metric "metric");
smooth!(Hem5, "hem5", word stiff "stiff", word control "control", number violation "violation", word metric "metric");
smooth!(Phem56, "phem56", word stiff "stiff", word control "control");
smooth!(Radau5, "radau5", word index "index");
smooth!(AlphaPAdaptive, "alpha-p-adaptive", number rho_inf "rho_inf", number newton "newton");
smooth!(AlphaVAdaptive, "alpha-v-adaptive", number rho_inf "rho_inf", number newton "newton");
smooth!(AlphaPvAdaptive, "alpha-pv-adaptive", number rho_inf "rho_inf", number newton "newton", word correction "correction");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schemes::SCHEMES;

    const TYPES: &[(&str, &[&str])] = &[
        Alpha::TABLE,
        AlphaPvv::TABLE,
        AlphaFree::TABLE,
        AlphaP::TABLE,
        AlphaV::TABLE,
        AlphaPv::TABLE,
        AlphaPva::TABLE,
        AlphaA::TABLE,
        AlphaBaumgarte::TABLE,
        Moreau::TABLE,
        SchatzmanPaoli::TABLE,
        MoreauAdaptive::TABLE,
        AlphaAdaptive::TABLE,
        SchatzmanPaoliAdaptive::TABLE,
        HighOrder::TABLE,
        Splitting::TABLE,
        EventDriven::TABLE,
        Hybrid::TABLE,
        Dopri5::TABLE,
        Mdop5::TABLE,
        Hem5::TABLE,
        Phem56::TABLE,
        Radau5::TABLE,
        AlphaPAdaptive::TABLE,
        AlphaVAdaptive::TABLE,
        AlphaPvAdaptive::TABLE,
    ];

    /// A scheme or an option that is in the table of schemes and not here, or here and not there,
    /// fails with the line that is missing.
    #[test]
    fn types_and_table_agree() {
        for info in SCHEMES {
            let names: Vec<&str> = info.options.iter().map(|o| o.name).collect();
            let own = TYPES.iter().find(|t| t.0 == info.name).map(|t| t.1.to_vec());
            let sorted = |mut v: Vec<&str>| {
                v.sort_unstable();
                v.dedup();
                v.join(", ")
            };
            assert_eq!(own.map(sorted), Some(sorted(names)), "schemes/typed.rs: {}", info.name);
        }
        assert_eq!(TYPES.len(), SCHEMES.len());
    }

    #[test]
    fn options_arrive_and_wrong_ones_are_named() {
        let s = Alpha::default().rho_inf(0.9).reinit(true).newton("decoupled");
        let s = s.into_scheme().unwrap();
        let value = |name| s.options().text(name).to_string();
        assert_eq!((value("rho_inf"), value("reinit")), ("0.9".into(), "yes".into()));
        assert_eq!(value("newton"), "decoupled");
        for bad in [f64::NAN, f64::INFINITY, -1.0, 1.5] {
            let e = Alpha::default().rho_inf(bad).into_scheme().unwrap_err().to_string();
            assert!(e.contains("rho_inf"), "{e}");
        }
        assert!(Moreau::default().max_newton(0).into_scheme().is_err());
        assert!(Hybrid::default().integrator("none").into_scheme().is_err());
    }
}
