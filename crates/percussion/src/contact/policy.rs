//! The numbers that choose a method, a limit or a size of contact problems. No other file of the default solver knows any; a test lists them.

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
/// Growth of the rigid residual up to which multipliers beyond their bounds are put onto them.
pub const ADMIT: f64 = 2.0;
/// Part of the goal to which the problem of a proximal step is solved.
pub const INNER: f64 = 0.1;
/// Part of the expected decrease that a step of the line search has to bring (L. Armijo, 1966).
pub const ARMIJO: f64 = 1e-4;

/// Interior point method: fraction of the way to the boundary, and least centring.
pub const FRACTION: f64 = 0.97;
pub const SIGMA: f64 = 1e-4;
/// Fall of the residual that counts as progress, and iterations without it after which the path is left.
pub const PROGRESS: f64 = 0.9;
pub const PATIENCE: usize = 10;
/// Length of a step below which the term of De Saxcé is damped, its factor then, and its factor after longer ones.
pub const LAGS: [f64; 3] = [0.3, 0.8, 1.1];
/// Length of a step two of which lead away from the boundary, by this part of the root of z·s.
pub const SHORT: f64 = 0.1;
pub const RECENTRE: f64 = 0.3;
/// Longest step that is looked at before it is cut to one.
pub const FAR: f64 = 1e3;

/// Contact rows of a system up to which joints are eliminated and G is dense: then factors of one linearisation serve all levels. More
/// where joints take away most freedoms, as their factors are expensive.
pub const FEW: usize = 24;
pub const FEW_WITH_JOINTS: usize = 240;
/// Kinematic levels whose problems share matrices: each has its own warm solvers.
pub const LEVELS: usize = 3;
/// Rows of all islands from which on threads are worth their start (starting one takes as long as twenty small islands), and the
/// weight of rows of islands above a size.
pub const THREADED_ROWS: usize = 2400;
pub const LARGE_ISLAND: usize = 60;
pub const LARGE_WEIGHT: usize = 10;
/// Velocities of a body up to which its mass matrix is inverted to tell the size of rows.
pub const LARGEST_INVERSE: usize = 30;

/// Softness of a joint row in parts of its Delassus number; refinements that take it out again, and of a step with contacts; the part
/// of the residual that a refinement has to leave at most.
pub const SOFT: f64 = 1e-7;
pub const JOINT_REFINE: usize = 12;
pub const REFINE: usize = 3;
pub const REFINED: f64 = 0.1;
/// Multiplications that take the time of an entry of an item's matrix, of one in a dense front, of a step of an item of the interior
/// point method, and of a row in a line search.
pub const ENTRY: f64 = 4.0;
pub const FRONT: f64 = 0.4;
pub const ITEM: f64 = 300.0;
pub const ROW: f64 = 10.0;

/// Residual from which on round-off is looked at.
pub const NEAR: f64 = 1e-9;
/// Friction within this part of its limit counts as at its limit.
pub const AT_LIMIT: f64 = 1e-9;
/// Rows whose size is below this part of the largest move nothing.
pub const STILL: f64 = 1e-12;
/// Velocities below this part of what they are measured by are at rest.
pub const REST: f64 = 1e-11;
/// Forces, and accelerations of closed contacts, below this part of the largest count as zero; and where contacts depend on each
/// other, whose friction rows have a larger band.
pub const ZERO: [f64; 2] = [1e-12, 1e-10];
pub const STILL_ROWS: f64 = 10.0;

/// Relative residual, and multiplications (ten seconds), for callers who do not say more.
pub const USUAL_TOL: f64 = 1e-10;
pub const USUAL_WORK: f64 = 1e10;
/// Round-off of G m in parts of its terms, where these are estimated by the length of m.
pub const ROUND_OFF: f64 = 4.0;
