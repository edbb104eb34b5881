//! Quantities that are recorded on request, beside those of every record.
//!
//! | name | what |
//! |---|---|
//! | `g.JOINT.0`, `gd.JOINT.0`, `gdd.JOINT.0`.. | g, g' and g'' of the rows of a joint |
//! | `gNd.CONTACT`, `gNdd.CONTACT` | gap velocity and acceleration |
//! | `Lag.JOINT.0`.. | impulsive part of the percussion of a joint since the last row |
//! | `smooth.JOINT.0`.., `smoothN.CONTACT`, `smoothF.CONTACT.0`.. | λ of the smooth motion at the end of the step, apart from impulses |
//! | `ka.JOINT.0`.., `kaN.CONTACT` | κ, the multiplier of the position level |
//! | `U.VELOCITY`, `Q.VELOCITY` | jump of a velocity, and correction of a displacement, in the step |
//! | `A.CONTACT`, `B.CONTACT`, `C.CONTACT` | whether it is active at position, velocity and acceleration level: 0 or 1 |
//! | `D.CONTACT`, `E.CONTACT` | its friction at velocity level, and at acceleration level where it sticks: 0 open, 1 sticks, 2 slides |
//! | `energy` | kinetic and potential energy |
//! | `energy.FORCE`, `power.FORCE` | potential energy of a force, and the power it brings in |
//! | `steps.newton`, `steps.fixed_point`, `steps.rejected` | what the steps have taken since the start |
//! | `steps.way` | the way in which the last step was solved: its place among the ways of the run, from 1 on |
//!
//! Those from `smooth` to `E` tell of the last step, or part of it, of a scheme of the generalized-α family; no other scheme has them.

use super::{Eval, RowKind, System};
use crate::error::ModelError;

/// Such a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Observed {
    /// g, g' or g'' of a row.
    Row(usize, u8),
    /// Λ of a row.
    Impulse(usize),
    /// What the levels of a step have found.
    Level(Level),
    /// Energy of all.
    Energy,
    /// Potential of a force.
    Potential(usize),
    /// Power of a force.
    Power(usize),
    /// One of the [`COUNTS`].
    Count(usize),
}

/// λ, κ of a row, U, Q of a velocity, an index set of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Smooth(usize),
    Position(usize),
    Jump(usize),
    Correction(usize),
    Set(usize, u8),
}

/// What the levels of a step of the generalized-α family have found: λ, κ, U, Q, and the rows in use at position, velocity and
/// acceleration level.
pub(crate) struct Found<'a> {
    pub la: &'a [f64],
    pub ka: &'a [f64],
    pub U: &'a [f64],
    pub Q: &'a [f64],
    pub on: [&'a [bool]; 3],
}

/// Counts of the steps, in the order in which [`System::observed`] is given them.
const COUNTS: [&str; 4] = ["newton", "fixed_point", "rejected", "way"];

/// What a system is asked to record, by name.
#[derive(Clone, Debug, Default)]
pub struct Observe {
    list: Vec<(String, Observed)>,
}

impl System {
    /// All that can be asked for.
    fn observable(&self) -> Vec<(String, Observed)> {
        let mut all = Vec::new();
        let bilateral = |r: usize| matches!(self.kinds[r], RowKind::Position | RowKind::Velocity);
        for e in &self.elements {
            for (i, r) in e.rows.clone().filter(|&r| bilateral(r)).enumerate() {
                for (level, head) in ["g", "gd", "gdd"].into_iter().enumerate() {
                    all.push((format!("{head}.{}.{i}", e.name), Observed::Row(r, level as u8)));
                }
                all.push((format!("Lag.{}.{i}", e.name), Observed::Impulse(r)));
                all.push((format!("smooth.{}.{i}", e.name), Observed::Level(Level::Smooth(r))));
                all.push((format!("ka.{}.{i}", e.name), Observed::Level(Level::Position(r))));
            }
        }
        for (k, name) in self.u_names.iter().enumerate() {
            all.push((format!("U.{name}"), Observed::Level(Level::Jump(k))));
            all.push((format!("Q.{name}"), Observed::Level(Level::Correction(k))));
        }
        for (k, c) in self.contacts[..self.lasting_contacts()].iter().enumerate() {
            for (level, head) in [(1, "gNd"), (2, "gNdd")] {
                all.push((format!("{head}.{}", c.name), Observed::Row(c.row, level)));
            }
            let friction = c.friction.map_or(0..0, |f| self.frictions[f].rows.clone());
            let multipliers = [("smoothN", Level::Smooth(c.row)), ("kaN", Level::Position(c.row))];
            let multipliers = multipliers.map(|(head, of)| (format!("{head}.{}", c.name), of));
            let friction = friction
                .enumerate()
                .map(|(i, r)| (format!("smoothF.{}.{i}", c.name), Level::Smooth(r)));
            let sets = if c.friction.is_some() { 5 } else { 3 };
            let sets = (0..sets).zip(["A", "B", "C", "D", "E"]);
            let sets = sets.map(|(n, head)| (format!("{head}.{}", c.name), Level::Set(k, n)));
            let levels = multipliers.into_iter().chain(friction).chain(sets);
            all.extend(levels.map(|(name, of)| (name, Observed::Level(of))));
        }
        all.push(("energy".into(), Observed::Energy));
        for (k, f) in self.forces.iter().enumerate() {
            all.push((format!("energy.{}", f.name), Observed::Potential(k)));
            all.push((format!("power.{}", f.name), Observed::Power(k)));
        }
        let counts = COUNTS.iter().enumerate();
        all.extend(counts.map(|(k, name)| (format!("steps.{name}"), Observed::Count(k))));
        all
    }

    /// Names of all that can be asked for with [`System::observe`].
    pub fn observable_names(&self) -> Vec<String> {
        self.observable().into_iter().map(|(name, _)| name).collect()
    }

    /// Those of them that every scheme has.
    pub(crate) fn common_names(&self) -> Vec<String> {
        let common = |o: &(String, Observed)| !matches!(o.1, Observed::Level(_));
        self.observable().into_iter().filter(common).map(|(name, _)| name).collect()
    }

    /// Record these too; `*` at the end of a name stands for anything.
    ///
    /// # Errors
    /// A name that nothing has.
    pub fn observe(&mut self, names: &[String]) -> Result<(), ModelError> {
        let all = self.observable();
        for name in names {
            let fits = |n: &str| match name.strip_suffix('*') {
                Some(head) => n.starts_with(head),
                None => n == name,
            };
            let before = self.observe.list.len();
            for o in all.iter().filter(|o| fits(&o.0)) {
                if !self.observe.list.contains(o) {
                    self.observe.list.push(o.clone());
                }
            }
            if before == self.observe.list.len() && !all.iter().any(|o| fits(&o.0)) {
                let nearest = crate::nearest(name, all.iter().map(|o| o.0.as_str()));
                return Err(ModelError::Unknown { kind: "column", name: name.clone(), nearest });
            }
        }
        Ok(())
    }

    /// Names of what is recorded on request.
    pub fn observed_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.observe.list.iter().map(|(name, _)| name.as_str())
    }

    /// Whether something is recorded that schemes of the generalized-α family alone have.
    pub(crate) fn observes_levels(&self) -> bool {
        self.observe.list.iter().any(|o| matches!(o.1, Observed::Level(_)))
    }

    /// What is recorded of the levels of a step, in the order of the list.
    pub(crate) fn levels_found(&self, found: &Found<'_>, out: &mut Vec<f64>) {
        out.clear();
        let set = |c: usize, n: u8| {
            let (c, [p, v, a]) = (&self.contacts[c], found.on);
            let friction = c.friction.map_or(c.row, |f| self.frictions[f].rows.start);
            let does = |counts: bool, sticks: bool| if counts { 2 - u8::from(sticks) } else { 0 };
            f64::from(match n {
                0..=2 => u8::from(found.on[usize::from(n)][c.row]),
                3 => does(p[c.row], v[friction]),
                _ => does(p[c.row] && v[friction], a[friction]),
            })
        };
        out.extend(self.observe.list.iter().filter_map(|(_, what)| match *what {
            Observed::Level(Level::Smooth(r)) => Some(found.la[r]),
            Observed::Level(Level::Position(r)) => Some(found.ka[r]),
            Observed::Level(Level::Jump(k)) => Some(found.U[k]),
            Observed::Level(Level::Correction(k)) => Some(found.Q[k]),
            Observed::Level(Level::Set(c, n)) => Some(set(c, n)),
            _ => None,
        }));
    }

    /// Values of what is recorded on request, appended to `out`, at (t, q, u) with the accelerations `a`, the
    /// impulses `La` since the last row, what [`System::levels_found`] gave and the counts of the steps.
    pub(crate) fn observed(
        &self,
        (t, q, u): (f64, &[f64], &[f64]),
        a: &[f64],
        [La, levels]: [&[f64]; 2],
        counts: [f64; COUNTS.len()],
        out: &mut Vec<f64>,
    ) {
        let mut levels = levels.iter();
        let counted = |o: &Observed| match *o {
            Observed::Count(k) => Some(counts[k]),
            _ => None,
        };
        // counts need no look at the equations
        if self.observe.list.iter().all(|o| counted(&o.1).is_some()) {
            out.extend(self.observe.list.iter().filter_map(|o| counted(&o.1)));
            return;
        }
        let mut ev: Eval = self.eval();
        self.evaluate(t, q, u, &mut ev);
        let mut acceleration = vec![0.0; self.nu + 1];
        acceleration[..self.nu].copy_from_slice(&a[..self.nu]);
        for (_, what) in &self.observe.list {
            out.push(match *what {
                Observed::Row(r, 0) => ev.g[r],
                Observed::Row(r, 1) => self.row_dot(&ev, r, &ev.u),
                Observed::Row(r, _) => self.row_dot(&ev, r, &acceleration) + ev.zeta[r],
                Observed::Impulse(r) => La[r],
                Observed::Level(_) => levels.next().copied().unwrap_or(0.0),
                Observed::Energy => self.energy(t, q, &ev.u),
                Observed::Potential(k) => {
                    self.forces[k].force.potential(&self.context(t, q, &ev.u))
                }
                Observed::Power(k) => {
                    let f = &self.forces[k];
                    let mut h = vec![0.0; f.dofs.len()];
                    f.force.h(&self.context(t, q, &ev.u), &f.dofs, &mut h);
                    let own = h.iter().zip(&f.dofs).filter(|(_, &d)| d < self.nu);
                    own.map(|(h, &d)| h * ev.u[d]).sum()
                }
                Observed::Count(k) => counts[k],
            });
        }
    }
}
