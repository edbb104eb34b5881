//! Prescribed motions: functions of time with two derivatives, and frames that move by them.

use crate::error::ModelError;
use crate::expression::{of_time, Program};
use num_dual::Dual2_64;
use std::sync::Arc;

type V3 = nalgebra::Vector3<f64>;

/// A function of time with its first two derivatives: `[f, f', f'']`.
#[derive(Clone)]
pub enum TimeFn {
    /// An expression of t; its derivatives follow by themselves, and a model file can state it.
    Expression(Program),
    /// Any function that gives `[f, f', f'']`.
    Function(Arc<dyn Fn(f64) -> [f64; 3] + Send + Sync>),
}

impl TimeFn {
    /// A function of the program.
    pub fn new(f: impl Fn(f64) -> [f64; 3] + Send + Sync + 'static) -> Self {
        TimeFn::Function(Arc::new(f))
    }
    /// An expression of t as model files have it: `"0.4*sin(3*t)"`.
    ///
    /// # Errors
    /// The expression's first mistake.
    pub fn expression(text: &str) -> Result<Self, ModelError> {
        let program = of_time(text).map_err(|e| ModelError::Invalid {
            what: "motion".into(),
            value: text.into(),
            allowed: format!("an expression of t ({})", e.message),
        })?;
        Ok(TimeFn::Expression(program))
    }
    /// Adds the times at which its formula changes, as far as the program can read it.
    pub(crate) fn breaks(&self, out: &mut Vec<f64>) {
        if let TimeFn::Expression(p) = self {
            p.breaks(0, out);
        }
    }
    /// f, f' and f'' at t.
    pub fn at(&self, t: f64) -> [f64; 3] {
        match self {
            TimeFn::Expression(p) => {
                let x = [Dual2_64::new(t, 1.0, 0.0)];
                let y = p.evaluate(&x[..p.variables().len().min(1)]);
                [y.re, y.v1, y.v2]
            }
            TimeFn::Function(f) => f(t),
        }
    }
}

/// A vector as a function of time.
#[derive(Clone)]
pub enum TimeVector {
    /// Expressions of t, which a model file can state.
    Expressions(Box<[Program; 3]>),
    /// Any function.
    Function(Arc<dyn Fn(f64) -> V3 + Send + Sync>),
}

impl TimeVector {
    /// Always zero.
    pub fn zero() -> Self {
        TimeVector::Expressions(Box::new([0, 1, 2].map(|_| Program::constant(0.0))))
    }
    /// A function of the program.
    pub fn new(f: impl Fn(f64) -> V3 + Send + Sync + 'static) -> Self {
        TimeVector::Function(Arc::new(f))
    }
    /// Adds the times at which its formula changes, as far as the program can read it.
    pub(crate) fn breaks(&self, out: &mut Vec<f64>) {
        if let TimeVector::Expressions(p) = self {
            p.iter().for_each(|p| p.breaks(0, out));
        }
    }
    /// The vector at t.
    pub fn at(&self, t: f64) -> V3 {
        match self {
            TimeVector::Expressions(p) => {
                V3::from_fn(|k, _| p[k].evaluate(&[t][..p[k].variables().len().min(1)]))
            }
            TimeVector::Function(f) => f(t),
        }
    }
}

/// Motion of an attachment relative to its body: a slide along `axis` and a turn about it.
#[derive(Clone)]
pub struct Drive {
    /// Unit axis in the attachment's own axes.
    pub axis: V3,
    /// Displacement along the axis.
    pub slide: Option<TimeFn>,
    /// Angle about the axis.
    pub turn: Option<TimeFn>,
}

impl Drive {
    /// A turn about e_z.
    pub fn turn(angle: TimeFn) -> Self {
        Drive { axis: V3::z(), slide: None, turn: Some(angle) }
    }
    /// A slide along e_z.
    pub fn slide(way: TimeFn) -> Self {
        Drive { axis: V3::z(), slide: Some(way), turn: None }
    }
    /// The same along and about another axis.
    pub fn about(self, axis: V3) -> Self {
        Drive { axis, ..self }
    }
}
