use crate::common::{load_text, run, Run};
use percussion::file::robots::{convert, ImportOptions};

#[test]
fn a_robot_stands_on_the_floor_without_creep() {
    let robot = convert(include_str!("robot.urdf"), ImportOptions::default()).unwrap();
    let warned = robot.warnings.join("\n");
    for part in ["SKIPPED", "trunk", "base_link"] {
        assert!(warned.contains(part), "{part}: {warned}");
    }
    let file = load_text(&robot.toml).unwrap_or_else(|d| panic!("{}\n{d}", robot.toml));
    let r = run(file).done();
    let feet = ["fl", "fr", "rl", "rr"];
    let force: f64 = feet.iter().map(|f| r.last(&format!("laN.leg_{f}-1.floor"))).sum();
    assert!((force - 7.0 * 9.81).abs() < 1e-8, "{force}");
    rests(&r);
}

/// No creep: over the last tenth no velocity, and no coordinate that drifts.
fn rests(r: &Run) {
    let n = r.record.len();
    let late = n - n / 10..n;
    let speed = late.clone().flat_map(|k| r.record.u(k)).fold(0.0_f64, |a, v| a.max(v.abs()));
    assert!(speed < 1e-10, "velocity {speed:e}");
    let last = r.record.q(n - 1);
    for k in late {
        for (a, b) in r.record.q(k).iter().zip(last) {
            assert!((a - b).abs() < 1e-9, "drift {:e}", (a - b).abs());
        }
    }
    let p = r.record.statistics.penetration;
    assert!(p < 1e-10, "penetration {p:e}");
}

/// A rover on two wheels, a caster and a tail, dropped on the floor, with an arm that falls onto its stop and fingers of
/// which one follows the other. Its wheels touch along lines, so that contacts depend on each other.
#[test]
fn a_rover_falls_onto_its_wheels_and_rests() {
    let dropped = ImportOptions { height: 0.05, ..ImportOptions::default() };
    let robot = convert(include_str!("rover.urdf"), dropped).unwrap();
    let warned = robot.warnings.join("\n");
    for part in ["'antenna' has no inertia and is part of 'chassis'", "package://rover/shell.dae"] {
        assert!(warned.contains(part), "{part}: {warned}");
    }
    let mut file = load_text(&robot.toml).unwrap_or_else(|d| panic!("{}\n{d}", robot.toml));
    file.t_end = Some(3.0);
    let r = run(file).done();
    rests(&r);
    let floor: f64 = r
        .record
        .columns
        .iter()
        .filter(|c| c.starts_with("laN.") && c.contains(".floor"))
        .map(|c| r.last(c))
        .sum();
    assert!((floor - 9.81 * (6.0 + 2.0 * 0.4 + 0.5 + 0.8 + 2.0 * 0.05)).abs() < 1e-8, "{floor}");
    // the arm lies on its stop
    assert!(r.last("gN.shoulder.joint.max").abs() < 1e-9);
    assert!(r.last("laN.shoulder.joint.max") > 0.1);
}

#[test]
fn damping_and_friction_act_in_the_joint() {
    let pendulum = |dynamics: &str| {
        format!(
            "<robot name=\"p\"><link name=\"world\"/><link name=\"rod\"><inertial><origin xyz=\"0 0.5 0\"/><mass value=\"1\"/><inertia ixx=\"0.1\" iyy=\"0.1\" izz=\"0.1\"/></inertial></link><joint name=\"j\" type=\"continuous\"><parent link=\"world\"/><child link=\"rod\"/><axis xyz=\"1 0 0\"/>{dynamics}</joint></robot>"
        )
    };
    let end = |dynamics: &str| {
        let robot = convert(&pendulum(dynamics), ImportOptions::default()).unwrap();
        let mut file = load_text(&robot.toml).unwrap_or_else(|d| panic!("{}\n{d}", robot.toml));
        file.t_end = Some(0.5);
        run(file).done()
    };
    let free = end("");
    let s = &free.record.statistics;
    assert!((s.energy_end - s.energy_start).abs() < 1e-3);
    // J = 0.35, torque m g l cos: friction above it holds, damping c slows
    let held = end("<dynamics friction=\"5\"/>");
    assert!(held.speed() < 1e-12, "{}", held.speed());
    let slow = end("<dynamics damping=\"50\"/>");
    let rate = slow.at(slow.record.len() / 2, "u.rod.wx").abs();
    assert!((rate - 9.81 * 0.5 / 50.0).abs() < 0.02 * rate, "{rate}");
}

#[test]
fn what_cannot_be_imported_says_why() {
    let one = |inside: &str| format!("<robot name=\"a\">{inside}</robot>");
    let mass = "<inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/></inertial>";
    for (text, why) in [
        ("<robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\"><xacro:property name=\"a\" value=\"1\"/></robot>".into(), "xacro file"),
        (one("<link name=\"a\"><inertial><mass value=\"${m}\"/></inertial></link>"), "xacro file"),
        (one("<link name=\"a\"/>"), "nothing moves"),
        (one("<link name=\"a\"><inertial><mass value=\"-1\"/><inertia/></inertial></link>"), "negative mass"),
        (one(&format!("<link name=\"a\">{mass}<collision><geometry><box size=\"1 0 1\"/></geometry></collision></link>")), "edges of a box"),
        (one(&format!("<link name=\"a\">{mass}<collision><geometry><sphere/></geometry></collision></link>")), "radius should be greater"),
        (one(&format!("<link name=\"a\">{mass}</link><link name=\"a\">{mass}</link>")), "exists twice"),
    ] {
        let error = convert(&text, ImportOptions::default()).err();
        assert!(error.as_ref().is_some_and(|e| e.contains(why)), "{why}: {error:?}");
    }
    // a massless root is the world, a massless link that moves gets a little
    let text = one(&format!("<link name=\"a\"/><link name=\"b\"/><link name=\"c\">{mass}</link><joint name=\"j\" type=\"continuous\"><parent link=\"a\"/><child link=\"b\"/></joint><joint name=\"k\" type=\"continuous\"><parent link=\"b\"/><child link=\"c\"/></joint>"));
    let robot = convert(&text, ImportOptions::default()).unwrap();
    let warned = robot.warnings.join("\n");
    for part in ["fixed in the world", "ASSUMED", "NO CONTACTS"] {
        assert!(warned.contains(part), "{part}: {warned}");
    }
    assert!(load_text(&robot.toml).is_ok());
}

#[test]
fn links_touch_each_other_if_asked() {
    let with = ImportOptions { self_collision: true, ..ImportOptions::default() };
    let robot = convert(include_str!("rover.urdf"), with).unwrap();
    let alone = convert(include_str!("rover.urdf"), ImportOptions::default()).unwrap();
    let count = |t: &str| t.matches("[[contacts]]").count();
    assert!(count(&robot.toml) > count(&alone.toml));
    // neighbours do not touch
    assert!(!robot.toml.contains("between = [\"chassis-1\", \"wheel_left-1"));
    assert!(robot.toml.contains("between = [\"chassis-1\", \"finger_left-1\"]"));
    load_text(&robot.toml).unwrap_or_else(|d| panic!("{}\n{d}", robot.toml));
}

#[test]
fn all_types_of_joints() {
    for kind in ["fixed", "revolute", "continuous", "prismatic", "floating", "planar", "spherical"]
    {
        let text =
            include_str!("robot.urdf").replace("type=\"continuous\"", &format!("type=\"{kind}\""));
        let robot = convert(&text, ImportOptions::default()).unwrap();
        assert!(load_text(&robot.toml).is_ok(), "{kind}");
    }
    let bad = include_str!("robot.urdf").replace("type=\"continuous\"", "type=\"screw\"");
    assert!(convert(&bad, ImportOptions::default())
        .err()
        .unwrap()
        .contains("unknown type 'screw'"));
    let bad = include_str!("robot.urdf").replace(
        "<parent link=\"trunk\"/><child link=\"leg_rr\"/>",
        "<parent link=\"trnk\"/><child link=\"leg_rr\"/>",
    );
    assert!(convert(&bad, ImportOptions::default()).err().unwrap().contains("trunk"));
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

/// A robot on four legs of two links, whose joints nothing holds, falls on its feet and collapses: the legs
/// fold in fractions of a millisecond. What a step of 1 ms makes of that, of 32 J, is small or said. (0.8 J at
/// 0.707 s, measured.)
#[test]
fn a_passive_quadruped_gains_no_energy_in_silence() {
    let mut text = String::from(
        "<robot name=\"four\"><link name=\"body\"><inertial><mass value=\"3\"/>\
         <inertia ixx=\"0.01\" iyy=\"0.035\" izz=\"0.04\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>",
    );
    for (leg, x, y) in [("fr", 0.2, -1.0), ("fl", 0.2, 1.0), ("hr", -0.2, -1.0), ("hl", -0.2, 1.0)]
    {
        let (hip, thigh) = (0.05 * y, 0.06 * y);
        text += &format!(
            "<joint name=\"hip_{leg}\" type=\"continuous\"><axis xyz=\"1 0 0\"/><origin xyz=\"{x} {hip} 0\"/><parent link=\"body\"/><child link=\"hip_{leg}\"/></joint>\
             <link name=\"hip_{leg}\"><inertial><mass value=\"0.5\"/><origin xyz=\"0 0.03 0\"/><inertia ixx=\"4e-4\" iyy=\"5e-4\" izz=\"4e-4\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>\
             <joint name=\"thigh_{leg}\" type=\"continuous\"><axis xyz=\"0 -1 0\"/><origin xyz=\"0 {thigh} 0\"/><parent link=\"hip_{leg}\"/><child link=\"thigh_{leg}\"/></joint>\
             <link name=\"thigh_{leg}\"><inertial><mass value=\"0.6\"/><origin xyz=\"0 0.015 -0.02\"/><inertia ixx=\"2e-3\" iyy=\"2e-3\" izz=\"4e-4\" ixy=\"2e-4\" ixz=\"0\" iyz=\"0\"/></inertial></link>\
             <joint name=\"knee_{leg}\" type=\"continuous\"><axis xyz=\"0 -1 0\"/><origin xyz=\"0 0 -0.2\"/><parent link=\"thigh_{leg}\"/><child link=\"shank_{leg}\"/></joint>\
             <link name=\"shank_{leg}\"><inertial><mass value=\"0.2\"/><origin xyz=\"0 0 -0.19\"/><inertia ixx=\"3e-4\" iyy=\"3e-4\" izz=\"3e-5\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>\
             <collision><origin xyz=\"0 0 -0.18\"/><geometry><sphere radius=\"0.015\"/></geometry></collision></link>"
        );
    }
    text += "</robot>";
    let dropped = ImportOptions { height: 0.05, ..ImportOptions::default() };
    let robot = convert(&text, dropped).unwrap();
    let mut file = load_text(&robot.toml).unwrap_or_else(|d| panic!("{}\n{d}", robot.toml));
    file.t_end = Some(0.72);
    let r = run(file).done();
    let gain = r.record.statistics.energy_max_increase;
    let told = r.record.notes.iter().any(|n| n.contains("energy gained"));
    println!("largest gain {gain:.2e} J, told: {told}");
    assert!(gain < 0.3 || told, "{gain} {:?}", r.record.notes);
}

/// A trunk on four splayed legs of three boxes each collapses: up to 20 corners press at once, with joints between all of
/// them, so that more rows of contacts than 60 share their loads. It falls to the end, sinks nowhere and keeps its joints.
#[test]
fn a_collapsing_robot_with_many_contacts_falls_to_the_end() {
    let link = |name: &str, m: f64, [x, y, z]: [f64; 3], at: f64| {
        let i = [y * y + z * z, x * x + z * z, x * x + y * y].map(|d| m / 12.0 * d);
        format!(
            "<link name=\"{name}\"><inertial><origin xyz=\"0 0 {at}\"/><mass value=\"{m}\"/>\
             <inertia ixx=\"{}\" iyy=\"{}\" izz=\"{}\"/></inertial><collision><origin xyz=\"0 0 {at}\"/>\
             <geometry><box size=\"{x} {y} {z}\"/></geometry></collision></link>",
            i[0], i[1], i[2]
        )
    };
    let mut text =
        String::from("<robot name=\"ragdoll\">") + &link("trunk", 8.0, [0.3, 0.2, 0.12], 0.0);
    for (k, (a, b)) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].into_iter().enumerate()
    {
        let mut parent = "trunk".to_string();
        for s in 0..3 {
            let name = format!("leg{k}_{s}");
            text += &link(&name, 0.8 - 0.2 * s as f64, [0.06, 0.06, 0.16], -0.1);
            let (at, turned, axis) = match s {
                0 => ([0.15 * a, 0.14 * b, 0.0], [0.5 * b, 0.1 * a], "1 0 0"),
                _ => ([0.0, 0.0, -0.2], [0.0, 0.3 + 0.1 * k as f64], "0 1 0"),
            };
            text += &format!(
                "<joint name=\"j{k}_{s}\" type=\"revolute\"><parent link=\"{parent}\"/><child link=\"{name}\"/>\
                 <origin xyz=\"{} {} {}\" rpy=\"{} {} 0\"/><axis xyz=\"{axis}\"/>\
                 <limit lower=\"-1.2\" upper=\"1.2\"/><dynamics damping=\"0.1\"/></joint>",
                at[0], at[1], at[2], turned[0], turned[1]
            );
            parent = name;
        }
    }
    text += "</robot>";
    let dropped = ImportOptions { height: 0.05, ..ImportOptions::default() };
    let robot = convert(&text, dropped).unwrap();
    let mut file = load_text(&robot.toml).unwrap_or_else(|d| panic!("{}\n{d}", robot.toml));
    file.t_end = Some(1.0);
    let r = run(file).done();
    let s = &r.record.statistics;
    println!("penetration {:.1e}, gain {:.1e} J", s.penetration, s.energy_max_increase);
    assert!(s.penetration < 1e-10, "{:e}", s.penetration);
    let told = r.record.notes.iter().any(|n| n.contains("energy gained"));
    assert!(s.energy_max_increase < 1e-2 || told, "{:e}", s.energy_max_increase);
    // it lies: the trunk has come down by more than half a leg
    assert!(r.last("q.trunk.z") < r.at(0, "q.trunk.z") - 0.3, "{}", r.last("q.trunk.z"));
}

/// Half turns between links are common in published files; the orientation of the body was lost, and its shapes and
/// centre of mass with it.
#[test]
fn half_a_turn_of_a_link_is_not_lost() {
    let mass = "<inertial><origin xyz=\"0.1 0.2 0.3\"/><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"2\" izz=\"2.5\"/></inertial>";
    for (rpy, axis) in
        [("3.141592653589793 0 0", 0), ("0 3.141592653589793 0", 1), ("0 0 3.141592653589793", 2)]
    {
        let text = format!(
            "<robot name=\"r\"><link name=\"world\"/><link name=\"a\">{mass}</link><joint name=\"j\" type=\"continuous\"><parent link=\"world\"/><child link=\"a\"/><origin rpy=\"{rpy}\"/></joint></robot>"
        );
        let robot = convert(&text, ImportOptions::default()).unwrap();
        let p = load_text(&robot.toml).unwrap().prepare().unwrap_or_else(|d| panic!("{d}"));
        // a quaternion of half a turn has no scalar part
        for k in 0..4 {
            let due = f64::from(u8::from(k == axis + 1));
            assert!((p.q0[3 + k].abs() - due).abs() < 1e-12, "{rpy}: {:?}", p.q0);
        }
        let centre = [0.1, 0.2, 0.3];
        for (k, c) in centre.iter().enumerate() {
            let due = if k == axis { *c } else { -c };
            assert!((p.q0[k] - due).abs() < 1e-12, "{rpy}: {:?}", p.q0);
        }
    }
}

/// Two fingers of links of ten grams, whose joints are damped so strongly that a step of a millisecond multiplies their
/// velocities by a thousand where damping counts as known, fall on an inclined floor.
#[test]
fn damping_that_is_strong_for_its_links_divides_no_step() {
    let body = |name: &str, x: f64, y: f64, mass: f64, size: [f64; 3]| {
        let [a, b, c] = size.map(|s| s * s * mass / 12.0);
        let inertia = format!("[{}, {}, {}]", b + c, a + c, a + b);
        format!(
            "[[bodies]]\nname = '{name}'\ntype = 'spatial'\nmass = {mass}\nprincipal = {inertia}\nposition = [{x}, {y}, 0.05]\n\
             [[shapes]]\nname = '{name}.box'\nbody = '{name}'\nmaterial = 'skin'\ntype = 'box'\nsize = {size:?}\n\
             [[contacts]]\nname = '{name}.floor'\nbetween = ['floor', '{name}.box']\n"
        )
    };
    let joint = |a: &str, b: &str, x: f64, y: f64| {
        format!(
            "[[joints]]\nname = '{b}.joint'\ntype = 'revolute'\nbodies = ['{a}', '{b}']\nanchor = [{x}, {y}, 0.05]\n\
             axis = [0.0, 1.0, 0.0]\nfriction = 5.0\ndamping = 3.0\n"
        )
    };
    let mut text = String::from(
        "name = 'hand'\ngravity = [0.0, 0.0, -9.81]\n[materials.skin]\nmu = 0.8\n[run]\ndt = 1e-3\nt_end = 0.3\nproject = true\n\
         [[shapes]]\nname = 'floor'\nmaterial = 'skin'\ntype = 'plane'\nat = [0.0, 0.0, -0.05]\nnormal = [0.3, 0.2, 1.0]\n",
    );
    text += &body("palm", 0.0, 0.0, 0.4, [0.1, 0.1, 0.02]);
    for (k, y) in [-0.03, 0.03].into_iter().enumerate() {
        let (a, b) = (format!("a{k}"), format!("b{k}"));
        text += &body(&a, 0.07, y, 0.01, [0.04, 0.02, 0.02]);
        text += &body(&b, 0.11, y, 0.01, [0.04, 0.02, 0.02]);
        text += &joint("palm", &a, 0.05, y);
        text += &joint(&a, &b, 0.09, y);
    }
    let r = run(load_text(&text).unwrap_or_else(|d| panic!("{text}\n{d}"))).done();
    let s = &r.record.statistics;
    assert!(s.ways.iter().any(|w| w.0 == "fixed-point"), "{:?}", s.ways);
    assert_eq!(s.rejected, 0);
    assert!(s.penetration < 1e-10, "{}", s.penetration);
    let grows = r.record.notes.iter().any(|n| n.contains("energy grew"));
    assert!(!grows, "{:?}", r.record.notes);
}

/// What a model of MuJoCo's switches off stays off, and flags that are not known are named.
#[test]
fn flags_are_not_dropped() {
    let text = r#"<mujoco><option><flag gravity="disable" contact="disable" warmstart="disable" override="enable"/></option>
        <worldbody><geom type="plane" size="1 1 .1"/>
        <body pos="0 0 1"><freejoint/><geom type="sphere" size=".1"/></body></worldbody></mujoco>"#;
    let robot = convert(text, ImportOptions::default()).unwrap();
    let mut file = load_text(&robot.toml).unwrap_or_else(|d| panic!("{}\n{d}", robot.toml));
    file.t_end = Some(0.1);
    let r = run(file).done();
    let height =
        r.record.columns.iter().position(|c| c.starts_with("q.") && c.ends_with(".z")).unwrap();
    assert_eq!(r.record.row(r.record.len() - 1)[height], r.record.row(0)[height]);
    assert!(!r.record.columns.iter().any(|c| c.starts_with("gN.")), "{:?}", r.record.columns);
    let told: Vec<_> = robot.warnings.iter().filter(|w| w.contains("flag")).collect();
    assert!(
        told.len() == 1 && told[0].contains("override") && !told[0].contains("warmstart"),
        "{told:?}"
    );
}
