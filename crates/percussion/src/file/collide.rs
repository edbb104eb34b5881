//! Shapes that touch because they are there: every pair of shapes that collide, in the order of the file, but
//!
//! - shapes of one body, or of the world,
//! - shapes of two bodies that a joint connects (unless `joined = true`),
//! - pairs that have contacts of their own, and pairs that are excluded by the names of the shapes or of their bodies,
//! - pairs of which one does not touch the other's groups.
//!
//! Few pairs have their contacts from the start. Where there are many, those of rigid bodies and of the world have them while
//! they are near ([`crate::detect`]); what has no bounds, is driven or flexible has its contacts from the start all the same.

use super::build::Builder;
use super::diagnostics::Span;
use super::pairs::shape_pairs;
use super::read::Text;
use super::shapes::{Parts, Shape};
use super::spec::{CollideSpec, ShapeSpec};
use crate::contacts::{ContactRows, Tangents};
use crate::detect::{Collider, Collisions, Extent, Made, Pair};
use crate::frame::{Anchor, M3, V3};
use crate::laws::ContactLaw;
use crate::model::Role;
use crate::relation::FrameElement;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Pairs up to which all have their contacts from the start.
const FEW: usize = 4000;
/// Shapes of a kind among which two are looked for that can touch.
const LOOKED_AT: usize = 32;

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
        let few = specs.iter().rev().find_map(|s| s.declared.as_ref());
        let few = few.map_or(FEW, |n| self.whole(n, 0, 1_000_000));
        let joined = if connected { HashSet::new() } else { self.joined() };
        let excluded = self.excluded(specs);
        let list: Vec<(String, Shape)> = self
            .listed
            .iter()
            .filter_map(|n| Some((n.clone(), self.shapes.get(n)?.clone())))
            .filter(|(_, s)| s.collide.wanted.unwrap_or(all))
            .collect();
        self.known_groups(&list);
        let bodies = list.iter().map(|(_, s)| s.parts.anchor().and_then(|a| a.body)).collect();
        let names = self.model.bodies.iter().map(|b| b.name.clone()).collect();
        let rules =
            Rules { list, bodies, names, joined, excluded, declared: self.declared.clone() };
        let n = rules.list.len();
        let extents: Vec<Option<Collider>> =
            rules.list.iter().map(|(_, s)| self.collider(&s.parts)).collect();
        let many = (0..n)
            .flat_map(|k| (k + 1..n).map(move |l| (k, l)))
            .filter(|&(k, l)| extents[k].is_some() && extents[l].is_some() && rules.admits(k, l));
        let many = n * n.saturating_sub(1) / 2 > few && many.take(few + 1).count() > few;
        for k in 0..n {
            for l in k + 1..n {
                let later = many && extents[k].is_some() && extents[l].is_some();
                if later || !rules.admits(k, l) {
                    continue;
                }
                let ((a, x), (b, y)) = (&rules.list[k], &rules.list[l]);
                let name = format!("{a}.{b}");
                self.places.insert(name.clone(), y.collide.span);
                match self.touching(&name, x, y) {
                    Ok(()) => self.collisions.push([a.clone(), b.clone()]),
                    Err((why, label)) => return self.cannot_touch([a, b], y, &why, label),
                }
            }
        }
        if many {
            self.collide_near(rules, extents);
        }
    }

    fn cannot_touch(&mut self, [a, b]: [&str; 2], y: &Shape, why: &str, label: String) {
        self.d.add(y.collide.span, format!("'{a}' and '{b}' collide, but {why}"), label);
    }

    /// Where a shape of a rigid body or of the world is at most; none of what has no end or is driven.
    fn collider(&self, parts: &Parts) -> Option<Collider> {
        let (at, extent) = parts.extent()?;
        let rigid = at.body.is_none_or(|b| {
            self.model.bodies.get(b).is_some_and(|b| b.body.nodes() == 1 && at.along.is_none())
        });
        let still = extent != Extent::Plane || at.body.is_none();
        (rigid && still && at.drive.is_none()).then_some(Collider { at, extent })
    }

    /// Contacts that exist while they are near.
    fn collide_near(&mut self, rules: Rules, extents: Vec<Option<Collider>>) {
        let mut shapes = Shapes {
            rules,
            of: Vec::new(),
            colliders: Vec::new(),
            planar: Vec::new(),
            material: Vec::new(),
            laws: Vec::new(),
            materials: 0,
        };
        let mut materials: Vec<Option<String>> = Vec::new();
        let mut kinds: HashMap<String, Vec<u32>> = HashMap::new();
        for (k, collider) in extents.into_iter().enumerate() {
            let Some(c) = collider else { continue };
            let shape = &shapes.rules.list[k].1;
            let m = materials.iter().position(|m| *m == shape.material).unwrap_or_else(|| {
                materials.push(shape.material.clone());
                materials.len() - 1
            });
            let planar = self.model.planar(&c.at);
            let kind = format!("{:?} {planar} {}", shape.parts.kind(), c.at.body.is_some());
            let place = shapes.of.len() as u32;
            let alike = kinds.entry(kind).or_default();
            if alike.len() < LOOKED_AT {
                alike.push(place);
            }
            shapes.of.push(k);
            shapes.planar.push(planar);
            shapes.material.push(m);
            shapes.colliders.push(c);
        }
        shapes.materials = materials.len();
        for (a, b) in materials.iter().flat_map(|a| materials.iter().map(move |b| (a, b))) {
            let law = self.pair_law(a, b);
            shapes.laws.push(law);
        }
        // two of each kind tell whether such two can touch
        let mut kinds: Vec<Vec<u32>> = kinds.into_values().collect();
        kinds.sort_unstable();
        for (k, one) in kinds.iter().enumerate() {
            for two in &kinds[k..] {
                let mut pairs = one
                    .iter()
                    .flat_map(|&i| two.iter().map(move |&j| (i.min(j), i.max(j))))
                    .filter(|p| p.0 != p.1);
                let Some(pair) = pairs.find(|p| shapes.admits(*p)) else { continue };
                if let Err((why, label)) = shapes.geometries(pair) {
                    let names = shapes.names(pair).map(String::from);
                    let y = shapes.shape(pair.1).clone();
                    return self.cannot_touch([&names[0], &names[1]], &y, &why, label);
                }
            }
        }
        self.model.colliding(Arc::new(shapes));
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

/// Which of the shapes that collide touch which.
struct Rules {
    list: Vec<(String, Shape)>,
    /// The body of each.
    bodies: Vec<Option<usize>>,
    /// Names of all bodies.
    names: Vec<String>,
    joined: HashSet<(usize, usize)>,
    excluded: HashSet<[String; 2]>,
    declared: HashSet<[String; 2]>,
}

impl Rules {
    fn admits(&self, k: usize, l: usize) -> bool {
        let ((a, x), (b, y)) = (&self.list[k], &self.list[l]);
        let (i, j) = (self.bodies[k], self.bodies[l]);
        let driven = |s: &Shape| s.parts.anchor().is_some_and(|a| a.drive.is_some());
        let still = i.is_none() && j.is_none() && !driven(x) && !driven(y);
        let together = i == j || i.zip(j).is_some_and(|p| self.joined.contains(&p));
        if still || together || !x.collide.admits(&y.collide) || !y.collide.admits(&x.collide) {
            return false;
        }
        if !self.excluded.is_empty() {
            let body = |b: Option<usize>| b.map_or("world", |b| &self.names[b]);
            let (p, q) = ([a, body(i)], [b, body(j)]);
            if p.iter().any(|p| q.iter().any(|q| self.excluded.contains(&key(p, q)))) {
                return false;
            }
        }
        self.declared.is_empty() || !self.declared.contains(&key(a, b))
    }
}

/// Shapes whose contacts exist while they are near.
struct Shapes {
    rules: Rules,
    /// Their places among all that collide.
    of: Vec<usize>,
    colliders: Vec<Collider>,
    planar: Vec<bool>,
    /// Materials, and the law of each two of them.
    material: Vec<usize>,
    laws: Vec<ContactLaw>,
    materials: usize,
}

impl Shapes {
    fn shape(&self, k: u32) -> &Shape {
        &self.rules.list[self.of[k as usize]].1
    }
    fn flat(&self, (i, j): Pair) -> bool {
        self.planar[i as usize] && self.planar[j as usize]
    }
    fn geometries(&self, pair: Pair) -> Result<super::pairs::Pairs, (String, String)> {
        shape_pairs(self.flat(pair), &self.shape(pair.0).parts, &self.shape(pair.1).parts)
    }
}

impl Collisions for Shapes {
    fn colliders(&self) -> &[Collider] {
        &self.colliders
    }
    fn admits(&self, (i, j): Pair) -> bool {
        self.rules.admits(self.of[i as usize], self.of[j as usize])
    }
    fn contacts(&self, pair: Pair) -> Vec<Made> {
        // kinds of shapes that cannot touch were refused when the file was read
        let list = self.geometries(pair).unwrap_or_default();
        let [a, b] = self.names(pair);
        let of = list.len();
        let material = |k: u32| self.material[k as usize];
        let law = self.laws[material(pair.0) * self.materials + material(pair.1)];
        let tangents = if self.flat(pair) { Tangents::Planar } else { Tangents::Spatial };
        let make = |(k, (geometry, at, to)): (usize, _)| Made {
            name: if of == 1 { format!("{a}.{b}") } else { format!("{a}.{b}.{}", k + 1) },
            element: Box::new(FrameElement::new(ContactRows { geometry, tangents }, at, to)),
            law,
        };
        list.into_iter().enumerate().map(make).collect()
    }
    fn names(&self, (i, j): Pair) -> [&str; 2] {
        [i, j].map(|k| self.rules.list[self.of[k as usize]].0.as_str())
    }
    fn knows(&self, contact: &str) -> bool {
        let place = |name: &str| {
            let at = |k: &usize| self.rules.list[*k].0 == name;
            self.of.iter().position(at).map(|k| k as u32)
        };
        contact.match_indices('.').any(|(at, _)| {
            let (a, rest) = (&contact[..at], &contact[at + 1..]);
            let number = |b: &str| b.bytes().all(|c| c.is_ascii_digit());
            let numbered = rest.rsplit_once('.').filter(|(_, n)| number(n)).map(|(b, _)| b);
            [Some(rest), numbered]
                .into_iter()
                .flatten()
                .any(|b| place(a).zip(place(b)).is_some_and(|p| p.0 < p.1 && self.admits(p)))
        })
    }
    fn laws(&self) -> Vec<ContactLaw> {
        self.laws.clone()
    }
}

/// A box about points, larger by r.
fn around(points: impl Iterator<Item = V3>, r: f64) -> Option<Extent> {
    let (low, high) = points.map(|p| (p, p)).reduce(|a, p| (a.0.inf(&p.0), a.1.sup(&p.1)))?;
    let half = (0.5 * (high - low)).add_scalar(r);
    let centre = 0.5 * (low + high);
    let finite = centre.iter().chain(&half).all(|x| x.is_finite());
    finite.then_some(Extent::Box { centre, half, radius: half.norm() })
}

impl Parts {
    /// Where its points are at most; none where they have no end, or where they are not asked for.
    fn extent(&self) -> Option<(Anchor, Extent)> {
        let about = |half: V3| around([-half, half].into_iter(), 0.0);
        let (at, extent) = match self {
            Parts::Plane(at) => (at, Some(Extent::Plane)),
            Parts::Box(b) => (&b.at, around([-b.h, b.h].into_iter(), b.round)),
            Parts::Capsule(c) => (&c.at, about(V3::new(c.R, c.R, c.L + c.R))),
            Parts::Cylinder(c) => (&c.at, about(V3::new(c.R, c.R, c.L))),
            Parts::Rim(at, R) => (at, about(V3::new(*R, *R, 0.0))),
            Parts::Ellipsoid(at, a) => (at, about(*a)),
            Parts::Hull(h) => (&h.at, around(h.hull.vertices.iter().copied(), h.round)),
            Parts::Pieces(p) => {
                let (low, high) = p.solid.bounds();
                (&p.at, around([low, high].into_iter(), 0.0))
            }
            Parts::Spheres(list, R) => {
                // points have frames of their own
                let first = list.first()?;
                let base = Anchor { rho: V3::zeros(), R: M3::identity(), ..first.clone() };
                let driven = list.iter().any(|a| a.drive.is_some());
                let mut extent = around(list.iter().map(|a| a.rho), *R).filter(|_| !driven)?;
                if let (Extent::Box { radius, .. }, 1) = (&mut extent, list.len()) {
                    *radius = *R;
                }
                return Some((base, extent));
            }
            Parts::Several(list) => {
                let first = list.iter().find_map(Parts::anchor)?;
                let base = Anchor { rho: V3::zeros(), R: M3::identity(), ..first.clone() };
                let hulls = list.iter().filter_map(|p| match p {
                    Parts::Hull(h) => Some(h),
                    _ => None,
                });
                let round = hulls.clone().map(|h| h.round).fold(0.0, f64::max);
                let at = |h: &'_ super::shapes::Solid| {
                    let (rho, R) = (h.at.rho, h.at.R);
                    h.hull.vertices.iter().map(|v| rho + R * v).collect::<Vec<V3>>()
                };
                let extent = around(hulls.flat_map(at), round).filter(|_| first.drive.is_none());
                return Some((base, extent?));
            }
            Parts::Hollow(..) | Parts::Outline(_) => return None,
        };
        Some((at.clone(), extent?))
    }

    /// What tells whether it can touch another.
    fn kind(&self) -> (std::mem::Discriminant<Self>, bool) {
        let special = match self {
            Parts::Spheres(_, R) => *R == 0.0,
            Parts::Box(b) => b.flat,
            Parts::Hull(h) => h.hull.flat,
            _ => false,
        };
        (std::mem::discriminant(self), special)
    }
}
