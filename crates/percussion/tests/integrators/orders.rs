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

fn order(e: &[[f64; 5]], k: usize) -> f64 {
    (e[0][k] / e[e.len() - 1][k]).log2() / (e.len() - 1) as f64
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

#[test]
fn explicit_and_half_explicit() {
    let set = Settings::default();
    for (problem, h, t) in [("pendulum", 0.04, 2.0), ("slider-crank", 1e-3, 0.1)] {
        for name in ["dopri5", "mdop5", "hem5", "phem56"] {
            report(problem, &set, name, h, t, false);
        }
    }
}

#[test]
fn radau() {
    for (problem, h, t) in [("pendulum", 0.04, 2.0), ("slider-crank", 1e-3, 0.1)] {
        for index in [Index::One, Index::Two, Index::Stabilised] {
            report(problem, &Settings { index, ..Default::default() }, "radau5", h, t, false);
        }
    }
}

#[test]
fn generalized_alpha() {
    let set = Settings { rho_inf: 0.9, ..Settings::default() };
    for (problem, h, t) in [("pendulum", 0.004, 2.0), ("slider-crank", 2.5e-4, 0.1)] {
        for name in ["alpha-p", "alpha-v", "alpha-pv"] {
            for uneven in [false, true] {
                report(problem, &set, name, h, t, uneven);
            }
        }
    }
}
