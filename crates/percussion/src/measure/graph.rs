//! Hausdorff distance between the filled-in graphs of functions of bounded variation in R^n.
//!
//! The filled-in graph of a function with jumps contains at each jump the straight segment between
//! its two limits (Moreau 1978, J. Math. Anal. Appl. 64; Sendov 1990, "Hausdorff Approximations").
//! Points are compared in the metric
//!
//! ```text
//! d((t, x), (s, y)) = max(c |t - s|, |x - y|),
//! ```
//!
//! with a factor `c` that turns time into the unit of the values and the Euclidean norm of R^n. Two
//! functions whose jumps are displaced by `dt` are `c dt` apart, however large the jumps are.
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
    t: Vec<f64>,
    x: Vec<f64>,
    dim: usize,
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
    /// The graphs have values of different dimension.
    #[error("graphs of dimension {a} and {b} cannot be compared")]
    Dimensions {
        /// Of the first.
        a: usize,
        /// Of the second.
        b: usize,
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
    /// The polyline through the points of R^dim at these times, the values of one time adjacent; two points
    /// with the same time make a jump.
    pub fn new(t: Vec<f64>, x: Vec<f64>, dim: usize) -> Result<Self, GraphError> {
        if t.len() < 2 || dim == 0 || x.len() != dim * t.len() {
            return Err(GraphError::TooFewPoints { count: t.len() });
        }
        let mut last = f64::NEG_INFINITY;
        for (index, (&t, x)) in t.iter().zip(x.chunks(dim)).enumerate() {
            if !t.is_finite() || !x.iter().all(|x| x.is_finite()) || t < last {
                return Err(GraphError::BadPoint { index });
            }
            last = t;
        }
        Ok(Graph { t, x, dim })
    }

    /// The polyline through these points of the plane.
    pub fn from_points(points: Vec<(f64, f64)>) -> Result<Self, GraphError> {
        let (t, x) = points.into_iter().unzip();
        Graph::new(t, x, 1)
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
                    Interpolation::Linear | Interpolation::Difference => {}
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

    /// The points of the polyline, if its values are numbers.
    pub fn points(&self) -> Vec<(f64, f64)> {
        self.t.iter().copied().zip(self.x.chunks(self.dim).map(|x| x[0])).collect()
    }

    fn value(&self, i: usize) -> &[f64] {
        &self.x[i * self.dim..(i + 1) * self.dim]
    }

    /// Distance from a point to segment `i` of the graph.
    fn distance_to_segment(&self, t: f64, x: &[f64], i: usize, c: f64) -> f64 {
        // The two terms of the metric are |a + s b| and sqrt(cc + 2 s cd + s² dd) along the
        // segment, 0 <= s <= 1: the convex maximum has its minimum at an end, at the minimum of one
        // of them, or where they are equal.
        let (a, b) = (c * (self.t[i] - t), c * (self.t[i + 1] - self.t[i]));
        let (mut cc, mut cd, mut dd) = (0.0, 0.0, 0.0);
        for ((x, x0), x1) in x.iter().zip(self.value(i)).zip(self.value(i + 1)) {
            let (e, d) = (x0 - x, x1 - x0);
            (cc, cd, dd) = (cc + e * e, cd + e * d, dd + d * d);
        }
        let at = |s: f64| (a + s * b).abs().max((cc + s * (2.0 * cd + s * dd)).max(0.0).sqrt());
        let (k2, k1, k0) = (b * b - dd, a * b - cd, a * a - cc);
        let root = (k1 * k1 - k2 * k0).max(0.0).sqrt();
        let inner = [-a / b, -cd / dd, (-k1 + root) / k2, (-k1 - root) / k2, -k0 / (2.0 * k1)];
        let inner = inner.into_iter().filter(|s| s.is_finite()).map(|s| at(s.clamp(0.0, 1.0)));
        inner.fold(at(0.0).min(at(1.0)), f64::min)
    }

    /// Distance from a point to the graph and the index of the nearest segment.
    fn distance(&self, t: f64, x: &[f64], c: f64) -> (f64, usize) {
        let last = self.t.len() - 2;
        let middle = self.t.partition_point(|s| *s < t).saturating_sub(1).min(last);
        let mut best = (self.distance_to_segment(t, x, middle, c), middle);
        // Outwards from the time of the point, as long as the difference in time alone is smaller.
        for i in (0..middle).rev() {
            if c * (t - self.t[i + 1]) > best.0 {
                break;
            }
            best = nearer(best, (self.distance_to_segment(t, x, i, c), i));
        }
        for i in middle + 1..=last {
            if c * (self.t[i] - t) > best.0 {
                break;
            }
            best = nearer(best, (self.distance_to_segment(t, x, i, c), i));
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
    if a.dim != b.dim {
        return Err(GraphError::Dimensions { a: a.dim, b: b.dim });
    }
    let ab = directed(a, b, time_factor, tolerance, 0.0);
    Ok(directed(b, a, time_factor, tolerance, ab))
}

/// A point of graph `a` with its distance from graph `b` and the nearest segment there.
#[derive(Clone)]
struct Probe {
    t: f64,
    x: Vec<f64>,
    distance: f64,
    nearest: usize,
}

/// The larger of `found` and the supremum over `a` of the distance from `b`.
fn directed(a: &Graph, b: &Graph, c: f64, tolerance: f64, found: f64) -> f64 {
    let probe = |t: f64, x: &[f64]| {
        let (distance, nearest) = b.distance(t, x, c);
        Probe { t, x: x.to_vec(), distance, nearest }
    };
    let probes: Vec<Probe> = (0..a.t.len()).map(|k| probe(a.t[k], a.value(k))).collect();
    let mut best = probes.iter().map(|p| p.distance).fold(found, f64::max);
    let mut stack: Vec<(Probe, Probe)> =
        probes.windows(2).map(|w| (w[0].clone(), w[1].clone())).collect();
    while let Some((p, q)) = stack.pop() {
        let dx = p.x.iter().zip(&q.x).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
        let lipschitz = 0.5 * (p.distance + q.distance + (c * (q.t - p.t)).max(dx));
        if lipschitz <= best + tolerance {
            continue;
        }
        let by_p = p.distance.max(b.distance_to_segment(q.t, &q.x, p.nearest, c));
        let by_q = q.distance.max(b.distance_to_segment(p.t, &p.x, q.nearest, c));
        if by_p.min(by_q) <= best + tolerance {
            continue;
        }
        let middle: Vec<f64> = p.x.iter().zip(&q.x).map(|(a, b)| 0.5 * (a + b)).collect();
        let m = probe(0.5 * (p.t + q.t), &middle);
        best = best.max(m.distance);
        stack.push((p, m.clone()));
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
            for w in a.points().windows(2) {
                for k in 0..=2000 {
                    let s = k as f64 / 2000.0;
                    let p = (w[0].0 + s * (w[1].0 - w[0].0), w[0].1 + s * (w[1].1 - w[0].1));
                    let near = |i| b.distance_to_segment(p.0, &[p.1], i, 1.0);
                    worst = worst.max((0..b.t.len() - 1).map(near).fold(f64::MAX, f64::min));
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

    /// Steps of R^3 along (2, 3, 6)/7: their shift or, where that is smaller, their height.
    #[test]
    fn steps_in_space() {
        let step = |at: f64, height: f64| {
            let x: Vec<f64> = [0.0, 0.0, height, height]
                .iter()
                .flat_map(|h| [2.0 / 7.0 * h, 3.0 / 7.0 * h, 6.0 / 7.0 * h])
                .collect();
            Graph::new(vec![0.0, at, at, 4.0], x, 3).unwrap()
        };
        for (shift, height) in [(0.1, 1.0), (0.1, 0.04), (0.7, 0.3)] {
            let d = hausdorff(&step(1.0, height), &step(1.0 + shift, height), 1.0, 1e-10).unwrap();
            assert!((d - f64::min(shift, height)).abs() < 1e-9, "{shift} {height}: {d}");
        }
        let flat = graph(&[(0.0, 0.0), (1.0, 0.0)]);
        let e = hausdorff(&flat, &step(1.0, 1.0), 1.0, 1e-3);
        assert_eq!(e, Err(GraphError::Dimensions { a: 1, b: 3 }));
    }

    /// A line of slope s, offset by c, is c / (1 + s) away in the metric of the maximum.
    #[test]
    fn slanted_lines() {
        let a = graph(&[(0.0, 0.0), (10.0, 30.0)]);
        let b = graph(&[(-5.0, -15.5), (15.0, 44.5)]);
        assert!((directed(&a, &b, 1.0, 1e-9, 0.0) - 0.5 / 4.0).abs() < 1e-8);
    }

    /// Polylines of R^2 against many points on both.
    #[test]
    fn polylines_against_brute_force() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64
        };
        for _ in 0..10 {
            let mut make = || {
                let mut t: Vec<f64> = (0..9).map(|_| random()).collect();
                t.sort_by(f64::total_cmp);
                let x: Vec<f64> = (0..18).map(|_| 0.4 * random()).collect();
                Graph::new(t, x, 2).unwrap()
            };
            let (a, b) = (make(), make());
            let d = hausdorff(&a, &b, 1.0, 1e-9).unwrap();
            let brute = |a: &Graph, b: &Graph| {
                let mut worst = 0.0_f64;
                for i in 0..8 {
                    for k in 0..=150 {
                        let s = k as f64 / 150.0;
                        let mix = |p: f64, q: f64| p + s * (q - p);
                        let t = mix(a.t[i], a.t[i + 1]);
                        let x: Vec<f64> =
                            (0..2).map(|k| mix(a.value(i)[k], a.value(i + 1)[k])).collect();
                        worst = worst.max(b.distance(t, &x, 1.0).0);
                    }
                }
                worst
            };
            let sampled = brute(&a, &b).max(brute(&b, &a));
            assert!(sampled <= d + 1e-8 && d <= 1.01 * sampled, "{d} {sampled}");
        }
    }

    #[test]
    fn steps_from_samples() {
        let t = [0.0, 1.0, 2.0];
        let values = [9.0, 0.0, 9.0, 1.0, 9.0, 2.0];
        let samples = Samples::new(&t, &values, 2).unwrap();
        let points = |i| Graph::from_samples(&samples, 1, i).unwrap().points();
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
