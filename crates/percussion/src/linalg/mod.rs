//! Linear algebra that knows numbers only: small dense systems, and sparse ones with a fixed pattern
//! that factorise without pivoting in a given order.

mod blocks;
mod dense;
mod order;
mod rows;
mod sparse;

pub use blocks::Blocks;
pub use dense::Dense;
pub use order::minimum_degree;
pub use rows::Rows;
pub use sparse::{Entry, Numeric, Symbolic};
