//! Solvers receive data, never the world.

pub mod contact_problem;
pub(crate) mod delassus;
pub mod friction;
mod proximal;
pub mod smooth;

pub use crate::contact::lcp;
pub use contact_problem::{ContactProblem, Item, Rubbing};
