//! What the levels of a step have found, as columns on request; r of each level and the residual of contacts that are not active.

use crate::common::{last, run, Run};
use percussion::record::Record;
use percussion::schemes::{self, Scheme};
use percussion::simulate::simulate;
use std::ops::ControlFlow;

fn with_columns(run: &Run, names: &[&str]) -> Record {
    let mut p = run.prepare();
    p.system.observe(&names.iter().map(|n| n.to_string()).collect::<Vec<_>>()).unwrap();
    let go = |_, _| ControlFlow::Continue(());
    simulate(&p.system, &run.make(), &p.q0, &p.u0, run.settings, go)
}

/// Figure 6 of Brüls, Acary, Cardona 2018: at rest on the obstacle the smooth multiplier of the older method is -4.545, that of the new
/// one the whole force.
#[test]
fn smooth_multiplier_of_a_pendulum_at_rest() {
    let names = ["smooth.*", "smoothN.*", "U.*", "Q.*", "A.*", "B.*", "C.*"];
    for (scheme, smooth, sets) in
        [("alpha-pvv", -4.545, [1.0, 1.0, 0.0]), ("alpha", -10.0, [1.0; 3])]
    {
        let r = run("bouncing-pendulum").scheme(scheme).option("rho_inf", "0.9");
        let r = if scheme == "alpha" { r.option("impacts", "captured") } else { r };
        let r = with_columns(&r.dt(1e-3).until(6.0), &names);
        assert!(
            (last(&r, "smooth.hinge.0") - smooth).abs() < 5e-3,
            "{}",
            last(&r, "smooth.hinge.0")
        );
        assert!((last(&r, "lag.hinge.0") + 10.0).abs() < 1e-3, "{}", last(&r, "lag.hinge.0"));
        assert_eq!(["A", "B", "C"].map(|s| last(&r, &format!("{s}.obstacle"))), sets, "{scheme}");
        // velocities jump where contact and joint have impulses, and nowhere else
        let [U, La, B] = ["U.x", "LaN.obstacle", "B.obstacle"].map(|c| r.column(c).unwrap());
        let hit = B.iter().position(|b| *b == 1.0).unwrap();
        assert!(La[hit] > 0.1 && U[hit].abs() > 0.1, "{} {}", La[hit], U[hit]);
        let still = (1..hit).all(|k| La[k] == 0.0 && U[k].abs() < 1e-3 * U[hit].abs());
        assert!(still, "{scheme}");
    }
}

#[test]
fn a_sliding_ball_comes_to_roll() {
    let r = with_columns(&run("rotating-ball"), &["A.*", "D.*", "E.*"]);
    let [A, D, E] = ["A.plane", "D.plane", "E.plane"].map(|c| r.column(c).unwrap());
    for k in 1..r.len() {
        assert_eq!(A[k] == 0.0, D[k] == 0.0, "open contacts neither stick nor slide");
        assert!(D[k] == 1.0 || E[k] == 0.0);
    }
    assert!(D.contains(&2.0));
    assert_eq!((last(&r, "D.plane"), last(&r, "E.plane")), (1.0, 1.0));
}

#[test]
fn schemes_without_levels_have_no_such_columns() {
    let mut p = run("bouncing-pendulum").prepare();
    p.system.observe(&["smooth.hinge.0".into()]).unwrap();
    for info in schemes::SCHEMES.iter().filter(|s| s.supports.contacts) {
        let refused =
            info.check(&p.system).is_err_and(|e| e.to_string().contains("columns of levels"));
        assert_eq!(refused, !info.supports.levels, "{}", info.name);
    }
}

/// A solution of the index sets does not depend on r.
#[test]
fn r_of_each_level_changes_no_solution() {
    let of = |factors: [&str; 3]| {
        let r = run("rotating-ball");
        let names = ["r_position", "r_velocity", "r_acceleration"];
        names.into_iter().zip(factors).fold(r, |r, (name, f)| r.option(name, f)).record()
    };
    let (usual, other) = (of(["1"; 3]), of(["0.5", "3", "2"]));
    let end = |r: &Record| [r.q(r.len() - 1), r.u(r.len() - 1)].concat();
    let off = end(&usual).iter().zip(end(&other)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(off < 1e-9, "{off:e}");
}

/// (65f), (65i) of Brüls, Acary, Cardona 2018: the impulses of contacts that are not active vanish, not their percussions. What the
/// force before contributes to the step in which a contact opens stays there; the motion is the same up to the error of a step.
#[test]
fn impulses_of_inactive_contacts_vanish() {
    let of = |inactive: &str| {
        let r = run("bar-impact").option("rho_inf", "0.8").option("inactive", inactive);
        with_columns(&r.dt(2e-3), &["B.wall"])
    };
    let both = ["total", "impulse"].map(of);
    let opens = |r: &Record| {
        let B = r.column("B.wall").unwrap();
        (1..B.len()).filter(|k| B[k - 1] == 1.0 && B[*k] == 0.0).collect::<Vec<_>>()
    };
    let at = |r: &Record, column: &str, k: usize| r.column(column).unwrap()[k];
    let [total, impulse] = [0, 1].map(|k| opens(&both[k]));
    assert!(!total.is_empty() && !impulse.is_empty());
    assert!(total.iter().all(|k| at(&both[0], "PN.wall", *k) == 0.0));
    assert!(impulse.iter().all(|k| at(&both[1], "LaN.wall", *k) == 0.0));
    assert!(impulse.iter().any(|k| at(&both[1], "PN.wall", *k) != 0.0));
    let gaps = both.each_ref().map(|r| last(r, "gN.wall"));
    assert!((gaps[0] - gaps[1]).abs() < 0.01 * gaps[0], "{gaps:?}");
    let prox =
        Scheme::new("alpha").unwrap().set("inactive", "impulse").unwrap().set("newton", "prox");
    assert!(prox.is_err());
}
