//! What a model file says of the parts of a model.
//!
//! Each part becomes an [`Entry`], which [`super::export`] writes. Numbers are printed so that
//! reading gives back the same bits.

mod bodies;
mod elements;
mod forces;

pub use bodies::{body, start};
pub use elements::element;
pub use forces::force;

use crate::bodies::{FullSection, Rayleigh};
use crate::expression::Program;
use crate::forces::Variable;
use crate::frame::{Anchor, TimeFn, M3, V3};
use crate::joints::Primitive;

/// A value of a model file.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A whole number.
    Whole(usize),
    /// A text.
    Text(String),
    /// An expression, and what its variables are.
    Expression(Program, Vec<Variable>),
    /// true or false.
    Bool(bool),
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
    /// Adds a whole number.
    pub fn whole(&mut self, key: &'static str, n: usize) -> &mut Self {
        self.add(key, Value::Whole(n))
    }
    /// Adds true or false.
    pub fn flag(&mut self, key: &'static str, b: bool) -> &mut Self {
        self.add(key, Value::Bool(b))
    }
    /// Adds a table.
    pub fn table(&mut self, key: &'static str, e: Entry) -> &mut Self {
        self.incomplete |= e.incomplete;
        self.add(key, Value::Table(e))
    }
    /// Adds Rayleigh damping, if there is any.
    pub fn rayleigh(&mut self, damping: Rayleigh) -> &mut Self {
        if damping != Rayleigh::default() {
            self.list("rayleigh", &[damping.mass, damping.stiffness]);
        }
        self
    }
    /// Adds the stiffnesses and masses of a section in space.
    pub fn section(&mut self, s: &FullSection) -> &mut Self {
        let mut e = Entry::default();
        let rows = |m: &nalgebra::Matrix6<f64>| m.transpose().as_slice().to_vec();
        let (C, J) = (s.C.diagonal(), s.J.diagonal());
        match s.uncoupled() {
            true => {
                e.numbers("EA", C[0]).list("GA", &[C[1], C[2]]).numbers("GJ", C[3]);
                e.list("EI", &[C[4], C[5]]);
            }
            false => {
                e.rows("stiffness", &rows(&s.C), 6);
            }
        }
        match s.centred() {
            // the polar inertia is the sum of the two others unless it is given
            true if J.x == J.y + J.z => {
                e.numbers("rhoA", s.rho_A).list("rhoI", &[J.y, J.z]);
            }
            true => {
                e.numbers("rhoA", s.rho_A).list("rhoI", J.as_slice());
            }
            false => {
                e.rows("mass", &rows(&s.mass()), 6);
            }
        }
        self.table("section", e)
    }
    /// Adds a vector.
    pub fn vector(&mut self, key: &'static str, v: &V3) -> &mut Self {
        self.add(key, list(v.as_slice()))
    }
    /// Adds a list of numbers.
    pub fn list(&mut self, key: &'static str, v: &[f64]) -> &mut Self {
        self.add(key, list(v))
    }
    /// Adds numbers in rows of n.
    pub fn rows(&mut self, key: &'static str, v: &[f64], n: usize) -> &mut Self {
        self.add(key, Value::List(v.chunks(n).map(list).collect()))
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
        match a.along {
            Some(s) => {
                e.numbers("s", s);
            }
            None if a.node != 0 => {
                e.whole("node", a.node);
            }
            None => {}
        }
        if a.rho != V3::zeros() {
            e.vector("at", &a.rho);
        }
        if a.R != M3::identity() {
            e.matrix("axes", &a.R);
        }
        if let Some(drive) = &a.drive {
            if drive.axis != V3::z() {
                e.vector("drive_axis", &drive.axis);
            }
            e.motion("slide", &drive.slide).motion("turn", &drive.turn);
        }
        self.table(key, e)
    }
    /// Adds a function of time, if there is one.
    pub fn motion(&mut self, key: &'static str, f: &Option<TimeFn>) -> &mut Self {
        match f {
            Some(TimeFn::Expression(p)) => {
                let variables = vec![Variable::Time; p.variables().len()];
                self.add(key, Value::Expression(p.clone(), variables));
            }
            Some(TimeFn::Function(_)) => self.incomplete = true,
            None => {}
        }
        self
    }
    /// Adds the coordinate along which a spring or stop acts; none where it has no name.
    pub fn primitive(&mut self, p: &Primitive) -> Option<&mut Self> {
        match p {
            Primitive::Distance { length } => Some(self.text("along", "distance").zero(*length)),
            Primitive::Angle { zero, sign } => {
                Some(self.text("along", "angle").zero(*zero).reverse(*sign))
            }
            Primitive::Along { n1 } => {
                self.text("along", "slide");
                (*n1 != V3::z()).then(|| self.vector("direction", n1));
                Some(self)
            }
            Primitive::Coincide { e } => {
                Some(self.text("along", "direction").vector("direction", e))
            }
            _ => None,
        }
    }
    fn zero(&mut self, v: f64) -> &mut Self {
        if v != 0.0 {
            self.numbers("zero", v);
        }
        self
    }
    fn reverse(&mut self, sign: f64) -> &mut Self {
        if sign < 0.0 {
            self.flag("reverse", true);
        }
        self
    }
}
