//! `percussion contact`: solve a contact problem from a file.

use crate::args::ContactArgs;
use crate::error::CliError;
use crate::terminal::{print, table};
use percussion::contact::{self, file, unique, Budget, Goal, Mode, Outcome, Point, Problem, Tried};
use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Instant;

/// Files larger than this are refused.
const MAX_BYTES: u64 = 1 << 30;
/// Contacts up to which a table is printed.
const MAX_TABLE: usize = 60;
/// Work after which a solve gives up: some minutes.
const WORK: f64 = 3e11;

#[derive(Serialize)]
struct View {
    file: String,
    status: &'static str,
    /// Natural map, scaled; see the documentation.
    residual: Option<f64>,
    /// Of the laws with the compliance, where one was solved.
    residual_regular: Option<f64>,
    /// Natural map over max(|q|, |r|, |u|), as it is published.
    published_error: Option<f64>,
    iterations: usize,
    time_s: f64,
    solver: &'static str,
    contacts: usize,
    open: usize,
    stick: usize,
    slip: usize,
    unique: Option<bool>,
    message: String,
    work: f64,
    factorisations: usize,
    tried: Vec<Tried>,
    r: Vec<f64>,
    u: Vec<f64>,
}

/// `percussion contact`.
pub fn contact(args: &ContactArgs) -> Result<(), CliError> {
    let info = contact::find(&args.solver).map_err(|near| {
        CliError::Usage(format!(
            "unknown solver '{}'; valid names: {}",
            args.solver,
            near.join(", ")
        ))
    })?;
    let tol = match args.tol.parse::<f64>() {
        Ok(t) if t > 0.0 && t < 1.0 => t,
        _ => {
            return Err(CliError::Usage(format!(
                "--tol {}: expected a number between 0 and 1",
                args.tol
            )))
        }
    };
    let (problem, mut point) = read(&args.file)?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // a second handler cannot be set; then the program ends at once, as it would without
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let started = Instant::now();
    let mut budget = Budget::new(WORK).with_stop(&stop);
    let mut solver = (info.make)();
    let mut out = solver.solve(&problem, &mut point, Goal::to(tol), &mut budget);
    // the published measure weighs contacts by their units: it may ask for more
    let mut ask = tol;
    while out.solved() && problem.published_error(&point) > tol && ask > 1e-15 {
        ask *= 1e-2;
        let mut finer = point.clone();
        let again = solver.solve(&problem, &mut finer, Goal::to(ask), &mut budget);
        if !again.solved() {
            break;
        }
        point = finer;
        out = Outcome { tried: out.tried, ..again };
    }
    let time = started.elapsed().as_secs_f64();
    let view = View::new(&args.file, &problem, &point, out, time, &mut budget);
    if args.json {
        let text = serde_json::to_string_pretty(&view)
            .map_err(|e| CliError::Usage(format!("cannot write JSON: {e}")))?;
        print(&(text + "\n"))?;
    } else {
        print(&view.text(&problem, &point))?;
    }
    match view.status {
        "solved" => Ok(()),
        _ => Err(CliError::Stopped(format!("{}: {}", view.file, view.message))),
    }
}

fn read(path: &Path) -> Result<(Problem, Point), CliError> {
    let failed = |e: &std::io::Error| CliError::file("read", path, e);
    let mut bytes = Vec::new();
    let opened = File::open(path).map_err(|e| failed(&e))?;
    opened.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| failed(&e))?;
    if bytes.len() as u64 > MAX_BYTES {
        let size = MAX_BYTES >> 20;
        return Err(CliError::Usage(format!("'{}' is larger than {size} MB", path.display())));
    }
    let text = String::from_utf8_lossy(&bytes);
    file::parse(&text).map_err(|e| CliError::Usage(format!("'{}', {e}", path.display())))
}

impl View {
    fn new(
        path: &Path,
        p: &Problem,
        point: &Point,
        out: Outcome,
        time_s: f64,
        budget: &mut Budget<'_>,
    ) -> Self {
        let modes = p.modes(point);
        let count = |m: Mode| modes.iter().filter(|k| **k == m).count();
        let (unique, message) = if out.solved() {
            match unique(p, point, budget) {
                Some((true, why)) => (Some(true), format!("the only solution: {why}")),
                Some((false, why)) => (Some(false), format!("not unique: {why}")),
                None => (None, "whether there are other solutions is not known".into()),
            }
        } else {
            (None, format!("{} at a residual of {:.1e}", out.status.name(), out.residual))
        };
        let finite = |v: f64| v.is_finite().then_some(v);
        View {
            file: path.display().to_string(),
            status: out.status.name(),
            residual: finite(out.residual),
            residual_regular: finite(out.regular),
            published_error: finite(p.published_error(point)),
            iterations: out.iterations,
            time_s,
            solver: out.way,
            contacts: p.items.len(),
            open: count(Mode::Open),
            stick: count(Mode::Stick),
            slip: count(Mode::Slip),
            unique,
            message,
            work: budget.spent,
            factorisations: budget.factorisations,
            tried: out.tried,
            r: point.m.clone(),
            u: point.y.clone(),
        }
    }

    fn text(&self, p: &Problem, point: &Point) -> String {
        let mut text = format!("{}: {} contacts\n", self.file, self.contacts);
        text += &format!("  status      {}\n", self.status);
        text += &format!("  solver      {}, {} iterations, ", self.solver, self.iterations);
        text += &format!("{:.3} s, {} factorisations\n", self.time_s, self.factorisations);
        let residuals = [
            ("residual", self.residual),
            ("regular", self.residual_regular),
            ("published", self.published_error),
        ];
        for (name, value) in residuals {
            if let Some(v) = value {
                text += &format!("  {name:<11} {v:.1e}\n");
            }
        }
        text += &format!(
            "  contacts    {} open, {} stick, {} slip\n  {}\n",
            self.open, self.stick, self.slip, self.message
        );
        for t in &self.tried {
            text += &format!(
                "  tried       {}: {} at {:.1e} after {} iterations\n",
                t.way,
                t.status.name(),
                t.residual,
                t.iterations
            );
        }
        if self.status != "solved" || p.items.len() > MAX_TABLE {
            return text;
        }
        let mut rows = vec![["contact", "does", "r", "u"].map(String::from).to_vec()];
        let list = |v: &[f64], item: &contact::Item| -> String {
            let words: Vec<String> = item.rows().map(|i| format!("{:.6e}", v[i])).collect();
            words.join(" ")
        };
        for (item, mode) in p.items.iter().zip(p.modes(point)) {
            let does = format!("{mode:?}").to_lowercase();
            let (r, u) = (list(&point.m, item), list(&point.y, item));
            rows.push(vec![item.contact.to_string(), does, r, u]);
        }
        text + "\n" + &table(&rows, &[true, false, true, true])
    }
}
