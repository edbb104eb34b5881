//! `bar-impact`: Brüls, Acary, Cardona 2018, 6.3, and the semi-discrete reference elastic-bar.

use crate::common::{column, run, Run};
use crate::energy::{growth, history};

const REFERENCE: &str = include_str!("../../data/reference/elastic-bar.csv");
/// Take-off of the semi-discrete bar and of the continuum.
const OPENS: [f64; 2] = [1.1641955327093676, 7.0 / 6.0];

/// Rows (t, u of five nodes, v of five nodes, force, energy).
fn reference() -> Vec<Vec<f64>> {
    let row = |l: &str| l.split(',').map(|x| x.parse().unwrap()).collect();
    REFERENCE.lines().skip(1).map(row).collect()
}

/// Beginning of the last step that presses the wall. The contact opens within that step: at its end
/// the contact is free at acceleration level (λ_N = 0, g_N'' > 0).
fn opens(r: &Run) -> f64 {
    let r = r.done();
    let (t, P) = (column(&r, "t"), column(&r, "PN.wall"));
    let k = P.iter().rposition(|p| *p > 0.0).unwrap();
    t[k - 1]
}

/// Mean distance from the reference over the times and the nodes.
fn error(run: Run, kind: &str) -> f64 {
    let (dt, r) = (run.settings.dt, run.done());
    let nodes = ["0", "50", "100", "150", "200"];
    let columns = nodes.map(|n| column(&r, &format!("{kind}.u{n}")));
    let (mut sum, mut count) = (0.0, 0.0);
    for row in reference() {
        let k = (row[0] / dt).round() as usize;
        for n in 0..5 {
            sum += (columns[n][k] - row[1 + n + if kind == "u" { 5 } else { 0 }]).abs();
            count += 1.0;
        }
    }
    sum / count
}

/// A dense implementation of the paper's equations, with all couplings, gives the same: pressed in
/// the steps from 0.500 to 1.170 s, 497.6208 J at the end.
#[test]
fn figures() {
    for scheme in ["alpha", "alpha-pvv"] {
        let r = run("bar-impact").scheme(scheme).done();
        let s = &r.statistics;
        assert_eq!((s.rejected, s.fixed_point_steps), (0, 0));
        assert!(s.newton_updates as f64 / s.steps as f64 <= 0.9, "{}", s.newton_updates);
        assert!(s.penetration <= 1e-12, "{}", s.penetration);
        // the reference loses 0.7217 J in the impact of the end node
        assert!((s.energy_end / 499.27831216343276 - 1.0).abs() < 5e-3, "{}", s.energy_end);
        assert!((s.energy_end - 497.6208392).abs() < 1e-6, "{}", s.energy_end);
        assert!(s.energy_max_increase <= 1e-9, "{}", s.energy_max_increase);
        assert_eq!(r.events[0].kind, "impact");
        assert!((r.events[0].t - 0.5).abs() <= 2.0 * 2e-3 + 1e-9);
        // the force of the continuum is 300; the ripple behind the front decays
        let (t, P) = (column(&r, "t"), column(&r, "PN.wall"));
        for (t, P) in t.iter().zip(&P) {
            let ripple = match t {
                t if (0.503..0.52).contains(t) => 50.0,
                t if (0.52..0.6).contains(t) => 5.0,
                t if (0.6..1.14).contains(t) => 2.0,
                _ => continue,
            };
            assert!((P / 2e-3 - 300.0).abs() < ripple, "{scheme} at {t}: {}", P / 2e-3);
        }
    }
}

/// Within two steps of the semi-discrete bar at every step size. With h = 2e-3 a wave passes 1.2
/// elements in a step, and the waves of the time integration are slower than those of the mesh: the
/// step in which the contact opens begins at 1.168 s, 1.9 steps late.
#[test]
fn take_off() {
    for scheme in ["alpha", "alpha-pvv"] {
        for h in [2e-3, 1e-3, 5e-4, 2e-4] {
            let at = opens(&run("bar-impact").scheme(scheme).dt(h));
            assert!((at - OPENS[0]).abs() <= 2.0 * h, "{scheme}, {h}: {at}");
        }
    }
    let r = run("bar-impact").done();
    let (t, la) = (column(&r, "t"), column(&r, "laN.wall"));
    let closed = t[la.iter().rposition(|f| *f > 0.0).unwrap()];
    assert!((closed - OPENS[0]).abs() <= 2.0 * 2e-3, "{closed}");
}

/// The paper counts 0.80 and, for the other scheme, 2.94 iterations a step of its Algorithm 1, which
/// leaves out how U and Q change the elastic forces. Its tolerance is not printed: the counts are
/// those of 1e-9 (3.2; with 1e-6 1.6, with 1e-12 7.3). The coupled update needs 0.75 for both.
#[test]
fn iterations_of_the_paper() {
    let count = |scheme: &str, way: &str| {
        let r = run("bar-impact").scheme(scheme).option("newton", way).option("tol", "1e-9");
        let s = r.done().statistics;
        assert_eq!((s.rejected, s.fixed_point_steps), (0, 0));
        s.newton_updates as f64 / s.steps as f64
    };
    let [pva, pvv] = ["alpha", "alpha-pvv"].map(|scheme| count(scheme, "sequential"));
    assert!((pva - 0.80).abs() < 0.05 && (pvv - 2.94).abs() < 0.5, "{pva} {pvv}");
    for scheme in ["alpha", "alpha-pvv"] {
        assert!(count(scheme, "decoupled") <= 0.8);
    }
}

/// The energy at the ends of the steps grows a little after an impact, the energy of the method
/// never (see `energy.rs`): 500 J are summed up to 1e-9.
#[test]
fn energy_of_the_method() {
    for (h, rho) in [(2e-3, 0.8), (1e-3, 0.8), (1e-3, 0.5), (5e-4, 0.9)] {
        let r = run("bar-impact").dt(h).option("rho_inf", &rho.to_string());
        let all = history(&r, rho);
        let [_, with_X, _] = growth(&all);
        assert!(with_X < 1e-9, "{h}, {rho}: {with_X:e}");
    }
}

/// Waves of the length of an element (2078 rad/s) keep their phase with steps below 1e-4 only; they
/// carry little of the displacements, but ripple in the velocities.
#[test]
fn converges_to_the_semi_discrete_solution() {
    let e: Vec<[f64; 2]> = [1e-3, 2.5e-4, 6.25e-5]
        .map(|h| ["q", "u"].map(|kind| error(run("bar-impact").dt(h), kind)))
        .into();
    for k in 1..e.len() {
        assert!(e[k][0] < 0.2 * e[k - 1][0] && e[k][1] < e[k - 1][1], "{e:?}");
    }
}

/// In step and mesh together the bar comes to that of the continuum: after the contact all of it
/// moves at +v0, the energy is that before.
#[test]
fn converges_to_the_wave() {
    let lost: Vec<f64> = [(50, 4e-3), (200, 1e-3), (800, 2.5e-4)]
        .map(|(n, h)| {
            let r = run("bar-impact").set("elements", &n.to_string()).dt(h).done();
            let (t, v) = (column(&r, "t"), column(&r, &format!("u.u{}", n / 2)));
            let k = t.iter().position(|t| *t >= 1.9).unwrap();
            assert!((v[k] - 10.0).abs() < 2.0, "{n}: {}", v[k]);
            500.0 - r.statistics.energy_end
        })
        .into();
    assert!(lost[1] < 0.45 * lost[0] && lost[2] < 0.45 * lost[1], "{lost:?}");
}

#[test]
fn lumped_mass_and_moreau() {
    for r in [run("bar-impact").set("lumped", "1"), run("bar-impact").scheme("moreau")] {
        let (at, s) = (opens(&r), r.done().statistics);
        assert!((at - OPENS[1]).abs() <= 6e-3, "{at}");
        assert!((s.energy_end / 500.0 - 1.0).abs() < 1e-2, "{}", s.energy_end);
    }
}
