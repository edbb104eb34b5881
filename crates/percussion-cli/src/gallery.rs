//! `percussion gallery`: named problems and model files, each with a picture, a page to see it move,
//! its model as a file and the command that repeats it.

use crate::args::{GalleryArgs, RunArgs};
use crate::error::CliError;
use crate::output::Folder;
use crate::report::{self, escape};
use crate::run::Job;
use crate::show::{self, About, Take};
use crate::strobe;
use crate::summary::Summary;
use crate::terminal;
use percussion::problems::PROBLEMS;
use percussion::record::Status;
use std::path::{Path, PathBuf};

/// Steps of an entry; longer runs are cut short.
const STEPS: f64 = 6000.0;
/// The same for `--quick`.
const QUICK_STEPS: f64 = 400.0;

/// The folder of models that show one body, joint, force or shape each, with its axes.
const ELEMENTS: &str = "elements";

/// An entry of the gallery.
struct Entry {
    name: String,
    title: String,
    summary: String,
    source: String,
    command: String,
    has_model: bool,
    /// How the playground calls it.
    subject: String,
    failure: Option<String>,
}

/// `percussion gallery`.
pub fn gallery(args: &GalleryArgs) -> Result<(), CliError> {
    let mut subjects: Vec<(String, RunArgs)> =
        PROBLEMS.iter().map(|p| (p.name.to_string(), RunArgs::shown(p.name))).collect();
    if let Some(folder) = &args.models {
        let stem =
            |f: &Path| f.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
        let given = |f: &Path| RunArgs::shown(&f.display().to_string());
        subjects.extend(files(folder)?.iter().map(|f| (format!("model-{}", stem(f)), given(f))));
        let elements = folder.join(ELEMENTS);
        if elements.is_dir() {
            subjects.extend(files(&elements)?.iter().map(|f| (stem(f), given(f))));
        }
    }
    if !args.only.is_empty() {
        subjects.retain(|(name, _)| args.only.iter().any(|o| o.trim() == name));
    }
    let folder = Folder::open(&args.out, &["index.html"])?;
    terminal::catch_interrupt();
    let mut entries = Vec::new();
    for (k, (name, run)) in subjects.iter().enumerate() {
        if terminal::interrupted() {
            break;
        }
        terminal::complain(&format!("[{}/{}] {name}", k + 1, subjects.len()));
        entries.push(entry(name, run, args.quick, &folder)?);
    }
    folder.write("index.html", &index(&entries))?;
    let failed = entries.iter().filter(|e| e.failure.is_some()).count();
    let place = folder.path().join("index.html");
    terminal::print(&format!("{}: {} entries, {failed} failed\n", place.display(), entries.len()))
}

/// The model files of a folder in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let list = std::fs::read_dir(folder).map_err(|e| CliError::file("read", folder, &e))?;
    let mut files: Vec<PathBuf> = list.flatten().map(|f| f.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "toml"));
    files.sort();
    Ok(files)
}

fn entry(name: &str, args: &RunArgs, quick: bool, folder: &Folder) -> Result<Entry, CliError> {
    let mut out = Entry {
        name: name.into(),
        title: name.trim_start_matches("model-").into(),
        summary: String::new(),
        source: String::new(),
        command: format!("percussion run {}", args.problem),
        has_model: false,
        subject: subject(&args.problem),
        failure: None,
    };
    let mut job = match Job::new(args) {
        Ok(job) => job,
        Err(e) => {
            out.failure = Some(e.to_string());
            return Ok(out);
        }
    };
    let steps = if quick { QUICK_STEPS } else { STEPS };
    if job.settings.t_end / job.settings.dt > steps {
        job.settings.t_end = steps * job.settings.dt;
        out.command += &format!(" --t-end {}", job.settings.t_end);
    }
    let about = show::about(&job);
    match job.problem {
        Some(p) => (out.summary, out.source) = (p.summary.into(), p.source.into()),
        None => out.summary = description(about.model.as_deref().unwrap_or("")),
    }
    let record = job.simulate(false)?;
    if let Status::Stopped(why) = &record.status {
        out.failure = Some(why.to_string());
    }
    let element = Path::new(&args.problem).parent().is_some_and(|p| p.ends_with(ELEMENTS));
    let take = Take::new(&job.prepared.system, &record);
    let summary = serde_json::from_str(&Summary::new(&job, &record).json()).ok();
    let scene = take.json(&About { summary, ..about.clone() });
    folder.write(&format!("{name}.html"), &report::page(&out.title, &[scene]))?;
    if let Some(svg) = strobe::draw(&take, &out.title, element) {
        folder.write(&format!("{name}.svg"), &svg)?;
    }
    if let Some(model) = &about.model {
        folder.write(&format!("{name}.toml"), model)?;
        out.has_model = true;
    }
    Ok(out)
}

/// A named problem, or a model by its place in the folder of models.
fn subject(problem: &str) -> String {
    let path = Path::new(problem);
    let stem = path.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
    match (path.extension().is_some(), path.parent().is_some_and(|p| p.ends_with(ELEMENTS))) {
        (false, _) => format!("problem={problem}"),
        (true, false) => format!("model={stem}"),
        (true, true) => format!("model={ELEMENTS}/{stem}"),
    }
}

/// The playground needs a server.
const CHANGE: &str = "<script>if (location.protocol.startsWith('http')) \
                      document.querySelectorAll('a.change').forEach((a) => { a.hidden = false; });</script>\n";

/// The first lines of a model file that are comments.
fn description(model: &str) -> String {
    let lines = model.lines().take_while(|l| l.starts_with('#'));
    lines.map(|l| l.trim_start_matches('#').trim()).collect::<Vec<_>>().join(" ")
}

fn index(entries: &[Entry]) -> String {
    let cards: String = entries.iter().map(card).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Percussion: gallery</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n\
         <h1>Gallery</h1>\n<p class=\"soft\">{} problems and models. The picture shows some instants of the \
         motion, the last one in full; behind it is the scene with forces, events and curves.</p>\n\
         <div class=\"gallery\">\n{cards}</div>\n</main>\n{CHANGE}</body>\n</html>\n",
        include_str!("page.css"),
        entries.len()
    )
}

fn card(e: &Entry) -> String {
    let (name, title) = (escape(&e.name), escape(&e.title));
    let mut text = format!("<section class=\"card\" id=\"{name}\">\n");
    if e.failure.is_none() || !e.summary.is_empty() {
        text += &format!(
            "<a href=\"{name}.html\"><img src=\"{name}.svg\" alt=\"{title}\" loading=\"lazy\"></a>\n"
        );
    }
    text += &format!("<h2>{title}</h2>\n<p>{}</p>\n", escape(&e.summary));
    if !e.source.is_empty() {
        text += &format!("<p class=\"soft\">{}</p>\n", escape(&e.source));
    }
    if let Some(why) = &e.failure {
        text += &format!("<p class=\"bad\">{}</p>\n", escape(why));
    }
    text += &format!("<p><a href=\"{name}.html\">see it move</a>");
    if e.has_model {
        text += &format!(" · <a href=\"{name}.toml\">model file</a>");
    }
    text += &format!(
        " · <a class=\"change\" hidden href=\"../playground/index.html#v=1&amp;{}\">change it</a>",
        e.subject
    );
    text + &format!("</p>\n<pre>{}</pre>\n</section>\n", escape(&e.command))
}
