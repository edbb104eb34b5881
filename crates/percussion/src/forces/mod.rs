//! Forces: springs, dampers, motors and applied loads. Weight belongs to the bodies.

mod along;
mod applied;
mod expression;

pub use along::{Along, Characteristic, State3};
pub use applied::{Applied, Load, State6, StateForce};
pub use expression::{ExpressionForce, Variable};

use crate::bodies::BodySlot;
use crate::error::ModelError;
use crate::frame::{Anchor, BodyId, V3};
use crate::picture::Sketch;
use crate::relation::Context;
use std::any::Any;

/// A force element: generalized forces over some of the global velocities.
pub trait Force: Any + Send + Sync {
    /// Global velocity indices of the local columns (time: nu).
    fn dofs(&self, bodies: &[BodySlot], nu: usize) -> Vec<usize>;
    /// All anchors: assembly checks them and numbers their material points.
    fn anchors(&mut self) -> Vec<&mut Anchor> {
        Vec::new()
    }
    /// Bodies that it names without an anchor.
    fn bodies(&self) -> Vec<BodyId> {
        Vec::new()
    }
    /// Adds the generalized force to the local `out`.
    fn h(&self, c: &Context, dofs: &[usize], out: &mut [f64]);
    /// ∂h/∂θ and ∂h/∂u, local n×n, row-major, overwritten.
    fn dh(&self, c: &Context, dofs: &[usize], dq: &mut [f64], du: &mut [f64]);
    /// Potential energy, zero where there is none.
    fn potential(&self, c: &Context) -> f64;
    /// Adds the times at which it changes its formula, as far as they can be read.
    fn breaks(&self, _out: &mut Vec<f64>) {}
    /// Whether it is a load: given by time and the place where it acts alone.
    fn load_in_time(&self) -> bool {
        false
    }
    /// Whether it only stores energy, counted by `potential`, or takes it.
    fn passive(&self) -> bool {
        false
    }
    /// Reject impossible data.
    fn check(&self, name: &str) -> Result<(), ModelError>;
    /// What it is, for drawing.
    fn sketch(&self) -> Option<Sketch> {
        None
    }
    /// A load at a point: the point and the force, for drawing.
    fn load(&self, _c: &Context) -> Option<(V3, V3)> {
        None
    }
}
