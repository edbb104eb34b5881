//! Time per step of named problems: the minimum over repeats, in microseconds, beside the figures
//! of other programs for the same task. `cargo bench -p percussion [-- NAME...]`.
//!
//! Times are those of `Scheme::step` alone. On a busy machine compare ratios within one run: the
//! first line is a small dense kernel to scale by.

use percussion::problems::{self, prepare};
use percussion::schemes::{Scheme, Start};
use std::time::Instant;

/// Problem, settings, scheme, steps of one repeat, what others need (microseconds).
type Case =
    (&'static str, &'static [(&'static str, &'static str)], &'static str, usize, &'static str);

const CASES: &[Case] = &[
    ("bouncing-ball", &[("q0.x", "1e6")], "alpha", 20_000, "flight: Siconos Moreau 4.2"),
    ("bouncing-ball", &[("q0.x", "0")], "alpha", 20_000, "contact: Siconos Moreau 4.2"),
    ("bouncing-ball", &[("q0.x", "0")], "moreau", 20_000, "contact: Siconos Moreau 4.2"),
    ("rotating-ball", &[("omega", "1e6"), ("q0.y", "0.1")], "alpha", 10_000, "Siconos 127"),
    ("woodpecker", &[], "alpha", 4_000, "Siconos 12.8"),
    ("slider-crank-clearance", &[], "alpha", 4_000, "Siconos 28"),
    ("bouncing-pendulum", &[], "alpha", 4_000, ""),
    ("double-pendulum-wall", &[], "alpha", 4_000, ""),
    ("heavy-top", &[], "alpha", 4_000, ""),
    ("tippe-top", &[], "alpha", 1_000, ""),
    ("spatial-chain", &[("n", "3")], "alpha", 1_000, "3 bodies, 4 joints: Siconos 190"),
    ("chain", &[("n", "10")], "alpha", 1_000, "Exudyn 58, rapier 20"),
    ("chain", &[("n", "100")], "alpha", 200, "Exudyn 441, rapier 185"),
    ("chain", &[("n", "1000")], "alpha", 40, "Exudyn 4885, rapier 2020"),
    ("chain", &[("n", "100")], "moreau", 100, ""),
    ("spatial-chain", &[("n", "10")], "alpha", 400, "Exudyn 263, Drake 25"),
    ("spatial-chain", &[("n", "100")], "alpha", 60, "Exudyn 1609, Drake 279"),
    ("spatial-chain", &[("n", "1000")], "alpha", 10, "Exudyn 18700, Drake 15200"),
    ("bar-impact", &[("d0", "0")], "alpha", 300, "Siconos 484"),
    ("bar-impact", &[("d0", "0"), ("elements", "2000")], "alpha", 50, ""),
    ("bar-impact", &[("d0", "0"), ("elements", "20000")], "alpha", 20, ""),
    ("flexible-pendulum", &[], "alpha", 4_000, "Exudyn 15"),
    ("spin-up-beam", &[("elements", "4"), ("degree", "1")], "alpha", 1_000, "Exudyn 15"),
    ("spin-up-beam", &[("elements", "64"), ("degree", "1")], "alpha", 200, "Exudyn 189"),
    ("spin-up-beam", &[("elements", "256"), ("degree", "1")], "alpha", 50, "Exudyn 687"),
    ("bend-45", &[("elements", "4"), ("degree", "1")], "alpha", 500, "Exudyn 166"),
    ("bend-45", &[("elements", "64"), ("degree", "1")], "alpha", 100, "Exudyn 2097"),
    ("bend-45", &[("elements", "256"), ("degree", "1")], "alpha", 20, "Exudyn 7843"),
    ("rod-on-floor", &[("height", "0"), ("tilt", "0")], "alpha", 200, ""),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    println!("{:<40} {:>12}", "dense kernel, 30x30 factor", format!("{:.3} us", kernel()));
    println!("{:<40} {:>12} {:>8}   others (us)", "problem", "us per step", "updates");
    for (problem, sets, scheme, steps, others) in CASES {
        if !wanted.is_empty() && !wanted.iter().any(|w| problem.contains(w.as_str())) {
            continue;
        }
        let settings: Vec<String> = sets.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let name = format!("{problem} {scheme} {}", settings.join(" "));
        match measure(problem, sets, scheme, *steps) {
            Ok((us, updates)) => println!("{name:<40} {us:>12.3} {updates:>8.2}   {others}"),
            Err(e) => println!("{name:<40} {e}"),
        }
    }
}

fn measure(
    problem: &str,
    sets: &[(&str, &str)],
    scheme: &str,
    steps: usize,
) -> Result<(f64, f64), Box<dyn std::error::Error>> {
    let p = problems::find(problem)?;
    let sets: Vec<(String, String)> =
        sets.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let mut best = f64::INFINITY;
    let mut updates = 0;
    for _ in 0..5 {
        let ready = prepare(p, &sets)?;
        let scheme = Scheme::new(scheme)?;
        let start = Start { t: 0.0, q: &ready.q0, u: &ready.u0, dt: p.dt };
        let mut s = scheme.start(&ready.system, &start)?;
        for _ in 0..10 {
            s.step(p.dt)?;
        }
        updates = 0;
        let clock = Instant::now();
        for _ in 0..steps {
            updates += s.step(p.dt)?.newton;
        }
        best = best.min(clock.elapsed().as_secs_f64() * 1e6 / steps as f64);
    }
    Ok((best, updates as f64 / steps as f64))
}

/// A fixed piece of work, to tell a slow machine from a slow program.
fn kernel() -> f64 {
    let n = 30;
    let mut best = f64::INFINITY;
    for _ in 0..200 {
        let mut d = percussion::linalg::Dense::with_capacity(n);
        d.reset(n);
        for i in 0..n {
            for j in 0..n {
                d.add(i, j, if i == j { 10.0 } else { ((i * 7 + j * 3) % 5) as f64 * 0.1 });
            }
        }
        let clock = Instant::now();
        std::hint::black_box(d.factor());
        best = best.min(clock.elapsed().as_secs_f64() * 1e6);
    }
    best
}
