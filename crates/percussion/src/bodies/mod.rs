//! Bodies own coordinates. Each file is one body; this one states what a body must offer.

mod bar;
mod floating_beam;
mod functions;
mod placed;
mod planar;
mod planar_beam;
mod point;
mod rigid;
mod rod;
mod rod_point;
mod rod_strain;
mod section;
mod shape_functions;
mod spline_beam;

pub use crate::number::Num;
pub use bar::Bar;
pub use floating_beam::FloatingBeam;
pub use functions::{Functions, Minimal};
pub use placed::Placed;
pub use planar::PlanarBody;
pub use planar_beam::PlanarBeam;
pub use point::PointMass;
pub(crate) use rigid::orientation;
pub use rigid::RigidBody;
pub use rod::Rod;
pub use section::{FullSection, Rayleigh, Section};
pub use spline_beam::SplineBeam;

use crate::error::ModelError;
use crate::frame::{Frame, V3};
use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

/// A body with coordinates q and velocities u:
///
/// $$ \dot q = B(t, q)\\,u + \beta(t, q), \qquad M(t, q)\\,\dot u = h(t, q, u) + \dots $$
///
/// Units are those of the SI; angles in rad. All slices are local to the body. Derivatives "with respect to θ" are along the velocities:
/// δq = B δθ.
pub trait Body: Any + Send + Sync {
    /// Number of coordinates.
    fn nq(&self) -> usize;
    /// Number of velocities.
    fn nu(&self) -> usize;
    /// Names of the coordinates, without the body's name.
    fn q_names(&self) -> Vec<String>;
    /// Names of the velocities, without the body's name.
    fn u_names(&self) -> Vec<String>;
    /// Reject impossible data.
    fn check(&self, name: &str) -> Result<(), ModelError>;

    /// q'(t, q, u).
    fn qdot(&self, _t: f64, _q: &[f64], u: &[f64], out: &mut [f64]) {
        out.copy_from_slice(u);
    }
    /// q''(t, q, u, a = 0).
    fn qddot0(&self, _t: f64, _q: &[f64], _u: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
    /// B(t, q) x.
    fn B(&self, _t: f64, _q: &[f64], x: &[f64], out: &mut [f64]) {
        out.copy_from_slice(x);
    }
    /// How (B, β) x̂ changes along (B, β) ŷ: ∂(B x + xₙ β)/∂q (B y + yₙ β) + yₙ ∂(B x + xₙ β)/∂t. Both have one entry more
    /// than there are velocities, for β.
    fn dB(&self, _t: f64, _q: &[f64], _x: &[f64], _y: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
    /// δθ at `q1` that belongs to δq = B(q0) x: B(q1)⁺ B(q0) x, in place.
    fn transfer(&self, _q0: &[f64], _q1: &[f64], _x: &mut [f64]) {}
    /// The inverse of [`Body::transfer`].
    fn transfer_inverse(&self, _q0: &[f64], _q1: &[f64], _x: &mut [f64]) {}
    /// Bring q back to its manifold after a step (unit quaternions).
    fn normalize(&self, _q: &mut [f64]) {}
    /// Whether its forces only store energy or take it.
    fn passive(&self) -> bool {
        true
    }
    /// Whether q' = u.
    fn plain_kinematics(&self) -> bool {
        true
    }

    /// Entries (i, j) of M that may be nonzero; both triangles.
    fn M_pattern(&self) -> Vec<(usize, usize)>;
    /// Values of M in the order of the pattern.
    fn M(&self, t: f64, q: &[f64], out: &mut [f64]);
    /// Whether M never changes.
    fn constant_M(&self) -> bool {
        true
    }
    /// Entries of the matrices ∂h/∂θ, ∂h/∂u and ∂(M x)/∂θ that may be nonzero.
    fn h_pattern(&self) -> Vec<(usize, usize)> {
        Vec::new()
    }
    /// Generalized forces of the body itself: weight, gyroscopic, elastic.
    fn h(&self, t: f64, q: &[f64], u: &[f64], gravity: &V3, out: &mut [f64]);
    /// ∂h/∂θ and ∂h/∂u in the order of [`Body::h_pattern`].
    fn dh(&self, _t: f64, _q: &[f64], _u: &[f64], _g: &V3, _dq: &mut [f64], _du: &mut [f64]) {}
    /// ∂(M x)/∂θ in the order of [`Body::h_pattern`].
    fn dMx(&self, _t: f64, _q: &[f64], _x: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
    /// Whether forces are stiff enough that iterations should see ∂h.
    fn stiff(&self) -> bool {
        false
    }

    /// Which of its coordinates and velocities are vectors, orientations and angles. Empty where none
    /// are: such a body cannot be seen from a turning frame.
    fn motions(&self) -> Vec<Motion> {
        Vec::new()
    }

    /// Number of nodes. Each offers a frame, and so does each material point that was asked for.
    fn nodes(&self) -> usize {
        1
    }
    /// Offers a frame at the material point `s` in [0, 1] of the centreline, for good: gives its
    /// number, that of a node where there is one, else one from [`Body::nodes`] on. None where there
    /// is no centreline.
    fn material_point(&mut self, _s: f64) -> Option<usize> {
        None
    }
    /// Where a load per length is summed: material points and the length each stands for. Empty
    /// where there is no centreline.
    fn stations(&self) -> Vec<(f64, f64)> {
        Vec::new()
    }
    /// Columns (local velocity indices) of the base frame at a node or material point.
    fn frame_columns(&self, node: usize) -> Vec<usize>;
    /// The base frame at a node or material point.
    fn frame(&self, t: f64, q: &[f64], u: &[f64], node: usize, out: &mut Frame);
    /// Adds ∂(Jrᵀ f + Jwᵀ m)/∂θ of the base frame into `k`, row-major with row length `stride`.
    fn frame_stress(&self, q: &[f64], node: usize, f: &V3, m: &V3, k: &mut [f64], stride: usize);
    /// Whether the body moves in the x-y plane only.
    fn planar(&self) -> bool {
        false
    }

    /// Velocities along which the coordinate k changes.
    fn q_columns(&self, k: usize) -> Vec<usize> {
        match self.plain_kinematics() {
            true => vec![k],
            false => (0..self.nu()).collect(),
        }
    }
    /// ∂q_k/∂θ_j, the entry (k, j) of B.
    fn B_entry(&self, t: f64, q: &[f64], k: usize, j: usize) -> f64 {
        if self.plain_kinematics() {
            return if k == j { 1.0 } else { 0.0 };
        }
        let (mut x, mut out) = ([0.0; MAX_LOCAL], [0.0; MAX_LOCAL]);
        if q.len() > MAX_LOCAL {
            return 0.0;
        }
        x[j] = 1.0;
        self.B(t, q, &x[..self.nu()], &mut out[..q.len()]);
        out[k]
    }

    /// Normal force and bending moment (its size) at places in order along the centreline, for
    /// drawing; nothing where there is none.
    fn section_forces(&self, _q: &[f64], _out: &mut Vec<[f64; 2]>) {}

    /// Kinetic energy.
    fn kinetic(&self, t: f64, q: &[f64], u: &[f64]) -> f64;
    /// Potential energy of the body's own forces, weight included.
    fn potential(&self, t: f64, q: &[f64], gravity: &V3) -> f64;
    /// Energies of states one after another, each of `size` numbers that begin with the time; `q` and `u` are the places of the
    /// body in them. Those in all and the kinetic ones are added to `sums`.
    #[doc(hidden)]
    fn add_energies(
        &self,
        (states, size): (&[f64], usize),
        (q, u): (Range<usize>, Range<usize>),
        gravity: &V3,
        sums: &mut [[f64; 2]],
    ) {
        for (state, [all, kinetic]) in states.chunks_exact(size).zip(sums) {
            let (t, q, u) = (state[0], &state[q.clone()], &state[u.clone()]);
            let own = self.kinetic(t, q, u);
            *all += own + self.potential(t, q, gravity);
            *kinetic += own;
        }
    }
}

/// A body and its place in the global vectors.
#[derive(Clone)]
pub struct BodySlot {
    /// Name.
    pub name: String,
    /// The body.
    pub body: Arc<dyn Body>,
    /// Its coordinates.
    pub q: Range<usize>,
    /// Its velocities.
    pub u: Range<usize>,
    /// Its nodes or material points in order along its centreline, for drawing.
    pub line: Vec<usize>,
    pub(crate) m: Range<usize>,
    pub(crate) k: Range<usize>,
}

/// Coordinates and velocities that belong together, by the first index of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// A position and its velocity, components along the first `axes` axes of the world.
    Shift {
        /// First coordinate.
        q: usize,
        /// First velocity.
        u: usize,
        /// How many components.
        axes: usize,
    },
    /// A quaternion, and an angular velocity in the axes that it turns.
    Turn {
        /// First coordinate.
        q: usize,
        /// First velocity.
        u: usize,
    },
    /// An angle about the z axis of the world.
    Angle {
        /// Its velocity.
        u: usize,
    },
}

/// Most coordinates of a body with quaternions that does not give the entries of B itself.
const MAX_LOCAL: usize = 16;

fn positive(name: &str, quantity: &str, value: f64) -> Result<(), ModelError> {
    if value.is_finite() && value > 0.0 {
        Ok(())
    } else {
        Err(ModelError::value(
            format!("{name}.{quantity}"),
            value,
            "a finite number greater than zero",
        ))
    }
}

fn at_least_zero(name: &str, quantity: &str, value: f64) -> Result<(), ModelError> {
    if value.is_finite() && value >= 0.0 {
        Ok(())
    } else {
        Err(ModelError::value(
            format!("{name}.{quantity}"),
            value,
            "a finite number, zero or greater",
        ))
    }
}

/// Number of elements of a flexible body.
fn elements(name: &str, value: usize, least: usize) -> Result<(), ModelError> {
    if (least..=1_000_000).contains(&value) {
        Ok(())
    } else {
        Err(ModelError::Invalid {
            what: format!("{name}.elements"),
            value: value.to_string(),
            allowed: format!("a whole number from {least} to 1000000"),
        })
    }
}
