//! What remains of a run: its files, made of the log, and what is said of it.

use crate::claim::RunFolder;
use crate::contact_dump;
use crate::error::CliError;
use crate::formats::{self, Format};
use crate::log::{Log, LOG};
use crate::output::{Staged, CONTACTS, FILES, SCENE};
use crate::pictures::{self, chosen};
use crate::plot;
use crate::run::Job;
use crate::show;
use crate::summary::Summary;
use crate::table::Table;
use crate::terminal;
use crate::vtk;
use crate::writer::{Draft, Written};
use percussion::record::{Record, Status};

/// Events that are kept in memory.
const MOST_EVENTS: usize = 100_000;

impl Job {
    /// Makes the files of the log, all of them or none, and says what happened.
    pub fn conclude(
        &self,
        folder: &RunFolder,
        written: Written,
        record: Record,
        quiet: bool,
    ) -> Result<(), CliError> {
        self.make_files(folder, written, record, quiet).map_err(|e| match e {
            CliError::Usage(why) if folder.path().join(LOG).is_file() => CliError::Usage(format!(
                "{why}; all rows are in {LOG}, of which 'percussion recover {}' makes the files",
                folder.path().display()
            )),
            e => e,
        })
    }

    fn make_files(
        &self,
        folder: &RunFolder,
        Written { log, mut draft, kept }: Written,
        mut record: Record,
        quiet: bool,
    ) -> Result<(), CliError> {
        let (thin, compared) = (self.thinning(), self.reference().is_some());
        let mut rows = Vec::new();
        if let Some(kept) = kept {
            (rows, record.events) = (kept.rows, kept.events);
        } else if self.looked_at() {
            (rows, record.events) = formats::load(folder.path(), thin, MOST_EVENTS)?;
        }
        if thin == 1 {
            record.data = rows;
            rows = Vec::new();
        } else if compared {
            record.notes.push("no comparison with the reference: too many rows".into());
        }
        let mut summary = Summary::new(self, &record);
        summary.unknown = self.recovered;
        if thin > 1 {
            record.data = rows;
        }
        let header = self.header();
        let places = self.chosen.pick(&header.columns, &log.used);
        let (events, count) = formats::events(folder)?;
        summary.logged(&log, count, places.len());
        let (mut staged, mut files) = self.stage_rows(folder, &log, &places, draft.take())?;
        staged.push(events);
        files.extend([FILES[1], FILES[2]].map(String::from));
        for (name, text) in self.draw(&record)? {
            staged.push(folder.stage(&name, |w| w.write_all(text.as_bytes()))?);
            files.push(name);
        }
        summary.files = files.clone();
        if self.formats.contains(&Format::Vtk) {
            summary.files.push(vtk::FRAMES.into());
        }
        if self.arguments.dump_contact_problems.is_some() {
            summary.files.push(contact_dump::FOLDER.into());
        }
        if self.formats.contains(&Format::Scene) {
            let mut about = show::about(self);
            about.summary = serde_json::from_str(&summary.json()).ok();
            let scene = show::of_record(&self.prepared.system, &record, &about);
            staged.push(folder.stage(SCENE, |w| w.write_all(scene.as_bytes()))?);
        }
        let last = folder.stage(FILES[2], |w| w.write_all(summary.json().as_bytes()))?;
        folder.publish(staged, &summary.files, last)?;
        if !self.keep_log {
            log.remove();
        }
        let place = folder.path().display();
        if !quiet {
            let files = files.join(", ");
            terminal::print(&format!("{}  written to   {place}: {files}\n", summary.text()))?;
        }
        let reached = match summary.t_end_reached {
            Some(t) => format!("at t = {t}"),
            None => "before its first step".into(),
        };
        match &record.status {
            Status::Done => Ok(()),
            Status::Doubtful(laws) => Err(CliError::Doubtful(format!(
                "the result is doubtful, as laws of mechanics are violated: {laws}; the files in '{place}' are complete"
            ))),
            Status::Stopped(reason) => Err(CliError::Stopped(format!(
                "the simulation stopped {reached}: {reason}; the files in '{place}' are complete up to there"
            ))),
            Status::Interrupted => Err(CliError::Interrupted(format!(
                "interrupted {reached}; the files in '{place}' are complete up to there"
            ))),
        }
    }

    /// The rows in all formats but that of the viewer, which needs the summary, and the names of the files.
    fn stage_rows(
        &self,
        folder: &RunFolder,
        log: &Log,
        places: &[usize],
        mut draft: Option<Draft>,
    ) -> Result<(Vec<Staged>, Vec<String>), CliError> {
        let columns = self.header().columns;
        let (mut staged, mut files) = (Vec::new(), Vec::new());
        for format in &self.formats {
            files.push(format.files()[0].to_string());
            match format {
                Format::Csv => staged.push(formats::csv(folder, &columns, places, draft.take())?),
                Format::Npz => staged.push(formats::npz(folder, &columns, places, log.rows)?),
                Format::Parquet => staged.push(formats::parquet(folder, &columns, places)?),
                Format::Vtk => staged.extend(vtk::vtk(folder, &self.prepared.system, &columns)?),
                Format::Scene => {}
            }
        }
        if self.prepared.system.lists() {
            staged.push(formats::contacts(folder)?);
            files.push(CONTACTS.to_string());
        }
        Ok((staged, files))
    }

    /// The pictures of `--plot` with their names.
    fn draw(&self, record: &Record) -> Result<Vec<(String, String)>, CliError> {
        let columns = self.columns(self.arguments.plot.as_deref())?;
        let pictures = match &self.arguments.plot {
            None => Vec::new(),
            Some(_) if columns.is_empty() => pictures::pictures(self, record),
            Some(_) => chosen(&Table::of(record, usize::MAX), &columns).into_iter().collect(),
        };
        let file = |p: &pictures::Picture| (format!("{}.svg", p.name), plot::standalone(&p.svg));
        Ok(pictures.iter().map(file).collect())
    }
}
