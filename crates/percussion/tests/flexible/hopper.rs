//! `guided-hopper`: Capobianco et al. 2021, 10.5. The figures of the first stance are those of an
//! independent program at the paper's step.

use crate::common::{column, run, Run};

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
/// scaled residual. Measured until 0.6 s: max 5. The step to 0.61155 s, a take-off, misses the figure:
/// it is divided and counts 9. With the paper's absolute residual of 1e-6 that step ends in the fixed
/// point, whose answer makes the run diverge; this is not covered here.
#[test]
fn friction_and_iterations() {
    for (until, most) in [(0.6, 6), (1.0, 9)] {
        let r = run("guided-hopper").until(until).done();
        let s = &r.statistics;
        assert!(r.data.iter().all(|v| v.is_finite()) && s.energy_end.is_finite());
        assert!(s.position <= 1e-11 && s.penetration <= 1e-12, "{} {}", s.position, s.penetration);
        assert!(s.friction_excess <= 1e-12, "{}", s.friction_excess);
        assert!(s.newton_max <= most && s.newton_mean() <= 1.3, "{until}: {}", s.newton_max);
    }
}

#[test]
fn other_schemes() {
    for scheme in ["alpha-pvv", "moreau"] {
        let (touch, sum) = stance(&run("guided-hopper").scheme(scheme));
        assert!((touch - 0.12622).abs() < 2e-3 && (sum - 16.605).abs() < 1.0, "{touch} {sum}");
    }
}

/// y at the end of the first stance converges at least with first order; the sum of P_N, which the
/// fast axial waves of the shank scatter, stays within 1e-3 of itself at all steps.
#[test]
fn converges_with_first_order() {
    let at = |h: f64| {
        let r = run("guided-hopper").dt(h).until(0.18).done();
        let (y, P) = (column(&r, "q.y1"), column(&r, "PN.foot"));
        (*y.last().unwrap(), P.iter().sum::<f64>())
    };
    // the touch falls anywhere in a step: means over pairs of steps that are not commensurate
    let mean = |a: (f64, f64), b: (f64, f64)| [0.5 * (a.0 + b.0), 0.5 * (a.1 + b.1)];
    let exact = at(1.5e-6);
    let error = |h: f64| {
        let m = mean(at(h), at(h * 0.9));
        [(m[0] - exact.0).abs(), (m[1] - exact.1).abs()]
    };
    let (a, b) = (error(1e-4), error(1.25e-5));
    assert!(b[0] < 0.125 * a[0] && a[1].max(b[1]) < 1e-3 * exact.1, "{a:?} {b:?}");
}
