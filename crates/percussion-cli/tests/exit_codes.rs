//! The program on mutated files: its exit code is 0, 2 or 3 whatever it is given, it never panics
//! and never hangs.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Longest time one call may take.
const PATIENCE: Duration = Duration::from_secs(60);

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n.max(1)
    }
}

const NUMBERS: [&str; 16] = [
    "1e308",
    "-1e308",
    "1e-308",
    "nan",
    "inf",
    "-0",
    "0",
    "-1",
    "1e16",
    "99999999999999999999",
    "100000",
    "1e5",
    "0.1",
    "1000",
    "3",
    "1e-12",
];

/// Ranges of the numbers of a text.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut k = 0;
    while k < bytes.len() {
        let starts = bytes[k].is_ascii_digit()
            && (k == 0 || !(bytes[k - 1].is_ascii_alphanumeric() || bytes[k - 1] == b'_'));
        if !starts {
            k += 1;
            continue;
        }
        let from = k;
        while k < bytes.len() && (bytes[k].is_ascii_digit() || matches!(bytes[k], b'.' | b'e')) {
            k += 1;
        }
        out.push((from, k));
    }
    out
}

/// One to three mutations: mostly of numbers, else of lines and characters.
fn mutate(text: &str, rng: &mut Random) -> String {
    let mut text = text.to_string();
    for _ in 0..1 + rng.below(3) {
        let places = numbers(&text);
        match rng.below(6) {
            0..=3 if !places.is_empty() => {
                let (a, b) = places[rng.below(places.len())];
                text.replace_range(a..b, NUMBERS[rng.below(NUMBERS.len())]);
            }
            4 => {
                let mut lines: Vec<&str> = text.lines().collect();
                let (j, k) = (rng.below(lines.len()), rng.below(lines.len()));
                lines.swap(j, k);
                text = lines.join("\n");
            }
            _ => {
                let at = rng.below(text.len());
                if text.is_char_boundary(at) {
                    let c = char::from(32 + rng.below(95) as u8);
                    text.insert(at, c);
                }
            }
        }
    }
    text
}

struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The exit code; a panic or a signal is a failure, as is a call that takes too long.
fn call(folder: &PathBuf, args: &[&str], text: &str) -> i32 {
    let error = folder.join("stderr.txt");
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_percussion"))
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(fs::File::create(&error).unwrap())
        .spawn()
        .unwrap();
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            // contacts that take long in every step: told, not refused
            eprintln!("{args:?} takes more than {PATIENCE:?}:\n{text}");
            return 3;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let message = fs::read_to_string(&error).unwrap_or_default();
    assert!(matches!(code, Some(0 | 2 | 3)), "{args:?}: {code:?}\n{message}\n{text}");
    assert!(!message.contains("panicked"), "{args:?}\n{message}\n{text}");
    assert!(code == Some(0) || !message.is_empty(), "{args:?}: {code:?} without a word\n{text}");
    code.unwrap()
}

fn mutations(name: &str, seeds: &[(String, String)], each: usize, seed: u64) {
    let folder =
        std::env::temp_dir().join(format!("percussion-exit-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let scratch = Scratch(folder);
    let mut rng = Random(seed);
    let mut codes = [0; 4];
    for (file, original) in seeds {
        for _ in 0..each {
            let text = mutate(original, &mut rng);
            fs::write(scratch.0.join(file), &text).unwrap();
            let run =
                ["run", file, "--dt", "1e-3", "--t-end", "0.003", "--quiet", "--out", "results"];
            for args in [&["check", file][..], &run] {
                codes[call(&scratch.0, args, &text) as usize] += 1;
            }
            let _ = fs::remove_dir_all(scratch.0.join("results"));
        }
    }
    assert!(codes[0] > 0 && codes[2] > 0, "{codes:?}");
}

#[test]
fn model_files() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/");
    let mut names: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    let seeds: Vec<(String, String)> = names
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "toml"))
        .map(|p| {
            let name = p.file_name().unwrap().to_str().unwrap().to_string();
            (name, fs::read_to_string(p).unwrap())
        })
        .collect();
    mutations("models", &seeds, 14, 0x1234_5678_9ABC_DEF1);
}

#[test]
fn robots() {
    let seeds = [
        ("quad.urdf".to_string(), include_str!("../../percussion/tests/files/robot.urdf").into()),
        ("rover.urdf".to_string(), include_str!("../../percussion/tests/files/rover.urdf").into()),
    ];
    mutations("robots", &seeds, 30, 0x0DDB_A115_EED5_0001);
}
