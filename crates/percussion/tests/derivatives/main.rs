//! Every derivative against central differences: W of g, ζ and H of W, ∂h and ∂(M x), kinematics,
//! potentials; for every body, joint row, contact geometry, stop, function element and force.
#![allow(non_snake_case)]

mod bodies;
mod check;
mod elements;
mod forces;
mod shapes;
