//! Linear algebra that knows numbers only: small dense systems, and sparse ones with a fixed pattern
//! that factorise without pivoting in a given order.

mod dense;
mod sparse;

pub use dense::Dense;
pub use sparse::{Entry, Numeric, Symbolic};
