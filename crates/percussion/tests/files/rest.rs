//! Statically indeterminate models at rest: stack, gripper, table.

use crate::common::{load_text, model, run, Run};

fn at_rest(name: &str) -> Run {
    let r = run(model(name, &[])).done();
    assert!(r.speed() < 1e-10, "{name}: velocity {}", r.speed());
    let p = r.record.statistics.penetration;
    assert!(p < 1e-10, "{name}: penetration {p}");
    r
}

fn sum(r: &Run, names: &[String]) -> f64 {
    names.iter().map(|n| r.last(n)).sum()
}

#[test]
fn stack_of_five_boxes() {
    let r = at_rest("box-stack");
    for k in 1..=5 {
        // eight corners of a box on the floor, at most eight of the overlap of two faces
        let forces: Vec<String> = (1..=8).map(|c| format!("laN.on{k}.{c}")).collect();
        let weight = 9.81 * (6 - k) as f64;
        assert!((sum(&r, &forces) - weight).abs() < 1e-8, "{k}: {}", sum(&r, &forces));
    }
}

#[test]
fn gripper_holds_by_friction() {
    let r = at_rest("gripper");
    let names = ["hold-left.1", "hold-left.2", "hold-right.1", "hold-right.2"];
    // t = n x e_z: -y for n along x, +y for n along -x
    let friction: f64 = names
        .iter()
        .map(|n| {
            let sign = if n.contains("left") { -1.0 } else { 1.0 };
            sign * r.last(&format!("laF.{n}.0"))
        })
        .sum();
    assert!((friction - 9.81).abs() < 1e-8, "{friction}");
    for side in ["left", "right"] {
        let forces: Vec<String> = (1..=2).map(|c| format!("laN.hold-{side}.{c}")).collect();
        assert!((sum(&r, &forces) - 20.0).abs() < 1e-8);
    }
    // below m g/(2 mu) the block falls
    let weak = run(model("gripper", &[("F", "9")])).done();
    assert!(weak.last("q.block.y") < -0.01);
}

#[test]
fn table_on_four_legs() {
    let r = at_rest("table");
    let f: Vec<f64> = (1..=4).map(|c| r.last(&format!("laN.leg.{c}"))).collect();
    assert!((f.iter().sum::<f64>() - 10.0 * 9.81 - 30.0).abs() < 1e-8, "{f:?}");
    // moments about the centre: the vase stands at (0.2, 0.1)
    assert!((0.6 * (f[1] + f[2] - f[0] - f[3]) - 30.0 * 0.2).abs() < 1e-8, "{f:?}");
    assert!((0.4 * (f[2] + f[3] - f[0] - f[1]) - 30.0 * 0.1).abs() < 1e-8, "{f:?}");
    assert!(f.iter().all(|v| *v > 0.0));
}

const BOX: &str = r#"
name = "box"
gravity = [0, 0, -9.81]
[[bodies]]
name = "box"
type = "spatial"
mass = 2
solid = { type = "box", size = [0.4, 0.3, 0.2] }
position = [0, 0, 0.1]
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 0, 1]
[[shapes]]
name = "sides"
type = "box"
body = "box"
size = [0.4, 0.3, 0.2]
[[contacts]]
name = "c"
between = ["floor", "sides"]
mu = 0.5
[run]
dt = 1e-3
t_end = 0.02
"#;

/// Schemes with friction in space.
const SCHEMES: [&str; 9] = [
    "alpha",
    "alpha-pvv",
    "alpha-free",
    "moreau",
    "moreau-adaptive",
    "splitting",
    "high-order",
    "event-driven",
    "hybrid",
];

/// Percussions of the last step in a scheme, normal and tangential.
fn percussions(r: &Run) -> Vec<f64> {
    let columns = r.record.columns.iter().filter(|c| c.starts_with("PN.") || c.starts_with("PF."));
    columns.map(|c| r.last(c)).collect()
}

fn norm(v: &[f64]) -> f64 {
    v.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// Forces that the motion does not determine stay within a factor of two of those of minimum norm, which `least`
/// gives for a step of 1 ms, in every scheme, from the start on; nothing moves.
fn stays_near_minimum_norm(file: impl Fn() -> percussion::file::ModelFile, least: f64) {
    for scheme in SCHEMES {
        let mut f = file();
        (f.scheme, f.dt, f.t_end) = (scheme.into(), Some(1e-3), Some(0.02));
        let r = run(f).done();
        assert!(r.speed() < 1e-10, "{scheme}: velocity {}", r.speed());
        let P = norm(&percussions(&r));
        assert!((0.999 * least..2.0 * least).contains(&P), "{scheme}: {P} and {least}");
    }
}

#[test]
fn a_box_in_space_rests_in_every_scheme() {
    // four corners carry a quarter of the weight each
    stays_near_minimum_norm(|| load_text(BOX).unwrap(), 2.0 * 9.81 * 1e-3 / 2.0);
}

#[test]
fn a_table_rests_in_every_scheme() {
    // the plane through the four forces: 32.025 N, and 2.5 and 1.875 N along the sides
    let least = 1e-3 * norm(&[27.65, 32.65, 36.4, 31.4]);
    stays_near_minimum_norm(|| model("table", &[]), least);
}

#[test]
fn a_stack_of_three_rests_in_every_scheme() {
    let quarter = |boxes: f64| boxes * 9.81e-3 / 2.0;
    let least = norm(&[quarter(1.0), quarter(2.0), quarter(3.0)]);
    stays_near_minimum_norm(|| model("box-stack", &[("n", "3")]), least);
}

/// The smooth motion of `alpha-pvv` has no contacts: boxes at rest fall within each step and are caught again.
#[test]
fn five_boxes_at_rest_do_not_chatter_with_alpha_pvv() {
    let mut f = model("box-stack", &[]);
    (f.scheme, f.t_end) = ("alpha-pvv".into(), Some(0.1));
    let r = run(f).done();
    assert!(r.speed() < 1e-10, "{}", r.speed());
    let p = r.record.statistics.penetration;
    assert!(p < 1e-12, "{p}");
    assert!(r.record.events.iter().all(|e| e.kind != "impact"), "{:?}", r.record.events);
}
