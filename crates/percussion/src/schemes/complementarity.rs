//! Accelerations with Signorini's and Coulomb's laws on the contacts that are closed:
//!
//! ```text
//! (78)  M a = h + W λ,  g'' = 0,  0 ≤ g_N'' ⊥ λ_N ≥ 0,
//!       friction in its disc where it rests, on the rim along -γ_F where it slides
//! ```
//!
//! From the solution the mode follows that holds until the next event: contacts with λ_N > 0 are
//! closed, friction below its limit sticks, at its limit it slides against the force.

use crate::memory::remember;
use crate::solvers::delassus::{item_frictions, items, Columns};
use crate::solvers::smooth::{Mode, Rub};
use crate::solvers::{ContactProblem, Rubbing};
use crate::system::Kkt;
use crate::system::{Eval, Normal, RowKind, System};

/// The problem with its workspace.
pub(super) struct Complementarity {
    pub ev: Eval,
    kkt: Kkt,
    columns: Columns,
    problem: ContactProblem,
    frictions: Vec<Option<usize>>,
    bilateral: Vec<bool>,
    no_slip: Vec<f64>,
    x: Vec<f64>,
    m: Vec<f64>,
    /// W û of all rows.
    pub gd: Vec<f64>,
    pub evaluations: usize,
}
remember!(Complementarity {
    kkt, columns, problem, m, evaluations;
    skip ev, frictions, bilateral, no_slip, x, gd
});

/// Largest absolute value, at least one.
pub(super) fn scale(v: &[f64]) -> f64 {
    v.iter().fold(1.0_f64, |m, v| m.max(v.abs()))
}

/// Fraction of the largest velocity below which a contact counts as at rest.
pub(super) const REST: f64 = 1e-11;

impl Complementarity {
    pub fn new(sys: &System) -> Self {
        let columns = Columns::new(sys);
        let bilateral = |k: &RowKind| matches!(k, RowKind::Position | RowKind::Velocity);
        Complementarity {
            ev: sys.eval(),
            kkt: Kkt::new(sys),
            problem: ContactProblem::with_items(items(sys, &columns)),
            frictions: item_frictions(sys, &columns),
            bilateral: sys.kinds.iter().map(bilateral).collect(),
            no_slip: vec![0.0; sys.nr],
            x: vec![0.0; sys.nu + 1],
            m: vec![0.0; columns.rows.len()],
            gd: vec![0.0; sys.nr],
            evaluations: 0,
            columns,
        }
    }

    /// Evaluates the system and the velocities of all rows.
    pub fn evaluate(&mut self, sys: &System, t: f64, q: &[f64], u: &[f64]) {
        sys.evaluate(t, q, u, &mut self.ev);
        sys.rows_dot(&self.ev, &self.ev.u, &mut self.gd);
        self.evaluations += 1;
    }

    /// Which contacts take part, and whether friction slides, at the state last evaluated.
    pub fn classify(&mut self, sys: &System, closed: &[bool]) {
        let rest = REST * scale(&self.ev.u);
        for (k, f) in self.frictions.iter().enumerate() {
            let item = &mut self.problem.items[k];
            item.active = closed.get(k).copied().unwrap_or(true);
            let Some(fr) = f.map(|f| &sys.frictions[f]) else { continue };
            if let Normal::Force(n) = fr.normal {
                item.load = n;
            }
            item.rubbing = direction(&self.gd[fr.rows.clone()], rest);
        }
    }

    /// Accelerations and multipliers at (t, q, u) for the contacts and directions classified; the
    /// direction of sliding turns in space.
    pub fn accelerations(
        &mut self,
        sys: &System,
        (t, q, u): (f64, &[f64], &[f64]),
        a: &mut [f64],
        la: &mut [f64],
    ) -> bool {
        self.evaluate(sys, t, q, u);
        for (k, f) in self.frictions.iter().enumerate() {
            let Some(rows) = f.map(|f| sys.frictions[f].rows.clone()) else { continue };
            let item = &mut self.problem.items[k];
            if rows.len() > 1 && matches!(item.rubbing, Rubbing::Slides(_)) {
                if let Rubbing::Slides(d) = direction(&self.gd[rows], 0.0) {
                    item.rubbing = Rubbing::Slides(d);
                }
            }
        }
        self.solve(sys, a, la)
    }

    fn solve(&mut self, sys: &System, a: &mut [f64], la: &mut [f64]) -> bool {
        let nu = sys.nu;
        self.kkt.factor(sys, &self.ev, None, &[], &self.bilateral, &self.no_slip);
        // free accelerations with joints
        self.x[..nu].copy_from_slice(&self.ev.h);
        for r in 0..sys.nr {
            la[r] = if self.bilateral[r] { -self.ev.zeta[r] } else { 0.0 };
        }
        let mut finite = self.kkt.solve(&mut self.x[..nu], la);
        self.x[nu] = 0.0;
        if !self.columns.rows.is_empty() {
            self.columns.fill(sys, &self.ev, &mut self.kkt, &mut self.problem);
            for (k, &r) in self.columns.rows.iter().enumerate() {
                self.problem.b[k] = sys.row_dot(&self.ev, r, &self.x) + self.ev.zeta[r];
            }
            self.m.fill(0.0);
            self.problem.solve(&mut self.m, 1e-15, 50_000);
            self.columns.superpose(&self.m, &self.bilateral, &mut self.x[..nu], la);
        }
        a[..nu].copy_from_slice(&self.x[..nu]);
        finite &= self.x.iter().all(|x| x.is_finite());
        finite
    }

    /// Decides about the mode at (t, q, u), where the contacts `closed` may stay closed.
    pub fn mode(
        &mut self,
        sys: &System,
        (t, q, u): (f64, &[f64], &[f64]),
        closed: &[bool],
        a: &mut [f64],
        la: &mut [f64],
    ) -> Mode {
        self.evaluate(sys, t, q, u);
        self.classify(sys, closed);
        let mut mode = Mode::open(sys);
        if !self.solve(sys, a, la) {
            return mode;
        }
        let force = scale(&self.problem.b);
        for (k, f) in self.frictions.iter().enumerate() {
            let item = &self.problem.items[k];
            if let Some(i) = item.normal {
                let G = self.problem.G[i * self.problem.n + i];
                mode.closed[k] = item.active && self.m[i] * G > 1e-12 * force;
                if !mode.closed[k] {
                    continue;
                }
            }
            let Some(f) = *f else { continue };
            let rows = item.tangential.clone();
            mode.rubs[f] = match item.rubbing {
                Rubbing::Slides(d) if rows.len() == 1 => Rub::Slip(d[0].signum()),
                Rubbing::Slides(_) => Rub::Slide,
                _ => {
                    let radius = item.mu * item.normal.map_or(item.load, |i| self.m[i]);
                    let length = self.m[rows.clone()].iter().map(|m| m * m).sum::<f64>().sqrt();
                    if radius == 0.0 || length < radius * (1.0 - 1e-9) {
                        Rub::Stick
                    } else if rows.len() == 1 {
                        Rub::Slip(-self.m[rows.start].signum())
                    } else {
                        Rub::Slide
                    }
                }
            };
        }
        mode
    }

    /// The velocity problem with frozen coordinates, at the state last evaluated: u jumps by the response
    /// to total percussions minus those that have acted,
    ///
    /// ```text
    /// M (u⁺ - u) = W (P - R),  W u⁺ = 0 for joints,  0 ≤ U⁺ + e U⁻ ⊥ P_N ≥ 0,  friction in its disc
    /// ```
    ///
    /// `R` holds percussions of contacts and friction that have acted; `P` receives the total ones
    /// of the contacts and those of the joints that come to them. `load` is the time over which given loads press.
    pub fn impact(
        &mut self,
        sys: &System,
        active: &[bool],
        e: &[f64],
        load: f64,
        R: &[f64],
        u: &mut [f64],
        P: &mut [f64],
    ) -> bool {
        let nu = sys.nu;
        self.kkt.factor(sys, &self.ev, None, &[], &self.bilateral, &self.no_slip);
        self.x.fill(0.0);
        for r in 0..sys.nr {
            P[r] = if self.bilateral[r] { -self.gd[r] } else { 0.0 };
        }
        let mut finite = self.kkt.solve(&mut self.x[..nu], P);
        if !self.columns.rows.is_empty() {
            self.columns.fill(sys, &self.ev, &mut self.kkt, &mut self.problem);
            // velocities without what has acted
            for (k, &r) in self.columns.rows.iter().enumerate() {
                self.m[k] = -R[r];
            }
            self.columns.superpose(&self.m, &self.bilateral, &mut self.x[..nu], P);
            for (k, &r) in self.columns.rows.iter().enumerate() {
                let back = match sys.kinds[r] {
                    RowKind::Normal(c) => e[c],
                    RowKind::Friction(f) if R[r] == 0.0 => sys.frictions[f].e_F,
                    _ => 0.0,
                };
                self.problem.b[k] = (1.0 + back) * self.gd[r] + sys.row_dot(&self.ev, r, &self.x);
            }
            for (k, f) in self.frictions.iter().enumerate() {
                let item = &mut self.problem.items[k];
                item.active = active.get(k).copied().unwrap_or(true);
                item.rubbing = if f.is_some() { Rubbing::Disc } else { Rubbing::None };
                if let Some(Normal::Force(n)) = f.map(|f| sys.frictions[f].normal) {
                    item.load = n * load;
                }
            }
            self.m.fill(0.0);
            self.problem.solve(&mut self.m, 1e-15, 50_000);
            self.columns.superpose(&self.m, &self.bilateral, &mut self.x[..nu], P);
        }
        for (u, x) in u.iter_mut().zip(&self.x) {
            *u += x;
            finite &= u.is_finite();
        }
        finite
    }
}

/// Slides along its velocity where that is larger than `rest`.
fn direction(gd: &[f64], rest: f64) -> Rubbing {
    let length = gd.iter().map(|v| v * v).sum::<f64>().sqrt();
    if length <= rest {
        return Rubbing::Disc;
    }
    let mut d = [0.0; 3];
    d.iter_mut().zip(gd).for_each(|(d, v)| *d = v / length);
    Rubbing::Slides(d)
}
