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
    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
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
        assert!(message.contains(word), "{args:?}: '{word}' is not in: {message}");
    }
    assert_eq!(text(&out.stdout), "", "{args:?}");
    assert!(names(&scratch.0).is_empty(), "{args:?}: {:?}", names(&scratch.0));
}

#[test]
fn problems_are_listed() {
    let scratch = Scratch::new("problems");
    let out = scratch.run(&["problems"]);
    assert_eq!(out.status.code(), Some(0));
    assert!(text(&out.stdout).contains("bouncing-ball"));
    for (set, has, has_not) in
        [("joints", "four-bar ", "bouncing-ball"), ("impacts", "press ", "bouncing-ball")]
    {
        let out = scratch.run(&["problems", "--set", set]);
        let listed = text(&out.stdout);
        assert_eq!(out.status.code(), Some(0));
        assert!(listed.contains(has) && !listed.contains(has_not), "{listed}");
        let all = json(&text(&scratch.run(&["problems", "--set", set, "--json"]).stdout));
        let all = all.as_array().unwrap();
        assert!(all.len() >= 15 && all.iter().all(|p| p["set"] == set), "{set}");
    }
    let one = text(&scratch.run(&["problems", "bouncing-ball"]).stdout);
    for word in ["e_N", "0.5", "restitution", "bouncing-ball", "alpha"] {
        assert!(one.contains(word), "{word}: {one}");
    }
    let all = json(&text(&scratch.run(&["problems", "--json"]).stdout));
    let is_ball = |p: &&serde_json::Value| p["name"] == "bouncing-ball";
    let ball = all.as_array().unwrap().iter().find(is_ball).unwrap();
    assert_eq!(ball["scheme"], "alpha");
    assert!(ball["dt"].as_f64().unwrap() > 0.0 && ball["t_end"] == 5.0);
    assert_eq!(ball["references"][0]["name"], "bouncing-ball");
    assert!(ball["parameters"].as_array().unwrap().iter().any(|p| p["name"] == "e_N"));
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
    refused("problem", &["run", "bouncing-bal"], &["bouncing-bal", "did you mean 'bouncing-ball'"]);
    refused("described", &["problems", "bouncing-bal"], &["did you mean 'bouncing-ball'"]);
    refused("demo", &["demo", "--problems", "bouncing-bal"], &["did you mean 'bouncing-ball'"]);
    refused("set", &["problems", "--set", "joint"], &["unknown set 'joint'", "joints, impacts"]);
    refused("file", &["run", "model.toml"], &["model.toml", "cannot read"]);
    refused("flag", &["run", "bouncing-ball", "--stepsize", "1"], &["--stepsize"]);
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
    assert_eq!((out.status.code(), text(&out.stderr).as_str()), (Some(0), ""));
}

/// Columns and rows of a CSV file.
fn csv(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let cells = |line: &str| line.split(',').map(String::from).collect::<Vec<_>>();
    let mut lines = text.lines();
    let head = cells(lines.next().unwrap());
    (head, lines.map(cells).collect())
}

const FILES: [&str; 3] = ["events.csv", "summary.json", "trajectory.csv"];

#[test]
fn a_run_writes_its_files() {
    let scratch = Scratch::new("run");
    let out = scratch.run(&["run", "bouncing-ball"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert_eq!(text(&out.stderr), "");
    assert!(text(&out.stdout).contains("runs/bouncing-ball-alpha"));
    assert_eq!(names(&scratch.path("runs/bouncing-ball-alpha")), FILES);

    let (head, rows) = csv(&scratch.read("runs/bouncing-ball-alpha/trajectory.csv"));
    assert_eq!(head.join(","), "t,q.x,u.x,gN.floor,PN.floor,laN.floor,LaN.floor");
    assert!(rows.iter().all(|r| r.len() == head.len()));
    assert_eq!(rows[0][0].parse::<f64>(), Ok(0.0));
    assert_eq!(rows[rows.len() - 1][0].parse::<f64>(), Ok(5.0));
    // 17 significant digits.
    assert!(rows[1][1].split('e').next().unwrap().len() >= 18, "{}", rows[1][1]);

    let (head, events) = csv(&scratch.read("runs/bouncing-ball-alpha/events.csv"));
    assert_eq!(head.join(","), "t,kind,contact,un_pre,un_post,impulse");
    assert_eq!((events[0][1].as_str(), events[0][2].as_str()), ("impact", "floor"));
    assert!((events[0][0].parse::<f64>().unwrap() - 1.0).abs() < 0.01);

    let summary = json(&scratch.read("runs/bouncing-ball-alpha/summary.json"));
    assert_eq!(
        (&summary["problem"], &summary["scheme"]),
        (&"bouncing-ball".into(), &"alpha".into())
    );
    assert_eq!((&summary["status"], &summary["t_end_reached"]), (&"done".into(), &5.0.into()));
    assert_eq!(summary["steps"].as_u64().unwrap() as usize, rows.len() - 1);
    for key in ["rejected", "penetration", "friction_excess", "wall_s", "us_per_step", "dt"] {
        assert!(summary[key].is_number(), "{key}");
    }
    for (key, parts) in [
        ("newton", &["mean", "max", "updates"][..]),
        ("fixed_point", &["steps", "mean", "max"]),
        ("violation", &["position", "velocity", "acceleration"]),
        ("energy", &["start", "end", "max_increase"]),
        ("error", &["until", "q_l1", "v_l1", "q_end", "v_end"]),
    ] {
        assert!(parts.iter().all(|p| summary[key][p].is_number()), "{key}: {}", summary[key]);
    }
    assert_eq!(summary["error"]["reference"], "bouncing-ball");
    assert!(summary["error"]["q_l1"].as_f64().unwrap() < 0.05, "{}", summary["error"]);
}

#[test]
fn a_run_draws_its_columns() {
    let t = Scratch::new("plot");
    let run = |plot: &str| {
        let out = t.run(&["run", "bouncing-ball", "--t-end", "0.5", "--out", "b", plot]);
        assert!(out.status.success(), "{}", text(&out.stderr));
        text(&out.stdout)
    };
    let said = run("--plot");
    for name in ["q", "u", "P"] {
        let svg = t.read(&format!("b/{name}.svg"));
        assert!(svg.starts_with("<svg") && svg.contains("floor") == (name == "P"), "{name}");
        assert!(said.contains(&format!("{name}.svg")), "{said}");
    }
    assert!(run("--plot=q.x, gN.floor").contains("plot.svg"));
    assert!(t.read("b/plot.svg").contains("gN.floor"));
    refused("plot-unknown", &["run", "bouncing-ball", "--plot=q.z"], &["no column 'q.z'", "q.x"]);
    refused("plot-many", &["run", "bouncing-ball", "--plot=1,2,3,4,5,6,7,8,9"], &["at most 8"]);
}

#[test]
fn settings_reach_the_run() {
    let scratch = Scratch::new("settings");
    let args =
        "run bouncing-ball --quiet --out deep/er --dt 1e-2 --t-end 1/2 --every 7 --set e_N=0.2";
    let out = scratch.run(&args.split(' ').collect::<Vec<_>>());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert_eq!((text(&out.stdout), text(&out.stderr)), Default::default());
    let (_, rows) = csv(&scratch.read("deep/er/trajectory.csv"));
    // Rows 0, 7, .., 49 and the end.
    assert_eq!(rows.len(), 9);
    let summary = json(&scratch.read("deep/er/summary.json"));
    assert_eq!((&summary["dt"], &summary["steps"]), (&0.01.into(), &50.into()));
    assert_eq!(summary["parameters"]["e_N"], "0.2");
    // No reference applies to this restitution.
    assert!(summary["error"].is_null());
}

#[test]
fn impossible_settings_are_refused() {
    let bad = |name: &str, args: &str, words: &[&str]| {
        let args: Vec<&str> = ["run", "bouncing-ball"].into_iter().chain(args.split(' ')).collect();
        refused(name, &args, words);
    };
    bad("scheme", "--scheme alpa", &["alpa", "did you mean 'alpha'"]);
    bad("option", "--scheme-set xyzzy=1", &["unknown", "xyzzy"]);
    bad("scheme-pair", "--scheme-set tol", &["NAME=VALUE"]);
    bad("parameter", "--set q0.X=2", &["q0.X", "did you mean 'q0.x'"]);
    bad("pair", "--set e_N", &["e_N", "NAME=VALUE"]);
    bad("no-value", "--set e_N=", &["NAME=VALUE"]);
    bad("no-number", "--set e_N=much", &["e_N", "much", "number"]);
    bad("dt-zero", "--dt 0", &["dt", "greater than zero"]);
    bad("dt-nan", "--dt NaN", &["dt", "NaN", "finite"]);
    bad("dt-inf", "--dt inf", &["dt", "inf", "finite"]);
    bad("dt-text", "--dt small", &["dt", "small", "number"]);
    bad("t-end", "--t-end -1", &["t-end", "-1", "greater than zero"]);
    bad("every-zero", "--every 0", &["every", "1 or greater"]);
    bad("every-text", "--every 1.5", &["every", "whole number"]);
    bad("steps", "--dt 1e-12", &["steps", "1e9"]);
    bad("rows", "--dt 1e-8 --t-end 9", &["--every"]);
    bad("restitution", "--set e_N=1.5", &["e_N", "1.5", "0 to 1"]);
    bad("mass", "--set m=-1", &["m", "-1", "greater than zero"]);
    bad("start", "--set q0.x=-1", &["floor", "zero or greater"]);
    bad("tol", "--tol 0", &["tol"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_first() {
    let scratch = Scratch::new("folder");
    fs::write(scratch.path("file"), "kept").unwrap();
    for folder in ["file", "file/below"] {
        // A billion steps: it would not end before the end of the test.
        let out = scratch.run(&[
            "run",
            "bouncing-ball",
            "--out",
            folder,
            "--dt",
            "1e-8",
            "--every",
            "1000000",
        ]);
        let message = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{message}");
        assert!(message.contains(folder) && message.contains("cannot create"), "{message}");
    }
    assert_eq!(scratch.read("file"), "kept");
    // A folder in the place of a file.
    fs::create_dir_all(scratch.path("out/summary.json")).unwrap();
    let out = scratch.run(&["run", "bouncing-ball", "--out", "out"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("summary.json"), "{}", text(&out.stderr));
    assert_eq!(names(&scratch.path("out")), ["summary.json"]);
}

#[test]
fn errors_overwrite_nothing_and_success_replaces_all() {
    let scratch = Scratch::new("overwrite");
    let run = |more: [&str; 2]| {
        let out = scratch
            .run(&[&["run", "bouncing-ball", "--out", "out", "--quiet"][..], &more].concat());
        (out.status.code(), FILES.map(|file| scratch.read(&format!("out/{file}"))))
    };
    let (code, old) = run(["--t-end", "0.6"]);
    assert_eq!(code, Some(0));
    assert_eq!(run(["--set", "e_N=1.5"]), (Some(2), old.clone()));
    let (code, new) = run(["--t-end", "1.3"]);
    assert_eq!(code, Some(0));
    assert!(old.iter().zip(&new).all(|(a, b)| a != b));
    assert_eq!(names(&scratch.path("out")), FILES);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_complete_files() {
    let scratch = Scratch::new("interrupt");
    let child = Command::new(env!("CARGO_BIN_EXE_percussion"))
        .args(["run", "bouncing-ball", "--dt", "1e-8", "--every", "1000000", "--out", "out"])
        .current_dir(&scratch.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let out = child.wait_with_output().unwrap();
    assert_eq!(out.status.code(), Some(130), "{}", text(&out.stderr));
    assert!(text(&out.stderr).contains("interrupted at t = "), "{}", text(&out.stderr));
    assert_eq!(names(&scratch.path("out")), FILES);
    let summary = json(&scratch.read("out/summary.json"));
    assert_eq!(summary["status"], "interrupted");
    let (_, rows) = csv(&scratch.read("out/trajectory.csv"));
    let last: f64 = rows[rows.len() - 1][0].parse().unwrap();
    assert_eq!(summary["t_end_reached"].as_f64(), Some(last));
    assert!(last > 0.0 && last < 5.0);
}

#[test]
fn the_demo_writes_a_page_with_plots() {
    let scratch = Scratch::new("page");
    let out = scratch.run(&["demo", "--quick", "--problems", "bouncing-ball", "--out", "shown"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let table = text(&out.stdout);
    assert!(table.contains("bouncing-ball") && table.contains("us per step"), "{table}");
    let files = names(&scratch.path("shown"));
    for file in ["index.html", "bouncing-ball-alpha-q.svg", "bouncing-ball-alpha-P.svg"] {
        assert!(files.iter().any(|f| f == file), "{file}: {files:?}");
    }
    let page = scratch.read("shown/index.html");
    assert!(page.contains("<svg") && page.contains("percussion run bouncing-ball"));
    assert!(!page.contains("src=") && !page.contains("@import"), "nothing from elsewhere");
    assert!(page.contains("prefers-color-scheme: dark"));
}

#[test]
fn equilibria_are_found_and_written() {
    let f = Scratch::new("static");
    let out = f.run(&["static", "cantilever-rollup", "--steps", "8", "--out", "roll"]);
    assert!(out.status.success(), "{}", text(&out.stderr));
    let (head, rows) = csv(&f.read("roll/equilibrium.csv"));
    let tip = head.iter().position(|n| n == "q.x10").unwrap();
    let last: f64 = rows.last().unwrap()[tip].parse().unwrap();
    assert!(last.abs() < 1e-8 && rows.len() == 8, "{last}");
    refused("static-steps", &["static", "elastica", "--steps", "0"], &["--steps", "0", "from 1"]);
    refused("static-name", &["static", "elastico"], &["elastica"]);
    refused("static-file", &["static", "none.toml"], &["none.toml"]);
    for (set, named) in [("elements=0", "elements = 0"), ("L=0", "L = 0"), ("EI=-1", "EI = -1")] {
        refused("static-set", &["static", "elastica", "--set", set], &[named, "allowed"]);
    }
}

/// Past the limit of the load with the arc length, and not without: the load and the path so far are kept.
#[test]
fn limits_of_the_load() {
    let f = Scratch::new("snap");
    let out = f.run(&["static", "snap-through", "--out", "load"]);
    assert_eq!(out.status.code(), Some(3));
    let message = text(&out.stderr);
    for part in ["no equilibrium was found at the load 0.8", "--arc-length", "equilibrium.csv"] {
        assert!(message.contains(part), "{message}");
    }
    let (_, rows) = csv(&f.read("load/equilibrium.csv"));
    let last: f64 = rows.last().unwrap()[0].parse().unwrap();
    assert!((1.2 * last - 1.0).abs() < 0.01, "{last}");
    let out = f.run(&["static", "snap-through", "--arc-length", "--out", "arc"]);
    assert!(out.status.success(), "{}", text(&out.stderr));
    let (head, rows) = csv(&f.read("arc/equilibrium.csv"));
    let y = head.iter().rposition(|n| n.starts_with("q.y")).unwrap();
    let curve: Vec<(f64, f64)> =
        rows.iter().map(|r| (r[0].parse().unwrap(), r[y].parse().unwrap())).collect();
    assert!(curve.iter().any(|c| c.0 < -0.7) && curve[curve.len() - 1].0 == 1.0);
    assert!(curve.windows(2).all(|c| c[1].1 < c[0].1), "the apex goes down all the way");
}

#[test]
fn runs_from_the_equilibrium() {
    let f = Scratch::new("settled");
    let args =
        ["run", "cantilever-rollup", "--set", "turns=0", "--set", "g=9.81", "--t-end", "0.1"];
    let out = f.run(&[&args[..], &["--static-start", "--out", "rest"]].concat());
    assert!(out.status.success(), "{}", text(&out.stderr));
    let (head, rows) = csv(&f.read("rest/trajectory.csv"));
    let y = head.iter().position(|n| n == "q.y10").unwrap();
    let at = |k: usize| rows[k][y].parse::<f64>().unwrap();
    let (first, last) = (at(0), at(rows.len() - 1));
    assert!(first < -0.5 && (first - last).abs() < 1e-9, "{first} {last}");
    let no = ["no static equilibrium", "weight"];
    refused("no-equilibrium", &["run", "bouncing-ball", "--static-start"], &no);
}
