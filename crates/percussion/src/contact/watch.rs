//! A look at the contact problems of a run, for those who want to keep them.
//!
//! Schemes solve contact problems deep inside their steps. Who wants to see them calls [`watch`]; until
//! the guard it returns is dropped, every problem that is solved for the calling thread is shown with the
//! multipliers it started from and its outcome.

use super::problem::Problem;
use super::solver::Outcome;
use std::cell::RefCell;

type Look = Box<dyn FnMut(&Problem, &[f64], &Outcome)>;

thread_local! {
    static LOOK: RefCell<Option<Look>> = const { RefCell::new(None) };
}

/// Ends the looking when it is dropped.
#[must_use = "nothing is watched once this is dropped"]
pub struct Watching(());

/// Shows the contact problems that are solved for this thread from now on; one who looked before no
/// longer does.
pub fn watch(look: impl FnMut(&Problem, &[f64], &Outcome) + 'static) -> Watching {
    LOOK.set(Some(Box::new(look)));
    Watching(())
}

impl Drop for Watching {
    fn drop(&mut self) {
        LOOK.set(None);
    }
}

/// Whether somebody looks.
pub(super) fn watched() -> bool {
    LOOK.with_borrow(Option::is_some)
}

/// A problem was solved.
pub(super) fn show(problem: &Problem, start: &[f64], outcome: &Outcome) {
    LOOK.with_borrow_mut(|look| {
        if let Some(look) = look {
            look(problem, start, outcome);
        }
    });
}
