//! Hausdorff distance between the filled-in graphs of scalar functions of bounded variation.
//!
//! The filled-in graph of a function with jumps contains at each jump the vertical segment between
//! its two limits (Moreau 1978, J. Math. Anal. Appl. 64; Sendov 1990, "Hausdorff Approximations").
//! Points are compared in the metric
//!
//! ```text
//! d((t, x), (s, y)) = max(c |t - s|, |x - y|),
//! ```
//!
//! with a factor `c` that turns time into the unit of the values. Two functions whose jumps are
//! displaced by `dt` are `c dt` apart, however large the jumps are.
//!
//! The distance from a point to a segment is found exactly. Along a segment of one graph it is
//! bounded above by its larger end value for any one segment of the other graph (the distance to a
//! convex set is convex) and by the Lipschitz constant 1; segments are bisected until these bounds
//! settle the supremum within the tolerance.

use super::norms::{Interpolation, Samples};
use super::piece::Component;
use super::reference::Reference;

/// A filled-in graph: a polyline `(t, x)` whose times do not decrease.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    points: Vec<(f64, f64)>,
}

/// Why a graph or a distance does not exist.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum GraphError {
    /// At least two points are needed.
    #[error("a graph needs two points or more, not {count}")]
    TooFewPoints {
        /// Number of points given.
        count: usize,
    },
    /// The times decrease, or a coordinate is not finite.
    #[error("point {index} is not finite or lies before its predecessor")]
    BadPoint {
        /// Index of the point.
        index: usize,
    },
    /// There is no component of this index.
    #[error("there is no component of index {index}")]
    NoComponent {
        /// The index.
        index: usize,
    },
    /// The factor of time must be positive and the tolerance positive, both finite.
    #[error("time factor {time_factor} and tolerance {tolerance} must be positive")]
    BadOptions {
        /// Factor `c`.
        time_factor: f64,
        /// Tolerance.
        tolerance: f64,
    },
}

impl Graph {
    /// The polyline through these points; two points with the same time make a vertical segment.
    pub fn from_points(points: Vec<(f64, f64)>) -> Result<Self, GraphError> {
        if points.len() < 2 {
            return Err(GraphError::TooFewPoints { count: points.len() });
        }
        let mut last = f64::NEG_INFINITY;
        for (index, &(t, x)) in points.iter().enumerate() {
            if !t.is_finite() || !x.is_finite() || t < last {
                return Err(GraphError::BadPoint { index });
            }
            last = t;
        }
        Ok(Graph { points })
    }

    /// The graph of one component of a discrete trajectory; the steps of a piecewise constant
    /// continuation are joined by vertical segments.
    pub fn from_samples(
        samples: &Samples,
        component: usize,
        interpolation: Interpolation,
    ) -> Result<Self, GraphError> {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for (k, &t) in samples.times().iter().enumerate() {
            let x = samples.value(k).get(component);
            let x = *x.ok_or(GraphError::NoComponent { index: component })?;
            if let Some(&(s, y)) = points.last() {
                match interpolation {
                    Interpolation::Linear => {}
                    Interpolation::ConstantFromLeft => points.push((t, y)),
                    Interpolation::ConstantFromRight => points.push((s, x)),
                }
            }
            points.push((t, x));
        }
        Graph::from_points(points)
    }

    /// The graph of one component of a reference solution up to `t_max`, with `per_piece` chords on
    /// each piece: an error of (piece / per_piece)^2 |x''| / 8.
    pub fn from_reference(
        reference: &Reference,
        component: Component,
        per_piece: usize,
        t_max: f64,
    ) -> Result<Self, GraphError> {
        let (Component::Q(index) | Component::V(index) | Component::Lam(index)) = component;
        let points = reference.polyline(component, per_piece, t_max);
        Graph::from_points(points.ok_or(GraphError::NoComponent { index })?)
    }

    /// The points of the polyline.
    pub fn points(&self) -> &[(f64, f64)] {
        &self.points
    }

    /// Distance from a point to segment `i` of the graph.
    fn distance_to_segment(&self, (t, x): (f64, f64), i: usize, c: f64) -> f64 {
        let ((t0, x0), (t1, x1)) = (self.points[i], self.points[i + 1]);
        // The two terms of the metric are |a + s da| and |b + s db| along the segment, 0 <= s <= 1:
        // the convex, piecewise linear maximum has its minimum at an end or at a kink.
        let (a, da) = (c * (t0 - t), c * (t1 - t0));
        let (b, db) = (x0 - x, x1 - x0);
        let at = |s: f64| (a + s * da).abs().max((b + s * db).abs());
        let kinks = [-a / da, -b / db, (b - a) / (da - db), -(a + b) / (da + db)];
        let inner = kinks.into_iter().filter(|s| s.is_finite()).map(|s| at(s.clamp(0.0, 1.0)));
        inner.fold(at(0.0).min(at(1.0)), f64::min)
    }

    /// Distance from a point to the graph and the index of the nearest segment.
    fn distance(&self, p: (f64, f64), c: f64) -> (f64, usize) {
        let last = self.points.len() - 2;
        let middle = self.points.partition_point(|q| q.0 < p.0).saturating_sub(1).min(last);
        let mut best = (self.distance_to_segment(p, middle, c), middle);
        // Outwards from the time of the point, as long as the difference in time alone is smaller.
        for i in (0..middle).rev() {
            if c * (p.0 - self.points[i + 1].0) > best.0 {
                break;
            }
            best = nearer(best, (self.distance_to_segment(p, i, c), i));
        }
        for i in middle + 1..=last {
            if c * (self.points[i].0 - p.0) > best.0 {
                break;
            }
            best = nearer(best, (self.distance_to_segment(p, i, c), i));
        }
        best
    }
}

fn nearer(a: (f64, usize), b: (f64, usize)) -> (f64, usize) {
    if b.0 < a.0 {
        b
    } else {
        a
    }
}

/// Hausdorff distance between two filled-in graphs, from below and within `tolerance`.
///
/// `time_factor` is the `c` of the metric. The graphs should cover the same time interval: a longer
/// one is compared as it is, and its excess counts.
pub fn hausdorff(
    a: &Graph,
    b: &Graph,
    time_factor: f64,
    tolerance: f64,
) -> Result<f64, GraphError> {
    let positive = |x: f64| x > 0.0 && x.is_finite();
    if !positive(time_factor) || !positive(tolerance) {
        return Err(GraphError::BadOptions { time_factor, tolerance });
    }
    let ab = directed(a, b, time_factor, tolerance, 0.0);
    Ok(directed(b, a, time_factor, tolerance, ab))
}

/// A point of graph `a` with its distance from graph `b` and the nearest segment there.
#[derive(Clone, Copy)]
struct Probe {
    point: (f64, f64),
    distance: f64,
    nearest: usize,
}

/// The larger of `found` and the supremum over `a` of the distance from `b`.
fn directed(a: &Graph, b: &Graph, c: f64, tolerance: f64, found: f64) -> f64 {
    let probe = |point| {
        let (distance, nearest) = b.distance(point, c);
        Probe { point, distance, nearest }
    };
    let probes: Vec<Probe> = a.points.iter().map(|&p| probe(p)).collect();
    let mut best = probes.iter().map(|p| p.distance).fold(found, f64::max);
    let mut stack: Vec<(Probe, Probe)> = probes.windows(2).map(|w| (w[0], w[1])).collect();
    while let Some((p, q)) = stack.pop() {
        let (dt, dx) = (c * (q.point.0 - p.point.0), (q.point.1 - p.point.1).abs());
        let lipschitz = 0.5 * (p.distance + q.distance + dt.max(dx));
        if lipschitz <= best + tolerance {
            continue;
        }
        let by_p = p.distance.max(b.distance_to_segment(q.point, p.nearest, c));
        let by_q = q.distance.max(b.distance_to_segment(p.point, q.nearest, c));
        if by_p.min(by_q) <= best + tolerance {
            continue;
        }
        let middle = (0.5 * (p.point.0 + q.point.0), 0.5 * (p.point.1 + q.point.1));
        let m = probe(middle);
        best = best.max(m.distance);
        stack.push((p, m));
        stack.push((m, q));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(points: &[(f64, f64)]) -> Graph {
        Graph::from_points(points.to_vec()).unwrap()
    }

    fn unit_step(at: f64) -> Graph {
        graph(&[(0.0, 0.0), (at, 0.0), (at, 1.0), (2.0, 1.0)])
    }

    #[test]
    fn shifted_steps_are_their_shift_apart() {
        let d = |c| hausdorff(&unit_step(1.0), &unit_step(1.25), c, 1e-9).unwrap();
        assert!((d(1.0) - 0.25).abs() < 2e-9);
        assert!((d(0.1) - 0.025).abs() < 2e-9);
        // With a large factor of time only the values count: the whole jump.
        assert!((d(1e6) - 1.0).abs() < 2e-9);
    }

    #[test]
    fn identical_graphs_and_symmetry() {
        let wave: Vec<(f64, f64)> =
            (0..=1000).map(|k| 0.01 * k as f64).map(|t| (t, (3.0 * t).sin())).collect();
        let coarse: Vec<(f64, f64)> = wave.iter().copied().step_by(100).collect();
        let (wave, coarse) = (graph(&wave), graph(&coarse));
        assert_eq!(hausdorff(&wave, &wave, 1.0, 1e-9), Ok(0.0));
        let ab = hausdorff(&wave, &coarse, 1.0, 1e-9).unwrap();
        let ba = hausdorff(&coarse, &wave, 1.0, 1e-9).unwrap();
        assert!((ab - ba).abs() < 2e-9 && ab > 0.1);
    }

    #[test]
    fn supremum_inside_a_segment() {
        let line = graph(&[(0.0, 0.0), (4.0, 0.0)]);
        let roof = graph(&[(0.0, 0.0), (2.0, 1.5), (4.0, 0.0)]);
        let d = hausdorff(&line, &roof, 1.0, 1e-9).unwrap();
        // Independent: many points, all segments.
        let brute = |a: &Graph, b: &Graph| {
            let mut worst: f64 = 0.0;
            for w in a.points.windows(2) {
                for k in 0..=2000 {
                    let s = k as f64 / 2000.0;
                    let p = (w[0].0 + s * (w[1].0 - w[0].0), w[0].1 + s * (w[1].1 - w[0].1));
                    let near = |i| b.distance_to_segment(p, i, 1.0);
                    worst = worst.max((0..b.points.len() - 1).map(near).fold(f64::MAX, f64::min));
                }
            }
            worst
        };
        assert!((d - brute(&line, &roof).max(brute(&roof, &line))).abs() < 1e-3);
        // From the line alone the supremum lies at t = 2, inside its only segment:
        // c |t - 2| = 1.5 - 0.75 |t - 2| gives 6/7.
        assert!((directed(&line, &roof, 1.0, 1e-9, 0.0) - 6.0 / 7.0).abs() < 2e-9);
        assert!((d - 1.5).abs() < 2e-9);
    }

    #[test]
    fn steps_from_samples() {
        let t = [0.0, 1.0, 2.0];
        let values = [9.0, 0.0, 9.0, 1.0, 9.0, 2.0];
        let samples = Samples::new(&t, &values, 2).unwrap();
        let points = |i| Graph::from_samples(&samples, 1, i).unwrap().points().to_vec();
        let left = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (2.0, 1.0), (2.0, 2.0)];
        let right = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 2.0), (2.0, 2.0)];
        assert_eq!(points(Interpolation::ConstantFromLeft), left);
        assert_eq!(points(Interpolation::ConstantFromRight), right);
        assert_eq!(points(Interpolation::Linear).len(), 3);
        let e = Graph::from_samples(&samples, 2, Interpolation::Linear);
        assert_eq!(e, Err(GraphError::NoComponent { index: 2 }));
    }

    #[test]
    fn bad_data_are_rejected() {
        let bad = |points: &[(f64, f64)]| Graph::from_points(points.to_vec()).unwrap_err();
        assert_eq!(bad(&[(0.0, 1.0)]), GraphError::TooFewPoints { count: 1 });
        assert_eq!(bad(&[(1.0, 0.0), (0.0, 0.0)]), GraphError::BadPoint { index: 1 });
        assert_eq!(bad(&[(0.0, f64::NAN), (0.0, 0.0)]), GraphError::BadPoint { index: 0 });
        let g = unit_step(1.0);
        assert!(matches!(hausdorff(&g, &g, 0.0, 1e-3), Err(GraphError::BadOptions { .. })));
    }
}
