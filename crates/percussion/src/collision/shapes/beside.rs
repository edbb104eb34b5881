//! A point over a face, or beside it.

use super::hull::{Edge, Hull};
use crate::frame::V3;

/// An edge that leads down and out at less than this angle lies on the face.
const PASSING: f64 = 1e-9;

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

/// The edges away from a vertex.
pub fn ways(h: &Hull, v: usize) -> impl Iterator<Item = V3> + '_ {
    let way = move |e: &Edge| match e.ends {
        [a, _] if a == v => Some(e.e),
        [_, b] if b == v => Some(-e.e),
        _ => None,
    };
    h.edges.iter().filter_map(way)
}

/// Whether a face ends where a vertex lies on it, and one of the vertex's edges goes on below it: then the edges that cross there
/// touch, and the vertex is about to leave.
pub fn passes(
    n: &V3,
    d: f64,
    count: usize,
    at: impl Fn(usize) -> V3,
    x: &V3,
    border: f64,
    mut ways: impl Iterator<Item = V3>,
) -> bool {
    if (n.dot(x) - d).abs() > border {
        return false;
    }
    let ends = |k: usize| {
        let (a, way) = (at(k), at((k + 1) % count) - at(k));
        let out = way.cross(n) / way.norm();
        (out.dot(&(x - a)).abs() <= border).then_some(out)
    };
    let Some(out) = (0..count).find_map(ends) else { return false };
    ways.any(|e| n.dot(&e) < -PASSING && out.dot(&e) > PASSING)
}
