//! Meshes, height fields and cones in model files.
#![allow(non_snake_case)]

use crate::common::{load_text, no_includes, run};
use percussion::problems::load;

/// Something that slides, rolls and bounces over a floor.
fn over(floor: &str, shape: &str, height: f64) -> String {
    format!(
        r#"
gravity = [0, 0, -9.81]
[[bodies]]
name = "b"
type = "spatial"
mass = 2
principal = [0.02, 0.03, 0.04]
position = [-0.5, 0.1, {height}]
velocity = [2, 0.5, 0]
[[shapes]]
name = "floor"
{floor}
[[shapes]]
name = "s"
body = "b"
{shape}
[[contacts]]
name = "on"
between = ["floor", "s"]
mu = 0.1
e_N = 0.3
[run]
dt = 1e-3
t_end = 0.4
"#
    )
}

const PLANE: &str = "type = \"plane\"\nnormal = [0, 0, 1]";

/// A flat floor of 800 triangles.
fn field() -> String {
    let row = format!("[{}]", ["0.0"; 21].join(", "));
    let rows = vec![row; 21].join(", ");
    format!("type = \"height-field\"\nsize = [4, 3]\nheights = [{rows}]")
}

/// A slab of triangles whose top is z = 0.
fn slab() -> String {
    let (nx, ny) = (13, 9);
    let mut text = String::new();
    for z in [0.0, -1.0] {
        for j in 0..=ny {
            for i in 0..=nx {
                let (x, y) = (4.0 * i as f64 / nx as f64 - 2.0, 3.0 * j as f64 / ny as f64 - 1.5);
                text.push_str(&format!("v {x} {y} {z}\n"));
            }
        }
    }
    let (w, top) = (nx + 1, (nx + 1) * (ny + 1));
    let at = |i: usize, j: usize, low: usize| 1 + low * top + j * w + i;
    for j in 0..ny {
        for i in 0..nx {
            let q = |l| [at(i, j, l), at(i + 1, j, l), at(i + 1, j + 1, l), at(i, j + 1, l)];
            let ([a, b, c, d], [e, f, g, h]) = (q(0), q(1));
            text.push_str(&format!("f {a} {b} {c} {d}\nf {e} {h} {g} {f}\n"));
        }
    }
    for i in 0..nx {
        let (a, b, c, d) = (at(i, 0, 0), at(i + 1, 0, 0), at(i + 1, ny, 0), at(i, ny, 0));
        text.push_str(&format!("f {a} {} {} {b}\n", a + top, b + top));
        text.push_str(&format!("f {c} {} {} {d}\n", c + top, d + top));
    }
    for j in 0..ny {
        let (a, b, c, d) = (at(0, j, 0), at(0, j + 1, 0), at(nx, j + 1, 0), at(nx, j, 0));
        text.push_str(&format!("f {b} {} {} {a}\n", b + top, a + top));
        text.push_str(&format!("f {d} {} {} {c}\n", d + top, c + top));
    }
    text
}

const SLAB: &str = "type = \"mesh\"\nfile = \"slab.obj\"";

fn includes(path: &str) -> Result<String, String> {
    match path {
        "slab.obj" => Ok(slab()),
        _ => no_includes(path),
    }
}

fn end(text: &str) -> Vec<f64> {
    let file = load("test.toml", text, &includes, &[]).unwrap_or_else(|d| panic!("{d}"));
    let r = run(file).done();
    assert!(r.record.statistics.penetration < 1e-9, "{:e}", r.record.statistics.penetration);
    ["x", "y", "z", "p0", "p1", "p2", "p3"].map(|c| r.last(&format!("q.b.{c}"))).to_vec()
}

#[test]
fn inner_edges_of_a_floor_do_not_catch() {
    // eighths and sixteenths: what rests at the start has a gap of zero without round-off
    for (shape, height) in [
        ("type = \"box\"\nsize = [0.375, 0.25, 0.125]", 0.0625),
        ("type = \"sphere\"\nradius = 0.1", 0.13),
        ("type = \"capsule\"\nradius = 0.0625\npoints = [[-0.125, 0, 0], [0.125, 0, 0]]", 0.0625),
        ("type = \"wedge\"\nsize = [0.25, 0.25, 0.25]", 0.125),
        ("type = \"ellipsoid\"\nradii = [0.2, 0.1, 0.15]", 0.17),
        ("type = \"cylinder\"\nradius = 0.1\nlength = 0.2\naxis = [0, 1, 0]", 0.12),
    ] {
        let expected = end(&over(PLANE, shape, height));
        assert!(expected[0] > 0.0, "it has passed the middle: {expected:?}");
        for floor in [&field()[..], SLAB] {
            let got = end(&over(floor, shape, height));
            for (a, b) in got.iter().zip(&expected) {
                assert!((a - b).abs() < 1e-9, "{shape}\n{floor:.20}: {got:?}, not {expected:?}");
            }
        }
    }
}

/// Mass, and rest, of a mesh that is not convex: a table top with a hollow below.
#[test]
fn a_mesh_falls_onto_a_mesh() {
    // an L of two cubes' width, extruded: area 3/4 of a unit square
    let outline = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.5, 0.5), (0.5, 1.0), (0.0, 1.0)];
    let mut obj = String::new();
    for y in [0.0, 0.4] {
        outline.iter().for_each(|(x, z)| obj.push_str(&format!("v {x} {y} {z}\n")));
    }
    for [a, b, c, d] in [[1, 2, 3, 4], [1, 4, 5, 6]] {
        obj.push_str(&format!("f {a} {b} {c} {d}\nf {} {} {} {}\n", d + 6, c + 6, b + 6, a + 6));
    }
    for k in 0..6 {
        let (a, b) = (k + 1, (k + 1) % 6 + 1);
        obj.push_str(&format!("f {b} {a} {} {}\n", a + 6, b + 6));
    }
    let include = |p: &str| if p == "l.obj" { Ok(obj.clone()) } else { includes(p) };
    let text = format!(
        "gravity = [0, 0, -9.81]\n[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nsolid = {{ type = \"mesh\", file = \"l.obj\", density = 10 }}\nposition = [0, 0, 0.45]\n[[shapes]]\nname = \"s\"\nbody = \"b\"\ntype = \"mesh\"\nfile = \"l.obj\"\ncentred = true\n[[shapes]]\nname = \"floor\"\n{SLAB}\n[collide]\nall = true\n[run]\ndt = 1e-3\nt_end = 0.5\n"
    );
    let file = load("test.toml", &text, &include, &[]).unwrap_or_else(|d| panic!("{d}"));
    let r = run(file).done();
    // volume 0.3; the centre of the L is 5/12 of its width above its foot
    let force: f64 = r
        .record
        .columns
        .iter()
        .filter(|c| c.starts_with("laN.") && !c.ends_with(".F"))
        .map(|c| r.last(c))
        .sum();
    assert!((force - 3.0 * 9.81).abs() < 1e-6, "{force}");
    assert!((r.last("q.b.z") - 5.0 / 12.0).abs() < 1e-9, "{}", r.last("q.b.z"));
    assert!(r.speed() < 1e-8, "{}", r.speed());
}

#[test]
fn meshes_that_cannot_be_are_refused_by_name() {
    let cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    let open = cube.replace("f 5 6 7 8\n", "");
    let inverted: String = cube
        .lines()
        .map(|l| match l.strip_prefix("f ") {
            Some(f) => {
                let mut v: Vec<&str> = f.split(' ').collect();
                v.reverse();
                format!("f {}\n", v.join(" "))
            }
            None => format!("{l}\n"),
        })
        .collect();
    let tangled = format!("{cube}f 1 2 7\n");
    // a pyramid whose tip pierces the top of the cube
    let crossing = format!(
        "{cube}v 0.3 0.3 0.5\nv 0.7 0.3 0.5\nv 0.5 0.7 0.5\nv 0.5 0.5 2\nf 9 11 10\nf 9 10 12\nf 10 11 12\nf 11 9 12\n"
    );
    let include = |p: &str| match p {
        "cube.obj" => Ok(cube.to_string()),
        "open.obj" => Ok(open.clone()),
        "inverted.obj" => Ok(inverted.clone()),
        "tangled.obj" => Ok(tangled.clone()),
        "crossing.obj" => Ok(crossing.clone()),
        "flat.obj" => Ok("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n".to_string()),
        "nan.obj" => Ok(cube.replace("v 0 0 1", "v 0 0 nan")),
        _ => no_includes(p),
    };
    let with = |solid: &str, shape: &str| {
        let text = format!("[[bodies]]\nname = \"b\"\ntype = \"spatial\"\n{solid}\nposition = [0, 0, 3]\n[[shapes]]\nname = \"s\"\nbody = \"b\"\n{shape}\n[[shapes]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0, 0, 1]\n[[contacts]]\nname = \"c\"\nbetween = [\"floor\", \"s\"]\n");
        load("test.toml", &text, &include, &[]).map(|f| f.notes).map_err(|d| d.to_string())
    };
    let mass = "mass = 1\nprincipal = [1, 1, 1]";
    let file = |f: &str| format!("type = \"mesh\"\nfile = \"{f}.obj\"");
    let solid = |f: &str| format!("solid = {{ type = \"mesh\", file = \"{f}.obj\", density = 1 }}");
    let refused = |r: Result<Vec<String>, String>, why: &str| {
        let text = r.err().unwrap_or_else(|| panic!("accepted: {why}"));
        assert!(text.contains(why), "{text}\nshould say: {why}");
    };
    with(&solid("cube"), &file("cube")).unwrap();
    // an open mesh touches with the side it shows, and has no volume
    let notes = with(mass, &file("open")).unwrap();
    assert!(notes.len() == 1 && notes[0].contains("open: 4 edges"), "{notes:?}");
    assert!(with(mass, &file("cube")).unwrap().is_empty());
    refused(with(&solid("open"), &file("cube")), "it is open: 4 edges");
    refused(with(mass, &file("inverted")), "point inwards");
    refused(with(mass, &file("tangled")), "do not fit together");
    refused(with(mass, &file("crossing")), "cross each other");
    refused(with(mass, &file("flat")), "have no area");
    refused(with(mass, &file("nan")), "not a finite number");
    refused(with(mass, "type = \"mesh\""), "'file' is missing");
    refused(with(mass, "type = \"cone\"\nradius = 1"), "'length' is missing");
    refused(with(mass, "type = \"cone\"\nradius = 0\nlength = 1"), "greater than zero");
    let field = |h: &str| format!("type = \"height-field\"\nsize = [1, 1]\nheights = {h}");
    refused(with(mass, &field("[[0, 0]]")), "has no area");
    refused(with(mass, &field("[[0, 0], [1]]")), "expected 2 numbers, found 1");
    refused(with(mass, &field("[[0, 0], [0, \"1/0\"]]")), "finite");
    refused(with(mass, "type = \"height-field\""), "rows of heights and a size");
    refused(with(mass, &field("[[0, 1e90], [0, 0]]")), "too large");
    for huge in ["type = \"sphere\"", "type = \"cone\"\nlength = 1", "type = \"rim\""] {
        refused(with(mass, &format!("{huge}\nradius = 1e300")), "too large to be computed with");
    }
    refused(with(mass, "type = \"box\"\nsize = [1, 1, 1e90]"), "too large");
    refused(with(mass, &format!("{}\nscale = 1e90", file("cube"))), "too far away");
}

/// A cone stands on its base, and its mass is a third of the cylinder's.
#[test]
fn a_cone_stands_on_its_base() {
    let text = "gravity = [0, 0, -9.81]\n[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nsolid = { type = \"cone\", radius = 0.3, length = 0.8, density = 100 }\nposition = [0, 0, 0.22]\n[[shapes]]\nname = \"s\"\nbody = \"b\"\ntype = \"cone\"\nradius = 0.3\nlength = 0.8\ncentred = true\n[[shapes]]\nname = \"base\"\ntype = \"box\"\nsize = [2, 2, 1]\nat = [0, 0, -0.5]\n[collide]\nall = true\n[run]\ndt = 1e-3\nt_end = 0.5\n";
    let r = run(load_text(text).unwrap_or_else(|d| panic!("{d}"))).done();
    assert!((r.last("q.b.z") - 0.2).abs() < 1e-9, "{}", r.last("q.b.z"));
    assert!(r.speed() < 1e-9, "{}", r.speed());
    let m = std::f64::consts::PI * 0.09 * 0.8 / 3.0 * 100.0;
    let force: f64 = r
        .record
        .columns
        .iter()
        .filter(|c| c.starts_with("laN.") && !c.ends_with(".F"))
        .map(|c| r.last(c))
        .sum();
    assert!((force - m * 9.81).abs() < 1e-7, "{force}");
}

/// A bullet that flies a metre in a step meets a wall of a centimetre: it is stopped where its impact is located, or where the steps may
/// be divided.
#[test]
fn a_bullet_does_not_pass_a_thin_wall() {
    let row = "[0.0, 0.0, 0.0]";
    for wall in [
        "type = \"box\"\nsize = [0.01, 2, 2]",
        "type = \"hull\"\npoints = [[-0.005, -1, -1], [0.005, -1, -1], [-0.005, 1, -1], [0.005, 1, -1], [-0.005, -1, 1], [0.005, -1, 1], [-0.005, 1, 1], [0.005, 1, 1]]",
        &format!("type = \"height-field\"\nsize = [2, 2]\nheights = [{row}, {row}, {row}]\nat = [-0.005, 0, 0]\naxes = [[0, 0, -1], [0, 1, 0], [1, 0, 0]]"),
    ] {
        for (swept, x) in [("true", -0.025), ("false", if wall.contains("height") { 8.7 } else { -0.025 })] {
            let text = format!(
                "[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nsolid = {{ type = \"sphere\", radius = 0.02, density = 8000 }}\nposition = [-1.3, 0.1, 0.2]\nvelocity = [100, 0, 0]\n[[shapes]]\nname = \"s\"\nbody = \"b\"\ntype = \"sphere\"\nradius = 0.02\n[[shapes]]\nname = \"wall\"\n{wall}\n[collide]\nall = true\nswept = {swept}\n[run]\ndt = 1e-2\nt_end = 0.1\n"
            );
            let r = run(load_text(&text).unwrap_or_else(|d| panic!("{d}"))).ended();
            assert!((r.last("q.b.x") - x).abs() < 1e-8, "{wall:.20}: {}", r.last("q.b.x"));
            // what was passed is told, where both ends of the step see it
            let passed = r.record.status.to_string().contains("way past the contact");
            assert!(!passed || swept == "false", "{}", r.record.status);
        }
    }
}
