//! Equilibrium by Newton's method along a path of growing load.
//!
//! At the load s in (0, 1] gravity is s times its value and time is s times the end time, so that
//! forces and drives that grow with time are applied bit by bit:
//!
//! ```text
//! h(s t_end, q, 0) + W λ = 0,   g(s t_end, q) = 0,   0 ≤ g_N ⊥ λ_N ≥ 0
//! [ -∂h/∂θ  -W ] [ δθ ]   [ h  ]
//! [  W       0 ] [ λ  ] = [ -g ]
//! ```
//!
//! A contact takes part where λ_N - k g_N > 0 with a stiffness k of the system; there is no friction
//! and rolling does not bind. Where Newton's method does not converge the step of the load is
//! halved; where that does not help either, the path ends with its last equilibrium.

use crate::linalg::Kkt;
use crate::system::{RowKind, System};

/// How to walk along the path.
#[derive(Clone, Copy, Debug)]
pub struct StaticSettings {
    /// Load steps.
    pub steps: usize,
    /// Time that belongs to the full load.
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
    /// Coordinates.
    pub q: Vec<f64>,
    /// Forces of all rows.
    pub la: Vec<f64>,
    /// Iterations it took.
    pub iterations: usize,
}

/// A path of equilibria.
#[derive(Clone, Debug, Default)]
pub struct StaticPath {
    /// What was found, by growing load.
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

/// Halvings of a load step.
const MAX_HALVINGS: u32 = 10;

/// Follows the equilibrium of `sys` from the coordinates `q0` to the full load.
pub fn equilibrium(sys: &mut System, q0: &[f64], settings: &StaticSettings) -> StaticPath {
    let gravity = sys.gravity();
    let mut walk = Walk::new(sys);
    let mut path = StaticPath::default();
    let (mut q, mut la) = (q0.to_vec(), vec![0.0; sys.nr]);
    let whole = 1.0 / settings.steps.max(1) as f64;
    let (mut load, mut step, mut halvings) = (0.0, whole, 0);
    while load < 1.0 - 1e-12 {
        let next = if load + step > 1.0 - 1e-9 { 1.0 } else { load + step };
        sys.set_gravity(gravity * next);
        let (mut q1, mut la1) = (q.clone(), la.clone());
        match walk.newton(sys, next * settings.t_end, &mut q1, &mut la1, settings) {
            Some(iterations) => {
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
    sys.set_gravity(gravity);
    path
}

struct Walk {
    kkt: Kkt,
    ev: crate::system::Eval,
    d: crate::system::Derivatives,
    K: Vec<f64>,
    on: Vec<bool>,
    slip: Vec<f64>,
    x: Vec<f64>,
    m: Vec<f64>,
    dq: Vec<f64>,
    rest: Vec<f64>,
}

impl Walk {
    fn new(sys: &System) -> Self {
        Walk {
            kkt: Kkt::new(sys),
            ev: sys.eval(),
            d: sys.derivatives(),
            K: vec![0.0; sys.K_entries.len()],
            on: vec![false; sys.nr],
            slip: vec![0.0; sys.nr],
            x: vec![0.0; sys.nu],
            m: vec![0.0; sys.nr],
            dq: vec![0.0; sys.nq],
            rest: vec![0.0; sys.nu],
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
            sys.evaluate(t, q, &self.rest, &mut self.ev);
            sys.differentiate_h(t, q, &self.ev, &mut self.d);
            self.K.iter_mut().zip(&self.d.dh_q).for_each(|(k, d)| *k = -d);
            // the stiffness stands for M, also where rows are weighed
            self.ev.M.fill(0.0);
            self.ev.M_diag.fill(f64::MIN_POSITIVE);
            for (&(i, j), k) in sys.K_entries.iter().zip(&self.K) {
                if i == j && i < sys.nu {
                    self.ev.M_diag[i] += k.abs();
                }
            }
            let changed = self.active(sys, la);
            self.kkt.factor(sys, &self.ev, Some(&self.K), &[], &self.on, &self.slip);
            self.x.copy_from_slice(&self.ev.h);
            for r in 0..sys.nr {
                self.m[r] = if self.on[r] { -self.ev.g[r] } else { 0.0 };
            }
            if !self.kkt.solve(&mut self.x, &mut self.m) {
                return None;
            }
            la.copy_from_slice(&self.m);
            sys.B(t, q, &self.x, &mut self.dq);
            q.iter_mut().zip(&self.dq).for_each(|(q, d)| *q += d);
            sys.normalize(q);
            let change = self.x.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
            let scale = q.iter().fold(1.0_f64, |a, v| a.max(v.abs()));
            if !change.is_finite() || change > 1e6 * scale {
                return None;
            }
            // elastic forces amplify the round-off of the coordinates: no change is smaller then
            let stalled = change <= 1e-8 * scale && change > 0.25 * before;
            if !changed && (change <= settings.tol * scale || stalled) {
                return Some(it);
            }
            before = change;
        }
        None
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
