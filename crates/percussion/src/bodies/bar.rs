use super::shape_functions::{place, stations, Place};
use super::{at_least_zero, elements, positive, Body};
use crate::error::ModelError;
use crate::frame::{Frame, M3, V3};

/// A straight elastic bar of equal linear elements that stretches along its axis:
///
/// ```text
/// ϱA ü = EA u''        strain = (u_k+1 - u_k)/l
/// ```
///
/// q holds the displacement u_k of each node; the node X_k = k l lies at origin + (X_k + u_k) axis.
/// Each node offers a frame with one column, a point between two nodes one with two.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Undeformed length (m).
    pub length: f64,
    /// Number of elements.
    pub elements: usize,
    /// Axial stiffness EA (N).
    pub EA: f64,
    /// Mass per length ϱA (kg/m).
    pub rho_A: f64,
    /// Mass lumped at the nodes instead of consistent.
    pub lumped: bool,
    /// Rayleigh damping: forces -(mass M + stiffness K) u.
    pub rayleigh: [f64; 2],
    /// Position of the first node of the undeformed bar (m).
    pub origin: V3,
    /// Unit vector from the first node to the last.
    pub axis: V3,
    /// Material points: element, and the share of its second node.
    points: Vec<(usize, f64)>,
}

impl Bar {
    /// A bar along x from the origin, with consistent mass and without damping.
    pub fn new(length: f64, elements: usize, EA: f64, rho_A: f64) -> Self {
        Bar {
            length,
            elements,
            EA,
            rho_A,
            lumped: false,
            rayleigh: [0.0; 2],
            origin: V3::zeros(),
            axis: V3::x(),
            points: Vec::new(),
        }
    }
    /// Mass lumped at the nodes.
    pub fn lumped(mut self) -> Self {
        self.lumped = true;
        self
    }
    fn element_length(&self) -> f64 {
        self.length / self.elements as f64
    }
    /// Spring constant of an element.
    fn stiffness(&self) -> f64 {
        self.EA / self.element_length()
    }
    /// Diagonal of an element's mass and the entry beside it.
    fn element_mass(&self) -> (f64, f64) {
        let m = self.rho_A * self.element_length();
        if self.lumped {
            (0.5 * m, 0.0)
        } else {
            (m / 3.0, m / 6.0)
        }
    }
    /// Writes the tridiagonal matrix with an element's diagonal `d` and the entry `o` beside it.
    fn tridiagonal(&self, d: f64, o: f64, out: &mut [f64]) {
        let n = self.elements + 1;
        (out[0], out[1]) = (d, o);
        for row in out[2..].chunks_exact_mut(3).take(n - 2) {
            row.copy_from_slice(&[o, 2.0 * d, o]);
        }
        let last = 3 * n - 2;
        (out[last - 2], out[last - 1]) = (o, d);
    }
    /// The material point of that number, none for a node.
    fn between(&self, node: usize) -> Option<&(usize, f64)> {
        self.points.get(node.checked_sub(self.elements + 1)?)
    }
    fn pattern(&self) -> Vec<(usize, usize)> {
        let n = self.elements + 1;
        (0..n).flat_map(|i| (i.max(1) - 1..(i + 2).min(n)).map(move |j| (i, j))).collect()
    }
}

impl Body for Bar {
    fn nq(&self) -> usize {
        self.elements + 1
    }
    fn nu(&self) -> usize {
        self.elements + 1
    }
    fn q_names(&self) -> Vec<String> {
        (0..=self.elements).map(|k| format!("u{k}")).collect()
    }
    fn u_names(&self) -> Vec<String> {
        self.q_names()
    }
    fn check(&self, name: &str) -> Result<(), ModelError> {
        elements(name, self.elements, 1)?;
        positive(name, "length", self.length)?;
        positive(name, "EA", self.EA)?;
        positive(name, "rho_A", self.rho_A)?;
        at_least_zero(name, "rayleigh mass", self.rayleigh[0])?;
        at_least_zero(name, "rayleigh stiffness", self.rayleigh[1])?;
        if (self.axis.norm() - 1.0).abs() > 1e-12 || !self.origin.norm().is_finite() {
            return Err(ModelError::Invalid {
                what: format!("{name}.axis"),
                value: format!("{:?}", self.axis.as_slice()),
                allowed: "a unit vector, from a finite origin".into(),
            });
        }
        Ok(())
    }
    fn M_pattern(&self) -> Vec<(usize, usize)> {
        if self.lumped {
            (0..=self.elements).map(|i| (i, i)).collect()
        } else {
            self.pattern()
        }
    }
    fn M(&self, _t: f64, _q: &[f64], out: &mut [f64]) {
        let (d, o) = self.element_mass();
        if self.lumped {
            out.fill(2.0 * d);
            out[0] = d;
            out[self.elements] = d;
        } else {
            self.tridiagonal(d, o, out);
        }
    }
    fn h_pattern(&self) -> Vec<(usize, usize)> {
        self.pattern()
    }
    fn h(&self, _t: f64, q: &[f64], u: &[f64], gravity: &V3, out: &mut [f64]) {
        let k = self.stiffness();
        let weight = 0.5 * self.rho_A * self.element_length() * gravity.dot(&self.axis);
        let [alpha, beta] = self.rayleigh;
        if alpha == 0.0 && beta == 0.0 {
            out[0] = 0.0;
            for (e, w) in q.windows(2).enumerate() {
                let tension = k * (w[1] - w[0]);
                out[e] += tension + weight;
                out[e + 1] = weight - tension;
            }
            return;
        }
        let (d, o) = self.element_mass();
        out[0] = 0.0;
        for (e, (q, u)) in q.windows(2).zip(u.windows(2)).enumerate() {
            let tension = k * (q[1] - q[0] + beta * (u[1] - u[0]));
            out[e] += tension + weight - alpha * (d * u[0] + o * u[1]);
            out[e + 1] = weight - tension - alpha * (o * u[0] + d * u[1]);
        }
    }
    fn dh(&self, _t: f64, _q: &[f64], _u: &[f64], _g: &V3, dq: &mut [f64], du: &mut [f64]) {
        let k = self.stiffness();
        let (d, o) = self.element_mass();
        let [alpha, beta] = self.rayleigh;
        self.tridiagonal(-k, k, dq);
        self.tridiagonal(-beta * k - alpha * d, beta * k - alpha * o, du);
    }
    fn stiff(&self) -> bool {
        true
    }
    fn nodes(&self) -> usize {
        self.elements + 1
    }
    fn material_point(&mut self, s: f64) -> Option<usize> {
        match place(s, self.elements, 1, self.element_length()) {
            Place::Node(k) => Some(k),
            Place::Inside(e, g) => {
                self.points.push((e, g.N[1]));
                Some(self.elements + self.points.len())
            }
        }
    }
    fn stations(&self) -> Vec<(f64, f64)> {
        stations(self.elements, 1, self.length)
    }
    fn frame_columns(&self, node: usize) -> Vec<usize> {
        match self.between(node) {
            None => vec![node],
            Some(&(e, _)) => vec![e, e + 1],
        }
    }
    fn frame(&self, _t: f64, q: &[f64], u: &[f64], node: usize, out: &mut Frame) {
        let z = V3::zeros();
        let (first, N, n) = match self.between(node) {
            None => (node, [1.0, 0.0], 1),
            Some(&(e, x)) => (e, [1.0 - x, x], 2),
        };
        out.n = n;
        (out.r, out.v) = (self.origin, z);
        for i in 0..n {
            let k = first + i;
            out.r += self.axis * (N[i] * (k as f64 * self.element_length() + q[k]));
            out.v += self.axis * (N[i] * u[k]);
            (out.Jr[i], out.Jw[i]) = (self.axis * N[i], z);
        }
        out.A = M3::identity();
        out.w = z;
        out.jv = z;
        out.jw = z;
    }
    fn frame_stress(&self, _: &[f64], _: usize, _: &V3, _: &V3, _: &mut [f64], _: usize) {}
    fn section_forces(&self, q: &[f64], out: &mut Vec<[f64; 2]>) {
        let strain = |p: &[f64]| (p[1] - p[0]) / self.element_length();
        out.extend(q.windows(2).map(|p| [self.EA * strain(p), 0.0]));
    }
    fn kinetic(&self, _t: f64, _q: &[f64], u: &[f64]) -> f64 {
        let (d, o) = self.element_mass();
        let element = |w: &[f64]| d * (w[0] * w[0] + w[1] * w[1]) + 2.0 * o * w[0] * w[1];
        0.5 * u.windows(2).map(element).sum::<f64>()
    }
    fn potential(&self, _t: f64, q: &[f64], gravity: &V3) -> f64 {
        let l = self.element_length();
        let strain: f64 = q.windows(2).map(|w| (w[1] - w[0]) * (w[1] - w[0])).sum();
        let mut moved: f64 = q.windows(2).map(|w| 0.5 * (w[0] + w[1])).sum();
        moved += 0.5 * self.length * self.elements as f64;
        let down =
            gravity.dot(&self.axis) * moved + gravity.dot(&self.origin) * self.elements as f64;
        0.5 * self.stiffness() * strain - self.rho_A * l * down
    }
}
