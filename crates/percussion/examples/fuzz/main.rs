//! Mutated models, robots, meshes, contact problems, options and calls, for as long as told: `make fuzz MINUTES=10`.
//!
//! Seeds are `models/`, robots of the tests, meshes, contact problems of `data/`, exported problems and `fuzz/corpus`. What
//! takes a fifth of a second is interrupted, as a user would. Whatever panics, or does not come back within ten seconds after that,
//! is written to `fuzz/found`, with a name that tells which, and what it takes to do it again in its first line;
//! `cargo run --example fuzz -- fuzz/found/FILE` does so and tells what it is. What was long at work and came back is
//! counted as slow. A cure moves the file to `fuzz/corpus`, which `tests/fuzz.rs` runs through, with some inputs of its own.
//! THREADS=1 leaves a core free, INPUTS=1000000 ends after so many; with PROGRAM=target/debug/percussion a sixth of the time
//! goes to the program. Where the system tells it, times are those of the processor: other work on the machine does not count.

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
const PATIENCE: Duration = Duration::from_millis(200);
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
    let tally = Tally::default();
    let share = AtomicU64::new(0);
    let most = number("INPUTS").map_or(u64::MAX, u64::from);
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
    let patience = |input: &Input| match input.kind {
        Kind::Program => PATIENCE_WITH_PROGRAMS,
        _ => PATIENCE,
    };
    std::thread::scope(|scope| {
        for core in 0..threads {
            let now = Arc::new(Mutex::new(None::<(Clock, Input, Interrupt)>));
            let seed = std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .map_or(1, |d| d.as_nanos() as u64);
            let seed = seed.rotate_left(17 * core as u32) | 1;
            let (shared, working) = (now.clone(), Arc::new(AtomicBool::new(true)));
            let works = working.clone();
            let (seeds, tally, share, keep) = (&seeds, &tally, &share, &keep);
            scope.spawn(move || {
                let mut rng = Random::new(seed);
                while Instant::now() < end && tally.inputs() < most {
                    let all = tally.nanos.iter().map(|t| t.load(Ordering::Relaxed)).sum::<u64>();
                    let own = share.load(Ordering::Relaxed);
                    let (input, seed) = Input::new(&mut rng, seeds, program && own < all / 6);
                    let (begun, stop) = (Clock::of(&input), Interrupt::default());
                    *shared.lock().unwrap_or_else(|e| e.into_inner()) =
                        Some((begun.clone(), input.clone(), stop.clone()));
                    let done = catch_unwind(AssertUnwindSafe(|| input.run(&stop, false)));
                    let spent = begun.elapsed();
                    // what goes through the program has its own share
                    let to = if input.kind == Kind::Program { share } else { &seed.spent };
                    to.fetch_add(spent.as_nanos() as u64, Ordering::Relaxed);
                    tally.count(input.kind, spent, stop.raised());
                    if done.is_err() || spent > patience(&input) + GRACE {
                        tally.found.fetch_add(1, Ordering::Relaxed);
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
                        if begun.elapsed() > patience(&input) + 6 * GRACE {
                            keep("hang", &input);
                            tally.tell();
                            std::process::exit(1);
                        }
                    }
                }
            });
        }
    });
    tally.tell();
    std::process::exit(i32::from(tally.found.into_inner() > 0));
}

/// The time of the thread that made it; for those who wait for programs, and where the system does not tell, that of the wall.
#[derive(Clone)]
struct Clock {
    begun: Instant,
    thread: Option<(std::path::PathBuf, Duration)>,
}

impl Clock {
    fn of(input: &Input) -> Self {
        let own = std::fs::read_link("/proc/thread-self").ok();
        let own = own.filter(|_| input.kind != Kind::Program);
        let path = own.map(|p| Path::new("/proc").join(p).join("schedstat"));
        let thread = path.and_then(|path| Self::spent(&path).map(|t| (path, t)));
        Clock { begun: Instant::now(), thread }
    }
    fn spent(path: &Path) -> Option<Duration> {
        let told = std::fs::read_to_string(path).ok()?;
        told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
    fn elapsed(&self) -> Duration {
        let of_thread = || {
            let (path, from) = self.thread.as_ref()?;
            Some(Self::spent(path)?.saturating_sub(*from))
        };
        of_thread().unwrap_or_else(|| self.begun.elapsed())
    }
}

/// What was done, by the kinds of inputs.
#[derive(Default)]
struct Tally {
    counts: [AtomicU64; KINDS.len()],
    nanos: [AtomicU64; KINDS.len()],
    slow: AtomicU64,
    found: AtomicU64,
}

impl Tally {
    fn inputs(&self) -> u64 {
        self.counts.iter().map(|c| c.load(Ordering::Relaxed)).sum()
    }
    fn count(&self, kind: Kind, spent: Duration, slow: bool) {
        if let Some(k) = KINDS.iter().position(|k| *k == kind) {
            self.counts[k].fetch_add(1, Ordering::Relaxed);
            self.nanos[k].fetch_add(spent.as_nanos() as u64, Ordering::Relaxed);
        }
        self.slow.fetch_add(slow.into(), Ordering::Relaxed);
    }
    fn tell(&self) {
        let get = |c: &AtomicU64| c.load(Ordering::Relaxed);
        let (found, slow) = (get(&self.found), get(&self.slow));
        println!("{} inputs, {found} found, {slow} slow", self.inputs());
        for (kind, (n, t)) in KINDS.iter().zip(self.counts.iter().zip(&self.nanos)) {
            let (n, t) = (get(n), 1e-9 * get(t) as f64);
            let kind = format!("{kind:?}").to_lowercase();
            println!("  {n:8} {kind:8} {t:7.1} s, {:.3} ms each", 1e3 * t / n.max(1) as f64);
        }
    }
}
