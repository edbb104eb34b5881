//! The numbers that choose a method, a limit or a size of a step. Tolerances of the equations themselves stand with them.

/// Unknowns of the three levels up to which Newton's matrix is factorised densely from the start.
pub const SMALL: usize = 24;
/// The same where friction slides in space, whose turning direction the sparse form leaves out.
pub const MEDIUM: usize = 150;
/// Unknowns up to which the dense form is a fallback, and without contacts and friction, where nothing else is left.
pub const LARGE: usize = 900;
pub const LAST_RESORT: usize = 3000;
/// Steps after one that needed the contact problems in which these come first; twice as many each time Newton's method fails again,
/// up to the second number, until it solves a step.
pub const PREFER: [u32; 2] = [20, 80];
/// Newton updates without progress after which another method is next, and where many loose bodies touch.
pub const STALLED: usize = 6;
pub const IMPATIENT: usize = 2;
/// Most updates where the contact problems were needed before: a step that has become smooth takes one or two.
pub const AGAIN: usize = 4;
/// Updates that may increase the residual, and the increase from then on that is divergence.
pub const FORGIVEN: usize = 8;
pub const GROWTH: f64 = 1e8;
/// Residual in parts of the tolerance up to which expensive factors are made: what comes to rest.
pub const CALM: f64 = 1e6;
/// Updates that a step with redundant contacts takes at least, and those of them that take the compliance out again: of the two before
/// them the first brings the index sets, the second the split of the forces.
pub const SELECT: usize = 4;
pub const PROXIMAL: usize = 2;
/// Most multiplications of dense factorisations in one step and its parts: a few seconds.
pub const MAX_DENSE: f64 = 4e9;
/// Most halvings of a step, and most attempts that may fail within one.
pub const MAX_HALVINGS: u32 = 10;
pub const MAX_REJECTED: usize = 200;
/// Most rounds over the levels in one linearisation.
pub const ROUNDS: usize = 6;
/// Relative residuals of the contact problems of positions, velocities and accelerations where contacts move far, and of all where
/// they do not; and the part of the tolerance of the step to which they are solved.
pub const IN_MOTION: [f64; 3] = [1e-6, 1e-4, 1e-4];
pub const AT_REST: f64 = 1e-12;
pub const PART: f64 = 0.3;
/// Displacement of a contact in a step, in parts of its size, from which on [`MOVING`] linearisations are all: more of them change the
/// motion by less than its own error.
pub const FAR: f64 = 1e-3;
pub const MOVING: usize = 2;
/// Gaps of contacts that cannot press at the end of the step, in parts of their size, unless they turn out to.
pub const OPEN: f64 = 0.05;
/// Relative velocities that count as zero: a contact opens by so much of its size in a step.
pub const STILL: f64 = 1e-12;
/// Most multiplications spent on one step and its parts: about a second. Of more than this number of velocities more, up
/// to so many times. The part of what is left of them for one try.
pub const MAX_WORK: f64 = 5e8;
pub const VELOCITIES: f64 = 200.0;
pub const TIMES: f64 = 2.0;
pub const SHARE: f64 = 0.2;
/// Most multiplications spent on one contact problem, before and after the features are held; and what positions are given in the end,
/// whatever is left.
pub const SOLVE_WORK: [f64; 2] = [2e7, 6e7];
pub const LAST_WORK: f64 = 4e6;
/// Part of what the last linearisation cost that must be left for the next one.
pub const ENOUGH: f64 = 0.5;
/// Most linearisations, and those without a better residual after which none is expected, also where an iterate is good enough to
/// be accepted.
pub const LINEARISATIONS: usize = 60;
pub const NO_GAIN: usize = 8;
pub const SETTLED: usize = 3;
/// Relative residual of iterates that are taken before the step is divided.
pub const NEAR: f64 = 1e-8;
/// Rows of contacts up to which their laws hold to the tolerance itself; more share their loads. And rows up to which steps are solved
/// to the end with the features that there are.
pub const ALONE: usize = 24;
pub const FEW: usize = 60;
/// An increment of joints and equations of motion is followed by another one where the residual falls at least to this part.
pub const REFINED: f64 = 0.1;
/// Penetration by features that were not held, or by the curvature of those that were, in parts of their size: what is
/// asked for, and what is allowed after so many tries.
pub const UNSEEN: [f64; 2] = [1e-12, 1e-10];
pub const TRIES: usize = 6;
/// The same of accelerations that forces at features which were not held do not balance, relative to the largest. What is
/// left is their curvature.
pub const UNBALANCED: f64 = 1e-3;
/// Penetration that is removed by moving the bodies apart, without new percussions, in parts of their size; and the same
/// after some tries to hold other features. Most displacements for that.
pub const SHALLOW: f64 = 1e-6;
pub const DEEP: f64 = 1e-3;
pub const DEEP_TRIES: usize = 2;
pub const PARTINGS: usize = 4;
/// Impacts and reversals that may be located at once, and in the long run per step: so many solutions more than steps. Where many loose
/// bodies touch, the budget begins with nothing: their steps are expensive.
pub const CREDIT: f64 = 100.0;
pub const REFILL: f64 = 0.25;
/// Times below this part of a step are no time.
pub const INSTANT: f64 = 1e-12;
/// Largest shift from the end of a part to its event, in parts of a step: it is O(h³) where the step resolves the motion.
pub const SHIFT: f64 = 1e-2;
/// Growth of the length of a part after which averages begin anew.
pub const LONGER: f64 = 10.0;
/// Most corrections of the length of a part, and most shifts to one event: the second one leaves round-off.
pub const CORRECTIONS: usize = 3;
pub const SHIFTS: usize = 3;
/// Events of a step that have room from the start.
pub const EVENTS: usize = 256;
/// Largest change of the forces by a jump within a step, in parts of the jump.
pub const RESOLVED: f64 = 1.0;
