//! Spatial bodies, redundant and singular constraints, stiff forces, and what is refused.

use super::*;
use percussion::bodies::{Functions, Minimal, Num, PlanarBody};
use percussion::frame::{Anchor, V3};
use percussion::joints::Joint;
use percussion::model::Model;

const FIFTH: [&str; 5] = ["dopri5", "mdop5", "hem5", "phem56", "radau5"];

fn assemble(model: Model) -> Prepared {
    let system = model.assemble().unwrap();
    Prepared { q0: system.q0.clone(), u0: system.u0.clone(), system }
}

#[test]
fn heavy_top() {
    let problem = find("heavy-top").unwrap();
    let info = &problem.references[0];
    let p = ready("heavy-top", info.set);
    let r = reference(info.name).unwrap().unwrap();
    let t = 0.5_f64.min(info.until);
    for name in FIFTH {
        let mut run = Run::new(&p, name, &Settings::with_tolerance(1e-9));
        run.to(&p.system, t);
        let q = run.integrator.q();
        let e = info.q.iter().zip(r.q_at(t).unwrap()).fold(0.0_f64, |m, (n, v)| {
            let k = p.system.q_names.iter().position(|m| m == n).unwrap();
            m.max((q[k] - v).abs())
        });
        println!(
            "{name}: {e:.1e} g {:.1e} gd {:.1e} steps {}",
            run.g,
            run.gd,
            run.integrator.accepted()
        );
    }
}

#[test]
fn spatial_chain() {
    let p = ready("spatial-chain", &[("n", "3")]);
    let mut first: Option<Vec<f64>> = None;
    for name in FIFTH {
        let mut run = Run::new(&p, name, &Settings::with_tolerance(1e-9));
        run.to(&p.system, 1.0);
        let q = run.integrator.q().to_vec();
        let first = first.get_or_insert_with(|| q.clone());
        println!(
            "{name}: {:.1e} g {:.1e} gd {:.1e} steps {}",
            distance(&q, first),
            run.g,
            run.gd,
            run.integrator.accepted()
        );
    }
    for name in ["alpha-p", "alpha-v", "alpha-pv"] {
        let mut run = Run::new(&p, name, &Settings::with_tolerance(1e-6));
        run.to(&p.system, 1.0);
        let q = run.integrator.q().to_vec();
        println!(
            "{name}: {:.1e} g {:.1e} gd {:.1e} steps {}",
            distance(&q, first.as_ref().unwrap()),
            run.g,
            run.gd,
            run.integrator.accepted()
        );
    }
}

/// The pendulum with the same joint twice.
#[test]
fn redundant_joint() {
    let reference = reference("pendulum_smooth_gplus").unwrap().unwrap();
    let mut model = Model::new();
    model.gravity(V3::new(0.0, 10.0, 0.0));
    let (s, c) = (std::f64::consts::PI / 6.0).sin_cos();
    let body = model.body(
        "pendulum",
        PlanarBody::new(1.0, 0.1),
        &[c, s, std::f64::consts::PI / 6.0],
        &[-10.0 * s, 10.0 * c, 10.0],
    );
    for name in ["hinge", "again"] {
        let arm = Anchor::on(body, V3::new(-1.0, 0.0, 0.0));
        model.joint(name, Joint::revolute(), Anchor::world(V3::zeros()), arm);
    }
    let p = assemble(model);
    let exact = reference.q_at(1.0).unwrap();
    for name in FIFTH.into_iter().chain(["alpha-p", "alpha-v", "alpha-pv"]) {
        let alpha = name.starts_with("alpha");
        let tol = if alpha { 1e-6 } else { 1e-9 };
        let mut run = Run::new(&p, name, &Settings::with_tolerance(tol));
        run.to(&p.system, 1.0);
        let e = distance(run.integrator.q(), &exact);
        println!("{name}: {e:.1e}, g {:.1e}, gd {:.1e}", run.g, run.gd);
    }
    let set = Settings { index: Index::Stabilised, ..Settings::with_tolerance(1e-9) };
    let mut run = Run::new(&p, "radau5", &set);
    run.to(&p.system, 1.0);
    println!("ggl: {:.1e} {:.1e}", distance(run.integrator.q(), &exact), run.g);
}

/// Parallel cranks of length 1 that carry a bar each: the constraints are dependent, and the rank
/// drops where the cranks lie along the ground.
fn parallelogram(cranks: usize) -> Prepared {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -9.81, 0.0));
    let up = std::f64::consts::FRAC_PI_2;
    let rod = || PlanarBody::new(1.0, 1.0 / 12.0);
    let half = V3::new(0.5, 0.0, 0.0);
    let speed = -8.0;
    let mut last = None;
    for k in 0..cranks {
        let x = k as f64;
        let crank =
            model.body(&format!("crank{k}"), rod(), &[x, 0.5, up], &[-0.5 * speed, 0.0, speed]);
        let at = Anchor::world(V3::new(x, 0.0, 0.0));
        model.joint(&format!("foot{k}"), Joint::revolute(), at, Anchor::on(crank, -half));
        if let Some(before) = last {
            let bar =
                model.body(&format!("bar{k}"), rod(), &[x - 0.5, 1.0, 0.0], &[-speed, 0.0, 0.0]);
            let (a, b) = (Anchor::on(before, half), Anchor::on(crank, half));
            model.joint(&format!("left{k}"), Joint::revolute(), a, Anchor::on(bar, -half));
            model.joint(&format!("right{k}"), Joint::revolute(), b, Anchor::on(bar, half));
        }
        last = Some(crank);
    }
    assemble(model)
}

#[test]
fn through_a_singular_configuration() {
    for cranks in [2, 3] {
        let p = parallelogram(cranks);
        let sys = &p.system;
        let energy = |q: &[f64], u: &[f64]| {
            let mut v = u.to_vec();
            v.push(1.0);
            sys.energy(0.0, q, &v)
        };
        let start = energy(&p.q0, &p.u0);
        for name in FIFTH {
            let mut run = Run::new(&p, name, &Settings::with_tolerance(1e-8));
            run.to(sys, 2.0);
            let i = &run.integrator;
            println!(
                "{cranks} {name}: energy {:.1e}, g {:.1e}, gd {:.1e}, {} + {}",
                energy(i.q(), i.u()) - start,
                run.g,
                run.gd,
                i.accepted(),
                i.rejected()
            );
        }
    }
}

/// A mass on a stiff damped spring of length 1, swinging.
struct SpringPendulum {
    k: f64,
    d: f64,
}

impl Functions for SpringPendulum {
    fn q_names(&self) -> Vec<String> {
        ["x", "y"].map(String::from).to_vec()
    }
    fn M<D: Num>(&self, _t: D, _q: &[D], out: &mut [D]) {
        let (one, zero) = (D::from(1.0), D::from(0.0));
        out.copy_from_slice(&[one, zero, zero, one]);
    }
    fn h<D: Num>(&self, _t: D, q: &[D], u: &[D], out: &mut [D]) {
        let r = (q[0] * q[0] + q[1] * q[1]).sqrt();
        let v = (q[0] * u[0] + q[1] * u[1]) / r;
        let f = -((r - 1.0) * self.k + v * self.d) / r;
        out[0] = f * q[0];
        out[1] = f * q[1] - 10.0;
    }
    fn potential(&self, _t: f64, _q: &[f64]) -> f64 {
        0.0
    }
    fn constant_M(&self) -> bool {
        true
    }
}

#[test]
fn stiff_spring() {
    let mut model = Model::new();
    let spring = SpringPendulum { k: 1e8, d: 1e4 };
    model.body("mass", Minimal::new(spring), &[1.0, 0.0], &[0.0, 0.0]);
    let p = assemble(model);
    for name in ["dopri5", "phem56", "radau5", "alpha-v"] {
        let mut run = Run::new(&p, name, &Settings::with_tolerance(1e-5));
        run.to(&p.system, 2.0);
        let i = &run.integrator;
        println!("{name}: {} + {}, {:?}", i.accepted(), i.rejected(), i.q());
    }
}

#[test]
fn settings_are_checked() {
    let bad = |s: Settings, word: &str| {
        let e = make("dopri5", &s).err().unwrap().to_string();
        assert!(e.contains(word), "{e}");
    };
    bad(Settings::with_tolerance(0.0), "rtol");
    bad(Settings::with_tolerance(-1e-6), "rtol");
    bad(Settings { atol: f64::NAN, ..Default::default() }, "atol");
    bad(Settings { h0: Some(-1.0), ..Default::default() }, "h0");
    bad(Settings { h_max: 0.0, ..Default::default() }, "h_max");
    bad(Settings { rho_inf: 2.0, ..Default::default() }, "rho_inf");
    let e = make("dopri", &Settings::default()).err().unwrap().to_string();
    assert!(e.contains("dopri5"), "{e}");
}

#[test]
fn the_smallest_step_is_an_error_that_names_it() {
    let p = ready("pendulum", &[]);
    let set = Settings { h_min: 0.01, ..Settings::with_tolerance(1e-12) };
    for name in FIFTH {
        let mut eqs = SmoothEquations::new(&p.system);
        let mut i = make(name, &set).unwrap();
        i.begin(&p.system, &mut eqs, 0.0, &p.q0, &p.u0).unwrap();
        let e = (0..100).find_map(|_| i.advance(&p.system, &mut eqs, 1.0).err());
        let e = e.unwrap().to_string();
        assert!(e.contains("t = ") && e.contains("h = ") && e.contains("1e-2"), "{name}: {e}");
    }
}
