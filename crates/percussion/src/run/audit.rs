//! The audit of a run: which steps the judge of [`laws`] sees, and what is said of his findings.

mod laws;

use crate::memory::remember;
use crate::record::{Finding, Record, State, Status, DOUBTFUL};
use crate::schemes::Promise;
use crate::system::{RowKind, System};
use laws::{Judge, Passed};

/// Which steps are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sampling {
    /// All.
    Every,
    /// The first, then one in [`SPACING`] and those with events, as far as the budget allows: at most one in
    /// [`COST`] in the long run.
    Sampled,
    /// None; the energy of a system that nothing drives is compared all the same, for a note.
    #[default]
    Off,
}

/// Steps for which one judgement is paid: it costs at most about one and a half of a small system's steps, so that a run takes at most a
/// tenth longer.
const COST: u64 = 16;
/// Steps between those that are judged whatever happens in them.
const SPACING: u64 = 32;
/// So many judgements are paid at the start.
const SAVINGS: u64 = 64;

impl std::str::FromStr for Sampling {
    type Err = crate::error::ModelError;
    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "every" => Ok(Sampling::Every),
            "sampled" => Ok(Sampling::Sampled),
            "off" => Ok(Sampling::Off),
            _ => Err(crate::error::ModelError::Invalid {
                what: "audit".into(),
                value: word.into(),
                allowed: "every, sampled, off".into(),
            }),
        }
    }
}

/// The judge at work in a run.
pub(super) struct Audit {
    judge: Judge,
    sampling: Sampling,
    /// Whether the energy of a system that nothing drives has left every bound.
    unbounded: bool,
    /// Whether that of a driven one is far above its start, until it was told.
    driven: Option<bool>,
    /// Steps that are paid for, and steps seen.
    paid: u64,
    seen: u64,
    /// The last state inside a step that was seen, with the percussions up to there; where there is none, its time is not finite.
    inner: State,
    P: Vec<f64>,
    /// Relative residual to which the scheme accepted the contacts of the step that is judged.
    pub residual: f64,
    /// Forces of the last state, and how much forces have changed.
    la: Vec<f64>,
    change: Vec<f64>,
}
remember!(Audit { judge, paid, seen, la, change; skip sampling, unbounded, driven, residual, inner, P });

/// A state as the loop keeps it: time, coordinates, velocities.
type At<'a> = (f64, &'a [f64], &'a [f64]);

impl Audit {
    pub fn new(promise: Promise) -> Self {
        let inner = State { t: f64::NAN, ..State::default() };
        let (sampling, paid) = (Sampling::default(), COST * SAVINGS);
        let judge = Judge::new(promise);
        let [P, la, change] = [Vec::new(), Vec::new(), Vec::new()];
        Audit {
            judge,
            sampling,
            unbounded: false,
            driven: Some(false),
            paid,
            seen: 0,
            inner,
            P,
            residual: 0.0,
            la,
            change,
        }
    }

    pub fn set(&mut self, sampling: Sampling) {
        self.sampling = sampling;
    }

    /// The state was changed from outside.
    pub fn begin_again(&mut self) {
        self.inner.t = f64::NAN;
        self.judge.begin_again();
    }

    /// Contacts came or went.
    pub fn renew(&mut self) {
        self.judge.renew();
        self.la.clear();
        self.change.clear();
    }

    /// Whether the next step is judged; `event` tells that something happened in it.
    #[inline]
    pub fn due(&mut self, event: bool) -> bool {
        self.seen += 1;
        self.paid += 1;
        let due = match self.sampling {
            Sampling::Every => true,
            Sampling::Off => false,
            Sampling::Sampled => {
                let early = event || self.seen <= SAVINGS;
                self.seen.is_multiple_of(SPACING) || early && self.paid >= COST
            }
        };
        if due {
            self.paid = self.paid.saturating_sub(COST).min(COST * SAVINGS);
        }
        due
    }

    /// A state inside a step that begins at `from`. Its percussions count from there.
    pub fn inside(&mut self, sys: &System, from: At, s: &State, forces: bool) {
        if self.sampling == Sampling::Off {
            return;
        }
        if forces {
            self.keep(s);
        }
        self.between(sys, from, s, forces);
        self.inner.clone_from(s);
    }

    /// The end of a step that begins at `from`.
    #[inline(never)]
    pub fn step(&mut self, sys: &System, from: At, s: &State, forces: bool) {
        self.between(sys, from, s, forces);
        self.inner.t = f64::NAN;
    }

    /// From the last state inside the step, or from its start, to another.
    fn between(&mut self, sys: &System, from: At, s: &State, forces: bool) {
        self.P.clone_from(&s.P);
        let inner = &self.inner;
        let from = match inner.t.is_finite() && inner.t >= from.0 {
            true => {
                self.P.iter_mut().zip(&inner.P).for_each(|(P, before)| *P -= before);
                (inner.t, &inner.q[..], &inner.u[..])
            }
            false => from,
        };
        let (la, change) = (forces.then_some(&s.la[..]), &self.change[..]);
        self.judge.judge(
            sys,
            &Passed {
                from,
                to: (s.t, &s.q, &s.u),
                P: &self.P,
                residual: self.residual,
                la,
                change,
            },
        );
    }

    /// The forces of a state, before its step is judged.
    #[inline]
    pub fn keep(&mut self, s: &State) {
        if self.sampling != Sampling::Off {
            laws::follow(&mut self.change, &self.la, &s.la);
            self.la.clone_from(&s.la);
        }
    }

    /// The energy of a state of a system that nothing drives, and its kinetic part.
    pub fn passive(&mut self, t: f64, energy: f64, kinetic: f64) {
        self.unbounded |= !self.judge.passive(t, energy, kinetic);
    }

    /// A contact was passed at time t within a step, in which its gap went so far (m).
    #[cold]
    pub fn passed(&mut self, contact: &str, t: f64, way: f64) {
        self.judge.passed(contact, t, way);
    }

    /// The energy of a state of a system that is driven: what lies above the limit of stability shows in it first.
    pub fn driven(&mut self, energy: f64) {
        self.driven = self.driven.map(|far| far || self.judge.driven(energy));
    }

    /// Whether the energy has left every bound, and whether that is one of a driven system, which is told once.
    #[inline]
    pub fn unbounded(&mut self) -> Option<bool> {
        match self.driven {
            Some(true) => {
                self.driven = None;
                Some(true)
            }
            _ => self.unbounded.then_some(false),
        }
    }

    /// What is said of it in the end.
    pub fn conclude(&self, record: &mut Record) {
        match self.sampling {
            Sampling::Off => note_violations(&self.judge.found[laws::ENERGY..], record),
            _ => conclude(&self.judge, record),
        }
    }
}

/// Writes the findings into a record: a note where a law is violated, and another status where that makes the result doubtful.
fn conclude(judge: &Judge, record: &mut Record) {
    record.laws = judge.found.to_vec();
    note_violations(&judge.found, record);
    if record.status == Status::Done && judge.found.iter().any(|f| f.ratio() > DOUBTFUL) {
        record.status = Status::Doubtful(violations(&judge.found));
    }
}

/// The laws that are violated, in words.
fn violations(found: &[Finding]) -> String {
    let violated = found.iter().filter(|f| f.ratio() > 1.0);
    violated.map(Finding::to_string).collect::<Vec<_>>().join("; ")
}

fn note_violations(found: &[Finding], record: &mut Record) {
    let violations = violations(found);
    if !violations.is_empty() {
        record.notes.push(format!("laws are violated: {violations}"));
    }
}

/// Judges the rows of a record, whatever program wrote them.
pub fn audit(sys: &System, promise: Promise, record: &mut Record, forces: bool) {
    let mut judge = Judge::new(promise);
    let mut before: Option<State> = None;
    let mut change = Vec::new();
    for k in 0..record.len() {
        let mut s = record.state(sys, k);
        if let Some(old) = &before {
            let half = 0.5 * (s.t - old.t);
            for r in 0..sys.nr {
                let joint = matches!(sys.kinds[r], RowKind::Position | RowKind::Velocity);
                if joint && !record.has_joint_percussions() {
                    s.P[r] = half * (old.la[r] + s.la[r]);
                }
            }
            if forces {
                laws::follow(&mut change, &old.la, &s.la);
            }
            let (la, from) = (forces.then_some(&s.la[..]), (old.t, &old.q[..], &old.u[..]));
            judge.judge(
                sys,
                &Passed {
                    from,
                    to: (s.t, &s.q, &s.u),
                    P: &s.P,
                    residual: 0.0,
                    la,
                    change: &change,
                },
            );
        }
        before = Some(s);
    }
    conclude(&judge, record);
}
