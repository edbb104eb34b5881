use super::{positive, Body, Motion};
use crate::error::ModelError;
use crate::frame::{Frame, M3, V3};

/// A point mass that moves along one, two or three of the inertial axes.
#[derive(Clone, Debug)]
pub struct PointMass {
    /// Mass (kg).
    pub m: f64,
    /// How many of x, y, z it moves along.
    pub dim: usize,
}

impl Body for PointMass {
    fn nq(&self) -> usize {
        self.dim
    }
    fn nu(&self) -> usize {
        self.dim
    }
    fn q_names(&self) -> Vec<String> {
        ["x", "y", "z"][..self.dim].iter().map(|s| s.to_string()).collect()
    }
    fn u_names(&self) -> Vec<String> {
        self.q_names()
    }
    fn check(&self, name: &str) -> Result<(), ModelError> {
        if !(1..=3).contains(&self.dim) {
            return Err(ModelError::value(format!("{name}.dim"), self.dim as f64, "1, 2 or 3"));
        }
        positive(name, "m", self.m)
    }
    fn M_pattern(&self) -> Vec<(usize, usize)> {
        (0..self.dim).map(|i| (i, i)).collect()
    }
    fn M(&self, _t: f64, _q: &[f64], out: &mut [f64]) {
        out.fill(self.m);
    }
    fn h(&self, _t: f64, _q: &[f64], _u: &[f64], gravity: &V3, out: &mut [f64]) {
        for i in 0..self.dim {
            out[i] = self.m * gravity[i];
        }
    }
    fn motions(&self) -> Vec<Motion> {
        vec![Motion::Shift { q: 0, u: 0, axes: self.dim }]
    }
    fn frame_columns(&self, _node: usize) -> Vec<usize> {
        (0..self.dim).collect()
    }
    fn frame(&self, _t: f64, q: &[f64], u: &[f64], _node: usize, out: &mut Frame) {
        out.reset();
        out.n = self.dim;
        out.A = M3::identity();
        for i in 0..self.dim {
            out.r[i] = q[i];
            out.v[i] = u[i];
            out.Jr[i] = V3::zeros();
            out.Jr[i][i] = 1.0;
            out.Jw[i] = V3::zeros();
        }
    }
    fn frame_stress(&self, _: &[f64], _: usize, _: &V3, _: &V3, _: &mut [f64], _: usize) {}
    fn planar(&self) -> bool {
        self.dim < 3
    }
    fn kinetic(&self, _t: f64, _q: &[f64], u: &[f64]) -> f64 {
        0.5 * self.m * u.iter().map(|v| v * v).sum::<f64>()
    }
    fn potential(&self, _t: f64, q: &[f64], gravity: &V3) -> f64 {
        -(0..self.dim).map(|i| self.m * gravity[i] * q[i]).sum::<f64>()
    }
}
