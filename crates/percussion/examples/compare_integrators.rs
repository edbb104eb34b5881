//! DAE integrators on two stiff flexible systems: average step, time, accepted and rejected steps over
//! the tolerance. `cargo run --release --example compare_integrators`; `make compare` prints the performance
//! profiles over the sets of mechanisms before it.
//!
//! The table is table 4 of M. Haddouni, V. Acary, S. Garreau, J.-D. Beley, B. Brogliato, 2017, DOI
//! 10.1007/s11044-017-9570-y.

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

fn main() {
    stiff("rotating-beam", STIFF_BEAM, 1.0);
    stiff("rotor", &[], 0.05);
}
