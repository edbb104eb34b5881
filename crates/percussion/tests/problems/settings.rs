//! Settings: what they change, which reference they leave, and what is refused.

use super::*;

#[test]
fn every_problem_has_gravity_and_the_settings_of_all() {
    for p in PROBLEMS {
        let rows = parameters(p);
        let has = |name: &str| rows.iter().any(|(n, _, _)| n == name);
        for name in
            ["g", "q0.NAME", "u0.NAME", "e_N", "e_F", "mu", "r", "impact", "project", "settle"]
        {
            assert!(has(name), "{}: {name}", p.name);
        }
        for (k, (name, _, help)) in rows.iter().enumerate() {
            assert!(rows[..k].iter().all(|(n, _, _)| n != name), "{}: {name}", p.name);
            assert!(!help.is_empty(), "{}: {name}", p.name);
        }
        // every own parameter is read: a value that is no number is refused
        for o in p.parameters {
            let e = refused(p.name, &[(o.name, "nonsense")]);
            assert!(e.contains(o.name) && e.contains("nonsense"), "{}: {e}", p.name);
        }
        let first_q = ready(p.name, &[]).system.q_names[0].clone();
        ready(p.name, &[("r", "0.3"), ("impact", "poisson"), ("e_F", "0")]);
        let e = refused(p.name, &[(&format!("q0.{first_q}"), "NaN")]);
        assert!(e.contains(&format!("q0.{first_q}")), "{e}");
    }
}

#[test]
fn references_belong_to_their_settings_only() {
    let ball = find("rotating-ball").unwrap();
    let name = |list: &[(&str, &str)]| reference_for(ball, &sets(list)).map(|r| r.name);
    assert_eq!(name(&[("omega", "50.0"), ("r", "0.3")]), Some("rotating-ball-spin-50"));
    assert_eq!(name(&[("e_N", "1/2"), ("omega", "0")]), Some("rotating-ball-bounces"));
    assert_eq!(name(&[("omega", "7"), ("omega", "10")]), Some("rotating-ball-spin-10"));
    for other in [("omega", "20"), ("mu", "0.1"), ("q0.y", "2"), ("plane.mu", "0.1")] {
        assert_eq!(name(&[other]), None, "{other:?}");
    }
    assert_eq!(name(&[("omega", "0")]), None);
}

#[test]
fn laws_of_all_contacts_and_of_one() {
    let p = ready(
        "rocking-block",
        &[
            ("right.mu", "0.7"),
            ("mu", "0.5"),
            ("left.r", "2"),
            ("e_F", "0.1"),
            ("impact", "poisson"),
        ],
    );
    let law = |k: usize| p.system.contacts[k].law;
    assert_eq!((law(0).mu, law(1).mu, law(0).r, law(1).r), (0.5, 0.7, Some(2.0), None));
    assert!((0..2).all(|k| law(k).e_F == 0.1 && law(k).impact == percussion::laws::Impact::Poisson));
    // friction rows appear with mu
    assert!(ready("bouncing-pendulum", &[]).system.frictions.is_empty());
    assert_eq!(ready("bouncing-pendulum", &[("mu", "0.2")]).system.frictions.len(), 1);
    let p = ready("ball-in-corner", &[("plane1.e_N", "0.9"), ("e_N", "0.2")]);
    assert_eq!((p.system.contacts[0].law.e_N, p.system.contacts[1].law.e_N), (0.9, 0.2));
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let has = |name, list: &[(&str, &str)], words: &[&str]| {
        let e = refused(name, list);
        assert!(words.iter().all(|w| e.contains(w)), "{name} {list:?}: {e}");
    };
    has("rotating-ball", &[("m", "-1")], &["m = -1", "greater than zero"]);
    has("bouncing-ball", &[("m", "-1")], &["m = -1", "greater than zero"]);
    has("rotating-ball", &[("R", "NaN")], &["R = NaN", "finite"]);
    has("rotating-ball", &[("omega", "inf")], &["omega", "finite"]);
    has("rotating-ball", &[("e_N", "1.5")], &["e_N = 1.5", "0 to 1"]);
    has("ball-in-corner", &[("e_N", "1.5")], &["e_N = 1.5", "0 to 1"]);
    has("ball-in-corner", &[("plane2.e_N", "-0.1")], &["plane2.e_N = -0.1"]);
    has("rotating-ball", &[("mu", "-1")], &["mu = -1"]);
    has("stick-slip-block", &[("mu", "-1")], &["mu = -1"]);
    has("pendulum", &[("mu", "-1")], &["mu = -1"]);
    has("rotating-ball", &[("r", "0")], &["r = 0"]);
    has("rotating-ball", &[("impact", "hertz")], &["impact = hertz", "newton, poisson"]);
    has("rotating-ball", &[("project", "maybe")], &["project = maybe", "yes or no"]);
    has("rotating-ball", &[("omgea", "1")], &["unknown parameter 'omgea'", "did you mean 'omega'"]);
    has("rotating-ball", &[("q0.fi", "1")], &["unknown parameter 'q0.fi'", "did you mean 'q0."]);
    has("rotating-ball", &[("plan.e_N", "1")], &["did you mean 'plane.e_N'"]);
    has("rotating-ball", &[("something_else", "1")], &["valid names", "omega", "q0.NAME"]);
    has("rotating-ball", &[("q0.y", "0.05")], &["gap of 'plane'", "zero or greater"]);
    has("pendulum", &[("q0.x", "0")], &["position constraint of 'hinge'"]);
    has("pendulum", &[("u0.x", "1")], &["velocity constraint of 'hinge'", "project"]);
    has("tippe-top", &[("q0.p0", "0"), ("q0.p1", "0")], &["quaternion of 'top'"]);
    has("ball-chain", &[("n", "2.5")], &["n = 2.5", "whole number"]);
    assert!(find("roling-disc").is_err());
}

#[test]
fn starts_are_projected_on_request() {
    let p = ready("pendulum", &[("q0.x", "0.9"), ("u0.x", "1"), ("project", "1")]);
    let (g, gd) = rows(&p);
    assert!(g.iter().chain(&gd).all(|v| v.abs() < 1e-12));
    let p = ready("rotating-ball", &[("q0.y", "0.05"), ("project", "yes")]);
    near(q(&p, "y"), 0.1);
    let p = ready("tippe-top", &[("q0.p0", "2"), ("q0.p1", "0"), ("project", "yes")]);
    near(q(&p, "p0"), 1.0);
}

/// Extreme values are accepted or refused with an error, never a panic; what is accepted is finite.
#[test]
fn extreme_values_do_not_panic() {
    for p in PROBLEMS {
        for o in p.parameters {
            for value in ["0", "-0", "-1", "1", "1e300", "-1e300", "1e-300", "1e160", "1e400"] {
                if let Ok(r) = prepare(p, &sets(&[(o.name, value)])) {
                    let finite = r.q0.iter().chain(&r.u0).all(|v| v.is_finite());
                    assert!(finite, "{} {}={value}", p.name, o.name);
                }
            }
        }
    }
}
