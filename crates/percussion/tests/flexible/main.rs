//! Flexible bodies: their derivatives, what they conserve, and the figures of the benchmarks.
#![allow(non_snake_case)]

#[path = "../derivatives/check.rs"]
#[allow(dead_code)]
mod check;
#[path = "../figures/common.rs"]
#[allow(dead_code)]
mod common;

mod bad_input;
mod bar;
mod bodies;
mod conformance;
mod damping;
mod energy;
mod flight;
mod floating;
mod floor;
mod hopper;
mod loads;
mod pendulum;
mod points;
mod rotor;
mod spin_up;
mod statics;
