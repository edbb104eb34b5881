use crate::common::load_text;
use percussion::problems::load;

const PLANTED: &str = r#"name = "planted"
gravity = [0, -9.81]
gravitiy = [0, 0, 0]

[parameters]
l = "2 * lenght"
m = -1

[[bodies]]
name = "crank"
type = "planer"
mass = 1
J = 1

[[bodies]]
name = "rod"
type = "planar"
mass = "m"
J = "sqrt(-1)"

[[bodies]]
name = "rod"
type = "planar"
mass = 1
J = 1
position = [1, 2, 3, 4]

[[joints]]
name = "hinge"
type = "revolute"
bodies = ["world", "rood"]

[[forces]]
name = "push"
type = "force"
at = { body = "rod" }
force = ["10*sin(2*t", 0, 0]

[run]
scheme = "alhpa"
dt = 0
"#;

/// Every planted mistake and its line.
const EXPECTED: [(usize, &str, &str); 11] = [
    (3, "unknown key 'gravitiy'", "did you mean 'gravity'?"),
    (6, "unknown name 'lenght'", ""),
    (11, "unknown word 'planer'", "did you mean 'planar'?"),
    (18, "-1 is not allowed", "greater than zero"),
    (19, "not a finite number", ""),
    (22, "the name 'rod' is used twice", ""),
    (26, "expected 3 numbers, found 4", ""),
    (31, "unknown body 'rood'", "did you mean 'rod'?"),
    (37, "expected ')'", ""),
    (40, "unknown scheme 'alhpa'", "did you mean 'alpha'?"),
    (41, "0 is not allowed", "greater than zero"),
];

#[test]
fn every_planted_mistake_on_its_line() {
    let d = load_text(PLANTED).err().expect("mistakes");
    let found: Vec<(usize, &str, &str)> =
        d.list.iter().map(|x| (d.place(x).0, x.message.as_str(), x.label.as_str())).collect();
    assert_eq!(found.len(), EXPECTED.len(), "{d}");
    for ((line, message, label), (at, has, help)) in found.iter().zip(EXPECTED) {
        assert_eq!(*line, at, "{message}\n{d}");
        assert!(message.contains(has) && label.contains(help), "{message} {label} {has}");
    }
    let shown = d.to_string();
    assert!(shown.contains("--> test.toml:11:9\n"), "{shown}");
    assert!(shown.contains("11 | type = \"planer\"\n   |         ^^^^^^ did you mean"), "{shown}");
}

#[test]
fn several_mistakes_of_syntax() {
    let d = load_text("a = \nb = 1 2\n[[bodies]\nname = \"x\"\n").err().expect("mistakes");
    let lines: Vec<usize> = d.list.iter().map(|x| d.place(x).0).collect();
    for line in [1, 2, 3] {
        assert!(lines.contains(&line), "{d}");
    }
}

#[test]
fn what_the_core_refuses_is_placed() {
    let text = "[[bodies]]\nname = \"a\"\ntype = \"planar\"\nmass = 1\nJ = 1\nposition = [1, 0]\n\n[[joints]]\nname = \"pin\"\ntype = \"revolute\"\na = { body = \"world\" }\nb = { body = \"a\" }\n";
    let d = load_text(text).unwrap_or_else(|d| panic!("{d}")).prepare().err().expect("refused");
    assert_eq!(d.place(&d.list[0]).0, 9, "{d}");
    assert!(d.to_string().contains("position constraint of 'pin'"), "{d}");
}

#[test]
fn includes_cannot_loop_or_leave_the_folder() {
    let include = |path: &str| match path {
        "parts/a.toml" => Ok("include = [\"b.toml\"]\n[parameters]\nm = 2\n".to_string()),
        "parts/b.toml" => Ok("include = [\"../parts/a.toml\"]\n".to_string()),
        _ => Err("no such file".to_string()),
    };
    let text = "include = [\"parts/a.toml\", \"../x.toml\", \"/etc/passwd\", \"none.toml\"]\n";
    let d = load("m.toml", text, &include, &[]).err().expect("mistakes");
    let all = d.to_string();
    for part in ["includes itself", "leaves the folder", "not relative", "no such file"] {
        assert!(all.contains(part), "{part}: {all}");
    }
}

#[test]
fn parameters_are_set_and_mistakes_in_settings_are_shown() {
    let text = "[parameters]\nm = 1\nJ = \"m/2\"\n[[bodies]]\nname = \"a\"\ntype = \"planar\"\nmass = \"m\"\nJ = \"J\"\n";
    let include = crate::common::no_includes;
    let set = |n: &str, v: &str| vec![(n.to_string(), v.to_string())];
    let p = load("m.toml", text, &include, &set("m", "4")).unwrap_or_else(|d| panic!("{d}"));
    let p = p.prepare().unwrap_or_else(|d| panic!("{d}"));
    let mut ev = p.system.eval();
    p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
    assert_eq!(ev.M_diag, [4.0, 4.0, 2.0]);
    let d = load("m.toml", text, &include, &set("m", "4+")).err().expect("mistake");
    assert!(d.to_string().contains("--> --set:1:5"), "{d}");
    let f =
        load("m.toml", text, &include, &set("q0.a.thet", "1")).unwrap_or_else(|d| panic!("{d}"));
    let d = f.prepare().err().expect("mistake");
    assert!(d.to_string().contains("did you mean 'q0.a.theta'"), "{d}");
}

#[test]
fn sizes_are_limited() {
    let body = "type = \"point\"\nmass = 1\n";
    for text in [
        format!("[[bodies]]\nname = \"a{{i}}\"\n{body}repeat = 1e9\n"),
        format!("[[bodies]]\nname = \"a{{i}}\"\n{body}repeat = [1000, 1000, 1000]\n"),
        format!("[[bodies]]\nname = \"a\"\n{body}repeat = 3\n"),
        format!("[parameters]\na = \"{}1\"\n", "-".repeat(9000)),
        format!("[parameters]\na = {}1{}\n", "[".repeat(5000), "]".repeat(5000)),
        "[parameters]\na = \"b\"\nb = \"a\"\n".to_string(),
        "gravity = [nan, 0, inf]\n".to_string(),
    ] {
        assert!(load_text(&text).is_err(), "{}", &text[..text.len().min(80)]);
    }
}

const FLEXIBLE: &str = r#"name = "flexible"

[[bodies]]
name = "long"
type = "beam"
length = 0
elements = 4
section = { E = 1e9, nu = 0.3, rho = 1000, size = [0.1, 0.1] }

[[bodies]]
name = "soft"
type = "rod"
length = 1
elements = 4
section = { EA = -1, GA = 1, GJ = 1, EI = 1, rhoA = 1, rhoI = 1 }

[[bodies]]
name = "few"
type = "spline-beam"
length = 1
elements = 0
degree = 7
section = { EA = 1, EI = 1, rhoA = 1 }

[[bodies]]
name = "beam"
type = "beam"
length = 1
elements = 4
section = { E = 1e9, nu = 0.3, rho = 1000, size = [0.1, 0.1] }

[[bodies]]
name = "bare"
type = "beam"
length = 1
elements = 4
section = { E = 1e9, rho = 1000, size = [0.1, 0.1] }
mass = 1

[[bodies]]
name = "box"
type = "planar"
mass = 1
J = 1

[[joints]]
name = "a"
type = "revolute"
b = { body = "beam", node = 5 }

[[joints]]
name = "b"
type = "revolute"
b = { body = "beam", s = 1.5 }

[[joints]]
name = "c"
type = "revolute"
b = { body = "box", node = "end" }

[[joints]]
name = "d"
type = "revolute"
bodies = ["world", "beam"]
anchor = [0.3, 0]

[[forces]]
name = "load"
type = "distributed"
body = "box"
force = [0, 1]

[[joints]]
name = "e"
type = "revolute"
b = { body = "soft", node = 3 }
"#;

#[test]
fn every_mistake_of_flexible_bodies_on_its_line() {
    let d = load_text(FLEXIBLE).err().expect("mistakes");
    let expected = [
        (6, "0 is not allowed", "greater than zero"),
        (15, "-1 is not allowed", "greater than zero"),
        (21, "0 is not allowed", "1 to 10000"),
        (22, "7 is not allowed", "2 to 5"),
        (37, "what GA is", "nu"),
        (38, "'mass' has no meaning for a beam", "point, planar, spatial"),
        (49, "5 is not allowed", "from 0 to 4"),
        (54, "1.5 is not allowed", "0 (start) to 1 (end)"),
        (59, "'box' is not flexible", "'at'"),
        (65, "no node of 'beam' is at this point", "'s'"),
        (70, "'box' is not flexible", "rod"),
    ];
    let found: Vec<(usize, &str, &str)> =
        d.list.iter().map(|x| (d.place(x).0, x.message.as_str(), x.label.as_str())).collect();
    assert_eq!(found.len(), expected.len(), "{d}");
    for ((line, message, label), (at, has, help)) in found.iter().zip(expected) {
        assert_eq!(*line, at, "{message}\n{d}");
        assert!(message.contains(has) && label.contains(help), "{message} | {label} | {has}");
    }
}

/// A wrong index was told twice, as an index and as a name; a list of a wrong length did not tell of the plane.
#[test]
fn a_wrong_index_is_told_once_and_a_vector_tells_of_the_plane() {
    let body = |name: &str, position: &str| {
        let text = format!(
            "name = \"m\"\n[[bodies]]\nname = \"{name}\"\ntype = \"planar\"\nmass = 1\nJ = 1\nposition = {position}\n"
        );
        let d = load_text(&text).err().expect("a mistake");
        assert_eq!(d.list.len(), 1, "{d}");
        d.to_string()
    };
    assert!(body("b{j}", "[0, 0]").contains("the index j exists"));
    assert!(body("b", "[0]").contains("3 numbers, or 2 in the plane"));
}

/// A rotation that is no table is answered once, with what it is made of.
#[test]
fn a_rotation_of_numbers_is_told_its_form() {
    for value in ["1.57", "[0, 0, 1.57]", "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]"] {
        let text = format!(
            "[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nmass = 1\nprincipal = [1, 1, 1]\nrotation = {value}\n"
        );
        let told = load_text(&text).err().expect("no rotation").to_string();
        assert!(told.contains("a table { axis = ..., angle = ... }"), "{told}");
        assert_eq!(told.matches("expected").count(), 1, "{told}");
    }
}

/// Every number of a file can be set by its path; a path that leads nowhere is answered with the nearest.
#[test]
fn numbers_are_set_by_their_way() {
    let text = r#"gravity = [0, 0, -9.81]
[parameters]
m = 1
[materials."soft.skin"]
mu = 0.1
[[bodies]]
name = "arm"
type = "spatial"
mass = "m"
principal = [1, 1, 1]
position = [0, 0, 2]
[[bodies]]
name = "arm.tip"
type = "point"
mass = 3
[[shapes]]
name = "skin"
type = "sphere"
body = "arm"
radius = 0.5
material = "soft.skin"
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 0, 1]
[[contacts]]
name = "c"
between = ["floor", "skin"]
"#;
    let with = |sets: &[(&str, &str)]| {
        let sets: Vec<_> = sets.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        let no = |p: &str| Err(format!("no '{p}'"));
        load("test.toml", text, &no, &sets).and_then(|f| f.prepare()).map_err(|d| d.to_string())
    };
    let system = with(&[
        ("bodies.arm.mass", "2*m"),
        ("m", "3"),
        ("bodies.arm.position.z", "4"),
        ("bodies.arm.tip.mass", "5"),
        ("bodies.arm.angular_velocity", "[0, 0, 1]"),
    ]);
    // a value is a number or an expression, no list
    let told = system.err().expect("a list is no number");
    assert!(told.contains("--set"), "{told}");
    let ready = with(&[
        ("bodies.arm.mass", "2*m"),
        ("m", "3"),
        ("bodies.arm.position.z", "4"),
        ("bodies.arm.tip.mass", "5"),
        ("shapes.skin.radius", "0.25"),
        ("gravity.2", "-1"),
        ("materials.soft.skin.mu", "0.7"),
        ("contacts.c.e_N", "0.5"),
        ("u0.arm.x", "1"),
    ])
    .unwrap_or_else(|d| panic!("{d}"));
    let sys = &ready.system;
    let mut ev = sys.eval();
    sys.evaluate(0.0, &ready.q0, &ready.u0, &mut ev);
    assert_eq!((ev.M_diag[0], ev.M_diag[6], sys.gravity().z), (6.0, 5.0, -1.0));
    assert_eq!((ev.g[0], sys.contacts[0].law.e_N, ready.u0[0]), (3.75, 0.5, 1.0));
    assert_eq!(sys.frictions[0].law.mu, 0.7);
    for (set, near) in [
        ("bodies.arn.mass", "bodies.arm.mass"),
        ("bodies.arm.mas", "mass"),
        ("bodies.arm.position.3", "bodies.arm.position"),
        ("materials.hard.mu", "materials.soft.skin.mu"),
        ("shapes.skin", "shapes.skin.radius"),
        ("bodies.arm.mass", "greater than zero"),
    ] {
        let told = with(&[(set, "-1")]).err().unwrap_or_else(|| panic!("accepted: {set}"));
        assert!(told.contains(near) && told.contains("--set"), "{set}: {told}");
    }
}
