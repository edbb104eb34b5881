//! Equilibria against closed forms and M_beams_static.

use percussion::problems::{find, prepare};
use percussion::statics::{arc_length, equilibrium, StaticPath, StaticSettings};

fn solve(problem: &str, sets: &[(&str, &str)], steps: usize) -> StaticPath {
    let p = find(problem).unwrap();
    let sets: Vec<_> = sets.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    let mut ready = prepare(p, &sets).unwrap();
    let settings = StaticSettings { steps, ..StaticSettings::new(p.t_end) };
    equilibrium(&mut ready.system, &ready.q0, &settings)
}

fn full(problem: &str, sets: &[(&str, &str)], steps: usize) -> Vec<f64> {
    let path = solve(problem, sets, steps);
    assert_eq!(path.failed_at, None, "{problem} {sets:?}");
    path.last().unwrap().q.clone()
}

/// M = 2π EI/L closes the circle.
#[test]
fn roll_up() {
    for degree in ["1", "2", "3"] {
        for elements in ["6", "10"] {
            let q = full("cantilever-rollup", &[("degree", degree), ("elements", elements)], 10);
            let tip = &q[q.len() - 3..];
            let turn = tip[2] - std::f64::consts::TAU;
            assert!(tip[0].abs() < 1e-8 && tip[1].abs() < 1e-8 && turn.abs() < 1e-8, "{tip:?}");
        }
    }
    // half a circle: tip at (0, 2 L/π)
    let q = full("cantilever-rollup", &[("degree", "3"), ("elements", "16"), ("turns", "0.5")], 10);
    let tip = &q[q.len() - 3..];
    assert!(tip[0].abs() < 1e-5 && (tip[1] - 6.366197723675814).abs() < 1e-5, "{tip:?}");
}

/// (lambda, x_tip/L, y_tip/L, rotation), from elliptic integrals to 1e-11.
#[test]
fn elastica() {
    let values = [
        ("0.5", [0.9840810375291625, 0.16214357565836918, 0.24453364713321796]),
        ("1", [0.9435667637166242, 0.3017207737998118, 0.461351949711879]),
        ("2", [0.8393582791748369, 0.49345748039671244, 0.7817498315565552]),
        ("5", [0.6123716392755707, 0.71379152361192, 1.2153681176117128]),
        ("10", [0.4450044022462415, 0.8106090248803034, 1.430285538803891]),
    ];
    for (lambda, expected) in values {
        let q = full("elastica", &[("lambda", lambda)], 10);
        for (got, want) in q[q.len() - 3..].iter().zip(expected) {
            assert!((got / want - 1.0).abs() < 1e-4, "{lambda}: {got} for {want}");
        }
    }
}

/// Tip positions of M_beams_static, by shooting to 1e-9.
#[test]
fn bend_of_45_degrees() {
    let values = [
        ("0.140577", "300", [22.112614520452553, 58.53593262077607, 40.480261580447134]),
        ("0.140577", "450", [18.36927564288023, 51.96971735520104, 48.70478862766819]),
        ("0.140577", "600", [15.55778582397231, 46.89192478142241, 53.60736926567691]),
        ("1/6", "600", [15.684800534039102, 47.15043857362986, 53.47485879182542]),
    ];
    for (J, P, expected) in values {
        for (degree, elements) in [("3", "8"), ("2", "16")] {
            let sets = [("J", J), ("P", P), ("degree", degree), ("elements", elements)];
            let q = full("bend-45", &sets, 6);
            for (got, want) in q[q.len() - 7..].iter().zip(expected) {
                assert!((got / want - 1.0).abs() < 1e-4, "{sets:?}: {got} for {want}");
            }
        }
    }
}

/// The same equilibrium whatever the path: in eight steps of the load or in forty.
#[test]
fn path_independence() {
    let [a, b] = [8, 40].map(|steps| full("bend-45", &[], steps));
    let d = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(d < 1e-8, "{d:e}");
}

/// A force that ceases to exist at half of the load.
#[test]
fn not_converging_keeps_the_last_equilibrium() {
    use percussion::bodies::{PlanarBeam, Section};
    use percussion::forces::Applied;
    use percussion::frame::{Anchor, V3};
    use percussion::joints::Joint;
    use percussion::model::Model;
    let mut m = Model::new();
    let beam = PlanarBeam::new(1.0, 2, Section::planar(1e3, 1e3, 1.0, 1.0, 0.01));
    let (q, tip) = (beam.shape(0.0, 0.0, 0.0), beam.tip());
    let b = m.body("beam", beam, &q, &[0.0; 9]);
    m.joint("clamp", Joint::fixed(), Anchor::world(V3::zeros()), Anchor::node(b, 0));
    let push = |t: f64| V3::new(if t < 0.5 { t } else { f64::NAN }, 0.0, 0.0);
    m.force("push", Applied::force(Anchor::node(b, tip), push));
    let mut sys = m.assemble().unwrap();
    let path = equilibrium(&mut sys, &q, &StaticSettings::new(1.0));
    let (last, failed) = (path.last().unwrap().load, path.failed_at.unwrap());
    assert!(last < 0.5 && failed >= 0.5 && failed - last < 1e-3, "{last} {failed}");
}

/// The weight of a hanging bar stretches it by ϱ g L²/2EA.
#[test]
fn weight() {
    use percussion::bodies::Bar;
    use percussion::frame::{Anchor, V3};
    use percussion::joints::Joint;
    use percussion::model::Model;
    let mut m = Model::new();
    m.gravity(V3::new(9.81, 0.0, 0.0));
    let b = m.body("bar", Bar::new(2.0, 5, 300.0, 1.5), &[0.0; 6], &[0.0; 6]);
    let along = Joint { primitives: vec![percussion::joints::Primitive::Coincide { e: V3::x() }] };
    m.joint("hook", along, Anchor::world(V3::zeros()), Anchor::node(b, 0));
    let mut sys = m.assemble().unwrap();
    let path = equilibrium(&mut sys, &[0.0; 6], &StaticSettings::new(1.0));
    let end = path.last().unwrap();
    assert!((end.q[5] - 1.5 * 9.81 * 4.0 / 600.0).abs() < 1e-13, "{}", end.q[5]);
    // h + W λ = 0 with W = 1: the hook carries the weight
    assert!((end.la[0] + 1.5 * 9.81 * 2.0).abs() < 1e-10, "{}", end.la[0]);
}

/// P(y) of the truss and its limit, in units of the limit.
fn truss(y: f64) -> f64 {
    let l0 = 1.09_f64.sqrt();
    let load = |y: f64| y * (1.0 / (1.0 + y * y).sqrt() - 1.0 / l0);
    let l = l0.cbrt();
    load(y) / load((l * l - 1.0).sqrt())
}

/// Von Mises' truss: every equilibrium lies on the curve in closed form, past both limit points.
#[test]
fn snap_through_by_arc_length() {
    let p = find("snap-through").unwrap();
    for (steps, elements) in [(10, "1"), (40, "1"), (20, "3")] {
        let sets = [("elements".to_string(), elements.to_string())];
        let mut ready = prepare(p, &sets).unwrap();
        let tip = ready.system.q_names.iter().rposition(|n| n.starts_with('y')).unwrap();
        let settings = StaticSettings { steps, ..StaticSettings::new(p.t_end) };
        let path = arc_length(&mut ready.system, &ready.q0, &settings);
        assert_eq!(path.failed_at, None);
        for s in &path.states {
            let (got, expected) = (1.2 * s.load, truss(s.q[tip]));
            assert!((got - expected).abs() < 1e-8, "y = {}: {got} {expected}", s.q[tip]);
        }
        let loads: Vec<f64> = path.states.iter().map(|s| 1.2 * s.load).collect();
        let (top, bottom) =
            loads.iter().fold((0.0_f64, 0.0_f64), |(a, b), v| (a.max(*v), b.min(*v)));
        let end = path.last().unwrap();
        assert!(bottom < -0.9 && bottom > -1.0 - 1e-8, "{bottom}");
        assert!(top == 1.2 && end.load == 1.0 && end.q[tip] < -0.3, "{top} {}", end.q[tip]);
        // the limit itself is met as closely as the steps are fine
        let before = loads.iter().take_while(|v| **v > 0.0).fold(0.0_f64, |a, v| a.max(*v));
        assert!(before > 0.97 && before < 1.0 + 1e-8, "{before}");
    }
}

/// Under load control the same path ends at the limit; it does not jump to the other side.
#[test]
fn load_control_stops_at_the_limit() {
    for steps in [7, 10, 50] {
        let path = solve("snap-through", &[], steps);
        let tip = find("snap-through").map(|p| prepare(p, &[]).unwrap().system.q_names).unwrap();
        let tip = tip.iter().rposition(|n| n.starts_with('y')).unwrap();
        for s in &path.states {
            assert!((1.2 * s.load - truss(s.q[tip])).abs() < 1e-8 && s.q[tip] > 0.0);
        }
        let (last, failed) = (path.last().unwrap().load, path.failed_at.unwrap());
        assert!(1.2 * last > 0.99 && (1.2 * failed - 1.0).abs() < 0.01, "{last} {failed}");
    }
}

/// The arc length meets the same equilibria as the load where both can go.
#[test]
fn arc_length_agrees_with_load_steps() {
    for name in ["elastica", "bend-45", "cantilever-rollup"] {
        let p = find(name).unwrap();
        let mut ready = prepare(p, &[]).unwrap();
        let path = arc_length(&mut ready.system, &ready.q0, &StaticSettings::new(p.t_end));
        assert_eq!(path.failed_at, None, "{name}");
        let (a, b) = (&path.last().unwrap().q, full(name, &[], 10));
        let scale = b.iter().fold(1.0_f64, |m, v| m.max(v.abs()));
        let d = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(d < 1e-8 * scale, "{name}: {d:e}");
    }
}

/// A beam on two supports, and one whose middle hangs on another body: 5 f L⁴/(384 EI) + f L²/(8 GA).
#[test]
fn supports_that_no_single_body_knows() {
    use percussion::bodies::{PlanarBeam, PlanarBody, Section};
    use percussion::frame::{Anchor, V3};
    use percussion::joints::{Joint, Primitive};
    use percussion::model::Model;
    for held_by_a_block in [false, true] {
        let mut m = Model::new();
        let beam = PlanarBeam::new(2.0, 8, Section::planar(1e5, 1e4, 30.0, 1.5, 0.1)).degree(2);
        let q = beam.shape(0.0, 0.0, 0.0);
        let b = m.body("beam", beam, &q, &vec![0.0; q.len()]);
        let world = |x: f64| Anchor::world(V3::new(x, 0.0, 0.0));
        let roller = Joint { primitives: vec![Primitive::Coincide { e: V3::y() }] };
        m.joint("hinge", Joint::revolute(), world(0.0), Anchor::along(b, 0.0));
        if held_by_a_block {
            let block = m.body("block", PlanarBody::new(1.0, 1.0), &[2.0, 0.0, 0.0], &[0.0; 3]);
            m.joint("roller", roller, Anchor::on(block, V3::zeros()), Anchor::along(b, 1.0));
            m.joint("ground", Joint::fixed(), world(2.0), Anchor::on(block, V3::zeros()));
        } else {
            m.joint("roller", roller, world(2.0), Anchor::along(b, 1.0));
        }
        m.distributed("load", b, false, |_| V3::y() * -1e-3);
        let mut sys = m.assemble().unwrap();
        let q0 = sys.q0.clone();
        let path = equilibrium(&mut sys, &q0, &StaticSettings::new(1.0));
        assert_eq!(path.failed_at, None);
        let middle = path.last().unwrap().q[3 * 8 + 1];
        let expected = -(5.0 * 1e-3 * 16.0 / (384.0 * 30.0) + 1e-3 * 4.0 / (8.0 * 1e4));
        assert!((middle / expected - 1.0).abs() < 1e-5, "{middle} {expected}");
    }
}

/// Nothing holds a body that falls: there is no equilibrium, and no start from one.
#[test]
fn nothing_to_hold_it() {
    let p = find("bouncing-ball").unwrap();
    let sets = [("settle".to_string(), "yes".to_string())];
    let e = prepare(p, &sets).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(e.starts_with("no static equilibrium to start from"), "{e}");
    // the rod comes to lie on the floor
    let rod = prepare(find("rod-on-floor").unwrap(), &sets).unwrap();
    for node in rod.q0.chunks_exact(7) {
        assert!((node[2] - 0.02).abs() < 1e-4, "{}", node[2]);
    }
}

/// A cantilever that starts from its equilibrium stays there; one that does not, swings to twice the
/// deflection.
#[test]
fn a_run_from_the_equilibrium_rests() {
    use crate::common::{column, run};
    let beam = || run("cantilever-rollup").set("turns", "0").set("g", "9.81").until(1.0);
    let span = |r: &percussion::record::Record| {
        let y = column(r, "q.y10");
        let (lo, hi) = y.iter().fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(*v), b.max(*v)));
        (lo, hi - lo)
    };
    let (static_y, moved) = span(&beam().set("settle", "yes").done());
    let (lowest, swing) = span(&beam().done());
    assert!(static_y < -0.5 && moved < 1e-8, "{static_y} {moved:e}");
    assert!((lowest / static_y - 2.0).abs() < 0.1 && swing > 1.0, "{lowest} {static_y}");
}
