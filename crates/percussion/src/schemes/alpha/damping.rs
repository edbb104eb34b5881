//! Forces that depend strongly on velocities, as damping in joints of light links. Taken as known they would let the
//! iteration run away; here the level whose velocities they see has them in its matrix,
//!
//! ```text
//! (M + γ' C) u = M v0 + hγ' h + γ' C u_k - W P0 + W P        C = -∂h/∂u at the iterate u_k
//! ```
//!
//! and the other levels take what this makes of them, h - C (u - u_k), as known. In steps without history h sees the
//! rate of the displacement: there it is the position level, with β'/h in place of γ', and stiffness, which sees the same
//! displacement, joins it.

use super::equations::{Step, ACCELERATION, POSITION, VELOCITY};
use super::Coefficients;
use crate::contact::reduce::{Level, Make, Reduction};
use crate::system::{Derivatives, RowKind, System};

/// Damping in a step, relative to M, from which on the matrix sees it.
const STRONG: f64 = 0.3;

pub(super) struct Damping {
    /// The level with damping in its matrix, where it is strong.
    pub level: Option<usize>,
    pub reduction: Reduction,
    d: Derivatives,
    /// What is added to M.
    K: Vec<f64>,
    /// Factors of h at position, velocity and acceleration level.
    factors: [f64; 3],
    /// How h changes with the solution of the level.
    pub dh: Vec<f64>,
    new: Vec<f64>,
}

impl Damping {
    pub fn new(sys: &System, solver: Make) -> Self {
        let mut reduction = Reduction::new(sys).with_solver(solver);
        reduction.use_joints(sys, |k| matches!(k, RowKind::Position | RowKind::Velocity));
        Damping {
            level: None,
            reduction,
            d: sys.derivatives(),
            K: vec![0.0; sys.K_entries.len()],
            factors: [0.0; 3],
            dh: vec![0.0; sys.nu],
            new: vec![0.0; sys.nu],
        }
    }

    /// -K z, into `new`.
    fn apply(&mut self, sys: &System, z: impl Fn(usize) -> f64) {
        self.new.fill(0.0);
        for (&(i, j), k) in sys.K_entries.iter().zip(&self.K) {
            if i < sys.nu && j < sys.nu {
                self.new[i] -= k * z(j);
            }
        }
    }

    /// The matrix of the level that sees damping, where it is strong.
    pub fn linearise(
        &mut self,
        sys: &System,
        c: &Coefficients,
        s: &mut Step,
        [gamma, beta]: [f64; 2],
        near: &[bool],
    ) {
        let strength = s.damping(sys, c, &mut self.d);
        self.level = None;
        self.dh.fill(0.0);
        if strength.is_nan() || strength <= STRONG {
            return;
        }
        self.factors = [beta, gamma, 1.0];
        for (K, (b, k)) in self.K.iter_mut().zip(self.d.dh_u.iter().zip(&self.d.dh_q)) {
            *K = if c.backward { -beta * (b / s.h + k) } else { -gamma * b };
        }
        self.level = Some(if c.backward { POSITION } else { VELOCITY });
        self.reduction.select(sys, |c| near[c]);
        self.reduction.linearise(sys, &s.end.ev, Some(&self.K));
    }

    /// What the iterate contributes to the right side of that level.
    pub fn known(&mut self, sys: &System, s: &Step, levels: &mut [Level; 3]) {
        let Some(level) = self.level else { return };
        self.apply(sys, |j| if level == POSITION { s.end.x[j] } else { s.end.u[j] });
        levels[level].f.iter_mut().zip(&self.new).for_each(|(f, Kz)| *f -= Kz);
    }

    /// After its level was solved: the others see what it makes of the forces.
    pub fn hand_on(&mut self, sys: &System, s: &Step, levels: &mut [Level; 3]) {
        let Some(level) = self.level else { return };
        let x = &levels[level].x;
        self.apply(sys, |j| x[j] - if level == POSITION { s.end.x[j] } else { s.end.u[j] });
        self.new.iter_mut().for_each(|new| *new /= self.factors[level]);
        for other in [POSITION, VELOCITY, ACCELERATION].into_iter().filter(|o| *o != level) {
            let by = self.factors[other];
            let change = self.new.iter().zip(&self.dh).map(|(new, old)| by * (new - old));
            levels[other].f.iter_mut().zip(change).for_each(|(f, v)| *f += v);
        }
        std::mem::swap(&mut self.dh, &mut self.new);
    }
}
