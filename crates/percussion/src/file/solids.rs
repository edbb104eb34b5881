//! Surfaces of model files: meshes, height fields, plates, and convex parts of meshes.

use super::build::Builder;
use super::diagnostics::Span;
use super::hulls::FLAT_IN_FILES;
use super::read::Number;
use super::spec::{ShapeKind, ShapeSpec};
use crate::collision::shapes::{Mesh, MeshFault, Solid, MAX_SIDES};
use crate::collision::{unusable, Parts, Shape, MAX_CUT, MAX_LENGTH};
use crate::frame::V3;

/// Most convex parts of a mesh.
const MAX_PARTS: usize = 256;
/// What counts as one plane in triangles whose corners are given, in parts of the size.
const FLAT: f64 = 1e-9;

impl Builder {
    /// A mesh or a height field.
    pub(super) fn surface(&mut self, s: &ShapeSpec) -> Option<Shape> {
        let (mesh, flat) = match s.r#type {
            ShapeKind::HeightField => (self.height_field(s)?, FLAT),
            _ => (self.solid_mesh(s)?, if s.file.is_some() { FLAT_IN_FILES } else { FLAT }),
        };
        let round = self.radius(&s.radius);
        Some(Shape::of_rounded_mesh(mesh, flat, s.centred.unwrap_or(false), round))
    }

    /// Radius, radius of the wire, half the length of the straight parts.
    pub(super) fn wire(
        &mut self,
        radius: &Option<Number>,
        tube: &Option<Number>,
        length: &Option<Number>,
        span: Span,
    ) -> (f64, f64, f64) {
        let (R, r) = (self.needed(radius, "radius", span), self.needed(tube, "tube", span));
        let L = length.as_ref().map_or(0.0, |n| 0.5 * self.positive(n));
        if let (Some(n), true) = (tube, r >= R) {
            let message = format!("a tube of radius {r} leaves no hole in a ring of radius {R}");
            self.d.add(n.span, message, "less than 'radius', that of the middle line");
        }
        (R, r, L)
    }

    /// An outline with a thickness.
    pub(super) fn plate_in_space(&mut self, p: Shape, s: &ShapeSpec) -> Option<Shape> {
        let L = self.needed(&s.length, "length", s.span);
        let Parts::Outline(plate) = &p.parts else { return None };
        let off = plate.outline.chords_off();
        let hollow = s.hollow.unwrap_or(false);
        let Some(solid) = (if hollow { None } else { p.of_plate(L) }) else {
            let label = match hollow {
                true => "a hole is an outline in the plane; in space a plate runs around it".into(),
                false => format!("at most {MAX_SIDES} sides, chords of arcs that do not cross it"),
            };
            self.d.add(s.span, "this outline has no thickness", label);
            return None;
        };
        if off > 0.0 {
            let name = self.text(&s.name);
            let text =
                format!("what bends inwards of the plate '{name}' is chords, off by {off:.1e} m");
            self.notes.push(text);
        }
        Some(solid)
    }

    /// Heights over a rectangle.
    fn height_field(&mut self, s: &ShapeSpec) -> Option<Mesh> {
        let (Some(r), Some(size)) = (&s.heights, &s.size) else {
            let add = "heights = [[...], ...] and size = [x, y]";
            self.d.add(s.span, "a height field has rows of heights and a size", add);
            return None;
        };
        let before = self.d.list.len();
        let size = self.numbers(size, 2);
        let wide = r.rows.first().map_or(0, |v| v.items.len());
        let rows: Vec<Vec<f64>> = r.rows.iter().map(|v| self.numbers(v, wide)).collect();
        if rows.len() < 2 || wide < 2 || size.iter().any(|x| *x <= 0.0) {
            let label = "at least two rows of two heights, a size greater than zero";
            self.d.add(r.span, "the height field has no area", label);
        }
        if self.d.list.len() > before {
            return None;
        }
        if rows.iter().flatten().any(|z| z.abs() > MAX_LENGTH) {
            let label = format!("heights of at most {MAX_LENGTH:e}");
            self.d.add(r.span, "a height is too large to be computed with", label);
            return None;
        }
        let step = [size[0] / (wide - 1) as f64, size[1] / (rows.len() - 1) as f64];
        let (vertices, triangles) = Solid::heights(&rows, step);
        Some(Mesh { vertices, triangles })
    }

    /// The triangles of a mesh, if they can be.
    fn solid_mesh(&mut self, s: &ShapeSpec) -> Option<Mesh> {
        let Some(t) = &s.file else {
            self.d.add(s.span, "the key 'file' is missing", "file = \"...\": an STL or OBJ file");
            return None;
        };
        let scale = s.scale.as_ref().map_or(1.0, |n| self.positive(n));
        let mesh = self.mesh(t)?.scaled(&V3::repeat(scale));
        if !self.sound(&mesh, t.span, true) {
            return None;
        }
        for fault in mesh.faults() {
            let taken = match fault {
                MeshFault::Open(_) => "it acts on the side that its triangles show",
                MeshFault::Degenerate(_) => "they do nothing",
                _ => continue,
            };
            let note = format!("the mesh '{}': {fault}; {taken}", t.text);
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        Some(mesh)
    }

    /// The convex parts of a mesh, if it is closed.
    pub(super) fn convex_parts(&mut self, s: &ShapeSpec) -> Option<Shape> {
        let (Some(t), Some(n)) = (&s.file, &s.decompose) else {
            self.d.add(s.span, "the key 'file' is missing", "file = \"...\": an STL or OBJ file");
            return None;
        };
        let most = self.whole(n, 1, MAX_PARTS);
        let mesh = self.solid_mesh(s)?;
        let closed = self.sound(&mesh, t.span, false);
        if mesh.triangles.len() > MAX_CUT {
            let message = format!("{} triangles are too many to be cut", mesh.triangles.len());
            self.d.add(t.span, message, format!("at most {MAX_CUT}, or no 'decompose'"));
            return None;
        }
        let centred = s.centred.unwrap_or(false);
        let made = match closed {
            true => Shape::of_convex_parts(&mesh, most, FLAT_IN_FILES, centred),
            false => return None,
        };
        let Some((shape, parts, excess)) = made else {
            self.d.add(t.span, "the mesh has no convex parts", "a closed surface with a volume");
            return None;
        };
        let (name, more) = (self.text(&s.name), 100.0 * excess.max(0.0));
        self.notes.push(format!(
            "the mesh '{name}' is {parts} convex parts, which fill {more:.2} % more than it"
        ));
        Some(shape.rounded(self.radius(&s.radius)))
    }

    /// Whether a mesh can be what it is for; a message says why not.
    pub(super) fn sound(&mut self, mesh: &Mesh, at: Span, open: bool) -> bool {
        let faults = unusable(mesh, open);
        let sound = faults.is_empty();
        faults.into_iter().for_each(|(message, label)| self.d.add(at, message, label));
        sound
    }
}
