//! `scene.json`: a run as the viewer shows it. Scene, motion, columns, events and summary in one
//! file, whose numbers are coded as [`crate::encode`] says.

use crate::encode::Tracks;
use crate::table::{EventRow, Table};
use percussion::record::{ContactRow, Record};
use percussion::scene::{unit, Motion, Scene};
use percussion::system::System;
use serde::Serialize;
use serde_json::{json, Value};

/// Rows that are shown.
pub const ROWS: usize = 3000;
/// Numbers that are shown: fewer rows of large systems.
const NUMBERS: usize = 12_000_000;
/// Numbers of columns beside those of the scene.
const COLUMN_NUMBERS: usize = 4_000_000;
/// Events that are listed.
const EVENTS: usize = 5_000;

#[derive(Serialize)]
struct File<'a> {
    format: &'static str,
    version: u32,
    name: &'a str,
    command: &'a str,
    model: Option<&'a str>,
    notes: Vec<String>,
    scene: Option<&'a Scene>,
    rows: usize,
    rows_in_record: usize,
    thinned: Option<&'a str>,
    live: bool,
    columns: Vec<Value>,
    sections: Vec<Value>,
    contact_entries: usize,
    has_forces: bool,
    events: Vec<Value>,
    summary: Option<&'a Value>,
    data: String,
}

/// What is said about a run beside its numbers.
#[derive(Clone, Default)]
pub struct About {
    /// Title.
    pub name: String,
    /// What repeats it.
    pub command: String,
    /// The model as a file.
    pub model: Option<String>,
    /// Whether it goes on.
    pub live: bool,
    /// Contents of summary.json.
    pub summary: Option<Value>,
}

/// Rows that are shown: fewer of large systems.
pub fn rows_of(scene: &Scene) -> usize {
    let width = 7 * scene.frames + 3 * scene.joints.len() + 12 * scene.contacts.len().min(500);
    (NUMBERS / (width + 1)).clamp(50, ROWS)
}

/// A record with its scene: what can be drawn.
pub struct Take {
    /// What there is.
    pub scene: Scene,
    /// Where it is.
    pub motion: Motion,
    /// The rows.
    pub table: Table,
}

impl Take {
    /// Of a record, with fewer rows where there is too much to show.
    pub fn new(sys: &System, record: &Record) -> Self {
        let scene = Scene::of(sys);
        let table = Table::of(record, rows_of(&scene));
        Take::at(sys, scene, table)
    }

    /// Of rows one after another, and what contacts without columns did.
    pub fn of_rows(
        sys: &System,
        columns: Vec<String>,
        data: &[f64],
        events: Vec<EventRow>,
        contacts: Vec<ContactRow>,
    ) -> Self {
        let scene = Scene::of(sys);
        let table = Table::pick(columns, data, events, rows_of(&scene));
        Take::at(sys, scene, Table { contacts, ..table })
    }

    /// Of a table whose first columns are time, coordinates and velocities.
    pub fn at(sys: &System, mut scene: Scene, table: Table) -> Self {
        let mut motion = Motion::new(&scene, sys, &table.columns);
        for k in 0..table.len() {
            motion.push(&scene, sys, table.row(k));
            motion.push_listed(&mut scene, sys, table.row(k), table.did(k));
        }
        Take { scene, motion, table }
    }

    /// The file.
    pub fn json(&self, about: &About) -> String {
        json(&self.table, Some((&self.scene, &self.motion)), about)
    }
}

/// The file of a job's record.
pub fn of_record(sys: &System, record: &Record, about: &About) -> String {
    Take::new(sys, record).json(about)
}

/// The file of a table, with a scene where there is one.
pub fn json(table: &Table, scene: Option<(&Scene, &Motion)>, about: &About) -> String {
    let mut notes = Vec::new();
    let mut tracks = Tracks::default();
    // times to twelve digits
    tracks.push_with(&table.column(0), 1.0 / (1_u64 << 40) as f64);
    let motion = scene.map(|(_, motion)| motion);
    if let Some(m) = motion {
        m.frames.iter().for_each(|c| tracks.push(c));
        m.measures.iter().for_each(|c| tracks.push(c));
        m.joints.iter().chain(&m.loads).for_each(|c| tracks.push(c));
        m.sections.iter().flat_map(|(_, c)| c).for_each(|c| tracks.push(c));
    }
    let most = (COLUMN_NUMBERS / table.len().max(1)).max(20);
    let columns = table.columns.len().saturating_sub(1).min(most);
    if columns + 1 < table.columns.len() {
        let of = table.columns.len() - 1;
        notes.push(format!("{columns} of {of} columns are here; the trajectory has all of them"));
    }
    (1..=columns).for_each(|c| tracks.push(&table.column(c)));
    let entries = motion.map_or(0, |m| push_contacts(&mut tracks, m));
    if table.events.len() > EVENTS {
        notes.push(format!("{EVENTS} of {} events are listed", table.events.len()));
    }
    let stride = table.events.len().div_ceil(EVENTS).max(1);
    let events = table.events.iter().step_by(stride).map(|e| {
        let [pre, post, impulse] = e.values;
        json!([e.t, e.kind, e.contact, pre, post, impulse])
    });
    let column = |c: &String| json!({ "name": c, "unit": unit(c) });
    let section =
        |(part, c): &(usize, Vec<Vec<f64>>)| json!({ "part": part, "places": c.len() / 2 });
    let file = File {
        format: "percussion-scene",
        version: 1,
        name: &about.name,
        command: &about.command,
        model: about.model.as_deref(),
        notes,
        scene: scene.map(|(scene, _)| scene),
        rows: table.len(),
        rows_in_record: table.rows_in_record,
        thinned: table.thinned.as_deref(),
        live: about.live,
        columns: table.columns.iter().skip(1).take(columns).map(column).collect(),
        sections: motion.iter().flat_map(|m| &m.sections).map(section).collect(),
        contact_entries: entries,
        has_forces: motion.is_some_and(|m| m.has_forces),
        events: events.collect(),
        summary: about.summary.as_ref().or(table.summary.as_ref()),
        data: tracks.finish(),
    };
    // Strings and numbers: this cannot fail.
    serde_json::to_string(&file).unwrap_or_else(|e| format!("\"{e}\""))
}

/// Contacts of all rows, contact by contact: columns that change little.
fn push_contacts(tracks: &mut Tracks, m: &Motion) -> usize {
    let mut entries: Vec<(usize, &percussion::scene::ContactRow)> = Vec::new();
    for (row, &start) in m.starts.iter().enumerate() {
        let end = m.starts.get(row + 1).copied().unwrap_or(m.contacts.len());
        entries.extend(m.contacts[start..end].iter().map(|c| (row, c)));
    }
    entries.sort_by_key(|(row, c)| (c.contact, *row));
    tracks.push_whole(entries.iter().map(|(row, _)| *row));
    tracks.push_whole(entries.iter().map(|(_, c)| c.contact));
    tracks.push_whole(entries.iter().map(|(_, c)| c.phase as usize));
    for what in 0..4 {
        for i in 0..3 {
            let value =
                |c: &percussion::scene::ContactRow| [c.point, c.n, c.force, c.percussion][what][i];
            let column: Vec<f64> = entries.iter().map(|(_, c)| value(c)).collect();
            tracks.push(&column);
        }
    }
    entries.len()
}
