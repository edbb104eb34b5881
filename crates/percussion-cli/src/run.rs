//! `percussion run`.

use crate::args::RunArgs;
use crate::error::CliError;
use crate::model::{load, model_file};
use crate::output::{write_run, Folder, FILES, SCENE};
use crate::pictures::{self, chosen};
use crate::plot::{self, MOST_CURVES};
use crate::show::{self, About};
use crate::summary::{last_time, Summary};
use crate::table::Table;
use crate::terminal;
use percussion::error::ModelError;
use percussion::file::{DEFAULT_DT, DEFAULT_T_END};
use percussion::measure::{compare, CompareError, Comparison};
use percussion::problems::{self, Prepared, Problem};
use percussion::record::{Record, Status};
use percussion::schemes::options::parse_number;
use percussion::schemes::{self, Options, SchemeInfo, SCHEMES};
use percussion::simulate::{simulate, simulate_with, Settings};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// More steps than this are a mistake.
const MAX_STEPS: f64 = 1e9;
/// More recorded numbers than this do not fit into most memories (8 GB).
const MAX_NUMBERS: f64 = 1e9;

/// A problem with all its settings, checked and ready.
pub struct Job {
    /// What is run.
    pub name: String,
    /// The model file, where it is one.
    pub file: Option<String>,
    /// The named problem, where it is one.
    pub problem: Option<&'static Problem>,
    /// The scheme.
    pub scheme: &'static SchemeInfo,
    /// Settings of the problem.
    pub sets: Vec<(String, String)>,
    /// Settings of the scheme: the problem's, then the user's.
    pub scheme_sets: Vec<(String, String)>,
    /// Steps.
    pub settings: Settings,
    /// System and initial state.
    pub prepared: Prepared,
    options: Options,
}

impl Job {
    /// Checks everything that can be checked before the simulation.
    pub fn new(args: &RunArgs) -> Result<Self, CliError> {
        let mut sets = args.set.clone();
        if args.static_start {
            sets.push(("settle".into(), "yes".into()));
        }
        let (subject, prepare) = match model_file(&args.problem) {
            true => from_file(args, &sets)?,
            false => from_problem(args, &sets)?,
        };
        let scheme = schemes::find(args.scheme.as_deref().unwrap_or(&subject.scheme))?;
        let (options, scheme_sets) = scheme_options(&subject, scheme, args)?;
        let settings = settings(&subject, args)?;
        let prepared = prepare()?;
        scheme.check(&prepared.system)?;
        let Subject { name, problem, .. } = subject;
        let file = problem.is_none().then(|| args.problem.clone());
        let job =
            Job { name, file, problem, scheme, sets, scheme_sets, settings, prepared, options };
        let forces = scheme.make(&job.options)?.has_forces();
        let columns = Record::new(&job.prepared.system, forces).columns.len();
        let rows = settings.steps() / settings.every;
        if rows as f64 * columns as f64 > MAX_NUMBERS {
            return Err(CliError::Usage(format!(
                "{rows} rows of {columns} numbers are too many to record; record fewer with --every N"
            )));
        }
        Ok(job)
    }

    /// Runs it without a bar, and shows the record so far now and then.
    pub fn simulate_with(&self, mut look: impl FnMut(&Record)) -> Result<Record, CliError> {
        let scheme = self.scheme.make(&self.options)?;
        let Prepared { system, q0, u0 } = &self.prepared;
        let mut last = std::time::Instant::now();
        Ok(simulate_with(system, &scheme, q0, u0, self.settings, |_, _, record| {
            if last.elapsed().as_millis() > 700 {
                look(record);
                last = std::time::Instant::now();
            }
            match terminal::interrupted() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }))
    }

    /// Runs it, with a progress bar where one can be seen.
    pub fn simulate(&self, quiet: bool) -> Result<Record, CliError> {
        let scheme = self.scheme.make(&self.options)?;
        let steps = self.settings.steps();
        let label = format!("{} with {}", self.name, self.scheme.name);
        let bar = terminal::progress(&label, steps, quiet);
        let Prepared { system, q0, u0 } = &self.prepared;
        let record = simulate(system, &scheme, q0, u0, self.settings, |k, _| {
            if k % 64 == 0 {
                bar.set_position(k as u64);
            }
            if terminal::interrupted() && k < steps {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        bar.finish_and_clear();
        Ok(record)
    }

    /// The columns named in a list, all of them columns of the record.
    fn columns(&self, list: Option<&str>) -> Result<Vec<String>, CliError> {
        let forces = self.scheme.make(&self.options)?.has_forces();
        let valid = Record::new(&self.prepared.system, forces).columns;
        let names = list.unwrap_or("").split(',').map(str::trim).filter(|n| !n.is_empty());
        let names: Vec<String> = names.map(String::from).collect();
        if names.len() > MOST_CURVES {
            return Err(CliError::Usage(format!(
                "--plot draws at most {MOST_CURVES} columns, not {}",
                names.len()
            )));
        }
        if let Some(name) = names.iter().find(|n| !valid.contains(n)) {
            let near = percussion::nearest(name, valid.iter().map(String::as_str));
            let near: Vec<String> = near.into_iter().take(40).collect();
            return Err(CliError::Usage(format!(
                "--plot: there is no column '{name}'; valid: {}",
                near.join(", ")
            )));
        }
        Ok(names)
    }

    /// Compares a record with the reference, where there is one for these settings.
    pub fn compare(&self, record: &Record) -> Option<Result<Comparison, CompareError>> {
        compare(record, problems::reference_for(self.problem?, &self.sets)?)
    }
}

/// What is run: a named problem or a model file, with its defaults.
struct Subject {
    name: String,
    problem: Option<&'static Problem>,
    scheme: String,
    scheme_options: Vec<(String, String)>,
    dt: f64,
    t_end: f64,
    every: usize,
}

/// Makes the system ready, once everything that is quick to check is in order.
type Prepare = Box<dyn FnOnce() -> Result<Prepared, CliError>>;

fn from_problem(args: &RunArgs, sets: &[(String, String)]) -> Result<(Subject, Prepare), CliError> {
    let problem = problems::find(&args.problem)?;
    let text = |(n, v): &(&str, &str)| (n.to_string(), v.to_string());
    let subject = Subject {
        name: problem.name.into(),
        problem: Some(problem),
        scheme: problem.scheme.into(),
        scheme_options: problem.scheme_options.iter().map(text).collect(),
        dt: problem.dt,
        t_end: problem.t_end,
        every: 1,
    };
    let sets = sets.to_vec();
    Ok((subject, Box::new(move || Ok(problems::prepare(problem, &sets)?))))
}

fn from_file(args: &RunArgs, sets: &[(String, String)]) -> Result<(Subject, Prepare), CliError> {
    let file = load(&args.problem, sets)?;
    let subject = Subject {
        name: file.name.clone(),
        problem: None,
        scheme: file.scheme.clone(),
        scheme_options: file.scheme_options.clone(),
        dt: file.dt.unwrap_or(DEFAULT_DT),
        t_end: file.t_end.unwrap_or(DEFAULT_T_END),
        every: file.every,
    };
    Ok((subject, Box::new(move || Ok(file.prepare()?))))
}

/// The options of the scheme, and those that differ from its defaults in the order of setting.
fn scheme_options(
    subject: &Subject,
    scheme: &SchemeInfo,
    args: &RunArgs,
) -> Result<(Options, Vec<(String, String)>), CliError> {
    let mut options = Options::new("scheme option", scheme.options);
    let mut given = Vec::new();
    let own = scheme.name == subject.scheme;
    for (name, value) in &subject.scheme_options {
        if own || options.has(name) {
            given.push((name.clone(), value.clone()));
        }
    }
    if let Some(tol) = &args.tol {
        if !options.has("tol") {
            let takes = |s: &&SchemeInfo| s.options.iter().any(|o| o.name == "tol");
            let names: Vec<&str> = SCHEMES.iter().filter(takes).map(|s| s.name).collect();
            return Err(CliError::Usage(format!(
                "scheme '{}' does not take --tol; schemes that do: {}",
                scheme.name,
                if names.is_empty() { "none".into() } else { names.join(", ") }
            )));
        }
        positive("--tol", tol)?;
        given.push(("tol".into(), tol.clone()));
    }
    given.extend(args.scheme_set.iter().cloned());
    for (name, value) in &given {
        options.set(name, value)?;
    }
    Ok((options, given))
}

fn settings(subject: &Subject, args: &RunArgs) -> Result<Settings, CliError> {
    let or = |name, given: &Option<String>, default| match given {
        Some(text) => positive(name, text),
        None => Ok(default),
    };
    let dt = or("--dt", &args.dt, subject.dt)?;
    let t_end = or("--t-end", &args.t_end, subject.t_end)?;
    let every = match &args.every {
        None => subject.every,
        Some(text) => text
            .trim()
            .parse::<usize>()
            .ok()
            .filter(|&n| n >= 1)
            .ok_or_else(|| invalid("--every", text, "a whole number, 1 or greater"))?,
    };
    if t_end / dt > MAX_STEPS {
        return Err(CliError::Usage(format!(
            "dt = {dt} and t_end = {t_end} make {:.3e} steps; at most {MAX_STEPS:e} are allowed",
            t_end / dt
        )));
    }
    Ok(Settings { t0: 0.0, dt, t_end, every })
}

pub(crate) fn positive(name: &str, text: &str) -> Result<f64, CliError> {
    parse_number(text)
        .filter(|&x| x > 0.0)
        .ok_or_else(|| invalid(name, text, "a finite number greater than zero"))
}

pub(crate) fn invalid(what: &str, value: &str, allowed: &str) -> CliError {
    let (what, value, allowed) = (what.into(), value.into(), allowed.into());
    ModelError::Invalid { what, value, allowed }.into()
}

/// `percussion run`.
pub fn run(args: &RunArgs) -> Result<(), CliError> {
    let job = Job::new(args)?;
    let default = || PathBuf::from(format!("runs/{}-{}", job.name, job.scheme.name));
    let columns = job.columns(args.plot.as_deref())?;
    let mut names = FILES.to_vec();
    names.push(SCENE);
    if args.plot.is_some() {
        names.extend(["q.svg", "u.svg", "la.svg", "P.svg", "plot.svg"]);
    }
    let folder = Folder::open(&args.out.clone().unwrap_or_else(default), &names)?;
    terminal::catch_interrupt();
    let record = job.simulate(args.quiet)?;
    let summary = Summary::new(&job, &record);
    write_run(&folder, &record, &summary.json())?;
    let mut about = About::job(&job);
    about.summary = serde_json::from_str(&summary.json()).ok();
    folder.write(SCENE, &show::of_record(&job.prepared.system, &record, &about))?;
    let mut files = FILES.map(String::from).to_vec();
    files.push(SCENE.into());
    let pictures = match &args.plot {
        None => Vec::new(),
        Some(_) if columns.is_empty() => pictures::pictures(&job, &record),
        Some(_) => chosen(&Table::of(&record, usize::MAX), &columns).into_iter().collect(),
    };
    for p in pictures {
        let name = format!("{}.svg", p.name);
        folder.write(&name, &plot::standalone(&p.svg))?;
        files.push(name);
    }
    let place = folder.path().display();
    if !args.quiet {
        let files = files.join(", ");
        terminal::print(&format!("{}  written to   {place}: {files}\n", summary.text()))?;
    }
    let reached = match last_time(&record) {
        Some(t) => format!("at t = {t}"),
        None => "before its first step".into(),
    };
    match &record.status {
        Status::Done => Ok(()),
        Status::Stopped(reason) => Err(CliError::Stopped(format!(
            "the simulation stopped {reached}: {reason}; the files in '{place}' are complete up to there"
        ))),
        Status::Interrupted => Err(CliError::Interrupted(format!(
            "interrupted {reached}; the files in '{place}' are complete up to there"
        ))),
    }
}
