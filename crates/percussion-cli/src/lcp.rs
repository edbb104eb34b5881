//! `percussion lcp`: solve a complementarity problem from a file.

use crate::args::LcpArgs;
use crate::error::CliError;
use crate::terminal::{print, table};
use percussion::contact::lcp::{file, Count, Lcp, Outcome, Solver, Status};
use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Files larger than this are not read.
const MAX_BYTES: u64 = 256 << 20;

#[derive(Serialize)]
struct View {
    file: String,
    n: usize,
    status: &'static str,
    solver: &'static str,
    iterations: usize,
    residual: Option<f64>,
    unique: Option<bool>,
    message: String,
    z: Vec<f64>,
    w: Vec<f64>,
}

/// `percussion lcp`.
pub fn lcp(args: &LcpArgs) -> Result<(), CliError> {
    let solver = solver(&args.solver)?;
    let lcp = read(&args.file)?;
    let outcome = lcp.solve(solver);
    let view = View::new(&args.file, &lcp, outcome);
    if args.json {
        let text = serde_json::to_string_pretty(&view)
            .map_err(|e| CliError::Usage(format!("cannot write JSON: {e}")))?;
        print(&(text + "\n"))?;
    } else {
        print(&view.text())?;
    }
    match view.status {
        "solved" => Ok(()),
        _ => Err(CliError::Stopped(format!("{}: {}", view.file, view.message))),
    }
}

fn solver(name: &str) -> Result<Solver, CliError> {
    match Solver::NAMES.iter().find(|(n, _)| *n == name) {
        Some((_, s)) => Ok(*s),
        None => {
            let names: Vec<&str> = Solver::NAMES.iter().map(|(n, _)| *n).collect();
            Err(CliError::Usage(format!(
                "unknown solver '{name}'; valid names: {}",
                names.join(", ")
            )))
        }
    }
}

fn read(path: &Path) -> Result<Lcp, CliError> {
    let failed = |e: &std::io::Error| CliError::file("read", path, e);
    let mut bytes = Vec::new();
    let opened = File::open(path).map_err(|e| failed(&e))?;
    opened.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| failed(&e))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(CliError::Usage(format!(
            "'{}' is larger than {} MB",
            path.display(),
            MAX_BYTES >> 20
        )));
    }
    // comments may be in any encoding
    let text = String::from_utf8_lossy(&bytes);
    file::parse(&text).map_err(|e| CliError::Usage(format!("'{}', {e}", path.display())))
}

impl View {
    fn new(path: &Path, lcp: &Lcp, out: Outcome) -> Self {
        let (status, iterations, unique, message) = match out.status {
            Status::Solved { iterations } => {
                let (unique, message) = match lcp.count_solutions() {
                    Count::One(why) => (Some(true), format!("the only solution: {why}")),
                    Count::Several { continuum: true, .. } => {
                        (Some(false), "not unique: there are infinitely many solutions".into())
                    }
                    Count::Several { found, .. } => {
                        (Some(false), format!("not unique: there are {found} solutions"))
                    }
                    Count::None | Count::Unknown => {
                        (None, "whether there are other solutions is not known".into())
                    }
                };
                ("solved", iterations, unique, message)
            }
            Status::Ray { iterations, no_solution: true } => (
                "no solution",
                iterations,
                None,
                "no solution exists: no z >= 0 has M z + q >= 0 (proved by the ray of Lemke's method)"
                    .into(),
            ),
            Status::NoSolution { iterations } => (
                "no solution",
                iterations,
                None,
                "no solution exists (proved by enumeration of all active sets)".into(),
            ),
            Status::Ray { iterations, .. } => (
                "not found",
                iterations,
                None,
                "not found: Lemke's method ended on a ray; for this matrix that is no proof that \
                 there is no solution"
                    .into(),
            ),
            Status::NotConverged { iterations, .. } => {
                let large = out.solver == Solver::Enumerate && iterations == 0;
                let message = if large {
                    "not found: too large for enumeration (n <= 20)".to_string()
                } else {
                    "not found: the solver did not converge; that does not exclude a solution"
                        .into()
                };
                ("not found", iterations, None, message)
            }
        };
        View {
            file: path.display().to_string(),
            n: lcp.n,
            status,
            solver: out.solver.name(),
            iterations,
            residual: out.residual.is_finite().then_some(out.residual),
            unique,
            message,
            w: lcp.w(&out.z),
            z: out.z,
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{}: n = {}\n", self.file, self.n);
        text += &format!("  status      {}\n", self.status);
        text += &format!("  solver      {}, {} iterations\n", self.solver, self.iterations);
        if let Some(r) = self.residual {
            text += &format!("  residual    {r:.1e} (scaled)\n");
        }
        text += &format!("  {}\n", self.message);
        if self.status != "solved" {
            return text;
        }
        let mut rows = vec![["i", "z", "w"].map(String::from).to_vec()];
        rows.extend(
            self.z.iter().zip(&self.w).enumerate().map(|(i, (z, w))| {
                vec![(i + 1).to_string(), format!("{z:.16e}"), format!("{w:.3e}")]
            }),
        );
        text + "\n" + &table(&rows, &[true; 3])
    }
}
