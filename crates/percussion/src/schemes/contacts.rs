//! What schemes with contacts share: options and names.

use super::{OptionInfo, Options, StepInfo};
use crate::contact::law::reserve;
use crate::contact::reduce::{Level, Make, Reached};
use crate::contact::SOLVERS;
use crate::error::{ModelError, StepError};
use crate::integrators::smooth::{Rub, SmoothEquations};
use crate::system::{minimum_norm, Friction, Normal, System};

/// The residual of contact problems up to which a step is accepted and noted.
pub(crate) const ACCEPT: OptionInfo = OptionInfo {
    name: "accept",
    default: "1e-6",
    help: "relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions",
};

/// The relative residual of contact problems from which on a scheme without that option fails.
pub(crate) const UNSOLVED: f64 = 1e-6;

/// Most multiplications spent on the contacts of a step: about a second.
pub(crate) const WORK: f64 = 6e8;

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
    if reached.found || reached.residual <= accept {
        if reached.residual > accept {
            info.accept(reached.residual);
        }
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

/// Forces of contacts that depend on each other, of a mode whose equations were just solved: as near to those
/// of minimum norm as the laws admit. Friction that slides follows its normal force, and is left alone.
pub(crate) fn share(sys: &System, eqs: &SmoothEquations, la: &mut [f64]) {
    let slides = |r: &Rub| matches!(r, Rub::Slip(_) | Rub::Slide);
    if eqs.redundant().is_empty() || eqs.mode.rubs.iter().any(slides) {
        return;
    }
    let mut least = la.to_vec();
    if minimum_norm(sys, &eqs.ev, &eqs.on, &mut least) {
        if admissible(sys, &least) {
            la.copy_from_slice(&least);
        } else if admissible(sys, la) {
            approach(sys, la, &least);
        }
    }
}

/// Go from the forces `la`, which the laws admit, as far towards `least` as they do. The forces that give the same
/// motion and are admitted form a convex set, and the norm falls on the way: each contact tells how far it can go.
pub(crate) fn approach(sys: &System, la: &mut [f64], least: &[f64]) {
    let mut part = 1.0;
    let at = |part: f64, r: usize| la[r] + part * (least[r] - la[r]);
    for k in &sys.contacts {
        let r = k.row;
        part = furthest(part, |part| at(part, r) >= 0.0);
    }
    let mut rubs = Vec::new();
    for f in &sys.frictions {
        part = furthest(part, |part| {
            rubs.clear();
            rubs.extend(f.rows.clone().map(|r| at(part, r)));
            let load = match f.normal {
                Normal::Contact(k) => at(part, sys.contacts[k].row),
                Normal::Force(n) => n,
            };
            within(f, load, &rubs)
        });
    }
    la.iter_mut().zip(least).for_each(|(l, least)| *l += part * (least - *l));
}

/// The largest part up to `most` that is admitted, if none of a law's parts are admitted beyond one that is not.
fn furthest(most: f64, mut admits: impl FnMut(f64) -> bool) -> f64 {
    if admits(most) {
        return most;
    }
    let (mut good, mut bad) = (0.0, most);
    for _ in 0..50 {
        let part: f64 = 0.5 * (good + bad);
        *(if admits(part) { &mut good } else { &mut bad }) = part;
    }
    good
}

/// Whether friction is within its disc.
fn within(f: &Friction, load: f64, rubs: &[f64]) -> bool {
    reserve(&f.law, load * (1.0 + 1e-12), rubs) >= 0.0
}

/// Whether contact forces push and friction is within its discs.
pub(crate) fn admissible(sys: &System, la: &[f64]) -> bool {
    sys.contacts.iter().all(|k| la[k.row] >= 0.0)
        && sys.frictions.iter().all(|f| {
            let load = match f.normal {
                Normal::Contact(k) => la[sys.contacts[k].row],
                Normal::Force(n) => n,
            };
            within(f, load, &la[f.rows.clone()])
        })
}
