//! What a simulation costs beside its steps: the bouncing ball, 5000 steps, by the bare stepper and through
//! `Run` with a record of all rows and of every tenth. `cargo bench -p percussion --bench run`.
//!
//! `Run` ends its steps at multiples of dt, so that their lengths differ by rounding; the bare stepper makes the same ones.
//!
//! Both are measured in turns in one process by the time that the thread had, where the system tells it, and the smallest of
//! several blocks counts: ratios hold on a busy machine.

use percussion::problems::{find, prepare};
use percussion::schemes::{Scheme, Start};
use std::sync::Arc;
use std::time::Instant;

const STEPS: usize = 5000;
const BLOCKS: usize = 5;
/// The system tells the time of a thread in steps of some milliseconds.
const BLOCK: f64 = 0.4;

/// Time of this thread (s), or that of the clock.
fn now(begun: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|t| t.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(|| begun.elapsed().as_secs_f64(), |n| 1e-9 * n)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for name in ["bouncing-ball", "rotating-ball", "four-bar"] {
        let problem = find(name)?;
        let ready = prepare(problem, &[])?;
        let (system, dt) = (Arc::new(ready.system), 1e-3);
        let scheme = Scheme::new("alpha")?;
        let (mut best, mut evaluations) = ([f64::INFINITY; 3], [0; 2]);
        let clock = Instant::now();
        for _ in 0..BLOCKS {
            for (k, best) in best.iter_mut().enumerate() {
                let (begun, mut repeats) = (now(clock), 0);
                while now(clock) - begun < BLOCK {
                    repeats += 1;
                    if k == 0 {
                        let mut s = scheme.start(&system, &Start::of(&system, dt))?;
                        for k in 1..=STEPS {
                            s.step(k as f64 * dt - s.state().t)?;
                        }
                        evaluations[0] = s.evaluations();
                    } else {
                        let run = system.run(scheme.clone()).dt(dt).every([1, 10][k - 1]);
                        let record = run.until(STEPS as f64 * dt)?;
                        assert!(!record.is_empty());
                        evaluations[1] = record.statistics.evaluations;
                    }
                }
                let steps = f64::from(repeats) * STEPS as f64;
                *best = best.min((now(clock) - begun) / steps * 1e9);
            }
        }
        assert_eq!(evaluations[0], evaluations[1], "the same steps");
        let [bare, all, tenth] = best;
        println!(
            "{name:16} stepper {bare:7.1} ns a step, Run {all:7.1} ({:+.1} %), of every tenth row {tenth:7.1} ({:+.1} %)",
            100.0 * (all / bare - 1.0),
            100.0 * (tenth / bare - 1.0)
        );
    }
    Ok(())
}
