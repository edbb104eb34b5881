//! `report`, `plot` and `gallery` from outside.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("percussion-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_percussion"));
        command.args(args).current_dir(&self.0).output().unwrap()
    }
    fn done(&self, args: &[&str]) -> String {
        let out = self.run(args);
        assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }
    fn refused(&self, args: &[&str], parts: &[&str]) {
        let out = self.run(args);
        let text = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{args:?}: {text}");
        assert!(parts.iter().all(|p| text.contains(p)), "{args:?}: {text}");
    }
    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_run_becomes_one_page_and_a_picture() {
    let s = Scratch::new("report");
    s.done(&["run", "ball-chain", "--t-end", "0.2", "--quiet", "--out", "a"]);
    s.done(&["report", "a"]);
    let page = s.read("a/report.html");
    assert!(page.len() < 1_000_000, "{}", page.len());
    assert!(page.contains("default-src 'none'") && page.contains("percussion-scene"));
    assert!(!page.contains("src=") && !page.contains("href="), "nothing from elsewhere");
    let said = s.done(&["plot", "a"]);
    assert!(said.contains("left out, as they change less"), "{said}");
    s.done(&["plot", "a", "--columns", "q.x1,u.x1", "--out", "two.svg"]);
    let svg = s.read("two.svg");
    let said = ["q.x1", "u.x1", "t / s", ">\nm\n<", ">\nm/s\n<"];
    assert!(said.iter().all(|p| svg.contains(p)), "a panel with its unit each: {svg}");
    assert_eq!(svg.matches("<svg ").count(), 3);
    s.done(&["report", "a", "a", "--out", "both.html"]);
    assert_eq!(s.read("both.html").matches("data-run").count(), 2);
    // the scene that the run writes itself is the one that is made of its files
    let again = ["run", "ball-chain", "--t-end", "0.2", "--quiet", "--columns", "all", "--out"];
    s.done(&[&again[..], &["b", "--format", "csv,scene"]].concat());
    s.done(&[&again[..], &["c"]].concat());
    s.done(&["report", "c"]);
    let (made, written) = (s.read("c/report.html"), s.read("b/scene.json"));
    let data =
        |t: &str| t.split("\"data\":\"").nth(1).unwrap().split('"').next().unwrap().to_string();
    assert!(data(&written).len() > 300 && data(&made) == data(&written));
}

#[test]
fn what_cannot_be_shown_is_said() {
    let s = Scratch::new("report-refused");
    s.refused(&["report", "nowhere"], &["nowhere", "no folder of a run"]);
    s.refused(&["plot", "nowhere"], &["nowhere"]);
    s.refused(&["view", "nowhere"], &["nowhere"]);
    fs::create_dir_all(s.0.join("odd")).unwrap();
    s.refused(&["report", "odd"], &["trajectory.csv"]);
    fs::write(s.0.join("odd/trajectory.csv"), "x,y\n1,2\n").unwrap();
    s.refused(&["report", "odd"], &["first column is not 't'"]);
    fs::write(s.0.join("odd/trajectory.csv"), "t,q.<b>\n0,1\n\u{0},\u{1}\n0.1,nan\n").unwrap();
    fs::write(s.0.join("odd/scene.json"), "{\"format\": 7").unwrap();
    s.done(&["report", "odd"]);
    assert!(s.read("odd/report.html").contains("\\u003cb>"));
    s.refused(&["plot", "odd", "--columns", "q.c"], &["q.c", "q.<b>"]);
    s.refused(&["report", "odd", "odd", "odd", "odd", "odd"], &["up to 4"]);
}

#[test]
fn the_gallery_has_a_picture_a_page_and_a_file_of_each() {
    let s = Scratch::new("gallery");
    let said = s.done(&["gallery", "--quick", "--only", "woodpecker,tippe-top", "--out", "g"]);
    assert!(said.contains("2 entries, 0 failed"), "{said}");
    for name in ["woodpecker", "tippe-top"] {
        let svg = s.read(&format!("g/{name}.svg"));
        assert!(svg.contains("<polygon") && !svg.contains("NaN"), "{name}");
        assert!(s.read(&format!("g/{name}.html")).contains("data-run"));
        assert!(s.read("g/index.html").contains(&format!("{name}.html")));
    }
    assert!(s.read("g/tippe-top.toml").contains("[[bodies]]"));
}

#[test]
fn what_steps_have_taken_can_be_recorded() {
    let s = Scratch::new("steps");
    let run = ["run", "rotating-ball", "--quiet", "--out"];
    s.done(&[&run[..], &["a", "--columns", "touched,steps.*"]].concat());
    s.done(&[&run[..], &["b"]].concat());
    let cells = |file: &str, k: usize| -> Vec<String> {
        let text = s.read(file);
        let line = if k == 0 { text.lines().next() } else { text.lines().last() };
        line.unwrap().split(',').map(String::from).collect()
    };
    let (head, last) = (cells("a/trajectory.csv", 0), cells("a/trajectory.csv", 1));
    let usual = cells("b/trajectory.csv", 0);
    assert_eq!(head[..usual.len()], usual, "the usual columns come first");
    let value = |name: &str| {
        let at = head.iter().position(|h| h == name).unwrap_or_else(|| panic!("{name}: {head:?}"));
        last[at].parse::<f64>().unwrap()
    };
    let summary: serde_json::Value = serde_json::from_str(&s.read("a/summary.json")).unwrap();
    let counts = &summary["counts"];
    assert_eq!(Some(value("steps.newton")), counts["newton_updates"].as_f64());
    assert_eq!(Some(value("steps.rejected")), counts["rejected"].as_f64());
    let names = counts["way_names"].as_array().unwrap();
    assert!((1.0..=names.len() as f64).contains(&value("steps.way")), "{names:?}");
    s.refused(&["run", "rotating-ball", "--columns", "touched,steps.neuton"], &["steps.newton"]);
}
