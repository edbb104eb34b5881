//! The program from outside: what it prints, writes and returns.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An empty folder of its own for each test, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("percussion-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_percussion"))
            .args(args)
            .current_dir(&self.0)
            .output()
            .unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

/// Names of everything in a folder.
fn names(folder: &Path) -> Vec<String> {
    let name = |e: Result<fs::DirEntry, _>| e.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

/// The command is refused with code 2, says these words and leaves no file behind.
fn refused(name: &str, args: &[&str], words: &[&str]) {
    let scratch = Scratch::new(name);
    let out = scratch.run(args);
    let message = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{args:?}: {message}");
    for word in words {
        assert!(
            message.contains(word),
            "{args:?}: '{word}' is not in: {message}"
        );
    }
    assert_eq!(text(&out.stdout), "", "{args:?}");
    assert!(
        names(&scratch.0).is_empty(),
        "{args:?}: {:?}",
        names(&scratch.0)
    );
}

#[test]
fn problems_are_listed() {
    let scratch = Scratch::new("problems");
    let out = scratch.run(&["problems"]);
    assert_eq!(out.status.code(), Some(0));
    assert!(text(&out.stdout).contains("bouncing-ball"));
    let one = text(&scratch.run(&["problems", "bouncing-ball"]).stdout);
    for word in ["e_N", "0.5", "restitution", "A_bouncing_ball", "alpha"] {
        assert!(one.contains(word), "{word}: {one}");
    }
    let all = json(&text(&scratch.run(&["problems", "--json"]).stdout));
    let is_ball = |p: &&serde_json::Value| p["name"] == "bouncing-ball";
    let ball = all.as_array().unwrap().iter().find(is_ball).unwrap();
    assert_eq!(ball["scheme"], "alpha");
    assert!(ball["dt"].as_f64().unwrap() > 0.0 && ball["t_end"] == 5.0);
    assert_eq!(ball["references"][0]["name"], "A_bouncing_ball");
    assert!(ball["parameters"]
        .as_array()
        .unwrap()
        .iter()
        .any(|p| p["name"] == "e_N"));
}

#[test]
fn schemes_are_listed() {
    let scratch = Scratch::new("schemes");
    let out = scratch.run(&["schemes"]);
    assert_eq!(out.status.code(), Some(0));
    assert!(text(&out.stdout).contains("scheme"));
    let all = json(&text(&scratch.run(&["schemes", "--json"]).stdout));
    for scheme in all.as_array().unwrap() {
        assert!(scheme["supports"]["friction"].is_boolean(), "{scheme}");
        assert!(scheme["options"].is_array(), "{scheme}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    let scratch = Scratch::new("help");
    for args in [&["--help"][..], &["--version"], &["run", "--help"]] {
        let out = scratch.run(args);
        assert_eq!(out.status.code(), Some(0), "{args:?}");
        assert!(text(&out.stdout).contains("percussion"), "{args:?}");
    }
}

#[test]
fn wrong_usage_is_refused() {
    refused("nothing", &[], &["Usage"]);
    refused("command", &["runn"], &["run"]);
    refused("no-problem", &["run"], &["PROBLEM"]);
    refused(
        "problem",
        &["run", "bouncing-bal"],
        &["bouncing-bal", "did you mean 'bouncing-ball'"],
    );
    refused(
        "described",
        &["problems", "bouncing-bal"],
        &["did you mean 'bouncing-ball'"],
    );
    refused(
        "demo",
        &["demo", "--problems", "bouncing-bal"],
        &["did you mean 'bouncing-ball'"],
    );
    refused(
        "file",
        &["run", "model.toml"],
        &["model.toml", "not supported yet"],
    );
    refused(
        "flag",
        &["run", "bouncing-ball", "--stepsize", "1"],
        &["--stepsize"],
    );
}

/// A reader that goes away early is not a failure.
#[test]
fn a_closed_pipe_is_no_panic() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_percussion"))
        .args(["problems", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let out = child.wait_with_output().unwrap();
    assert_eq!(
        (out.status.code(), text(&out.stderr).as_str()),
        (Some(0), "")
    );
}
