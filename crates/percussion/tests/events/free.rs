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

/// Errors of coordinates and velocities stay below ten times the tolerance whatever the output interval, and a thousandth
/// costs at most an eighth of the evaluations of a billionth. (The order 5 of the method alone would say a
/// sixteenth; an event costs two evaluations at any tolerance.)
#[test]
fn the_tolerance_alone_decides_error_and_cost() {
    for (problem, reference) in FIVE {
        let (p, info, r) = case(problem, reference);
        let cost = [1e-3, 1e-6, 1e-9].map(|tol: f64| {
            let text = format!("{tol:e}");
            let evaluations = [1e-3, 1e-2, 0.1, info.until / 40.0].map(|dt| {
                let rec = run(p, info.set, "hybrid", &[("tol", &text)], dt, info.until);
                assert_eq!(rec.status, Status::Done, "{problem}");
                let what = format!("{problem}, tol {tol:e}, rows every {dt} s");
                let e = worst(&rec, info, &r);
                assert!(e < 10.0 * tol, "{what}: {e:e}");
                let norms = measure::compare(&rec, info).unwrap().unwrap();
                assert!(norms.q_l1 < 10.0 * tol && norms.v_l1 < 10.0 * tol, "{what}: {norms:?}");
                rec.statistics.work.as_ref().unwrap().evaluations
            });
            let (few, many) =
                (evaluations.iter().min().unwrap(), evaluations.iter().max().unwrap());
            assert!(100 * many <= 105 * few, "{problem}, tol {tol:e}: {evaluations:?}");
            (*few, *many)
        });
        println!("{problem}: {cost:?} evaluations");
        assert!(cost[2].0 > 8 * cost[0].1, "{problem}: {cost:?}");
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

/// Every reference solution, tolerances from 1e-2 to 1e-10: the largest error of a coordinate stays within ten
/// times the tolerance and falls with it (what rounding leaves aside). The example `tolerance` has all decades, and the
/// cost.
#[test]
fn errors_follow_the_tolerance_on_every_reference() {
    for p in problems::PROBLEMS {
        for info in p.references {
            let (_, _, r) = case(p.name, info.name);
            let mut before = f64::INFINITY;
            for tol in [1e-2, 1e-4, 1e-6, 1e-8, 1e-10] {
                let e = follow(p, info, &r, "hybrid", &[], tol);
                assert!(
                    e < before.max(1e-10),
                    "{}, tol {tol:e}: {e:e} after {before:e}",
                    info.name
                );
                before = e;
            }
        }
    }
}

/// The same for each integrator of `event-driven`.
#[test]
fn errors_follow_the_tolerance_with_every_integrator() {
    for integrator in ["mdop5", "dopri5", "hem5", "phem56", "radau5"] {
        for p in problems::PROBLEMS {
            // heavy-top alone takes as long as all others together
            for info in p.references.iter().filter(|r| r.name != "heavy-top") {
                let (_, _, r) = case(p.name, info.name);
                let options = [("integrator", integrator)];
                follow(p, info, &r, "event-driven", &options, 1e-2);
                let mut before = f64::INFINITY;
                for tol in [1e-3, 1e-7] {
                    let e = follow(p, info, &r, "event-driven", &options, tol);
                    assert!(e < before, "{} {integrator}, tol {tol:e}: {e:e}", info.name);
                    before = e.max(1e-10);
                }
            }
        }
    }
}

/// The largest error of a coordinate of a run to the end of its reference, which must be within ten times the
/// tolerance.
fn follow(
    p: &Problem,
    info: &ReferenceInfo,
    r: &Reference,
    scheme: &str,
    options: &[(&str, &str)],
    tol: f64,
) -> f64 {
    let text = format!("{tol:e}");
    let options = [options, &[("tol", text.as_str())]].concat();
    let rec = run(p, info.set, scheme, &options, info.until / 100.0, info.until);
    let what = format!("{} {scheme} {options:?}", info.name);
    assert_eq!(rec.status, Status::Done, "{what}");
    let e = worst(&rec, info, r);
    assert!(e < 10.0 * tol, "{what}: {e:e}");
    e
}

/// The multipliers of the stages of `hem5` differ by more than the motion does: no sign of stiffness.
#[test]
fn small_tolerances_are_not_stiff_for_half_explicit_steps() {
    let (p, info, r) = case("pendulum", "pendulum");
    let options = [("tol", "1e-11"), ("integrator", "hem5")];
    let rec = run(p, info.set, "hybrid", &options, 0.1, 1.0);
    assert_eq!(rec.status, Status::Done);
    assert!(worst(&rec, info, &r) < 1e-10);
}

/// A spin about the normal of its contact says nothing about how a top slides: at a tolerance of 1e-2 it did not slide
/// at all.
#[test]
fn a_top_that_spins_fast_slides_at_large_tolerances() {
    let p = problems::find("tippe-top").unwrap();
    let rec = run(p, &[], "hybrid", &[("tol", "1e-2")], 0.05, 2.0);
    assert_eq!(rec.status, Status::Done);
    // it has turned over
    let z = rec.column("q.z").unwrap();
    assert!(z[z.len() - 1] > 0.0145, "{}", z[z.len() - 1]);
}

/// Rows at the end of an accumulation too: the error of the velocities does not depend on the output interval.
#[test]
fn velocities_at_rest_have_a_row_of_their_own() {
    for (problem, reference) in [("bouncing-pendulum", "bouncing-pendulum"), FIVE[4]] {
        let (p, info, _) = case(problem, reference);
        for dt in [1e-2, 0.5] {
            let rec = run(p, info.set, "hybrid", &[("tol", "1e-9")], dt, info.until);
            let e = measure::compare(&rec, info).unwrap().unwrap();
            assert!(e.v_l1 < 2e-8, "{problem}, rows every {dt} s: {e:?}");
        }
    }
}

/// Steps that may not shrink as far as the tolerance asks end the run: `hybrid` took it for a place to pass, and went on with
/// steps of any length.
#[test]
fn a_smallest_step_that_is_too_large_is_named() {
    let p = problems::find("double-pendulum-wall").unwrap();
    for scheme in ["hybrid", "event-driven"] {
        let rec = run(p, &[], scheme, &[("tol", "1e-6"), ("h_min", "0.01")], 0.1, 9.0);
        let Status::Stopped(why) = &rec.status else { panic!("{scheme} goes on") };
        assert!(why.to_string().contains("smallest step 1e-2"), "{scheme}: {why}");
    }
}
