//! Flexible bodies: their sections, their elements, and where they start.

use super::build::Builder;
use super::diagnostics::Span;
use super::read::{Number, OneOrMore, Rows};
use super::spec::*;
use crate::bodies::{Bar, Body, FloatingBeam, FullSection, PlanarBeam, Rod, Section, SplineBeam};
use crate::frame::V3;
use nalgebra::Matrix6;

/// Most coordinates of all flexible bodies of a model.
const MAX_COORDINATES: usize = 2_000_000;

impl BodyKind {
    /// Whether it is a flexible body.
    pub(super) fn flexible(self) -> bool {
        !matches!(self, BodyKind::Point | BodyKind::Planar | BodyKind::Spatial)
    }
    /// Coordinates of a node.
    fn width(self) -> usize {
        match self {
            BodyKind::Beam => 3,
            BodyKind::SplineBeam => 2,
            BodyKind::Rod => 7,
            _ => 1,
        }
    }
}

/// The keys of a section that are needed, and how else they can be given.
const WAYS: [(&str, &str); 6] = [
    ("EA", "add EA, or E and a shape: radius, size or A"),
    ("GA", "add GA, or E, nu and a shape: radius, size or A"),
    ("GJ", "add GJ, or E, nu and a shape: radius, size, or A and I"),
    ("EI", "add EI, or E and a shape: radius, size or I"),
    ("rhoA", "add rhoA, or rho and a shape: radius, size or A"),
    ("rhoI", "add rhoI, or rho and a shape: radius, size or I"),
];

impl Builder {
    /// A flexible body. One with a mistake is left out, and its name with it.
    pub(super) fn flexible_body(&mut self, s: &BodySpec, name: String) {
        let before = self.d.list.len();
        let length = self.needed(&s.length, "length", s.span);
        let section = self.section(s);
        let most = match s.r#type {
            BodyKind::Bar => 1_000_000,
            BodyKind::SplineBeam => 10_000,
            _ => 100_000,
        };
        let elements = match (&s.elements, s.r#type) {
            (_, BodyKind::FloatingBeam) => 1,
            (Some(n), _) => self.whole(n, 1, most),
            (None, _) => {
                self.d.add(s.span, "the key 'elements' is missing", "add elements = ...");
                1
            }
        };
        let (low, high, usual) = match s.r#type {
            BodyKind::SplineBeam => (2, 5, 3),
            _ => (1, 3, 1),
        };
        let degree = s.degree.as_ref().map_or(usual, |n| self.whole(n, low, high));
        let nodes = elements * degree + 1;
        self.coordinates_used = self.coordinates_used.saturating_add(nodes * s.r#type.width());
        if self.coordinates_used > MAX_COORDINATES {
            let at = s.elements.as_ref().map_or(s.span, |n| n.span);
            let label = format!("at most {MAX_COORDINATES} coordinates of flexible bodies in all");
            self.d.add(at, "the model is too large", label);
        }
        let rayleigh = self.rayleigh(s);
        if self.d.list.len() > before {
            self.d.drop_name(name);
            return;
        }
        match s.r#type {
            BodyKind::Bar => {
                let mut bar = Bar::new(length, elements, section.EA, section.rho_A);
                bar.lumped = s.lumped.unwrap_or(false);
                bar.rayleigh = rayleigh;
                bar.origin = self.vector_or(&s.position, V3::zeros());
                bar.axis = s.axis.as_ref().map_or(V3::x(), |v| self.unit(v));
                let v = self.vector_or(&s.velocity, V3::zeros()).dot(&bar.axis);
                let start = (vec![0.0; nodes], vec![v; nodes]);
                self.flexible_start(s, name, bar, start, before);
            }
            BodyKind::Beam => {
                let curvature = s.curvature.as_ref().map_or(0.0, |v| self.numbers(&v.0, 1)[0]);
                let beam = PlanarBeam::new(length, elements, section)
                    .degree(degree)
                    .curvature(curvature)
                    .rayleigh(rayleigh[0], rayleigh[1]);
                let (r, angle) = (self.vector_or(&s.position, V3::zeros()), self.or(&s.angle, 0.0));
                let q0 = beam.shape(r.x, r.y, angle);
                let u0 = self.moving(s, &q0, 3);
                self.flexible_start(s, name, beam, (q0, u0), before);
            }
            BodyKind::SplineBeam => {
                let gauss = s.gauss.as_ref().map_or(degree + 1, |n| self.whole(n, 1, 64));
                let (EA, EI, rho_A) = (section.EA, section.EI_z, section.rho_A);
                let beam = SplineBeam::new(length, elements, degree, EA, EI, rho_A).gauss(gauss);
                let (r, angle) = (self.vector_or(&s.position, V3::zeros()), self.or(&s.angle, 0.0));
                let q0 = beam.shape(r.x, r.y, angle);
                let u0 = self.moving(s, &q0, 2);
                self.flexible_start(s, name, beam, (q0, u0), before);
            }
            BodyKind::FloatingBeam => {
                let modes = s.modes.as_ref().map_or(3, |n| self.whole(n, 1, 8));
                let mut beam = FloatingBeam::new(length, modes, section.EI_z, section.rho_A);
                beam.shortening = s.shortening.unwrap_or(true);
                beam.damping = rayleigh[1];
                let (r, angle) = (self.vector_or(&s.position, V3::zeros()), self.or(&s.angle, 0.0));
                let (mut q0, mut u0) = (vec![0.0; 3 + modes], vec![0.0; 3 + modes]);
                q0[..3].copy_from_slice(&[r.x, r.y, angle]);
                let moving = self.moving(s, &[r.x, r.y, angle], 3);
                u0[..3].copy_from_slice(&moving);
                self.flexible_start(s, name, beam, (q0, u0), before);
            }
            _ => {
                let section = self.full_section(s, section);
                if let Some(rod) = self.rod(s, length, elements, degree, section, before) {
                    let rod = rod.rayleigh(rayleigh[0], rayleigh[1]);
                    let q0 = rod.shape();
                    let u0 = self.moving_in_space(s, &q0);
                    self.flexible_start(s, name, rod, (q0, u0), before);
                } else {
                    self.d.drop_name(name);
                }
            }
        }
    }

    /// Adds the body with its start: `q0` and `u0` of the file, or the one given.
    fn flexible_start(
        &mut self,
        s: &BodySpec,
        name: String,
        body: impl Body + 'static,
        (q0, u0): (Vec<f64>, Vec<f64>),
        before: usize,
    ) {
        let q0 = s.q0.as_ref().map_or(q0, |v| self.numbers(v, body.nq()));
        let u0 = s.u0.as_ref().map_or(u0, |v| self.numbers(v, body.nu()));
        if self.d.list.len() > before {
            self.d.drop_name(name);
            return;
        }
        self.add_body(name, body, &q0, &u0);
    }

    /// Velocities of nodes with `n` coordinates in the plane that move as one with the start.
    fn moving(&mut self, s: &BodySpec, q0: &[f64], n: usize) -> Vec<f64> {
        let v = self.vector_or(&s.velocity, V3::zeros());
        let w = s.spin.as_ref().map_or(0.0, |w| self.numbers(&w.0, 1)[0]);
        let mut out = Vec::with_capacity(q0.len());
        for node in q0.chunks_exact(n) {
            let (x, y) = (node[0] - q0[0], node[1] - q0[1]);
            out.extend(match w == 0.0 {
                true => [v.x, v.y],
                false => [v.x - w * y, v.y + w * x],
            });
            out.extend((n == 3).then_some(w));
        }
        out
    }
    /// The same in space, of nodes with a position and a quaternion.
    fn moving_in_space(&mut self, s: &BodySpec, q0: &[f64]) -> Vec<f64> {
        let v = self.vector_or(&s.velocity, V3::zeros());
        let A = crate::bodies::orientation(&q0[3..7]);
        let spin = self.spin_in_space(s, &A);
        let start = V3::from_column_slice(&q0[..3]);
        let w = A * spin;
        let mut out = Vec::with_capacity(q0.len());
        for node in q0.chunks_exact(7) {
            if spin == V3::zeros() {
                out.extend([v.x, v.y, v.z, 0.0, 0.0, 0.0]);
                continue;
            }
            let velocity = v + w.cross(&(V3::from_column_slice(&node[..3]) - start));
            let turning = crate::bodies::orientation(&node[3..]).transpose() * w;
            out.extend(velocity.iter().chain(turning.iter()));
        }
        out
    }

    fn rod(
        &mut self,
        s: &BodySpec,
        length: f64,
        elements: usize,
        degree: usize,
        section: FullSection,
        before: usize,
    ) -> Option<Rod> {
        if let Some(rows) = &s.nodes {
            let n = elements * degree + 1;
            if rows.rows.len() != n {
                let message = format!("expected {n} nodes, found {}", rows.rows.len());
                let label = format!("elements times degree plus one: {n}");
                self.d.add(rows.span, message, label);
                return None;
            }
            let mut nodes = Vec::with_capacity(n);
            for row in &rows.rows {
                let v = self.numbers(row, 7);
                if v[3..].iter().map(|p| p * p).sum::<f64>() < 1e-16 {
                    self.d.add(
                        row.span,
                        "a quaternion cannot be zero",
                        "x, y, z, then four numbers",
                    );
                }
                nodes.push([v[0], v[1], v[2], v[3], v[4], v[5], v[6]]);
            }
            let fine = self.d.list.len() == before;
            return fine.then(|| Rod::through(length, elements, degree, section, |k| nodes[k]));
        }
        let r = self.vector_or(&s.position, V3::zeros());
        let A = match &s.axes {
            Some(m) => self.rotation(m),
            None => {
                let p = self.quaternion(s);
                crate::bodies::orientation(&p)
            }
        };
        let kappa = s.curvature.as_ref().map_or(vec![0.0; 3], |v| self.numbers(&v.0, 3));
        let kappa = V3::new(kappa[0], kappa[1], kappa[2]);
        let fine = self.d.list.len() == before;
        fine.then(|| Rod::curved(length, elements, degree, section, (r, A), kappa))
    }

    fn rayleigh(&mut self, s: &BodySpec) -> [f64; 2] {
        let Some(v) = &s.rayleigh else { return [0.0; 2] };
        let d = self.numbers(v, 2);
        if d.iter().any(|x| *x < 0.0) {
            self.d.add(
                v.span,
                "damping cannot be negative",
                "mass and stiffness part, zero or greater",
            );
        } else if s.r#type == BodyKind::FloatingBeam && d[0] > 0.0 {
            let label = "[0, factor of the stiffness]";
            self.d.add(v.span, "a floating beam has no damping in proportion to its mass", label);
        }
        [d[0], d[1]]
    }

    /// One positive number, or two for y and z.
    fn one_or_two(&mut self, v: &OneOrMore) -> [f64; 2] {
        let items = &v.0.items;
        match items.len() {
            1 => [self.positive(&items[0]); 2],
            2 => [self.positive(&items[0]), self.positive(&items[1])],
            n => {
                self.d.add(
                    v.0.span,
                    format!("expected 1 or 2 numbers, found {n}"),
                    "about y and z",
                );
                [f64::NAN; 2]
            }
        }
    }

    /// The section of a flexible body; what it does not need may stay NaN.
    fn section(&mut self, s: &BodySpec) -> Section {
        let nan = Section::planar(f64::NAN, f64::NAN, f64::NAN, f64::NAN, f64::NAN);
        let Some(x) = &s.section else {
            let label = "add section = { E = ..., nu = ..., rho = ..., radius = ... }";
            self.d.add(s.span, "the key 'section' is missing", label);
            return nan;
        };
        let before = self.d.list.len();
        let mut c = self.shape(x);
        let set = |b: &mut Self, n: &Option<Number>, v: &mut f64| {
            if let Some(n) = n {
                *v = b.positive(n);
            }
        };
        set(self, &x.EA, &mut c.EA);
        set(self, &x.GJ, &mut c.GJ);
        set(self, &x.rhoA, &mut c.rho_A);
        for (v, [y, z]) in
            [(&x.GA, [&mut c.GA_y, &mut c.GA_z]), (&x.EI, [&mut c.EI_y, &mut c.EI_z])]
        {
            if let Some(v) = v {
                [*y, *z] = self.one_or_two(v);
            }
        }
        if let Some(v) = &x.rhoI {
            [_, c.rho_I_y, c.rho_I_z] = self.rotary(v);
        }
        for (m, key) in [(&x.stiffness, "stiffness"), (&x.mass, "mass")] {
            if let (Some(m), true) = (m, s.r#type != BodyKind::Rod) {
                let message = format!("'{key}' has no meaning for a {}", s.r#type.word());
                self.d.add(m.span, message, "only for bodies of type rod");
            }
        }
        if self.d.list.len() > before {
            return nan;
        }
        let values = [c.EA, c.GA_y, c.GJ, c.EI_z, c.rho_A, c.rho_I_z];
        let needed: &[usize] = match s.r#type {
            BodyKind::Bar => &[0, 4],
            BodyKind::SplineBeam => &[0, 3, 4],
            BodyKind::FloatingBeam => &[3, 4],
            BodyKind::Beam => &[0, 1, 3, 4, 5],
            _ => match (x.stiffness.is_some(), x.mass.is_some()) {
                (false, false) => &[0, 1, 2, 3, 4, 5],
                (true, false) => &[4, 5],
                (false, true) => &[0, 1, 2, 3],
                (true, true) => &[],
            },
        };
        let missing: Vec<_> = needed.iter().filter(|&&k| values[k].is_nan()).collect();
        let keys: Vec<&str> = missing.iter().map(|&&k| WAYS[k].0).collect();
        let way = match missing[..] {
            [] => "",
            [&k] => WAYS[k].1,
            _ => "add them, or E, nu, rho and a shape: radius, size, or A and I",
        };
        if !missing.is_empty() {
            let message = format!("the section does not say what {} is", keys.join(", "));
            self.d.add(x.span, message, way);
        }
        match s.r#type {
            BodyKind::Rod => c,
            _ => Section::planar(c.EA, c.GA_y, c.EI_z, c.rho_A, c.rho_I_z),
        }
    }

    /// Rotary inertia about x, y and z: one number about y and z, two, or three.
    fn rotary(&mut self, v: &OneOrMore) -> [f64; 3] {
        let n: Vec<f64> = v.0.items.iter().map(|n| self.positive(n)).collect();
        match n[..] {
            [r] => [2.0 * r, r, r],
            [y, z] => [y + z, y, z],
            [x, y, z] => [x, y, z],
            _ => {
                let message = format!("expected 1, 2 or 3 numbers, found {}", n.len());
                self.d.add(v.0.span, message, "about y and z, or about x, y and z");
                [f64::NAN; 3]
            }
        }
    }

    /// The section of a rod with the matrices that are given.
    fn full_section(&mut self, s: &BodySpec, c: Section) -> FullSection {
        let mut full = FullSection::from(c);
        let Some(x) = &s.section else { return full };
        if let Some(v) = x.rhoI.as_ref().filter(|v| v.0.items.len() == 3) {
            full = full.with_inertia(V3::from(self.rotary(v)));
        }
        if let Some(m) = &x.stiffness {
            full.C = self.six(m);
            let symmetric = (full.C - full.C.transpose()).amax() <= 1e-9 * full.C.amax();
            if !(symmetric && full.C.cholesky().is_some()) {
                let label = "symmetric, with positive eigenvalues";
                self.d.add(m.span, "this cannot be a stiffness", label);
            }
        }
        if let Some(m) = &x.mass {
            let six = self.six(m);
            match full.with_mass(&six) {
                Some(f) => full = f,
                None => self.d.add(
                    m.span,
                    "this cannot be the mass of a section",
                    "[[m, -m c~], [m c~, J]] with c~ of the centre of mass, positive definite",
                ),
            }
        }
        full
    }

    /// A matrix of six rows.
    fn six(&mut self, m: &Rows) -> Matrix6<f64> {
        if m.rows.len() != 6 {
            let message = format!("expected 6 rows, found {}", m.rows.len());
            self.d.add(m.span, message, "six rows of six numbers");
            return Matrix6::identity();
        }
        let v: Vec<f64> = m.rows.iter().flat_map(|r| self.numbers(r, 6)).collect();
        Matrix6::from_row_slice(&v)
    }

    /// What follows from material and shape, NaN where they do not say.
    fn shape(&mut self, x: &SectionSpec) -> Section {
        let get = |b: &mut Self, n: &Option<Number>| n.as_ref().map_or(f64::NAN, |n| b.positive(n));
        let (E, rho) = (get(self, &x.E), get(self, &x.rho));
        let G = match (&x.G, &x.nu) {
            (Some(n), None) => self.positive(n),
            (None, Some(n)) => {
                let nu = self.number(n);
                if nu <= -1.0 || nu > 0.5 {
                    self.d.add(
                        n.span,
                        format!("{nu} is not allowed"),
                        "greater than -1, up to 0.5",
                    );
                }
                E / (2.0 * (1.0 + nu))
            }
            (Some(_), Some(n)) => {
                self.d.add(n.span, "G and nu exclude each other", "keep one of them");
                f64::NAN
            }
            (None, None) => f64::NAN,
        };
        let given: [Option<Span>; 3] = [
            x.radius.as_ref().map(|n| n.span),
            x.size.as_ref().map(|v| v.span),
            x.A.as_ref().map(|n| n.span).or(x.I.as_ref().map(|v| v.0.span)),
        ];
        if let Some(at) = given.iter().flatten().nth(1) {
            self.d.add(*at, "a section has one shape", "keep one of radius, size, or A with I");
        }
        let shear = x.shear.as_ref().map(|n| self.positive(n));
        let mut c = if let Some(n) = &x.radius {
            Section::circle(E, G, rho, self.positive(n))
        } else if let Some(v) = &x.size {
            let b = self.numbers(v, 2);
            if b.iter().any(|b| *b <= 0.0) {
                self.d.add(v.span, "edges must be greater than zero", "positive numbers");
            }
            Section::rectangle(E, G, rho, b[0], b[1])
        } else {
            let A = get(self, &x.A);
            let I = x.I.as_ref().map_or([f64::NAN; 2], |v| self.one_or_two(v));
            Section::shape(E, G, rho, A, I, I[0] + I[1], 1.0)
        };
        if let Some(n) = &x.J {
            c.GJ = G * self.positive(n);
        }
        if let Some(k) = shear {
            let A = c.EA / E;
            (c.GA_y, c.GA_z) = (k * G * A, k * G * A);
        }
        c
    }
}
