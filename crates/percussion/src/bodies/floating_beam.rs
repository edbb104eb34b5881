use super::shape_functions::{gauss, stations};
use super::{at_least_zero, positive, Body, Motion, Num};
use crate::error::ModelError;
use crate::frame::{Frame, M3, V3};
use num_dual::Dual64;

/// A planar beam in a floating frame of reference, reduced to its first bending modes.
///
/// ```text
/// r(s) = r0 + R(θ) d,    d = (s - ½ η·F(s) η, φ(s)·η),    F(s) = ∫_0^s φ' φ'ᵀ ds
/// ```
///
/// q = (x, y, θ, η1, η2, ..): the frame at the root of the beam and the amplitudes of the modes of
/// the cantilever, scaled to the deflection one at the tip. The second-order shortening F keeps the
/// length of the centreline; with it a rotating beam stiffens, without it (`shortening = false`) a
/// fast rotation makes it unstable. Deformations are small to moderate, motions of the frame of any
/// size. Nodes: 0 the root, 1 the tip.
#[derive(Clone, Debug)]
pub struct FloatingBeam {
    /// Length (m).
    pub length: f64,
    /// Number of modes.
    pub modes: usize,
    /// Bending stiffness (N m²).
    pub EI: f64,
    /// Mass per length (kg/m).
    pub rho_A: f64,
    /// Damping (s): forces -c K η' in the modes.
    pub damping: f64,
    /// Whether the second-order shortening is taken into account.
    pub shortening: bool,
    quadrature: Vec<Place>,
    points: Vec<Place>,
    stiffness: [f64; MAX_MODES],
}

/// So that a frame has twelve columns at most.
const MAX_MODES: usize = 8;
/// Intervals and Gauss points of the integrals along the beam.
const INTERVALS: usize = 8;
const GAUSS: usize = 4;

/// Shape functions at one place.
#[derive(Clone, Debug)]
struct Place {
    s: f64,
    w: f64,
    phi: [f64; MAX_MODES],
    slope: [f64; MAX_MODES],
    F: [[f64; MAX_MODES]; MAX_MODES],
}

/// Root k of cos x cosh x = -1.
fn root(k: usize) -> f64 {
    let mut x = (k as f64 + 0.5) * std::f64::consts::PI;
    for _ in 0..20 {
        // cos x + 1/cosh x = 0
        let f = x.cos() + 1.0 / x.cosh();
        x -= f / (-x.sin() - x.tanh() / x.cosh());
    }
    x
}

/// Mode k of the cantilever of length one at x, and its first two derivatives; one at the tip.
fn mode(k: usize, x: f64) -> [f64; 3] {
    let b = root(k);
    let sigma = (b.cosh() + b.cos()) / (b.sinh() + b.sin());
    let y = b * x;
    let half = 0.5 * if k.is_multiple_of(2) { 1.0 } else { -1.0 };
    let (ch, sh, c, s) = (y.cosh(), y.sinh(), y.cos(), y.sin());
    [
        half * (ch - c - sigma * (sh - s)),
        half * b * (sh + s - sigma * (ch - c)),
        half * b * b * (ch + c - sigma * (sh + s)),
    ]
}

impl FloatingBeam {
    /// A beam with its first `modes` modes.
    pub fn new(length: f64, modes: usize, EI: f64, rho_A: f64) -> Self {
        let mut beam = FloatingBeam {
            length,
            modes,
            EI,
            rho_A,
            damping: 0.0,
            shortening: true,
            quadrature: Vec::new(),
            points: Vec::new(),
            stiffness: [0.0; MAX_MODES],
        };
        if !(1..=MAX_MODES).contains(&modes) {
            return beam;
        }
        let l = length / INTERVALS as f64;
        for k in 0..INTERVALS {
            for (x, w) in gauss(GAUSS) {
                beam.quadrature.push(beam.place((k as f64 + x) * l, w * l));
            }
        }
        for g in &beam.quadrature {
            for i in 0..modes {
                let curvature = mode(i, g.s / length)[2] / (length * length);
                beam.stiffness[i] += EI * g.w * curvature * curvature;
            }
        }
        beam.points = vec![beam.place(0.0, 0.0), beam.place(length, 0.0)];
        beam
    }
    fn place(&self, s: f64, w: f64) -> Place {
        let n = self.modes.min(MAX_MODES);
        let (mut phi, mut slope) = ([0.0; MAX_MODES], [0.0; MAX_MODES]);
        let mut F = [[0.0; MAX_MODES]; MAX_MODES];
        for i in 0..n {
            let m = mode(i, s / self.length);
            (phi[i], slope[i]) = (m[0], m[1] / self.length);
        }
        for part in 0..INTERVALS {
            for (x, weight) in gauss(GAUSS + 4) {
                let at = (part as f64 + x) / INTERVALS as f64 * s / self.length;
                let w = weight * s / INTERVALS as f64;
                let d: Vec<f64> = (0..n).map(|i| mode(i, at)[1] / self.length).collect();
                for i in 0..n {
                    for j in 0..n {
                        F[i][j] += w * d[i] * d[j];
                    }
                }
            }
        }
        Place { s, w, phi, slope, F }
    }
    /// F η, zero without shortening.
    fn shorten<D: Num>(&self, g: &Place, eta: &[D]) -> [D; MAX_MODES] {
        let mut out = [D::from(0.0); MAX_MODES];
        if self.shortening {
            for i in 0..self.modes {
                for (j, e) in eta.iter().enumerate() {
                    out[i] += *e * g.F[i][j];
                }
            }
        }
        out
    }
    /// ∫ ϱA Jᵀ (J a + J' u) ds: M(q) a and the forces of inertia at u.
    fn inertia<D: Num>(&self, q: &[D], u: &[D], a: &[D], out: &mut [D]) {
        let zero = D::from(0.0);
        out.iter_mut().for_each(|o| *o = zero);
        let (sin, cos) = q[2].sin_cos();
        let base = [cos * a[0] + sin * a[1], cos * a[1] - sin * a[0]];
        for g in &self.quadrature {
            let (eta, rate) = (&q[3..], &u[3..]);
            let Fe = self.shorten(g, eta);
            let Fr = self.shorten(g, rate);
            let (mut d, mut v) = ([D::from(g.s), zero], [zero, zero]);
            let mut acc = base;
            for i in 0..self.modes {
                d[0] -= Fe[i] * eta[i] * 0.5;
                d[1] += eta[i] * g.phi[i];
                v[0] -= Fe[i] * rate[i];
                v[1] += rate[i] * g.phi[i];
                acc[0] -= Fe[i] * a[3 + i] + Fr[i] * rate[i];
                acc[1] += a[3 + i] * g.phi[i];
            }
            let w = u[2];
            acc[0] += -a[2] * d[1] - w * w * d[0] - w * v[1] * 2.0;
            acc[1] += a[2] * d[0] - w * w * d[1] + w * v[0] * 2.0;
            let m = self.rho_A * g.w;
            out[0] += (cos * acc[0] - sin * acc[1]) * m;
            out[1] += (sin * acc[0] + cos * acc[1]) * m;
            out[2] += (d[0] * acc[1] - d[1] * acc[0]) * m;
            for i in 0..self.modes {
                out[3 + i] += (acc[1] * g.phi[i] - Fe[i] * acc[0]) * m;
            }
        }
    }
    /// Derivatives of [`FloatingBeam::inertia`] along q (or u), row-major, times `f`.
    fn differentiate(&self, q: &[f64], u: &[f64], a: &[f64], along_u: bool, f: f64, K: &mut [f64]) {
        let n = self.nu();
        let dual = |v: &[f64]| -> Vec<Dual64> { v.iter().map(|&x| Dual64::from_re(x)).collect() };
        let (mut q, mut u, a) = (dual(q), dual(u), dual(a));
        let mut out = dual(&vec![0.0; n]);
        for j in 0..n {
            let x = if along_u { &mut u } else { &mut q };
            x[j].eps = 1.0;
            self.inertia(&q, &u, &a, &mut out);
            let x = if along_u { &mut u } else { &mut q };
            x[j].eps = 0.0;
            for i in 0..n {
                K[i * n + j] = f * out[i].eps;
            }
        }
    }
    /// Acceleration of the frame in which gravity is a force of inertia.
    fn falling(&self, gravity: &V3) -> Vec<f64> {
        let mut a = vec![0.0; self.nu()];
        (a[0], a[1]) = (-gravity.x, -gravity.y);
        a
    }
    /// d and its rate at a place.
    fn local(&self, g: &Place, q: &[f64], u: &[f64]) -> ([f64; 2], [f64; 2], [f64; MAX_MODES]) {
        let Fe = self.shorten(g, &q[3..]);
        let (mut d, mut v) = ([g.s, 0.0], [0.0; 2]);
        for i in 0..self.modes {
            d[0] -= 0.5 * Fe[i] * q[3 + i];
            d[1] += g.phi[i] * q[3 + i];
            v[0] -= Fe[i] * u[3 + i];
            v[1] += g.phi[i] * u[3 + i];
        }
        (d, v, Fe)
    }
}

impl Body for FloatingBeam {
    fn nq(&self) -> usize {
        3 + self.modes
    }
    fn nu(&self) -> usize {
        3 + self.modes
    }
    fn q_names(&self) -> Vec<String> {
        let mut names = ["x", "y", "theta"].map(String::from).to_vec();
        names.extend((0..self.modes).map(|k| format!("eta{k}")));
        names
    }
    fn u_names(&self) -> Vec<String> {
        self.q_names()
    }
    fn check(&self, name: &str) -> Result<(), ModelError> {
        if !(1..=MAX_MODES).contains(&self.modes) {
            return Err(ModelError::Invalid {
                what: format!("{name}.modes"),
                value: self.modes.to_string(),
                allowed: format!("a whole number from 1 to {MAX_MODES}"),
            });
        }
        positive(name, "length", self.length)?;
        positive(name, "EI", self.EI)?;
        positive(name, "rho_A", self.rho_A)?;
        at_least_zero(name, "damping", self.damping)
    }
    fn M_pattern(&self) -> Vec<(usize, usize)> {
        let n = self.nu();
        (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).collect()
    }
    fn M(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let n = self.nu();
        let (rest, mut e) = ([0.0; 3 + MAX_MODES], [0.0; 3 + MAX_MODES]);
        let mut column = [0.0; 3 + MAX_MODES];
        for j in 0..n {
            e[j] = 1.0;
            self.inertia(q, &rest[..n], &e[..n], &mut column[..n]);
            e[j] = 0.0;
            (0..n).for_each(|i| out[i * n + j] = column[i]);
        }
    }
    fn constant_M(&self) -> bool {
        false
    }
    fn h_pattern(&self) -> Vec<(usize, usize)> {
        self.M_pattern()
    }
    fn h(&self, _t: f64, q: &[f64], u: &[f64], gravity: &V3, out: &mut [f64]) {
        let mut a = [0.0; 3 + MAX_MODES];
        (a[0], a[1]) = (-gravity.x, -gravity.y);
        self.inertia(q, u, &a[..self.nu()], out);
        out.iter_mut().for_each(|o| *o = -*o);
        for i in 0..self.modes {
            out[3 + i] -= self.stiffness[i] * (q[3 + i] + self.damping * u[3 + i]);
        }
    }
    fn dh(&self, _t: f64, q: &[f64], u: &[f64], g: &V3, dq: &mut [f64], du: &mut [f64]) {
        let (n, a) = (self.nu(), self.falling(g));
        self.differentiate(q, u, &a, false, -1.0, dq);
        self.differentiate(q, u, &a, true, -1.0, du);
        for i in 0..self.modes {
            dq[(3 + i) * (n + 1)] -= self.stiffness[i];
            du[(3 + i) * (n + 1)] -= self.damping * self.stiffness[i];
        }
    }
    fn dMx(&self, _t: f64, q: &[f64], x: &[f64], out: &mut [f64]) {
        self.differentiate(q, &vec![0.0; self.nu()], x, false, 1.0, out);
    }
    fn stiff(&self) -> bool {
        true
    }
    fn motions(&self) -> Vec<Motion> {
        vec![Motion::Shift { q: 0, u: 0, axes: 2 }, Motion::Angle { u: 2 }]
    }
    fn nodes(&self) -> usize {
        2
    }
    fn material_point(&mut self, s: f64) -> Option<usize> {
        if s == 0.0 || s == 1.0 {
            return Some(s as usize);
        }
        self.points.push(self.place(s * self.length, 0.0));
        Some(self.points.len() - 1)
    }
    fn stations(&self) -> Vec<(f64, f64)> {
        stations(INTERVALS, GAUSS, self.length)
    }
    fn frame_columns(&self, _node: usize) -> Vec<usize> {
        (0..self.nu()).collect()
    }
    fn frame(&self, _t: f64, q: &[f64], u: &[f64], node: usize, out: &mut Frame) {
        let g = &self.points[node];
        let z = V3::zeros();
        let ([dx, dy], [vx, vy], Fe) = self.local(g, q, u);
        let Fr = self.shorten(g, &u[3..]);
        let (s, c) = q[2].sin_cos();
        let turned = |x: f64, y: f64| V3::new(c * x - s * y, s * x + c * y, 0.0);
        let (mut angle, mut rate, mut bend) = (q[2], u[2], 0.0);
        for i in 0..self.modes {
            angle += g.slope[i] * q[3 + i];
            rate += g.slope[i] * u[3 + i];
            bend -= Fr[i] * u[3 + i];
        }
        let w = u[2];
        out.n = self.nu();
        out.r = V3::new(q[0], q[1], 0.0) + turned(dx, dy);
        let (sa, ca) = angle.sin_cos();
        out.A = M3::new(ca, -sa, 0.0, sa, ca, 0.0, 0.0, 0.0, 1.0);
        out.v = V3::new(u[0], u[1], 0.0) + turned(vx - w * dy, vy + w * dx);
        out.w = V3::z() * rate;
        out.jv = turned(bend - w * w * dx - 2.0 * w * vy, -w * w * dy + 2.0 * w * vx);
        out.jw = z;
        (out.Jr[0], out.Jr[1], out.Jr[2]) = (V3::x(), V3::y(), turned(-dy, dx));
        (out.Jw[0], out.Jw[1], out.Jw[2]) = (z, z, V3::z());
        for i in 0..self.modes {
            out.Jr[3 + i] = turned(-Fe[i], g.phi[i]);
            out.Jw[3 + i] = V3::z() * g.slope[i];
        }
    }
    fn frame_stress(&self, q: &[f64], node: usize, f: &V3, _m: &V3, k: &mut [f64], stride: usize) {
        let g = &self.points[node];
        let ([dx, dy], _, Fe) = self.local(g, q, q);
        let (s, c) = q[2].sin_cos();
        let (fx, fy) = (c * f.x + s * f.y, c * f.y - s * f.x);
        k[2 * stride + 2] -= fx * dx + fy * dy;
        for i in 0..self.modes {
            let cross = -fx * g.phi[i] - fy * Fe[i];
            k[2 * stride + 3 + i] += cross;
            k[(3 + i) * stride + 2] += cross;
            if self.shortening {
                (0..self.modes).for_each(|j| k[(3 + i) * stride + 3 + j] -= fx * g.F[i][j]);
            }
        }
    }
    fn planar(&self) -> bool {
        true
    }
    fn kinetic(&self, _t: f64, q: &[f64], u: &[f64]) -> f64 {
        let (s, c) = q[2].sin_cos();
        let base = [c * u[0] + s * u[1], c * u[1] - s * u[0]];
        let part = |g: &Place| {
            let (d, v, _) = self.local(g, q, u);
            let (x, y) = (base[0] + v[0] - u[2] * d[1], base[1] + v[1] + u[2] * d[0]);
            0.5 * self.rho_A * g.w * (x * x + y * y)
        };
        self.quadrature.iter().map(part).sum()
    }
    fn potential(&self, _t: f64, q: &[f64], gravity: &V3) -> f64 {
        let (s, c) = q[2].sin_cos();
        let weight = |g: &Place| {
            let (d, _, _) = self.local(g, q, q);
            let (x, y) = (q[0] + c * d[0] - s * d[1], q[1] + s * d[0] + c * d[1]);
            self.rho_A * g.w * (gravity.x * x + gravity.y * y)
        };
        let bend: f64 = (0..self.modes).map(|i| 0.5 * self.stiffness[i] * q[3 + i].powi(2)).sum();
        bend - self.quadrature.iter().map(weight).sum::<f64>()
    }
}
