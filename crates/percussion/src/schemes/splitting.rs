//! Splitting: the smooth motion over the whole step, then impacts with frozen coordinates.
//!
//! ```text
//! first part    M a = h + W_g λ_g + r,  g'' = 0                      from (q_k, v_k) to (q1, v1)
//!   free (86)     r = 0
//!   force (88)    0 ≤ g_N'' ⊥ r_N ≥ 0 and Coulomb's law at contacts that are closed at t_k
//! second part   M (v_{k+1} - v1) = W (P - R),  W_g v_{k+1} = 0,  q_{k+1} = q1
//!   (87), (89)    0 ≤ U⁺ + e U⁻ ⊥ P_N ≥ 0 and Coulomb's law where g_N(q1) ≤ 0
//! ```
//!
//! R are the percussions of the first part. Contacts that persist take part in the second one with
//! e = 0 and their total percussions P: a sliding velocity that changed its sign is stopped, and
//! nothing happens where the laws hold already. With `force` an impact whose next flight, 2 e |U⁻|/|g_N''|,
//! would be shorter than the step does not rebound. With `free` a contact at rest sinks or chatters.
//!
//! First order over impacts. With `adaptive = yes` the step follows
//!
//! ```text
//! h ← h min(a_max, max(a_min, min(α ε^(-1/5), α / violation)))
//! ```
//!
//! with ε the error estimate of the pair RKF45 and `violation` the penetration that the step adds, and the
//! correction of velocities where only persisting contacts were corrected: both are of first order in h.
//!
//! `integrator = rkf45` is Fehlberg's pair with complementarity in every stage. The registered
//! integrators take contacts that are closed and pressed at t_k like joints; with
//! `adaptive = yes` the first part is one step of their own choice.
//!
//! Equation numbers: V. Acary, "Lecture 2. Numerical methods for time integration of nonsmooth mechanical
//! systems", lecture notes, INRIA Rhône-Alpes.

use super::contacts::{self, EXACT};
use super::free::{Controlled, Free};
use super::moreau::SUPPORTS;
use super::pieces::{Stops, STOPS};
use super::runge_kutta::{RungeKutta, RKF45};
use super::{Engine, Interrupt, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports};
use crate::contact::levels::{slow, Approach, Evaluated, Levels};
use crate::contact::reduce::Make;
use crate::error::{ModelError, StepError};
use crate::integrators::smooth::{Mode, SlidingState, SmoothEquations};
use crate::integrators::{self, Integrator};
use crate::laws::Impact;
use crate::memory::{remember, Memory, Remember};
use crate::system::{Normal, Renewal, RowKind, System};

const fn option(name: &'static str, default: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { name, default, help }
}

pub(super) const INFO: SchemeInfo = SchemeInfo {
    name: "splitting",
    summary: "the smooth motion over a step, then impacts with frozen coordinates",
    source: "Acary, \"Numerical methods for time integration of nonsmooth mechanical systems\", lecture notes, INRIA Rhône-Alpes",
    options: &[
        option("variant", "force", "contact forces in the smooth part: force, or none (free)"),
        option("integrator", "rkf45", "of the smooth part: rkf45, or a registered integrator"),
        option("adaptive", "no", "steps chosen by the error; yes where a tolerance is given"),
        option("tol", "1e-4", "tolerance (adaptive)"),
        option("rtol", "", "relative tolerance, tol where not given"),
        option("atol", "", "absolute tolerance, also of gaps; tol where not given"),
        option("violation", "added", "penetration: what a step has added, as printed, or off"),
        option("alpha", "0.9", "safety factor of the next step"),
        option("a_min", "0.2", "smallest change of step"),
        option("a_max", "5", "largest change of step"),
        option("h0", "1.37e-3", "first step (adaptive)"),
        option("h_min", "1e-13", "smallest step, accepted whatever its error"),
        option("h_max", "", "largest step, unlimited where not given"),
        STOPS,
        contacts::SOLVER,
    ],
    supports: Supports { adaptive: true, explicit: true, ..SUPPORTS },
    make: |o| {
        let scheme = Splitting::new(o)?;
        match scheme.adaptive {
            true => Ok(Box::new(Free::new([scheme, Splitting::new(o)?], Stops::new(o)?))),
            false => Ok(Box::new(scheme)),
        }
    },
};

/// The scheme.
pub struct Splitting {
    force: bool,
    contact_solver: Make,
    registered: Option<Box<dyn Integrator>>,
    adaptive: bool,
    rtol: f64,
    atol: f64,
    /// Whether the penetration counts, and whether all of it does.
    violation: Option<bool>,
    alpha: f64,
    a_min: f64,
    a_max: f64,
    h0: f64,
    h_min: f64,
    h_max: f64,
    /// The step proposed next.
    h: f64,
    stop: Interrupt,
    work: Option<Box<Work>>,
    state: State,
    /// Whether a contact was hit at the end of the last step; then the state before it is a row.
    hit: bool,
    rows: Vec<State>,
}

struct Work {
    rk: RungeKutta,
    at: Evaluated,
    levels: Levels,
    eqs: SmoothEquations,
    a: Vec<f64>,
    la: Vec<f64>,
    la_old: Vec<f64>,
    /// Contacts that persist, those of the second part, and their restitution.
    closed: Vec<bool>,
    active: Vec<bool>,
    e: Vec<f64>,
    /// Gaps at the start of the step, and what counts as closed.
    gap: Vec<f64>,
    eps: Vec<f64>,
    eps_new: Vec<f64>,
    /// Coordinates and velocities after the first part, velocities after the second.
    q1: Vec<f64>,
    v1: Vec<f64>,
    v2: Vec<f64>,
    /// Percussions of the first part, and of both.
    R: Vec<f64>,
    P: Vec<f64>,
}
remember!(Work {
    levels, at, eqs, eps;
    skip rk, a, la, la_old, closed, active, e, gap, eps_new, q1, v1, v2, R, P
});

/// Whether the error chooses the steps: where that is asked for, or a tolerance is given.
fn adaptive(o: &Options) -> Result<bool, ModelError> {
    let tolerance = ["tol", "rtol", "atol"].into_iter().find(|n| o.is_set(n));
    match (o.flag("adaptive")?, tolerance) {
        (false, Some(name)) if o.is_set("adaptive") => Err(ModelError::Invalid {
            what: name.into(),
            value: o.text(name).into(),
            allowed: "a tolerance with adaptive = yes only".into(),
        }),
        (adaptive, tolerance) => Ok(adaptive || tolerance.is_some()),
    }
}

impl Splitting {
    fn new(o: &Options) -> Result<Self, ModelError> {
        // below, an error is round-off
        let tol = o.within("tol", 1e-15, 1e300)?;
        for name in ["rtol", "atol"].into_iter().filter(|n| o.is_set(n)) {
            o.within(name, 1e-15, 1e300)?;
        }
        let or = |name: &str, v: f64| if o.is_set(name) { o.positive(name) } else { Ok(v) };
        let (rtol, atol) = (or("rtol", tol)?, or("atol", tol)?);
        let (h_min, h_max) = (o.positive("h_min")?, or("h_max", f64::INFINITY)?);
        if h_min > h_max {
            return Err(ModelError::value("h_min", h_min, "at most h_max"));
        }
        let adaptive = adaptive(o)?;
        let settings = integrators::Settings { rtol, atol, fixed: !adaptive, ..Default::default() };
        let name = o.text("integrator");
        let registered = match name {
            "rkf45" => None,
            _ => Some(integrators::make(name, &settings)?),
        };
        Ok(Splitting {
            contact_solver: contacts::solver(o)?,
            force: o.word("variant", &["free", "force"])? == 1,
            registered,
            adaptive,
            rtol,
            atol,
            violation: [Some(false), Some(true), None]
                [o.word("violation", &["added", "printed", "off"])?],
            alpha: o.within("alpha", 0.01, 1.0)?,
            a_min: o.within("a_min", 1e-6, 1.0)?,
            a_max: o.within("a_max", 1.0, 1e6)?,
            h0: o.positive("h0")?.clamp(h_min, h_max),
            h_min,
            h_max,
            h: 0.0,
            stop: Interrupt::default(),
            work: None,
            state: State::default(),
            hit: false,
            rows: Vec::new(),
        })
    }

    /// (86), (88): the smooth motion over h, or less where the integrator chooses its steps; fills
    /// q1, v1, R and returns the time it took.
    fn first_part(&mut self, sys: &System, w: &mut Work, h: f64) -> Result<f64, StepError> {
        let s = &self.state;
        w.at.at(sys, s.t, &s.q, &s.u);
        for (k, c) in sys.contacts.iter().enumerate() {
            w.gap[k] = w.at.ev.g[c.row];
            let rests = w.at.gd[c.row].abs() <= slow(sys, &w.at.ev, c.row..c.row + 1);
            w.closed[k] = self.force && w.gap[k] <= w.eps[k] && rests;
        }
        w.R.fill(0.0);
        let failed = StepError::NotFinite { t: s.t };
        if let Some(integrator) = &mut self.registered {
            return w.registered(sys, &mut **integrator, s, h, self.force);
        }
        let dry = sys.frictions.iter().any(|f| matches!(f.normal, Normal::Force(_)));
        let done = if w.closed.contains(&true) || (self.force && dry) {
            let Work { at, levels, closed, rk, .. } = &mut *w;
            levels.select(sys, |c| closed[c]);
            levels.slide(sys, (&at.ev, &at.gd));
            let mut rate = |t: f64, q: &[f64], u: &[f64], a: &mut [f64], la: &mut [f64]| {
                at.at(sys, t, q, u);
                levels.turn(sys, &at.gd);
                let _ = levels.accelerations(sys, &at.ev, EXACT);
                a[..sys.nu].copy_from_slice(&levels.level.x);
                levels.forces(la)
            };
            rk.step(sys, (s.t, &s.q, &s.u), h, &mut rate)
        } else {
            let eqs = &mut w.eqs;
            let mut rate = |t: f64, q: &[f64], u: &[f64], a: &mut [f64], la: &mut [f64]| {
                eqs.accelerations(sys, t, q, u, a, la)
            };
            w.rk.step(sys, (s.t, &s.q, &s.u), h, &mut rate)
        };
        if !done {
            return Err(failed);
        }
        w.rk.percussions(h, &mut w.R);
        w.q1.copy_from_slice(&w.rk.q1);
        w.v1.copy_from_slice(&w.rk.u1);
        Ok(h)
    }

    /// (87), (89): impacts with frozen coordinates; fills v2 and P.
    fn second_part(&self, sys: &System, w: &mut Work, h: f64) -> Result<(), StepError> {
        let t = self.state.t + h;
        w.at.at(sys, t, &w.q1, &w.v1);
        w.v2.copy_from_slice(&w.v1);
        let mut free = None;
        for (k, c) in sys.contacts.iter().enumerate() {
            w.active[k] = w.closed[k] || w.at.ev.g[c.row] <= 0.0;
            w.e[k] = if w.closed[k] { 0.0 } else { c.law.e_N };
            let U = w.at.gd[c.row];
            if self.force && w.active[k] && w.e[k] > 0.0 && U < 0.0 {
                // a flight shorter than the step
                if free.is_none() {
                    w.eqs.set_mode(sys, &open(sys));
                    w.eqs.accelerations(sys, t, &w.q1, &w.v1, &mut w.a, &mut w.la);
                    free = Some(());
                }
                let a = sys.row_dot(&w.eqs.ev, c.row, &w.a) + w.eqs.ev.zeta[c.row];
                if a < 0.0 && -2.0 * w.e[k] * U <= -a * h {
                    w.e[k] = 0.0;
                }
            }
        }
        // joints have acted in the first part: the second one comes on top
        let Work { at, levels, active, closed, e, R, P, v2, .. } = &mut *w;
        levels.select(sys, |c| active[c]);
        let poisson = |c: usize| sys.contacts[c].law.impact == Impact::Poisson;
        let e_N = |c: usize| if poisson(c) { 0.0 } else { e[c] };
        // all contacts that a hit compresses give back
        let fast = |c: usize| {
            let r = sys.contacts[c].row;
            !closed[c] && active[c] && at.gd[r] < -slow(sys, &at.ev, r..r + 1)
        };
        let hits = (0..active.len()).any(fast);
        let given_back = |c: usize| match hits && poisson(c) {
            true if closed[c] => sys.contacts[c].law.e_N,
            true => e[c],
            false => 0.0,
        };
        let e = |r: usize| match sys.kinds[r] {
            RowKind::Normal(c) => e_N(c),
            RowKind::Friction(f) if R[r] == 0.0 => sys.frictions[f].law.e_F,
            _ => 0.0,
        };
        let approach = Approach { e: &e, acted: R, time: h };
        let _ = levels.impacts(sys, (&at.ev, &at.gd), &approach, EXACT);
        if (0..active.len()).any(|c| active[c] && given_back(c) > 0.0) {
            let _ = levels.expand(sys, &at.ev, given_back, EXACT);
        }
        let done = levels.forces(P);
        v2.iter_mut().zip(&levels.level.x).for_each(|(v, x)| *v += x);
        for r in 0..sys.nr {
            if matches!(sys.kinds[r], RowKind::Position | RowKind::Velocity) {
                w.P[r] += w.R[r];
            }
        }
        if !done {
            return Err(StepError::NotFinite { t });
        }
        // a closed contact may sit a little off zero
        w.eps_new.copy_from_slice(&w.eps);
        for (k, c) in sys.contacts.iter().enumerate().filter(|(k, _)| w.active[*k]) {
            let (row, dofs) = sys.row(&w.at.ev, c.row);
            let at = |d: usize| if d < sys.nu { w.v2[d] } else { 1.0 };
            let U: f64 = row.iter().zip(dofs).map(|(x, &d)| x * at(d)).sum();
            if U.abs() <= slow(sys, &w.at.ev, c.row..c.row + 1) {
                w.eps_new[k] = w.at.ev.g[c.row].max(0.0);
            }
        }
        Ok(())
    }

    /// The error estimate of the first part, and the errors of first order.
    fn errors(&self, sys: &System, w: &Work, h: f64) -> (f64, f64) {
        let s = &self.state;
        let tol = |a: f64, b: f64| self.atol + self.rtol * a.abs().max(b.abs());
        let mut smooth = 0.0_f64;
        if self.registered.is_none() {
            for k in 0..sys.nq {
                let e = w.rk.embedded(h, k, false).abs();
                smooth = smooth.max(e / tol(s.q[k], w.q1[k]));
            }
            for k in 0..sys.nu {
                let e = w.rk.embedded(h, k, true).abs();
                smooth = smooth.max(e / tol(s.u[k], w.v1[k]));
            }
        }
        let mut first = 0.0_f64;
        if let Some(all) = self.violation {
            for (k, c) in sys.contacts.iter().enumerate() {
                let before = if all { 0.0 } else { w.gap[k].min(0.0) };
                first = first.max((before - w.at.ev.g[c.row]) / self.atol);
            }
        }
        // only contacts that persist were corrected: an error of the first part
        let persist = (0..w.active.len()).all(|k| w.closed[k] || !w.active[k]);
        let rubs = sys.frictions.iter().any(|f| matches!(f.normal, Normal::Force(_)));
        if persist && (w.closed.contains(&true) || rubs) {
            for k in 0..sys.nu {
                first = first.max((w.v2[k] - w.v1[k]).abs() / tol(s.u[k], w.v1[k]));
            }
        }
        (smooth, first)
    }

    /// Both parts over h or less; the state stays as it is. Returns the time they took and errors.
    fn attempt(
        &mut self,
        sys: &System,
        w: &mut Work,
        h: f64,
        info: &mut StepInfo,
    ) -> Result<[f64; 3], StepError> {
        let done = self.first_part(sys, w, h);
        let h = match done {
            Ok(h) => {
                self.second_part(sys, w, h)?;
                h
            }
            // contacts that were not solved are told rather than what came of them
            Err(e) => return contacts::check(sys, self.state.t, &mut w.levels, info).and(Err(e)),
        };
        contacts::check(sys, self.state.t, &mut w.levels, info)?;
        let (smooth, first) = self.errors(sys, w, h);
        Ok([h, smooth, first])
    }

    /// The step that was tried is the step that is taken.
    fn accept(&mut self, sys: &System, w: &mut Work, h: f64) {
        let s = &mut self.state;
        s.t += h;
        for k in 0..sys.nu {
            s.a[k] = (w.v2[k] - s.u[k]) / h;
        }
        s.q.copy_from_slice(&w.q1);
        s.u.copy_from_slice(&w.v2);
        for r in 0..sys.nr {
            s.P[r] = w.P[r];
            s.la[r] = w.P[r] / h;
        }
        std::mem::swap(&mut w.eps, &mut w.eps_new);
        let new = |(k, row): (usize, usize)| w.active[k] && !w.closed[k] && w.P[row] > 0.0;
        self.hit = sys.contacts.iter().map(|c| c.row).enumerate().any(new);
    }

    /// The state before an impact at the end of the last step.
    fn left(&self) -> Option<State> {
        let w = self.work.as_ref().filter(|_| self.hit)?;
        Some(State { u: w.v1.clone(), P: w.R.clone(), ..self.state.clone() })
    }

    fn one(&mut self, sys: &System, w: &mut Work, t_max: f64) -> Result<StepInfo, StepError> {
        let mut info = StepInfo { inner: 1, ..StepInfo::default() };
        loop {
            let left = t_max - self.state.t;
            let proposed = self.h.min(self.h_max);
            let mut trial = StepInfo::default();
            let tried = self.attempt(sys, w, proposed.min(left), &mut trial);
            let smallest = proposed.min(left) <= self.h_min * (1.0 + 1e-9);
            let [h, smooth, first] = match tried {
                Ok(all) if all.iter().all(|x| x.is_finite()) => all,
                Ok(_) if smallest => return Err(StepError::NotFinite { t: self.state.t }),
                Err(e) if smallest => return Err(e),
                Err(e @ StepError::Interrupted { .. }) => return Err(e),
                _ => [proposed.min(left), f64::INFINITY, f64::INFINITY],
            };
            let factor = (smooth.max(1e-300).powf(-0.2)).min(1.0 / first.max(1e-300));
            let next = (h * (self.alpha * factor).clamp(self.a_min, self.a_max)).max(self.h_min);
            let error = smooth.max(first);
            if error <= 1.0 || smallest {
                if error > 1.0 {
                    info.way = "forced";
                }
                self.accept(sys, w, h);
                if trial.accepted > 0 {
                    info.accept(trial.residual);
                }
                // a step cut short to end at t_max says little about the next one
                self.h = if h < proposed { next.max(self.h) } else { next };
                if h == left {
                    self.state.t = t_max;
                }
                return Ok(info);
            }
            info.rejected += 1;
            self.h = next;
        }
    }
}

/// No contact, and no friction with a given load either.
fn open(sys: &System) -> Mode {
    let mut mode = Mode::open(sys);
    mode.sliding.fill(SlidingState::Open);
    mode
}

impl Work {
    /// The first part by a registered integrator, in the mode at its start.
    fn registered(
        &mut self,
        sys: &System,
        on: &mut dyn Integrator,
        s: &State,
        h: f64,
        force: bool,
    ) -> Result<f64, StepError> {
        let mode = match force {
            true => {
                let Work { at, levels, closed, .. } = self;
                levels.select(sys, |c| closed[c]);
                levels.slide(sys, (&at.ev, &at.gd));
                let _ = levels.accelerations(sys, &at.ev, EXACT);
                contacts::mode(sys, levels, at)
            }
            false => open(sys),
        };
        self.eqs.set_mode(sys, &mode);
        on.begin(sys, &mut self.eqs, s.t, &s.q, &s.u)?;
        self.eqs.accelerations(sys, s.t, &s.q, &s.u, &mut self.a, &mut self.la_old);
        on.advance(sys, &mut self.eqs, s.t + h)?;
        // Simpson's rule
        let t = on.t();
        let middle = 0.5 * (s.t + t);
        on.dense(middle, &mut self.q1, &mut self.v1);
        self.eqs.accelerations(sys, middle, &self.q1, &self.v1, &mut self.a, &mut self.la);
        for r in 0..sys.nr {
            self.R[r] = self.la_old[r] + 4.0 * self.la[r];
        }
        self.q1.copy_from_slice(on.q());
        self.v1.copy_from_slice(on.u());
        self.eqs.accelerations(sys, t, &self.q1, &self.v1, &mut self.a, &mut self.la);
        for r in 0..sys.nr {
            self.R[r] = (t - s.t) / 6.0 * (self.R[r] + self.la[r]);
        }
        Ok(t - s.t)
    }
}

impl Controlled for Splitting {
    /// The first part alone: impacts happen at the end of a step.
    fn plain(&mut self, sys: &System, h: f64) -> Result<(), StepError> {
        let target = self.state.t + h;
        let Some(mut w) = self.work.take() else {
            return Err(StepError::NotFinite { t: self.state.t });
        };
        let mut P = vec![0.0; sys.nr];
        let mut done = Ok(());
        // registered integrators may need several steps
        while target - self.state.t > 1e-14 * (1.0 + target.abs()) {
            let left = target - self.state.t;
            match self.first_part(sys, &mut w, left) {
                Ok(h) => {
                    w.P.copy_from_slice(&w.R);
                    w.v2.copy_from_slice(&w.v1);
                    w.eps_new.copy_from_slice(&w.eps);
                    self.accept(sys, &mut w, h);
                    P.iter_mut().zip(&w.P).for_each(|(P, own)| *P += own);
                }
                Err(e) => {
                    done = Err(e);
                    break;
                }
            }
        }
        self.work = Some(w);
        self.state.P = P;
        done
    }

    fn tolerance(&self) -> f64 {
        self.atol
    }

    fn limits(&self, _before: &State) -> Option<[State; 2]> {
        self.left().map(|left| [left, self.state.clone()])
    }
}

impl Splitting {
    fn workspaces(&self, sys: &System) -> Box<Work> {
        let (nc, nr) = (sys.contacts.len(), sys.nr);
        let mut eqs = SmoothEquations::new(sys);
        eqs.set_mode(sys, &open(sys));
        let mut levels = Levels::new(sys, Some(self.contact_solver));
        levels.stop = self.stop.shared();
        Box::new(Work {
            rk: RungeKutta::new(sys, RKF45),
            at: Evaluated::new(sys),
            levels,
            eqs,
            a: vec![0.0; sys.nu + 1],
            la: vec![0.0; nr],
            la_old: vec![0.0; nr],
            closed: vec![false; nc],
            active: vec![false; nc],
            e: vec![0.0; nc],
            gap: vec![0.0; nc],
            eps: vec![0.0; nc],
            eps_new: vec![0.0; nc],
            q1: vec![0.0; sys.nq],
            v1: vec![0.0; sys.nu],
            v2: vec![0.0; sys.nu],
            R: vec![0.0; nr],
            P: vec![0.0; nr],
        })
    }
}

impl Engine for Splitting {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        _dt: f64,
    ) -> Result<(), StepError> {
        self.work = Some(self.workspaces(sys));
        self.state = contacts::start(sys, (t, q, u), &self.stop)?;
        self.h = self.h0;
        Ok(())
    }

    fn inner_step(&mut self, sys: &System, t_max: f64) -> Result<StepInfo, StepError> {
        let Some(mut w) = self.work.take() else {
            return Err(StepError::NotFinite { t: self.state.t });
        };
        let done = if self.adaptive {
            self.one(sys, &mut w, t_max)
        } else {
            let h = t_max - self.state.t;
            let mut info = StepInfo { inner: 1, ..StepInfo::default() };
            self.attempt(sys, &mut w, h, &mut info).map(|[h, ..]| {
                self.accept(sys, &mut w, h);
                info
            })
        };
        self.work = Some(w);
        done
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        let target = self.state.t + dt;
        let done = self.inner_step(sys, target)?;
        self.state.t = target;
        self.rows.clear();
        self.rows.extend(self.left());
        Ok(done)
    }

    fn ends_on_switches(&self) -> bool {
        !self.adaptive
    }

    fn renews(&self) -> bool {
        true
    }

    fn ranges(&self) -> bool {
        true
    }

    fn renew(&mut self, sys: &System, by: &Renewal) -> Result<(), StepError> {
        self.state.renew(by);
        let Some(old) = self.work.take() else { return Ok(()) };
        let mut w = self.workspaces(sys);
        w.eps = by.contacts(&old.eps, 0.0);
        (w.eqs.evaluations, w.at.count) = (old.eqs.evaluations, old.at.count);
        self.work = Some(w);
        Ok(())
    }

    fn remember(&mut self, sys: &System, m: &mut Memory) {
        m.field("splitting");
        if let Some(integrator) = &mut self.registered {
            integrator.remember(sys, m);
        }
        m.part(&mut self.work);
        self.h.remember(m);
        self.state.remember(m);
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn evaluations(&self) -> usize {
        self.work.as_ref().map_or(0, |w| w.eqs.evaluations + w.at.count)
    }

    fn redundant(&self) -> Vec<usize> {
        self.work.as_ref().map_or(Vec::new(), |w| w.eqs.redundant().to_vec())
    }

    fn tells(&self) -> bool {
        true
    }

    fn take_rows(&mut self, out: &mut Vec<State>) {
        out.append(&mut self.rows);
    }

    fn has_forces(&self) -> bool {
        false
    }

    fn set_interrupt(&mut self, stop: &Interrupt) {
        self.stop = stop.clone();
        if let Some(w) = &mut self.work {
            w.levels.stop = stop.shared();
        }
    }
}
