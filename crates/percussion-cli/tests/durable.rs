//! Nothing is lost, nothing foreign is touched, no damaged state is believed.

#![cfg(unix)]

mod scratch;

use scratch::Scratch;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

fn said(out: &Output) -> String {
    String::from_utf8_lossy(&out.stderr).to_string()
}

/// All files of a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.path() {
            path if path.is_dir() => all.extend(contents(&path)),
            path => drop(all.insert(path.clone(), fs::read(path).unwrap())),
        }
    }
    all
}

fn restore(all: &BTreeMap<PathBuf, Vec<u8>>) {
    all.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
}

/// A number from 0 to n - 1.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// So many times in `make test`, or as often as a variable of the environment says.
fn times(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn a_second_writer_is_refused_with_the_id_of_the_first() {
    let s = Scratch::new("writers");
    let mut c = s.command("run chain --set n=20 --dt 1e-5 --t-end 20 --quiet --out d");
    let mut first = c.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !s.path("d/run.log").is_file() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    for second in ["run bouncing-ball --quiet --out d", "resume d", "recover d"] {
        let out = s.run(second);
        assert_eq!(out.status.code(), Some(2), "{second}: {}", said(&out));
        assert!(said(&out).contains(&format!("process {} on", first.id())), "{}", said(&out));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(s.path("d/run.lock").is_file());
    // the same of a study
    let sweep = "sweep chain --set n=20 --dt 1e-4 --t-end 100 --set g=1,2,3 --quiet --out e";
    let mut c = s.command(sweep);
    let mut first = c.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !s.path("e/tasks.jsonl").is_file() && begun.elapsed() < Duration::from_secs(40) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let out = s.run(sweep);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(said(&out).contains(&format!("process {} on", first.id())), "{}", said(&out));
    // the lock and the temporary files of a process that was killed
    s.done("run bouncing-ball --quiet --t-end 0.1 --out d");
    let mut names: Vec<String> = contents(&s.path("d"))
        .keys()
        .map(|p| p.file_name().unwrap().to_string_lossy().to_string())
        .collect();
    names.sort();
    assert_eq!(names, ["events.csv", "summary.json", "trajectory.csv"]);
}

/// Files of the user stay as they are: those that the run would write make it refuse, and it touches no others.
#[test]
fn files_of_the_user_are_left_alone() {
    let s = Scratch::new("foreign");
    let run = "run bouncing-ball --quiet --t-end 0.1 --every 100 --out d";
    let all = "--format csv,npz,parquet,vtk,scene --plot --dump-contact-problems";
    for name in [
        "trajectory.npz",
        "trajectory.parquet",
        "q.svg",
        "plot.svg",
        "scene.json",
        "scene.pvd",
        "scene/frame.blend",
        "contact-problems/mine.json",
    ] {
        let path = s.path("d").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "mine").unwrap();
        s.done(run);
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine", "{name}");
        let out = s.run(&format!("{run} {all}"));
        assert_eq!(out.status.code(), Some(2), "{name}");
        assert!(said(&out).contains(name.split('/').next().unwrap()), "{}", said(&out));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine", "{name}");
        fs::remove_dir_all(s.path("d")).unwrap();
    }
    for name in ["trajectory.csv", "events.csv", "summary.json", "run.log", "checkpoint.bin"] {
        fs::create_dir_all(s.path("d")).unwrap();
        fs::write(s.path("d").join(name), "mine").unwrap();
        let out = s.run(run);
        assert!(out.status.code() == Some(2) && said(&out).contains(name), "{}", said(&out));
        assert_eq!(s.read(&format!("d/{name}")), "mine");
        assert_eq!(contents(&s.path("d")).len(), 1, "{name}");
        fs::remove_dir_all(s.path("d")).unwrap();
    }
    // a file of the user among those of a run
    s.done(&format!("{run} {all}"));
    fs::write(s.path("d/scene/notes.txt"), "mine").unwrap();
    assert!(said(&s.run(&format!("{run} {all}"))).contains("scene/notes.txt"));
    assert_eq!(s.read("d/scene/notes.txt"), "mine");
    fs::remove_file(s.path("d/scene/notes.txt")).unwrap();
    s.done(&format!("{run} {all}"));
    s.done(run);
    assert_eq!(contents(&s.path("d")).len(), 3);
}

/// A run with a checkpoint in its middle and rows after it, as after a kill.
fn left(s: &Scratch, dir: &str) {
    let run = "run bouncing-pendulum --quiet --dt 1e-3 --checkpoint 300steps";
    s.done(&format!("{run} --t-end 0.5 --out {dir}"));
    let checkpoint = s.path(dir).join("checkpoint.bin");
    let bytes = fs::read(&checkpoint).unwrap();
    s.done(&format!("resume {dir} --quiet --t-end 0.8"));
    fs::write(checkpoint, bytes).unwrap();
}

/// Bits that are turned over, bytes that are missing or added: a checkpoint or a log that is not what was written is
/// refused before anything changes.
#[test]
fn damaged_folders_are_refused_and_stay_as_they_are() {
    let s = Scratch::new("damaged");
    left(&s, "d");
    let whole = contents(&s.path("d"));
    s.done("resume d --quiet --t-end 1");
    let right = s.read("d/trajectory.csv");
    let mut dice = Dice(3);
    let (mut refused, mut resumed) = (0, 0);
    for k in 0..times("DAMAGED", 60) {
        fs::remove_dir_all(s.path("d")).unwrap();
        fs::create_dir_all(s.path("d")).unwrap();
        restore(&whole);
        let file = s.path(["d/checkpoint.bin", "d/run.log"][k % 2]);
        let mut bytes = whole[&file].clone();
        let place = dice.roll(bytes.len());
        match dice.roll(5) {
            0 => bytes.truncate(place),
            1 => drop(bytes.splice(place..place, [dice.roll(256) as u8])),
            2 => bytes[place..].iter_mut().take(64).for_each(|b| *b = 0),
            _ => bytes[place] ^= 1 << dice.roll(8),
        }
        fs::write(&file, &bytes).unwrap();
        let before = contents(&s.path("d"));
        let out = s.run("resume d --quiet --t-end 1");
        match out.status.code() {
            Some(2) => {
                refused += 1;
                assert!(before == contents(&s.path("d")), "{k}: {}", said(&out));
            }
            // what follows the checkpoint in the log is made anew, and zeros may be zeros
            Some(0) => {
                resumed += 1;
                assert!(file.ends_with("run.log") || bytes == whole[&file], "{k}: {}", said(&out));
                assert!(right == s.read("d/trajectory.csv"), "{k}");
            }
            code => panic!("{k}: {code:?} {}", said(&out)),
        }
    }
    println!("{refused} refused, {resumed} resumed with the same bits");
    assert!(refused > resumed && resumed > 0);
}

/// A checkpoint belongs to one log, also where another run had the same arguments.
#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let s = Scratch::new("other");
    left(&s, "a");
    left(&s, "b");
    fs::copy(s.path("a/checkpoint.bin"), s.path("b/checkpoint.bin")).unwrap();
    let out = s.run("resume b");
    assert!(out.status.code() == Some(2) && said(&out).contains("another run"), "{}", said(&out));
    // a new run in the folder has no checkpoint of the one before
    s.done("run bouncing-pendulum --quiet --t-end 0.1 --out a");
    assert!(!s.path("a/checkpoint.bin").exists());
}

/// The log is cut only when the state is loaded: one of another version is refused with all rows.
#[test]
fn the_log_is_not_cut_before_the_state_is_loaded() {
    let s = Scratch::new("cut");
    let mut c = s.command(
        "run chain --set n=20 --dt 1e-4 --t-end 100 --checkpoint 500steps --quiet --out d",
    );
    let mut child = c.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !s.path("d/checkpoint.bin").is_file() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    let log = fs::metadata(s.path("d/run.log")).unwrap().len();
    let mut bytes = fs::read(s.path("d/checkpoint.bin")).unwrap();
    let n = bytes.len();
    bytes[n / 2] ^= 1;
    fs::write(s.path("d/checkpoint.bin"), bytes).unwrap();
    assert_eq!(s.run("resume d").status.code(), Some(2));
    assert_eq!(fs::metadata(s.path("d/run.log")).unwrap().len(), log);
    s.done("recover d --quiet");
    assert_eq!(fs::metadata(s.path("d/run.log")).unwrap().len(), log);
}

/// Killed at any moment, a folder holds one run: the one before with its summary, the new one with its summary, or a log
/// of which the new one is made.
#[test]
fn a_folder_is_one_run_whenever_the_program_is_killed() {
    let s = Scratch::new("one-run");
    let run = |rows: usize| {
        let t_end = 1e-4 * rows as f64;
        format!("run bouncing-ball --quiet --dt 1e-4 --t-end {t_end:.4} --plot --format csv,npz --out d")
    };
    let clock = Instant::now();
    s.done(&run(200));
    let usual = clock.elapsed().as_millis() as usize;
    let mut dice = Dice(11);
    let (mut old, mut new, mut open) = (0, 0, 0);
    let mut before = 200;
    for k in 0..times("ONE_RUN", 40) {
        let rows = 201 + k;
        let mut c = s.command(&run(rows));
        let mut child = c.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // mostly near its end, where the files get their names
        std::thread::sleep(Duration::from_micros(
            (1000 * usual / 2 + dice.roll(1000 * usual)) as u64,
        ));
        let _ = child.kill();
        child.wait().unwrap();
        let report = s.run("report d --out page.html");
        match fs::read_to_string(s.path("d/summary.json")) {
            Ok(text) => {
                let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
                let lines = s.read("d/trajectory.csv").lines().count() - 1;
                assert_eq!(summary["rows"].as_u64(), Some(lines as u64), "{k}");
                assert!(lines == before + 1 || lines == rows + 1, "{k}");
                *(if lines == rows + 1 { &mut new } else { &mut old }) += 1;
                assert!(report.status.success(), "{k}: {}", said(&report));
                before = lines - 1;
            }
            Err(_) => {
                open += 1;
                assert!(said(&report).contains("percussion recover d"), "{k}: {}", said(&report));
                s.done("recover d --quiet");
                before = s.read("d/trajectory.csv").lines().count() - 2;
                assert_eq!(before, rows, "{k}");
            }
        }
    }
    println!("killed: {old} with the run before, {new} with the new one, {open} between");
}

#[test]
fn rerun_compares_what_there_is_and_follows_no_link() {
    let s = Scratch::new("rerun-gone");
    s.done("run bouncing-ball --quiet --t-end 0.5 --out a");
    assert!(s.done("rerun a").contains("the same to the bit"));
    fs::remove_file(s.path("a/events.csv")).unwrap();
    let out = s.run("rerun a");
    assert!(
        out.status.code() == Some(3) && said(&out).contains("events.csv is missing"),
        "{}",
        said(&out)
    );
    fs::remove_file(s.path("a/trajectory.csv")).unwrap();
    let out = s.run("rerun a");
    assert!(
        out.status.code() == Some(2) && said(&out).contains("nothing to compare"),
        "{}",
        said(&out)
    );
    // links under the names that the program used in the temporary folder
    s.done("run bouncing-ball --quiet --t-end 0.5 --out a");
    fs::create_dir_all(s.path("tmp")).unwrap();
    fs::create_dir_all(s.path("mine")).unwrap();
    fs::write(s.path("mine/trajectory.csv"), "mine").unwrap();
    let out = s.command("rerun a").env("TMPDIR", s.path("tmp")).output().unwrap();
    assert!(out.status.success(), "{}", said(&out));
    // the shell is this process until it becomes the program: its id is known before
    let program = env!("CARGO_BIN_EXE_percussion");
    let line = format!(
        "ln -s {} tmp/percussion-rerun-$$; exec {program} rerun a",
        s.path("mine").display()
    );
    let mut c = std::process::Command::new("sh");
    let out =
        c.args(["-c", &line]).current_dir(&s.0).env("TMPDIR", s.path("tmp")).output().unwrap();
    assert!(out.status.success(), "{}", said(&out));
    assert_eq!(contents(&s.path("mine")).len(), 1);
    assert_eq!(s.read("mine/trajectory.csv"), "mine");
    let left: Vec<_> = fs::read_dir(s.path("tmp")).unwrap().collect();
    assert_eq!(left.len(), 1, "the link alone");
}

#[test]
fn a_damaged_line_is_no_start() {
    let s = Scratch::new("line");
    s.done("run bouncing-ball --quiet --dt 1e-2 --t-end 0.5 --out a");
    let whole = s.read("a/trajectory.csv");
    let lines: Vec<&str> = whole.lines().collect();
    for bad in ["0.25,garbage,0", "0.25", "", "NaN,0,0", "0.25,1,1,1,1"] {
        let mut lines = lines.clone();
        lines[26] = bad;
        fs::write(s.path("a/trajectory.csv"), lines.join("\n")).unwrap();
        for at in ["", "--at 0.4"] {
            let out =
                s.run(&format!("run bouncing-ball --quiet --from a {at} --t-end 0.6 --out b"));
            assert!(
                out.status.code() == Some(2) && said(&out).contains("line 27"),
                "{bad}: {}",
                said(&out)
            );
        }
    }
}

/// Runs of a sweep that stop are told by the exit code, and their values are in no mean.
#[test]
fn a_sweep_tells_of_runs_that_stopped() {
    let s = Scratch::new("sweep-stopped");
    // steps of this length are too long: each run ends at its start, with values in its last row
    let sweep =
        "sweep pendulum --scheme mdop5 --tol 1e-10 --scheme-set h_min=0.03 --dt 1 --t-end 3 \
                 --set g=9,10 --measure q.x";
    let out = s.run(&format!("{sweep} --out a"));
    assert_eq!(out.status.code(), Some(3), "{}", said(&out));
    let tell = ["2 of 2 runs", "--allow-stopped"];
    assert!(tell.iter().all(|t| said(&out).contains(t)), "{}", said(&out));
    let table = String::from_utf8_lossy(&out.stdout).to_string();
    let cells: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(cells, ["q.x", "0", "-", "-", "-", "-"]);
    assert!(s.read("a/results.csv").contains("1,1e1,8.66"));
    s.done(&format!("{sweep} --out a --allow-stopped"));
    // a value that the model refuses
    let out = s.run("sweep bouncing-ball --set e_N=0.5,2 --measure q.x --t-end 0.1 --json --out b");
    assert_eq!(out.status.code(), Some(3), "{}", said(&out));
    let results: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((&results["stopped"], &results["runs"][0]["status"]), (&1.into(), &"done".into()));
}

/// Where the system makes no thread, programs say so or do without, and do not panic.
#[test]
fn without_threads_nothing_panics() {
    let s = Scratch::new("threads");
    // stacks that no system has
    let run =
        |args: &str| s.command(args).env("RUST_MIN_STACK", "70368744177664").output().unwrap();
    s.done("run bouncing-ball --quiet --t-end 0.1 --out r");
    for (args, codes) in [
        ("run bouncing-ball --quiet --t-end 0.1 --out d", &[0, 2][..]),
        ("sweep bouncing-ball --set e_N=0.1,0.2,0.3 --t-end 0.1 --quiet --out e", &[0]),
        (
            "order bouncing-ball --schemes moreau --t-end 0.1 --dt 1e-2,1e-3 --quiet --out f",
            &[0, 2, 3],
        ),
        ("view r --no-open", &[2]),
    ] {
        let out = run(args);
        let code = out.status.code().unwrap_or(-1);
        assert!(
            codes.contains(&code) && !said(&out).contains("panicked"),
            "{args}: {code} {}",
            said(&out)
        );
        assert!(code == 0 || said(&out).contains("error: "), "{args}: {}", said(&out));
    }
}

fn get(address: &str) -> String {
    use std::io::{Read, Write};
    let (host, target) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut text = String::new();
    if let Ok(mut c) = std::net::TcpStream::connect(host) {
        let _ = c.set_read_timeout(Some(Duration::from_secs(10)));
        let _ = write!(c, "GET /{target} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let _ = c.read_to_string(&mut text);
    }
    text
}

/// At the limit of descriptors the viewer waits without work, and answers again when there are some.
#[cfg(target_os = "linux")]
#[test]
fn the_viewer_outlives_a_flood_of_connections() {
    use std::io::{BufRead, BufReader};
    let s = Scratch::new("flood");
    s.done("run bouncing-ball --quiet --t-end 0.1 --out r");
    let program = env!("CARGO_BIN_EXE_percussion");
    let line = format!("ulimit -n 24; exec {program} view r --no-open");
    let mut c = std::process::Command::new("sh");
    c.args(["-c", &line]).current_dir(&s.0).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = c.spawn().unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let address = address.trim();
    assert!(get(address).starts_with("HTTP/1.1 200"));
    let host = address.strip_prefix("http://").unwrap().split('/').next().unwrap();
    let flood: Vec<_> = (0..60).map(|_| std::net::TcpStream::connect(host)).collect();
    let ticks = || {
        let text = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    std::thread::sleep(Duration::from_millis(200));
    let before = ticks();
    std::thread::sleep(Duration::from_secs(1));
    let used = ticks() - before;
    drop(flood);
    assert!(used < 30, "{used} hundredths of a second");
    // requests that were never sent are given up in time
    let begun = Instant::now();
    while !get(address).starts_with("HTTP/1.1 200") {
        assert!(begun.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(50));
    }
    let told =
        std::process::Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(told.unwrap().success());
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success() && said(&out).contains("has ended"), "{}", said(&out));
}

/// Problems under schemes of all kinds, each some tenths of a second long.
const KINDS: [&str; 20] = [
    "bouncing-ball --scheme event-driven --dt 1e-3",
    "woodpecker --scheme moreau --t-end 0.4",
    "bouncing-pendulum --scheme alpha --t-end 2",
    "slider-crank --scheme radau5 --dt 1e-4",
    "double-pendulum-wall --scheme hybrid --dt 1e-3 --t-end 3",
    "falling-chain --scheme alpha-adaptive --t-end 0.3",
    "pendulum-walls --scheme schatzman-paoli --dt 1e-4 --t-end 2",
    "stick-slip-block --scheme alpha-pvv --t-end 20",
    "rotating-ball --scheme moreau-adaptive",
    "rocking-block --scheme alpha-free --t-end 2",
    "arm-stops --scheme high-order --t-end 2",
    "press --scheme splitting --t-end 0.5",
    "double-pendulum --scheme dopri5 --dt 1e-4 --t-end 2",
    "triple-pendulum --scheme hem5 --dt 1e-4 --t-end 1",
    "four-bar --scheme phem56 --dt 1e-4 --t-end 1",
    "gyroscope --scheme alpha-pv --t-end 0.5",
    "whip --scheme alpha-p --t-end 0.3",
    "newtons-cradle --scheme schatzman-paoli-adaptive --t-end 0.5",
    "heavy-top --scheme mdop5 --t-end 0.5",
    "rssr --scheme alpha-pv-adaptive --dt 1e-3",
];

/// Killed at random moments and resumed, runs of all kinds have the files of runs that were let alone.
#[test]
fn killed_runs_of_all_kinds_end_with_the_same_bits() {
    let s = Scratch::new("kinds");
    // KINDS=20 KILLS=10 are the 200 kills of `make survive`
    let (kinds, kills) = (times("KINDS", 5), times("KILLS", 2));
    let mut dice = Dice(5);
    let (mut killed, mut resumed) = (0, 0);
    for args in &KINDS[..kinds.min(KINDS.len())] {
        for dir in ["whole", "parts"] {
            let _ = fs::remove_dir_all(s.path(dir));
        }
        let clock = Instant::now();
        let whole = s.run(&format!("run {args} --quiet --out whole"));
        let time = clock.elapsed().as_millis() as usize;
        assert!(matches!(whole.status.code(), Some(0 | 3)), "{args}: {}", said(&whole));
        let mut left = kills;
        loop {
            let resume = s.path("parts/checkpoint.bin").is_file();
            let mut c = match resume {
                true => s.command("resume parts --quiet"),
                false => {
                    s.command(&format!("run {args} --quiet --checkpoint 100steps --out parts"))
                }
            };
            let mut child = c.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            resumed += usize::from(resume);
            if left > 0 {
                std::thread::sleep(Duration::from_millis(dice.roll(2 * time + 20) as u64));
                child.kill().unwrap();
            }
            let out = child.wait_with_output().unwrap();
            match out.status.code() {
                None => (killed, left) = (killed + 1, left - 1),
                // a run that came to its end is begun anew as long as it is to be killed
                code if left > 0 => {
                    assert_eq!(code, whole.status.code(), "{args}: {}", said(&out));
                    fs::remove_dir_all(s.path("parts")).unwrap();
                }
                code => {
                    assert_eq!(code, whole.status.code(), "{args}: {}", said(&out));
                    break;
                }
            }
        }
        for name in ["trajectory.csv", "events.csv"] {
            let [x, y] = ["whole", "parts"].map(|d| s.read(&format!("{d}/{name}")));
            assert!(x == y, "{args}: {name}, {} and {} bytes", x.len(), y.len());
        }
    }
    println!("{kinds} kinds, {killed} killed, {resumed} resumed");
}

/// Names of files do not steer the terminal.
#[test]
fn escape_codes_of_files_are_spelled_out() {
    let s = Scratch::new("escape");
    fs::write(
        s.path("m.toml"),
        "name = \"m\"\n[[body]]\nname = \"\\u001b[2Jgone\"\nkind = \"\\u001b]0;title\\u0007\"\n",
    )
    .unwrap();
    fs::write(s.path("n.toml"), "name = \"\u{1b}[31m\"\n").unwrap();
    fs::write(
        s.path("r.urdf"),
        "<robot name=\"r\"><link name=\"&#x9b;2J\"/><joint name=\"\u{9b}2J\"/></robot>",
    )
    .unwrap();
    for args in ["run m.toml", "check m.toml", "run n.toml", "import r.urdf", "check r.urdf"] {
        let out = s.run(args);
        let all = [out.stdout.as_slice(), &out.stderr].concat();
        let text = String::from_utf8_lossy(&all).to_string();
        assert!(
            !text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'),
            "{args}: {text:?}"
        );
    }
}

/// A robot description reads meshes of its own folder, and of the one that is named.
#[test]
fn meshes_are_read_from_the_folders_that_are_named() {
    let s = Scratch::new("meshes");
    let corner = |p: &str| format!("vertex {p}\n");
    let faces = [
        ["0 0 0", "0 1 0", "1 0 0"],
        ["0 0 0", "1 0 0", "0 0 1"],
        ["0 0 0", "0 0 1", "0 1 0"],
        ["1 0 0", "0 1 0", "0 0 1"],
    ];
    let stl: String = faces
        .iter()
        .map(|f| {
            format!("facet normal 0 0 0\nouter loop\n{}endloop\nendfacet\n", f.map(corner).concat())
        })
        .collect();
    let stl = format!("solid s\n{stl}endsolid s\n");
    for folder in ["robot/meshes", "secret", "parts/meshes"] {
        fs::create_dir_all(s.path(folder)).unwrap();
        fs::write(s.path(folder).join("m.stl"), &stl).unwrap();
    }
    std::os::unix::fs::symlink(s.path("secret/m.stl"), s.path("robot/link.stl")).unwrap();
    let secret = s.path("secret/m.stl").display().to_string();
    let import = |mesh: &str, more: &str| {
        let text = format!(
            "<robot name=\"r\"><link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>\
             <collision><geometry><mesh filename=\"{mesh}\"/></geometry></collision></link></robot>"
        );
        fs::write(s.path("robot/r.urdf"), text).unwrap();
        let out = s.run(&format!("import robot/r.urdf {more}"));
        assert!(out.status.success(), "{mesh}: {}", said(&out));
        said(&out)
    };
    for inside in ["meshes/m.stl", "package://robot/meshes/m.stl", "file://meshes/m.stl"] {
        assert!(!import(inside, "").contains("--packages"), "{inside}");
    }
    for outside in [
        "../secret/m.stl",
        "link.stl",
        &secret,
        &format!("file://{secret}"),
        "package://parts/../secret/m.stl",
    ] {
        assert!(import(outside, "").contains("--packages"), "{outside}");
    }
    assert!(!import("package://parts/meshes/m.stl", "--packages .").contains("--packages"));
    assert!(!import("../secret/m.stl", "--packages secret").contains("--packages"));
    // all commands that read a robot take the folder, and refuse it for what is no robot or where it is no folder
    let sweep =
        "sweep robot/r.urdf --set i=1:2:2 --t-end 0.01 --measure energy --quiet --out swept";
    for command in ["check robot/r.urdf", "run robot/r.urdf --t-end 0.01 --quiet --out d", sweep] {
        let alone = s.run(command);
        assert!(said(&alone).contains("--packages"), "{command}: {}", said(&alone));
        let given = s.run(&format!("{command} --packages secret"));
        assert!(!said(&given).contains("SKIPPED"), "{command}: {}", said(&given));
        for (subject, folder) in [("bouncing-ball", "secret"), ("robot/r.urdf", "secret/m.stl")] {
            let command = command.replace("robot/r.urdf", subject);
            let out = s.run(&format!("{command} --packages {folder}"));
            assert_eq!(out.status.code(), Some(2), "{command}");
            assert!(said(&out).contains("--packages '"), "{command}: {}", said(&out));
        }
    }
    for command in ["static robot/r.urdf", "view robot/r.urdf --no-open"] {
        let out = s.run(&format!("{command} --packages missing"));
        assert_eq!(out.status.code(), Some(2), "{command}");
        assert!(said(&out).contains("'missing' is not a folder"), "{}", said(&out));
    }
    // what is shown as it is takes no settings
    let out = s.run("view d --no-open --dt 1");
    assert!(out.status.code() == Some(2) && said(&out).contains("--dt"), "{}", said(&out));
}

/// A program that is refused memory says so and ends; what its log holds can be read.
#[test]
fn without_memory_a_run_ends_with_a_message() {
    let s = Scratch::new("memory");
    let program = env!("CARGO_BIN_EXE_percussion");
    let (mut refused, mut recovered) = (0, 0);
    for kilobytes in (40_000..=140_000).step_by(25_000) {
        for run in ["chain --set n=2000 --t-end 0.01", "chain --set n=300 --dt 1e-4 --t-end 0.05"] {
            let _ = fs::remove_dir_all(s.path("d"));
            let line = format!(
                "ulimit -v {kilobytes}; exec timeout 20 {program} run {run} --quiet --out d"
            );
            let out = std::process::Command::new("sh")
                .args(["-c", &line])
                .current_dir(s.path("."))
                .output()
                .unwrap();
            // 124: it had memory enough
            let code = out.status.code();
            let without = said(&out).contains("out of memory");
            assert!(without || matches!(code, Some(0 | 124)), "{line}: {code:?} {}", said(&out));
            assert!(!without || code == Some(3), "{line}: {code:?} {}", said(&out));
            refused += usize::from(without);
            if without && s.path("d/run.log").is_file() {
                recovered += usize::from(s.run("recover d --quiet").status.success());
            }
        }
    }
    println!("{refused} runs without memory, of {recovered} the log was read");
    assert!(refused > 3);
}
