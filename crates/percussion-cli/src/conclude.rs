//! What remains of a run: its files, made of the log, and what is said of it.

use crate::error::CliError;
use crate::formats::{self, Format};
use crate::log::LOG;
use crate::output::{take_away, Folder, Staged, CONTACTS, FILES, SCENE};
use crate::pictures::{self, chosen};
use crate::plot;
use crate::run::{Job, PICTURES};
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
        folder: &Folder,
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
        folder: &Folder,
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
        let mut staged = Vec::new();
        let mut files = Vec::new();
        for format in &self.formats {
            let (name, file) = match format {
                Format::Csv => {
                    let file = formats::csv(folder, &header.columns, &places, draft.take())?;
                    (FILES[0], file)
                }
                Format::Npz => {
                    let file = formats::npz(folder, &header.columns, &places, log.rows)?;
                    ("trajectory.npz", file)
                }
                Format::Parquet => {
                    let file = formats::parquet(folder, &header.columns, &places)?;
                    ("trajectory.parquet", file)
                }
                Format::Vtk => {
                    let [frames, times] = vtk::vtk(folder, &self.prepared.system, &header.columns)?;
                    staged.push(frames);
                    ("scene.pvd", times)
                }
                Format::Scene => {
                    let mut about = show::about(self);
                    about.summary = serde_json::from_str(&summary.json()).ok();
                    let scene = show::of_record(&self.prepared.system, &record, &about);
                    (SCENE, folder.stage(SCENE, |w| w.write_all(scene.as_bytes()))?)
                }
            };
            staged.push(file);
            files.push(name.to_string());
        }
        staged.push(events);
        if self.prepared.system.lists() {
            staged.push(formats::contacts(folder)?);
            files.push(CONTACTS.to_string());
        }
        staged.push(folder.stage(FILES[2], |w| w.write_all(summary.json().as_bytes()))?);
        files.extend([FILES[1], FILES[2]].map(String::from));
        staged.into_iter().try_for_each(Staged::publish)?;
        Format::clear(&self.formats, folder.path());
        // a draft may be that of a run that was killed
        let old = PICTURES.iter().chain([&Draft::NAME]);
        old.for_each(|name| take_away(&folder.path().join(name)));
        if !self.keep_log {
            log.remove();
        }
        let columns = self.columns(self.arguments.plot.as_deref())?;
        let pictures = match &self.arguments.plot {
            None => Vec::new(),
            Some(_) if columns.is_empty() => pictures::pictures(self, &record),
            Some(_) => chosen(&Table::of(&record, usize::MAX), &columns).into_iter().collect(),
        };
        for p in pictures {
            let name = format!("{}.svg", p.name);
            folder.write(&name, &plot::standalone(&p.svg))?;
            files.push(name);
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
            Status::Stopped(reason) => Err(CliError::Stopped(format!(
                "the simulation stopped {reached}: {reason}; the files in '{place}' are complete up to there"
            ))),
            Status::Interrupted => Err(CliError::Interrupted(format!(
                "interrupted {reached}; the files in '{place}' are complete up to there"
            ))),
        }
    }
}
