//! A family of mechanisms for comparisons of schemes: open and closed loops in the plane and in
//! space, with redundant joints, driven, with impacts, and with flexible parts. One file a group; every problem starts
//! from values that fit its joints.

mod andrews;
mod closed_loops;
mod driven;
mod families;
mod flexible;
mod impacts_linkages;
mod impacts_machines;
mod impacts_strokes;
mod kit;
mod open_loops;
mod redundant;
mod six_bars;
mod spatial;

use super::Problem;

/// All of them, in the order of the lists.
pub(super) const ALL: [&[Problem]; 12] = [
    open_loops::PROBLEMS,
    closed_loops::PROBLEMS,
    six_bars::PROBLEMS,
    andrews::PROBLEMS,
    driven::PROBLEMS,
    spatial::PROBLEMS,
    redundant::PROBLEMS,
    families::PROBLEMS,
    impacts_linkages::PROBLEMS,
    impacts_machines::PROBLEMS,
    impacts_strokes::PROBLEMS,
    flexible::PROBLEMS,
];
