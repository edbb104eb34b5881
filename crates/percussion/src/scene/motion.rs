//! Where everything is, row by row.

use super::{quaternion, Scene, Source};
use crate::frame::{Frame, V3};
use crate::picture::Action;
use crate::record;
use crate::system::{Eval, RowKind, System};
use std::collections::HashMap;

/// Whether a contact is open, sliding or sticking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No contact force.
    Open = 0,
    /// Closed, and it slides or has no friction.
    Slip = 1,
    /// Closed, and it sticks.
    Stick = 2,
}

/// A contact in a row.
#[derive(Clone, Copy, Debug)]
pub struct ContactRow {
    /// Index of the contact.
    pub contact: usize,
    /// Open, sliding, sticking.
    pub phase: Phase,
    /// Contact point.
    pub point: V3,
    /// Normal, towards the second body.
    pub n: V3,
    /// Force on the second body (N), zero where the scheme has none.
    pub force: V3,
    /// Percussion on the second body (N s): its impulsive part where the scheme tells it apart from
    /// forces, else that of the step.
    pub percussion: V3,
}

/// The rows of a scene.
pub struct Motion {
    /// Times.
    pub t: Vec<f64>,
    /// For each frame position and quaternion (scalar first): seven columns.
    pub frames: Vec<Vec<f64>>,
    /// Kinetic energy, potential energy, largest violation of a joint at position level, largest
    /// penetration.
    pub measures: [Vec<f64>; 4],
    /// Contacts of all rows, one row after the other.
    pub contacts: Vec<ContactRow>,
    /// Where the contacts of each row begin.
    pub starts: Vec<usize>,
    /// For each joint the force on its second body: three columns.
    pub joints: Vec<Vec<f64>>,
    /// For each load point and force: six columns.
    pub loads: Vec<Vec<f64>>,
    /// For each line the places along it, and the columns of normal force and bending moment.
    pub sections: Vec<(usize, Vec<Vec<f64>>)>,
    /// Whether the record has forces apart from percussions.
    pub has_forces: bool,
    lookup: Lookup,
    ev: Eval,
    gd: Vec<f64>,
    all: bool,
    /// Contacts without columns, by name: their places among those of the scene.
    listed: HashMap<String, usize>,
}

/// Up to so many contacts all are shown; of more only those that are closed.
const FEW_CONTACTS: usize = 60;

/// Columns of the record by what they are.
struct Lookup {
    /// For each contact: percussion, force, impulse of each of its rows.
    contacts: Vec<[Vec<usize>; 3]>,
    /// For each joint of the scene: its rows.
    joints: Vec<Vec<usize>>,
}

impl Lookup {
    fn new(scene: &Scene, columns: &[String]) -> Self {
        let at: HashMap<&str, usize> =
            columns.iter().enumerate().map(|(k, c)| (c.as_str(), k)).collect();
        let rows = |first: Option<String>, rest: String| {
            let mut list: Vec<usize> =
                first.iter().filter_map(|n| at.get(n.as_str())).copied().collect();
            let more = (0..6).map_while(|i| at.get(format!("{rest}.{i}").as_str()));
            list.extend(more);
            list
        };
        let contact = |c: &super::ContactInfo| {
            let n = &c.name;
            let of = |x: &str| rows(Some(format!("{x}N.{n}")), format!("{x}F.{n}"));
            ["P", "la", "La"].map(of)
        };
        Lookup {
            contacts: scene.contacts.iter().map(contact).collect(),
            joints: scene.joints.iter().map(|j| rows(None, format!("lag.{}", j.name))).collect(),
        }
    }
}

impl Motion {
    /// No rows yet of a record with these columns.
    pub fn new(scene: &Scene, sys: &System, columns: &[String]) -> Self {
        let lookup = Lookup::new(scene, columns);
        let has_forces = lookup.contacts.iter().any(|c| !c[1].is_empty());
        Motion {
            t: Vec::new(),
            frames: vec![Vec::new(); 7 * scene.frames],
            measures: Default::default(),
            contacts: Vec::new(),
            starts: Vec::new(),
            joints: vec![Vec::new(); 3 * scene.joints.len()],
            loads: vec![Vec::new(); 6 * scene.loads.len()],
            sections: sections(scene),
            has_forces,
            lookup,
            ev: sys.eval(),
            gd: vec![0.0; sys.nr],
            all: scene.contacts.len() <= FEW_CONTACTS,
            listed: HashMap::new(),
        }
    }

    /// Adds to the last row, which is `row`, what contacts without columns did up to it; the scene learns of those that it does
    /// not know. They are where the system's shapes are near one another now: those that are no longer are left out.
    pub fn push_listed(
        &mut self,
        scene: &mut Scene,
        sys: &System,
        row: &[f64],
        did: &[record::ContactRow],
    ) {
        if did.is_empty() || !sys.lists() || row.len() < 1 + sys.nq + sys.nu {
            return;
        }
        let (t, q, u) = (row[0], &row[1..1 + sys.nq], &row[1 + sys.nq..1 + sys.nq + sys.nu]);
        let mut now = sys.clone();
        if now.list_anew(t, q, u).is_err() {
            return;
        }
        let mut ev = now.eval();
        now.evaluate(t, q, u, &mut ev);
        let c = now.context(t, q, &ev.u);
        let scale = u.iter().fold(1.0_f64, |a, v| a.max(v.abs()));
        let near: HashMap<&str, usize> =
            now.contacts.iter().enumerate().map(|(k, c)| (c.name.as_str(), k)).collect();
        let mut action = Action::default();
        for did in did {
            let Some(contact) = near.get(did.contact.as_str()).map(|&k| &now.contacts[k]) else {
                continue;
            };
            let element = &now.elements[now.row_element[contact.row]];
            if !element.element.action(&c, &mut action) {
                continue;
            }
            let place = *self.listed.entry(did.contact.clone()).or_insert_with(|| {
                scene.contacts.push(super::ContactInfo::of(&now, contact));
                scene.contacts.len() - 1
            });
            let sum = |v: &[f64; 3]| {
                action.forces.iter().zip(v).fold(V3::zeros(), |sum, (f, v)| sum + f * *v)
            };
            let forces = did.force.iter().chain(&did.impulse).any(|v| *v != 0.0);
            self.has_forces |= forces;
            let mut friction = element.rows.clone().skip(1);
            let sticks = friction.len() > 0
                && friction.all(|r| now.row_dot(&ev, r, &ev.u).abs() <= 1e-9 * scale);
            self.contacts.push(ContactRow {
                contact: place,
                phase: if sticks { Phase::Stick } else { Phase::Slip },
                point: action.point,
                n: action.forces.first().copied().unwrap_or_default(),
                force: sum(&did.force),
                percussion: sum(if forces { &did.impulse } else { &did.percussion }),
            });
        }
    }

    /// Adds a row of the record: time, coordinates, velocities, and whatever the columns say.
    /// Rows that are too short are left out.
    pub fn push(&mut self, scene: &Scene, sys: &System, row: &[f64]) {
        if row.len() < 1 + sys.nq + sys.nu {
            return;
        }
        let (t, q, u) = (row[0], &row[1..1 + sys.nq], &row[1 + sys.nq..1 + sys.nq + sys.nu]);
        self.t.push(t);
        sys.evaluate(t, q, u, &mut self.ev);
        let extended = std::mem::take(&mut self.ev.u);
        self.push_frames(scene, sys, t, q, &extended);
        self.push_measures(sys, t, q, &extended);
        self.push_elements(scene, sys, t, q, &extended, row);
        for (line, columns) in &mut self.sections {
            let (mut out, part) = (Vec::new(), &scene.parts[*line]);
            if let Some(Source::Node(b, _)) = scene.sources.get(part.first) {
                let slot = &sys.bodies[*b];
                slot.body.section_forces(&q[slot.q.clone()], &mut out);
            }
            columns.resize(2 * out.len(), Vec::new());
            for (c, v) in columns.iter_mut().zip(out.iter().flatten()) {
                c.push(*v);
            }
        }
        self.ev.u = extended;
    }

    fn push_frames(&mut self, scene: &Scene, sys: &System, t: f64, q: &[f64], u: &[f64]) {
        let c = sys.context(t, q, u);
        let mut frame = Frame::default();
        for (k, source) in scene.sources.iter().enumerate() {
            let (r, A) = match source {
                Source::Node(b, node) => {
                    let s = &sys.bodies[*b];
                    let (q, u) = (&q[s.q.clone()], &u[s.u.clone()]);
                    s.body.frame(t, q, u, *node, &mut frame);
                    (frame.r, frame.A)
                }
                Source::Anchor(a) => {
                    c.frame(a, &mut frame);
                    (frame.r, frame.A)
                }
                Source::Piece(d, k) => {
                    let drawing = &sys.pictures().drawings[*d];
                    (drawing.pieces[*k].pose)(t, &q[sys.bodies[drawing.body].q.clone()])
                }
                Source::Coordinates(b) => {
                    let q = &q[sys.bodies[*b].q.clone()];
                    let x = |k: usize| q.get(k).copied().unwrap_or(0.0);
                    (V3::new(x(0), x(1), 0.0), crate::frame::M3::identity())
                }
            };
            let mut p = quaternion(&A);
            let columns = &mut self.frames[7 * k..7 * k + 7];
            // the quaternion of the same sign as before
            if let Some(row) = columns[3].len().checked_sub(1) {
                if (0..4).map(|i| p[i] * columns[3 + i][row]).sum::<f64>() < 0.0 {
                    p = p.map(|v| -v);
                }
            }
            for (c, v) in columns.iter_mut().zip(r.iter().chain(&p)) {
                c.push(*v);
            }
        }
    }

    fn push_measures(&mut self, sys: &System, t: f64, q: &[f64], u: &[f64]) {
        let mut still = vec![0.0; u.len()];
        still[sys.nu] = 1.0;
        let (energy, potential) = (sys.energy(t, q, u), sys.energy(t, q, &still));
        let bilateral = |r: &usize| matches!(sys.kinds[*r], RowKind::Position);
        let most = |list: &mut dyn Iterator<Item = f64>| list.fold(0.0, f64::max);
        let violation = most(&mut (0..sys.nr).filter(bilateral).map(|r| self.ev.g[r].abs()));
        let depth = most(&mut sys.contacts.iter().map(|c| -self.ev.g[c.row]));
        let values = [energy - potential, potential, violation, depth];
        for (c, v) in self.measures.iter_mut().zip(values) {
            c.push(v);
        }
    }

    fn push_elements(
        &mut self,
        scene: &Scene,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        row: &[f64],
    ) {
        let c = sys.context(t, q, u);
        sys.rows_dot(&self.ev, u, &mut self.gd);
        let scale = u[..sys.nu].iter().fold(1.0_f64, |a, v| a.max(v.abs()));
        let mut action = Action::default();
        self.starts.push(self.contacts.len());
        for (k, &element) in scene.contact_elements.iter().enumerate() {
            let columns = &self.lookup.contacts[k];
            let value = |what: usize, i: usize| {
                columns[what].get(i).and_then(|&c| row.get(c)).copied().unwrap_or(0.0)
            };
            let closed = (0..3).any(|what| value(what, 0) > 0.0);
            if !closed && !self.all {
                continue;
            }
            let e = &sys.elements[element];
            if !e.element.action(&c, &mut action) && !drawn(sys, t, q, &e.name, &mut action) {
                continue;
            }
            let sum = |what: usize| {
                let parts = action.forces.iter().enumerate();
                parts.fold(V3::zeros(), |s, (i, f)| s + f * value(what, i))
            };
            let friction = e.rows.clone().skip(1);
            let slides = friction.clone().any(|r| self.gd[r].abs() > 1e-9 * scale);
            let phase = match (closed, friction.len() > 0 && !slides) {
                (false, _) => Phase::Open,
                (true, true) => Phase::Stick,
                (true, false) => Phase::Slip,
            };
            self.contacts.push(ContactRow {
                contact: k,
                phase,
                point: action.point,
                n: action.forces.first().copied().unwrap_or_default(),
                force: sum(1),
                percussion: if columns[1].is_empty() { sum(0) } else { sum(2) },
            });
        }
        for (k, &element) in scene.joint_elements.iter().enumerate() {
            let mut f = V3::zeros();
            if sys.elements[element].element.action(&c, &mut action) {
                let columns = self.lookup.joints[k].iter().map(|&c| row.get(c).copied());
                for (w, v) in action.forces.iter().zip(columns) {
                    f += w * v.unwrap_or(0.0);
                }
            }
            for i in 0..3 {
                self.joints[3 * k + i].push(f[i]);
            }
        }
        let loads = sys.forces().filter_map(|(_, f)| f.load(&c));
        for ((r, f), columns) in loads.zip(self.loads.chunks_exact_mut(6)) {
            for i in 0..3 {
                columns[i].push(r[i]);
                columns[3 + i].push(f[i]);
            }
        }
    }
}

/// Where a contact of a system given by functions acts, if its drawing says so.
fn drawn(sys: &System, t: f64, q: &[f64], name: &str, out: &mut Action) -> bool {
    for d in &sys.pictures().drawings {
        if let Some((_, pose)) = d.contacts.iter().find(|(n, _)| n == name) {
            let (r, A) = pose(t, &q[sys.bodies[d.body].q.clone()]);
            out.point = r;
            out.forces.clear();
            out.forces.extend([2, 0, 1].map(|k| V3::from(A.column(k))));
            return true;
        }
    }
    false
}

fn sections(scene: &Scene) -> Vec<(usize, Vec<Vec<f64>>)> {
    let lines = (0..scene.parts.len()).filter(|&k| scene.parts[k].kind == "line");
    lines.map(|k| (k, Vec::new())).collect()
}
