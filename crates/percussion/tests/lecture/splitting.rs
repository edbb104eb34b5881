//! Smooth motion, then impacts with frozen coordinates: (86)-(89).

use crate::common::{case, near, numbers, order, run_to, spread};

const FREE: &[(&str, &str)] = &[("variant", "free")];
const FORCE: &[(&str, &str)] = &[("variant", "force")];

#[test]
fn constant_steps_to_eight_digits() {
    for (name, options, n, q, l1q, l1v) in [
        ("oscillator", FREE, 1003, 7.925120019e-2, 4.006662217e-2, 1.573831598e-1),
        ("oscillator", FORCE, 1003, 7.925120019e-2, 4.006662217e-2, 1.573831598e-1),
        ("ball", FREE, 1003, -3.407546622e-3, 8.802855782e-3, 3.455439990e-2),
        ("ball", FORCE, 1003, -5.032261145e-6, 5.310823905e-3, 2.784232438e-2),
        ("block", FREE, 501, 3.991455461e-1, 1.899601520e-1, 4.084163446e-1),
        ("block", FORCE, 501, 4.242610263e-1, 3.882956595e-3, 5.271036983e-3),
        ("rolling", FREE, 501, -7.272361180e-1, 1.609248153e-2, 0.0),
        ("rolling", FORCE, 501, -7.278223707e-1, 9.697015571e-3, 0.0),
        ("pendulum", FORCE, 311, 2.337338544e-1, 1.536296364e-1, 1.047765571),
    ] {
        let c = case(name);
        let run = c.constant("splitting", options, n);
        let e = c.errors(&run);
        let relative = if name == "pendulum" { 1e-6 } else { 1e-8 };
        near(&format!("{name} {options:?}: q"), run.q_end()[0], q, relative);
        near(&format!("{name} {options:?}: L1 of q"), e[0], l1q, relative);
        if l1v > 0.0 {
            near(&format!("{name} {options:?}: L1 of v"), e[1], l1v, relative);
        } else {
            assert!(e[1] < 1e-12, "{:e}", e[1]);
            near("x'", run.u_end()[0], -10.0 / 7.0, 1e-12);
            near("phi'", run.u_end()[2], 100.0 / 7.0, 1e-12);
        }
        if name == "block" && options == FORCE {
            assert_eq!(run.q_end()[1], 0.0);
        }
    }
}

#[test]
fn first_order() {
    for (name, largest, smallest, m) in
        [("oscillator", 1e-2, 2e-4, 7), ("ball", 1e-2, 2e-4, 7), ("forced", 3e-2, 1e-3, 6)]
    {
        let c = case(name);
        let (mut h, mut e) = (Vec::new(), [Vec::new(), Vec::new()]);
        for n in numbers(c.T, largest, smallest, m) {
            let all = spread(n, 15);
            let mut mean = [0.0; 2];
            for &n in &all {
                let error = c.errors(&c.constant("splitting", FREE, n));
                mean.iter_mut().zip(error).for_each(|(m, e)| *m += e.ln() / all.len() as f64);
            }
            h.push(c.T / n as f64);
            e.iter_mut().zip(mean).for_each(|(e, m)| e.push(m.exp()));
        }
        for e in &e {
            let p = order(&h, e);
            assert!((p - 0.95).abs() <= 0.25, "{name}: order {p:.2} {e:?}");
        }
    }
}

/// The axes of the lecture's figure: L1 of v of the oscillator.
#[test]
fn figure_of_the_lecture() {
    let c = case("oscillator");
    for (h, l1v) in [(1e-2, 2.8), (1e-3, 0.25), (1e-4, 0.025), (1e-5, 0.0025)] {
        let n = (c.T / h).round() as usize | 1;
        near("L1 of v", c.errors(&c.constant("splitting", FREE, n))[1], l1v, 0.1);
    }
}

/// Six stages a step.
#[test]
fn adaptive_steps() {
    for (name, h_max, evaluations, errors) in [
        ("oscillator", "1e3", [1518, 2544, 4116, 6804], [3.5e-2, 3.1e-4, 2.8e-6, 3.1e-8]),
        ("ball", "1e3", [636, 1374, 2622, 4038], [2.0e-3, 1.2e-5, 2.3e-7, 2.1e-9]),
        ("forced", "1e3", [1998, 3222, 4632, 7332], [1.9e-1, 1.3e-3, 9.9e-6, 6.4e-8]),
        ("pendulum", "1e3", [648, 1176, 1920, 3168], [9.7e-3, 2.3e-4, 2.0e-6, 2.0e-8]),
        ("block", "0.1", [1128, 2046, 2334, 4014], [2.9e-3, 3.4e-5, 2.1e-6, 2.1e-8]),
    ] {
        let c = case(name);
        for (k, tol) in ["1e-3", "1e-5", "1e-7", "1e-9"].iter().enumerate() {
            let options = [("adaptive", "yes"), ("tol", *tol), ("h_max", h_max)];
            let run = c.adaptive("splitting", &options);
            let (e, n) = (c.errors(&run)[0], 6 * (run.accepted + run.rejected));
            let what =
                format!("{name} {tol}: {n} for {}, {e:e} for {:e}", evaluations[k], errors[k]);
            assert!(n as f64 <= 1.5 * f64::from(evaluations[k]) && e <= 3.0 * errors[k], "{what}");
        }
    }
}

#[test]
fn adaptive_steps_rest() {
    let c = case("ball");
    let run = run_to(&c.sys, 10.0, "splitting", &[("adaptive", "yes"), ("tol", "1e-4")], 0);
    assert!(6 * (run.accepted + run.rejected) <= 1500);
    assert_eq!(run.u_end()[0], 0.0);
    // without contact forces a body at rest bounces on and on, by 0.66 h
    let free = run_to(&c.sys, 10.0, "splitting", FREE, 1003);
    let last = free.u.iter().skip(351).fold(0.0_f64, |m, u| m.max(u[0].abs()));
    assert!(last > 0.3 * 10.0 / 1003.0, "{last:e}");
}

/// Any registered integrator for the smooth part.
#[test]
fn registered_integrators() {
    for integrator in ["dopri5", "mdop5", "hem5", "phem56", "radau5"] {
        for (name, n, l1q) in [
            ("oscillator", 1003, 4.006662217e-2),
            ("ball", 1003, 5.310823905e-3),
            ("block", 501, 3.882956595e-3),
            ("pendulum", 311, 1.536296364e-1),
        ] {
            let c = case(name);
            let e = c.errors(&c.constant("splitting", &[("integrator", integrator)], n))[0];
            // the same smooth motion to the accuracy of the integrator, the same impacts; the
            // block stops where the integrator's step ends
            near(&format!("{name} {integrator}"), e, l1q, if name == "block" { 1.0 } else { 0.02 });
        }
        let c = case("oscillator");
        let options = [("integrator", integrator), ("adaptive", "yes"), ("tol", "1e-6")];
        let e = c.errors(&c.adaptive("splitting", &options))[0];
        assert!(e <= 1e-3, "{integrator}: {e:e}");
    }
}
