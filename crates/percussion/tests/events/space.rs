//! Friction in space: contacts that slide to rest and turn, tables and boxes at rest.

#![allow(non_snake_case)]

use super::*;

pub(super) fn from_text(
    text: &str,
    sets: &[(&str, &str)],
    scheme: &str,
    options: &[(&str, &str)],
    dt: f64,
    t_end: f64,
) -> Record {
    let nothing = |_: &str| Err("nothing can be included here".into());
    let model = problems::load("test.toml", text, &nothing, &pairs(sets)).unwrap();
    let Prepared { system, q0, u0 } = model.prepare().unwrap();
    let info = schemes::find(scheme).unwrap();
    let mut o = Options::new("option", info.options);
    options.iter().for_each(|(k, v)| o.set(k, v).unwrap());
    let s = info.make(&o).unwrap();
    let settings = Settings::new(dt, t_end);
    simulate(&system, &s, &q0, &u0, settings, |_, _| ControlFlow::Continue(()))
}

/// A block on a plane inclined by 30 degrees: x down the slope, y across, z normal.
const INCLINE: &str = r#"
gravity = ["9.81*sin(30 deg)", 0, "-9.81*cos(30 deg)"]
[parameters]
muf = 0.7
vx = 0
vy = 0
[[bodies]]
name = "block"
type = "point"
mass = 1
velocity = ["vx", "vy", 0]
[[contacts]]
name = "plane"
type = "sphere-plane"
a = { }
b = { body = "block" }
mu = "muf"
"#;

/// The direction of sliding turns while the speed vanishes. The time of rest is known in closed form:
/// with a = g sin 30° and b = μ g cos 30° the sum b s + a s cos θ falls by b² - a² a second, which
/// gives b v0/(b² - a²).
#[test]
fn a_block_that_turns_while_it_slides_to_rest_stops_once() {
    for tol in ["1e-4", "1e-6", "1e-8", "1e-10"] {
        let rec = from_text(INCLINE, &[("vy", "2")], "hybrid", &[("tol", tol)], 0.01, 3.0);
        assert_eq!(rec.status, Status::Done);
        let kinds: Vec<_> = rec.events.iter().map(|e| e.kind).collect();
        assert_eq!(kinds, ["stick"], "tol {tol}: {:?}", rec.events);
        let (t, tol) = (rec.events[0].t, tol.parse::<f64>().unwrap());
        assert!((t - 1.0518451127145234).abs() < 10.0 * tol, "tol {tol:e}: {t}");
        assert!(rec.u(rec.len() - 1).iter().all(|u| u.abs() < 1e-12));
        let work = rec.statistics.work.unwrap();
        assert!(work.evaluations < 5000, "tol {tol:e}: {work:?}");
    }
}

/// Up the slope and back, along a line: by hand, it stops at t = 2/(9.81 (sin 30° + 0.3 cos 30°)).
#[test]
fn a_turning_point_in_space_is_an_event() {
    let sets = [("muf", "0.3"), ("vx", "-2")];
    let rec = from_text(INCLINE, &sets, "hybrid", &[("tol", "1e-8")], 0.01, 1.0);
    let kinds: Vec<_> = rec.events.iter().map(|e| e.kind).collect();
    assert_eq!(kinds, ["reversal"], "{:?}", rec.events);
    let g = 9.81 * 0.75_f64.sqrt();
    let t = 2.0 / (9.81 * 0.5 + 0.3 * g);
    assert!((rec.events[0].t - t).abs() < 1e-8, "{} {t}", rec.events[0].t);
    // then down with 9.81 (sin 30° - 0.3 cos 30°)
    let u = (9.81 * 0.5 - 0.3 * g) * (1.0 - t);
    assert!((rec.u(rec.len() - 1)[0] - u).abs() < 1e-7);
}

/// A table of 12 kg on four feet, pulled at the height of its top.
const TABLE: &str = r#"
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

/// Twelve rows of four feet depend on each other. Below the limit μ m g = 35.316 N the table stays, and
/// its forces carry the weight and the pull.
#[test]
fn a_table_at_rest_starts_and_stays() {
    for F in ["0", "20", "35.3"] {
        let rec = from_text(TABLE, &[("F", F)], "event-driven", &[], 0.01, 0.2);
        assert_eq!(rec.status, Status::Done, "F = {F}");
        assert!(rec.events.is_empty(), "F = {F}: {:?}", rec.events);
        let last = rec.row(rec.len() - 1);
        assert!(rec.u(rec.len() - 1).iter().all(|u| u.abs() < 1e-9), "F = {F}: {last:?}");
        let sum = |what: &str| {
            let named = rec.columns.iter().zip(last).filter(|(c, _)| c.starts_with(what));
            named.map(|(_, v)| *v).collect::<Vec<f64>>()
        };
        let normal = sum("laN.");
        assert!(normal.iter().all(|n| *n >= 0.0), "F = {F}: {normal:?}");
        assert!((normal.iter().sum::<f64>() - 12.0 * 9.81).abs() < 1e-8, "F = {F}: {normal:?}");
    }
}

/// Above the limit it slides, a = (F - μ m g)/m, without any further event.
#[test]
fn a_table_pulled_above_the_limit_slides() {
    for F in [36.0, 40.0] {
        let pull = F.to_string();
        let rec = from_text(TABLE, &[("F", &pull)], "event-driven", &[], 0.01, 0.2);
        assert_eq!(rec.status, Status::Done, "F = {F}");
        assert!(rec.events.is_empty(), "F = {F}: {:?}", &rec.events[..1]);
        let u = rec.column("u.table.x").or_else(|| rec.column("u.x"));
        let u = u.unwrap_or_else(|| panic!("{:?}", rec.columns));
        let exact = (F - 0.3 * 12.0 * 9.81) / 12.0 * 0.2;
        assert!((u[u.len() - 1] - exact).abs() < 1e-6, "{} {exact}", u[u.len() - 1]);
    }
}

/// A box on a slope that it sticks to: no event, no percussion, few steps.
#[test]
fn a_box_at_rest_on_a_slope_has_no_events() {
    let text = r#"
gravity = [0, 0, -9.81]
[parameters]
alpha = "15 deg"
w = 0.2
[materials.wood]
e_N = 0.2
mu = 0.3
[[bodies]]
name = "box"
type = "spatial"
mass = 2
solid = { type = "box", size = ["w","w","w"] }
position = ["w/2*sin(alpha)", 0, "w/2*cos(alpha)"]
rotation = { axis = [0,1,0], angle = "alpha" }
[[shapes]]
name = "slope"
type = "plane"
normal = ["sin(alpha)",0,"cos(alpha)"]
material = "wood"
[[shapes]]
name = "cube"
type = "box"
body = "box"
size = ["w","w","w"]
material = "wood"
[[contacts]]
name = "c"
between = ["slope", "cube"]
"#;
    for scheme in ["hybrid", "event-driven"] {
        let rec = from_text(text, &[], scheme, &[], 1e-3, 0.05);
        assert_eq!(rec.status, Status::Done, "{scheme}");
        assert!(rec.events.is_empty(), "{scheme}: {:?}", rec.events);
        assert!(rec.u(rec.len() - 1).iter().all(|u| u.abs() < 1e-9), "{scheme}");
    }
}

/// A box that slides, spins and comes to rest on its face: its four corners depend on each other, and which of
/// them press is no event. The only ones are that they come to rest.
#[test]
fn corners_of_a_resting_box_neither_touch_down_nor_take_off() {
    let text = r#"
gravity = [0, 0, -9.81]
[[bodies]]
name = "box"
type = "spatial"
solid = { type = "box", size = [0.2, 0.3, 0.1] }
mass = 1
position = [0, 0, 0.05]
velocity = [1, 0, 0]
spin = [0, 0, 3]
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 0, 1]
[[shapes]]
name = "box"
type = "box"
body = "box"
size = [0.2, 0.3, 0.1]
[[contacts]]
name = "c"
between = ["floor", "box"]
mu = 0.3
e_N = 0.3
"#;
    for scheme in ["alpha", "moreau", "event-driven", "hybrid"] {
        let rec = from_text(text, &[], scheme, &[], 0.01, 1.0);
        assert_eq!(rec.status, Status::Done, "{scheme}");
        assert!(rec.events.windows(2).all(|e| e[0].t <= e[1].t), "{scheme}");
        for e in &rec.events {
            let moves = ["impact", "touch-down", "take-off"].contains(&e.kind);
            assert!(!moves, "{scheme}: {} {}", e.t, e.kind);
        }
        // what comes to rest among reversals that accumulate is captured, without an event of its own
        let sticks = rec.events.iter().filter(|e| e.kind == "stick").count();
        let captured = rec.events.iter().any(|e| e.kind == "capturing");
        assert!((1..=8).contains(&sticks) || captured && sticks == 0, "{scheme}: {sticks}");
        let fastest = rec.u(rec.len() - 1).iter().fold(0.0_f64, |m, u| m.max(u.abs()));
        assert!(fastest < 1e-9, "{scheme}: {fastest}");
    }
}
