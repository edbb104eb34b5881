//! Runs as the viewer shows them.

use crate::errors;
use crate::model::Prepared;
use numpy::PyReadonlyArray2;
use percussion::record::ContactRow;
use percussion_page::page::page as whole;
use percussion_page::scene_file::{json, About, Take, ROWS};
use percussion_page::table::{EventRow, Table};
use percussion_page::vtk;
use pyo3::prelude::*;

/// Largest page.
const MAX_BYTES: usize = 50 << 20;

/// A run as `scene.json`: with what moves where the model is known, else its columns alone.
#[pyfunction]
pub fn scene(
    py: Python<'_>,
    model: Option<&Bound<'_, Prepared>>,
    columns: Vec<String>,
    data: PyReadonlyArray2<'_, f64>,
    events: Vec<(f64, String, String, f64, f64, f64)>,
    contacts: Vec<crate::run::ContactRow>,
    name: String,
    text: Option<String>,
    summary: &str,
) -> PyResult<String> {
    let data = data.as_array();
    if data.ncols() != columns.len() || columns.first().is_none_or(|c| c != "t") {
        return Err(errors::value("the data must have a column for every name, the first being t"));
    }
    let rows: Vec<f64> = data.iter().copied().collect();
    let event = |(t, kind, contact, pre, post, impulse)| EventRow {
        t,
        kind,
        contact,
        values: [pre, post, impulse],
    };
    let events: Vec<EventRow> = events.into_iter().map(event).collect();
    let summary = serde_json::from_str(summary).ok();
    let about = About { name, model: text, summary, ..About::default() };
    let Some(model) = model else {
        let table = Table::pick(columns, &rows, events, ROWS);
        return Ok(py.detach(|| json(&table, None, &about)));
    };
    let this = model.get();
    let contacts = contacts.into_iter().map(listed).collect();
    this.call(py, || Take::of_rows(&this.system, columns, &rows, events, contacts).json(&about))
}

fn listed((t, contact, gap, percussion, force, impulse): crate::run::ContactRow) -> ContactRow {
    let mut c = ContactRow::default();
    (c.t, c.contact, c.gap) = (t, contact, gap);
    (c.percussion, c.force, c.impulse) = (percussion, force, impulse);
    c
}

/// Rows for ParaView: `write` is called with the time and the text of each.
#[pyfunction]
pub fn paraview(
    py: Python<'_>,
    model: &Bound<'_, Prepared>,
    columns: Vec<String>,
    data: PyReadonlyArray2<'_, f64>,
    contacts: Vec<crate::run::ContactRow>,
    write: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let rows: Vec<f64> = data.as_array().iter().copied().collect();
    let contacts: Vec<ContactRow> = contacts.into_iter().map(listed).collect();
    let this = model.get();
    if rows.len() != columns.len() * data.as_array().nrows()
        || columns.len() <= this.system.nq + this.system.nu
    {
        return Err(errors::value(
            "the data must have a column for every name, time and state first",
        ));
    }
    this.call(py, || ())?;
    vtk::rows(&this.system, &columns, &rows, &contacts, |t, text| {
        write.call1((t, text)).map(|_| ())
    })
}

/// The list of files with their times that ParaView opens.
#[pyfunction]
pub fn collection(files: Vec<(f64, String)>) -> String {
    vtk::collection(&files)
}

/// Runs in one page that needs nothing else.
#[pyfunction]
pub fn page(py: Python<'_>, title: &str, runs: Vec<String>) -> PyResult<String> {
    let text = py.detach(|| whole(title, &runs));
    match text.len() > MAX_BYTES {
        true => Err(errors::value(format!(
            "the page would have {} MB, {} are allowed: show fewer runs",
            text.len() >> 20,
            MAX_BYTES >> 20
        ))),
        false => Ok(text),
    }
}
