//! Systems in minimal coordinates whose functions are expressions.

use crate::bodies::{Functions, Num};
use crate::collision::contacts::GapFunction;
use crate::expression::{Program, MAX_VARIABLES};
use crate::forces::Variable;

/// Which variable of the system a variable of the program is.
#[derive(Clone, Copy)]
enum Own {
    Time,
    Coordinate(usize),
    Velocity(usize),
}

/// An expression of the system's own coordinates.
pub(super) struct Part {
    program: Program,
    own: Vec<Own>,
}

impl Part {
    /// None where a variable is not the system's own, or a velocity that is not allowed.
    pub fn new(program: Program, v: &[Variable], body: usize, velocities: bool) -> Option<Self> {
        let own = v.iter().map(|v| match *v {
            Variable::Time => Some(Own::Time),
            Variable::Coordinate(b, k) if b.0 == body => Some(Own::Coordinate(k)),
            Variable::Velocity(b, k) if b.0 == body && velocities => Some(Own::Velocity(k)),
            _ => None,
        });
        Some(Part { own: own.collect::<Option<Vec<Own>>>()?, program })
    }
    fn value<D: Num>(&self, t: D, q: &[D], u: &[D]) -> D {
        let mut x = [D::from(0.0); MAX_VARIABLES];
        for (x, own) in x.iter_mut().zip(&self.own) {
            *x = match *own {
                Own::Time => t,
                Own::Coordinate(k) => q[k],
                Own::Velocity(k) => u[k],
            };
        }
        self.program.evaluate(&x)
    }
}

/// A system by its expressions.
pub(super) struct ExpressionSystem {
    pub coordinates: Vec<String>,
    pub M: Vec<Part>,
    pub h: Vec<Part>,
    pub potential: Option<Part>,
}

impl ExpressionSystem {
    pub fn new(coordinates: Vec<String>) -> Self {
        ExpressionSystem { coordinates, M: Vec::new(), h: Vec::new(), potential: None }
    }
}

impl Functions for ExpressionSystem {
    fn q_names(&self) -> Vec<String> {
        self.coordinates.clone()
    }
    fn M<D: Num>(&self, t: D, q: &[D], out: &mut [D]) {
        for (o, m) in out.iter_mut().zip(&self.M) {
            *o = m.value(t, q, &[]);
        }
    }
    fn h<D: Num>(&self, t: D, q: &[D], u: &[D], out: &mut [D]) {
        for (o, h) in out.iter_mut().zip(&self.h) {
            *o = h.value(t, q, u);
        }
    }
    fn potential(&self, t: f64, q: &[f64]) -> f64 {
        self.potential.as_ref().map_or(0.0, |p| p.value(t, q, &[]))
    }
    fn constant_M(&self) -> bool {
        self.M.iter().all(|m| m.own.is_empty())
    }
}

/// A gap or constraint by its expressions.
pub(super) struct ExpressionGap {
    pub g: Part,
    pub slide: Vec<Part>,
}

impl GapFunction for ExpressionGap {
    fn g<D: Num>(&self, t: D, q: &[D]) -> D {
        self.g.value(t, q, &[])
    }
    fn n_friction(&self) -> usize {
        self.slide.len()
    }
    fn gamma<D: Num>(&self, t: D, q: &[D], u: &[D], out: &mut [D]) {
        for (o, s) in out.iter_mut().zip(&self.slide) {
            *o = s.value(t, q, u);
        }
    }
}
