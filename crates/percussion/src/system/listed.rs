//! Contacts that exist while they are near: those of the pairs of shapes in a list, after all others.
//!
//! Another list makes another system: bodies, forces, joints and declared contacts are shared, and so are the contacts that stay.
//! What belongs to rows is carried over by a [`Renewal`].

use super::{near, ElementSlot, RowKind, System};
use crate::collision::broad::{Pair, Search};
use crate::error::ModelError;
use crate::laws::ContactLaw;
use crate::model::{Colliding, ModelElement, Role};
use std::ops::Range;

/// The list, and where its contacts begin.
#[derive(Clone)]
pub(super) struct Listed {
    colliding: Colliding,
    pairs: Vec<Pair>,
    /// The element after the last of each pair.
    ends: Vec<usize>,
    own: Marks,
}

/// What there is without the list.
#[derive(Clone, Copy)]
struct Marks {
    elements: usize,
    contacts: usize,
    frictions: usize,
    pairs: usize,
    unpaired: usize,
}

#[derive(Debug)]
/// From one list to another: for each row, contact and friction of the new system that of the old one.
pub struct Renewal {
    rows: Vec<usize>,
    contacts: Vec<usize>,
    frictions: Vec<usize>,
    /// Contacts of the old system that are gone: their names and rows there.
    pub gone: Vec<(String, Range<usize>)>,
}

/// What is new.
const NONE: usize = usize::MAX;

impl Renewal {
    /// Values of rows; `new` of those that are new.
    pub fn rows<T: Clone>(&self, old: &[T], new: T) -> Vec<T> {
        carry(&self.rows, old, new)
    }
    /// The same of contacts.
    pub fn contacts<T: Clone>(&self, old: &[T], new: T) -> Vec<T> {
        carry(&self.contacts, old, new)
    }
    /// The same of frictions.
    pub fn frictions<T: Clone>(&self, old: &[T], new: T) -> Vec<T> {
        carry(&self.frictions, old, new)
    }
    /// Rows by their numbers; those that are gone are left out.
    pub fn numbers(&self, old: &[usize]) -> Vec<usize> {
        (0..self.rows.len()).filter(|&r| old.contains(&self.rows[r])).collect()
    }
}

fn carry<T: Clone>(from: &[usize], old: &[T], new: T) -> Vec<T> {
    from.iter().map(|&k| old.get(k).unwrap_or(&new).clone()).collect()
}

impl System {
    /// The velocities at the start, extended.
    pub(super) fn extended_start(&self) -> Vec<f64> {
        let mut u = self.u0.clone();
        u.push(1.0);
        u
    }

    /// Lists the pairs that are near at the start.
    pub(super) fn begin_list(&mut self, colliding: Colliding) -> Result<(), ModelError> {
        for law in colliding.shapes.laws() {
            colliding.changed("", law).check("contacts that come near")?;
        }
        let own = Marks {
            elements: self.elements.len(),
            contacts: self.contacts.len(),
            frictions: self.frictions.len(),
            pairs: self.pairs.len(),
            unpaired: self.unpaired.len(),
        };
        // a length that does not depend on the list
        let sizes: Vec<f64> = colliding
            .shapes
            .colliders()
            .iter()
            .filter(|c| c.at.body.is_some())
            .filter_map(|c| match c.extent {
                crate::collision::broad::Extent::Box { half, .. } => Some(2.0 * half.max()),
                crate::collision::broad::Extent::Plane => None,
            })
            .collect();
        if !sizes.is_empty() {
            let mean = sizes.iter().sum::<f64>() / sizes.len() as f64;
            self.length = near::SIZES * mean;
        }
        self.listed = Some(Listed { colliding, pairs: Vec::new(), ends: Vec::new(), own });
        let (q0, u0) = (self.q0.clone(), self.u0.clone());
        self.list_anew(0.0, &q0, &u0)
    }

    /// Whether contacts come and go.
    pub fn lists(&self) -> bool {
        self.listed.is_some()
    }

    /// The pairs of shapes whose contacts there are now.
    pub fn listed_pairs(&self) -> &[Pair] {
        self.listed.as_ref().map_or(&[], |l| &l.pairs)
    }

    /// Names of the shapes of a listed pair.
    pub fn shapes_of(&self, pair: Pair) -> [&str; 2] {
        self.listed.as_ref().map_or(["", ""], |l| l.colliding.shapes.names(pair))
    }

    /// How many shapes there are whose contacts come and go.
    pub fn shapes_listed(&self) -> usize {
        self.listed.as_ref().map_or(0, |l| l.colliding.shapes.colliders().len())
    }

    /// Elements, and contacts, that are always there.
    pub fn lasting_elements(&self) -> usize {
        self.listed.as_ref().map_or(self.elements.len(), |l| l.own.elements)
    }
    /// Contacts that are always there.
    pub fn lasting_contacts(&self) -> usize {
        self.listed.as_ref().map_or(self.contacts.len(), |l| l.own.contacts)
    }

    /// Laws of all contacts and frictions, also of those that may come.
    pub fn laws(&self) -> impl Iterator<Item = ContactLaw> + '_ {
        let coming = self.listed.iter().flat_map(|l| {
            l.colliding.shapes.laws().into_iter().map(|law| l.colliding.changed("", law))
        });
        let here = self.contacts.iter().map(|c| c.law);
        here.chain(self.frictions.iter().map(|f| f.law)).chain(coming)
    }

    /// A search for pairs, where contacts come and go.
    pub fn search(&self) -> Option<Search> {
        self.listed.as_ref().map(|l| Search::new(&*l.colliding.shapes))
    }

    /// The list for a step of length dt from a state; u is extended.
    pub fn wanted(&self, search: &mut Search, at: (f64, &[f64], &[f64]), dt: f64) -> Vec<Pair> {
        let Some(l) = &self.listed else { return Vec::new() };
        search.list(&*l.colliding.shapes, &self.context(at.0, at.1, at.2), dt)
    }

    /// Whether a pair that is not listed may touch in a step of length dt from a state; u is extended.
    pub fn lacks(&self, search: &mut Search, at: (f64, &[f64], &[f64]), dt: f64) -> bool {
        let Some(l) = &self.listed else { return false };
        search.lacks(&*l.colliding.shapes, &l.pairs, &self.context(at.0, at.1, at.2), dt)
    }

    /// Whether a shape was faster than was foreseen in a step of length dt, see [`Search::strays`]; velocities are extended.
    pub(crate) fn strays(
        &self,
        search: &mut Search,
        at: &[(f64, &[f64], &[f64])],
        dt: f64,
    ) -> bool {
        let Some(l) = &self.listed else { return false };
        let states: Vec<_> = at.iter().map(|(t, q, u)| self.context(*t, q, u)).collect();
        search.strays(&*l.colliding.shapes, &states, dt)
    }

    /// Whether contacts that come near may have friction.
    pub(crate) fn lists_friction(&self) -> bool {
        self.listed.as_ref().is_some_and(|l| {
            let laws = l.colliding.shapes.laws().into_iter();
            laws.map(|law| l.colliding.changed("", law)).any(|law| law.has_friction())
        })
    }

    /// The contacts of these pairs alone, where there can be such a list.
    ///
    /// # Errors
    /// Pairs that are not of this system, or not in order.
    pub fn use_pairs(&mut self, pairs: &[Pair]) -> Result<Renewal, ModelError> {
        match self.can_list(pairs) {
            true => self.set_list(pairs.to_vec()),
            false => Err(ModelError::value("pairs of shapes", pairs.len() as f64, "in order")),
        }
    }

    /// Whether there can be such a list.
    pub(crate) fn can_list(&self, pairs: &[Pair]) -> bool {
        let Some(l) = &self.listed else { return pairs.is_empty() };
        let n = l.colliding.shapes.colliders().len() as u32;
        let fits = |p: &Pair| p.0 < p.1 && p.1 < n && l.colliding.shapes.admits(*p);
        pairs.iter().all(fits) && pairs.is_sorted_by(|a, b| a < b)
    }

    /// Lists what is near at a state.
    pub(crate) fn list_anew(&mut self, t: f64, q: &[f64], u: &[f64]) -> Result<(), ModelError> {
        let Some(mut search) = self.search() else { return Ok(()) };
        let mut u = u.to_vec();
        u.push(1.0);
        let pairs = self.wanted(&mut search, (t, q, &u), 0.0);
        self.set_list(pairs).map(|_| ())
    }

    /// The contacts of these pairs, which are sorted, take the place of those there are.
    pub(crate) fn set_list(&mut self, pairs: Vec<Pair>) -> Result<Renewal, ModelError> {
        let Some(mut l) = self.listed.take() else { return Ok(self.same()) };
        let old = self.cut(&l.own);
        let begins = |k: usize| if k == 0 { l.own.elements } else { l.ends[k - 1] };
        let mut renewal = self.same();
        let (mut ends, mut stay) =
            (Vec::with_capacity(pairs.len()), vec![false; old.elements.len()]);
        let u0 = self.extended_start();
        for &pair in &pairs {
            match l.pairs.binary_search(&pair) {
                Ok(k) => {
                    for e in begins(k) - l.own.elements..l.ends[k] - l.own.elements {
                        stay[e] = true;
                        self.put_back(&old, e, &mut renewal);
                    }
                }
                Err(_) => {
                    for made in l.colliding.shapes.contacts(pair) {
                        let law = l.colliding.changed(&made.name, made.law);
                        let (name, element, role) = (made.name, made.element, Role::Contact(law));
                        let e = ModelElement { name, element, role, whole: None };
                        self.add_element(e, &u0)?;
                    }
                    renewal.rows.resize(self.nr, NONE);
                    renewal.contacts.resize(self.contacts.len(), NONE);
                    renewal.frictions.resize(self.frictions.len(), NONE);
                }
            }
            ends.push(self.elements.len());
        }
        let gone = old.elements.into_iter().zip(stay).filter(|(_, stays)| !stays);
        renewal.gone = gone.map(|(e, _)| (e.name, e.rows)).collect();
        (l.pairs, l.ends) = (pairs, ends);
        let length = self.length;
        self.find_sizes();
        self.length = length;
        if let Some(lasting) = self.lasting.get() {
            let mut all = lasting.clone();
            all.resize(self.nr, false);
            self.lasting = all.into();
        }
        self.listed = Some(l);
        Ok(renewal)
    }

    /// All stays as it is.
    fn same(&self) -> Renewal {
        Renewal {
            rows: (0..self.nr).collect(),
            contacts: (0..self.contacts.len()).collect(),
            frictions: (0..self.frictions.len()).collect(),
            gone: Vec::new(),
        }
    }

    /// Takes out what is listed. Every element of it is one contact.
    fn cut(&mut self, own: &Marks) -> Cut {
        let elements = self.elements.split_off(own.elements);
        let contacts = self.contacts.split_off(own.contacts);
        let frictions = self.frictions.split_off(own.frictions);
        if let Some(e) = elements.first() {
            let w = self.W_ptr[e.rows.start];
            self.nr = e.rows.start;
            (self.w_len, self.h_len) = (e.w, e.hess);
            self.W_col.truncate(w);
        }
        self.kinds.truncate(self.nr);
        self.row_element.truncate(self.nr);
        self.W_ptr.truncate(self.nr + 1);
        self.pairs.truncate(own.pairs);
        self.unpaired.truncate(own.unpaired);
        Cut { elements, contacts, frictions, own: *own }
    }

    /// An element that was taken out comes next.
    fn put_back(&mut self, old: &Cut, e: usize, renewal: &mut Renewal) {
        let (slot, contact) = (&old.elements[e], &old.contacts[e]);
        let k = self.elements.len();
        let rows = self.nr..self.nr + slot.rows.len();
        let mut contact = contact.clone();
        contact.row = rows.start;
        let c = self.contacts.len();
        self.kinds.push(RowKind::Normal(c));
        renewal.contacts.push(old.own.contacts + e);
        if let Some(f) = contact.friction {
            let friction = &old.frictions[f - old.own.frictions];
            contact.friction = Some(self.frictions.len());
            renewal.frictions.push(f);
            let normal = super::Normal::Contact(c);
            self.add_friction(&friction.name, rows.start + 1..rows.end, friction.law, normal);
        }
        self.contacts.push(contact);
        renewal.rows.extend(slot.rows.clone());
        let placed = ElementSlot { w: self.w_len, hess: self.h_len, rows, ..slot.clone() };
        self.place_element(k, placed);
    }
}

/// What was taken out.
struct Cut {
    elements: Vec<ElementSlot>,
    contacts: Vec<super::Contact>,
    frictions: Vec<super::Friction>,
    own: Marks,
}
