//! What can be typed.

use clap::{Args, Parser, Subcommand};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Nonsmooth multibody dynamics: joints, unilateral contacts, impacts and friction.
#[derive(Debug, Parser)]
#[command(name = "percussion", version = env!("PERCUSSION_VERSION"), arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 0 done; 2 wrong usage or an impossible model; 3 the simulation \
                        stopped early, its files are complete up to there; 130 interrupted (same)."
)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the named problems, or describe one
    Problems(ProblemsArgs),
    /// List the integration schemes, or describe one
    Schemes(ListArgs),
    /// Simulate a named problem or a model file and write what happened
    Run(Box<RunArgs>),
    /// Go on with a run that was left, from its last checkpoint
    Resume(ResumeArgs),
    /// Write the files of a run that was ended from outside, up to where its log goes
    Recover(RecoverArgs),
    /// Repeat a run and say whether its rows and events are the same to the bit
    Rerun(RecoverArgs),
    /// Judge the rows of a run by the laws of mechanics: exit code 4 where they are far from them
    Audit(AuditArgs),
    /// Find the equilibrium of a named problem or a model file under its full load
    Static(StaticArgs),
    /// Look at a model without running it: degrees of freedom, start, frequencies
    Check(CheckArgs),
    /// Write a commented model file to start from
    New(NewArgs),
    /// Print the JSON Schema of model files
    Schema,
    /// Print a named problem as a model file
    Export(ExportArgs),
    /// Print a robot description, URDF or MJCF, as a model file
    Import(ImportArgs),
    /// Run all problems, or those named, and write a page with plots
    Demo(DemoArgs),
    /// Show a run, a model file or a named problem in the browser
    View(ViewArgs),
    /// Write runs as one page to share: scene, curves, events, model
    Report(ReportArgs),
    /// Draw columns of a run
    Plot(PlotArgs),
    /// Write pages with a picture and a scene of every problem
    Gallery(GalleryArgs),
    /// Solve a linear complementarity problem from a file
    Lcp(LcpArgs),
    /// Solve a frictional contact problem from a file
    Contact(ContactArgs),
    /// Observed orders of convergence of schemes on a problem
    Order(StudyArgs),
    /// Errors of schemes on a problem or a set against the work they do
    WorkPrecision(StudyArgs),
    /// Performance profiles of methods over a set of problems
    Profile(ProfileArgs),
    /// One problem under several schemes: trajectories, forces, violations, energy over each other
    Compare(CompareArgs),
    /// Run a model over values of its parameters, on a grid or drawn at random
    Sweep(SweepArgs),
}

/// What all studies share.
#[derive(Debug, Args)]
pub struct Common {
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Folder for the results [default: studies/NAME-STUDY]; a study that was interrupted there goes on
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
    /// Print errors only
    #[arg(long)]
    pub quiet: bool,
}

/// What to study.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// Named problem, or a set (work-precision, profile): joints, impacts, flexible
    #[arg(value_name = "PROBLEM|SET")]
    pub problem: String,
    /// Schemes, separated by commas, each perhaps with options of its own (alpha:rho_inf=1:dt=1e-4); integrators run
    /// contacts under event-driven
    #[arg(long, value_name = "NAME,...", default_value = "alpha,moreau")]
    pub schemes: String,
    /// Steps: H,H,... or FROM:TO:N for N of them in geometric progression [default: around the problem's]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub dt: Option<String>,
    /// Tolerances of schemes that choose their steps, in the same way [default: 1e-3,1e-5,1e-7; one: 1e-6]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub tol: Option<String>,
    /// End time
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub t_end: Option<String>,
    /// Set a parameter or an initial value of the problem; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub set: Vec<(String, String)>,
    /// Set an option of the schemes that have it, or of one as SCHEME.NAME; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub scheme_set: Vec<(String, String)>,
    /// Settings of problem and scheme that the document of the problem prints; --set and --scheme-set come after them
    #[arg(long)]
    pub published: bool,
    /// Norm of the errors: l1, l2 or any lP, max, gridP, hausdorff
    #[arg(long, value_name = "NORM", default_value = "l1")]
    pub norm: String,
    /// What errors are measured against: reference, fine (a finer run of the same scheme), or a scheme
    #[arg(long, value_name = "WHAT")]
    pub against: Option<String>,
    /// What all studies share
    #[command(flatten)]
    pub common: Common,
}

/// What to profile.
#[derive(Debug, Args)]
pub struct ProfileArgs {
    /// What to study
    #[command(flatten)]
    pub study: StudyArgs,
    /// Evaluations after which a run is given up [default: 2e6]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub most: Option<String>,
}

/// What to compare.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// What to study
    #[command(flatten)]
    pub study: StudyArgs,
    /// Columns to draw, also energy, position, velocity, penetration [default: the first of each kind]
    #[arg(long, value_name = "COLUMN,...")]
    pub columns: Option<String>,
    /// Most rows that are kept of each run
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub rows: u32,
}

/// What to sweep over.
#[derive(Debug, Args)]
pub struct SweepArgs {
    /// Named problem or model file
    #[arg(value_name = "PROBLEM|FILE.toml")]
    pub subject: String,
    /// Set a parameter: NAME=VALUE, NAME=A,B,..., NAME=FROM:TO:N or NAME=FROM:TO:N:log; may be repeated
    #[arg(long, value_name = "NAME=VALUES", value_parser = pair, allow_hyphen_values = true)]
    pub set: Vec<(String, String)>,
    /// Draw a parameter: NAME=uniform(A,B), loguniform(A,B) or normal(MEAN,DEVIATION); may be repeated
    #[arg(long, value_name = "NAME=LAW", value_parser = pair, allow_hyphen_values = true)]
    pub draw: Vec<(String, String)>,
    /// Draws for each point of the grid
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub runs: Option<String>,
    /// Seed of the draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Run part I of N only; the parts may share a folder
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// What to keep of each run: COLUMN (its last value), max(COLUMN), min(COLUMN), energy, impacts, penetration, evaluations
    #[arg(long, value_name = "QUANTITY,...")]
    pub measure: Option<String>,
    /// Scheme; the problem's own by default
    #[arg(long, value_name = "NAME")]
    pub scheme: Option<String>,
    /// Step size
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub dt: Option<String>,
    /// Tolerance, for schemes with an option `tol`
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub tol: Option<String>,
    /// End time
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub t_end: Option<String>,
    /// Set an option of the scheme; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub scheme_set: Vec<(String, String)>,
    /// Folder of the meshes of a robot description that are outside of its own
    #[arg(long, value_name = "DIR")]
    pub packages: Option<PathBuf>,
    /// Exit with 0 although runs stopped early; they are in no statistics either way
    #[arg(long)]
    pub allow_stopped: bool,
    /// What all studies share
    #[command(flatten)]
    pub common: Common,
}

/// What to look at.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Model file or named problem
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Set a parameter or an initial value; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub set: Vec<(String, String)>,
    /// Folder of the meshes of a robot description that are outside of its own
    #[arg(long, value_name = "DIR")]
    pub packages: Option<PathBuf>,
    /// Look at the static equilibrium under the weight, or with --rotating at the steady rotation
    #[arg(long)]
    pub static_start: bool,
    /// Look from a frame that turns about an axis through the origin with this angular velocity (rad/s)
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub rotating: Option<String>,
    /// Hold closed contacts as if they were joints
    #[arg(long)]
    pub hold_contacts: bool,
    /// Shapes of the first N modes
    #[arg(long, value_name = "N", default_value = "0", allow_hyphen_values = true)]
    pub modes: String,
    /// Modes at N values of a parameter from A to B: Campbell table, plot and critical speeds
    #[arg(long, value_name = "NAME=A:B:N", value_parser = pair, allow_hyphen_values = true)]
    pub sweep: Option<(String, String)>,
    /// Folder for table and plot of --sweep [default: runs/NAME-campbell]
    #[arg(long, value_name = "DIR", requires = "sweep")]
    pub out: Option<PathBuf>,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

/// What to begin.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// Name of the model: NAME.toml is written, and never replaced
    pub name: String,
}

/// What to write as a file.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Named problem
    pub problem: String,
    /// Set a parameter of the problem; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub set: Vec<(String, String)>,
    /// Write to this file, which must not exist, instead of printing
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What to read.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// Robot description: URDF, or MJCF (.xml)
    pub file: PathBuf,
    /// Contacts between links of one robot that no joint connects, too
    #[arg(long)]
    pub self_collision: bool,
    /// Folder in which `package://` paths of meshes are, and others outside of the file's folder [default: that of the file]
    #[arg(long, value_name = "DIR")]
    pub packages: Option<PathBuf>,
    /// Height of the robot's lowest point above the floor at the start, in metres
    #[arg(long, value_name = "H", default_value_t = 0.0, allow_hyphen_values = true)]
    pub height: f64,
    /// Keyframe of an MJCF file to start from, by name or number
    #[arg(long, value_name = "NAME")]
    pub keyframe: Option<String>,
    /// Write to this file, which must not exist, instead of printing
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What to solve.
#[derive(Debug, Args)]
pub struct LcpArgs {
    /// File with n, M row by row and q, or as Siconos writes it (n, 0, n, n, n, n, M by columns, q): find z with
    /// w = M z + q, 0 <= w _|_ z >= 0
    pub file: PathBuf,
    /// auto, lemke, pivoting, murty, gauss-seidel, newton, min-map or enumerate
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub solver: String,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

/// What to solve.
#[derive(Debug, Args)]
pub struct ContactArgs {
    /// File with a contact problem: local or global (.dat: dense, blocks or sparse), by bodies (.fcb), or JSON as this program writes it
    pub file: PathBuf,
    /// auto, dense, lcp, nsgs, newton, interior-point, path or admm
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub solver: String,
    /// Relative error to be reached
    #[arg(long, value_name = "T", default_value = "1e-8", allow_hyphen_values = true)]
    pub tol: String,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

/// Which problems to list.
#[derive(Debug, Args)]
pub struct ProblemsArgs {
    /// What to list
    #[command(flatten)]
    pub list: ListArgs,
    /// Only those of a set: joints (mechanisms without contact), impacts, flexible
    #[arg(long, value_name = "SET", conflicts_with = "name")]
    pub set: Option<String>,
}

/// What to list.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Describe only this one
    pub name: Option<String>,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

/// What to go on with.
#[derive(Debug, Args)]
pub struct ResumeArgs {
    /// Folder of a run with --checkpoint
    pub dir: PathBuf,
    /// Another end time
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub t_end: Option<String>,
    /// Print errors only
    #[arg(long)]
    pub quiet: bool,
}

/// What to judge.
#[derive(Debug, Args)]
pub struct AuditArgs {
    /// Folder of a run
    pub dir: PathBuf,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// The folder of a run.
#[derive(Debug, Args)]
pub struct RecoverArgs {
    /// Folder of the run
    pub dir: PathBuf,
    /// Print errors only
    #[arg(long)]
    pub quiet: bool,
}

/// What to run.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
#[serde(default)]
pub struct RunArgs {
    /// Named problem (see `percussion problems`), model file (.toml) or robot description (.urdf, .xml)
    #[arg(value_name = "PROBLEM|FILE.toml")]
    pub problem: String,
    /// Scheme (see `percussion schemes`); the problem's own by default
    #[arg(long, value_name = "NAME")]
    pub scheme: Option<String>,
    /// Step size; of schemes that choose their own steps, the interval of the output
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub dt: Option<String>,
    /// Tolerance, for schemes with an option `tol`
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub tol: Option<String>,
    /// Largest internal step, for schemes that choose their own (option `h_max`)
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub max_step: Option<String>,
    /// Smallest internal step (option `h_min`)
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub min_step: Option<String>,
    /// First internal step (option `h0`)
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub first_step: Option<String>,
    /// End time
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub t_end: Option<String>,
    /// Set a parameter or an initial value of the problem; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub set: Vec<(String, String)>,
    /// Set an option of the scheme; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub scheme_set: Vec<(String, String)>,
    /// Run a named problem with the settings of problem and scheme that its document prints; --set and --scheme-set come after them
    #[arg(long)]
    pub published: bool,
    /// Start from the static equilibrium under the weight; the same as --set settle=yes
    #[arg(long)]
    pub static_start: bool,
    /// Record every N-th step [default: 1, or what the model file says]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub every: Option<String>,
    /// Steps that are judged by the laws of mechanics: every, sampled or off [default: off]
    #[arg(long, value_name = "WHICH")]
    pub audit: Option<String>,
    /// Draw coordinates, velocities, forces and percussions as q.svg, u.svg, la.svg, P.svg; with names of columns, those as plot.svg
    #[arg(long, value_name = "COLUMN,...", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub plot: Option<String>,
    /// Columns to write: all, touched (without contacts that never touched), or names such as q.*,gN.floor
    #[arg(long, value_name = "COLUMN,...")]
    pub columns: Option<String>,
    /// Files to write the rows to: csv, npz, parquet, vtk, scene, or several [default: csv]
    #[arg(long, value_name = "FORMAT,...")]
    pub format: Option<String>,
    /// Save the state every so often, for `percussion resume`: 60s or 1000steps
    #[arg(long, value_name = "60s|1000steps")]
    pub checkpoint: Option<String>,
    /// Write the contact problems of the run as files that `percussion contact` reads: all, slow or failed ones
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub dump_contact_problems: Option<String>,
    /// Start from a row of another run, as it was at the time --at
    #[arg(long, value_name = "DIR")]
    pub from: Option<PathBuf>,
    /// Time of the row to start from [default: the last one]
    #[arg(long, value_name = "T", requires = "from", allow_hyphen_values = true)]
    pub at: Option<String>,
    /// Folder of the meshes of a robot description that are outside of its own
    #[arg(long, value_name = "DIR")]
    pub packages: Option<PathBuf>,
    /// Folder for the results [default: runs/PROBLEM-SCHEME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print errors only
    #[arg(long)]
    pub quiet: bool,
}

impl RunArgs {
    /// A run with all defaults.
    pub fn of(problem: &str) -> Self {
        RunArgs { problem: problem.into(), ..RunArgs::default() }
    }

    /// A problem to be looked at: with what the steps have taken.
    pub fn shown(problem: &str) -> Self {
        RunArgs { columns: Some("touched,steps.*".into()), ..RunArgs::of(problem) }
    }
}

/// What to show.
#[derive(Debug, Args)]
pub struct ViewArgs {
    /// Folder of a run, model file or named problem
    #[arg(value_name = "RUN|FILE|PROBLEM")]
    pub subject: String,
    /// Scheme; the problem's own by default
    #[arg(long, value_name = "NAME")]
    pub scheme: Option<String>,
    /// Step size
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub dt: Option<String>,
    /// End time
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub t_end: Option<String>,
    /// Set a parameter or an initial value; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub set: Vec<(String, String)>,
    /// Folder of the meshes of a robot description that are outside of its own
    #[arg(long, value_name = "DIR")]
    pub packages: Option<PathBuf>,
    /// Port on loopback [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// Print the address only
    #[arg(long)]
    pub no_open: bool,
}

/// What to put on a page.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Folders of runs, up to four: on one clock, side by side
    #[arg(value_name = "RUN", required = true)]
    pub runs: Vec<PathBuf>,
    /// The page [default: RUN/report.html, of several runs report.html]
    #[arg(long, value_name = "FILE.html")]
    pub out: Option<PathBuf>,
}

/// What to put into the gallery.
#[derive(Debug, Args)]
pub struct GalleryArgs {
    /// Folder for the pages
    #[arg(long, value_name = "DIR", default_value = "gallery")]
    pub out: PathBuf,
    /// Folder of model files that are shown too
    #[arg(long, value_name = "DIR")]
    pub models: Option<PathBuf>,
    /// Only these; a model file FILE.toml is called model-FILE
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub only: Vec<String>,
    /// At most 400 steps of each
    #[arg(long)]
    pub quick: bool,
}

/// What to draw.
#[derive(Debug, Args)]
pub struct PlotArgs {
    /// Folder of a run
    #[arg(value_name = "RUN")]
    pub run: PathBuf,
    /// Columns, up to eight [default: those that change most]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub columns: Vec<String>,
    /// The picture [default: RUN/plot.svg]
    #[arg(long, value_name = "FILE.svg")]
    pub out: Option<PathBuf>,
}

/// What to load.
#[derive(Debug, Args)]
pub struct StaticArgs {
    /// Named problem (see `percussion problems`), model file (.toml) or robot description (.urdf, .xml)
    #[arg(value_name = "PROBLEM|FILE.toml")]
    pub problem: String,
    /// Set a parameter or an initial value of the problem; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, allow_hyphen_values = true)]
    pub set: Vec<(String, String)>,
    /// Folder of the meshes of a robot description that are outside of its own
    #[arg(long, value_name = "DIR")]
    pub packages: Option<PathBuf>,
    /// Load steps
    #[arg(long, value_name = "N", default_value = "10", allow_hyphen_values = true)]
    pub steps: String,
    /// Follow the path by its arc length, past limit points of the load
    #[arg(long)]
    pub arc_length: bool,
    /// Steady rotation about an axis through the origin: equilibrium in a frame that turns (rad/s)
    #[arg(long, value_name = "X,Y,Z", conflicts_with = "arc_length", allow_hyphen_values = true)]
    pub rotating: Option<String>,
    /// Time that belongs to the full load [default: the end of the problem or file]
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub t_end: Option<String>,
    /// Folder for the results [default: runs/PROBLEM-static]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print errors only
    #[arg(long)]
    pub quiet: bool,
}

/// What to show.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Folder for plots and page
    #[arg(long, value_name = "DIR", default_value = "demo")]
    pub out: PathBuf,
    /// Only these problems
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub problems: Vec<String>,
    /// At most 2000 steps of each problem
    #[arg(long)]
    pub quick: bool,
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().into(), value.trim().into()))
        }
        _ => Err("expected NAME=VALUE, for example e_N=0.5".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn pairs() {
        assert_eq!(pair("u0.x=-1"), Ok(("u0.x".into(), "-1".into())));
        assert_eq!(pair(" a = b=c "), Ok(("a".into(), "b=c".into())));
        for bad in ["", "a", "=1", "a=", " =1"] {
            assert!(pair(bad).is_err(), "{bad}");
        }
    }
}
