use super::section::{Rayleigh, Section};
use super::shape_functions::{mass, place, points, stations, Place, Point, MAX_NODES};
use super::{elements, positive, Body, Motion};
use crate::error::ModelError;
use crate::frame::{Frame, M3, V3};

/// A planar geometrically exact (Simo-Reissner) beam: axial strain, shear and bending of any size.
///
/// ```text
/// γ = R(θ)ᵀ r' - γ0      κ = θ' - κ0      E = ½ ∫ EA γ1² + GA γ2² + EI κ² ds
/// ```
///
/// q holds (x, y, θ) of each node, numbered along the beam. Elements of degree p have p + 1 nodes
/// and p Gauss points, which leaves shear and axial strain free of locking. r and θ are interpolated,
/// so that a rigid motion strains nothing; the mass is consistent. The start is the reference
/// without strain: straight, or a circular arc.
///
/// J. C. Simo, L. Vu-Quoc, "On the dynamics of flexible beams under large overall motions - the
/// plane case: part I", 1986, DOI 10.1115/1.3171870.
#[derive(Clone, Debug)]
pub struct PlanarBeam {
    pub(crate) length: f64,
    pub(crate) elements: usize,
    pub(crate) degree: usize,
    pub(crate) section: Section,
    pub(crate) curvature: f64,
    pub(crate) rayleigh: Rayleigh,
    /// Element and shape functions of each material point.
    points: Vec<(usize, Point)>,
    data: Data,
}

/// What follows from the data of the beam.
#[derive(Clone, Debug, Default)]
struct Data {
    gauss: Vec<Point>,
    /// γ0 and κ0 at each Gauss point, the same in all elements.
    rest: Vec<[f64; 3]>,
    /// ∫ N_i N_j ds of an element.
    mass: [[f64; MAX_NODES]; MAX_NODES],
    /// ∫ N_i ds of an element.
    weight: [f64; MAX_NODES],
}

/// Strains, their rates, and the gradients of γ1 and γ2 along (x', y', θ) at a Gauss point.
struct Strain {
    g: [f64; 3],
    rate: [f64; 3],
    b: [[f64; 3]; 2],
    /// Change of the rates of γ1 and γ2 along (x', y', θ).
    db: [[f64; 3]; 2],
}

impl PlanarBeam {
    /// A straight beam of two-node elements.
    pub fn new(length: f64, elements: usize, section: Section) -> Self {
        let beam = PlanarBeam {
            length,
            elements,
            degree: 1,
            section,
            curvature: 0.0,
            rayleigh: Rayleigh::default(),
            points: Vec::new(),
            data: Data::default(),
        };
        beam.prepared()
    }
    /// The same with elements of degree 1, 2 or 3.
    pub fn degree(mut self, degree: usize) -> Self {
        self.degree = degree;
        self.prepared()
    }
    /// The same with an initial curvature, free of stress.
    pub fn curvature(mut self, curvature: f64) -> Self {
        self.curvature = curvature;
        self.prepared()
    }
    /// The same with damping.
    pub fn rayleigh(mut self, mass: f64, stiffness: f64) -> Self {
        self.rayleigh = Rayleigh { mass, stiffness };
        self
    }
    /// Number of nodes with coordinates.
    pub fn chain(&self) -> usize {
        self.elements * self.degree + 1
    }
    /// The last node of the beam itself.
    pub fn tip(&self) -> usize {
        self.chain() - 1
    }
    /// Coordinates of the beam without strain, its first node at (x, y) with the tangent angle
    /// `angle`.
    pub fn shape(&self, x: f64, y: f64, angle: f64) -> Vec<f64> {
        let n = self.chain();
        let mut q = Vec::with_capacity(3 * n);
        for k in 0..n {
            let s = self.length * k as f64 / (n - 1) as f64;
            let half = 0.5 * self.curvature * s;
            // chord of an arc
            let chord = if half.abs() < 1e-8 { s } else { s * half.sin() / half };
            let (sin, cos) = (angle + half).sin_cos();
            q.extend([x + chord * cos, y + chord * sin, angle + 2.0 * half]);
        }
        q
    }
    /// Velocities of a rigid rotation with `omega` about (x, y), of a beam with coordinates `q`.
    pub fn spin(&self, q: &[f64], x: f64, y: f64, omega: f64) -> Vec<f64> {
        let node = |n: &[f64]| [-omega * (n[1] - y), omega * (n[0] - x), omega];
        q.chunks_exact(3).flat_map(node).collect()
    }

    fn element_length(&self) -> f64 {
        self.length / self.elements as f64
    }
    fn prepared(mut self) -> Self {
        let p = self.degree;
        if !(1..MAX_NODES).contains(&p) || self.elements == 0 {
            return self;
        }
        let l = self.element_length();
        self.points.clear();
        let gauss = points(p, p, l);
        let first = PlanarBeam { length: l, elements: 1, ..self.clone() }.shape(0.0, 0.0, 0.0);
        self.data = Data {
            rest: gauss.iter().map(|g| self.strain(g, &first, &[], &[0.0; 3]).g).collect(),
            mass: mass(p, l),
            weight: [0.0; MAX_NODES],
            gauss,
        };
        for g in points(p, p + 1, l) {
            (0..=p).for_each(|i| self.data.weight[i] += g.w * g.N[i]);
        }
        self
    }
    /// Strains of an element with the coordinates `q` and velocities `u` (empty: at rest).
    #[inline]
    fn strain(&self, g: &Point, q: &[f64], u: &[f64], rest: &[f64; 3]) -> Strain {
        let (mut dx, mut dy, mut th, mut k) = (0.0, 0.0, 0.0, 0.0);
        for (i, n) in q.chunks_exact(3).enumerate().take(self.degree + 1) {
            dx += g.dN[i] * n[0];
            dy += g.dN[i] * n[1];
            th += g.N[i] * n[2];
            k += g.dN[i] * n[2];
        }
        let (s, c) = th.sin_cos();
        let (g1, g2) = (c * dx + s * dy, -s * dx + c * dy);
        let b = [[c, s, g2], [-s, c, -g1]];
        let (mut rate, mut db) = ([0.0; 3], [[0.0; 3]; 2]);
        if !u.is_empty() {
            let (mut vx, mut vy, mut w, mut kd) = (0.0, 0.0, 0.0, 0.0);
            for (i, n) in u.chunks_exact(3).enumerate().take(self.degree + 1) {
                vx += g.dN[i] * n[0];
                vy += g.dN[i] * n[1];
                w += g.N[i] * n[2];
                kd += g.dN[i] * n[2];
            }
            let (v1, v2) = (c * vx + s * vy, -s * vx + c * vy);
            rate = [v1 + g2 * w, v2 - g1 * w, kd];
            // γ1' = v1 + w g2, γ2' = v2 - w g1
            db = [[-w * s, w * c, v2 - w * g1], [-w * c, -w * s, -v1 - w * g2]];
        }
        Strain { g: [g1 - rest[0], g2 - rest[1], k - rest[2]], rate, b, db }
    }
    /// Normal force, shear force and moment.
    fn stress(&self, e: &Strain) -> [f64; 3] {
        let (s, b) = (&self.section, self.rayleigh.stiffness);
        [
            s.EA * (e.g[0] + b * e.rate[0]),
            s.GA_y * (e.g[1] + b * e.rate[1]),
            s.EI_z * (e.g[2] + b * e.rate[2]),
        ]
    }
    fn damped(&self) -> bool {
        self.rayleigh.stiffness != 0.0
    }
    /// Coordinates or velocities of element e.
    fn part<'a>(&self, v: &'a [f64], e: usize) -> &'a [f64] {
        let p = self.degree;
        &v[3 * e * p..3 * (e * p + p + 1)]
    }
    fn rates<'a>(&self, u: &'a [f64], e: usize) -> &'a [f64] {
        if self.damped() {
            self.part(u, e)
        } else {
            &[]
        }
    }
    /// Calls f(i, j, ∫ N_i N_j) for each pair of nodes in the order of the pattern of M.
    fn each_mass(&self, mut f: impl FnMut(usize, usize, f64)) {
        let (p, n) = (self.degree, self.chain());
        for i in 0..n {
            // elements that contain node i
            let last = (i / p).min(self.elements - 1);
            let first = if i % p == 0 && i > 0 { i / p - 1 } else { last };
            for j in first * p..=(last + 1) * p {
                let share = |e: usize| {
                    let inside = |k: usize| (e * p..=(e + 1) * p).contains(&k);
                    match inside(i) && inside(j) {
                        true => self.data.mass[i - e * p][j - e * p],
                        false => 0.0,
                    }
                };
                f(i, j, (first..=last).map(share).sum());
            }
        }
    }
}

impl Body for PlanarBeam {
    fn nq(&self) -> usize {
        3 * self.chain()
    }
    fn nu(&self) -> usize {
        3 * self.chain()
    }
    fn q_names(&self) -> Vec<String> {
        let node = |k| ["x", "y", "th"].map(|c| format!("{c}{k}"));
        (0..self.chain()).flat_map(node).collect()
    }
    fn u_names(&self) -> Vec<String> {
        self.q_names()
    }
    fn check(&self, name: &str) -> Result<(), ModelError> {
        elements(name, self.elements, 1)?;
        positive(name, "length", self.length)?;
        self.section.check(name)?;
        self.rayleigh.check(name)?;
        if !(1..MAX_NODES).contains(&self.degree) {
            return Err(ModelError::Invalid {
                what: format!("{name}.degree"),
                value: self.degree.to_string(),
                allowed: "1, 2, 3".into(),
            });
        }
        if !self.curvature.is_finite() {
            let what = format!("{name}.curvature");
            return Err(ModelError::value(what, self.curvature, "a finite number"));
        }
        Ok(())
    }
    fn M_pattern(&self) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        self.each_mass(|i, j, _| out.extend((0..3).map(|c| (3 * i + c, 3 * j + c))));
        out
    }
    fn M(&self, _t: f64, _q: &[f64], out: &mut [f64]) {
        let s = self.section;
        let mut at = 0;
        self.each_mass(|_, _, m| {
            out[at..at + 3].copy_from_slice(&[s.rho_A * m, s.rho_A * m, s.rho_I_z * m]);
            at += 3;
        });
    }
    fn h_pattern(&self) -> Vec<(usize, usize)> {
        let (p, n) = (self.degree, 3 * (self.degree + 1));
        let block = |e: usize| {
            let at = 3 * e * p;
            (0..n).flat_map(move |i| (0..n).map(move |j| (at + i, at + j)))
        };
        (0..self.elements).flat_map(block).collect()
    }
    fn h(&self, _t: f64, q: &[f64], u: &[f64], gravity: &V3, out: &mut [f64]) {
        let (p, d) = (self.degree, &self.data);
        out.fill(0.0);
        for e in 0..self.elements {
            let (qe, ue) = (self.part(q, e), self.rates(u, e));
            let out = &mut out[3 * e * p..3 * (e * p + p + 1)];
            for (g, rest) in d.gauss.iter().zip(&d.rest) {
                let s = self.strain(g, qe, ue, rest);
                let [N, V, M] = self.stress(&s);
                let fx = g.w * (s.b[0][0] * N + s.b[1][0] * V);
                let fy = g.w * (s.b[0][1] * N + s.b[1][1] * V);
                let m = g.w * (s.b[0][2] * N + s.b[1][2] * V);
                let M = g.w * M;
                for (i, o) in out.chunks_exact_mut(3).enumerate() {
                    o[0] -= g.dN[i] * fx;
                    o[1] -= g.dN[i] * fy;
                    o[2] -= g.N[i] * m + g.dN[i] * M;
                }
            }
            for (i, o) in out.chunks_exact_mut(3).enumerate() {
                let w = self.section.rho_A * d.weight[i];
                o[0] += w * gravity.x;
                o[1] += w * gravity.y;
            }
        }
        let alpha = self.rayleigh.mass;
        if alpha != 0.0 {
            let s = &self.section;
            self.each_mass(|i, j, m| {
                out[3 * i] -= alpha * s.rho_A * m * u[3 * j];
                out[3 * i + 1] -= alpha * s.rho_A * m * u[3 * j + 1];
                out[3 * i + 2] -= alpha * s.rho_I_z * m * u[3 * j + 2];
            });
        }
    }
    fn dh(&self, _t: f64, q: &[f64], u: &[f64], _g: &V3, dq: &mut [f64], du: &mut [f64]) {
        let (p, d, s) = (self.degree, &self.data, &self.section);
        let n = 3 * (p + 1);
        let beta = self.rayleigh.stiffness;
        dq.fill(0.0);
        du.fill(0.0);
        for e in 0..self.elements {
            let (qe, ue) = (self.part(q, e), self.rates(u, e));
            let K = &mut dq[e * n * n..(e + 1) * n * n];
            let D = &mut du[e * n * n..(e + 1) * n * n];
            for (g, rest) in d.gauss.iter().zip(&d.rest) {
                let st = self.strain(g, qe, ue, rest);
                let [N, V, _] = self.stress(&st);
                let [b1, b2] = &st.b;
                // material part along (x', y', θ), and the change of b1, b2 along them
                let mut H = [[0.0; 3]; 3];
                for i in 0..3 {
                    for j in 0..3 {
                        H[i][j] = s.EA * b1[i] * b1[j] + s.GA_y * b2[i] * b2[j];
                    }
                }
                let material = H;
                for i in 0..3 {
                    for j in 0..3 {
                        H[i][j] +=
                            beta * (s.EA * b1[i] * st.db[0][j] + s.GA_y * b2[i] * st.db[1][j]);
                    }
                }
                let cross = [N * b2[0] - V * b1[0], N * b2[1] - V * b1[1]];
                for i in 0..2 {
                    H[i][2] += cross[i];
                    H[2][i] += cross[i];
                }
                H[2][2] += N * b2[2] - V * b1[2];
                add_block(g, &H, s.EI_z, p, -1.0, K);
                if beta != 0.0 {
                    add_block(g, &material, s.EI_z, p, -beta, D);
                }
            }
            let alpha = self.rayleigh.mass;
            if alpha != 0.0 {
                for i in 0..=p {
                    for j in 0..=p {
                        let m = alpha * d.mass[i][j];
                        for (c, r) in [s.rho_A, s.rho_A, s.rho_I_z].into_iter().enumerate() {
                            D[(3 * i + c) * n + 3 * j + c] -= m * r;
                        }
                    }
                }
            }
        }
    }
    fn stiff(&self) -> bool {
        true
    }
    fn motions(&self) -> Vec<Motion> {
        let node = |k: usize| {
            [Motion::Shift { q: 3 * k, u: 3 * k, axes: 2 }, Motion::Angle { u: 3 * k + 2 }]
        };
        (0..self.chain()).flat_map(node).collect()
    }
    fn nodes(&self) -> usize {
        self.chain()
    }
    fn material_point(&mut self, s: f64) -> Option<usize> {
        match place(s, self.elements, self.degree, self.element_length()) {
            Place::Node(k) => Some(k),
            Place::Inside(e, g) => {
                self.points.push((e, g));
                Some(self.tip() + self.points.len())
            }
        }
    }
    fn stations(&self) -> Vec<(f64, f64)> {
        stations(self.elements, self.degree, self.length)
    }
    fn frame_columns(&self, node: usize) -> Vec<usize> {
        match node.checked_sub(self.chain()) {
            None => (3 * node..3 * node + 3).collect(),
            Some(k) => {
                let first = 3 * self.points[k].0 * self.degree;
                (first..first + 3 * (self.degree + 1)).collect()
            }
        }
    }
    fn frame(&self, _t: f64, q: &[f64], u: &[f64], node: usize, out: &mut Frame) {
        let z = V3::zeros();
        let one = Point { w: 0.0, N: [1.0, 0.0, 0.0, 0.0], dN: [0.0; MAX_NODES] };
        let (at, g, n) = match node.checked_sub(self.chain()) {
            None => (3 * node, &one, 1),
            Some(k) => {
                let (e, g) = &self.points[k];
                (3 * e * self.degree, g, self.degree + 1)
            }
        };
        let (mut r, mut v) = ([0.0; 3], [0.0; 3]);
        for i in 0..n {
            for c in 0..3 {
                r[c] += g.N[i] * q[at + 3 * i + c];
                v[c] += g.N[i] * u[at + 3 * i + c];
            }
            out.Jr[3 * i] = V3::x() * g.N[i];
            out.Jr[3 * i + 1] = V3::y() * g.N[i];
            out.Jr[3 * i + 2] = z;
            out.Jw[3 * i] = z;
            out.Jw[3 * i + 1] = z;
            out.Jw[3 * i + 2] = V3::z() * g.N[i];
        }
        let (s, c) = r[2].sin_cos();
        out.n = 3 * n;
        out.r = V3::new(r[0], r[1], 0.0);
        out.A = M3::new(c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0);
        out.v = V3::new(v[0], v[1], 0.0);
        out.w = V3::new(0.0, 0.0, v[2]);
        out.jv = z;
        out.jw = z;
    }
    fn frame_stress(&self, _: &[f64], _: usize, _: &V3, _: &V3, _: &mut [f64], _: usize) {}
    fn planar(&self) -> bool {
        true
    }
    fn kinetic(&self, _t: f64, _q: &[f64], u: &[f64]) -> f64 {
        let (p, s) = (self.degree, &self.section);
        let mut sum = 0.0;
        for e in 0..self.elements {
            let u = self.part(u, e);
            for i in 0..=p {
                for j in 0..=p {
                    let (a, b) = (&u[3 * i..3 * i + 3], &u[3 * j..3 * j + 3]);
                    let v = s.rho_A * (a[0] * b[0] + a[1] * b[1]) + s.rho_I_z * a[2] * b[2];
                    sum += 0.5 * self.data.mass[i][j] * v;
                }
            }
        }
        sum
    }
    fn section_forces(&self, q: &[f64], out: &mut Vec<[f64; 2]>) {
        for e in 0..self.elements {
            for (g, rest) in self.data.gauss.iter().zip(&self.data.rest) {
                let [stretch, _, kappa] = self.strain(g, self.part(q, e), &[], rest).g;
                out.push([self.section.EA * stretch, (self.section.EI_z * kappa).abs()]);
            }
        }
    }
    fn potential(&self, _t: f64, q: &[f64], gravity: &V3) -> f64 {
        let (d, s) = (&self.data, &self.section);
        let mut sum = 0.0;
        for e in 0..self.elements {
            let q = self.part(q, e);
            for (g, rest) in d.gauss.iter().zip(&d.rest) {
                let [a, b, k] = self.strain(g, q, &[], rest).g;
                sum += 0.5 * g.w * (s.EA * a * a + s.GA_y * b * b + s.EI_z * k * k);
            }
            for (n, w) in q.chunks_exact(3).zip(&d.weight) {
                sum -= s.rho_A * w * (gravity.x * n[0] + gravity.y * n[1]);
            }
        }
        sum
    }
}

/// Adds f times the block of a Gauss point: H along (x', y', θ) and EI along θ'.
fn add_block(g: &Point, H: &[[f64; 3]; 3], EI: f64, p: usize, f: f64, K: &mut [f64]) {
    let n = 3 * (p + 1);
    for i in 0..=p {
        let left = [g.dN[i], g.dN[i], g.N[i]].map(|v| f * g.w * v);
        for j in 0..=p {
            let right = [g.dN[j], g.dN[j], g.N[j]];
            for a in 0..3 {
                let row = &mut K[(3 * i + a) * n + 3 * j..][..3];
                for b in 0..3 {
                    row[b] += left[a] * H[a][b] * right[b];
                }
            }
            K[(3 * i + 2) * n + 3 * j + 2] += f * g.w * EI * g.dN[i] * g.dN[j];
        }
    }
}
