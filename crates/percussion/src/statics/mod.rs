//! Equilibrium by Newton's method along a path of growing load.
//!
//! At the load s in (0, 1] gravity is s times its value and time is s times the end time, so that forces and drives that grow
//! with time are applied bit by bit. Of loads f(t, q) that act at time zero already, the part f(0, q) is applied s times too:
//!
//! ```text
//! h(s t_end, q, 0) - (1 - s) f(0, q) + W λ = 0,   g(s t_end, q) = 0,   0 ≤ g_N ⊥ λ_N ≥ 0
//! [ -∂(h + W λ)/∂θ  -W ] [ δθ ]   [ h  ]
//! [  W               0 ] [ λ  ] = [ -g ]
//! ```
//!
//! A contact takes part where λ_N - k g_N > 0 with a stiffness k of the system; there is no friction
//! and rolling does not bind. Where Newton's method does not converge the step of the load is
//! halved; where that does not help either, the path ends with its last equilibrium. Where the load
//! must shrink for the path to go on, at limit points, [`arc_length`] follows it.

mod arc_length;
mod saddle;

pub use arc_length::arc_length;

use crate::error::ModelError;
use crate::system::{check_size, RowKind, System};
use saddle::Saddle;

/// How to walk along the path.
#[derive(Clone, Copy, Debug)]
pub struct StaticSettings {
    /// Load steps.
    pub steps: usize,
    /// Time that belongs to the full load (s).
    pub t_end: f64,
    /// Largest change of a coordinate that counts as none, relative to coordinates of at least one.
    pub tol: f64,
    /// Most iterations of one load.
    pub max_newton: usize,
}

impl StaticSettings {
    /// Ten load steps to the time `t_end`.
    pub fn new(t_end: f64) -> Self {
        StaticSettings { steps: 10, t_end, tol: 1e-12, max_newton: 40 }
    }
}

/// One equilibrium.
#[derive(Clone, Debug)]
pub struct Equilibrium {
    /// Load, 0 to 1.
    pub load: f64,
    /// Coordinates (m, rad).
    pub q: Vec<f64>,
    /// Forces of all rows (N, N m).
    pub la: Vec<f64>,
    /// Iterations it took.
    pub iterations: usize,
}

/// A path of equilibria.
#[derive(Clone, Debug, Default)]
pub struct StaticPath {
    /// What was found, in the order of the path.
    pub states: Vec<Equilibrium>,
    /// The load at which no equilibrium was found, if there was one.
    pub failed_at: Option<f64>,
}

impl StaticPath {
    /// The last equilibrium.
    pub fn last(&self) -> Option<&Equilibrium> {
        self.states.last()
    }
}

/// What an iteration came to.
enum Progress {
    Done,
    On,
    Failed,
}

/// Coordinates beyond this multiple of those at the start are no equilibrium.
const FAR: f64 = 1e4;
/// An equilibrium that lies farther away than this multiple of what the last step lets expect is not
/// the next one of the path.
const JUMP: f64 = 10.0;
/// Halvings of a load step.
const MAX_HALVINGS: u32 = 10;

/// Follows the equilibrium of `sys` from the coordinates `q0` to the full load. Where they are not those of
/// `sys`, it fails at the start.
pub fn equilibrium(sys: &mut System, q0: &[f64], settings: &StaticSettings) -> StaticPath {
    if check_size(sys, q0, &sys.u0).is_err() {
        return StaticPath { failed_at: Some(0.0), ..StaticPath::default() };
    }
    let gravity = sys.gravity();
    let mut walk = Walk::new(sys, q0);
    let mut path = StaticPath::default();
    let (mut q, mut la) = (q0.to_vec(), vec![0.0; sys.nr]);
    let whole = 1.0 / settings.steps.max(1) as f64;
    let (mut load, mut step, mut halvings, mut last_pace) = (0.0, whole, 0, 0.0);
    while load < 1.0 - 1e-12 {
        let next = if load + step > 1.0 - 1e-9 { 1.0 } else { load + step };
        sys.set_load(gravity, next);
        let (mut q1, mut la1) = (q.clone(), la.clone());
        let rows = walk.on.clone();
        let found = walk.newton(sys, next * settings.t_end, &mut q1, &mut la1, settings);
        let moved = q1.iter().zip(&q).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
        let pace = moved / (next - load);
        // contacts that open or close may change the pace, nothing else
        let jumps = !path.states.is_empty() && walk.on == rows && pace > JUMP * last_pace;
        match found.filter(|_| !jumps) {
            Some(iterations) => {
                last_pace = pace.max(1e-9 * walk.scale);
                (q, la, load) = (q1, la1, next);
                path.states.push(Equilibrium { load, q: q.clone(), la: la.clone(), iterations });
                if halvings > 0 {
                    (step, halvings) = (2.0 * step, halvings - 1);
                }
            }
            None if halvings < MAX_HALVINGS => (step, halvings) = (0.5 * step, halvings + 1),
            None => {
                path.failed_at = Some(next);
                break;
            }
        }
    }
    sys.set_load(gravity, 1.0);
    path
}

/// The equilibrium at time zero under the full weight, for a run that starts from it.
///
/// # Errors
/// [`ModelError::NoEquilibrium`], which says at which part of the weight there was none.
pub fn settle(sys: &mut System, q0: &[f64]) -> Result<Vec<f64>, ModelError> {
    check_size(sys, q0, &sys.u0)?;
    let mut path = equilibrium(sys, q0, &StaticSettings::new(0.0));
    match (path.failed_at, path.states.pop()) {
        (None, Some(s)) => Ok(s.q),
        (failed, _) => Err(ModelError::NoEquilibrium { load: failed.unwrap_or(0.0) }),
    }
}

struct Walk {
    saddle: Saddle,
    ev: crate::system::Eval,
    d: crate::system::Derivatives,
    K: Vec<f64>,
    on: Vec<bool>,
    x: Vec<f64>,
    m: Vec<f64>,
    dq: Vec<f64>,
    rest: Vec<f64>,
    /// Size of the coordinates at the start, at least one.
    scale: f64,
}

impl Walk {
    fn new(sys: &System, q0: &[f64]) -> Self {
        Walk {
            saddle: Saddle::new(sys),
            ev: sys.eval(),
            d: sys.derivatives(),
            K: vec![0.0; sys.K_entries.len()],
            on: vec![false; sys.nr],
            x: vec![0.0; sys.nu],
            m: vec![0.0; sys.nr],
            dq: vec![0.0; sys.nq],
            rest: vec![0.0; sys.nu],
            scale: q0.iter().fold(1.0_f64, |a, v| a.max(v.abs())),
        }
    }

    /// Newton's method at one load; the number of iterations, or none where it does not converge.
    fn newton(
        &mut self,
        sys: &System,
        t: f64,
        q: &mut [f64],
        la: &mut [f64],
        settings: &StaticSettings,
    ) -> Option<usize> {
        let mut before = f64::INFINITY;
        for it in 1..=settings.max_newton {
            let changed = self.linearise(sys, t, q, la);
            if !self.direction(sys) {
                return None;
            }
            la.copy_from_slice(&self.m);
            self.advance(sys, t, q);
            match self.progress(q, changed, &mut before, settings) {
                Progress::Done => return self.balanced(sys, t, q, la).then_some(it),
                Progress::Failed => return None,
                Progress::On => {}
            }
        }
        None
    }

    /// Whether the forces at (t, q) are in balance: a body that nothing holds moves nowhere by
    /// Newton's method either.
    fn balanced(&mut self, sys: &System, t: f64, q: &[f64], la: &[f64]) -> bool {
        sys.evaluate(t, q, &self.rest, &mut self.ev);
        let diagonal = |(&(i, j), k): (&(usize, usize), &f64)| if i == j { k.abs() } else { 0.0 };
        let k = sys.K_entries.iter().zip(&self.K).map(diagonal).fold(0.0, f64::max);
        let mut force = self.ev.h.clone();
        let mut carried = 0.0_f64;
        for (r, la) in la.iter().enumerate() {
            let (row, dofs) = sys.row(&self.ev, r);
            for (w, &d) in row.iter().zip(dofs).filter(|(_, &d)| d < sys.nu) {
                force[d] += w * la;
                carried = carried.max((w * la).abs());
            }
        }
        let bound = 1e-6 * carried + 1e-9 * k * self.scale;
        force.iter().all(|f| f.abs() <= bound)
    }

    /// Evaluates and factorises at (t, q); whether the rows in use changed.
    fn linearise(&mut self, sys: &System, t: f64, q: &[f64], la: &[f64]) -> bool {
        sys.evaluate(t, q, &self.rest, &mut self.ev);
        sys.differentiate_h(t, q, &self.ev, &mut self.d);
        self.K.iter_mut().zip(&self.d.dh_q).for_each(|(k, d)| *k = -d);
        sys.differentiate_W(t, q, &self.ev, &mut self.d);
        let changed = self.active(sys, la);
        self.saddle.factor(sys, &self.ev, &self.K, &self.d.H, la, &self.on);
        changed
    }

    /// Newton's direction: `x`, and `m` with the new forces.
    fn direction(&mut self, sys: &System) -> bool {
        self.x.copy_from_slice(&self.ev.h);
        for r in 0..sys.nr {
            self.m[r] = if self.on[r] { -self.ev.g[r] } else { 0.0 };
        }
        self.saddle.solve(sys, &self.ev, &mut self.x, &mut self.m)
    }

    /// Moves q by `x`; `dq` is the change of q.
    fn advance(&mut self, sys: &System, t: f64, q: &mut [f64]) {
        sys.B(t, q, &self.x, &mut self.dq);
        q.iter_mut().zip(&self.dq).for_each(|(q, d)| *q += d);
        sys.normalize(q);
    }

    /// Whether the last change `x` was small enough.
    fn progress(
        &self,
        q: &[f64],
        changed: bool,
        before: &mut f64,
        settings: &StaticSettings,
    ) -> Progress {
        let change = self.x.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
        let scale = self.scale;
        let away = q.iter().any(|v| v.abs() > FAR * scale);
        if !change.is_finite() || change > FAR * scale || away {
            return Progress::Failed;
        }
        // elastic forces amplify the round-off of the coordinates: no change is smaller then
        let stalled = change <= 1e-8 * scale && change > 0.25 * *before;
        *before = change;
        match !changed && (change <= settings.tol * scale || stalled) {
            true => Progress::Done,
            false => Progress::On,
        }
    }

    /// Rows in use; whether they changed.
    fn active(&mut self, sys: &System, la: &[f64]) -> bool {
        let diagonal = |(&(i, j), k): (&(usize, usize), &f64)| if i == j { k.abs() } else { 0.0 };
        let k = sys.K_entries.iter().zip(&self.K).map(diagonal).fold(1.0, f64::max);
        let mut changed = false;
        for r in 0..sys.nr {
            let on = match sys.kinds[r] {
                RowKind::Position => true,
                RowKind::Normal(_) => la[r] - k * self.ev.g[r] > 0.0,
                _ => false,
            };
            changed |= on != self.on[r];
            self.on[r] = on;
        }
        changed
    }
}
