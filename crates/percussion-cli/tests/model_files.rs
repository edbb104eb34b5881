//! Model files from outside: `run`, `check`, `new`, `schema`, `export`, `import`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("percussion-m-{}-{name}", std::process::id()));
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
    /// Runs a command that must succeed; what it prints.
    fn ok(&self, args: &[&str]) -> String {
        let out = self.run(args);
        let message = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(0), "{args:?}: {message}");
        String::from_utf8(out.stdout).unwrap()
    }
    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_starter_can_be_checked_changed_and_run() {
    let s = Scratch::new("starter");
    s.ok(&["new", "toy"]);
    let report = s.ok(&["check", "toy.toml"]);
    for part in ["degrees of freedom   1", "fulfilled", "suggested dt"] {
        assert!(report.contains(part), "{part}: {report}");
    }
    s.ok(&["run", "toy.toml", "--set", "length=0.8", "--t-end", "2", "--quiet"]);
    let csv = s.read("runs/toy-alpha/trajectory.csv");
    assert!(csv.starts_with("t,q.rod.x,q.rod.y,q.rod.theta,"), "{}", &csv[..80]);
    assert!(s.read("runs/toy-alpha/events.csv").contains("impact"));
    // a file that exists is left alone
    s.write("toy.toml", "mine");
    assert_eq!(s.run(&["new", "toy"]).status.code(), Some(2));
    assert_eq!(s.read("toy.toml"), "mine");
    assert_eq!(s.run(&["new", "../a b"]).status.code(), Some(2));
}

#[test]
fn mistakes_are_shown_with_their_places() {
    let s = Scratch::new("mistakes");
    s.write("bad.toml", "[[bodies]]\nname = \"a\"\ntype = \"planr\"\nmas = 1\n");
    for command in ["run", "check"] {
        let out = s.run(&[command, "bad.toml"]);
        assert_eq!(out.status.code(), Some(2));
        let text = String::from_utf8(out.stderr).unwrap();
        for part in
            ["2 mistakes", "bad.toml:3:9", "^^^^^ did you mean 'planar'?", "bad.toml:4:1", "'mass'"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    assert!(!s.0.join("runs").exists());
}

#[test]
fn an_exported_problem_gives_the_same_files() {
    let s = Scratch::new("export");
    for name in ["bouncing-pendulum", "painleve-rod", "tippe-top", "crane"] {
        let file = format!("{name}.toml");
        s.ok(&["export", name, "--out", &file]);
        s.ok(&["run", name, "--t-end", "0.2", "--out", "a", "--quiet"]);
        s.ok(&["run", &file, "--t-end", "0.2", "--out", "b", "--quiet"]);
        for f in ["trajectory.csv", "events.csv"] {
            assert!(s.read(&format!("a/{f}")) == s.read(&format!("b/{f}")), "{name} {f}");
        }
    }
}

#[test]
fn schema_and_json_are_json() {
    let s = Scratch::new("schema");
    let schema: serde_json::Value = serde_json::from_str(&s.ok(&["schema"])).unwrap();
    assert!(schema["properties"]["bodies"].is_object());
    let report = s.ok(&["check", "double-pendulum-wall", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["degrees_of_freedom"], 2);
}

#[test]
fn includes_stay_in_the_folder() {
    let s = Scratch::new("include");
    fs::create_dir(s.0.join("inner")).unwrap();
    let body = "[[bodies]]\nname = \"a\"\ntype = \"point\"\nmass = 1\n";
    s.write("outside.toml", body);
    s.write("inner/part.toml", body);
    s.write("inner/good.toml", "include = [\"part.toml\"]\n");
    s.write("inner/bad.toml", "include = [\"../outside.toml\"]\n");
    s.ok(&["check", "inner/good.toml"]);
    assert_eq!(s.run(&["check", "inner/bad.toml"]).status.code(), Some(2));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../outside.toml", s.0.join("inner/link.toml")).unwrap();
        s.write("inner/sly.toml", "include = [\"link.toml\"]\n");
        assert_eq!(s.run(&["check", "inner/sly.toml"]).status.code(), Some(2));
    }
}

#[test]
fn a_robot_is_imported_with_loud_warnings() {
    let s = Scratch::new("robot");
    let robot = include_str!("../../percussion/tests/files/robot.urdf");
    s.write("quad.urdf", robot);
    let out = s.run(&["run", "quad.urdf", "--t-end", "0.05", "--quiet"]);
    assert_eq!(out.status.code(), Some(0));
    assert!(String::from_utf8(out.stderr).unwrap().contains("SKIPPED"));
    s.ok(&["import", "quad.urdf", "--out", "quad.toml"]);
    assert!(s.ok(&["check", "quad.toml"]).contains("degrees of freedom   9"));
    s.write("walker.xml", include_str!("../../percussion/tests/files/walker.xml"));
    s.ok(&["import", "walker.xml", "--keyframe", "crouch", "--out", "walker.toml"]);
    let set = ["--set", "ctrl_servo_hip_fl=0.2", "--set", "mu=0.5"];
    let run = ["run", "walker.xml", "--t-end", "0.02", "--quiet"];
    s.ok(&[&run[..], &set[..]].concat());
    let out = s.run(&["import", "walker.xml", "--keyframe", "jump"]);
    assert_eq!(out.status.code(), Some(2));
    s.write("broken.urdf", "<robot><link/></robot>");
    assert_eq!(s.run(&["run", "broken.urdf"]).status.code(), Some(2));
}

/// Every key of the format is on its page.
#[test]
fn every_key_is_documented() {
    let page = include_str!("../../../docs/model-files.md");
    let schema = percussion::file::spec::schema();
    let mut keys = Vec::new();
    let tables = schema["$defs"].as_object().unwrap().values().chain([&schema]);
    for t in tables {
        if let Some(p) = t["properties"].as_object() {
            keys.extend(p.keys().cloned());
        }
        for word in t["oneOf"].as_array().into_iter().flatten() {
            keys.extend(word["const"].as_str().map(String::from));
        }
    }
    assert!(keys.len() > 150, "{}", keys.len());
    let missing: Vec<&String> = keys.iter().filter(|k| !page.contains(&format!("`{k}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn equilibria_of_a_file_are_those_of_its_problem() {
    let s = Scratch::new("static");
    s.ok(&["export", "bend-45", "--set", "elements=4", "--out", "bend.toml"]);
    s.ok(&["static", "bend-45", "--set", "elements=4", "--steps", "4", "--out", "a", "--quiet"]);
    s.ok(&["static", "bend.toml", "--steps", "4", "--out", "b", "--quiet"]);
    assert!(s.read("a/equilibrium.csv") == s.read("b/equilibrium.csv"));
    s.write("bad.toml", "[[bodies]]\nname = \"a\"\ntype = \"rood\"\n");
    assert_eq!(s.run(&["static", "bad.toml"]).status.code(), Some(2));
}
