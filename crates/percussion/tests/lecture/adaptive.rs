//! Steps chosen by the error: (54)-(59), (73)-(75).

use crate::common::{case, near, numbers, order, run_to, Case};
use percussion::measure::reference;
use percussion::problems::{self, prepare};
use percussion::record::{Record, Status};
use percussion::schemes::Scheme;
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;

const ORDER1: &[(&str, &str)] = &[("order", "1")];
const VARIABLE: &[(&str, &str)] = &[("order", "variable")];

fn with<'a>(
    options: &[(&'a str, &'a str)],
    more: &[(&'a str, &'a str)],
) -> Vec<(&'a str, &'a str)> {
    options.iter().chain(more).copied().collect()
}

/// The single evaluation of (55) and (73) against the true error: one step from exact data.
fn steps(c: &Case, h: f64) -> [Vec<f64>; 2] {
    let x = |n| {
        let r = run_to(&c.sys, h, "moreau", &[], n);
        vec![r.q_end()[0], r.u_end()[0]]
    };
    [x(1), x(2)]
}

#[test]
fn estimate_of_smooth_steps() {
    let w = std::f64::consts::PI;
    for h in [0.02, 0.01, 0.005] {
        let mut c = case("oscillator");
        (c.sys.q0[0], c.sys.u0[0]) = (0.7_f64.cos(), -w * 0.7_f64.sin());
        let [single, halves] = steps(&c, h);
        let exact = [(0.7 + w * h).cos(), -w * (0.7 + w * h).sin()];
        for k in 0..2 {
            // (55), p = 2
            let estimate = (halves[k] - single[k]) / 3.0;
            near("true over estimated error", (exact[k] - halves[k]) / estimate, 1.0, 0.01);
        }
    }
}

#[test]
fn estimate_of_steps_with_an_impact() {
    let (e, v0, mut missed) = (0.5, -1.0, 0);
    for h in [1e-2, 1e-4] {
        for k in 0..400 {
            let s = (k as f64 + 0.5) / 400.0;
            let mut c = case("ball");
            (c.sys.q0[0], c.sys.u0[0]) = (s * h + (s * h) * (s * h), v0);
            let [single, halves] = steps(&c, h);
            let (v, r) = (-e * (v0 - 2.0 * s * h), (1.0 - s) * h);
            let error = (v * r - r * r - halves[0]).abs();
            // (73)
            let estimate = 2.0 * (halves[0] - single[0]).abs();
            if estimate > 1e-6 * h {
                assert!(error <= 1.01 * estimate, "{h} {s}: {error:e} {estimate:e}");
            } else {
                missed += 1;
            }
        }
    }
    // both miss the impact in the last quarter of the step
    assert!((missed as f64 / 800.0 - 0.25).abs() < 0.01, "{missed}");
}

/// Within 5 tol, where constant steps need 100,000 evaluations for 8e-5.
#[test]
fn bouncing_ball() {
    let c = case("ball");
    for (tol, most) in
        [("1e-4", 700), ("1e-5", 1000), ("1e-6", 1300), ("1e-7", 1750), ("1e-8", 2200)]
    {
        let t: f64 = tol.parse().unwrap();
        for order in [ORDER1, VARIABLE] {
            for (control, factor) in [("q", 1.0), ("qv", 1.7)] {
                let r = c.adaptive(
                    "moreau-adaptive",
                    &with(order, &[("tol", tol), ("control", control)]),
                );
                let e = c.errors(&r);
                let what =
                    format!("{order:?} {control} {tol}: {} evaluations, {e:?}", r.problems());
                assert!(e[0] <= 5.0 * t && e[2] <= 3.0 * t, "{what}");
                assert!(r.problems() as f64 <= factor * most as f64, "{what}");
            }
        }
    }
}

/// Without (74) free flight has no error, and the impact is missed.
#[test]
fn violation_is_indispensable() {
    let c = case("ball");
    for tol in ["1e-2", "1e-4"] {
        let r =
            c.adaptive("moreau-adaptive", &[("order", "0"), ("violation", "off"), ("tol", tol)]);
        assert!(c.errors(&r)[0] > 0.1);
    }
    let r = c.adaptive("moreau-adaptive", &[("order", "0"), ("control", "qv"), ("tol", "1e-5")]);
    // the independent program: 5.7e-6 with 1218 evaluations
    assert!(c.errors(&r)[0] <= 2e-5 && r.problems() <= 1800, "{:e}", c.errors(&r)[0]);
}

#[test]
fn oscillators() {
    for (name, tol, error, most) in [
        ("oscillator", "1e-6", 1.5e-3, 4500),
        ("oscillator", "1e-8", 8e-5, 15000),
        ("forced", "1e-6", 8e-3, 6500),
    ] {
        let c = case(name);
        let r = c.adaptive("moreau-adaptive", &with(ORDER1, &[("tol", tol)]));
        let e = c.errors(&r)[0];
        assert!(e <= error && r.problems() <= most, "{name} {tol}: {e:e}, {}", r.problems());
    }
    // constant steps, at least twenty times as many
    let c = case("oscillator");
    let e = c.errors(&c.constant("moreau", &[], 100_003))[0];
    near("constant steps", e, 1.7e-3, 0.05);
}

/// Every run passes the accumulation at t = 3 and rests until 50 in few steps, whatever its first step.
#[test]
fn accumulation_and_rest() {
    let c = case("ball");
    for order in [ORDER1, VARIABLE] {
        for k in 0..40 {
            let h0 = format!("{:e}", 1e-3 * 2.1_f64.powf(k as f64 / 39.0));
            let options = with(order, &[("tol", "1e-4"), ("h0", &h0)]);
            let r = run_to(&c.sys, 50.0, "moreau-adaptive", &options, 0);
            let after = r.t.iter().filter(|t| **t > 3.1).count();
            let deepest = r.q.iter().fold(0.0_f64, |m, q| m.min(q[0]));
            let least = r.t.windows(2).map(|w| w[1] - w[0]).fold(f64::INFINITY, f64::min);
            let to5 = run_to(&c.sys, 5.0, "moreau-adaptive", &options, 0).problems();
            let what = format!("{order:?} {h0}: {to5} {after} {deepest:e} {least:e}");
            assert!(to5 <= 1000 && after <= 8 && deepest >= -2e-4 && least > 1e-12, "{what}");
        }
    }
}

/// A violation that counts although a step did not add to it shrinks the steps of a resting contact.
#[test]
fn violation_as_printed_stalls() {
    let c = case("ball");
    let stalled = (0..40).filter(|k| {
        let h0 = format!("{:e}", 1e-3 * 2.1_f64.powf(f64::from(*k) / 39.0));
        let options = [("violation", "printed"), ("tol", "1e-4"), ("h0", &h0), ("h_min", "1e-6")];
        // so many steps of h_min take it no further than 3.1 in this count
        let scheme = options
            .iter()
            .fold(percussion::schemes::Scheme::new("moreau-adaptive").unwrap(), |s, (n, v)| {
                s.set(n, v).unwrap()
            });
        let start = percussion::schemes::Start::of(&c.sys, 5.0);
        let mut s = scheme.start(&c.sys, &start).unwrap();
        let mut trials = 0;
        while s.state().t < 4.999 && trials < 10_000 {
            trials += 1 + s.inner_step(5.0).unwrap().rejected;
        }
        trials >= 10_000
    });
    // the independent program: 10 of 40
    assert!((4..=20).contains(&stalled.count()));
}

/// With joints: the error follows the tolerance, and gradients at θ need steps in proportion to it.
#[test]
fn joints() {
    let c = case("pendulum");
    for (options, control, tol, evaluations, error) in [
        (ORDER1, "q", "1e-2", 261, 3.7e-2),
        (ORDER1, "q", "1e-3", 438, 8.1e-3),
        (ORDER1, "q", "1e-4", 771, 2.6e-3),
        (VARIABLE, "qv", "1e-2", 270, 4.5e-2),
        (VARIABLE, "qv", "1e-3", 402, 1.1e-2),
        (VARIABLE, "qv", "1e-4", 684, 3.7e-3),
    ] {
        let r =
            c.adaptive("moreau-adaptive", &with(options, &[("tol", tol), ("control", control)]));
        let e = c.errors(&r)[0];
        let what = format!("{options:?} {tol}: {} {e:e}", r.problems());
        assert!(r.problems() as f64 <= 1.3 * f64::from(evaluations) && e <= 2.0 * error, "{what}");
    }
    let options =
        [("order", "variable"), ("control", "qv"), ("tol", "1e-2"), ("gradients", "theta")];
    assert!(c.adaptive("moreau-adaptive", &options).problems() > 800);
}

/// The same control around another scheme.
#[test]
fn other_schemes() {
    for scheme in ["alpha-adaptive", "schatzman-paoli-adaptive"] {
        for name in ["ball", "oscillator", "forced"] {
            let c = case(name);
            let mut errors = Vec::new();
            let tols = ["1e-3", "1e-4", "1e-5"];
            for tol in tols {
                let r = c.adaptive(scheme, &with(VARIABLE, &[("tol", tol)]));
                if std::env::var("SHOW").is_ok() {
                    println!("{scheme} {name} {tol}: {} {:?}", r.problems(), c.errors(&r));
                }
                errors.push(c.errors(&r)[0]);
            }
            let h: Vec<f64> = tols.iter().map(|t| t.parse().unwrap()).collect();
            let p = order(&h, &errors);
            assert!(p > 0.4, "{scheme} {name}: the error falls with tol^{p:.2}, {errors:?}");
        }
    }
}

/// A constant step is what remains of the control when it may not change anything.
#[test]
fn frozen_control_is_the_scheme_with_half_the_step() {
    let c = case("oscillator");
    let n = numbers(c.T, 0.02, 0.01, 2)[0];
    let h = format!("{:e}", c.T / n as f64);
    let frozen = [("tol", "1e3"), ("h0", h.as_str()), ("h_max", h.as_str())];
    let a = c.adaptive("moreau-adaptive", &frozen);
    let b = c.constant("moreau", &[], 2 * n);
    assert!((a.q_end()[0] - b.q_end()[0]).abs() < 1e-9, "{:?} {:?}", a.q_end(), b.q_end());
}

#[test]
fn impossible_options() {
    let scheme = || percussion::schemes::Scheme::new("moreau-adaptive").unwrap();
    for (name, value) in [
        ("tol", "0"),
        ("h_min", "1"),
        ("order", "2"),
        ("control", "v"),
        ("a_max", "0.5"),
        ("alpha", "0"),
        ("smooth_order", "0"),
    ] {
        let refused = if name == "h_min" {
            scheme().set("h_max", "0.1").unwrap().set(name, value)
        } else {
            scheme().set(name, value)
        };
        assert!(refused.is_err(), "{name} = {value}");
    }
}

/// A run with rows every dt.
fn rows(problem: &str, scheme: &str, options: &[(&str, &str)], dt: f64) -> Record {
    let p = problems::find(problem).unwrap();
    let ready = prepare(p, &[]).unwrap();
    let set = |s: Scheme, (n, v): &(&str, &str)| s.set(n, v).unwrap();
    let scheme = options.iter().fold(Scheme::new(scheme).unwrap(), set);
    let go = |_, _| ControlFlow::Continue(());
    let settings = Settings::new(dt, 3.2);
    let r = simulate(&ready.system, &scheme, &ready.q0, &ready.u0, settings, go);
    assert_eq!(r.status, Status::Done);
    r
}

const ALL: [(&str, &[(&str, &str)]); 5] = [
    ("moreau-adaptive", &[("order", "1")]),
    ("moreau-adaptive", &[("order", "variable")]),
    ("alpha-adaptive", &[]),
    ("schatzman-paoli-adaptive", &[]),
    ("splitting", &[("adaptive", "yes")]),
];

/// Rows read off the steps change nothing in them: the same steps, the same last bits, the same percussions
/// whatever the output interval; and they are as accurate as the ends of the steps.
#[test]
fn the_tolerance_alone_chooses_the_steps() {
    for (scheme, options) in ALL {
        for (problem, joint) in [("bouncing-ball", ""), ("double-pendulum-wall", "Pg.pivot.0")] {
            if problem == "double-pendulum-wall" && scheme.starts_with("schatzman") {
                continue;
            }
            let options = with(options, &[("tol", "1e-5")]);
            let many = rows(problem, scheme, &options, 3.2 / 777.0);
            let few = rows(problem, scheme, &options, 1.6);
            let what = format!("{scheme} {options:?} {problem}");
            let work = |r: &Record| r.statistics.work.clone().unwrap();
            let (a, b) = (work(&many), work(&few));
            assert_eq!((a.steps, a.rejected, a.evaluations), (b.steps, b.rejected, b.evaluations));
            assert_eq!((a.h_min, a.h_max), (b.h_min, b.h_max), "{what}");
            assert!(a.output > b.output && a.h_max > 2.0 * a.h_min, "{what}: {a:?}");
            assert_eq!(many.q(many.len() - 1), few.q(few.len() - 1), "{what}");
            let times = many.times();
            assert!(times.windows(2).all(|t| t[0] <= t[1]), "{what}: rows are in order");
            // impacts belong to the steps, not to the rows
            let impacts = |r: &Record| {
                r.events.iter().filter(|e| e.kind == "impact").map(|e| e.t).collect::<Vec<_>>()
            };
            assert_eq!(impacts(&many), impacts(&few), "{what}");
            assert!(!impacts(&many).is_empty(), "{what}");
            for column in [joint, "PN.floor", "PN.wall"] {
                let Some(x) = many.column(column) else { continue };
                let y = few.column(column).unwrap();
                let (x, y) = (x.iter().sum::<f64>(), y.iter().sum::<f64>());
                assert!((x - y).abs() < 1e-9 * (1.0 + x.abs()), "{what}: {column} {x} {y}");
            }
            if problem == "bouncing-ball" {
                let r = reference("bouncing-ball").unwrap().unwrap();
                let q = many.column("q.x").unwrap();
                let off = |(t, q): (&f64, &f64)| (q - r.q_at(*t).unwrap()[0]).abs();
                let worst = times.iter().zip(&q).map(off).fold(0.0, f64::max);
                assert!(worst < 1e-3, "{what}: {worst:e}");
            }
        }
    }
}

/// Two free balls that meet obliquely: nothing bends their motion, so that one step and two halves find the same overlap. Its
/// correction is an error all the same (velocities were 5 % off at every tolerance).
#[test]
fn impacts_of_free_bodies_are_found_in_time() {
    let text = r#"
        [[bodies]]
        name = "b{i}"
        type = "point"
        repeat = 2
        mass = "1 + 0.1*i"
        position = ["0.3*(i - 1)", 0, "0.04*(i - 1)"]
        velocity = ["if(i == 1, 1, 0)", 0, 0]
        [[shapes]]
        name = "s{i}"
        type = "sphere"
        body = "b{i}"
        radius = 0.05
        repeat = 2
        material = "glass"
        [materials.glass]
        e_N = 0.6
        [collide]
        all = true
    "#;
    let file = percussion::problems::load("balls", text, &|_| Err("none".into()), &[]);
    let sys =
        file.unwrap_or_else(|d| panic!("{d}")).prepare().unwrap_or_else(|d| panic!("{d}")).system;
    let (m1, m2, e) = (1.1, 1.2, 0.6);
    // the normal where the distance of the centres is 0.1
    let n = [(0.1_f64 * 0.1 - 0.04 * 0.04).sqrt() / 0.1, 0.4];
    let P = (1.0 + e) * m1 * m2 / (m1 + m2) * n[0];
    for name in ["alpha-adaptive", "moreau-adaptive", "schatzman-paoli-adaptive"] {
        for tol in [1e-4, 1e-6, 1e-8] {
            let scheme = Scheme::new(name).unwrap().set("tol", &tol.to_string()).unwrap();
            let mut sim =
                std::sync::Arc::new(sys.clone()).run(scheme).dt(0.1).simulation(0.5).unwrap();
            while sim.step().unwrap() {}
            let off = (sim.state().u[0] - (1.0 - P * n[0] / m1)).abs();
            println!("{name} {tol}: {off:e}");
            assert!(off < 30.0 * tol, "{name} {tol}: {off}");
        }
    }
}

/// A first step far too long, in which nothing is finite, leaves nothing behind: every shorter one was not finite either.
#[test]
fn a_step_that_is_not_finite_is_made_shorter() {
    let text = include_str!("../../../../models/elements/shape-ellipsoid.toml");
    let file = percussion::problems::load("ellipsoid", text, &|_| Err("none".into()), &[]);
    let p = file.unwrap_or_else(|d| panic!("{d}")).prepare().unwrap_or_else(|d| panic!("{d}"));
    let scheme = Scheme::new("moreau-adaptive").unwrap();
    let (settings, go) = (Settings::new(2e-3, 0.4), |_, _| ControlFlow::Continue(()));
    let r = simulate(&p.system, &scheme, &p.q0, &p.u0, settings, go);
    assert_eq!(r.status, Status::Done);
    assert!(r.statistics.work.is_some_and(|w| w.rejected > 0));
}

/// Studer, Leine, Glocker 2008: between impacts the extrapolation of one step and two halves gains at least an order.
#[test]
fn extrapolated_smooth_steps_gain_an_order() {
    let w = std::f64::consts::PI;
    let error = |h: &str, extrapolate: &str| {
        let mut c = case("oscillator");
        (c.sys.q0[0], c.sys.u0[0]) = (0.7_f64.cos(), -w * 0.7_f64.sin());
        let o = [("tol", "1e3"), ("h0", h), ("h_max", h), ("extrapolate", extrapolate)];
        let r = run_to(&c.sys, 0.2, "moreau-adaptive", &o, 1);
        (r.q_end()[0] - (0.7 + 0.2 * w).cos()).abs()
    };
    let order = |extrapolate| (error("0.04", extrapolate) / error("0.02", extrapolate)).log2();
    near("order of the scheme", order("no"), 2.0, 0.05);
    assert!(order("yes") > 2.8, "{}", order("yes"));
    assert!(error("0.02", "yes") < 0.1 * error("0.02", "no"));
}

/// With impacts: the same tolerance with smaller errors, as smooth steps have next to none.
#[test]
fn extrapolation_passes_impacts() {
    let error = |extrapolate: &str| {
        let c = case("oscillator");
        let o = [("tol", "1e-5"), ("order", "variable"), ("extrapolate", extrapolate)];
        c.errors(&c.adaptive("moreau-adaptive", &o))[0]
    };
    let (plain, better) = (error("no"), error("yes"));
    assert!(better < 2.0 * plain, "{better:e} {plain:e}");
}
