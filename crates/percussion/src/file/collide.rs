//! Shapes that touch because they are there: every pair of shapes that collide, in the order of the file, but
//!
//! - shapes of one body, or of the world,
//! - shapes of two bodies that a joint connects (unless `joined = true`),
//! - pairs that have contacts of their own, and pairs that are excluded by the names of the shapes or of their bodies,
//! - pairs of which one does not touch the other's groups.

use super::build::Builder;
use super::diagnostics::Span;
use super::read::Text;
use super::shapes::Shape;
use super::spec::{CollideSpec, ShapeSpec};
use crate::model::Role;
use std::collections::HashSet;

/// What a shape says about collisions.
#[derive(Clone, Debug, Default)]
pub(super) struct Rule {
    /// Whether it collides; by default as all do.
    pub wanted: Option<bool>,
    /// Groups it belongs to.
    pub groups: Vec<String>,
    /// Groups it touches; none: all.
    pub touches: Option<Vec<String>>,
    /// Where it stands.
    pub span: Span,
}

impl Rule {
    fn admits(&self, o: &Rule) -> bool {
        self.touches.as_ref().is_none_or(|t| o.groups.iter().any(|g| t.contains(g)))
    }
}

/// Two names in order.
pub(super) fn key(a: &str, b: &str) -> [String; 2] {
    let mut k = [a.to_string(), b.to_string()];
    k.sort();
    k
}

impl Builder {
    pub(super) fn collision_rule(&mut self, s: &ShapeSpec) -> Rule {
        let texts = |b: &mut Self, l: &[Text]| l.iter().map(|t| b.text(t)).collect();
        Rule {
            wanted: s.collide,
            groups: texts(self, s.groups.as_deref().unwrap_or(&[])),
            touches: s.touches.as_ref().map(|l| texts(self, l)),
            span: s.name.span,
        }
    }

    /// Bodies that a joint connects.
    fn joined(&mut self) -> HashSet<(usize, usize)> {
        let mut out = HashSet::new();
        for e in &mut self.model.elements {
            if !matches!(e.role, Role::Bilateral(_)) {
                continue;
            }
            let bodies: Vec<usize> = e.element.anchors().iter().filter_map(|a| a.body).collect();
            for &a in &bodies {
                out.extend(bodies.iter().map(|&b| (a, b)));
            }
        }
        out
    }

    /// The contacts of all pairs that collide.
    pub fn collide(&mut self, specs: &[&CollideSpec]) {
        let all = specs.iter().rev().find_map(|s| s.all).unwrap_or(false);
        self.model.swept(specs.iter().rev().find_map(|s| s.swept).unwrap_or(false));
        let connected = specs.iter().rev().find_map(|s| s.joined).unwrap_or(false);
        let joined = if connected { HashSet::new() } else { self.joined() };
        let excluded = self.excluded(specs);
        let list: Vec<(String, Shape)> = self
            .listed
            .iter()
            .filter_map(|n| Some((n.clone(), self.shapes.get(n)?.clone())))
            .filter(|(_, s)| s.collide.wanted.unwrap_or(all))
            .collect();
        self.known_groups(&list);
        let body = |s: &Shape| s.parts.anchor().and_then(|a| a.body);
        let driven = |s: &Shape| s.parts.anchor().is_some_and(|a| a.drive.is_some());
        for (k, (a, x)) in list.iter().enumerate() {
            for (b, y) in &list[k + 1..] {
                let (i, j) = (body(x), body(y));
                let still = i.is_none() && j.is_none() && !driven(x) && !driven(y);
                let together = i == j || i.zip(j).is_some_and(|p| joined.contains(&p));
                if still
                    || together
                    || !x.collide.admits(&y.collide)
                    || !y.collide.admits(&x.collide)
                {
                    continue;
                }
                let names = |n: &str, b: Option<usize>| -> [String; 2] {
                    [n.into(), b.map_or("world".into(), |b| self.model.bodies[b].name.clone())]
                };
                let (p, q) = (names(a, i), names(b, j));
                let left_out = p.iter().any(|p| q.iter().any(|q| excluded.contains(&key(p, q))));
                if left_out || self.declared.contains(&key(a, b)) {
                    continue;
                }
                let name = format!("{a}.{b}");
                self.places.insert(name.clone(), y.collide.span);
                match self.touching(&name, x, y) {
                    Ok(()) => self.collisions.push([a.clone(), b.clone()]),
                    Err((why, label)) => {
                        let message = format!("'{a}' and '{b}' collide, but {why}");
                        self.d.add(y.collide.span, message, label);
                        return;
                    }
                }
            }
        }
    }

    /// Pairs of names that do not collide.
    fn excluded(&mut self, specs: &[&CollideSpec]) -> HashSet<[String; 2]> {
        let mut out = HashSet::new();
        for (s, pair) in specs.iter().flat_map(|s| s.exclude.iter().flatten().map(|p| (*s, p))) {
            let [a, b] = &pair[..] else {
                self.d.add(
                    s.span,
                    "what is excluded are pairs of names",
                    "exclude = [[\"a\", \"b\"]]",
                );
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
        let groups: HashSet<&str> =
            list.iter().flat_map(|(_, s)| s.collide.groups.iter().map(String::as_str)).collect();
        for (_, s) in list {
            for t in s.collide.touches.iter().flatten().filter(|t| !groups.contains(t.as_str())) {
                let mut valid: Vec<&str> = groups.iter().copied().collect();
                valid.sort_unstable();
                self.d.unknown(s.collide.span, "group", t, valid.into_iter());
            }
        }
    }
}
