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
        assert!(e < 3e-8, "{name}: {e:e}");
        let (g, gd) = (run.g, run.gd);
        assert!(g < 5e-9, "{name}: |g| {g:e}");
        assert!(name == "dopri5" || gd < 1e-13, "{name}: |W û| {gd:e}");
    }
}

/// Three spatial bodies: the methods agree with each other, the constraints hold at the levels where
/// they are imposed.
#[test]
fn spatial_chain() {
    let p = ready("spatial-chain", &[("n", "3")]);
    let mut best = Run::new(&p, "mdop5", &Settings::with_tolerance(1e-12));
    best.to(&p.system, 1.0);
    for (name, tol, error) in [
        ("dopri5", 1e-9, 1e-8),
        ("mdop5", 1e-9, 1e-8),
        ("hem5", 1e-9, 1e-8),
        ("phem56", 1e-9, 1e-8),
        ("radau5", 1e-9, 1e-8),
        ("alpha-p", 1e-6, 3e-3),
        ("alpha-v", 1e-6, 3e-3),
        ("alpha-pv", 1e-6, 3e-3),
    ] {
        let mut run = Run::new(&p, name, &Settings::with_tolerance(tol));
        run.to(&p.system, 1.0);
        let e = distance(run.integrator.q(), best.integrator.q());
        assert!(e < error, "{name}: {e:e}");
        let position = ["mdop5", "alpha-p", "alpha-pv"].contains(&name);
        assert!(!position || run.g < 1e-9, "{name}: |g| {:e}", run.g);
        let velocity = !["dopri5", "alpha-p"].contains(&name);
        assert!(!velocity || run.gd < 1e-8, "{name}: |W û| {:e}", run.gd);
    }
}

/// The pendulum with the same joint twice.
#[test]
fn redundant_joint() {
    let reference = reference("pendulum").unwrap().unwrap();
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
        assert!(e < if alpha { 2e-3 } else { 2e-8 }, "{name}: {e:e}");
        assert!(run.g < if name == "alpha-v" { 1e-3 } else { 5e-9 }, "{name}: |g| {:e}", run.g);
    }
    let set = Settings { index: Index::Stabilised, ..Settings::with_tolerance(1e-9) };
    let mut run = Run::new(&p, "radau5", &set);
    run.to(&p.system, 1.0);
    let e = distance(run.integrator.q(), &exact);
    assert!(e < 1e-9 && run.g < 1e-13, "{e:e} {:e}", run.g);
}

/// Parallel cranks of length 1 with a bar from each to the next, at an angle: the constraints are
/// dependent for more than two cranks, and their rank drops where the cranks lie along the ground.
fn parallelogram(cranks: usize, angle: f64) -> Prepared {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -9.81, 0.0));
    let rod = || PlanarBody::new(1.0, 1.0 / 12.0);
    let half = V3::new(0.5, 0.0, 0.0);
    let (s, c) = angle.sin_cos();
    let w = -8.0;
    let mut last = None;
    for k in 0..cranks {
        let x = k as f64;
        let crank = model.body(
            &format!("crank{k}"),
            rod(),
            &[x + 0.5 * c, 0.5 * s, angle],
            &[-0.5 * s * w, 0.5 * c * w, w],
        );
        let at = Anchor::world(V3::new(x, 0.0, 0.0));
        model.joint(&format!("foot{k}"), Joint::revolute(), at, Anchor::on(crank, -half));
        if let Some(before) = last {
            let bar = model.body(
                &format!("bar{k}"),
                rod(),
                &[x - 0.5 + c, s, 0.0],
                &[-s * w, c * w, 0.0],
            );
            let (a, b) = (Anchor::on(before, half), Anchor::on(crank, half));
            model.joint(&format!("left{k}"), Joint::revolute(), a, Anchor::on(bar, -half));
            model.joint(&format!("right{k}"), Joint::revolute(), b, Anchor::on(bar, half));
        }
        last = Some(crank);
    }
    assemble(model)
}

/// Energy and constraints survive the singular configurations, also a start in one, where the rank
/// of the half-explicit stages changes from the first to the second. Without projection the drift of
/// `dopri5` is amplified there: it is left out.
#[test]
fn through_singular_configurations() {
    for (cranks, angle) in [(2, 1.5), (3, 1.5), (2, 0.0), (3, 0.0)] {
        let p = parallelogram(cranks, angle);
        let sys = &p.system;
        let energy = |q: &[f64], u: &[f64]| {
            let mut v = u.to_vec();
            v.push(1.0);
            sys.energy(0.0, q, &v)
        };
        let start = energy(&p.q0, &p.u0);
        for name in ["mdop5", "hem5", "phem56", "radau5"] {
            let mut run = Run::new(&p, name, &Settings::with_tolerance(1e-8));
            run.to(sys, 2.0);
            let i = &run.integrator;
            let lost = energy(i.q(), i.u()) - start;
            let what = format!("{cranks} cranks from {angle}, {name}");
            println!("{what}: {lost:.1e} g {:.1e}, {} + {}", run.g, i.accepted(), i.rejected());
            assert!(lost.abs() < 1e-4 && run.g < 1e-6, "{what}: {lost:e}, |g| {:e}", run.g);
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
    let runs = ["dopri5", "phem56", "radau5", "alpha-v"].map(|name| {
        let mut run = Run::new(&p, name, &Settings::with_tolerance(1e-5));
        run.to(&p.system, 2.0);
        let i = &run.integrator;
        (i.accepted() + i.rejected(), i.q().to_vec())
    });
    for (k, (steps, q)) in runs.iter().enumerate().skip(2) {
        assert!(30 * steps < runs[0].0.min(runs[1].0), "{runs:?}");
        let e = distance(q, &runs[0].1);
        assert!(e < [0.0, 0.0, 1e-6, 1e-2][k], "{k}: {e:e}");
    }
}

/// The same over a long time: explicit methods say that the motion is stiff and who can do it; `hybrid`
/// changes to `radau5` by itself, and says so.
#[test]
fn stiff_motion_is_named_or_changes_the_integrator() {
    use percussion::record::Status;
    use percussion::schemes::Scheme;
    use percussion::simulate::{simulate, Settings as Span};
    use std::ops::ControlFlow;
    let mut model = Model::new();
    let spring = SpringPendulum { k: 1e8, d: 1e4 };
    model.body("mass", Minimal::new(spring), &[1.0, 0.0], &[0.0, 0.0]);
    let p = assemble(model);
    let run = |scheme: &str| {
        let s = Scheme::new(scheme).unwrap().set("tol", "1e-5").unwrap();
        let go = |_, _| ControlFlow::Continue(());
        simulate(&p.system, &s, &p.q0, &p.u0, Span::new(1.0, 20.0), go)
    };
    for name in ["dopri5", "mdop5", "hem5", "phem56"] {
        let Status::Stopped(why) = run(name).status else { panic!("{name} goes on") };
        let why = why.to_string();
        assert!(why.contains("stiff") && why.contains("radau5"), "{name}: {why}");
    }
    let r = run("hybrid");
    assert_eq!(r.status, Status::Done);
    assert!(r.notes.iter().any(|n| n.contains("radau5")), "{:?}", r.notes);
    assert!(r.statistics.work.is_some_and(|w| w.steps < 20_000));
    assert_eq!(run("radau5").status, Status::Done);
}

/// A weight that makes the motion too fast for any number of steps ends at once.
#[test]
fn an_end_out_of_reach_is_said_at_once() {
    use percussion::record::Status;
    use percussion::schemes::Scheme;
    use percussion::simulate::{simulate, Settings as Span};
    use std::ops::ControlFlow;
    let p = ready("pendulum", &[("g", "1e17")]);
    for name in ["dopri5", "radau5", "hybrid"] {
        let s = Scheme::new(name).unwrap();
        let go = |_, _| ControlFlow::Continue(());
        let r = simulate(&p.system, &s, &p.q0, &p.u0, Span::new(0.1, 1.0), go);
        let Status::Stopped(why) = r.status else { panic!("{name} goes on") };
        let why = why.to_string();
        assert!(why.contains("out of reach") || why.contains("stiff"), "{name}: {why}");
    }
}

/// Projection above a limit only, in either metric: the constraints stay within the limit.
#[test]
fn projection_above_a_limit() {
    let p = ready("pendulum", &[]);
    let run = |name: &str, above: f64, identity: bool| {
        let projection = Some(percussion::integrators::Projection { above, identity });
        let set = Settings { projection, ..Settings::with_tolerance(1e-4) };
        let mut run = Run::new(&p, name, &set);
        run.to(&p.system, 10.0);
        (run.g, run.integrator.tally())
    };
    for name in ["dopri5", "mdop5", "hem5"] {
        for identity in [false, true] {
            let (never, t0) = run(name, f64::INFINITY, identity);
            let limit = 0.3 * never;
            let (g, t) = run(name, limit, identity);
            assert!(g <= limit && limit > 1e-9, "{name}: {g:e}, without {never:e}");
            assert!(t.unprojected > 0 && t.unprojected < t.accepted, "{name}: {t:?}");
            assert_eq!(t0.unprojected, t0.accepted, "{name}");
        }
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
    bad(Settings { safety: Some(1.5), ..Default::default() }, "safety");
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
