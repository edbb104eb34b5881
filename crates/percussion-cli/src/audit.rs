//! `percussion audit`.

use crate::args::AuditArgs;
use crate::error::CliError;
use crate::resume::job_of;
use crate::summary::laws;
use crate::{table, terminal};
use percussion::record::{is_sum, Record, Status};
use percussion::run;

/// Judges the rows of a folder of results by the laws of mechanics.
pub fn audit(args: &AuditArgs) -> Result<(), CliError> {
    let job = job_of(&args.dir)?;
    let table = table::read(&args.dir, usize::MAX)?;
    let system = &job.prepared.system;
    let mut record = Record::new(system, job.has_forces());
    let places: Vec<Option<usize>> =
        record.columns.iter().map(|c| table.columns.iter().position(|name| name == c)).collect();
    for (name, place) in record.columns.iter().zip(&places) {
        // contacts that never touched have no columns
        let left_out = is_sum(name) || ["gN.", "laN.", "laF."].iter().any(|h| name.starts_with(h));
        if place.is_none() && !left_out {
            let dir = args.dir.display();
            return Err(CliError::Usage(format!(
                "'{dir}' cannot be judged: its rows have no column '{name}' (the run chose its --columns)"
            )));
        }
    }
    for row in table.data.chunks_exact(table.columns.len().max(1)) {
        record.data.extend(places.iter().map(|place| place.map_or(0.0, |k| row[k])));
    }
    run::audit(system, job.promise(), &mut record, job.has_forces());
    let found = laws(&record);
    let text = match args.json {
        true => serde_json::to_string_pretty(&found).unwrap_or_default() + "\n",
        false => found.iter().map(|f| format!("{f}\n")).collect(),
    };
    terminal::print(&text)?;
    match record.status {
        Status::Doubtful(why) => {
            Err(CliError::Doubtful(format!("'{}': {why}", args.dir.display())))
        }
        _ => Ok(()),
    }
}
