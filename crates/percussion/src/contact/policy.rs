//! The numbers that choose a method, a limit or a size of contact problems. No other file of this folder knows any.

/// ε of the compliance ε c of every contact row, relative to the largest normal diagonal c of G. Between 1e-4 and 1e-8 the motion is
/// the same to all digits: it is taken out again by the proximal steps.
pub const COMPLIANCE: f64 = 1e-6;
/// Part of [`COMPLIANCE`] to which the law with the compliance is solved: it bounds what is left in the split of redundant forces of the
/// point where the iteration began.
pub const SPLIT: f64 = 1e-4;
/// Larger ε of problems whose solution is not found with [`COMPLIANCE`]: the central path is shorter and folds back less.
pub const SOFTER: [f64; 2] = [1e-3, 1e-2];
/// Newton steps from the caller's point: one to three are enough at rest and in smooth motion.
pub const NEWTON_STEPS: usize = 8;
/// The same after an interior point method, and of each proximal step.
pub const POLISH_STEPS: usize = 8;
/// Values of the natural map that a line search looks back on, and most halvings of a step.
pub const MEMORY: usize = 5;
pub const HALVINGS: usize = 8;
/// Iterations of the interior point method with [`COMPLIANCE`], and with a larger one.
pub const INTERIOR_STEPS: [usize; 2] = [35, 60];
/// Relative residual with the compliance up to which what an interior point method found, and Newton's method improved as far as it
/// could, is the solution.
pub const FOUND: f64 = 1e-7;
/// Least and most proximal steps, and the part of the rigid residual that one has to leave at most for another to follow. The first
/// two leave round-off in most problems and cost a solution with the factors at hand.
pub const PROXIMAL_STEPS: [usize; 2] = [2, 12];
pub const PROXIMAL_GAIN: f64 = 0.5;
/// Rows up to which G is kept dense: its factors take a microsecond at 20 rows.
pub const DENSE_ROWS: usize = 150;
