//! Event functions and their first zero on the dense output.

use crate::integrators::Integrator;
use crate::memory::{remember, Memory, Remember};
use crate::solvers::smooth::{Rub, SmoothEquations};
use crate::system::{Normal, System};

/// What an event function watches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Watch {
    /// Gap of an open contact.
    Gap(usize),
    /// Force of a pressed contact.
    Force(usize),
    /// Velocity of a sliding friction along its direction.
    Slip(usize),
    /// Reserve of a sticking friction.
    Stick(usize),
    /// Determinant of W M⁻¹ Ŵ of the mode, relative to that of W M⁻¹ W at its beginning: where it
    /// vanishes no finite force holds the contacts that slide.
    #[default]
    Hold,
}

impl Remember for Watch {
    fn remember(&mut self, m: &mut Memory) {
        let (mut kind, mut i) = match self {
            Watch::Gap(i) => (0_usize, *i),
            Watch::Force(i) => (1, *i),
            Watch::Slip(i) => (2, *i),
            Watch::Stick(i) => (3, *i),
            Watch::Hold => (4, 0),
        };
        kind.remember(m);
        i.remember(m);
        *self = [Watch::Gap(i), Watch::Force(i), Watch::Slip(i), Watch::Stick(i), Watch::Hold]
            [kind.min(4)];
    }
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
    /// Extended by a zero.
    a: Vec<f64>,
    la: Vec<f64>,
    /// Sign of the determinant at the beginning of the mode, logarithm of that without friction; and
    /// the rows that do not count.
    hold: (f64, f64),
    dependent: Vec<usize>,
}
remember!(Watcher { active, old, direction, values, speed, q, u, a, la, hold, dependent });

/// Points at which a step is looked at.
const SAMPLES: usize = 3;

/// Part of the determinant that is left, and steps until it vanishes, from where on the way there is
/// gone in halves.
const NEAR: f64 = 0.1;
const STEPS: f64 = 30.0;

/// A height that coordinates cannot tell from contact.
pub(super) fn height(q: &[f64]) -> f64 {
    64.0 * f64::EPSILON * q.iter().fold(1.0_f64, |m, q| m.max(q.abs()))
}

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
            a: vec![0.0; sys.nu + 1],
            la: vec![0.0; sys.nr],
            hold: (1.0, 0.0),
            dependent: Vec::with_capacity(sys.nr),
        }
    }

    /// Event functions of the present mode.
    pub fn arm(&mut self, sys: &System, eqs: &mut SmoothEquations, q: &[f64], u: &[f64], t: f64) {
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
        if Self::can_lose_hold(sys, eqs) {
            self.active.push(Watch::Hold);
            eqs.evaluate(sys, t, q, u);
            self.dependent.clear();
            self.dependent.extend_from_slice(eqs.dependent(sys));
            let (_, free) = eqs.determinant(&self.dependent);
            eqs.accelerations(sys, t, q, u, &mut self.a, &mut self.la);
            self.hold = (eqs.determinant(&self.dependent).0, free);
        }
        self.accept_directions(sys, eqs);
        self.old.clear();
        // at an event functions are zero by definition: they count as positive until they are not
        self.old.resize(self.active.len(), 1.0);
        if let Some(i) = self.active.iter().position(|w| *w == Watch::Hold) {
            self.old[i] = self.hold(eqs);
        }
        self.speed.clear();
        self.speed.resize(self.active.len(), f64::INFINITY);
    }

    /// Whether a contact slides: with W = Ŵ the determinant is positive.
    fn can_lose_hold(sys: &System, eqs: &SmoothEquations) -> bool {
        sys.frictions.iter().zip(&eqs.mode.rubs).any(|(fr, rub)| {
            matches!(rub, Rub::Slip(_) | Rub::Slide)
                && matches!(fr.normal, Normal::Contact(_))
                && fr.mu > 0.0
        })
    }

    /// What is watched as the hold, after a call of `eqs.accelerations`; one where nothing slides.
    pub fn hold(&self, eqs: &SmoothEquations) -> f64 {
        if !self.active.contains(&Watch::Hold) {
            return 1.0;
        }
        let (sign, log) = eqs.determinant(&self.dependent);
        sign * self.hold.0 * (log - self.hold.1).exp()
    }

    /// Whether the determinant falls so fast in the step just taken that it may soon vanish.
    pub fn loses_hold(&self) -> bool {
        self.active
            .iter()
            .zip(self.old.iter().zip(&self.values))
            .any(|(w, (old, new))| *w == Watch::Hold && *new < NEAR && STEPS * (old - new) > *new)
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
        let hold = self.hold(eqs);
        self.values.clear();
        for w in &self.active {
            self.values.push(match *w {
                Watch::Hold => hold,
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
        let mut at_end = self.values.clone();
        // forces have a pole where the hold is lost: nothing else can be read off such a stretch
        if let Some(&i) = crossed.iter().find(|i| self.active[**i] == Watch::Hold) {
            let t = self.root(sys, eqs, on, i, lo, hi);
            return Some(Found { t, what: vec![Watch::Hold] });
        }
        for &i in crossed {
            let t = self.root(sys, eqs, on, i, lo, hi);
            if let Watch::Gap(c) = self.active[i] {
                if self.grazes(sys, eqs, on, c, t) {
                    at_end[i] = 1.0;
                    continue;
                }
            }
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

    /// Whether gap c, zero at time t, turns before it is below what coordinates can resolve: it is
    /// held open by its acceleration, and g_N'²/2 g_N'' is the depth it falls to. A contact that takes
    /// off with g_N'' = 0 rises with the cube of time, so that rounding and the errors of the first
    /// steps hide for a while that it is open.
    fn grazes(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        on: &dyn Integrator,
        c: usize,
        t: f64,
    ) -> bool {
        on.dense(t, &mut self.q, &mut self.u);
        if !eqs.accelerations(sys, t, &self.q, &self.u, &mut self.a, &mut self.la) {
            return false;
        }
        let r = sys.contacts[c].row;
        let v = sys.row_dot(&eqs.ev, r, &eqs.ev.u);
        let a = sys.row_dot(&eqs.ev, r, &self.a) + eqs.ev.zeta[r];
        a > 0.0 && v * v <= 2.0 * a * height(&self.q)
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
