//! Numbers that may carry derivatives.

use num_dual::DualNum;

/// A number that may carry derivatives: `f64`, dual and hyper-dual numbers.
pub trait Num: DualNum<Primitive = f64> + Copy + 'static {}
impl<T: DualNum<Primitive = f64> + Copy + 'static> Num for T {}
