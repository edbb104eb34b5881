//! `guided-hopper`: Capobianco et al. 2021, 10.5. The figures of the first stance are those of an
//! independent program at the paper's step.

use crate::common::{column, last, run, Run};

/// Time of the first touch and sum of P_N until 0.1814 s.
fn stance(r: &Run) -> (f64, f64) {
    let r = r.clone().until(0.1814).done();
    let (t, P) = (column(&r, "t"), column(&r, "PN.foot"));
    let first = P.iter().position(|p| *p > 0.0).unwrap();
    (t[first], P.iter().sum())
}

#[test]
fn first_stance() {
    let (touch, sum) = stance(&run("guided-hopper"));
    assert!((touch - 0.12622).abs() <= 1e-4, "{touch}");
    assert!((sum - 16.605).abs() < 0.1, "{sum}");
}

/// Counted as in the paper (a step with one update counts 0; there: mean 1.23, max 5), but with the
/// scaled residual.
#[test]
fn friction_and_iterations() {
    let r = run("guided-hopper").option("impacts", "captured").done();
    let s = &r.statistics;
    assert!(r.data.iter().all(|v| v.is_finite()) && s.energy_end.is_finite());
    assert!(s.position <= 1e-12 && s.penetration <= 1e-12, "{} {}", s.position, s.penetration);
    assert!(s.friction_excess <= 1e-12, "{}", s.friction_excess);
    assert_eq!((s.rejected, s.fixed_point_steps), (0, 0));
    assert!(s.newton_max <= 6 && s.newton_mean() <= 1.3, "{} {}", s.newton_max, s.newton_mean());
}

#[test]
fn other_schemes() {
    for scheme in ["alpha-pvv", "moreau"] {
        let (touch, sum) = stance(&run("guided-hopper").scheme(scheme));
        assert!((touch - 0.12622).abs() < 2e-3 && (sum - 16.605).abs() < 1.0, "{touch} {sum}");
    }
}

/// First order in y and in the sum of P_N over the whole first stance. The touch falls anywhere in a
/// step, and the axial waves of the shank (periods of 1e-5 s to 1e-4 s) let the foot chatter: errors scatter from step
/// to step, so the order is that of means over four steps that are not commensurate.
#[test]
fn converges_with_first_order() {
    let mean = |h: f64| {
        let mut sum = [0.0; 2];
        for part in [1.0, 0.93, 0.86, 0.79] {
            let r = run("guided-hopper").option("impacts", "captured");
            let r = r.dt(part * h).until(0.1814).done();
            sum[0] += 0.25 * last(&r, "q.y1");
            sum[1] += 0.25 * column(&r, "PN.foot").iter().sum::<f64>();
        }
        sum
    };
    let exact = mean(7.8125e-7);
    // by the independent program
    assert!((exact[1] - 16.605).abs() < 2e-3, "{}", exact[1]);
    let steps: Vec<f64> = (0..6).map(|k| 1e-4 * 0.5f64.powi(k)).collect();
    let all: Vec<[f64; 2]> = steps.iter().map(|&h| mean(h)).collect();
    for k in 0..2 {
        let errors: Vec<f64> = all.iter().map(|v| (v[k] - exact[k]).abs()).collect();
        let order = slope(&steps, &errors);
        assert!((0.8..1.3).contains(&order), "{k}: {order} from {errors:?}");
    }
}

/// Slope of the line of least squares through the logarithms.
fn slope(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len() as f64;
    let (x, y): (Vec<f64>, Vec<f64>) = x.iter().zip(y).map(|(x, y)| (x.ln(), y.ln())).unzip();
    let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let xy: f64 = x.iter().zip(&y).map(|(x, y)| (x - mx) * (y - my)).sum();
    xy / x.iter().map(|x| (x - mx) * (x - mx)).sum::<f64>()
}
