//! Mutated models, robots, options and calls, for as long as told: `make fuzz MINUTES=10`.
//!
//! Seeds are `models/`, the robot of the tests, exported problems and `fuzz/corpus`. What takes ten seconds is
//! interrupted, as a user would. Whatever panics, or does not come back within two seconds after that, is written to
//! `fuzz/found`, with a name that tells which, and what it takes to do it again in its first line;
//! `cargo run --example fuzz -- fuzz/found/FILE` does so and tells what it is. What was long at work and came back is
//! counted as slow. A cure moves the file to `fuzz/corpus`, which
//! `cargo test` runs through. THREADS=1 leaves a core free; with PROGRAM=target/debug/percussion one input in forty
//! also goes through the program, whose exit code must be one of those that are promised.

use percussion::file::urdf;
use percussion::inspect::inspect;
use percussion::prelude::*;
use percussion::problems::load;
use percussion::problems::{self, prepare};
use percussion::schemes::{Interrupt, SCHEMES};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(10);
const GRACE: Duration = Duration::from_secs(2);

/// Where numbers come from, what ends long work, and whether to tell what is done.
struct Random {
    state: u64,
    stop: Interrupt,
    tell: bool,
}

impl Random {
    fn new(seed: u64) -> Self {
        Random { state: seed, stop: Interrupt::default(), tell: false }
    }
    fn next(&mut self) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 16) as usize
    }
    fn below(&mut self, n: usize) -> usize {
        self.next() % n.max(1)
    }
    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
    fn number(&mut self) -> f64 {
        const ODD: [f64; 12] =
            [f64::NAN, f64::INFINITY, -1.0, 0.0, -0.0, 1e308, 1e-308, 1e-12, 1e12, 1.0, 0.5, 3.0];
        *self.pick(&ODD)
    }
}

/// A value of a key or attribute, a whole table or element, or a line is replaced, doubled, moved or taken away.
fn mutate(text: &str, rng: &mut Random, other: &str) -> String {
    const VALUES: [&str; 22] = [
        "0",
        "-1",
        "1e308",
        "nan",
        "inf",
        "1e-300",
        "\"\"",
        "\"t\"",
        "[]",
        "{}",
        "true",
        "\"world\"",
        "\"1/0\"",
        "\"sqrt(-1)\"",
        "[0, 0, 0]",
        "[1, 2]",
        "\"sin(t)\"",
        "\"{i}\"",
        "99999999999",
        "-0.0",
        "\"ball\"",
        "[[1]]",
    ];
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    for _ in 0..1 + rng.below(4) {
        if lines.is_empty() {
            break;
        }
        let k = rng.below(lines.len());
        // the block that begins at or before line k
        let head = (0..=k).rev().find(|&i| lines[i].starts_with('[')).unwrap_or(0);
        let next =
            (head + 1..lines.len()).find(|&i| lines[i].starts_with('[')).unwrap_or(lines.len());
        match rng.below(8) {
            0 => drop(lines.remove(k)),
            1 => lines.insert(k, lines[k].clone()),
            2 => {
                let block: Vec<String> = lines[head..next].to_vec();
                let at = rng.below(lines.len());
                block.into_iter().rev().for_each(|l| lines.insert(at, l));
            }
            3 => drop(lines.drain(head..next)),
            4 | 5 => match lines[k].split_once('=') {
                Some((key, rest)) if rest.trim_start().starts_with('"') && rest.contains(' ') => {
                    // an attribute of XML, or a string
                    lines[k] = format!(
                        "{key}={} {}",
                        rng.pick(&VALUES),
                        rest.split_once(' ').map_or("", |r| r.1)
                    );
                }
                Some((key, _)) => lines[k] = format!("{key}= {}", rng.pick(&VALUES)),
                None => lines[k].push_str(VALUES[rng.below(VALUES.len())]),
            },
            6 => {
                let line = other.lines().nth(rng.below(200)).unwrap_or("x = 1");
                lines.insert(k, line.into());
            }
            _ => {
                let at: Vec<usize> =
                    lines[k].char_indices().filter(|c| c.1.is_ascii_digit()).map(|c| c.0).collect();
                if !at.is_empty() {
                    let at = *rng.pick(&at);
                    lines[k].replace_range(at..at + 1, &rng.below(10).to_string());
                }
            }
        }
    }
    lines.join("\n")
}

fn few_steps(sys: &System, q: &[f64], u: &[f64], rng: &mut Random, dt: f64) {
    let info = rng.pick(SCHEMES);
    let mut scheme = match Scheme::new(info.name) {
        Ok(s) => s,
        Err(_) => return,
    };
    let mut tried = Vec::new();
    for _ in 0..rng.below(3) {
        if info.options.is_empty() {
            break;
        }
        let option = rng.pick(info.options).name;
        let value = rng.pick(&["0", "-1", "nan", "1e-9", "0.5", "yes", "decoupled", "3", "x"]);
        tried.push((option, *value));
        scheme = match scheme.clone().set(option, value) {
            Ok(s) => s,
            Err(_) => scheme,
        };
    }
    if rng.tell {
        println!("{} {tried:?}, dt = {dt}", info.name);
    }
    if sys.nu > 100 {
        return;
    }
    let Ok(mut s) = scheme.start(sys, &Start { t: 0.0, q, u, dt }) else { return };
    s.heed(&rng.stop);
    for _ in 0..3 {
        if s.step(dt).is_err() {
            break;
        }
    }
    if rng.stop.raised() {
        return;
    }
    let saved = s.save();
    if let Ok(mut t) = scheme.resume(sys, &saved) {
        assert!(s.step(dt).is_ok() == t.step(dt).is_ok());
    }
}

fn model(text: &str, rng: &mut Random) {
    let Ok(file) = load("m.toml", text, &|_| Err("no such file".into()), &[]) else { return };
    let dt = file.dt.unwrap_or(1e-3);
    if let Ok(p) = file.prepare() {
        if p.system.nu <= 100 {
            inspect(&p.system, &p.q0, &p.u0);
        }
        few_steps(&p.system, &p.q0, &p.u0, rng, dt);
    }
}

fn calls(rng: &mut Random) {
    let mut m = Model::new();
    m.gravity(V3::new(rng.number(), 0.0, -9.81));
    let mut bodies = vec![];
    for k in 0..1 + rng.below(3) {
        let (x, y) = (rng.number(), rng.number());
        let name = format!("b{k}");
        bodies.push(match rng.below(3) {
            0 => {
                m.body(&name, PointMass { m: 1.0, dim: rng.below(5) }, &[0.0, 0.0, 1.0], &[0.0; 3])
            }
            1 => m.body(&name, PlanarBody::new(1.0, x.abs()), &[0.0, y, 0.0], &[0.0; 3]),
            _ => m.body(
                &name,
                RigidBody::principal(1.0, 1.0, 1.0, x),
                &[0., 0., y, 1., 0., 0., 0.],
                &[0.0; 6],
            ),
        });
    }
    for k in 0..rng.below(4) {
        let a = Anchor::on(*rng.pick(&bodies), V3::new(rng.number(), 0.0, 0.0));
        let name = format!("e{k}");
        let world = Anchor::world(V3::zeros());
        match rng.below(4) {
            0 => _ = m.joint(&name, Joint::revolute(), world, a),
            1 => _ = m.joint(&name, Joint::distance(rng.number()), world, a),
            2 => {
                let law = ContactLaw::coulomb(rng.number(), rng.number());
                m.contact(&name, SphereOnPlane { R: rng.number() }, world, a, law);
            }
            _ => {
                // also a body of another model
                let mut other = Model::new();
                let mut more = || other.body("b", PointMass { m: 1.0, dim: 1 }, &[0.0], &[0.0]);
                let bodies = [more(), more(), more(), more(), more()];
                let b = Anchor::on(*rng.pick(&bodies), V3::zeros());
                m.joint(&name, Joint::spherical(), b, a);
            }
        };
    }
    let dt = [rng.number(), 1e-3][rng.below(2)];
    let run = m.run(Alpha::default().rho_inf(0.8)).dt(dt).every(rng.below(3)).heed(&rng.stop);
    if let Ok(mut sim) = run.simulation(if dt > 0.0 { 3.0 * dt } else { 1.0 }) {
        for _ in 0..3 {
            if !matches!(sim.step(), Ok(true)) {
                break;
            }
        }
    }
}

fn problem(rng: &mut Random) {
    let p = rng.pick(problems::PROBLEMS);
    let mut sets = Vec::new();
    for _ in 0..rng.below(3) {
        if !p.parameters.is_empty() {
            let value = rng.pick(&["0", "-1", "1e3", "nan", "2", "0.1", "x", "pi/2"]);
            sets.push((rng.pick(p.parameters).name.to_string(), value.to_string()));
        }
    }
    if rng.tell {
        println!("{} {sets:?}", p.name);
    }
    if let Ok(ready) = prepare(p, &sets) {
        few_steps(&ready.system, &ready.q0, &ready.u0, rng, p.dt);
    }
}

fn seeds(root: &Path) -> Vec<(bool, String)> {
    let mut list = Vec::new();
    for folder in ["models", "fuzz/corpus", "crates/percussion/tests/files"] {
        let mut names: Vec<PathBuf> = std::fs::read_dir(root.join(folder))
            .map(|d| d.filter_map(Result::ok).map(|e| e.path()).collect())
            .unwrap_or_default();
        names.sort();
        for p in names {
            let robot = p.extension().is_some_and(|e| e == "urdf");
            if robot || p.extension().is_some_and(|e| e == "toml") {
                list.extend(std::fs::read_to_string(&p).ok().map(|t| (robot, t)));
            }
        }
    }
    for name in ["tippe-top", "painleve-rod", "ball-in-cylinder", "rolling-disc"] {
        let text =
            problems::find(name).ok().and_then(|p| percussion::problems::export(p, &[]).ok());
        list.extend(text.map(|t| (false, t)));
    }
    list
}

/// What is done with an input.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Calls,
    Problem,
    Robot,
    Model,
    Program,
}

const KINDS: [Kind; 5] = [Kind::Calls, Kind::Problem, Kind::Robot, Kind::Model, Kind::Program];

/// One input: all that follows depends on these three.
#[derive(Clone)]
struct Input {
    kind: Kind,
    seed: u64,
    text: String,
}

impl Input {
    fn new(rng: &mut Random, seeds: &[(bool, String)], program: bool) -> Self {
        let (robot, text) = rng.pick(seeds);
        let kind = match rng.below(40) {
            0..5 => Kind::Calls,
            5..10 => Kind::Problem,
            10 if program && !robot => Kind::Program,
            _ if *robot => Kind::Robot,
            _ => Kind::Model,
        };
        let text = match kind {
            Kind::Calls | Kind::Problem => String::new(),
            _ => {
                let other = &rng.pick(seeds).1;
                mutate(text, rng, other)
            }
        };
        Input { kind, seed: rng.next() as u64 | 1, text }
    }

    /// As it is written to a file.
    fn written(&self) -> String {
        format!("# fuzz {:?} {}\n{}", self.kind, self.seed, self.text)
    }

    fn read(file: &str) -> Option<Self> {
        let (first, text) = file.split_once('\n')?;
        let mut words = first.strip_prefix("# fuzz ")?.split(' ');
        let kind = words.next()?;
        let kind = KINDS.into_iter().find(|k| format!("{k:?}") == kind)?;
        Some(Input { kind, seed: words.next()?.parse().ok()?, text: text.into() })
    }

    fn run(&self, stop: &Interrupt, tell: bool) {
        let mut rng = Random { state: self.seed, stop: stop.clone(), tell };
        match self.kind {
            Kind::Calls => calls(&mut rng),
            Kind::Problem => problem(&mut rng),
            Kind::Robot => {
                if let Ok(r) = urdf::convert(&self.text, urdf::ImportOptions::default()) {
                    model(&r.toml, &mut rng);
                }
            }
            Kind::Model => model(&self.text, &mut rng),
            Kind::Program => through_the_program(&self.text, &mut rng),
        }
    }
}

/// A few steps of a file by the program: 0 done, 2 refused, 3 stopped.
fn through_the_program(text: &str, rng: &mut Random) {
    let Some(program) = std::env::var_os("PROGRAM") else { return };
    let folder =
        std::env::temp_dir().join(format!("percussion-fuzz-{}-{}", std::process::id(), rng.next()));
    if std::fs::create_dir_all(&folder).is_err()
        || std::fs::write(folder.join("m.toml"), text).is_err()
    {
        return;
    }
    let verb = *rng.pick(&["run", "check"]);
    let mut command = std::process::Command::new(program);
    command.args([verb, "m.toml", "--quiet"]).current_dir(&folder);
    if verb == "run" {
        let scheme = rng.pick(SCHEMES).name;
        command.args(["--t-end", "1e-2", "--out", "out", "--scheme", scheme]);
    }
    let out = command.stdin(std::process::Stdio::null()).output();
    let _ = std::fs::remove_dir_all(&folder);
    if let Ok(out) = out {
        let told = String::from_utf8_lossy(&out.stderr);
        assert!(matches!(out.status.code(), Some(0..=3)), "exit {:?}: {told}", out.status);
        assert!(!told.contains("panicked"), "{told}");
    }
}

fn main() {
    let argument = std::env::args().nth(1);
    if let Some(text) = argument.as_ref().and_then(|a| std::fs::read_to_string(a).ok()) {
        let Some(input) = Input::read(&text) else { return eprintln!("not a file of fuzz/found") };
        let begun = Instant::now();
        input.run(&Interrupt::default(), true);
        return println!("{:.1} s", begun.elapsed().as_secs_f64());
    }
    let minutes: f64 = argument.and_then(|a| a.parse().ok()).unwrap_or(1.0);
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let seeds = seeds(root);
    let program = std::env::var_os("PROGRAM").is_some();
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    let [count, found, slow] = [0, 0, 0].map(AtomicU64::new);
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
    let threads = std::env::var("THREADS").ok().and_then(|t| t.parse().ok()).unwrap_or(cores);
    std::thread::scope(|scope| {
        for core in 0..threads {
            let now = Arc::new(Mutex::new(None::<(Instant, Input, Interrupt)>));
            let seed = std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .map_or(1, |d| d.as_nanos() as u64);
            let seed = seed.rotate_left(17 * core as u32) | 1;
            let shared = now.clone();
            let (seeds, count, found, slow, keep) = (&seeds, &count, &found, &slow, &keep);
            scope.spawn(move || {
                let mut rng = Random::new(seed);
                while Instant::now() < end {
                    let input = Input::new(&mut rng, seeds, program);
                    let (begun, stop) = (Instant::now(), Interrupt::default());
                    *shared.lock().unwrap_or_else(|e| e.into_inner()) =
                        Some((begun, input.clone(), stop.clone()));
                    let done = catch_unwind(AssertUnwindSafe(|| input.run(&stop, false)));
                    count.fetch_add(1, Ordering::Relaxed);
                    slow.fetch_add(stop.raised().into(), Ordering::Relaxed);
                    let late = begun.elapsed() > PATIENCE + GRACE;
                    if done.is_err() || late {
                        found.fetch_add(1, Ordering::Relaxed);
                        keep(if done.is_err() { "panic" } else { "late" }, &input);
                    }
                }
            });
            // what does not come back at all is written down by the one who waits
            scope.spawn(move || {
                while Instant::now() < end {
                    std::thread::sleep(Duration::from_millis(500));
                    let last = now.lock().unwrap_or_else(|e| e.into_inner()).clone();
                    if let Some((begun, input, stop)) = last {
                        if begun.elapsed() > PATIENCE {
                            stop.raise();
                        }
                        if begun.elapsed() > 6 * PATIENCE {
                            keep("hang", &input);
                            std::process::exit(1);
                        }
                    }
                }
            });
        }
    });
    let [n, bad, slow] = [count, found, slow].map(|c| c.into_inner());
    println!("{n} inputs, {:.0} a minute, {bad} found, {slow} slow", n as f64 / minutes);
    std::process::exit(i32::from(bad > 0));
}
