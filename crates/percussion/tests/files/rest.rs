//! Statically indeterminate models at rest: stack, gripper, table.

use crate::common::{model, run, Run};

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
        // eight corners on the floor; corners and edges of two boxes
        let parts = if k == 1 { 8 } else { 16 };
        let forces: Vec<String> = (1..=parts).map(|c| format!("laN.on{k}.{c}")).collect();
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
