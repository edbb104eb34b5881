//! Painlevé's paradox: sliding friction that lets no finite force hold a contact.
//!
//! Of one contact that slides along s
//!
//! ```text
//! g_N'' = A λ_N + B        A = w_N M⁻¹ (w_N - μ s w_F),   B the acceleration of the gap without it
//! ```
//!
//! | | | |
//! |---|---|---|
//! | A > 0 | λ_N = max(0, -B/A) | one solution |
//! | A < 0, B > 0 | take-off or λ_N = -B/A | take-off is taken: the other one is unstable |
//! | A < 0, B < 0 | none | a percussion without collision |
//!
//! With several contacts A is the determinant of W M⁻¹ Ŵ of the rows in use. While a contact is pressed A
//! can only reach zero together with B: near that time t* the force grows like
//!
//! ```text
//! λ_N ~ (t* - t)^(p-1),  0 < p < 1
//! ```
//!
//! so that velocities have a limit, which no method reaches with steps of its own: they would have
//! to shrink in proportion to t* - t, and methods that find λ from velocities divide their
//! rounding by A. Halves of the way are gone with `mdop5`, whose forces come from accelerations, until
//! what is left is below the tolerance or A at rounding. What then remains is a percussion along the force,
//! for coordinates no longer change: it is over where B = 0. At t* the contact takes off if its gap then
//! rises, and is hit without collision if not.
//!
//! Génot, Brogliato, "New results on Painlevé paradoxes", 1999, DOI 10.1016/S0997-7538(99)00144-8.

use super::events::{Found, Watch};
use super::resolve::{look_ahead, scale, Resolver};
use super::{share, EventDriven, Work};
use crate::contact::law::{restitution, Rubbing};
use crate::error::StepError;
use crate::integrators::smooth::{SlidingState, SmoothEquations};
use crate::record::Event;
use crate::schemes::State;
use crate::system::{RowKind, System};

/// A relative to that without friction below which its digits are used up: at a twentieth of
/// this the saddle-point matrix counts as singular.
const LEAST: f64 = 2e-9;
/// A time over which the rate of A is read off.
const MOMENT: f64 = 1e-8;

impl EventDriven {
    /// When A vanishes if it goes on falling as it does now; none where it does not fall.
    pub(super) fn foresee(&self, sys: &System, w: &mut Work) -> Option<f64> {
        let s = &self.state;
        w.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut w.a, &mut w.la);
        let now = w.watcher.hold(&w.eqs);
        // A depends on coordinates and the direction of sliding: velocities are enough
        let h = MOMENT;
        w.q.copy_from_slice(&s.q);
        let mut qd = vec![0.0; sys.nq];
        sys.qdot(s.t, &s.q, &s.u, &mut qd);
        w.q.iter_mut().zip(&qd).for_each(|(q, d)| *q += h * d);
        sys.normalize(&mut w.q);
        w.eqs.accelerations(sys, s.t + h, &w.q, &s.u, &mut w.a, &mut w.la_mid);
        let rate = (w.watcher.hold(&w.eqs) - now) / h;
        w.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut w.a, &mut w.la);
        (rate < 0.0).then(|| s.t - now / rate)
    }

    /// A vanishes at t: go half the way there, or all if what is left is too little to integrate;
    /// tells whether that is done. `stuck` where the integrator cannot go on.
    pub(super) fn approach(
        &mut self,
        sys: &System,
        w: &mut Work,
        t: f64,
        stuck: bool,
    ) -> Result<bool, StepError> {
        let s = &mut self.state;
        w.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut w.a, &mut w.la);
        let left = t - s.t;
        let rate = w.a.iter().fold(0.0_f64, |m, a| m.max(a.abs()));
        let little = rate * left <= share(self.tol, 1.0, 1e-14) * scale(&s.u);
        let rounding = w.watcher.hold(&w.eqs) < LEAST || left <= 1e-13 * (1.0 + t.abs());
        if !(little || rounding || stuck) {
            w.limit = s.t + 0.5 * left;
            self.on.near.tolerate(share(self.tol, 1.0, 1e-14));
            self.on.near.begin(sys, &mut w.eqs, s.t, &s.q, &s.u)?;
            return Ok(false);
        }
        w.resolver.release(sys, &w.eqs, &w.la);
        let rest = w.rest(sys, s, left);
        sys.qdot(s.t, &s.q, &s.u, &mut w.q);
        s.q.iter_mut().zip(&w.q).for_each(|(q, d)| *q += left * d);
        sys.normalize(&mut s.q);
        s.u.iter_mut().zip(&w.a).for_each(|(u, a)| *u += rest * a);
        s.P.iter_mut().zip(&w.la).for_each(|(P, la)| *P += rest * la);
        s.t = t;
        let found = Found { t, what: vec![Watch::Hold] };
        w.resolver.project_on_event(sys, &mut w.eqs, &found, s);
        self.resolve(sys, w, &found);
        Ok(true)
    }
}

impl Work {
    /// The time for which the accelerations at the end of the way would have to last to give the
    /// percussion that is left: λ_N(q, u + s a) = 0, which is B = 0, by secants from s = 0 and s = `left`.
    /// (The law of the force says s = `left`/p.)
    fn rest(&mut self, sys: &System, state: &State, left: f64) -> f64 {
        let force = |la: &[f64]| {
            let rows = sys.contacts.iter().zip(&self.resolver.released).filter(|(_, &r)| r);
            rows.map(|(c, _)| la[c.row])
                .fold(0.0, |m: f64, l| if l.abs() > m.abs() { l } else { m })
        };
        let most = force(&self.la);
        let (mut s0, mut f0, mut s1) = (0.0, most, left);
        let mut a = vec![0.0; sys.nu];
        for _ in 0..20 {
            let moved = state.u.iter().zip(&self.a).map(|(u, a)| u + s1 * a);
            self.u.iter_mut().zip(moved).for_each(|(u, m)| *u = m);
            let (q, la) = (&state.q, &mut self.la_mid);
            if !self.eqs.accelerations(sys, state.t, q, &self.u, &mut a, la) {
                return left;
            }
            let f1 = force(&self.la_mid);
            // B has few digits left where A has: secants end when they no longer tell two values apart
            if f1.abs() <= 1e-12 * most || f1.abs() >= f0.abs() {
                break;
            }
            let s2 = s1 - f1 * (s1 - s0) / (f1 - f0);
            (s0, f0, s1) = (s1, f1, s2);
        }
        if s1.is_finite() && s1 > 0.0 {
            s1
        } else {
            left
        }
    }
}

impl Resolver {
    /// The contacts whose forces blow up: they slide, and carry the largest forces.
    pub fn release(&mut self, sys: &System, eqs: &SmoothEquations, la: &[f64]) {
        let force = |c: usize| {
            let slides = |f: usize| {
                matches!(eqs.mode.sliding[f], SlidingState::Slip(_) | SlidingState::Slide)
            };
            let sliding = eqs.mode.closed[c] && sys.contacts[c].friction.is_some_and(slides);
            if sliding {
                la[sys.contacts[c].row]
            } else {
                0.0
            }
        };
        let most = (0..sys.contacts.len()).map(force).fold(0.0, f64::max);
        for c in 0..sys.contacts.len() {
            self.released[c] = most > 0.0 && force(c) > 0.1 * most;
        }
    }

    /// Whether the gaps of the contacts released open in the motion without them: g_N'' is zero up to
    /// the error of t*, so that the next derivative decides.
    pub fn takes_off(&mut self, sys: &System, eqs: &mut SmoothEquations, s: &State) -> bool {
        eqs.set_mode(sys, &self.mode);
        let (mut a, mut la) = (vec![0.0; sys.nu + 1], vec![0.0; sys.nr]);
        let mut bend = [Vec::new(), Vec::new()];
        for (k, bend) in bend.iter_mut().enumerate() {
            if k == 0 {
                eqs.accelerations(sys, s.t, &s.q, &s.u, &mut a, &mut la);
            } else {
                look_ahead(sys, eqs, s, &mut a, &mut la);
            }
            let rows = sys.contacts.iter().zip(&self.released).filter(|(_, &r)| r);
            let row = |r: usize| sys.row_dot(&eqs.ev, r, &a) + eqs.ev.zeta[r];
            bend.extend(rows.map(|(c, _)| row(c.row)));
        }
        let [now, then] = bend;
        now.iter().zip(&then).all(|(now, then)| then > now)
    }

    /// A percussion without collision: the contact problem of velocities for an approach that tends
    /// to zero. It has the solution zero as well, which no motion follows; sweeps that start with an
    /// approach go to the other one, where friction has grown until the contact no longer slides.
    pub fn add_impulses(
        &mut self,
        sys: &System,
        eqs: &mut SmoothEquations,
        s: &mut State,
        events: &mut Vec<Event>,
    ) {
        let sliding = self.level.items.iter_mut().zip(&self.reduction.frictions);
        for (item, _) in sliding.filter(|(_, f)| f.is_some()) {
            item.rubbing = Rubbing::Disc;
        }
        self.level.m.fill(0.0);
        for approach in [1e-6 * scale(&self.gd), 0.0] {
            self.ask_velocities(|r, v| match sys.kinds[r] {
                RowKind::Normal(_) => -approach,
                RowKind::Friction(f) => restitution(sys.frictions[f].law.e_F, v, v),
                _ => v,
            });
            let reached = self.solve(sys, eqs, 0.0);
            self.reached = self.reached.and(reached);
        }
        let least = 1e-9 * scale(&self.gd);
        let felt = (0..self.level.m.len()).any(|i| self.pressing(sys, eqs, i).abs() > least);
        if !felt {
            return;
        }
        self.strike(sys, s);
        for item in &self.level.items {
            let Some(i) = item.normal else { continue };
            if self.pressing(sys, eqs, i) <= least {
                continue;
            }
            let contact = &sys.contacts[item.contact];
            let r = contact.row;
            events.push(Event {
                t: s.t,
                kind: "impact",
                contact: contact.name.clone(),
                un_pre: self.gd[r],
                un_post: self.gd[r] + sys.row_dot(&eqs.ev, r, &self.x),
                impulse: self.la[r],
            });
        }
    }
}
