//! Convex polyhedra in model files, and shapes that collide without a declared contact.
#![allow(non_snake_case)]

use crate::common::{load_text, model, no_includes, run};
use percussion::file::robots::{convert_with, ImportOptions};
use percussion::problems::load;

fn corners(h: [f64; 3]) -> String {
    let s = [-1.0, 1.0];
    let mut list = Vec::new();
    for x in s {
        for y in s {
            list.extend(s.map(|z| format!("[{}, {}, {}]", x * h[0], y * h[1], z * h[2])));
        }
    }
    format!("[{}]", list.join(", "))
}

/// A block on an incline of 20 degrees, as a box or as the hull of its corners: it slides down. (Where it
/// turned, too, its path would depend on how its corners share the load, which four of them do not determine.)
fn sliding(shape: &str, base: &str) -> String {
    format!(
        r#"
gravity = ["9.81*sin(pi/9)", 0, "-9.81*cos(pi/9)"]
[materials.wood]
mu = 0.2
[[bodies]]
name = "b"
type = "spatial"
mass = 2
solid = {{ type = "box", size = [0.4, 0.3, 0.25] }}
position = [0, 0, 0.125]
velocity = [0.3, 0.1, 0]
[[shapes]]
name = "floor"
material = "wood"
{base}
[[shapes]]
name = "block"
body = "b"
material = "wood"
{shape}
[collide]
all = true
[run]
dt = 1e-3
t_end = 0.4
"#
    )
}

const PLANE: &str = "type = \"plane\"\nnormal = [0, 0, 1]";

#[test]
fn a_hull_of_eight_corners_slides_as_a_box_does() {
    let hull = format!("type = \"hull\"\npoints = {}", corners([0.2, 0.15, 0.125]));
    let cuboid = "type = \"box\"\nsize = [0.4, 0.3, 0.25]";
    let wide = format!("type = \"hull\"\nat = [0, 0, -1]\npoints = {}", corners([3.0, 2.0, 1.0]));
    let end = |shape: &str, base: &str| {
        let r = run(load_text(&sliding(shape, base)).unwrap_or_else(|d| panic!("{d}"))).done();
        ["q.b.x", "q.b.y", "q.b.z", "q.b.p1", "q.b.p2", "q.b.p3"].map(|c| r.last(c))
    };
    // halves and eighths: the gaps at the start are zero without round-off, and all begin with the same step
    let expected = end(cuboid, PLANE);
    for (shape, base) in [(&hull[..], PLANE), (&hull[..], &wide[..]), (cuboid, &wide[..])] {
        let got = end(shape, base);
        for (a, b) in got.iter().zip(&expected) {
            assert!((a - b).abs() < 1e-8, "{base}: {got:?} instead of {expected:?}");
        }
    }
}

/// An octahedron with a face down at z = 0 has its centre at a/√3 above it, a the distance of a vertex from the centre.
#[test]
fn a_die_of_eight_faces_comes_to_rest_on_one() {
    let text = r#"
gravity = [0, 0, -9.81]
[materials.resin]
mu = 0.4
e_N = 0.3
[[bodies]]
name = "die"
type = "spatial"
mass = 0.01
solid = { type = "hull", points = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], scale = 0.01 }
position = [0, 0, 0.05]
velocity = [0.3, 0.1, 0]
spin = [5, 12, 3]
[[shapes]]
name = "table"
type = "plane"
normal = [0, 0, 1]
material = "resin"
collide = true
[[shapes]]
name = "octahedron"
type = "hull"
body = "die"
points = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
scale = 0.01
material = "resin"
collide = true
[run]
dt = 5e-4
t_end = 1.2
"#;
    let file = load_text(text).unwrap_or_else(|d| panic!("{d}"));
    assert_eq!(file.collisions, [["table".to_string(), "octahedron".to_string()]]);
    let r = run(file).done();
    assert!(r.speed() < 1e-6, "{}", r.speed());
    let z = r.last("q.die.z");
    assert!((z - 0.01 / 3f64.sqrt()).abs() < 1e-6, "{z}");
}

/// Three blocks on one another and a wedge beside: at rest they stay.
#[test]
fn blocks_that_collide_stand_on_one_another() {
    let mut text = String::from(
        "gravity = [0, 0, -9.81]\n[materials.wood]\nmu = 0.5\n[collide]\nall = true\n",
    );
    text +=
        "[[shapes]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0, 0, 1]\nmaterial = \"wood\"\n";
    for k in 0..3 {
        let (z, turn) = (0.1 + 0.2 * f64::from(k), 0.4 * f64::from(k));
        text += &format!(
            "[[bodies]]\nname = \"b{k}\"\ntype = \"spatial\"\nsolid = {{ type = \"prism\", density = 500, length = 0.2, points = [[0.2, 0], [0, 0.2], [-0.2, 0], [0, -0.2]] }}\nposition = [0, 0, {z}]\nrotation = {{ axis = [0, 0, 1], angle = {turn} }}\n[[shapes]]\nname = \"s{k}\"\ntype = \"prism\"\nbody = \"b{k}\"\nlength = 0.2\npoints = [[0.2, 0], [0, 0.2], [-0.2, 0], [0, -0.2]]\nmaterial = \"wood\"\n"
        );
    }
    text += "[run]\ndt = 2e-3\nt_end = 0.2\n";
    let file = load_text(&text).unwrap_or_else(|d| panic!("{d}"));
    assert_eq!(file.collisions.len(), 6);
    let r = run(file).done();
    assert!(r.speed() < 1e-8, "{}", r.speed());
    assert!((r.last("q.b2.z") - 0.5).abs() < 1e-9);
}

const MACHINE: &str = r#"
[[bodies]]
name = "a"
type = "spatial"
mass = 1
principal = [1, 1, 1]
[[bodies]]
name = "b"
type = "spatial"
mass = 1
principal = [1, 1, 1]
position = [2, 0, 0]
[[bodies]]
name = "c"
type = "spatial"
mass = 1
principal = [1, 1, 1]
position = [4, 0, 0]
[[joints]]
name = "hinge"
type = "revolute"
bodies = ["a", "b"]
anchor = [1, 0, 0]
axis = [0, 0, 1]
[[shapes]]
name = "floor"
type = "plane"
at = [0, 0, -2]
normal = [0, 0, 1]
groups = ["ground"]
[[shapes]]
name = "wall"
type = "plane"
at = [-5, 0, 0]
normal = [1, 0, 0]
collide = false
[[shapes]]
name = "A"
type = "sphere"
body = "a"
radius = 0.1
groups = ["arm"]
[[shapes]]
name = "A2"
type = "sphere"
body = "a"
at = [0, 0, 1]
radius = 0.1
[[shapes]]
name = "B"
type = "sphere"
body = "b"
radius = 0.1
[[shapes]]
name = "C"
type = "sphere"
body = "c"
radius = 0.1
touches = ["arm", "ground"]
[collide]
all = true
"#;

fn collisions(text: &str) -> Vec<String> {
    let file = load_text(text).unwrap_or_else(|d| panic!("{d}"));
    let list = file.collisions.iter().map(|p| p.join(" ")).collect();
    file.assemble().unwrap_or_else(|d| panic!("{d}"));
    list
}

#[test]
fn groups_joints_and_names_say_what_collides() {
    let all = ["floor A", "floor A2", "floor B", "floor C", "A C"];
    assert_eq!(collisions(MACHINE), all, "C touches groups only, a joint connects A and B");
    let joined = collisions(&MACHINE.replace("all = true", "all = true\njoined = true"));
    assert_eq!(joined, ["floor A", "floor A2", "floor B", "floor C", "A B", "A C", "A2 B"]);
    let excluded = "all = true\nexclude = [[\"world\", \"a\"], [\"C\", \"A\"]]";
    assert_eq!(collisions(&MACHINE.replace("all = true", excluded)), ["floor B", "floor C"]);
    let own =
        format!("{MACHINE}\n[[contacts]]\nname = \"mine\"\nbetween = [\"C\", \"A\"]\nmu = 1\n");
    assert_eq!(collisions(&own), &all[..4], "a contact of its own");
    assert!(collisions(&MACHINE.replace("all = true", "all = false")).is_empty());
}

fn refused(text: &str, why: &str) {
    let Err(d) = load_text(text) else { panic!("accepted: {text}") };
    assert!(d.to_string().contains(why), "{d}\nshould say: {why}");
}

#[test]
fn polyhedra_that_cannot_be_are_refused_by_name() {
    let with = |shape: &str| {
        format!("[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nmass = 1\nprincipal = [1, 1, 1]\n[[shapes]]\nname = \"s\"\nbody = \"b\"\n{shape}\n[[shapes]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0, 0, 1]\n[[contacts]]\nname = \"c\"\nbetween = [\"floor\", \"s\"]\n")
    };
    let hull = |points: &str| with(&format!("type = \"hull\"\npoints = {points}"));
    refused(&hull("[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]"), "one plane or line");
    refused(&hull("[[0, 0, 0], [1, 0, 0], [0, 1, 0]]"), "3 points make no hull");
    refused(&hull("[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]"), "are the same");
    refused(&hull("[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, \"1/0\"]]"), "finite");
    refused(&with("type = \"hull\""), "either points or a file");
    refused(&with("type = \"hull\"\nfile = \"a.stl\""), "nothing can be included here");
    refused(&with("type = \"hull\"\nfile = \"../a.stl\""), "leaves the folder");
    refused(
        &with("type = \"prism\"\nlength = 1\npoints = [[0, 0], [2, 0], [1, 0.1], [1, 1]]"),
        "not convex",
    );
    let prism = |points: &str| with(&format!("type = \"prism\"\nlength = 1\npoints = {points}"));
    refused(&prism("[[0, 0], [1, 1], [1, 0], [0, 1]]"), "crosses itself");
    // twice round: a star of five points
    let star = "[[1, 0], [-0.809, 0.588], [0.309, -0.951], [0.309, 0.951], [-0.809, -0.588]]";
    refused(&prism(star), "crosses itself");
    load_text(&prism("[[0, 1], [1, 1], [1, 0], [0, 0]]")).unwrap_or_else(|d| panic!("{d}"));
    refused(&hull("[[0, 0, 0], [1, 0], [0, 1, 0], [0, 0, 1]]"), "as many coordinates");
    refused(&with("type = \"box\"\nsize = [1, 1]"), "in space it has three");
    refused(&with("type = \"box\""), "size = [x, y, z]");
    refused(&with("type = \"prism\"\npoints = [[0, 0], [2, 0], [1, 1]]"), "'length' is missing");
    refused(&with("type = \"wedge\"\nsize = [1, 0, 1]"), "greater than zero");
    refused(&with("type = \"wedge\"\nsize = [1, 1]"), "3 numbers");
    let tubes = with("type = \"cylinder\"\nradius = 1\ncollide = true").replace(
        "type = \"plane\"\nnormal = [0, 0, 1]",
        "type = \"hollow-cylinder\"\nradius = 3\ncollide = true",
    );
    let only = tubes.split("[[contacts]]").next().unwrap().to_string();
    refused(&only, "'s' and 'floor' collide, but there is no contact");
    refused(&MACHINE.replace("\"arm\", \"ground\"", "\"arms\""), "unknown group 'arms'");
    refused(
        &MACHINE.replace("all = true", "exclude = [[\"A\", \"X\"]]"),
        "unknown shape or body 'X'",
    );
    refused(&MACHINE.replace("all = true", "exclude = [[\"A\"]]"), "pairs of names");
}

/// A tetrahedron in a file; its centre of volume is the mean of its corners.
#[test]
fn hulls_are_read_from_files() {
    let obj = "v 0 0 0\nv 10 0 0\nv 0 10 0\nv 0 0 10\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let include = |path: &str| {
        match path {
        "parts/corner.obj" => Ok(obj.to_string()),
        "parts/bad.obj" => Ok(obj.replace("10", "nan")),
        "parts/part.toml" => Ok(
            "[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nsolid = { type = \"hull\", file = \"corner.obj\", scale = 0.1, density = 6 }\nposition = [0, 0, 1]\n[[shapes]]\nname = \"s\"\ntype = \"hull\"\nbody = \"b\"\nfile = \"corner.obj\"\nscale = 0.1\ncentred = true\ncollide = true\n".to_string(),
        ),
        _ => no_includes(path),
    }
    };
    let text = "include = [\"parts/part.toml\"]\n[[shapes]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0, 0, 1]\ncollide = true\n";
    let file = load("test.toml", text, &include, &[]).unwrap_or_else(|d| panic!("{d}"));
    let p = file.assemble().unwrap_or_else(|d| panic!("{d}"));
    let mut ev = p.system.eval();
    p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
    // volume 1/6: mass 1; the centre is a quarter of the edge above the base
    assert!((ev.M[0] - 1.0).abs() < 1e-14);
    let least = p.system.contacts.iter().map(|c| ev.g[c.row]).fold(f64::INFINITY, f64::min);
    assert!((least - 0.75).abs() < 1e-14, "{least}");
    let bad = "[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nsolid = { type = \"hull\", file = \"parts/bad.obj\", density = 6 }\n";
    let Err(d) = load("test.toml", bad, &include, &[]) else { panic!("accepted") };
    assert!(d.to_string().contains("line 2: a coordinate is not a finite number"), "{d}");
}

/// Each die lies on a face: its centre is as high as the sphere inside it. That has the radius |v|/3 for a tetrahedron with the
/// vertices v, |v|/√3 for an octahedron, φ² e/(2√3) for an icosahedron of edge e.
#[test]
fn dice_come_to_rest_on_their_faces() {
    let r = run(model("dice", &[])).done();
    assert!(r.speed() < 1e-6, "{}", r.speed());
    let (a, f) = (0.01, 0.5 * (1.0 + 5f64.sqrt()));
    let s = 3f64.sqrt();
    for (name, z) in
        [("d4", a * s / 3.0), ("d6", a), ("d8", 1.5 * a / s), ("d20", 0.8 * a * f * f / s)]
    {
        let got = r.last(&format!("q.{name}.z"));
        assert!((got - z).abs() < 1e-7, "{name}: {got} instead of {z}");
    }
}

/// A block on a wedge of slope 1/3 slides down with g (sin β - μ cos β).
#[test]
fn a_block_slides_down_a_wedge_with_the_known_acceleration() {
    let text = r#"
gravity = [0, 0, -9.81]
[parameters]
beta = "atan(1/3)"
[materials.wood]
mu = 0.2
[[bodies]]
name = "b"
type = "spatial"
mass = 2
solid = { type = "box", size = [0.2, 0.3, 0.1] }
position = ["0.05*sin(beta)", 0, "0.05*cos(beta)"]
rotation = { axis = [0, 1, 0], angle = "beta" }
[[shapes]]
name = "slope"
type = "wedge"
size = [3, 1, 1]
material = "wood"
[[shapes]]
name = "block"
type = "box"
body = "b"
size = [0.2, 0.3, 0.1]
material = "wood"
[collide]
all = true
[run]
dt = 1e-3
t_end = 0.5
project = true
"#;
    let r = run(load_text(text).unwrap_or_else(|d| panic!("{d}"))).done();
    let (s, c) = (1f64 / 10f64.sqrt(), 3.0 / 10f64.sqrt());
    let way = 0.5 * 9.81 * (s - 0.2 * c) * 0.25;
    let (x, z) = (r.last("q.b.x") - 0.05 * s, r.last("q.b.z") - 0.05 * c);
    assert!((x - way * c).abs() < 1e-6 && (z + way * s).abs() < 1e-6, "{x} {z}, not {way}");
}

/// The mesh of a robot's trunk becomes its hull, which keeps the robot off the floor.
#[test]
fn meshes_of_robots_become_hulls() {
    let obj = "v -0.2 -0.1 -0.05\nv 0.2 -0.1 -0.05\nv 0.2 0.1 -0.05\nv -0.2 0.1 -0.05\nv 0 0 0.3\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";
    let urdf = r#"<robot name="r"><link name="trunk">
<inertial><mass value="2"/><inertia ixx="0.02" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><mesh filename="package://r/trunk.obj" scale="1 1 0.5"/></geometry></collision>
</link></robot>"#;
    let include = |path: &str| match path {
        "package://r/trunk.obj" => Ok(obj.to_string()),
        _ => no_includes(path),
    };
    let options = ImportOptions { height: 0.01, ..ImportOptions::default() };
    let robot = convert_with(urdf, options, &include).unwrap();
    let warned = robot.warnings.join("\n");
    assert!(
        warned.contains("6 triangles are taken as their convex hull of 5 vertices"),
        "{warned}"
    );
    let mut file = load_text(&robot.toml).unwrap_or_else(|d| panic!("{}\n{d}", robot.toml));
    file.t_end = Some(0.5);
    let r = run(file).done();
    // the base of the pyramid lies on the floor, 0.025 below its origin
    assert!(r.speed() < 1e-9, "{}", r.speed());
    let gaps: Vec<f64> =
        r.record.columns.iter().filter(|c| c.starts_with("gN.")).map(|c| r.last(c)).collect();
    assert_eq!(gaps.iter().filter(|g| g.abs() < 1e-9).count(), 4, "{gaps:?}");
    let none = convert_with(urdf, options, &no_includes).unwrap();
    assert!(none.warnings.iter().any(|w| w.contains("SKIPPED") && w.contains("trunk.obj")));
}

/// A square in the plane as a rectangle, and as a polygon, dropped onto a corner of another one, rolls off the same way.
fn in_the_plane(shape: &str, base: &str) -> [f64; 3] {
    let text = format!(
        r#"
gravity = [0, -9.81, 0]
[materials.wood]
mu = 0.3
[[bodies]]
name = "b"
type = "planar"
mass = 1
solid = {{ type = "box", size = [0.25, 0.25] }}
position = [0.3, 0.3]
angle = 0.2
[[shapes]]
name = "base"
material = "wood"
{base}
[[shapes]]
name = "block"
body = "b"
material = "wood"
{shape}
[collide]
all = true
[run]
dt = 1e-3
t_end = 0.5
"#
    );
    let r = run(load_text(&text).unwrap_or_else(|d| panic!("{d}"))).done();
    ["q.b.x", "q.b.y", "q.b.theta"].map(|c| r.last(c))
}

#[test]
fn polygons_of_the_plane_move_as_rectangles_do() {
    let rectangle = "type = \"box\"\nsize = [0.25, 0.25]";
    let polygon = "type = \"hull\"\npoints = [[0.125, 0.125], [-0.125, 0.125], [-0.125, -0.125], [0.125, -0.125]]";
    let base = "type = \"box\"\nsize = [0.5, 0.25]";
    let wide = "type = \"hull\"\npoints = [[0.25, 0.125], [-0.25, 0.125], [-0.25, -0.125], [0.25, -0.125]]";
    let expected = in_the_plane(rectangle, base);
    for (shape, base) in [(polygon, base), (rectangle, wide), (polygon, wide)] {
        let got = in_the_plane(shape, base);
        for (a, b) in got.iter().zip(&expected) {
            assert!((a - b).abs() < 1e-6, "{got:?} instead of {expected:?}");
        }
    }
}

/// A polygon of density one: the square of the edge a has the mass a² and the moment a⁴/6.
#[test]
fn polygons_have_mass_and_rest_on_lines() {
    let text = r#"
gravity = [0, -9.81, 0]
[materials.wood]
mu = 0.3
[[bodies]]
name = "b"
type = "planar"
solid = { type = "hull", density = 2, points = [[0, 0], [1, 0], [1, 1], [0, 1]] }
position = [0, 0.5]
[[shapes]]
name = "block"
type = "hull"
body = "b"
material = "wood"
centred = true
points = [[0, 0], [1, 0], [1, 1], [0, 1]]
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 1, 0]
material = "wood"
[[shapes]]
name = "disc"
type = "sphere"
at = [0.75, 0.5]
radius = 0.25
[collide]
all = true
[run]
dt = 1e-3
t_end = 0.1
"#;
    let file = load_text(text).unwrap_or_else(|d| panic!("{d}"));
    assert_eq!(file.collisions.len(), 2);
    let p = file.assemble().unwrap_or_else(|d| panic!("{d}"));
    let mut ev = p.system.eval();
    p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
    assert!((ev.M_diag[0] - 2.0).abs() < 1e-14 && (ev.M_diag[2] - 2.0 / 6.0).abs() < 1e-14);
    let r = run(load_text(text).unwrap_or_else(|d| panic!("{d}"))).done();
    assert!(r.speed() < 1e-10, "{}", r.speed());
    let closed: Vec<&String> = r
        .record
        .columns
        .iter()
        .filter(|c| c.starts_with("gN.") && r.last(c).abs() < 1e-12)
        .collect();
    assert_eq!(closed.len(), 3, "two corners and the disc: {closed:?}");
}

/// A hull of a file without a name was left out without a word.
#[test]
fn a_file_without_a_name_is_a_mistake() {
    for name in ["", ".", "./"] {
        let text = sliding(&format!("type = \"hull\"\nfile = \"{name}\""), PLANE);
        let d = load_text(&text).err().map(|d| d.to_string()).unwrap_or_default();
        assert!(d.contains("it names no file"), "{name}: {d}");
    }
}
