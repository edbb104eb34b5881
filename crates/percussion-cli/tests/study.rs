//! Studies from outside: files, refusals, and sweeps that are killed, cut in shards and restored.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("percussion-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
    fn command(&self, args: &str) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_percussion"));
        c.args(args.split_whitespace()).current_dir(&self.0).stdin(Stdio::null());
        c
    }
    fn run(&self, args: &str) -> Output {
        self.command(args).output().unwrap()
    }
    fn done(&self, args: &str) -> String {
        let out = self.run(args);
        assert!(out.status.success(), "{args}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }
    fn refused(&self, args: &str, words: &[&str]) {
        let out = self.run(args);
        let told = String::from_utf8_lossy(&out.stderr).to_string();
        assert_eq!(out.status.code(), Some(2), "{args}: {told}");
        assert!(words.iter().all(|w| told.contains(w)), "{args}: {told}");
    }
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

/// All four files, whole, without anything from elsewhere.
fn files(s: &Scratch, folder: &str) {
    let page = s.read(&format!("{folder}/index.html"));
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http") && page.contains("<svg"), "{folder}");
    assert!(s.read(&format!("{folder}/results.svg")).ends_with("</svg>\n"));
    assert!(s.read(&format!("{folder}/results.csv")).lines().count() > 1);
    json(&s.read(&format!("{folder}/results.json")));
}

#[test]
fn orders_of_two_schemes() {
    let s = Scratch::new("order");
    let text =
        s.done("order linear-oscillator --schemes moreau,alpha --dt 2e-2:2e-3:4 --t-end 5 --out a");
    assert!(text.contains("linear-oscillator-e08") && text.contains("+-"), "{text}");
    files(&s, "a");
    let orders = json(&s.read("a/results.json"));
    let order = orders["moreau"]["order_q"].as_f64().unwrap();
    assert!((0.4..1.6).contains(&order), "{order}");
    // the same again runs nothing and gives the same
    let before = s.read("a/results.csv");
    s.done(
        "order linear-oscillator --schemes moreau,alpha --dt 2e-2:2e-3:4 --t-end 5 --out a --quiet",
    );
    assert_eq!(s.read("a/results.csv"), before);
    let other = "order linear-oscillator --schemes moreau --dt 2e-2:2e-3:4 --t-end 5 --out a";
    s.refused(other, &["other settings", "--out"]);
    assert_eq!(s.read("a/results.csv"), before);
}

#[test]
fn work_precision_profile_and_compare() {
    let s = Scratch::new("profile");
    s.done("work-precision bouncing-pendulum --schemes hybrid,alpha --dt 1e-2,5e-3 --tol 1e-4,1e-7 --t-end 1 --out w");
    files(&s, "w");
    let runs = json(&s.read("w/results.json"));
    let error = |k: usize| runs[k]["error_q"].as_f64().unwrap();
    assert!(error(1) < 1e-6 && error(1) < error(0), "{runs}");
    s.done("profile flexible --schemes radau5,dopri5 --t-end 0.01 --most 4000 --out p");
    files(&s, "p");
    let profile = json(&s.read("p/results.json"));
    let last = profile["evaluations"][0]["points"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last[0], 80.0);
    s.done("compare bouncing-pendulum --schemes alpha,moreau,hybrid --t-end 0.5 --out c");
    files(&s, "c");
    let csv = s.read("c/results.csv");
    assert!(csv.lines().next().unwrap().ends_with("position,velocity,penetration"));
    assert!(csv.lines().next().unwrap().contains(",energy,"));
    for scheme in ["alpha,", "moreau,", "hybrid,"] {
        assert!(csv.lines().any(|l| l.starts_with(scheme)), "{scheme}");
    }
    s.refused("compare bouncing-pendulum --schemes alpha --t-end 0.1 --columns q.z", &["q.z"]);
}

#[test]
fn what_cannot_be_studied_is_refused() {
    let s = Scratch::new("refused");
    for (args, words) in [
        ("work-precision bouncing-ball --schemes hybrid --tol 0", &["--tol"][..]),
        ("work-precision bouncing-ball --schemes hybrid --tol nan", &["--tol"]),
        ("order bouncing-ball --schemes hybrid", &["work-precision"]),
        ("order bouncing-ball --norm sobolev", &["unknown norm", "hausdorff"]),
        ("order bouncing-ball --norm l0.5", &["exponent"]),
        ("order bouncing-ball --set e_N=0.3 --against reference", &["reference", "the defaults"]),
        ("order chain --against reference", &["no reference"]),
        ("order bouncing-ball --dt 1e-30", &["dt"]),
        ("profile nothing --schemes radau5", &["problem or set"]),
        ("profile impacts --schemes radau5 --scheme-set index=3", &["index", "ggl"]),
        ("compare bouncing-ball --schemes moreau --scheme-set rho_inf=1", &["rho_inf"]),
        ("compare bouncing-ball --schemes alpha --tol 1e-6", &["tol", "chooses its steps"]),
        ("order bouncing-ball --schemes moreau --tol 1e-6", &["tol", "chooses its steps"]),
        ("profile joints --schemes hem5 --tol 1e-4,1e-6", &["tol", "one value"]),
        (
            "work-precision bouncing-ball --schemes hybrid --scheme-set h_min=1 --scheme-set h_max=0.1",
            &["h_min"],
        ),
        ("sweep bouncing-ball --draw e_N=uniform(0,1) --runs 1000000000", &["number of runs"]),
        ("sweep bouncing-ball --set e_N=0:1:1000000000", &["e_N"]),
        ("sweep bouncing-ball --set e_N=0:1:9 --set e_N=0:1:9", &["each name once"]),
        ("sweep bouncing-ball --draw e_N=cauchy(0,1) --runs 3", &["uniform"]),
        ("sweep bouncing-ball --draw e_N=uniform(0,1)", &["--runs"]),
        ("sweep bouncing-ball --set e_N=0:1:3 --shard 4/3", &["--shard"]),
        ("sweep bouncing-ball --set e_M=0:1:3", &["e_M"]),
        ("sweep bouncing-ball --set e_N=0:1:3 --measure q.y", &["q.y"]),
        ("sweep bouncing-ball --set e_N=0:1:3 --threads 0", &["--threads"]),
    ] {
        s.refused(args, words);
    }
}

#[test]
fn a_sweep_over_a_model_file_keeps_what_was_asked_for() {
    let s = Scratch::new("sweep-file");
    s.done("new thing");
    s.done("sweep thing.toml --set e_N=0,0.5,1.5 --t-end 0.2 --measure energy,impacts --allow-stopped --out a");
    let csv = s.read("a/results.csv");
    assert_eq!(csv.lines().next().unwrap(), "run,e_N,energy,impacts,status");
    // a value that cannot be is a result of its own
    assert!(csv.lines().nth(3).unwrap().contains("1.5"), "{csv}");
    assert!(!csv.lines().nth(3).unwrap().ends_with(",done"), "{csv}");
    assert!(csv.lines().nth(2).unwrap().ends_with(",done"), "{csv}");
    // a file that was changed is another study
    let text = s.read("thing.toml") + "\n# changed\n";
    fs::write(s.0.join("thing.toml"), text).unwrap();
    s.refused(
        "sweep thing.toml --set e_N=0,0.5,1.5 --t-end 0.2 --measure energy,impacts --allow-stopped --out a",
        &["other settings"],
    );
}

/// Killed in the middle, cut into shards, on one thread or two: the same bits.
#[test]
fn a_killed_sweep_goes_on_where_it_was() {
    let s = Scratch::new("killed");
    let sweep = "sweep bouncing-pendulum --draw e_N=uniform(0.1,0.9) --draw mu=normal(0.3,0.01) \
                 --runs 60 --seed 3 --t-end 3 --scheme moreau";
    s.done(&format!("{sweep} --quiet --threads 1 --out whole"));
    let mut child =
        s.command(&format!("{sweep} --quiet --out killed")).stdout(Stdio::null()).spawn().unwrap();
    let journal = s.0.join("killed/tasks.jsonl");
    let begun = Instant::now();
    let lines = || fs::read_to_string(&journal).map_or(0, |t| t.lines().count());
    while lines() < 12 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let at_kill = lines();
    assert!((12..61).contains(&at_kill), "{at_kill} lines");
    assert!(!s.0.join("killed/results.csv").exists());
    s.done(&format!("{sweep} --quiet --out killed"));
    for i in [2, 1, 3] {
        s.done(&format!("{sweep} --quiet --shard {i}/3 --out shards"));
    }
    for name in ["results.csv", "results.json", "results.svg"] {
        let whole = s.read(&format!("whole/{name}"));
        assert!(whole == s.read(&format!("killed/{name}")), "{name} of the killed sweep");
        assert!(whole == s.read(&format!("shards/{name}")), "{name} of the shards");
    }
}

/// The settings that a document prints, in one word; counts are those of the eight options one by one.
#[test]
fn published_settings() {
    let s = Scratch::new("published");
    s.done("run painleve-rod --published --t-end 0.5 --quiet --out a");
    s.done(
        "run painleve-rod --set r=0.1 --scheme-set tol=1e-8 --scheme-set newton=monolithic --scheme-set start=known \
         --scheme-set residual=absolute --scheme-set slip=end --scheme-set backward=no --t-end 0.5 --quiet --out b",
    );
    assert_eq!(s.read("a/trajectory.csv"), s.read("b/trajectory.csv"));
    let count = |name: &str| json(&s.read(&format!("{name}/summary.json")))["newton"].clone();
    assert_eq!(count("a"), count("b"));
    s.done("compare painleve-rod --published --schemes alpha,moreau --t-end 0.5 --rows 100000 --quiet --out c");
    let csv = s.read("c/results.csv");
    let last = csv.lines().rfind(|l| l.starts_with("alpha,")).unwrap().to_string();
    let x = |line: &str, k: usize| line.split(',').nth(k).unwrap().parse::<f64>().unwrap();
    let run = s.read("a/trajectory.csv");
    assert_eq!(x(&last, 2), x(run.lines().last().unwrap(), 1));
    for (args, words) in [
        ("run bouncing-ball --published", &["published", "tippe-top"][..]),
        ("run tippe-top --published --scheme moreau", &["alpha"]),
        ("compare bouncing-ball --published", &["published", "tippe-top"]),
        ("compare tippe-top --published --schemes moreau", &["alpha"]),
    ] {
        s.refused(args, words);
    }
}

/// g, g', g'' of joints, impulses, energies and powers are columns for those who ask.
#[test]
fn columns_on_request() {
    let s = Scratch::new("columns");
    let names = "t,gdd.hinge.0,gNd.obstacle,Lag.hinge.0,energy";
    s.done(&format!("run bouncing-pendulum --t-end 0.2 --quiet --columns {} --out a", &names[2..]));
    let csv = s.read("a/trajectory.csv");
    assert_eq!(csv.lines().next().unwrap(), names);
    let number = |line: &str, k: usize| line.split(',').nth(k).unwrap().parse::<f64>().unwrap();
    for line in csv.lines().skip(1) {
        assert!(number(line, 1).abs() < 1e-9, "{line}");
    }
    s.done("run colliding-carts --t-end 0.5 --quiet --columns energy,energy.spring1,power.spring1 --out b");
    let csv = s.read("b/trajectory.csv");
    let rows: Vec<Vec<f64>> =
        csv.lines().skip(1).map(|l| l.split(',').map(|x| x.parse().unwrap()).collect()).collect();
    // before the carts meet the spring takes what its power says: trapezoidal rule over 1 ms
    let first = &rows[..50];
    let work: f64 = first.windows(2).map(|w| 0.5 * (w[1][0] - w[0][0]) * (w[0][3] + w[1][3])).sum();
    let stored = first[49][2] - first[0][2];
    assert!(stored > 1e-3 && (stored + work).abs() < 1e-6, "{stored} {work}");
    s.refused("run bouncing-pendulum --t-end 0.1 --columns gdd.hinge.7", &["gdd.hinge.7"]);
}
