//! Volume, centre and inertia of what triangles enclose: sums over tetrahedra from the origin.

use crate::frame::{M3, V3};

/// Volume, centre, and inertia about it, of density one.
#[derive(Clone, Copy, Debug, Default)]
pub struct MassProperties {
    /// Volume (m³); below zero where the triangles point inwards.
    pub volume: f64,
    /// Centre (m).
    pub centre: V3,
    /// Inertia about the centre, of density one (m⁵).
    pub inertia: M3,
}

/// Of triangles that close, counterclockwise seen from outside.
///
/// With the corners a, b, c of a triangle and 6V = a·(b × c), the tetrahedron to the origin has ∫x = V (a + b + c)/4 and
/// ∫x xᵀ = V/20 (a aᵀ + b bᵀ + c cᵀ + s sᵀ), s = a + b + c.
pub fn mass_properties(vertices: &[V3], triangles: &[[usize; 3]]) -> MassProperties {
    let n = vertices.len().max(1) as f64;
    let o = vertices.iter().sum::<V3>() / n;
    let (mut volume, mut first, mut second) = (0.0, V3::zeros(), M3::zeros());
    for t in triangles {
        let [a, b, c] = t.map(|k| vertices[k] - o);
        let v = a.dot(&b.cross(&c)) / 6.0;
        let s = a + b + c;
        volume += v;
        first += s * (v / 4.0);
        let sum = a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose();
        second += sum * (v / 20.0);
    }
    let centre = if volume == 0.0 { V3::zeros() } else { first / volume };
    let second = second - centre * centre.transpose() * volume;
    let inertia = M3::identity() * second.trace() - second;
    MassProperties { volume, centre: centre + o, inertia }
}
