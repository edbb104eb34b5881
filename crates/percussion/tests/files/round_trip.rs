use crate::common::{load_text, run};
use percussion::file::export::parts;
use percussion::problems::export;
use percussion::problems::{prepare, Problem, PROBLEMS};
use percussion::record::Status;
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
    let p = prepare(problem, &sets).unwrap();
    let steps = if p.system.flexible() { 0.05 * STEPS } else { STEPS };
    let t_end = problem.t_end.min(steps * problem.dt);
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
    let scheme = info.make(&options).unwrap();
    let settings = Settings::new(problem.dt, t_end);
    let theirs =
        simulate(&p.system, &scheme, &p.q0, &p.u0, settings, |_, _| ControlFlow::Continue(()));
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
fn every_flexible_problem_to_the_last_bit() {
    let flexible = |p: &&Problem| prepare(p, &[]).unwrap().system.flexible();
    assert!(PROBLEMS.iter().filter(flexible).map(|p| compare(p.name, &[])).count() >= 10);
    compare("bend-45", &[("degree", "3"), ("elements", "3"), ("u0.z4", "0.2"), ("project", "1")]);
    compare("rod-on-floor", &[("tilt", "0.3"), ("q0.y2", "0.001"), ("floor3.mu", "0.1")]);
    compare("bar-impact", &[("lumped", "1"), ("u0.u3", "-2"), ("q0.u1", "1e-4"), ("project", "1")]);
    compare("guided-hopper", &[("degree", "3"), ("elements", "3"), ("gauss", "3")]);
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

/// Everything that a file can say of flexible bodies.
#[test]
fn flexible_bodies_written_from_their_model_say_the_same() {
    let text = r#"
gravity = [0, -9.81, 0]
[[bodies]]
name = "bar"
type = "bar"
length = 1
elements = 3
section = { E = 2e11, rho = 7800, A = 1e-4 }
position = [0, 1, 0]
axis = [0, 1, 0]
lumped = true
rayleigh = [0.1, 1e-6]
velocity = [0, -1, 0]
[[bodies]]
name = "beam"
type = "beam"
length = 2
elements = 4
degree = 2
section = { E = 1e9, nu = 0.3, rho = 1000, size = [0.05, 0.02] }
curvature = 0.2
position = [0.5, 0]
angle = "20 deg"
velocity = [1, 0]
spin = 0.3
rayleigh = [0, 1e-4]
[[bodies]]
name = "spline"
type = "spline-beam"
length = 1
elements = 4
degree = 3
gauss = 3
section = { EA = 1e5, EI = 10, rhoA = 0.5 }
position = [0, 2]
angle = 0.4
[[bodies]]
name = "floating"
type = "floating-beam"
length = 1
modes = 2
section = { E = 1e9, rho = 1000, radius = 0.01 }
shortening = false
rayleigh = [0, 1e-3]
position = [3, 0]
spin = 1
[[bodies]]
name = "rod"
type = "rod"
length = 1
elements = 4
degree = 2
section = { E = 1e8, G = 4e7, rho = 1000, A = 1e-4, I = [1e-9, 2e-9], J = 1.5e-9, shear = 0.8, GJ = 0.07 }
rotation = { axis = [0, 1, 0], angle = "30 deg" }
curvature = [0.3, 0, 1]
spin = [0, 1, 0.5]
[[bodies]]
name = "hose"
type = "rod"
length = 1
elements = 2
section = { EA = 1e4, GA = [5e3, 4e3], GJ = 3, EI = [5, 6], rhoA = 0.5, rhoI = 1e-4 }
nodes = [[0, 0, 5, 1, 0, 0, 0], [0.5, 0, 5, 1, 0, 0, 0], [1, 0.1, 5, 0.99, 0, 0, 0.1]]
[[bodies]]
name = "ball"
type = "planar"
mass = 1
J = 0.1
position = [1, 0]
[[forces]]
name = "wind"
type = "distributed"
body = "beam"
force = ["3*sin(2*t)", -1]
[[forces]]
name = "pressure"
type = "distributed"
body = "rod"
force = [0, 0, "t"]
follows = true
[[forces]]
name = "thrust"
type = "force"
at = { body = "rod", s = 0.3 }
force = ["2*t", 0, 1]
follows = true
[[forces]]
name = "twist"
type = "torque"
at = { body = "rod", node = "end" }
torque = ["0.1*t", 0, 0]
follows = true
[[forces]]
name = "control"
type = "force"
at = { body = "beam", node = 3 }
force = [0, "-2*beam.y8' - 3*spline.x2 + 0.1*rod.pw3 - rod.wx2'"]
[[forces]]
name = "cord"
type = "spring"
a = { body = "beam", node = "end" }
b = { body = "spline", s = 0.6 }
k = 10
c = 0.1
[[joints]]
name = "clamp"
type = "fixed"
a = { axes = [[0.9396926207859084, -0.3420201433256687, 0], [0.3420201433256687, 0.9396926207859084, 0], [0, 0, 1]], at = [0.5, 0, 0] }
b = { body = "beam" }
[[joints]]
name = "hold"
type = "spherical"
a = { at = [1, 0.1, 5] }
b = { body = "hose", node = 2 }
[[shapes]]
name = "floor"
type = "plane"
at = [0, -1, 0]
normal = [0, 1, 0]
[[shapes]]
name = "tip{i}"
repeat = 2
type = "sphere"
radius = 0.01
body = "spline"
s = "0.5*i"
[[contacts]]
name = "touch{i}"
repeat = 2
between = ["floor", "tip{i}"]
mu = 0.3
[run]
dt = 1e-3
t_end = 0.05
project = true
"#;
    let run_of = |text: &str| {
        let mut f = load_text(text).unwrap_or_else(|d| panic!("{text}\n{d}"));
        (f.dt, f.t_end, f.project) = (Some(1e-3), Some(0.05), true);
        f
    };
    let first = run_of(text);
    let written = parts(&first.model).unwrap();
    let second = run_of(&written);
    assert_eq!(parts(&second.model).unwrap(), written);
    let (ours, theirs) = (run(first).record, run(second).record);
    assert_eq!((&ours.status, ours.status.clone()), (&theirs.status, Status::Done), "{written}");
    let same = ours.data.iter().zip(&theirs.data).all(|(a, b)| a.to_bits() == b.to_bits());
    assert!(same && ours.data.len() == theirs.data.len() && ours.data.len() > 1000);
}
