//! `percussion static`.

use crate::args::StaticArgs;
use crate::check::angular_velocity;
use crate::error::CliError;
use crate::model::{check_packages, load, model_file, problem as named, Texts};
use crate::output::Folder;
use crate::run::{invalid, positive};
use crate::terminal;
use percussion::file::DEFAULT_T_END;
use percussion::inspect::rotating_equilibrium;
use percussion::problems::{self, Prepared};
use percussion::statics::{arc_length, equilibrium, StaticPath, StaticSettings};
use percussion::system::System;
use std::fmt::Write;
use std::path::PathBuf;

/// The file it writes.
const FILE: &str = "equilibrium.csv";

/// One row for each equilibrium: load, iterations, coordinates, forces of all rows.
fn table(system: &System, path: &StaticPath) -> String {
    let mut text = "load,iterations".to_string();
    system.q_names.iter().for_each(|n| text += &format!(",q.{n}"));
    let mut row = 0;
    for (r, e) in system.row_element.iter().enumerate() {
        row = if r > 0 && system.row_element[r - 1] == *e { row + 1 } else { 0 };
        text += &format!(",la.{}.{row}", system.row_name(r));
    }
    text.push('\n');
    for s in &path.states {
        let _ = write!(text, "{},{}", s.load, s.iterations);
        s.q.iter().chain(&s.la).for_each(|v| text += &format!(",{v:.16e}"));
        text.push('\n');
    }
    text
}

type Prepare = Box<dyn FnOnce() -> Result<Prepared, CliError>>;

/// Name, end time, and what makes the system ready.
fn subject(args: &StaticArgs) -> Result<(String, f64, Prepare), CliError> {
    let packages = args.packages.as_deref();
    check_packages(&args.problem, packages)?;
    if model_file(&args.problem) {
        let file = load(&args.problem, &args.set, &Texts::default(), packages)?;
        let (name, t_end) = (file.name.clone(), file.t_end.unwrap_or(DEFAULT_T_END));
        return Ok((name, t_end, Box::new(move || Ok(file.prepare()?))));
    }
    let problem = named(&args.problem)?;
    let sets = args.set.clone();
    let prepare = move || Ok(problems::prepare(problem, &sets)?);
    Ok((problem.name.into(), problem.t_end, Box::new(prepare)))
}

/// `percussion static`.
pub fn statics(args: &StaticArgs) -> Result<(), CliError> {
    let (name, t_end, prepare) = subject(args)?;
    let t_end = match &args.t_end {
        Some(text) => positive("--t-end", text)?,
        None => t_end,
    };
    let steps = args.steps.trim().parse::<usize>().ok().filter(|n| (1..=100_000).contains(n));
    let steps =
        steps.ok_or_else(|| invalid("--steps", &args.steps, "a whole number from 1 to 100000"))?;
    let Prepared { mut system, q0, .. } = prepare()?;
    let default = || PathBuf::from(format!("runs/{name}-static"));
    let folder = Folder::open(&args.out.clone().unwrap_or_else(default), &[FILE])?;
    let settings = StaticSettings { steps, ..StaticSettings::new(t_end) };
    let rotating = match &args.rotating {
        Some(text) => Some(angular_velocity(text, &args.set)?),
        None => None,
    };
    let path = match (args.arc_length, rotating) {
        (true, _) => arc_length(&mut system, &q0, &settings),
        (false, Some(omega)) => rotating_equilibrium(&mut system, &q0, omega, &settings)?,
        (false, None) => equilibrium(&mut system, &q0, &settings),
    };
    folder.write(FILE, &table(&system, &path))?;
    let place = folder.path().join(FILE);
    if !args.quiet {
        let count: usize = path.states.iter().map(|s| s.iterations).sum();
        let mut text = format!(
            "{name}: {} equilibria, {count} iterations, load {}\n",
            path.states.len(),
            path.last().map_or(0.0, |s| s.load)
        );
        if let Some(s) = path.last() {
            let n = system.q_names.len();
            for k in n.saturating_sub(7)..n {
                let _ = writeln!(text, "  {:<12} {:.10e}", system.q_names[k], s.q[k]);
            }
        }
        terminal::print(&format!("{text}  written to   {}\n", place.display()))?;
    }
    match path.failed_at {
        None => Ok(()),
        Some(load) => {
            let last = path.last().map_or(0.0, |s| s.load);
            let place = place.display();
            let hint = match args.arc_length || args.rotating.is_some() {
                true => "",
                false => "; where the load has a limit, --arc-length follows the path past it",
            };
            Err(CliError::Stopped(format!(
                "no equilibrium was found at the load {load} (1 is the full load); \
                 '{place}' holds those before, the last at the load {last}{hint}"
            )))
        }
    }
}
