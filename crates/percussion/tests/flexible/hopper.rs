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

#[test]
fn friction_and_iterations() {
    let r = run("guided-hopper").option("residual", "absolute").option("tol", "1e-6").done();
    let s = &r.statistics;
    assert!(s.friction_excess <= 1e-12, "{}", s.friction_excess);
    assert!(s.penetration <= 1e-9, "{}", s.penetration);
    assert!(s.newton_max <= 6 && s.newton_mean() <= 1.3, "{} {}", s.newton_max, s.newton_mean());
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
