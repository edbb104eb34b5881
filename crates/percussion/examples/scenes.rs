//! Scenes with many contacts under `alpha` and `moreau`: time per step, longest step, penetration, speed at
//! the end, balance of forces, notes; then how the time grows with the number of contacts. A scene that takes longer than
//! the limit (60 s) is left, and says so.
//! Times are those of the processor (where it tells, in hundredths of a second).
//! `cargo run --release --example scenes [-- --limit=SECONDS --scheme=NAME PART-OF-NAME...]`; `make scenes`.

use percussion::problems::load;
use percussion::schemes::{Scheme, Start};
use percussion::system::System;
use std::time::Instant;

/// File, settings, end, whether it comes to rest.
type Scene = (&'static str, &'static [(&'static str, &'static str)], f64, bool);

const SCENES: &[Scene] = &[
    ("stack", &[("n", "5")], 0.1, true),
    ("stack", &[("n", "10")], 0.1, true),
    ("stack", &[("n", "40")], 0.05, true),
    ("stack", &[("n", "5"), ("speed", "1")], 0.3, true),
    ("tower", &[], 0.6, false),
    ("wall", &[("rows", "3"), ("columns", "3")], 0.05, true),
    ("wall", &[("rows", "5"), ("columns", "5")], 0.05, true),
    ("wall", &[("rows", "10"), ("columns", "10")], 0.02, true),
    ("wall", &[("rows", "3"), ("columns", "3"), ("drop", "0.001")], 0.2, true),
    ("wall", &[("rows", "5"), ("columns", "5"), ("drop", "0.001")], 0.2, true),
    ("wall", &[("rows", "10"), ("columns", "10"), ("drop", "0.001")], 0.05, false),
    ("wall", &[("rows", "3"), ("columns", "3"), ("speed", "3")], 0.3, false),
    ("wall", &[("rows", "5"), ("columns", "5"), ("speed", "3")], 0.3, false),
    ("wall", &[("rows", "10"), ("columns", "10"), ("speed", "3")], 0.15, false),
    ("pyramid", &[], 0.05, true),
    ("card-house", &[], 0.1, true),
    ("arch", &[], 0.1, true),
    ("dominoes-in-space", &[], 0.8, false),
    ("row", &[("n", "100")], 0.2, true),
    ("row", &[("n", "1000")], 0.02, false),
    ("spheres", &[("n", "50")], 0.5, false),
    ("spheres", &[("n", "100")], 0.5, false),
    ("spheres", &[("n", "300"), ("k", "7")], 0.3, false),
    ("spheres", &[("n", "1000"), ("k", "10")], 0.1, false),
    ("spheres", &[("n", "3000"), ("k", "14")], 0.02, false),
    ("row", &[("n", "10000")], 0.005, false),
];

/// Seconds of the processor, as others may keep the machine busy. Where the system does not tell, those that have passed.
struct Clock(Instant);

impl Clock {
    fn numbers(file: &str) -> Vec<f64> {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let last = text.rsplit(')').next().unwrap_or("");
        last.split_whitespace().map(|v| v.parse().unwrap_or(f64::NAN)).collect()
    }
    /// Of all threads, in hundredths.
    fn all(&self) -> f64 {
        match Clock::numbers("/proc/self/stat")[..] {
            [_, _, _, _, _, _, _, _, _, _, _, user, kernel, ..] => (user + kernel) / 100.0,
            _ => self.0.elapsed().as_secs_f64(),
        }
    }
    /// Of this thread alone.
    fn own(&self) -> f64 {
        match Clock::numbers("/proc/self/schedstat")[..] {
            [nanoseconds, ..] => 1e-9 * nanoseconds,
            _ => self.0.elapsed().as_secs_f64(),
        }
    }
}

struct Figures {
    steps: usize,
    mean_ms: f64,
    longest_ms: f64,
    start_ms: f64,
    penetration: f64,
    speed: f64,
    /// Largest |M a - h - W λ| over the largest |h|, of both in each velocity.
    balance: f64,
    accepted: usize,
    contacts: usize,
    end: String,
}

fn run(
    sys: &System,
    q0: &[f64],
    u0: &[f64],
    scheme: &str,
    dt: f64,
    t_end: f64,
    limit: f64,
) -> Figures {
    let mut f = Figures {
        steps: 0,
        mean_ms: 0.0,
        longest_ms: 0.0,
        start_ms: 0.0,
        penetration: 0.0,
        speed: 0.0,
        balance: 0.0,
        accepted: 0,
        contacts: 0,
        end: String::new(),
    };
    let clock = Instant::now();
    let start = Start { t: 0.0, q: q0, u: u0, dt };
    let scheme = Scheme::new(scheme).and_then(|s| match scheme {
        "moreau" => s.set("positions", "projected"),
        _ => Ok(s),
    });
    let mut stepper = match scheme.map(|s| s.start(sys, &start)) {
        Ok(Ok(s)) => s,
        Ok(Err(e)) => {
            f.end = e.to_string();
            return f;
        }
        Err(e) => {
            f.end = e.to_string();
            return f;
        }
    };
    f.start_ms = 1e3 * clock.elapsed().as_secs_f64();
    let mut ev = sys.eval_near();
    let total = Clock(Instant::now());
    let begun = total.all();
    let mut looking = 0.0;
    while stepper.state().t < t_end - 1e-9 {
        if total.all() - begun > limit {
            f.end = format!("left at t = {:.4} after {} steps", stepper.state().t, f.steps);
            break;
        }
        let clock = total.own();
        match stepper.step(dt) {
            Ok(info) => f.accepted += info.accepted,
            Err(e) => {
                f.end = e.to_string();
                break;
            }
        }
        f.longest_ms = f.longest_ms.max(1e3 * (total.own() - clock));
        f.steps += 1;
        let clock = total.own();
        let (sys, s) = (stepper.system(), stepper.state());
        if sys.lists() {
            ev = sys.eval_near();
        }
        sys.evaluate(s.t, &s.q, &s.u, &mut ev);
        for c in &sys.contacts {
            f.penetration = f.penetration.max(-ev.g[c.row]);
        }
        f.contacts = f.contacts.max(sys.contacts.iter().filter(|c| s.P[c.row] > 0.0).count());
        looking += total.own() - clock;
    }
    f.mean_ms = 1e3 * (total.all() - begun - looking).max(0.0) / f.steps.max(1) as f64;
    let (sys, s) = (stepper.system(), stepper.state());
    if stepper.has_forces() {
        let mut sum = vec![0.0; sys.nu + 1];
        sys.add_M(&ev, &s.a, &mut sum);
        sys.add_forces(&ev, &s.la, -1.0, &mut sum);
        let most = ev.h.iter().fold(f64::MIN_POSITIVE, |a, v| a.max(v.abs()));
        let rest = sum.iter().zip(&ev.h).fold(0.0_f64, |a, (s, h)| a.max((s - h).abs()));
        f.balance = rest / most;
    }
    f.speed = stepper.state().u.iter().fold(0.0, |a, v| a.max(v.abs()));
    f
}

fn main() {
    let (options, wanted): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let given = options.iter().find_map(|o| o.strip_prefix("--limit=")?.parse().ok());
    let limit: f64 = given.unwrap_or(60.0);
    let only = options.iter().find_map(|o| o.strip_prefix("--scheme="));
    println!("| scene | scheme | contacts that press | start ms | ms a step | longest | penetration | speed at the end | accepted | | balance |");
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut growth: Vec<(String, usize, f64)> = Vec::new();
    for (name, sets, t_end, rests) in SCENES {
        let settings: Vec<_> = sets.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let label = format!("{name} {}", settings.join(" "));
        if !wanted.is_empty() && !wanted.iter().any(|w| label.contains(w.as_str())) {
            continue;
        }
        let path = format!("{}/../../models/scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let owned: Vec<_> = sets.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        let file = match load(&path, &text, &|_| Err("no includes".into()), &owned) {
            Ok(f) => f,
            Err(d) => {
                println!("{name}: {d}");
                continue;
            }
        };
        let dt = file.dt.unwrap_or(1e-3);
        let ready = match file.prepare() {
            Ok(r) => r,
            Err(d) => {
                println!("{name}: {d}");
                continue;
            }
        };
        for scheme in ["alpha", "moreau"].into_iter().filter(|s| only.is_none_or(|o| o == *s)) {
            let f = run(&ready.system, &ready.q0, &ready.u0, scheme, dt, *t_end, limit);
            println!(
                "| {name} {} | {scheme} | {} | {:.1} | {:.3} | {:.1} | {:.1e} | {:.1e}{} | {} | {} | {:.1e} |",
                settings.join(" "),
                f.contacts,
                f.start_ms,
                f.mean_ms,
                f.longest_ms,
                f.penetration,
                f.speed,
                if *rests { " (rest)" } else { "" },
                f.accepted,
                if f.end.is_empty() { format!("{} steps", f.steps) } else { f.end.clone() },
                f.balance,
            );
            if scheme == "alpha" && f.end.is_empty() && matches!(*name, "row" | "wall") {
                growth.push((format!("{name} {}", settings.join(" ")), f.contacts, f.mean_ms));
            }
        }
    }
    println!("\ngrowth of the time per step under alpha, as a power of the number of contacts:");
    for pair in growth.windows(2) {
        let [(a, n0, t0), (b, n1, t1)] = pair else { continue };
        if a.split(' ').next() == b.split(' ').next() && n1 > n0 {
            let power = (t1 / t0).ln() / (*n1 as f64 / *n0 as f64).ln();
            println!("  {a} to {b}: n^{power:.2}");
        }
    }
}
