//! The command line of percussion.
fn main() {}
