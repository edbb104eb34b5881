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

/// Four parallelograms in a row, whose bars are all in line at t = 0.7216 and ten times more. A tighter
/// tolerance is the more accurate one. They move as one freedom: θ'' = -g m cos θ / I with m = (N + 1)/2 + N and I = (N + 1)/3 + N, integrated here in small
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
    let t_end = 10.0;
    let bend = |th: f64| -9.81 * 6.5 * th.cos() / (5.0 / 3.0 + 4.0);
    let (n, mut y) = (200_000, [std::f64::consts::FRAC_PI_2, -1.0]);
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
    let mut last = f64::INFINITY;
    for tol in ["1e-4", "1e-6", "1e-8", "1e-9", "1e-10"] {
        let rec = super::space::from_text(text, &[], "hybrid", &[("tol", tol)], t_end, t_end);
        assert_eq!(rec.status, Status::Done);
        // the angle of the first bar
        let e = (rec.q(rec.len() - 1)[2] - y[0]).abs();
        println!("tol {tol}: {e:.1e}");
        assert!(e < 10.0 * tol.parse::<f64>().unwrap() && e < last, "tol {tol}: {e:e}");
        last = e;
    }
}

/// The common end of two bars in line: they let the first motion begin, at rest or across them, and none go
/// on. All integrators say so before the first step.
#[test]
fn joints_without_rank_at_the_start_are_named_at_once() {
    let text = |gravity: &str, v: &str| {
        format!(
            "gravity = {gravity}\n[[bodies]]\nname = \"p\"\ntype = \"point\"\nmass = 1\ndim = 2\nvelocity = {v}\n\
             [[joints]]\nname = \"left\"\ntype = \"distance\"\na = {{ body = \"world\", at = [-1, 0] }}\nb = {{ body = \"p\" }}\n\
             [[joints]]\nname = \"right\"\ntype = \"distance\"\na = {{ body = \"world\", at = [1, 0] }}\nb = {{ body = \"p\" }}\n"
        )
    };
    for start in [text("[0, 0, 0]", "[0, 1]"), text("[0, -9.81, 0]", "[0, 0]")] {
        for scheme in ["hybrid", "event-driven", "dopri5", "mdop5", "hem5", "phem56", "radau5"] {
            let rec = super::space::from_text(&start, &[], scheme, &[], 0.1, 1.0);
            let Status::Stopped(why) = &rec.status else { panic!("{scheme} goes on") };
            let why = why.to_string();
            assert!(why.contains("rank") && why.contains("right"), "{scheme}: {why}");
            assert_eq!(rec.statistics.steps, 0, "{scheme}");
        }
    }
}

/// Beams whose waves are far faster than their motion, and a governor with stiff, strongly damped rods:
/// `radau5` takes over from an explicit integrator, which would run for minutes. Within the errors of `alpha` at
/// the problem's own step the motion is the same.
#[test]
fn stiff_beams_pass_with_long_steps() {
    for name in ["cantilever-rollup", "elastica"] {
        let p = problems::find(name).unwrap();
        let dt = p.t_end / 100.0;
        let rec = run(p, &[], "hybrid", &[("tol", "1e-6")], dt, p.t_end);
        assert_eq!(rec.status, Status::Done, "{name}");
        assert!(rec.notes.iter().any(|n| n.contains("'radau5' took over")), "{:?}", rec.notes);
        let steps = rec.statistics.work.as_ref().unwrap().steps;
        assert!(steps < 20_000, "{name}: {steps}");
        let other = run(p, &[], "alpha", p.scheme_options, p.dt, p.t_end);
        let (a, b) = (rec.q(rec.len() - 1), other.q(other.len() - 1));
        let size = b.iter().fold(0.0_f64, |m, q| m.max(q.abs()));
        let off = a.iter().zip(b).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        println!("{name}: {steps} steps, {off:.1e} of {size:.1e}");
        assert!(off < 1e-3 * size, "{name}: {off:e}");
    }
}

/// Two arms on a turning shaft hold a slider by rods of 8e5 N/m and 4e4 N s/m. The fastest rates are 1e4 times
/// the slowest, and no tolerance asks for steps of theirs.
#[test]
fn a_governor_with_stiff_rods_passes_at_small_tolerances() {
    let text = r#"
gravity = [0, 0, -9.81]
[[bodies]]
name = "shaft"
type = "spatial"
mass = 0.3
principal = [0.01, 0.01, 1e-3]
spin = [0, 0, "2*pi"]
[[bodies]]
name = "slider"
type = "spatial"
mass = 10
principal = [0.02, 0.02, 0.02]
position = [0, 0, "-sqrt(2)"]
spin = [0, 0, "2*pi"]
[[bodies]]
name = "arm{i}"
repeat = 2
type = "spatial"
mass = 5.5
principal = [0.3, 0.3, 0.002]
position = ["(3 - 2*i)/sqrt(2)", 0, "-1/sqrt(2)"]
rotation = { axis = [0, 1, 0], angle = "-(3 - 2*i)*pi/4" }
velocity = [0, "(3 - 2*i)*2*pi/sqrt(2)", 0]
spin_world = [0, 0, "2*pi"]
[[joints]]
name = "bearing"
type = "revolute"
bodies = ["world", "shaft"]
[[joints]]
name = "guide"
type = "prismatic"
bodies = ["shaft", "slider"]
[[joints]]
name = "hinge{i}"
repeat = 2
type = "revolute"
bodies = ["shaft", "arm{i}"]
anchor = [0, 0, 0]
axis = [0, 1, 0]
[[forces]]
name = "rod{i}"
repeat = 2
type = "spring"
a = { body = "slider" }
b = { body = "arm{i}" }
k = 8e5
c = 4e4
"#;
    let t_end = 3.0;
    let at = |scheme: &str, tol: &str| {
        let rec = super::space::from_text(text, &[], scheme, &[("tol", tol)], 1.0, t_end);
        assert_eq!(rec.status, Status::Done, "{scheme}");
        let steps = rec.statistics.work.as_ref().unwrap().steps;
        (rec.q(rec.len() - 1).to_vec(), steps)
    };
    let (exact, _) = at("radau5", "1e-11");
    for tol in ["1e-6", "1e-9"] {
        let (q, steps) = at("hybrid", tol);
        let off = q.iter().zip(&exact).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        println!("tol {tol}: {steps} steps, {off:.1e}");
        assert!(steps < 5000, "tol {tol}: {steps}");
        assert!(off < 10.0 * tol.parse::<f64>().unwrap(), "tol {tol}: {off:e}");
    }
}

/// A steel beam of four elements against an obstacle: its waves open and close the contact of the tip many
/// times in a millisecond. The times of the first events at two tolerances agree to the larger one, and an
/// independent program found the first contact at 0.327023.
#[test]
fn a_stiff_beam_passes_the_take_offs_of_a_contact_phase() {
    let p = problems::find("flexible-pendulum").unwrap();
    let times = |tol: &str| {
        let rec = run(p, &[], "hybrid", &[("tol", tol)], 1e-2, 0.3308);
        assert_eq!(rec.status, Status::Done);
        assert!(rec.notes.iter().any(|n| n.contains("'radau5' took over")), "{:?}", rec.notes);
        assert!(rec.events.windows(2).all(|e| e[0].t <= e[1].t));
        rec.events.iter().map(|e| (e.t, e.kind)).collect::<Vec<_>>()
    };
    let (loose, tight) = (times("1e-4"), times("1e-6"));
    assert!((tight[0].0 - 0.327023).abs() < 1e-6, "{:?}", tight[0]);
    assert!(tight.iter().filter(|e| e.1 == "take-off").count() >= 5, "{tight:?}");
    for (a, b) in loose.iter().zip(&tight).take(9) {
        assert!(a.1 == b.1 && (a.0 - b.0).abs() < 1e-4, "{a:?} {b:?}");
    }
}

/// The direction of slow sliding relaxes fast: motion that is stiff for a moment, which explicit steps follow at less
/// cost than implicit ones.
#[test]
fn a_top_that_slides_slowly_is_left_to_explicit_steps() {
    let p = problems::find("tippe-top").unwrap();
    let rec = run(p, &[], "hybrid", &[("tol", "1e-6")], 0.1, 6.0);
    assert_eq!(rec.status, Status::Done);
    assert!(rec.notes.iter().all(|n| !n.contains("radau5")), "{:?}", rec.notes);
    let evaluations = rec.statistics.work.as_ref().unwrap().evaluations;
    assert!(evaluations < 150_000, "{evaluations}");
}

/// At the time at which a force vanishes, what the projection on the constraints changes may leave it above zero by
/// a rounding: the contact stayed closed, and the same event was found again and again.
#[test]
fn contacts_whose_forces_vanish_open() {
    let off = |name: &str, tol: &str, dt: f64, t_end: f64| {
        let p = problems::find(name).unwrap();
        let rec = run(p, &[], "event-driven", &[("tol", tol)], dt, t_end);
        assert_eq!(rec.status, Status::Done, "{name} {tol}");
        assert!(rec.events.iter().all(|e| e.kind != "capturing"), "{name} {tol}");
        rec.events.iter().filter(|e| e.kind == "take-off").map(|e| e.t).collect::<Vec<_>>()
    };
    // the slider leaves its guide on one side after the impacts on it have come to an end
    let [loose, tight] = ["1e-6", "1e-9"].map(|tol| off("slider-crank-clearance", tol, 1e-3, 0.1));
    assert_eq!(loose.len(), tight.len(), "{loose:?} {tight:?}");
    for (a, b) in loose.iter().zip(&tight) {
        assert!((a - b).abs() < 1e-5, "{loose:?} {tight:?}");
    }
    // the foot of a hopper, on waves of its stiff leg
    let [loose, tight] = ["1e-6", "1e-8"].map(|tol| off("guided-hopper", tol, 1e-3, 0.1265));
    assert!(loose.len() >= 2 && (loose[0] - tight[0]).abs() < 1e-6, "{loose:?} {tight:?}");
}
