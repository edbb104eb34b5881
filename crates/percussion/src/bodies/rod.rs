mod curve;
mod inertia;

use super::rigid::{half_G, orientation, transfer_matrix};
use super::rod_strain::{
    along_turn, product, turn_columns, turn_of_turn, Gradient, Quaternion, Six, Strain,
};
use super::section::{FullSection, Rayleigh};
use super::shape_functions::{mass, place, points, stations, Place, Point, MAX_NODES};
use super::{elements, positive, rod_point, Body, Motion};
use crate::error::ModelError;
use crate::frame::{tilde, Frame, M3, V3};
use nalgebra::{Matrix3, SMatrix};

/// A spatial geometrically exact (Cosserat) rod: stretch, shear, bending and torsion of any size.
///
/// ```text
/// γ = Aᵀ r' - γ0     κ = axial(Aᵀ A') - κ0     E = ½ ∫ γ·C_γ γ + κ·C_κ κ ds
/// ```
///
/// q holds (r, p) of each node with a unit quaternion p, u = (v, Ω) with Ω in the axes of the
/// section, whose e_x is normal to it. r and the quaternions are interpolated by polynomials of
/// degree d, the orientation is that of the interpolated quaternion: a rigid motion strains nothing,
/// and the strain follows from the nodes alone, whatever the path. d Gauss points for an element of
/// degree d leave it free of locking. Translational mass is consistent, rotary inertia lies at the
/// nodes. The start is the reference without strain. C may couple all strains, and the centre of mass
/// of the section may lie beside the centreline.
///
/// J. C. Simo, "A finite strain beam formulation. The three-dimensional dynamic problem. Part I",
/// 1985, DOI 10.1016/0045-7825(85)90050-7.
#[derive(Clone, Debug)]
pub struct Rod {
    pub(crate) length: f64,
    pub(crate) elements: usize,
    pub(crate) degree: usize,
    pub(crate) section: FullSection,
    pub(crate) rayleigh: Rayleigh,
    pub(crate) reference: Vec<f64>,
    /// Start, axes there, and curvature in them, where the reference was given by these.
    #[cfg_attr(not(feature = "files"), allow(dead_code))]
    pub(crate) curve: Option<(V3, M3, V3)>,
    gauss: Vec<Point>,
    /// γ0 and κ0 at each Gauss point of each element.
    rest: Vec<Six>,
    mass: [[f64; MAX_NODES]; MAX_NODES],
    weight: [f64; MAX_NODES],
    /// Element and shape functions of each material point.
    points: Vec<(usize, Point)>,
    /// Whether the stiffness is diagonal.
    diagonal: bool,
}

/// Normalised coordinates of the nodes of an element.
type Nodes = [(V3, Quaternion); MAX_NODES];

impl Rod {
    /// A rod without strain whose node k has the position and quaternion `node(k)`.
    pub fn through(
        length: f64,
        elements: usize,
        degree: usize,
        section: impl Into<FullSection>,
        mut node: impl FnMut(usize) -> [f64; 7],
    ) -> Self {
        let section = section.into();
        let mut rod = Rod {
            diagonal: section.uncoupled(),
            length,
            elements,
            degree,
            section,
            rayleigh: Rayleigh::default(),
            reference: Vec::new(),
            curve: None,
            gauss: Vec::new(),
            rest: Vec::new(),
            mass: Default::default(),
            weight: Default::default(),
            points: Vec::new(),
        };
        if !(1..MAX_NODES).contains(&degree) || !(1..=1_000_000).contains(&elements) {
            return rod;
        }
        rod.reference = (0..rod.chain()).flat_map(&mut node).collect();
        let l = length / elements as f64;
        rod.gauss = points(degree, degree, l);
        rod.mass = mass(degree, l);
        for g in points(degree, degree + 1, l) {
            (0..=degree).for_each(|i| rod.weight[i] += g.w * g.N[i]);
        }
        for e in 0..elements {
            let nodes = rod.nodes_of(&rod.reference, e);
            for g in &rod.gauss {
                rod.rest.push(rod.strain(g, &nodes).value);
            }
        }
        rod
    }
    /// The same with damping: forces -α M u, and stresses C(ε + β ε').
    pub fn rayleigh(mut self, mass: f64, stiffness: f64) -> Self {
        self.rayleigh = Rayleigh { mass, stiffness };
        self
    }
    /// Number of nodes.
    pub fn chain(&self) -> usize {
        self.elements * self.degree + 1
    }
    /// The last node.
    pub fn tip(&self) -> usize {
        self.chain() - 1
    }
    /// Coordinates without strain.
    pub fn shape(&self) -> Vec<f64> {
        self.reference.clone()
    }

    fn nodes_of(&self, q: &[f64], e: usize) -> Nodes {
        let mut out = [(V3::zeros(), Quaternion::zeros()); MAX_NODES];
        for (i, o) in out.iter_mut().enumerate().take(self.degree + 1) {
            let q = &q[7 * (e * self.degree + i)..][..7];
            let p = Quaternion::new(q[3], q[4], q[5], q[6]);
            *o = (V3::new(q[0], q[1], q[2]), p / p.norm());
        }
        out
    }
    #[inline]
    fn strain(&self, g: &Point, nodes: &Nodes) -> Strain {
        let (mut r, mut P, mut dP) = (V3::zeros(), Quaternion::zeros(), Quaternion::zeros());
        for i in 0..=self.degree {
            let (x, p) = &nodes[i];
            r += x * g.dN[i];
            P += p * g.N[i];
            dP += p * g.dN[i];
        }
        Strain::new(r, P, dP)
    }
    /// C e.
    fn stiffness(&self, e: &Six) -> Six {
        match self.diagonal {
            true => self.section.C.diagonal().component_mul(e),
            false => self.section.C * e,
        }
    }
    /// Rate of y = (r', P, P').
    fn rate(&self, g: &Point, nodes: &Nodes, u: &[f64], e: usize) -> Gradient {
        let mut y = Gradient::zeros();
        for i in 0..=self.degree {
            let u = &u[6 * (e * self.degree + i)..][..6];
            let pd = half_G(nodes[i].1.as_slice(), &V3::new(u[3], u[4], u[5]));
            for k in 0..3 {
                y[k] += g.dN[i] * u[k];
            }
            for k in 0..4 {
                y[3 + k] += g.N[i] * pd[k];
                y[7 + k] += g.dN[i] * pd[k];
            }
        }
        y
    }
    /// Force and moment in the axes of the section.
    fn stress(&self, s: &Strain, rest: &Six, rate: Option<Gradient>) -> (V3, V3) {
        let mut e = s.value - rest;
        if let Some(y) = rate {
            e += s.jacobian() * y * self.rayleigh.stiffness;
        }
        let f = self.stiffness(&e);
        (V3::new(f[0], f[1], f[2]), V3::new(f[3], f[4], f[5]))
    }
    fn rate_if_damped(&self, g: &Point, nodes: &Nodes, u: &[f64], e: usize) -> Option<Gradient> {
        (self.rayleigh.stiffness != 0.0).then(|| self.rate(g, nodes, u, e))
    }
    /// ∫ N_i ds over all elements of node i.
    fn node_weight(&self, i: usize) -> f64 {
        let (p, k) = (self.degree, i % self.degree);
        if k != 0 {
            return self.weight[k];
        }
        let left = if i > 0 { self.weight[p] } else { 0.0 };
        let right = if i < self.tip() { self.weight[0] } else { 0.0 };
        left + right
    }
    /// Calls f(i, j, ∫ N_i N_j) for each pair of nodes that share an element.
    fn each_mass(&self, mut f: impl FnMut(usize, usize, f64)) {
        if self.eccentric() {
            return (0..self.chain()).for_each(|i| f(i, i, self.node_weight(i)));
        }
        let p = self.degree;
        for i in 0..self.chain() {
            let last = (i / p).min(self.elements - 1);
            let first = if i % p == 0 && i > 0 { i / p - 1 } else { last };
            for j in first * p..=(last + 1) * p {
                let share = |e: usize| {
                    let inside = |k: usize| (e * p..=(e + 1) * p).contains(&k);
                    match inside(i) && inside(j) {
                        true => self.mass[i - e * p][j - e * p],
                        false => 0.0,
                    }
                };
                f(i, j, (first..=last).map(share).sum());
            }
        }
    }
}

impl Body for Rod {
    fn nq(&self) -> usize {
        7 * self.chain()
    }
    fn nu(&self) -> usize {
        6 * self.chain()
    }
    fn q_names(&self) -> Vec<String> {
        let node = |k| ["x", "y", "z", "pw", "px", "py", "pz"].map(|c| format!("{c}{k}"));
        (0..self.chain()).flat_map(node).collect()
    }
    fn u_names(&self) -> Vec<String> {
        let node = |k| ["x", "y", "z", "wx", "wy", "wz"].map(|c| format!("{c}{k}"));
        (0..self.chain()).flat_map(node).collect()
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
        match self.reference.iter().find(|v| !v.is_finite()) {
            Some(&v) => Err(ModelError::value(format!("{name}: curve"), v, "finite numbers")),
            None => Ok(()),
        }
    }
    fn qdot(&self, t: f64, q: &[f64], u: &[f64], out: &mut [f64]) {
        self.B(t, q, u, out);
    }
    fn qddot0(&self, _t: f64, q: &[f64], u: &[f64], out: &mut [f64]) {
        let nodes = q.chunks_exact(7).zip(u.chunks_exact(6)).zip(out.chunks_exact_mut(7));
        for ((q, u), out) in nodes {
            let o = V3::new(u[3], u[4], u[5]);
            out[..3].fill(0.0);
            out[3..].copy_from_slice(&half_G(&half_G(&q[3..], &o), &o));
        }
    }
    fn B(&self, _t: f64, q: &[f64], x: &[f64], out: &mut [f64]) {
        let nodes = q.chunks_exact(7).zip(x.chunks_exact(6)).zip(out.chunks_exact_mut(7));
        for ((q, x), out) in nodes {
            out[..3].copy_from_slice(&x[..3]);
            out[3..].copy_from_slice(&half_G(&q[3..], &V3::new(x[3], x[4], x[5])));
        }
    }
    fn transfer(&self, q0: &[f64], q1: &[f64], x: &mut [f64]) {
        for k in 0..self.chain() {
            let t = transfer_matrix(&q0[7 * k + 3..7 * k + 7], &q1[7 * k + 3..7 * k + 7]);
            super::rigid::apply(&t, &mut x[6 * k..6 * k + 6]);
        }
    }
    fn transfer_inverse(&self, q0: &[f64], q1: &[f64], x: &mut [f64]) {
        for k in 0..self.chain() {
            let t = transfer_matrix(&q0[7 * k + 3..7 * k + 7], &q1[7 * k + 3..7 * k + 7]);
            if let Some(t) = t.try_inverse() {
                super::rigid::apply(&t, &mut x[6 * k..6 * k + 6]);
            }
        }
    }
    fn normalize(&self, q: &mut [f64]) {
        for q in q.chunks_exact_mut(7) {
            let n = q[3..].iter().map(|v| v * v).sum::<f64>().sqrt();
            if n > 0.0 {
                q[3..].iter_mut().for_each(|v| *v /= n);
            }
        }
    }
    fn plain_kinematics(&self) -> bool {
        false
    }
    fn M_pattern(&self) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        self.each_mass(|i, j, _| out.extend((0..3).map(|c| (6 * i + c, 6 * j + c))));
        out.extend(self.node_M_pattern());
        out
    }
    fn constant_M(&self) -> bool {
        !self.eccentric()
    }
    fn dMx(&self, _t: f64, q: &[f64], x: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        let n = 6 * (self.degree + 1);
        if self.eccentric() {
            self.node_dMx(q, x, &mut out[self.elements * n * n..]);
        }
    }
    fn M(&self, _t: f64, q: &[f64], out: &mut [f64]) {
        let mut at = 0;
        self.each_mass(|_, _, m| {
            out[at..at + 3].fill(self.section.rho_A * m);
            at += 3;
        });
        self.node_M(q, &mut out[at..]);
    }
    fn h_pattern(&self) -> Vec<(usize, usize)> {
        let (p, n) = (self.degree, 6 * (self.degree + 1));
        let block = |e: usize| {
            let at = 6 * e * p;
            (0..n).flat_map(move |i| (0..n).map(move |j| (at + i, at + j)))
        };
        let mut out: Vec<_> = (0..self.elements).flat_map(block).collect();
        let rows = self.node_rows();
        for k in 0..self.chain() {
            let block = |i| self.node_rows().map(move |j| (6 * k + i, 6 * k + j));
            out.extend(rows.clone().flat_map(block));
        }
        out
    }
    fn h(&self, _t: f64, q: &[f64], u: &[f64], gravity: &V3, out: &mut [f64]) {
        let p = self.degree;
        for (k, o) in out.chunks_exact_mut(6).enumerate() {
            let m = self.section.rho_A * self.node_weight(k);
            (0..3).for_each(|c| (o[c], o[3 + c]) = (m * gravity[c], 0.0));
        }
        self.node_h(q, u, gravity, out);
        if self.rayleigh.mass != 0.0 {
            let f = self.rayleigh.mass * self.section.rho_A;
            self.each_mass(|i, j, m| (0..3).for_each(|c| out[6 * i + c] -= f * m * u[6 * j + c]));
        }
        for e in 0..self.elements {
            let nodes = self.nodes_of(q, e);
            for (g, rest) in self.gauss.iter().zip(&self.rest[e * p..]) {
                let s = self.strain(g, &nodes);
                let (n, m) = self.stress(&s, rest, self.rate_if_damped(g, &nodes, u, e));
                let y = s.gradient(&n, &m) * g.w;
                let (gP, gD) = (y.fixed_rows::<4>(3), y.fixed_rows::<4>(7));
                for i in 0..=p {
                    let o = &mut out[6 * (e * p + i)..][..6];
                    let turn = along_turn(&nodes[i].1, &(gP * g.N[i] + gD * g.dN[i]));
                    for c in 0..3 {
                        o[c] -= g.dN[i] * y[c];
                        o[3 + c] -= turn[c];
                    }
                }
            }
        }
    }
    fn dh(&self, _t: f64, q: &[f64], u: &[f64], gravity: &V3, dq: &mut [f64], du: &mut [f64]) {
        let p = self.degree;
        let n = 6 * (p + 1);
        dq.fill(0.0);
        du.fill(0.0);
        for e in 0..self.elements {
            let nodes = self.nodes_of(q, e);
            let block = e * n * n..(e + 1) * n * n;
            for (g, rest) in self.gauss.iter().zip(&self.rest[e * p..]) {
                let s = self.strain(g, &nodes);
                let rate = self.rate_if_damped(g, &nodes, u, e);
                let (f, m) = self.stress(&s, rest, rate);
                let J = s.jacobian();
                let mut CJ = J;
                match self.diagonal {
                    true => (0..6).for_each(|k| {
                        CJ.row_mut(k).scale_mut(self.section.C[(k, k)] * g.w);
                    }),
                    false => CJ = self.section.C * J * g.w,
                }
                let material = J.transpose() * CJ;
                let mut H = material + s.geometric(&f, &m) * g.w;
                if let Some(y) = rate {
                    H += CJ.transpose() * s.jacobian_rate(&y) * self.rayleigh.stiffness;
                }
                let y = s.gradient(&f, &m) * g.w;
                add_block(g, &nodes, p, &H, -1.0, &mut dq[block.clone()]);
                let (gP, gD) = (y.fixed_rows::<4>(3), y.fixed_rows::<4>(7));
                for i in 0..=p {
                    let turn = turn_of_turn(&nodes[i].1, &(gP * g.N[i] + gD * g.dN[i]));
                    add3(&mut dq[block.clone()], n, 6 * i + 3, 6 * i + 3, &-turn);
                }
                if self.rayleigh.stiffness != 0.0 {
                    let f = -self.rayleigh.stiffness;
                    add_block(g, &nodes, p, &material, f, &mut du[block.clone()]);
                    let u = &u[6 * e * p..];
                    add_rates(g, &nodes, u, p, &material, f, &mut dq[block.clone()]);
                }
            }
            let alpha = self.rayleigh.mass * self.section.rho_A;
            if alpha != 0.0 && !self.eccentric() {
                for i in 0..=p {
                    for j in 0..=p {
                        let m = M3::identity() * (-alpha * self.mass[i][j]);
                        add3(&mut du[block.clone()], n, 6 * i, 6 * j, &m);
                    }
                }
            }
        }
        let at = self.elements * n * n;
        self.node_dh(q, u, gravity, &mut dq[at..], &mut du[at..]);
    }
    fn stiff(&self) -> bool {
        true
    }
    fn motions(&self) -> Vec<Motion> {
        let node = |k: usize| {
            let shift = Motion::Shift { q: 7 * k, u: 6 * k, axes: 3 };
            [shift, Motion::Turn { q: 7 * k + 3, u: 6 * k + 3 }]
        };
        (0..self.chain()).flat_map(node).collect()
    }
    fn nodes(&self) -> usize {
        self.chain()
    }
    fn material_point(&mut self, s: f64) -> Option<usize> {
        match place(s, self.elements, self.degree, self.length / self.elements as f64) {
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
            None => (6 * node..6 * node + 6).collect(),
            Some(k) => {
                let first = 6 * self.points[k].0 * self.degree;
                (first..first + 6 * (self.degree + 1)).collect()
            }
        }
    }
    fn frame(&self, _t: f64, q: &[f64], u: &[f64], node: usize, out: &mut Frame) {
        if let Some(k) = node.checked_sub(self.chain()) {
            let (e, g) = &self.points[k];
            let u = &u[6 * e * self.degree..];
            return rod_point::frame(g, &self.nodes_of(q, *e)[..=self.degree], u, out);
        }
        let (q, u) = (&q[7 * node..7 * node + 7], &u[6 * node..6 * node + 6]);
        super::rigid::frame(q, u, out);
    }
    fn frame_stress(&self, q: &[f64], node: usize, _f: &V3, m: &V3, k: &mut [f64], stride: usize) {
        if let Some(p) = node.checked_sub(self.chain()) {
            let (e, g) = &self.points[p];
            return rod_point::stress(g, &self.nodes_of(q, *e)[..=self.degree], m, k, stride);
        }
        let d = tilde(&(orientation(&q[7 * node + 3..7 * node + 7]).transpose() * m));
        for i in 0..3 {
            for j in 0..3 {
                k[(3 + i) * stride + 3 + j] += d[(i, j)];
            }
        }
    }
    fn q_columns(&self, k: usize) -> Vec<usize> {
        match (k / 7, k % 7) {
            (node, i) if i < 3 => vec![6 * node + i],
            (node, _) => (6 * node + 3..6 * node + 6).collect(),
        }
    }
    fn B_entry(&self, _t: f64, q: &[f64], k: usize, j: usize) -> f64 {
        let mut x = [0.0; 6];
        x[j % 6] = 1.0;
        match k / 7 == j / 6 {
            true if k % 7 < 3 => x[k % 7],
            true => half_G(&q[7 * (k / 7) + 3..][..4], &V3::new(x[3], x[4], x[5]))[k % 7 - 3],
            false => 0.0,
        }
    }
    fn kinetic(&self, _t: f64, q: &[f64], u: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.each_mass(|i, j, m| {
            let dot: f64 = (0..3).map(|c| u[6 * i + c] * u[6 * j + c]).sum();
            sum += 0.5 * self.section.rho_A * m * dot;
        });
        sum + self.node_kinetic(q, u)
    }
    fn section_forces(&self, q: &[f64], out: &mut Vec<[f64; 2]>) {
        for e in 0..self.elements {
            let nodes = self.nodes_of(q, e);
            for (g, rest) in self.gauss.iter().zip(&self.rest[e * self.degree..]) {
                let f = self.stiffness(&(self.strain(g, &nodes).value - rest));
                out.push([f[0], f[4].hypot(f[5])]);
            }
        }
    }
    fn potential(&self, _t: f64, q: &[f64], gravity: &V3) -> f64 {
        let mut sum = 0.0;
        for e in 0..self.elements {
            let nodes = self.nodes_of(q, e);
            for (g, rest) in self.gauss.iter().zip(&self.rest[e * self.degree..]) {
                let d = self.strain(g, &nodes).value - rest;
                sum += 0.5 * g.w * d.dot(&self.stiffness(&d));
            }
        }
        for k in 0..self.chain() {
            sum -= gravity.dot(&self.node_moment(q, k));
        }
        sum
    }
}

fn add3(K: &mut [f64], n: usize, i: usize, j: usize, m: &Matrix3<f64>) {
    for a in 0..3 {
        for b in 0..3 {
            K[(i + a) * n + j + b] += m[(a, b)];
        }
    }
}

/// Adds f times the second derivatives H along y = (r', P, P'), mapped to the nodes.
fn add_block(g: &Point, nodes: &Nodes, p: usize, H: &SMatrix<f64, 11, 11>, f: f64, K: &mut [f64]) {
    let n = 6 * (p + 1);
    // ∂y/∂(r_j, θ_j)
    let mut maps = [SMatrix::<f64, 11, 6>::zeros(); MAX_NODES];
    for (j, map) in maps.iter_mut().enumerate().take(p + 1) {
        let B = turn_columns(&nodes[j].1);
        (0..3).for_each(|k| map[(k, k)] = g.dN[j]);
        map.fixed_view_mut::<4, 3>(3, 3).copy_from(&(B * g.N[j]));
        map.fixed_view_mut::<4, 3>(7, 3).copy_from(&(B * g.dN[j]));
    }
    for j in 0..=p {
        let right = H * maps[j] * f;
        for i in 0..=p {
            let block = maps[i].transpose() * right;
            for a in 0..6 {
                for b in 0..6 {
                    K[(6 * i + a) * n + 6 * j + b] += block[(a, b)];
                }
            }
        }
    }
}

/// Adds f times the block H where the rate of y changes with the orientation of the nodes:
/// δ(½ p Ω) = ¼ p δθ Ω.
fn add_rates(
    g: &Point,
    nodes: &Nodes,
    u: &[f64],
    p: usize,
    H: &SMatrix<f64, 11, 11>,
    f: f64,
    K: &mut [f64],
) {
    let n = 6 * (p + 1);
    for j in 0..=p {
        let spin = Quaternion::new(0.0, u[6 * j + 3], u[6 * j + 4], u[6 * j + 5]);
        let mut map = SMatrix::<f64, 11, 3>::zeros();
        for (k, column) in turn_columns(&nodes[j].1).column_iter().enumerate() {
            let d = product(&column.into_owned(), &spin) * 0.5;
            map.fixed_view_mut::<4, 1>(3, k).copy_from(&(d * g.N[j]));
            map.fixed_view_mut::<4, 1>(7, k).copy_from(&(d * g.dN[j]));
        }
        let right = H * map * f;
        for i in 0..=p {
            let B = turn_columns(&nodes[i].1);
            for b in 0..3 {
                let y = right.column(b);
                let (yP, yD) = (y.fixed_rows::<4>(3), y.fixed_rows::<4>(7));
                let turn = B.transpose() * (yP * g.N[i] + yD * g.dN[i]);
                for a in 0..3 {
                    K[(6 * i + a) * n + 6 * j + 3 + b] += g.dN[i] * y[a];
                    K[(6 * i + 3 + a) * n + 6 * j + 3 + b] += turn[a];
                }
            }
        }
    }
}
