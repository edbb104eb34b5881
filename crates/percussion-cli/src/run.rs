//! `percussion run`.

use crate::args::RunArgs;
use crate::claim::RunFolder;
use crate::contact_dump::{Dumping, Which};
use crate::error::CliError;
use crate::formats::{Columns, Format};
use crate::log::{Header, Log};
use crate::model::{check_packages, load, model_file, problem as named, Texts};
use crate::plot::MOST_CURVES;
use crate::random;
use crate::resume::{self, Checkpoint};
use crate::terminal;
use crate::tick::Tick;
use crate::writer::{Writer, BATCH};
use percussion::error::{shown, ModelError, StepError};
use percussion::file::{DEFAULT_DT, DEFAULT_T_END};
use percussion::measure::{compare, CompareError, Comparison};
use percussion::prepare::brought_options;
use percussion::problems::{self, Prepared, Problem, ReferenceInfo};
use percussion::record::{Record, Status};
use percussion::run::{Sampling, Settings, Simulation};
use percussion::schemes::options::parse_number;
use percussion::schemes::{self, Options, Promise, Scheme, SchemeInfo, Start, SCHEMES};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// More steps than this are a mistake.
const MAX_STEPS: f64 = 1e9;
/// More recorded numbers than this are a mistake (8 GB).
const MAX_NUMBERS: f64 = 1e9;
/// Recorded numbers that are kept in memory for comparisons and views (48 MB).
const FEW_NUMBERS: f64 = 6e6;
/// What `--plot` draws.
pub const PICTURES: [&str; 5] = ["q.svg", "u.svg", "la.svg", "P.svg", "plot.svg"];

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
    /// Options of the scheme.
    pub options: Options,
    /// What was typed.
    pub arguments: RunArgs,
    /// Model files with their texts.
    pub files: Vec<(String, String)>,
    /// What shapes of the model were taken for where they are not exact.
    pub assumed: Vec<String>,
    /// The row of another run that it starts from: time, coordinates, velocities.
    pub start: Option<Vec<f64>>,
    /// Formats to write.
    pub formats: Vec<Format>,
    /// Columns to write.
    pub chosen: Columns,
    /// When to save the state.
    pub checkpoint: Option<Checkpoint>,
    /// Whether the log stays when the files are made.
    pub keep_log: bool,
    /// Whether the files are made of a log alone, so that nothing is known of the steps.
    pub recovered: bool,
    /// Differs for each run; a resumed one keeps that of its log.
    pub id: String,
    made: Scheme,
    audit: Sampling,
}

/// How often rows go to the disk and the bar moves.
const LOOK: Duration = Duration::from_millis(50);

impl Job {
    /// Checks everything that can be checked before the simulation.
    pub fn new(args: &RunArgs) -> Result<Self, CliError> {
        Job::with(args, Vec::new(), None)
    }

    /// The same with the texts of the model and the row of another run to start from, where they are known.
    pub fn with(
        args: &RunArgs,
        files: Vec<(String, String)>,
        start: Option<Vec<f64>>,
    ) -> Result<Self, CliError> {
        if files.is_empty() {
            check_packages(&args.problem, args.packages.as_deref())?;
        }
        let (mut sets, published) = published(args)?;
        sets.extend(args.set.iter().cloned());
        if args.static_start {
            sets.push(("settle".into(), "yes".into()));
        }
        let texts = Texts::new(files);
        let (subject, prepare) = match model_file(&args.problem) {
            true => from_file(args, &sets, &texts)?,
            false => from_problem(args, &sets)?,
        };
        let scheme = schemes::find(args.scheme.as_deref().unwrap_or(&subject.scheme))?;
        let (options, scheme_sets) = scheme_options(&subject, scheme, published, args)?;
        let mut settings = settings(&subject, args)?;
        let made = scheme.make(&options)?;
        let audit = args.audit.as_deref().map_or(Ok(Sampling::default()), str::parse)?;
        let formats = Format::list(args.format.as_deref().unwrap_or("csv"))?;
        let checkpoint = args.checkpoint.as_deref().map(Checkpoint::read).transpose()?;
        let mut prepared = prepare()?;
        observe(args.columns.as_deref(), &mut prepared, made.has_forces())?;
        scheme.check(&prepared.system)?;
        let start = match (&args.from, start) {
            (Some(from), None) => {
                let at = args.at.as_ref().map(|t| number("--at", t)).transpose()?;
                Some(resume::take_row(from, at, &prepared.system)?)
            }
            (_, known) => known,
        };
        if let Some(row) = &start {
            settings.t0 = resume::begin_at(row, &mut prepared)?;
            settings.check()?;
        }
        let columns = Record::new(&prepared.system, made.has_forces()).columns;
        let more = prepared.system.observable_names();
        let chosen = Columns::read(args.columns.as_deref(), &columns, &more)?;
        let rows = settings.steps() / settings.every;
        if rows as f64 * columns.len() as f64 > MAX_NUMBERS {
            return Err(CliError::Usage(format!(
                "{rows} rows of {} numbers are too many to record; record fewer with --every N",
                columns.len()
            )));
        }
        let Subject { name, problem, assumed, .. } = subject;
        Ok(Job {
            file: problem.is_none().then(|| args.problem.clone()),
            name,
            problem,
            scheme,
            sets,
            scheme_sets,
            settings,
            prepared,
            options,
            arguments: args.clone(),
            files: texts.into_inner(),
            assumed,
            start,
            formats,
            chosen,
            keep_log: checkpoint.is_some(),
            checkpoint,
            recovered: false,
            id: random::text(),
            made,
            audit,
        })
    }

    /// The simulation at its start; what keeps it from starting.
    pub fn begin(&self) -> Result<Simulation<'_>, StepError> {
        let Prepared { system, q0, u0 } = &self.prepared;
        let start = Start { t: self.settings.t0, q: q0, u: u0, dt: self.settings.dt };
        let scheme = self.made.clone().with_interrupt(terminal::interrupt());
        let mut sim = Simulation::begin(scheme.start(system, &start)?, self.settings);
        sim.audit(self.audit);
        Ok(sim)
    }

    /// The simulation from a saved state on.
    pub fn resume(&self, saved: &[u8]) -> Result<Simulation<'_>, StepError> {
        let t_end = self.settings.t_end;
        let mut sim = Simulation::resume(&self.made, &self.prepared.system, saved, t_end)?;
        sim.audit(self.audit);
        Ok(sim)
    }

    /// What its states may be judged by.
    pub fn promise(&self) -> Promise {
        self.made.promise()
    }

    /// Whether the record has columns of forces.
    pub fn has_forces(&self) -> bool {
        self.made.has_forces()
    }

    /// What the log says first.
    pub fn header(&self) -> Header {
        let sys = &self.prepared.system;
        Header {
            version: env!("CARGO_PKG_VERSION").into(),
            columns: Record::new(sys, self.made.has_forces()).columns,
            motion: 1 + sys.nq + sys.nu,
            arguments: self.arguments.clone(),
            files: self.files.clone(),
            start: self.start.clone(),
            id: self.id.clone(),
        }
    }

    /// Parameters of a named problem with their values.
    pub fn values(&self) -> BTreeMap<String, String> {
        let own = self.problem.map_or(&[][..], |p| p.parameters);
        let defaults = own.iter().map(|o| (o.name.to_string(), o.default.to_string()));
        defaults.chain(self.sets.iter().cloned()).collect()
    }

    /// Runs it in memory, with a progress bar where one can be seen.
    pub fn simulate(&self, quiet: bool) -> Result<Record, CliError> {
        match self.begin() {
            Ok(sim) => self.drive(sim, None, quiet),
            Err(e) => Ok(self.refused(e)),
        }
    }

    /// Runs it without a bar, and shows the record so far now and then: whoever looks says whether to go on.
    pub fn simulate_with(&self, mut look: impl FnMut(&Record) -> bool) -> Result<Record, CliError> {
        let mut sim = match self.begin() {
            Ok(sim) => sim,
            Err(e) => return Ok(self.refused(e)),
        };
        sim.set_interrupt(terminal::interrupt());
        let mut last = Instant::now();
        while let Ok(true) = sim.step() {
            if last.elapsed().as_millis() > 700 {
                if !look(sim.record()) {
                    break;
                }
                last = Instant::now();
            }
        }
        Ok(sim.finish())
    }

    /// Of how many rows one is kept in memory, for comparisons and views.
    pub fn thinning(&self) -> usize {
        let rows = (self.settings.steps() / self.settings.every) as f64;
        let numbers = rows * self.header().columns.len() as f64;
        (numbers / FEW_NUMBERS).ceil().max(1.0) as usize
    }

    /// Whether rows come back into memory when the run has ended: they are drawn, or few and compared.
    pub fn looked_at(&self) -> bool {
        let drawn = self.arguments.plot.is_some() || self.formats.contains(&Format::Scene);
        drawn || self.reference().is_some() && self.thinning() == 1
    }

    fn refused(&self, e: StepError) -> Record {
        let mut record = Record::new(&self.prepared.system, self.made.has_forces());
        record.status = match e {
            StepError::Interrupted { .. } => Status::Interrupted,
            e => Status::Stopped(e),
        };
        record
    }

    /// Runs a simulation to its end. Rows and events go to the log while it runs, where there is one,
    /// and stay in the record where there is none.
    fn drive(
        &self,
        mut sim: Simulation,
        mut writer: Option<&mut Writer>,
        quiet: bool,
    ) -> Result<Record, CliError> {
        let (first, steps) = sim.progress();
        let label = format!("{} with {}", self.name, self.scheme.name);
        let bar = terminal::progress(&label, steps, quiet);
        sim.set_interrupt(terminal::interrupt());
        let (tick, mut saved) = (Tick::every(LOOK), Instant::now());
        let mut saved_at = first;
        loop {
            let more = matches!(sim.step(), Ok(true));
            let (done, _) = sim.progress();
            let due = match self.checkpoint {
                Some(Checkpoint::Steps(n)) => more && done >= saved_at + n,
                _ => false,
            };
            // rows are few where steps are slow, and never wait in memory for long
            let full = writer.is_some() && sim.record().data.len() > BATCH;
            if more && !due && !full && !tick.due() {
                continue;
            }
            bar.set_position(done as u64);
            if let Some(writer) = writer.as_deref_mut() {
                writer.hand(&mut sim)?;
                let late = match self.checkpoint {
                    Some(Checkpoint::Seconds(s)) => saved.elapsed().as_secs_f64() >= s,
                    _ => due,
                };
                let stopped = matches!(sim.record().status, Status::Stopped(_));
                if self.checkpoint.is_some() && !stopped && (late || !more) {
                    let length = writer.sync()?;
                    resume::save(writer.folder(), writer.run(), length, &mut sim)?;
                    (saved, saved_at) = (Instant::now(), done);
                }
            }
            if !more {
                break;
            }
        }
        bar.finish_and_clear();
        Ok(sim.finish())
    }

    /// The columns named in a list, all of them columns of the record.
    pub fn columns(&self, list: Option<&str>) -> Result<Vec<String>, CliError> {
        let valid = Record::new(&self.prepared.system, self.made.has_forces()).columns;
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

    pub fn reference(&self) -> Option<&'static ReferenceInfo> {
        problems::reference_for(self.problem?, &self.sets)
    }

    /// Compares a record with the reference, where there is one for these settings.
    pub fn compare(&self, record: &Record) -> Option<Result<Comparison, CompareError>> {
        compare(record, self.reference()?)
    }
}

/// Asks the system for columns that are recorded on request alone.
fn observe(list: Option<&str>, prepared: &mut Prepared, forces: bool) -> Result<(), CliError> {
    let system = &mut prepared.system;
    let (usual, more) = (Record::new(system, forces).columns, system.observable_names());
    let fits = |name: &str, all: &[String]| match name.strip_suffix('*') {
        Some(head) => all.iter().any(|c| c.starts_with(head)),
        None => all.iter().any(|c| c == name),
    };
    let names = list.unwrap_or("").split(',').map(str::trim);
    let asked = names.filter(|n| !fits(n, &usual) && fits(n, &more)).map(String::from);
    Ok(system.observe(&asked.collect::<Vec<_>>())?)
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
    assumed: Vec<String>,
}

/// Makes the system ready, once everything that is quick to check is in order.
type Prepare = Box<dyn FnOnce() -> Result<Prepared, CliError>>;

fn from_problem(args: &RunArgs, sets: &[(String, String)]) -> Result<(Subject, Prepare), CliError> {
    let problem = named(&args.problem)?;
    let text = |(n, v): &(&str, &str)| (n.to_string(), v.to_string());
    let subject = Subject {
        name: problem.name.into(),
        problem: Some(problem),
        scheme: problem.scheme.into(),
        scheme_options: problem.scheme_options.iter().map(text).collect(),
        dt: problem.dt,
        t_end: problem.t_end,
        every: 1,
        assumed: Vec::new(),
    };
    let sets = sets.to_vec();
    Ok((subject, Box::new(move || Ok(problems::prepare(problem, &sets)?))))
}

fn from_file(
    args: &RunArgs,
    sets: &[(String, String)],
    texts: &Texts,
) -> Result<(Subject, Prepare), CliError> {
    let file = load(&args.problem, sets, texts, args.packages.as_deref())?;
    let subject = Subject {
        name: file.name.clone(),
        problem: None,
        scheme: file.scheme.clone(),
        scheme_options: file.scheme_options.clone(),
        dt: file.dt.unwrap_or(DEFAULT_DT),
        t_end: file.t_end.unwrap_or(DEFAULT_T_END),
        every: file.every,
        assumed: file.notes.clone(),
    };
    Ok((subject, Box::new(move || Ok(file.prepare()?))))
}

/// Settings of the problem and its scheme that its document prints, where asked for.
fn published(args: &RunArgs) -> Result<problems::Published, CliError> {
    match (args.published, model_file(&args.problem)) {
        (false, _) => Ok(Default::default()),
        (true, false) => Ok(problems::published(named(&args.problem)?)?),
        (true, true) => {
            let text = "'--published' is for named problems, not for model files";
            Err(CliError::Usage(text.into()))
        }
    }
}

/// The options of the scheme, and those that differ from its defaults in the order of setting.
fn scheme_options(
    subject: &Subject,
    scheme: &SchemeInfo,
    published: Vec<(String, String)>,
    args: &RunArgs,
) -> Result<(Options, Vec<(String, String)>), CliError> {
    let mut options = Options::new("scheme option", scheme.options);
    let mut given = brought_options(&subject.scheme, &subject.scheme_options, scheme);
    if args.published && scheme.name != subject.scheme {
        let text = "the published settings are those of scheme";
        return Err(CliError::Usage(format!("--published: {text} '{}'", subject.scheme)));
    }
    given.extend(published);
    for (flag, option, value) in [
        ("--tol", "tol", &args.tol),
        ("--max-step", "h_max", &args.max_step),
        ("--min-step", "h_min", &args.min_step),
        ("--first-step", "h0", &args.first_step),
    ] {
        let Some(value) = value else { continue };
        if !options.has(option) {
            let takes = |s: &&SchemeInfo| s.options.iter().any(|o| o.name == option);
            let names: Vec<&str> = SCHEMES.iter().filter(takes).map(|s| s.name).collect();
            return Err(CliError::Usage(format!(
                "scheme '{}' does not take {flag}; schemes that do: {}",
                scheme.name,
                if names.is_empty() { "none".into() } else { names.join(", ") }
            )));
        }
        positive(flag, value)?;
        given.push((option.into(), value.clone()));
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
            "dt = {} and t_end = {} make {:.3e} steps; at most {MAX_STEPS:e} are allowed",
            shown(dt),
            shown(t_end),
            t_end / dt
        )));
    }
    Ok(Settings { t0: 0.0, dt, t_end, every })
}

fn number(name: &str, text: &str) -> Result<f64, CliError> {
    parse_number(text).ok_or_else(|| invalid(name, text, "a finite number"))
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
    Job::new(args)?.run()
}

impl Job {
    /// Runs it and writes the files.
    pub fn run(&self) -> Result<(), CliError> {
        let args = &self.arguments;
        let default = || PathBuf::from(format!("runs/{}-{}", self.name, self.scheme.name));
        let folder = self.folder(&args.out.clone().unwrap_or_else(default))?;
        let which = args.dump_contact_problems.as_deref().map(Which::read).transpose()?;
        let dumping = which.map(|w| Dumping::begin(&folder, w)).transpose()?;
        folder.forget_log();
        let header = self.header();
        let log = Log::create(folder.path(), &header)?;
        terminal::catch_interrupt();
        let mut writer = self.writer(log, header.hash())?;
        let record = match self.begin() {
            Ok(sim) => self.drive(sim, Some(&mut writer), args.quiet)?,
            Err(e) => self.refused(e),
        };
        let dumped = dumping.map(Dumping::end).transpose()?;
        let concluded = self.conclude(&folder, writer.end()?, record, args.quiet);
        if let Some(text) = dumped.filter(|_| !args.quiet) {
            terminal::print(&format!("  {text}\n"))?;
        }
        concluded
    }

    /// The folder of the results, into which all files can be written.
    fn folder(&self, path: &Path) -> Result<RunFolder, CliError> {
        self.columns(self.arguments.plot.as_deref())?;
        RunFolder::claim(path, Some(&self.arguments))
    }

    /// Goes on with a log and the hash of its header from a saved state, to the end.
    pub fn go_on(
        &self,
        folder: &RunFolder,
        (mut log, run): (Log, u64),
        saved: &[u8],
        quiet: bool,
    ) -> Result<(), CliError> {
        terminal::catch_interrupt();
        let sim = self.resume(saved).map_err(|e| CliError::Usage(e.to_string()))?;
        // the state is loaded: only now rows after it may go
        log.cut()?;
        let mut writer = self.writer(log, run)?;
        let record = self.drive(sim, Some(&mut writer), quiet)?;
        self.conclude(folder, writer.end()?, record, quiet)
    }

    /// What writes while the run goes on.
    fn writer(&self, log: Log, run: u64) -> Result<Writer, CliError> {
        let columns = self.formats.contains(&Format::Csv).then(|| self.header().columns);
        let keep = self.looked_at() && self.thinning() == 1;
        Writer::begin(log, run, columns.map(|columns| (columns, self.chosen.clone())), keep)
    }
}
