use super::*;
use crate::error::ModelError;
use crate::frame::{Anchor, BodyId};
use crate::laws::ContactLaw;
use crate::model::{Model, ModelBody, ModelElement, Naming, Role};
use crate::picture::{Shape, Sketch};
use crate::relation::MAX_ROWS;
use std::collections::HashSet;

impl Model {
    /// Assemble the equations.
    ///
    /// # Errors
    /// The first part that cannot be, by its name.
    pub fn assemble(self) -> Result<System, ModelError> {
        System::assemble(self.with_contacts()?)
    }
}

fn finite(what: &str, names: &[String], values: &[f64]) -> Result<(), ModelError> {
    match values.iter().position(|v| !v.is_finite()) {
        Some(k) => {
            Err(ModelError::value(format!("{what}.{}", names[k]), values[k], "a finite number"))
        }
        None => Ok(()),
    }
}

fn length(name: &str, what: &str, got: usize, want: usize) -> Result<(), ModelError> {
    if got == want {
        return Ok(());
    }
    Err(ModelError::Invalid {
        what: format!("{name}: number of initial {what}"),
        value: got.to_string(),
        allowed: want.to_string(),
    })
}

/// Into so many parts a centreline is divided for drawing, where its body has no nodes between.
const LINE_PARTS: usize = 20;

impl System {
    /// Check every part and give it its place.
    fn assemble(parts: Model) -> Result<System, ModelError> {
        if parts.bodies.is_empty() {
            return Err(ModelError::value("number of bodies", 0.0, "at least one body"));
        }
        if let Some(k) = (0..3).find(|&k| !parts.gravity[k].is_finite()) {
            return Err(ModelError::value("g", parts.gravity[k], "a finite number"));
        }
        if let Some(t) = parts.switches.iter().find(|t| !t.is_finite()) {
            return Err(ModelError::value("switch time", *t, "a finite number"));
        }
        let mut switches = parts.switches;
        switches.sort_by(f64::total_cmp);
        let mut breaks = parts.breaks;
        let mut seen = HashSet::new();
        let all = parts.bodies.iter().map(|b| &b.name);
        for name in all.chain(parts.elements.iter().map(|e| &e.name)) {
            if !seen.insert(name.clone()) {
                return Err(ModelError::Invalid {
                    what: "name".into(),
                    value: name.clone(),
                    allowed: "names that are unique among bodies, joints and contacts".into(),
                });
            }
        }
        let mut s = System {
            bodies: Vec::new(),
            elements: Vec::new(),
            forces: Vec::new(),
            contacts: Vec::new(),
            frictions: Vec::new(),
            kinds: Vec::new(),
            row_element: Vec::new(),
            nq: 0,
            nu: 0,
            nr: 0,
            M_entries: Vec::new(),
            K_entries: Vec::new(),
            q_names: Vec::new(),
            u_names: Vec::new(),
            q0: Vec::new(),
            u0: Vec::new(),
            W_ptr: vec![0],
            W_col: Vec::new(),
            gravity: parts.gravity,
            load: 1.0,
            switches,
            breaks: Vec::new(),
            lasting: Default::default(),
            w_len: 0,
            h_len: 0,
            stiff: false,
            constant_M: true,
            max_columns: 1,
            pictures: parts.pictures,
            points: Vec::new(),
            observe: Default::default(),
            pairs: Vec::new(),
            sizes: Vec::new(),
            length: 1.0,
            unpaired: Vec::new(),
            swept: parts.swept,
            listed: None,
        };
        let n_bodies = parts.bodies.len();
        for (k, b) in parts.bodies.into_iter().enumerate() {
            s.add_body(parts.names, k, n_bodies, b)?;
        }
        for (name, mut force) in parts.forces {
            force.check(&name)?;
            force.breaks(&mut breaks);
            s.check_bodies(&name, force.bodies())?;
            s.place_anchors(&name, force.anchors())?;
            let dofs = force.dofs(&s.bodies, s.nu);
            let k0 = s.K_entries.len();
            for &i in &dofs {
                for &j in &dofs {
                    s.K_entries.push((i, j));
                }
            }
            s.max_columns = s.max_columns.max(dofs.len());
            s.stiff = true;
            let (force, k) = (force.into(), k0..s.K_entries.len());
            s.forces.push(ForceSlot { name, force, k, dofs });
        }
        let u0 = s.extended_start();
        for e in parts.elements {
            s.add_element(e, &u0)?;
        }
        s.breaks.append(&mut breaks);
        s.breaks.sort_by(f64::total_cmp);
        s.breaks.dedup();
        s.find_sizes();
        s.place_pictures()?;
        let mut points = parts.points;
        for (name, at) in &mut points {
            s.place_anchors(name, vec![at])?;
        }
        s.points = points;
        if let Some(colliding) = parts.colliding {
            s.begin_list(colliding)?;
        }
        Ok(s)
    }

    fn add_body(
        &mut self,
        naming: Naming,
        k: usize,
        of: usize,
        b: ModelBody,
    ) -> Result<(), ModelError> {
        b.body.check(&b.name)?;
        let (nq, nu) = (b.body.nq(), b.body.nu());
        length(&b.name, "coordinates", b.q0.len(), nq)?;
        length(&b.name, "velocities", b.u0.len(), nu)?;
        let (qn, un) = (b.body.q_names(), b.body.u_names());
        finite("q0", &qn, &b.q0)?;
        finite("u0", &un, &b.u0)?;
        let mut q0 = b.q0;
        if !b.body.plain_kinematics() {
            let zero = |p: &&[f64]| p.iter().map(|v| v * v).sum::<f64>().sqrt() < 1e-8;
            // bodies whose nodes have a position and a quaternion each
            let nodes = if 6 * nq == 7 * nu { q0.chunks_exact(7) } else { [].chunks_exact(7) };
            if let Some(p) = nodes.map(|n| &n[3..]).find(zero) {
                return Err(ModelError::Invalid {
                    what: format!("quaternion of '{}'", b.name),
                    value: format!("{p:?}"),
                    allowed: "any quaternion but zero".into(),
                });
            }
            b.body.normalize(&mut q0);
        }
        let (m0, k0) = (self.M_entries.len(), self.K_entries.len());
        let shift = self.nu;
        let moved =
            |p: Vec<(usize, usize)>| p.into_iter().map(move |(i, j)| (i + shift, j + shift));
        self.M_entries.extend(moved(b.body.M_pattern()));
        self.K_entries.extend(moved(b.body.h_pattern()));
        let called = |n: &String| naming.called(n, &b.name, k, of);
        self.q_names.extend(qn.iter().map(called));
        self.u_names.extend(un.iter().map(called));
        self.q0.extend(&q0);
        self.u0.extend(&b.u0);
        self.stiff |= b.body.stiff();
        self.constant_M &= b.body.constant_M();
        self.bodies.push(BodySlot {
            name: b.name,
            q: self.nq..self.nq + nq,
            u: self.nu..self.nu + nu,
            m: m0..self.M_entries.len(),
            k: k0..self.K_entries.len(),
            body: b.body.into(),
            line: Vec::new(),
        });
        self.nq += nq;
        self.nu += nu;
        Ok(())
    }

    /// Bodies that something names are those of this model.
    fn check_bodies(&self, name: &str, bodies: Vec<BodyId>) -> Result<(), ModelError> {
        match bodies.iter().find(|b| b.0 >= self.bodies.len()) {
            Some(b) => Err(ModelError::Invalid {
                what: format!("{name}: body"),
                value: b.0.to_string(),
                allowed: format!("0 to {}", self.bodies.len().saturating_sub(1)),
            }),
            None => Ok(()),
        }
    }

    /// Whether the bodies and nodes that an element holds on to exist; material points of bodies
    /// become frames of them.
    fn place_anchors(&mut self, name: &str, anchors: Vec<&mut Anchor>) -> Result<(), ModelError> {
        for a in anchors {
            let axis = a.drive.as_ref().map_or(V3::z(), |d| d.axis);
            let motions = a.drive.iter().flat_map(|d| [&d.slide, &d.turn]).flatten();
            motions.for_each(|f| f.breaks(&mut self.breaks));
            let numbers = a.rho.iter().chain(&a.R).chain(&axis);
            if let Some(x) = numbers.copied().find(|x| !x.is_finite()) {
                let what = format!("{name}: point or axes of an anchor");
                return Err(ModelError::value(what, x, "finite numbers"));
            }
            let Some(body) = a.body else { continue };
            let count = self.bodies.len();
            let Some(slot) = self.bodies.get_mut(body) else {
                return Err(ModelError::Invalid {
                    what: format!("{name}: body"),
                    value: body.to_string(),
                    allowed: format!("0 to {}", count.saturating_sub(1)),
                });
            };
            let Some(s) = a.along else {
                if a.node >= slot.body.nodes() {
                    return Err(ModelError::Invalid {
                        what: format!("{name}: node of '{}'", slot.name),
                        value: a.node.to_string(),
                        allowed: format!("0 to {}", slot.body.nodes() - 1),
                    });
                }
                continue;
            };
            let bad = |allowed: &str| {
                ModelError::value(format!("{name}: material point of '{}'", slot.name), s, allowed)
            };
            if !(0.0..=1.0).contains(&s) {
                return Err(bad("0 (start of the centreline) to 1 (end)"));
            }
            // nobody shares a body before it is assembled
            match Arc::get_mut(&mut slot.body).and_then(|b| b.material_point(s)) {
                Some(node) => a.node = node,
                None => return Err(bad("none, as this body has no centreline")),
            }
        }
        Ok(())
    }

    /// Anchors of shapes, and points to draw a centreline through where there are few nodes.
    fn place_pictures(&mut self) -> Result<(), ModelError> {
        let drawn = self.pictures.drawings.iter().map(|d| BodyId(d.body)).collect();
        self.check_bodies("drawing", drawn)?;
        let mut shapes = std::mem::take(&mut self.pictures.shapes);
        self.place_anchors("shape", shapes.iter_mut().map(|(a, _)| a).collect())?;
        self.pictures.shapes = shapes;
        for slot in &mut self.bodies {
            let Some(body) = Arc::get_mut(&mut slot.body) else { continue };
            slot.line = match body.nodes() {
                2 if !body.stations().is_empty() => (0..=LINE_PARTS)
                    .filter_map(|k| body.material_point(k as f64 / LINE_PARTS as f64))
                    .collect(),
                n => (0..n).collect(),
            };
        }
        Ok(())
    }

    /// Whether the friction rows of a contact move anything; also where features are not there at the start, so
    /// that no row does.
    fn can_slide(&self, e: &dyn Element, dofs: &[usize], u: &[f64]) -> bool {
        let (rows, n) = (e.rows(), dofs.len());
        let c = Context { t: 0.0, q: &self.q0, u, bodies: &self.bodies };
        let (mut g, mut w, mut z) = (vec![0.0; rows], vec![0.0; rows * n], vec![0.0; rows]);
        e.first(&c, &mut Scratch::default(), &mut g, &mut w, &mut z);
        let moves =
            |w: &[f64]| w.iter().zip(dofs.iter().cycle()).any(|(w, &d)| *w != 0.0 && d < self.nu);
        moves(&w[n..]) || !moves(&w[..n])
    }

    /// `u0` are the velocities at the start, extended.
    pub(super) fn add_element(
        &mut self,
        mut e: ModelElement,
        u0: &[f64],
    ) -> Result<(), ModelError> {
        self.check_bodies(&e.name, e.element.bodies())?;
        self.place_anchors(&e.name, e.element.anchors())?;
        if let Some(Sketch { shape_a, shape_b, .. }) = e.element.sketch() {
            let improper = |s: &Shape| (!s.proper()).then(|| format!("{s:?}"));
            if let Some(value) = shape_a.iter().chain(&shape_b).find_map(improper) {
                return Err(ModelError::Invalid {
                    what: format!("{}: shape", e.name),
                    value,
                    allowed: "sizes that are finite numbers, zero or greater".into(),
                });
            }
        }
        let dofs = e.element.dofs(&self.bodies, self.nu);
        if let Role::Contact(law) = &e.role {
            if !law.has_friction() || !self.can_slide(&*e.element, &dofs, u0) {
                e.element.drop_friction();
            }
        }
        let n_rows = e.element.rows();
        if n_rows > MAX_ROWS {
            return Err(ModelError::Invalid {
                what: format!("{}: number of rows", e.name),
                value: n_rows.to_string(),
                allowed: format!("{MAX_ROWS} at most"),
            });
        }
        let rows = self.nr..self.nr + n_rows;
        match e.role {
            Role::Bilateral(levels) => self.kinds.extend(levels.iter().map(|&velocity| {
                if velocity {
                    RowKind::Velocity
                } else {
                    RowKind::Position
                }
            })),
            Role::Contact(law) => {
                law.check(&e.name)?;
                let c = self.contacts.len();
                self.kinds.push(RowKind::Normal(c));
                let friction = (n_rows > 1).then_some(self.frictions.len());
                self.contacts.push(Contact {
                    name: e.name.clone(),
                    row: rows.start,
                    friction,
                    law,
                });
                if friction.is_some() {
                    let tangential = rows.start + 1..rows.end;
                    self.add_friction(&e.name, tangential, law, Normal::Contact(c));
                }
            }
            Role::Friction { limit } => {
                if !(limit.is_finite() && limit >= 0.0) {
                    return Err(ModelError::value(
                        format!("{}: friction limit", e.name),
                        limit,
                        "a finite number, zero or greater",
                    ));
                }
                let law = ContactLaw::dry();
                self.add_friction(&e.name, rows.clone(), law, Normal::Force(limit));
            }
        }
        let (k, w, hess) = (self.elements.len(), self.w_len, self.h_len);
        let (name, element) = (e.name, e.element.into());
        self.place_element(k, ElementSlot { name, element, w, hess, rows, dofs, found: 0 });
        Ok(())
    }

    /// The element k, whose rows have their kinds, gets its place.
    pub(super) fn place_element(&mut self, k: usize, mut slot: ElementSlot) {
        let (n, rows) = (slot.dofs.len(), slot.rows.clone());
        let paired = self.pairs.last().map_or(0, |p| p.end());
        if matches!(self.kinds.get(rows.start), Some(RowKind::Normal(_))) {
            let rigid = |b: usize| self.bodies[b].body.nodes() == 1;
            near::pair_up(&mut self.pairs, k, &*slot.element, rigid);
        }
        if self.pairs.last().map_or(0, |p| p.end()) == paired {
            self.unpaired.push(k);
        }
        self.row_element.extend(rows.clone().map(|_| k));
        slot.found = 0;
        self.nr = rows.end;
        for _ in rows.clone() {
            self.W_col.extend(&slot.dofs);
            self.W_ptr.push(self.W_col.len());
        }
        self.elements.push(slot);
        self.find_together(k);
        self.w_len += rows.len() * n;
        self.h_len += rows.len() * n * n;
        self.max_columns = self.max_columns.max(n);
    }

    /// Where the element k is the last of contacts that one search finds, the first of them makes it.
    fn find_together(&mut self, k: usize) {
        let contact = |k: usize| contact(&*self.elements[k].element);
        let Some((last, n)) = contact(k).and_then(|e| e.place()) else { return };
        if last + 1 != n || k < last {
            return;
        }
        let from = k - last;
        let fits = |j: usize| {
            let both = contact(from).zip(contact(from + j));
            both.is_some_and(|(a, b)| a.found_with(b) && b.place() == Some((j, n)))
        };
        if (0..n).all(fits) {
            self.elements[from].found = n;
        }
    }

    pub(super) fn add_friction(
        &mut self,
        name: &str,
        rows: Range<usize>,
        law: ContactLaw,
        normal: Normal,
    ) {
        let f = self.frictions.len();
        self.kinds.extend(rows.clone().map(|_| RowKind::Friction(f)));
        self.frictions.push(Friction { name: name.into(), rows, law, normal });
    }
}
