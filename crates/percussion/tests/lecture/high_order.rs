//! Runge-Kutta between events, Moreau's scheme across them: (76)-(82).

use crate::common::{case, near, numbers, order, run_to, Case, Run};
use crate::moreau::joint_gap;

fn kinds(run: &Run, kind: &str) -> usize {
    run.events.iter().filter(|e| e.kind == kind).count()
}

/// Events but touch-downs and the notes of accumulations.
fn transitions(run: &Run) -> usize {
    ["impact", "take-off", "stick", "slip", "reversal"].iter().map(|k| kinds(run, k)).sum()
}

fn orders(
    name: &str,
    method: &str,
    p: f64,
    margin: f64,
    (largest, smallest, m): (f64, f64, usize),
    last: f64,
    events: usize,
) {
    let c = case(name);
    let (mut h, mut e) = (Vec::new(), [Vec::new(), Vec::new()]);
    for n in numbers(c.T, largest, smallest, m) {
        let run = c.constant("high-order", &[("method", method)], n);
        let error = c.errors(&run);
        h.push(c.T / n as f64);
        e[0].push(error[0]);
        e[1].push(error[1]);
        if h.len() == m {
            assert_eq!(transitions(&run), events, "{name} {method}: {:?}", run.events);
        }
    }
    for (what, e) in ["q", "v"].iter().zip(&e) {
        let found = order(&h, e);
        assert!(found >= p - margin, "{name} {method} {what}: order {found:.2} {e:?}");
    }
    let smallest = e[0][m - 1];
    assert!(smallest <= 2.0 * last, "{name} {method}: {smallest:e}, expected {last:e}");
}

// the last figures are L1 of q at the smallest step of the independent program

#[test]
fn orders_on_the_oscillator() {
    let h = (0.11, 0.012, 6);
    for (method, p, last) in [
        ("midpoint", 2.0, 6.2e-3),
        ("kutta3", 3.0, 6.0e-5),
        ("rk4", 4.0, 4.4e-7),
        ("rkf5", 5.0, 1.8e-9),
        ("gauss2", 2.0, 6.2e-3),
        ("radau3", 3.0, 6.0e-5),
        ("gauss4", 4.0, 4.4e-7),
        ("radau5", 5.0, 1.8e-9),
    ] {
        orders("oscillator", method, p, 0.35, h, last, 10);
    }
}

#[test]
fn orders_on_the_forced_oscillator() {
    let h = (0.16, 0.02, 6);
    for (method, p, last) in [
        ("midpoint", 2.0, 1.7e-2),
        ("kutta3", 3.0, 8.9e-5),
        ("rk4", 4.0, 3.8e-7),
        ("rkf5", 5.0, 3.8e-9),
        ("radau5", 5.0, 3.8e-9),
    ] {
        orders("forced", method, p, 0.35, h, last, 10);
    }
}

#[test]
fn orders_on_the_block_with_friction() {
    let h = (0.16, 0.02, 6);
    for (method, p, last) in [
        ("midpoint", 2.0, 3.1e-3),
        ("kutta3", 3.0, 5.6e-5),
        ("rk4", 4.0, 2.1e-7),
        ("rkf5", 5.0, 1.9e-9),
        ("gauss4", 4.0, 2.1e-7),
    ] {
        orders("block", method, p, 0.35, h, last, 8);
    }
}

#[test]
fn orders_on_the_double_pendulum() {
    let h = (0.03, 0.005, 5);
    for (method, p, last) in [
        ("midpoint", 2.0, 3.4e-3),
        ("kutta3", 3.0, 4.6e-5),
        ("rk4", 4.0, 1.5e-6),
        ("rkf5", 5.0, 2.5e-8),
    ] {
        orders("pendulum", method, p, 0.5, h, last, 3);
    }
}

#[test]
fn numbers_of_the_independent_program() {
    for (name, n, method, expected, relative) in [
        ("oscillator", 203, "rk4", 1.354e-4, 0.01),
        ("oscillator", 203, "rkf5", 2.405e-6, 0.05),
        ("block", 151, "rk4", 5.889e-5, 0.01),
        ("block", 151, "rkf5", 1.750e-6, 0.05),
        ("forced", 401, "rk4", 8.11e-5, 0.01),
        ("forced", 401, "rkf5", 8.07e-6, 0.05),
        ("pendulum", 311, "rk4", 2.03e-5, 0.05),
        ("pendulum", 311, "rkf5", 8.1e-7, 0.2),
    ] {
        let c = case(name);
        let run = c.constant("high-order", &[("method", method)], n);
        near(&format!("{name} {method}"), c.errors(&run)[0], expected, relative);
    }
}

#[test]
fn all_impacts_of_the_double_pendulum() {
    let c = case("pendulum");
    let run = c.constant("high-order", &[("method", "rkf5")], 621);
    let drift = run.q.iter().fold(0.0_f64, |m, q| m.max(joint_gap(q)));
    assert!(drift <= 2e-8, "{drift:e}");
    let c = c.until(9.0);
    let run = c.constant("high-order", &[("method", "rkf5")], 1803);
    let found: Vec<f64> = run.events.iter().filter(|e| e.kind == "impact").map(|e| e.t).collect();
    let exact = c.impact_times();
    assert_eq!((found.len(), exact.len()), (11, 11));
    for (a, b) in found.iter().zip(&exact) {
        assert!((a - b).abs() <= 1e-6, "{a} {b}");
    }
    assert!(c.errors(&run)[0] <= 1e-6, "{:e}", c.errors(&run)[0]);
}

#[test]
fn accumulation_of_the_ball() {
    let c = case("ball");
    for (method, p) in [("midpoint", 2), ("rk4", 4)] {
        let n = [23, 47, 101, 203, 407, 811];
        let (mut h, mut e) = (Vec::new(), [Vec::new(), Vec::new()]);
        for n in n {
            let run = c.constant("high-order", &[("method", method)], n);
            let step = 5.0 / n as f64;
            assert_eq!(run.u_end()[0], 0.0, "{method} {n}");
            let q = run.q_end()[0].abs();
            assert!(q <= step.powi(p + 1).max(1e-15), "{method} {n}: {q:e}");
            assert!(kinds(&run, "accumulation") <= 1);
            let error = c.errors(&run);
            h.push(step);
            e[0].push(error[0]);
            e[1].push(error[1]);
            if method == "rk4" && n == 203 {
                assert!(error[0] <= 3e-8, "{:e}", error[0]);
                let impacts = kinds(&run, "impact");
                assert!((25..=29).contains(&impacts), "{impacts}");
            }
        }
        for e in &e {
            let found = order(&h, e);
            assert!(found >= f64::from(p) + 0.8, "{method}: {found:.2} {e:?}");
        }
    }
}

/// (82): one step from exact data over an impact anywhere in it, the root at 0.2 of its enclosure.
#[test]
fn local_error_over_an_impact() {
    let c = case("forced");
    let impact = c.impact_times()[0];
    for (method, p) in [("midpoint", 2.0), ("kutta3", 3.0), ("rk4", 4.0), ("rkf5", 5.0)] {
        let sizes = [0.2, 0.14, 0.1, 0.07, 0.05, 0.035];
        let worst: Vec<f64> = sizes
            .iter()
            .map(|&h| {
                let places = (0..10).map(|k| 0.05 + 0.1 * f64::from(k));
                places.map(|x| local(&c, impact - x * h, h, method)).fold(0.0, f64::max)
            })
            .collect();
        let found = order(&sizes, &worst);
        assert!(found >= p + 1.0 - 0.35, "{method}: {found:.2} {worst:?}");
    }
}

fn local(c: &Case, t: f64, h: f64, method: &str) -> f64 {
    let ((q, v), (q1, v1)) = (c.exact(t), c.exact(t + h));
    let scheme = percussion::schemes::Scheme::new("high-order").unwrap();
    let scheme = scheme.set("method", method).unwrap().set("place", "0.2").unwrap();
    let at = percussion::schemes::Start { t, q: &q, u: &v, dt: h };
    let mut s = scheme.start(&c.sys, &at).unwrap();
    s.step(h).unwrap();
    let s = s.state();
    (s.q[0] - q1[0]).abs().max((s.u[0] - v1[0]).abs())
}

/// Impact with friction, slip, then rolling.
#[test]
fn rolling_ball() {
    let c = case("rolling");
    for method in ["midpoint", "rk4", "rkf5", "radau5"] {
        let run = c.constant("high-order", &[("method", method)], 31);
        near("x'", run.u_end()[0], -10.0 / 7.0, 1e-12);
        near("phi'", run.u_end()[2], 100.0 / 7.0, 1e-12);
    }
    // the independent program: 1.4e-11
    let run = c.constant("high-order", &[("method", "rk4")], 31);
    assert!(c.errors(&run)[0] <= 5e-11, "{:e}", c.errors(&run)[0]);
}

/// A block that starts across a slope of 30 degrees, mu = 0.7, as a point contact in space: the
/// direction of sliding turns, and it stops at t = 1.0518451, where it stays.
#[test]
fn sliding_to_rest_in_space() {
    let sys = crate::common::slope();
    for (n, bound) in [(201, 1e-6), (801, 1e-6)] {
        let run = run_to(&sys, 1.5, "high-order", &[("method", "rk4")], n);
        let stick: Vec<f64> =
            run.events.iter().filter(|e| e.kind == "stick").map(|e| e.t).collect();
        assert_eq!(stick.len(), 1, "{:?}", run.events);
        assert!((stick[0] - 1.0518451).abs() < bound, "{n}: {}", stick[0]);
        assert!(run.u_end().iter().all(|u| u.abs() < 1e-11));
    }
}
