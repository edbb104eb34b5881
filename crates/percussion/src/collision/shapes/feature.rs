//! What touches of two polyhedra.

use super::hull::Hull;

/// Two features, the first one's index first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A face of the first, a vertex of the second.
    FaceVertex(usize, usize),
    /// A vertex of the first, a face of the second.
    VertexFace(usize, usize),
    /// Two edges that cross.
    Edges(usize, usize),
    /// An edge of the first, a vertex of the second.
    EdgeVertex(usize, usize),
    /// A vertex of the first, an edge of the second.
    VertexEdge(usize, usize),
    /// Two vertices.
    Vertices(usize, usize),
}

/// Indices of hulls are smaller than two to the power of this.
const BITS: u32 = 24;

impl Feature {
    /// One for each, greater than zero.
    pub(crate) fn number(&self) -> u64 {
        let (kind, a, b) = match *self {
            Feature::FaceVertex(a, b) => (1, a, b),
            Feature::VertexFace(a, b) => (2, a, b),
            Feature::Edges(a, b) => (3, a, b),
            Feature::EdgeVertex(a, b) => (4, a, b),
            Feature::VertexEdge(a, b) => (5, a, b),
            Feature::Vertices(a, b) => (6, a, b),
        };
        (kind << (2 * BITS)) | ((a as u64) << BITS) | b as u64
    }

    /// The one with this number, where both have such features.
    pub(crate) fn of_number(n: u64, one: &Hull, two: &Hull) -> Option<Self> {
        let low = (1 << BITS) - 1;
        let (a, b) = (((n >> BITS) & low) as usize, (n & low) as usize);
        let counts = |h: &Hull| (h.faces.len(), h.edges.len(), h.vertices.len());
        let ((f1, e1, v1), (f2, e2, v2)) = (counts(one), counts(two));
        let (feature, most) = match n >> (2 * BITS) {
            1 => (Feature::FaceVertex(a, b), (f1, v2)),
            2 => (Feature::VertexFace(a, b), (v1, f2)),
            3 => (Feature::Edges(a, b), (e1, e2)),
            4 => (Feature::EdgeVertex(a, b), (e1, v2)),
            5 => (Feature::VertexEdge(a, b), (v1, e2)),
            6 => (Feature::Vertices(a, b), (v1, v2)),
            _ => return None,
        };
        (a < most.0 && b < most.1).then_some(feature)
    }
}
