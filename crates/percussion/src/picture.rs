//! What the parts of a model look like. Nothing here moves anything: shapes and drawings are for
//! [`crate::scene`] alone.

use crate::frame::{Anchor, BodyId, M3, V3};
use serde::Serialize;
use std::sync::Arc;

/// A shape about a frame, in metres.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Shape {
    /// The plane through the origin with normal e_z.
    Plane,
    /// A sphere, in the plane a disc. Radius zero is a point.
    Sphere {
        /// Radius (m).
        radius: f64,
    },
    /// A box by half its edges; the third is zero for a rectangle of the plane.
    Box {
        /// Half the edges (m).
        half: [f64; 3],
        /// Radius of the rounding, outside of `half` (m).
        round: f64,
    },
    /// A capsule along e_z.
    Capsule {
        /// Half the length between the centres of its ends (m).
        half_length: f64,
        /// Radius (m).
        radius: f64,
    },
    /// A cylinder along e_z; none as half length has no ends.
    Cylinder {
        /// Half its length (m).
        half_length: Option<f64>,
        /// Radius (m).
        radius: f64,
    },
    /// The inside of a cylinder along e_z without ends.
    HollowCylinder {
        /// Radius (m).
        radius: f64,
    },
    /// A thin disc across e_z.
    Disc {
        /// Radius (m).
        radius: f64,
    },
    /// An ellipsoid by its half axes.
    Ellipsoid {
        /// Half axes (m).
        half: [f64; 3],
    },
    /// The convex hull of points.
    Hull {
        /// The points.
        points: Vec<[f64; 3]>,
    },
    /// Triangles.
    Mesh {
        /// Corners.
        vertices: Vec<[f64; 3]>,
        /// Three indices each.
        triangles: Vec<[usize; 3]>,
    },
    /// A polygon in the x-y plane, drawn as a plate.
    Polygon {
        /// Corners in order.
        points: Vec<[f64; 2]>,
    },
    /// Bars that connect points in order; the viewer chooses their width.
    Bars {
        /// The points.
        points: Vec<[f64; 3]>,
    },
    /// A body of which nothing is known but where it is; the viewer chooses the size.
    Symbol,
}

impl Shape {
    /// A box from half its edges.
    pub fn cuboid(h: &V3, round: f64) -> Self {
        Shape::Box { half: (*h).into(), round }
    }
    /// Triangles about the middle line of a ring or link.
    pub(crate) fn ring(R: f64, r: f64, L: f64) -> Self {
        use std::f64::consts::TAU;
        let (around, across) = (40, 12);
        let mut vertices = Vec::new();
        for k in 0..around {
            // both halves begin and end where the straight parts do
            let (half, of) =
                (k / (around / 2), (k % (around / 2)) as f64 / (around / 2 - 1) as f64);
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
        Shape::Mesh { vertices, triangles }
    }
    /// Whether its sizes are finite, and none below zero. Capsules and cylinders may be endless.
    pub(crate) fn proper(&self) -> bool {
        let sizes = |v: &[f64]| v.iter().all(|x| *x >= 0.0 && x.is_finite());
        match self {
            Shape::Sphere { radius }
            | Shape::HollowCylinder { radius }
            | Shape::Disc { radius }
            | Shape::Cylinder { half_length: None, radius } => sizes(&[*radius]),
            Shape::Box { half, round } => sizes(half) && sizes(&[*round]),
            Shape::Capsule { half_length, radius }
            | Shape::Cylinder { half_length: Some(half_length), radius } => {
                *half_length >= 0.0 && sizes(&[*radius])
            }
            Shape::Ellipsoid { half } => sizes(half),
            _ => self.finite(),
        }
    }
    /// Whether all its numbers can be drawn.
    pub fn finite(&self) -> bool {
        let all = |v: &[f64]| v.iter().all(|x| x.is_finite());
        match self {
            Shape::Plane | Shape::Symbol => true,
            Shape::Sphere { radius }
            | Shape::HollowCylinder { radius }
            | Shape::Disc { radius }
            | Shape::Cylinder { half_length: None, radius } => radius.is_finite(),
            Shape::Box { half, round } => all(half) && round.is_finite(),
            Shape::Capsule { half_length, radius }
            | Shape::Cylinder { half_length: Some(half_length), radius } => {
                all(&[*half_length, *radius])
            }
            Shape::Ellipsoid { half } => all(half),
            Shape::Hull { points } | Shape::Bars { points } => points.iter().all(|p| all(p)),
            Shape::Mesh { vertices, .. } => vertices.iter().all(|p| all(p)),
            Shape::Polygon { points } => points.iter().all(|p| all(p)),
        }
    }
}

/// What an element between two anchors is, for drawing.
#[derive(Clone)]
pub struct Sketch {
    /// `contact`, or the type of a joint or force.
    pub kind: &'static str,
    /// First anchor.
    pub a: Anchor,
    /// Second anchor.
    pub b: Anchor,
    /// What the first body is at its anchor, as far as the element knows.
    pub shape_a: Option<Shape>,
    /// The same of the second.
    pub shape_b: Option<Shape>,
}

impl Sketch {
    /// Drawing of a driven element: an actuator in place of a spring.
    pub(crate) fn driven(self) -> Self {
        Sketch { kind: if self.kind == "spring" { "actuator" } else { self.kind }, ..self }
    }
}

/// Where an element acts: the point and, for each of its rows, the force on the second body per
/// unit multiplier (zero for a couple).
#[derive(Clone, Debug, Default)]
pub struct Action {
    /// The point in space (m).
    pub point: V3,
    /// Directions of the rows.
    pub forces: Vec<V3>,
}

/// Position and orientation as a function of time and of a body's coordinates.
pub type Pose = Arc<dyn Fn(f64, &[f64]) -> (V3, M3) + Send + Sync>;

/// A piece of the drawing of a body whose coordinates say nothing about where it is.
#[derive(Clone)]
pub struct Piece {
    /// Name.
    pub name: String,
    /// Shapes about its frame.
    pub shapes: Vec<Shape>,
    /// Its frame.
    pub pose: Pose,
}

/// The drawing of a system that is given by functions: its pieces, and where its contacts act.
#[derive(Clone, Default)]
pub struct Drawing {
    /// Index of the body.
    pub(crate) body: usize,
    /// Pieces.
    pub pieces: Vec<Piece>,
    /// For the contacts by name: the contact point and as axes (tangent, tangent, normal), the
    /// normal pointing to where the contact pushes the drawn body.
    pub contacts: Vec<(String, Pose)>,
}

impl Drawing {
    /// An empty drawing of a body.
    pub fn of(body: BodyId) -> Self {
        Drawing { body: body.0, ..Drawing::default() }
    }
    /// Adds a piece.
    pub fn piece(
        mut self,
        name: &str,
        shapes: Vec<Shape>,
        pose: impl Fn(f64, &[f64]) -> (V3, M3) + Send + Sync + 'static,
    ) -> Self {
        self.pieces.push(Piece { name: name.into(), shapes, pose: Arc::new(pose) });
        self
    }
    /// Says where a contact of the plane acts: the point, the normal, and the tangent.
    pub fn contact(
        mut self,
        name: &str,
        place: impl Fn(f64, &[f64]) -> (V3, V3, V3) + Send + Sync + 'static,
    ) -> Self {
        let pose = move |t: f64, q: &[f64]| {
            let (r, n, tangent) = place(t, q);
            (r, M3::from_columns(&[tangent, n.cross(&tangent), n]))
        };
        self.contacts.push((name.into(), Arc::new(pose)));
        self
    }
}

/// The rotation of the plane by an angle.
pub fn turned(angle: f64) -> M3 {
    crate::frame::rotation(&V3::z(), angle)
}

/// What a model says about its looks.
#[derive(Clone, Default)]
pub struct Pictures {
    /// Shapes of bodies and of the world.
    pub shapes: Vec<(Anchor, Shape)>,
    /// Drawings of systems given by functions.
    pub drawings: Vec<Drawing>,
}
