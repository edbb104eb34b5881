//! The named problems: they can be made ready, start where their statements say, agree with their
//! references at t = 0, and refuse what cannot be.
#![allow(non_snake_case)]

use percussion::measure::reference;
use percussion::problems::{find, parameters, prepare, reference_for, Prepared, PROBLEMS};
use percussion::system::RowKind;

fn sets(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect()
}

fn ready(name: &str, list: &[(&str, &str)]) -> Prepared {
    prepare(find(name).unwrap(), &sets(list)).unwrap_or_else(|e| panic!("{name} {list:?}: {e}"))
}

fn refused(name: &str, list: &[(&str, &str)]) -> String {
    match prepare(find(name).unwrap(), &sets(list)) {
        Ok(_) => panic!("{name} accepts {list:?}"),
        Err(e) => e.to_string(),
    }
}

fn q(p: &Prepared, name: &str) -> f64 {
    p.q0[p.system.q_names.iter().position(|n| n == name).unwrap_or_else(|| panic!("q.{name}"))]
}

fn u(p: &Prepared, name: &str) -> f64 {
    p.u0[p.system.u_names.iter().position(|n| n == name).unwrap_or_else(|| panic!("u.{name}"))]
}

/// g and g' of every row at the start.
fn rows(p: &Prepared) -> (Vec<f64>, Vec<f64>) {
    let mut ev = p.system.eval();
    p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
    let mut gd = vec![0.0; p.system.nr];
    p.system.rows_dot(&ev, &ev.u, &mut gd);
    (ev.g, gd)
}

fn gap(p: &Prepared, contact: &str) -> f64 {
    let c = p.system.contacts.iter().find(|c| c.name == contact);
    rows(p).0[c.unwrap_or_else(|| panic!("contact {contact}")).row]
}

fn sliding(p: &Prepared, contact: &str) -> Vec<f64> {
    let f = p.system.frictions.iter().find(|c| c.name == contact);
    rows(p).1[f.unwrap_or_else(|| panic!("friction {contact}")).rows.clone()].to_vec()
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12 * b.abs().max(1.0), "{a} for {b}");
}

#[test]
fn names_are_unique_and_every_problem_is_ready() {
    for (k, p) in PROBLEMS.iter().enumerate() {
        assert!(PROBLEMS[..k].iter().all(|o| o.name != p.name), "{}", p.name);
        assert!(p.dt > 0.0 && p.t_end >= p.dt && !p.summary.is_empty() && !p.source.is_empty());
        let r = ready(p.name, &[]);
        assert_eq!((r.q0.len(), r.u0.len()), (r.system.nq, r.system.nu), "{}", p.name);
        assert_eq!((&r.system.q0, &r.system.u0), (&r.q0, &r.u0), "{}", p.name);
        let (g, gd) = rows(&r);
        for i in 0..r.system.nr {
            match r.system.kinds[i] {
                RowKind::Position => {
                    assert!(g[i].abs() < 1e-14 && gd[i].abs() < 1e-12, "{} row {i}", p.name)
                }
                RowKind::Velocity => assert!(gd[i].abs() < 1e-12, "{} row {i}", p.name),
                RowKind::Normal(_) => assert!(g[i] > -1e-14, "{} row {i}: {}", p.name, g[i]),
                RowKind::Friction(_) => {}
            }
        }
    }
}

#[test]
fn every_problem_has_gravity_and_the_settings_of_all() {
    for p in PROBLEMS {
        let rows = parameters(p);
        let has = |name: &str| rows.iter().any(|(n, _, _)| n == name);
        for name in ["g", "q0.NAME", "u0.NAME", "e_N", "e_F", "mu", "r", "impact", "project"] {
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
fn references_start_where_their_problem_starts() {
    let mut seen = Vec::new();
    for p in PROBLEMS {
        for info in p.references {
            let r = reference(info.name)
                .unwrap_or_else(|| panic!("{}: no reference {}", p.name, info.name))
                .unwrap();
            assert!(info.until <= r.trust_until, "{}: {}", info.name, r.trust_until);
            assert_eq!((info.q.len(), info.u.len()), (r.q_names.len(), r.v_names.len()));
            let ready = ready(p.name, info.set);
            for (name, value) in info.q.iter().zip(r.q_at(0.0).unwrap()) {
                near(q(&ready, name), value);
            }
            for (name, value) in info.u.iter().zip(r.v_at(0.0).unwrap()) {
                near(u(&ready, name), value);
            }
            let found = reference_for(p, &sets(info.set)).map(|r| r.name);
            assert_eq!(found, Some(info.name), "{}", p.name);
            seen.push(info.name);
        }
    }
    // all embedded references but the slider-crank without clearance belong to a problem
    for name in percussion::measure::reference_names() {
        assert!(seen.contains(&name) || name == "slider_crank_smooth", "{name}");
    }
}

#[test]
fn references_belong_to_their_settings_only() {
    let ball = find("rotating-ball").unwrap();
    let name = |list: &[(&str, &str)]| reference_for(ball, &sets(list)).map(|r| r.name);
    assert_eq!(name(&[("omega", "50.0"), ("r", "0.3")]), Some("D_ball_w50_e0"));
    assert_eq!(name(&[("e_N", "1/2"), ("omega", "0")]), Some("D_ball_w0_e05"));
    assert_eq!(name(&[("omega", "7"), ("omega", "10")]), Some("D_ball_w10_e0"));
    for other in [("omega", "20"), ("mu", "0.1"), ("q0.y", "2"), ("plane.mu", "0.1")] {
        assert_eq!(name(&[other]), None, "{other:?}");
    }
    assert_eq!(name(&[("omega", "0")]), None);
}

#[test]
fn balls() {
    let p = ready("rotating-ball", &[]);
    near(gap(&p, "plane"), 0.9);
    near(sliding(&p, "plane")[0], 5.0);
    near(sliding(&ready("rotating-ball", &[("u0.x", "3")]), "plane")[0], 8.0);

    let p = ready("ball-in-corner", &[("u0.x", "1"), ("u0.y", "2"), ("u0.phi", "3")]);
    let h = std::f64::consts::FRAC_1_SQRT_2;
    near(gap(&p, "plane1"), 1.5 * h - 0.1);
    near(gap(&p, "plane2"), 0.5 * h - 0.1);
    near(sliding(&p, "plane1")[0], 3.0 * h + 0.3);
    near(sliding(&p, "plane2")[0], -h + 0.3);
    let e: Vec<f64> = p.system.contacts.iter().map(|c| c.law.e_N).collect();
    assert_eq!(e, [0.5, 0.0]);

    let p = ready("ball-in-cylinder", &[("u0.y", "2"), ("u0.phi", "3")]);
    near(gap(&p, "cylinder"), 0.0);
    // n = (1, 0), t = (0, -1)
    near(sliding(&p, "cylinder")[0], -2.0 + 0.3);
}

#[test]
fn rod_pendulums_and_block() {
    let p = ready("painleve-rod", &[("u0.phi", "2")]);
    near(gap(&p, "tip"), 0.0);
    near(sliding(&p, "tip")[0], 30.0 - 2.0 * 31f64.to_radians().sin());
    assert_eq!(p.system.frictions[0].mu, 5.0 / 3.0);

    let p = ready(
        "pendulum",
        &[("q0.x", "1"), ("q0.y", "0"), ("q0.theta", "0"), ("u0.x", "0"), ("u0.y", "10")],
    );
    let names: Vec<_> = (0..p.system.nr).map(|r| p.system.row_name(r)).collect();
    assert_eq!(names, ["hinge", "hinge"]);
    // the rows are x - L cos, y - L sin, with this sign and in this order
    let mut ev = p.system.eval();
    p.system.evaluate(0.0, &[3.0, 7.0, 0.5], &[0.0; 3], &mut ev);
    near(ev.g[0], 3.0 - 0.5f64.cos());
    near(ev.g[1], 7.0 - 0.5f64.sin());
    assert_eq!(ev.h, [0.0, 10.0, 0.0]);

    let p = ready("bouncing-pendulum", &[]);
    near(gap(&p, "obstacle"), (std::f64::consts::PI / 12.0).cos() - 0.5f64.sqrt());

    let p = ready("double-pendulum-wall", &[]);
    near(gap(&p, "tip"), 1.2f64.sin() + 0.8f64.sin());
    let p = ready("double-pendulum-wall", &[("u0.x1", "1"), ("project", "yes")]);
    let (_, gd) = rows(&p);
    assert!(gd[..4].iter().all(|v| v.abs() < 1e-12), "{gd:?}");

    let p = ready("rocking-block", &[]);
    near(gap(&p, "left"), 0.0);
    near(gap(&p, "right"), 0.4 * 0.2f64.sin());
    let p = ready("rocking-block", &[("theta0", "-0.2")]);
    near(gap(&p, "right"), 0.0);
    near(gap(&p, "left"), 0.4 * 0.2f64.sin());
}

#[test]
fn oscillators_and_friction_block() {
    let h = |name: &str, list: &[(&str, &str)]| {
        let p = ready(name, list);
        let mut ev = p.system.eval();
        p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
        ev.h[0]
    };
    let pi2 = std::f64::consts::PI.powi(2);
    near(h("linear-oscillator", &[]), -pi2);
    near(h("linear-oscillator", &[("q_r", "3"), ("g", "1")]), 2.0 * pi2 - 1.0);
    near(h("forced-impact-oscillator", &[("u0.x", "5")]), 1.0 - 0.3 - 0.5);
    near(gap(&ready("forced-impact-oscillator", &[("d", "0.1")]), "stop"), 0.4);
    near(h("stick-slip-block", &[("q0.x", "0.5")]), 4.0 - 2.0);
    let p = ready("stick-slip-block", &[("v_belt", "2"), ("u0.x", "0.5")]);
    near(sliding(&p, "belt")[0], -1.5);
    near(sliding(&ready("stick-slip-block", &[("u0.x", "0.5")]), "belt")[0], 0.5);
    let limit = percussion::system::Normal::Force(0.25 * 9.81);
    assert_eq!(p.system.frictions[0].normal, limit);
}

#[test]
fn tippe_top() {
    let p = ready("tippe-top", &[("u0.x", "1"), ("u0.wx", "2")]);
    near(gap(&p, "body"), 0.0);
    near(gap(&p, "stick"), 0.015 - 0.003 * 0.1f64.cos() + 0.016 * 0.1f64.cos() - 0.005);
    // v_P = v_S + ω × (a1 e_K - R1 e_z), ω = A (2, 0, 180)
    let (s, c) = 0.1f64.sin_cos();
    let w = [2.0, -180.0 * s, 180.0 * c];
    let r = [0.0, -0.003 * s, 0.003 * c - 0.015];
    let g = sliding(&p, "body");
    near(g[0], 1.0 + w[1] * r[2] - w[2] * r[1]);
    near(g[1], w[2] * r[0] - w[0] * r[2]);
    near(g[2], 3.0 * std::f64::consts::PI * 5e-4 / 16.0 * w[2]);
    // upside down it stands on the stick
    near(gap(&ready("tippe-top", &[("theta0", "pi")]), "stick"), 0.0);
}

#[test]
fn ball_chain() {
    let p = ready("ball-chain", &[("n", "3"), ("m2", "4"), ("u0.x3", "-1")]);
    assert_eq!(p.q0, [0.0, 1.0, 2.0]);
    assert_eq!(p.u0, [1.0, 0.0, -1.0]);
    assert_eq!((gap(&p, "c1"), gap(&p, "c2")), (0.0, 0.0));
    assert_eq!(p.system.nr, 2);
    let mut ev = p.system.eval();
    p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
    assert_eq!(ev.M_diag, [1.0, 4.0, 1.0]);
    assert!(refused("ball-chain", &[("n", "3"), ("m4", "2")]).contains("m4"));
}

#[test]
fn slider_crank_with_clearance() {
    let start = [
        ("q0.theta1", "0.3"),
        ("q0.theta2", "-0.15"),
        ("q0.theta3", "0.005"),
        ("w3", "2"),
        ("mu", "0.1"),
    ];
    let p = ready("slider-crank-clearance", &start);
    let (a, b, c) = (0.05, 0.025, 0.001);
    let Y = 0.153 * 0.3f64.sin() - 0.306 * 0.15f64.sin();
    let (s, k) = 0.005f64.sin_cos();
    near(gap(&p, "corner1"), b + c - (Y - a * s + b * k));
    near(gap(&p, "corner2"), b + c - (Y + a * s + b * k));
    near(gap(&p, "corner3"), b + c + Y - a * s - b * k);
    near(gap(&p, "corner4"), b + c + Y + a * s - b * k);
    let X = -0.153 * 150.0 * 0.3f64.sin() - 0.306 * 75.0 * 0.15f64.sin();
    near(sliding(&p, "corner1")[0], -(X + 2.0 * (a * s - b * k)));
    near(sliding(&p, "corner4")[0], X - 2.0 * (a * s - b * k));
    let p = ready("slider-crank-clearance", &[]);
    near(gap(&p, "corner3"), c);
    near(u(&p, "theta1"), 150.0);
    // kinetic energy from the velocities of the centres: all along y at theta = 0
    let y = [0.0765 * 150.0, 0.153 * 150.0 - 0.153 * 75.0, 0.153 * 150.0 - 0.306 * 75.0];
    let T = 0.5 * (0.038 * (y[0] * y[0] + y[1] * y[1]) + 0.076 * y[2] * y[2])
        + 0.5 * (7.4e-5 * 150.0 * 150.0 + 5.9e-4 * 75.0 * 75.0);
    near(p.system.energy(0.0, &p.q0, &p.u0), T);
}

#[test]
fn woodpecker() {
    let p = ready("woodpecker", &[("u0.y", "1"), ("u0.phiM", "2"), ("u0.phiS", "3")]);
    near(gap(&p, "c2"), 0.0);
    near(gap(&p, "c3"), 2.0 * 0.0006);
    near(gap(&p, "c1"), 0.0024 + 0.02 * 0.529_471_967_110_851);
    near(sliding(&p, "c1")[0], 1.0 + 0.02 - 0.0051 * 3.0);
    near(sliding(&p, "c2")[0], 1.0 + 0.0062);
    let e: Vec<f64> = p.system.contacts.iter().map(|c| c.law.e_N).collect();
    assert_eq!(e, [0.5, 0.0, 0.0]);
}

#[test]
fn tops_and_disc() {
    let p = ready("free-top", &[]);
    assert_eq!(p.u0[3..], [0.01, 2.0, 0.01]);
    let p = ready("heavy-top", &[]);
    let mut ev = p.system.eval();
    p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
    near(ev.M_diag[3], 0.001);
    near(q(&p, "z"), 0.1 * 0.6f64.cos());
    let e = refused("heavy-top", &[("I1", "0.005")]);
    assert!(e.contains("I1 = 0.005") && e.contains("m l^2"), "{e}");
    refused("heavy-top", &[("u0.wx", "1")]);
    ready("heavy-top", &[("u0.wx", "1"), ("project", "yes")]);

    for omega in ["steady", "2", "-1"] {
        let p = ready("rolling-disc", &[("omega", omega)]);
        near(gap(&p, "rim"), 0.0);
        near(q(&p, "y"), -1.5);
        let slip = sliding(&p, "rim");
        assert!(slip.len() == 2 && slip.iter().all(|v| v.abs() < 1e-14), "{slip:?}");
    }
    let e = refused("rolling-disc", &[("omega", "fast")]);
    assert!(e.contains("omega = fast"), "{e}");
}

/// The steady motion of the disc satisfies M a = h + W λ with the forces that the circular motion
/// of its centre asks for, and these keep g'' and γ' at zero.
#[test]
fn rolling_disc_is_steady() {
    let p = ready("rolling-disc", &[]);
    let sys = &p.system;
    let mut ev = sys.eval();
    sys.evaluate(0.0, &p.q0, &p.u0, &mut ev);
    let omega = u(&p, "x") / 1.5;
    // centre: m a = m rho ω² towards the axis of the circle (+y here); angular velocity: it
    // precesses, A Ω' = ω e_z × A Ω, which is along x
    let mut a = vec![0.0; sys.nu + 1];
    a[1] = 1.5 * omega * omega;
    a[3] = omega * 1.2f64.sin() * (u(&p, "wz") - omega * 1.2f64.cos());
    let mut la = vec![0.0; sys.nr];
    la[sys.contacts[0].row] = 2.0 * 9.81;
    let f = sys.frictions[0].rows.start;
    let (w, _) = sys.row(&ev, f + 1);
    // the second tangent is ±y
    la[f + 1] = 2.0 * a[1] * w[1];
    let mut rest = vec![0.0; sys.nu];
    sys.add_M(&ev, &a, &mut rest);
    rest.iter_mut().zip(&ev.h).for_each(|(r, h)| *r -= h);
    sys.add_forces(&ev, &la, -1.0, &mut rest);
    assert!(rest.iter().all(|r| r.abs() < 1e-12), "{rest:?}");
    let mut gdd = vec![0.0; sys.nr];
    sys.rows_dot(&ev, &a, &mut gdd);
    gdd.iter_mut().zip(&ev.zeta).for_each(|(g, z)| *g += z);
    assert!(gdd.iter().all(|g| g.abs() < 1e-12), "{gdd:?}");
    assert!(la[f + 1].abs() < 0.5 * la[sys.contacts[0].row]);
}

#[test]
fn chains() {
    for n in [1usize, 2, 10, 200] {
        let set = n.to_string();
        let p = ready("chain", &[("n", &set)]);
        assert_eq!((p.system.nq, p.system.nr), (3 * n, 2 * n));
        let p = ready("spatial-chain", &[("n", &set)]);
        assert_eq!((p.system.nq, p.system.nu, p.system.nr), (7 * n, 6 * n, 5 * n));
    }
    let p = ready("chain", &[]);
    near(q(&p, "x10"), 9.5);
    assert!(refused("chain", &[("n", "0")]).contains("n = 0"));
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
