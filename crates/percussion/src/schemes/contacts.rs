//! What schemes with contacts share: options and names.

use super::{OptionInfo, Options};
use crate::contact::reduce::Make;
use crate::contact::SOLVERS;
use crate::error::ModelError;
use crate::system::System;

/// The residual of contact problems up to which a step is accepted and noted.
pub(crate) const ACCEPT: OptionInfo = OptionInfo {
    name: "accept",
    default: "1e-10",
    help: "relative residual up to which contacts that do not converge are accepted, with a note",
};

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

/// Name of what an item of a contact problem stands for.
pub(crate) fn name(sys: &System, item: usize) -> &str {
    match item.checked_sub(sys.contacts.len()) {
        None => &sys.contacts[item].name,
        Some(f) => sys.frictions.get(f).map_or("", |f| &f.name),
    }
}
