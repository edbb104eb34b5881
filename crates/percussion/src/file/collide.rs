//! `[collide]` and `[[pairs]]`: which shapes collide, and with what law. What that means is in [`crate::collision`].

use super::build::Builder;
use super::diagnostics::Span;
use super::read::Text;
use super::shapes::Shape;
use super::spec::{CollideSpec, GroundSpec, ShapeSpec};
use crate::collision::{self, ColliderId, Party, Rule};
use crate::frame::BodyId;
use std::collections::{HashMap, HashSet};

/// What a shape says about collisions.
#[derive(Clone, Debug, Default)]
pub(super) struct Wish {
    /// Whether it collides; by default as all do.
    pub wanted: Option<bool>,
    pub rule: Rule,
    /// Where it stands.
    pub span: Span,
}

/// Two names in order.
pub(super) fn key(a: &str, b: &str) -> [String; 2] {
    let mut k = [a.to_string(), b.to_string()];
    k.sort();
    k
}

impl Builder {
    pub(super) fn collision_rule(&mut self, s: &ShapeSpec) -> Wish {
        let texts = |b: &mut Self, l: &[Text]| l.iter().map(|t| b.text(t)).collect();
        Wish {
            wanted: s.collide,
            rule: Rule {
                groups: texts(self, s.groups.as_deref().unwrap_or(&[])),
                touches: s.touches.as_ref().map(|l| texts(self, l)),
            },
            span: s.name.span,
        }
    }

    /// The colliders of the model, and their contacts.
    pub fn collide(&mut self, specs: &[&CollideSpec], ignored: &[&Vec<Text>]) {
        let all = specs.iter().rev().find_map(|s| s.all).unwrap_or(false);
        self.model.swept(specs.iter().rev().find_map(|s| s.swept).unwrap_or(false));
        self.model.collide_joined(specs.iter().rev().find_map(|s| s.joined).unwrap_or(false));
        let declared = specs.iter().rev().find_map(|s| s.declared.as_ref());
        self.model.colliders.declared = declared.map(|n| self.whole(n, 0, 1_000_000));
        let excluded = self.excluded(specs, ignored);
        let list: Vec<(String, Shape)> = self
            .listed
            .iter()
            .filter_map(|n| Some((n.clone(), self.shapes.get(n)?.clone())))
            .filter(|(_, s)| s.collide.wanted.unwrap_or(all))
            .collect();
        self.known_groups(&list);
        let mut ids: HashMap<&str, ColliderId> = HashMap::new();
        let mut materials: Vec<Option<String>> = Vec::new();
        for (name, s) in &list {
            let m = materials.iter().position(|m| *m == s.material).unwrap_or_else(|| {
                let value = s.material.as_ref().and_then(|m| self.materials.get(m)).copied();
                materials.push(s.material.clone());
                self.model.colliders.new_material(value)
            });
            let rule = s.collide.rule.clone();
            ids.insert(name, self.model.colliders.add(name, s.parts.clone(), m, rule));
        }
        for (k, a) in materials.iter().enumerate() {
            for (l, b) in materials.iter().enumerate().skip(k) {
                let law = self.pair_law(a, b);
                self.model.colliders.set_law(k, l, law);
            }
        }
        for [a, b] in self.declared.clone().iter().chain(&excluded) {
            let (ones, others) = (self.parties(&ids, a), self.parties(&ids, b));
            for (&p, &q) in ones.iter().flat_map(|p| others.iter().map(move |q| (p, q))) {
                // contacts of their own are between shapes, not between bodies
                let shapes = matches!((p, q), (Party::Collider(_), Party::Collider(_)));
                if shapes || excluded.contains(&key(a, b)) {
                    self.model.ignore(p, q);
                }
            }
        }
        let begin = self.model.elements.len();
        match self.model.expand_colliders() {
            Ok(pairs) => {
                self.place_contacts(begin, pairs);
                self.warn_of_lonely_bodies(&list);
            }
            Err(e) => {
                let [a, b] = &e.pair;
                let span = self.shapes.get(b).map_or(Span::default(), |s| s.collide.span);
                let message = format!("'{a}' and '{b}' collide, but {}", e.why);
                self.d.add(span, message, e.allowed);
            }
        }
    }

    /// The half space below the origin.
    pub(super) fn ground(&mut self, g: &GroundSpec) {
        let plane = collision::Shape::ground(&self.model.gravity).parts;
        let material = g.material.as_ref().map(|m| {
            self.known_material(&m.text, m.span);
            m.text.clone()
        });
        for (at, picture) in plane.pictures() {
            self.model.shape(at, picture);
        }
        let collide = Wish { wanted: Some(true), rule: Rule::default(), span: g.span };
        self.listed.push("ground".into());
        self.shapes.insert("ground".into(), Shape { parts: plane, material, collide });
    }

    /// A body that has shapes, none of which can touch anything, is probably a mistake.
    fn warn_of_lonely_bodies(&mut self, colliding: &[(String, Shape)]) {
        let alone: HashSet<&str> = self.model.alone.iter().map(String::as_str).collect();
        let met = colliding.iter().map(|(n, _)| n.as_str()).filter(|n| !alone.contains(n));
        let met: HashSet<&str> =
            met.chain(self.declared.iter().flatten().map(String::as_str)).collect();
        // by body: whether one of its shapes touches something, or says that it does not
        let mut bodies: Vec<(usize, bool)> = Vec::new();
        for name in &self.listed {
            let Some(s) = self.shapes.get(name) else { continue };
            let Some(body) = s.parts.anchor().and_then(|a| a.body) else { continue };
            let fine = met.contains(name.as_str()) || s.collide.wanted == Some(false);
            match bodies.iter_mut().find(|b| b.0 == body) {
                Some(b) => b.1 |= fine,
                None => bodies.push((body, fine)),
            }
        }
        let lonely = bodies.iter().filter(|b| !b.1);
        let names: Vec<&str> = lonely.map(|b| self.model.bodies[b.0].name.as_str()).collect();
        let (verb, them) = match names.len() {
            0 => return,
            1 => ("has", "it"),
            _ => ("have", "them"),
        };
        let shown = names[..names.len().min(8)].join("', '");
        let more = match names.len() {
            n @ 9.. => format!(" and {} more", n - 8),
            _ => String::new(),
        };
        self.notes.push(format!(
            "'{shown}'{more} {verb} shapes and can touch nothing: list {them} under [[colliders]] or in a contact, or say \
             collide = false"
        ));
    }

    /// What a name of an excluded pair stands for: a shape that collides, a body, the world.
    fn parties(&self, ids: &HashMap<&str, ColliderId>, name: &str) -> Vec<Party> {
        let shape = ids.get(name).map(|c| Party::Collider(*c));
        let body = self.bodies.get(name).map(|b| Party::Body(BodyId(*b)));
        let world = (name == "world").then_some(Party::World);
        [shape, body, world].into_iter().flatten().collect()
    }

    /// Where contacts of colliders stand, for mistakes that assembly finds.
    fn place_contacts(&mut self, begin: usize, pairs: Vec<([String; 2], usize)>) {
        let mut at = begin;
        for ([a, b], count) in pairs {
            let span = self.shapes.get(&b).map_or(Span::default(), |s| s.collide.span);
            for k in at..at + count {
                let name = self.model.elements[k].name.clone();
                if self.places.insert(name.clone(), span).is_some() {
                    self.d.add(span, format!("the name '{name}' is used twice"), "another name");
                }
            }
            at += count;
            self.collisions.push([a, b]);
        }
    }

    /// Pairs of names that do not collide.
    fn excluded(&mut self, specs: &[&CollideSpec], ignored: &[&Vec<Text>]) -> HashSet<[String; 2]> {
        let mut out = HashSet::new();
        let excluded = specs.iter().flat_map(|s| s.exclude.iter().flatten());
        for pair in excluded.chain(ignored.iter().copied()) {
            let [a, b] = &pair[..] else {
                let at = pair.first().map_or(Span::default(), |t| t.span);
                let label = "ignore = [[\"a\", \"b\"]]";
                self.d.add(at, "what is ignored are pairs of names", label);
                continue;
            };
            for t in [a, b] {
                let known = self.shapes.contains_key(&t.text)
                    || self.bodies.contains_key(&t.text)
                    || t.text == "world";
                if !known {
                    let names = self.listed.iter().map(String::as_str);
                    let mut valid: Vec<&str> =
                        names.chain(self.bodies.keys().map(String::as_str)).collect();
                    valid.sort_unstable();
                    self.d.unknown(t.span, "shape or body", &t.text, valid.into_iter());
                }
            }
            out.insert(key(&a.text, &b.text));
        }
        out
    }

    /// Groups that are touched exist.
    fn known_groups(&mut self, list: &[(String, Shape)]) {
        let groups: HashSet<&str> = list
            .iter()
            .flat_map(|(_, s)| s.collide.rule.groups.iter().map(String::as_str))
            .collect();
        for (_, s) in list {
            for t in
                s.collide.rule.touches.iter().flatten().filter(|t| !groups.contains(t.as_str()))
            {
                let mut valid: Vec<&str> = groups.iter().copied().collect();
                valid.sort_unstable();
                self.d.unknown(s.collide.span, "group", t, valid.into_iter());
            }
        }
    }
}
