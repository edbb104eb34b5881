//! Observed orders of convergence.

/// Result of [`observed_order`].
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// Slope of the least-squares line of log(error) over log(h): the observed order.
    pub slope: f64,
    /// Standard error of the slope, from the residuals; 0 for two points.
    pub slope_std: f64,
    /// Orders between neighbours, log(e_k/e_(k+1)) / log(h_k/h_(k+1)).
    pub pairwise: Vec<f64>,
    /// Standard deviation of the pairwise orders (divisor: number of pairs - 1; 0 for one pair).
    pub pairwise_std: f64,
    /// Coefficient of determination of the fit; 1 when all errors are equal.
    pub r2: f64,
}

/// Why no order can be fitted.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum OrderError {
    /// There must be as many errors as step sizes, at least two.
    #[error("{steps} step sizes and {errors} errors: need two or more of both")]
    Lengths {
        /// Number of step sizes.
        steps: usize,
        /// Number of errors.
        errors: usize,
    },
    /// A logarithm does not exist: a value is zero, negative or not finite.
    #[error("entry {index}: step {h} with error {error} has no logarithm")]
    NotPositive {
        /// Index of the entry.
        index: usize,
        /// Its step size.
        h: f64,
        /// Its error.
        error: f64,
    },
    /// Two neighbouring step sizes are equal.
    #[error("steps {index} and {} are equal", index + 1)]
    EqualSteps {
        /// Index of the first one.
        index: usize,
    },
}

/// Fits `error = C h^p` by least squares in logarithms and reports the order `p`.
///
/// Schemes that do not locate the impacts have errors that scatter from step to step: use many
/// steps (see [`incommensurate_steps`]) and read the slope together with its standard error.
pub fn observed_order(h: &[f64], error: &[f64]) -> Result<Order, OrderError> {
    if h.len() != error.len() || h.len() < 2 {
        return Err(OrderError::Lengths { steps: h.len(), errors: error.len() });
    }
    for (index, (&h, &error)) in h.iter().zip(error).enumerate() {
        let positive = |x: f64| x > 0.0 && x.is_finite();
        if !(positive(h) && positive(error)) {
            return Err(OrderError::NotPositive { index, h, error });
        }
    }
    let x: Vec<f64> = h.iter().map(|h| h.ln()).collect();
    let y: Vec<f64> = error.iter().map(|e| e.ln()).collect();
    let mut pairwise = Vec::new();
    for index in 0..x.len() - 1 {
        if h[index] == h[index + 1] {
            return Err(OrderError::EqualSteps { index });
        }
        pairwise.push((y[index + 1] - y[index]) / (x[index + 1] - x[index]));
    }
    let n = x.len() as f64;
    let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let sxx: f64 = x.iter().map(|x| (x - mx).powi(2)).sum();
    let syy: f64 = y.iter().map(|y| (y - my).powi(2)).sum();
    let sxy: f64 = x.iter().zip(&y).map(|(x, y)| (x - mx) * (y - my)).sum();
    let slope = sxy / sxx;
    let residual = |(x, y): (&f64, &f64)| (y - my - slope * (x - mx)).powi(2);
    let rss: f64 = x.iter().zip(&y).map(residual).sum();
    Ok(Order {
        slope,
        slope_std: if x.len() > 2 { (rss / (n - 2.0) / sxx).sqrt() } else { 0.0 },
        pairwise_std: standard_deviation(&pairwise),
        pairwise,
        r2: if syy > 0.0 { 1.0 - rss / syy } else { 1.0 },
    })
}

fn standard_deviation(x: &[f64]) -> f64 {
    if x.len() < 2 {
        return 0.0;
    }
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    (x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (x.len() - 1) as f64).sqrt()
}

/// A step size proposed by [`incommensurate_steps`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepChoice {
    /// Number of steps on `[0, t_end]`.
    pub n: usize,
    /// Step size `t_end / n`.
    pub h: f64,
    /// Smallest distance of an event from a grid point in units of `h`, between 0 and 1/2 (1/2 when
    /// there are no events).
    pub clearance: f64,
}

/// Step sizes `h_k = t_end / n_k` with `n_k` close to a geometric sequence of `count` numbers from
/// `n_first` to `n_last`, such that the events stay away from the grid points.
///
/// Each `n_k` is the number within 5 per cent of its target whose `clearance` is largest (the one
/// nearest to the target among equals); numbers that do not exceed their predecessor are skipped,
/// so the list strictly refines. Events outside the open interval `(0, t_end)` are ignored. Events
/// closer to each other than `h`, such as those before an accumulation, cannot all be avoided:
/// give the few first ones, or check `clearance`.
pub fn incommensurate_steps(
    t_end: f64,
    n_first: usize,
    n_last: usize,
    count: usize,
    events: &[f64],
) -> Vec<StepChoice> {
    let phases: Vec<f64> =
        events.iter().map(|t| t / t_end).filter(|x| (f64::EPSILON..1.0).contains(x)).collect();
    let ratio = n_last.max(1) as f64 / n_first.max(1) as f64;
    let mut steps: Vec<StepChoice> = Vec::new();
    for k in 0..count {
        let exponent = if count > 1 { k as f64 / (count - 1) as f64 } else { 0.0 };
        let target = (n_first.max(1) as f64 * ratio.powf(exponent)).round() as usize;
        let floor = steps.last().map_or(0, |s| s.n);
        let reach = target / 20;
        // Nearest candidates first: a later one must be better to be taken.
        let candidates = (0..=reach).flat_map(|d| [target + d, target - d]);
        let mut best: Option<StepChoice> = None;
        for n in candidates.filter(|&n| n > floor) {
            let clearance =
                phases.iter().map(|x| distance_to_grid(x * n as f64)).fold(0.5, f64::min);
            if best.is_none_or(|b| clearance > b.clearance + 1e-9) {
                best = Some(StepChoice { n, h: t_end / n as f64, clearance });
            }
        }
        steps.extend(best);
    }
    steps
}

fn distance_to_grid(x: f64) -> f64 {
    (x - x.round()).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_power_law() {
        let h = [0.1, 0.05, 0.02, 0.01];
        let e = h.map(|h: f64| 3.0 * h.powf(1.5));
        let order = observed_order(&h, &e).unwrap();
        assert!((order.slope - 1.5).abs() < 1e-13);
        assert!(order.pairwise.iter().all(|p| (p - 1.5).abs() < 1e-13));
        assert!(order.pairwise_std < 1e-13 && order.slope_std < 1e-13);
        assert!((order.r2 - 1.0).abs() < 1e-13);
    }

    #[test]
    fn scatter_is_reported() {
        // Errors 1, 1/4, 1/4 at h = 1, 1/2, 1/4: pairwise orders 2 and 0. In units of ln 2 the
        // residuals are 1/3, -2/3, 1/3 and sxx = 2.
        let order = observed_order(&[1.0, 0.5, 0.25], &[1.0, 0.25, 0.25]).unwrap();
        assert!((order.slope - 1.0).abs() < 1e-14);
        assert!((order.pairwise[0] - 2.0).abs() < 1e-14 && order.pairwise[1].abs() < 1e-14);
        assert!((order.pairwise_std - 2f64.sqrt()).abs() < 1e-14);
        assert!((order.slope_std - (1.0f64 / 3.0).sqrt()).abs() < 1e-14);
        assert!((order.r2 - 0.75).abs() < 1e-14);
    }

    #[test]
    fn euler_and_midpoint_rule_have_their_orders() {
        // x' = x on [0, 1].
        let errors = |step: fn(f64) -> f64| -> (Vec<f64>, Vec<f64>) {
            let n = [50, 100, 200, 400];
            let error = |&n: &i32| (step(1.0 / f64::from(n)).powi(n) - 1f64.exp()).abs();
            (n.iter().map(|&n| 1.0 / f64::from(n)).collect(), n.iter().map(error).collect())
        };
        let (h, e) = errors(|h| 1.0 + h);
        assert!((observed_order(&h, &e).unwrap().slope - 1.0).abs() < 0.02);
        let (h, e) = errors(|h| 1.0 + h + 0.5 * h * h);
        assert!((observed_order(&h, &e).unwrap().slope - 2.0).abs() < 0.02);
    }

    #[test]
    fn bad_data_are_rejected() {
        assert!(matches!(observed_order(&[0.1], &[1.0]), Err(OrderError::Lengths { .. })));
        assert!(matches!(observed_order(&[0.1, 0.2], &[1.0]), Err(OrderError::Lengths { .. })));
        let e = observed_order(&[0.2, 0.1], &[1.0, 0.0]);
        assert!(matches!(e, Err(OrderError::NotPositive { index: 1, .. })));
        let e = observed_order(&[0.2, 0.1], &[f64::NAN, 1.0]);
        assert!(matches!(e, Err(OrderError::NotPositive { index: 0, .. })));
        let e = observed_order(&[0.1, 0.1], &[1.0, 1.0]);
        assert_eq!(e, Err(OrderError::EqualSteps { index: 0 }));
    }

    #[test]
    fn steps_avoid_the_impacts_of_the_bouncing_ball() {
        // With t_end = 5 every n divisible by 5 has the impact at t = 1 on its grid.
        let events = [1.0, 2.0, 2.5, 2.75, 2.875];
        let steps = incommensurate_steps(5.0, 100, 10_000, 15, &events);
        assert_eq!(steps.len(), 15);
        for (k, s) in steps.iter().enumerate() {
            let target = 100.0 * 100f64.powf(k as f64 / 14.0);
            assert!((s.n as f64 / target - 1.0).abs() < 0.06);
            assert_eq!(s.h, 5.0 / s.n as f64);
            assert!(s.clearance > 0.09, "{s:?}");
            for t in events {
                let x = t / s.h;
                assert!((x - x.round()).abs() > s.clearance - 1e-9);
            }
        }
        assert!(steps.windows(2).all(|w| w[0].n < w[1].n));
    }

    #[test]
    fn steps_without_events_are_the_geometric_sequence() {
        let n: Vec<usize> =
            incommensurate_steps(1.0, 10, 80, 4, &[0.0, 1.0, 7.0]).iter().map(|s| s.n).collect();
        assert_eq!(n, [10, 20, 40, 80]);
        // More numbers than there are integers: strictly increasing all the same.
        let few = incommensurate_steps(1.0, 2, 4, 9, &[]);
        assert!(few.windows(2).all(|w| w[0].n < w[1].n) && few.len() <= 3);
        assert!(incommensurate_steps(1.0, 0, 0, 1, &[]).iter().all(|s| s.n == 1));
    }
}
