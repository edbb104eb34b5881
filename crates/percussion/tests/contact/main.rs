//! Published contact problems and piles, see data/contact/README.md.

#![allow(non_snake_case)]

mod laws;
mod lcp;
mod small;

use percussion::contact::{file, find, Budget, Goal, Mode, Outcome, Point, Problem, Status};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/contact").join(name)
}

fn read(name: &str) -> (Problem, Point) {
    file::parse(&std::fs::read_to_string(path(name)).unwrap()).unwrap()
}

fn solve(solver: &str, p: &Problem, start: &Point, work: f64) -> (Point, Outcome) {
    let mut point = start.clone();
    let mut solver = (find(solver).ok().unwrap().make)();
    let out = solver.solve(p, &mut point, Goal::to(1e-8), &mut Budget::new(work));
    (point, out)
}

/// What a solution is, written down without the library: reactions in their cones, no penetration,
/// nothing pulled, friction opposed to sliding. Relative to the largest q and r.
fn check(p: &Problem, point: &Point) {
    let largest = |v: &[f64]| v.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    let (r, u) = (largest(&point.m), largest(&p.b).max(largest(&point.y)));
    for item in &p.items {
        let n = item.normal.unwrap();
        let t = item.tangential.clone();
        let norm = |v: &[f64]| v[t.clone()].iter().map(|v| v * v).sum::<f64>().sqrt();
        let (rt, ut) = (norm(&point.m), norm(&point.y));
        assert!(point.m[n] >= -1e-7 * r && point.y[n] >= -1e-6 * u, "item {}", item.contact);
        assert!((point.m[n] / r).min(point.y[n] / u) < 1e-6, "item {}", item.contact);
        assert!(rt <= item.mu * point.m[n] + 1e-6 * r, "item {}", item.contact);
        if ut > 1e-3 * u && point.m[n] > 1e-3 * r {
            let dot: f64 = t.clone().map(|k| point.m[k] * point.y[k]).sum();
            let opposed = -item.mu * point.m[n] * ut;
            assert!((dot - opposed).abs() < 1e-4 * r * u, "item {}: {dot} {opposed}", item.contact);
        }
    }
}

const PUBLISHED: [&str; 9] = [
    "FC3D_Example1.dat",
    "GFC3D_Example1.dat",
    "Rover1040.dat",
    "FrictionContactProblem00031.dat",
    "OneObject-i1028-138.hdf5.dat",
    "BoxesStack1-i100000-32.hdf5.dat",
    "FrictionContactProblem00727.dat",
    "Capsules-i100-889.dat",
    "gfc2d_granularflowonwall_00069_00350.dat",
];

#[test]
fn all_published_problems_are_solved() {
    for name in PUBLISHED {
        let (p, start) = read(name);
        let (point, out) = solve("auto", &p, &start, 2e9);
        assert!(out.solved() && out.residual <= 1e-8, "{name}: {out:?}");
        assert!(p.published_error(&point) <= 1e-8, "{name}: {}", p.published_error(&point));
        check(&p, &point);
    }
}

/// A pile of spheres whose central path folds back, on which only path tracking arrives; a wall of bricks.
#[test]
fn a_pile_and_a_wall_are_solved() {
    for (solver, name) in [("path", "p100_s1.fcb"), ("auto", "w100.fcb")] {
        let (p, start) = read(name);
        let (point, out) = solve(solver, &p, &start, 5e9);
        assert!(out.solved() && p.published_error(&point) <= 1e-8, "{name}: {out:?}");
        check(&p, &point);
    }
}

/// Piles of spheres are solved with the compliance; without it their rows contradict each other at the solution found, which is said.
#[test]
fn piles_are_solved_with_their_compliance_and_say_so() {
    for name in ["p100_s1.fcb", "f200_21_s0.fcb"] {
        let (p, start) = read(name);
        let (_, out) = solve("auto", &p, &start, 5e9);
        assert_eq!(out.status, Status::Compliant, "{name}: {out:?}");
        assert!(out.regular <= 1e-7 && out.residual > out.regular, "{name}: {out:?}");
        assert!(out.factorisations < 120, "{name}: {out:?}");
    }
}

/// A rope over a drum with a load at both ends: what rests moves far less than the first solution with soft joints does, and heavy
/// loads hang on light points.
#[test]
fn a_rope_over_a_drum_is_solved() {
    let (p, start) = read("rope-over-drum.json");
    let (point, out) = solve("auto", &p, &start, 2e9);
    assert!(out.solved() && out.residual <= 1e-8 && out.factorisations < 60, "{out:?}");
    // 1.3e-7 m/s measured, 4.7e-2 where the refinement of soft joints stopped early
    assert!(point.x.iter().all(|x| x.abs() < 1e-6), "{:?}", point.x);
}

/// Which of the single methods reaches 1e-8 on what; as measured for this implementation.
#[test]
fn every_solver_solves_what_it_is_made_for() {
    for (solver, names) in [
        ("dense", &PUBLISHED[..4]),
        ("lcp", &PUBLISHED[3..4]),
        ("nsgs", &PUBLISHED[..5]),
        ("newton", &PUBLISHED[..6]),
        ("interior-point", &PUBLISHED[..8]),
        ("path", &PUBLISHED[..1]),
        ("admm", &PUBLISHED[..1]),
    ] {
        for name in names {
            let (p, start) = read(name);
            let (point, out) = solve(solver, &p, &start, 1e9);
            assert!(out.solved(), "{solver} on {name}: {out:?}");
            check(&p, &point);
        }
    }
}

/// The same problem in millimetres, grams and other seconds: the same number of iterations, and the
/// solution in the new units.
#[test]
fn units_do_not_matter() {
    let (p, start) = read("Rover1040.dat");
    let (point, out) = solve("auto", &p, &start, 1e9);
    assert!(out.solved());
    for scale in [1e-9, 1e9] {
        let mut q = p.clone();
        let percussion::contact::Form::Sparse(G) = &mut q.form else { panic!("a local problem") };
        G.value.iter_mut().for_each(|v| *v *= scale);
        q.b.iter_mut().for_each(|v| *v *= 1e-4);
        let (other, out) = solve("auto", &q, &start, 1e9);
        assert!(out.solved() && out.residual < 1e-8, "{out:?}");
        for (a, b) in point.y.iter().zip(&other.y) {
            assert!((a * 1e-4 - b).abs() < 1e-11, "{a} {b}");
        }
    }
}

/// Painlevé's rod: a sliding contact at which pressing draws the contact closer. With the direction of
/// sliding given, 0 <= y = g m + b with g = -1, b = -1 has no solution.
#[test]
fn a_problem_without_solution_is_not_called_solved() {
    use percussion::contact::{Form, Item};
    let items = vec![Item::contact(0, 0, 1..1, 0.0)];
    let p = Problem::new(Form::Dense(vec![-1.0]), vec![-1.0], items);
    let (_, out) = solve("auto", &p, &Point::zero(&p), 1e8);
    assert!(!out.solved(), "{out:?}");
    let (_, out) = solve("lcp", &p, &Point::zero(&p), 1e8);
    assert_eq!(out.status, Status::NoSolution, "{out:?}");
    // b = 1: open, and also m = 1
    let p = Problem { b: vec![1.0], ..p };
    let (point, out) = solve("auto", &p, &Point::zero(&p), 1e8);
    assert!(out.solved() && p.modes(&point) == [Mode::Open], "{out:?}");
    let found = percussion::contact::unique(&p, &point, &mut Budget::default());
    assert_eq!(found.map(|u| u.0), Some(false));
}

/// A wedge driven between two walls with friction that holds it: infinitely many reactions.
#[test]
fn a_wedge_that_holds_itself() {
    use percussion::contact::{Bodies, Form, Item};
    // half angle 0.1, μ = 0.3 > tan 0.1: any squeeze is possible; pushed down with 1
    let (s, c) = 0.1_f64.sin_cos();
    let mut b = Bodies { blocks: vec![0, 2], f: vec![0.0, -1.0], ..Bodies::default() };
    b.M.push([(0, 1.0)]);
    b.M.push([(1, 1.0)]);
    for side in [-1.0, 1.0] {
        // normals point from the walls to the wedge, upwards by its angle
        b.W.push([(0, -side * c), (1, s)]);
        b.W.push([(0, side * s), (1, c)]);
    }
    let items = vec![Item::contact(0, 0, 1..2, 0.3), Item::contact(1, 2, 3..4, 0.3)];
    let p = Problem::new(Form::Bodies(b), vec![0.0; 4], items);
    let (point, out) = solve("auto", &p, &Point::zero(&p), 1e8);
    assert!(out.solved() && point.x.iter().all(|x| x.abs() < 1e-8), "{out:?} {point:?}");
    let up: f64 = s * (point.m[0] + point.m[2]) + c * (point.m[1] + point.m[3]);
    assert!((up - 1.0).abs() < 1e-8, "{point:?}");
    let found = percussion::contact::unique(&p, &point, &mut Budget::default());
    assert_eq!(found.map(|u| u.0), Some(false));
}

#[test]
fn a_flag_stops_a_solve_and_work_ends() {
    let (p, start) = read("p100_s1.fcb");
    let flag = AtomicBool::new(true);
    let mut point = start.clone();
    let mut solver = (find("auto").ok().unwrap().make)();
    let mut budget = Budget::new(1e12).with_stop(&flag);
    let out = solver.solve(&p, &mut point, Goal::to(1e-8), &mut budget);
    assert_eq!(out.status, Status::Interrupted);
    assert!(budget.spent < 1e7, "{budget:?}");
    let (_, out) = solve("auto", &p, &start, 2e7);
    assert_eq!(out.status, Status::OutOfWork);
    // no fallback may go far beyond what is left
    assert!(out.work < 4e7 && out.factorisations > 0, "{out:?}");
}

/// One matrix as CSparse prints it by columns, by rows and as triplets: q and the friction coefficient follow.
const SPARSE: [&str; 3] = [
    "2\n1\n2\n2\n2\n2\nCSparse Version 3.1.9, by its author\n2-by-2, nzmax: 3 nnz: 3, 1-norm: 3\n\
     col 0 : locations 0 to 1\n 0 : 2\n 1 : 0.5\n col 1 : locations 2 to 2\n 1 : 3\n-1 0.25\n0.5\n",
    "2\n1\n2\n2\n2\n3\nCSparse Version 3.1.9, by its author\ncsr: 2-by-2, nzmax: 3 nnz: 3, 1-norm: 3\n\
     row 0 : locations 0 to 0\n 0 : 2\n row 1 : locations 1 to 2\n 0 : 0.5\n 1 : 3\n-1 0.25\n0.5\n",
    "2\n1\n2\n2\n2\n1\nCSparse Version 3.1.9, by its author\ntriplet: 2-by-2, nzmax: 3 nnz: 3\n\
     1 1 : 3\n 0 0 : 2\n 1 0 : 0.5\n-1 0.25\n0.5\n",
];

/// Five of the planar problems that Siconos comes with are sparse, and were refused.
#[test]
fn sparse_matrices_are_read() {
    let dense = "2\n1\n0\n2\n2\n2 2\n2 0.5\n0 3\n-1 0.25\n0.5\n";
    let (dense, _) = file::parse(dense).unwrap();
    for text in SPARSE {
        assert_eq!(file::parse(text).unwrap().0, dense, "{text}");
    }
    let empty = SPARSE[0].replace("to 2\n 1 : 3", "to 1").replace("nnz: 3", "nnz: 2");
    let (p, _) = file::parse(&empty).unwrap();
    assert_ne!(p, dense);
    for (from, to) in [("0 : 2\n", "7 : 2\n"), ("2-by-2", "2-by-3"), ("to 1", "to 9")] {
        let e = file::parse(&SPARSE[0].replacen(from, to, 1)).unwrap_err();
        assert!(e.line >= 7, "{e}");
    }
}

/// Texts that are cut off or changed at any place are refused with a line, or still a problem.
#[test]
fn no_text_makes_the_parser_panic() {
    let mut seed = 11_u64;
    let mut random = move |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % n
    };
    let (json, _) = read("GFC3D_Example1.dat");
    let json = file::write(&json, &[1.0, 0.0, 0.0], "a test");
    let texts = [
        std::fs::read_to_string(path("FC3D_Example1.dat")).unwrap(),
        std::fs::read_to_string(path("GFC3D_Example1.dat")).unwrap(),
        std::fs::read_to_string(path("FrictionContactProblem00031.dat")).unwrap(),
        SPARSE[0].into(),
        SPARSE[1].into(),
        json,
        "1 1\n1 1 1 2 2 2\n0 -1 0.5 -1 0.1 0\n0 0 1 0 0 0  1 0 0 0 0 0  0 1 0 0 0 0\n3 1 0 0\n"
            .into(),
    ];
    let junk = ["-1", "1e999", "nan", "999999999999", "x", "", "0", "1e300", "-0.0", "\u{fffd}"];
    for text in &texts {
        assert!(file::parse(text).is_ok(), "{:?}", file::parse(text).err());
        let words: Vec<&str> = text.split_whitespace().collect();
        for _ in 0..300 {
            let mut changed: Vec<&str> = words.clone();
            match random(3) {
                0 => changed.truncate(random(words.len())),
                1 => {
                    let at = random(words.len());
                    changed[at] = junk[random(junk.len())];
                }
                _ => {
                    changed.remove(random(words.len()));
                }
            }
            let broken = changed.join(" ");
            if let Ok((p, start)) = file::parse(&broken) {
                // whatever it is, a solve ends and says something
                let (_, out) = solve("auto", &p, &start, 1e6);
                assert!(out.solved() || out.status != Status::Solved);
            }
        }
    }
}

#[test]
fn json_reads_back_as_the_same_problem() {
    for name in ["Rover1040.dat", "GFC3D_Example1.dat", "p100_s1.fcb"] {
        let (p, start) = read(name);
        let (back, again) = file::parse(&file::write(&p, &start.m, name)).unwrap();
        assert_eq!(p, back);
        assert_eq!(start, again);
    }
}
