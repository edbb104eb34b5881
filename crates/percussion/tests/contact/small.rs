//! Problems whose solution can be written down, for every solver that is made for them.

use percussion::contact::law::length;
use percussion::contact::*;
use percussion::linalg::Rows;

fn dense(G: Vec<f64>, b: Vec<f64>, items: Vec<Item>) -> Problem {
    Problem::new(Form::Dense(G), b, items)
}

fn solve(p: &Problem, m: &[f64], tol: f64) -> (Point, Outcome) {
    p.check().unwrap();
    let mut point = Point { m: m.to_vec(), ..Point::zero(p) };
    let goal = Goal::to(tol);
    let out = Standard::default().solve(p, &mut point, goal, &mut Budget::default());
    (point, out)
}

/// W M⁻¹ Wᵀ with a diagonal M⁻¹.
fn delassus(w: &[Vec<f64>], inverse: &[f64]) -> Vec<f64> {
    let entry = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).zip(inverse).map(|((a, b), i)| a * b * i).sum()
    };
    w.iter().flat_map(|a| w.iter().map(move |b| entry(a, b))).collect()
}

/// The same as bodies.
fn bodies(w: &[Vec<f64>], inverse: &[f64], b: &[f64], items: &[Item]) -> Problem {
    let mut M = Rows::default();
    inverse.iter().enumerate().for_each(|(d, i)| M.push([(d, 1.0 / i)]));
    let mut W = Rows::default();
    for row in w {
        W.push(row.iter().copied().enumerate().filter(|e| e.1 != 0.0));
    }
    let f = vec![0.0; inverse.len()];
    let form =
        Form::Bodies(Bodies { M, f, W, blocks: vec![0, inverse.len()], ..Bodies::default() });
    Problem::new(form, b.to_vec(), items.to_vec())
}

#[test]
fn one_closed_and_one_open_contact() {
    let items = vec![Item::contact(0, 0, 0..0, 0.0), Item::contact(1, 1, 1..1, 0.0)];
    let p = dense(vec![2.0, 1.0, 1.0, 2.0], vec![-2.0, 5.0], items);
    let (point, out) = solve(&p, &[0.0; 2], 1e-14);
    assert!(out.solved());
    assert!((point.m[0] - 1.0).abs() < 1e-14 && point.m[1] == 0.0, "{point:?}");
    assert_eq!(p.modes(&point), [Mode::Stick, Mode::Open]);
}

#[test]
fn sliding_and_sticking() {
    // unit mass on a plane: normal approach 1, tangential speed 0.1 sticks, 1 slides
    for (v, expected, mode) in [(0.1, -0.1, Mode::Stick), (1.0, -0.5, Mode::Slip)] {
        let items = vec![Item::contact(0, 0, 1..2, 0.5)];
        let p = dense(vec![1.0, 0.0, 0.0, 1.0], vec![-1.0, v], items);
        let (point, out) = solve(&p, &[0.0; 2], 1e-13);
        assert!(out.solved());
        let m = &point.m;
        assert!((m[0] - 1.0).abs() < 1e-12 && (m[1] - expected).abs() < 1e-12, "{m:?}");
        assert_eq!(p.modes(&point), [mode]);
    }
}

#[test]
fn a_contact_given_twice_carries_the_load_together() {
    let items = vec![Item::contact(0, 0, 0..0, 0.0), Item::contact(1, 1, 1..1, 0.0)];
    let p = dense(vec![1.0; 4], vec![-3.0, -3.0], items);
    let (point, out) = solve(&p, &[1.0; 2], 1e-12);
    assert!(out.solved());
    assert!((point.m[0] + point.m[1] - 3.0).abs() < 1e-12, "{point:?}");
}

#[test]
fn dry_friction_with_a_given_load() {
    for (b, exact) in [(0.25, -0.25), (3.0, -1.0)] {
        let p = dense(vec![1.0], vec![b], vec![Item::dry(0, 2.0, 0..1, 0.5)]);
        let (point, out) = solve(&p, &[0.0], 1e-13);
        assert!(out.solved() && (point.m[0] - exact).abs() < 1e-12, "{point:?}");
    }
}

#[test]
fn sliding_along_a_given_direction_and_inactive_items() {
    // a block that slides along (0.6, 0.8): the friction has that direction whatever b says
    let mut items = vec![Item::contact(0, 0, 1..3, 0.5), Item::contact(1, 3, 4..4, 0.0)];
    items[0].rubbing = Rubbing::Slides([0.6, 0.8, 0.0]);
    items[1].active = false;
    let mut G = vec![0.0; 16];
    (0..4).for_each(|i| G[5 * i] = 1.0);
    let p = dense(G, vec![-2.0, 0.3, -0.1, -1.0], items);
    let (point, out) = solve(&p, &[0.0; 4], 1e-13);
    assert!(out.solved());
    for (m, e) in point.m.iter().zip([2.0, -0.6, -0.8, 0.0]) {
        assert!((m - e).abs() < 1e-12, "{point:?}");
    }
}

/// A ball between two planes at 45 degrees: both contacts cannot stick, since the second one
/// has to slide with 1e-9. Sweeps alone need about 1e9 of them to find out.
#[test]
fn contacts_that_cannot_both_stick() {
    let s = 0.5_f64.sqrt();
    // columns x, y, R phi of the unit ball with J = 2/5: rows N1, F1, N2, F2
    let w = [[-s, s, 0.0], [s, s, 1.0], [s, s, 0.0], [s, -s, 1.0]].map(|r| r.to_vec());
    let G = delassus(&w, &[1.0, 1.0, 2.5]);
    let items = vec![Item::contact(0, 0, 1..2, 0.3), Item::contact(1, 2, 3..4, 0.3)];
    for e in [1e-3, 1e-6, 1e-9] {
        let p = dense(G.clone(), vec![-s, -s, -s, s + e], items.clone());
        let (point, out) = solve(&p, &[0.0; 4], 1e-13);
        assert!(out.solved() && out.iterations < 200 && out.error < 1e-13, "{e}: {out:?}");
        for (n, f) in [(0, 1), (2, 3)] {
            let m = &point.m;
            assert!(point.y[n].abs() < 1e-12 && m[n] > 0.0, "{m:?}");
            assert!(m[f].abs() <= 0.3 * m[n] * (1.0 + 1e-12), "{m:?}");
        }
    }
}

fn on_three_points(random: &mut dyn FnMut() -> f64) -> (Vec<Vec<f64>>, Vec<f64>, Vec<f64>) {
    let points = [[1.0, 0.5, -0.3], [1.0, -0.5, -0.3], [-1.0, 0.1, -0.3]];
    let mut w = Vec::new();
    for [x, y, z] in points {
        w.push(vec![0.0, 0.0, 1.0, y, -x, 0.0]);
        w.push(vec![1.0, 0.0, 0.0, 0.0, z, -y]);
        w.push(vec![0.0, 1.0, 0.0, -z, 0.0, x]);
    }
    let b = (0..9).map(|i| if i % 3 == 0 { -1e-3 } else { 1e-9 * random() }).collect();
    (w, vec![1.0, 1.0, 1.0, 5.0, 2.0, 1.5], b)
}

fn sequence(seed: u64) -> impl FnMut() -> f64 {
    let mut s = seed;
    move || {
        s = s.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (s >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    }
}

/// A body on three points, whose nine rows have six freedoms: all stick, but for velocities of
/// 1e-9 that contradict each other. With the compliance the laws hold; what contradicts is reported as their rigid residual.
#[test]
fn a_body_on_three_points_reports_its_contradictions() {
    let mut random = sequence(1);
    let items: Vec<Item> =
        (0..3).map(|k| Item::contact(k, 3 * k, 3 * k + 1..3 * k + 3, 0.8)).collect();
    for case in 0..40 {
        let (w, inverse, b) = on_three_points(&mut random);
        let p = dense(delassus(&w, &inverse), b, items.clone());
        let mut point = Point::zero(&p);
        let goal = Goal { enough: 1e-12, ..Goal::to(1e-13) };
        let out = Standard::default().solve(&p, &mut point, goal, &mut Budget::default());
        assert!(out.status == Status::Compliant && out.iterations < 40, "{case}: {out:?}");
        assert!(out.error < 3e-9 && out.regular < 1e-10, "{case}: {out:?}");
        for k in [0, 3, 6] {
            let m = &point.m[k..k + 3];
            assert!(m[0] >= 0.0 && length(&m[1..]) <= 0.8 * m[0] * (1.0 + 1e-9), "{case}: {m:?}");
            assert!(point.y[k] > -3e-9, "{case}");
        }
    }
}

/// The body form gives the same y as the local form, and x with M x = f + Wᵀ m.
#[test]
fn bodies_and_local_form_agree() {
    let mut random = sequence(7);
    let items: Vec<Item> =
        (0..3).map(|k| Item::contact(k, 3 * k, 3 * k + 1..3 * k + 3, 0.8)).collect();
    let (w, inverse, mut b) = on_three_points(&mut random);
    (0..9).for_each(|i| b[i] += 0.3 * random());
    let local = dense(delassus(&w, &inverse), b.clone(), items.clone());
    let body = bodies(&w, &inverse, &b, &items);
    let (one, out) = solve(&local, &[0.0; 9], 1e-12);
    assert!(out.solved());
    let (two, out) = solve(&body, &[0.0; 9], 1e-12);
    assert!(out.solved());
    for (a, b) in one.y.iter().zip(&two.y) {
        assert!((a - b).abs() < 1e-10, "{one:?} {two:?}");
    }
    for d in 0..6 {
        let force: f64 = (0..9).map(|i| w[i][d] * two.m[i]).sum();
        assert!((two.x[d] - force * inverse[d]).abs() < 1e-12);
    }
}

/// A slider on a rail that is given twice (a redundant joint), pushed against a stop.
#[test]
fn contacts_without_friction_are_a_convex_problem() {
    // five times as many contacts as velocities, each of them twice
    for seed in 1..6 {
        let mut random = sequence(seed);
        let (nu, n) = (20, 100);
        let mut w: Vec<Vec<f64>> =
            (0..n / 2).map(|_| (0..nu).map(|_| random()).collect()).collect();
        // the velocity v opens all of them
        let v: Vec<f64> = (0..nu).map(|_| 2.0 * random()).collect();
        let along = |row: &Vec<f64>| row.iter().zip(&v).map(|(w, v)| w * v).sum::<f64>();
        let mut b: Vec<f64> = w.iter().map(|row| 0.1 * (random() + 0.5) - along(row)).collect();
        w.extend_from_within(..);
        b.extend_from_within(..);
        let items: Vec<Item> = (0..n).map(|i| Item::contact(i, i, i + 1..i + 1, 0.0)).collect();
        let p = bodies(&w, &vec![1.0; nu], &b, &items);
        let (cold, out) = solve(&p, &vec![0.0; n], 1e-10);
        assert!(out.solved());
        for (m, y) in cold.m.iter().zip(&cold.y) {
            assert!(*m >= 0.0 && *y > -1e-9 && (m * y).abs() < 1e-8, "{seed}: {m} {y}");
        }
        // the motion is unique, wherever it is looked for
        let start: Vec<f64> = (0..n).map(|_| random().max(0.0)).collect();
        let (warm, out) = solve(&p, &start, 1e-10);
        assert!(out.solved());
        let apart = warm.x.iter().zip(&cold.x).fold(0.0_f64, |a, (x, y)| a.max((x - y).abs()));
        assert!(apart < 1e-7, "{seed}: {apart}");
    }
}

#[test]
fn joints_that_depend_on_each_other() {
    // velocities x, y of a unit mass; y is held by two equal joints with rates of -0.2
    let mut b =
        Bodies { blocks: vec![0, 2], f: vec![3.0, -5.0], c: vec![0.2; 2], ..Bodies::default() };
    b.M.push([(0, 1.0)]);
    b.M.push([(1, 1.0)]);
    b.J.push([(1, 1.0)]);
    b.J.push([(1, 1.0)]);
    b.W.push([(0, -1.0)]);
    let items = vec![Item::contact(0, 0, 0..0, 0.0)];
    let p = Problem::new(Form::Bodies(b), vec![0.5], items);
    let (point, out) = solve(&p, &[0.0], 1e-12);
    assert!(out.solved());
    // the stop lets x = 0.5, joints share 4.8
    assert!((point.x[0] - 0.5).abs() < 1e-12 && (point.x[1] + 0.2).abs() < 1e-12, "{point:?}");
    assert!((point.m[0] - 2.5).abs() < 1e-12, "{point:?}");
    assert!(point.l.iter().all(|l| (l - 2.4).abs() < 1e-8), "{point:?}");
}

#[test]
fn can_be_written_and_read_back() {
    let mut random = sequence(7);
    let items: Vec<Item> =
        (0..3).map(|k| Item::contact(k, 3 * k, 3 * k + 1..3 * k + 3, 0.8)).collect();
    let (w, inverse, b) = on_three_points(&mut random);
    let p = bodies(&w, &inverse, &b, &items);
    let text = serde_json::to_string(&p).unwrap();
    let back: Problem = serde_json::from_str(&text).unwrap();
    assert_eq!(p, back);
}

#[test]
fn what_is_not_a_number_is_no_solution() {
    let items = vec![Item::contact(0, 0, 1..2, 0.5), Item::contact(1, 2, 3..4, 0.5)];
    let mut G = vec![0.0; 16];
    (0..4).for_each(|i| G[5 * i] = 1.0);
    let p = dense(G, vec![f64::NAN, 0.0, -1.0, 0.0], items);
    assert!(p.check().is_err());
    let mut point = Point::zero(&p);
    let goal = Goal { enough: 1e3, ..Goal::to(1e-3) };
    let out = Standard::default().solve(&p, &mut point, goal, &mut Budget::new(1e6));
    assert!(!out.solved(), "{out:?}");
}

#[test]
fn bodies_without_mass_are_refused() {
    let mut b = Bodies { blocks: vec![0, 2], f: vec![0.0; 2], ..Bodies::default() };
    b.M.push([(0, 1.0)]);
    b.M.push([(1, 0.0)]);
    b.W.push([(0, 1.0), (1, 1.0)]);
    let items = vec![Item::contact(0, 0, 0..0, 0.0)];
    let p = Problem::new(Form::Bodies(b), vec![-1.0], items);
    let (_, out) = solve(&p, &[0.0], 1e-8);
    assert_eq!(out.status, Status::Unfit);
}

/// The last item with and without friction: the items touch the same ones, but the pattern has another size.
#[test]
fn a_pattern_of_another_size() {
    let mut G = vec![0.1; 36];
    (0..6).for_each(|i| G[7 * i] = 1.0);
    let mut items = vec![Item::contact(0, 0, 1..3, 0.5), Item::contact(1, 3, 4..6, 0.5)];
    let mut solver = reference::NewtonSolver::default();
    for rubbing in [Rubbing::None, Rubbing::Disc, Rubbing::Slides([1.0, 0.0, 0.0]), Rubbing::Disc] {
        items[1].rubbing = rubbing;
        let p = dense(G.clone(), vec![-1.0, 0.2, 0.1, -1.0, 0.3, 0.2], items.clone());
        let (mut warm, mut cold) = (Point::zero(&p), Point::zero(&p));
        let out = solver.solve(&p, &mut warm, Goal::default(), &mut Budget::default());
        let fresh = reference::NewtonSolver::default().solve(
            &p,
            &mut cold,
            Goal::default(),
            &mut Budget::default(),
        );
        assert!(out.solved() && fresh.solved());
        assert_eq!(warm.m, cold.m);
    }
}

#[test]
fn a_solver_that_has_seen_other_matrices_gives_the_same_bits() {
    let mut random = sequence(7);
    let mut warm = Standard::default();
    let (w, mut inverse, mut b) = on_three_points(&mut random);
    let items: Vec<Item> =
        (0..3).map(|k| Item::contact(k, 3 * k, 3 * k + 1..3 * k + 3, 0.4)).collect();
    b.iter_mut().for_each(|v| *v += 0.3 * random());
    let mut all = vec![bodies(&w, &inverse, &b, &items)];
    // another right side; contacts that took no part before; other rows; other masses
    b.iter_mut().for_each(|v| *v += 0.1 * random());
    all.push(bodies(&w, &inverse, &b, &items));
    let mut fewer = items.clone();
    fewer[1].active = false;
    all.push(bodies(&w, &inverse, &b, &fewer));
    let mut other = w.clone();
    other.iter_mut().flatten().filter(|v| **v != 0.0).for_each(|v| *v += 0.1 * random());
    all.push(bodies(&other, &inverse, &b, &fewer));
    all.push(bodies(&other, &inverse, &b, &items));
    inverse.iter_mut().for_each(|v| *v *= 1.5);
    all.push(bodies(&other, &inverse, &b, &items));
    for p in &all {
        let mut point = Point::zero(p);
        let out = warm.solve(p, &mut point, Goal::to(1e-12), &mut Budget::default());
        let (fresh, _) = solve(p, &vec![0.0; p.rows()], 1e-12);
        assert!(out.solved(), "{out:?}");
        assert_eq!(point, fresh);
    }
}

#[test]
fn what_overflows_is_not_solved() {
    let mut M = Rows::default();
    for row in [[1e308, 91.5, 110.0], [81.0, 110.0, 110.0], [126.5, 126.5, 163.5]] {
        M.push(row.into_iter().enumerate());
    }
    let mut W = Rows::default();
    (0..3).for_each(|k| W.push([(k, 1.0)]));
    let f = vec![-2.5, -10.0, -5.5];
    let form = Form::Bodies(Bodies { M, f, W, blocks: vec![0, 3], ..Bodies::default() });
    let items = vec![Item::contact(0, 0, 1..3, 0.5)];
    let p = Problem::new(form, vec![0.5, -1.0, 0.1], items);
    let huge = dense(
        vec![1e308, 1e308, 1e308, 1e308],
        vec![-1e300, 1e300],
        vec![Item::contact(0, 0, 0..0, 0.0), Item::contact(1, 1, 1..1, 0.0)],
    );
    for p in [p, huge] {
        for info in &SOLVERS {
            let mut point = Point::zero(&p);
            let mut budget = Budget::new(1e7);
            let out = (info.make)().solve(&p, &mut point, Goal::to(1e-8), &mut budget);
            let finite = point.m.iter().all(|v| v.is_finite());
            assert!(finite || !out.solved(), "{}: {point:?}", info.name);
        }
    }
}
