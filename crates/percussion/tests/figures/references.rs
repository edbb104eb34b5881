//! Errors against every embedded reference solution at the step of its document, in L1 over time.
//! A bound is one and a half times the value measured, which is given.

use crate::common::{run, run_system};
use percussion::bodies::{PlanarBody, PointMass};
use percussion::frame::{Anchor, V3};
use percussion::joints::{Joint, Primitive};
use percussion::measure::{compare, observed_order, reference, reference_names, Comparison};
use percussion::model::Model;
use percussion::problems::{ReferenceInfo, PROBLEMS};
use percussion::simulate::Settings;

fn find(name: &str) -> (&'static str, f64, &'static ReferenceInfo) {
    let all = PROBLEMS.iter().flat_map(|p| p.references.iter().map(move |r| (p.name, p.dt, r)));
    let mut all = all.filter(|r| r.2.name == name);
    all.next().unwrap_or_else(|| panic!("no problem has the reference {name}"))
}

/// The default run of the problem with `part` of its default step.
fn error(name: &str, part: f64) -> Comparison {
    let (problem, dt, info) = find(name);
    let r = run(problem).sets(info.set).dt(part * dt).until(info.until).done();
    compare(&r, info).unwrap().unwrap()
}

/// Measured: L1(q), L1(v).
fn check(name: &str, measured: (f64, f64)) {
    let c = error(name, 1.0);
    let good = c.q_l1 <= 1.5 * measured.0 && c.v_l1 <= 1.5 * measured.1;
    assert!(good, "{name}: {:.3e} {:.3e} for {measured:?}", c.q_l1, c.v_l1);
    assert!(c.until > 0.999 * find(name).2.until, "{name}: {}", c.until);
}

macro_rules! references {
    ($($test:ident $name:literal $q:literal $v:literal;)*) => {
        $(#[test]
        fn $test() {
            check($name, ($q, $v));
        })*
        const CHECKED: &[&str] = &[$($name),*];
    };
}

references! {
    // impacts fall on the ends of steps: round-off decides which of two steps takes them
    bouncing_ball "bouncing-ball" 8.83e-4 1.42e-2;
    linear_oscillator "linear-oscillator-e08" 2.63e-2 1.68e-1;
    elastic_oscillator "linear-oscillator-e1" 1.03e-1 6.51e-1;
    forced_oscillator_transient "forced-impact-oscillator-transient" 1.54e-1 2.84e-1;
    forced_oscillator_periodic "forced-impact-oscillator-periodic" 4.73e-2 8.88e-2;
    ball_50 "rotating-ball-spin-50" 7.76e-3 1.53e-2;
    ball_10 "rotating-ball-spin-10" 2.65e-3 5.89e-3;
    ball_0 "rotating-ball-bounces" 1.12e-3 3.22e-2;
    forced_block "stick-slip-block" 1.06e-5 1.75e-5;
    double_pendulum "double-pendulum-wall" 8.40e-2 6.52e-1;
    rocking_block "rocking-block" 1.01e-2 2.21e-1;
    painleve_rod "painleve-rod" 2.32e-6 3.42e-5;
    ball_in_cylinder "ball-in-cylinder" 7.20e-2 2.32e-1;
    heavy_top "heavy-top" 1.30e-3 1.07e-2;
    tippe_top "tippe-top" 4.14e-1 2.23e1;
    bouncing_pendulum_down "bouncing-pendulum-against-gravity" 3.47e-2 8.42e-1;
    pendulum_down "pendulum-against-gravity" 4.69e-3 3.47e-2;
    pendulum "pendulum" 3.15e-3 2.14e-2;
    bouncing_pendulum "bouncing-pendulum" 5.00e-3 1.79e-1;
}

#[test]
fn every_reference_is_checked() {
    for name in reference_names() {
        assert!(CHECKED.contains(&name) || name == "slider-crank", "{name}");
    }
}

/// Motions that amplify errors converge under refinement all the same, with the first order of
/// their impacts or of their sliding in space.
#[test]
fn sensitive_motions_converge() {
    // orders measured in L1(q), L1(v): 1.05, 1.11; 1.05, 1.04; 0.98, 0.98; 0.93, 0.91
    for name in [
        "double-pendulum-wall",
        "tippe-top",
        "forced-impact-oscillator-transient",
        "forced-impact-oscillator-periodic",
    ] {
        let parts: Vec<f64> = (0..6).map(|k| 0.637_f64.powi(k)).collect();
        let e: Vec<Comparison> = parts.iter().map(|p| error(name, *p)).collect();
        for e in [e.iter().map(|e| e.q_l1).collect::<Vec<_>>(), e.iter().map(|e| e.v_l1).collect()]
        {
            let order = observed_order(&parts, &e).unwrap().slope;
            assert!(order > 0.75 && e[5] < 0.25 * e[0], "{name}: {order} {e:?}");
        }
    }
}

/// The slider-crank without clearance, from planar bodies and joints.
#[test]
fn slider_crank_without_clearance() {
    let exact = reference("slider-crank").unwrap().unwrap();
    let (l1, l2) = (0.153, 0.306);
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -9.81, 0.0));
    let (w1, w2) = (150.0, -75.0);
    let at = |x: f64| V3::new(x, 0.0, 0.0);
    let crank = PlanarBody::new(0.038, 7.4e-5);
    let crank = model.body("crank", crank, &[0.5 * l1, 0.0, 0.0], &[0.0, 0.5 * l1 * w1, w1]);
    let v = [0.0, l1 * w1 + 0.5 * l2 * w2, w2];
    let rod = model.body("rod", PlanarBody::new(0.038, 5.9e-4), &[l1 + 0.5 * l2, 0.0, 0.0], &v);
    let slider = PointMass { m: 0.076, dim: 2 };
    let slider = model.body("slider", slider, &[l1 + l2, 0.0], &[0.0, 0.0]);
    let (o, pin) = (Anchor::world(V3::zeros()), Anchor::on(crank, at(0.5 * l1)));
    model.joint("bearing", Joint::revolute(), o.clone(), Anchor::on(crank, at(-0.5 * l1)));
    model.joint("pin", Joint::revolute(), pin, Anchor::on(rod, at(-0.5 * l2)));
    let end = Anchor::on(slider, V3::zeros());
    model.joint("end", Joint::revolute(), Anchor::on(rod, at(0.5 * l2)), end.clone());
    let guide = Joint { primitives: vec![Primitive::Along { n1: V3::y() }] };
    model.joint("guide", guide, o, end);
    let sys = model.assemble().unwrap();
    // angles of crank and rod among x1, y1, theta1, x2, y2, theta2, x3, y3
    let (a, b) = (2, 5);
    assert_eq!((sys.q_names[a].as_str(), sys.q_names[b].as_str()), ("theta1", "theta2"));
    let mut errors = Vec::new();
    let steps: [f64; 3] = [2e-5, 1e-5, 5e-6];
    for h in steps {
        let every = (5e-4 / h).round() as usize;
        let settings = Settings { every, ..Settings::new(h, 0.1) };
        let r = run_system(&sys, "alpha", &[], settings);
        let (mut e_q, mut e_v) = (0.0_f64, 0.0_f64);
        // the table is exact at its rows, multiples of 0.0005
        for k in 0..r.len() {
            let t = 5e-4 * k as f64;
            let (q, v) = (exact.q_at(t).unwrap(), exact.v_at(t).unwrap());
            e_q = e_q.max((r.q(k)[a] - q[0]).abs()).max((r.q(k)[b] - q[1]).abs());
            e_v = e_v.max((r.u(k)[a] - v[0]).abs()).max((r.u(k)[b] - v[1]).abs());
        }
        assert!(r.statistics.position < 1e-12 && r.statistics.velocity < 1e-10);
        errors.push((e_q, e_v));
    }
    // measured at h = 1e-5: 3.04e-5 in the angles, 2.94e-3 of 150 in the rates
    assert!(errors[1].0 < 4.6e-5 && errors[1].1 < 4.4e-3, "{errors:?}");
    let e: Vec<f64> = errors.iter().map(|e| e.1).collect();
    let order = observed_order(&steps, &e).unwrap().slope;
    assert!((order - 2.0).abs() <= 0.05, "{order} {errors:?}");
}
