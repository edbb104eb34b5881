//! `spin-up-beam` against spin-up-beam, computed with elements of degree 7.

use crate::common::{column, run, Run};

const REFERENCE: &str = include_str!("../../data/reference/spin-up-beam.csv");

fn psi(t: f64) -> f64 {
    let w = std::f64::consts::TAU / 15.0;
    match t {
        t if t > 15.0 => 6.0 * t - 45.0,
        t => 0.4 * (0.5 * t * t + ((w * t).cos() - 1.0) / (w * w)),
    }
}

/// (t, axial, transverse) tip displacement in the turning frame.
fn tip(run: &Run, node: usize) -> Vec<[f64; 3]> {
    let r = run.done();
    let (t, x, y) =
        (column(&r, "t"), column(&r, &format!("q.x{node}")), column(&r, &format!("q.y{node}")));
    let turned = |k: usize| {
        let (s, c) = psi(t[k]).sin_cos();
        [t[k], c * x[k] + s * y[k] - 10.0, -s * x[k] + c * y[k]]
    };
    (0..t.len()).map(turned).collect()
}

#[test]
fn figures() {
    let u = tip(&run("spin-up-beam"), 16);
    let least = u.iter().map(|u| u[2]).fold(f64::MAX, f64::min);
    // spin-up-beam: -0.57383 at 6.75 s
    assert!((least / -0.5738270523764694 - 1.0).abs() < 2e-3, "{least}");
    // L (tan(kL)/(kL) - 1), k = 6 sqrt(1.2/2.8e7); the vibration that remains has mean zero
    let tail: Vec<f64> = u.iter().filter(|u| u[0] > 16.0).map(|u| u[1]).collect();
    let mean = tail.iter().sum::<f64>() / tail.len() as f64;
    assert!((mean / 5.143174550426011e-4 - 1.0).abs() < 2e-3, "{mean}");
    for line in REFERENCE.lines().skip(1) {
        let row: Vec<f64> = line.split(',').map(|x| x.parse().unwrap()).collect();
        let k = (row[0] / 5e-3).round() as usize;
        assert!((u[k][2] - row[2]).abs() < 2e-3, "{row:?} {:?}", u[k]);
    }
}

#[test]
fn order_two_in_time() {
    let at = |h: f64| {
        let u = tip(&run("spin-up-beam").dt(h).until(6.0), 16);
        u.last().unwrap()[2]
    };
    let (a, b, c) = (at(1e-2), at(5e-3), at(2.5e-3));
    let order = ((a - b) / (b - c)).abs().log2();
    assert!((order - 2.0).abs() < 0.3, "{order}: {a} {b} {c}");
}

#[test]
fn other_schemes() {
    let alpha = tip(&run("spin-up-beam").until(6.0), 16);
    // moreau is of first order: 0.046 at this step
    for (scheme, bound) in [("alpha-pvv", 1e-4), ("moreau", 0.06)] {
        let u = tip(&run("spin-up-beam").scheme(scheme).until(6.0), 16);
        let d = (u.last().unwrap()[2] - alpha.last().unwrap()[2]).abs();
        assert!(d < bound, "{scheme}: {d}");
    }
}
