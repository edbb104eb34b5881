#![allow(non_snake_case)] // names are symbols of the literature
//! Model files: round trip of the named problems, diagnostics, the collection in models/.

mod boxes;
mod check;
mod common;
mod defects;
mod hulls;
mod linearised;
mod machines;
mod meshes;
mod mistakes;
mod mjcf;
mod models;
mod mutations;
mod past_the_edge;
mod rest;
mod rings;
mod robots;
mod round_trip;
mod scenes;
mod shapes;
mod singular;
mod systems;
