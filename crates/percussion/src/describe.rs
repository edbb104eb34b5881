//! What the parts of a model say of themselves in a model file.
//!
//! Bodies, joints, forces and contacts give an [`Entry`]; [`crate::file::export`] writes it. Numbers
//! are printed so that reading gives back the same bits.

use crate::frame::{Anchor, M3, V3};
use crate::joints::Primitive;

/// A value of a model file.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A text or expression.
    Text(String),
    /// A body by its index; none is the world.
    Body(Option<usize>),
    /// A list.
    List(Vec<Value>),
    /// A table on one line.
    Table(Entry),
}

/// Keys with values, in the order of writing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// The keys and values.
    pub keys: Vec<(&'static str, Value)>,
    /// Whether something in it cannot be written: a function of the program.
    pub incomplete: bool,
}

fn list(values: &[f64]) -> Value {
    Value::List(values.iter().map(|&v| Value::Number(v)).collect())
}

impl Entry {
    /// Adds a key.
    pub fn add(&mut self, key: &'static str, value: Value) -> &mut Self {
        self.keys.push((key, value));
        self
    }
    /// Adds a text.
    pub fn text(&mut self, key: &'static str, text: &str) -> &mut Self {
        self.add(key, Value::Text(text.into()))
    }
    /// Adds a number.
    pub fn numbers(&mut self, key: &'static str, v: f64) -> &mut Self {
        self.add(key, Value::Number(v))
    }
    /// Adds a vector.
    pub fn vector(&mut self, key: &'static str, v: &V3) -> &mut Self {
        self.add(key, list(v.as_slice()))
    }
    /// Adds a list of numbers.
    pub fn list(&mut self, key: &'static str, v: &[f64]) -> &mut Self {
        self.add(key, list(v))
    }
    /// Adds a matrix, row by row.
    pub fn matrix(&mut self, key: &'static str, m: &M3) -> &mut Self {
        let row = |i: usize| list(&[m[(i, 0)], m[(i, 1)], m[(i, 2)]]);
        self.add(key, Value::List((0..3).map(row).collect()))
    }
    /// Adds a frame.
    pub fn anchor(&mut self, key: &'static str, a: &Anchor) -> &mut Self {
        let mut e = Entry::default();
        e.add("body", Value::Body(a.body));
        if a.rho != V3::zeros() {
            e.vector("at", &a.rho);
        }
        if a.R != M3::identity() {
            e.matrix("axes", &a.R);
        }
        self.incomplete |= a.drive.is_some() || a.node != 0 || a.along.is_some();
        self.add(key, Value::Table(e))
    }
    /// Adds the coordinate along which a spring acts; none where it has no name.
    pub fn primitive(&mut self, p: &Primitive) -> Option<&mut Self> {
        match p {
            Primitive::Distance { length: 0.0 } => Some(self.text("along", "distance")),
            Primitive::Angle { zero: 0.0, sign: 1.0 } => Some(self.text("along", "angle")),
            Primitive::Along { n1 } if *n1 == V3::z() => Some(self.text("along", "slide")),
            Primitive::Coincide { e } => {
                Some(self.text("along", "direction").vector("direction", e))
            }
            _ => None,
        }
    }
}
