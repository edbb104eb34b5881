//! Equilibria against closed forms and M_beams_static.

use percussion::problems::{find, prepare};
use percussion::statics::{equilibrium, StaticPath, StaticSettings};

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
