//! `percussion contact` from outside.

use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_percussion")).args(args).output().unwrap()
}

fn data(name: &str) -> String {
    format!("{}/../percussion/data/contact/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_solved_problem() {
    let out = run(&["contact", &data("Rover1040.dat"), "--json"]);
    assert_eq!(out.status.code(), Some(0));
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(json["status"], "solved");
    assert!(json["residual"].as_f64().unwrap() <= 1e-8);
    assert_eq!(json["contacts"], 5);
    assert_eq!(json["r"].as_array().unwrap().len(), 15);
    let count = |name: &str| json[name].as_u64().unwrap();
    assert_eq!(count("open") + count("stick") + count("slip"), 5);
    assert!(json["iterations"].is_u64() && json["time_s"].is_f64() && json["solver"].is_string());
    let text = run(&["contact", &data("Rover1040.dat")]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("solved") && text.contains("stick"), "{text}");
}

/// The problems of a run are files that this program solves to the same multipliers.
#[test]
fn contact_problems_of_a_run() {
    let dir = std::env::temp_dir().join(format!("percussion-dump-{}", std::process::id()));
    let table = format!("{}/../../models/table.toml", env!("CARGO_MANIFEST_DIR"));
    let out = dir.to_str().unwrap();
    let simulate = |dump: &str| {
        let t = ["run", &table, "--scheme", "moreau", "--t-end", "0.005", "--out", out, dump];
        run(&t)
    };
    let done = simulate("--dump-contact-problems");
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let folder = dir.join("contact-problems");
    let files = || -> Vec<_> {
        let mut all: Vec<_> =
            std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
        all.sort();
        all
    };
    // one for the accelerations at the start, one or two an iteration of a step
    assert!(files().len() >= 6, "{}", files().len());
    let last = files().pop().unwrap();
    let solved = run(&["contact", last.to_str().unwrap(), "--json"]);
    assert_eq!(solved.status.code(), Some(0));
    let json: serde_json::Value = serde_json::from_slice(&solved.stdout).unwrap();
    assert_eq!((&json["status"], &json["contacts"]), (&"solved".into(), &4.into()));
    // the percussions of a step carry the weight of 10 kg and 30 N over 1 ms
    let r: Vec<f64> = json["r"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    let sum: f64 = r.chunks(3).map(|c| c[0]).sum();
    assert!((sum - 0.1281).abs() < 1e-9, "{sum}");
    assert_eq!(simulate("--dump-contact-problems=failed").status.code(), Some(0));
    assert!(files().is_empty());
    assert_eq!(simulate("--dump-contact-problems=some").status.code(), Some(2));
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn a_problem_that_one_solver_does_not_solve_ends_with_3() {
    let out = run(&["contact", &data("w100.fcb"), "--solver", "admm", "--tol", "1e-13"]);
    assert_eq!(out.status.code(), Some(3), "{}", String::from_utf8_lossy(&out.stdout));
}

#[test]
fn wrong_usage_ends_with_2_and_says_where() {
    let dir = std::env::temp_dir().join(format!("percussion-contact-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("bad.dat");
    std::fs::write(&file, "3\n1\n0\n3\n3\n3 3\n1 0 0\n0 oops 0\n").unwrap();
    let file = file.to_str().unwrap();
    for (args, says) in [
        (vec!["contact", file], "line 8"),
        (vec!["contact", "no-such-file"], "no-such-file"),
        (vec!["contact", file, "--solver", "nsg"], "nsgs"),
        (vec!["contact", file, "--tol", "-1"], "--tol"),
    ] {
        let out = run(&args);
        let text = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(says), "{args:?}: {text}");
    }
    std::fs::remove_dir_all(&dir).unwrap();
}
