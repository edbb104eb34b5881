//! Studies: many runs in parallel, and what they show.
//!
//! | study | runs | what it shows |
//! |---|---|---|
//! | order | one problem, schemes x steps | [`orders`]: slopes of the errors |
//! | work-precision | problems, schemes x steps or tolerances | errors against evaluations and time |
//! | profile | a set of problems x schemes | [`profiles`]: shares solved within a factor of the best |
//! | compare | one problem, schemes | [`Trace`]s over each other |
//! | sweep | one model, values of its parameters | [`Quantity`]s of each run |
//!
//! A [`Plan`] gives the list of [`Case`]s of the first four, a [`Sweep`] the values of the last. [`parallel`]
//! runs any list of tasks on several threads. A task depends on its own data only, so that its numbers depend
//! neither on the number of threads nor on which tasks were run before; what comes out can be written
//! down task by task and read back, and a study that was interrupted goes on where it was. Files belong to
//! the caller; drawings are text (`figure`).

mod case;
mod figure;
mod plan;
mod results;
mod sweep;
mod trace;

pub use case::{Against, Case, Fine, Outcome};
pub use figure::{figure, panels, Axis, Curve};
pub use plan::{fine_run, prime_step, resolve, Plan, MOST_EVALUATIONS};
pub use results::{orders, profiles, OrderRow, ProfileCurve, Work, TAU_MAX, VIOLATION};
pub use sweep::{Draw, Grid, Law, Quantity, Sweep, MOST_RUNS};
pub use trace::{Series, Trace};

use crate::schemes::Interrupt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// Runs tasks on several threads. `done` is called with the number and the result of each as it ends, in any
/// order, one call at a time, and may end the study; so may `stop`. A task that was stopped itself
/// gives none.
pub fn parallel<R: Send>(
    tasks: &[usize],
    threads: usize,
    stop: &Interrupt,
    run: impl Fn(usize) -> Option<R> + Sync,
    done: impl FnMut(usize, R) -> ControlFlow<()> + Send,
) {
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((done, false));
    let work = || {
        while let Some(&k) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.raised() {
                return;
            }
            let Some(result) = run(k) else { return };
            let Ok(mut s) = shared.lock() else { return };
            s.1 = s.1 || (s.0)(k, result).is_break();
            if s.1 {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        // where no thread can be made, this one does it all
        for _ in 1..threads.min(tasks.len()) {
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
}

/// Runs the cases for which `known` has nothing. `done` is called as in [`parallel`]. What was stopped
/// before its end is missing in the answer.
pub fn run_all(
    cases: &[Case],
    known: &[Option<Outcome>],
    threads: usize,
    stop: &Interrupt,
    mut done: impl FnMut(usize, &Outcome) -> ControlFlow<()> + Send,
) -> Vec<Option<Outcome>> {
    let mut all: Vec<Option<Outcome>> =
        (0..cases.len()).map(|k| known.get(k).cloned().flatten()).collect();
    let todo: Vec<usize> = (0..cases.len()).filter(|&k| all[k].is_none()).collect();
    let fine = Fine::default();
    let note = |k: usize, outcome: Outcome| {
        let flow = done(k, &outcome);
        all[k] = Some(outcome);
        flow
    };
    parallel(&todo, threads, stop, |k| cases[k].run(stop, &fine), note);
    all
}

#[cfg(test)]
mod tests;
