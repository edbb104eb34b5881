//! Points and segments: the cores of spheres and capsules.

use super::feature::Feature;
use super::hull::Hull;
use super::meet::PARALLEL;
use crate::frame::V3;

/// Segments cross where their ends are beyond the crossing by no less than this part of their length.
const SLACK: f64 = 1e-8;

/// Slots of the ends of the second, of those of the first, and of the crossing of two segments.
pub(super) fn thin_slots(one: &Hull, two: &Hull) -> usize {
    match (one.edges.len(), two.edges.len()) {
        (1, 1) => 5,
        _ => 1,
    }
}

/// Where along the segment between `ends` the point x is nearest, as a part of its length.
fn along(ends: &[V3], x: &V3) -> f64 {
    let way = ends[1] - ends[0];
    way.dot(&(x - ends[0])) / way.norm_squared()
}

/// What touches of two that are thin, the vertices of the second in the axes of the first. Of two segments each end has a
/// contact with the other one, and there is one where they cross.
pub(super) fn thin(one: &Hull, two: &[V3], out: &mut [Option<Feature>]) {
    let (one, two) = (&one.vertices[..], two);
    let end1 = |i: usize| match along(two, &one[i]) {
        t if t <= 0.0 => Feature::Vertices(i, 0),
        t if t >= 1.0 => Feature::Vertices(i, 1),
        _ => Feature::VertexEdge(i, 0),
    };
    let end2 = |j: usize| match along(one, &two[j]) {
        t if t <= 0.0 => Feature::Vertices(0, j),
        t if t >= 1.0 => Feature::Vertices(1, j),
        _ => Feature::EdgeVertex(0, j),
    };
    match (one.len(), two.len()) {
        (1, 1) => out[0] = Some(Feature::Vertices(0, 0)),
        (1, _) => out[0] = Some(end1(0)),
        (_, 1) => out[0] = Some(end2(0)),
        _ => {
            let ends = [end2(0), end2(1), end1(0), end1(1)];
            for (k, end) in ends.into_iter().enumerate() {
                if !ends[..k].contains(&end) {
                    out[k] = Some(end);
                }
            }
            if cross(one, two) {
                out[4] = Some(Feature::Edges(0, 0));
            }
        }
    }
}

/// Whether the points at which the lines of two segments are nearest are between their ends.
fn cross(one: &[V3], two: &[V3]) -> bool {
    let (e1, e2, d) = (one[1] - one[0], two[1] - two[0], two[0] - one[0]);
    let m = e1.cross(&e2);
    let q = m.norm_squared();
    let on = |t: f64| (-SLACK..=1.0 + SLACK).contains(&t);
    q > PARALLEL * PARALLEL * e1.norm_squared() * e2.norm_squared()
        && on(d.dot(&e2.cross(&m)) / q)
        && on(d.dot(&e1.cross(&m)) / q)
}
