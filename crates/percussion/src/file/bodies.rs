//! Bodies, systems given by expressions, and systems that are part of the program.

use super::build::{Builder, Kind};
use super::diagnostics::Span;
use super::export::number;
use super::masses::Part;
use super::read::{Number, OneOrMore, Rows, Several, Vector};
use super::spec::*;
use super::systems::{ExpressionGap, ExpressionSystem};
use crate::bodies::{Minimal, PlanarBody, PointMass, RigidBody};
use crate::error::ModelError;
use crate::frame::{BodyId, M3, V3};
use crate::laws::{ContactLaw, Impact};
use crate::schemes::options::parse_number;
use crate::schemes::Options;
use nalgebra::Quaternion;

impl Builder {
    /// A body, repeated or not.
    pub fn bodies(&mut self, s: &BodySpec) {
        let before = self.d.list.len();
        self.each(&s.repeat, |b| b.one_body(s));
        if s.repeat.is_some() && self.d.list.len() > before {
            self.d.drop_name(s.name.text.clone());
        }
    }

    fn one_body(&mut self, s: &BodySpec) {
        let name = self.name(&s.name);
        if self.model.bodies.len() >= super::build::MAX_ENTRIES {
            self.d.add(s.span, "too many bodies", "at most 100000");
            return;
        }
        self.only_for(s);
        if s.r#type.flexible() {
            self.flexible_body(s, name);
            return;
        }
        let planar = s.r#type != BodyKind::Spatial;
        let p = s.solid.as_ref().map(|x| self.solid(x, &s.mass, planar));
        let mass = match &p {
            Some(p) => p.mass,
            None => self.needed(&s.mass, "mass", s.span),
        };
        match s.r#type {
            BodyKind::Point => {
                let dim = s.dim.as_ref().map_or(3, |n| self.whole(n, 1, 3));
                let (q, u) = self.point_state(s, dim);
                self.add_body(name, PointMass { m: mass, dim }, &q, &u);
            }
            BodyKind::Planar => {
                let J = match (&s.J, &p) {
                    (Some(n), _) => self.positive(n),
                    (None, Some(p)) => p.theta[(2, 2)],
                    (None, None) => self.needed(&None, "J", s.span),
                };
                let mut body = PlanarBody::new(mass, J);
                if let Some(t) = &s.angle_name {
                    if !super::scope::is_word(&t.text) || ["x", "y"].contains(&t.text.as_str()) {
                        self.d.add(
                            t.span,
                            "this cannot be the name of an angle",
                            "letters, digits, underscores",
                        );
                    }
                    body = body.angle(t.text.clone());
                }
                let (mut q, mut u) = self.planar_state(s);
                let theta = M3::from_diagonal(&V3::new(J, J, J));
                let Part { m, c, theta } = self.with_attached(s, mass, theta, true);
                (body.m, body.J) = (m, theta[(2, 2)]);
                if s.attached.is_some() {
                    self.centres.insert(self.model.bodies.len(), c);
                    let r = crate::frame::rotation(&V3::z(), q[2]) * c;
                    if s.q0.is_none() {
                        (q[0], q[1]) = (q[0] + r.x, q[1] + r.y);
                    }
                    if s.u0.is_none() {
                        (u[0], u[1]) = (u[0] - u[2] * r.y, u[1] + u[2] * r.x);
                    }
                }
                self.add_body(name, body, &q, &u);
            }
            BodyKind::Spatial => {
                let theta = self.inertia(s, p);
                let (mut q, mut u) = self.spatial_state(s);
                let Part { m, c, theta } = self.with_attached(s, mass, theta, false);
                if s.attached.is_some() {
                    self.centres.insert(self.model.bodies.len(), c);
                    let A = crate::bodies::orientation(&q[3..7]);
                    let r = A * c;
                    let v = A * V3::new(u[3], u[4], u[5]).cross(&c);
                    for k in 0..3 {
                        q[k] += if s.q0.is_none() { r[k] } else { 0.0 };
                        u[k] += if s.u0.is_none() { v[k] } else { 0.0 };
                    }
                }
                self.add_body(name, RigidBody { m, theta }, &q, &u);
            }
            _ => {}
        }
    }

    /// Rotations one after another, each about axes that those before have turned.
    pub(super) fn turned(&mut self, list: &Several<RotationSpec>) -> M3 {
        let one = |b: &mut Self, r: &RotationSpec| {
            let axis = b.direction(&r.axis).normalize();
            crate::frame::rotation(&axis, b.number(&r.angle))
        };
        list.items.iter().fold(M3::identity(), |A, r| A * one(self, r))
    }

    /// Angular velocity in the axes `A` of a body.
    pub(super) fn spin_in_space(&mut self, s: &BodySpec, A: &M3) -> V3 {
        match (&s.spin, &s.spin_world) {
            (Some(w), None) => {
                let w = self.numbers(&w.0, 3);
                V3::new(w[0], w[1], w[2])
            }
            (None, Some(w)) => A.tr_mul(&self.vector(w)),
            (Some(_), Some(w)) => {
                self.d.add(
                    w.span,
                    "'spin' and 'spin_world' exclude each other",
                    "keep one of them",
                );
                V3::zeros()
            }
            (None, None) => V3::zeros(),
        }
    }

    /// Keys that belong to another kind of body.
    fn only_for(&mut self, s: &BodySpec) {
        use BodyKind::*;
        let n = |n: &Option<Number>| n.as_ref().map(|n| n.span);
        let v = |n: &Option<Vector>| n.as_ref().map(|n| n.span);
        let m = |n: &Option<Rows>| n.as_ref().map(|n| n.span);
        let o = |n: &Option<OneOrMore>| n.as_ref().map(|n| n.0.span);
        let b = |n: &Option<bool>| n.as_ref().map(|_| s.span);
        let rigid: &[BodyKind] = &[Point, Planar, Spatial];
        let flexible: &[BodyKind] = &[Bar, Beam, SplineBeam, FloatingBeam, Rod];
        let keys: &[(&str, Option<Span>, &[BodyKind])] = &[
            ("mass", n(&s.mass), rigid),
            ("solid", s.solid.as_ref().map(|t| t.span), rigid),
            ("J", n(&s.J), &[Planar]),
            ("dim", n(&s.dim), &[Point]),
            ("inertia", m(&s.inertia), &[Spatial]),
            ("principal", v(&s.principal), &[Spatial]),
            ("angle", n(&s.angle), &[Planar, Beam, SplineBeam, FloatingBeam]),
            ("angle_name", s.angle_name.as_ref().map(|t| t.span), &[Planar]),
            ("rotation", s.rotation.as_ref().map(|t| t.span), &[Spatial, Rod]),
            ("quaternion", v(&s.quaternion), &[Spatial, Rod]),
            ("spin_world", v(&s.spin_world), &[Spatial, Rod]),
            ("attached", s.attached.as_ref().map(|_| s.span), &[Planar, Spatial]),
            ("axes", m(&s.axes), &[Rod]),
            ("axis", v(&s.axis), &[Bar]),
            ("spin", o(&s.spin), &[Planar, Spatial, Beam, SplineBeam, FloatingBeam, Rod]),
            ("length", n(&s.length), flexible),
            ("section", s.section.as_ref().map(|t| t.span), flexible),
            ("elements", n(&s.elements), &[Bar, Beam, SplineBeam, Rod]),
            ("degree", n(&s.degree), &[Beam, SplineBeam, Rod]),
            ("gauss", n(&s.gauss), &[SplineBeam]),
            ("modes", n(&s.modes), &[FloatingBeam]),
            ("shortening", b(&s.shortening), &[FloatingBeam]),
            ("lumped", b(&s.lumped), &[Bar]),
            ("rayleigh", v(&s.rayleigh), &[Bar, Beam, FloatingBeam, Rod]),
            ("curvature", o(&s.curvature), &[Beam, Rod]),
            ("nodes", m(&s.nodes), &[Rod]),
        ];
        for (key, span, kinds) in keys {
            if let (Some(span), false) = (span, kinds.contains(&s.r#type)) {
                let words: Vec<&str> = kinds.iter().map(|k| k.word()).collect();
                let label = format!("only for bodies of type {}", words.join(", "));
                let message = format!("'{key}' has no meaning for a {}", s.r#type.word());
                self.d.add(*span, message, label);
            }
        }
    }

    fn point_state(&mut self, s: &BodySpec, dim: usize) -> (Vec<f64>, Vec<f64>) {
        let q = s.q0.as_ref().or(s.position.as_ref());
        let u = s.u0.as_ref().or(s.velocity.as_ref());
        let q = q.map_or(vec![0.0; dim], |v| self.numbers(v, dim));
        let u = u.map_or(vec![0.0; dim], |v| self.numbers(v, dim));
        (q, u)
    }
    fn planar_state(&mut self, s: &BodySpec) -> (Vec<f64>, Vec<f64>) {
        let q = match &s.q0 {
            Some(v) => self.numbers(v, 3),
            None => {
                let r = self.vector_or(&s.position, V3::zeros());
                vec![r.x, r.y, self.or(&s.angle, 0.0)]
            }
        };
        let u = match &s.u0 {
            Some(v) => self.numbers(v, 3),
            None => {
                let r = self.vector_or(&s.velocity, V3::zeros());
                let w = s.spin.as_ref().map_or(0.0, |w| self.numbers(&w.0, 1)[0]);
                vec![r.x, r.y, w]
            }
        };
        (q, u)
    }
    fn spatial_state(&mut self, s: &BodySpec) -> (Vec<f64>, Vec<f64>) {
        let q = match &s.q0 {
            Some(v) => self.numbers(v, 7),
            None => {
                let r = self.vector_or(&s.position, V3::zeros());
                [r.as_slice(), &self.quaternion(s)].concat()
            }
        };
        let u = match &s.u0 {
            Some(v) => self.numbers(v, 6),
            None => {
                let r = self.vector_or(&s.velocity, V3::zeros());
                let w = self.spin_in_space(s, &crate::bodies::orientation(&q[3..7]));
                [r.as_slice(), w.as_slice()].concat()
            }
        };
        (q, u)
    }

    /// The initial orientation of a body in space.
    pub(super) fn quaternion(&mut self, s: &BodySpec) -> Vec<f64> {
        match (&s.quaternion, &s.rotation) {
            (Some(v), _) => {
                let p = self.numbers(v, 4);
                let n = p.iter().map(|x| x * x).sum::<f64>().sqrt();
                if n < 1e-8 {
                    self.d.add(v.span, "a quaternion cannot be zero", "any but zero");
                }
                p.iter().map(|x| x / n).collect()
            }
            (None, Some(list)) => {
                let mut p = Quaternion::identity();
                for r in &list.items {
                    let axis = self.direction(&r.axis).normalize();
                    let (s, c) = (0.5 * self.number(&r.angle)).sin_cos();
                    p *= Quaternion::new(c, s * axis.x, s * axis.y, s * axis.z);
                }
                vec![p.w, p.i, p.j, p.k]
            }
            (None, None) => vec![1.0, 0.0, 0.0, 0.0],
        }
    }

    /// A system given by expressions.
    pub fn system(&mut self, s: &SystemSpec) {
        let name = self.name(&s.name);
        let coordinates: Vec<String> = s.coordinates.iter().map(|t| self.text(t)).collect();
        let n = coordinates.len();
        for (k, t) in s.coordinates.iter().enumerate() {
            if !super::scope::is_word(&coordinates[k]) || coordinates[k] == "t" {
                self.d.add(
                    t.span,
                    "this cannot be the name of a coordinate",
                    "letters, digits, underscores",
                );
            } else if coordinates[..k].contains(&coordinates[k]) {
                self.d.add(t.span, "two coordinates have the same name", "another name");
            }
        }
        if n == 0 || n > 16 {
            self.d.add(s.span, format!("a system of {n} coordinates"), "1 to 16 coordinates");
            return;
        }
        let q0 = s.q0.as_ref().map_or(vec![0.0; n], |v| self.numbers(v, n));
        let u0 = s.u0.as_ref().map_or(vec![0.0; n], |v| self.numbers(v, n));
        // the names must be known before the expressions are read
        let body = self.names.len();
        let shell = ExpressionSystem::new(coordinates);
        let names =
            super::scope::BodyNames { q: shell.coordinates.clone(), u: shell.coordinates.clone() };
        self.names.push(names);
        let mut M = Vec::new();
        if s.M.rows.len() != n || s.M.rows.iter().any(|r| r.items.len() != n) {
            self.d.add(s.M.span, "M has the wrong size", format!("{n} rows of {n} entries"));
        }
        for e in s.M.rows.iter().flat_map(|r| &r.items) {
            M.extend(self.own(e, body, false));
        }
        if s.h.items.len() != n {
            self.d.add(s.h.span, "h has the wrong length", format!("{n} entries"));
        }
        let h: Vec<_> = s.h.items.iter().filter_map(|e| self.own(e, body, true)).collect();
        let potential = s.potential.as_ref().and_then(|e| self.own(e, body, false));
        let ok = M.len() == n * n && h.len() == n;
        self.names.pop();
        let system = ExpressionSystem { M, h, potential, ..shell };
        if ok {
            self.add_body(name, Minimal::new(system), &q0, &u0);
        } else {
            self.add_body(name, PointMass { m: 1.0, dim: 1 }, &[0.0], &[0.0]);
        }
    }

    fn own(&mut self, e: &Number, body: usize, velocities: bool) -> Option<super::systems::Part> {
        let (program, variables) = self.program(e, Kind::Own(body))?;
        if let Some(time) = variables.iter().position(|v| *v == crate::forces::Variable::Time) {
            program.breaks(time, &mut self.model.breaks);
        }
        super::systems::Part::new(program, &variables, body, velocities).or_else(|| {
            let what = if velocities {
                "t, its own coordinates and their rates"
            } else {
                "t and its own coordinates"
            };
            self.d.add(e.span, "an expression of a system contains something else", what);
            None
        })
    }

    /// Contacts and constraints of a system.
    pub fn system_elements(&mut self, s: &SystemSpec) {
        let Some(&body) = self.bodies.get(&s.name.text) else { return };
        for c in s.constraints.iter().flatten() {
            let name = self.name(&c.name);
            if let Some(g) = self.own(&c.g, body, false) {
                self.model.constraint(&name, ExpressionGap { g, slide: Vec::new() }, BodyId(body));
            }
        }
        for c in s.contacts.iter().flatten() {
            let name = self.name(&c.name);
            let law = self.law(ContactLaw::default(), &c.e_N, &c.e_F, &c.mu);
            let impact = impact(&c.impact);
            let g = self.own(&c.gap, body, false);
            let given = c.slide.iter().flat_map(|v| &v.items);
            let slide: Vec<_> = given.filter_map(|e| self.own(e, body, true)).collect();
            if let Some(v) = c.slide.as_ref().filter(|v| v.items.len() > 2) {
                self.d.add(v.span, "too many sliding velocities", "none, one or two");
                continue;
            }
            if let Some(g) = g {
                let law = ContactLaw { impact, ..law };
                self.model.contact_function(&name, ExpressionGap { g, slide }, BodyId(body), law);
            }
        }
    }

    /// A system that is part of the program: the model starts with it.
    pub fn functions(&mut self, s: &FunctionsSpec) {
        let named = self.systems.and_then(|n| Some((n, n.parameters(&s.system.text)?)));
        let Some((systems, parameters)) = named else {
            let valid = self.systems.map_or(Vec::new(), |n| n.names());
            self.d.unknown(s.system.span, "system", &s.system.text, valid.into_iter());
            return;
        };
        let options = Options::new("parameter", parameters);
        let before = self.d.list.len();
        let mut sets = Vec::new();
        let mut places = Vec::new();
        for (name, value) in s.parameters.iter().flat_map(|p| &p.0) {
            // what the program itself understands is handed on as it is
            let plain = parse_number(&value.text).is_some();
            let word = match options.has(&name.text) {
                true => parse_number(options.text(&name.text)).is_none(),
                false => name.text == "impact",
            };
            let text = match plain || word {
                true => value.text.clone(),
                false => number(self.number(value)),
            };
            sets.push((name.text.clone(), text));
            places.push((name.span, value.span));
        }
        if self.d.list.len() > before {
            return;
        }
        match systems.model(&s.system.text, &sets) {
            Ok(model) => self.adopt(model, s.span),
            Err(e) => {
                // the first setting with which it fails is the one to show
                let fails = |n: &usize| systems.model(&s.system.text, &sets[..*n]).is_err();
                let at = (1..=sets.len()).find(fails).map_or(s.span, |n| match e {
                    ModelError::Unknown { .. } => places[n - 1].0,
                    _ => places[n - 1].1,
                });
                self.d.add(at, e.to_string(), "in this system");
            }
        }
    }
    fn adopt(&mut self, model: crate::model::Model, span: Span) {
        for (k, b) in model.bodies.iter().enumerate() {
            self.bodies.insert(b.name.clone(), k);
            self.places.insert(b.name.clone(), span);
            let q = b.body.q_names();
            self.names.push(super::scope::BodyNames { q, u: b.body.u_names() });
        }
        for e in &model.elements {
            self.places.insert(e.name.clone(), span);
        }
        self.model = model;
    }
}

/// The impact law.
pub(super) fn impact(w: &Option<ImpactWord>) -> Impact {
    match w {
        Some(ImpactWord::Poisson) => Impact::Poisson,
        _ => Impact::Newton,
    }
}
