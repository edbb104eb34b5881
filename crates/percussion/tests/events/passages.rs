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

/// Four parallelograms in a row, whose bars are all in line at t = 0.7216 and again. They move as one
/// freedom: θ'' = -g m cos θ / I with m = (N + 1)/2 + N and I = (N + 1)/3 + N, integrated here in small
/// steps.
#[test]
fn parallelograms_pass_their_singular_positions() {
    let text = r#"
gravity = [0, -9.81, 0]
[parameters]
N = 4
[[bodies]]
name = "up{i-1}"
repeat = "N + 1"
type = "planar"
mass = 1
solid = { type = "rod", length = 1 }
position = ["i - 1", 0.5]
angle = "90 deg"
velocity = [0.5, 0]
spin = -1
[[bodies]]
name = "co{i}"
repeat = "N"
type = "planar"
mass = 1
solid = { type = "rod", length = 1 }
position = ["i - 0.5", 1]
velocity = [1, 0]
[[joints]]
name = "foot{i-1}"
repeat = "N + 1"
type = "revolute"
bodies = ["world", "up{i-1}"]
anchor = ["i - 1", 0]
[[joints]]
name = "left{i}"
repeat = "N"
type = "revolute"
bodies = ["up{i-1}", "co{i}"]
anchor = ["i - 1", 1]
[[joints]]
name = "right{i}"
repeat = "N"
type = "revolute"
bodies = ["co{i}", "up{i}"]
anchor = ["i", 1]
"#;
    let t_end = 3.0;
    let bend = |th: f64| -9.81 * 6.5 * th.cos() / (5.0 / 3.0 + 4.0);
    let (n, mut y) = (60_000, [std::f64::consts::FRAC_PI_2, -1.0]);
    let h = t_end / f64::from(n);
    for _ in 0..n {
        let f = |y: [f64; 2]| [y[1], bend(y[0])];
        let at = |k: [f64; 2], s: f64| [y[0] + s * h * k[0], y[1] + s * h * k[1]];
        let k1 = f(y);
        let k2 = f(at(k1, 0.5));
        let k3 = f(at(k2, 0.5));
        let k4 = f(at(k3, 1.0));
        y = [0, 1].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    for tol in ["1e-5", "1e-7", "1e-9"] {
        let rec = super::space::from_text(text, &[], "hybrid", &[("tol", tol)], t_end, t_end);
        assert_eq!(rec.status, Status::Done);
        // the angle of the first bar
        let e = (rec.q(rec.len() - 1)[2] - y[0]).abs();
        println!("tol {tol}: {e:.1e}");
        let bound = 10.0 * tol.parse::<f64>().unwrap().max(1e-8);
        assert!(e < bound, "tol {tol}: {e:e}");
    }
}
