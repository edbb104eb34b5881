//! Convex polyhedra of model files: hulls of points or meshes, prisms, wedges.

use super::build::Builder;
use super::diagnostics::{Diagnostics, Span};
use super::read::{Number, Rows, Text, Vector};
use super::spec::{FileSpec, ShapeKind, ShapeSpec};
use crate::collision::shapes::{read_obj, read_stl, Hull, Mesh};
use crate::collision::Shape;
use crate::frame::V3;

/// What counts as one plane in points that were computed, and in those of a file, which may have single precision; in
/// parts of the size.
const FLAT: f64 = 1e-9;
pub(super) const FLAT_IN_FILES: f64 = 1e-6;

/// Paths of meshes become relative to the folder of the main file.
pub(super) fn resolve(spec: &mut FileSpec, folder: &str, d: &mut Diagnostics) {
    let shapes = spec.shapes.iter_mut().flatten().filter_map(|s| s.file.as_mut());
    let solids = spec.bodies.iter_mut().flatten().filter_map(|b| b.solid.as_mut()?.file.as_mut());
    for t in shapes.chain(solids) {
        match super::join(folder, &t.text) {
            Ok(path) => t.text = path,
            Err(why) => {
                let message = format!("cannot read '{}': {why}", t.text);
                d.add(t.span, message, "a path below this file's folder");
                t.text.clear();
            }
        }
    }
}

/// Paths of all meshes.
pub(super) fn paths(spec: &FileSpec) -> Vec<String> {
    let shapes = spec.shapes.iter().flatten().filter_map(|s| s.file.as_ref());
    let solids = spec.bodies.iter().flatten().filter_map(|b| b.solid.as_ref()?.file.as_ref());
    shapes.chain(solids).map(|t| t.text.clone()).filter(|p| !p.is_empty()).collect()
}

/// Points of a polyhedron as a file gives them.
pub(super) struct Given<'a> {
    pub span: Span,
    pub points: &'a Option<Rows>,
    pub file: &'a Option<Text>,
    pub scale: &'a Option<Number>,
    pub length: &'a Option<Number>,
    pub size: &'a Option<Vector>,
}

/// A point that has more or fewer coordinates than the first.
fn mixed(points: &Option<Rows>) -> Option<&Vector> {
    let rows = &points.as_ref()?.rows;
    rows.iter().find(|v| v.items.len() != rows[0].items.len())
}

/// Whether the outline at one end of a prism turns to one side only, and once in all.
fn once_round(points: &[V3]) -> bool {
    let outline: Vec<&V3> = points.iter().step_by(2).collect();
    let n = outline.len();
    let way = |k: usize| outline[(k + 1) % n] - outline[k % n];
    let turn = |k: usize| {
        let (a, b) = (way(k), way(k + 1));
        (a.x * b.y - a.y * b.x).atan2(a.x * b.x + a.y * b.y)
    };
    let all: f64 = (0..n).map(turn).sum();
    all.abs() < 1.5 * std::f64::consts::TAU && (0..n).all(|k| turn(k) * all > 0.0)
}

impl Builder {
    /// A hull, a prism or a wedge.
    pub(super) fn polyhedron(&mut self, s: &ShapeSpec) -> Option<Shape> {
        let ShapeSpec { span, points, file, scale, length, size, .. } = s;
        let given = Given { span: *span, points, file, scale, length, size };
        let hull = self.hull(s.r#type, &given)?;
        Some(Shape::of_hull(hull, s.centred.unwrap_or(false)))
    }

    /// The hull of what is given.
    pub(super) fn hull(&mut self, kind: ShapeKind, g: &Given) -> Option<Hull> {
        let before = self.d.list.len();
        let mut flat = FLAT;
        if let (ShapeKind::Hull, Some(r)) = (kind, g.points) {
            if !r.rows.is_empty() && r.rows.iter().all(|v| v.items.len() == 2) {
                return self.polygon(g, r);
            }
        }
        let mut points = match kind {
            ShapeKind::Wedge => self.wedge(g),
            ShapeKind::Prism => self.outline(g),
            _ => match (g.points, g.file) {
                (Some(r), None) => r.rows.iter().map(|v| self.vector(v)).collect(),
                (None, Some(t)) => {
                    flat = FLAT_IN_FILES;
                    self.mesh(t)?.vertices
                }
                _ => {
                    let add = "points = [[x, y, z], ...] or file = \"...\"";
                    self.d.add(g.span, "a hull has either points or a file", add);
                    return None;
                }
            },
        };
        if let (ShapeKind::Hull, Some(v)) = (kind, mixed(g.points)) {
            let label = "[x, y, z] all of them for a solid, [x, y] for a polygon in the plane";
            self.d.add(v.span, "this point has not as many coordinates as the others", label);
        }
        let scale = g.scale.as_ref().map_or(1.0, |n| self.positive(n));
        points.iter_mut().for_each(|p| *p *= scale);
        if self.d.list.len() > before {
            return None;
        }
        match Hull::new(&points, flat) {
            Ok(h)
                if kind == ShapeKind::Prism
                    && (h.vertices.len() != points.len() || !once_round(&points)) =>
            {
                let at = g.points.as_ref().map_or(g.span, |r| r.span);
                self.d.add(
                    at,
                    "the outline is not convex, crosses itself, or has a corner without an angle",
                    "corners of a convex polygon; of another outline make several prisms",
                );
                None
            }
            Ok(h) => Some(h),
            Err(e) => {
                self.d.add(g.span, e.to_string(), "points of a solid");
                None
            }
        }
    }

    /// A polygon of the plane.
    fn polygon(&mut self, g: &Given, r: &Rows) -> Option<Hull> {
        let before = self.d.list.len();
        let scale = g.scale.as_ref().map_or(1.0, |n| self.positive(n));
        let points: Vec<[f64; 2]> = r
            .rows
            .iter()
            .map(|v| {
                let p = self.numbers(v, 2);
                [scale * p[0], scale * p[1]]
            })
            .collect();
        if self.d.list.len() > before {
            return None;
        }
        match Hull::polygon(&points, FLAT) {
            Ok(h) => Some(h),
            Err(e) => {
                self.d.add(r.span, e.to_string(), "corners of a convex polygon");
                None
            }
        }
    }

    /// Half of a box: its edge at the top is that at -x.
    fn wedge(&mut self, g: &Given) -> Vec<V3> {
        let Some(v) = g.size else {
            self.d.add(g.span, "the key 'size' is missing", "add size = [x, y, z]");
            return Vec::new();
        };
        let h = V3::from_vec(self.numbers(v, 3)) * 0.5;
        if h.iter().any(|x| *x <= 0.0) {
            self.d.add(
                v.span,
                "the edges of a wedge are greater than zero",
                "all greater than zero",
            );
        }
        let low = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| (x, y, -1.0));
        let high = [(-1.0, -1.0, 1.0), (-1.0, 1.0, 1.0)];
        let all = low.into_iter().chain(high);
        all.map(|(x, y, z)| V3::new(x, y, z).component_mul(&h)).collect()
    }

    /// An outline at both ends of a prism.
    fn outline(&mut self, g: &Given) -> Vec<V3> {
        let Some(r) = g.points else {
            self.d.add(g.span, "the key 'points' is missing", "add points = [[x, y], ...]");
            return Vec::new();
        };
        let half = 0.5 * self.needed(g.length, "length", g.span);
        let mut out = Vec::new();
        for v in &r.rows {
            let p = self.numbers(v, 2);
            out.extend([-half, half].map(|z| V3::new(p[0], p[1], z)));
        }
        out
    }

    /// The mesh of a file.
    pub(super) fn mesh(&mut self, t: &Text) -> Option<Mesh> {
        let path = t.text.clone();
        let text = match self.meshes.get(&path)? {
            Ok(text) => text,
            Err(why) => {
                let message = format!("cannot read '{path}': {why}");
                self.d.add(t.span, message, "an STL or OBJ file");
                return None;
            }
        };
        let lower = path.to_ascii_lowercase();
        let mesh = if lower.ends_with(".stl") {
            read_stl(text.as_bytes())
        } else if lower.ends_with(".obj") {
            read_obj(text)
        } else {
            Err("its name ends neither with .stl nor with .obj".into())
        };
        match mesh {
            Ok(m) => Some(m),
            Err(why) => {
                self.d.add(t.span, format!("cannot read '{path}': {why}"), "an STL or OBJ file");
                None
            }
        }
    }
}
