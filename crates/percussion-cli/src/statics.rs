//! `percussion static`.

use crate::args::StaticArgs;
use crate::error::CliError;
use crate::model;
use crate::output::Folder;
use crate::run::{invalid, positive};
use crate::terminal;
use percussion::file::DEFAULT_T_END;
use percussion::problems::{self, Prepared};
use percussion::statics::{equilibrium, StaticPath, StaticSettings};
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

/// `percussion static`.
pub fn statics(args: &StaticArgs) -> Result<(), CliError> {
    let given = args.t_end.as_ref().map(|text| positive("--t-end", text)).transpose()?;
    let steps = args.steps.trim().parse::<usize>().ok().filter(|n| (1..=100_000).contains(n));
    let steps =
        steps.ok_or_else(|| invalid("--steps", &args.steps, "a whole number from 1 to 100000"))?;
    let (name, t_end, prepared) = match model::model_file(&args.problem) {
        true => {
            let f = model::load(&args.problem, &args.set)?;
            let (name, t_end) = (f.name.clone(), f.t_end.unwrap_or(DEFAULT_T_END));
            (name, t_end, f.prepare()?)
        }
        false => {
            let p = problems::find(&args.problem)?;
            (p.name.to_string(), p.t_end, problems::prepare(p, &args.set)?)
        }
    };
    let (t_end, Prepared { mut system, q0, .. }) = (given.unwrap_or(t_end), prepared);
    let default = || PathBuf::from(format!("runs/{name}-static"));
    let folder = Folder::open(&args.out.clone().unwrap_or_else(default), &[FILE])?;
    let settings = StaticSettings { steps, ..StaticSettings::new(t_end) };
    let path = equilibrium(&mut system, &q0, &settings);
    folder.write(FILE, &table(&system, &path))?;
    let place = folder.path().join(FILE);
    if !args.quiet {
        let count: usize = path.states.iter().map(|s| s.iterations).sum();
        let mut text = format!(
            "{}: {} equilibria, {count} iterations, load {}\n",
            name,
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
        Some(load) => Err(CliError::Stopped(format!(
            "no equilibrium was found at the load {load} (1 is the full load); '{}' holds those up to the load {}",
            place.display(),
            path.last().map_or(0.0, |s| s.load)
        ))),
    }
}
