//! Random mutations of valid files: never a panic, never a hang; what loads can be looked at and
//! makes a few steps or stops with a message.

use percussion::file::robots;
use percussion::inspect::inspect;
use percussion::problems::load;
use percussion::schemes::{self, Options};
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Longest time a mutated file may take.
const PATIENCE: Duration = Duration::from_secs(20);

struct Random(u64);

impl Random {
    fn next(&mut self) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize
    }
    fn below(&mut self, n: usize) -> usize {
        self.next() % n.max(1)
    }
}

const PIECES: [&str; 34] = [
    "0",
    "-1",
    "1e308",
    "nan",
    "inf",
    "\"\"",
    "\"t\"",
    "[]",
    "{}",
    "true",
    "[[bodies]]",
    "[run]",
    "\"world\"",
    "\"1/0\"",
    "\"sqrt(-1)\"",
    "\"{i}\"",
    "repeat = 3\n",
    "99999999999",
    "\"",
    "]",
    "1e-300",
    "\"((((((((((\"",
    "= =",
    "\n",
    "\"a.b.c\"",
    "é",
    "'''",
    "body = \"world\"\n",
    "-0.0",
    "radius = 0\n",
    "\"max(t,1)\"",
    "0x7f",
    "1979-05-27",
    "\u{0}",
];

fn mutate(text: &str, rng: &mut Random, other: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    for _ in 0..1 + rng.below(3) {
        let k = rng.below(lines.len());
        if lines.is_empty() {
            break;
        }
        let piece = PIECES[rng.below(PIECES.len())];
        match rng.below(9) {
            0 => drop(lines.remove(k)),
            1 => lines.insert(k, lines[k].clone()),
            2 => {
                let j = rng.below(lines.len());
                lines.swap(k, j);
            }
            3 => {
                // a value
                if let Some((key, _)) = lines[k].split_once('=') {
                    lines[k] = format!("{key}= {piece}");
                }
            }
            4 => {
                // a character
                let mut c: Vec<char> = lines[k].chars().collect();
                let at = rng.below(c.len());
                if !c.is_empty() {
                    c[at] = char::from(32 + (rng.below(95)) as u8);
                }
                lines[k] = c.into_iter().collect();
            }
            5 => {
                let c: Vec<char> = lines[k].chars().collect();
                let at = rng.below(c.len() + 1);
                let (a, b) = c.split_at(at);
                lines[k] = a.iter().collect::<String>() + piece + &b.iter().collect::<String>();
            }
            6 => {
                // a digit
                let digit = char::from(b'0' + rng.below(10) as u8);
                let at: Vec<usize> = lines[k]
                    .char_indices()
                    .filter(|(_, c)| c.is_ascii_digit())
                    .map(|x| x.0)
                    .collect();
                if !at.is_empty() {
                    let at = at[rng.below(at.len())];
                    lines[k].replace_range(at..at + 1, &digit.to_string());
                }
            }
            7 => lines.insert(k, other.lines().nth(rng.below(200)).unwrap_or(piece).into()),
            _ => lines.truncate(k + 1),
        }
    }
    lines.join("\n")
}

fn survive(text: &str) -> &'static str {
    let include = |p: &str| match p {
        "escapement.toml" => Ok(include_str!("../../../../models/escapement.toml").to_string()),
        _ => Err("no such file".into()),
    };
    let file = match load("m.toml", text, &include, &[]) {
        Ok(f) => f,
        Err(d) => {
            assert!(!d.list.is_empty());
            assert!(!d.to_string().is_empty());
            return "refused";
        }
    };
    // what the program would refuse to record is not run here either
    let info = schemes::find(&file.scheme).unwrap();
    let mut options = Options::new("option", info.options);
    for (n, v) in &file.scheme_options {
        if options.set(n, v).is_err() {
            return "refused";
        }
    }
    let dt = file.dt.unwrap_or(1e-3);
    let Ok(p) = file.prepare() else { return "refused" };
    if p.system.nu > 200 {
        return "large";
    }
    inspect(&p.system, &p.q0, &p.u0);
    if info.check(&p.system).is_err() {
        return "refused";
    }
    let Ok(scheme) = info.make(&options) else { return "refused" };
    let start = Instant::now();
    let settings = Settings::new(dt, 3.0 * dt);
    let record = simulate(&p.system, &scheme, &p.q0, &p.u0, settings, |_, _| {
        match start.elapsed() < PATIENCE {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    assert!(!record.columns.is_empty());
    "run"
}

#[test]
fn ten_thousand_mutations() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/");
    let mut seeds: Vec<String> = Vec::new();
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    for p in names.iter().filter(|p| p.extension().is_some_and(|e| e == "toml")) {
        seeds.push(std::fs::read_to_string(p).unwrap());
    }
    for name in ["tippe-top", "painleve-rod", "ball-in-cylinder", "rolling-disc", "heavy-top"] {
        let p = percussion::problems::find(name).unwrap();
        seeds.push(percussion::problems::export(p, &[]).unwrap());
    }
    let mut rng = Random(0x5EED_1234_ABCD_0001);
    let (mut refused, mut ran) = (0, 0);
    let mut slowest = (Duration::ZERO, String::new());
    for k in 0..10_500 {
        let text = mutate(&seeds[k % seeds.len()], &mut rng, &seeds[(k * 7 + 3) % seeds.len()]);
        let start = Instant::now();
        match survive(&text) {
            "refused" => refused += 1,
            _ => ran += 1,
        }
        if start.elapsed() > slowest.0 {
            slowest = (start.elapsed(), text);
        }
    }
    assert!(slowest.0 < PATIENCE, "{:?}\n{}", slowest.0, slowest.1);
    assert!(refused > 1000 && ran > 1000, "{refused} refused, {ran} ran");
}

#[test]
fn mutated_robots() {
    for seed in [include_str!("robot.urdf"), include_str!("walker.xml")] {
        mutated(seed);
    }
}

fn mutated(seed: &str) {
    let mut rng = Random(0x0BAD_5EED_0000_0007);
    for _ in 0..1000 {
        let text = mutate(seed, &mut rng, seed);
        if let Ok(robot) = robots::convert(&text, robots::ImportOptions::default()) {
            survive(&robot.toml);
        }
    }
}
