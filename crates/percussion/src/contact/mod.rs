//! Contact problems: data, laws, solvers.
//!
//! A [`Problem`] is plain data: an operator (bodies and rows, or the Delassus matrix), a free part, and
//! items with their laws. A [`Solver`] receives it with a warm start, a [`Goal`] and a [`Budget`], and
//! answers with an [`Outcome`]. [`Standard`] is the default.
//!
//! ```rust
//! use percussion::contact::{Budget, Form, Goal, Item, Point, Problem, Solver, Standard};
//!
//! // a unit mass that falls with 1 m/s on a plane and slides with 1 m/s, μ = 0.5
//! let form = Form::Dense(vec![1.0, 0.0, 0.0, 1.0]);
//! let items = vec![Item::contact(0, 0, 1..2, 0.5)];
//! let problem = Problem::new(form, vec![-1.0, 1.0], items);
//! let mut point = Point::zero(&problem);
//! let out = Standard::default().solve(&problem, &mut point, Goal::default(), &mut Budget::default());
//! assert!(out.solved() && (point.m[1] + 0.5).abs() < 1e-12);
//! ```

mod cone;
pub mod file;
mod interior;
mod islands;
pub mod law;
pub mod lcp;
mod level;
pub(crate) mod levels;
mod newton;
mod operator;
pub mod policy;
mod problem;
pub(crate) mod reduce;
pub mod reference;
mod scaled;
mod solve;
mod solver;
mod watch;

pub use law::{Item, Mode, Rubbing};
pub use problem::{BadProblem, Bodies, Form, Measure, Point, Problem};
pub use reference::unique;
pub use solve::Standard;
pub use solver::{Budget, Goal, Outcome, Solver, Status, Tried};
pub use watch::{watch, Watching};

/// A solver by its name, and what it is.
pub struct SolverInfo {
    /// Name.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// A new one.
    pub make: fn() -> Box<dyn Solver>,
}

/// All solvers.
#[rustfmt::skip]
pub const SOLVERS: [SolverInfo; 8] = [
    SolverInfo { name: "auto", about: "Newton, else interior point, with the split of equal springs", make: || Box::<Standard>::default() },
    SolverInfo { name: "dense", about: "sweeps, active sets and Newton's method on a dense matrix", make: || Box::<reference::DenseSolver>::default() },
    SolverInfo { name: "lcp", about: "planar friction by pivoting", make: || Box::<reference::PlanarSolver>::default() },
    SolverInfo { name: "nsgs", about: "nonlinear Gauss-Seidel with Anderson acceleration", make: || Box::<reference::SweepSolver>::default() },
    SolverInfo { name: "newton", about: "proximal semismooth Newton", make: || Box::<reference::NewtonSolver>::default() },
    SolverInfo { name: "interior-point", about: "interior point, polished by Newton", make: || Box::<reference::InteriorSolver>::default() },
    SolverInfo { name: "path", about: "arclength tracking of the central path", make: || Box::<reference::PathSolver>::default() },
    SolverInfo { name: "admm", about: "alternating directions", make: || Box::<reference::AdmmSolver>::default() },
];

/// The solver of this name.
///
/// # Errors
/// Lists the names nearest to it.
pub fn find(name: &str) -> Result<&'static SolverInfo, Vec<String>> {
    let found = SOLVERS.iter().find(|s| s.name == name);
    found.ok_or_else(|| crate::nearest(name, SOLVERS.iter().map(|s| s.name)))
}
