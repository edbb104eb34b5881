//! Python functions in expressions.

use crate::errors;
use crate::jet::{number, Jet};
use num_dual::HyperDual64;
use percussion::expression::External;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyTuple};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The first exception that a function of a model raised; a run looks at it after every step.
#[derive(Default)]
pub struct Fault(Mutex<Option<PyErr>>);

impl Fault {
    pub fn set(&self, e: PyErr) {
        if let Ok(mut slot) = self.0.lock() {
            slot.get_or_insert(e);
        }
    }
    pub fn is_set(&self) -> bool {
        self.0.lock().map_or(true, |slot| slot.is_some())
    }
    pub fn take(&self) -> Option<PyErr> {
        self.0.lock().ok().and_then(|mut slot| slot.take())
    }
}

/// A Python function of a fixed number of numbers that returns a number.
pub struct Function {
    pub call: Py<PyAny>,
    pub arguments: usize,
    pub fault: Arc<Fault>,
    /// Whether it was seen to fail with jets.
    numbers_only: AtomicBool,
}

/// Whether a jet is a number without derivatives.
fn plain(j: &HyperDual64) -> bool {
    j.eps1 == 0.0 && j.eps2 == 0.0 && j.eps1eps2 == 0.0
}

/// An argument of a function: a jet only where it has derivatives, as numbers are cheaper.
struct Argument(HyperDual64);

impl<'py> IntoPyObject<'py> for Argument {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match plain(&self.0) {
            true => Ok(PyFloat::new(py, self.0.re).into_any()),
            false => Ok(Bound::new(py, Jet(self.0))?.into_any()),
        }
    }
}

impl Function {
    pub fn new(call: Py<PyAny>, arguments: usize, fault: Arc<Fault>) -> Self {
        Function { call, arguments, fault, numbers_only: AtomicBool::new(false) }
    }

    fn floats(&self, py: Python<'_>, x: impl ExactSizeIterator<Item = f64>) -> PyResult<f64> {
        let arguments = PyTuple::new(py, x)?;
        self.call.bind(py).call1(arguments)?.extract()
    }

    fn jets(&self, py: Python<'_>, x: &[HyperDual64]) -> PyResult<HyperDual64> {
        if x.iter().all(plain) {
            return self.floats(py, x.iter().map(|j| j.re)).map(HyperDual64::from_re);
        }
        let arguments = PyTuple::new(py, x.iter().map(|&j| Argument(j)))?;
        number(&self.call.bind(py).call1(arguments)?)
    }

    /// Central differences along the directions of the jets.
    fn differences(&self, py: Python<'_>, x: &[HyperDual64]) -> PyResult<HyperDual64> {
        let at = |a: f64, b: f64, c: f64| {
            let y: Vec<f64> =
                x.iter().map(|j| j.re + a * j.eps1 + b * j.eps2 + c * j.eps1eps2).collect();
            self.floats(py, y.into_iter())
        };
        let largest = |f: fn(&HyperDual64) -> f64| x.iter().map(|j| f(j).abs()).fold(0.0, f64::max);
        let scale = 1.0 + largest(|j| j.re);
        let step = |size: f64, power: f64| match size > 0.0 {
            true => f64::EPSILON.powf(power) * scale / size,
            false => 0.0,
        };
        let slope = |h: f64, value: &dyn Fn(f64) -> PyResult<f64>| match h > 0.0 {
            true => Ok::<f64, PyErr>((value(h)? - value(-h)?) / (2.0 * h)),
            false => Ok(0.0),
        };
        let (e1, e2) = (largest(|j| j.eps1), largest(|j| j.eps2));
        let third = 1.0 / 3.0;
        let first = slope(step(e1, third), &|h| at(h, 0.0, 0.0))?;
        let second = slope(step(e2, third), &|h| at(0.0, h, 0.0))?;
        let mut mixed = slope(step(largest(|j| j.eps1eps2), third), &|h| at(0.0, 0.0, h))?;
        let (h, k) = (step(e1, 0.25), step(e2, 0.25));
        if h > 0.0 && k > 0.0 {
            let corners = at(h, k, 0.0)? - at(h, -k, 0.0)? - at(-h, k, 0.0)? + at(-h, -k, 0.0)?;
            mixed += corners / (4.0 * h * k);
        }
        Ok(HyperDual64::new(at(0.0, 0.0, 0.0)?, first, second, mixed))
    }
}

impl External for Function {
    fn arguments(&self) -> usize {
        self.arguments
    }
    fn value(&self, x: &[f64]) -> f64 {
        Python::attach(|py| {
            self.floats(py, x.iter().copied()).unwrap_or_else(|e| {
                self.fault.set(e);
                f64::NAN
            })
        })
    }
    fn jet(&self, x: &[HyperDual64]) -> HyperDual64 {
        Python::attach(|py| {
            let failed = |e: PyErr| {
                self.fault.set(e);
                HyperDual64::from_re(f64::NAN)
            };
            if !self.numbers_only.load(Ordering::Relaxed) {
                match self.jets(py, x) {
                    Ok(j) => return j,
                    // neither Ctrl-C nor what the package itself refuses is a sign of a function that
                    // cannot take jets
                    Err(e) if !e.is_instance_of::<PyException>(py) || errors::own(py, &e) => {
                        return failed(e);
                    }
                    Err(_) => self.numbers_only.store(true, Ordering::Relaxed),
                }
            }
            self.differences(py, x).unwrap_or_else(failed)
        })
    }
}
