use crate::common::{load_text, run};
use percussion::file::export::{export, parts};
use percussion::problems::{prepare, Problem, PROBLEMS};
use percussion::schemes::{self, Options};
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;

/// Steps compared of each problem.
const STEPS: f64 = 1200.0;

fn compare(name: &str, sets: &[(&str, &str)]) {
    compare_by(None, name, sets);
}

/// With the problem's own scheme or another.
fn compare_by(scheme: Option<&str>, name: &str, sets: &[(&str, &str)]) {
    let problem = PROBLEMS.iter().find(|p| p.name == name).unwrap();
    let sets: Vec<(String, String)> =
        sets.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    let text = export(problem, &sets).unwrap();
    let mut file = load_text(&text).unwrap_or_else(|d| panic!("{name}\n{text}\n{d}"));
    let t_end = problem.t_end.min(STEPS * problem.dt);
    assert_eq!((file.dt, file.t_end), (Some(problem.dt), Some(problem.t_end)));
    file.t_end = Some(t_end);
    if let Some(scheme) = scheme {
        (file.scheme, file.scheme_options) = (scheme.into(), Vec::new());
    }
    let info = schemes::find(&file.scheme).unwrap();
    let mut options = Options::new("option", info.options);
    for (n, v) in problem.scheme_options.iter().filter(|_| scheme.is_none()) {
        options.set(n, v).unwrap();
    }
    let ours = run(file).record;
    let p = prepare(problem, &sets).unwrap();
    let mut scheme = (info.make)(&options).unwrap();
    let settings = Settings::new(problem.dt, t_end);
    let theirs =
        simulate(&p.system, &mut *scheme, &p.q0, &p.u0, settings, |_, _| ControlFlow::Continue(()));
    assert_eq!(ours.columns, theirs.columns, "{name}");
    assert_eq!(ours.status, theirs.status, "{name}");
    assert_eq!(ours.data.len(), theirs.data.len(), "{name}");
    let differs = ours.data.iter().zip(&theirs.data).position(|(a, b)| a.to_bits() != b.to_bits());
    assert_eq!(differs, None, "{name}: {text}");
    assert_eq!(ours.events.len(), theirs.events.len(), "{name}");
}

#[test]
fn every_rigid_benchmark_to_the_last_bit() {
    let flexible = |p: &Problem| prepare(p, &[]).unwrap().system.flexible();
    let rigid = PROBLEMS.iter().filter(|p| p.set.is_empty() && !flexible(p));
    assert!(rigid.map(|p| compare(p.name, &[])).count() >= 21);
}

#[test]
fn every_mechanism_to_the_last_bit() {
    let mechanisms = PROBLEMS.iter().filter(|p| !p.set.is_empty());
    assert!(mechanisms.map(|p| compare(p.name, &[])).count() >= 45);
}

#[test]
fn with_other_parameters() {
    compare("stick-slip-block", &[("F", "-3.7"), ("mu", "0.1")]);
    compare("stick-slip-block", &[("v_belt", "0.3"), ("u0.x", "0.1")]);
    compare("woodpecker", &[("mu", "0.31"), ("phiS0", "-0.5")]);
    compare("chain", &[("n", "3"), ("l", "0.1")]);
    compare("tippe-top", &[("omega", "-170.3"), ("theta0", "pi/30")]);
    compare("crane", &[("T", "0.7"), ("way", "-2.1")]);
    compare("escapement", &[("torque", "0")]);
}

/// Initial values, coefficients and the impact law by the names that every problem has.
#[test]
fn with_settings_of_every_problem() {
    compare("bouncing-ball", &[("q0.x", "0.7"), ("e_N", "0.55")]);
    compare("tippe-top", &[("q0.p0", "2"), ("q0.p3", "-0.1"), ("r", "0.02"), ("mu", "0.2")]);
    compare_by(
        Some("moreau"),
        "double-pendulum-wall",
        &[("impact", "poisson"), ("u0.theta2", "0.3"), ("project", "yes")],
    );
    compare("newtons-cradle", &[("c2.e_N", "0.4"), ("c1.mu", "0.1"), ("project", "yes")]);
    compare("driven-crank", &[("project", "1"), ("u0.x2", "3")]);
    compare("ratchet", &[("rest.e_N", "0.9"), ("e_N", "0.2")]);
    // systems that are part of the program
    compare_by(
        Some("moreau"),
        "woodpecker",
        &[("u0.y", "-0.1"), ("c1.e_N", "0.1"), ("impact", "poisson")],
    );
    compare(
        "slider-crank-clearance",
        &[("u0.theta3", "2"), ("corner2.mu", "0.3"), ("project", "1")],
    );
}

/// Everything that a file can say of joints, drives, loads and stops, written and read again.
#[test]
fn a_file_written_from_its_model_says_the_same() {
    let text = r#"
gravity = [0, -9.81, 0]
switches = [0.1, 0.25]
[parameters]
w = 3
[tables.lift]
x = [0, 0.1, 0.3]
y = [0, 0.02, 0.01]
interpolation = "cubic"
[tables.step]
x = [0, 0.1]
y = [0, 1]
[[bodies]]
name = "a"
type = "spatial"
mass = 1
principal = [0.1, 0.2, 0.25]
[[bodies]]
name = "b"
type = "planar"
mass = 2
J = 0.1
position = [1, 0]
[[bodies]]
name = "c"
type = "planar"
mass = 2
J = 0.1
position = [2, 0]
[[forces]]
name = "load"
type = "force"
at = { body = "a", at = [0.1, 0, 0] }
force = ["w*step(t)", 0, "if(t < 0.1, a.x - w, -b.theta'^2)"]
[[forces]]
name = "twist"
type = "torque"
at = { body = "b" }
torque = [0, 0, "0.1*cos(w*t)"]
[[forces]]
name = "motor"
type = "actuator"
along = "angle"
zero = 0.3
reverse = true
a = { body = "b" }
b = { body = "c" }
law = "-2*s - 0.1*v + sin(t)*c.x"
[[forces]]
name = "spring"
type = "spring"
along = "slide"
direction = [0, 1, 0]
b = { body = "c" }
k = 3
[[forces]]
name = "rope"
type = "spring"
zero = 0.5
a = { at = [0, 3, 0] }
b = { body = "c" }
k = 2
c = 0.1
[[contacts]]
name = "near"
type = "stop"
along = "slide"
direction = [1, 0, 0]
a = { body = "b" }
b = { body = "c" }
min = 0.9
e_N = 0.3
[[joints]]
name = "guide"
type = "rows"
a = { slide = "lift(t)", turn = "0.1*t^2", drive_axis = [1, 0, 0] }
b = { body = "a" }
rows = [{ type = "along", direction = [1, 0, 0] }, { type = "perpendicular", direction = [0, 1, 0], second = [0, 0, 1] }]
[[joints]]
name = "hinge"
type = "rows"
a = { at = [1, 0, 0] }
b = { body = "b" }
rows = [{ type = "coincide", direction = [1, 0, 0] }, { type = "coincide", direction = [0, 1, 0] }]
[[joints]]
name = "drive"
type = "lock-turn"
a = { turn = "0.2*(1 - cos(w*t))" }
b = { body = "b" }
[[contacts]]
name = "far"
type = "stop"
along = "direction"
direction = [0.6, 0.8, 0]
a = { body = "b" }
b = { body = "c" }
max = 3
[[contacts]]
name = "turned"
type = "stop"
along = "angle"
reverse = true
zero = -0.1
a = { body = "b" }
b = { body = "c" }
max = 1.5
"#;
    let first = load_text(text).unwrap_or_else(|d| panic!("{d}"));
    let written = parts(&first.model).unwrap();
    let second = load_text(&written).unwrap_or_else(|d| panic!("{written}\n{d}"));
    assert_eq!(parts(&second.model).unwrap(), written);
    let order = ["name = \"near\"", "name = \"guide\"", "name = \"drive\"", "name = \"far\""];
    let at = order.map(|name| written.find(name).unwrap());
    assert!(at.is_sorted(), "{written}");
    let (ours, theirs) = (run(first).record, run(second).record);
    assert_eq!(ours.status, theirs.status);
    let same = ours.data.iter().zip(&theirs.data).all(|(a, b)| a.to_bits() == b.to_bits());
    assert!(same && ours.data.len() == theirs.data.len() && ours.data.len() > 1000);
}
