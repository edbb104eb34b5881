//! Model files: parsed, built and made ready.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let include = |_: &str| Err("no such file".to_string());
    if let Ok(file) = percussion::problems::load("m.toml", text, &include, &[]) {
        if file.model.bodies().count() <= 20 {
            let _ = file.prepare();
        }
    }
});
