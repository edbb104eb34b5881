//! What schemes with contacts share: options and names.

use super::{OptionInfo, Options, StepInfo};
use crate::contact::reduce::{Level, Make, Reached};
use crate::contact::SOLVERS;
use crate::error::{ModelError, StepError};
use crate::system::System;

/// The residual of contact problems up to which a step is accepted and noted.
pub(crate) const ACCEPT: OptionInfo = OptionInfo {
    name: "accept",
    default: "1e-8",
    help: "relative residual up to which contacts that do not converge are accepted, with a note",
};

/// The relative residual of contact problems from which on a scheme without that option fails.
pub(crate) const UNSOLVED: f64 = 1e-6;

/// Most multiplications spent on the contacts of a step: about a second.
pub(crate) const WORK: f64 = 1e9;

/// What solves the contact problems of a step.
pub(crate) const SOLVER: OptionInfo = OptionInfo {
    name: "contact_solver",
    default: "auto",
    help: "of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm",
};

/// The solver that the options name.
pub(crate) fn solver(o: &Options) -> Result<Make, ModelError> {
    let names: Vec<&str> = SOLVERS.iter().map(|s| s.name).collect();
    Ok(SOLVERS[o.word("contact_solver", &names)?].make)
}

/// A solution of contact problems that is not one to the end: up to the relative residual `accept` the
/// step takes note of it, beyond it fails and names the contact that is furthest from its law.
pub(crate) fn judge(
    sys: &System,
    t: f64,
    reached: Reached,
    level: &Level,
    accept: f64,
    info: &mut StepInfo,
) -> Result<(), StepError> {
    if reached.solved {
        return Ok(());
    }
    if reached.residual <= accept {
        info.accept(reached.residual);
        return Ok(());
    }
    Err(StepError::NoConvergence {
        t,
        residual: reached.residual,
        iterations: reached.iterations,
        elements: level.worst(|_| 1.0).map_or("contacts", |w| name(sys, w.0)).into(),
    })
}

/// Name of what an item of a contact problem stands for.
pub(crate) fn name(sys: &System, item: usize) -> &str {
    match item.checked_sub(sys.contacts.len()) {
        None => &sys.contacts[item].name,
        Some(f) => sys.frictions.get(f).map_or("", |f| &f.name),
    }
}
