//! A record by the handles of the model: bodies, contacts, joints.

use super::{is_bilateral, Record};
use crate::bodies::Body;
use crate::frame::{BodyId, Frame, M3, V3};
use crate::model::{ContactId, JointId};
use crate::system::System;
use std::ops::Range;
use std::sync::Arc;

/// Where the parts of a model have their columns.
#[derive(Clone)]
pub(super) struct Parts(Arc<Places>);

/// A body, its columns of q, its columns of u.
type BodyColumns = (Arc<dyn Body>, Range<usize>, Range<usize>);

struct Places {
    bodies: Vec<BodyColumns>,
    /// First column of each contact and its number of rows.
    contacts: Vec<(usize, usize)>,
    /// Columns of the forces of each element that is a joint.
    joints: Vec<Range<usize>>,
    forces: bool,
}

impl std::fmt::Debug for Parts {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Places { bodies, contacts, .. } = &*self.0;
        write!(f, "{} bodies, {} contacts", bodies.len(), contacts.len())
    }
}

impl Parts {
    pub fn new(sys: &System, columns: &[String], forces: bool) -> Self {
        let state = |range: &Range<usize>, from: usize| from + range.start..from + range.end;
        let body =
            |b: &crate::bodies::BodySlot| (b.body.clone(), state(&b.q, 1), state(&b.u, 1 + sys.nq));
        let mut next = 1 + sys.nq + sys.nu;
        let mut contacts = Vec::new();
        for c in &sys.contacts[..sys.lasting_contacts()] {
            let rows = 1 + c.friction.map_or(0, |f| sys.frictions[f].rows.len());
            contacts.push((next, rows));
            next += 1 + rows * if forces { 3 } else { 1 };
        }
        next = columns.iter().position(|c| c.starts_with("lag.")).unwrap_or(columns.len());
        let mut joints = Vec::new();
        for e in &sys.elements {
            let first = next;
            next += e.rows.clone().filter(|&r| is_bilateral(sys, r)).count();
            joints.push(first..next);
        }
        let bodies = sys.bodies.iter().map(body).collect();
        Parts(Arc::new(Places { bodies, contacts, joints, forces }))
    }
}

impl Record {
    /// A body in the last row.
    pub fn body(&self, body: BodyId) -> BodyView<'_> {
        BodyView { record: self, body: body.index(), row: self.len().wrapping_sub(1) }
    }
    /// A contact in the last row. One that exists only while bodies are near has no columns: its values are zero here, see
    /// [`Record::contacts`].
    pub fn contact(&self, contact: ContactId) -> ContactView<'_> {
        ContactView { record: self, contact: contact.0, row: self.len().wrapping_sub(1) }
    }
    /// Forces of a joint in row k (N, N m), one for each of its rows; empty where there are none.
    pub fn joint(&self, joint: JointId, k: usize) -> &[f64] {
        let columns = self.parts.0.joints.get(joint.0).cloned().unwrap_or_default();
        self.row(k).get(columns).unwrap_or(&[])
    }
}

/// A body in a row of a record. Values are zero, or empty, where the body is of another model, has no place (a system given by its functions),
/// or where there is no such row.
#[derive(Clone, Copy, Debug)]
pub struct BodyView<'r> {
    record: &'r Record,
    body: usize,
    row: usize,
}

impl<'r> BodyView<'r> {
    /// View of this body in row k.
    pub fn at(self, k: usize) -> Self {
        BodyView { row: k, ..self }
    }
    /// Views of this body in all rows, in order of time.
    pub fn rows(self) -> impl Iterator<Item = Self> {
        (0..self.record.len()).map(move |k| self.at(k))
    }
    /// Coordinates (m, rad).
    pub fn coordinates(&self) -> &'r [f64] {
        let columns = self.record.parts.0.bodies.get(self.body).map(|b| b.1.clone());
        self.record.row(self.row).get(columns.unwrap_or_default()).unwrap_or(&[])
    }
    /// Velocities (m/s, rad/s).
    pub fn velocities(&self) -> &'r [f64] {
        let columns = self.record.parts.0.bodies.get(self.body).map(|b| b.2.clone());
        self.record.row(self.row).get(columns.unwrap_or_default()).unwrap_or(&[])
    }
    fn frame(&self) -> Frame {
        let mut f = Frame::default();
        f.reset();
        let (q, u) = (self.coordinates(), self.velocities());
        if let Some((body, columns, _)) = self.record.parts.0.bodies.get(self.body) {
            if q.len() == columns.len() && !q.is_empty() && !body.frame_columns(0).is_empty() {
                body.frame(self.record.row(self.row)[0], q, u, 0, &mut f);
            }
        }
        f
    }
    /// Position of its origin (m): the centre of mass, or the first node.
    pub fn position(&self) -> V3 {
        self.frame().r
    }
    /// Its axes, as columns in the axes of the world.
    pub fn rotation(&self) -> M3 {
        self.frame().A
    }
    /// Velocity of its origin (m/s).
    pub fn velocity(&self) -> V3 {
        self.frame().v
    }
    /// Angular velocity (rad/s) in the axes of the world.
    pub fn spin(&self) -> V3 {
        self.frame().w
    }
}

/// A contact in a row of a record: along its normal, then along its tangents, then drilling.
#[derive(Clone, Copy, Debug)]
pub struct ContactView<'r> {
    record: &'r Record,
    contact: usize,
    row: usize,
}

impl ContactView<'_> {
    /// The same contact in row k.
    pub fn at(self, k: usize) -> Self {
        ContactView { row: k, ..self }
    }
    /// The same contact in all rows.
    pub fn rows(self) -> impl Iterator<Item = Self> {
        (0..self.record.len()).map(move |k| self.at(k))
    }
    /// Values of the group `which`: percussions, forces, impulses.
    fn group(&self, which: usize) -> [f64; 4] {
        let mut out = [0.0; 4];
        let places = &self.record.parts.0;
        if let Some(&(first, n)) = places.contacts.get(self.contact) {
            let from = first + 1 + which * n;
            if which == 0 || places.forces {
                let values = self.record.row(self.row).get(from..from + n).unwrap_or(&[]);
                out.iter_mut().zip(values).for_each(|(o, v)| *o = *v);
            }
        }
        out
    }
    /// Gap (m).
    pub fn gap(&self) -> f64 {
        let first = self.record.parts.0.contacts.get(self.contact).map_or(usize::MAX, |c| c.0);
        self.record.row(self.row).get(first).copied().unwrap_or(0.0)
    }
    /// Forces (N); zero under schemes that give percussions alone.
    pub fn force(&self) -> [f64; 4] {
        self.group(1)
    }
    /// Percussions since the row before (N s): forces times the step, and impulses.
    pub fn percussion(&self) -> [f64; 4] {
        self.group(0)
    }
    /// Impulsive part of the percussions (N s), under schemes that have forces.
    pub fn impulse(&self) -> [f64; 4] {
        self.group(2)
    }
}
