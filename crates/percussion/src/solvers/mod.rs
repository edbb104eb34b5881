//! Solvers receive data, never the world.

pub mod contact_problem;

pub use contact_problem::{ContactProblem, Item, Rubbing};
