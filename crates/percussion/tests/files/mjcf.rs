//! MJCF files: what is read of them, and what a robot does then. Numbers to compare with follow from the formulas of the case.

use crate::common::{load_text, run, Run};
use percussion::file::robots::{convert, convert_with, ImportOptions, Robot};
use percussion::prepare::Prepared;

const WALKER: &str = include_str!("walker.xml");

fn imported(text: &str) -> Robot {
    convert(text, ImportOptions::default()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn prepared(toml: &str) -> Prepared {
    let file = load_text(toml).unwrap_or_else(|d| panic!("{toml}\n{d}"));
    file.prepare().unwrap_or_else(|d| panic!("{toml}\n{d}"))
}

fn says(robot: &Robot, parts: &[&str]) {
    let warned = robot.warnings.join("\n");
    for part in parts {
        assert!(warned.contains(part), "'{part}' is not in:\n{warned}");
    }
}

/// One body of 1 kg and unit inertia with these attributes and this inside.
fn one(attributes: &str, inside: &str) -> String {
    format!(
        "<mujoco><worldbody><body name=\"b\" {attributes}><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>{inside}</body></worldbody></mujoco>"
    )
}

const WEIGHT: f64 = 9.81 * (6.0 + 4.0 * 0.7 + 0.2);

/// Normal forces on the floor, which is a plane of the file or the one that is added.
fn floor_force(r: &Run, floor: &str) -> f64 {
    let names = r.record.columns.iter();
    let names = names.filter(|c| c.starts_with("laN.") && c.contains(&format!(".{floor}")));
    names.map(|c| r.last(c)).sum()
}

#[test]
fn a_walker_of_mjcf_falls_onto_its_feet_and_rests() {
    let dropped = ImportOptions { height: 0.05, ..ImportOptions::default() };
    let robot = convert(WALKER, dropped).unwrap();
    says(
        &robot,
        &[
            "SKIPPED: the actuator 'calf'",
            "SKIPPED: 1 tendons",
            "SKIPPED: 1 sensors",
            "armature",
            "keyframes to start from: crouch",
        ],
    );
    // what is only seen is not read
    assert!(!robot.warnings.join("\n").contains("shell"));
    let mut file = load_text(&robot.toml).unwrap_or_else(|d| panic!("{}\n{d}", robot.toml));
    file.t_end = Some(2.0);
    let r = run(file).done();
    let force = floor_force(&r, "ground");
    assert!((force - WEIGHT).abs() < 1e-3 * WEIGHT, "{force} {WEIGHT}");
    assert!(r.speed() < 1e-3, "{}", r.speed());
    let s = &r.record.statistics;
    assert!(s.penetration < 1e-9, "{}", s.penetration);
    assert!(s.energy_max_increase < 1e-2, "{}", s.energy_max_increase);
    // the servos carry it
    assert!(r.last("q.trunk.z") > 0.38, "{}", r.last("q.trunk.z"));
}

#[test]
fn a_keyframe_is_the_start_and_servos_hold_it() {
    let crouch = ImportOptions { keyframe: Some("crouch"), ..ImportOptions::default() };
    let robot = convert(WALKER, crouch).unwrap();
    let p = prepared(&robot.toml);
    // the trunk, then its first thigh
    let (trunk, thigh) = (&p.q0[..7], &p.q0[7..14]);
    assert!((trunk[2] - 0.3).abs() < 1e-9, "{trunk:?}");
    // thigh 0.1 m behind its hip, turned by 0.5 rad about y
    let (s, c) = 0.5f64.sin_cos();
    let due = [0.2 - 0.1 * s, 0.12, 0.3 - 0.1 * c];
    let off = thigh.iter().zip(due).map(|(x, d)| (x - d).abs()).fold(0.0, f64::max);
    assert!(off < 1e-9, "{thigh:?} {due:?}");
    // stops count from the start
    let min = format!("min = {:?}", -60f64.to_radians() - 0.5);
    assert!(robot.toml.contains(&min), "{min}");
    assert!(robot.toml.contains("ctrl_servo_hip_fl = 0.5"));
    let wrong = ImportOptions { keyframe: Some("jump"), ..ImportOptions::default() };
    assert!(convert(WALKER, wrong).err().unwrap().contains("valid: crouch"));
    let short = WALKER.replace(" 0.5 1 0\" ctrl", " 0.5 1\" ctrl");
    assert!(convert(&short, crouch).err().unwrap().contains("too few"));
}

#[test]
fn an_orientation_can_be_given_in_five_ways() {
    // all are a quarter turn about x, then one about the new z
    let h = 0.5;
    for (way, seq) in [
        (format!("quat=\"{h} {h} -{h} {h}\""), "xyz"),
        ("euler=\"90 0 90\"".into(), "xyz"),
        ("euler=\"90 90 0\"".into(), "xzy"),
        ("euler=\"90 0 -90\"".into(), "XZY"),
        ("xyaxes=\"0 0 1 -1 0 0\"".into(), "xyz"),
    ] {
        let text = one(&way, "<freejoint/>")
            .replace("<mujoco>", &format!("<mujoco><compiler eulerseq=\"{seq}\"/>"));
        let p = prepared(&imported(&text).toml);
        let due = [h, h, -h, h];
        let sign = p.q0[3].signum();
        let off = p.q0[3..7].iter().zip(due).map(|(x, d)| (sign * x - d).abs());
        assert!(off.fold(0.0, f64::max) < 1e-12, "{way} {seq}: {:?}", &p.q0[3..7]);
    }
    for way in ["axisangle=\"0 1 0 90\"", "zaxis=\"1 0 0\"", "euler=\"0 90 0\""] {
        let p = prepared(&imported(&one(way, "<freejoint/>")).toml);
        let s = 0.5f64.sqrt();
        assert!((p.q0[3] - s).abs() < 1e-12 && (p.q0[5] - s).abs() < 1e-12, "{way}: {:?}", p.q0);
    }
}

#[test]
fn mass_and_inertia_come_from_geometry_where_they_are_not_given() {
    let text = "<mujoco><worldbody><body name=\"b\"><freejoint/>\
        <geom type=\"box\" size=\"0.1 0.2 0.3\" pos=\"1 0 0\" density=\"500\"/>\
        <geom type=\"sphere\" size=\"0.1\" pos=\"-1 0 0\" mass=\"2\"/>\
        <geom type=\"sphere\" size=\"9\" group=\"3\" mass=\"0\" contype=\"0\" conaffinity=\"0\"/>\
        </body></worldbody></mujoco>";
    let toml = imported(text).toml;
    let number = |key: &str| -> Vec<f64> {
        let line = toml.lines().find(|l| l.starts_with(key)).unwrap();
        let digits = |c: char| !(c.is_ascii_digit() || "+-.e".contains(c));
        let words = line[key.len()..].split(digits).filter(|w| !w.is_empty());
        words.filter_map(|w| w.parse().ok()).collect()
    };
    // 0.2 x 0.4 x 0.6 m of 500 kg/m^3 are 24 kg
    let m = 24.0 + 2.0;
    assert!((number("mass =")[0] - m).abs() < 1e-12);
    let c = (24.0 - 2.0) / m;
    let about_x = 24.0 * (0.4f64.powi(2) + 0.6f64.powi(2)) / 12.0 + 2.0 * 0.4 * 0.01;
    let spread = 24.0 * (1.0 - c) * (1.0 - c) + 2.0 * (1.0 + c) * (1.0 + c);
    let about_y = 24.0 * (0.2f64.powi(2) + 0.6f64.powi(2)) / 12.0 + 2.0 * 0.4 * 0.01 + spread;
    let i = number("inertia =");
    assert!(
        (i[0] - about_x).abs() < 1e-12 && (i[4] - about_y).abs() < 1e-12,
        "{i:?} {about_x} {about_y}"
    );
}

/// A rod on a hinge with a spring: J = 1 + m l^2 = 2, k = 8, no gravity: omega = 2.
#[test]
fn a_spring_and_a_motor_act_in_a_joint() {
    let text = one(
        "",
        "<joint name=\"j\" axis=\"0 1 0\" pos=\"1 0 0\" stiffness=\"8\" springref=\"30\"/>",
    )
    .replace("<worldbody>", "<option gravity=\"0 0 0\"/><worldbody>")
    .replace(
        "</worldbody>",
        "</worldbody><actuator><motor name=\"drive\" joint=\"j\" gear=\"4\"/></actuator>",
    );
    let robot = imported(&text);
    let end = |sets: &[(String, String)]| {
        let none = |_: &str| Err(String::new());
        let mut file = percussion::problems::load("m", &robot.toml, &none, sets).unwrap();
        (file.dt, file.t_end) = (Some(1e-3), Some(0.5 * std::f64::consts::PI));
        let r = run(file).done();
        // half the turn of the scalar part
        2.0 * r.last("q.b.p2").atan2(r.last("q.b.p0"))
    };
    // half a period: from 0 through 30 degrees to 60
    let rest = 30f64.to_radians();
    assert!((end(&[]) - 2.0 * rest).abs() < 1e-5, "{}", end(&[]));
    // a torque of 4 * 0.25 moves the rest by 1/8
    let driven = end(&[("ctrl_drive".into(), "0.25".into())]);
    assert!((driven - 2.0 * (rest + 0.125)).abs() < 1e-5, "{driven}");
}

#[test]
fn several_joints_of_a_body_are_a_chain() {
    let joints = "<joint name=\"x\" type=\"slide\" axis=\"1 0 0\"/><joint name=\"y\" type=\"slide\" axis=\"0 1 0\" range=\"-1 1\"/><joint name=\"turn\" axis=\"0 0 1\"/>";
    let robot = imported(&one("", joints));
    says(&robot, &["'b' has 3 joints"]);
    let mass: f64 =
        robot.toml.lines().filter_map(|l| l.strip_prefix("mass = ")?.parse::<f64>().ok()).sum();
    assert!((mass - 1.0).abs() < 1e-12, "{mass}");
    let p = prepared(&robot.toml);
    // three bodies of six freedoms, less five, five and five
    assert_eq!((p.system.nu, p.system.nr - 2), (18, 15));
}

#[test]
fn equalities_tie_bodies_and_joints() {
    let arm = |name: &str, x: f64, joint: &str| {
        format!("<body name=\"{name}\" pos=\"{x} 0 1\">{joint}<geom type=\"capsule\" contype=\"0\" conaffinity=\"0\" size=\"0.02\" fromto=\"0 0 0 0.5 0 0\"/></body>")
    };
    let hinge = |name: &str| format!("<joint name=\"{name}\" axis=\"0 1 0\"/>");
    let text = format!(
        "<mujoco><worldbody>{}{}{}</worldbody><equality><connect body1=\"b\" body2=\"c\" anchor=\"0.5 0 0\"/><joint joint1=\"ja\" joint2=\"jb\" polycoef=\"0 -1 0 0 0\"/></equality></mujoco>",
        arm("a", 0.0, &hinge("ja")),
        arm("b", 2.0, &hinge("jb")),
        arm("c", 2.5, "<freejoint/>")
    );
    let end = |text: &str| {
        let robot = imported(text);
        let mut file = load_text(&robot.toml).unwrap_or_else(|d| panic!("{}\n{d}", robot.toml));
        file.t_end = Some(0.2);
        run(file).done()
    };
    let angle =
        |r: &Run, b: &str| 2.0 * r.last(&format!("q.{b}.p2")).atan2(r.last(&format!("q.{b}.p0")));
    let r = end(&text);
    let (a, b, c) = (angle(&r, "a"), angle(&r, "b"), angle(&r, "c"));
    assert!((a + b).abs() < 1e-9 && b > 1e-2, "{a} {b}");
    // the start of c is at the end of b
    let (x, z) = (2.0 + 0.5 * b.cos() + 0.25 * c.cos(), 1.0 - 0.5 * b.sin() - 0.25 * c.sin());
    let off = (r.last("q.c.x") - x).hypot(r.last("q.c.z") - z);
    assert!(off < 1e-9, "{off:e}");
    // what is welded to the world stays, and its follower with it
    let weld = "<weld body1=\"a\"/>";
    let r = end(&text.replace("<connect body1=\"b\" body2=\"c\" anchor=\"0.5 0 0\"/>", weld));
    assert!(angle(&r, "a").abs() < 1e-9 && angle(&r, "b").abs() < 1e-9);
}

#[test]
fn masks_pairs_exclusions_and_friction_say_what_touches() {
    let ball = |name: &str, x: f64, rest: &str| {
        format!("<body name=\"{name}\" pos=\"{x} 0 1\"><freejoint/><geom name=\"g{name}\" size=\"0.1\" {rest}/></body>")
    };
    let text = format!(
        "<mujoco><worldbody><geom name=\"ground\" type=\"plane\" size=\"1 1 1\" friction=\"0.3\"/>{}{}{}{}</worldbody>\
         <contact><exclude body1=\"a\" body2=\"b\"/><pair geom1=\"gd\" geom2=\"ga\" friction=\"0.2\"/></contact></mujoco>",
        ball("a", 0.0, "friction=\"0.5\""),
        ball("b", 1.0, "friction=\"0.1\""),
        ball("c", 2.0, "contype=\"2\" conaffinity=\"0\""),
        ball("d", 3.0, "contype=\"0\" conaffinity=\"0\"")
    );
    let robot = imported(&text);
    let p = prepared(&robot.toml);
    let mut found: Vec<(String, f64)> =
        p.system.contacts.iter().map(|c| (c.name.clone(), c.law.mu)).collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    // c has no partner with its bit; the rougher surface counts
    let due = [("ga.ground", 0.5), ("gb.ground", 0.3), ("gd.ga", 0.2)];
    assert_eq!(found.len(), due.len(), "{found:?}");
    for (f, d) in found.iter().zip(due) {
        assert!(f.0 == d.0 && (f.1 - d.1).abs() < 1e-12, "{found:?}");
    }
}

#[test]
fn included_files_stand_in_their_places_and_meshes_are_found() {
    let main = "<mujoco><compiler meshdir=\"assets\"/><include file=\"parts.xml\"/><worldbody><body name=\"b\" pos=\"0 0 1\"><freejoint/><geom type=\"mesh\" mesh=\"tet\"/></body></worldbody></mujoco>";
    let files = |name: &str| {
        match name {
        "parts.xml" => Ok("<mujocoinclude><asset><mesh file=\"tet.obj\" scale=\"2 2 2\"/></asset></mujocoinclude>".to_string()),
        "assets/tet.obj" => Ok("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n".to_string()),
        "round.xml" => Ok("<mujocoinclude><include file=\"round.xml\"/></mujocoinclude>".to_string()),
        _ => Err("no such file".to_string()),
    }
    };
    let robot = convert_with(main, ImportOptions::default(), &files).unwrap();
    says(&robot, &["the mesh 'tet'", "convex hull of 4 vertices"]);
    // a tetrahedron with legs of 2 m: 4/3 m^3 of 1000 kg/m^3
    let mass =
        robot.toml.lines().find_map(|l| l.strip_prefix("mass = ")?.parse::<f64>().ok()).unwrap();
    assert!((mass - 4000.0 / 3.0).abs() < 1e-6, "{mass}");
    let round =
        convert_with(&main.replace("parts.xml", "round.xml"), ImportOptions::default(), &files);
    assert!(round.err().unwrap().contains("includes itself"));
    let lost =
        convert_with(&main.replace("parts.xml", "lost.xml"), ImportOptions::default(), &files);
    assert!(lost.err().unwrap().contains("cannot include 'lost.xml': no such file"));
}

#[test]
fn what_cannot_be_read_of_mjcf_says_why() {
    for (text, why) in [
        (one("quat=\"0 0 0 0\"", ""), "quat is zero"),
        (one("pos=\"0 0\"", ""), "should be 3 numbers"),
        (one("pos=\"0 nan 0\"", ""), "finite"),
        (one("", "<joint type=\"screw\"/>"), "unknown type 'screw'"),
        (one("", "<joint axis=\"0 0 0\"/>"), "axis of joint 'b' is zero"),
        (one("", "<joint class=\"x\"/>"), "unknown default class 'x'; valid: main"),
        (one("", "<geom size=\"-1\"/>"), "size should be 1 numbers greater than zero"),
        (one("", "<geom type=\"capsule\" size=\"1\" fromto=\"0 0 0 0 0 0\"/>"), "one point"),
        (one("", "<geom size=\"1\" contype=\"-1\"/>"), "mask"),
        (one("", "<body name=\"b\"/>"), "'b' exists twice"),
        (one("", ""), "nothing moves"),
        ("<mujoco><compiler coordinate=\"global\"/></mujoco>".into(), "global"),
        ("<mujoco><compiler eulerseq=\"abc\"/></mujoco>".into(), "eulerseq"),
        ("<mujoco/>".into(), "nothing moves"),
        ("<sdf/>".into(), "not <robot> or <mujoco>"),
        (
            one("", "<freejoint/>")
                .replace("</mujoco>", "<actuator><motor joint=\"q\"/></actuator></mujoco>"),
            "unknown joint 'q'",
        ),
        (
            one("", "<freejoint/>").replace(
                "</mujoco>",
                "<contact><exclude body1=\"b\" body2=\"c\"/></contact></mujoco>",
            ),
            "unknown body 'c'",
        ),
    ] {
        let e = convert(&text, ImportOptions::default()).err();
        assert!(e.as_ref().is_some_and(|e| e.contains(why)), "{why}: {e:?}");
    }
    let deep = "<mujoco><worldbody>".to_string()
        + &"<body>".repeat(5000)
        + &"</body>".repeat(5000)
        + "</worldbody></mujoco>";
    let e = convert(&deep, ImportOptions::default()).err().unwrap();
    assert!(e.contains("inside one another"), "{e}");
}

/// What the flags of a model disable is not there: the ball stayed where it was put.
#[test]
fn flags_disable_gravity_and_contacts() {
    let text = "<mujoco><option><flag gravity=\"disable\" contact=\"disable\"/></option><worldbody><geom type=\"plane\" size=\"1 1 .1\"/><body pos=\"0 0 1\"><freejoint/><geom type=\"sphere\" size=\".1\"/></body></worldbody></mujoco>";
    let p = prepared(&imported(text).toml);
    assert_eq!((p.system.contacts.len(), p.system.gravity().norm()), (0, 0.0));
}

/// Copies are moved and turned one after another, and named.
#[test]
fn replicates_are_copies() {
    let text = "<mujoco><worldbody><replicate count=\"12\" offset=\"1 0 0\" euler=\"0 0 90\" sep=\"-\"><body name=\"b\" pos=\"0 2 0\"><freejoint/><geom type=\"sphere\" size=\".1\" contype=\"0\" conaffinity=\"0\"/></body></replicate></worldbody></mujoco>";
    let p = prepared(&imported(text).toml);
    assert_eq!(p.system.nq, 12 * 7);
    // by 1 along x, then a quarter turn: the second one lies 2 along -x of it
    let places: Vec<[f64; 2]> = (0..3).map(|k| [p.q0[7 * k], p.q0[7 * k + 1]]).collect();
    for (place, due) in places.iter().zip([[0.0, 2.0], [-1.0, 0.0], [1.0, -1.0]]) {
        assert!((place[0] - due[0]).abs() + (place[1] - due[1]).abs() < 1e-9, "{places:?}");
    }
    assert!(p.system.bodies.iter().any(|b| b.name == "b-07"));
    let none = text.replace("12", "0");
    assert!(convert(&none, ImportOptions::default()).is_err());
}

/// A joint that starts outside of its limits is moved into them, and what carries it stays.
#[test]
fn a_start_outside_of_limits_leaves_the_base() {
    let text = "<mujoco><worldbody><geom type=\"plane\" size=\"1 1 1\"/><body name=\"torso\" pos=\"0 0 .75\"><freejoint/><geom type=\"sphere\" size=\".25\"/><body name=\"shin\" pos=\".3 0 0\"><joint name=\"ankle\" axis=\"0 1 0\" range=\"30 70\"/><geom type=\"capsule\" fromto=\"0 0 0 .4 0 0\" size=\".05\"/></body></body></worldbody></mujoco>";
    let robot = imported(text);
    says(&robot, &["joint 'ankle' starts at its limit"]);
    let p = prepared(&robot.toml);
    assert!((p.q0[2] - 0.75).abs() < 1e-12, "{:?}", &p.q0[..3]);
    let mut ev = p.system.eval();
    p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
    let gaps: Vec<f64> = p.system.contacts.iter().map(|c| ev.g[c.row]).collect();
    assert!(gaps.iter().any(|g| g.abs() < 1e-9) && gaps.iter().all(|g| *g > -1e-9), "{gaps:?}");
}

/// A control beyond its range acts as its end.
#[test]
fn controls_act_within_their_range() {
    let text = |range: &str| {
        format!("<mujoco><worldbody><body name=\"b\"><joint name=\"j\"/><geom type=\"sphere\" size=\".1\" mass=\"1\"/></body></worldbody><actuator><motor name=\"m\" joint=\"j\" {range}/></actuator></mujoco>")
    };
    for (range, due) in [("ctrlrange=\"-1 2\"", 2.0), ("", 5.0)] {
        let toml = imported(&text(range)).toml.replace("ctrl_m = 0", "ctrl_m = 5");
        let p = prepared(&toml);
        let mut ev = p.system.eval();
        p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
        let torque = ev.h[3..].iter().fold(0.0_f64, |m, h| m.max(h.abs()));
        assert!((torque - due).abs() < 1e-9, "{range}: {torque}");
    }
}

/// What is not read is named, what is read is not, and what changes no motion is not spoken of.
#[test]
fn nothing_is_dropped_without_a_word() {
    let text = "<mujoco><compiler angle=\"radian\"/><option timestep=\"0.01\" magnetic=\"1 0 0\"/><visual><map znear=\"1\"/></visual><default><joint solreflimit=\"1 1\"/></default><worldbody><light/><body><joint axis=\"0 0 1\" damping=\"1\" margin=\"0.1\"/><geom type=\"sphere\" size=\".1\" rgba=\"1 0 0 1\" solref=\"0.01 1\" solimp=\"1 1 1\"/><geom size=\".1\" solref=\"0.01 1\"/><odd/></body></worldbody></mujoco>";
    let robot = imported(text);
    let line = robot.warnings.iter().find(|w| w.contains("what is not read")).unwrap();
    let due = "SKIPPED: what is not read: <odd>, geom.solimp, geom.solref (2), joint.margin, joint.solreflimit, option.magnetic";
    assert_eq!(line, due);
    // each of these is read: it changes the model, or is named itself
    let base = "<mujoco><worldbody><body name=\"b\" @body><joint name=\"j\" @joint/><geom name=\"g\" type=\"box\" size=\".1 .2 .3\"/></body></worldbody><actuator><motor name=\"m\" joint=\"j\" @motor/></actuator></mujoco>";
    let with = |place: &str, attribute: &str| {
        let places = ["@body", "@joint", "@motor"];
        let text = base.replace(place, attribute);
        let robot = imported(&places.iter().fold(text, |text, place| text.replace(place, "")));
        (robot.toml, robot.warnings)
    };
    let plain = with("@none", "");
    for (place, attribute) in [
        ("@body", "pos=\"1 0 0\""),
        ("@body", "quat=\"1 1 0 0\""),
        ("@body", "axisangle=\"1 0 0 30\""),
        ("@body", "xyaxes=\"0 1 0 0 0 1\""),
        ("@body", "zaxis=\"1 0 0\""),
        ("@body", "euler=\"10 20 30\""),
        ("@body", "gravcomp=\"1\""),
        ("@joint", "type=\"slide\""),
        ("@joint", "axis=\"1 0 0\""),
        ("@joint", "pos=\"0 1 0\""),
        ("@joint", "range=\"-1 1\""),
        ("@joint", "damping=\"1\""),
        ("@joint", "frictionloss=\"1\""),
        ("@joint", "stiffness=\"1\""),
        ("@joint", "armature=\"1\""),
        ("@motor", "gear=\"2\""),
        ("@motor", "ctrlrange=\"-1 1\""),
        ("@motor", "forcerange=\"-1 1\""),
    ] {
        assert_ne!(with(place, attribute), plain, "{attribute}");
    }
}
