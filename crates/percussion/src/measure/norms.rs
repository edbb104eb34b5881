//! Error norms between a discrete trajectory and a reference function, in time.
//!
//! With `e(t) = |x_h(t) - x(t)|`, the Euclidean norm of the difference of all components,
//!
//! ```text
//! L1 = int e dt,   L2 = (int e^2 dt)^(1/2),   max = max_k e(t_k) away from the events.
//! ```
//!
//! The integrals are not divided by the length of the interval. The discrete solution is continued
//! between its samples by an [`Interpolation`]: linear for positions (their error is then at best
//! of second order), and for velocities of a time-stepping scheme constant or linear. Each step is
//! cut at the breakpoints of the reference, its jumps in particular, and the Gauss formula with
//! four points is used on each part; it never evaluates the reference at a jump. A jump that is not
//! given as a breakpoint costs an error of the size (jump) x (step). Two samples with the same time
//! are the limits of a jump of the discrete trajectory itself.

/// Values of a discrete trajectory at times that do not decrease.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Samples<'a> {
    t: &'a [f64],
    values: &'a [f64],
    dim: usize,
}

/// How the samples are continued between their times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    /// Straight lines between the samples.
    Linear,
    /// On a step the value at its start: a right-continuous step function.
    ConstantFromLeft,
    /// On a step the value at its end, as for the velocity of an implicit time-stepping scheme,
    /// which moves the positions with the velocity reached at the end of the step.
    ConstantFromRight,
    /// Straight lines in the difference from the reference, between samples and breakpoints: what is
    /// measured is the error of the samples, not that of joining them by chords.
    Difference,
}

/// Why a norm cannot be computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NormError {
    /// There must be `dim` values for each time, and at least two times.
    #[error("{times} times with {values} values do not make samples of dimension {dim}")]
    Lengths {
        /// Number of times.
        times: usize,
        /// Number of values.
        values: usize,
        /// Dimension asked for.
        dim: usize,
    },
    /// The times must not decrease.
    #[error("the times decrease at sample {index}")]
    Decreasing {
        /// Index of the second of the two samples.
        index: usize,
    },
    /// The reference has no value here.
    #[error("the reference has no value at t = {t}")]
    NoReference {
        /// The time.
        t: f64,
    },
    /// A sample or the reference is not finite.
    #[error("the difference is not finite at t = {t}")]
    NotFinite {
        /// The time.
        t: f64,
    },
    /// Norms have an exponent of at least one.
    #[error("there is no norm with the exponent {p}; it must be at least one, or infinite")]
    Exponent {
        /// The exponent.
        p: f64,
    },
    /// The excluded neighbourhoods cover all samples.
    #[error("no sample lies outside the neighbourhoods of the events")]
    NothingLeft,
}

impl<'a> Samples<'a> {
    /// Samples of dimension `dim` at the times `t`; the values of one time are adjacent.
    pub fn new(t: &'a [f64], values: &'a [f64], dim: usize) -> Result<Self, NormError> {
        if t.len() < 2 || dim == 0 || values.len() != t.len() * dim {
            return Err(NormError::Lengths { times: t.len(), values: values.len(), dim });
        }
        let ordered = |w: &[f64]| w[0] <= w[1];
        if let Some(k) = t.windows(2).position(|w| !ordered(w)) {
            return Err(NormError::Decreasing { index: k + 1 });
        }
        Ok(Samples { t, values, dim })
    }

    /// The times.
    pub fn times(&self) -> &'a [f64] {
        self.t
    }

    /// The values at the time of index `k`, which must be smaller than the number of times.
    pub(super) fn value(&self, k: usize) -> &'a [f64] {
        &self.values[k * self.dim..(k + 1) * self.dim]
    }
}

/// Nodes on [-1, 1] and weights of the Gauss formula with four points.
const GAUSS: [(f64, f64); 4] = [
    (-0.861_136_311_594_052_6, 0.347_854_845_137_453_85),
    (-0.339_981_043_584_856_3, 0.652_145_154_862_546_1),
    (0.339_981_043_584_856_3, 0.652_145_154_862_546_1),
    (0.861_136_311_594_052_6, 0.347_854_845_137_453_85),
];

/// Integral of the Euclidean norm of the error over the time of the samples.
///
/// `reference(t, out)` writes the reference value, as `|t, out| solution.v(t, out)` does; it
/// returns `None` where there is none. `breakpoints` may be in any order and lie outside the samples.
pub fn l1(
    samples: &Samples,
    interpolation: Interpolation,
    breakpoints: &[f64],
    reference: impl FnMut(f64, &mut [f64]) -> Option<()>,
) -> Result<f64, NormError> {
    integrate(samples, interpolation, breakpoints, reference, f64::sqrt)
}

/// Square root of the integral of the squared error; arguments as in [`l1`].
pub fn l2(
    samples: &Samples,
    interpolation: Interpolation,
    breakpoints: &[f64],
    reference: impl FnMut(f64, &mut [f64]) -> Option<()>,
) -> Result<f64, NormError> {
    integrate(samples, interpolation, breakpoints, reference, |e2| e2).map(f64::sqrt)
}

/// (∫ e^p dt)^(1/p) for any p of at least one, the largest value at the nodes of the quadrature and
/// the samples for p = ∞; arguments as in [`l1`].
pub fn lp(
    samples: &Samples,
    p: f64,
    interpolation: Interpolation,
    breakpoints: &[f64],
    mut reference: impl FnMut(f64, &mut [f64]) -> Option<()>,
) -> Result<f64, NormError> {
    check_exponent(p)?;
    if p.is_infinite() {
        let mut largest = max_away_from(samples, &[], 0.0, &mut reference)?;
        let cell = std::cell::Cell::new(0.0_f64);
        let note = |e2: f64| {
            cell.set(cell.get().max(e2));
            0.0
        };
        integrate(samples, interpolation, breakpoints, reference, note)?;
        largest = largest.max(cell.get().sqrt());
        return Ok(largest);
    }
    // powers cost more than all the rest
    if p == 1.0 {
        return l1(samples, interpolation, breakpoints, reference);
    }
    if p == 2.0 {
        return l2(samples, interpolation, breakpoints, reference);
    }
    let power = |e2: f64| e2.powf(0.5 * p);
    integrate(samples, interpolation, breakpoints, reference, power).map(|x| x.powf(1.0 / p))
}

/// Samples that are closer than this part of their mean distance belong to an event.
const BESIDE: f64 = 0.02;

/// (Σ h_i e_i^p)^(1/p) over the grid, h_i the step that ends at each of its points, the first step counted for the
/// first point too; p = ∞ is the maximum. Two samples at about the same time, the limits at an event or the ends of what
/// encloses it, are no points of the grid: at an event that is off by a little, either limit would be compared with the
/// wrong side of a jump.
pub fn grid_norm(
    samples: &Samples,
    p: f64,
    mut reference: impl FnMut(f64, &mut [f64]) -> Option<()>,
) -> Result<f64, NormError> {
    check_exponent(p)?;
    let t = samples.t;
    let near = BESIDE * (t[t.len() - 1] - t[0]) / (t.len() - 1) as f64;
    let beside = |k: usize| t.get(k + 1).is_some_and(|next| next - t[k] <= near);
    let event = |k: usize| beside(k) || k > 0 && beside(k - 1);
    let grid: Vec<usize> = (0..t.len()).filter(|k| !event(*k)).collect();
    if grid.len() < 2 {
        return Err(NormError::NothingLeft);
    }
    let mut exact = vec![0.0; samples.dim];
    let (mut sum, mut largest) = (0.0, 0.0_f64);
    for (i, &k) in grid.iter().enumerate() {
        reference(t[k], &mut exact).ok_or(NormError::NoReference { t: t[k] })?;
        let e2: f64 = exact.iter().zip(samples.value(k)).map(|(a, b)| (a - b).powi(2)).sum();
        let e2 = finite(e2, t[k])?;
        let h = t[grid[i.max(1)]] - t[grid[i.max(1) - 1]];
        sum += if p.is_finite() { h * e2.powf(0.5 * p) } else { 0.0 };
        largest = largest.max(e2.sqrt());
    }
    Ok(if p.is_finite() { sum.powf(1.0 / p) } else { largest })
}

fn check_exponent(p: f64) -> Result<(), NormError> {
    match p >= 1.0 {
        true => Ok(()),
        false => Err(NormError::Exponent { p }),
    }
}

/// Largest error at the samples that lie more than `width / 2` away from all `events`.
///
/// Choose `width` as a multiple of the step size to see the error of the smooth phases, or fixed to
/// see uniform convergence away from the events.
pub fn max_away_from(
    samples: &Samples,
    events: &[f64],
    width: f64,
    mut reference: impl FnMut(f64, &mut [f64]) -> Option<()>,
) -> Result<f64, NormError> {
    let mut exact = vec![0.0; samples.dim];
    let mut worst: Option<f64> = None;
    for (k, &t) in samples.t.iter().enumerate() {
        if events.iter().any(|event| (t - event).abs() <= 0.5 * width) {
            continue;
        }
        reference(t, &mut exact).ok_or(NormError::NoReference { t })?;
        let e2 = exact.iter().zip(samples.value(k)).map(|(a, b)| (a - b).powi(2)).sum();
        worst = Some(worst.unwrap_or(0.0).max(finite(e2, t)?.sqrt()));
    }
    worst.ok_or(NormError::NothingLeft)
}

fn finite(x: f64, t: f64) -> Result<f64, NormError> {
    if x.is_finite() {
        Ok(x)
    } else {
        Err(NormError::NotFinite { t })
    }
}

/// Integrates `f(e^2)` over the time of the samples.
fn integrate(
    samples: &Samples,
    interpolation: Interpolation,
    breakpoints: &[f64],
    mut reference: impl FnMut(f64, &mut [f64]) -> Option<()>,
    f: impl Fn(f64) -> f64,
) -> Result<f64, NormError> {
    let mut breaks = breakpoints.to_vec();
    breaks.sort_by(f64::total_cmp);
    let mut breaks = breaks.into_iter().peekable();
    let mut exact = vec![0.0; samples.dim];
    let mut ends = [exact.clone(), exact.clone()];
    let mut sum = 0.0;
    for k in 0..samples.t.len() - 1 {
        let (start, end) = (samples.t[k], samples.t[k + 1]);
        while breaks.next_if(|&t| t <= start).is_some() {}
        let mut a = start;
        while a < end {
            let b = breaks.next_if(|&t| t < end).unwrap_or(end);
            if interpolation == Interpolation::Difference {
                sum += chord(samples, k, (a, b), &mut reference, &mut ends, &f)?;
                a = b;
                continue;
            }
            for (node, weight) in GAUSS {
                let t = 0.5 * (a + b) + 0.5 * (b - a) * node;
                reference(t, &mut exact).ok_or(NormError::NoReference { t })?;
                let x = match interpolation {
                    Interpolation::Linear | Interpolation::Difference => {
                        (t - start) / (end - start)
                    }
                    Interpolation::ConstantFromLeft => 0.0,
                    Interpolation::ConstantFromRight => 1.0,
                };
                let mut e2 = 0.0;
                for ((l, r), y) in samples.value(k).iter().zip(samples.value(k + 1)).zip(&exact) {
                    e2 += ((1.0 - x) * l + x * r - y).powi(2);
                }
                sum += 0.5 * (b - a) * weight * f(finite(e2, t)?);
            }
            a = b;
        }
    }
    Ok(sum)
}

/// The integral over a part [a, b] of step k without jumps inside, where the difference is linear
/// between its limits at both ends.
fn chord(
    samples: &Samples,
    k: usize,
    (a, b): (f64, f64),
    mut reference: impl FnMut(f64, &mut [f64]) -> Option<()>,
    ends: &mut [Vec<f64>; 2],
    f: impl Fn(f64) -> f64,
) -> Result<f64, NormError> {
    let (start, end) = (samples.t[k], samples.t[k + 1]);
    for (difference, t, inside) in
        ends.iter_mut().zip([(a, a), (b, b.next_down().max(a))]).map(|(d, (t, i))| (d, t, i))
    {
        reference(inside, difference).ok_or(NormError::NoReference { t })?;
        let x = (t - start) / (end - start);
        let values = samples.value(k).iter().zip(samples.value(k + 1));
        for (d, (l, r)) in difference.iter_mut().zip(values) {
            *d = (1.0 - x) * l + x * r - *d;
        }
    }
    let mut sum = 0.0;
    for (node, weight) in GAUSS {
        let x = 0.5 + 0.5 * node;
        let mixed = ends[0].iter().zip(&ends[1]).map(|(l, r)| ((1.0 - x) * l + x * r).powi(2));
        sum += 0.5 * (b - a) * weight * f(finite(mixed.sum(), a)?);
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit step at 1/2 that comes late by 0.03, as a jump of the samples.
    #[test]
    fn a_late_jump_costs_its_delay() {
        let t = [0.0, 0.53, 0.53, 1.0];
        let samples = Samples::new(&t, &[0.0, 0.0, 1.0, 1.0], 1).unwrap();
        let step = |t: f64, out: &mut [f64]| {
            out[0] = f64::from(t >= 0.5);
            Some(())
        };
        for (p, expected) in [(1.0, 0.03), (2.0, 0.17320508075688773), (3.0, 0.03_f64.cbrt())] {
            let e = lp(&samples, p, Interpolation::Linear, &[0.5], step).unwrap();
            assert!((e - expected).abs() < 1e-12, "{p}: {e}");
        }
        assert_eq!(lp(&samples, f64::INFINITY, Interpolation::Linear, &[0.5], step), Ok(1.0));
        let e = lp(&samples, 0.5, Interpolation::Linear, &[], step);
        assert_eq!(e, Err(NormError::Exponent { p: 0.5 }));
    }

    /// (48) of e = t on a grid of 100 steps: h Σ t_i.
    #[test]
    fn norms_on_the_grid() {
        let t: Vec<f64> = (0..=100).map(|k| f64::from(k) / 100.0).collect();
        let samples = Samples::new(&t, &t, 1).unwrap();
        let zero = |_: f64, out: &mut [f64]| {
            out[0] = 0.0;
            Some(())
        };
        assert!((grid_norm(&samples, 1.0, zero).unwrap() - 0.505).abs() < 1e-13);
        let squares = (0.01 * t.iter().map(|t| t * t).sum::<f64>()).sqrt();
        assert!((grid_norm(&samples, 2.0, zero).unwrap() - squares).abs() < 1e-13);
        assert_eq!(grid_norm(&samples, f64::INFINITY, zero), Ok(1.0));
        // a jump whose time is known to rounding has no error, on either side of the exact one
        for (at, width) in [(0.43 - 1e-12, 0.0), (0.43 + 1e-12, 0.0), (0.43 - 1e-4, 2e-4)] {
            let t = [0.0, 0.2, at, at + width, 0.7, 1.0];
            let samples = Samples::new(&t, &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0], 1).unwrap();
            let step = |t: f64, out: &mut [f64]| {
                out[0] = f64::from(u8::from(t >= 0.43));
                Some(())
            };
            assert_eq!(grid_norm(&samples, 1.0, step), Ok(0.0));
        }
        let pair = Samples::new(&[0.5, 0.5], &[0.0, 1.0], 1).unwrap();
        assert_eq!(grid_norm(&pair, 1.0, zero), Err(NormError::NothingLeft));
    }
    use crate::measure::observed_order;

    fn grid(n: usize, t_end: f64) -> Vec<f64> {
        (0..=n).map(|k| t_end * k as f64 / n as f64).collect()
    }

    fn step(at: f64) -> impl Fn(f64, &mut [f64]) -> Option<()> {
        move |t, out| {
            out[0] = if t < at { 0.0 } else { 1.0 };
            Some(())
        }
    }

    #[test]
    fn constant_difference_of_a_vector() {
        // Difference (3, 4) everywhere on [0, 2]: norm 5.
        let t = grid(7, 2.0);
        let values: Vec<f64> = t.iter().flat_map(|t| [t + 3.0, 2.0 * t + 4.0]).collect();
        let samples = Samples::new(&t, &values, 2).unwrap();
        let exact = |t: f64, out: &mut [f64]| {
            out.copy_from_slice(&[t, 2.0 * t]);
            Some(())
        };
        let linear = Interpolation::Linear;
        assert!((l1(&samples, linear, &[], exact).unwrap() - 10.0).abs() < 1e-13);
        assert!((l2(&samples, linear, &[], exact).unwrap() - 50f64.sqrt()).abs() < 1e-13);
        assert!((max_away_from(&samples, &[], 0.0, exact).unwrap() - 5.0).abs() < 1e-14);
    }

    #[test]
    fn displaced_jump_costs_its_shift() {
        // Unit jump of the reference at 0.43, of the samples at the grid point 0.5.
        let t = grid(10, 1.0);
        let values: Vec<f64> = t.iter().map(|&t| if t < 0.45 { 0.0 } else { 1.0 }).collect();
        let samples = Samples::new(&t, &values, 1).unwrap();
        let e = |i| l1(&samples, i, &[0.43], step(0.43)).unwrap();
        assert!((e(Interpolation::ConstantFromLeft) - 0.07).abs() < 1e-15);
        assert!((e(Interpolation::ConstantFromRight) - 0.03).abs() < 1e-15);
        // Linear on [0.4, 0.5]: two triangles, 0.03^2 / 0.2 + 0.07^2 / 0.2.
        assert!((e(Interpolation::Linear) - 0.029).abs() < 1e-15);
        let square = l2(&samples, Interpolation::ConstantFromLeft, &[0.43], step(0.43)).unwrap();
        assert!((square - 0.07f64.sqrt()).abs() < 1e-15);
        // In the maximum norm it costs the whole jump unless its neighbourhood is left out.
        let late: Vec<f64> = t.iter().map(|&t| if t < 0.55 { 0.0 } else { 1.0 }).collect();
        let late = Samples::new(&t, &late, 1).unwrap();
        assert_eq!(max_away_from(&late, &[0.43], 0.1, step(0.43)), Ok(1.0));
        assert_eq!(max_away_from(&late, &[0.43], 0.15, step(0.43)), Ok(0.0));
    }

    #[test]
    fn breakpoints_in_any_order_and_number() {
        let t = grid(3, 1.0);
        let samples = Samples::new(&t, &[0.0; 4], 1).unwrap();
        let breaks = [0.9, -1.0, 0.2, 0.21, 0.21, 0.0, 1.0, 5.0, 1.0 / 3.0];
        let e = l1(&samples, Interpolation::Linear, &breaks, step(0.21)).unwrap();
        assert!((e - 0.79).abs() < 1e-14);
    }

    #[test]
    fn linear_interpolation_of_a_sine_is_of_second_order() {
        let (mut h, mut e1, mut e2) = (vec![], vec![], vec![]);
        let exact = |t: f64, out: &mut [f64]| {
            out[0] = t.sin();
            Some(())
        };
        for n in [40, 80, 160] {
            let t = grid(n, 3.0);
            let x: Vec<f64> = t.iter().map(|t| t.sin()).collect();
            let samples = Samples::new(&t, &x, 1).unwrap();
            h.push(3.0 / n as f64);
            e1.push(l1(&samples, Interpolation::Linear, &[], exact).unwrap());
            e2.push(l2(&samples, Interpolation::ConstantFromRight, &[], exact).unwrap());
        }
        assert!((observed_order(&h, &e1).unwrap().slope - 2.0).abs() < 0.01);
        assert!((observed_order(&h, &e2).unwrap().slope - 1.0).abs() < 0.01);
        // int h^2/12 |sin t| dt over [0, 3] = h^2/12 (1 - cos 3).
        assert!((e1[2] / (h[2] * h[2] / 12.0 * (1.0 - 3f64.cos())) - 1.0).abs() < 1e-3);
    }

    #[test]
    fn bad_data_are_rejected() {
        assert!(matches!(Samples::new(&[0.0, 1.0], &[0.0; 3], 2), Err(NormError::Lengths { .. })));
        // the same time twice holds both limits of a jump
        assert!(Samples::new(&[0.0, 1.0, 1.0], &[0.0; 3], 1).is_ok());
        let e = Samples::new(&[0.0, 1.0, 0.5], &[0.0; 3], 1);
        assert_eq!(e, Err(NormError::Decreasing { index: 2 }));
        assert!(Samples::new(&[0.0, f64::NAN], &[0.0; 2], 1).is_err());
        let t = [0.0, 1.0];
        let samples = Samples::new(&t, &[0.0, f64::NAN], 1).unwrap();
        let linear = Interpolation::Linear;
        let e = l1(&samples, linear, &[], step(2.0));
        assert!(matches!(e, Err(NormError::NotFinite { .. })));
        let e = max_away_from(&samples, &[], 0.0, step(2.0));
        assert_eq!(e, Err(NormError::NotFinite { t: 1.0 }));
        let e = max_away_from(&samples, &[0.5], 2.0, step(2.0));
        assert_eq!(e, Err(NormError::NothingLeft));
        let e = l1(&samples, linear, &[], |_, _| None);
        assert!(matches!(e, Err(NormError::NoReference { .. })));
    }
}
