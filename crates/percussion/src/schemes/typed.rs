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

/// An option with its words, where it takes one of several.
#[cfg(test)]
type Allowed = (&'static str, &'static [&'static str]);

fn made(name: &str, given: &[(&'static str, String)]) -> Result<Scheme, ModelError> {
    Scheme::new(name)?.set_all(given)
}

macro_rules! words {
    ($($name:ident { $($variant:ident $word:literal),* } $what:literal)*) => {
        /// What options that take one of several words can be.
        pub mod words {
            $(
                #[doc = concat!("Words of the option ", $what)]
                #[derive(Clone, Copy, Debug, PartialEq, Eq)]
                pub enum $name {
                    $(#[doc = concat!("`", $word, "`")] $variant),*
                }

                impl $name {
                    /// As model files and the command line spell it.
                    pub fn word(self) -> &'static str {
                        match self { $(Self::$variant => $word),* }
                    }
                    #[cfg(test)]
                    pub(super) const ALL: &'static [&'static str] = &[$($word),*];
                }
            )*
        }
    };
}

words! {
    Family { ChungHulbert "chung-hulbert", Hht "hht", Newmark "newmark" } "`family`: which generalized-alpha method."
    Smooth { Active "active", Bilateral "bilateral", None "none" } "`smooth`: which forces take part in the smooth motion."
    Impacts { Captured "captured", Located "located" } "`impacts`: whether impacts are located inside a step."
    FirstAcceleration { Plain "plain", Shifted "shifted", Zero "zero" } "`a0`: the auxiliary acceleration at the start."
    Backward { Auto "auto", No "no" } "`backward`: steps without history."
    Slip { Mean "mean", End "end" } "`slip`: which sliding velocity friction opposes."
    Residual { Scaled "scaled", Absolute "absolute" } "`residual`: what the tolerance is compared with."
    Newton { Auto "auto", Monolithic "monolithic", Decoupled "decoupled", Sequential "sequential", FixedPoint "fixed-point", Prox "prox" } "`newton`: how a step is solved."
    StepStart { Extrapolated "extrapolated", Known "known" } "`start`: where the iterations of a step begin."
    Inactive { Total "total", Impulse "impulse" } "`inactive`: what is zero where a contact is open at velocity level."
    Gradients { Theta "theta", End "end", Mixed "mixed" } "`gradients`: where in the step the contacts are evaluated."
    Positions { Free "free", Projected "projected" } "`positions`: what happens to penetrations after a step."
    Order { Zero "0", One "1", Variable "variable" } "`order` of the error estimate."
    Control { Coordinates "q", Both "qv" } "`control`: which errors choose the step."
    Violation { Added "added", Printed "printed", Off "off" } "`violation`: which penetrations choose the step."
    Metric { Mass "M", Identity "I" } "`metric` of the projection."
    Index { One "1", Two "2", Stabilised "ggl" } "`index` of the equations that are integrated."
    Correction { End "end", Start "start" } "`correction`: where in the step the constraints are corrected."
    Stiff { Stop "stop", GoOn "go-on" } "`stiff`: what happens where stability asks for many short steps."
    Variant { Free "free", Force "force" } "`variant` of the splitting."
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
    ($self:ident, $option:literal, $Word:ident $v:ident) => {
        $self.0.push(($option, $v.word().to_string()))
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
    ($Word:ident) => {
        words::$Word
    };
}

#[cfg(test)]
macro_rules! allowed {
    (number) => {
        &[]
    };
    (whole) => {
        &[]
    };
    (word) => {
        &[]
    };
    (flag) => {
        &[]
    };
    ($Word:ident) => {
        words::$Word::ALL
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
            const TABLE: (&'static str, &'static [Allowed]) = ($table, &[$(($option, allowed!($kind))),*]);
        }
    };
}

macro_rules! alpha {
    ($name:ident, $table:literal, $($more:tt)*) => {
        scheme!($name, $table, number rho_inf "rho_inf", Family family "family", number alpha_f "alpha_f",
            number beta "beta", number gamma "gamma", FirstAcceleration a0 "a0", flag reinit "reinit",
            Backward backward "backward", Slip slip "slip", number tol "tol", Residual residual "residual",
            Newton newton "newton", whole max_newton "max_newton", StepStart start "start", Inactive inactive "inactive",
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
            Order order "order", whole smooth_order "smooth_order", Control control "control",
            Violation violation "violation", number alpha "alpha", number a_min "a_min",
            number a_max "a_max", number h0 "h0", number h_min "h_min", number h_max "h_max",
            word stops "stops", $($more)*);
    };
}

alpha!(Alpha, "alpha", Smooth smooth "smooth", Impacts impacts "impacts", number simultaneous "simultaneous");
alpha!(AlphaPvv, "alpha-pvv",);
alpha!(AlphaFree, "alpha-free",);
alpha!(AlphaP, "alpha-p",);
alpha!(AlphaV, "alpha-v",);
alpha!(AlphaPv, "alpha-pv", Correction correction "correction");
alpha!(AlphaPva, "alpha-pva",);
alpha!(AlphaA, "alpha-a",);
alpha!(AlphaBaumgarte, "alpha-baumgarte", number baumgarte_alpha "baumgarte_alpha", number baumgarte_beta "baumgarte_beta");
scheme!(Moreau, "moreau", number theta "theta", number gamma "gamma", Gradients gradients "gradients", number tol "tol", whole max_newton "max_newton", number accept "accept", word contact_solver "contact_solver", Positions positions "positions");
scheme!(SchatzmanPaoli, "schatzman-paoli", number theta "theta", number tol "tol", whole max_newton "max_newton", number accept "accept", word contact_solver "contact_solver");
controlled!(MoreauAdaptive, "moreau-adaptive", flag extrapolate "extrapolate", number newton_tol "newton_tol", number theta "theta", number gamma "gamma", Gradients gradients "gradients", whole max_newton "max_newton", number accept "accept", word contact_solver "contact_solver");
controlled!(SchatzmanPaoliAdaptive, "schatzman-paoli-adaptive", number newton_tol "newton_tol", number theta "theta", whole max_newton "max_newton", number accept "accept", word contact_solver "contact_solver");
controlled!(AlphaAdaptive, "alpha-adaptive", number newton_tol "newton_tol", number rho_inf "rho_inf", Family family "family", number alpha_f "alpha_f", number beta "beta",
    number gamma "gamma", FirstAcceleration a0 "a0", flag reinit "reinit", Backward backward "backward", Slip slip "slip", Residual residual "residual",
    Newton newton "newton", whole max_newton "max_newton", StepStart start "start", Inactive inactive "inactive", number r_position "r_position",
    number r_velocity "r_velocity", number r_acceleration "r_acceleration", number accept "accept", word contact_solver "contact_solver", Smooth smooth "smooth");
scheme!(HighOrder, "high-order", word method "method", number width "C", number place "place", whole max_events "max_events", word contact_solver "contact_solver");
scheme!(Splitting, "splitting", Variant variant "variant", word integrator "integrator", flag adaptive "adaptive", number tol "tol",
    number rtol "rtol", number atol "atol", Violation violation "violation", number alpha "alpha", number a_min "a_min",
    number a_max "a_max", number h0 "h0", number h_min "h_min", number h_max "h_max", word stops "stops", word contact_solver "contact_solver");
scheme!(EventDriven, "event-driven", word integrator "integrator", number tol "tol", number h0 "h0", number h_max "h_max", number h_min "h_min", word stops "stops", whole max_events "max_events", word contact_solver "contact_solver",
    number gap_threshold "gap_threshold", number velocity_threshold "velocity_threshold", number force_threshold "force_threshold", number rtol "rtol", number atol "atol", number safety "safety", Control control "control", number violation "violation",
    Metric metric "metric", Index index "index", number rho_inf "rho_inf", number newton "newton", Correction correction "correction", Stiff stiff "stiff", whole max_steps "max_steps");
scheme!(Hybrid, "hybrid", number tol "tol", word integrator "integrator", number h0 "h0", number h_max "h_max", number h_min "h_min", word stops "stops", whole max_events "max_events", word contact_solver "contact_solver",
    number gap_threshold "gap_threshold", number velocity_threshold "velocity_threshold", number force_threshold "force_threshold", number rtol "rtol", number atol "atol", number safety "safety", Control control "control", number violation "violation",
    Metric metric "metric", Index index "index", number rho_inf "rho_inf", number newton "newton", Correction correction "correction", Stiff stiff "stiff", whole max_steps "max_steps");
smooth!(Dopri5, "dopri5", Stiff stiff "stiff", Control control "control", number violation "violation", Metric metric "metric");
smooth!(Mdop5, "mdop5", Stiff stiff "stiff", Control control "control", number violation "violation", Metric metric "metric");
smooth!(Hem5, "hem5", Stiff stiff "stiff", Control control "control", number violation "violation", Metric metric "metric");
smooth!(Phem56, "phem56", Stiff stiff "stiff", Control control "control");
smooth!(Radau5, "radau5", Index index "index");
smooth!(AlphaPAdaptive, "alpha-p-adaptive", number rho_inf "rho_inf", number newton "newton");
smooth!(AlphaVAdaptive, "alpha-v-adaptive", number rho_inf "rho_inf", number newton "newton");
smooth!(AlphaPvAdaptive, "alpha-pv-adaptive", number rho_inf "rho_inf", number newton "newton", Correction correction "correction");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schemes::SCHEMES;

    const TYPES: &[(&str, &[Allowed])] = &[
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
            let own = TYPES.iter().find(|t| t.0 == info.name);
            let own = own.map(|t| t.1.iter().map(|o| o.0).collect());
            let sorted = |mut v: Vec<&str>| {
                v.sort_unstable();
                v.dedup();
                v.join(", ")
            };
            assert_eq!(own.map(sorted), Some(sorted(names)), "schemes/typed.rs: {}", info.name);
        }
        assert_eq!(TYPES.len(), SCHEMES.len());
    }

    /// The words of a type are those that the scheme allows.
    #[test]
    fn words_are_those_of_the_options() {
        let sorted = |list: &[&str]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list.join(", ")
        };
        for (scheme, options) in TYPES {
            for (option, words) in options.iter().filter(|o| !o.1.is_empty()) {
                // some options are handed on to an integrator, which has to have them
                let told = ["", "radau5", "mdop5", "alpha-pv"].map(|integrator| {
                    let mut given = vec![(*option, "?".to_string())];
                    if !integrator.is_empty() && options.iter().any(|o| o.0 == "index") {
                        given.insert(0, ("integrator", integrator.to_string()));
                    }
                    let e = made(scheme, &given).unwrap_err().to_string();
                    let allowed = e.split("allowed: ").nth(1).unwrap_or("").to_string();
                    sorted(&allowed.split(", ").collect::<Vec<_>>())
                });
                assert!(told.contains(&sorted(words)), "{scheme}: {option}: {told:?}");
            }
        }
    }

    #[test]
    fn options_arrive_and_wrong_ones_are_named() {
        let s = Alpha::default().rho_inf(0.9).reinit(true).newton(words::Newton::Decoupled);
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
