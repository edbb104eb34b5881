//! Runs as the viewer shows them: `scene.json`, and pages that need nothing else. Text comes out,
//! and [`save`] writes it.

pub mod encode;
pub mod page;
pub mod save;
pub mod scene_file;
pub mod table;
pub mod vtk;
