//! Where a motion begins, comes to rest or is driven: rolling, sliding from rest, mechanisms without freedom, pulses.

#![allow(non_snake_case)]

use super::space::from_text;
use percussion::record::{Record, Status};
use percussion::schemes::{self, Options};

/// The value of a column in the last row.
fn last(rec: &Record, name: &str) -> f64 {
    let values = rec.column(&format!("q.{name}"));
    *values.unwrap_or_else(|| panic!("{name}: {:?}", rec.columns)).last().unwrap()
}

/// A ball of radius 0.1 thrown with spin: its point of contact slides along one direction d, and stops at
/// t* = 2 s0/(7 mu g); the centre is slowed by mu g d until then and goes on with v0 - 2/7 s0 d.
#[test]
fn a_ball_with_side_spin_comes_to_roll_as_exactly_as_asked_for() {
    let text = r#"
gravity = [0, 0, -9.81]
[[bodies]]
name = "ball"
type = "spatial"
mass = 1
solid = { type = "sphere", radius = 0.1 }
position = [0, 0, 0.1]
velocity = [2, 0.3, 0]
spin = [20, -40, 30]
[[contacts]]
name = "floor"
type = "sphere-plane"
a = { }
b = { body = "ball" }
radius = 0.1
mu = 0.3
"#;
    let (mu_g, v0, w) = (0.3 * 9.81, [2.0, 0.3], [20.0, -40.0]);
    let s0 = [v0[0] - 0.1 * w[1], v0[1] + 0.1 * w[0]];
    let speed = f64::hypot(s0[0], s0[1]);
    let rest = 2.0 * speed / (7.0 * mu_g);
    let exact = |k: usize, t: f64| {
        let slid = v0[k] * rest - 0.5 * mu_g * s0[k] / speed * rest * rest;
        slid + (v0[k] - 2.0 / 7.0 * s0[k]) * (t - rest)
    };
    for tol in [1e-6, 1e-9] {
        let options = [("tol", &*format!("{tol:e}"))];
        let rec = from_text(text, &[], "hybrid", &options, 0.05, 2.0);
        let kinds: Vec<_> = rec.events.iter().map(|e| e.kind).collect();
        assert_eq!(kinds, ["stick"], "tol {tol:e}");
        assert!((rec.events[0].t - rest).abs() < tol, "tol {tol:e}: {} {rest}", rec.events[0].t);
        for (k, name) in ["ball.x", "ball.y"].into_iter().enumerate() {
            let off = last(&rec, name) - exact(k, 2.0);
            assert!(off.abs() < tol, "tol {tol:e}: {name} off by {off:e}");
        }
    }
}

/// A table pulled just above the limit of its friction, 0.3 x 12 x 9.81 N: the direction of sliding is stiff at the beginning.
#[test]
fn a_table_begins_to_slide_without_reversals() {
    let text = r#"
gravity = [0, 0, -9.81]
[parameters]
F = 0
[[bodies]]
name = "table"
type = "spatial"
mass = 12
principal = [2, 3, 4]
position = [0.1, -0.05, 0.6]
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 0, 1]
[[shapes]]
name = "feet"
type = "points"
body = "table"
points = [[0.5, 0.45, -0.6], [-0.7, 0.45, -0.6], [-0.7, -0.35, -0.6], [0.5, -0.35, -0.6]]
[[contacts]]
name = "foot"
between = ["floor", "feet"]
mu = 0.3
[[forces]]
name = "push"
type = "force"
at = { body = "table", at = [0, 0, 0.1] }
force = ["F", 0, 0]
"#;
    for F in [35.33, 35.4] {
        let sets = [("F", &*F.to_string())];
        let rec = from_text(text, &sets, "hybrid", &[("tol", "1e-8")], 0.01, 1.0);
        assert!(rec.events.iter().all(|e| e.kind != "reversal"), "{F}: {:?}", rec.events);
        let exact = 0.1 + 0.5 * (F / 12.0 - 0.3 * 9.81);
        let off = last(&rec, "table.x") - exact;
        assert!(off.abs() < 1e-12, "{F}: off by {off:e}");
        assert!(rec.statistics.work.unwrap().steps < 100, "{F}");
    }
}

/// Velocities of a body that turns steadily are exact in a step of any length; its quaternion is not.
#[test]
fn radau5_controls_the_error_of_rotations() {
    let text = r#"
[[bodies]]
name = "top"
type = "spatial"
mass = 1
principal = [1, 1, 2]
spin = [0, 0, 5]
"#;
    for tol in [1e-6, 1e-9] {
        let options = [("tol", &*format!("{tol:e}"))];
        let rec = from_text(text, &[], "radau5", &options, 0.5, 2.0);
        // position, then the quaternion
        let q = rec.q(rec.len() - 1);
        let (s, c) = 5.0_f64.sin_cos();
        let off = f64::hypot(q[3].abs() - c.abs(), q[6].abs() - s.abs());
        assert!(off < 20.0 * tol, "tol {tol:e}: {q:?} off by {off:e}");
    }
}

/// A bar on three parallel cranks, one of them driven: no freedom is left, and a row depends on others.
#[test]
fn driven_mechanisms_without_freedom_start() {
    let crank = |k: usize| {
        format!(
            r#"
[[bodies]]
name = "crank{k}"
type = "planar"
mass = 1
J = 0.1
position = [{k}, 0.5]
[[joints]]
name = "foot{k}"
type = "revolute"
bodies = ["world", "crank{k}"]
anchor = [{k}, 0]
{}
[[joints]]
name = "head{k}"
type = "revolute"
bodies = ["crank{k}", "bar"]
anchor = [{k}, 1]
"#,
            if k == 0 { "turn = \"0.5*(1 - cos(2*t))\"" } else { "" }
        )
    };
    let bar = "gravity = [0, -9.81, 0]\n[[bodies]]\nname = \"bar\"\ntype = \"planar\"\nmass = 2\nJ = 1\nposition = [1, 1]\n";
    let text = format!("{bar}{}{}{}", crank(0), crank(1), crank(2));
    for scheme in ["hybrid", "event-driven", "mdop5", "dopri5", "hem5", "phem56", "radau5"] {
        let rec = from_text(&text, &[], scheme, &[("tol", "1e-8")], 0.01, 1.0);
        assert_eq!(rec.status, Status::Done, "{scheme}: {:?}", rec.status);
        let angle = 0.5 * (1.0 - 2.0_f64.cos());
        let off = last(&rec, "bar.x") - (1.0 - angle.sin());
        assert!(off.abs() < 1e-8, "{scheme}: off by {off:e}");
    }
    // two bars in line whose ends are a length apart cannot move
    let line = r#"
[[bodies]]
name = "a"
type = "planar"
mass = 1
J = 0.1
position = [0.5, 0]
[[bodies]]
name = "b"
type = "planar"
mass = 1
J = 0.1
position = [1.5, 0]
[[joints]]
name = "left"
type = "revolute"
bodies = ["world", "a"]
anchor = [0, 0]
[[joints]]
name = "mid"
type = "revolute"
bodies = ["a", "b"]
anchor = [1, 0]
[[joints]]
name = "right"
type = "revolute"
bodies = ["world", "b"]
anchor = [2, 0]
"#;
    let text = format!("gravity = [0, -9.81, 0]\n{line}");
    let rec = from_text(&text, &[], "hybrid", &[], 0.01, 0.1);
    assert_ne!(rec.status, Status::Done);
}

/// A block rests on a base that makes one pulse: an acceleration of rounding made a first step of 1e12 s, and a step of
/// seconds left base and block where they were.
#[test]
fn a_pulse_of_the_base_is_not_stepped_over() {
    let text = r#"
gravity = [0, 0, -9.81]
[[bodies]]
name = "base"
type = "spatial"
mass = 1
principal = [1, 1, 1]
[[joints]]
name = "guide"
type = "prismatic"
bodies = ["world", "base"]
anchor = [0, 0, 0]
axis = [0, 0, 1]
slide = "1e-3*exp(-((t - 2)/0.05)^2)"
[[bodies]]
name = "block"
type = "point"
mass = 1
position = [0, 0, 0.1]
[[contacts]]
name = "top"
type = "sphere-plane"
a = { body = "base" }
b = { body = "block" }
radius = 0.1
"#;
    for tol in ["1e-6", "1e-8"] {
        let rec = from_text(text, &[], "hybrid", &[("tol", tol)], 0.01, 3.0);
        assert_eq!(rec.status, Status::Done);
        let heights = rec.column("q.block.z").unwrap();
        let highest = heights.iter().copied().fold(0.0, f64::max);
        assert!((highest - 0.101).abs() < 1e-7, "tol {tol}: {highest}");
        assert!((last(&rec, "block.z") - 0.1).abs() < 1e-6, "tol {tol}");
    }
}

/// A mass gets 10 N from 1 s to 1.2 s.
fn pulse(force: &str) -> String {
    format!(
        "[[bodies]]\nname = \"m\"\ntype = \"point\"\ndim = 1\nmass = 1\n\
         [[forces]]\nname = \"hit\"\ntype = \"force\"\nat = {{ body = \"m\" }}\nforce = [\"{force}\", 0, 0]\n"
    )
}

/// Steps of seconds went over a pulse of a force: v = 0 instead of 2.
#[test]
fn pulses_of_forces_are_not_stepped_over() {
    let v = |rec: &Record| rec.u(rec.len() - 1)[0];
    let read = pulse("if(t > 1 and t < 1.2, 10, 0)");
    // what the program cannot read is told by its times
    let unread = pulse("if(floor(5*t) == 5, 10, 0)");
    for scheme in [
        "hybrid",
        "event-driven",
        "mdop5",
        "radau5",
        "moreau-adaptive",
        "alpha-adaptive",
        "splitting",
    ] {
        for (text, stops) in [(&read, ""), (&unread, "1, 1.2")] {
            let options = [("tol", "1e-6"), ("stops", stops)];
            let rec = from_text(text, &[], scheme, &options, 0.5, 5.0);
            assert_eq!(rec.status, Status::Done, "{scheme}");
            // time stepping is of first order in the steps at the switches (measured: 1.7e-3)
            let stepping = scheme == "alpha-adaptive" || scheme == "moreau-adaptive";
            let tol = if stepping { 1e-2 } else { 1e-5 };
            assert!((v(&rec) - 2.0).abs() < tol, "{scheme} {stops}: {}", v(&rec));
        }
    }
}

/// A tolerance of `splitting` did nothing unless steps were asked to follow it.
#[test]
fn a_tolerance_of_splitting_chooses_its_steps() {
    let info = schemes::find("splitting").unwrap();
    let mut o = Options::new("option", info.options);
    o.set("tol", "1e-5").unwrap();
    assert!(info.make(&o).is_ok());
    let rec = from_text(&pulse("0"), &[], "splitting", &[("tol", "1e-5")], 0.5, 1.0);
    assert!(rec.statistics.work.is_some());
    o.set("adaptive", "no").unwrap();
    assert!(info.make(&o).is_err());
}

/// Pads pull a box up from the ground. Ground and pads are redundant: the row that was left out hid that the mode, ground closed and
/// pads sticking, contradicts itself, and the pads slid past the box without friction at its limit.
#[test]
fn a_gripper_lifts_the_box() {
    let rec = from_text(GRIPPER, &[], "hybrid", &[("tol", "1e-6")], 0.02, 2.0);
    assert_eq!(rec.status, Status::Done);
    assert!((last(&rec, "box.z") - 0.13).abs() < 1e-3, "{}", last(&rec, "box.z"));
    assert!(rec.events.len() < 40, "{}", rec.events.len());
}

const GRIPPER: &str = r#"
gravity = [0, 0, -9.81]

[[bodies]]
name = "box"
type = "spatial"
mass = 0.5
solid = { type = "box", size = [0.06, 0.06, 0.06] }
position = [0, 0, 0.03]

[[bodies]]
name = "palm"
type = "spatial"
mass = 1.0
solid = { type = "box", size = [0.2, 0.05, 0.02] }
position = [0, 0, 0.15]

[[bodies]]
name = "fL"
type = "spatial"
mass = 0.1
solid = { type = "box", size = [0.01, 0.03, 0.1] }
position = [-0.06, 0, 0.07]

[[bodies]]
name = "fR"
type = "spatial"
mass = 0.1
solid = { type = "box", size = [0.01, 0.03, 0.1] }
position = [0.06, 0, 0.07]

[[joints]]
name = "slideL"
type = "prismatic"
bodies = ["palm", "fL"]
anchor = [-0.06, 0, 0.07]
axis = [1, 0, 0]

[[joints]]
name = "slideR"
type = "prismatic"
bodies = ["palm", "fR"]
anchor = [0.06, 0, 0.07]
axis = [-1, 0, 0]

[[joints]]
name = "lift"
type = "prismatic"
bodies = ["world", "palm"]
anchor = [0, 0, 0.15]
axis = [0, 0, 1]
slide = "if(t<0.5,0,if(t<1.5,0.1*(t-0.5)^2*(3-2*(t-0.5)),0.1))"

[[forces]]
name = "pushL"
type = "actuator"
a = { body = "palm" }
b = { body = "fL" }
law = "20 - 20*v"
along = "slide"
direction = [1, 0, 0]

[[forces]]
name = "pushR"
type = "actuator"
a = { body = "palm" }
b = { body = "fR" }
law = "20 - 20*v"
along = "slide"
direction = [-1, 0, 0]

[[shapes]]
name = "padL"
type = "box"
body = "fL"
size = [0.01, 0.03, 0.1]

[[shapes]]
name = "padR"
type = "box"
body = "fR"
size = [0.01, 0.03, 0.1]

[[shapes]]
name = "floor"
type = "plane"
normal = [0, 0, 1]

[[shapes]]
name = "bx"
type = "box"
body = "box"
size = [0.06, 0.06, 0.06]

[[contacts]]
name = "ground"
between = ["floor", "bx"]
mu = 0.5

[[contacts]]
name = "gl"
between = ["padL", "bx"]
mu = 0.5

[[contacts]]
name = "gr"
between = ["padR", "bx"]
mu = 0.5
"#;
