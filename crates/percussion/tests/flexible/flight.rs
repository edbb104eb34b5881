//! Free flights: order in time, energy, momentum.

use crate::common::{distance, run_system};
use percussion::bodies::{Bar, Body, PlanarBeam, Rod, Section, SplineBeam};
use percussion::frame::{M3, V3};
use percussion::model::Model;
use percussion::simulate::Settings;
use percussion::system::System;

fn system(body: impl Body + 'static, q0: &[f64], u0: &[f64]) -> System {
    let mut m = Model::new();
    m.gravity(V3::new(0.0, -9.81, 0.0));
    m.body("b", body, q0, u0);
    m.assemble().unwrap()
}

/// A soft bar with a wave in it.
fn bar() -> System {
    let mut bar = Bar::new(1.0, 8, 40.0, 1.0);
    bar.axis = V3::y();
    let q: Vec<f64> =
        (0..9).map(|k| 0.05 * (k as f64 / 8.0 * std::f64::consts::PI).cos()).collect();
    system(bar, &q, &[0.3; 9])
}

/// A soft beam that is thrown, turns and bends far.
fn beam(degree: usize) -> System {
    let beam =
        PlanarBeam::new(1.0, 4, Section::planar(400.0, 200.0, 0.5, 1.0, 0.01)).degree(degree);
    let q = beam.shape(0.0, 0.0, 0.2);
    let mut u = beam.spin(&q, 0.3, 0.0, 4.0);
    let n = u.len() / 3;
    for k in 0..n {
        let s = k as f64 / (n - 1) as f64;
        u[3 * k + 1] += 2.0 * s * s;
        u[3 * k + 2] += 4.0 * s;
    }
    system(beam, &q, &u)
}

/// A soft rod that turns about all axes, bends and twists.
fn rod(degree: usize) -> System {
    let section = Section::shape(400.0, 200.0, 1.0, 1.0, [2e-3, 1e-3], 2e-3, 1.0);
    let section = Section { rho_I_y: 0.01, rho_I_z: 0.02, ..section };
    let rod = Rod::straight(1.0, 4, degree, section, V3::zeros(), M3::identity());
    let (q, n) = (rod.shape(), rod.tip() + 1);
    let node = |k: usize| {
        let s = k as f64 / (n - 1) as f64;
        let v = V3::new(1.0, 2.0, 4.0).cross(&V3::new(s - 0.3, 0.0, 0.0));
        [v.x, v.y + s * s, v.z, 1.0 + s, 2.0 - s, 4.0 + 2.0 * s]
    };
    let u: Vec<f64> = (0..n).flat_map(node).collect();
    system(rod, &q, &u)
}

fn spline() -> System {
    let beam = SplineBeam::new(1.0, 4, 3, 400.0, 0.5, 1.0);
    let q = beam.shape(0.0, 0.0, 0.2);
    let n = q.len() / 2;
    let node = |k: usize| [0.5, 4.0 * (k as f64 / (n - 1) as f64).powi(2)];
    let u: Vec<f64> = (0..n).flat_map(node).collect();
    system(beam, &q, &u)
}

fn end(sys: &System, h: f64, rho: &str) -> (Vec<f64>, Vec<f64>, f64) {
    let r = run_system(sys, "alpha", &[("rho_inf", rho)], Settings::new(h, 0.2));
    let last = r.len() - 1;
    let s = &r.statistics;
    (r.q(last).to_vec(), r.u(last).to_vec(), s.energy_end - s.energy_start)
}

fn systems() -> Vec<(&'static str, System)> {
    let mut list = vec![("bar", bar()), ("beam 1", beam(1)), ("beam 2", beam(2))];
    list.extend([("beam 3", beam(3)), ("rod 1", rod(1)), ("rod 2", rod(2)), ("spline", spline())]);
    list
}

#[test]
fn order_two_in_time() {
    for (name, sys) in systems() {
        let e: Vec<_> = [1e-4, 5e-5, 2.5e-5].map(|h| end(&sys, h, "0.8")).into();
        let q = (distance(&e[0].0, &e[1].0) / distance(&e[1].0, &e[2].0)).log2();
        let u = (distance(&e[0].1, &e[1].1) / distance(&e[1].1, &e[2].1)).log2();
        assert!((q - 2.0).abs() < 0.1 && (u - 2.0).abs() < 0.2, "{name}: orders {q} {u}");
    }
}

/// Without dissipation of the scheme the energy returns to O(h²).
#[test]
fn energy_is_kept() {
    for (name, sys) in systems() {
        let [a, b] = [2e-4, 1e-4].map(|h| end(&sys, h, "1").2.abs());
        assert!(a < 2e-3 && (b < 0.3 * a || a.max(b) < 1e-10), "{name}: {a:e} {b:e}");
    }
}
