//! Variable steps: errors follow the tolerance, dense output is as accurate as the steps.

use super::*;

const ALL: [&str; 8] =
    ["dopri5", "mdop5", "hem5", "phem56", "radau5", "alpha-p", "alpha-v", "alpha-pv"];

#[test]
fn errors_follow_the_tolerance() {
    let p = ready("pendulum", &[]);
    let r = reference("pendulum").unwrap().unwrap();
    let t = 2.0;
    for name in ALL {
        let least = if name.starts_with("alpha") { 7 } else { 10 };
        let mut errors = Vec::new();
        for k in 4..=least {
            let tol = f64::powi(10.0, -k);
            let mut run = Run::new(&p, name, &Settings::with_tolerance(tol));
            run.to(&p.system, t);
            let i = &run.integrator;
            let e = distance(i.q(), &r.q_at(t).unwrap());
            println!(
                "{name} {tol:.0e}: {e:.1e}, {} + {} steps, {} evaluations, g {:.1e}, gd {:.1e}",
                i.accepted(),
                i.rejected(),
                run.eqs.evaluations,
                run.g,
                run.gd
            );
            errors.push(e);
        }
        // from each tolerance to the one a hundred times smaller, and over all
        let decades = (errors.len() - 1) as f64;
        let slope = (errors[0] / errors[errors.len() - 1]).log10() / decades;
        if name.starts_with("alpha") {
            // the error per step is controlled: the sum goes with its power 2/3
            assert!((0.6..1.1).contains(&slope), "{name}: {errors:?}");
        } else {
            assert!((0.85..1.3).contains(&slope), "{name}: {errors:?}");
            assert!(errors[decades as usize] < 2e-9, "{name}: {errors:?}");
            assert!(errors.windows(3).all(|e| e[2] < 0.1 * e[0]), "{name}: {errors:?}");
        }
    }
}

#[test]
fn dense_output() {
    let p = ready("pendulum", &[("g", "-10")]);
    let r = reference("pendulum-against-gravity").unwrap().unwrap();
    for name in ALL {
        let tol = if name.starts_with("alpha") { 1e-6 } else { 1e-8 };
        let mut run = Run::new(&p, name, &Settings::with_tolerance(tol));
        let (mut q, mut u) = (p.q0.clone(), p.u0.clone());
        let (mut at_ends, mut between) = ([0.0_f64; 2], [0.0_f64; 2]);
        while run.integrator.t() < 2.0 {
            run.advance(&p.system, 2.0);
            let i = &run.integrator;
            for k in 0..=8 {
                let t = i.t_old() + k as f64 / 8.0 * (i.t() - i.t_old());
                i.dense(t, &mut q, &mut u);
                let e = [distance(&q, &r.q_at(t).unwrap()), distance(&u, &r.v_at(t).unwrap())];
                let to = if k % 8 == 0 { &mut at_ends } else { &mut between };
                (0..2).for_each(|m| to[m] = to[m].max(e[m]));
            }
        }
        println!("{name}: at the ends {at_ends:?}, between {between:?}");
        assert!(between[0] < 4.0 * at_ends[0] && between[0] < 2e3 * tol, "{name}: coordinates");
        assert!(between[1] < 12.0 * at_ends[1], "{name}: velocities");
    }
}
