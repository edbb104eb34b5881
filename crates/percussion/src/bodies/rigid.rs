use super::{positive, Body, Motion};
use crate::error::ModelError;
use crate::frame::{tilde, times, Frame, M3, V3};

/// A rigid body in space: q = (r, p) with the centre of mass r and a quaternion p (scalar first,
/// body to inertial), u = (v, Ω) with v in inertial and Ω in body components.
///
/// The quaternion is normalised inside A(p), so that its length never matters to a gap; it is set
/// back to unit length after each step.
#[derive(Clone, Debug)]
pub struct RigidBody {
    /// Mass (kg).
    pub m: f64,
    /// Inertia tensor about the centre of mass, body components (kg m²).
    pub theta: M3,
}

impl RigidBody {
    /// A body with principal moments of inertia along its axes.
    pub fn principal(m: f64, i1: f64, i2: f64, i3: f64) -> Self {
        RigidBody { m, theta: M3::from_diagonal(&V3::new(i1, i2, i3)) }
    }
}

/// Orientation that belongs to a quaternion of any length but zero.
pub(crate) fn orientation(p: &[f64]) -> M3 {
    let n2 = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
    let s = 2.0 / n2;
    let (w, x, y, z) = (p[0], p[1], p[2], p[3]);
    M3::new(
        1.0 - s * (y * y + z * z),
        s * (x * y - w * z),
        s * (x * z + w * y),
        s * (x * y + w * z),
        1.0 - s * (x * x + z * z),
        s * (y * z - w * x),
        s * (x * z - w * y),
        s * (y * z + w * x),
        1.0 - s * (x * x + y * y),
    )
}

/// p' = ½ G(p) Ω.
pub(super) fn half_G(p: &[f64], o: &V3) -> [f64; 4] {
    let (w, x, y, z) = (p[0], p[1], p[2], p[3]);
    [
        0.5 * (-x * o.x - y * o.y - z * o.z),
        0.5 * (w * o.x - z * o.y + y * o.z),
        0.5 * (z * o.x + w * o.y - x * o.z),
        0.5 * (-y * o.x + x * o.y + w * o.z),
    ]
}

/// B(p1)⁺ B(p0) for the turning part: what a rotation δθ at p0 is at p1.
pub(super) fn transfer_matrix(p0: &[f64], p1: &[f64]) -> M3 {
    let n2 = p1.iter().map(|v| v * v).sum::<f64>();
    let mut t = M3::zeros();
    for j in 0..3 {
        let mut e = V3::zeros();
        e[j] = 1.0;
        let dp = half_G(p0, &e);
        for i in 0..3 {
            let mut e = V3::zeros();
            e[i] = 1.0;
            // columns of G(p1) have length |p1|: its transpose over |p1|² inverts it
            let c = half_G(p1, &e);
            t[(i, j)] = 4.0 * c.iter().zip(&dp).map(|(a, b)| a * b).sum::<f64>() / n2;
        }
    }
    t
}

pub(super) fn apply(t: &M3, x: &mut [f64]) {
    let y = t * V3::new(x[3], x[4], x[5]);
    x[3..6].copy_from_slice(y.as_slice());
}

/// The frame at a point with q = (r, p), u = (v, Ω).
pub(super) fn frame(q: &[f64], u: &[f64], out: &mut Frame) {
    let z = V3::zeros();
    (out.n, out.free) = (6, true);
    out.r = V3::new(q[0], q[1], q[2]);
    out.A = orientation(&q[3..7]);
    out.v = V3::new(u[0], u[1], u[2]);
    out.w = times(&out.A, &V3::new(u[3], u[4], u[5]));
    out.jv = z;
    out.jw = z;
    for i in 0..3 {
        out.Jr[i] = z;
        out.Jr[i][i] = 1.0;
        out.Jw[i] = z;
        out.Jr[3 + i] = z;
        out.Jw[3 + i] = V3::from(out.A.data.0[i]);
    }
}

impl Body for RigidBody {
    fn nq(&self) -> usize {
        7
    }
    fn nu(&self) -> usize {
        6
    }
    fn q_names(&self) -> Vec<String> {
        ["x", "y", "z", "p0", "p1", "p2", "p3"].map(String::from).to_vec()
    }
    fn u_names(&self) -> Vec<String> {
        ["x", "y", "z", "wx", "wy", "wz"].map(String::from).to_vec()
    }
    fn check(&self, name: &str) -> Result<(), ModelError> {
        positive(name, "m", self.m)?;
        let sym = (self.theta - self.theta.transpose()).abs().max();
        let scale = self.theta.abs().max();
        if !scale.is_finite() || sym > 1e-12 * scale || self.theta.cholesky().is_none() {
            return Err(ModelError::Invalid {
                what: format!("{name}.inertia"),
                value: format!("{:?}", self.theta.as_slice()),
                allowed: "a symmetric positive definite matrix".into(),
            });
        }
        Ok(())
    }
    fn qdot(&self, _t: f64, q: &[f64], u: &[f64], out: &mut [f64]) {
        self.B(0.0, q, u, out);
    }
    fn qddot0(&self, _t: f64, q: &[f64], u: &[f64], out: &mut [f64]) {
        // ½ G(p') Ω with p' = ½ G(p) Ω
        let o = V3::new(u[3], u[4], u[5]);
        let pd = half_G(&q[3..7], &o);
        out[..3].fill(0.0);
        out[3..7].copy_from_slice(&half_G(&pd, &o));
    }
    fn B(&self, _t: f64, q: &[f64], x: &[f64], out: &mut [f64]) {
        out[..3].copy_from_slice(&x[..3]);
        out[3..7].copy_from_slice(&half_G(&q[3..7], &V3::new(x[3], x[4], x[5])));
    }
    fn transfer(&self, q0: &[f64], q1: &[f64], x: &mut [f64]) {
        apply(&transfer_matrix(&q0[3..7], &q1[3..7]), x);
    }
    fn transfer_inverse(&self, q0: &[f64], q1: &[f64], x: &mut [f64]) {
        if let Some(t) = transfer_matrix(&q0[3..7], &q1[3..7]).try_inverse() {
            apply(&t, x);
        }
    }
    fn normalize(&self, q: &mut [f64]) {
        let n = q[3..7].iter().map(|v| v * v).sum::<f64>().sqrt();
        if n > 0.0 {
            q[3..7].iter_mut().for_each(|v| *v /= n);
        }
    }
    fn plain_kinematics(&self) -> bool {
        false
    }
    fn M_pattern(&self) -> Vec<(usize, usize)> {
        let mut p = vec![(0, 0), (1, 1), (2, 2)];
        p.extend((3..6).flat_map(|i| (3..6).map(move |j| (i, j))));
        p
    }
    fn M(&self, _t: f64, _q: &[f64], out: &mut [f64]) {
        out[..3].fill(self.m);
        for i in 0..3 {
            for j in 0..3 {
                out[3 + 3 * i + j] = self.theta[(i, j)];
            }
        }
    }
    fn h_pattern(&self) -> Vec<(usize, usize)> {
        (3..6).flat_map(|i| (3..6).map(move |j| (i, j))).collect()
    }
    fn h(&self, _t: f64, _q: &[f64], u: &[f64], gravity: &V3, out: &mut [f64]) {
        let o = V3::new(u[3], u[4], u[5]);
        let gyro = -o.cross(&(self.theta * o));
        for i in 0..3 {
            out[i] = self.m * gravity[i];
            out[3 + i] = gyro[i];
        }
    }
    fn dh(&self, _t: f64, _q: &[f64], u: &[f64], _g: &V3, dq: &mut [f64], du: &mut [f64]) {
        dq.fill(0.0);
        let o = V3::new(u[3], u[4], u[5]);
        let d = tilde(&(self.theta * o)) - tilde(&o) * self.theta;
        for i in 0..3 {
            for j in 0..3 {
                du[3 * i + j] = d[(i, j)];
            }
        }
    }
    fn motions(&self) -> Vec<Motion> {
        vec![Motion::Shift { q: 0, u: 0, axes: 3 }, Motion::Turn { q: 3, u: 3 }]
    }
    fn frame_columns(&self, _node: usize) -> Vec<usize> {
        (0..6).collect()
    }
    fn frame(&self, _t: f64, q: &[f64], u: &[f64], _node: usize, out: &mut Frame) {
        frame(q, u, out);
    }
    fn frame_stress(&self, q: &[f64], _: usize, _f: &V3, m: &V3, k: &mut [f64], stride: usize) {
        // ∂(Aᵀ m)/∂φ = (Aᵀ m)~
        let d = tilde(&(orientation(&q[3..7]).transpose() * m));
        for i in 0..3 {
            for j in 0..3 {
                k[(3 + i) * stride + 3 + j] += d[(i, j)];
            }
        }
    }
    fn kinetic(&self, _t: f64, _q: &[f64], u: &[f64]) -> f64 {
        let v = V3::new(u[0], u[1], u[2]);
        let o = V3::new(u[3], u[4], u[5]);
        0.5 * (self.m * v.norm_squared() + o.dot(&(self.theta * o)))
    }
    fn potential(&self, _t: f64, q: &[f64], gravity: &V3) -> f64 {
        -self.m * gravity.dot(&V3::new(q[0], q[1], q[2]))
    }
}
