//! Runs as the viewer shows them: `scene.json`, and pages that need nothing else. Text comes out;
//! files are the caller's.

pub mod encode;
pub mod page;
pub mod scene_file;
pub mod table;
