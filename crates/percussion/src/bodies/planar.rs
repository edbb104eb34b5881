use super::{positive, Body, Motion};
use crate::error::ModelError;
use crate::frame::{Frame, M3, V3};
use std::borrow::Cow;

/// A rigid body in the x-y plane: q = (x, y, angle) of the centre of mass, angle counter-clockwise.
#[derive(Clone, Debug)]
pub struct PlanarBody {
    /// Mass (kg).
    pub m: f64,
    /// Moment of inertia about the centre of mass (kg m²).
    pub J: f64,
    /// Name of the angle.
    pub angle: Cow<'static, str>,
}

impl PlanarBody {
    /// A body whose angle is called `theta`.
    pub fn new(m: f64, J: f64) -> Self {
        PlanarBody { m, J, angle: "theta".into() }
    }
    /// The same with another name for the angle.
    pub fn angle(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.angle = name.into();
        self
    }
}

impl Body for PlanarBody {
    fn nq(&self) -> usize {
        3
    }
    fn nu(&self) -> usize {
        3
    }
    fn q_names(&self) -> Vec<String> {
        vec!["x".into(), "y".into(), self.angle.to_string()]
    }
    fn u_names(&self) -> Vec<String> {
        self.q_names()
    }
    fn check(&self, name: &str) -> Result<(), ModelError> {
        positive(name, "m", self.m)?;
        positive(name, "J", self.J)
    }
    fn M_pattern(&self) -> Vec<(usize, usize)> {
        vec![(0, 0), (1, 1), (2, 2)]
    }
    fn M(&self, _t: f64, _q: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[self.m, self.m, self.J]);
    }
    fn h(&self, _t: f64, _q: &[f64], _u: &[f64], gravity: &V3, out: &mut [f64]) {
        out.copy_from_slice(&[self.m * gravity.x, self.m * gravity.y, 0.0]);
    }
    fn motions(&self) -> Vec<Motion> {
        vec![Motion::Shift { q: 0, u: 0, axes: 2 }, Motion::Angle { u: 2 }]
    }
    fn frame_columns(&self, _node: usize) -> Vec<usize> {
        vec![0, 1, 2]
    }
    fn frame(&self, _t: f64, q: &[f64], u: &[f64], _node: usize, out: &mut Frame) {
        let (s, c) = q[2].sin_cos();
        let z = V3::zeros();
        out.n = 3;
        out.r = V3::new(q[0], q[1], 0.0);
        out.A = M3::new(c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0);
        out.v = V3::new(u[0], u[1], 0.0);
        out.w = V3::new(0.0, 0.0, u[2]);
        out.jv = z;
        out.jw = z;
        out.Jr[0] = V3::x();
        out.Jr[1] = V3::y();
        out.Jr[2] = z;
        out.Jw[0] = z;
        out.Jw[1] = z;
        out.Jw[2] = V3::z();
    }
    fn frame_stress(&self, _: &[f64], _: usize, _: &V3, _: &V3, _: &mut [f64], _: usize) {}
    fn planar(&self) -> bool {
        true
    }
    fn kinetic(&self, _t: f64, _q: &[f64], u: &[f64]) -> f64 {
        0.5 * (self.m * (u[0] * u[0] + u[1] * u[1]) + self.J * u[2] * u[2])
    }
    fn potential(&self, _t: f64, q: &[f64], gravity: &V3) -> f64 {
        -self.m * (gravity.x * q[0] + gravity.y * q[1])
    }
}
