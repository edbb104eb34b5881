//! Rigid bodies with their initial state, built word by word.

use super::{PlanarBody, PointMass, RigidBody};
use crate::frame::V3;

/// A body with its initial coordinates and velocities, for [`Model::add`](crate::model::Model::add). It starts at rest in the origin unless
/// something else is said.
///
/// ```
/// use percussion::prelude::*;
/// use std::f64::consts::PI;
///
/// let mut model = Model::new();
/// let wheel = model.add("wheel", RigidBody::planar(1.0, 0.004).at(0.0, 1.0).spin(50.0));
/// let top = model.add("top", RigidBody::spatial(2.0, [0.1, 0.1, 0.2]).at(0.0, 0.0, 0.5).turned(V3::x(), PI / 6.0));
/// let ball = model.add("ball", PointMass::at(0.3, V3::new(0.0, 0.0, 2.0)).moving(V3::x()));
/// let record = model.run(Alpha::default()).until(0.1)?;
/// assert!((record.body(wheel).rotation()[(0, 0)] - 5_f64.cos()).abs() < 1e-9);
/// assert!((record.body(ball).position() - V3::new(0.1, 0.0, 2.0)).norm() < 1e-12);
/// assert!((record.body(top).rotation()[(2, 2)] - (PI / 6.0).cos()).abs() < 1e-12);
/// # Ok::<(), Stopped>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a body exists once it is added to a model"]
pub struct Placed<B> {
    pub(crate) body: B,
    pub(crate) q0: Vec<f64>,
    pub(crate) u0: Vec<f64>,
}

impl RigidBody {
    /// A rigid body in the x-y plane: mass (kg) and moment of inertia (kg m²) about the centre of mass.
    pub fn planar(m: f64, J: f64) -> Placed<PlanarBody> {
        Placed { body: PlanarBody::new(m, J), q0: vec![0.0; 3], u0: vec![0.0; 3] }
    }
    /// A rigid body in space: mass (kg) and principal moments of inertia (kg m²) about its axes.
    pub fn spatial(m: f64, [i1, i2, i3]: [f64; 3]) -> Placed<RigidBody> {
        let body = RigidBody::principal(m, i1, i2, i3);
        Placed { body, q0: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], u0: vec![0.0; 6] }
    }
}

impl PointMass {
    /// A point mass (kg) in space at a place (m).
    pub fn at(m: f64, r: V3) -> Placed<PointMass> {
        Placed { body: PointMass { m, dim: 3 }, q0: r.as_slice().to_vec(), u0: vec![0.0; 3] }
    }
}

impl Placed<PlanarBody> {
    /// The centre of mass starts here (m).
    pub fn at(mut self, x: f64, y: f64) -> Self {
        self.q0[..2].copy_from_slice(&[x, y]);
        self
    }
    /// It starts turned by this angle (rad), counter-clockwise.
    pub fn turned(mut self, angle: f64) -> Self {
        self.q0[2] = angle;
        self
    }
    /// Initial velocity of the centre of mass (m/s).
    pub fn moving(mut self, vx: f64, vy: f64) -> Self {
        self.u0[..2].copy_from_slice(&[vx, vy]);
        self
    }
    /// Initial angular velocity (rad/s).
    pub fn spin(mut self, w: f64) -> Self {
        self.u0[2] = w;
        self
    }
}

impl Placed<RigidBody> {
    /// The centre of mass starts here (m).
    pub fn at(mut self, x: f64, y: f64, z: f64) -> Self {
        self.q0[..3].copy_from_slice(&[x, y, z]);
        self
    }
    /// It starts turned about an axis of the world by an angle (rad).
    pub fn turned(mut self, axis: V3, angle: f64) -> Self {
        let (s, c) = (0.5 * angle).sin_cos();
        let p = axis.normalize() * s;
        self.q0[3..].copy_from_slice(&[c, p.x, p.y, p.z]);
        self
    }
    /// Initial velocity of the centre of mass (m/s).
    pub fn moving(mut self, v: V3) -> Self {
        self.u0[..3].copy_from_slice(v.as_slice());
        self
    }
    /// Initial angular velocity (rad/s) in the axes of the body.
    pub fn spin(mut self, w: V3) -> Self {
        self.u0[3..].copy_from_slice(w.as_slice());
        self
    }
}

impl Placed<PointMass> {
    /// Initial velocity (m/s).
    pub fn moving(mut self, v: V3) -> Self {
        self.u0.copy_from_slice(v.as_slice());
        self
    }
}
