//! Python functions in expressions.

use crate::jet::{number, Jet};
use num_dual::HyperDual64;
use percussion::expression::External;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::atomic::{AtomicU8, Ordering};
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

/// Whether a function takes jets is found at its first call with them.
const UNKNOWN: u8 = 0;
const TAKES_JETS: u8 = 1;
const FLOATS_ONLY: u8 = 2;

/// A Python function of a fixed number of numbers that returns a number.
pub struct Function {
    pub call: Py<PyAny>,
    pub arguments: usize,
    pub fault: Arc<Fault>,
    kind: AtomicU8,
}

impl Function {
    pub fn new(call: Py<PyAny>, arguments: usize, fault: Arc<Fault>) -> Self {
        Function { call, arguments, fault, kind: AtomicU8::new(UNKNOWN) }
    }

    fn floats(&self, py: Python<'_>, x: &[f64]) -> PyResult<f64> {
        let arguments = PyTuple::new(py, x)?;
        self.call.bind(py).call1(arguments)?.extract()
    }

    fn jets(&self, py: Python<'_>, x: &[HyperDual64]) -> PyResult<HyperDual64> {
        let arguments = PyTuple::new(py, x.iter().map(|&j| Jet(j)))?;
        number(&self.call.bind(py).call1(arguments)?)
    }

    /// Central differences along the directions of the jets.
    fn differences(&self, py: Python<'_>, x: &[HyperDual64]) -> PyResult<HyperDual64> {
        let at = |a: f64, b: f64, c: f64| {
            let y: Vec<f64> =
                x.iter().map(|j| j.re + a * j.eps1 + b * j.eps2 + c * j.eps1eps2).collect();
            self.floats(py, &y)
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
            self.floats(py, x).unwrap_or_else(|e| {
                self.fault.set(e);
                f64::NAN
            })
        })
    }
    fn jet(&self, x: &[HyperDual64]) -> HyperDual64 {
        Python::attach(|py| {
            if self.kind.load(Ordering::Relaxed) != FLOATS_ONLY {
                match self.jets(py, x) {
                    Ok(j) => {
                        self.kind.store(TAKES_JETS, Ordering::Relaxed);
                        return j;
                    }
                    // Ctrl-C is no sign of a function that cannot take jets
                    Err(e)
                        if self.kind.load(Ordering::Relaxed) == TAKES_JETS
                            || !e.is_instance_of::<PyException>(py) =>
                    {
                        self.fault.set(e);
                        return HyperDual64::from_re(f64::NAN);
                    }
                    Err(_) => self.kind.store(FLOATS_ONLY, Ordering::Relaxed),
                }
            }
            self.differences(py, x).unwrap_or_else(|e| {
                self.fault.set(e);
                HyperDual64::from_re(f64::NAN)
            })
        })
    }
}
