//! `percussion demo`: all problems or those named, with every reference solution, one table, one
//! page.

use crate::args::{DemoArgs, RunArgs};
use crate::error::CliError;
use crate::output::Folder;
use crate::page;
use crate::plot::{self, Curve, MOST_CURVES};
use crate::run::Job;
use crate::summary::{last_time, Summary};
use crate::terminal;
use percussion::measure::{reference, Component, Reference};
use percussion::problems::{self, Problem, PROBLEMS};
use percussion::record::{Record, Status};
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
    /// Why it failed.
    pub failure: Option<String>,
}

/// A plot with what is to be said about it.
pub struct Picture {
    /// Its part of the file name.
    pub name: &'static str,
    /// Its SVG text.
    pub svg: String,
    /// What it shows.
    pub caption: String,
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
    for s in &shown {
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
        failure: None,
    };
    let args = RunArgs {
        plot: None,
        problem: problem.name.into(),
        scheme: Some(scheme.into()),
        dt: None,
        tol: None,
        max_step: None,
        min_step: None,
        first_step: None,
        t_end,
        set: sets.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        scheme_set: Vec::new(),
        static_start: false,
        every: None,
        out: None,
        quiet: false,
    };
    let run = Job::new(&args).and_then(|job| job.simulate(false).map(|record| (job, record)));
    match run {
        Ok((job, record)) => {
            shown.summary = Some(Summary::new(&job, &record));
            let reached = last_time(&record).unwrap_or(0.0);
            shown.failure = match &record.status {
                Status::Done => None,
                Status::Stopped(reason) => Some(format!("stopped at t = {reached}: {reason}")),
                Status::Interrupted => Some(format!("interrupted at t = {reached}")),
            };
            shown.pictures = pictures(&job, &record);
        }
        Err(e) => shown.failure = Some(e.to_string()),
    }
    shown
}

/// Coordinates, velocities and, where there are contacts, percussions.
pub fn pictures(job: &Job, record: &Record) -> Vec<Picture> {
    let info = job.problem.and_then(|p| problems::reference_for(p, &job.sets));
    let exact = info.and_then(|i| reference(i.name)?.ok().map(|r| (i, r)));
    let until = exact
        .as_ref()
        .map_or(0.0, |(i, r)| i.until.min(r.trust_until).min(last_time(record).unwrap_or(0.0)));
    let q = exact.as_ref().map(|(i, r)| Overlay { names: i.q, of: Component::Q, exact: r, until });
    let u = exact.as_ref().map(|(i, r)| Overlay { names: i.u, of: Component::V, exact: r, until });
    [
        picture(record, "q", "coordinates", "coordinates", &["q."], q),
        picture(record, "u", "velocities", "velocities", &["u."], u),
        picture(
            record,
            "P",
            "contact percussions",
            "contact percussions of each step (normal PN, tangential PF)",
            &["PN.", "PF."],
            None,
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The columns of a reference, by the names of the record.
struct Overlay<'a> {
    names: &'static [&'static str],
    of: fn(usize) -> Component,
    exact: &'a Reference,
    until: f64,
}

impl Overlay<'_> {
    fn points(&self, name: &str) -> Option<Vec<(f64, f64)>> {
        let k = self.names.iter().position(|n| *n == name)?;
        let per_piece = (4000 / self.exact.pieces.len().max(1)).clamp(3, 400);
        self.exact.polyline((self.of)(k), per_piece, self.until)
    }
}

fn picture(
    record: &Record,
    name: &'static str,
    title: &str,
    what: &str,
    prefixes: &[&str],
    overlay: Option<Overlay>,
) -> Option<Picture> {
    let wanted = |c: &&String| prefixes.iter().any(|p| c.starts_with(p));
    let columns: Vec<&String> = record.columns.iter().filter(wanted).collect();
    let shown = columns.iter().take(MOST_CURVES);
    let curves: Vec<Curve> = shown
        .filter_map(|c| {
            let reference = overlay.as_ref().and_then(|o| o.points(c.get(2..).unwrap_or(c)));
            Some(Curve { reference, ..curve(record, c)? })
        })
        .collect();
    let mut caption = what.to_string();
    if columns.len() > curves.len() {
        caption += &format!(", the first {} of {}", curves.len(), columns.len());
    }
    if curves.iter().any(|c| c.reference.is_some()) {
        caption += "; wide pale lines: reference";
    }
    plot::draw(title, &curves).ok().map(|svg| Picture { name, svg, caption })
}

/// A column of the record over time.
fn curve(record: &Record, column: &str) -> Option<Curve> {
    let points = record.times().iter().copied().zip(record.column(column)?).collect();
    Some(Curve { label: column.into(), points, reference: None })
}

/// The columns of these names in one picture.
pub fn chosen(record: &Record, columns: &[String]) -> Option<Picture> {
    let curves: Vec<Curve> = columns.iter().filter_map(|c| curve(record, c)).collect();
    let svg = plot::draw("chosen columns", &curves).ok()?;
    Some(Picture { name: "plot", svg, caption: columns.join(", ") })
}
