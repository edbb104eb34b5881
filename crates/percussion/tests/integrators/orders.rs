//! Orders with fixed steps. The references are tables with exact rows; the orders to expect are
//! those of the methods' authors.

use super::*;

/// Fixed steps of size `h`, or alternately 2h/3 and 4h/3, up to `t`; errors of q, u and λ there
/// and the largest |g| and |W û| on the way.
fn errors(problem: &str, set: &Settings, name: &str, h: f64, t: f64, uneven: bool) -> [f64; 5] {
    let p = ready(problem, &[]);
    let sys = &p.system;
    let info = &find(problem).unwrap().references[0];
    let r = reference(info.name).unwrap().unwrap();
    let mut run = Run::new(&p, name, &Settings { fixed: true, ..*set });
    let n = (t / h).round() as usize;
    for k in 1..=n {
        if uneven && k % 2 == 1 {
            run.advance(sys, (k as f64 - 1.0 / 3.0) * h);
        } else {
            run.advance(sys, if k == n { t } else { k as f64 * h });
        }
    }
    let la = run.la(sys);
    let sign = |v: &[f64]| v.iter().map(|v| v.abs()).collect::<Vec<_>>();
    [
        distance(run.integrator.q(), &r.q_at(t).unwrap()),
        distance(run.integrator.u(), &r.v_at(t).unwrap()),
        distance(&sign(&la), &sign(&r.lam_at(t).unwrap())),
        run.g,
        run.gd,
    ]
}

/// Over the levels whose errors are above rounding.
fn order(e: &[[f64; 5]], k: usize) -> f64 {
    let last = (1..e.len()).rev().find(|&j| e[j][k] > 5e-13).unwrap_or(1);
    (e[0][k] / e[last][k]).log2() / last as f64
}

fn report(
    problem: &str,
    set: &Settings,
    name: &str,
    h: f64,
    t: f64,
    uneven: bool,
) -> Vec<[f64; 5]> {
    let e: Vec<_> =
        (0..4).map(|k| errors(problem, set, name, h / f64::powi(2.0, k), t, uneven)).collect();
    let o = [0, 1, 2].map(|k| order(&e, k));
    let show = |e: &[f64]| e.iter().map(|v| format!("{v:.1e} ")).collect::<String>();
    println!(
        "{problem} {name} {:?}: orders {o:.2?}; {} .. {}",
        set.index,
        show(&e[0]),
        show(&e[3])
    );
    e
}

fn assert_order(e: &[[f64; 5]], k: usize, lo: f64, hi: f64, what: &str) {
    let o = order(e, k);
    assert!((lo..hi).contains(&o), "{what}: order {o} of column {k}, errors {e:?}");
}

/// Orders 5 of q, u and λ from the index-1 equations; |g| follows the error, |W û| is at rounding
/// for the half-explicit methods, both are for the projected one. On the slider-crank, whose speed
/// varies, the observed orders lie a little above.
#[test]
fn explicit_and_half_explicit() {
    let set = Settings::default();
    for (problem, h, t, hi) in [("pendulum", 0.02, 1.0, 5.5), ("slider-crank", 1e-3, 0.1, 5.7)] {
        for name in ["dopri5", "mdop5", "hem5", "phem56"] {
            let e = report(problem, &set, name, h, t, false);
            let lo = if name == "dopri5" { 4.4 } else { 4.6 };
            (0..3).for_each(|k| assert_order(&e, k, lo, hi, &format!("{problem} {name}")));
            let [_, _, _, g, gd] = e[3];
            let [g_max, gd_max] = match name {
                "dopri5" => [1e-10, 1e-9],
                "mdop5" => [3e-14, 2e-14],
                _ => [1e-10, 2e-14],
            };
            assert!(g < g_max && gd < gd_max, "{problem} {name}: |g| {g:e}, |W û| {gd:e}");
        }
    }
}

/// Hairer and Wanner, VII.4: order 5 of q and u in all three forms.
#[test]
fn radau() {
    for (problem, h, t, hi) in [("pendulum", 0.04, 2.0, 5.1), ("slider-crank", 1e-3, 0.1, 6.2)] {
        for index in [Index::One, Index::Two, Index::Stabilised] {
            let set = Settings { index, ..Default::default() };
            let e = report(problem, &set, "radau5", h, t, false);
            (0..3).for_each(|k| assert_order(&e, k, 4.9, hi, &format!("{problem} {index:?}")));
            let [_, _, _, g, gd] = e[3];
            assert!(g < if index == Index::Stabilised { 1e-14 } else { 1e-9 }, "{index:?} {g:e}");
            assert!(gd < if index == Index::One { 1e-9 } else { 1e-13 }, "{index:?} {gd:e}");
        }
    }
}

/// Multipliers of the last stage: order 3 for `hem5` and for `radau5` at velocity level, 5 where
/// they solve the index-1 equations.
#[test]
fn multipliers_of_the_methods() {
    let r = reference("pendulum").unwrap().unwrap();
    let p = ready("pendulum", &[]);
    for (name, index, order) in [
        ("dopri5", Index::Two, 5.0),
        ("hem5", Index::Two, 3.0),
        ("phem56", Index::Two, 5.0),
        ("radau5", Index::One, 5.0),
        ("radau5", Index::Two, 3.0),
        ("radau5", Index::Stabilised, 3.0),
    ] {
        let info = INTEGRATORS.iter().find(|i| i.name == name).unwrap();
        assert!(info.multipliers as f64 <= order, "{name}");
        let e = [0.02, 0.01, 0.005].map(|h| {
            let set = Settings { fixed: true, index, ..Default::default() };
            let mut run = Run::new(&p, name, &set);
            (1..=(1.0_f64 / h).round() as usize).for_each(|k| run.advance(&p.system, k as f64 * h));
            distance(run.integrator.multipliers(), &r.lam_at(1.0).unwrap())
        });
        let observed = (e[0] / e[2]).log2() / 2.0;
        println!("{name} {index:?}: {e:?}, order {observed}");
        assert!((observed - order).abs() < 0.4, "{name} {index:?}: {observed}, {e:?}");
    }
}

/// Order 2 of q, u and λ with equal steps and with steps that alternate between 2h/3 and 4h/3.
#[test]
fn generalized_alpha() {
    let set = Settings { rho_inf: 0.9, ..Settings::default() };
    for (problem, h, t) in [("pendulum", 0.004, 2.0), ("slider-crank", 2.5e-4, 0.1)] {
        for name in ["alpha-p", "alpha-v", "alpha-pv"] {
            for uneven in [false, true] {
                let h = if uneven { h / 8.0 } else { h };
                let e = report(problem, &set, name, h, t, uneven);
                let what = format!("{problem} {name} uneven {uneven}");
                (0..3).for_each(|k| assert_order(&e, k, 1.95, 2.05, &what));
                let [_, _, _, g, gd] = e[3];
                assert!(name == "alpha-v" || g < 1e-13, "{what}: |g| {g:e}");
                assert!(name == "alpha-p" || gd < 1e-11, "{what}: |W û| {gd:e}");
            }
        }
    }
}

/// The stabilised index-2 form as published first, Q = W(q0) ν, and as it is taken here, M Q = W(q1) ν: both hold g = 0 and
/// W û = 0, both are of second order with equal steps.
#[test]
fn corrections_at_the_start_and_at_the_end_are_of_second_order() {
    let p = ready("pendulum", &[]);
    let r = reference("pendulum").unwrap().unwrap();
    for published in [false, true] {
        let e = [0.02, 0.01, 0.005].map(|h| {
            let set = Settings { fixed: true, published, ..Settings::with_tolerance(1e-8) };
            let mut run = Run::new(&p, "alpha-pv", &set);
            (1..=(1.0_f64 / h).round() as usize).for_each(|k| run.advance(&p.system, k as f64 * h));
            assert!(run.g < 1e-11 && run.gd < 1e-11, "{:e} {:e}", run.g, run.gd);
            distance(run.integrator.q(), &r.q_at(1.0).unwrap())
        });
        let order = (e[0] / e[2]).log2() / 2.0;
        println!("published {published}: {e:?} {order}");
        assert!((order - 2.0).abs() < 0.2, "{published}: {order}, {e:?}");
    }
}
