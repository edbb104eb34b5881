//! Files with linear complementarity problems, and all solvers on small ones.
#![no_main]

use libfuzzer_sys::fuzz_target;
use percussion::contact::lcp::{file, Solver};

fuzz_target!(|text: &str| {
    let Ok(problem) = file::parse(text) else { return };
    if problem.q.len() <= 6 {
        for (_, solver) in Solver::NAMES {
            let _ = problem.solve(solver);
        }
    }
});
