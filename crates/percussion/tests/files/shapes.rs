//! Every pair of shapes: what touches, where it comes to rest, and what is refused.

use crate::common::{load_text, run, Run};

/// A body with the shape `upper` over the shape `lower` of the world.
fn pair(lower: &str, upper: &str, start: &str) -> String {
    format!(
        r#"
gravity = [0, 0, -9.81]
[[bodies]]
name = "body"
type = "spatial"
mass = 1
principal = [0.002, 0.002, 0.002]
{start}
[[shapes]]
name = "lower"
{lower}
[[shapes]]
name = "upper"
body = "body"
{upper}
[[contacts]]
name = "on"
between = ["lower", "upper"]
mu = 0.6
[run]
dt = 1e-3
t_end = 1
"#
    )
}

fn falls(lower: &str, upper: &str, start: &str) -> Run {
    let text = pair(lower, upper, start);
    let r = run(load_text(&text).unwrap_or_else(|d| panic!("{lower} {upper}: {d}"))).done();
    let p = r.record.statistics.penetration;
    assert!(p < 1e-10, "{lower} {upper}: penetration {p:e}");
    r
}

/// Rests with its centre at the height z, carried by its weight.
fn rests(lower: &str, upper: &str, start: &str, z: f64) -> Run {
    let r = falls(lower, upper, start);
    assert!((r.last("q.body.z") - z).abs() < 1e-9, "{lower} {upper}: {}", r.last("q.body.z"));
    assert!(r.speed() < 1e-10, "{lower} {upper}: velocity {:e}", r.speed());
    let force: f64 = r
        .record
        .columns
        .iter()
        .filter(|c| c.starts_with("laN.") && !c.ends_with(".F"))
        .map(|c| r.last(c))
        .sum();
    assert!((force - 9.81).abs() < 1e-8, "{lower} {upper}: force {force}");
    r
}

const PLANE: &str = "type = \"plane\"\nnormal = [0, 0, 1]";
const BOX: &str = "type = \"box\"\nsize = [0.2, 0.2, 0.2]";
const SPHERE: &str = "type = \"sphere\"\nradius = 0.1";
const CAPSULE: &str = "type = \"capsule\"\nradius = 0.05\npoints = [[-0.1, 0, 0], [0.1, 0, 0]]";
const ACROSS: &str = "type = \"capsule\"\nradius = 0.05\npoints = [[0, -0.3, 0], [0, 0.3, 0]]";
const POINTS: &str =
    "type = \"points\"\npoints = [[0.05, 0, -0.1], [-0.03, 0.04, -0.1], [-0.03, -0.04, -0.1]]";
const CYLINDER: &str = "type = \"cylinder\"\nradius = 0.1\nlength = 0.2";
const ENDLESS: &str = "type = \"cylinder\"\nradius = 0.1\naxis = [0, 1, 0]";
const HOLLOW: &str = "type = \"hollow-cylinder\"\nradius = 0.5\naxis = [0, 1, 0]";
const RIM: &str = "type = \"rim\"\nradius = 0.1\naxis = [0, 1, 0]";

fn at(z: f64) -> String {
    format!("position = [0, 0, {z}]")
}

#[test]
fn on_a_plane() {
    rests(PLANE, SPHERE, &at(0.11), 0.1);
    rests(PLANE, BOX, &at(0.11), 0.1);
    rests(PLANE, CAPSULE, &at(0.06), 0.05);
    rests(PLANE, POINTS, &at(0.11), 0.1);
    rests(PLANE, RIM, &at(0.11), 0.1);
}

#[test]
fn a_cylinder_stands_lies_rolls_and_falls_over() {
    rests(PLANE, CYLINDER, &at(0.12), 0.1);
    // lying, its axis along y
    let lying = "rotation = { axis = [1, 0, 0], angle = \"90 deg\" }";
    rests(PLANE, CYLINDER, &format!("{}\n{lying}", at(0.12)), 0.1);
    // rolling: spin and velocity fit, and nothing slows it
    let rolls = format!("{}\n{lying}\nvelocity = [0.5, 0, 0]\nspin = [0, 0, -5]", at(0.1));
    let r = falls(PLANE, CYLINDER, &rolls);
    assert!((r.last("u.body.x") - 0.5).abs() < 1e-8, "{}", r.last("u.body.x"));
    assert!((r.last("q.body.x") - 0.5).abs() < 1e-6);
    // tilted by less than the angle of its diagonal it stands up, by more it falls over
    for (angle, z) in [(20.0, 0.1), (60.0, 0.1)] {
        let tilt = format!("rotation = {{ axis = [1, 0.3, 0], angle = \"{angle} deg\" }}");
        let slim = "type = \"cylinder\"\nradius = 0.1\nlength = 0.2";
        let r = falls(PLANE, slim, &format!("{}\n{tilt}", at(0.2)));
        assert!((r.last("q.body.z") - z).abs() < 0.05, "{angle}: {}", r.last("q.body.z"));
    }
}

#[test]
fn on_a_box() {
    rests(BOX, SPHERE, &at(0.22), 0.2);
    rests(BOX, POINTS, &at(0.22), 0.2);
    rests(BOX, CAPSULE, &at(0.17), 0.15);
    // longer than the box: it lies on two edges
    rests(BOX, ACROSS, &at(0.17), 0.15);
    // turned by 45 degrees, over two corners of the face
    let turned = "rotation = { axis = [0, 0, 1], angle = \"45 deg\" }";
    rests(BOX, ACROSS, &format!("{}\n{turned}", at(0.17)), 0.15);
    // past the edge
    for shape in [SPHERE, CAPSULE] {
        let r = falls(BOX, shape, "position = [0.19, 0, 0.3]");
        assert!(r.last("q.body.z") < -1.0, "{shape}");
    }
}

#[test]
fn round_on_round() {
    // straight above each other, where nothing pushes aside
    rests(SPHERE, SPHERE, &at(0.21), 0.2);
    rests(SPHERE, CAPSULE, &at(0.16), 0.15);
    rests(CAPSULE, SPHERE, &at(0.16), 0.15);
    // crossed and parallel
    rests(CAPSULE, ACROSS, &at(0.11), 0.1);
    rests(CAPSULE, CAPSULE, &at(0.11), 0.1);
    rests(ENDLESS, SPHERE, &at(0.21), 0.2);
    rests(ENDLESS, CAPSULE, &at(0.16), 0.15);
    rests(ENDLESS, BOX, &at(0.21), 0.2);
    rests(CYLINDER, SPHERE, &at(0.21), 0.2);
    rests(CYLINDER, POINTS, &at(0.21), 0.2);
    // beside the end of the cylinder it falls
    let r = falls(CYLINDER, SPHERE, "position = [0.19, 0, 0.3]");
    assert!(r.last("q.body.z") < -1.0);
}

#[test]
fn inside_a_hollow_cylinder() {
    rests(HOLLOW, SPHERE, &at(-0.38), -0.4);
    rests(HOLLOW, ACROSS, &at(-0.43), -0.45);
    let r = falls(HOLLOW, BOX, &at(-0.35));
    assert!((r.last("q.body.z") + (0.25_f64 - 0.01).sqrt() - 0.1).abs() < 1e-9);
    // lying along the hole, and across it on its rims
    let lying = "rotation = { axis = [1, 0, 0], angle = \"90 deg\" }";
    rests(HOLLOW, CYLINDER, &format!("{}\n{lying}", at(-0.38)), -0.4);
    let r = falls(HOLLOW, CYLINDER, &at(-0.35));
    assert!((r.last("q.body.z") + (0.25_f64 - 0.01).sqrt() - 0.1).abs() < 1e-9);
    assert!(r.speed() < 1e-9, "{:e}", r.speed());
    let ball = "type = \"ellipsoid\"\nradii = [0.1, 0.2, 0.05]";
    rests(HOLLOW, ball, &at(-0.43), -0.45);
    let torus = "type = \"torus\"\nradius = 0.1\ntube = 0.02\naxis = [0, 1, 0]";
    rests(HOLLOW, torus, &at(-0.37), -0.38);
}

/// In the plane all shapes touch all others, but those that cannot.
#[test]
fn the_whole_plane() {
    let all = [
        ("plane", "type = \"plane\"\nnormal = [0, 1, 0]"),
        ("hollow-cylinder", "type = \"hollow-cylinder\"\nradius = 0.5"),
        ("points", "type = \"points\"\npoints = [[0.1, 0.1, 0], [-0.1, 0, 0]]"),
        ("sphere", SPHERE),
        ("box", "type = \"box\"\nsize = [0.2, 0.1]"),
        ("rounded box", "type = \"box\"\nsize = [0.2, 0.1]\nradius = 0.02"),
        ("capsule", CAPSULE),
        ("cylinder", "type = \"cylinder\"\nradius = 0.1"),
        ("with a length", "type = \"cylinder\"\nradius = 0.1\nlength = 0.3"),
        ("ellipsoid", "type = \"ellipsoid\"\nradii = [0.2, 0.1]"),
        ("polygon", "type = \"hull\"\npoints = [[0, 0], [0.2, 0], [0, 0.1]]"),
        ("rounded", "type = \"hull\"\nradius = 0.02\npoints = [[0, 0], [0.2, 0], [0, 0.1]]"),
        (
            "outline",
            "type = \"outline\"\npoints = [[0, 0], [0.2, 0, 0.3], [0.2, 0.1], [0.1, 0.05]]",
        ),
    ];
    for (i, (a, one)) in all.iter().enumerate() {
        for (j, (b, two)) in all.iter().enumerate() {
            let text = format!(
                "[[bodies]]\nname = \"body\"\ntype = \"planar\"\nmass = 1\nJ = 1\nposition = [3, 3]\n[[shapes]]\nname = \"one\"\n{one}\n[[shapes]]\nname = \"two\"\nbody = \"body\"\n{two}\n[[contacts]]\nname = \"c\"\nbetween = [\"one\", \"two\"]\n"
            );
            let made = load_text(&text).map(|f| f.assemble().is_ok());
            // half planes and holes with one another, points with points
            let yes = !(i < 2 && j < 2 || i == 2 && j == 2);
            assert_eq!(made.as_ref().is_ok_and(|ready| *ready), yes, "{a} and {b}: {made:?}");
        }
    }
}

/// An ellipse lies on its flat side, whatever is below.
#[test]
fn an_ellipse_rests_on_its_side() {
    for (floor, top) in [
        ("type = \"box\"\nsize = [4, 0.2]", 0.1),
        ("type = \"hull\"\nradius = 0.05\npoints = [[-2, -1], [2, -1], [2, 0], [-2, 0]]", 0.05),
        ("type = \"outline\"\npoints = [[-2, -1], [2, -1], [2, 0.2], [-2, 0.2]]", 0.2),
    ] {
        let text = format!(
            "gravity = [0, -9.81, 0]\n[materials.m]\nmu = 0.5\n[[bodies]]\nname = \"body\"\ntype = \"planar\"\nmass = 1\nsolid = {{ type = \"ellipsoid\", radii = [0.2, 0.1] }}\nposition = [0, \"{top} + 0.13\"]\n[[shapes]]\nname = \"floor\"\nmaterial = \"m\"\n{floor}\n[[shapes]]\nname = \"egg\"\nmaterial = \"m\"\nbody = \"body\"\ntype = \"ellipsoid\"\nradii = [0.2, 0.1]\n[[contacts]]\nname = \"c\"\nbetween = [\"floor\", \"egg\"]\n[run]\nt_end = 1\ndt = 1e-3\n"
        );
        let file = load_text(&text).unwrap_or_else(|d| panic!("{d}"));
        let r = run(file).done();
        let y = r.last("q.body.y");
        assert!((y - top - 0.1).abs() < 1e-9, "{floor}: {y}");
        assert!(r.speed() < 1e-10, "{floor}: {:e}", r.speed());
    }
}

/// All pairs: each one is a model or a message that names what is possible.
#[test]
fn the_whole_matrix() {
    let all = [
        ("plane", PLANE),
        ("sphere", SPHERE),
        ("points", POINTS),
        ("box", BOX),
        ("capsule", CAPSULE),
        ("cylinder with a length", CYLINDER),
        ("cylinder", ENDLESS),
        ("hollow-cylinder", HOLLOW),
        ("rim", RIM),
    ];
    // rows and columns in the order above
    let expected = [
        ".xxxxx..x",
        "xxxxxxxxx",
        "xx.xxxxxx",
        "xxxxxxxxx",
        "xxxxxxxxx",
        "xxxxxxxxx",
        ".xxxxx..x",
        ".xxxxx..x",
        "xxxxxxxxx",
    ];
    for (i, (a, one)) in all.iter().enumerate() {
        for (j, (b, two)) in all.iter().enumerate() {
            let file = load_text(&pair(one, two, ""));
            let yes = expected[i].as_bytes()[j] == b'x';
            assert_eq!(file.is_ok(), yes, "{a} and {b}");
            if let Err(d) = file {
                let text = d.to_string();
                assert_eq!(d.list.len(), 1, "{text}");
                assert!(text.contains("all with all"), "{text}");
            }
        }
    }
}

#[test]
fn shapes_that_cannot_be() {
    for (shape, why) in [
        ("type = \"box\"\nsize = [0.1, 0, 0.1]", "greater than zero"),
        ("type = \"box\"\nsize = [0.1, 0.1]", "in space it has three"),
        ("type = \"cylinder\"\nradius = 0.1\nlength = -1", "greater than zero"),
        ("type = \"capsule\"\nradius = 0.1\npoints = [[0, 0, 0]]", "two end points"),
        ("type = \"box\"\nsize = [1, 1, 1]\naxes = [[1, 0, 0], [0, 2, 0], [0, 0, 1]]", "rotation"),
    ] {
        let text = load_text(&pair(BOX, shape, "")).err().map(|d| d.to_string());
        assert!(text.as_ref().is_some_and(|t| t.contains(why)), "{shape}: {text:?}");
    }
}

/// The table of the docs says how many contacts each pair makes in space.
#[test]
fn the_table_of_the_docs_is_what_files_make() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/model-files.md");
    let text = std::fs::read_to_string(docs).unwrap();
    let table = text.split("Which shapes touch, and how many contacts").nth(1).unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(1)
        .skip_while(|l| !l.starts_with('|'))
        .take_while(|l| l.starts_with('|'))
        .map(|l| l.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let shape = |word: &str| {
        match word {
        "plane" => PLANE.to_string(),
        "sphere" => SPHERE.into(),
        "points" => format!("{POINTS}\nradius = 0.01"),
        "box" => BOX.into(),
        "capsule" => CAPSULE.into(),
        "cylinder" => ENDLESS.into(),
        "with `length`" => CYLINDER.into(),
        "rim" => RIM.into(),
        "ellipsoid" => "type = \"ellipsoid\"\nradii = [0.1, 0.2, 0.3]".into(),
        "cone" => "type = \"cone\"\nradius = 0.1\nlength = 0.3".into(),
        "torus" => "type = \"torus\"\nradius = 0.1\ntube = 0.02".into(),
        "hollow-cylinder" => HOLLOW.into(),
        "hull, prism, wedge" => "type = \"prism\"\nlength = 0.2\npoints = [[0.1, 0], [0.05, 0.09], [-0.05, 0.09], [-0.1, 0], [-0.05, -0.09], [0.05, -0.09]]".into(),
        "mesh, height-field" => "type = \"height-field\"\nsize = [1, 1]\nheights = [[0.0, 0.0], [0.0, 0.0]]".into(),
        _ => panic!("no shape '{word}'"),
    }
    };
    let points = POINTS.matches('[').count() - 1;
    assert_eq!(rows.len(), 15);
    for row in &rows[2..] {
        for (column, cell) in rows[0].iter().zip(row).skip(1) {
            let file = load_text(&pair(&shape(row[0]), &shape(column), "position = [0, 0, 5]"));
            let made = file.map_or(0, |f| f.assemble().unwrap().system.contacts.len());
            let word = cell.split(' ').next().unwrap();
            let times = if word == "n" || cell.contains(" n") { points } else { 1 };
            let most = match (*cell, word) {
                ("", _) => 0,
                (c, _) if c.starts_with("n m") => points * points,
                (_, "n") => points,
                (_, "v") => 12,
                (_, number) => number.parse::<usize>().unwrap() * times,
            };
            let up_to = row[0].starts_with("hull") || column.starts_with("hull");
            let right = made == most || up_to && made > 0 && made <= most;
            assert!(right, "{} and {column}: {made} contacts, the docs say {cell}", row[0]);
        }
    }
}
