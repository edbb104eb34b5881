//! Shapes of smooth pieces: cones, rings, meshes, height fields, plates, and all others where a pair has no contact of its own.

use super::build::Builder;
use super::diagnostics::Span;
use super::hulls::FLAT_IN_FILES;
use super::pairs::Pair;
use super::read::Number;
use super::shapes::{shifted, Parts, Plate, MAX_LENGTH};
use super::spec::{ShapeKind, ShapeSpec};
use crate::contacts::{SolidOnSolid, SolidPair};
use crate::frame::{Anchor, V3};
use crate::picture;
use crate::shapes::{decompose, Hull, Mesh, MeshFault, Solid, MAX_SIDES};
use std::sync::Arc;

/// Most triangles of a mesh that touches.
const MAX_TRIANGLES: usize = 500_000;
/// Most convex parts, and most triangles of what is cut into them.
const MAX_PARTS: usize = 256;
const MAX_CUT: usize = 5000;
/// What counts as one plane in triangles whose corners are given, in parts of the size.
const FLAT: f64 = 1e-9;

/// A solid, and what it looks like.
#[derive(Clone)]
pub(super) struct Pieces {
    pub at: Anchor,
    pub solid: Arc<Solid>,
    pub picture: Arc<picture::Shape>,
}

/// Triangles about the middle line of a ring or link.
fn ring_picture(R: f64, r: f64, L: f64) -> picture::Shape {
    use std::f64::consts::TAU;
    let (around, across) = (40, 12);
    let mut vertices = Vec::new();
    for k in 0..around {
        // both halves begin and end where the straight parts do
        let (half, of) = (k / (around / 2), (k % (around / 2)) as f64 / (around / 2 - 1) as f64);
        let at = match L > 0.0 {
            true => TAU * (0.5 * (half as f64 + of) - 0.25),
            false => TAU * k as f64 / around as f64,
        };
        let x = if half == 0 { L } else { -L };
        for j in 0..across {
            let (s, c) = (TAU * j as f64 / across as f64).sin_cos();
            let (y, out) = (at.sin() * (R + r * c), at.cos() * (R + r * c));
            vertices.push([out + x, y, r * s]);
        }
    }
    let mut triangles = Vec::new();
    for (k, j) in (0..around).flat_map(|k| (0..across).map(move |j| (k, j))) {
        let at = |k: usize, j: usize| (k % around) * across + j % across;
        let [a, b, c, d] = [at(k, j), at(k + 1, j), at(k + 1, j + 1), at(k, j + 1)];
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    picture::Shape::Mesh { vertices, triangles }
}

impl Parts {
    /// The same as solids of smooth pieces; none for what is of the plane.
    fn pieces(&self, planar: bool) -> Result<Vec<(Anchor, Arc<Solid>)>, &'static str> {
        let one = |at: &Anchor, s: Solid| vec![(at.clone(), Arc::new(s))];
        Ok(match self {
            Parts::Plane(at) => one(at, Solid::plane()),
            Parts::Spheres(list, R) => {
                let solid = Arc::new(Solid::sphere(*R));
                list.iter().map(|at| (at.clone(), solid.clone())).collect()
            }
            Parts::Capsule(c) => one(&c.at, Solid::capsule(c.L, c.R)),
            Parts::Cylinder(c) => one(&c.at, Solid::cylinder(c.L, c.R)),
            Parts::Rim(at, R) => one(at, Solid::disc(*R)),
            Parts::Ellipsoid(at, a) => one(at, Solid::ellipsoid(*a)),
            Parts::Pieces(p) => vec![(p.at.clone(), p.solid.clone())],
            Parts::Box(b) if !b.flat => {
                let s = b.solid(planar)?;
                one(&s.at, Solid::convex(&s.hull, s.round))
            }
            Parts::Hull(h) if !h.hull.flat => one(&h.at, Solid::convex(&h.hull, h.round)),
            Parts::Hollow(at, R) => one(at, Solid::bore(*R)),
            Parts::Box(_) | Parts::Hull(_) | Parts::Outline(_) | Parts::Several(_) => Vec::new(),
        })
    }
}

impl Pair {
    /// All other pairs: false where one of the two has no pieces, or the second is a plane.
    pub(super) fn solids(&mut self, x: &Parts, y: &Parts) -> Result<bool, &'static str> {
        // cylinders and holes without ends that are parallel touch nowhere
        let endless = |p: &Parts| match p {
            Parts::Cylinder(c) => !c.L.is_finite(),
            Parts::Hollow(..) => true,
            _ => false,
        };
        let hole = |x: &Parts, y: &Parts| matches!((x, y), (Parts::Plane(_), Parts::Hollow(..)));
        if self.planar || hole(x, y) || matches!(y, Parts::Plane(_)) || endless(x) && endless(y) {
            return Ok(false);
        }
        let (one, two) = (x.pieces(false)?, y.pieces(false)?);
        for (a, s) in &one {
            for (b, o) in &two {
                let pair = SolidPair { one: s.clone(), two: o.clone() };
                for slot in 0..pair.slots() {
                    self.add(SolidOnSolid { pair: pair.clone(), slot }, a, b);
                }
            }
        }
        Ok(!one.is_empty() && !two.is_empty())
    }
}

impl Builder {
    /// A cone, a ring, a mesh or a height field.
    pub(super) fn pieces(&mut self, s: &ShapeSpec, here: Anchor) -> Option<Pieces> {
        match s.r#type {
            ShapeKind::Cone => return Some(self.cone(s, here)),
            ShapeKind::Torus => return Some(self.torus(s, here)),
            _ => {}
        }
        let (mesh, flat) = match s.r#type {
            ShapeKind::HeightField => (self.height_field(s)?, FLAT),
            _ => (self.solid_mesh(s)?, if s.file.is_some() { FLAT_IN_FILES } else { FLAT }),
        };
        let round = self.radius(&s.radius);
        let c = match s.centred.unwrap_or(false) {
            true => mesh.mass_properties().centre,
            false => {
                let low = mesh.vertices.iter().fold(mesh.vertices[0], |l, v| l.inf(v));
                let high = mesh.vertices.iter().fold(mesh.vertices[0], |l, v| l.sup(v));
                (low + high) * 0.5
            }
        };
        let vertices: Vec<V3> = mesh.vertices.iter().map(|v| v - c).collect();
        let at = if s.centred.unwrap_or(false) { here } else { shifted(&here, c) };
        let solid = Arc::new(Solid::mesh(&vertices, &mesh.triangles, flat, round, false));
        let picture = Arc::new(picture::Shape::Mesh {
            vertices: vertices.into_iter().map(Into::into).collect(),
            triangles: mesh.triangles,
        });
        Some(Pieces { at, solid, picture })
    }

    fn cone(&mut self, s: &ShapeSpec, here: Anchor) -> Pieces {
        let R = self.needed(&s.radius, "radius", s.span);
        let height = self.needed(&s.length, "length", s.span);
        let at = match s.centred.unwrap_or(false) {
            true => shifted(&here, V3::z() * (-0.25 * height)),
            false => here,
        };
        let rim = (0..32).map(|k| {
            let (y, x) = (std::f64::consts::TAU * f64::from(k) / 32.0).sin_cos();
            [R * x, R * y, 0.0]
        });
        let points = rim.chain([[0.0, 0.0, height]]).collect();
        let picture = Arc::new(picture::Shape::Hull { points });
        Pieces { at, solid: Arc::new(Solid::cone(R, height)), picture }
    }

    fn torus(&mut self, s: &ShapeSpec, at: Anchor) -> Pieces {
        let (R, r, L) = self.wire(&s.radius, &s.tube, &s.length, s.span);
        let solid = Arc::new(Solid::torus(R, r, L));
        Pieces { at, solid, picture: Arc::new(ring_picture(R, r, L)) }
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
    pub(super) fn plate_in_space(&mut self, p: &Plate, s: &ShapeSpec) -> Option<Pieces> {
        let L = 0.5 * self.needed(&s.length, "length", s.span);
        let hollow = s.hollow.unwrap_or(false);
        let made = if hollow { None } else { Solid::extruded(&p.outline, L) };
        let Some((solid, vertices, triangles)) = made else {
            let label = match hollow {
                true => "a hole is an outline in the plane; in space a plate runs around it".into(),
                false => format!("at most {MAX_SIDES} sides, chords of arcs that do not cross it"),
            };
            self.d.add(s.span, "this outline has no thickness", label);
            return None;
        };
        let off = p.outline.chords_off();
        if off > 0.0 {
            let name = self.text(&s.name);
            let text =
                format!("what bends inwards of the plate '{name}' is chords, off by {off:.1e} m");
            self.notes.push(text);
        }
        let vertices = vertices.into_iter().map(Into::into).collect();
        let picture = Arc::new(picture::Shape::Mesh { vertices, triangles });
        Some(Pieces { at: p.at.clone(), solid: Arc::new(solid), picture })
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
    pub(super) fn convex_parts(&mut self, s: &ShapeSpec, here: &Anchor) -> Option<Vec<Parts>> {
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
        let made = if closed { decompose(&mesh, most, FLAT_IN_FILES) } else { return None };
        let Some((hulls, excess)) = made else {
            self.d.add(t.span, "the mesh has no convex parts", "a closed surface with a volume");
            return None;
        };
        let name = self.text(&s.name);
        let (parts, more) = (hulls.len(), 100.0 * excess.max(0.0));
        self.notes.push(format!(
            "the mesh '{name}' is {parts} convex parts, which fill {more:.2} % more than it"
        ));
        let origin = match s.centred.unwrap_or(false) {
            true => mesh.mass_properties().centre,
            false => V3::zeros(),
        };
        let round = self.radius(&s.radius);
        let part = |h: Hull| {
            let c = h.mass_properties().centre;
            let (at, hull) = (shifted(here, c - origin), Arc::new(h.about_point(&c)));
            Parts::Hull(super::shapes::Solid { at, hull, round })
        };
        Some(hulls.into_iter().map(part).collect())
    }

    /// Whether a mesh can be what it is for; a message says why not.
    pub(super) fn sound(&mut self, mesh: &Mesh, at: Span, open: bool) -> bool {
        let before = self.d.list.len();
        if mesh.triangles.len() > MAX_TRIANGLES {
            let message = format!("{} triangles are too many for contacts", mesh.triangles.len());
            self.d.add(at, message, format!("at most {MAX_TRIANGLES}, or type = \"hull\""));
            return false;
        }
        if mesh.vertices.iter().any(|v| !v.iter().all(|x| x.abs() <= MAX_LENGTH)) {
            let allowed = format!("finite numbers, at most {MAX_LENGTH:e}");
            self.d.add(at, "a corner of the mesh is too far away, or not finite", allowed);
            return false;
        }
        for f in mesh.faults() {
            match f {
                // an open mesh acts on the side its triangles show; triangles without area do nothing
                MeshFault::Open(_) if open => {}
                MeshFault::Degenerate(n) if n < mesh.triangles.len() => {}
                MeshFault::Inverted => {
                    let label = "turn the triangles round: counterclockwise seen from outside";
                    self.d.add(at, format!("the mesh is unusable: {f}"), label);
                }
                f => self.d.add(at, format!("the mesh is unusable: {f}"), "a closed surface"),
            }
        }
        if let Some((a, b)) = mesh.crossing() {
            let message = format!("triangles {} and {} of the mesh cross each other", a + 1, b + 1);
            self.d.add(at, message, "a surface that does not pass through itself");
        }
        self.d.list.len() == before
    }
}
