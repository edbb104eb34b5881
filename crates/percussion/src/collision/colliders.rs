//! Who collides with whom: all pairs of colliders, except
//!
//! - two of one body, and two of the world that do not move,
//! - two of bodies that a joint connects (unless joined bodies are to collide),
//! - ignored pairs,
//! - pairs of which one does not touch the other's groups.
//!
//! Few pairs have their contacts from the start. Where there are many, those of rigid bodies and of the world have them while
//! they are near ([`crate::collision::broad`]); what has no bounds, is driven or flexible has its contacts from the start all the same.

use super::narrow::{shape_pairs, Pairs};
use super::parts::Parts;
use super::{ColliderId, Rule};
use crate::collision::broad::{Collider as Bounds, Collisions, Extent, Made, Pair};
use crate::collision::contacts::{ContactRows, Tangents};
use crate::error::ModelError;
use crate::frame::{Anchor, BodyId};
use crate::laws::{ContactLaw, Material};
use crate::relation::FrameElement;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Number of pairs up to which all have their contacts, with columns in the record, from the start.
const MAX_DECLARED_PAIRS: usize = 4000;
/// Number of colliders of a kind among which two are looked for that can touch.
const EXAMPLES_PER_KIND: usize = 32;
/// Largest number of contacts that exist from the start.
const MAX_CONTACTS: usize = 400_000;

/// One side of an ignored pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Party {
    /// All colliders of the world.
    World,
    /// All colliders of a body.
    Body(BodyId),
    /// One collider.
    Collider(ColliderId),
}

impl From<BodyId> for Party {
    fn from(b: BodyId) -> Self {
        Party::Body(b)
    }
}

impl From<ColliderId> for Party {
    fn from(c: ColliderId) -> Self {
        Party::Collider(c)
    }
}

/// A placed shape with its material and what it touches.
#[derive(Clone)]
struct Entry {
    name: String,
    parts: Parts,
    material: usize,
    rule: Rule,
}

/// All colliders of a model, and the rules for their pairs.
#[derive(Clone, Default)]
pub(crate) struct Colliders {
    list: Vec<Entry>,
    materials: Vec<Option<Material>>,
    /// Laws of pairs of materials that do not follow from the two, by their places in `materials`.
    laws: HashMap<(usize, usize), ContactLaw>,
    ignored: HashSet<(Party, Party)>,
    /// Whether bodies that a joint connects collide.
    pub joined: bool,
    /// Number of pairs up to which all contacts exist from the start.
    pub declared: Option<usize>,
}

/// What two colliders that cannot touch say, and what could.
pub(crate) struct CannotTouch {
    pub pair: [String; 2],
    pub why: String,
    pub allowed: String,
}

/// The contacts of pairs of colliders.
pub(crate) struct Expanded {
    /// Pairs by name with the contacts that exist from the start.
    pub declared: Vec<([String; 2], Vec<Made>)>,
    /// Colliders whose contacts are made and removed during the run.
    pub near: Option<Arc<dyn Collisions>>,
    /// Colliders without any other that they could touch.
    pub alone: Vec<String>,
}

/// What the rules need to know of the bodies.
pub(crate) struct Bodies<'a> {
    /// Pairs of bodies that a joint connects.
    pub joined: HashSet<(usize, usize)>,
    /// Whether an anchor is a point of a rigid body or of the world.
    pub rigid: &'a dyn Fn(&Anchor) -> bool,
    /// Whether its body moves in the plane; so does the world.
    pub planar: &'a dyn Fn(&Anchor) -> bool,
}

impl Colliders {
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// The place of a material in the list; equal ones are one.
    pub fn material(&mut self, m: Option<Material>) -> usize {
        self.materials.iter().position(|x| *x == m).unwrap_or_else(|| self.new_material(m))
    }
    /// A place for a material of its own, even if another has the same coefficients.
    pub fn new_material(&mut self, m: Option<Material>) -> usize {
        self.materials.push(m);
        self.materials.len() - 1
    }
    /// Sets the law of a pair of materials.
    pub fn set_law(&mut self, a: usize, b: usize, law: ContactLaw) {
        self.laws.insert((a.min(b), a.max(b)), law);
    }
    /// The law of a pair of materials.
    pub fn law(&self, a: usize, b: usize) -> ContactLaw {
        let own = self.laws.get(&(a.min(b), a.max(b))).copied();
        own.unwrap_or_else(|| {
            let of = |k: usize| self.materials.get(k).and_then(Option::as_ref);
            Material::pair(of(a), of(b))
        })
    }
    /// Adds a placed shape.
    pub fn add(&mut self, name: &str, parts: Parts, material: usize, rule: Rule) -> ColliderId {
        self.list.push(Entry { name: name.into(), parts, material, rule });
        ColliderId(self.list.len() - 1)
    }
    /// A name that no collider has yet: this one, or with a number behind it.
    pub fn free_name(&self, base: &str) -> String {
        let taken = |n: &str| self.list.iter().any(|e| e.name == n);
        let numbered = (2..).map(|k| format!("{base}.{k}"));
        std::iter::once(base.to_string()).chain(numbered).find(|n| !taken(n)).unwrap_or_default()
    }
    /// Two that do not collide.
    pub fn ignore(&mut self, a: Party, b: Party) {
        self.ignored.insert((a.min(b), a.max(b)));
    }
    /// Exchanges a shape.
    pub fn replace(&mut self, c: ColliderId, parts: Parts) {
        if let Some(e) = self.list.get_mut(c.0) {
            e.parts = parts;
        }
    }

    fn body(&self, k: usize) -> Option<usize> {
        self.list[k].parts.anchor().and_then(|a| a.body)
    }

    fn admits(&self, joined: &HashSet<(usize, usize)>, k: usize, l: usize) -> bool {
        let (x, y) = (&self.list[k], &self.list[l]);
        let (i, j) = (self.body(k), self.body(l));
        let driven = |e: &Entry| e.parts.anchor().is_some_and(|a| a.drive.is_some());
        let still = i.is_none() && j.is_none() && !driven(x) && !driven(y);
        let together = i == j || i.zip(j).is_some_and(|p| joined.contains(&p));
        if still || together || !x.rule.admits(&y.rule) || !y.rule.admits(&x.rule) {
            return false;
        }
        let body = |b: Option<usize>| b.map_or(Party::World, |b| Party::Body(BodyId(b)));
        let sides = |k: usize, b| [Party::Collider(ColliderId(k)), body(b)];
        let ignored = |a: Party, b: Party| self.ignored.contains(&(a.min(b), a.max(b)));
        self.ignored.is_empty()
            || !sides(k, i).iter().any(|a| sides(l, j).iter().any(|b| ignored(*a, *b)))
    }

    fn geometries(&self, planar: bool, k: usize, l: usize) -> Result<Pairs, CannotTouch> {
        let (x, y) = (&self.list[k], &self.list[l]);
        shape_pairs(planar, &x.parts, &y.parts).map_err(|(why, allowed)| CannotTouch {
            pair: [x.name.clone(), y.name.clone()],
            why,
            allowed,
        })
    }

    /// The contacts of a pair, made from what the narrow phase found.
    fn contacts(&self, list: Pairs, planar: bool, k: usize, l: usize) -> Vec<Made> {
        let (x, y) = (&self.list[k], &self.list[l]);
        let (of, law) = (list.len(), self.law(x.material, y.material));
        let tangents = if planar { Tangents::Planar } else { Tangents::Spatial };
        let (a, b) = (&x.name, &y.name);
        let make = |(k, (geometry, at, to)): (usize, _)| Made {
            name: if of == 1 { format!("{a}.{b}") } else { format!("{a}.{b}.{}", k + 1) },
            element: Box::new(FrameElement::new(ContactRows { geometry, tangents }, at, to)),
            law,
        };
        list.into_iter().enumerate().map(make).collect()
    }

    /// Bounds of a collider that contacts can come near; none where it has no end, is driven or flexible.
    fn bounds(&self, k: usize, bodies: &Bodies) -> Option<Bounds> {
        let (at, extent) = self.list[k].parts.extent()?;
        let still = extent != Extent::Plane || at.body.is_none();
        ((bodies.rigid)(&at) && still && at.drive.is_none()).then_some(Bounds { at, extent })
    }

    /// Reject sizes and coefficients that cannot be.
    pub fn check(&self) -> Result<(), ModelError> {
        self.list.iter().try_for_each(|e| {
            let material = self.materials.get(e.material).and_then(Option::as_ref);
            material.map_or(Ok(()), |m| m.law().check(&e.name))?;
            e.parts.check(&e.name)
        })
    }

    /// The contacts of all pairs that collide.
    pub fn expand(self, bodies: Bodies) -> Result<Expanded, CannotTouch> {
        let few = self.declared.unwrap_or(MAX_DECLARED_PAIRS);
        let n = self.list.len();
        let none = HashSet::new();
        let joined = if self.joined { &none } else { &bodies.joined };
        let bounds: Vec<Option<Bounds>> = (0..n).map(|k| self.bounds(k, &bodies)).collect();
        let flat: Vec<bool> =
            self.list.iter().map(|e| e.parts.anchor().is_none_or(|a| (bodies.planar)(a))).collect();
        let bounded = |k: usize, l: usize| bounds[k].is_some() && bounds[l].is_some();
        let pairs = || (0..n).flat_map(|k| (k + 1..n).map(move |l| (k, l)));
        let many = n * n.saturating_sub(1) / 2 > few
            && pairs()
                .filter(|&(k, l)| bounded(k, l) && self.admits(joined, k, l))
                .take(few + 1)
                .count()
                > few;
        let (mut declared, mut count) = (Vec::new(), 0);
        let mut meets = vec![false; n];
        for (k, l) in
            pairs().filter(|&(k, l)| !(many && bounded(k, l)) && self.admits(joined, k, l))
        {
            (meets[k], meets[l]) = (true, true);
            let planar = flat[k] && flat[l];
            let list = self.geometries(planar, k, l)?;
            count += list.len();
            let pair = [k, l].map(|k| self.list[k].name.clone());
            if count > MAX_CONTACTS {
                let allowed = format!("at most {MAX_CONTACTS} in all");
                return Err(CannotTouch { pair, why: "too many contacts".into(), allowed });
            }
            declared.push((pair, self.contacts(list, planar, k, l)));
        }
        if !many {
            let lonely = (0..n).filter(|k| !meets[*k]);
            let alone = lonely.map(|k| self.list[k].name.clone()).collect();
            return Ok(Expanded { declared, near: None, alone });
        }
        let joined = joined.clone();
        let near = Near::new(self, joined, bounds, flat)?;
        Ok(Expanded { declared, near: Some(Arc::new(near)), alone: Vec::new() })
    }
}

/// Colliders whose contacts are made and removed during the run.
struct Near {
    all: Colliders,
    joined: HashSet<(usize, usize)>,
    /// Places among all colliders, bounds, and whether each moves in the plane.
    of: Vec<usize>,
    bounds: Vec<Bounds>,
    flat: Vec<bool>,
}

impl Near {
    fn new(
        all: Colliders,
        joined: HashSet<(usize, usize)>,
        bounds: Vec<Option<Bounds>>,
        flat: Vec<bool>,
    ) -> Result<Self, CannotTouch> {
        let (of, bounds): (Vec<usize>, Vec<Bounds>) =
            bounds.into_iter().enumerate().filter_map(|(k, b)| Some((k, b?))).unzip();
        let flat = of.iter().map(|k| flat[*k]).collect();
        let near = Near { all, joined, of, bounds, flat };
        near.check_kinds()?;
        Ok(near)
    }

    /// Two colliders of each two kinds tell whether such two can touch.
    fn check_kinds(&self) -> Result<(), CannotTouch> {
        let mut kinds: HashMap<String, Vec<u32>> = HashMap::new();
        for (place, &k) in self.of.iter().enumerate() {
            let on_body = self.bounds[place].at.body.is_some();
            let kind =
                format!("{:?} {} {on_body}", self.all.list[k].parts.kind(), self.flat[place]);
            let alike = kinds.entry(kind).or_default();
            if alike.len() < EXAMPLES_PER_KIND {
                alike.push(place as u32);
            }
        }
        let mut kinds: Vec<Vec<u32>> = kinds.into_values().collect();
        kinds.sort_unstable();
        for (k, one) in kinds.iter().enumerate() {
            for two in &kinds[k..] {
                let mut pairs = one
                    .iter()
                    .flat_map(|&i| two.iter().map(move |&j| (i.min(j), i.max(j))))
                    .filter(|p| p.0 != p.1);
                let Some(pair) = pairs.find(|p| self.admits(*p)) else { continue };
                let (k, l) = self.places(pair);
                self.all.geometries(self.planar(pair), k, l)?;
            }
        }
        Ok(())
    }

    fn places(&self, (i, j): Pair) -> (usize, usize) {
        (self.of[i as usize], self.of[j as usize])
    }
    fn planar(&self, (i, j): Pair) -> bool {
        self.flat[i as usize] && self.flat[j as usize]
    }
}

impl Collisions for Near {
    fn colliders(&self) -> &[Bounds] {
        &self.bounds
    }
    fn admits(&self, pair: Pair) -> bool {
        let (k, l) = self.places(pair);
        self.all.admits(&self.joined, k, l)
    }
    fn contacts(&self, pair: Pair) -> Vec<Made> {
        let (k, l) = self.places(pair);
        let planar = self.planar(pair);
        // kinds of shapes that cannot touch were refused before
        let list = self.all.geometries(planar, k, l).unwrap_or_default();
        self.all.contacts(list, planar, k, l)
    }
    fn names(&self, pair: Pair) -> [&str; 2] {
        let (k, l) = self.places(pair);
        [k, l].map(|k| self.all.list[k].name.as_str())
    }
    fn knows(&self, contact: &str) -> bool {
        let place = |name: &str| {
            let at = |k: &usize| self.all.list[*k].name == name;
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
        let n = self.all.materials.len();
        let pairs = (0..n).flat_map(|a| (a..n).map(move |b| (a, b)));
        pairs.map(|(a, b)| self.all.law(a, b)).collect()
    }
}
