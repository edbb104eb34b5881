//! Steps by the tolerance alone: what they cost, how far off they are, what is written.

#![allow(non_snake_case)]

use super::*;

const FIVE: &[(&str, &str)] = &[
    ("double-pendulum-wall", "double-pendulum-wall"),
    ("forced-impact-oscillator", "forced-impact-oscillator-transient"),
    ("bouncing-pendulum", "bouncing-pendulum"),
    ("stick-slip-block", "stick-slip-block"),
    ("rocking-block", "rocking-block"),
];

/// Largest error of a coordinate over all rows.
fn worst(rec: &Record, info: &ReferenceInfo, r: &Reference) -> f64 {
    let column = |n: &&str| rec.columns.iter().position(|c| *c == format!("q.{n}")).unwrap();
    let columns: Vec<usize> = info.q.iter().map(column).collect();
    let mut worst = 0.0_f64;
    for k in 0..rec.len() {
        let exact = r.q_at(rec.row(k)[0].min(r.t_end)).unwrap();
        let off = |(c, e): (&usize, &f64)| (rec.row(k)[*c] - e).abs();
        worst = columns.iter().zip(&exact).map(off).fold(worst, f64::max);
    }
    worst
}

/// Errors stay below ten times the tolerance whatever the output interval, and a thousandth costs at
/// most an eighth of the evaluations of a billionth. (The order 5 of the method alone would say a
/// sixteenth; an event costs two evaluations at any tolerance. The pendulum, with two steps an impact at a
/// thousandth, has 603 to 4760.)
#[test]
fn the_tolerance_alone_decides_error_and_cost() {
    for (problem, reference) in FIVE {
        let (p, info, r) = case(problem, reference);
        let mut cost = Vec::new();
        for tol in [1e-3, 1e-6, 1e-9] {
            let text = format!("{tol:e}");
            let mut evaluations = Vec::new();
            for rows in [40.0, 1000.0] {
                let dt = info.until / rows;
                let rec = run(p, info.set, "hybrid", &[("tol", &text)], dt, info.until);
                assert_eq!(rec.status, Status::Done, "{problem}");
                let e = worst(&rec, info, &r);
                assert!(e < 10.0 * tol, "{problem}, tol {tol:e}, {rows} rows: {e:e}");
                evaluations.push(rec.statistics.work.as_ref().unwrap().evaluations as f64);
            }
            let (few, many) = (evaluations[0], evaluations[1]);
            assert!((many - few).abs() <= 0.05 * few, "{problem}, tol {tol:e}: {evaluations:?}");
            cost.push(few);
        }
        println!("{problem}: {cost:?} evaluations");
        let least = if *problem == "bouncing-pendulum" { 7.8 } else { 8.0 };
        assert!(cost[2] > least * cost[0], "{problem}: {cost:?}");
    }
}

/// Left and right limit of every event are rows with the same time, and the percussion of an impact
/// stands in the right one.
#[test]
fn events_have_a_row_on_each_side() {
    let p = problems::find("bouncing-ball").unwrap();
    let rec = run(p, &[], "event-driven", &[("tol", "1e-8")], 0.3, 3.5);
    let (u, P) = (rec.column("u.x").unwrap(), rec.column("LaN.floor"));
    let P = P.unwrap_or_else(|| panic!("{:?}", rec.columns));
    let t = rec.times();
    let mut impacts = 0;
    // the last ones no longer rebound
    for e in rec.events.iter().filter(|e| e.kind == "impact" && e.un_pre < -1e-3) {
        let k = t.iter().position(|t| *t == e.t).unwrap();
        assert_eq!(t[k], t[k + 1]);
        assert!((u[k] - e.un_pre).abs() < 1e-12 && (u[k + 1] - e.un_post).abs() < 1e-12);
        assert!(P[k].abs() < 1e-12 && (P[k + 1] - e.impulse).abs() < 1e-12, "{}", P[k + 1]);
        impacts += 1;
    }
    assert!(impacts >= 2);
    assert!(t.windows(2).all(|t| t[0] <= t[1]), "rows are in the order of time");
}

/// Percussions of rows that cut a step into pieces add up to the momentum: a block that rests.
#[test]
fn percussions_of_rows_add_up() {
    let p = problems::find("pendulum").unwrap();
    let sums: Vec<Vec<f64>> = [0.5, 0.013]
        .iter()
        .map(|dt| {
            let rec = run(p, &[], "mdop5", &[("tol", "1e-9")], *dt, 1.0);
            assert_eq!(rec.status, Status::Done);
            rec.q(rec.len() - 1).to_vec()
        })
        .collect();
    // the output interval does not change the motion, to the last bit
    assert_eq!(sums[0], sums[1]);
}
