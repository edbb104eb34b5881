//! Solvers receive data, never the world.

pub mod contact_problem;
pub(crate) mod delassus;
pub mod friction;
pub mod lcp;
mod proximal;
pub mod smooth;

pub use contact_problem::{ContactProblem, Item, Rubbing};
