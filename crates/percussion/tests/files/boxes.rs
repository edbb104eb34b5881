//! Boxes on boxes: dropped flat, tilted, on an edge; crossed, turned, and past the edge.
#![allow(non_snake_case)]

use crate::common::{load_text, run, Run};
use percussion::frame::{M3, V3};

/// A box of these edges fixed in the world about the origin, and another above it.
fn drop(base: [f64; 3], size: [f64; 3], start: &str, extra: &str) -> Run {
    let text = format!(
        r#"
gravity = [0, 0, -9.81]
[materials.wood]
mu = 0.5
[[bodies]]
name = "box"
type = "spatial"
mass = 2
solid = {{ type = "box", size = {size:?} }}
{start}
[[shapes]]
name = "base"
type = "box"
size = {base:?}
material = "wood"
[[shapes]]
name = "cube"
type = "box"
body = "box"
size = {size:?}
material = "wood"
[[contacts]]
name = "on"
between = ["base", "cube"]
[run]
dt = 1e-3
t_end = 1.5
{extra}
"#
    );
    let text = match extra {
        RIDGE => text.replacen(
            "name = \"base\"",
            "name = \"base\"\naxes = [[\"sqrt(0.5)\", 0, \"sqrt(0.5)\"], [0, 1, 0], [\"-sqrt(0.5)\", 0, \"sqrt(0.5)\"]]",
            1,
        ),
        _ => text,
    };
    run(load_text(&text).unwrap_or_else(|d| panic!("{d}"))).done()
}

/// Largest separation of two boxes along the 15 axes that can separate them: below zero they
/// penetrate.
fn separation(h1: V3, h2: V3, r: V3, A: M3) -> f64 {
    let mut axes: Vec<V3> = (0..3).map(|k| V3::ith(k, 1.0)).collect();
    axes.extend((0..3).map(|k| V3::from(A.column(k))));
    for i in 0..3 {
        axes.extend((0..3).map(|j| V3::ith(i, 1.0).cross(&V3::from(A.column(j)))));
    }
    let mut best = f64::NEG_INFINITY;
    for e in axes.iter().filter(|e| e.norm() > 1e-6) {
        let e = e.normalize();
        let one: f64 = (0..3).map(|k| h1[k] * e[k].abs()).sum();
        let two: f64 = (0..3).map(|k| h2[k] * e.dot(&A.column(k)).abs()).sum();
        best = best.max(e.dot(&r).abs() - one - two);
    }
    best
}

fn pose(r: &Run, row: usize) -> (V3, M3) {
    let at = |c: &str| r.at(row, &format!("q.box.{c}"));
    let p: Vec<f64> = r.record.q(row)[3..7].to_vec();
    let q = nalgebra::UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(
        p[0], p[1], p[2], p[3],
    ));
    (V3::new(at("x"), at("y"), at("z")), q.to_rotation_matrix().into_inner())
}

fn never_inside(r: &Run, base: [f64; 3], size: [f64; 3]) {
    let (h1, h2) = (V3::from(base) * 0.5, V3::from(size) * 0.5);
    for row in 0..r.record.len() {
        let (x, A) = pose(r, row);
        let s = separation(h1, h2, x, A);
        assert!(s > -1e-10, "row {row}: {s:e}");
    }
}

fn weight(r: &Run) -> f64 {
    (1..=8)
        .map(|k| {
            let name = format!("on.{k}");
            r.last(&format!("laN.{name}"))
        })
        .sum()
}

fn rests(r: &Run, base: [f64; 3], size: [f64; 3]) {
    never_inside(r, base, size);
    assert!(r.speed() < 1e-10, "velocity {:e}", r.speed());
    assert!((weight(r) - 2.0 * 9.81).abs() < 1e-8, "{}", weight(r));
    let p = r.record.statistics.penetration;
    assert!(p < 1e-10, "penetration {p:e}");
}

/// Turns the base by 45 degrees about y; stands in the place of the [run] table's end.
const RIDGE: &str = "#ridge";

const CUBE: [f64; 3] = [0.2, 0.2, 0.2];

#[test]
fn dropped_flat() {
    let r = drop(CUBE, CUBE, "position = [0, 0, 0.25]", "");
    rests(&r, CUBE, CUBE);
    assert!((r.last("q.box.z") - 0.2).abs() < 1e-10);
    // a smaller one, and a larger one, both off the middle
    for (size, z) in [([0.1, 0.08, 0.06], 0.13), ([0.4, 0.5, 0.1], 0.15)] {
        let at = format!("position = [0.02, -0.01, {}]", z + 0.02);
        let r = drop(CUBE, size, &at, "");
        rests(&r, CUBE, size);
        assert!((r.last("q.box.z") - z).abs() < 1e-10);
    }
}

#[test]
fn dropped_tilted_and_on_an_edge_and_on_a_corner() {
    let size = [0.12, 0.1, 0.08];
    for (axis, angle) in [
        ("[1, 0, 0]", 10.0),
        ("[0, 1, 0]", 30.0),
        ("[1, 0, 0]", 40.0),
        ("[1, 2, 0.5]", 25.0),
        ("[3, -1, 2]", 60.0),
    ] {
        let start = format!(
            "position = [0.01, 0.02, 0.24]\nrotation = {{ axis = {axis}, angle = \"{angle} deg\" }}"
        );
        let r = drop([0.6, 0.6, 0.2], size, &start, "");
        rests(&r, [0.6, 0.6, 0.2], size);
    }
}

/// A ridge below and an edge above, across it: they meet at one point, edge on edge.
#[test]
fn edge_on_edge() {
    let ridge = [0.3, 0.6, 0.3];
    let top = 0.15 * 2.0_f64.sqrt();
    let r = drop(
        ridge,
        CUBE,
        &format!(
            "position = [0.01, 0.02, {}]\nrotation = {{ axis = [1, 0, 0], angle = \"45 deg\" }}",
            top + 0.1 * 2.0_f64.sqrt() + 0.01
        ),
        RIDGE,
    );
    let turn = percussion::frame::rotation(&V3::y(), std::f64::consts::FRAC_PI_4);
    let mut closest = f64::MAX;
    let mut met = false;
    for row in 0..r.record.len() {
        let (x, A) = pose(&r, row);
        let s = separation(
            V3::from(ridge) * 0.5,
            V3::from(CUBE) * 0.5,
            turn.transpose() * x,
            turn.transpose() * A,
        );
        closest = closest.min(s);
        met |= (1..=8).any(|k| r.at(row, &format!("laN.on.{k}")) > 1.0);
    }
    assert!(closest > -1e-10 && closest < 1e-10, "{closest:e}");
    assert!(met, "no edge touched an edge");
    assert!(r.last("q.box.z") < 0.0);
}

#[test]
fn crossed_and_turned_boxes_rest() {
    // a cross: four crossings of edges and no corner; then turned about the vertical
    let (x, y) = ([0.6, 0.1, 0.1], [0.1, 0.6, 0.1]);
    let r = drop(x, y, "position = [0, 0, 0.11]", "");
    rests(&r, x, y);
    assert!((r.last("q.box.z") - 0.1).abs() < 1e-10);
    for angle in [1e-7, 1e-3, 20.0, 45.0] {
        let start = format!(
            "position = [0.01, 0.005, 0.21]\nrotation = {{ axis = [0, 0, 1], angle = \"{angle} deg\" }}"
        );
        let r = drop(CUBE, CUBE, &start, "");
        rests(&r, CUBE, CUBE);
        assert!((r.last("q.box.z") - 0.2).abs() < 1e-10, "{angle}");
    }
}

#[test]
fn it_falls_past_the_edge() {
    // its centre beyond the edge: it tips and falls; beside: it does not even touch
    let r = drop(CUBE, CUBE, "position = [0.13, 0, 0.21]", "");
    never_inside(&r, CUBE, CUBE);
    assert!(r.last("q.box.z") < -1.0, "{}", r.last("q.box.z"));
    let free = drop(CUBE, CUBE, "position = [0.21, 0, 0.21]", "");
    let error = free.last("q.box.z") - (0.21 - 0.5 * 9.81 * 1.5 * 1.5);
    assert!(error.abs() < 1e-9, "{error:e}");
    // a centre within the edge rests
    let r = drop(CUBE, CUBE, "position = [0.08, 0, 0.21]", "");
    rests(&r, CUBE, CUBE);
}

#[test]
fn other_schemes_agree() {
    for scheme in ["moreau", "alpha-pvv", "alpha-free"] {
        let extra = format!("scheme = \"{scheme}\"");
        let r = drop(CUBE, [0.1, 0.1, 0.1], "position = [0.02, -0.01, 0.16]", &extra);
        // Moreau's scheme keeps the way of one step into the box
        assert!((r.last("q.box.z") - 0.15).abs() < 5e-4, "{scheme}: {}", r.last("q.box.z"));
        assert!(r.speed() < 1e-9, "{scheme}: {}", r.speed());
    }
}

/// Thrown at random: on top, over the edge, past it. Never inside, and at rest where it stays.
#[test]
fn thrown_at_random() {
    let (base, size) = ([0.4, 0.3, 0.2], [0.15, 0.1, 0.25]);
    let mut stayed = 0;
    for seed in 1..=8_u64 {
        let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            (x >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        let start = format!(
            "position = [{}, {}, 0.35]\nquaternion = [{}, {}, {}, {}]\nvelocity = [{}, {}, 0]\nspin = [{}, {}, {}]",
            0.2 * next(), 0.15 * next(), next(), next(), next(), next(), 0.3 * next(), 0.3 * next(),
            2.0 * next(), 2.0 * next(), 2.0 * next()
        );
        let r = drop(base, size, &start, "");
        never_inside(&r, base, size);
        if r.last("q.box.z") > 0.1 {
            stayed += 1;
            assert!(r.speed() < 1e-10, "seed {seed}: velocity {:e}", r.speed());
        }
    }
    assert!(stayed > 1, "{stayed}");
}
