//! Meshes, STL in both forms and OBJ, and their hulls.
#![no_main]

use libfuzzer_sys::fuzz_target;
use percussion::shapes::{read_obj, read_stl, Hull};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for mesh in [read_stl(bytes), read_obj(&text)].into_iter().flatten() {
        let _ = (mesh.faults(), mesh.mass_properties());
        if mesh.vertices.len() <= 200 {
            let _ = Hull::new(&mesh.vertices, 1e-9);
        }
    }
});
