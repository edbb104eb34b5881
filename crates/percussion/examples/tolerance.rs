//! What a tolerance buys: error over tolerance, and evaluations, at tol = 1e-2 .. 1e-12 on every reference solution.
//! `cargo run --release --example tolerance [-- [SCHEME[:INTEGRATOR],..] PROBLEM...]`, by default `hybrid`.
//!
//! The error is the largest one of a coordinate at two hundred output times up to where the reference can be
//! trusted. An error above ten times its tolerance is marked by `!`, one that is larger than at the tolerance
//! before by `^` (unless round-off explains it: 1e-11 of the largest coordinate).

use percussion::measure::{self, Reference};
use percussion::problems::{self, prepare, Problem, ReferenceInfo};
use percussion::record::{Record, Status};
use percussion::schemes::Scheme;
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;

const ROWS: f64 = 200.0;

fn run(p: &Problem, info: &ReferenceInfo, scheme: &str, tol: f64) -> Option<Record> {
    let sets: Vec<_> = info.set.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let ready = prepare(p, &sets).ok()?;
    let (name, integrator) = scheme.split_once(':').unwrap_or((scheme, ""));
    let mut scheme = Scheme::new(name).ok()?.set("tol", &format!("{tol:e}")).ok()?;
    if !integrator.is_empty() {
        scheme = scheme.set("integrator", integrator).ok()?;
    }
    let settings = Settings::new(info.until / ROWS, info.until);
    let observe = |_, _| ControlFlow::Continue(());
    Some(simulate(&ready.system, &scheme, &ready.q0, &ready.u0, settings, observe))
}

/// Largest error of a coordinate over all rows, and largest coordinate.
fn error(record: &Record, info: &ReferenceInfo, r: &Reference) -> Option<(f64, f64)> {
    let column = |n: &&str| record.columns.iter().position(|c| *c == format!("q.{n}"));
    let columns: Vec<Option<usize>> = info.q.iter().map(column).collect();
    let (mut worst, mut size) = (0.0_f64, 1.0_f64);
    for k in 0..record.len() {
        let row = record.row(k);
        let exact = r.q_at(row[0].min(r.t_end))?;
        for (c, e) in columns.iter().zip(&exact) {
            worst = worst.max(c.map_or(0.0, |c| (row[c] - e).abs()));
            size = size.max(e.abs());
        }
    }
    Some((worst, size))
}

fn main() {
    let mut words = std::env::args().skip(1).peekable();
    let is_scheme = |w: &String| {
        w.split(',').all(|s| Scheme::new(s.split(':').next().unwrap_or_default()).is_ok())
    };
    let schemes = words.next_if(is_scheme).unwrap_or_else(|| "hybrid".into());
    let only: Vec<String> = words.collect();
    for p in problems::PROBLEMS {
        for info in p.references {
            if !only.is_empty() && !only.iter().any(|o| o == p.name || o == info.name) {
                continue;
            }
            let Some(Ok(r)) = measure::reference(info.name) else { continue };
            for scheme in schemes.split(',') {
                table(p, info, &r, scheme);
            }
        }
    }
}

fn table(p: &Problem, info: &ReferenceInfo, r: &Reference, scheme: &str) {
    let (mut errors, mut costs, mut before) = (String::new(), String::new(), f64::INFINITY);
    for tol in (2..=12).map(|k| f64::powi(10.0, -k)) {
        let found = run(p, info, scheme, tol);
        let found = found.and_then(|record| error(&record, info, r).map(|e| (record, e)));
        let Some((record, (e, size))) = found else {
            errors += "        -";
            continue;
        };
        let far = if e > 10.0 * tol.max(1e-12 * size) { "!" } else { "" };
        let up = if e > before.max(1e-11 * size) { "^" } else { "" };
        let end = if record.status == Status::Done { "" } else { "stopped" };
        errors += &format!(" {:>8}", format!("{:.1e}{far}{up}{end}", e / tol));
        let evaluations = record.statistics.work.as_ref().map_or(0, |w| w.evaluations);
        costs += &format!(" {evaluations:>8}");
        before = e;
    }
    println!("{:<34} {scheme:<22}{errors}\n{:57}{costs}", info.name, "");
}
