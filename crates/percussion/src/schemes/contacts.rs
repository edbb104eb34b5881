//! What schemes with contacts share: options and names.

use super::{Interrupt, OptionInfo, Options, State, StepInfo};
use crate::contact::law::reserve;
use crate::contact::levels::{Does, Effort, Evaluated, Levels};
use crate::contact::reduce::{Level, Make, Reached};
use crate::contact::{Goal, SOLVERS};
use crate::error::{ModelError, StepError};
use crate::integrators::smooth::{Mode, SlidingState};
use crate::system::{Friction, Normal, System};
use std::sync::atomic::Ordering;

/// The residual of contact problems up to which a step is accepted and noted.
pub(crate) const ACCEPT: OptionInfo = OptionInfo {
    name: "accept",
    default: "1e-6",
    help: "relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions",
};

/// The relative residual of contact problems from which on a scheme without that option fails.
pub(crate) const UNSOLVED: f64 = 1e-6;

/// Most multiplications spent on the contacts of a step: about a second; at the start some seconds.
pub(crate) const WORK: f64 = 6e8;
const START: f64 = 5e9;

/// Problems at one state, whose solutions decide about modes: to round-off.
pub(crate) const EXACT: Effort = Effort { goal: Goal::to(1e-14), work: WORK };

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
            contradicts(reached, level, info);
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

/// Takes note of a solution whose laws hold with the compliance only.
pub(crate) fn contradicts(reached: Reached, level: &Level, info: &mut StepInfo) {
    let worst = level.worst(|_| 1.0).map(|w| w.0);
    info.contradict(reached.residual, worst, reached.compliance);
}

/// How well the problems of [`Levels`] were solved since the last call: noted, or an error.
pub(crate) fn check(
    sys: &System,
    t: f64,
    levels: &mut Levels,
    info: &mut StepInfo,
) -> Result<(), StepError> {
    let reached = levels.take_reached();
    if levels.stop.load(Ordering::Relaxed) && !reached.solved {
        return Err(StepError::Interrupted { t });
    }
    judge(sys, t, reached, &levels.level, UNSOLVED, info)
}

/// The state at the start, with consistent accelerations and forces: contacts that rest stay closed where they press.
pub(crate) fn start(
    sys: &System,
    (t, q, u): (f64, &[f64], &[f64]),
    stop: &Interrupt,
) -> Result<State, StepError> {
    let (mut at, mut levels) = (Evaluated::new(sys), Levels::new(sys, None));
    levels.stop = stop.shared();
    at.at(sys, t, q, u);
    levels.select(sys, |c| at.rests(sys, c));
    levels.slide(sys, (&at.ev, &at.gd));
    let _ = levels.accelerations(sys, &at.ev, Effort { work: START, ..EXACT });
    check(sys, t, &mut levels, &mut StepInfo::default())?;
    let mut la = vec![0.0; sys.nr];
    levels.forces(&mut la);
    let zero = vec![0.0; sys.nr];
    let (a, P, La) = (levels.level.x, zero.clone(), zero);
    Ok(State { t, q: q.to_vec(), u: u.to_vec(), a, P, la, La, ..State::default() })
}

/// The mode that follows from an acceleration problem and holds until the next event.
pub(crate) fn mode(sys: &System, levels: &mut Levels, at: &Evaluated) -> Mode {
    let mut mode = Mode::open(sys);
    levels.decide(sys, &at.ev);
    for (k, item) in levels.level.items.iter().enumerate() {
        let does = levels.state(sys, &at.ev, k);
        if item.normal.is_some() {
            mode.closed[item.contact] = does != Does::Opens;
        }
        if let Some(f) = levels.reduction.frictions[k] {
            mode.sliding[f] = match does {
                Does::Opens => continue,
                Does::Sticks => SlidingState::Stick,
                Does::Slides(s) if item.tangential.len() == 1 => SlidingState::Slip(s[0].signum()),
                Does::Slides(_) => SlidingState::Slide,
            };
        }
    }
    mode
}

/// Name of what an item of a contact problem stands for.
pub(crate) fn name(sys: &System, item: usize) -> &str {
    match item.checked_sub(sys.contacts.len()) {
        None => &sys.contacts[item].name,
        Some(f) => sys.frictions.get(f).map_or("", |f| &f.name),
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
    let mut tangential = Vec::new();
    for f in &sys.frictions {
        part = furthest(part, |part| {
            tangential.clear();
            tangential.extend(f.rows.clone().map(|r| at(part, r)));
            let load = match f.normal {
                Normal::Contact(k) => at(part, sys.contacts[k].row),
                Normal::Force(n) => n,
            };
            within(f, load, &tangential)
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
fn within(f: &Friction, load: f64, tangential: &[f64]) -> bool {
    reserve(&f.law, load * (1.0 + 1e-12), tangential) >= 0.0
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
