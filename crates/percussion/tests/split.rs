//! Forces of redundant contacts are defined: one answer, whatever the scheme, the start, the order of the rows.
#![allow(non_snake_case)]

use percussion::contact::{Budget, Form, Goal, Item, Point, Problem, Solver, Standard};
use percussion::problems::load;
use percussion::record::{Record, Status};
use percussion::run::{simulate, Settings};
use percussion::schemes::Scheme;
use std::ops::ControlFlow;

fn run(text: &str, sets: &[(&str, &str)], scheme: &str, dt: f64, t_end: f64) -> Record {
    let sets: Vec<_> = sets.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    let file = load("test.toml", text, &|_| Err("nothing".into()), &sets);
    let p = file.unwrap_or_else(|d| panic!("{d}")).prepare().unwrap_or_else(|d| panic!("{d}"));
    let go_on = |_, _| ControlFlow::Continue(());
    let scheme = Scheme::new(scheme).unwrap();
    let scheme = if scheme.options().has("positions") {
        scheme.set("positions", "projected").unwrap()
    } else {
        scheme
    };
    let r = simulate(&p.system, &scheme, &p.q0, &p.u0, Settings::new(dt, t_end), go_on);
    assert_eq!(r.status, Status::Done);
    r
}

/// A box of 2 m on its four corners slides and spins to rest.
const BOX: &str = r#"
gravity = [0, 0, -9.81]
[parameters]
spin = 3
height = 1
speed = 0.5
[[bodies]]
name = "box"
type = "spatial"
solid = { type = "box", size = [2, 2, 2] }
mass = 1
position = [0, 0, "height"]
velocity = ["speed", 0, 0]
spin = [0, 0, "spin"]
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 0, 1]
[[shapes]]
name = "cube"
type = "box"
body = "box"
size = [2, 2, 2]
[[contacts]]
name = "c"
between = ["floor", "cube"]
mu = 0.3
"#;

/// Ends in the limit of small steps; (0.2226, -0.0076) and (0.0873, -0.0062) were found with an independent program of four equal springs.
#[test]
fn a_box_on_four_corners_slides_to_one_end_under_every_scheme() {
    let ends = [("3", 0.22258, -0.00756), ("1", 0.08733, -0.00624), ("0.3", 0.04824, -0.00292)];
    for (spin, x, y) in ends {
        for scheme in ["moreau", "alpha", "alpha-pvv", "high-order"] {
            let r = run(BOX, &[("spin", spin)], scheme, 1e-3, 0.6);
            let q = r.q(r.len() - 1);
            let far = (q[0] - x).abs().max((q[1] - y).abs());
            assert!(far < 1e-4, "{scheme}, spin {spin}: ({}, {})", q[0], q[1]);
        }
    }
}

#[test]
fn a_box_that_lands_flat_is_hit_equally_at_its_corners() {
    for scheme in ["moreau", "alpha"] {
        let sets = [("spin", "0"), ("speed", "0"), ("height", "1.02")];
        let r = run(BOX, &sets, scheme, 1e-3, 0.2);
        let (first, last) = (r.q(0), r.q(r.len() - 1));
        let turn = first[3..].iter().zip(&last[3..]).map(|(a, b)| (a - b).abs());
        let turned = turn.fold(0.0_f64, f64::max);
        assert!(turned < 1e-9, "{scheme}: {turned:e}");
    }
}

/// Gaps of a box that rests do not drift: positions are put right without percussions.
#[test]
fn moreau_keeps_gaps_of_what_rests() {
    let r = run(BOX, &[("spin", "0"), ("speed", "0")], "moreau", 1e-3, 5.0);
    assert!((r.q(r.len() - 1)[2] - 1.0).abs() < 1e-11, "{:e}", r.q(r.len() - 1)[2] - 1.0);
}

/// Rows of points below a body of unit mass and inertia, pressed down: W by rows, b of a load at (cx, cy).
fn table(legs: &[[f64; 2]], centre: [f64; 2]) -> (Vec<[f64; 3]>, Vec<f64>) {
    let W: Vec<[f64; 3]> = legs.iter().map(|l| [1.0, l[1], -l[0]]).collect();
    let load = [-9.81, -9.81 * centre[1], 9.81 * centre[0]];
    let b = W.iter().map(|w| w.iter().zip(load).map(|(w, f)| w * f).sum()).collect();
    (W, b)
}

fn problem(W: &[[f64; 3]], b: &[f64]) -> Problem {
    let dot = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let G = W.iter().flat_map(|a| W.iter().map(move |b| dot(a, b))).collect();
    let items = (0..b.len()).map(|i| Item::contact(i, i, i + 1..i + 1, 0.0)).collect();
    Problem::new(Form::Dense(G), b.to_vec(), items)
}

fn solve(p: &Problem, start: &[f64]) -> Vec<f64> {
    let mut point = Point { m: start.to_vec(), ..Point::zero(p) };
    let out = Standard::default().solve(p, &mut point, Goal::to(1e-12), &mut Budget::default());
    assert!(out.solved(), "{out:?}");
    point.m
}

/// Forces of equal springs below a rigid table: in proportion to a + b x + c y.
fn springs(W: &[[f64; 3]], load: [f64; 3]) -> Vec<f64> {
    let mut A = [[0.0; 4]; 3];
    for w in W {
        (0..3).for_each(|i| (0..3).for_each(|j| A[i][j] += w[i] * w[j]));
    }
    (0..3).for_each(|i| A[i][3] = -load[i]);
    for i in 0..3 {
        for k in (0..3).filter(|k| *k != i) {
            let by = A[k][i] / A[i][i];
            (0..4).for_each(|j| A[k][j] -= by * A[i][j]);
        }
    }
    let d: Vec<f64> = (0..3).map(|i| A[i][3] / A[i][i]).collect();
    W.iter().map(|w| w.iter().zip(&d).map(|(w, d)| w * d).sum()).collect()
}

#[test]
fn a_table_stands_as_on_equal_springs() {
    let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let five = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [0.3, 0.2]];
    let doubled = [[-1.0, -1.0], [1.0, -1.0], [1.0, -1.0], [0.0, 1.0]];
    for (legs, c) in [(&square[..], [0.3, -0.1]), (&five, [0.1, 0.2]), (&doubled, [0.1, -0.3])] {
        let (W, b) = table(legs, c);
        let want = springs(&W, [-9.81, -9.81 * c[1], 9.81 * c[0]]);
        let p = problem(&W, &b);
        for start in 0..12 {
            let m: Vec<f64> =
                (0..b.len()).map(|i| f64::from((start * (i + 3) % 7) as u8)).collect();
            for (m, want) in solve(&p, &m).iter().zip(&want) {
                assert!((m - want).abs() < 1e-8, "{m} {want}");
            }
        }
        // another order of the rows
        let W: Vec<_> = W.iter().rev().copied().collect();
        let b: Vec<_> = b.iter().rev().copied().collect();
        let m = solve(&problem(&W, &b), &vec![0.0; b.len()]);
        for (m, want) in m.iter().rev().zip(&want) {
            assert!((m - want).abs() < 1e-8, "{m} {want}");
        }
    }
}
