//! Linear algebra of the field: small dense systems, and saddle-point matrices with a fixed
//! pattern that factorise without pivoting in a static order.

mod blocks;
mod dense;
mod kkt;
mod minimum_norm;
mod order;
mod quadratic;
mod rows;
mod sparse;

pub use blocks::Blocks;
pub use dense::Dense;
pub use kkt::Kkt;
pub use minimum_norm::minimum_norm;
pub use order::minimum_degree;
pub use quadratic::Quadratic;
pub use rows::Rows;
pub use sparse::{Entry, Numeric, Symbolic};
