//! Places that integrators have to get past: contacts that open with the cube of time, configurations
//! in which constraints are dependent.

use super::run;
use percussion::integrators::INTEGRATORS;
use percussion::problems;
use percussion::record::Status;

/// Two corners of the slider leave the guide as their forces vanish: g_N'' = 0 there, and the gap grows
/// from zero like t³. What the first steps leave of it below zero closes no contact.
#[test]
fn a_contact_that_opens_slowly_opens_once() {
    let p = problems::find("slider-crank-clearance").unwrap();
    let at = |integrator: &str, tol: &str| {
        let options = [("tol", tol), ("integrator", integrator)];
        let rec = run(p, &[], "event-driven", &options, 1e-3, 0.02);
        assert_eq!(rec.status, Status::Done, "{integrator}");
        let off = rec.events.iter().filter(|e| e.kind == "take-off" && e.t > 0.01);
        let off: Vec<_> = off.map(|e| (e.contact.clone(), e.t)).collect();
        let names: Vec<_> = off.iter().map(|e| e.0.as_str()).collect();
        assert_eq!(names, ["corner1", "corner2"], "{integrator}");
        assert!(rec.events.iter().all(|e| e.t <= off[1].1), "{integrator}: events after it");
        off[0].1
    };
    let exact = at("mdop5", "1e-10");
    for i in INTEGRATORS {
        let t = at(i.name, "1e-6");
        assert!((t - exact).abs() < 1e-5, "{}: {t} {exact}", i.name);
    }
}

/// The bars of the pantograph are collinear at t = 0.5252, where its joints are dependent.
#[test]
fn the_pantograph_passes_its_singular_configuration() {
    let p = problems::find("pantograph").unwrap();
    let at = |integrator: &str, tol: &str| {
        let options = [("tol", tol), ("integrator", integrator)];
        let rec = run(p, &[], "event-driven", &options, 0.1, 1.0);
        assert_eq!(rec.status, Status::Done, "{integrator}");
        rec.q(rec.len() - 1).to_vec()
    };
    let exact = at("mdop5", "1e-10");
    for i in INTEGRATORS {
        let q = at(i.name, "1e-6");
        let off = q.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        println!("{}: {off:.1e}", i.name);
        assert!(off < 1e-4, "{}: {off:e}", i.name);
    }
}
