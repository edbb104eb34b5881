//! Inputs: numbers that a controller sets between steps and that expressions of a model contain as `name(t)`.

use num_dual::HyperDual64;
use percussion::expression::External;
use std::cell::RefCell;

thread_local! {
    /// The inputs of the model that this thread steps. Many runs share one system, each on a thread of its own.
    static VALUES: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// Sets the inputs of what this thread evaluates from now on.
pub fn set(values: impl IntoIterator<Item = f64>) {
    VALUES.with_borrow_mut(|v| {
        v.clear();
        v.extend(values);
    });
}

/// An input by its number in the model.
pub struct Input(pub usize);

impl External for Input {
    fn arguments(&self) -> usize {
        1
    }
    fn value(&self, _t: &[f64]) -> f64 {
        VALUES.with_borrow(|v| v.get(self.0).copied().unwrap_or(0.0))
    }
    fn jet(&self, t: &[HyperDual64]) -> HyperDual64 {
        let _ = t;
        HyperDual64::from_re(self.value(&[]))
    }
}
