//! What schemes with contacts share: options and names.

use super::OptionInfo;
use crate::system::System;

/// The residual of contact problems up to which a step is accepted and noted.
pub(crate) const ACCEPT: OptionInfo = OptionInfo {
    name: "accept",
    default: "1e-6",
    help: "relative residual up to which contacts that do not converge are accepted, with a note",
};

/// Name of what an item of a contact problem stands for.
pub(crate) fn name(sys: &System, item: usize) -> &str {
    match item.checked_sub(sys.contacts.len()) {
        None => &sys.contacts[item].name,
        Some(f) => sys.frictions.get(f).map_or("", |f| &f.name),
    }
}
