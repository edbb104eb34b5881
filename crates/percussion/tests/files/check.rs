use crate::common::{load_text, run};
use percussion::inspect::{inspect, Inspection};

fn look(text: &str) -> Inspection {
    let p = load_text(text).unwrap_or_else(|d| panic!("{d}")).prepare();
    let p = p.unwrap_or_else(|d| panic!("{d}"));
    inspect(&p.system, &p.q0, &p.u0)
}

/// A rod that hangs from one end: w^2 = m g a / (J + m a^2).
#[test]
fn the_frequency_of_a_hanging_rod() {
    let i = look("gravity = [0, -9.81, 0]\n[[bodies]]\nname = \"rod\"\ntype = \"planar\"\nmass = 2\nsolid = { type = \"rod\", length = 1 }\nposition = [0.5, 0]\nangle = 0\n[[joints]]\nname = \"pin\"\ntype = \"revolute\"\nbodies = [\"world\", \"rod\"]\n".replace("gravity = [0, -9.81, 0]", "gravity = [9.81, 0, 0]").as_str());
    assert_eq!((i.freedoms(), i.constraints, i.redundant.len()), (Some(1), 2, 0));
    let exact = (9.81_f64 * 0.5 / (1.0 / 12.0 + 0.25)).sqrt();
    assert!((i.frequencies[0] - exact).abs() < 1e-9, "{:?}", i.frequencies);
    assert_eq!(i.dt, Some(0.05));
}

#[test]
fn two_masses_on_springs() {
    let i = look("[[bodies]]\nname = \"m{i}\"\ntype = \"point\"\ndim = 1\nmass = 1\nrepeat = 2\n[[forces]]\nname = \"k1\"\ntype = \"spring\"\nalong = \"direction\"\ndirection = [1, 0, 0]\nb = { body = \"m1\" }\nk = 1\n[[forces]]\nname = \"k2\"\ntype = \"spring\"\nalong = \"direction\"\ndirection = [1, 0, 0]\na = { body = \"m1\" }\nb = { body = \"m2\" }\nk = 1\n");
    // (3 -+ sqrt 5)/2
    let exact = [(1.5 - 1.25_f64.sqrt()).sqrt(), (1.5 + 1.25_f64.sqrt()).sqrt()];
    for (w, e) in i.frequencies.iter().zip(exact) {
        assert!((w - e).abs() < 1e-9, "{:?}", i.frequencies);
    }
}

/// A planar four-bar built with spatial bodies and four revolute joints: three rows too many.
const FOUR_BAR: &str = r#"
gravity = [0, -9.81, 0]
[[bodies]]
name = "crank"
type = "spatial"
mass = 1
principal = [0.01, 0.1, 0.1]
position = [0, 0.5, 0]
rotation = { axis = [0, 0, 1], angle = "90 deg" }
[[bodies]]
name = "coupler"
type = "spatial"
mass = 1
principal = [0.01, 0.3, 0.3]
position = [1, 1, 0]
[[bodies]]
name = "rocker"
type = "spatial"
mass = 1
principal = [0.01, 0.1, 0.1]
position = [2, 0.5, 0]
rotation = { axis = [0, 0, 1], angle = "90 deg" }
[[joints]]
name = "A"
type = "revolute"
bodies = ["world", "crank"]
[[joints]]
name = "B"
type = "revolute"
bodies = ["crank", "coupler"]
anchor = [0, 1, 0]
[[joints]]
name = "C"
type = "revolute"
bodies = ["coupler", "rocker"]
anchor = [2, 1, 0]
[[joints]]
name = "D"
type = "TYPE"
bodies = ["rocker", "world"]
anchor = [2, 0, 0]
[[forces]]
name = "push"
type = "force"
at = { body = "crank" }
force = [3, 0, 0]
[run]
t_end = 1
"#;

#[test]
fn a_four_bar_in_space_names_its_redundant_joint_and_moves_as_it_should() {
    let closed = FOUR_BAR.replace("TYPE", "revolute");
    let i = look(&closed);
    assert_eq!(i.redundant, ["D"], "{i:?}");
    assert_eq!((i.constraints, i.rank, i.freedoms()), (20, Some(17), Some(1)));
    let r = run(load_text(&closed).unwrap_or_else(|d| panic!("{d}"))).done();
    assert!(r.record.notes.iter().any(|n| n.contains('D')), "{:?}", r.record.notes);
    assert!(r.record.statistics.position < 1e-9);
    // the same mechanism in the plane
    let planar = closed
        .replace("\"spatial\"", "\"planar\"")
        .replace("principal = [0.01, 0.1, 0.1]", "J = 0.1")
        .replace("principal = [0.01, 0.3, 0.3]", "J = 0.3")
        .replace("rotation = { axis = [0, 0, 1], angle = \"90 deg\" }", "angle = \"90 deg\"")
        .replace("position = [0, 0.5, 0]", "position = [0, 0.5]")
        .replace("position = [1, 1, 0]", "position = [1, 1]")
        .replace("position = [2, 0.5, 0]", "position = [2, 0.5]");
    let p = run(load_text(&planar).unwrap_or_else(|d| panic!("{d}"))).done();
    for c in ["q.crank.x", "q.coupler.y", "q.rocker.x"] {
        assert!((r.last(c) - p.last(c)).abs() < 1e-6, "{c}: {} {}", r.last(c), p.last(c));
    }
    assert!((r.last("q.crank.x")).abs() > 0.05);
}

#[test]
fn the_start_is_looked_at() {
    let i = look("[[bodies]]\nname = \"b{i}\"\ntype = \"point\"\ndim = 2\nmass = 1\nrepeat = 2\nposition = [\"i\", \"i - 1\"]\n[[shapes]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0, 1, 0]\n[[shapes]]\nname = \"s{i}\"\ntype = \"points\"\npoints = [[0, 0]]\nbody = \"b{i}\"\nrepeat = 2\n[[contacts]]\nname = \"c{i}\"\nbetween = [\"floor\", \"s{i}\"]\nrepeat = 2\n");
    assert_eq!((i.closed.len(), i.open), (1, 1));
    assert_eq!(i.closed[0].name, "c1");
}

/// A row of masses on springs: ω = 2 sin(k π/(2 (2 n + 1))), fixed at one end, free at the other.
fn row(n: usize) -> String {
    format!("[[bodies]]\nname = \"m{{i}}\"\ntype = \"point\"\ndim = 1\nmass = 1\nrepeat = {n}\n[[forces]]\nname = \"k1\"\ntype = \"spring\"\nalong = \"direction\"\ndirection = [1, 0, 0]\nb = {{ body = \"m1\" }}\nk = 1\n[[forces]]\nname = \"s{{i}}\"\nrepeat = {}\ntype = \"spring\"\nalong = \"direction\"\ndirection = [1, 0, 0]\na = {{ body = \"m{{i}}\" }}\nb = {{ body = \"m{{i+1}}\" }}\nk = 1\n", n - 1)
}

#[test]
fn large_systems_show_both_ends_of_their_spectrum() {
    let n = 1000;
    let i = look(&row(n));
    let w = |k: usize| {
        let angle = std::f64::consts::PI / (2.0 * (2 * n + 1) as f64);
        2.0 * ((2 * k - 1) as f64 * angle).sin()
    };
    assert!(i.partly && i.rank == Some(0) && i.frequencies.len() == 10, "{i:?}");
    for (k, f) in i.frequencies.iter().enumerate() {
        assert!((f - w(k + 1)).abs() < 1e-6 * w(k + 1), "{k}: {f} {}", w(k + 1));
    }
    let highest = i.highest.unwrap();
    assert!((highest - w(n)).abs() < 2e-3 && highest <= w(n) * (1.0 + 1e-12), "{highest}");
}

/// A pinned beam with more velocities than dense matrices take, against one with fewer.
#[test]
fn a_finely_divided_beam() {
    let beam = |n: usize| {
        let text = format!("gravity = [0, -9.81, 0]\n[[bodies]]\nname = \"beam\"\ntype = \"beam\"\nlength = 1\nelements = {n}\ndegree = 2\nangle = \"-90 deg\"\nsection = {{ E = 1e8, nu = 0.3, rho = 1000, size = [0.02, 0.02] }}\n[[joints]]\nname = \"pin\"\ntype = \"revolute\"\nb = {{ body = \"beam\" }}\n[[joints]]\nname = \"twice\"\ntype = \"revolute\"\nb = {{ body = \"beam\" }}\n");
        look(&text)
    };
    let (coarse, fine) = (beam(16), beam(128));
    assert!(!coarse.partly && fine.partly);
    assert_eq!((fine.freedoms(), fine.redundant.len()), (Some(fine.velocities - 2), 1));
    assert_eq!(coarse.redundant, fine.redundant);
    // swinging, then bending
    for k in 0..4 {
        let (a, b) = (coarse.frequencies[k], fine.frequencies[k]);
        assert!((a - b).abs() < 1e-3 * a, "{k}: {a} {b}");
    }
    assert!(fine.highest > coarse.highest && fine.dt < coarse.dt, "{fine:?}");
}
