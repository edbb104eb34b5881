//! `percussion lcp` from outside.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn data(name: &str) -> String {
    format!("{}/../percussion/data/lcp/{name}.dat", env!("CARGO_MANIFEST_DIR"))
}

fn run(args: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_percussion")).arg("lcp").args(args).output().unwrap();
    let text = |b: Vec<u8>| String::from_utf8(b).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// A file of its own for each test, removed at its end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("percussion-{}-{name}", std::process::id()));
        fs::write(&path, content).unwrap();
        Temporary(path)
    }
    fn run(&self, more: &[&str]) -> (i32, String, String) {
        let mut args = vec![self.0.to_str().unwrap()];
        args.extend(more);
        run(&args)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn solutions_are_printed() {
    for solver in ["auto", "lemke", "pivoting", "murty", "gauss-seidel", "newton", "enumerate"] {
        let (code, out, err) = run(&[&data("lcp_ortiz"), "--solver", solver]);
        assert_eq!((code, err.as_str()), (0, ""), "{solver}: {out}");
        for word in ["status      solved", "residual", "iterations", "only solution", "M is"] {
            assert!(out.contains(word), "{solver}: {word}: {out}");
        }
    }
    let (code, out, _) = run(&[&data("lcp_deudeu"), "--json"]);
    let v: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &v["status"], &v["unique"]), (0, &"solved".into(), &true.into()));
    assert!((v["z"][0].as_f64().unwrap() - 4.0 / 3.0).abs() < 1e-14);
    assert!(v["residual"].as_f64().unwrap() <= 1e-12);
}

#[test]
fn what_is_not_unique_is_said() {
    let (code, out, _) = run(&[&data("lcp_CPS_1")]);
    assert!(code == 0 && out.contains("not unique: there are infinitely many"), "{out}");
    let (code, out, _) = run(&[&data("lcp_CPS_3")]);
    assert!(code == 0 && out.contains("not unique"), "{out}");
}

#[test]
fn without_solution_the_code_is_3() {
    let file = Temporary::new("ray.dat", b"2 0 2 2 2 2\n1 -1\n-1 1\n-1 -1\n");
    let (code, out, err) = file.run(&[]);
    assert_eq!(code, 3, "{out}");
    assert!(err.contains("no solution exists") && err.contains("Lemke"), "{err}");
    let (code, out, _) = file.run(&["--solver", "enumerate", "--json"]);
    let v: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &v["status"], &v["unique"]), (3, &"no solution".into(), &().into()));
    let (code, _, err) = file.run(&["--solver", "newton"]);
    assert!(code == 3 && err.contains("not found"), "{err}");
}

#[test]
fn bad_files_are_refused() {
    let refused = |name: &str, content: &[u8], words: &[&str]| {
        let (code, out, err) = Temporary::new(name, content).run(&[]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(words.iter().all(|w| err.contains(w)), "{err}");
    };
    refused("empty.dat", b"", &["line 1", "order n", "end of the file"]);
    refused("nan.dat", b"1 0 1 1 1 1\n\nNaN 1", &["line 3", "M(1, 1)", "NaN"]);
    refused("short.dat", b"2\n0\n2\n2\n2 2\n1 0\n0", &["M(2, 2)"]);
    refused("huge.dat", b"100000000", &["from 1 to 2000"]);
    refused("bytes.dat", b"\xff\xfe\x00\x01", &["line 1"]);
    let (code, _, err) = run(&["no-such-file.dat"]);
    assert!(code == 2 && err.contains("cannot read 'no-such-file.dat'"), "{err}");
    let (code, _, err) = run(&[&data("lcp_ortiz"), "--solver", "lemkee"]);
    assert!(code == 2 && err.contains("valid names") && err.contains("lemke,"), "{err}");
    let (code, _, _) = run(&["/"]);
    assert_eq!(code, 2);
}

/// What the help promises, n, M and q, was refused.
#[test]
fn a_file_with_order_matrix_and_vector() {
    // not symmetric, so that rows and columns cannot be taken for each other: z = (2, 1)
    let file = Temporary::new("plain.dat", b"2\n2 1\n-1 4\n-5 -2\na comment");
    let (code, out, err) = file.run(&["--json"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let v: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((v["z"][0].as_f64(), v["z"][1].as_f64()), (Some(2.0), Some(1.0)), "{out}");
    let siconos = Temporary::new("siconos.dat", b"2 0 2 2 2 2\n2 -1\n1 4\n-5 -2\n");
    let other: serde_json::Value = serde_json::from_str(&siconos.run(&["--json"]).1).unwrap();
    assert_eq!(v["z"], other["z"]);
}

/// Bytes after q may be anything.
#[test]
fn comments_are_ignored() {
    let file = Temporary::new("comment.dat", b"1 0 1 1 1 1\n2\n-1 \xff text NaN");
    let (code, out, _) = file.run(&[]);
    assert!(code == 0 && out.contains("5.0000000000000000e-1"), "{out}");
}

/// Numbers whose quotients overflow are no panic.
#[test]
fn enormous_numbers_are_refused_or_solved() {
    for text in
        ["2\n1 0\n0 1\n-1e308 -1e308\n", "2\n1e-308 0\n0 1e-308\n-1e308 -1e308\n", "1\n1\n-1e308\n"]
    {
        let file = Temporary::new("enormous", text.as_bytes());
        for solver in
            ["auto", "lemke", "pivoting", "murty", "gauss-seidel", "newton", "min-map", "enumerate"]
        {
            let (code, _, said) = file.run(&["--solver", solver]);
            assert!(
                [0, 2, 3].contains(&code) && !said.contains("panicked"),
                "{solver}: {code} {said}"
            );
        }
    }
}
