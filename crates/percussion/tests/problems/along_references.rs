//! The reference solutions satisfy the equations of their problems, without any scheme: at times
//! between events q' = B u, joints hold, no contact penetrates, and M u' - h is a combination of the
//! force directions of joints and closed contacts, within the laws of contact and friction.

use super::*;
use nalgebra::{DMatrix, DVector};
use percussion::measure::Reference;
use percussion::problems::{Problem, ReferenceInfo};
use percussion::system::{Eval, Normal};

/// Coordinates and velocities of the problem at time t, from the columns of the reference.
fn state(p: &Prepared, name: &str, info: &ReferenceInfo, r: &Reference, t: f64) -> [Vec<f64>; 2] {
    let (mut q, mut u) = (p.q0.clone(), p.u0.clone());
    for (n, v) in info.q.iter().zip(r.q_at(t).unwrap()) {
        q[p.system.q_names.iter().position(|m| m == n).unwrap()] = v;
    }
    for (n, v) in info.u.iter().zip(r.v_at(t).unwrap()) {
        u[p.system.u_names.iter().position(|m| m == n).unwrap()] = v;
    }
    if name == "heavy-top" {
        // the columns leave out the centre of mass: 0.1 along e_z of the body
        let (w, x, y, z) = (q[3], q[4], q[5], q[6]);
        let axis = |a: f64, b: f64, c: f64| {
            [
                (1.0 - 2.0 * (y * y + z * z)) * a
                    + 2.0 * (x * y - w * z) * b
                    + 2.0 * (x * z + w * y) * c,
                2.0 * (x * y + w * z) * a
                    + (1.0 - 2.0 * (x * x + z * z)) * b
                    + 2.0 * (y * z - w * x) * c,
                2.0 * (x * z - w * y) * a
                    + 2.0 * (y * z + w * x) * b
                    + (1.0 - 2.0 * (x * x + y * y)) * c,
            ]
        };
        q[..3].copy_from_slice(&axis(0.0, 0.0, 0.1));
        let (wx, wy) = (u[3], u[4]);
        u[..3].copy_from_slice(&axis(0.1 * wy, -0.1 * wx, 0.0));
    }
    if name == "slider-crank-bodies" {
        // the columns are the angles of crank and rod: the centres of all parts follow
        let (l, a, w) = ([0.153, 0.306], [q[2], q[5]], [u[2], u[5]]);
        let along = |c: [f64; 2], i: usize| {
            c[0] * l[0] * [a[0].cos(), a[0].sin()][i] + c[1] * l[1] * [a[1].cos(), a[1].sin()][i]
        };
        let rate = |c: [f64; 2], i: usize| {
            c[0] * l[0] * w[0] * [-a[0].sin(), a[0].cos()][i]
                + c[1] * l[1] * w[1] * [-a[1].sin(), a[1].cos()][i]
        };
        for (body, c) in [[0.5, 0.0], [1.0, 0.5], [1.0, 1.0]].into_iter().enumerate() {
            for i in 0..2 {
                (q[3 * body + i], u[3 * body + i]) = (along(c, i), rate(c, i));
            }
        }
    }
    [q, u]
}

fn evaluate(p: &Prepared, t: f64, q: &[f64], u: &[f64]) -> Eval {
    let mut ev = p.system.eval();
    p.system.evaluate(t, q, u, &mut ev);
    ev
}

/// Check the equations at t, h away from the nearest event.
fn check(problem: &Problem, info: &ReferenceInfo, p: &Prepared, r: &Reference, t: f64, h: f64) {
    let what = format!("{} at {t}", info.name);
    let sys = &p.system;
    let [q, u] = state(p, problem.name, info, r, t);
    let [qa, ua] = state(p, problem.name, info, r, t - h);
    let [qb, ub] = state(p, problem.name, info, r, t + h);
    let rate = |a: &[f64], b: &[f64]| -> Vec<f64> {
        a.iter().zip(b).map(|(a, b)| (b - a) / (2.0 * h)).collect()
    };
    let size = |v: &[f64]| v.iter().fold(1.0f64, |m, x| m.max(x.abs()));
    let (qd, a) = (rate(&qa, &qb), rate(&ua, &ub));
    let mut expected = vec![0.0; sys.nq];
    sys.qdot(t, &q, &u, &mut expected);
    for (a, b) in qd.iter().zip(&expected) {
        assert!((a - b).abs() < 1e-6 * size(&expected), "{what}: q' {a} for {b}");
    }
    let ev = evaluate(p, t, &q, &u);
    let mut gd = vec![0.0; sys.nr];
    sys.rows_dot(&ev, &ev.u, &mut gd);
    // which rows carry a force
    let closed = |c: usize| {
        let row = sys.contacts[c].row;
        ev.g[row].abs() < 1e-11 && gd[row].abs() < 1e-9 * size(&u)
    };
    let mut active = Vec::new();
    for row in 0..sys.nr {
        match sys.kinds[row] {
            RowKind::Position => {
                assert!(ev.g[row].abs() < 1e-11, "{what}: g {}", ev.g[row]);
                assert!(gd[row].abs() < 1e-9 * size(&u), "{what}: g' {}", gd[row]);
                active.push(row);
            }
            RowKind::Velocity => active.push(row),
            RowKind::Normal(c) => {
                assert!(ev.g[row] > -1e-12, "{what}: gap {}", ev.g[row]);
                if closed(c) {
                    active.push(row);
                }
            }
            RowKind::Friction(f) => match sys.frictions[f].normal {
                Normal::Contact(c) if !closed(c) => {}
                _ => active.push(row),
            },
        }
    }
    // M a - h = W λ
    let mut rest = vec![0.0; sys.nu + 1];
    sys.add_M(&ev, &a, &mut rest);
    let scale = size(&rest.iter().chain(&ev.h).map(|v| v / 1e-3).collect::<Vec<_>>()) * 1e-3;
    rest.iter_mut().zip(&ev.h).for_each(|(r, h)| *r -= h);
    let mut la = vec![0.0; sys.nr];
    if !active.is_empty() {
        let mut w = DMatrix::zeros(sys.nu, active.len());
        for (k, &row) in active.iter().enumerate() {
            let (values, dofs) = sys.row(&ev, row);
            for (v, &d) in values.iter().zip(dofs).filter(|(_, &d)| d < sys.nu) {
                w[(d, k)] += v;
            }
        }
        let b = DVector::from_column_slice(&rest[..sys.nu]);
        let x = w.svd(true, true).solve(&b, 1e-10).unwrap();
        active.iter().zip(x.iter()).for_each(|(&row, &x)| la[row] = x);
        rest.push(0.0);
        sys.add_forces(&ev, &la, -1.0, &mut rest);
        rest.truncate(sys.nu);
    }
    for v in &rest[..sys.nu] {
        assert!(v.abs() < 2e-6 * scale, "{what}: {v} is left of M a - h - W λ = 0");
    }
    // laws: pressure only; friction within its bound and against the sliding velocity
    for c in &sys.contacts {
        assert!(la[c.row] > -1e-5 * scale, "{what}: λ_N {}", la[c.row]);
    }
    for f in &sys.frictions {
        let bound = f.law.mu
            * match f.normal {
                Normal::Contact(c) => la[sys.contacts[c].row],
                Normal::Force(limit) => limit,
            };
        let force = la[f.rows.clone()].to_vec();
        let slip = gd[f.rows.clone()].to_vec();
        let norm = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!(norm(&force) < bound + 1e-4 * scale, "{what}: λ_F {force:?} over {bound}");
        if norm(&slip) > 1e-6 && bound > 0.0 {
            for (l, s) in force.iter().zip(&slip) {
                let expected = -bound * s / norm(&slip);
                assert!((l - expected).abs() < 1e-4 * scale, "{what}: λ_F {l} for {expected}");
            }
        }
    }
}

#[test]
fn references_satisfy_the_equations() {
    for problem in PROBLEMS {
        // the rows of the slider-crank's table are too far apart to differentiate between them
        for info in problem.references.iter().filter(|r| r.name != "slider-crank") {
            let p = ready(problem.name, info.set);
            let r = reference(info.name).unwrap().unwrap();
            let mut checked = 0;
            for k in 0..60 {
                let t = info.until * (k as f64 + 0.37) / 60.0;
                let away = r.events.iter().fold(f64::MAX, |m, e| m.min((e.t - t).abs()));
                // fast tops ask for small steps; tables are interpolated: larger ones
                let h = if r.pieces.len() > 400 { 2e-4 } else { 2e-5 };
                if away > 2.0 * h {
                    check(problem, info, &p, &r, t, h);
                    checked += 1;
                }
            }
            assert!(checked > 30, "{}: {checked}", info.name);
        }
    }
}
