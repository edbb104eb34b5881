use crate::common::{load_text, run};
use percussion::file::export::export;
use percussion::problems::{prepare, Problem, PROBLEMS};
use percussion::schemes::{self, Options};
use percussion::simulate::{simulate, Settings};
use std::ops::ControlFlow;

/// Steps compared of each problem.
const STEPS: f64 = 1200.0;

fn compare(name: &str, sets: &[(&str, &str)]) {
    let problem = PROBLEMS.iter().find(|p| p.name == name).unwrap();
    let sets: Vec<(String, String)> =
        sets.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    let text = export(problem, &sets).unwrap();
    let mut file = load_text(&text).unwrap_or_else(|d| panic!("{name}\n{text}\n{d}"));
    let t_end = problem.t_end.min(STEPS * problem.dt);
    assert_eq!((file.dt, file.t_end), (Some(problem.dt), Some(problem.t_end)));
    file.t_end = Some(t_end);
    let ours = run(file).record;

    let info = schemes::find(problem.scheme).unwrap();
    let mut options = Options::new("option", info.options);
    for (n, v) in problem.scheme_options {
        options.set(n, v).unwrap();
    }
    let p = prepare(problem, &sets).unwrap();
    let mut scheme = (info.make)(&options).unwrap();
    let settings = Settings::new(problem.dt, t_end);
    let theirs =
        simulate(&p.system, &mut *scheme, &p.q0, &p.u0, settings, |_, _| ControlFlow::Continue(()));
    assert_eq!(ours.columns, theirs.columns, "{name}");
    assert_eq!(ours.status, theirs.status, "{name}");
    assert_eq!(ours.data.len(), theirs.data.len(), "{name}");
    let differs = ours.data.iter().zip(&theirs.data).position(|(a, b)| a.to_bits() != b.to_bits());
    assert_eq!(differs, None, "{name}: {text}");
    assert_eq!(ours.events.len(), theirs.events.len(), "{name}");
}

#[test]
fn every_rigid_benchmark_to_the_last_bit() {
    let flexible = |p: &Problem| prepare(p, &[]).unwrap().system.flexible();
    let rigid = PROBLEMS.iter().filter(|p| p.set.is_empty() && !flexible(p));
    assert!(rigid.map(|p| compare(p.name, &[])).count() >= 21);
}

/// Mechanisms with driven frames or loads that only Rust can state are refused with the reason; the
/// others come back to the last bit.
#[test]
fn mechanisms_to_the_last_bit_or_refused() {
    let (mut written, mut refused) = (0, Vec::new());
    for p in PROBLEMS.iter().filter(|p| !p.set.is_empty()) {
        match export(p, &[]) {
            Ok(_) => {
                compare(p.name, &[]);
                written += 1;
            }
            Err(e) => refused.push(format!("{}: {e}", p.name)),
        }
    }
    println!("{written} written, refused:\n{}", refused.join("\n"));
    assert!(written >= 20, "{written} written, refused: {refused:#?}");
}

#[test]
fn with_other_parameters() {
    compare("stick-slip-block", &[("F", "-3.7"), ("mu", "0.1")]);
    compare("woodpecker", &[("mu", "0.31"), ("phiS0", "-0.5")]);
    compare("chain", &[("n", "3"), ("l", "0.1")]);
    compare("tippe-top", &[("omega", "-170.3"), ("theta0", "pi/30")]);
}
