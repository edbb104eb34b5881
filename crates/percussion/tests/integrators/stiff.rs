//! Flexible systems: implicit methods take large steps, and `radau5` solves many unknowns as well
//! as few.

use super::*;

/// Average step over `t` at a tolerance; none where the method cannot go on.
fn average_step(p: &Prepared, name: &str, tol: f64, t: f64) -> Option<f64> {
    let mut run = Run::new(p, name, &Settings::with_tolerance(tol));
    while run.integrator.t() < t {
        run.integrator.advance(&p.system, &mut run.eqs, t).ok()?;
    }
    Some(t / run.integrator.accepted() as f64)
}

/// Table 4 of the comparison in shape: on the rotating beam with stiff modes explicit and
/// half-explicit methods need steps 10 to 100 times smaller than generalized-α and Radau at loose
/// tolerances, and hardly larger ones at looser tolerances.
#[test]
fn rotating_beam_needs_implicit_methods() {
    let list = [("EI", "1e3"), ("modes", "8"), ("eta", "2e-3"), ("g", "9.81"), ("damping", "1e-5")];
    let p = ready("rotating-beam", &list);
    let t = 0.3;
    let steps = |names: &[&str], tol: f64| -> Vec<f64> {
        let h: Vec<f64> = names
            .iter()
            .map(|n| average_step(&p, n, tol, t).unwrap_or_else(|| panic!("{n}")))
            .collect();
        println!("tol {tol:e}: {names:?} {h:?}");
        h
    };
    for tol in [1e-2, 1e-4] {
        let explicit = steps(&["dopri5", "mdop5", "hem5", "phem56"], tol);
        let implicit = steps(&["radau5", "alpha-v", "alpha-pv"], tol);
        let largest = explicit.iter().fold(0.0_f64, |m, h| m.max(*h));
        let smallest = implicit.iter().fold(f64::INFINITY, |m, h| m.min(*h));
        assert!(smallest > 10.0 * largest, "tol {tol:e}: {smallest:e} against {largest:e}");
    }
    let [loose, tight] = [1e-2, 1e-4].map(|tol| average_step(&p, "hem5", tol, t).unwrap());
    assert!(loose < 2.0 * tight, "bounded by stability: {loose:e} {tight:e}");
}

/// The split systems of `radau5` give what the dense ones do: a chain of links below and above the
/// number of unknowns where it changes, against another method.
#[test]
fn radau_with_many_unknowns() {
    for n in ["1", "4", "12"] {
        let p = ready("chain", &[("n", n)]);
        let mut exact = Run::new(&p, "mdop5", &Settings::with_tolerance(1e-11));
        exact.to(&p.system, 0.5);
        for index in [Index::One, Index::Two, Index::Stabilised] {
            let set = Settings { index, ..Settings::with_tolerance(1e-8) };
            let mut run = Run::new(&p, "radau5", &set);
            run.to(&p.system, 0.5);
            let e = distance(run.integrator.q(), exact.integrator.q());
            println!(
                "{n} links {index:?}: {e:e}, |g| {:e}, {:?}",
                run.g,
                run.integrator.accepted()
            );
            assert!(e < 1e-7, "{n} links, {index:?}: {e:e}");
            assert!(run.g < if index == Index::Stabilised { 1e-10 } else { 1e-7 }, "{:e}", run.g);
        }
    }
}

/// Order 5 with the split systems.
#[test]
fn radau_split_order() {
    let p = ready("chain", &[("n", "12")]);
    let mut exact = Run::new(&p, "mdop5", &Settings::with_tolerance(1e-13));
    exact.to(&p.system, 0.2);
    for index in [Index::One, Index::Two, Index::Stabilised] {
        let e = [0.01, 0.005, 0.0025].map(|h| {
            let set = Settings { fixed: true, index, ..Settings::with_tolerance(1e-8) };
            let mut run = Run::new(&p, "radau5", &set);
            (1..=(0.2_f64 / h).round() as usize).for_each(|k| run.advance(&p.system, k as f64 * h));
            distance(run.integrator.q(), exact.integrator.q())
        });
        let order = (e[0] / e[2]).log2() / 2.0;
        println!("{index:?}: {e:?} {order}");
        assert!(order > 4.7, "{index:?}: {order}, {e:?}");
    }
}

/// A beam that turns takes its stiff direction along, and no common matrix serves the three stages: with one, a step took
/// 40 evaluations and 6 matrices. Where it does not turn, matrices serve several steps.
#[test]
fn stages_of_a_turning_beam_have_matrices_of_their_own() {
    let set = Settings { index: Index::Stabilised, damps: true, ..Settings::with_tolerance(5e-9) };
    for (name, t, evaluations, matrices) in
        [("spin-up-beam", 10.0, 20.0, 5.0), ("elastica", 5.0, 20.0, 2.0)]
    {
        let p = ready(name, &[]);
        let mut run = Run::new(&p, "radau5", &set);
        run.to(&p.system, t);
        let tally = run.integrator.tally();
        let tries = (tally.accepted + tally.rejected) as f64;
        let per = [run.eqs.evaluations as f64 / tries, tally.jacobians as f64 / tries];
        println!("{name}: {tries} tries, {per:?} evaluations and matrices each");
        assert!(per[0] < evaluations && per[1] < matrices, "{name}: {per:?}");
    }
}
