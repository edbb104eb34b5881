//! What a scheme knows after a step, and how the step went.

use crate::memory::remember;
use crate::system::Renewal;

/// What a scheme knows after a step. Vectors over rows follow [`crate::system::System::kinds`].
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Time (s).
    pub t: f64,
    /// Coordinates (m, rad).
    pub q: Vec<f64>,
    /// Velocities, right limit (m/s, rad/s).
    pub u: Vec<f64>,
    /// Accelerations (m/s², rad/s²).
    pub a: Vec<f64>,
    /// Percussion over the step (N s) of each row.
    pub P: Vec<f64>,
    /// Force (N) of each row at the end of the step; for schemes that have none, the mean over
    /// the step.
    pub la: Vec<f64>,
    /// Impulsive part of the percussion (N s), where the scheme has it.
    pub La: Vec<f64>,
    /// What was asked for of the levels of the step.
    pub(crate) levels: Vec<f64>,
}
remember!(State { t, q, u, a, P, la, La; skip levels });

impl State {
    /// The same with other contacts.
    pub(crate) fn renew(&mut self, by: &Renewal) {
        for rows in [&mut self.P, &mut self.la, &mut self.La] {
            *rows = by.rows(rows, 0.0);
        }
    }
}

/// How a step went.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepInfo {
    /// Newton updates.
    pub newton: usize,
    /// Iterations of the fixed point; zero where Newton did it alone.
    pub fixed_point: usize,
    /// Tries that were rejected and repeated with smaller steps.
    pub rejected: usize,
    /// Internal steps of schemes that choose their own.
    pub inner: usize,
    /// Matrices that were set up, where the scheme counts them.
    pub jacobians: usize,
    /// Their factorisations.
    pub factorisations: usize,
    /// Solutions with the factors.
    pub solves: usize,
    /// What solved the step, by the name it has in the scheme; empty where there is one way only.
    pub way: &'static str,
    /// Parts of the step whose contacts were solved to no more than the residual that is accepted.
    pub accepted: usize,
    /// The largest of these residuals.
    pub residual: f64,
    /// The contact with that residual, where it is known; friction with a given load is counted after the contacts.
    pub worst: Option<usize>,
    /// The compliance with which its laws hold, in parts of the largest mobility of a contact.
    pub compliance: f64,
    /// What was tried before it and failed, and how; empty texts at the end.
    pub failed: Failed,
}

/// At most so many failures of a step are told apart.
pub type Failed = [&'static str; 4];

impl StepInfo {
    /// Take note of a way that failed.
    pub(crate) fn note_failure(&mut self, how: &'static str) {
        if let Some(free) = self.failed.iter_mut().find(|f| f.is_empty() || **f == how) {
            *free = how;
        }
    }
    /// Take note of matrices set up, factorisations and solutions.
    pub(crate) fn count(&mut self, [jacobians, factorisations, solves]: [usize; 3]) {
        self.jacobians += jacobians;
        self.factorisations += factorisations;
        self.solves += solves;
    }
    /// Take note of a part of the step.
    pub(crate) fn add(&mut self, i: &StepInfo) {
        i.failed.into_iter().for_each(|f| self.note_failure(f));
        self.newton += i.newton;
        self.fixed_point += i.fixed_point;
        self.rejected += i.rejected;
        self.inner += i.inner;
        self.jacobians += i.jacobians;
        self.factorisations += i.factorisations;
        self.solves += i.solves;
        self.accepted += i.accepted;
        if i.accepted > 0 && i.residual >= self.residual {
            (self.residual, self.worst, self.compliance) = (i.residual, i.worst, i.compliance);
        }
        self.way = if i.way.is_empty() { self.way } else { i.way };
    }
    /// Take note of rows of contacts that contradict each other: the relative residual of their laws without compliance, the worst contact, and
    /// the compliance with which they hold.
    pub(crate) fn contradict(&mut self, residual: f64, worst: Option<usize>, compliance: f64) {
        let accepted = self.accepted + 1;
        self.add(&StepInfo { accepted: 1, residual, worst, compliance, ..StepInfo::default() });
        self.accepted = accepted;
    }
    /// Take note of contacts that were solved to this relative residual only.
    pub(crate) fn accept(&mut self, residual: f64) {
        self.accepted += 1;
        self.residual = self.residual.max(residual);
    }
}
