//! `percussion demo`: all problems or those named, with every reference solution, one table, one
//! page.

use crate::args::{DemoArgs, RunArgs};
use crate::error::CliError;
use crate::output::Folder;
use crate::page;
use crate::pictures::{pictures, Picture};
use crate::plot;
use crate::report;
use crate::run::Job;
use crate::show::{self, About, Take};
use crate::strobe;
use crate::summary::{last_time, Summary};
use crate::terminal;
use percussion::problems::{self, Problem, PROBLEMS};
use percussion::record::Status;
use percussion::schemes;

/// Steps of a quick demo.
const QUICK_STEPS: f64 = 2000.0;
/// How many problems are shown with `moreau` beside their own scheme.
const ALSO_MOREAU: usize = 5;
/// Head of the table.
pub const HEAD: [&str; 8] = [
    "problem",
    "scheme",
    "steps",
    "penetration",
    "error of q (L1)",
    "error of v (L1)",
    "us per step",
    "status",
];
/// Which columns of the table are numbers.
pub const RIGHT: [bool; 8] = [false, false, true, true, true, true, true, false];

/// A run of the demo.
pub struct Shown {
    /// The problem.
    pub problem: &'static Problem,
    /// Settings that differ from the defaults, those of a reference solution.
    pub sets: &'static [(&'static str, &'static str)],
    /// The scheme.
    pub scheme: String,
    /// What reproduces it.
    pub command: String,
    /// Numbers, where it started.
    pub summary: Option<Summary>,
    /// Pictures.
    pub pictures: Vec<Picture>,
    /// Some instants of the motion.
    pub still: Option<String>,
    /// The page with its scene, to be written.
    pub page: Option<String>,
    /// Why it failed.
    pub failure: Option<String>,
}

impl Shown {
    /// Its line of the table.
    pub fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.label(), self.scheme.clone()];
        let none = || "-".to_string();
        match &self.summary {
            Some(s) => {
                let error = s.error.as_ref();
                cells.extend([
                    s.steps.to_string(),
                    format!("{:.1e}", s.penetration),
                    error.map_or_else(none, |e| format!("{:.2e}", e.q_l1)),
                    error.map_or_else(none, |e| format!("{:.2e}", e.v_l1)),
                    format!("{:.2}", s.us_per_step),
                ]);
            }
            None => cells.extend([none(), none(), none(), none(), none()]),
        }
        cells.push(if self.failure.is_some() { "FAILED" } else { "done" }.into());
        cells
    }
    /// The problem with its settings.
    pub fn label(&self) -> String {
        let mut sets: String = self.sets.iter().map(|(k, v)| format!(" {k}={v}")).collect();
        if sets.len() > 24 {
            let info = self.problem.references.iter().find(|r| r.set == self.sets);
            sets = info.map_or(sets, |r| format!(" {}", r.name));
        }
        self.problem.name.to_string() + &sets
    }
    /// Name of its files and its place on the page.
    pub fn slug(&self) -> String {
        format!("{}-{}", self.label().replace([' ', '='], "-"), self.scheme)
    }
}

/// `percussion demo`.
pub fn demo(args: &DemoArgs) -> Result<(), CliError> {
    let chosen: Vec<&'static Problem> = if args.problems.is_empty() {
        PROBLEMS.iter().collect()
    } else {
        let find = |n: &String| problems::find(n.trim());
        args.problems.iter().map(find).collect::<Result<_, _>>()?
    };
    let folder = Folder::open(&args.out, &["index.html"])?;
    terminal::catch_interrupt();
    let mut shown: Vec<Shown> = Vec::new();
    let mut moreau_left = ALSO_MOREAU;
    for (k, problem) in chosen.iter().enumerate() {
        terminal::complain(&format!("[{}/{}] {}", k + 1, chosen.len(), problem.name));
        shown.push(show(problem, &[], problem.scheme, args.quick));
        for info in problem.references.iter().filter(|r| !r.set.is_empty()) {
            if !terminal::interrupted() {
                shown.push(show(problem, info.set, problem.scheme, args.quick));
            }
        }
        if moreau_left > 0 && also_moreau(problem) && !terminal::interrupted() {
            shown.push(show(problem, &[], "moreau", args.quick));
            moreau_left -= 1;
        }
        if terminal::interrupted() {
            break;
        }
    }
    for s in &mut shown {
        if let Some(page) = s.page.take() {
            folder.write(&format!("{}.html", s.slug()), &page)?;
        }
        for picture in &s.pictures {
            let name = format!("{}-{}.svg", s.slug(), picture.name);
            folder.write(&name, &plot::standalone(&picture.svg))?;
        }
    }
    folder.write("index.html", &page::page(&shown, args.quick))?;
    let mut rows = vec![HEAD.map(String::from).to_vec()];
    rows.extend(shown.iter().map(Shown::cells));
    let place = folder.path().join("index.html");
    terminal::print(&format!("{}\n{}\n", terminal::table(&rows, &RIGHT), place.display()))?;
    let failed: Vec<String> = shown
        .iter()
        .filter_map(|s| s.failure.as_ref().map(|f| format!("{}: {f}", s.slug())))
        .collect();
    if terminal::interrupted() {
        return Err(CliError::Interrupted("interrupted; the page shows what was run".into()));
    }
    match failed.len() {
        0 => Ok(()),
        n => Err(CliError::Stopped(format!(
            "{n} of {} runs failed\n  {}",
            shown.len(),
            failed.join("\n  ")
        ))),
    }
}

/// A problem with contacts and a reference, for which `moreau` exists and is not the default.
fn also_moreau(problem: &Problem) -> bool {
    let Ok(moreau) = schemes::find("moreau") else {
        return false;
    };
    problem.scheme != moreau.name
        && problems::reference_for(problem, &[]).is_some()
        && problems::prepare(problem, &[])
            .is_ok_and(|p| !p.system.contacts.is_empty() && moreau.check(&p.system).is_ok())
}

fn show(
    problem: &'static Problem,
    sets: &'static [(&'static str, &'static str)],
    scheme: &str,
    quick: bool,
) -> Shown {
    // a reference of its own may end elsewhere than the default run
    let until = problem.references.iter().find(|r| r.set == sets && !sets.is_empty());
    let end = until.map_or(problem.t_end, |r| r.until);
    let end = if quick { end.min(problem.dt * QUICK_STEPS) } else { end };
    let t_end = (end != problem.t_end).then(|| end.to_string());
    let mut command = format!("percussion run {}", problem.name);
    for (k, v) in sets {
        command += &format!(" --set {k}={v}");
    }
    if scheme != problem.scheme {
        command += &format!(" --scheme {scheme}");
    }
    if let Some(t) = &t_end {
        command += &format!(" --t-end {t}");
    }
    let mut shown = Shown {
        problem,
        sets,
        scheme: scheme.into(),
        command,
        summary: None,
        pictures: Vec::new(),
        still: None,
        page: None,
        failure: None,
    };
    let args = RunArgs {
        scheme: Some(scheme.into()),
        t_end,
        set: sets.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        ..RunArgs::shown(problem.name)
    };
    let run = Job::new(&args).and_then(|job| job.simulate(false).map(|record| (job, record)));
    match run {
        Ok((job, record)) => {
            shown.summary = Some(Summary::new(&job, &record));
            let reached = last_time(&record).unwrap_or(0.0);
            shown.failure = match &record.status {
                Status::Done => None,
                doubtful @ Status::Doubtful(_) => Some(doubtful.to_string()),
                Status::Stopped(reason) => Some(format!("stopped at t = {reached}: {reason}")),
                Status::Interrupted => Some(format!("interrupted at t = {reached}")),
            };
            shown.pictures = pictures(&job, &record);
            let summary = shown.summary.as_ref().and_then(|s| serde_json::from_str(&s.json()).ok());
            let about = About { summary, ..show::about(&job) };
            let take = Take::new(&job.prepared.system, &record);
            shown.page = Some(report::page(&shown.label(), &[take.json(&about)]));
            shown.still = strobe::draw(&take, &shown.label(), false);
        }
        Err(e) => shown.failure = Some(e.to_string()),
    }
    shown
}
