//! Contact problems: data, laws, solvers.
//!
//! A [`Problem`] is plain data: an operator (bodies and rows, or the Delassus matrix), a free part, and
//! items with their laws. A [`Solver`] receives it with a warm start, a [`Goal`] and a [`Budget`], and
//! answers with an [`Outcome`]. [`Ladder`] is the default: it tries one way after another.
//!
//! ```rust
//! use percussion::contact::{Budget, Form, Goal, Item, Ladder, Point, Problem, Solver};
//!
//! // a unit mass that falls with 1 m/s on a plane and slides with 1 m/s, μ = 0.5
//! let form = Form::Dense(vec![1.0, 0.0, 0.0, 1.0]);
//! let items = vec![Item::contact(0, 0, 1..2, 0.5)];
//! let problem = Problem { form, b: vec![-1.0, 1.0], items };
//! let mut point = Point::zero(&problem);
//! let out = Ladder::new().solve(&problem, &mut point, Goal::default(), &mut Budget::default());
//! assert!(out.solved() && (point.m[1] + 0.5).abs() < 1e-12);
//! ```

mod base;
mod delassus;
mod dense;
mod dense_newton;
mod ladder;
pub mod law;
mod problem;
#[allow(dead_code)]
pub(crate) mod reduce;
mod solver;

pub use dense::DenseSolver;
pub use ladder::Ladder;
pub use law::{Item, Mode, Rubbing};
pub use problem::{BadProblem, Bodies, Form, Measure, Point, Problem};
pub use solver::{Budget, Goal, Outcome, Solver, Status, Tried};

#[cfg(test)]
mod tests;
