//! The spinning ball that falls on a rough plane: the impact at t* = sqrt(2 · 0.9/9.81) = 0.428353,
//! sliding until 0.728123 for ω = 50, sticking at once for ω = 10 (Capobianco et al. 2021, 10.1,
//! whose La_F and la_F for ω = 50 are printed without their sign).
//!
//! The scheme captures the impact in the step [t0, t1] that contains it. With e_N = 0 it ends at
//! rest on the plane, so that P_N = m g t1, and with λ̄1 = (1 - α_f) λ_N (α_m = 0 for ρ∞ = 1/2)
//!
//! ```text
//! La_N = P_N - h γ λ̄1 = m g (t1 - 5/9 h)       γ = 5/6, α_f = 1/3
//! ```
//!
//! which differs from the exact m g t* by at most 5/9 m g h.

use crate::common::{column, run, Run};
use percussion::measure::incommensurate_steps;
use percussion::record::{Event, Record};

/// As published.
fn ball() -> Run {
    run("rotating-ball").option("impacts", "captured")
}

const G: f64 = 9.81;
const MU: f64 = 0.2;

fn exact_impulse() -> f64 {
    // m v(t*) of the fall from 1 to R = 0.1; the paper prints 4.20214
    let impulse = (2.0 * G * 0.9).sqrt();
    assert!((impulse - 4.20214).abs() < 5e-6);
    impulse
}

fn event<'a>(r: &'a Record, kind: &str) -> &'a Event {
    r.events.iter().find(|e| e.kind == kind).unwrap_or_else(|| panic!("{kind}: {:?}", r.events))
}

/// The row of the impact.
fn impact_row(r: &Record) -> usize {
    let t = event(r, "impact").t;
    r.times().iter().position(|x| *x == t).unwrap()
}

#[test]
fn impulses_of_the_impact_converge_to_the_exact_ones() {
    let exact = exact_impulse();
    for step in incommensurate_steps(1.0, 250, 8000, 8, &[exact / G]) {
        let h = step.h;
        let r = ball().dt(h).done();
        let k = impact_row(&r);
        let (La_N, La_F) = (column(&r, "LaN.plane")[k], column(&r, "LaF.plane.0")[k]);
        assert!((La_N - exact).abs() < 5.0 / 9.0 * G * h, "h = {h}: La_N = {La_N}");
        // it slides: -0.8404
        assert!((La_F + MU * exact).abs() < 5.0 / 9.0 * MU * G * h, "h = {h}: La_F = {La_F}");
        assert!((La_F + MU * La_N).abs() < 1e-12);
    }
    // at the step of the paper
    let r = ball().done();
    let La_N = column(&r, "LaN.plane")[impact_row(&r)];
    assert!((La_N - 4.20214).abs() < 0.011, "{La_N}");
}

#[test]
fn forces_after_the_impact() {
    let r = ball().done();
    let (la_N, la_F) = (column(&r, "laN.plane"), column(&r, "laF.plane.0"));
    let (La_N, La_F) = (column(&r, "LaN.plane"), column(&r, "LaF.plane.0"));
    let (start, stick) = (impact_row(&r), event(&r, "stick").t);
    for (k, t) in r.times().into_iter().enumerate() {
        if k < start {
            assert_eq!((la_N[k], la_F[k], La_N[k], La_F[k]), (0.0, 0.0, 0.0, 0.0), "t = {t}");
            continue;
        }
        assert!((la_N[k] - G).abs() < 1e-10, "t = {t}: {}", la_N[k]);
        let friction = if t < stick { -1.962 } else { 0.0 };
        assert!((la_F[k] - friction).abs() < 1e-10, "t = {t}: {}", la_F[k]);
        // α_m = 0: the auxiliary force, and with it La, forgets the impact after two steps
        if k > start + 2 && (t < stick || t > stick + 0.006) {
            assert!(La_N[k].abs() + La_F[k].abs() < 1e-12, "t = {t}: {} {}", La_N[k], La_F[k]);
        }
    }
}

#[test]
fn slow_ball_sticks_in_the_impact() {
    // -R ω/(1/m + R²/J) = -2/7, printed as -0.2857
    for h in [2e-3, 3.1e-4] {
        let r = ball().set("omega", "10").dt(h).done();
        let k = impact_row(&r);
        let (La_F, la_F) = (column(&r, "LaF.plane.0"), column(&r, "laF.plane.0"));
        assert!((La_F[k] + 2.0 / 7.0).abs() < 1e-12, "{}", La_F[k]);
        assert!(la_F.iter().all(|f| f.abs() < 1e-12));
        let La_N = column(&r, "LaN.plane")[k];
        assert!((La_N - exact_impulse()).abs() < 5.0 / 9.0 * G * h);
        let u = r.u(r.len() - 1);
        // u_x = -R u_phi = -2/7
        assert!((u[0] + 2.0 / 7.0).abs() < 1e-12 && (u[2] - 20.0 / 7.0).abs() < 1e-11, "{u:?}");
    }
}

#[test]
fn sliding_ends_within_a_step_of_the_exact_time() {
    for step in incommensurate_steps(1.0, 250, 8000, 8, &[0.428352, 0.728123]) {
        let r = ball().dt(step.h).done();
        let t = event(&r, "stick").t;
        // 0.72812 is printed; t* + (R ω - 3.5 μ g t*)/(3.5 μ g) = R ω/(3.5 μ g)
        let exact = 5.0 / (3.5 * MU * G);
        assert!((exact - 0.72812).abs() < 5e-6);
        assert!((t - exact).abs() <= step.h, "h = {}: {t}", step.h);
        let u = r.u(r.len() - 1);
        // accelerations are solved for to 1e-9 of their size
        assert!((u[0] + 10.0 / 7.0).abs() < 1e-9 && u[1].abs() < 1e-11, "{u:?}");
        assert!((u[2] - 100.0 / 7.0).abs() < 1e-8, "{u:?}");
        assert!(r.statistics.friction_excess <= 1e-10);
    }
}
