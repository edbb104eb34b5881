//! The rows of a run for ParaView.

use crate::error::CliError;
use crate::formats::rows;
use crate::log::Reader;
use crate::output::{Folder, Staged};
use percussion::record::ContactRow;
use percussion::scene::{Motion, Scene};
use percussion::system::System;
use percussion_page::vtk;
use std::path::Path;

/// Folder of the files of rows.
pub const FRAMES: &str = "scene";

/// `scene.pvd` with the times, and `scene/NNNNNN.vtp`: for each row the shapes of the bodies, the
/// lines of flexible ones, and the forces of contacts as vectors at their points.
pub fn vtk(folder: &Folder, sys: &System, columns: &[String]) -> Result<[Staged; 2], CliError> {
    let mut scene = Scene::of(sys);
    let mut listed = Listed::open(folder.path());
    let frames = folder.stage_folder(FRAMES)?;
    let mut list = Vec::new();
    rows(folder.path(), |row| {
        let mut motion = Motion::new(&scene, sys, columns);
        motion.push(&scene, sys, row);
        motion.push_listed(&mut scene, sys, row, listed.at(row[0]));
        let name = format!("{:06}.vtp", list.len());
        std::fs::write(frames.path().join(&name), vtk::frame(&scene, &motion))?;
        list.push((row[0], format!("{FRAMES}/{name}")));
        Ok(())
    })
    .map_err(|e| CliError::file("write", &folder.path().join(FRAMES), &e))?;
    let times = folder.stage("scene.pvd", |out| write!(out, "{}", vtk::collection(&list)))?;
    Ok([frames, times])
}

/// What contacts without columns did, row by row.
struct Listed {
    reader: Option<Reader>,
    block: std::iter::Peekable<std::vec::IntoIter<ContactRow>>,
    row: Vec<ContactRow>,
}

impl Listed {
    fn open(folder: &Path) -> Self {
        let block = Vec::new().into_iter().peekable();
        Listed { reader: Reader::open(folder).ok(), block, row: Vec::new() }
    }
    fn at(&mut self, t: f64) -> &[ContactRow] {
        self.row.clear();
        loop {
            while let Some(c) = self.block.next_if(|c| c.t <= t) {
                if c.t == t {
                    self.row.push(c);
                }
            }
            if self.block.peek().is_some() {
                break;
            }
            let Some(list) = self.reader.as_mut().and_then(Reader::contacts) else { break };
            let row = |(contact, v): (String, [f64; 11])| {
                let three = |k: usize| [v[k], v[k + 1], v[k + 2]];
                let mut c = ContactRow::default();
                (c.t, c.contact, c.gap) = (v[0], contact, v[1]);
                (c.percussion, c.force, c.impulse) = (three(2), three(5), three(8));
                c
            };
            self.block = list.into_iter().map(row).collect::<Vec<_>>().into_iter().peekable();
        }
        &self.row
    }
}
