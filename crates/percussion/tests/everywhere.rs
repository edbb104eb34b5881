//! All models and all named problems under all schemes, for a short time: no panic, no number that is not finite.
//! `make everywhere` runs each pair for longer.

#![cfg(feature = "files")]

use percussion::error::StepError;
use percussion::file::{DEFAULT_DT, DEFAULT_T_END};
use percussion::problems::{self, Prepared, PROBLEMS};
use percussion::record::Status;
use percussion::run::{Settings, Simulation};
use percussion::schemes::{Interrupt, Options, SchemeInfo, Start, SCHEMES};
use percussion::study::parallel;
use std::fs;
use std::ops::ControlFlow;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Schemes that are unstable where a step is too long for the stiffness, as that of beams: they stop, which is right.
const EXPLICIT: [&str; 3] = ["high-order", "splitting", "schatzman-paoli"];

/// A model file, or else a named problem.
enum Subject {
    File(PathBuf),
    Problem(usize),
}

impl Subject {
    fn all() -> Vec<Self> {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models"));
        let mut files: Vec<PathBuf> = ["", "scenes", "elements"]
            .iter()
            .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap())
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "toml"))
            .collect();
        files.sort();
        let problems = (0..PROBLEMS.len()).map(Subject::Problem);
        files.into_iter().map(Subject::File).chain(problems).collect()
    }
    fn name(&self) -> String {
        match self {
            Subject::File(path) => path.file_name().unwrap().to_string_lossy().into_owned(),
            Subject::Problem(k) => PROBLEMS[*k].name.into(),
        }
    }
    /// The equations, the step and the end.
    fn prepare(&self) -> (Prepared, f64, f64) {
        let path = match self {
            Subject::Problem(k) => {
                let p = &PROBLEMS[*k];
                return (problems::prepare(p, &[]).unwrap(), p.dt, p.t_end);
            }
            Subject::File(path) => path,
        };
        let folder = path.parent().unwrap();
        let include =
            |inner: &str| fs::read_to_string(folder.join(inner)).map_err(|e| e.to_string());
        let text = fs::read_to_string(path).unwrap();
        let file = problems::load(&self.name(), &text, &include, &[]);
        let file = file.unwrap_or_else(|d| panic!("{d}"));
        let (dt, t_end) = (file.dt.unwrap_or(DEFAULT_DT), file.t_end.unwrap_or(DEFAULT_T_END));
        (file.prepare().unwrap_or_else(|d| panic!("{d}")), dt, t_end)
    }
}

/// Ends runs that take longer than they may, also inside a step.
struct Clock {
    running: Mutex<Vec<(Instant, Interrupt)>>,
    ended: AtomicBool,
}

impl Clock {
    fn watch(&self) {
        while !self.ended.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
            let mut running = self.running.lock().unwrap();
            running.retain(|(end, stop)| {
                let late = Instant::now() > *end;
                if late {
                    stop.raise();
                }
                !late
            });
        }
    }
    fn begin(&self, limit: Duration) -> Interrupt {
        let stop = Interrupt::default();
        self.running.lock().unwrap().push((Instant::now() + limit, stop.clone()));
        stop
    }
}

/// How a run fails, where it does: with a number that is not finite.
fn run(
    p: &Prepared,
    scheme: &'static SchemeInfo,
    settings: Settings,
    stop: &Interrupt,
) -> Option<&'static str> {
    if scheme.check(&p.system).is_err() {
        return None;
    }
    let made =
        scheme.make(&Options::new("scheme option", scheme.options)).unwrap().with_interrupt(stop);
    let start = Start { t: 0.0, q: &p.q0, u: &p.u0, dt: settings.dt };
    let Ok(stepper) = made.start(&p.system, &start) else { return None };
    let mut sim = Simulation::begin(stepper, settings);
    sim.set_interrupt(stop);
    while let Ok(true) = sim.step() {}
    let record = sim.finish();
    let finite = record.data.iter().all(|x| x.is_finite());
    match record.status {
        Status::Stopped(StepError::NotFinite { .. }) if !EXPLICIT.contains(&scheme.name) => {
            Some("not-finite")
        }
        _ if !finite => Some("not-finite"),
        _ => None,
    }
}

#[test]
fn all_models_under_all_schemes() {
    // seconds for each pair
    let long: Option<f64> = std::env::var("EVERYWHERE").ok().and_then(|s| s.parse().ok());
    let steps = if long.is_some() { f64::INFINITY } else { 20.0 };
    let limit = Duration::from_secs_f64(long.unwrap_or(0.03));
    let clock = Clock { running: Mutex::default(), ended: AtomicBool::new(false) };
    let subjects = Subject::all();
    let tasks: Vec<usize> = (0..subjects.len()).collect();
    let mut failed: Vec<String> = Vec::new();
    let mut pairs = 0;
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let task = |k: usize| {
        let (name, mut failures) = (subjects[k].name(), Vec::new());
        let Ok((prepared, dt, t_end)) = catch_unwind(|| subjects[k].prepare()) else {
            return Some(vec![format!("{name} start panic")]);
        };
        for scheme in SCHEMES {
            let settings = Settings::new(dt, (steps * dt).min(t_end));
            let stop = clock.begin(limit);
            let end = catch_unwind(AssertUnwindSafe(|| run(&prepared, scheme, settings, &stop)));
            if let Some(how) = end.unwrap_or(Some("panic")) {
                failures.push(format!("{name} {} {how}", scheme.name));
            }
        }
        Some(failures)
    };
    std::thread::scope(|scope| {
        scope.spawn(|| clock.watch());
        parallel(&tasks, 2, &Interrupt::default(), task, |_, failures: Vec<String>| {
            pairs += SCHEMES.len();
            failed.extend(failures);
            ControlFlow::Continue(())
        });
        clock.ended.store(true, Ordering::Relaxed);
    });
    std::panic::set_hook(usual);
    assert_eq!(pairs, subjects.len() * SCHEMES.len(), "a model could not be prepared");
    assert!(failed.is_empty(), "{} of {pairs} pairs fail: {failed:#?}", failed.len());
}
