//! The comparison of DAE integrators over sets of mechanisms: solved problems, average step, steps,
//! rejected steps, violations of the constraints, evaluations, and the shares of the performance
//! profile. `cargo run --release --example compare_integrators [-- TOLERANCE]`; `make compare`.

use percussion::measure::Profile;
use percussion::problems::{self, prepare, Problem};
use percussion::record::{Record, Status};
use percussion::schemes::{self, Options};
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;

/// Methods by the name of the integrator.
const METHODS: &[&str] =
    &["dopri5", "mdop5", "hem5", "phem56", "radau5", "alpha-p", "alpha-v", "alpha-pv"];
/// Violations above this count as failure.
const VIOLATION: f64 = 1e-4;

fn run(p: &Problem, scheme: &str, options: &[(&str, &str)]) -> Option<Record> {
    let ready = prepare(p, &[]).ok()?;
    let info = schemes::find(scheme).ok()?;
    info.check(&ready.system).ok()?;
    let mut o = Options::new("option", info.options);
    for (k, v) in options {
        o.set(k, v).ok()?;
    }
    let mut s = (info.make)(&o).ok()?;
    let settings = Settings::new(p.t_end / 10.0, p.t_end);
    let observe = |_, _| ControlFlow::Continue(());
    Some(simulate(&ready.system, &mut *s, &ready.q0, &ready.u0, settings, observe))
}

fn table(set: &str, tol: &str) {
    let all: Vec<&Problem> = problems::PROBLEMS.iter().filter(|p| p.set == set).collect();
    let impacts = set == "impacts";
    println!("\nset {set}: {} problems, tolerance {tol}", all.len());
    println!(
        "{:<10} {:>7} {:>11} {:>8} {:>9} {:>10} {:>10} {:>12} {:>9} {:>9}",
        "method",
        "solved",
        "average h",
        "steps",
        "rejected",
        "max |g|",
        "max |g'|",
        "evaluations",
        "rho(1.2)",
        "rho(5)"
    );
    let mut costs = Vec::new();
    let mut rows = Vec::new();
    for &method in METHODS {
        let (mut solved, mut steps, mut rejected, mut evaluations, mut time) = (0, 0, 0, 0, 0.0);
        let (mut g, mut gd) = (0.0_f64, 0.0_f64);
        let mut cost = Vec::new();
        for p in &all {
            let adaptive = format!("{method}-adaptive");
            let record = match (impacts, method.starts_with("alpha")) {
                (true, _) => run(p, "event-driven", &[("integrator", method), ("tol", tol)]),
                (false, true) => run(p, &adaptive, &[("tol", tol)]),
                (false, false) => run(p, method, &[("tol", tol)]),
            };
            let good = record.filter(|r| {
                let s = &r.statistics;
                let held = s.position <= VIOLATION && s.velocity <= VIOLATION.max(1e-2);
                if std::env::var_os("VERBOSE").is_some() && !(r.status == Status::Done && held) {
                    eprintln!(
                        "  {method} {}: {:?} {:e} {:e}",
                        p.name, r.status, s.position, s.velocity
                    );
                }
                r.status == Status::Done && held
            });
            cost.push(good.as_ref().map(|r| r.statistics.evaluations as f64));
            if let Some(r) = good {
                let s = r.statistics;
                solved += 1;
                steps += s.inner;
                rejected += s.rejected;
                evaluations += s.evaluations;
                time += p.t_end;
                g = g.max(s.position);
                gd = gd.max(s.velocity);
            }
        }
        costs.push(cost);
        rows.push((
            method,
            solved,
            time / steps.max(1) as f64,
            steps,
            rejected,
            g,
            gd,
            evaluations,
        ));
    }
    let profile = Profile::new(costs);
    for (k, (method, solved, h, steps, rejected, g, gd, evaluations)) in rows.iter().enumerate() {
        println!(
            "{method:<10} {solved:>7} {h:>11.3e} {steps:>8} {rejected:>9} {g:>10.1e} {gd:>10.1e} {evaluations:>12} {:>9.2} {:>9.2}",
            profile.rho(k, 1.2), profile.rho(k, 5.0)
        );
    }
}

fn main() {
    let tol = std::env::args().nth(1).unwrap_or_else(|| "1e-6".into());
    if !tol.parse::<f64>().is_ok_and(|t| (1e-13..=1e-2).contains(&t)) {
        eprintln!("tolerance {tol}: a number from 1e-13 to 1e-2 is expected");
        std::process::exit(2);
    }
    for set in ["joints", "impacts", "flexible"] {
        if problems::PROBLEMS.iter().any(|p| p.set == set) {
            table(set, &tol);
        }
    }
}
