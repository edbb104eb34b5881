//! What a simulation leaves behind: trajectory, events, statistics. Knows nothing of files.

mod inner;
mod laws;
mod modes;
mod parts;
mod state;

pub use inner::{Extremes, Work};
pub(crate) use laws::ratio;
pub use laws::{Finding, DOUBTFUL};
pub(crate) use modes::Modes;
pub use parts::{BodyView, ContactView};
pub use state::{Failed, State, StepInfo};

use crate::error::StepError;
use crate::memory::{remember, Memory, Remember};
use crate::system::{Normal, RowKind, System};

/// Something that happened at a contact.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// Time (s): exact for event-driven schemes, the end of the step for event-capturing ones.
    pub t: f64,
    /// impact, touch-down, take-off, stick, slip.
    pub kind: &'static str,
    /// Contact.
    pub contact: String,
    /// Gap velocity before (m/s).
    pub un_pre: f64,
    /// Gap velocity after (m/s).
    pub un_post: f64,
    /// Normal percussion of the step (N s).
    pub impulse: f64,
}

impl Event {
    /// An event without velocities and impulse.
    pub fn at(t: f64, kind: &'static str, contact: &str) -> Self {
        Event { t, kind, contact: contact.into(), un_pre: 0.0, un_post: 0.0, impulse: 0.0 }
    }
}

/// `0.452 s: impact at floor, 4.43 N s`.
impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{:.6} s: {} at {}", self.t, self.kind, self.contact)?;
        match self.impulse == 0.0 {
            true => Ok(()),
            false => write!(f, ", {:.6} N s", self.impulse),
        }
    }
}

impl Remember for Event {
    fn remember(&mut self, m: &mut Memory) {
        let Event { t, kind, contact, un_pre, un_post, impulse } = self;
        kind.remember(m);
        contact.remember(m);
        [t, un_pre, un_post, impulse].into_iter().for_each(|x| x.remember(m));
    }
}

/// What a contact that has no columns did up to a row: normal, then along its tangents.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ContactRow {
    /// Time of the row (s).
    pub t: f64,
    /// Its name.
    pub contact: String,
    /// Its gap (m); of a contact that is no longer near the last one that was seen.
    pub gap: f64,
    /// Percussion since the row before (N s).
    pub percussion: [f64; 3],
    /// Force (N), under schemes that have forces.
    pub force: [f64; 3],
    /// Impulsive part of the percussion (N s), likewise.
    pub impulse: [f64; 3],
}
remember!(ContactRow { t, contact, gap, percussion, force, impulse });

impl ContactRow {
    /// From percussions, forces and impulses of all rows; none of a contact that did not press.
    pub(crate) fn of(
        t: f64,
        name: &str,
        gap: f64,
        rows: std::ops::Range<usize>,
        [P, la, La]: [&[f64]; 3],
        forces: bool,
    ) -> Option<Self> {
        let of = |v: &[f64]| {
            let mut out = [0.0; 3];
            out.iter_mut().zip(&v[rows.clone()]).for_each(|(o, v)| *o = *v);
            out
        };
        let (percussion, none) = (of(P), [0.0; 3]);
        let [force, impulse] = if forces { [of(la), of(La)] } else { [none; 2] };
        let pressed = [percussion, force, impulse].concat().iter().any(|x| *x != 0.0);
        pressed.then(|| ContactRow { t, contact: name.into(), gap, percussion, force, impulse })
    }
}

/// Whether a contact is open, sliding or sticking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// No contact force.
    #[default]
    Open,
    /// Closed, sliding (or frictionless).
    Slip,
    /// Closed, sticking.
    Stick,
}

impl Remember for Mode {
    fn remember(&mut self, m: &mut Memory) {
        let mut kind = *self as usize;
        kind.remember(m);
        *self = [Mode::Open, Mode::Slip, Mode::Stick][kind.min(2)];
    }
}

/// Numbers that accumulate over a run.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Statistics {
    /// Steps done.
    pub steps: usize,
    /// Tries that were rejected and repeated with smaller steps.
    pub rejected: usize,
    /// Internal steps of schemes that choose their own.
    pub inner: usize,
    /// Newton counts, counted from zero: a step that needs one update counts 0.
    pub newton_sum: usize,
    /// Largest such count.
    pub newton_max: usize,
    /// Newton updates in all.
    pub newton_updates: usize,
    /// Evaluations of the equations of motion.
    pub evaluations: usize,
    /// Steps that needed the fixed point.
    pub fixed_point_steps: usize,
    /// Iterations of the fixed point.
    pub fixed_point_sum: usize,
    /// Largest number of them in a step.
    pub fixed_point_max: usize,
    /// Matrices that were set up, where the scheme counts them.
    pub jacobians: usize,
    /// Their factorisations.
    pub factorisations: usize,
    /// Solutions with the factors.
    pub solves: usize,
    /// Ways in which steps were solved, and how many steps each.
    pub ways: Vec<(&'static str, usize)>,
    /// Place of the last step's way among them, from 1 on; 0 where the scheme has one way only.
    pub way: usize,
    /// Steps, or parts of them, whose contacts were solved to an accepted residual only.
    pub accepted: usize,
    /// The largest of these residuals.
    pub accepted_residual: f64,
    /// The contact with it, where it is known.
    pub accepted_element: String,
    /// The compliance with which its laws hold, in parts of the largest mobility of a contact.
    pub accepted_compliance: f64,
    /// Largest violation of bilateral constraints and of closed contacts at position level (m, rad).
    pub position: f64,
    /// The same at velocity level (m/s, rad/s).
    pub velocity: f64,
    /// The same at acceleration level (m/s², rad/s²).
    pub acceleration: f64,
    /// Largest penetration at the end of a step (m).
    pub penetration: f64,
    /// Largest excess |P_F| - μ P_N (N s).
    pub friction_excess: f64,
    /// Energy at the start (J).
    pub energy_start: f64,
    /// Energy at the end (J).
    pub energy_end: f64,
    /// Largest increase of the energy in one step (J).
    pub energy_max_increase: f64,
    /// Wall time of the steps (s).
    pub wall_s: f64,
    /// What the internal steps have cost, where the scheme chooses them.
    pub work: Option<Work>,
}

remember!(Statistics {
    steps,
    rejected,
    inner,
    newton_sum,
    newton_max,
    newton_updates,
    evaluations,
    fixed_point_steps,
    fixed_point_sum,
    fixed_point_max,
    jacobians,
    factorisations,
    solves,
    accepted,
    accepted_residual,
    accepted_element,
    accepted_compliance,
    ways,
    way,
    position,
    velocity,
    acceleration,
    penetration,
    friction_excess,
    energy_start,
    energy_end,
    energy_max_increase,
    wall_s;
    skip work
});

impl Statistics {
    /// Mean Newton count.
    pub fn newton_mean(&self) -> f64 {
        self.newton_sum as f64 / self.steps.max(1) as f64
    }
    /// Mean fixed-point iterations over the steps that needed them.
    pub fn fixed_point_mean(&self) -> f64 {
        self.fixed_point_sum as f64 / self.fixed_point_steps.max(1) as f64
    }
    /// Its number in the list, from one on; zero where there is none.
    fn count_way(&mut self, way: &'static str) -> usize {
        if way.is_empty() {
            return 0;
        }
        let place = self.ways.iter().position(|(known, _)| *known == way);
        let place = place.unwrap_or_else(|| {
            self.ways.push((way, 0));
            self.ways.len() - 1
        });
        self.ways[place].1 += 1;
        place + 1
    }
    /// Take note of what a scheme says of its own internal steps: they count, not the rows.
    pub fn own_steps(&mut self, extremes: Option<&Extremes>, work: Option<Work>) {
        if let Some(e) = extremes {
            self.position = self.position.max(e.position);
            self.velocity = e.velocity;
            self.acceleration = e.acceleration;
            self.penetration = self.penetration.max(e.penetration);
            self.energy_max_increase = e.energy_max_increase;
            self.friction_excess = e.friction_excess.unwrap_or(self.friction_excess);
        }
        self.work = work;
    }
    /// Take note of a step.
    #[inline]
    pub fn count(&mut self, info: &StepInfo) {
        self.steps += 1;
        self.newton_updates += info.newton;
        let newton = info.newton.saturating_sub(1);
        self.newton_sum += newton;
        self.newton_max = self.newton_max.max(newton);
        self.jacobians += info.jacobians;
        self.factorisations += info.factorisations;
        self.solves += info.solves;
        // mostly the way is that of the step before, and there is nothing else to tell
        let last = self.ways.get_mut(self.way.wrapping_sub(1));
        match last.filter(|last| std::ptr::eq(last.0, info.way)) {
            Some(last) => last.1 += 1,
            None => self.way = self.count_way(info.way),
        }
        let rest = info.fixed_point | info.accepted | info.rejected | info.inner;
        if rest != 0 || !info.failed[0].is_empty() {
            self.count_rest(info);
        }
    }
    #[inline(never)]
    fn count_rest(&mut self, info: &StepInfo) {
        if info.fixed_point > 0 {
            self.fixed_point_steps += 1;
            self.fixed_point_sum += info.fixed_point;
            self.fixed_point_max = self.fixed_point_max.max(info.fixed_point);
        }
        self.accepted += info.accepted;
        self.accepted_residual = self.accepted_residual.max(info.residual);
        self.rejected += info.rejected;
        self.inner += info.inner;
        for way in info.failed.into_iter().take_while(|way| !way.is_empty()) {
            self.count_way(way);
        }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// At t_end.
    Done,
    /// At t_end, but laws of mechanics are violated far beyond what the scheme explains: which ones.
    Doubtful(String),
    /// Stopped early, with the reason.
    Stopped(StepError),
    /// Interrupted by the user.
    Interrupted,
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Status::Done => f.write_str("done"),
            Status::Doubtful(laws) => write!(f, "doubtful: {laws}"),
            Status::Stopped(reason) => write!(f, "stopped: {reason}"),
            Status::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// The record of a run: rows with named columns, events, statistics.
///
/// | column | what |
/// |---|---|
/// | `t` | time (s) |
/// | `q.NAME`, `u.NAME` | coordinates (m, rad) and velocities (m/s, rad/s); NAME is `x` where there is one body, `x1`, `x2`, .. where there are several, or `BODY.x` under [`Naming::Bodies`](crate::model::Naming) |
/// | `gN.CONTACT` | gap (m) |
/// | `PN.CONTACT`, `PF.CONTACT.0`, .. | normal and tangential percussion since the row before (N s) |
/// | `laN.CONTACT`, `laF.CONTACT.0`, .. | contact force (N), under schemes that have forces |
/// | `LaN.CONTACT`, `LaF.CONTACT.0`, .. | impulsive part of the percussion since the row before (N s), likewise |
/// | `lag.JOINT.0`, .. | forces of a joint (N, N m) |
/// | `Pg.JOINT.0`, .. | percussions of a joint since the row before (N s, N m s), where there are contacts |
/// | `r.POINT.x`, `v.POINT.x`, .. | position (m) and velocity (m/s) of a point of [`Model::point`](crate::model::Model::point) |
///
/// ```
/// use percussion::prelude::*;
///
/// let mut model = Model::new();
/// model.gravity(V3::new(0.0, 0.0, -10.0)).naming(Naming::Bodies);
/// let mass = || PointMass { m: 2.0, dim: 3 };
/// let low = model.body("low", mass(), &[0.0, 0.0, 0.1], &[0.0; 3]);
/// let high = model.body("high", mass(), &[0.0, 0.0, 0.3], &[0.0; 3]);
/// let (floor, law) = (Anchor::world(V3::zeros()), ContactLaw::restitution(0.0));
/// let centre = |body| Anchor::on(body, V3::zeros());
/// model.contact("floor", SphereOnPlane { R: 0.1 }, floor, centre(low), law);
/// model.contact("between", SphereOnSphere { R1: 0.1, R2: 0.1 }, centre(low), centre(high), law);
/// let record = model.run("alpha").dt(1e-3).until(0.1)?;
/// assert!((record.last("q.high.z").unwrap() - 0.3).abs() < 1e-9);
/// assert!((record.last("laN.floor").unwrap() - 40.0).abs() < 1e-6);
/// let forces = record.column("laN.between").unwrap();
/// assert!((forces[record.len() - 1] - 20.0).abs() < 1e-6);
/// assert_eq!(record.column("laN.wall"), None);
/// # Ok::<(), percussion::error::StepError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use = "a record is all that a run leaves behind"]
pub struct Record {
    /// Names of the columns, the first being `t`.
    pub columns: Vec<String>,
    /// Rows, one after another, each as long as `columns`.
    pub data: Vec<f64>,
    /// Events.
    pub events: Vec<Event>,
    /// What contacts without columns did, where contacts come and go: one entry for each that pressed since the row before.
    pub contacts: Vec<ContactRow>,
    /// Statistics.
    pub statistics: Statistics,
    /// How it ended.
    pub status: Status,
    /// The worst that the audit found of each law; empty where it was off.
    pub laws: Vec<Finding>,
    /// Messages for the user: redundant constraints and such.
    pub notes: Vec<String>,
    nq: usize,
    nu: usize,
    /// Where the columns between the velocities and the points come from.
    sources: Vec<(Source, u32)>,
    /// Whether there is more to a row: contacts without columns, points, what is recorded on request.
    more: bool,
    parts: parts::Parts,
}

/// Whether a column is a sum since the row before: percussions and impulses. Where rows are left out, the values
/// of such a column are added to the next row that is kept.
pub fn is_sum(column: &str) -> bool {
    ["PN.", "PF.", "Pg.", "LaN.", "LaF.", "Lag."].iter().any(|head| column.starts_with(head))
}

/// What a column holds the numbers of: contacts, or rows.
#[derive(Clone, Copy, Debug)]
enum Source {
    Gap,
    Percussion,
    Force,
    Impulse,
}

impl Record {
    /// An empty record for a system.
    pub fn new(sys: &System, forces: bool) -> Self {
        let columns = columns(sys, forces);
        Record {
            parts: parts::Parts::new(sys, &columns, forces),
            columns,
            data: Vec::new(),
            events: Vec::new(),
            contacts: Vec::new(),
            statistics: Statistics::default(),
            status: Status::Done,
            laws: Vec::new(),
            notes: Vec::new(),
            nq: sys.nq,
            nu: sys.nu,
            sources: sources(sys, forces),
            more: sys.lists() || sys.points().len() + sys.observed_names().len() > 0,
        }
    }
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.data.len().checked_div(self.columns.len()).unwrap_or(0)
    }
    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
    /// Row k; empty where there is none.
    pub fn row(&self, k: usize) -> &[f64] {
        let n = self.columns.len();
        let from = k.saturating_mul(n);
        self.data.get(from..from.saturating_add(n)).unwrap_or(&[])
    }
    /// Times of the rows (s).
    pub fn times(&self) -> Vec<f64> {
        (0..self.len()).map(|k| self.row(k)[0]).collect()
    }
    /// A column by name; none where there is no such column.
    pub fn column(&self, name: &str) -> Option<Vec<f64>> {
        let c = self.columns.iter().position(|x| x == name)?;
        Some((0..self.len()).map(|k| self.row(k)[c]).collect())
    }
    /// All columns as CSV, with digits that give the same numbers back.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_csv(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        let name = |c: &String| match c.contains([',', '"']) {
            true => format!("\"{}\"", c.replace('"', "\"\"")),
            false => c.clone(),
        };
        writeln!(out, "{}", self.columns.iter().map(name).collect::<Vec<_>>().join(","))?;
        for k in 0..self.len() {
            for (c, v) in self.row(k).iter().enumerate() {
                write!(out, "{}{v:?}", if c > 0 { "," } else { "" })?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
    /// The last value of a column.
    pub fn last(&self, name: &str) -> Option<f64> {
        let c = self.columns.iter().position(|x| x == name)?;
        self.len().checked_sub(1).map(|k| self.row(k)[c])
    }
    /// Coordinates of row k (m, rad); empty where there is none.
    pub fn q(&self, k: usize) -> &[f64] {
        self.row(k).get(1..1 + self.nq).unwrap_or(&[])
    }
    /// Velocities of row k (m/s, rad/s); empty where there is none.
    pub fn u(&self, k: usize) -> &[f64] {
        self.row(k).get(1 + self.nq..1 + self.nq + self.nu).unwrap_or(&[])
    }
    /// Row k as a state, without accelerations; what it has no columns for is zero.
    pub(crate) fn state(&self, sys: &System, k: usize) -> State {
        let (row, none) = (self.row(k), || vec![0.0; sys.nr]);
        let [mut P, mut la, mut La] = [none(), none(), none()];
        for (&(source, r), value) in self.sources.iter().zip(&row[1 + self.nq + self.nu..]) {
            match source {
                Source::Gap => continue,
                Source::Percussion => P[r as usize] = *value,
                Source::Force => la[r as usize] = *value,
                Source::Impulse => La[r as usize] = *value,
            }
        }
        let (q, u) = (self.q(k).to_vec(), self.u(k).to_vec());
        State { t: row[0], q, u, P, la, La, ..State::default() }
    }
    /// Whether there are columns of percussions of joints.
    pub(crate) fn has_joint_percussions(&self) -> bool {
        self.columns.iter().any(|c| c.starts_with("Pg."))
    }
    /// Append a row: state, gaps, percussions summed since the last row, forces, multipliers.
    #[inline]
    pub(crate) fn push(
        &mut self,
        sys: &System,
        s: &State,
        gN: &[f64],
        [P, La]: [&[f64]; 2],
        forces: bool,
    ) {
        self.data.push(s.t);
        self.data.extend_from_slice(&s.q);
        self.data.extend_from_slice(&s.u);
        // in the order of `Source`; sums are sums, and that of a single percussion of -0 is 0
        let from = [gN, P, &s.la, La];
        const SUMS: [f64; 4] = [-0.0, 0.0, -0.0, 0.0];
        self.data.extend(
            self.sources
                .iter()
                .map(|&(source, k)| from[source as usize][k as usize] + SUMS[source as usize]),
        );
        if self.more {
            self.push_more(sys, s, gN, [P, La], forces);
        }
    }
    /// Its workspaces are large: apart from what is done for every row.
    #[inline(never)]
    fn push_more(
        &mut self,
        sys: &System,
        s: &State,
        gN: &[f64],
        [P, La]: [&[f64]; 2],
        forces: bool,
    ) {
        for (k, c) in sys.contacts.iter().enumerate().skip(sys.lasting_contacts()) {
            let f = c.friction.map_or(0..0, |f| sys.frictions[f].rows.clone());
            let rows = c.row..f.end.max(c.row + 1);
            self.contacts.extend(ContactRow::of(s.t, &c.name, gN[k], rows, [P, &s.la, La], forces));
        }
        for (k, (_, planar)) in sys.points().enumerate() {
            let (r, v) = sys.point(k, s.t, &s.q, &s.u);
            let n = if planar { 2 } else { 3 };
            self.data.extend_from_slice(&r.as_slice()[..n]);
            self.data.extend_from_slice(&v.as_slice()[..n]);
        }
        let st = &self.statistics;
        let counts = [st.newton_updates, st.fixed_point_sum, st.rejected, st.way].map(|n| n as f64);
        sys.observed((s.t, &s.q, &s.u), &s.a, [La, &s.levels], counts, &mut self.data);
    }
}

/// In the order of [`columns`].
fn sources(sys: &System, forces: bool) -> Vec<(Source, u32)> {
    let mut out = Vec::new();
    let what = match forces {
        true => &[Source::Percussion, Source::Force, Source::Impulse][..],
        false => &[Source::Percussion],
    };
    for (k, c) in sys.contacts[..sys.lasting_contacts()].iter().enumerate() {
        let friction = c.friction.map_or(0..0, |f| sys.frictions[f].rows.clone());
        out.push((Source::Gap, k));
        for &what in what {
            out.push((what, c.row));
            out.extend(friction.clone().map(|r| (what, r)));
        }
    }
    for f in sys.frictions.iter().filter(|f| matches!(f.normal, Normal::Force(_))) {
        out.extend(what.iter().flat_map(|&what| f.rows.clone().map(move |r| (what, r))));
    }
    let joints = (0..sys.nr).filter(|&r| is_bilateral(sys, r));
    out.extend(joints.clone().map(|r| (Source::Force, r)));
    if impulsive(sys) {
        out.extend(joints.map(|r| (Source::Percussion, r)));
    }
    out.into_iter().map(|(source, k)| (source, k as u32)).collect()
}

fn columns(sys: &System, forces: bool) -> Vec<String> {
    let mut c = vec!["t".to_string()];
    c.extend(sys.q_names.iter().map(|n| format!("q.{n}")));
    c.extend(sys.u_names.iter().map(|n| format!("u.{n}")));
    for k in &sys.contacts[..sys.lasting_contacts()] {
        let nf = k.friction.map_or(0, |f| sys.frictions[f].rows.len());
        let n = &k.name;
        c.extend([format!("gN.{n}"), format!("PN.{n}")]);
        c.extend((0..nf).map(|i| format!("PF.{n}.{i}")));
        if forces {
            c.push(format!("laN.{n}"));
            c.extend((0..nf).map(|i| format!("laF.{n}.{i}")));
            c.push(format!("LaN.{n}"));
            c.extend((0..nf).map(|i| format!("LaF.{n}.{i}")));
        }
    }
    for f in sys.frictions.iter().filter(|f| matches!(f.normal, Normal::Force(_))) {
        for what in if forces { &["PF", "laF", "LaF"][..] } else { &["PF"][..] } {
            c.extend((0..f.rows.len()).map(|i| format!("{what}.{}.{i}", f.name)));
        }
    }
    for e in &sys.elements {
        let n = e.rows.clone().filter(|&r| is_bilateral(sys, r)).count();
        c.extend((0..n).map(|i| format!("lag.{}.{i}", e.name)));
    }
    if impulsive(sys) {
        for e in &sys.elements {
            let n = e.rows.clone().filter(|&r| is_bilateral(sys, r)).count();
            c.extend((0..n).map(|i| format!("Pg.{}.{i}", e.name)));
        }
    }
    for (name, planar) in sys.points() {
        let axes = if planar { &["x", "y"][..] } else { &["x", "y", "z"] };
        for what in ["r", "v"] {
            c.extend(axes.iter().map(|a| format!("{what}.{name}.{a}")));
        }
    }
    c.extend(sys.observed_names().map(String::from));
    c
}

fn is_bilateral(sys: &System, r: usize) -> bool {
    matches!(sys.kinds[r], RowKind::Position | RowKind::Velocity)
}

/// Whether joints carry percussions of their own: contacts or dry friction act beside them.
fn impulsive(sys: &System) -> bool {
    sys.lists() || !(sys.contacts.is_empty() && sys.frictions.is_empty())
}
