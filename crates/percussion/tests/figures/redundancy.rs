//! Constraints and contacts that depend on each other: the motion is that of the model without
//! the redundant ones, forces are of minimum norm, and the record names the elements.

use crate::common::{column, distance, last, run, run_system};
use percussion::bodies::{PlanarBody, PointMass, RigidBody};
use percussion::contacts::SphereOnPlane;
use percussion::frame::{basis, Anchor, V3};
use percussion::joints::Joint;
use percussion::laws::ContactLaw;
use percussion::model::Model;
use percussion::record::{Record, Status};
use percussion::simulate::Settings;

fn at(x: f64, y: f64) -> V3 {
    V3::new(x, y, 0.0)
}

fn solve(model: Model, dt: f64, t_end: f64) -> Record {
    let r = run_system(&model.assemble().unwrap(), "alpha", &[], Settings::new(dt, t_end));
    assert_eq!((&r.status, r.statistics.rejected), (&Status::Done, 0));
    r
}

fn noted(r: &Record, names: &[&str]) {
    let note = r.notes.join("\n");
    assert!(names.iter().any(|n| note.contains(n)), "{note} names none of {names:?}");
}

/// The same motion in every row, coordinates and velocities.
fn same_motion(a: &Record, b: &Record, bodies: std::ops::Range<usize>) {
    assert_eq!(a.len(), b.len());
    for k in 0..a.len() {
        let e = distance(&a.q(k)[bodies.clone()], &b.q(k)[bodies.clone()]);
        assert!(e < 1e-9, "row {k}: {e:e}");
    }
}

fn pendulum(hinges: &[&str]) -> Model {
    let mut model = Model::new();
    model.gravity(at(0.0, -9.81));
    let body = model.body("rod", PlanarBody::new(1.0, 0.1), &[1.0, 0.0, 0.0], &[0.0, 2.0, 2.0]);
    for name in hinges {
        let end = Anchor::on(body, at(-1.0, 0.0));
        model.joint(name, Joint::revolute(), Anchor::world(V3::zeros()), end);
    }
    model
}

/// One hinge twice: each of them carries half.
#[test]
fn doubled_hinge() {
    let (one, two) =
        (solve(pendulum(&["hinge"]), 1e-3, 2.0), solve(pendulum(&["a", "b"]), 1e-3, 2.0));
    same_motion(&one, &two, 0..3);
    noted(&two, &["a", "b"]);
    for row in ["0", "1"] {
        let whole = column(&one, &format!("lag.hinge.{row}"));
        for name in ["a", "b"] {
            let half = column(&two, &format!("lag.{name}.{row}"));
            // the first row belongs to the start
            for k in 0..whole.len() {
                let e = (half[k] - 0.5 * whole[k]).abs();
                assert!(e < 1e-8, "{name}.{row}, row {k}: {} of {}", half[k], whole[k]);
            }
        }
    }
}

/// A four-bar linkage in the x-y plane from spatial bodies. Four revolute joints are
/// three rows too many; with two of them replaced by rows of the plane only nothing is redundant.
fn four_bar(overconstrained: bool) -> Model {
    let mut model = Model::new();
    model.gravity(at(0.0, -9.81));
    // corners of the mechanism, at rest
    let points = [at(0.0, 0.0), at(0.3, 1.0), at(2.2, 1.5), at(2.0, 0.0)];
    let mut before = Anchor::world(points[0]);
    for k in 0..3 {
        let (from, to) = (points[k], points[k + 1]);
        let (centre, half) = (0.5 * (from + to), 0.5 * (to - from).norm());
        let angle = (to - from).y.atan2((to - from).x);
        let (s, c) = (0.5 * angle).sin_cos();
        let q = [centre.x, centre.y, 0.0, c, 0.0, 0.0, s];
        let J = half * half / 3.0;
        let name = format!("bar{}", k + 1);
        let bar = model.body(&name, RigidBody::principal(1.0, 0.01, J, J), &q, &[0.0; 6]);
        let start = Anchor::on(bar, at(-half, 0.0));
        // rows that tie a bar to the plane are needed once for each bar: revolute joints 1, 2, 3
        model.joint(&format!("joint{}", k + 1), Joint::revolute(), before, start);
        before = Anchor::on(bar, at(half, 0.0));
    }
    let mut last = Joint::revolute();
    if !overconstrained {
        // x and y only
        last.primitives.truncate(2);
    }
    model.joint("joint4", last, Anchor::world(points[3]), before);
    model
}

#[test]
fn overconstrained_four_bar() {
    let (plain, over) = (solve(four_bar(false), 1e-3, 1.0), solve(four_bar(true), 1e-3, 1.0));
    assert!(plain.notes.is_empty(), "{:?}", plain.notes);
    noted(&over, &["joint1", "joint2", "joint3", "joint4"]);
    same_motion(&plain, &over, 0..21);
    let s = &over.statistics;
    assert!(s.position < 1e-10 && s.velocity < 1e-10 && s.acceleration < 1e-8, "{s:?}");
    // it moves, and it stays in its plane
    let k = over.len() - 1;
    assert!(distance(&over.q(0)[..2], &over.q(k)[..2]) > 0.1, "{:?}", over.q(k));
    assert!((0..over.len()).all(|k| over.q(k)[2].abs() < 1e-9));
    // forces in the plane are determined; out of it there is nothing to carry
    for joint in 1..=4 {
        for row in ["0", "1"] {
            let name = format!("lag.joint{joint}.{row}");
            let (a, b) = (column(&plain, &name), column(&over, &name));
            assert!(distance(&a, &b) < 1e-7, "{name}: {:e}", distance(&a, &b));
        }
        let out = column(&over, &format!("lag.joint{joint}.2"));
        assert!(out.iter().all(|f| f.abs() < 1e-8));
    }
}

/// A table of mass 2 on four legs at (±0.5, ±0.4), its centre 0.7 above the floor.
fn table(legs: &[(f64, f64)], mu: f64, u0: &[f64; 6]) -> Model {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, 0.0, -9.81));
    let q = [0.0, 0.0, 0.7, 1.0, 0.0, 0.0, 0.0];
    let table = model.body("table", RigidBody::principal(2.0, 0.2, 0.3, 0.4), &q, u0);
    for (k, (x, y)) in legs.iter().enumerate() {
        model.contact(
            &format!("leg{}", k + 1),
            SphereOnPlane { R: 0.0 },
            Anchor::world(V3::zeros()),
            Anchor::on(table, V3::new(*x, *y, -0.7)),
            ContactLaw::coulomb(0.0, mu),
        );
    }
    model
}

const LEGS: [(f64, f64); 4] = [(0.5, 0.4), (-0.5, 0.4), (-0.5, -0.4), (0.5, -0.4)];

/// At rest, with and without friction: a quarter of the weight on each leg.
#[test]
fn table_on_four_legs() {
    for mu in [0.0, 0.5] {
        let r = solve(table(&LEGS, mu, &[0.0; 6]), 1e-3, 0.2);
        noted(&r, &["leg1", "leg2", "leg3", "leg4"]);
        let k = r.len() - 1;
        assert!(distance(r.q(k), r.q(0)) < 1e-9, "{:?}", r.q(k));
        assert!(distance(r.u(k), &[0.0; 6]) < 1e-9, "{:?}", r.u(k));
        for leg in 1..=4 {
            let la = column(&r, &format!("laN.leg{leg}"));
            let quarter = 0.25 * 2.0 * 9.81;
            let e = la.iter().map(|f| (f - quarter).abs()).fold(0.0, f64::max);
            assert!(e < 1e-8, "mu = {mu}, leg{leg}: {e:e} {:?}", &la[..3]);
        }
    }
}

/// Sliding without friction it moves on uniformly; with friction it brakes with μ g and stops at
/// 1/(μ g) = 0.2039 after v²/(2 μ g) = 0.1019.
#[test]
fn sliding_table() {
    let u0 = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let r = solve(table(&LEGS, 0.0, &u0), 1e-3, 0.3);
    let k = r.len() - 1;
    assert!((r.q(k)[0] - 0.3).abs() < 1e-9 && distance(r.u(k), &u0) < 1e-9, "{:?}", r.u(k));
    let r = solve(table(&LEGS, 0.5, &u0), 1e-3, 0.3);
    let k = r.len() - 1;
    assert!((r.q(k)[0] - 1.0 / 9.81).abs() < 1e-3, "{:?}", r.q(k));
    assert!(distance(r.u(k), &[0.0; 6]) < 1e-9, "{:?}", r.u(k));
    assert!(r.statistics.penetration < 1e-10 && r.statistics.friction_excess < 1e-10);
    let weight: f64 = (1..=4).map(|leg| last(&r, &format!("laN.leg{leg}"))).sum();
    assert!((weight - 2.0 * 9.81).abs() < 1e-8, "{weight}");
}

/// A frictionless ball between two walls and a floor that stand in one corner, with the floor
/// doubled: the two floors share the weight.
#[test]
fn ball_in_a_doubled_corner() {
    let corner = |planes: &[(&str, V3)]| {
        let mut model = Model::new();
        model.gravity(at(0.0, -9.81));
        let ball = model.body("ball", PointMass { m: 1.0, dim: 2 }, &[0.3, 0.5], &[-0.5, 0.0]);
        for (name, n) in planes {
            let wall = Anchor::world(V3::zeros()).with_axes(basis(n));
            let law = ContactLaw::restitution(0.0);
            model.contact(name, SphereOnPlane { R: 0.1 }, wall, Anchor::on(ball, V3::zeros()), law);
        }
        solve(model, 1e-3, 1.0)
    };
    let plain = corner(&[("wall", V3::x()), ("floor", V3::y())]);
    let double = corner(&[("wall", V3::x()), ("floor", V3::y()), ("again", V3::y())]);
    same_motion(&plain, &double, 0..2);
    noted(&double, &["floor", "again"]);
    for name in ["floor", "again"] {
        let la = last(&double, &format!("laN.{name}"));
        assert!((la - 0.5 * 9.81).abs() < 1e-8, "{name}: {la}");
    }
}

/// With friction at both planes the ball at rest in the corner has more friction forces than the
/// motion determines.
#[test]
fn ball_in_a_rough_corner() {
    let r = run("ball-in-corner").done();
    noted(&r, &["plane1", "plane2"]);
    // by symmetry each plane carries half: la_N cos 45° + la_F sin 45° = m g/2 on either side
    let [a, b] = ["plane1", "plane2"]
        .map(|p| (last(&r, &format!("laN.{p}")), last(&r, &format!("laF.{p}.0"))));
    let s = 0.5_f64.sqrt();
    let vertical = s * (a.0 + a.1) + s * (b.0 - b.1);
    let horizontal = s * (a.1 - a.0) + s * (b.0 + b.1);
    let moment = a.1 + b.1;
    assert!((vertical - 9.81).abs() < 1e-9, "{a:?} {b:?}");
    assert!(horizontal.abs() < 1e-9 && moment.abs() < 1e-9, "{a:?} {b:?}");
    // least norm with |la_F| <= 0.3 la_N: s (la_N + la_F) = m g/2 with la_F = 0.3 la_N
    let la_N = 9.81 / (2.0 * s * 1.3);
    assert!((a.0 - la_N).abs() < 1e-8 && (b.0 - la_N).abs() < 1e-8, "{a:?} {b:?}");
}
