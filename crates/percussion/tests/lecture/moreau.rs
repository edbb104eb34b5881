//! Moreau's scheme (41) with constant steps.

use crate::common::{case, near, numbers, order, run_to, spread, Case, Run};

const THETA: &[(&str, &str)] = &[("gradients", "theta")];
const MIXED: &[(&str, &str)] = &[("gradients", "mixed")];

fn golden(case: &Case, run: &Run, expected: [f64; 4], relative: f64) {
    let e = case.errors(run);
    near("q", run.q_end()[0], expected[0], relative);
    if expected[1] == 0.0 {
        assert!(run.u_end()[0].abs() < 1e-15, "v {:e}", run.u_end()[0]);
    } else {
        near("v", run.u_end()[0], expected[1], relative);
    }
    near("L1 of q", e[0], expected[2], relative);
    near("L1 of v", e[1], expected[3], relative);
}

#[test]
fn constant_steps_to_eight_digits() {
    for (name, n, expected, relative) in [
        ("ball", 1003, [-1.331581858e-5, 0.0, 8.154988444e-3, 4.979303608e-2], 1e-8),
        ("oscillator", 1003, [9.743294583e-2, -1.419393111e-1, 2.996573529e-1, 1.992103169], 1e-8),
        ("forced", 1003, [1.567819634, 1.877454059, 2.763957028, 5.547581105], 1e-8),
        ("block", 311, [0.4240146225, 1.820210443, 4.008234847e-3, 6.449235117e-3], 1e-7),
    ] {
        let c = case(name);
        for options in [THETA, MIXED] {
            golden(&c, &c.constant("moreau", options, n), expected, relative);
        }
    }
}

#[test]
fn joints_and_an_impact_to_six_digits() {
    let c = case("pendulum");
    for (options, x1, gap, l1) in [
        (THETA, 0.2095999918, 0.7819814, 0.41784643),
        (MIXED, 0.2326790796, 0.7768158, 0.089112404),
    ] {
        let run = c.constant("moreau", options, 311);
        let q = run.q_end();
        near("x1", q[0], x1, 1e-6);
        near("gap", q[3] + 0.5 * q[5].sin(), gap, 1e-6);
        near("L1 of q", c.errors(&run)[0], l1, 1e-6);
    }
}

/// θ = 1 with γ = 0 has the velocities of θ = γ = 1/2, if it starts at rest.
#[test]
fn late_prediction_with_implicit_positions() {
    let c = case("ball");
    let middle = c.constant("moreau", &[], 1003);
    let late = c.constant("moreau", &[("theta", "1"), ("gamma", "0")], 1003);
    for (a, b) in middle.u.iter().zip(&late.u) {
        assert!((a[0] - b[0]).abs() <= 1e-11, "{a:?} {b:?}");
    }
    near("L1 of v", c.errors(&late)[1], 4.979303608e-2, 1e-8);
}

/// Averaged over neighbouring steps, as one run scatters with the place of impacts in their steps.
#[test]
fn first_order_through_impacts() {
    for (name, largest, smallest) in
        [("ball", 1e-2, 6e-4), ("oscillator", 1e-2, 6e-4), ("forced", 3e-2, 2e-3)]
    {
        let c = case(name);
        let (mut h, mut e) = (Vec::new(), [Vec::new(), Vec::new()]);
        for n in numbers(c.T, largest, smallest, 7) {
            let all = spread(n, 15);
            let mut mean = [0.0; 2];
            for &n in &all {
                let error = c.errors(&c.constant("moreau", &[], n));
                mean.iter_mut().zip(error).for_each(|(m, e)| *m += e.ln() / all.len() as f64);
            }
            h.push(c.T / n as f64);
            e.iter_mut().zip(mean).for_each(|(e, m)| e.push(m.exp()));
        }
        for (what, e) in ["q", "v"].iter().zip(&e) {
            let p = order(&h, e);
            assert!((p - 1.0).abs() <= 0.15, "{name}, {what}: order {p:.2} {e:?}");
        }
    }
}

/// The double pendulum before its first impact.
#[test]
fn joints_in_smooth_motion() {
    let c = case("pendulum").until(0.6);
    for (gradients, theta, of_q, of_drift) in [
        ("theta", "0.5", 1.0, 0.94),
        ("end", "0.5", 1.0, 1.91),
        ("mixed", "0.5", 2.0, 2.0),
        ("mixed", "1", 0.96, 0.96),
    ] {
        let n = [21, 41, 81, 161, 321];
        let h: Vec<f64> = n.iter().map(|&n| c.T / n as f64).collect();
        let (mut e, mut drift) = (Vec::new(), Vec::new());
        for n in n {
            let options = [("gradients", gradients), ("theta", theta)];
            let run = c.constant("moreau", &options, n);
            e.push(c.errors(&run)[0]);
            drift.push(joint_gap(run.q_end()));
        }
        let (p, d) = (order(&h, &e), order(&h, &drift));
        assert!((p - of_q).abs() <= 0.1, "{gradients} {theta}: order {p:.2} {e:?}");
        assert!((d - of_drift).abs() <= 0.15, "{gradients} {theta}: drift {d:.2} {drift:?}");
    }
}

/// Largest gap of the two hinges.
pub fn joint_gap(q: &[f64]) -> f64 {
    let ((s1, c1), (s2, c2)) = (q[2].sin_cos(), q[5].sin_cos());
    [
        q[0] - s1 / 2.0,
        q[1] + c1 / 2.0,
        q[0] + s1 / 2.0 - q[3] + s2 / 2.0,
        q[1] - c1 / 2.0 - q[4] - c2 / 2.0,
    ]
    .iter()
    .fold(0.0, |m: f64, g| m.max(g.abs()))
}

/// (72) with its signs corrected: one step from exact data over an impact of a ball, v_k = -1.3 and
/// the impact at σ of the step.
#[test]
fn local_error_over_an_impact() {
    let (f, e, vk) = (-2.0, 0.5, -1.3);
    for h in [1e-1, 1e-2, 1e-3] {
        for sigma in [0.05, 0.31, 0.49, 0.7, 0.93] {
            for theta in [0.0, 0.3, 0.5, 1.0] {
                for gamma in ["0", "1"] {
                    let qk: f64 = -sigma * vk * h - f * (sigma * h) * (sigma * h) / 2.0;
                    let mut c = case("ball");
                    (c.sys.q0[0], c.sys.u0[0]) = (qk, vk);
                    let theta_text = theta.to_string();
                    let options = [("theta", theta_text.as_str()), ("gamma", gamma)];
                    let run = run_to(&c.sys, h, "moreau", &options, 1);
                    let detected = qk + h * gamma.parse::<f64>().unwrap() * vk <= 0.0;
                    // exact: falls until σ h, then rises
                    let (v, r) = (-e * (vk + f * sigma * h), (1.0 - sigma) * h);
                    let ev = v + f * r - run.u_end()[0];
                    let eq = v * r + f * r * r / 2.0 - run.q_end()[0];
                    let s = sigma;
                    let common = e * (1.0 - s) * s - (1.0 - s) * (1.0 - s) / 2.0 - s * s / 2.0;
                    let (fv, fq) = if detected {
                        let q = -h * (1.0 + e) * (1.0 - theta - s) * vk - f * h * h * common;
                        (h * f * (1.0 - s - e * s), q)
                    } else {
                        let q = -h * (1.0 + e) * (1.0 - s) * vk - f * h * h * (common + theta);
                        (-(1.0 + e) * (vk + h * f * s), q)
                    };
                    assert!((ev - fv).abs() <= 1e-10 * h.max(1e-4), "{h} {s} {theta} {gamma}: v");
                    assert!((eq - fq).abs() <= 1e-10 * h, "{h} {s} {theta} {gamma}: q");
                }
            }
        }
    }
}

/// θ below 1/2 is allowed; θ = 0 is the explicit Euler scheme, whose energy grows.
#[test]
fn explicit_steps_gain_energy() {
    let c = case("oscillator").until(0.45);
    let energy = |theta: &str| {
        let run = c.constant("moreau", &[("theta", theta)], 45);
        let (q, v) = (run.q_end()[0], run.u_end()[0]);
        (v * v / std::f64::consts::PI.powi(2) + q * q).sqrt()
    };
    let (explicit, middle, implicit) = (energy("0"), energy("0.5"), energy("1"));
    assert!((middle - 1.0).abs() < 1e-12, "{middle}");
    // every step multiplies the amplitude by sqrt(1 + (w h)^2), or divides it
    let growth = (1.0 + (0.01 * std::f64::consts::PI).powi(2)).powf(22.5);
    near("explicit", explicit, growth, 1e-9);
    near("implicit", implicit, 1.0 / growth, 1e-9);
}
