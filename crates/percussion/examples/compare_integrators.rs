//! The comparison of DAE integrators over sets of mechanisms: solved problems, average step, steps,
//! rejected steps, violations of the constraints, evaluations, and the shares of the performance
//! profile; then, for two stiff flexible systems, average step, time, accepted and rejected steps over
//! the tolerance. `cargo run --release --example compare_integrators [-- TOLERANCE]`; `make compare`.
//!
//! The tables are those of M. Haddouni, V. Acary, S. Garreau, J.-D. Beley, B. Brogliato, 2017, DOI
//! 10.1007/s11044-017-9570-y: figures 9 to 11 with table 3, and table 4.

use percussion::measure::Profile;
use percussion::problems::{self, prepare, Problem};
use percussion::record::{Record, Status};
use percussion::schemes::{self, Options};
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;

/// Methods by the name of the integrator.
const METHODS: &[&str] =
    &["dopri5", "mdop5", "hem5", "phem56", "radau5", "alpha-p", "alpha-v", "alpha-pv"];
/// The rotating beam, stiffer and with more modes: its highest frequency is 4 kHz.
const STIFF_BEAM: &[(&str, &str)] =
    &[("EI", "1e3"), ("modes", "8"), ("eta", "2e-3"), ("g", "9.81"), ("damping", "1e-5")];
/// Violations above this count as failure.
const VIOLATION: f64 = 1e-4;

/// A run in ten steps of the scheme, or up to `t_end` in one.
fn run(
    p: &Problem,
    sets: &[(&str, &str)],
    t_end: Option<f64>,
    scheme: &str,
    options: &[(&str, &str)],
) -> Option<Record> {
    let sets: Vec<_> = sets.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let ready = prepare(p, &sets).ok()?;
    let info = schemes::find(scheme).ok()?;
    info.check(&ready.system).ok()?;
    let mut o = Options::new("option", info.options);
    for (k, v) in options {
        o.set(k, v).ok()?;
    }
    let s = info.make(&o).ok()?;
    let settings = Settings::new(p.t_end / 10.0, t_end.unwrap_or(p.t_end));
    let observe = |_, _| ControlFlow::Continue(());
    Some(simulate(&ready.system, &s, &ready.q0, &ready.u0, settings, observe))
}

/// The scheme of a method for systems without contacts.
fn smooth(method: &str) -> String {
    if method.starts_with("alpha") {
        format!("{method}-adaptive")
    } else {
        method.into()
    }
}

/// Steps over the tolerance on a stiff system.
fn stiff(name: &str, sets: &[(&str, &str)], t_end: f64) {
    let Ok(p) = problems::find(name) else { return };
    let settings: Vec<_> = sets.iter().map(|(k, v)| format!("{k} = {v}")).collect();
    println!("\n{name}, {}, t = 0 .. {t_end}", settings.join(", "));
    println!(
        "{:<10} {:>9} {:>11} {:>9} {:>9} {:>9} {:>12}",
        "method", "tolerance", "average h", "time (s)", "accepted", "rejected", "evaluations"
    );
    for method in METHODS {
        for tol in ["1e-2", "1e-4", "1e-6"] {
            let record = run(p, sets, Some(t_end), &smooth(method), &[("tol", tol)]);
            let Some(r) = record else { continue };
            let s = &r.statistics;
            let end = match r.status {
                Status::Done => String::new(),
                ref other => format!("  {other:?}"),
            };
            println!(
                "{method:<10} {tol:>9} {:>11.2e} {:>9.3} {:>9} {:>9} {:>12}{end}",
                r.row(r.len() - 1)[0] / s.inner.max(1) as f64,
                s.wall_s,
                s.inner,
                s.rejected,
                s.evaluations
            );
        }
    }
}

fn table(set: &str, tol: &str) {
    let all: Vec<&Problem> = problems::PROBLEMS.iter().filter(|p| p.set == set).collect();
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
            let contacts = prepare(p, &[]).is_ok_and(|r| !r.system.contacts.is_empty());
            let record = match contacts {
                true => run(p, &[], None, "event-driven", &[("integrator", method), ("tol", tol)]),
                false => run(p, &[], None, &smooth(method), &[("tol", tol)]),
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
        table(set, &tol);
    }
    stiff("rotating-beam", STIFF_BEAM, 1.0);
    stiff("rotor", &[], 0.05);
}
