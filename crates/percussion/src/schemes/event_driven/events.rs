//! Event functions of a mode: which there are, and their values and rates on the dense output.

mod locate;

use super::resolve::Resolver;
use crate::contact::law::reserve;
use crate::integrators::smooth::{SlidingState, SmoothEquations};
use crate::integrators::Integrator;
use crate::memory::{remember, Memory, Remember};
use crate::relation::Scratch;
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
    /// Features of a pressed contact: positive until others touch.
    Feature(usize),
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
            Watch::Feature(i) => (4, *i),
            Watch::Hold => (5, 0),
        };
        kind.remember(m);
        i.remember(m);
        *self = [
            Watch::Gap(i),
            Watch::Force(i),
            Watch::Slip(i),
            Watch::Stick(i),
            Watch::Feature(i),
            Watch::Hold,
        ][kind.min(5)];
    }
}

/// An event: its time and all functions that vanish there.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub t: f64,
    pub what: Vec<Watch>,
}
remember!(Found { t, what });

impl Found {
    /// No event, but a look at everything: the start.
    pub fn start(t: f64) -> Self {
        Found { t, what: Vec::new() }
    }
}

/// The equations of the mode, and who spreads forces that they do not determine.
pub(super) type At<'a> = (&'a mut SmoothEquations, &'a mut Resolver);

/// All event functions at a time, and their rates; a rate that is not known is not a number.
#[derive(Clone, Default)]
struct Node {
    t: f64,
    f: Vec<f64>,
    rate: Vec<f64>,
}

impl Node {
    fn copy(&mut self, from: &Node) {
        self.t = from.t;
        self.f.clone_from(&from.f);
        self.rate.clone_from(&from.rate);
    }
}

pub(super) struct Watcher {
    active: Vec<Watch>,
    /// The beginning of the step, its middle, its end, and wherever a root is looked for.
    start: Node,
    mid: Node,
    end: Node,
    now: Node,
    /// Features of pressed contacts at the beginning of the mode.
    features: Vec<u64>,
    /// Direction of sliding in the plane.
    direction: Vec<f64>,
    q: Vec<f64>,
    u: Vec<f64>,
    /// Extended by a zero.
    a: Vec<f64>,
    la: Vec<f64>,
    /// Forces in the middle of the step, where they were needed.
    middle: Vec<f64>,
    has_middle: bool,
    /// Sign of the determinant at the beginning of the mode, logarithm of that without friction; and
    /// the rows that do not count.
    hold: (f64, f64),
    dependent: Vec<usize>,
    /// Whether the step is the first one of its mode.
    first: bool,
    scratch: Scratch,
    /// Error of the time of an event that is put on its constraint afterwards.
    fine: f64,
}
remember!(Watcher {
    active, start, end, features, direction, hold, dependent, first, has_middle;
    skip mid, now, q, u, a, la, middle, scratch, fine
});
remember!(Node { t, f, rate });

/// Part of the determinant that is left, and steps until it vanishes, from where on the way there is
/// gone in halves.
const NEAR: f64 = 0.1;
const STEPS: f64 = 30.0;
/// The event function of features that are still the same.
const SAME: f64 = 2.0;
/// What counts as positive.
const TINY: f64 = 1e-300;

/// A height that coordinates cannot tell from contact.
pub(super) fn height(q: &[f64]) -> f64 {
    64.0 * f64::EPSILON * q.iter().fold(1.0_f64, |m, q| m.max(q.abs()))
}

impl Watcher {
    pub fn new(sys: &System, tol: f64) -> Self {
        Watcher {
            active: Vec::new(),
            start: Node::default(),
            mid: Node::default(),
            end: Node::default(),
            now: Node::default(),
            features: vec![0; sys.contacts.len()],
            direction: vec![0.0; sys.nr],
            q: vec![0.0; sys.nq],
            u: vec![0.0; sys.nu],
            a: vec![0.0; sys.nu + 1],
            la: vec![0.0; sys.nr],
            middle: vec![0.0; sys.nr],
            has_middle: false,
            hold: (1.0, 0.0),
            dependent: Vec::with_capacity(sys.nr),
            first: true,
            scratch: Scratch::default(),
            fine: 1e-5 * tol,
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
            match eqs.mode.sliding[f] {
                SlidingState::Stick => self.active.push(Watch::Stick(f)),
                SlidingState::Slip(s) => {
                    self.direction[sys.frictions[f].rows.start] = s;
                    self.active.push(Watch::Slip(f));
                }
                // sliding in space comes to rest otherwise
                SlidingState::Slide | SlidingState::Open => {}
            }
        }
        eqs.evaluate(sys, t, q, u);
        for c in (0..sys.contacts.len()).filter(|&c| eqs.mode.closed[c]) {
            self.features[c] = sys.feature(c, t, q, &eqs.ev.u, &mut self.scratch);
            if self.features[c] != 0 {
                self.active.push(Watch::Feature(c));
            }
        }
        let watched = self.active.iter().filter_map(|w| match *w {
            Watch::Feature(c) => Some((sys.contacts[c].row, self.features[c])),
            _ => None,
        });
        eqs.hold(sys, watched);
        let n = self.active.len();
        self.first = true;
        self.start.t = t;
        self.start.f.clear();
        self.start.rate.clear();
        // at an event functions are zero by definition: they count as positive until they are not
        self.start.f.resize(n, 1.0);
        self.start.rate.resize(n, f64::NAN);
        let far = 1e-6 * q.iter().fold(1.0_f64, |m, q| m.max(q.abs()));
        let fast = 1e-6 * u.iter().fold(1.0_f64, |m, u| m.max(u.abs()));
        for (i, w) in self.active.iter().enumerate() {
            if let Watch::Feature(_) = w {
                self.start.f[i] = SAME;
            }
            let Watch::Gap(c) = *w else { continue };
            let r = sys.contacts[c].row;
            let rate = sys.row_dot(&eqs.ev, r, &eqs.ev.u);
            if eqs.ev.g[r] > far || rate > fast {
                self.start.f[i] = eqs.ev.g[r].max(0.0);
                self.start.rate[i] = rate;
            }
        }
        if Self::can_lose_hold(sys, eqs) {
            self.active.push(Watch::Hold);
            self.dependent.clear();
            self.dependent.extend_from_slice(eqs.dependent(sys));
            let (_, free) = eqs.determinant(&self.dependent);
            eqs.accelerations(sys, t, q, u, &mut self.a, &mut self.la);
            self.hold = (eqs.determinant(&self.dependent).0, free);
            self.start.f.push(self.hold(eqs));
            self.start.rate.push(f64::NAN);
        }
    }

    /// Whether a contact slides: with W = Ŵ the determinant is positive.
    fn can_lose_hold(sys: &System, eqs: &SmoothEquations) -> bool {
        sys.frictions.iter().zip(&eqs.mode.sliding).any(|(fr, rub)| {
            matches!(rub, SlidingState::Slip(_) | SlidingState::Slide)
                && matches!(fr.normal, Normal::Contact(_))
                && fr.law.has_friction()
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
            .zip(self.start.f.iter().zip(&self.end.f))
            .any(|(w, (old, new))| *w == Watch::Hold && *new < NEAR && STEPS * (old - new) > *new)
    }

    /// The step without event is accepted.
    pub fn accept(&mut self) {
        self.first = false;
        self.start.copy(&self.end);
    }

    /// Forces in the middle of the last step, where they are known.
    pub fn middle(&self) -> Option<(f64, &[f64])> {
        self.has_middle.then_some((self.mid.t, &self.middle))
    }

    fn needs_forces(&self) -> bool {
        self.active.iter().any(|w| !matches!(w, Watch::Gap(_)))
    }

    /// All event functions at time t of the dense output, into `now`.
    fn evaluate(&mut self, sys: &System, eqs: &mut At, on: &dyn Integrator, t: f64) {
        let (eqs, by) = (&mut *eqs.0, &mut *eqs.1);
        on.dense(t, &mut self.q, &mut self.u);
        let mut spread = false;
        if self.needs_forces() {
            eqs.accelerations(sys, t, &self.q, &self.u, &mut self.a, &mut self.la);
            spread = by.spread(sys, eqs, &mut self.la);
        } else {
            // gaps and their rates are all that is asked for
            eqs.evaluate_rows(sys, t, &self.q, &self.u);
        }
        let hold = self.hold(eqs);
        let features = &self.features;
        let (q, active) = (&self.q, &self.active);
        let n = &mut self.now;
        n.t = t;
        n.f.clear();
        n.rate.clear();
        for w in active {
            if let Watch::Feature(c) = *w {
                let now = sys.feature(c, t, q, &eqs.ev.u, &mut self.scratch);
                let same = now == features[c];
                n.f.push(if same { SAME } else { -SAME });
                n.rate.push(f64::NAN);
                continue;
            }
            let ev = &eqs.ev;
            let (f, rate) = match *w {
                Watch::Hold | Watch::Feature(_) => (hold, f64::NAN),
                Watch::Gap(c) => {
                    let r = sys.contacts[c].row;
                    (ev.g[r], sys.row_dot(ev, r, &ev.u))
                }
                Watch::Force(c) if eqs.jumped(sys, sys.contacts[c].row) => {
                    (-ev.g[sys.contacts[c].row], f64::NAN)
                }
                Watch::Force(c) if spread => {
                    let r = sys.contacts[c].row;
                    let left = by.y[r].abs();
                    (if left > 0.0 { -left } else { self.la[r].max(TINY) }, f64::NAN)
                }
                Watch::Force(c) => (self.la[sys.contacts[c].row], f64::NAN),
                Watch::Slip(f) => {
                    let r = sys.frictions[f].rows.start;
                    let d = self.direction[r];
                    let bend = sys.row_dot(ev, r, &self.a) + ev.zeta[r];
                    (d * sys.row_dot(ev, r, &ev.u), d * bend)
                }
                Watch::Stick(f) => {
                    let fr = &sys.frictions[f];
                    let n = match fr.normal {
                        Normal::Contact(c) => self.la[sys.contacts[c].row],
                        Normal::Force(n) => n,
                    };
                    let left = if spread { by.unrest(sys, f) } else { 0.0 };
                    let reserve = reserve(&fr.law, n, &self.la[fr.rows.clone()]);
                    let reserve = if spread { reserve.max(TINY) } else { reserve };
                    (if left > 0.0 { -left } else { reserve }, f64::NAN)
                }
            };
            n.f.push(f);
            n.rate.push(rate);
        }
    }
}
