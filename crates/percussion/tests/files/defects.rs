//! Each test is named after a defect that users met.

use crate::common::{load_text, model, run};
use percussion::file::robots::{convert, ImportOptions};
use percussion::frame::V3;
use percussion::problems::load;
use percussion::schemes::options::{number_with, parse_number};
use percussion::schemes::SCHEMES;

fn mistakes(text: &str) -> String {
    load_text(text).err().map_or(String::new(), |d| d.to_string())
}

/// A block of 2 kg is driven with 3 m/s^2, a wheel of 2 kg m^2 with 3 rad/s^2: the drives push the second
/// body with +6 N and +6 N m.
#[test]
fn force_and_moment_of_drives_have_the_same_sign() {
    let body = |J: f64| format!("[[bodies]]\nname = \"b\"\ntype = \"planar\"\nmass = 2\nJ = {J}\n");
    let slide = "[[joints]]\nname = \"g\"\ntype = \"prismatic\"\nbodies = [\"world\", \"b\"]\naxis = [1, 0, 0]\nslide = \"1.5*t^2\"\n[run]\nt_end = 0.01\n";
    let turn = "[[joints]]\nname = \"g\"\ntype = \"revolute\"\nbodies = [\"world\", \"b\"]\nturn = \"1.5*t^2\"\n[run]\nt_end = 0.01\n";
    for (text, column) in [
        (body(1.0) + slide, "lag.g.slide.0"),
        (body(2.0) + turn, "lag.g.turn.0"),
        (
            body(1.0).replace("planar", "spatial").replace("J = 1", "principal = [1, 1, 1]")
                + slide,
            "lag.g.slide.0",
        ),
        (
            body(2.0).replace("planar", "spatial").replace("J = 2", "principal = [2, 2, 2]") + turn,
            "lag.g.turn.0",
        ),
    ] {
        let force = run(load_text(&text).unwrap()).done().last(column);
        assert!((force - 6.0).abs() < 1e-9, "{column}: {force}");
    }
}

/// The rows of a fixed joint that holds a body against a moment: what acts on the second body, about the
/// axes of the joint's frame.
#[test]
fn moments_of_joints_act_on_the_second_body_about_positive_axes() {
    for axis in 0..3 {
        let mut torque = [0.0; 3];
        torque[axis] = 5.0;
        let text = format!("[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nmass = 1\nprincipal = [1, 2, 3]\n[[joints]]\nname = \"g\"\ntype = \"fixed\"\nbodies = [\"world\", \"b\"]\n[[forces]]\nname = \"m\"\ntype = \"torque\"\nat = {{ body = \"b\" }}\ntorque = {torque:?}\n[run]\nt_end = 0.01\n");
        let r = run(load_text(&text).unwrap()).done();
        // rows 3, 4, 5 are the moments about e_y, e_x and e_z
        let row = [4, 3, 5][axis];
        let held = r.last(&format!("lag.g.{row}"));
        assert!((held + 5.0).abs() < 1e-9, "about axis {axis}: {held}");
    }
}

/// A ball of 1 kg hits the end of a rod that hangs on a hinge: with L = 1 m, m = 3 kg, J = 1 kg m^2 about
/// the hinge, e = 0, v = 2 m/s the percussion at the end is v/(1/m_ball + L^2/J) = 1 N s, the rod's
/// centre gets 0.5 L w = 0.5 m/s, and the hinge gives 3 0.5 - 1 = 0.5 N s in the same direction.
#[test]
fn impulses_of_joints_at_impacts_are_written() {
    let text = r#"
[[bodies]]
name = "rod"
type = "planar"
mass = 3
J = 0.25
position = [0, -0.5]
[[bodies]]
name = "ball"
type = "planar"
mass = 1
J = 1
position = [-0.1, -1]
velocity = [2, 0]
[[joints]]
name = "hinge"
type = "revolute"
bodies = ["world", "rod"]
[[contacts]]
name = "hit"
type = "sphere-plane"
a = { body = "rod", at = [0, -0.5], axis = [-1, 0, 0] }
b = { body = "ball" }
[run]
scheme = "SCHEME"
dt = 1e-4
t_end = 0.06
"#;
    for scheme in ["alpha", "moreau"] {
        let r = run(load_text(&text.replace("SCHEME", scheme)).unwrap()).done();
        let most = |c: &str| {
            r.column(c).into_iter().fold(0.0, |a: f64, v| if v.abs() > a.abs() { v } else { a })
        };
        assert!((most("PN.hit") - 1.0).abs() < 1e-3, "{scheme}: {}", most("PN.hit"));
        assert!((most("Pg.hinge.0") - 0.5).abs() < 1e-3, "{scheme}: {}", most("Pg.hinge.0"));
    }
}

/// A rod of length 10 under a moment of 200 N m about its axis turns with 200/(10 J1): one number stands for
/// y and z, and their sum about x; three numbers are what they say.
#[test]
fn rotary_inertia_of_a_rod_takes_one_two_or_three_numbers() {
    for (inertia, J1) in
        [("5", 10.0), ("[4, 6]", 10.0), ("[10, 10, 10]", 10.0), ("[20, 10, 10]", 20.0)]
    {
        let text = format!("[[bodies]]\nname = \"r\"\ntype = \"rod\"\nlength = 10\nelements = 4\nsection = {{ EA = 1e4, GA = 1e4, GJ = 1e7, EI = 500, rhoA = 1, rhoI = {inertia} }}\n[[forces]]\nname = \"m\"\ntype = \"torque\"\nat = {{ body = \"r\", s = 0.5 }}\ntorque = [200, 0, 0]\n[run]\nt_end = 0.5\ndt = 1e-3\n");
        let r = run(load_text(&text).unwrap_or_else(|d| panic!("{d}"))).done();
        let mean = (0..5)
            .map(|k| r.last(&format!("u.r.wx{k}")) * if k % 4 == 0 { 1.0 } else { 2.0 })
            .sum::<f64>()
            / 8.0;
        let exact = 200.0 / (10.0 * J1) * 0.5;
        assert!((mean - exact).abs() < 1e-6 * exact, "{inertia}: {mean} {exact}");
    }
    let why = mistakes("[[bodies]]\nname = \"r\"\ntype = \"rod\"\nlength = 1\nelements = 1\nsection = { EA = 1, GA = 1, GJ = 1, EI = 1, rhoA = 1, rhoI = [1, 2, 3, 4] }\n");
    assert!(why.contains("expected 1, 2 or 3 numbers, found 4"), "{why}");
}

/// The flying spaghetti with the inertia (10, 10, 10): J. C. Simo, L. Vu-Quoc, "On the dynamics in space of
/// rods undergoing large motions", 1988, DOI 10.1016/0045-7825(88)90073-4: a rod of length 10 from (6, 0, 0) to
/// (0, 8, 0), pushed at its start by F(t) (1/10 of the moment) and turned by the moments (0, -1, 1/2) M(t),
/// M a tent up to 200 N m at 2.5 s and down to zero at 5 s. Its momentum is the impulse, 50 N s, for ever,
/// and after the push energy and angular momentum stay.
#[test]
fn the_flying_spaghetti_keeps_its_momenta() {
    let text = r#"
[parameters]
tent = 0
[[bodies]]
name = "r"
type = "rod"
length = 10
elements = 8
section = { EA = 1e4, GA = 1e4, GJ = 500, EI = 500, rhoA = 1, rhoI = [10, 10, 10] }
position = [6, 0, 0]
axes = [[-0.6, -0.8, 0], [0.8, -0.6, 0], [0, 0, 1]]
[[forces]]
name = "push"
type = "force"
at = { body = "r" }
force = ["max(0, 20 - abs(8*t - 20))/1", 0, 0]
[[forces]]
name = "turn"
type = "torque"
at = { body = "r" }
torque = [0, "-max(0, 200 - abs(80*t - 200))", "0.5*max(0, 200 - abs(80*t - 200))"]
[run]
dt = 0.02
t_end = 8
"#;
    let file = load_text(text).unwrap_or_else(|d| panic!("{d}"));
    let p = load_text(text).unwrap().prepare().unwrap();
    let r = run(file).done();
    let momenta = |row: usize| {
        let (q, u) = (r.record.q(row), r.record.u(row));
        let mut ev = p.system.eval();
        p.system.evaluate(0.0, q, u, &mut ev);
        let mut Mu = vec![0.0; p.system.nu];
        p.system.add_M(&ev, u, &mut Mu);
        let (mut linear, mut angular) = (V3::zeros(), V3::zeros());
        for (q, m) in q.chunks_exact(7).zip(Mu.chunks_exact(6)) {
            let f = V3::new(m[0], m[1], m[2]);
            let turn = nalgebra::UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(
                q[3], q[4], q[5], q[6],
            ));
            linear += f;
            angular += V3::new(q[0], q[1], q[2]).cross(&f) + turn * V3::new(m[3], m[4], m[5]);
        }
        (linear, angular)
    };
    let rows: Vec<_> = [251, 320, 400].map(momenta).to_vec();
    for (linear, angular) in &rows {
        assert!((linear - V3::new(50.0, 0.0, 0.0)).norm() < 1e-6 * 50.0, "{linear}");
        assert!((angular - rows[0].1).norm() < 2e-3 * angular.norm(), "{angular} {}", rows[0].1);
    }
}

/// A matrix in full that says the same as numbers gives the same motion; a centre beside the line swings
/// as a pendulum does.
#[test]
fn sections_can_be_given_in_full() {
    let body = |section: &str| {
        format!("gravity = [0, 0, -9.81]\n[[bodies]]\nname = \"r\"\ntype = \"rod\"\nlength = 2\nelements = 2\nsection = {{ {section} }}\n[[joints]]\nname = \"j\"\ntype = \"fixed\"\nbodies = [\"world\", \"r\"]\n[run]\nt_end = 0.05\n")
    };
    let diagonal = |v: [f64; 6]| {
        let row = |i: usize| {
            let mut r = [0.0; 6];
            r[i] = v[i];
            format!("{r:?}")
        };
        format!("[{}]", (0..6).map(row).collect::<Vec<_>>().join(", "))
    };
    let plain = run(load_text(&body(
        "EA = 1e4, GA = 5e3, GJ = 20, EI = [30, 40], rhoA = 2, rhoI = [0.1, 0.2]",
    ))
    .unwrap())
    .done();
    let full = format!(
        "stiffness = {}, mass = {}",
        diagonal([1e4, 5e3, 5e3, 20.0, 30.0, 40.0]),
        diagonal([2.0, 2.0, 2.0, 0.1 + 0.2, 0.1, 0.2])
    );
    let full = run(load_text(&body(&full)).unwrap_or_else(|d| panic!("{d}"))).done();
    let (a, b) = (plain.last("q.r.z2"), full.last("q.r.z2"));
    assert!((a - b).abs() < 1e-12 && a < -1e-3, "{a} {b}");
    // a stiff rod that turns freely about its line, its mass 0.1 m below it: w^2 = m g c/J
    let mut mass = [[0.0; 6]; 6];
    for i in 0..3 {
        mass[i][i] = 2.0;
    }
    (mass[3][3], mass[4][4], mass[5][5]) = (0.05, 0.04, 0.05);
    // m c~ with c = (0, 0, -0.1)
    (mass[3][1], mass[4][0], mass[1][3], mass[0][4]) = (0.2, -0.2, 0.2, -0.2);
    let text = format!("gravity = [0, 0, -9.81]\n[[bodies]]\nname = \"r\"\ntype = \"rod\"\nlength = 1\nelements = 1\nsection = {{ EA = 1e7, GA = 1e7, GJ = 1e7, EI = 1e7, mass = {mass:?} }}\n[[joints]]\nname = \"j\"\ntype = \"revolute\"\nbodies = [\"world\", \"r\"]\naxis = [1, 0, 0]\n");
    let p = load_text(&text).unwrap_or_else(|d| panic!("{d}")).prepare().unwrap();
    let mut system = p.system;
    let q = percussion::statics::settle(&mut system, &p.q0).unwrap();
    let w = percussion::inspect::inspect(&system, &q, &p.u0).frequencies[0];
    let exact = (2.0 * 9.81 * 0.1 / 0.05_f64).sqrt();
    assert!((w - exact).abs() < 1e-4 * exact, "{w} {exact}");
    for (section, why) in [
        ("EA = 1, GA = 1, GJ = 1, EI = 1, mass = [[1, 0], [0, 1]]", "expected 6 rows, found 2"),
        ("rhoA = 1, rhoI = 1, stiffness = [[1, 0, 0, 0, 0, 2], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [2, 0, 0, 0, 0, 1]]", "cannot be a stiffness"),
        ("EA = 1, GA = 1, GJ = 1, EI = 1, mass = [[1, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]]", "cannot be the mass of a section"),
    ] {
        let found = mistakes(&body(section));
        assert!(found.contains(why), "{found}");
    }
}

#[test]
fn three_moments_as_inertia_are_one_mistake() {
    let text = "[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nmass = 1\ninertia = [1, 1, 1]\n";
    let told = mistakes(text);
    assert!(told.contains("expected 3 rows, found 1") && told.contains("'principal'"), "{told}");
    assert_eq!(load_text(text).err().map(|d| d.list.len()), Some(1), "{told}");
}

/// The slide of such a joint had no row in the plane, and its drive was lost.
#[test]
fn sliding_out_of_the_plane_is_refused() {
    let text = "[[bodies]]\nname = \"b\"\ntype = \"planar\"\nmass = 2\nJ = 1\n[[joints]]\nname = \"g\"\ntype = \"prismatic\"\nbodies = [\"world\", \"b\"]\nslide = \"1.5*t^2\"\n";
    let told = mistakes(text);
    assert!(told.contains("the bodies move in the plane of x and y"), "{told}");
    let along = text.replace("slide =", "axis = [1, 0, 0]\nslide =");
    assert_eq!(mistakes(&along), "");
}

#[test]
fn an_unknown_body_is_reported_beside_other_mistakes() {
    let found = mistakes("[[bodies]]\nname = \"b{i}\"\ntype = \"planar\"\nmass = \"zz\"\nJ = 1\nrepeat = 2\n[[joints]]\nname = \"p\"\ntype = \"revolut\"\nbodies = [\"world\", \"nowhere\"]\n[[joints]]\nname = \"p2\"\ntype = \"revolute\"\nbodies = [\"world\", \"nobody\"]\n[[joints]]\nname = \"p3\"\ntype = \"revolute\"\nbodies = [\"world\", \"b2\"]\n[[forces]]\nname = \"f\"\ntype = \"spring\"\nb = { body = \"none\" }\nk = 1\n");
    for name in ["unknown word 'revolut'", "'nowhere'", "'nobody'", "'none'", "unknown name 'zz'"] {
        assert!(found.contains(name), "{name} in\n{found}");
    }
    // what follows from another mistake is none of its own
    for name in ["'b2'", "coincide"] {
        assert!(!found.contains(name), "{name} in\n{found}");
    }
}

#[test]
fn names_are_answered_with_what_they_mean() {
    let body = |mass: &str| {
        format!("[parameters]\nL = 1\n[[bodies]]\nname = \"a\"\ntype = \"planar\"\nmass = \"{mass}\"\nJ = 1\n")
    };
    let index = mistakes(&body("j"));
    assert!(index.contains("the index j exists in entries with repeat = [n, m]"), "{index}");
    assert!(!mistakes(&body("q")).contains("did you mean"), "{}", mistakes(&body("q")));
    let s = mistakes(&body("L").replace("L = 1", "s = 1\nL = 1"));
    assert!(s.contains("in the law of an actuator s is its coordinate"), "{s}");
    let one = mistakes(&body("L").replace("J = 1", "J = 1\nspin = [1, 2]"));
    assert!(one.contains("expected 1 number, found 2"), "{one}");
}

#[test]
fn options_that_do_nothing_are_refused() {
    for s in SCHEMES {
        let has = s.options.iter().any(|o| o.name.starts_with("baumgarte"));
        assert_eq!(has, s.name == "alpha-baumgarte", "{}", s.name);
    }
}

#[test]
fn settings_are_expressions_everywhere() {
    assert_eq!(parse_number("2+3"), Some(5.0));
    assert_eq!(parse_number("90 deg"), Some(std::f64::consts::FRAC_PI_2));
    assert_eq!(parse_number("-pi/2*sqrt(4)"), Some(-std::f64::consts::PI));
    assert_eq!(number_with("2*w", &[("w", 3.0)]), Some(6.0));
    for bad in ["", "NaN", "inf", "1/0", "x", "1//2", "-", "2+", "t"] {
        assert_eq!(parse_number(bad), None, "{bad}");
    }
    let set = |n: &str, v: &str| vec![(n.to_string(), v.to_string())];
    let pendulum = percussion::problems::find("pendulum").unwrap();
    let p = percussion::problems::prepare(pendulum, &set("g", "4+2")).unwrap();
    assert_eq!(p.system.gravity().norm(), 6.0);
}

/// What other programs read: inertia of zero or below by round-off, zero bytes at the end, blank lines before
/// the declaration, commas, links without mass.
#[test]
fn robots_that_other_programs_read_are_read() {
    let robot = "\n\n<?xml version=\"1.0\"?>\n<robot name=\"a\"><link name=\"base\"><inertial><mass value=\"2\"/><inertia ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"0\" iyz=\"0\" izz=\"0\"/></inertial></link>\
<link name=\"arm\"><inertial><origin xyz=\"0.1,0.2, 0.3\"/><mass value=\"1\"/><inertia ixx=\"0.1\" iyy=\"0.1\" izz=\"-2e-35\"/></inertial></link><link name=\"hand\"/>\
<link name=\"tool\"><inertial><mass value=\"0.5\"/></inertial></link><link name=\"tip\"><inertial><mass value=\"0.5\"/><inertia ixx=\"1e-35\" iyy=\"2e-38\" izz=\"1e-35\"/></inertial></link>\
<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/></joint>\
<joint name=\"k\" type=\"continuous\"><parent link=\"arm\"/><child link=\"hand\"/></joint>\
<joint name=\"l\" type=\"continuous\"><parent link=\"hand\"/><child link=\"tool\"/></joint>\
<joint name=\"m\" type=\"continuous\"><parent link=\"tool\"/><child link=\"tip\"/></joint></robot>\n\0";
    let r = convert(robot, ImportOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    let assumed = r.warnings.iter().filter(|w| w.starts_with("ASSUMED")).count();
    assert_eq!(assumed, 5, "{:?}", r.warnings);
    assert!(!r.toml.contains("e-35"), "{}", r.toml);
    load_text(&r.toml).unwrap_or_else(|d| panic!("{d}")).prepare().unwrap();
    let bare = "<robot name=\"a\"><link name=\"base\"/><link name=\"arm\"/><joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/></joint></robot>";
    let r = convert(bare, ImportOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    load_text(&r.toml).unwrap_or_else(|d| panic!("{d}")).prepare().unwrap();
    let alone =
        convert("<robot name=\"a\"><link name=\"base\"/></robot>", ImportOptions::default());
    assert!(alone.err().is_some_and(|e| e.contains("nothing moves")));
}

/// Links that overlap at the start have no contact: the file can be run.
#[test]
fn self_collision_leaves_out_links_that_overlap() {
    let link = |name: &str| {
        format!("<link name=\"{name}\"><inertial><mass value=\"1\"/><inertia ixx=\"0.1\" iyy=\"0.1\" izz=\"0.1\"/></inertial><collision><geometry><sphere radius=\"0.3\"/></geometry></collision></link>")
    };
    let joint = |p: &str, c: &str, x: f64| {
        format!("<joint name=\"{p}{c}\" type=\"revolute\"><parent link=\"{p}\"/><child link=\"{c}\"/><origin xyz=\"{x} 0 0\"/><axis xyz=\"0 1 0\"/><limit lower=\"-1\" upper=\"1\"/></joint>")
    };
    let text = format!(
        "<robot name=\"r\">{}{}{}{}{}{}{}</robot>",
        link("a"),
        link("b"),
        link("c"),
        link("d"),
        joint("a", "b", 0.2),
        joint("b", "c", 0.2),
        joint("c", "d", 1.0)
    );
    let r = convert(
        &text,
        ImportOptions { self_collision: true, height: 0.1, ..ImportOptions::default() },
    )
    .unwrap();
    let left: Vec<&String> = r.warnings.iter().filter(|w| w.starts_with("LEFT OUT")).collect();
    assert!(left.len() == 1 && left[0].contains("'a-1' and 'c-1'"), "{:?}", r.warnings);
    assert!(r.toml.contains("\"a-1.d-1\"") && !r.toml.contains("\"a-1.c-1\""));
    let mut file = load_text(&r.toml).unwrap();
    file.t_end = Some(0.05);
    run(file).done();
}

/// A weight at the end of a rod: mass, centre and inertia of both, and points where they were.
#[test]
fn masses_can_be_attached() {
    let text = r#"
gravity = [0, 0, -9.81]
[[bodies]]
name = "club"
type = "spatial"
mass = 2
principal = [0.1, 0.2, 0.2]
position = [1, 2, 3]
rotation = { axis = [0, 0, 1], angle = "90 deg" }
velocity = [0, 0, 1]
spin_world = [0, 0, 2]
attached = [{ mass = 2, at = [1, 0, 0] }]
[[joints]]
name = "hang"
type = "spherical"
a = { at = [1, 1, 3] }
b = { body = "club", at = [-1, 0, 0] }
[output]
points = [{ name = "tip", body = "club", at = [1, 0, 0] }]
[run]
t_end = 0.002
"#;
    let free = text.replace("[[joints]]", "[[joints]]\nrepeat = 0");
    let r = run(load_text(&free).unwrap_or_else(|d| panic!("{d}"))).done();
    // the centre lies half way along e_y, and moves with (-1, 0, 1)
    let at = |c: &str| r.at(0, c);
    assert!((at("q.club.y") - 2.5).abs() < 1e-12 && (at("u.club.x") + 1.0).abs() < 1e-12);
    assert!((at("u.club.wz") - 2.0).abs() < 1e-12 && at("u.club.z") == 1.0);
    let tip = ["r.tip.x", "r.tip.y", "r.tip.z", "v.tip.x", "v.tip.z"].map(at);
    for (a, b) in tip.iter().zip([1.0, 3.0, 3.0, -2.0, 1.0]) {
        assert!((a - b).abs() < 1e-12, "{tip:?}");
    }
    let p = load_text(&free).unwrap().prepare().unwrap();
    let mut ev = p.system.eval();
    p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
    // 4 kg, and 0.2 + 2 0.5^2 + 2 0.5^2 across
    assert_eq!(ev.M_diag[0], 4.0);
    assert!((ev.M_diag[3] - 0.1).abs() < 1e-14 && (ev.M_diag[5] - 1.2).abs() < 1e-14);
    // the joint fits at the start, as its point did not move
    load_text(&text.replace("velocity = [0, 0, 1]\nspin_world = [0, 0, 2]\n", ""))
        .unwrap()
        .prepare()
        .unwrap_or_else(|d| panic!("{d}"));
}

/// Two turns one after another: the second about an axis that the first has turned.
#[test]
fn rotations_can_be_composed() {
    let text = "[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nmass = 1\nprincipal = [1, 1, 1]\nrotation = [{ axis = [0, 0, 1], angle = \"90 deg\" }, { axis = [1, 0, 0], angle = \"90 deg\" }]\n[output]\npoints = [{ name = \"x\", body = \"b\", at = [1, 0, 0] }, { name = \"y\", body = \"b\", at = [0, 1, 0] }]\n[run]\nt_end = 1e-3\n";
    let r = run(load_text(text).unwrap_or_else(|d| panic!("{d}"))).done();
    let v = |n: &str| ["x", "y", "z"].map(|c| r.at(0, &format!("r.{n}.{c}")));
    for (found, exact) in [(v("x"), [0.0, 1.0, 0.0]), (v("y"), [0.0, 0.0, 1.0])] {
        assert!(found.iter().zip(exact).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
    }
}

/// An ellipsoid that lies on its side rocks about its position of rest: with half axes a along, c up, b across it
/// rolls about b with w^2 = m g (a^2/c - c)/(J + m c^2).
#[test]
fn an_ellipsoid_rocks_on_the_floor() {
    let text = r#"
gravity = [0, 0, -9.81]
[[bodies]]
name = "egg"
type = "spatial"
solid = { type = "ellipsoid", radii = [0.3, 0.1, 0.1], density = 1000 }
position = [0, 0, 0.1]
spin = [0, 0.02, 0]
velocity = [0.002, 0, 0]
[[shapes]]
name = "egg"
type = "ellipsoid"
body = "egg"
radii = [0.3, 0.1, 0.1]
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 0, 1]
[[shapes]]
name = "ball"
type = "sphere"
at = [5, 0, 0]
radius = 0.1
[[contacts]]
name = "c"
between = ["floor", "egg"]
mu = 0.8
[[contacts]]
name = "d"
between = ["egg", "ball"]
[run]
dt = 1e-3
t_end = 1.2
"#;
    let r = run(load_text(text).unwrap_or_else(|d| panic!("{d}"))).done();
    let k2 = (0.09 + 0.01) / 5.0;
    let w = (9.81 * (0.09 / 0.1 - 0.1) / (k2 + 0.01_f64)).sqrt();
    // the second sign change of the rate is half a period after the first
    let rate = r.column("u.egg.wy");
    let zeros: Vec<usize> = (1..rate.len()).filter(|&k| rate[k - 1] * rate[k] < 0.0).collect();
    let half = (zeros[1] - zeros[0]) as f64 * 1e-3;
    assert!((half - std::f64::consts::PI / w).abs() < 5e-3, "{half} {}", std::f64::consts::PI / w);
    // the gap to a far ball is a lower bound of its distance
    let far = r.at(0, "gN.d");
    assert!(0.0 < far && far < 5.0 - 0.1, "{far}");
}

/// A disc that rolls upright in a straight line keeps on, and its path is r times its angle; the rim stays on
/// the plane when it leans and turns.
#[test]
fn a_disc_rolls() {
    let text = |lean: f64| {
        format!("gravity = [0, 0, -9.81]\n[[bodies]]\nname = \"d\"\ntype = \"spatial\"\nsolid = {{ type = \"disc\", radius = 0.5 }}\nmass = 1\nposition = [0, {}, {}]\nrotation = {{ axis = [1, 0, 0], angle = {} }}\nvelocity = [2, 0, 0]\nspin_world = [0, {}, {}]\n[[joints]]\nname = \"roll\"\ntype = \"rolling-disc\"\nradius = 0.5\nb = {{ body = \"d\" }}\n[run]\nt_end = 1\ndt = 1e-3\nproject = true\n",
        0.0, 0.5 * lean.cos(), -std::f64::consts::FRAC_PI_2 + lean, 4.0 * lean.cos(), -4.0 * lean.sin())
    };
    let r = run(load_text(&text(0.0)).unwrap_or_else(|d| panic!("{d}"))).done();
    assert!((r.last("q.d.x") - 2.0).abs() < 1e-9 && r.last("q.d.y").abs() < 1e-9);
    let r = run(load_text(&text(0.2)).unwrap_or_else(|d| panic!("{d}"))).done();
    let s = &r.record.statistics;
    assert!(
        s.position < 1e-10 && (s.energy_end - s.energy_start).abs() < 1e-3 * s.energy_start.abs()
    );
    assert!(r.last("q.d.y").abs() > 0.05, "it runs a curve");
}

#[test]
fn a_file_of_any_name_is_loaded_by_its_text() {
    let none = |_: &str| Err(String::new());
    let text = "[[bodies]]\nname = \"a\"\ntype = \"point\"\nmass = 1\n";
    assert!(load("model.txt", text, &none, &[]).is_ok());
}

/// A rod with a rigid body fixed to each node: the factors grow with the number of nodes, not with its square.
#[test]
fn bodies_at_the_nodes_of_a_rod_cost_linear_time() {
    let fill = |n: usize, mass: f64| {
        let text = format!("[[bodies]]\nname = \"rod\"\ntype = \"rod\"\nlength = 1\nelements = {n}\nsection = {{ E = 2.1e9, nu = 0.3, rho = 7800, radius = 0.01 }}\n[[bodies]]\nname = \"b{{i}}\"\ntype = \"spatial\"\nmass = {mass}\nprincipal = [1, 1, 1]\nposition = [\"i/{n}\", 0, 0]\nrepeat = {n}\n[[joints]]\nname = \"j{{i}}\"\ntype = \"fixed\"\na = {{ body = \"rod\", node = \"i\" }}\nb = {{ body = \"b{{i}}\" }}\nrepeat = {n}\n");
        let p = load_text(&text).unwrap_or_else(|d| panic!("{d}")).prepare().unwrap();
        percussion::system::Kkt::new(&p.system).fill() as f64
    };
    let (a, b) = (fill(20, 0.1), fill(40, 0.1));
    assert!(b < 2.2 * a, "{a} {b}");
}

/// The same with a ball at each node that may touch the floor.
#[test]
fn bodies_at_the_nodes_of_a_rod_on_a_floor_cost_linear_time() {
    let fill = |n: usize| {
        let text = format!("[[bodies]]\nname = \"rod\"\ntype = \"rod\"\nlength = 1\nelements = {n}\nposition = [0, 0, 0.1]\nsection = {{ E = 2.1e9, nu = 0.3, rho = 7800, radius = 0.01 }}\n[[bodies]]\nname = \"b{{i}}\"\ntype = \"spatial\"\nmass = 0.1\nprincipal = [1, 1, 1]\nposition = [\"i/{n}\", 0, 0.1]\nrepeat = {n}\n[[joints]]\nname = \"j{{i}}\"\ntype = \"fixed\"\na = {{ body = \"rod\", node = \"i\" }}\nb = {{ body = \"b{{i}}\" }}\nrepeat = {n}\n[[shapes]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0, 0, 1]\n[[shapes]]\nname = \"s{{i}}\"\ntype = \"sphere\"\nbody = \"b{{i}}\"\nradius = 0.05\nrepeat = {n}\n[[contacts]]\nname = \"c{{i}}\"\nbetween = [\"floor\", \"s{{i}}\"]\nmu = 0.3\nrepeat = {n}\n");
        let p = load_text(&text).unwrap_or_else(|d| panic!("{d}")).prepare().unwrap();
        percussion::system::Kkt::new(&p.system).fill() as f64
    };
    let (a, b) = (fill(10), fill(20));
    assert!(b < 2.2 * a, "{a} {b}");
}

/// Its nodes kept the orientation of no turn, which is a rod under great strain.
#[test]
fn a_rod_laid_by_half_a_turn_is_without_strain() {
    let text = "[[bodies]]\nname = \"r\"\ntype = \"rod\"\nlength = 1\nelements = 2\nsection = { E = 1e6, nu = 0.3, rho = 1000, radius = 0.02 }\nrotation = { axis = [0, 0, 1], angle = \"180 deg\" }\n[run]\ndt = 1e-3\nt_end = 5e-3\n";
    let r = run(load_text(text).unwrap_or_else(|d| panic!("{d}"))).done();
    assert!(r.speed() < 1e-9, "{}", r.speed());
    assert!((r.last("q.r.x2") + 1.0).abs() < 1e-12, "{}", r.last("q.r.x2"));
}

/// A die that slides to rest was taken there at once, over the impacts of the other dice, and rows were not in the order of time.
#[test]
fn one_die_at_rest_hides_no_impacts_of_others() {
    let mut file = model("dice", &[]);
    file.scheme = "event-driven".into();
    file.scheme_options.push(("tol".into(), "1e-4".into()));
    (file.dt, file.t_end, file.every) = (Some(1e-3), Some(0.25), 1);
    // the tetrahedron meets the cube with a gap that jumps
    let r = run(file).ended();
    assert!(r.record.times().is_sorted(), "rows are in the order of time");
    for name in r.record.columns.iter().filter(|c| c.starts_with("gN.table")) {
        let least = r.record.column(name).unwrap().into_iter().fold(0.0, f64::min);
        assert!(least > -1e-12, "{name}: {least:e}");
    }
}

/// A gap whose features went out of sight within a step was taken as one that had stayed wide.
#[test]
fn a_bolt_that_rebounds_from_the_edge_of_a_hole_does_not_enter_it() {
    for tol in ["1e-6", "1e-8"] {
        let mut file = model("peg-in-hole", &[]);
        file.scheme = "hybrid".into();
        file.scheme_options.push(("tol".into(), tol.into()));
        file.t_end = Some(0.05);
        let r = run(file).done();
        assert!(
            r.record.statistics.penetration < 1e-11,
            "{tol}: {:e}",
            r.record.statistics.penetration
        );
    }
}

/// A block at rest under a load that changes: its motion asks for steps of a second, and percussions of rows were those of a
/// parabola through three forces, off by 0.38. (Forces are taken at 256 times of a step at most: 0.007.)
#[test]
fn percussions_at_rest_follow_the_load() {
    let text = "gravity = [0, 0, -9.81]\n[[bodies]]\nname = \"b\"\ntype = \"point\"\nmass = 1\n[[shapes]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0, 0, 1]\n[[shapes]]\nname = \"p\"\ntype = \"points\"\nbody = \"b\"\npoints = [[0, 0, 0]]\n[[contacts]]\nname = \"c\"\nbetween = [\"floor\", \"p\"]\nmu = 0.7\n[[forces]]\nname = \"shake\"\ntype = \"force\"\nat = { body = \"b\" }\nforce = [\"2*sin(13*t)\", 0, \"5*sin(40*t)\"]\n[run]\ndt = 0.05\nt_end = 3\n";
    let mut file = load_text(text).unwrap_or_else(|d| panic!("{d}"));
    file.scheme = "event-driven".into();
    file.scheme_options.push(("tol".into(), "1e-6".into()));
    let r = run(file).done().record;
    let [t, P] = ["t", "PN.c"].map(|c| r.column(c).unwrap());
    for k in 1..t.len() {
        let exact = |t: f64| 9.81 * t + 5.0 / 40.0 * (40.0 * t).cos();
        let off = P[k] - (exact(t[k]) - exact(t[k - 1]));
        assert!(off.abs() < 1e-2, "{}: {off:e}", t[k]);
    }
    assert_eq!(r.statistics.friction_excess, 0.0);
}

/// A force that does not grow with time was applied at once: no equilibrium of a slender beam was found from straight.
#[test]
fn a_constant_load_is_applied_bit_by_bit() {
    let text = r#"
gravity = [0, 0, 0]
[[bodies]]
name = "beam"
type = "beam"
length = 1.0
elements = 8
degree = 3
section = { EA = 1e7, GA = 1e7, EI = 1.0, rhoA = 1.0, rhoI = 0.0001 }
position = [0.0, 0.0]
angle = 0.0
[[forces]]
name = "force"
type = "force"
at = { body = "beam", node = 24 }
force = [0, "10", 0]
[[joints]]
name = "clamp"
type = "fixed"
a = { body = "world" }
b = { body = "beam" }
"#;
    let p = load_text(text).unwrap_or_else(|d| panic!("{d}")).prepare().unwrap();
    let (mut system, settings) = (p.system, percussion::statics::StaticSettings::new(1.0));
    let path = percussion::statics::equilibrium(&mut system, &p.q0, &settings);
    assert_eq!(path.failed_at, None);
    let (first, last) = (&path.states[0], path.last().unwrap());
    // a tenth of the load first; the end from elliptic integrals
    let tip = |q: &[f64]| [q[q.len() - 3], q[q.len() - 2], q[q.len() - 1]];
    assert!(tip(&first.q)[1] < 0.31 && tip(&first.q)[1] > 0.29, "{:?}", tip(&first.q));
    let expected = [0.4450044022462415, 0.8106090248830304, 1.430285538803891];
    for (got, want) in tip(&last.q).iter().zip(expected) {
        assert!((got / want - 1.0).abs() < 1e-4, "{got} for {want}");
    }
}
