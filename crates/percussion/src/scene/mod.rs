//! What a model looks like, and where everything is in each row of a record. Knows nothing of
//! files, and a viewer of it needs no kinematics: it composes a frame with a constant offset.
//!
//! A [`Scene`] is what does not change: parts with shapes in their frames, joints, springs,
//! contacts. A [`Motion`] has, for each row, the frames, the contacts that are near with their
//! forces, reactions of joints, loads, energy and violations.
//!
//! Shapes are those that the model declares. Where it declares none for a body they follow from
//! what touches it, then from where joints and springs hold it; a symbol is left where nothing is
//! known.

mod infer;
mod motion;
mod units;

pub use motion::{ContactRow, Motion, Phase};
pub use units::unit;

use crate::frame::{Anchor, M3, V3};
use crate::picture::Shape;
use crate::system::{RowKind, System};
use nalgebra::{Rotation3, UnitQuaternion};
use serde::Serialize;
use std::collections::HashMap;

/// A place: a frame of the motion (none is the world) with a constant offset and turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// Index of the frame.
    pub frame: Option<usize>,
    /// Offset in the axes of the frame.
    pub r: [f64; 3],
    /// Turn relative to the frame, a quaternion with its scalar first.
    pub p: [f64; 4],
}

/// A shape at a place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Placed {
    /// Where.
    pub at: Place,
    /// What.
    pub shape: Shape,
}

/// A thing that moves: a body, or a piece of one that is given by functions.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// Name.
    pub name: String,
    /// `body`, `line` (a flexible body, its frames in order along the centreline) or `piece`.
    pub kind: &'static str,
    /// Its first frame.
    pub first: usize,
    /// Number of its frames.
    pub count: usize,
    /// Its shapes.
    pub shapes: Vec<Placed>,
    /// Radius of a line, where contacts tell.
    pub radius: Option<f64>,
    /// Columns of the record that belong to it.
    pub columns: Vec<String>,
}

/// A joint, a stop or a spring between two places.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    /// Name.
    pub name: String,
    /// Type: `revolute`, `spring`, ...
    pub kind: String,
    /// First place.
    pub a: Place,
    /// Second place.
    pub b: Place,
}

/// A contact.
#[derive(Clone, Debug, Serialize)]
pub struct ContactInfo {
    /// Name.
    pub name: String,
    /// Friction coefficient.
    pub mu: f64,
    /// Restitution.
    pub e_n: f64,
    /// The body that the arrows of force and percussion act on, or the world.
    pub on: String,
}

impl ContactInfo {
    fn of(sys: &System, contact: &crate::system::Contact) -> Self {
        let element = &sys.elements[sys.row_element[contact.row]].element;
        let body = element.sketch().and_then(|s| sys.bodies.get(s.b.body?));
        let on = body.map_or("world".into(), |b| b.name.clone());
        ContactInfo { name: contact.name.clone(), mu: contact.law.mu, e_n: contact.law.e_N, on }
    }
}

/// Where a frame comes from.
#[derive(Clone)]
enum Source {
    Node(usize, usize),
    Anchor(Box<Anchor>),
    Piece(usize, usize),
    /// The coordinates of a body taken as a position: a body given by functions without a drawing.
    Coordinates(usize),
}

/// What a model looks like.
#[derive(Clone, Serialize)]
pub struct Scene {
    /// Whether all moves in the x-y plane.
    pub planar: bool,
    /// Gravitational acceleration.
    pub gravity: [f64; 3],
    /// Number of frames.
    pub frames: usize,
    /// What moves.
    pub parts: Vec<Part>,
    /// Floors, walls and whatever else stands still.
    pub world: Vec<Placed>,
    /// Joints and stops.
    pub joints: Vec<Link>,
    /// Springs, dampers and actuators.
    pub springs: Vec<Link>,
    /// Loads at points.
    pub loads: Vec<String>,
    /// Contacts, in the order of the system.
    pub contacts: Vec<ContactInfo>,
    #[serde(skip)]
    sources: Vec<Source>,
    /// Element of each joint and of each contact.
    #[serde(skip)]
    joint_elements: Vec<usize>,
    #[serde(skip)]
    contact_elements: Vec<usize>,
}

fn quaternion(A: &M3) -> [f64; 4] {
    let p = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(*A));
    [p.w, p.i, p.j, p.k]
}

impl Scene {
    /// The scene of a system.
    pub fn of(sys: &System) -> Self {
        let mut scene = Scene {
            planar: sys.bodies.iter().all(|b| b.body.planar()),
            gravity: sys.gravity().into(),
            frames: 0,
            parts: Vec::new(),
            world: Vec::new(),
            joints: Vec::new(),
            springs: Vec::new(),
            loads: Vec::new(),
            contacts: Vec::new(),
            sources: Vec::new(),
            joint_elements: Vec::new(),
            contact_elements: Vec::new(),
        };
        let mut nodes = HashMap::new();
        for b in 0..sys.bodies.len() {
            scene.add_body(sys, b, &mut nodes);
        }
        scene.add_elements(sys, &mut nodes);
        infer::shapes(&mut scene, sys, &mut nodes);
        scene.frames = scene.sources.len();
        scene
    }

    fn add_body(&mut self, sys: &System, b: usize, nodes: &mut HashMap<(usize, usize), usize>) {
        let slot = &sys.bodies[b];
        let mut columns: Vec<String> =
            sys.q_names[slot.q.clone()].iter().map(|n| format!("q.{n}")).collect();
        columns.extend(sys.u_names[slot.u.clone()].iter().map(|n| format!("u.{n}")));
        columns.truncate(200);
        let first = self.sources.len();
        let part = |name: String, kind, first, count, columns| Part {
            name,
            kind,
            first,
            count,
            shapes: Vec::new(),
            radius: None,
            columns,
        };
        let drawings = &sys.pictures().drawings;
        if let Some(d) = drawings.iter().position(|d| d.body == b) {
            for (k, piece) in drawings[d].pieces.iter().enumerate() {
                let frame = self.sources.len();
                self.sources.push(Source::Piece(d, k));
                let mut p = part(piece.name.clone(), "piece", frame, 1, columns.clone());
                p.shapes = piece.shapes.iter().map(|s| placed(frame, s.clone())).collect();
                self.parts.push(p);
            }
        } else if slot.body.frame_columns(0).is_empty() {
            self.sources.push(Source::Coordinates(b));
            let mut p = part(slot.name.clone(), "piece", first, 1, columns);
            p.shapes.push(placed(first, Shape::Symbol));
            self.parts.push(p);
        } else {
            for &node in &slot.line {
                nodes.insert((b, node), self.sources.len());
                self.sources.push(Source::Node(b, node));
            }
            let kind = if slot.line.len() > 1 { "line" } else { "body" };
            self.parts.push(part(slot.name.clone(), kind, first, slot.line.len(), columns));
        }
    }

    fn add_elements(&mut self, sys: &System, nodes: &mut HashMap<(usize, usize), usize>) {
        // contacts that come and go have no columns
        for (k, e) in sys.elements[..sys.lasting_elements()].iter().enumerate() {
            let contact = match sys.kinds.get(e.rows.start) {
                Some(RowKind::Normal(c)) if !e.rows.is_empty() => Some(*c),
                _ => None,
            };
            if let Some(c) = contact {
                self.contacts.push(ContactInfo::of(sys, &sys.contacts[c]));
                self.contact_elements.push(k);
            }
            let Some(s) = e.element.sketch() else { continue };
            if contact.is_none() || s.kind == "stop" {
                let (a, b) = (self.place(&s.a, nodes), self.place(&s.b, nodes));
                let (name, kind) = (e.name.clone(), s.kind.to_string());
                self.joints.push(Link { name, kind, a, b });
                self.joint_elements.push(k);
            }
        }
        for (name, force) in sys.forces() {
            if let Some(s) = force.sketch().filter(|s| s.kind != "force") {
                let (a, b) = (self.place(&s.a, nodes), self.place(&s.b, nodes));
                self.springs.push(Link { name: name.into(), kind: s.kind.into(), a, b });
            }
            let mut u = sys.u0.clone();
            u.push(1.0);
            if force.load(&sys.context(0.0, &sys.q0, &u)).is_some() {
                self.loads.push(name.into());
            }
        }
    }

    /// Where an anchor is. Driven anchors and material points get frames of their own.
    fn place(&mut self, a: &Anchor, nodes: &mut HashMap<(usize, usize), usize>) -> Place {
        if a.drive.is_some() {
            self.sources.push(Source::Anchor(Box::new(a.clone())));
            let (frame, r) = (Some(self.sources.len() - 1), [0.0; 3]);
            return Place { frame, r, p: [1.0, 0.0, 0.0, 0.0] };
        }
        let frame = a.body.map(|b| {
            *nodes.entry((b, a.node)).or_insert_with(|| {
                self.sources.push(Source::Node(b, a.node));
                self.sources.len() - 1
            })
        });
        Place { frame, r: a.rho.into(), p: quaternion(&a.R) }
    }
}

fn placed(frame: usize, shape: Shape) -> Placed {
    let at = Place { frame: Some(frame), r: [0.0; 3], p: [1.0, 0.0, 0.0, 0.0] };
    Placed { at, shape }
}

fn vector(r: &[f64; 3]) -> V3 {
    V3::from(*r)
}
