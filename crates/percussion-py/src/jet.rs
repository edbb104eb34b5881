//! Numbers with derivatives that Python functions can compute with.

use num_dual::{DualNum, HyperDual64};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use pyo3::Borrowed;

/// A number with two first derivatives and the mixed second one.
#[pyclass(frozen, freelist = 64, module = "percussion")]
#[derive(Clone, Copy)]
pub struct Jet(pub HyperDual64);

/// A jet, or a plain number.
pub fn number(x: &Bound<'_, PyAny>) -> PyResult<HyperDual64> {
    if let Ok(j) = x.cast::<Jet>() {
        return Ok(j.get().0);
    }
    x.extract::<f64>().map(HyperDual64::from_re)
}

/// The other operand. What is no number is left to it: an array multiplies its entries.
pub struct Operand(HyperDual64);

impl<'a, 'py> FromPyObject<'a, 'py> for Operand {
    type Error = PyErr;
    fn extract(x: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(j) = x.cast::<Jet>() {
            return Ok(Operand(j.get().0));
        }
        if let Ok(v) = x.cast::<PyFloat>() {
            return Ok(Operand(HyperDual64::from_re(v.value())));
        }
        if x.hasattr("__array_ufunc__")? && x.hasattr("__len__")? {
            return Err(PyTypeError::new_err("an array is no number"));
        }
        x.extract::<f64>().map(|v| Operand(HyperDual64::from_re(v)))
    }
}

macro_rules! unary {
    ($($name:ident => $method:ident $text:literal),* $(,)?) => {
        #[pymethods]
        impl Jet {
            #[new]
            #[pyo3(signature = (value, first = 0.0, second = 0.0, mixed = 0.0))]
            fn new(value: f64, first: f64, second: f64, mixed: f64) -> Self {
                Jet(HyperDual64::new(value, first, second, mixed))
            }
            /// The number itself.
            #[getter]
            fn value(&self) -> f64 {
                self.0.re
            }
            /// Its first derivative along the first direction.
            #[getter]
            fn first(&self) -> f64 {
                self.0.eps1
            }
            /// Its first derivative along the second direction.
            #[getter]
            fn second(&self) -> f64 {
                self.0.eps2
            }
            /// Its second derivative, mixed.
            #[getter]
            fn mixed(&self) -> f64 {
                self.0.eps1eps2
            }
            fn __getnewargs__(&self) -> (f64, f64, f64, f64) {
                (self.0.re, self.0.eps1, self.0.eps2, self.0.eps1eps2)
            }
            fn __repr__(&self) -> String {
                let j = self.0;
                format!("Jet({}, {}, {}, {})", j.re, j.eps1, j.eps2, j.eps1eps2)
            }
            fn __add__(&self, other: Operand) -> Jet {
                Jet(self.0 + other.0)
            }
            fn __radd__(&self, other: Operand) -> Jet {
                self.__add__(other)
            }
            fn __sub__(&self, other: Operand) -> Jet {
                Jet(self.0 - other.0)
            }
            fn __rsub__(&self, other: Operand) -> Jet {
                Jet(other.0 - self.0)
            }
            fn __mul__(&self, other: Operand) -> Jet {
                Jet(self.0 * other.0)
            }
            fn __rmul__(&self, other: Operand) -> Jet {
                self.__mul__(other)
            }
            fn __truediv__(&self, other: Operand) -> Jet {
                Jet(self.0 / other.0)
            }
            fn __rtruediv__(&self, other: Operand) -> Jet {
                Jet(other.0 / self.0)
            }
            fn __pow__(&self, other: &Bound<'_, PyAny>, modulo: Option<&Bound<'_, PyAny>>) -> PyResult<Jet> {
                if modulo.is_some() {
                    return Err(PyTypeError::new_err("powers of jets have no modulus"));
                }
                if let Ok(n) = other.extract::<i32>() {
                    return Ok(Jet(self.0.powi(n)));
                }
                let n = number(other)?;
                let plain = n.eps1 == 0.0 && n.eps2 == 0.0 && n.eps1eps2 == 0.0;
                Ok(Jet(if plain { self.0.powf(n.re) } else { self.0.powd(n) }))
            }
            fn __rpow__(&self, other: &Bound<'_, PyAny>, _modulo: Option<&Bound<'_, PyAny>>) -> PyResult<Jet> {
                Ok(Jet(number(other)?.powd(self.0)))
            }
            fn __neg__(&self) -> Jet {
                Jet(-self.0)
            }
            fn __pos__(&self) -> Jet {
                *self
            }
            fn __abs__(&self) -> Jet {
                Jet(if self.0.re < 0.0 { -self.0 } else { self.0 })
            }
            fn __bool__(&self) -> bool {
                self.0.re != 0.0
            }
            fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<bool> {
                let (a, b) = (self.0.re, number(other)?.re);
                Ok(match op {
                    CompareOp::Lt => a < b,
                    CompareOp::Le => a <= b,
                    CompareOp::Eq => a == b,
                    CompareOp::Ne => a != b,
                    CompareOp::Gt => a > b,
                    CompareOp::Ge => a >= b,
                })
            }
            /// Whether value and all derivatives are equal.
            fn same(&self, other: &Bound<'_, PyAny>) -> bool {
                let parts = |j: HyperDual64| [j.re, j.eps1, j.eps2, j.eps1eps2];
                other.cast::<Jet>().is_ok_and(|o| parts(o.get().0) == parts(self.0))
            }
            /// The angle of the point (x, this).
            fn arctan2(&self, x: &Bound<'_, PyAny>) -> PyResult<Jet> {
                Ok(Jet(self.0.atan2(number(x)?)))
            }
            $(#[doc = $text]
            fn $name(&self) -> Jet {
                Jet(self.0.$method())
            })*
        }
    };
}

// The names under which numpy looks for the methods of objects.
unary! {
    sin => sin "Sine.", cos => cos "Cosine.", tan => tan "Tangent.", exp => exp "Exponential function.",
    log => ln "Natural logarithm.", sqrt => sqrt "Square root.", arcsin => asin "Inverse sine.",
    arccos => acos "Inverse cosine.", arctan => atan "Inverse tangent.", sinh => sinh "Hyperbolic sine.",
    cosh => cosh "Hyperbolic cosine.", tanh => tanh "Hyperbolic tangent.",
}
