//! Errors of the library as exceptions of `percussion._errors`, with the same text.

use percussion::error::ModelError;
use percussion::file::Diagnostics;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// An exception class of the package by name, with a message.
pub fn exception(name: &str, message: String) -> PyErr {
    Python::attach(|py| {
        let class = py.import("percussion._errors").and_then(|m| m.getattr(name));
        match class.and_then(|c| c.call1((message.clone(),))) {
            Ok(value) => PyErr::from_value(value),
            Err(_) => PyRuntimeError::new_err(message),
        }
    })
}

pub fn model(e: &ModelError) -> PyErr {
    let class = match e {
        ModelError::Unknown { .. } => "UnknownNameError",
        _ => "ModelError",
    };
    exception(class, e.to_string())
}

pub fn diagnostics(d: &Diagnostics) -> PyErr {
    exception("ModelError", d.to_string())
}

pub fn value(message: impl Into<String>) -> PyErr {
    exception("ModelError", message.into())
}

/// Whether an exception is one that the package raises for what cannot be.
pub fn own(py: Python<'_>, e: &PyErr) -> bool {
    let class = py.import("percussion._errors").and_then(|m| m.getattr("ModelError"));
    class.is_ok_and(|class| e.value(py).is_instance(&class).unwrap_or(false))
}
