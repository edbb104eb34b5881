//! Rings, links and plates in model files.

use crate::common::{load_text, no_includes, run};
use percussion::problems::load;

fn scene(solid: &str, position: &str, shape: &str, other: &str) -> String {
    format!("gravity = [0, 0, -9.81]\n[[bodies]]\nname = \"b\"\ntype = \"spatial\"\n{solid}\nposition = {position}\n[[shapes]]\nname = \"s\"\nbody = \"b\"\n{shape}\n[[shapes]]\nname = \"base\"\n{other}\n[materials.m]\nmu = 0.3\n[collide]\nall = true\n[run]\ndt = 1e-3\nt_end = 0.4\n")
}

fn forces(r: &crate::common::Run) -> f64 {
    let normal = |c: &&String| c.starts_with("laN.") && !c.ends_with(".F");
    r.record.columns.iter().filter(normal).map(|c| r.last(c)).sum()
}

/// Moments of inertia from the energy of unit spins, and the mass from that of unit velocities.
fn properties(solid: &str) -> [f64; 4] {
    let of = |motion: &str| {
        let text =
            format!("[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nsolid = {solid}\n{motion}\n");
        let s = load_text(&text).unwrap_or_else(|d| panic!("{d}")).assemble().unwrap();
        let e = s.system.energy(0.0, &s.q0, &s.u0);
        2.0 * e
    };
    let spin = |w: &str| of(&format!("spin = {w}"));
    [of("velocity = [1, 0, 0]"), spin("[1, 0, 0]"), spin("[0, 1, 0]"), spin("[0, 0, 1]")]
}

fn close(a: [f64; 4], b: [f64; 4], within: f64) {
    let off = a.iter().zip(b).map(|(a, b)| (a / b - 1.0).abs()).fold(0.0, f64::max);
    assert!(off < within, "{a:?} {b:?}");
}

#[test]
fn masses_of_rings_and_plates() {
    use std::f64::consts::PI;
    let (R, r) = (0.3, 0.1);
    let m = 2.0 * PI * PI * R * r * r;
    let torus = properties("{ type = \"torus\", radius = 0.3, tube = 0.1, density = 1 }");
    let across = m * (0.5 * R * R + 0.625 * r * r);
    close(torus, [m, across, across, m * (R * R + 0.75 * r * r)], 1e-12);
    // a link by sums over slices of its middle line
    let L = 0.2;
    let link =
        properties("{ type = \"torus\", radius = 0.3, tube = 0.1, length = 0.4, density = 1 }");
    let (n, mut sums) = (2000, [0.0; 4]);
    let mut take = |x: f64, y: f64, z: f64, v: f64| {
        let [a, b, c] = [x * x, y * y, z * z];
        for (s, f) in sums.iter_mut().zip([1.0, b + c, a + c, a + b]) {
            *s += f * v;
        }
    };
    // points of a disc of which sums of squares are exact: a ring at r/√2
    for j in 0..16 {
        let (s, c) = (PI * j as f64 / 8.0).sin_cos();
        let (q, h) = (r / 2f64.sqrt(), PI * r * r / 16.0);
        let (out, z) = (R + q * c, q * s);
        for k in 0..n {
            let (y, x) = (2.0 * PI * (k as f64 + 0.5) / n as f64).sin_cos();
            take(out * x + L * x.signum(), out * y, z, h * 2.0 * PI * out / n as f64);
            let x = L * (2.0 * (k as f64 + 0.5) / n as f64 - 1.0);
            for side in [1.0, -1.0] {
                take(x, side * out, z, h * 2.0 * L / n as f64);
            }
        }
    }
    close(link, sums, 1e-5);
    // a plate that is a box, and one that is a cylinder
    let square = "points = [[-0.1, -0.2], [0.1, -0.2], [0.1, 0.2], [-0.1, 0.2]]";
    let plate =
        properties(&format!("{{ type = \"outline\", {square}, length = 0.6, density = 5 }}"));
    close(plate, properties("{ type = \"box\", size = [0.2, 0.4, 0.6], density = 5 }"), 1e-13);
    let round = "points = [[0.2, 0, 1], [-0.2, 0, 1]]";
    let plate =
        properties(&format!("{{ type = \"outline\", {round}, length = 0.6, density = 5 }}"));
    close(
        plate,
        properties("{ type = \"cylinder\", radius = 0.2, length = 0.6, density = 5 }"),
        1e-13,
    );
}

/// A ring lies on a box, a ball on a ring, a plate with a round side and a notch on a box.
#[test]
fn rings_and_plates_lie_still() {
    let torus = "type = \"torus\"\nradius = 0.2\ntube = 0.05\nmaterial = \"m\"";
    let table = "type = \"box\"\nsize = [2, 2, 1]\nat = [0, 0, -0.5]\nmaterial = \"m\"";
    let ball = "type = \"sphere\"\nradius = 0.25\nmaterial = \"m\"";
    let link = "type = \"torus\"\nradius = 0.2\ntube = 0.05\nlength = 0.3\nmaterial = \"m\"";
    let notch = "points = [[-0.2, -0.15], [0.2, -0.15, 1], [0.2, 0.15], [-0.2, 0.15], [-0.1, 0]]";
    let plate =
        format!("type = \"outline\"\n{notch}\nlength = 0.1\ncentred = true\nmaterial = \"m\"");
    let rest = (0.3_f64 * 0.3 - 0.2 * 0.2).sqrt();
    for (solid, shape, other, z) in [
        ("type = \"torus\", radius = 0.2, tube = 0.05", torus, table, 0.05),
        ("type = \"torus\", radius = 0.2, tube = 0.05, length = 0.3", link, table, 0.05),
        ("type = \"sphere\", radius = 0.25", ball, torus, rest),
        (&format!("type = \"outline\", {notch}, length = 0.1"), &plate, table, 0.05),
    ] {
        let text = scene(
            &format!("mass = 2\nsolid = {{ {solid} }}"),
            &format!("[0.0, 0, {}]", z + 0.01),
            shape,
            other,
        );
        let r = run(load_text(&text).unwrap_or_else(|d| panic!("{d}"))).done();
        assert!((r.last("q.b.z") - z).abs() < 1e-9, "{shape}: {} {z}", r.last("q.b.z"));
        assert!(r.speed() < 1e-9, "{shape}: {}", r.speed());
        // the ball presses along slanted normals, and friction helps: of all forces that carry it those nearest to minimum
        // norm, with friction at its limit (tan of the slope is 0.89, mu is 0.3)
        let slope = rest / 0.3 + 0.3 * 0.2 / 0.3;
        let carried = if shape == ball { forces(&r) * slope } else { forces(&r) };
        assert!((carried - 19.62).abs() < 1e-7, "{shape}: {carried}");
    }
}

/// A plate that is a cylinder rolls as one: a half-pipe's worth of arcs leaves no bump.
#[test]
fn a_round_plate_rolls_as_a_cylinder() {
    let end = |shape: &str| {
        let text = format!("gravity = [0, 0, -9.81]\n[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nmass = 1\nprincipal = [0.01, 0.01, 0.01]\nposition = [0, 0, 0.1]\nvelocity = [1, 0, 0]\nspin = [0, 10, 0]\n[[shapes]]\nname = \"s\"\nbody = \"b\"\n{shape}\n[[shapes]]\nname = \"floor\"\ntype = \"box\"\nsize = [20, 2, 1]\nat = [0, 0, -0.5]\n[[contacts]]\nname = \"c\"\nbetween = [\"floor\", \"s\"]\nmu = 0.3\n[run]\ndt = 2e-3\nt_end = 0.6\n");
        let r = run(load_text(&text).unwrap_or_else(|d| panic!("{d}"))).done();
        ["q.b.x", "q.b.z", "u.b.x"].map(|c| r.last(c))
    };
    let round = end("type = \"cylinder\"\nradius = 0.1\nlength = 0.4\naxis = [0, 1, 0]");
    let plate = end("type = \"outline\"\npoints = [[0.1, 0, 1], [-0.1, 0, 1]]\nlength = 0.4\naxes = [[1, 0, 0], [0, 0, 1], [0, -1, 0]]");
    for (a, b) in round.iter().zip(plate) {
        assert!((a - b).abs() < 1e-9, "{round:?} {plate:?}");
    }
}

#[test]
fn impossible_rings_and_plates_are_refused() {
    let refused = |shape: &str, why: &str| {
        let text = scene(
            "mass = 1\nprincipal = [1, 1, 1]",
            "[0, 0, 3]",
            shape,
            "type = \"plane\"\nnormal = [0, 0, 1]",
        );
        let told = load("test.toml", &text, &no_includes, &[]).err().map(|d| d.to_string());
        let told = told.unwrap_or_else(|| panic!("accepted: {why}"));
        assert!(told.contains(why), "{told}\nshould say: {why}");
    };
    refused("type = \"torus\"\nradius = 1", "'tube' is missing");
    refused("type = \"torus\"\nradius = 1\ntube = 1", "leaves no hole");
    refused("type = \"torus\"\nradius = 1\ntube = 0", "greater than zero");
    refused("type = \"torus\"\nradius = 1\ntube = 0.1\nlength = -1", "greater than zero");
    let square = "type = \"outline\"\npoints = [[0, 0], [1, 0], [1, 1], [0, 1]]";
    refused(square, "in space it has a length");
    refused(&format!("{square}\nlength = 0"), "greater than zero");
    refused(&format!("{square}\nlength = 1\nhollow = true"), "has no thickness");
    refused(
        "type = \"outline\"\npoints = [[0, 0], [1, 1], [1, 0], [0, 1]]\nlength = 1",
        "crosses itself",
    );
    let many = "type = \"outline\"\npoints = [[1, 0], [1.01, 0.002], [1, 0.004]]\naround = 1000\nlength = 0.1";
    refused(many, "has no thickness");
}

/// An L of triangles is cut into two boxes, and rests on their eight corners.
#[test]
fn a_mesh_is_cut_into_convex_parts() {
    let outline = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]];
    let mut text = String::new();
    for z in [0, 1] {
        outline.iter().for_each(|[x, y]| text.push_str(&format!("v {x} {y} {z}\n")));
    }
    for [a, b, c] in [[1, 2, 3], [1, 3, 4], [1, 4, 5], [1, 5, 6]] {
        text.push_str(&format!("f {a} {c} {b}\nf {} {} {}\n", a + 6, b + 6, c + 6));
    }
    for k in 1..7 {
        let j = k % 6 + 1;
        text.push_str(&format!("f {k} {j} {}\nf {k} {} {}\n", j + 6, j + 6, k + 6));
    }
    let include = move |name: &str| match name {
        "ell.obj" => Ok(text.clone()),
        "open.obj" => Ok("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".into()),
        _ => Err("no such file".into()),
    };
    let with = |shape: &str| {
        let base = "type = \"plane\"\nnormal = [0, 0, 1]\nmaterial = \"m\"";
        let solid = "solid = { type = \"mesh\", file = \"ell.obj\", density = 1 }";
        load("test.toml", &scene(solid, "[0, 0, 0.51]", shape, base), &include, &[])
    };
    let mesh = |n: &str| {
        format!("type = \"mesh\"\nfile = \"ell.obj\"\ncentred = true\ndecompose = {n}\nmaterial = \"m\"")
    };
    let r = run(with(&mesh("8")).unwrap_or_else(|d| panic!("{d}"))).done();
    assert!((r.last("q.b.z") - 0.5).abs() < 1e-9 && r.speed() < 1e-9, "{}", r.last("q.b.z"));
    assert!((forces(&r) - 5.0 * 9.81).abs() < 1e-7, "{}", forces(&r));
    let contacts = |n: &str| with(&mesh(n)).unwrap().assemble().unwrap().system.contacts.len();
    // four corners of each box
    assert_eq!(contacts("8"), 8);
    let told = |n: &str| with(&mesh(n)).unwrap().notes.join("\n");
    assert!(told("8").contains("which fill 0.00 % more"), "{}", told("8"));
    // five cubes in a hull of seven
    assert!(told("1").contains("1 convex parts, which fill 40.00 % more"), "{}", told("1"));
    assert!(with(&mesh("0")).is_err());
    for (shape, why) in [
        ("type = \"mesh\"\nfile = \"open.obj\"\ndecompose = 2", "it is open"),
        ("type = \"mesh\"\ndecompose = 2", "'file' is missing"),
    ] {
        let told = with(shape).err().map(|d| d.to_string()).unwrap_or_default();
        assert!(told.contains(why), "{told}\nshould say: {why}");
    }
}
