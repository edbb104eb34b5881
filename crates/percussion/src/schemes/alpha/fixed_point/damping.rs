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

use super::{FixedPoint, ACCELERATION, POSITION, VELOCITY};
use crate::contact::reduce::{Make, Reduction};
use crate::schemes::alpha::levels::Coefficients;
use crate::schemes::alpha::step::Step;
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
}

impl FixedPoint {
    /// The matrix of the level that sees damping, where it is strong.
    pub(super) fn damp(&mut self, sys: &System, c: &Coefficients, s: &mut Step, h: [f64; 2]) {
        let Some(d) = self.damping.as_deref_mut() else { return };
        let strength = s.damping(sys, c, &mut d.d);
        d.level = None;
        d.dh.fill(0.0);
        if strength.is_nan() || strength <= STRONG {
            return;
        }
        let [gamma, beta] = h;
        d.factors = [beta, gamma, 1.0];
        for (K, (b, k)) in d.K.iter_mut().zip(d.d.dh_u.iter().zip(&d.d.dh_q)) {
            *K = if c.backward { -beta * (b / s.h + k) } else { -gamma * b };
        }
        d.level = Some(if c.backward { POSITION } else { VELOCITY });
        d.reduction.select(sys, |c| self.near[c]);
        d.reduction.linearise(sys, &s.ev, Some(&d.K));
    }

    /// What the iterate contributes to the right side of that level.
    pub(super) fn damp_known(&mut self, sys: &System, s: &Step) {
        let Some((d, level)) = damped(&mut self.damping) else { return };
        d.apply(sys, |j| if level == POSITION { s.x[j] } else { s.u[j] });
        self.levels[level].f.iter_mut().zip(&d.new).for_each(|(f, Kz)| *f -= Kz);
    }

    /// After this level was solved: if it is that one, the others see what it makes of the forces.
    pub(super) fn damp_others(&mut self, sys: &System, s: &Step, solved: usize) {
        let Some((d, level)) = damped(&mut self.damping).filter(|(_, l)| *l == solved) else {
            return;
        };
        let x = &self.levels[level].x;
        d.apply(sys, |j| x[j] - if level == POSITION { s.x[j] } else { s.u[j] });
        d.new.iter_mut().for_each(|new| *new /= d.factors[level]);
        for other in [POSITION, VELOCITY, ACCELERATION].into_iter().filter(|o| *o != level) {
            let by = d.factors[other];
            let change = d.new.iter().zip(&d.dh).map(|(new, old)| by * (new - old));
            self.levels[other].f.iter_mut().zip(change).for_each(|(f, v)| *f += v);
        }
        std::mem::swap(&mut d.dh, &mut d.new);
    }
}

fn damped(damping: &mut Option<Box<Damping>>) -> Option<(&mut Damping, usize)> {
    let d = damping.as_deref_mut()?;
    d.level.map(|level| (d, level))
}
