//! Numbers with derivatives that Python functions can compute with.

use num_dual::{DualNum, HyperDual64};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A number with two first derivatives and the mixed second one.
#[pyclass(frozen, module = "percussion")]
#[derive(Clone, Copy)]
pub struct Jet(pub HyperDual64);

/// A jet, or a plain number.
pub fn number(x: &Bound<'_, PyAny>) -> PyResult<HyperDual64> {
    if let Ok(j) = x.cast::<Jet>() {
        return Ok(j.get().0);
    }
    x.extract::<f64>().map(HyperDual64::from_re)
}

macro_rules! unary {
    ($($name:ident => $method:ident),* $(,)?) => {
        #[pymethods]
        impl Jet {
            #[new]
            #[pyo3(signature = (value, first = 0.0, second = 0.0, mixed = 0.0))]
            fn new(value: f64, first: f64, second: f64, mixed: f64) -> Self {
                Jet(HyperDual64::new(value, first, second, mixed))
            }
            #[getter]
            fn value(&self) -> f64 {
                self.0.re
            }
            #[getter]
            fn first(&self) -> f64 {
                self.0.eps1
            }
            #[getter]
            fn second(&self) -> f64 {
                self.0.eps2
            }
            #[getter]
            fn mixed(&self) -> f64 {
                self.0.eps1eps2
            }
            fn __repr__(&self) -> String {
                let j = self.0;
                format!("Jet({}, {}, {}, {})", j.re, j.eps1, j.eps2, j.eps1eps2)
            }
            fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Jet> {
                Ok(Jet(self.0 + number(other)?))
            }
            fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Jet> {
                self.__add__(other)
            }
            fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Jet> {
                Ok(Jet(self.0 - number(other)?))
            }
            fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Jet> {
                Ok(Jet(number(other)? - self.0))
            }
            fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Jet> {
                Ok(Jet(self.0 * number(other)?))
            }
            fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Jet> {
                self.__mul__(other)
            }
            fn __truediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Jet> {
                Ok(Jet(self.0 / number(other)?))
            }
            fn __rtruediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Jet> {
                Ok(Jet(number(other)? / self.0))
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
            fn arctan2(&self, x: &Bound<'_, PyAny>) -> PyResult<Jet> {
                Ok(Jet(self.0.atan2(number(x)?)))
            }
            $(fn $name(&self) -> Jet {
                Jet(self.0.$method())
            })*
        }
    };
}

// The names under which numpy looks for the methods of objects.
unary! {
    sin => sin, cos => cos, tan => tan, exp => exp, log => ln, sqrt => sqrt,
    arcsin => asin, arccos => acos, arctan => atan, sinh => sinh, cosh => cosh, tanh => tanh,
}
