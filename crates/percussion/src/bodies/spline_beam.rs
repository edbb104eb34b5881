use super::section::Rayleigh;
use super::shape_functions::{gauss, stations};
use super::{elements, positive, Body, Motion};
use crate::error::ModelError;
use crate::frame::{Frame, M3, MAX_COLUMNS, V3};

/// A planar Euler-Bernoulli beam whose centreline is a B-spline.
///
/// ```text
/// ε = |r'| - 1     κ = θ' = (r' × r'')_z / |r'|²     E = ½ ∫ EA ε² + EI κ² ds
/// ```
///
/// q holds (x, y) of the control points; there is no rotary inertia. The beam is straight without
/// strain. Node 0 is its start, node 1 its end; the frame at a point has e_x along the tangent.
///
/// G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine, "A nonsmooth generalized-α method for
/// mechanical systems with frictional contact", 2021, DOI 10.1002/nme.6801, section 10.5.
#[derive(Clone, Debug)]
pub struct SplineBeam {
    pub(crate) length: f64,
    pub(crate) elements: usize,
    pub(crate) degree: usize,
    pub(crate) EA: f64,
    pub(crate) EI: f64,
    pub(crate) rho_A: f64,
    rayleigh: Rayleigh,
    pub(crate) gauss: usize,
    quadrature: Vec<Point>,
    /// Band of ∫ N_i N_j ds: row i, columns i - degree to i + degree.
    mass: Vec<f64>,
    /// ∫ N_i N_j ds of each element.
    element_mass: Vec<f64>,
    weight: Vec<f64>,
    points: Vec<Point>,
}

/// Shape functions at a point: those of the control points `first` to `first + degree`.
#[derive(Clone, Debug)]
struct Point {
    first: usize,
    w: f64,
    N: [f64; MAX_DEGREE + 1],
    N1: [f64; MAX_DEGREE + 1],
    N2: [f64; MAX_DEGREE + 1],
}

/// So that a frame has twelve columns at most.
const MAX_DEGREE: usize = 5;

/// Derivative of order `d` of the B-spline i of degree p.
fn basis(knots: &[f64], i: usize, p: usize, x: f64, d: usize) -> f64 {
    let over = |a: f64, b: f64| if b > 0.0 { a / b } else { 0.0 };
    let (left, right) = (knots[i + p] - knots[i], knots[i + p + 1] - knots[i + 1]);
    if d > 0 {
        if p == 0 {
            return 0.0;
        }
        let part = |i, length| over(p as f64 * basis(knots, i, p - 1, x, d - 1), length);
        return part(i, left) - part(i + 1, right);
    }
    if p == 0 {
        let end = knots[knots.len() - 1];
        let last = x >= end && knots[i + 1] == end;
        let inside = knots[i] < knots[i + 1] && (knots[i]..knots[i + 1]).contains(&x);
        return if inside || (last && knots[i] < end) { 1.0 } else { 0.0 };
    }
    over((x - knots[i]) * basis(knots, i, p - 1, x, 0), left)
        + over((knots[i + p + 1] - x) * basis(knots, i + 1, p - 1, x, 0), right)
}

/// Strains of a point and their derivatives along (x', y', x'', y'').
struct Strain {
    g: f64,
    kappa: f64,
    dk: [f64; 4],
    t: [f64; 2],
    r1: [f64; 2],
    r2: [f64; 2],
}

impl SplineBeam {
    /// A straight beam.
    pub fn new(length: f64, elements: usize, degree: usize, EA: f64, EI: f64, rho_A: f64) -> Self {
        let beam = SplineBeam {
            length,
            elements,
            degree,
            EA,
            EI,
            rho_A,
            rayleigh: Rayleigh::default(),
            gauss: degree + 1,
            quadrature: Vec::new(),
            mass: Vec::new(),
            element_mass: Vec::new(),
            weight: Vec::new(),
            points: Vec::new(),
        };
        beam.prepared()
    }
    /// The same with `n` Gauss points in each element.
    pub fn gauss(mut self, n: usize) -> Self {
        self.gauss = n;
        self.prepared()
    }
    /// The same with damping: forces -α M u, and stresses EA (ε + β ε'), EI (κ + β κ').
    pub fn rayleigh(mut self, mass: f64, stiffness: f64) -> Self {
        self.rayleigh = Rayleigh { mass, stiffness };
        self
    }
    /// Number of control points.
    pub fn control(&self) -> usize {
        self.elements + self.degree
    }
    /// Coordinates of the straight beam that starts at (x, y) with the tangent angle `angle`.
    pub fn shape(&self, x: f64, y: f64, angle: f64) -> Vec<f64> {
        let (knots, p) = (self.knots(), self.degree);
        let (sin, cos) = angle.sin_cos();
        let at = |i: usize| {
            // Greville's abscissae reproduce the line
            let s = knots[i + 1..=i + p].iter().sum::<f64>() / p as f64;
            [x + s * cos, y + s * sin]
        };
        (0..self.control()).flat_map(at).collect()
    }

    fn valid(&self) -> bool {
        (2..=MAX_DEGREE).contains(&self.degree)
            && (1..=1_000_000).contains(&self.elements)
            && (1..=64).contains(&self.gauss)
            && self.length > 0.0
    }
    fn knots(&self) -> Vec<f64> {
        let (p, n) = (self.degree, self.elements);
        let inner = (0..=n).map(|k| self.length * k as f64 / n as f64);
        let ends = |s: f64| std::iter::repeat_n(s, p);
        ends(0.0).chain(inner).chain(ends(self.length)).collect()
    }
    fn at(&self, knots: &[f64], s: f64, w: f64) -> Point {
        let l = self.length / self.elements as f64;
        let first = ((s / l).floor().max(0.0) as usize).min(self.elements - 1);
        let zero = [0.0; MAX_DEGREE + 1];
        let mut out = Point { first, w, N: zero, N1: zero, N2: zero };
        for k in 0..=self.degree {
            let f = |d| basis(knots, first + k, self.degree, s, d);
            (out.N[k], out.N1[k], out.N2[k]) = (f(0), f(1), f(2));
        }
        out
    }
    fn prepared(mut self) -> Self {
        if !self.valid() {
            return self;
        }
        let (p, knots) = (self.degree, self.knots());
        let l = self.length / self.elements as f64;
        let rule = |n: usize| -> Vec<Point> {
            let rule = gauss(n);
            let element = |e: usize| rule.iter().map(move |(x, w)| ((e as f64 + x) * l, w * l));
            (0..self.elements).flat_map(element).map(|(s, w)| self.at(&knots, s, w)).collect()
        };
        let quadrature = rule(self.gauss);
        let (mut mass, mut weight) =
            (vec![0.0; self.control() * (2 * p + 1)], vec![0.0; self.control()]);
        let mut element_mass = vec![0.0; self.elements * (p + 1) * (p + 1)];
        for g in rule(p + 1) {
            let element = &mut element_mass[g.first * (p + 1) * (p + 1)..];
            for i in 0..=p {
                weight[g.first + i] += g.w * g.N[i];
                for j in 0..=p {
                    mass[(g.first + i) * (2 * p + 1) + p + j - i] += g.w * g.N[i] * g.N[j];
                    element[i * (p + 1) + j] += g.w * g.N[i] * g.N[j];
                }
            }
        }
        let points = [0.0, self.length].map(|s| self.at(&knots, s, 0.0)).to_vec();
        (self.quadrature, self.mass, self.weight, self.points) = (quadrature, mass, weight, points);
        self.element_mass = element_mass;
        self
    }
    fn strain(&self, g: &Point, q: &[f64]) -> Strain {
        let (mut r1, mut r2) = ([0.0; 2], [0.0; 2]);
        for k in 0..=self.degree {
            for c in 0..2 {
                let v = q[2 * (g.first + k) + c];
                r1[c] += g.N1[k] * v;
                r2[c] += g.N2[k] * v;
            }
        }
        let g2 = r1[0] * r1[0] + r1[1] * r1[1];
        let (g, c) = (g2.sqrt(), r1[0] * r2[1] - r1[1] * r2[0]);
        let kappa = c / g2;
        let dk = [
            (r2[1] - 2.0 * kappa * r1[0]) / g2,
            (-r2[0] - 2.0 * kappa * r1[1]) / g2,
            -r1[1] / g2,
            r1[0] / g2,
        ];
        Strain { g, kappa, dk, t: r1.map(|v| v / g), r1, r2 }
    }
    /// Normal force and moment, with the rate of (x', y', x'', y'') where there is damping.
    fn stress(&self, s: &Strain, rate: &[f64; 4]) -> (f64, f64) {
        let b = self.rayleigh.stiffness;
        let (mut e, mut k) = (s.g - 1.0, s.kappa);
        if b != 0.0 {
            e += b * (s.t[0] * rate[0] + s.t[1] * rate[1]);
            k += b * (0..4).map(|i| s.dk[i] * rate[i]).sum::<f64>();
        }
        (self.EA * e, self.EI * k)
    }
    /// Rate of (x', y', x'', y'') at a point.
    fn rate(&self, g: &Point, u: &[f64]) -> [f64; 4] {
        let mut out = [0.0; 4];
        if self.rayleigh.stiffness != 0.0 {
            for k in 0..=self.degree {
                for c in 0..2 {
                    let v = u[2 * (g.first + k) + c];
                    out[c] += g.N1[k] * v;
                    out[2 + c] += g.N2[k] * v;
                }
            }
        }
        out
    }
    /// Pairs of control points that share an element, row by row.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let (p, n) = (self.degree, self.control());
        (0..n).flat_map(move |i| (i.max(p) - p..(i + p + 1).min(n)).map(move |j| (i, j)))
    }
}

impl Strain {
    /// Second derivatives of n g + m κ along (x', y', x'', y'').
    fn geometric(&self, n: f64, m: f64) -> [[f64; 4]; 4] {
        let mut H = [[0.0; 4]; 4];
        let g2 = self.g * self.g;
        let c = self.kappa * g2;
        // κ = c D with D = 1/|r'|²
        let dc = [self.r2[1], -self.r2[0], -self.r1[1], self.r1[0]];
        let dD = [-2.0 * self.r1[0] / (g2 * g2), -2.0 * self.r1[1] / (g2 * g2), 0.0, 0.0];
        for i in 0..4 {
            for j in 0..4 {
                H[i][j] = m * (dc[i] * dD[j] + dD[i] * dc[j]);
            }
        }
        H[0][3] += m / g2;
        H[3][0] += m / g2;
        H[1][2] -= m / g2;
        H[2][1] -= m / g2;
        for i in 0..2 {
            for j in 0..2 {
                let one = if i == j { 1.0 } else { 0.0 };
                H[i][j] += n * (one - self.t[i] * self.t[j]) / self.g;
                H[i][j] += m * c * (8.0 * self.t[i] * self.t[j] - 2.0 * one) / (g2 * g2);
            }
        }
        H
    }
}

impl Body for SplineBeam {
    fn nq(&self) -> usize {
        2 * self.control()
    }
    fn nu(&self) -> usize {
        2 * self.control()
    }
    fn q_names(&self) -> Vec<String> {
        (0..self.control()).flat_map(|k| [format!("x{k}"), format!("y{k}")]).collect()
    }
    fn u_names(&self) -> Vec<String> {
        self.q_names()
    }
    fn check(&self, name: &str) -> Result<(), ModelError> {
        let whole = |what: &str, value: usize, lo: usize, hi: usize| {
            if (lo..=hi).contains(&value) {
                return Ok(());
            }
            Err(ModelError::Invalid {
                what: format!("{name}.{what}"),
                value: value.to_string(),
                allowed: format!("a whole number from {lo} to {hi}"),
            })
        };
        elements(name, self.elements, 1)?;
        whole("degree", self.degree, 2, MAX_DEGREE)?;
        whole("gauss", self.gauss, self.degree, 64)?;
        positive(name, "length", self.length)?;
        positive(name, "EA", self.EA)?;
        positive(name, "EI", self.EI)?;
        positive(name, "rho_A", self.rho_A)?;
        self.rayleigh.check(name)
    }
    fn M_pattern(&self) -> Vec<(usize, usize)> {
        self.pairs().flat_map(|(i, j)| [0, 1].map(|c| (2 * i + c, 2 * j + c))).collect()
    }
    fn M(&self, _t: f64, _q: &[f64], out: &mut [f64]) {
        let p = self.degree;
        for ((i, j), o) in self.pairs().zip(out.chunks_exact_mut(2)) {
            o.fill(self.rho_A * self.mass[i * (2 * p + 1) + p + j - i]);
        }
    }
    fn h_pattern(&self) -> Vec<(usize, usize)> {
        let (p, n) = (self.degree, 2 * (self.degree + 1));
        let block =
            move |e: usize| (0..n).flat_map(move |i| (0..n).map(move |j| (2 * e + i, 2 * e + j)));
        debug_assert!(p >= 1);
        (0..self.elements).flat_map(block).collect()
    }
    fn h(&self, _t: f64, q: &[f64], u: &[f64], gravity: &V3, out: &mut [f64]) {
        for (o, w) in out.chunks_exact_mut(2).zip(&self.weight) {
            o.copy_from_slice(&[self.rho_A * w * gravity.x, self.rho_A * w * gravity.y]);
        }
        for g in &self.quadrature {
            let s = self.strain(g, q);
            let (n, m) = self.stress(&s, &self.rate(g, u));
            let (n, m) = (g.w * n, g.w * m);
            for k in 0..=self.degree {
                for c in 0..2 {
                    out[2 * (g.first + k) + c] -=
                        g.N1[k] * (n * s.t[c] + m * s.dk[c]) + g.N2[k] * m * s.dk[2 + c];
                }
            }
        }
        let (p, alpha) = (self.degree, self.rayleigh.mass * self.rho_A);
        if alpha != 0.0 {
            for (i, j) in self.pairs() {
                let m = alpha * self.mass[i * (2 * p + 1) + p + j - i];
                (0..2).for_each(|c| out[2 * i + c] -= m * u[2 * j + c]);
            }
        }
    }
    fn dh(&self, _t: f64, q: &[f64], u: &[f64], _g: &V3, dq: &mut [f64], du: &mut [f64]) {
        let n = 2 * (self.degree + 1);
        let beta = self.rayleigh.stiffness;
        dq.fill(0.0);
        du.fill(0.0);
        for g in &self.quadrature {
            let s = self.strain(g, q);
            let rate = self.rate(g, u);
            let (N, M) = self.stress(&s, &rate);
            let mut H = s.geometric(N, M);
            let t = [s.t[0], s.t[1], 0.0, 0.0];
            let mut material = [[0.0; 4]; 4];
            for i in 0..4 {
                for j in 0..4 {
                    material[i][j] = self.EA * t[i] * t[j] + self.EI * s.dk[i] * s.dk[j];
                    H[i][j] += material[i][j];
                }
            }
            let element = g.first * n * n..(g.first + 1) * n * n;
            if beta != 0.0 {
                // change of the strain rates along (x', y', x'', y'')
                let (stretch, bend) = (s.geometric(1.0, 0.0), s.geometric(0.0, 1.0));
                for j in 0..4 {
                    let along = |m: &[[f64; 4]; 4]| (0..4).map(|k| m[j][k] * rate[k]).sum::<f64>();
                    let (e, k) = (along(&stretch), along(&bend));
                    for i in 0..4 {
                        H[i][j] += beta * (self.EA * t[i] * e + self.EI * s.dk[i] * k);
                    }
                }
                add_block(g, &material, -beta * g.w, n, &mut du[element.clone()]);
            }
            add_block(g, &H, -g.w, n, &mut dq[element]);
        }
        let alpha = self.rayleigh.mass * self.rho_A;
        if alpha != 0.0 {
            let elements = self.element_mass.chunks_exact(n * n / 4);
            for (D, mass) in du.chunks_exact_mut(n * n).zip(elements) {
                for i in 0..n {
                    for j in (i % 2..n).step_by(2) {
                        D[i * n + j] -= alpha * mass[i / 2 * (n / 2) + j / 2];
                    }
                }
            }
        }
    }
    fn stiff(&self) -> bool {
        true
    }
    fn motions(&self) -> Vec<Motion> {
        (0..self.control()).map(|k| Motion::Shift { q: 2 * k, u: 2 * k, axes: 2 }).collect()
    }
    fn nodes(&self) -> usize {
        2
    }
    fn material_point(&mut self, s: f64) -> Option<usize> {
        if s == 0.0 || s == 1.0 {
            return Some(s as usize);
        }
        self.points.push(self.at(&self.knots(), s * self.length, 0.0));
        Some(self.points.len() - 1)
    }
    fn stations(&self) -> Vec<(f64, f64)> {
        stations(self.elements, self.degree, self.length)
    }
    fn frame_columns(&self, node: usize) -> Vec<usize> {
        let first = 2 * self.points[node].first;
        (first..first + 2 * (self.degree + 1)).collect()
    }
    fn frame(&self, _t: f64, q: &[f64], u: &[f64], node: usize, out: &mut Frame) {
        let g = &self.points[node];
        let z = V3::zeros();
        let (mut r, mut v, mut d) = (z, z, z);
        let mut dv = z;
        for k in 0..=self.degree {
            for c in 0..2 {
                let at = 2 * (g.first + k) + c;
                r[c] += g.N[k] * q[at];
                v[c] += g.N[k] * u[at];
                d[c] += g.N1[k] * q[at];
                dv[c] += g.N1[k] * u[at];
            }
        }
        let g2 = d.norm_squared();
        let l = g2.sqrt();
        let (c, s) = (d.x / l, d.y / l);
        let turn = (d.x * dv.y - d.y * dv.x) / g2;
        out.n = 2 * (self.degree + 1);
        debug_assert!(out.n < MAX_COLUMNS);
        (out.r, out.v) = (r, v);
        out.A = M3::new(c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0);
        out.w = V3::z() * turn;
        out.jv = z;
        out.jw = V3::z() * (-2.0 * turn * d.dot(&dv) / g2);
        for k in 0..=self.degree {
            out.Jr[2 * k] = V3::x() * g.N[k];
            out.Jr[2 * k + 1] = V3::y() * g.N[k];
            out.Jw[2 * k] = V3::z() * (-g.N1[k] * d.y / g2);
            out.Jw[2 * k + 1] = V3::z() * (g.N1[k] * d.x / g2);
        }
    }
    fn frame_stress(&self, q: &[f64], node: usize, _f: &V3, m: &V3, k: &mut [f64], stride: usize) {
        let g = &self.points[node];
        let s = self.strain(g, q);
        let ([x, y], g4) = (s.r1, s.g.powi(4));
        // second derivatives of the tangent's angle
        let (xx, xy) = (2.0 * x * y / g4, (y * y - x * x) / g4);
        let H = [[xx, xy], [xy, -xx]];
        for i in 0..2 * (self.degree + 1) {
            for j in 0..2 * (self.degree + 1) {
                k[i * stride + j] += m.z * g.N1[i / 2] * H[i % 2][j % 2] * g.N1[j / 2];
            }
        }
    }
    fn planar(&self) -> bool {
        true
    }
    fn kinetic(&self, _t: f64, _q: &[f64], u: &[f64]) -> f64 {
        let p = self.degree;
        let part = |(i, j): (usize, usize)| {
            let dot = u[2 * i] * u[2 * j] + u[2 * i + 1] * u[2 * j + 1];
            self.mass[i * (2 * p + 1) + p + j - i] * dot
        };
        0.5 * self.rho_A * self.pairs().map(part).sum::<f64>()
    }
    fn section_forces(&self, q: &[f64], out: &mut Vec<[f64; 2]>) {
        out.extend(self.quadrature.iter().map(|g| {
            let s = self.strain(g, q);
            [self.EA * (s.g - 1.0), (self.EI * s.kappa).abs()]
        }));
    }
    fn potential(&self, _t: f64, q: &[f64], gravity: &V3) -> f64 {
        let mut sum = 0.0;
        for g in &self.quadrature {
            let s = self.strain(g, q);
            sum += 0.5 * g.w * (self.EA * (s.g - 1.0).powi(2) + self.EI * s.kappa * s.kappa);
        }
        for (q, w) in q.chunks_exact(2).zip(&self.weight) {
            sum -= self.rho_A * w * (gravity.x * q[0] + gravity.y * q[1]);
        }
        sum
    }
}

/// Adds f times the block H along (x', y', x'', y'') of a point.
fn add_block(g: &Point, H: &[[f64; 4]; 4], f: f64, n: usize, K: &mut [f64]) {
    for i in 0..n {
        let (left, a) = ([g.N1[i / 2], g.N2[i / 2]], i % 2);
        for j in 0..n {
            let (right, b) = ([g.N1[j / 2], g.N2[j / 2]], j % 2);
            let mut sum = 0.0;
            for x in 0..2 {
                for y in 0..2 {
                    sum += left[x] * H[2 * x + a][2 * y + b] * right[y];
                }
            }
            K[i * n + j] += f * sum;
        }
    }
}
