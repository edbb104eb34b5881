//! Mutated models, robots, meshes, contact problems, options and calls, for as long as told: `make fuzz MINUTES=10`.
//!
//! Seeds are `models/`, robots of the tests, meshes, contact problems of `data/`, exported problems and `fuzz/corpus`. What
//! takes half a second is interrupted, as a user would. Whatever panics, or does not come back within ten seconds after that,
//! is written to `fuzz/found`, with a name that tells which, and what it takes to do it again in its first line;
//! `cargo run --example fuzz -- fuzz/found/FILE` does so and tells what it is. What was long at work and came back is
//! counted as slow. A cure moves the file to `fuzz/corpus`, which `tests/fuzz.rs` runs through, with some inputs of its own.
//! THREADS=1 leaves a core free, SLOW=5 gives five times as long on a busy machine; with PROGRAM=target/debug/percussion a
//! sixth of the time goes to the program.

#[path = "input.rs"]
mod input;

use input::{seeds, Input, Kind, Random, KINDS};
use percussion::schemes::Interrupt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Work that goes on for longer is interrupted: it could go on for hours, and others wait.
const PATIENCE: Duration = Duration::from_millis(500);
/// Programs begin and read before they work.
const PATIENCE_WITH_PROGRAMS: Duration = Duration::from_secs(10);
/// So long after that it must have come back.
const GRACE: Duration = Duration::from_secs(10);

fn number(name: &str) -> Option<u32> {
    std::env::var(name).ok().and_then(|t| t.parse().ok())
}

fn main() {
    let argument = std::env::args().nth(1);
    if let Some(text) = argument.as_ref().and_then(|a| std::fs::read_to_string(a).ok()) {
        let (begun, stop) = (Instant::now(), Interrupt::default());
        let raise = stop.clone();
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            raise.raise();
        });
        Input::read(&text).run(&stop, true);
        return println!("{:.1} s", begun.elapsed().as_secs_f64());
    }
    let minutes: f64 = argument.and_then(|a| a.parse().ok()).unwrap_or(1.0);
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let seeds = seeds(root);
    let program = std::env::var_os("PROGRAM").is_some();
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    let [found, slow] = [0, 0].map(AtomicU64::new);
    let counts = KINDS.map(|_| AtomicU64::new(0));
    let time = [0, 0].map(AtomicU64::new);
    let said = Arc::new(Mutex::new(String::new()));
    let hear = said.clone();
    std::panic::set_hook(Box::new(move |p| {
        *hear.lock().unwrap_or_else(|e| e.into_inner()) = p.to_string();
    }));
    let keep = |what: &str, input: &Input| {
        let folder = root.join("fuzz/found");
        let _ = std::fs::create_dir_all(&folder);
        let text = input.written();
        let hash = text.bytes().fold(0_u64, |h, b| h.wrapping_mul(31).wrapping_add(b.into()));
        let _ = std::fs::write(folder.join(format!("{what}-{hash:016x}.txt")), text);
        let said = said.lock().unwrap_or_else(|e| e.into_inner());
        let said = if what == "panic" { said.replace('\n', " ") } else { String::new() };
        println!("fuzz/found/{what}-{hash:016x}.txt {said}");
    };
    let cores = std::thread::available_parallelism().map_or(2, |n| n.get());
    let threads = number("THREADS").map_or(cores, |n| n as usize);
    let slower = number("SLOW").unwrap_or(1).max(1);
    let grace = slower * GRACE;
    let patience = |input: &Input| match input.kind {
        Kind::Program => slower * PATIENCE_WITH_PROGRAMS,
        _ => PATIENCE,
    };
    std::thread::scope(|scope| {
        for core in 0..threads {
            let now = Arc::new(Mutex::new(None::<(Instant, Input, Interrupt)>));
            let seed = std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .map_or(1, |d| d.as_nanos() as u64);
            let seed = seed.rotate_left(17 * core as u32) | 1;
            let (shared, working) = (now.clone(), Arc::new(AtomicBool::new(true)));
            let works = working.clone();
            let (seeds, counts, time, found, slow, keep) =
                (&seeds, &counts, &time, &found, &slow, &keep);
            scope.spawn(move || {
                let mut rng = Random::new(seed);
                while Instant::now() < end {
                    let [own, all] = time.each_ref().map(|t| t.load(Ordering::Relaxed));
                    let (input, seed) = Input::new(&mut rng, seeds, program && own < all / 6);
                    let (begun, stop) = (Instant::now(), Interrupt::default());
                    *shared.lock().unwrap_or_else(|e| e.into_inner()) =
                        Some((begun, input.clone(), stop.clone()));
                    let done = catch_unwind(AssertUnwindSafe(|| input.run(&stop, false)));
                    let spent = begun.elapsed().as_nanos() as u64;
                    time[1].fetch_add(spent, Ordering::Relaxed);
                    // what goes through the program has its own share
                    let to = if input.kind == Kind::Program { &time[0] } else { &seed.spent };
                    to.fetch_add(spent, Ordering::Relaxed);
                    let kind = KINDS.iter().position(|k| *k == input.kind);
                    kind.map(|k| counts[k].fetch_add(1, Ordering::Relaxed));
                    slow.fetch_add(stop.raised().into(), Ordering::Relaxed);
                    let late = begun.elapsed() > patience(&input) + grace;
                    if done.is_err() || late {
                        found.fetch_add(1, Ordering::Relaxed);
                        keep(if done.is_err() { "panic" } else { "late" }, &input);
                    }
                }
                working.store(false, Ordering::Relaxed);
            });
            // what does not come back at all is written down by the one who waits
            scope.spawn(move || {
                while works.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(50));
                    let last = now.lock().unwrap_or_else(|e| e.into_inner()).clone();
                    if let Some((begun, input, stop)) = last {
                        if begun.elapsed() > patience(&input) {
                            stop.raise();
                        }
                        if begun.elapsed() > patience(&input) + 6 * grace {
                            keep("hang", &input);
                            std::process::exit(1);
                        }
                    }
                }
            });
        }
    });
    let [bad, slow] = [found, slow].map(|c| c.into_inner());
    let counts = counts.map(|c| c.into_inner());
    let n: u64 = counts.iter().sum();
    let kinds: Vec<String> =
        KINDS.iter().zip(counts).map(|(k, n)| format!("{n} {k:?}").to_lowercase()).collect();
    println!("{n} inputs, {:.0} a minute, {bad} found, {slow} slow", n as f64 / minutes);
    println!("{}", kinds.join(", "));
    std::process::exit(i32::from(bad > 0));
}
