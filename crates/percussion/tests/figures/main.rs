//! The figures the schemes have to reach: numbers of the papers, violations, orders, errors
//! against the reference solutions, and what holds for every problem under every scheme.
#![allow(non_snake_case)]

mod common;
mod conformance;
mod iterations;
mod levels;
mod orders;
mod pendulum;
mod redundancy;
mod references;
mod rotating_ball;
mod scaling;
mod violations;
