//! `percussion order` and `percussion work-precision`: one problem under several schemes.
//!
//! Every case that ends is written to `cases.jsonl` at once, after a first line with the settings of the
//! study: started again in the same folder, it goes on where it was. A folder of other settings is
//! refused. At the end `results.csv`, `results.json` and `results.svg` are written from all cases, in
//! their order.

use crate::args::StudyArgs;
use crate::error::CliError;
use crate::terminal::{catch_interrupt, interrupted, print, progress, table};
use percussion::problems::{find, reference_for};
use percussion::schemes::options::parse_number;
use percussion::study::{figure, orders, run_all, Case, Curve, Outcome};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Which study.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    /// Errors over steps.
    Order,
    /// Errors over work.
    WorkPrecision,
}

/// `percussion order`, `percussion work-precision`.
pub fn study(args: &StudyArgs, kind: Kind) -> Result<(), CliError> {
    let cases = cases(args, kind)?;
    for case in &cases {
        case.check()?;
    }
    let name = if kind == Kind::Order { "order" } else { "work-precision" };
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| Path::new("studies").join(format!("{}-{name}", args.problem)));
    let mut journal = Journal::open(&out, name, &cases)?;
    catch_interrupt();
    let bar = progress(&format!("{name} of {}", args.problem), cases.len(), args.quiet);
    bar.inc(journal.known.iter().flatten().count() as u64);
    let threads = match args.threads {
        Some(n) => n,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let known = journal.known.clone();
    let mut failed = None;
    let outcomes = run_all(&cases, &known, threads, &interrupted, |k, outcome| {
        bar.inc(1);
        failed = failed.take().or(journal.write(k, outcome).err());
    })?;
    bar.finish_and_clear();
    if let Some(e) = failed {
        return Err(e);
    }
    let outcomes: Vec<Outcome> = outcomes.into_iter().flatten().collect();
    if outcomes.len() < cases.len() {
        return Err(CliError::Interrupted(format!(
            "interrupted after {} of {} cases; the same command goes on from there",
            outcomes.len(),
            cases.len()
        )));
    }
    write_results(&out, args, kind, &outcomes)?;
    report(args, kind, &outcomes, &out)
}

/// All combinations of schemes with steps or tolerances.
fn cases(args: &StudyArgs, kind: Kind) -> Result<Vec<Case>, CliError> {
    let problem = find(&args.problem)?;
    let number = |name: &str, text: &str| {
        let v = parse_number(text).filter(|v| *v > 0.0);
        v.ok_or_else(|| {
            CliError::Usage(format!("--{name}: '{text}' is not a number greater than zero"))
        })
    };
    let t_end = match (&args.t_end, reference_for(problem, &args.set)) {
        (Some(t), _) => number("t-end", t)?,
        (None, Some(r)) => r.until.min(problem.t_end),
        (None, None) => problem.t_end,
    };
    let steps = match &args.dt {
        Some(text) => list("dt", text)?,
        None => (0..5).map(|k| problem.dt * 8.0 / f64::from(1 << k)).collect(),
    };
    // whole numbers of steps
    let whole = |dt: f64| t_end / (t_end / dt).round().max(1.0);
    let fine = steps.iter().copied().fold(f64::INFINITY, f64::min) / 8.0;
    let tols = match &args.tol {
        Some(text) => list("tol", text)?,
        None => vec![1e-3, 1e-5, 1e-7],
    };
    let mut all = Vec::new();
    for scheme in args.schemes.split(',').map(str::trim).filter(|s| !s.is_empty()) {
        let info = percussion::schemes::find(scheme)?;
        let own = |(name, value): &(String, String)| match name.split_once('.') {
            Some((of, name)) if of == scheme => Some((name.to_string(), value.clone())),
            Some(_) => None,
            None => {
                info.options.iter().any(|o| o.name == name).then(|| (name.clone(), value.clone()))
            }
        };
        let case = |dt: f64, tol: Option<f64>| Case {
            problem: args.problem.clone(),
            sets: args.set.clone(),
            scheme: scheme.into(),
            options: args.scheme_set.iter().filter_map(own).collect(),
            dt: whole(dt),
            tol,
            t_end,
            fine: whole(fine),
        };
        if kind == Kind::WorkPrecision && info.supports.adaptive {
            all.extend(tols.iter().map(|t| case(t_end / 200.0, Some(*t))));
        } else {
            all.extend(steps.iter().map(|dt| case(*dt, None)));
        }
    }
    if all.is_empty() {
        return Err(CliError::Usage("--schemes names no scheme".into()));
    }
    Ok(all)
}

/// `a,b,c`, or `from:to:n` for n numbers in geometric progression.
fn list(name: &str, text: &str) -> Result<Vec<f64>, CliError> {
    let wrong = || {
        CliError::Usage(format!(
            "--{name}: '{text}' is neither numbers a,b,... nor from:to:n with n of 2 to 100"
        ))
    };
    let number = |t: &str| parse_number(t).filter(|v| *v > 0.0).ok_or_else(wrong);
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        [from, to, n] => {
            let (a, b) = (number(from)?, number(to)?);
            let n: usize =
                n.trim().parse().ok().filter(|n| (2..=100).contains(n)).ok_or_else(wrong)?;
            Ok((0..n).map(|k| a * (b / a).powf(k as f64 / (n - 1) as f64)).collect())
        }
        [_] => text.split(',').map(number).collect(),
        _ => Err(wrong()),
    }
}

/// What is known of the cases, and the file it is kept in.
struct Journal {
    file: File,
    path: PathBuf,
    known: Vec<Option<Outcome>>,
}

impl Journal {
    fn open(out: &Path, name: &str, cases: &[Case]) -> Result<Self, CliError> {
        fs::create_dir_all(out).map_err(|e| CliError::file("create", out, &e))?;
        let path = out.join("cases.jsonl");
        let head = serde_json::json!({ "study": name, "cases": cases }).to_string();
        let mut known = vec![None; cases.len()];
        let mut text = head.clone() + "\n";
        if let Ok(old) = fs::read_to_string(&path) {
            let mut lines = old.lines();
            if lines.next() != Some(head.as_str()) {
                return Err(CliError::Usage(format!(
                    "'{}' holds a study with other settings; give another folder with --out",
                    out.display()
                )));
            }
            for line in lines {
                // a line that was cut off when the program ended is done again
                let Ok((k, outcome)) = serde_json::from_str::<(usize, Outcome)>(line) else {
                    break;
                };
                if let Some(place) = known.get_mut(k) {
                    *place = Some(outcome);
                    text += line;
                    text.push('\n');
                }
            }
        }
        let failed = |e: std::io::Error| CliError::file("write", &path, &e);
        let draft = out.join("cases.jsonl.part");
        fs::write(&draft, text).and_then(|()| fs::rename(&draft, &path)).map_err(failed)?;
        let file = OpenOptions::new().append(true).open(&path).map_err(failed)?;
        Ok(Journal { file, path, known })
    }

    fn write(&mut self, k: usize, outcome: &Outcome) -> Result<(), CliError> {
        let line = serde_json::to_string(&(k, outcome))
            .map_err(|e| CliError::Usage(format!("cannot write JSON: {e}")))?;
        let done = self.file.write_all((line + "\n").as_bytes()).and_then(|()| self.file.flush());
        done.map_err(|e| CliError::file("write", &self.path, &e))
    }
}

fn cell(v: Option<f64>) -> String {
    v.map_or(String::new(), |v| format!("{v:e}"))
}

fn write_results(
    out: &Path,
    args: &StudyArgs,
    kind: Kind,
    all: &[Outcome],
) -> Result<(), CliError> {
    let save = |name: &str, text: &str| {
        let (draft, path) = (out.join(format!("{name}.part")), out.join(name));
        let done = fs::write(&draft, text).and_then(|()| fs::rename(&draft, &path));
        done.map_err(|e| CliError::file("write", &path, &e))
    };
    let mut csv =
        "scheme,dt,tol,error_q,error_v,evaluations,steps,wall_s,against,status\n".to_string();
    for o in all {
        csv += &format!(
            "{},{:e},{},{},{},{},{},{:.6},\"{}\",\"{}\"\n",
            o.scheme,
            o.dt,
            cell(o.tol),
            cell(o.error_q),
            cell(o.error_v),
            o.evaluations,
            o.steps,
            o.wall_s,
            o.against,
            o.status.replace('"', "'")
        );
    }
    save("results.csv", &csv)?;
    let json = match kind {
        Kind::Order => {
            let rows = orders(all).into_iter().map(|r| (r.scheme.clone(), serde_json::json!(r)));
            serde_json::Value::Object(rows.collect())
        }
        Kind::WorkPrecision => serde_json::json!(all),
    };
    let text = serde_json::to_string_pretty(&json)
        .map_err(|e| CliError::Usage(format!("cannot write JSON: {e}")))?;
    save("results.json", &(text + "\n"))?;
    let mut curves: Vec<Curve> = Vec::new();
    for row in orders(all) {
        let own = all.iter().filter(|o| o.scheme == row.scheme);
        let point = |o: &Outcome| {
            let e = o.error_q?;
            Some(if kind == Kind::Order { (o.dt, e) } else { (o.evaluations as f64, e) })
        };
        let name = match row.order_q.filter(|_| kind == Kind::Order) {
            Some(p) => format!("{} ({p:.2})", row.scheme),
            None => row.scheme.clone(),
        };
        curves.push(Curve { name, points: own.filter_map(point).collect() });
    }
    let x = if kind == Kind::Order { "dt" } else { "evaluations" };
    save("results.svg", &figure(&args.problem, x, "L1 error of q", &curves))
}

fn report(args: &StudyArgs, kind: Kind, all: &[Outcome], out: &Path) -> Result<(), CliError> {
    if args.json {
        let text = fs::read_to_string(out.join("results.json"))
            .map_err(|e| CliError::file("read", &out.join("results.json"), &e))?;
        return print(&text);
    }
    if args.quiet {
        return Ok(());
    }
    let text = |v: Option<f64>| v.map_or("-".into(), |v| format!("{v:.2e}"));
    let mut rows = vec![["scheme", "dt", "tol", "error q", "error v", "evaluations", "time (s)"]
        .map(String::from)
        .to_vec()];
    for o in all {
        rows.push(vec![
            o.scheme.clone(),
            format!("{:.3e}", o.dt),
            text(o.tol),
            text(o.error_q),
            text(o.error_v),
            o.evaluations.to_string(),
            format!("{:.3}", o.wall_s),
        ]);
    }
    let right = [false, true, true, true, true, true, true];
    let mut shown = table(&rows, &right);
    if kind == Kind::Order {
        let order = |v: Option<f64>, s: Option<f64>| match (v, s) {
            (Some(v), Some(s)) => format!("{v:.2} +- {s:.2}"),
            _ => "-".into(),
        };
        let mut rows = vec![["scheme", "order q", "order v", "against"].map(String::from).to_vec()];
        for r in orders(all) {
            let (q, v) = (order(r.order_q, r.spread_q), order(r.order_v, r.spread_v));
            rows.push(vec![r.scheme, q, v, r.against]);
        }
        shown += "\n";
        shown += &table(&rows, &[false, true, true, false]);
    }
    shown += &format!("\nresults.csv, results.json and results.svg are in {}\n", out.display());
    print(&shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_numbers() {
        assert_eq!(list("dt", "1e-2, 5e-3").unwrap(), [1e-2, 5e-3]);
        let three = list("dt", "1e-2:1e-4:3").unwrap();
        assert!((three[1] - 1e-3).abs() < 1e-18 && three.len() == 3);
        for bad in ["", "0", "1e-2:1e-4", "1e-2:1e-4:1", "1e-2:1e-4:1000000000", "a,b", "-1"] {
            assert!(list("dt", bad).is_err(), "{bad}");
        }
    }
}
