//! What `make fuzz` has found, and some inputs that are always the same.

#![cfg(all(feature = "files", feature = "urdf"))]
#![allow(dead_code)]

#[path = "../examples/fuzz/input.rs"]
mod input;

use input::{seeds, Input, Random};
use percussion::schemes::Interrupt;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Nothing of the corpus panics.
#[test]
fn what_was_found_is_cured() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("fuzz/corpus")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "md") {
            let input = Input::read(&std::fs::read_to_string(&path).unwrap());
            input.run(&Interrupt::default(), false);
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}

/// Inputs of every kind from one seed.
#[test]
fn mutated_inputs_do_not_panic() {
    let seeds = seeds(root());
    let mut rng = Random::new(20_240_229);
    let mut kinds = Vec::new();
    for _ in 0..400 {
        let (input, _) = Input::new(&mut rng, &seeds, false);
        // long work ends, as it does by hand
        let stop = Interrupt::default();
        let raise = stop.clone();
        let (done, ended) = std::sync::mpsc::channel::<()>();
        let clock = std::thread::spawn(move || {
            if ended.recv_timeout(std::time::Duration::from_secs(2)).is_err() {
                raise.raise();
            }
        });
        input.run(&stop, false);
        drop(done);
        clock.join().unwrap();
        if !kinds.contains(&input.kind) {
            kinds.push(input.kind);
        }
    }
    assert_eq!(kinds.len(), 7, "{kinds:?}");
}
