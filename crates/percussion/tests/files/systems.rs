use crate::common::{load_text, run};

const ROD: &str = r#"
[parameters]
m = 1
l = 1
g = 10
[[systems]]
name = "rod"
coordinates = ["x", "y", "phi"]
M = [["m", 0, 0], [0, "m", 0], [0, 0, "m*l*l/3"]]
h = [0, "-m*g", 0]
potential = "m*g*y"
q0 = [0, "l*sin(31 deg)", "31 deg"]
u0 = [30, 0, 0]
[[systems.contacts]]
name = "tip"
gap = "y - l*sin(phi)"
slide = ["x' - l*sin(phi)*phi'"]
mu = "5/3"
[run]
dt = 8e-4
t_end = 0.5
options = { rho_inf = 0.9 }
"#;

/// The same equations as the named problem painleve-rod, written down in a file.
#[test]
fn a_system_of_expressions_is_the_one_of_functions() {
    let ours = run(load_text(ROD).unwrap_or_else(|d| panic!("{d}"))).done();
    let named = "[[functions]]\nsystem = \"painleve-rod\"\n[run]\ndt = 8e-4\nt_end = 0.5\noptions = { rho_inf = 0.9 }\n";
    let theirs = run(load_text(named).unwrap_or_else(|d| panic!("{d}"))).done();
    for c in ["q.rod.x", "q.rod.y", "q.rod.phi"] {
        assert!((ours.last(c) - theirs.last(c)).abs() < 1e-9, "{c}");
    }
}

#[test]
fn a_chain_is_ten_lines() {
    let text = r#"
gravity = [0, -9.81, 0]
[[bodies]]
name = "link{i}"
type = "planar"
repeat = 5
mass = 1
solid = { type = "rod", length = 1 }
position = ["i - 0.5", 0]
[[joints]]
name = "hinge{i}"
type = "revolute"
repeat = 5
a = { body = "link{i-1}", at = [0.5, 0] }
b = { body = "link{i}", at = [-0.5, 0] }
"#;
    // the first link hangs in the world: its frame differs
    let d = load_text(text).err().expect("link0 does not exist");
    assert!(d.to_string().contains("unknown body 'link0'"), "{d}");
    let text = text.replace("a = { body = \"link{i-1}\", at = [0.5, 0] }\nb = { body = \"link{i}\", at = [-0.5, 0] }",
        "bodies = [\"link{i}\", \"link{i+1}\"]\nanchor = [\"i\", 0]").replace("name = \"hinge{i}\"\ntype = \"revolute\"\nrepeat = 5", "name = \"hinge{i}\"\ntype = \"revolute\"\nrepeat = 4")
        + "[[joints]]\nname = \"hinge0\"\ntype = \"revolute\"\nbodies = [\"world\", \"link1\"]\n";
    let ours = run(load_text(&text).unwrap_or_else(|d| panic!("{d}"))).done();
    let s = &ours.record.statistics;
    assert!((s.energy_end - s.energy_start).abs() < 1e-3 * 9.81 * 5.0);
    assert!(s.position < 1e-10);
}

/// A force that depends on another body's coordinate, and one along a distance, against springs.
#[test]
fn expressions_of_coordinates_act_as_springs() {
    let bodies = "[[bodies]]\nname = \"a\"\ntype = \"planar\"\nmass = 1\nJ = 1\n[[bodies]]\nname = \"b\"\ntype = \"planar\"\nmass = 2\nJ = 1\nposition = [2, 0]\n";
    let spring = "[[forces]]\nname = \"s\"\ntype = \"spring\"\na = { body = \"a\" }\nb = { body = \"b\" }\nk = 5\nc = 0.3\nrest = 1\n";
    let actuator = "[[forces]]\nname = \"s\"\ntype = \"actuator\"\na = { body = \"a\" }\nb = { body = \"b\" }\nlaw = \"-5*(s - 1) - 0.3*v\"\n";
    let loads = "[[forces]]\nname = \"l{i}\"\ntype = \"force\"\nrepeat = 2\nat = { body = \"b\" }\nforce = [\"if(i == 1, -5*(b.x - a.x - 1), -0.3*(b.x' - a.x'))\", 0]\n[[forces]]\nname = \"m\"\ntype = \"force\"\nat = { body = \"a\" }\nforce = [\"5*(b.x - a.x - 1) + 0.3*(b.x' - a.x')\", 0]\n";
    let end = |force: &str| {
        let r =
            run(load_text(&format!("{bodies}{force}")).unwrap_or_else(|d| panic!("{d}"))).done();
        (r.last("q.a.x"), r.last("q.b.x"))
    };
    let (x, y) = end(spring);
    for other in [actuator, loads] {
        let (a, b) = end(other);
        assert!((a - x).abs() < 1e-9 && (b - y).abs() < 1e-9, "{a} {x} {b} {y}");
    }
    assert!((x - 0.5).abs() > 0.05);
}

#[test]
fn a_driven_joint_follows_its_expression() {
    let text = "[[bodies]]\nname = \"c\"\ntype = \"planar\"\nmass = 1\nJ = 1\nposition = [1, 0]\n[[joints]]\nname = \"p\"\ntype = \"revolute\"\nbodies = [\"world\", \"c\"]\nturn = \"t^2\"\n[run]\nt_end = 3\n";
    let r = run(load_text(text).unwrap_or_else(|d| panic!("{d}"))).done();
    assert!((r.last("q.c.theta") - 9.0).abs() < 1e-8, "{}", r.last("q.c.theta"));
}

#[test]
fn joint_stops_hold() {
    let text = "gravity = [0, -9.81, 0]\n[[bodies]]\nname = \"c\"\ntype = \"planar\"\nmass = 1\nJ = 0.1\nposition = [1, 0]\n[[joints]]\nname = \"p\"\ntype = \"revolute\"\nbodies = [\"world\", \"c\"]\nmin = \"-30 deg\"\nmax = \"200 deg\"\n[run]\nt_end = 3\n";
    let r = run(load_text(text).unwrap_or_else(|d| panic!("{d}"))).done();
    let limit = -30.0_f64.to_radians();
    assert!((r.last("q.c.theta") - limit).abs() < 1e-9, "{}", r.last("q.c.theta"));
    assert!(r.speed() < 1e-10);
}
