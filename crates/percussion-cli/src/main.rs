//! The command line of percussion.

mod allocator;
mod args;
mod audit;
mod check;
mod claim;
mod conclude;
mod contact;
mod contact_dump;
mod demo;
mod digits;
mod error;
mod formats;
mod gallery;
mod lcp;
mod list;
mod lock;
mod log;
mod model;
mod output;
mod page;
mod parquet;
mod pictures;
mod plot;
mod random;
mod report;
mod resume;
mod run;
mod serve;
mod show;
mod statics;
mod strobe;
mod study;
mod summary;
mod table;
mod terminal;
mod tick;
mod view;
mod vtk;
mod writer;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

#[global_allocator]
static MEMORY: allocator::Ending = allocator::Ending;

fn main() -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(e) => {
            // Help and version are no errors; a closed pipe is nobody's.
            let _ = e.print();
            return if e.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    let result = match command {
        Command::Problems(args) => list::problems(&args),
        Command::Schemes(args) => list::schemes(&args),
        Command::Run(args) => run::run(&args),
        Command::Resume(args) => resume::resume(&args),
        Command::Recover(args) => resume::recover(&args),
        Command::Rerun(args) => resume::rerun(&args),
        Command::Audit(args) => audit::audit(&args),
        Command::Static(args) => statics::statics(&args),
        Command::Check(args) => check::check(&args),
        Command::New(args) => model::new(&args),
        Command::Schema => model::schema(),
        Command::Export(args) => model::export(&args),
        Command::Import(args) => model::import(&args),
        Command::Demo(args) => demo::demo(&args),
        Command::View(args) => view::view(&args),
        Command::Report(args) => report::report(&args),
        Command::Plot(args) => pictures::plot(&args),
        Command::Gallery(args) => gallery::gallery(&args),
        Command::Lcp(args) => lcp::lcp(&args),
        Command::Contact(args) => contact::contact(&args),
        Command::Order(args) => study::order(&args),
        Command::WorkPrecision(args) => study::work_precision(&args),
        Command::Profile(args) => study::profile(&args),
        Command::Compare(args) => study::compare(&args),
        Command::Sweep(args) => study::sweep(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            terminal::complain(&format!("error: {e}"));
            ExitCode::from(e.code())
        }
    }
}
