//! The ways to solve the equations of a step, and the order in which they are tried.
//!
//! | way | what it may cost in a step and its parts |
//! |---|---|
//! | monolithic | `max_newton` updates a try; with contacts [`MAX_DENSE`] multiplications of its factorisations |
//! | decoupled | `max_newton` updates a try, in large systems with contacts [`STALLED`] without progress, [`IMPATIENT`] where many loose bodies touch, none where its factors are dear and little is at rest; there [`AGAIN`] after the fixed point was needed |
//! | fixed point | the multiplications of `fixed_point/`, about a second |
//! | prox | on request only: 5,000 updates a try |
//!
//! Which way solved a step, and how those before it failed, is part of [`StepInfo`].

use super::fixed_point::FixedPoint;
use super::step::Size;
use super::{Alpha, Solver, StepInfo, System, Work};

/// A way to solve the equations of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Newton's method with the full matrix, dense; `max_newton` updates.
    Monolithic,
    /// Newton's method level by level, sparse; `max_newton` updates, fewer where it stalls.
    Decoupled,
    /// The contact problems of the levels, relinearised; a budget of work for the whole step.
    FixedPoint,
    /// Contacts by their prox equations, all else by Newton's method.
    Prox,
}

/// Why a way did not solve a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    NotFinite,
    Diverged,
    Stalled,
    Singular,
    Limit,
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Way::Monolithic => "monolithic",
            Way::Decoupled => "decoupled",
            Way::FixedPoint => "fixed-point",
            Way::Prox => "prox",
        }
    }

    /// The failure of a way, for statistics.
    fn failed(self, why: Why) -> &'static str {
        const MONOLITHIC: [&str; 5] = [
            "monolithic: not finite",
            "monolithic: diverged",
            "monolithic: stalled",
            "monolithic: singular",
            "monolithic: too many updates",
        ];
        const DECOUPLED: [&str; 5] = [
            "decoupled: not finite",
            "decoupled: diverged",
            "decoupled: stalled",
            "decoupled: singular",
            "decoupled: too many updates",
        ];
        const FIXED_POINT: [&str; 2] = ["fixed-point: not finite", "fixed-point: did not settle"];
        const PROX: [&str; 2] = ["prox: not finite", "prox: did not settle"];
        match self {
            Way::Monolithic => MONOLITHIC[why as usize],
            Way::Decoupled => DECOUPLED[why as usize],
            Way::FixedPoint => FIXED_POINT[usize::from(why != Why::NotFinite)],
            Way::Prox => PROX[usize::from(why != Why::NotFinite)],
        }
    }
}

/// Unknowns up to which the monolithic Newton matrix is factorised densely from the start.
const SMALL: usize = 24;
/// The same where friction slides in space, whose turning direction the decoupled form ignores.
pub(super) const MEDIUM: usize = 150;
/// Unknowns up to which it serves as fallback.
const LARGE: usize = 900;
/// The same without contacts and friction, where nothing else is left: its fill stays small.
const LAST_RESORT: usize = 3000;
/// Steps after one that needed the fixed point in which Newton's method is not tried first; twice as many each time it
/// fails again, up to a limit, as long as it solves no step.
const PREFER: u32 = 20;
const PREFER_MOST: u32 = 80;
/// Updates without progress after which Newton's method gives up in large systems, and where many bodies touch.
const STALLED: usize = 6;
/// The same where many bodies touch in large systems: each update factorises all rows that are in use anew.
const IMPATIENT: usize = 2;
/// Residual in parts of the tolerance up to which factors that are dear are made: what comes to rest.
const CALM: f64 = 1e6;
/// Updates that a step with redundant contacts takes at least, and those of them that take the compliance out again: of the two before
/// them the first brings the index sets, the second the split of the forces.
const SELECT: usize = 4;
const PROXIMAL: usize = 2;
/// Most updates where the fixed point was needed before: a step that has become smooth takes one or two.
const AGAIN: usize = 4;
/// Most multiplications of dense factorisations in one step and its parts: a few seconds.
pub(super) const MAX_DENSE: f64 = 4e9;

/// Whether contacts or friction act.
pub(super) fn has_laws(sys: &System) -> bool {
    !sys.contacts.is_empty() || !sys.frictions.is_empty()
}

/// Unknowns of the three levels.
fn unknowns(sys: &System) -> usize {
    3 * (sys.nu + sys.nr)
}

/// Whether the full matrix is tried first.
fn is_small(sys: &System) -> bool {
    let spatial_friction = sys.frictions.iter().any(|f| f.rows.len() > 1);
    unknowns(sys) <= if spatial_friction { MEDIUM } else { SMALL }
}

/// Whether many bodies touch that no joints hold: their contacts depend on each other sooner or later, which the fixed point
/// does not mind.
fn many_loose(sys: &System) -> bool {
    has_laws(sys) && !sys.has_joints() && !is_small(sys)
}

/// Why a try failed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    pub residual: f64,
    pub iterations: usize,
    pub why: Why,
}

impl Alpha {
    fn converged(&self, size: Size, part: f64) -> bool {
        if self.absolute {
            size.absolute <= part * self.tol
        } else {
            size.scaled <= 1.0
        }
    }

    /// Semismooth Newton from where the unknowns are. `held`: the forces of contacts stay as they are, and the rest is solved to
    /// this part of the tolerance. `quick`: another way is next, and better where this one does not settle soon.
    pub(super) fn newton(
        &self,
        sys: &System,
        w: &mut Work,
        monolithic: bool,
        held: Option<f64>,
        quick: bool,
    ) -> Result<usize, Failure> {
        let c = self.coefficients(w);
        let mut best = f64::INFINITY;
        let mut best_at = 0;
        let large = unknowns(sys) > LARGE;
        let dense = large && monolithic;
        let patience = if large && quick { IMPATIENT } else { STALLED };
        let large = large && (has_laws(sys) || monolithic) || quick;
        let most = if quick && w.wait > 0 { AGAIN.min(self.max_newton) } else { self.max_newton };
        // updates that select the split of redundant contact forces
        let mut select = if monolithic && w.monolithic.soft { SELECT } else { 0 };
        for it in 0..=most {
            w.step.dependents(sys, c);
            w.step.kinematics(sys, c, it == 0);
            match held {
                None => w.step.index_sets(sys, c, &self.levels),
                Some(_) => w.step.joints_alone(sys, &self.levels),
            }
            let size = w.step.residuals(sys, c, &self.levels, self.scale_tol(), [0.0; 3]);
            if select == 0 && self.converged(size, held.unwrap_or(1.0)) {
                return Ok(it);
            }
            let value = if self.absolute { size.absolute } else { size.scaled };
            let fail = |why: Why| Err(Failure { residual: value, iterations: it, why });
            if !value.is_finite() {
                return fail(Why::NotFinite);
            }
            if value < best {
                // dense factors of many unknowns are for progress that can be seen
                if !dense || value < 0.5 * best {
                    best_at = it;
                }
                best = value;
            }
            let grows = it > 8 && value > 1e8 * best;
            let dear = value > CALM && quick && unknowns(sys) > LARGE && w.decoupled.dear();
            let stalls = large && (it >= best_at + patience || dear);
            if monolithic && has_laws(sys) {
                let on = [&w.step.on_a, &w.step.on_v, &w.step.on_p];
                let rows: usize = on.iter().map(|on| on.iter().filter(|o| **o).count()).sum();
                w.dense += ((3 * sys.nu + rows) as f64).powi(3) / 3.0;
            }
            let spent = w.dense > MAX_DENSE;
            if it == most || grows || stalls || spent || self.stop.raised() {
                return fail(if grows {
                    Why::Diverged
                } else if stalls {
                    Why::Stalled
                } else {
                    Why::Limit
                });
            }
            let ok = if monolithic {
                let known = w.monolithic.soft;
                let ok = w.monolithic.update(sys, c, &self.levels, &mut w.step, select > PROXIMAL);
                if w.monolithic.soft && !known {
                    select = SELECT;
                }
                select = select.saturating_sub(1);
                ok
            } else {
                w.decoupled.update(sys, c, &mut w.step, it == 0, self.scale_tol())
            };
            if !ok {
                return fail(Why::Singular);
            }
        }
        Err(Failure { residual: best, iterations: most, why: Why::Limit })
    }

    fn scale_tol(&self) -> f64 {
        if self.absolute {
            1e-12
        } else {
            self.tol
        }
    }

    /// The ways to try in the present step, in their order.
    fn ladder(&self, sys: &System, w: &Work) -> &'static [Way] {
        use Way::{Decoupled, FixedPoint, Monolithic, Prox};
        let n = unknowns(sys);
        let laws = has_laws(sys);
        let dense = is_small(sys);
        match self.solver {
            Solver::Monolithic if laws => &[Monolithic, FixedPoint],
            Solver::Monolithic => &[Monolithic],
            Solver::Decoupled | Solver::Sequential if laws => &[Decoupled, FixedPoint],
            Solver::Decoupled | Solver::Sequential => &[Decoupled],
            Solver::FixedPoint if laws => &[FixedPoint],
            Solver::Prox if laws => &[Prox],
            Solver::FixedPoint | Solver::Prox => &[Decoupled, Monolithic],
            Solver::Auto if laws && w.prefer > 0 => match n {
                _ if dense => &[FixedPoint, Monolithic],
                _ if n <= LARGE => &[FixedPoint, Decoupled, Monolithic],
                _ if many_loose(sys) => &[FixedPoint],
                _ => &[FixedPoint, Decoupled],
            },
            Solver::Auto if laws => match n {
                _ if dense => &[Monolithic, FixedPoint],
                _ if n <= LARGE && many_loose(sys) => &[Decoupled, FixedPoint, Monolithic],
                _ if n <= LARGE => &[Decoupled, Monolithic, FixedPoint],
                _ => &[Decoupled, FixedPoint],
            },
            Solver::Auto if dense => &[Monolithic],
            Solver::Auto if n <= LAST_RESORT => &[Decoupled, Monolithic],
            Solver::Auto => &[Decoupled],
        }
    }

    /// One step of length h by the first way that solves it.
    pub(super) fn attempt(&self, sys: &System, w: &mut Work, h: f64) -> Result<StepInfo, Failure> {
        let ladder = self.ladder(sys, w);
        let preferred = ladder[0] == Way::FixedPoint && self.solver == Solver::Auto;
        let loose = self.solver == Solver::Auto && many_loose(sys);
        if preferred {
            w.prefer -= 1;
        }
        let mut info = StepInfo::default();
        let mut failure = Failure { residual: f64::NAN, iterations: 0, why: Why::NotFinite };
        for &way in ladder {
            let done = match way {
                Way::Monolithic | Way::Decoupled => {
                    w.step.predict(sys, h, false);
                    let quick = way == Way::Decoupled && !preferred && loose;
                    self.newton(sys, w, way == Way::Monolithic, None, quick)
                }
                Way::FixedPoint => self.fixed_point(sys, w, h, preferred),
                Way::Prox => self.prox(sys, w, h, unknowns(sys) <= LARGE),
            };
            match (done, way) {
                (Ok(n), Way::FixedPoint) => {
                    if !preferred {
                        let most = if sys.has_joints() { PREFER_MOST } else { PREFER };
                        w.wait = (2 * w.wait).clamp(PREFER, most);
                        w.prefer = w.wait;
                    }
                    return Ok(StepInfo { newton: 0, fixed_point: n, way: way.name(), ..info });
                }
                (Ok(n), Way::Prox) => {
                    return Ok(StepInfo { newton: 0, fixed_point: n, way: way.name(), ..info });
                }
                (Ok(n), _) => {
                    w.wait = 0;
                    return Ok(StepInfo { newton: info.newton + n, way: way.name(), ..info });
                }
                (Err(f), _) => {
                    if way != Way::FixedPoint {
                        info.newton += f.iterations;
                    }
                    info.note_failure(way.failed(f.why));
                    failure = f;
                }
            }
        }
        w.failed = info.failed;
        Err(failure)
    }

    fn fixed_point(
        &self,
        sys: &System,
        w: &mut Work,
        h: f64,
        again: bool,
    ) -> Result<usize, Failure> {
        // forces that are not unique are kept, not extrapolated
        w.step.predict(sys, h, again);
        let c = self.coefficients(w);
        let fixed = w.fixed_point.get_or_insert_with(|| FixedPoint::new(sys, self.contact_solver));
        fixed.prepare(sys, self.contact_solver);
        (fixed.accept, fixed.stop) = (self.accept, self.stop.clone());
        fixed.last = w.depth >= super::parts::MAX_HALVINGS;
        let (tol, joints) = (self.scale_tol(), &mut w.decoupled);
        fixed.solve(sys, c, &self.levels, &mut w.step, tol, again, joints, |s| {
            if self.absolute {
                s.absolute <= self.tol.min(1e-9)
            } else {
                s.scaled <= 1.0
            }
        })
    }
}
