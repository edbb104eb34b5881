//! What a simulation costs beside its steps: the bouncing ball, 5000 steps, by the bare stepper and through
//! `Run` with a record of all rows and of every tenth. `cargo bench -p percussion --bench run`.
//!
//! Both are measured in turns in one process, the smallest of many repeats counts: ratios hold on a busy machine.

use percussion::problems::{find, prepare};
use percussion::schemes::{Scheme, Start};
use std::sync::Arc;
use std::time::Instant;

const STEPS: usize = 5000;
const REPEATS: usize = 60;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for name in ["bouncing-ball", "rotating-ball", "four-bar"] {
        let problem = find(name)?;
        let ready = prepare(problem, &[])?;
        let (system, dt) = (Arc::new(ready.system), 1e-3);
        let scheme = Scheme::new("alpha")?;
        let mut best = [f64::INFINITY; 3];
        for _ in 0..REPEATS {
            for (k, best) in best.iter_mut().enumerate() {
                let begun = Instant::now();
                if k == 0 {
                    let mut s = scheme.start(&system, &Start::of(&system, dt))?;
                    for _ in 0..STEPS {
                        s.step(dt)?;
                    }
                } else {
                    let every = [1, 10][k - 1];
                    let run = system.run(scheme.clone()).dt(dt).every(every);
                    let record = run.until(STEPS as f64 * dt)?;
                    assert!(!record.is_empty());
                }
                *best = best.min(begun.elapsed().as_secs_f64() / STEPS as f64 * 1e9);
            }
        }
        let [bare, all, tenth] = best;
        println!(
            "{name:16} stepper {bare:7.1} ns a step, Run {all:7.1} ({:+.1} %), of every tenth row {tenth:7.1} ({:+.1} %)",
            100.0 * (all / bare - 1.0),
            100.0 * (tenth / bare - 1.0)
        );
    }
    Ok(())
}
