//! Published solvers to compare with, each chosen by its name and never by the default.

mod admm;
mod delassus;
mod dense;
mod interior_point;
mod path;
mod planar;
mod proximal;
mod published;
mod sweeper;
mod sweeps;
mod uniqueness;

pub use admm::AdmmSolver;
pub use dense::DenseSolver;
pub use interior_point::InteriorSolver;
pub use path::PathSolver;
pub use planar::PlanarSolver;
pub use proximal::NewtonSolver;
pub use sweeps::SweepSolver;
pub use uniqueness::unique;
