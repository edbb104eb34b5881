//! The auditor: it is silent where results are right, and finds every fault that is put into a record.

#![cfg(feature = "files")]

use percussion::file::{DEFAULT_DT, DEFAULT_T_END};
use percussion::problems::{self, Prepared, PROBLEMS};
use percussion::record::{Finding, Record, Status};
use percussion::run::{audit, Sampling, Settings, Simulation};
use percussion::schemes::{Interrupt, Options, Scheme, SchemeInfo, Start, SCHEMES};
use percussion::study::parallel;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A named problem or a model file: name, equations, step and end.
type Subject = (String, Prepared, f64, f64);

fn problem(k: usize) -> Subject {
    let p = &PROBLEMS[k];
    (p.name.into(), problems::prepare(p, &[]).unwrap(), p.dt, p.t_end)
}

fn file(path: &Path) -> Subject {
    with(path, &[])
}

/// A model file with settings.
fn with(path: &Path, sets: &[(&str, &str)]) -> Subject {
    let sets: Vec<_> = sets.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let folder = path.parent().unwrap();
    let include = |inner: &str| fs::read_to_string(folder.join(inner)).map_err(|e| e.to_string());
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let text = fs::read_to_string(path).unwrap();
    let file = problems::load(&name, &text, &include, &sets).unwrap_or_else(|d| panic!("{d}"));
    let (dt, t_end) = (file.dt.unwrap_or(DEFAULT_DT), file.t_end.unwrap_or(DEFAULT_T_END));
    (name, file.prepare().unwrap_or_else(|d| panic!("{d}")), dt, t_end)
}

fn files() -> Vec<PathBuf> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models"));
    let mut files: Vec<PathBuf> = ["", "scenes", "elements"]
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    files
}

/// A run of it under a scheme, of which all steps are judged, at most so long.
fn run(subject: &Subject, scheme: &'static SchemeInfo, limit: Duration) -> Option<Record> {
    run_with(subject, scheme, &[], limit)
}

fn run_with(
    subject: &Subject,
    scheme: &'static SchemeInfo,
    sets: &[(&str, &str)],
    limit: Duration,
) -> Option<Record> {
    let (_, prepared, dt, t_end) = subject;
    scheme.check(&prepared.system).ok()?;
    let stop = Interrupt::default();
    let mut options = Options::new("scheme option", scheme.options);
    sets.iter().for_each(|(k, v)| options.set(k, v).unwrap());
    let made = scheme.make(&options).unwrap().with_interrupt(&stop);
    let start = Start { t: 0.0, q: &prepared.q0, u: &prepared.u0, dt: *dt };
    let stepper = made.start(&prepared.system, &start).ok()?;
    let mut sim = Simulation::begin(stepper, Settings::new(*dt, *t_end));
    sim.audit(Sampling::Every);
    sim.set_interrupt(&stop);
    let end = Instant::now() + limit;
    while let Ok(true) = sim.step() {
        if Instant::now() > end {
            break;
        }
    }
    Some(sim.finish())
}

/// The whole table, for `make audit`: problems and models under all schemes, for so many seconds each.
#[test]
#[ignore = "takes minutes: make audit"]
fn table() {
    let seconds = std::env::var("AUDIT").ok().and_then(|s| s.parse().ok()).unwrap_or(1.0);
    let limit = Duration::from_secs_f64(seconds);
    let only = std::env::var("AUDIT_ONLY").unwrap_or_default();
    let files = files();
    let tasks: Vec<usize> = (0..PROBLEMS.len() + files.len()).collect();
    let task = |k: usize| {
        let subject =
            if k < PROBLEMS.len() { problem(k) } else { file(&files[k - PROBLEMS.len()]) };
        let pairs = SCHEMES.iter().filter(|s| format!("{} {}", subject.0, s.name).contains(&only));
        let found = pairs.filter_map(|s| Some((s.name, run(&subject, s, limit)?)));
        Some((subject.0.clone(), found.collect::<Vec<_>>()))
    };
    let (mut pairs, mut told) = (0, 0);
    parallel(&tasks, 2, &Interrupt::default(), task, |_, (name, found)| {
        for (scheme, record) in found {
            pairs += 1;
            let violated: Vec<_> = record.laws.iter().filter(|f| f.ratio() > 1.0).collect();
            let all: Vec<_> = record.laws.iter().map(|f| format!("{:.1e}", f.ratio())).collect();
            let t = record.last("t").unwrap_or(0.0);
            println!("{name} {scheme} t={t:.3} [{}]", all.join(" "));
            if !violated.is_empty() {
                told += 1;
                println!("    {:.60}", record.status.to_string());
                violated.iter().for_each(|f| println!("    {:8.1} {f}", f.ratio()));
            }
        }
        ControlFlow::Continue(())
    });
    println!("{pairs} pairs, {told} with a violated law");
}

/// Rows of a run that was wrong, as they were written, judged with the promise of its scheme.
fn kept(name: &str, rows: &str, scheme: &str) -> Record {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/audit/{name}.toml"));
    let (_, prepared, _, _) = file(&path);
    let mut record = Record::new(&prepared.system, true);
    let mut lines = rows.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    for line in lines {
        let values: Vec<f64> = line.split(',').map(|x| x.parse().unwrap()).collect();
        let of = |c: &String| head.iter().position(|h| h == c).map_or(0.0, |k| values[k]);
        let row: Vec<f64> = record.columns.iter().map(of).collect();
        record.data.extend(row);
    }
    let promise = Scheme::new(scheme).unwrap().promise();
    audit(&prepared.system, promise, &mut record, true);
    record
}

fn ratio(record: &Record, law: &str) -> f64 {
    record.laws.iter().find(|f| f.law == law).unwrap().ratio()
}

/// Both pads of a gripper went up along a box that stayed on the ground, "sticking" to it.
#[test]
fn a_contact_that_sticks_and_slides_is_found() {
    let record = kept("gripper", include_str!("audit/gripper.csv"), "hybrid");
    println!("{:?}", record.laws);
    assert!(ratio(&record, "friction") > 10.0, "{:?}", record.laws);
    assert!(matches!(record.status, Status::Doubtful(_)), "{}", record.status);
}

/// Friction of 26 N m in a joint whose limit is 1 N m, where a stop carries the load.
#[test]
fn friction_beyond_its_limit_is_found() {
    let text = include_str!("audit/stop-and-friction.csv");
    let record = kept("stop-and-friction", text, "hybrid");
    println!("{:?}", record.laws);
    assert!(ratio(&record, "friction") > 10.0, "{:?}", record.laws);
    assert!(matches!(record.status, Status::Doubtful(_)), "{}", record.status);
}

/// A fault that is put into one row: into a percussion, a velocity or a coordinate. It is ten times what is allowed there.
#[test]
fn faults_of_ten_times_the_limit_are_found() {
    let mut faults = 0;
    for (name, scheme) in
        [("bouncing-ball", "moreau"), ("stick-slip-block", "alpha"), ("rocking-block", "moreau")]
    {
        let k = PROBLEMS.iter().position(|p| p.name == name).unwrap();
        let subject = problem(k);
        let info = SCHEMES.iter().find(|s| s.name == scheme).unwrap();
        let whole = run(&subject, info, Duration::from_secs(2)).unwrap();
        let system = &subject.1.system;
        let promise = Scheme::new(scheme).unwrap().promise();
        let n = whole.columns.len();
        let forces = Scheme::new(scheme).unwrap().has_forces();
        let judge = |two: &[f64]| {
            let mut record = whole.clone();
            record.data = two.to_vec();
            audit(system, promise, &mut record, forces);
            record.laws
        };
        let changed = |c: &String| ["PN.", "PF.", "u.", "q."].iter().any(|h| c.starts_with(h));
        let columns: Vec<usize> = (1..n).filter(|k| changed(&whole.columns[*k])).collect();
        for (j, row) in (1..whole.len()).step_by(whole.len() / 30).enumerate() {
            let (column, two) = (columns[j % columns.len()], &whole.data[(row - 1) * n..][..2 * n]);
            let law = if whole.columns[column].starts_with("q.") { "motion" } else { "balance" };
            let of = |laws: &[Finding]| laws.iter().find(|f| f.law == law).unwrap().clone();
            let sound = of(&judge(two));
            let mut wrong = two.to_vec();
            // the residual grows in proportion to the fault
            let trial = 1e3 * sound.limit.max(1e-9);
            wrong[n + column] += trial;
            let slope = of(&judge(&wrong)).residual / trial;
            if sound.limit == 0.0 || slope < 1e-9 {
                continue;
            }
            wrong[n + column] = two[n + column] + 10.0 * sound.limit / slope;
            let found = judge(&wrong);
            let column = &whole.columns[column];
            assert!(found.iter().any(|f| f.ratio() > 1.0), "{name} {row} {column}: {found:?}");
            faults += 1;
        }
    }
    assert!(faults >= 50, "{faults}");
}

/// The cheap part of the table: nothing is said of results that agree with their references. Adaptive schemes are left out: the step that
/// reads a row may leave a percussion that pulls, and the audit says so.
#[test]
fn nothing_is_said_of_results_that_are_right() {
    for name in ["bouncing-ball", "rocking-block", "stick-slip-block", "slider-crank"] {
        let subject = problem(PROBLEMS.iter().position(|p| p.name == name).unwrap());
        for scheme in ["alpha", "moreau", "hybrid", "event-driven"] {
            let Some(record) = run(&subject, find(scheme), Duration::from_secs(1)) else {
                continue;
            };
            let all: Vec<_> = record.laws.iter().filter(|f| f.ratio() > 1.0).collect();
            assert!(all.is_empty(), "{name} {scheme}: {all:?}");
        }
    }
}

fn find(scheme: &str) -> &'static SchemeInfo {
    SCHEMES.iter().find(|s| s.name == scheme).unwrap()
}

fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/audit/{name}.toml"))
}

fn model(name: &str) -> PathBuf {
    files().into_iter().find(|f| f.file_stem().is_some_and(|s| s == name)).unwrap()
}

/// A run to its end that violates no law.
fn lawful(subject: &Subject, scheme: &str, sets: &[(&str, &str)]) -> Record {
    let record = run_with(subject, find(scheme), sets, Duration::from_secs(20)).unwrap();
    let all: Vec<_> = record.laws.iter().filter(|f| f.ratio() > 1.0).collect();
    assert!(record.status == Status::Done && all.is_empty(), "{} {scheme}: {all:?}", subject.0);
    record
}

fn at(record: &Record, column: &str, t: f64) -> f64 {
    let k = record.columns.iter().position(|c| c == column).unwrap();
    let row = (0..record.len()).find(|&j| (record.row(j)[0] - t).abs() < 1e-9).unwrap();
    record.row(row)[k]
}

/// A force of 10 N that acts from 1 s to 1.2 s. Rows between had the state at its end under the integrators alone.
#[test]
fn a_pulse_is_met_and_resolved() {
    let subject = file(&own("pulse"));
    for scheme in ["radau5", "mdop5", "dopri5", "hem5", "phem56", "alpha-p-adaptive", "hybrid"] {
        let record = lawful(&subject, scheme, &[]);
        for (t, v) in [(1.0, 0.0), (1.1, 1.0), (1.2, 2.0), (5.0, 2.0)] {
            let found = at(&record, "u.m.x", t);
            assert!((found - v).abs() < 1e-6, "{scheme} {t}: {found}");
        }
    }
}

/// A point that reaches beyond a ceiling for an instant is thrown back.
#[test]
fn a_contact_that_is_reached_for_an_instant_is_met() {
    for d in ["0.1", "1e-2", "1e-4"] {
        let subject = with(&own("graze"), &[("d", d)]);
        for (scheme, tol) in [
            ("moreau-adaptive", "1e-4"),
            ("alpha-adaptive", "1e-4"),
            ("schatzman-paoli-adaptive", "1e-4"),
            ("splitting", "1e-4"),
            ("hybrid", "1e-8"),
            ("event-driven", "1e-8"),
        ] {
            let record = lawful(&subject, scheme, &[("tol", tol)]);
            let hits = record.events.iter().filter(|e| e.kind == "impact").count();
            assert_eq!(hits, 1, "{scheme} d = {d}");
        }
    }
}

/// A ball of 2 cm at 50 m/s and a wall of 1 cm. Schemes that choose their steps passed it by seven steps of its thickness.
#[test]
fn thin_walls_are_not_passed() {
    let subject = file(&own("wall"));
    for scheme in ["hybrid", "event-driven", "moreau-adaptive", "alpha-adaptive"] {
        let record = lawful(&subject, scheme, &[]);
        let x = at(&record, "q.ball.x", 0.1);
        assert!((x + 2.0225).abs() < 1e-3, "{scheme}: {x}");
    }
}

/// Contacts whose features do not see each other at both ends of a step: the ball fell through the ground to -19 m.
#[test]
fn ground_that_is_not_seen_yet_is_not_passed() {
    let subject = file(&model("shape-height-field"));
    for scheme in ["hybrid", "event-driven", "alpha-adaptive"] {
        let z = at(&lawful(&subject, scheme, &[]), "q.ball.z", 2.0);
        assert!((z - 0.1245).abs() < 1e-3, "{scheme}: {z}");
    }
}

/// Friction of a given load without any contact had a third of its percussion.
#[test]
fn percussions_of_friction_with_a_given_load_are_whole() {
    let subject = problem(PROBLEMS.iter().position(|p| p.name == "stick-slip-block").unwrap());
    let record = run(&subject, find("hybrid"), Duration::from_secs(2)).unwrap();
    let (dt, percussion) = (subject.2, at(&record, "PF.belt.0", subject.2));
    assert!((percussion + 2.4525 * dt).abs() < 1e-9, "{percussion}");
}

/// A joint's friction of 1 N m beside its stop, which a motor presses with 50 N m: minimum norm gave each one half of it.
#[test]
fn friction_beside_a_stop_stays_within_its_limit() {
    let record = lawful(&file(&own("stop-and-friction")), "hybrid", &[]);
    let friction = at(&record, "laF.hinge.friction.0", 3.0).abs();
    assert!(friction <= 1.0 + 1e-9, "{friction}");
    let stop = at(&record, "laN.hinge.min", 3.0);
    assert!((51.65 - 1e-2..53.65 + 1e-2).contains(&stop), "{stop}");
}

/// A load that changes sign while everything rests: a step jumped over the time in which the tooth has to let go, and pulled.
#[test]
fn loads_that_change_at_rest_open_contacts() {
    let record = lawful(&file(&model("ratchet")), "hybrid", &[]);
    assert!(record.len() > 1);
}

/// Two circles with one centre have no direction: the gap was no number.
#[test]
fn a_journal_starts_in_the_centre_of_its_bearing() {
    let (_, prepared, _, _) = file(&own("bearing-centred"));
    let mut ev = prepared.system.eval();
    prepared.system.evaluate(0.0, &prepared.q0, &prepared.u0, &mut ev);
    assert!((ev.g[prepared.system.contacts[0].row] - 5e-4).abs() < 1e-9);
    assert!(ev.W.iter().chain(&ev.zeta).all(|w| w.is_finite()));
}

/// A truss under a load, with steps above the limit of stability of an explicit scheme: 5e7 J were "done".
#[test]
fn what_grows_without_bound_is_not_done() {
    let subject = problem(PROBLEMS.iter().position(|p| p.name == "snap-through").unwrap());
    let record = run(&subject, find("schatzman-paoli"), Duration::from_secs(5)).unwrap();
    let why = record.status.to_string();
    assert!(why.contains("stability limit"), "{why}");
}
