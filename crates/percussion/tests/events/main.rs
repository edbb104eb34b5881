//! Event-driven and hybrid simulation against the reference solutions: all events, in order, none
//! spurious, to the tolerance.

mod free;
mod missed;
mod painleve;
mod passages;
mod space;
mod starts;

use percussion::measure::{self, Reference};
use percussion::problems::{self, Prepared, Problem, ReferenceInfo};
use percussion::record::{Record, Status};
use percussion::schemes::{self, Options};
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;

fn pairs(sets: &[(&str, &str)]) -> Vec<(String, String)> {
    sets.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect()
}

fn run(
    problem: &Problem,
    sets: &[(&str, &str)],
    scheme: &str,
    options: &[(&str, &str)],
    dt: f64,
    t_end: f64,
) -> Record {
    let Prepared { system, q0, u0 } = problems::prepare(problem, &pairs(sets)).unwrap();
    let info = schemes::find(scheme).unwrap();
    info.check(&system).unwrap();
    let mut o = Options::new("option", info.options);
    options.iter().for_each(|(k, v)| o.set(k, v).unwrap());
    let s = info.make(&o).unwrap();
    let settings = Settings::new(dt, t_end);
    simulate(&system, &s, &q0, &u0, settings, |_, _| ControlFlow::Continue(()))
}

fn case(problem: &str, reference: &str) -> (&'static Problem, &'static ReferenceInfo, Reference) {
    let p = problems::find(problem).unwrap();
    let info = p.references.iter().find(|r| r.name == reference).unwrap();
    (p, info, measure::reference(reference).unwrap().unwrap())
}

/// Events of a reference that a scheme has to find, with their names here.
fn expected(r: &Reference, until: f64) -> Vec<(f64, &'static str)> {
    r.events
        .iter()
        .filter(|e| e.t < until)
        .filter_map(|e| {
            let kind = match e.kind.as_str() {
                "impact" => "impact",
                "slip->stick" => "stick",
                "stick->slip" => "slip",
                "slip reversal" => "reversal",
                "stick touches" => "impact",
                _ => return None,
            };
            Some((e.t, kind))
        })
        .collect()
}

/// Events found that count: take-offs and touch-downs go with the impacts of the references.
fn found(r: &Record) -> Vec<(f64, &'static str)> {
    r.events
        .iter()
        .filter(|e| ["impact", "stick", "slip", "reversal"].contains(&e.kind))
        .map(|e| (e.t, e.kind))
        .collect()
}

/// Where the impacts of an accumulation follow each other too fast to be told apart at `tol`: an
/// approach slower than `tol`, relative to the largest velocity, no longer rebounds, and the rounding
/// ε of a gap moves an event by ε/v, 1e-10 at the speeds that belong to intervals of 1e-5.
fn resolved(events: &[(f64, &'static str)], tol: f64) -> usize {
    let least = (100.0 * tol).max(1e-5);
    events.windows(2).position(|w| w[1].0 - w[0].0 < least).map_or(events.len(), |k| k + 1)
}

/// What is wrong with the events of a run; nothing where all is well.
fn faults(
    problem: &str,
    reference: &str,
    scheme: &str,
    integrator: &str,
    tol: f64,
) -> Option<String> {
    let (p, info, r) = case(problem, reference);
    let until = info.until.min(r.trust_until).min(r.t_end);
    let text = format!("{tol:e}");
    let options = [("tol", text.as_str()), ("integrator", integrator)];
    let rec = run(p, info.set, scheme, &options, until / 40.0, until);
    let what = format!("{problem} ({reference}) with {scheme}, {integrator}, tol {tol:e}");
    if rec.status != Status::Done {
        return Some(format!("{what}: {:?}", rec.status));
    }
    let (want, got) = (expected(&r, until - 10.0 * tol), found(&rec));
    let captured = rec.events.iter().find(|e| e.kind == "capturing").map_or(until, |e| e.t);
    let n = resolved(&want, tol).min(want.iter().filter(|e| e.0 <= captured).count());
    let mut worst = (0.0, 0);
    for (k, w) in want.iter().take(n).enumerate() {
        match got.get(k) {
            Some(g) if g.1 == w.1 => {
                let error = (w.0 - g.0).abs();
                if error > worst.0 {
                    worst = (error, k);
                }
            }
            other => return Some(format!("{what}: event {k} should be {w:?}, is {other:?}")),
        }
    }
    if worst.0 > 10.0 * tol {
        let k = worst.1;
        return Some(format!("{what}: event {k} of {n} at {} is off by {:e}", want[k].0, worst.0));
    }
    let before = got.iter().filter(|e| e.0 < until - 10.0 * tol).count();
    if n == want.len() && before != n {
        return Some(format!("{what}: {before} events instead of {n}: {:?}", &got[n..]));
    }
    None
}

fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

const RIGID: &[(&str, &str)] = &[
    ("bouncing-ball", "bouncing-ball"),
    ("linear-oscillator", "linear-oscillator-e08"),
    ("linear-oscillator", "linear-oscillator-e1"),
    ("forced-impact-oscillator", "forced-impact-oscillator-periodic"),
    ("forced-impact-oscillator", "forced-impact-oscillator-transient"),
    ("rotating-ball", "rotating-ball-bounces"),
    ("rotating-ball", "rotating-ball-spin-10"),
    ("rotating-ball", "rotating-ball-spin-50"),
    ("stick-slip-block", "stick-slip-block"),
    ("double-pendulum-wall", "double-pendulum-wall"),
    ("rocking-block", "rocking-block"),
    ("ball-in-cylinder", "ball-in-cylinder"),
    ("bouncing-pendulum", "bouncing-pendulum-against-gravity"),
    ("painleve-rod", "painleve-rod"),
    ("tippe-top", "tippe-top"),
];

#[test]
fn every_event_of_every_reference() {
    let mut all = Vec::new();
    for (problem, reference) in RIGID {
        for tol in [1e-6, 1e-8, 1e-10] {
            all.extend(faults(problem, reference, "event-driven", "dopri5", tol));
        }
    }
    none(all);
}

#[test]
fn hybrid_finds_the_same_events() {
    let one = |(p, r): &(&str, &str)| faults(p, r, "hybrid", "dopri5", 1e-8);
    none(RIGID.iter().filter_map(one).collect());
}

/// Impact times of the document's own bouncing pendulum, gravity along +y.
#[test]
fn bouncing_pendulum_impacts_to_the_tolerance() {
    let p = problems::find("bouncing-pendulum").unwrap();
    let r = measure::reference("bouncing-pendulum").unwrap().unwrap();
    for integrator in ["mdop5", "hem5", "phem56"] {
        for (tol, bound) in [("1e-6", 5e-7), ("1e-10", 5e-11)] {
            let rec =
                run(p, &[], "event-driven", &[("tol", tol), ("integrator", integrator)], 0.1, 4.0);
            assert_eq!(rec.status, Status::Done);
            let want: Vec<_> = expected(&r, 4.0);
            let n = resolved(&want, tol.parse().unwrap());
            assert!(n > 20, "{n} impacts can be told apart");
            for (w, g) in want.iter().zip(found(&rec)).take(n) {
                let error = (w.0 - g.0).abs();
                assert!(error < bound, "{integrator}, tol {tol}: {} is off by {error:e}", w.0);
            }
        }
    }
}

#[test]
fn hybrid_passes_the_accumulation_of_the_pendulum() {
    let p = problems::find("bouncing-pendulum").unwrap();
    let rec = run(p, &[], "hybrid", &[("tol", "1e-10")], 0.1, 4.0);
    assert_eq!(rec.status, Status::Done);
    let at = rec.events.iter().find(|e| e.kind == "accumulation").unwrap().t;
    // accumulation point of the reference
    assert!((at - 3.6302382964182468).abs() < 1e-8, "{at:.16}");
    let last = rec.row(rec.len() - 1);
    let value = |name: &str| last[rec.columns.iter().position(|c| c == name).unwrap()];
    let la = rec.columns.iter().filter(|c| c.starts_with("lag.")).map(|c| value(c));
    for (la, exact) in la.chain([value("laN.obstacle")]).zip([-10.0, -10.0, 10.0]) {
        assert!((la - exact).abs() < 1e-9, "{la} {exact}");
    }
    for kind in ["capturing", "event-driven"] {
        assert_eq!(rec.events.iter().filter(|e| e.kind == kind).count(), 1, "{kind}");
    }
}

#[test]
fn hybrid_passes_the_accumulation_of_the_rocking_block() {
    let (p, info, r) = case("rocking-block", "rocking-block");
    let rec = run(p, info.set, "hybrid", &[("tol", "1e-8")], 0.1, r.t_end);
    assert_eq!(rec.status, Status::Done);
    let exact = r.events.iter().find(|e| e.is_accumulation()).unwrap().t;
    let at = rec.events.iter().find(|e| e.kind == "accumulation").unwrap().t;
    assert!((at - exact).abs() < 1e-7, "{at} {exact}");
    assert!(rec.u(rec.len() - 1).iter().all(|v| v.abs() < 1e-9));
}

/// Mean over twenty sample times of the largest error of a coordinate.
fn sampled(rec: &Record, info: &ReferenceInfo) -> f64 {
    let r = measure::reference(info.name).unwrap().unwrap();
    let columns: Vec<usize> = info
        .q
        .iter()
        .map(|n| rec.columns.iter().position(|c| *c == format!("q.{n}")).unwrap())
        .collect();
    let mut sum = 0.0;
    for k in 1..=20 {
        let t = info.until * f64::from(k) / 20.0;
        let row = (0..rec.len()).find(|&i| (rec.row(i)[0] - t).abs() < 1e-9 * t).unwrap();
        let exact = r.q_at(rec.row(row)[0].min(r.t_end)).unwrap();
        let off = |(c, e): (&usize, &f64)| (rec.row(row)[*c] - e).abs();
        sum += columns.iter().zip(&exact).map(off).fold(0.0, f64::max);
    }
    sum / 20.0
}

/// Evaluations per accuracy, the reason to locate events at all: an error of 1e-9 with at least 100
/// times fewer evaluations of the equations than Moreau's scheme needs for 1e-4 (which it reaches
/// with its first order: the steps are extrapolated from a run that is affordable here). Both errors
/// are means over the same sample times.
#[test]
fn events_cost_less_than_small_steps() {
    for (problem, tol, dt) in [
        ("linear-oscillator", "1e-7", 1e-4),
        ("double-pendulum-wall", "1e-9", 1e-4),
        ("forced-impact-oscillator", "5e-8", 1e-3),
    ] {
        let p = problems::find(problem).unwrap();
        let info = &p.references[0];
        let tight =
            run(p, info.set, "event-driven", &[("tol", tol)], info.until / 20.0, info.until);
        let small = sampled(&tight, info);
        assert!(small < 1e-9, "{problem}: {small:e}");
        // a whole number of steps between the samples
        let dt = info.until / 20.0 / (info.until / 20.0 / dt).ceil();
        let coarse = run(p, info.set, "moreau", &[], dt, info.until);
        let large = sampled(&coarse, info);
        let few = tight.statistics.evaluations as f64;
        let many = coarse.statistics.evaluations as f64 * large / 1e-4;
        println!(
            "{problem}: error {small:.1e} with {few} evaluations, moreau {large:.1e} at dt {dt:.2e}: {many:.2e} for 1e-4, {:.0} times as many",
            many / few
        );
        assert!(many >= 100.0 * few, "{problem}: {few} evaluations against {many:e}");
    }
}

/// Poisson's law gives what Newton's does for one contact without friction.
#[test]
fn poisson_equals_newton_for_a_single_contact() {
    let p = problems::find("bouncing-ball").unwrap();
    // the percussion of Moreau's scheme contains the weight of a step, which Poisson's law returns
    let exact = ["event-driven", "hybrid", "alpha"].map(|scheme| (scheme, 1e-12));
    for (scheme, bound) in exact.into_iter().chain([("moreau", 5e-3)]) {
        let heights = ["newton", "poisson"].map(|law| {
            let r = run(p, &[("impact", law)], scheme, &[], 1e-3, 1.9);
            assert_eq!(r.status, Status::Done);
            r.column("q.x").unwrap()
        });
        for (a, b) in heights[0].iter().zip(&heights[1]) {
            assert!((a - b).abs() < bound, "{scheme}: {a} {b}");
        }
    }
}

/// Three touching balls with e = 1/2 between the first two and 1 between the last two. Newton's law
/// leaves (0, 1/2, 1/2). Poisson's law compresses to the common velocity 1/3 with percussions 2/3
/// and 1/3 and gives back 1/3 and 1/3: (0, 1/3, 2/3).
#[test]
fn poisson_differs_from_newton_for_touching_balls() {
    let p = problems::find("ball-chain").unwrap();
    for scheme in ["event-driven", "moreau", "alpha", "hybrid", "high-order", "splitting"] {
        for (law, exact) in [("newton", [0.0, 0.5, 0.5]), ("poisson", [0.0, 1.0 / 3.0, 2.0 / 3.0])]
        {
            let sets = [("n", "3"), ("c1.e_N", "0.5"), ("c2.e_N", "1"), ("impact", law)];
            let r = run(p, &sets, scheme, &[], 1e-3, 0.01);
            for (u, e) in r.u(r.len() - 1).iter().zip(exact) {
                assert!((u - e).abs() < 1e-12, "{scheme}, {law}: {:?}", r.u(r.len() - 1));
            }
        }
    }
}

/// A gap that is zero whatever the motion is named at the start.
#[test]
fn a_gap_that_vanishes_identically_is_refused() {
    use percussion::bodies::{Num, PointMass};
    use percussion::contacts::GapFunction;
    use percussion::laws::ContactLaw;
    use percussion::model::Model;
    struct Nothing;
    impl GapFunction for Nothing {
        fn g<D: Num>(&self, _t: D, q: &[D]) -> D {
            q[0] * 0.0
        }
    }
    let mut model = Model::new();
    let cart = model.body("cart", PointMass { m: 1.0, dim: 1 }, &[0.0], &[1.0]);
    model.contact_function("void", Nothing, cart, ContactLaw::default());
    let sys = model.assemble().unwrap();
    for name in ["event-driven", "hybrid"] {
        let s = schemes::Scheme::new(name).unwrap();
        let e = s.start(&sys, &schemes::Start::of(&sys, 0.1)).unwrap_err().to_string();
        assert!(e.contains("void") && e.contains("zero"), "{e}");
    }
}

/// Where impacts accumulate, `event-driven` stops at the number of events it may take, and its message
/// names `hybrid`, which passes.
#[test]
fn accumulations_that_stop_the_run_name_hybrid() {
    let p = problems::find("bouncing-ball").unwrap();
    let options = [("tol", "1e-10"), ("max_events", "10")];
    let stopped = run(p, &[], "event-driven", &options, p.t_end, p.t_end);
    let Status::Stopped(why) = &stopped.status else { panic!("{:?}", stopped.status) };
    let why = why.to_string();
    assert!(why.contains("accumulate") && why.contains("hybrid"), "{why}");
    let passed = run(p, &[], "hybrid", &[("tol", "1e-10")], p.t_end, p.t_end);
    assert_eq!(passed.status, Status::Done);
}

/// A cart with a load that switches at 0.3 s.
fn switched() -> percussion::system::System {
    use percussion::bodies::PointMass;
    use percussion::forces::Applied;
    use percussion::frame::{Anchor, V3};
    use percussion::model::Model;
    let mut model = Model::new();
    let cart = model.body("cart", PointMass { m: 2.0, dim: 1 }, &[0.0], &[0.0]);
    let load = |t: f64| V3::new(if t < 0.3 { 4.0 } else { -8.0 }, 0.0, 0.0);
    model.force("motor", Applied::force(Anchor::on(cart, V3::zeros()), load));
    model.switch_at(0.3);
    model.assemble().unwrap()
}

/// Steps end at a switch: what schemes are exact for, they are exact for on both sides of it.
#[test]
fn switching_loads_restart_schemes() {
    let sys = switched();
    let yes: &[(&str, &str)] = &[("adaptive", "yes")];
    for (scheme, options) in [
        ("alpha", &[] as &[(&str, &str)]),
        ("alpha-pvv", &[]),
        ("moreau", &[]),
        ("moreau-adaptive", &[]),
        ("alpha-adaptive", &[]),
        ("high-order", &[]),
        ("splitting", &[]),
        ("splitting", yes),
        ("hybrid", &[]),
        ("mdop5", &[]),
        ("radau5", &[]),
        ("alpha-v-adaptive", &[]),
    ] {
        let info = schemes::find(scheme).unwrap();
        let mut o = Options::new("option", info.options);
        options.iter().for_each(|(k, v)| o.set(k, v).unwrap());
        let s = info.make(&o).unwrap();
        for dt in [1.0, 0.07] {
            let go = |_, _| ControlFlow::Continue(());
            let r = simulate(&sys, &s, &[0.0], &[0.0], Settings::new(dt, 1.0), go);
            let (x, u) = (r.q(r.len() - 1)[0], r.u(r.len() - 1)[0]);
            let what = format!("{scheme} {options:?}, dt = {dt}");
            // a default tolerance of 1e-8 a step
            assert!((u + 2.2).abs() < 1e-7 && (x + 0.47).abs() < 1e-7, "{what}: {x} {u}");
        }
    }
}

/// A load that switches at a named time: the step ends there, and the motion is exact.
#[test]
fn switching_loads_are_stepped_onto() {
    let sys = switched();
    let info = schemes::find("event-driven").unwrap();
    let s = info.make(&Options::new("option", info.options)).unwrap();
    let settings = Settings::new(1.0, 1.0);
    let r = simulate(&sys, &s, &[0.0], &[0.0], settings, |_, _| ControlFlow::Continue(()));
    assert_eq!(r.events.iter().map(|e| (e.t, e.kind)).collect::<Vec<_>>(), [(0.3, "switch")]);
    // by hand: a = 2, then -4: u = 0.6 - 4 · 0.7, x = 0.09 + 0.6 · 0.7 - 2 · 0.49
    let (x, u) = (r.q(r.len() - 1)[0], r.u(r.len() - 1)[0]);
    // default tolerance 1e-8
    assert!((u + 2.2).abs() < 1e-8 && (x + 0.47).abs() < 1e-8, "{x} {u}");
}

/// Thresholds of the index sets that the user gives (section 2.3 of Haddouni et al. 2017): approaches up to that speed have no restitution.
#[test]
fn a_velocity_threshold_ends_the_bouncing() {
    let p = problems::find("bouncing-ball").unwrap();
    let speeds = |options: &[(&str, &str)]| {
        let r = run(p, &[], "event-driven", options, 0.01, 2.99);
        assert_eq!(r.status, Status::Done);
        let impacts = r.events.iter().filter(|e| e.kind == "impact");
        impacts.map(|e| e.un_pre.abs()).collect::<Vec<f64>>()
    };
    let all = speeds(&[]);
    let fast = all.iter().filter(|v| **v > 0.1).count();
    let few = speeds(&[("velocity_threshold", "0.1")]).len();
    assert!(fast >= 3 && (few == fast || few == fast + 1) && few < all.len(), "{few} {all:?}");
    let info = schemes::find("event-driven").unwrap();
    for name in ["gap_threshold", "velocity_threshold", "force_threshold"] {
        let mut o = Options::new("option", info.options);
        o.set(name, "-1").unwrap();
        assert!(info.make(&o).is_err(), "{name}");
    }
}
