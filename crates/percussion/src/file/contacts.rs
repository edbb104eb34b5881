//! Materials and contacts. A contact between two shapes becomes several elements, see
//! [`super::shapes`].

use super::bodies::impact;
use super::build::{Builder, MAX_ENTRIES};
use super::joints::CoordinateSpec;
use super::spec::*;
use crate::collision::contacts::{
    Geometry, RimOnPlane, SphereInCylinder, SphereOnCylinder, SphereOnPlane, SphereOnSphere, Stop,
    Tangents,
};
use crate::collision::{shape_pairs, Parts};
use crate::frame::Anchor;
use crate::laws::{ContactLaw, Material};

impl Builder {
    /// A material.
    pub fn material(&mut self, name: &str, m: &MaterialSpec) {
        let law = self.law(ContactLaw::default(), &m.e_N, &m.e_F, &m.mu);
        let material = Material { mu: law.mu, e_N: law.e_N, e_F: law.e_F };
        self.materials.insert(name.into(), material);
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
    pub(super) fn known_material(&mut self, name: &str, at: super::diagnostics::Span) {
        if !self.materials.contains_key(name) {
            let mut valid: Vec<&str> = self.materials.keys().map(String::as_str).collect();
            valid.sort_unstable();
            self.d.unknown(at, "material", name, valid.into_iter());
        }
    }

    /// The rule for pairs: that of [[pairs]] where there is one, else the smaller restitutions and
    /// the geometric mean of the friction coefficients.
    pub(super) fn pair_law(&mut self, a: &Option<String>, b: &Option<String>) -> ContactLaw {
        let find = |m: &Option<String>| m.as_ref().and_then(|m| self.materials.get(m));
        let law = Material::pair(find(a), find(b));
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
        let names = [first, second].map(|t| self.text(t));
        self.declared.insert(super::collide::key(&names[0], &names[1]));
        for (t, shape) in [first, second].into_iter().zip(names) {
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
        if let Err((message, label)) = self.contacts_of(&x.parts, &y.parts, &add) {
            self.d.add(s.span, message, label);
        }
    }

    /// The contacts of two shapes, or why there are none.
    fn contacts_of(&mut self, x: &Parts, y: &Parts, add: &Add) -> Result<(), (String, String)> {
        let planar = [x, y].into_iter().all(|p| p.anchor().is_none_or(|a| self.model.planar(a)));
        let list = shape_pairs(planar, x, y)?;
        let of = list.len();
        if self.model.elements.len() + of > 4 * MAX_ENTRIES {
            let most = format!("at most {} in all", 4 * MAX_ENTRIES);
            return Err(("too many contacts".into(), most));
        }
        for (k, (g, a, b)) in list.into_iter().enumerate() {
            self.put(add, k, of, g, &a, &b);
        }
        Ok(())
    }

    fn put(
        &mut self,
        add: &Add,
        k: usize,
        of: usize,
        g: impl Into<Box<dyn Geometry>>,
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
