//! Records as files, by the ending of their names.

use crate::page::page;
use crate::scene_file::{of_record, About};
use crate::vtk;
use percussion::record::Record;
use percussion::system::System;
use std::fs;
use std::io::{BufWriter, Error, ErrorKind, Result, Write};
use std::path::Path;

/// Writes a record: `.csv` its columns, `.html` a page to look at it, `.json` the same for the viewer, `.pvd` files for ParaView, those of
/// the rows in a folder beside it. Files that exist are replaced.
///
/// ```
/// use percussion::prelude::*;
/// use percussion_page::save::save;
/// use std::sync::Arc;
///
/// let mut model = Model::new();
/// model.add("ball", RigidBody::planar(1.0, 0.1).spin(1.0));
/// let system = Arc::new(model.assemble()?);
/// let record = system.run(Alpha::default()).dt(1e-2).until(0.1)?;
/// let folder = std::env::temp_dir().join(format!("percussion-save-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// for name in ["ball.csv", "ball.html", "ball.pvd"] {
///     save(&system, &record, folder.join(name))?;
/// }
/// assert!(std::fs::read_to_string(folder.join("ball.csv"))?.starts_with("t,q.x,q.y,q.theta"));
/// assert!(folder.join("ball/000010.vtp").is_file());
/// let refused = save(&system, &record, folder.join("ball.xls")).unwrap_err().to_string();
/// assert!(refused.contains(".csv"), "{refused}");
/// std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// An ending of another kind; a file that cannot be written.
pub fn save(system: &System, record: &Record, path: impl AsRef<Path>) -> Result<()> {
    let path = path.as_ref();
    let stem = path.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
    let scene = || of_record(system, record, &About { name: stem.clone(), ..About::default() });
    match path.extension().and_then(|e| e.to_str()).unwrap_or("") {
        "csv" => {
            let mut out = BufWriter::new(fs::File::create(path)?);
            record.write_csv(&mut out)?;
            out.flush()
        }
        "json" => fs::write(path, scene()),
        "html" => fs::write(path, page(&stem, &[scene()])),
        "pvd" => {
            let folder = path.with_extension("");
            fs::create_dir_all(&folder)?;
            let mut list = Vec::new();
            vtk::rows(system, &record.columns, &record.data, &record.contacts, |t, text| {
                let name = format!("{:06}.vtp", list.len());
                list.push((t, format!("{stem}/{name}")));
                fs::write(folder.join(name), text)
            })?;
            fs::write(path, vtk::collection(&list))
        }
        other => {
            let why =
                format!("cannot save a record as '.{other}'; allowed: .csv, .html, .json, .pvd");
            Err(Error::new(ErrorKind::InvalidInput, why))
        }
    }
}
