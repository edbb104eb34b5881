//! What a tolerance buys: error and cost of `hybrid` over the tolerance, on every problem with a
//! reference solution. `cargo run --release --example tolerance [-- PROBLEM...]`.
//!
//! The error is the largest one of a coordinate at two hundred output times up to where the reference
//! can be trusted; the order is that by which evaluations grow, tol^(-1/order).

use percussion::measure::{self, Reference};
use percussion::problems::{self, prepare, Problem, ReferenceInfo};
use percussion::record::{Record, Status};
use percussion::schemes::Scheme;
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;

const ROWS: f64 = 200.0;

fn run(p: &Problem, info: &ReferenceInfo, tol: f64) -> Option<Record> {
    let sets: Vec<_> = info.set.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let ready = prepare(p, &sets).ok()?;
    let scheme = Scheme::new("hybrid").ok()?.set("tol", &format!("{tol:e}")).ok()?;
    let settings = Settings::new(info.until / ROWS, info.until);
    let observe = |_, _| ControlFlow::Continue(());
    Some(simulate(&ready.system, &scheme, &ready.q0, &ready.u0, settings, observe))
}

/// Largest error of a coordinate over all rows.
fn error(record: &Record, info: &ReferenceInfo, r: &Reference) -> Option<f64> {
    let column = |n: &&str| record.columns.iter().position(|c| *c == format!("q.{n}"));
    let columns: Vec<Option<usize>> = info.q.iter().map(column).collect();
    let mut worst = 0.0_f64;
    for k in 0..record.len() {
        let row = record.row(k);
        let exact = r.q_at(row[0].min(r.t_end))?;
        for (c, e) in columns.iter().zip(&exact) {
            worst = worst.max(c.map_or(0.0, |c| (row[c] - e).abs()));
        }
    }
    Some(worst)
}

fn main() {
    let only: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "{:<26} {:>7} {:>9} {:>9} {:>8} {:>8} {:>8} {:>6}",
        "problem", "tol", "error", "error/tol", "steps", "rejected", "evals", "order"
    );
    for p in problems::PROBLEMS.iter().filter(|p| only.is_empty() || only.contains(&p.name.into()))
    {
        let Some(info) = p.references.first() else { continue };
        let Some(Ok(r)) = measure::reference(info.name) else { continue };
        let mut before: Option<f64> = None;
        for tol in (2..=12).map(|k| f64::powi(10.0, -k)) {
            let Some(record) = run(p, info, tol) else { break };
            let Some(w) = record.statistics.work.clone() else { break };
            let Some(e) = error(&record, info, &r) else { break };
            let evals = w.evaluations as f64;
            let order =
                before.map_or(String::new(), |b| format!("{:.1}", 1.0 / (evals / b).log10()));
            let end = if record.status == Status::Done { "" } else { "  stopped" };
            println!(
                "{:<26} {tol:>7.0e} {e:>9.1e} {:>9.2} {:>8} {:>8} {evals:>8} {order:>6}{end}",
                p.name,
                e / tol,
                w.steps,
                w.rejected
            );
            before = Some(evals);
        }
    }
}
