//! Painlevé's paradox: forces that blow up, and percussions without collision.

use super::{case, none, run};
use percussion::integrators::INTEGRATORS;
use percussion::problems::load;
use percussion::problems::{self, Prepared};
use percussion::record::Status;
use percussion::schemes::{self, Options};
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;

/// Errors allowed at tol = 1e-8: of the time t*, of coordinates and of velocities. Those of the
/// generalized-α integrators come from their steps before: of second order, with errors kept per
/// step, they add up to tol^(2/3), and the motion amplifies them.
fn allowed(integrator: &str) -> [f64; 3] {
    if integrator == "alpha-p" {
        // index 3: its velocities are the least accurate ones
        [3e-5, 1e-4, 1e-3]
    } else if integrator.starts_with("alpha") {
        [3e-5, 1e-4, 3e-4]
    } else {
        [1e-8, 1e-8, 1e-7]
    }
}

/// Up to the time at which the force is infinite, every integrator follows the reference.
#[test]
fn every_integrator_follows_the_reference_to_the_blow_up() {
    let (p, info, r) = case("painleve-rod", "painleve-rod");
    let end = r.trust_until - 1e-7;
    let mut faults = Vec::new();
    for i in INTEGRATORS {
        let options = [("tol", "1e-8"), ("integrator", i.name)];
        let rec = run(p, info.set, "event-driven", &options, end / 50.0, end);
        assert_eq!(rec.status, Status::Done, "{}", i.name);
        let mut worst = [0.0_f64; 2];
        for k in 0..rec.len() {
            let t = rec.row(k)[0];
            let exact = [r.q_at(t).unwrap(), r.v_at(t).unwrap()];
            for (w, (is, should)) in worst.iter_mut().zip([rec.q(k), rec.u(k)].iter().zip(exact)) {
                for (a, b) in is.iter().zip(should) {
                    *w = w.max((a - b).abs());
                }
            }
        }
        println!("{}: q {:.1e}, u {:.1e}", i.name, worst[0], worst[1]);
        // velocities change by 4e3 a second in the last row: an error of t* by 1e-9, a tenth of tol, is
        // one of 4e-6
        let [_, q, u] = allowed(i.name);
        if !(worst[0] < 2.0 * q && worst[1] < 40.0 * u) {
            faults.push(format!("{}: {worst:?}", i.name));
        }
    }
    none(faults);
}

/// At that time the contact takes off with the velocities of the reference, without an impulse; it
/// lands with e = 0 where the reference does.
#[test]
fn forces_that_blow_up_end_in_a_take_off() {
    let (p, info, r) = case("painleve-rod", "painleve-rod");
    let landing = r.events.iter().find(|e| e.is_impact()).unwrap();
    let mut faults = Vec::new();
    let runs = INTEGRATORS.iter().map(|i| ("event-driven", i.name));
    for (scheme, integrator) in runs.chain([("hybrid", "mdop5")]) {
        let options = [("tol", "1e-8"), ("integrator", integrator)];
        let rec = run(p, info.set, scheme, &options, 0.05, 1.7);
        assert_eq!(rec.status, Status::Done, "{scheme}, {integrator}");
        let kinds: Vec<_> = rec.events.iter().take(2).map(|e| e.kind).collect();
        assert_eq!(kinds, ["take-off", "impact"], "{scheme}, {integrator}");
        let off = (rec.events[0].t - r.trust_until).abs();
        let row = (0..rec.len()).find(|&k| rec.row(k)[0] > r.trust_until).unwrap();
        let exact = r.v_at(rec.row(row)[0]).unwrap();
        let u = rec.u(row).iter().zip(exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let down = (rec.events[1].t - landing.t).abs();
        let hit = (rec.events[1].impulse - landing.impulse.as_ref().unwrap()[0]).abs();
        println!("{scheme}, {integrator}: t* {off:.1e}, u {u:.1e}, lands {down:.1e}, {hit:.1e}");
        let [t, _, v] = allowed(integrator);
        if !(off < t && u < v && down < v && hit < 10.0 * v) {
            faults.push(format!("{scheme}, {integrator}: t* {off:e}, u {u:e}, {down:e}, {hit:e}"));
        }
    }
    none(faults);
}

/// With μ = 3 the force grows like (t* - t)^(-0.88), so that velocities are far from their limit until
/// the last instant. By hand: A = 0 where tan² φ - 9 tan φ + 4 = 0, and B = 0 where φ'² sin φ = 10.
#[test]
fn a_force_that_grows_nearly_like_the_inverse_of_time() {
    let p = problems::find("painleve-rod").unwrap();
    let phi = ((9.0 - 65.0_f64.sqrt()) / 2.0).atan();
    let exact = (10.0 / phi.sin()).sqrt();
    for i in INTEGRATORS {
        let options = [("tol", "1e-6"), ("integrator", i.name)];
        let sets = [("mu", "3"), ("phi0", "20*pi/180")];
        let rec = run(p, &sets, "event-driven", &options, 0.05, 0.3);
        assert_eq!(rec.status, Status::Done, "{}", i.name);
        assert_eq!(rec.events.iter().map(|e| e.kind).collect::<Vec<_>>(), ["take-off"]);
        let spin = rec.u(rec.len() - 1)[2];
        assert!((spin - exact).abs() < 1e-7, "{}: {spin} {exact}", i.name);
    }
}

/// Two rods that do not know of each other: events of one begin a new mode while the hold of the other
/// is nearly lost, and only the contact whose force blows up takes off.
#[test]
fn contacts_lose_their_hold_one_by_one() {
    let rod = |name: &str, degrees: f64| {
        format!(
            r#"[[systems]]
name = "rod{name}"
coordinates = ["x{name}", "y{name}", "phi{name}"]
M = [[1, 0, 0], [0, 1, 0], [0, 0, "1/3"]]
h = [0, -10, 0]
q0 = [0, "sin({degrees} deg)", "{degrees} deg"]
u0 = [30, 0, 0]
[[systems.contacts]]
name = "{name}"
gap = "y{name} - sin(phi{name})"
slide = ["x{name}' - sin(phi{name})*phi{name}'"]
mu = "5/3"
"#
        )
    };
    let (_, _, r) = case("painleve-rod", "painleve-rod");
    let want = [
        (28.0, vec![("stick", "b"), ("take-off", "a"), ("slip", "b"), ("take-off", "b")]),
        (60.0, vec![("impact", "b"), ("take-off", "a")]),
    ];
    for (degrees, want) in want {
        let text = rod("a", 31.0) + &rod("b", degrees);
        let none = |_: &str| Err(String::from("no includes"));
        let file = load("two.toml", &text, &none, &[]).unwrap_or_else(|d| panic!("{d}"));
        let Prepared { system, q0, u0 } = file.prepare().unwrap_or_else(|d| panic!("{d}"));
        let info = schemes::find("event-driven").unwrap();
        for integrator in ["mdop5", "hem5", "radau5"] {
            let mut o = Options::new("option", info.options);
            o.set("tol", "1e-8").unwrap();
            o.set("integrator", integrator).unwrap();
            let s = info.make(&o).unwrap();
            let settings = Settings::new(0.05, 1.0);
            let rec = simulate(&system, &s, &q0, &u0, settings, |_, _| ControlFlow::Continue(()));
            assert_eq!(rec.status, Status::Done, "{integrator}, {degrees}");
            let got: Vec<_> = rec.events.iter().map(|e| (e.kind, e.contact.as_str())).collect();
            assert_eq!(got, want, "{integrator}, {degrees}");
            let off = rec.events.iter().find(|e| e.kind == "take-off").unwrap().t - r.trust_until;
            assert!(off.abs() < 1e-8, "{integrator}, {degrees}: {off:e}");
        }
    }
}

/// With A < 0 and B < 0 no finite force keeps the tip from falling: a percussion stops it at once.
/// By hand, with det G = 4: Λ_N = 3 c s v/4, Λ_F = -(1 + 3 c²) v/4 for m = l = 1.
#[test]
fn a_percussion_without_collision() {
    let p = problems::find("painleve-rod").unwrap();
    for (degrees, v) in [(50.0_f64, 30.0), (60.0, 30.0), (70.0, 12.0)] {
        let (s, c) = degrees.to_radians().sin_cos();
        let (phi0, v0) = (format!("{degrees}*pi/180"), v.to_string());
        for scheme in ["event-driven", "hybrid"] {
            let sets = [("phi0", phi0.as_str()), ("v0", v0.as_str())];
            let rec = run(p, &sets, scheme, &[("tol", "1e-8")], 1e-3, 1e-3);
            assert_eq!(rec.status, Status::Done, "{scheme} at {degrees}");
            let hit = &rec.events[0];
            assert_eq!((hit.kind, hit.t), ("impact", 0.0), "{scheme} at {degrees}");
            assert!((hit.impulse - 0.75 * c * s * v).abs() < 1e-12 * v, "{}", hit.impulse);
            // the tip rests: what moves it within the step are finite forces
            let (q, u) = (rec.q(rec.len() - 1), rec.u(rec.len() - 1));
            let tip = [u[0] - u[2] * q[2].sin(), u[1] - u[2] * q[2].cos()];
            assert!(tip[0].abs() < 0.5 && tip[1] > -1e-8, "{scheme} at {degrees}: {tip:?}");
            let x = v - 0.25 * (1.0 + 3.0 * c * c) * v;
            assert!((u[0] - x).abs() < 0.5, "{} {x}", u[0]);
        }
    }
}
