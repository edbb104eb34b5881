//! A point over a face, or beside it.

use crate::frame::V3;

/// What of a face is nearest to a point.
pub enum Beside {
    /// The point is over the face.
    Nothing,
    /// The edge that begins at this vertex.
    Edge(usize),
    /// This vertex.
    Vertex(usize),
}

/// Where a point is, seen from a face with these vertices: over it, or above it beside an edge or a vertex; and how far. None
/// where it is beside and below.
pub fn on_face(
    n: &V3,
    d: f64,
    count: usize,
    at: impl Fn(usize) -> V3,
    x: &V3,
    border: f64,
) -> Option<(Beside, f64)> {
    let h = n.dot(x) - d;
    let mut outside = false;
    let mut best = (f64::INFINITY, Beside::Nothing);
    for k in 0..count {
        let (a, b) = (at(k), at((k + 1) % count));
        let way = b - a;
        let l = way.norm();
        // inside is to the left
        if n.cross(&way).dot(&(x - a)) >= -border * l {
            continue;
        }
        outside = true;
        let t = way.dot(&(x - a)) / (l * l);
        let (foot, beside) = match t {
            t if t <= 0.0 => (a, Beside::Vertex(k)),
            t if t >= 1.0 => (b, Beside::Vertex((k + 1) % count)),
            t => (a + way * t, Beside::Edge(k)),
        };
        let far = (x - foot).norm();
        if far < best.0 {
            best = (far, beside);
        }
    }
    match outside {
        false => Some((Beside::Nothing, h)),
        true if h > 0.0 => Some((best.1, best.0)),
        true => None,
    }
}
