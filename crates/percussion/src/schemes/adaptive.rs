//! Steps chosen by the error of a one-step scheme: one step h beside two steps h/2.
//!
//! ```text
//! (55)  e = (x_{1/2} - x_1) / (2^p - 1)             p ≥ 1
//! (73)  e = 2 (x_{1/2} - x_1)                        p = 0: an impact within the step
//! (56)  tol_i = atol + rtol max(|x_k,i|, |x_{1/2},i|)
//! (74)  violation = max_i (min(0, g_i(q_k)) - g_i(q)) / atol     what the step adds to it
//! (75)  error = max(violation, max_i |e_i| / tol_i)  accepted where error ≤ 1; x_{1/2} is kept
//! (59)  h ← h min(a_max, max(a_min, α error^(-1/(p+1))))
//! ```
//!
//! | `order` | p |
//! |---|---|
//! | `0` | 0: exact at impacts, small steps elsewhere |
//! | `1` | 1: impacts are left to (74) |
//! | `variable` | 0 in a trial with an impact or with contacts that differ between its three steps, else `smooth_order` |
//!
//! (74) cannot be left out: where x_1 and x_{1/2} both miss an impact, (73) is zero. It counts what a
//! step adds: a constant penetration of a resting contact would shrink every accepted step. With
//! `control = q` the coordinates alone are controlled: the velocity after an impact that only
//! one of x_1, x_{1/2} sees has an error of the size of its jump, however small the step. Schemes
//! with gaps at position level put x_1 and x_{1/2} on the contact alike: there only `qv` sees impacts.
//!
//! The first step should not divide the times of the impacts. `h_max` is needed where a solution
//! can rest under a load that goes on: in a phase of sticking x_{1/2} = x_1, and h grows over the whole
//! of it. A step of `h_min` is accepted whatever its error, and reported as `forced`.
//!
//! `extrapolate=yes` goes on from a smooth trial (no impact, the same contacts pressed in its three steps) with
//!
//! ```text
//! x = x_{1/2} + (x_{1/2} - x_1) / (2^p - 1)          p = smooth_order, of coordinates, velocities and percussions
//! ```
//!
//! which is of a higher order than p; (75) stays that of x_{1/2}. The step is then limited by an error that it no longer has.
//!
//! Restitution of Schatzman and Paoli's scheme takes two steps of the same length. From a step that hits on, its steps keep
//! their length until the contact is open again or at rest (`Engine::locked`); such steps are not tried, as x_1
//! would be none, and counted as `kept`.
//!
//! Equation numbers: V. Acary, "Lecture 2. Numerical methods for time integration of nonsmooth mechanical
//! systems", lecture notes, INRIA Rhône-Alpes. Step doubling: Hairer, Nørsett, Wanner, "Solving ordinary differential equations I", section II.4. Variable order:
//! Studer, Leine, Glocker, "Step size adjustment and extrapolation for time-stepping schemes in
//! non-smooth dynamics", International Journal for Numerical Methods in Engineering 76, 2008.

use super::alpha::{self, Alpha, Levels};
use super::free::{Controlled, Free};
use super::moreau::{self, Moreau};
use super::options::join;
use super::pieces::{Stops, STOPS};
use super::schatzman_paoli::{self, SchatzmanPaoli};
use super::{Engine, Interrupt, OptionInfo, Options, SchemeInfo, State, StepInfo, Supports};
use crate::error::{ModelError, StepError};
use crate::memory::{remember, Memory, Remember};
use crate::system::{Eval, Renewal, System};

const fn option(name: &'static str, default: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { name, default, help }
}

/// Options of the control, with what is controlled unless another thing is asked for.
const fn options(control: &'static str) -> [OptionInfo; 14] {
    [
        option("tol", "1e-4", "tolerance of the error of a step"),
        option("rtol", "", "relative tolerance, tol where not given"),
        option("atol", "", "absolute tolerance, also of gaps; tol where not given"),
        option("order", "1", "order of the error estimate: 0, 1 or variable"),
        option(
            "smooth_order",
            "",
            "order between impacts (variable), 1 to 4; the scheme's where not given",
        ),
        option("control", control, "what is controlled: coordinates (q) or velocities too (qv)"),
        option("violation", "added", "penetration: what a step has added, as printed, or off"),
        option("alpha", "0.9", "safety factor of the next step"),
        option("a_min", "0.2", "smallest change of step"),
        option("a_max", "5", "largest change of step"),
        option("h0", "1.37e-3", "first step"),
        option("h_min", "1e-13", "smallest step, accepted whatever its error"),
        option("h_max", "", "largest step, unlimited where not given"),
        STOPS,
    ]
}

const EXTRAPOLATE: OptionInfo = option(
    "extrapolate",
    "no",
    "go on from smooth steps with the extrapolation of both solutions: yes or no",
);

const Q: [OptionInfo; 14] = options("q");
const QV: [OptionInfo; 14] = options("qv");

const LECTURE: &str = "Acary, \"Numerical methods for time integration of nonsmooth mechanical systems\", lecture notes, INRIA Rhône-Alpes; Studer, Leine, Glocker, \"Step size adjustment and extrapolation for time-stepping schemes in non-smooth dynamics\", International Journal for Numerical Methods in Engineering 76, 2008";

pub(super) const MOREAU: SchemeInfo = SchemeInfo {
    name: "moreau-adaptive",
    summary: "Moreau-Jean time stepping with steps chosen by the error, of order 0, 1 or variable",
    source: LECTURE,
    options: &join::<{ Q.len() + moreau::PUBLISHED.len() + 1 }>(
        &join::<{ Q.len() + 1 }>(&Q, &[EXTRAPOLATE]),
        moreau::PUBLISHED,
    ),
    supports: Supports { adaptive: true, ..moreau::SUPPORTS },
    make: |o| {
        let inner = inner_options(o, moreau::PUBLISHED)?;
        let free = if inner.number("theta")? == 0.5 { 2.0 } else { 1.0 };
        let joints = if inner.text("gradients") == "mixed" { free } else { 1.0 };
        Adaptive::make(&|| Ok(Box::new(Moreau::new(&inner)?)), o, [free, joints], false)
    },
};

pub(super) const ALPHA: SchemeInfo = SchemeInfo {
    name: "alpha-adaptive",
    summary: "nonsmooth generalized-alpha with steps chosen by the error",
    source: LECTURE,
    options: &join::<{ QV.len() + alpha::CAPTURED_OPTIONS.len() }>(&QV, alpha::CAPTURED_OPTIONS),
    supports: Supports { adaptive: true, levels: false, ..super::NONSMOOTH },
    make: |o| {
        let inner = inner_options(o, alpha::CAPTURED_OPTIONS)?;
        Adaptive::make(&|| Alpha::make(Levels::PVA, &inner), o, [2.0, 2.0], true)
    },
};

pub(super) const PAOLI: SchemeInfo = SchemeInfo {
    name: "schatzman-paoli-adaptive",
    summary: "Schatzman-Paoli time stepping with steps chosen by the error",
    source: LECTURE,
    options: &join::<{ Q.len() + schatzman_paoli::INFO.options.len() }>(
        &Q,
        schatzman_paoli::INFO.options,
    ),
    supports: Supports { adaptive: true, ..schatzman_paoli::INFO.supports },
    make: |o| {
        let inner = inner_options(o, schatzman_paoli::INFO.options)?;
        Adaptive::make(&|| Ok(Box::new(SchatzmanPaoli::controlled(&inner)?)), o, [2.0, 2.0], false)
    },
};

/// The options of the scheme that takes the steps; its own tolerance is called `newton_tol` here.
fn inner_options(o: &Options, infos: &[OptionInfo]) -> Result<Options, ModelError> {
    let mut inner = Options::new("option", infos);
    for info in infos {
        let name = if info.name == "tol" { "newton_tol" } else { info.name };
        if o.is_set(name) {
            inner.set(info.name, o.text(name))?;
        }
    }
    Ok(inner)
}

/// How the order of a trial is found.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Zero,
    One,
    Variable,
}

/// How (74) counts.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Violation {
    Added,
    Printed,
    Off,
}

/// The control and the scheme it controls.
pub struct Adaptive {
    inner: Box<dyn Engine>,
    rtol: f64,
    atol: f64,
    order: Order,
    /// Order between impacts, without and with joints.
    smooth_order: [f64; 2],
    velocities: bool,
    violation: Violation,
    /// Whether the scheme puts overlaps right within its steps, so that the end of a step does not tell how late an impact was.
    corrects: bool,
    /// Whether smooth steps go on from an extrapolation; the percussions of the single step for it.
    extrapolates: bool,
    single_P: Vec<f64>,
    alpha: f64,
    a_min: f64,
    a_max: f64,
    h0: f64,
    h_min: f64,
    h_max: f64,
    /// The step proposed next, and the last one taken.
    h: f64,
    taken: f64,
    state: State,
    /// Where the trial starts, what the single step and the first half reach.
    from: Point,
    single: Point,
    half: Point,
    end: Point,
    /// The scheme at the start of the trial.
    memory: Memory,
    evaluations: usize,
    /// Whether velocities jumped in the last step.
    jumped: bool,
}

/// A state, and its contacts as far as the control looks at them.
#[derive(Default)]
struct Point {
    q: Vec<f64>,
    u: Vec<f64>,
    /// Gaps and their velocities.
    g: Vec<f64>,
    gd: Vec<f64>,
    /// Whether each contact was pressed in the step that led here.
    pressed: Vec<bool>,
    ev: Eval,
}
remember!(Point { q, u, g, gd, pressed; skip ev });

impl Point {
    fn new(sys: &System) -> Self {
        let n = sys.contacts.len();
        Point {
            q: vec![0.0; sys.nq],
            u: vec![0.0; sys.nu],
            g: vec![0.0; n],
            gd: vec![0.0; n],
            pressed: vec![false; n],
            ev: sys.eval(),
        }
    }

    fn take(&mut self, sys: &System, s: &State) {
        self.q.copy_from_slice(&s.q);
        self.u.copy_from_slice(&s.u);
        for (pressed, c) in self.pressed.iter_mut().zip(&sys.contacts) {
            *pressed = s.P[c.row] > 0.0;
        }
    }

    /// Gaps at the state; one evaluation where there are contacts.
    fn look(&mut self, sys: &System, t: f64) -> usize {
        if sys.contacts.is_empty() {
            return 0;
        }
        sys.evaluate(t, &self.q, &self.u, &mut self.ev);
        for (k, c) in sys.contacts.iter().enumerate() {
            self.g[k] = self.ev.g[c.row];
            self.gd[k] = sys.row_dot(&self.ev, c.row, &self.ev.u);
        }
        1
    }
}

/// Whether a contact pressed in the step from `from` to `to` was approaching or leaving before.
fn impact(from: &Point, to: &Point) -> bool {
    let slow = 1e-10 * from.u.iter().fold(1.0_f64, |m, u| m.max(u.abs()));
    to.pressed.iter().zip(&from.gd).any(|(pressed, gd)| *pressed && gd.abs() > slow)
}

impl Adaptive {
    /// With output at given times, around a scheme that `inner` makes.
    fn make(
        inner: &dyn Fn() -> Result<Box<dyn Engine>, ModelError>,
        o: &Options,
        smooth_order: [f64; 2],
        corrects: bool,
    ) -> Result<Box<dyn Engine>, ModelError> {
        let one = || Ok(Adaptive { corrects, ..Adaptive::new(inner()?, o, smooth_order)? });
        Ok(Box::new(Free::new([one()?, one()?], Stops::new(o)?)))
    }

    fn new(
        inner: Box<dyn Engine>,
        o: &Options,
        smooth_order: [f64; 2],
    ) -> Result<Self, ModelError> {
        // below, an error is round-off
        let tol = o.within("tol", 1e-15, 1e300)?;
        for name in ["rtol", "atol"].into_iter().filter(|n| o.is_set(n)) {
            o.within(name, 1e-15, 1e300)?;
        }
        let or = |name: &str, v: f64| if o.is_set(name) { o.positive(name) } else { Ok(v) };
        let (h_min, h_max) = (o.positive("h_min")?, or("h_max", f64::INFINITY)?);
        if h_min > h_max {
            return Err(ModelError::value("h_min", h_min, "at most h_max"));
        }
        let smooth_order = match o.is_set("smooth_order") {
            true => [o.whole("smooth_order", 1, 4)? as f64; 2],
            false => smooth_order,
        };
        let orders = [Order::Zero, Order::One, Order::Variable];
        let violations = [Violation::Added, Violation::Printed, Violation::Off];
        Ok(Adaptive {
            inner,
            rtol: or("rtol", tol)?,
            atol: or("atol", tol)?,
            order: orders[o.word("order", &["0", "1", "variable"])?],
            smooth_order,
            velocities: o.word("control", &["q", "qv"])? == 1,
            violation: violations[o.word("violation", &["added", "printed", "off"])?],
            corrects: false,
            extrapolates: o.has("extrapolate") && o.flag("extrapolate")?,
            single_P: Vec::new(),
            alpha: o.within("alpha", 0.01, 1.0)?,
            a_min: o.within("a_min", 1e-6, 1.0)?,
            a_max: o.within("a_max", 1.0, 1e6)?,
            h0: o.positive("h0")?.clamp(h_min, h_max),
            h_min,
            h_max,
            h: 0.0,
            taken: 0.0,
            state: State::default(),
            from: Point::default(),
            single: Point::default(),
            half: Point::default(),
            end: Point::default(),
            memory: Memory::default(),
            evaluations: 0,
            jumped: false,
        })
    }

    /// One trial of length h: the three steps, (75) and the order p.
    fn attempt(
        &mut self,
        sys: &System,
        h: f64,
        info: &mut StepInfo,
    ) -> Result<(f64, f64), StepError> {
        let t = self.state.t;
        self.memory.record();
        self.inner.remember(sys, &mut self.memory);
        let mut add = |i: StepInfo| info.add(&StepInfo { way: "", inner: 0, ..i });
        add(self.inner.step(sys, h)?);
        self.single.take(sys, self.inner.state());
        if self.extrapolates {
            self.single_P.clone_from(&self.inner.state().P);
        }
        self.go_back(sys);
        add(self.inner.step(sys, 0.5 * h)?);
        self.half.take(sys, self.inner.state());
        self.evaluations += self.half.look(sys, t + 0.5 * h);
        self.halfway();
        add(self.inner.step(sys, 0.5 * h)?);
        self.end.take(sys, self.inner.state());
        self.evaluations += self.end.look(sys, t + h);
        let p = self.order_of_trial(sys);
        Ok((self.error(p).max(self.overlap(h)), p))
    }

    /// The scheme where the trial started; the work it has done stays counted.
    fn go_back(&mut self, sys: &System) {
        let done = self.inner.evaluations();
        self.memory.replay();
        self.inner.remember(sys, &mut self.memory);
        self.evaluations += done - self.inner.evaluations();
    }

    fn order_of_trial(&self, sys: &System) -> f64 {
        match self.order {
            Order::Zero => 0.0,
            Order::One => 1.0,
            Order::Variable if !self.is_smooth() => 0.0,
            Order::Variable => self.smooth_order[usize::from(sys.has_joints())],
        }
    }

    /// Whether the three steps of the trial have no impact and press the same contacts.
    fn is_smooth(&self) -> bool {
        let (from, single, half, end) = (&self.from, &self.single, &self.half, &self.end);
        let same = single.pressed == half.pressed && half.pressed == end.pressed;
        same && !(impact(from, single) || impact(from, half) || impact(half, end))
    }

    /// Go on from the extrapolation of a smooth trial of length h.
    fn extrapolate(&mut self, sys: &System, h: f64) {
        if !self.extrapolates || !self.is_smooth() {
            return;
        }
        let part = 1.0 / (self.smooth_order[usize::from(sys.has_joints())].exp2() - 1.0);
        let (single, end) = (&self.single, &mut self.end);
        for (x, x1) in [(&mut end.q, &single.q), (&mut end.u, &single.u)] {
            x.iter_mut().zip(x1).for_each(|(x, x1)| *x += part * (*x - x1));
        }
        sys.normalize(&mut end.q);
        // of the percussions the state has those of the first half
        let halves = self.state.P.iter_mut().zip(&self.inner.state().P);
        for ((P, second), one) in halves.zip(&self.single_P) {
            *P += part * (*P + second - one);
        }
        self.inner.adopt(&self.end.q, &self.end.u);
        self.evaluations += self.end.look(sys, self.state.t + h);
    }

    /// (75)
    fn error(&self, p: f64) -> f64 {
        // (73), (55)
        let factor = if p == 0.0 { 2.0 } else { 1.0 / (p.exp2() - 1.0) };
        let (from, single, half, end) = (&self.from, &self.single, &self.half, &self.end);
        let mut error = 0.0_f64;
        // a value that is not a number stays
        let worse = |a: f64, b: f64| if b > a || b.is_nan() { b } else { a };
        let mut largest = |x: &[f64], x1: &[f64], x2: &[f64]| {
            for ((x, x1), x2) in x.iter().zip(x1).zip(x2) {
                // (56)
                let tol = self.atol + self.rtol * x.abs().max(x2.abs());
                error = worse(error, factor * (x2 - x1).abs() / tol);
            }
        };
        largest(&from.q, &single.q, &end.q);
        if self.velocities {
            largest(&from.u, &single.u, &end.u);
        }
        // (74)
        if self.violation != Violation::Off {
            for k in 0..from.g.len() {
                let before =
                    if self.violation == Violation::Added { from.g[k].min(0.0) } else { 0.0 };
                error = worse(error, (before - half.g[k].min(end.g[k])) / self.atol);
            }
        }
        error
    }

    /// What contacts that closed would overlap by, had the scheme not put it right, in tolerances: where nothing bends the motion, one
    /// step and two halves meet the same overlap, and (73) does not see it.
    fn overlap(&self, h: f64) -> f64 {
        if !self.corrects || self.violation == Violation::Off {
            return 0.0;
        }
        let halves = [(&self.from, &self.half), (&self.half, &self.end)];
        let late = halves.into_iter().flat_map(|(a, b)| {
            let closed = (0..a.g.len()).filter(|k| b.pressed[*k] && a.g[*k] > 0.0);
            closed.map(|k| -(a.g[k] + 0.5 * h * a.gd[k]))
        });
        late.fold(0.0, f64::max) / self.atol
    }

    /// The percussions of the first half.
    fn halfway(&mut self) {
        self.state.P.copy_from_slice(&self.inner.state().P);
        self.state.La.copy_from_slice(&self.inner.state().La);
    }

    /// Both halves of a step of length h are done.
    fn reach(&mut self, h: f64) {
        let s = self.inner.state();
        let to = &mut self.state;
        to.t += h;
        to.q.copy_from_slice(&s.q);
        to.u.copy_from_slice(&s.u);
        to.a.copy_from_slice(&s.a);
        to.la.copy_from_slice(&s.la);
        to.P.iter_mut().zip(&s.P).for_each(|(a, b)| *a += b);
        to.La.iter_mut().zip(&s.La).for_each(|(a, b)| *a += b);
    }

    /// Both halves of a step of length h, without a look at its error.
    fn both(&mut self, sys: &System, h: f64) -> Result<(), StepError> {
        self.inner.step(sys, 0.5 * h)?;
        self.halfway();
        self.inner.step(sys, 0.5 * h)?;
        self.reach(h);
        Ok(())
    }

    /// A step of the length of the last one, where no other is possible.
    fn keep(&mut self, sys: &System, left: f64) -> Result<StepInfo, StepError> {
        let h = self.taken.min(left);
        self.both(sys, h)?;
        self.end.take(sys, &self.state);
        self.evaluations += self.end.look(sys, self.state.t);
        self.jumped = true;
        std::mem::swap(&mut self.from, &mut self.end);
        Ok(StepInfo { inner: 1, way: "kept", ..StepInfo::default() })
    }

    /// The step that was tried is the step that is taken.
    fn accept(&mut self, h: f64) {
        self.taken = h;
        self.reach(h);
        std::mem::swap(&mut self.from, &mut self.end);
    }
}

impl Controlled for Adaptive {
    /// Two steps h/2, as in a step that is accepted; none where its length is not free.
    fn plain(&mut self, sys: &System, h: f64) -> Result<(), StepError> {
        if self.inner.locked(sys) {
            return Err(StepError::TooSmall { t: self.state.t, h, smallest: self.taken });
        }
        if !self.extrapolates {
            return self.both(sys, h);
        }
        self.attempt(sys, h, &mut StepInfo::default())?;
        self.extrapolate(sys, h);
        self.reach(h);
        Ok(())
    }

    fn tolerance(&self) -> f64 {
        self.atol
    }

    fn limits(&self, before: &State) -> Option<[State; 2]> {
        let zero = vec![0.0; before.P.len()];
        let left = State { P: zero.clone(), La: zero, ..before.clone() };
        self.jumped.then(|| [left, self.state.clone()])
    }
}

impl Engine for Adaptive {
    fn start(
        &mut self,
        sys: &System,
        t: f64,
        q: &[f64],
        u: &[f64],
        _dt: f64,
    ) -> Result<(), StepError> {
        self.inner.start(sys, t, q, u, self.h0)?;
        self.state = self.inner.state().clone();
        self.h = self.h0;
        for point in [&mut self.from, &mut self.single, &mut self.half, &mut self.end] {
            *point = Point::new(sys);
        }
        self.from.take(sys, &self.state);
        self.evaluations = self.from.look(sys, t);
        Ok(())
    }

    fn renews(&self) -> bool {
        self.inner.renews()
    }

    fn renew(&mut self, sys: &System, by: &Renewal) -> Result<(), StepError> {
        self.inner.renew(sys, by)?;
        self.state.renew(by);
        for point in [&mut self.from, &mut self.single, &mut self.half, &mut self.end] {
            *point = Point::new(sys);
        }
        self.from.take(sys, &self.state);
        self.evaluations += self.from.look(sys, self.state.t);
        Ok(())
    }

    /// One accepted step.
    fn inner_step(&mut self, sys: &System, t_max: f64) -> Result<StepInfo, StepError> {
        if self.inner.locked(sys) {
            return self.keep(sys, t_max - self.state.t);
        }
        let mut info = StepInfo { inner: 1, ..StepInfo::default() };
        loop {
            let left = t_max - self.state.t;
            let proposed = self.h.min(self.h_max);
            let h = proposed.min(left);
            let tried = self.attempt(sys, h, &mut info);
            let smallest = h <= self.h_min * (1.0 + 1e-9);
            let (error, p) = match tried {
                Ok((error, p)) if error.is_finite() => (error, p),
                Ok(_) if smallest => return Err(StepError::NotFinite { t: self.state.t }),
                Err(e) if smallest => return Err(e),
                _ => (f64::INFINITY, 0.0),
            };
            // (59)
            let factor = self.alpha * error.max(1e-300).powf(-1.0 / (p + 1.0));
            let next = (h * factor.clamp(self.a_min, self.a_max)).max(self.h_min);
            if error <= 1.0 || smallest {
                if error > 1.0 {
                    info.way = "forced";
                }
                self.jumped = impact(&self.from, &self.half) || impact(&self.half, &self.end);
                self.extrapolate(sys, h);
                self.accept(h);
                // a step cut short to end at t_max says little about the next one
                self.h = if h < proposed { next.max(self.h) } else { next };
                if h == left {
                    self.state.t = t_max;
                }
                return Ok(info);
            }
            self.go_back(sys);
            info.rejected += 1;
            self.h = next;
        }
    }

    fn step(&mut self, sys: &System, dt: f64) -> Result<StepInfo, StepError> {
        self.inner_step(sys, self.state.t + dt)
    }

    fn remember(&mut self, sys: &System, m: &mut Memory) {
        m.field("adaptive");
        self.inner.remember(sys, m);
        self.h.remember(m);
        self.taken.remember(m);
        self.state.remember(m);
        self.from.remember(m);
        self.evaluations.remember(m);
    }

    fn state(&self) -> &State {
        &self.state
    }

    fn evaluations(&self) -> usize {
        self.evaluations + self.inner.evaluations()
    }

    fn redundant(&self) -> Vec<usize> {
        self.inner.redundant()
    }

    fn set_interrupt(&mut self, stop: &Interrupt) {
        self.inner.set_interrupt(stop);
    }

    fn has_forces(&self) -> bool {
        self.inner.has_forces()
    }
}
