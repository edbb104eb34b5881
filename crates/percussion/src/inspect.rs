//! What can be said of a model before it moves: degrees of freedom, redundant constraints,
//! consistency of the start, contacts, modes and a step size that resolves them.
//!
//! The modes are those of the equations linearised about the state as given, with velocities, damping
//! and the forces that act there (`linear`), seen from a frame at rest or one that turns. Contacts are
//! left out of it, or held as if they were joints.

mod campbell;
mod eigenvalues;
mod large;
mod linear;
mod modes;
mod relative;

pub use campbell::Campbell;
pub use modes::{Amplitude, Mode};
pub use relative::{check_turning, rigid_rotation, rotating_equilibrium};

use crate::bodies::Motion;
use crate::frame::V3;
use crate::system::{check_size, Eval, RowKind, System};
use linear::{linearise, Row, Rows};
use modes::{spectrum, Spectrum};
use std::collections::HashSet;

/// Largest number of velocities for which dense matrices are factorised; beyond it only the ends of
/// the spectrum are found.
const MAX_DENSE: usize = 400;

/// What to look at, beyond the state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Angular velocity of the frame from which motions are seen (rad/s).
    pub rotating: V3,
    /// Whether closed contacts are held: normals always, friction where it sticks.
    pub hold_contacts: bool,
    /// How many modes get their shape.
    pub shapes: usize,
}

/// Whether the linearised equations have constant coefficients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steadiness {
    /// At rest without acceleration.
    Equilibrium,
    /// In steady motion.
    Steady,
    /// Neither: the modes are those of the moment.
    #[default]
    Momentary,
}

impl Steadiness {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Steadiness::Equilibrium => "equilibrium",
            Steadiness::Steady => "steady",
            Steadiness::Momentary => "momentary",
        }
    }
}

/// A row of a joint that the start does not fulfil, or a contact.
#[derive(Clone, Debug, PartialEq)]
pub struct RowValue {
    /// Joint or contact.
    pub name: String,
    /// Residual or gap.
    pub value: f64,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Inspection {
    /// Number of coordinates.
    pub coordinates: usize,
    /// Number of velocities.
    pub velocities: usize,
    /// Number of bilateral rows.
    pub constraints: usize,
    /// Number of independent bilateral rows; none where the model is too large to count.
    pub rank: Option<usize>,
    /// Joints with rows that follow from those of the joints before them.
    pub redundant: Vec<String>,
    /// Bilateral rows at position level that are not zero, largest first.
    pub position: Vec<RowValue>,
    /// Bilateral rows whose rate is not zero, largest first.
    pub velocity: Vec<RowValue>,
    /// Contacts that are closed.
    pub closed: Vec<RowValue>,
    /// Contacts that penetrate.
    pub penetrating: Vec<RowValue>,
    /// Number of open contacts.
    pub open: usize,
    /// Frequencies of the modes (rad/s), increasing; rigid motions are zero and left out.
    pub frequencies: Vec<f64>,
    /// Modes by increasing |λ|, rigid motions left out; empty where the system is too large for them.
    pub modes: Vec<Mode>,
    /// Whether the state is an equilibrium or in steady motion.
    pub steadiness: Steadiness,
    /// Whether frequencies and modes are the lowest of a large system only.
    pub partly: bool,
    /// Whether velocities and damping were left out of the frequencies, as the system is large.
    pub at_rest: bool,
    /// The highest frequency.
    pub highest: Option<f64>,
    /// Number of directions in which the start is unstable.
    pub unstable: usize,
    /// A step size: 20 steps for the highest frequency, and enough for contacts, see
    /// [`Inspection::dt_contacts`].
    pub dt: Option<f64>,
    /// The step that contacts ask for: a fiftieth of the time in which a body falls as deep as its
    /// radius of gyration, a twentieth of that in which it approaches by as much.
    pub dt_contacts: Option<f64>,
}

impl Inspection {
    /// Degrees of freedom.
    pub fn freedoms(&self) -> Option<usize> {
        self.rank.map(|r| self.velocities - r)
    }
}

/// What counts as zero at the start, in metres, radians and their rates.
const ZERO: f64 = 1e-9;

/// Look at a system at (0, q, u) from a frame at rest, without contacts.
pub fn inspect(sys: &System, q: &[f64], u: &[f64]) -> Inspection {
    look(sys, q, u, &Look::default())
}

/// Look at a system at (0, q, u); nothing is found where these are not as many as it has.
pub fn look(sys: &System, q: &[f64], u: &[f64], look: &Look) -> Inspection {
    if check_size(sys, q, u).is_err() {
        return Inspection::default();
    }
    let mut ev = sys.eval();
    sys.evaluate(0.0, q, u, &mut ev);
    let mut gd = vec![0.0; sys.nr];
    sys.rows_dot(&ev, &ev.u, &mut gd);
    let mut out = Inspection { coordinates: sys.nq, velocities: sys.nu, ..Inspection::default() };
    let mut rows = Vec::new();
    for r in 0..sys.nr {
        let value = |value: f64| RowValue { name: sys.row_name(r).into(), value };
        match sys.kinds[r] {
            kind @ (RowKind::Position | RowKind::Velocity) => {
                rows.push(Row { r, position: kind == RowKind::Position });
                if ev.g[r].is_nan() || ev.g[r].abs() > ZERO {
                    out.position.push(value(ev.g[r]));
                }
                if gd[r].is_nan() || gd[r].abs() > ZERO {
                    out.velocity.push(value(gd[r]));
                }
            }
            RowKind::Normal(_) if ev.g[r] < -ZERO => out.penetrating.push(value(ev.g[r])),
            RowKind::Normal(_) if ev.g[r] <= ZERO => out.closed.push(value(ev.g[r])),
            RowKind::Normal(_) => out.open += 1,
            RowKind::Friction(_) => {}
        }
    }
    for list in [&mut out.position, &mut out.velocity] {
        list.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    }
    out.constraints = rows.len();
    let finite = ev.W.iter().chain(&ev.M).chain(&ev.h).chain(&ev.zeta).all(|v| v.is_finite());
    if !finite {
        return out;
    }
    out.dt_contacts = contact_time(sys, &ev, &gd).map(round);
    if sys.nu > MAX_DENSE || rows.len() > 2 * MAX_DENSE {
        let rows: Vec<usize> = rows.iter().map(|row| row.r).collect();
        large::inspect_large(sys, q, &ev, &rows, &mut out);
        out.at_rest = u.iter().any(|v| *v != 0.0);
    } else {
        dense(sys, q, &ev, rows, &gd, look, &mut out);
    }
    let least = [out.highest.map(resolving), out.dt_contacts];
    out.dt = least.into_iter().flatten().reduce(f64::min);
    out
}

/// Rank, redundant rows and modes with dense matrices.
fn dense(
    sys: &System,
    q: &[f64],
    ev: &Eval,
    mut list: Vec<Row>,
    gd: &[f64],
    look: &Look,
    out: &mut Inspection,
) {
    let rows = Rows::new(sys, ev, &list);
    let independent: HashSet<usize> = rows.independent.iter().copied().collect();
    let follows = |(k, _): &(usize, &Row)| !independent.contains(k);
    for (_, row) in list.iter().enumerate().filter(follows) {
        let name = sys.row_name(row.r).to_string();
        if !out.redundant.contains(&name) {
            out.redundant.push(name);
        }
    }
    out.rank = Some(rows.independent.len());
    if look.hold_contacts {
        for c in &sys.contacts {
            if ev.g[c.row] <= ZERO {
                list.push(Row { r: c.row, position: true });
                let sticks = |f: &usize| {
                    let rows = sys.frictions[*f].rows.clone();
                    rows.into_iter().all(|r| gd[r].abs() <= ZERO)
                };
                if let Some(f) = c.friction.filter(sticks) {
                    let rows = sys.frictions[f].rows.clone();
                    list.extend(rows.map(|r| Row { r, position: false }));
                }
            }
        }
    }
    let rows = if look.hold_contacts { Rows::new(sys, ev, &list) } else { rows };
    let Some(linear) = linearise(sys, q, ev, &rows, &look.rotating) else { return };
    let Some(Spectrum { modes, highest, partly }) = spectrum(&linear, look.shapes) else { return };
    (out.highest, out.partly) = (highest, partly);
    out.unstable =
        modes.iter().filter(|m| m.re > 1e-6 * m.im).map(|m| 1 + usize::from(m.im > 0.0)).sum();
    out.frequencies = modes.iter().map(|m| m.im).filter(|w| *w > 0.0).collect();
    out.frequencies.sort_by(f64::total_cmp);
    out.modes = modes;
    out.steadiness = steadiness(sys, q, ev, &list, look, &linear);
}

/// Whether the coefficients change along the motion: traces of A and A² a moment before and after.
fn steadiness(
    sys: &System,
    q: &[f64],
    ev: &Eval,
    list: &[Row],
    look: &Look,
    linear: &linear::Linear,
) -> Steadiness {
    let n = sys.nu;
    let size = linear.A.norm();
    let fast = ev.u[..n].iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    if fast == 0.0 && look.rotating == V3::zeros() {
        let force = ev.h.iter().zip(&ev.M_diag).fold(0.0_f64, |a, (h, m)| a.max((h / m).abs()));
        return match linear.acceleration.amax() <= 1e-7 * force.max(1e-5) {
            true => Steadiness::Equilibrium,
            false => Steadiness::Momentary,
        };
    }
    let tau = 1e-3 / (1.0 + fast.max(size));
    let (mut qd, mut qdd, mut Ba) = (vec![0.0; sys.nq], vec![0.0; sys.nq], vec![0.0; sys.nq]);
    let a = linear.acceleration.as_slice();
    sys.qdot(ev.t, q, &ev.u[..n], &mut qd);
    sys.qddot0(ev.t, q, &ev.u[..n], &mut qdd);
    sys.B(ev.t, q, a, &mut Ba);
    let traces = |tau: f64| {
        let step = |k: usize| q[k] + tau * qd[k] + 0.5 * tau * tau * (qdd[k] + Ba[k]);
        let mut q: Vec<f64> = (0..sys.nq).map(step).collect();
        sys.normalize(&mut q);
        let u: Vec<f64> = (0..n).map(|k| ev.u[k] + tau * a[k]).collect();
        let mut ev = sys.eval();
        sys.evaluate(tau, &q, &u, &mut ev);
        let rows = Rows::new(sys, &ev, list);
        let A = linearise(sys, &q, &ev, &rows, &look.rotating)?.A;
        Some([A.trace(), (&A * &A).trace()])
    };
    let (Some(x), Some(y)) = (traces(-tau), traces(tau)) else { return Steadiness::Momentary };
    let fine = (x[0] - y[0]).abs() <= 1e-7 * size && (x[1] - y[1]).abs() <= 1e-7 * size * size;
    match fine {
        true => Steadiness::Steady,
        false => Steadiness::Momentary,
    }
}

/// The step that contacts ask for.
fn contact_time(sys: &System, ev: &Eval, gd: &[f64]) -> Option<f64> {
    let mut least: Option<f64> = None;
    // radius of gyration of each body, where it turns
    let size = |b: &crate::system::BodySlot| {
        let m = ev.M_diag[b.u.clone()].iter().copied().fold(0.0, f64::max);
        let turning = b.body.motions().into_iter().flat_map(|k| match k {
            Motion::Turn { u, .. } => vec![u, u + 1, u + 2],
            Motion::Angle { u } => vec![u],
            Motion::Shift { .. } => Vec::new(),
        });
        let shifts = b.body.motions().into_iter().filter_map(|k| match k {
            Motion::Shift { u, .. } => Some(ev.M_diag[b.u.start + u]),
            _ => None,
        });
        let m = shifts.reduce(f64::max).unwrap_or(m);
        let J = turning.map(|k| ev.M_diag[b.u.start + k]).reduce(f64::min)?;
        let L = (J / m).sqrt();
        (b.body.nodes() == 1 && L > 0.0 && L.is_finite()).then_some(L)
    };
    let sizes: Vec<Option<f64>> = sys.bodies.iter().map(size).collect();
    let mut of = vec![0; sys.nu];
    sys.bodies.iter().enumerate().for_each(|(k, b)| of[b.u.clone()].fill(k));
    let g = sys.gravity().norm();
    for c in &sys.contacts {
        let e = &sys.elements[sys.row_element[c.row]];
        let touched = e.dofs.iter().filter(|&&d| d < sys.nu).filter_map(|&d| sizes[of[d]]);
        let gap = Some(ev.g[c.row]).filter(|g| *g > 0.0);
        let Some(L) = touched.reduce(f64::min).or(gap) else { continue };
        let fall = (g > 0.0).then(|| (2.0 * L / g).sqrt() / 50.0);
        let approach = (gd[c.row] < 0.0).then(|| L / -gd[c.row] / 20.0);
        let both = [fall, approach, least].into_iter().flatten();
        least = both.filter(|t| t.is_finite() && *t > 0.0).reduce(f64::min);
    }
    least
}

/// The step that resolves the frequency ω with 20 steps, rounded.
fn resolving(w: f64) -> f64 {
    round(std::f64::consts::TAU / w / 20.0)
}

/// Entries of K with the forces λ of the rows; those of [`System::K_entries`] come first, where those
/// of time have the place (nu, nu) and the value zero.
fn stiffness(
    sys: &System,
    q: &[f64],
    ev: &Eval,
    rows: &[usize],
    lambda: &[f64],
) -> (Vec<(usize, usize)>, Vec<f64>) {
    let n = sys.nu;
    let mut d = sys.derivatives();
    sys.differentiate_h(0.0, q, ev, &mut d);
    sys.differentiate_W(0.0, q, ev, &mut d);
    let inside = |&(i, j): &(usize, usize)| if i < n && j < n { (i, j) } else { (n, n) };
    let mut entries: Vec<(usize, usize)> = sys.K_entries.iter().map(inside).collect();
    let value = |(&(i, j), &v): (&(usize, usize), &f64)| if i < n && j < n { -v } else { 0.0 };
    let mut values: Vec<f64> = sys.K_entries.iter().zip(&d.dh_q).map(value).collect();
    for (&r, la) in rows.iter().zip(lambda) {
        let e = &sys.elements[sys.row_element[r]];
        let m = e.dofs.len();
        let block = &d.H[e.hess + (r - e.rows.start) * m * m..][..m * m];
        for (i, &gi) in e.dofs.iter().enumerate() {
            for (j, &gj) in e.dofs.iter().enumerate() {
                if gi < n && gj < n {
                    entries.push((gi, gj));
                    values.push(-la * block[i * m + j]);
                }
            }
        }
    }
    (entries, values)
}

/// 1, 2 or 5 times a power of ten, not above x.
fn round(x: f64) -> f64 {
    let power = 10f64.powf(x.log10().floor());
    let digit = [5.0, 2.0, 1.0].into_iter().find(|d| d * power <= x * (1.0 + 1e-12));
    digit.unwrap_or(1.0) * power
}
