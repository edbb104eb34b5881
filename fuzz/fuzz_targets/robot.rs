//! Robot descriptions, URDF and MJCF: what comes out is a model file that can be read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use percussion::file::robots::{convert_with, ImportOptions};

fuzz_target!(|text: &str| {
    let none = |_: &str| Err("no such file".to_string());
    if let Ok(robot) = convert_with(text, ImportOptions::default(), &none) {
        let _ = percussion::problems::load("m.toml", &robot.toml, &none, &[]);
    }
});
