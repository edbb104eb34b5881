//! Initial values, gaps, sliding velocities and forces: the numbers of the statements.

use super::*;

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
    assert_eq!(p.system.frictions[0].law.mu, 5.0 / 3.0);

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
