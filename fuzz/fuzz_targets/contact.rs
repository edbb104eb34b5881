//! Files with contact problems.
#![no_main]

use libfuzzer_sys::fuzz_target;
use percussion::contact::file;

fuzz_target!(|text: &str| {
    if let Ok((problem, point)) = file::parse(text) {
        file::write(&problem, &point.m, "");
    }
});
