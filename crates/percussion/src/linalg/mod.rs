//! Linear algebra of the field: small dense systems, and saddle-point matrices with a fixed
//! pattern that factorise without pivoting in a static order.

mod dense;
mod kkt;
mod minimum_norm;
mod quadratic;
mod sparse;

pub use dense::Dense;
pub use kkt::Kkt;
pub use minimum_norm::minimum_norm;
pub use quadratic::Quadratic;
pub use sparse::{Entry, Numeric, Symbolic};
