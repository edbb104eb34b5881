//! The distance of two convex bodies by their support points alone (Gilbert, Johnson, Keerthi: A fast procedure for computing the
//! distance between complex objects in three-dimensional space, 1988, doi:10.1109/56.2083).
//!
//! Each iterate v is the point nearest to the origin of a simplex of differences x₂ - x₁. Its length is an upper bound of the
//! distance; for n = v/|v| the support points along n give the lower bound s(n). Both meet where the distance is found.

use crate::frame::V3;

/// Most iterates; polyhedra take about ten.
const MAX_ITERATES: usize = 64;
/// Bodies that are nearer than this, in parts of their size, overlap.
const TOUCHING: f64 = 1e-14;

/// The distance of two convex bodies between two bounds.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<T> {
    /// The unit vector from the first to the second with the largest lower bound.
    pub n: V3,
    /// Lower bound: s(n).
    pub low: f64,
    /// Upper bound.
    pub high: f64,
    /// Names of the support points whose hull holds the nearest point; the first `count` are in use.
    pub names: [T; 4],
    /// Number of names.
    pub count: usize,
}

/// The distance up to `tolerance` in parts of itself; none where the two overlap. `support` gives for a unit vector n the
/// difference x₂ - x₁ that is least along it, with its name.
pub fn nearest<T: Copy + PartialEq>(
    support: impl Fn(&V3) -> (V3, T),
    start: &V3,
    size: f64,
    tolerance: f64,
) -> Option<Nearest<T>> {
    let mut simplex = [support(start); 4];
    let (mut v, mut count) = (simplex[0].0, 1);
    let (mut low, mut n) = (f64::NEG_INFINITY, *start);
    let mut high = f64::INFINITY;
    for _ in 0..MAX_ITERATES {
        let d = v.norm();
        // what is not a number overlaps
        if d.is_nan() || d <= TOUCHING * size {
            return None;
        }
        // round-off: the simplex does not come nearer any more
        if d >= high {
            break;
        }
        high = d;
        let m = v / d;
        let w = support(&m);
        let s = m.dot(&w.0);
        if s > low {
            (low, n) = (s, m);
        }
        if high - low <= tolerance * high || simplex[..count].iter().any(|y| y.1 == w.1) {
            break;
        }
        simplex[count] = w;
        count += 1;
        v = reduce(&mut simplex, &mut count);
        if count == 4 {
            return None;
        }
    }
    Some(Nearest { n, low, high, names: simplex.map(|y| y.1), count })
}

/// The point nearest to the origin of a simplex, which is cut down to the part that holds it.
fn reduce<T: Copy>(y: &mut [(V3, T); 4], count: &mut usize) -> V3 {
    let (mut best, mut kept) = (V3::repeat(f64::INFINITY), ([0; 3], 0));
    let mut take = |list: &[usize]| {
        let p = match *list {
            [a, b] => on_line(&y[a].0, &y[b].0),
            [a, b, c] => on_plane(&y[a].0, &y[b].0, &y[c].0),
            [a, ..] => Some(y[a].0),
            [] => None,
        };
        if let Some(p) = p.filter(|p| p.norm_squared() < best.norm_squared()) {
            let mut places = [0; 3];
            places[..list.len()].copy_from_slice(list);
            (best, kept) = (p, (places, list.len()));
        }
    };
    let all = [0, 1, 2, 3];
    let all = &all[..*count];
    if *count == 4 && holds(&[y[0].0, y[1].0, y[2].0, y[3].0]) {
        return V3::zeros();
    }
    for (i, &a) in all.iter().enumerate() {
        take(&[a]);
        for (j, &b) in all.iter().enumerate().skip(i + 1) {
            take(&[a, b]);
            all.iter().skip(j + 1).for_each(|&c| take(&[a, b, c]));
        }
    }
    let old = *y;
    for k in 0..kept.1 {
        y[k] = old[kept.0[k]];
    }
    *count = kept.1;
    best
}

/// The foot of the origin on a segment; none where it is beyond an end.
fn on_line(a: &V3, b: &V3) -> Option<V3> {
    let way = b - a;
    let t = -a.dot(&way) / way.norm_squared();
    (t > 0.0 && t < 1.0).then(|| a + way * t)
}

/// The foot of the origin on a triangle; none where it is beside.
fn on_plane(a: &V3, b: &V3, c: &V3) -> Option<V3> {
    let m = (b - a).cross(&(c - a));
    let inside = |p: &V3, q: &V3| m.dot(&p.cross(q)) > 0.0;
    (inside(a, b) && inside(b, c) && inside(c, a)).then(|| m * (m.dot(a) / m.norm_squared()))
}

/// Whether a tetrahedron holds the origin.
fn holds(y: &[V3; 4]) -> bool {
    let side = |[a, b, c, d]: [usize; 4]| {
        let m = (y[b] - y[a]).cross(&(y[c] - y[a]));
        m.dot(&(y[d] - y[a])) * -m.dot(&y[a]) > 0.0
    };
    [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]].into_iter().all(side)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two boxes: both bounds meet at the distance, which is that of a corner and a corner, an edge, a face.
    #[test]
    fn bounds_meet_at_the_distance_of_boxes() {
        let corner = |n: &V3| V3::new(1f64.copysign(n.x), 1f64.copysign(n.y), 1f64.copysign(n.z));
        let apart = |p: V3| {
            let support = |n: &V3| (p + corner(&-n) - corner(n), (corner(n).x > 0.0, corner(n)));
            nearest(support, &V3::x(), 4.0, 1e-13)
        };
        for (p, d) in [
            (V3::new(5.0, 0.3, -0.2), 3.0),
            (V3::new(5.0, -6.0, 0.5), 5.0),
            (V3::new(3.0, 4.0, 4.0), 3.0),
        ] {
            let found = apart(p).unwrap();
            assert!((found.low - d).abs() < 1e-12 && (found.high - d).abs() < 1e-12, "{found:?}");
        }
        assert!(apart(V3::new(1.5, 0.5, -0.7)).is_none());
    }
}
