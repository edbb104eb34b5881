//! Event functions and their first zero on the dense output.

use crate::integrators::Integrator;
use crate::solvers::smooth::{Rub, SmoothEquations};
use crate::system::{Normal, System};

/// What an event function watches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Watch {
    /// Gap of an open contact.
    Gap(usize),
    /// Force of a pressed contact.
    Force(usize),
    /// Velocity of a sliding friction along its direction.
    Slip(usize),
    /// Reserve of a sticking friction.
    Stick(usize),
}

/// An event: its time and all functions that vanish there.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub t: f64,
    pub what: Vec<Watch>,
}

impl Found {
    /// No event, but a look at everything: the start.
    pub fn start(t: f64) -> Self {
        Found { t, what: Vec::new() }
    }
}

pub(super) struct Watcher {
    active: Vec<Watch>,
    /// Value at the beginning of the step.
    old: Vec<f64>,
    /// Direction of sliding at the beginning of the step.
    direction: Vec<f64>,
    values: Vec<f64>,
    /// Gap velocities at the beginning of the step.
    speed: Vec<f64>,
    q: Vec<f64>,
    u: Vec<f64>,
    a: Vec<f64>,
    la: Vec<f64>,
}

/// Points at which a step is looked at.
const SAMPLES: usize = 3;

impl Watcher {
    pub fn new(sys: &System) -> Self {
        Watcher {
            active: Vec::new(),
            old: Vec::new(),
            direction: vec![0.0; sys.nr],
            values: Vec::new(),
            speed: Vec::new(),
            q: vec![0.0; sys.nq],
            u: vec![0.0; sys.nu],
            a: vec![0.0; sys.nu],
            la: vec![0.0; sys.nr],
        }
    }

    /// Event functions of the present mode.
    pub fn arm(&mut self, sys: &System, eqs: &SmoothEquations, q: &[f64], u: &[f64], t: f64) {
        let _ = (q, u, t);
        self.active.clear();
        for c in 0..sys.contacts.len() {
            let closed = eqs.mode.closed[c];
            self.active.push(if closed { Watch::Force(c) } else { Watch::Gap(c) });
        }
        for f in 0..sys.frictions.len() {
            match eqs.mode.rubs[f] {
                Rub::Stick => self.active.push(Watch::Stick(f)),
                Rub::Slip(_) | Rub::Slide => self.active.push(Watch::Slip(f)),
                Rub::Open => {}
            }
        }
        self.la.fill(0.0);
        self.accept_directions(sys, eqs);
        self.old.clear();
        // at an event functions are zero by definition: they count as positive until they are not
        self.old.resize(self.active.len(), 1.0);
        self.speed.clear();
        self.speed.resize(self.active.len(), f64::INFINITY);
    }

    fn accept_directions(&mut self, sys: &System, eqs: &SmoothEquations) {
        for (f, fr) in sys.frictions.iter().enumerate() {
            match eqs.mode.rubs[f] {
                Rub::Slip(s) => self.direction[fr.rows.start] = s,
                Rub::Slide => {
                    for r in fr.rows.clone() {
                        self.direction[r] = eqs.slip[r] / fr.mu.max(1e-300);
                    }
                }
                _ => {}
            }
        }
    }

    /// The step without event is accepted.
    pub fn accept(&mut self, sys: &System, eqs: &SmoothEquations, _la: &[f64]) {
        self.accept_directions(sys, eqs);
        self.old.copy_from_slice(&self.values);
    }

    fn needs_forces(&self) -> bool {
        self.active.iter().any(|w| matches!(w, Watch::Force(_) | Watch::Stick(_)))
    }

    /// All event functions at time t of the dense output.
    fn evaluate(&mut self, sys: &System, eqs: &mut SmoothEquations, on: &dyn Integrator, t: f64) {
        on.dense(t, &mut self.q, &mut self.u);
        if self.needs_forces() {
            eqs.accelerations(sys, t, &self.q, &self.u, &mut self.a, &mut self.la);
        } else {
            eqs.evaluate(sys, t, &self.q, &self.u);
        }
        self.values.clear();
        for w in &self.active {
            self.values.push(match *w {
                Watch::Gap(c) => eqs.ev.g[sys.contacts[c].row],
                Watch::Force(c) => self.la[sys.contacts[c].row],
                Watch::Slip(f) => sys.frictions[f]
                    .rows
                    .clone()
                    .map(|r| self.direction[r] * sys.row_dot(&eqs.ev, r, &eqs.ev.u))
                    .sum(),
                Watch::Stick(f) => {
                    let fr = &sys.frictions[f];
                    let n = match fr.normal {
                        Normal::Contact(c) => self.la[sys.contacts[c].row],
                        Normal::Force(n) => n,
                    };
                    let t = fr.rows.clone().map(|r| self.la[r] * self.la[r]).sum::<f64>().sqrt();
                    fr.mu * n - t
                }
            });
        }
    }

    /// The first event of the last step of `on`, if any.
    pub fn first_event(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        on: &dyn Integrator,
    ) -> Option<Found> {
        if self.active.is_empty() {
            self.values.clear();
            return None;
        }
        let (t0, t1) = (on.t_old(), on.t());
        let mut lo = t0;
        let mut before = self.old.clone();
        self.evaluate(sys, eqs, on, t1);
        let samples = if self.quiet(sys, eqs, t1 - t0) { 1 } else { SAMPLES };
        for k in 1..=samples {
            let hi = if k == samples { t1 } else { t0 + (t1 - t0) * k as f64 / samples as f64 };
            if samples > 1 {
                self.evaluate(sys, eqs, on, hi);
            }
            // a gap that rounding leaves below zero has not fallen there
            let size = self.q.iter().fold(1.0_f64, |m, q| m.max(q.abs()));
            let crossed: Vec<usize> = (0..self.active.len())
                .filter(|&i| {
                    let gap = matches!(self.active[i], Watch::Gap(_));
                    let zero = if gap { -4.0 * f64::EPSILON * size } else { 0.0 };
                    self.values[i] < zero && before[i] >= zero
                })
                .collect();
            if let Some(found) = self.locate(sys, eqs, on, lo, hi, &crossed) {
                return Some(found);
            }
            before.copy_from_slice(&self.values);
            lo = hi;
        }
        None
    }

    /// Whether no event function can have vanished within the step: only gaps are watched, and
    /// they are wide for the velocities at its ends.
    fn quiet(&mut self, sys: &System, eqs: &SmoothEquations, h: f64) -> bool {
        let mut quiet = true;
        for (i, w) in self.active.iter().enumerate() {
            let Watch::Gap(c) = *w else { return false };
            let speed = sys.row_dot(&eqs.ev, sys.contacts[c].row, &eqs.ev.u).abs();
            quiet &= self.old[i] + self.values[i] > 2.0 * h * (self.speed[i] + speed);
            self.speed[i] = speed;
        }
        quiet
    }

    fn locate(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        on: &dyn Integrator,
        lo: f64,
        hi: f64,
        crossed: &[usize],
    ) -> Option<Found> {
        let mut first = f64::INFINITY;
        let mut times = Vec::with_capacity(crossed.len());
        let at_end = self.values.clone();
        for &i in crossed {
            let t = self.root(sys, eqs, on, i, lo, hi);
            times.push((i, t));
            first = first.min(t);
        }
        if !first.is_finite() {
            self.values.copy_from_slice(&at_end);
            return None;
        }
        let close = 1e-12 * (1.0 + first.abs());
        let what = times
            .iter()
            .filter(|(_, t)| t - first <= close)
            .map(|(i, _)| self.active[*i])
            .collect();
        Some(Found { t: first, what })
    }

    /// Zero of event function i in (lo, hi], where it ends negative: bisection and secant (Illinois
    /// rule) on the dense output.
    fn root(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        on: &dyn Integrator,
        i: usize,
        lo: f64,
        hi: f64,
    ) -> f64 {
        let (mut a, mut b) = (lo, hi);
        let mut fb = {
            self.evaluate(sys, eqs, on, b);
            self.values[i]
        };
        self.evaluate(sys, eqs, on, a);
        let mut fa = self.values[i];
        // just after an event the function starts from zero: find where it is positive
        let mut step = b - a;
        while fa <= 0.0 {
            step *= 0.5;
            if step < 1e-13 * (1.0 + a.abs()) {
                // it falls from the start on
                return lo;
            }
            self.evaluate(sys, eqs, on, lo + step);
            if self.values[i] > 0.0 {
                (a, fa) = (lo + step, self.values[i]);
            } else {
                (b, fb) = (lo + step, self.values[i]);
            }
        }
        let mut side = 0;
        for _ in 0..100 {
            if b - a <= 4.0 * f64::EPSILON * (1.0 + b.abs()) {
                break;
            }
            let mut m = (a * fb - b * fa) / (fb - fa);
            if !(m > a && m < b) {
                m = 0.5 * (a + b);
            }
            self.evaluate(sys, eqs, on, m);
            let fm = self.values[i];
            if fm > 0.0 {
                (a, fa) = (m, fm);
                if side == 1 {
                    fb *= 0.5;
                }
                side = 1;
            } else if fm < 0.0 {
                (b, fb) = (m, fm);
                if side == -1 {
                    fa *= 0.5;
                }
                side = -1;
            } else {
                return m;
            }
        }
        0.5 * (a + b)
    }
}
