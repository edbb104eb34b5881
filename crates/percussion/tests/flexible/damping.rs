//! Rayleigh damping: the damping matrix, the decay of the energy, the damping ratio of a mode.

use crate::check::*;
use crate::common::column;
use percussion::bodies::{Bar, Body, PlanarBeam, Rod, Section, SplineBeam};
use percussion::frame::{Anchor, BodyId, M3, V3};
use percussion::joints::Joint;
use percussion::model::Model;
use percussion::schemes::{find, Options};
use percussion::simulate::{simulate, Settings};
use percussion::statics::{equilibrium, StaticSettings};
use percussion::system::System;
use std::ops::ControlFlow;

const ALPHA: f64 = 0.4;
const BETA: f64 = 2e-3;
const L: f64 = 1.0;

fn section() -> Section {
    Section::planar(4e3, 2e3, 1.0, 0.5, 1e-4)
}

/// Adds a body to a model.
type Add = Box<dyn Fn(&mut Model) -> BodyId>;

/// Each body straight along x, with damping, its coordinates, and the last deflection.
fn bodies() -> Vec<(&'static str, Add)> {
    fn add<B: Body + Clone + 'static>(body: B, q: Vec<f64>) -> Add {
        Box::new(move |m| m.body("b", body.clone(), &q, &vec![0.0; body.nu()]))
    }
    let beam = PlanarBeam::new(L, 8, section()).degree(2).rayleigh(ALPHA, BETA);
    let q = beam.shape(0.0, 0.0, 0.0);
    let spline = SplineBeam::new(L, 6, 3, 4e3, 1.0, 0.5).rayleigh(ALPHA, BETA);
    let s = spline.shape(0.0, 0.0, 0.0);
    let rod = Rod::straight(L, 8, 2, section(), V3::zeros(), M3::identity()).rayleigh(ALPHA, BETA);
    let r = rod.shape();
    let mut bar = Bar::new(L, 6, 4e3, 0.5);
    bar.rayleigh = [ALPHA, BETA];
    vec![
        ("beam", add(beam, q)),
        ("spline", add(spline, s)),
        ("rod", add(rod, r)),
        ("bar", add(bar, vec![0.0; 7])),
    ]
}

fn dense(sys: &System, values: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; sys.nu * sys.nu];
    for (&(i, j), v) in sys.K_entries.iter().zip(values) {
        out[i * sys.nu + j] += v;
    }
    out
}

/// At rest without strain ∂h/∂u = -(α M + β K), K = -∂h/∂θ: every mode has the ratio (α/ω + β ω)/2.
#[test]
fn the_matrix_is_that_of_rayleigh() {
    for (name, add) in bodies() {
        let mut m = Model::new();
        add(&mut m);
        let sys = assemble(name, m);
        let at = At { t: 0.0, q: sys.q0.clone(), u: vec![0.0; sys.nu] };
        let ev = evaluate(&sys, &at);
        let mut d = sys.derivatives();
        sys.differentiate_h(0.0, &at.q, &ev, &mut d);
        let (K, D) = (dense(&sys, &d.dh_q), dense(&sys, &d.dh_u));
        let scale = K.iter().fold(0.0f64, |m, v| m.max(v.abs())) * BETA;
        for j in 0..sys.nu {
            let (mut e, mut Me) = (vec![0.0; sys.nu], vec![0.0; sys.nu]);
            e[j] = 1.0;
            sys.add_M(&ev, &e, &mut Me);
            for i in 0..sys.nu {
                let expected = BETA * K[i * sys.nu + j] - ALPHA * Me[i];
                let got = D[i * sys.nu + j];
                assert!((got - expected).abs() < 1e-12 * scale, "{name} {i} {j}: {got} {expected}");
            }
        }
    }
}

/// A cantilever let go from its deflection under a load across it swings in its first mode, whose
/// peaks shrink by exp(-2π ζ/sqrt(1 - ζ²)) in a period, ζ = (α/ω + β ω)/2; the energy never grows.
#[test]
fn the_first_mode_decays_at_its_ratio() {
    // ω of Bernoulli's cantilever; shear and rotary inertia change it by 0.2 percent
    let w = 1.8751040687119611_f64.powi(2) * (1.0 / (0.5 * L.powi(4))).sqrt();
    let zeta = 0.5 * (ALPHA / w + BETA * w);
    for (name, add) in bodies().into_iter().take(3) {
        let build = |load: f64| {
            let mut m = Model::new();
            let b = add(&mut m);
            m.joint("clamp", Joint::fixed(), Anchor::world(V3::zeros()), Anchor::along(b, 0.0));
            m.distributed("load", b, false, move |_| V3::y() * load);
            assemble(name, m)
        };
        let mut loaded = build(1e-3);
        let q0 = loaded.q0.clone();
        let path = equilibrium(&mut loaded, &q0, &StaticSettings::new(1.0));
        let start = path.last().unwrap().q.clone();
        let sys = build(0.0);
        let info = find("alpha").unwrap();
        let mut options = Options::new("scheme option", info.options);
        options.set("rho_inf", "1").unwrap();
        let scheme = info.make(&options).unwrap();
        let settings = Settings { t0: 0.0, dt: 2e-3, t_end: 12.0, every: 1 };
        let u0 = vec![0.0; sys.nu];
        let go = |_, _| ControlFlow::Continue(());
        let r = simulate(&sys, &scheme, &start, &u0, settings, go);
        let tip = r.columns.iter().rfind(|c| c.starts_with("q.y")).unwrap();
        let (t, y) = (column(&r, "t"), column(&r, tip));
        let energy = |k: usize| {
            let row = &r.row(k)[1..];
            let u = [&row[sys.nq..sys.nq + sys.nu], &[1.0]].concat();
            sys.energy(t[k], &row[..sys.nq], &u)
        };
        let energy: Vec<f64> = (0..t.len()).map(energy).collect();
        assert!(energy.windows(2).all(|e| e[1] <= e[0] + 1e-12 * energy[0]), "{name}");
        // minima after the higher modes have died
        let dips: Vec<usize> = (1..y.len() - 1)
            .filter(|&k| t[k] > 3.0 && y[k] < 0.0 && y[k] < y[k - 1] && y[k] <= y[k + 1])
            .collect();
        let (a, b) = (dips[0], dips[dips.len() - 1]);
        let periods = (dips.len() - 1) as f64;
        let decrement = (y[a] / y[b]).ln() / periods;
        let expected = std::f64::consts::TAU * zeta / (1.0 - zeta * zeta).sqrt();
        let period = (t[b] - t[a]) / periods;
        let damped = std::f64::consts::TAU / (w * (1.0 - zeta * zeta).sqrt());
        assert!((period / damped - 1.0).abs() < 5e-3, "{name}: {period} {damped}");
        assert!((decrement / expected - 1.0).abs() < 1e-2, "{name}: {decrement} {expected}");
    }
}
