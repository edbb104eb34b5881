//! Results that survive: logs, checkpoints, resumed and repeated runs, formats and columns.

mod scratch;

use scratch::Scratch;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

fn same(s: &Scratch, a: &str, b: &str) {
    for name in ["trajectory.csv", "events.csv"] {
        let (x, y) = (s.read(&format!("{a}/{name}")), s.read(&format!("{b}/{name}")));
        assert!(x == y, "{name} of {a} ({} bytes) and {b} ({} bytes)", x.len(), y.len());
    }
}

/// A run that ends earlier and is resumed to the end has the files of one that was not, and so has one
/// that is resumed from a checkpoint in its middle.
#[test]
fn a_resumed_run_has_the_same_files() {
    let s = Scratch::new("resume");
    for (problem, more) in [
        ("bouncing-ball", "--scheme event-driven --dt 0.01"),
        ("bouncing-pendulum", "--scheme hybrid --dt 0.01"),
        ("slider-crank", "--scheme radau5 --every 3"),
        ("woodpecker", "--scheme moreau --every 7 --dt 1e-3"),
    ] {
        let _ = fs::remove_dir_all(s.path("whole"));
        let _ = fs::remove_dir_all(s.path("parts"));
        let args = format!("run {problem} {more} --quiet --columns all");
        let t_end = 0.4;
        s.done(&format!("{args} --out whole --t-end {t_end}"));
        s.done(&format!("{args} --out parts --checkpoint 7steps --t-end {}", 0.37 * t_end));
        s.done(&format!("resume parts --quiet --t-end {t_end}"));
        let steps = |d: &str| json(&s.read(&format!("{d}/summary.json")))["t_end_reached"].clone();
        assert_eq!(steps("parts"), steps("whole"), "{problem} {more}");
    }
    // on the grid of steps: the same bits
    s.done("run bouncing-ball --quiet --out a --t-end 5");
    s.done("run bouncing-ball --quiet --out b --t-end 2 --checkpoint 100steps");
    s.done("resume b --quiet --t-end 5");
    same(&s, "a", "b");
}

/// Rows that are spelled while the run goes on, before and after a contact touches for the first time, are those that the
/// log has.
#[test]
fn what_is_spelled_meanwhile_is_what_the_log_has() {
    let s = Scratch::new("draft");
    for args in [
        "bouncing-ball --dt 1e-5 --t-end 0.8",
        "chain --dt 1e-4 --t-end 1",
        "woodpecker --t-end 0.3",
    ] {
        for columns in ["touched", "all", "t,u.*"] {
            let _ = fs::remove_dir_all(s.path("a"));
            let args =
                format!("run {args} --columns {columns} --quiet --out a --checkpoint 1000000steps");
            s.done(&args);
            let spelled = s.read("a/trajectory.csv");
            s.done("recover a --quiet");
            assert!(spelled == s.read("a/trajectory.csv"), "{args}");
            let names = fs::read_dir(s.path("a")).unwrap().map(|e| e.unwrap().file_name());
            let mut names = names.map(|n| n.to_string_lossy().into_owned());
            assert!(!names.any(|n| n.starts_with('.') || n == "run.lock"), "{args}");
        }
    }
}

/// Killed at random, a run leaves what it had written up to a second before, and resumed as often as
/// it takes it ends with the bits of one that was let alone.
#[test]
fn a_killed_run_loses_little_and_goes_on_with_the_same_bits() {
    let s = Scratch::new("kill");
    // KILLS=20 is `make survive`
    let most = std::env::var("KILLS").ok().and_then(|k| k.parse().ok()).unwrap_or(6);
    let args = format!("chain --set n=20 --dt 1e-4 --t-end {} --quiet", 0.1 * f64::from(most));
    s.done(&format!("run {args} --out whole"));
    let mut worst = Duration::ZERO;
    let mut k = 7_u64;
    let mut kills: u32 = 0;
    let mut fresh = true;
    for attempt in 0.. {
        let mut c = match fresh {
            true => s.command(&format!("run {args} --out parts --checkpoint 200steps")),
            false => s.command("resume parts --quiet"),
        };
        let begun = Instant::now();
        let mut child = c.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        k = k.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let patience =
            Duration::from_millis(if kills < most { 60 + (k >> 40) % 150 } else { 100_000 });
        let ended = loop {
            match child.try_wait().unwrap() {
                Some(status) => break Some(status),
                None if begun.elapsed() > patience => break None,
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        if let Some(status) = ended {
            // killed before its first checkpoint it cannot be resumed: begin again
            fresh = status.code() == Some(2);
            if fresh {
                continue;
            }
            assert!(status.success(), "{status}");
            break;
        }
        let log = fs::metadata(s.path("parts/run.log")).and_then(|m| m.modified());
        child.kill().unwrap();
        child.wait().unwrap();
        (kills, fresh) = (kills + 1, false);
        // what was not written yet is younger than the log
        if let Ok(lost) = log.map(|t| t.elapsed().unwrap_or_default()) {
            worst = worst.max(lost.min(begun.elapsed()));
        }
        if s.path("parts/run.log").is_file() && !s.path("parts/summary.json").is_file() {
            let said = s.run("recover parts");
            assert!(said.status.code() != Some(101));
        }
        assert!(attempt < 100 * most);
    }
    println!("{kills} kills, at most {:.0} ms lost", 1e3 * worst.as_secs_f64());
    assert!(worst < Duration::from_secs(1), "{worst:?} lost");
    same(&s, "whole", "parts");
}

/// What was written before a kill is readable and says how far it goes.
#[test]
fn the_log_of_a_killed_run_is_recovered() {
    let s = Scratch::new("recover");
    let mut c = s.command("run chain --set n=30 --dt 1e-5 --t-end 10 --quiet --out r");
    let mut child = c.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(2500));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!s.path("r/trajectory.csv").exists());
    let said = s.done("recover r");
    let rows = s.read("r/trajectory.csv").lines().count() - 1;
    let summary = json(&s.read("r/summary.json"));
    assert_eq!(summary["status"], "interrupted");
    assert_eq!(summary["rows"].as_u64().unwrap() as usize, rows);
    let t = summary["t_end_reached"].as_f64().unwrap();
    assert!(rows > 10 && t > 0.0 && said.contains(&t.to_string()), "{rows} {said}");
}

#[test]
fn a_run_is_repeated_to_the_bit() {
    let s = Scratch::new("rerun");
    s.done("run rotating-ball --quiet --out a --set mu=0.3 --scheme-set rho_inf=0.7 --t-end 0.8");
    assert!(s.done("rerun a").contains("the same to the bit"));
    let summary = json(&s.read("a/summary.json"));
    assert_eq!(summary["options"]["rho_inf"], "0.7");
    assert_eq!(summary["options"]["max_newton"], "30");
    assert_eq!(summary["values"]["mu"], "0.3");
    assert!(summary["counts"]["evaluations"].as_u64().unwrap() > 100);
    let text = s.read("a/trajectory.csv").replacen("e-1", "e-2", 1);
    fs::write(s.path("a/trajectory.csv"), text).unwrap();
    let out = s.run("rerun a");
    assert_eq!(out.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&out.stderr).contains("trajectory.csv"));
    // a model file is kept with what it includes: it may change or go
    s.done("new drop");
    s.done("run drop.toml --quiet --out b --t-end 0.1");
    fs::remove_file(s.path("drop.toml")).unwrap();
    assert!(s.done("rerun b").contains("the same to the bit"));
    let summary = json(&s.read("b/summary.json"));
    assert_eq!(summary["model"]["hash"].as_str().unwrap().len(), 16);
    assert!(summary["model"]["files"][0][1].as_str().unwrap().contains("[["));
}

/// A row of a run is the start of another, under another scheme too.
#[test]
fn a_run_starts_from_a_row_of_another() {
    let s = Scratch::new("from");
    s.done("run bouncing-ball --quiet --out a --t-end 3");
    s.done("run bouncing-ball --quiet --out b --scheme moreau --from a --at 0.5 --t-end 2");
    let (a, b) = (s.read("a/trajectory.csv"), s.read("b/trajectory.csv"));
    let cells = |l: &str| l.split(',').map(String::from).collect::<Vec<_>>();
    let first = cells(b.lines().nth(1).unwrap());
    let at = a.lines().skip(1).map(cells).find(|r| r[0] == first[0]).unwrap();
    assert_eq!((&first[..3], first[0].parse()), (&at[..3], Ok(0.5)));
    for (args, why) in [
        ("--from a --at 7", "t = 3"),
        ("--from nowhere", "run.log"),
        ("--from a --at x", "--at"),
        ("--from a --at 0.50005", "0.5"),
    ] {
        let out = s.run(&format!("run bouncing-ball --quiet --out c {args}"));
        let said = String::from_utf8_lossy(&out.stderr).to_string();
        assert!(out.status.code() == Some(2) && said.contains(why), "{args}: {said}");
    }
    let out = s.run("run pendulum --quiet --out c --from a");
    assert!(String::from_utf8_lossy(&out.stderr).contains("no column"));
}

#[test]
fn columns_and_formats_are_chosen() {
    let s = Scratch::new("columns");
    let head =
        |dir: &str| s.read(&format!("{dir}/trajectory.csv")).lines().next().unwrap().to_string();
    // the ball does not reach the floor
    s.done("run bouncing-ball --quiet --out a --t-end 0.2");
    assert_eq!(head("a"), "t,q.x,u.x");
    s.done("run bouncing-ball --quiet --out a --t-end 0.2 --columns all");
    assert_eq!(head("a"), "t,q.x,u.x,gN.floor,PN.floor,laN.floor,LaN.floor");
    s.done("run bouncing-ball --quiet --out a --t-end 0.2 --columns u.*,gN.floor");
    assert_eq!(head("a"), "t,u.x,gN.floor");
    let out = s.run("run bouncing-ball --quiet --out a --columns q.y");
    assert!(out.status.code() == Some(2));
    s.done(
        "run bouncing-ball --quiet --out f --t-end 1.2 --every 100 --format csv,npz,parquet,vtk",
    );
    let rows = s.read("f/trajectory.csv").lines().count() - 1;
    let bytes = fs::read(s.path("f/trajectory.npz")).unwrap();
    let text = String::from_utf8_lossy(&bytes).to_string();
    assert!(bytes.starts_with(b"PK\x03\x04") && text.contains(&format!("({rows}, 7)")), "{rows}");
    let bytes = fs::read(s.path("f/trajectory.parquet")).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let size = bytes.len() - 8;
    let described = u32::from_le_bytes(bytes[size..size + 4].try_into().unwrap()) as usize;
    let about = String::from_utf8_lossy(&bytes[size - described..size]).to_string();
    assert!(about.contains("LaN.floor") && about.contains("percussion"));
    let pvd = s.read("f/scene.pvd");
    assert_eq!(pvd.matches("<DataSet").count(), rows);
    let last = s.read(&format!("f/scene/{:06}.vtp", rows - 1));
    assert!(last.contains("Name=\"force\"") && last.contains("PolyData"));
    for (args, why) in [("--format x", "csv, npz"), ("--checkpoint 0s", "60s")] {
        let out = s.run(&format!("run bouncing-ball --quiet --out g {args}"));
        let said = String::from_utf8_lossy(&out.stderr).to_string();
        assert!(out.status.code() == Some(2) && said.contains(why), "{args}: {said}");
    }
}

/// On a disk that fills up the log says how far it goes, and that is how far it can be read; nothing is said of steps
/// that nobody counted.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_what_it_says() {
    let s = Scratch::new("full");
    // files of at most three megabytes, three blocks of the log, and no signal for more
    let program = env!("CARGO_BIN_EXE_percussion");
    let line = format!(
        "trap '' XFSZ; ulimit -f 6000; exec {program} run chain --set n=20 --dt 1e-4 --t-end 3 --quiet --out r"
    );
    let out = Command::new("sh").args(["-c", &line]).current_dir(&s.0).output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr).to_string();
    assert_eq!(out.status.code(), Some(2), "{said}");
    let t = said.split("up to t = ").nth(1).and_then(|t| t.split(' ').next()).unwrap().to_string();
    let recovered = s.done("recover r");
    assert!(recovered.contains(&format!("t = {t}\n")), "{said} {recovered}");
    let summary = json(&s.read("r/summary.json"));
    assert!(summary["steps"].is_null() && summary["violation"]["position"].is_null());
    assert_eq!(summary["counts"]["events"], 0);
    assert!(summary["rows"].as_u64().unwrap() > 1);
}

/// Files of a run before, in formats that were not asked for now, would be taken for those of this one.
#[test]
fn files_of_other_formats_do_not_stay() {
    let s = Scratch::new("stale");
    s.done("run bouncing-ball --quiet --out r --t-end 1 --every 100 --format csv,npz,parquet,vtk,scene --plot");
    let there = |name: &str| s.path("r").join(name).exists();
    let files =
        ["trajectory.csv", "trajectory.parquet", "scene.pvd", "scene", "scene.json", "q.svg"];
    assert!(files.iter().all(|f| there(f)));
    s.done("run bouncing-ball --quiet --out r --t-end 0.5 --every 100 --format npz");
    assert!(!files.iter().any(|f| there(f)) && there("trajectory.npz"));
    assert!(s.done("rerun r").contains("the same to the bit"));
}

/// A run that began in a row of another goes on and is repeated when that one is gone.
#[test]
fn the_row_a_run_began_in_is_kept() {
    let s = Scratch::new("origin");
    s.done("run bouncing-ball --quiet --out a --t-end 1");
    s.done("run bouncing-ball --quiet --out b --scheme moreau --from a --at 0.5 --t-end 1.5 --checkpoint 10steps");
    s.done("run bouncing-ball --quiet --out c --scheme moreau --from a --at 0.5 --t-end 2");
    fs::remove_dir_all(s.path("a")).unwrap();
    assert!(s.done("rerun b").contains("the same to the bit"));
    s.done("resume b --quiet --t-end 2");
    same(&s, "b", "c");
    let start = json(&s.read("c/summary.json"))["start"].clone();
    assert_eq!((start[0].as_f64(), start.as_array().unwrap().len()), (Some(0.5), 3));
}

/// Asked to end by a signal, a run writes its files.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_with_whole_files() {
    let s = Scratch::new("signal");
    for signal in ["TERM", "HUP", "INT"] {
        let mut c =
            s.command("run chain --set n=30 --dt 1e-6 --t-end 10 --every 100 --quiet --out r");
        let mut child = c.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(700));
        let told = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(told.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        let t = json(&s.read("r/summary.json"))["t_end_reached"].as_f64().unwrap();
        let last = s.read("r/trajectory.csv").lines().last().unwrap().to_string();
        assert_eq!(last.split(',').next().unwrap().parse(), Ok(t));
        assert!(!Path::new(&s.path("r/run.log")).exists());
    }
}

/// The same inside of a step that takes long: a wall of a hundred bricks that falls together.
#[cfg(unix)]
#[test]
fn a_signal_acts_inside_a_heavy_step() {
    let s = Scratch::new("heavy");
    let wall = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/scenes/wall.toml");
    for signal in ["TERM", "HUP", "INT"] {
        let mut c = s.command("run");
        c.args([wall, "--set", "rows=8", "--set", "columns=8", "--set", "drop=1e-5"]);
        c.args(["--t-end", "1", "--quiet", "--out", "r"]);
        let mut child = c.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(1500));
        let told = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(told.unwrap().success());
        let clock = std::time::Instant::now();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert!(clock.elapsed() < Duration::from_secs(2), "{signal}: {:?}", clock.elapsed());
    }
}

/// Contacts that come and go have a file of their own; a run that is resumed while they do has the same one, and so
/// has one that is made again.
#[test]
fn contacts_that_come_and_go_are_written_and_resumed() {
    let s = Scratch::new("near");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/scenes/spheres.toml");
    let text = fs::read_to_string(path).unwrap().replace("all = true", "all = true\ndeclared = 10");
    fs::write(s.path("spheres.toml"), text).unwrap();
    let run = "run spheres.toml --scheme alpha --set n=12 --set k=2 --every 2 --quiet --t-end";
    s.done(&format!("{run} 0.1 --out whole"));
    s.done(&format!("{run} 0.04 --checkpoint 5steps --out parts"));
    s.done("resume parts --t-end 0.1 --quiet");
    same(&s, "whole", "parts");
    let contacts = s.read("whole/contacts.csv");
    assert!(contacts == s.read("parts/contacts.csv"));
    let mut lines = contacts.lines();
    assert_eq!(lines.next(), Some("t,contact,gN,PN,PF.0,PF.1,laN,laF.0,laF.1,LaN,LaF.0,LaF.1"));
    assert!(lines.any(|l| l.contains(",skin1.floor,")) && contacts.contains(",skin1.skin5,"));
    let head = s.read("whole/trajectory.csv");
    assert!(!head.lines().next().unwrap().contains("gN."));
    assert!(s.done("rerun whole").contains("the same to the bit"));
    let check = s.done("check spheres.toml --set n=12 --set k=2");
    assert!(check.contains("17 shapes; contacts exist while two are near"), "{check}");
    // schemes that choose their steps do the same
    let run = run.replace("--scheme alpha", "--scheme event-driven");
    s.done(&format!("{run} 0.1 --out free"));
    s.done(&format!("{run} 0.04 --checkpoint 5steps --out free-parts"));
    s.done("resume free-parts --t-end 0.1 --quiet");
    same(&s, "free", "free-parts");
    let refused = s.run("run spheres.toml --set n=12 --set k=2 --scheme schatzman-paoli");
    let word = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(!refused.status.success() && word.contains("friction"), "{word}");
}
