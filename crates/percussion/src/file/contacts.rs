//! Shapes, materials and contacts. A contact between two shapes becomes one contact element for
//! each pair of their parts that the core can treat.

use super::bodies::impact;
use super::build::Builder;
use super::joints::CoordinateSpec;
use super::read::Number;
use super::spec::*;
use crate::contacts::{
    Geometry, RimOnPlane, SphereInCylinder, SphereOnCylinder, SphereOnPlane, SphereOnSphere, Stop,
    Tangents,
};
use crate::frame::{basis, Anchor, V3};
use crate::laws::ContactLaw;

/// What a shape is for contacts.
#[derive(Clone)]
pub(super) enum Parts {
    /// e_z of the anchor is the normal.
    Plane(Anchor),
    /// Spheres of one radius; points have radius zero.
    Spheres(Vec<Anchor>, f64),
    /// e_z of the anchor is the axis.
    Hollow(Anchor, f64),
    /// e_z of the anchor is the axis.
    Cylinder(Anchor, f64),
    /// e_z of the anchor is the axis.
    Rim(Anchor, f64),
}

/// A shape with its material.
#[derive(Clone)]
pub(super) struct Shape {
    pub parts: Parts,
    pub material: Option<String>,
}

impl Builder {
    /// A material.
    pub fn material(&mut self, name: &str, m: &MaterialSpec) {
        let law = self.law(ContactLaw::default(), &m.e_N, &m.e_F, &m.mu);
        self.materials.insert(name.into(), law);
    }
    /// Coefficients of a pair.
    pub fn pair(&mut self, p: &PairSpec) {
        let [a, b] = &p.materials[..] else {
            self.d.add(p.span, "a pair has two materials", "materials = [\"...\", \"...\"]");
            return;
        };
        for t in [a, b] {
            self.known_material(&t.text, t.span);
        }
        self.pairs.push(([a.text.clone(), b.text.clone()], p.clone()));
    }
    fn known_material(&mut self, name: &str, at: super::diagnostics::Span) {
        if !self.materials.contains_key(name) {
            let mut valid: Vec<&str> = self.materials.keys().map(String::as_str).collect();
            valid.sort_unstable();
            self.d.unknown(at, "material", name, valid.into_iter());
        }
    }

    /// A shape, repeated or not.
    pub fn shapes(&mut self, s: &ShapeSpec) {
        self.each(&s.repeat, |b| b.one_shape(s));
    }

    fn one_shape(&mut self, s: &ShapeSpec) {
        let name = self.text(&s.name);
        if self.shapes.contains_key(&name) {
            self.d.add(s.name.span, format!("the shape '{name}' exists twice"), "another name");
        }
        let body = s.body.as_ref().and_then(|b| self.body(b));
        let base = match body {
            Some(b) => Anchor::on(b, V3::zeros()),
            None => Anchor::world(V3::zeros()),
        };
        let base = self.on_centreline(base, s.body.as_ref(), &s.node, &s.s);
        let on = |rho: V3| Anchor { rho, ..base.clone() };
        let at = self.vector_or(&s.at, V3::zeros());
        let axis = s.axis.as_ref().map_or(V3::z(), |v| self.direction(v));
        let parts = match s.r#type {
            ShapeKind::Plane => {
                let n = match &s.normal {
                    Some(v) => self.direction(v),
                    None => {
                        self.d.add(s.span, "the key 'normal' is missing", "add normal = [x, y, z]");
                        V3::z()
                    }
                };
                Parts::Plane(on(at).with_axes(basis(&n)))
            }
            ShapeKind::Sphere => {
                Parts::Spheres(vec![on(at)], self.needed(&s.radius, "radius", s.span))
            }
            ShapeKind::Box => Parts::Spheres(
                self.corners(s).into_iter().map(|c| on(at + c)).collect(),
                self.radius(&s.radius),
            ),
            ShapeKind::Capsule | ShapeKind::Points => {
                let capsule = s.r#type == ShapeKind::Capsule;
                let radius = match capsule {
                    true => self.needed(&s.radius, "radius", s.span),
                    false => self.radius(&s.radius),
                };
                let points: Vec<V3> = match &s.points {
                    Some(r) => r.rows.iter().map(|v| self.vector(v)).collect(),
                    None => {
                        self.d.add(
                            s.span,
                            "the key 'points' is missing",
                            "add points = [[x, y, z], ...]",
                        );
                        Vec::new()
                    }
                };
                if capsule && points.len() != 2 {
                    self.d.add(s.span, "a capsule has two end points", "two points");
                }
                Parts::Spheres(points.into_iter().map(|p| on(at + p)).collect(), radius)
            }
            ShapeKind::HollowCylinder => Parts::Hollow(
                on(at).with_axes(basis(&axis)),
                self.needed(&s.radius, "radius", s.span),
            ),
            ShapeKind::Cylinder => Parts::Cylinder(
                on(at).with_axes(basis(&axis)),
                self.needed(&s.radius, "radius", s.span),
            ),
            ShapeKind::Rim => {
                Parts::Rim(on(at).with_axes(basis(&axis)), self.needed(&s.radius, "radius", s.span))
            }
        };
        let material = s.material.as_ref().map(|m| {
            self.known_material(&m.text, m.span);
            m.text.clone()
        });
        self.shapes.insert(name, Shape { parts, material });
    }

    fn radius(&mut self, n: &Option<Number>) -> f64 {
        let r = self.or(n, 0.0);
        if let (Some(n), true) = (n, r < 0.0) {
            self.d.add(n.span, format!("{r} is not allowed"), "zero or greater");
        }
        r
    }

    /// Corners of a box: four of two edges, eight of three.
    fn corners(&mut self, s: &ShapeSpec) -> Vec<V3> {
        let Some(v) = &s.size else {
            self.d.add(s.span, "the key 'size' is missing", "add size = [width, height]");
            return Vec::new();
        };
        let h = 0.5 * self.vector(v);
        let z: &[f64] = if v.items.len() == 2 { &[0.0] } else { &[-1.0, 1.0] };
        let mut out = Vec::new();
        for z in z {
            for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                out.push(V3::new(x * h.x, y * h.y, z * h.z));
            }
        }
        out
    }

    /// The rule for pairs: that of [[pairs]] where there is one, else the smaller restitutions and
    /// the geometric mean of the friction coefficients.
    fn pair_law(&mut self, a: &Option<String>, b: &Option<String>) -> ContactLaw {
        let none = ContactLaw::default();
        let find = |m: &Option<String>| m.as_ref().and_then(|m| self.materials.get(m)).copied();
        let law = match (find(a), find(b)) {
            (Some(x), Some(y)) => ContactLaw {
                e_N: x.e_N.min(y.e_N),
                e_F: x.e_F.min(y.e_F),
                mu: (x.mu * y.mu).sqrt(),
                ..none
            },
            (Some(x), None) | (None, Some(x)) => x,
            (None, None) => none,
        };
        let (Some(a), Some(b)) = (a, b) else { return law };
        let same = |p: &[String; 2]| (&p[0], &p[1]) == (a, b) || (&p[1], &p[0]) == (a, b);
        let Some((_, p)) = self.pairs.iter().rev().find(|(p, _)| same(p)) else { return law };
        let p = p.clone();
        self.law(law, &p.e_N, &p.e_F, &p.mu)
    }

    /// A contact, repeated or not.
    pub fn contacts(&mut self, s: &ContactSpec) {
        self.each(&s.repeat, |b| b.one_contact(s));
    }

    fn finish_law(&mut self, s: &ContactSpec, base: ContactLaw) -> ContactLaw {
        let mut law = self.law(base, &s.e_N, &s.e_F, &s.mu);
        law.impact = impact(&s.impact);
        law.r = s.prox.as_ref().map(|n| self.positive(n));
        law
    }

    fn one_contact(&mut self, s: &ContactSpec) {
        if s.when.as_ref().is_some_and(|n| self.number(n) == 0.0) {
            return;
        }
        let name = self.name(&s.name);
        let drilling = s.drilling.as_ref().map(|n| self.positive(n));
        let Some(between) = &s.between else {
            self.frames(s, &name, drilling);
            return;
        };
        let [first, second] = &between[..] else {
            self.d.add(
                s.span,
                format!("a contact has two shapes, not {}", between.len()),
                "two names",
            );
            return;
        };
        let mut found = Vec::new();
        for t in [first, second] {
            let shape = self.text(t);
            match self.shapes.get(&shape) {
                Some(x) => found.push(x.clone()),
                None => {
                    let mut valid: Vec<&str> = self.shapes.keys().map(String::as_str).collect();
                    valid.sort_unstable();
                    self.d.unknown(t.span, "shape", &shape, valid.into_iter());
                }
            }
        }
        let [x, y] = &found[..] else { return };
        let base = self.pair_law(&x.material, &y.material);
        let law = self.finish_law(s, base);
        let add = Add { name: &name, law, drilling };
        let done = self.expand(&add, &x.parts, &y.parts) || self.expand(&add, &y.parts, &x.parts);
        if !done {
            let label = "plane with anything but a plane; spheres, points, boxes (their corners) with spheres or cylinders";
            self.d.add(s.span, "there is no contact between these two kinds of shapes", label);
        }
    }

    /// False where there is no contact in this order.
    fn expand(&mut self, add: &Add, x: &Parts, y: &Parts) -> bool {
        match (x, y) {
            (Parts::Plane(p), Parts::Spheres(list, R)) => {
                for (k, c) in list.iter().enumerate() {
                    self.put(add, k, list.len(), SphereOnPlane { R: *R }, p, c);
                }
            }
            (Parts::Plane(p), Parts::Rim(c, R)) => self.put(add, 0, 1, RimOnPlane { R: *R }, p, c),
            (Parts::Hollow(h, Rc), Parts::Spheres(list, R)) => {
                for (k, c) in list.iter().enumerate() {
                    self.put(add, k, list.len(), SphereInCylinder { Rc: *Rc, R: *R }, h, c);
                }
            }
            (Parts::Cylinder(h, Rc), Parts::Spheres(list, R)) => {
                for (k, c) in list.iter().enumerate() {
                    self.put(add, k, list.len(), SphereOnCylinder { Rc: *Rc, R: *R }, h, c);
                }
            }
            (Parts::Spheres(l1, R1), Parts::Spheres(l2, R2)) if R1 + R2 > 0.0 => {
                let n = l1.len() * l2.len();
                for (i, a) in l1.iter().enumerate() {
                    for (j, b) in l2.iter().enumerate() {
                        let g = SphereOnSphere { R1: *R1, R2: *R2 };
                        self.put(add, i * l2.len() + j, n, g, a, b);
                    }
                }
            }
            _ => return false,
        }
        true
    }

    fn put(
        &mut self,
        add: &Add,
        k: usize,
        of: usize,
        g: impl Geometry + 'static,
        a: &Anchor,
        b: &Anchor,
    ) {
        let name = match of {
            1 => add.name.to_string(),
            _ => format!("{}.{}", add.name, k + 1),
        };
        if let (Some(&at), true) = (self.places.get(add.name), of > 1) {
            if self.places.insert(name.clone(), at).is_some() {
                self.d.add(at, format!("the name '{name}' is used twice"), "another name");
            }
        }
        if self.model.elements.len() >= 4 * super::build::MAX_ENTRIES {
            return;
        }
        match add.drilling {
            Some(r) => {
                let t = Tangents::Contensou(r);
                self.model.contact_with(&name, g, t, a.clone(), b.clone(), add.law)
            }
            None => self.model.contact(&name, g, a.clone(), b.clone(), add.law),
        };
    }

    /// A contact given by its frames.
    fn frames(&mut self, s: &ContactSpec, name: &str, drilling: Option<f64>) {
        let Some(kind) = s.r#type else {
            self.d.add(
                s.span,
                "the contact is between nothing",
                "add between = [\"...\", \"...\"]",
            );
            return;
        };
        let (a, b) = (self.anchor_or_world(&s.a), self.anchor_or_world(&s.b));
        let law = self.finish_law(s, ContactLaw::default());
        let add = Add { name, law, drilling };
        if kind == ContactKind::Stop {
            self.stop(s, name, law, a, b);
            return;
        }
        let R = match kind {
            ContactKind::RimPlane => self.needed(&s.radius, "radius", s.span),
            _ => self.radius(&s.radius),
        };
        match kind {
            ContactKind::SpherePlane => self.put(&add, 0, 1, SphereOnPlane { R }, &a, &b),
            ContactKind::RimPlane => self.put(&add, 0, 1, RimOnPlane { R }, &a, &b),
            ContactKind::SphereSphere => {
                let R1 = self.radius(&s.radius_a);
                self.put(&add, 0, 1, SphereOnSphere { R1, R2: R }, &a, &b);
            }
            ContactKind::SphereOnCylinder => {
                let Rc = self.needed(&s.radius_a, "radius_a", s.span);
                self.put(&add, 0, 1, SphereOnCylinder { Rc, R }, &a, &b);
            }
            ContactKind::SphereInCylinder => {
                let Rc = self.needed(&s.radius_a, "radius_a", s.span);
                self.put(&add, 0, 1, SphereInCylinder { Rc, R }, &a, &b);
            }
            ContactKind::Stop => {}
        }
    }

    /// A stop of a coordinate between two frames.
    fn stop(&mut self, s: &ContactSpec, name: &str, law: ContactLaw, a: Anchor, b: Anchor) {
        let coordinate = CoordinateSpec {
            span: s.span,
            along: s.along.unwrap_or(AlongWord::Distance),
            direction: &s.direction,
            zero: &s.zero,
            reverse: s.reverse,
        };
        let Some(primitive) = self.coordinate(&coordinate) else { return };
        let (limit, upper) = match (&s.min, &s.max) {
            (Some(n), None) => (self.number(n), false),
            (None, Some(n)) => (self.number(n), true),
            _ => {
                self.d.add(s.span, "a stop has one limit", "add min = ... or max = ...");
                return;
            }
        };
        self.model.stop(name, Stop { primitive, limit, upper }, a, b, law);
    }
}

struct Add<'a> {
    name: &'a str,
    law: ContactLaw,
    drilling: Option<f64>,
}
