//! The page docs/book/reproductions.md cannot go stale: the cheap half of its commands is run again, and verdicts and
//! numbers are compared with those on the page. `make studies` writes it anew.
#![allow(non_snake_case)]

// the example writes the page, the test compares it
#[path = "../examples/studies/figures.rs"]
#[allow(dead_code)]
mod figures;
#[path = "../examples/studies/judges.rs"]
mod judges;
#[path = "../examples/studies/page.rs"]
#[allow(dead_code)]
mod page;
#[path = "../examples/studies/results.rs"]
mod results;

use figures::FIGURES;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Below this numbers are what the tolerance of an iteration or the round-off leaves.
const NOTHING: f64 = 1e-8;

fn committed() -> String {
    let path = format!("{}/../../docs/book/reproductions.md", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// All numbers of a text.
fn numbers(text: &str) -> Vec<f64> {
    let digit = |c: char| c.is_ascii_digit() || ".-+e".contains(c);
    let words = text.split(|c: char| !digit(c));
    words.map(|w| w.trim_end_matches(['.', '-', '+', 'e'])).filter_map(|w| w.parse().ok()).collect()
}

/// The line of a figure on the page, in cells.
fn cells(page: &str, f: &figures::Figure) -> Vec<String> {
    let head = page::head(f);
    let line = page.lines().find(|l| l.starts_with(&head));
    let line = line.unwrap_or_else(|| panic!("the page has no line of {}", f.figure));
    line.replace("\\|", "¦").split('|').map(|c| c.trim().replace('¦', "\\|")).collect()
}

/// What differs between the page and a line that was made now: the verdict, or a number in its third digit.
fn difference(old: &[String], new: &[String]) -> Option<String> {
    let (a, b) = (numbers(&old[3]), numbers(&new[3]));
    let near = |(a, b): (&f64, &f64)| {
        (a - b).abs() <= 6e-3 * a.abs().max(b.abs()) || a.abs().max(b.abs()) < NOTHING
    };
    let same = a.len() == b.len() && a.iter().zip(&b).all(near);
    (!same || old[5] != new[5])
        .then(|| format!("{} {}\n  now {} {}", old[3], old[5], new[3], new[5]))
}

struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_page_says_what_its_commands_give() {
    let page = committed();
    let folder = std::env::temp_dir().join(format!("percussion-figures-{}", std::process::id()));
    let folder = Scratch(folder);
    let program = Path::new(env!("CARGO_BIN_EXE_percussion"));
    let (mut made, mut wrong) = (0, Vec::new());
    for f in FIGURES.iter().filter(|f| f.cheap) {
        let row = page::make(program, &folder.0, f);
        let new = cells(&page::line(&row), f);
        wrong.extend(difference(&cells(&page, f), &new).map(|d| format!("{}: {d}", f.figure)));
        made += 1;
    }
    assert!(2 * made >= FIGURES.iter().filter(|f| !f.command.is_empty()).count(), "{made}");
    assert!(wrong.is_empty(), "run 'make studies':\n{}", wrong.join("\n"));
}

#[test]
fn every_figure_has_a_line_and_a_wrong_number_is_seen() {
    let page = committed();
    for f in FIGURES {
        let cells = cells(&page, f);
        assert!(f.command.is_empty() || cells[6].contains(f.command), "{}", f.figure);
        assert!(
            !(cells[5].is_empty() || cells[5].contains("failed")),
            "{}: {}",
            f.figure,
            cells[5]
        );
    }
    let old = ["", "2", "", "error 1.23e-4, 3,456 steps, 5e-12", "", "reproduced", ""];
    let old = old.map(String::from);
    let with = |text: &str| {
        let mut new = old.clone();
        new[3] = text.into();
        difference(&old, &new).is_some()
    };
    assert!(!with("error 1.234e-4, 3,456 steps, 9e-13"));
    assert!(with("error 1.29e-4, 3,456 steps, 5e-12") && with("error 1.23e-4, 3,456 steps"));
}

/// A set that does not exist, an option that no run takes: nothing is run.
#[test]
fn commands_of_the_page_are_checked_before_they_run() {
    let program = env!("CARGO_BIN_EXE_percussion");
    for bad in ["profile joins", "compare pendulum --scheme-set rho=1"] {
        let out = Command::new(program).args(bad.split_whitespace()).output().unwrap();
        assert_eq!(out.status.code(), Some(2), "{bad}");
    }
}
