use crate::common::{load_text, run};
use percussion::file::urdf::convert;

#[test]
fn a_robot_stands_on_the_floor_without_creep() {
    let robot = convert(include_str!("robot.urdf")).unwrap();
    let warned = robot.warnings.join("\n");
    for part in ["SKIPPED", "trunk", "base_link"] {
        assert!(warned.contains(part), "{part}: {warned}");
    }
    let file = load_text(&robot.toml).unwrap_or_else(|d| panic!("{}\n{d}", robot.toml));
    let r = run(file).done();
    let feet = ["fl", "fr", "rl", "rr"];
    let force: f64 = feet.iter().map(|f| r.last(&format!("laN.leg_{f}-1.floor"))).sum();
    assert!((force - 7.0 * 9.81).abs() < 1e-6, "{force}");
    assert!(r.speed() < 1e-9, "{}", r.speed());
    assert!(r.record.statistics.penetration < 1e-9);
}

#[test]
fn all_types_of_joints() {
    for kind in ["fixed", "revolute", "continuous", "prismatic", "floating", "planar"] {
        let text =
            include_str!("robot.urdf").replace("type=\"continuous\"", &format!("type=\"{kind}\""));
        let robot = convert(&text).unwrap();
        assert!(load_text(&robot.toml).is_ok(), "{kind}");
    }
    let bad = include_str!("robot.urdf").replace("type=\"continuous\"", "type=\"screw\"");
    assert!(convert(&bad).err().unwrap().contains("unknown type 'screw'"));
    let bad = include_str!("robot.urdf").replace(
        "<parent link=\"trunk\"/><child link=\"leg_rr\"/>",
        "<parent link=\"trnk\"/><child link=\"leg_rr\"/>",
    );
    assert!(convert(&bad).err().unwrap().contains("trunk"));
}

#[test]
fn a_joint_follows_another() {
    let text = "gravity = [0, -9.81, 0]\n[[bodies]]\nname = \"a\"\ntype = \"planar\"\nmass = 1\nJ = 0.1\nposition = [0.5, 0]\n[[bodies]]\nname = \"b\"\ntype = \"planar\"\nmass = 1\nJ = 0.1\nposition = [2.5, 0]\n[[joints]]\nname = \"p\"\ntype = \"revolute\"\nbodies = [\"world\", \"a\"]\n[[joints]]\nname = \"q\"\ntype = \"revolute\"\nbodies = [\"world\", \"b\"]\nanchor = [2, 0]\nmimic = { joint = \"p\", ratio = -0.5 }\n[run]\nt_end = 0.5\n";
    let r = run(load_text(text).unwrap_or_else(|d| panic!("{d}"))).done();
    let (a, b) = (r.last("q.a.theta"), r.last("q.b.theta"));
    assert!(a.abs() > 0.2 && (b + 0.5 * a).abs() < 1e-10, "{a} {b}");
    let s = &r.record.statistics;
    assert!((s.energy_end - s.energy_start).abs() < 1e-3, "{}", s.energy_end - s.energy_start);
}
