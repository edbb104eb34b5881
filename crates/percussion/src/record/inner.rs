//! What schemes that choose their own steps say of them.

use crate::memory::remember;
use crate::system::{Eval, RowKind, System};

/// The largest violations over all internal steps.
#[derive(Clone, Debug, Default)]
pub struct Extremes {
    /// Of bilateral constraints at position level (m, rad).
    pub position: f64,
    /// Of bilateral constraints and closed contacts at velocity level (m/s, rad/s).
    pub velocity: f64,
    /// The same at acceleration level.
    pub acceleration: f64,
    /// Largest penetration.
    pub penetration: f64,
    /// Largest increase of the energy in one internal step (J).
    pub energy_max_increase: f64,
    /// By which friction percussions of one internal step exceed the law's set (N s), where those of rows are differences of
    /// several.
    pub friction_excess: Option<f64>,
    energy: Option<f64>,
    a: Vec<f64>,
}
remember!(Extremes {
    position, velocity, acceleration, penetration, energy_max_increase, friction_excess, energy;
    skip a
});

impl Extremes {
    /// Look at a state; `closed` tells which contacts have to hold. The equations are evaluated
    /// there.
    pub(crate) fn look(
        &mut self,
        sys: &System,
        ev: &Eval,
        q: &[f64],
        a: &[f64],
        closed: impl Fn(usize) -> bool,
    ) {
        self.a.resize(sys.nu + 1, 0.0);
        self.a[..sys.nu].copy_from_slice(&a[..sys.nu]);
        for r in 0..sys.nr {
            let holds = match sys.kinds[r] {
                RowKind::Position => {
                    self.position = self.position.max(ev.g[r].abs());
                    true
                }
                RowKind::Velocity => true,
                RowKind::Normal(c) => {
                    self.penetration = self.penetration.max(-ev.g[r]);
                    closed(c)
                }
                RowKind::Friction(_) => false,
            };
            if holds {
                let gd = sys.row_dot(ev, r, &ev.u);
                let gdd = sys.row_dot(ev, r, &self.a) + ev.zeta[r];
                self.velocity = self.velocity.max(gd.abs());
                self.acceleration = self.acceleration.max(gdd.abs());
            }
        }
        let energy = sys.energy(ev.t, q, &ev.u);
        if let Some(old) = self.energy {
            self.energy_max_increase = self.energy_max_increase.max(energy - old);
        }
        self.energy = Some(energy);
    }
}

/// Work of a scheme that chooses its own steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Work {
    /// Internal steps accepted.
    pub steps: usize,
    /// Internal steps tried and rejected.
    pub rejected: usize,
    /// Evaluations of the equations of motion.
    pub evaluations: usize,
    /// Evaluations of their derivatives.
    pub jacobians: usize,
    /// Factorisations of matrices.
    pub factorisations: usize,
    /// Solutions of linear systems.
    pub solves: usize,
    /// Smallest internal step (s).
    pub h_min: f64,
    /// Largest internal step (s).
    pub h_max: f64,
    /// Sum of the internal steps (s).
    pub h_sum: f64,
    /// Evaluations made for the output alone.
    pub output: usize,
    /// How often each way was taken: methods, and changes from one to another.
    pub ways: Vec<(&'static str, usize)>,
}
