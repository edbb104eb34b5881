//! Variable steps: errors follow the tolerance, dense output is as accurate as the steps.

use super::*;

const ALL: [&str; 8] =
    ["dopri5", "mdop5", "hem5", "phem56", "radau5", "alpha-p", "alpha-v", "alpha-pv"];

#[test]
fn errors_follow_the_tolerance() {
    let p = ready("pendulum", &[]);
    let r = reference("pendulum_smooth_gplus").unwrap().unwrap();
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
            errors.push(e / tol);
        }
    }
}

#[test]
fn dense_output() {
    let p = ready("pendulum", &[("g", "-10")]);
    let r = reference("P_pendulum_smooth").unwrap().unwrap();
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
        println!("{name}: at the ends {at_ends:.1?}, between {between:?} {at_ends:?}");
    }
}
